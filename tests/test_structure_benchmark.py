"""The benchmark of structure, on pages made here; every figure is worked out by hand."""

import gzip
import json

import pytest

from benchmarks import structure

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
        (tmp_path / f"wcxb/dev/ground-truth/{name}.json").write_text(json.dumps(about))
        (tmp_path / f"wcxb/dev/html/{name}.html.gz").write_bytes(gzip.compress(html.encode()))
    return tmp_path


def test_figures(folder, tmp_path, capsys):
    out = tmp_path / "out"
    assert structure.main([str(folder), "--out", str(out)]) == 0
    found = json.loads((out / "structure.json").read_text())
    assert found["pages"] == 1
    assert found["systems"].keys() == {"auto"}, "peers are compared if they are asked for"
    counts = {kind: tuple(of.values()) for kind, of in found["systems"]["auto"].items()}
    assert counts == {  # in the label, written, in both
        "headings": (1, 1, 1),
        "list items": (2, 2, 1),  # one more has other words
        "table rows": (2, 0, 0),
        "code blocks": (0, 0, 0),
        "links": (1, 1, 1),  # neither the emphasis nor the fragment counts
        "images": (0, 0, 0),
    }
    assert "list items" in capsys.readouterr().out


def test_f_is_the_harmonic_mean():
    counts = structure.Counts(wanted=4, written=5, right=3)
    assert (counts.precision, counts.recall) == (3 / 5, 3 / 4)
    assert counts.f == pytest.approx(2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4))
    assert structure.Counts().f == 0


def test_a_peer_that_there_is_not(folder, capsys):
    with pytest.raises(SystemExit):
        structure.main([str(folder), "--peers", "bte"])
    assert "the peers are: whole-page, trafilatura" in capsys.readouterr().err


def test_a_folder_without_labels(tmp_path, capsys):
    with pytest.raises(SystemExit):
        structure.main([str(tmp_path)])
    assert "has no set wcxb" in capsys.readouterr().err
