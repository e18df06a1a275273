"""The steps of :mod:`.auto` before and after the choice of the likeliest paragraphs.

:data:`LEAVE_OUT` has the steps before the choice: what they find counts as unlikely and is never chosen.
:data:`STEPS` has those after it: each completes the choice, or clears it.  The report says of each paragraph
which step decided, in the words of these tables.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, compress, islice
from operator import gt, mul
from typing import Any, NamedTuple

from .. import kernels
from ..kernels.hints import FAR
from ..markup import CELL_CODES, CODES, FORMULAS, HEADINGS, table
from ..model import Range, positions
from ..page.blocks import (
    Rows,
    ancestors,
    heading_above,
    in_data_tables,
    lowest_common,
    ranges_in,
    whole_rows,
)
from ..page.page import Page
from .non_content import mark_up


class ParagraphFacts(NamedTuple):
    """The facts about the paragraphs of a page that the choice needs, a column for each."""

    #: the probability that a character is main content
    p: array[float]
    #: a number that paragraphs share that look alike: their nodes and the nodes' parents have equal names
    look: array[int]
    #: the element that holds the paragraph
    node: array[int]
    #: its characters, without white space
    n: array[int]
    #: 1 for prose
    prose: array[int]
    #: steps up to an element whose class or id says comments, or FAR
    comment_steps: array[int]
    #: paragraphs since the last heading, 0 for one
    since_heading: array[int]
    #: the share of its words, in percent, that come again in paragraphs that look alike
    words_alike: array[int]
    #: the paragraphs in elements called comments
    comments: Sequence[int] = ()
    #: the probability of each of KINDS, for the page
    kinds: Sequence[float] = ()


class Trace(NamedTuple):
    """How a choice came about, for reports."""

    p: array[float]
    #: p after paragraphs that look alike or stand together, see :mod:`.auto`
    q: array[float]
    #: by name of a step what it left out, or all that is chosen after it: 1 for each such paragraph
    after: Mapping[str, bytes]


@dataclass
class Case:
    """A page on the way through the steps."""

    page: Page
    facts: ParagraphFacts
    rows: Rows | None = None
    #: per text: 1 if a browser does not show it; None if all is shown
    hidden: bytes | None = None
    is_article: bool = False
    #: the parameters of the method with these names
    asked_comments: str = "auto"
    asked_hidden: str = "auto"
    asked_kind: str = "auto"
    asked_tables: bool = True
    #: 1 for each paragraph that a step of LEAVE_OUT has left out
    left_out: bytearray = field(default_factory=bytearray)


class Step(NamedTuple):
    """A step, and what the report says of a paragraph that it chooses or drops."""

    name: str
    #: returns the choice after the step; before the choice, the paragraphs to leave out
    run: Callable[..., Any]
    #: a letter for the report, and its words: "Kept ...", "Left out, ..."
    chose: tuple[str, str] = ("", "")
    dropped: tuple[str, str] = ("", "")


# ------------------------------------------------------------------ left out: hidden text

#: The most expected content in hidden text, as a share of that in visible prose.
MOST_HIDDEN_SHARE = 0.5


def hidden_paragraphs(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays."""
    if case.asked_hidden == "keep" or case.hidden is None:
        return None
    starts = case.page.line_starts
    hidden = bytearray(len(starts) - 1)
    for begin, end in ranges_in(case.hidden):
        first, stop = bisect_left(starts, begin), bisect_right(starts, end) - 1
        if first < stop:
            hidden[first:stop] = b"\1" * (stop - first)
    return hidden if case.asked_hidden == "drop" or is_enough_visible(case.facts, hidden) else None


