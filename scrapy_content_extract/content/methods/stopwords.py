"""Stop-word lists, and the choice of a list for a text.

``stopwords.tsv`` has a line for each language, written by ``lab/data/make_stopwords.py`` from published
packages; ``LICENSE.stopwords`` has their licences.  A list is read when it is first needed.

:func:`stop_list_for` looks at evenly taken samples of :data:`LETTER_SAMPLE` and
:data:`WORD_SAMPLE` characters.  The script with most letters determines the candidate languages.
Of these the winner has the greatest

    sum of 1/m over the sample's words in the list, divided by log(length of the list + 10)

where m is the number of languages that have the word.  So the words of one language count most,
and a long list has no advantage over a short one.  Of equals the first code in the alphabet wins.
This finds the language of every version of the Universal Declaration of Human Rights in one of the
languages and its script; the plain number of words takes Afrikaans for Dutch.  If at most
:data:`LEAST_SHARE` of the words are in the winner's list, the text is in another language of that
script or not prose, and no list is returned.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from pathlib import Path

from ..core.words_py import parts
from ..model import table_rows

#: Languages written without spaces between words; their stop words are searched for inside the
#: text.  Korean is not one of them: it has spaces between phrases, and single syllables among its
#: stop words would be found in every menu.  Vietnamese has spaces between syllables.
WITHOUT_SPACES = frozenset({"ja", "th", "zh"})

#: The letters of each script in modern use, and the languages written in it; common scripts first.
#: https://www.unicode.org/Public/UCD/latest/ucd/Scripts.txt
SCRIPTS: dict[str, tuple[str, str]] = {
    "Latin": (
        "A-Za-zªºÀ-ÖØ-öø-ʸᴀ-ᵥᵫ-ᵷᵹ-ᶾḀ-ỿⱠ-ⱿꜢ-ꟊ\ufb00-\ufb06Ａ-Ｚａ-ｚ",
        "af br ca cs da de en eo es et eu fi fr ga gl ha hr hu id it la lt lv ms nl no pl pt "
        "ro sk sl so st sv sw tl tr vi yo",
    ),
    "Han": ("々〆〇㐀-䶿一-鿿\uf900-\ufaff𠀀-𲎯", "zh"),
    "kana": ("ぁ-ゖゝ-ゟァ-ヺー-ヿㇰ-ㇿ\uff66-\uff9d", "ja"),
    "Cyrillic": ("Ѐ-ҁҊ-ԯᲀ-ᲈꙀ-ꙮ", "bg ru uk"),
    "Arabic": ("ؠ-يٮ-ۓەۥۦۮۯۺ-ۼݐ-ݿࢠ-ࣇ\ufb50-\ufdff\ufe70-\ufefc", "ar fa ku ug ur"),
    "Hangul": ("ᄀ-ᇿㄱ-ㆎꥠ-ꥼ가-힣ힰ-ퟻ", "ko"),
    "Greek": ("Ͱ-ϡϰ-Ͽἀ-ῼ", "el"),
    "Thai": ("ก-ะาำเ-ๆ", "th"),
    "Hebrew": ("א-ײ\ufb1d-\ufb4f", "he"),
    "Devanagari": ("\u0904-\u0939\u093d\u0950\u0958-\u0961\u0971-\u097f", "hi mr"),
    "Bengali": ("\u0980-\u09b9\u09bd\u09ce\u09dc-\u09e1\u09f0\u09f1", "bn"),
    "Gujarati": ("\u0a85-\u0ab9\u0abd\u0ad0\u0ae0\u0ae1", "gu"),
    "Armenian": ("Ա-Ֆՙա-և", "hy"),
}

#: The languages with a list, by ISO 639-1 code.  "ku" is Central Kurdish (Sorani).
LANGUAGES: tuple[str, ...] = tuple(sorted(" ".join(codes for _, codes in SCRIPTS.values()).split()))

#: One character of these scripts says as much as this many Latin letters: the Universal
#: Declaration of Human Rights is 3.5, 2.3, 2.6 times shorter in Chinese, Japanese, Korean.
LETTERS_PER_CHARACTER = {"Han": 3, "kana": 2, "Hangul": 2}

#: Japanese is Han with at least this share of kana.  Japanese prose has half or more, a Chinese
#: page an occasional の.
KANA_SHARE = 0.1

#: The size of the sample, in characters, that determines the script ...
LETTER_SAMPLE = 1000
#: ... and of the one that determines the language; 3,000 confuse related languages.
WORD_SAMPLE = 4000
#: A sample is this many pieces at equal distances, the first at the start, the last at the end.
PIECES = 8

#: The least share of a sample's words in the list of its language, if several languages with a list share
#: the script.  The Declaration has at least .1 in each language with a list, and less than .05 in Kazakh,
#: Kyrgyz and Tajik, which have none.
LEAST_SHARE = 0.05

WORDS = re.compile(r"\w+")
LETTERS = re.compile(r"[^\W\d_]+")
OF_SCRIPT = {script: re.compile(f"[{letters}]+") for script, (letters, _) in SCRIPTS.items()}
WRITTEN_IN = {script: frozenset(codes.split()) for script, (_, codes) in SCRIPTS.items()}


@dataclass(frozen=True)
class StopList:
    """The stop words of a language, in lower case and in Unicode's form NFC."""

    language: str
    words: frozenset[str]

    def found_in(self, text: str) -> bool:
        """Tell whether a text contains a stop word.

        Words are what stands between white space.  So "the," is not a stop word, but prose has others.
        """
        if self.language not in WITHOUT_SPACES:
            return not all(self.words.isdisjoint(part.lower().split()) for part in parts(text))
        return not self.characters.isdisjoint(text) or any(word in text for word in self.longer)

    def found_in_each(self, texts: Iterable[str], left_out: Iterable[bool | int]) -> bytes:
        """Return for each text 1 if it contains a stop word and is not left out, else 0."""
        return bytes(not is_out and self.found_in(text) for text, is_out in zip(texts, left_out))

    @cached_property
    def characters(self) -> frozenset[str]:
        return frozenset(word for word in self.words if len(word) == 1)

    @cached_property
    def longer(self) -> list[str]:
        """The longer words in which none of the characters stands."""
        return [word for word in self.words - self.characters if self.characters.isdisjoint(word)]


