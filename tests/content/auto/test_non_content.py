"""Non-content pages: which pages are taken for one, and what users see of it."""

import json
import re
from pathlib import Path

import lxml.html
import pytest
from parsel import Selector
from scrapy.http import HtmlResponse

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto import non_content
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.non_content import NO_CONTENT, evidence_of, plain
from scrapy_content_extract.engines.rows import Rows
from scrapy_content_extract.report.crawl import Crawl
from scrapy_content_extract.report.summary import summary
from tests.helpers.no_content_pages import FOUND, HELD_BACK, SERVERS, page, site
from tests.helpers.python_side import in_python
from tests.helpers.running import run_here, run_spider
from tests.helpers.server import serving

#: Held-back pages that come out wrong.
MISSED = {
    "page of a framework centred": "title and heading speak of it in long sentences, and nothing else does",
    "Russian forum": "the title is the word information; only a sentence speaks of it",
    "proof of work": "only the title and the heading speak of it, and the reason given is long",
    "log in to continue": "no title or heading is little but a phrase, and only one mark is there",
    "Chinese forum no permission": "the title of such pages names errors as well; it is taken for one",
    # of SERVERS, with text
    "Anubis": "the reason given is long, and no phrase is there",
    "not in your country": "no phrase speaks of laws",
    "GitHub Pages": "its help on the error is longer than the error",
    "WordPress maintenance": "only a title and a heading speak of it",
    "vBulletin": "no title or heading names it",
    "Apache unauthorized": "the status alone speaks of a login",
    # of SERVERS, without text, but of no kind or another
    "Aliyun block": "its number is that of an error",
    "Imperva": "its only text stands in a frame",
    "Wordfence": "503 is an error as well",
    "GitHub": "the name of the site is half of the title",
    "MediaWiki login required": "the name of the site is half of the title",
    "WordPress": "the name of the program is the heading",
    "basic auth": "the status alone speaks of a login",
    "Flutter": "the body is empty",
    "Nuxt loading": "what scripts fill is not empty",
}

#: Titles that are headings, too, of pages with a short text of which no word speaks of a page.
TITLES = {
    "a phrase in a word": "Design in Italy",
    "a number that is not an error": "Peugeot 404",
    "a phrase, and nothing else": "Not found",
}


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_a_title_alone_costs_no_text(title):
    text = "It was made in Turin for fifteen years, and for another ten in Argentina, where many still run."
    found = extract(f"<title>{title}</title><h1>{title}</h1><p>{text}")
    assert (found.no_content, found.text.split("\n")[-1]) == (None, text)


def test_an_anchor_makes_no_shell():
    found = extract("<div id=top></div><p>Opening hours are from nine to five.</p><script>x()</script>")
    assert found.text == "Opening hours are from nine to five."


def test_a_status_is_a_number():
    with pytest.raises(ValueError, match=r"http_status is '404'; it is a number, such as 404, or None"):
        extract("<p>It rains.", http_status="404")


#: A page with one sign, and what the sign is.  None is enough.
ARTICLE = "<p>The weir was mended with sacks of clay, as it had been in the days of the ferry.</p>"
ONE_SIGN = {
    "the HTTP status": (404, site("The weir", f"<h1>The weir</h1>{ARTICLE}")),
    "the title": (None, site("Page not found", f"<h1>The weir</h1>{ARTICLE}")),
    "the heading": (None, site("The weir", f"<h1>Page not found</h1>{ARTICLE}")),
    "a sentence": (
        None,
        site("The weir", f"<h1>The weir</h1>{ARTICLE}<p>The plug was not found.</p>"),
    ),
    "a password field": (
        None,
        page("The weir", f"<form><input type=password></form><h1>The weir</h1>{ARTICLE}"),
    ),
    "noindex": (
        None,
        page("The weir", f"<h1>The weir</h1>{ARTICLE}", '<meta name="robots" content="noindex">'),
    ),
    "a captcha": (None, page("The weir", f"<h1>The weir</h1>{ARTICLE}<div class=captcha></div>")),
    "a notice in noscript": (
        None,
        page("The weir", f"<noscript>Enable JavaScript.</noscript>{ARTICLE}<script></script>"),
    ),
    "no script on a page of a few words about JavaScript": (
        None,
        page("JavaScript", "<a href=/>Go on</a>"),
    ),
    "a button to accept, in a box of its own": (
        None,
        page(
            "The weir",
            f"<h1>The weir</h1>{ARTICLE * 2}<div><p>We use cookies.</p><button>Accept</button></div>",
        ),
    ),
}


