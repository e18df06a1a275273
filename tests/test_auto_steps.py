"""The steps of auto: next stories, captions, comments, threads."""

from array import array
from pathlib import Path

import pytest
from lxml.html import fromstring

from benchmarks import parameters
from scrapy_content_extract.content import extract, page_of
from scrapy_content_extract.content.auto.auto import ParagraphFacts, facts_of
from scrapy_content_extract.content.auto.steps import (
    LABEL_CHARS,
    LEFT_CHARS,
    Case,
    are_below_article,
    as_asked,
    comments_of,
    is_discussion,
    is_thread,
    next_stories,
    with_labels,
)

from .forum_pages import BELOW_ARTICLES, PROGRAMS, page_of_program
from .test_auto_pages import f1, rows, spaced
from .test_benchmarks import folder  # noqa: F401 - a fixture

# Blocks alike that each begin with a heading that is a link: which they are, and how much may be above.

STORY = (
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
STORIES = {
    "cards below an article": (f"{STORY}</article>{TWO}", ["Ferry sold", "The ferry", "Mill open", "The ferry"]),
    "cards in its container": (f"{STORY}<div>{TWO}</div>", ["Ferry sold", "The ferry", "Mill open", "The ferry"]),
    "articles alike": (
        f"{STORY}</article>" + TWO.replace("div class=card", "article class=x").replace("/div", "/article"),
        ["Ferry sold", "The ferry", "Mill open", "The ferry"],
    ),
    "a heading in a box": (
        f"{STORY}</article>" + TWO.replace("<h3>", "<div><h3>").replace("</h3>", "</h3></div>"),
        ["Ferry sold", "The ferry", "Mill open", "The ferry"],
    ),
    "one card": (f"{STORY}</article>{card('Ferry sold')}", []),
    "headings without links": (f"{STORY}</article>" + card("") * 3, []),
    "posts of one title": (f"{STORY}</article>" + card("Re: Tram") * 3, []),
    "cards of two kinds": (f"{STORY}</article>{card('Ferry sold')}{card('Mill open', around='div class=b')}", []),
    "a list below a few words": (f"<p>All our stories of the week.</p>{TWO}", []),
    "a list before an article": (f"{TWO}{STORY}", []),
    "stories much longer than the article": (
        f"{STORY}</article>{card('Ferry sold', text='<p>It has found a buyer at last.</p>' * 60)}{card('Mill open')}",
        [],
    ),
    "a part of a heading is a link": (
        f"{STORY}</article>" + TWO.replace("</a>", "</a> today"),
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), STORIES.values(), ids=STORIES)
def test_next_stories(html, expected):
    page = page_of(f"<body>{html}")
    known = facts_of(page)
    likely = known._replace(p=array("d", [0.9] * len(known.n)))
    marks = next_stories(Case(page, likely, is_article=True)) or bytes(len(known.n))
    lines = [page.text[start] for start, _ in page.lines]
    found = [line for line, is_next in zip(lines, marks) if is_next]
    assert [line[: len(beginning)] for line, beginning in zip(found, expected, strict=True)] == expected


# Labels come along with what they name, by hand from what a reader needs.

LONG = "a" * (LABEL_CHARS + 1)

# page, the chosen paragraphs, the paragraphs that are chosen afterwards
CAPTIONS = {
    "a meaning says little without its term": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "b", "ab"),
    "several terms have one meaning": ("<dl><dt>a<dt>b<dd>c</dl>", "c", "abc"),
    "a term of which the meaning is out stays out": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "d", "cd"),
    "half of a meaning suffices": ("<dl><dt>a<dd><p>b<p>c</dl>", "c", "ac"),
    "less does not": ("<dl><dt>a<dd><p>b<p>c<p>d</dl>", "c", "c"),
    "groups of a term and a meaning": ("<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", "d", "cd"),
    "a list in a meaning": ("<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>", "c", "abc"),
    "a term of two lines": ("<dl><dt>a<br><p>b</p><dd>c</dl>", "c", "abc"),
    "a link leads elsewhere": ("<dl><dt><a href=/>a</a><dd>b</dl>", "b", "b"),
    "a link in a term does not": ("<dl><dt>a<i>b</i><a href=/>c</a><dd>d</dl>", "d", "abcd"),
    "a paragraph is no term": (f"<dl><dt>{LONG}<dd>b</dl>", "b", "b"),
    "a term without a meaning": ("<dl><dt>a</dl><p>b", "b", "b"),
    "a term before a paragraph of its own": ("<dl><dt>a</dl><dl><dd>b</dl>", "b", "b"),
    "a meaning without text": ("<dl><dt>a<dd><img src=b></dl><p>c", "c", "c"),
    "the caption of a table": ("<table><caption>a</caption><tr><td>b<td>c</table>", "bc", "abc"),
    "of a table in a figure": (
        "<figure><table><tr><td>b<td>c</table><figcaption>d</figcaption></figure>",
        "bc",
        "bcd",
    ),
    "of a table that is out": ("<table><caption>a</caption><tr><td>b<td>c</table><p>d", "d", "d"),
    "who said it": ("<blockquote><p>a b</p><cite>c</cite></blockquote>", ["a b"], "a bc"),
    "in a footer": (
        "<blockquote><p>a b</p><footer>– <cite>c</cite></footer></blockquote>",
        ["a b"],
        "a b– c",
    ),
    "with a link to them": (
        "<blockquote><p>a b</p><cite><a href=/>c</a></cite></blockquote>",
        ["a b"],
        "a bc",
    ),
    "links to share a quote": (
        "<blockquote><p>a b</p><footer><a href=/>c</a></footer></blockquote>",
        ["a b"],
        "a b",
    ),
    "a book is no quote": ("<p>a</p><p><cite>b</cite></p>", "a", "a"),
    "a footer of the page": ("<p>a</p><footer>b</footer>", "a", "a"),
    "a question that is unfolded": ("<details><summary>a</summary><p>b</details>", "b", "ab"),
    "no definitions": ("<p>a<p>b", "b", "b"),
}


