"""Lines of a corpus, their languages and duplicates; the commands warc and dedup."""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from scrapy_content_extract import __version__
from scrapy_content_extract.corpus import corpus_line, digest_of
from scrapy_content_extract.corpus.columns import COLUMNS, KEYS
from scrapy_content_extract.corpus.duplicates import Duplicates
from scrapy_content_extract.corpus.exporter import CorpusLinesExporter
from scrapy_content_extract.corpus.lines import find_language
from scrapy_content_extract.corpus.storage import LINE_FORMATS, read_lines
from tests.helpers.rows import rows
from tests.helpers.running import ROOT, run, run_here, run_python
from tests.warc.test_archives import record

Z = gzip.compress
PAGE = "<html lang=de><title>{title}</title><nav><a href=/>Home</a></nav><h1>{title}</h1><p>{text}</p><footer>© 2026</footer>"
RAIN = (
    "It has been raining for three days now, and the river that runs through the old town has risen by more "
    "than a metre. The bridge at the mill is closed. People carry their furniture to the upper floors, and "
    "the school has sent all its pupils home until the end of the week."
)
CHINESE = "三天来一直在下雨，流经老城的河水上涨了一米多。磨坊旁的桥已经关闭，人们把家具搬到楼上，学校让所有学生回家，直到周末。"
UIGHUR = (
    "ئۈچ كۈندىن بېرى يامغۇر يېغىۋاتىدۇ، كونا شەھەردىن ئۆتىدىغان دەريانىڭ سۈيى بىر مېتىردىن كۆپ ئۆرلىدى. "
    "تۈگمەن يېنىدىكى كۆۋرۈك تاقالدى، كىشىلەر ئۆي جاھازىلىرىنى ئۈستۈنكى قەۋەتكە ئېلىپ چىقماقتا."
)


def lines_of(path: Path) -> list[dict]:
    return list(map(json.loads, read_lines(path)))


# --- lines -----------------------------------------------------------------------------------


def test_a_line_has_the_keys_of_dolma():
    line = corpus_line(RAIN, "news", created="2026-01-01T00:00:00Z", url="http://example.com/", tags=["rain"])
    assert list(line) == ["id", "text", "source", "added", "created", "metadata"]
    assert line["metadata"]["url"] == "http://example.com/"
    assert line["metadata"]["tags"] == ["rain"]
    assert line["metadata"]["author"] is None
    assert json.loads(json.dumps(line)) == line


def test_the_same_page_has_the_same_id():
    first, again, elsewhere = (corpus_line(RAIN, "x", url=url)["id"] for url in ("a", "a", "b"))
    assert first == again != elsewhere
    assert corpus_line(RAIN, "x", warc_record_id="<urn:uuid:1>")["id"] == "<urn:uuid:1>"


#: texts → whether their digests are the same
DIGESTS = {
    "case and white space": ("It  rains.\n", "IT RAINS.", True),
    "full-width letters": ("Ｉｔ rains.", "It rains.", True),
    "other words": ("It rains.", "It rained.", False),
    "a lone surrogate is a character like others": ("a\ud800", "b\ud800", False),
}


@pytest.mark.parametrize(("one", "other", "same"), DIGESTS.values(), ids=DIGESTS)
def test_digests(one, other, same):
    assert (digest_of(one) == digest_of(other)) is same


@pytest.mark.parametrize(("text", "code"), [(RAIN, "en"), (CHINESE, "zh"), (UIGHUR, "ug"), ("123 …", None)])
def test_languages(text, code):
    language, score = find_language(text)
    assert language == code
    assert score is None if code is None else score > 0.5


# --- duplicates ------------------------------------------------------------------------------


def jaccard(one: str, other: str) -> float:
    """Return the share of shingles of five words in common, by sets."""
    one, other = (
        {tuple(words[k : k + 5]) for k in range(len(words) - 4)} for words in (one.split(), other.split())
    )
    return len(one & other) / len(one | other)


def changed(text: str, times: int, rng: random.Random) -> str:
    """Return a text with ``times`` of its words replaced."""
    words = text.split()
    for k in rng.sample(range(len(words)), times):
        words[k] = "changed"
    return " ".join(words)


