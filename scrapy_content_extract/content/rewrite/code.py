"""Programs as one preformatted text each, however a highlighter has laid them out.

Rewritten are

* tables and lists with line numbers beside lines of code;
* ``<pre>`` with an element for each line, or with numbers and buttons among the lines or beside it;
* ``<code>`` of several lines outside of ``<pre>``, or that a style or class makes a block;
* ``<div>`` and ``<p>`` whose class is "code" or the like, with lines of a program.

Each becomes ``<pre><code class="language-…">`` with one text: its lines as a browser shows them, without line
numbers and buttons.  Programs are recognised by their shape and by words that highlighters share, not by the
names of sites.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise
from textwrap import dedent

from lxml import etree

from ..markup import BLOCK_LEVEL, CELL_CODES, CELLS, CODES, HEADINGS, table
from ..model import positions
from ..page.attributes import hiding_of
from ..page.elements import children_of
from ..page.page import Page

# What highlighters call the parts of a program, in classes.

#: Line numbers.
NUMBERS = re.compile(
    r"""(?<![a-z])(?:
        (?:
            gutter                                # SyntaxHighlighter, Hexo, Rouge
          | line[-_]?n(?:os?|ums?|umbers?)        # Pygments, Prism
          | blob-num                              # GitHub
          | crayon-(?:striped-)?nums?             # Crayon
          | pre-numbering                         # CSDN
          | ln-n                                  # highlightjs-line-numbers
          | tag_listingline                       # LaTeXML
        )(?![a-z])
      | (?<![a-z-])ln(?:os?|s|t)?(?![a-z-])       # Chroma
    )""",
    re.IGNORECASE | re.VERBOSE,
)
#: Buttons and the bars that hold them.
BUTTONS = re.compile(r"copy(?!right)|clipboard|toolbar|\bbtn\b", re.IGNORECASE)
#: A line.
LINE = re.compile(r"(?:^|\s)(?:[\w-]+-|\w*_listing)?line(?:\s|$)", re.IGNORECASE)
#: What holds a program, a list with an item for each line, and any other element with a child for each line.
CODE = re.compile(r"code|\blines?\b|\bline-|-lines?\b|syntax|highlight|geshi|fragment", re.IGNORECASE)
_LISTED = re.compile(r"linenums|\bdp-|geshi|syntax|prettyprint|\bhighlight", re.IGNORECASE)
_LISTING = re.compile(r"(?:^|[\s_-])listing(?:\s|$)", re.IGNORECASE)
#: Elements of LaTeXML and Doxygen with their classes, which hold programs without ``<pre>`` and ``<code>``.
_HOLDERS = {"section": "ltx_listingline", "table": "fragment"}
#: Styles that show line breaks, and a block; a class that says so of ``<code>``: ``block``, ``code-block``.
_SHOWS_LINES = re.compile(r"(?:^|[;\s])white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_IS_BLOCK = re.compile(r"(?:^|[;\s])display\s*:\s*block", re.IGNORECASE)
_BLOCK = re.compile(r"(?<![a-z])(?<!inline[-_])(?:code[-_]?)?block(?![a-z])", re.IGNORECASE)
#: Boxes for programs, and their class.
BOXES = ("div", "p")
_BOX_CODES = frozenset(CODES[tag] for tag in BOXES)
_BOX = re.compile(
    r"(?:^|\s)(?:source[-_]?)?code(?:[-_]?(?:block|box|snippet|sample|example|listing))?(?:\s|$)",
    re.IGNORECASE,
)
#: What an element inside a ``<pre>``, or beside it, has if that is to be rewritten.
_MARKS = (re.compile(rf"{LINE.pattern}|has-numbering", re.IGNORECASE), NUMBERS, BUTTONS)
#: The characters of a class that are searched: pages may hide a megabyte in one.
CLASS_CHARS = 1_000

#: Elements that a program has no text in, and those that show that a text is prose.
_SKIPPED = frozenset({"button", "script", "style", "template"})
_PROSE = frozenset("p h1 h2 h3 h4 h5 h6 img blockquote section article form input select dl hr".split())
_LINES = BLOCK_LEVEL - CELLS
#: What a line of a program in a box may have, and elements in which ``<code>`` of one line is no program.
_IN_LINES = frozenset("a b br em font i mark small span strong tt u var wbr".split())
_NAMES = (*CELLS, *HEADINGS, "a", "button", "caption", "dt", "figcaption", "label", "summary")
#: A statement, and spaces that only programs are indented with.
_STATEMENT, _INDENT = re.compile(r"[;{}\[\]>\\]$|^(?:[$#%>] |//|<)"), re.compile("\xa0[\xa0 ]")
_DIVIDES = table(dict.fromkeys([*BLOCK_LEVEL, "button"], 1))
#: An indented line behind another one.
INDENTED = re.compile(r"\n(?:  |\t|\xa0)[^\n]*\S")
#: A button has at most this many characters; what has more is text.
BUTTON_CHARS = 40
#: A line number is read from at most this many texts: it has one or two.
NUMBER_TEXTS = 8
#: The language of a program, and its cell in a table, are looked for at this many levels above: highlighters
#: wrap it in up to four elements.
LEVELS_ABOVE = 4
#: The language is also looked for in this many elements inside, and above only while these have at most
#: this many children: others are about more than the program.
ELEMENTS_INSIDE, CHILDREN_ABOVE = 8, 3


# Which pages


def may_have(page: Page) -> bool:
    """Tell whether a page may have programs to rewrite."""
    known, rows = dict[int, bool](), dict[int, bool]()
    if "pre" in page.tag_names and any(may_be_lines(page, i, known, rows) for i in outermost(page, "pre")):
        return True
    if "code" in page.tag_names and any(may_be_block(page, i) for i in outermost(page, "code")):
        return True
    return has_boxes(page) or has_numbers(page)


def has_boxes(page: Page) -> bool:
    """Tell whether an element with a class of boxes for programs has lines, and no other block."""
    names = page.names
    of_boxes = {n for n in page.names_that_say("code") if has_word_of(names.values[n] or "", _BOX)}
    if not of_boxes:
        return False
    blocks = [*positions(page.code.translate(_DIVIDES), 1), len(page.code)]
    found = (i for i, n in enumerate(names.of_class) if n in of_boxes and page.code[i] in _BOX_CODES)
    return any(blocks[bisect_right(blocks, i)] >= page.end[i] and has_lines(page, i) for i in found)


def has_lines(page: Page, i: int) -> bool:
    if page.code.find(CODES["br"], i, page.end[i]) >= 0:
        return True
    return "\n" in "".join([page.strings[k] for k in range(page.first[i], page.stop[i])]).strip()


def has_numbers(page: Page) -> bool:
    """Tell whether a page has cells of line numbers or lists of lines, as their classes say."""
    of_class, values = page.names.of_class, page.names.values
    cells = {n for n in page.names_that_say("line number") if has_word_of(values[n] or "", NUMBERS)}
    for i in (i for code in CELL_CODES if cells for i in positions(page.code, code)):
        if of_class[i] in cells and are_numbers(page, i):
            return True
    if lists := page.names_that_say("lines"):
        holders = (j for i in positions(page.code, CODES["ol"]) for j in (i, page.parent[i]))
        if any(of_class[j] in lists for j in holders):
            return True
    return any(tag in page.tag_names and name in values for tag, name in _HOLDERS.items())


def are_numbers(page: Page, cell: int) -> bool:
    """Tell whether a cell has line numbers only, judged by its first texts, or nothing."""
    texts = [page.strings[k] for k in range(page.first[cell], page.stop[cell])[:NUMBER_TEXTS]]
    return not texts or counts_up(" ".join(texts).split())


def has_numbers_in(page: Page, row: int) -> bool:
    """Tell whether a cell of a row has line numbers only, or nothing."""
    return any(page.code[i] in CELL_CODES and are_numbers(page, i) for i in children_of(page, row))


def outermost(page: Page, tag: str) -> Iterator[int]:
    """Yield the elements with a tag that stand in no other of them."""
    number, end = page.tags.index(tag), 0
    for i in positions(page.code, CODES[tag]) if tag in CODES else range(len(page.code)):
        if i >= end and page.tag_number[i] == number:
            yield i
            end = page.end[i]


def may_be_lines(page: Page, pre: int, known: dict[int, bool], rows: dict[int, bool]) -> bool:
    """Tell whether a ``<pre>`` has elements for its lines, numbers or buttons, or stands beside some.

    ``known`` caches by class whether it has a word for that, ``rows`` by row whether it has numbers.
    """
    inside, above = slice(pre + 1, page.end[pre]), page.parent[pre]
    for _ in range(LEVELS_ABOVE):  # numbers may stand beside its cell
        if above >= 0 and page.code[above] in CELL_CODES:
            row = page.parent[above]
            if row not in rows:
                rows[row] = has_numbers_in(page, row)
            if rows[row]:
                return True
        above = page.parent[above] if above >= 0 else -1
    of_class, values = page.names.of_class, page.names.values
    if 1 in page.code[inside].translate(_DIVIDES):
        tags = {page.tags[number] for number in set(page.tag_number[inside])}
        if not tags.isdisjoint(("button", "code")) or has_word_of(values[of_class[pre]] or "", CODE):
            return True
    for number in {*of_class[inside], *(of_class[i] for i in beside(page, pre))}:
        if number not in known:
            known[number] = any(words.search(values[number] or "") for words in _MARKS)
        if known[number]:
            return True
    return False


def beside(page: Page, i: int) -> Iterator[int]:
    """Yield the siblings right before and behind an element."""
    parent, before, behind = page.parent, i - 1, page.end[i]
    while before > parent[i] and parent[before] != parent[i]:
        before = parent[before]
    if before > parent[i]:
        yield before
    if behind < len(parent) and parent[behind] == parent[i]:
        yield behind


def may_be_block(page: Page, code: int) -> bool:
    """Tell whether a ``<code>`` outside of ``<pre>`` has several lines."""
    first, stop, above = page.first[code], page.stop[code], page.parent[code]
    if first in page.preformatted:
        return False
    if page.code.find(CODES["br"], code, page.end[code]) >= 0:
        return True
    style = hiding_of(page).get(code, {}).get("style", "")
    if is_own_block(page.names.values[page.names.of_class[code]] or "", style):
        return True
    if _SHOWS_LINES.search(style) and has_lines(page, code):
        return True
    if above < 0 or page.stop[above] - page.first[above] != stop - first:
        return False
    text = "".join([page.strings[k] for k in range(first, stop)]).strip()
    names = page.names
    return INDENTED.search(text) is not None or (
        "\n" in text and CODE.search(names.values[names.of_class[above]] or "") is not None
    )


def is_own_block(of_class: str, style: str) -> bool:
    """Tell whether a class or a style makes ``<code>`` a block."""
    return _IS_BLOCK.search(style) is not None or _BLOCK.search(of_class[:CLASS_CHARS]) is not None


# Programs → ``<pre>``


def rewrite(root: etree._Element) -> bool:
    """Replace the programs of a tree that are not one text, and return whether there are any."""
    programs = [pre for pre in root.iter("pre") if not is_inside(pre, "pre") and is_in_lines(pre)]
    changed = replace_all(innermost(root, "table"), code_of_table)
    changed |= replace_all([*innermost(root, "ol", "ul"), *root.iter("div")], code_of_list)
    for pre in programs:
        is_code = pre.find(".//code") is not None or has_word(pre, CODE)
        replace(pre, element_of(lines_in(pre), language_near(pre), is_code=is_code))
    changed |= replace_all(root.iter(*BOXES), code_of_box)
    codes = [code for code in root.iter("code") if not is_inside(code, "pre", "code")]
    changed |= replace_all(reversed(codes), code_of_block)  # each takes the rest of its paragraph
    return drop_beside(root) or changed or bool(programs)


def replace_all(elements: Iterable[etree._Element], text_of: Callable[[etree._Element], str | None]) -> bool:
    """Replace the elements that are programs, in a ``<pre>`` inline, and return whether there are any."""
    gone: set[etree._Element] = set()
    for element in elements:
        if element in gone or not (text := text_of(element)):
            continue
        if is_inside(element, "pre"):
            new = etree.Element("span")
            new.text = f"\n{text}\n"
        else:
            new = element_of(text, language_near(element))
        gone.update(element.iter())
        replace(element, new)
    return bool(gone)


def element_of(text: str, language: str, *, is_code: bool = True) -> etree._Element:
    pre = etree.Element("pre")
    holder = etree.SubElement(pre, "code") if is_code or language else pre
    holder.text = text
    if language:
        holder.set("class", f"language-{language}")
    return pre


def replace(old: etree._Element, new: etree._Element) -> None:
    """Put an element in the place of another; the caption of a table goes before it."""
    parent = old.getparent()
    assert parent is not None
    if old.tag == "table" and (caption := old.find("caption")) is not None:
        line = etree.Element("p")
        line.text = " ".join(text_in(caption).split())
        old.addprevious(line)
    new.tail, old.tail = old.tail, None
    parent.replace(old, new)
    if new.tag == "pre" and parent.tag == "p" and parent.getparent() is not None:
        split(parent, new)


def split(paragraph: etree._Element, pre: etree._Element) -> None:
    """Let a paragraph end before a program in it, and another one begin behind it: it can hold none."""
    rest = etree.Element("p")
    rest.text, pre.tail = pre.tail, None
    rest.extend(list(pre.itersiblings()))
    tail, paragraph.tail = paragraph.tail, None
    paragraph.addnext(rest)
    paragraph.addnext(pre)
    rest.tail = tail


def drop_beside(root: etree._Element) -> bool:
    """Drop line numbers and buttons right before or behind programs, and return whether there are any."""
    beside = (element for pre in root.iter("pre") for element in (pre.getprevious(), pre.getnext()))
    found = [
        element
        for element in dict.fromkeys(beside)  # one may stand between two programs
        if element is not None and (are_numbers_in(element) or is_button(element))
    ]
    for element in found:
        replace(element, etree.Element("span"))
    return bool(found)


def are_numbers_in(element: etree._Element) -> bool:
    return has_word(element, NUMBERS) and counts_up(" ".join(map(str, element.itertext())).split())


def is_button(element: etree._Element) -> bool:
    """Tell whether an element is a button, or a bar with one and no prose."""
    return (
        has_word(element, BUTTONS)
        and next(element.iter("button"), None) is not None
        and next(element.iter("p", *HEADINGS), None) is None
        and len(text_in(element)) <= BUTTON_CHARS
    )


# The shapes of programs


def code_of_table(element: etree._Element) -> str | None:
    """Return the program in a table with a column of line numbers, or None."""
    rows = [[cell for cell in row if cell.tag in CELLS] for row in element.iter("tr")]
    if not rows or min(map(len, rows)) < 2:
        return None
    return code_of_row(*rows[0][-2:]) if len(rows) == 1 else code_of_rows(rows)


def code_of_row(numbers: etree._Element, code: etree._Element) -> str | None:
    """Return the program whose lines stand in one cell, and their numbers in the cell before it."""
    if not (holds_code(code) or has_word(code, CODE)):
        return None
    given = text_in(numbers).split() or [number_in(numbers)]
    is_named = has_word(numbers, NUMBERS)
    if given == [""]:  # a style sheet counts them
        return lines_in(code) if is_named else None
    if not counts_up(given):
        return None
    text = lines_in(code)
    is_beside = len(given) > 1 and abs(len(given) - len(text.split("\n"))) <= 1
    return text if is_named or is_beside else None


def code_of_rows(rows: list[list[etree._Element]]) -> str | None:
    """Return the program with a row for each line, its number first."""
    first = rows[0]
    is_named = has_word(first[0], NUMBERS) or first[0].get("data-line-number") is not None
    is_code = has_word(first[-1], CODE) or holds_code(first[-1])
    if not (is_named and is_code and counts_up([number_in(row[0]) for row in rows])):
        return None
    return "\n".join([lines_in(row[-1]).strip("\n") for row in rows])


def holds_code(element: etree._Element) -> bool:
    return element.find(".//pre") is not None or element.find(".//code") is not None


def code_of_list(element: etree._Element) -> str | None:
    """Return the program in an element with a child for each line, or None."""
    lines = lines_of_div(element) if element.tag == "div" else lines_of_list(element)
    if len(lines) < 2 or (element.text or "").strip() or any((child.tail or "").strip() for child in element):
        return None
    return "\n".join([collapsed_lines(line) for line in lines])


def lines_of_div(div: etree._Element) -> list[etree._Element]:
    if len(div) > 1 and has_word(div, _LISTING):  # there may be a button, too
        return [line for line in div if has_word(line, LINE)]
    is_code = (
        len(div) > 1
        and all(has_word(line, LINE) for line in div)  # in most the first has not
        and counts_up(map(number_before, div))
    )
    return list(div) if is_code else []


def number_before(line: etree._Element) -> str:
    """Return the number that a line begins with, in an element of its own, or ""."""
    numbers = (number_in(child) for child in islice(line, 2) if has_word(child, NUMBERS))
    return next(filter(None, numbers), "")


def lines_of_list(element: etree._Element) -> list[etree._Element]:
    """Return the items of a list that a highlighter has made, by its class and its coloured words."""
    around = (element, element.getparent())
    if not any(above is not None and has_word(above, _LISTED) for above in around):
        return []
    inside = {node.tag for node in element.iterdescendants()}
    is_code = not inside & (_PROSE | {"a", "ul", "ol", "table"}) and inside & {"span", "code"}
    return list(element) if is_code and all(line.tag == "li" for line in element) else []


def is_in_lines(pre: etree._Element) -> bool:
    """Tell whether preformatted text is a program with elements for its lines, numbers or buttons."""
    if not len(pre):
        return False
    nodes = [node for node in pre.iterdescendants() if isinstance(node.tag, str)]
    tags = {node.tag for node in nodes}
    if tags & _PROSE:
        return False
    classes = {of_class for node in nodes if (of_class := node.get("class"))}
    if "button" in tags or any(map(NUMBERS.search, classes)):
        return True
    has_lines = any(map(LINE.search, classes))
    if tags & BLOCK_LEVEL and (has_lines or "code" in tags or has_word(pre, CODE)):
        return True
    return has_lines and "\n" not in text_in(pre).strip()


def code_of_block(code: etree._Element) -> str | None:
    """Return the program in a ``<code>`` of several lines, or None."""
    tags = {node.tag for node in code.iterdescendants()}
    if tags & _PROSE:
        return None
    style = code.get("style") or ""
    shows_lines = _SHOWS_LINES.search(style) is not None
    if "br" in tags and not shows_lines:
        return dedent(collapsed_lines(code))
    is_block = is_own_block(code.get("class") or "", style)
    if (is_block or shows_lines) and not is_inside(code, *_NAMES):
        program = dedent(lines_in(code))
        if is_block or "\n" in program:
            return program
    parent = code.getparent()
    text = text_in(code).strip("\n")
    if parent is None or "\n" not in text.strip() or (parent.text or "").strip():
        return None
    if code.getprevious() is not None or code.getnext() is not None:
        return None
    is_alone = parent.tag in BLOCK_LEVEL and not (code.tail or "").strip()
    return lines_in(code) if is_alone and (INDENTED.search(text) or has_word(parent, CODE)) else None


def code_of_box(box: etree._Element) -> str | None:
    """Return the program in an element whose class says that it has one, or None."""
    if not has_word(box, _BOX) or any(node.tag not in _IN_LINES for node in box.iterdescendants()):
        return None
    shows_lines = _SHOWS_LINES.search(box.get("style") or "") is not None
    has_breaks = box.find(".//br") is not None and not shows_lines
    program = dedent(collapsed_lines(box) if has_breaks else lines_in(box))
    lines = [line for line in program.split("\n") if line]
    statements = sum(_STATEMENT.search(line) is not None for line in lines)
    is_program = (
        shows_lines or language_at(box) or 2 * statements >= len(lines) or _INDENT.search(text_in(box))
    )
    return program if is_program and len(lines) > 1 else None


# The lines of a program


class Lines:
    """The text of an element while it is read."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        #: the open elements that may be numbers or buttons: element, whether it has numbers, its first piece
        self.doubtful: list[tuple[etree._Element, bool, int]] = []

    def end_line(self) -> None:
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")

    def open(self, node: etree._Element) -> None:
        is_number = has_word(node, NUMBERS)
        if is_number or has_word(node, BUTTONS):
            self.doubtful.append((node, is_number, len(self.pieces)))

    def close(self, node: etree._Element) -> None:
        """Drop what was read of an element if it is numbers or a button."""
        if not self.doubtful or self.doubtful[-1][0] is not node:
            return
        _, is_number, first = self.doubtful.pop()
        text = "".join(self.pieces[first:]).strip()
        if text.isdecimal() or counts_up(text.split()) if is_number else len(text) <= BUTTON_CHARS:
            del self.pieces[first:]
        else:  # what holds it is neither
            self.doubtful.clear()


