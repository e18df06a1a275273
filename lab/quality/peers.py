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


def version_of(package: str) -> str | None:
    """Return the version of a package that is installed, or None; "" for none."""
    try:
        return version(package) if package else ""
    except PackageNotFoundError:
        return None


def text_of(html: bytes | str) -> str:
    return "\n".join(block.text for block in segment(html, segmenter="flat").blocks)


def trafilatura(**options: Any) -> Function:
    from trafilatura import extract

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    return lambda html, url: extract(html, url=url or None, **options) or ""


def readability_lxml(written: Callable[[str], str] = text_of) -> Function:
    from readability import Document

    logging.getLogger("readability").setLevel(logging.CRITICAL)
    return lambda html, url: written(Document(html.decode(), url=url or None).summary(html_partial=True))


def resiliparse(written: Callable[[str], str] = str, **options: Any) -> Function:
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: written(extract_plain_text(html.decode(), main_content=True, **options))


def turbohtml() -> Function:
    from turbohtml import parse

    return lambda html, url: parse(html.decode()).main_text()


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


def magic_html(written: Callable[[str], str] = text_of) -> Function:
    from magic_html import GeneralExtractor

    extractor = GeneralExtractor()
    return lambda html, url: written(extractor.extract(html.decode(), base_url=url).get("html") or "")


#: The peers by name.  "whole-page" takes every text of the page, which is the baseline.
PEERS: dict[str, Peer] = {
    "whole-page": Peer("", lambda: lambda html, url: text_of(html)),
    "trafilatura": Peer("trafilatura", trafilatura),
    "trafilatura-no-comments": Peer("trafilatura", partial(trafilatura, include_comments=False)),
    "trafilatura-precision": Peer("trafilatura", partial(trafilatura, favor_precision=True)),
    "readability-lxml": Peer("readability-lxml", readability_lxml),
    "resiliparse": Peer("resiliparse", resiliparse),
    "turbohtml": Peer("turbohtml", turbohtml),
    "justext": Peer("justext", justext),
    "magic-html": Peer("magic-html", magic_html),
}