def is_enough_visible(facts: ParagraphFacts, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    least = sum(map(mul, compress(facts.p, hidden), compress(facts.n, hidden))) / MOST_HIDDEN_SHARE
    visible = bytes(map(gt, facts.prose, hidden))
    in_prose = map(mul, compress(facts.p, visible), compress(facts.n, visible))
    return any(so_far >= least for so_far in accumulate(in_prose, initial=0.0))


def made_unlikely(facts: ParagraphFacts, those: bytearray) -> ParagraphFacts:
    """Return facts by which some paragraphs have p = 0 and look like nothing else."""
    p, look, other = facts.p[:], facts.look[:], max(facts.look, default=0) + 1
    for b in positions(those, 1):
        p[b] = 0.0
        if other < len(p):  # else each paragraph has a look of its own
            look[b] = other
    return facts._replace(p=p, look=look)


def without_texts(ranges: Iterable[Range], marks: bytes) -> tuple[Range, ...]:
    """Return ranges without the marked texts; a range that goes on where another ends is joined to it."""
    kept: list[Range] = []
    for start, stop in ranges:
        while start < stop:
            end = marks.find(1, start, stop)
            end = stop if end < 0 else end
            if kept and kept[-1][1] == start:
                kept[-1] = (kept[-1][0], end)
            elif start < end:
                kept.append((start, end))
            start = end + 1
    return tuple(kept)


def count_hidden(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    kept = page.chars_in(ranges) - page.chars_in(without_texts(ranges, marks))
    return page.chars_in(ranges_in(marks)) - kept, kept


# ------------------------------------------------------------------ left out: next stories
# Blocks alike that each begin with a heading that is a link belong to other pages: endless scroll puts the
# next articles below the first, and other pages end with cards of a heading and a sentence each.

#: The least expected characters of content in prose above the stories, and the most in them, as a multiple.
LEAST_ABOVE, MOST_IN_STORIES = 200, 3
#: The least stories alike, and the most elements around a heading that begin with it.
LEAST_STORIES, MOST_BOXES = 2, 6
_IS_HEADING = table(dict.fromkeys(HEADINGS, 1))


def next_stories(case: Case) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the next stories of an article, or None."""
    page, facts = case.page, case.facts
    groups = list(stories_alike(page)) if case.is_article else []
    if not groups:
        return None
    expected = list(map(mul, facts.p, facts.n))
    before = list(accumulate(expected, initial=0.0))
    prose_before = list(accumulate(map(mul, expected, facts.prose), initial=0.0))
    begin_less_end = [0] * (len(expected) + 1)  # stories may hold stories
    for stories in groups:
        ranges = [lines_beginning_in(page, i) for i in stories]
        above = prose_before[ranges[0].start]
        inside = sum(before[lines.stop] - before[lines.start] for lines in ranges)
        if above >= LEAST_ABOVE and inside <= MOST_IN_STORIES * above:
            for lines in ranges:
                begin_less_end[lines.start] += 1
                begin_less_end[lines.stop] -= 1
    return bytearray(depth > 0 for depth in accumulate(begin_less_end[:-1]))


def stories_alike(page: Page) -> Iterator[list[int]]:
    """Yield the siblings with one tag and class that each begin with a heading of its own that is a link."""
    groups = defaultdict[tuple[int, int, int], dict[int, int]](dict)
    for heading in positions(page.code.translate(_IS_HEADING), 1):
        first, stop = page.first[heading], page.stop[heading]
        if first == stop or page.in_link.find(0, first, stop) >= 0:
            continue
        i = heading
        for _ in range(MOST_BOXES):
            i = page.parent[i]
            if i <= 0 or page.first[i] != first:
                break
            groups[page.parent[i], page.tag_number[i], page.names.of_class[i]][i] = heading
    for stories in groups.values():
        if len(stories) < LEAST_STORIES:
            continue
        titles = {
            tuple(map(page.strings.__getitem__, range(page.first[i], page.stop[i]))) for i in stories.values()
        }
        if len(titles) == len(stories):
            yield list(stories)


def lines_beginning_in(page: Page, i: int) -> range:
    """Return the paragraphs that begin in an element."""
    starts = page.line_starts
    last = len(starts) - 1
    return range(bisect_left(starts, page.first[i], 0, last), bisect_left(starts, page.stop[i], 0, last))


# ------------------------------------------------------------------ headings and rows

#: A heading that is chosen with the paragraph below it has this p, or no more of its words, in percent,
#: come again in paragraphs that look alike.  Cross-validation chose both.
HEADING_P, WORDS_ALIKE = 0.25, 50


def with_headings(case: Case, chosen: bytearray) -> bytearray:
    """Add the headings right above all chosen paragraphs except the first."""
    facts = case.facts
    added: bytearray = kernels.choice.with_headings(
        chosen, facts.p, facts.since_heading, facts.words_alike, HEADING_P, WORDS_ALIKE
    )
    return added


def with_whole_rows(case: Case, chosen: bytearray) -> bytearray:
    """Choose or leave out each row of a table of data as a whole."""
    return chosen if case.rows is None else whole_rows(case.page, case.rows, chosen, case.facts.n)


# ------------------------------------------------------------------ enclosed blocks
# A model that has learned from prose gives programs, formulas and tables of data little, and a reader misses
# them: they come along with the paragraphs around them.

#: What a paragraph may be: part of a program; of a formula or of a table alone in its class; of another
#: table.  A button, such as "Copy", does not come along.
PROGRAM, OTHER, TABLE, BUTTON = 1, 2, 3, 4
#: The greatest share of a table's characters in links.
TABLE_LINKS = 0.3
#: How a header is written without header cells, and the most texts of it that are looked at.
BOLD, MOST_HEADER_TEXTS = frozenset({"b", "strong"}), 50
_LEFT_OUT = re.compile(b"\0+")


def with_enclosed_blocks(case: Case, chosen: bytearray) -> bytearray:
    """Choose also the paragraphs between two chosen ones that are programs, formulas or a table.

    It suffices if half of their characters are; what else is there is a caption or a number.  A program right
    behind a chosen heading or colon needs no paragraph behind it, and the rows of a table none but its other
    rows.
    """
    page = case.page
    structures = structures_of(page, case.rows)
    if structures is None:
        return chosen
    chosen, last = bytearray(chosen), chosen.rfind(1)
    for left_out in _LEFT_OUT.finditer(chosen.copy(), chosen.find(1) + 1):
        start, stop = left_out.span()
        while start < stop <= last and structures[stop - 1] == structures[stop] in (OTHER, TABLE):
            stop -= 1
            chosen[stop] = 1
        if stop <= last and is_of_structures(page, structures, start, stop):
            chosen[start:stop] = bytes(structures[b] != BUTTON for b in range(start, stop))
        elif structures[start] == PROGRAM and announces(page, page.line_starts[start] - 1):
            while start < stop and structures[start] == PROGRAM:
                chosen[start] = 1
                start += 1
    return chosen


def structures_of(page: Page, rows: Rows | None) -> bytearray | None:
    """Return what each paragraph is, or None if all are prose."""
    formulas = [page.tags.index(tag) for tag in FORMULAS if tag in page.tags]
    if not (formulas or page.preformatted or rows):
        return None
    starts = page.line_starts
    found = bytearray(len(starts) - 1)
    if rows is not None:
        times = Counter(page.names.of_class[i] for i in positions(page.code, CODES["table"]))
        for i in tables_with_header(page):
            if rows.row[page.stop[i] - 1] >= 0:  # it is a table of data
                lines = lines_with(page, i)
                what = OTHER if times[page.names.of_class[i]] == 1 else TABLE
                found[lines] = bytes([what]) * len(found[lines])
    if formulas:
        for k, element in enumerate(page.owner):
            if page.tag_number[element] in formulas:
                found[bisect_right(starts, k) - 1] = OTHER
    for b in programs_of(page):
        found[b] = PROGRAM
    for i in positions(page.code, CODES["button"]):
        if page.first[i] < page.stop[i]:
            found[bisect_right(starts, page.first[i]) - 1] = BUTTON
    return found


def lines_with(page: Page, i: int) -> slice:
    """Return the paragraphs with texts of an element."""
    first, stop, starts = page.first[i], page.stop[i], page.line_starts
    if first == stop:
        return slice(0, 0)
    return slice(bisect_right(starts, first) - 1, bisect_right(starts, stop - 1))


def programs_of(page: Page) -> Iterator[int]:
    """Yield the paragraphs that are programs, or hold one."""
    starts, stop = page.line_starts, 0
    for k in sorted(page.preformatted):
        if k >= stop:  # else it is in the last one
            b = bisect_right(starts, k) - 1
            stop = starts[b + 1]
            yield b


def tables_with_header(page: Page) -> list[int]:
    """Return the tables with a header, few links, and no table inside."""
    return [
        i
        for i in positions(page.code, CODES["table"])
        if (page.code.find(CODES["th"], i, page.end[i]) >= 0 or has_bold_row(page, i))
        and page.code.find(CODES["table"], i + 1, page.end[i]) < 0
        and page.link_chars_in([texts := (page.first[i], page.stop[i])])
        <= TABLE_LINKS * page.chars_in([texts])
    ]


def has_bold_row(page: Page, table: int) -> bool:
    """Tell whether the cells of the first row of a table are bold, as many write headers."""
    row = page.code.find(CODES["tr"], table, page.end[table])
    texts = range(page.first[row], page.stop[row]) if row >= 0 else range(0)
    return 1 < len(texts) <= MOST_HEADER_TEXTS and all(is_bold(page, page.owner[k], row) for k in texts)


def is_bold(page: Page, i: int, row: int) -> bool:
    """Tell whether an element in a row is bold inside of its cell."""
    while i > row and page.code[i] not in CELL_CODES:
        if page.tags[page.tag_number[i]] in BOLD:
            return True
        i = page.parent[i]
    return False


def is_of_structures(page: Page, structures: bytearray, start: int, stop: int) -> bool:
    """Tell whether half of the characters of some paragraphs, or more, are in structures."""
    starts, found = page.line_starts, [b for b in range(start, stop) if structures[b] in (PROGRAM, OTHER)]
    if not found:
        return False
    inside = page.chars_in([(starts[b], starts[b + 1]) for b in found])
    return 2 * inside >= page.chars_in([(starts[start], starts[stop])])


def announces(page: Page, k: int) -> bool:
    """Tell whether a text is a heading, or ends with a colon."""
    return page.strings[k].rstrip().endswith((":", "：")) or heading_above(page, page.owner[k]) >= 0


# ------------------------------------------------------------------ comments and tables, as asked
# Forum software calls the posts below the first one comments or replies, too.  A page is a thread if it
# declares one (DISCUSSIONS); if an element that holds the opening text and the posts is called a forum, a
# topic and the like; or if who wrote the opening text stands in an element with the same class, in one with
# the same class, as who wrote two or more of the posts.

#: The greatest share of the page in an element that holds comments.
MOST_IN_COMMENTS = 0.9
#: The least prose, in characters, that must be left for comments to be dropped.
LEFT_CHARS = 300
#: The least prose of an article before its comments, in characters and as a share of its prose.
ARTICLE_CHARS, ARTICLE_SHARE = 500, 0.9
#: The least mean p of comments that are content, even below an article.  Cross-validation chose it.
CONTENT_P = 0.8
#: The p of a paragraph that is likely content.
LIKELY_P = 0.5
#: The most characters of a name with what stands around it, and the least posts by somebody.
WRITER_CHARS, LEAST_POSTS = 60, 2
#: The types of schema.org that declare that posts are the content: https://schema.org/QAPage
DISCUSSIONS = (b"DiscussionForumPosting", b"QAPage")
_DECLARES = re.compile(
    rb"""(?:"@type"\s{0,9}:\s{0,9}(?:\[[^\]]{0,200})?"|(?:itemtype|typeof)\s{0,9}=\s{0,9}["']?[^"'<>]{0,200})"""
    rb"(?:%s)\b" % b"|".join(DISCUSSIONS)
)
#: The words in a class or id that say comments; the hint that is a feature is also in "correspondent".
_COMMENTS = re.compile(r"comment(?!ar|at)|disqus|pinglun|(?<![a-z])(?:respond|reply)(?![a-z])", re.IGNORECASE)
#: The words in a class or id for a thread, at the beginning of a word or with a capital letter.
_THREAD = re.compile(
    r"(?<![a-zA-Z])(?<!disqus_)(?:forum|topic|thread|discussion|question|viewtopic|viewthread|showthread)"
    r"|Forum|Topic|Thread|Discussion|Question"
)
#: The words in a class for somebody who has written.
_SOMEBODY = ("author", "user", "nick", "poster", "creator", "member")
_DIGITS = re.compile(r"\d+")


def as_asked(case: Case, chosen: bytearray) -> bytearray:
    """Return the choice with comments and tables in or out, as the parameters say."""
    page, facts = case.page, case.facts
    comments = [b for b in facts.comments if chosen[b]]
    if case.asked_comments == "keep":
        for b in facts.comments:
            chosen[b] |= facts.prose[b]
    elif case.asked_comments == "drop":  # unless the page is for them, as in a forum
        others = without(chosen, comments)
        chosen = others if prose_in(others, facts) >= LEFT_CHARS else chosen
    elif case.asked_kind != "thread" and are_below_article(facts, chosen, comments):
        chosen = chosen if is_thread(page, facts, comments) else without(chosen, comments)
    if not case.asked_tables:
        data = in_data_tables(page)
        chosen = bytearray(c and not data[i] for c, i in zip(chosen, facts.node))
    return chosen


def are_below_article(facts: ParagraphFacts, chosen: bytearray, comments: Sequence[int]) -> bool:
    """Tell whether the chosen comments seem to stand below an article."""
    if not comments:
        return False
    expected, size = sum(facts.p[b] * facts.n[b] for b in comments), sum(facts.n[b] for b in comments)
    if expected >= CONTENT_P * size:
        return False
    before, others = prose_in(chosen[: comments[0]], facts), prose_in(without(chosen, comments), facts)
    return before >= max(ARTICLE_CHARS, ARTICLE_SHARE * others)


def is_discussion(page: Page) -> bool:
    """Tell whether a page declares that its posts are the content, as JSON-LD, microdata or RDFa.

    The search reads the mark-up; a tree is written out, which takes as long as the model.
    """
    source = mark_up(page)
    return any(name in source for name in DISCUSSIONS) and _DECLARES.search(source) is not None


def without(chosen: bytearray, those: Iterable[int]) -> bytearray:
    """Return a choice without some paragraphs."""
    others = bytearray(chosen)
    for b in those:
        others[b] = 0
    return others


def prose_in(chosen: bytearray, facts: ParagraphFacts) -> int:
    """Return the characters of chosen prose; ``chosen`` may end before the page does."""
    return sum(n for is_chosen, is_prose, n in zip(chosen, facts.prose, facts.n) if is_chosen and is_prose)


def comments_of(page: Page, facts: ParagraphFacts) -> list[int]:
    """Return the paragraphs that are in elements whose class or id says comments.

    An element with most of the page, or with its ``<h1>``, does not count: its name is about the page, like
    "comments-closed".
    """
    if min(facts.comment_steps, default=FAR) >= FAR:  # no class or id says so, as on most pages
        return []
    found, is_in_box = [], {-1: False}  # the root has no parent
    says = {0: False}  # 0 is no class, or no id
    for b in [b for b, step in enumerate(facts.comment_steps) if step < FAR]:
        i = facts.node[b]
        for _ in range(facts.comment_steps[b]):
            i = page.parent[i]
        above = []
        while i not in is_in_box:
            above.append(i)
            i = page.parent[i]
        for inner in reversed(above):
            is_in_box[inner] = is_in_box[i] or is_box_of_comments(page, inner, says)
            i = inner
        if is_in_box[i]:
            found.append(b)
    return found


def is_box_of_comments(page: Page, i: int, says: dict[int, bool]) -> bool:
    """Tell whether the class or the id of an element that may hold comments has a word for them.

    ``says`` remembers it of each.
    """
    before, names = page.chars_before, page.names
    if before[page.stop[i]] - before[page.first[i]] >= MOST_IN_COMMENTS * before[-1]:
        return False
    for number in (names.of_class[i], names.of_id[i]):
        if number not in says:
            says[number] = _COMMENTS.search(names.values[number] or "") is not None
        if says[number]:
            return page.code.find(CODES["h1"], i, page.end[i]) < 0
    return False


def is_thread(page: Page, facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether the paragraphs that are called comments belong to a thread."""
    posts = [b for b in comments if facts.prose[b]] or comments
    first, last = facts.node[posts[0]], facts.node[posts[-1]]
    opening = facts.node[opening_of(facts, posts[0])]
    holder = lowest_common(page, opening, first)
    while opening != holder and page.parent[opening] != holder:
        opening = page.parent[opening]  # the whole block, with who wrote it
    before, behind = range(opening, min(page.end[opening], first)), range(first, page.end[last])
    return is_called_thread(page, holder) or have_authors_alike(page, before, behind) or is_discussion(page)


def are_the_posts(facts: ParagraphFacts, comments: Sequence[int]) -> bool:
    """Tell whether comments have as much prose as what is likely content among and below them, or more.

    Otherwise posts stand there, and the comments are about them.
    """
    those, prose = set(comments), [b for b in range(comments[0], len(facts.n)) if facts.prose[b]]
    likely = sum(facts.n[b] for b in prose if b not in those and facts.p[b] >= LIKELY_P)
    posts = sum(facts.n[b] for b in prose if b in those)
    return 0 < posts >= likely


def opening_of(facts: ParagraphFacts, first: int) -> int:
    """Return the paragraph of prose with most expected content before the first comment, or that one."""
    before = (b for b in range(first) if facts.prose[b])
    return max(before, key=lambda b: facts.p[b] * facts.n[b], default=first)


def is_called_thread(page: Page, i: int) -> bool:
    """Tell whether the class or id of an element, or of one around it, has a word for threads."""
    names = page.names
    numbers = (of[e] for e in ancestors(page, i) for of in (names.of_class, names.of_id))
    return any(_THREAD.search(names.values[number] or "") for number in numbers)


def have_authors_alike(page: Page, opening: range, posts: range) -> bool:
    """Tell whether an element around the opening text and several in the posts name somebody alike."""
    somebody = page.names_having(_SOMEBODY) - page.names_having(["vcard"])
    before = set(names_of_somebody(page, opening, somebody))
    if not before:
        return False
    found = Counter(names_of_somebody(page, posts, somebody))
    return any(found[name] >= LEAST_POSTS for name in before)


def names_of_somebody(page: Page, elements: range, somebody: set[int]) -> Iterator[str]:
    """Yield the classes of elements with little text that name somebody, and of their parents, no digits."""
    of_class, values = page.names.of_class, page.names.values
    for i in elements:
        if of_class[i] in somebody and 0 < page.chars_in([(page.first[i], page.stop[i])]) <= WRITER_CHARS:
            above = values[of_class[page.parent[i]]] if i else ""
            yield _DIGITS.sub("", f"{values[of_class[i]]} {above}")


# ------------------------------------------------------------------ clearing: what was left out, repetitions

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_left_out(case: Case, chosen: bytearray) -> bytearray:
    """Return a choice without the paragraphs that the steps before it have left out."""
    return without(chosen, positions(case.left_out, 1)) if 1 in case.left_out else chosen


def deduplicate(case: Case, chosen: bytearray) -> bytearray:
    """Drop repeated text, such as mobile and desktop copies; a page may show a program twice."""
    page, n = case.page, case.facts.n
    if page.preformatted:
        n = n[:]
        for b in programs_of(page):
            n[b] = 0
    once: bytearray = kernels.words.without_repetitions(
        page.strings, page.line_starts, chosen, n, REPEATED_CHARS
    )
    return once


# ------------------------------------------------------------------ labels

TERM, MEANING = CODES["dt"], CODES["dd"]
#: Elements that name the element that holds them.
HOLDERS = {
    CODES[label]: CODES[holder]
    for label, holder in (
        ("caption", "table"), ("figcaption", "figure"), ("footer", "blockquote"), ("summary", "details")
    )
}  # fmt: skip
QUOTE = CODES["blockquote"]
#: The most characters of a label, without white space, and of elements between it and its holder.
LABEL_CHARS, LABEL_STEPS = 100, 3


def with_labels(case: Case, chosen: bytearray) -> bytearray:
    """Keep the labels of kept content: they are short, and the rest says little without them.

    These are the ``<dt>`` of a ``<dd>``, the caption of a table, the attribution of a quote, the
    ``<summary>`` of ``<details>``, if half of the characters of what they name are chosen.
    A label that is mostly a link, but for ``<cite>``, or stands in comments leads elsewhere, or says who
    wrote a post, and stays out.
    """
    page, n = case.page, case.facts.n
    labels = [*labels_in(page)]
    if not labels and TERM not in page.code:
        return chosen
    before = list(accumulate(map(mul, chosen, n), initial=0))
    chosen, comments = bytearray(chosen), frozenset(case.facts.comments)
    for i in [*terms_kept(page, before), *(i for i, holder in labels if is_kept(page, before, i, holder))]:
        texts = [(page.first[i], page.stop[i])]
        chars = page.chars_in(texts)
        is_cite = page.tags[page.tag_number[i]] == "cite"
        if chars <= LABEL_CHARS and (is_cite or 2 * page.link_chars_in(texts) <= chars):
            for b in range(*lines_with(page, i).indices(len(chosen))):
                chosen[b] |= b not in comments
    return chosen


def terms_kept(page: Page, before: Sequence[int]) -> Iterator[int]:
    """Yield the terms of chosen meanings; ``before`` counts chosen characters."""
    kept = set[int]()
    for i in reversed(list(positions(page.code, TERM))):  # the last of several stands beside the meaning
        behind = page.end[i]
        if behind in kept or (
            behind < len(page.code)
            and page.code[behind] == MEANING
            and page.parent[behind] == page.parent[i]
            and is_kept(page, before, None, behind)
        ):
            kept.add(i)
            yield i


def labels_in(page: Page) -> Iterator[tuple[int, int]]:
    """Yield other labels with what they name."""
    for label, of in HOLDERS.items():
        for i in positions(page.code, label):
            if (holder := holder_of(page, i, of)) >= 0:
                yield i, holder
    for i in page.elements({"cite"}):
        if (holder := holder_of(page, i, QUOTE)) >= 0:
            yield i, holder


def holder_of(page: Page, i: int, code: int) -> int:
    """Return the element of a kind around another, or -1; it is near."""
    around = islice(ancestors(page, page.parent[i]), LABEL_STEPS)
    return next((e for e in around if page.code[e] == code), -1)


def is_kept(page: Page, before: Sequence[int], label: int | None, holder: int) -> bool:
    """Tell whether half of an element without its label is chosen, or more; ``before`` counts what is."""
    lines = lines_with(page, holder)
    chars: int = page.chars_in([(page.first[holder], page.stop[holder])])
    kept: int = before[lines.stop] - before[lines.start]
    if label is not None:
        own = lines_with(page, label)
        chars -= page.chars_in([(page.first[label], page.stop[label])])
        kept -= before[own.stop] - before[own.start]
    return 0 < chars <= 2 * kept


# ------------------------------------------------------------------ the tables

LEAVE_OUT = (
    Step("hidden", hidden_paragraphs, dropped=("i", "for a browser does not show it")),
    Step("stories", next_stories, dropped=("s", "for it belongs to another story below this one")),
)
STEPS = (
    Step("headings", with_headings, ("h", "as the heading of the paragraph below it")),
    Step(
        "rows",
        with_whole_rows,
        ("r", "with most of its row in a table"),
        ("R", "with most of its row in a table"),
    ),
    Step(
        "enclosed",
        with_enclosed_blocks,
        ("b", "with the text around it, as a program, a formula or a table"),
    ),
    Step(
        "asked",
        as_asked,
        ("a", "because comments are asked for"),
        ("c", "for comments below an article, or tables, are not asked for"),
    ),
    Step("left out", without_left_out),
    Step("repeated", deduplicate, dropped=("2", "for the same text is kept elsewhere on the page")),
    Step("labels", with_labels, ("t", "as the label of what is kept")),
)
