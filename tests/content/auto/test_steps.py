"""The steps of auto: next stories, comments, threads.  Others have files of their own."""

from array import array

import pytest

from scrapy_content_extract.content import extract, page_of
from scrapy_content_extract.content.auto.auto import Auto, ParagraphFacts, facts_of
from scrapy_content_extract.content.auto.case import Case
from scrapy_content_extract.content.auto.comments import (
    LEFT_CHARS,
    are_below_article,
    as_asked,
    comments_of,
    is_thread,
)
from scrapy_content_extract.content.auto.kinds import PageKind
from scrapy_content_extract.content.auto.steps import blog_heading, next_stories
from tests.content.auto.test_pages import f1, rows, spaced
from tests.helpers.folders import ROOT
from tests.helpers.forum_pages import BELOW_ARTICLES, PROGRAMS, page_of_program

# The next articles of endless scroll: one or two below the first.

TITLE = "<title>The last tram of the valley</title>"
FIRST = "<article class=x><h1>The last tram of the valley</h1>" + "<p>%s</p></article>" % (
    "The last tram crossed the old bridge in 1967, with forty people and a goat on board. " * 5
)


def below(*headings, href="/other", around="article class=x", tag="h2"):
    """Return stories with these headings, each a link."""
    return "".join(
        f"<{around}><{tag}><a href='{href}'>{heading}</a></{tag}><p>The ferry was sold.</p></{around.split()[0]}>"
        for heading in headings
    )


THREE = below("Ferry sold at sea", "Mill open to all", "Crane moved by night")
#: What stands below FIRST, and how many paragraphs of it are next stories.
SECOND = {
    "one": (below("Ferry sold at sea"), 2),
    "two": (below("Ferry sold at sea", "Mill open to all"), 4),
    "three are the entries of one page": (THREE, 0),
    "articles much longer than the first": (below("Ferry sold").replace("was sold.", "was sold. " * 400), 0),
    "a part of a heading is a link": (below("Ferry sold").replace("</a>", "</a> at sea"), 0),
    "of another class": (below("Ferry sold at sea", around="article class=y"), 2),
    "no article": (below("Ferry sold at sea", around="section class=x"), 0),
    "a heading without a link": ("<article class=x><h2>Ferry sold at sea</h2><p>The ferry.</p></article>", 0),
    "in an element that begins with it": (below("Ferry sold at sea").replace("<h2>", "<div><h2>"), 2),
}  # fmt: skip


def second(html, kind="article", first=FIRST):
    """Return how many paragraphs of a page are next stories, and how many there are."""
    page = page_of(f"{TITLE}<body>{first}{html}", url="http://site.example/tram")
    known = facts_of(page)
    likely = known._replace(p=array("d", [0.9] * len(known.n)))
    marks = next_stories(Case(page, likely, judged=PageKind(kind))) or bytes(len(known.n))
    assert 1 not in marks[:2]
    return sum(marks)


@pytest.mark.parametrize(("html", "count"), SECOND.values(), ids=SECOND)
def test_second_stories(html, count):
    assert second(html) == count


def test_second_stories_of_other_pages():
    stories = below("Ferry sold at sea")
    assert second(stories, kind="other") == 2
    assert second(stories, kind="forum") == 0  # its posts are alike
    linked = FIRST.replace("The last tram of the valley", "<a href=/a>The last tram</a>")
    assert second(stories, first=linked) == 0  # the first is a story as well
    short = "<article class=x><h1>Tram</h1><p>Full.</p></article>"
    assert second(stories, first=short) == 0  # there is little above


# The heading of a blog: its name and its description, above an entry.

