"""What goes into a report; what a browser makes of it is in test_in_browser.py."""

from __future__ import annotations

import gzip
import importlib.util
import json
import random
import re
import zlib
from base64 import b64decode
from collections import Counter
from functools import partial
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from scrapy_content_extract.commands.report import pages_of, view_of_input
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, page_of
from scrapy_content_extract.content.auto.auto import Auto, facts_of
from scrapy_content_extract.content.auto.features import FEATURES, NUMBER, describe
from scrapy_content_extract.content.auto.memory import REPEATED, WARM, OneSite
from scrapy_content_extract.content.markup import CODES
from scrapy_content_extract.content.methods.cetr import CETR
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.methods.scf import SCF
from scrapy_content_extract.content.page.page import Page
from scrapy_content_extract.corpus.lines import corpus_line
from scrapy_content_extract.engines.pages import Input, Recipe, page_bytes
from scrapy_content_extract.report import crawl as crawls
from scrapy_content_extract.report import why
from scrapy_content_extract.report.changes import HAPPENED
from scrapy_content_extract.report.crawl import MEASURES, Crawl, Frequent, Histogram, Least, Sample, lines_of
from scrapy_content_extract.report.document import CUT, Pieces, as_json, document
from scrapy_content_extract.report.page import Methods, framed, harmless, paragraphs_of, view_of
from scrapy_content_extract.report.pictures import PICTURES, picture_of, profile
from scrapy_content_extract.report.plots import plots_of
from scrapy_content_extract.report.steps import KEPT as KEEP
from scrapy_content_extract.report.steps import SAID, letter_of, steps_of
from scrapy_content_extract.report.summary import actions_of, fallen_hosts, numbers_of, summary
from scrapy_content_extract.report.why import NAMES
from tests.helpers.made_sites import BOX, article
from tests.helpers.running import ROOT, run, run_here, run_python

SITE = ROOT / "example_project" / "site"
PAGES = sorted(SITE.rglob("*.html"))


def page_at(path) -> Page:
    return page_of(path.read_bytes())


def auto_view(page, **options):
    """Return the view of a page by ``auto``, and what that has found."""
    view = view_of(page, Methods({"auto": Auto(**options)}, {}), {})
    return view, view["extractors"][0]


def report(folder, *arguments, run=run_here):
    """Write a report to standard output, from files of a folder."""
    done = run("report", *arguments, "-o", "-", cwd=folder)
    assert done.returncode == 0, done.stderr
    return done


def write_feed(path, items):
    path.write_text("\n".join(map(json.dumps, items)))


def marked(frame):
    """Return the marked texts of a page for the frame, by number."""
    tree = html.fromstring(frame.encode(), parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    return {int(text.get("k")): text.text for text in tree.iter("ce-text")}


def views_in(written):
    """Return the pages of a report, their texts put together."""
    read = partial(re.findall, string=written)
    pieces = [p for data in read(r'class="pieces">(.*?)</script>') for p in json.loads(inflated(data))]

    def joined(found):
        for key in CUT:
            if isinstance(found.get(key), list):
                found[key] = "".join(pieces[one] if isinstance(one, int) else one for one in found[key])
        return found

    pages = read(r'class="page"[^>]*>(.*?)</script>')
    return [json.loads(inflated(data), object_hook=joined) for data in pages]


def inflated(data):
    return zlib.decompress(b64decode(data))


#: The HTTP status of a page, and what the report says of it as a crawl does: the status is one of two signs.
OF_AN_ERROR = b"<h1>Something is wrong</h1><p>We looked for it.<p>The page you requested could not be found."
STATUS_SHOWN = {
    "the page came with an error": (404, "empty"),
    "it did not": (200, "ok"),
    "unknown": (None, "ok"),
}


@pytest.mark.parametrize(("http_status", "status"), STATUS_SHOWN.values(), ids=STATUS_SHOWN)
def test_the_report_knows_the_http_status(http_status, status):
    given = Input("page", OF_AN_ERROR, http_status=http_status)
    view = view_of_input(given, Methods({"auto": EXTRACTORS["auto"]()}, {}), None)
    assert view["extractors"][0]["diagnostics"]["status"] == status
    assert Recipe().result_of(given).status == status


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SITE)))
def test_each_text_is_marked(path):
    page = page_at(path)
    found = marked(framed(page))
    assert list(found) == list(range(len(page.gap)))
    assert all("".join(found[k].split()) == "".join(text.split()) for k, text in enumerate(page.text))


#: mark-up → what is left of it, apart from marks
CLEANED = {
    "a script goes, the text after it stays": ("<p>a<script>b</script>c</p>", "<p>ac</p>"),
    "handlers and addresses go": (
        "<p onclick=a id=b><a href=/c ping=d title=e>f</a></p>",
        '<p id="b"><a title="e">f</a></p>',
    ),
    "pictures are kept where they are in the page": (
        "<p>a<img src=data:image/gif;base64,R0 alt=b><img src=/c onerror=d></p>",
        '<p>a<img src="data:image/gif;base64,R0" alt="b"><img></p>',
    ),
    "frames and forms lead nowhere": (
        "<form action=/a><p>b<iframe src=/c></iframe></p></form>",
        "<form><p>b</p></form>",
    ),
    "styles stay, without addresses": (
        "<p style='color: red; background: url(/a)'>b</p>",
        '<p style="color: red; background: none">b</p>',
    ),
    "what is left of a style does not end it": (
        "<p>a</p><style>a<//url(x)style><form name=querySelectorAll></style>",
        "<p>a</p><style>a<\\//nonestyle><form name=querySelectorAll></style>",
    ),
    "the page's own marks are none": ("<p>a<ce-text k=5>b</ce-text></p>", "<p>a<span>b</span></p>"),
    "names that XML does not have": ("<p \x0b=a <b c=d>e</p>", "<p>e</p>"),
    "a noscript without text goes": ("<p>a<noscript>b</noscript></p>", "<p>a</p>"),
    "a comment goes, a no-break space stays": (
        "<p>a<!-- b -->\N{NO-BREAK SPACE}c</p>",
        "<p>a\N{NO-BREAK SPACE}c</p>",
    ),
}


