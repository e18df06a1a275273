"""Pages rendered by real programs: what makes them, and what becomes of some of them."""

import json
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")

from benchmarks import rendered_pages
from lab.structure import markdown as structure
from lab.structure.parts import STRAIGHT
from lab.structure.sets import SETS
from scrapy_content_extract import extract

FOLDER = Path(__file__).parent / "pages" / "rendered"
PAGES = {page.id: page for page in SETS["rendered"](FOLDER, 0)}


def test_programs_that_are_not_installed_are_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("CONTENT_EXTRACT_NODE", raising=False)
    assert rendered_pages.main([str(tmp_path), "--programs", "TeX in text", "KaTeX"]) == 0
    printed = capsys.readouterr()
    assert "KaTeX is left out: KeyError('CONTENT_EXTRACT_NODE')" in printed.err
    assert printed.out == "3 pages of 1 programs\n"
    pages = {page.id: page for page in SETS["rendered"](tmp_path, 0)}
    assert list(pages) == ["tex-in-text.interest", "tex-in-text.matrices", "tex-in-text.pendulum"]
    assert rb"\(\theta_0\)" in pages["tex-in-text.pendulum"].html


@pytest.mark.parametrize("name", PAGES)
def test_the_prose_of_a_page_is_found(name):
    """Sentences of the document are in the text, words of the frames are not."""
    page = PAGES[name]
    text = extract(page.html, url=page.url).text.translate(STRAIGHT)
    prose = [line for line in page.markdown.split("\n") if len(line) > 100 and not set(line) & set("$`*[|")]
    assert [line for line in prose if line.removeprefix("> ").split(". ")[0] not in text] == []
    assert "Terms" not in text
    assert "Previous" not in text


def test_the_benchmark_reads_them(tmp_path, capsys):
    asked = ["--sets", "rendered", "--rendered", str(FOLDER), "--out", str(tmp_path)]
    assert structure.main(asked) == 0
    found = json.loads((tmp_path / "structure.json").read_text())["sets"]["rendered"]["auto"]
    assert found["pages"] == len(PAGES) == 15
    assert "auto by program" in capsys.readouterr().out
