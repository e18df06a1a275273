"""The signals of texts are datatrove's, the card counts what is there, and --drop leaves out."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

pytest.importorskip("py3langid", reason="the extra corpus is not installed")
pytest.importorskip("fastwarc", reason="the extra warc is not installed")

from scrapy_content_extract.corpus.lines import SIGNALS, corpus_line, line_of_item, signals_of

from .test_corpus import CHINESE, RAIN, UIGHUR, lines_of, run
from .test_warc import record

#: text → some of its signals, counted by hand
TEXTS = {
    "nothing": ("", {"words": 0, "word_length": None, "ended_lines": None}),
    "no words": ("-- … --", {"words": 0, "stop_words": None}),
    "punctuation is no word": ("Well - yes .", {"words": 2, "word_length": 3.5, "alpha_ratio": 0.5}),
    "hash signs": ("#rain #river and more", {"symbol_ratio": 0.5}),
    "ellipses of both kinds": ("more ... and … more", {"symbol_ratio": 0.4, "ellipsis_lines": 0.0}),
    "lines that end": ("It ends.\nIt does not\n真的。\nھەئە؟", {"ended_lines": 0.75}),
    "bullets": ("• one\n- two\nthree", {"bullet_lines": 0.6667}),
    "lines again": ("a b\na b\n\nc", {"repeated_lines": 0.3333, "repeated_chars": 0.3}),
    "stop words, each once": ("the rain and the river of that", {"stop_words": 4}),
    "capitals are no stop words": ("The And", {"stop_words": 0}),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_signals(text, expected):
    found = signals_of(text)
    assert set(found) == set(SIGNALS)
    assert {name: found[name] for name in expected} == expected


OF_DATATROVE = [RAIN, CHINESE, UIGHUR, RAIN + "\n" + RAIN]
OF_DATATROVE += [text for text, _ in TEXTS.values() if text.strip(" -…")]


@pytest.mark.parametrize("text", OF_DATATROVE)
def test_datatrove_finds_the_same(monkeypatch, text):
    """Its filters drop a text if the threshold is just below the signal, and keep it at the signal."""
    pytest.importorskip("datatrove", reason="the extra datatrove is not installed")
    from datatrove.pipeline.filters import fineweb_quality_filter as fineweb
    from datatrove.pipeline.filters import gopher_quality_filter as gopher
    from datatrove.pipeline.filters import gopher_repetition_filter as repetition

    for module in (fineweb, gopher, repetition):
        monkeypatch.setattr(module, "split_into_words", lambda text, language: text.split())
    found, eps = signals_of(text), 1e-4
    document = SimpleNamespace(text=text)
    none = dict.fromkeys(
        "min_doc_words max_doc_words min_avg_word_length max_avg_word_length max_symbol_word_ratio "
        "max_bullet_lines_ratio max_ellipsis_lines_ratio max_non_alpha_words_ratio min_stop_words".split()
    )
    limits = {
        "min_doc_words": (found["words"], found["words"] + 1),
        "min_avg_word_length": (found["word_length"] - 0.01, found["word_length"] + 0.01),
        "max_symbol_word_ratio": (found["symbol_ratio"] + eps, found["symbol_ratio"] - eps),
        "max_bullet_lines_ratio": (found["bullet_lines"] + eps, found["bullet_lines"] - eps),
        "max_ellipsis_lines_ratio": (found["ellipsis_lines"] + eps, found["ellipsis_lines"] - eps),
        "max_non_alpha_words_ratio": (found["alpha_ratio"] - eps, found["alpha_ratio"] + eps),
        "min_stop_words": (found["stop_words"], found["stop_words"] + 1),
    }
    for name, (keeps, drops) in limits.items():
        kept = [
            gopher.GopherQualityFilter(**{**none, name: limit}).filter(document) for limit in (keeps, drops)
        ]
        assert kept[0] is True, name
        assert drops < 0 or kept[1] is not True, name
    lines = repetition.GopherRepetitionFilter()._line_splitter.split(text)
    again, chars = repetition.find_duplicates(lines)
    assert found["repeated_lines"] == round(again / len(lines), 4)
    assert found["repeated_chars"] == round(chars / len(text), 4)
    lines = [line for line in text.split("\n") if line.strip()]
    ended = sum(line.endswith(tuple(fineweb.TERMINAL_PUNCTUATION)) for line in lines) / len(lines)
    assert found["ended_lines"] == round(ended, 4)


def test_a_line_has_the_signals_and_keeps_what_it_has():
    line = corpus_line(RAIN, "news", http_status=200, truncated=False, link_density=0.1)
    metadata = line["metadata"]
    assert (metadata["http_status"], metadata["truncated"], metadata["link_density"]) == (200, False, 0.1)
    assert {name: metadata[name] for name in SIGNALS} == signals_of(RAIN)
    metadata["words"] = 7
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
    done = run("warc", "a.warc", "-o", "out", "--extractor", "cetr", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stderr, [line["metadata"] for line in lines_of(folder / "out" / "a.jsonl.gz")]


def test_pages_are_left_out_and_counted(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"".join(PAGES.values()))
    said, (plain, noindex, truncated, links) = lines_made(tmp_path)
    assert "left out: 1 empty\n" in said
    assert (plain["license"], plain["robots"], plain["http_status"]) == ("http://example.com/by", None, 200)
    assert (noindex["robots"], truncated["truncated"], plain["truncated"]) == ("NoIndex, follow", True, False)
    assert links["link_density"] > 0.5 > plain["link_density"]
    done = run("warc", "a.warc", "-o", "out", "--extractor", "cetr", "--drop", "links", cwd=tmp_path)
    assert "made with no --drop; now links" in done.stderr
    arguments = ("--drop", "truncated,noindex, links", "--again", "--card", "card.md")
    said, lines = lines_made(tmp_path, *arguments)
    assert lines == [plain]
    assert "left out: 1 noindex, 1 truncated, 1 empty, 1 links\n" in said
    card = (tmp_path / "card.md").read_text("utf-8")
    for row in ("| lines | 1 |", "| noindex | 1 |", "| example.com | 1 |", "| drop | ", "| ok | 4 |"):
        assert row in card, row
    done = run("warc", "a.warc", "-o", "out", "--drop", "lists", cwd=tmp_path)
    assert (done.returncode, "lists: no such pages" in done.stderr) == (2, True)


def test_cards_of_the_later_steps(tmp_path):
    line = corpus_line(RAIN, "news", url="http://a.example/|1", language="en", date="2026-02-03")
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for _ in range(3)))
    assert run("dedup", "a.jsonl", "-o", "b.jsonl", "--card", "b.md", cwd=tmp_path).returncode == 0
    assert run("clean", "b.jsonl", "-o", "c.jsonl", "--card", "c.md", cwd=tmp_path).returncode == 0
    assert "| same | 2 |" in (tmp_path / "b.md").read_text("utf-8")
    card = (tmp_path / "c.md").read_text("utf-8")
    for row in ("| a.example | 1 |", "| en | 1 |", "| 2026 | 1 |", "| unchanged | 1 |", "| pages | 10 |"):
        assert row in card, row