@pytest.mark.parametrize(("given", "left"), CLEANED.values(), ids=CLEANED)
def test_cleaning(given, left):
    body = re.search("<body>(.*)</body>", framed(page_of(given)), re.DOTALL)[1]
    assert re.sub("</?ce-text[^>]*>", "", body) == left or body == left


# what loads something, by https://www.w3.org/TR/css-syntax-3/ and css-images-4 → what is left
STYLES = {
    "an address": ("a{background:url(http://x/)}", "a{background:none}"),
    "an escaped letter": (r"a{background:\75rl(http://x/)}", "a{background:none(http://x/)}"),
    "white space ends an escape": (r"a{background:u\72 l('http://x/')}", "a{background:none('http://x/')}"),
    "an escape right before the parenthesis": (r"a{background:ur\6c (http://x/)}", "a{background:none(http://x/)}"),
    "an escape of six digits": (r"a{background:\000075rl(http://x/)}", "a{background:none(http://x/)}"),
    "an escaped letter that is not a digit": (r"a{background:u\rl(http://x/)}", "a{background:none(http://x/)}"),
    "an address that does not end": ("a{background:url(http://x/'", "a{background:none(http://x/'"),
    "a set of pictures takes strings": ("a{background:image-set('http://x/' 1x)}", "a{background:none('http://x/' 1x)}"),
    "so it does by its old name": ("a{background:-webkit-image-set('http://x/' 1x)}", "a{background:none('http://x/' 1x)}"),
    "other functions of pictures": ("a{b:image('x');c:SRC('x');d:cross-fade('x');e:element(#x)}",
                                    "a{b:none('x');c:none('x');d:none('x');e:none(#x)}"),
    "a sheet": ("@import 'http://x/';", "@none 'http://x/';"),
    "a sheet by an escape": (r"@\69mport 'http://x/';", "@none 'http://x/';"),
    "a sheet that stands in one": ("@im@import x;port 'http://x/'", "@im@none x;port 'http://x/'"),
    "a font": ("@font-face{src:url(http://x/)}", "@none{src:none}"),
    "a picture in the page itself stays": ("a{background:url( 'data:image/gif,x')}",) * 2,
    "a letter by its number stays": (r"a::before{content:'\201C'}",) * 2,
    "a colon in the name of a class stays": (r".md\:b:not(.c){color:rgb(1,2,3)}",) * 2,
    "a rule for windows stays": ("@media (min-width:9px){a{width:calc(9px - 1%)}}",) * 2,
}  # fmt: skip


@pytest.mark.parametrize(("given", "left"), STYLES.values(), ids=STYLES)
def test_styles_load_nothing(given, left):
    assert harmless(given) == left


@given(st.text(alphabet="<>/ap ='\"&;#\x00\x01\x0b!-", max_size=60))
def test_any_page_can_be_framed(text):
    """Whatever a page is, it can be shown, and its texts are marked."""
    page = page_of(text)
    assert len(marked(framed(page))) == len(page.gap)
    view_of(page, Methods({"cevc": CEVC()}, {}), {})


def test_the_reasons_add_up():
    """The base, the named features and the others: the log-odds of the probability, to rounding."""
    page = page_at(SITE / "en" / "news.html")
    described = describe(page)
    base = why.model().base * why.model().step
    for b, (p, row) in enumerate(zip(facts_of(page).p, why.feature_rows(page))):
        named, others = why.reasons_of(row)
        log_odds = base + sum(reason.moved for reason in named) + others
        assert log_odds == pytest.approx(log(p / (1 - p)), abs=1e-9)
        assert all(described.column(FEATURES[one.feature].name)[b] == one.value for one in named)


#: feature, value → how a reader sees it; the scales are in core/facts.py
VALUES = {
    "a share is in thousandths": ("container_share", 567, "57%"),
    "words are in hundredths": ("words_alike", 40, "40%"),
    "a rate is in tenths": ("around_rate", 12345, "1,234.5"),
    "controls are in hundredths": ("level1_controls", 150, "1.50"),
    "a flag": ("in_main", 1, "yes"),
    "a tag": ("tag", CODES["h2"], "<h2>"),
    "no section": ("section", 0, "none"),
    "the first section": ("section", 1, "<nav>"),
    "a hint that is two elements up": ("comment", 2, "2 up"),
    "no hint": ("comment", 15, "none"),
    "a number that stands for none": ("after_h1", 99, "no <h1>"),
}


@pytest.mark.parametrize(("feature", "value", "said"), VALUES.values(), ids=VALUES)
def test_values_in_words(feature, value, said):
    assert why.in_words(why.Reason(NUMBER[feature], value, 0.0)) == said


def test_each_feature_has_a_name_of_its_own():
    assert set(NAMES) == set(NUMBER)
    assert len({name for name, _ in why.features()}) == len(NUMBER)


PROSE = "It is what it is, as they say, and it was raining when we came home from the harbour. "
ARTICLE = f"<article><h1>Rain</h1><p>{PROSE * 4}</p><h2>Wind</h2><p>{PROSE * 3}</p></article>"
#: page, the first word of a paragraph → the beginning of its sentence
SENTENCES = {
    # 67 letters and marks in the sentence, four times
    "prose": (ARTICLE, "It", "prose, 268 characters, in <article>, in the longest run of text, with no link"),
    "a heading": (ARTICLE, "Wind", "a heading, 4 characters, in <article>"),
    "a heading that is a link": (ARTICLE.replace("Wind", "<a href=/>Wind</a>"), "Wind", "a heading, 4 characters, in <article>"),
    "a heading in a link": (ARTICLE.replace("<h2>Wind</h2>", "<a href=/><h2><b>Wind</b></h2></a>"), "Wind", "a heading, 4 characters, in <article>"),
    "a menu": ("<nav><a href=/>Home</a></nav>" + ARTICLE, "Home", "text that is not prose, 4 characters, in <nav>, all of it in links"),
    "a menu in a list": ("<nav><ul><li><a href=/>Home</a></ul></nav>" + ARTICLE, "Home", "a list item, 4 characters, in <nav>, all of it in links"),
    "a name": (f"{ARTICLE}<ul class=comments><li>Me</ul>", "Me", "a list item, 2 characters, in an element named like comments"),
    "a program": (f"{ARTICLE}<pre>x</pre>", "x", "a code block, 1 character, "),
}  # fmt: skip


