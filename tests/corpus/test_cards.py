"""The card counts what is there, and --skip leaves out."""

from __future__ import annotations

import json

from scrapy_content_extract.corpus.lines import corpus_line, line_of_item
from tests.corpus.test_lines import RAIN, lines_of
from tests.helpers.running import run_here
from tests.warc.test_archives import record


def test_a_line_keeps_what_it_has():
    line = corpus_line(RAIN, "news", http_status=200, truncated=False, link_density=0.1)
    metadata = line["metadata"]
    assert (metadata["http_status"], metadata["truncated"], metadata["link_density"]) == (200, False, 0.1)
    assert line_of_item(line) == line
    item = {"text": RAIN, "url": "http://a.example/", "diagnostics": {"main": 0.2, "truncated": True}}
    metadata = line_of_item(item)["metadata"]
    assert (metadata["link_density"], metadata["truncated"]) == (0.2, True)


LINKS = "".join(f"<li><a href=/{n}>{RAIN[n : n + 60]}</a>" for n in range(30))
PAGES = {
    "plain": record(0, f"<title>Rain</title><p>{RAIN}<p>{RAIN[:80]}.<a rel=license href=/by>".encode()),
    "noindex": record(1, f"<meta name=robots content='NoIndex, follow'><p>{RAIN} And more.".encode()),
    "truncated": record(2, f"<p>{RAIN} It is c".encode(), WARC_Truncated="length"),
    "empty": record(3, b"<p> "),
    "links": record(4, f"<body><ul>{LINKS}</ul>".encode()),
}


def lines_made(folder, *arguments):
    done = run_here("warc", "a.warc", "-o", "out", "--extractor", "cetr", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stderr, [line["metadata"] for line in lines_of(folder / "out" / "a.jsonl.gz")]


def test_pages_are_left_out_and_counted(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"".join(PAGES.values()))
    said, (plain, noindex, truncated, links) = lines_made(tmp_path)
    assert "left out: 1 empty\n" in said
    assert (plain["license"], plain["robots"], plain["http_status"]) == ("http://example.com/by", None, 200)
    assert (noindex["robots"], truncated["truncated"], plain["truncated"]) == ("NoIndex, follow", True, False)
    assert links["link_density"] > 0.5 > plain["link_density"]
    done = run_here("warc", "a.warc", "-o", "out", "--extractor", "cetr", "--skip", "links", cwd=tmp_path)
    assert "made with no --skip; now links" in done.stderr
    arguments = ("--skip", "truncated,noindex, links", "--again", "--card", "card.md")
    said, lines = lines_made(tmp_path, *arguments)
    assert lines == [plain]
    assert "left out: 1 noindex, 1 truncated, 1 empty, 1 links\n" in said
    card = (tmp_path / "card.md").read_text("utf-8")
    for row in ("| lines | 1 |", "| noindex | 1 |", "| example.com | 1 |", "| skip | ", "| ok | 4 |"):
        assert row in card, row
    done = run_here("warc", "a.warc", "-o", "out", "--skip", "lists", cwd=tmp_path)
    assert (done.returncode, "there is no 'lists'" in done.stderr) == (2, True)


def test_the_card_of_dedup(tmp_path):
    line = corpus_line(RAIN, "news", url="http://a.example/|1", language="en", date="2026-02-03")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for _ in range(3)))
    assert run_here("dedup", "a.jsonl", "-o", "b.jsonl", "--card", "b.md", cwd=tmp_path).returncode == 0
    card = (tmp_path / "b.md").read_text("utf-8")
    for row in ("| a.example | 1 |", "| en | 1 |", "| 2026 | 1 |", "| same | 2 |", "| bands | 16 |"):
        assert row in card, row
