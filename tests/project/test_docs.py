"""The pages under docs/ name what there is, and their examples do what they say."""

import doctest
import importlib
import json
import os
import re
import subprocess
import sys
from operator import mul
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, core, page_of, segment
from scrapy_content_extract.content.auto import auto
from scrapy_content_extract.content.auto.features import FEATURES, describe
from scrapy_content_extract.content.metadata import VALUES
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.model import STATUSES
from scrapy_content_extract.content.page.rendering import render
from scrapy_content_extract.content.result import UNKNOWN
from scrapy_content_extract.corpus.columns import COLUMNS
from scrapy_content_extract.crawl.analyst import PER_REQUEST
from scrapy_content_extract.crawl.settings import DEFAULTS
from scrapy_content_extract.fields import RESULTS, block_values
from tests.helpers.folders import ROOT

DOCS = ROOT / "docs"

#: environment variables, which have the prefix of the settings
ENVIRONMENT = {"CONTENT_EXTRACT_DATA", "CONTENT_EXTRACT_PURE_PYTHON"}


def read(page):
    return (DOCS / page).read_text("utf-8")


def section(page, title):
    """Return the part of a page below a heading, up to the next one."""
    heading = rf"^{re.escape(title)}\n[=-]+\n(.*?)(?=^[^\n]+\n[=-]{{3,}}\n|\Z)"
    (part,) = re.findall(heading, read(page), re.MULTILINE | re.DOTALL)
    return part


def terms(text):
    """Return what a list of definitions or the first column of a table defines.

    >>> sorted(terms("``a``, ``b`` (0.5)\\n    See ``c``.\\n``d``   is ``e``\\n"))
    ['a', 'b', 'd']
    """
    heads = re.findall(r"^``.*?(?=  |$)", text, re.MULTILINE)
    return {term for head in heads for term in re.findall(r"``(.+?)``", head)}


BLOCK = block_values(segment("<p>a").blocks[0])

#: what is to be defined: where, and its names
DEFINED = {
    "each setting has a paragraph": (read("settings.rst"), DEFAULTS),
    "what a request may set": (section("settings.rst", "For one request"), PER_REQUEST),
    "the keys of a block": (section("fields.rst", "blocks"), BLOCK),
    "the diagnostics": (section("fields.rst", "link_density"), UNKNOWN),
    "the statuses": (section("fields.rst", "Statuses"), STATUSES),
    "the metadata": (read("metadata.rst"), VALUES),
}


@pytest.mark.parametrize(("text", "names"), DEFINED.values(), ids=DEFINED)
def test_everything_is_defined(text, names):
    missing = set(names) - terms(text)
    assert not missing


def test_nothing_else_is_defined():
    """A setting that has gone must go from the page as well."""
    named = set(re.findall(r"\bCONTENT_EXTRACT_[A-Z_]+", "".join(map(read, pages()))))
    assert named - ENVIRONMENT <= set(DEFAULTS)
    for title, names in {"blocks": BLOCK, "link_density": UNKNOWN, "Statuses": STATUSES}.items():
        assert terms(section("fields.rst", title)) <= set(names)


def test_the_columns_are_those_of_the_table():
    table = section("fields.rst", "Columns of a corpus")
    shown = re.findall(r"^``(\w+)`` +(\w+)  +(\S.*)$", table, re.MULTILINE)
    assert shown == [(name, of.type.__name__, of.meaning) for name, of in COLUMNS.items()]


def test_each_result_has_a_section():
    for result in set(RESULTS) - set(UNKNOWN) - (set(VALUES) - {"title"}):  # each group has one section
        assert section("fields.rst", result)


def test_defaults_are_as_written():
    page = read("settings.rst")
    for name, value in DEFAULTS.items():
        paragraph = page.split(f"``{name}``\n", 1)[1].split("\n\n", 1)[0]
        written = repr(value).replace("'", '"')
        assert f"``{written}``" in " ".join(paragraph.split()), name


@pytest.mark.parametrize(("folder", "methods"), [("methods", EXTRACTORS), ("segmenters", SEGMENTERS)])
def test_each_method_has_a_page(folder, methods):
    titles = [page.read_text("utf-8").split("\n", 1)[0].lower() for page in (DOCS / folder).glob("*.rst")]
    for name in methods:
        assert any(re.search(rf"\b{name}\b", title) for title in titles), name
    index = terms(read("methods/index.rst"))
    assert folder != "methods" or set(methods) <= index


def stats_counted():
    """Return the names of the stats in the code, as far as they are written out there."""
    package = DOCS.parent / "scrapy_content_extract"
    code = "".join(path.read_text("utf-8") for path in (package / "crawl").glob("*.py"))
    return {name.partition("{")[0] for name in re.findall(r'count\((?:[\w.]+, )?f?"([^"]+)"', code)} | {
        "encoding_from/"
    }


