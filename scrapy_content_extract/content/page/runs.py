"""Formulas in running text, maybe with line breaks and emphasis in them, become elements."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from lxml import etree

from ..markup.elements import FORMULAS
from .tex import EMPHASIS, Found, formulas_in, has_delimiter, written

#: Elements that a formula may hold, and what they were in Markdown, or what they mean in text.
SIMPLE = {
    **dict.fromkeys("i b u wbr nobr span font".split(), ""),
    "em": EMPHASIS, "strong": 2 * EMPHASIS, "br": "\n",
}  # fmt: skip
#: The most characters of one.
MOST_SIMPLE = 1_000
#: The most characters of a text whose formulas are remembered.
SHORT = 100
#: So many formulas between single dollars show that the page means it, also around one letter.
IS_OF_TEX = 2


def made(tex: str, is_displayed: bool, quote: str = "") -> etree._Element:
    """Return the element of a formula, empty if it draws nothing.  A ``quote`` stands in place of dollars."""
    text = written(tex, is_displayed)
    new = etree.Element(FORMULAS[is_displayed] if text else "span")
    new.text = quote + text.strip("$") + quote if quote else text or None
    return new


class Run:
    """Texts of one parent with only simple elements between them."""

    def __init__(self, parent: etree._Element, before: etree._Element | None) -> None:
        self.parent = parent
        #: the element before the first text, or None
        self.before = before
        self.texts = [(parent.text if before is None else before.tail) or ""]
        self.elements: list[etree._Element] = []
        self.inside: list[str] = []

    def add(self, element: etree._Element, inside: str) -> None:
        self.elements.append(element)
        self.inside.append(inside)
        self.texts.append(element.tail or "")

    def pieces(self) -> list[str]:
        """Return its texts and the contents of its elements, in turn."""
        pieces = [""] * (2 * len(self.elements) + 1)
        pieces[::2], pieces[1::2] = self.texts, self.inside
        return pieces

    def formulas(self, is_of_tex: bool) -> list[Found]:
        """Return its formulas; each begins and ends in a text."""
        if not self.elements:
            return formulas_of(self.texts[0], is_of_tex) if has_delimiter(self.texts[0]) else []
        if not any(map(has_delimiter, self.texts)):
            return []
        pieces = self.pieces()
        starts = list(accumulate(map(len, pieces), initial=0))[:-1]
        found = formulas_in("".join(pieces), is_of_tex)
        ends = [(one, one.start, one.stop - 1) for one in found]
        return [one for one, *places in ends if not any((bisect_right(starts, k) - 1) % 2 for k in places)]

    def has_more(self, formulas: list[Found]) -> bool:
        """Tell whether there are more dollars than its formulas have."""
        of_formulas = sum(2 * len(one.opening) for one in formulas if one.opening in ("$", "$$"))
        return sum(text.count("$") for text in self.texts) > of_formulas

    def rewrite(self, formulas: list[Found]) -> int:
        """Put elements in the place of formulas, and return how many."""
        if formulas:
            found = [(one, made(one.tex, one.is_displayed)) for one in formulas]
            self.write(list(self.with_formulas(found)))
        return len(formulas)

    def with_formulas(self, found: list[tuple[Found, etree._Element]]) -> Iterator[str | etree._Element]:
        """Yield texts and elements in order; an element in a formula is left out."""
        n = start = 0
        for k, piece in enumerate(self.pieces()):
            stop, done = start + len(piece), start
            while n < len(found) and found[n][0].start < stop and not k % 2:
                one, new = found[n]
                if one.start >= start:
                    yield piece[done - start : one.start - start]
                    yield new
                done = min(one.stop, stop)
                if one.stop > stop:
                    break
                n += 1
            if not k % 2:
                yield piece[done - start :]
            elif not (n < len(found) and found[n][0].start < start):
                yield self.elements[k // 2]
            start = stop

    def write(self, content: Iterable[str | etree._Element]) -> None:
        """Make this the content of the run."""
        place, text, kept = self.before, "", set()
        self.set_text(place, None)
        for element in self.elements:
            element.tail = None
        for one in content:
            if isinstance(one, str):
                text += one
                continue
            if one.getparent() is None:
                self.insert(one, place)
            self.set_text(place, text)  # after that: it would become the text behind the new element
            kept.add(one)
            place, text = one, ""
        self.set_text(place, text)
        for element in self.elements:
            if element not in kept:
                self.parent.remove(element)

    def insert(self, new: etree._Element, place: etree._Element | None) -> None:
        if place is None:
            self.parent.insert(0, new)
        else:
            place.addnext(new)

    def set_text(self, place: etree._Element | None, text: str | None) -> None:
        if place is None:
            self.parent.text = text
        else:
            place.tail = text


def formulas_of(text: str, is_of_tex: bool) -> list[Found]:
    return list((of_short if len(text) <= SHORT else formulas_in)(text, is_of_tex))


@lru_cache(maxsize=256)
def of_short(text: str, is_of_tex: bool) -> tuple[Found, ...]:
    """Return the formulas of a short text, which pages repeat."""
    return tuple(formulas_in(text, is_of_tex))


def runs_of(parent: etree._Element) -> Iterator[Run]:
    """Yield the runs of a parent."""
    run = Run(parent, None)
    for child in parent:
        inside = content_of(child)
        if inside is None:
            yield run
            run = Run(parent, child)
        else:
            run.add(child, inside)
    yield run


def content_of(element: etree._Element) -> str | None:
    """Return the text of a simple element, with marks for emphasis, or None for another."""
    if not isinstance(element.tag, str):
        return ""
    mark = SIMPLE.get(element.tag)
    if mark is None or any(child.tag != "br" for child in element):
        return None
    if element.tag == "br":
        return mark
    text = "\n".join([element.text or "", *((child.tail or "") for child in element)])
    return mark + text + mark if len(text) <= MOST_SIMPLE else None


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
        found = [run.formulas(True) if run.has_more(of_run) else of_run for run, of_run in zip(runs, found)]
    left = most
    for run, formulas in zip(runs, found):
        left -= run.rewrite(formulas[:left])
    return left < most
