"""Training: the whole of it, on the pages of this package; its parts, by hand."""

import gzip
import json
from array import array
from pathlib import Path

import pytest

from scrapy_content_extract.content.auto.features import FEATURES
from scrapy_content_extract.content.auto.trees import Trees

PAGES = Path(__file__).parent / "pages/auto"

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra `train`")
np = pytest.importorskip("numpy", reason="training needs the extra `train`")
pytest.importorskip("tldextract", reason="training needs the extra `train`")

pytest.importorskip("scipy", reason="training needs the extra `train`")

from lab.training import __main__ as training  # noqa: E402
from lab.training.boosting import trees_of  # noqa: E402
from lab.training.fit import PARAMETERS  # noqa: E402
from lab.training.gold import shares  # noqa: E402

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


@pytest.fixture(scope="module")
def boosters():
    rng = np.random.default_rng(0)
    X = rng.integers(-20, 200, (4000, len(FEATURES))).astype(np.float32)
    y = 1 / (1 + np.exp(-(X[:, 0] - X[:, 1] + 40 * (X[:, 2] > 50)) / 50))
    parameters = {
        "objective": "cross_entropy",
        "boost_from_average": False,
        "verbose": -1,
        "num_threads": 1,
    }
    return X, [
        lightgbm.train({**parameters, "bagging_seed": s}, lightgbm.Dataset(X, y), 20) for s in range(2)
    ]


def test_our_evaluation_is_that_of_the_library(boosters):
    """Up to the rounding of leaves: half a step each, so less than their sum in log-odds."""
    X, models = boosters
    trees = trees_of(models, [feature.name for feature in FEATURES])
    ours = np.array(trees.probabilities(array("i", [int(v) for column in X.T for v in column])))
    theirs = np.mean([model.predict(X, raw_score=True) for model in models], axis=0)
    off = np.abs(np.log(ours / (1 - ours)) - theirs)
    assert off.max() <= len(trees.trees) * trees.step / 2 + 1e-9
    assert off.mean() < 0.02


def add_dragnet(data, pages):
    """Write pages as a set that is only judged."""
    (data / "dragnet/html").mkdir(parents=True)
    labels = {}
    for page in pages:
        labels[page.stem] = {"content": page.with_suffix(".txt").read_text("utf-8").partition("\n\n")[2]}
        (data / f"dragnet/html/{page.stem}.html.gz").write_bytes(gzip.compress(page.read_bytes()))
    (data / "dragnet/gold.json").write_text(json.dumps(labels), "utf-8")


def test_the_command(tmp_path, capsys, monkeypatch):
    data = tmp_path / "data"
    for folder in ("cleaned", "original"):
        (data / "zhds" / folder).mkdir(parents=True)
    for page in sorted(PAGES.glob("*.html"))[::4]:
        text = page.with_suffix(".txt").read_text("utf-8").partition("\n\n")[2]
        (data / f"zhds/cleaned/{page.stem}.txt").write_text(text, "utf-8")
        (data / f"zhds/original/{page.stem}.html.gz").write_bytes(gzip.compress(page.read_bytes()))
    model = tmp_path / "model.json"
    monkeypatch.setattr(training, "MODEL", model)
    monkeypatch.setattr(training, "FOLDS", 2)
    monkeypatch.setitem(PARAMETERS, "num_iterations", 5)
    assert training.main([str(data)]) == 0
    printed = capsys.readouterr().out
    assert "19 pages" in printed
    assert printed.count("Confidence") == 1
    first = model.read_text("utf-8")
    add_dragnet(data, sorted(PAGES.glob("*.html"))[1::4])
    assert training.main([str(data)]) == 0
    _, judged = capsys.readouterr().out.split("Trained on all sets, dragnet only judged\n")
    assert judged.startswith("dragnet"), "no other set is scored with it"
    assert judged.count("Confidence") == 1
    assert judged.count("predicted") == 10
    assert model.read_text("utf-8") == first, "the same data give the same model; none learns from dragnet"
    monkeypatch.setattr("scrapy_content_extract.content.auto.trees.FOLDER", tmp_path)
    assert list(Trees.load("model.json").features) == [feature.name for feature in FEATURES]