@cache
def load(language: str) -> StopList:
    """Return the stop list of a language.  Raises ValueError for a language without one."""
    if language not in LANGUAGES:
        raise ValueError(
            f"language is {language!r}, but there are stop words only for: {', '.join(LANGUAGES)}. "
            f"Give one of these codes; pages in other languages need no list."
        )
    lists = dict(table_rows(Path(__file__).with_name("stopwords.tsv")))
    return StopList(language, frozenset(lists[language].split()))


def stop_list_for(text: str, languages: Sequence[str] = LANGUAGES) -> StopList | None:
    """Return the stop list for the language of a text, or None if none fits.

    >>> stop_list_for("The cat that sat on the mat").language
    'en'
    >>> stop_list_for("Tel. 123") is None
    True
    """
    script = main_script(sample(text, LETTER_SAMPLE))
    if script is None:
        return None
    part = sample(text, WORD_SAMPLE)
    fitting = WRITTEN_IN[script].intersection(languages)
    if fitting <= WITHOUT_SPACES:
        lists = map(load, sorted(fitting))
        return next((stop_list for stop_list in lists if stop_list.found_in(part)), None)
    words = part.lower().split()
    counts = Counter(filter(None, map(languages_of_words().get, words)))
    weights: defaultdict[str, float] = defaultdict(float)  # sums of 1/m
    for codes, n in counts.items():
        for code in codes:
            weights[code] += n / len(codes)
    best = max(sorted(fitting), key=lambda code: weights[code] / log(len(load(code).words) + 10))
    hits = sum(n for codes, n in counts.items() if best in codes)
    least = LEAST_SHARE * len(words) if len(WRITTEN_IN[script]) > 1 else 0
    return load(best) if hits > least else None


def sample(text: str, size: int) -> str:
    """Return at most ``size`` characters of a text, in evenly distributed pieces.

    >>> sample("0123456789" * 10, 24)
    '01 45 89 23 67 01 45 89'
    """
    if len(text) <= size:
        return text
    length = size // PIECES - 1  # and a space
    last = len(text) - length
    starts = (last * k // (PIECES - 1) for k in range(PIECES))
    return " ".join(text[start : start + length] for start in starts)


def main_script(text: str) -> str | None:
    """Return the main script of a text, or None if it is not one of SCRIPTS.

    >>> main_script("日本の首都は東京です"), main_script("The word 日本 is Japanese")
    ('kana', 'Latin')
    """
    letters = "".join(WORDS.findall(text))
    amount: dict[str, int] = {}
    for script, of_script in OF_SCRIPT.items():
        others = of_script.sub("", letters)
        amount[script] = (len(letters) - len(others)) * LETTERS_PER_CHARACTER.get(script, 1)
        letters = others
    kana = amount.pop("kana")
    amount["Han"] += kana
    best = max(amount, key=amount.__getitem__)
    if amount[best] <= len("".join(LETTERS.findall(letters))):
        return None
    return "kana" if best == "Han" and kana >= KANA_SHARE * amount["Han"] else best


@cache
def languages_of_words() -> dict[str, tuple[str, ...]]:
    """Return the languages of each stop word, but for languages written without spaces."""
    languages: dict[str, tuple[str, ...]] = {}
    for code in LANGUAGES:
        if code not in WITHOUT_SPACES:
            for word in load(code).words:
                languages[word] = (*languages.get(word, ()), code)
    return languages
