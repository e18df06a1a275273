"""Spoilt pages break nothing and nobody's promise: ``python -m trials.fuzz DATA``.

A case is a real or generated page, cut and spoilt at random, with a random header, an extractor and a
segmenter.  Both backends handle it, and what must hold of every page is checked.  Cases run in
processes of their own: one that crashes is found, and ``--keep`` saves its page.  A seed always makes
the same case, given the same pages.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from lxml import etree

from benchmarks.pages import files_below, read_page
from evaluation.command import add_data, parser_of
from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, columns
from scrapy_content_extract.content.analysis import analyse
from scrapy_content_extract.content.flow import page_of, to_utf8
from scrapy_content_extract.content.limits import limited
from scrapy_content_extract.content.model import Page
from scrapy_content_extract.content.normalize import CLEAN_OPTIONS, FOLD_OPTIONS
from scrapy_content_extract.content.parse import parse
from scrapy_content_extract.content.segmenters import VISUAL
from tests.pages import random_page
from tests.test_fold import PIECES

from .report import conclude
from .shapes import PIECES as SHAPES

#: So many bytes of a page are taken.
MOST_BYTES = 30_000
#: A process handles so many cases.
CHUNK = 500

ENCODINGS = (
    "utf-8 gb18030 big5 shift_jis euc-kr windows-1252 koi8-r utf-16-le utf-16-be iso-2022-jp".split()
)
HEADERS = (
    None, "text/html", "", "text/html; charset=", "application/xhtml+xml", "text/html; charset=\"'x",
    *(f"text/html; charset={encoding}" for encoding in ENCODINGS),
)  # fmt: skip


class Case(NamedTuple):
    """A page and what is done with it."""

    body: bytes
    content_type: str | None
    extractor: str
    segmenter: str
    options: tuple[str, ...]


def case(seed: int, files: Sequence[Path]) -> Case:
    """Return the case of a seed."""
    chosen = random.Random(seed)
    body = part_of(chosen, files)
    for _ in range(chosen.randrange(12)):
        body = chosen.choice(SPOILERS)(chosen, body, files)
    options = tuple(name for name in (*CLEAN_OPTIONS, *FOLD_OPTIONS) if chosen.random() < 0.2)
    return Case(
        body,
        chosen.choice(HEADERS),
        chosen.choice(list(EXTRACTORS)),
        chosen.choice([name for name in SEGMENTERS if name not in VISUAL]),
        options,
    )


def part_of(chosen: random.Random, files: Sequence[Path]) -> bytes:
    """Return a part of a real page, or a generated one."""
    kind = chosen.random()
    if files and kind < 0.7:
        body = read_page(chosen.choice(files))
        start = chosen.choice([0, chosen.randrange(len(body) + 1)])
        return body[start : start + chosen.randrange(MOST_BYTES)]
    if kind < 0.9:
        return random_page(chosen.randrange(1 << 30)).encode()
    return chosen.choice(list(SHAPES.values())).page(chosen.randrange(MOST_BYTES))


# What spoils a page.


def without_a_part(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    start, stop = sorted(chosen.randrange(len(body) + 1) for _ in range(2))
    return body[:start] + body[stop:]


def with_a_part_again(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    start, stop = sorted(chosen.randrange(len(body) + 1) for _ in range(2))
    return body[:stop] + body[start:stop][:2_000] * chosen.randrange(1, 5) + body[stop:]


def with_pieces(chosen: random.Random, body: bytes, files: Sequence[Path]) -> bytes:
    for _ in range(chosen.randrange(1, 30)):
        at = chosen.randrange(len(body) + 1)
        body = body[:at] + chosen.choice(PIECES).encode("utf-8", "replace") + body[at:]
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
    return body[:at] + chosen.choice(list(SHAPES.values())).page(chosen.randrange(2_000)) + body[at:]


Spoiler = Callable[[random.Random, bytes, Sequence[Path]], bytes]
SPOILERS: tuple[Spoiler, ...] = (
    without_a_part, with_a_part_again, with_pieces, with_other_bytes, joined_to_another,
    in_another_encoding, with_a_shape,
)  # fmt: skip


# What holds of every page.


def check(of: Case) -> None:
    """Raise AssertionError where a promise is broken."""
    results = []
    for backend in columns.MODULES:
        with columns.running(backend):
            results.append(result_of(of))
    assert all(result == results[0] for result in results), "the backends differ"
    decoded, utf8 = to_utf8(of.body, of.content_type, options=of.options)
    again = to_utf8(utf8, "text/html; charset=utf-8", "utf-8", options=of.options)[1]
    assert again == utf8, "to normalize twice is not to normalize once"
    if etree.LIBXML_VERSION >= (2, 14):
        assert elements(utf8) == elements(decoded.text), "cleaning or folding has changed an element"


def result_of(of: Case) -> Any:
    """Return all that comes out of a page, checked."""
    page = page_of(of.body, content_type=of.content_type)
    extraction = EXTRACTORS[of.extractor]().extract(page)
    check_ranges(page, extraction.ranges, [r for block in extraction.blocks for r in block.ranges])
    assert squeezed(extraction.text) == squeezed(
        "".join(page.text[k] for r in extraction.ranges for k in range(*r))
    )
    assert extraction.confidence is None or 0 <= extraction.confidence <= 1
    segmentation = SEGMENTERS[of.segmenter]().segment(page).marked(page, extraction.ranges)
    held = [k for block in segmentation.blocks for r in block.ranges for k in range(*r)]
    assert held == list(range(len(page.text))), "the blocks do not hold each text once"
    assert all(0 <= block.link_density <= 1 and block.chars > 0 for block in segmentation.blocks)
    html, is_less = limited(to_utf8(of.body, of.content_type, options=of.options)[1])
    methods = EXTRACTORS[of.extractor](), SEGMENTERS[of.segmenter]()
    analysis = analyse(html, "https://example.com/", *methods, {"truncated": is_less})
    densities = [analysis.diagnostics[name] for name in ("page", "main", "rest")]
    assert all(density is None or 0 <= density <= 1 for density in densities)
    return extraction, segmentation, analysis.text, analysis.blocks, dict(analysis.diagnostics)


def check_ranges(
    page: Page, ranges: Sequence[tuple[int, int]], in_blocks: Sequence[tuple[int, int]]
) -> None:
    last = 0
    for start, stop in ranges:
        assert last <= start < stop <= len(page.text), "the ranges are not in order"
        last = stop
    texts = [k for r in ranges for k in range(*r)]
    assert texts == [k for r in in_blocks for k in range(*r)], "the blocks hold other texts than the ranges"


def squeezed(text: str) -> str:
    return "".join(text.split())


def elements(html: bytes | str) -> list[Any]:
    """Return the names of elements and attributes, in page order.

    Without those that a text implies: to a parser a control character before the body is one.
    """
    root = parse(html.encode("utf-8", "replace") if isinstance(html, str) else html).root
    nodes = (node for node in root.iter() if node.tag not in ("html", "head", "body"))
    return [(node.tag, *node.keys()) if isinstance(node.tag, str) else "" for node in nodes]


# The command.


def work(first: int, count: int, files: Sequence[Path], at: Path) -> int:
    """Check some cases; ``at`` always holds the number of the one that is checked."""
    for seed in range(first, first + count):
        at.write_text(str(seed))
        check(case(seed, files))
    return 0


def broken(first: int, count: int, data: str | None) -> tuple[int, str] | None:
    """Check some cases in a process of its own; return the seed of one that fails, and why."""
    with TemporaryDirectory() as folder:
        at = Path(folder) / "seed"
        options = ["--first", str(first), "--cases", str(count), "--at", str(at), *([data] if data else [])]
        run = subprocess.run(
            [sys.executable, "-m", "trials.fuzz", *options], capture_output=True, text=True
        )
        if run.returncode == 0:
            return None
        return int(at.read_text()) if at.exists() else first, f"exit {run.returncode}\n{run.stderr[-2000:]}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "trials.fuzz",
        "Check spoilt pages with every method and backend.",
        "python -m trials.fuzz DATA --cases 2000",
        "python -m trials.fuzz DATA --minutes 60 --keep found",
    )
    add_data(parser, "pages; without one they are generated")
    parser.add_argument("--cases", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, help="instead of a number of cases")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--keep", type=Path, help="folder for the pages that break something")
    parser.add_argument("--at", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(argv)
    files = files_below(Path(given.data)) if given.data else []
    if given.at:
        return work(given.first, given.cases, files, given.at)
    return fuzz(given, files)


def fuzz(given: argparse.Namespace, files: Sequence[Path]) -> int:
    """Run all cases; print what broke, and the summary."""
    seed, end = given.first, time.monotonic() + 60 * (given.minutes or 0)
    stop = None if given.minutes else given.first + given.cases
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
        f"{done:,} cases from seed {given.first}, {', '.join(columns.MODULES)}, on {len(files):,} pages",
    )


if __name__ == "__main__":
    sys.exit(main())