def lines_in(element: etree._Element, line_break: str = "\n") -> str:
    """Return the text of an element with its lines; ``line_break`` is written for one in a text."""
    lines, ends_lines = Lines(), has_spans_for_lines(element)
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        is_line = node.tag in _LINES or (ends_lines and has_word(node, LINE))
        if event == "start":
            if is_line:
                lines.end_line()
            if node.tag in _SKIPPED:
                walk.skip_subtree()
                continue
            if node is not element:
                lines.open(node)
            if node.tag == "br":
                lines.pieces.append("\n")
            elif (text := node.text) and not (text.isspace() and is_between(None, next(iter(node), None))):
                lines.pieces.append(text.replace("\n", line_break))
            continue
        if event == "end":
            lines.close(node)
            if is_line:
                lines.end_line()
        tail = node.tail if node is not element else None
        if tail and not (tail.isspace() and is_between(node, node.getnext())):
            lines.pieces.append(tail.replace("\n", line_break))
    return as_code("".join(lines.pieces))


def has_spans_for_lines(element: etree._Element) -> bool:
    """Tell whether a program has a ``<span>`` for each line, which a style sheet makes a block."""
    if "\n" in text_in(element).strip() or element.find(".//br") is not None:
        return False
    return any(has_word(span, LINE) for span in element.iter("span"))


