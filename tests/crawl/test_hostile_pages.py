"""What a page cannot do: load code, or keep a crawl from the next page."""

import sys
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from lab.trials.crawls import ADDON
from lab.trials.hostile import rows_of
from lab.trials.shapes import SHAPES
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.crawl.analyst import Analyst
from tests.helpers.crawlers import crawler_with
from tests.helpers.server import serving


def analyst(**settings):
    return Analyst(crawler_with(**settings))


def response_with(wanted):
    request = Request("https://example.com/", meta={"content_extract": wanted})
    return HtmlResponse(request.url, body=b"<p>a", request=request)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module that says when it is loaded."""
    (tmp_path / "loads_code.py").write_text("class Mine:\n    def extract(self, page): ...\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "loads_code"
    sys.modules.pop("loads_code", None)


@pytest.mark.parametrize(
    "name", ["loads_code.Mine", "os.system", "subprocess.Popen", "builtins.eval", "loads_code"]
)
def test_meta_loads_no_code(name, module):
    """A spider may have built it from what a page says."""
    with pytest.raises(ValueError, match="import paths are read from settings only"):
        analyst()._extractor_for(response_with({"extractor": name, "params": {"args": ["true"]}}))
    assert module not in sys.modules


def test_meta_may_name_what_the_settings_name(module):
    path = f"{module}.Mine"
    made = analyst(CONTENT_EXTRACT_EXTRACTOR=path)._extractor_for(
        response_with({"extractor": path, "params": {}})
    )
    assert type(made) is sys.modules[module].Mine


def test_meta_may_have_a_class():
    assert isinstance(analyst()._extractor_for(response_with({"extractor": CEVC})), CEVC)


#: Pages that a crawl would not survive, the size of each, and whether it is too much of something.
PAGES = {
    ("distinct attributes", 300_000): True,
    ("distinct attributes, quoted >", 300_000): True,
    ("distinct attributes on html", 300_000): True,
    ("elements", 1_200_000): True,
    ("ids", 100_000): False,
}


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="only Linux says how much memory a page took"
)
def test_a_crawl_survives():
    """Real pages, a real crawl; ``lab.trials.hostile`` has all of them, and measures time and memory."""
    html = {"Content-Type": "text/html"}
    pages = {f"/{name.replace(' ', '%20').replace(',', '%2C').replace('>', '%3E')}/{size}": (html, SHAPES[name](size))
             for name, size in PAGES}  # fmt: skip
    pages["/text/1000"] = (html, SHAPES["text"](1_000))
    with serving(pages) as url:
        rows = rows_of(list(PAGES), url, {**ADDON, "LIMITED": False})
    assert {(row["name"], row["how"]): row["truncated"] for row in rows} == PAGES
    assert {row["status"] for row in rows} <= {"ok", "empty"}
