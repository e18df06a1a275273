"""The commands of benchmarks/: each runs on a few pages; the figures of quality are worked out by hand.

``test_agreement.py`` and ``test_evaluation.py`` have the metrics.  A few commands are run by the tests of what they measure.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")
pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from lab.data.datasets import SETS, choose_sets, load
from lab.data.intervals import RESAMPLES
from lab.quality import encoded_pages, encoding, peers, systems
from lab.quality import extractors as quality
from lab.speed import crawl_turns, growth, memory, operations, startup, steps, turns
from scrapy_content_extract.content import Choice

from .helpers.made_sites import article, sentences

pytestmark = pytest.mark.surroundings


class AllTexts:
    end: int | None = None

    def extract(self, page):
        return Choice(page, ((0, len(page.text[: self.end])),) if page.text else ())


class FirstText(AllTexts):
    end = 1


class Fails:
    def extract(self, page):
        raise RecursionError("too deep")


#: where the commands are that have another name, or are in another room
ROOMS = {
    "segmentation": "lab.quality.segmenters",
    "quality": "lab.quality.extractors",
    "structure": "lab.structure.markdown",
}
ROOMS |= {name: f"lab.speed.{name}" for name in ("corpora", "crawl", "speed", "turns")}


def command(name):
    return import_module(ROOMS.get(name, f"lab.quality.{name}"))


FIRST, ALL, FAILS = (f"{__name__}.{cls.__name__}" for cls in (FirstText, AllTexts, Fails))


def put(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    content = content.encode() if isinstance(content, str) else content
    file.write_bytes(gzip.compress(content) if file.suffix == ".gz" else content)


@pytest.fixture
def folder(tmp_path) -> Path:
    """A page or two of some sets, in their layout."""
    # wcxb 1: of "a b c d" the first text has half, all texts add two words
    # wcxb 2: the gold is empty; the first text is wrong, and so are all
    for name, kind, gold, html in (
        ("0001", "article", "A b, c d.", "<p>a b</p><p>c d</p><p>x y</p>"),
        ("0002", "category", "", "<p>a</p><p>b</p>"),
    ):
        label = {
            "url": f"https://a.example/{name}",
            "_internal": {"page_type": {"primary": kind}},
            "ground_truth": {"main_content": gold, "main_content_markdown": f"{gold}\n\n- d\n"},
        }
        put(tmp_path / f"wcxb/dev/ground-truth/{name}.json", json.dumps(label))
        put(tmp_path / f"wcxb/dev/html/{name}.html.gz", html)
    label = {"k1": {"url": "https://b.example/", "content": "ab cd"}}
    put(tmp_path / "magic-html/forum/gold.json", json.dumps(label))
    put(tmp_path / "magic-html/forum/html/k1.html.gz", "<p>a b</p><p>xc</p>")
    put(tmp_path / "zhds/cleaned/z.txt", "中文")
    put(tmp_path / "zhds/original/z.html.gz", '<meta charset="gbk"><p>中文</p>'.encode("gbk"))
    return tmp_path


# F1 of the first text and of all texts, by hand:
# wcxb 1: first P 2/2, R 2/4, F 2/3; all P 4/6, R 4/4, F 4/5; wcxb 2: 0 and 0
# magic: gold abcd; first "ab" P 1, R 1/2, F 2/3; all "abxc": "abc" in common, P 3/4, R 3/4
# zhds: one text, equal to the gold
F1 = {"wcxb": (1 / 3, 2 / 5), "magic-forum": (2 / 3, 3 / 4), "zhds": (1, 1)}


def run(folder, tmp_path, capsys, *arguments):
    """Return the report and what was printed."""
    assert quality.main([str(folder), *arguments, "--out", str(tmp_path / "out")]) == 0
    report = json.loads((tmp_path / "out/quality.json").read_text("utf-8"))
    return report, capsys.readouterr()


def test_figures_of_quality(folder, tmp_path, capsys):
    report, printed = run(folder, tmp_path, capsys, "--extractors", FIRST, ALL, "--peers", "whole-page")
    at = {(row["set"], row["kind"], row["system"]): row for row in report["results"]}
    for name, (first, all_) in F1.items():
        assert at[name, "all", FIRST]["f1"]["mean"] == pytest.approx(first, abs=1e-9)
        assert at[name, "all", ALL]["difference"]["mean"] == pytest.approx(all_ - first, abs=1e-9)
        assert at[name, "all", "whole-page"]["f1"]["mean"] == pytest.approx(all_)
    # of four resamples of two pages, one has the good page twice and one the other
    assert at["wcxb", "all", FIRST]["f1"] == pytest.approx({"mean": 1 / 3, "low": 0, "high": 2 / 3})
    assert {kind for name, kind, _ in at if name == "wcxb"} == {"all", "article", "collection"}
    assert report["pages"]["wcxb"][0]["f1"][ALL] == 0.8
    assert f"{FIRST}  .333 [.000 .667]  .667 [.667 .667]  .000 [.000 .000]" in printed.out
    assert report["bootstrap"] == {"method": "BCa", "seed": 0, "resamples": RESAMPLES, "interval": 0.95}
    assert (tmp_path / "out/quality.rst").read_text("utf-8") == printed.out.rstrip("\n") + "\n"


def test_errors_are_counted_and_what_is_missing_is_named(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(systems.PEERS, "nobody", peers.Peer("a-package-that-nobody-has", peers.whole_page))
    arguments = ["--extractors", FAILS, "--sets", "wcxb,threads", "--peers", "nobody"]
    report, printed = run(folder, tmp_path, capsys, *arguments)
    assert [row["errors"] for row in report["results"] if row["kind"] == "all"] == [2]
    assert [row["f1"]["mean"] for row in report["results"]] == [1 / 2, 0, 1]  # empty gold, empty text
    assert "2 errors, the first on 0001: RecursionError('too deep')" in printed.err
    assert "nobody is left out: a-package-that-nobody-has is not installed." in printed.err
    assert "threads is left out: the data folder has no threads/gold.json." in printed.err


WRONG = {
    "an unknown extractor": ("quality", ["--extractors", "bte"], "extractor is 'bte'"),
    "a parameter it has not": ("quality", ["--extractors", "cevc:beta=1"], "alpha=0.5, unit='text', output="),
    "a value it may not have": (
        "quality",
        ["--extractors", "cevc:alpha=2"],
        "alpha is 2; it must be a share",
    ),
    "an unknown set": ("quality", ["--sets", "bte"], "the sets are: wcxb, magic-article"),
    "an unknown peer": ("quality", ["--peers", "bte"], "the peers are: whole-page, trafilatura"),
    "a peer of another metric": ("structure", ["--peers", "bte"], "the peers are: "),
    "an unknown segmenter": ("segmentation", ["--segmenters", "heps"], "gapdepth"),
    "what a browser shows is missing": ("segmentation", ["--segmenters", "vips"], "--rendered"),
}


@pytest.mark.parametrize(("tool", "arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(folder, capsys, tool, arguments, said):
    with pytest.raises(SystemExit):
        command(tool).main([str(folder), *arguments])
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_folder_without_sets_is_told_the_layout(tmp_path):
    with pytest.raises(ValueError, match="has none of these sets") as told:
        choose_sets(tmp_path)
    assert all(part in str(told.value) for data_set in SETS.values() for part in data_set.layout)


def test_a_label_without_page(folder):
    (folder / "wcxb/dev/html/0002.html.gz").unlink()
    with pytest.raises(ValueError, match=r"'wcxb' has no file .*0002\.html\.gz"):
        list(load(folder, "wcxb"))


SPECS = {
    "names": ("cevc,a.B", ["cevc", "a.B"]),
    "parameters, and a name after them": ("a.B:x=1,y=2,cevc", ["a.B:x=1,y=2", "cevc"]),
    "the same twice is one": ("cevc,cevc", ["cevc"]),
}


@pytest.mark.parametrize(("text", "names"), SPECS.values(), ids=SPECS)
def test_extractors_of(text, names, monkeypatch):
    monkeypatch.setattr(systems, "build", lambda name, table, params, what: None)  # not what is tested
    assert [system.name for system in systems.extractors_of(text)] == names


# ---- each command on the pages of a made site


@pytest.fixture
def site(tmp_path) -> Path:
    """Labelled pages of one host, as a set and as a folder of sites, and a page with marked blocks."""
    data = tmp_path / "data"
    gold = {}
    for n in range(12):
        gold[str(n)] = {"url": f"http://site.example/{n}", "content": "\n".join(sentences(n))}
        put(data / f"dragnet/html/{n}.html.gz", article(n))
        put(data / f"sites/site.example/{n}.html.gz", article(n))
    put(data / "dragnet/gold.json", json.dumps(gold))
    marked = "".join(f"<div data-block=1><p>{sentence}</p></div>" for sentence in sentences(0))
    put(data / "seg/random/site/index.blocks.html.gz", f"<body>{marked}</body>")
    label = {
        "url": "http://site.example/0",
        "_internal": {"page_type": {"primary": "article"}},
        "ground_truth": {"title": "Article number 0", "author": "", "publish_date": "",
                         "main_content": "", "main_content_markdown": "- " + "\n- ".join(sentences(0))},
    }  # fmt: skip
    put(data / "wcxb/dev/ground-truth/0.json", json.dumps(label))
    put(data / "wcxb/dev/html/0.html.gz", article(0))
    return data


#: a checkout that stands for another version
OTHER = str(Path(__file__).parent.parent)

#: command: its options for few pages, and what it prints then
COMMANDS = {
    "chunks": ([], r"\*\*random\*\*, 1 pages"),
    "cleaning": ([], r"site: 12 pages, 12 of them labelled"),
    "corpora": (["--pages", "4", "--rounds", "1"], r"bytes a text"),
    "crawl": (["--pages", "2", "--rounds", "1", "--crawls", "plugin, cevc"], r"plugin, cevc"),
    "encoding": (
        ["--catalogues", "none", "--pages", "1", "--samples", "20"],
        r"right header +\d+ .* 100\.0 [\s\S]+Read otherwise of 20 rightly declared pages: 0\n[\s\S]+\nUTF-8 +26 ",
    ),
    "folding": (["--pages", "2"], r"fold\(text\)"),
    "segmentation": (["--sets", "random", "--segmenters", "flat", "btls:C=9"], r"btls:C=9"),
    "sites": (["--known", "2", "10", "--cost", "1"], r"dragnet +1 +12"),
    "speed": (["--pages", "2", "--rounds", "1", "--parts", "stages"], rf"\n{steps.YARDSTICK} +1\.0"),
    "structure": (["--sets", "articles"], r"list items"),
    "turns": (
        [
            "--other",
            OTHER,
            "--pages",
            "2",
            "--rounds",
            "1",
            "--operations",
            "text",
            "crawl",
            "--peers",
            "whole-page",
        ],
        r"\nwhole-page +\d+\.\d\d \(\d+\.\d\d\) [\s\S]+\*\*crawl\*\*",
    ),
}


@pytest.mark.parametrize(("tool", "options", "printed"), [(k, *v) for k, v in COMMANDS.items()], ids=COMMANDS)
def test_a_command_runs(tool, options, printed, site, tmp_path, capsys):
    main = command(tool).main
    out = ["--out", str(tmp_path / "out")] if tool in ("crawl", "segmentation", "speed", "turns") else []
    assert main([str(site), *options, *out]) == 0
    assert re.search(printed, capsys.readouterr().out)
    assert not out or json.loads((tmp_path / f"out/{tool}.json").read_text("utf-8"))


def test_versions_crawl_in_turn(site, capsys):
    main = import_module("lab.speed.crawl").main
    assert main([str(site), "--other", OTHER, "--pages", "2", "--rounds", "1"]) == 0
    assert re.search(rf"\n{OTHER} +\d+\.\d\d ", capsys.readouterr().out)


def test_figures_of_turns():
    """In the least of two rounds a parse takes 1 s and 2 s, the text of this version 3 s, of the other 6 s."""
    files = [Path("data/wcxb/dev/html/1.html"), Path("data/seg/2.html")]
    columns = turns.columns_of(Path("data"), files, [4_999, 100_000])
    assert columns == {"wcxb": [0], "all": [0, 1], "< 5 KB": [0], "< 20": [0], "> 100": [1]}
    rounds = {
        "this": iter([{"text": [[1, 3], [3, 4]]}, {"text": [[2, 3], [2, 3]]}]),
        "other": iter([{"text": [[1, 9], [2, 6]]}, {"text": [[1, 6], [9, 7]]}]),
    }
    found = turns.in_turn({name: partial(next, of_rounds) for name, of_rounds in rounds.items()}, 2)
    ratios = {name: turns.ratios_of(times["text"], columns) for name, times in found.items()}
    assert ratios["this"] == {"wcxb": 3, "all": 2, "< 5 KB": 3, "< 20": 3, "> 100": 1.5}
    rows = turns.turns_table(ratios, "other").splitlines()[3:5]
    assert [row.split()[:5] for row in rows] == [
        ["this", "3.00", "(0.50)", "2.00", "(0.50)"],
        ["other", "6.00", "4.00", "6.00", "6.00"],
    ]


def test_figures_of_crawls_in_turn():
    """The parse of a page takes 2 ms; with selectors the plugin adds 3 ms to 4 ms."""
    cpu = {"download only": 0.001, "plugin, no selectors": 0.005, "selectors": 0.004, "plugin, auto": 0.007}
    found = {"parse": 0.002, "crawls": {name: {"cpu": seconds} for name, seconds in cpu.items()}}
    figures = crawl_turns.figures_of(found)
    assert figures == pytest.approx({
        "parse": 2, "no selectors": 1, "no selectors, beyond": 4, "no selectors, times": 2,
        "selectors": 4, "selectors, beyond": 3, "selectors, times": 1.5,
    })  # fmt: skip
    first = {**figures, "no selectors, times": 4}
    row = crawl_turns.turns_table({"this": figures, "other": first}, "other").splitlines()[3]
    assert row.split() == "this 2.00 1.00 +4.00 2.00 (0.50) 4.00 +3.00 1.50 (1.00)".split()


def test_an_operation_that_a_version_does_not_have_is_left_out(monkeypatch, capsys):
    def lacks(body):
        raise TypeError("extract() got an unexpected keyword argument 'formats'")

    known = {steps.YARDSTICK: (bytes, len), "text": (bytes, len), "html": (bytes, lacks)}
    monkeypatch.setattr(operations, "operations", lambda: known)
    assert set(operations.possible(["html", "text"], b"<p>a")) == {steps.YARDSTICK, "text"}
    assert "html is left out: TypeError" in capsys.readouterr().err


def test_rows_of_structure_need_no_data(monkeypatch, capsys):
    from lab.structure import markdown as structure

    monkeypatch.delenv("CONTENT_EXTRACT_DATA", raising=False)
    assert structure.main(["--sets", "rows", "--limit", "10"]) == 0
    assert "rows that auto fails:" in capsys.readouterr().out


def test_startup(capsys):
    """Each program runs.  Less the 1 s of an empty one, lxml takes 2 s and the other 6 s, 3 times as much."""
    pytest.importorskip("resource", reason="Windows does not say what a process has cost")
    assert startup.main(["--rounds", "1"]) == 0
    out = capsys.readouterr().out
    assert [f"\n{name} " in out for name in startup.PROGRAMS] == [False, True, True, True]
    found = startup.startup_table({"nothing": 1, startup.YARDSTICK: 3, "other": 7})
    assert [line.split()[-2:] for line in found.splitlines()[3:5]] == [["2000", "1.0"], ["6000", "3.0"]]


def test_figures_of_encodings():
    """Scrapy is right on the first of two pages; one is also in the row of its family."""
    family = f"{encoded_pages.LATIN1}, Baltic"
    cases = [
        encoded_pages.Case(rows, encoded_pages.Kind("", "", ""), "", b"", "")
        for rows in ((encoded_pages.LATIN1,), (encoded_pages.LATIN1, family))
    ]
    right = [{"without": True, "Scrapy": True}, {"without": True, "Scrapy": False}]
    rows = [line.split("  ") for line in encoding.table_of(list(zip(cases, right))).splitlines()]
    found = {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
    assert found["pages"] == ["n", "without", "Scrapy"]
    assert found[encoded_pages.LATIN1] == ["2", "100.0", "50.0"]
    assert found[family] == ["1", "100.0", "0.0"]


def test_translations_are_read_from_catalogues(tmp_path):
    """A catalogue has its size, the places of its texts and of their translations, then all of them."""
    texts = {"": "Content-Type: text/plain; charset=UTF-8\n", "<b>": "<b>Spalvų parinktys</b>",
             "Colours": "Spalvų parinktys lange", "Gnome": "Gnome", "No": "Ne"}  # fmt: skip
    strings = [text.encode() for column in zip(*sorted(texts.items())) for text in column]
    sizes, start = [len(string) for string in strings], 28 + 8 * len(strings)
    places = [number for n, size in enumerate(sizes) for number in (size, start + sum(sizes[:n]) + n)]
    head = (0x950412DE, 0, len(texts), 28, 28 + 8 * len(texts), 0, 0, *places)
    body = b"".join(string + b"\0" for string in strings)
    put(tmp_path / "lt/LC_MESSAGES/a.mo", struct.pack(f"<{len(head)}I", *head) + body)
    messages = encoded_pages.messages_of([tmp_path])
    assert messages == {"lt": ["Spalvų parinktys lange"]}  # of some length, translated, without mark-up
    labels = [kind.label for kind in encoded_pages.kinds_of(messages)]
    assert labels == ["utf-8", "windows-1257", "iso-8859-13", "iso-8859-4"]


WRITTEN = {
    "as it is": ("șase", "iso8859-16", "șase"),
    "Romanian with cedillas, where commas are lacking": ("șase", "cp1250", "şase"),
    "Vietnamese with tones apart": ("ế", "cp1258", "ê\u0301"),
    "what an encoding lacks": ("日", "cp1252", None),
}


@pytest.mark.parametrize(("text", "codec", "found"), WRITTEN.values(), ids=WRITTEN)
def test_texts_as_an_encoding_has_them(text, codec, found):
    assert encoded_pages.written(text, codec) == found


def test_time_per_character():
    """The least parse, 2 s for 16, is the unit, so 1 s for 4 is twice it, and 6 s for 16 three times."""
    rows = [
        {"shape": "a", "size": size, "step": step, "seconds": seconds}
        for step, size, seconds in (("parse", 4, 1), ("parse", 16, 2), ("fields", 16, 6))
    ]
    assert growth.per_character(rows) == {"a": {"parse": [(4, 2), (16, 1)], "fields": [(16, 3)]}}


#: The most memory that a page needs when it is measured, as a multiple of its tree.  With compiled
#: columns it is 1.3; where a page is all texts, they are half as large as its tree.
MOST = {"Python": 2.2, "compiled": 1.55}
#: The most memory that any of these pages needs with ``auto``, as a multiple of its bytes, as the docs say.
MOST_OF_ALL = {"Python": 260, "compiled": 120}


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the peak is read from /proc")
def test_memory_of_large_pages():
    rows = memory.memory(10_000_000)
    after = {(row["shape"], row["backend"], row["step"]): row["bytes"] for row in rows}
    for (shape, backend, step), bytes_ in after.items():
        if step == "measure":
            assert bytes_ <= MOST[backend] * after[shape, backend, "parse"], (shape, backend)
        if step == f"auto, {steps.SEGMENTER}":
            assert bytes_ <= MOST_OF_ALL[backend] * 10_000_000, (shape, backend)


@pytest.mark.parametrize("name", ["make_folding", "make_months", "make_stopwords"])
def test_a_tool_writes_a_file_that_is_read(name, monkeypatch):
    if name == "make_months":
        pytest.importorskip("babel", reason="Babel is not installed")
    tool = import_module(f"lab.data.{name}")
    assert tool.TABLE.exists()


def test_reports_of_structure(tmp_path, capsys):
    """Two pages of a kind and one of another; of the first two one is as expected."""
    from lab.structure import markdown as structure

    page = base64.b64encode(f"<h1>The harbour</h1><p>{sentences(0)[0]}</p>".encode()).decode()
    expected = {
        "a": {"must": ["On day 0"], "title": "The harbour", "meta": {"title": "~harbour", "author": None}},
        "b": {"mustnot": ["On day 0"], "md": ["# No"], "imgs": ["x.png"], "meta": {"title": "No"}},
        "c": {"rx": [r"day \d"], "mdrx": [r"\*\*"], "images": 1},
    }
    lines = [
        {"id": name, "source": "", "kind": "text" if name < "c" else "code", "html": page, "url": None,
         "content_type": None, "expect": expect} for name, expect in expected.items()
    ]  # fmt: skip
    put(tmp_path / "field/pages.jsonl.gz", "\n".join(map(json.dumps, lines)))
    assert structure.main([str(tmp_path), "--sets", "field", "--out", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert re.search(r"all +1 of 3 \(\.333\)\ncode +0 of 1 \(\.000\)\ntext +1 of 2 \(\.500\)\n", out)
    assert "  b: text has 'On day 0'; Markdown lacks '# No'; no picture 'x.png'; title 'The harb" in out
    assert "  c: Markdown has no match of '\\\\*\\\\*'; 0 pictures instead of 1\n" in out
    with pytest.raises(SystemExit):
        structure.main([str(tmp_path / "out"), "--sets", "field"])
    assert "has no set field" in " ".join(capsys.readouterr().err.split())
