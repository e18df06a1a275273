"""Lines are chosen as datatrove's filters choose: ``python -m lab.trials.quality DATA``.

Saved pages become lines of a corpus, which the recipe of docs/corpora.rst filters in two processes.  Each
line must be where the filters, called one after the other on its text, send it: with the same reason or, if
all keep it, with the same text.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lab.data.pages import read_page, saved_pages
from lab.options import add_data, parser_of, require_data
from lab.speed.engines import make_archives
from scrapy_content_extract.corpus.storage import read_lines

from .report import conclude
from .workers import ROOT, recipe

#: Where the recipe writes what all filters keep.
GOOD = ""


def filters() -> dict[str, Any]:
    """Return the filters of FineWeb in its order, as datatrove's ``examples/fineweb.py`` has them."""
    from datatrove.pipeline import filters  # type: ignore[import-not-found, unused-ignore]

    return {
        "repetition": filters.GopherRepetitionFilter(),
        "gopher": filters.GopherQualityFilter(),
        "c4": filters.C4QualityFilter(filter_no_terminal_punct=False),
        "fineweb": filters.FineWebQualityFilter(),
    }


def decision(text: str, in_order: Mapping[str, Any]) -> tuple[str, str]:
    """Return the filter that drops a text, and its reason; or GOOD, and the text that remains."""
    from datatrove.data import Document  # type: ignore[import-not-found, unused-ignore]

    document = Document(text, "")
    for name, one in in_order.items():
        answer = one.filter(document)
        kept, reason = answer if isinstance(answer, tuple) else (answer, "")
        if not kept:
            return name, reason
    return GOOD, document.text


def lines_in(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from map(json.loads, read_lines(path))


def decisions_of_recipe(folder: Path, processes: int = 2) -> list[tuple[str, tuple[str, str]]]:
    """Filter the lines in ``corpus/``; return the decision on each id."""
    (folder / "quality.py").write_text(recipe("quality.py"), "utf-8")
    command = [sys.executable, "quality.py", "corpus/", "good/", "-j", str(processes)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True)
    found = [(line["id"], (GOOD, line["text"])) for line in lines_in(folder / "good")]
    for left_out in (folder / "good" / "left_out").iterdir():
        found += [
            (line["id"], (left_out.name, line["metadata"].get("filter_reason") or ""))
            for line in lines_in(left_out)
        ]
    return found


def complaints_of(
    lines: Sequence[dict[str, Any]], found: Sequence[tuple[str, tuple[str, str]]]
) -> tuple[dict[str, bool], Counter[str], float]:
    """Return what is wrong, English lines by the filter that leaves them out, and seconds of CPU for one."""
    by_id, in_order = dict(found), filters()
    english = {line["id"]: line["text"] for line in lines if by_id.get(line["id"], GOOD)[0] != "language"}
    start = time.process_time()
    different = sum(by_id.get(id) != decision(text, in_order) for id, text in english.items())
    seconds = (time.process_time() - start) / max(len(english), 1)
    complaints = {
        f"{len(lines)} lines became {len(found)}": len(lines) != len(found) or len(by_id) != len(found),
        f"{different} of {len(english)} English lines differ": different > 0,
        "no line was English": not english,
    }
    return complaints, Counter(by_id[id][0] or "kept" for id in english if id in by_id), seconds


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.trials.quality", "Compare decisions.", "python -m lab.trials.quality DATA --pages 200"
    )
    add_data(parser, "saved pages")
    parser.add_argument("--pages", type=int, default=100_000, metavar="N", help="default: all")
    args = parser.parse_args(argv)
    require_data(parser, args.data, "saved pages")
    with TemporaryDirectory() as name:
        folder = Path(name)
        bodies = [read_page(path) for path in saved_pages(Path(args.data), args.pages)]
        made = make_archives(folder / "crawl", bodies, -(-len(bodies) // 4))
        command = [sys.executable, "-m", "scrapy_content_extract", "warc", *map(str, made.paths)]
        command += ["-o", str(folder / "corpus"), "--language", "-j", "2"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        lines = list(lines_in(folder / "corpus"))
        complaints, counts, seconds = complaints_of(lines, decisions_of_recipe(folder))
    summary = ", ".join(f"{number} {name}" for name, number in counts.most_common())
    total = f"{sum(counts.values()):,} English lines, {1000 * seconds:.0f} ms of CPU each"
    return conclude("quality", complaints, f"{total}: {summary}")


if __name__ == "__main__":
    sys.exit(main())
