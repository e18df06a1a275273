"""What a document keeps of a page: the kinds of its elements, and the pictures among the chosen texts."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, repeat, takewhile
from operator import le
from typing import NamedTuple

from .. import core
from ..core.columns import ZERO
from ..core.hints import FRAMES, IS_CONTAINER
from ..core.kinds import FIGCAPTION, FIGURE, HR, IMG, KIND, KINDS, LINE, SCRIPT, VIDEO, P
from ..markup import BLOCK_LEVEL, FORMULAS, NEVER_TEXT, table
from ..page.elements import ancestors, link_share, lowest_common
from ..page.page import Names, Page
from ..page.tables import in_data_tables
from .captions import LEVELS_ABOVE, Captioned, Figure
from .media import AMP_PICTURES, MOST_SHOWN, NOSCRIPT, is_content, media_of, without_scripts

#: The elements that are kept under another name.
RENAMED = {
    "listing": "pre", "xmp": "pre", "menu": "ul", "dir": "ul", "kbd": "code", "samp": "code", "tt": "code",
    "s": "del", "strike": "del", "audio": "video", "iframe": "video", "embed": "video",
    **dict.fromkeys(AMP_PICTURES, "img"),
    FORMULAS[True]: FORMULAS[False],
}  # fmt: skip
#: The kind of each tag; others have none.
KIND_OF_TAG = {
    **dict.fromkeys((*NEVER_TEXT, "noscript"), SCRIPT),
    **{name: KIND[name] for name in KINDS if name},
    **{name: KIND[kind] for name, kind in RENAMED.items()},
}
#: The kinds of elements that are written as a figure or a caption if that is what they are.
REPLACED = frozenset({KIND[name] for name in "p h1 h2 h3 h4 h5 h6 em strong b i".split()} | {LINE})
HIDDEN = core.selection.MARKS["hidden"]
#: Pictures and players.
SHOWN = frozenset({IMG, VIDEO})
HAS_PICTURES = frozenset(tag for tag, kind in KIND_OF_TAG.items() if kind in {*SHOWN, HR})
IS_BLOCK = table(dict.fromkeys(BLOCK_LEVEL, 1))
IS_SHOWN = bytes(kind in SHOWN for kind in range(256))
#: The most characters beside a picture that stands alone, such as a credit.
ALONE_CHARS = 60
#: The words in a class or id, and the elements, that make a picture part of the frame.
_FRAME = re.compile(
    r"relat|recommend|popular|trending|teaser|share|social|follow|promo|newsletter|subscri|banner|advert|sponsor|"
    r"author|avatar|profile|byline|logo|icon|emoji|comment|disqus|partner|badge|payment|cookie|captcha|"
    r"(?<![a-z])(?:ads?|gpt|bio|apps?|qr|card)(?![a-z])",
    re.IGNORECASE,
)
IS_FRAME = table(dict.fromkeys((*FRAMES, "header"), 1))


class Kept(NamedTuple):
    """The kept elements and texts of a page: the columns of :func:`.core.selection.contexts`."""

    kind: bytearray
    block: array[int]
    inline: array[int]
    breaks: bytearray


def kept_of(page: Page, chosen: Captioned) -> Kept:
    """Return the kept elements and texts of a page; figures and their captions are kept as such."""
    kinds, tag_number = bytes(map(KIND_OF_TAG.get, page.tags, repeat(LINE))), page.tag_number
    alone = [i for i in without_scripts(page) if page.code[i] == NOSCRIPT]
    if chosen.figures or alone:
        tag_number = with_figures(page, kinds, chosen.figures)
        for i in alone:
            tag_number[i] = len(kinds)
        kinds += bytes((LINE, FIGURE, FIGCAPTION))
    in_data = in_data_tables(page) if "table" in page.tags else bytes(len(page.code))
    return Kept(
        *core.selection.contexts(
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
    """Return the pictures, players and rules among the chosen texts, and in figures that come along."""
    if not HAS_PICTURES.intersection(page.tags):
        return ZERO * 0
    lowest = lowest_common(page, page.owner[starts[0]], page.owner[stops[-1] - 1])
    chosen_before = core.queries.chosen_before(page.chars_before, starts, stops)
    found = core.selection.pictures(
        page.parent, page.end, page.first, page.stop, page.owner,
        core.queries.nearest(page.parent, page.code.translate(IS_BLOCK)), *kept[:3], chosen_before, lowest,
        starts[0],
    )  # fmt: skip
    with_text = {*found, *(i for i in chosen.pictures if kept.block[i] != HIDDEN)}
    apart = (i for i in pictures_apart(page, kept, chosen_before, lowest) if i not in with_text)
    alone = (i for i in islice(apart, MOST_SHOWN) if is_content(page, i, media_of(page).made_of(i)))
    return array("i", sorted(with_text.union(alone)))


def pictures_apart(page: Page, kept: Kept, chosen_before: Sequence[int], lowest: int) -> Iterator[int]:
    """Yield the pictures and players that stand alone behind chosen text, as at its end.

    None of the elements from the picture up to its box belongs to the frame of the page.
    """
    is_shown = kept.kind.translate(IS_SHOWN)
    if 1 not in is_shown:
        return
    main = next((i for i in ancestors(page, lowest) if IS_CONTAINER[page.code[i]]), 0)
    found, boxes = core.selection.pictures_apart(
        page.parent, page.end, page.first, page.stop, kept.kind, kept.block, page.chars_before, chosen_before,
        core.queries.totals_before(is_shown), main, ALONE_CHARS,
    )  # fmt: skip
    if not found:
        return
    names, known = page.names, {0: False}  # 0 is no class, or no id
    for i, box in zip(found, boxes):
        if link_share(page, page.first[box], page.stop[box]) == 1:  # a card
            continue
        between = takewhile(partial(le, box), ancestors(page, i))
        if not any(is_in_frame(page.code[e], names, e, known) for e in between):
            yield i


def is_in_frame(code: int, names: Names, i: int, known: dict[int, bool]) -> bool:
    """Tell whether an element is a frame, by its tag, class or id; ``known`` remembers names."""
    for number in (names.of_class[i], names.of_id[i]):
        if number not in known:
            known[number] = _FRAME.search(names.values[number] or "") is not None
    return bool(IS_FRAME[code]) or known[names.of_class[i]] or known[names.of_id[i]]
