"""The outcomes of pages: messages, progress and counts on standard error, and the exit status."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

from . import FAILED, OK, PROGRAM

#: Seconds between two lines if tqdm is not installed.
EVERY = 5.0

#: The statuses that do not count as failures: a page without text is a page.
FINE = ("ok", "empty")


class Tally:
    """Counts pages by status, and shows no progress."""

    def __init__(self, several: bool) -> None:
        self.several = several
        self.statuses: Counter[str] = Counter()

    @property
    def pages(self) -> int:
        return self.statuses.total()

    def done(self, name: str, status: str, reason: str) -> None:
        """Count a page, and print the reason if results are missing."""
        if status not in FINE or (status == "empty" and not self.several) or (status == "ok" and reason):
            self.say(f"{name}: {status}" + f" ({reason})" * bool(reason))
        self.statuses[status] += 1

    def say(self, message: str) -> None:
        print(f"{PROGRAM}: {printable(message)}", file=sys.stderr)

    def close(self) -> None:
        """Stop showing progress."""

    def ended(self) -> int:
        """Print the counts, if they are worth a line; return the exit status."""
        failed = self.pages - sum(self.statuses[status] for status in FINE)
        if self.several and (failed or not self.pages or sys.stderr.isatty()):
            self.say(f"{self.pages:,} pages: {counts(self.statuses) or 'the folder holds none'}")
        return FAILED if failed else OK


class Lines(Tally):
    """Shows a line every few seconds."""

    def __init__(self, total: int) -> None:
        super().__init__(several=True)
        self.total = total
        self.started = self.shown = time.monotonic()

    def done(self, name: str, status: str, reason: str) -> None:
        super().done(name, status, reason)
        now = time.monotonic()
        if now - self.shown >= EVERY:
            self.shown = now
            self.say(line(self.statuses, self.total, now - self.started))


class Bar(Tally):
    """Shows the bar of tqdm."""

    def __init__(self, total: int) -> None:
        from tqdm import tqdm

        super().__init__(several=True)
        self.bar: Any = tqdm(total=total, unit=" pages", dynamic_ncols=True)

    def done(self, name: str, status: str, reason: str) -> None:
        super().done(name, status, reason)
        self.bar.set_postfix_str(counts(self.statuses), refresh=False)
        self.bar.update()

    def say(self, message: str) -> None:
        self.bar.clear()
        super().say(message)
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()


def progress(total: int) -> Tally:
    """Return the bar if tqdm is installed, lines if not."""
    try:
        return Bar(total)
    except ImportError:
        return Lines(total)


def line(statuses: Counter[str], total: int, seconds: float) -> str:
    """Return a line about the progress.

    >>> line(Counter(ok=29, empty=1), 90, 6.0)
    '30 of 90 pages, 5.0 a second, 12 s left: 29 ok, 1 empty'
    """
    pages = statuses.total()
    rate = pages / seconds
    left = f"{(total - pages) / rate:,.0f} s left"
    return f"{pages:,} of {total:,} pages, {rate:,.1f} a second, {left}: {counts(statuses)}"


def counts(statuses: Counter[str]) -> str:
    """Return the number of pages of each status, the most frequent first."""
    return ", ".join(f"{number:,} {status}" for status, number in statuses.most_common())


def printable(text: str) -> str:
    """Return a message as one line without control characters: names and reasons may hold anything.

    >>> printable("a\\x1b[2J\\nb é")
    'a?[2J?b é'
    """
    return "".join(char if char.isprintable() else "?" for char in text)