def test_planted_near_duplicates_are_found():
    rng = random.Random(1)
    vocabulary = [f"word{n}" for n in range(3000)]
    originals = [" ".join(rng.choices(vocabulary, k=300)) for _ in range(400)]
    planted = [changed(text, rng.randrange(12), rng) for text in originals[:200]]
    with Duplicates(threshold=0.8) as known:
        assert not any(known.add(f"o{n}", text) for n, text in enumerate(originals))
        found = [known.add(f"p{n}", text) for n, text in enumerate(planted)]
    for n, (duplicate, text) in enumerate(zip(found, planted)):
        alike = jaccard(originals[n], text)
        if duplicate:
            assert duplicate.of == f"o{n}"
            assert abs(duplicate.alike - alike) < 0.15  # three standard deviations at 128 minima
        if abs(alike - 0.8) > 0.1:
            assert bool(duplicate) == (alike > 0.8)


def test_a_restart_knows_what_came_before(tmp_path):
    path = tmp_path / "texts.sqlite"
    with Duplicates(path) as known:
        assert known.add("a", RAIN) is None
        assert known.add("b", RAIN.upper()) == ("a", 1.0)
    with Duplicates(path) as known:
        assert known.add("a", RAIN) is None, "a page seen again is no duplicate of itself"
        assert known.add("b", RAIN) == ("a", 1.0)
        assert known.add("c", RAIN.replace("school", "college")).of == "a"
        assert known.add("d", CHINESE) is None
        # characters are the words of Chinese
        assert known.add("e", CHINESE.replace("三天", "四天")).of == "d"
        assert list(known.clusters()) == [("a", ["b", "c"]), ("d", ["e"])]


def test_only_equal_texts_at_a_threshold_of_one():
    with Duplicates(threshold=1) as known:
        assert known.add("a", RAIN) is None
        assert known.add("b", RAIN.replace("school", "college")) is None
        assert known.add("c", RAIN.lower()) == ("a", 1.0)
    with pytest.raises(ValueError, match="threshold is 0"):
        Duplicates(threshold=0)


#: permutations, bands → what the error says
BANDS = {
    "bands that do not divide": (128, 24, "it may be 1, 2, 4, 8, 16, 32, 64 or 128"),
    "no bands": (128, 0, "bands is 0"),
    "no permutations": (0, 1, "a number from 1 to 512"),
    "too many": (1024, 16, "a number from 1 to 512"),
}


@pytest.mark.parametrize(("permutations", "bands", "said"), BANDS.values(), ids=BANDS)
def test_impossible_bands(permutations, bands, said):
    with pytest.raises(ValueError, match=said):
        Duplicates(permutations=permutations, bands=bands)


@pytest.mark.parametrize(("permutations", "bands", "at_least"), [(128, 16, 0.7), (128, 32, 1), (512, 512, 1)])
def test_more_bands_find_more(permutations, bands, at_least):
    """A word of 60 in the middle is in 5 of 56 shingles: 51 of 61 in common, .84.

    Of such texts .98 meet in 16 bands of 8; the threshold is lower than .84, because the estimate may err.
    """
    rng = random.Random(2)
    texts = [[f"word{rng.randrange(3000)}" for _ in range(60)] for _ in range(60)]
    with Duplicates(threshold=0.7, permutations=permutations, bands=bands) as known:
        for n, words in enumerate(texts):
            assert known.add(f"o{n}", " ".join(words)) is None
        found = [known.add(f"p{n}", " ".join([*w[:30], "else", *w[31:]])) for n, w in enumerate(texts)]
    assert sum(one is not None for one in found) >= at_least * len(texts)


def test_texts_of_other_bands_are_not_compared(tmp_path):
    with Duplicates(tmp_path / "texts.sqlite", bands=32) as known:
        known.add("a", RAIN)
    with pytest.raises(
        ValueError, match="128 permutations in 32 bands, which cannot be compared with 128 in 16"
    ):
        Duplicates(tmp_path / "texts.sqlite")
    with Duplicates(tmp_path / "texts.sqlite", bands=32) as known:
        assert known.add("b", RAIN) == ("a", 1.0)


# --- commands --------------------------------------------------------------------------------


