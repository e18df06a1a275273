"""What a report does in a real browser."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from shutil import copytree

import pytest

from scrapy_content_extract.content import Choice, extract, page_of, segment
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.memory import REPEATED, WARM, Sites
from scrapy_content_extract.corpus.memory_files import add_sites
from scrapy_content_extract.engines.pages import Input, Recipe
from tests.helpers.browser import window
from tests.helpers.made_sites import BOX, article
from tests.helpers.rows import rows
from tests.helpers.running import ROOT, run_here
from tests.helpers.server import serving

SITE = ROOT / "example_project" / "site"
LONG = "It is what it is, as they say, and it was raining when we came home from the harbour. " * 3
TABS = ("Why", "Text", "Page", "Methods", "Paragraphs")

#: No promise depends on fonts.  Each system has these, and the spacing makes them narrower or wider than any.
FONTS = {
    "its own font": "",
    "a narrow font": "* { font-family: serif !important; letter-spacing: -.05em !important }",
    "large letters": "html { font-size: 120% }",
    "a wide font": "* { font-family: monospace !important; letter-spacing: .1em !important }",
}

#: Pages with elements whose ids are e1, e2, ...: the boxes of their texts must lie on them.
LAYOUTS = {
    "the text after an element belongs to the one around it": (
        f"<div id=e1>{LONG}</div><ul><li id=e2>one</li><li id=e3>two <b>three</b> four</li></ul>"
    ),
    "columns side by side": (
        "<style>.c { float: left; width: 200px; margin: 10px }</style>"
        f"<div class=c id=e1>{LONG}</div><div class=c id=e2>{LONG}</div>"
    ),
    "placed by coordinates": (
        "<p id=e1 style='position: absolute; left: 120px; top: 300px; width: 200px'>here it is</p>"
        "<p id=e2 style='position: fixed; right: 0; bottom: 40px'>and there</p>"
    ),
    "wider than the window": (
        f"<div style='width: 2400px'><p id=e1>{LONG}</p><p id=e2 style='margin-left: 1800px'>far away</p></div>"
    ),
    "a long line": f"<pre id=e1>{LONG * 3}</pre><p id=e2 style='white-space: nowrap'>{LONG}</p>",
    "one word that does not end": f"<p id=e1>{'a' * 3000}</p><table><tr><td id=e2>{'b' * 900}</table>",
    "large pictures": (
        "<img width=3000 height=2000 src=/x.png><img width=4000 height=9000 src=data:image/gif;base64,R0lGODlhAQABAAAAACw=>"
        f"<p id=e1>{LONG}</p>"
    ),
    "as high as the window": (f"<div style='height: 100vh'><p id=e1>{LONG}</p></div><p id=e2>{LONG}</p>"),
    "right to left": f"<body dir=rtl><p id=e1>كان المطر ينزل عندما وصلنا إلى البيت</p><p id=e2>{'نعم ' * 60}</p>",
    "a table for the layout": (
        "<table width=600><tr><td id=e1 width=300>left<td id=e2>right<tr><td colspan=2 id=e3>below</table>"
    ),
    "mark-up that parsers mend": "<b><p id=e1>one</b> two</p><a href=/x><p id=e2>three</a> four</p>",
    "drawn only when it is seen": (
        f"<div style='content-visibility: auto; margin-top: 3000px'>{LONG}</div><p id=e1>{LONG}</p>"
    ),
    "a style sheet for all elements": (
        f"<style>* {{ padding: 3px; margin: 2px; font-size: 20px }}</style><p id=e1>{LONG}</p><p id=e2>two</p>"
    ),
}

#: Nothing of this may run, load, or lead away.  SERVER is the address of a server that counts.
HOSTILE = """<html onclick="parent.hacked = 'html'"><head>
<meta http-equiv=refresh content="0; url=SERVER/refresh"><base href=SERVER/base/ target=_top>
<link rel=stylesheet href=SERVER/style.css><link rel=preload href=SERVER/font as=font>
<link rel=dns-prefetch href=SERVER>
<script>parent.hacked = top.hacked = 'script'</script><script src=SERVER/script.js></script>
<style>@import url(SERVER/import.css); @\\69mport 'SERVER/escaped.css';
body { background: url(SERVER/background.png); list-style: u\\72l(SERVER/escaped.png) }
@font-face { font-family: x; src: url(SERVER/font.woff) } p { font-family: x }
#cover { position: fixed; inset: 0; z-index: 2147483647; background: red }
ce-text, button { display: none !important }</style></head>
<body onload="parent.hacked = 'onload'" background=SERVER/body.png>
<div id=cover onmouseover="parent.hacked = 'hover'"></div>
<img src=x onerror="parent.hacked = 'onerror'"><img src=SERVER/a.png srcset="SERVER/b.png 2x">
<svg onload="parent.hacked = 'svg'"><image href=SERVER/svg.png /><script>parent.hacked = 'svg'</script></svg>
<iframe src=SERVER/frame srcdoc="<script>top.hacked = 'frame'</script>"></iframe>
<object data=SERVER/object></object><embed src=SERVER/embed><video src=SERVER/video autoplay></video>
<form action=SERVER/form><input autofocus onfocus="parent.hacked = 'focus'"><button>go</button></form>
<a href="javascript:parent.hacked = 'link'" ping=SERVER/ping>a link</a>
<p>It says &lt;/script&gt;&lt;script&gt;hacked = 'text'&lt;/script&gt; and "quotes' &amp; all of that.</p>
<title></title><script>hacked = 'title'</script>
<details open ontoggle="parent.hacked = 'toggle'"><summary>It is what it is</summary></details>
"""


@contextmanager
def opened(browser, path, *, has_pages=True, **options):
    """Yield a report in a new window, and what the console and the network saw."""
    with window(browser, path.as_uri(), **options) as (page, seen):
        if has_pages:
            page.wait_for_selector("#canvas[data-drawn]")
        yield page, seen


def report(folder, *pages):
    """Write a report, as users do."""
    path = folder / "report.html"
    done = run_here("report", *map(str, pages), "-o", str(path), "--overwrite")
    assert done.returncode == 0, done.stderr
    return path


def in_font(path, css):
    """Write a report again, itself and its pages in another font."""
    html, start_of_frame = path.read_text("utf-8"), "html { background: #fff"
    html = html.replace("</style>", f"{css}</style>", 1).replace(start_of_frame, css + start_of_frame)
    target = path.with_stem(f"{path.stem}-in-font")
    target.write_text(html, "utf-8")
    return target


@pytest.fixture(scope="module")
def news(tmp_path_factory):
    names = ("en/news.html", "ug/school.html", "en/forum.html")
    return report(tmp_path_factory.mktemp("news"), *(SITE / name for name in names))


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The report of the pages with a free licence, and of every seventh page that was made for a test."""
    pages = ROOT / "tests" / "pages"
    made = sorted((pages / "auto").glob("*.html"))[::7]
    return report(tmp_path_factory.mktemp("real"), *sorted((pages / "real").glob("*.html")), *made)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    """The report of a feed with pages that are files, and with odd values."""
    folder = tmp_path_factory.mktemp("crawl")
    feed = folder / "items.jsonl"
    copytree(SITE / "en", folder / "en")
    assert run_here("en", "--format", "jsonl", "-o", feed.name, cwd=folder).returncode == 0
    odd = {"url": "javascript:alert(1)", "title": "<b>bold</b>", "text": "<script>", "status": "ok"}
    with feed.open("a", encoding="utf-8") as file:
        file.write("\n".join([json.dumps({**odd, "confidence": 0.01}), "no item", "[]", ""]))
    return report(folder, feed)


