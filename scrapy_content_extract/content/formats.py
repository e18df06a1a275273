"""The main content in other formats than text, made when they are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from .markdown import converter, markdown_of
from .model import Page, Range

#: The formats by name.
FORMATS = ("html", "markdown")


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


def formatted(page: Page, ranges: Iterable[Range], formats: Collection[str]) -> dict[str, Any]:
    """Return some ranges of texts of a page in each of the formats."""
    if not formats:
        return {}
    from .html import html_of  # it takes time to import

    html = html_of(page, ranges)
    made = {"html": html}
    if "markdown" in formats:
        made["markdown"] = markdown_of(html)
    return {name: made[name] for name in formats}