@pytest.mark.parametrize(("given", "begins", "said"), SENTENCES.values(), ids=SENTENCES)
def test_a_sentence_about_a_paragraph(given, begins, said):
    rows = paragraphs_of(page_of(given))
    sentence = next(row[8] for row in rows if row[2].startswith(begins))
    assert sentence.startswith(said)
    assert ("heading" in said) <= ("link" not in sentence)


def noted(likely=0, structures=0, asked=0, furniture=0, repeated=0, **left_out):
    """Return what the steps say of a paragraph."""
    return {"likely": likely, "structures": structures, "asked": asked,
            "furniture": furniture, **left_out, "repeated": repeated}  # fmt: skip


#: what the steps say of a paragraph, whether it is kept, whether its p reaches the threshold → the letter
STEPS = {
    "its own probability": (noted(1, 1, 1, 1, 1), True, True, "p"),
    "what looks like it": (noted(1, 1, 1, 1, 1), True, False, "q"),
    "a structure": (noted(0, 1, 1, 1, 1), True, False, "b"),
    "comments that are asked for": (noted(0, 0, 1, 1, 1), True, False, "a"),
    "comments that are not": (noted(1, 1, 0, 0, 0), False, True, "c"),
    "furniture": (noted(1, 1, 1, 0, 0), False, True, "f"),
    "furniture in a structure": (noted(0, 1, 1, 0, 0), False, False, "f"),
    "a second copy": (noted(1, 1, 1, 1, 0), False, True, "2"),
    "the text of a link": (noted(1, 1, 1, 1, 1), False, True, "k"),
    "hidden": (noted(hidden=1), False, True, "i"),
    "hidden, and kept in part": (noted(1, 1, 1, 1, 1, hidden=0), True, True, "p"),
    "the heading of a blog": (noted(blog=1), False, True, "d"),
    "another story": (noted(stories=1), False, False, "s"),
    "lowered by what stands around it": (noted(), False, True, "l"),
    "not probable": (noted(), False, False, "-"),
}


@pytest.mark.parametrize(("noted", "is_kept", "is_probable", "letter"), STEPS.values(), ids=STEPS)
def test_each_step_has_a_sentence(noted, is_kept, is_probable, letter):
    assert letter_of(noted, is_kept, is_probable) == letter
    assert letter in SAID


#: a page → the paragraph, and the step that leaves it out or keeps it
TOLD = {
    "hidden text": (ARTICLE + "<p style='display:none'>It is a note which stays unseen, though it is here.", "It is a note", "i"),
    "the next stories": (f"<article class=x>{ARTICLE}</article><article class=x><h3><a href=/1>Ferry sold</a></h3><p>The ferry that nobody took has found a buyer at last.</article>", "The ferry that", "s"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "begins", "letter"), TOLD.values(), ids=TOLD)
def test_the_step_of_a_paragraph(given, begins, letter):
    view, found = auto_view(page_of(given), kind="article")
    number = next(n for n, row in enumerate(view["paragraphs"]) if row[2].startswith(begins))
    assert found["steps"][number] == letter


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SITE)))
def test_the_steps_agree_with_the_choice(path):
    """What is kept by its probability reaches the threshold; what is left out for it does not."""
    page = page_at(path)
    _, view = auto_view(page)
    steps = steps_of(Auto().extract(page).trace, view["kept"])
    for mark, letter, p, q in zip(view["kept"], steps.letters, facts_of(page).p, steps.q):
        assert (letter in KEEP) == (mark != ".")
        if letter in "p-":
            assert (p >= steps.threshold) == (letter == "p")
        if letter == "q":
            assert p < steps.threshold <= q


#: the addresses of others, and whether the report links to one
ADDRESSES = {
    "addresses of pages": ("http://site.example/{n}", True),
    "none": (None, False),
    "those that a link must not open": ("javascript://site.example/{n}", False),
}


@pytest.mark.parametrize(("address", "is_linked"), ADDRESSES.values(), ids=ADDRESSES)
def test_a_paragraph_that_the_site_repeats_says_where(address, is_linked):
    least = max(WARM, REPEATED)
    method = Auto(sites=OneSite())
    for n in range(1, least + 1):
        method.learn(page_of(article(n), url=address and address.format(n=n)))
    view = view_of(page_of(article(0), url="http://site.example/0"), Methods({"auto": method}, {}), {})
    (found,) = view["extractors"]
    box = next(n for n, row in enumerate(view["paragraphs"]) if row[2].startswith(BOX[:20]))
    assert (found["steps"][box], found["kept"][box]) == ("o", ".")
    count, of, url = found["elsewhere"][box]
    assert (count, of) == (least, least)
    assert url in ([address.format(n=n) for n in range(1, least + 1)] if is_linked else [""])
    assert "o" in SAID
    assert [letter in KEEP for letter in found["steps"]] == [mark != "." for mark in found["kept"]]


#: page → why nothing is kept
EMPTY = {
    "no text": ("<body></body>", "Nothing is kept: the page has no text."),
    "a shell": ("<body><script>a</script><script>b</script></body>", "the page has no text; scripts may make it in a browser, it has 2."),
    "a menu": ("<nav><a href=/>Home</a> <a href=/>Up</a></nav>", "Nothing is kept: auto finds no main text in 6 characters."),
    "a kind": ("<title>404 Not Found</title><h1>404 Not Found</h1><p>The page you requested could not be found.", "Nothing is kept: it is an error page."),
    "a redirect": ("<script>location.replace('/new')</script>", "Nothing is kept: it is a redirect by a script or meta refresh."),
}  # fmt: skip
#: page → the rule, with its numbers: by hand from the rules in docs/methods/auto.rst and auto-no-content.rst
RULES = {
    "no text": ("", ""),
    "few expected characters": (EMPTY["a menu"][0], "more than 3 are needed."),
    "at least 30 of many": ("<nav><a href=/>Home is here</a><br>" * 9, "more than 30 are needed."),
    "signs": (EMPTY["a kind"][0], "3 signs speak for an error page: the title, a heading, a sentence. The rest of the page has 0 characters; up to 250 are allowed."),
    "a redirect": (EMPTY["a redirect"][0], "2 signs speak for a redirect by a script or meta refresh: location.replace('/new'), little text. The page has 0 characters; up to 300 are allowed."),
}  # fmt: skip


