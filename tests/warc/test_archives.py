"""Web archives: broken ones, archives of a real crawl, and a crawl out of them."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc
import zipfile
import zlib
from base64 import b32encode
from collections.abc import Callable
from functools import partial
from hashlib import sha1
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
import scrapy
from fastwarc import warc as fastwarc
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse, Request
from scrapy.utils.request import RequestFingerprinter
from warcio import archiveiterator as warcio

from scrapy_content_extract import extract
from scrapy_content_extract.warc import Archive
from scrapy_content_extract.warc.records import records
from scrapy_content_extract.warc.replay import WarcReplay, exchanges, response_of
from scrapy_content_extract.warc.writing import WarcWriter, compressed, records_of
from tests.helpers.crawlers import crawler_with
from tests.helpers.running import ROOT, run_python
from tests.helpers.server import running

HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
PAGE = b"<p>It rains on page %d.</p>"


def record(n: int, body: bytes | None = None, http: bytes = HTTP, **changed: str) -> bytes:
    """Return a record as the standard says; the page of record n is PAGE."""
    block = http + (PAGE % n if body is None else body)
    headers = {
        "WARC-Type": "response",
        "WARC-Record-ID": f"<urn:uuid:{n}>",
        "WARC-Date": "2026-01-01T00:00:00Z",
        "WARC-Target-URI": f"http://example.com/{n}",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(block)),
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return b"WARC/1.1\r\n" + lines.encode() + b"\r\n" + block + b"\r\n\r\n"


def damaged(data: bytes, start: int, stop: int) -> bytes:
    return data[:start] + b"\xff" * (stop - start) + data[stop:]


def wacz_of(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as wacz:
        for name, data in files.items():
            wacz.writestr(name, data)
    return made.getvalue()


def replay_of(path: Path) -> WarcReplay:
    crawler = crawler_with(CONTENT_EXTRACT_REPLAY=str(path))
    crawler.request_fingerprinter = RequestFingerprinter()
    return WarcReplay.from_crawler(crawler)


Z = gzip.compress
R0, R1, R2 = record(0), record(1), record(2)
WITH_DIGEST = record(
    1, WARC_Block_Digest="sha1:" + b32encode(sha1(HTTP + PAGE % 1, usedforsecurity=False).digest()).decode()
)

#: bytes → the pages read, and how many stretches are broken
FILES = {
    "plain": (R0 + R1 + R2, [0, 1, 2], 0),
    "each record compressed": (Z(R0) + Z(R1) + Z(R2), [0, 1, 2], 0),
    "compressed as a whole, against the standard": (Z(R0 + R1 + R2), [0, 1, 2], 0),
    "nothing": (b"", [], 0),
    "no archive": (b"<html><p>It rains.</p></html>", [], 1),
    "bits turned inside a record": (Z(R0) + damaged(Z(R1), 60, 70) + Z(R2), [0, 2], 1),
    "bits turned at the beginning of a record": (Z(R0) + damaged(Z(R1), 0, 12) + Z(R2), [0, 2], 1),
    "bits turned in the first record": (damaged(Z(R0), 60, 70) + Z(R1) + Z(R2), [1, 2], 1),
    "something between records": (Z(R0) + b"\0nothing" * 9 + Z(R1) + Z(R2), [0, 1, 2], 1),
    "the end is lost": ((Z(R0) + Z(R1) + Z(R2))[:-40], [0, 1], 1),
    "the end is lost inside the headers": ((Z(R0) + Z(R1) + Z(R2))[:-140], [0, 1], 1),
    "the end is lost, plain": ((R0 + R1 + R2)[:-20], [0, 1], 1),
    "a record is cut off, and the next one follows, plain": (R0 + WITH_DIGEST[:-30] + R2, [0, 2], 1),
    "something without an end of line, plain": (R0 + b"nothing" * 9 + R2, [0, 2], 1),
    "a length beyond the end": (Z(R0) + Z(record(1, Content_Length="9999")) + Z(R2), [0, 2], 1),
    "a length beyond the end, plain": (R0 + record(1, Content_Length="9999") + R2, [0, 2], 1),
    "a length into the next record": (Z(R0) + Z(record(1, Content_Length="300")) + Z(R2), [0, 2], 1),
    # what was read before is not called back: page 1 has part of record 2
    "a length into the next record, plain": (R0 + record(1, Content_Length="300") + R2, [0, 1, 2], 1),
    "no type": (Z(R0) + Z(R1.replace(b"WARC-Type", b"WARC-Tape")) + Z(R2), [0, 2], 1),
    "a digest of something else": (
        Z(R0) + Z(record(1, WARC_Block_Digest="sha1:" + "A" * 32)) + Z(R2), [0, 2], 1,
    ),
    "no HTTP": (Z(R0) + Z(record(1, http=b"")) + Z(R2), [0, 2], 1),
    "HTTP without a status": (Z(R0) + Z(record(1, http=b"HTTP/1.1 banana\r\n\r\n")) + Z(R2), [0, 2], 1),
}  # fmt: skip


@pytest.mark.parametrize(("data", "read", "broken"), FILES.values(), ids=FILES)
def test_every_record_is_read_or_broken(data, read, broken):
    archive = Archive(io.BytesIO(data))
    assert [int(page.url.rpartition("/")[2]) for page in archive] == read
    assert archive.counts["broken"] == broken


def http(*headers: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", "Content-Type: text/html", *headers, "", ""]).encode()


TEXT = b"<p>It rains.</p>"

#: responses, each with the body TEXT
BODIES = {
    "gzip": record(1, Z(TEXT), http("Content-Encoding: gzip")),
    "chunks": record(1, b"10\r\n" + TEXT + b"\r\n0\r\n\r\n", http("Transfer-Encoding: chunked")),
    "not in chunks, against its headers": record(1, TEXT, http("Transfer-Encoding: chunked")),
    "not gzip, against its headers": record(1, TEXT, http("Content-Encoding: gzip")),
    "an unknown encoding": record(1, TEXT, http("Content-Encoding: dcb")),
    "no encoding, by name": record(1, TEXT, http("Content-Encoding: Identity")),
    "gzip stated twice": record(1, Z(TEXT), http("Content-Encoding: gzip, gzip")),
    "chunks that are cut": record(1, b"99\r\n" + TEXT, http("Transfer-Encoding: chunked")),
    "two types, of which the last counts": record(
        1, TEXT, http().replace(b"Type: text/html", b"Type: image/png\r\nContent-Type: text/html")
    ),
    "lines that end without CR": record(1, TEXT, http().replace(b"\r", b"")),
    "a resource, which has no HTTP": record(1, TEXT, b"", WARC_Type="resource", Content_Type="text/html"),
}


@pytest.mark.parametrize("data", BODIES.values(), ids=BODIES)
def test_encodings_are_undone(data):
    assert [page.body for page in Archive(io.BytesIO(Z(data) + Z(R2)))] == [TEXT, PAGE % 2]


def test_a_cut_record_says_so_in_the_archive_and_in_its_replay():
    whole, cut = (
        next(records(io.BytesIO(record(1, TEXT, http(), **headers))))
        for headers in ({}, {"WARC_Truncated": "length"})
    )
    assert response_of(whole, "http://example.com/", 99).flags == ["warc"]
    assert response_of(cut, "http://example.com/", 99).flags == ["warc", "download_stopped"]


@pytest.mark.parametrize("status", [200, 404])
def test_the_dom_of_a_browser_is_a_resource(tmp_path, status):
    response = HtmlResponse(
        "http://example.com/1", status, {"Content-Type": "text/html; charset=utf-8"}, TEXT, ["playwright"]
    )
    (made,) = records_of(Request(response.url), response)
    path = tmp_path / "dom.warc.gz"
    path.write_bytes(compressed([made]))
    (page,) = Archive(path, statuses=[status])
    assert (page.body, page.status, page.content_type) == (TEXT, status, "text/html; charset=utf-8")
    again = replay_of(path).process_request(Request(response.url))
    assert (again.status, again.body) == (status, TEXT)
    assert again.headers["Content-Type"] == b"text/html; charset=utf-8"


#: a record → what it counts as, with default options
OUTCOMES = {
    "a page": (R0, "page"),
    "no type stated": (record(0, http=b"HTTP/1.1 200 OK\r\n\r\n"), "page"),
    "an image": (record(0, http=HTTP.replace(b"text/html", b"image/png")), "type"),
    "an error page": (record(0, http=HTTP.replace(b"200 OK", b"404 Not Found")), "status"),
    "larger than 100 bytes": (record(0, b"x" * 101), "too_large"),
    "a bomb": (record(0, Z(bytes(50_000_000)), http("Content-Encoding: gzip")), "too_large"),
    "a request": (record(0, WARC_Type="request"), "request"),
    "a page seen before": (record(0, WARC_Type="revisit"), "revisit"),
    "a kind of our own": (record(0, WARC_Type="ours"), "unknown"),
    "DNS": (record(0, http=b"", WARC_Type="response", Content_Type="text/dns"), "type"),
}


@pytest.mark.parametrize(("data", "outcome"), OUTCOMES.values(), ids=OUTCOMES)
def test_every_record_is_counted(data, outcome):
    archive = Archive(io.BytesIO(data), max_bytes=100)
    assert len(list(archive)) == (outcome == "page")
    assert archive.counts == {outcome: 1}


def test_a_page_has_what_its_record_says():
    cookies = http("Set-Cookie: a=1", "Set-Cookie: b=2")
    page = list(Archive(io.BytesIO(R0 + record(1, http=cookies, WARC_Payload_Digest="sha1:X"))))[1]
    assert (page.url, page.status, page.content_type) == ("http://example.com/1", 200, "text/html")
    assert page.headers[1:] == (("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"))
    assert (page.record_id, page.date, page.digest) == ("<urn:uuid:1>", "2026-01-01T00:00:00Z", "sha1:X")
    assert page.offset == len(R0)


def test_texts_that_others_have_made_of_pages():
    # records as in the WET files of Common Crawl
    plain = {"WARC_Type": "conversion", "Content_Type": "text/plain", "WARC_Refers_To": "<urn:uuid:1>"}
    file = io.BytesIO(
        Z(record(0, b"Software-Info: CC", b"", WARC_Type="warcinfo")) + Z(record(9, TEXT, b"", **plain))
    )
    archive = Archive(file, types=("text/plain",))
    assert [(page.refers_to, page.body) for page in archive] == [("<urn:uuid:1>", TEXT)]
    assert archive.counts == {"warcinfo": 1, "page": 1}
    archive = Archive(file)
    assert list(archive) == []
    assert archive.counts == {"warcinfo": 1, "type": 1}


# http://archive.org/web/researcher/ArcFileFormat.php
ABOUT = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
ARC = b"filedesc://x.arc 0.0.0.0 20260101000000 text/plain %d\n%b\n" % (len(ABOUT), ABOUT)


def page_of_arc(body: bytes) -> bytes:
    page = HTTP + body
    return b"http://example.com/2 10.0.0.1 20260101000000 text/html %d\n%b\n" % (len(page), page)


def test_arc():
    page = page_of_arc(TEXT)
    for data in (ARC + page, Z(ARC) + Z(page)):
        archive = Archive(io.BytesIO(data))
        assert [(page.url, page.body, page.date) for page in archive] == [
            ("http://example.com/2", TEXT, "2026-01-01T00:00:00Z")
        ]
        assert archive.counts == {"warcinfo": 1, "page": 1}
        archive = Archive(io.BytesIO(data[:-12]))
        assert list(archive) == []
        assert archive.counts["broken"] == 1


def test_wacz():
    files = {"archive/a.warc.gz": Z(R0) + Z(R1), "archive/b.warc": R2, "pages/pages.jsonl": b"{}"}
    wacz = wacz_of(files, zipfile.ZIP_STORED)
    assert [page.body for page in Archive(io.BytesIO(wacz))] == [PAGE % n for n in range(3)]
    archive = Archive(io.BytesIO(wacz[:-30]))
    assert list(archive) == []
    assert archive.counts == {"broken": 1}


def stating(field: int, value: bytes, wacz: bytes) -> bytes:
    """Change a field of the first archive: in its own header and, two bytes further on, in the index."""
    in_index = wacz.index(b"PK\x01\x02") + field + 2
    changed = wacz[:field] + value + wacz[field + len(value) :]
    return changed[:in_index] + value + changed[in_index + len(value) :]


def from_the_future(wacz: bytes) -> bytes:
    """Say in the index that the first archive needs version 20.1 of the format."""
    at = wacz.index(b"PK\x01\x02") + 6
    return wacz[:at] + b"\xc9" + wacz[at + 1 :]


def packed(method: int, wacz: bytes) -> bytes:
    """Compress the archives otherwise, and damage the first bytes of the first one."""
    with zipfile.ZipFile(io.BytesIO(wacz)) as before:
        packed_again = wacz_of({name: before.read(name) for name in before.namelist()}, method)
    at = 30 + len("archive/a.warc")
    return damaged(packed_again, at, at + 8)


#: what is damaged in the first of two archives
DAMAGES = {
    "no bzip2": partial(packed, zipfile.ZIP_BZIP2),
    "no LZMA": partial(packed, zipfile.ZIP_LZMA),
    "no DEFLATE": partial(packed, zipfile.ZIP_DEFLATED),
    "another check sum": partial(stating, 14, b"\0\0\0\0"),
    "encrypted": partial(stating, 6, b"\x01"),
    "an unknown compression": partial(stating, 8, b"\x63"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_archive_in_a_wacz_costs_no_other(damage):
    archive = Archive(io.BytesIO(damage(wacz_of({"archive/a.warc": R0, "archive/b.warc": R2}))))
    assert [page.body for page in archive][-1:] == [PAGE % 2]
    assert archive.counts["broken"] == 1


@pytest.mark.parametrize(
    ("damage", "others_are_read"),
    [(damage, True) for damage in DAMAGES.values()]
    + [(lambda wacz: wacz[:-30], False), (from_the_future, False)],
    ids=[*DAMAGES, "the end is missing", "a version to come"],
)
def test_a_damaged_wacz_does_not_end_a_replay(tmp_path, damage, others_are_read, caplog):
    hurt = tmp_path / "1-hurt.wacz"
    hurt.write_bytes(damage(wacz_of({"archive/a.warc": R0, "archive/b.warc": R1})))
    (tmp_path / "2-whole.warc").write_bytes(R2)
    replay = replay_of(tmp_path / "*")
    for n in (1, 2) if others_are_read else (2,):
        assert replay.process_request(scrapy.Request(f"http://example.com/{n}")).body == PAGE % n
    assert replay.crawler.stats.get_value("content_extract/replay/damaged") == 1
    (said,) = (record.getMessage() for record in caplog.records if "is damaged" in record.getMessage())
    assert str(hurt) in said
    replay.spider_closed()


# an archive of pages 1 and 2; which of them is left, and where the broken record begins
BROKEN_RECORDS = {
    "the end is lost, as when a crawl is killed": ((Z(R1) + Z(R2))[:-40], 1, len(Z(R1))),
    "the end is lost, plain": ((R1 + R2)[:-20], 1, len(R1)),
    "bits turned inside a record": (damaged(Z(R1), 60, 70) + Z(R2), 2, 0),
}


@pytest.mark.parametrize(("archive", "left", "at"), BROKEN_RECORDS.values(), ids=BROKEN_RECORDS)
def test_a_replay_says_which_record_is_broken(tmp_path, archive, left, at, caplog):
    path = tmp_path / "a.warc"
    path.write_bytes(archive)
    replay = replay_of(path)
    assert replay.process_request(scrapy.Request(f"http://example.com/{left}")).body == PAGE % left
    with pytest.raises(IgnoreRequest):
        replay.process_request(scrapy.Request(f"http://example.com/{3 - left}"))
    assert replay.crawler.stats.get_value("content_extract/replay/broken") == 1
    (said,) = (record.getMessage() for record in caplog.records if "goes on" in record.getMessage())
    assert said.startswith(f"{path}, byte {at:,}: ")
    replay.spider_closed()


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="the system does not list open files")
def test_a_replay_of_many_archives_keeps_few_open(tmp_path):
    for n in range(2, 50):
        (tmp_path / f"{n}.warc").write_bytes(record(n))
    in_zip = {"archive/a.warc.gz": Z(R0), "archive/b.warc": R2 + R1}
    (tmp_path / "crawl.wacz").write_bytes(wacz_of(in_zip, zipfile.ZIP_STORED))
    before = len(os.listdir("/proc/self/fd"))
    replay = replay_of(tmp_path / "*")
    for n in (*range(50), *reversed(range(50))):
        assert replay.process_request(scrapy.Request(f"http://example.com/{n}")).body == PAGE % n
        assert len(os.listdir("/proc/self/fd")) - before <= 32
    replay.spider_closed()
    assert len(os.listdir("/proc/self/fd")) == before


#: More than max_bytes below, and than FastWARC and zlib hold at a time.
ZEROS = 30_000_000


def large(**changed: str) -> bytes:
    """Return a record with many zeros."""
    return record(1, bytes(ZEROS), **changed)


def in_wacz(data: bytes) -> bytes:
    return wacz_of({"archive/a.warc": data})


#: an archive whose page 1 is wrong or too large, between pages 0 and 2 → how it is counted
BOUNDED = {
    "10^11 bytes": (R0 + record(1, Content_Length="99999999999") + R2, "broken"),
    "10^11 bytes, compressed": (Z(R0) + Z(record(1, Content_Length="99999999999")) + Z(R2), "broken"),
    "2^63 bytes": (R0 + record(1, Content_Length=f"{2**63}") + R2, "broken"),
    "2^63 bytes, compressed": (Z(R0) + Z(record(1, Content_Length=f"{2**63}")) + Z(R2), "broken"),
    "2^64 bytes": (R0 + record(1, Content_Length=f"{2**64}") + R2, "broken"),
    "less than no bytes": (R0 + record(1, Content_Length="-5") + R2, "broken"),
    "a request of 10^11 bytes": (
        Z(R0) + Z(record(1, WARC_Type="request", Content_Length="99999999999")) + Z(R2), "broken",
    ),
    "a record, plain": (R0 + large() + R2, "too_large"),
    "a bomb of a record": (Z(R0) + Z(large()) + Z(R2), "too_large"),
    "a bomb of a record that states more": (Z(R0) + Z(large(Content_Length="99999999999")) + Z(R2), "broken"),
    "a bomb of headers": (Z(R0) + Z(b"WARC/1.1\r\nWARC-Type: " + bytes(ZEROS)) + Z(R2), "broken"),
    "a bomb in a WACZ": (in_wacz(R0 + large() + R2), "too_large"),
    "a bomb of a body": (R0 + record(1, Z(bytes(ZEROS)), http("Content-Encoding: gzip")) + R2, "too_large"),
    "a bomb in a bomb": (
        R0 + record(1, Z(Z(bytes(ZEROS))), http("Content-Encoding: gzip, gzip")) + R2, "too_large",
    ),
    "a bomb of zlib": (
        R0 + record(1, zlib.compress(bytes(ZEROS)), http("Content-Encoding: deflate")) + R2, "too_large",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "count"), BOUNDED.values(), ids=BOUNDED)
def test_no_record_takes_more_memory_than_its_page_may(tmp_path, data, count):
    path = tmp_path / "pages.warc"
    path.write_bytes(data)
    del data
    archive = Archive(path, max_bytes=1_000_000)
    tracemalloc.start()
    read = [(page.url[-1], page.body) for page in archive]
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert read == [("0", PAGE % 0), ("2", PAGE % 2)]
    assert archive.counts[count] == 1
    assert held < 16_000_000


def test_a_bomb_in_arc_costs_no_other_record():
    arc = Z(ARC) + Z(page_of_arc(bytes(ZEROS))) + Z(page_of_arc(TEXT))
    archive = Archive(io.BytesIO(arc), max_bytes=1_000_000)
    assert [page.body for page in archive] == [TEXT]
    assert archive.counts == {"warcinfo": 1, "too_large": 1, "page": 1}


class Counted(io.BytesIO):
    """Counts the bytes that are read."""

    bytes_read = 0

    def read(self, size=-1):
        data = super().read(size)
        self.bytes_read += len(data)
        return data


def many(n: int, part: Callable[[int], bytes]) -> bytes:
    return b"".join(map(part, range(n)))


def nested(n: int) -> bytes:
    """Return members of gzip inside of others that do not compress them, the innermost cut off."""
    data = b"WARC/1.1\r\nWARC-Type: "
    for _ in range(n):
        compressor = zlib.compressobj(0, wbits=31)
        data = compressor.compress(b"WARC/1.1\r\n" + data) + compressor.flush()
    return data


#: what is wrong with each of many records, and how it looks
SLOW = {
    "lengths beyond the end": lambda n: many(n, lambda i: record(i, Content_Length="9999999999")),
    "lengths beyond the end, compressed": lambda n: many(n, lambda i: Z(record(i, Content_Length="99999999"))),
    "wrong digests of all that follows": lambda n: many(
        n, lambda i: record(i, Content_Length=f"{300 * (n - i)}", WARC_Block_Digest="sha1:" + "A" * 32)
    ),
    "headers without an end": lambda n: b"WARC/1.1\r\nWARC-Type: response\r\n" * n,
    "compressed, with nothing inside": lambda n: Z(b"nothing") * n,
    "what begins like gzip": lambda n: b"\x1f\x8b\x08" * 50 * n,
    "members in members": nested,
    "in a WACZ": lambda n: in_wacz(many(n, lambda i: record(i, Content_Length="9999999999"))),
}  # fmt: skip


@pytest.mark.parametrize("made", SLOW.values(), ids=SLOW)
def test_what_is_read_grows_with_the_archive(made):
    """Reading all of what follows again for each record would be 16 times as much."""
    read = []
    for n in (400, 1600):
        stream = Counted(made(n))
        list(Archive(stream))
        read.append(stream.bytes_read)
    assert read[1] < 6 * read[0]


def test_broken_records_in_a_wacz_are_all_counted_and_it_is_unpacked_once():
    data = in_wacz(many(300, lambda i: record(i, Content_Length="9999999999") + record(i)))
    stream = Counted(data)
    archive = Archive(stream)
    assert len(list(archive)) == 300
    assert archive.counts["broken"] == 300
    assert stream.bytes_read < 2 * len(data) + 1000


# --- a crawl into an archive, and out of it --------------------------------------------------

LINKS = "/gzip /latin /chunked /moved /gone /form /image"

SITE = {
    "/robots.txt": (200, {"Content-Type": "text/plain"}, b"User-agent: *\nAllow: /\n"),
    "/": (200, {"Content-Type": "text/html"}, "".join(f"<a href='{x}'>{x}</a>" for x in LINKS.split()).encode()),
    "/gzip": (
        200, {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"},
        Z("<p>A compressed page about «rain», which goes on for a whole sentence.</p>".encode()),
    ),
    "/latin": (
        200, {"Content-Type": "text/html; charset=windows-1252"},
        "<p>The café at the corner serves crêpes “to go”, whatever the weather may be.</p>".encode("cp1252"),
    ),
    "/chunked": (200, {"Content-Type": "text/html", "Transfer-Encoding": "chunked"}, b"<p>In two chunks it came.</p>"),
    "/moved": (301, {"Location": "/latin?again"}, b""),
    "/latin?again": (200, {"Content-Type": "text/html"}, b"<p>Here it is now, and here it will stay for good.</p>"),
    "/gone": (410, {"Content-Type": "text/html", "X-Odd": "caf\xe9"}, b"<p>It is gone, and nobody knows where.</p>"),
    "/form": (200, {"Content-Type": "text/html"}, b"<p>You have asked for nothing at all today.</p><a href=/>Back</a>"),
    "/image": (200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n\0\0"),
}  # fmt: skip


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    #: the number of answered requests
    asked = 0

    def do_GET(self):
        status, headers, body = SITE[self.path]
        self.answer(status, headers, body)

    def do_POST(self):
        form = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(
            200, {"Content-Type": "text/html"}, b"<p>You have asked for this: %b. It is here.</p>" % form
        )

    def answer(self, status, headers, body):
        Handler.asked += 1
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" in headers:
            body = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:9], body[9:], b""))
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@pytest.fixture
def site():
    with running(Handler) as url:
        yield url


SPIDER = ("-m", "scrapy", "runspider", str(ROOT / "tests" / "helpers" / "warc_spider.py"))


def crawl(url: str, folder: Path, **settings: object) -> tuple[list[dict], str]:
    """Crawl a site in a process of its own; return the items and the log."""
    settings = {
        "CONTENT_EXTRACT_SITE_MEMORY": False,
        **settings,
    }  # other tests read the pages alone
    given = [f"-s{name}={value}" for name, value in settings.items()]
    done = run_python(*SPIDER, "-a", f"url={url}", "-O", "items.jsonl", *given, cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = (folder / "items.jsonl").read_text("utf-8").splitlines()
    return sorted(map(json.loads, lines), key=lambda item: (item["url"], item["text"])), done.stderr


@pytest.fixture
def crawled(site, tmp_path):
    items, log = crawl(site, tmp_path, CONTENT_EXTRACT_WARC="out/%(name)s.warc.gz")
    assert "ERROR" not in log
    return site, items, tmp_path / "out" / "site.warc.gz"


def test_the_archive_has_every_response_as_it_came(crawled):
    site, _, path = crawled
    with path.open("rb") as stream:
        records = [
            (
                entry.rec_type,
                (entry.rec_headers.get_header("WARC-Target-URI") or "").replace(site, ""),
                entry.http_headers,
                entry.raw_stream.read(),
            )
            for entry in warcio.ArchiveIterator(stream, check_digests="raise")
        ]
    assert [kind for kind, *_ in records].count("warcinfo") == 1
    responses = {url: (headers, body) for kind, url, headers, body in records if kind == "response"}
    for url, (status, headers, body) in SITE.items():
        if url == "/form":
            continue  # the same URL twice: see test_a_replay_gives_the_same_items
        recorded, recorded_body = responses[url]
        assert recorded.get_statuscode() == str(status)
        assert recorded_body == body, "neither unpacked nor rewritten in UTF-8"
        for name, value in headers.items():
            if name != "Transfer-Encoding":
                assert recorded.get_header(name).encode("latin-1").decode("utf-8", "replace") in (
                    value,
                    "caf\ufffd",
                )
        assert recorded.get_header("Content-Length") == str(len(body))
    asked = [headers for kind, _, headers, _ in records if kind == "request"]
    assert len(asked) == len([kind for kind, *_ in records if kind == "response"])
    assert {headers.protocol for headers in asked} == {"GET", "POST"}
    assert all(headers.get_header("Host") == site.removeprefix("http://") for headers in asked)


def test_texts_from_the_archive_are_those_of_the_items(crawled):
    _, items, path = crawled
    by_record = {
        page.record_id: extract(page.body, url=page.url, content_type=page.content_type).text
        for page in Archive(path)
    }
    assert len(items) == 8
    for item in items:
        assert item["warc_record_id"] == item["record"], "that of images and error pages, too"
        assert item["text"] == by_record.get(item["record"], "")  # the image is no page
        assert item["text"] or item["url"] in ("/", "/image")


def test_an_index_for_a_wayback_machine(crawled):
    indexer = pytest.importorskip("cdxj_indexer.main", reason="cdxj-indexer is not installed")
    site, _, path = crawled
    out = io.StringIO()
    indexer.CDXJIndexer(out, [str(path)]).process_all()
    lines = [json.loads(line.split(" ", 2)[2]) for line in out.getvalue().splitlines()]
    assert {line["url"].replace(site, "") for line in lines} == set(SITE)
    assert {line["status"] for line in lines} == {"200", "301", "410"}


def test_a_replay_gives_the_same_items(crawled, tmp_path):
    site, items, path = crawled
    again = tmp_path / "again"
    again.mkdir()
    asked = Handler.asked
    replayed, log = crawl(site, again, CONTENT_EXTRACT_REPLAY=path)
    assert Handler.asked == asked, "the server was asked again"
    assert replayed == items
    assert f"'content_extract/replay/served': {len(SITE) + 1}" in log


def test_what_is_not_in_the_archive_is_not_asked_for(crawled, tmp_path):
    site, _, path = crawled
    again = tmp_path / "again"
    again.mkdir()
    replayed, log = crawl(site + "/other", again, CONTENT_EXTRACT_REPLAY=path)
    assert replayed == []
    assert "'content_extract/replay/missing': 2" in log  # /other/ and /other/form; robots.txt is there


def test_a_broken_archive_costs_only_what_is_broken(crawled, tmp_path):
    site, items, path = crawled
    with path.open("rb") as stream:
        places = [(r.stream_pos, r.headers.get("WARC-Target-URI")) for r in fastwarc.ArchiveIterator(stream)]
    hurt = next(offset for offset, url in places if url == site + "/latin")
    path.write_bytes(damaged(path.read_bytes(), hurt + 60, hurt + 70))
    again = tmp_path / "again"
    again.mkdir()
    replayed, log = crawl(site, again, CONTENT_EXTRACT_REPLAY=path)
    assert replayed == [item for item in items if item["url"] != "/latin"]
    assert "'content_extract/replay/missing': 1" in log


def test_a_large_archive_is_followed_by_another_and_none_is_overwritten(site, tmp_path):
    settings = {"CONTENT_EXTRACT_WARC": "all.warc.gz", "CONTENT_EXTRACT_WARC_BYTES": 2500}
    crawl(site, tmp_path, **settings)
    first = sorted(tmp_path.glob("all*.warc.gz"))
    assert len(first) > 2
    assert all(path.stat().st_size <= 2500 for path in first)
    read = sum(1 for path in first for _ in Archive(path, statuses=range(600), types=("text/html",)))
    assert read == 8  # all but robots.txt, the image and the redirect, which states no type; two forms
    kept = first[0].read_bytes()
    crawl(site, tmp_path, **settings)
    assert first[0].read_bytes() == kept
    assert len(list(tmp_path.glob("all*.warc.gz"))) == 2 * len(first)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk here")
def test_a_full_disk_is_counted(tmp_path, caplog):
    """Nothing is raised, so the item of the response goes on."""
    crawler = crawler_with(CONTENT_EXTRACT_WARC=str(tmp_path / "a.warc.gz"))
    writer = WarcWriter.from_crawler(crawler)
    writer.close()
    request = scrapy.Request("http://example.com/")
    with open("/dev/full", "wb", buffering=0) as writer.file:
        writer.write(scrapy.http.HtmlResponse(request.url, body=PAGE), request)
    assert crawler.stats.get_value("content_extract/warc/not_written") == 1
    assert "No space left" in caplog.text
    assert not request.meta


def test_a_killed_crawl_leaves_all_records_but_the_open_one(site, tmp_path):
    process = subprocess.Popen(
        [sys.executable, *SPIDER, "-a", f"url={site}",
         "-s", "CONTENT_EXTRACT_WARC=all.warc.gz", "-s", "DOWNLOAD_DELAY=0.05", "-s", "DEPTH_LIMIT=0",
         "-s", "DUPEFILTER_CLASS=scrapy.dupefilters.BaseDupeFilter"],  # so it goes on for ever
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    path = tmp_path / "all.warc.gz"
    while not path.exists() or path.stat().st_size < 20_000:
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()
    archive = Archive(path, statuses=range(600))
    assert len(list(archive)) > 9
    assert archive.counts["broken"] <= 1
    assert archive.counts["page"] <= archive.counts["request"] + 1


def test_a_file_that_cannot_be_closed_is_followed_by_another(tmp_path):
    class Full(io.BytesIO):
        def close(self):
            raise OSError("full")

    settings = {"CONTENT_EXTRACT_WARC": str(tmp_path / "all.warc.gz"), "CONTENT_EXTRACT_WARC_BYTES": 9}
    writer = WarcWriter.from_crawler(crawler_with(**settings))
    writer.close()
    writer.file = Full(b"x" * 9)
    writer.file.seek(9)
    for n in (1, 2):  # the first one finds the disk full
        request = scrapy.Request(f"http://example.com/{n}")
        writer.write(scrapy.http.TextResponse(request.url, body=PAGE % n, request=request), request)
    writer.close()
    stats = writer.crawler.stats.get_stats()
    assert {name.rpartition("/")[2]: n for name, n in stats.items()} == {"not_written": 1, "written": 1}


#: the target of a record → whether a crawl may ask for it
TARGETS = {
    "a page": ("http://example.com/1", True),
    "DNS, as Heritrix writes it": ("dns:example.com", False),
    "no scheme": ("example.com", False),
    "nothing": ("", False),
}


@pytest.mark.parametrize(("target", "is_asked"), TARGETS.values(), ids=TARGETS)
def test_a_replay_leaves_out_what_no_crawl_asks_for(target, is_asked):
    found = exchanges(io.BytesIO(record(1, WARC_Target_URI=target) + R2))
    assert [request.url for request, _ in found] == [target] * is_asked + ["http://example.com/2"]


def test_arc_cannot_be_replayed(tmp_path):
    path = tmp_path / "x.arc"
    path.write_bytes(b"filedesc://x.arc 0.0.0.0 20260101000000 text/plain 0\n\n")
    crawler = crawler_with(CONTENT_EXTRACT_REPLAY=str(path))
    with pytest.raises(ValueError, match="which is ARC; give WARC or WACZ"):
        WarcReplay.from_crawler(crawler)


#: settings → what the error says
IMPOSSIBLE = {
    "a file that cannot be written": (
        {"CONTENT_EXTRACT_WARC": "/dev/null/x.warc.gz"},
        "CONTENT_EXTRACT_WARC is '/dev/null/x.warc.gz', which cannot be written",
    ),
    "a folder to replay": ({"CONTENT_EXTRACT_REPLAY": "."}, "CONTENT_EXTRACT_REPLAY has ., which cannot be read"),
    "missing archives": ({"CONTENT_EXTRACT_REPLAY": "none/*.warc.gz"}, "Give the path of a WARC"),
    "a size that is not a number": (
        {"CONTENT_EXTRACT_WARC": "a.warc.gz", "CONTENT_EXTRACT_WARC_BYTES": "1GB"}, "whole number of bytes",
    ),
    "a name with an unknown part": ({"CONTENT_EXTRACT_WARC": "%(day)s.warc.gz"}, "%(name)s and %(time)s"),
}  # fmt: skip


@pytest.mark.parametrize(("settings", "said"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.skipif(scrapy.version_info < (2, 15), reason="Scrapy 2.14 ends with 0 after such an error")
def test_impossible_settings_are_said_before_the_crawl(site, tmp_path, settings, said):
    asked = Handler.asked
    with pytest.raises(AssertionError, match=re.escape(said)):
        crawl(site, tmp_path, **settings)
    assert Handler.asked == asked
