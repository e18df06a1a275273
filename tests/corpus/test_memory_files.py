"""Memories of sites in files."""

import signal
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content.auto.memory import MOST_PAGES, Sites, SiteTemplate
from scrapy_content_extract.content.extract import Utf8, read
from scrapy_content_extract.corpus.memory_files import TABLE, SitesInFile, add_sites, hosts_in
from tests.helpers.made_sites import article
from tests.helpers.running import run_python

HOSTS = ["a.example", f"{'b' * 50}.example", "c.example", "münchen.example", "\udc80.example"]


def taught(hosts=HOSTS, pages=range(6)):
    """Return the memory of some articles of each host."""
    sites = Sites()
    for host in hosts:
        for n in pages:
            extract(article(n), url=f"http://{host}/{n}", sites=sites)
    return sites


def page_of(host):
    return read(Utf8(b"", f"http://{host}/x"))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("sites") / "sites.db"
    add_sites(path, taught().remembered())
    return path


@pytest.mark.parametrize("host", [*HOSTS, "0.example", "bb.example", "zz.example", ""])
def test_a_host_is_found_in_a_file(path, host):
    """Its pages teach what they taught before; others are not read."""
    found, known = SitesInFile(path), taught().pages_of(host)
    assert found.others_of(page_of(host)) == SiteTemplate.of(known)
    assert [len(pages) for _, pages in found.remembered()] == [6] * (host in HOSTS)


def test_threads_find_the_whole_of_a_host(path):
    found, host = SitesInFile(path), HOSTS[0]
    with ThreadPoolExecutor(8) as threads:
        pages = {template.pages for template in threads.map(found.others_of, [page_of(host)] * 64)}
    assert pages == {SiteTemplate.of(taught([host]).pages_of(host)).pages}


def test_parts_make_the_whole_in_any_order(tmp_path):
    """Also of a host with more pages than are remembered, some of them twice."""
    parts = [taught(HOSTS[:2], range(n, n + 60)) for n in (0, 50, 90)]
    for name, order in {"a.db": parts, "b.db": parts[::-1], "c.db": [*parts, parts[0]]}.items():
        for part in order:
            add_sites(tmp_path / name, part.remembered())
    first, *others = (list(hosts_in(tmp_path / f"{name}.db")) for name in "abc")
    assert [len(pages) for _, pages in first] == [MOST_PAGES] * 2
    assert others == [first, first]


def test_what_is_read_is_not_changed_by_another_before_it_is_written(tmp_path):
    """Else of two that add pages of one host at once, what one has added would be lost."""
    path = tmp_path / "sites.db"

    def hosts():
        with closing(sqlite3.connect(path, 0)) as other:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            yield from taught(HOSTS[:1], range(3)).remembered()

    add_sites(path, hosts())
    add_sites(path, taught(HOSTS[:1], range(3, 6)).remembered())
    assert [len(pages) for _, pages in hosts_in(path)] == [6]


def test_what_fails_in_the_middle_adds_nothing(path):
    def hosts():
        yield "new.example", dict(hosts_in(path))[HOSTS[0]]
        raise OSError("the other file cannot be read")

    before = list(hosts_in(path))
    with pytest.raises(OSError, match="the other file cannot be read"):
        add_sites(path, hosts())
    assert list(hosts_in(path)) == before


def cut(path):
    path.write_bytes(path.read_bytes()[:5000])


def of_another_version(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"ALTER TABLE {TABLE} RENAME TO pages_little_2")


def set_in_all(path, column):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE {TABLE} SET {column}")


#: what happened to a file → the reason, in SQLite's words
SPOILT = {
    "it is not there": (lambda path: path.unlink(), "unable to open"),
    "it has lines, as former versions wrote": (
        lambda path: path.write_text('{"sites": 1}\n'),
        "not a database",
    ),
    "it is empty": (lambda path: path.write_bytes(b""), "no such table"),
    "it is cut": (cut, "malformed"),
    "it has half a number": (lambda path: set_in_all(path, "texts = x'0102'"), "not a multiple of item size"),
    "it has no texts": (lambda path: set_in_all(path, "texts = NULL"), "'NoneType' object"),
    "it has another type": (lambda path: set_in_all(path, "url = 'text'"), "'str' object"),
    "another version made it": (of_another_version, f"no such table: {TABLE}"),
}


@pytest.mark.parametrize(("spoil", "why"), SPOILT.values(), ids=SPOILT)
def test_a_spoilt_file_says_so(tmp_path, path, spoil, why):
    spoilt = tmp_path / "spoilt.db"
    spoilt.write_bytes(path.read_bytes())
    spoil(spoilt)
    for use in (
        lambda given: SitesInFile(given).others_of(page_of(HOSTS[0])),
        lambda given: list(hosts_in(given)),
    ):
        with pytest.raises(OSError, match=f"spoilt.db cannot be used as a memory of sites: .*{why}"):
            use(spoilt)


#: Adds hosts until the first of them are in the file, then dies.
DIES = """
import os, signal, sys
from scrapy_content_extract.corpus.memory_files import add_sites, hosts_in

def hosts():
    (_, pages), *_ = hosts_in(sys.argv[1])
    while not os.path.getsize(sys.argv[1]) > 1 << 20:
        yield os.urandom(8).hex(), pages
    os.kill(os.getpid(), signal.SIGKILL)

add_sites(sys.argv[1], hosts())
"""


def test_what_a_killed_process_has_written_is_undone(path):
    before = list(hosts_in(path))
    assert run_python("-c", DIES, path, cwd=path.parent).returncode == -signal.SIGKILL
    assert path.stat().st_size > 1 << 20
    assert list(hosts_in(path)) == before
