"""Which elements stand around chosen texts and pictures, over columns.

One source: Python as it stands, and compiled where there is a compiler.  The rules are those of
:mod:`~scrapy_content_extract.content.html`; columns are those of a
:class:`~scrapy_content_extract.content.model.Page` and have its names.

An outline is a row of numbers, and each number is something to write.  Twice a kind of :data:`KINDS` begins
an element of it, the number after that ends it.  From ``ELEMENTS`` on they begin and end elements of the page
that are written with attributes; behind these come the chosen texts.
"""

from __future__ import annotations

from array import array

from .. import elements

try:
    import cython
except ImportError:
    from . import standin as cython  # type: ignore[no-redef]

COMPILED = cython.compiled

#: What is kept of a page, in groups that behave alike, and what hides its content.
KINDS = (
    "",
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "dt", "caption", "figcaption",  # hold lines
    "td", "th",
    "li", "dd", "blockquote", "figure",  # hold paragraphs
    "ul", "ol", "dl",
    "table", "thead", "tbody", "tfoot", "tr",
    "a", "em", "strong", "b", "i", "sub", "sup", "code",
    "img", "video", "br", "noscript", "script",
)  # fmt: skip
KIND = {name: kind for kind, name in enumerate(KINDS)}

P = cython.declare(cython.int, KIND["p"])
H6 = cython.declare(cython.int, KIND["h6"])
PRE = cython.declare(cython.int, KIND["pre"])
DT = cython.declare(cython.int, KIND["dt"])
CAPTION = cython.declare(cython.int, KIND["caption"])
FIGCAPTION = cython.declare(cython.int, KIND["figcaption"])
TD = cython.declare(cython.int, KIND["td"])
TH = cython.declare(cython.int, KIND["th"])
LI = cython.declare(cython.int, KIND["li"])
DD = cython.declare(cython.int, KIND["dd"])
FIGURE = cython.declare(cython.int, KIND["figure"])
UL = cython.declare(cython.int, KIND["ul"])
OL = cython.declare(cython.int, KIND["ol"])
DL = cython.declare(cython.int, KIND["dl"])
TABLE = cython.declare(cython.int, KIND["table"])
TFOOT = cython.declare(cython.int, KIND["tfoot"])
TR = cython.declare(cython.int, KIND["tr"])
A = cython.declare(cython.int, KIND["a"])
CODE = cython.declare(cython.int, KIND["code"])
IMG = cython.declare(cython.int, KIND["img"])
VIDEO = cython.declare(cython.int, KIND["video"])
BR = cython.declare(cython.int, KIND["br"])
NOSCRIPT = cython.declare(cython.int, KIND["noscript"])

#: Kinds of inline elements of which one inside the other means nothing more.
SAME = {"em": "i", "strong": "b"}
MEANS: bytes = bytes(KIND[SAME.get(name, name)] for name in KINDS)

#: What is written between two texts.
A_SPACE = cython.declare(cython.int, 0)
A_BREAK = cython.declare(cython.int, 1)
A_LINE = cython.declare(cython.int, 2 * KIND["br"])
ELEMENTS = cython.declare(cython.int, 2 * len(KINDS))
WRITTEN: dict[str, int] = {"space": A_SPACE, "break": A_BREAK, "line": A_LINE, "elements": ELEMENTS}

#: What stands between a text and the text before it, and what an element means, as in :mod:`.elements`.
SPACE = cython.declare(cython.int, elements.SPACE)
LINE_BREAK = cython.declare(cython.int, elements.LINE_BREAK)
BLOCK_BOUNDARY = cython.declare(cython.int, elements.BLOCK_BOUNDARY)

#: The block of an element whose content nobody sees; -1 is that of an element in none.
HIDDEN = cython.declare(cython.int, -2)
#: In a table without headers the cells have at most so many characters, on average.
CELL_CHARS = cython.declare(cython.int, 100)
#: Elements inside so many that are kept are left out, and their texts are written where they stand: no reader
#: needs more, and converters take time for each.
DEEPEST = cython.declare(cython.int, 50)
#: Elements whose attributes are wanted; others were only looked at.
SEEN = cython.declare(cython.int, 1)
WANTED = cython.declare(cython.int, 2)
MARKS: dict[str, int] = {"wanted": WANTED}
#: White space before a text, and after it.
BEFORE = cython.declare(cython.int, 1)
AFTER = cython.declare(cython.int, 2)

