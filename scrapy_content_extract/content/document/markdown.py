"""A document → Markdown: CommonMark with GitHub's tables, tasks, strikethrough and footnotes.

Definitions follow Markdown Extra, formulas stand between dollars, sub- and superscripts in tags.  A
line is written in two steps: its runs become one text with a sign for each mark, and :mod:`.escapes` puts the
marks in, with a backslash before what would be read as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, takewhile
from typing import Any
from urllib.parse import quote

from ..core import kinds
from ..core.builder import Node
from . import escapes
from .build import Document
from .html import html_of_nodes

EMPHASIS = {kinds.EM: "*", kinds.I: "*", kinds.STRONG: "**", kinds.B: "**", kinds.DEL: "~~"}
#: The characters of an empty cell.
EMPTY_CELL = len(" | ")
#: A cell with more lines is not read in one line of Markdown, in which each takes some marks and memory.
MOST_LINES = 100
_PRE = re.compile("<pre>.*?</pre>", re.DOTALL)
#: What readers that know no formulas would take for mark-up: a space behind it means nothing to TeX.
_IN_FORMULA = re.compile(
    rf"<(?=[A-Za-z/!?]|[^\s<>]+@)|\](?=\[|:)|\[(?=\^)|[!^](?=\[)|&(?={escapes.ENTITY})"
    r"|:(?=//)|(?i:www)(?=\.)|[*_](?=\{[^}]*(?:\w\w *=|[.\#]\w))"
)
#: The beginning of a link, whose address may stand apart to showdown, but not two spaces behind its bracket.
_BEFORE_ADDRESS = re.compile(r"\]\s*\(")
_MAY_BE_MARKUP = re.compile(r"[<\[\]&`$\n*_:.]")
_DOLLAR = re.compile(r"(?<!\\)\$")
#: A paragraph that would be read as the definition of a link.
_DEFINITION = re.compile(r"\[(?:[^\[\]\\]|\\.){1,999}\]:", re.DOTALL)
_IN_ADDRESS = re.compile(rf"[\x00-\x20\s\ufeff\"'<>\[\]\\`|&](?:(?<!&)|(?={escapes.ENTITY}))")
#: The parentheses of an address that all readers count.
_PARENTHESES = re.compile(r"[^()]*(?:\([^()]*\)[^()]*)?")
#: In other texts ``~`` and ``^`` may end what stands around a picture, and showdown ends its tag, or links.
_IN_ALT = str.maketrans({char: f"&#{ord(char)};" for char in "~^@"} | {">": "&gt;"})
#: The start of a list that may interrupt a paragraph.
_LIST = re.compile("(?:[-*]|1[.)]) ")
_AUTOLINK = re.compile(escapes.AUTOLINK)
_LABEL = re.compile("[A-Za-z0-9]{1,20}")
#: What a title may begin with, and a footnote that readers who know none would take for the definition of a
#: link: an address, with a title or without.
_TITLE = "\"'(|"
_DEFINES = re.compile(
    rf"(?:<[^>\n]*>|[^ \n]+)(?: *(?:\n|\Z)| +[{_TITLE}])|(?=[^\n]*[\"')|] *(?:\n|\Z))[^ \n]*[{_TITLE}]"
)


def markdown_of(document: Document, spans: str = "empty", most: int = 10_000_000) -> str:
    """Return a document as Markdown; ``spans`` is as in :class:`.style.Style`.

    Tables with a cell of many lines become blocks; with over ``most`` characters of empty cells, lines.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<h2>Rain</h2><p>It <b>rains</b> *times*, 2 * 3.")
    >>> markdown_of(document_of(page, [(0, 4)]))
    '## Rain\\n\\nIt **rains** \\\\*times\\\\*, 2 * 3.\\n'
    """
    text = Printer(document, spans, most).blocks(document.blocks)
    return f"{text}\n" if text else ""


class Printer:
    """Writes a document as Markdown."""

    def __init__(self, document: Document, spans: str, left: int) -> None:
        self.has_formulas, self.spans = document.has_formulas, spans
        #: the characters that are left for empty cells
        self.left = left
        #: the label of each footnote by its number
        self.labels = dict(labels_in(document)) if document.has_notes else {}

    # blocks

    def blocks(self, nodes: Sequence[Node], in_item: bool = False) -> str:
        """Return blocks with an empty line between two; a list stands right below the line of its item."""
        parts: list[str] = []
        last, is_other = kinds.LINE, False
        for node in nodes:
            kind = node.kind
            if kind in (kinds.UL, kinds.OL):
                is_other = kind == last and not is_other
                text = self.list_of(node, is_other)
            elif kind == kinds.HR:
                text = "___" if in_item else "---"  # "- ---" and "* ***" would be one rule
            else:
                text = self.block(node, escapes.ITEM if in_item and not parts else escapes.PROSE)
            if text:
                # right below a line only a list that begins at 1 is one
                is_below = in_item and kind in (kinds.UL, kinds.OL) and last == kinds.LINE
                is_below = is_below and _LIST.match(text) is not None
                parts += [("\n" if is_below else "\n\n") if parts else "", text]
                last = kind
        return "".join(parts)

    def block(self, node: Node, place: int) -> str:
        """Return a block other than a list or a rule."""
        kind = node.kind
        if kind <= kinds.P or kind == kinds.DT:
            text = self.line(node.inside, place)
            return self.note(node, text) if node.of and "note" in node.of else text
        if kind <= kinds.H6:
            text = self.line(node.inside, escapes.HEADING)
            return f"{'#' * (kind - kinds.H1 + 1)} {text}" if text else ""
        if kind == kinds.PRE:
            code = plain(node.inside).strip("\n")
            fence = "`" * max(3, 1 + max(map(len, escapes.BACKTICKS.findall(code)), default=0))
            return f"{fence}{node.of.get('language', '')}\n{code}\n{fence}"
        if kind in (kinds.FIGCAPTION, kinds.CAPTION):
            return self.caption(node)
        if kind == kinds.BLOCKQUOTE:
            return "\n".join(f"> {line}" if line else ">" for line in self.blocks(node.inside).split("\n"))
        if kind == kinds.TABLE:
            return self.table(node)
        if kind == kinds.DL:
            return self.definitions(node)
        return self.blocks(node.inside, in_item=place == escapes.ITEM)

    def caption(self, node: Node) -> str:
        """Return a caption, which is emphasised as a whole, and so without emphasis in it."""
        return self.line([Node(kinds.EM, without_emphasis(node.inside))], escapes.PROSE)

    def list_of(self, node: Node, is_other: bool) -> str:
        """Return a list; ``is_other`` says that another of its kind ends right before it."""
        of, bullet = node.of, "* " if is_other else "- "
        number, step = of.get("start", 1), -1 if "reversed" in of else 1
        if step < 0 and "start" not in of:
            number = len(node.inside)
        if min(number, number + step * (len(node.inside) - 1)) < 0:  # no number of Markdown is below 0
            number, step = 1, 1
        is_loose = any(part.kind == kinds.P for item in node.inside for part in item.inside)
        has_notes = any("note" in item.of for item in node.inside)
        items: list[str] = []
        for item in node.inside:
            text = self.blocks(item.inside, in_item=True)
            if item.of.get("note") in self.labels:
                items.append(self.note(item, text))
                continue
            if "done" in item.of:
                has_line = item.inside and item.inside[0].kind <= kinds.P
                below = "" if has_line else "&#32;\n\n"
                below += "\\" * text.startswith("(")  # an address to showdown
                text = f"[{'x' if item.of['done'] else ' '}] {below}{text}"
            if node.kind == kinds.OL:
                number = max(item.of.get("value", number), 0)
                bullet = f"{number}{')' if is_other else '.'} "
                number += step
            if text:
                items.append(indented(text, " " * len(bullet), bullet))
        return ("\n\n" if is_loose or has_notes else "\n").join(items)

    def note(self, node: Node, text: str) -> str:
        label = self.labels.get(node.of["note"])
        if label is None:
            return text
        if _DEFINES.match(text) or escapes.AT_START.match(text):
            text = "&#32; " * (1 + (text[:1] in _TITLE)) + text
        return indented(text, "    ", f"[^{label}]: ")

    def definitions(self, node: Node) -> str:
        """Return terms and meanings, those that belong together at a time."""
        groups: list[list[Node]] = []
        for part in node.inside:
            if not groups or (part.kind == kinds.DT and groups[-1][-1].kind == kinds.DD):
                groups.append([])
            groups[-1].append(part)
        return "\n\n".join(filter(None, map(self.definition, groups)))

    def definition(self, parts: Sequence[Node]) -> str:
        """Return terms and their meanings; most readers know none, so only short ones are written as such."""
        is_short = parts[0].kind == kinds.DT != parts[-1].kind and all(
            not any(type(run) is not str and run.kind == kinds.BR for run in part.inside)
            if part.kind == kinds.DT
            else [one.kind for one in part.inside] in ([kinds.LINE], [kinds.P])
            for part in parts
        )
        meanings = [self.blocks(part.inside) for part in parts if is_short and part.kind == kinds.DD]
        if not is_short or any("\n\n" in meaning for meaning in meanings):
            return self.blocks(
                [one for part in parts for one in (part.inside if part.kind == kinds.DD else [part])]
            )
        terms = [self.line(part.inside, escapes.PROSE) for part in parts if part.kind == kinds.DT]
        return "\n".join(["  \n".join(terms), *(indented(text, "    ", ":   ") for text in meanings)])

    # tables

    def table(self, node: Node) -> str:
        """Return a table whose first row is its header, as Markdown requires one, below its caption."""
        rows, above = list[Node](), list[str]()
        for part in node.inside:
            if part.kind == kinds.CAPTION:
                above.append(self.caption(part))
            else:
                rows += [part] if part.kind == kinds.TR else part.inside
        if not rows:
            return "\n\n".join(above)
        cells = [cell for row in rows for cell in row.inside]
        if any(len([*islice(lines_in(cell.inside), MOST_LINES + 1)]) > MOST_LINES for cell in cells):
            return "\n\n".join([*above, *filter(None, map(self.row, rows))])
        if self.spans == "html" and any("colspan" in cell.of or "rowspan" in cell.of for cell in cells):
            html = html_of_nodes([node])  # on one line it can stand in lists and quotes
            return _PRE.sub(lambda program: program[0].replace("\n", "&#10;"), html).replace("\n", "")
        width = max(
            sum(cell.of.get("colspan", 1) + cell.of.get("rowspan", 1) - 1 for cell in row.inside)
            for row in rows
        )
        chars = (len(rows) + 2) * width * EMPTY_CELL
        if chars > self.left:
            lines = (" ".join(self.cell(cell.inside) for cell in row.inside).strip() for row in rows)
            return "\n\n".join([*above, *filter(None, lines)])
        self.left -= chars
        grid = self.grid(rows)
        width = max(map(len, grid))
        head, *others = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in grid]
        return "\n\n".join([*above, "\n".join([head, f"|{' --- |' * width}", *others])])

    def row(self, node: Node) -> str:
        """Return a row as a paragraph, or as blocks if it holds others than lines."""
        inside = [one for cell in node.inside for one in cell.inside]
        if any(one.kind != kinds.LINE for one in inside):
            return self.blocks(inside)
        return self.line([run for line in inside for run in (*line.inside, " ")], escapes.PROSE)

    def grid(self, rows: Sequence[Node]) -> list[list[str]]:
        """Return the texts of the cells; of those that a cell spans, all but the first are empty."""
        grid: list[list[str]] = []
        below: dict[int, int] = {}  # by column, how many more rows a cell above goes down
        for row in rows:
            texts: list[str] = []
            left = {column: n - 1 for column, n in below.items() if n > 1}
            for cell in row.inside:
                while len(texts) in below:
                    texts.append("")
                high, wide = cell.of.get("rowspan", 1), cell.of.get("colspan", 1)
                if high > 1:
                    left.update(dict.fromkeys(range(len(texts), len(texts) + wide), high - 1))
                texts += [self.cell(cell.inside), *[""] * (wide - 1)]
            grid.append(texts)
            below = left
        return grid

    def cell(self, nodes: Sequence[Node]) -> str:
        """Return what is in a cell on one line, with a ``<br>`` between what is on lines of its own."""
        runs = [run for line in lines_in(nodes) for run in (*line, Node(kinds.BR, []))]
        return self.line(runs[:-1], escapes.CELL)

    # lines

    def line(self, nodes: Sequence[Any], place: int) -> str:
        """Return some runs as a line of Markdown, or as lines where there are breaks."""
        if len(nodes) == 1 and type(nodes[0]) is str:  # so are most
            parts, marks = [nodes[0]], list[str]()
        else:
            parts, marks = [], []
            self.add_runs(nodes, parts, marks, place, 0)
        text = escapes.with_marks("".join(parts), marks, place, self.has_formulas)
        if text[:1] == "[" and _DEFINITION.match(text):
            if parts[0] == escapes.LINK:  # there is code in it
                return self.line([*nodes[0].inside, *nodes[1:]], place)
            return f"\\{text}"
        return text

    def add_runs(
        self, nodes: Sequence[Any], parts: list[str], marks: list[str], place: int, depth: int
    ) -> None:
        """Add the texts of runs and the signs of their marks to ``parts``, and the marks to ``marks``."""

        def put(sign: str, mark: str) -> None:
            parts.append(sign)
            marks.append(mark)

        last = kinds.LINE
        for n, node in enumerate(nodes):
            if type(node) is str:
                parts.append(node)
                last = kinds.LINE
                continue
            kind, of, before = node.kind, node.of, last
            last = kind
            if kind in EMPHASIS:
                signs = (
                    (escapes.STRUCK, escapes.END_STRUCK)
                    if kind == kinds.DEL
                    else (escapes.OPEN, escapes.CLOSE)
                )
                if EMPHASIS.get(before) == EMPHASIS[kind] and parts[-1] == signs[1]:  # one that was split
                    parts.pop()
                    marks.pop()
                else:
                    put(signs[0], EMPHASIS[kind])
                self.add_runs(node.inside, parts, marks, place, depth + 1)
                put(signs[1], EMPHASIS[kind])
            elif kind == kinds.BR:
                add_break(parts, marks, place, depth)
            elif of and of.get("ref") in self.labels:
                put(escapes.NOTE, f"[^{self.labels[of['ref']]}]")
            elif of and of.get("back") in self.labels:
                pass  # a footnote of Markdown has its own
            elif kind == kinds.A and node.inside == [of["url"]] and _AUTOLINK.fullmatch(of["url"]):
                put(escapes.TAG, f"<{of['url']}>")
            elif kind == kinds.A and "ref" not in of and "back" not in of:
                put(escapes.LINK, "[")
                self.add_runs(node.inside, parts, marks, place, depth + 1)
                put(escapes.END_LINK, f"]({address(of['url'])})")
            elif kind == kinds.CODE:
                if before == kinds.CODE:  # one that was split, written with its first part
                    continue
                for part in code_and_pictures(nodes, n):
                    if type(part) is str and not part.strip():
                        parts.append(part)
                    else:
                        put(escapes.CODE, escapes.code_of(part) if type(part) is str else picture_of(part))
            elif kind == kinds.FORMULA:
                put(escapes.TAG, formula_of(plain(node.inside)))
            elif kind == kinds.IMG:
                put(escapes.CODE, picture_of(node))
            elif kind in (kinds.SUB, kinds.SUP) and not self.is_note_mark(node):
                put(escapes.TAG, f"<{kinds.KINDS[kind]}>")
                self.add_runs(node.inside, parts, marks, place, depth + 1)
                put(escapes.TAG, f"</{kinds.KINDS[kind]}>")
            else:
                self.add_runs(node.inside, parts, marks, place, depth + 1)

    def is_note_mark(self, node: Node) -> bool:
        """Tell whether nothing stands in an element but the link of a footnote."""
        inside = [one for one in node.inside if one != " "]
        return (
            len(inside) == 1
            and type(inside[0]) is not str
            and ("back" in inside[0].of or inside[0].of.get("ref") in self.labels)
        )


def add_break(parts: list[str], marks: list[str], place: int, depth: int) -> None:
    """Add a line break; two are the end of a paragraph, unless emphasis goes on."""
    if parts and parts[-1] == " ":
        parts.pop()
    if parts and parts[-1] != escapes.BREAK:
        parts.append(escapes.BREAK)
        marks.append("<br>" if place == escapes.CELL else "  \n")
    elif parts and not depth and place != escapes.CELL:
        marks[-1] = "\n\n"


def labels_in(document: Document) -> Iterator[tuple[int, str]]:
    """Yield the number and the label of each footnote: the page's mark, if no other note has it."""
    marks: dict[int, str] = {}
    notes: set[int] = set()
    for node in document.nodes():
        if node.of:
            if "ref" in node.of:
                marks.setdefault(node.of["ref"], plain(node.inside))
            elif "note" in node.of:
                notes.add(node.of["note"])
    taken: set[str] = set()
    for number, mark in marks.items():
        if number in notes:
            found = _LABEL.search(mark)
            label = found.group() if found else f"n{number}"
            while label.lower() in taken:  # readers fold their case
                label = f"n{number}" if f"n{number}" not in taken else f"{label}-{number}"
            taken.add(label.lower())
            yield number, label


