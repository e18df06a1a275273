"""Readers' comments: what counts as one, and when they are left out."""

from array import array
from pathlib import Path

import pytest
from lxml.html import fromstring

from benchmarks import parameters
from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import Auto, ParagraphFacts, known_of
from scrapy_content_extract.content.auto.steps import (
    LEFT_CHARS,
    comments_of,
    is_article,
    is_discussion,
    without_comments,
)

from .test_benchmarks import folder  # noqa: F401 - a fixture

ARTICLE = "<p>The last tram crossed the old bridge in 1967, with forty people and a goat on board.</p>" * 5
SAID = "<p>I was on it, and the goat was mine.</p>"


def boxed(attribute):
    """Return an article with something said in a box below it."""
    return f"<h1>Tram</h1>{ARTICLE}<div {attribute}>{SAID}</div>"


#: Page, and whether the paragraphs of SAID and of ARTICLE are in a box of comments.
BOXES = {
    "a box of comments": (boxed("class='comments'"), True, False),
    "an id says it": (boxed("id='disqus_thread'"), True, False),
    "the page may have comments": (
        f"<div class='post comments-closed'><h1>Tram</h1>{ARTICLE}</div>{SAID * 9}",
        False,
        False,
    ),
    "the article may have comments, and has some in a box": (
        f"<article class='has-comments'><h1>Tram</h1>{ARTICLE}<ol class='comment-list'>{SAID}</ol></article>"
        f"<footer>{SAID.replace('I', 'We') * 9}</footer>",
        True,
        False,
    ),
    "a name that comments are only a part of": (
        f"<div class='noloaddisqus'><h1>Tram</h1>{ARTICLE}</div>{SAID * 9}",
        False,
        False,
    ),
    "replies of readers": (boxed("class='post reply'"), True, False),
    "comments in Chinese": (boxed("id='pinglun2'"), True, False),
    "two words in one": (boxed("class='commentlist'"), True, False),
    "what customers say, in a box of comments": (
        f"<h1>Tram</h1>{ARTICLE}<div class=comments><div class=feedback>{SAID}</div></div>",
        True,
        False,
    ),
    "correspondents in a list of comments": (
        f"<h1>Tram</h1>{ARTICLE}<div id=comments><p>{SAID}<i class=correspondent>{SAID}</i></div>",
        True,
        False,
    ),
    "a correspondent": (boxed("class='correspondent'"), False, False),
    "a commentary": (boxed("class='commentary'"), False, False),
    "a first responder": (boxed("class='first-responder'"), False, False),
    "what customers say": (boxed("class='customer-feedback'"), False, False),
    "nearly all of the page": (f"<body class='comments'>{ARTICLE}{SAID}</body>", False, False),
}


@pytest.mark.parametrize(("html", "said", "article"), BOXES.values(), ids=BOXES)
def test_comments_of(html, said, article):
    page = page_of(html)
    lines = [page.text[start] for start, _ in page.lines]
    known = known_of(page)
    found = {lines[b] for b in comments_of(page, known)}
    assert any("the goat was mine" in line for line in found) == said
    assert any("forty people" in line for line in found) == article


#: Characters of what is left in prose and in other paragraphs, and of comments; whether these are dropped.
LEFT = {
    "an article and a few comments": (1000, 0, 100, True),
    "an article under many comments": (LEFT_CHARS, 0, 9000, True),
    "a thread: its posts are called comments": (LEFT_CHARS - 1, 0, 9000, False),
    "names and dates of posters are no article": (0, 900, 9000, False),
}


def known_with(**columns):
    """Return what is known of paragraphs, with 0 for all that is not given."""
    nothing = array("i", [0] * len(columns["n"]))
    return ParagraphFacts(**{name: columns.get(name, nothing) for name in ParagraphFacts._fields})


@pytest.mark.parametrize(("prose", "other", "comments", "is_dropped"), LEFT.values(), ids=LEFT)
def test_without_comments(prose, other, comments, is_dropped):
    n = array("i", [prose, other, comments])
    known = known_with(p=array("d", [1, 1, 1]), n=n, prose=array("i", [1, 0, 1]))
    kept = without_comments(bytearray(b"\1\1\1"), known, [2])
    assert kept == (b"\1\1\0" if is_dropped else b"\1\1\1")


