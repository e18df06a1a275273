"""How the cost of a text grows with a corpus, and that of a line with a text: ``python -m lab.trials.dedup``.

``dedup`` and ``clean`` get corpora that make each text resemble all others.  The CPU time of a text after
the first tenth is compared with that of a text in the last, each the least of ten stretches.  Then texts
of two lengths, one ten times the other.  The last line is the summary.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from lab.options import parser_of
from lab.reports import table
from scrapy_content_extract.corpus.duplicates import Duplicates
from scrapy_content_extract.corpus.lines import digest_of
from scrapy_content_extract.corpus.repeated import Repeated, cleaned, joined, page_of, repeated_in

from .report import conclude

#: As much dearer as a text or a line may get: caches are left on the way.
MOST_GROWTH = 1.5
WORDS = [f"word{n}" for n in range(20_000)]
TEMPLATE = random.Random(0).choices(WORDS, k=240)


def words(n: int, count: int) -> str:
    return " ".join(random.Random(n).choices(WORDS, k=count))


#: Corpora: the number of a text → its key and the text.
CORPORA: dict[str, Callable[[int], tuple[str, str]]] = {
    "all different": lambda n: (str(n), words(n, 300)),
    "two thirds in common": lambda n: (str(n), f"{' '.join(TEMPLATE)}\n{words(n, 60)}"),
    "a template and a few words or many": lambda n: (str(n), f"{' '.join(TEMPLATE)}\n{words(n, n % 240)}"),
    "sites of a hundred texts": lambda n: (str(n), f"{words(-n // 100, 240)}\n{words(n, 60)}"),
    "one text": lambda n: (str(n), "It is what it is."),
    "one page that changes": lambda n: ("page", words(n, 60)),
}

#: Texts: the number of lines or characters → the text.
TEXTS: dict[str, Callable[[int], str]] = {
    "one line": lambda n: "It is what it is.\n" * n,
    # in letters, because digits make no difference to clean
    "lines that differ": lambda n: "".join(f"It is {k:b} now.\n" for k in range(n)).translate(
        {48: "a", 49: "b"}
    ),
    "one word": lambda n: "x" * 20 * n,
    "marks on a letter": lambda n: "a" + "\u0301\u0316" * n,
}


def cpu_of(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def growth_in(
    corpus: Callable[[int], tuple[str, str]], texts: int, take: Callable[[str, str], object]
) -> list[float]:
    """Return the seconds of a text after the first tenth of a corpus, and in the last."""
    stretch = texts // 100
    seconds = []
    for start in range(0, texts, stretch):
        made = [corpus(n) for n in range(start, start + stretch)]
        seconds.append(cpu_of(lambda: [take(key, text) for key, text in made]) / stretch)  # noqa: B023
    return [min(seconds[10:20]), min(seconds[-10:])]


def in_dedup(corpus: Callable[[int], tuple[str, str]], texts: int) -> list[float]:
    with TemporaryDirectory() as folder, Duplicates(Path(folder, "texts")) as known:
        return growth_in(corpus, texts, known.add)


def in_clean(corpus: Callable[[int], tuple[str, str]], texts: int) -> list[float]:
    def take(key: str, text: str) -> None:
        counts.count(joined([page_of("example.com", text)]))
        if counts.is_full:
            counts.save(None)

    with TemporaryDirectory() as folder, Repeated(Path(folder, "counts")) as counts:
        return growth_in(corpus, texts, take)


def of_length(text: Callable[[int], str], lines: int) -> list[float]:
    """Return the seconds of a line in a text of a tenth of some lines, and of all."""

    def work() -> None:
        with Duplicates() as known, Repeated(pages=2) as counts:
            digest_of(made)
            known.add("a", made)
            page = page_of("example.com", made)
            counts.count(joined([page, page_of("example.com", f"x{made}")]))
            counts.save(None)
            cleaned(made, page, repeated_in(page, counts.keys()))

    seconds = []
    for length in (lines // 10, lines):
        made = text(length)
        seconds.append(min(cpu_of(work) for _ in range(3)) / length)
    return seconds


def least(trial: Callable[[], list[float]]) -> list[float]:
    """Return the least growth of three measurements; one is enough where it is within the limit.

    On a busy machine the processor's caches are not the same at both times.
    """
    found = []
    for _ in range(3):
        found.append(trial())
        if found[-1][1] <= MOST_GROWTH * found[-1][0]:
            break
    return min(found, key=lambda times: times[1] / times[0])


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.dedup",
        "Measure how the cost of dedup and clean grows.",
        "python -m lab.trials.dedup --texts 100000",
    )
    parser.add_argument(
        "--texts", type=int, default=10_000, metavar="N", help="texts of a corpus; lines of a text"
    )
    parser.add_argument("--only", default="", help="run the cases whose name has this in it")
    given = parser.parse_args(argv)
    texts = given.texts
    trials: dict[str, Callable[[], list[float]]] = {
        **{f"dedup, {name}": partial(in_dedup, corpus, texts) for name, corpus in CORPORA.items()},
        **{f"clean, {name}": partial(in_clean, corpus, texts) for name, corpus in CORPORA.items()},
        **{f"a text, {name}": partial(of_length, text, texts) for name, text in TEXTS.items()},
    }
    measured = {name: least(trial) for name, trial in trials.items() if given.only in name}
    growths = {name: late / early for name, (early, late) in measured.items()}
    rows = [
        [name, f"{early * 1e3:.4f}", f"{late * 1e3:.4f}", f"{growths[name]:.2f}"]
        for name, (early, late) in measured.items()
    ]
    print(table(["of", "early, ms", "late, ms", "growth"], rows))
    worst = max(growths, key=growths.__getitem__)
    return conclude(
        "dedup",
        {f"{name}: {growth:.2f} times": growth > MOST_GROWTH for name, growth in growths.items()},
        f"{len(measured)} kinds of {texts:,} texts or lines: "
        f"the last cost at most {growths[worst]:.2f} times the first ({worst})",
    )


if __name__ == "__main__":
    sys.exit(main())