def lines_in(nodes: Iterable[Node]) -> Iterator[Sequence[Any]]:
    """Yield the runs of each line of a cell; a program is code, line by line."""
    for node in nodes:
        if node.kind == kinds.PRE:
            yield from ([Node(kinds.CODE, [line])] for line in plain(node.inside).split("\n") if line.strip())
        elif node.kind <= kinds.FIGCAPTION:
            yield node.inside
        else:
            yield from lines_in(node.inside)


def without_emphasis(nodes: Iterable[Any]) -> list[Any]:
    """Return runs without emphasis; what is struck out stays so."""
    found: list[Any] = []
    for node in nodes:
        if type(node) is str or not node.inside:
            found.append(node)
        elif node.kind in EMPHASIS and node.kind != kinds.DEL:
            found += without_emphasis(node.inside)
        else:
            found.append(Node(node.kind, without_emphasis(node.inside), node.of))
    return found


def plain(nodes: Iterable[Any]) -> str:
    """Return the text of runs, and the alt texts of pictures."""
    return "".join(part if type(part) is str else " ".join(part.of["alt"].split()) for part in leaves(nodes))


def code_and_pictures(nodes: Sequence[Any], n: int) -> Iterator[Any]:
    """Yield the texts and the pictures of code that may go on in the next nodes."""
    code = takewhile(lambda node: type(node) is not str and node.kind == kinds.CODE, nodes[n:])
    for is_text, parts in groupby(leaves(code), lambda part: type(part) is str):
        if is_text:
            yield "".join(parts)
        else:
            yield from parts


