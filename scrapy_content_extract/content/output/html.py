"""Chosen texts → clean HTML.

The texts stand in the elements that carry meaning; all other elements are gone:

* headings, paragraphs, lists, quotes, preformatted text, tables of data, figures; links, emphasis, code,
  sub- and superscripts, line breaks;
* pictures and players that stand among the chosen texts (:func:`.columns.kept.pictures`).

Each chosen text is written once, in the order of the page.  There are no other texts, except that a player
becomes a link in a ``<figure>``, whose text is its address.  Addresses are absolute, with one of the schemes
in :data:`.addresses.SCHEMES`; no other attribute can do anything.  A bound stops a page that repeats itself,
for example by a long ``<base>`` in each link.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import NamedTuple

from .. import columns
from ..markup.characters import SOFT_HYPHEN, legal
from ..markup.elements import BLOCK_LEVEL, CODES, FORMULAS, NEVER_TEXT, table
from ..markup.kinds import KIND, KINDS
from ..model import Range, positions
from ..page.attributes import attributes_of, element_marks
from ..page.page import Page
from .addresses import SCHEMES, base_of
from .captions import MOST_STEPS, Captioned, Figure
from .media import AMP_PICTURES, MEDIA_ATTRIBUTES, MOST_SHOWN, media_tags, sources_of
from .notes import note_tags
from .programs import Programs

WRITTEN = columns.outline.WRITTEN
WANTED = columns.kept.MARKS["wanted"]

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "s": "del", "strike": "del", "audio": "video", "iframe": "video", "embed": "video",
    **dict.fromkeys(AMP_PICTURES, "img"),
    FORMULAS[True]: FORMULAS[False],
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys(NEVER_TEXT, KIND["script"]),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}

READ_ATTRIBUTES = ("colspan", "rowspan", "start", "reversed", "type", *MEDIA_ATTRIBUTES)
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})

#: The greatest number that each attribute may have; a converter writes as many cells.
NUMBERS = {"colspan": 100, "rowspan": 100}
LINK, PARAGRAPH, PICTURE, PRE, RULE, ITEM = (KIND[name] for name in ("a", "p", "img", "pre", "hr", "li"))
#: How an ordered list may count, other than 1, 2, 3.
COUNTS = frozenset("aAiI")
FIGURE, FIGCAPTION = KIND["figure"], KIND["figcaption"]
#: The kinds of elements that are written as a figure or a caption if that is what they are.
REPLACED = frozenset({KIND[name] for name in "p h1 h2 h3 h4 h5 h6 em strong b i".split()} | {0})
SHOWN = frozenset({PICTURE, KIND["video"]})
#: Pictures and players, and the elements that only hold their addresses.
WITHOUT_NUMBERS = SHOWN | {0}
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in {*SHOWN, RULE})
ZERO = array("i", [0])
IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))

#: The beginning and the end of each kind of element, and the space between two texts.
WORDS = {
    **{2 * kind: f"<{name}>" for name, kind in KIND.items()},
    **{2 * kind + 1: f"</{name}>" for name, kind in KIND.items()},
    **{2 * KIND[name]: f"<{name}>\n" for name in ("ul", "ol", "dl", "table", "thead", "tbody", "tfoot")},
    **{
        2 * KIND[name] + 1: f"</{name}>\n"
        for name in KINDS[KIND["p"] : KIND["a"]]
        if name not in ("td", "th")
    },
    2 * KIND[FORMULAS[False]]: '<span class="math">',
    2 * KIND[FORMULAS[False]] + 1: "</span>",
    WRITTEN["space"]: " ",
    WRITTEN["break"]: "<br>",
    WRITTEN["line"]: "\n",
}
ELEMENTS = WRITTEN["elements"]
#: The words by their numbers; the words of the page's elements come after them, and then its texts.
FIXED = [WORDS.get(number, "") for number in range(ELEMENTS)]
FIXED_SIZES = array("i", map(len, FIXED))


class Kept(NamedTuple):
    """The kept elements and texts of a page: the columns of :func:`.columns.kept.contexts`."""

    kind: bytearray
    block: array[int]
    inline: array[int]
    breaks: bytearray


def html_of(page: Page, ranges: Iterable[Range]) -> str:
    """Return the HTML of some ranges of texts, in page order.

    >>> from scrapy_content_extract.content.flow import page_of
    >>> page = page_of("<div>It <b class=x>rains</b>.<p style=y>A<br><a href=/ onclick=z>B</a></div>")
    >>> html_of(page, [(0, 5)])
    '<p>It <b>rains</b>.</p>\\n<p>A<br><a href="/">B</a></p>'
    """
    return html_within(page, Captioned(ranges), sys.maxsize)[0]


def html_within(page: Page, chosen: Captioned, most: int) -> tuple[str, bool]:
    """Return the HTML of some ranges of texts, and whether texts are missing because of the limit."""
    starts, stops = page.bounds_of(chosen.ranges)
    if not starts:
        return "", False
    kept = kept_of(page, chosen)
    found = pictures(page, kept, starts, stops, chosen)
    is_bounded = len(found) > MOST_SHOWN
    del found[MOST_SHOWN:]
    marks, raw = columns.kept.wanted(page.parent, page.end, page.owner, *kept[:3], starts, stops, found)
    words, special, made = FIXED + [""] * (2 * len(marks)), ZERO * len(marks), 0
    if WANTED in marks or "input" in page.tags:
        for i, tags in tags_of(page, kept, marks, found, chosen):
            words[ELEMENTS + 2 * i], words[ELEMENTS + 2 * i + 1] = tags
            special[i] = size_of(tags[0]) + len(tags[1])
            made += special[i]
            if made > most:  # there is no room for the next one: each is written once at least
                break
        found = array("i", filter(special.__getitem__, found))
    texts, spaces = columns.render.pieces(page.quoted, starts, stops, raw)
    lines = array("i", [text.count("\n") for text in texts]) if 1 in raw else ZERO * len(texts)
    words += texts
    written, is_less = columns.outline.write(
        page.parent, page.end, page.first, page.owner, page.gap, *kept, starts, stops, spaces, found,
        special, FIXED_SIZES, array("i", map(size_of, texts)), lines, most,
    )  # fmt: skip
    html = "".join(map(words.__getitem__, written)).rstrip("\n").replace(SOFT_HYPHEN, "")
    return legal(html), is_less or is_bounded or made > most


def size_of(text: str) -> int:
    """Return how many bytes of UTF-8 a text has."""
    return len(text if text.isascii() else text.encode("utf-8", "surrogatepass"))


def kept_of(page: Page, chosen: Captioned) -> Kept:
    """Return the kept elements and texts of a page; figures and their captions are kept as such."""
    role: array[int] = ZERO * len(page.code)
    roles: list[str | None] = [None]
    if "table" in page.tags:
        role, roles = page.names.of_role, page.names.roles
    kinds, layout = bytes(map(KIND_OF_TAG.get, page.tags, repeat(0))), bytes(name in LAYOUT for name in roles)
    tag_number = page.tag_number
    if chosen.figures:
        tag_number = with_figures(page, kinds, chosen.figures)
        kinds += bytes((0, FIGURE, FIGCAPTION))
    return Kept(
        *columns.kept.contexts(
            page.parent, page.end, page.first, page.stop, page.chars_before, tag_number,
            kinds, role, layout,
        )
    )  # fmt: skip


def with_figures(page: Page, kinds: bytes, figures: Iterable[Figure]) -> array[int]:
    """Return the tag numbers of a page with three new ones: of no kind, of figures and of their captions."""
    tag_number = array("i", page.tag_number)
    nothing, figure_tag, caption_tag = range(len(kinds), len(kinds) + 3)
    for figure in figures:
        for i, tag in ((figure.element, figure_tag), (figure.label, caption_tag)):
            if i >= 0 and kinds[page.tag_number[i]] in REPLACED:
                tag_number[i] = tag
        above = figure.element
        for _ in range(MOST_STEPS):  # for libxml2 a paragraph may hold a figure
            above = page.parent[above] if above >= 0 else -1
            if above >= 0 and kinds[page.tag_number[above]] == PARAGRAPH:
                tag_number[above] = nothing
    return tag_number


def pictures(page: Page, kept: Kept, starts: array[int], stops: array[int], chosen: Captioned) -> array[int]:
    """Return the pictures and players among the chosen texts, and in figures that come along."""
    if not HAS_PICTURES.intersection(page.tags):
        return array("i")
    ends = sorted((page.owner[starts[0]], page.owner[stops[-1] - 1]))
    found: array[int] = columns.kept.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        columns.climb.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3],
        columns.climb.chosen_before(page.chars_before, starts, stops),
        columns.climb.lowest_common(page.parent, page.end, *ends), starts[0],
    )  # fmt: skip
    if not chosen.tags:
        return found
    return array("i", sorted({*found, *(i for i in chosen.tags if kept.block[i] >= -1)}))  # not hidden


def tags_of(
    page: Page, kept: Kept, marks: bytearray, found: array[int], chosen: Captioned
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the beginnings and ends of the marked elements that are written with attributes."""
    kinds = kept.kind
    others = sources_of(page, (i for i in found if i not in chosen.tags and kinds[i] in SHOWN))
    for i in chain.from_iterable(chain(*around) for around in others.values()):
        marks[i] = WANTED
    attributes = attributes_of(page, marks, WANTED, READ_ATTRIBUTES)
    base = base_of(page)
    for i, tag in chain(chosen.tags.items(), media_tags(page, others, attributes, base)):
        yield i, (tag, "")
    for i, of in attributes.items():
        if "href" in of and kinds[i] == LINK:
            if address := base.address(of["href"], SCHEMES):
                yield i, (f'<a href="{address}">', "</a>")
        elif numbers := NUMBERS_OF.get(kinds[i], numbers_of)(of):
            yield i, (WORDS[2 * kinds[i]].replace(">", f"{numbers}>"), WORDS[2 * kinds[i] + 1])
    if "pre" in page.tags:
        programs = Programs(page, [i for i in positions(marks, WANTED) if kinds[i] == PRE])
        for i in programs.near:
            if tags := programs.tags(i):
                yield i, tags
    yield from note_tags(page, kinds, kept.block, marks, attributes)
    yield from task_tags(page, kept, marks)
    if "hr" in page.tags:
        yield from ((i, ("<hr>\n", "")) for i in found if kinds[i] == RULE)


