"""Pages rendered by real programs: what becomes of them."""

import gzip
import json

import pytest

from scrapy_content_extract import extract
from tests.helpers.folders import ROOT

FOLDER = ROOT / "tests/pages/rendered"
LABELS = json.loads((FOLDER / "gold.json").read_text("utf-8"))
#: Programs write ' as ’: a difference that is not of interest.
STRAIGHT = str.maketrans("‘’“”", "''\"\"")


@pytest.mark.parametrize("name", LABELS)
def test_the_prose_of_a_page_is_found(name):
    """Sentences of the document are in the text, words of the frames are not."""
    label = LABELS[name]
    html = gzip.decompress((FOLDER / f"html/{name}.html.gz").read_bytes())
    text = extract(html, url=label["url"]).text.translate(STRAIGHT)
    lines = label["markdown"].split("\n")
    prose = [line for line in lines if len(line) > 100 and not set(line) & set("$`*[|")]
    assert [line for line in prose if line.removeprefix("> ").split(". ")[0] not in text] == []
    assert "Terms" not in text
    assert "Previous" not in text
