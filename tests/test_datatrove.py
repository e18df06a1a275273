"""The steps of datatrove in its pipelines, and the recipe with its MinHash."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="the extra datatrove is not installed")
pytest.importorskip("fastwarc", reason="the extra warc is not installed")
pytest.importorskip("py3langid", reason="the extra corpus is not installed")
pytest.importorskip("spacy", reason="MinHash of datatrove needs spaCy, which is not installed")
pytest.importorskip("tokenizers", reason="MinHash of datatrove needs tokenizers, which is not installed")
pytest.importorskip("orjson", reason="JSONL in datatrove needs orjson, which is not installed")

from datatrove.data import Document, Media, MediaType
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.corpus.storage import read_lines
from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract

from .test_corpus import CHINESE, PAGE, RAIN
from .test_engines import run_recipe
from .test_warc import record

HTTP = "HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\n\r\n"
CAFE = "Le café est fermé à cause de la crue, et l'été n'a pas encore commencé dans la vallée. " * 4


def page(text: str, encoding: str = "utf-8", charset: str = "", meta: str = "") -> tuple[bytes, bytes]:
    """Return a page in an encoding, and its HTTP headers."""
    head = f"<meta charset={meta}>" if meta else ""
    body = head + PAGE.format(title="The river", text=text)
    return body.encode(encoding), HTTP.format(charset=charset and f"; charset={charset}").encode()


WORDS = RAIN.split()


def story(n: int) -> str:
    """Return an English text that shares no five words in a row with the stories of other numbers."""
    rng = random.Random(n)
    return " ".join(" ".join(rng.sample(WORDS, len(WORDS))) for _ in range(4))


def archive(folder: Path, name: str, pages: list[tuple[bytes, bytes]], first: int) -> None:
    data = [gzip.compress(record(first + n, body, http)) for n, (body, http) in enumerate(pages)]
    (folder / name).write_bytes(b"".join(data))


def lines_in(folder: Path) -> list[dict]:
    return [json.loads(line) for path in sorted(folder.glob("*.jsonl.gz")) for line in read_lines(path)]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run the steps of docs/engines.rst in two processes; return the folder and the stats."""
    folder = tmp_path_factory.mktemp("datatrove")
    (folder / "warc").mkdir()
    english = [page(story(n)) for n in range(6)]
    others = [page(RAIN), page(CHINESE, "gb18030", meta="gbk"), page(CAFE, "windows-1252", "windows-1252")]
    archive(folder / "warc", "a.warc.gz", [*english, (b"%PDF-1.7 \0\1", HTTP.format(charset="").encode())], 0)
    archive(folder / "warc", "b.warc.gz", others, 100)
    with (folder / "warc" / "b.warc.gz").open("ab") as file:
        file.write(gzip.compress(record(200))[:-40])  # broken
    steps = [
        ArchiveReader(str(folder / "warc")),
        ContentExtract(language=True),
        JsonlWriter(str(folder / "texts")),
    ]
    stats = LocalPipelineExecutor(steps, tasks=2, workers=2, logging_dir=str(folder / "log")).run()
    return folder, json.loads(stats.to_json())


def test_bytes_are_decoded_by_header_and_mark_up(run):
    texts = {line["id"]: line for line in lines_in(run[0] / "texts")}
    assert texts["<urn:uuid:101>"]["text"].endswith(CHINESE)
    known = texts["<urn:uuid:101>"]["metadata"]
    assert (known["encoding"], known["language"]) == ("gb18030", "zh")
    assert texts["<urn:uuid:102>"]["text"].endswith(CAFE.strip())


def test_metadata_go_with_the_text(run):
    line = next(line for line in lines_in(run[0] / "texts") if line["id"] == "<urn:uuid:100>")
    known = line["metadata"]
    assert (known["url"], known["created"]) == ("http://example.com/100", "2026-01-01T00:00:00Z")
    assert (known["title"], known["language"], known["status"]) == ("The river", "en", "ok")
    assert known["file_path"].endswith("b.warc.gz")
    assert 0 < known["confidence"] < 1
    assert "media" not in line, "the bytes of the page are not written"


def totals(step):
    return {
        name: value if isinstance(value, (int, float)) else value["total"]
        for name, value in step["stats"].items()
    }


def test_every_record_is_accounted_for(run):
    reader, extract = map(totals, run[1][:2])
    assert (reader["records/page"], reader["records/broken"]) == (10, 1)
    assert (extract["total"], extract["forwarded"], extract["dropped"]) == (10, 9, 1)
    assert (extract["status/ok"], extract["status/not_html"]) == (9, 1)


def test_documents_of_other_readers_are_read_too():
    html = PAGE.format(title="雨", text=CHINESE)
    document = Document(text=f"<meta charset=latin-1>{html}", id="1")  # the text is decoded already
    (found,) = ContentExtract("cevc").run([document])
    assert CHINESE in found.text


def test_a_picture_of_a_document_is_not_its_page():
    picture = Media("1", MediaType.IMAGE, "http://example.com/1.png", media_bytes=b"\x89PNG")
    document = Document(text=PAGE.format(title="Rain", text=RAIN), id="1", media=[picture])
    (found,) = ContentExtract("cevc").run([document])
    assert RAIN in found.text
    assert found.media == [picture]


def test_an_impossible_extractor_is_refused_before_the_first_page():
    with pytest.raises(ValueError, match="nosuch"):
        ContentExtract("nosuch")


def test_minhash_as_the_docs_have_it(tmp_path):
    """Of seven texts in two files one is planted a second time, and one almost."""
    (tmp_path / "parts").mkdir()
    texts = {"a": [story(n) for n in range(4)], "b": [story(0), story(1) + " The end of it.", story(4)]}
    for name, some in texts.items():
        lines = (json.dumps({"id": f"{name}{k}", "text": text}) + "\n" for k, text in enumerate(some))
        (tmp_path / "parts" / f"{name}.jsonl.gz").write_bytes(gzip.compress("".join(lines).encode()))
    (tmp_path / "parts" / ".manifest").write_text("{}\n")
    run_recipe("minhash.py", tmp_path)
    kept = sorted(line["id"] for line in lines_in(tmp_path / "unique"))
    assert len(kept) == 5
    assert sum(line in kept for line in ("a0", "b0")) == sum(line in kept for line in ("a1", "b1")) == 1
