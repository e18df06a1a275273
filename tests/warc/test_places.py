"""Archives that are read by URL, from a server that sends parts and from others that do not."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler
from types import SimpleNamespace

import pytest

from scrapy_content_extract.corpus.storage import read_lines
from scrapy_content_extract.warc import Archive
from scrapy_content_extract.warc.places import pause_of
from tests.helpers.running import run_here
from tests.helpers.server import running
from tests.warc.test_archives import PAGE, Z, record

#: More than fsspec fetches at once, so that it asks for parts.
RECORDS = [Z(record(n, PAGE % n + str(n).encode() * 40_000)) for n in range(3)]
ARCHIVE = b"".join(RECORDS)
#: The first parts of paths that answer so at first: the server is busy.
BUSY = ("429", "503")
#: The paths that were asked for.
SEEN: set[str] = set()


class Handler(BaseHTTPRequestHandler):
    """The first part of the path says how it answers."""

    def do_GET(self):
        if self.path.startswith("/fails"):
            self.send_error(500)
            return
        kind = self.path.split("/")[1]
        is_first = self.path not in SEEN
        SEEN.add(self.path)
        if kind in BUSY and is_first:
            self.send_response(int(kind))
            self.send_header("Retry-After", "0")
            self.end_headers()
            return
        data, status = ARCHIVE, 200
        has_parts = not self.path.startswith("/whole")
        is_range = has_parts and "Range" in self.headers
        if is_range:
            first, last = self.headers["Range"].removeprefix("bytes=").split("-")
            data, status = ARCHIVE[int(first) : int(last) + 1 if last else None], 206
        self.send_response(status)
        if is_range:
            self.send_header("Content-Range", f"bytes {first}-{int(first) + len(data) - 1}/{len(ARCHIVE)}")
        if has_parts:
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            is_cut = kind == "cut" and "part" not in SEEN
            SEEN.add("part" if is_cut else "")
            self.wfile.write(data[:1000] if is_cut else data)
            self.close_connection = True

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def server():
    with running(Handler) as url:
        yield url


def test_pages_by_url(server):
    archive = Archive(f"{server}/parts/pages.warc.gz")
    assert [page.url for page in archive] == [f"http://example.com/{n}" for n in range(3)]
    assert archive.counts == {"page": 3}


@pytest.mark.parametrize("kind", ["429", "503", "cut"])
def test_a_busy_server_is_asked_again(server, kind, monkeypatch):
    monkeypatch.setattr("scrapy_content_extract.warc.places.PAUSES", (0, 0))
    archive = Archive(f"{server}/{kind}/pages.warc.gz")
    assert [page.url for page in archive] == [f"http://example.com/{n}" for n in range(3)]
    assert archive.counts == {"page": 3}


def test_only_the_records_of_an_index_are_fetched(server, tmp_path):
    """The second and the third record, the latter twice; one line is JSON only."""
    lengths = list(map(len, RECORDS))
    places = [
        {"filename": "parts/a.warc.gz", "offset": str(sum(lengths[:n])), "length": str(lengths[n])}
        for n in range(3)
    ]
    lines = [f"com,example)/{n} 20261124130000 {json.dumps(places[n])}" for n in (1, 2)]
    (tmp_path / "some.cdxj").write_text("\n".join([*lines, json.dumps(places[2]), ""]))
    SEEN.clear()
    archive = Archive(tmp_path / "some.cdxj", prefix=f"{server}/")
    assert [page.url for page in archive] == [f"http://example.com/{n}" for n in (1, 2, 2)]
    assert archive.counts == {"page": 3}
    done = run_here("warc", "some.cdxj", "--prefix", f"{server}/", "-o", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in read_lines(tmp_path / "out" / "some.cdxj.jsonl.gz")]
    assert [line["metadata"]["file_path"] for line in lines] == 3 * [f"{server}/parts/a.warc.gz"]
    assert {line["source"] for line in lines} == {"some.cdxj"}
    assert len({line["id"] for line in lines}) == 2


#: what an index names → what the error says
WRONG_INDEXES = {
    "nothing": ("com,example)/ 2026", "names no filename, offset and length"),
    "a file that is not there": ('{"filename": "fails/a", "offset": "0", "length": "9"}', "cannot be fetched"),
    "bytes behind its end": (
        '{"filename": "parts/a", "offset": "0", "length": "99999999"}', "of 99,999,999 bytes at 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("line", "said"), WRONG_INDEXES.values(), ids=WRONG_INDEXES)
def test_a_wrong_index_is_an_oserror(server, tmp_path, line, said):
    (tmp_path / "wrong.cdxj").write_text(line)
    with pytest.raises(OSError, match=said):
        list(Archive(tmp_path / "wrong.cdxj", prefix=f"{server}/"))


#: what a server says, and the pause otherwise → the pause
PAUSES = {
    "nothing": (None, 4, 4),
    "seconds": ({"Retry-After": "7"}, 4, 7),
    "a date": ({"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, 4, 4),
    "a year": ({"Retry-After": "31536000"}, 4, 600),
}


@pytest.mark.parametrize(("headers", "pause", "seconds"), PAUSES.values(), ids=PAUSES)
def test_pauses(headers, pause, seconds):
    response = None if headers is None else SimpleNamespace(headers=headers)
    assert pause_of(response, pause) == seconds


#: where an archive is → what the error says
UNREADABLE = {
    "a server that sends all or nothing": ("{server}/whole/pages.warc.gz", "fetch it, and read the file"),
    "a server that fails": ("{server}/fails/pages.warc.gz", "500"),
    "an unknown protocol": ("nosuch://a/pages.warc.gz", "nosuch"),
}


@pytest.mark.parametrize(("url", "said"), UNREADABLE.values(), ids=UNREADABLE)
def test_what_cannot_be_opened_is_an_oserror(server, url, said):
    with pytest.raises(OSError, match=said):
        list(Archive(url.format(server=server)))


def test_each_archive_is_in_one_shard(server, tmp_path):
    (tmp_path / "warc.paths").write_text("".join(f"parts/{name}.warc.gz\n" for name in "abcde"))
    for k in (1, 2):
        options = ("--prefix", f"{server}/", "--shard", f"{k}/2", "-o", f"out{k}")
        done = run_here("warc", "warc.paths", *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    made = [{path.name[0] for path in (tmp_path / f"out{k}").glob("*.gz")} for k in (1, 2)]
    assert made == [{"a", "c", "e"}, {"b", "d"}]
    assert "is no part" in run_here("warc", "warc.paths", "--shard", "3/2", "-o", "out", cwd=tmp_path).stderr


def test_a_list_as_common_crawl_has_them(server, tmp_path):
    (tmp_path / "warc.paths.gz").write_bytes(Z(b"parts/a.warc.gz\nfails/b.warc.gz\nparts/c.warc.gz\n"))
    done = run_here("warc", "warc.paths.gz", "--prefix", f"{server}/", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1, "one of the three fails"
    assert "Traceback" not in done.stderr
    made = {path.name: len(list(read_lines(path))) for path in (tmp_path / "out").glob("*.gz")}
    assert made == {"a.jsonl.gz": 3, "c.jsonl.gz": 3}