@pytest.mark.parametrize(("given", "rule"), RULES.values(), ids=RULES)
def test_an_empty_page_names_the_rule(given, rule):
    _, found = auto_view(page_of(given))
    assert found["rule"].endswith(rule)
    assert bool(found["rule"]) == bool(rule)
    assert found["nothing"]


#: the parameters of the method, a page with nothing else → why its likely paragraphs are left out
NOT_ASKED = {
    "tables": ({"tables": False}, f"<table><tr><td>a<td>{PROSE}<tr><td>b<td>{PROSE}</table>", "or tables, are not asked for."),
    "links": ({"links": False}, f"<p><a href=/>{PROSE * 4}</a>", "for they are hidden or links."),
}  # fmt: skip


@pytest.mark.parametrize(("options", "given", "rule"), NOT_ASKED.values(), ids=NOT_ASKED)
def test_what_is_not_asked_for_leaves_a_page_empty(options, given, rule):
    _, found = auto_view(page_of(given), **options)
    assert found["rule"].startswith("The likely paragraphs are left out, ")
    assert found["rule"].endswith(rule)


@pytest.mark.parametrize(("given", "said"), EMPTY.values(), ids=EMPTY)
def test_an_empty_page_says_why(given, said):
    _, found = auto_view(page_of(given))
    assert found["nothing"].endswith(said)


def drawn(method, page):
    chosen = bytearray(len(page.gap))
    if hasattr(method, "extract"):
        for start, stop in method.extract(page).ranges:
            chosen[start:stop] = b"\1" * (stop - start)
    _, svg = picture_of(method, page, bytes(chosen))
    return html.fragment_fromstring(svg) if svg else None


STRANGE = {
    "nothing": "",
    "one text": "a",
    "no body": "<frameset><frame></frameset>",
    "links alone": "<ul><li><a href=/>a</a><li><a href=/>b</a></ul>",
    "two paragraphs": "<p>It is.<p>It was.",
    "deep": "<div>" * 300 + "it is what it is",
    "odd names": "<div class=' \x01 ' id='\x0b<b>'><p>It is what it is.</p></div>",
}
METHODS = [*((name, EXTRACTORS) for name in EXTRACTORS), *((name, SEGMENTERS) for name in SEGMENTERS)]


@pytest.mark.parametrize("page", STRANGE.values(), ids=STRANGE)
@pytest.mark.parametrize(("name", "table"), METHODS, ids=[name for name, _ in METHODS])
def test_pictures_of_strange_pages(name, table, page):
    drawn(table[name](), page_of(page))


def test_each_method_of_a_paper_has_a_picture():
    """Flat, which cuts everywhere, has nothing to draw, and VIPS sees what the browser shows."""
    classes = {table[name] for name, table in METHODS}
    assert {found.__name__ for found in classes if not any(kind in PICTURES for kind in found.__mro__)} == {
        "Flat",
        "VIPS",
    }


#: The worked example of docs/methods/cevc.rst.
CEVC_PAGE = """<body>
<ul><li><a href="/">Home</a></li><li><a href="/all">All of the news</a></li></ul>
<div><h1>Rain in Kenya</h1><p>It was raining when we came home.</p><p>Photo: Kenya Press</p>
<p>Read <a href="/x">more about the rain</a> while it is wet.</p></div>
<p>This is the end of it.</p></body>"""


def test_the_picture_of_cevc_is_its_worked_example():
    svg = drawn(CEVC(), page_of(CEVC_PAGE))
    notes = [text.text for text in svg.iter("text") if text.get("class") == "note"]
    # the last level is the paragraph whose parent is the content; it has no child element
    assert notes == ["VC 68, MVCR 0.75", "VC 51, MVCR 0.53 → content"]
    widths = [float(rect.get("width")) for rect in svg.iter("rect")][:2]
    assert widths[0] / widths[1] == pytest.approx(51 / 17, abs=0.02)


def test_the_picture_of_cetr_has_a_bar_for_each_line():
    # 4 characters to 2 tags, 18 to 1 and 4 to 2: T is 2, 18, 2, and only the second is far from 0
    page = page_of("<a>Home</a>\n<p>It rains all day long.\n<a>Foot</a>")
    svg = drawn(CETR(sigma=0, k=2), page)
    gray, green = (path.get("d") for path in svg.iter("path") if "bar" in path.get("class"))
    assert (gray.count("H"), green.count("H")) == (2, 1)


def test_a_long_row_is_thinned():
    """A picture has no more bars than anybody sees, and each that is chosen is in one."""
    svg = html.fragment_fromstring(profile([1.0] * 99_999 + [2.0], [0] * 99_999 + [1], "lines", "T"))
    gray, green = (path.get("d").count("H") for path in svg.iter("path") if "bar" in path.get("class"))
    assert (gray + green <= 960, green) == (True, 1)
    assert "lines 1 to 100,000" in svg.text_content()


def test_a_long_page_is_drawn_in_part():
    page = page_of("<p>It is.</p>" * 5000)
    view = view_of(page, Methods({"cevc": CEVC()}, {"flat": SEGMENTERS["flat"]()}), {})
    assert (len(view["paragraphs"]), view["left_out"], len(marked(view["html"]))) == (4000, 1000, 4000)


def test_the_picture_of_scf_goes_down_to_the_container_of_the_greatest_weight():
    page = page_of("<div id=a><div id=b>Short.</div><div id=c>It is. It was. It will be.</div></div>")
    notes = [text.text for text in drawn(SCF(), page).iter("text") if "name" in text.get("class")]
    assert notes == ["div#a", "div#c"]


def test_each_picture_in_the_docs_is_taken_by_the_command():
    """The pictures are there, small, and shown; a page shows none that the command does not take."""
    spec = importlib.util.spec_from_file_location("screens", ROOT / "docs" / "screens.py")
    screens = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(screens)
    shown = {
        name
        for page in (ROOT / "README.rst", *(ROOT / "docs").rglob("*.rst"))
        for name in re.findall(r"figure:: (?:\.\./|docs/)?report/(\S+)", page.read_text("utf-8"))
    }
    assert shown == set(screens.SHOTS)
    for name in shown:
        assert (ROOT / "docs" / "report" / name).stat().st_size <= 60 * 1024


