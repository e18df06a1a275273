"""Labelled pages → what the model learns from: a description and a share for each paragraph."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tldextract import TLDExtract

from evaluation.datasets import LabelledPage, load
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.extractors import auto
from scrapy_content_extract.content.extractors.comments import comments_of, is_discussion
from scrapy_content_extract.content.learned.paragraph_features import Description, describe
from scrapy_content_extract.content.page.blocks import render
from scrapy_content_extract.content.page.page import Page

from .compose import LARGE, SMALL, Piece, composed, pieces
from .gold import shares

#: How many pages are composed of each labelled one, and how much each of them counts.
COMPOSED = 4
COMPOSED_WEIGHT = 0.25

#: Uses the list of suffixes that comes with tldextract: nothing is downloaded.
registered = TLDExtract(suffix_list_urls=())


@dataclass(frozen=True)
class Example:
    """A labelled page."""

    set: str
    kind: str
    #: registered domain, or the page itself where the set gives no URL; a group is never split over folds
    group: str
    gold: str
    description: Description
    #: per paragraph: its text, and the share of it that is main content
    texts: list[str]
    shares: list[float]
    #: the paragraphs in elements whose class or id says comments
    comments: list[int]
    #: whether it declares that its posts are the content
    is_discussion: bool
    #: the parent of each element
    parents: array[int]
    #: the groups of the pages that lent it pieces
    lenders: frozenset[str] = frozenset()
    #: how much it counts in training
    weight: float = 1.0


def examples(data: Path, name: str) -> Iterator[Example]:
    """Yield the labelled pages of a set."""
    for labelled in load(data, name):
        yield example(name, labelled, page_of(labelled.html, url=labelled.url))


def example(name: str, labelled: LabelledPage, page: Page) -> Example:
    texts = [render(page, [line]) for line in page.lines]
    described = describe(page)
    known = auto.known_with(array("d"), described)
    return Example(
        name,
        labelled.kind,
        group_of(name, labelled),
        labelled.gold,
        described,
        texts,
        shares(texts, labelled.gold),
        list(comments_of(page, known, range(len(texts)))),
        is_discussion(page),
        page.parent,
    )


def group_of(name: str, labelled: LabelledPage) -> str:
    return registered(labelled.url).top_domain_under_public_suffix or f"{name}/{labelled.id}"


def composed_examples(data: Path, names: Sequence[str], seed: int = 0) -> Iterator[Example]:
    """Yield a composed page for each labelled page of some sets that has enough main content."""
    random = Random(seed)
    small: list[Piece] = []
    large: list[Piece] = []
    known: list[Sequence[float]] = []  # the shares of each page, in order
    for name in names:
        for labelled in load(data, name):
            page = page_of(labelled.html)
            texts = [render(page, [line]) for line in page.lines]
            known.append(shares(texts, labelled.gold))
            if max(known[-1], default=0) > 0.5:
                of_page = page, group_of(name, labelled), texts, known[-1]
                small += pieces(*of_page, SMALL)
                large += pieces(*of_page, LARGE)
    shares_of = iter(known)
    for name in names:
        for labelled in load(data, name):
            made = composed(labelled, group_of(name, labelled), next(shares_of), small, large, random)
            if made:
                html, lenders = made
                yield replace(example(name, labelled, page_of(html)), lenders=lenders, weight=COMPOSED_WEIGHT)
