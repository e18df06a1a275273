"""How many pages are decoded exactly?  ``python -m lab.quality.encoding [DATA]``.

Pages are made of translations: ``--catalogues`` takes any folders with ``LANGUAGE/LC_MESSAGES/*.mo``.  For
docs/encoding.rst these are from Debian packages (unpack with ``dpkg-deb -x``) that ``alphabets.tsv`` was not
made from: inkscape, gimp-data, libktorrent-l10n, aptitude-common.  Without catalogues, pages are made of the
sentences of :mod:`lab.data.texts`.

Rightly declared pages that are read otherwise are listed: the repair is false, unless the page was damaged
before.  Those of DATA are read as they are, and in an encoding of their script.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import mean

import lxml.html
from scrapy.http import HtmlResponse
from w3lib.encoding import html_to_unicode

from lab.data.pages import files_below, read_page, spread
from lab.options import add_data, add_shared, announce, parser_of
from lab.reports import say, table, write
from lab.serving import serving
from scrapy_content_extract.content.encoding.decode import decode, is_utf8
from scrapy_content_extract.content.encoding.detect import Detector, by_letters, installed_detector
from scrapy_content_extract.content.encoding.sniff import codec_of, declared_in
from scrapy_content_extract.crawl.browser import CHROMIUM

from . import encoded_pages as made
from .encoded_pages import RIGHT, ROWS, Case, Kind, content_type, plain
from .peers import version_of

#: The bytes of a page and its Content-Type → its text.
Reader = Callable[[bytes, str], str]
#: A page, and which readers give its exact text.
Answers = tuple[Case, dict[str, bool]]


def ours(detector: Detector | None = None) -> Reader:
    return lambda body, header: decode(body, header, detector=detector).text


def scrapy(body: bytes, header: str) -> str:
    return HtmlResponse("http://example.com/", headers={"Content-Type": header}, body=body).text


def guessed(guess: Callable[[bytes], str | None]) -> Reader:
    """Return a reader for a detector, which sees the bytes alone."""

    def read(body: bytes, header: str) -> str:
        label = guess(body) or "windows-1252"
        return body.decode(codec_of(label) or label, "replace")

    return read


def chardetng(body: bytes) -> str:
    detector = import_module("chardetng_py").EncodingDetector()
    detector.feed(body, last=True)
    return str(detector.guess(tld=None, allow_utf8=True))


def resiliparse(body: bytes) -> str:
    return str(import_module("resiliparse.parse.encoding").detect_encoding(body))


def detected(module: str, body: bytes) -> str | None:
    label: str | None = import_module(module).detect(body)["encoding"]
    return label


def ftfy(body: bytes, header: str) -> str:
    fix_text = import_module("ftfy").fix_text
    others = {"uncurl_quotes": False, "fix_latin_ligatures": False, "normalization": None}
    return str(fix_text(scrapy(body, header), unescape_html=True, **others))


#: The columns: the package, and the reader.  ftfy repairs what was decoded wrongly: pages encoded twice.
READERS: dict[str, tuple[str, Reader]] = {
    "with detect": ("chardetng-py", ours()),
    "without": ("", ours(by_letters)),
    "Scrapy": ("", scrapy),
    "w3lib": ("", lambda body, header: html_to_unicode(header, body)[1]),
    "chardetng": ("chardetng-py", guessed(chardetng)),
    "resiliparse": ("resiliparse", guessed(resiliparse)),
    "charset-normalizer": ("charset-normalizer", guessed(partial(detected, "charset_normalizer"))),
    "chardet": ("chardet", guessed(partial(detected, "chardet"))),
    "ftfy": ("ftfy", ftfy),
}
#: How many pages of a row Chromium shows.
SHOWN = 20


def installed() -> dict[str, Reader]:
    """Return the readers that are installed; print their versions, and which are not."""
    versions = {package: version_of(package) for package, _ in READERS.values()}
    print(", ".join(f"{name} {version or 'is not installed'}" for name, version in versions.items() if name))
    return {name: read for name, (package, read) in READERS.items() if versions[package] is not None}


def compare(case: Case, readers: Mapping[str, Reader]) -> dict[str, bool]:
    """Tell of each reader whether it gives the exact text of a page."""
    right = plain(case.text)
    asked = [name for name in readers if name != "ftfy" or case.rows[0] in (made.TWICE, made.REFERENCES)]
    return {name: plain(readers[name](case.body, case.header)) == right for name in asked}


def in_chromium(found: Sequence[Answers]) -> None:
    """Add whether Chromium shows the text of some pages of each row."""
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if browser is None:
        say("Chromium is left out: it is not installed.")
        return
    command = (browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom")
    of_row = [spread([one for one in found if row in one[0].rows], SHOWN) for row in ROWS]
    chosen = list({id(case): (case, right) for some in of_row for case, right in some}.values())
    served = {f"/{n}": ({"Content-Type": case.header}, case.body) for n, (case, _) in enumerate(chosen)}
    with serving(partial(answer, served)) as url:
        for n, (case, right) in enumerate(chosen):
            done = subprocess.run(
                [*command, f"{url}/{n}"], capture_output=True, text=True, check=True, timeout=300
            )
            right["Chromium"] = words(done.stdout) == words(case.text)


def answer(served: Mapping[str, tuple[dict[str, str], bytes]], path: str) -> tuple[dict[str, str], bytes]:
    return served.get(path, ({}, b""))


def words(html: str) -> list[str]:
    parser = lxml.html.HTMLParser(encoding="utf-8")
    return plain(lxml.html.document_fromstring(html.encode(), parser=parser).text_content()).split()


def table_of(found: Sequence[Answers]) -> str:
    """Return the share of each row's pages that each reader decodes exactly, in per cent."""
    names = [name for name in (*READERS, "Chromium") if any(name in right for _, right in found)]
    body = []
    for row in ROWS:
        of_row = [right for case, right in found if row in case.rows]
        asked = [[right[name] for right in of_row if name in right] for name in names]
        shares = [f"{100 * mean(rights):.1f}" if rights else "" for rights in asked]
        body.append([row, str(len(of_row)), *shares])
    return table(["pages", "n", *names], body)


