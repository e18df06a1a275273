"""Files of a corpus: in shards and in Parquet, whole or not there; what dedup refuses to spoil."""

from __future__ import annotations

import errno
import json
import os
import random
from pathlib import Path

import pytest

from scrapy_content_extract.corpus.files import whole
from scrapy_content_extract.corpus.lines import digest_of, line_of_item
from scrapy_content_extract.corpus.storage import Shards, read_lines
from tests.helpers.running import run_here


def line(n: int, text: str, url: str = "http://example.com/{n}") -> dict:
    metadata = {"url": url.format(n=n), "digest": digest_of(text), "tags": [n]}
    added = "2026-01-01T00:00:00Z"
    return {"id": str(n), "text": text, "source": "x", "added": added, "created": None, "metadata": metadata}


#: arguments of dedup → the exit status, and the message; no file may change
WRONG = {
    "the input as output": (("a.jsonl", "-o", "a.jsonl"), 2, "named twice"),
    "an input that a shard would replace": (("o.00001.jsonl", "-o", "o.jsonl"), 2, "later file of"),
    "a missing input": (("none.jsonl", "-o", "kept.jsonl"), 1, "nothing was written"),
    "an input that would be the unfinished output": (("o.jsonl.part", "-o", "o.jsonl"), 2, "named twice"),
    "lists that a shard would replace": (
        ("a.jsonl", "-o", "x.jsonl", "--clusters", "x.00001.jsonl"), 2, "later file of",
    ),
    "a format that there is not": (("a.jsonl", "-o", "o.csv"), 2, "one of .jsonl, .jsonl.gz"),
    "another one": (("a.jsonl", "-o", "o.jsonl.xz"), 2, "o.jsonl.xz is of no format"),
    "no bytes": (("a.jsonl", "-o", "o.jsonl", "--shard-bytes", "0"), 2, "number of bytes"),
    "gzip that is cut": (("cut.jsonl.gz", "-o", "kept.jsonl"), 1, "cut.jsonl.gz cannot be read to its end"),
    "gzip with another checksum": (
        ("changed.jsonl.gz", "-o", "kept.jsonl"), 1, "changed.jsonl.gz cannot be read to its end (CRC",
    ),
    "the same, by processes": (
        ("changed.jsonl.gz", "-o", "kept.jsonl", "-j", "2"), 1,
        "changed.jsonl.gz cannot be read to its end (CRC",
    ),
    "no gzip": (("no.jsonl.gz", "-o", "kept.jsonl"), 1, "no.jsonl.gz cannot be read to its end (Not a"),
    "bands that do not divide": (
        ("a.jsonl", "-o", "o.jsonl", "--bands", "10", "--permutations", "12"), 2,
        "bands is 10, which does not divide 12 permutations; it may be 1, 2, 3, 4, 6 or 12.",
    ),
    "too many permutations": (
        ("a.jsonl", "-o", "o.jsonl", "--permutations", "9999"), 2, "a number from 1 to 512",
    ),
    "no zstd": (("no.jsonl.zst", "-o", "kept.jsonl"), 1, "cannot be read to its end"),
    "no Parquet": (("no.parquet", "-o", "kept.jsonl"), 1, "no.parquet"),
    "a misspelt field": (
        ("a.jsonl", "-o", "kept.jsonl", "--field", "txt"), 1,
        "no line has a text in the field 'txt'; the lines have: text; nothing was written",
    ),
    "lines of a table": (("table.csv", "-o", "kept.jsonl"), 1, "no line of table.csv is a JSON"),
    "a picture": (("picture.png", "-o", "kept.jsonl"), 1, "no line of picture.png is a JSON"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG.values(), ids=WRONG)
def test_no_file_is_spoilt(tmp_path, arguments, status, said):
    with Shards(tmp_path / "whole.jsonl.gz") as shards:
        shards.write(json.dumps({"text": "It rains."}) + "\n")
    data = (tmp_path / "whole.jsonl.gz").read_bytes()
    files = {"a.jsonl": b'{"text": "It rains."}', "kept.jsonl": b"kept", "cut.jsonl.gz": data[:-12]}
    files |= {"table.csv": b"url,text\n/,It rains.\n", "picture.png": b"\x89PNG\r\n\x1a\n\0\xff"}
    files |= {"whole.jsonl.gz": data, "no.jsonl.zst": b"no zstd", "no.parquet": b"no Parquet, but long"}
    files |= {"o.00001.jsonl": b"{}", "o.jsonl.part": b'{"text": "It rains."}'}
    files |= {"changed.jsonl.gz": data[:-8] + b"\0" + data[-7:], "no.jsonl.gz": b'{"text": "It rains."}\n'}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    done = run_here("dedup", *arguments, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


#: No compression makes much less of them.
LINES = [json.dumps(line_of_item(line(n, random.Random(n).randbytes(2000).hex()))) + "\n" for n in range(99)]
SUFFIXES = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_lines_come_back_from_shards(tmp_path, suffix):
    target = tmp_path / f"corpus.{suffix}"
    former = tmp_path / f"corpus.00099.{suffix}"
    former.write_text("of another corpus")
    with Shards(target, most_bytes=50_000) as shards:
        for one in LINES:
            shards.write(one)
        assert all(path.name.endswith(".part") or path == former for path in tmp_path.iterdir())
    files = [target, *(Path(shards.path(n)) for n in range(1, len(list(tmp_path.iterdir())) - 1))]
    assert len(files) > 2
    assert {*files, former} == set(tmp_path.iterdir())
    assert [one for path in files for one in read_lines(path)] == LINES
    assert all(path.stat().st_size >= 50_000 for path in files[:-1])
    with Shards(target) as shards:
        shards.write(LINES[0])
    assert sorted(tmp_path.iterdir()) == sorted([target, former]), "the longer one's are gone"


def test_an_error_leaves_what_was_there(tmp_path):
    target = tmp_path / "corpus.jsonl"
    target.write_text("kept")
    with pytest.raises(OSError, match="full"), Shards(target, most_bytes=10) as shards:  # noqa: PT012
        shards.write(LINES[0])
        shards.write(LINES[1])
        raise OSError("full")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["kept"]


def test_a_full_disk_leaves_the_former_files(tmp_path, monkeypatch):
    target = tmp_path / "corpus.jsonl"
    former = [target, *(tmp_path / f"corpus.0000{n}.jsonl" for n in (1, 2, 3))]
    for path in former:
        path.write_text("kept")

    def full():
        raise OSError("full")  # said when the last bytes are written out

    with pytest.raises(OSError, match="full"), Shards(target) as shards:  # noqa: PT012
        shards.write(LINES[0])
        monkeypatch.setattr(shards._sink, "close", full)
    assert [path.read_text() for path in former] == ["kept"] * 4


def test_a_pipe_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="is no file"), whole(pipe) as aside:
        Path(aside).write_text("a line")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


#: lines that are not lines of a corpus → what comes back from Parquet besides the keys of all lines
STRANGE = {
    "no JSON": ("no JSON\n", None),
    "JSON, but no object": ("[1]\n", None),
    "metadata of other types": ({"text": "It rains.", "metadata": {"title": 7, "confidence": "high"}}, {}),
    "metadata without a column": ({"text": "It rains.", "metadata": {"tags": ["rain"], "source": "x"}}, {}),
    "an item": ({"text": "It rains.", "url": "http://a/", "tags": [1]}, {"url": "http://a/", "tags": [1]}),
    "diagnostics": ({"text": "It rains.", "link_density": {"status": "ok", "page": 0}}, {"status": "ok"}),
    "half a character": ({"text": "It rains.", "title": "\ud800"}, {"title": "\ud800"}),
    "half a character in the id": ({"id": "\ud83d", "text": "It rains."}, {}),
    "what a corpus leaves out": (
        {"text": "It rains.", "html": "<p>", "blocks": [1]}, {"html": "<p>", "blocks": [1]},
    ),
    "lists of a crawl": ({"text": "It rains.", "images": [{"url": "/b"}]}, {"images": [{"url": "/b"}]}),
    "a number that no float is": ({"text": "It rains.", "metadata": {"confidence": 2**53 + 1}}, {}),
    "brackets deeper than Python's stack": ("[" * 100_000 + "\n", None),
    "no text": ({"url": "http://a/"}, {"url": "http://a/"}),
}  # fmt: skip
NO_TEXTS = {"a list": ["It rains."], "a number": 7, "an object": {"en": "It rains."}}


@pytest.mark.parametrize(("given", "known"), STRANGE.values(), ids=STRANGE)
def test_parquet_loses_nothing(tmp_path, given, known):
    with Shards(tmp_path / "a.parquet") as shards:
        shards.write(given if isinstance(given, str) else json.dumps(given) + "\n")
    (back,) = read_lines(tmp_path / "a.parquet")
    if isinstance(given, str):
        assert back == given
        return
    item = json.loads(back)
    assert item["text"] == given.get("text", "")
    assert {**item["metadata"], **given.get("metadata", {}), **known} == item["metadata"]


@pytest.mark.parametrize("text", NO_TEXTS.values(), ids=NO_TEXTS)
def test_parquet_keeps_a_text_that_is_none(tmp_path, text):
    with Shards(tmp_path / "a.parquet") as shards:
        shards.write(json.dumps({"text": text}) + "\n")
    (back,) = map(json.loads, read_lines(tmp_path / "a.parquet"))
    assert back["metadata"]["text"] == text


def test_other_readers_read_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    with Shards(tmp_path / "a.parquet") as shards:
        for one in LINES:
            shards.write(one)
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.column_names == ["id", "text", "source", "added", "created", "metadata"]
    assert table["text"].to_pylist() == [json.loads(one)["text"] for one in LINES]
    assert table["metadata"][5]["url"].as_py() == "http://example.com/5"


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_a_former_file_stays_until_the_new_one_is_whole(tmp_path, error):
    path = tmp_path / "a.txt"
    path.write_text("former")
    with pytest.raises(type(error)) as raised, whole(path) as aside:  # noqa: PT012
        Path(aside).write_text("new")
        raise error
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text() == "former"
    assert getattr(raised.value, "filename", None) == (str(path) if isinstance(error, OSError) else None)


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_links_and_permissions_stay(tmp_path):
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text("former")
    path.chmod(0o640)
    link.symlink_to(path)
    with whole(link) as aside:
        Path(aside).write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
