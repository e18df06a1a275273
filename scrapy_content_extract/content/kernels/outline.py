"""What HTML keeps of a page: elements, pictures and wanted attributes, and the outline around chosen texts.

The rules stand in :mod:`.output.html`; the columns come from a :class:`.page.page.Page` and have its names.

An outline is a row of numbers, and each number is something to write.  Twice a kind of :data:`KINDS` begins
an element of it, the number after that ends it.  From ``ELEMENTS`` on they begin and end elements of the page
that are written with attributes; behind these come the chosen texts.
"""

from __future__ import annotations

from array import array

from ..markup import BLOCK_BOUNDARY, LINE_BREAK, SPACE
from .columns import ZERO, Column
from .hints import CELL_CHARS
from .render_py import AFTER, BEFORE

#: The kept elements, in groups that behave alike, and the elements that hide their content.
KINDS = (
    "",
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "caption", "figcaption",  # hold lines
    "td", "th",
    "li", "dd", "blockquote", "figure",  # hold paragraphs
    "ul", "ol", "dl",
    "table", "thead", "tbody", "tfoot", "tr",
    "a", "em", "strong", "b", "i", "sub", "sup", "del", "tex-inline", "code",
    "img", "video", "hr", "br", "noscript", "script",
)  # fmt: skip
(
    _,
    P, H1, H2, H3, H4, H5, H6, PRE, DT, CAPTION, FIGCAPTION,
    TD, TH,
    LI, DD, BLOCKQUOTE, FIGURE,
    UL, OL, DL,
    TABLE, THEAD, TBODY, TFOOT, TR,
    A, EM, STRONG, B, I, SUB, SUP, DEL, FORMULA, CODE,  # noqa: E741
    IMG, VIDEO, HR, BR, NOSCRIPT, SCRIPT,
) = range(len(KINDS))  # fmt: skip
KIND = {name: kind for kind, name in enumerate(KINDS)}

#: Kinds of inline elements that mean the same as another kind.
SAME = {"em": "i", "strong": "b"}
MEANS: bytes = bytes(KIND[SAME.get(name, name)] for name in KINDS)

#: The deepest nest of kept elements.  Deeper ones are left out, and their texts are written where they
#: stand: readers need no more, and converters take time for each.
DEEPEST = 30

#: The block of an element whose content nobody sees; -1 is that of an element in none.
HIDDEN = -2

#: Elements whose attributes are wanted; others were only looked at.
SEEN, WANTED = 1, 2
MARKS: dict[str, int] = {"wanted": WANTED}

#: What is written between two texts.
A_SPACE, A_BREAK = 0, 1
A_LINE = 2 * KIND["br"]
ELEMENTS = 2 * len(KINDS)
WRITTEN: dict[str, int] = {"space": A_SPACE, "break": A_BREAK, "line": A_LINE, "elements": ELEMENTS}

#: In Markdown each line begins with as many characters for each quote and item around it, or nearly.
PER_LEVEL = 4
#: The most inline elements and pictures of one paragraph, cell or the like, besides links; what follows is
#: plain text.  A converter looks for each at all the others.
MOST_INLINE = 5_000
#: A picture counts once, and once more for each of these bytes: a converter copies its address, too.
PICTURE_BYTES = 100


def holds_paragraphs(kind: int) -> bool:
    return kind == 0 or LI <= kind <= FIGURE


def fits(kind: int, outer: int) -> bool:
    """Say whether a block-level element may stand in another; 0 is the page."""
    if kind in (DT, DD):
        return outer == DL
    if kind in (CAPTION, FIGCAPTION):
        return outer == (TABLE if kind == CAPTION else FIGURE)
    if kind in (TD, TH):
        return outer == TR
    if kind == LI:
        return outer in (UL, OL)
    if kind == TR:
        return TABLE <= outer <= TFOOT
    if TABLE < kind <= TFOOT:
        return outer == TABLE
    if holds_paragraphs(outer):
        return True
    if UL <= kind <= DL and (outer in (UL, OL)):
        return True
    return (kind == PRE or UL <= kind <= DL) and (outer in (TD, TH))


