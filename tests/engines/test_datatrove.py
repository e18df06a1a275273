"""The steps of datatrove in its pipelines, and the recipes with them."""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("datatrove", reason="the extra datatrove is not installed")
pytest.importorskip("spacy", reason="MinHash of datatrove needs spaCy, which is not installed")
pytest.importorskip("tokenizers", reason="MinHash of datatrove needs tokenizers, which is not installed")
pytest.importorskip("orjson", reason="JSONL in datatrove needs orjson, which is not installed")

from datatrove.data import Document, Media, MediaType
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.writers import JsonlWriter

from scrapy_content_extract.corpus.lines import digest_of, line_of_item
from scrapy_content_extract.corpus.storage import read_lines
from scrapy_content_extract.engines.datatrove import ArchiveReader, ContentExtract
from tests.corpus.test_lines import CHINESE, PAGE, RAIN, UIGHUR
from tests.engines.test_rows import run_recipe
from tests.helpers.running import recipe, run_python
from tests.warc.test_archives import record

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


# --- recipes over the lines of corpus/ -------------------------------------------------------


def write_lines(folder: Path, files: dict[str, list[dict]]) -> None:
    """Write lines of a corpus; an item has a text, and what else the line should know."""
    (folder / "corpus").mkdir()
    for name, items in files.items():
        lines = "".join(json.dumps(line_of_item(item)) + "\n" for item in items)
        (folder / "corpus" / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode()))


def texts_in(folder: Path) -> dict[str, str]:
    return {line["metadata"]["url"]: line["text"] for line in lines_in(folder)}


#: the address of a page, and of one that is fetched later → whether w3lib's rules make them one address
ADDRESSES = {
    "arguments have no order": ("http://a.example/?a=1&b=2", "http://a.example/?b=2&a=1", True),
    "a fragment is a place in the page": ("http://b.example/", "http://b.example/#top", True),
    "the case of hosts does not count": ("http://c.example/", "HTTP://C.example/", True),
    "the case of paths counts": ("http://d.example/p", "http://d.example/P", False),
    "another argument": ("http://e.example/?a=1", "http://e.example/?a=2", False),
    "another scheme": ("http://f.example/", "https://f.example/", False),
    "none": (None, None, False),
}


def test_addresses_are_normalized_before_they_are_compared(tmp_path):
    dates = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
    files, kept, left_out = {"old": [], "new": []}, set(), set()
    for case, (*urls, is_same) in ADDRESSES.items():
        for name, url, created in zip(files, urls, dates):
            text = f"{case}, {name}"
            files[name].append({"url": url, "text": text, "created": created})
            (left_out if is_same and name == "old" else kept).add(text)
    write_lines(tmp_path, files)
    run_recipe("unique_urls.py", tmp_path)
    assert {line["text"] for line in lines_in(tmp_path / "unique")} == kept
    assert {line["text"] for line in lines_in(tmp_path / "unique" / "left_out")} == left_out


def test_a_line_stays_where_it_stands_first(tmp_path):
    notice = "Read more of our stories in the newsletter."
    items = {
        "a": [{"url": "http://a.example/", "text": f"{RAIN}\n{notice}\nShare"}],
        "b": [
            {"url": "http://b.example/", "text": f"{notice}\n{CAFE.strip()}\nShare"},
            {"url": "http://c.example/", "text": notice},
            {"url": "http://d.example/", "text": f"{UIGHUR}\n{CHINESE}"},
        ],
    }
    write_lines(tmp_path, items)
    run_recipe("repeated_lines.py", tmp_path)
    assert {url: text.strip() for url, text in texts_in(tmp_path / "lines").items()} == {
        "http://a.example/": f"{RAIN}\n{notice}\nShare",
        "http://b.example/": f"{CAFE.strip()}\nShare",  # a line of one word may come again
        "http://d.example/": f"{UIGHUR}\n{CHINESE}",
    }
    changed = texts_in(tmp_path / "lines" / "changed")
    assert changed["http://c.example/"] == f">>>\n{notice}\n<<<"


