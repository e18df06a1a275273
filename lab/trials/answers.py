"""Answers that real servers give, byte for byte, right and wrong."""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

#: The pieces that a server sends, or a function that makes them from the request.
Pieces = Iterator[bytes]

ENGLISH = "The rain has been with us for a week now, and it is not about to leave the valley soon."
CHINESE = "这座图书馆是在上个世纪建成的，现在仍然有很多人在这里看书，所以它每天都开门到晚上。"

#: Longer than the crawl waits, in seconds.
TOO_LONG = 20


class Answer(NamedTuple):
    """The answer of a server, the statuses that the item may have, and the text that it must hold."""

    send: Callable[[bytes], Pieces]
    #: several where versions of Scrapy and Twisted differ
    statuses: str
    text: str = ""


def html(text: str, encoding: str = "utf-8", head: str = "") -> bytes:
    page = f"<html><head><title>Page</title>{head}</head><body><h1>Page</h1><p>{text}</p><p>{text}</p></body>"
    return page.encode(encoding)


PAGE = html(ENGLISH)
OK = "HTTP/1.1 200 OK"


def message(
    body: bytes = PAGE,
    *headers: str,
    first: str = OK,
    content_type: str = "text/html",
    length: int | None = None,
) -> bytes:
    """Return a message with its length; a ``content_type`` of "" leaves the header out."""
    lines = [first, f"Content-Length: {len(body) if length is None else length}", *headers]
    if content_type:
        lines.append(f"Content-Type: {content_type}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def at_once(*pieces: bytes) -> Callable[[bytes], Pieces]:
    """Return what sends these pieces."""
    return lambda request: iter(pieces)


def slowly(data: bytes, seconds: float) -> Callable[[bytes], Pieces]:
    """Return a function that sends ten pieces over ``seconds`` seconds."""

    def send(request: bytes) -> Pieces:
        size = len(data) // 10 + 1
        for start in range(0, len(data), size):
            yield data[start : start + size]
            time.sleep(seconds / 10)

    return send


def then_waits(data: bytes) -> Callable[[bytes], Pieces]:
    def send(request: bytes) -> Pieces:
        yield data
        time.sleep(TOO_LONG)

    return send


def redirect(to: str, *headers: str, first: str = "HTTP/1.1 302 Found") -> Callable[[bytes], Pieces]:
    return at_once(message(b"", f"Location: {to}", *headers, first=first))


def with_cookie(request: bytes) -> Pieces:
    """Send the page if the request has the cookie of the redirect."""
    if b"Cookie: seen=1" in request:
        yield message()
    else:
        yield message(b"", "Location: /cookies", "Set-Cookie: seen=1", first="HTTP/1.1 302 Found")


def chunked(*chunks: bytes, end: bytes = b"0\r\n\r\n", headers: str = "") -> bytes:
    head = f"{OK}\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n{headers}\r\n".encode()
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + end


def closed(body: bytes = PAGE, first: str = "HTTP/1.0 200 OK") -> bytes:
    """Return a message without length: it ends where the connection is closed."""
    return f"{first}\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n".encode() + body


ZIPPED = gzip.compress(PAGE)
GZIP = "Content-Encoding: gzip"
HALF = PAGE[: len(PAGE) // 2]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 8

#: By name, with the reason in it.  "no_response" is the item of an errback.
ANSWERS: dict[str, Answer] = {
    # time
    "a page": Answer(at_once(message()), "ok", ENGLISH),
    "a slow page": Answer(slowly(message(), 1), "ok", ENGLISH),
    "slow headers": Answer(slowly(message(b"<p>" + ENGLISH.encode()), 1), "ok", ENGLISH),
    "a page that stalls": Answer(then_waits(message(HALF, length=len(PAGE))), "no_response"),
    "headers that stall": Answer(then_waits(b"HTTP/1.1 200 OK\r\nContent-"), "no_response"),
    "no answer": Answer(then_waits(b""), "no_response"),
    # ends
    "closed at once": Answer(at_once(), "no_response"),
    "closed in the first line": Answer(at_once(b"HTTP/1.1 2"), "no_response"),
    "closed in the headers": Answer(
        at_once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"), "no_response"
    ),
    "cut off": Answer(at_once(message(HALF, length=len(PAGE))), "no_response"),
    "cut off, which the request allows": Answer(at_once(message(length=len(PAGE) + 99)), "ok", ENGLISH),
    "no length": Answer(at_once(closed()), "ok", ENGLISH),
    "longer than it says": Answer(at_once(message(PAGE + b"<p>more", length=len(PAGE))), "ok", ENGLISH),
    "a length that is not a number": Answer(
        at_once(message().replace(b"Content-Length: ", b"Content-Length: x")), "no_response"
    ),
    "two lengths": Answer(at_once(message(PAGE, "Content-Length: 5")), "no_response ok"),
    "a negative length": Answer(at_once(message(length=-1)), "no_response ok"),
    "a length beyond the limit": Answer(at_once(message(length=10**12)), "no_response"),
    # chunks
    "chunks": Answer(at_once(chunked(HALF, PAGE[len(HALF) :])), "ok", ENGLISH),
    "chunks and trailers": Answer(
        at_once(chunked(PAGE, end=b"0\r\nX-Sum: 1\r\n\r\n")), "ok no_response", ENGLISH
    ),
    "a chunk cut off": Answer(at_once(chunked(PAGE)[:-20]), "no_response"),
    "chunks without end": Answer(at_once(chunked(PAGE, end=b"")), "no_response"),
    "a chunk's size that is not a number": Answer(at_once(chunked(end=b"zz\r\n")), "no_response"),
    # what it says of its encoding
    "another charset in the header": Answer(
        at_once(message(html(CHINESE), content_type="text/html; charset=iso-8859-1")), "ok", CHINESE
    ),
    "the header lies, the page does not": Answer(
        at_once(
            message(html(CHINESE, "gbk", '<meta charset="gbk">'), content_type="text/html; charset=utf-8")
        ),
        "ok",
        CHINESE,
    ),
    "an unknown charset": Answer(
        at_once(message(html(CHINESE), content_type="text/html; charset=klingon")), "ok", CHINESE
    ),
    "two charsets": Answer(
        at_once(message(html(CHINESE), content_type="text/html; charset=ascii; charset=utf-8")),
        "ok",
        CHINESE,
    ),
    "a byte order mark knows better": Answer(
        at_once(message(b"\xff\xfe" + html(CHINESE, "utf-16-le"), content_type="text/html; charset=gbk")),
        "ok",
        CHINESE,
    ),
    # what it says of its type
    "HTML as text/plain": Answer(at_once(message(content_type="text/plain")), "not_html"),
    "HTML as a picture": Answer(at_once(message(content_type="image/png")), "ok", ENGLISH),  # Scrapy looks
    "HTML as XHTML": Answer(at_once(message(content_type="application/xhtml+xml")), "ok", ENGLISH),
    "HTML without type": Answer(at_once(message(content_type="")), "ok", ENGLISH),
    "HTML of an impossible type": Answer(at_once(message(content_type=";;/;=")), "ok not_html"),
    "HTML in capitals": Answer(at_once(message(content_type="TEXT/HTML")), "ok not_html"),
    "a picture as HTML": Answer(at_once(message(PNG)), "not_html"),
    "zeros as HTML": Answer(at_once(message(b"\0" * 5000)), "not_html empty"),
    "JSON as HTML": Answer(at_once(message(b'{"rain": 1}')), "ok empty"),
    "nothing": Answer(at_once(message(b"")), "empty not_html"),
    "spaces": Answer(at_once(message(b" " * 3000)), "empty"),
    # compression
    "gzip": Answer(at_once(message(ZIPPED, GZIP)), "ok", ENGLISH),
    "gzip that is none": Answer(at_once(message(PAGE, GZIP)), "no_response ok empty not_html"),
    "gzip cut off": Answer(at_once(message(ZIPPED[:-40], GZIP)), "ok empty"),
    "gzip and more": Answer(at_once(message(ZIPPED + b"more", GZIP)), "ok", ENGLISH),
    "gzip twice": Answer(
        at_once(message(gzip.compress(ZIPPED), "Content-Encoding: gzip, gzip")), "ok not_html", ""
    ),
    "deflate without header": Answer(
        at_once(message(zlib.compress(PAGE)[2:-4], "Content-Encoding: deflate")), "ok", ENGLISH
    ),
    "an unknown compression": Answer(at_once(message(PAGE, "Content-Encoding: klingon")), "ok", ENGLISH),
    # redirects and cookies
    "a redirect": Answer(redirect("/a%20page"), "ok", ENGLISH),
    "a permanent redirect": Answer(redirect("/a%20page", first="HTTP/1.1 308 Moved"), "ok", ENGLISH),
    "a redirect to itself": Answer(redirect("/a%20redirect%20to%20itself"), "no_response"),
    "a redirect to nowhere": Answer(at_once(message(b"", first="HTTP/1.1 302 Found")), "http_error"),
    "a redirect to another protocol": Answer(redirect("gopher://127.0.0.1/"), "http_error no_response"),
    "a redirect to no URL": Answer(redirect("http://["), "http_error no_response"),
    "a redirect in the page": Answer(
        at_once(message(html("x", head='<meta http-equiv="refresh" content="0; url=/a%20page">'))),
        "ok",
        ENGLISH,
    ),
    "cookies": Answer(with_cookie, "ok", ENGLISH),
    "impossible cookies": Answer(
        at_once(message(PAGE, "Set-Cookie: =;=;", "Set-Cookie: \xff\x01", "Set-Cookie: a=b; Domain=com")),
        "ok",
        ENGLISH,
    ),
    "a thousand cookies": Answer(
        at_once(message(PAGE, *[f"Set-Cookie: c{n}=1" for n in range(1000)])), "ok no_response"
    ),
    # statuses and first lines
    "no content": Answer(at_once(b"HTTP/1.1 204 No Content\r\n\r\n"), "empty not_html"),
    "not found": Answer(at_once(message(first="HTTP/1.1 404 Not Found")), "http_error"),
    "not found, without page": Answer(at_once(message(b"", first="HTTP/1.1 404 Not Found")), "http_error"),
    "busy": Answer(at_once(message(first="HTTP/1.1 503 Busy")), "http_error"),
    "an unknown status": Answer(at_once(message(first="HTTP/1.1 999 Denied")), "http_error"),
    "a status that is not a number": Answer(at_once(message(first="HTTP/1.1 abc OK")), "no_response"),
    "no reason": Answer(at_once(message(first="HTTP/1.1 200")), "ok no_response"),
    "another protocol": Answer(at_once(b"SSH-2.0-OpenSSH_9.2\r\n"), "no_response"),
    "HTTP/0.9": Answer(at_once(PAGE), "no_response"),
    "hints before the page": Answer(
        at_once(b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n", message()), "ok", ENGLISH
    ),
    # headers
    "a header without colon": Answer(at_once(message(PAGE, "nonsense")), "ok no_response"),
    "a header that is not ASCII": Answer(at_once(message(PAGE, "X-Name: caf\xe9")), "ok", ENGLISH),
    "a header of 100 KB": Answer(at_once(message(PAGE, "X-Long: " + "x" * 100_000)), "no_response ok"),
    "a header with NUL": Answer(at_once(message(PAGE, "X-Nul: a\0b")), "ok no_response"),
    "line feeds only": Answer(at_once(message().replace(b"\r\n", b"\n")), "ok no_response"),
}
