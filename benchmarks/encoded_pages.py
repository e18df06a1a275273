"""Pages in the legacy encodings of their language, declared rightly, wrongly or not at all."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from scrapy_content_extract.content.encoding.sniff import codec_of

from .texts import PARTS, sentences

#: language → the labels of its encodings other than UTF-8
ENCODINGS = {
    "zh-Hans": "gbk gb18030 hz-gb-2312",
    "zh-Hant": "big5 gbk",
    "ja": "shift_jis euc-jp iso-2022-jp",
    "ko": "euc-kr",
    "ru": "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic",
    "uk": "windows-1251 koi8-u iso-8859-5 x-mac-cyrillic",
    "el": "windows-1253 iso-8859-7",
    "tr": "windows-1254",
    "ar": "windows-1256 iso-8859-6",
    "fa": "windows-1256",
    "ug": "gb18030",
    "he": "windows-1255 iso-8859-8",
    "th": "windows-874",
    "vi": "windows-1258",
    "pl": "windows-1250 iso-8859-2",
    "de": "windows-1252 iso-8859-15",
    "fr": "windows-1252 iso-8859-15",
    "en": "windows-1252",
}
#: Encodings that no browser detects: undeclared pages in them are too rare.
UNDETECTED = frozenset({"hz-gb-2312", "x-mac-cyrillic", "iso-8859-15"})

SIZES = (1_000, 5_000, 50_000)
CJK = ("zh-Hans", "zh-Hant", "ja", "ko")

#: Characters that small encodings lack, and what pages write instead.
SPELLED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "\u200c": ""})


@dataclass(frozen=True)
class Case:
    language: str
    #: the encoding of its bytes
    encoding: str
    kilobytes: int
    #: how it is declared: "right", "missing" or "wrong", with details
    declared: str
    header: str
    body: bytes
    text: str


def page(language: str, size: int, seed: int, charset: str | None) -> str:
    """Return a page; half of a small page is mark-up, as on the web."""
    lines = sentences(language, size, seed)
    title, *rest = lines
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">\n' if charset else ""
    menu = "".join(f'<li><a href="/page/{n}.html">{line[:12]}</a></li>\n' for n, line in enumerate(lines[:5]))
    body = "".join(f'<p class="text">{" ".join(rest[n : n + 4])}</p>\n' for n in range(0, len(rest), 4))
    return (
        f"<!DOCTYPE html>\n<html>\n<head>\n{meta}<title>{title}</title>\n"
        f'<link rel="stylesheet" href="/style.css">\n<script>var page = {seed};</script>\n</head>\n'
        f'<body>\n<ul id="menu">\n{menu}</ul>\n<div id="content">\n<h1>{title}</h1>\n{body}'
        "</div>\n</body>\n</html>\n"
    )


def encoded(text: str, encoding: str) -> bytes | None:
    """Return the bytes of a page, or None if the encoding lacks some of its characters."""
    codec = codec_of(encoding) or encoding
    if encoding == "gbk":
        codec = "gbk"
    if codec == "cp1258":  # it has letters and tone marks, but not every combination
        text = unicodedata.normalize("NFC", text)
        text = "".join(with_tone_apart(char) for char in text)
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        text = text.translate(SPELLED)
    try:
        return text.encode(codec)
    except UnicodeEncodeError:
        return None


def with_tone_apart(char: str) -> str:
    """Decompose a Vietnamese letter that windows-1258 lacks into a letter and a tone mark.

    >>> [hex(ord(c)) for c in with_tone_apart("ế")]
    ['0xea', '0x301']
    """
    try:
        char.encode("cp1258")
        return char
    except UnicodeEncodeError:
        *letter, tone = unicodedata.normalize("NFD", char)
        if len(letter) == 2 and tone in "\u0302\u0306\u031b":  # the mark of the letter comes last
            letter[1], tone = tone, letter[1]
        return unicodedata.normalize("NFC", "".join(letter)) + tone


def same(text: str, other: str) -> bool:
    if text == other:
        return True
    text, other = (unicodedata.normalize("NFC", t.lstrip("\ufeff").translate(SPELLED)) for t in (text, other))
    return text == other


def cases(seeds: int) -> Iterator[Case]:
    plain = "text/html"
    for language in PARTS:
        for encoding in ("utf-8", *ENCODINGS[language].split()):
            for size in SIZES:
                for seed in range(seeds if size < 50_000 else 1):
                    # (how it is declared, charset of the header, charset of the meta)
                    ways: list[tuple[str, str | None, str | None]] = [
                        ("right header", encoding, None),
                        ("right meta", None, encoding),
                    ]
                    rare = encoding in UNDETECTED
                    ways.append(("missing, rare" if rare else "missing", None, None))
                    multi_byte = encoding == "utf-8" or (
                        language in CJK and encoding not in ("iso-2022-jp", "hz-gb-2312")
                    )
                    if multi_byte:
                        ways.append(("wrong: iso-8859-1 header", "iso-8859-1", None))
                    if multi_byte and encoding != "utf-8":
                        ways.append(("wrong: utf-8 meta", None, "utf-8"))
                        ways.append(("wrong: utf-8 header", "utf-8", None))
                    if encoding == "utf-8":
                        ways.append(("wrong: gb2312 meta", None, "gb2312"))
                        ways.append(("wrong: gb2312 header", "gb2312", None))
                    if encoding == "big5":
                        ways.append(("wrong family: gb2312 meta", None, "gb2312"))
                    if encoding == "gbk" and language == "zh-Hans":
                        ways.append(("wrong family: big5 meta", None, "big5"))
                    if not multi_byte and language in ("ru", "uk", "el", "ar", "fa", "he", "th"):
                        ways.append(("other wrong: iso-8859-1 header", "iso-8859-1", None))
                    for declared, header, meta in ways:
                        text = page(language, size, seed, meta)
                        body = encoded(text, encoding)
                        if body is None or (body.isascii() and "2" not in encoding):
                            continue
                        content_type = f"{plain}; charset={header}" if header else plain
                        yield Case(language, encoding, size // 1000, declared, content_type, body, text)
