"""A picture of how a method sees a page, as SVG: a row in :data:`PICTURES` for each method that has one.

There are two kinds, a profile of values in page order and a ladder of bars.  The style sheet around them
has their colours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from lxml import etree
from lxml.builder import ElementMaker

from ..content.auto.auto import Auto, facts_of
from ..content.markup import BLOCK_LEVEL, legal
from ..content.methods import backtrack, btls, cetd, cetr, cevc, gapdepth, scf, song, uighur
from ..content.page.elements import nearest
from ..content.page.page import Page

SVG = ElementMaker()

#: The width of a picture and the margin at its sides, in units of its viewBox, as all lengths here.
WIDTH, MARGIN = 480, 8
#: The height of a profile, and the places of its base line and its top.
HEIGHT, BASE, TOP = 190, 160, 28
#: The height of a step of a ladder, and the places where its bars begin and end.
STEP, BARS, BARS_END = 34, 16, 470
#: The most values of a profile that are drawn: two for each unit of its width.
MOST_VALUES = 2 * WIDTH
#: The most steps that are drawn, and the most parts of a bar; a picture with more is not surveyed.
MOST_STEPS, MOST_PARTS = 60, 300
#: The most climbs of the backtracking that are drawn; they fill a screen.
CLIMBS = 3
#: The most characters of a name: half of the width.
NAME_CHARS = 44


class Bar(NamedTuple):
    value: float
    is_chosen: bool
    title: str


class Step(NamedTuple):
    """A step of a ladder: a bar of one or more parts, and a line of words above it."""

    name: str
    note: str
    parts: Sequence[Bar]
    is_chosen: bool = False


def profile(
    values: Sequence[float],
    chosen: Sequence[Any],
    x_name: str,
    y_name: str,
    level: float = 0.0,
    level_name: str = "",
) -> str:
    """Draw a row of values in page order; chosen ones have another colour.

    A named ``level`` is a line that values are compared with.  Values above the top are cut there: one long
    line would make all others flat.
    """
    top = ceiling(values, level)
    count = len(values)
    size = max(-(-count // MOST_VALUES), 1)  # of neighbours only the greatest is visible
    values = [max(values[n : n + size]) for n in range(0, count, size)]
    chosen = [any(chosen[n : n + size]) for n in range(0, count, size)]
    parts = [
        SVG.path({"class": "bar chosen" if is_chosen else "bar", "d": bars(values, chosen, is_chosen, top)})
        for is_chosen in (False, True)
    ]
    if level_name:
        line = f"M{MARGIN} {height_of(level, top)}H{WIDTH - MARGIN}"
        parts.append(SVG.path({"class": "level", "d": line}))
        parts.append(words(WIDTH - MARGIN, 14, f"{level_name} {said(level)}", "level-name", "end"))
    parts += [
        SVG.path({"class": "axis", "d": f"M{MARGIN} {BASE}H{WIDTH - MARGIN}"}),
        words(MARGIN, 14, f"{y_name}, 0 to {said(top)}"),
        words(MARGIN, HEIGHT - 10, f"{x_name} 1 to {count:,}" if count else f"no {x_name}"),
    ]
    return drawn(HEIGHT, parts, f"{y_name} by {x_name}")


def said(value: float) -> str:
    """Return a short form of a number.

    >>> said(0.98765), said(4042.3)
    ('0.988', '4,042')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def ceiling(values: Sequence[float], level: float) -> float:
    """Return the top of a drawing: the greatest value, but at most three times the 98th of a hundred.

    >>> ceiling([1.0] * 99 + [1000.0], 2.0), ceiling([], 0.0)
    (3.0, 1.0)
    """
    if not values:
        return 1.0
    high = sorted(values)[int(0.98 * (len(values) - 1))]
    return max(min(max(values), 3 * high or max(values)), level, 0.0) or 1.0


def height_of(value: float, top: float) -> str:
    return f"{BASE - (BASE - TOP) * min(value / top, 1):.1f}"


def bars(values: Sequence[float], chosen: Sequence[Any], wanted: bool, top: float) -> str:
    """Return the path around the bars that are, or are not, chosen: one outline for each run of them."""
    width = (WIDTH - 2 * MARGIN) / max(len(values), 1)
    path: list[str] = []
    for is_chosen, run in groupby(range(len(values)), lambda n: bool(chosen[n])):
        if is_chosen == wanted:
            places = list(run)
            path.append(f"M{MARGIN + places[0] * width:.1f} {BASE}")
            path += [f"V{height_of(values[n], top)}H{MARGIN + (n + 1) * width:.1f}" for n in places]
            path.append(f"V{BASE}Z")
    return "".join(path)


def ladder(steps: Sequence[Step], title: str, *, together: bool = True) -> str:
    """Draw steps from top to bottom, each with its bar.

    The bars have one scale or, with ``together=False``, each is as wide as the picture.
    """
    shown = steps[:MOST_STEPS]
    widest = max((sum(part.value for part in step.parts) for step in shown), default=0) or 1
    parts: list[Any] = []
    for n, step in enumerate(shown):
        y = n * STEP + 14
        parts.append(words(MARGIN, y, step.name, "name chosen" if step.is_chosen else "name"))
        parts.append(words(WIDTH - MARGIN, y, step.note, "note", "end"))
        whole = widest if together else sum(part.value for part in step.parts) or 1
        parts += bar(step.parts, y + 5, (BARS_END - BARS) / whole)
    if len(steps) > len(shown):
        parts.append(words(MARGIN, len(shown) * STEP + 14, f"and {len(steps) - len(shown)} more", "note"))
    return drawn(max(len(shown) + (len(steps) > len(shown)), 1) * STEP + 4, parts, title)