def test_each_stat_is_named():
    page = section("fields.rst", "Stats")
    counted = stats_counted()
    assert {
        "pages",
        "skipped",
        "status/",
        "encoding_from/binary",
    } <= counted  # the search finds what there is
    for stat in counted:
        kind, _, value = stat.partition("/")
        if value:
            assert f"``{value}``" in page
        else:
            assert f"content_extract/{kind}" in page


def pages():
    return sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.rst"))


@pytest.mark.parametrize("page", [page for page in pages() if ">>>" in read(page)])
def test_examples(page):
    """What is after ``>>>`` gives what is below; classes shown for myproject are at hand."""
    names = {}
    for code in re.findall(r"^( +)# myproject/\w+\.py\n(.*?)(?=^\S)", read(page), re.MULTILINE | re.DOTALL):
        lines = [line.removeprefix(code[0]) for line in code[1].splitlines()]
        exec("\n".join(lines), names)
    text = read(page).replace("    >>> print(extract(response).text)\n", "")  # needs the network
    test = doctest.DocTestParser().get_doctest(text, names, page, str(DOCS / page), 0)
    assert test.examples
    output = []
    failed = doctest.DocTestRunner(verbose=False).run(test, out=output.append).failed
    assert not failed, "".join(output)


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The crawl of the example project: its items by path, and the lines it prints."""
    folder = tmp_path_factory.mktemp("example")
    run = subprocess.run(
        # With a memory, a text would depend on the order in which the pages come.
        [sys.executable, "-m", "scrapy", "crawl", "site", "-s", "CONTENT_EXTRACT_SITE_MEMORY=False"],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "example_project"))),
            "PYTHONUTF8": "1",
            "SCRAPY_SETTINGS_MODULE": "example_project.settings",
        },
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    lines = (folder / "items.jsonl").read_text("utf-8").splitlines()
    return {urlsplit(item["url"]).path: item for item in map(json.loads, lines)}, run.stdout.splitlines()


def shows(shown, value):
    """Tell whether a value is as shown: some keys, some entries, and texts that are cut short.

    >>> shows({"a": "It ... now", "b": [2]}, {"a": "It rains now", "b": [1, 2], "c": 3})
    True
    >>> shows("It ... now", "It rains here")
    False
    """
    if isinstance(shown, dict):
        return all(key in value and shows(part, value[key]) for key, part in shown.items())
    if isinstance(shown, list):
        return all(any(shows(part, other) for other in value) for part in shown)
    if isinstance(shown, str):
        pieces = re.split(r"\.\.\.|……", shown)
        return bool(re.fullmatch(".*".join(map(re.escape, pieces)), value, re.DOTALL))
    return shown == value


def test_the_item_that_is_shown_is_that_of_the_example_project(example):
    text = (ROOT / "README.rst").read_text("utf-8")
    (code,) = re.findall(r"code-block:: json\n\n((?:    .*\n)+)", text)
    shown = json.loads(code)
    item = example[0][urlsplit(shown.pop("url")).path]
    assert shows(shown, item)
    assert all(block.keys() <= BLOCK.keys() for block in shown["blocks"])


def test_the_table_that_is_shown_is_what_the_example_project_prints(example):
    (table,) = re.findall(r"^    page  .*\n(?:    /.*\n)+", section("start.rst", "First crawl"), re.MULTILINE)
    shown = [line.removeprefix("    ") for line in table.splitlines()]
    assert len(shown) == 6
    assert [line for line in example[1] if line in shown] == shown


def test_the_front_page_shows_the_readme():
    """What it includes begins and ends where it is meant to, and its links lead to the same pages."""
    readme = (ROOT / "README.rst").read_text("utf-8")
    ends = re.findall(r"^   :(?:start-after|end-before): (.*)$", read("index.rst"), re.MULTILINE)
    places = [re.search(rf"(?<!\w){re.escape(end)}$", readme, re.MULTILINE).start() for end in ends]
    assert len(places) == 4
    assert places == sorted(places)
    targets = dict(re.findall(r"^\.\. _(.+): (.+)$", readme, re.MULTILINE))
    assert all((ROOT / page).is_file() for page in targets.values())
    shown = dict(re.findall(r"^\.\. _(.+): (.+)\.html$", read("index.rst"), re.MULTILINE))
    assert {name: f"docs/{page}.rst" for name, page in shown.items()}.items() <= targets.items()


def test_the_readme_says_of_other_libraries_what_the_figures_say():
    """Its table is a part of theirs, and its sentence is a row of its table."""
    readme = (ROOT / "README.rst").read_text("utf-8").replace("*", "")
    rows = re.findall(r"^(\S.*?)  +(\.\d+) +(\.\d+) +(\.\d+) +([\d.]+)$", readme, re.MULTILINE)
    assert len(rows) == 7
    figures = section("measured/quality.rst", "auto and other libraries").replace("*", "")
    for name, *numbers in rows:
        row = re.search(rf"^{'auto' if name == 'this package' else name}\b.*", figures, re.MULTILINE)[0]
        assert set(numbers) <= set(row.split()), name
    (ours, theirs) = (row for row in rows if row[0] in ("this package", "trafilatura"))
    times = round(float(theirs[-1]) / float(ours[-1]))
    said = f"mean F1 of {ours[1]}, where trafilatura reaches {theirs[1]} and takes {times} times the CPU time"
    assert said in " ".join(readme.split())


def test_the_readme_says_of_a_memory_of_sites_what_its_table_says():
    readme = " ".join((ROOT / "README.rst").read_text("utf-8").split())
    said = re.search(r"on (\d+) sites .*? F1 was (\.\d+) alone, and (\.\d+) higher", readme)
    table = section("sites.rst", "What it brings")
    (row,) = re.findall(r"^``dragnet``.*", table, re.MULTILINE)
    hosts, *_ = row.split()[1:]
    alone, *higher = re.findall(r"(\.\d+) \[", row)
    assert said.groups() == (hosts, alone, higher[-1])


def test_each_command_of_the_workshop_that_is_named_is_there():
    named = [
        *DOCS.rglob("*.rst"),
        *ROOT.glob("*.rst"),
        ROOT / "lab/README.rst",
        ROOT / "tox.ini",
        ROOT / ".ci/run",
    ]
    text = "".join(file.read_text("utf-8") for file in named)
    modules = {module.replace(".", "/") for module in re.findall(r"\blab(?:\.[a-z_]+)+", text)}
    files = {file.removesuffix(".py") for file in re.findall(r"(?<![\w/])lab/[a-z_/]+\.(?:py|tsv)\b", text)}
    assert {"lab/trials", "lab/speed/budget", "lab/speed/budget.tsv"} <= modules | files
    for path in modules | files:
        found = [ROOT / path, ROOT / f"{path}.py", ROOT / path / "__main__.py"]
        assert any(file.is_file() for file in found), path


def test_the_picture_is_what_its_command_draws(monkeypatch):
    monkeypatch.syspath_prepend(DOCS)
    front = importlib.import_module("front")
    assert read("front.svg") == front.front(front.PAGE.read_bytes())


def test_a_page_enters_each_stage_once(tmp_path):
    drawn = tmp_path / "walk.svg"
    done = subprocess.run([sys.executable, DOCS / "walk.py", drawn], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout.strip()) == (0, "")
    ElementTree.fromstring(drawn.read_text("utf-8"))


def test_the_worked_example_of_cevc():
    """Its table says of each text what the package counts."""
    example = section("methods/cevc.rst", "A worked example")
    rows = re.findall(r"^(\S.*?)  +(\d+)  +\S.*?  +(\d+)$", example, re.MULTILINE)
    (html,) = re.findall(r"page = '''(.*?)'''", example.replace("\n... ", "\n"), re.DOTALL)
    page = page_of(html)
    valid = CEVC().valid_texts(page)
    counted = zip(page.text, page.chars, valid)
    assert [(text, int(chars), int(of_them)) for text, chars, of_them in rows] == [
        (text.strip(), chars, chars if is_valid else 0) for text, chars, is_valid in counted
    ]
    assert len(rows) == 9


def test_the_worked_example_of_auto():
    """Its table has the numbers of the model that ships; tests/content/auto/test_auto.py works q out by hand."""
    example = section("methods/auto.rst", "A worked example")
    rows = re.findall(r"^(\S.*?)  +(\d+)((?: +\.\d{3}){5})$", example, re.MULTILINE)
    (html,) = re.findall(r"page = '''(.*?)'''", example.replace("\n... ", "\n"), re.DOTALL)
    page = page_of(html)
    described = describe(page)
    p, n = auto.model().probabilities(described.numbers), described.column("chars")
    given = p, n, described.look, described.node, page.parent, 1.0, auto.LEAST_CHARS
    *_, q = core.choice.choose(*given)
    chosen, size, right, all_right = [], 0, 0.0, sum(map(mul, q, n))
    assert len(rows) == len(page.lines) == 14
    for b, (text, chars, numbers) in zip(sorted(range(14), key=lambda b: -q[b]), rows):
        chosen.append(b)
        size += n[b]
        right += q[b] * n[b]
        F = [(1 + beta**2) * right / (size + beta**2 * all_right) for beta in (0.5, 1, 2)]
        assert (int(chars), [float(number) for number in numbers.split()]) == (
            n[b],
            pytest.approx([p[b], q[b], *F], abs=0.00051),
        )
        assert render(page, [page.lines[b]]).startswith(text.removesuffix(" ..."))


def test_the_model_card():
    """It tells of the model that ships."""
    card = read("methods/auto-model.rst")
    model = Path(auto.__file__).with_suffix(".json")
    assert f"{model.stat().st_size:,} bytes" in card
    assert f"{len(auto.model().trees)} boosted decision trees" in card
    assert f"over {len(FEATURES)} whole numbers" in card
    assert f"{len(FEATURES)} numbers about each paragraph" in card
    assert f"{len(FEATURES)} numbers about each paragraph" in " ".join(read("methods/auto.rst").split())
