"""What stands between two texts, where a page shows that otherwise than its tags say.

Its own style may let a ``<span>`` be lines of its own, or a ``<div>`` stand in a line.  And in a heading of
several elements, such as a kicker and a headline, the words of two are not one word.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from unicodedata import category

from ..markup import BLOCK, BLOCK_BOUNDARY, BREAK, CODES, INLINE, JOINED, LINE_BREAK, LINK, ROLES, SPACE
from .attributes import hiding_of
from .elements import chars_of
from .page import Page

#: How a style displays its element, in small letters; the last one counts.
_DISPLAY = re.compile(r"(?:^|[;\s])display\s*:\s*([a-z-]+)")
#: As lines of its own, ...
LINES = frozenset("block flex flow-root grid list-item table -webkit-box -webkit-flex".split())
#: ... or in a line.
IN_LINE = frozenset("inline inline-block inline-flex inline-table".split())
#: The elements that are lines of their own and mean nothing else, unlike headings, items and cells.
BOXES = frozenset({CODES["div"], CODES["p"]})
#: The most characters of such a box in a line: with more it fills lines of its own.
BOX_CHARS = 80
#: The kinds of characters that a word follows without a space: brackets, quotation marks and dashes ...
OPENING = frozenset({"Ps", "Pi", "Pd"})
#: ... and those that begin a word of another element: capitals, and beside it letters without case, too.
CAPITALS, BEGINNINGS = frozenset({"Lu"}), frozenset({"Lu", "Lo", "Ps", "Pi"})
#: The characters of ``<title>`` that are searched: a million would hold up the crawl.
TITLE_CHARS = 1_000


def with_breaks(page: Page) -> Page:
    """Return a page that was just read, with gaps as its styles and its headings have them."""
    gap = bytearray(page.gap)
    if page.seen is None or page.seen.hides:  # a style may have one of ``markup.HIDING_WORDS``
        apply_styles(page, gap)
    done = 0  # headings may be nested, a thousand deep
    for i in page.headings:
        start, stop = max(page.first[i] + 1, done), page.stop[i]
        while start < stop and (start := gap.find(JOINED, start, stop)) >= 0:
            if is_apart(page, start):
                gap[start] = SPACE
            start += 1
        done = max(done, stop)
    page.gap = bytes(gap)
    return page


def is_apart(page: Page, k: int) -> bool:
    """Tell whether a text of a heading begins a word: it stands in another element than the text before.

    A single letter may be a part of a word, and so is what ``<title>`` has as one.
    """
    before, text = page.strings[k - 1], page.strings[k]
    is_beside = page.end[page.owner[k - 1]] <= page.owner[k]  # neither element holds the other
    return (
        category(text[0]) in (BEGINNINGS if is_beside else CAPITALS)
        and category(before[-1]) not in OPENING
        and before.split()[-1] + text.split()[0] not in page.title[:TITLE_CHARS]
        and page.chars[k] > 1
        and (page.chars[k - 1] > 1 or before.strip().isdecimal())
    )


def apply_styles(page: Page, gap: bytearray) -> None:
    """Put line breaks around what is displayed as lines, and let boxes in a line break none."""
    shown = dict[int, int]()
    styles = ((i, of["style"].lower()) for i, of in hiding_of(page).items() if "style" in of)
    for i, style in styles:
        display = "".join(_DISPLAY.findall(style)[-1:]) if "display" in style else ""
        if display in LINES and ROLES[page.code[i]] in (INLINE, LINK):
            shown[i] = BREAK
        elif display in IN_LINE and page.code[i] in BOXES and chars_of(page, i) <= BOX_CHARS:
            shown[i] = INLINE
    edges = {edge for i in shown for edge in (page.first[i], page.stop[i]) if page.first[i] < page.stop[i]}
    for k in edges - {0, len(gap)}:
        crossed = crossed_before(page, k)
        roles = {shown.get(i, ROLES[page.code[i]]) for i in crossed}
        # the lines of a program may be elements, and end for themselves
        is_ended = k in page.preformatted and "\n" in page.strings[k - 1] + page.strings[k][:1]
        if not (is_ended or (BLOCK in roles and gap[k] == BLOCK_BOUNDARY)):
            # of several elements it is not known whether white space is between
            gap[k] = LINE_BREAK if BREAK in roles else SPACE if len(crossed) > 1 else JOINED


def crossed_before(page: Page, k: int) -> list[int]:
    """Return the elements that begin or end between text ``k`` and the text before."""
    crossed = list(range(bisect_left(page.first, k), bisect_right(page.first, k)))
    i = page.owner[k - 1]
    while page.stop[i] == k:
        crossed.append(i)
        i = page.parent[i]
    return crossed
