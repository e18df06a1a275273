"""Pages that the command judges with siblings, which it fetches."""

import json

import pytest

from scrapy_content_extract.commands.siblings import siblings_of
from scrapy_content_extract.content.auto.memory import REPEATED, WARM
from scrapy_content_extract.content.result import DOUBTFUL
from tests.helpers.made_sites import BOX, article
from tests.helpers.running import run, run_here
from tests.helpers.server import serving
from tests.warc.test_archives import record

#: the page, its links, and the siblings, the likeliest first
CHOSEN = {
    "articles of the same section before others, these before lists": (
        "/news/17-rain",
        ["/", "/news", "/news/about", "/sport/9-cup", "/news/4-sun", "/a/b/c"],
        ["/news/4-sun", "/sport/9-cup", "/news/about"],
    ),
    "dates may differ": (
        "/2026/11/28/rain",
        ["/2026/11/rain", "/about/us/all/now", "/2025/01/02/sun"],
        ["/2025/01/02/sun", "/about/us/all/now"],
    ),
    "a title is as long as others": (
        "/how-to-cook-rice",
        ["/about", "/privacy-policy", "/how-to-bake-a-cake"],
        ["/how-to-bake-a-cake", "/privacy-policy", "/about"],
    ),
    "of equals the first": ("/a/1", ["/a/3", "/a/2"], ["/a/3", "/a/2"]),
    "the same extension": ("/1.html", ["/2", "/2.php", "/2.html"], ["/2.html"]),
    "a slash at the end says nothing": ("/a/1/", ["/a/1", "/a/2"], ["/a/2"]),
    "not the page with another query or fragment": (
        "/a/1?page=1",
        ["/a/1", "/a/1?page=2", "/a/1#end", "/a/2?from=1"],
        ["/a/2?from=1"],
    ),
    "each path once, without its fragment": ("/a/1", ["/a/2#b", "/a/2#c", "/a/2?d"], ["/a/2"]),
    "on its host, by http": (
        "/a/1",
        ["http://www.a.test/a/2", "ftp://a.test/a/2", "mailto:a@a.test", "https://a.test:8/a/2"],
        ["https://a.test:8/a/2"],
    ),
    "letters of any script": ("/a/%D0%B4-1", ["/a/%D0%B6-2", "/a/x"], ["/a/%D0%B6-2", "/a/x"]),
    "malformed links": ("/a/1", ["http://[::1", "http://a.test:b/", "/a/2"], ["/a/2"]),
    "a page that has no like": ("/", ["/about", "/news/1"], []),
}


@pytest.mark.parametrize(("page", "links", "siblings"), CHOSEN.values(), ids=CHOSEN)
def test_likely_siblings(page, links, siblings):
    whole = [f"http://a.test{link}" if link[0] == "/" else link for link in links]
    found = siblings_of(f"http://a.test{page}", whole)
    assert [link.removeprefix("http://a.test") for link in found] == siblings


HTML = {"Content-Type": "text/html; charset=utf-8"}
#: As many others as change a result.
LEAST = max(WARM, REPEATED)
LINKS = "".join(f"<a href=/news/{n}#top>{n}</a> " for n in ("archive", *range(1, LEAST + 2)))
FILES = "<a href=/news/5.pdf>PDF</a> <a href=/about>About</a>"
SERVED = {
    "/robots.txt": ({"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /news/1$"),
    **{f"/news/{n}": (HTML, article(n)) for n in range(LEAST + 2)},
    "/news/0": (HTML, article(0).replace(b"</body>", f"{LINKS}{FILES}</body>".encode())),
    "/a/page/alone": (HTML, article(0)),
    "/doubtful": (HTML, b"<p>Hi you there who are it is <a href=x>what</a> it is for us all and <a>now</a>"),
}
JSON = ("--json", "--fields", "url,status,reason,text,link_density")


def test_siblings_are_fetched_and_named():
    """One is forbidden, so one less counts; what the page does not name as like it is not asked for."""
    asked = []
    with serving(SERVED, asked) as url:
        done = run(f"{url}/news/0", "--siblings", str(LEAST + 1), *JSON)
    (found,) = json.loads(done.stdout)
    assert (found["status"], found["link_density"]["site_pages"]) == ("ok", LEAST)
    assert BOX not in found["text"]
    (*siblings,) = [line.partition("sibling ")[2] for line in done.stderr.splitlines()]
    assert siblings[0].startswith(f"{url}/news/1, left out: no_response (")
    assert siblings[1:] == [f"{url}/news/{n}, judged with it" for n in range(2, LEAST + 2)]
    assert [path for path, _ in asked] == [
        "/robots.txt",
        "/news/0",
        *(f"/news/{n}" for n in range(2, LEAST + 2)),
    ]


def test_nothing_more_is_fetched_unless_asked_for():
    asked = []
    with serving(SERVED, asked) as url:
        done = run(f"{url}/news/0")
    assert BOX in done.stdout
    assert (len(asked), done.stderr) == (2, "")


def test_pages_without_siblings_and_a_doubtful_one():
    with serving(SERVED) as url:
        alone, doubtful = (run(f"{url}/a/page/alone", "--siblings", "2"), run(f"{url}/doubtful"))
    assert "it links to no page like it on its host" in alone.stderr
    assert (alone.returncode, BOX in alone.stdout) == (0, True)
    assert "ok (its confidence is 0." in doubtful.stderr
    assert "may help: --siblings 2" in doubtful.stderr
    assert doubtful.returncode == 0


def test_siblings_are_not_offered_where_none_can_be_fetched(tmp_path):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    (tmp_path / "pages.warc").write_bytes(record("http://a.test/doubtful", head + SERVED["/doubtful"][1]))
    done = run("pages.warc", *JSON, "--no-sites", cwd=tmp_path)
    (found,) = json.loads(done.stdout)
    assert (found["status"], found["reason"]) == ("ok", None)
    assert found["link_density"]["confidence"] < DOUBTFUL
    assert "siblings" not in done.stderr


#: arguments → a part of the message
MISTAKES = {
    "a file": (["page.html", "--siblings", "2"], "--siblings is for pages that are fetched; give addresses"),
    "standard input": (["-", "--siblings", "2"], "no files"),
    "another method": (["http://a.test/", "--siblings", "2", "--extractor", "cevc"], "is for auto"),
    "a memory": (["http://a.test/", "--siblings", "2", "--sites", "x.jsonl"], "without --sites"),
    "none": (["http://a.test/", "--siblings", "0"], "1 or more"),
}


@pytest.mark.parametrize(("args", "word"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_said(args, word):
    done = run_here(*args)
    assert (done.returncode, word in done.stderr) == (2, True), done.stderr
