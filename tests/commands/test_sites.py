"""The command sites, and what warc and extract make of it."""

import gzip
import json

import pytest

from scrapy_content_extract.commands import sites
from tests.helpers.made_sites import BOX, article
from tests.helpers.running import run, run_here
from tests.helpers.server import serving
from tests.warc.test_archives import record

HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two archives of one host, what they have in common, and a file that is not a memory."""
    folder = tmp_path_factory.mktemp("archives")
    for name, numbers in (("one", range(8)), ("two", range(8, 16))):
        pages = (record(n, article(n), WARC_Target_URI=f"http://127.0.0.1/{n}") for n in numbers)
        (folder / f"{name}.warc.gz").write_bytes(b"".join(map(gzip.compress, pages)))
    done = run_here("sites", "one.warc.gz", "two.warc.gz", "-o", "sites.jsonl.gz", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "pages: 16 ok" in done.stderr
    (folder / "other.jsonl").write_text("{}\n")
    return folder


def texts(path):
    """Return the text of each page of a corpus."""
    lines = map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
    return {line["metadata"]["url"]: line["text"] for line in lines}


def test_the_box_is_dropped_from_every_page(folder):
    for how, out, *given in ((run, "with", "--sites", "sites.jsonl.gz", "-j", 2), (run_here, "without")):
        done = how("warc", "one.warc.gz", "two.warc.gz", "-o", out, *given, cwd=folder)
        assert done.returncode == 0, done.stderr
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        with_sites, without = texts(folder / "with" / name), texts(folder / "without" / name)
        assert len(without) == 8
        for url, text in without.items():
            assert BOX in text
            assert with_sites[url] == text.replace(BOX + "\n", "")


def test_the_memory_is_the_same_in_any_order_and_in_processes(folder):
    done = run("sites", "two.warc.gz", "one.warc.gz", "-o", "again.jsonl.gz", "-j", 2, cwd=folder)
    assert done.returncode == 0, done.stderr
    again, first = (
        gzip.decompress((folder / f"{name}.jsonl.gz").read_bytes()) for name in ("again", "sites")
    )
    assert again == first


def test_memories_of_parts_make_the_memory_of_the_whole(folder, monkeypatch):
    for name in ("one", "two"):
        assert run_here("sites", f"{name}.warc.gz", "-o", f"{name}.jsonl", cwd=folder).returncode == 0
    done = run_here("sites", "two.jsonl", "one.jsonl", "-o", "merged.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert (folder / "merged.jsonl").read_bytes() == gzip.decompress((folder / "sites.jsonl.gz").read_bytes())
    monkeypatch.setattr(sites, "AT_ONCE", 2)
    parts = [f"{name}.jsonl" for name in ("one", "two", "one", "two", "merged")]
    assert run_here("sites", *parts, "-o", "again.jsonl", cwd=folder).returncode == 0
    assert (folder / "again.jsonl").read_bytes() == (folder / "merged.jsonl").read_bytes()


def test_a_memory_out_of_order_is_not_merged(folder):
    lines = [json.dumps({"host": host, "pages": {"1": [0]}}) for host in "ba"]
    (folder / "wrong.jsonl").write_text("\n".join(['{"sites": 1}', *lines, ""]))
    done = run_here("sites", "wrong.jsonl", "one.jsonl", "-o", "none.jsonl", cwd=folder)
    assert (done.returncode, "does not have its hosts in order" in done.stderr) == (1, True), done.stderr
    assert not (folder / "none.jsonl").exists()


def test_a_page_that_is_fetched_is_judged_by_its_host(folder):
    with serving({"/99": (HTML, article(99))}) as url:
        done = run(f"{url}/99", "--sites", "sites.jsonl.gz", "--format", "json", cwd=folder)
        alone = run(f"{url}/99", "--format", "json", cwd=folder)
    (found,) = json.loads(done.stdout)
    assert found["link_density"]["site_pages"] == 16
    assert BOX not in found["text"]
    assert BOX in json.loads(alone.stdout)[0]["text"]


#: arguments, exit status, and message
WRONG = {
    "no memory": (("warc", "one.warc.gz", "-o", "x", "--sites", "other.jsonl"), 2, "not a site-memory file"),
    "no file": (("one.warc.gz", "--sites", "none.jsonl"), 2, "--sites is none.jsonl, which cannot be used"),
    "another method": (
        ("one.html", "--sites", "sites.jsonl.gz", "--extractor", "cevc"), 2, "only the extractor auto learns",
    ),
    "another format": (("sites", "one.warc.gz", "-o", "sites.csv"), 2, "does not end in .jsonl"),
    "a missing folder": (("sites", "one.warc.gz", "-o", "nowhere/a.jsonl"), 2, "there is no folder nowhere"),
    "a missing archive": (
        ("sites", "none.warc.gz", "one.warc.gz", "-o", "some.jsonl"), 1, "failed: No such file",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(folder, arguments, status, said):
    done = run_here(*arguments, cwd=folder)
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    assert "Traceback" not in done.stderr


def test_a_memory_is_not_lost_to_archives_that_cannot_be_read(folder):
    (folder / "kept.jsonl").write_text("as it was\n")
    done = run_here("sites", "other.jsonl", "-o", "kept.jsonl", cwd=folder)
    assert (done.returncode, (folder / "kept.jsonl").read_text()) == (1, "as it was\n")
    assert "kept.jsonl was not written" in done.stderr