def leaves(nodes: Iterable[Any]) -> Iterator[Any]:
    """Yield the texts and the pictures in some runs."""
    for node in nodes:
        if type(node) is str or node.kind == kinds.IMG:
            yield node
        elif node.kind == kinds.BR:
            yield "\n"
        else:
            yield from leaves(node.inside)


def picture_of(node: Node) -> str:
    return f"![{alt_text(node.of['alt'])}]({address(node.of['url'])})"


def formula_of(tex: str) -> str:
    """Return a formula in which a reader that knows none finds no mark-up.

    >>> formula_of("$`<b>$")
    '$\\\\lq < b>$'
    """
    quote = "$$" if tex.startswith("$$") and len(tex) > 4 else "$"
    inside = tex.removeprefix(quote).removesuffix(quote)
    if _MAY_BE_MARKUP.search(inside) is None:
        return tex
    inside = inside.replace("\n", " ").replace("`", r"\lq ")  # which LaTeX defines as a backtick
    inside = _DOLLAR.sub(r"\$", inside)  # the formula would end there
    return quote + _IN_FORMULA.sub(r"\g<0> ", _BEFORE_ADDRESS.sub("] (  ", inside)) + quote


@lru_cache(maxsize=64)
def alt_text(alt: str) -> str:
    """Return an alt text, which is read as the text of a link is.

    A backtick might end code that begins before it, a dollar a formula that begins in an address.
    """
    text = f"{escapes.LINK}{' '.join(alt.split())}{escapes.END_LINK}"
    text, marks = escapes.with_closed_addresses(text, ["", ""])
    made = escapes.with_marks(text, marks, escapes.HEADING, has_formulas=True)
    return made.translate(_IN_ALT).replace("==", "&#61;&#61;")


@lru_cache(maxsize=256)
def address(url: str) -> str:
    """Return an address that no reader ends early, or reads another scheme in."""
    url = _IN_ADDRESS.sub(lambda sign: "&amp;" if sign[0] == "&" else quote(sign[0]), url)
    if not _PARENTHESES.fullmatch(url):
        url = url.replace("(", "%28").replace(")", "%29")
    return url.replace("~~", "%7E%7E") or "<>"


def indented(text: str, margin: str, first: str) -> str:
    """Return a text with something before its first line, and a margin before others that are not empty."""
    return first + "\n".join(margin + line if line and n else line for n, line in enumerate(text.split("\n")))