def test_the_status_says_what_is_missing(browser, tmp_path):
    """A page that cannot be read, then the blocks of a segmenter that needs boxes; another needs none."""
    path, news = tmp_path / "report.html", SITE / "en" / "news.html"
    done = run_here("report", "nope.html", news, "--segmenter", "vips", "-o", path, cwd=tmp_path)
    assert done.returncode == 1
    with opened(browser, path, has_pages=False) as (page, _):
        page.wait_for_selector("#status:not([hidden])")
        assert "No such file" in page.inner_text("#status")
        assert not page.is_visible("#said")
        page.evaluate("location.hash = 'page-2'")
        page.wait_for_selector("#canvas[data-drawn='1']")
        assert page.inner_text("#status").startswith("vips makes no blocks: The page has no boxes")
        assert page.locator(".paragraph").count() > 9
        page.keyboard.press("y")
        assert (page.is_visible("#status"), page.locator(".block").count() > 0) == (False, True)


@pytest.mark.parametrize("width", rows([1300, 500], fast=[1300]))
def test_boxes_lie_on_their_texts(browser, tmp_path_factory, width):
    """Where the browser puts the contents of an element, there is the box of its paragraph."""
    folder = tmp_path_factory.mktemp("layouts")
    files = []
    for n, html in enumerate(LAYOUTS.values()):
        files.append(folder / f"{n}.html")
        files[-1].write_text(f"<!DOCTYPE html><meta charset=utf-8>{html}", "utf-8")
    path = report(folder, *files)
    with opened(browser, path, viewport={"width": width, "height": 900}) as (page, seen):
        for n, (reason, html) in enumerate(LAYOUTS.items()):
            page.evaluate(f"location.hash = 'page-{n + 1}'")
            page.wait_for_selector(f"#canvas[data-drawn='{n}']")
            wanted = re.findall(r"id=(e\d)", html)
            for name in wanted:
                assert page.evaluate(DISTANCE, name) <= 1, f"{reason}: {name}"
            assert not page.evaluate(RULES)["wide"], reason
            if "picture" in reason:
                assert page.eval_on_selector("#frame", "one => one.clientHeight") <= 800
        assert len(seen) == 1


