"""Labelled pages → what the model learns from: a description and a share for each paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tldextract import TLDExtract

from lab.data.datasets import LabelledPage, load
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.features import Description, describe
from scrapy_content_extract.content.auto.memory import host_of
from scrapy_content_extract.content.page.page import Page
from scrapy_content_extract.content.page.rendering import render

from .compose import LARGE, SMALL, Piece, composed, pieces
from .gold import shares

#: How many pages are composed of each page, and how much each of them counts.
COMPOSED = 4
COMPOSED_WEIGHT = 0.25

#: Uses the list of suffixes that comes with tldextract: nothing is downloaded.
registered = TLDExtract(suffix_list_urls=())


@dataclass(frozen=True)
class Example:
    """A labelled page."""

    set: str
    labelled: LabelledPage
    #: registered domain, else host, or the page itself if it has no URL; a group is never split over folds
    group: str
    #: None where it is composed: no such page is scored
    page: Page | None
    description: Description
    #: per paragraph: the share of it that is main content
    shares: list[float]
    #: the groups of the pages that lent it pieces
    lenders: frozenset[str] = frozenset()
    #: how much it counts in training
    weight: float = 1.0


def examples(data: Path, name: str) -> Iterator[Example]:
    """Yield the labelled pages of a set."""
    for labelled in load(data, name):
        yield example(name, labelled, page_of(labelled.html, url=labelled.url))


def example(name: str, labelled: LabelledPage, page: Page) -> Example:
    of_texts = shares(texts_of(page), labelled.gold)
    return Example(name, labelled, group_of(name, labelled), page, describe(page), of_texts)


def texts_of(page: Page) -> list[str]:
    return [render(page, [line]) for line in page.lines]


def group_of(name: str, labelled: LabelledPage) -> str:
    domain = registered(labelled.url).top_domain_under_public_suffix
    return domain or host_of(labelled.url) or f"{name}/{labelled.id}"


def composed_examples(pages: Sequence[Example], seeds: Iterable[int] = range(COMPOSED)) -> Iterator[Example]:
    """Yield for each seed a page composed of each page that has enough main content."""
    small: list[Piece] = []
    large: list[Piece] = []
    for lender in pages:
        if max(lender.shares, default=0) > 0.5:
            page = page_of(lender.labelled.html)
            of_page = page, lender.group, texts_of(page), lender.shares
            small += pieces(*of_page, SMALL)
            large += pieces(*of_page, LARGE)
    for random in map(Random, seeds):
        for one in pages:
            made = composed(one.labelled, one.group, one.shares, small, large, random)
            if made:
                html, lenders = made
                of_html = example(one.set, one.labelled, page_of(html))
                yield replace(of_html, page=None, lenders=lenders, weight=COMPOSED_WEIGHT)
