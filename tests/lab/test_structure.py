"""Parts of Markdown, by hand; rows of mark-up and bug reports."""

from __future__ import annotations

import base64
import json
import re

import pytest

from lab.structure import markdown
from lab.structure.parts import formula_of, parts_of
from tests.helpers.made_sites import sentences

from .data import put

pytestmark = pytest.mark.surroundings

# Markdown → the formulas in it
FORMULAS = {
    "in a line": ("a $x^2$ b", ["x^2"]),
    "displayed": ("a\n\n$$\nx^2\n$$\n\nb", ["x^2"]),
    "in parentheses and brackets": (r"a \(x^2\) b \[y_1\] c", ["x^2", "y_1"]),
    "brackets that are escaped, without TeX": (r"it is \[sic\] \(so\)", []),
    "prices": ("a $5 b $6 c", []),
    "prices of which one ends a word": ("a $5 or 6$7", []),
    "an escaped sign": (r"a \$x^2$ b", []),
    "escaped backslashes": (r"a \\(x^2\\) b", []),
    "in code": ("`$x^2$` and\n\n```\n$y^2$\n```\n", []),
    "a sign between two paragraphs": ("a $x\n\ny$ b", []),
    "a backslash before the end": (r"a $x\$ y^2$ b", [r"x\$y^2"]),
    "in a cell": ("|a|b|\n|-|-|\n|$x_1 * y_2 * z$|c|", ["x_1*y_2*z"]),
}  # fmt: skip


@pytest.mark.parametrize(("markdown", "formulas"), FORMULAS.values(), ids=FORMULAS)
def test_formulas(markdown, formulas):
    assert parts_of(markdown).formulas == formulas


def test_a_formula_keeps_the_white_space_that_ends_a_command():
    assert formula_of(r"\alpha x  + \beta 2") == r"\alpha x+\beta2"
    assert formula_of(r"\displaystyle x") == formula_of(r"{\displaystyle{x}}") == "x"
    assert formula_of(r"\displaystylex") == r"\displaystylex", "another command"


def test_code_is_exact_but_for_white_space_at_ends():
    wanted = parts_of("```\na\n  b\n\nc\n```\n").code
    assert parts_of("~~~py\n\na  \n\xa0\xa0b\n\nc\n\n~~~").code == wanted
    assert parts_of("```\na\nb\n\nc\n```\n").code != wanted, "white space at the beginning counts"
    assert parts_of("```\na\n  b\n```\n\n```\nc\n```\n").code != wanted, "two blocks"


def test_rows_need_no_data(capsys):
    assert markdown.main(["--sets", "rows", "--pages", "10", "--extractors", "auto", "cevc"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"\nall +10 +\d+ +\d+\nformula +\d", out)
    assert "auto fails:" in out


def test_reports_of_structure(tmp_path, capsys):
    """Two pages of a kind and one of another; of the first two one is as expected."""
    page = base64.b64encode(f"<h1>The harbour</h1><p>{sentences(0)[0]}</p>".encode()).decode()
    expected = {
        "a": {"must": ["On day 0"], "title": "The harbour", "meta": {"title": "~harbour", "author": None}},
        "b": {"mustnot": ["On day 0"], "md": ["# No"], "imgs": ["x.png"], "meta": {"title": "No"}},
        "c": {"rx": [r"day \d"], "mdrx": [r"\*\*"], "images": 1},
    }
    known = {"source": "", "html": page, "url": None, "content_type": None}
    kinds = {"a": "text", "b": "text", "c": "code"}
    lines = [{"id": id, "kind": kinds[id], "expect": of, **known} for id, of in expected.items()]
    put(tmp_path / "field/pages.jsonl.gz", "\n".join(map(json.dumps, lines)))
    assert markdown.main([str(tmp_path), "--sets", "field"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"all +3 +1\ntext +2 +1\ncode +1 +0\n", out)
    assert "  b: text has 'On day 0'; Markdown lacks '# No'; no picture 'x.png'; title 'The harb" in out
    assert "  c: Markdown has no match of '\\\\*\\\\*'; 0 pictures instead of 1\n" in out
