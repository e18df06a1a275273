"""Which elements stand around chosen texts and pictures, over columns.

The rules stand in :mod:`.html`; the columns come from a
:class:`.page.page.Page` and have its names.

An outline is a row of numbers, and each number is something to write.  Twice a kind of
:data:`.kinds.KINDS` begins an element of it, the number after that ends it.
From ``ELEMENTS`` on they begin and end elements of the page that are written with attributes; behind these
come the chosen texts.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from .. import markup
from . import kinds
from .kinds import BLOCKQUOTE, CODE, DD, DL, FIGURE, H6, HR, LI, OL, PRE, TD, TH, TR, UL, VIDEO, A, P

ZERO = array("i", [0])

#: What is written between two texts.
A_SPACE = 0
A_BREAK = 1
A_LINE = 2 * kinds.KIND["br"]
ELEMENTS = 2 * len(kinds.KINDS)
WRITTEN: dict[str, int] = {"space": A_SPACE, "break": A_BREAK, "line": A_LINE, "elements": ELEMENTS}

#: What stands between a text and the text before it, as in :mod:`.elements`.
SPACE = markup.SPACE
LINE_BREAK = markup.LINE_BREAK
BLOCK_BOUNDARY = markup.BLOCK_BOUNDARY
#: White space before a text, and after it.
BEFORE = 1
AFTER = 2
#: In Markdown each line begins with as many characters for each quote and item around it, or nearly.
PER_LEVEL = 4
#: The most inline elements and pictures of one paragraph, cell or the like, besides links; what follows is
#: plain text.  A converter looks for each at all the others.
MOST_INLINE = 5_000
#: A picture counts once, and once more for each of these bytes: a converter copies its address, too.
PICTURE_BYTES = 100


class Outline:
    """What has been written so far."""

    def __init__(
        self, parent: Sequence[int], end: Sequence[int], kind: Sequence[int], block: Sequence[int],
        inline: Sequence[int], special: Sequence[int], fixed: Sequence[int],
    ) -> None:  # fmt: skip
        self.parent, self.end, self.kind, self.block, self.inline = parent, end, kind, block, inline
        self.special, self.fixed = special, fixed
        self.written = ZERO * 1024
        self.size = 0
        self.spent = 0  # the bytes that HTML has so far, and what Markdown adds to them
        self.margin = 0  # the characters that a line of Markdown begins with
        self.crowd = 0  # the inline elements and pictures in the innermost block
        self.blocks = ZERO * (kinds.DEEPEST + 1)  # the open elements that are block-level, and how many
        self.levels = 0
        self.spans = ZERO * len(kinds.KINDS)  # those that are inline, and how many
        self.chain = ZERO * len(kinds.KINDS)  # those wanted next
        self.depth = 0
        self.wrapper = -1  # the kind of paragraph that was begun for the line, 0 if none was; -1: no line
        self.row_at = 0  # the row that is open is written up to here
        self.is_fresh = False  # the last thing written is the beginning of a block
        self.is_after_block = False  # it is the end of one
        self.is_after_picture = False

    def put(self, what: int) -> None:
        """Write something."""
        if self.size == len(self.written):
            longer = ZERO * (2 * self.size)
            for n in range(self.size):
                longer[n] = self.written[n]
            self.written = longer
        self.written[self.size] = what
        self.size += 1
        self.is_fresh = self.is_after_block = self.is_after_picture = False

    def put_fixed(self, what: int) -> None:
        """Write what is the same on each page."""
        self.spent += self.fixed[what]
        self.put(what)

    def put_tag(self, e: int, is_end: int) -> None:
        """Write the beginning or the end of an element of the page."""
        if self.special[e]:
            self.spent += 0 if is_end else self.special[e]
            self.put(ELEMENTS + 2 * e + is_end)
        elif self.kind[e] != A:
            self.put_fixed(2 * self.kind[e] + is_end)

    def put_empty_cells(self, beyond: int) -> None:
        """Write the cells of the open row that have no chosen text, up to an element."""
        j = self.row_at
        while j < beyond:
            if self.block[j] == j and (self.kind[j] == TD or self.kind[j] == TH):
                self.put_tag(j, 0)
                self.put_tag(j, 1)
                j = self.end[j]
            else:
                j += 1
        self.row_at = beyond

    def open_block(self, e: int) -> None:
        if self.kind[e] == TD or self.kind[e] == TH:
            self.put_empty_cells(e)
            self.row_at = self.end[e]
        elif self.kind[e] == TR:
            self.row_at = e + 1
        self.put_tag(e, 0)
        self.blocks[self.levels] = e
        self.levels += 1
        self.crowd = 0
        if self.kind[e] == LI or self.kind[e] == DD or self.kind[e] == BLOCKQUOTE:
            self.margin += PER_LEVEL
        self.is_fresh = True

    def close_block(self) -> None:
        self.levels -= 1
        e = self.blocks[self.levels]
        if self.kind[e] == TR:
            self.put_empty_cells(self.end[e])
        elif self.kind[e] == LI or self.kind[e] == DD or self.kind[e] == BLOCKQUOTE:
            self.margin -= PER_LEVEL
        self.put_tag(e, 1)
        self.is_after_block = True

    def open_spans(self, wanted: int) -> None:
        while self.depth < wanted:
            self.spans[self.depth] = self.chain[self.depth]
            self.crowd += self.kind[self.chain[self.depth]] != A
            self.put_tag(self.chain[self.depth], 0)
            self.depth += 1

    def close_spans(self, kept: int) -> None:
        while self.depth > kept:
            self.depth -= 1
            self.put_tag(self.spans[self.depth], 1)

    def close_line(self) -> None:
        self.close_spans(0)
        if self.wrapper > 0:
            self.put_fixed(2 * self.wrapper + 1)
            self.is_after_block = True
        self.wrapper = -1

    def enter(self, b: int) -> None:
        """End and begin block-level elements until ``b`` is the innermost; -1 is the page."""
        self.close_line()
        while self.levels:
            top = self.blocks[self.levels - 1]
            if top <= b < self.end[top]:
                break
            self.close_block()
        top = self.blocks[self.levels - 1] if self.levels else -1
        n = self.levels
        e = b
        while e != top:  # innermost first
            self.blocks[n] = e
            n += 1
            e = self.block[self.parent[e]] if self.parent[e] >= 0 else -1
        for m in range((n - self.levels) // 2):
            e = self.blocks[self.levels + m]
            self.blocks[self.levels + m] = self.blocks[n - 1 - m]
            self.blocks[n - 1 - m] = e
        while self.levels < n:
            self.open_block(self.blocks[self.levels])
        self.spent += self.margin

    def begin_line(self, b: int) -> None:
        """Begin a line in block ``b``, in a paragraph of its own if it needs one."""
        self.enter(b)
        outer = self.kind[b] if b >= 0 else 0
        self.wrapper = 0
        if 0 < outer <= TH:
            if self.is_after_picture or (P < outer <= H6 and not self.is_fresh):
                self.put_fixed(A_SPACE)
            elif not self.is_fresh and not self.is_after_block:
                self.put_fixed(A_LINE if outer == PRE else A_BREAK)
        elif outer in (UL, OL):
            self.wrapper = LI
        elif outer == DL:
            self.wrapper = DD
        elif not self.is_fresh or outer not in (LI, DD):
            self.wrapper = P
        if self.wrapper > 0:
            self.put_fixed(2 * self.wrapper)
            self.crowd = 0

    def break_line(self, breaks: int) -> None:
        """Write line breaks; two are the end of a paragraph."""
        outer = self.kind[self.blocks[self.levels - 1]] if self.levels else 0
        self.spent += self.margin
        self.crowd += self.depth > 0
        if breaks > 1 and (self.wrapper == P or (self.wrapper == 0 and outer == P)):
            self.close_spans(0)
            self.put_fixed(2 * P + 1)
            self.put_fixed(2 * P)
            self.crowd = 0
            return
        between = A_LINE if outer == PRE else A_SPACE if P < outer <= H6 else A_BREAK
        if breaks > 1:
            self.put_fixed(between)
        self.put_fixed(between)

    def spans_of(self, i: int, b: int) -> int:
        """Note in ``chain`` the inline elements around element ``i``, ``<code>`` innermost; count them."""
        n, code = 0, -1
        e = self.inline[i] if (b < 0 or self.kind[b] != PRE) and self.crowd < MOST_INLINE else -1
        while e >= 0:
            if self.kind[e] == CODE:
                code = e
            else:
                self.chain[n] = e
                n += 1
            e = self.inline[self.parent[e]] if self.parent[e] >= 0 else -1
        for m in range(n // 2):
            e = self.chain[m]
            self.chain[m] = self.chain[n - 1 - m]
            self.chain[n - 1 - m] = e
        if code >= 0:
            self.chain[n] = code
            n += 1
        return n

    def text(self, i: int, gap: int, breaks: int, has_space: bool, what: int) -> None:
        """Write a text of element ``i``; ``gap`` and ``breaks`` are what is before it."""
        b = self.block[i]
        if gap == BLOCK_BOUNDARY or self.wrapper < 0:
            self.begin_line(b)
            n = self.spans_of(i, b)
        else:
            n = self.spans_of(i, b)
            common = 0
            while common < n and common < self.depth and self.chain[common] == self.spans[common]:
                common += 1
            after_picture = self.is_after_picture
            self.close_spans(common)
            if gap == LINE_BREAK:
                self.break_line(breaks)
            elif has_space or after_picture:
                self.put_fixed(A_SPACE)
        self.open_spans(n)
        self.put(what)

    def picture(self, i: int, is_in_line: bool) -> None:
        """Write a picture, a player or a rule; ``is_in_line`` says that the texts around it are one line."""
        b = self.block[i]
        outer = self.kind[b] if b >= 0 else 0
        if self.kind[i] == HR:
            self.enter(b)
            self.put_tag(i, 0)
            self.is_after_block = True
            return
        if self.kind[i] == VIDEO:
            while P <= outer <= H6:
                b = self.block[self.parent[b]]
                outer = self.kind[b] if b >= 0 else 0
            self.enter(b)
            self.put_fixed(2 * FIGURE)
            self.put_tag(i, 0)
            self.put_fixed(2 * FIGURE + 1)
            self.is_after_block = True
            return
        if self.crowd >= MOST_INLINE and self.wrapper >= 0:
            return
        n = self.spans_of(i, b)
        is_open = self.levels > 0 and self.blocks[self.levels - 1] == b
        if self.wrapper >= 0 and (is_in_line or (0 < outer <= TH and is_open)):
            self.close_spans(0)
            self.put_fixed(A_SPACE)
        elif outer == FIGURE:
            self.enter(b)
            self.wrapper = 0
        else:
            self.begin_line(b)
        self.open_spans(n)
        self.put_tag(i, 0)
        self.crowd += 1 + self.special[i] // PICTURE_BYTES
        self.is_after_picture = True

    def margin_in(self, b: int) -> int:
        """Return how many characters a line of Markdown begins with in a block."""
        margin = 0
        while b >= 0:
            if self.kind[b] == LI or self.kind[b] == DD or self.kind[b] == BLOCKQUOTE:
                margin += PER_LEVEL
            b = self.block[self.parent[b]] if self.parent[b] >= 0 else -1
        return margin

    def finish(self, is_less: bool) -> None:
        self.close_line()
        if is_less:  # what follows in the row is left out, too
            self.row_at = len(self.parent)
        while self.levels:
            self.close_block()


def write(
    parent: Sequence[int], end: Sequence[int], first: Sequence[int], owner: Sequence[int], gap: Sequence[int],
    kind: Sequence[int], block: Sequence[int], inline: Sequence[int], breaks: Sequence[int],
    starts: Sequence[int], stops: Sequence[int], spaces: Sequence[int], found: Sequence[int],
    special: Sequence[int], fixed: Sequence[int], sizes: Sequence[int], lines: Sequence[int], most: int,
) -> tuple[array[int], bool]:  # fmt: skip
    """Return the outline of chosen texts and pictures, and whether some were left out.

    ``spaces`` says of each chosen text whether white space is BEFORE and AFTER it, ``sizes`` how many bytes
    it has, ``lines`` how many of its line breaks count.  ``special`` has the bytes of the tags of elements
    that are written with attributes, and 0 for others; other links are left out.  ``fixed`` has the bytes
    of what is the same on each page.  What is written has about ``most`` bytes at most.
    """
    n, count = len(parent), len(found)
    outline = Outline(parent, end, kind, block, inline, special, fixed)
    last, m, chosen, is_less = -1, 0, 0, False
    for part in range(len(starts)):
        for k in range(starts[part], stops[part]):
            while m < count and first[found[m]] <= k and outline.spent <= most:
                t = first[found[m]]
                outline.picture(found[m], last == t - 1 and last >= 0 and gap[t] < BLOCK_BOUNDARY and t == k)
                m += 1
            outline.spent += sizes[chosen]
            if lines[chosen]:
                outline.spent += lines[chosen] * outline.margin_in(block[owner[k]])
            if outline.spent > most:
                is_less = True
                break
            between = gap[k]
            if k != last + 1 and last >= 0:  # texts between them were left out
                between = SPACE
                for j in range(last + 1, k + 1):
                    if gap[j] > between:
                        between = gap[j]
            has_space = between == SPACE or (spaces[chosen] & BEFORE) != 0
            if chosen > 0 and spaces[chosen - 1] & AFTER:
                has_space = True
            outline.text(owner[k], between, breaks[k], has_space, ELEMENTS + 2 * n + chosen)
            last, chosen = k, chosen + 1
        if is_less:
            break
    while m < count and outline.spent <= most:
        outline.picture(found[m], False)
        m += 1
    is_less = is_less or m < count
    outline.finish(is_less)
    written = ZERO * outline.size
    for j in range(outline.size):
        written[j] = outline.written[j]
    return written, is_less