def evidence_in(html, status):
    """Return the evidence in a page; all prose is chosen, so that no model has a say."""
    measured = page_of(html, http_status=status)
    facts = facts_of(measured)
    return evidence_of(measured, bytearray(list(facts.prose)), facts)


def rows(pages):
    """Return the pages as parameters; those in MISSED are expected to fail."""
    return [
        pytest.param(
            *row,
            id=name,
            marks=pytest.mark.xfail(reason=MISSED[name], strict=True) if name in MISSED else (),
        )
        for name, row in pages.items()
    ]


@pytest.mark.parametrize(("kind", "status", "html"), [*rows(FOUND), *rows(HELD_BACK)])
def test_kinds(kind, status, html):
    found = evidence_in(html, status)
    assert (found.kind if found else "") == kind


@pytest.mark.parametrize(("kind", "status", "html"), rows(SERVERS))
def test_what_servers_and_applications_write(kind, status, html):
    found = extract(html, http_status=status)
    assert (found.no_content or "", bool(found.text)) == (kind, not kind)


@pytest.mark.parametrize(("status", "html"), ONE_SIGN.values(), ids=ONE_SIGN)
def test_one_sign_is_not_enough(status, html):
    assert evidence_in(html, status) is None


def test_both_halves_have_all_kinds():
    for half in (FOUND, HELD_BACK):
        assert {kind for kind, _, _ in half.values()} == {"", *NO_CONTENT} - {"redirect"}
        assert sum(not kind for kind, _, _ in half.values()) >= 12
    assert not FOUND.keys() & HELD_BACK.keys()


#: a page, and whether it is a redirect: by https://html.spec.whatwg.org/#attr-meta-http-equiv-refresh, or by
#: an assignment to a location (https://html.spec.whatwg.org/#the-location-interface)
REDIRECTS = {
    "meta refresh": ('<meta http-equiv="refresh" content="0; url=/new">', True),
    "meta refresh, other order, quotes and case": ("<META content='5;URL=\"/new\"' HTTP-EQUIV=Refresh>", True),
    "meta refresh without url=": ('<meta http-equiv="refresh" content="0;/new">', True),
    "a page that reads itself again": ('<meta http-equiv="refresh" content="300">', False),
    "a script": ('<script>location.replace("/new")</script>', True),
    "a script that sets the address": ("<SCRIPT>\nwindow.location.href = '/new';</SCRIPT>", True),
    "with a link for browsers without scripts": (
        "<script>top.location='/new'</script><a href=/new>Go on</a>", True),
    "a script that compares": ('<script>if (location.href == "/new") x()</script>', False),
    "an assignment beside a script": ("<script src=/x></script><b>location = 3</b>", False),
    "a button": ("<button onclick=\"location.href='/new'\">Go on</button>", False),
    "more than 300 characters": (f"<script>location = '/new'</script><a href=/new>{'Go on' * 99}</a>", False),
}  # fmt: skip


@pytest.mark.parametrize(("html", "is_redirect"), REDIRECTS.values(), ids=REDIRECTS)
def test_redirects(html, is_redirect):
    found = extract(html)
    assert (found.text, found.no_content) == ("", "redirect" if is_redirect else None)


def test_a_redirect_costs_no_text():
    found = extract(f'{ARTICLE}<script>location = "/new"</script>')
    assert (found.no_content, found.text.startswith("The weir was mended")) == (None, True)


def test_much_text_is_content_whatever_is_said_about_it():
    """More text than is looked at: 20 times 80 characters that are not white space."""
    html = site("404 Not Found", f"<h1>404 Not Found</h1>{ARTICLE * 20}")
    assert evidence_in(html, None) is None
    assert evidence_in(html.replace(ARTICLE * 19, ""), 404).kind == "error"


def test_backends_agree(compiled):
    for name, (_, status, html) in FOUND.items():
        assert evidence_in(html, status) == in_python(evidence_in, html, status), name


# ---- the table of phrases


