"""Paragraphs that many pages of a host have; the command clean; files in shards and in Parquet."""

from __future__ import annotations

import errno
import json
import os
import random
from pathlib import Path

import pytest

from scrapy_content_extract.corpus.files import whole
from scrapy_content_extract.corpus.lines import digest_of, line_of_item
from scrapy_content_extract.corpus.repeated import (
    Repeated,
    cleaned,
    in_one_array,
    keys_of_page,
    normal_forms,
    repeated_in,
)  # fmt: skip
from scrapy_content_extract.corpus.storage import Shards, read_lines
from tests.helpers.rows import rows
from tests.helpers.running import run_here, run_python

#: paragraph → another one, and whether they are the same in CCNet's normal form
FORMS = {
    "case": ("Share This Page", "share this page", True),
    "digits, in any script": ("21:02, 3 replies", "09:59, ٤ replies", True),
    "another number of digits": ("3 replies", "13 replies", False),
    "punctuation": ("«Read more»", "Read more …", True),
    "accents": ("Réagir à l’article", "Reagir a larticle", True),
    "white space": ("Read  more ", "Read\tmore", True),
    "another word": ("Read more", "Read less", False),
    "Chinese": ("【点击收藏】", "点击收藏", True),
}


@pytest.mark.parametrize(("one", "other", "same"), FORMS.values(), ids=FORMS)
def test_normal_forms(one, other, same):
    assert (list(normal_forms(one)) == list(normal_forms(other))) is same


def counted(pages: dict[str, list[str]], at_least: int) -> Repeated:
    """Count the texts of hosts."""
    repeated = Repeated(pages=at_least)
    for host, texts in pages.items():
        for text in texts:
            repeated.count(in_one_array([keys_of_page(host, text)]))
    repeated.save(None)
    return repeated


def left_of(repeated: Repeated, host: str, text: str) -> tuple[str, list[str]]:
    page = keys_of_page(host, text)
    left, removed = cleaned(text, page, repeated_in(page, repeated.keys()))
    return left, [paragraph for _, paragraph in removed]


NOTICE = "All rights reserved, 2026"
TEXTS = [f"Story {word} is told here.\n{NOTICE}" for word in ("one", "two", "three")]

#: the texts of hosts, from how many pages on → a text of example.com, and what is left of it
CLEANED = {
    "on three pages of three": ({"example.com": TEXTS}, 3, TEXTS[0], "Story one is told here."),
    "on two pages only": ({"example.com": TEXTS[:2]}, 3, TEXTS[0], TEXTS[0]),
    "on pages of several hosts": ({"example.com": TEXTS[:2], "example.org": TEXTS}, 3, TEXTS[0], TEXTS[0]),
    "twice on a page": ({"example.com": [f"{NOTICE}\n{NOTICE}", TEXTS[0]]}, 3, TEXTS[0], TEXTS[0]),
    "one page under three addresses": ({"example.com": [TEXTS[0]] * 3}, 2, TEXTS[0], TEXTS[0]),
    "numbers alone": ({"example.com": [f"1 {n}\nA {n * 'x'}" for n in range(3)]}, 2, "1 2", "1 2"),
    "nothing else": ({"example.com": TEXTS}, 3, NOTICE, ""),
    "with another number": ({"example.com": TEXTS}, 3, "ALL RIGHTS RESERVED 1999\nRain.", "Rain."),
}


@pytest.mark.parametrize(("pages", "at_least", "text", "left"), CLEANED.values(), ids=CLEANED)
def test_what_is_repeated_on_a_host_is_left_out(pages, at_least, text, left):
    with counted(pages, at_least) as repeated:
        assert left_of(repeated, "example.com", text)[0] == left


def test_a_text_of_many_paragraphs():
    many = [f"paragraph {random.Random(n).random().hex()}" for n in range(2000)]
    with counted({"h": ["\n".join([f"first {n * 'x'}", *many]) for n in range(3)]}, 3) as repeated:
        text, left_out = left_of(repeated, "h", "\n".join([*many, "last"]))
    assert (text, left_out) == ("last", many)


# --- the command -----------------------------------------------------------------------------


def line(n: int, text: str, url: str = "http://example.com/{n}") -> dict:
    metadata = {"url": url.format(n=n), "digest": digest_of(text), "tags": [n]}
    added = "2026-01-01T00:00:00Z"
    return {"id": str(n), "text": text, "source": "x", "added": added, "created": None, "metadata": metadata}