#: The greatest distance, in pixels, between the sides of an element's contents and of a box.
DISTANCE = """name => {
  const frame = document.getElementById("frame"), inside = frame.contentDocument;
  const range = inside.createRange();
  range.selectNodeContents(inside.getElementById(name));
  const inner = range.getBoundingClientRect(), at = frame.getBoundingClientRect();
  const scale = at.width / frame.clientWidth, text = {};
  for (const side of ["left", "top", "right", "bottom"]) text[side] = inner[side] * scale;
  const far = [...document.querySelectorAll(".paragraph")].map(box => {
    const { left, top, right, bottom } = box.getBoundingClientRect();
    return Math.max(Math.abs(left - at.left - text.left), Math.abs(top - at.top - text.top),
      Math.abs(right - at.left - text.right), Math.abs(bottom - at.top - text.bottom));
  });
  return Math.min(...far);
}"""


#: where a page and its labels are, and what is marked first; all in pixels of the window
RULES = """() => {
  const at = (id) => document.getElementById(id), inside = (box, other) =>
    box.left >= other.left - 1 && box.right <= other.right + 1;
  const box = (element) => element.getBoundingClientRect(), pane = box(at("stage"));
  const kept = document.querySelector(".paragraph.kept"), current = document.querySelector(".paragraph.current");
  const words = (label) => {
    const range = document.createRange();
    range.selectNodeContents(label);
    return range.getBoundingClientRect();
  };
  return {
    wide: at("stage").scrollWidth > at("stage").clientWidth || !inside(box(at("frame")), pane),
    cut: [...document.querySelectorAll(".label:not([hidden])")].filter((label) =>
      !inside(words(label), box(label)) || !inside(box(label), box(at("labels")))).map((one) => one.innerText),
    away: kept !== null && (kept !== current || box(kept).top < pane.top - 1 || box(kept).top > pane.bottom),
  };
}"""


def broken_rules(browser, path, width):
    """Return what is wrong with the pages of a report, by name."""
    with opened(browser, path, viewport={"width": width, "height": 900}) as (page, seen):
        names = page.eval_on_selector_all("script.page", "all => all.map(one => one.dataset.name)")
        found = {}
        for n, name in enumerate(names):
            page.evaluate(f"location.hash = 'page-{n + 1}'")
            page.wait_for_selector(f"#canvas[data-drawn='{n}']")
            found[name] = {rule: is_broken for rule, is_broken in page.evaluate(RULES).items() if is_broken}
        assert len(seen) == 1
        return {name: rules for name, rules in found.items() if rules}


def test_the_page_that_is_asked_for_last_is_shown(browser, real):
    """Pages are unpacked meanwhile; one that is shown already is not opened again."""
    with opened(browser, real, viewport={"width": 1300, "height": 900}) as (page, _):
        for last in (2, 1):
            page.evaluate(
                """async (last) => {
                  for (const n of [1, 0, last]) {
                    location.hash = `page-${n + 1}`;
                    await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
                  }
                }""",
                last,
            )
            page.wait_for_selector(f"#canvas[data-drawn='{last}']")
            name = page.eval_on_selector_all("script.page", "(all, n) => all[n].dataset.name", last)
            assert page.inner_text("#name") == name
            assert page.evaluate(RULES)["away"] is False


