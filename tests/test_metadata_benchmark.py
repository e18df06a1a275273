"""The benchmark of metadata, on pages made here; every figure is worked out by hand."""

import gzip
import json

import pytest

from lab.quality import metadata

pytestmark = pytest.mark.surroundings

HEAD = "<html lang=en><head><title>The old wall | Courier</title>"
BODY = "</head><body><h1>The old wall</h1><p>It is what it was, and it fell.</p></body></html>"

#: name: (what is in the head, the label)
PAGES = {
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
    "nothing, and nothing is labelled": ("", {"title": "The old wall", "publish_date": "", "author": ""}),
}  # fmt: skip

#: Three of four titles have the letters of their label.  One of two labelled dates is found, one of three
#: given ones is right, and one of two pages without a date is given one.  One of two labelled authors is
#: found, and nobody is made up.
FIGURES = {
    "title": {"recall": 3 / 4, "precision": 3 / 4, "false": 0},
    "date": {"recall": 1 / 2, "precision": 1 / 3, "false": 1 / 2},
    "author": {"recall": 1 / 2, "precision": 1, "false": 0},
}


@pytest.fixture
def folder(tmp_path):
    for kind in ("ground-truth", "html"):
        (tmp_path / "wcxb/dev" / kind).mkdir(parents=True)
    for number, (head, truth) in enumerate(PAGES.values()):
        label = {
            "url": f"http://site.example/{number}",
            "ground_truth": truth,
            "_internal": {"page_type": {"primary": "article"}},
        }
        (tmp_path / f"wcxb/dev/ground-truth/{number}.json").write_text(json.dumps(label))
        html = gzip.compress(f"{HEAD}{head}{BODY}".encode())
        (tmp_path / f"wcxb/dev/html/{number}.html.gz").write_bytes(html)
    return tmp_path


def test_figures(folder, tmp_path, capsys):
    """Peers are judged by the same rules: the first heading and <meta> give the same here."""
    out = tmp_path / "out"
    assert metadata.main([str(folder), "--rounds", "0", "--peers", "h1-else-og", "--out", str(out)]) == 0
    assert list(json.loads((out / "metadata.json").read_text())["scores"].values()) == [FIGURES] * 2
    assert ".333" in capsys.readouterr().out
