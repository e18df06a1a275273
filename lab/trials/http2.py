"""A server of HTTP/2, and the items that a crawl makes of its answers."""

from __future__ import annotations

import datetime
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

from scrapy import Request, Spider
from scrapy.http import Response

from lab.serving import in_background

from .answers import CHINESE, ENGLISH, ZIPPED, html
from .crawls import ADDON

#: path: HTTP status, headers, body, the status of the item, and what its text holds
PAGES: dict[str, tuple[int, dict[str, str], bytes, str, str]] = {
    "page": (200, {"content-type": "text/html"}, html(ENGLISH), "ok", ENGLISH),
    "lies": (200, {"content-type": "text/html; charset=iso-8859-1"}, html(CHINESE), "ok", CHINESE),
    "gzip": (200, {"content-type": "text/html", "content-encoding": "gzip"}, ZIPPED, "ok", ENGLISH),
    "large": (200, {"content-type": "text/html"}, html(ENGLISH * 5000), "ok", ENGLISH),
    "moved": (302, {"location": "/page"}, b"", "ok", ENGLISH),
    "missing": (404, {"content-type": "text/html"}, html(ENGLISH), "http_error", ""),
    "nothing": (200, {"content-type": "text/html"}, b"", "empty", ""),
    "picture": (200, {"content-type": "text/html"}, b"\x89PNG\r\n\x1a\n" + bytes(500), "not_html", ""),
    "cut": (200, {"content-type": "text/html"}, b"", "no_response", ""),
}


def is_possible() -> bool:
    """Tell whether Twisted can speak HTTP/2 here."""
    return bool(find_spec("h2") and find_spec("priority"))


class Http2Answers(Spider):
    """Yields an item for every answer, and for every request that fails."""

    name = "http2_answers"

    async def start(self) -> AsyncIterator[Any]:
        for n, name in enumerate(PAGES):
            url, kwargs = f"{self.settings['SERVER']}/{name}", {"name": name}
            yield Request(url, errback=self.failed, cb_kwargs=kwargs, priority=-n)

    def parse(self, response: Response, name: str) -> Iterator[dict[str, Any]]:
        yield {"name": name, "protocol": response.protocol}

    def failed(self, failure: Any) -> Iterator[dict[str, Any]]:
        yield {"name": failure.request.cb_kwargs["name"], "error": repr(failure.value)}


SETTINGS = {
    **ADDON,
    "DOWNLOAD_HANDLERS": {"https": "scrapy.core.downloader.handlers.http2.H2DownloadHandler"},
    "DOWNLOAD_TIMEOUT": 10,
    "CONCURRENT_REQUESTS": 1,  # they share a connection, and the last page cuts it
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    "KEEP_ITEMS": True,
}


def wrong(items: list[dict[str, Any]]) -> dict[str, str]:
    """Return the complaints about the items, by the name of the page."""
    found = {item["name"]: item for item in items}
    complaints = {}
    for name, (*_, status, text) in PAGES.items():
        item = found.get(name, {"link_density": {"status": "no item"}, "text": ""})
        if item["link_density"]["status"] != status or text not in item["text"]:
            complaints[f"HTTP/2 {name}"] = f"{item['link_density']['status']} instead of {status}"
        elif item.get("protocol", "h2") != "h2":
            complaints[f"HTTP/2 {name}"] = f"it came by {item['protocol']}"
    return complaints


def serve(port: Any) -> None:
    """Send the port, then serve the pages until the process ends."""
    from twisted.internet import endpoints, reactor, ssl
    from twisted.web.resource import Resource
    from twisted.web.server import NOT_DONE_YET, Site

    class Page(Resource):
        isLeaf = True  # noqa: N815

        def render_GET(self, request: Any) -> Any:  # noqa: N802
            name = request.path.decode().lstrip("/")
            status, headers, body, *_ = PAGES[name]
            request.setResponseCode(status)
            for header, value in headers.items():
                request.setHeader(header, value)
            if name != "cut":
                return body
            request.setHeader("content-length", "500")
            request.write(b"<p>cut")
            request.loseConnection()
            return NOT_DONE_YET

    options = ssl.PrivateCertificate.loadPEM(certificate()).options()
    listening = endpoints.SSL4ServerEndpoint(reactor, 0, options, interface="127.0.0.1").listen(Site(Page()))
    listening.addCallback(lambda it: port.send(it.getHost().port))
    reactor.run(installSignalHandlers=False)  # type: ignore[misc,call-arg]


def certificate() -> bytes:
    """Return a key and a certificate for localhost that it has signed itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    begin = datetime.datetime(2000, 1, 1)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin.replace(year=2100))
        .sign(key, hashes.SHA256())
    )
    as_pem = serialization.Encoding.PEM
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return key.private_bytes(as_pem, *plain) + signed.public_bytes(as_pem)


@contextmanager
def serving() -> Iterator[str]:
    """Serve from a process of its own, because it needs a reactor; yield the URL."""
    with in_background(serve) as port:
        yield f"https://127.0.0.1:{port}"