def test_pages_of_a_site_share_their_pieces():
    """Two pages with one frame; what is in the second report only is its text."""
    frame = "<style>p { color: red; margin: 0 auto }</style>\n<nav><a href=/>To the beginning</a></nav>\n"
    pieces = Pieces()
    first = pieces.packed({"html": f'{frame}<p><ce-text k="7">It rained all day.</ce-text>', "kept": "#"})
    assert (first["kept"], len(pieces.taken())) == ("#", 3)
    pieces.packed({"extractors": [{"html": f'{frame}<p><ce-text k="8">It was sunny all day.</ce-text>'}]})
    assert pieces.taken() == ["It was sunny all day.</ce-text>"]


def test_json_ends_no_script():
    assert "</" not in as_json({"a": "</script><!--", "b": ["</SCRIPT>"]})
    assert json.loads(as_json({"a": "</script>\u2028"})) == {"a": "</script>\u2028"}


def test_the_title_is_escaped():
    assert "<b>" not in "".join(document("<b>$style</b>", "<i>", [])).partition("<style>")[0]


def test_a_histogram_has_a_bin_for_every_value():
    histogram = Histogram([0, 0.5, 1])
    for value in (-1, 0, 0.4999, 0.5, 1, 7):
        histogram.add(value)
    assert histogram.counts == [3, 3]


def test_lossy_counting_keeps_its_promise():
    """With N values and a width w no key of more than N / w is missing, no count is off by more."""
    rng = random.Random(5)
    values = [min(int(rng.paretovariate(0.6)), 10**6) for _ in range(20_000)]
    rows, truth, width = Frequent(width=500), Counter(values), 500
    for value in values:
        rows.add(value, None)
    off = len(values) // width
    assert len(rows.rows) < len(truth) / 4
    for key, count in truth.items():
        if count > off:
            assert count - off <= rows.rows[key].count <= count
    assert not rows.is_exact


