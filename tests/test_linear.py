"""What a crawl does with a page takes time in proportion to the page, in each shape that hides a square.

The steps of the Python code are counted.  What is compiled gives equal results and is timed by
``python -m benchmarks.linear``, on pages of up to 20 MB.
"""

from importlib import import_module

import pytest

from benchmarks import shapes
from benchmarks.shapes import SHAPES
from scrapy_content_extract.content import page_of
from scrapy_content_extract.settings import DEFAULTS

from .work import check_linear, copy_of

EXTRACTOR, SEGMENTER = (DEFAULTS[f"CONTENT_EXTRACT_{what}"] for what in ("EXTRACTOR", "SEGMENTER"))
#: Of a million characters so many are text where it is not a third of them: a sentence for each
#: tower of 2,000 elements, and 4 of the 16 characters of a row.
LEAST_TEXT = {SHAPES["deep nesting"]: 3_000, SHAPES["many cells"]: 240_000}

every_shape = pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)


@every_shape
def test_no_text_is_lost(shape):
    """Else the work would be that of a page cut short."""
    page = page_of(shape(1_000_000))
    assert not page.truncated
    assert len("".join(page.text)) > LEAST_TEXT.get(shape, 300_000)
    assert page.text[-1].strip()


@every_shape
def test_linear_time(shape, monkeypatch):
    monkeypatch.setattr(shapes, "DEPTH", 50)  # smaller towers, of which several make a small page
    content = copy_of("scrapy_content_extract.content")
    markup = import_module(f"{content.__name__}.html")  # imported only when it is needed

    def whole_page(html):
        """All that is done with a page from its bytes on."""
        page = content.page_of(html)
        extraction = content.EXTRACTORS[EXTRACTOR]().extract(page)
        content.SEGMENTERS[SEGMENTER]().segment(page).marked(page, extraction.ranges)
        markup.html_of(page, extraction.ranges)
        markup.html_of(page, [(0, len(page.gap))])

    check_linear(whole_page, lambda size: shape(size).encode(), 3_000)
