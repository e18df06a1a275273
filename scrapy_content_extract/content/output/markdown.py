"""Clean HTML → Markdown, by ``html-to-markdown``: the optional extra ``markdown``.

The Markdown is CommonMark with the tables and footnotes of GitHub, and the definitions of Markdown Extra.
The converter does not escape what would be read as mark-up well, and knows no definitions and footnotes, so
its input is prepared and its output completed::

    HTML → with_lines → with_escapes → with_grids → with_marks → converter → without_marks → Markdown
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from ..errors import install
from .escapes import (
    BACKSLASH,
    CLOSE,
    CODE,
    END_LINK,
    LINK,
    OPEN,
    RAW_CLOSE,
    RAW_OPEN,
    STAR,
    escaped_block,
    with_escapes,
)
from .escapes import CELL as IN_CELL
from .tables import MARK, NOTHING, TABLE, emphasised, with_grids, with_lines, with_marks, without_marks

#: The options of the library that differ from its defaults.
OPTIONS: dict[str, Any] = {
    "extract_metadata": False,  # there is no <head>
    "sup_symbol": "<sup>",  # without them 10<sup>3</sup> is 103
    "sub_symbol": "<sub>",
    "compact_tables": True,  # in aligned ones, one long cell makes every row as long
    "br_in_tables": True,
    "bullets": "-",
    "keep_inline_images_in": ["h1", "h2", "h3", "h4", "h5", "h6"],  # else their other texts are written
}

#: A dollar that begins no formula; its points are punctuation to emphasis beside it, as a dollar is.
DOLLAR = f".{MARK}."
MATH = '<span class="math">'
_CODE = re.compile("(<pre>.*?</pre>|<code>.*?</code>)", re.DOTALL)
_NO_PROSE = re.compile(f"({MATH}.*?</span>|<pre>.*?</pre>|<code>.*?</code>|<[^>]*>)", re.DOTALL)
#: The replacements for what :mod:`.escapes` has put in.
BACKSLASHES = {
    BACKSLASH: "\\", OPEN: "\\[", CLOSE: "\\]", RAW_OPEN: "[", RAW_CLOSE: "]", STAR: "*", NOTHING: "",
    DOLLAR: "\\$",
}  # fmt: skip

MISSING = (
    f"Markdown needs the package html-to-markdown, which is not installed. Install it with "
    f"{install('markdown')}, or ask for HTML instead."
)

#: The characters of an empty cell.
CELL = len(" | ")
#: A link to an address that is its text, too, but that Markdown would not recognize.
_MAIL = re.compile(r'<a href="mailto:(?![\w.+-]+@[\w-]+(?:\.[\w-]+)+")([^"]*)">(?=\1</a>)')
_CAPTION = re.compile("<figcaption>(.*?)</figcaption>", re.DOTALL)
#: Struck-out text that begins or ends with a mark or punctuation, with a letter beside it, or has two
#: paragraphs for the converter: ``~~`` would be text there.
_UNFIT_DEL = re.compile(
    r"(?<=\w)<del>(?=[^\w\s])((?:(?!</?del>).)*)</del>|<del>((?:(?!</?del>).)*[^\w\s])</del>(?=\w)"
    r"|<del>((?:(?!</?del>).)*<br><br>(?:(?!</?del>).)*)</del>",
    re.DOTALL,
)
#: A picture, and its alt text if that may need an escape.
_PICTURE = re.compile(r'(<img src="[^"]*" alt=")([^"]*[*_`~$\\\[\]&\n\r][^"]*)')
#: Each sign of an alt text with more characters than this has an escape: to look takes too long.
ALT_CHARS = 1_000
_SIGNS = str.maketrans(
    {"[": OPEN, "]": CLOSE, "*": BACKSLASH + STAR, "\\": BACKSLASH * 2} | {c: BACKSLASH + c for c in "_`~&"}
)
_NEGATIVE = re.compile('(?<=<ol) start="-[0-9]+"')
_PLACE = re.compile(f"{MARK}([0-9]+){MARK}")
_PRE = re.compile("(<pre>.*?</pre>)", re.DOTALL)
_SPAN = re.compile(r'(?:col|row)span="([0-9]+)"')
#: The tags of tables, which :func:`without_tables` replaces by a paragraph for each row.
_OF_TABLES = re.compile("<(/?)(t[a-z]+|caption)(?: [^>]*)?>\n?")


def markdown_of(html: str, *, spans: str = "empty") -> str:
    """Return Markdown for HTML from :func:`.html.html_of`.

    Raises ValueError if the library is not installed.
    """
    return markdown_within(html, sys.maxsize, spans)[0]


def markdown_within(html: str, most: int, spans: str = "empty") -> tuple[str, bool]:
    """Return HTML as Markdown, and whether parts are missing because of the limit.

    ``spans`` is as in :class:`.style.Style`.  Raises ValueError if the library is not installed.
    """
    if not html:
        return "", False
    convert, options = converter()
    tables: list[str] = []
    has_tables = "<table>" in html
    if has_tables:
        if spans == "html":
            html = without_spanning(html, tables)
        if cells_in(html) * CELL > most:
            html = without_tables(html)
    if "mailto:" in html:
        html = _MAIL.sub(f"\\g<0>{NOTHING}", html)
    if "<figcaption>" in html:  # in lists the converter would put it further to the left
        html = _CAPTION.sub(lambda caption: f"<p>{emphasised(caption[1])}</p>", html)
    if "<del>" in html:
        html = _UNFIT_DEL.sub(r"\1\2\3", html.replace("</del><del>", ""))
    if ' start="-' in html:  # no list of Markdown begins below 0
        html = _NEGATIVE.sub("", html)
    if MATH in html and "$" in html:
        html = with_prices(html)
    html = escape_alt_text(html)
    html = with_grids(with_escapes(with_lines(html))) if has_tables else with_escapes(html)
    markdown = completed(str(convert(with_marks(html), options).content), tables)
    if len(markdown) * 4 <= most:  # true for most pages; a character has at most 4 bytes
        return markdown, False
    encoded = markdown.encode()
    is_less = len(encoded) > most
    return encoded[: encoded.rfind(b"\n", 0, most) + 1].decode() if is_less else markdown, is_less


def completed(markdown: str, tables: list[str]) -> str:
    """Return Markdown with what the marks in it stand for."""
    if MARK in markdown:
        markdown = without_marks(markdown)
        for mark, meaning in BACKSLASHES.items():
            markdown = markdown.replace(mark, meaning)
        return _PLACE.sub(lambda place: tables[int(place.group(1))], markdown)
    return markdown.replace(BACKSLASH, "\\")


def with_prices(html: str) -> str:
    """Return HTML with marks for dollars of texts: beside formulas, some readers take any two for one."""

    def priced(text: str) -> str:
        return text.replace("$", DOLLAR)

    parts = _NO_PROSE.split(html)
    parts[::2] = map(priced, parts[::2])
    parts[1::2] = [with_changed(tag, priced) if tag.startswith("<img ") else tag for tag in parts[1::2]]
    return "".join(parts)


def escape_alt_text(html: str) -> str:
    """Return HTML with the escapes of alt texts: Markdown reads them as it reads the texts of links."""
    if not _PICTURE.search(html):
        return html
    parts = _CODE.split(html)
    parts[::2] = [with_changed(part, alt_text) for part in parts[::2]]
    parts[1::2] = [with_changed(part, verbatim) for part in parts[1::2]]
    return "".join(parts)


def with_changed(html: str, change: Callable[[str], str]) -> str:
    """Return HTML with changed alt texts, if they may need an escape."""
    return _PICTURE.sub(lambda picture: picture[1] + change(picture[2]), html)


def verbatim(text: str) -> str:
    """Return the alt text of a picture in code, which is written as it is, on one line."""
    return " ".join(text.splitlines()).replace("[", RAW_OPEN).replace("]", RAW_CLOSE)


@lru_cache(maxsize=64)
def alt_text(text: str) -> str:
    """Return an alt text with its escapes, on one line.

    The text of a link with code in it has the same: a backtick there might end code that begins before.
    """
    if len(text) > ALT_CHARS:
        return " ".join(text.splitlines()).translate(_SIGNS)
    block = f"{LINK}{' '.join(text.splitlines())}{CODE}{END_LINK}"
    return escaped_block(block, IN_CELL)[len(LINK) : -len(CODE + END_LINK)]


def without_spanning(html: str, tables: list[str]) -> str:
    """Return HTML with a paragraph in place of each table with spans, and add these to ``tables``.

    Each is one line, so that it can stand in lists and quotes.
    """

    def replaced(table: re.Match[str]) -> str:
        if "span=" not in table.group():
            return table.group()
        parts = _PRE.split(table.group())
        parts[::2] = [part.replace("\n", "") for part in parts[::2]]
        parts[1::2] = [part.replace("\n", "&#10;") for part in parts[1::2]]
        tables.append("".join(parts))
        return f"<p>{MARK}{len(tables) - 1}{MARK}</p>\n"

    return TABLE.sub(replaced, html)


def cells_in(html: str) -> int:
    """Return the most cells of the tables, with each row as long as the longest.

    >>> cells_in('<table>\\n<tr><td>a</td><td colspan="2">b</td></tr>\\n<tr><td>c</td></tr>\\n</table>')
    20
    """
    tables = [table.split("<tr>") for table in html.split("<table>")[1:]]
    # with a header, and a line below it twice as long
    return sum((len(rows) + 2) * max(map(columns_in, rows)) for rows in tables)


def columns_in(row: str) -> int:
    """Return the most columns of a row; a cell that spans rows may stand beside the next row's cells."""
    spans = sum(map(int, _SPAN.findall(row))) if "span=" in row else 0
    return row.count("</td>") + row.count("</th>") + spans


def without_tables(html: str) -> str:
    """Return HTML with a paragraph for each row of a table."""
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
        import html_to_markdown as library
    except ImportError as error:
        raise ValueError(MISSING) from error
    # The page is clean: texts that the library takes for navigation were chosen.
    preprocessing = library.PreprocessingOptions(enabled=False)
    options = library.ConversionOptions(preprocessing=preprocessing, **OPTIONS)
    return library.convert, replace(options, **dict(members(library, options)))


def members(library: Any, options: Any) -> Iterator[tuple[str, Any]]:
    """Yield the options that are choices as members of the library's enumerations.

    It would look up their names for each page.
    """
    for field in fields(options):
        choices = getattr(library, field.name.title().replace("_", ""), None)
        if member := getattr(choices, str(getattr(options, field.name)).upper(), None):
            yield field.name, member