TRAM_ENTRY = "<p>The last tram crossed the old bridge in 1967, with forty people and a goat on board.</p>" * 5
ENTRY = f"<h2 class=post-title>The last tram</h2>{TRAM_ENTRY}"
BLOG = "<title>The last tram - Harbour days</title>"
#: A page, and the paragraphs that go.
BLOGS = {
    "name and description": (
        f"{BLOG}<header><h1>Harbour days</h1><p>What I see from here</p></header>{ENTRY}",
        ["Harbour days", "What I see from here"],
    ),
    "the name first in <title>": (
        f"<title>Harbour days: The last tram</title><header><h1>Harbour days</h1></header>{ENTRY}", ["Harbour days"],
    ),
    "the name alone": (f"{BLOG}<h1>Harbour days</h1>{ENTRY}", ["Harbour days"]),
    "a description in boxes": (
        f"{BLOG}<div><div><h1>Harbour days</h1></div><div><p>What I see</p></div></div>{ENTRY}",
        ["Harbour days", "What I see"],
    ),
    "five paragraphs": (
        f"{BLOG}<header><h1>Harbour days</h1>{'<p>What I see' * 4}</header>{ENTRY}",
        ["Harbour days", *["What I see"] * 4],
    ),
    "six are more than a heading": (f"{BLOG}<header><h1>Harbour days</h1>{'<p>What I see' * 5}</header>{ENTRY}", []),
    "a widget below an article with the title": (
        f"<title>The last tram - Harbour days</title><h1>The last tram</h1>{TRAM_ENTRY}"
        "<aside><h2 class=post-title>Recent posts</h2><p>The ferry</p></aside>",
        [],
    ),
    "a widget whose words <title> has: the title of the article is lost": (
        f"<title>The last tram - Recent posts</title><h1>The last tram</h1>{TRAM_ENTRY}"
        "<aside><h2 class=post-title>Recent posts</h2><p>The ferry</p></aside>",
        ["The last tram"],
    ),
    "no entry in <title>": (f"<title>Harbour days</title><h1>Harbour days</h1>{ENTRY}", []),
    "more in <title>": (f"<title>The last tram - Harbour days - Blog</title><h1>Harbour days</h1>{ENTRY}", []),
    "an entry without its class": (f"{BLOG}<h1>Harbour days</h1>{ENTRY.replace(' class=post-title', '')}", []),
    "a short entry": (f"{BLOG}<h1>Harbour days</h1><h2 class=post-title>The last tram</h2><p>Soon.", ["Harbour days"]),
    "the name below the entry": (f"{BLOG}{ENTRY}<h1>Harbour days</h1>", []),
}  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), BLOGS.values(), ids=BLOGS)
def test_heading_of_a_blog(html, expected):
    page = page_of(html, url="http://site.example/tram")
    marks = blog_heading(Case(page, facts_of(page))) or bytes(len(page.lines))
    lines = ["".join(list(page.strings)[start:stop]).strip() for start, stop in page.lines]
    assert [line for line, goes in zip(lines, marks) if goes] == expected


# Readers' comments: what counts as one, and when they are left out.

TRAM = "<p>The last tram crossed the old bridge in 1967, with forty people and a goat on board.</p>" * 5
ON_IT = "<p>I was on it, and the goat was mine.</p>"


def boxed(attribute):
    """Return an article with something said in a box below it."""
    return f"<h1>Tram</h1>{TRAM}<div {attribute}>{ON_IT}</div>"


#: Page, and whether the paragraphs of ON_IT and of TRAM are in a box of comments.
BOXES = {
    "a box of comments": (boxed("class='comments'"), True, False),
    "an id says it": (boxed("id='disqus_thread'"), True, False),
    "the page may have comments": (
        f"<div class='post comments-closed'><h1>Tram</h1>{TRAM}</div>{ON_IT * 9}",
        False,
        False,
    ),
    "the article may have comments, and has some in a box": (
        f"<article class='has-comments'><h1>Tram</h1>{TRAM}<ol class='comment-list'>{ON_IT}</ol></article>"
        f"<footer>{ON_IT.replace('I', 'We') * 9}</footer>",
        True,
        False,
    ),
    "a name that comments are only a part of": (
        f"<div class='noloaddisqus'><h1>Tram</h1>{TRAM}</div>{ON_IT * 9}",
        False,
        False,
    ),
    "replies of readers": (boxed("class='post reply'"), True, False),
    "comments in Chinese": (boxed("id='pinglun2'"), True, False),
    "two words in one": (boxed("class='commentlist'"), True, False),
    "what customers say, in a box of comments": (
        f"<h1>Tram</h1>{TRAM}<div class=comments><div class=feedback>{ON_IT}</div></div>",
        True,
        False,
    ),
    "correspondents in a list of comments": (
        f"<h1>Tram</h1>{TRAM}<div id=comments><p>{ON_IT}<i class=correspondent>{ON_IT}</i></div>",
        True,
        False,
    ),
    "a correspondent": (boxed("class='correspondent'"), False, False),
    "a commentary": (boxed("class='commentary'"), False, False),
    "a first responder": (boxed("class='first-responder'"), False, False),
    "what customers say": (boxed("class='customer-feedback'"), False, False),
}


