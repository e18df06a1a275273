"""Texts → the kinds that they speak for, by the phrases of ``no_content.tsv``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

from .. import columns
from ..columns.words_py import Phrases
from ..model import table_rows

#: The least share of a title or heading that a phrase must be to name the page, and a single word, ...
NAMED_SHARE, WORD_SHARE = 0.45, 0.8
#: ... and the most characters of such a title or heading.
HEADING_CHARS = 80

#: Words that mark a number as the code of an error.
CODE_WORDS = (
    "code http status error erreur errore erro fehler fout fel hata hiba błąd chyba eroare lỗi galat "
    "ошибка помилка σφάλμα خطأ خطا خاتالىق שגיאה त्रुटि 错误 錯誤 エラー 오류"
).split()
#: The code of an error, alone or with such words: "HTTP error 404", but not "Highway 401".
_CODE = re.compile(rf"\W*(?:(?:{'|'.join(CODE_WORDS)})\W*){{0,2}}(?:40[0-9]|410|429|50[0-4])\W*")
_REPLACED = {ord("’"): "'", **{zero + n: str(n) for zero in (0x660, 0x6F0) for n in range(10)}}
_ANY_REPLACED = re.compile(f"[{''.join(map(chr, _REPLACED))}]")


def plain(text: str) -> str:
    """Return a text as the phrases are written.

    >>> plain("Page  can’t be found")
    "page can't be found"
    """
    lower = text.lower()
    if not lower.isascii() and _ANY_REPLACED.search(lower):
        lower = lower.translate(_REPLACED)
    return " ".join(lower.split())


@cache
def kinds_of_phrases() -> Mapping[str, set[str]]:
    """Return the phrases of all languages, and the kinds that each speaks for."""
    kinds: defaultdict[str, set[str]] = defaultdict(set)
    for kind, _, of_language in table_rows(Path(__file__).with_name("no_content.tsv")):
        for phrase in of_language.split("|"):
            kinds[phrase].add(kind)
    return kinds


@cache
def all_phrases(backend: str) -> Phrases:
    return columns.words.Phrases(tuple(kinds_of_phrases()))


def phrases_in(texts: Iterable[str]) -> defaultdict[str, list[str]]:
    """Return by kind the phrases that some plain texts have."""
    joined, found = "\n".join(texts), defaultdict(list)
    for phrase in all_phrases(columns.BACKEND).found_in(joined):
        if is_in(phrase, joined):
            for kind in kinds_of_phrases()[phrase]:
                found[kind].append(phrase)
    return found


def is_in(phrase: str, text: str) -> bool:
    """Tell whether a plain text has a phrase; if that begins with a Latin letter, as a beginning of words.

    >>> is_in("sign in", "please sign in"), is_in("sign in", "design in italy")
    (True, False)
    """
    at = text.find(phrase)
    while at > 0 and phrase[0].isascii() and text[at - 1].isalpha():
        at = text.find(phrase, at + 1)
    return at >= 0


def names(text: str, found: Iterable[str]) -> bool:
    """Tell whether a title or heading is little but one of some phrases.

    >>> names("oops! page not found", ["not found"]), names("what 404 not found means", ["not found"])
    (True, False)
    >>> names("error!", ["error"]), names("error_iter", ["error"])
    (True, False)
    """
    return len(text) <= HEADING_CHARS and any(
        len(phrase) >= least_share(phrase) * len(text) for phrase in found if is_in(phrase, text)
    )


def least_share(phrase: str) -> float:
    """Return the share of a title or heading that a phrase must be; a lone word in ASCII says little."""
    return WORD_SHARE if phrase.isascii() and " " not in phrase else NAMED_SHARE


def is_code(text: str) -> bool:
    """Tell whether a text is the code of an error.

    >>> is_code("error 404"), is_code("404 ways to cook an egg"), is_code("peugeot 404")
    (True, False, False)
    """
    return len(text) <= HEADING_CHARS and _CODE.fullmatch(text) is not None


def named(found: Mapping[str, Collection[str]], texts: Collection[str]) -> set[str]:
    """Return the kinds that one of some plain titles or headings names, by the phrases found in them."""
    kinds = {kind for kind, those in found.items() if those and any(names(text, those) for text in texts)}
    return kinds | {"error"} if any(map(is_code, texts)) else kinds