#: Paragraphs of prose (p, characters, whether they are comments), and whether it is an article with comments.
BELOW = {
    "comments below an article": ([(0.9, 500, False), (0.6, 400, True)], True),
    "many comments, and a short article": ([(0.9, 500, False), (0.6, 9000, True)], True),
    "what is above them may be a first post": ([(0.9, 499, False), (0.6, 400, True)], False),
    "the model is sure of them": ([(0.9, 500, False), (0.8, 400, True)], False),
    "the longer ones decide how sure": ([(0.9, 500, False), (0.9, 10, True), (0.6, 400, True)], True),
    "a tenth of the article is below them": (
        [(0.9, 900, False), (0.6, 400, True), (0.9, 100, False)],
        True,
    ),
    "they are in the middle of the page": ([(0.9, 890, False), (0.6, 400, True), (0.9, 110, False)], False),
    "there are none": ([(0.9, 500, False)], False),
}


@pytest.mark.parametrize(("paragraphs", "expected"), BELOW.values(), ids=BELOW)
def test_is_article(paragraphs, expected):
    p, n, comment = zip(*paragraphs)
    known = known_with(p=array("d", p), n=array("i", n), prose=array("i", [1] * len(n)))
    comments = [b for b, is_comment in enumerate(comment) if is_comment]
    assert is_article(known, bytearray(b"\1" * len(n)), comments) == expected


#: What a page declares, and whether its replies stay.
DECLARED = {
    "nothing": ("", False),
    "an article": ('<script type="application/ld+json">{"@type": "NewsArticle"}</script>', False),
    "a thread, as JSON-LD": (
        '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>',
        True,
    ),
    "one of two types": ('<script>{"@type":["WebPage", "QAPage"]}</script>', True),
    "questions, as microdata": ('<div itemtype="https://schema.org/QAPage"></div>', True),
    "questions, as RDFa": ("<div typeof=schema:QAPage></div>", True),
    "the word in prose": ("<p>We use QAPage here, and DiscussionForumPosting there.</p>", False),
    "a variable": ("<script>var isQAPage = false, type = 'QAPage';</script>", False),
    "a longer type": ('<script>{"@type": "QAPageOfMine"}</script>', False),
}


@pytest.mark.parametrize("given", [str, str.encode, fromstring], ids=["text", "bytes", "tree"])
@pytest.mark.parametrize(("declared", "stays"), DECLARED.values(), ids=DECLARED)
def test_what_a_page_declares(declared, stays, given):
    page = page_of(given(f"<body>{declared}<h1>Tram</h1>{ARTICLE * 2}<div class='comments'>{SAID}</div>"))
    known = known_of(page)
    chosen = bytearray(b"\1" * len(known.n))
    comments = comments_of(page, known)
    unsure = known._replace(p=array("d", [0.5] * len(known.n)), comments=comments)
    assert len(comments) == 1
    assert is_article(unsure, chosen, comments)
    assert is_discussion(page) == stays
    kept = Auto().as_asked(page, unsure, chosen)
    assert [b for b in range(len(chosen)) if not kept[b]] == ([] if stays else comments)


def test_an_article_in_a_wrapper_that_may_have_comments_stays():
    page = (Path(__file__).parent / "pages/auto/interview.html").read_text("utf-8")
    wrapped = page.replace("<body", "<body class='comments-closed'", 1)
    assert extract(wrapped, comments="drop").text == extract(wrapped).text != ""


def test_the_benchmark(folder, capsys):  # noqa: F811
    """A table for each parameter; on this page, which is one paragraph, all settings agree."""
    assert parameters.main([str(folder), "--sets", "zhds"]) == 0
    printed = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in printed if line.startswith("zhds")]
    assert [row[:2] for row in rows] == [["zhds", "1"]] * 2
    assert [len(row) for row in rows] == [2 + 3 * len(systems) for systems in parameters.TABLES]
    assert {score for row in rows for score in row[2:]} == {rows[0][2]}
    assert "F1, comments=drop" in printed[-4]
