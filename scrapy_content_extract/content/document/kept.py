"""What a document keeps of a page: the kinds of its elements, and the pictures among the chosen texts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from .. import kernels
from ..kernels.columns import ZERO
from ..kernels.kinds import FIGCAPTION, FIGURE, HR, IMG, KIND, KINDS, LINE, SCRIPT, VIDEO, P
from ..markup import BLOCK_LEVEL, FORMULAS, NEVER_TEXT, table
from ..page.blocks import in_data_tables
from ..page.page import Page
from .captions import LEVELS_ABOVE, Captioned, Figure
from .media import AMP_PICTURES

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "s": "del", "strike": "del", "audio": "video", "iframe": "video", "embed": "video",
    **dict.fromkeys(AMP_PICTURES, "img"),
    FORMULAS[True]: FORMULAS[False],
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys(NEVER_TEXT, SCRIPT),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}
#: The kinds of elements that are written as a figure or a caption if that is what they are.
REPLACED = frozenset({KIND[name] for name in "p h1 h2 h3 h4 h5 h6 em strong b i".split()} | {LINE})
HIDDEN = kernels.selection.MARKS["hidden"]
#: Pictures and players.
SHOWN = frozenset({IMG, VIDEO})
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in {*SHOWN, HR})
IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))


class Kept(NamedTuple):
    """The kept elements and texts of a page: the columns of :func:`.kernels.selection.contexts`."""

    kind: bytearray
    block: array[int]
    inline: array[int]
    breaks: bytearray


def kept_of(page: Page, chosen: Captioned) -> Kept:
    """Return the kept elements and texts of a page; figures and their captions are kept as such."""
    kinds, tag_number = bytes(map(KIND_OF_TAG.get, page.tags, repeat(LINE))), page.tag_number
    if chosen.figures:
        tag_number = with_figures(page, kinds, chosen.figures)
        kinds += bytes((LINE, FIGURE, FIGCAPTION))
    in_data = in_data_tables(page) if "table" in page.tags else bytes(len(page.code))
    return Kept(
        *kernels.selection.contexts(
            page.parent, page.first, page.stop, len(page.gap), tag_number, kinds, in_data
        )
    )


def with_figures(page: Page, kinds: bytes, figures: Iterable[Figure]) -> array[int]:
    """Return the tag numbers of a page with three new ones: of no kind, of figures and of their captions."""
    tag_number = array("i", page.tag_number)
    nothing, figure_tag, caption_tag = range(len(kinds), len(kinds) + 3)
    for figure in figures:
        for i, tag in ((figure.element, figure_tag), (figure.label, caption_tag)):
            if i >= 0 and kinds[page.tag_number[i]] in REPLACED:
                tag_number[i] = tag
        above = figure.element
        for _ in range(LEVELS_ABOVE):  # for libxml2 a paragraph may hold a figure
            above = page.parent[above] if above >= 0 else -1
            if above >= 0 and kinds[page.tag_number[above]] == P:
                tag_number[above] = nothing
    return tag_number


def pictures(page: Page, kept: Kept, starts: array[int], stops: array[int], chosen: Captioned) -> array[int]:
    """Return the pictures and players among the chosen texts, and in figures that come along."""
    if not HAS_PICTURES.intersection(page.tags):
        return ZERO * 0
    ends = sorted((page.owner[starts[0]], page.owner[stops[-1] - 1]))
    found: array[int] = kernels.selection.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        kernels.queries.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3],
        kernels.queries.chosen_before(page.chars_before, starts, stops),
        kernels.queries.lowest_common(page.parent, page.end, *ends), starts[0],
    )  # fmt: skip
    if not chosen.pictures:
        return found
    return array("i", sorted({*found, *(i for i in chosen.pictures if kept.block[i] != HIDDEN)}))
