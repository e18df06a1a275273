"""What compares versions: the same version is equal to itself, a planted difference is found, times are shared."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")

import scrapy_content_extract
from lab.quality import equal
from lab.speed import crawl, turns

from .data import made_site, put

pytestmark = pytest.mark.surroundings

HERE = Path(scrapy_content_extract.__file__).parent

#: Changes two methods of a copy of the package: one in a field of some pages, one in the last bit of a number.
PLANTED = """

import dataclasses, math


class Changed:
    def __init__(self, method, **change):
        self.method, self.change = method, change

    def extract(self, page):
        found = self.method.extract(page)
        values = {name: value(found) for name, value in self.change.items()}
        return dataclasses.replace(found, **values) if found.ranges else found


EXTRACTORS |= {
    "cevc": lambda of=EXTRACTORS["cevc"]: Changed(of(), title=lambda _: "planted"),
    "auto": lambda of=EXTRACTORS["auto"], **params: Changed(
        of(**params), confidence=lambda found: math.nextafter(found.confidence or 0, 2)),
}
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Two sets with three pages; one page has no text, and a file beside it is no page."""
    data = tmp_path_factory.mktemp("data")
    text = "<title>Rain</title><h1>Rain</h1>" + "<p>It is the rain that fell, and so it is told here.</p>" * 9
    put(data / "a/1.html", text)
    put(data / "a/2.html", "")
    put(data / "b/gold.json", "{}")
    put(data / "b/html/3.html.gz", text)
    put(data / "b/html/3.blocks.html.gz", "<p data-block>labels")
    return data


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A checkout of a version that differs."""
    checkout = tmp_path_factory.mktemp("checkout")
    shutil.copytree(HERE, checkout / HERE.name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    with (checkout / HERE.name / "content/__init__.py").open("a") as file:
        file.write(PLANTED)
    return checkout


PURE = ["--pure", "this", "other"]


def rows(printed):
    """Return pages, results, differences and errors by set."""
    lines = [line.split() for line in printed.splitlines()]
    return {
        line[0]: tuple(map(int, line[1:])) for line in lines if len(line) == 5 and "".join(line[1:]).isdigit()
    }


def test_a_version_is_equal_to_itself_in_plain_python(data, capsys):
    assert equal.main([str(data), "--other", str(HERE.parent), *PURE]) == 0
    printed = capsys.readouterr().out
    assert printed.count(f": {HERE}, Python, Python 3") == 2
    found = rows(printed)
    methods = found["b"][1]
    assert methods > 20
    assert found == {"a": (2, 2 * methods, 0, 0), "b": (1, methods, 0, 0), "all": (3, 3 * methods, 0, 0)}


def test_planted_differences_are_found(data, changed, capsys):
    arguments = ["--methods", "decode", "cevc", "auto", "flat", "--show", "3"]
    assert equal.main([str(data), "--other", str(changed), *PURE, *arguments]) == 1
    printed = capsys.readouterr().out
    # Of decode, cevc, 7 x auto and flat, cevc and auto differ where there is text.
    assert rows(printed) == {"a": (2, 20, 8, 0), "b": (1, 10, 8, 0), "all": (3, 30, 16, 0)}
    lines = printed.splitlines()
    assert sum(" is" in line and line.startswith(("a/", "b/")) for line in lines) == 3
    at = lines.index("a/1.html, cevc: title is")
    assert lines[at + 1 : at + 3] == ["  None in this version,", "  'planted' in the other."]
    assert any(line.startswith("a/1.html, auto: confidence is") for line in lines)


# ---- time


def test_figures_of_turns():
    """In the least of two rounds a parse takes 1 s and 2 s, the text of this version 3 s, of the other 6 s."""
    files = [Path("data/wcxb/dev/html/1.html"), Path("data/seg/2.html")]
    columns = turns.columns_of(Path("data"), files, [4_999, 100_000])
    assert columns == {"wcxb": [0], "all": [0, 1], "< 5 KB": [0], "> 100": [1]}
    rounds = {
        "this": iter([{"text": [[1, 3], [3, 4]]}, {"text": [[2, 3], [2, 3]]}]),
        "other": iter([{"text": [[1, 9], [2, 6]]}, {"text": [[1, 6], [9, 7]]}]),
    }
    found = turns.in_turn({name: partial(next, of_rounds) for name, of_rounds in rounds.items()}, 2)
    ratios = {name: turns.ratios_of(times["text"], columns) for name, times in found.items()}
    assert ratios["this"] == {"wcxb": 3, "all": 2, "< 5 KB": 3, "> 100": 1.5}
    shown = turns.turns_table(ratios, "other").splitlines()[3:5]
    assert [row.split()[:5] for row in shown] == [
        ["this", "3.00", "(0.50)", "2.00", "(0.50)"],
        ["other", "6.00", "4.00", "6.00", "3.00"],
    ]


#: command: its options for few pages, and what it prints then
COMMANDS = {
    turns: (["--operations", "text", "blocks", "--peers", "whole-page"], r"\nwhole-page +\d+\.\d\d \(\d[\s\S]+\*\*blocks"),
    crawl: (["--crawls", "selectors", "plugin"], r"\nplugin +this +\d+ [\s\S]+\nplugin +/"),
}  # fmt: skip


@pytest.mark.parametrize("tool", COMMANDS, ids=["turns", "crawl"])
def test_versions_take_turns(tool, tmp_path, capsys):
    if tool is crawl and not Path("/proc/self").exists():
        pytest.skip("memory is read from /proc")
    options, printed = COMMANDS[tool]
    few = ["--other", str(HERE.parent), "--pages", "2", "--rounds", "1", "--out", str(tmp_path / "out")]
    assert tool.main([str(made_site(tmp_path / "data")), *few, *options]) == 0
    assert re.search(printed, capsys.readouterr().out)
    assert len(list((tmp_path / "out").iterdir())) == 2
