"""Queries and forms go out in the encoding of their page: crawls of a local server, and a browser's requests."""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from urllib.parse import unquote_to_bytes

import pytest
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

from scrapy_content_extract.content.encoding.addresses import has_queries, with_form, with_queries, with_query
from scrapy_content_extract.content.encoding.decode import decode
from scrapy_content_extract.content.encoding.fold import normalize
from scrapy_content_extract.content.model import Decoded
from scrapy_content_extract.crawl.encoding import decode_and_normalize
from tests.content.encoding.test_fold import random_pages
from tests.helpers.browser import chromium
from tests.helpers.folders import ROOT
from tests.helpers.processes import run_code
from tests.helpers.python_side import in_python
from tests.helpers.rows import rows
from tests.helpers.server import serving

#: reason: (address, what it becomes on a page in windows-1252)
QUERIES = {
    "only the query is in the encoding of the page": ("/é/?é=é#é", "/é/?%E9=%E9#é"),
    "without a path": ("?é", "?%E9"),
    "what the encoding lacks is a reference": ("?q=я", "?q=%26%231103%3B"),
    "references to characters": ("?q=&eacute;&#233;&#xE9&amp;a=1", "?q=%E9%E9%E9&amp;a=1"),
    "the numbers of ASCII stay": ("?q=&#38;&#039;&#x26;&#127;&#0128;", "?q=&#38;&#039;&#x26;&#127;%80"),
    "numbers without a semicolon": ("?q=&#233&#xe9g", "?q=%E9%E9g"),
    "names of parameters are not references": ("?q=1&copy=2&eacutex", "?q=1&copy=2&eacutex"),
    "a name that there is not": ("?q=&nosuch;é", "?q=&nosuch;%E9"),
    "what is encoded stays": ("?q=%C3%A9%20é", "?q=%C3%A9%20%E9"),
    "no query": ("/é", "/é"),
    "a question mark in the fragment": ("/#?é", "/#?é"),
    "another scheme": (" mailto:a@b?subject=é", " mailto:a@b?subject=é"),
    "a program": ("javascript:f('?é')", "javascript:f('?é')"),
    "a website": ("HTTPS://example.com?é", "HTTPS://example.com?%E9"),
    "a refresh": ("0; url='/a?é'", "0; url='/a?%E9'"),
}


@pytest.mark.parametrize(("address", "expected"), QUERIES.values(), ids=QUERIES)
def test_query(address, expected):
    assert with_query(address, "cp1252") == expected
    assert with_query(expected, "cp1252") == expected


def test_bytes_that_are_also_signs():
    """The second byte may be that of a sign; ISO-2022-JP has "&" in its characters."""
    assert with_query("?表", "cp932") == "?%95\\"
    assert with_query("?か", "iso2022_jp") == "?%1B$B$+%1B(B"
    assert with_query("?ク", "iso2022_jp") == "?%1B$B%/%1B(B"
    assert with_query("?Α", "iso2022_jp") == "?%1B$B&amp;!%1B(B"


#: reason: (page, whether it is looked at more closely)
CLOSER = {
    "a query with a letter": ("<a href='?é'>", True),
    "a query with a reference": ("<a href='?a=1&amp;b=&eacute;'>", True),
    "behind an apostrophe": ('<a href="?a=\'é">', True),
    "behind a blank": ("<a href='?a b é'>", True),
    "a text": ("<p>é? é</p> ?é", False),
    "a reference to ASCII": ("<a href='?a=1&#038;b=&#x27;&quot;é'>", True),
    "references to ASCII": ("<a href='?a=1&#038;b=&#x27;&quot;'>é", False),
    "behind another query": ("<a href='?a' b='?é'>", True),
    "another attribute": ("<a href='?a=1&amp;b=2&c=3' title='é'>", False),
    "a query in ASCII": ("<a href='?a=%E9'>é", False),
}