ZERO = array("i", [0])
#: Longer columns are arrays in Python, too: slower than lists, but a tenth of their memory.
LARGE = 50_000


@cython.cfunc
def zeros(n: cython.Py_ssize_t):  # type: ignore[no-untyped-def]
    """Return a column of zeros."""
    return ZERO * n if cython.compiled or n > LARGE else [0] * n


# --- what is kept ---------------------------------------------------------------------------


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def holds_paragraphs(kind: cython.int) -> cython.bint:
    return kind == 0 or LI <= kind <= FIGURE


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def fits(kind: cython.int, outer: cython.int) -> cython.bint:
    """Say whether a block-level element may stand in another; 0 is the page."""
    if kind == DT or kind == DD:
        return outer == DL
    if kind == CAPTION or kind == FIGCAPTION:
        return outer == (TABLE if kind == CAPTION else FIGURE)
    if kind == TD or kind == TH:
        return outer == TR
    if kind == LI:
        return outer == UL or outer == OL
    if kind == TR:
        return TABLE <= outer <= TFOOT
    if TABLE < kind <= TFOOT:
        return outer == TABLE
    if holds_paragraphs(outer):
        return True
    if UL <= kind <= DL and (outer == UL or outer == OL):
        return True
    return (kind == PRE or UL <= kind <= DL) and (outer == TD or outer == TH)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(j=cython.int, kind=cython.int, cells=cython.int, rows=cython.int, heads=cython.int,
               chars=cython.int, inside=cython.int)  # fmt: skip
def is_of_data(
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    chars_before: cython.int[::1],
    tag_number: cython.int[::1],
    by_tag: cython.const[cython.uchar][::1],
    i: cython.int,
) -> cython.bint:
    """Say whether a table is one of data: with headers or short cells, no other table, no text between."""
    cells = rows = heads = inside = 0
    for j in range(i + 1, end[i]):
        kind = by_tag[tag_number[j]]
        if kind == TABLE:
            return False
        if kind == TR:
            rows += 1
        elif kind == TD or kind == TH or kind == CAPTION:
            if kind != CAPTION and by_tag[tag_number[parent[j]]] != TR:
                return False
            cells += kind != CAPTION
            heads += kind != TD
            inside += chars_before[stop[j]] - chars_before[first[j]]
    chars = chars_before[stop[i]] - chars_before[first[i]]
    if inside != chars or cells < 2:
        return False
    return heads > 0 or (rows > 1 and cells >= 2 * rows and chars <= CELL_CHARS * cells)


@cython.locals(n=cython.int, i=cython.int, j=cython.int, of_one=cython.int, outer=cython.int)
def contexts(
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    chars_before: cython.int[::1],
    tag_number: cython.int[::1],
    by_tag: cython.const[cython.uchar][::1],
    role: cython.int[::1],
    is_layout: cython.const[cython.uchar][::1],
) -> tuple[bytearray, array[int], array[int], bytearray]:
    """Return the kind of each element, and the lowest block and inline element kept that is or holds it.

    And for each text the number of line breaks before it, 2 for more.  ``is_layout`` has 1 for the roles of
    tables that only make the layout.
    """
    n = len(parent)
    kinds, blocks, inlines, levels = bytearray(n), zeros(n), zeros(n), zeros(n)
    breaks = bytearray(len(chars_before))
    kind: cython.uchar[::1] = kinds
    block: cython.int[::1] = blocks
    inline: cython.int[::1] = inlines
    level: cython.int[::1] = levels
    before: cython.uchar[::1] = breaks
    means: cython.const[cython.uchar][::1] = MEANS
    with cython.nogil:
        for i in range(n):
            of_one = kind[i] = by_tag[tag_number[i]]
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
            elif level[i] < DEEPEST and fits(of_one, outer) and (
                of_one != TABLE
                or (
                    not is_layout[role[i]]
                    and is_of_data(parent, end, first, stop, chars_before, tag_number, by_tag, i)
                )
            ):
                block[i] = i
    return kinds, blocks, inlines, breaks


@cython.locals(n=cython.int, texts=cython.int, i=cython.int, j=cython.int, t=cython.int, size=cython.int,
               left=cython.bint, right=cython.bint, keep=cython.bint)  # fmt: skip
