"""Pages rendered by real programs: what makes them, and what becomes of some of them."""

import json
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")

from benchmarks import rendered_pages, structure
from benchmarks.rendered_documents import DOCUMENTS, Code, Formula, Table, inlines
from benchmarks.rendered_frames import BLOG, DOCS, WIKI, framed
from benchmarks.rendered_programs import PROGRAMS
from benchmarks.rendered_writers import AsciiDoc, Html, Latex, Markdown, RestructuredText
from benchmarks.structure_parts import STRAIGHT, formula_of, lines_of, parts_of
from benchmarks.structure_sets import SETS
from scrapy_content_extract import extract

FOLDER = Path(__file__).parent / "pages" / "rendered"
PAGES = {page.id: page for page in SETS["rendered"](FOLDER, 0)}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_markdown_of_a_document_has_its_parts(name):
    """The labels are as the benchmark reads them: no sign of the prose is taken for one of Markdown."""
    document = DOCUMENTS[name]
    parts = parts_of(Markdown().write(document))
    of_texts = [one.text for text in texts_of(document) for one in inlines(text) if one.kind == "formula"]
    displayed = [element.tex for element in document if isinstance(element, Formula)]
    assert sorted(parts.formulas) == sorted(map(formula_of, of_texts + displayed))
    assert parts.code == [lines_of(element.code) for element in document if isinstance(element, Code)]
    assert [len(table) for table in parts.tables] == [
        len(one.rows) for one in document if isinstance(one, Table)
    ]
    assert parts.escapes == 0


def texts_of(document):
    for element in document:
        if isinstance(element, Table):
            yield from (cell for row in element.rows for cell in row)
        for field in () if isinstance(element, Code | Formula | Table) else element:
            for item in field if isinstance(field, list) else [field] if isinstance(field, str) else []:
                yield from [item] if isinstance(item, str) else [item[0], *item[1]]


# what each format makes of a formula, a price and code with signs of its own in a text
TEXT = "It is ⟨a_1⟩, $5 and `b_c`."
WRITTEN = {
    "Markdown": (Markdown(), "It is $a_1$, $5 and `b_c`."),
    "HTML": (Html(), r"<p>It is \(a_1\), $5 and <code>b_c</code>.</p>"),
    "reStructuredText": (RestructuredText(), "It is :math:`a_1`, $5 and ``b_c``."),
    "AsciiDoc": (AsciiDoc(), "It is latexmath:[a_1], $5 and `+b_c+`."),
    "LaTeX": (Latex(), r"It is $a_1$, \$5 and \texttt{b\_c}."),
}


@pytest.mark.parametrize(("writer", "written"), WRITTEN.values(), ids=WRITTEN)
def test_writers(writer, written):
    from benchmarks.rendered_documents import Paragraph

    assert written in writer.write([Paragraph(TEXT)])


@pytest.mark.parametrize("frame", [BLOG, DOCS, WIKI], ids=["blog", "documentation", "wiki"])
def test_a_frame_has_its_places(frame):
    page = framed(frame, "the title", "the {title} body", "the head")
    assert "the head" in page
    assert "the {title} body" in page, "places are not looked for in what is filled in"


def test_programs_render_what_there_is():
    assert len(PROGRAMS) >= 40
    assert {name for program in PROGRAMS.values() for name in program.documents} == set(DOCUMENTS)


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
