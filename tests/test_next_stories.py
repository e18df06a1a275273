"""Blocks alike that each begin with a heading that is a link: which they are, and how much may be above."""

from array import array

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import known_of
from scrapy_content_extract.content.auto.steps import next_stories

ARTICLE = (
    "<article><h1>Tram</h1>"
    + "<p>The last tram crossed the old bridge in 1967, with a goat on board.</p>" * 6
)


def card(
    title,
    tag="h3",
    around="div class=card",
    text="<p>The ferry that nobody took has found a buyer at last.</p>",
):
    link = f"<a href=/{len(title)}>{title}</a>" if title else "Ferry"
    return f"<{around}><{tag}>{link}</{tag}>{text}</{around.split()[0]}>"


TWO = card("Ferry sold") + card("Mill open")
#: What stands on a page, and the beginnings of the paragraphs that are next stories.
PAGES = {
    "cards below an article": (f"{ARTICLE}</article>{TWO}", ["Ferry sold", "The ferry", "Mill open", "The ferry"]),
    "cards in its container": (f"{ARTICLE}<div>{TWO}</div>", ["Ferry sold", "The ferry", "Mill open", "The ferry"]),
    "articles alike": (
        f"{ARTICLE}</article>" + TWO.replace("div class=card", "article class=x").replace("/div", "/article"),
        ["Ferry sold", "The ferry", "Mill open", "The ferry"],
    ),
    "a heading in a box": (
        f"{ARTICLE}</article>" + TWO.replace("<h3>", "<div><h3>").replace("</h3>", "</h3></div>"),
        ["Ferry sold", "The ferry", "Mill open", "The ferry"],
    ),
    "one card": (f"{ARTICLE}</article>{card('Ferry sold')}", []),
    "headings without links": (f"{ARTICLE}</article>" + card("") * 3, []),
    "posts of one title": (f"{ARTICLE}</article>" + card("Re: Tram") * 3, []),
    "cards of two kinds": (f"{ARTICLE}</article>{card('Ferry sold')}{card('Mill open', around='div class=b')}", []),
    "a list below a few words": (f"<p>All our stories of the week.</p>{TWO}", []),
    "a list before an article": (f"{TWO}{ARTICLE}", []),
    "stories much longer than the article": (
        f"{ARTICLE}</article>{card('Ferry sold', text='<p>It has found a buyer at last.</p>' * 60)}{card('Mill open')}",
        [],
    ),
    "a part of a heading is a link": (
        f"{ARTICLE}</article>" + TWO.replace("</a>", "</a> today"),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), PAGES.values(), ids=PAGES)
def test_next_stories(html, expected):
    page = page_of(f"<body>{html}")
    known = known_of(page)
    likely = known._replace(p=array("d", [0.9] * len(known.n)))
    marks = next_stories(page, likely) or bytes(len(known.n))
    lines = [page.text[start] for start, _ in page.lines]
    found = [line for line, is_next in zip(lines, marks) if is_next]
    assert [line[: len(beginning)] for line, beginning in zip(found, expected, strict=True)] == expected