@pytest.mark.parametrize(("page", "is_closer"), CLOSER.values(), ids=CLOSER)
def test_pages_without_such_queries_cost_one_look(page, is_closer):
    assert has_queries(page.encode()) is is_closer


#: reason: (page, what it becomes on a page in windows-1252)
PAGES = {
    "attributes with an address": (
        "<A HREF='?é'><img src=?é><form action=\"?é\">", "<A HREF='?%E9'><img src=?%E9><form action=\"?%E9\">",
    ),
    "no others": ("<a href='' title='?é' data-a='?é'>?é", "<a href='' title='?é' data-a='?é'>?é"),
    "a refresh, not a description": (
        "<meta http-equiv=refresh content='1;?é'><meta content='?é'>",
        "<meta http-equiv=refresh content='1;?%E9'><meta content='?é'>",
    ),
    "no scripts and comments": ("<script>'<a href=?é>'</script><!--<a href=?é>-->",) * 2,
}  # fmt: skip


@pytest.mark.parametrize(("page", "expected"), PAGES.values(), ids=PAGES)
def test_pages(page, expected):
    assert with_queries(page, "cp1252") == expected
    assert normalize(b"", Decoded(page, "cp1252", "header")).decode() == expected
    for encoding in ("utf-8", "utf-16-le", "hz"):
        assert normalize(page.encode(), Decoded(page, encoding, "header")).decode() == page


@pytest.mark.usefixtures("compiled")
def test_equal_pages():
    for text, _ in random_pages():

        def found(text=text):
            return normalize(b"", Decoded(text, "cp1251", "header"))

        assert found() == in_python(found), text


#: reason: (data of a form in UTF-8, what becomes of them in windows-1251)
FORMS = {
    "letters": ("%D1%8F=%D1%8F+a&b=", "%FF=%FF+a&b="),
    "what the encoding lacks": ("q=%C3%A9", "q=%26%23233%3B"),
    "ASCII as it is written": ("a=*~&&=", "a=*~&&="),
    "what is not in UTF-8": ("q=%FF", "q=%FF"),
}


@pytest.mark.parametrize(("data", "expected"), FORMS.values(), ids=FORMS)
def test_form(data, expected):
    assert with_form(data, "cp1251") == expected


# --- a crawl, and a browser ---

TEXT = "я日éソ"
#: charset: (a text in it, TEXT as Chromium 156 sends it)
CHARSETS = {
    "windows-1251": ("Это страница о книгах и словах.", "%FF%26%2326085%3B%26%23233%3B%26%2312477%3B"),
    "gbk": ("这座图书馆是在上个世纪建成的。", "%A7%F1%C8%D5%A8%A6%A5%BD"),
    "euc-jp": ("この図書館は前の世紀に建てられました。", "%A7%F1%C6%FC%26%23233%3B%A5%BD"),
    "shift_jis": ("この図書館は前の世紀に建てられました。", "%84%91%93%FA%26%23233%3B%83%5C"),
    "iso-8859-1": ("Une page où l’on lit à présent.", "%26%231103%3B%26%2326085%3B%E9%26%2312477%3B"),
    "utf-8": ("Одна страница.", "%D1%8F%E6%97%A5%C3%A9%E3%82%BD"),
}
UTF8 = CHARSETS["utf-8"][1]
FORM = f"<input name=q value='{TEXT}'><input name=r value=1></form>"
PAGE = f"""<html><body><p>{{text}}</p>
<a href="/link/{TEXT}?q={TEXT}#{TEXT}">a</a><a href="?relative={TEXT}&amp;x=1">b</a>
<form action="/get/?old={TEXT}">{FORM}<form method=post action="/post/?old={TEXT}">{FORM}
<form action="/accepts/" accept-charset="none windows-1251">{FORM}</body></html>"""
REFRESH = f'<meta http-equiv=refresh content="0; url=/refreshed/?q={TEXT}"><p>{{text}}</p>'


