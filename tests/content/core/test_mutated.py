"""Pages cut off, with bytes changed, taken out and put in: whatever comes, no column is read beyond its end.

The build of ``tox -e checked`` looks at each access; in others this shows that no page raises anything, and
that bytes and a tree give the same.
"""

from __future__ import annotations

import random

import pytest
from lxml import html as lxml_html

from scrapy_content_extract import extract, segment
from scrapy_content_extract.content.methods import EXTRACTORS, SEGMENTERS
from tests.helpers.folders import ROOT
from tests.helpers.pages import random_page

PAGES = sorted((ROOT / "tests/pages").rglob("*.html"))
#: What is put into a page.
PIECES = (
    b"<", b">", b"</p>", b"<table><tr><td>", b"</table>", b"<pre>", b"&#x41;", b"\xff", b"\x00", b"<!--",
    b"<script>", b"$x_1$", b"<h1>", b"<noscript>", b"<svg>", b"\xc3\xa9", b"<a href=#x>", b"<ul><li>",
)  # fmt: skip
FORMATS = ("html", "markdown", "chunks", "metadata")


def mutated(page: bytes, rng: random.Random) -> bytes:
    """Return a page with a few pieces taken out, copied, put in or changed, and maybe cut off."""
    for _ in range(rng.randrange(1, 12)):
        a, b = sorted(rng.randrange(len(page) + 1) for _ in range(2))
        piece, rest = page[a : min(b, a + 200)], page[min(b, a + 200) :]
        change = rng.randrange(4)
        piece = (b"", piece * 2, piece + rng.choice(PIECES), bytes(rng.randbytes(1)) + piece[1:])[change]
        page = page[:a] + piece + rest
    return page[: rng.randrange(len(page) + 1)] if rng.random() < 0.3 else page


@pytest.mark.parametrize("seed", range(60))
def test_any_page_is_read_within_its_columns(seed):
    rng = random.Random(seed)
    page = rng.choice(PAGES).read_bytes()[:60_000] if seed % 3 else random_page(seed).encode()
    html = mutated(page, rng)
    found = extract(html, formats=FORMATS)
    for name in ("text", "blocks", *FORMATS):
        found.form(name)
    for name in EXTRACTORS:
        extract(html, extractor=name).form("text")
    for name in SEGMENTERS:
        if name != "vips":  # it takes a rendered page
            segment(html, segmenter=name)
    if found.ranges:
        root = lxml_html.document_fromstring(html)
        extract(root, formats=FORMATS).form("markdown")
    assert found.status in ("ok", "empty")
