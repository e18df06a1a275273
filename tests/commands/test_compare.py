"""Other libraries in ``content-extract compare``."""

from __future__ import annotations

import pytest

from scrapy_content_extract.commands.compare import PEERS, Peer, installed
from scrapy_content_extract.content import page_of
from tests.helpers.folders import ROOT
from tests.helpers.running import run

PAGE = "<nav>Home</nav><h1>Rain</h1><p>It rains in the valley today.</p><p>Home</p><p>It pours.</p>"
SITE = ROOT / "example_project" / "site"

#: the text of a library → what it keeps of the page
KEPT = {
    "white space does not count": (
        "It  rains in the valley today.\n\nIt pours.",
        ["It rains in the valley today.", "It pours."],
    ),
    "a text that stands twice is the one at that place": (
        "Rain It rains in the valley today. Home",
        ["Rain", "It rains in the valley today.", "Home"],
    ),
    "its own words are nothing of the page": (
        "Summary: It rains in the valley today.",
        ["It rains in the valley today."],
    ),
    "nothing": ("", []),
}


@pytest.mark.parametrize(("text", "kept"), KEPT.values(), ids=KEPT)
def test_what_a_library_keeps(text, kept):
    page = page_of(PAGE)
    ranges = Peer(lambda html: text).extract(page).ranges
    assert [page.text[k] for start, stop in ranges for k in range(start, stop)] == kept


@pytest.mark.parametrize("name", PEERS)
def test_a_library_has_a_row(name):
    done = run("compare", SITE / "en" / "news.html", "--extractors", f"auto,{name}", cwd=SITE)
    if name in installed():
        assert f"\n{name} " in done.stdout
    else:
        assert done.returncode == 2
        assert f"--extractors has {name}, which is not installed" in done.stderr
