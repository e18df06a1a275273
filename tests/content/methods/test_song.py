"""Song's method, traced by hand: WT = FC + 0.1 * NC / HC, and HC = 0 counts as 1."""

import pytest

from scrapy_content_extract.content import extract
from scrapy_content_extract.content.methods.song import descend, weight

# FC, NC, HC and WT, with pencil and paper
WEIGHTS = {
    "prose: no link, so NC counts a tenth": ((3, 14, 0), 4.4),
    "a menu: as much link as other text": ((0, 4, 4), 0.1),
    "one link character is as good as none": ((2, 20, 1), 4.0),
    "nothing at all": ((0, 0, 0), 0.0),
}


@pytest.mark.parametrize(("counts", "WT"), WEIGHTS.values(), ids=WEIGHTS)
def test_weight(counts, WT):
    assert weight(*counts) == pytest.approx(WT)


# the container around each element, WT of the containers, and where the path ends
DESCENTS = {
    "no container": ([-1, 0, 1], {}, -1),
    "side by side the greater one": ([-1, 0, 0], {1: 2.0, 2: 3.0}, -1),  # their container 0 has no WT
    "of equal ones the first": ([-1, -1, -1], {1: 3.0, 2: 3.0}, 1),
    "inside the greater one, though a greater one is elsewhere": (
        [-1, -1, 1, -1, 3],
        {1: 5.0, 2: 1.0, 3: 4.0, 4: 4.0},
        2,
    ),
}


@pytest.mark.parametrize(("outer", "WT", "last"), DESCENTS.values(), ids=DESCENTS)
def test_descend(outer, WT, last):
    assert descend(outer, WT) == last


MENU = "<table><tr><td><a href='/'>Home</a> Menu</td></tr></table>"  # 0 + 0.1 * 4 / 4 = 0.1
PROSE = "<table><tr><td>One. Two. Three.</td></tr></table>"  # 3 + 0.1 * 14 = 4.4
SHORT = "<table><tr><td>One. Two.</td></tr></table>"  # 2 + 0.1 * 8 = 2.8
LINKS = "<table><tr><td><a href='/'>A. B. C. D. E.</a></td></tr></table>"  # 5 + 0 = 5.0

PAGES = {
    "the table of greatest WT is kept": (MENU + PROSE + SHORT, {}, "One. Two. Three."),
    "full stops in links count as well, the flaw that SCF mends": (PROSE + LINKS, {}, "A. B. C. D. E."),
    "what stands in no table is not cut": (
        f"<p>Before</p>{PROSE}{SHORT}<p>After</p>",
        {},
        "Before\nOne. Two. Three.\nAfter",
    ),
    "nor what stands directly in a table that is kept": (
        f"<table><tr><td>Frame</td><td>{MENU}</td><td>{PROSE}</td></tr></table>",
        {},
        "Frame\nOne. Two. Three.",
    ),
    "a page without tables is kept whole": ("<div>One.</div><div>Two</div>", {}, "One.\nTwo"),
    "unless other elements are containers: 1.4 against 0.3": (
        "<div>One.</div><div>Two</div>",
        {"containers": ("table", "div")},
        "One.",
    ),
    # 3 + 0.1 * 6 = 3.6 against 1 + 0.1 * 3 = 1.3
    "sentences end in other ways than Chinese ones": (
        "<table><td>a. b? c!</table><table><td>句子。</table>",
        {},
        "a. b? c!",
    ),
    # 0.1 * 6 = 0.6 against 1.3
    "with the paper's full stop alone the Chinese sentence wins": (
        "<table><td>a. b? c!</table><table><td>句子。</table>",
        {"full_stops": "。"},
        "句子。",
    ),
}


@pytest.mark.parametrize(("html", "params", "text"), PAGES.values(), ids=PAGES)
def test_song(html, params, text):
    assert extract(html, extractor="song", **params).text == text
