"""The metrics and the reader of benchmarks/segmentation, on pages made and scored by hand."""

import gzip
import hashlib
import json

import pytest

pytest.importorskip("rapidfuzz", reason="the metrics need rapidfuzz, of the extra 'bench'")

from benchmarks import segmentation
from evaluation import marked
from evaluation.agreement import align, bcubed, matched, owners

pytestmark = pytest.mark.surroundings

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


def folder_of(tmp_path, html: str):
    folder = tmp_path / "seg/random/site"
    folder.mkdir(parents=True)
    (folder / "index.blocks.html.gz").write_bytes(gzip.compress(html.encode()))
    return tmp_path


def test_a_run(tmp_path, capsys):
    """The page's two marked boxes are its two paragraphs; its source is one line."""
    data = folder_of(tmp_path, "<body><div data-block=1>ab</div><div data-block=1>cd</div></body>")
    out = tmp_path / "out"
    run = ["--sets", "random", "--segmenters", "flat", "btls:C=9", "--out", str(out)]
    assert segmentation.main([str(data), *run]) == 0
    first, second, *_ = json.loads((out / "segmentation.json").read_text())["results"]
    assert [first[name]["f1"]["mean"] for name in segmentation.MEASURES] == [1] * 5
    assert second["bc_top"] == {
        "precision": 0.5,
        "recall": 1,
        "f1": dict.fromkeys(("mean", "low", "high"), 2 / 3),
        "difference": dict.fromkeys(("mean", "low", "high"), 2 / 3 - 1),
    }
    assert "btls:C=9" in capsys.readouterr().out
    assert (out / "segmentation.rst").exists()


#: arguments, and what the message must say
IMPOSSIBLE = {
    "no such segmenter": (["--segmenters", "heps"], ["heps", "gapdepth"]),
    "no folder for what a browser shows": (["--segmenters", "vips"], ["vips", "--rendered"]),
    "no such parameter": (["--segmenters", "gapdepth:size=1"], ["size", "share"]),
    "no such set": (["--sets", "popular"], ["popular", "random"]),
}


@pytest.mark.parametrize(("arguments", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible(tmp_path, capsys, arguments, words):
    with pytest.raises(SystemExit):
        segmentation.main([str(folder_of(tmp_path, "<p>a</p>")), *arguments])
    message = capsys.readouterr().err
    assert all(word in message for word in words)


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


def test_marked_pages_are_read(data):
    """What is known of the set: 81 pages, 280 outermost and 760 innermost blocks."""
    pages = list(marked.read_random(data))
    assert len(pages) == 81
    assert sum(len(page.texts("top")) for page in pages) == 280
    assert sum(len(page.texts("leaf")) for page in pages) == 760
    assert all(len(page.owners[level]) == len(page.text) for page in pages for level in page.owners)
    assert not any("data-block" in page.html for page in pages)