@pytest.mark.parametrize(("html", "said", "article"), BOXES.values(), ids=BOXES)
def test_comments_of(html, said, article):
    page = page_of(html)
    lines = [page.text[start] for start, _ in page.lines]
    known = facts_of(page)
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
    facts = known_with(p=array("d", [1, 1, 1]), n=n, prose=array("i", [1, 0, 1]), comments=[2])
    kept = as_asked(Case(page_of(""), facts, asked=Auto(comments="drop")), bytearray(b"\1\1\1"))
    assert kept == (b"\1\1\0" if is_dropped else b"\1\1\1")


#: Paragraphs of prose (p, characters, whether they are comments), and whether it is an article with comments.
BELOW = {
    "comments below an article": ([(0.9, 500, False), (0.6, 400, True)], True),
    "many comments, and a short article": ([(0.9, 500, False), (0.6, 9000, True)], True),
    "what is above them may be a first post": ([(0.9, 499, False), (0.6, 400, True)], False),
    "the model is sure of them": ([(0.9, 500, False), (0.8, 400, True)], False),
    "the longer ones decide how sure": ([(0.9, 500, False), (0.9, 10, True), (0.6, 400, True)], True),
    "a part of the article is below them": ([(0.9, 900, False), (0.6, 400, True), (0.9, 100, False)], True),
    "more than a tenth of it is": ([(0.9, 890, False), (0.6, 400, True), (0.9, 110, False)], False),
    "there are none": ([(0.9, 500, False)], False),
}


@pytest.mark.parametrize(("paragraphs", "expected"), BELOW.values(), ids=BELOW)
def test_is_article(paragraphs, expected):
    p, n, comment = zip(*paragraphs)
    known = known_with(p=array("d", p), n=array("i", n), prose=array("i", [1] * len(n)))
    comments = [b for b, is_comment in enumerate(comment) if is_comment]
    assert are_below_article(known, bytearray(b"\1" * len(n)), comments) == expected


def test_an_article_in_a_wrapper_that_may_have_comments_stays():
    page = (ROOT / "tests/pages/auto/interview.html").read_text("utf-8")
    wrapped = page.replace("<body", "<body class='comments-closed'", 1)
    assert extract(wrapped, comments="drop").text == extract(wrapped).text != ""


# Threads of every widespread forum software are seen as threads, and articles with comments as articles.

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


def page_with(post="", around=""):
    posts = f"<div class=comment>{post}{SAID}</div>" * 3
    return f"<body><div {around}><div class=a>{ARTICLE}</div><div class=b>{posts}</div></div></body>"


#: Pages with comments, and whether they are threads.
THREADS = {
    "nothing says so": (page_with(), False),
    "what holds both is called a topic": (page_with(around="class='single topic'"), True),
    "a word within a word": (page_with(around="class=subtopical"), False),
    "a part of a word in capitals": (page_with(around="id=viewForumPage"), True),
    "a thread of Disqus around the page": (page_with(around="id=disqus_thread"), False),
    "only what holds the comments": (page_with(post="<i class=thread></i>"), False),
}


@pytest.mark.parametrize(("html", "expected"), THREADS.values(), ids=THREADS)
def test_is_thread(html, expected):
    page = page_of(html)
    known = facts_of(page)
    assert is_thread(page, known, comments_of(page, known)) == expected
