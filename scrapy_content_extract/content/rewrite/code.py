"""Programs as one preformatted text each, however a highlighter has laid them out.

Rewritten are

* tables and lists with the numbers of lines beside lines of code;
* ``<pre>`` with an element for each line, or with numbers and buttons among the lines or beside it;
* ``<code>`` of several lines outside of ``<pre>``.

Each becomes ``<pre><code class="language-…">`` with one text, see :mod:`.code_lines`.  They are recognised by
their shape and by words that highlighters share, not by the names of sites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from textwrap import dedent

from lxml import etree

from ..kernels.scan_py import ByteScan
from ..markup import BLOCK_LEVEL, CELL_CODES, CELLS, CODES, HEADINGS, table
from ..model import positions
from ..page.page import Page
from .languages import language_in, language_of

# ------------------------------------------------------------------ code_lines
# The lines of a program: its text as a browser shows it, without numbers of lines and buttons.

#: Words in the classes of the numbers of lines, and of what is there to be clicked.
NUMBERS = re.compile(
    r"(?<![a-z])(?:(?:gutter|line[-_]?n(?:os?|ums?|umbers?)|blob-num|crayon-(?:striped-)?nums?|pre-numbering|ln-n"
    r"|tag_listingline)(?![a-z])|(?<![a-z-])ln(?:os?|s|t)?(?![a-z-]))",
    re.IGNORECASE,
)
TOOLS = re.compile(r"copy(?!right)|clipboard|toolbar|\bbtn\b", re.IGNORECASE)
#: The most characters of a button that is another element.
TOOL_CHARS = 40
#: The most texts of the number of a line.
FEW = 8
_SKIPPED = frozenset({"button", "script", "style", "template"})
_LINES = BLOCK_LEVEL - CELLS
#: An element for each line.
LINE = re.compile(r"(?:^|\s)(?:[\w-]+-|\w*_listing)?line(?:\s|$)", re.IGNORECASE)


def counts_up(numbers: Iterable[str]) -> bool:
    """Tell whether some texts are numbers, each by one more than the number before.

    >>> counts_up(["9", "10"]), counts_up(["1", "3"]), counts_up([""])
    (True, False, False)
    """
    found = list(numbers)
    if not found or not all(number.isdecimal() and len(number) < 9 for number in found):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(found))


def text_in(element: etree._Element, most: int | None = None) -> str:
    """Return the texts in an element, or the first ones."""
    return "".join(map(str, islice(element.itertext(), most)))


def number_in(element: etree._Element) -> str:
    """Return the number that an element has as an attribute or as its text, or ""."""
    given = element.get("data-line-number") or text_in(element, FEW).strip()
    if not given and len(element):
        given = element[0].get("data-line-number") or ""
    return given if given.isdecimal() else ""


class Lines:
    """The text of an element while it is read."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        #: the open elements that may be numbers or buttons: element, whether it has numbers, its first piece
        self.doubtful: list[tuple[etree._Element, bool, int]] = []

    def end_line(self) -> None:
        if self.pieces and not self.pieces[-1].endswith("\n"):
            self.pieces.append("\n")

    def add(self, text: str | None) -> None:
        if text:
            self.pieces.append(text)

    def open(self, node: etree._Element) -> None:
        of_class = (node.get("class") or "")[:1000]
        is_number = NUMBERS.search(of_class) is not None
        if is_number or TOOLS.search(of_class):
            self.doubtful.append((node, is_number, len(self.pieces)))

    def close(self, node: etree._Element) -> None:
        """Drop what was read of an element if it is numbers or a button."""
        if not self.doubtful or self.doubtful[-1][0] is not node:
            return
        _, is_number, first = self.doubtful.pop()
        text = "".join(self.pieces[first:]).strip()
        if text.isdecimal() or counts_up(text.split()) if is_number else len(text) <= TOOL_CHARS:
            del self.pieces[first:]
        else:  # what holds it is neither
            self.doubtful.clear()


def lines_in(element: etree._Element, line_break: str = "\n") -> str:
    """Return the text of an element with its lines; ``line_break`` is written for one in a text."""
    lines, ends_lines = Lines(), has_spans_for_lines(element)
    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        is_line = node.tag in _LINES or (ends_lines and LINE.search(node.get("class") or "") is not None)
        if event == "start":
            if is_line:
                lines.end_line()
            if node.tag in _SKIPPED:
                walk.skip_subtree()
                continue
            if node is not element:
                lines.open(node)
            if node.tag == "br":
                lines.add("\n")
            elif node.text and not is_between(node.text, None, node):
                lines.add(node.text.replace("\n", line_break))
            continue
        if event == "end":
            lines.close(node)
            if is_line:
                lines.end_line()
        if node is not element and node.tail and not is_between(node.tail, node, node.getparent()):
            lines.add(node.tail.replace("\n", line_break))
    return as_code("".join(lines.pieces))


