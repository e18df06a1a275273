"""Training: all of it, on the pages of this package and on made ones; its parts, by hand."""

import re
from array import array

import pytest

from scrapy_content_extract.content.auto.features import FEATURES
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.methods.gapdepth import NUMBER
from scrapy_content_extract.content.methods.roles import ROLES
from tests.helpers.folders import ROOT

PAGES = ROOT / "tests/pages/auto"

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra `train`")
np = pytest.importorskip("numpy", reason="training needs the extra `train`")
pytest.importorskip("tldextract", reason="training needs the extra `train`")

pytest.importorskip("scipy", reason="training needs the extra `train`")

from lab.data.marked import read_marks  # noqa: E402
from lab.quality import segmenters  # noqa: E402
from lab.training import __main__ as training  # noqa: E402
from lab.training import cuts, roles  # noqa: E402
from lab.training.boosting import trees_of  # noqa: E402
from lab.training.fit import PARAMETERS  # noqa: E402
from lab.training.gold import shares  # noqa: E402

from .data import put, put_keyed  # noqa: E402

pytestmark = pytest.mark.surroundings

#: paragraphs, gold text, the share of each
SHARES = {
    "what is not in the gold text is none of it": (["Home", "It rains"], "It rains", [0, 1]),
    "half of it": (["It rains today again"], "It rains", [0.5]),
    "order decides which of two": (["It rains", "Sun", "It rains"], "Sun. It rains", [0, 1, 1]),
    "a few small words by chance are nothing": (
        ["of the best in town now here", "one two three four five six"],
        "one two three of four five six the",
        [0, 1],
    ),
    "each Chinese character counts": (["雨天好"], "雨天", [2 / 3]),
    "without a gold text nothing is": (["It rains"], "", [0]),
}


@pytest.mark.parametrize(("texts", "gold", "expected"), SHARES.values(), ids=SHARES)
def test_shares(texts, gold, expected):
    assert shares(texts, gold) == pytest.approx(expected)


def test_our_evaluation_is_that_of_the_library():
    """Up to the rounding of leaves: half a step each, so less than their sum in log-odds."""
    X = np.random.default_rng(0).integers(-20, 200, (4000, len(FEATURES))).astype(np.float32)
    y = 1 / (1 + np.exp(-(X[:, 0] - X[:, 1] + 40 * (X[:, 2] > 50)) / 50))
    options = {"objective": "cross_entropy", "boost_from_average": False, "verbose": -1, "num_threads": 1}
    models = [
        lightgbm.train({**options, "bagging_seed": seed}, lightgbm.Dataset(X, y), 20) for seed in range(2)
    ]
    trees = trees_of(models, [feature.name for feature in FEATURES])
    ours = np.array(trees.probabilities(array("i", [int(v) for column in X.T for v in column])))
    theirs = np.mean([model.predict(X, raw_score=True) for model in models], axis=0)
    off = np.abs(np.log(ours / (1 - ours)) - theirs)
    assert off.max() <= len(trees.trees) * trees.step / 2 + 1e-9
    assert off.mean() < 0.02


def labelled(page):
    return page.with_suffix(".txt").read_text("utf-8").partition("\n\n")[2]


def test_the_command(tmp_path, capsys, monkeypatch):
    data, model = tmp_path / "data", tmp_path / "model.json"
    pages = sorted(PAGES.glob("*.html"))
    for page in pages[::4]:
        put(data / f"zhds/cleaned/{page.stem}.txt", labelled(page))
        put(data / f"zhds/original/{page.stem}.html.gz", page.read_bytes())
    monkeypatch.setattr(training, "MODEL", model)
    monkeypatch.setattr(training, "FOLDS", 2)
    monkeypatch.setitem(PARAMETERS, "num_iterations", 5)
    assert training.main([str(data)]) == 0
    printed = capsys.readouterr().out
    assert "19 pages" in printed
    assert printed.count("Confidence") == 1
    first = model.read_text("utf-8")
    put_keyed(data / "dragnet", {page.stem: ("", labelled(page), page.read_bytes()) for page in pages[1::4]})
    assert training.main([str(data)]) == 0
    _, judged = capsys.readouterr().out.split("Trained on all sets, dragnet only judged\n")
    assert judged.startswith("dragnet"), "no other set is scored with it"
    assert judged.count("Confidence") == 1
    assert judged.count("predicted") == 10
    assert model.read_text("utf-8") == first, "the same data give the same model; none learns from dragnet"
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(Trees.load("model.json").features) == [feature.name for feature in FEATURES]


# ---- gapdepth

#: Two regions, the first with two blocks of two paragraphs and one; "out" is in no block.
MARKED = """<body><div data-block=1><ul data-block=2><li>a</li><li>b</li></ul><p data-block=2>c</p></div>
<div data-block=1>d</div><p>out</p><p>out</p></body>"""


def test_what_a_gap_is_worth():
    """Nothing inside a block, half between two of a region, one between regions, or to what is in none."""
    example = cuts.example(read_marks("", MARKED))
    assert list(example.worth) == [0, 0.5, 1, 1, 0]
    assert list(example.rows[:, NUMBER["gaps"]]) == [5] * 5


#: Pages of six boxes, each marked; a box is a list of six items.
BOX = "<div {}><ul>" + "<li>a thing of a list</li>" * 6 + "</ul></div>"
MADE = f"<body>{BOX.format('data-block=1') * 6}</body>"


def test_a_set_is_judged_by_a_model_of_the_others(tmp_path, monkeypatch, capsys):
    for name in ("random", "popular"):
        for n in range(20):
            put(tmp_path / f"seg/{name}/site/{n}.blocks.html.gz", MADE)
    assert segmenters.main([str(tmp_path), "--segmenters", "gapdepth", "flat"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("gapdepth, unseen ") == 4  # in two tables of two sets
    assert "flat, unseen" not in shown
    monkeypatch.setattr(cuts, "MODEL", tmp_path / "gapdepth.json")
    assert cuts.main([str(tmp_path), "--sets", "random"]) == 0
    assert "20 pages of random" in capsys.readouterr().out
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(Trees.load("gapdepth.json").features) == list(NUMBER)


# ---- roles


def test_roles_are_learned(tmp_path, monkeypatch, capsys):
    """Each role has a number of links of its own; what tells the roles apart on these pages does so on others."""
    elements = {"sidebar": "aside", "navigation": "nav", "breadcrumb": "nav aria-label=breadcrumb"}
    html = ""
    for number, role in enumerate(ROLES):
        element = elements.get(role, role)
        links = "".join(f"<li><a href=/{n}>{role} of the page</a></li>" for n in range(3 * number + 1))
        html += f"<{element}><div><ul>{links}</ul></div></{element.split()[0]}>"
    put_keyed(tmp_path / "fundus", {f"page{n}": (f"https://site{n}.example/", "", html) for n in range(60)})
    monkeypatch.setattr(roles, "MODELS", tmp_path)
    assert roles.main([str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("role-*.json"))) == len(ROLES)
    out = capsys.readouterr().out
    for role in ROLES:
        assert re.search(rf"^{role} +60 +60 +1.00 +1.00$", out, re.MULTILINE), out
