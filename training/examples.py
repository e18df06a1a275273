"""Labelled pages → what there is to learn from: a description and a share for each paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tldextract import TLDExtract

from benchmarks.datasets import load
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.blocks import render
from scrapy_content_extract.content.describe import Description, describe

from .gold import shares

#: The list of suffixes that comes with the package, so that nothing is downloaded.
registered = TLDExtract(suffix_list_urls=())


@dataclass(frozen=True)
class Example:
    """A labelled page."""

    set: str
    kind: str
    #: registered domain, or the page itself where the set gives no URL: what is kept together
    group: str
    gold: str
    description: Description
    #: per paragraph: its text, and the share of it that is main content
    texts: list[str]
    shares: list[float]


def examples(data: Path, name: str) -> Iterator[Example]:
    """Yield the labelled pages of a set."""
    for labelled in load(data, name):
        page = page_of(labelled.html, url=labelled.url)
        texts = [render(page, [line]) for line in page.lines]
        yield Example(
            name,
            labelled.kind,
            registered(labelled.url).top_domain_under_public_suffix or f"{name}/{labelled.id}",
            labelled.gold,
            describe(page),
            texts,
            shares(texts, labelled.gold),
        )
