"""What a page cannot do: load code.  ``lab.trials.hostile`` has pages that are made to stop a crawl."""

import sys

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse

from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.crawl.analyst import Analyst
from tests.helpers.crawlers import crawler_with


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
        analyst()._method_for(response_with({"extractor": name, "params": {"args": ["true"]}}))
    assert module not in sys.modules


def test_meta_may_name_what_the_settings_name(module):
    path = f"{module}.Mine"
    asked = response_with({"extractor": path, "params": {}})
    made = analyst(CONTENT_EXTRACT_EXTRACTOR=path)._method_for(asked).extractor
    assert type(made) is sys.modules[module].Mine


def test_meta_may_have_a_class():
    assert isinstance(analyst()._method_for(response_with({"extractor": CEVC})).extractor, CEVC)
