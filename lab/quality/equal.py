"""Show that two versions give the same results: ``python -m lab.quality.equal DATA --other PLACE``.

Every page below ``DATA`` goes through every extractor, every segmenter, the decoder and the analysis of
both versions, each version in a process of its own.  The whole results are compared: ranges, blocks with
all their fields, texts, titles, diagnostics; floating-point numbers to the last bit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lab.backend import REMEDY, SWITCH
from lab.data.pages import files_below, spread
from lab.options import add_data, parser_of, require_data
from lab.reports import say
from lab.speed import results

#: The suffix of labels that are marked copies of their pages.
LABELS = ".blocks.html.gz"

#: How much of a value is shown, in characters.
SHOWN = 120

EXAMPLES = (
    "git worktree add /tmp/before main && pip install -e /tmp/before && pip install -e .",
    "python -m lab.quality.equal DATA --other /tmp/before -j 2",
    "python -m lab.quality.equal DATA --other . --pure this --methods auto gapdepth --limit 50",
)


class Died(Exception):
    """The process of a version has ended."""


class Version:
    """A version of the package in a process of its own."""

    def __init__(self, name: str, place: Path, is_pure: bool, program: str) -> None:
        """Start the process; ``place`` is a checkout, or a Python executable that has it installed.

        The ``program`` answers requests, and the empty one as ``results.py`` does.
        """
        self.name = name
        # Resolved, an executable would no longer be in its environment.
        command = [sys.executable if place.is_dir() else str(place.absolute()), program]
        if place.is_dir():
            command.append(str(place.resolve()))
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(is_pure),
            text=True,
            encoding="utf-8",
        )
        about = self.ask()
        self.place, self.backend = Path(about["place"]), str(about["backend"])
        self.python, self.methods = str(about["python"]), list(about["methods"])
        self.check_strays()

    def check_strays(self) -> None:
        """Raise Died if parts of another version have been imported."""
        if strays := self.ask()["strays"]:
            raise Died(f"{self} has imported parts of another version: {', '.join(strays)}.")

    def send(self, **request: Any) -> None:
        assert self.process.stdin is not None
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            raise Died(self.end(request)) from None
        self.request = request

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Died(self.end(self.request))
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        self.send(**request)
        return self.receive()

    def end(self, request: dict[str, Any]) -> str:
        at = f" on {request['file']}" if "file" in request else " at its start"
        return f"The process of {self.name} version ended with code {self.process.wait()}{at}."

    def stop(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        self.process.wait()

    def __str__(self) -> str:
        return f"{self.name} version: {self.place}, {self.backend}, Python {self.python}"


# ------------------------------------------------------------------ pages


def sets_of(data: Path, limit: int = 0) -> dict[str, Sequence[Path]]:
    """Return the pages of each folder of ``data``; of each at most ``limit``, evenly spread.

    Raises ValueError for a folder without pages.
    """
    found: dict[str, list[Path]] = {}
    for file in files_below(data):
        if not file.name.endswith(LABELS):
            parts = file.relative_to(data).parts
            found.setdefault(parts[0] if len(parts) > 1 else ".", []).append(file)
    return {name: spread(files, limit) for name, files in found.items()}


# ------------------------------------------------------------------ comparison


@dataclass
class Tally:
    """The results of a set."""

    pages: int = 0
    results: int = 0
    #: results that are errors in both versions
    errors: int = 0
    #: page and method
    differences: list[tuple[Path, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Comparison:
    data: Path
    this: Version
    other: Version
    methods: Sequence[str]
    #: whether both work at the same time
    at_once: bool = False

    def both(self, file: Path, methods: Sequence[str], whole: bool = False) -> Iterator[dict[str, Any]]:
        """Yield the results of this and of the other version."""
        url = f"https://page.example/{file.relative_to(self.data).as_posix()}"
        request = {"file": str(file), "url": url, "methods": list(methods), "whole": whole}
        if not self.at_once:
            yield self.this.ask(**request)
            yield self.other.ask(**request)
            return
        self.this.send(**request)
        self.other.send(**request)
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


# ------------------------------------------------------------------ the command


def methods_of(this: Version, other: Version, wanted: Sequence[str]) -> list[str]:
    """Return the methods to compare: those named, or all.

    Raises ValueError for a method that one of the versions does not have.
    """
    if only := sorted(set(this.methods) ^ set(other.methods)):
        say(f"Only one version has: {', '.join(only)}.")
    common = [name for name in this.methods if name in other.methods]
    # A name stands for the method with its defaults and with other parameters.
    chosen = [name for name in common if not wanted or {name, name.partition(":")[0]} & set(wanted)]
    unknown = [name for name in wanted if not any(name in (m, m.partition(":")[0]) for m in common)]
    if unknown:
        raise ValueError(
            f"There is no method {unknown[0]!r} in both versions; the methods are: {', '.join(common)}."
        )
    return chosen


def run(comparison: Comparison, sets: dict[str, Sequence[Path]], show: int) -> Tally:
    """Compare all sets and print the differences."""
    total, width = Tally(), max(map(len, (*sets, "set", "all")))
    line = "{:{width}}  {:>6}  {:>8}  {:>11}  {:>6}"
    print(line.format("set", "pages", "results", "differences", "errors", width=width))
    for name, files in sets.items():
        tally = comparison.of_set(files)
        total.pages += tally.pages
        total.results += tally.results
        total.errors += tally.errors
        shows = tally.differences[: max(show - len(total.differences), 0)]
        total.differences += tally.differences
        print(line.format(name, *counts(tally), width=width), flush=True)
        for file, method in shows:
            print(comparison.in_words(file, method), flush=True)
    print(line.format("all", *counts(total), width=width))
    return total


def counts(tally: Tally) -> tuple[int, int, int, int]:
    return tally.pages, tally.results, len(tally.differences), tally.errors


def environment(is_pure: bool = False) -> dict[str, str]:
    """Return the environment of a version, in which no other version is found."""
    found = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", SWITCH)}
    return {**found, SWITCH: "1"} if is_pure else found


def place_of_this() -> Path:
    here = find_spec(results.PACKAGE)
    assert here is not None
    assert here.origin is not None
    return Path(here.origin).parents[1]


def checkouts(others: Sequence[Path]) -> dict[str, Path]:
    """Return this checkout and the checkouts of other versions, by name.

    Raises ValueError for a Python executable.
    """
    for place in others:
        if place.is_file():
            raise ValueError(f"{str(place)!r} is not a checkout.")
    return {"this": Path(__file__).parents[2], **{str(place): place for place in others}}


def started(name: str, place: Path, *, is_pure: bool = False, program: str = results.__file__) -> Version:
    """Start a version and print which it is.  Raises ValueError for a place that has none."""
    if not place.is_file() and not (place / results.PACKAGE).is_dir():
        raise ValueError(
            f"{str(place)!r} is neither a Python executable nor a checkout: "
            f"it has no folder {results.PACKAGE}."
        )
    version = Version(name, place, is_pure, program)
    print(version, flush=True)
    if version.backend != "compiled" and not is_pure:
        say(f"WARNING: {name} version runs in plain Python, its compiled modules are missing; {REMEDY}")
    return version


def options_of(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = parser_of(
        "lab.quality.equal",
        "Show that two versions of the package give the same results; exit with 1 if not.",
        *EXAMPLES,
    )
    add_data(parser, "saved pages")
    parser.add_argument(
        "--other",
        type=Path,
        required=True,
        metavar="PLACE",
        help="the other version: a checkout, or the Python executable of an environment that has it",
    )
    parser.add_argument(
        "--pure",
        nargs="?",
        const="both",
        choices=["this", "other", "both"],
        help="run this or the other version in plain Python; without a value, both",
    )
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="pages of each set; default: all")
    parser.add_argument("--sets", nargs="+", metavar="SET", help="folders of DATA; default: all")
    parser.add_argument(
        "--methods",
        nargs="+",
        default=[],
        metavar="NAME",
        help="extractors, segmenters, decode, analysis; a name alone includes its variants; default: all",
    )
    parser.add_argument("--show", type=int, default=10, metavar="N", help="explain the first N differences")
    parser.add_argument(
        "-j", "--jobs", type=int, choices=[1, 2], default=1, help="2: both versions work at the same time"
    )
    options = parser.parse_args(argv)
    require_data(parser, options.data, "saved pages")
    options.fail = parser.error
    return options


def main(argv: Sequence[str] | None = None) -> int:
    options = options_of(argv)
    data = Path(options.data)
    versions: list[Version] = []
    try:
        sets = sets_of(data, options.limit)
        if unknown := [name for name in options.sets or () if name not in sets]:
            raise ValueError(f"There is no set {unknown[0]!r}; the sets are: {', '.join(sets)}.")
        sets = {name: files for name, files in sets.items() if not options.sets or name in options.sets}
        for name, place in {"this": place_of_this(), "other": options.other}.items():
            versions.append(started(name, place, is_pure=options.pure in (name, "both")))
        methods = methods_of(*versions, options.methods)
        total = run(Comparison(data, *versions, methods, options.jobs > 1), sets, options.show)
        for version in versions:
            version.check_strays()
    except (ValueError, Died) as error:
        options.fail(str(error))
    finally:
        for version in versions:
            version.stop()
    if total.errors:
        say(f"{total.errors} results are errors in both versions.")
    return int(bool(total.differences or total.errors))


if __name__ == "__main__":
    sys.exit(main())
