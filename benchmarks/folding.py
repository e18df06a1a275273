"""What it costs to clean and fold pages on which there is nothing to do.

    python benchmarks/folding.py --data DIR [--pages 300]

Prints each function's time, as a multiple of what lxml takes to parse the same bytes in the
same run: the least of several rounds over a sample of all pages below DIR.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lxml import html

from scrapy_content_extract.content.fold import clean, fold, is_plain

ROUNDS = 5


def seconds(function: Callable[[Any], object], pages: Sequence[Any]) -> float:
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for page in pages:
            function(page)
        rounds.append(time.process_time() - started)
    return min(rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=os.environ.get("CONTENT_EXTRACT_DATA"))
    parser.add_argument("--pages", type=int, default=300, help="how many to take at random")
    arguments = parser.parse_args()
    if not arguments.data:
        parser.error("no pages: give their folder with --data or CONTENT_EXTRACT_DATA")
    paths = sorted(Path(arguments.data).rglob("*.html.gz"))
    paths = random.Random(0).sample(paths, min(arguments.pages, len(paths)))
    texts = [gzip.decompress(path.read_bytes()).decode("utf-8", "replace") for path in paths]
    bodies = [text.encode() for text in texts]
    parse = seconds(html.document_fromstring, bodies)
    print(f"{len(bodies)} pages, {sum(map(len, bodies)) / len(bodies) / 1000:.0f} KB on average")
    print(f"plain: {sum(map(is_plain, bodies))}; changed: {sum(fold(clean(t)) != t for t in texts)}")
    for name, function, pages in (
        ("is_plain(bytes)", is_plain, bodies),
        ("clean(text)", clean, texts),
        ("fold(text)", fold, texts),
    ):
        print(f"{name:16} {seconds(function, pages) / parse:.3f} x parse")


if __name__ == "__main__":
    main()
