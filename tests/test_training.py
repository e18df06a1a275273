"""Training: the whole of it, on the pages of this package; its parts, by hand."""

import gzip
import json
import random
from array import array
from pathlib import Path

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.features import FEATURES
from scrapy_content_extract.content.auto.trees import Trees

PAGES = Path(__file__).parent / "pages/auto"

lightgbm = pytest.importorskip("lightgbm", reason="training needs the extra `train`")
np = pytest.importorskip("numpy", reason="training needs the extra `train`")
pytest.importorskip("tldextract", reason="training needs the extra `train`")

pytest.importorskip("scipy", reason="training needs the extra `train`")

from evaluation.datasets import LabelledPage  # noqa: E402
from training import __main__ as training  # noqa: E402
from training.boosting import trees_of  # noqa: E402
from training.compose import LARGE, SMALL, composed, pieces  # noqa: E402
from training.examples import group_of  # noqa: E402
from training.fit import PARAMETERS  # noqa: E402
from training.gold import shares  # noqa: E402

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


def test_one_domain_is_one_group_whatever_the_host():
    a, b = (LabelledPage("1", "article", f"https://{host}/x", b"", "") for host in ("a.b.co.uk", "b.co.uk"))
    assert group_of("wcxb", a) == group_of("wcxb", b) == "b.co.uk"
    assert group_of("zhds", LabelledPage("7", "article", "", b"", "")) == "zhds/7"


def test_pages_of_a_host_without_a_known_domain_are_one_group():
    a, b = (LabelledPage(id, "forum", "http://some-forum.invalid/", b"", "") for id in "12")
    assert group_of("threads", a) == group_of("threads", b) == "some-forum.invalid"


NEWSLETTER = "Join the many readers who hear from us each week and never pay a penny for any of it at all."
ARTICLE = "<main>" + "".join(f"<p>Paragraph {n} of the article.</p>" for n in range(20)) + "</main>"


def test_pieces_are_what_is_no_content_and_has_prose():
    html = f"<body>{ARTICLE}<div><p>{NEWSLETTER}</p></div><div>too short</div></body>"
    page = page_of(html)
    found = list(pieces(page, "a", [page.text[k] for k in range(22)], [1.0] * 20 + [0.0] * 2, SMALL))
    assert [(piece.group, piece.html) for piece in found] == [("a", f"<div><p>{NEWSLETTER}</p></div>")]


def test_a_composed_page_is_shorter_and_has_pieces_of_others():
    page = LabelledPage("1", "article", "", f"<body>{ARTICLE}</body>".encode(), "")
    lent = page_of(f"<body>{ARTICLE}<div><p>{NEWSLETTER}</p></div></body>")
    pool = list(pieces(lent, "b", lent.text, [1.0] * 20 + [0.0], SMALL))
    made = [composed(page, "a", [1.0] * 20, pool, [], random.Random(seed)) for seed in range(20)]
    with_piece = [html for html, lenders in made if lenders == {"b"}]
    assert 10 < len(with_piece) < 20
    assert all(NEWSLETTER.encode() in html for html in with_piece)
    assert 5 < sum(html.count(b"<p>Para") <= 4 for html, _ in made) < 20


RIVER = "".join(f"<div><p>Teaser {n}: {NEWSLETTER}</p></div>" for n in range(30))


def test_rivers_are_set_into_pages_of_prose_only_and_lists_and_threads_keep_their_length():
    lent = page_of(f"<body>{ARTICLE}<section>{RIVER}</section></body>")
    small, large = (
        list(pieces(lent, "b", lent.text, [1.0] * 20 + [0.0] * 30, size)) for size in (SMALL, LARGE)
    )
    assert [piece.html for piece in large] == [f"<section>{RIVER}</section>"]
    assert [piece.html for piece in small] == [
        f"<div><p>Teaser {n}: {NEWSLETTER}</p></div>" for n in range(30)
    ]
    page = LabelledPage("1", "article", "", f"<body>{ARTICLE}</body>".encode(), "")
    made = [composed(page, "a", [1.0] * 20, small, large, random.Random(seed)) for seed in range(20)]
    assert any(html.count(b"Teaser") >= 30 for html, _ in made)
    assert any(0 < html.count(b"Teaser") < 30 for html, _ in made)
    for kind in ("product", "listing", "forum"):
        page = LabelledPage("1", kind, "", f"<body>{ARTICLE}</body>".encode(), "")
        made = [composed(page, "a", [1.0] * 20, small, large, random.Random(seed)) for seed in range(20)]
        assert 0 < max(html.count(b"Teaser") for html, _ in made) <= 3
        assert any(html.count(b"<p>Para") < 20 for html, _ in made) == (kind == "product")


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
