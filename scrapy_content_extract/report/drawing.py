"""Two drawings for the pictures of methods, as SVG with the colours of the style sheet around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from lxml import etree
from lxml.builder import ElementMaker

from ..content.markup.characters import legal

SVG = ElementMaker()

WIDTH, MARGIN = 480, 8
#: The height of a profile, and the places of its base line and its top.
HEIGHT, BASE, TOP = 190, 160, 28
#: The height of a step of a ladder, and the places where its bars begin and end.
STEP, BARS, BARS_END = 34, 16, 470
#: The most values of a profile that are drawn.
MOST_VALUES = 2 * WIDTH
#: The most steps that are drawn, and the most parts of a bar; the rest is written below or in the title.
MOST_STEPS, MOST_PARTS = 60, 300


class Level(NamedTuple):
    """A horizontal line that values are compared with; its name stands above the picture."""

    value: float
    name: str


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
    values: Sequence[float], chosen: Sequence[Any], x_name: str, y_name: str, levels: Sequence[Level] = ()
) -> str:
    """Draw a row of values in page order; chosen ones have another colour.

    Values above the top are cut there: one long line would make all others flat.
    """
    top = ceiling(values, [level.value for level in levels])
    count = len(values)
    values, chosen = thinned(values, chosen)
    parts = [
        SVG.path({"class": "bar chosen" if is_chosen else "bar", "d": bars(values, chosen, is_chosen, top)})
        for is_chosen in (False, True)
    ]
    for level in levels:
        y = height_of(level.value, top)
        parts.append(SVG.path({"class": "level", "d": f"M{MARGIN} {y}H{WIDTH - MARGIN}"}))
        parts.append(words(WIDTH - MARGIN, 14, f"{level.name} {said(level.value)}", "level-name", "end"))
    parts += [
        SVG.path({"class": "axis", "d": f"M{MARGIN} {BASE}H{WIDTH - MARGIN}"}),
        words(MARGIN, 14, f"{y_name}, 0 to {said(top)}"),
        words(MARGIN, HEIGHT - 10, f"{x_name} 1 to {count:,}" if count else f"no {x_name}"),
    ]
    return drawn(HEIGHT, parts, f"{y_name} by {x_name}")


def thinned(values: Sequence[float], chosen: Sequence[Any]) -> tuple[Sequence[float], Sequence[Any]]:
    """Return only as many values as are visible: the greatest of neighbours, and whether any is chosen.

    >>> thinned([1.0, 3.0, 2.0], [0, 0, 1]) == ([1.0, 3.0, 2.0], [0, 0, 1])
    True
    """
    size = -(-len(values) // MOST_VALUES)
    if size <= 1:
        return values, chosen
    places = range(0, len(values), size)
    return [max(values[n : n + size]) for n in places], [any(chosen[n : n + size]) for n in places]


def said(value: float) -> str:
    """Return a short form of a number.

    >>> said(0.98765), said(4042.3)
    ('0.988', '4,042')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def ceiling(values: Sequence[float], levels: Sequence[float]) -> float:
    """Return the top of a drawing: the greatest value, but at most three times the 98th of a hundred.

    >>> ceiling([1.0] * 99 + [1000.0], [2.0]), ceiling([], [])
    (3.0, 1.0)
    """
    if not values:
        return 1.0
    high = sorted(values)[int(0.98 * (len(values) - 1))]
    return max(min(max(values), 3 * high or max(values)), *levels, 0.0) or 1.0


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
    size = {"viewBox": f"0 0 {WIDTH} {height}", "class": "picture", "role": "img"}
    svg = SVG.svg(
        SVG.title(title), *parts, {"xmlns": "http://www.w3.org/2000/svg", "aria-label": title, **size}
    )
    return etree.tostring(svg, encoding="unicode")
