"""Addresses that are none: one costs itself only, in a list, in a page and as an argument."""

import ast
import json
import os
import sys

import pytest
from scrapy.http import FormRequest, HtmlResponse

from scrapy_content_extract import compare, extract, read_metadata, segment
from scrapy_content_extract.crawl.forms import as_sent
from tests.helpers.running import run
from tests.helpers.server import serving
from tests.project.test_imports import PACKAGE

#: What RFC 3986, Unicode's NFKC, or the range of ports forbids.  Python raises ValueError for some at once, for
#: others when they are asked for; which, depends on its version.
MALFORMED = {
    "a bracket that is not closed": "http://[::1",
    "a bracket that is not opened": "http://]/",
    "brackets without an IPv6 address": "http://[x]/",
    "something behind the brackets": "http://[::1]x/",
    "a user before the brackets": "http://u@[::1/",
    "in capital letters": "HTTP://[",
    "full-width slashes": "http://a／b.test/",
    "a full-width colon": "http://a：80.test/",
    "a sign that NFKC makes a/c": "http://℀.test/",
    "a port that is too large": "http://127.0.0.1:99999999/",
    "a port of letters": "http://127.0.0.1:port/",
    "no host": "http://",
    "a path without a host": "http:///x",
}
PAGE = """<html>{base}<title>Rain</title><link rel=canonical href="{url}"><meta property=og:image content="{url}">
<form action="{url}"></form><h1>Rain</h1><p>It rained <a href="b/c">all of the week</a>, and <a href="{url}">the
river</a> has risen by <a href="#x">more than a metre</a>, as they say in <a href="../d?e">all of the valley</a>.</p>
<p>It is what it is, and what will be, will be, as it has been in the valley since the days of old.</p></html>"""
FORMATS = ("html", "markdown", "document", "images", "links", "chunks")


@pytest.mark.parametrize("url", MALFORMED.values(), ids=MALFORMED)
def test_the_address_of_a_page(url, caplog):
    """It changes no text and no structure, and costs no format, whichever function it is given to."""
    page = PAGE.format(base="", url="http://b.test/")
    found, without = (extract(page, url=address, formats=FORMATS) for address in (url, None))
    assert (found.text, found.title) == (without.text, without.title)
    assert all(getattr(found, name) for name in FORMATS if name != "images"), caplog.messages
    others = [link["text"] for link in found.links if not link["url"].endswith("#x")]  # which needs a page
    assert others == [link["text"] for link in without.links]
    assert segment(page, url=url).blocks == segment(page).blocks
    assert read_metadata(page, url=url).title == read_metadata(page).title
    assert compare(page, url=url)


@pytest.mark.parametrize("url", MALFORMED.values(), ids=MALFORMED)
def test_addresses_in_a_page(url, caplog):
    """The other links stay as they are; a malformed base counts for nothing."""
    page = PAGE.format(base=f'<base href="{url}">', url=url)
    found = extract(page, url="https://a.test/x/y", formats=FORMATS)
    links = {link["text"]: link["url"] for link in found.links}
    assert caplog.messages == []
    assert links["all of the valley"].endswith("d?e")
    if url.count("[") != url.count("]") or not url.isascii():  # no Python joins anything to these
        assert links["all of the valley"] == "https://a.test/d?e"
        assert links["all of the week"] == "https://a.test/x/b/c"


@pytest.mark.parametrize("url", MALFORMED.values(), ids=MALFORMED)
def test_forms_beside_a_malformed_one(url):
    """The form that is sent gets the encoding of its page, as a browser sends it (CP1251: я is FF)."""
    page = f'<form action="{url}"></form><form action=/q accept-charset=cp1251></form>'.encode()
    response = HtmlResponse("http://a.test/", body=page, encoding="utf-8")
    assert len(response.css("form")) == 2
    sent = as_sent(FormRequest("http://a.test/q", formdata={"q": "я"}), response)
    assert sent.body == b"q=%FF"


def test_one_module_takes_addresses_apart():
    """The functions of Python raise; content/urls.py does not."""
    raising = {"urlsplit", "urljoin", "urlparse", "urldefrag"}
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and raising & {name.name for name in node.names}
    }
    assert found == {os.path.join("content", "urls.py")}


#: Lines of a list that name neither an address nor a file.
NO_FILES = {
    "a file that is not there": "nix.html",
    "an address of another scheme": "ftp://[",
    "a name that is too long for a file": "x" * 300,
    "a name with the end of texts in C": "a\0b.html",
}
BODY = b"<title>Rain</title><p>It is what it is, as they say in all of the valley where it rains."


