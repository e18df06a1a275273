"""Does the time grow with the page, and no faster?  ``python -m lab.speed.linear``.

The tests count the steps of the Python code.  This command times the rest: the compiled
pass, the parser and all other code in C.

* A page of twice the size may take 2.6 times the CPU time, for every method and shape of page.
* Cleaning, folding or decoding a hostile page of 400 KB may take .133 s of CPU, on a machine that runs
  400,000 turns of a simple loop in 30 ms, and in proportion on a slower one.
* While a large page is analysed in a thread, another thread may wait an eighth of that time.

The last line is a summary; the exit status is 1 if a case took too long.  Run it on an idle machine.
``--size`` is the length of the smaller page in characters: 200,000 takes minutes, 10,000,000 takes hours
and gigabytes.  ``--only`` selects the cases whose name contains a text:

    python -m lab.speed.linear --only auto --size 2000000

It times what runs; for the other side set CONTENT_EXTRACT_PURE_PYTHON=1.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from threading import Thread
from typing import Any, NamedTuple

from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, kernels, page_of
from scrapy_content_extract.content.encoding.decode import decode
from scrapy_content_extract.content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS, clean, fold
from scrapy_content_extract.content.encoding.sniff import declare_utf8
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.methods import VISUAL
from scrapy_content_extract.content.page.page import Page
from scrapy_content_extract.content.page.parse import parse
from scrapy_content_extract.content.page.read import measure
from scrapy_content_extract.crawl.settings import DEFAULTS
from tests.helpers.pages import DEEPER, HARD, HOSTILE_BYTES, HOSTILE_MARKUP, STARTS
from tests.helpers.pages import SHAPES as SMALL_SHAPES

from .shapes import SHAPES

#: The greatest factor of time for twice the size.  With the power 1.5 of the size it would be 2.8, with its
#: square 4.
MOST_GROWTH = 2.6
#: The most seconds for a page of HOSTILE_SIZE bytes: a tenth, and a third for other programs.
MOST_SECONDS, HOSTILE_SIZE = 0.133, 400_000
#: The share of the time that may pass before another thread has a turn.
MOST_SHARE = 1 / 8

EXTRACTOR, SEGMENTER = (DEFAULTS[f"CONTENT_EXTRACT_{what}"] for what in ("EXTRACTOR", "SEGMENTER"))


class Case(NamedTuple):
    """A timed case.  ``run`` returns its result in words, and its time as a multiple of the limit."""

    name: str
    run: Callable[[], tuple[str, float]]


def seconds_of(run: Callable[[Any], Any], made: Any, rounds: int = 3) -> float:
    """Return the least CPU time of some runs.

    The garbage collector is off: it walks all objects each time their number has grown.
    """
    best = float("inf")
    for _ in range(rounds):
        given = replace(made) if isinstance(made, Page) else made  # without what a method made it count
        gc.collect()
        gc.disable()
        try:
            start = time.process_time()
            run(given)
            best = min(best, time.process_time() - start)
        finally:
            gc.enable()
    return best


def growth(run: Callable[[Any], Any], make: Callable[[int], Any], size: int) -> tuple[str, float]:
    """Return how many times as long the page of double size takes, tried at up to three sizes.

    When a page first needs more memory from the system, the time jumps; a larger size is past the jump.
    """
    ratios: list[float] = []
    for start in (size, size * 3 // 2, size * 2):
        once, twice = (seconds_of(run, make(start * times)) for times in (1, 2))
        if twice < 0.001:
            return "no time", 0.0
        ratios.append(twice / max(once, 1e-6))
        if ratios[-1] <= MOST_GROWTH:
            break
    return f"{', '.join(f'{ratio:.2f}' for ratio in ratios)} times as long", min(ratios) / MOST_GROWTH


def hostile(run: Callable[[Any], Any], page: Any) -> tuple[str, float]:
    """Return the CPU time, and that as a multiple of the limit for this machine."""
    allowed = MOST_SECONDS * slowness()
    seconds = min(seconds_of(run, page, rounds=1) for _ in range(3))
    return f"{seconds:.3f} s", seconds / allowed


@lru_cache(maxsize=1)
def slowness() -> float:
    """Return how much slower this machine is than the one on which this loop took 30 ms."""

    def loop(_: None) -> None:
        for i in range(400_000):
            str(i)

    return max(1.0, seconds_of(loop, None, rounds=5) / 0.03)


def longest_stretch(html: bytes) -> tuple[str, float]:
    """Return the longest wait of another thread, as a share of the analysis.

    Compiled code holds Python's lock, and without turns for others a crawl would stall for seconds.
    This is wall-clock time, because the other thread waits.
    """

    def task(html: bytes) -> Task:
        methods = EXTRACTORS[EXTRACTOR](), SEGMENTERS[SEGMENTER]()
        return Task(Utf8(html), *methods, Wanted(("blocks",)))

    analyse(task(html[:1000]))  # loads the model
    shares = []
    for _ in range(3):
        thread = Thread(target=analyse, args=(task(html),))
        start = last = time.perf_counter()
        longest = 0.0
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        shares.append(longest / (last - start))
        if shares[-1] < MOST_SHARE:
            break
    return f"{min(shares):.1%} of the time in one piece", min(shares) / MOST_SHARE


def whole_page(html: bytes) -> None:
    """Do all that is done with a page from its bytes on."""
    page = measure(parse(html), html=html)
    extraction = EXTRACTORS[EXTRACTOR]().extract(page)
    SEGMENTERS[SEGMENTER]().segment(page).marked(page, extraction.ranges)


def decoded(content_type: str | None, body: bytes) -> None:
    declare_utf8(decode(body, content_type).text.encode())


def cases(size: int) -> Iterator[Case]:
    """Yield all cases; ``size`` is the characters of the smaller page."""

    @lru_cache(maxsize=6)
    def measured(shape: Callable[[int], str], size: int) -> Page:
        return page_of(shape(size))

    for name, shape in SHAPES.items():
        yield Case(
            f"whole page, {name}",
            partial(growth, whole_page, lambda size, shape=shape: shape(size).encode(), size),
        )
    for name, shape in {**SMALL_SHAPES, **HARD, **DEEPER}.items():
        make = partial(measured, shape)
        for method, cls in EXTRACTORS.items():
            yield Case(f"{method}, {name}", partial(growth, cls().extract, make, size))
        for method in set(SEGMENTERS) - VISUAL:
            yield Case(f"{method}, {name}", partial(growth, SEGMENTERS[method]().segment, make, size))
    everything = dict.fromkeys(FOLD_OPTIONS, True), dict.fromkeys(CLEAN_OPTIONS, True)
    for first, rest in HOSTILE_MARKUP:
        page = first + rest * (HOSTILE_SIZE // len(rest.encode())) + "&#1588;\ufead\x01"
        for function, options in ((fold, everything[0]), (clean, everything[1])):
            for how in ({}, options):
                name = f"{function.__name__}{' with all options' * bool(how)}, {first!r} and {rest!r}"
                yield Case(name, partial(hostile, partial(function, **how), page))
    for first_bytes in STARTS:
        for name, piece in HOSTILE_BYTES.items():
            body = first_bytes + piece * (HOSTILE_SIZE // len(piece))
            for content_type in (None, "text/html; charset=gbk", "text/html; charset=iso-8859-1"):
                what = f"decode, {name} after {first_bytes!r} as {content_type}"
                yield Case(what, partial(hostile, partial(decoded, content_type), body))
    for piece in (b"<table><tr><td>1<td>2</table>", b"<p class=a>b", b"<h2>a</h2>b"):
        yield Case(f"turns of other threads, {piece!r}", partial(longest_stretch, piece * (size * 3 // 4)))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.speed.linear", description=__doc__.split("\n")[0])
    parser.add_argument("--size", type=int, default=200_000, help="characters of the smaller page")
    parser.add_argument("--only", default="", help="run the cases whose name has this in it")
    given = parser.parse_args()
    count, failed, worst = 0, 0, 0.0
    for case in cases(given.size):
        if given.only not in case.name:
            continue
        found, compared = case.run()
        count, worst = count + 1, max(worst, compared)
        if compared > 1:
            failed += 1
            print(f"TOO LONG: {case.name}: {found}", flush=True)
    print(
        f"linear: {count} cases ({kernels.BACKEND}), {failed} too long; "
        f"the worst took {worst:.2f} of what is allowed"
    )
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
