"""Threads of every widespread forum software are seen as threads, and articles with comments as articles."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import known_of
from scrapy_content_extract.content.auto.steps import comments_of, is_thread

from .forum_pages import BELOW_ARTICLES, PROGRAMS, page_of_program
from .test_auto_pages import f1, rows, spaced

#: Programs whose threads come out wrong, and why.
WRONG = {
    "phpBB 2": "who wrote a post stands in a table cell beside it, and is judged like prose",
    "vBulletin 3": "what is known of the poster stands in small boxes without a name of their own",
    "BuddyPress": "nothing in the page says that updates and replies are a thread",
    "Hacker News": "who wrote the post above stands in a box of another class than who wrote a comment",
    "Zhihu": "answers are much shorter than the question, and half-likely",
}


def said_in(program):
    return [said for post in program.posts for said in post.said]


@pytest.mark.parametrize("name", rows(PROGRAMS, WRONG))
def test_all_posts_are_the_text(name):
    program = PROGRAMS[name]
    text = extract(page_of_program(program)).text
    assert [said for said in said_in(program) if said not in spaced(text)] == []
    assert f1(text, "\n".join(said_in(program))) >= 0.9


@pytest.mark.parametrize("name", BELOW_ARTICLES)
def test_an_article_with_comments_stays_an_article(name):
    program = BELOW_ARTICLES[name]
    article, *comments = program.posts
    text = extract(page_of_program(program)).text
    assert all(said in text for said in article.said)
    assert [said for comment in comments for said in comment.said if said in text] == []


ARTICLE = "<p>I bought a bike with drum brakes, and the front one has begun to squeal when it rains.</p>" * 8
SAID = "<p>Take the wheel out and blow the dust away, but wear a mask.</p>"


def page_with(opening="", post="", around=""):
    posts = f"<div class=comment>{post}{SAID}</div>" * 3
    return f"<body><div {around}><div class=a>{opening}{ARTICLE}</div><div class=b>{posts}</div></div></body>"


#: Pages with comments, and whether they are threads.
THREADS = {
    "nothing says so": (page_with(), False),
    "what holds both is called a topic": (page_with(around="class='single topic'"), True),
    "a word within a word": (page_with(around="class=subtopical"), False),
    "a part of a word in capitals": (page_with(around="id=viewForumPage"), True),
    "a thread of Disqus around the page": (page_with(around="id=disqus_thread"), False),
    "only what holds the comments": (page_with(post="<i class=thread></i>"), False),
    "who wrote is marked alike": (
        page_with("<p class=m><a class=username>ina</a></p>", "<p class=m><a class=username>bo</a></p>"),
        True,
    ),
    "posts have numbers": (
        page_with("<p><a class='user u1'>ina</a></p>", "<p><a class='user u2'>bo</a></p>"),
        True,
    ),
    "who wrote is marked otherwise": (
        page_with("<p><a class=author>ina</a></p>", "<p><a class=comment-author>bo</a></p>"),
        False,
    ),
    "in another box": (
        page_with("<p class=byline><a class=author>ina</a></p>", "<p><a class=author>bo</a></p>"),
        False,
    ),
    "a card of a person": (
        page_with("<p><b class='author vcard'>ina</b></p>", "<p><b class='author vcard'>bo</b></p>"),
        False,
    ),
    "a whole text": (page_with(f"<p class=user>{ARTICLE}</p>", f"<p class=user>{ARTICLE}</p>"), False),
    "it declares one": (page_with("<i itemtype='https://schema.org/DiscussionForumPosting'></i>"), True),
}


@pytest.mark.parametrize(("html", "expected"), THREADS.values(), ids=THREADS)
def test_is_thread(html, expected):
    page = page_of(html)
    known = known_of(page)
    assert is_thread(page, known, comments_of(page, known)) == expected
