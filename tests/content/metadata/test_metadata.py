"""Metadata: what pages declare, in the forms that real sites use; which of several declarations counts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_content_extract import extract, read_metadata
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.metadata import VALUES
from scrapy_content_extract.content.metadata.finders import MOST_TRIED, metadata_of
from scrapy_content_extract.content.page.declared import LIST_TEXTS
from tests.helpers.encoding_crawls import crawl
from tests.helpers.server import serving

URL = "https://www.harbour-courier.example/news/old-wall"


def ld(*nodes):
    """Return a script of JSON-LD."""
    value = nodes[0] if len(nodes) == 1 else list(nodes)
    return f"<script type='application/ld+json'>{json.dumps(value)}</script>"


def page(head="", body="", lang="en"):
    return f"<html lang='{lang}'><head><title>The old wall | Courier</title>{head}</head><body>{body}</body></html>"


def found(html, name, url=URL):
    metadata = read_metadata(html, url=url)
    return getattr(metadata, name), metadata.sources.get(name)


ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "The old wall",
    "datePublished": "2025-05-03T08:00:00+02:00",
    "dateModified": "2025-05-04",
    "author": {"@type": "Person", "name": "Ina Holm"},
    "publisher": {"@type": "Organization", "name": "Courier"},
    "keywords": "walls, harbour",
}
BREADCRUMB = {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": "News"}]}
GRAPH = {
    "@graph": [
        {"@type": "WebSite", "name": "Courier"},
        {"@type": "WebPage", "@id": URL, "datePublished": "2001-01-01", "inLanguage": "en"},
        BREADCRUMB,
        {"@type": "Person", "@id": "#ina", "name": "Ina Holm"},
        {
            "@type": "Article",
            "headline": "The old wall",
            "author": {"@id": "#ina"},
            "datePublished": "2025-05-03",
        },
    ]
}
PICTURE = {"@type": "ImageObject", "@id": "#primaryimage", "contentUrl": "/a.jpg"}
OTHER = {**ARTICLE, "headline": "Ferry sold", "author": "Bo Ek", "datePublished": "2024-01-01"}
FORUM = """<div itemscope itemtype="https://schema.org/QAPage"><div itemprop="mainEntity" itemscope
itemtype="https://schema.org/Question"><h1 itemprop="name">The old wall</h1>
<time itemprop="datePublished" datetime="2025-05-03T08:00:00">May 3</time>
<div itemprop="author" itemscope itemtype="https://schema.org/Person"><a itemprop="name">ina_h</a> 512</div>
<p>Why did it fall?</p><div itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer">
<time itemprop="datePublished" datetime="2025-06-01">June 1</time><span itemprop="author">bo_e</span>
<p>Rain.</p></div></div></div>"""
H1 = "<h1>The old wall</h1>"
TWO_TIMES = """<time datetime="2025-05-03T10:00Z">3 May</time> ·
Updated <time datetime="2025-06-04T10:00Z">4 June</time>"""

# page, date, its source
DATES = {
    "JSON-LD": (page(ld(ARTICLE)), "2025-05-03T08:00:00+02:00", "json-ld"),
    "JSON-LD: a graph, not its WebPage": (page(ld(GRAPH)), "2025-05-03", "json-ld"),
    "JSON-LD: an array": (page(ld(BREADCRUMB, ARTICLE)), "2025-05-03T08:00:00+02:00", "json-ld"),
    "JSON-LD: the article that has the title of the page": (
        page(ld(OTHER) + ld(ARTICLE)), "2025-05-03T08:00:00+02:00", "json-ld",
    ),
    "JSON-LD: two articles, neither is this page": (
        page(ld(OTHER, {**OTHER, "headline": "Mill open"})), None, None,
    ),
    "JSON-LD goes before <meta>": (
        page("<meta property='article:published_time' content='2020-01-01'>" + ld(ARTICLE)),
        "2025-05-03T08:00:00+02:00", "json-ld",
    ),
    "JSON-LD: a WebPage is no work": (page(ld({"@type": "WebPage", "datePublished": "2001-01-01"})), None, None),
    "JSON-LD: a review of the goods is not the page": (
        page(ld({"@type": "Product", "name": "Wall", "review": {"@type": "Review", "datePublished": "2025-01-01"}})),
        None, None,
    ),
    "JSON-LD: a line break in a text": (
        page("<script type='application/ld+json'>{\"@type\": \"Article\", \"headline\": \"The\nwall\", "
             "\"datePublished\": \"2025-05-03\"}</script>"),
        "2025-05-03", "json-ld",
    ),
    "JSON-LD in a comment": (
        page("<script type='application/ld+json'><!--\n" + json.dumps(ARTICLE) + "\n--></script>"),
        "2025-05-03T08:00:00+02:00", "json-ld",
    ),
    "JSON-LD in CDATA": (
        page("<script type='application/ld+json'>//<![CDATA[\n" + json.dumps(ARTICLE) + "\n//]]></script>"),
        "2025-05-03T08:00:00+02:00", "json-ld",
    ),
    "no JSON: <meta> is left": (
        page("<script type='application/ld+json'>{\"datePublished\": \"2020-01-01\",}</script>"
             "<meta property='article:published_time' content='2025-05-03T08:00:00Z'>"),
        "2025-05-03T08:00:00+00:00", "opengraph",
    ),
    "a name under <meta name>": (page("<meta name='DC.date.issued' content='2025-05-03'>"), "2025-05-03", "meta"),
    "a date that is none, then another": (
        page("<meta property='article:published_time' content='now'><meta name='pubdate' content='20250503'>"),
        "2025-05-03", "meta",
    ),
    "microdata, without that of the answers": (page("", FORUM), "2025-05-03T08:00:00", "microdata"),
    "microdata in the head": (page("<meta itemprop='datePublished' content='2025-05-03'>"), "2025-05-03", "microdata"),
    "<time> below the heading": (
        page("", f"{H1}<p><time datetime='2025-05-03'>Saturday</time></p>"), "2025-05-03", "time",
    ),
    "a text below the heading": (page("", f"{H1}<p>Posted May 3, 2025</p>"), "2025-05-03", "byline"),
    "a text above the heading": (page("", f"<p>3 May 2025</p>{H1}<p>Rain.</p>"), "2025-05-03", "byline"),
    "a bare text, on a page that ends with a heading": (
        page("", f"3 May 2025{H1}<p>Rain.</p><h6><b>News</b></h6>"), "2025-05-03", "byline",
    ),
    "of publication and of a change": (
        page("", f"{H1}<p>3 May 2025, updated 4 June 2025</p>"), "2025-05-03", "byline",
    ),
    "of a change only": (page("", f"{H1}<p>Updated June 4, 2025</p>"), None, None),
    "of a change some days ago, after that of publication": (
        page("", f"{H1}<p>3 May 2025, updated 2 days ago</p>"), "2025-05-03", "byline",
    ),
    "of a change, then of publication": (
        page("", f"{H1}<p>Updated 4 June 2025 · Published 3 May 2025</p>"), "2025-05-03", "byline",
    ),
    "of something to come, with no other": (page("", f"{H1}<p>Deadline: 1 June 2025</p>"), "2025-06-01", "byline"),
    "of publication, then of something to come": (
        page("", f"{H1}<p>Posted 3 May 2025 · Registration closes 1 June 2025</p>"), "2025-05-03", "byline",
    ),
    "of this text, then of the publication of another": (
        page("", f"{H1}<p>3 May 2025</p><p>The first study was published on 3 May 1999</p>"), "2025-05-03", "byline",
    ),
    "of this translation, then of the publication of the original": (
        page("", f"{H1}<p>2025年5月3日</p><p>原文(投稿日：2025/04/16)へのリンク</p>", "ja"), "2025-05-03", "byline",
    ),
    "<time> of publication, then of a change": (page("", f"{H1}<p>{TWO_TIMES}</p>"), "2025-05-03T10:00+00:00", "time"),
    "<time> without an attribute, both": (
        page("", f"{H1}<p>Published <time>3 May 2025</time>, last updated <time>4 June 2025</time></p>"),
        "2025-05-03", "byline",
    ),
    "in a story": (
        page("", f"{H1}<p>On 6 June 1944 the boats left the harbour before dawn.</p>"), None, None,
    ),
    "in a short story": (page("", f"{H1}<p>She was born on 3 May 1999.</p>"), None, None),
    "in a story, by then": (page("", f"{H1}<p>By 6 June 1944 the boats had left the harbour.</p>"), None, None),
    "in a story in Chinese": (page("", f"{H1}<p>他于1999年5月3日出生。</p>", "zh"), None, None),
    "in a story, by <time>": (
        page("", f"{H1}<p>On <time datetime='1944-06-06'>6 June</time> the boats left.</p>"), None, None,
    ),
    "in a story, and then in a byline": (
        page("", f"{H1}<p>It fell on 3 May 1999.</p><p>May 3, 2025</p>"), "2025-05-03", "byline",
    ),
    "in a sentence about the publication": (
        page("", f"{H1}<p>This article was first published on 3 May 2025.</p>"), "2025-05-03", "byline",
    ),
    "in a sentence with the author": (
        page("", f"{H1}<p>Started in the harbour by ina_h on May 3, 2025.</p>"), "2025-05-03", "byline",
    ),
    "in the beginning of a report": (
        page("", f"{H1}<p>OSTERBY, May 3, 2025 (PRESS) - The old wall fell in the night.</p>"), "2025-05-03", "byline",
    ),
    "before a summary": (
        page("", f"{H1}<p>Saturday, May 3, 2025 The old wall fell in the night.</p>"), "2025-05-03", "byline",
    ),
    "below the next heading: of another article": (
        page("", f"{H1}<p>All news.</p><h2>Ferry sold</h2><p>May 3, 2025</p>"), None, None,
    ),
    "below a subtitle": (page("", f"{H1}<h2>It stood for long</h2><p>May 3, 2025</p>"), "2025-05-03", "byline"),
    "far from the title": (page("", f"{H1}<p>{'It rains. ' * 80}</p><p>May 3, 2025</p>"), None, None),
    "Chinese": (
        "<html lang='zh'><title>老城墙倒塌_新闻网</title><h1>老城墙倒塌</h1><p>发布时间：2025年5月3日</p>",
        "2025-05-03", "byline",
    ),
    "Arabic digits": (
        "<html lang='ar'><title>السور القديم</title><h1>السور القديم</h1><p>٣ مايو ٢٠٢٥</p>", "2025-05-03", "byline",
    ),
    "Uighur": (
        "<html lang='ug'><title>كونا تام</title><h1>كونا تام</h1><p>2025-يىلى 5-ئاينىڭ 3-كۈنى</p>",
        "2025-05-03", "byline",
    ),
    "Persian, whose year is not Gregorian": (
        "<html lang='fa'><title>دیوار کهنه</title><h1>دیوار کهنه</h1><p>۱۴۰۴/۰۲/۱۳</p>", None, None,
    ),
    "goods have no date": (
        page("<meta property='og:type' content='product'><meta property='article:published_time' content='2025-05-03'>"),
        None, None,
    ),
    "nothing": (page(), None, None),
}  # fmt: skip


@pytest.mark.parametrize(("html", "date", "source"), DATES.values(), ids=DATES)
def test_date(html, date, source):
    assert found(html, "date") == (date, source)


def test_html_is_whole_that_was_not_asked_for_with_the_metadata():
    """Only the attributes for metadata are read with the page then."""
    picture = f"<p>{'It rains. ' * 50}<img src=/{'a' * 50}.png alt='A cloud'><a href=/b>More rain</a></p>"
    page = f"<meta name=author content='Ina Holm'><h1>Rain</h1>{picture * 3}"
    result = extract(page, formats=["metadata"])
    assert result.metadata.author == "Ina Holm"
    assert result.html == extract(page, formats=["html"]).html
    assert "A cloud" in result.html


def test_the_date_in_the_path():
    assert found(page(), "date", "https://example.com/2025/05/03/wall") == ("2025-05-03", "url")
    assert found(page(), "date", "https://example.com/2025/05/wall") == (None, None)


AUTHORS = {
    "JSON-LD": (page(ld(ARTICLE)), "Ina Holm", "json-ld"),
    "JSON-LD: by reference": (page(ld(GRAPH)), "Ina Holm", "json-ld"),
    "JSON-LD: several": (page(ld({**ARTICLE, "author": ["Ina Holm", {"name": "Bo Ek"}]})), "Ina Holm; Bo Ek", "json-ld"),
    "JSON-LD: with entities": (page(ld({**ARTICLE, "author": "Ina &amp; Bo"})), "Ina & Bo", "json-ld"),
    "JSON-LD: an organization": (page(ld({**ARTICLE, "author": {"@type": "Organization", "name": "Press"}})), None, None),
    "JSON-LD: the publisher": (page(ld({**ARTICLE, "author": "Courier"})), None, None),
    "JSON-LD: what a program writes": (page(ld({**ARTICLE, "author": "undefined"})), None, None),
    "JSON-LD: a name that is a list": (page(ld({**ARTICLE, "author": {"name": ["Ina Holm"]}})), "Ina Holm", "json-ld"),
    "JSON-LD: a name with two names": (
        page(ld({**ARTICLE, "author": {"name": ["Ina Holm", {"@value": "Bo Ek"}]}})), "Ina Holm; Bo Ek", "json-ld",
    ),
    "JSON-LD: a name that is a person": (
        page(ld({**ARTICLE, "author": {"name": {"@type": "Person", "name": "Ina Holm"}}})), "Ina Holm", "json-ld",
    ),
    "JSON-LD: a name in a name in a name": (page(ld({**ARTICLE, "author": {"name": {"name": {"name": "Ina"}}}})), None, None),
    "JSON-LD: the site, but two people have signed": (
        page(ld({**ARTICLE, "author": "Osterby Press"}), f"{H1}<p>By Bo Ek and Ann Lee</p>"), "Bo Ek; Ann Lee", "byline",
    ),
    "JSON-LD: the same person has signed, in longer words": (
        page(ld(ARTICLE), f"{H1}<p>By Ina M. Holm</p>"), "Ina Holm", "json-ld",
    ),
    "JSON-LD: another person has only reviewed it": (
        page(ld(ARTICLE), f"{H1}<p>Reviewed by Bo Ek</p>"), "Ina Holm", "json-ld",
    ),
    "JSON-LD: a first name is no signature": (page(ld(ARTICLE), f"{H1}<p>By Bo</p>"), "Ina Holm", "json-ld"),
    "JSON-LD: a class is no signature": (
        page(ld(ARTICLE), f"{H1}<p class=author>Bo Ek</p>"), "Ina Holm", "json-ld",
    ),
    "<meta>: the host, but a person has signed": (
        page("<meta name=author content=courier.example>", f"{H1}<div>By <a>Bo Ek</a></div>"), "Bo Ek", "byline",
    ),
    "JSON-LD: a name that is a number": (page(ld({**ARTICLE, "author": {"name": 7}})), None, None),
    "<meta>": (page("<meta name='author' content='By Ina Holm'>"), "Ina Holm", "meta"),
    "<meta>: two full names": (
        page("<meta name=author content='Jane Q. Public and John Smith'>"), "Jane Q. Public; John Smith", "meta",
    ),
    "<meta>: three full names": (
        page("<meta name=author content='Ina Holm, Bo Ek, and Ann Lee Jr.'>"), "Ina Holm; Bo Ek; Ann Lee Jr", "meta",
    ),
    "<meta>: one first name is no full name": (
        page("<meta name=author content='Ina and Bo Ek'>"), "Ina and Bo Ek", "meta",
    ),
    "<meta>: an office, with a small letter, is no person": (
        page("<meta name=author content='Ministerio de Mar y Puertos Viejos'>"), "Ministerio de Mar y Puertos Viejos", "meta",
    ),
    "<meta>: the full stop of a sentence": (page("<meta name=author content='By Ina Holm.'>"), "Ina Holm", "meta"),
    "<meta>: an address": (page("<meta property='article:author' content='https://example.com/ina'>"), None, None),
    "<meta>: scholars, the last name first": (
        page("<meta name='citation_author' content='Holm, Ina'><meta name='citation_author' content='Ek, Bo'>"),
        "Ina Holm; Bo Ek", "meta",
    ),
    "<meta>: the name of the site": (
        page("<meta name='author' content='Courier'><meta property='og:site_name' content='Courier'>"), None, None,
    ),
    "microdata, without that of the answers": (page("", FORUM), "ina_h", "microdata"),
    "a class": (page("", f"{H1}<div class='post-author'>Ina Holm</div>"), "Ina Holm", "byline"),
    "the innermost of two classes": (
        page("", f"{H1}<div class='byline'>Words: <a class='author-name'>Ina Holm</a> of Osterby</div>"),
        "Ina Holm", "byline",
    ),
    "a class: several links": (
        page("", f"{H1}<p class=byline>Von <a href=/1>Birgit Baum</a> und <a href=/2>Anna Giulia Fink</a></p>"),
        "Birgit Baum; Anna Giulia Fink", "byline",
    ),
    "a class: a name in two links": (
        page("", f"{H1}<p class=byline><a href=/1>Birgit</a> <a href=/2>Baum</a></p>"), "Birgit Baum", "byline",
    ),
    "a class of something else": (page("", f"{H1}<div class='author-bio'>Ina likes rain.</div>"), None, None),
    "with the date": (page("", f"{H1}<p class='byline'>By Ina Holm, May 3, 2025</p>"), "Ina Holm", "byline"),
    "by": (page("", f"{H1}<p>By Ina Holm</p>"), "Ina Holm", "byline"),
    "by, then the name": (page("", f"{H1}<div>By</div><div>Ina Holm</div>"), "Ina Holm", "byline"),
    "by, but not a byline": (page("", f"{H1}<p>By using this page you agree to all of it.</p>"), None, None),
    "by, two full names": (page("", f"{H1}<p>Von Ina Holm und Bo Ek</p>", "de"), "Ina Holm; Bo Ek", "byline"),
    "German": (page("", f"{H1}<p>Von Ina Holm</p>", "de"), "Ina Holm", "byline"),
    "with a word that has no capital": (
        page("", f"{H1}<p>By Ludwig van Beethoven</p>"), "Ludwig van Beethoven", "byline",
    ),
    "Chinese": (
        "<html lang='zh'><title>老城墙倒塌_新闻网</title><h1>老城墙倒塌</h1><p>作者：王小明</p>", "王小明", "byline",
    ),
    "Arabic": ("<html lang='ar'><title>السور</title><h1>السور</h1><p>بقلم: منى خليل</p>", "منى خليل", "byline"),
    "below the next heading: of another article": (
        page("", f"{H1}<p>All news.</p><h2>Ferry sold</h2><p class='author'>Bo Ek</p>"), None, None,
    ),
    "the maker of goods": (page(ld({"@type": "Product", "name": "Wall"}), f"{H1}<p class='byline'>By Masons"), None, None),
    "nothing": (page("", H1), None, None),
}  # fmt: skip


@pytest.mark.parametrize(("html", "author", "source"), AUTHORS.values(), ids=AUTHORS)
def test_author(html, author, source):
    assert found(html, "author") == (author, source)


def test_nobody_wrote_the_front_page():
    html = page("<meta name='author' content='Masons of Osterby'>")
    assert found(html, "author", "https://example.com/") == (None, None)
    assert found(html, "author", "https://example.com/wall") == ("Masons of Osterby", "meta")


# head, name, value, source
OTHERS = {
    "title": (H1, "title", "The old wall", "heading"),
    "title without a heading": ("", "title", "The old wall", "title"),
    "modified, JSON-LD": (ld(ARTICLE), "modified", "2025-05-04", "json-ld"),
    "modified, of the WebPage": (
        ld({"@type": "WebPage", "dateModified": "2025-05-04"}), "modified", "2025-05-04", "json-ld",
    ),
    "modified, shown": (f"{H1}<p>Updated June 4, 2025</p>", "modified", "2025-06-04", "byline"),
    "modified, after the publication": (f"{H1}<p>{TWO_TIMES}</p>", "modified", "2025-06-04T10:00+00:00", "time"),
    "modified, without an attribute": (
        f"{H1}<p>Published <time>3 May 2025</time>, last updated <time>4 June 2025</time></p>", "modified",
        "2025-06-04", "byline",
    ),
    "modified, before the publication": (
        f"{H1}<p>Updated <time>4 June 2025</time> · Published <time>3 May 2025</time></p>", "modified",
        "2025-06-04", "byline",
    ),
    "modified, the first of two": (
        f"{H1}<p>Updated 4 June 2025</p><p>Posted last year, updated 3 May 2025</p>", "modified", "2025-06-04", "byline",
    ),
    "modified, with the word inside <time>": (
        f"{H1}<p><time datetime='2025-06-04'>Updated June 4, 2025</time></p>", "modified", "2025-06-04", "time",
    ),
    "modified, by somebody": (f"{H1}<p>Updated by Ina Holm on 4 June 2025</p>", "modified", "2025-06-04", "byline"),
    "modified, in a sentence": (
        f"{H1}<p>This page was last updated on 4 June 2025.</p>", "modified", "2025-06-04", "byline",
    ),
    "modified, with the word after the date": (f"{H1}<p>2025年6月4日更新</p>", "modified", "2025-06-04", "byline"),
    "language of the root": ("<meta property='og:locale' content='de_DE'>", "language", "en", "html"),
    "site_name": ("<meta property='og:site_name' content='Courier'>", "site_name", "Courier", "opengraph"),
    "site_name, JSON-LD": (ld(GRAPH), "site_name", "Courier", "json-ld"),
    "description": ("<meta name='Description' content=' It  fell. '>", "description", "It fell.", "meta"),
    "canonical_url, relative": (
        "<link rel='canonical' href='/wall'>", "canonical_url", "https://www.harbour-courier.example/wall", "link",
    ),
    "canonical_url, by <base>": (
        "<base href='https://example.com/a/'><link rel='canonical' href='wall'>", "canonical_url",
        "https://example.com/a/wall", "link",
    ),
    "canonical_url, shared": (
        "<meta property='og:url' content='https://example.com/'>", "canonical_url", "https://example.com/", "opengraph",
    ),
    "canonical_url, empty": ("<link rel='canonical' href=''>", "canonical_url", None, None),
    "canonical_url, impossible": ("<link rel='canonical' href='//['>", "canonical_url", None, None),
    "canonical_url that is a program: the next claim counts": (
        "<link rel=canonical href='javascript:x'><meta property='og:url' content='https://example.com/'>", "canonical_url",
        "https://example.com/", "opengraph",
    ),
    "canonical_url, shared, that is a document in itself": (
        "<meta property='og:url' content='data:text/html,x'>", "canonical_url", None, None,
    ),
    "canonical_url with a program's scheme on two lines": (
        "<link rel=canonical href=' java&#10;script:x'>", "canonical_url", None, None,
    ),
    "canonical_url in capitals": (
        "<link rel=canonical href='HTTPS://EXAMPLE.COM/'>", "canonical_url", "HTTPS://EXAMPLE.COM/", "link",
    ),
    "canonical_url, by a <base> that is a program": (
        "<base href='javascript:x'><link rel=canonical href='/wall'>", "canonical_url",
        "https://www.harbour-courier.example/wall", "link",
    ),
    "robots": ("<meta name=ROBOTS content='noindex,  nofollow'>", "robots", "noindex, nofollow", "meta"),
    "license in the head": (
        "<link rel=license href=/cc>", "license", "https://www.harbour-courier.example/cc", "link",
    ),
    "license below the text": (
        "<p>Words.</p><a rel='nofollow License' href=http://a.example/by>CC</a>", "license", "http://a.example/by", "link",
    ),
    "license, JSON-LD": (ld({**ARTICLE, "license": "/by"}), "license", "https://www.harbour-courier.example/by", "json-ld"),
    "license without an address": ("<a rel=license>CC</a>", "license", None, None),
    "license, JSON-LD, by its name": (ld({**ARTICLE, "license": "CC BY 4.0"}), "license", "CC BY 4.0", "json-ld"),
    "license, JSON-LD, that is a program": (ld({**ARTICLE, "license": "vbscript:x"}), "license", None, None),
    "license in the head that is a program": ("<link rel=license href='vbscript:x'>", "license", None, None),
    "license below the text that opens a box: the next counts": (
        "<a rel=license href='javascript:box()'>CC</a><a rel=license href='http://a.example/by'>CC</a>", "license",
        "http://a.example/by", "link",
    ),
    "image that is a program": ("<meta property='og:image' content='javascript:x'>", "image", None, None),
    "image, JSON-LD, that is a picture in itself": (
        ld({**ARTICLE, "image": ["data:image/gif;base64,R0", "/a.png"]}), "image",
        "https://www.harbour-courier.example/a.png", "json-ld",
    ),
    "image, JSON-LD": (
        ld({**ARTICLE, "image": [{"@type": "ImageObject", "url": "/a.png"}]}), "image",
        "https://www.harbour-courier.example/a.png", "json-ld",
    ),
    "image, JSON-LD, by reference": (
        ld({"@graph": [{**ARTICLE, "image": {"@id": "#primaryimage"}, "thumbnailUrl": "/small.jpg"}, PICTURE]}), "image",
        "https://www.harbour-courier.example/a.jpg", "json-ld",
    ),
    "image, JSON-LD, by reference to nothing: the next claim counts": (
        ld({**ARTICLE, "image": {"@type": "ImageObject", "@id": "https://a.example/#primaryimage"}})
        + "<meta property='og:image' content='http://a.example/b.png'>", "image", "http://a.example/b.png", "opengraph",
    ),
    "image": ("<meta property='og:image' content='http://a.example/b.png'>", "image", "http://a.example/b.png", "opengraph"),
    "tags, a list in a text": (ld(ARTICLE), "tags", ("walls", "harbour"), "json-ld"),
    "tags, one each": (
        "<meta property='article:tag' content='walls'><meta property='article:tag' content='rain, wind'>", "tags",
        ("walls", "rain, wind"), "opengraph",
    ),
    "tags, Chinese": ("<meta name='keywords' content='城墙，倒塌、港口'>", "tags", ("城墙", "倒塌", "港口"), "meta"),
    "type": (ld(BREADCRUMB, ARTICLE), "type", "NewsArticle", "json-ld"),
    "type of goods": (ld({"@type": "http://schema.org/Product", "name": "x"}), "type", "Product", "json-ld"),
    "type, shared": ("<meta property='og:type' content='article'>", "type", "article", "opengraph"),
}  # fmt: skip


@pytest.mark.parametrize(("head", "name", "value", "source"), OTHERS.values(), ids=OTHERS)
def test_others(head, name, value, source):
    assert found(page(head), name) == (value, source)


def test_no_address_is_relative_without_the_page_s():
    assert found(page("<link rel=canonical href='/wall'>"), "canonical_url", url=None) == (None, None)
    html = page("<base href='https://example.com/'><link rel=canonical href='/wall'>")
    assert found(html, "canonical_url", url=None) == ("https://example.com/wall", "link")


@pytest.mark.parametrize(
    ("lang", "language"), [("en_US", "en-US"), ("zh-Hans-CN", "zh-Hans-CN"), ("{{lang}}", None)]
)
def test_language(lang, language):
    assert found(page(lang=lang), "language")[0] == language


HOSTILE = {
    "JSON nested deep": "[" * 100_000,
    "JSON nested deep, closed": "[" * 50_000 + "]" * 50_000,
    "a graph in graphs": '{"@graph": [' * 20_000,
    "a number of many digits": '{"@type": "Article", "author": ' + "9" * 10_000 + "}",
    "half a character": '{"@type": "Article", "author": "\\ud800"}',
    "types that are none": '{"@type": [1, null, {"a": []}], "author": [[["x"]]]}',
    "an author of authors": '{"@type": "Article", "author": {"author": {"@id": "#a"}, "@id": "#a"}}',
    "an image of images": '{"@type": "Article", "image": [[], {}, {"url": {"url": 1}}, null]}',
    "NaN": '{"@type": "Article", "datePublished": NaN, "keywords": {"a": 1}}',
    "a zero byte": '{"@type": "Arti\\u0000cle", "headline": "\\u0000"}',
    "no JSON": "window.data = {}",
    "white space": " \n" * 100_000,
}


@pytest.mark.parametrize("script", HOSTILE.values(), ids=HOSTILE)
def test_hostile_json(script):
    html = page(
        f"<script type='application/ld+json'>{script}</script><meta name='author' content='Ina Holm'>"
    )
    metadata = read_metadata(html, url=URL)
    assert metadata.language == "en"
    json.dumps([getattr(metadata, name) for name in VALUES], ensure_ascii=False).encode()  # UTF-8 holds it


def work(**values):
    """Return a page with the JSON-LD of an article."""
    return page(ld({"@type": "Article", **values}) + "<meta property='og:type' content='article'>")


NONE_TRIED = ["no date"] * MOST_TRIED
MANY = [
    "Ina Holm",
    *(f"Bo Ek {letter * n}" for letter in "abcdefghijklmnopqrstuvwxyz" for n in range(1, 60)),
]

# page, name, value: what is too much is not read, and what fits is
BOUNDS = {
    "a type of 101 characters is none": (work(**{"@type": "x" * 94 + "Article"}), "type", "article"),
    "a type of 100 is one": (work(**{"@type": "x" * 93 + "Article"}), "type", "x" * 93 + "Article"),
    "its vocabulary counts": (work(**{"@type": "/" * 94 + "Article"}), "type", "article"),
    "the eleventh type is not read": (work(**{"@type": ["a"] * 10 + ["Article"]}), "type", "article"),
    "a type with half a character": (
        page('<script type="application/ld+json">{"@type": "a\\ud800Article"}</script>'), "type", "a\ufffdArticle",
    ),
    "an address with half a character": (
        page('<script type="application/ld+json">{"@type": "Article", "image": "http://a/\\ud800"}</script>'),
        "image", "http://a/\ufffd",
    ),
    "an address of 2,001 characters is none": (
        work(image=["http://a/" + "b" * 1_992, "http://a/b"]), "image", "http://a/b",
    ),
    "nor is one in <link>": (page(f"<link rel=canonical href='http://a/{'b' * 1_992}'>"), "canonical_url", None),
    "a date behind as many that are none": (work(datePublished=[*NONE_TRIED, "2025-05-03"]), "date", None),
    "a date behind fewer": (work(datePublished=[*NONE_TRIED[1:], "2025-05-03"]), "date", "2025-05-03"),
    "a thousand authors": (work(author=MANY), "author", "; ".join(MANY[:LIST_TEXTS])),
    "a thousand tags": (
        page("".join(f"<meta property='article:tag' content='{name}'>" for name in MANY)), "tags",
        tuple(MANY[:LIST_TEXTS]),
    ),
    "a language of seven parts is none": (page(lang="en" + "-abc" * 6), "language", None),
    "an author of thousands of references": (
        page(ld({"@id": "#a", "name": "Ina Holm"}) + ld({**ARTICLE, "author": [{"@id": "#a"}] * 5_000})),
        "author", "Ina Holm",
    ),
    "an author behind too long a list": (
        work(author=["x" * 1_999] * 25 + ["Ina Holm"], headline="The old wall"), "author", "Ina Holm",
    ),
    "an author behind a longer list": (work(author=["x" * 1_999] * 26 + ["Ina Holm"]), "author", None),
    "too many values": (page(ld({"@type": "Article", "x": [0] * 50_000}) + ld(ARTICLE)), "type", "NewsArticle"),
    "as many values in two scripts": (
        page(ld({"x": [0] * 30_000}) + ld({"x": [0] * 30_000, "@type": "Recipe"}) + ld(ARTICLE)), "type", "NewsArticle",
    ),
    "too many characters": (page(ld({"@type": "Recipe", "x": "x" * 1_000_000}) + ld(ARTICLE)), "type", "NewsArticle"),
    "a work behind too many nodes": (page(ld(*[BREADCRUMB] * 250, ARTICLE)), "type", None),
    "a work behind fewer": (page(ld(*[BREADCRUMB] * 249, ARTICLE)), "type", "NewsArticle"),
    "a class of many words": (
        page("", f"{H1}<div class='{'x ' * 500}author'>Ina Holm</div>"), "author", None,
    ),
    "an author before the title, above a text without an element": (
        page("", f"<p class=author>Bo Ek</p><p>{'It fell. ' * 20}</p>{H1}It was old."), "author", None,
    ),
    "a property with many names": (
        page("", FORUM.replace('"author"', f'"{"author " * 400}"')), "author", "ina_h",
    ),
    "a property with texts in thousands": (
        page("", FORUM.replace("ina_h", "<b>a</b> " * 3_000)), "author", None,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "name", "value"), BOUNDS.values(), ids=BOUNDS)
def test_bounds(html, name, value):
    assert found(html, name)[0] == value


STRANGE = {
    "nothing": b"",
    "no mark-up": b"It rains.",
    "no HTML": b"%PDF-1.4\n" + bytes(range(256)),
    "a long <meta>": b"<title>x y</title><meta property='og:title' content='" + b"x " * 500_000,
    "a URL that is none": b"<link rel=canonical href='http://[::'><base href='http://['><h1>A</h1>",
    "comments and instructions": b"<!-- x --><?php y ?><h1><!-- z -->A</h1><?a b?>",
    "a text of a million characters": b"<h1>A</h1><p>" + b"9999 " * 200_000,
}


@pytest.mark.parametrize("html", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize("url", [None, "", "http://[", "mailto:x", "https://example.com"])
def test_strange_pages(html, url):
    read_metadata(html, url=url)


PIECES = st.sampled_from([
    H1, FORUM, ld(ARTICLE), ld(GRAPH), ld(BREADCRUMB), "<time datetime='2025-13-99'>x</time>", "<p>By", "<div class=author>",
    "<span itemprop='author' itemscope>", "</div>", "<base href='//['>", "<meta itemprop=author content=x>", "3 May 2025",
    "<svg><title>x</title></svg>", "<h2>", "<a href=x>", "作者：", "<table><tr><td>", "\x00", "&#0;", "<template>", "<p>",
])  # fmt: skip


@given(st.lists(PIECES, max_size=12))
def test_any_order_of_pieces(pieces):
    html = "<title>The old wall - Courier</title>" + "".join(pieces)
    read_metadata(html, url=URL)
    whole = page_of(html, url=URL)
    assert metadata_of(page_of(whole.root, url=URL)) == metadata_of(whole)  # with and without the bytes


def test_in_a_crawl():
    html = {"Content-Type": "text/html"}
    pages = {
        "/wall": (html, page(ld(ARTICLE), f"{H1}<p>It is what it was, and it fell.</p>").encode()),
        "/data": (html, b"%PDF-1.4\n" + bytes(range(256)) * 9),
    }
    fields = {"metadata": "metadata", "author": "by", "date": "day", "tags": "tags"}
    with serving(pages) as url:
        crawled = crawl(url, [*pages], "Items", CONTENT_EXTRACT_FIELDS=fields)["pages"]
        by_default = crawl(url, ["/wall"], "Items")["pages"]["/wall"]
    assert by_default.keys() == {"path", "text", "blocks", "link_density"}
    wall, data = crawled["/wall"], crawled["/data"]
    assert (wall["by"], wall["day"]) == ("Ina Holm", "2025-05-03T08:00:00+02:00")
    assert wall["tags"] == ["walls", "harbour"]
    assert wall["metadata"].keys() == {*VALUES, "sources"}
    assert wall["metadata"]["type"] == "NewsArticle"
    assert wall["metadata"]["sources"]["author"] == "json-ld"
    assert wall["link_density"]["status"] == "ok"
    assert data["link_density"]["status"] == "not_html"  # no page, and still an item
    assert data["by"] is None
    assert data["metadata"]["sources"] == {}