def test_phrases_are_as_texts_are_compared():
    rows = Path(non_content.__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    seen = set()
    for row in rows[1:]:
        kind, language, of_language = row.split("\t")
        assert kind in {*NO_CONTENT, "accept"}
        assert re.fullmatch(r"[a-z]{2}|\*", language)
        for phrase in of_language.split("|"):
            assert phrase == plain(phrase)
            assert len(phrase) > 1
            assert (kind, language, phrase) not in seen
            seen.add((kind, language, phrase))


# ---- what users see


BARE = FOUND["bare server error"].html
CHALLENGE = FOUND["just a moment"].html


GIVEN = {
    "bytes": CHALLENGE.encode(),
    "text": CHALLENGE,
    "a tree": lxml.html.document_fromstring(CHALLENGE),
    "a selector": Selector(CHALLENGE),
    "a response": HtmlResponse("http://a.example/", body=CHALLENGE.encode()),
}


@pytest.mark.parametrize("given", GIVEN.values(), ids=GIVEN)
def test_however_a_page_is_given(given):
    found = extract(given)
    assert (found.text, found.no_content) == ("", "challenge")
    assert found.confidence > 2 / 3


def test_the_status_of_a_response_counts():
    """The forbidden page has a sentence that speaks; with the status, too, it is one without content."""
    html = "<title>Shed</title><p>Access denied, ask the warden for a key.</p>"
    assert extract(html).no_content is None
    for status, kind in ((200, None), (403, "challenge")):
        response = HtmlResponse("http://a.example/", status=status, body=html.encode())
        assert extract(response).no_content == extract(html, http_status=status).no_content == kind
        assert Rows().of_page(html.encode(), http_status=status)["reason"] == (kind and NO_CONTENT[kind])


def test_published_methods_do_not_judge():
    assert extract(CHALLENGE, extractor="cevc").no_content is None


def test_the_command_says_what_a_page_is(tmp_path):
    (tmp_path / "page.html").write_text(CHALLENGE, "utf-8")
    done = run_here("page.html", cwd=tmp_path)
    assert done.stdout == ""
    assert "page.html: empty (a check for robots)" in done.stderr
    done = run_here("page.html", "--format", "jsonl", "--fields", "status,reason,no_content", cwd=tmp_path)
    assert json.loads(done.stdout) == {
        "status": "empty",
        "reason": "a check for robots",
        "no_content": "challenge",
    }


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    """The items of a crawl by name, and its log."""
    folder = tmp_path_factory.mktemp("crawl")
    names = ("bare server error", "just a moment", "status 404 and a real text", "policy on cookies")
    pages = {}
    for name in names:
        _, status, html = FOUND[name]
        headers = {"Content-Type": "text/html; charset=utf-8", "Status": str(status)}
        pages[f"/{name.replace(' ', '-')}"] = (headers, html.encode())
    with serving(pages) as url:
        urls = ",".join(url + path for path in pages)
        fields = """-sCONTENT_EXTRACT_FIELDS={"no_content": "no_content", "status": "status"}"""
        done = run_spider("urls_spider", "-a", f"urls={urls}", "-O", "items.jsonl", fields, cwd=folder)
    lines = (folder / "items.jsonl").read_text("utf-8").splitlines()
    return {item["name"].replace("-", " "): item for item in map(json.loads, lines)}, done.stderr


def test_items(crawl):
    items, _ = crawl
    assert {name: (item["status"], item["no_content"]) for name, item in items.items()} == {
        "bare server error": ("empty", "error"),
        "just a moment": ("empty", "challenge"),
        "status 404 and a real text": ("ok", None),
        "policy on cookies": ("ok", None),
    }
    assert items["just a moment"]["text"] == ""
    assert items["status 404 and a real text"]["link_density"]["no_content"] is None


def test_stats(crawl):
    _, log = crawl
    counted = dict(re.findall(r"'content_extract/(no_content/\w+|status/\w+)': (\d+)", log))
    assert counted == {
        "no_content/error": "1",
        "no_content/challenge": "1",
        "status/empty": "2",
        "status/ok": "2",
    }


def test_the_report_of_a_crawl(crawl):
    counted = Crawl()
    counted.read(json.dumps(item).encode() for item in crawl[0].values())
    shown = lxml.html.fromstring(summary(counted, {}))
    text = " ".join(shown.text_content().split())
    reasons = re.search(r"2 items without text: (.*?\)), (.*?\))Without text", text)
    assert reasons, text
    assert sorted(reasons.groups()) == ["a check for robots (1)", "an error page (1)"]
