"""Figures: pictures with their captions, kept together by their place among the chosen texts.

A method that looks for prose rarely chooses a caption, and the picture would be lost with it.  A figure is

* a ``<figure>`` that holds pictures or players and some text;
* any other element that holds one of them and otherwise nothing but captions, as WordPress's ``wp-caption``.

Its caption is the ``<figcaption>``, and any element with such a class.  Cards and teasers, whose caption or,
without one, whose text is mostly a link, are no figures.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..markup import CODES
from ..model import Range, positions, runs
from ..page.elements import lowest_common
from ..page.page import Page, once
from ..page.ranges import text_marks
from .headings import named_signs
from .media import MOST_SHOWN, NOSCRIPT, media_of, shown_marks, without_scripts

#: A caption has at most this many characters, in at most this many elements; what has more is an article.
CAPTION_CHARS, CAPTION_PARTS = 1_000, 20
#: The levels above a caption at which the element is looked for that also holds the picture.
LEVELS_ABOVE = 4
#: How the words that mark a caption stand in a class.
_CAPTION = re.compile("caption|(?<![a-z])(?:legend|credits?)(?![a-z])")
FIGURE, FIGCAPTION, H1 = CODES["figure"], CODES["figcaption"], CODES["h1"]


class Figure(NamedTuple):
    """A picture with its caption."""

    element: int
    #: its texts, and the texts of its caption
    texts: Range
    caption: tuple[Range, ...]
    #: the lowest element that holds the caption and no picture, or -1
    label: int = -1


class Marks(NamedTuple):
    """The elements of a page that figures are made of, in page order."""

    pictures: list[int]
    captions: list[int]
    #: the ``<figure>`` elements
    figures: list[int]


@once
def figures_of(page: Page) -> list[Figure]:
    """Return the figures of a page, in page order; none holds another.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> figures_of(page_of("<p>a<figure><img src=b><figcaption>c</figcaption></figure>"))
    [Figure(element=3, texts=(1, 2), caption=((1, 2),), label=5)]
    """
    marks = marks_of(page)
    if not marks.pictures or not (marks.captions or marks.figures):
        return []
    figures: list[Figure] = []
    before = len(page.code)
    for i in reversed(marks.figures):  # the innermost first
        if before >= page.end[i] and (figure := figure_at(page, marks, i)):
            figures.append(figure)
            before = i
    figures.reverse()
    boxes = [box for i in boxes_of(page, marks) if (box := figure_at(page, marks, i, is_box=True))]
    return sorted(without_overlaps(page, figures, boxes)) if boxes else figures


@once
def marks_of(page: Page) -> Marks:
    shown = bytearray(shown_marks(page))
    figures = list(positions(page.code, FIGURE))
    captions = set[int]()
    if 1 in shown:
        values = page.names.values
        named = {n for n in page.names_that_say("caption") if _CAPTION.search((values[n] or "").lower())}
        captions.update(positions(page.code, FIGCAPTION))
        if named:
            captions.update(i for i, n in enumerate(page.names.of_class) if n in named)
    if not captions and not figures:
        return Marks([], [], [])
    beyond = 0
    for i in positions(page.code, NOSCRIPT):
        if i >= beyond and i not in without_scripts(page):
            beyond = page.end[i]
            shown[i:beyond] = bytes(beyond - i)
    return Marks(list(islice(positions(shown, 1), MOST_SHOWN)), sorted(captions), figures)


def inside(column: Sequence[int], start: int, stop: int) -> tuple[int, int]:
    """Return the places of the elements from ``start`` to ``stop`` in a column of elements."""
    return bisect_left(column, start), bisect_left(column, stop)


def figure_at(page: Page, marks: Marks, i: int, *, is_box: bool = False) -> Figure | None:
    """Return the figure that an element is, or None; a box has one picture and no other text."""
    start, stop = page.first[i], page.stop[i]
    low, high = inside(marks.pictures, i, page.end[i])
    if start == stop or low == high or (is_box and high - low > 1):
        return None
    caption, texts = caption_in(page, marks, i), [(start, stop)]
    said = caption or texts
    chars = page.chars_in(said)
    if chars > CAPTION_CHARS or 2 * page.link_chars_in(said) > chars:
        return None
    if is_box and (not caption or chars < page.chars_in(texts)):
        return None
    return Figure(i, (start, stop), tuple(caption), label_of(page, marks, i, caption) if caption else -1)


def caption_in(page: Page, marks: Marks, i: int) -> list[Range]:
    """Return the texts of the captions in an element; none if there are too many."""
    low, high = inside(marks.captions, i + 1, page.end[i])
    if high - low > CAPTION_PARTS:
        return []
    found: list[Range] = []
    for j in marks.captions[low:high]:
        first, stop = inside(marks.pictures, j, page.end[j])
        start = max(page.first[j], found[-1][1] if found else 0)
        if first == stop and start < page.stop[j]:
            found.append((start, page.stop[j]))
    return found


def label_of(page: Page, marks: Marks, i: int, caption: Sequence[Range]) -> int:
    """Return the lowest element that holds a caption, or -1 if that holds pictures, too."""
    label = lowest_common(page, page.owner[caption[0][0]], page.owner[caption[-1][1] - 1])
    first, stop = inside(marks.pictures, label, page.end[label])
    return label if first == stop and i < label < page.end[i] else -1


def boxes_of(page: Page, marks: Marks) -> list[int]:
    """Return the lowest elements that hold a caption outside of figures and a picture."""
    found = set()
    for j in marks.captions:
        i = j
        for _ in range(LEVELS_ABOVE):
            i = page.parent[i]
            if i < 0 or page.code[i] == FIGURE:
                break
            low, high = inside(marks.pictures, i, page.end[i])
            if low < high:
                found.add(i)
                break
    return sorted(found)


def without_overlaps(page: Page, figures: Sequence[Figure], boxes: Iterable[Figure]) -> Iterator[Figure]:
    """Yield figures, and boxes that neither hold nor are in one of them or another box."""
    elements, beyond = [figure.element for figure in figures], 0
    yield from figures
    for box in boxes:
        low, high = inside(elements, box.element, page.end[box.element])
        if low == high and box.element >= beyond and not (low and page.end[elements[low - 1]] > box.element):
            beyond = page.end[box.element]
            yield box


class Captioned(NamedTuple):
    """Chosen texts with the captions of their pictures."""

    ranges: Iterable[Range]
    #: the figures of the page
    figures: Sequence[Figure] = ()
    #: the pictures and players in figures that come along with the chosen texts
    pictures: Collection[int] = ()


def captioned(page: Page, ranges: Iterable[Range], most: int = sys.maxsize) -> Captioned:
    """Return chosen texts with the captions of the figures that come along, which have a picture to show.

    A figure with a chosen text is left as the method has chosen it.  The addresses end after ``most``
    characters.
    """
    figures = figures_of(page)
    starts, stops = page.bounds_of(ranges) if figures else ([], [])
    if not starts:
        return Captioned(ranges)
    chosen = text_marks(page, zip(starts, stops))
    others = [figure for figure in figures if 1 not in chosen[slice(*figure.texts)]]
    near = sorted(along(page, others, chosen.find(1), chosen.rfind(1)))
    if not near:
        return Captioned(ranges, figures)
    marks, media, pictures = marks_of(page).pictures, media_of(page), list[int]()
    for figure in near:
        low, high = inside(marks, figure.element, page.end[figure.element])
        shown = [(i, made) for i in marks[low:high] if most > 0 and (made := media.made_of(i))]
        pictures += [i for i, _ in shown]
        most -= sum(len(value) for _, made in shown for value in made.values())
        for start, stop in figure.caption if shown else ():
            chosen[start:stop] = b"\1" * (stop - start)
    for k in named_signs(page):
        chosen[k] = 0
    return Captioned(tuple(runs(chosen)), figures, pictures)


def with_captions(page: Page, marks: bytearray, are_wanted: bool) -> bytearray:
    """Return marked texts with the captions of the figures that come along, or without any."""
    if are_wanted:
        return text_marks(page, captioned(page, tuple(runs(marks))).ranges)
    for start, stop in (caption for figure in figures_of(page) for caption in figure.caption):
        marks[start:stop] = bytes(stop - start)
    return marks


def along(page: Page, figures: Sequence[Figure], first: int, last: int) -> Iterator[Figure]:
    """Yield the figures that stand between the first and the last chosen text, or lead up to the first.

    Those right before it do, with nothing but figures between, and those below the title: behind the last
    ``<h1>`` before it.
    """
    title = max((page.stop[i] for i in positions(page.code, H1) if page.stop[i] <= first), default=first)
    behind = first
    for figure in reversed(figures):
        start, stop = figure.texts
        if stop > first:
            if start < last:
                yield figure
        elif stop == behind or start >= title:
            behind = start if stop == behind else behind
            yield figure
