"""The metrics of blocks and of Markdown, and the readers of labels; expected values are worked out by hand."""

from __future__ import annotations

import gzip
import hashlib
import json

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")

from lab.data import marked
from lab.data.agreement import align, bcubed, matched, owners
from lab.structure.parts import formula_of, parts_of
from lab.structure.scores import Counts, similarities, tree_similarity

pytestmark = pytest.mark.surroundings

# ---- blocks

# For each character its block and its gold block; P and R by hand.
BCUBED = {
    "the same blocks": ([0, 0, 1], [5, 5, 7], 1, 1),
    # each of 4 characters shares its block with half of it
    "one block for two": ([0] * 4, [0, 0, 1, 1], 1 / 2, 1),
    # of gold block 0, 2 of 3 and 1 of 3 characters: (4 + 1) / 3; of 1 all: 1; so 8/3 of 4
    "a block that crosses": ([0, 0, 1, 1], [0, 0, 0, 1], (2 + 1 / 2 + 1 / 2) / 4, (5 / 3 + 1) / 4),
    "characters in no block do not count for P": ([0, 0, -1, -1], [0, 0, 0, 0], 1, (4 / 4) / 4),
    "those in no gold block do not count for R, and are wrong for P": ([0, 0], [0, -1], 1 / 4, 1),
    "no gold block": ([0, 0], [-1, -1], 0, 0),
}


@pytest.mark.parametrize(("blocks", "gold", "P", "R"), BCUBED.values(), ids=BCUBED)
def test_bcubed(blocks, gold, P, R):
    F = 2 * P * R / (P + R) if P + R else 0
    assert bcubed(blocks, gold) == pytest.approx((P, R, F), abs=1e-12)


# Texts, gold texts, and how many match; two texts are alike from 2·LCS/(sum of lengths) = .8 on.
MATCHED = {
    "the same": (["ab", "cd"], ["cd", "ab"], 2),
    "8 of 10 characters in common": (["abcdefghij"], ["abcdefghxy"], 1),
    "7 of 10": (["abcdefghij"], ["abcdefgxyz"], 0),
    "2 * 4 / (4 + 6)": (["abcd"], ["abcdef"], 1),
    "2 * 4 / (4 + 7)": (["abcd"], ["abcdefg"], 0),
    "a gold block has one match": (["abcde", "abcde"], ["abcde"], 1),
    "the more alike goes first": (["abcdefghiX", "abcdefghij"], ["abcdefghij", "abcdefghXY"], 2),
    "nothing": ([], ["a"], 0),
}


@pytest.mark.parametrize(("texts", "gold", "hits"), MATCHED.values(), ids=MATCHED)
def test_matched(texts, gold, hits):
    P_and_R = matched(texts, gold)[:2]
    assert P_and_R == (hits / len(texts) if texts else 0, hits / len(gold))


LETTERS = "abcdefghijklmnopqrstuvwxyz"
OWNERS = {
    "all of it": (["ab", "c"], "abc", [0, 0, 1]),
    "left out between blocks": (["ab", "cd"], "abXcd", [0, 0, -1, 1, 1]),
    "left out inside a block: it belongs to it": (["abcd"], "abXcd", [0] * 5),
    "nine characters left out are no slip": (["abcd"], "abXXXXXXXXXcd", [0] * 2 + [-1] * 9 + [0] * 2),
    "left out at the ends": (["b"], "abc", [-1, 0, -1]),
    "what is not in the page": (["ab", "QQ", "cd"], "abcd", [0, 0, 2, 2]),
    "a long text that moved": (
        ["QQ" + LETTERS, "Z" + LETTERS[::-1]],
        LETTERS + LETTERS[::-1],
        [0] * 26 + [1] * 26,
    ),
}


@pytest.mark.parametrize(("blocks", "text", "expected"), OWNERS.values(), ids=OWNERS)
def test_owners(blocks, text, expected):
    assert owners(blocks, text) == expected


def test_what_is_aligned_is_the_same_character():
    a, b = (
        "".join(LETTERS[n * n % 26] for n in range(300)),
        "".join(LETTERS[n * n % 23] for n in range(300)),
    )
    pairs = align(a, b + a)
    assert pairs
    assert all(a[i] == (b + a)[j] for i, j in pairs)


PAGE = """<html><head><title>no text</title></head><body class="highlight">
<div data-block="1" data-block-type="Header" class="">The head</div>
<script>no text</script>
<div data-block="1">Before <p data-block="2">In\u200bside</p> after <p data-block="2"> </p></div>
and the end</body></html>"""