def is_between(before: etree._Element | None, after: etree._Element | None) -> bool:
    """Tell whether the white space between two elements, if there are two, belongs to no line."""
    beside = [element for element in (before, after) if element is not None]
    return bool(beside) and all(element.tag in _LINES for element in beside)


def as_code(text: str) -> str:
    """Return a text with plain spaces, without empty lines around it and white space at the ends of lines."""
    lines = text.replace("\xa0", " ").replace("\r", "").split("\n")
    return "\n".join([line.rstrip() for line in lines]).strip("\n")


def collapsed_lines(element: etree._Element) -> str:
    """Return the text of an element whose lines end with ``<br>``: other line breaks are spaces."""
    text = lines_in(element, "\v")
    return as_code("\n".join([" ".join(line.strip("\v").split("\v")) for line in text.split("\n")]))


def counts_up(numbers: Iterable[str]) -> bool:
    """Tell whether some texts are numbers, each by one more than the number before.

    >>> counts_up(["9", "10"]), counts_up(["1", "3"]), counts_up([""])
    (True, False, False)
    """
    found = list(numbers)
    if not found or not all(number.isdecimal() and len(number) < 9 for number in found):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(found))


def number_in(element: etree._Element) -> str:
    """Return the number that an element has as an attribute or as its text, or ""."""
    given = element.get("data-line-number") or text_in(element, NUMBER_TEXTS).strip()
    if not given and len(element):
        given = element[0].get("data-line-number") or ""
    return given if given.isdecimal() else ""


