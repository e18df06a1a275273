"""Leave out furniture: lines and boxes among the text that belong to the page.

Advertisements, calls to subscribe, "read also" and copyright lines stand between the paragraphs of a text.
Where they share its tags and classes, the model takes them for text, so they are dropped after the choice:

* A line of at most 200 characters that is a phrase of ``furniture.tsv``, or has one at its first or second
  word.  Labelled pages decided which: where most lines with a phrase are content, it is not there.  Lines of
  tables, terms, programs, quotes and captions stay.
* Up to 10 links right behind a line such as "Read also:".
* Boxes of at most 400 characters whose class or id says so: advertisements; in threads signatures; what is
  named after promotion and has a form; players, videos and embedded things that speak of scripts or consent
  instead of being there.
* The last lines, as long as each is a call with a link and a phrase at any word, or asks for Ctrl+Enter, as
  sites do that want misprints reported.
* What stands before "*** START OF" and behind "*** END OF", the marks of an e-book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, islice, takewhile

from .. import core
from ..core.hints import SECTION
from ..markup import CODES
from ..model import positions
from ..page.elements import chars_of, line_with, lines_with, link_share, texts_of
from ..page.page import Page
from .case import Case, phrases_of, without
from .non_content import beginning, is_in, phrases_in, plain

#: The most characters of a line.
FURNITURE_CHARS = 200
#: The most characters of a box of furniture.
BOX_CHARS = 400
#: The most links behind a line, and the most lines at the end: they bound the time.
MOST_LINKS = 10
FORM, TABLE_SECTION = CODES["form"], SECTION["table"]
#: Elements whose lines stay.
KEPT = frozenset(CODES[tag] for tag in ("td", "th", "dt", "dd", "pre", "figcaption", "blockquote"))
#: The most of a choice that are boxes of furniture: else they may be the text itself.
MOST_SHARE = 1 / 3
#: What a box says that stands in for a player or another page: kinds of pages in ``non_content.tsv``.
STANDS_IN = {"script", "consent"}
#: The marks of e-books before and behind the text.
_BOOK = re.compile(r"\*\*\* ?(START|END) OF")
#: Signs around the words of a line.
SIGNS = " .,:;!|*#•·…–—-_>»›→▶►↓+()[]{}<«‹'\"“”„「」【】《》（）［］：！。｜"


def without_furniture(case: Case, chosen: bytearray) -> bytearray:
    page, facts, lines = case.page, case.facts, dict(furniture_lines(case, chosen))
    found = set(lines).union(*(links_behind(page, chosen, b) for b in lines if "link" in lines[b]))
    boxes = set(lines_of_boxes(case, chosen)) if page.says("furniture") or page.says("promo") else set()
    if boxes and sum(facts.n[b] for b in boxes) <= MOST_SHARE * sum(compress(facts.n, chosen)):
        found |= boxes
    if "ebook" in page.title.lower():
        found.update(set(positions(chosen, 1)).difference(lines_of_book(case, chosen)))
    kept = without(chosen, found) if found else chosen
    return without(kept, islice(lines_at_the_end(case, kept), MOST_LINKS))


def furniture_lines(case: Case, chosen: bytearray) -> Iterator[tuple[int, set[str]]]:
    """Yield the chosen lines with a phrase that are furniture, each with the ways in which phrases match."""
    page, facts, known = case.page, case.facts, phrases_of("furniture.tsv")
    for b, number in known.finder.beginning(page.strings, page.line_starts, chosen, facts.n, FURNITURE_CHARS):
        phrase, ways = known.rows[number]
        line = line_of(page, b)
        may_go_on = "begin" in ways or ("link" in ways and is_linked(page, b))
        if may_go(case, b) and (line == phrase or (may_go_on and begins(line, phrase))):
            yield b, ways


def may_go(case: Case, b: int) -> bool:
    """Tell whether a line is not one of a table, a list of terms, a program, a quote or a caption."""
    return case.page.code[case.facts.node[b]] not in KEPT and case.facts.section[b] != TABLE_SECTION


def begins(line: str, phrase: str) -> bool:
    """Tell whether a line begins with a phrase, or has it right after its first word."""
    return line.startswith(phrase) or line.partition(" ")[2].startswith(phrase)


def links_behind(page: Page, chosen: bytearray, b: int) -> Iterator[int]:
    """Return the links right behind a line that is none, as behind "Read also:"."""
    behind = range(b + 1, b + 1 if is_linked(page, b) else min(b + 1 + MOST_LINKS, len(chosen)))
    return takewhile(lambda line: chosen[line] and is_linked(page, line), behind)


def lines_of_boxes(case: Case, chosen: bytearray) -> Iterator[int]:
    """Yield the lines of small boxes whose class or id says furniture, if what is in them says so, too."""
    page, names, end = case.page, case.page.names, 0
    promo = page.names_that_say("promo") if FORM in page.code else set()
    marks = bytearray(len(page.said[0]))
    for number in promo | page.names_that_say("furniture"):
        marks[number] = 3  # in classes and ids
    for i in core.queries.elements_named(names.of_class, names.of_id, marks):
        if i < end or not 0 < chars_of(page, i) <= BOX_CHARS:
            continue
        box, end = lines_with(page, i), page.end[i]
        if 1 in chosen[box.start : box.stop] and page.line_starts[box.start] >= page.first[i]:
            numbers = {names.of_class[i], names.of_id[i]}
            name = " ".join(map(names.value, numbers)).lower()
            is_promo = FORM in page.code[i:end] and not promo.isdisjoint(numbers)
            is_ad = "anzeige" in name or "werbung" in name
            is_signature = "signature" in name and case.kind == "thread"
            said = phrases_in([plain(beginning(page, texts_of(page, i)))])
            if is_promo or is_ad or is_signature or said.keys() & STANDS_IN:
                yield from (b for b in box if chosen[b])


def lines_of_book(case: Case, chosen: bytearray) -> range:
    """Return the lines between "*** START OF" and "*** END OF", or all if they are not most of a choice."""
    page, n = case.page, case.facts.n
    marks = [(mark[1], k) for k, text in enumerate(page.strings) if (mark := _BOOK.search(text))]
    begin = max((line_with(page, k) + 1 for mark, k in marks if mark == "START"), default=0)
    end = min((line_with(page, k) for mark, k in marks if mark == "END"), default=len(n))
    inside = sum(compress(n[begin:end], chosen[begin:end]))
    return range(begin, end) if 2 * inside > sum(compress(n, chosen)) else range(len(n))


def lines_at_the_end(case: Case, chosen: bytearray) -> Iterator[int]:
    """Yield the last lines of a choice, from below, that lead on."""
    b = chosen.rfind(1)
    while b >= 0 and may_go(case, b) and is_call(case, b):
        yield b
        b = chosen.rfind(1, 0, b)


def is_call(case: Case, b: int) -> bool:
    """Tell whether a line calls to follow a link, by a phrase at any place, or to report a misprint."""
    if case.facts.n[b] > FURNITURE_CHARS:
        return False
    page, known, line = case.page, phrases_of("furniture.tsv"), line_of(case.page, b)
    has_link = 1 in page.in_link[slice(*page.line_starts[b : b + 2])]
    phrases = (known.rows[number] for number in known.finder.within(line)) if has_link else ()
    calls = any("begin" in ways and is_in(phrase, line) for phrase, ways in phrases)
    return calls or "ctrl+enter" in line.replace(" ", "")


def line_of(page: Page, b: int) -> str:
    """Return a paragraph in small letters, without the signs around it."""
    texts = map(page.strings.__getitem__, range(*page.line_starts[b : b + 2]))
    return " ".join(" ".join(texts).lower().split()).strip(SIGNS)


def is_linked(page: Page, b: int) -> bool:
    """Tell whether half of a paragraph is in links, or more."""
    return link_share(page, page.line_starts[b], page.line_starts[b + 1]) >= 0.5
