"""How much structure survives into Markdown?  ``python -m lab.structure.markdown [DATA]``.

``rows`` are pieces of mark-up, each in a page of prose, with what Markdown must have of them; other libraries
may be tried on them, too.  ``field`` are pages of DATA in the shapes of public bug reports, each with what
must and must not come out.  See ``docs/measured/structure.rst``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lab.data.pages import spread
from lab.options import add_data, add_shared, announce, parser_of
from lab.quality.systems import System, installed_peers
from lab.reports import say, table, write

from .field import FILE, faults_by, read_reports
from .needs import URL, page_around, passes
from .peers import PEERS, ours
from .rows import ROWS

#: What a system fails: the names of rows, each with its group, or of reports, with their kind and why.
Failures = Mapping[tuple[str, str], str]


def failed_rows(system: System, names: Sequence[str]) -> dict[tuple[str, str], str]:
    """Run a system on rows; return those that do not pass, by group and name.  An exception fails."""
    failed = {}
    for name in names:
        try:
            is_right = passes(ROWS[name], system.run(page_around(ROWS[name].html).encode(), URL))
        except Exception as error:
            say(f"{system.name} failed on {name}: {error!r}")
            is_right = False
        if not is_right:
            failed[name.partition(":")[0], name] = ""
    return failed


def table_of(groups: Mapping[str, int], failed: Mapping[str, Failures]) -> str:
    """Return a table of what passed: a row for each group, a column for each system."""
    sizes = {"all": sum(groups.values()), **groups}
    missing = [Counter(group for group, _ in of_system) for of_system in failed.values()]
    passed = {group: [size - of[group] for of in missing] for group, size in groups.items()}
    passed["all"] = [sizes["all"] - of.total() for of in missing]
    return table(["", "of", *failed], [[group, *map(str, (sizes[group], *passed[group]))] for group in sizes])


def failures_in_words(failed: Mapping[str, Failures]) -> str:
    """Return what the first system failed, a line each."""
    name, failures = next(iter(failed.items()))
    lines = [f"  {what}{why and ': '}{why}" for (_, what), why in failures.items()]
    return "\n".join([f"{name} fails:", *lines]) + "\n"


def tables(options: argparse.Namespace, systems: Sequence[System]) -> Iterator[str]:
    """Yield what is to be printed of each set."""
    sets, pages, specs = options.sets or ["rows", "field"], options.pages, options.extractors
    if "rows" in sets:
        names = spread(list(ROWS), pages)
        failed: dict[str, Failures] = {system.name: failed_rows(system, names) for system in systems}
        yield f"**rows**\n\n{table_of(Counter(name.partition(':')[0] for name in names), failed)}"
        yield failures_in_words(failed)
    if "field" in sets and options.data:
        reports = spread(list(read_reports(Path(options.data))), pages)
        failed = {}
        for spec in specs:
            faults = {(one.kind, one.id): "; ".join(faults_by(one, spec)) for one in reports}
            failed[spec] = {name: why for name, why in faults.items() if why}
        yield f"**field**\n\n{table_of(Counter(one.kind for one in reports), failed)}"
        yield failures_in_words(failed)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.structure.markdown",
        "Count what survives of rows of mark-up and of bug reports.",
        "python -m lab.structure.markdown --sets rows --peers",
        "python -m lab.structure.markdown DATA --sets field --extractors auto auto:favor=recall",
    )
    add_data(parser, f"pages, for {FILE}")
    parser.add_argument("--extractors", nargs="+", default=["auto"], metavar="NAME:PARAMETER=VALUE,...")
    add_shared(parser, sets=None, peers=None, pages=0, out=None)
    options = parser.parse_args(argv)
    print(announce() + "\n")
    texts = []
    try:
        systems = [*map(ours, options.extractors), *installed_peers(options.peers, PEERS)]
        for text in tables(options, systems):
            texts.append(text)
            print(text, flush=True)
    except ValueError as error:
        parser.error(str(error))
    if not texts:
        parser.error("nothing to do: the sets are rows and, with a folder that has it, field")
    if options.out:
        write(options.out, "structure", {system.name: system.version for system in systems}, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
