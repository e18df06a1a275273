"""Counts of pages by status; messages, progress and counts go to standard error."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from shutil import get_terminal_size
from typing import Any, NamedTuple

from ..engines.pages import Input
from . import FAILED, OK, PROGRAM
from .inputs import SUFFIXES

#: Seconds between two counts on a terminal, and between two lines about the progress.
EVERY, EVERY_LINE = 0.2, 5.0
#: The statuses that do not count as failures: a page without text is a page.
FINE = ("ok", "empty", "unsure", "kept", "done before")
#: Of these, those that the last line tells also without failures.
TOLD = {"unsure", "kept", "done before"}
#: What removes the rest of a line of a terminal.
TO_END_OF_LINE = "\x1b[K"


class Done(NamedTuple):
    """What became of a page."""

    status: str
    reason: str
    #: what is printed of it
    text: str
    #: why it is left out, or ""
    left_out: str = ""


@dataclass
class Counts:
    """What became of records and pages."""

    #: the records of archives by outcome, and the pages by status
    records: Counter[str] = field(default_factory=Counter)
    pages: Counter[str] = field(default_factory=Counter)
    #: the pages that are left out, by reason
    left_out: Counter[str] = field(default_factory=Counter)

    def add(self, entry: Mapping[str, Any]) -> None:
        """Add what became of the pages of an archive, or of some pages, as names or as counters of them."""
        for name, counter in vars(self).items():
            counter.update(entry.get(name) or ())


class Tally:
    """Counts pages by status; if it is told their total, it shows the progress in a line of the terminal."""

    def __init__(self, several: bool) -> None:
        self.several = several
        self.total = 0
        #: the pages in no archive by status, and why some are left out
        self.statuses: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        #: the archive that is being read, and all before
        self.archive, self.archives = Counts(), Counts()
        #: how many archives are given, are to be read, and have been read
        self.given = self.todo = self.ended_archives = 0
        #: the archives that failed
        self.lost: list[str] = []
        self.started = self.shown = time.monotonic()

    @property
    def pages(self) -> int:
        return self.statuses.total()

    def done(self, name: str, status: str, reason: str) -> None:
        """Count a page, and print the reason if results are missing."""
        if status not in FINE or (status == "empty" and not self.several) or (status == "ok" and reason):
            self.say(f"{name}: {status}" + f" ({reason})" * bool(reason))
        self.statuses[status] += 1
        if self.total and (seconds := self.is_time(EVERY)):
            line = progress(self.statuses, self.total, seconds)
            width = get_terminal_size().columns - 1
            print(f"\r{line[:width]}{TO_END_OF_LINE}", end="", file=sys.stderr, flush=True)

    def read_archives(self, archives: int, todo: int) -> None:
        self.given, self.todo = archives, todo
        if todo < archives:
            self.say(f"{archives - todo:,} of {archives:,} archives were done before and stay as they are")

    def count(self, page: Input, done: Done) -> None:
        """Count a page, or the records at the end of an archive."""
        if page.records is not None:
            self.archive.records = page.records
        elif page.number:
            self.archive.pages[done.status] += 1
            self.archive.left_out.update(filter(None, [done.left_out]))
            if done.status == "error":
                self.say(f"{page.name}: {done.reason}")
        else:
            self.done(page.name, done.status, done.reason)
            self.left_out.update(filter(None, [done.left_out]))

    def say_others(self, page: Input) -> None:
        """Print which others a page was judged with."""
        for other in page.others:
            why = f"left out: {other.status} ({other.reason})" if other.status else "judged with it"
            self.say(f"{page.name}: sibling {other.name}, {why}")
        if not (page.others or page.status):
            self.say(f"{page.name}: it links to no page like it on its host, so it was judged alone")

    def end_archive(self, name: str, failure: str) -> None:
        """Print what became of an archive, and add it to the others."""
        if failure:
            self.lost.append(name)
            self.archive.left_out.clear()
        self.ended_archives += 1
        what = failure or counts(self.archive.pages) or "no pages"
        self.say(f"{self.ended_archives:,} of {self.todo:,} archives: {name}: {what}")
        self.archives.add(vars(self.archive))
        self.archive = Counts()

    def is_time(self, every: float) -> float:
        """Return the seconds since the start if the last time was long enough ago, otherwise 0."""
        now = time.monotonic()
        if now - self.shown < every:
            return 0.0
        self.shown = now
        return now - self.started

    def say(self, message: str) -> None:
        self.clear()
        print(f"{PROGRAM}: {printable(message)}", file=sys.stderr)

    def close(self) -> None:
        self.clear()
        self.total = 0

    def clear(self) -> None:
        if self.total:
            print(f"\r{TO_END_OF_LINE}", end="", file=sys.stderr, flush=True)

    def steps(self, before: Counts) -> dict[str, Counter[str]]:
        """Return what became of all pages, also in former runs."""
        pages = Counter({name: n for name, n in self.statuses.items() if name != "done before"})
        return {
            "records": self.archives.records + before.records,
            "pages": self.archives.pages + before.pages + pages,
            "left out": self.archives.left_out + before.left_out + self.left_out,
        }

    def ended(self, before: Counts | None = None) -> int:
        """Print the counts: of archives, after failures, or on a terminal; return the exit status.

        ``before`` has what became of the pages of former runs.
        """
        if self.given:
            for name, counter in self.steps(before or Counts()).items():
                self.say(f"{name}: {counts(counter) or 'none'}")
        elif self.left_out:
            self.say(f"left out: {counts(self.left_out)}")
        if self.lost:
            self.say(f"archives that failed: {', '.join(self.lost)}")
        failed = self.pages - sum(self.statuses[status] for status in FINE)
        is_told = failed or not (self.pages or self.given) or self.statuses.keys() & TOLD
        if self.several and (is_told or (self.pages and sys.stderr.isatty())):
            none = f"the folder holds none ({', '.join(SUFFIXES[:3])}, gzipped or not)"
            self.say(f"{self.pages:,} pages: {counts(self.statuses) or none}")
        return FAILED if failed or self.lost else OK


def progress(statuses: Counter[str], total: int, seconds: float) -> str:
    """Return a line about the progress.

    >>> progress(Counter(ok=29, empty=1), 90, 6.0)
    '30 of 90 pages, 5.0 a second, 12 s left: 29 ok, 1 empty'
    """
    pages = statuses.total()
    rate = (pages - statuses["kept"] - statuses["done before"]) / seconds
    left = f"{(total - pages) / rate:,.0f} s left" if rate else "no page done yet"
    return f"{pages:,} of {total:,} pages, {rate:,.1f} a second, {left}: {counts(statuses)}"


def counts(statuses: Counter[str]) -> str:
    """Return the number of pages of each status, the most frequent first."""
    return ", ".join(f"{number:,} {status}" for status, number in statuses.most_common())


def printable(text: str) -> str:
    """Return a message as one line without control characters: names and reasons may hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)
