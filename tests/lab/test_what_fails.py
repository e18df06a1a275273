"""What fails a build."""

from __future__ import annotations

import pytest

from lab.speed import budget
from lab.trials import readers


def test_a_stage_above_the_budget_fails():
    today = {budget.REFERENCE: budget.Line(0.2), "read": budget.Line(0.5)}
    for found, status in ((0.5, 0), (0.53, 1), (0.47, 0)):
        judged = budget.judged({budget.REFERENCE: 0.2, "read": found}, budget.versions(), today)
        assert judged[0] == status


#: HTML, Markdown that is as much alive, and Markdown that is more so
ALIVE = {
    "a tag": ("<p>&lt;inject&gt;</p>", "&lt;inject>", "<inject>"),
    "an address": (
        '<p><a href="http://a.test/x">a</a> b</p>',
        "[a](http://a.test/x) b",
        "[a](http://a.test/z) b",
    ),
    "a heading": ("<p># a</p>", "\\# a", "# a"),
}


@pytest.mark.parametrize(("html", "right", "wrong"), ALIVE.values(), ids=ALIVE)
def test_markdown_that_is_alive(html, right, wrong):
    assert readers.Readers().faults_of(html, right) == []
    assert readers.Readers().faults_of(html, wrong) != []