def test_marks():
    page = marked.read_marks("name", PAGE)
    assert page.text == "TheheadBeforeInsideafterandtheend"
    assert page.texts("top") == ["Thehead", "BeforeInsideafter"]
    assert page.texts("leaf") == ["Thehead", "Inside"]
    assert page.texts("all") == ["Thehead", "BeforeInsideafter", "Inside"]
    assert page.owners["top"] == [0] * 7 + [1] * 17 + [-1] * 9
    assert page.owners["leaf"] == [0] * 7 + [1] * 6 + [2] * 6 + [1] * 5 + [-1] * 9
    assert "data-block" not in page.html
    assert "class" not in page.html


def test_the_tool_is_taken_out():
    tool = (
        '<script src="awesomeness/builder.js"></script><style>[data-block] {}</style>'
        '<div class="ui-dialog ui-widget"><div id="popupDialog"><div>Kind of block</div></div></div>'
    )
    assert marked.without_tool(f"<p>a</p>{tool}<p>b</p>") == "<p>a</p><p>b</p>"


def test_chinese_labels_are_offsets_in_the_canonical_text(tmp_path, monkeypatch):
    html = "<body><h1>标题</h1><div>甲 乙</div><p>丙</p></body>".encode("gb18030")
    (tmp_path / "page.html.gz").write_bytes(gzip.compress(html))
    label = {
        "set": "zh", "id": "1", "file": "page.html.gz", "sha256": hashlib.sha256(html).hexdigest(),
        "chars": 5, "top": [[0, 5, "main"]], "leaf": [[0, 4, "article"], [4, 5, "footer"]],
    }  # fmt: skip
    (tmp_path / "chinese_blocks.json").write_text(json.dumps([label]))
    monkeypatch.setattr(marked, "LABELS", tmp_path)
    (page,) = marked.read_chinese(tmp_path)
    assert (page.text, page.texts("top"), page.texts("leaf")) == (
        "标题甲乙丙",
        ["标题甲乙丙"],
        ["标题甲乙", "丙"],
    )
    assert page.owners == {"top": [0] * 5, "leaf": [1] * 4 + [2]}
    label["sha256"] = "0"
    (tmp_path / "chinese_blocks.json").write_text(json.dumps([label]))
    with pytest.raises(ValueError, match="not the page that was marked"):
        next(marked.read_chinese(tmp_path))


# ---- Markdown


def test_f_is_the_harmonic_mean():
    counts = Counts(wanted=4, written=5, right=3)
    assert (counts.precision, counts.recall) == (3 / 5, 3 / 4)
    assert counts.f == pytest.approx(2 * (3 / 5) * (3 / 4) / (3 / 5 + 3 / 4))
    assert Counts().f == 0


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


def table(*rows):
    return [[[(cell,) for cell in row.split("|")] for row in rows]]


# wanted, written, similarity: 1 - distance / cells of the greater
TREES = {
    "the same": (table("a|b", "c|d"), table("a|b", "c|d"), 1),
    "nothing": (table("a|b", "c|d"), [], 0),
    "a row less": (table("a|b", "c|d"), table("c|d"), 1 - 2 / 4),
    "a column less": (table("a|b", "c|d"), table("a", "c"), 1 - 2 / 4),
    "a cell at another place of its row": (table("a|b|c"), table("b|c|a"), 1 - 2 / 3),
    "columns for rows": (table("a|b", "c|d"), table("a|c", "b|d"), 1 - 2 / 4),
    "all in one cell": (table("a|b", "c|d"), table("a b c d"), 0),
    "unrelated, of the same shape": (
        table("tree|height|year", "oak|12|1911", "elm|9|1874"),
        table("player|club|goals", "Smith|Leeds|31", "Jones|Hull|27"),
        0,
    ),
    "a typing error": (table("abcde|f"), table("abcdx|f"), 1 - 0.2 / 2),
    "a cell that spans two, repeated or empty": ([[[("a",), ("a", "")]]], table("a|"), 1),
}


@pytest.mark.parametrize(("wanted", "written", "similarity"), TREES.values(), ids=TREES)
def test_tree_similarity(wanted, written, similarity):
    assert tree_similarity(wanted, written) == pytest.approx(similarity)
    assert tree_similarity(written, wanted) == pytest.approx(similarity), "it is symmetric"


def test_similarities_of_kinds_that_neither_has_do_not_count():
    wanted, written = parts_of("abcd\n\n```\ne\n```\n"), parts_of("abcx")
    assert similarities(wanted, written) == {"text": 0.75, "code": 0}
