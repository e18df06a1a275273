"""The benchmark of structure, on pages made here; every figure is worked out by hand."""

import gzip
import json

import pytest

pytest.importorskip("rapidfuzz", reason="the benchmarks need rapidfuzz, of the extra 'bench'")

from benchmarks import structure
from benchmarks.structure_parts import formula_of, parts_of
from benchmarks.structure_peers import PEERS
from benchmarks.structure_rows import ROWS
from benchmarks.structure_scores import Counts, similarities, tree_similarity

pytestmark = pytest.mark.surroundings

SENTENCE = "It is the small words of a language that make prose of its names, and a page has many of them. "


@pytest.fixture
def folder(tmp_path):
    """A page with a label that has Markdown, and one whose label has none."""
    html = f"<p>{SENTENCE * 3}</p><h2>It is a heading</h2><p>{SENTENCE * 2}<a href=/x/#y>A link</a>.</p><ul><li>{SENTENCE}<li>{SENTENCE}b</ul>"
    label = f"## It is a Heading\n\n[A *link*](/x)\n\n- {SENTENCE}\n- c\n\n| d |\n| - |\n| e |\n"
    for name, markdown in {"0001": label, "0002": None}.items():
        (tmp_path / "wcxb/dev/ground-truth").mkdir(parents=True, exist_ok=True)
        (tmp_path / "wcxb/dev/html").mkdir(exist_ok=True)
        about = {"url": "http://site.example/", "ground_truth": {"main_content_markdown": markdown}}
        about["_internal"] = {"page_type": {"primary": "article"}}
        (tmp_path / f"wcxb/dev/ground-truth/{name}.json").write_text(json.dumps(about))
        (tmp_path / f"wcxb/dev/html/{name}.html.gz").write_bytes(gzip.compress(html.encode()))
    return tmp_path


def test_figures(folder, tmp_path, capsys):
    out = tmp_path / "out"
    assert structure.main([str(folder), "--sets", "articles", "--out", str(out)]) == 0
    found = json.loads((out / "structure.json").read_text())
    assert found["versions"].keys() == {"auto"}, "peers are compared if they are asked for"
    found = found["sets"]["articles"]["auto"]
    assert found["pages"] == 1
    counts = {kind: tuple(of.values()) for kind, of in found["counts"].items()}
    assert counts == {  # in the label, written, in both
        "formulas": (0, 0, 0),
        "code": (0, 0, 0),
        "headings": (1, 1, 1),
        "list items": (2, 2, 1),  # one more has other words
        "table rows": (2, 0, 0),
        "code blocks": (0, 0, 0),
        "links": (1, 1, 1),  # neither the emphasis nor the fragment counts
        "images": (0, 0, 0),
    }
    assert found["similarities"].keys() == {"text", "tables", "TEDS"}, "neither has code or formulas"
    assert found["similarities"]["tables"] == found["similarities"]["TEDS"] == 0
    assert "list items" in capsys.readouterr().out


def test_rows_need_no_data(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("CONTENT_EXTRACT_DATA", raising=False)
    assert structure.main(["--sets", "rows", "--limit", "10", "--out", str(tmp_path)]) == 0
    found = json.loads((tmp_path / "structure.json").read_text())["sets"]["rows"]["auto"]
    assert found["pages"] == 10
    assert set(found["failed"]) <= set(ROWS)
    assert "rows that auto fails:" in capsys.readouterr().out


def test_f_is_the_harmonic_mean():
    counts = Counts(wanted=4, written=5, right=3)
    assert (counts.precision, counts.recall) == (3 / 5, 3 / 4)
    assert counts.f == pytest.approx(2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4))
    assert Counts().f == 0


# Markdown → the formulas in it
FORMULAS = {
    "in a line": ("a $x^2$ b", ["x^2"]),
    "displayed": ("a\n\n$$\nx^2\n$$\n\nb", ["x^2"]),
    "in parentheses and brackets": (r"a \(x^2\) b \[y_1\] c", ["x^2", "y_1"]),
    "brackets that are escaped, without TeX": (r"it is \[sic\] \(so\)", []),
    "prices": ("a $5 b $6 c", []),
    "prices of which one ends a word": ("a $5 or 6$7", []),
    "an escaped sign": (r"a \$x^2$ b", []),
    "escaped backslashes": (r"a \\(x^2\\) b", []),
    "in code": ("`$x^2$` and\n\n```\n$y^2$\n```\n", []),
    "a sign between two paragraphs": ("a $x\n\ny$ b", []),
    "a backslash before the end": (r"a $x\$ y^2$ b", [r"x\$y^2"]),
    "in a cell": ("|a|b|\n|-|-|\n|$x_1 * y_2 * z$|c|", ["x_1*y_2*z"]),
}  # fmt: skip


