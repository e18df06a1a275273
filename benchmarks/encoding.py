"""How many pages are read right, and what it costs.

``python -m benchmarks.encoding [DATA] [--out DIR]``

Pages of 1, 5 and 50 KB are made of the sentences of :mod:`benchmarks.texts`, put into every
legacy encoding that is in use for their language, and declared rightly, wrongly or not at
all.  A page is read right when its text comes out as it went in, every character of it.
DATA is a folder of labelled pages (see docs/benchmarks.rst): the bytes of its ``zhds`` are
read as they are stored, and the cost on clean UTF-8 pages is measured on its pages.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import lxml.html
from scrapy.http import HtmlResponse

from scrapy_content_extract.content.decode import decode
from scrapy_content_extract.content.detect import by_letters, installed_detector
from scrapy_content_extract.content.fold import is_plain
from scrapy_content_extract.content.labels import codec_of
from scrapy_content_extract.downloadermiddlewares import decode_and_normalize

from .texts import PARTS, sentences

#: language → the labels of the encodings that its pages are in, but for UTF-8
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
#: Encodings that no browser detects, so rare are pages in them that do not say so.
UNDETECTED = frozenset({"hz-gb-2312", "x-mac-cyrillic", "iso-8859-15"})

SIZES = (1_000, 5_000, 50_000)
CJK = ("zh-Hans", "zh-Hant", "ja", "ko")

#: What small encodings lack, and how their pages spell it.
SPELLED = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "\u200c": ""})


@dataclass(frozen=True)
class Case:
    language: str
    #: what the page is in
    encoding: str
    kilobytes: int
    #: "right", "missing" or "wrong", and how
    declared: str
    header: str
    body: bytes
    text: str


def page(language: str, size: int, seed: int, charset: str | None) -> str:
    """Return a page; half of a small one is mark-up, as on the web."""
    lines = sentences(language, size, seed)
    title, *rest = lines
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">\n' if charset else ""
    menu = "".join(
        f'<li><a href="/page/{n}.html">{line[:12]}</a></li>\n' for n, line in enumerate(lines[:5])
    )
    body = "".join(f'<p class="text">{" ".join(rest[n : n + 4])}</p>\n' for n in range(0, len(rest), 4))
    return (
        f"<!DOCTYPE html>\n<html>\n<head>\n{meta}<title>{title}</title>\n"
        f'<link rel="stylesheet" href="/style.css">\n<script>var page = {seed};</script>\n</head>\n'
        f'<body>\n<ul id="menu">\n{menu}</ul>\n<div id="content">\n<h1>{title}</h1>\n{body}'
        "</div>\n</body>\n</html>\n"
    )


def encoded(text: str, encoding: str) -> bytes | None:
    """Return the bytes of a page, None where the encoding cannot hold it."""
    codec = codec_of(encoding) or encoding
    if encoding == "gbk":
        codec = "gbk"
    if codec == "cp1258":  # has letters and tone marks, but not all of them in one
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
    """Spell a Vietnamese letter as windows-1258 can.

    >>> [hex(ord(c)) for c in with_tone_apart("ế")]
    ['0xea', '0x301']
    """
    try:
        char.encode("cp1258")
        return char
    except UnicodeEncodeError:
        *letter, tone = unicodedata.normalize("NFD", char)
        if len(letter) == 2 and tone in "\u0302\u0306\u031b":  # the mark of the letter stands last
            letter[1], tone = tone, letter[1]
        return unicodedata.normalize("NFC", "".join(letter)) + tone


def same(text: str, other: str) -> bool:
    if text == other:
        return True
    text, other = (
        unicodedata.normalize("NFC", t.lstrip("\ufeff").translate(SPELLED)) for t in (text, other)
    )
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


Reader = Callable[[Case], str]


def by_scrapy(case: Case) -> str:
    headers = {"Content-Type": case.header}
    return HtmlResponse("http://example.com/", headers=headers, body=case.body).text


def readers() -> dict[str, Reader]:
    """Return the ways to read a page that are compared."""
    ways: dict[str, Reader] = {"scrapy": by_scrapy}
    if installed_detector() is not by_letters:
        ways["chardetng"] = lambda case: decode(case.body, case.header).text
    ways["by_letters"] = lambda case: decode(case.body, case.header, detector=by_letters).text
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        return ways

    def normalizer(sample: bytes) -> str | None:
        best = from_bytes(sample).best()
        return codec_of(best.encoding) if best else None

    ways["charset-normalizer"] = lambda case: decode(case.body, case.header, detector=normalizer).text
    return ways


def milliseconds(function: Callable[[], object], rounds: int = 5) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        function()
        best = min(best, time.process_time() - start)
    return 1000 * best


#: What is summed up: (name, which declarations, target in per cent or None)
TARGETS: list[tuple[str, Callable[[str], bool], dict[str, float]]] = [
    ("undeclared", lambda d: d == "missing", {"chardetng": 98, "by_letters": 90}),
    ("undeclared, what no browser detects", lambda d: d == "missing, rare", {}),
    ("wrong declaration", lambda d: d.startswith("wrong:"), {"chardetng": 97, "by_letters": 97}),
    ("right declaration", lambda d: d.startswith("right"), {"chardetng": 100, "by_letters": 100}),
    ("wrong CJK family", lambda d: d.startswith("wrong family"), {}),
    ("single bytes under iso-8859-1", lambda d: d.startswith("other wrong"), {}),
]


def compare(seeds: int) -> list[dict[str, object]]:
    """Read every case in every way; print a line for each kind of case."""
    ways = readers()
    rows = []
    for case in cases(seeds):
        row: dict[str, object] = {
            "language": case.language,
            "encoding": case.encoding,
            "KB": case.kilobytes,
            "declared": case.declared,
        }
        for name, read in ways.items():
            start = time.process_time()
            row[name] = same(read(case), case.text)
            row[f"{name} ms"] = 1000 * (time.process_time() - start)
        rows.append(row)
    kinds = defaultdict(list)
    for row in rows:
        kinds[row["language"], row["encoding"], row["declared"]].append(row)
    print(f"{'language':9}{'encoding':16}{'declared':32}{'pages':>5}", end="")
    print("".join(f"{name:>20}" for name in ways), " (right, median ms)")
    for (language, encoding, declared), of_kind in kinds.items():
        print(f"{language:9}{encoding:16}{declared:32}{len(of_kind):5}", end="")
        for name in ways:
            right = sum(bool(row[name]) for row in of_kind)
            print(f"{right:12}{median(row[f'{name} ms'] for row in of_kind):8.2f}", end="")  # type: ignore[type-var]
        print()
    print()
    for name, is_such, targets in TARGETS:
        such = [row for row in rows if is_such(str(row["declared"]))]
        for kb in (None, *(size // 1000 for size in SIZES)):
            chosen = [row for row in such if kb in (None, row["KB"])]
            line = f"{name if kb is None else f'  of them {kb} KB':36}{len(chosen):5} pages"
            for way in ways:
                share = 100 * sum(bool(row[way]) for row in chosen) / len(chosen)
                line += f"  {way} {share:.1f} %"
                if kb is None and way in targets:
                    line += f" (target {targets[way]} %: {'met' if share >= targets[way] else 'MISSED'})"
            print(line)
    return rows


def stored(data: Path) -> None:
    """Read the bytes of the zhds pages as they are stored, without a header."""
    ways = readers()
    bad: dict[str, int] = defaultdict(int)
    agree: dict[str, int] = defaultdict(int)
    paths = sorted((data / "zhds" / "original").glob("*.html.gz"))
    for path in paths:
        body = gzip.decompress(path.read_bytes())
        case = Case("zh", "?", 0, "as stored", "text/html", body, "")
        texts = {name: read(case) for name, read in ways.items()}
        for name, text in texts.items():
            bad[name] += "\ufffd" in text
            agree[name] += same(text, texts["by_letters"])
    print(f"\nzhds, {len(paths)} pages as stored: pages with undecodable characters: {dict(bad)};")
    print(f"  as by_letters reads them: {dict(agree)}")


#: script → the encodings that pages mostly in it, but for ASCII, are put into
OF_SCRIPT = [
    (re.compile("[\u3040-\u30ff]"), "shift_jis euc-jp"),
    (re.compile("[\u4e00-\u9fff]"), "gbk"),
    (re.compile("[\u0400-\u04ff]"), "windows-1251 koi8-r"),
    (re.compile("[^\0-\x7f]"), "windows-1252"),
]
_CHARSET = re.compile(r"""charset\s*=\s*["']?[\w-]+""", re.IGNORECASE)


