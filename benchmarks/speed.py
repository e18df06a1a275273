"""Time every step on real pages: ``python -m benchmarks.speed DATA``.

See ``docs/costs.rst``.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import multiprocessing
import os
import random
import re
import sys
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import lxml.html

from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS, extract, page_of
from scrapy_content_extract.content import backend as helpers
from scrapy_content_extract.content.analysis import analyse
from scrapy_content_extract.content.decode import declare_utf8, decode
from scrapy_content_extract.content.measure import measure
from scrapy_content_extract.content.normalize import normalize
from scrapy_content_extract.content.parse import parse
from scrapy_content_extract.fields import RESULTS
from scrapy_content_extract.settings import DEFAULTS

from .datasets import as_utf8
from .peers import PEERS
from .quality import peers_of, words_of
from .reports import draw, say, table, write
from .shapes import SHAPES

#: How pages are saved.
SUFFIXES = (".html", ".htm", ".html.gz")

#: What everything is compared with.
YARDSTICK = "lxml parse"

#: The sizes at which growth is looked at, in characters.
SIZES = (10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)

SEGMENTER = DEFAULTS["CONTENT_EXTRACT_SEGMENTER"]

#: What is timed from the tree or from bytes on: a cheap method, and the default.
WHOLE = ("cevc", DEFAULTS["CONTENT_EXTRACT_EXTRACTOR"])

BACKENDS = ("Python", "compiled") if helpers.compiled else ("Python",)


class Step(NamedTuple):
    name: str
    #: from a page as it was saved to what the step works on; its time does not count
    prepare: Callable[[bytes], Any]
    run: Callable[[Any], object]
    #: what runs the pass over the tree
    backend: str = BACKENDS[-1]


@contextmanager
def running(backend: str) -> Iterator[None]:
    """Have everything run in Python, or as it is."""
    usual = helpers.compiled
    if backend == "Python":
        helpers.compiled = None
    try:
        yield
    finally:
        helpers.compiled = usual


def tree_of(body: bytes) -> Any:
    return parse(as_utf8(body))


def fields_of(body: bytes, name: str) -> list[Any]:
    """Do what the plugin does in a crawl, from bytes to the values of the fields."""
    html = normalized(body)
    analysis = analyse(html, "", EXTRACTORS[name](), SEGMENTERS[SEGMENTER](), {})
    return [values(analysis) for values in RESULTS.values()]


def normalized(body: bytes) -> bytes:
    return declare_utf8(normalize(body, decode(body))).removeprefix(BOM_UTF8)


def steps() -> list[Step]:
    """Return every step, the yardstick first; what is done from bytes last."""
    found = [
        Step(YARDSTICK, as_utf8, lambda html: lxml.html.document_fromstring(html or b"<p></p>")),
        Step("decode", bytes, decode),
        Step("clean and fold", lambda body: (body, decode(body)), lambda given: normalize(*given)),
        Step("parse", as_utf8, parse),
    ]
    found += [Step(f"measure, {backend}", tree_of, measure, backend) for backend in BACKENDS]
    found += [Step(f"extractor {name}", page_of, method().extract) for name, method in EXTRACTORS.items()]
    found += [Step(f"segmenter {name}", page_of, method().segment) for name, method in SEGMENTERS.items()]
    found.append(
        Step(
            "fields",
            lambda body: analyse(as_utf8(body), "", EXTRACTORS[WHOLE[-1]](), SEGMENTERS[SEGMENTER](), {}),
            lambda analysis: [values(analysis) for values in RESULTS.values()],
        )
    )
    return found + [step for backend in BACKENDS for name in WHOLE for step in whole_steps(name, backend)]


def whole_steps(name: str, backend: str) -> list[Step]:
    """Return the steps of an extractor together, from the tree or from bytes on."""
    return [
        Step(
            f"{name}, tree given, {backend}",
            tree_of,
            lambda tree: EXTRACTORS[name]().extract(measure(tree)).text,
            backend,
        ),
        Step(f"{name}, {backend}", bytes, lambda body: extract(body, extractor=name).text, backend),
        Step(
            f"{name}, {SEGMENTER} and fields, {backend}", bytes, lambda body: fields_of(body, name), backend
        ),
    ]


def saved_pages(folder: Path, count: int) -> list[Path]:
    """Return ``count`` of the pages saved in a folder and below, the same in each run.

    Raises ValueError where there is none.
    """
    files = sorted(file for file in folder.rglob("*") if file.name.endswith(SUFFIXES))
    if not files:
        raise ValueError(f"There are no saved pages ({', '.join(SUFFIXES)}) in {str(folder)!r}.")
    return sorted(random.Random(0).sample(files, min(count, len(files))))


def read_page(file: Path) -> bytes:
    body = file.read_bytes()
    return gzip.decompress(body) if file.suffix == ".gz" else body


def seconds_of(step: Step, body: bytes) -> float:
    """Return the CPU time of a step; what it makes is freed in that time.

    The step before has just made what it works on, as in a crawl.
    """
    with running(step.backend):
        given = step.prepare(body)
        start = time.process_time()
        step.run(given)
        return time.process_time() - start


def best_of(rounds: int, todo: Sequence[Step], body: bytes) -> dict[str, float]:
    """Return the least time of each step; in each round, each has its turn.

    The collector of cycles stands still meanwhile: when its turn comes depends on all that
    went before, and it would walk what other steps have left.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    least: dict[str, float] = {}
    try:
        for _ in range(rounds):
            for step in todo:
                seconds = seconds_of(step, body)
                least[step.name] = min(seconds, least.get(step.name, seconds))
    finally:
        gc.enable()
        gc.unfreeze()
    return least


