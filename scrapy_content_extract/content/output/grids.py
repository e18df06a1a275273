"""Tables of clean HTML, as the tables of GitHub's Markdown can have them.

* A caption becomes a line above the table, emphasised.
* The first row is the header: Markdown requires one, and the first row nearly always is.
* A cell that spans others is the first of them; the others are empty.
* What is on lines of its own in a cell, such as the items of a list, has a ``<br>`` between.

The texts come first, so that :mod:`.escapes` sees them as they will stand.
"""

from __future__ import annotations

import re

from .shapes import NOTHING

TABLE = re.compile("<table>.*?</table>\n?", re.DOTALL)
#: In a list, the converter writes a table behind these as a part of them, unless it is in a figure.
BESIDE = ("<li>", "</ul>\n", "</ol>\n", "</table>\n", "</blockquote>\n")
_CAPTION = re.compile("<caption>(.*?)</caption>\n?", re.DOTALL)
_CELL = re.compile("<(t[dh])([^>]*)>(.*?)</t[dh]>", re.DOTALL)
_SPAN = re.compile('(col|row)span="([0-9]+)"')
_EMPHASIS = re.compile("</?(?:b|i|em|strong)>")
_IN_CELL = re.compile(r"(?:</?(?:ul|ol|dl|li|dt|dd|p)(?: [^>]*)?>\s*|<br>)+")
_PRE = re.compile("<pre>(?:<code[^>]*>)?(.*?)(?:</code>)?</pre>\n?", re.DOTALL)


def with_lines(html: str) -> str:
    """Return HTML with captions that are emphasised, and with cells on one line each.

    >>> with_lines("<caption>a <b>b</b></caption>\\n<tr><td>c<ul>\\n<li>d</li>\\n</ul>\\n</td></tr>")
    '<caption><em>a b</em></caption>\\n<tr><td>c<br>d</td></tr>'
    """
    html = _CAPTION.sub(lambda caption: f"<caption>{emphasised(in_cell(caption[1]))}</caption>\n", html)
    return _CELL.sub(lambda cell: f"<{cell[1]}{cell[2]}>{in_cell(cell[3])}</{cell[1]}>", html)


def emphasised(caption: str) -> str:
    """Return a caption that is emphasised as a whole, and so without emphasis in it."""
    return f"<em>{_EMPHASIS.sub('', caption)}</em>"


def with_grids(html: str) -> str:
    """Return HTML with tables that Markdown can express.

    >>> with_grids('<table>\\n<tr><td colspan="2">a</td></tr>\\n<tr><td>b</td><td>c</td></tr>\\n</table>')
    '<table><tr><th>a</th><th></th></tr><tr><td>b</td><td>c</td></tr></table>\\n'
    """

    def replaced(table: re.Match[str]) -> str:
        grid = with_grid(table.group())
        return in_figure(grid) if html.endswith(BESIDE, 0, table.start()) else grid

    return TABLE.sub(replaced, html)


def in_figure(grid: str) -> str:
    """Return a table in a figure, in which the converter would leave out spaces before pictures."""
    return f"<figure>{grid.replace('<img ', f'{NOTHING}<img ')}</figure>\n"


def with_grid(table: str) -> str:
    """Return a table with a header, and as many cells in each row."""
    if "\\|" in table:  # in code; the converter would take the bar for an escaped one
        table = table.replace("\\|", f"\\{NOTHING}|")
    caption = _CAPTION.search(table)
    written = f"<p>{caption[1]}</p>\n" if caption else ""
    rows = [_CELL.findall(row) for row in table.split("<tr>")[1:]]
    if not rows:  # none was chosen
        return written
    grid = without_spans(rows) if "span=" in table else [[text for _, _, text in row] for row in rows]
    width = max(map(len, grid))
    for n, row in enumerate(grid):
        name = "td" if n else "th"
        cells = [f"<{name}>{text}</{name}>" for text in row]
        cells += [f"<{name}></{name}>"] * (width - len(row))
        grid[n] = ["<tr>", *cells, "</tr>"]
    return f"{written}<table>{''.join([part for row in grid for part in row])}</table>\n"


def without_spans(rows: list[list[tuple[str, str, str]]]) -> list[list[str]]:
    """Return the texts of the cells; a cell that spans others is the first of them, the others are empty."""
    grid: list[list[str]] = []
    below: dict[int, int] = {}  # by column, how many more rows a cell above goes down
    for row in rows:
        texts: list[str] = []
        left: dict[int, int] = {column: n - 1 for column, n in below.items() if n > 1}
        for _, attributes, text in row:
            while len(texts) in below:
                texts.append("")
            spans = {name: int(number) for name, number in _SPAN.findall(attributes)}
            for column in range(len(texts), len(texts) + spans.get("col", 1)):
                if spans.get("row", 1) > 1:
                    left[column] = spans["row"] - 1
                texts.append("")
            texts[-spans.get("col", 1)] = text
        grid.append(texts)
        below = left
    return grid


def in_cell(text: str) -> str:
    """Return the content of a cell on one line.

    >>> in_cell("a<ul>\\n<li>b</li>\\n<li>c</li>\\n</ul>\\n")
    'a<br>b<br>c'
    """
    if "<pre>" in text:
        text = _PRE.sub(of_program, text)
    if "<li>" in text or "<d" in text or "<p>" in text or text.endswith("\n"):
        text = _IN_CELL.sub("<br>", text)
    return text.strip().removeprefix("<br>").removesuffix("<br>")


def of_program(program: re.Match[str]) -> str:
    """Return a program in a cell: code, line by line."""
    lines = program.group(1).split("\n")
    return "<br>" + "<br>".join(f"<code>{line}</code>" for line in lines if line.strip()) + "<br>"
