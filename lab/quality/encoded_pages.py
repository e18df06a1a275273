"""Pages of translations in the encodings of their language, declared rightly, wrongly or not at all."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html.entities import codepoint2name
from pathlib import Path
from typing import NamedTuple

from lab.data.texts import PARTS, sentences
from lab.training.alphabets import translations, with_tone_apart
from scrapy_content_extract.content.encoding.sniff import codec_of

#: Families of encodings: languages, and labels.  A language has each that can write most of its messages.
FAMILIES = [
    ("Western", "br ca da de en_GB es eu fi fo fr fur ga gl is it nb nl nn oc pt pt_BR sq sv wa",
     "windows-1252 iso-8859-15 macintosh"),
    ("Central Europe", "bs cs hr hu pl ro sk sl sr@latin", "windows-1250 iso-8859-2 iso-8859-16"),
    ("Baltic", "et lt lv", "windows-1257 iso-8859-13 iso-8859-4"),
    ("Turkish", "ku tr", "windows-1254 iso-8859-3"),
    ("Vietnamese", "vi", "windows-1258"),
    ("non-Latin", "ar be bg el fa he mk ru sr th uk ur yi",
     "windows-1251 koi8-r koi8-u ibm866 iso-8859-5 windows-1253 iso-8859-7 windows-1255 iso-8859-8 "
     "windows-1256 iso-8859-6 windows-874 x-mac-cyrillic utf-32"),
    ("CJK", "zh_CN", "gbk"), ("CJK", "zh_TW", "big5"), ("CJK", "ko", "euc-kr"),
    ("CJK", "ja", "shift_jis euc-jp"), ("ISO-2022-JP", "ja", "iso-2022-jp"),
    ("rare", "eo mt", "iso-8859-3"), ("UTF-8", "az hi hy ka kk ta ug", ""),
]  # fmt: skip
LANGUAGES = dict.fromkeys(" ".join(languages for _, languages, _ in FAMILIES).split())
#: Encodings so rare that they count only where nothing is declared.
RARE = frozenset("macintosh iso-8859-3 iso-8859-4 iso-8859-16 x-mac-cyrillic utf-32".split())

RIGHT, NONE, LATIN1, TINY = "right header", "nothing declared", "wrong iso-8859-1", ", tiny"
TWICE, REFERENCES = "UTF-8 twice", "UTF-8 twice, as references"
CUT, FOREIGN = "UTF-8 cut off", "UTF-8 and another encoding"
#: The rows of the table, in order.
ROWS = [
    RIGHT, "right meta", NONE, NONE + TINY, LATIN1, LATIN1 + TINY,
    *dict.fromkeys(f"{LATIN1}, {family}" for family, _, _ in FAMILIES if family not in ("Western", "rare")),
    "wrong utf-8", "wrong gb2312", "wrong header, right meta", "rare, nothing declared",
    CUT, FOREIGN, TWICE, REFERENCES,
]  # fmt: skip

#: Characters that small encodings lack, and what pages write instead.
SPELLED = str.maketrans("’‘“”–ȘșȚțی", "''\"\"-ŞşŢţي", "\u200c") | {ord("…"): "..."}

#: Names that :mod:`.texts` has for languages of catalogues.
MADE = {"zh_CN": "zh-Hans", "en_GB": "en"}


class Kind(NamedTuple):
    family: str
    language: str
    label: str

    @property
    def codec(self) -> str:
        return "gbk" if self.label == "gbk" else codec_of(self.label) or self.label


class Case(NamedTuple):
    """A page, and what has to come out."""

    #: the rows of the table that it counts in
    rows: tuple[str, ...]
    kind: Kind
    header: str
    body: bytes
    text: str


def messages_of(folders: Iterable[Path], most: int = 2_000) -> dict[str, list[str]]:
    """Return up to ``most`` translations of each language in the catalogues below some folders.

    Where there are none, they are sentences of :mod:`.texts`.
    """
    found: dict[str, list[str]] = {}
    for language in LANGUAGES:
        texts = {*translations(folders, language)}
        lines = sorted(t for t in texts if len(t.encode()) >= 20 and not re.search("[<>&\0-\x1f]", t))
        random.Random(0).shuffle(lines)
        if lines:
            found[language] = lines[:most]
    named = {MADE.get(language, language): language for language in LANGUAGES}
    return found or {named[name]: sentences(name, 40_000) for name in PARTS}


def kinds_of(messages: Mapping[str, list[str]]) -> dict[Kind, list[str]]:
    """Return the messages of each language, as pages in each of its encodings write them."""
    found = {}
    kinds = [Kind("UTF-8", language, "utf-8") for language in messages]
    for family, languages, labels in FAMILIES:
        kinds += [Kind(family, language, label) for language in languages.split() for label in labels.split()]
    for kind in kinds:
        of_language = messages.get(kind.language, [])
        lines = [written(text, kind.codec) for text in of_language]
        if 2 * lines.count(None) < sum(not text.isascii() for text in of_language):
            found[kind] = [line for line in lines if line]
    return found


def written(text: str, codec: str) -> str | None:
    """Return a text as pages in an encoding write it, or None if the encoding lacks its characters."""
    if codec == "cp1258":  # it has letters and tone marks, but not every combination
        chars = unicodedata.normalize("NFC", text)
        text = "".join(c if c.encode(codec, "ignore") else with_tone_apart(c) for c in chars)
    ways = (text, text.translate(SPELLED))
    return next((way for way in ways if way.encode(codec, "ignore").decode(codec) == way), None)


def page(lines: list[str], charset: str | None = None) -> str:
    """Return a page of some messages: a title, a menu and paragraphs of two; or a tiny page of one."""
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">\n' if charset else ""
    if len(lines) == 1:
        return f"<html><head>{meta}<title>Page</title></head><body><p>{lines[0]}</p></body></html>\n"
    menu = "".join(f'<li><a href="/page/{n}.html">{line}</a></li>\n' for n, line in enumerate(lines[1:6]))
    text = "".join(f'<p class="text">{" ".join(lines[n : n + 2])}</p>\n' for n in range(6, len(lines), 2))
    return (
        f"<!DOCTYPE html>\n<html>\n<head>\n{meta}<title>{lines[0]}</title>\n"
        f'<link rel="stylesheet" href="/style.css">\n</head>\n<body>\n<ul id="menu">\n{menu}</ul>\n'
        f'<div id="content">\n<h1>{lines[0]}</h1>\n{text}</div>\n</body>\n</html>\n'
    )


def content_type(charset: str | None) -> str:
    return f"text/html; charset={charset}" if charset else "text/html"


def ways(kind: Kind, seed: int) -> Iterator[tuple[tuple[str, ...], str | None, str | None]]:
    """Yield the rows of a page, and the charsets of its header and of its meta."""
    own = kind.label
    if own in RARE:
        yield ("rare, nothing declared",), None, None
        return
    yield (RIGHT,), own, None
    yield ("right meta",), None, own
    yield (NONE,), None, None
    if kind.family != "Western":
        yield (LATIN1, f"{LATIN1}, {kind.family}"), "iso-8859-1", None
    if own != "utf-8":
        yield ("wrong utf-8",), "utf-8", None
        wrong = "utf-8" if kind.family == "Western" or seed % 2 else "iso-8859-1"
        yield ("wrong header, right meta",), wrong, own
    if own != "gbk":
        yield ("wrong gb2312",), "gb2312", None


def cases(kinds: Mapping[Kind, list[str]], pages: int) -> Iterator[Case]:
    """Yield pages of 20 to 60 messages, and tiny ones of one, of each language in each encoding."""
    for kind, messages in kinds.items():
        high = [text for text in messages if not text.isascii()]
        for seed in range(pages if high else 0):
            chosen = random.Random(f"{kind} {seed}")
            lines = chosen.sample(messages, min(len(messages), chosen.randint(20, 60)))
            lines[-1] = one = chosen.choice(high)
            for rows, header, meta in ways(kind, seed):
                texts = {rows: page(lines, meta)}
                if rows[0] in (NONE, LATIN1):
                    texts[rows[0] + TINY,] = page([one])
                for of_rows, text in texts.items():
                    yield Case(of_rows, kind, content_type(header), text.encode(kind.codec), text)
            if kind.label == "utf-8":
                others = [k for k in kinds if k.language == kind.language and k.label not in {*RARE, "utf-8"}]
                foreign = [(line, k.codec) for k in others[:1] for line in chosen.sample(kinds[k], 5)]
                yield from damaged(kind, page(lines), foreign, chosen)


def damaged(kind: Kind, text: str, foreign: list[tuple[str, str]], chosen: random.Random) -> Iterator[Case]:
    """Yield what transfers and programs make of a page in UTF-8."""
    body, header = text.encode(), content_type("utf-8")
    cut = 1 + max(n for n, byte in enumerate(body) if byte >= 0xC2)  # in the last character above ASCII
    declared = content_type(chosen.choice([None, "utf-8", "iso-8859-1"]))
    yield Case((CUT,), kind, declared, body[:cut], body[: cut - 1].decode())
    if foreign:
        added = b"".join(b"<p>%s</p>" % line.encode(codec) for line, codec in foreign)
        true = text + "".join(f"<p>{line}</p>" for line, _ in foreign)
        yield Case((FOREIGN,), kind, header, body + added, true)
    # windows-1252 lacks five bytes: browsers read them as C1 controls
    twice = body.decode(chosen.choice(["cp1252", "latin-1"]), "surrogateescape")
    twice = twice.translate({0xDC00 + byte: byte for byte in range(0x80, 0xA0)})
    yield Case((TWICE,), kind, header, twice.encode(), text)
    named = {n: f"&{name};" for n, name in codepoint2name.items() if n > 0x7F}
    yield Case((REFERENCES,), kind, header, twice.translate(named).encode(), text)


def rightly_declared(kinds: Mapping[Kind, list[str]], samples: int) -> Iterator[Case]:
    """Yield pages of 1 to 30 messages under right headers; half are Western, as servers declare them."""
    chosen = random.Random(0)
    western = [kind for kind in kinds if kind.label == "windows-1252"]
    every = [kind for kind in kinds if kind.label not in RARE]
    for n in range(samples):
        kind = chosen.choice(western if n % 2 else every)
        charset = "iso-8859-1" if kind.label == "windows-1252" else kind.label
        text = page(chosen.sample(kinds[kind], min(len(kinds[kind]), chosen.randint(1, 30))))
        yield Case((RIGHT,), kind, content_type(charset), text.encode(kind.codec), text)


def plain(text: str) -> str:
    """Return a text without what does not count: kinds of line ends, and a character that is cut off."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub("\ufffd+", "\ufffd", lines).rstrip("\ufffd")