def stages(files: Sequence[Path], todo: Sequence[Step], rounds: int) -> list[dict[str, Any]]:
    """Return for each step its time over that of the yardstick: of all pages, and page by page."""
    times = []
    for n, file in enumerate(files):
        body = read_page(file)
        if n == 0:  # what is loaded at first use does not count
            best_of(1, todo, body)
        times.append(best_of(rounds, todo, body))
    yard = [of_page[YARDSTICK] for of_page in times]
    found = []
    for step in todo:
        seconds = [of_page[step.name] for of_page in times]
        ratios = sorted(s / y for s, y in zip(seconds, yard))
        found.append(
            {
                "step": step.name,
                "all": sum(seconds) / sum(yard),
                "median": median(ratios),
                "p95": ratios[int(0.95 * (len(ratios) - 1))],
            }
        )
    return found


def growth(rounds: int) -> list[dict[str, Any]]:
    """Return the time of the steps of a crawl on pages of each shape and size.

    The yardstick is not among them: it stops at a depth of 256, so deep pages cost it nothing.
    """
    wanted = {"parse", "fields", f"segmenter {SEGMENTER}", *(f"extractor {name}" for name in WHOLE)}
    wanted |= {f"measure, {backend}" for backend in BACKENDS}
    todo = [step for step in steps() if step.name in wanted]
    found = []
    for shape, make in SHAPES.items():
        for size in SIZES:
            body = make(size).encode()
            for name, seconds in best_of(rounds, todo, body).items():
                found.append({"shape": shape, "size": len(body), "step": name, "seconds": seconds})
    return found


def per_character(rows: list[dict[str, Any]]) -> dict[str, dict[str, list[tuple[int, float]]]]:
    """Return by shape and step the size and the time per character, the least parse's being 1."""
    found: dict[str, dict[str, list[tuple[int, float]]]] = {}
    for row in rows:
        of_shape = [r for r in rows if r["shape"] == row["shape"] and r["step"] == "parse"]
        unit = min(r["seconds"] / r["size"] for r in of_shape)
        line = found.setdefault(row["shape"], {}).setdefault(row["step"], [])
        line.append((row["size"], row["seconds"] / row["size"] / unit))
    return found


def growth_table(rows: list[dict[str, Any]]) -> str:
    body = [
        [shape, step, *(f"{cost:.2f}" for _, cost in line)]
        for shape, lines in per_character(rows).items()
        for step, line in lines.items()
    ]
    return table(["shape", "step", *(f"{size / 1e6:g} MB" for size in SIZES)], body)


def growth_chart(rows: list[dict[str, Any]], file: Path) -> None:
    """Draw a panel for each shape.  Raises ImportError where matplotlib is not installed."""
    from matplotlib.figure import Figure

    shapes = per_character(rows)
    figure = Figure(figsize=(3.2 * len(shapes), 3.6), layout="constrained")
    all_axes = figure.subplots(1, len(shapes), sharey=True, squeeze=False)[0]
    for axes, (shape, lines) in zip(all_axes, shapes.items()):
        for step, line in lines.items():
            axes.loglog(*zip(*line), marker="o", markersize=3, label=step)
        axes.set_title(shape)
        axes.set_xlabel("bytes")
    all_axes[0].set_ylabel("time per byte, the least parse is 1")
    figure.legend(*all_axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4)
    figure.savefig(file)


#: The shape of what is in the data folder.
JOINED = "your pages, joined"
_BODY = re.compile(rb"<body[^>]*>(.*)</body>", re.DOTALL | re.IGNORECASE)


def joined(files: Sequence[Path], size: int) -> bytes:
    """Return what is in the bodies of pages as one page, of so many bytes if they have as many."""
    parts: list[bytes] = []
    room = size
    for file in files:
        if room <= 0:
            break
        body = _BODY.search(as_utf8(read_page(file)) or b"")
        if body and len(body[1]) < size / 10:
            parts += b"<div>", body[1], b"</div>"
            room -= len(body[1])
    return b"<html><body>" + b"".join(parts)


