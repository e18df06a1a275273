"""Dates next to the title of a page, and whether they are of its publication or of a change.

The words before a date name it, back to the date before: "Published 3 May 2025, updated 4 June 2025".  Dates
inside a sentence belong to a story, unless it says that something was published or updated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from ..page.attributes import attributes_of, element_marks
from ..page.blocks import ancestors
from ..page.page import Page
from .byline import BY, Line
from .dates import YEAR, declared_date, shown_dates

#: The most words without a capital around a date, in what ends like a sentence; "by" and the like are apart.
MOST_SMALL = 1

_UPDATED = (
    r"updated|modified|revised|reviewed|aktualisiert|geändert|mise? à jour|modifié|actualizad|modificad"
    r"|aggiornat|atualizad|bijgewerkt|oppdatert|uppdaterad|opdateret|päivitetty|zaktualiz|aktualiz|frissít"
    r"|обновлен|оновлен|изменен|güncelle|تحديث|به‌روز|يېڭىلان|更新|修改|수정|업데이트|cập nhật|diperbarui"
)
_PUBLISHED = (
    r"(?<!re)publi(?:sh|é|k|ca[dt]|cer|ser)|\bposted|\bwritten|\bfiled|veröffentlicht|erstellt|pubblicat"
    r"|geplaatst|skrevet|julkaistu|közzé|megjelen|zveřejn|опубл|размещ|δημοσι|yayın|\bنشر|منتشر|انتشار|פורסם"
    r"|प्रकाशित|เผยแพร่|发布|發布|发表|發表|刊登|公開|掲載|投稿|配信|게시|등록|입력|작성|đăng|terbit|ئېلان"
)
#: The words for a change and for a publication, to their ends.
UPDATED = re.compile(rf"(?:{_UPDATED})[^\W\d]*", re.IGNORECASE)
PUBLISHED = re.compile(rf"(?:{_PUBLISHED})[^\W\d]*", re.IGNORECASE)
#: All words that say that a date is the page's; with "by" goes the word after it.
_NAMING = re.compile(rf"(?:{_UPDATED}|{_PUBLISHED})[^\W\d]*|\b{BY}\S+", re.IGNORECASE)
#: The end of a sentence, and signs between the parts of a byline.
_END = re.compile(r"""[.!?…:。！？؟।۔](?:["'”’»)\]」』]|\[\d+\])*\s*$""")
_PART = re.compile(r"[|·•・]")
#: What follows the place and the date of a report, as in "RAJSHAHI, Dec 20, 2025 (BSS) - ", if not a capital.
_APART = "(—–-."
#: Words; Chinese, which has no spaces, by character.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]{2,}")


class Dated(NamedTuple):
    """A date of a line, and the words around it, up to its other dates."""

    before: str
    date: str
    #: "time" for ``<time>``, "byline" for the text
    source: str
    after: str


def dates_near(page: Page, lines: list[Line], language: str) -> list[tuple[str, str, bool]]:
    """Return the dates near the title, their sources, and whether they are of a change.

    First of all come dates that a word for publishing names, and the dates of ``<time>`` first of a line.
    """
    lines = [line for line in lines if YEAR.search(line.text) or times_above(page, line)]
    times = times_in(page, lines, language)
    named: list[tuple[str, str, bool]] = []
    others: list[tuple[str, str, bool]] = []
    for line in lines:
        found = dated_in(page, line, times, language)
        is_sentence = bool(_END.search(line.text))
        for one in sorted(found, key=lambda one: one.source != "time"):
            if not (is_sentence and is_told(one)):
                of_change = is_change(one, one is found[-1])
                goes_first = is_named(one) and not of_change
                (named if goes_first else others).append((one.date, one.source, of_change))
    return named + others


def times_in(page: Page, lines: list[Line], language: str) -> dict[int, str]:
    """Return the dates that the ``<time>`` elements of some lines state, by element."""
    times = [i for line in lines for i in times_above(page, line)]
    stated = attributes_of(page, element_marks(page, times), 1, ("datetime",)) if times else {}
    dates = {i: declared_date(of.get("datetime", ""), language) for i, of in stated.items()}
    return {i: date for i, date in dates.items() if date}


def times_above(page: Page, line: Line) -> Iterable[int]:
    """Return the ``<time>`` elements that hold the texts of a line."""
    above = (i for t in range(line.start, line.stop) for i in islice(ancestors(page, page.owner[t]), 2))
    return dict.fromkeys(i for i in above if page.tags[page.tag_number[i]] == "time")


def dated_in(page: Page, line: Line, times: Mapping[int, str], language: str) -> list[Dated]:
    """Return the dates of a line, in its order."""
    parts = list(parts_of(page, line, times, language))
    return [Dated(*part, after) for part, (after, _, _) in pairwise(parts)]


def parts_of(
    page: Page, line: Line, times: Mapping[int, str], language: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the words before each date of a line, the date and its source; then the words after the last."""

    def time_of(t: int) -> int:
        return next((i for i in islice(ancestors(page, page.owner[t]), 2) if i in times), -1)

    words = ""
    for i, texts in groupby(range(line.start, line.stop), time_of):
        text, start = " ".join(" ".join([page.strings[t] for t in texts]).split()), 0
        for found in shown_dates(text, language):
            words += text[start : found.start]
            yield (words, times[i], "time") if i in times else (words, found.date, "byline")
            words, start = "", found.stop
        words += f"{text[start:]} "
        if i in times and not start:  # its text has no year
            yield words, times[i], "time"
            words = ""
    yield words, "", ""


def is_change(one: Dated, is_last: bool) -> bool:
    """Tell whether a date is that of a change.

    The last of a line may be named by a word after it, as in Japanese, unless that has a number of its own.

    >>> is_change(Dated("", "2025-06-04", "byline", "更新"), True)
    True
    >>> is_change(Dated("", "2025-05-03", "byline", ", updated 2 days ago"), True)
    False
    """
    if last_place(UPDATED, one.before) > last_place(PUBLISHED, one.before):
        return True
    word = UPDATED.search(one.after) if is_last else None
    return word is not None and not any(map(str.isdigit, one.after[word.end() :]))


def last_place(words: re.Pattern[str], text: str) -> int:
    """Return the end of the last of some words in a text, or -1."""
    return max((word.end() for word in words.finditer(text)), default=-1)


def is_named(one: Dated) -> bool:
    """Tell whether the words before a date name it as that of the publication, not of another text.

    >>> [is_named(Dated(before, "2024-05-03", "byline", "")) for before in ("Posted ", "Event date: ")]
    [True, False]
    >>> is_named(Dated("The first study was published on ", "2019-05-03", "byline", ""))
    False
    """
    word = PUBLISHED.search(one.before)
    return word is not None and not has_small_words(_PART.split(one.before[: word.start()])[-1])


def is_told(one: Dated) -> bool:
    """Tell whether the words around a date tell a story, and do not say when it was published.

    >>> is_told(Dated("She was born on ", "1999-05-03", "byline", "."))
    True
    >>> is_told(Dated("The story was posted on ", "2025-05-03", "byline", "."))
    False
    """
    return has_small_words(words_near(_PART.split(one.before)[-1], _PART.split(one.after)[0]))


def has_small_words(text: str) -> bool:
    """Tell whether a text has more words without a capital than a byline."""
    return sum(not word[0].isupper() for word in _WORD.findall(text)) > MOST_SMALL


def words_near(before: str, after: str) -> str:
    """Return the words around a date as far as a word for publishing, or the beginning of a report."""
    named = last_place(_NAMING, before)
    if named >= 0:
        return before[named:]
    following = after.lstrip()[:1]
    if not before.rstrip()[-1:].islower() and (following in _APART or following.isupper()):
        return before
    word = _NAMING.search(after)
    return f"{before} {after[: word.start()] if word else after}"
