"""The benchmarks, on a data folder made here; every figure is worked out by hand."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")

pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from benchmarks import peers, quality, systems
from evaluation.datasets import SETS, choose_sets, load
from evaluation.intervals import RESAMPLES
from scrapy_content_extract.content import Extraction

pytestmark = pytest.mark.surroundings


class FirstText:
    """Chooses the first text of a page, or none where the page has no texts."""

    def extract(self, page):
        from scrapy_content_extract.content.page.blocks import paragraphs

        ranges = ((0, 1),) if page.text else ()
        return Extraction(ranges, paragraphs(page, ranges))


class AllTexts:
    def extract(self, page):
        from scrapy_content_extract.content.page.blocks import paragraphs

        ranges = ((0, len(page.text)),) if page.text else ()
        return Extraction(ranges, paragraphs(page, ranges))


class Fails:
    def extract(self, page):
        raise RecursionError("too deep")


FIRST, ALL, FAILS = (f"{__name__}.{cls.__name__}" for cls in (FirstText, AllTexts, Fails))


def put(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".gz":
        content = gzip.compress(content if isinstance(content, bytes) else content.encode())
    file.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture
def folder(tmp_path) -> Path:
    """A page or two of each set, in its layout."""
    # wcxb 1: of "a b c d" the first text has half, all texts add two words
    # wcxb 2: the gold is empty; the first text is wrong, and so are all
    for name, kind, gold, html in (
        ("0001", "article", "A b, c d.", "<p>a b</p><p>c d</p><p>x y</p>"),
        ("0002", "category", "", "<p>a</p><p>b</p>"),
    ):
        label = {
            "url": f"https://a.example/{name}",
            "_internal": {"page_type": {"primary": kind}},
            "ground_truth": {"main_content": gold},
        }
        put(tmp_path / f"wcxb/dev/ground-truth/{name}.json", json.dumps(label))
        put(tmp_path / f"wcxb/dev/html/{name}.html.gz", html)
    for kind in ("article", "forum"):
        label = {"k1": {"url": "https://b.example/", "content": "ab cd"}}
        put(tmp_path / f"magic-html/{kind}/gold.json", json.dumps(label))
        put(tmp_path / f"magic-html/{kind}/html/k1.html.gz", "<p>a b</p><p>xc</p>")
    put(tmp_path / "zhds/cleaned/z.txt", "中文")
    put(tmp_path / "zhds/original/z.html.gz", '<meta charset="gbk"><p>中文</p>'.encode("gbk"))
    put(tmp_path / "readability/text/001.txt", "one two")
    put(tmp_path / "readability/html/001.html.gz", "<p>one two</p><p>three four</p>")
    return tmp_path


# F1 of the first text and of all texts, by hand:
# wcxb 1: first P 2/2, R 2/4, F 2/3; all P 4/6, R 4/4, F 4/5; wcxb 2: 0 and 0
# magic: gold abcd; first "ab" P 1, R 1/2, F 2/3; all "abxc": "abc" in common, P 3/4, R 3/4
# zhds: one text, equal to the gold; readability: first is the gold; all P 2/4, R 1, F 2/3
F1 = {
    "wcxb": (1 / 3, 2 / 5),
    "magic-article": (2 / 3, 3 / 4),
    "magic-forum": (2 / 3, 3 / 4),
    "zhds": (1, 1),
    "readability": (1, 2 / 3),
}


def run(folder, tmp_path, capsys, *arguments):
    """Return the report and what was printed."""
    assert quality.main([str(folder), *arguments, "--out", str(tmp_path / "out")]) == 0
    report = json.loads((tmp_path / "out/quality.json").read_text("utf-8"))
    return report, capsys.readouterr()


def test_figures(folder, tmp_path, capsys):
    report, printed = run(folder, tmp_path, capsys, "--extractors", FIRST, ALL)
    at = {(row["set"], row["kind"], row["system"]): row for row in report["results"]}
    for name, (first, all_) in F1.items():
        assert at[name, "all", FIRST]["f1"]["mean"] == pytest.approx(first, abs=1e-9)
        assert at[name, "all", ALL]["f1"]["mean"] == pytest.approx(all_, abs=1e-9)
        assert at[name, "all", FIRST]["difference"] is None
        assert at[name, "all", ALL]["difference"]["mean"] == pytest.approx(all_ - first, abs=1e-9)
    assert at["wcxb", "article", FIRST]["f1"] == pytest.approx({"mean": 2 / 3, "low": 2 / 3, "high": 2 / 3})
    assert at["wcxb", "all", FIRST]["precision"] == pytest.approx(1 / 2)
    assert at["wcxb", "all", FIRST]["recall"] == pytest.approx(1 / 4)
    # of four resamples of two pages, one has the good page twice and one the other
    assert at["wcxb", "all", FIRST]["f1"] == pytest.approx({"mean": 1 / 3, "low": 0, "high": 2 / 3})
    assert {kind for name, kind, _ in at if name == "wcxb"} == {"all", "article", "collection"}
    assert {kind for name, kind, _ in at if name != "wcxb"} == {"all"}
    assert report["pages"]["wcxb"][0] == {
        "id": "0001",
        "kind": "article",
        "f1": {FIRST: pytest.approx(2 / 3, abs=1e-6), ALL: 0.8},
    }
    assert all(row["errors"] == 0 and row["cpu"] > 0 for row in report["results"] if row["kind"] == "all")
    assert f"{FIRST}  .333 [.000 .667]  .667 [.667 .667]  .000 [.000 .000]" in printed.out
    assert re.search(rf"{re.escape(ALL)} +\+.067 \[\+.000 \+.133\]", printed.out)
    assert f"95 % intervals in brackets: BCa bootstrap over pages, {RESAMPLES:,} resamples" in printed.out
    assert report["bootstrap"] == {"method": "BCa", "seed": 0, "resamples": RESAMPLES, "interval": 0.95}
    assert (tmp_path / "out/quality.rst").read_text("utf-8") == printed.out.rstrip("\n") + "\n"


def test_errors_are_counted(folder, tmp_path, capsys):
    report, printed = run(folder, tmp_path, capsys, "--extractors", FAILS, "--sets", "wcxb")
    assert [row["errors"] for row in report["results"] if row["kind"] == "all"] == [2]
    assert [row["f1"]["mean"] for row in report["results"]] == [1 / 2, 0, 1]  # empty gold, empty text
    assert report["errors"]["wcxb"][FAILS][0] == "0001: RecursionError('too deep')"
    assert "2 errors, the first on 0001: RecursionError('too deep')" in printed.err


def test_sets_that_are_not_there(folder, tmp_path, capsys):
    (folder / "zhds/cleaned/z.txt").unlink()
    (folder / "zhds/cleaned").rmdir()
    report, printed = run(folder, tmp_path, capsys, "--extractors", FIRST, "--sets", "zhds,magic-forum")
    assert {row["set"] for row in report["results"]} == {"magic-forum"}
    assert "zhds is left out: the data folder has no zhds/cleaned/*.txt." in printed.err


def test_peers(folder, tmp_path, capsys, monkeypatch):
    absent = peers.Peer("a-package-that-nobody-has", peers.whole_page)
    monkeypatch.setitem(systems.PEERS, "nobody", absent)
    arguments = ["--extractors", FIRST, "--sets", "wcxb", "--peers", "nobody", "whole-page"]
    report, printed = run(folder, tmp_path, capsys, *arguments)
    assert "nobody is left out: a-package-that-nobody-has is not installed." in printed.err
    assert set(report["systems"]) == {FIRST, "whole-page"}
    (whole,) = (r for r in report["results"] if (r["kind"], r["system"]) == ("all", "whole-page"))
    assert whole["f1"]["mean"] == pytest.approx(F1["wcxb"][1])


ARTICLE = "<html><body><nav><a href='/'>Home</a></nav><article><h1>Rain</h1>" + "".join(
    f"<p>This is paragraph {n} of the article, and it tells of the rain that fell on the town. It was "
    "in the night, and of those who were at home most have heard it; it is not often that it rains "
    "here as it did then, and so it will be told for years what the rain did to the roofs.</p>"
    for n in range(20)
)  # fmt: skip


@pytest.mark.parametrize("name", peers.PEERS)
def test_each_installed_peer_finds_an_article(name):
    peer = peers.PEERS[name]
    if peer.installed() is None:
        pytest.skip(f"{peer.package} is not installed")
    assert "This is paragraph 7 of the article" in peer.load()(ARTICLE.encode(), "https://a.example/")


def test_chart(folder, tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="the chart needs matplotlib, of the extra 'bench'")
    run(folder, tmp_path, capsys, "--extractors", FIRST, ALL)
    drawn = (tmp_path / "out/quality.svg").read_text("utf-8")
    assert drawn.count("<svg ") == 1


def test_pages_that_differ(folder, tmp_path, capsys):
    _, printed = run(folder, tmp_path, capsys, "--extractors", FIRST, ALL, "--pages", "1")
    lines = [line.split() for line in printed.out.splitlines() if line.startswith(ALL)]
    differing = [line for line in lines if len(line) == 5]
    assert differing == [  # by the figures above; a page where both are alike is not listed
        [ALL, "0001", "article", ".800", "+.133"],
        [ALL, "k1", "article", ".750", "+.083"],
        [ALL, "k1", "forum", ".750", "+.083"],
        [ALL, "001", "article", ".667", "-.333"],
    ]


WRONG = {
    "an unknown extractor": (["--extractors", "bte"], "extractor is 'bte'"),
    "a parameter it has not": (["--extractors", "cevc:beta=1"], "alpha=0.5, unit='text', output='valid'"),
    "a value it may not have": (["--extractors", "cevc:alpha=2"], "alpha is 2; it must be a share"),
    "an unknown set": (["--sets", "bte"], "the sets are: wcxb, magic-article"),
    "an unknown peer": (["--peers", "bte"], "the peers are: whole-page, trafilatura"),
}


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(folder, capsys, arguments, said):
    with pytest.raises(SystemExit):
        quality.main([str(folder), *arguments])
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_folder_without_sets_is_told_the_layout(tmp_path):
    with pytest.raises(ValueError, match="has none of these sets") as told:
        choose_sets(tmp_path)
    assert all(part in str(told.value) for data_set in SETS.values() for part in data_set.layout)
    with pytest.raises(ValueError, match="is not a folder"):
        choose_sets(tmp_path / "nowhere")


def test_a_label_without_page(folder):
    (folder / "wcxb/dev/html/0002.html.gz").unlink()
    with pytest.raises(ValueError, match=r"'wcxb' has no file .*0002\.html\.gz"):
        list(load(folder, "wcxb"))


def test_encodings_are_settled(folder):
    (page,) = load(folder, "zhds")
    assert page.html.decode() == '<meta charset="utf-8"><p>中文</p>'


SPECS = {
    "names": ("cevc,a.B", ["cevc", "a.B"]),
    "a parameter": ("cevc:alpha=0.6", ["cevc:alpha=0.6"]),
    "parameters, and a name after them": ("a.B:x=1,y=2,cevc", ["a.B:x=1,y=2", "cevc"]),
    "parameters of the second": ("cevc,a.B:x=1,y=2", ["cevc", "a.B:x=1,y=2"]),
    "the same twice is one": ("cevc,cevc", ["cevc"]),
}


@pytest.mark.parametrize(("text", "names"), SPECS.values(), ids=SPECS)
def test_extractors_of(text, names, monkeypatch):
    monkeypatch.setattr(systems, "build", lambda name, table, params, what: None)  # not what is tested
    assert [system.name for system in systems.extractors_of(text)] == names