def test_a_sample_is_the_same_each_time_and_from_everywhere():
    samples = [Sample(100), Sample(100)]
    for sample in samples:
        for value in range(10_000):
            sample.add(value)
    assert samples[0].values == samples[1].values
    assert len({value // 1000 for value in samples[0].values}) == 10


@given(st.lists(st.integers(0, 9)), st.integers(1, 5))
def test_the_least_are_those_that_sorting_finds(keys, size):
    least = Least(size)
    for place, key in enumerate(keys):
        least.add(key, (key, place))
    assert least.values() == sorted((key, place) for place, key in enumerate(keys))[:size]


ITEM = {
    "url": "http://a.example/1", "text": "It is.",
    "link_density": {"status": "ok", "chars": 10, "main_chars": 5, "confidence": 0.5, "main": 0.0, "rest": 1.0,
                     "encoding": "gbk", "encoding_source": "meta", "replaced": 2, "truncated": False},
}  # fmt: skip
#: lines of a feed → attributes of the crawl
FEEDS = {
    "an item of a crawl": ([ITEM], {"items": 1, "ok": 1, "replaced": 2, "broken": 0}),
    "the same text twice": ([ITEM, {**ITEM, "url": "http://b.example/"}], {"items": 2, "repeated": 1}),
    "diagnostics under another name": ([{"url": "a", "facts": ITEM["link_density"]}], {"ok": 1}),
    "diagnostics as fields of their own": ([{"url": "a", **ITEM["link_density"]}], {"ok": 1}),
    "no diagnostics": ([{"url": "a"}], {"items": 1, "ok": 0}),
    "values of other kinds": (
        [{"url": 7, "text": [], "title": {}, "link_density": {"status": 3, "chars": "many", "confidence": True, "main_chars": None}}],
        {"items": 1, "ok": 0},
    ),
    "not a number": ([{"url": "a", "confidence": float("nan"), "status": "ok"}], {"ok": 1}),
    "lines that are not items": ([[], 7, None], {"items": 0, "broken": 3}),
    "numbers that count nothing": (
        [{"chars": 10**400, "main_chars": -1, "confidence": 1e308, "replaced": 0.5, "status": "ok"}] * 2,
        {"items": 2, "replaced": 0},
    ),
    "half of a character": ([{"url": "http://\ud800/", "title": "\udfff", "status": "\ud800"}], {"items": 1}),
}  # fmt: skip


def crawl_of(*items):
    crawl = Crawl()
    crawl.read(json.dumps(item).encode() for item in items)
    return crawl


@pytest.mark.parametrize(("items", "expected"), FEEDS.values(), ids=FEEDS)
def test_reading_a_feed(items, expected):
    crawl = crawl_of(*items)
    assert {name: getattr(crawl, name) for name in expected} == expected


def test_a_packed_feed(tmp_path):
    (tmp_path / "items.jsonl.gz").write_bytes(gzip.compress(b"{}\n\n{}\n"))
    assert list(lines_of(str(tmp_path / "items.jsonl.gz"))) == [b"{}\n", b"\n", b"{}\n"]


def test_lines_that_cannot_be_read():
    crawl = Crawl()
    crawl.read([b"\xff\n", b"[" * 100_000, b"{}", b"\n"])
    assert (crawl.items, crawl.broken) == (1, 2)


def test_any_feed_can_be_shown():
    """All of these items, in one report."""
    crawl = crawl_of(*(item for items, _ in FEEDS.values() for item in items))
    shown = html.fragment_fromstring(summary(crawl, {}))
    assert [name.text for name in shown.iter("dt")][:2] == ["items", "with main text"]
    assert shown.find("dl/div/dd").text == str(crawl.items)


def test_numbers_of_a_feed():
    """Worked out by hand: half of the page kept, in the bin from .5; confidence .5 and .1."""
    crawl = crawl_of(ITEM, {**ITEM["link_density"], "url": "/a", "confidence": 0.1})
    assert crawl.histograms["kept"].counts[10] == 2
    assert crawl.histograms["confidence"].mean == 0.3
    assert [item.url for item in crawl.least.values()] == ["/a", "http://a.example/1"]
    assert [(name, row.count) for name, row in crawl.hosts.top(9)] == [("a.example", 1), (crawls.FILES, 1)]
    assert [key for key, _ in crawl.encodings.top(9)] == [("gbk", "meta")]


@pytest.mark.parametrize(("width", "said"), [(100, "25.0%"), (2, "at least 25.0%")])
def test_repeated_texts_may_be_more_than_are_known(width, said):
    """Of four items one has the text of another; two texts are forgotten where two are remembered."""
    crawl = Crawl()
    crawl.texts = Frequent(width)
    texts = ["It rains.", "It rains.", "It snows.", "It hails."]
    crawl.read(json.dumps({"url": "/a", "status": "ok", "text": text}).encode() for text in texts)
    assert numbers_of(crawl)["with a text that came before"] == said


#: characters, characters of the main text → how many link densities of the main text, and of the rest
KEPT = {"a part": (10, 5, 1, 1), "the whole page": (10, 10, 1, 0), "nothing": (10, 0, 0, 1)}


@pytest.mark.parametrize(("chars", "main_chars", "main", "rest"), KEPT.values(), ids=KEPT)
def test_no_text_has_no_link_density(chars, main_chars, main, rest):
    crawl = crawl_of({**ITEM["link_density"], "chars": chars, "main_chars": main_chars})
    assert [sum(crawl.histograms[key].counts) for key in ("main", "rest")] == [main, rest]
    assert [name for name, _ in crawl.hosts.top(9)] == [crawls.NO_URL]


def test_each_feature_is_explained_alone():
    """No meaning takes another row for known."""
    assert not [
        meaning for _, meaning in why.features() if re.search(r"^as |of (around|beyond)$|level \d", meaning)
    ]


def test_the_command_on_pages(tmp_path):
    """The report in the folder is none of its pages, however often it is made."""
    (tmp_path / "binary.html").write_bytes(b"%PDF-1.4\n\0\0")
    target = tmp_path / "report.html"
    for _ in range(2):
        done = run_here(
            "report", str(SITE / "zh" / "forum.html"), str(tmp_path), "-o", str(target), "--overwrite"
        )
    assert done.returncode == 1
    assert "binary.html: not_html" in done.stderr
    written = target.read_text("utf-8")
    views = views_in(written)
    assert [(view["status"], view["view"] is None) for view in views] == [("ok", False), ("not_html", True)]
    view = views[0]["view"]
    assert [one["name"] for one in view["extractors"]] == list(reversed(list(EXTRACTORS)))
    assert view["extractors"][0]["diagnostics"]["encoding"] == "gb18030"
    assert "title" in [name for name, _, _ in view["metadata"]]


def test_feeds_alone_have_no_pages(tmp_path):
    """Three feeds are one crawl."""
    names = ("a.jsonl", "b.jl", "c.jsonl")
    for name in names:
        write_feed(tmp_path / name, [ITEM])
    done = report(tmp_path, *names, run=run)  # in another process, with other hashes
    assert ("<iframe" in done.stdout, ">items</dt><dd>3<" in done.stdout) == (False, True)
    assert ">host</dt><dd>1<" in done.stdout
    assert report(tmp_path, *names).stdout == done.stdout  # equal feeds give equal reports


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    """The file that was there stays as it was."""
    (tmp_path / "page.html").write_text("<p>It is.")
    (tmp_path / "report.html").write_text("before")
    code = (
        "from scrapy_content_extract.commands import main, report\n"
        "def interrupted(*_):\n"
        "    raise KeyboardInterrupt\n"
        "report.view_of_input = interrupted\n"
        "main()"
    )
    done = run_python("-c", code, "report", "page.html", "--overwrite", cwd=tmp_path)
    assert done.returncode == 130, done.stderr
    assert (tmp_path / "report.html").read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "report.html"]


@pytest.mark.parametrize("name", ["report.html", "mine.html"])
def test_a_file_is_replaced_only_if_asked(tmp_path, name):
    (tmp_path / "page.html").write_text("<p>It is.")
    (tmp_path / name).write_text("mine")
    output = ["-o", name] if name != "report.html" else []
    done = run_here("report", "page.html", *output, cwd=tmp_path)
    assert (done.returncode, (tmp_path / name).read_text()) == (2, "mine")
    assert f"{name} exists; give --overwrite to replace it, or -o with another name" in done.stderr
    assert run_here("report", "page.html", *output, "--overwrite", cwd=tmp_path).returncode == 0
    assert views_in((tmp_path / name).read_text("utf-8"))


def test_a_missing_page_leaves_nothing_behind(tmp_path):
    done = run_here("report", "nope.html", cwd=tmp_path)
    assert (done.returncode, list(tmp_path.iterdir())) == (1, [])
    assert "nope.html" in done.stderr
    assert "written" not in done.stderr


def test_what_to_act_on():
    """Worked out by hand: of 40 pages, a host has 10, all are logins; 3 texts came before, 2 guesses."""
    fine = [
        {"url": f"http://a.example/{n}", "text": f"text {n // 2 if n < 6 else n}", "confidence": 0.9,
         "status": "ok", "encoding": "gbk", "encoding_source": "detector" if n < 2 else "meta", "main_chars": 9, "hidden_kept": 0}
        for n in range(30)
    ]  # fmt: skip
    logins = [
        {"url": f"http://b.example/{n}", "status": "empty", "no_content": "login", "confidence": 0.9}
        for n in range(10)
    ]
    crawl = crawl_of(
        *fine, *logins,
        {"url": "http://c.example/", "text": "Ha!", "status": "ok", "confidence": 0.2, "hidden_kept": 3, "truncated": True},
    )  # fmt: skip
    assert list(actions_of(crawl)) == [
        (10, "without text: a login page (10)", "without"),
        (10, "of hosts that fall out: b.example", "fallen"),
        (1, "with a confidence below 0.5", "pages"),
        (2, "whose encoding is a guess: some letters may be wrong", "encodings"),
        (1, "truncated: the end of the text may be missing", "truncated"),
        (1, "with text that a browser does not show", "hidden"),
        (3, "whose text came before", "repeated"),
    ]
    # 10 of 41 have no text: of ten pages 2.44 would, with a deviation of sqrt(10 * .244 * .756) = 1.358
    host = fallen_hosts(crawl)[0]
    assert (host.host, host.items, host.why) == ("b.example", 10, "10 without text")
    assert host.deviations == pytest.approx((10 - 2.439) / 1.358, abs=0.01)
    shown = html.fragment_fromstring(summary(crawl, {}))
    ids = {found.get("id") for found in shown.iter("h2")}
    assert {link.get("href")[1:] for link in shown.xpath("//ul[@class='actions']//a")} <= ids
    assert {row.get("data-host") for row in shown.xpath("//tbody/tr[@data-host]")} == {
        "a.example", "b.example", "c.example",
    }  # fmt: skip


def test_a_crawl_names_redirects(tmp_path):
    (tmp_path / "page.html").write_text('<meta http-equiv="refresh" content="0; url=/new">')
    assert run_here("page.html", "--format", "jsonl", "-o", "items.jsonl", cwd=tmp_path).returncode == 0
    shown = html.fromstring(report(tmp_path, "items.jsonl").stdout)
    assert shown.xpath("//h2[@id='without']/..//tbody/tr/td[1]/text()") == [
        "empty: a redirect by a script or meta refresh"
    ]


#: how many other pages two items of each of two hosts were judged with → the hosts that are named
KNOWN = {
    "too few": ([(0, 1), (WARM, 0)], ["a.example"]),
    "of both": ([(0, 1), (WARM - 1, 0)], ["a.example", "b.example"]),
    "enough": ([(0, WARM), (WARM, WARM + 1)], []),
    "a crawl that compares no pages": ([(None, None)] * 2, []),
}


@pytest.mark.parametrize(("known", "named"), KNOWN.values(), ids=KNOWN)
def test_hosts_whose_pages_were_too_few_to_compare(known, named):
    items = [
        {"url": f"http://{host}.example/{n}", "text": f"{host}{n}", "status": "ok", "site_pages": pages}
        for host, of_host in zip("ab", known)
        for n, pages in enumerate(of_host)
    ]
    crawl = crawl_of(*items)
    said = f"of hosts of which fewer than {WARM} other pages were known: {', '.join(named)}"
    assert list(actions_of(crawl)) == ([(2 * len(named), said, "hosts")] if named else [])
    assert 'id="hosts"' in summary(crawl, {})


def test_nothing_to_act_on():
    assert list(actions_of(crawl_of({"url": "a", "text": "It is.", "status": "ok", "confidence": 0.9}))) == []


def test_lines_of_a_corpus():
    """A line has a text and metadata, and counts nothing of its page."""
    crawl = crawl_of(corpus_line("It rains.", "news", url="http://a.example/", language="en", confidence=0.8))
    assert (crawl.ok, crawl.histograms["main_chars"].sum, crawl.histograms["chars"].values) == (1, 8, 0)
    assert [name for name, _ in crawl.languages.top(9)] == ["en"]
    assert crawl_of({"id": "1", "text": "It rains."}).ok == 1


#: a page in the first crawl and in the second: text, status → what happened to it
CHANGES = {
    "same": (("It rains.", "ok"), ("It rains.", "ok")),
    "lost": (("It rains.", "ok"), ("", "empty")),
    "found": (("", "empty"), ("It rains.", "ok")),
    "longer": (("It rains.", "ok"), ("It rains again.", "ok")),
    "shorter": (("It rains.", "ok"), ("It is.", "ok")),
    "other": (("It rains.", "ok"), ("Rain: it.", "ok")),
    "gone": (("It rains.", "ok"), None),
    "new": (None, ("It rains.", "ok")),
}


def test_what_changed(tmp_path):
    """Each kind once, in numbers and in the lists."""
    assert set(CHANGES) == set(HAPPENED)
    for place, name in enumerate(("old.jsonl", "new.jsonl")):
        items = [
            {"url": f"http://a.example/{kind}", "text": pair[place][0], "status": pair[place][1]}
            for kind, pair in CHANGES.items()
            if pair[place]
        ]
        write_feed(tmp_path / name, items)
    shown = html.fromstring(report(tmp_path, "old.jsonl", "new.jsonl").stdout)
    assert shown.findtext(".//h1") == "old.jsonl and new.jsonl"
    numbers = {row[0].text: row[1].text for row in shown.xpath("//h2[.='What changed']/..//tbody/tr")}
    assert numbers == dict.fromkeys(HAPPENED.values(), "1")
    listed = {h2.text: h2.xpath("following-sibling::div[1]//tbody//a/@href") for h2 in shown.iter("h2")}
    for kind in ("lost", "found", "longer", "shorter"):
        assert listed[HAPPENED[kind].capitalize()] == [f"http://a.example/{kind}"]
    rows = [
        [cell.text_content() for cell in row]
        for row in shown.xpath("//h2[.='Statuses, in both']/..//tbody/tr")
    ]
    assert ["ok", "6", "6", "0"] in rows


def test_the_least_confident_pages_come_from_archives(tmp_path):
    """Their reports stand in the same file, in the order of the table; other pages of the archive do not."""
    from tests.warc.test_archives import record

    (tmp_path / "crawl.warc").write_bytes(b"".join(record(n) for n in range(4)))
    feed = [
        {**ITEM["link_density"], "url": f"http://example.com/{n}", "confidence": n / 9} for n in (3, 9, 1)
    ]
    write_feed(tmp_path / "items.jsonl", feed)
    written = report(tmp_path, "items.jsonl", "--archive", "crawl.warc").stdout
    assert re.findall('data-name="(.*?)"', written) == ["http://example.com/1", "http://example.com/3"]
    links = html.fromstring(written).xpath("//tr[td//a[starts-with(@href, '#page-')]]/td[1]//@href")
    assert links == ["http://example.com/1", "http://example.com/3"]


#: the url of an item → whether the file is in the report of the feed ``crawl/items.jsonl``
NAMED_BY_ITEMS = {
    "a page beside the feed": ("page.html", True),
    "a page in a folder beside it": ("sub/page.html", True),
    "up and down again": ("sub/../page.html", True),
    "a page above the feed": ("../page.html", False),
    "an absolute path": ("{folder}/page.html", False),
    "an absolute path, below the feed": ("{folder}/crawl/page.html", False),
    "a link out of the folder": ("link.html", False),
    "a folder that is a link": ("out/page.html", False),
    "a link to itself": ("loop.html", False),
    "no page": ("notes.txt", False),
    "a folder": ("folder.html", False),
    "NUL": ("page\0.html", False),
    "half of a character": ("\udcff.html", False),
}


@pytest.mark.parametrize(("url", "is_shown"), NAMED_BY_ITEMS.values(), ids=NAMED_BY_ITEMS)
def test_items_name_no_file_outside_the_folder_of_the_feed(url, is_shown, tmp_path):
    crawl = tmp_path / "crawl"
    (crawl / "sub").mkdir(parents=True)
    (crawl / "folder.html").mkdir()
    for path in ("page.html", "crawl/page.html", "crawl/sub/page.html", "crawl/notes.txt"):
        (tmp_path / path).write_text("<p>It is.")
    (crawl / "link.html").symlink_to(tmp_path / "page.html")
    (crawl / "loop.html").symlink_to(crawl / "loop.html")
    (crawl / "out").symlink_to(tmp_path)
    found = crawl_of({**ITEM, "url": url.format(folder=tmp_path)})
    shown = pages_of(found, [str(crawl / "items.jsonl")], [])
    assert [page_bytes(page) for page in shown.values()] == [b"<p>It is."] * is_shown


def test_several_archives_and_pages_of_http_errors(tmp_path):
    """Where archives are given, nothing hints at them; archives of other pages are named."""
    from tests.warc.test_archives import HTTP, record

    not_found = HTTP.replace(b"200 OK", b"404 Not Found")
    (tmp_path / "1.warc").write_bytes(record(1))
    (tmp_path / "2.warc").write_bytes(record(2, http=not_found))
    feed = [{**ITEM["link_density"], "url": f"http://example.com/{n}"} for n in (1, 2, 3)]
    write_feed(tmp_path / "items.jsonl", feed)
    done = report(tmp_path, "items.jsonl", "--archive", "1.warc", "2.warc")
    assert done.stderr == ""
    assert re.findall('data-name="(.*?)"', done.stdout) == ["http://example.com/1", "http://example.com/2"]
    assert "Other reports" not in done.stdout
    (tmp_path / "3.warc").write_bytes(record(4))
    done = report(tmp_path, "items.jsonl", "--archive", "3.warc")
    assert "3.warc: none of the least confident pages is there" in done.stderr


def test_a_segmenter_that_needs_boxes(tmp_path):
    """The rest of the page is shown, and why there are no blocks."""
    (tmp_path / "page.html").write_text("<p>It rains.")
    done = report(tmp_path, "page.html", "--segmenter", "vips")
    assert "page.html: vips makes no blocks: The page has no boxes" in done.stderr
    view = views_in(done.stdout)[0]["view"]
    assert [one["name"] for one in view["segmenters"] if one["notice"]] == ["vips"]
    assert view["extractors"][0]["text"] == "It rains."


#: arguments → what standard error says
WRONG = {
    "an unknown method": (["page.html", "--extractor", "ceve"], "did you mean cevc? The built-in ones are"),
    "a missing feed": (["items.jsonl"], "items.jsonl cannot be read: No such file"),
    "a feed without items": (["empty.jl"], "empty.jl has no items; a feed has a JSON object in each line"),
    "a feed that is written to": (["feed.jsonl", "-o", "feed.jsonl"], "which is also a page to read"),
    "a feed that is one array": (["feed.json"], "feed.json is no page, and a feed must be JSON lines"),
    "a feed of another format": (["feed.csv.gz"], "a feed must be JSON lines: .jsonl, .jl"),
    "a missing archive": (["feed.jsonl", "--archive", "no.warc"], "--archive is no.warc, which cannot be read"),
    "an archive without records": (["feed.jsonl", "--archive", "page.html"], "no record that can be read"),
    "an archive without a feed": (["page.html", "--archive", "no.warc"], "give the feed of the crawl"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(arguments, said, tmp_path):
    (tmp_path / "page.html").write_text("<p>It is.")
    (tmp_path / "empty.jl").write_text("\n")
    write_feed(tmp_path / "feed.jsonl", [ITEM])
    done = run_here("report", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report.html").exists()


def test_plots():
    """Bins and dots stand above their labels, from the first to the last."""
    crawl = Crawl()
    for chars, kept, confidence in ((0, 0, 0.9), (1, 1, 0.9), (100, 50, 0.2), (10**9, 10**9, 1)):
        diagnostics = {"status": "ok", "chars": chars, "main_chars": kept, "confidence": confidence}
        crawl.add({"url": "http://a.example/", "text": "It rains.", **diagnostics})
    plots = {name: (html.fragment_fromstring(svg), text) for name, svg, text in plots_of(crawl)}
    assert list(plots) == [*(measure.name for measure in MEASURES[:4]), "Kept share by length"]
    svg, text = plots["Characters of the page"]
    assert [one.text for one in svg.iter("text")] == ["items, 0 to 1", *"1 10 100 1k 10k 100k 1M".split()]
    assert text == "4 items, mean 250,000,025"
    svg, _ = plots["Confidence"]
    assert [one.text for one in svg.iter("text")] == ["items, 0 to 2", *"0 0.2 0.4 0.6 0.8 1".split()]
    assert [one.get("x") for one in svg.iter("text")][1::5] == ["8", "472"]
    svg, _ = plots["Kept share by length"]
    dots = {path.get("class"): path.get("d").split("M")[1:] for path in svg.iter("path")}
    assert dots["dot"] == ["175.0 94.0h0"]
    assert dots["dot chosen"] == ["26.6 28.0h0", "472.0 28.0h0"]


def test_an_extractor_of_ones_own(tmp_path):
    """What a report shows is not only for the methods of this package."""
    (tmp_path / "mine.py").write_text(
        "from scrapy_content_extract.content import Choice\n"
        "class Mine:\n"
        "    def extract(self, page):\n"
        "        return Choice(page, ())\n"
    )
    (tmp_path / "page.html").write_text("<p>It is.")
    (shown,) = views_in(report(tmp_path, "page.html", "--extractor", "mine.Mine", run=run).stdout)
    assert shown["view"]["extractors"][0]["name"] == "mine.Mine"