each_font = pytest.mark.parametrize("font", rows(FONTS, fast=["its own font", "a wide font"]))
each_width = pytest.mark.parametrize("width", rows([1300, 500], fast=[500]))


@each_font
@each_width
def test_real_pages_fit(browser, real, width, font):
    """No page is wider than its pane, no label is cut, each opens at its first kept paragraph."""
    assert broken_rules(browser, in_font(real, font), width) == {}


#: scroll events wait for the next frame, and come before what asked for it
#: (https://html.spec.whatwg.org/multipage/webappapis.html#update-the-rendering)
NEXT_FRAME = "() => new Promise((resolve) => { requestAnimationFrame(resolve); })"


def test_the_verdict_and_the_map(browser, news):
    """The share that is kept stands above the page; a click on the map leads there."""
    result = Recipe().result_of(Input("news", (SITE / "en" / "news.html").read_bytes()))
    chars, kept = (result.diagnostics[name] for name in ("chars", "main_chars"))
    with opened(browser, news) as (page, _):
        said = page.inner_text("#said")
        assert said.startswith(
            f"Kept {100 * kept / chars:.0f}% of {chars:,} characters of an article; confidence 0."
        )
        assert f". Left out: {chars - kept:,} characters: 2 forms (" in said
        box = page.locator("#map").bounding_box()
        page.mouse.click(box["x"] + 9, box["y"] + box["height"] - 2)
        stage = page.eval_on_selector("#stage", "one => one.scrollTop + one.clientHeight - one.scrollHeight")
        assert abs(stage) <= 1
        page.evaluate(NEXT_FRAME)
        here = page.locator("#here").bounding_box()
        assert here["y"] + here["height"] == pytest.approx(box["y"] + box["height"], abs=2)


def test_blocks_hold_their_paragraphs(browser, news):
    """Each block is outlined once, in the colour of its kind, with its kind and role beside it."""
    blocks = segment((SITE / "en" / "news.html").read_bytes()).blocks
    with opened(browser, news) as (page, _):
        classes = page.eval_on_selector_all(".block", "all => all.map(one => one.className)")
        assert classes == [f"block k-{block.kind}" for block in blocks]
        labels = page.eval_on_selector_all(".label", "all => all.map(one => one.textContent)")
        assert labels == [f"{block.kind}{block.role or ''}" for block in blocks]


def test_hovering_shows_the_numbers_of_a_paragraph(browser, news):
    html = (SITE / "en" / "news.html").read_bytes()
    page_of_news = page_of(html)
    k = next(k for k, text in enumerate(page_of_news.text) if text.startswith("Shortly before midnight"))
    b = next(b for b, (start, stop) in enumerate(page_of_news.lines) if start <= k < stop)
    start, stop = page_of_news.lines[b]
    with opened(browser, news) as (page, _):
        page.hover(f"[data-paragraph='{b}']")
        tip = page.inner_text("#tip")
        below, stage = (page.locator(name).bounding_box() for name in ("#tip", "#stage"))
        assert below["y"] >= stage["y"] + stage["height"]  # it covers no line of the page
        assert f"probability {facts_of(page_of_news).p[b]:.2f}" in tip
        assert f"{page_of_news.chars_in([(start, stop)])} characters" in tip
        page.mouse.move(5, 5)
        assert page.inner_text("#tip") == ""


def test_why_says_it_in_a_sentence(browser, news, tmp_path):
    """The decision and its threshold first; on a page without text, a line says why."""
    with opened(browser, news) as (page, _):
        said = page.inner_text(".because")
        assert re.match(
            r"Kept: it is (?:prose|a heading), \d+ .*\. Its probability 0\.\d\d reaches the threshold 0\.\d\d\.",
            said,
        )
        page.select_option("#extractor", label="cetd")
        assert page.inner_text(".because").startswith("Kept by cetd: it is ")
        assert not page.is_visible("#status")


