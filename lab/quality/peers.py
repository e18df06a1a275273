"""Other extractors, which run on the same pages.  All of them are optional.

Each is called as its documentation says.  Where a peer returns HTML, this package turns it into text; that
time counts as the peer's.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from scrapy_content_extract import segment

#: A page in UTF-8 and its URL → the main text.
Function = Callable[[bytes, str], str]


class Peer(NamedTuple):
    #: the package to install; "" for none
    package: str
    #: imports the package and returns its function; of the peers here, a Function
    load: Callable[[], Callable[[bytes, str], Any]]

    def installed(self) -> str | None:
        return version_of(self.package)


def version_of(package: str) -> str | None:
    """Return the version of a package that is installed, or None; "" for none."""
    try:
        return version(package) if package else ""
    except PackageNotFoundError:
        return None


def text_of(html: bytes | str) -> str:
    return "\n".join(block.text for block in segment(html, segmenter="flat").blocks)


def whole_page() -> Function:
    return lambda html, url: text_of(html)


def trafilatura(**options: bool) -> Function:
    from trafilatura import extract

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    return lambda html, url: extract(html, url=url or None, **options) or ""


def readability_lxml() -> Function:
    from readability import Document

    logging.getLogger("readability").setLevel(logging.CRITICAL)
    return lambda html, url: text_of(Document(html.decode()).summary(html_partial=True))


def resiliparse() -> Function:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: extract_plain_text(html.decode(), main_content=True)


def turbohtml() -> Function:
    from turbohtml import parse

    return lambda html, url: parse(html.decode()).main_text()


def html_text() -> Function:
    from html_text import extract_text

    return lambda html, url: extract_text(html.decode())


def justext() -> Function:
    from justext import get_stoplist
    from justext import justext as paragraphs_of

    english = get_stoplist("English")
    han = re.compile("[\u4e00-\u9fff]")

    def extract(html: bytes, url: str) -> str:
        # There is no stop list for Chinese; its documentation uses these zeros for such languages.  A
        # Chinese character carries as much as three letters, so the lengths are divided by three.
        chinese = len(han.findall(html.decode())) > 200
        options = {}
        if chinese:
            options = {"stopwords_low": 0, "stopwords_high": 0, "length_low": 23, "length_high": 67}
        paragraphs = paragraphs_of(html, frozenset() if chinese else english, encoding="utf-8", **options)
        return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)

    return extract


def boilerpy3() -> Function:
    from boilerpy3.extractors import ArticleExtractor

    logging.getLogger("boilerpy3").setLevel(logging.CRITICAL)
    extractor = ArticleExtractor()
    return lambda html, url: extractor.get_content(html.decode())


def magic_html() -> Function:
    from magic_html import GeneralExtractor

    extractor = GeneralExtractor()
    return lambda html, url: text_of(extractor.extract(html.decode(), base_url=url).get("html") or "")


#: The peers by name.  "whole-page" takes every text of the page, which is the baseline.
PEERS: dict[str, Peer] = {
    "whole-page": Peer("", whole_page),
    "trafilatura": Peer("trafilatura", trafilatura),
    "trafilatura-no-comments": Peer("trafilatura", partial(trafilatura, include_comments=False)),
    "trafilatura-fast": Peer("trafilatura", partial(trafilatura, fast=True)),
    "trafilatura-precision": Peer("trafilatura", partial(trafilatura, favor_precision=True)),
    "readability-lxml": Peer("readability-lxml", readability_lxml),
    "resiliparse": Peer("resiliparse", resiliparse),
    "turbohtml": Peer("turbohtml", turbohtml),
    "html-text": Peer("html-text", html_text),
    "justext": Peer("justext", justext),
    "boilerpy3": Peer("boilerpy3", boilerpy3),
    "magic-html": Peer("magic-html", magic_html),
}
