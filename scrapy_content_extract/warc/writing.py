"""Every response of a crawl → WARC/1.1, unchanged from its server.

https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from fastwarc.warc import WarcRecord, WarcRecordType
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Request, Response

from .. import __version__
from ..content.urls import split_url
from ..corpus.files import GZIP_LEVEL, sha1_of
from ..crawl.responses import RECORD_ID, TRUNCATED
from ..crawl.settings import read
from ..crawl.timing import count
from .records import STATUS

logger = logging.getLogger(__name__)

#: The prefix of headers that no longer fit, because the downloader has decoded the body; as in Common Crawl.
UNDONE = b"X-Crawler-"
#: The flag of a response whose body is the DOM of a browser: scrapy-playwright's.
RENDERED = "playwright"


class WarcWriter:
    """An extension that writes responses and their requests to the file of CONTENT_EXTRACT_WARC.

    A record is on the disk before the spider sees the response, each compressed by itself.  The file is
    followed by another, with ``-00001`` and so on in its name, before it has more than
    CONTENT_EXTRACT_WARC_BYTES.
    """

    def __init__(self, crawler: Crawler, template: str, most_bytes: int) -> None:
        self.crawler = crawler
        self.template = template
        self.most_bytes = most_bytes
        self.started = datetime.now(timezone.utc)
        self.number = 0
        self.file: BinaryIO | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WarcWriter:
        """Raise NotConfigured without a file, and ValueError for an impossible name."""
        template = read(crawler.settings, "CONTENT_EXTRACT_WARC")
        if not template:
            raise NotConfigured("CONTENT_EXTRACT_WARC is not set")
        writer = cls(crawler, template, read(crawler.settings, "CONTENT_EXTRACT_WARC_BYTES"))
        try:
            writer.open_next()
        except OSError as error:
            raise ValueError(
                f"CONTENT_EXTRACT_WARC is {template!r}, which cannot be written ({error}); it is the path "
                f"of a file, whose folder is made if there is none. Give another one."
            ) from error
        crawler.signals.connect(writer.forget, signals.request_scheduled)
        crawler.signals.connect(writer.write, signals.response_downloaded)
        crawler.signals.connect(writer.close, signals.spider_closed)
        return writer

    def open_next(self) -> None:
        self.close()
        name = self.crawler.spider.name if self.crawler.spider else ""
        time = self.started.replace(microsecond=0, tzinfo=None).isoformat().replace(":", "-")
        first = path = Path(self.template % {"time": time, "name": name})
        while path.exists():
            self.number += 1
            stem, dot, rest = first.name.partition(".")
            path = first.with_name(f"{stem}-{self.number:05}{dot}{rest}")
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("xb")
        settings = self.crawler.settings
        info = {
            "software": f"scrapy-content-extract/{__version__}",
            "format": "WARC File Format 1.1",
            "conformsTo": "http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1-1_latestdraft.pdf",
            "robots": "obey" if settings.getbool("ROBOTSTXT_OBEY") else "ignore",
            "http-header-user-agent": settings["USER_AGENT"],
        }
        fields = "".join(f"{name}: {value}\r\n" for name, value in info.items()).encode()
        headers = {"WARC-Filename": path.name, "Content-Type": "application/warc-fields"}
        self.append(compressed([record_of(WarcRecordType.warcinfo, headers, fields)]))
        logger.info("Responses are written to %s", path)

    def forget(self, request: Request) -> None:
        """Remove a record id that a spider has passed on with the meta of another page."""
        request.meta.pop(RECORD_ID, None)

    def write(self, response: Response, request: Request) -> None:
        """Write a response and its request.  A full disk is logged and counted; the item is kept."""
        outcome = "written"
        try:
            records = records_of(request, response)
            data = compressed(records)
            if self.file is None or self.file.tell() + len(data) > max(self.most_bytes, len(data)):
                self.open_next()
            self.append(data)
            request.meta[RECORD_ID] = records[0].record_id
        except OSError as error:
            outcome = "not_written"
            logger.error("%s is not in the WARC: %s", response, error)
        count(self.crawler.stats, f"warc/{outcome}")

    def append(self, data: bytes) -> None:
        assert self.file is not None
        self.file.write(data)
        self.file.flush()

    def close(self) -> None:
        file, self.file = self.file, None  # one that cannot be closed is not written to again
        if file is not None:
            file.close()


def compressed(records: Iterable[WarcRecord]) -> bytes:
    data = b""
    for record in records:
        plain = BytesIO()
        record.write(plain, checksum_data=True)
        compressor = zlib.compressobj(GZIP_LEVEL, wbits=31)
        data += compressor.compress(plain.getvalue()) + compressor.flush()
    return data


def records_of(request: Request, response: Response) -> list[WarcRecord]:
    """Return the record of a response and, with HTTP, the record of its request.

    The DOM of a browser was not sent by a server, so it is a resource, too.
    """
    headers = {"WARC-Target-URI": response.url, "WARC-Payload-Digest": sha1_of(response.body)}
    if split_url(response.url).scheme not in ("http", "https") or RENDERED in response.flags:
        content_type = response.headers.get("Content-Type") or b"application/octet-stream"
        headers["Content-Type"] = content_type.decode("latin-1")
        if response.status != HTTPStatus.OK:
            headers[STATUS] = str(response.status)
        return [record_of(WarcRecordType.resource, headers, response.body)]
    headers["Content-Type"] = "application/http; msgtype=response"
    if response.ip_address is not None:
        headers["WARC-IP-Address"] = str(response.ip_address)
    for flag in filter(TRUNCATED.get, response.flags):
        headers["WARC-Truncated"] = TRUNCATED[flag]
    answer = record_of(WarcRecordType.response, headers, head_of_response(response) + response.body)
    headers = {
        "WARC-Target-URI": response.url,
        "WARC-Payload-Digest": sha1_of(request.body),
        "Content-Type": "application/http; msgtype=request",
        "WARC-Date": answer.headers["WARC-Date"],
        "WARC-Concurrent-To": answer.headers["WARC-Record-ID"],
    }
    return [answer, record_of(WarcRecordType.request, headers, head_of_request(request) + request.body)]


def record_of(kind: WarcRecordType, headers: Mapping[str, str], content: bytes) -> WarcRecord:
    record = WarcRecord()
    record.init_headers(kind)
    for name, value in headers.items():
        record.headers[name] = value
    record.set_bytes_content(content)
    return record


def head_of_response(response: Response) -> bytes:
    """Return the status line and the headers, as Scrapy has them before any middleware."""
    protocol = response.protocol or ""
    if not protocol.startswith("HTTP/1"):
        protocol = "HTTP/1.1"  # WARC 1.1 has no form for HTTP/2
    try:
        reason = HTTPStatus(response.status).phrase
    except ValueError:
        reason = ""
    length = b"%d" % len(response.body)
    headers = []
    for name, value in header_lines(response):
        undone = name == b"Transfer-Encoding" or (name == b"Content-Length" and value != length)
        headers.append((UNDONE + name if undone else name, value))
    if b"Content-Length" not in dict(headers):
        headers.append((b"Content-Length", length))
    return head_of(f"{protocol} {response.status} {reason}", headers)


def head_of_request(request: Request) -> bytes:
    """Return the request line and the headers that Scrapy states."""
    parts = split_url(request.url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = [line for line in header_lines(request) if line[0] != b"Proxy-Authorization"]
    if b"Host" not in dict(headers):
        headers.insert(0, (b"Host", parts.netloc.rpartition("@")[2].encode()))
    return head_of(f"{request.method} {path} HTTP/1.1", headers)


def header_lines(message: Request | Response) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name, values in message.headers.items() for value in values]


def head_of(first: str, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    lines = b"".join(b"%s: %s\r\n" % line for line in headers)
    return first.encode("latin-1", "replace") + b"\r\n" + lines + b"\r\n"