def pictures(
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    stop: cython.int[::1],
    owner: cython.int[::1],
    box: cython.int[::1],
    kind: cython.uchar[::1],
    block: cython.int[::1],
    inline: cython.int[::1],
    chosen_before: cython.int[::1],
    lowest: cython.int,
    first_text: cython.int,
) -> array[int]:
    """Return the pictures and players that come along with the chosen texts, by one of these rules:

    * the texts before and after it are chosen;
    * one of them is, and the same block-level element holds it;
    * it is in a figure with a chosen text, such as its caption;
    * it is right before the first chosen text, not linked, in the lowest element that holds all of these.

    ``box`` is the lowest block-level element that is or holds each element, ``chosen_before`` is the running total of chosen characters, ``lowest`` the lowest element that holds all
    of them, ``first_text`` the first.
    """
    n, texts, size = len(parent), len(chosen_before) - 1, 0
    column = zeros(n)
    found: cython.int[::1] = column
    with cython.nogil:
        for i in range(n):
            if not IMG <= kind[i] <= VIDEO or block[i] == HIDDEN:
                continue
            t = first[i]
            left = t > 0 and chosen_before[t] > chosen_before[t - 1]
            right = t < texts and chosen_before[t + 1] > chosen_before[t]
            keep = left and right
            j = block[i]
            if not keep and j >= 0 and kind[j] == FIGURE:
                keep = chosen_before[stop[j]] > chosen_before[first[j]]
            if not keep and (left or right):
                keep = (left and box[owner[t - 1]] == box[i]) or (right and box[owner[t]] == box[i])
            if not keep and right and t == first_text and lowest < i < end[lowest]:
                keep = inline[i] < 0 or kind[inline[i]] != A
            if keep:
                found[size] = i
                size += 1
    return column[:size]


@cython.locals(n=cython.int, i=cython.int, j=cython.int, k=cython.int, count=cython.Py_ssize_t)
def wanted(
    parent: cython.int[::1],
    end: cython.int[::1],
    owner: cython.int[::1],
    kind: cython.uchar[::1],
    block: cython.int[::1],
    inline: cython.int[::1],
    starts: cython.int[::1],
    stops: cython.int[::1],
    found: cython.int[::1],
) -> tuple[bytearray, bytearray]:
    """Mark the elements around chosen texts and pictures whose attributes matter, with WANTED.

    And mark the chosen texts that are preformatted, with 1.
    """
    column = bytearray(len(parent))
    marks: cython.uchar[::1] = column
    n, count = len(starts), 0
    for i in range(n):
        count += stops[i] - starts[i]
    texts = bytearray(count)
    raw: cython.uchar[::1] = texts
    with cython.nogil:
        count = 0
        for i in range(n):
            for k in range(starts[i], stops[i]):
                mark_above(parent, end, kind, block, inline, marks, owner[k])
                j = block[owner[k]]
                raw[count] = j >= 0 and kind[j] == PRE
                count += 1
        n = len(found)
        for i in range(n):
            marks[found[i]] = WANTED
            mark_above(parent, end, kind, block, inline, marks, parent[found[i]])
    return column, texts


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
@cython.locals(j=cython.int, e=cython.int)
def mark_above(
    parent: cython.int[::1],
    end: cython.int[::1],
    kind: cython.uchar[::1],
    block: cython.int[::1],
    inline: cython.int[::1],
    marks: cython.uchar[::1],
    i: cython.int,
) -> cython.int:
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
    return 0


# --- what is written ------------------------------------------------------------------------