def memory(size: int, files: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """Return what pages of ``size`` bytes need: of each shape, and ``files`` as one page.

    Each shape, backend and extractor has a process of its own: there is no peak before the highest.
    """
    found = []
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        for shape in [*[JOINED] * bool(files), *SHAPES]:
            page.write_bytes(joined(files, size) if shape == JOINED else SHAPES[shape](size).encode())
            for backend, name in product(BACKENDS, WHOLE):
                with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
                    rows = process.submit(memory_of, page, shape, backend, name).result()
                # The first steps are the same with every extractor.
                found += rows if name == WHOLE[0] else [row for row in rows if name in row["step"]]
    return found


def memory_of(page: Path, shape: str, backend: str, name: str) -> list[dict[str, Any]]:
    """Return the highest memory after each step, less that before the first.

    The page comes in a file: what it takes to make it would be a peak of its own.
    """
    body = page.read_bytes()
    best_of(1, steps(), b"<p>It is the first page.</p>")  # what is loaded at first use does not count
    before = peak()
    found = []

    def note(step: str) -> None:
        found.append({"shape": shape, "backend": backend, "step": step, "bytes": peak() - before})

    with running(backend):
        tree = parse(body)
        note("parse")
        measured = measure(tree, html=body)
        note("measure")
        extraction = EXTRACTORS[name]().extract(measured)
        note(f"extractor {name}")
        ranges, _ = extraction.ranges, extraction.text
        del extraction  # as in a crawl
        SEGMENTERS[SEGMENTER]().segment(measured).marked(measured, ranges)
        note(f"{name}, {SEGMENTER}")
    return found


def peak() -> int:
    """Return the most memory that this process has had, in bytes.

    Of Linux; ``getrusage`` would do on others, but there it knows the parent's peak as well.
    """
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def memory_table(rows: list[dict[str, Any]]) -> str:
    tree = {(row["shape"], row["backend"]): row["bytes"] for row in rows if row["step"] == "parse"}
    body = [
        [
            row["shape"],
            row["backend"],
            row["step"],
            f"{row['bytes'] / 1e6:.0f}",
            f"{row['bytes'] / tree[row['shape'], row['backend']]:.2f}",
        ]
        for row in rows
    ]
    return table(["shape", "backend", "after", "MB", "× tree"], body)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="Time every step on real pages.")  # fmt: skip  # noqa: E501
    parser.add_argument(
        "data",
        nargs="?",
        default=os.environ.get("CONTENT_EXTRACT_DATA"),
        help="folder of saved pages; default: the environment variable CONTENT_EXTRACT_DATA",
    )
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="how many to take at random")
    parser.add_argument(
        "--rounds", type=int, default=3, metavar="N", help="of so many, the least time counts"
    )
    parser.add_argument("--peers", nargs="*", metavar="NAME", help=f"all, or some of: {', '.join(PEERS)}")
    parser.add_argument(
        "--parts",
        nargs="+",
        default=["stages", "growth", "memory"],
        choices=["stages", "growth", "memory"],
        help="what to find out; default: all",
    )
    parser.add_argument("--out", type=Path, help="folder for speed.json, speed.rst and growth.svg")
    options = parser.parse_args(argv)
    if not options.data:
        parser.error("no saved pages: give their folder, or set CONTENT_EXTRACT_DATA")
    todo = steps()
    try:
        files = saved_pages(Path(options.data), options.pages)
        if options.peers is not None:
            peers, absent = peers_of(words_of(options.peers))
            for name in absent:
                say(f"{name} is left out: {PEERS[name].package} is not installed.")
            todo += [Step(peer.name, as_utf8, lambda html, f=peer.run: f(html, "")) for peer in peers]
    except ValueError as error:
        parser.error(str(error))
    if BACKENDS == ("Python",):
        say("The compiled pass is not built, or switched off: only the one in Python is timed.")
    found: dict[str, Any] = {
        "python": sys.version.split()[0],
        "lxml": ".".join(map(str, lxml.etree.LXML_VERSION[:3])),
        "pages": len(files),
    }
    texts = []
    if "stages" in options.parts:
        found["stages"] = rows = stages(files, todo, options.rounds)
        body = [[row["step"], *(f"{row[key]:.2f}" for key in ("all", "median", "p95"))] for row in rows]
        texts.append(
            f"**{len(files)} pages**, time × lxml parse\n\n"
            + table(["step", "all pages", "median page", "95 % of pages"], body)
        )
        print(texts[-1], flush=True)
    if "memory" in options.parts:
        found["memory"] = rows = memory(10_000_000, files)
        texts.append(f"**Memory for a page of 10 MB**, highest so far\n\n{memory_table(rows)}")
        print(texts[-1], flush=True)
    if "growth" in options.parts:
        found["growth"] = rows = growth(options.rounds)
        texts.append(f"**Growth**, time per byte, the least parse of a shape is 1\n\n{growth_table(rows)}")
        print(texts[-1], flush=True)
    if options.out:
        write(options.out, "speed", found, texts)
        if "growth" in found:
            draw(options.out / "growth.svg", growth_chart, found["growth"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