def task_tags(page: Page, kept: Kept, marks: bytearray) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the tags of chosen items that begin with a box to tick."""
    items = {}
    for i in positions(page.code, CODES["input"]):
        item = kept.block[i]
        if item >= 0 and kept.kind[item] != ITEM:
            item = kept.block[page.parent[item]]
        if item >= 0 and kept.kind[item] == ITEM and marks[item] and page.first[item] == page.first[i]:
            items[i] = item
    boxes = attributes_of(page, element_marks(page, items), 1, ("type", "checked")) if items else {}
    for i, of in boxes.items():
        if of.get("type", "").strip().lower() == "checkbox":
            state = " checked" * ("checked" in of)
            yield items[i], (f'<li><input type="checkbox"{state} disabled> ', "</li>\n")


def numbers_of(of: Mapping[str, str]) -> str:
    """Return the attributes that are numbers and mean something.

    >>> numbers_of({"colspan": "2", "rowspan": "1"})
    ' colspan="2"'
    """
    found = [(name, of[name], most) for name, most in NUMBERS.items() if name in of]
    return "".join(
        f' {name}="{value}"'
        for name, value, most in found
        if re.fullmatch(r"[0-9]{1,4}", value) and 1 < int(value) <= most
    )


def counting_of(of: Mapping[str, str]) -> str:
    """Return the attributes that say how the items of an ordered list are counted.

    >>> counting_of({"start": "0", "type": "a"}), counting_of({"start": "1", "type": "disc"})
    (' start="0" type="a"', '')
    """
    start, is_reversed = of.get("start", "").strip(), "reversed" in of
    is_number = re.fullmatch("-?[0-9]{1,4}", start) is not None and (is_reversed or int(start) != 1)
    first = f' start="{int(start)}"' if is_number else ""
    return first + " reversed" * is_reversed + f' type="{of.get("type")}"' * (of.get("type") in COUNTS)


#: The function that returns the numbers of each kind of element, other than :func:`numbers_of`.
NUMBERS_OF: dict[int, Callable[[Mapping[str, str]], str]] = {
    KIND["ol"]: counting_of,
    **dict.fromkeys(WITHOUT_NUMBERS, lambda of: ""),
}
