"""What benchmarks and training share: metrics, intervals, the backend, and who may import whom."""

from __future__ import annotations

import ast
import math
import random
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")
np = pytest.importorskip("numpy", reason="the intervals need SciPy, of the extra 'bench'")
pytest.importorskip("scipy", reason="the intervals need SciPy, of the extra 'bench'")

from evaluation import backend, command, intervals, metrics  # noqa: E402
from evaluation.intervals import Mean, difference_of, mean_of  # noqa: E402

pytestmark = pytest.mark.surroundings

ROOT = Path(__file__).parent.parent

#: Who may import whom, of the folders of the checkout.
MAY_IMPORT = {
    "evaluation": {"evaluation"},
    # the fuzzer runs the checks of a test; blocks are scored by models that have not seen the set
    "benchmarks": {"evaluation", "benchmarks", "tests", "training"},
    "training": {"evaluation", "training"},
    "scrapy_content_extract": set(),
}


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_benchmarks_and_training_share_only_evaluation(folder):
    own = {"evaluation", "benchmarks", "training", "tests", "tools", "example_project"}
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            imported = own & {name.partition(".")[0] for name in names}
            assert imported <= MAY_IMPORT[folder], f"{file}, line {node.lineno}"


# ------------------------------------------------------------------ metrics


def lcs(a: str, b: str) -> int:
    """Return the length of the longest common subsequence, by the table of the textbook."""
    row = [0] * (len(b) + 1)
    for x in a:
        above = row
        row = [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(row[j], above[j + 1]))
    return row[-1]


def shared(a: list[str], b: list[str]) -> int:
    """Count what is in both, each as often as in the one that has less of it."""
    return sum(min(a.count(x), b.count(x)) for x in set(a))


def prf(common: int, size: int, gold_size: int) -> tuple[float, float, float]:
    if not size and not gold_size:
        return 1.0, 1.0, 1.0
    if not common:
        return 0.0, 0.0, 0.0
    p, r = common / size, common / gold_size
    return p, r, 2 * p * r / (p + r)


def texts():
    rng = random.Random(1)
    alphabet = "aAbß中文 \n\t.,_1é\u200b\ufeff\u3000"
    yield from (("", ""), ("a", ""), ("", "a"), (" ", "."), ("\u200b", "\ufeff"))
    for _ in range(300):
        yield tuple("".join(rng.choices(alphabet, k=rng.randrange(40))) for _ in range(2))


def test_metrics_agree_with_the_definitions():
    for text, gold in texts():
        a, b = (re.split(r"\W+", t.lower()) for t in (text, gold))
        a, b = [w for w in a if w], [w for w in b if w]
        assert metrics.words(text, gold) == pytest.approx(prf(shared(a, b), len(a), len(b)), abs=1e-9)
        a, b = ("".join(c for c in t if not c.isspace() and c not in "\u200b\ufeff") for t in (text, gold))
        assert metrics.characters(text, gold) == pytest.approx(prf(lcs(a, b), len(a), len(b)), abs=1e-9)


def test_very_long_texts_are_compared_without_order(monkeypatch):
    monkeypatch.setattr(metrics, "LCS_LIMIT", 3)
    assert metrics.characters("ab", "ba") == (1, 1, 1)  # their subsequence has one character
    monkeypatch.setattr(metrics, "LCS_LIMIT", 4)
    assert metrics.characters("ab", "ba") == (0.5, 0.5, 0.5)


# ------------------------------------------------------------------ intervals


def test_an_interval_is_that_of_the_textbook():
    """Of 100 pages of 0 or 1 the mean varies by .05; 1.96 times that is half the interval."""
    mean, low, high = mean_of([0.0, 1.0] * 50)
    assert mean == 0.5
    assert (low, high) == (pytest.approx(0.402, abs=0.02), pytest.approx(0.598, abs=0.02))


def test_what_is_hard_for_both_does_not_blur_the_difference():
    assert difference_of([0.1, 1.1] * 50, [0.0, 1.0] * 50) == pytest.approx((0.1, 0.1, 0.1))


def test_a_skewed_interval_is_skewed():
    """One bad page of a hundred: the mean may well be lower, but it cannot be above 1."""
    mean, low, high = mean_of([1.0] * 99 + [0.0])
    assert mean == 0.99
    assert mean - low > high - mean > 0
    assert high <= 1


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


def test_where_bca_gives_none_the_percentiles_count(monkeypatch):
    class Stats:
        @staticmethod
        def bootstrap(*_, **__):
            found = type("Found", (), {})
            found.confidence_interval = (math.nan, math.nan)
            found.bootstrap_distribution = np.linspace(0, 1, 1001)
            return found

    monkeypatch.setattr(intervals, "scipy_stats", lambda: Stats)
    assert mean_of([0.0, 0.5, 1.0]) == pytest.approx(Mean(0.5, 0.025, 0.975))


def test_a_second_run_gives_the_same():
    values = [random.Random(1).random() for _ in range(30)]
    assert mean_of(values) == mean_of(values)


def test_without_scipy_a_command_ends_at_once_and_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(SystemExit):
        command.require_intervals(command.parser_of("benchmarks.x", "", ""))
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


def test_who_asked_for_plain_python_is_not_warned(monkeypatch, capsys):
    monkeypatch.setattr(backend, "BACKEND", "Python")
    monkeypatch.setenv(backend.SWITCH, "1")
    assert backend.announce() == "Backend: Python"
    assert capsys.readouterr().err == ""


def test_the_compiled_backend_is_named(monkeypatch, capsys):
    monkeypatch.setattr(backend, "BACKEND", "compiled")
    assert backend.announce() == "Backend: compiled"
    assert capsys.readouterr().err == ""


COMMANDS = sorted(
    f"{file.parent.name}.{file.stem}".removesuffix(".__main__")
    for folder in ("benchmarks", "training")
    for file in (ROOT / folder).glob("*.py")
    if "parser_of(" in file.read_text("utf-8")
)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_an_example(name, capsys):
    if name == "training":
        pytest.importorskip("lightgbm", reason="training needs the extra `train`")
        pytest.importorskip("tldextract", reason="training needs the extra `train`")
    module = __import__(f"{name}.__main__" if name == "training" else name, fromlist=["main"])
    with pytest.raises(SystemExit) as ended:
        module.main(["--help"])
    assert ended.value.code == 0
    assert f"python -m {name}" in capsys.readouterr().out.partition("example")[2]
