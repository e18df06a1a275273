"""Titles: pages as sites make them, each with what a person would call it."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.metadata.titles import title_of

URL = "https://www.harbour-courier.example/"

# <title>, headings, the title
TITLES = {
    "the heading, without the name of the site": ("The wall | Courier", "<h1>The wall</h1>", "The wall"),
    "the site's name first": ("Courier - The old wall", "<h1>The old wall</h1>", "The old wall"),
    "the first heading is the site's": (
        "The old wall - Courier",
        "<h1>Courier</h1><h2>The old wall</h2>",
        "The old wall",
    ),
    "the site's heading, and no other": (
        "The old wall - Harbour Courier",
        "<h1>Harbour Courier</h1>",
        "The old wall",
    ),
    "no heading is like it: the longest part": ("The old wall - Courier", "<h1>News</h1>", "The old wall"),
    "a section is more like it than the headline": (
        "Best walls of 2025 | Courier",
        "<h1>The walls that stand best in 2025</h1><h2>Best walls of 2025</h2>",
        "The walls that stand best in 2025",
    ),
    "a slogan shares nothing with it": (
        "Wall repair in Osterby | Masons",
        "<h1>Standing by you!</h1>",
        "Wall repair in Osterby",
    ),
    "no heading": ("The old wall", "", "The old wall"),
    "a hyphen in a word is none": ("A well-known wall", "", "A well-known wall"),
    "an underscore in a name is none": ("Module ngx_http_core", "", "Module ngx_http_core"),
    "an underscore after Chinese": ("老城墙倒塌了吗_新闻网", "", "老城墙倒塌了吗"),
    "a link to the heading itself": ("Walls - Handbook", "<h1>Walls<a href='#walls'>¶</a></h1>", "Walls"),
    "no <title>": ("", "<h2>News</h2><h1>The old wall</h1>", "The old wall"),
    "no <title>, no <h1>": ("", "<h2>News</h2>", "News"),
    "Chinese: characters are words": ("老城墙倒塌_新闻网", "<h1>老城墙倒塌了</h1>", "老城墙倒塌了"),
    "what is as long as a text is no heading": ("", f"<h1>{'The wall. ' * 60}</h1><h2>A</h2>", "A"),
    "nothing": ("", "<p>The wall.</p>", ""),
}


@pytest.mark.parametrize(("title", "headings", "expected"), TITLES.values(), ids=TITLES)
def test_title(title, headings, expected):
    page = f"<title>{title}</title>{headings}<p>Text.</p>"
    assert title_of(page_of(page, url=URL)).text == expected
    assert extract(page, url=URL).title == expected  # that of auto is the same


# what else says that the heading is the title, which <title> does not
WITNESSES = {
    "the path of the URL": ("https://example.com/how-the-old-wall-fell", "", "How the old wall fell"),
    "og:title": (
        "https://example.com/7",
        "<meta property='og:title' content='How the old wall fell &amp; why'>",
        "How the old wall fell",
    ),
    "neither": ("https://example.com/7", "", "Ten tips for masons"),
}


@pytest.mark.parametrize(("url", "meta", "expected"), WITNESSES.values(), ids=WITNESSES)
def test_what_else_names_the_page(url, meta, expected):
    page = f"<head><title>Ten tips for masons</title>{meta}</head><h1>How the old wall fell</h1><p>Text."
    given = page_of(page, url=url)
    assert title_of(given).text == expected
    assert title_of(page_of(given.root, url=url)).text == expected  # a tree without its bytes


def test_the_element_is_the_heading():
    page = page_of("<title>Wall</title><p>x</p><h1>Wall</h1>")
    title = title_of(page)
    assert page.tag[title.element] == "h1"
    assert title_of(page_of("<title>Wall</title>")).element is None