def test_a_paragraph_that_other_pages_have_links_to_one(browser, tmp_path):
    least, sites = max(WARM, REPEATED), Sites()
    for n in range(1, least + 1):
        extract(article(n), url=f"http://127.0.0.1/{n}", sites=sites)
    add_sites(tmp_path / "sites.db", sites.remembered())
    with serving({"/": ({"Content-Type": "text/html"}, article(0))}) as url:
        path = report(tmp_path, f"{url}/", "--sites", tmp_path / "sites.db")
    with opened(browser, path) as (page, seen):
        page.focus("[data-paragraph='4']")  # below two links, the heading and a paragraph
        assert page.inner_text(".quote").startswith(BOX[:40])
        said = page.inner_text(".because")
        assert said.startswith(f"Left out: on {least} of {least} other pages of this site. It is prose, ")
        assert re.search(r"From this page alone, its probability is 0\.\d\d\.$", said)
        assert page.get_attribute("#view .hint a", "href").startswith("http://127.0.0.1/")
        assert not [one for one in seen if "error" in one]


def test_an_empty_page_has_a_rule_but_no_kind_and_no_confidence(browser, tmp_path):
    empty = ROOT / "tests" / "pages" / "auto" / "empty_login_wall.html"
    chars = page_of(empty.read_bytes()).chars
    with opened(browser, report(tmp_path, empty)) as (page, _):
        assert page.inner_text("#status") == "Nothing is kept: it is a login page."
        assert page.inner_text("#said") == f"Kept none of {sum(chars)} characters"
        assert page.inner_text(".because").startswith(
            "3 signs speak for a login page: the title, a sentence, "
        )
        page.get_by_role("tab", name="Page").click()
        shown = page.eval_on_selector_all("#view th", "all => all.map(one => one.innerText)")
        assert "status" in shown
        assert not {"kind", "kind_confidence", "confidence"} & {*shown}
        page.get_by_role("tab", name="Methods").click()
        assert page.inner_text("#view tbody tr:first-child td:nth-child(5)") == "–"
        page.select_option("#extractor", label="cetd")  # it keeps something
        page.get_by_role("tab", name="Page").click()
        assert "kind_confidence" in page.inner_text("#view")


class First:
    """An extractor that keeps the first text."""

    def extract(self, page):
        return Choice(page, ((0, 1),))


