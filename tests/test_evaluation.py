"""What benchmarks and training share: metrics, intervals, the backend, and who may import whom."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")
np = pytest.importorskip("numpy", reason="the intervals need SciPy, of the extra 'bench'")
pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from lab import backend  # noqa: E402
from lab import options as command  # noqa: E402
from lab.data import metrics  # noqa: E402
from lab.data.intervals import mean_of  # noqa: E402

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent

# ------------------------------------------------------------------ metrics


# metric, text, gold text; precision, recall and F1 with pencil and paper
SCORES = {
    "2 of 3 words are 2 of 2": ("words", "It rains today", "it rains", (2 / 3, 1, 4 / 5)),
    "a word counts as often as in the text that has less of it": ("words", "a a b", "a b b", (2 / 3,) * 3),
    "Chinese without spaces is one word": ("words", "中文", "中文 文", (1, 1 / 2, 2 / 3)),
    "characters in order: of ab and ba one": ("characters", "ab", "ba", (1 / 2,) * 3),
    "white space and invisible characters do not count": ("characters", "a b\u200b", "\ufeffab", (1, 1, 1)),
    "nothing was asked for and nothing given": ("characters", "", " ", (1, 1, 1)),
    "nothing was given": ("words", "", "a", (0, 0, 0)),
}


@pytest.mark.parametrize(("metric", "text", "gold", "expected"), SCORES.values(), ids=SCORES)
def test_metrics(metric, text, gold, expected):
    assert getattr(metrics, metric)(text, gold) == pytest.approx(expected)


# ------------------------------------------------------------------ intervals


def test_an_interval_is_that_of_the_textbook():
    """Of 100 pages of 0 or 1 the mean varies by .05; 1.96 times that is half the interval."""
    mean, low, high = mean_of([0.0, 1.0] * 50)
    assert mean == 0.5
    assert (low, high) == (pytest.approx(0.402, abs=0.02), pytest.approx(0.598, abs=0.02))


# Values, and their interval where there is nothing to resample.
DEGENERATE = {
    "one page": ([0.3], (0.3, 0.3)),
    "all equal": ([0.7] * 5, (0.7, 0.7)),
    "equal but for rounding": ([0.1, 0.1 + 1e-16, 0.1], (0.1, 0.1)),
    "zeros": ([0.0, 0.0], (0.0, 0.0)),
    "two pages": ([0.0, 1.0], (0.0, 1.0)),
}


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("values", "ends"), DEGENERATE.values(), ids=DEGENERATE)
def test_few_or_equal_values_have_an_interval(values, ends):
    assert mean_of(values)[1:] == pytest.approx(ends)


def test_without_scipy_a_command_ends_at_once_and_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(SystemExit):
        command.require_intervals(command.parser_of("lab.x", "", ""))
    assert "SciPy is not installed" in (said := capsys.readouterr().err)
    assert "pip install -e .[bench]" in said


# ------------------------------------------------------------------ the backend


def test_a_missing_backend_is_announced_loudly(monkeypatch, capsys):
    monkeypatch.setattr(backend, "BACKEND", "Python")
    monkeypatch.delenv(backend.SWITCH, raising=False)
    assert backend.announce() == "Backend: Python"
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("WARNING: the compiled modules of scrapy_content_extract are missing")
    assert "pip install -e ." in line


COMMANDS = sorted(
    f"lab.{file.parent.name}.{file.stem}".removesuffix(".__main__")
    for folder in ("quality", "speed", "structure", "training")
    for file in (ROOT / "lab" / folder).glob("*.py")
    if "parser_of(" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_an_example(name, capsys):
    if name == "lab.training":
        pytest.importorskip("lightgbm", reason="training needs the extra `train`")
        pytest.importorskip("tldextract", reason="training needs the extra `train`")
    module = __import__(f"{name}.__main__" if name == "lab.training" else name, fromlist=["main"])
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    assert ended.value.code == 0
    assert f"python -m {name}" in capsys.readouterr().out.partition("example")[2]
