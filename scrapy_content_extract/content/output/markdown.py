"""Clean HTML → Markdown, by ``html-to-markdown``: the optional extra ``markdown``.

The Markdown is CommonMark with the tables of GitHub.  Text that looks like mark-up is escaped.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any

#: The options of the library that differ from its defaults.
OPTIONS: dict[str, Any] = {
    "extract_metadata": False,  # there is no <head>
    "escape_asterisks": True,
    "escape_underscores": True,
    "escape_misc": True,
    "sup_symbol": "<sup>",  # without them 10<sup>3</sup> is 103
    "sub_symbol": "<sub>",
    "compact_tables": True,  # in aligned ones, one long cell makes every row as long
}

MISSING = (
    "Markdown needs the package html-to-markdown, which is not installed. Install it with "
    "pip install 'scrapy-content-extract[markdown]', or ask for HTML instead."
)

#: The characters of an empty cell.
CELL = len(" | ")
_SPAN = re.compile(r'(?:col|row)span="([0-9]+)"')
#: The tags of tables, which :func:`without_tables` replaces by a paragraph for each row.
_OF_TABLES = re.compile("<(/?)(t[a-z]+|caption)(?: [^>]*)?>\n?")


def markdown_of(html: str) -> str:
    """Return Markdown for HTML from :func:`.html.html_of`.

    Raises ValueError if the library is not installed.
    """
    return markdown_within(html, sys.maxsize)[0]


def markdown_within(html: str, most: int) -> tuple[str, bool]:
    """Return HTML as Markdown, and whether parts are missing because of the limit.

    Raises ValueError if the library is not installed.
    """
    convert, options = converter()
    if "<table>" in html and cells_in(html) * CELL > most:
        html = without_tables(html)
    markdown = str(convert(html, options).content) if html else ""
    if len(markdown) * 4 <= most:  # true for most pages; a character has at most 4 bytes
        return markdown, False
    encoded = markdown.encode()
    if len(encoded) <= most:
        return markdown, False
    return encoded[: encoded.rfind(b"\n", 0, most) + 1].decode(), True


def cells_in(html: str) -> int:
    """Return the most cells of the tables, with each row as long as the longest.

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
    """Return the function of the library and its options.

    Raises ValueError if the library is not installed.
    """
    try:
        from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
    except ImportError as error:
        raise ValueError(MISSING) from error
    # The page is clean: texts that the library takes for navigation were chosen.
    return convert, ConversionOptions(preprocessing=PreprocessingOptions(enabled=False), **OPTIONS)
