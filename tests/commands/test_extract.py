"""What the command content-extract prints, run as users run it: in a process of its own."""

import gzip
import json
import os
import signal
import struct
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from scrapy_content_extract import __version__
from scrapy_content_extract.commands import COMMANDS, PROGRAM, inputs, main, processes
from scrapy_content_extract.commands.extract import BACKENDS, Work
from scrapy_content_extract.content.core import BACKEND
from scrapy_content_extract.crawl.settings import DEFAULTS
from scrapy_content_extract.engines.pages import Input
from tests.helpers.running import COMMAND, environment, interruptible, run, run_here
from tests.helpers.server import serving

EVERY_PAGE = "from scrapy_content_extract.commands import main, tally\ntally.EVERY = 0\nmain()"

#: CEVC keeps the paragraph, which has small words outside links, and not the menu.
PAGE = "<ul><li><a href=/>Menu</a></ul><div><p>It is what it is, as they say.</p></div>"
TEXT = "It is what it is, as they say."
CHINESE = "这座图书馆是在上个世纪建成的,现在仍然有很多人在这里看书。"

#: Extractors of a user's own, beside the pages.
MINE = """
import os, time
from scrapy_content_extract.content.methods.cevc import CEVC

class Mine(CEVC):
    def extract(self, page):
        if "FAIL" in page.all_text:
            raise RuntimeError("it fails\\x1b[2J")
        if "KILL" in page.all_text:
            os._exit(9)
        if "HANG" in page.all_text:
            time.sleep(30)
        return super().extract(page)
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of pages, with other files beside them."""
    pages = tmp_path / "pages"
    (pages / "sub").mkdir(parents=True)
    (pages / "a.html").write_text(PAGE, "utf-8")
    (pages / "b.htm.gz").write_bytes(gzip.compress(f"<p>{CHINESE}".encode("gbk")))
    (pages / "c.html").write_bytes(b"")
    (pages / "notes.txt").write_text("no page")
    (pages / "sub" / "d.xhtml").write_text(PAGE, "utf-8")
    (tmp_path / "mine.py").write_text(MINE)
    return pages


