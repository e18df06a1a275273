"""The shapes of programs: tables and lists of lines, preformatted text with elements for its lines."""

from __future__ import annotations

import re

from lxml import etree

from ..markup.elements import BLOCK_LEVEL
from .code_lines import LINE, NUMBERS, collapsed_lines, counts_up, lines_in, number_in, text_in

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
