"""What Markdown must have of a row of mark-up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .parts import Parts, formula_of, lines_of, parts_of

#: The address of the page that a row stands in.
URL = "http://site.example/a/b"
#: Whether Markdown, and its parts, have something.
Need = Callable[[str, Parts], bool]


class Row(NamedTuple):
    html: str
    needs: tuple[Need, ...]


def formula(*ways: str) -> Need:
    """Return the need of a formula in one of some ways."""
    return lambda markdown, parts: any(formula_of(way) in parts.formulas for way in ways)


def code(program: str, language: str = "") -> Need:
    """Return the need of a block of code with these lines, and its language if one is named."""
    fence = re.compile(rf"^ *(```+|~~~+) ?{re.escape(language)}\s*$", re.MULTILINE)
    return lambda markdown, parts: (
        lines_of(program) in parts.code and (not language or fence.search(markdown) is not None)
    )


def cells(*rows: str) -> Need:
    """Return the need of a table; cells are separated by " | ", and "=" is one that another cell spans."""
    wanted = [row.split(" | ") for row in rows]

    def alike(row: list[str], found: list[tuple[str, ...]]) -> bool:
        return len(row) == len(found) and all(one in ("=", cell[0]) for one, cell in zip(row, found))

    return lambda markdown, parts: any(
        len(table) == len(wanted) and all(map(alike, wanted, table)) for table in parts.tables
    )


def text(*ways: str) -> Need:
    """Return the need of one of some texts in the Markdown, to the letter."""
    return lambda markdown, parts: any(way in markdown for way in ways)


def pattern(expression: str) -> Need:
    return lambda markdown, parts: re.search(expression, markdown) is not None


def reads(*sentences: str) -> Need:
    """Return the need that a reader of the rendered Markdown sees these texts."""
    return lambda markdown, parts: all(sentence in parts.text for sentence in sentences)


def without(*texts: str) -> Need:
    return lambda markdown, parts: not any(text in markdown for text in texts)


def no_formula(markdown: str, parts: Parts) -> bool:
    return not parts.formulas


def no_table(markdown: str, parts: Parts) -> bool:
    return not parts.tables


def passes(row: Row, markdown: str) -> bool:
    """Return whether Markdown has what a row needs.

    >>> row = Row("<p>a<sup>2</sup>", (text("a<sup>2</sup>", "a²"), no_formula))
    >>> passes(row, "a²"), passes(row, "a2")
    (True, False)
    """
    parts = parts_of(markdown)
    return all(need(markdown, parts) for need in row.needs)


def page_around(html: str) -> str:
    """Return a page of prose with some mark-up in it."""
    return PAGE.replace("<!-- here -->", html)


_MEASURED = (
    "when the surveyors came back from the river, and they wrote down every height that they had measured "
    "during the long and cold week of work."
)
PAGE = (
    "<!DOCTYPE html><html><head><meta charset=utf-8><title>Survey of the valley</title></head><body>"
    '<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav><article>'
    f"<h1>Survey of the valley</h1><p>The valley was quiet {_MEASURED}</p>"
    f"<p>The farmers were at home {_MEASURED} They all agreed about it in the end.</p><!-- here -->"
    f"<p>The mountain was quiet {_MEASURED} Nobody objected, and so it was printed.</p>"
    f"<p>The lake was quiet {_MEASURED}</p></article><footer>Copyright 2020, all rights reserved</footer>"
    "</body></html>"
)
