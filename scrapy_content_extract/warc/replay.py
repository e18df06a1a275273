"""A crawl out of archives: yesterday's responses for today's spider, without a request."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import IO
from zipfile import BadZipFile

from fastwarc.warc import WarcRecordType
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Headers, Request, Response
from scrapy.responsetypes import responsetypes
from w3lib.url import safe_url_string

from ..crawl.responses import RECORD_ID, TRUNCATED
from ..crawl.settings import read
from ..crawl.timing import count
from .http import body_of, response_in
from .places import ARC, DAMAGED, OpenArchives, beginning, open_archive, read_archives
from .records import FAILURES, Broken, Record, record_at, records

logger = logging.getLogger(__name__)

#: The kinds of records that are indexed; a resource is the DOM of a browser.
EXCHANGE = WarcRecordType.request | WarcRecordType.response | WarcRecordType.resource
#: Reasons in WARC-Truncated → flags of a response.
FLAGS = {reason: flag for flag, reason in TRUNCATED.items()}
#: The most bytes of a response that is read to compare it with its digest; larger ones are served, too.
MOST_INDEXED_BYTES = 1 << 27
#: The schemes of downloads that need no network; they are not replayed.
LOCAL = ("data:", "file:")


class WarcReplay:
    """A downloader middleware that answers all requests from the archives of CONTENT_EXTRACT_REPLAY.

    Place it at 950: nearer to the downloader than any other, so that responses pass through all of them
    as if they were downloaded.  A request is known by its fingerprint.  Of several responses the first
    is served first, and the last one again and again.  A request without a response is ignored.
    """

    def __init__(self, crawler: Crawler, paths: list[str]) -> None:
        self.crawler = crawler
        #: by fingerprint: the file, the name of the archive in a WACZ, else "", and the offset of the record
        self.places: dict[bytes, list[tuple[str, str, int]]] = {}
        self.archives = OpenArchives()
        for path in paths:
            try:
                self.add(path)
            except OSError as error:  # noqa: PERF203 - there are few
                raise ValueError(
                    f"CONTENT_EXTRACT_REPLAY has {path}, which cannot be read ({error}); it may be a WARC "
                    f"or WACZ file, or the URL of one. Give others, or the right to read it."
                ) from error
        self.served = self.missing = 0
        self.most = crawler.settings.getint("DOWNLOAD_MAXSIZE") or sys.maxsize - 1
        logger.info("%d different requests can be answered from %s", len(self.places), ", ".join(paths))
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WarcReplay:
        """Raise NotConfigured without archives, and ValueError for a missing archive."""
        paths = read(crawler.settings, "CONTENT_EXTRACT_REPLAY")
        if not paths:
            raise NotConfigured("CONTENT_EXTRACT_REPLAY is not set")
        return cls(crawler, paths)

    def add(self, path: str) -> None:
        """Index the responses of a file; raises ValueError for one that cannot be replayed."""
        with open_archive(path) as stream:
            if beginning(stream).startswith(ARC):
                raise ValueError(f"CONTENT_EXTRACT_REPLAY has {path}, which is ARC; give WARC or WACZ.")
            for name, found in read_archives(stream, exchanges):
                where = f"{name} in {path}" if name else path
                if isinstance(found, BadZipFile):
                    said = "%s is damaged (%s): the replay goes on without what cannot be read"
                    logger.error(said, where, found)
                    count(self.crawler.stats, "replay/damaged")
                elif isinstance(found, Broken):  # such as the last record of a crawl that was killed
                    said = "%s, byte %s: %s; the replay goes on without what cannot be read"
                    logger.warning(said, where, f"{found.offset:,}", found.reason)
                    count(self.crawler.stats, "replay/broken")
                else:
                    request, offset = found
                    self.places.setdefault(self.fingerprint(request), []).append((path, name, offset))

    def fingerprint(self, request: Request) -> bytes:
        return self.crawler.request_fingerprinter.fingerprint(request)

    def process_request(self, request: Request) -> Response | None:
        if request.url.startswith(LOCAL):
            return None
        places = self.places.get(self.fingerprint(request))
        if not places:
            self.missing += 1
            count(self.crawler.stats, "replay/missing")
            raise IgnoreRequest(f"{request} is not in the archives")
        path, name, offset = places.pop(0) if len(places) > 1 else places[0]
        record: Record | Broken | None = None
        with suppress(*FAILURES, *DAMAGED, KeyError):  # changed since the start
            record = record_at(self.archives.stream_of(path, name), offset, self.most)
        response = response_of(record, request.url, self.most) if isinstance(record, Record) else None
        if not isinstance(record, Record) or response is None:
            count(self.crawler.stats, "replay/broken")
            raise IgnoreRequest(f"The response to {request} cannot be read from {path}")
        self.served += 1
        count(self.crawler.stats, "replay/served")
        request.meta[RECORD_ID] = record.header("WARC-Record-ID")
        return response

    def spider_closed(self) -> None:
        self.archives.close()
        if self.missing:
            said = (
                "Requests that were not in the archives: %d; that were: %d. Are the URLs the same as in the "
                "recorded crawl, with the same port?"
            )
            logger.warning(said, self.missing, self.served)


def exchanges(archive: IO[bytes]) -> Iterator[tuple[Request, int] | Broken]:
    """Yield the request and the offset of each response, or what cannot be read.

    A request stands right before its response or right after it; without a request, it was a GET.
    """
    asked: dict[str, Request] = {}  # by the id of a response that is still to come
    before: tuple[str, Request, int] | None = None  # the last response: its id, its request, its offset
    for record in records(archive, EXCHANGE, MOST_INDEXED_BYTES):
        if isinstance(record, Broken):
            yield record
            continue
        if record.block is None:
            continue
        request = request_to(record, record.block if record.kind == "request" else b"GET")
        if request is None:
            continue
        if record.kind == "request":
            answer = record.header("WARC-Concurrent-To")
            if before is not None and answer == before[0]:
                before = answer, request, before[2]
            else:
                asked = {answer: request}
            continue
        if before is not None:
            yield before[1:]
        answer = record.header("WARC-Record-ID")
        before = answer, asked.pop(answer, request), record.offset
    if before is not None:
        yield before[1:]


def request_to(record: Record, block: bytes) -> Request | None:
    """Return the request to the target of a record; ``block`` is how it was sent.

    It is None for a target that no crawl requests, such as ``dns:example.com``.
    """
    method = block.partition(b" ")[0].decode("latin-1")
    try:
        url = safe_url_string(record.header("WARC-Target-URI").strip("<>"))
        return Request(url, method=method, body=block.partition(b"\r\n\r\n")[2])
    except ValueError:
        return None


def response_of(record: Record, url: str, most: int) -> Response | None:
    """Return the response of a record; Scrapy undoes its content encoding, as after a download."""
    if not record.is_whole:
        return None
    http = response_in(record, has_http=record.kind != "resource")
    if http is None:
        return None
    body = body_of(http, "transfer-encoding", most=most + 1)
    if len(body) > most:
        return None
    headers = Headers()
    for name, value in http.headers:
        if name.lower() != "transfer-encoding":
            headers.appendlist(name, value)
    flags = ["warc"]
    if reason := record.header("WARC-Truncated"):
        flags.append(FLAGS.get(reason, FLAGS["unspecified"]))
    cls = responsetypes.from_args(headers=headers, url=url, body=body)
    return cls(url=url, status=http.status, headers=headers, body=body, flags=flags)