def test_clean(tmp_path):
    lines = [line(n, text) for n, text in enumerate([*TEXTS, NOTICE])]
    lines += [line(4, NOTICE, ""), {"url": "http://example.com/5", "text": f"{NOTICE}\nRain."}, {"id": "6"}]
    given = [json.dumps(one) for one in lines]
    (tmp_path / "a.jsonl").write_text("\n".join(given[:3]) + "\n")
    (tmp_path / "b.jsonl").write_text("\n".join([*given[3:], "no JSON"]))
    options = ("-o", "c.jsonl.zst", "--pages", 4, "--removed", "r.jsonl")
    done = run_here("clean", "a.jsonl", "b.jsonl", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "8 lines: 4 shortened, 1 emptied, 1 no_url, 1 no_text, 1 no_json" in done.stderr
    written = list(read_lines(tmp_path / "c.jsonl.zst"))
    first = json.loads(written[0])
    assert first["text"] == "Story one is told here."
    assert first["metadata"]["digest"] == digest_of("Story one is told here.")
    assert {**first, "text": "", "metadata": ""} == {**lines[0], "text": "", "metadata": ""}
    assert json.loads(written[4]) == {"url": "http://example.com/5", "text": "Rain."}
    assert [written[3], *written[5:]] == [f"{one}\n" for one in (given[4], given[6], "no JSON")]
    (removed,) = map(json.loads, read_lines(tmp_path / "r.jsonl"))
    assert removed == {"host": "example.com", "pages": 5, "paragraph": NOTICE}


#: the fields of a line, ``--site`` → whether they say that three texts are of one site
SITES = {
    "a field of the line": ({"source": "news"}, "source", True),
    "a field of the metadata": ({"metadata": {"forum": "Ürümchi"}}, "forum", True),
    "a number": ({"board": 7}, "board", True),
    "a field of the metadata beside an object": ({"metadata": {"a": 1}}, "metadata", False),
    "another field than the address": ({"url": "http://example.com/", "board": ""}, "board", False),
}


@pytest.mark.parametrize(("fields", "site", "is_one"), SITES.values(), ids=SITES)
def test_a_field_says_of_which_site_a_line_is(tmp_path, fields, site, is_one):
    lines = [{"text": text, **fields} for text in TEXTS] + [{"text": "It rains.", site: "other"}]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    done = run_here("clean", "a.jsonl", "-o", "o.jsonl", "--pages", 3, "--site", site, cwd=tmp_path)
    said = "4 lines: 3 shortened, 1 unchanged" if is_one else "4 lines: 3 no_site, 1 unchanged"
    assert said in done.stderr


def test_half_a_character_and_a_deep_nest_end_no_cleaning(tmp_path):
    pages = [line(n, f"\ud83d {text} \ud83d") for n, text in enumerate(TEXTS)]
    nest = '{"x": ' + "[" * 100_000 + "\n"
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages) + nest)
    done = run_here("clean", "a.jsonl", "-o", "o.jsonl", "--pages", "3", "--removed", "r.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    *written, last = read_lines(tmp_path / "o.jsonl")
    left = [f"\ud83d {text[: -len(NOTICE) - 1]}" for text in TEXTS]
    assert [json.loads(one)["text"] for one in written] == left
    assert last == nest
    (removed,) = map(json.loads, read_lines(tmp_path / "r.jsonl"))
    assert removed["paragraph"] == f"{NOTICE} \ud83d"


#: arguments of clean or dedup → the exit status, and the message; no file may change
WRONG = {
    "the input as output": (("clean", "a.jsonl", "-o", "a.jsonl"), 2, "named twice"),
    "an input that a shard would replace": (("clean", "o.00001.jsonl", "-o", "o.jsonl"), 2, "later file of"),
    "a missing input": (("clean", "none.jsonl", "-o", "kept.jsonl"), 1, "nothing was written"),
    "on one page": (("clean", "a.jsonl", "-o", "o.jsonl", "--pages", "1"), 2, "2 or more"),
    "an input that would be the unfinished output": (("dedup", "o.jsonl.part", "-o", "o.jsonl"), 2, "named twice"),
    "lists that a shard would replace": (
        ("clean", "a.jsonl", "-o", "x.jsonl", "--removed", "x.00001.jsonl"), 2, "later file of",
    ),
    "a device to read, which comes but once": (("clean", "/dev/null", "-o", "kept.jsonl"), 2, "read twice"),
    "a format that there is not": (("clean", "a.jsonl", "-o", "o.csv"), 2, "one of .jsonl, .jsonl.gz"),
    "another one": (("dedup", "a.jsonl", "-o", "o.jsonl.xz"), 2, "o.jsonl.xz is of no format"),
    "no bytes": (("dedup", "a.jsonl", "-o", "o.jsonl", "--shard-bytes", "0"), 2, "number of bytes"),
    "gzip that is cut": (("clean", "cut.jsonl.gz", "-o", "kept.jsonl"), 1, "cut.jsonl.gz cannot be read to its end"),
    "gzip with another checksum": (
        ("dedup", "changed.jsonl.gz", "-o", "kept.jsonl"), 1, "changed.jsonl.gz cannot be read to its end (CRC",
    ),
    "the same, by processes": (
        ("clean", "changed.jsonl.gz", "-o", "kept.jsonl", "-j", "2"), 1,
        "changed.jsonl.gz cannot be read to its end (CRC",
    ),
    "no gzip": (("clean", "no.jsonl.gz", "-o", "kept.jsonl"), 1, "no.jsonl.gz cannot be read to its end (Not a"),
    "lines without an address": (
        ("clean", "a.jsonl", "-o", "kept.jsonl"), 1,
        "no line has the address of a host; give --site the name of the field that says of which site a line "
        "is; the lines have: text; nothing was written",
    ),
    "lines without the field of a site": (
        ("clean", "a.jsonl", "-o", "kept.jsonl", "--site", "source"), 1, "no line has a 'source'",
    ),
    "the counts as a list": (
        ("clean", "a.jsonl", "-o", "o.jsonl", "--removed", "o.jsonl.counts"), 2, "named twice",
    ),
    "bands that do not divide": (
        ("dedup", "a.jsonl", "-o", "o.jsonl", "--bands", "10", "--permutations", "12"), 2,
        "bands is 10, which does not divide 12 permutations; it may be 1, 2, 3, 4, 6 or 12.",
    ),
    "too many permutations": (
        ("dedup", "a.jsonl", "-o", "o.jsonl", "--permutations", "9999"), 2, "a number from 1 to 512",
    ),
    "no zstd": (("dedup", "no.jsonl.zst", "-o", "kept.jsonl"), 1, "cannot be read to its end"),
    "no Parquet": (("clean", "no.parquet", "-o", "kept.jsonl"), 1, "no.parquet"),
    "a misspelt field": (
        ("dedup", "a.jsonl", "-o", "kept.jsonl", "--field", "txt"), 1,
        "no line has a text in the field 'txt'; the lines have: text; nothing was written",
    ),
    "lines of a table": (("dedup", "table.csv", "-o", "kept.jsonl"), 1, "no line of table.csv is a JSON"),
    "the same, to clean": (("clean", "table.csv", "-o", "kept.jsonl"), 1, "no line of table.csv is a JSON"),
    "a picture": (("dedup", "picture.png", "-o", "kept.jsonl"), 1, "no line of picture.png is a JSON"),
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
    done = run_here(*arguments, cwd=tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


# --- clean, killed and resumed ---------------------------------------------------------------

#: Runs the command in small batches, and kills it at the n-th call of a function, or sends it SIGINT.
STRUCK = """
import os, sys
from scrapy_content_extract import commands
from scrapy_content_extract.commands import dedup
from scrapy_content_extract.corpus import repeated, storage

dedup.BATCH_LINES, repeated.GATHERED = 7, 40
where, name, at, number, *arguments = sys.argv[1:]
owner = {"repeated": repeated.Repeated, "shards": storage.Shards, "os": os}[where]
function, calls = getattr(owner, name), []

def struck(*given, **options):
    calls.append(name)
    if len(calls) == int(at):
        os.kill(os.getpid(), int(number))
    return function(*given, **options)

if __name__ == "__main__":
    setattr(owner, name, struck)
    commands.main(arguments)
"""
#: a function and the number of its call, at which the command is killed
MOMENTS = {
    "before anything is saved": ("repeated", "save", 1),
    "while lines are counted": ("repeated", "save", 2),
    "when all are counted": ("repeated", "keys", 1),
    "before the first file": ("shards", "_open", 1),
    "between two files": ("shards", "_open", 3),
    "before the last file gets its name": ("os", "replace", 1),
    "when some files have their names": ("os", "replace", 3),
    "before the list gets its name": ("repeated", "removed", 1),
}
#: The moments that are tried each time.
FAST = [
    "while lines are counted", "before the first file", "when some files have their names",
    "before the list gets its name",
]  # fmt: skip


def cleaning(folder: Path, processes: int, suffix: str, *, at=("os", "replace", 0), signal=9, more=()):
    """Run the command; return its exit status and what it says."""
    options = ["-j", processes, "--shard-bytes", 900, "--pages", 3, "--removed", "r.jsonl.gz"]
    arguments = ("clean", "a.jsonl", "b.jsonl", "-o", f"c.{suffix}", *options, *more)
    (folder / "struck.py").write_text(STRUCK)
    return run_python("struck.py", *map(str, (*at, signal, *arguments)), cwd=folder)


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name not in ("struck.py", "__pycache__")
    }


@pytest.fixture(scope="module")
def many_lines():
    """Lines of two files, some without text or address; a fifth become empty."""
    rng = random.Random(0)
    texts = [NOTICE if n % 5 == 4 else f"{rng.randbytes(20_000).hex()}\n{NOTICE} {n % 3}" for n in range(99)]
    lines = [
        json.dumps(line(n, text, "" if n % 20 == 7 else "http://e.com/{n}")) for n, text in enumerate(texts)
    ]
    return {"a.jsonl": "\n".join([*lines[:40], "no JSON", ""]), "b.jsonl": "\n".join(lines[40:])}


@pytest.fixture(scope="module")
def undisturbed(many_lines, tmp_path_factory):
    found = {}
    for suffix in ("jsonl", "jsonl.gz"):
        folder = tmp_path_factory.mktemp("undisturbed")
        for name, text in many_lines.items():
            (folder / name).write_text(text)
        done = cleaning(folder, 1, suffix)
        assert done.returncode == 0, done.stderr
        found[suffix] = files_in(folder), done.stderr
        assert len(found[suffix][0]) > 6
    return found


@pytest.mark.parametrize("processes", rows([1, 2], fast=[1]))
@pytest.mark.parametrize(("where", "name", "at"), rows(MOMENTS, fast=FAST))
def test_after_a_kill_clean_goes_on(tmp_path, many_lines, undisturbed, where, name, at, processes):
    suffix = "jsonl" if processes == 1 else "jsonl.gz"
    for file, text in many_lines.items():
        (tmp_path / file).write_text(text)
    killed = cleaning(tmp_path, processes, suffix, at=(where, name, at))
    assert killed.returncode == -9, killed.stderr
    assert f"c.{suffix}.counts" in files_in(tmp_path)
    done = cleaning(tmp_path, 3 - processes, suffix, more=["--resume"])
    assert done.returncode == 0, done.stderr
    files, said = undisturbed[suffix]
    assert files_in(tmp_path) == files
    assert done.stderr == said


def test_ctrl_c_keeps_what_is_done_for_resume(tmp_path, many_lines, undisturbed):
    for file, text in many_lines.items():
        (tmp_path / file).write_text(text)
    stopped = cleaning(tmp_path, 1, "jsonl", at=("shards", "_open", 3), signal=2)
    assert (stopped.returncode, stopped.stderr) == (
        130, "content-extract: interrupted; with --resume the same command goes on from here\n",
    )  # fmt: skip
    other = cleaning(tmp_path, 1, "jsonl", more=["--resume", "--pages", 4])
    assert other.returncode == 1
    assert "c.jsonl.counts is of an interrupted command with another --pages; repeat that one" in other.stderr
    done = cleaning(tmp_path, 1, "jsonl", more=["--resume"])
    assert done.returncode == 0, done.stderr
    assert files_in(tmp_path) == undisturbed["jsonl"][0]


def test_without_resume_clean_begins_again(tmp_path, many_lines, undisturbed):
    for file, text in many_lines.items():
        (tmp_path / file).write_text(text * 2)
    assert cleaning(tmp_path, 1, "jsonl", at=("shards", "_open", 9)).returncode == -9
    for file, text in many_lines.items():
        (tmp_path / file).write_text(text)
    changed = cleaning(tmp_path, 1, "jsonl", more=["--resume"])
    assert "of an interrupted command with another input" in changed.stderr
    done = cleaning(tmp_path, 1, "jsonl")
    assert done.returncode == 0, done.stderr
    assert files_in(tmp_path) == undisturbed["jsonl"][0]


# --- files -----------------------------------------------------------------------------------

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


def test_what_is_done_is_kept_aside_after_ctrl_c(tmp_path):
    with pytest.raises(KeyboardInterrupt), whole(tmp_path / "a.txt", kept=True) as aside:  # noqa: PT012
        Path(aside).write_text("new")
        raise KeyboardInterrupt
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {"a.txt.part": "new"}


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
