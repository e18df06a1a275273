"""What ``content-extract serve`` shows, in a real browser, and what it refuses, with real requests."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zlib
from base64 import b64decode
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from threading import Thread
from urllib.parse import urlsplit

import pytest

from scrapy_content_extract.commands.compare import installed
from scrapy_content_extract.commands.inputs import fetched
from scrapy_content_extract.commands.serve import HOST, IMPATIENT, Handler, Server
from scrapy_content_extract.content.page.limits import MAX_BYTES
from tests.helpers.browser import window
from tests.helpers.running import COMMAND, ROOT, environment, interruptible, run, run_python
from tests.helpers.server import serving
from tests.report.test_in_browser import FONTS, HOSTILE, OUTSIDE, Asked, each_width

SITE = ROOT / "example_project" / "site"
NEWS = (SITE / "en" / "news.html").read_text("utf-8")
HTML = {"Content-Type": "text/html; charset=utf-8"}
#: What the server of a test has: redirects by header and by mark-up, what robots.txt forbids, and no page.
PAGES = {
    "/robots.txt": ({"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /forbidden\n"),
    "/news": (HTML, NEWS.encode()),
    "/moved": ({"Status": "302", "Location": "/news"}, b""),
    "/forbidden": (HTML, NEWS.encode()),
    "/picture": ({"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n"),
    "/error": ({**HTML, "Status": "503"}, b"<p>later</p>"),
    "/file": ({"Status": "302", "Location": "file:///etc/hostname"}, b""),
}


@contextmanager
def started(*arguments, **variables):
    """Run the command, and yield its address and its process; Ctrl-C ends it without a word."""
    with interruptible():
        process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", *arguments], cwd=ROOT, env={**environment(), **variables},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    try:
        yield process.stdout.readline().split()[0], process
        process.send_signal(signal.SIGINT)
        assert (process.wait(timeout=20), process.stdout.read(), process.stderr.read()) == (130, "", "")
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def public():
    """The address of a server that fetches only public pages."""
    with started("--no-browser") as (address, _):
        yield address


@pytest.fixture(scope="module")
def private():
    """The address of a server that fetches from this computer, too."""
    with started("--no-browser", "--allow-private") as (address, _):
        yield address


def show(page, html):
    page.get_by_label("or HTML").fill(html)
    with page.expect_navigation():  # the page before is drawn, too
        page.get_by_role("button", name="Show").click()
    page.wait_for_selector("#canvas[data-drawn]")


def request(address, method="POST", path="/", body=b"", **headers):
    """Return the status, the headers and the text of an answer; None leaves a header out."""
    netloc = urlsplit(address).netloc
    headers = {"Host": netloc, "Origin": f"http://{netloc}", "Content-Length": str(len(body)), **headers}
    connection = HTTPConnection(netloc, timeout=120)
    connection.putrequest(method, path, skip_host=True)
    for name, value in headers.items():
        if value is not None:
            connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, answer.headers, answer.read().decode("utf-8")
    connection.close()
    return found


def multipart(name, value):
    """Return a form as a browser sends it, and its type."""
    head = f'--b0undary\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
    return head.encode() + value + b"\r\n--b0undary--\r\n", "multipart/form-data; boundary=b0undary"


def outcome(address, name, value):
    """Send a form with one field, and return the status and the reason that the page says."""
    body, kind = multipart(name, value)
    status, _, page = request(address, body=body, Content_Type=kind)
    assert status == 200
    shown = re.findall(r'<script type="text/plain" class="page" [^>]+>(.+)</script>', page)
    if not shown:
        return "", ""
    data = json.loads(zlib.decompress(b64decode(shown[0])))
    return data["status"], data["reason"]


def test_html_is_shown_with_the_results_of_each_method(browser, public):
    with window(browser, public) as (page, seen):
        page.wait_for_selector("#canvas[data-drawn]")
        assert page.locator("h1").inner_text() == "An example"
        assert page.locator("#said").inner_text().startswith("Kept 83% of 622 characters")
        show(page, NEWS)
        assert page.locator("#said").inner_text().startswith("Kept 76% of 3,006 characters")
        assert page.locator(".paragraph.kept").count() > 5
        assert page.locator(".block").count() > 5
        assert "Kept: it is " in page.locator(".because").inner_text()
        page.get_by_role("tab", name="Text").click()
        assert page.locator(".view").inner_text().count("Shortly before midnight on Friday") == 1
        page.get_by_label("Markdown").check()
        assert "## A town buys a ship" in page.locator(".view pre").inner_text()
        page.get_by_role("tab", name="Methods").click()
        names = page.locator(".view tbody th").all_inner_texts()
        assert {"auto", "cevc", "song", *installed()} <= {*names}
        page.select_option("#extractor", label="cetr")
        assert page.get_by_label("or HTML").input_value() == NEWS  # to change it and try again
        assert seen == [public, public]


def test_letters_in_a_field_are_not_keys(browser, public):
    with window(browser, public) as (page, _):
        show(page, NEWS)
        page.get_by_label("Address").focus()
        page.keyboard.type("mbdxyjk")
        assert page.get_by_label("Address").input_value() == "mbdxyjk"
        assert page.locator("#main").is_checked()
        assert page.locator("#extractor").input_value() == "0"


def test_an_address_is_fetched(browser, private):
    asked = []
    with serving(PAGES, asked) as site, window(browser, private) as (page, seen):
        page.get_by_label("Address").fill(f"{site}/moved")
        with page.expect_navigation():
            page.keyboard.press("Enter")
        page.wait_for_selector("#canvas[data-drawn]")
        assert (
            page.locator("h1").inner_text() == page.get_by_label("Address").input_value() == f"{site}/moved"
        )
        assert page.locator("#said").inner_text().startswith("Kept 76% of 3,006 characters")
        assert [path for path, _ in asked] == ["/robots.txt", "/moved", "/news"]
        assert seen == [private, private]  # the browser itself asks nobody else


#: path → the status and a part of the reason
UNREADABLE = {
    "what robots.txt forbids is not fetched": ("/forbidden", "no_response", "robots.txt"),
    "a picture is not a page": ("/picture", "not_html", "image/png"),
    "an error of the server": ("/error", "http_error", "503"),
    "a page that is not there": ("/nowhere", "http_error", "404"),
    "a redirect to a file is not followed": ("/file", "http_error", "302"),
}


@pytest.mark.parametrize(("path", "status", "reason"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_address_without_a_page(private, path, status, reason):
    asked = []
    with serving(PAGES, asked) as site:
        found = outcome(private, "url", f"{site}{path}".encode())
    assert found[0] == status
    assert reason in found[1]
    assert (path in [one for one, _ in asked]) == (path != "/forbidden")


#: Hosts that lead into this computer or a private network, in each way to write one.  Scrapy's resolver has no
#: IPv6, so what refuses it is tested by itself: the doctest of is_public().
PRIVATE = {
    "this computer": "127.0.0.1",
    "its name": "localhost",
    "any of its addresses": "127.7.7.7",
    "short": "127.1",
    "one number": "2130706433",
    "in octal": "0177.0.0.1",
    "all addresses, so this computer": "0.0.0.0",
    "IPv4 in IPv6": "[::ffff:127.0.0.1]",
    "a private network": "10.0.0.1",
    "the data of a cloud about itself": "169.254.169.254",
    "a carrier's network": "100.64.0.1",
}
REFUSED = re.compile(r"[\d.:a-f]+ is not a public address; --allow-private fetches it, too")


def test_private_addresses_are_refused(public):
    """The server of the page asks for one page; here the same function asks for all, in one process."""
    asked = []
    with serving(PAGES, asked) as site:
        assert REFUSED.fullmatch(outcome(public, "url", f"{site}/news".encode())[1])
        urls = [f"http://{host}:{urlsplit(site).port}/news" for host in PRIVATE.values()]
        pages = dict(zip(PRIVATE, fetched(urls, IMPATIENT, public_only=True)))
    wrong = {why: page for why, page in pages.items() if not REFUSED.fullmatch(page.reason) or page.body}
    assert (wrong, len(pages), asked) == ({}, len(PRIVATE), [])


ONLY_FIRST = """
import sys
from multiprocessing import Pipe
from scrapy_content_extract.commands import fetch, inputs