def reencoded(data: Path, most: int = 400) -> None:
    """Put real pages, as evenly from all of DATA as may be, into legacy encodings."""
    ways = readers()
    right: dict[tuple[str, str], int] = defaultdict(int)
    paths = sorted([*data.rglob("*.html.gz"), *data.rglob("*.html")])
    total: dict[str, int] = defaultdict(int)
    for path in paths[:: max(1, len(paths) // most)]:
        body = path.read_bytes()
        try:
            text = (gzip.decompress(body) if path.suffix == ".gz" else body).decode("utf-8")
        except UnicodeDecodeError:
            continue
        text = _CHARSET.sub("", text).removeprefix("\ufeff")
        other = len(text) - len(text.encode("ascii", "ignore"))
        encodings = next(names for script, names in OF_SCRIPT if 2 * len(script.findall(text)) >= other)
        for encoding in encodings.split():
            codec = "gbk" if encoding == "gbk" else codec_of(encoding) or encoding
            body = text.encode(codec, "xmlcharrefreplace")  # as those pages did
            if len(body.translate(None, bytes(range(128)))) < 20:
                continue
            for declared, charset in (("missing", None), ("right", encoding)):
                header = f"text/html; charset={charset}" if charset else "text/html"
                case = Case("?", encoding, 0, declared, header, body, body.decode(codec))
                total[declared] += 1
                for name, read in ways.items():
                    right[declared, name] += same(read(case), case.text)
    print("\nlabelled pages in legacy encodings")
    for declared, number in total.items():
        shares = (f"{name} {100 * right[declared, name] / number:.1f} %" for name in ways)
        print(f"  {declared}: {number} pages  {'  '.join(shares)}")


def costs(data: Path | None) -> None:
    """Print what the whole step of the middleware costs, as a share of parsing the page."""

    def share(body: bytes, header: str, encoding: str) -> tuple[float, float]:
        response = HtmlResponse("http://example.com/", headers={"Content-Type": header}, body=body)
        parser = lxml.html.HTMLParser(encoding=encoding)
        parsing = milliseconds(lambda: lxml.html.document_fromstring(body, parser=parser))
        return milliseconds(lambda: decode_and_normalize(response, header, None, "auto")), parsing

    texts = {language: page(language, 100_000, 0, "utf-8") for language in ("en", "zh-Hans", "ar", "ru")}
    pages = {f"made, {language}": [text.encode()] for language, text in texts.items()}
    if data:
        paths = sorted([*data.rglob("*.html.gz"), *data.rglob("*.html")])
        found = []
        for path in paths[:: max(1, len(paths) // 150)]:
            body = path.read_bytes()
            body = gzip.decompress(body) if path.suffix == ".gz" else body
            try:
                body.decode("utf-8")
            except UnicodeDecodeError:
                continue
            if body.strip() and is_plain(body):
                found.append(body)
        pages["labelled pages"] = found
    print("\nclean UTF-8, the whole step as a share of lxml's parse (target 0.15)")
    for name, bodies in pages.items():
        times = [share(body, "text/html; charset=utf-8", "utf-8") for body in bodies]
        total = sum(t for t, _ in times) / sum(parsing for _, parsing in times)
        print(f"  {name}: {len(bodies)} pages, {total:.3f}, median {median(t / p for t, p in times):.3f}")
    print("undeclared GBK of 700 KB (target 3)")
    # two different texts of each size cannot be made, so the pages differ in their mark-up only
    text = "".join(page("zh-Hans", 57_000, seed, None) for seed in range(6))
    body = text.encode("gbk")
    took, parsing = share(body, "text/html", "gbk")
    case = Case("zh-Hans", "gbk", 700, "missing", "text/html", body, text)
    scrapy = milliseconds(lambda: by_scrapy(case), 2)
    print(f"  {len(body) / 1000:.0f} KB: {took / parsing:.2f} x the parse")
    print(f"  Scrapy's own reading: {scrapy / parsing:.2f} x the parse")


def main() -> None:
    parser = argparse.ArgumentParser(description="How many pages are read right, and what it costs.")
    parser.add_argument("data", nargs="?", type=Path, help="folder of labelled pages")
    parser.add_argument("--out", type=Path, help="write the cases to encoding.json in this folder")
    parser.add_argument("--seeds", type=int, default=3, help="pages of 1 and 5 KB of each kind")
    options = parser.parse_args()
    rows = compare(options.seeds)
    if options.data:
        stored(options.data)
        reencoded(options.data)
    costs(options.data)
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "encoding.json").write_text(json.dumps(rows, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
