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
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import NamedTuple

from .. import columns
from ..markup.characters import SOFT_HYPHEN, legal
from ..markup.elements import BLOCK_LEVEL, FORMULAS, NEVER_TEXT, table
from ..markup.kinds import KIND, KINDS
from ..model import Range, positions
from ..page.attributes import attributes_of
from ..page.page import Page
from .addresses import LOADED, SCHEMES, Base, base_of, quoted
from .programs import Programs

WRITTEN = columns.outline.WRITTEN
WANTED = columns.kept.MARKS["wanted"]

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "s": "del", "strike": "del", "audio": "video", "iframe": "video", "embed": "video",
    FORMULAS[True]: FORMULAS[False],
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys(NEVER_TEXT, KIND["script"]),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}

#: The attributes with the address of a picture: pages that load pictures late have it in several.
ADDRESSES = ("data-src", "data-original", "data-lazy-src", "data-lazy", "src")
SOURCE_SETS = ("data-srcset", "srcset")
READ_ATTRIBUTES = (*"href alt colspan rowspan start width height".split(), *SOURCE_SETS, *ADDRESSES)
#: The roles of tables without meaning.
LAYOUT = frozenset({"presentation", "none"})
#: The sizes of pictures that count visitors; one of width and height may be missing.
PIXELS = frozenset({"0", "1", "2", "0px", "1px", ""})

#: The greatest number that each attribute may have; a converter writes as many cells.
NUMBERS = {"colspan": 100, "rowspan": 100, "start": 9999}
LINK, PICTURE, PRE = KIND["a"], KIND["img"], KIND["pre"]
SHOWN = frozenset({PICTURE, KIND["video"]})
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in SHOWN)
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
    return html_within(page, ranges, sys.maxsize)[0]


def html_within(page: Page, ranges: Iterable[Range], most: int) -> tuple[str, bool]:
    """Return the HTML of some ranges of texts, and whether texts are missing because of the limit."""
    starts, stops = page.bounds_of(ranges)
    if not starts:
        return "", False
    kept = kept_of(page)
    found = pictures(page, kept, starts, stops)
    marks, raw = columns.kept.wanted(page.parent, page.end, page.owner, *kept[:3], starts, stops, found)
    words, special, made = FIXED + [""] * (2 * len(marks)), ZERO * len(marks), 0
    if WANTED in marks:
        for i, tags in tags_of(page, kept.kind, marks):
            words[ELEMENTS + 2 * i], words[ELEMENTS + 2 * i + 1] = tags
            special[i] = sum(sizes_of(tags))
            made += special[i]
            if made > most:  # there is no room for the next one: each is written once at least
                break
        found = array("i", filter(special.__getitem__, found))
    texts, spaces = columns.markup.pieces(page.quoted, starts, stops, raw)
    lines = array("i", [text.count("\n") for text in texts]) if 1 in raw else ZERO * len(texts)
    words += texts
    written, is_less = columns.outline.write(
        page.parent, page.end, page.first, page.owner, page.gap, *kept, starts, stops, spaces, found,
        special, FIXED_SIZES, array("i", sizes_of(texts)), lines, most,
    )  # fmt: skip
    html = "".join(map(words.__getitem__, written)).rstrip("\n").replace(SOFT_HYPHEN, "")
    return legal(html), is_less or made > most


def sizes_of(texts: Iterable[str]) -> list[int]:
    """Return how many bytes of UTF-8 each text has."""
    return [len(text if text.isascii() else text.encode("utf-8", "surrogatepass")) for text in texts]


def kept_of(page: Page) -> Kept:
    """Return the kept elements and texts of a page."""
    role: array[int] = ZERO * len(page.code)
    roles: list[str | None] = [None]
    if "table" in page.tags:
        role, roles = page.names.of_role, page.names.roles
    kinds, layout = bytes(map(KIND_OF_TAG.get, page.tags, repeat(0))), bytes(name in LAYOUT for name in roles)
    return Kept(
        *columns.kept.contexts(
            page.parent, page.end, page.first, page.stop, page.chars_before, page.tag_number,
            kinds, role, layout,
        )
    )  # fmt: skip


def pictures(page: Page, kept: Kept, starts: array[int], stops: array[int]) -> array[int]:
    """Return the pictures and players among the chosen texts."""
    if not HAS_PICTURES.intersection(page.tags):
        return array("i")
    ends = sorted((page.owner[starts[0]], page.owner[stops[-1] - 1]))
    found: array[int] = columns.kept.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        columns.climb.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3],
        columns.climb.chosen_before(page.chars_before, starts, stops),
        columns.climb.lowest_common(page.parent, page.end, *ends), starts[0],
    )  # fmt: skip
    return found


def tags_of(page: Page, kinds: bytearray, marks: bytearray) -> Iterator[tuple[int, tuple[str, str]]]:
    """Return the beginnings and ends of the marked elements that are written with attributes."""
    attributes = attributes_of(page, marks, WANTED, READ_ATTRIBUTES)
    base = base_of(page)
    for i, of in attributes.items():
        if "href" in of and kinds[i] == LINK:
            if address := base.address(of["href"], SCHEMES):
                yield i, (f'<a href="{address}">', "</a>")
        elif kinds[i] in SHOWN:
            if not is_pixel(of) and (address := address_of_medium(of, base)):
                alt = quoted(of.get("alt", ""))
                yield i, (shown(kinds[i], address, alt), "")
        elif given := numbers_of(of):
            yield i, (WORDS[2 * kinds[i]].replace(">", f"{given}>"), WORDS[2 * kinds[i] + 1])
    if "pre" in page.tags:
        programs = Programs(page, [i for i in positions(marks, WANTED) if kinds[i] == PRE])
        for i in programs.near:
            if tags := programs.tags(i):
                yield i, tags


def shown(kind: int, address: str, alt: str) -> str:
    """Return a picture, or a link for a player."""
    return f'<img src="{address}" alt="{alt}">' if kind == PICTURE else f'<a href="{address}">{address}</a>'


def address_of_medium(of: Mapping[str, str], base: Base) -> str:
    """Return the address of a picture or a player, or ""."""
    for name in ADDRESSES:
        if name in of and (address := base.address(of[name], LOADED)):
            return address
    for name in SOURCE_SETS:
        if (sizes := of.get(name, "").split()) and (address := base.address(sizes[0], LOADED)):
            return address
    return ""


def numbers_of(of: Mapping[str, str]) -> str:
    """Return the attributes that are numbers and mean something.

    >>> numbers_of({"colspan": "2", "rowspan": "1", "start": "x"})
    ' colspan="2"'
    """
    found = [(name, of[name], most) for name, most in NUMBERS.items() if name in of]
    return "".join(
        f' {name}="{value}"'
        for name, value, most in found
        if re.fullmatch(r"[0-9]{1,4}", value) and 1 < int(value) <= most
    )


def is_pixel(of: Mapping[str, str]) -> bool:
    """Tell whether a picture counts visitors."""
    width, height = of.get("width", ""), of.get("height", "")
    return width in PIXELS and height in PIXELS and bool(width or height)
