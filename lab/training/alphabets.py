"""Count the letters of languages in translations: ``python -m lab.training.alphabets FOLDER...``.

The folders hold message catalogues, ``de/LC_MESSAGES/some.mo`` somewhere below.  ``alphabets.tsv``, which
``content/encoding/detect.py`` reads, is made of Debian 12's packages cinnamon-l10n, kdevelop-l10n, kile-l10n,
krita-l10n, libgtk-3-common, libglib2.0-data and iso-codes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from gettext import GNUTranslations
from pathlib import Path
from unicodedata import category, normalize

from lab.options import parser_of
from scrapy_content_extract.content.encoding import detect

TABLE = Path(detect.__file__).with_name("alphabets.tsv")
HEADER = """\
# Language, its single-byte codecs, the most frequent first, and its letters beyond ASCII, each with how many
# of a thousand such letters it is (lab/training/alphabets.py).
"""

WESTERN = "cp1252 iso8859-15 mac-roman"
CENTRAL = "cp1250 iso8859-2"
BALTIC = "cp1257 iso8859-13 iso8859-4"
CYRILLIC = "cp1251 {}iso8859-5 mac-cyrillic"
#: The codecs of each language, the most frequent first.
CODECS = {
    **dict.fromkeys("de fr es pt it nl sv da is fi ca ga sq fo fur gd oc br wa".split(), WESTERN),
    **dict.fromkeys("fy cy csb".split(), "cp1252"),
    **dict.fromkeys("cs sk".split(), CENTRAL),
    **dict.fromkeys("pl sl hu hr ro".split(), f"{CENTRAL} iso8859-16"),
    "tr": "cp1254 iso8859-3 cp1252",  # with references for what the last one lacks
    "ku": "cp1254",
    **dict.fromkeys("lt lv".split(), BALTIC),
    "et": "cp1257 iso8859-13 iso8859-15 cp1252 iso8859-4",
    "vi": "cp1258",
    **dict.fromkeys("eo mt".split(), "iso8859-3"),
    **dict.fromkeys("ru bg".split(), CYRILLIC.format("koi8-r cp866 ")),
    "uk": CYRILLIC.format("koi8-u cp866 "),
    "be": CYRILLIC.format("koi8-u "),
    **dict.fromkeys("mk sr".split(), CYRILLIC.format("")),
    "el": "cp1253 iso8859-7",
    "ar": "cp1256 iso8859-6",
    **dict.fromkeys("fa ur".split(), "cp1256"),
    "he": "cp1255 iso8859-8",
    "yi": "cp1255",
    "th": "cp874",
}
#: Set by hand: English has signs between letters, which are letters in other encodings, and borrowed words.
ENGLISH = f"en\t{WESTERN}\t’600—200é60‘60–40…40´40”20“20ñ10ï10ü10ö10ç10\xad100\n"
#: What the encodings of a language lack, and have instead.
SPELLED = {
    "fa": str.maketrans("یھہ", "يهه"),
    "ur": str.maketrans("یھہ", "يهه"),
    "ro": str.maketrans("șțȘȚ", "şţŞŢ"),
}
#: The letters of a language whose translations have many foreign names.
OWN = {"nl": "ëéïóöüè", "cy": "âôŵïáëŷîöêû", "br": "ñùêéâü"}
#: Rarer letters are left out.
LEAST = 1


def translations(folders: Iterable[Path], language: str) -> Iterator[str]:
    """Yield the translations in every ``LANGUAGE/LC_MESSAGES/*.mo`` below some folders, by file."""
    for folder in folders:
        for path in sorted(folder.rglob(f"{language}/LC_MESSAGES/*.mo")):
            try:
                with path.open("rb") as file:
                    catalogue = vars(GNUTranslations(file))["_catalog"]  # gettext only looks up
            except UnicodeDecodeError:  # its header names another encoding than its texts have
                continue
            yield from (text for original, text in catalogue.items() if original and text != original)


def letters(language: str, text: str) -> dict[str, int]:
    """Return the letters beyond ASCII, and of a thousand how many each is, the most frequent first."""
    text = normalize("NFC", text).translate(SPELLED.get(language, {}))
    if language == "vi":  # windows-1258 has letters and tone marks, each by itself
        text = "".join(map(with_tone_apart, text))
    lower = (char.lower() if len(char.lower()) == 1 else char for char in text)
    counts = Counter(c for c in lower if not c.isascii() and category(c)[0] in "LM")
    total = sum(counts.values())
    of_thousand = {char: round(1000 * n / total) for char, n in counts.most_common()}
    found = {c: n for c, n in of_thousand.items() if n >= LEAST and c in OWN.get(language, c)}
    if language == "ro":  # with commas in iso-8859-16 only
        found |= {"ș": found["ş"], "ț": found["ţ"]}
    return found


def with_tone_apart(char: str) -> str:
    """Decompose a Vietnamese letter into a letter and a tone mark.

    >>> [hex(ord(c)) for c in with_tone_apart("ế")]
    ['0xea', '0x301']
    """
    base, *marks = normalize("NFD", char)
    tones = [mark for mark in marks if mark not in "\u0302\u0306\u031b"]
    return normalize("NFC", base + "".join(mark for mark in marks if mark not in tones)) + "".join(tones)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.training.alphabets",
        "Count the letters of languages in translations.",
        "python -m lab.training.alphabets /usr/share/locale",
    )
    parser.add_argument(
        "folders", type=Path, nargs="+", help="folders with catalogues, de/LC_MESSAGES/some.mo"
    )
    folders = parser.parse_args(argv).folders
    rows = []
    for language, codecs in CODECS.items():
        found = letters(language, " ".join(translations(folders, language)))
        if not found:
            parser.error(f"no catalogue in {', '.join(map(str, folders))} has a letter of {language!r}")
        rows.append(f"{language}\t{codecs}\t{''.join(f'{char}{n}' for char, n in found.items())}\n")
    TABLE.write_text(HEADER + ENGLISH + "".join(rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
