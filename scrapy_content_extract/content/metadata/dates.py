"""Read dates as pages write them, and return them in ISO 8601 with the precision that the page gave.

These forms are read: ISO 8601, the dates of e-mail (RFC 2822), and dates for people, with the names of
months in the languages of ``months.tsv``, in the Chinese, Japanese, Korean, Vietnamese and Uighur forms,
and in digits alone, of any script.  All are Gregorian: years of other calendars are out of range.

Ambiguous dates are ignored: 3/4/2025 is read if the language of the page is American English, or one that
puts the day first; plain "en" says neither.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..model import table_rows

#: Years that a date of a page may have.  Years of the Persian calendar are below, of the Thai above.
FIRST_YEAR, LAST_YEAR = 1600, 2199
#: The date that programs write for "no date".
NO_DATE = "1970-01-01"
#: The most characters of a text that is searched: a byline is shorter, and the search takes time.
DATE_CHARS = 300
#: Regions and languages that write the month before the day.
MONTH_FIRST = frozenset({"en-us", "en-ph", "es-us"})
#: The most letters of a word between day and month: "de", "of", "th".
LINK_LETTERS = 3
#: The most words of the name of a month: "كانون الثاني".
MONTH_WORDS = 2

_ISO = re.compile(
    r"\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?|(\d\d)(\d\d)|/(\d{1,2})/(\d{1,2}))?(?![\d/-])"
    r"(?:[T ]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?"
)
_MAIL = re.compile(
    r"\s*(?:[^\W\d]+,\s+)?(\d{1,2}) ([^\W\d]{3}) (\d{4})\s+"
    r"(\d\d):(\d\d)(?::(\d\d))?\s*(Z|UTC|GMT|[+-]\d{4})?"
)

_YEAR_LAST = re.compile(r"(?<![\w./-])(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4})(?![\d/-])")
#: The forms with the number of the month, and their groups for year, month and day.
_NUMBERED = (
    (re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]"), (1, 2, 3)),
    (
        re.compile(
            r"(\d{4})\s*(?:-\s*)?يىل\w*[\s،,]*(\d{1,2})\s*(?:-\s*)?ئاي\w*[\s،,]*(\d{1,2})\s*(?:-\s*)?كۈن"
        ),
        (1, 2, 3),
    ),
    (re.compile(r"(\d{1,2})\s+tháng\s+(\d{1,2})(?:,|\s+năm)?\s+(\d{4})", re.IGNORECASE), (3, 2, 1)),
    # Chinese and Japanese letters may stand right before it, as in 发布于2024-05-03
    (
        re.compile(
            r"(?<![^\W\u3040-\u30ff\u3400-\u9fff])(?<![./-])(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?![\d/-])"
        ),
        (1, 3, 4),
    ),
    # Month and day are a box of their own, behind that of the year, as in 2024 05/03.
    (re.compile(r"(?<![\w./-])(\d{4})[\s|]+(\d{1,2})\s?[-/]\s?(\d{1,2})(?![\d/-])"), (1, 2, 3)),
)
#: The forms with its name, which is one of the words between, and their groups for year, name and day.
_NAMED = (
    (re.compile(r"(?<!\d)(\d{1,2})((?:[^\d\n]){2,40}?)(\d{4})(?!\d)"), (3, 2, 1)),
    (re.compile(r"(?<!\d)(\d{4})([^\d\n]{2,40}?)(\d{1,2})(?!\d)"), (1, 2, 3)),
)
#: The form with its name before the day.
_NAME_DAY_YEAR = re.compile(r"([^\d\n]{3,40})(?<!\d)(\d{1,2})[^\d\n]{1,8}(\d{4})(?!\d)")
_WORD = re.compile(r"[^\s\d.,:;،、/|()·•–—_-]+")
YEAR = re.compile(r"\d{4}")


class Shown(NamedTuple):
    """A date, and the characters of a text that it stands in."""

    start: int
    date: str
    stop: int


def declared_date(text: str, language: str | None = None) -> str | None:
    """Return the date that an attribute or a JSON value states."""
    text = text[:DATE_CHARS]
    if found := _ISO.match(text):
        year, month, day, month_2, day_2, month_3, day_3, *clock = found.groups()
        return iso(year, month or month_2 or month_3, day or day_2 or day_3, clock)
    if found := _MAIL.match(text):
        day, name, year, *clock = found.groups()
        return iso(year, month_of([name.casefold()], "en"), day, clock)
    return next((found.date for found in shown_dates(text, language)), None)


def shown_dates(text: str, language: str | None = None) -> Iterator[Shown]:
    """Yield the dates in a text that people read, to the day, in the order of the text."""
    if len(text) > DATE_CHARS or not YEAR.search(text):
        return
    stop = 0
    for found in sorted(dates_in(text, (language or "").lower().replace("_", "-"))):
        if found.start >= stop:
            stop = found.stop
            yield found


def dates_in(text: str, language: str) -> Iterator[Shown]:
    for form, (year, month, day) in _NUMBERED:
        for found in form.finditer(text):
            yield from dated(found, found[year], found[month], found[day])
    for found in _YEAR_LAST.finditer(text):
        if month_and_day := order_of(found, language):
            yield from dated(found, found[4], *month_and_day)
    for form, (year, name, day) in _NAMED:
        for found in form.finditer(text):
            yield from dated(found, found[year], month_of(words_in(found[name]), language), found[day])
    for found in _NAME_DAY_YEAR.finditer(text):  # other words may be before the name
        for start in [word.start() for word in _WORD.finditer(found[1])][: -MONTH_WORDS - 1 : -1]:
            if number := month_of(words_in(found[1][start:]), language):
                yield from dated(found, found[3], number, found[2], start)
                break


def words_in(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def dated(
    found: re.Match[str], year: str, month: str | int | None, day: str, skipped: int = 0
) -> Iterator[Shown]:
    """Yield the date of a match, which begins after some characters."""
    if month and (date := iso(year, month, day)):
        yield Shown(found.start() + skipped, date, found.end())


def order_of(found: re.Match[str], language: str) -> tuple[str, str] | None:
    """Return month and day of a date in digits that ends with the year, or None if it may be two dates."""
    first, second = int(found[1]), int(found[3])
    if found[2] == "." or first > 12 or first == second:
        return found[3], found[1]
    if second > 12 or language in MONTH_FIRST:
        return found[1], found[3]
    return (found[3], found[1]) if language and language != "en" else None


def iso(year: str, month: str | int | None, day: str | None, clock: Sequence[str | None] = ()) -> str | None:
    """Return a date in ISO 8601, or None if there is no such day.

    A time that does not exist is left out; fractions of a second are, too.
    """
    if not FIRST_YEAR <= int(year) <= LAST_YEAR:
        return None
    try:
        whole = datetime.date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return None
    if whole == NO_DATE:
        return None
    if not (month and day):
        return whole[:7] if month else whole[:4]
    return whole + time_of(*clock) if clock and clock[0] else whole


def time_of(hour: str | None, minute: str | None, second: str | None, zone: str | None) -> str:
    """Return the time of a date in ISO 8601, with its ``T``, or ``""`` if there is no such time."""
    parts = [f"{int(part):02}" for part in (hour, minute, second) if part]
    if int(parts[0]) > 23 or any(int(part) > 59 for part in parts[1:]):
        return ""
    if zone in ("Z", "UTC", "GMT"):
        zone = "+0000"
    if zone:
        digits = zone.replace(":", "").ljust(5, "0")
        zone = f"{digits[:3]}:{digits[3:]}"
    return f"T{':'.join(parts)}{zone or ''}"


def month_of(words: list[str], language: str) -> int | None:
    """Return the month that is named by one or two of some words, with only short words before."""
    names = names_of_months()
    for n, word in enumerate(words):
        pair = f"{word} {words[n + 1]}" if n + 1 < len(words) else ""
        by_language = names.get(pair) or names.get(word)
        if by_language:
            months = set(by_language.values())
            return by_language.get(language.partition("-")[0]) or (months.pop() if len(months) == 1 else None)
        if len(word) > LINK_LETTERS:
            return None
    return None


@lru_cache(maxsize=1)
def names_of_months() -> dict[str, dict[str, int]]:
    """Return the month of each name by language: the same name may be another month elsewhere."""
    names: dict[str, dict[str, int]] = {}
    for language, *months in table_rows(Path(__file__).with_name("months.tsv")):
        for month, of_month in enumerate(months, 1):
            for name in of_month.split("|"):
                names.setdefault(name, {})[language] = month
    return names