def has_spans_for_lines(element: etree._Element) -> bool:
    """Tell whether a program has a ``<span>`` for each line, which a style sheet makes a block."""
    if "\n" in text_in(element).strip() or element.find(".//br") is not None:
        return False
    return any(LINE.search(span.get("class") or "") for span in element.iter("span"))


def is_between(text: str, before: etree._Element | None, parent: etree._Element | None) -> bool:
    """Tell whether white space stands between two elements that are lines, and belongs to neither."""
    if not text.isspace():
        return False
    if before is not None:
        after = before.getnext()
        return before.tag in _LINES and (after is None or after.tag in _LINES)
    return parent is not None and len(parent) > 0 and parent[0].tag in _LINES


def as_code(text: str) -> str:
    """Return a text with plain spaces, without empty lines around it and white space at the ends of lines."""
    lines = text.replace("\xa0", " ").replace("\r", "").split("\n")
    return "\n".join([line.rstrip() for line in lines]).strip("\n")


def collapsed_lines(element: etree._Element, *, dedents: bool = True) -> str:
    """Return the text of an element whose lines end with ``<br>``: other line breaks are spaces.

    >>> from lxml.html import fromstring
    >>> collapsed_lines(fromstring("<code>  if a:<br>\\n  &nbsp; b<br></code>"))
    'if a:\\n  b'
    """
    text = lines_in(element, "\v")
    text = "\n".join([" ".join(line.strip("\v").split("\v")) for line in text.split("\n")])
    return as_code(dedent(text) if dedents else text)


# ------------------------------------------------------------------ listing_shapes
# The shapes of programs: tables and lists of lines, preformatted text with elements for its lines.

#: Words in the classes of what holds code, and of lists with an item for each line, or an element.
CODE = re.compile(r"code|\blines?\b|\bline-|-lines?\b|syntax|highlight|geshi|fragment", re.IGNORECASE)
_LISTED = re.compile(r"linenums|\bdp-|geshi|syntax|prettyprint|\bhighlight", re.IGNORECASE)
_LISTING = re.compile(r"(?:^|[\s_-])listing(?:\s|$)", re.IGNORECASE)
#: An indented line behind another one.
INDENTED = re.compile(r"\n(?:  |\t|\xa0)[^\n]*\S")
#: The elements inside preformatted text that are not of a program.
_PROSE = frozenset("p h1 h2 h3 h4 h5 h6 img blockquote section article form input select dl hr".split())


def has_word(element: etree._Element, words: re.Pattern[str]) -> bool:
    """Tell whether the class of an element has one of some words."""
    return words.search((element.get("class") or "")[:1000]) is not None


# --- tables -----------------------------------------------------------------------------------------


def code_of_table(element: etree._Element) -> str | None:
    """Return the program in a table with the numbers of lines in a column, or None."""
    rows = [[cell for cell in row if cell.tag in ("td", "th")] for row in element.iter("tr")]
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


# --- lists ------------------------------------------------------------------------------------------


def code_of_list(element: etree._Element) -> str | None:
    """Return the program in an element with a child for each line, or None."""
    if element.tag == "div" and not may_be_listing(element):
        return None
    lines = list(element)
    if len(lines) < 2 or (element.text or "").strip() or any((line.tail or "").strip() for line in lines):
        return None
    if element.tag == "div":
        if has_word(element, _LISTING):  # there may be a button, too
            lines = [line for line in lines if has_word(line, LINE)]
        is_code = len(lines) > 1 and all(has_word(line, LINE) for line in lines)
        is_code = is_code and (has_word(element, _LISTING) or counts_up(map(number_before, lines)))
    else:
        is_code = all(line.tag == "li" for line in lines) and is_listing(element)
    return "\n".join([collapsed_lines(line, dedents=False) for line in lines]) if is_code else None


def may_be_listing(div: etree._Element) -> bool:
    """Tell at little cost whether an element may have a child for each line: most have none."""
    return len(div) > 1 and (has_word(div[0], LINE) or has_word(div, _LISTING))


def number_before(line: etree._Element) -> str:
    """Return the number that a line begins with, in an element of its own, or ""."""
    for _, child in zip(range(2), line):
        if has_word(child, NUMBERS) and (number := number_in(child)):
            return number
    return ""


def is_listing(element: etree._Element) -> bool:
    """Tell whether a highlighter has made a list: its class says so, and it has coloured words only."""
    around = (element, element.getparent())
    if not any(above is not None and has_word(above, _LISTED) for above in around):
        return False
    inside = {node.tag for node in element.iterdescendants()}
    return not inside & _PROSE and bool(inside & {"span", "code"}) and not inside & {"a", "ul", "ol", "table"}


