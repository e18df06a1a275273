"""The compared systems: this package, and other libraries that give Markdown, or HTML that becomes Markdown.

Each library is called as its documentation says, asked for links, pictures and tables.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from lab.quality import peers
from lab.quality.peers import Function, Peer
from lab.quality.systems import System, name_and_params
from scrapy_content_extract import extract
from tests.helpers.pages import EveryText


def ours(spec: str) -> System:
    """Return the Markdown of an extractor, given as "NAME" or "NAME:PARAMETER=VALUE,…".

    Raises ValueError for an unknown name or parameter.
    """
    name, params = name_and_params(spec)
    return System(spec, written_by(name, **params))


def written_by(extractor: Any, **params: Any) -> Function:
    asked: Any = {"extractor": extractor, "formats": ["markdown"], **params}
    extract("", **asked)
    return lambda html, url: extract(html, url=url or None, **asked).markdown


def as_markdown(html: str) -> str:
    """Turn HTML into Markdown by html-to-markdown with its defaults, nothing taken away before."""
    from html_to_markdown import ConversionOptions, PreprocessingOptions, convert

    options = ConversionOptions(extract_metadata=False, preprocessing=PreprocessingOptions(enabled=False))
    return str(convert(html, options).content) if html else ""


def turbohtml() -> Function:
    from turbohtml import parse

    def run(html: bytes, url: str) -> str:
        found = parse(html.decode()).main_content()
        return "" if found is None else str(found.to_markdown())

    return run


_LINKED = {"output_format": "markdown", "include_links": True, "include_images": True}
_HTML = {"preserve_formatting": "minimal_html", "links": True}
#: The compared systems by name.  "everything" is this package with all texts of a page, "whole-page" is
#: html-to-markdown.
PEERS: dict[str, Peer] = {
    "everything": Peer("", partial(written_by, EveryText())),
    "whole-page": Peer("html-to-markdown", lambda: lambda html, url: as_markdown(html.decode())),
    "trafilatura": Peer("trafilatura", partial(peers.trafilatura, include_formatting=True, **_LINKED)),
    "magic-html": Peer("magic-html", partial(peers.magic_html, as_markdown)),
    "readability-lxml": Peer("readability-lxml", partial(peers.readability_lxml, as_markdown)),
    "resiliparse": Peer("resiliparse", partial(peers.resiliparse, as_markdown, **_HTML)),
    "turbohtml": Peer("turbohtml", turbohtml),
}