def is_of_data(
    parent: Column, end: Column, first: Column, stop: Column, chars_before: Column, kind: Column, i: int
) -> bool:
    """Say whether a table is one of data: with headers or short cells, no other table, no text between."""
    cells = rows = heads = inside = 0
    for j in range(i + 1, end[i]):
        of_one = kind[j]
        if of_one == TABLE:
            return False
        if of_one == TR:
            rows += 1
        elif of_one in (TD, TH, CAPTION):
            if of_one != CAPTION and kind[parent[j]] != TR:
                return False
            cells += of_one != CAPTION
            heads += of_one != TD
            inside += chars_before[stop[j]] - chars_before[first[j]]
    chars = chars_before[stop[i]] - chars_before[first[i]]
    if inside != chars or cells < 2:
        return False
    return heads > 0 or (rows > 1 and cells >= 2 * rows and chars <= CELL_CHARS * cells)


def contexts(
    parent: Column, end: Column, first: Column, stop: Column, chars_before: Column, tag_number: Column,
    by_tag: Column, role: Column, is_layout: Column,
) -> tuple[bytearray, array[int], array[int], bytearray]:  # fmt: skip
    """Return the kind of each element, and the lowest block and inline element kept that is or holds it.

    And for each text the number of line breaks before it, 2 for more.  ``is_layout`` has 1 for the roles of
    tables that only make the layout.
    """
    n = len(parent)
    kind, block, inline, level = bytearray(n), ZERO * n, ZERO * n, ZERO * n
    before = bytearray(len(chars_before))
    means = MEANS
    for i in range(n):
        kind[i] = by_tag[tag_number[i]]
    for i in range(n):
        of_one = kind[i]
        block[i] = block[parent[i]] if parent[i] >= 0 else -1
        inline[i] = inline[parent[i]] if parent[i] >= 0 else -1
        if of_one == 0 or block[i] == HIDDEN:
            continue
        outer = kind[block[i]] if block[i] >= 0 else 0
        level[i] = level[block[i]] + 1 if block[i] >= 0 else 0
        if of_one == BR:
            before[first[i]] = 1 if before[first[i]] == 0 else 2
        elif of_one >= NOSCRIPT:  # <noscript> has no texts where its content does not count
            if of_one > NOSCRIPT or first[i] == stop[i]:
                block[i] = HIDDEN
        elif of_one >= A:
            j = inline[i]
            while j >= 0 and means[kind[j]] != means[of_one]:
                j = inline[parent[j]] if parent[j] >= 0 else -1
            if of_one <= CODE and j < 0:
                inline[i] = i
        elif (
            level[i] < DEEPEST
            and fits(of_one, outer)
            and (of_one != TABLE or not is_layout[role[i]])
            and (of_one != TABLE or is_of_data(parent, end, first, stop, chars_before, kind, i))
        ):
            block[i] = i
    return kind, block, inline, before


