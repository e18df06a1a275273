"""The hand-marked blocks of evaluation/labels fit the stored pages."""

import gzip
import hashlib
import json
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "evaluation" / "labels"
SHOW = runpy.run_path(str(FOLDER / "show.py"))
PAGES = json.loads((FOLDER / "chinese_blocks.json").read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=[page["id"][:8] for page in PAGES])
def test_labels_hold(page, data):
    raw = gzip.decompress((data / page["file"]).read_bytes())
    assert list(SHOW["problems"](page, raw)) == []


RAW = "<p>标题 <b>一</b></p><script>x</script><p>正文</p>".encode()
MARKS = {
    "sha256": hashlib.sha256(RAW).hexdigest(),
    "chars": 5,
    "top": [[0, 5, "main"]],
    "leaf": [[0, 3, "list"], [3, 5, "article"]],
}

# a change of the marks, and the complaint about it
CHANGED = {
    "nothing": ({}, None),
    "another page": ({"sha256": "0"}, "the hash differs"),
    "another text": ({"chars": 6, "top": [[0, 6, "main"]], "leaf": [[0, 6, "list"]]}, "a different length"),
    "a hole": ({"leaf": [[0, 2, "list"], [3, 5, "article"]]}, "leaf blocks do not cover"),
    "an overlap": ({"leaf": [[0, 4, "list"], [3, 5, "article"]]}, "leaf blocks do not cover"),
    "too short": ({"top": [[0, 4, "main"]]}, "top blocks do not cover"),
    "an empty block": ({"leaf": [[0, 0, "list"], [0, 5, "article"]]}, "leaf blocks is empty"),
    "a leaf in two top blocks": ({"top": [[0, 2, "header"], [2, 5, "main"]]}, "crosses the border"),
}


@pytest.mark.parametrize(("change", "says"), CHANGED.values(), ids=CHANGED)
def test_what_is_wrong_with_marks(change, says):
    problems = " ".join(SHOW["problems"]({**MARKS, **change}, RAW))
    assert says in problems if says else problems == ""


def test_offsets_count_visible_characters():
    assert SHOW["canonical"](RAW.decode()) == "标题一正文"
