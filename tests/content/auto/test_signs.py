"""A step or rewriter whose sign a page lacks would change nothing on it."""

import os
from pathlib import Path

import pytest
from lxml.html import fromstring

from lab.data.pages import files_below, read_page
from lab.options import VARIABLE
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto import auto
from scrapy_content_extract.content.auto.steps import LEAVE_OUT, STEPS
from scrapy_content_extract.content.extract import utf8_of
from scrapy_content_extract.content.page.limits import look
from scrapy_content_extract.content.page.read import page_of_utf8
from scrapy_content_extract.content.rewrite import REWRITERS, tree_to_change
from tests.helpers.folders import ROOT

#: Methods whose parameters let other steps act.
METHODS = {
    "defaults": auto.Auto(),
    "no tables, no hidden text": auto.Auto(comments="keep", tables=False, hidden="drop"),
}


def wrong_signs(html: bytes, monkeypatch) -> list[str]:
    """Return what changes a page that lacks its sign."""
    utf8 = utf8_of(html)
    page = page_of_utf8(utf8, None, found=look(utf8))
    wrong = [
        rewriter.apply.__module__
        for rewriter in REWRITERS
        if not page.signs & rewriter.sign and rewriter.apply(page, list(tree_to_change(page).iter()))
    ]
    page = page_of(html)
    for name, method in METHODS.items():
        by_signs = method.choose(page).ranges
        with monkeypatch.context() as patch:
            for table, steps in (("LEAVE_OUT", LEAVE_OUT), ("STEPS", STEPS)):
                patch.setattr(auto, table, [step._replace(sign=page.signs) for step in steps])
            if method.choose(page).ranges != by_signs:
                wrong.append(f"a step of {name}")
    return wrong


def test_pages_without_a_sign(monkeypatch):
    pages = [file for file in files_below(ROOT / "tests/pages") if ".html" in file.suffixes]
    wrong = {file.name: wrong_signs(read_page(file), monkeypatch) for file in pages}
    assert len(wrong) > 100
    assert not {name: found for name, found in wrong.items() if found}


@pytest.mark.slow
def test_labelled_pages_without_a_sign(monkeypatch):
    if VARIABLE not in os.environ:
        pytest.skip(f"it needs labelled pages: their folder in {VARIABLE}")
    pages = files_below(Path(os.environ[VARIABLE]))
    wrong = {file: wrong_signs(read_page(file), monkeypatch) for file in pages}
    assert not {name: found for name, found in wrong.items() if found}


#: Pages, and whether a heading of theirs is a link as a whole.
LINKED = {
    "a link in a heading": ("<h2><a href=/>a</a></h2>", True),
    "a heading in a link": ("<a href=/><h2>a</h2></a>", True),
    "two links, one in an element": ("<h2><a href=/>a</a> <b><a href=/>b</a></b></h2>", True),
    "text before the link": ("<h2>a <a href=/>b</a></h2>", False),
    "a link without an address": ("<h2><a>a</a></h2>", False),
    "an empty heading": ("<h2><a href=/></a></h2>", False),
    "a paragraph": ("<p><a href=/>a</a></p>", False),
}


@pytest.mark.parametrize("given", [str, str.encode, fromstring], ids=["text", "bytes", "tree"])
@pytest.mark.parametrize(("html", "is_linked"), LINKED.values(), ids=LINKED)
def test_a_heading_that_is_a_link(html, is_linked, given):
    page = page_of(given(f"<body><h1>b</h1>{html}<p>c</p>"))
    assert page.says("linked heading") == is_linked
