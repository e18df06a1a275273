"""Script-rendered pages whose text is in a script, as data: the last step of auto, and of nothing else."""

import json

import pytest
from lxml.html import fromstring

from scrapy_content_extract import extract, read_metadata, segment
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.auto.jsonld import with_article
from scrapy_content_extract.content.auto.memory import Sites
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse

LINES = [
    "The last tram crossed the old bridge in 1967, with forty people and a goat on board, and nobody paid.",
    "On Monday the next one will, and this time the goat has to buy a ticket, said the man at the counter.",
    "The rails were found under four layers of asphalt, straight as on the day they were laid, in the rain.",
]
ARTICLE = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Tram"}
SHELL = (
    "<html><head><title>Tram</title><script type='application/ld+json'>{}</script></head><body>"
    "<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
    "<script src=a.js></script></body></html>"
)
FULL = SHELL.replace(
    "<div id=root></div>", "<h1>Tram</h1>" + "<p>The ferry was sold to a man who is afraid of water.</p>" * 12
)


def shell(*nodes, page=SHELL):
    return page.format(json.dumps(nodes[0] if len(nodes) == 1 else nodes).replace("</", r"<\/"))


def with_body(body, kind="NewsArticle"):
    return {**ARTICLE, "@type": kind, "articleBody": body}


#: Pages, and the lines of their text.
PAGES = {
    "a shell": (shell(with_body("\n\n".join(LINES))), LINES),
    "a blog": (shell(with_body("\n".join(LINES), ["BlogPosting"])), LINES),
    "in a graph": (shell({"@graph": [{"@type": "WebSite"}, with_body("\n".join(LINES))]}), LINES),
    "with mark-up": (shell(with_body("".join(f"<p>{line}</p>" for line in LINES))), LINES),
    "with references": (shell(with_body("".join(f"&lt;p&gt;{line}&lt;/p&gt;" for line in LINES))), LINES),
    "twice the same": (shell(with_body("\n".join(LINES)), with_body("\n".join(LINES))), LINES),
    "two articles are a list": (shell(with_body("\n".join(LINES)), with_body("\n".join(LINES[::-1]))), []),
    "a product": (shell(with_body("\n".join(LINES), "Product")), []),
    "a text of a line": (shell(with_body(LINES[0])), []),
    "no text": (shell(with_body({"a": 1})), []),
    "not JSON": (SHELL.format('{"articleBody": "' + LINES[0] * 9), []),
    "a script": (shell(with_body("<script>alert(1)</script>" + "".join(f"<p>{line}</p>" for line in LINES))), LINES),
}  # fmt: skip


@pytest.mark.parametrize("given", [str, str.encode, fromstring], ids=["text", "bytes", "tree"])
@pytest.mark.parametrize(("html", "lines"), PAGES.values(), ids=PAGES)
def test_what_fills_a_page(html, lines, given):
    page = page_of(given(html))
    choice = Auto().extract(page)
    assert choice.page.text_source == ("json-ld" if lines else None)
    assert [line for line in choice.text.split("\n") if line not in ("", "Tram")] == lines


def script(data, kind="application/json"):
    return f"<script type={kind}>{json.dumps(data)}</script>".replace("</p", r"<\/p")


def stream(*rows):
    """React's stream in two pieces, the second of which begins within a row."""
    whole = "".join(rows)
    pieces = json.dumps([1, whole[:90]]), json.dumps([1, whole[90:]])
    return "".join(
        f"<script>self.__next_f.push({piece})</script>".replace("<p", r"\u003cp") for piece in pieces
    )


def element(tag, *held, **others):
    return ["$", tag, None, {"className": "a b", "children": [*held], **others}]


