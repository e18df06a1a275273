"""Leave out furniture: lines and boxes among the text that belong to the page.

Advertisements, calls to subscribe, "read also" and copyright lines stand between the paragraphs of a text.
Where they share its tags and classes, the model takes them for text, so they are dropped after the choice:

* A line of at most 200 characters that is a phrase of ``furniture.tsv``, or has one at its first or second
  word.  Labelled pages decided which: where most lines with a phrase are content, it is not there.  Most
  phrases count only if p < .9.  Lines of tables, terms, programs, quotes and captions stay; so does a heading
  with p >= 3/4 above text that stays.
* Up to 10 links right behind a line such as "Read also:".
* Short lines with a copyright claim and p < .9 among the last six, or in the second half of fewer than
  twelve.
* Paragraphs with p < .9 in a box of at most 400 characters that begins with such a line, or that holds a form
  and has a class or id for promotion; at the end of the text the whole box.  The chosen text with p >= .9
  must be twice as long as the box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from .. import kernels
from ..kernels.hints import SECTION
from ..markup import CODES
from ..model import positions, table_rows
from ..page.elements import ancestors, lines_with, link_share
from ..page.page import Page
from .case import Case, without

#: The most characters of a line, and the p from which the model is sure.
LINE_CHARS, SURE_P = 200, 0.9
#: The most characters of a box of furniture, and of elements between it and its first line or form.
BOX_CHARS, BOX_STEPS = 400, 8
#: There are this many times more characters of which the model is sure than in a box.
MOST_BOX = 2
#: The last lines of a text, where more is furniture; the most links behind a line, and forms, that are looked
#: at.
LAST_LINES, MOST_LINKS, MOST_FORMS = 6, 10, 100
#: The p from which a heading stays above what stays.
KEPT_HEADING_P = 0.75
#: Elements whose lines stay, and the first letter of scripts that have no spaces between words.
KEPT = frozenset(CODES[tag] for tag in ("td", "th", "dt", "dd", "pre", "figcaption", "blockquote"))
NO_WORDS = "\u0e00"
FORM, TABLE_SECTION = CODES["form"], SECTION["table"]
#: The most characters of a line that claims copyright, and what it has.
COPYRIGHT_CHARS = 100
COPYRIGHT = ("©", "ⓒ", "all rights reserved")
#: Signs around the words of a line.
SIGNS = " .,:;!|*#•·…–—-_>»›→▶►↓+()[]{}<«‹'\"“”„「」【】《》（）［］：！。｜"


class Furniture(NamedTuple):
    """The phrases of the table."""

    #: with the ways in which each matches
    ways: list[tuple[str, set[str]]]
    #: what finds them, by their places in ``ways``
    beginnings: Any


@cache
def phrases() -> Furniture:
    """Return the phrases of all languages."""
    matches = defaultdict[str, set[str]](set)
    for way, _, listed in table_rows(Path(__file__).with_name("furniture.tsv")):
        for phrase in listed.split("|"):
            for written in {phrase, phrase.replace("'", "’")}:
                matches[written].add(way)
    return Furniture(list(matches.items()), kernels.words.Beginnings(list(matches)))


def without_furniture(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice without furniture."""
    page, facts = case.page, case.facts
    end = first_of_last(chosen)
    lines = dict(furniture_lines(case, chosen, end))
    found = {*lines, *copyright_lines(case, chosen, end)}
    headings = {b for b in found if facts.since_heading[b] == 0 and facts.p[b] >= KEPT_HEADING_P}
    found -= {b for b in headings if chosen[b + 1 : b + 2] == b"\1" and b + 1 not in found}
    boxes = [box_of(page, facts.node[b], b) for b in found]
    boxes += [links_behind(page, chosen, b) for b in found if "link" in lines.get(b, ())]
    forms = islice(positions(page.code, FORM), MOST_FORMS) if page.says("promo") else ()
    boxes += [box for i in forms if (box := box_of(page, i)) and is_promotion(case, box)]
    boxes = [box for box in boxes if 1 in chosen[box.start : box.stop]]
    if boxes:
        sure = sum(n for n, p, is_chosen in zip(facts.n, facts.p, chosen) if is_chosen and p >= SURE_P)
        those = [box for box in boxes if MOST_BOX * sum(facts.n[box.start : box.stop]) <= sure]
        last = chosen.rfind(1)  # a box at the end goes as a whole
        found.update(b for box in those for b in box if facts.p[b] < SURE_P or box.stop > last)
    return without(chosen, found) if found else chosen


