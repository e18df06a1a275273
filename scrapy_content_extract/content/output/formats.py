"""A choice in requested formats other than text.

Pictures and links are lists of plain values, read from the HTML of the content, in page order.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import as_errors
from ..kernels.render_py import escaped
from ..markup import CODES, legal
from ..metadata.titles import title_of
from ..model import positions
from ..page.blocks import Parts, ancestors, render_parts
from ..page.choice import Choice
from ..page.page import Page
from ..page.parse import parse
from ..page.read import measure
from .markdown import converter, markdown_within
from .style import PLAIN, Style

#: The most bytes of a format, as a multiple of the page's bytes, and a number that is always allowed.  On
#: real pages the multiple is at most 1.3.
MOST_TIMES, LEAST = 3, 100_000

logger = logging.getLogger(__name__)


class Made(NamedTuple):
    """The chosen texts in a format."""

    #: text, or a list of dicts
    written: Any
    #: whether texts are missing because of the limit
    is_less: bool = False


class Content:
    """The source of formats: a choice, its style, and the most bytes of each format."""

    def __init__(self, choice: Choice, style: Style) -> None:
        self.page, self.ranges, self.heading = choice.page, choice.ranges, choice.heading
        self.style = style
        self.most = max(LEAST, MOST_TIMES * len(self.page.html or self.page.source))

    @cached_property
    def html(self) -> Made:
        from .captions import captioned  # they take time to import
        from .html import html_within

        chosen = captioned(self.page, self.ranges, self.most)
        if not self.heading:
            return Made(*html_within(self.page, chosen, self.most))
        above = f"<h1>{legal(escaped(self.heading))}</h1>\n"
        written, is_less = html_within(self.page, chosen, self.most - len(above.encode()))
        return Made((above + written).rstrip("\n"), is_less)


def markdown(content: Content) -> Made:
    with as_errors():  # the library is in Rust
        return Made(*markdown_within(content.html.written, content.most, content.style.spans))


def images(content: Content) -> Made:

    found, is_less = within(images_in(content.html.written), content.most)
    return Made(found, is_less or content.html.is_less)


def links(content: Content) -> Made:

    found, is_less = within(links_in(content.html.written), content.most)
    return Made(found, is_less or content.html.is_less)


def chunks(content: Content) -> Made:
    from .chunks import chunks_of  # it takes time to import
    from .style import function_at

    style, title = content.style, content.heading or title_of(content.page).text
    made = chunks_of(
        content.page, content.ranges, style.chunk_size, function_at(style.length_function), title=title
    )
    found = [chunk._asdict() for chunk in made]
    above = len(content.heading) + 1 if content.heading else 0
    for chunk in found:
        chunk.update(start=chunk["start"] + above, stop=chunk["stop"] + above)
        chunk.update(headings=list(chunk["headings"]), link_density=round(chunk["link_density"], 4))
    return Made(found)


class Format(NamedTuple):
    """How a format is made."""

    make: Callable[[Content], Made]
    #: raises ValueError if its library is not installed
    check: Callable[[], object] = lambda: None
    #: what is written: text, or a list of dicts of texts
    kind: type = str


#: The formats by name.
FORMATS = {
    "html": Format(lambda content: content.html),
    "markdown": Format(markdown, converter),
    "images": Format(images, kind=list),
    "links": Format(links, kind=list),
    "chunks": Format(chunks, kind=list),
}
#: Those that are text.
TEXT_FORMATS = tuple(name for name, one in FORMATS.items() if one.kind is str)


class Formatted(NamedTuple):
    """Some texts of a page in each requested format; a format that has failed is empty."""

    made: dict[str, Any]
    #: whether texts are missing in one of them
    is_less: bool = False
    #: why a format is empty
    reason: str = ""


def warn(name: str, error: Exception) -> None:
    """Log that a format has failed."""
    logger.warning("No %s, but text, from a page: %r", name, error)


def check_formats(formats: Collection[str]) -> None:
    """Raise ValueError for a format that does not exist, or whose library is not installed."""
    if isinstance(formats, str) or not set(formats) <= FORMATS.keys():
        raise ValueError(
            f"formats is {formats!r}; it is a collection of any of: {', '.join(FORMATS)}. "
            f"The text needs no format."
        )
    for name in formats:
        FORMATS[name].check()


def formatted(
    choice: Choice,
    formats: Collection[str],
    on_failed: Callable[[str, Exception], object] = lambda name, error: None,
    style: Style = PLAIN,
) -> Formatted:
    """Return the chosen texts in each of the formats, below their heading if there is one.

    A format that fails is empty, and ``on_failed`` is called with its name and its error.
    """
    if not formats:
        return Formatted({})
    content, found, reason = Content(choice, style), dict[str, Made](), ""
    for name in formats:
        try:
            found[name] = FORMATS[name].make(content)
        except Exception as error:  # noqa: PERF203 - one format costs no other
            found[name], reason = Made(FORMATS[name].kind()), f"{name}: {type(error).__name__}: {error}"
            on_failed(name, error)
    written = {name: made.written for name, made in found.items()}
    return Formatted(written, any(made.is_less for made in found.values()), reason)


# Pictures and links

#: A picture or a link: its values by name.
Values = dict[str, str]


def images_in(html: str) -> Iterator[Values]:
    """Yield the pictures of clean HTML, each address once: ``url``, ``alt`` and ``caption``.

    >>> list(images_in('<figure><img src="/a" alt="A"><figcaption>5 m<sup>2</sup></figcaption></figure>'))
    [{'url': '/a', 'alt': 'A', 'caption': '5 m^2'}]
    """
    if "<img " not in html:
        return
    page = measure(parse(html))
    captions = captions_in(page)
    seen = set()
    for i in positions(page.code, CODES["img"]):
        of = page.nodes[i].attrib
        url = str(of.get("src", ""))
        if url not in seen:
            seen.add(url)
            yield {"url": url, "alt": str(of.get("alt", "")), "caption": caption_of(page, i, captions)}


def captions_in(page: Page) -> dict[int, str]:
    """Return the captions of the figures that have one, by figure."""
    found = [*positions(page.code, CODES["figcaption"])]
    captions: dict[int, str] = {}
    for i, text in zip(found, texts_of(page, found)):
        figure = page.parent[i]
        captions[figure] = f"{captions[figure]}{text}" if figure in captions else text
    return captions


def caption_of(page: Page, i: int, captions: dict[int, str]) -> str:
    """Return the caption of the lowest figure around a picture that has one."""
    return next(filter(None, (captions.get(e) for e in ancestors(page, i))), "")


def links_in(html: str) -> Iterator[Values]:
    """Yield the links of clean HTML, each as often as it is there: ``url`` and ``text``.

    >>> list(links_in('<p>It <a href="http://h/rain">rained <b>all</b></a></p>'))
    [{'url': 'http://h/rain', 'text': 'rained all'}]
    """
    if "<a " not in html:
        return
    page = measure(parse(html))
    links = [*positions(page.code, CODES["a"])]
    for i, text in zip(links, texts_of(page, links)):
        yield {"url": str(page.nodes[i].get("href", "")), "text": text}


def texts_of(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the texts of some elements on one line each, written as main text is."""
    starts, stops = (array("i", [column[i] for i in elements]) for column in (page.first, page.stop))
    parts = Parts(starts, stops, array("i", range(len(elements) + 1)))
    return [" ".join(text.split()) for text in render_parts(page, parts)]


def within(values: Iterable[Values], most: int) -> tuple[list[Values], bool]:
    """Return the first values, which have ``most`` bytes together, and whether some are missing.

    >>> within([{"url": "http://h/a"}, {"url": "http://h/b"}], 15)
    ([{'url': 'http://h/a'}], True)
    """
    found: list[Values] = []
    for one in values:
        most -= sum(len(value.encode("utf-8", "replace")) for value in one.values())
        if most < 0:
            return found, True
        found.append(one)
    return found, False