def encoded(page, charset):
    encoding = {"iso-8859-1": "cp1252"}.get(charset, charset)
    page = page.format(text=CHARSETS[charset][0]).encode(encoding, "xmlcharrefreplace")
    return {"Content-Type": f"text/html; charset={charset}"}, page


def wanted(charset):
    """What a browser asks for: the path in UTF-8, queries and forms in the encoding of the page."""
    text, accepted = CHARSETS[charset][1], CHARSETS["windows-1251"][1]
    return {
        readable(*request)
        for request in (
            (f"/link/{UTF8}?q={text}", ""),
            (f"/{charset}?relative={text}&x=1", ""),
            (f"/get/?q={text}&r=1", ""),
            (f"/post/?old={text}", f"q={text}&r=1"),
            (f"/accepts/?q={accepted}&r=1", ""),
            (f"/refreshed/?q={text}", ""),
        )
    }


def readable(path, body=""):
    """A request, whichever of its bytes are percent-encoded."""
    path, _, query = path.partition("?")
    return unquote_to_bytes(path), *(
        tuple(unquote_to_bytes(part.replace("+", " ")) for part in data.split("&")) for data in (query, body)
    )


def requests(asked):
    starts = {readable(path) for charset in CHARSETS for path in (f"/{charset}", f"/refresh/{charset}")}
    return {readable(path, body.decode()) for path, body in asked if "favicon" not in path} - starts


@contextmanager
def site(charset):
    """Yield the addresses of the pages of a charset, and what is asked for there."""
    pages, asked = (
        {f"/{charset}": encoded(PAGE, charset), f"/refresh/{charset}": encoded(REFRESH, charset)},
        [],
    )
    with serving(pages, asked) as url:
        yield [url + path for path in pages], asked


def test_a_spider_asks_as_a_browser_does():
    with ExitStack() as sites:
        found = {charset: sites.enter_context(site(charset)) for charset in CHARSETS}
        urls = [url for pages, _ in found.values() for url in pages]
        run = run_code("from tests.helpers.address_crawls import main; main()", json.dumps(urls))
    assert "Traceback" not in run.stderr, run.stderr
    assert {name: requests(asked) for name, (_, asked) in found.items()} == {
        name: wanted(name) for name in CHARSETS
    }


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.mark.parametrize("charset", rows(CHARSETS.keys(), fast=["gbk", "utf-8"]))
def test_what_a_browser_asks_for(browser, charset):
    page = browser.new_page()
    with site(charset) as ((url, refreshing), asked):
        for action in (
            *(f"document.links[{n}].click()" for n in range(2)),
            *(f"document.forms[{n}].submit()" for n in range(3)),
        ):
            page.goto(url)
            with page.expect_navigation():
                page.evaluate(action)
        page.goto(refreshing)
        page.wait_for_url("**/refreshed/**")
        page.close()
    assert requests(asked) == wanted(charset)


# --- the links of real pages ---


def links_of(response):
    """Return all that a spider would ask a server for; fragments are not sent."""
    extracted = [link.url for link in LinkExtractor(unique=False).extract_links(response)]
    urls = [*(followed(response, link) for link in response.css("a[href]")), *extracted]
    return [url.partition("#")[0] for url in urls if url.startswith("http")]


def followed(response, link):
    try:
        return response.follow(link).url
    except ValueError:  # an address that Scrapy cannot request
        return ""


@pytest.mark.parametrize("charset", ["utf-8", "windows-1251"])
def test_links_of_saved_pages(charset):
    headers = {"Content-Type": f"text/html; charset={charset}"}
    for path in sorted((ROOT / "tests/pages").rglob("*.html"))[::6]:
        body = decode(path.read_bytes()).text.encode(charset, "ignore")
        response = HtmlResponse("https://example.com/a/b?c=d", body=body, headers=headers)
        _, normal, _ = decode_and_normalize(response, headers["Content-Type"], None, {})
        assert links_of(normal) == links_of(response), path
