"""What cleaning and folding cost on pages that need neither: ``python -m lab.quality.folding DATA``.

Each time is the least of several rounds over a sample of the pages below DATA, as a multiple of the time
that lxml takes to parse the same bytes in the same run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lxml import html

from lab.backend import announce
from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from scrapy_content_extract.content.encoding.fold import clean, fold, is_plain

ROUNDS = 5


def seconds(function: Callable[[Any], object], pages: Sequence[Any]) -> float:
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        for page in pages:
            function(page)
        rounds.append(time.process_time() - started)
    return min(rounds)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.folding",
        "Measure what cleaning and folding cost on pages that need neither.",
        "python -m lab.quality.folding DATA --pages 1000",
    )
    add_data(parser, "saved pages")
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="how many to take at random")
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    try:
        files = saved_pages(Path(options.data), options.pages)
    except ValueError as error:
        parser.error(str(error))
    print(announce())
    texts = [read_page(file).decode("utf-8", "replace") for file in files]
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
