"""A choice in requested formats other than text: all but chunks are printed from one document.

Printers are imported on demand, so a command that prints only text starts faster.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..metadata.titles import title_in
from ..page.choice import Choice
from .style import Style

if TYPE_CHECKING:
    from ..document.build import Document

#: The most characters of HTML and of a document, and the most bytes of other formats: a multiple of the
#: page's bytes, and a number that is always allowed.
MOST_TIMES, LEAST = 3, 100_000

logger = logging.getLogger(__name__)


class Content:
    """The source of formats: a choice, its style, the most bytes of each format, and the document."""

    def __init__(self, choice: Choice, style: Style) -> None:
        self.choice, self.page, self.style = choice, choice.page, style
        #: whether texts are missing from a format because of the limit
        self.is_less = False

    @cached_property
    def most(self) -> int:
        return max(LEAST, MOST_TIMES * len(self.page.html or self.page.source))

    @cached_property
    def document(self) -> Document:
        from ..document.build import document_within
        from ..document.captions import captioned

        chosen = captioned(self.page, self.choice.ranges, self.most)
        made = document_within(self.page, chosen, self.most, self.choice.heading)
        self.is_less |= made.is_less
        return made if self.style.hyperlinks else made.drop_links()

    def within(self, values: Iterable[dict[str, str]]) -> list[dict[str, str]]:
        """Return the first values, as many as the limit allows."""
        found, left = list[dict[str, str]](), self.most
        for one in values:
            left -= sum(len(value.encode("utf-8", "replace")) for value in one.values())
            if left < 0:
                self.is_less = True
                break
            found.append(one)
        return found


def html(content: Content) -> str:
    from ..document.html import html_of

    return html_of(content.document)


def markdown(content: Content) -> str:
    from ..document.markdown import markdown_of

    written = markdown_of(content.document, content.style.spans, content.most)
    if len(written) * 4 > content.most:  # a character has at most 4 bytes of UTF-8
        encoded = written.encode()
        if len(encoded) > content.most:
            content.is_less = True
            return encoded[: encoded.rfind(b"\n", 0, content.most) + 1].decode()
    if written and content.style.front_matter:
        from .front_matter import front_matter_of

        written = front_matter_of(content.choice) + written
    return written


def images(content: Content) -> list[dict[str, str]]:
    from ..document.lists import images_of

    return content.within(images_of(content.document))


def links(content: Content) -> list[dict[str, str]]:
    from ..document.lists import links_of

    return content.within(links_of(content.document))


def document(content: Content) -> list[dict[str, Any]]:
    from ..document.plain import plain_of

    blocks, is_less = plain_of(content.document, content.most)
    content.is_less |= is_less
    return blocks


def chunks(content: Content) -> list[dict[str, Any]]:
    from ..document.markdown import Printer
    from ..document.pieces import Pieces
    from .chunks import chunks_of
    from .style import function_at

    style, choice, document = content.style, content.choice, content.document
    printer, pieces = Printer(document, style.spans, content.most), Pieces(document.page.chars_before)
    made = chunks_of(
        choice.page,
        choice.ranges,
        style.chunk_size,
        function_at(style.length_function),
        style.chunk_overlap,
        title=choice.heading or title_in(choice),
        rows=choice.rows,
        write=lambda places: printer.blocks(pieces.piece(document.root, places).inside).rstrip(),
    )
    above = len(choice.heading) + 1 if choice.heading else 0
    return [chunk._replace(start=chunk.start + above, stop=chunk.stop + above)._asdict() for chunk in made]


class Format(NamedTuple):
    """How a format is made, and whether it is text or a list of dicts."""

    make: Callable[[Content], Any]
    kind: type = str


#: The formats by name.
FORMATS = {
    "html": Format(html),
    "markdown": Format(markdown),
    "images": Format(images, list),
    "links": Format(links, list),
    "chunks": Format(chunks, list),
    "document": Format(document, list),
}
#: Those that are text.
TEXT_FORMATS = tuple(name for name, one in FORMATS.items() if one.kind is str)


def warn(name: str, error: Exception) -> None:
    logger.warning("No %s, but text, from a page: %r", name, error)


def check_formats(formats: Collection[str]) -> None:
    """Raise ValueError for a format that does not exist."""
    if isinstance(formats, str) or not set(formats) <= {*FORMATS, "metadata"}:
        raise ValueError(
            f"formats is {formats!r}; it is a collection of any of: {', '.join(FORMATS)}, metadata. "
            f"The text needs no format."
        )


def check_style(style: Style, formats: Collection[str], way: str) -> None:
    """Raise ValueError for a style of a format that is not asked for; ``way`` is how it is."""
    if style.front_matter and "markdown" not in formats:
        raise ValueError(f"front_matter is for markdown: add {way}.")