def lines_of(page):
    return ["".join(list(page.strings)[start:stop]).strip() for start, stop in page.lines]


@pytest.mark.parametrize(("html", "before", "after"), CAPTIONS.values(), ids=CAPTIONS)
def test_labels(html, before, after):
    page = page_of(html)
    lines = lines_of(page)
    chosen = bytearray(line in before for line in lines)
    found = with_labels(Case(page, facts_of(page)), chosen)
    assert "".join(line for line, is_chosen in zip(lines, found) if is_chosen) == after
    assert chosen == bytearray(line in before for line in lines)


def test_the_author_of_a_comment_is_no_term():
    page = page_of("<dl><dt>Ann<dd>b<dt>c<dd>d</dl>")
    facts = facts_of(page)._replace(comments=[0, 1])
    assert with_labels(Case(page, facts), bytearray([0, 1, 0, 1])) == bytearray([0, 1, 1, 1])


SENTENCE = "The wind comes from the sea in the morning, and the boats leave the harbour before the sun is up."
WINDS = "".join(
    f"<dt><b>{wind}</b></dt><dd><p>Cold and dry.</p></dd>"
    for wind in ("Bora", "Mistral", "Sirocco", "Levant")
)
WINDS_PROSE = "".join(f"<p>{SENTENCE} {n}</p>" for n in range(3))
WINDS_PAGE = f"""<title>Winds of the coast</title><nav><a href=/>Home</a> <a href=/docs>Docs</a></nav>
<article><h1>Winds of the coast</h1>{WINDS_PROSE}<dl>{WINDS}</dl>{WINDS_PROSE}</article>
<aside><h3>More</h3><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></aside><footer>Contact us</footer>"""


def test_a_list_of_short_definitions_keeps_its_terms():
    lines = extract(WINDS_PAGE).text.split("\n")
    at = lines.index("Cold and dry.")
    assert lines[at - 1 : at + 7] == [
        "Bora", "Cold and dry.", "Mistral", "Cold and dry.", "Sirocco", "Cold and dry.", "Levant", "Cold and dry."
    ]  # fmt: skip


def test_a_hidden_term_stays_hidden():
    lines = extract(WINDS_PAGE.replace("<dt><b>Mistral", "<dt style='display:none'><b>Mistral")).text.split(
        "\n"
    )
    assert [wind for wind in ("Bora", "Mistral", "Levant") if wind in lines] == ["Bora", "Levant"]


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
    "nearly all of the page": (f"<body class='comments'>{TRAM}{ON_IT}</body>", False, False),
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
    kept = as_asked(Case(page_of(""), facts, asked_comments="drop"), bytearray(b"\1\1\1"))
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
    assert are_below_article(known, bytearray(b"\1" * len(n)), comments) == expected


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
    page = page_of(given(f"<body>{declared}<h1>Tram</h1>{TRAM * 2}<div class='comments'>{ON_IT}</div>"))
    known = facts_of(page)
    chosen = bytearray(b"\1" * len(known.n))
    comments = comments_of(page, known)
    unsure = known._replace(p=array("d", [0.5] * len(known.n)), comments=comments)
    assert len(comments) == 1
    assert are_below_article(unsure, chosen, comments)
    assert is_discussion(page) == stays
    kept = as_asked(Case(page, unsure), chosen)
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
    known = facts_of(page)
    assert is_thread(page, known, comments_of(page, known)) == expected
