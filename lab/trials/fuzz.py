"""Spoilt pages break no promise: ``python -m lab.trials.fuzz DATA``.

A case is a real or generated page, cut and spoilt at random, with a random header, an extractor and a
segmenter.  Both backends handle it, the parser's events and its tree make the same page of it, and what must
hold of every page is checked.  Cases run in another
process: one that crashes or does not end is found, and ``--keep`` saves its page.  A seed always makes
the same case, given the same pages.

With AddressSanitizer and UndefinedBehaviorSanitizer of gcc::

    CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" \\
        LDFLAGS="-fsanitize=address,undefined" python setup.py build_ext --inplace
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \\
        ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc python -m lab.trials.fuzz DATA --minutes 60
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from lxml import etree

from lab.data.pages import files_below, read_page
from lab.options import add_data, add_shared, parser_of
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, core
from scrapy_content_extract.content.core.scan_py import RAW
from scrapy_content_extract.content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS
from scrapy_content_extract.content.extract import (
    Task,
    Utf8,
    Wanted,
    analyse,
    read,
    to_utf8,
)
from scrapy_content_extract.content.markup import visible
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.model import Segmentation
from scrapy_content_extract.content.output.formats import FORMATS
from scrapy_content_extract.content.page.choice import Choice
from scrapy_content_extract.content.page.notation import written
from scrapy_content_extract.content.page.page import Page
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.result import EVERY_FORM
from tests.content.encoding.test_fold import PIECES
from tests.helpers.pages import random_page
from tests.helpers.python_side import in_python
from tests.helpers.reading import SPLINTERS, read_both_ways

from .report import conclude
from .shapes import PIECES as SHAPES

#: The most bytes that are taken of a page ...
MOST_BYTES = 10_000
#: ... and of one page in twenty.
MOST_OF_SOME = 100_000
#: The cases that a process handles.
CHUNK = 1_000
#: The seconds of CPU of one case after which the process is ended (exit -27, SIGPROF).
TOO_LONG = 60

URL = "https://example.com/"

ENCODINGS = "utf-8 gb18030 big5 shift_jis euc-kr windows-1252 koi8-r utf-16-le utf-16-be iso-2022-jp".split()
HEADERS = (
    None, "text/html", "", "text/html; charset=", "application/xhtml+xml", "text/html; charset=\"'x",
    *(f"text/html; charset={encoding}" for encoding in ENCODINGS),
)  # fmt: skip


class Case(NamedTuple):
    """A page and the work on it."""

    body: bytes
    content_type: str | None
    extractor: str
    segmenter: str
    options: tuple[str, ...]
    wanted: Wanted


def case(seed: int, files: Sequence[Path]) -> Case:
    """Return the case of a seed."""
    chosen = random.Random(seed)
    body = part_of(chosen, files)
    for _ in range(chosen.randrange(12)):
        body = chosen.choice(SPOILERS)(chosen, body, files)
    names = (*CLEAN_OPTIONS, *FOLD_OPTIONS)
    return Case(
        body,
        content_type=chosen.choice(HEADERS),
        extractor=chosen.choice(list(EXTRACTORS)),
        segmenter=chosen.choice([name for name in SEGMENTERS if name not in VISUAL]),
        options=tuple(chosen.sample(names, chosen.choice([0, 0, 1, 2, len(names)]))),
        wanted=chosen.choice([Wanted(("blocks",)), Wanted(("blocks", "metadata", *FORMATS))]),
    )


def part_of(chosen: random.Random, files: Sequence[Path]) -> bytes:
    """Return a part of a real page, or a generated one."""
    kind = chosen.random()
    if files and kind < 0.7:
        body = read_page(chosen.choice(files))
        start = chosen.choice([0, chosen.randrange(len(body) + 1)])
        return body[start : start + some_bytes(chosen)]
    if kind < 0.9:
        return random_page(chosen.randrange(1 << 30)).encode()
    return a_shape(chosen, some_bytes(chosen))


def a_shape(chosen: random.Random, size: int) -> bytes:
    """Return a construct of HTML over and over, without constructs that begin or end with much more."""
    return chosen.choice(list(SHAPES.values())).page(size)[: max(size, MOST_BYTES)]


def some_bytes(chosen: random.Random) -> int:
    """Return a size: as many pages are of 100 to 1,000 bytes as of 1,000 to 10,000."""
    return int((MOST_BYTES if chosen.randrange(20) else MOST_OF_SOME) ** chosen.random())


# What spoils a page.

STARTS = (
    b"<%(name)s", b"</%(name)s", b"<%(name)s a=b", b'<%(name)s type="application/ld+json"',
    b'<%(name)s a="</%(name)s><%(other)s "', b"<b class='</%(name)s>' title=\"it's <%(other)s>\"",
    b'<i title="</%(other)s><%(name)s " href="/rain/in/may" id=c',
)  # fmt: skip
ENDS = (b"/>", b"/>", b">", b" />", b"/ >", b"", b'">', b">" + b"rain(); " * 20)


def without_a_part(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    start, stop = sorted(chosen.randrange(len(body) + 1) for _ in range(2))
    return body[:start] + body[stop:]


def with_a_part_again(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    start, stop = sorted(chosen.randrange(len(body) + 1) for _ in range(2))
    return body[:stop] + body[start:stop][:2_000] * chosen.randrange(1, 5) + body[stop:]


def with_pieces(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    for _ in range(chosen.randrange(1, 30)):
        at = chosen.randrange(len(body) + 1)
        body = body[:at] + chosen.choice((*PIECES, *SPLINTERS)).encode("utf-8", "replace") + body[at:]
    return body


def with_other_bytes(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    spoilt = bytearray(body)
    for _ in range(min(len(body), chosen.randrange(1, 50))):
        spoilt[chosen.randrange(len(spoilt))] = chosen.choice(
            [0, 0x1B, 0x3C, 0x3E, 0x26, 0x22, chosen.randrange(256)]
        )
    return bytes(spoilt)


def joined_to_another(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    at = chosen.randrange(len(body) + 1)
    return body[:at] + part_of(chosen, files)[: MOST_BYTES // 4] + body[at:]


def in_another_encoding(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    return body.decode("utf-8", "replace").encode(chosen.choice(ENCODINGS), "replace")


def with_a_shape(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    at = chosen.randrange(len(body) + 1)
    return body[:at] + a_shape(chosen, some_bytes(chosen)) + body[at:]


def with_raw_text(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    """Elements without mark-up in them, some closed at once, and their tags in values."""
    for _ in range(chosen.randrange(1, 8)):
        name, other = chosen.choice(RAW), chosen.choice(RAW)
        start, end = chosen.choice(STARTS), chosen.choice(ENDS)
        at = chosen.randrange(len(body) + 1)
        body = body[:at] + start % {b"name": name, b"other": other} + end + body[at:]
    return body


Spoiler = Callable[[random.Random, bytes, Sequence[Path]], bytes]
SPOILERS: tuple[Spoiler, ...] = (
    without_a_part, with_a_part_again, with_pieces, with_other_bytes, joined_to_another,
    in_another_encoding, with_a_shape, with_raw_text,
)  # fmt: skip


# What holds of every page.


def check(of: Case) -> None:
    """Raise AssertionError where a promise is broken."""
    result = result_of(of)
    assert result == in_python(result_of, of), "the backends differ"
    decoded, utf8, *_ = result
    by_tree, *by_events = read_both_ways(utf8.removeprefix(BOM_UTF8))
    assert all(page == by_tree for page in by_events), "events and tree make different pages"
    again = to_utf8(utf8, "text/html; charset=utf-8", "utf-8", options=of.options)[1]
    assert again == utf8, "to normalize twice is not to normalize once"
    before = decoded.text.encode("utf-8", "replace")
    if before != utf8 and etree.LIBXML_VERSION >= (2, 14):
        assert elements(utf8) == elements(before), "cleaning or folding has changed an element"


def result_of(of: Case) -> list[Any]:
    """Return all that comes out of a page, checked."""
    decoded, utf8 = to_utf8(of.body, of.content_type, options=of.options)
    given = Utf8(utf8.removeprefix(BOM_UTF8), URL)
    page = read(given, attributes=of.wanted.needs_attributes)
    extractor, segmenter = EXTRACTORS[of.extractor](), SEGMENTERS[of.segmenter]()
    choice = extractor.extract(page)
    page = choice.page
    check_choice(page, choice)
    segmentation = segmenter.segment(page).marked(page, choice.ranges)
    check_segmentation(page, segmentation)
    result = analyse(Task(given._replace(page=page), extractor, segmenter, of.wanted))
    assert all(
        density is None or 0 <= density <= 1
        for density in map(result.diagnostics.get, ("page", "main", "rest"))
    )
    forms = [result.form(name) for name in EVERY_FORM]
    in_text = replace(decoded, content=decoded.text)  # compiled code decodes some encodings to UTF-8
    return [in_text, utf8, choice.paragraphs, segmentation, result.diagnostics, result.reason, forms]


def check_choice(page: Page, extraction: Choice) -> None:
    last = 0
    for start, stop in extraction.ranges:
        assert last <= start < stop <= len(page.text), "the ranges are not in order"
        last = stop
    chosen = [k for r in extraction.ranges for k in range(*r)]
    held = [k for block in extraction.paragraphs for r in block.ranges for k in range(*r)]
    assert chosen == held, "the blocks hold other texts than the ranges"
    texts = list(written(page))
    assert squeezed(extraction.text) == squeezed("".join(texts[k] for k in chosen))
    assert extraction.confidence is None or 0 <= extraction.confidence <= 1


def check_segmentation(page: Page, segmentation: Segmentation) -> None:
    held = [k for block in segmentation.blocks for r in block.ranges for k in range(*r)]
    assert held == list(range(len(page.text))), "the blocks do not hold each text once"
    assert all(0 <= block.link_density <= 1 and block.chars > 0 for block in segmentation.blocks)


def squeezed(text: str) -> str:
    return "".join(visible(text).split())


def elements(html: bytes) -> tuple[list[Any], int]:
    """Return the names of elements and attributes, in page order, and the number of comments.

    Without the elements that a text implies: control characters imply them to a parser, and are removed.
    With a text before the page, all comments have a root that they stand in or beside.
    """
    root = parse(b"a" + html).root
    nodes = [*root.iter(), *root.itersiblings()]
    names = [(node.tag, *node.keys()) for node in nodes if isinstance(node.tag, str)]
    implied = ("html", "head", "body")
    return [name for name in names if name[0] not in implied], len(nodes) - len(names)


# The command.


def work(first: int, count: int, files: Sequence[Path], at: Path) -> int:
    """Check some cases; ``at`` always holds the number of the one that is checked."""
    for seed in range(first, first + count):
        at.write_text(str(seed))
        signal.setitimer(signal.ITIMER_PROF, TOO_LONG)
        check(case(seed, files))
    return 0


def broken(first: int, count: int, data: str | None) -> tuple[int, str] | None:
    """Check some cases in a process of its own; return the seed of one that fails, and why."""
    with TemporaryDirectory() as folder:
        at = Path(folder) / "seed"
        options = ["--seed", str(first), "--cases", str(count), "--at", str(at), *([data] if data else [])]
        run = subprocess.run(
            [sys.executable, "-m", "lab.trials.fuzz", *options], capture_output=True, text=True
        )
        if run.returncode == 0:
            return None
        return int(at.read_text()) if at.exists() else first, f"exit {run.returncode}\n{run.stderr[-2000:]}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.fuzz",
        "Check spoilt pages with every method and backend.",
        "python -m lab.trials.fuzz DATA --cases 2000",
        "python -m lab.trials.fuzz DATA --minutes 60 --keep found",
    )
    add_data(parser, "pages; without one they are generated")
    add_shared(parser, seed=0)
    parser.add_argument("--cases", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, help="instead of a number of cases")
    parser.add_argument("--keep", type=Path, help="folder for the pages that break something")
    parser.add_argument("--at", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    files = files_below(Path(given.data)) if given.data else []
    if given.at:
        return work(given.seed, given.cases, files, given.at)
    return fuzz(given, files)


def fuzz(given: argparse.Namespace, files: Sequence[Path]) -> int:
    """Run all cases; print what broke, and the summary."""
    seed, end = given.seed, time.monotonic() + 60 * (given.minutes or 0)
    stop = None if given.minutes else given.seed + given.cases
    found: list[int] = []
    done = 0
    while time.monotonic() < end if stop is None else seed < stop:
        count = CHUNK if stop is None else min(CHUNK, stop - seed)
        wrong = broken(seed, count, given.data)
        done += count if wrong is None else wrong[0] - seed + 1
        seed += count if wrong is None else wrong[0] - seed + 1
        if wrong:
            found.append(wrong[0])
            print(f"seed {wrong[0]}: {wrong[1]}", flush=True)
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                (given.keep / f"{wrong[0]}.html").write_bytes(case(wrong[0], files).body)
    return conclude(
        "fuzz",
        {f"{len(found)} cases: {found[:10]}": bool(found), "no case": not done},
        f"{done:,} cases from seed {given.seed}, {core.BACKEND}, on {len(files):,} pages",
    )


if __name__ == "__main__":
    sys.exit(main())
