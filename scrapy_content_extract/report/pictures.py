"""Pictures of a method's view of a page: a row in :data:`PICTURES` for each method that has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..content.extractors import backtrack, cetd, cevc, scf, song, uighur
from ..content.extractors.auto import Auto, known_of
from ..content.extractors.cetr import CETR
from ..content.learned.gap_features import gaps_in
from ..content.markup.elements import BLOCK_LEVEL
from ..content.page.blocks import children_of, nearest
from ..content.page.page import Page
from ..content.segmenters import btls, gapdepth
from ..content.segmenters.source_rows import align
from .drawing import Bar, Level, Step, beginning, ladder, profile

#: The most climbs of the backtracking that are drawn.
CLIMBS = 3
#: The most characters of a name.
NAME_CHARS = 44


def picture_of(method: Any, page: Page, chosen: bytes = b"") -> tuple[str, str]:
    """Return the caption and the picture of a method; both are empty where it has none.

    A subclass of a method has the picture of that method.
    """
    for kind in type(method).__mro__:
        if (found := PICTURES.get(kind)) and page.gap:
            caption, draw = found
            return caption, draw(method, page, chosen)
    return "", ""


def of_auto(method: Auto, page: Page, chosen: bytes) -> str:
    known = known_of(page)
    return profile(known.p, [chosen[start] for start, _ in page.lines], "paragraphs", "probability")


def of_cetr(method: CETR, page: Page, chosen: bytes) -> str:
    hills = method.hills(page)
    return profile(hills.T, hills.content, "lines", "smoothed tag ratio T′")


def of_uighur(method: uighur.Uighur, page: Page, chosen: bytes) -> str:
    CC, block = method.correlations(page), nearest(page, BLOCK_LEVEL)
    of_line = [CC[block[page.owner[start]]] for start, _ in page.lines]
    above = [value >= method.C for value in of_line]
    return profile(of_line, above, "paragraphs", "text correlation CC", [Level(method.C, "C")])


def of_cevc(method: cevc.CEVC, page: Page, chosen: bytes) -> str:
    """The way down: at each node the children, as wide as their valid characters."""
    VC = cevc.chars_before(page, method.valid_texts(page))
    content = cevc.locate_content_block(page, VC, method.alpha)
    steps = []
    for i in way_to(page, content):
        children = [(child, VC[page.stop[child]] - VC[page.first[child]]) for child in children_of(page, i)]
        total, most = sum(amount for _, amount in children), max((n for _, n in children), default=0)
        share = f"MVCR {most / total:.2f}" if total else "no child with valid characters"
        verdict = " → content" if i == content else ""
        taken = next((child for child, amount in children if amount == most), -1)
        parts = [
            Bar(amount, child == taken and i != content, f"{name_of(page, child)}: VC {amount:,}")
            for child, amount in children
            if amount
        ]
        steps.append(Step(name_of(page, i), f"VC {total:,}, {share}{verdict}", parts, i == content))
    return ladder(steps, f"Valid characters on the way down, alpha {method.alpha:g}", together=False)


def of_song(method: song.Song, page: Page, chosen: bytes) -> str:
    container = nearest(page, method.containers)
    outer = song.around(page, container)
    WT = song.weights(page, container, song.count(page, method.full_stops))
    return weights_down(page, outer, WT, song.descend(outer, WT))


def of_scf(method: scf.SCF, page: Page, chosen: bytes) -> str:
    container, outer, lowest, elements = scf.containers_of(page)
    WT = method.weights(page, container, outer, lowest, elements)
    return weights_down(page, outer, WT, method.last(outer, WT))


def weights_down(page: Page, outer: Sequence[int], WT: dict[int, float], last: int) -> str:
    """Draw the weights of the containers side by side, level by level, down to the last."""
    path = [last] if last >= 0 else []
    while path and outer[path[-1]] >= 0:
        path.append(outer[path[-1]])
    beside: dict[int, list[int]] = {}
    for i in WT:
        beside.setdefault(outer[i], []).append(i)
    steps = []
    for i in reversed(path):
        parts = [
            Bar(WT[one], one == i, f"{name_of(page, one)}: WT {WT[one]:.1f}") for one in beside[outer[i]]
        ]
        among = f" of {len(parts)} side by side" if len(parts) > 1 else ""
        steps.append(Step(name_of(page, i), f"WT {WT[i]:.1f}{among}", parts, i == last))
    return ladder(steps, "Weights on the way down", together=False)


def of_cetd(method: cetd.CETD, page: Page, chosen: bytes) -> str:
    """The way to the node of greatest DensitySum, whose least density is the threshold."""
    TD, density_sum = method.densities(page)
    densest = max(range(page.body, page.end[page.body]), key=density_sum.__getitem__)
    path = way_to(page, densest)
    t = min(TD[i] for i in path)
    steps = [
        Step(
            name_of(page, i),
            f"density {TD[i]:.1f}{', the least' if TD[i] == t else ''}, sum {density_sum[i]:,.0f}",
            [Bar(TD[i], TD[i] == t, "")],
            i == densest,
        )
        for i in path
    ]
    return ladder(steps, f"Text density on the way to the greatest DensitySum, threshold {t:.1f}")


def of_backtrack(method: backtrack.Backtrack, page: Page, chosen: bytes) -> str:
    """The climbs from the longest lines: at each node the concentration of its group."""
    pure = backtrack.PureText(page)
    concentration = backtrack.concentrations(page, pure)
    target = backtrack.target_groups(page, concentration)
    lines = backtrack.lines_by_length(page, pure)
    steps: list[Step] = []
    for number, (group, candidates) in enumerate(method.targets(page, pure)[:CLIMBS], 1):
        signature = page.signature[group[0]]
        k = next(k for k in lines if target[page.owner[k]] == signature)
        opening = f"climb {number}: “{beginning(page.text[k], NAME_CHARS)}”"
        steps.append(Step(opening, f"{len(candidates)} of {len(group)} nodes alike are candidates", []))
        for i in reversed(way_to(page, page.owner[k])):
            of_group, is_target = concentration[page.signature[i]], page.signature[i] == signature
            skipped = " (not compared)" if page.tag[i] in backtrack.NOT_COMPARED else ""
            note = f"concentration {of_group:.1f}{skipped}"
            steps.append(Step(name_of(page, i), note, [Bar(of_group, is_target, "")], is_target))
    return ladder(steps, "Concentration of pure text on the way up")


def of_btls(method: btls.BTLS, page: Page, chosen: bytes) -> str:
    """The rows of the source that stand alone: how long they are, and which are titles."""
    rows = method.read(page.source)
    if not rows.strings:
        return ""
    blocks, _ = method.blocks(rows, align(rows.strings, ["".join(text.split()) for text in page.text]))
    titles = method.titles(blocks)
    lengths, is_title = [block.n for block in blocks], [n in titles for n in range(len(blocks))]
    levels = [Level(method.C, "C")]
    return profile(lengths, is_title, "blocks of rows", "characters", levels)


def of_gapdepth(method: gapdepth.GapDepth, page: Page, chosen: bytes) -> str:
    strength = gapdepth.strengths(gaps_in(page), gapdepth.model()) if len(page.line_starts) > 2 else []
    is_cut = [value >= method.least for value in strength]
    return profile(strength, is_cut, "gaps", "strength", [Level(method.least, "cut from")])


def way_to(page: Page, i: int) -> list[int]:
    """Return the elements from ``<body>`` down to an element."""
    way = [i]
    while i > page.body:
        i = page.parent[i]
        way.append(i)
    return way[::-1]


def name_of(page: Page, i: int) -> str:
    """Return what to call an element: its tag with its id or its first class."""
    names = page.names
    id_, class_ = names.values[names.of_id[i]], names.values[names.of_class[i]]
    more = f"#{id_}" if id_ else "." + class_.split()[0] if class_ and class_.split() else ""
    return beginning(f"{page.tag[i]}{more}", NAME_CHARS)


#: By class of methods: the caption of its picture, and the function that draws it, from the method, the page,
#: and per text whether the method chose it.
PICTURES: dict[type, tuple[str, Callable[[Any, Page, bytes], str]]] = {
    Auto: ("The probability of each paragraph, in page order; what was chosen is green.", of_auto),
    CETR: ("The smoothed ratio of text to tags of each line of the source; hills are content.", of_cetr),
    uighur.Uighur: ("The smoothed text correlation of the block around each paragraph.", of_uighur),
    cevc.CEVC: (
        "From the body down to the content: the children of each node, as wide as their valid characters; "
        "the green one is entered, unless its share is below alpha.",
        of_cevc,
    ),
    song.Song: ("The containers side by side, as wide as their weights; the green one is kept.", of_song),
    scf.SCF: ("The containers side by side, as wide as their weights; the green one leads on.", of_scf),
    cetd.CETD: (
        "Text density from the body down to the node of greatest DensitySum; the least is the threshold.",
        of_cetd,
    ),
    backtrack.Backtrack: (
        "From the longest lines up to the body: how concentrated pure text is in the group of each node.",
        of_backtrack,
    ),
    btls.BTLS: ("How long the blocks of rows are, in page order; titles are green.", of_btls),
    gapdepth.GapDepth: ("How strong each gap between two paragraphs is; cuts are green.", of_gapdepth),
}
