"""Clean HTML → Markdown, by ``html-to-markdown``: the optional extra ``markdown``.

The Markdown is CommonMark with the tables of GitHub.  What would be mark-up by accident is escaped.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any

#: How the library writes; all else is its default.
OPTIONS: dict[str, Any] = {
    "extract_metadata": False,  # there is no <head>
    "escape_asterisks": True,
    "escape_underscores": True,
    "escape_misc": True,
    "compact_tables": True,  # in aligned ones, one long cell makes every row as long
}

MISSING = (
    "Markdown needs the package html-to-markdown, which is not installed. Install it with "
    "pip install 'scrapy-content-extract[markdown]', or ask for HTML instead."
)

#: The characters of an empty cell.
CELL = len(" | ")
_SPAN = re.compile(r'(?:col|row)span="([0-9]+)"')
#: What the parts of a table are if it is to have no more cells than it has: a paragraph for each row.
_OF_TABLES = re.compile("<(/?)(t[a-z]+|caption)(?: [^>]*)?>\n?")


def markdown_of(html: str) -> str:
    """Return HTML that :func:`.html.html_of` has made as Markdown.

    Raises ValueError where the library is not installed.
    """
    return markdown_within(html, sys.maxsize)[0]


def markdown_within(html: str, most: int) -> tuple[str, bool]:
    """Return HTML as Markdown, and whether it is less than that, for want of room.

    Raises ValueError where the library is not installed.
    """
    convert, options = converter()
    if "<table>" in html and cells_in(html) * CELL > most:
        html = without_tables(html)
    markdown = str(convert(html, options).content) if html else ""
    if len(markdown) * 4 <= most:  # so are most, and no character has more bytes
        return markdown, False
    encoded = markdown.encode()
    if len(encoded) <= most:
        return markdown, False
    return encoded[: encoded.rfind(b"\n", 0, most) + 1].decode(), True


def cells_in(html: str) -> int:
    """Return how many cells the tables have at most, when each row is made as long as the longest.

    >>> cells_in('<table>\\n<tr><td>a</td><td colspan="2">b</td></tr>\\n<tr><td>c</td></tr>\\n</table>')
    16
    """
    cells = 0
    for table in html.split("<table>")[1:]:
        rows = table.split("<tr>")
        cells += (len(rows) + 1) * max(map(columns_in, rows))  # the line below the head is twice as long
    return cells


def columns_in(row: str) -> int:
    """Return the most columns of a row; a cell that spans rows may stand beside the next row's cells."""
    spans = sum(map(int, _SPAN.findall(row))) if "span=" in row else 0
    return row.count("</td>") + row.count("</th>") + spans


def without_tables(html: str) -> str:
    """Return HTML with a paragraph for each row of a table.

    >>> without_tables("<table>\\n<tr><td>a</td><td>b</td></tr>\\n</table>\\n<p>c</p>")
    '<p>a b </p>\\n<p>c</p>'
    """
    return _OF_TABLES.sub(of_table, html)


def of_table(tag: re.Match[str]) -> str:
    is_end, name = tag.groups()
    if name in ("td", "th"):
        return " " if is_end else ""
    return f"<{is_end}p>" + "\n" * bool(is_end) if name in ("tr", "caption") else ""


@lru_cache(maxsize=1)
def converter() -> tuple[Any, Any]:
    """Return the function of the library and how it is to write.

    Raises ValueError where the library is not installed.
    """
    try:
        from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
    except ImportError as error:
        raise ValueError(MISSING) from error
    # The page is clean: what the library takes for navigation was chosen.
    return convert, ConversionOptions(preprocessing=PreprocessingOptions(enabled=False), **OPTIONS)
