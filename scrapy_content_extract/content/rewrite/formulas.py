"""Formulas as texts of their own: an element with one text, ``$x^2$`` or ``$$x^2$$``, for each.

Where the TeX of a formula is found, in order of trust: an annotation of MathML, its ``alttext``, a script
of MathJax, MathML itself, what MathJax has drawn, the alt text or the address of a picture, an element with
a class such as "math" (:mod:`.tex_sources`); and between delimiters in running text (:mod:`.tex`).  What a
program has drawn beside it is removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from lxml import etree

from ..markup import FORMULAS
from ..page.page import Page
from .code import CLASS_CHARS, elements_of
from .tex import TEXT_CHARS, Found, formulas_in, has_delimiter, written
from .tex_sources import MARKED, Tex, is_marked, may_hold, tex_in

#: Two dollars with more characters between them are not tried as a formula before a page is parsed.
DOLLAR_CHARS = 2_000
#: The most formulas of a page that elements hold, and the most in its running text, where the others keep
#: their delimiters: each is an element more.
MOST_FORMULAS, MOST_IN_TEXT = 20_000, 2_000

_STYLE = re.compile(r"\s*\\displaystyle(?![A-Za-z])\s*")
#: Elements whose text has no formulas.
NOT_READ = frozenset(
    "title pre code kbd samp tt textarea script style select button svg template iframe object math".split()
)
#: What programs draw around and beside a formula: elements, and classes of KaTeX, MediaWiki and MathJax.
DRAWN = frozenset({"img", "svg", "meta", "nobr"})
_DRAWN = re.compile(
    r"(?:^|\s)(?:katex(?:-display|-mathml|-html)?|mwe-math\S*|mathjax(?:_\w+)?|mjx[-_]\S+)(?=\s|$)",
    re.IGNORECASE,
)
_OF_MATHJAX = re.compile(r"(?:^|\s)(?:mathjax|mjx)", re.IGNORECASE)
#: The elements beside a formula, around it, and of MathJax beside its script that are looked at.
MOST_BESIDE, MOST_AROUND, MOST_OF_MATHJAX = 10, 20, 4
#: A class of tables in which a program has laid out equations, such as LaTeXML does on the pages of arXiv.
LAYOUT = re.compile(
    r"(?:^|[\s_-])(?:eqn|equation(?:group)?|disp-formula|displaymath)(?=$|[\s_-])", re.IGNORECASE
)

#: The formulas of texts with at most this many characters are remembered: pages repeat them.
SHORT_CHARS = 100
#: The delimiters of formulas in running text, besides dollars.
DELIMITERS = ((r"\(", r"\)"), (r"\[", r"\]"), (r"\begin{", r"\end{"))
#: So many formulas between single dollars show that the page means it, also around one letter.
IS_OF_TEX = 2


# Which pages


def may_have(page: Page) -> bool:
    """Tell whether a page may have formulas, at little cost: most pages have none."""
    classes = (page.names.value(n)[:TEXT_CHARS] for n in page.names_that_say("formula"))
    if page.says("math tag") or page.says("tex tag") or any(map(MARKED.search, classes)):
        return True
    if not page.says("tex text"):
        return False
    return has_delimiters(page.all_text) or any(map(has_dollars, paragraphs_of(page)))


def has_delimiters(text: str) -> bool:
    """Tell whether a text has delimiters of formulas, besides dollars."""
    is_of_forum = "[/" in text and ("ex]" in text or "EX]" in text or "math]" in text)
    return is_of_forum or any(opening in text and closing in text for opening, closing in DELIMITERS)


def paragraphs_of(page: Page) -> Iterator[str]:
    """Yield the texts of the paragraphs of a page that have dollars."""
    if "$" in page.all_text:
        for start, stop in page.lines:
            text = " ".join([page.strings[k] for k in range(start, stop)])
            if "$" in text:
                yield text


def has_dollars(text: str) -> bool:
    """Tell whether there may be a formula between dollars."""
    between = [one for one in text.split("$")[1:-1] if len(one) <= DOLLAR_CHARS]
    found = [one for one in between if "\\" in one or "^" in one or "_" in one]
    signs = ("$", "$$") if "$$" in text else ("$",)
    return any(True for one in found for sign in signs for _ in formulas_in(sign + one + sign, False))


# Formulas → elements


def rewrite(page: Page, nodes: list[etree._Element]) -> bool:
    """Replace the formulas of a tree by elements of their own, and return whether there are any."""
    strangers = [nodes[i] for i in page.elements(FORMULAS)]  # elements of the page that have our names
    for element in strangers:
        element.tag = "span"
    scripts = [nodes[i] for i in page.elements({"script"})]
    drawn = [
        element
        for script in scripts
        if (script.get("type") or "").startswith("math/")
        for element in remove_drawn(script)
    ]
    sources, parents, tables = found_in(page, nodes, set(drawn))
    is_changed = bool(strangers)
    for element, tex in sources[:MOST_FORMULAS]:
        is_changed |= replace(element, tex)
    is_changed |= rewrite_texts(parents, MOST_IN_TEXT)
    if is_changed:
        rewrite_tables(tables)
    return is_changed


def found_in(
    page: Page, nodes: list[etree._Element], drawn: set[etree._Element]
) -> tuple[list[tuple[etree._Element, Tex]], list[etree._Element], list[etree._Element]]:
    """Return elements with their formulas, the parents of texts that may have some, and tables of them.

    Nothing is looked for in what was ``drawn``, or is not read.
    """
    sources, parents, tables = [], [], []
    classes, of_class = [(name or "")[:CLASS_CHARS] for name in page.names.values], page.names.of_class
    marked = elements_of(page, {n for n, name in enumerate(classes) if name and is_marked(name)})
    holders = {*page.elements({tag for tag in page.tags if may_hold(tag)}), *marked}
    closed = set(page.elements({tag for tag in page.tags if tag.rpartition(":")[2] in NOT_READ}))
    if drawn:
        closed.update(i for i, node in enumerate(nodes) if node in drawn)
    owners = set[int]()
    if page.says("tex text") or "$" in page.all_text:
        owners.update(page.owner[k] for k, text in enumerate(page.strings) if has_delimiter(text))
    end = 0  # of what is not looked into
    for i in sorted(holders | closed | owners | set(page.elements({"table"}))):
        if i < end:
            continue
        element = nodes[i]
        if element.tag == "table" and LAYOUT.search(classes[of_class[i]]):
            tables.append(element)
        if i in holders and element not in drawn and (found := tex_in(element)):
            sources.append((element, found))
            end = page.end[i]
        elif i in closed:
            end = page.end[i]
        elif i in owners:
            parents.append(element)
    return sources, parents, tables


def made(tex: str, is_displayed: bool) -> etree._Element:
    """Return the element of a formula, empty if it draws nothing."""
    text = written(tex, is_displayed)
    new = etree.Element(FORMULAS[is_displayed] if text else "span")
    new.text = text or None
    return new


# What programs draw


def replace(element: etree._Element, found: Tex) -> bool:
    """Put a formula in the place of its element and of what is drawn beside it."""
    top, is_displayed = element, found.is_displayed
    for around in islice(element.iterancestors(), MOST_AROUND):
        if not (is_drawn(around) and all(e is top or is_beside(e) for e in beside_in(around))):
            break
        says_display = "display" in (around.get("class") or "").lower()
        is_displayed = is_displayed or says_display or around.get("display") in ("true", "block")
        top = around
    parent = top.getparent()
    if parent is None:
        return False
    new = made(found.tex, is_displayed)
    new.tail, top.tail = top.tail, None
    parent.replace(top, new)
    return True


def remove_drawn(script: etree._Element) -> Iterator[etree._Element]:
    """Remove what MathJax has drawn before a script, and yield it."""
    parent = script.getparent()
    assert parent is not None
    for before in list(islice(script.itersiblings(preceding=True), MOST_OF_MATHJAX)):
        if (before.tail or "").strip() or not _OF_MATHJAX.search(before.get("class") or ""):
            break
        parent.remove(before)
        yield before


def is_drawn(element: etree._Element) -> bool:
    return element.tag.startswith("mjx-") or bool(_DRAWN.search(element.get("class") or ""))


def beside_in(around: etree._Element) -> Iterator[etree._Element | None]:
    """Yield the elements in another, and None if there are too many or text between them."""
    if (around.text or "").strip():
        yield None
    for n, element in enumerate(islice(around, MOST_BESIDE + 1)):
        yield None if n == MOST_BESIDE or (element.tail or "").strip() else element


def is_beside(element: etree._Element | None) -> bool:
    """Tell whether an element is drawn beside a formula."""
    if element is None:
        return False
    if not isinstance(element.tag, str) or element.tag in DRAWN or element.get("aria-hidden") == "true":
        return True
    return is_drawn(element)


# Formulas in running text, maybe with line breaks in them


def rewrite_texts(parents: Iterable[etree._Element], most: int) -> bool:
    """Put elements in the place of formulas in the texts of some parents; return whether there are any."""
    runs, found, count = list[Run](), list[list[Found]](), 0
    for run in (run for parent in parents for run in runs_of(parent)):
        if count >= most:  # a page of nothing else would take seconds
            break
        runs.append(run)
        found.append(run.formulas(False))
        count += len(found[-1])
    if sum(one.opening == "$" for formulas in found for one in formulas) >= IS_OF_TEX:
        found = [run.formulas(True) for run in runs]
    left = most
    for run, formulas in zip(runs, found):
        if formulas and left:
            run.write(run.with_formulas(formulas[:left]))
            left -= len(formulas[:left])
    return left < most


def runs_of(parent: etree._Element) -> Iterator[Run]:
    run = Run(parent, None)
    for child in parent:
        if child.tag == "br" or not isinstance(child.tag, str):
            run.elements.append(child)
            run.texts.append(child.tail or "")
        else:
            yield run
            run = Run(parent, child)
    yield run


class Run:
    """Texts of one parent with only line breaks and comments between them."""

    def __init__(self, parent: etree._Element, before: etree._Element | None) -> None:
        self.parent = parent
        #: the element before the first text, or None
        self.before = before
        self.texts = [(parent.text if before is None else before.tail) or ""]
        self.elements: list[etree._Element] = []

    def pieces(self) -> list[str]:
        """Return its texts and the line breaks of its elements, in turn."""
        pieces = [""] * (2 * len(self.elements) + 1)
        pieces[::2] = self.texts
        pieces[1::2] = ["\n" if element.tag == "br" else "" for element in self.elements]
        return pieces

    def formulas(self, is_of_tex: bool) -> list[Found]:
        """Return its formulas; each begins and ends in a text."""
        if not any(map(has_delimiter, self.texts)):
            return []
        text = "".join(self.pieces())
        return list((formulas_of_short if len(text) <= SHORT_CHARS else formulas_in)(text, is_of_tex))

    def with_formulas(self, formulas: list[Found]) -> Iterator[str | etree._Element]:
        """Yield texts and elements in order; an element in a formula is left out."""
        n = start = done = 0
        for k, piece in enumerate(self.pieces()):
            stop = start + len(piece)
            if k % 2:
                if done <= start:
                    yield self.elements[k // 2]
            else:
                while n < len(formulas) and formulas[n].start < stop:
                    one = formulas[n]
                    yield piece[max(done - start, 0) : one.start - start]
                    yield made(one.tex, one.is_displayed)
                    done = one.stop
                    n += 1
                yield piece[max(done - start, 0) :]
            start = stop

    def write(self, content: Iterable[str | etree._Element]) -> None:
        for element in self.elements:
            self.parent.remove(element)
            element.tail = None
        place, text = self.before, ""
        self.set_text(place, None)
        for one in content:
            if isinstance(one, str):
                text += one
                continue
            if place is None:
                self.parent.insert(0, one)
            else:
                place.addnext(one)
            self.set_text(place, text)  # after that: it would become the text behind the new element
            place, text = one, ""
        self.set_text(place, text)

    def set_text(self, place: etree._Element | None, text: str | None) -> None:
        if place is None:
            self.parent.text = text
        else:
            place.tail = text


@lru_cache(maxsize=256)
def formulas_of_short(text: str, is_of_tex: bool) -> tuple[Found, ...]:
    return tuple(formulas_in(text, is_of_tex))


# Tables of equations: each row becomes a paragraph with one formula and its number
#
#     |  | x(t) | = r t |  | (1) |   →   $$x(t) =r t$$ (1)


def rewrite_tables(tables: Iterable[etree._Element]) -> None:
    """Put paragraphs in the place of tables of equations."""
    for table in tables:
        parent = table.getparent()
        if parent is None or table.find(".//table") is not None:
            continue
        parts = [table, *table.iterchildren("thead", "tbody", "tfoot")]
        rows = [row for part in parts for row in part.iterchildren("tr")]
        new = etree.Element("div")
        new.extend([line for row in rows for line in lines_of(row)])
        new.tail, table.tail = table.tail, None
        parent.replace(table, new)


def lines_of(row: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs of a row: one of its formula and number, or one for each cell of text."""
    cells = [cell for cell in row if cell.tag in ("td", "th")]
    formulas = [[*cell.iter(*FORMULAS)] for cell in cells]
    if any(found and is_text(cell, found) for cell, found in zip(cells, formulas)):
        for cell in cells:
            cell.tag = "div"
            yield cell
        return
    line = etree.Element("p")
    rest = ["".join(map(str, cell.itertext())) for cell, found in zip(cells, formulas) if not found]
    given = [formula.text or "" for found in formulas for formula in found]
    tex = [_STYLE.sub("", text.strip("$"), count=1) for text in given]
    numbers = " ".join(" ".join(rest).split())
    if tex:
        line.append(made(" ".join(tex), is_displayed=True))
        line[0].tail = f" {numbers}" if numbers else None
    else:
        line.text = numbers
    yield line


def is_text(cell: etree._Element, formulas: list[etree._Element]) -> bool:
    """Tell whether a cell has text besides its formulas."""
    of_formulas = "".join([formula.text or "" for formula in formulas])
    return "".join(map(str, cell.itertext())).split() != of_formulas.split()
