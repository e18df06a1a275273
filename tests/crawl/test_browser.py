"""What Chromium writes into a page, and a crawl through it; skipped without Playwright or Chromium."""

from __future__ import annotations

import json
import time

import pytest

from scrapy_content_extract import segment
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.boxes import NO_BOX, Boxes
from scrapy_content_extract.crawl.browser import CHROMIUM, NOWHERE, Browser, find_chromium
from tests.helpers.processes import run_code
from tests.helpers.server import serving

playwright = pytest.importorskip("playwright.sync_api", reason="the extra 'browser' is not installed")
EXECUTABLE = find_chromium()
if EXECUTABLE is None:
    pytest.skip(f"there is no Chromium: none of {', '.join(CHROMIUM)}", allow_module_level=True)

#: Where everything stands is written in its styles.
PLACED = """<!DOCTYPE html><html><head><title>No box</title><style>
body { margin: 0 } div, p { position: absolute; margin: 0; font: 20px/30px sans-serif }</style></head><body>
<div id="head" style="left: 10px; top: 20px; width: 300px; height: 40px; background: rgb(1, 2, 3);
 color: #fff; font-weight: 700">Head</div>
<div id="wide" style="left: 0; top: 100px; width: 2000px; height: 50px">Wide</div>
<p id="none" style="display: none">Not displayed</p>
<p id="hidden" style="visibility: hidden; top: 160px">Hidden</p>
<p id="clear" style="opacity: 0; top: 200px">Clear</p>
<p id="below" style="top: 3000px; left: 7.4px; width: 90.2px; height: 30px">Below<br>the fold</p>
<p id="made" style="top: 5px; left: 600px; width: 50px; height: 30px"></p>
<script>made.textContent = "by a script"; document.title = "x".repeat(3)</script></body></html>"""

NEWS = b"""<html><head><meta http-equiv="refresh" content="0; url=/elsewhere"></head><body>
<h1>News</h1><div style="margin-top: 90px"><p>It rained.</p><p>It rains.</p></div>
<div style="margin-top: 90px">Foot</div><img src="/picture.png" width="10" height="10"></body></html>"""


@pytest.fixture(scope="module")
def chromium():
    with Browser() as browser:
        yield browser


@pytest.mark.parametrize(("user", "sandbox"), [(0, False), (1000, True)], ids=["root", "another user"])
def test_only_root_has_no_sandbox(monkeypatch, user, sandbox):
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert Browser().sandbox is sandbox
    assert Browser(sandbox=not sandbox).sandbox is not sandbox


@pytest.fixture(scope="module")
def placed(chromium):
    return page_of(chromium.render(PLACED))


def test_boxes_are_where_the_styles_place_them(placed):
    boxes, ids = Boxes(placed), [node.get("id") for node in placed.nodes]
    of = dict(zip(ids, boxes.elements))
    assert of["head"] == (10, 20, 310, 60)
    assert of["wide"] == (0, 100, 2000, 150)
    assert of["below"] == (7, 3000, 98, 3030)  # 7.4 and 97.6, rounded
    assert of["none"] == of["hidden"] == of["clear"] == NO_BOX
    style = boxes.styles[ids.index("head")]
    assert style == (20, 700, "rgb(255,255,255)", "rgb(1,2,3)")
    assert boxes.styles[ids.index("below")].weight == 400


def test_texts_have_boxes_of_their_own(placed):
    boxes = dict(zip(placed.text, Boxes(placed).texts))
    assert boxes["Below"].bottom <= boxes["the fold"].top + 1
    assert boxes["Hidden"] == boxes["Not displayed"] == NO_BOX
    assert boxes["Head"].left == 10
    assert boxes["by a script"].area


def test_scripts_can_be_switched_off(chromium):
    assert "by a script" not in page_of(chromium.render(PLACED, scripts=False)).text


