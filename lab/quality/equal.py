"""Do two versions give the same results?  ``python -m lab.quality.equal DATA --other CHECKOUT``.

Every page below ``DATA`` goes through every extractor, every segmenter, the decoder, the formats and the
metadata of both versions, each version in a process of its own.  The whole results are compared: ranges,
blocks with all their fields, texts, titles; floating-point numbers to the last bit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lab.data.pages import files_below, spread
from lab.options import add_shared, parsed, parser_of
from lab.reports import say, table
from lab.versions import Died, Version, checkouts, running

#: The suffix of labels that are marked copies of their pages.
LABELS = ".blocks.html.gz"
#: How much of a value is shown, in characters.
SHOWN = 120


def sets_of(data: Path, names: Sequence[str] | None = None) -> dict[str, list[Path]]:
    """Return the pages of each folder of ``data``.  Raises ValueError for a folder without pages."""
    found: dict[str, list[Path]] = {}
    for file in files_below(data):
        if not file.name.endswith(LABELS):
            parts = file.relative_to(data).parts
            found.setdefault(parts[0] if len(parts) > 1 else ".", []).append(file)
    if unknown := [name for name in names or () if name not in found]:
        raise ValueError(f"There is no set {unknown[0]!r}; the sets are: {', '.join(found)}.")
    return {name: files for name, files in found.items() if not names or name in names}


@dataclass
class Tally:
    """The results of a set."""

    pages: int = 0
    results: int = 0
    #: results that are errors in both versions
    errors: int = 0
    #: page and method
    differences: list[tuple[Path, str]] = field(default_factory=list)

    def row(self) -> list[str]:
        return list(map(str, (self.pages, self.results, len(self.differences), self.errors)))


@dataclass(frozen=True)
class Comparison:
    data: Path
    this: Version
    other: Version
    methods: Sequence[str]

    def both(self, file: Path, methods: Sequence[str], whole: bool = False) -> Iterator[dict[str, Any]]:
        """Yield the results of this and of the other version, which work at the same time."""
        url = f"https://page.example/{file.relative_to(self.data).as_posix()}"
        for version in (self.this, self.other):
            version.send(file=str(file), url=url, methods=list(methods), whole=whole)
        yield self.this.receive()
        yield self.other.receive()

    def of_set(self, files: Sequence[Path]) -> Tally:
        tally = Tally()
        for file in files:
            here, there = self.both(file, self.methods)
            tally.pages += 1
            tally.results += len(here)
            tally.differences += [(file, name) for name in here if here[name] != there[name]]
            tally.errors += sum(here[name] == there[name] and here[name].startswith("!") for name in here)
        return tally

    def in_words(self, file: Path, method: str) -> str:
        """Say where the results of a method on a page begin to differ."""
        here, there = (found[method] for found in self.both(file, [method], whole=True))
        where, a, b = first_difference(here, there) or ("what differed", "the same in a second run", "")
        page = file.relative_to(self.data).as_posix()
        return f"{page}, {method}: {where} is\n  {shown(a)} in this version,\n  {shown(b)} in the other."


def first_difference(a: Any, b: Any, where: str = "") -> tuple[str, Any, Any] | None:
    """Return the first difference of two plain values: its place and both values; or None.

    >>> first_difference({"text": "a", "blocks": [1, 2]}, {"text": "a", "blocks": [1, 3]})
    ('blocks[1]', 2, 3)
    """
    if type(a) is type(b) and isinstance(a, (dict, list)):
        keys = list({**a, **b}) if isinstance(a, dict) else range(min(len(a), len(b)))
        for key in keys:
            if isinstance(a, dict):
                at = f"{where}.{key}".lstrip(".")
                found = first_difference(a.get(key, "(absent)"), b.get(key, "(absent)"), at)
            else:
                found = first_difference(a[key], b[key], f"{where}[{key}]")
            if found:
                return found
        return None if len(a) == len(b) else (f"the length of {where}", len(a), len(b))
    if isinstance(a, str) and isinstance(b, str) and max(len(a), len(b)) > SHOWN:
        same = next((n for n, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        start = max(same - 20, 0)
        return None if a == b else (f"{where} at character {same}", a[start:], b[start:])
    return None if a == b else (where, a, b)


def shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + " ..."


def methods_of(versions: Sequence[Version], wanted: Sequence[str]) -> list[str]:
    """Return the methods to compare: those named, or all.

    Raises ValueError for a method that one of the versions does not have.
    """
    this, other = (version.about["methods"] for version in versions)
    if only := sorted(set(this) ^ set(other)):
        say(f"Only one version has: {', '.join(only)}.")
    # A name stands for the method with its defaults and with other parameters.
    common = {name: {name, name.partition(":")[0]} for name in this if name in other}
    if unknown := set(wanted) - set().union(*common.values()):
        raise ValueError(
            f"There is no method {min(unknown)!r} in both versions; the methods are: {', '.join(common)}."
        )
    return [name for name, names in common.items() if not wanted or names & set(wanted)]


def run(comparison: Comparison, sets: dict[str, Sequence[Path]], show: int) -> Tally:
    """Compare all sets and print the differences."""
    total, body = Tally(), []
    for name, files in sets.items():
        tally = comparison.of_set(files)
        body.append([name, *tally.row()])
        for file, method in tally.differences[: max(show - len(total.differences), 0)]:
            print(comparison.in_words(file, method), flush=True)
        total.pages += tally.pages
        total.results += tally.results
        total.errors += tally.errors
        total.differences += tally.differences
    print(table(["set", "pages", "results", "differences", "errors"], [*body, ["all", *total.row()]]))
    return total


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.equal",
        "Compare the results of two versions of the package; exit with 1 if they differ.",
        "git worktree add /tmp/before main && (cd /tmp/before && python setup.py build_ext --inplace)",
        "python -m lab.quality.equal DATA --other /tmp/before",
        "python -m lab.quality.equal DATA --other . --pure this --methods auto gapdepth --pages 50",
    )
    parser.add_argument(
        "--pure", nargs="*", default=[], choices=["this", "other"], help="run these versions in plain Python"
    )
    parser.add_argument(
        "--methods",
        nargs="+",
        default=[],
        metavar="NAME",
        help="extractors, segmenters, decode, formats, metadata; a name includes its variants; default: all",
    )
    parser.add_argument("--show", type=int, default=10, metavar="N", help="explain the first N differences")
    add_shared(parser, other=None, sets=None, pages=0)
    options = parsed(parser, argv, "saved pages", sets_of)
    if len(options.other or ()) != 1:
        parser.error("give one other version with --other; --other . --pure this compares the backends")
    sets = {name: spread(files, options.pages) for name, files in options.sets.items()}
    places = dict(zip(("this", "other"), checkouts(options.other).values()))
    try:
        with running(places, options.pure) as versions:
            methods = methods_of(list(versions.values()), options.methods)
            total = run(Comparison(options.data, *versions.values(), methods), sets, options.show)
    except (ValueError, Died) as error:
        parser.error(str(error))
    if total.errors:
        say(f"{total.errors} results are errors in both versions.")
    return int(bool(total.differences or total.errors))


if __name__ == "__main__":
    sys.exit(main())
