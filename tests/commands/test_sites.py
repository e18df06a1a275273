"""Two passes over the pages of a site, the command sites, and --sites."""

import gzip
import json
import os
import signal
import subprocess
import sys

import pytest

from scrapy_content_extract.commands import sites
from scrapy_content_extract.content.auto.memory import MOST_PAGES
from scrapy_content_extract.corpus.memory_files import hosts_in
from tests.helpers.made_sites import BOX, article
from tests.helpers.running import COMMAND, environment, run, run_here
from tests.helpers.server import serving
from tests.warc.test_archives import record

HTML = {"Content-Type": "text/html; charset=utf-8"}
#: How many pages the site has, half of them in each archive.
PAGES = 16
#: More pages than a memory holds.
MANY = range(MOST_PAGES + 30)
#: ``auto`` that kills its process once, in the first pass or in the second.
MINE = """
import os, signal
from scrapy_content_extract.content.auto.auto import Auto

class Mine(Auto):
    def STEP(self, page, *others):
        if "number 11" in page.all_text and not os.path.exists("killed"):
            open("killed", "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().STEP(page, *others)
"""


def with_link(n):
    """Return an article that says its address."""
    link = b"<head><link rel='canonical' href='https://linked.example/%d'>" % n
    return article(n).replace(b"<head>", link)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two archives of one host, its memory, folders with the same pages, and a file that is not a memory.

    Two further archives have more pages than a memory holds, each in two states.
    """
    folder = tmp_path_factory.mktemp("archives")
    for name, numbers in (("one", range(8)), ("two", range(8, PAGES))):
        pages = (record(n, article(n), WARC_Target_URI=f"http://127.0.0.1/{n}") for n in numbers)
        (folder / f"{name}.warc.gz").write_bytes(b"".join(map(gzip.compress, pages)))
    for name, state in (("early", 0), ("late", 1000)):
        pages = (record(n, article(n + state), WARC_Target_URI=f"http://many.example/{n}") for n in MANY)
        (folder / f"{name}.warc.gz").write_bytes(b"".join(map(gzip.compress, pages)))
    done = run_here("sites", "one.warc.gz", "two.warc.gz", "-o", "sites.db", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "pages: 16 ok" in done.stderr
    assert "sites.db has 16 pages of 1 hosts" in done.stderr
    for name, make in (("mirror/www.example", article), ("linked", with_link), ("nowhere", article)):
        (folder / name).mkdir(parents=True)
        for n in range(PAGES):
            (folder / name / f"{n}.html").write_bytes(make(n))
    (folder / "other.jsonl").write_text("{}\n")
    return folder


def memory(folder, name):
    return list(hosts_in(folder / name))


# ------------------------------------------------------------------ two passes

#: inputs → why their pages have a site
TAUGHT = {
    ("one.warc.gz", "two.warc.gz"): "records have addresses",
    ("mirror",): "a folder is named like the host, as wget -r makes it",
    ("linked",): "the pages have canonical links",
    ("linked/0.html", "two.warc.gz", "mirror"): "each in its way",
    ("early.warc.gz", "late.warc.gz"): "of more pages, a sample teaches",
}


@pytest.mark.parametrize("pages", TAUGHT, ids=TAUGHT.values())
def test_what_a_site_repeats_is_left_out(pages, folder):
    done = run_here(*pages, "--jsonl", cwd=folder)
    assert "two passes: " in done.stderr
    assert "--no-sites judges each page alone" in done.stderr
    alone = run_here(*pages, "--jsonl", "--no-sites", cwd=folder)
    assert alone.stderr.replace("two passes", "") == alone.stderr
    lines, lines_alone = (one.stdout.splitlines() for one in (done, alone))
    assert len(lines) == len(lines_alone) >= PAGES
    for line, line_alone in zip(lines, lines_alone):
        assert BOX in json.loads(line_alone)["text"]
        if "linked/0.html" not in pages:  # there it is the only page of its host
            assert json.loads(line)["text"] == json.loads(line_alone)["text"].replace(BOX + "\n", "")


@pytest.mark.parametrize("pages", TAUGHT, ids=TAUGHT.values())
def test_results_depend_neither_on_processes_nor_on_the_order(pages, folder, tmp_path):
    for name, how in {"one": pages, "two": (*pages, "-j", 2), "back": pages[::-1]}.items():
        done = run(
            *how, "--fields", "url,text,link_density,confidence", "-o", tmp_path / f"{name}.jsonl", cwd=folder
        )
        assert done.returncode == 0, done.stderr
    one, two, back = ((tmp_path / f"{name}.jsonl").read_bytes() for name in ("one", "two", "back"))
    assert one == two
    assert sorted(one.splitlines()) == sorted(back.splitlines())


def test_what_is_dropped_teaches_nothing(tmp_path):
    for n in range(4):
        page = with_link(n).replace(
            b'<p class="box">', b'<p class="box" data-ad>' if n else b'<p class="box">'
        )
        (tmp_path / f"{n}.html").write_bytes(page)
    texts = [run_here(".", "--jsonl", *drop, cwd=tmp_path).stdout for drop in ([], ["--drop", "[data-ad]"])]
    assert [BOX in json.loads(lines.splitlines()[0])["text"] for lines in texts] == [False, True]


#: arguments, standard input, and why there is one pass
ALONE = {
    "a page": (["linked/0.html"], ""),
    "files whose address nobody says": (["nowhere"], ""),
    "standard input comes once": (["-", "linked/0.html"], article(1).decode()),
    "another method does not learn": (["linked", "--extractor", "cevc"], ""),
    "a memory is there": (["linked", "--sites", "sites.db"], ""),
    "it is turned off": (["linked", "--no-sites"], ""),
}


@pytest.mark.parametrize(("arguments", "given"), ALONE.values(), ids=ALONE)
def test_one_pass(arguments, given, folder):
    done = run_here(*arguments, cwd=folder, input=given)
    assert (done.returncode, "passes" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize("step", ["learn", "choose"])
@pytest.mark.parametrize("output", ["texts.jsonl.gz", "texts/"])
def test_a_run_that_was_killed_goes_on(step, output, folder, tmp_path):
    """Killed in its first or second pass, it gives the same bytes as one that was not."""
    archives = [folder / "one.warc.gz", folder / "two.warc.gz"]
    command = (*archives, "--extractor", "mine.Mine", "--added", "2026-11-28", "-o", output)
    killed, undisturbed = tmp_path / "killed", tmp_path / "undisturbed"
    for cwd in (killed, undisturbed):
        cwd.mkdir()
        (cwd / "mine.py").write_text(MINE.replace("STEP", step))
    (undisturbed / "killed").touch()
    assert run(*command, cwd=killed).returncode == -signal.SIGKILL
    for how, cwd in ((["--resume"], killed), ([], undisturbed)):
        done = run(*command, *how, cwd=cwd)
        assert done.returncode == 0, done.stderr
        assert "two passes: 1 hosts taught by 16 pages" in done.stderr
    found, others = (
        {path.name: path.read_bytes() for path in cwd.rglob("*.gz")} for cwd in (killed, undisturbed)
    )
    assert found == others
    assert not any(BOX.encode() in gzip.decompress(data) for data in found.values())
    assert "passes" not in run(*command, "--resume", cwd=killed).stderr  # nothing is left to do


@pytest.mark.skipif(os.name != "posix", reason="no limit of a file here")
def test_where_a_memory_cannot_be_written_one_pass_is_named(folder):
    command = f"ulimit -f 1; exec {sys.executable} -m scrapy_content_extract linked"
    done = run(command=["sh", "-c", command], cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert "or give --no-sites" in done.stderr


# ------------------------------------------------------------------ the command sites


def test_the_memory_is_the_same_in_any_order_and_in_processes(folder):
    done = run("sites", "two.warc.gz", "one.warc.gz", "-o", "again.db", "-j", 2, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert memory(folder, "again.db") == memory(folder, "sites.db")


def test_the_memory_is_the_same_if_it_goes_to_the_file_in_between(folder, monkeypatch):
    monkeypatch.setattr(sites, "ALL_PAGES", 3)
    for name in ("bit by bit", "at once"):
        assert (
            run_here("sites", "early.warc.gz", "late.warc.gz", "-o", f"{name}.db", cwd=folder).returncode == 0
        )
        monkeypatch.undo()
    assert memory(folder, "bit by bit.db") == memory(folder, "at once.db")
    assert dict(memory(folder, "at once.db")).keys() == {"many.example"}


def test_memories_of_parts_make_the_memory_of_the_whole(folder):
    for name in ("one", "two"):
        assert run_here("sites", f"{name}.warc.gz", "-o", f"{name}.db", cwd=folder).returncode == 0
    done = run_here("sites", "two.db", "one.db", "-o", "merged.db", cwd=folder)
    assert done.returncode == 0, done.stderr
    # the one that is added to may be among those that are given
    assert run_here("sites", "one.db", "two.warc.gz", "-o", "one.db", cwd=folder).returncode == 0
    assert memory(folder, "merged.db") == memory(folder, "one.db") == memory(folder, "sites.db")


def test_two_runs_at_once_make_one_memory(folder):
    commands = ([*COMMAND, "sites", f"{name}.warc.gz", "-o", "both.db"] for name in ("one", "two"))
    runs = [subprocess.Popen(command, cwd=folder, env=environment()) for command in commands]
    assert [one.wait() for one in runs] == [0, 0]
    assert memory(folder, "both.db") == memory(folder, "sites.db")


def test_pages_in_folders_teach_too(folder):
    assert run_here("sites", "mirror", "linked", "-o", "folders.db", cwd=folder).returncode == 0
    hosts = {host: len(pages) for host, pages in memory(folder, "folders.db")}
    assert hosts == {"linked.example": PAGES, "www.example": PAGES}


def test_a_page_that_is_fetched_is_judged_by_its_host(folder):
    with serving({"/99": (HTML, article(99))}) as url:
        done = run(f"{url}/99", "--sites", "sites.db", "--format", "json", cwd=folder)
        alone = run(f"{url}/99", "--format", "json", cwd=folder)
    (found,) = json.loads(done.stdout)
    assert found["link_density"]["site_pages"] == 16
    assert BOX not in found["text"]
    assert BOX in json.loads(alone.stdout)[0]["text"]


NO_MEMORY = "cannot be used as a memory of sites"
#: arguments, exit status, and message
WRONG = {
    "no memory": (("warc", "one.warc.gz", "-o", "x", "--sites", "other.jsonl"), 2, NO_MEMORY),
    "no file": (("one.warc.gz", "--sites", "none.db"), 2, f"none.db {NO_MEMORY}: unable to open"),
    "a remote file": (("one.warc.gz", "--sites", "s3://a/sites.db"), 2, "give a local file"),
    "another method": (
        ("linked", "--sites", "sites.db", "--extractor", "cevc"), 2, "only the extractor auto learns",
    ),
    "a missing folder": (("sites", "one.warc.gz", "-o", "no/a.db"), 1, f"no/a.db {NO_MEMORY}: unable to open"),
    "a missing archive": (("sites", "none.warc.gz", "one.warc.gz", "-o", "some.db"), 1, "failed: No such file"),
    "a missing memory": (("sites", "none.db", "-o", "some.db"), 1, f"none.db {NO_MEMORY}"),
    "no host": (("sites", "nowhere", "-o", "empty.db"), 1, "empty.db has 0 pages of 0 hosts"),
    "a file of something else": (("sites", "one.warc.gz", "-o", "other.jsonl"), 1, "file is not a database"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG.values(), ids=WRONG)
def test_wrong_arguments(folder, arguments, status, said):
    done = run_here(*arguments, cwd=folder)
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "other.jsonl").read_text() == "{}\n"
