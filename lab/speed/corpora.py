"""The costs and the quality of a corpus: ``python -m lab.speed.corpora DATA``.

See ``docs/measured/corpora.rst``.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import lxml.html

from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.quality.peers import PEERS
from lab.reports import number, table
from scrapy_content_extract.commands.warc import Conversion, corpus_lines
from scrapy_content_extract.corpus.duplicates import Duplicates, shingles_of
from scrapy_content_extract.corpus.lines import find_language
from scrapy_content_extract.corpus.repeated import Repeated, cleaned, joined, page_of, pages_in, repeated_in
from scrapy_content_extract.corpus.storage import LINE_FORMATS, Shards
from scrapy_content_extract.warc import Archive

#: What everything is compared with.
YARDSTICK = "lxml parse"
HOST = "example.com"


def archive_of(pages: Sequence[bytes], path: Path) -> None:
    """Write pages to a web archive, by another library than ours."""
    from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]
    from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for n, page in enumerate(pages):
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            url = f"http://{HOST}/{n}"
            writer.write_record(
                writer.create_warc_record(url, "response", payload=BytesIO(page), http_headers=headers)
            )


class Step(NamedTuple):
    name: str
    run: Callable[[Path], object]


def lines_of_archive(path: Path) -> list[str]:
    """Return the lines that ``content-extract warc`` writes."""
    conversion = Conversion(str(path), path, options={"drop": ()})
    return [json.dumps(line) + "\n" for line in corpus_lines(Archive(path), conversion, Counter(), Counter())]


def texts_of(lines: Sequence[str]) -> list[str]:
    return [json.loads(line)["text"] for line in lines]


def steps_of(pages: Sequence[bytes], archive: Path, peers: Sequence[str]) -> list[Step]:
    """Return the steps that are timed; each gets an empty folder."""
    lines = lines_of_archive(archive)
    texts = texts_of(lines)

    def writing(suffix: str) -> Callable[[Path], object]:
        def write(folder: Path) -> None:
            with Shards(folder / f"corpus.{suffix}") as shards:
                for line in lines:
                    shards.write(line)

        return write

    def dedup(folder: Path) -> None:
        with Duplicates(folder / "texts") as known:
            for n, text in enumerate(texts):
                known.add(str(n), text)

    def clean(folder: Path) -> None:
        with Repeated(folder / "counts") as repeated:
            pages = joined(page_of(HOST, text) for text in texts)
            repeated.count(pages)
            repeated.save(None)
            keys = repeated.keys()
            for text, page in zip(texts, pages_in(pages)):
                cleaned(text, page, repeated_in(page, keys))

    def peer(name: str) -> Step:
        function = PEERS[name].load()
        return Step(name, lambda folder: [function(page, "") for page in pages])

    return [
        Step(YARDSTICK, lambda folder: [lxml.html.document_fromstring(page).tag for page in pages]),
        Step("read the archive", lambda folder: [page.url for page in Archive(archive)]),
        Step("archive to lines", lambda folder: lines_of_archive(archive)),
        *(Step(f"write .{suffix}", writing(suffix)) for suffix in LINE_FORMATS),
        Step("language", lambda folder: list(map(find_language, texts))),
        Step("dedup", dedup),
        Step("clean", clean),
        *map(peer, peers),
    ]


def timed(steps: Sequence[Step], rounds: int) -> dict[str, float]:
    """Return the least CPU time of each step; in each round, each has its turn."""
    least: dict[str, float] = {}
    for _ in range(rounds):
        for step in steps:
            gc.collect()
            with TemporaryDirectory() as folder:
                started = time.process_time()
                step.run(Path(folder))
                seconds = time.process_time() - started
            least[step.name] = min(seconds, least.get(step.name, seconds))
    return least


def changed(text: str, share: float, rng: random.Random) -> str:
    """Return a text with a share of its words replaced."""
    words = text.split()
    for k in rng.sample(range(len(words)), round(share * len(words))):
        words[k] = "otherwise"
    return " ".join(words)


def alike(one: str, other: str) -> float:
    """Return the share of shingles in common, exactly."""
    shingles, others = (set(shingles_of(text, text.split())) for text in (one.casefold(), other.casefold()))
    return len(shingles & others) / len(shingles | others)


class Planted(NamedTuple):
    """Copies of texts, each changed somewhat."""

    copies: int = 0
    #: the pairs that share enough of their text to be duplicates
    duplicates: int = 0
    found: int = 0
    right: int = 0

    def row(self) -> list[str]:
        precision, recall = self.right / max(self.found, 1), self.right / max(self.duplicates, 1)
        return [*map(str, (self.copies, self.duplicates, self.found)), number(precision), number(recall)]


def planted(texts: Sequence[str], threshold: float, margin: float) -> Planted:
    """Find planted duplicates; copies that share the threshold, give or take the margin, do not count."""
    rng = random.Random(0)
    counts: Counter[str] = Counter()
    texts = [text for text in texts if len(text.split()) >= 50]
    with Duplicates(threshold=threshold) as known:
        firsts = {str(n): text for n, text in enumerate(texts) if known.add(str(n), text) is None}
        for n, original in firsts.items():
            copy = changed(original, rng.uniform(0, 0.05), rng)
            share = alike(original, copy)
            found = known.add(f"copy of {n}", copy)
            if abs(share - threshold) < margin:
                continue
            right = found is not None and alike(firsts.get(found.of, original), copy) >= threshold
            counts.update(copies=1, duplicates=share >= threshold, found=found is not None, right=right)
    return Planted(**counts)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.speed.corpora", "Time what a corpus takes, and find planted duplicates.",
        "python -m lab.speed.corpora DATA --pages 400 --rounds 3 --peers trafilatura",
    )  # fmt: skip
    add_data(parser, "saved pages")
    parser.add_argument("--pages", type=int, default=400, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="the least time of N rounds")
    parser.add_argument("--peers", default="", metavar="NAMES", help="other extractors to time")
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    pages = [read_page(file) for file in saved_pages(Path(options.data), options.pages)]
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "pages.warc.gz"
        archive_of(pages, archive)
        lines = lines_of_archive(archive)
        steps = steps_of(pages, archive, [name for name in options.peers.split(",") if name])
        seconds = timed(steps, options.rounds)
        print(
            table(["step", "CPU"], [[name, f"{s / seconds[YARDSTICK]:.2f}"] for name, s in seconds.items()])
        )
        print(sizes(lines, Path(folder)))
    rows = [[f"±{margin}", *planted(texts_of(lines), 0.8, margin).row()] for margin in (0.0, 0.05, 0.1)]
    print(table(["left out", "copies", "duplicates", "found", "precision", "recall"], rows))
    return 0


def sizes(lines: Sequence[str], folder: Path) -> str:
    """Return a table of the bytes that the lines take, and the file of dedup."""
    rows = []
    for suffix in LINE_FORMATS:
        with Shards(folder / f"corpus.{suffix}") as shards:
            for line in lines:
                shards.write(line)
        rows.append([f".{suffix}", f"{(folder / f'corpus.{suffix}').stat().st_size / len(lines):,.0f}"])
    with Duplicates(folder / "texts") as known:
        for n, text in enumerate(texts_of(lines)):
            known.add(str(n), text)
    rows.append(["SQLite, of dedup", f"{(folder / 'texts').stat().st_size / len(lines):,.0f}"])
    return table(["file", "bytes a text"], rows)


if __name__ == "__main__":
    sys.exit(main())