def pictures(
    parent: Column, end: Column, first: Column, stop: Column, owner: Column, box: Column, kind: Column,
    block: Column, inline: Column, chosen_before: Column, lowest: int, first_text: int,
) -> array[int]:  # fmt: skip
    """Return the pictures and players that come along with the chosen texts, by one of these rules:

    * the texts before and after it are chosen;
    * one of them is, and the same block-level element holds it;
    * it is in a figure with a chosen text, such as its caption;
    * it is right before the first chosen text, not linked, in the lowest element that holds all of them.

    And rules between chosen texts, where paragraphs may stand; of several in a row the first.

    ``box`` is the lowest block-level element that is or holds each one, ``chosen_before`` the running total
    of chosen characters, ``lowest`` the lowest element that holds all of them, ``first_text`` the first.
    """
    n, texts, size = len(parent), len(chosen_before) - 1, 0
    found = ZERO * n
    ruled = -1  # the text behind the last rule
    for i in range(n):
        if not IMG <= kind[i] <= HR or block[i] == HIDDEN:
            continue
        t = first[i]
        left = t > 0 and chosen_before[t] > chosen_before[t - 1]
        right = t < texts and chosen_before[t + 1] > chosen_before[t]
        keep = left and right
        j = block[i]
        if kind[i] == HR:
            keep = keep and t != ruled and holds_paragraphs(kind[j] if j >= 0 else 0)
            ruled = t if keep else ruled
        elif not keep:
            if j >= 0 and kind[j] == FIGURE:
                keep = chosen_before[stop[j]] > chosen_before[first[j]]
            keep = keep or (left and box[owner[t - 1]] == box[i]) or (right and box[owner[t]] == box[i])
            if not keep and right and t == first_text and lowest < i < end[lowest]:
                keep = inline[i] < 0 or kind[inline[i]] != A
        if keep:
            found[size] = i
            size += 1
    return found[:size]


def wanted(
    parent: Column, end: Column, owner: Column, kind: Column, block: Column, inline: Column, starts: Column,
    stops: Column, found: Column,
) -> tuple[bytearray, bytearray]:  # fmt: skip
    """Mark the elements around chosen texts and pictures whose attributes matter, with WANTED.

    And mark the chosen texts that are preformatted, with 1.
    """
    marks = bytearray(len(parent))
    count = 0
    for r in range(len(starts)):
        count += stops[r] - starts[r]
    raw = bytearray(count)
    count = 0
    for r in range(len(starts)):
        for k in range(starts[r], stops[r]):
            i = owner[k]
            j = block[i]
            raw[count] = j >= 0 and kind[j] == PRE
            count += 1
            if (inline[i] >= 0 and not marks[inline[i]]) or (j >= 0 and not marks[j]):
                mark_above(parent, end, kind, block, inline, marks, i)
    for r in range(len(found)):
        marks[found[r]] = WANTED
        mark_above(parent, end, kind, block, inline, marks, parent[found[r]])
    return marks, raw


def mark_above(
    parent: Column, end: Column, kind: Column, block: Column, inline: Column, marks: bytearray, i: int
) -> None:
    e = inline[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] == A else SEEN
        e = inline[parent[e]] if parent[e] >= 0 else -1
    e = block[i]
    while e >= 0 and not marks[e]:
        marks[e] = WANTED if kind[e] == OL or kind[e] == PRE or kind[e] == TD or kind[e] == TH else SEEN
        if kind[e] == TR:  # its empty cells are written, too
            for j in range(e + 1, end[e]):
                if block[j] == j and (kind[j] == TD or kind[j] == TH) and not marks[j]:
                    marks[j] = WANTED
        e = block[parent[e]] if parent[e] >= 0 else -1


class Outline:
    """What has been written so far."""

    def __init__(
        self, parent: Column, end: Column, kind: Column, block: Column,
        inline: Column, special: Column, fixed: Column
    ) -> None:  # fmt: skip
        self.parent, self.end, self.kind, self.block, self.inline = parent, end, kind, block, inline
        self.special, self.fixed = special, fixed
        self.written = ZERO * 1024
        self.size = 0
        self.spent = 0  # the bytes that HTML has so far, and what Markdown adds to them
        self.margin = 0  # the characters that a line of Markdown begins with
        self.crowd = 0  # the inline elements and pictures in the innermost block
        self.blocks = ZERO * (DEEPEST + 1)  # the open elements that are block-level, and how many
        self.levels = 0
        self.spans = ZERO * len(KINDS)  # those that are inline, and how many
        self.chain = ZERO * len(KINDS)  # those wanted next
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
    parent: Column, end: Column, first: Column, owner: Column, gap: Column,
    kind: Column, block: Column, inline: Column, breaks: Column,
    starts: Column, stops: Column, spaces: Column, found: Column,
    special: Column, fixed: Column, sizes: Column, lines: Column, most: int
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
