"""Which response an item is bound to, and for how long."""

import pytest
from scrapy.http import Response

from scrapy_content_extract.crawl.binding import Bindings

CRAWL = object()
NEWS, BLOG = Response("http://localhost/news"), Response("http://localhost/blog")


@pytest.fixture
def bindings():
    return Bindings()


def test_an_item_is_bound_until_all_items_of_its_page_are_done(bindings):
    first, second = {"n": 1}, {"n": 2}
    for item in (first, second):
        bindings.opened(item, NEWS, CRAWL)
    bindings.closed(first, NEWS)
    assert bindings.response_of(first) is NEWS
    bindings.closed({"n": "another object"}, NEWS)
    assert len(bindings) == 0


def test_an_item_that_is_yielded_for_another_page_before_it_was_done_belongs_to_that(bindings):
    item = {}
    bindings.opened(item, NEWS, CRAWL)
    bindings.opened(item, BLOG, CRAWL)
    bindings.closed(item, NEWS)
    assert bindings.response_of(item) is BLOG
    bindings.closed(item, BLOG)
    assert len(bindings) == 0


def test_a_page_that_the_user_has_named_stays(bindings):
    item = {}
    bindings.bind(item, NEWS)
    bindings.opened(item, BLOG, CRAWL)
    assert bindings.response_of(item) is NEWS
    bindings.closed(item, BLOG)
    assert len(bindings) == 0


def test_what_another_middleware_took_out_is_forgotten_at_the_end(bindings):
    bindings.opened({}, NEWS, CRAWL)
    bindings.over(object())
    assert len(bindings) == 1
    bindings.over(CRAWL)
    assert len(bindings) == 0