# --- preformatted text and code -----------------------------------------------------------------------


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
    is_program = "code" in tags or has_word(pre, CODE) or any(map(LINE.search, classes))
    if is_program and tags & BLOCK_LEVEL:
        return True
    return any(map(LINE.search, classes)) and "\n" not in text_in(pre).strip()


def code_of_block(code: etree._Element) -> str | None:
    """Return the program in a ``<code>`` of several lines, or None."""
    tags = {node.tag for node in code.iterdescendants()}
    if tags & _PROSE:
        return None
    if "br" in tags:
        return collapsed_lines(code)
    parent = code.getparent()
    text = text_in(code).strip("\n")
    if parent is None or "\n" not in text.strip() or (parent.text or "").strip():
        return None
    if code.getprevious() is not None or code.getnext() is not None:
        return None
    is_alone = parent.tag in BLOCK_LEVEL and not (code.tail or "").strip()
    return lines_in(code) if is_alone and (INDENTED.search(text) or has_word(parent, CODE)) else None


# ------------------------------------------------------------------ listings

#: Words in the classes of cells with the numbers of lines, and of lists with lines or what is around them.
_NUMBERS, _LISTED_BY = ("gutter", "lineno", "blob-num", "crayon-num"), ("geshi", "dp-highlighter")
#: Classes of LaTeXML and Doxygen at programs with elements for lines, each by an element that their pages
#: have.
_AROUND = {"section": "ltx_listingline", "table": "fragment"}
#: A class inside a program with elements for its lines, or with their numbers behind it.
_MARKED = re.compile(rf"{LINE.pattern}|has-numbering", re.IGNORECASE)
#: How far above a program its language is looked for, among how many elements, and in how many of its own.
MOST_ABOVE, MOST_BESIDE, MOST_INSIDE = 4, 3, 8
_DIVIDES = table(dict.fromkeys([*BLOCK_LEVEL, "button"], 1))


# --- which pages ------------------------------------------------------------------------------------


def may_have(page: Page, found: ByteScan | None) -> bool:
    """Tell whether a page may have programs to rewrite; ``found`` is the look at its bytes, or None."""
    known: dict[int, bool] = {}
    if "pre" in page.tags and any(may_be_lines(page, i, known) for i in outermost(page, "pre")):
        return True
    if "code" in page.tags and any(may_be_block(page, i) for i in outermost(page, "code")):
        return True
    return has_numbers(page)


def has_numbers(page: Page) -> bool:
    """Tell whether the class of a cell or list says that it holds the numbers of lines, and it does."""
    names = page.names
    of_numbers = page.names_having(_NUMBERS) if any(code in page.code for code in CELL_CODES) else ()
    for i in (i for code in CELL_CODES if of_numbers for i in positions(page.code, code)):
        if names.of_class[i] in of_numbers and are_numbers(page, i):
            return True
    lists = positions(page.code, CODES["ol"])
    around = {names.of_class[j] for i in lists for j in (i, page.parent[i])}
    return bool(classes(page, around, _LISTED_BY)) or any(
        tag in page.tags and name in names.values for tag, name in _AROUND.items()
    )


def classes(page: Page, numbers: set[int], words: Iterable[str]) -> set[int]:
    """Return the classes among some that have one of some words."""
    values = page.names.values
    return {n for n in numbers if (value := values[n]) and any(word in value.lower() for word in words)}


def are_numbers(page: Page, i: int) -> bool:
    """Tell whether an element has numbers only, judged by its first texts, or is an empty cell."""
    texts = [page.strings[k] for k in range(page.first[i], page.stop[i])[:FEW]]
    return counts_up(" ".join(texts).split()) if texts else page.code[i] in CELL_CODES


def outermost(page: Page, tag: str) -> Iterator[int]:
    """Yield the elements with a tag that stand in no other of them."""
    number, end = page.tags.index(tag), 0
    for i in positions(page.code, CODES[tag]) if tag in CODES else range(len(page.code)):
        if i >= end and page.tag_number[i] == number:
            yield i
            end = page.end[i]


def may_be_lines(page: Page, i: int, known: dict[int, bool]) -> bool:
    """Tell whether a ``<pre>`` has elements for its lines, numbers or buttons, or stands beside some.

    ``known`` says of classes whether they have a word for that.
    """
    inside, above = slice(i + 1, page.end[i]), page.parent[i]
    for _ in range(MOST_ABOVE):  # numbers may stand beside its cell
        if above >= 0 and page.code[above] in CELL_CODES:
            return True
        above = page.parent[above] if above >= 0 else -1
    if 1 in page.code[inside].translate(_DIVIDES):
        return True
    of_class, values = page.names.of_class, page.names.values
    for number in {*of_class[inside], *(of_class[j] for j in beside(page, i))}:
        if number not in known:
            value = values[number] or ""
            known[number] = any(words.search(value) for words in (_MARKED, NUMBERS, TOOLS))
        if known[number]:
            return True
    return False


