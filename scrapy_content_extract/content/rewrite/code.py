"""Programs as one preformatted text each, however a highlighter has laid them out.

Rewritten are

* tables with line numbers beside lines of code;
* ``<pre>`` with an element for each line, with numbers among the lines, or with buttons in it or beside it;
* lists and ``<div>`` of a highlighter with an item or an element for each line;
* ``<code>`` of several lines outside of ``<pre>``;
* ``<div>`` whose class is "code" or the like, with lines of a program.

Each becomes ``<pre><code class="language-…">`` with one text: its lines as a browser shows them, without line
numbers and buttons.  Programs are recognised by their shape and by words that highlighters share, not by the
names of sites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, pairwise
from textwrap import dedent

from lxml import etree

from ..markup import BLOCK_LEVEL, CELL_CODES, CELLS, CODES, table
from ..model import places_of_any
from ..page.elements import children_of, element_before
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
          | tag_listingline                       # LaTeXML
        )(?![a-z])
      | (?<![a-z-])ln(?:os?|s|td?)?(?![a-z-])     # Chroma
    )""",
    re.IGNORECASE | re.VERBOSE,
)
#: Buttons and the bars that hold them.
BUTTONS = re.compile(r"copy(?!right)|clipboard|toolbar|\bbtn\b", re.IGNORECASE)
#: A line.
LINE = re.compile(r"(?:^|\s)(?:[\w-]+-|\w+_listing)?line(?:\s|$)", re.IGNORECASE)
#: What has an element or an item for each line: Doxygen, GeSHi, SyntaxHighlighter 1.5, LaTeXML.
LISTING = re.compile(r"(?:^|[\s_-])(?:fragment|geshi|dp-\w+|listing)(?:\s|$)", re.IGNORECASE)
#: What holds a program.
CODE = re.compile(r"code|\blines?\b|\bline-|-lines?\b|syntax|highlight|geshi|fragment", re.IGNORECASE)
#: A box for a program.
BOX = re.compile(
    r"(?:^|\s)(?:source[-_]?)?code(?:[-_]?(?:block|box|snippet|sample|example|listing))?(?:\s|$)",
    re.IGNORECASE,
)
#: What an element inside a ``<pre>``, or beside it, has if that is to be rewritten.
_MARKS = (re.compile(rf"{LINE.pattern}|has-numbering", re.IGNORECASE), NUMBERS, BUTTONS)
#: The characters of a class that are searched: pages may hide a megabyte in one.
CLASS_CHARS = 1_000
#: A style that shows line breaks.
_SHOWS_LINES = re.compile(r"(?:^|[;\s])white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)

#: Elements that a program has no text in, and those that show that a text is prose.
_SKIPPED = frozenset({"button", "script", "style", "template"})
_PROSE = frozenset("p h1 h2 h3 h4 h5 h6 img blockquote section article form input select dl hr".split())
_LINES = BLOCK_LEVEL - CELLS
#: What a line of a program in a box may have.
_IN_LINES = frozenset("a b br em font i mark small span strong tt u var wbr".split())
#: A line that is a statement.
_STATEMENT = re.compile(r"[;{}\[\]>\\]$|^(?:[$#%>] |//|<)")
_DIVIDES = table(dict.fromkeys([*BLOCK_LEVEL, "button"], 1))
#: An indented line behind another one.
INDENTED = re.compile(r"\n(?:  |\t|\xa0)[^\n]*\S")
#: A button has at most this many characters; what has more is text.
BUTTON_CHARS = 40
#: A line number is read from at most this many texts: it has one or two.
NUMBER_TEXTS = 8
#: The language of a program is looked for in this many elements inside.
ELEMENTS_INSIDE = 8


# Which pages


def may_have(page: Page) -> bool:
    """Tell whether a page may have programs to rewrite, by its tags and classes."""
    numbers = classes_of(page, "line number", NUMBERS)
    return (
        (page.says("program tag") and (has_lines(page) or has_long_codes(page)))
        or (page.says("code") and any(has_breaks(page, i) for i in boxes_of(page)))
        or any(page.code[i] in CELL_CODES for i in elements_of(page, numbers))
        or (page.says("listing") and len(listings_of(page)) > 0)
    )


def has_lines(page: Page) -> bool:
    """Tell whether a ``<pre>`` has blocks in it, or lines, numbers or buttons in it or beside it."""
    of_class, found = page.names.of_class, set[int]()
    for pre in outermost(page, page.elements({"pre"})):
        inside = slice(pre + 1, page.end[pre])
        if 1 in page.code[inside].translate(_DIVIDES):
            return True
        found.update(of_class[inside], (of_class[i] for i in beside(page, pre)))
    classes = [page.names.value(number)[:CLASS_CHARS] for number in found if number]
    return any(words.search(of_class) for of_class in classes for words in _MARKS)


def has_long_codes(page: Page) -> bool:
    """Tell whether a ``<code>`` outside of ``<pre>`` has several lines."""
    codes = [i for i in page.elements({"code"}) if page.first[i] not in page.preformatted]
    return any(has_breaks(page, i) for i in outermost(page, codes))


def boxes_of(page: Page) -> list[int]:
    """Return the boxes for programs that hold no other ``<div>``."""
    boxes = elements_of(page, classes_of(page, "code", BOX))
    div = CODES["div"]
    return [i for i in boxes if page.code[i] == div and page.code.find(div, i + 1, page.end[i]) < 0]


def listings_of(page: Page) -> list[int]:
    """Return the lists and ``<div>`` of highlighters that have lines of a program, in page order."""
    named = elements_of(page, classes_of(page, "listing", LISTING))
    lists = [i for above in named for i in children_of(page, above) if page.code[i] == CODES["ol"]]
    found = sorted({*lists, *(i for i in named if page.code[i] in (CODES["ol"], CODES["div"]))})
    return [i for i in found if has_lines_in(page, i)]


def has_lines_in(page: Page, listing: int) -> bool:
    """Tell whether an element of a highlighter has lines of a program."""
    is_list, names = page.code[listing] == CODES["ol"], page.names
    children = list(children_of(page, listing))
    classes = [names.value(names.of_class[child])[:CLASS_CHARS] for child in children]
    lines = [
        child
        for child, of_class in zip(children, classes)
        if (is_list and page.code[child] == CODES["li"]) or is_word_in(of_class, LINE)
    ]
    inside = {page.tags[n] for i in lines for n in page.tag_number[i + 1 : page.end[i]]}
    return len(lines) > 1 and _PROSE.isdisjoint(inside)


def elements_of(page: Page, classes: set[int]) -> list[int]:
    return places_of_any(page.names.of_class, classes)


def classes_of(page: Page, what: str, words: re.Pattern[str]) -> set[int]:
    """Return the places in ``names.values`` of those that say something, in one of some words."""
    value = page.names.value
    return {n for n in page.names_that_say(what) if words.search(value(n)[:CLASS_CHARS])}


def has_breaks(page: Page, i: int) -> bool:
    text = "".join([page.strings[k] for k in range(page.first[i], page.stop[i])])
    return page.code.find(CODES["br"], i, page.end[i]) >= 0 or "\n" in text.strip()


def outermost(page: Page, elements: Iterable[int]) -> Iterator[int]:
    """Yield the elements that stand in no other of them."""
    end = 0
    for i in elements:
        if i >= end:
            yield i
            end = page.end[i]


def beside(page: Page, i: int) -> Iterator[int]:
    """Yield the siblings right before and behind an element."""
    parent, before, behind = page.parent, element_before(page, i), page.end[i]
    if before > parent[i]:
        yield before
    if behind < len(parent) and parent[behind] == parent[i]:
        yield behind


# Programs → ``<pre>``


def rewrite(page: Page, nodes: list[etree._Element]) -> bool:
    """Replace the programs of a tree that are not one text, and return whether there are any."""
    root = nodes[0]
    programs = [pre for pre in root.iter("pre") if not is_inside(pre, "pre") and is_in_lines(pre)]
    changed = replace_all(innermost(root, "table"), code_of_table)
    changed |= replace_all([nodes[i] for i in listings_of(page)], code_of_listing)
    for pre in programs:
        is_code = pre.find(".//code") is not None or has_word(pre, CODE)
        replace(pre, element_of(lines_in(pre), language_near(pre), is_code=is_code))
    changed |= replace_all([nodes[i] for i in boxes_of(page)], code_of_box)
    codes = [code for code in root.iter("code") if not is_inside(code, "pre", "code")]
    changed |= replace_all(reversed(codes), code_of_block)  # each takes the rest of its paragraph
    return drop_beside(root) or changed or bool(programs)


def replace_all(
    elements: Iterable[etree._Element], text_in_lines: Callable[[etree._Element], str | None]
) -> bool:
    """Replace the elements that are programs, and return whether there are any."""
    gone: set[etree._Element] = set()
    for element in elements:
        is_there = element.getparent() is not None and element not in gone
        if is_there and (text := text_in_lines(element)):
            gone.update(element.iter())
            replace(element, element_of(text, language_near(element)))
    return bool(gone)


def element_of(text: str, language: str, *, is_code: bool = True) -> etree._Element:
    pre = etree.Element("pre")
    holder = etree.SubElement(pre, "code") if is_code or language else pre
    holder.text = text
    if language:
        holder.set("class", f"language-{language}")
    return pre


def replace(old: etree._Element, new: etree._Element) -> None:
    parent = old.getparent()
    assert parent is not None
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
        if element is not None and (is_number(element) or is_button(element))
    ]
    for element in found:
        replace(element, etree.Element("span"))
    return bool(found)


