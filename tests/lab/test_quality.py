"""The commands of lab/quality run on a few pages; the figures of these are worked out by hand."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")
pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from lab.quality import extractors, metadata, no_content, peers, systems
from scrapy_content_extract.content import Choice
from tests.content.auto.test_non_content import BARE, FOUND
from tests.helpers.folders import ROOT

from .data import made_site, put, put_keyed, put_wcxb

pytestmark = pytest.mark.surroundings


class AllTexts:
    end: int | None = None

    def extract(self, page):
        return Choice(page, ((0, len(page.text[: self.end])),) if page.text else ())


class FirstText(AllTexts):
    end = 1


FIRST, ALL = (f"{__name__}.{cls.__name__}" for cls in (FirstText, AllTexts))


@pytest.fixture
def folder(tmp_path) -> Path:
    """A page or two of some sets, in their layout."""
    # wcxb 1: of "a b c d" the first text has half, all texts add two words
    # wcxb 2: the gold is empty; the first text is wrong, and so are all
    put_wcxb(tmp_path, "0001", "<p>a b</p><p>c d</p><p>x y</p>", main_content="A b, c d.")
    put_wcxb(tmp_path, "0002", "<p>a</p><p>b</p>", kind="category")
    put_keyed(tmp_path / "magic-html/forum", {"k1": ("https://b.example/", "ab cd", "<p>a b</p><p>xc</p>")})
    put(tmp_path / "zhds/cleaned/z.txt", "中文")
    put(tmp_path / "zhds/original/z.html.gz", '<meta charset="gbk"><p>中文</p>'.encode("gbk"))
    return tmp_path


# F1 of the first text and of all texts of each page, by hand:
# wcxb 1: first P 2/2, R 2/4, F 2/3; all P 4/6, R 4/4, F 4/5; wcxb 2: 0 and 0
# magic: gold abcd; first "ab" P 1, R 1/2, F 2/3; all "abxc": "abc" in common, P 3/4, R 3/4
# zhds: one text, equal to the gold
F1 = {"wcxb": ([2 / 3, 0], [4 / 5, 0]), "magic-forum": ([2 / 3], [3 / 4]), "zhds": ([1], [1])}


def test_figures_of_extractors(folder, tmp_path, capsys, monkeypatch):
    out = tmp_path / "out"
    options = ["--extractors", FIRST, ALL, "--peers", "whole-page", "nobody", "--out", str(out)]
    monkeypatch.setitem(systems.PEERS, "nobody", peers.Peer("a-package-that-nobody-has", lambda: None))
    assert extractors.main([str(folder), *options]) == 0
    report, printed = json.loads((out / "extractors.json").read_text("utf-8")), capsys.readouterr()
    for name, (first, all_) in F1.items():
        found = report["sets"][name]["f1"]
        assert [found[FIRST], found[ALL], found["whole-page"]] == [
            pytest.approx(f) for f in (first, all_, all_)
        ]
    # of four resamples of two pages, one has the good page twice and one the other
    assert re.search(
        rf"{FIRST} +\.333 \[\.000 \.667\] +\.667 \[\.667 \.667\] +\.000 \[\.000 \.000\] +\.500 +\.250 ",
        printed.out,
    )
    assert re.search(r"system +all \(2\) +article \(1\) +collection \(1\) +P ", printed.out)
    assert re.search(rf"{ALL} +\+\.067 \[\+\.000 \+\.133\] +\+\.133 \[\+\.133 \+\.133\]", printed.out)
    assert (out / "extractors.rst").read_text("utf-8") == printed.out.rstrip("\n") + "\n"
    assert "nobody is left out: a-package-that-nobody-has is not installed." in printed.err
    assert "threads is left out: the data folder has no threads/gold.json." in printed.err


WRONG = {
    "an unknown extractor": ("quality.extractors", ["--extractors", "bte"], "extractor is 'bte'"),
    "an unknown peer": ("quality.extractors", ["--peers", "bte"], "the peers are: whole-page, trafilatura"),
    "what a browser shows is missing": ("quality.segmenters", ["--segmenters", "vips"], "--rendered"),
}


@pytest.mark.parametrize(("tool", "arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(tmp_path, capsys, tool, arguments, said):
    with pytest.raises(SystemExit):
        import_module(f"lab.{tool}").main([str(made_site(tmp_path)), *arguments])
    assert said in " ".join(capsys.readouterr().err.split())


#: command: its options for few pages, and what it prints then
COMMANDS = {
    "confidence": (["--sets", "dragnet"], r"dragnet +0 +0\.0 % +[01]\.\d{3}\n"),
    "encoding": (
        ["--catalogues", "none", "--pages", "1", "--samples", "20"],
        r"right header +\d+ .* 100\.0 [\s\S]+Read otherwise of 20 rightly declared pages: 0\n",
    ),
    "segmenters": (["--sets", "random", "--segmenters", "flat", "btls:C=9"], r"btls:C=9 +[+-]?\.\d{3} "),
    "sites": (["--known", "2", "10"], r"dragnet +1 +12"),
}


@pytest.mark.parametrize(("tool", "options", "printed"), [(k, *v) for k, v in COMMANDS.items()], ids=COMMANDS)
def test_a_command_runs(tool, options, printed, tmp_path, capsys):
    assert import_module(f"lab.quality.{tool}").main([str(made_site(tmp_path)), *options]) == 0
    assert re.search(printed, capsys.readouterr().out)


HELPED = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for file in (ROOT / "lab").glob("*/*.py")
    if "parser_of(" in file.read_text("utf-8") and "def main(argv" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", HELPED)
def test_the_help_of_each_command_has_an_example(name, capsys):
    if name.startswith("lab.training"):
        pytest.importorskip("lightgbm", reason="training needs the extra `train`")
        pytest.importorskip("tldextract", reason="training needs the extra `train`")
    module = import_module(f"{name}.__main__" if name.count(".") == 1 else name)
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    assert ended.value.code == 0
    assert f"python -m {name}" in capsys.readouterr().out.partition("example")[2]


def test_pages_with_content_that_are_taken_for_empty(tmp_path, capsys):
    pages = {
        "taken": ("a text", BARE),
        "kept": ("a text", FOUND["policy on cookies"].html),
        "unlabelled": ("", BARE),
    }
    put_keyed(tmp_path / "fundus", {key: ("", *page) for key, page in pages.items()})
    assert no_content.main([str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"fundus +2 +1 ", out)
    assert "fundus taken: error, " in out
    assert "unlabelled" not in out


# ---- metadata

HEAD = "<html lang=en><head><title>The old wall | Courier</title>"
BODY = "</head><body><h1>The old wall</h1><p>It is what it was, and it fell.</p></body></html>"
#: name: (what is in the head, the label)
LABELS = {
    "all right": (
        "<meta property=article:published_time content=2025-05-03T08:00:00Z><meta name=author content='Ina Holm'>",
        {"title": "the old wall!", "publish_date": "2025-05-03", "author": "Ina Holm, Courier"},
    ),
    "another day, and nobody": (
        "<meta property=article:published_time content=2025-05-04>",
        {"title": "The wall", "publish_date": "2025-05-03", "author": "Bo Ek"},
    ),
    "what the label lacks": (
        "<meta property=article:published_time content=2025-05-03>",
        {"title": "The old wall", "publish_date": None, "author": None},
    ),
    "nothing, and nothing is labelled": ("", {"title": "The old wall"}),
}  # fmt: skip


def test_figures_of_metadata(tmp_path, capsys):
    """Three of four titles have the letters of their label.

    One of two labelled dates is found, one of three given ones is right, and one of two pages without a date is
    given one.  One of two labelled authors is found, and nobody is made up.
    """
    for number, (head, truth) in enumerate(LABELS.values()):
        put_wcxb(tmp_path, str(number), f"{HEAD}{head}{BODY}", **truth)
    assert metadata.main([str(tmp_path)]) == 0
    row = capsys.readouterr().out.splitlines()[3]
    assert row.split()[3:] == [".750", ".500", ".333", ".500", ".500", "1.000", ".000"]
