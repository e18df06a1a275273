"""What holds for every method of the table, whatever it chooses.

A method that is added to EXTRACTORS is tested here without a word more.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest
from lxml import etree

from scrapy_content_extract.content import EXTRACTORS, extract, page_of
from scrapy_content_extract.content.markup import visible
from scrapy_content_extract.content.page.page import Page
from tests.helpers.pages import EMPTY, HOSTILE, SHAPES, random_page
from tests.helpers.processes import run_code

every_extractor = pytest.mark.parametrize("extractor", [cls() for cls in EXTRACTORS.values()], ids=EXTRACTORS)

RANDOM = [random_page(seed) for seed in range(150)]
SMALL = [shape(20_000) for shape in SHAPES.values()]


@cache
def measured(name: str) -> Page:
    """Return a hostile page; all methods get the same, for none may change it."""
    return page_of(HOSTILE[name]())


def fresh(page: Page) -> Page:
    """Return the page as it was measured, without what a method made it count."""
    return replace(page)


def check_ranges(extractor, page: Page) -> None:
    """The ranges are in page order, hold something, and no text twice; the blocks hold the same texts."""
    extraction = extractor.extract(page)
    stops = [0, *(stop for _, stop in extraction.ranges)]
    starts = [start for start, _ in extraction.ranges] + [len(page.text)]
    assert all(stop <= start for stop, start in zip(stops, starts))
    assert all(start < stop for start, stop in extraction.ranges)
    texts = [k for start, stop in extraction.ranges for k in range(start, stop)]
    in_blocks = [
        k for block in extraction.paragraphs for start, stop in block.ranges for k in range(start, stop)
    ]
    assert in_blocks == texts
    assert squeeze(extraction.text) == squeeze("".join(page.text[k] for k in texts))
    assert extraction.confidence is None or 0 <= extraction.confidence <= 1


def squeeze(text: str) -> str:
    return "".join(visible(text).split())


def result_of(method, page: Page):
    return (method.extract if hasattr(method, "extract") else method.segment)(page)


def check_tree_untouched(method, page: Page) -> None:
    before = etree.tostring(page.root), [list(column) for column in columns(page)]
    result_of(method, page)
    assert (etree.tostring(page.root), [list(column) for column in columns(page)]) == before


def columns(page: Page):
    return (
        page.tag, page.parent, page.depth, page.end, page.first, page.stop,
        page.owner, page.text, page.chars, page.in_link, page.gap,
    )  # fmt: skip


def check_deterministic(method, page: Page) -> None:
    first = result_of(method, page)
    assert result_of(method, page) == first  # with what the first run left in the page's cache
    assert result_of(method, page_of(page.html or page.root)) == first


@pytest.mark.parametrize("check", [check_ranges, check_tree_untouched, check_deterministic])
@every_extractor
def test_small_pages(extractor, check):
    for html in (*SMALL, *RANDOM):
        check(extractor, page_of(html))


def test_other_hashes_same_results():
    """The order of sets changes from process to process; no result may follow it."""
    code = (
        "import json; from tests.helpers.pages import *; from scrapy_content_extract.content import EXTRACTORS, extract\n"
        "htmls = [shape(20_000) for shape in SHAPES.values()] + [random_page(n) for n in range(30)]\n"
        "htmls += [f'<p>{word}' for word in ('die', 'de la', 'a', 'et', 'no', 'para', 'в')]\n"  # of any language
        "print(json.dumps({e: [extract(html, extractor=e).ranges for html in htmls] for e in EXTRACTORS}))"
    )
    results = [json.loads(run_code(code, PYTHONHASHSEED=seed).stdout) for seed in ("1", "2")]
    assert set(results[0]) == set(EXTRACTORS)
    assert results[0] == results[1]


@pytest.mark.parametrize("html", EMPTY.values(), ids=EMPTY)
@every_extractor
def test_empty_page(extractor, html):
    for page in (page_of(html), page_of(html.encode())):
        assert page.text == []  # else it is no empty page, and says nothing
        extraction = extractor.extract(page)
        assert (extraction.ranges, extraction.paragraphs, extraction.text) == ((), (), "")


@pytest.mark.parametrize("name", HOSTILE)
@every_extractor
def test_hostile_page(extractor, name):
    check_ranges(extractor, fresh(measured(name)))


# ------------------------------------------------------------------ parameters

#: extractor, parameters, and what the error says
IMPOSSIBLE = [
    ("scf", {"t": 81}, "t is 81; it must be a similarity from 0 to 1."),
    ("cetr", {"sigma": -1}, "sigma is -1; it must be a number of lines from 0 to 100."),
    ("cetr", {"alpha": 0}, "alpha is 0; it must be a number of lines, 1 or more."),
    ("cetr", {"k": 1}, "k is 1; it must be a number of clusters from 2 to 100."),
    ("cetd", {"density": "high"}, "density is 'high'; it must be 'composite' or 'plain'."),
    ("backtrack", {"R": 1.5}, "R is 1.5; it must be a share from 0 to 1."),
    ("backtrack", {"R1": -1}, "R1 is -1; it must be a share from 0 to 1."),
    ("backtrack", {"similarity": 50}, "similarity is 50; it must be a share from 0 to 1."),
    ("backtrack", {"length": -1}, "length is -1; it must be a number of characters, 0 or more."),
    ("backtrack", {"alpha": 1}, "R=0.5, R1=0.6, similarity=0.5, length=100, links=False"),
    ("uighur", {"C": 0}, "C is 0; it must be above 0, or every node is content."),
    ("uighur", {"S": 57}, "S is 57; it must be a share from 0 to 1."),
    ("cevc", {"alpha": 1.5}, "alpha is 1.5; it must be a share from 0 to 1."),
    ("cevc", {"unit": "word"}, "unit is 'word'; it must be 'text' or 'block'."),
    ("cevc", {"output": "html"}, "output is 'html'; it must be 'valid' or 'all'."),
    ("cevc", {"languages": ["en", "tlh"]}, "languages contains tlh, but there are stop words only for: af, "),
    ("cevc", {"beta": 1}, "alpha=0.5, unit='text', output='valid', languages="),
]


@pytest.mark.parametrize(("name", "params", "message"), IMPOSSIBLE)
def test_impossible_parameters(name, params, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        extract("", extractor=name, **params)


#: defaults that are the values of the papers
PAPERS = {
    "song": {"containers": ("table",)},
    "scf": {"t": 0.81, "inherited": True},
    "backtrack": {"R": 0.5, "R1": 0.6},
    "uighur": {"C": 29, "S": 0.57, "D": 63},
}


@pytest.mark.parametrize(("name", "values"), PAPERS.items())
def test_defaults_are_the_values_of_the_papers(name, values):
    assert vars(EXTRACTORS[name]()).items() >= values.items()
