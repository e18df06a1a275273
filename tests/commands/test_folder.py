"""A file for each page, front matter and the least confidence, through the command content-extract."""

import json
import os
import signal
import sys
from itertools import pairwise

import pytest

from tests.helpers.folders import ROOT
from tests.helpers.rows import rows
from tests.helpers.running import run, run_here
from tests.helpers.server import serving

SITE = ROOT / "example_project" / "site"
PAGE = "<title>Rain</title><p>It is what it is, as they say in all of the valley where it rains.</p>"

#: An extractor that kills its process, once.
MINE = """
import os, signal
from scrapy_content_extract.content.methods.cevc import CEVC

class Mine(CEVC):
    def extract(self, page):
        if "KILL" in page.all_text and not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(os.getpid(), signal.SIGNAL)
        return super().extract(page)
"""


@pytest.fixture
def pages(tmp_path):
    for name in ("a.html", "b.htm", "sub/a.html", "sub/A.xhtml", "empty.html", "x?.html"):
        (tmp_path / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / name).write_text("" if name == "empty.html" else f"{PAGE}<p>{name}")
    return tmp_path / "pages"


def files_in(folder):
    """Return the files by name, but the manifest."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_text("utf-8") for name, path in sorted(found.items()) if name != ".manifest"}


def manifest_of(folder):
    return [json.loads(line) for line in (folder / ".manifest").read_text("utf-8").splitlines()]


#: options → the files; a page without text has none, and names that some system takes for equal are numbered
NAMES = {
    "flat": ([], ["A-2.txt", "a-3.txt", "a.txt", "b.txt", "x-.txt"]),
    "in folders": (["--keep-folders"], ["a.txt", "b.txt", "sub/A.txt", "sub/a-2.txt", "x-.txt"]),
    "by processes": (["-j", "2"], ["A-2.txt", "a-3.txt", "a.txt", "b.txt", "x-.txt"]),
}


@pytest.mark.parametrize(("options", "names"), NAMES.values(), ids=NAMES)
def test_files_are_named_after_their_pages(options, names, pages):
    done = run("pages", "-o", "texts/", "--extractor", "cevc", *options, cwd=pages.parent)
    assert (done.returncode, done.stdout) == (0, "")
    found = files_in(pages.parent / "texts")
    assert list(found) == names
    assert all(text.startswith("It is what it is") for text in found.values())


#: format → the ending of a file, and a part of it
FORMATS = {
    "--markdown": (".md", "# Night ferry"),
    "--md": (".md", "# Night ferry"),
    "--html": (".html", '<meta charset="utf-8">'),
    "--json": (".json", '"status": "ok"'),
    "--jsonl": (".jsonl", '"status": "ok"'),
    "--chunks": (".jsonl", '"headings": '),
    "--text": (".txt", "lighthouse"),
}


@pytest.mark.parametrize(("option", "what"), FORMATS.items(), ids=FORMATS)
def test_each_format_has_its_ending(option, what, tmp_path):
    ending, part = what
    assert run_here(SITE / "en" / "news.html", option, "-o", "texts/", cwd=tmp_path).returncode == 0
    (text,) = files_in(tmp_path / "texts").items()
    assert text[0] == f"news{ending}"
    assert part in text[1]


def test_addresses_from_a_list_become_names(tmp_path):
    body = {"Content-Type": "text/html"}, PAGE.encode()
    with serving({"/2026/rain.html": body, "/": body, "/?id=7": body}) as url:
        host = url.removeprefix("http://").replace(":", "-")
        (tmp_path / "urls.txt").write_text(f"{url}/2026/rain.html\n\n{url}/\n{url}/?id=7\n")
        done = run("-i", "urls.txt", "-o", "texts/", "--extractor", "cevc", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(files_in(tmp_path / "texts")) == sorted(
        [f"{host}-2026-rain.txt", f"{host}-id=7.txt", f"{host}.txt"]
    )


def test_a_list_of_pages_may_be_standard_input(pages):
    done = run_here("-i", "-", "--extractor", "cevc", input="pages/a.html\npages/b.htm\n", cwd=pages.parent)
    assert done.stdout.count("==> pages/") == 2


def test_files_that_exist_stay_unless_asked(pages):
    command = ("pages", "-o", "texts/", "--extractor", "cevc")
    texts = pages.parent / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text("mine")
    assert "1 kept" in run_here(*command, cwd=pages.parent).stderr
    assert files_in(texts)["a.txt"] == "mine"
    assert "5 kept" in run_here(*command, cwd=pages.parent).stderr
    assert run_here(*command, "--overwrite", cwd=pages.parent).returncode == 0
    assert files_in(texts)["a.txt"].startswith("It is what it is")


@pytest.mark.parametrize("name", ["SIGKILL", "SIGINT"])
@pytest.mark.parametrize("at", rows(["00.html", "07.html", "11.html"], fast=["07.html"]))
def test_an_interrupted_run_goes_on(name, at, tmp_path):
    (tmp_path / "mine.py").write_text(MINE.replace("SIGNAL", name))
    (tmp_path / "pages").mkdir()
    for number in range(12):
        text = f"{PAGE}<p>{number}" if number % 5 != 3 else ""
        (tmp_path / "pages" / f"{number:02}.html").write_text(text)
    (tmp_path / "pages" / at).write_text(f"{PAGE}<p>KILL")
    command = ("pages", "--extractor", "mine.Mine", "-o", "texts/")
    first = run(*command, "--resume", cwd=tmp_path)
    assert first.returncode == (-signal.SIGKILL if name == "SIGKILL" else 130)
    if name == "SIGINT":
        assert "with --resume" in first.stderr
    second = run(*command, "--resume", cwd=tmp_path)
    assert second.returncode == 0
    if at != "00.html":
        assert f"{int(at[:2])} done before" in second.stderr, "pages without text are not read again"
    run("pages", "--extractor", "mine.Mine", "-o", "undisturbed/", cwd=tmp_path)
    assert files_in(tmp_path / "texts") == files_in(tmp_path / "undisturbed")
    assert "12 done before" in run(*command, "--resume", cwd=tmp_path).stderr


def test_a_manifest_that_was_cut_is_mended(pages):
    command = ("pages", "-o", "texts/", "--extractor", "cevc", "--resume")
    run_here(*command, cwd=pages.parent)
    manifest = pages.parent / "texts" / ".manifest"
    manifest.write_bytes(manifest.read_bytes()[:-9])
    done = run_here(*command, cwd=pages.parent)
    assert (done.returncode, "5 done before, 1 ok" in done.stderr) == (0, True)
    assert "6 done before" in run_here(*command, cwd=pages.parent).stderr


def test_other_options_are_not_mixed(pages):
    run_here("pages", "-o", "texts/", cwd=pages.parent)
    for _ in range(2):
        done = run_here("pages", "-o", "texts/", "--no-links", "--resume", cwd=pages.parent)
        assert done.returncode == 2
        assert "was made with no --param; now hyperlinks=False: give another folder" in done.stderr


def test_another_format_is_another_file(pages):
    run_here("pages", "-o", "texts/", "--extractor", "cevc", cwd=pages.parent)
    for more in ([], ["--resume"]):
        done = run_here("pages", "-o", "texts/", "--extractor", "cevc", "--jsonl", *more, cwd=pages.parent)
        assert done.returncode == 0, done.stderr
    assert len(files_in(pages.parent / "texts")) == 10


def test_what_was_done_with_other_options_is_not_done(pages):
    command = ("pages", "-o", "texts/", "--extractor", "cevc")
    run_here(*command, cwd=pages.parent)
    run_here(*command, "--html", cwd=pages.parent)
    (pages.parent / "texts" / "a.html").unlink()
    assert "5 done before, 1 ok" in run_here(*command, "--html", "--resume", cwd=pages.parent).stderr


def test_a_page_that_comes_later_gets_a_name_of_its_own(pages):
    """Also if it comes before the others: no file is taken for that of another page."""
    command = ("pages", "-o", "texts/", "--extractor", "cevc")
    run_here(*command, cwd=pages.parent)
    before = files_in(pages.parent / "texts")
    (pages / "0").mkdir()
    (pages / "0" / "a.html").write_text(f"{PAGE}<p>It is what is new here.")
    for more in ([], ["--resume"], ["--overwrite"]):
        assert run_here(*command, *more, cwd=pages.parent).returncode == 0
        after = files_in(pages.parent / "texts")
        assert {name: after[name] for name in before} == before
        assert ["is new" in text for name, text in after.items() if name not in before] == [True]


def test_the_names_are_those_of_an_undisturbed_run(tmp_path):
    for name in ("a", "b", "c"):
        (tmp_path / "pages" / name).mkdir(parents=True)
        (tmp_path / "pages" / name / "same.html").write_text(PAGE + name if name != "b" else "")
    command = ("--extractor", "cevc", "--resume", "-o")
    run_here("pages/a", "pages/b", *command, "texts/", cwd=tmp_path)
    run_here("pages", *command, "texts/", cwd=tmp_path)
    run_here("pages", *command, "undisturbed/", cwd=tmp_path)
    assert files_in(tmp_path / "texts") == files_in(tmp_path / "undisturbed")


def test_a_page_is_the_same_however_its_path_is_spelt(pages):
    for path in ("pages", "./pages/", pages, "pages/../pages"):
        done = run_here(path, "-o", "texts/", "--extractor", "cevc", "--resume", cwd=pages.parent)
    assert "6 done before" in done.stderr
    assert len(files_in(pages.parent / "texts")) == 5


def test_a_page_that_is_not_there_is_not_kept(pages):
    run_here("pages/a.html", "-o", "texts/", cwd=pages.parent)
    assert run_here("nowhere/a.html", "-o", "texts/", cwd=pages.parent).returncode == 1


def test_what_was_kept_is_not_done(pages):
    """It is of other options, or not ours, and a resumed run neither replaces it nor says that it is done."""
    command = ("pages", "-o", "texts/", "--extractor", "cevc")
    run_here(*command, cwd=pages.parent)
    run_here(*command, "--no-links", cwd=pages.parent)
    assert "5 kept, 1 done before" in run_here(*command, "--no-links", "--resume", cwd=pages.parent).stderr


def test_a_page_that_has_no_text_any_more_loses_its_old_file(pages):
    command = ("pages", "-o", "texts/", "--extractor", "cevc", "--overwrite")
    run_here(*command, cwd=pages.parent)
    (pages / "b.htm").write_text("")
    run_here(*command, cwd=pages.parent)
    assert "b.txt" not in files_in(pages.parent / "texts")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_name_that_is_no_text_goes_through(pages):
    (pages / os.fsdecode(b"\xe9.html")).write_text(PAGE)
    command = ("pages", "-o", "texts/", "--min-confidence", "1", "--rejected", "rejected.jsonl")
    done = run(*command, cwd=pages.parent)
    assert (done.returncode, "6 unsure, 1 empty" in done.stderr) == (0, True), done.stderr
    assert (pages.parent / "rejected.jsonl").read_text("utf-8").count("\n") == 6


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_in_a_folder_holds_nothing_up(pages):
    os.mkfifo(pages / "pipe.html")
    assert run_here("pages", "-o", "texts/", "--extractor", "cevc", cwd=pages.parent).returncode == 0


#: arguments that would replace pages, or read what is written
OWN = {
    "a folder in the pages": (["pages", "-o", "pages/texts/"], "which is in pages"),
    "the pages themselves": (["pages", "-o", "pages/", "--html"], "which is in pages"),
    "the page itself": (["pages/a.html", "--html", "-o", "pages/", "--overwrite"], "would be replaced"),
    "a file": (["pages/b.htm", "-o", "pages/a.html/"], "cannot be a folder"),
    "a page, by what is rejected": (
        ["pages/b.htm", "--min-confidence", "1", "--rejected", "pages/b.htm"],
        "also read or written",
    ),
}


@pytest.mark.parametrize(("arguments", "word"), OWN.values(), ids=OWN)
def test_no_page_is_replaced(arguments, word, pages):
    before = files_in(pages)
    done = run_here(*arguments, cwd=pages.parent)
    assert done.returncode in (1, 2)
    assert word in done.stderr
    assert files_in(pages) == before


def test_front_matter_is_read_by_yaml(tmp_path):
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    done = run_here(SITE / "en" / "news.html", "--front-matter", "--url", "https://a.test/news")
    _, front, markdown = done.stdout.split("---\n", 2)
    found = yaml.safe_load(front)
    assert found.pop("content_extract").keys() == {"kind", "confidence"}
    assert found == {
        "title": "Night ferry returns to the harbour after eleven years",
        "author": "the harbour desk",
        "description": "The night ferry between Osterby and Kilnsand sails again.",
        "lang": "en",
        "source": "https://a.test/news",
    }
    assert markdown.startswith(
        "\n# Night ferry returns to the harbour after eleven years\n\n**Shortly before"
    )


#: option → the parameter that it stands for, and whether the text of a page of the example site changes
SHORT = {
    "--precision": ("favor=precision", "en/forum.html", True),
    "--recall": ("favor=recall", "en/forum.html", True),
    "--no-comments": ("comments=drop", "en/forum.html", False),
    "--no-tables": ("tables=false", "en/product.html", True),
}


@pytest.mark.parametrize(("option", "what"), SHORT.items(), ids=SHORT)
def test_short_options(option, what):
    parameter, page, changes = what
    short = run_here(SITE / page, "--markdown", option).stdout
    assert short == run_here(SITE / page, "--markdown", "--param", parameter).stdout
    assert (short != run_here(SITE / page, "--markdown").stdout) == changes


def test_options_of_chunks():
    """They are parameters with names of their own, and an impossible overlap is an error."""
    given = (SITE / "en/news.html", "--chunks")
    short = run_here(*given, "--chunk-size", "300", "--chunk-overlap", "90")
    assert short.stdout == run_here(*given, "--param", "chunk_size=300", "--param", "chunk_overlap=90").stdout
    chunks = [json.loads(line) for line in short.stdout.splitlines()]
    assert any(after["start"] < before["stop"] for before, after in pairwise(chunks))
    wrong = run_here(*given, "--chunk-size", "90", "--chunk-overlap", "90")
    assert (wrong.returncode, "any number below the size" in wrong.stderr) == (2, True)


def test_words_of_links_stay():
    """So do those inside of others' words, in HTML too."""
    page = f"{PAGE * 3}<p>It rains in <a href=https://a.test/b>all of <b>the</b> valley</a>, as they say.</p>"
    done = run_here("-", "--html", "--no-links", "--param", "output=all", "--extractor", "cevc", input=page)
    assert "<p>It rains in all of <b>the</b> valley, as they say.</p>" in done.stdout


def test_what_is_not_sure_is_rejected(tmp_path):
    """A threshold above all confidences rejects each page with text, and loses none."""
    command = (SITE / "en", "--jsonl", "--min-confidence", "1", "--rejected", "rejected.jsonl")
    done = run_here(*command, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    lines = [json.loads(line) for line in (tmp_path / "rejected.jsonl").read_text("utf-8").splitlines()]
    assert {line["status"] for line in lines} == {"unsure"}
    assert all(line["text"] and "less than 1" in line["reason"] for line in lines)
    assert f"{len(lines)} pages: {len(lines)} unsure" in done.stderr
    kept = run_here(SITE / "en", "--jsonl", "--min-confidence", "0")
    assert kept.stdout.count("\n") == len(lines)


def test_a_command_that_does_not_exist_is_said_to_be_none():
    done = run_here("corpus")
    assert done.returncode == 1
    assert "there is no command corpus" in done.stderr


def test_a_report_of_nothing_is_a_failure(tmp_path):
    (tmp_path / "pages").mkdir()
    done = run_here("report", "pages", cwd=tmp_path)
    assert (done.returncode, "holds none" in done.stderr) == (1, True)
    assert not (tmp_path / "report.html").exists()