def beside(page: Page, i: int) -> Iterator[int]:
    """Yield the elements right before and behind an element, in the same one."""
    parent, before, behind = page.parent, i - 1, page.end[i]
    while before > parent[i] and parent[before] != parent[i]:
        before = parent[before]
    if before > parent[i]:
        yield before
    if behind < len(parent) and parent[behind] == parent[i]:
        yield behind


def may_be_block(page: Page, i: int) -> bool:
    """Tell whether a ``<code>`` outside of ``<pre>`` has several lines."""
    if page.first[i] in page.preformatted:
        return False
    if page.code.find(CODES["br"], i, page.end[i]) >= 0:
        return True
    first, stop, above = page.first[i], page.stop[i], page.parent[i]
    if above < 0 or page.stop[above] - page.first[above] != stop - first:
        return False
    text = "".join([page.strings[k] for k in range(first, stop)]).strip()
    names = page.names
    return INDENTED.search(text) is not None or (
        "\n" in text and CODE.search(names.values[names.of_class[above]] or "") is not None
    )


# --- how --------------------------------------------------------------------------------------------


def rewrite(root: etree._Element) -> bool:
    """Replace the programs of a tree that are not one text, and return whether there are any."""
    programs = [pre for pre in root.iter("pre") if not is_inside(pre, "pre") and is_in_lines(pre)]
    changed = replace_all(innermost(root, "table"), code_of_table)
    changed |= replace_all([*innermost(root, "ol", "ul"), *root.iter("div")], code_of_list)
    for pre in programs:
        is_code = pre.find(".//code") is not None
        flat = element_of(lines_in(pre), language_near(pre), is_code=is_code or has_word(pre, CODE))
        replace(pre, flat)
    codes = [code for code in root.iter("code") if not is_inside(code, "pre", "code")]
    changed |= replace_all(reversed(codes), code_of_block)  # each takes the rest of its paragraph
    return drop_beside(root) or changed or bool(programs)


def drop_beside(root: etree._Element) -> bool:
    """Drop numbers of lines and buttons right before or behind programs, and return whether there are any."""
    found = [
        element
        for pre in root.iter("pre")
        for element in (pre.getprevious(), pre.getnext())
        if element is not None and (are_numbers_in(element) or is_tool(element))
    ]
    for element in found:
        replace(element, etree.Element("span"))
    return bool(found)


def are_numbers_in(element: etree._Element) -> bool:
    """Tell whether an element has the numbers of lines, as its class says."""
    return has_word(element, NUMBERS) and counts_up(" ".join(map(str, element.itertext())).split())


def is_tool(element: etree._Element) -> bool:
    """Tell whether an element is a button, or a bar with one and no prose."""
    return (
        has_word(element, TOOLS)
        and next(element.iter("button"), None) is not None
        and next(element.iter("p", *HEADINGS), None) is None
        and len(text_in(element)) <= TOOL_CHARS
    )


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
    if not (is_code or language):
        pre.text = text
        return pre
    code = etree.SubElement(pre, "code")
    code.text = text
    if language:
        code.set("class", f"language-{language}")
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
    if new.tag == "pre" and parent.tag == "p":
        split(parent, new)


def split(paragraph: etree._Element, pre: etree._Element) -> None:
    """Let a paragraph end before a program in it, and another one begin behind it: it can hold none."""
    if paragraph.getparent() is None:
        return
    rest = etree.Element("p")
    rest.text, pre.tail = pre.tail, None
    rest.extend(list(pre.itersiblings()))
    tail, paragraph.tail = paragraph.tail, None
    paragraph.addnext(rest)
    paragraph.addnext(pre)
    rest.tail = tail


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


def language_near(element: etree._Element) -> str:
    """Return the language that a program, what is in it or what is around it names, or ""."""
    for below in (element, *islice(element.iter("pre", "code"), MOST_INSIDE)):
        if language := language_in(below.get("class") or "") or language_of(below.attrib):  # type: ignore[arg-type]
            return language
    above = element
    for _ in range(MOST_ABOVE):
        parent = above.getparent()
        if (
            parent is None
            or next(islice(parent, MOST_BESIDE, None), None) is not None
            or parent.tag in ("body", "html")
        ):
            break
        above = parent
        if language := language_in(above.get("class") or "") or language_of(above.attrib):  # type: ignore[arg-type]
            return language
    return ""
