"""The hand-marked blocks of lab/data/labels fit the stored pages."""

import gzip
import hashlib
import json
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "lab" / "data" / "labels"
SHOW = runpy.run_path(str(FOLDER / "show.py"))
PAGES = json.loads((FOLDER / "chinese_blocks.json").read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=[page["id"][:8] for page in PAGES])
def test_labels_hold(page, data):
    raw = gzip.decompress((data / page["file"]).read_bytes())
    assert list(SHOW["problems"](page, raw)) == []


def test_what_is_wrong_with_marks_is_said():
    """A hole between two blocks, and another page; offsets count visible characters."""
    raw = "<p>标题 <b>一</b></p><script>x</script><p>正文</p>".encode()
    marks = {"sha256": hashlib.sha256(raw).hexdigest(), "chars": 5, "top": [[0, 5, "main"]]}
    marks["leaf"] = [[0, 3, "list"], [3, 5, "article"]]
    assert list(SHOW["problems"](marks, raw)) == []
    hole = {**marks, "sha256": "0", "leaf": [[0, 2, "list"], [3, 5, "article"]]}
    found = " ".join(SHOW["problems"](hole, raw))
    assert "the hash differs" in found
    assert "leaf blocks do not cover" in found