@cython.cclass
class Outline:
    """What has been written so far."""

    parent: cython.int[::1]
    end: cython.int[::1]
    kind: cython.uchar[::1]
    block: cython.int[::1]
    inline: cython.int[::1]
    special: cython.const[cython.uchar][::1]
    written: cython.int[::1]
    size: cython.Py_ssize_t
    blocks: cython.int[::1]
    levels: cython.int
    spans: cython.int[::1]
    chain: cython.int[::1]
    depth: cython.int
    wrapper: cython.int
    row_at: cython.int
    is_fresh: cython.bint
    is_after_block: cython.bint
    is_after_picture: cython.bint

    def __init__(self, parent, end, kind, block, inline, special):  # type: ignore[no-untyped-def]
        self.parent, self.end, self.kind, self.block, self.inline = parent, end, kind, block, inline
        self.special = special
        self.written = zeros(1024)
        self.size = 0
        self.blocks = zeros(DEEPEST + 1)  # the open elements that are block-level, and how many
        self.levels = 0
        self.spans = zeros(len(KINDS))  # those that are inline, and how many
        self.chain = zeros(len(KINDS))  # those wanted next
        self.depth = 0
        self.wrapper = -1  # the kind of paragraph that was begun for the line, 0 if none was; -1: no line
        self.row_at = 0  # the row that is open is written up to here
        self.is_fresh = False  # the last thing written is the beginning of a block
        self.is_after_block = False  # it is the end of one
        self.is_after_picture = False

    @cython.cfunc
    @cython.locals(n=cython.Py_ssize_t)
    def put(self, what: cython.int) -> cython.int:
        """Write something."""
        if self.size == len(self.written):
            longer = zeros(2 * self.size)
            to: cython.int[::1] = longer
            for n in range(self.size):
                to[n] = self.written[n]
            self.written = longer
        self.written[self.size] = what
        self.size += 1
        self.is_fresh = self.is_after_block = self.is_after_picture = False
        return 0

    @cython.cfunc
    def put_tag(self, e: cython.int, is_end: cython.int) -> cython.int:
        """Write the beginning or the end of an element of the page."""
        if self.special[e]:
            return self.put(ELEMENTS + 2 * e + is_end)
        return 0 if self.kind[e] == A else self.put(2 * self.kind[e] + is_end)

    @cython.cfunc
    @cython.locals(j=cython.int)
    def put_empty_cells(self, beyond: cython.int) -> cython.int:
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
        return 0

    @cython.cfunc
    def open_block(self, e: cython.int) -> cython.int:
        if self.kind[e] == TD or self.kind[e] == TH:
            self.put_empty_cells(e)
            self.row_at = self.end[e]
        elif self.kind[e] == TR:
            self.row_at = e + 1
        self.put_tag(e, 0)
        self.blocks[self.levels] = e
        self.levels += 1
        self.is_fresh = True
        return 0

    @cython.cfunc
    @cython.locals(e=cython.int)
    def close_block(self) -> cython.int:
        self.levels -= 1
        e = self.blocks[self.levels]
        if self.kind[e] == TR:
            self.put_empty_cells(self.end[e])
        self.put_tag(e, 1)
        self.is_after_block = True
        return 0

    @cython.cfunc
    def open_spans(self, wanted: cython.int) -> cython.int:
        while self.depth < wanted:
            self.spans[self.depth] = self.chain[self.depth]
            self.put_tag(self.chain[self.depth], 0)
            self.depth += 1
        return 0

    @cython.cfunc
    def close_spans(self, kept: cython.int) -> cython.int:
        while self.depth > kept:
            self.depth -= 1
            self.put_tag(self.spans[self.depth], 1)
        return 0

    @cython.cfunc
    def close_line(self) -> cython.int:
        self.close_spans(0)
        if self.wrapper > 0:
            self.put(2 * self.wrapper + 1)
            self.is_after_block = True
        self.wrapper = -1
        return 0

    @cython.cfunc
    @cython.locals(e=cython.int, top=cython.int, n=cython.int, m=cython.int)
    def enter(self, b: cython.int) -> cython.int:
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
        return 0

    @cython.cfunc
    @cython.locals(outer=cython.int)
    def begin_line(self, b: cython.int) -> cython.int:
        """Begin a line in block ``b``, in a paragraph of its own if it needs one."""
        self.enter(b)
        outer = self.kind[b] if b >= 0 else 0
        self.wrapper = 0
        if 0 < outer <= TH:
            if self.is_after_picture or (P < outer <= H6 and not self.is_fresh):
                self.put(A_SPACE)
            elif not self.is_fresh and not self.is_after_block:
                self.put(A_LINE if outer == PRE else A_BREAK)
        elif outer == UL or outer == OL:
            self.wrapper = LI
        elif outer == DL:
            self.wrapper = DD
        elif not self.is_fresh or not (outer == LI or outer == DD):
            self.wrapper = P
        if self.wrapper > 0:
            self.put(2 * self.wrapper)
        return 0

    @cython.cfunc
    @cython.locals(outer=cython.int, n=cython.int)
    def break_line(self, breaks: cython.int) -> cython.int:
        """Write line breaks; two are the end of a paragraph."""
        outer = self.kind[self.blocks[self.levels - 1]] if self.levels else 0
        if breaks > 1 and (self.wrapper == P or (self.wrapper == 0 and outer == P)):
            self.close_spans(0)
            self.put(2 * P + 1)
            self.put(2 * P)
            return 0
        for n in range(1 if breaks < 2 else 2):
            self.put(A_LINE if outer == PRE else A_SPACE if P < outer <= H6 else A_BREAK)
        return 0

    @cython.cfunc
    @cython.locals(e=cython.int, n=cython.int, m=cython.int, code=cython.int)
    def spans_of(self, i: cython.int, b: cython.int) -> cython.int:
        """Note in ``chain`` the inline elements around element ``i``, ``<code>`` innermost; count them."""
        n, code = 0, -1
        e = self.inline[i] if b < 0 or self.kind[b] != PRE else -1
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

    @cython.cfunc
    @cython.locals(n=cython.int, common=cython.int, b=cython.int, after_picture=cython.bint)
    def text(
        self, i: cython.int, gap: cython.int, breaks: cython.int, has_space: cython.bint, what: cython.int
    ) -> cython.int:
        """Write a text of element ``i``; ``gap`` and ``breaks`` are what is before it."""
        b = self.block[i]
        n = self.spans_of(i, b)
        if gap == BLOCK_BOUNDARY or self.wrapper < 0:
            self.begin_line(b)
        else:
            common = 0
            while common < n and common < self.depth and self.chain[common] == self.spans[common]:
                common += 1
            after_picture = self.is_after_picture
            self.close_spans(common)
            if gap == LINE_BREAK:
                self.break_line(breaks)
            elif has_space or after_picture:
                self.put(A_SPACE)
        self.open_spans(n)
        return self.put(what)

    @cython.cfunc
    @cython.locals(n=cython.int, b=cython.int, outer=cython.int)
    def picture(self, i: cython.int, is_in_line: cython.bint) -> cython.int:
        """Write a picture or a player; ``is_in_line`` says that the texts around it are one line."""
        b = self.block[i]
        outer = self.kind[b] if b >= 0 else 0
        if self.kind[i] == VIDEO:
            while P <= outer <= H6:
                b = self.block[self.parent[b]]
                outer = self.kind[b] if b >= 0 else 0
            self.enter(b)
            self.put(2 * FIGURE)
            self.put(ELEMENTS + 2 * i)
            self.put(2 * FIGURE + 1)
            self.is_after_block = True
            return 0
        n = self.spans_of(i, b)
        if self.wrapper >= 0 and (is_in_line or (0 < outer <= TH and self.blocks[self.levels - 1] == b)):
            self.close_spans(0)
            self.put(A_SPACE)
        elif outer == FIGURE:
            self.enter(b)
            self.wrapper = 0
        else:
            self.begin_line(b)
        self.open_spans(n)
        self.put(ELEMENTS + 2 * i)
        self.is_after_picture = True
        return 0

    @cython.cfunc
    def finish(self) -> cython.int:
        self.close_line()
        while self.levels:
            self.close_block()
        return 0