#: what stands after the first text, which alone is kept → what is said to be left out
LEFT_OUT = {
    "code blocks": ("<pre>aa</pre><pre>bbb</pre><pre>c</pre>", "6 characters: 3 code blocks (6)"),
    "blocks": ("<h2>a</h2><p>bb</p>", "3 characters: 1 block of text (3)"),
    "paragraphs of a block that is kept in part": ("<p>bb</p><p>c</p>", "3 characters: 2 paragraphs (3)"),
    "the longest first": (
        "<pre>a</pre><form>bb <input></form>",
        "3 characters: 1 form (2), 1 code block (1)",
    ),
    "a part of a paragraph": (" <b>Snow</b>", "4 characters: other text (4)"),
    "one character": ("<h2>a</h2>", "1 character: 1 title (1)"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("rest", "said"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_left_out_in_characters_by_kind(browser, tmp_path, rest, said):
    (tmp_path / "page.html").write_text(f"<p>It rains.{rest}")
    made = run_here("report", "page.html", "--extractor", f"{__name__}.First", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    with opened(browser, tmp_path / "report.html") as (page, _):
        shown = page.inner_text("#said")
        assert shown.endswith(f". Left out: {said}." if said else "Kept 100% of 8 characters")


def test_keys(browser, news):
    """All that the mouse can do, the keyboard can."""
    with opened(browser, news) as (page, _):
        press, current = page.keyboard.press, "document.activeElement.dataset.paragraph"
        first = int(page.locator(".paragraph.current").get_attribute("data-paragraph"))
        press("j")
        assert page.evaluate(current) == str(first + 1)
        assert page.inner_text("#view h2").startswith(f"Paragraph {first + 2} of ")
        press("k")
        press("ArrowUp")
        assert page.evaluate(current) == str(first - 1)
        press("b")
        assert not page.query_selector_all(".block")
        press("d")
        assert page.get_attribute("#canvas", "class") == "canvas show-main show-links"
        press("m")
        assert page.get_attribute("#canvas", "class") == "canvas show-links"
        press("x")
        press("y")
        assert page.input_value("#extractor") == page.input_value("#segmenter") == "1"
        page.focus("[role=tab][aria-selected=true]")
        press("ArrowRight")
        assert page.inner_text("[aria-selected=true]") == "Text"


def test_a_hostile_page_does_nothing(browser, tmp_path):
    asked = Asked()
    with serving(asked) as server:
        hostile = tmp_path / "hostile <script>hacked='name'</script>.html"
        path = tmp_path / "hostile.html"
        path.write_text(HOSTILE.replace("SERVER", server), "utf-8")
        try:
            path.rename(hostile)
        except OSError:  # not a name for a file everywhere
            hostile = path
        made = report(tmp_path, hostile)
        with opened(browser, made) as (page, _):
            page.wait_for_load_state("networkidle")
            for tab in reversed(TABS):
                page.get_by_role("tab", name=tab).click()
            page.mouse.click(300, 400)
            page.keyboard.press("j")
            assert page.evaluate("[window.hacked, location.hash]") == [None, ""]
            assert page.evaluate("document.elementFromPoint(300, 400).id") != "frame"
            assert page.evaluate("document.activeElement.tagName") != "IFRAME"
            # the fence is there for what cleaning may miss: a script and a picture that come later
            page.evaluate(INTRUDE, server)
            page.wait_for_load_state("networkidle")
            assert page.evaluate("window.hacked") is None
            page.evaluate("address => fetch(address).catch(() => 0)", f"{server}/from-the-report")
            assert asked.paths == []


class Asked(dict):
    """The pages of a server: none; it remembers what it was asked for."""

    def __init__(self):
        self.paths = []

    def __contains__(self, path):
        self.paths.append(path)
        return False


INTRUDE = """server => {
  const inside = document.getElementById("frame").contentDocument;
  inside.body.insertAdjacentHTML("beforeend", `<img src="${server}/late.png" onerror="parent.hacked = 1">`);
  const script = inside.createElement("script");
  script.textContent = "parent.hacked = 2";
  inside.body.append(script);
}"""


@pytest.mark.parametrize("name", ["ug/school.html", "ar/market.html"])
def test_right_to_left(browser, tmp_path, name):
    path = report(tmp_path, SITE / name)
    with opened(browser, path) as (page, seen):
        page.get_by_role("tab", name="Text").click()
        assert page.eval_on_selector(".view p", "one => getComputedStyle(one).direction") == "rtl"
        page.get_by_role("tab", name="Paragraphs").click()
        assert (
            page.eval_on_selector(".list span:has-text('،')", "one => getComputedStyle(one).direction")
            == "rtl"
        )
        assert len(seen) == 1


@pytest.fixture(scope="module")
def views(news, crawl, tmp_path_factory):
    """Reports, and the tabs of each that are looked at."""
    folder = tmp_path_factory.mktemp("views")
    empty = report(folder, ROOT / "tests" / "pages" / "auto" / "empty_login_wall.html")
    feed = crawl.parent / "items.jsonl"
    (folder / "old.jsonl").write_bytes(feed.read_bytes())
    (folder / "new.jsonl").write_bytes(feed.read_bytes()[:-2000])
    two = folder / "two.html"
    assert run_here("report", "old.jsonl", "new.jsonl", "-o", two.name, cwd=folder).returncode == 0
    return {news: TABS, crawl: ("Why",), empty: ("Why",), two: ()}


def each_view(browser, path, tabs, **options):
    """Open a report, and yield it once for each tab, with all details."""
    with opened(browser, path, has_pages=bool(tabs), **options) as (page, _):
        page.keyboard.press("j")
        for tab in tabs or ("",):
            if tab:
                page.get_by_role("tab", name=tab).click()
            page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            yield tab, page


@pytest.mark.parametrize(("scheme", "width"), [("light", 500), ("dark", 1300)])
def test_contrast(browser, views, scheme, width):
    """axe-core finds nothing in any view."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is missing"
    )
    options = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    for path, tabs in views.items():
        for tab, page in each_view(browser, path, tabs, **options):
            found = axe.Axe().run(page, options={"resultTypes": ["violations"], "iframes": False})
            assert not found.response["violations"], (path, tab, found.generate_report())


#: What reaches beyond the window, or has more to the right than it shows; RULES is for the page, and the heads
#: of tables are not drawn in a narrow window.  In a wide one wide tables have scroll bars.
OUTSIDE = """() => [...document.body.querySelectorAll("*")].filter((one) => {
  if (one.closest(`.canvas, thead, option, input, textarea${innerWidth > 860 ? ", svg, table, .wide, .view" : ""}`)) return false;
  const { left, right, width } = one.getBoundingClientRect(), more = one.scrollWidth - one.clientWidth;
  return width && (left < -1 || right > innerWidth + 1 || (more > 1 && getComputedStyle(one).overflowX !== "visible"));
}).map((one) => one.outerHTML.slice(0, 99))"""


@each_font
@each_width
def test_nothing_is_wider_than_the_window(browser, views, width, font):
    for path, tabs in views.items():
        viewport = {"width": width, "height": 900}
        for tab, page in each_view(browser, in_font(path, font), tabs, viewport=viewport):
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, tab)
            assert page.evaluate(OUTSIDE) == [], (path, tab)


#: The contrast of what the plots consist of with what is behind (https://www.w3.org/TR/WCAG22/#contrast-minimum).
CONTRAST = """() => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.body).backgroundColor), found = {};
  for (const one of document.querySelectorAll(".plots :is(path, use, text):not(defs *)")) {
    const { fill, stroke } = getComputedStyle(one);
    for (const colour of [fill, stroke].filter((some) => some.startsWith("rgb("))) {
      const [less, more] = [light(colour), ground].sort((a, b) => a - b);
      found[`${one.tagName} ${colour}`] = (more + 0.05) / (less + 0.05);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_width
def test_plots_are_large_and_clear(browser, crawl, scheme, width):
    """WCAG 2.2 asks for 3 of graphical objects and 4.5 of text; lines of the grid may be fainter."""
    with opened(browser, crawl, viewport={"width": width, "height": 900}, color_scheme=scheme) as (page, _):
        for plot in page.locator(".plots svg").all():
            assert plot.bounding_box()["width"] >= 400
        edge = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--edge')")
        grid = "rgb({}, {}, {})".format(*bytes.fromhex(edge.strip(" #")))
        found = {name: ratio for name, ratio in page.evaluate(CONTRAST).items() if grid not in name}
        assert len(found) > 2
        assert {name for name, ratio in found.items() if ratio < (4.5 if "text" in name else 3)} == set()


def test_a_crawl_leads_to_the_reports_of_its_pages(browser, crawl):
    table = "#pages ~ .wide"
    with opened(browser, crawl) as (page, seen):
        rows = page.eval_on_selector_all(
            f"{table} >> nth=0 >> tbody tr", "all => all.map(one => one.querySelector('small').title)"
        )
        assert rows[0] == "javascript:alert(1)"  # no link, and no report
        assert len(page.query_selector_all("a[href^='#page-']")) == len(rows) - 1
        assert not page.query_selector_all("a[href^='javascript']")
        page.click("tr:nth-child(2) a[href^='#page-']")
        page.wait_for_selector(".paragraph")
        assert page.input_value("#page") == "0"
        assert page.eval_on_selector("#page", "one => one.selectedOptions[0].textContent") == rows[1]
        assert len(seen) == 1


def test_filters(browser, tmp_path):
    """Rows of other hosts, statuses and kinds are hidden, and come back; one value alone is no filter."""
    keys = ("host", "status", "kind")
    values = [
        ("a.example", "ok", "product"),
        ("b.example", "ok", "article"),
        ("b.example", "empty: no main text found", ""),  # the kind of a page without text is not shown
    ]
    text = {"text": "It rains.", "confidence": 0.5}
    items = [
        {"url": f"http://{host}/", "status": status.partition(":")[0], "kind": kind, **text}
        for host, status, kind in values
    ]
    for name, lines in {"items": items, "alike": items[:1]}.items():
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    with opened(browser, report(tmp_path, tmp_path / "alike.jsonl"), has_pages=False) as (page, _):
        assert page.locator("[data-filter]").count() == 0
    with opened(browser, report(tmp_path, tmp_path / "items.jsonl"), has_pages=False) as (page, _):
        rows = page.locator("tbody tr[data-host]:visible")
        for n, key in enumerate(keys):
            for value in {row[n] for row in values} - {""}:
                page.select_option(f"[data-filter={key}]", label=value)
                shown = [tuple(row.get_attribute(f"data-{name}") for name in keys) for row in rows.all()]
                assert sorted(shown) == sorted(row for row in values if row[n] == value)
            page.select_option(f"[data-filter={key}]", label="all")
        assert rows.count() == len(values)
