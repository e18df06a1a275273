"""Crawls of sites that have a rule of their own."""

import json

import pytest

from tests.content.output.test_selectors import ALONE, MORE, PAGE
from tests.helpers.running import run_here, run_spider
from tests.helpers.server import serving

HTML = {"Content-Type": "text/html; charset=utf-8"}
RULES = {
    "127.0.0.1": {"main": ".more", "drop": "i", "params": {"title": True}},
    "localhost": {"extractor": "cevc", "params": {"alpha": 0.9}},
}
#: settings, and what they change: nothing
WAYS = {
    "in the loop": (),
    "in threads": ("CONTENT_EXTRACT_THREAD_BYTES=0",),
    "after selectors of the spider": ("SELECTS=1",),
    "in threads, after selectors": ("SELECTS=1", "CONTENT_EXTRACT_THREAD_BYTES=0"),
    "with a memory of sites, for which pages wait": (
        "CONTENT_EXTRACT_SITE_MEMORY=True",
        "CONCURRENT_REQUESTS=8",
    ),
}


@pytest.mark.parametrize("settings", WAYS.values(), ids=WAYS)
def test_a_crawl(tmp_path, settings):
    pages = {"/page": PAGE, "/other": PAGE.replace("class=more", "class=less"), "/method": PAGE}
    with serving({path: (HTML, page.encode()) for path, page in pages.items()}) as url:
        local = url.replace("127.0.0.1", "localhost")
        given = [f"-s{setting}" for setting in (f"CONTENT_EXTRACT_SITES={json.dumps(RULES)}", *settings)]
        urls = f"{url}/page,{url}/other,{url}/method?cetr,{local}/page?local"
        done = run_spider("rules_spider", "-a", f"urls={urls}", "-O", "items.jsonl", *given, cwd=tmp_path)
    lines = (tmp_path / "items.jsonl").read_text("utf-8").splitlines()
    items = {item["name"]: item for item in map(json.loads, lines)}
    said = {
        name: (item["link_density"]["extractor"], item["link_density"].get("rule"))
        for name, item in items.items()
    }
    assert said == {
        "page": ("auto", "found"),
        "other": ("auto", "missing"),
        "method?cetr": ("cetr", None),  # what a request asks for counts more
        "page?local": ("cevc", None),
    }
    assert items["page"]["text"] == "Rain\n" + MORE.replace("Sun tomorrow", "Sun "), (
        "below the title, for params say so"
    )
    assert items["other"]["text"].endswith(ALONE.partition("\n")[2])
    assert "'content_extract/rule/found': 1" in done.stderr
    assert "'content_extract/rule/missing': 1" in done.stderr
    assert "Traceback" not in done.stderr
    run_here("report", "items.jsonl", "-o", "crawl.html", cwd=tmp_path)
    report = (tmp_path / "crawl.html").read_text("utf-8")
    assert "on whose pages the rule of their site found nothing: 127.0.0.1" in report


#: settings of rules → the level and the end of the line that a crawl of two pages ends with, if any
STALE = {
    "a selector that finds nothing": (
        {"SITES": {"127.0.0.1": {"main": ".gone"}}},
        "WARNING: main='.gone' found no text on the pages of 127.0.0.1 (2 in all): has the site changed?",
    ),
    "a selector of all sites": (
        {"PARAMS": {"main": ".gone"}},
        "WARNING: main='.gone' found no text on the pages of hosts without a rule (2 in all): has",
    ),
    "hosts of no page, as of other spiders": (
        {"SITES": {"b.test": {"main": "p"}, "a.test": {"extractor": "cevc"}}},
        "INFO: No page of 2 was of a host with these rules of CONTENT_EXTRACT_SITES: a.test, b.test",
    ),
    "a selector that finds something on one page": ({"SITES": {"127.0.0.1": {"main": ".more"}}}, ""),
    "a rule without a selector": ({"SITES": {"127.0.0.1": {"extractor": "cevc"}}}, ""),
}


@pytest.mark.parametrize(("given", "line"), STALE.values(), ids=STALE)
def test_a_rule_that_did_nothing_is_named_at_the_end(given, line, tmp_path):
    pages = {"/page": PAGE, "/other": PAGE.replace("class=more", "class=less")}
    settings = [f"-sCONTENT_EXTRACT_{name}={json.dumps(value)}" for name, value in given.items()]
    with serving({path: (HTML, page.encode()) for path, page in pages.items()}) as url:
        done = run_spider("rules_spider", "-a", f"urls={url}/page,{url}/other", *settings, cwd=tmp_path)
    said = ends_of(done.stderr)
    assert len(said) == bool(line)
    assert line in "".join(said)


def test_an_error_page_says_nothing_about_a_selector(tmp_path):
    page = "<title>404 Not Found</title><h1>Not Found</h1><p>The page was not found on this server.</p>"
    settings = ("-sHTTPERROR_ALLOW_ALL=1", 'CONTENT_EXTRACT_SITES={"127.0.0.1": {"main": ".gone"}}')
    with serving({"/page": ({**HTML, "Status": "404"}, page.encode())}) as url:
        done = run_spider(
            "rules_spider", "-a", f"urls={url}/page", settings[0], f"-s{settings[1]}", cwd=tmp_path
        )
    assert "'content_extract/no_content/error': 1" in done.stderr
    assert ends_of(done.stderr) == []


def ends_of(log):
    """Return what a log says about rules that did nothing."""
    return [line for line in log.splitlines() if "WARNING: main=" in line or "No page of" in line]
