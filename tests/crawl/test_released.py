"""Nothing outlives its last user: a crawl does not gather its responses."""

from __future__ import annotations

import sys

import pytest

from tests.crawl.test_items import PAGES
from tests.helpers.running import ROOT, run
from tests.helpers.server import serving

pytestmark = pytest.mark.surroundings

#: what a crawl does with its pages → its settings
WAYS = {
    "in the loop": (),
    "in a thread": ("-s", "CONTENT_EXTRACT_THREAD_BYTES=0"),
    "with Markdown": ("-s", 'CONTENT_EXTRACT_FIELDS=["markdown"]'),
}


@pytest.mark.parametrize("settings", WAYS.values(), ids=WAYS)
def test_responses_are_released(settings, tmp_path):
    """Of 30 pages, one at a time, only the last ones may be in use when the spider ends."""
    spider = ROOT / "tests/helpers/released_spider.py"
    with serving(PAGES) as url:
        arguments = ("-m", "scrapy", "runspider", str(spider), "-a", f"url={url}/news.html", *settings)
        done = run(*arguments, cwd=tmp_path, command=(sys.executable,))
    assert done.returncode == 0, done.stderr
    assert 0 <= int(done.stdout.split("live ")[1]) <= 5
