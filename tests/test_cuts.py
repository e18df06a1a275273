"""Training gapdepth: what a gap is worth, by hand; and the whole of it, on made pages."""

import gzip

import pytest

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra `train`")
np = pytest.importorskip("numpy", reason="training needs the extra `train`")
pytest.importorskip("rapidfuzz", reason="training needs the extra `train`")
pytest.importorskip("tldextract", reason="training needs the extra `train`")

from benchmarks import segmentation  # noqa: E402
from evaluation.marked import SETS, best_blocks, read_marks  # noqa: E402
from scrapy_content_extract.content import page_of  # noqa: E402
from scrapy_content_extract.content.methods import GapDepth, gapdepth  # noqa: E402
from scrapy_content_extract.content.methods.gapdepth import FEATURES, NUMBER, gaps_in  # noqa: E402
from training import cuts  # noqa: E402

#: Two regions, the first with two blocks of two paragraphs and one; "out" is in no block.
MARKED = """<body><div data-block=1><ul data-block=2><li>a</li><li>b</li></ul><p data-block=2>c</p></div>
<div data-block=1>d</div><p>out</p><p>out</p></body>"""


def test_what_a_gap_is_worth():
    """Nothing inside a block, half between two of a region, one between regions, or to what is in none."""
    example = cuts.example(read_marks("", MARKED))
    assert list(example.worth) == [0, 0.5, 1, 1, 0]
    assert example.rows.shape == (5, len(FEATURES))
    assert list(example.rows[:, NUMBER["gaps"]]) == [5] * 5


def test_the_best_cuts():
    marked = read_marks("", MARKED)
    assert best_blocks(marked, "leaf") == ["ab", "c", "d", "outout"]
    assert best_blocks(marked, "top") == ["abc", "d", "outout"]


def test_a_page_counts_by_the_root_of_its_gaps_and_less_where_nothing_is_marked():
    weights = cuts.example(read_marks("", MARKED)).weights
    assert weights == pytest.approx(np.array([1, 1, 1, 1, cuts.UNMARKED]) / 5**0.5)


def test_a_page_without_gaps_teaches_nothing():
    assert cuts.example(read_marks("", "<p data-block=1>a</p>")) is None


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


def test_a_model_begins_with_the_mean():
    """Where no feature tells gaps apart, each has the mean worth of all: here 2 of 5."""
    example = cuts.example(read_marks("", MARKED))
    example = cuts.Example(np.zeros_like(example.rows), np.array([0, 1, 0, 1, 0]), np.ones(5))
    trees = cuts.fit([example] * 20)
    (numbers,) = gapdepth.describe(gaps_in(page_of("<p>a</p><p>b</p>")))
    assert trees.probabilities(numbers)[0] == pytest.approx(0.4, abs=0.01)


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


def test_one_set_has_no_others(tmp_path):
    assert segmentation.models_of(folder_of(tmp_path, "random"), ["gapdepth"]) == {}


def test_nothing_learned_needs_no_model(tmp_path):
    assert segmentation.models_of(folder_of(tmp_path, "random", "popular"), ["flat", "btls"]) == {}


def test_the_command_writes_a_model(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cuts, "MODEL", tmp_path / "gapdepth.json")
    assert cuts.main([str(folder_of(tmp_path, "random"))]) == 0
    assert "20 pages of random" in capsys.readouterr().out
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(cuts.Trees.load("gapdepth.json").features) == list(NUMBER)


def test_a_folder_without_pages(tmp_path, capsys):
    with pytest.raises(SystemExit):
        cuts.main([str(tmp_path)])
    assert "random, popular, chinese" in capsys.readouterr().err


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


def test_the_popular_pages_are_read(data):
    """What is known of the set: 38 pages, 158 outermost and 502 innermost blocks."""
    if "popular" not in cuts.sets_in(data):
        pytest.skip("the folder of labelled pages has no popular pages")
    pages = list(SETS["popular"][1](data))
    assert [sum(len(page.texts(level)) for page in pages) for level in ("top", "leaf")] == [158, 502]
    assert len(pages) == 38
