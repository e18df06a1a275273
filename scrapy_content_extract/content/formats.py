"""The main content in other formats than text, made when they are asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from .markdown import converter, markdown_within
from .model import Page, Range

#: The formats by name.
FORMATS = ("html", "markdown")

#: Each has at most so many times the bytes of the page, or so many.  Those of real pages have 1.3 at most.
MOST_TIMES, LEAST = 4, 100_000

logger = logging.getLogger(__name__)


class Formatted(NamedTuple):
    """Some texts of a page in the formats that were asked for."""

    made: dict[str, str]
    #: whether one of them is less than the texts
    is_less: bool = False
    #: why one is empty
    reason: str = ""


def warn(name: str, error: Exception) -> None:
    """Log that a format has failed."""
    logger.warning("No %s, but text, from a page: %r", name, error)


def check_formats(formats: Collection[str]) -> None:
    """Raise ValueError for a format that does not exist, or whose library is not installed."""
    unknown = [repr(name) for name in formats if name not in FORMATS]
    if isinstance(formats, str) or unknown:
        raise ValueError(
            f"formats is {formats!r}; it is a collection of any of: {', '.join(FORMATS)}. "
            f"The text needs no format."
        )
    if "markdown" in formats:
        converter()


def formatted(
    page: Page,
    ranges: Iterable[Range],
    formats: Collection[str],
    on_failed: Callable[[str, Exception], object] | None = None,
) -> Formatted:
    """Return some ranges of texts of a page in each of the formats.

    A format that fails is empty, and ``on_failed`` is called with its name and what it has raised.
    """
    if not formats:
        return Formatted({})
    from .html import html_within  # it takes time to import

    made, is_less = dict.fromkeys(FORMATS, ""), False
    name = "html"
    try:
        most = max(LEAST, MOST_TIMES * len(page.html or page.source))
        made[name], is_less = html_within(page, ranges, most)
        if "markdown" in formats:
            name = "markdown"
            made[name], is_cut = markdown_within(made["html"], most)
            is_less = is_less or is_cut
        reason = ""
    except Exception as error:
        reason = f"{name}: {type(error).__name__}: {error}"
        if on_failed is not None:
            on_failed(name, error)
    return Formatted({name: made[name] for name in formats}, is_less, reason)