def test_what_people_who_train_models_ask_for(tmp_path):
    for name in ("tldextract", "ahocorasick", "fasteners"):
        pytest.importorskip(name, reason=f"the URL filter of datatrove needs {name}, which is not installed")
    write_tokenizer(tmp_path / "words.json")
    (tmp_path / "blocked.txt").write_text("example.org\n")
    mail = "Write to anna.smith@mail.example or ask 8.8.8.8, not 10.0.0.1."
    known = {"license": "CC-BY", "robots": "noarchive, follow"}
    items = [
        {"url": "http://a.example/", "text": mail, **known},
        {"url": "http://www.example.org/", "text": RAIN},
        {"url": "http://b.example/", "text": RAIN, "robots": "NoIndex,follow"},
        {"url": "http://c.example/", "text": RAIN, "robots": "noai"},
        {"text": CHINESE},
    ]
    write_lines(tmp_path, {"a": items})
    run_recipe("for_training.py", tmp_path, "words.json")
    (line,) = lines_in(tmp_path / "training")
    metadata = line["metadata"]
    assert {name: metadata[name] for name in known} == known
    assert "anna" not in line["text"]
    assert "8.8.8.8" not in line["text"]
    assert "10.0.0.1" in line["text"], "an address of a private network is nobody's"
    assert metadata["token_count"] == len(line["text"].split())
    assert metadata["digest"] == digest_of(line["text"])
    assert set(texts_in(tmp_path / "training/left_out/blocked")) == {"http://www.example.org/"}
    assert len(list(lines_in(tmp_path / "training/left_out/robots"))) == 3


def write_tokenizer(path: Path) -> None:
    """Write a tokenizer for which white space separates words, all of them unknown."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({"?": 0}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(path))


SBATCH = """#!{python}
import sys
from pathlib import Path
with open("submitted", "a") as file:
    print(sys.argv[1:-1], Path(sys.argv[-1]).read_text(), file=file)
print("Submitted batch job 17")
"""


def test_what_slurm_would_be_given(tmp_path):
    """Two programs stand in for SLURM: one notes the scripts, one knows the node, on which tasks then run."""
    (tmp_path / "sbatch").write_text(SBATCH.format(python=sys.executable))
    (tmp_path / "scontrol").write_text("#!/bin/sh\necho node\n")
    (tmp_path / "sbatch").chmod(0o755)
    (tmp_path / "scontrol").chmod(0o755)
    (tmp_path / "crawl").mkdir()
    archive(tmp_path / "crawl", "a.warc.gz", [page(story(0))], 0)
    archive(tmp_path / "crawl", "b.warc.gz", [page(story(1))], 1)
    (tmp_path / "warc.paths").write_text("a.warc.gz\nb.warc.gz\n")
    code = recipe("datatrove_on_slurm.py").replace("s3://commoncrawl/", "crawl/").replace("=1000", "=2")
    (tmp_path / "recipe.py").write_text(code)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = run_python("recipe.py", cwd=tmp_path, PATH=path)
    assert done.returncode == 0, done.stderr[-2000:]
    script = (tmp_path / "logs" / "launch_script.slurm").read_text()
    lines = script.splitlines()
    assert lines[0] == "#!/bin/bash"
    asked = {"array=0-1%64", "time=12:00:00", "partition=cpu", "mem-per-cpu=2G", "cpus-per-task=1", "requeue"}
    assert asked <= {line.removeprefix("#SBATCH --") for line in lines}
    assert "source .venv/bin/activate" in lines
    assert lines[-1].startswith("srun  -l -n 1 launch_pickled_pipeline ")
    submitted = (tmp_path / "submitted").read_text()
    assert script in submitted
    assert "#SBATCH --dependency=afterok:17" in submitted, "the statistics are summed up at the end"
    pickled = lines[-1].split()[-1]
    for task in range(2):
        node = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_NODELIST": "node", "PATH": path}
        done = run_python("-m", "datatrove.tools.launch_pickled_pipeline", pickled, cwd=tmp_path, **node)
        assert done.returncode == 0, done.stderr[-2000:]
    assert len(lines_in(tmp_path / "texts")) == 2
    submitted_again = run_python("recipe.py", cwd=tmp_path, PATH=path)
    assert "all 2 tasks have already been completed" in submitted_again.stderr