def text_in(element: etree._Element, most: int | None = None) -> str:
    """Return the texts in an element, or the first ones."""
    return "".join(map(str, islice(element.itertext(), most)))


def has_word(element: etree._Element, words: re.Pattern[str]) -> bool:
    """Tell whether the class of an element has one of some words."""
    of_class = element.get("class")
    return of_class is not None and has_word_of(of_class, words)


def has_word_of(of_class: str, words: re.Pattern[str]) -> bool:
    return has_word_in(of_class[:CLASS_CHARS], words)


@lru_cache(maxsize=1 << 12)  # the lines of a program have the same few classes
def has_word_in(text: str, words: re.Pattern[str]) -> bool:
    return words.search(text) is not None


def is_inside(element: etree._Element, *tags: str) -> bool:
    """Tell whether an element stands in another with one of some tags."""
    return next(element.iterancestors(*tags), None) is not None


def innermost(root: etree._Element, *tags: str) -> list[etree._Element]:
    """Return the elements with some tags that hold no other of them."""
    outer: set[etree._Element] = set()
    found = list(root.iter(*tags))
    for element in found:
        for above in element.iterancestors(*tags):
            if above in outer:
                break
            outer.add(above)
    return [element for element in found if element not in outer]


# The languages of programs, as classes and attributes name them

