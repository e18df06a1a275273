"""What texts say, by the phrases of ``no_content.tsv``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

#: A phrase names a page if it is at least this share of its title or heading, a single word if it is
#: nearly all, ...
NAMED_SHARE, WORD_SHARE = 0.45, 0.8
#: ... which is no longer than this.
HEADING_CHARS = 80

#: Words that say that a number is the code of an error.
CODE_WORDS = (
    "code http status error erreur errore erro fehler fout fel hata hiba błąd chyba eroare lỗi galat "
    "ошибка помилка σφάλμα خطأ خطا خاتالىق שגיאה त्रुटि 错误 錯誤 エラー 오류"
).split()
#: The code of an error, alone or with such words: "HTTP error 404", but not "Highway 401".
_CODE = re.compile(rf"\W*(?:(?:{'|'.join(CODE_WORDS)})\W*){{0,2}}(?:40[0-9]|410|429|50[0-4])\W*")
_REPLACED = {ord("’"): "'", **{zero + n: str(n) for zero in (0x660, 0x6F0) for n in range(10)}}


def plain(text: str) -> str:
    """Return a text as the phrases are written.

    >>> plain("Page  can’t be found")
    "page can't be found"
    """
    lower = text.lower()
    return " ".join((lower if lower.isascii() else lower.translate(_REPLACED)).split())


@lru_cache(maxsize=2)
def phrases(is_ascii: bool) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of each kind, of all languages: all, or those that a text in ASCII can have."""
    found: dict[str, tuple[str, ...]] = {}
    for row in Path(__file__).with_name("no_content.tsv").read_text("utf-8").splitlines():
        if not row.startswith("#"):
            kind, _, of_language = row.split("\t")
            found.setdefault(kind, ())
            found[kind] += tuple(s for s in of_language.split("|") if s.isascii() or not is_ascii)
    return found


def phrases_in(texts: Iterable[str]) -> dict[str, list[str]]:
    """Return by kind the phrases that some plain texts have."""
    joined = "\n".join(texts)
    return {
        # Most phrases are nowhere in most texts: to ask Python alone takes a fifth of the time.
        kind: [phrase for phrase in of_kind if phrase in joined and is_in(phrase, joined)]
        for kind, of_kind in phrases(joined.isascii()).items()
    }


def is_in(phrase: str, text: str) -> bool:
    """Say whether a plain text has a phrase; if that begins with a Latin letter, as a beginning of words.

    >>> is_in("sign in", "please sign in"), is_in("sign in", "design in italy")
    (True, False)
    """
    at = text.find(phrase)
    while at > 0 and phrase[0].isascii() and text[at - 1].isalpha():
        at = text.find(phrase, at + 1)
    return at >= 0


def names(text: str, found: Iterable[str]) -> bool:
    """Say whether a title or heading is little but one of some phrases.

    >>> names("oops! page not found", ["not found"]), names("what 404 not found means", ["not found"])
    (True, False)
    >>> names("error!", ["error"]), names("error_iter", ["error"])
    (True, False)
    """
    return len(text) <= HEADING_CHARS and any(
        len(phrase) >= least_share(phrase) * len(text) for phrase in found if is_in(phrase, text)
    )


def least_share(phrase: str) -> float:
    """Return how much of a title or heading a phrase must be; a word in ASCII alone says little."""
    return WORD_SHARE if phrase.isascii() and " " not in phrase else NAMED_SHARE


def is_code(text: str) -> bool:
    """Say whether a text is the code of an error.

    >>> is_code("error 404"), is_code("404 ways to cook an egg"), is_code("peugeot 404")
    (True, False, False)
    """
    return len(text) <= HEADING_CHARS and _CODE.fullmatch(text) is not None


def named(found: Mapping[str, Collection[str]], texts: Collection[str]) -> set[str]:
    """Return the kinds that one of some plain titles or headings names, by the phrases found in them."""
    kinds = {kind for kind, those in found.items() if those and any(names(text, those) for text in texts)}
    return kinds | {"error"} if any(map(is_code, texts)) else kinds
