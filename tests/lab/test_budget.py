"""The budget: its pages, and what it says about figures; valgrind itself is not run."""

from __future__ import annotations

import pytest

from lab.speed import budget
from lab.speed.budget import REFERENCE, TABLE, Line, judged, read_table, versions, written
from lab.speed.budget_pages import pages
from scrapy_content_extract.content import extract

pytestmark = pytest.mark.surroundings


def test_pages_have_text():
    """Thirty pages of all sizes, and nothing is left of the templates."""
    texts = {name: extract(page).text for name, page in pages().items()}
    assert {name for name, text in texts.items() if not text} == {"error", "no script"}
    assert not any(b"[[" in page for page in pages().values())
    assert sum(len(page) in budget.SMALL for page in pages().values()) == 10
    assert len(texts) == 30


TODAY = {REFERENCE: Line(0.2), "read": Line(0.5), "choose": Line(1.0, "it looks at more")}
# found by stage, exit status and message; the tolerance is 5 %, that of the reference 2 %
JUDGED = {
    "as in the table": ({}, 0, "No stage is above the table."),
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
    assert judged(found, "Python 2.7", TODAY)[0] == 0, "other versions are not judged"


def test_a_written_table_keeps_its_reasons():
    holds_for, lines = read_table(written({"read": 0.6, "choose": 1.5, "new": 2.0}, TODAY))
    assert holds_for == versions()
    assert lines == {"read": Line(0.6), "choose": Line(1.5, "it looks at more"), "new": Line(2.0)}
    names = [stage.name for stage in budget.stages()]
    assert [*budget.YARDSTICKS, *read_table(TABLE.read_text("utf-8"))[1]] == names


def test_the_command_without_valgrind(monkeypatch, capsys):
    monkeypatch.setattr(budget, "BACKEND", "compiled")
    monkeypatch.setattr(budget.shutil, "which", lambda program: None)
    assert [budget.main([]), budget.main(["--write"])] == [0, 1]
    assert capsys.readouterr().out.count("NOT JUDGED: to count instructions takes valgrind and cc.") == 2