@cython.locals(n=cython.int, part=cython.int, k=cython.int, j=cython.int, last=cython.int, m=cython.int,
               count=cython.int, chosen=cython.int, between=cython.int,
               has_space=cython.bint, t=cython.int)  # fmt: skip
def write(
    parent: cython.int[::1],
    end: cython.int[::1],
    first: cython.int[::1],
    owner: cython.int[::1],
    gap: cython.const[cython.uchar][::1],
    kind: cython.uchar[::1],
    block: cython.int[::1],
    inline: cython.int[::1],
    breaks: cython.uchar[::1],
    starts: cython.int[::1],
    stops: cython.int[::1],
    spaces: cython.const[cython.uchar][::1],
    found: cython.int[::1],
    special: cython.const[cython.uchar][::1],
) -> array[int]:
    """Return the outline of chosen texts and pictures.

    ``spaces`` says of each chosen text whether white space is BEFORE and AFTER it, ``special`` which elements
    are written with attributes; links that are not are not written.
    """
    n, count = len(parent), len(found)
    outline = Outline(parent, end, kind, block, inline, special)
    last, m, chosen = -1, 0, 0
    for part in range(len(starts)):
        for k in range(starts[part], stops[part]):
            while m < count and first[found[m]] <= k:
                t = first[found[m]]
                outline.picture(found[m], last == t - 1 and last >= 0 and gap[t] < BLOCK_BOUNDARY and t == k)
                m += 1
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
    for m in range(m, count):
        outline.picture(found[m], False)
    outline.finish()
    column = zeros(outline.size)
    result: cython.int[::1] = column
    for j in range(outline.size):
        result[j] = outline.written[j]
    return column