@pytest.fixture
def archives(tmp_path):
    """Two archives: one of three languages, one with a broken record, an image and a page without text."""
    texts = [RAIN, CHINESE, UIGHUR]
    one = [record(n, PAGE.format(title=f"Page {n}", text=text).encode()) for n, text in enumerate(texts)]
    image = record(4, b"\x89PNG", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
    broken = b"\xff" * 40 + Z(record(6))[40:]
    page = record(3, PAGE.format(title="Page 3", text=RAIN).encode())
    (tmp_path / "one.warc.gz").write_bytes(b"".join(map(Z, one)))
    (tmp_path / "two.warc.gz").write_bytes(Z(page) + broken + Z(image) + Z(record(5, b"<p> </p>")))
    return tmp_path


@pytest.mark.parametrize("processes", [1, 2])
def test_archives_become_lines(archives, processes):
    how = run_here if processes == 1 else run
    done = how("warc", "one.warc.gz", "two.warc.gz", "-o", "out", "--language", "-j", processes, cwd=archives)
    assert done.returncode == 0, done.stderr
    assert "records: 5 page, 1 broken, 1 type" in done.stderr
    assert "pages: 4 ok, 1 empty" in done.stderr
    lines = lines_of(archives / "out" / "one.jsonl.gz")
    assert [line["text"].rpartition("\n")[2] for line in lines] == [RAIN, CHINESE, UIGHUR]
    assert [line["metadata"]["language"] for line in lines] == ["en", "zh", "ug"]
    assert {line["metadata"]["declared_language"] for line in lines} == {"de"}, "what the pages say"
    assert [line["id"] for line in lines] == [f"<urn:uuid:{n}>" for n in range(3)]
    assert {line["created"] for line in lines} == {"2026-01-01T00:00:00Z"}
    assert [line["metadata"]["url"] for line in lines_of(archives / "out" / "two.jsonl.gz")] == [
        "http://example.com/3"
    ]


def test_texts_of_an_archive_stay_as_they_are(tmp_path):
    plain = {"Content_Type": "text/plain", "WARC_Type": "conversion"}
    texts = [record(1, b"Home\nIt rains.\n", b"", **plain), record(2, b" ", b"", **plain)]
    answer = record(3, b"User-agent: *", b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
    (tmp_path / "a.warc.wet.gz").write_bytes(b"".join(map(Z, [*texts, answer])))
    done = run_here("warc", "a.warc.wet.gz", "-o", "out", cwd=tmp_path)
    assert "records: 2 page, 1 type" in done.stderr
    (line,) = lines_of(tmp_path / "out" / "a.warc.wet.jsonl.gz")
    assert line["text"] == "Home\nIt rains."


def test_archives_become_parquet_and_shards(archives):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    done = run_here("warc", "one.warc.gz", "two.warc.gz", "-o", "out", "--format", "parquet", cwd=archives)
    assert done.returncode == 0, done.stderr
    tables = [parquet.read_table(path) for path in sorted((archives / "out").glob("*.parquet"))]
    urls = [table["metadata"][0]["url"].as_py() for table in tables]
    assert urls == ["http://example.com/0", "http://example.com/3"]
    assert tables[0].schema == tables[1].schema, "that of the second has no author, for example"
    many = [Z(record(n, PAGE.format(title=n, text=f"{n} {RAIN}" * 20).encode())) for n in range(20)]
    (archives / "many.warc.gz").write_bytes(b"".join(many))
    done = run_here(
        "warc", "many.warc.gz", "-o", "s", "--format", "jsonl", "--shard-bytes", 20_000, cwd=archives
    )
    assert done.returncode == 0, done.stderr
    files = [archives / "s" / name for name in ("many.jsonl", "many.00001.jsonl", "many.00002.jsonl")]
    assert set(files) <= set((archives / "s").iterdir())
    lines = [line for path in (archives / "s").glob("many*") for line in lines_of(path)]
    assert sorted(int(line["metadata"]["url"].rpartition("/")[2]) for line in lines) == list(range(20))


def test_what_is_done_is_not_done_again(archives):
    (archives / "out").mkdir()
    (archives / "out" / "one.jsonl.gz").write_bytes(b"done before")
    done = run_here("warc", "one.warc.gz", "two.warc.gz", "-o", "out", cwd=archives)
    assert "1 of 2 archives were done before" in done.stderr
    assert (archives / "out" / "one.jsonl.gz").read_bytes() == b"done before"
    assert "how one.jsonl.gz came about is not known" in done.stderr
    names = [".manifest", "one.jsonl.gz", "two.jsonl.gz"]
    assert sorted(path.name for path in (archives / "out").iterdir()) == names


@pytest.mark.parametrize("suffix", rows([end[1:] for end in LINE_FORMATS], fast=["jsonl.gz", "parquet"]))
def test_two_runs_are_equal_to_the_byte(archives, suffix):
    """Also in another folder, in another second, and by several processes."""
    command = [
        "warc",
        "one.warc.gz",
        "two.warc.gz",
        "--added",
        "2026-11-28T01:00:00+01:00",
        "--format",
        suffix,
    ]
    files = []
    for how, folder, *more in ((run_here, "a"), (run, "b", "-j", 2)):
        time.sleep(1.1 if files else 0)  # gzip notes seconds
        done = how(*command, "-o", folder, *more, cwd=archives)
        assert done.returncode == 0, done.stderr
        files.append([(archives / folder / f"{name}.{suffix}").read_bytes() for name in ("one", "two")])
    assert files[0] == files[1]
    lines = lines_of(archives / "a" / f"one.{suffix}")
    assert {line["added"] for line in lines} == {"2026-11-28T00:00:00Z"}


def test_lines_say_from_where_they_are(archives):
    folder = archives / "CC-MAIN-2026-43"
    folder.mkdir()
    shutil.move(archives / "one.warc.gz", folder)
    for options, dump in (((), "CC-MAIN-2026-43"), (("--dump", "mine"), "mine")):
        assert run_here("warc", folder / "one.warc.gz", "-o", dump, *options, cwd=archives).returncode == 0
        metadata = lines_of(archives / dump / "one.jsonl.gz")[0]["metadata"]
        assert (metadata["dump"], metadata["file_path"]) == (dump, str(folder / "one.warc.gz"))
        assert [*metadata] == [name for name in COLUMNS if name not in KEYS]


def test_the_manifest_says_what_made_a_file(archives):
    """The commit is that of git, if this is a checkout; options and models have one hash."""
    entries = []
    for folder, options in (("a", []), ("b", []), ("c", ["--extractor", "cevc"])):
        run_here("warc", "one.warc.gz", "-o", folder, *options, cwd=archives)
        entries.append(json.loads((archives / folder / ".manifest").read_text("utf-8").splitlines()[0]))
    git = ["git", "-C", ROOT, "rev-parse", "HEAD"]
    commit = (
        subprocess.run(git, capture_output=True, text=True).stdout.strip() if (ROOT / ".git").exists() else ""
    )
    assert {entry.get("commit", "").removesuffix("-dirty") for entry in entries} == {commit}
    assert {entry["version"] for entry in entries} == {__version__}
    assert entries[0]["recipe"] == entries[1]["recipe"] != entries[2]["recipe"]


#: what an installed package says of its origin → the commit
ORIGINS = {
    "from a repository": (
        '{"url": "https://a", "vcs_info": {"vcs": "git", "commit_id": "f7a9cc8"}}',
        "f7a9cc8",
    ),
    "from a folder": ('{"url": "file:///a", "dir_info": {}}', None),
    "from an index": (None, None),
}


@pytest.mark.parametrize(("origin", "commit"), ORIGINS.values(), ids=ORIGINS)
def test_the_commit_of_an_installed_package(tmp_path, origin, commit):
    """The package is copied, so it has no .git beside it."""
    shutil.copytree(ROOT / "scrapy_content_extract", tmp_path / "scrapy_content_extract")
    info = tmp_path / "scrapy_content_extract-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: scrapy-content-extract\nVersion: 0.1.0\n")
    if origin:
        (info / "direct_url.json").write_text(origin)
    code = "from scrapy_content_extract.corpus.provenance import version; print(version().get('commit'))"
    assert run_python("-c", code, cwd=tmp_path, PYTHONPATH=str(tmp_path)).stdout.strip() == str(commit)


#: how a second run differs → the exit status, and the message
SECOND = {
    "not at all": (["one.warc.gz"], "", 0, "1 of 1 archives were done before"),
    "another extractor": (
        ["one.warc.gz", "--extractor", "cevc"], "", 2,
        "one.jsonl.gz was made with --extractor auto; now cevc: give another folder or --overwrite",
    ),
    "another time": (["one.warc.gz", "--added", "2026-11-28"], "", 2, "made with no --added; now 2026-11-28T00"),
    "another crawl": (["one.warc.gz", "--dump", "mine"], "", 2, "made with no --dump; now mine"),
    "a parameter": (["one.warc.gz", "--param", "title=true"], "", 2, "made with no --param; now title=True"),
    "another extractor, and all again": (["one.warc.gz", "--extractor", "cevc", "--again"], "", 0, "3 ok"),
    "an archive of the same name": (["other/one.warc.gz"], "", 2, "was made from another one.warc.gz"),
    "the same archive in another place": (["copy/one.warc.gz"], "", 0, "were done before"),
    "the archive is gone": (["gone/one.warc.gz"], "", 0, "were done before"),
    "another format is another file": (["one.warc.gz", "--format", "jsonl"], "", 0, "3 ok"),
    "a file that was changed": (["one.warc.gz"], "changed", 2, "one.jsonl.gz had "),
    "a file that is missing": (["one.warc.gz"], "missing", 0, "3 ok"),
    "a manifest whose last line is cut": (["one.warc.gz", "two.warc.gz"], "cut", 0, "3 ok"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "spoilt", "status", "said"), SECOND.values(), ids=SECOND)
def test_a_second_run(archives, arguments, spoilt, status, said):
    for folder, data in (("other", Z(b"WARC")), ("copy", (archives / "one.warc.gz").read_bytes())):
        (archives / folder).mkdir()
        (archives / folder / "one.warc.gz").write_bytes(data)
    assert run_here("warc", "one.warc.gz", "-o", "out", cwd=archives).returncode == 0
    target, manifest = archives / "out" / "one.jsonl.gz", archives / "out" / ".manifest"
    if spoilt == "changed":
        target.write_bytes(b"")
    elif spoilt == "missing":
        target.unlink()
    elif spoilt == "cut":
        manifest.write_bytes(manifest.read_bytes()[:-20])
        target.unlink()
    done = run_here("warc", *arguments, "-o", "out", cwd=archives)
    assert (done.returncode, said in done.stderr) == (status, True), done.stderr
    if spoilt == "cut":
        made = [json.loads(line).get("output") for line in manifest.read_text().splitlines()[2:]]
        assert made == [None, "one.jsonl.gz", "two.jsonl.gz"], "the line of a run is above its archives"


def test_archives_whose_names_begin_alike_are_two(archives):
    for name in ("www.a.com-x", "www.b.org-x"):
        shutil.copy(archives / "one.warc.gz", archives / f"{name}.warc.gz")
        done = run_here("warc", f"{name}.warc.gz", "-o", "out", cwd=archives)
        assert "pages: 3 ok" in done.stderr
    assert len(list((archives / "out").glob("*.gz"))) == 2


def test_a_later_file_of_one_archive_is_no_file_of_another(archives):
    for name in ("x", "x.00001"):
        shutil.copy(archives / "one.warc.gz", archives / f"{name}.warc.gz")
    done = run_here("warc", "x.warc.gz", "x.00001.warc.gz", "-o", "out", cwd=archives)
    assert (done.returncode, "would become x.00001" in done.stderr) == (2, True), done.stderr


#: arguments → the exit status, and the message
WRONG = {
    "a missing archive": (("none.warc.gz", "one.warc.gz", "-o", "out"), 1, "No such file"),
    "two archives of one name": (("one.warc.gz", "./one.warc.gz", "-o", "out"), 2, "different names"),
    "a missing list": (("none.paths", "-o", "out"), 2, "the list none.paths cannot be read"),
    "no time": (("one.warc.gz", "-o", "out", "--added", "today"), 2, "'today' is not a time of ISO 8601"),
    "an unknown extractor": (("one.warc.gz", "-o", "out", "--extractor", "autox"), 2, "autox"),
    "a folder that is a file": (("one.warc.gz", "-o", "two.warc.gz"), 1, "cannot be a folder"),
}


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(archives, arguments, status, said):
    done = run_here("warc", *arguments, cwd=archives)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_dedup(tmp_path):
    texts = {"a": RAIN, "b": CHINESE, "c": RAIN.replace("school", "college"), "d": RAIN.lower(), "e": ""}
    lines = [json.dumps({"id": id, "text": text}) for id, text in texts.items()] + ['{"id": "f"}']
    (tmp_path / "items.jsonl").write_text("\n".join([*lines, "no JSON"]))
    done = run_here(
        "dedup", "items.jsonl", "-o", "unique.jsonl.gz", "--clusters", "clusters.jsonl", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert "7 lines: 2 kept, 2 no_text, 1 alike, 1 same, 1 no_json" in done.stderr
    kept = [line.rstrip("\n") for line in read_lines(tmp_path / "unique.jsonl.gz")]
    assert kept == [lines[0], lines[1], lines[4], lines[5], "no JSON"]
    assert lines_of(tmp_path / "clusters.jsonl") == [{"id": "a", "duplicates": ["c", "d"]}]


OPTIONS = {
    "as usual": [],
    "equal texts": ["--threshold", "1"],
    "other bands": ["--bands", "8", "--permutations", "64"],
}


@pytest.mark.parametrize("options", rows(OPTIONS, fast=["as usual"]))
def test_dedup_by_processes_writes_the_same(tmp_path, options):
    rng = random.Random(3)
    texts = [
        changed(rng.choice([RAIN, CHINESE, " ".join(rng.choices(RAIN.split(), k=30))]), n % 2, rng)
        for n in range(900)
    ]
    lines = [json.dumps({"id": str(n), "text": text}) for n, text in enumerate(texts)]
    (tmp_path / "a.jsonl").write_text("\n".join([*lines[:500], "no JSON", "{}", ""]))
    (tmp_path / "b.jsonl").write_text("\n".join(lines[500:]))
    found = []
    for processes in (1, 2, 3):
        outputs = ("-o", "o.jsonl.gz", "--clusters", "c.jsonl", "-j", processes, *options)
        how = run_here if processes == 1 else run
        done = how("dedup", "a.jsonl", "b.jsonl", *outputs, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        found.append((done.stderr, *((tmp_path / name).read_bytes() for name in ("o.jsonl.gz", "c.jsonl"))))
    assert found[0] == found[1] == found[2]


def test_dedup_says_how_many_texts_were_compared_with_only_some(tmp_path):
    choices = random.Random(1).choices
    template = choices(range(9_000), k=240)
    texts = [" ".join(map(str, template + choices(range(9_000), k=60))) for _ in range(300)]
    (tmp_path / "items.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    done = run_here("dedup", "items.jsonl", "-o", "unique.jsonl", cwd=tmp_path)
    assert "of the kept texts share much with many others, and were compared with only some" in done.stderr
    assert "extract their pages with --sites, and dedup once more" in done.stderr


def test_half_a_character_ends_no_dedup(tmp_path):
    nest = '{"x": ' + "[" * 100_000
    lines = [json.dumps({"id": f"{name}\ud83d", "text": f"{RAIN} \ud83d"}) for name in "ab"]
    (tmp_path / "items.jsonl").write_text("\n".join([*lines, nest, ""]))
    done = run_here("dedup", "items.jsonl", "-o", "o.jsonl", "--clusters", "clusters.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "o.jsonl").read_text("utf-8").splitlines() == [lines[0], nest]
    assert lines_of(tmp_path / "clusters.jsonl") == [{"id": "a?", "duplicates": ["b?"]}]


#: encoding of a feed → a text; JSON says it back
ENCODINGS = {
    "half a character": ("utf-8", "雨 \ud83d"),
    "a letter that the encoding lacks": ("ascii", "é 雨"),
    "one of two halves in UTF-16": ("latin-1", "é \N{CLOUD WITH RAIN}"),
    "no encoding": (None, "雨 \ud83d"),
}


@pytest.mark.parametrize(("encoding", "text"), ENCODINGS.values(), ids=ENCODINGS)
def test_every_text_can_be_exported(encoding, text):
    file = io.BytesIO()
    CorpusLinesExporter(file, encoding=encoding).export_item({"text": text})
    assert json.loads(file.getvalue().decode(encoding or "ascii"))["text"] == text


ZSTD = "scrapy_content_extract.corpus.exporter.ZstdPlugin"


def test_a_crawl_writes_lines(tmp_path):
    spider, page = tmp_path / "spider.py", tmp_path / "page.html"
    page.write_text(PAGE.format(title="Rain", text=RAIN), "utf-8")
    spider.write_text(
        f"""
import scrapy

class Pages(scrapy.Spider):
    name = "pages"
    start_urls = ["{page.as_uri()}"]
    custom_settings = {{
        "ADDONS": {{"scrapy_content_extract.Addon": 500}},
        "FEEDS": {{"lines.jsonl": {{"format": "jsonl-corpus", "item_export_kwargs": {{"source": "weather", "language": True}}}},
                  "lines.jsonl.zst": {{"format": "jsonl-corpus", "postprocessing": ["{ZSTD}"]}}}},
    }}

    def parse(self, response):
        yield {{"url": response.url, "created": "2026-01-01", "tags": ["rain"]}}
        yield {{"url": response.url, "text": ""}}
"""
    )
    done = run_python("-m", "scrapy", "runspider", spider, cwd=tmp_path)
    lines = lines_of(tmp_path / "lines.jsonl")
    assert lines, done.stderr
    line, metadata = lines[0], lines[0]["metadata"]
    packed = lines_of(tmp_path / "lines.jsonl.zst")[0]
    assert (packed["id"], packed["text"]) == (line["id"], line["text"])
    assert line["text"].endswith(RAIN)
    assert (line["source"], line["created"]) == ("weather", "2026-01-01")
    assert (metadata["status"], metadata["tags"], metadata["language"]) == ("ok", ["rain"], "en")
    assert "blocks" not in metadata


def test_dedup_reads_a_file_of_the_same_name_anew(tmp_path):
    path = tmp_path / "items.jsonl"
    for texts, kept in (((RAIN, RAIN), 1), ((CHINESE, UIGHUR), 2), ((CHINESE, RAIN), 1)):
        path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
        done = run_here("dedup", "items.jsonl", "-o", "out.jsonl", "--database", "texts.db", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        # the third time CHINESE is where it was, and RAIN stands elsewhere
        assert len(lines_of(tmp_path / "out.jsonl")) == kept


#: arguments of dedup → the exit status, and the message; no file may change
WRONG_FILES = {
    "the input as output": (("items.jsonl", "-o", "./items.jsonl"), 2, "named twice"),
    "clusters in the output": (("items.jsonl", "-o", "o.jsonl", "--clusters", "o.jsonl"), 2, "named twice"),
    "the same input twice": (("items.jsonl", "./items.jsonl", "-o", "o.jsonl"), 2, "named twice"),
    "a missing input": (("none.jsonl", "-o", "kept.jsonl"), 1, "nothing was written"),
    "not a database": (("items.jsonl", "-o", "kept.jsonl", "--database", "no.db"), 1, "not a database"),
}


@pytest.mark.parametrize(("arguments", "status", "said"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_dedup_spoils_no_file(tmp_path, arguments, status, said):
    no_database = "this is no database" * 99
    texts = {"items.jsonl": json.dumps({"text": RAIN}), "kept.jsonl": "kept", "no.db": no_database}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    done = run_here("dedup", *arguments, cwd=tmp_path)
    assert done.returncode == status
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == texts


def test_what_is_no_archive_is_not_done(tmp_path):
    (tmp_path / "page.html").write_text(RAIN)
    done = run_here("warc", "page.html", "-o", "out", cwd=tmp_path)
    assert done.returncode == 1
    assert "it holds no record that can be read" in done.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_lines_from_archives_have_author_and_date(tmp_path):
    properties = {"article:published_time": "2026-01-02", "og:type": "article"}
    metas = "".join(f'<meta property="{name}" content="{value}">' for name, value in properties.items())
    page = f'<meta name=author content="Ina Holm">{metas}{PAGE}'
    (tmp_path / "a.warc").write_bytes(record(1, page.format(title="Rain", text=RAIN).encode()))
    done = run_here("warc", "a.warc", "-o", "out", cwd=tmp_path)
    (line,) = lines_of(tmp_path / "out" / "a.jsonl.gz")
    assert (line["metadata"]["author"], line["metadata"]["date"]) == ("Ina Holm", "2026-01-02"), done.stderr
    assert line["metadata"]["type"] == "article"
    confidence = line["metadata"]["confidence"]
    assert confidence == round(confidence, 4)  # as in a crawl
