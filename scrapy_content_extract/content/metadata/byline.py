"""Find authors and dates next to the title of a page.

They are searched for in the texts after the title, then in the texts before it; farther away stand other
articles, with bylines of their own.

A class or id with a word like "author" marks an author, and so does a word before the name, "By Ina Holm".

The words before a date name it, back to the date before: "Published 3 May 2025, updated 4 June 2025".  Dates
inside a sentence belong to a story, unless it says that something was published or updated.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice, pairwise, zip_longest
from typing import NamedTuple

from ..model import Range
from ..page.attributes import attributes_of, element_marks
from ..page.elements import ancestors, heading_above
from ..page.page import Page
from .dates import YEAR, declared_date, month_of, shown_dates
from .titles import Title

# The bounds of what counts as near the title, and as a byline: beyond them stands the text, or another page.
#: The characters after the title that are searched: a standfirst fits.
AFTER = 500
#: The characters before the title that are searched: a paragraph does not fit.
BEFORE = 60
#: The most characters of a byline, and of the part of a text that is searched for a name.
BYLINE_CHARS = 200
#: The most characters of a name.
NAME_CHARS = 80
#: The most words of a name.
NAME_WORDS = 8
#: The most words of the name of one person that stands next to another's.
FULL_NAME_WORDS = 4
#: The most characters of a link that is not the title of another page.
HEADLINE_CHARS = 30
#: The most elements above a text that may mark it: a heading or name with its link, emphasis and the like.
STEPS = 4
#: The most characters that are read of a class or id, which a hostile page may fill.
CLASS_CHARS = 1_000

#: Words in a class or id that mark an author, and words that take it back.
AUTHOR_WORDS = tuple(
    "author byline writer autor auteur autore verfasser skribent zuozhe username user-name".split()
)
AUTHOR = re.compile(rf"(?:^|[\s_-]|[a-z](?=[A-Z]))(?i:{'|'.join(AUTHOR_WORDS)})")
_AUTHOR_WORD = re.compile("|".join(AUTHOR_WORDS))
NOT_AUTHOR = re.compile(r"(?i)bio|avatar|image|photo|date|time|social|related|comment|count|title|role|desc")

#: The words before a name: "by" in the languages that have such a word, also after another word, as in
#: "Written by"; "author", with or without a colon.
BY = (
    r"(?:by|von|par|por|di|door|av|af|od|przez|autor(?:e|a|es|ka)?|auteur|authors?|автор|yazar|penulis|oleh|bởi"
    r"|tác giả|από|مۇئەللىپ|ئاپتور|بقلم|كتب|الكاتب|نویسنده|מאת|लेखक|โดย)(?:\s*[:：]\s*|\s+|$)"
)
_EAST_ASIAN_BY = r"(?:作者|撰文|记者|記者|文|저자|글|著者|執筆)\s*(?:[:：/／|]\s*|\s+|$)"
_WORK = (
    r"(?:written|posted|published|words|story|text|article|report(?:ed|ing)?|recipe|guide|reviewed|review)"
)
BEFORE_NAME = re.compile(rf"(?i)^\W*(?=\w)(?:(?:{_WORK}\s+)?{BY}|{_EAST_ASIAN_BY})")
#: "By" alone, unlike "reviewed by".
_BY_ALONE = re.compile(rf"(?i)^\W*(?=\w){BY}")
#: The end of a name: a sign, a word that leads on, or a number, as in a date.
AFTER_NAME = re.compile(
    r"\s*[|•·–—»\n\t([]|\s+[-/]\s|\s+(?:on|in|at|am|le|el|il|den|op)\s"
    r"|(?:^|\s+)(?:last\s+)?(?:updated|published|posted|reviewed|edited|follow)\b|(?P<comma>,)?\s*(?:^|\s)\d",
    re.IGNORECASE,
)
#: The words between the names of two people, and the signs between more names.
AND_WORD = re.compile(r",?\s+(?:and|und|et|y|e|en|och|og|&)\s+")
BETWEEN_NAMES = re.compile(rf"{AND_WORD.pattern}|,\s+")


class Line(NamedTuple):
    """A paragraph near the title."""

    start: int
    stop: int
    text: str


def lines_near(page: Page, title: Title) -> list[Line]:
    """Return the short paragraphs after the title, from near to far, and then those before it.

    Another heading ends the search, unless it is right below the title, and so does a link as long as a
    headline: another article follows.
    """
    place = place_of(page, title)
    if place is None:
        return []
    before, starts = page.chars_before, page.line_starts
    first, stop = place
    below = bisect_left(starts, stop)
    found: list[Line] = []
    for n in range(below, len(starts) - 1):
        line = line_of(page, n)
        if before[line.start] - before[stop] > AFTER:
            break
        found.append(line)
        if n > below and is_headline(page, line):
            break
    for n in range(bisect_right(starts, first) - 2, -1, -1):
        line = line_of(page, n)
        if before[first] - before[line.stop] > BEFORE or is_headline(page, line):
            break
        found.append(line)
    return [line for line in found if line.text]


def place_of(page: Page, title: Title) -> Range | None:
    """Return the texts of the title: its heading, or the first text with the same words."""
    if title.element is not None:
        return page.first[title.element], page.stop[title.element]
    chars = sum(not character.isspace() for character in title.text)
    for t, n in enumerate(page.chars):
        if n == chars > 0 and text_on_one_line(page, (t,)) == title.text:
            return t, t + 1
    return None


def is_headline(page: Page, line: Line) -> bool:
    """Tell whether a paragraph is a heading, or a link as long as one."""
    if heading_above(page, page.owner[line.start]) >= 0:
        return True
    links = page.link_chars_before[line.stop] - page.link_chars_before[line.start]
    chars = page.chars_before[line.stop] - page.chars_before[line.start]
    return links > HEADLINE_CHARS and links > 0.9 * chars


def line_of(page: Page, n: int) -> Line:
    """Return a paragraph; a long one has no text."""
    start, stop = page.line_starts[n], page.line_starts[n + 1]
    if page.chars_before[stop] - page.chars_before[start] > BYLINE_CHARS:
        return Line(start, stop, "")
    return Line(start, stop, text_on_one_line(page, range(start, stop)))


def text_on_one_line(page: Page, texts: Iterable[int]) -> str:
    return " ".join(" ".join([page.strings[t] for t in texts]).split())


def authors_near(page: Page, lines: list[Line]) -> Iterator[str]:
    """Yield possible authors, the best first: by mark-up, then by the word before the name."""
    for i in marked_in(page, lines):
        yield name_in(text_on_one_line(page, range(page.first[i], page.stop[i])))
    yield from names_after(BEFORE_NAME, lines)


def names_after(words_before: re.Pattern[str], lines: list[Line]) -> Iterator[str]:
    """Yield the names before which some words stand, in the same line or in the one before."""
    for line, following in zip_longest(lines, lines[1:]):
        if by := words_before.match(line.text):
            text = line.text[by.end() :] or (following.text if following else "")
            words = (name := name_in(text)).split()
            is_small = any(len(word) > 3 and word[0].islower() for word in words)
            if 0 < len(words) <= NAME_WORDS and not is_small:  # as in "Ludwig van Beethoven"
                yield name


def signed_by(lines: list[Line]) -> list[str]:
    """Return the full names of people that a line signs with "by" alone, or none."""
    names = map(each_name, names_after(_BY_ALONE, lines))
    return next((each for each in names if all(map(is_full, each))), [])


def marked_in(page: Page, lines: list[Line]) -> list[int]:
    """Return the elements in some paragraphs whose class or id marks an author, the innermost only."""
    of, values, before = page.names, page.names.values, page.chars_before
    known: dict[tuple[int, int], bool] = {}
    marked: list[int] = []
    for line in lines:
        for i in elements_of(page, line):
            names = of.of_class[i], of.of_id[i]
            if names not in known:
                known[names] = marks_author(" ".join(filter(None, [values[n] for n in names])))
            if known[names] and 0 < before[page.stop[i]] - before[page.first[i]] <= NAME_CHARS:
                if marked and marked[-1] < i < page.end[marked[-1]]:
                    marked.pop()
                marked.append(i)
    return marked


def elements_of(page: Page, line: Line) -> Iterator[int]:
    """Yield the elements as short as a name that begin with a paragraph, or begin in it."""
    i = page.owner[line.start]
    limit = page.chars_before[line.start] + NAME_CHARS
    for _ in range(STEPS):
        above = page.parent[i]
        if above < 0 or page.first[above] != line.start or page.chars_before[page.stop[above]] > limit:
            break
        i = above
    yield i
    last = max([page.owner[t] for t in range(line.start, line.stop)])
    yield from range(max(i + 1, bisect_left(page.first, line.start)), last + 1)


def marks_author(names: str) -> bool:
    """Tell whether a class and an id mark an author: "post-author" does, "author-avatar" does not."""
    names = names[:CLASS_CHARS]
    if not _AUTHOR_WORD.search(names.lower()):  # a search for plain words first: most names have none
        return False
    return bool(AUTHOR.search(names)) and not NOT_AUTHOR.search(names)


def name_in(text: str) -> str:
    """Return the name that a byline holds.

    >>> name_in("By Ina Holm, 3 May 2025"), name_in("Ina Holm Dec 3"), name_in("作者：王小明")
    ('Ina Holm', 'Ina Holm', '王小明')
    """
    text = " ".join(text.split())[:BYLINE_CHARS]
    by = BEFORE_NAME.match(text)
    text = text[by.end() if by else 0 :]
    end = AFTER_NAME.search(text)
    words = text[: end.start() if end else None].split(" ")
    if end and not end["comma"] and month_of([words[-1].strip(".,:").casefold()], ""):
        words.pop()  # the number was the day
    return " ".join(words).strip(" ,;:.-")


def each_name(text: str) -> list[str]:
    """Return the names in a text; it is one name unless each part is the full name of a person."""
    names = BETWEEN_NAMES.split(text) if AND_WORD.search(text) else []
    return names if names and all(map(is_full, names)) else [text]


def is_full(name: str) -> bool:
    """Tell whether a text may be first and last name: a few words, each with a capital."""
    words = name.split()
    return 1 < len(words) <= FULL_NAME_WORDS and all(word[0].isupper() for word in words)


#: The most words without a capital around a date of a byline that ends like a sentence, besides "by" and the
#: like; sentences have more.
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
#: The end of a sentence.
_END = re.compile(r"""[.!?…:。！？؟।۔](?:["'”’»)\]」』]|\[\d+\])*\s*$""")
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

    Of a line the dates of ``<time>`` come first.
    """
    lines = [line for line in lines if YEAR.search(line.text) or times_above(page, line)]
    elements = [i for line in lines for i in times_above(page, line)]
    stated = attributes_of(page, element_marks(page, elements), 1, ("datetime",)) if elements else {}
    dates = {i: declared_date(of.get("datetime", ""), language) for i, of in stated.items()}
    times = {i: date for i, date in dates.items() if date}
    found: list[tuple[str, str, bool]] = []
    for line in lines:
        parts = pairwise(parts_of(page, line, times, language))
        dated = [Dated(*part, after) for part, (after, _, _) in parts]
        is_sentence = _END.search(line.text)
        kept = [one for one in dated if not (is_sentence and is_in_story(one))]
        kept.sort(key=lambda one: one.source != "time")
        found += [(one.date, one.source, is_change(one, one is dated[-1])) for one in kept]
    return found


def times_above(page: Page, line: Line) -> Iterable[int]:
    """Return the ``<time>`` elements that hold the texts of a line."""
    if "time" not in page.tags:
        return ()
    above = (i for t in range(line.start, line.stop) for i in islice(ancestors(page, page.owner[t]), 2))
    return dict.fromkeys(i for i in above if page.tags[page.tag_number[i]] == "time")


def parts_of(
    page: Page, line: Line, times: Mapping[int, str], language: str
) -> Iterator[tuple[str, str, str]]:
    """Yield the words before each date of a line, the date and its source; then the words after the last."""

    def time_of(t: int) -> int:
        return next((i for i in islice(ancestors(page, page.owner[t]), 2) if i in times), -1)

    words = ""
    for i, texts in groupby(range(line.start, line.stop), time_of):
        text, start = text_on_one_line(page, texts), 0
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
    """
    changed = last_place(UPDATED, one.before)
    if changed >= 0 and changed > last_place(PUBLISHED, one.before):
        return True
    word = UPDATED.search(one.after) if is_last else None
    return word is not None and not any(map(str.isdigit, one.after[word.end() :]))


def last_place(words: re.Pattern[str], text: str) -> int:
    """Return the end of the last of some words in a text, or -1."""
    return max((word.end() for word in words.finditer(text)), default=-1)


def is_in_story(one: Dated) -> bool:
    """Tell whether the words around a date tell a story, and do not say when it was published.

    They count as far as a word for publishing, or the beginning of a report, and have more words without a
    capital than a byline.
    """
    named = last_place(_NAMING, one.before)
    following = one.after.lstrip()[:1]
    begins_report = following in _APART or following.isupper()
    if named >= 0:
        near = one.before[named:]
    elif begins_report and not one.before.rstrip()[-1:].islower():
        near = one.before
    else:
        word = _NAMING.search(one.after)
        near = f"{one.before} {one.after[: word.start()] if word else one.after}"
    return sum(not word[0].isupper() for word in _WORD.findall(near)) > MOST_SMALL