def bar(parts: Sequence[Bar], y: float, scale: float) -> Iterable[Any]:
    x = float(BARS)
    for part in parts[:MOST_PARTS]:
        width = part.value * scale
        if width > 0.05:
            size = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{max(width - 0.6, 0.3):.1f}", "height": "10"}
            name = "part chosen" if part.is_chosen else "part"
            yield SVG.rect(SVG.title(legal(part.title)), {"class": name, **size})
        x += width


def words(x: float, y: float, text: str, name: str = "note", anchor: str = "start") -> Any:
    """Return a line of text whose base line begins, or ends, at x, y."""
    return SVG.text(legal(text), {"class": name, "x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor})


def beginning(text: str, most: int) -> str:
    """Return the beginning of a text, white space collapsed.

    >>> beginning(" a\\n b ", 9), beginning("a" * 9, 4)
    ('a b', 'aaa…')
    """
    text = " ".join(text[: 4 * most].split())
    return text if len(text) <= most else f"{text[: most - 1]}…"


def drawn(height: int, parts: Iterable[Any], title: str) -> str:
    kind = {"xmlns": "http://www.w3.org/2000/svg", "aria-label": title, "class": "picture", "role": "img"}
    svg = SVG.svg(SVG.title(title), *parts, {"viewBox": f"0 0 {WIDTH} {height}", **kind})
    return str(etree.tostring(svg, encoding="unicode"))


def picture_of(method: Any, page: Page, chosen: bytes = b"") -> tuple[str, str]:
    """Return the caption and the picture of a method; both are empty where it and its bases have none."""
    for kind in type(method).__mro__:
        if kind in PICTURES and page.gap:
            caption, draw = PICTURES[kind]
            return caption, draw(method, page, chosen)
    return "", ""


def of_auto(method: Auto, page: Page, chosen: bytes) -> str:
    of_paragraph = [chosen[start] for start, _ in page.lines]
    return profile(facts_of(page).p, of_paragraph, "paragraphs", "probability")


def of_cetr(method: cetr.CETR, page: Page, chosen: bytes) -> str:
    hills = method.hills(page)
    return profile(hills.T, hills.content, "lines", "smoothed tag ratio T′")


def of_uighur(method: uighur.Uighur, page: Page, chosen: bytes) -> str:
    CC, block = method.correlations(page), nearest(page, BLOCK_LEVEL)
    of_line = [CC[block[page.owner[start]]] for start, _ in page.lines]
    above = [value >= method.C for value in of_line]
    return profile(of_line, above, "paragraphs", "text correlation CC", method.C, "C")


def of_cevc(method: cevc.CEVC, page: Page, chosen: bytes) -> str:
    VC = cevc.chars_before(page, method.valid_texts(page))
    content = cevc.locate_content_block(page, VC, method.alpha)
    steps = []
    for i in way_to(page, content):
        children = cevc.valid_in_children(page, VC, i)
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
    containers = scf.Containers(page)
    WT = method.weights(page, containers)
    return weights_down(page, containers.outer, WT, method.last(containers, WT))


def weights_down(page: Page, outer: Sequence[int], WT: dict[int, float], last: int) -> str:
    path = [last] if last >= 0 else []
    while path and outer[path[-1]] >= 0:
        path.append(outer[path[-1]])
    beside: dict[int, list[int]] = {}
    for i in WT:
        beside.setdefault(outer[i], []).append(i)
    steps = []
    for i in reversed(path):
        side = beside[outer[i]]
        parts = [Bar(WT[one], one == i, f"{name_of(page, one)}: WT {WT[one]:.1f}") for one in side]
        among = f" of {len(parts)} side by side" if len(parts) > 1 else ""
        steps.append(Step(name_of(page, i), f"WT {WT[i]:.1f}{among}", parts, i == last))
    return ladder(steps, "Weights on the way down", together=False)


def of_cetd(method: cetd.CETD, page: Page, chosen: bytes) -> str:
    TD, density_sum = method.densities(page)
    densest = max(range(page.body, page.end[page.body]), key=density_sum.__getitem__)
    path = way_to(page, densest)
    t = min(TD[i] for i in path)
    steps = []
    for i in path:
        least = ", the least" if TD[i] == t else ""
        note = f"density {TD[i]:.1f}{least}, sum {density_sum[i]:,.0f}"
        steps.append(Step(name_of(page, i), note, [Bar(TD[i], TD[i] == t, "")], i == densest))
    return ladder(steps, f"Text density on the way to the greatest DensitySum, threshold {t:.1f}")


def of_backtrack(method: backtrack.Backtrack, page: Page, chosen: bytes) -> str:
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
    rows = method.read(page.source)
    if not rows.strings:
        return ""
    blocks, _ = method.blocks(rows, btls.align(rows.strings, ["".join(text.split()) for text in page.text]))
    titles = method.titles(blocks)
    is_title = [n in titles for n in range(len(blocks))]
    return profile([block.n for block in blocks], is_title, "blocks of rows", "characters", method.C, "C")


def of_gapdepth(method: gapdepth.GapDepth, page: Page, chosen: bytes) -> str:
    strength: Sequence[float] = ()
    if len(page.line_starts) > 2:
        strength = gapdepth.strengths(gapdepth.gaps_in(page), gapdepth.model())
    is_cut = [value >= method.least for value in strength]
    return profile(strength, is_cut, "gaps", "strength", method.least, "cut from")


def way_to(page: Page, i: int) -> list[int]:
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
    cetr.CETR: ("The smoothed ratio of text to tags of each line of the source; hills are content.", of_cetr),
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
