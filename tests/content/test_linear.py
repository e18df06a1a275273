"""What a crawl does with a page takes time in proportion to the page, in each shape that hides a square.

The steps of the Python code are counted.  What is compiled gives equal results and is timed by
``python -m lab.trials.growth``.
"""

from importlib import import_module

import pytest

from lab.speed import shapes
from lab.speed.shapes import SHAPES
from scrapy_content_extract.content import page_of
from scrapy_content_extract.crawl.settings import DEFAULTS
from tests.helpers.work import check_linear, copy_of

EXTRACTOR, SEGMENTER = (DEFAULTS[f"CONTENT_EXTRACT_{what}"] for what in ("EXTRACTOR", "SEGMENTER"))
#: The least characters of text in a million, where it is not a third of them: a sentence for each tower of
#: 2,000 elements, and 4 of the 16 characters of a row.
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
    parts = ("build", "html", "markdown", "plain")  # imported only when they are needed
    build, html, markdown, plain = (import_module(f"{content.__name__}.document.{part}") for part in parts)

    def whole_page(body):
        """All that is done with a page from its bytes on."""
        page = content.page_of(body)
        extraction = content.EXTRACTORS[EXTRACTOR]().extract(page)
        content.SEGMENTERS[SEGMENTER]().segment(page).marked(page, extraction.ranges)
        for ranges in (extraction.ranges, [(0, len(page.gap))]):
            document = build.document_of(page, ranges)
            html.html_of(document)
            markdown.markdown_of(document)
            plain.plain_of(document)

    check_linear(whole_page, lambda size: shape(size).encode(), 3_000)


JSON = '<html><title>The old wall</title><script type="application/ld+json">'
ARTICLE = JSON + '{"@type":"Article","headline":"The old wall",'
REST = "</script><h1>The old wall</h1><p>It fell."
WORK = "<title>The old wall</title><div itemscope itemtype='https://schema.org/Article'><h1>The old wall</h1>"

# What is repeated, before it, and behind it.
METADATA = {
    "a long type": ("a", JSON + '{"@type":"', '"}' + REST),
    "types": ('"Article",', JSON + '[{"@type":[', '""]}]' + REST),
    "lists": ("[", JSON, REST),
    "authors by the id of a long name": (
        '{"@id":"#a"},', JSON + f'{{"@id":"#a","name":"{"rain " * 200}"}}</script>' + ARTICLE + '"author":[', "{}]}" + REST,
    ),
    "publishers by the id of a long name": (
        '{"@type":"a","publisher":{"@id":"#a"}},', JSON + f'[{{"@id":"#a","name":"{"rain " * 200}"}},', "{}]" + REST,
    ),
    "a long language": ("-abc", "<html lang='en", "'><title>The old wall</title><h1>The old wall</h1><p>3 May 2025"),
    "properties": ("<i itemprop=datePublished></i>", WORK, "</div>"),
    "properties in each other": ("<i itemprop=datePublished>" * 9 + "x" + "</i>" * 9, WORK, "</div>"),
    "properties around names": ("<i itemprop=x>x</i> ", WORK + "<b itemprop=datePublished>" * 20, "</div>"),
    "a property with many names": ("datePublished ", WORK + "<i itemprop='", "'><b>x</b></i></div>"),
    "authors with their names": ("<i itemprop=author><b itemprop=name>-</b></i>", WORK, "</div>"),
    "many elements before texts without one": (
        "<b></b>", "<title>The old wall</title><body>", "<h1>The old wall</h1>" + "By<p>x</p>" * 40,
    ),
    "many attributes, and times": (
        "<p itemprop=x content=y></p>", "<title>The old wall</title>", "<h1>The old wall</h1>" + "<time>x</time> " * 40,
    ),
    "a long class": ("author-bio ", "<title>The old wall</title><h1>The old wall</h1><p class='", "'>By"),
    "a long datetime": (" ", "<title>The old wall</title><h1>The old wall</h1><p><time datetime='2025", "'>May"),
    "authors of signs": ("<meta name=author content='" + "- " * 50 + "'>", "<title>The old wall</title>", "<h1>The old wall</h1>"),
}  # fmt: skip


@pytest.mark.parametrize(("piece", "before", "after"), METADATA.values(), ids=METADATA)
def test_metadata_in_linear_time(piece, before, after):
    read = copy_of("scrapy_content_extract.content").read_metadata
    check_linear(read, lambda size: (before + piece * (size // len(piece)) + after).encode(), 1_500)
