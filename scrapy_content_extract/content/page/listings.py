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
from itertools import islice

from lxml import etree

from ..columns.scan_py import Look
from ..markup.elements import BLOCK_LEVEL, CELL_CODES, CODES, HEADINGS, table
from ..markup.program_languages import language_in, language_of
from ..model import positions
from .code_lines import FEW, LINE, NUMBERS, TOOL_CHARS, TOOLS, counts_up, lines_in, text_in
from .listing_shapes import CODE, INDENTED, code_of_block, code_of_list, code_of_table, has_word, is_in_lines
from .page import Page

#: Words in the classes of cells with the numbers of lines, and of lists with lines or what is around them.
_NUMBERS, _LISTED = ("gutter", "lineno", "blob-num", "crayon-num"), ("geshi", "dp-highlighter")
#: Classes of LaTeXML and Doxygen at programs with elements for lines, each by an element that their pages
#: have.
_AROUND = {"section": "ltx_listingline", "table": "fragment"}
#: A class inside a program with elements for its lines, or with their numbers behind it.
_MARKED = re.compile(rf"{LINE.pattern}|has-numbering", re.IGNORECASE)
#: How far above a program its language is looked for, among how many elements, and in how many of its own.
MOST_ABOVE, MOST_BESIDE, MOST_INSIDE = 4, 3, 8
_DIVIDES = table(dict.fromkeys([*BLOCK_LEVEL, "button"], 1))


# --- which pages ------------------------------------------------------------------------------------


def may_have(page: Page, found: Look | None) -> bool:
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
    return bool(classes(page, around, _LISTED)) or any(
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
