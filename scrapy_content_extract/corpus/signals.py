"""Signals of the quality of a text, by which filters for training choose.

Gopher: Rae et al., "Scaling Language Models: Methods, Analysis & Insights from Training Gopher", 2021,
the lists of appendix A.  C4: Raffel et al., "Exploring the Limits of Transfer Learning", 2020.

datatrove's filters GopherQuality, GopherRepetition and FineWebQuality define them so, except that white space
separates words here: datatrove has a library for each language.
"""

from __future__ import annotations

import re

#: The signals → what they are.
SIGNALS: dict[str, str] = {
    "words": "words with more than punctuation",
    "word_length": "their mean length in characters",
    "symbol_ratio": "hash signs, or ellipses, whichever are more, for each word",
    "alpha_ratio": "the share of words with a letter",
    "stop_words": "how many of eight frequent English words the text has",
    "ended_lines": "the share of lines that end with a mark that ends sentences",
    "bullet_lines": "the share of lines that begin with a bullet",
    "ellipsis_lines": "the share of lines that end with an ellipsis",
    "repeated_lines": "the share of lines that came before",
    "repeated_chars": "the share of characters in such lines",
}
#: The signals that are whole numbers; all others are shares, or means.
COUNTS = ("words", "stop_words")
STOP_WORDS = frozenset("the be to of and that have with".split())
#: Marks that end sentences: Unicode's property Sentence_Terminal, of the Basic Multilingual Plane.
ENDS = (
    "!.?\u0589\u061d\u061e\u061f\u06d4\u0700\u0701\u0702\u07f9\u0837\u0839\u083d\u083e\u0964\u0965\u104a\u104b"
    "\u1362\u1367\u1368\u166e\u1735\u1736\u17d4\u17d5\u17d6\u17d9\u17da\u1803\u1809\u1944\u1945\u1aa8\u1aa9"
    "\u1aaa\u1aab\u1b5a\u1b5b\u1b5e\u1b5f\u1b7d\u1b7e\u1c3b\u1c3c\u1c7e\u1c7f\u203c\u203d\u2047\u2048\u2049"
    "\u2e2e\u2e3c\u2e53\u2e54\u3002\ua4ff\ua60e\ua60f\ua6f3\ua6f7\ua876\ua877\ua8ce\ua8cf\ua92f\ua9c8\ua9c9"
    "\uaa5d\uaa5e\uaa5f\uaaf0\uaaf1\uabeb\ufe52\ufe56\ufe57\uff01\uff0e\uff1f\uff61"
)
#: A word of these alone does not count.
PUNCTUATION = ENDS + "/—”:％１〈&(、━\\【#%「」，】；+^]~“《„';’{|∶´[=-`*（–：$～«〉,><》)）…@_\"}►»"
_ENDS = frozenset(ENDS)
_LINES = re.compile(r"\n+")


def signals_of(text: str) -> dict[str, float | None]:
    """Return SIGNALS of a text; of one without words, only their number.

    >>> found = signals_of("It rains.\\nIt rains.\\n# and more ...")
    >>> found["words"], found["ended_lines"], found["repeated_lines"], found["symbol_ratio"]
    (6, 1.0, 0.3333, 0.125)
    """
    words = text.split()
    # most words begin with a letter
    unlettered = [word for word in words if not (word[0].isalpha() or any(map(str.isalpha, word)))]
    unspoken = [word for word in unlettered if not word.strip(PUNCTUATION)]
    spoken = len(words) - len(unspoken)
    if not spoken:
        return {**dict.fromkeys(SIGNALS), "words": 0}
    chars = sum(map(len, words)) - sum(map(len, unspoken))
    ellipses = text.count("...") + text.count("…")
    return {
        "words": spoken,
        "word_length": round(chars / spoken, 2),
        "symbol_ratio": round(max(text.count("#"), ellipses) / len(words), 4),
        "alpha_ratio": round(1 - len(unlettered) / len(words), 4),
        "stop_words": len(STOP_WORDS.intersection(words)),
        **of_lines(text),
    }


def of_lines(text: str) -> dict[str, float]:
    lines = [line for line in _LINES.split(text) if line.strip()]
    seen: set[str] = set()
    repeated = [line for line in lines if line in seen or seen.add(line)]  # type: ignore[func-returns-value]
    counts = {
        "ended_lines": sum(line[-1] in _ENDS for line in lines),
        "bullet_lines": sum(line.lstrip().startswith(("•", "-")) for line in lines),
        "ellipsis_lines": sum(line.rstrip().endswith(("...", "…")) for line in lines),
        "repeated_lines": len(repeated),
    }
    shares = {name: round(number / len(lines), 4) for name, number in counts.items()}
    return {**shares, "repeated_chars": round(sum(map(len, repeated)) / len(text), 4)}