fetch.is_public = lambda host: host == "127.0.0.1"
receiver, sender = Pipe(duplex=False)
fetch.crawl(sys.argv[1:], sys.argv[1:], sender, inputs.FETCHING, True)
for _ in sys.argv[1:]:
    (page,) = receiver.recv()
    print(page.get("status", ""), page.get("reason", ""), len(page.get("body", b"")))
"""


def test_a_redirect_into_a_private_network_is_refused(tmp_path):
    """Here 127.0.0.1 stands for a public address, 127.0.0.2 for a private one; the crawl is the real one."""
    asked = []
    pages = dict(PAGES)
    with serving(pages, asked) as site:
        inside = f"{site.replace('127.0.0.1', '127.0.0.2')}/inside"
        pages["/header"] = ({"Status": "301", "Location": inside}, b"")
        pages["/markup"] = (HTML, f'<meta http-equiv=refresh content="0; url={inside}">'.encode())
        urls = [f"{site}{path}" for path in ("/header", "/markup", "/news")]
        done = run_python("-c", ONLY_FIRST, *urls, cwd=tmp_path)
    refused = "no_response 127.0.0.2 is not a public address; --allow-private fetches it, too 0"
    assert done.stdout.splitlines() == [refused, refused, f"  {len(NEWS.encode())}"], done.stderr
    assert "/inside" not in [path for path, _ in asked]


#: the field of the form, its value → the status and a part of the reason; without a field there is an example
STRANGE = {
    "nothing": (("url", b""), "ok", ""),
    "blanks": (("url", b"  \r\n"), "ok", ""),
    "no HTML": (("html", b""), "ok", ""),
    "a file": (("url", b"file:///etc/passwd"), "error", "http:// or https://"),
    "another protocol": (("url", b"ftp://example.com/"), "error", "http:// or https://"),
    "a script": (("url", b"javascript:alert(1)"), "", None),
    "an address in brackets": (("url", b"http://["), "", None),
    "no host": (("url", b"http://"), "", None),
    "control characters": (("url", b"http://\x00\x1b[31m\x7f/"), "", None),
    "bytes that are not UTF-8": (("url", b"http://\xff\xfe/"), "", None),
    "a host without an end": (("url", b"http://" + b"a" * 5000 + b"/"), "", None),
    "a port that is none": (("url", b"http://127.0.0.1:99999/"), "", None),
    "words": (("url", b"It rains in the harbour."), "", None),
    "a picture": (("html", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), "not_html", ""),
    "JSON": (("html", b'{"a": 1}'), "not_html", "JSON"),
    "too much": (("html", b"a\r\n" * (MAX_BYTES // 2)), "too_large", "25,000,000"),
    "blank HTML": (("html", b" "), "ok", ""),
    "a text": (("html", b"It rains."), "ok", ""),
    "HTML that is not UTF-8": (("html", b"<p>\xff\xfe\xed\xa0\x80</p>"), "ok", ""),
    "another field": (("file", b"<p>It rains.</p>"), "ok", ""),
}


@pytest.mark.parametrize(("field", "status", "reason"), STRANGE.values(), ids=STRANGE)
def test_strange_input_gives_a_page_with_a_status(public, field, status, reason):
    found = outcome(public, *field)
    if reason is None:  # in words of Scrapy, or of the system
        assert found[0] in ("error", "no_response")
        assert found[1]
    else:
        assert found[0] == status
        assert reason in found[1]


NESTED = b"".join(
    b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(2_000)
)

#: what is sent → the status of HTTP
REQUESTS = {
    "the page": ({"method": "GET"}, 200),
    "the page by the name of the computer": ({"method": "GET", "Host": "localhost:1"}, 200),
    "another page": ({"method": "GET", "path": "/etc/passwd"}, 404),
    "a page above": ({"method": "GET", "path": "/../x"}, 404),
    "a site whose name now leads here": ({"method": "GET", "Host": "attacker.example"}, 403),
    "its form": ({"Host": "attacker.example", "Origin": "http://attacker.example"}, 403),
    "no name": ({"method": "GET", "Host": None}, 403),
    "a name that cannot be": ({"method": "GET", "Host": "[::1"}, 403),
    "a form of another site": ({"Origin": "https://attacker.example"}, 403),
    "a form of another server here": ({"Origin": "http://127.0.0.1:1"}, 403),
    "a form of a file": ({"Origin": "null"}, 403),
    "a form of nobody": ({"Origin": None}, 403),
    "a form of the page": ({}, 200),
    "a form of no type": ({"body": b"html=x"}, 200),
    "a form of another type": ({"body": b"html=x", "Content_Type": "application/x-www-form-urlencoded"}, 200),
    "a form that ends early": ({"body": multipart("html", b"x")[0][:-30], "Content_Type": "multipart/form-data; boundary=b0undary"}, 200),
    "parts in parts, 2,000 deep": ({"body": NESTED, "Content_Type": "multipart/mixed; boundary=b0"}, 400),
    "a form without its length": ({"Content-Length": None}, 411),
    "a form of a negative length": ({"Content-Length": "-1"}, 411),
    "a form of a length that Python refuses as a number": ({"Content-Length": "9" * 5_000}, 413),
    "a name in pieces, one without its number (RFC 2231)": ({"body": multipart("x\"; name*=y; name*0=\"z", b"")[0], "Content_Type": "multipart/form-data; boundary=b0undary"}, 400),
    "what only servers with files take": ({"method": "PUT"}, 501),
    "what asks whether other sites may": ({"method": "OPTIONS"}, 501),
}  # fmt: skip


@pytest.mark.parametrize(("sent", "expected"), REQUESTS.values(), ids=REQUESTS)
def test_requests(public, sent, expected):
    status, headers, page = request(public, **sent)
    assert status == expected
    assert "Traceback" not in page
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert not [name for name in headers if name.lower().startswith("access-control")]


#: What a client sends before it sends nothing more.
SLOW = {
    "nothing": b"",
    "a part of the first line": b"POST / HT",
    "a part of the headers": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOri",
    "a part of the form": b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 9\r\n\r\nx",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
def test_who_sends_nothing_more_is_left(sent):
    """The real server, with less patience: it ends the connection, and its thread with it."""

    class Hasty(Handler):
        timeout = Handler.timeout / 600

    with Server((HOST, 0), Hasty) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with socket.create_connection(server.server_address) as client, suppress(ConnectionError):
            client.sendall(sent)
            assert client.recv(1) == b""
        server.shutdown()


def test_other_sites_cannot_use_it(browser, private):
    """A page of another origin can neither send the form, nor show the page in a frame, nor read it."""
    asked = []
    with serving(PAGES, asked) as site:
        body = f"<form method=post enctype=multipart/form-data action={private}><input name=url value={site}/news>"
        framed = f"<iframe src={private}></iframe>"
        with serving({"/form": (HTML, body.encode()), "/frame": (HTML, framed.encode())}) as attacker:
            with window(browser, f"{attacker}/form") as (page, _):
                assert page.evaluate(f"fetch('{private}').then(() => 'read', () => 'refused')") == "refused"
                with page.expect_navigation():
                    page.evaluate("document.forms[0].submit()")
                assert "Only the page of this server" in page.locator("body").inner_text()
            with window(browser, f"{attacker}/frame") as (page, seen):
                page.wait_for_load_state("networkidle")
                assert any("frame-ancestors" in line for line in seen)
    assert asked == []


def test_nothing_of_a_hostile_page_runs_or_loads(browser, public):
    with serving(Asked()) as server, window(browser, public) as (page, seen):
        html = HOSTILE.replace("SERVER", server) + "</textarea><script>hacked = 'form'</script>"
        show(page, html)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.hacked") is None
        assert page.get_by_label("or HTML").input_value() == html
        assert seen == [public, public]


def test_pasted_html_is_in_utf_8_whatever_it_declares(browser, public):
    text = "渡轮在午夜前离开了码头，船上有两百多名乘客，大家都很高兴。" * 5
    with window(browser, public) as (page, _):
        show(page, f"<meta charset=gbk><title>渡轮</title><p>{text}</p><p>{text}</p>")
        page.get_by_role("tab", name="Text").click()
        assert text in page.locator(".view").inner_text()


def test_a_library_that_fails_keeps_nothing_and_costs_nothing(tmp_path):
    """Such as another package of the name that compare and serve look for."""
    (tmp_path / "readability.py").write_text("raise ImportError('it is another library')")
    done = run("compare", SITE / "en" / "news.html", "--extractors", "auto,readability", cwd=tmp_path)
    assert done.returncode == 0
    assert "readability has failed, ImportError: it is another library" in done.stderr
    auto, readability = (line.split()[:2] for line in done.stdout.splitlines()[1:3])
    assert (auto, readability) == (["auto", "2,291"], ["readability", "0"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@each_width
def test_views(browser, public, width, scheme):
    """axe-core finds nothing, and nothing is wider than the window, whatever the font."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is missing"
    )

    def look():
        found = axe.Axe().run(page, options={"resultTypes": ["violations"], "iframes": False})
        assert not found.response["violations"], found.generate_report()
        for css in FONTS.values():
            page.add_style_tag(content=css or "*{}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, css
            assert page.evaluate(OUTSIDE) == [], css

    options = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme}
    with window(browser, public, **options) as (page, _):
        look()
        show(page, NEWS)
        for tab in ("Why", "Text", "Methods"):
            page.get_by_role("tab", name=tab).click()
            look()
        page.get_by_label("Address").fill("http://127.0.0.1/" + "a" * 300)
        page.keyboard.press("Enter")
        page.get_by_text("is not a public address").wait_for()
        look()