def lines_of(run):
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_it_is_installed_under_its_name():
    installed = entry_points(group="console_scripts", name=PROGRAM)
    if not installed:
        pytest.skip("the package is not installed, so its command has no name")
    assert {entry_point.load() for entry_point in installed} == {main}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(name):
    done = run_here(name, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "example" in done.stdout
    assert f"content-extract {name} " in done.stdout or name == "extract"


def test_help_names_all_commands():
    shown = run_here("--help").stdout
    assert all(f"content-extract {name} " in shown for name in COMMANDS)


#: arguments → a part of the message
MISTAKES = {
    "no page": ([], "PAGE"),
    "an unknown format": (["x", "--format", "pdf"], "jsonl"),
    "an unknown field": (["x", "--format", "json", "--fields", "text,size"], "'size'"),
    "a field without a name": (["x", "--format", "json", "--fields", "url,,text"], "there is no ''"),
    "fields of a format without": (["x", "--fields", "text"], "json"),
    "an unknown extractor": (["x", "--extractor", "best"], "cevc"),
    "an unknown parameter": (["x", "--param", "best=1"], "'auto' has no parameter best. Its parameters"),
    "a default of many values": (
        ["x", "--extractor", "cevc", "--param", "best=1"],
        "('af', 'ar', 'bg', 'bn', 'br', 'ca', ...).",
    ),
    "an impossible value": (["x", "--param", "favor=best"], "precision"),
    "a parameter without a value": (["x", "--param", "favor"], "NAME=VALUE"),
    "an unknown segmenter": (["x", "--segmenter", "best"], "gapdepth"),
    "an unknown encoding": (["x", "--encoding", "utf-9"], "gbk"),
    "no process": (["x", "-j", "0"], "1 or more"),
    "no number of processes": (["x", "-j", "two"], "'two'"),
    "an address that is none": (["x", "--url", "example.com"], "'example.com' is no address"),
    "an address of two pages": (["x", "y", "--url", "http://a.test/"], "--url is the address of one file"),
    "an address of an address": (["http://a.test/", "--url", "http://a.test/"], "the address of one file"),
    "an unknown method": (["methods", "best"], "cevc"),
    "an unknown method to compare": (["compare", "x", "--extractors", "auto,best"], "'best'"),
    "a command in the singular": (["segment", "x"], "did you mean segments?"),
    "a shortened option": (["x", "--form", "json"], "--form"),
    "an address without a page": (["--url", "https://a.test/"], "content-extract https://a.test/ fetches it"),
    "several options of trafilatura": (["x", "--with-metadata", "--output-dir", "y"], "-o FOLDER/"),
    "an option of others for another command": (
        ["dedup", "x", "-o", "y.jsonl", "--xml"],
        "There is no --xml",
    ),
    "two values for one parameter": (
        ["x", "--precision", "--recall"],
        "--precision and --recall exclude each other",
    ),
    "two selectors": (["x", "--drop", ".share", "--drop", ".toc"], "--drop .share and --drop .toc exclude"),
    "two parameters of the blocks": (
        ["x", "--segmenter-param", "share=0.1", "--segmenter-param", "share=0.2"],
        "share=0.1 and share=0.2 exclude",
    ),
    "two parameters of the report": (
        ["report", "x", "--param", "favor=recall", "--param", "favor=precision"],
        "favor=recall and favor=precision exclude",
    ),
    "a parameter and the option that stands for it": (
        ["x", "--chunk-size", "500", "--param", "chunk_size=300"],
        "--chunk-size 500 and chunk_size=300 exclude",
    ),
    "a switch and its parameter": (
        ["x", "--front-matter", "--param", "front_matter=false"],
        "--front-matter and front_matter=false exclude",
    ),
    "two encodings": (["x", "--encoding", "gbk", "--encoding", "utf-8"], "--encoding: it has two values"),
    "two numbers, by two names": (["x", "-j", "1", "--processes", "2"], "-j/--processes: it has two values"),
    "the default and another": (["x", "--extractor", "auto", "--extractor", "cevc"], "it has two values"),
    "a memory and none": (["x", "--sites", "y.db", "--no-sites"], "not allowed with argument --sites"),
    "two formats": (["x", "--markdown", "--html"], "not allowed with argument --markdown"),
    "both ways to treat files": (["x", "-o", "y/", "--resume", "--overwrite"], "give one"),
    "a misspelt option": (["x", "--markdwon"], "did you mean --markdown?"),
    "an option of trafilatura": (["--input-dir", "x"], "the folder itself"),
    "an option of defuddle": (["x", "--property", "title"], "--json --fields title"),
    "a format of trafilatura": (["x", "--format", "csv"], "give one, as in -o texts.csv"),
    "XML-TEI": (["x", "--xmltei"], "only trafilatura writes XML-TEI"),
    "a parameter of trafilatura": (["x", "--param", "include_comments=false"], 'use comments="drop"'),
    "no list": (["-i", "no.txt"], "-i is no.txt, which cannot be read"),
    "files without a folder": (["x", "--resume"], "-o texts/"),
    "rejected pages without a least confidence": (["x", "--rejected", "r"], "--min-confidence"),
    "front matter of text": (["x", "--text", "--front-matter"], "is for markdown"),
    "no share": (["x", "--min-confidence", "60"], "from 0 to 1"),
}


@pytest.mark.parametrize(("args", "word"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(args, word):
    done = run_here(*args)
    assert (done.returncode, done.stdout) == (2, "")
    message, see = done.stderr.splitlines()
    assert word in message
    assert see.endswith("--help.")


def test_the_same_value_twice_is_no_mistake(folder):
    twice = ["--chunk-size", "500", "--param", "chunk_size=500", *["--encoding", "utf-8"] * 2]
    assert run_here(folder / "a.html", "--chunks", *twice).returncode == 0


def test_a_module_that_cannot_be_imported_is_one_line(tmp_path):
    """Whatever it raises."""
    (tmp_path / "mine.py").write_text("raise RuntimeError('there is\\nno model')\n")
    (tmp_path / "page.html").write_text("<p>It is.")
    done = run("page.html", "--extractor", "mine.Mine", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0].endswith("cannot be imported (RuntimeError: there is no model)")
    assert len(done.stderr.splitlines()) == 2


def test_a_page_is_text(folder):
    done = run(folder / "a.html", "--extractor", "cevc")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{TEXT}\n", "")


def test_a_parameter_reaches_the_method(folder):
    """Song keeps of the containers side by side the one with most full stops; here are no tables."""
    done = run_here(folder / "a.html", "--extractor", "song")
    assert done.stdout == f"Menu\n{TEXT}\n"
    done = run_here(folder / "a.html", "--extractor", "song", "--param", 'containers=["ul", "div"]')
    assert done.stdout == f"{TEXT}\n"


def test_pages_of_a_folder_have_headings_like_those_of_head(folder):
    done = run_here("pages", "--extractor", "cevc", cwd=folder.parent)
    assert done.returncode == 0, "an empty page is no failure"
    assert done.stdout == (
        f"==> pages/a.html <==\n{TEXT}\n\n==> pages/b.htm.gz <==\n{CHINESE}\n\n"
        f"==> pages/c.html: empty <==\n\n==> pages/sub/d.xhtml <==\n{TEXT}\n"
    )
    assert done.stderr == ""


def test_json_is_one_array(folder):
    done = run_here("pages/a.html", "nix.html", "--format", "json", "--extractor", "cevc", cwd=folder.parent)
    first, second = json.loads(done.stdout)
    assert (first["url"], first["status"], first["reason"], first["text"]) == (
        "pages/a.html", "ok", None, TEXT,
    )  # fmt: skip
    assert (second["url"], second["status"], second["text"]) == ("nix.html", "error", "")
    assert "No such file" in second["reason"]
    assert done.returncode == 1


def test_fields_may_have_spaces_between_them(folder):
    done = run_here("a.html", "--format", "jsonl", "--fields", "url, chars", cwd=folder)
    assert lines_of(done) == [{"url": "a.html", "chars": len("Menu" + TEXT.replace(" ", ""))}]


def test_the_version_and_what_runs():
    done = run("--version")
    assert done.stdout.splitlines() == [f"content-extract {__version__}, {BACKENDS[BACKEND]}"]


def test_an_empty_folder_is_an_empty_array(tmp_path):
    done = run_here(tmp_path, "--format", "json")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])
    assert "holds none" in done.stderr


def test_fields_of_json_lines(folder):
    fields = "url,encoding,encoding_source,chars,main,blocks"
    done = run_here(
        "pages", "--format", "jsonl", "--fields", fields, "--extractor", "cevc", "--segmenter", "flat",
        cwd=folder.parent,
    )  # fmt: skip
    a, b, c, _ = lines_of(done)
    assert list(a) == fields.split(",")
    assert [(block["text"], block["main"]) for block in a["blocks"]] == [("Menu", False), (TEXT, True)]
    assert a["chars"] == len("Menu" + TEXT.replace(" ", ""))
    assert (b["encoding"], b["encoding_source"]) == ("gb18030", "detector")
    assert c == {**dict.fromkeys(fields.split(",")), "url": "pages/c.html", "blocks": []}


def test_json_lines_are_the_same_from_several_processes(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    for number in range(60):
        word = {7: "FAIL", 30: ""}.get(number, f"page {number}")
        (tmp_path / f"{number:02}.html").write_text(f"<p>It is {word} that is.</p>" if word else "")
    args = (".", "--format", "jsonl", "--extractor", "mine.Mine")
    one, three = run(*args, cwd=tmp_path), run(*args, "-j", "3", cwd=tmp_path)
    assert one.stdout == three.stdout
    assert one.stderr == three.stderr
    lines = lines_of(one)
    assert [line["url"] for line in lines] == [f"./{number:02}.html" for number in range(60)]
    assert {n: line["status"] for n, line in enumerate(lines) if line["status"] != "ok"} == {
        7: "error", 30: "empty",
    }  # fmt: skip
    assert one.returncode == three.returncode == 1
    assert "./07.html: error (RuntimeError: it fails?[2J)" in one.stderr, "a message obeys no page"
    assert "60 pages: 58 ok, 1 error, 1 empty" in one.stderr


def test_a_page_that_kills_its_process_is_one_line(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    for number in range(20):
        word = "KILL" if number == 11 else "here"
        (tmp_path / f"{number:02}.html").write_text(f"<p>It is {word} that it is.</p>")
    done = run(".", "-j", "2", "--format", "jsonl", "--extractor", "mine.Mine", cwd=tmp_path)
    lines = lines_of(done)
    assert [line["url"] for line in lines] == [f"./{number:02}.html" for number in range(20)]
    assert [n for n, line in enumerate(lines) if line["status"] != "ok"] == [11]
    assert "killed" in lines[11]["reason"]


def test_pages_are_read_as_they_are_needed():
    """However many there are: what is under way is bounded."""
    taken = []

    def pages():
        for number in range(1000):
            taken.append(number)
            yield Input(f"{number}", PAGE.encode())

    work = Work("text", ("text",), several=True)
    doing = processes.worked(pages(), work.printed, work.killed, 2)
    next(doing)
    assert len(taken) <= 2 * processes.GROUPS_AHEAD * processes.GROUP
    doing.close()


WARC = b"WARC/1.0\r\nWARC-Type: response\r\n\r\n"
#: bytes of a file → its status, and a word of the reason
UNREADABLE = {
    "no bytes": (b"", "empty", "no bytes"),
    "a PDF": (b"%PDF-1.4\n", "not_html", "not a page"),
    "a web archive": (WARC, "not_html", "web archive"),
    "JSON": (b' {"text": "It rains."}', "not_html", "it is JSON"),
    "JSON Lines": (b'{"text": "It rains."}\n{"text": "It snows."}\n', "not_html", "content-extract dedup"),
    "a packed web archive": (gzip.compress(WARC), "not_html", "web archive"),
    "a packed file that is cut": (gzip.compress(PAGE.encode() * 50)[:-20], "error", "ended"),
    "a packed file of too much": (gzip.compress(bytes(inputs.MAX_BYTES + 1)), "too_large", "25,000,000"),
}


@pytest.mark.parametrize(("body", "status", "word"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_page_that_cannot_be_read_is_reported(body, status, word, tmp_path):
    (tmp_path / "page.html").write_bytes(body)
    done = run_here("page.html", cwd=tmp_path)
    assert done.stdout == ""
    assert done.stderr.startswith(f"content-extract: page.html: {status} (")
    assert word in done.stderr
    assert done.returncode == (0 if status == "empty" else 1)


def test_an_address_of_another_scheme_is_reported(tmp_path):
    done = run_here("file:///a.html", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "file:///a.html: error (an address begins with http:// or https://; a file" in done.stderr


def test_the_limit_is_that_of_a_crawl():
    assert DEFAULTS["CONTENT_EXTRACT_MAX_BYTES"] == inputs.MAX_BYTES


def test_a_name_that_may_be_an_address_is_told():
    assert "an address begins with https://" in run_here("example.com").stderr


def test_standard_input():
    done = run("-", "--extractor", "cevc", input=PAGE)
    assert done.stdout == f"{TEXT}\n"


def test_the_address_of_a_page_makes_its_links_absolute(folder):
    (folder / "link.html").write_text("<p>It rains in <a href=b/c>all of the valley</a>, and it pours.")
    page = (folder / "link.html").read_text()
    asked = "--url https://a.test/x/ --format html --extractor cevc --param output=all".split()
    for arguments, given in ((["-"], page), (["link.html"], None), (["link.html", "-j", "2"], None)):
        done = run(*arguments, *asked, input=given, cwd=folder)
        assert 'href="https://a.test/x/b/c"' in done.stdout
    done = run("-", "--url", "https://a.test/x/", "--format", "json", "--fields", "url", input=page)
    assert json.loads(done.stdout) == [{"url": "https://a.test/x/"}]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_read_even_for_other_processes(folder):
    pipe = folder.parent / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"cat '{folder}/a.html' > '{pipe}'"]):
        done = run(pipe, "-j", "2", "--extractor", "cevc")
    assert done.stdout == f"{TEXT}\n"


def test_an_encoding_may_be_given(tmp_path):
    (tmp_path / "page.html").write_bytes("<meta charset=gbk><p>Это то, что было.".encode("koi8-r"))
    done = run_here("page.html", "--encoding", "koi8-r", "--format", "jsonl", cwd=tmp_path)
    (line,) = lines_of(done)
    assert line["link_density"]["encoding_source"] == "user"
    assert line["link_density"]["encoding"] == "koi8-r"


def test_output_to_a_file(folder):
    done = run_here("pages/a.html", "-o", "out.txt", "--extractor", "cevc", cwd=folder.parent)
    assert (done.stdout, done.stderr) == ("", "")
    assert (folder.parent / "out.txt").read_text("utf-8") == f"{TEXT}\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full disk here")
@pytest.mark.parametrize("where", ["-o", "stdout"])
def test_a_full_disk_is_one_line(where, folder):
    if where == "-o":
        done = run("a.html", "-o", "/dev/full", cwd=folder)
    else:
        done = run(
            command=["sh", "-c", f"{sys.executable} -m scrapy_content_extract a.html > /dev/full"],
            cwd=folder,
        )
    assert done.returncode == 1
    name = ": '/dev/full'" if where == "-o" else ""
    assert done.stderr == f"content-extract: [Errno 28] No space left on device{name}\n"


#: a file that cannot be written → why
UNWRITABLE = {
    "in a folder that is missing": ("no/texts.jsonl", "No such file or directory"),
    "in a file": ("a.html/texts.jsonl", "Not a directory"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="the system says it in other words")
@pytest.mark.parametrize(("path", "why"), UNWRITABLE.values(), ids=UNWRITABLE)
@pytest.mark.parametrize("command", [(), ("report",)])
def test_an_output_that_cannot_be_written_is_one_line(command, path, why, folder):
    done = run_here(*command, "a.html", "-o", path, cwd=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == (
        f"content-extract: -o is {path}, which cannot be written ({why}); give another file"
    )


def test_a_page_is_not_overwritten(folder):
    done = run_here("a.html", "-o", "./a.html", cwd=folder)
    assert done.returncode == 2
    assert "also a page" in done.stderr
    assert (folder / "a.html").read_text("utf-8") == PAGE


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are text")
def test_a_file_name_that_is_no_text(tmp_path):
    (tmp_path / os.fsdecode(b"\xff.html")).write_text(PAGE)
    done = run(".", "--format", "jsonl", cwd=tmp_path)
    (line,) = lines_of(done)
    assert line["url"] == "./\udcff.html"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGPIPE")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_closed_pipe_ends_the_command(folder, processes):
    for number in range(200):
        (folder / f"{number}.html").write_text(PAGE * 200)
    with subprocess.Popen(
        [*COMMAND, "pages", "-j", processes],
        cwd=folder.parent, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as command:  # fmt: skip
        assert command.stdout.readline()
        command.stdout.close()
        assert command.stderr.read() == b""
        assert command.wait(120) == 141  # as if SIGPIPE had ended it


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(tmp_path, processes):
    (tmp_path / "mine.py").write_text(MINE)
    for number in range(20):
        word = "HANG" if number == 10 else "here"
        (tmp_path / f"{number:02}.html").write_text(f"<p>It is {word} that it is.</p>")
    with interruptible(), subprocess.Popen(
        [*COMMAND, ".", "-j", processes, "--format", "json", "--fields", "url", "--extractor", "mine.Mine"],
        cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as command:  # fmt: skip
        # "[", and 8 pages of 3 lines; what ends the last comes with the next page
        begun = [command.stdout.readline() for _ in range(3 * 8)]
        command.send_signal(signal.SIGINT)
        rest, errors = command.stdout.read(), command.stderr.read()
        assert command.wait(120) == 130
    done = json.loads("".join(begun) + rest)
    assert [line["url"] for line in done] == [f"./{number:02}.html" for number in range(len(done))]
    assert 8 <= len(done) <= 10
    assert errors == f"content-extract: interrupted after {len(done)} pages\n"


ROBOTS = ({"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /private")
SERVED = {
    "/robots.txt": ROBOTS,
    "/a.html": ({"Content-Type": "text/html"}, PAGE.encode()),
    "/private.html": ({"Content-Type": "text/html"}, PAGE.encode()),
    "/gbk": ({"Content-Type": "text/html; charset=gbk"}, f"<p>{CHINESE}".encode("gbk")),
    "/packed": ({"Content-Type": "text/html", "Content-Encoding": "gzip"}, gzip.compress(PAGE.encode())),
    "/moved": ({"Status": "301", "Location": "/a.html"}, b""),
    "/data": ({"Content-Type": "application/json"}, b"{}"),
}

#: path → its status, and what the text or the reason has
FETCHED = {
    "/gbk": ("ok", CHINESE),
    "/packed": ("ok", TEXT),
    "/moved": ("ok", TEXT),
    "/private.html": ("no_response", "robots.txt"),
    "/nowhere": ("http_error", "404"),
    "/data": ("not_html", "application/json"),
    "/a.html": ("ok", TEXT),
}


def test_urls_are_fetched_by_scrapy(folder):
    with serving(SERVED) as url:
        urls = [url + path for path in FETCHED]
        done = run(
            *urls, folder / "a.html", "http://127.0.0.1:1/", "--format", "jsonl", "--extractor", "cevc"
        )
    lines = lines_of(done)
    for (path, (status, word)), line in zip(FETCHED.items(), lines):
        assert line["status"] == status, path
        assert word in (line["text"] or line["reason"])
    assert lines[0]["link_density"]["encoding_source"] == "header"
    assert [line["url"] for line in lines[:2]] == urls[:2]
    assert lines[2]["url"] == f"{url}/a.html", "where the page is"
    assert lines[-2]["text"] == TEXT
    assert (lines[-1]["status"], done.returncode) == ("no_response", 1)


def test_a_page_is_extracted_without_scrapy(folder):
    """It would take longer to import than all the rest."""
    code = (
        "import sys\nfrom scrapy_content_extract.commands import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\nassert 'scrapy' not in sys.modules"
    )
    done = run(folder / "a.html", "--extractor", "cevc", command=[sys.executable, "-c", code])
    assert (done.returncode, done.stdout) == (0, f"{TEXT}\n"), done.stderr


def on_a_terminal(command, cwd, stream="stderr"):
    """Run a command one of whose outputs is a terminal; return what it shows there."""
    pty = pytest.importorskip("pty", reason="no terminals here")
    import fcntl
    import termios

    terminal, its_end = pty.openpty()
    fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
    outputs = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: its_end}
    with subprocess.Popen(command, cwd=cwd, env=environment(), **outputs) as run:
        os.close(its_end)
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError:  # Linux says so at the end
            pass
        assert run.wait(120) == 0
    os.close(terminal)
    return shown.decode().replace("\r\n", "\n")


def test_progress_is_one_line_that_changes(folder):
    shown = on_a_terminal([sys.executable, "-c", EVERY_PAGE, "pages"], folder.parent)
    first, *_, last, removed, end = shown.split("\x1b[K")
    assert first.startswith("\r1 of 4 pages, ")
    assert first.endswith(": 1 ok")
    assert last.startswith("\r4 of 4 pages, ")
    assert (removed, end) == ("\r", "content-extract: 4 pages: 3 ok, 1 empty\n")


def test_one_page_has_no_progress(folder):
    assert on_a_terminal([*COMMAND, "a.html"], folder) == ""


def test_a_terminal_obeys_no_page(tmp_path):
    """Standard output is one here, too."""
    (tmp_path / "page.html").write_text(f"<p>{TEXT} \x1b]0;title\x07 as it is</p>")
    shown = on_a_terminal([*COMMAND, "page.html"], tmp_path, "stdout")
    assert TEXT in shown
    assert "\x1b" not in shown


def test_compare(folder):
    """CEVC keeps 23 of the 27 characters, and nothing in links; song keeps all, as there is no table."""
    done = run_here("compare", "a.html", "--extractors", "cevc,song", "--text", cwd=folder)
    cevc, song = (line.split() for line in done.stdout.splitlines() if line.startswith(("cevc ", "song ")))
    n = len(TEXT.replace(" ", ""))
    assert cevc == ["cevc", f"{n}", f"{n / (n + 4):.0%}", "0.00", "-", "1.00"]
    assert song == ["song", f"{n + 4}", "100%", f"{4 / (n + 4):.2f}", "-", f"{2 * n / (2 * n + 4):.2f}"]
    assert f"\n.# Menu\n## {TEXT}\n" in done.stdout


def test_segments(folder):
    done = run_here("segments", "a.html", "--segmenter", "flat", "--extractor", "cevc", cwd=folder)
    n = len(TEXT.replace(" ", ""))
    assert done.stdout == (
        f"    1 links: depth 4, 4 characters, 100% in links\n      Menu\n"
        f"*   2 text: depth 3, {n} characters, 0% in links\n      {TEXT}\n"
    )


def test_methods():
    done = run_here("methods")
    assert done.stdout.splitlines()[2] == "auto", "the default is first"
    assert "WWW 2010" in done.stdout
    assert "alpha=0.5" in done.stdout
    assert "Departures from the paper" in run_here("methods", "cetr").stdout


#: a page → the encoding, the words for why, and other evidence
ENCODINGS = {
    "declared": (f"<meta charset=gbk>{CHINESE}", "gbk", "gb18030", "page declares", "in page  gb18030"),
    "not declared": (f"<p>{CHINESE}", "gbk", "gb18030", "look like", "detector          gb18030"),
    "UTF-8": (f"<meta charset=gbk>{CHINESE}", "utf-8", "utf-8", "valid UTF-8", "100% of the characters"),
    "ASCII": ("<p>It is.", "ascii", "utf-8", "valid UTF-8", "ASCII only"),
    "marked": ("\ufeff<p>It is.", "utf-16-le", "utf-16-le", "byte order mark", "mark   utf-16-le"),
}


@pytest.mark.parametrize(("html", "codec", "encoding", "why", "evidence"), ENCODINGS.values(), ids=ENCODINGS)
def test_encodings(html, codec, encoding, why, evidence, tmp_path):
    (tmp_path / "page.html").write_bytes(html.encode(codec))
    shown = run_here("encodings", "page.html", cwd=tmp_path).stdout
    assert f"encoding          {encoding}\n" in shown
    assert why in shown
    assert evidence in shown


def test_each_of_several_pages_has_a_heading(tmp_path):
    """An empty page has one as well, like that of its text."""
    (tmp_path / "a.html").write_text("<p>It is.")
    (tmp_path / "b.html").write_bytes(b"")
    shown = run_here("encodings", "a.html", "b.html", "nix.html", cwd=tmp_path).stdout
    headings = [line for line in shown.splitlines() if line.startswith("==>")]
    assert headings == ["==> a.html <==", "==> b.html: empty <==", "==> nix.html: error <=="]


SENTENCE = "It has been raining for <b>three</b> days, and the river has risen by more than a metre."

#: what is asked for → what is printed
RICH = {
    "Markdown": (("--format", "markdown"), SENTENCE.replace("<b>", "**").replace("</b>", "**")),
    "HTML": (("--format", "html"), f"<p>{SENTENCE}</p>"),
    "metadata": (("--format", "jsonl", "--fields", "author"), '{"author": "Ina Holm"}'),
    "lists": (
        ("--format", "jsonl", "--fields", "links"), '{"links": [{"url": "http://a.test/b", "text": "More"}]}',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("args", "line"), RICH.values(), ids=RICH)
def test_results_with_structure(tmp_path, args, line):
    (tmp_path / "page.html").write_text(
        f"<meta name=author content='Ina Holm'><h1>Rain</h1><p>{SENTENCE}</p>"
        f"<p>{SENTENCE} <a href=http://a.test/b>More</a></p>"
    )
    done = run_here("page.html", *args, cwd=tmp_path)
    assert line in done.stdout, done.stderr
    assert done.returncode == 0


#: options → the beginning of Markdown of one page
TITLED = {
    "a page": ((), "# Rain in May"),
    "the title is not wanted": (("--param", "title=false"), "It has been"),
    "text": (("--text",), "It has been"),
    "front matter": (("--front-matter",), '---\ntitle: "Rain in May"'),
}


@pytest.mark.parametrize(("options", "beginning"), TITLED.values(), ids=TITLED)
def test_markdown_on_standard_output_has_its_title_as_files_have(tmp_path, options, beginning):
    (tmp_path / "page.html").write_text(f"<title>Rain in May</title><p>{SENTENCE}</p><p>{SENTENCE} Now.</p>")
    format = () if "--text" in options else ("--markdown",)
    shown = run_here("page.html", *format, *options, cwd=tmp_path).stdout
    assert shown.startswith(beginning)
    if format:
        run_here("page.html", *format, *options, "-o", "o.md", cwd=tmp_path)
        assert (tmp_path / "o.md").read_text("utf-8") == shown


def test_selectors(tmp_path):
    (tmp_path / "page.html").write_text(
        f"<p>{SENTENCE}</p><div class=a><h2>Sun</h2><p>It <i>really</i> shines."
    )
    done = run_here("page.html", "--main", ".a", "--drop", "//i", cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("Sun\nIt shines.\n", "")
    done = run_here("page.html", "--main", ".b", cwd=tmp_path)
    assert done.stderr == "content-extract: page.html: ok (its rule found no text, so the method chose)\n"
    done = run_here("page.html", "--drop", ".a[", cwd=tmp_path)
    assert (done.returncode, "--param has drop='.a['; it may be CSS, or" in done.stderr) == (2, True)


def test_a_user_agent(tmp_path):
    """What the robots.txt of a site allows to one, and not to others."""
    robots = b"User-agent: *\nDisallow: /\n\nUser-agent: Harbour\nAllow: /\n"
    page = f"<title>Rain</title><p>{SENTENCE}</p>".encode()
    with serving({"/robots.txt": ({}, robots), "/a": ({"Content-Type": "text/html"}, page)}) as url:
        refused = run(f"{url}/a")
        fetched = run(f"{url}/a", "--user-agent", "Harbour/2 (+https://harbour.example)")
    assert (refused.returncode, "robots.txt" in refused.stderr) == (1, True)
    assert fetched.stdout.startswith("It has been raining")


def test_the_language_of_the_text(tmp_path):
    """It is that of the words, not what the page states."""
    page = tmp_path / "page.html"
    page.write_text(f"<html lang=de><p>{'It rained in the valley for a week, and all are glad. ' * 5}")
    done = run_here(page, "--format", "jsonl", "--fields", "text_language,language")
    assert json.loads(done.stdout) == {"text_language": "en", "language": "de"}
