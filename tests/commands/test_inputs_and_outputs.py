"""Any input to any output: pages, folders, lists, addresses and archives; streams, files and folders."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
from collections import Counter

import pytest

pytest.importorskip("fastwarc", reason="the extra warc is not installed")

from scrapy_content_extract.corpus.storage import read_lines
from tests.helpers.rows import rows
from tests.helpers.running import run, run_here
from tests.helpers.server import serving
from tests.warc.test_archives import record

WORDS = "It is what it is, as they say in all of the valley where it rains"
#: An extractor that kills a process, once: its own, or the one that has started it.
MINE = """
import os, signal
from scrapy_content_extract.content.methods.cevc import CEVC

class Mine(CEVC):
    def extract(self, page):
        if "number 7." in page.all_text and not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(WHO, signal.HOW)
        return super().extract(page)
"""
#: Everything in lines but the time, which is given.
SAME_TIME = ("--added", "2026-11-28")


def page(number: int) -> str:
    return f"<title>Page {number}</title><ul><li><a href=/>Menu</a></ul><p>{WORDS}, number {number}.</p>"


@pytest.fixture
def folder(tmp_path):
    """Pages 0 to 3 as files, one of them without bytes, and 4 to 9 in two archives."""
    (tmp_path / "pages").mkdir()
    for number in range(4):
        (tmp_path / "pages" / f"{number}.html").write_text("" if number == 3 else page(number))
    for name, numbers in (("one", range(4, 7)), ("two", range(7, 10))):
        records = (gzip.compress(record(number, page(number).encode())) for number in numbers)
        (tmp_path / f"{name}.warc.gz").write_bytes(b"".join(records))
    (tmp_path / "list.txt").write_text("pages/0.html\ntwo.warc.gz\n")
    (tmp_path / "archive").write_bytes((tmp_path / "one.warc.gz").read_bytes())
    (tmp_path / "all.paths").write_text("one.warc.gz\ntwo.warc.gz\n")
    return tmp_path


def numbers_in(text):
    """Return the numbers of the pages whose text is there."""
    return [int(part.partition(".")[0]) for part in text.split(f"{WORDS}, number ")[1:]]


def texts_in(path):
    """Return the texts of a file, or of all files of a folder, as one."""
    if path.is_dir():
        return "\n".join(texts_in(one) for one in sorted(path.rglob("*")) if one.name != ".manifest")
    if path.name.endswith((".gz", ".zst", ".parquet")):
        return "".join(read_lines(path))
    return path.read_text("utf-8")


#: what is read → its arguments, the numbers of its pages, and why they are read so
INPUTS = {
    "a page": (["pages/1.html"], [1], "named"),
    "a folder": (["pages"], [0, 1, 2], "its pages by name; one has no text"),
    "standard input": (["-"], [1], "it is a page"),
    "an archive": (["one.warc.gz"], [4, 5, 6], "its pages in their order"),
    "an archive of any name": (["warc", "archive"], [4, 5, 6], "the word says what it is"),
    "a list of archives": (["all.paths"], [4, 5, 6, 7, 8, 9], "as Common Crawl has them"),
    "a list": (["-i", "list.txt"], [0, 7, 8, 9], "a page and an archive, a line for each"),
    "mixed": (["two.warc.gz", "pages", "one.warc.gz"], [7, 8, 9, 0, 1, 2, 4, 5, 6], "as they are given"),
    "a part": (["all.paths", "--shard", "2/2"], [7, 8, 9], "the second of two archives"),
}
#: where it goes, and why in this form
OUTPUTS = {
    "texts.txt": "text, as on standard output",
    "texts.md": "the name says Markdown",
    "texts.html": "the name says HTML",
    "texts.json": "one array",
    "texts.jsonl": "a line for each page",
    "texts.jsonl.gz": "the same lines, compressed",
    "texts.jsonl.zst": "the same lines, compressed",
    "texts.parquet": "a row for each page",
    "texts.csv": "a row for each page",
    "texts/": "a file for each page, or each archive",
    "-": "text, for a pipe",
}


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("given", INPUTS)
def test_any_input_to_any_output(given, output, folder):
    for end, library in ((".parquet", "pyarrow"), (".zst", "backports.zstd")):
        if output.endswith(end):
            pytest.importorskip(library, reason="its extra is not installed")
    arguments, numbers, _ = INPUTS[given]
    done = run_here(*arguments, "-o", output, "--extractor", "cevc", input=page(1), cwd=folder)
    assert done.returncode == 0, done.stderr
    found = numbers_in(done.stdout if output == "-" else texts_in(folder / output))
    assert found == numbers or (output == "texts/" and sorted(found) == sorted(numbers))
    left = [path.name for path in folder.iterdir() if path.name.endswith((".part", ".manifest"))]
    assert left == []


#: where mixed inputs go, and how → the files or lines that are written
LINES = {
    "records of pages": (["pages", "-o", "x.jsonl"], ["url", "status", "reason", "title", "text", "link_density"]),
    "records of archives, as chosen": (["one.warc.gz", "-o", "x.jsonl.gz", "--fields", "url,text"], ["url", "text"]),
    "lines of archives": (["one.warc.gz", "-o", "x.jsonl"], ["id", "text", "source", "added", "created", "metadata"]),
    "lines of pages with a source": (
        ["pages", "-o", "x.jsonl", "--source", "mine"], ["id", "text", "source", "added", "created", "metadata"],
    ),
    "chunks of archives": (
        ["one.warc.gz", "--chunks", "-o", "x.jsonl.gz"],
        ["url", *"text markdown start stop headings anchor role link_density".split()],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "keys"), LINES.values(), ids=LINES)
def test_what_a_line_has(arguments, keys, folder):
    done = run_here(*arguments, "--extractor", "cevc", cwd=folder)
    assert done.returncode == 0, done.stderr
    (path,) = folder.glob("x.*")
    assert {tuple(json.loads(line)) for line in read_lines(path)} == {tuple(keys)}


def test_lines_of_pages_have_what_lines_of_archives_have(folder):
    pytest.importorskip("py3langid", reason="the extra corpus is not installed")
    options = ("--language", *SAME_TIME, "--source", "mine", "--dump", "2026-11", "--card", "card.md")
    done = run_here("pages", "one.warc.gz", *options, "-o", "x.jsonl.gz", cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = list(map(json.loads, read_lines(folder / "x.jsonl.gz")))
    assert {(line["added"], line["source"]) for line in lines} == {("2026-11-28T00:00:00Z", "mine")}
    about = [line["metadata"] for line in lines]
    assert {(one["language"], one["dump"], one["truncated"]) for one in about} == {("en", "2026-11", False)}
    assert [one["file_path"] for one in about] == [f"pages/{n}.html" for n in range(3)] + 3 * ["one.warc.gz"]
    assert len({line["id"] for line in lines}) == 6
    card = (folder / "card.md").read_text("utf-8")
    assert "| lines | 6 |" in card
    assert "| empty | 1 |" in card


def test_columns_of_csv(folder):
    assert run_here("pages", "-o", "x.csv", "--extractor", "cevc", cwd=folder).returncode == 0
    with open(folder / "x.csv", encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [row["status"] for row in found] == ["ok", "ok", "ok", "empty"]
    assert json.loads(found[0]["link_density"])["status"] == "ok"


#: where pages go of which one is a list of links → what is left of it
DROPPED = ("x.txt", "x.md", "x.json", "x.jsonl", "x.csv", "x/", "-")


@pytest.mark.parametrize("output", DROPPED)
def test_dropped_pages_are_in_no_output(output, folder):
    words = "".join(f"<p><a href=/{n}>{WORDS}, number 1{n}.</a>" for n in range(3))
    (folder / "pages" / "links.html").write_text(words)
    (folder / "links.warc").write_bytes(record(1, words.encode()))
    options = ("--extractor", "song", "--skip", "links,noindex", "-o", output)
    done = run_here("pages", "links.warc", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert sorted(numbers_in(done.stdout if output == "-" else texts_in(folder / output))) == [0, 1, 2]


#: arguments → a part of the message
MISTAKES = {
    "a name of another format": (["x", "--markdown", "-o", "o.jsonl"], ".jsonl is for jsonl or chunks"),
    "a name of other lines": (["x", "--format", "parquet", "-o", "o.csv"], "whose files end in .parquet"),
    "JSON that is not lines": (["x", "--jsonl", "-o", "o.json"], "whose files end in .jsonl, .jsonl.gz"),
    "front matter of lines": (["x", "--front-matter", "-o", "o.csv"], "the format is markdown"),
    "Parquet without a file": (["x", "--format", "parquet"], "as in -o texts.parquet"),
    "a language of text": (["x", "--language"], "--language is for lines; give --jsonl"),
    "a language of Markdown": (["x", "--language", "-o", "o.md"], "--language is for lines"),
    "a language among chosen fields": (
        ["x", "--jsonl", "--fields", "url", "--source", "s"], "--source is for lines of a corpus",
    ),
    "fields of Parquet": (["x", "--fields", "url", "-o", "o.parquet"], "Parquet is for lines of a corpus"),
    "a card without a file": (["x", "--jsonl", "--card", "c.md"], "--card is for files"),
    "a card of CSV": (["x", "--card", "c.md", "-o", "o.csv"], "the file is CSV"),
    "what is dropped by no name": (["x", "--skip", "lists"], "there are: links, noindex, truncated"),
    "no part": (["x", "--shard", "3/2"], "is no part of the inputs"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "word"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(arguments, word, folder):
    done = run_here(*arguments, cwd=folder)
    assert (done.returncode, done.stdout, word in done.stderr) == (2, "", True), done.stderr
    assert len(done.stderr.splitlines()) == 2


#: where an interrupted run goes on, and why it is worth a row of its own
GOES_ON = {
    "x.jsonl": "appended to",
    "x.jsonl.gz": "made of lines at the end",
    "x.parquet": "made of lines at the end, of rows",
    "x.csv": "made of lines at the end, with a head",
    "x.json": "commas between pages",
    "x.md": "text, which has no ids",
    "x/": "a file for each page or archive",
}
#: who is killed, and how → the signal, the process, and the number of processes
KILLS = {
    "killed": ("SIGKILL", "os.getpid()", 1),
    "killed beside its processes": ("SIGKILL", "os.getppid()", 2),
    "Ctrl-C": ("SIGINT", "os.getpid()", 1),
    "Ctrl-C beside its processes": ("SIGINT", "os.getppid()", 2),
}


def counts_in(done):
    """Return what a run says of records, pages, and those left out."""
    said = (line.removeprefix("content-extract: ") for line in done.stderr.splitlines())
    return {what: n for what, _, n in (line.partition(": ") for line in said) if what in STEPS}


#: what is counted
STEPS = ("records", "pages", "left out")


@pytest.mark.parametrize(
    "how",
    rows({name: (kill,) for name, kill in KILLS.items()}, fast=["killed", "Ctrl-C beside its processes"]),
)
@pytest.mark.parametrize("output", rows(GOES_ON, fast=["x.jsonl.gz", "x.json", "x/"]))
def test_an_interrupted_run_goes_on(output, how, folder):
    """Nothing is lost or doubled: an undisturbed run has the same bytes and counts."""
    if output == "x.parquet":
        pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    name, who, processes = how
    code = MINE.replace("HOW", name).replace("WHO", who)
    (folder / "mine.py").write_text(code)
    of_lines = SAME_TIME if output.endswith(("/", ".jsonl", ".gz", ".parquet", ".csv")) else ()
    command = ("one.warc.gz", "pages", "two.warc.gz", "--extractor", "mine.Mine", *of_lines, "-j", processes)
    if output == "x/":
        command += ("--format", "jsonl.gz")
    first = run(*command, "-o", output, cwd=folder)
    assert first.returncode == (-signal.SIGKILL if name == "SIGKILL" else 130), first.stderr
    assert "--resume goes on" in first.stderr or name == "SIGKILL"
    second = run(*command, "-o", output, "--resume", cwd=folder)
    assert second.returncode == 0, second.stderr
    assert "done before" in second.stderr or processes == 2
    other = "undisturbed/" if output == "x/" else f"undisturbed.{output.partition('.')[2]}"
    undisturbed = run(*command, "-o", other, cwd=folder)
    assert undisturbed.returncode == 0
    assert bytes_of(folder / output) == bytes_of(folder / other)
    assert counts_in(second) == counts_in(undisturbed)
    assert counts_in(second).keys() == {*STEPS}
    assert Counter(numbers_in(texts_in(folder / output))) == Counter([0, 1, 2, *range(4, 10)])
    third = run_here(*command[:3], *command[3:-2], "-o", output, "--resume", cwd=folder)
    assert "is complete" in third.stderr or "done before" in third.stderr


@pytest.mark.parametrize(("times", "left"), [("once", [4, 5, 6, 7, 8, 9]), ("always", [4, 5, 6, 8, 9])])
def test_a_process_that_is_killed_costs_at_most_the_page_that_kills_it(times, left, folder):
    code = MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()")
    always = code.replace(' and not os.path.exists("killed")', "")
    (folder / "mine.py").write_text(code if times == "once" else always)
    options = ("--extractor", "mine.Mine", "-j", 2, "-o", "x.jsonl.gz")
    done = run("one.warc.gz", "two.warc.gz", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert numbers_in(texts_in(folder / "x.jsonl.gz")) == left
    assert ("http://example.com/7: the process that worked on it was killed" in done.stderr) == (
        times == "always"
    )
    assert (folder / "killed").exists()


@pytest.mark.parametrize("output", ["x.jsonl", "x.csv", "x/"])
def test_what_failed_is_tried_again(output, folder):
    command = ("one.warc.gz", "none.warc.gz", "--format", "jsonl", "-o", output, "--resume")
    command = command if output == "x/" else (*command[:2], *command[4:])
    assert run_here(*command, cwd=folder).returncode == 1
    again = run_here(*command, cwd=folder)
    assert (again.returncode, "none.warc.gz" in again.stderr) == (1, True)


def test_a_failure_before_an_interruption_is_not_forgotten(folder):
    (folder / "mine.py").write_text(MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()"))
    command = ("none.warc.gz", "two.warc.gz", "--extractor", "mine.Mine", "-o", "x.jsonl", "--resume")
    assert run(*command, cwd=folder).returncode == -signal.SIGKILL
    run(*command, cwd=folder)
    assert "is complete" not in run(*command, cwd=folder).stderr


def test_pages_beside_an_archive_are_counted(folder):
    done = run_here("one.warc.gz", "pages", "-o", "x.jsonl", cwd=folder)
    assert "pages: 6 ok, 1 empty" in done.stderr  # three of either, and a page without text


def bytes_of(path):
    """Return the bytes of a file, or of each file of a folder but its manifest."""
    if path.is_file():
        return path.read_bytes()
    return {one.name: one.read_bytes() for one in path.iterdir() if one.name != ".manifest"}


def test_a_line_that_is_cut_is_written_again(folder):
    """As a kill may leave it: the file of the lines is behind its manifest, or beyond it."""
    (folder / "mine.py").write_text(MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()"))
    command = ("pages", "two.warc.gz", "--extractor", "mine.Mine", "--fields", "url,text", "-o", "x.jsonl")
    assert run(*command, cwd=folder).returncode == -signal.SIGKILL
    part = folder / "x.jsonl.part"
    lines = part.read_bytes()
    for spoilt in (lines[:-9], lines + b'{"url": "cut'):
        part.write_bytes(spoilt)
        manifest = (folder / "x.jsonl.manifest").read_bytes()
        done = run(*command, "--resume", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert numbers_in(texts_in(folder / "x.jsonl")) == [0, 1, 2, 7, 8, 9]
        os.replace(folder / "x.jsonl", folder / "whole.jsonl")
        (folder / "x.jsonl.manifest").write_bytes(manifest)


@pytest.mark.parametrize(
    ("option", "why"),
    [("--no-links", "with no --param; now hyperlinks=False"), ("--no-sites", "with no --sites; now none")],
)
def test_a_file_of_other_options_is_not_gone_on_with(option, why, folder):
    (folder / "mine.py").write_text(MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()"))
    command = ("two.warc.gz", "pages", "--extractor", "mine.Mine", "-o", "x.jsonl")
    assert run("pages", *command, cwd=folder).returncode == -signal.SIGKILL
    done = run_here("pages", *command, option, "--resume", cwd=folder)
    assert (done.returncode, f"was made {why}" in done.stderr) == (2, True)
    assert (folder / "x.jsonl.part").read_bytes()


@pytest.mark.parametrize("output", ["x.jsonl", "x.csv"])
def test_an_interrupted_run_is_not_begun_again_unasked(output, folder):
    """What it has written stays until somebody says what to do; of its four pages, one has no text."""
    (folder / "mine.py").write_text(MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()"))
    command = ("pages", "two.warc.gz", "--extractor", "mine.Mine", "-o", output, *SAME_TIME)
    assert run(*command, cwd=folder).returncode == -signal.SIGKILL
    (part,) = folder.glob("*.part")
    written = part.read_bytes()
    done = run(*command, cwd=folder)
    what = f"{part.name} is from a run that was interrupted after 4 pages: --resume"
    assert (done.returncode, what in done.stderr, part.read_bytes()) == (2, True, written)
    again = run(*command, "--overwrite", cwd=folder)
    assert (again.returncode, "done before" in again.stderr) == (0, False)
    assert numbers_in(texts_in(folder / output)) == [0, 1, 2, 7, 8, 9]


@pytest.mark.parametrize("others", [("two.warc.gz",), ("./pages", "two.warc.gz"), ("pages/0.html",)])
def test_an_interrupted_run_does_not_go_on_with_other_pages(others, folder):
    """Else a file without the rest of its pages, or with some of them twice, would count as complete."""
    (folder / "mine.py").write_text(MINE.replace("HOW", "SIGKILL").replace("WHO", "os.getpid()"))
    command = ("--extractor", "mine.Mine", "-o", "x.jsonl", *SAME_TIME)
    assert run("pages", "two.warc.gz", *command, cwd=folder).returncode == -signal.SIGKILL
    written = (folder / "x.jsonl.part").read_bytes()
    done = run(*others, *command, "--resume", cwd=folder)
    assert (done.returncode, "which is not given now" in done.stderr) == (2, True)
    assert (folder / "x.jsonl.part").read_bytes() == written
    assert run("one.warc.gz", "pages", "two.warc.gz", *command, "--resume", cwd=folder).returncode == 0
    assert sorted(numbers_in(texts_in(folder / "x.jsonl"))) == [0, 1, 2, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_file_that_no_run_has_begun_is_not_replaced(resume, folder):
    (folder / "x.jsonl.part").write_text("mine")
    done = run_here("pages", "-o", "x.jsonl", *resume, cwd=folder)
    assert (done.returncode, "x.jsonl.part is there, and no x.jsonl.manifest" in done.stderr) == (2, True)
    assert (folder / "x.jsonl.part").read_text() == "mine"


def test_a_complete_file_takes_no_further_archive(folder):
    assert run_here("warc", "one.warc.gz", "-o", "x.jsonl.gz", cwd=folder).returncode == 0
    done = run_here("warc", "one.warc.gz", "two.warc.gz", "-o", "x.jsonl.gz", cwd=folder)
    assert "x.jsonl.gz is complete: more pages need another file; --overwrite" in done.stderr
    assert numbers_in(texts_in(folder / "x.jsonl.gz")) == [4, 5, 6]


def test_addresses_and_archives_become_one_file(folder):
    with serving({"/a": ({"Content-Type": "text/html"}, page(20).encode())}) as url:
        command = (f"{url}/a", "one.warc.gz", "--extractor", "cevc", "-o", "x.csv")
        done = run(*command, cwd=folder)
    assert done.returncode == 0, done.stderr
    with open(folder / "x.csv", encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [row["url"] for row in found] == [f"{url}/a", *(f"http://example.com/{n}" for n in (4, 5, 6))]
    assert [row["source"] for row in found] == ["127.0.0.1", *["one"] * 3]


def test_a_failed_archive_costs_no_other(folder):
    (folder / "bad.warc.gz").write_bytes(b"no archive")
    done = run_here("none.warc.gz", "one.warc.gz", "bad.warc.gz", "-o", "x.jsonl.gz", cwd=folder)
    assert done.returncode == 1
    assert "archives that failed: none.warc.gz, bad.warc.gz" in done.stderr
    assert numbers_in(texts_in(folder / "x.jsonl.gz")) == [4, 5, 6]
