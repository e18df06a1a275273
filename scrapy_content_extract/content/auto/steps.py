"""What names something chosen comes along: it is short, and the rest says little without it.

That is the ``<dt>`` of a ``<dd>``, the caption of a table, the attribution of a quote, the ``<summary>`` of
``<details>``.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate, compress, islice
from operator import gt, mul
from typing import Any, Protocol

from .. import kernels
from ..kernels.hints import FAR
from ..markup import CELL_CODES, CODES, FORMULAS, HEADINGS, table
from ..model import Range, positions
from ..page.blocks import Rows, ancestors, heading_above, lowest_common, ranges_in
from ..page.page import Page
from .non_content import mark_up

# ------------------------------------------------------------------ comments
# Comments of readers, for :mod:`.auto`: which paragraphs they are, and when they go.

#: The greatest share of the page in an element that holds comments.
MOST = 0.9
#: The least prose that must be left for comments to be dropped.
LEFT_CHARS = 300
#: The least prose of an article before its comments, in characters and as a share of its prose.
ARTICLE_CHARS, ARTICLE_SHARE = 500, 0.9
#: The least mean p of comments that are content, even below an article.
CONTENT_P = 0.8
#: The types of schema.org that declare that posts are the content: https://schema.org/QAPage
DISCUSSIONS = (b"DiscussionForumPosting", b"QAPage")
_DECLARES = re.compile(
    rb"""(?:"@type"\s{0,9}:\s{0,9}(?:\[[^\]]{0,200})?"|(?:itemtype|typeof)\s{0,9}=\s{0,9}["']?[^"'<>]{0,200})"""
    rb"(?:%s)\b" % b"|".join(DISCUSSIONS)
)
#: The words in a class or id that say comments; the hint that is a feature is also in "correspondent".
_COMMENTS = re.compile(r"comment(?!ar|at)|disqus|pinglun|(?<![a-z])(?:respond|reply)(?![a-z])", re.IGNORECASE)


class Paragraphs(Protocol):
    """The facts that the steps of auto need about the paragraphs of a page, a column for each."""

    @property
    def p(self) -> array[float]: ...
    @property
    def look(self) -> array[int]: ...
    @property
    def n(self) -> Sequence[int]: ...
    @property
    def node(self) -> Sequence[int]: ...
    @property
    def prose(self) -> Sequence[int]: ...
    @property
    def comment_steps(self) -> Sequence[int]: ...


def without_comments_below(
    chosen: bytearray, known: Paragraphs, comments: Sequence[int], is_discussion: Callable[[], bool]
) -> bytearray:
    """Return a choice without its comments if they stand below an article, else unchanged."""
    return (
        without(chosen, comments) if is_article(known, chosen, comments) and not is_discussion() else chosen
    )


def is_article(known: Paragraphs, chosen: bytearray, comments: Sequence[int]) -> bool:
    """Tell whether the chosen comments seem to stand below an article."""
    if not comments:
        return False
    expected, size = sum(known.p[b] * known.n[b] for b in comments), sum(known.n[b] for b in comments)
    if expected >= CONTENT_P * size:
        return False
    before, others = prose_in(chosen[: comments[0]], known), prose_in(without(chosen, comments), known)
    return before >= max(ARTICLE_CHARS, ARTICLE_SHARE * others)


def is_discussion(page: Page) -> bool:
    """Tell whether a page declares that its posts are the content, as JSON-LD, microdata or RDFa.

    The search reads the mark-up; a tree is written out, which takes as long as the model.
    """
    source = mark_up(page)
    return any(name in source for name in DISCUSSIONS) and _DECLARES.search(source) is not None


def without_comments(chosen: bytearray, known: Paragraphs, comments: Iterable[int]) -> bytearray:
    """Return a choice without comments, or unchanged if the page is for them, as in a forum."""
    others = without(chosen, comments)
    return others if prose_in(others, known) >= LEFT_CHARS else chosen


def without(chosen: bytearray, those: Iterable[int]) -> bytearray:
    """Return a choice without some paragraphs."""
    others = bytearray(chosen)
    for b in those:
        others[b] = 0
    return others


def prose_in(chosen: bytearray, known: Paragraphs) -> int:
    """Return the characters of chosen prose; ``chosen`` may end before the page does."""
    return sum(n for is_chosen, is_prose, n in zip(chosen, known.prose, known.n) if is_chosen and is_prose)


def comments_of(page: Page, known: Paragraphs) -> list[int]:
    """Return the paragraphs that are in elements whose class or id says comments.

    An element with most of the page, or with its ``<h1>``, does not count: its name is about the page, like
    "comments-closed".
    """
    if min(known.comment_steps, default=FAR) >= FAR:  # no class or id says so, as on most pages
        return []
    found, is_in_box = [], {-1: False}  # the root has no parent
    says = {0: False}  # 0 is no class, or no id
    for b in [b for b, step in enumerate(known.comment_steps) if step < FAR]:
        i = known.node[b]
        for _ in range(known.comment_steps[b]):
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
    if before[page.stop[i]] - before[page.first[i]] >= MOST * before[-1]:
        return False
    for number in (names.of_class[i], names.of_id[i]):
        if number not in says:
            says[number] = _COMMENTS.search(names.values[number] or "") is not None
        if says[number]:
            return page.code.find(CODES["h1"], i, page.end[i]) < 0
    return False


# ------------------------------------------------------------------ discussions
# Threads: whether what is called comments are the posts of a discussion, or stand below an article.
#
# Forum software calls the posts below the first one comments or replies, too.  A page is a thread
#
# * if it declares one (:func:`.comments.is_discussion`);
# * if an element that holds the opening text and the posts is called a forum, a topic and the like; or
# * if who wrote the opening text stands in an element with the same class, in one with the same class, as who
#   wrote two or more of the posts.

#: The words in a class or id for a thread, at the beginning of a word or with a capital letter.
_THREAD = re.compile(
    r"(?<![a-zA-Z])(?<!disqus_)(?:forum|topic|thread|discussion|question|viewtopic|viewthread|showthread)"
    r"|Forum|Topic|Thread|Discussion|Question"
)
#: The words in a class for somebody who has written.
_SOMEBODY = ("author", "user", "nick", "poster", "creator", "member")
_DIGITS = re.compile(r"\d+")
#: The p of a paragraph that is likely content.
LIKELY = 0.5
#: The most characters of a name with what stands around it, and the least posts by somebody.
NAME_CHARS, LEAST_POSTS = 60, 2


def is_thread(page: Page, known: Paragraphs, comments: Sequence[int]) -> bool:
    """Tell whether the paragraphs that are called comments belong to a thread."""
    posts = [b for b in comments if known.prose[b]] or comments
    first, last = known.node[posts[0]], known.node[posts[-1]]
    opening = known.node[opening_of(known, posts[0])]
    holder = lowest_common(page, opening, first)
    while opening != holder and page.parent[opening] != holder:
        opening = page.parent[opening]  # the whole block, with who wrote it
    before, behind = range(opening, min(page.end[opening], first)), range(first, page.end[last])
    return is_called_thread(page, holder) or have_authors_alike(page, before, behind) or is_discussion(page)


def are_the_posts(known: Paragraphs, comments: Sequence[int]) -> bool:
    """Tell whether comments have as much prose as what is likely content among and below them, or more.

    Otherwise posts stand there, and the comments are about them.
    """
    those, prose = set(comments), [b for b in range(comments[0], len(known.n)) if known.prose[b]]
    likely = sum(known.n[b] for b in prose if b not in those and known.p[b] >= LIKELY)
    posts = sum(known.n[b] for b in prose if b in those)
    return 0 < posts >= likely


def opening_of(known: Paragraphs, first: int) -> int:
    """Return the paragraph of prose with most expected content before the first comment, or that one."""
    before = (b for b in range(first) if known.prose[b])
    return max(before, key=lambda b: known.p[b] * known.n[b], default=first)


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
        if of_class[i] in somebody and 0 < page.chars_in([(page.first[i], page.stop[i])]) <= NAME_CHARS:
            above = values[of_class[page.parent[i]]] if i else ""
            yield _DIGITS.sub("", f"{values[of_class[i]]} {above}")


# ------------------------------------------------------------------ visible
# Hidden text, for :mod:`.auto`: what a browser does not show is left out if enough is left.

#: The most expected content in hidden text, as a share of that in visible prose.
MOST_SHARE = 0.5


def left_out(page: Page, known: Paragraphs, marks: bytes | None, asked: str) -> bytearray | None:
    """Return a column that has 1 for each paragraph of hidden text, or None if hidden text stays.

    ``marks`` come from :func:`.hidden.hidden_texts`.
    """
    if asked == "keep" or marks is None:
        return None
    starts = page.line_starts
    hidden = bytearray(len(starts) - 1)
    for begin, end in ranges_in(marks):
        first, stop = bisect_left(starts, begin), bisect_right(starts, end) - 1
        if first < stop:
            hidden[first:stop] = b"\1" * (stop - first)
    return hidden if asked == "drop" or is_enough(known, hidden) else None


def is_enough(known: Paragraphs, hidden: Sequence[int]) -> bool:
    """Tell whether the expected content in visible prose is enough without that in hidden text."""
    least = sum(map(mul, compress(known.p, hidden), compress(known.n, hidden))) / MOST_SHARE
    visible = bytes(map(gt, known.prose, hidden))
    in_prose = map(mul, compress(known.p, visible), compress(known.n, visible))
    return any(so_far >= least for so_far in accumulate(in_prose, initial=0.0))


def without_paragraphs_of(known: Paragraphs, left_out: bytes | bytearray | None) -> dict[str, Any]:
    """Return p, 0 for the paragraphs left out, and looks, by which these look like nothing else."""
    if left_out is None or 1 not in left_out:
        return {}
    p, look, other = known.p[:], known.look[:], max(known.look, default=0) + 1
    for b in positions(left_out, 1):
        p[b] = 0.0
        if other < len(p):  # else each paragraph has a look of its own
            look[b] = other
    return {"p": p, "look": look}


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


def counts(page: Page, marks: bytes | None, ranges: Sequence[Range]) -> tuple[int, int]:
    """Return how many hidden characters were left out, and how many are among the chosen texts."""
    if marks is None:
        return 0, 0
    kept = page.chars_in(ranges) - page.chars_in(without_texts(ranges, marks))
    return page.chars_in(ranges_in(marks)) - kept, kept


# ------------------------------------------------------------------ next_stories
# Next stories: blocks alike that each begin with a heading that is a link belong to other pages.
#
# Endless scroll puts the next articles below the first, and other pages end with cards of a heading and a
# sentence each.  On a page that is an article they are not content, if the article above them is more than a
# few lines.

#: The least expected content in prose above the stories, and the most in them, as a multiple of that.
LEAST_ABOVE, MOST_TIMES = 200, 3
#: The least stories alike, and the most elements around a heading that begin with it.
LEAST_STORIES, MOST_AROUND = 2, 6
_IS_HEADING = table(dict.fromkeys(HEADINGS, 1))


def next_stories(page: Page, known: Paragraphs) -> bytearray | None:
    """Return a column that has 1 for each paragraph of the next stories, or None if there are none."""
    groups = list(stories_alike(page))
    if not groups:
        return None
    expected = list(map(mul, known.p, known.n))
    before = list(accumulate(expected, initial=0.0))
    prose_before = list(accumulate(map(mul, expected, known.prose), initial=0.0))
    begin_less_end = [0] * (len(expected) + 1)  # stories may hold stories
    for stories in groups:
        ranges = [lines_of_element(page, i) for i in stories]
        above = prose_before[ranges[0].start]
        inside = sum(before[lines.stop] - before[lines.start] for lines in ranges)
        if above >= LEAST_ABOVE and inside <= MOST_TIMES * above:
            for lines in ranges:
                begin_less_end[lines.start] += 1
                begin_less_end[lines.stop] -= 1
    marks = bytearray(depth > 0 for depth in accumulate(begin_less_end[:-1]))
    return marks if 1 in marks else None


def stories_alike(page: Page) -> Iterator[list[int]]:
    """Yield the siblings with one tag and class that each begin with a heading of its own that is a link."""
    groups = defaultdict[tuple[int, int, int], dict[int, int]](dict)
    for heading in positions(page.code.translate(_IS_HEADING), 1):
        first, stop = page.first[heading], page.stop[heading]
        if first == stop or page.in_link.find(0, first, stop) >= 0:
            continue
        i = heading
        for _ in range(MOST_AROUND):
            i = page.parent[i]
            if i <= 0 or page.first[i] != first:
                break
            groups[page.parent[i], page.tag_number[i], page.names.of_class[i]][i] = heading
    for stories in groups.values():
        if len(stories) < LEAST_STORIES:
            continue
        titles = {tuple(map(page.strings.__getitem__, texts_of(page, i))) for i in stories.values()}
        if len(titles) == len(stories):
            yield list(stories)


def texts_of(page: Page, i: int) -> range:
    return range(page.first[i], page.stop[i])


def lines_of_element(page: Page, i: int) -> range:
    """Return the paragraphs that begin in an element."""
    starts = page.line_starts
    last = len(starts) - 1
    return range(bisect_left(starts, page.first[i], 0, last), bisect_left(starts, page.stop[i], 0, last))


# ------------------------------------------------------------------ between
# Programs, formulas and tables of data that come along with the paragraphs around them.
#
# A model that has learned from prose gives them little, and a reader misses them.

#: What a paragraph may be: part of a program; of a formula or of a table alone in its class; of another
#: table.  A button, such as "Copy", does not come along.
PROGRAM, OTHER, TABLE, BUTTON = 1, 2, 3, 4
#: The greatest share of a table's characters in links.
LINKS = 0.3
#: How a header is written without header cells, and the most texts of it that are looked at.
BOLD, MOST_TEXTS = frozenset({"b", "strong"}), 50
_LEFT_OUT = re.compile(b"\0+")


def with_structures(page: Page, chosen: bytearray, rows: Rows | None) -> bytearray:
    """Choose also the paragraphs between two chosen ones that are programs, formulas or a table.

    It suffices if half of their characters are; what else is there is a caption or a number.  A program right
    behind a chosen heading or colon needs no paragraph behind it, and the rows of a table none but its other
    rows.  ``chosen`` marks paragraphs with 1.
    """
    structures = structures_of(page, rows)
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
        and page.link_chars_in([texts := (page.first[i], page.stop[i])]) <= LINKS * page.chars_in([texts])
    ]


def has_bold_row(page: Page, table: int) -> bool:
    """Tell whether the cells of the first row of a table are bold, as many write headers."""
    row = page.code.find(CODES["tr"], table, page.end[table])
    texts = range(page.first[row], page.stop[row]) if row >= 0 else range(0)
    return 1 < len(texts) <= MOST_TEXTS and all(is_bold(page, page.owner[k], row) for k in texts)


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


# ------------------------------------------------------------------ copies
# A text is chosen once: many pages hold theirs for large screens and for small ones.
#
# A program does not count, for a page may explain one twice.

#: The characters from which a text may come only once.
REPEATED_CHARS = 60


def without_repetitions(page: Page, chosen: bytearray, n: array[int]) -> bytearray:
    """Return a choice without second copies; ``n`` has the characters of each paragraph."""
    starts = page.line_starts
    if page.preformatted:
        n = n[:]
        for b in programs_of(page):
            n[b] = 0
    once: bytearray = kernels.words.without_repetitions(page.strings, starts, chosen, n, REPEATED_CHARS)
    return once


# ------------------------------------------------------------------ part_labels

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
MOST_CHARS, MOST_STEPS = 100, 3


def with_labels(page: Page, chosen: bytearray, n: Sequence[int], comments: Collection[int] = ()) -> bytearray:
    """Choose also the labels of what is chosen, by half of its characters.

    A label that is mostly a link, but for ``<cite>``, or stands in ``comments`` leads elsewhere, or says who
    wrote a post, and stays out.  ``chosen`` marks paragraphs with 1; ``n`` has the characters of each.

    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<dl><dt>a<dt>b<dd>c<dt>d<dd>e")
    >>> with_labels(page, bytearray([0, 0, 1, 0, 0]), [1] * 5)
    bytearray(b'\\x01\\x01\\x01\\x00\\x00')
    """
    labels = [*labels_in(page)]
    if not labels and TERM not in page.code:
        return chosen
    before = list(accumulate(map(mul, chosen, n), initial=0))
    chosen, comments = bytearray(chosen), frozenset(comments)
    for i in [*terms_kept(page, before), *(i for i, holder in labels if is_kept(page, before, i, holder))]:
        texts = [(page.first[i], page.stop[i])]
        chars = page.chars_in(texts)
        is_cite = page.tags[page.tag_number[i]] == "cite"
        if chars <= MOST_CHARS and (is_cite or 2 * page.link_chars_in(texts) <= chars):
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
    around = islice(ancestors(page, page.parent[i]), MOST_STEPS)
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
