"""A crawl out of archives: yesterday's responses for today's spider, without a request."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from typing import IO, NamedTuple
from zipfile import BadZipFile

from fastwarc.warc import WarcRecordType
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Headers, Request, Response
from scrapy.responsetypes import responsetypes
from w3lib.url import safe_url_string

from ..crawl.responses import RECORD_ID, TRUNCATED
from ..crawl.settings import read_replay
from .codings import body_of
from .places import ARC, DAMAGED, OpenArchives, archives_of, beginning, open_archive
from .records import FAILURES, STATUS, Broken, Record, parse_http, record_at, records

logger = logging.getLogger(__name__)

#: The kinds of records that are indexed; a resource is the DOM of a browser.
EXCHANGE = WarcRecordType.request | WarcRecordType.response | WarcRecordType.resource
#: Reasons in WARC-Truncated → flags of a response.
FLAGS = {reason: flag for flag, reason in TRUNCATED.items()}
#: The most bytes of a response that is compared with its digest; any download may be served.
MOST_INDEXED = 1 << 27
#: The schemes of downloads that need no network; they are not replayed.
LOCAL = ("data:", "file:")


class Place(NamedTuple):
    path: str
    #: the archive in a WACZ, else ""
    name: str
    offset: int


class WarcReplay:
    """A downloader middleware that answers all requests from the archives of CONTENT_EXTRACT_REPLAY.

    Place it at 950: nearer to the downloader than any other, so that responses pass through all of them
    as if they were downloaded.  A request is known by its fingerprint.  Of several responses the first
    is served first, and the last one again and again.  A request without a response is ignored.
    """

    def __init__(self, crawler: Crawler, paths: list[str]) -> None:
        self.crawler = crawler
        self.places: dict[bytes, list[Place]] = {}
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
        paths = read_replay(crawler.settings)
        if not paths:
            raise NotConfigured("CONTENT_EXTRACT_REPLAY is not set")
        return cls(crawler, paths)

    def add(self, path: str) -> None:
        """Index the responses of a file; raises ValueError for one that cannot be replayed."""
        with open_archive(path) as stream:
            if beginning(stream).startswith(ARC):
                raise ValueError(f"CONTENT_EXTRACT_REPLAY has {path}, which is ARC; give WARC or WACZ.")
            try:
                for name, part in archives_of(stream):
                    try:
                        with part as archive:
                            self.add_exchanges(path, name, archive)
                    except BadZipFile as error:  # noqa: PERF203 - those after it in a WACZ may be whole
                        self.say_damaged(archive_name(path, name), error)
            except BadZipFile as error:
                self.say_damaged(path, error)

    def add_exchanges(self, path: str, name: str, archive: IO[bytes]) -> None:
        """Index the responses of an archive, up to where it is damaged."""
        for found in exchanges(archive):
            if isinstance(found, Broken):
                self.say_broken(archive_name(path, name), found)
                continue
            request, offset = found
            fingerprint = self.crawler.request_fingerprinter.fingerprint(request)
            self.places.setdefault(fingerprint, []).append(Place(path, name, offset))

    def say_broken(self, what: str, broken: Broken) -> None:
        """Log that a record cannot be read, such as the last one of a crawl that was killed."""
        where = f"{what}, byte {broken.offset:,}"
        logger.warning("%s: %s; the replay goes on without what cannot be read", where, broken.reason)
        self.count("broken")

    def say_damaged(self, what: str, error: Exception) -> None:
        """Log that an archive cannot be read to its end; the crawl goes on with the others."""
        logger.error("%s is damaged (%s): the replay goes on without what cannot be read", what, error)
        self.count("damaged")

    def process_request(self, request: Request) -> Response | None:
        if request.url.startswith(LOCAL):
            return None
        places = self.places.get(self.crawler.request_fingerprinter.fingerprint(request))
        if not places:
            self.missing += 1
            self.count("missing")
            raise IgnoreRequest(f"{request} is not in the archives")
        place = places.pop(0) if len(places) > 1 else places[0]
        record = self.record_at(place)
        response = None if isinstance(record, Broken) else response_of(record, request.url, self.most)
        if response is None or isinstance(record, Broken):
            self.count("broken")
            raise IgnoreRequest(f"The response to {request} cannot be read from {place.path}")
        self.served += 1
        self.count("served")
        request.meta[RECORD_ID] = record.header("WARC-Record-ID")
        return response

    def record_at(self, place: Place) -> Record | Broken:
        try:
            archive = self.archives.stream_of(place.path, place.name)
            return record_at(archive, place.offset, self.most)
        except (*FAILURES, *DAMAGED, KeyError) as error:  # changed since the start
            return Broken(place.offset, str(error))

    def spider_closed(self) -> None:
        self.archives.close()
        if self.missing:
            logger.warning(
                "Requests that were not in the archives: %d; that were: %d. Are the URLs the same as in the "
                "recorded crawl, with the same port?",
                self.missing,
                self.served,
            )

    def count(self, stat: str) -> None:
        if self.crawler.stats:
            self.crawler.stats.inc_value(f"content_extract/replay/{stat}")


def archive_name(path: str, name: str) -> str:
    """Return the name of an archive for messages; ``name`` is its name in a WACZ."""
    return f"{name} in {path}" if name else path


def exchanges(archive: IO[bytes]) -> Iterator[tuple[Request, int] | Broken]:
    """Return the request of each response, and where the response is, or what cannot be read.

    A request stands right before its response or right after it; without a request, it was a GET.
    """
    asked: dict[str, Request] = {}  # by the id of a response that is still to come
    before: tuple[Record, Request] | None = None
    for record in records(archive, EXCHANGE, MOST_INDEXED):
        if isinstance(record, Broken):
            yield record
            continue
        if record.block is None:
            continue
        target = request_to(record, record.block if record.kind == "request" else b"GET")
        if target is None:
            continue
        if record.kind == "request":
            request = target
            answered = record.header("WARC-Concurrent-To")
            if before is not None and answered == before[0].header("WARC-Record-ID"):
                before = before[0], request
            else:
                asked = {answered: request}
            continue
        if before is not None:
            yield before[1], before[0].offset
        answers = record.header("WARC-Record-ID")
        request = asked.pop(answers) if answers in asked else target
        before = record._replace(block=b""), request
    if before is not None:
        yield before[1], before[0].offset


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
    if record.kind == "resource":
        stated, lines = record.header(STATUS), [("Content-Type", record.header("Content-Type"))]
        status, body = int(stated) if stated.isdecimal() else 200, record.block or b""
    else:
        http = parse_http(record.block or b"")
        if http is None:
            return None
        status, lines = http.status, list(http.headers)
        body = body_of(http, "transfer-encoding", most=most + 1)
    if len(body) > most:
        return None
    headers = Headers()
    for name, value in lines:
        if name.lower() != "transfer-encoding":
            headers.appendlist(name, value)
    reason = record.header("WARC-Truncated")
    flags = ["warc", *([FLAGS.get(reason, FLAGS["unspecified"])] if reason else [])]
    cls = responsetypes.from_args(headers=headers, url=url, body=body)
    return cls(url=url, status=status, headers=headers, body=body, flags=flags)
