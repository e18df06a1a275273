"""What a crawl does with a page takes time in proportion to the page, in each shape that hides a square.

What is compiled and its twins in Python give equal results, and each has its turn.
"""

import pytest

from benchmarks.shapes import SHAPES
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, backend, page_of
from scrapy_content_extract.content.measure import measure
from scrapy_content_extract.content.parse import parse
from scrapy_content_extract.settings import DEFAULTS

from .test_extractors import check_linear

EXTRACTOR, SEGMENTER = (DEFAULTS[f"CONTENT_EXTRACT_{what}"] for what in ("EXTRACTOR", "SEGMENTER"))


class WholePage:
    """All that is done with a page from its bytes on."""

    def extract(self, page):
        page = measure(parse(page.html), html=page.html)
        extraction = EXTRACTORS[EXTRACTOR]().extract(page)
        SEGMENTERS[SEGMENTER]().segment(page).marked(page, extraction.ranges)
        return extraction


@pytest.fixture(params=["Python", "compiled"])
def running(request, monkeypatch):
    if request.param == "Python":
        monkeypatch.setattr(backend, "compiled", None)
    elif backend.compiled is None:
        pytest.skip("the compiled pass is not built, or switched off")


#: Of a million characters so many are text where it is not a third of them: a sentence for each
#: tower of 2,000 elements, and 4 of the 16 characters of a row.
LEAST_TEXT = {SHAPES["deep nesting"]: 3_000, SHAPES["many cells"]: 240_000}

every_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


@every_shape
def test_no_text_is_lost(shape):
    """Else the time would be that of a page cut short."""
    page = page_of(shape(1_000_000))
    assert not page.truncated
    assert len("".join(page.text)) > LEAST_TEXT.get(shape, 300_000)
    assert page.text[-1].strip()


@every_shape
def test_linear_time(shape, running):
    check_linear(WholePage(), shape, 200_000)


@pytest.mark.slow
@every_shape
@pytest.mark.parametrize("size", [2_500_000, 10_000_000], ids=["5 MB", "20 MB"])
def test_linear_time_of_large_pages(shape, size, running):
    """Up to twice the size that is named, at most four times the size that is given."""
    check_linear(WholePage(), shape, size, rounds=2)