def is_button(element: etree._Element) -> bool:
    """Tell whether an element is a button, or a bar with one."""
    return (
        has_word(element, BUTTONS)
        and next(element.iter("button"), None) is not None
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
    given = text_in(numbers).split() or [number_in(numbers)]
    if not (is_code(code) and counts_up(given)):
        return None
    text = lines_in(code)
    is_beside = len(given) > 1 and abs(len(given) - len(text.split("\n"))) <= 1
    return text if is_beside or has_word(numbers, NUMBERS) else None


def code_of_rows(rows: list[list[etree._Element]]) -> str | None:
    """Return the program with a row for each line, its number first."""
    first = rows[0]
    is_named = has_word(first[0], NUMBERS) or first[0].get("data-line-number") is not None
    if not (is_named and is_code(first[-1]) and counts_up([number_in(row[0]) for row in rows])):
        return None
    return "\n".join([lines_in(row[-1]).strip("\n") for row in rows])


def is_code(cell: etree._Element) -> bool:
    """Tell whether a cell has a program, by its class or an element in it."""
    return has_word(cell, CODE) or next(cell.iter("pre", "code"), None) is not None


def code_of_listing(element: etree._Element) -> str:
    """Return the program in a highlighter's list or element with a child for each line."""
    lines = [child for child in element if child.tag == "li" or has_word(child, LINE)]
    return "\n".join(map(collapsed_lines, lines))


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
    if tags & BLOCK_LEVEL and ("code" in tags or has_word(pre, CODE)):
        return True
    return any(map(LINE.search, classes)) and "\n" not in text_in(pre).strip()


def code_of_block(code: etree._Element) -> str | None:
    """Return the program in a ``<code>`` of several lines, or None."""
    tags = {node.tag for node in code.iterdescendants()}
    if tags & _PROSE:
        return None
    if "br" in tags:
        return dedent(collapsed_lines(code))
    if _SHOWS_LINES.search(code.get("style") or "") and "\n" in (program := dedent(lines_in(code))):
        return program
    is_program = INDENTED.search(text_in(code).strip("\n")) is not None and is_alone(code)
    return lines_in(code) if is_program else None


def is_alone(element: etree._Element) -> bool:
    """Tell whether an element is all that its block has."""
    parent = element.getparent()
    if parent is None or parent.tag not in BLOCK_LEVEL:
        return False
    has_siblings = element.getprevious() is not None or element.getnext() is not None
    return not (has_siblings or (parent.text or "").strip() or (element.tail or "").strip())


def code_of_box(box: etree._Element) -> str | None:
    """Return the program in an element whose class says that it has one, or None."""
    if any(node.tag not in _IN_LINES for node in box.iterdescendants()):
        return None
    shows_lines = _SHOWS_LINES.search(box.get("style") or "") is not None
    has_breaks = box.find(".//br") is not None and not shows_lines
    program = dedent(collapsed_lines(box) if has_breaks else lines_in(box))
    lines = [line for line in program.split("\n") if line]
    statements = sum(_STATEMENT.search(line) is not None for line in lines)
    return program if len(lines) > 1 and (shows_lines or 2 * statements >= len(lines)) else None


# The lines of a program


def lines_in(element: etree._Element, line_break: str = "\n") -> str:
    """Return the text of an element with its lines; ``line_break`` is written for one in a text."""
    pieces = list[str]()
    is_one_line = "\n" not in text_in(element).strip() and element.find(".//br") is None
    # a style sheet may make a block of the <span> of each line
    ends_lines = is_one_line and any(has_word(span, LINE) for span in element.iter("span"))

    def end_line() -> None:
        if pieces and not pieces[-1].endswith("\n"):
            pieces.append("\n")

    walk = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        is_line = node.tag in _LINES or (ends_lines and has_word(node, LINE))
        if event == "start":
            if is_line:
                end_line()
            if node.tag in _SKIPPED or (node is not element and is_number(node)):
                walk.skip_subtree()
            elif node.tag == "br":
                pieces.append("\n")
            elif (text := node.text) and not (text.isspace() and is_between(None, next(iter(node), None))):
                pieces.append(text.replace("\n", line_break))
            continue
        if event == "end" and is_line:
            end_line()
        tail = node.tail if node is not element else None
        if tail and not (tail.isspace() and is_between(node, node.getnext())):
            pieces.append(tail.replace("\n", line_break))
    return as_code("".join(pieces))


def is_number(element: etree._Element) -> bool:
    """Tell whether an element has line numbers only, by its class and its first texts."""
    return has_word(element, NUMBERS) and counts_up(text_in(element, NUMBER_TEXTS).split())


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
    return given if given.isdecimal() else ""


def text_in(element: etree._Element, most: int | None = None) -> str:
    """Return the texts in an element, or the first ones."""
    return "".join(map(str, islice(element.itertext(), most)))


@lru_cache(maxsize=1 << 12)  # the lines of a program have the same few classes
def is_word_in(of_class: str, words: re.Pattern[str]) -> bool:
    return words.search(of_class) is not None


def has_word(element: etree._Element, words: re.Pattern[str]) -> bool:
    """Tell whether the class of an element has one of some words."""
    of_class = element.get("class")
    return of_class is not None and is_word_in(of_class[:CLASS_CHARS], words)


def is_inside(element: etree._Element, *tags: str) -> bool:
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
    """Return the language that a program names, itself or inside, or ""."""
    places = (element, *islice(element.iter("pre", "code"), ELEMENTS_INSIDE))
    found = (
        language_in(place.get("class") or "") or language_of(place.attrib)  # type: ignore[arg-type]
        for place in places
    )
    return next(filter(None, found), "")


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