#: A class that names the language of code: as HTML suggests, and as highlighters write it.
_NAMED = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush)[-:]\s*([\w+#.]+)")
_NO_LANGUAGE = frozenset(
    "default none text plain plaintext nohighlight notranslate source code linenums table".split()
)
#: The attributes that name the language of code.
LANGUAGE_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "lang")
#: The languages that a class may name by a word of its own, and ``lang``, which else is of people.
_KNOWN = frozenset(
    "actionscript ada applescript arduino asm assembly awk bash c# c++ clojure cmake cobol "
    "coffeescript cpp cs csharp css cuda cython dart delphi diff dockerfile elisp elixir elm erb erlang "
    "f# fortran fsharp go golang graphql groovy haml haskell haxe hcl html html4strict html5 ini java java5 "
    "javascript jinja js json json5 jsx julia kotlin latex lisp lua makefile markdown matlab mathematica "
    "mysql nginx nim nix objc objectivec ocaml octave pascal perl perl6 php plsql postgresql "
    "powershell prolog protobuf puppet py pycon python python3 racket rb reg rest rst ruby rust sas sass "
    "scala scheme scss sh shell smalltalk solidity sparql sql stata swift tcl terraform tex tsql ts tsx "
    "twig typescript vala vb vb.net vba vbnet vbscript verilog vhdl vim vue wasm xml xquery xslt yaml yml "
    "zig zsh".split()
)  # fmt: skip
_NAME = re.compile(r"[\w+#.]+")
#: The most characters of a language's name: it is written into a class.
LANGUAGE_CHARS = 40


def language_near(element: etree._Element) -> str:
    """Return the language that a program names, inside, itself or just above it, or ""."""
    return next(filter(None, map(language_at, language_places(element))), "")


def language_places(element: etree._Element) -> Iterator[etree._Element]:
    yield element
    yield from islice(element.iter("pre", "code"), ELEMENTS_INSIDE)
    for above in islice(element.iterancestors(), LEVELS_ABOVE):
        has_more = next(islice(above, CHILDREN_ABOVE, None), None) is not None
        if has_more or above.tag in ("body", "html"):
            return
        yield above


def language_at(element: etree._Element) -> str:
    attributes: Mapping[str, str] = element.attrib  # type: ignore[assignment]
    return language_in(element.get("class") or "") or language_of(attributes)


def language_in(of_class: str) -> str:
    """Return the language that a class names, or "".

    >>> language_in("highlight-text language-C++"), language_in("syntaxhighlighter nogutter java")
    ('c++', 'java')
    """
    lower = of_class[:CLASS_CHARS].lower()
    for name in _NAMED.findall(lower):
        if name not in _NO_LANGUAGE and len(name) <= LANGUAGE_CHARS:
            return str(name)
    return next(filter(_KNOWN.__contains__, lower.split()), "")


def language_of(attributes: Mapping[str, str]) -> str:
    """Return the language that an element names by its attributes besides the class, or ""."""
    for name in LANGUAGE_ATTRIBUTES:
        value = attributes.get(name, "").strip().lower()
        if name == "lang" and value not in _KNOWN:
            continue
        if len(value) <= LANGUAGE_CHARS and _NAME.fullmatch(value) and value not in _NO_LANGUAGE:
            return value
    return ""