@pytest.fixture
def mixed(tmp_path):
    """The lines of urls.txt, where each that has no page stands before one that has."""
    for number in range(len(NO_FILES)):
        (tmp_path / f"{number}.html").write_bytes(BODY)
    paths = [f"/{number}" for number in range(len(MALFORMED))]
    with serving({path: ({"Content-Type": "text/html"}, BODY) for path in paths}) as site:
        lines = [line for path, bad in zip(paths, MALFORMED.values()) for line in (bad, site + path)]
        lines += [line for n, bad in enumerate(NO_FILES.values()) for line in (bad, f"{n}.html")]
        (tmp_path / "urls.txt").write_text("\r\n".join(lines), "utf-8", newline="")
        yield lines


def is_good(line):
    """Tell whether a line names a page of the fixture: these have numbers."""
    return line.rpartition("/")[2].removesuffix(".html").isdecimal()


@pytest.mark.parametrize("options", [(), ("-j", "2")], ids=["one process", "two processes"])
def test_a_list(options, mixed, tmp_path):
    done = run("-i", "urls.txt", "--jsonl", "--fields", "url,status,reason", *options, cwd=tmp_path)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["url"] for line in found] == mixed
    assert done.returncode == 1
    for line in found:
        if is_good(line["url"]):
            assert (line["status"], line["reason"]) == ("ok", None)
        else:
            assert line["status"] in ("error", "no_response")
            assert line["reason"]
            assert line["reason"] != "the crawl has ended before its response"


def test_a_list_in_a_folder(mixed, tmp_path):
    done = run(
        "-i", "urls.txt", "-o", "texts/", "--min-confidence", "0.01", "--rejected", "no.jsonl", cwd=tmp_path
    )
    assert done.returncode == 1, done.stderr
    entries = (tmp_path / "texts" / ".manifest").read_text("utf-8").splitlines()
    found = {entry["input"]: entry for entry in map(json.loads, entries) if "input" in entry}
    pages = {
        line if line.lower().startswith("http") else os.path.relpath(line, "texts"): line for line in mixed
    }
    assert found.keys() == pages.keys()
    for name, line in pages.items():
        assert (found[name]["status"] == "ok") == is_good(line)
        assert is_good(line) or found[name]["reason"]
        assert (tmp_path / "texts" / found[name]["output"]).exists() == is_good(line)


@pytest.mark.parametrize("command", ["compare", "segments", "encodings", "report"])
def test_addresses_as_arguments(command, mixed, tmp_path):
    lines = [line for line in mixed if "\0" not in line]
    done = run(command, *lines, cwd=tmp_path)
    assert done.returncode == 1
    good = sum(map(is_good, lines))
    counted = done.stderr.splitlines()[-1]
    assert counted.startswith(f"content-extract: {len(lines)} pages: {good} ok, ")
    assert "Traceback" not in done.stderr
    assert "the crawl has ended" not in done.stderr


@pytest.mark.parametrize(
    "command", [("warc", "-o", "corpus/"), ("sites", "-o", "sites.jsonl")], ids=["warc", "sites"]
)
def test_addresses_of_archives(command, tmp_path):
    wrong = [f"{url}{number}.warc.gz" for number, url in enumerate([*MALFORMED.values(), *NO_FILES.values()])]
    (tmp_path / "list.paths").write_text("\n".join(wrong), "utf-8", newline="")
    done = run(command[0], "list.paths", *command[1:], cwd=tmp_path)
    assert done.returncode == 1
    assert sum(" archives: " in line and ": failed: " in line for line in done.stderr.splitlines()) == len(
        wrong
    )


def test_addresses_of_lines(tmp_path):
    """Half of a character, which JSON may hold, is malformed as well."""
    urls = [*MALFORMED.values(), "http://\ud800.test/", "http://a.test/"]
    lines = [
        {"url": url, "text": f"It rains for the {n}th time.", "metadata": {"url": url}}
        for n, url in enumerate(urls)
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = run("dedup", "in.jsonl", "-o", "out.jsonl", "--card", "card.md", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    out = (tmp_path / "out.jsonl").read_text("utf-8", "surrogatepass").split("\n")[:-1]
    assert [json.loads(line) for line in out] == lines


#: Characters where str.splitlines() ends a line; a line of a file ends only at \n or \r\n.
NO_ENDS = {"U+2028": "\u2028", "U+2029": "\u2029", "U+0085": "\x85", "a form feed": "\f", "U+001E": "\x1e"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("sign", NO_ENDS.values(), ids=NO_ENDS)
def test_where_a_line_of_a_list_ends(sign, tmp_path):
    names = [f"a{sign}b.html", "c.html"]
    for name in names:
        (tmp_path / name).write_bytes(BODY)
    (tmp_path / "names.txt").write_bytes("\r\n".join(names).encode())
    done = run("-i", "names.txt", "--jsonl", "--fields", "url,status", cwd=tmp_path)
    found = [json.loads(line) for line in done.stdout.split("\n")[:-1]]
    assert found == [{"url": name, "status": "ok"} for name in names]