@pytest.mark.parametrize(("markdown", "formulas"), FORMULAS.values(), ids=FORMULAS)
def test_formulas(markdown, formulas):
    assert parts_of(markdown).formulas == formulas


def test_a_formula_keeps_the_white_space_that_ends_a_command():
    assert formula_of(r"\alpha x  + \beta 2") == r"\alpha x+\beta2"
    assert formula_of(r"\displaystyle x") == formula_of(r"{\displaystyle{x}}") == "x"
    assert formula_of(r"\displaystylex") == r"\displaystylex", "another command"


def test_code_is_exact_but_for_white_space_at_ends():
    wanted = parts_of("```\na\n  b\n\nc\n```\n").code
    assert parts_of("~~~py\n\na  \n\xa0\xa0b\n\nc\n\n~~~").code == wanted
    assert parts_of("```\na\nb\n\nc\n```\n").code != wanted, "white space at the beginning counts"
    assert parts_of("```\na\n  b\n```\n\n```\nc\n```\n").code != wanted, "two blocks"


def table(*rows):
    return [[[(cell,) for cell in row.split("|")] for row in rows]]


# wanted, written, similarity: 1 - distance / cells of the greater
TREES = {
    "the same": (table("a|b", "c|d"), table("a|b", "c|d"), 1),
    "nothing": (table("a|b", "c|d"), [], 0),
    "a row less": (table("a|b", "c|d"), table("c|d"), 1 - 2 / 4),
    "a column less": (table("a|b", "c|d"), table("a", "c"), 1 - 2 / 4),
    "a cell at another place of its row": (table("a|b|c"), table("b|c|a"), 1 - 2 / 3),
    "columns for rows": (table("a|b", "c|d"), table("a|c", "b|d"), 1 - 2 / 4),
    "all in one cell": (table("a|b", "c|d"), table("a b c d"), 0),
    "unrelated, of the same shape": (
        table("tree|height|year", "oak|12|1911", "elm|9|1874"),
        table("player|club|goals", "Smith|Leeds|31", "Jones|Hull|27"),
        0,
    ),
    "a typing error": (table("abcde|f"), table("abcdx|f"), 1 - 0.2 / 2),
    "a cell that spans two, repeated or empty": ([[[("a",), ("a", "")]]], table("a|"), 1),
}


@pytest.mark.parametrize(("wanted", "written", "similarity"), TREES.values(), ids=TREES)
def test_tree_similarity(wanted, written, similarity):
    assert tree_similarity(wanted, written) == pytest.approx(similarity)
    assert tree_similarity(written, wanted) == pytest.approx(similarity), "it is symmetric"


def test_large_tables_take_no_longer():
    large = table(*(f"{n}|b" for n in range(3_000)))
    assert tree_similarity(large, large) == 1


def test_similarities_of_kinds_that_neither_has_do_not_count():
    wanted, written = parts_of("abcd\n\n```\ne\n```\n"), parts_of("abcx")
    assert similarities(wanted, written) == {"text": 0.75, "code": 0}


def test_escapes():
    assert parts_of(r"5 \- 7\. `\*` $\{$ \\").escapes == 3, "not in code and formulas"


def test_cells_of_html():
    markdown = "<table><tr><th>a</th><th colspan=2>b</th></tr><tr><td>c</td><td>d</td><td>e</td></tr></table>"
    assert tree_similarity(parts_of(markdown).tables, table("a|b|b", "c|d|e")) == 1
    assert tree_similarity(parts_of(markdown).tables, table("a|b|", "c|d|e")) == 1


def test_prose_alone_passes_only_rows_that_want_nothing_more():
    prose = parts_of("The valley was quiet.")
    passed = [name for name, row in ROWS.items() if all(need(prose.text, prose) for need in row.needs)]
    assert passed == ["text: hidden", "picture: one of one dot"]


def test_a_peer_that_there_is_not(folder, capsys):
    with pytest.raises(SystemExit):
        structure.main([str(folder), "--peers", "bte"])
    assert f"the peers are: {', '.join(PEERS)}" in capsys.readouterr().err


def test_a_folder_without_labels(tmp_path, capsys):
    with pytest.raises(SystemExit):
        structure.main([str(tmp_path), "--sets", "wcxb"])
    assert "has no set wcxb" in capsys.readouterr().err
