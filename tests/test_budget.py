"""``lab.speed.budget``: its pages, and what it says about figures; valgrind itself is not run."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from lab.speed import budget
from lab.speed.budget import REFERENCE, TABLE, Line, judged, multiples, read_table, versions, written
from lab.speed.budget_pages import KINDS, pages
from scrapy_content_extract.content import extract

from .helpers.made_sites import article

pytestmark = pytest.mark.surroundings


def test_pages_are_the_same_in_every_process():
    code = "import sys; from lab.speed.budget_pages import pages; sys.stdout.buffer.write(b''.join(pages().values()))"
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    made = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=TABLE.parents[2], capture_output=True
    )
    here = b"".join(pages().values())
    assert hashlib.sha256(made.stdout).digest() == hashlib.sha256(here).digest()


def test_pages_are_of_all_sizes():
    sizes = sorted(map(len, pages().values()))
    assert len(sizes) == 30
    assert sizes[0] > 500
    assert sizes[-1] < 400_000
    assert sum(size in budget.SMALL for size in sizes) >= 8
    assert sum(size > 100_000 for size in sizes) >= 4


def test_nothing_is_left_of_the_templates():
    for name, body in pages().items():
        assert "[[" not in body.decode(KINDS[name].charset), name


NO_TEXT = {"error", "no script"}


@pytest.mark.parametrize("name", KINDS)
def test_pages_have_text(name):
    assert bool(extract(pages()[name]).text) == (name not in NO_TEXT)


TODAY = {REFERENCE: Line(0.2), "read": Line(0.5), "choose": Line(1.0, "it looks at more")}
# found by stage, exit status and message; the tolerance is 5 %, that of the reference 2 %
JUDGED = {
    "as in the table": ({}, 0, "No stage is above the table."),
    "4 % more": ({"read": 0.52}, 0, "No stage is above the table."),
    "6 % more": ({"read": 0.53}, 1, "TOO EXPENSIVE: read takes 0.530 of a parse, +6.0%"),
    "6 % less": ({"choose": 0.94}, 0, "cheaper: choose takes 0.940 of a parse, -6.0%"),
    "one is cheaper, but another is not": ({"choose": 0.9, "read": 0.6}, 1, "Make it cheaper, or run with --write"),
    "another build": ({REFERENCE: 0.19, "read": 0.9}, 0, "NOT JUDGED: a loop of Python takes -5.0%"),
    "a new stage": ({"HTML": 0.5}, 1, "budget.tsv has other stages: run with --write."),
}  # fmt: skip


@pytest.mark.parametrize(("other", "status", "said"), JUDGED.values(), ids=JUDGED)
def test_judged(other, status, said):
    found = {name: line.multiple for name, line in TODAY.items()} | other
    assert judged(found, versions(), TODAY)[0] == status
    assert said in "\n".join(judged(found, versions(), TODAY)[1])


def test_other_versions_are_not_judged():
    status, said = judged({"read": 9.0}, "Python 2.7", {"read": Line(0.5)})
    assert status == 0
    assert said[0].startswith("NOT JUDGED: budget.tsv holds for Python 2.7")


def test_a_written_table_keeps_its_reasons():
    holds_for, lines = read_table(written({"read": 0.6, "choose": 1.5, "new": 2.0}, TODAY))
    assert holds_for == versions()
    assert lines == {"read": Line(0.6), "choose": Line(1.5, "it looks at more"), "new": Line(2.0)}


def test_the_table_has_every_stage():
    names = [stage.name for stage in budget.stages()]
    assert [*budget.YARDSTICKS, *read_table(TABLE.read_text("utf-8"))[1]] == names


def test_multiples():
    """The small pages cost lxml 2 and the large ones 6, together 8."""
    costs = [2.0, 6.0, *[4.0] * (len(budget.stages()) - 4), 10.0, 9.0]
    found = multiples(costs)
    assert found["read"] == 0.5
    assert found["whole, small"] == 5.0
    assert found["whole, large"] == 1.5


def test_the_command_without_valgrind(monkeypatch, capsys):
    """Every stage runs, but its time is not judged, and nothing is written."""
    monkeypatch.setattr(budget, "BACKEND", "compiled")
    monkeypatch.setattr(budget, "pages", lambda: {"small": article(1), "large": article(2) + b" " * 20_000})
    monkeypatch.setattr(budget.shutil, "which", lambda program: None)
    assert budget.main([]) == 0
    assert "NOT JUDGED: this is CPU time" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        budget.main(["--write"])
    assert "to count them takes valgrind and cc" in capsys.readouterr().err


def test_plain_python_has_no_table(monkeypatch, capsys):
    monkeypatch.setattr(budget, "BACKEND", "Python")
    with pytest.raises(SystemExit):
        budget.main([])
    assert "the table is for compiled modules" in capsys.readouterr().err