def furniture_lines(case: Case, chosen: bytearray, end: int) -> Iterator[tuple[int, set[str]]]:
    """Yield the chosen lines that are a phrase, or begin with one, or with a name before it.

    Each comes with the ways in which the phrase matches; from ``end`` on are the last lines.
    """
    page, facts, known = case.page, case.facts, phrases()
    hits = known.beginnings.found_in(page.strings, page.line_starts, chosen, facts.n, LINE_CHARS)
    for b, number in hits:
        phrase, ways = known.ways[number]
        if page.code[facts.node[b]] in KEPT or facts.section[b] == TABLE_SECTION:
            continue
        unsure, line = facts.p[b] < SURE_P, line_of(page, b)
        is_whole = line == phrase and (
            "whole+" in ways
            or (unsure and "whole" in ways)
            or ("link" in ways and (unsure or len(links_behind(page, chosen, b)) > 0))
        )
        may_begin = "begin+" in ways or (
            unsure
            and ("begin" in ways or ("link" in ways and is_linked(page, b)) or ("end" in ways and b >= end))
        )
        if is_whole or (may_begin and begins(line, phrase)):
            yield b, ways


def begins(line: str, phrase: str) -> bool:
    """Tell whether a line begins with a phrase, or has it right after its first word."""
    for part in (line, line.partition(" ")[2]):
        if part.startswith(phrase):
            beyond = part[len(phrase) : len(phrase) + 1]
            return not (beyond.isalnum() and phrase[-1].isalpha()) or phrase[-1] >= NO_WORDS
    return False


def first_of_last(chosen: bytearray) -> int:
    """Return the first of the last chosen lines; they are at most the second half."""
    b, most = len(chosen), min(LAST_LINES, chosen.count(1) // 2)
    for _ in range(most):
        b = chosen.rfind(1, 0, b)
    return b


def links_behind(page: Page, chosen: bytearray, b: int) -> range:
    """Return the links right behind a line that is none, as behind "Read also:"."""
    behind = range(b + 1, b + 1 if is_linked(page, b) else min(b + 1 + MOST_LINKS, len(chosen)))
    links = takewhile(lambda line: chosen[line] and is_linked(page, line), behind)
    return behind[: sum(1 for _ in links)]


def is_promotion(case: Case, box: range) -> bool:
    """Tell whether a class or id near some paragraphs speaks of newsletters and the like."""
    return min(case.facts.promo[box.start : box.stop]) <= BOX_STEPS


def copyright_lines(case: Case, chosen: bytearray, end: int) -> Iterator[int]:
    """Yield the last chosen lines that claim copyright."""
    for b in (end + behind for behind in positions(chosen[end:], 1)):
        if case.facts.n[b] <= COPYRIGHT_CHARS and case.facts.p[b] < SURE_P:
            line = line_of(case.page, b)
            if any(claim in line for claim in COPYRIGHT):
                yield b


def line_of(page: Page, b: int) -> str:
    """Return a paragraph in small letters, without the signs around it."""
    texts = map(page.strings.__getitem__, range(*page.line_starts[b : b + 2]))
    return " ".join(" ".join(texts).lower().split()).strip(SIGNS)


def is_linked(page: Page, b: int) -> bool:
    """Tell whether half of a paragraph is in links, or more."""
    return link_share(page, page.line_starts[b], page.line_starts[b + 1]) >= 0.5


def box_of(page: Page, i: int, line: int = -1) -> range:
    """Return the paragraphs of the largest small box around an element, none if it is not small.

    The box of a line begins with it.
    """
    found = range(0)
    for box in islice(ancestors(page, i), BOX_STEPS):
        first, stop = page.first[box], page.stop[box]
        if page.chars_in([(first, stop)]) > BOX_CHARS or (line >= 0 and first != page.line_starts[line]):
            break
        found = lines_with(page, box)
    return found