def test_an_offline_page_gets_nothing_from_the_network(chromium):
    style = "p { position: absolute; left: 9px; top: 9px; width: 70px; height: 70px }"
    with serving({"/style.css": ({"Content-Type": "text/css"}, style.encode())}) as url:
        html = "<!DOCTYPE html><link rel=stylesheet href=style.css><p>a</p>"
        for offline, is_styled in ((False, True), (True, False)):
            (box,) = Boxes(page_of(chromium.render(html, f"{url}/page", offline=offline))).texts
            assert (box.left == 9) == is_styled


def test_a_script_without_end_has_a_timeout(chromium):
    endless = "<p>a</p><script>addEventListener('load', () => setTimeout(() => { for (;;); }))</script>"
    with pytest.raises(playwright.TimeoutError):
        chromium.render(endless, seconds=2)
    assert "b" in page_of(chromium.render("<p>b</p>")).text


#: what a script of an offline page tries; TARGET is a server
ESCAPES = {
    "a window": "open('TARGET/window')",
    "a web socket": "new WebSocket('TARGET/socket'.replace('http', 'ws'))",
    "a service worker": "navigator.serviceWorker?.register('TARGET/worker.js')",
    "a picture": "new Image().src = 'TARGET/picture.png'",
}


@pytest.mark.parametrize("escape", ESCAPES.values(), ids=ESCAPES)
def test_no_script_of_an_offline_page_reaches_the_network(chromium, escape):
    connected = []
    with serving({}, connected) as url:
        script = f"try {{ {escape.replace('TARGET', url)} }} catch {{}}"
        # it waits, so that what it tries has the time to arrive
        wait = "const t = Date.now(); while (Date.now() - t < 300);"
        page = f"<p>a</p><script>{script}</script><script>{wait}</script>"
        assert "a" in page_of(chromium.render(page, f"{url}/page", offline=True)).text
        time.sleep(0.3)
        assert not connected


def test_a_page_that_is_given_stays(chromium):
    """It is neither fetched nor left for the one it refreshes to; bytes are decoded as everywhere."""
    page = page_of(chromium.render("<meta charset=gb18030><p>标题".encode("gb18030"), url=NOWHERE))
    assert page.text == ["标题"]
    assert "It rained." in page_of(chromium.render(NEWS)).text


def test_a_page_in_the_network(chromium):
    with serving({"/news": ({"Content-Type": "text/html"}, NEWS.replace(b"refresh", b"x"))}) as url:
        rendered = chromium.render(f"{url}/news")
    blocks = segment(rendered, segmenter="vips").blocks
    assert [block.text for block in blocks] == ["News", "It rained.\nIt rains.", "Foot"]


def test_what_is_kept_has_the_same_blocks(chromium, tmp_path):
    """A rendered page is HTML like any other: from a file it is segmented as it was, without a browser."""
    rendered = chromium.render(NEWS)
    file = tmp_path / "page.html"
    file.write_text(rendered, "utf-8")
    assert segment(file.read_bytes(), segmenter="vips") == segment(rendered, segmenter="vips")


def test_a_crawl_with_scrapy_playwright():
    """The page with boxes is segmented; the other one has its status, and the log says why."""
    pytest.importorskip("scrapy_playwright", reason="the extra 'browser' is not installed")
    page = {"Content-Type": "text/html"}, NEWS.replace(b"refresh", b"x")
    settings = {"PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": EXECUTABLE}}
    with serving({"/news": page, "/plain": page}) as url:
        run = run_code("from tests.helpers.browser_crawls import main; main()", url, json.dumps(settings))
    out = json.loads(run.stdout)
    assert run.stderr == ""
    items = {item["url"].rpartition("/")[2]: item for item in out["items"]}
    assert items["news"]["link_density"]["status"] == "ok"
    assert [block["text"] for block in items["news"]["blocks"]] == ["News", "It rained.\nIt rains.", "Foot"]
    assert items["plain"]["link_density"]["status"] == "no_blocks"
    assert items["plain"]["text"] == items["news"]["text"] != ""
    assert items["plain"]["blocks"] == []
    (warning,) = out["warnings"]
    assert "The page has no boxes" in warning
