"""Leave out furniture: lines and boxes among the text that belong to the page.

Advertisements, calls to subscribe, "read also" and copyright lines stand between the paragraphs of a text.
Where they share its tags and classes, the model takes them for text, so they are dropped after the choice:

* A line of at most 200 characters that is a phrase of ``furniture.tsv``, or has one at its first or second
  word.  Labelled pages decided which: where most lines with a phrase are content, it is not there.  Lines of
  tables, terms, programs, quotes and captions stay.
* Up to 10 links right behind a line such as "Read also:".
* Paragraphs with p < .9 in a box of at most 400 characters that begins with such a line, or that holds a form
  and has a class or id for promotion; at the end of the text the whole box.  The chosen text with p >= .9
  must be twice as long as the box.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

from ..core.hints import SECTION
from ..markup import CODES
from ..model import positions
from ..page.elements import ancestors, chars_of, lines_with, link_share
from ..page.page import Page
from .case import Case, phrases_of, without

#: The most characters of a line.
FURNITURE_CHARS = 200
#: The p from which the model is sure.
SURE_P = 0.9
#: The most characters of a box of furniture.
BOX_CHARS = 400
#: The most elements between such a box and its form.
BOX_STEPS = 8
#: There are this many times more characters of which the model is sure than in a box.
MOST_BOX = 2
#: The most links behind a line, and the most forms, that are looked at: they bound the time.
MOST_LINKS = 10
MOST_FORMS = 100
#: The first letter of scripts that have no spaces between words.
NO_WORDS = "\u0e00"
FORM, TABLE_SECTION = CODES["form"], SECTION["table"]
#: Elements whose lines stay.
KEPT = frozenset(CODES[tag] for tag in ("td", "th", "dt", "dd", "pre", "figcaption", "blockquote"))
#: Signs around the words of a line.
SIGNS = " .,:;!|*#•·…–—-_>»›→▶►↓+()[]{}<«‹'\"“”„「」【】《》（）［］：！。｜"


def without_furniture(case: Case, chosen: bytearray) -> bytearray:
    page, facts = case.page, case.facts
    lines = dict(furniture_lines(case, chosen))
    may_promote = page.says("promo") and FORM in page.code
    if not (lines or may_promote):
        return chosen
    boxes = [box_of(page, facts.node[b], begin=page.line_starts[b]) for b in lines]
    boxes += [links_behind(page, chosen, b) for b, ways in lines.items() if "link" in ways]
    forms = islice(positions(page.code, FORM), MOST_FORMS) if may_promote else ()
    with_forms = (box for i in forms if (box := box_of(page, i)))
    boxes += [box for box in with_forms if min(facts.promo[box.start : box.stop]) <= BOX_STEPS]
    boxes = [box for box in boxes if 1 in chosen[box.start : box.stop]]
    found = set(lines)
    if boxes:
        sure = sum(n for n, p, is_chosen in zip(facts.n, facts.p, chosen) if is_chosen and p >= SURE_P)
        those = [box for box in boxes if MOST_BOX * sum(facts.n[box.start : box.stop]) <= sure]
        last = chosen.rfind(1)  # a box at the end goes as a whole
        found.update(b for box in those for b in box if facts.p[b] < SURE_P or box.stop > last)
    return without(chosen, found) if found else chosen


def furniture_lines(case: Case, chosen: bytearray) -> Iterator[tuple[int, set[str]]]:
    """Yield the chosen lines with a phrase that are furniture, each with the ways in which phrases match."""
    page, facts, known = case.page, case.facts, phrases_of("furniture.tsv")
    find = known.finder.beginning
    for b, number in find(page.strings, page.line_starts, chosen, facts.n, FURNITURE_CHARS):
        phrase, ways = known.rows[number]
        if page.code[facts.node[b]] in KEPT or facts.section[b] == TABLE_SECTION:
            continue
        line = line_of(page, b)
        may_go_on = "begin" in ways or ("link" in ways and is_linked(page, b))
        if line == phrase or (may_go_on and begins(line, phrase)):
            yield b, ways


def begins(line: str, phrase: str) -> bool:
    """Tell whether a line begins with a phrase, or has it right after its first word."""
    for part in (line, line.partition(" ")[2]):
        if part.startswith(phrase):
            beyond = part[len(phrase) : len(phrase) + 1]
            return not (beyond.isalnum() and phrase[-1].isalpha()) or phrase[-1] >= NO_WORDS
    return False


def links_behind(page: Page, chosen: bytearray, b: int) -> range:
    """Return the links right behind a line that is none, as behind "Read also:"."""
    behind = range(b + 1, b + 1 if is_linked(page, b) else min(b + 1 + MOST_LINKS, len(chosen)))
    links = takewhile(lambda line: chosen[line] and is_linked(page, line), behind)
    return behind[: sum(1 for _ in links)]


def line_of(page: Page, b: int) -> str:
    """Return a paragraph in small letters, without the signs around it."""
    texts = map(page.strings.__getitem__, range(*page.line_starts[b : b + 2]))
    return " ".join(" ".join(texts).lower().split()).strip(SIGNS)


def is_linked(page: Page, b: int) -> bool:
    """Tell whether half of a paragraph is in links, or more."""
    return link_share(page, page.line_starts[b], page.line_starts[b + 1]) >= 0.5


def box_of(page: Page, i: int, begin: int | None = None) -> range:
    """Return the paragraphs of the largest small box around an element; it may have to begin with a text."""
    box = None
    for around in islice(ancestors(page, i), BOX_STEPS):
        if chars_of(page, around) > BOX_CHARS or (begin is not None and page.first[around] != begin):
            break
        box = around
    return range(0) if box is None else lines_with(page, box)
