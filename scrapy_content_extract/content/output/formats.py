"""The main content in requested formats other than text."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import NamedTuple

from ..columns.markup_py import escaped
from ..extractors.failures import as_errors
from ..markup.characters import legal
from ..model import Range
from ..page.page import Page
from .markdown import converter, markdown_within
from .style import PLAIN, Style

#: The most bytes of a format, as a multiple of the page's bytes, and a number that is always allowed.  On
#: real pages the multiple is at most 1.3.
MOST_TIMES, LEAST = 3, 100_000

logger = logging.getLogger(__name__)


class Made(NamedTuple):
    """The chosen texts in a format."""

    written: str
    #: whether texts are missing because of the limit
    is_less: bool = False


class Content:
    """The source of formats: ranges of texts of a page, the most bytes and the style of each format, and the
    title above them, or "".
    """

    def __init__(self, page: Page, ranges: Iterable[Range], style: Style = PLAIN, heading: str = "") -> None:
        self.page = page
        self.ranges = ranges
        self.style = style
        self.heading = heading
        self.most = max(LEAST, MOST_TIMES * len(page.html or page.source))

    @cached_property
    def html(self) -> Made:
        from .html import html_within  # it takes time to import

        if not self.heading:
            return Made(*html_within(self.page, self.ranges, self.most))
        above = f"<h1>{legal(escaped(self.heading))}</h1>\n"
        written, is_less = html_within(self.page, self.ranges, self.most - len(above.encode()))
        return Made((above + written).rstrip("\n"), is_less)


def markdown(content: Content) -> Made:
    with as_errors():  # the library is in Rust
        return Made(*markdown_within(content.html.written, content.most, content.style.spans))


class Format(NamedTuple):
    """How a format is made."""

    make: Callable[[Content], Made]
    #: raises ValueError if its library is not installed
    check: Callable[[], object] = lambda: None


#: The formats by name.
FORMATS = {
    "html": Format(lambda content: content.html),
    "markdown": Format(markdown, converter),
}


class Formatted(NamedTuple):
    """Some texts of a page in each requested format; a format that has failed is empty."""

    made: dict[str, str]
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
    page: Page,
    ranges: Iterable[Range],
    formats: Collection[str],
    on_failed: Callable[[str, Exception], object] = lambda name, error: None,
    style: Style = PLAIN,
    heading: str = "",
) -> Formatted:
    """Return some ranges of texts of a page in each of the formats, below a heading if there is one.

    A format that fails is empty, and ``on_failed`` is called with its name and its error.
    """
    if not formats:
        return Formatted({})
    content, found, reason = Content(page, ranges, style, heading), {}, ""
    for name in formats:
        try:
            found[name] = FORMATS[name].make(content)
        except Exception as error:  # noqa: PERF203 - one format costs no other
            found[name], reason = Made(""), f"{name}: {type(error).__name__}: {error}"
            on_failed(name, error)
    written = {name: made.written for name, made in found.items()}
    return Formatted(written, any(made.is_less for made in found.values()), reason)
