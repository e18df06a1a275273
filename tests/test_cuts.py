"""Training gapdepth: what a gap is worth, by hand; and the whole of it, on made pages."""

import gzip

import pytest

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra `train`")
np = pytest.importorskip("numpy", reason="training needs the extra `train`")
pytest.importorskip("rapidfuzz", reason="training needs the extra `train`")
pytest.importorskip("tldextract", reason="training needs the extra `train`")

from lab.data.marked import SETS, read_marks  # noqa: E402
from lab.quality import segmenters as segmentation  # noqa: E402
from lab.training import cuts  # noqa: E402
from scrapy_content_extract.content import page_of  # noqa: E402
from scrapy_content_extract.content.methods import GapDepth, gapdepth  # noqa: E402
from scrapy_content_extract.content.methods.gapdepth import FEATURES, NUMBER, gaps_in  # noqa: E402

#: Two regions, the first with two blocks of two paragraphs and one; "out" is in no block.
MARKED = """<body><div data-block=1><ul data-block=2><li>a</li><li>b</li></ul><p data-block=2>c</p></div>
<div data-block=1>d</div><p>out</p><p>out</p></body>"""


def test_what_a_gap_is_worth():
    """Nothing inside a block, half between two of a region, one between regions, or to what is in none."""
    example = cuts.example(read_marks("", MARKED))
    assert list(example.worth) == [0, 0.5, 1, 1, 0]
    assert example.rows.shape == (5, len(FEATURES))
    assert list(example.rows[:, NUMBER["gaps"]]) == [5] * 5


#: Pages of six boxes, each marked; a box is a list of six items.
BOX = "<div {}><ul>" + "<li>a thing of a list</li>" * 6 + "</ul></div>"
MADE = f"<body>{BOX.format('data-block=1') * 6}</body>"


def test_what_is_learned():
    """Items are in one box, and boxes come apart."""
    trees = cuts.fit([cuts.example(read_marks("", MADE))] * 20)
    strength = gapdepth.strengths(gaps_in(page_of(MADE)), trees)
    assert [k for k, s in enumerate(strength) if s > 0.9] == [5, 11, 17, 23, 29]
    assert [s for s in strength if s <= 0.9] == [0] * 30
    assert len(GapDepth().segment(page_of(MADE), trees).blocks) == 6


def folder_of(tmp_path, *names):
    for name in names:
        folder = tmp_path / "seg" / name / "site"
        folder.mkdir(parents=True)
        for n in range(20):
            (folder / f"{n}.blocks.html.gz").write_bytes(gzip.compress(MADE.encode()))
    return tmp_path


def test_a_set_is_judged_by_a_model_of_the_others(tmp_path, capsys):
    data = folder_of(tmp_path, "random", "popular")
    assert cuts.sets_in(data) == ["random", "popular"]
    assert segmentation.main([str(data), "--segmenters", "gapdepth", "flat"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("gapdepth, unseen ") == 4  # in two tables of two sets
    assert "flat, unseen" not in shown


def test_the_command_writes_a_model(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cuts, "MODEL", tmp_path / "gapdepth.json")
    assert cuts.main([str(folder_of(tmp_path, "random"))]) == 0
    assert "20 pages of random" in capsys.readouterr().out
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(cuts.Trees.load("gapdepth.json").features) == list(NUMBER)


def test_unseen_pages(data):
    """A model that has not seen the random pages finds more on them than any method without training.

    btls-tags, the best of those methods, has .670 (docs/measured/blocks.rst).
    """
    names = cuts.sets_in(data)
    if not {"random", "popular"} <= set(names):
        pytest.skip("the folder of labelled pages has not both marked sets")
    others = [one for name in names if name != "random" for one in cuts.examples(data, name)]
    functions = segmentation.unseen(["gapdepth"], cuts.fit(others))
    run = segmentation.measure("random", SETS["random"][1](data), functions, 1)
    f1 = run.f1("gapdepth" + segmentation.UNSEEN, "bc_leaf")
    assert sum(f1) / len(f1) > 0.75
