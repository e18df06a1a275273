"""The recipe of docs/corpora.rst for quality: each line goes where datatrove's filters send it."""

from __future__ import annotations

import gzip
import json

import pytest

pytest.importorskip("datatrove", reason="the extra datatrove is not installed")
pytest.importorskip("spacy", reason="filters of datatrove need spaCy, which is not installed")
pytest.importorskip("orjson", reason="JSONL in datatrove needs orjson, which is not installed")

from scrapy_content_extract import extract
from scrapy_content_extract.corpus.lines import corpus_line, digest_of, find_language
from scrapy_content_extract.corpus.storage import read_lines
from tests.corpus.test_lines import CHINESE, RAIN, UIGHUR
from tests.helpers.running import ROOT, recipe, run_python

#: Where the recipe writes what all filters keep.
GOOD = ""


def filters():
    """Return the filters of FineWeb in its order, as datatrove's ``examples/fineweb.py`` has them."""
    from datatrove.pipeline import filters

    return {
        "repetition": filters.GopherRepetitionFilter(),
        "gopher": filters.GopherQualityFilter(),
        "c4": filters.C4QualityFilter(filter_no_terminal_punct=False),
        "fineweb": filters.FineWebQualityFilter(),
    }


def decision(text, in_order):
    """Return the filter that drops a text, and its reason; or GOOD, and the text that remains."""
    from datatrove.data import Document

    document = Document(text, "")
    for name, one in in_order.items():
        answer = one.filter(document)
        kept, reason = answer if isinstance(answer, tuple) else (answer, "")
        if not kept:
            return name, reason
    return GOOD, document.text


def lines_in(folder):
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from map(json.loads, read_lines(path))


def decisions_of_recipe(folder, processes=2):
    """Filter the lines in ``corpus/``; return the decision on each id."""
    (folder / "quality.py").write_text(recipe("quality.py"), "utf-8")
    done = run_python("quality.py", "corpus/", "good/", "-j", processes, cwd=folder)
    assert done.returncode == 0, done.stderr
    found = [(line["id"], (GOOD, line["text"])) for line in lines_in(folder / "good")]
    for left_out in (folder / "good" / "left_out").iterdir():
        found += [
            (line["id"], (left_out.name, line["metadata"].get("filter_reason") or ""))
            for line in lines_in(left_out)
        ]
    return found


STORY = " ".join(
    f"On day {n} the river rose, and the people of the town had to move house." for n in range(9)
)
#: text → where it goes: the filter that leaves it out, and its reason; from the rules of the papers
TEXTS = {
    "nine sentences of fourteen words": (STORY, ("repetition", "top_3_gram")),
    "fewer than fifty words": (RAIN.rpartition(", and")[0] + ".", ("gopher", "gopher_short_doc")),
    "a lorem ipsum": (f"{RAIN}\nLorem ipsum dolor sit amet.", ("c4", "lorem_ipsum")),
    "fewer than five sentences": (RAIN, ("c4", "too_few_sentences")),
    "a paragraph twice": (f"{RAIN}\n{RAIN}", ("repetition", "dup_line_frac")),
    "good": (f"{RAIN}\nAnd then the sun came out. Nobody had hoped for that.", (GOOD, None)),
    "a line about cookies goes, its text stays": (
        f"This site uses cookies.\n{RAIN} Nobody had seen that. It was a flood, the mayor said.",
        (GOOD, f"{RAIN} Nobody had seen that. It was a flood, the mayor said."),
    ),
}  # fmt: skip
#: texts that are not English, or hardly texts; none may stop a task
ODD = [
    CHINESE,
    UIGHUR,
    "…",
    "\n",
    "- - -\n" * 80,
    "\u200b",
    "{",
    "#" * 3000,
    "a " * 60,
    "\r\n\r\n\u2028 .",
    "1 " * 99,
]


def write(folder, name, texts):
    folder.mkdir(exist_ok=True)
    lines = []
    for n, text in enumerate(texts):
        language, score = find_language(text)
        known = {"url": f"http://{name}.example/{n}", "language": language, "language_score": score}
        lines.append(corpus_line(text, "test", created="2026-01-01T00:00:00Z", license="CC-BY", **known))
    data = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / f"{name}.jsonl.gz").write_bytes(gzip.compress(data.encode()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The lines of the example site, of saved pages and of TEXTS, in three files."""
    folder = tmp_path_factory.mktemp("quality")
    pages = [
        *sorted((ROOT / "example_project/site").rglob("*.html")),
        *sorted((ROOT / "tests/pages").rglob("*.html")),
    ]
    texts = [text for page in pages if (text := extract(page.read_bytes()).text)]
    write(folder / "corpus", "pages", texts)
    write(folder / "corpus", "texts", [text for text, _ in TEXTS.values()])
    write(folder / "corpus", "odd", ODD)
    return folder


@pytest.fixture(scope="module")
def found(folder):
    return decisions_of_recipe(folder)


def test_all_decisions_are_those_of_datatrove(folder, found):
    """A line that is left out for its language is not judged by the filters."""
    lines, decisions, in_order = list(lines_in(folder / "corpus")), dict(found), filters()
    assert len(found) == len(decisions) == len(lines)
    english = {line["id"]: line["text"] for line in lines if decisions[line["id"]][0] != "language"}
    assert {id: decisions[id] for id in english} == {
        id: decision(text, in_order) for id, text in english.items()
    }
    assert {*filters(), GOOD} <= {where for where, _ in decisions.values()}, "each filter has something to do"


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_texts_go_where_the_papers_say(text, expected):
    where, what = decision(text, filters())
    assert (where, what) == (expected[0], text if expected[1] is None else expected[1])


def test_lines_stay_lines(folder, found):
    """Only the text of a line changes, and its digest with it."""
    before = {line["id"]: line for line in lines_in(folder / "corpus")}
    for line in lines_in(folder / "good"):
        old = before[line["id"]]
        assert line["metadata"]["digest"] == digest_of(line["text"])
        old["metadata"]["digest"] = line["metadata"]["digest"]
        assert line == {**old, "text": line["text"]}


#: arguments → the error
REFUSED = {
    "a folder without lines": (["nowhere/", "good/"], "nowhere/ has no .jsonl.gz"),
    "no target": (["corpus/"], "the following arguments are required: target"),
}


@pytest.mark.parametrize(("arguments", "said"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_is_refused(folder, found, arguments, said):
    done = run_python("quality.py", *arguments, cwd=folder)
    assert (done.returncode, said in done.stderr) == (2, True)