def misread(case: Case) -> str:
    """Return a line for a page that either way of ours reads as it was not written, or ""."""
    for detector in (installed_detector(), by_letters):
        decoded = decode(case.body, case.header, detector=detector)
        if plain(decoded.text) != plain(case.text):
            page = f"{' '.join(case.kind)}, {len(case.body):,} bytes, {case.header}"
            return f"  {page}: {decoded.encoding} by {decoded.source}, {detector.__name__}\n"
    return ""


def false_repairs(pages: Iterable[Case]) -> str:
    found = [misread(case) for case in pages]
    count = sum(map(bool, found))
    return f"Read otherwise of {len(found)} rightly declared pages: {count}\n" + "".join(found)


_CHARSET = re.compile(r"""charset\s*=\s*["']?[\w-]+""", re.IGNORECASE)
#: What saved pages are encoded in, and how that is declared, where most of their letters are these.
OF_SCRIPT = {"windows-1251": "[\u0400-\u04ff]", "gbk": "[\u4e00-\u9fff]", "windows-1252": "[^\0-\x7f]"}


def saved(files: Iterable[Path]) -> Iterator[Case]:
    """Yield saved pages as they declare themselves, and in an encoding of their script."""
    for file in files:
        body = read_page(file)
        try:
            text = body.decode("utf-8" if is_utf8(body) else declared_in(body) or "utf-8")
        except UnicodeDecodeError:
            continue
        yield Case((RIGHT,), Kind("saved", file.name, "as it is"), "text/html", body, text)
        text = _CHARSET.sub("", text)
        high = len(text) - len(text.encode("ascii", "ignore"))
        label = next(name for name, script in OF_SCRIPT.items() if 2 * len(re.findall(script, text)) >= high)
        kind = Kind("saved", file.name, label)
        body = text.encode(kind.codec, "xmlcharrefreplace")  # as such pages do
        if not body.isascii():
            yield Case((RIGHT,), kind, content_type(label), body, body.decode(kind.codec))


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.encoding",
        "Count the pages that are decoded exactly, and the false repairs.",
        "python -m lab.quality.encoding DATA --catalogues /usr/share/locale --chromium --out results",
    )
    add_data(parser, "saved pages; without one all are made")
    usual = [Path("/usr/share/locale")]
    parser.add_argument("--catalogues", type=Path, nargs="+", default=usual, metavar="FOLDER")
    parser.add_argument("--samples", type=int, default=15_000, metavar="N", help="rightly declared pages")
    parser.add_argument("--chromium", action="store_true", help=f"show it {SHOWN} pages of each row")
    add_shared(parser, pages=5, out=None)
    options = parser.parse_args(argv)
    kinds = made.kinds_of(made.messages_of(options.catalogues))
    print(f"{announce()}; {len({kind.language for kind in kinds})} languages")
    readers = installed()
    found = [(case, compare(case, readers)) for case in made.cases(kinds, options.pages)]
    if options.chromium:
        in_chromium(found)
    texts = [table_of(found), false_repairs(made.rightly_declared(kinds, options.samples))]
    if options.data:
        texts.append(false_repairs(saved(files_below(Path(options.data)))))
    print("\n".join(texts))
    if options.out:
        rows = [{"rows": case.rows, **case.kind._asdict(), **right} for case, right in found]
        write(options.out, "encoding", {"pages": rows}, texts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