BODY = "".join(f"<p>{line}</p>" for line in LINES)
ROWS = [json.dumps(element("p", line[:9], element("em", line[9:20]), line[20:])) for line in LINES]
LOGIN = "<title>Log in</title><h1>Log in</h1><form><input type=password><button>Log in</button></form>"
#: What the scripts of a shell have, and what shows, and whether it has the lines of the text.
DATA = {
    "mark-up": (script({"props": {"title": "Tram", "post": {"body": BODY}}}), "", True),
    "a text with line breaks": (script({"body": "\n\n".join(LINES)}), "", True),
    "texts under one name": (script({"parts": [{"text": line, "id": n} for n, line in enumerate(LINES)]}), "", True),
    "most under one name": (script({"bio": LINES[0], "notice": LINES[1][:70], "body": BODY}), "", True),
    "a title and a notice are no text": (script({"body": BODY}), "<h1>Tram</h1><p>Loading the story", True),
    "elements": (stream('1:HL["/a.css"]\n', *(f"{n}:{row}\n" for n, row in enumerate(ROWS, 2))), "", True),
    "a text in the stream": (stream(f'3:I["x"]\n4:T{len(BODY):x},', BODY, '5:["$","i",null,{"html":"$4"}]\n'), "", True),
    "labels": (script({f"key{n}": f"Sign up for letter {n}" for n in range(50)}), "", False),
    "a program": (script({"code": "if (a[0] < b) { c('x = %d;', d[1]); }\n" * 20}), "", False),
    "another type": (script({"body": BODY}, "text/x-template"), "", False),
    "not JSON": ("<script type=application/json>{'body': 1" + BODY.replace("</", "<") + "</script>", "", False),
    "a deep one": ("<script type=application/json>" + "[" * 50_000 + "</script>", "", False),
    "a broken stream": ("<script>self.__next_f.push([1,null])</script>" + stream("4:Tffffffff,", "a" * 100), "", False),
    "the texts of a login": (script({"terms": BODY}), LOGIN, False),
}  # fmt: skip


@pytest.mark.parametrize("given", [str, str.encode, fromstring], ids=["text", "bytes", "tree"])
@pytest.mark.parametrize(("data", "shown", "is_text"), DATA.values(), ids=DATA)
def test_data_in_scripts(data, shown, is_text, given):
    html = f"<html><head><title>Tram</title></head><body><div id=root>{shown}</div>{data}</body></html>"
    choice = Auto().extract(page_of(given(html)))
    assert choice.page.text_source == ("json" if is_text else None)
    assert [line for line in choice.text.split("\n") if line in LINES] == LINES * is_text


def test_a_page_with_a_text_keeps_it():
    page = page_of(shell(with_body("\n".join(LINES)), page=FULL))
    assert Auto().extract(page).page is page
    assert "ferry" in extract(shell(with_body("\n".join(LINES)), page=FULL)).text


@pytest.mark.parametrize("name", [name for name in EXTRACTORS if name != "auto"])
def test_published_methods_see_what_elements_hold(name):
    assert LINES[0] not in extract(shell(with_body("\n".join(LINES))), extractor=name).text


@pytest.mark.parametrize("name", ["gapdepth", "flat", "btls"])
def test_segmenters_see_what_elements_hold(name):
    blocks = segment(shell(with_body("\n".join(LINES))), segmenter=name).blocks
    assert not any(LINES[0] in block.text for block in blocks)


def test_metadata_says_who_wrote_the_article_but_not_what_it_says():
    page = shell({**with_body("By Nobody At All, 3 May 1999. " + " ".join(LINES)), "author": "Ina Holm"})
    found = read_metadata(page)
    assert (found.author, found.date) == ("Ina Holm", None)


def test_an_error_is_no_article():
    assert extract(shell(with_body("\n".join(LINES))), http_status=404).text == ""


def test_the_diagnostics_say_where_it_comes_from():
    html = shell(with_body("\n".join(LINES))).encode()
    result = analyse(Task(Utf8(html), Auto(), wanted=Wanted(("html",))))
    assert (result.status, result.diagnostics["text_source"]) == ("ok", "json-ld")
    assert result.diagnostics["no_content"] is None
    assert result.html.count("<p>") == len(LINES)
    other = analyse(Task(Utf8(FULL.format("").encode()), Auto()))
    assert (other.status, other.diagnostics["text_source"]) == ("ok", None)


@pytest.mark.parametrize("depth", [50_000])
def test_a_deep_or_long_script_costs_no_page(depth):
    html = SHELL.format('{"articleBody": ' + "[" * depth)
    assert extract(html).text == ""
    assert extract(shell(with_body("a " * 1_000_000))).text == ""


def test_a_memory_of_sites_learns_a_page_once():
    loading = SHELL.replace("<div id=root>", "<p>Loading</p><div id=root>")
    page = page_of(shell(with_body("\n\n".join(LINES)), page=loading), url="http://site.example/tram")
    sites, whole = Sites(), Sites()
    method = Auto(sites=sites)
    method.learn(page)
    method.extract(page)
    Auto(sites=whole).learn(with_article(page, "\n\n".join(LINES)))
    assert list(sites.remembered()) == list(whole.remembered())
    assert [len(pages) for _, pages in sites.remembered()] == [1]


def test_a_memory_of_sites_learns_the_article():
    sites = Sites()
    for n in range(3):
        found = extract(
            shell(with_body(f"{'abc'[n]}. " + "\n".join(LINES))), url=f"http://h.example/{n}", sites=sites
        )
        assert found.site_pages == n
