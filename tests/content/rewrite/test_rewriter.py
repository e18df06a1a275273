"""Pages that are rewritten before they are read."""

import logging

import lxml.html
import pytest
from lxml import etree

from scrapy_content_extract.content import page_of, rewrite
from scrapy_content_extract.content.core.hints import SAYS
from scrapy_content_extract.content.rewrite import Rewriter

PAGE = "<p>It rains.<p>The valley is <i>wet</i> &amp; green.<script>a < b && c</script>"


def in_capitals(page, nodes):
    """Rewrite each <i>."""
    found = [nodes[i] for i in page.elements({"i"})]
    for element in found:
        element.text = (element.text or "").upper()
    return bool(found)


def fail(page, nodes):
    in_capitals(page, nodes)
    raise ValueError("no reason")


@pytest.fixture
def rewriters(monkeypatch):
    return lambda *rows: monkeypatch.setattr(rewrite, "REWRITERS", rows)


#: The sign of every page.
ANY = SAYS["anything"]

ROWS = {
    "a page is rewritten": ([Rewriter(ANY, in_capitals)], PAGE, "WET"),
    "rewriters follow each other": ([Rewriter(ANY, in_capitals), Rewriter(ANY, in_capitals)], PAGE, "WET"),
    "one that fails leaves the page as it was": ([Rewriter(ANY, in_capitals), Rewriter(ANY, fail)], PAGE, "wet"),
    "a page that has nothing is not parsed again": ([Rewriter(ANY, fail, lambda page: False)], PAGE, "wet"),
    "one that changes nothing": ([Rewriter(ANY, lambda page, nodes: False)], PAGE, "wet"),
}  # fmt: skip


@pytest.mark.parametrize("given", ["bytes", "tree"])
@pytest.mark.parametrize(("rows", "html", "text"), ROWS.values(), ids=ROWS)
def test_rewritten(rows, html, text, given, rewriters, caplog):
    rewriters(*rows)
    tree = lxml.html.document_fromstring(html)
    before = etree.tostring(tree)
    with caplog.at_level(logging.CRITICAL):
        page = page_of(html.encode() if given == "bytes" else tree)
    assert page.text == ["It rains.", "The valley is ", text, " & green."]
    assert text in page.source  # for methods that read the mark-up
    assert "a < b && c" in page.source
    assert etree.tostring(tree) == before  # given trees are only read


def test_a_failure_is_logged(rewriters, caplog):
    rewriters(Rewriter(ANY, fail))
    page_of(PAGE)
    assert "could not be rewritten" in caplog.text


def test_a_look_comes_with_bytes(rewriters):
    looks = []
    rewriters(Rewriter(ANY, fail, lambda page: looks.append(page.found)))
    page_of(PAGE)
    page_of(lxml.html.document_fromstring(PAGE))
    assert [found is None for found in looks] == [False, True]


def test_a_page_stays_truncated(rewriters):
    rewriters(Rewriter(ANY, in_capitals))
    page = page_of("<i>a</i>" + "<p>" * 300_000)
    assert page.truncated
    assert page.text == ["A"]


def test_large_pages_are_left_alone(rewriters, monkeypatch):
    rewriters(Rewriter(ANY, in_capitals))
    monkeypatch.setattr(rewrite, "MOST_BYTES", 10)
    assert page_of("<i>a</i>").text == ["A"]
    assert page_of("<i>a</i><b>b</b>").text == ["a", "b"]