def test_the_browser_is_opened(tmp_path):
    """BROWSER names the command that Python's webbrowser runs."""
    target, script = tmp_path / "opened", tmp_path / "browser.py"
    script.write_text(f"import sys; open({str(target)!r}, 'w').write(sys.argv[1])")
    with started(BROWSER=f"{sys.executable} {script} %s") as (address, _):
        end = time.monotonic() + 20
        while not (target.exists() and target.read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        assert target.read_text() == address


#: the port → a part of the message
PORTS = {
    "no number": ("x", "invalid int value"),
    "negative": ("-1", "give another one, or 0 for a free one"),
    "too great": ("70000", "give another one, or 0 for a free one"),
}


@pytest.mark.parametrize(("port", "message"), PORTS.values(), ids=PORTS)
def test_ports_that_cannot_be(port, message):
    done = run("serve", "--no-browser", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 2


def test_a_port_in_use(public):
    port = urlsplit(public).port
    done = run("serve", "--no-browser", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        f"--port is {port}, which cannot be used: {os.strerror(98)}" in done.stderr or "in use" in done.stderr
    )
    assert "0 for a free one" in done.stderr


#: the signal, whether a page is already asked for when it comes → the exit status
ENDS = {
    "Ctrl-C while the process that fetches starts": (signal.SIGINT, False, 130),
    "Ctrl-C while it waits": (signal.SIGINT, True, 130),
    "the server is killed": (signal.SIGKILL, True, -signal.SIGKILL),
}


@pytest.mark.parametrize(("sent", "is_asked", "status"), ENDS.values(), ids=ENDS)
def test_nothing_outlives_the_server(sent, is_asked, status):
    """A page that never comes holds nothing up; Ctrl-C goes to the whole group, as in a terminal."""
    with interruptible(), socket.create_server(("127.0.0.1", 0)) as silent:
        process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--no-browser", "--allow-private"],
            cwd=ROOT, env=environment(), text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            netloc = urlsplit(process.stdout.readline().split()[0]).netloc
            body, kind = multipart("url", f"http://127.0.0.1:{silent.getsockname()[1]}/".encode())
            connection = HTTPConnection(netloc, timeout=60)
            connection.request("POST", "/", body, {"Content-Type": kind, "Origin": f"http://{netloc}"})
            silent.accept()[0] if is_asked else time.sleep(0.5)
            (os.kill if sent == signal.SIGKILL else os.killpg)(process.pid, sent)
            out, error = process.communicate(timeout=20)  # returns when no process has the pipes any more
            assert (process.returncode, out, error) == (status, "", "")
            connection.close()
        finally:
            process.kill()
