r"""The parts of a Markdown text: text, code, formulas, tables.

A formula stands between ``$``, ``$$``, ``\(`` and ``\)``, or ``\[`` and ``\]``, or is an environment such as
``align``; it is not in code, and none of the signs is escaped.  As in Pandoc no white space follows the first
of two single ``$``, none stands before the second, and no digit behind it.  ``\[`` is an escaped bracket
unless a command, ``^``, ``_``, ``{`` or ``=`` stands behind it.  ``markdown-it-py`` reads the rest as
CommonMark with the tables of GitHub, and tables of HTML.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

import lxml.html

#: The texts that may stand in a cell: one, or that of a cell which spans others and nothing.
Cell = tuple[str, ...]
Row = list[Cell]
Table = list[Row]

#: What stands for a formula while the rest is read: characters of private use around its number.
_OPEN, _CLOSE = "\ue000", "\ue001"
_HELD = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")
#: Spans of code, escapes that no formula begins with, and formulas, whichever comes first.
_FORMULA = re.compile(
    r"""(?P<code>(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\2(?!`))
    | \\\[(?P<brackets>(?:(?!\n\s*\n).)+?)\\\]
    | \\\((?P<parentheses>(?:(?!\n\s*\n).)+?)\\\)
    | (?P<environment>\\begin\{(?P<name>(?:align|equation|eqnarray|gather|multline)\*?)\}
        (?:(?!\n\s*\n).)+?\\end\{(?P=name)\})
    | (?P<escape>\\[!-/:-@\[-`{-~])
    | \$\$(?P<display>(?:(?!\n\s*\n|\$\$).)+?)\$\$
    | \$(?P<inline>(?![\s$])(?:\\.|(?!\n\s*\n)[^$\\])+?)(?<!\s)\$(?![\d$])""",
    re.VERBOSE | re.DOTALL,
)
#: A letter, digit or command in braces, which TeX reads as it does without them unless they are an argument.
_BRACED = re.compile(
    r"(\\[A-Za-z]+\s*|[}\]]\s*)?(?:(?<=[\^_])\s*\{\s*(\w|\\[A-Za-z]+)\s*\}|\{\s*(\w|\\[A-Za-z]+)\s*\}(?=\s*[\^_]))"
)
_KINDS = ("brackets", "parentheses", "environment", "display", "inline")
#: What an escaped bracket of CommonMark seldom has behind it, and TeX in brackets often.
_TEX = re.compile(r"(?<!\\)[\^_{=]|\\[A-Za-z]")
#: Programs write ' as ’: a difference that is not of interest.
STRAIGHT = str.maketrans("‘’“”", "''\"\"")
#: The most columns or rows that a cell spans.
MOST_SPAN = 100


class Parts(NamedTuple):
    """A Markdown text in parts."""

    #: what a reader sees without the other parts, in one line and with straight quotes
    text: str
    #: the blocks of code, as :func:`lines_of` writes them
    code: list[str]
    #: as :func:`formula_of` writes them
    formulas: list[str]
    tables: list[Table]


def parts_of(markdown: str) -> Parts:
    r"""Take a Markdown text apart.

    >>> parts = parts_of("# A\n\nb\\. $c ^2$ `$d$`\n\n```\n$e$\n```\n\n|f|g|\n|-|-|\n|h|$\\pi$|\n")
    >>> parts.text, parts.code, parts.formulas
    ('A b. $d$', ['$e$'], ['c^2', '\\pi'])
    >>> parts.tables
    [[[('f',), ('g',)], [('h',), ('\\pi',)]]]
    """
    code = code_in(markdown)
    formulas: list[str] = []
    held = without_formulas(without_lines(markdown, [lines for _, lines in code]), formulas)
    root = lxml.html.fromstring(f"<div>{parser().render(held)}</div>")
    tables = [table_of(node, formulas) for node in root.iter("table")]
    for node in list(root.iter("table")):
        node.drop_tree()
    for block in root.iter("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "br", "dt", "dd"):
        block.tail = "\n" + (block.tail or "")
    text = " ".join(_HELD.sub(" ", root.text_content()).translate(STRAIGHT).split())
    return Parts(text, [lines_of(text) for text, _ in code], formulas, tables)


@lru_cache(maxsize=1)
def parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


# --- code and formulas ----------------------------------------------------------------------


def code_in(markdown: str) -> list[tuple[str, tuple[int, int]]]:
    r"""Return the blocks of code, each with the half-open range of its lines in the Markdown.

    >>> code_in("a\n\n- ~~~\n  b\n  ~~~\n\n\n    c\n")
    [('b\n', (2, 5))]
    """
    tokens = parser().parse(markdown)
    return [(token.content, tuple(token.map)) for token in tokens if token.type in ("fence", "code_block")]


def without_lines(markdown: str, ranges: list[tuple[int, int]]) -> str:
    """Return a text with empty lines in place of some."""
    lines = markdown.split("\n")
    for first, end in ranges:
        lines[first:end] = [""] * len(lines[first:end])
    return "\n".join(lines)


def without_formulas(markdown: str, formulas: list[str]) -> str:
    """Append the formulas of a text without blocks of code; return the text without them."""

    def hold(found: re.Match[str]) -> str:
        kind = next((kind for kind in _KINDS if found[kind]), "")
        tex = found[kind] if kind else ""
        if not tex.strip() or (kind in ("brackets", "parentheses") and not _TEX.search(tex)):
            return found[0]
        formulas.append(formula_of(tex))
        return f"{_OPEN}{len(formulas) - 1}{_CLOSE}"

    return _FORMULA.sub(hold, markdown)


def formula_of(tex: str) -> str:
    r"""Return TeX for comparison.

    White space stays only where it ends a command before a letter; ``\displaystyle`` goes, and so do
    braces around everything, and around one sign before or behind ``^`` and ``_``.

    >>> formula_of(r"{\displaystyle \sigma ^{2} + \pi r}"), formula_of("{a}_{b}^{10}")
    ('\\sigma^2+\\pi r', 'a_b^{10}')
    >>> formula_of(r"2^{\pi}r")
    '2^\\pi r'
    """
    tex = re.sub(r"\\displaystyle(?![A-Za-z])", " ", tex)
    tex = _BRACED.sub(lambda found: found[0] if found[1] else found[found.lastindex or 0] + " ", tex)
    tex = re.sub(r"(\\[A-Za-z]+)\s+(?=[A-Za-z])|\s+", lambda found: f"{found[1]} " if found[1] else "", tex)
    while is_in_braces(tex):
        tex = tex[1:-1]
    return tex


def is_in_braces(tex: str) -> bool:
    """Return whether the first brace is closed by the last character.

    >>> is_in_braces("{a{b}}"), is_in_braces("{a}+{b}")
    (True, False)
    """
    depth = 0
    for place, sign in enumerate(re.sub(r"\\.", "..", tex)):
        depth += (sign == "{") - (sign == "}")
        if depth <= 0:
            return place == len(tex) - 1 > 0
    return False


def lines_of(code: str) -> str:
    r"""Return code without white space at the ends of lines and without empty lines around it.

    >>> lines_of("\n  a \n\n\xa0\xa0b\n\n")
    '  a\n\n  b'
    """
    return "\n".join(line.rstrip() for line in code.replace("\xa0", " ").split("\n")).strip("\n")


def restored(text: str, formulas: list[str]) -> str:
    return _HELD.sub(lambda held: formulas[int(held[1])], text)


# --- tables ---------------------------------------------------------------------------------


def table_of(table: Any, formulas: list[str]) -> Table:
    """Return the rows of a table; a cell that spans others may be empty in their places, or be repeated.

    >>> root = lxml.html.fromstring("<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d</table>")
    >>> table_of(root, [])
    [[('a',), ('a', ''), ('b',)], [('c',), ('d',), ('b', '')]]
    """
    rows: Table = []
    below: dict[tuple[int, int], Cell] = {}  # row, column → a copy of a cell above
    for y, row in enumerate(table.iter("tr")):
        cells: Row = []
        for node in row.iterchildren("td", "th"):
            while (y, len(cells)) in below:
                cells.append(below.pop((y, len(cells))))
            text = " ".join(restored(node.text_content(), formulas).split())
            width, height = span(node, "colspan"), span(node, "rowspan")
            for x in range(len(cells), len(cells) + width):
                below.update({(y + down, x): (text, "") for down in range(1, height)})
            cells += [(text,), *[(text, "")] * (width - 1)]
        while (y, len(cells)) in below:
            cells.append(below.pop((y, len(cells))))
        rows.append(cells)
    return rows


def span(cell: Any, name: str) -> int:
    given = str(cell.get(name, ""))
    return max(1, min(int(given), MOST_SPAN)) if given.isdecimal() and given.isascii() else 1
