"""Each command of lab/ runs on a few made pages and prints figures.

CI runs the trials and the budget themselves, so these are not here.
"""

from __future__ import annotations

import re
from array import array
from importlib import import_module

import pytest

from scrapy_content_extract.content.auto import auto, kinds
from scrapy_content_extract.content.auto.features import FEATURES
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods.gapdepth import NUMBER
from scrapy_content_extract.content.methods.roles import ROLES
from tests.helpers.folders import ROOT

from .data import made_site, put, put_keyed

#: command: its options for few pages, and what it prints then
COMMANDS = {
    "quality.confidence": (["--sets", "dragnet"], r"dragnet +0 +0\.0 % +[01]\.\d{3}\n"),
    "quality.encoding": (
        ["--catalogues", "none", "--pages", "1", "--samples", "20"],
        r"right header +\d+ .* 100\.0 [\s\S]+Read otherwise of 20 rightly declared pages: 0\n",
    ),
    "quality.equal": (
        ["--other", str(ROOT), "--pure", "this", "other", "--pages", "1", "--methods", "cevc", "decode"],
        r"all +\d+ +\d+ +0 +0\n",
    ),
    "quality.extractors": (
        ["--extractors", "cevc", "auto", "--peers", "whole-page"],
        r"cevc +1?\.\d{3} \[[\s\S]+whole-page +1?\.\d{3} \[",
    ),
    "quality.metadata": ([], r"this package \S+ +1\.000 "),
    "quality.no_content": ([], r"dragnet +12 +0 "),
    "quality.segmenters": (
        ["--sets", "random", "--segmenters", "flat", "btls:C=9"],
        r"btls:C=9 +[+-]?\.\d{3} ",
    ),
    "quality.sites": (["--least", "10"], r"dragnet +1 +12"),
    "speed.crawl": (
        ["--other", str(ROOT), "--pages", "2", "--rounds", "1", "--crawls", "selectors", "plugin"],
        r"\nplugin +this +\d+ [\s\S]+\nplugin +/",
    ),
    "speed.turns": (
        ["--other", str(ROOT), "--pages", "2", "--rounds", "1", "--operations", "text"],
        r"\nthis +\d+\.\d\d \(\d",
    ),
    "structure.markdown": (
        ["--sets", "rows", "--pages", "10", "--extractors", "auto"],
        r"\nall +10 +\d+\nformula +\d[\s\S]+auto fails:",
    ),
}


@pytest.mark.parametrize(("name", "options", "printed"), [(k, *v) for k, v in COMMANDS.items()], ids=COMMANDS)
def test_a_command_prints_figures(name, options, printed, tmp_path, capsys):
    assert import_module(f"lab.{name}").main([str(made_site(tmp_path)), *options]) == 0
    assert re.search(printed, capsys.readouterr().out)


def test_titles_are_scored_alone_and_with_their_sites(tmp_path, capsys):
    paper = "The Courier of Osterby"
    pages = {
        f"{n}": (
            f"http://osterby.example/{n}",
            f"A {word}\nIt rains.",
            f"<title>{paper} | A {word}</title><p>{word}.",
        )
        for n, word in enumerate(
            "wall tram mill river market school bakery museum bridge ferry garden".split()
        )
    }
    put_keyed(
        tmp_path / "dragnet", pages | {"12": ("http://a.example", "A wall", "<title>A wall</title><p>Wall.")}
    )
    assert import_module("lab.quality.metadata").main([str(tmp_path), "--sites"]) == 0
    assert re.search(r"dragnet +1 +11 +\.000 +1\.000\n", capsys.readouterr().out)


def test_training_writes_models(tmp_path, monkeypatch, capsys):
    """Of ``auto``, ``gapdepth`` and each role; each role has a number of links of its own."""
    from lab.training import __main__ as texts
    from lab.training import cuts, fit, roles

    monkeypatch.setitem(fit.PARAMETERS, "num_iterations", 5)
    monkeypatch.setattr(texts, "FOLDS", 2)
    monkeypatch.setattr(texts, "MODEL", tmp_path / "model.json")
    monkeypatch.setattr(cuts, "MODEL", tmp_path / "gapdepth.json")
    monkeypatch.setattr(roles, "MODELS", tmp_path)
    data = tmp_path / "data"
    for n, page in enumerate(sorted((ROOT / "tests/pages/auto").glob("*.html"))[::4]):
        put(data / f"zhds/cleaned/{n}.txt", page.with_suffix(".txt").read_text("utf-8").partition("\n\n")[2])
        put(data / f"zhds/original/{n}.html.gz", page.read_bytes())
    box = "<div data-block=1><ul>" + "<li>a thing of a list</li>" * 6 + "</ul></div>"
    elements = {"sidebar": "aside", "navigation": "nav", "breadcrumb": "nav aria-label=breadcrumb"}
    landmarks = ""
    for number, role in enumerate(ROLES):
        element = elements.get(role, role)
        links = "".join(f"<li><a href=/{n}>{role} of the page</a></li>" for n in range(3 * number + 1))
        landmarks += f"<{element}><div><ul>{links}</ul></div></{element.split()[0]}>"
    for n in range(20):
        put(data / f"seg/random/site/{n}.blocks.html.gz", f"<body>{box * 6}</body>")
    assert texts.main([str(data)]) == 0
    assert cuts.main([str(data), "--sets", "random"]) == 0
    put_keyed(
        data / "pages/fundus", {f"page{n}": (f"https://site{n}.example/", "", landmarks) for n in range(60)}
    )
    assert roles.main([str(data / "pages")]) == 0
    printed = capsys.readouterr().out
    assert "19 pages" in printed
    assert "20 pages of random" in printed
    for role in ROLES:
        assert re.search(rf"^{role} +60 +60 +1.00 +1.00$", printed, re.MULTILINE), printed
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(Trees.load("model.json").features) == [feature.name for feature in FEATURES]
    assert list(Trees.load("gapdepth.json").features) == list(NUMBER)


def test_a_page_is_judged_by_each_model_anew(tmp_path):
    """If a page kept what the first has found, all would have the figures of the first."""
    from lab.training import __main__ as texts
    from lab.training.examples import examples

    class Nothing:
        def probabilities(self, numbers):
            return array("d", [0] * (len(numbers) // len(FEATURES)))

    page = ROOT / "tests/pages/auto/author_bio.html"
    put(tmp_path / "zhds/cleaned/1.txt", page.with_suffix(".txt").read_text("utf-8").partition("\n\n")[2])
    put(tmp_path / "zhds/original/1.html.gz", page.read_bytes())
    (example,) = examples(tmp_path, "zhds")
    usual = texts.Fitted(auto.model(), kinds.kind_models())
    found = [texts.score(model, example) for model in (usual, usual._replace(trees=Nothing()), usual)]
    assert found[0] == found[2] > found[1]


HELPED = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for file in (ROOT / "lab").glob("*/*.py")
    if "parser_of(" in file.read_text("utf-8") and "def main(argv" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", HELPED)
def test_the_help_of_each_command_has_an_example(name, capsys):
    module = import_module(f"{name}.__main__" if name.count(".") == 1 else name)
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    assert ended.value.code == 0
    assert f"python -m {name}" in capsys.readouterr().out.partition("example")[2]
