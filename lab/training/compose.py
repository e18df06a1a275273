"""Labelled pages → composed pages: shorter, and with pieces of other pages in them.

The labelled articles are long, and each stands on a site with one newsletter box and one row of teasers.
A model that has seen only these takes a box that is new to it for content, the more so when the article is
short.  Composed pages teach it otherwise.  Of many paragraphs of main content that are siblings, most are
removed.  Then up to three pieces of other pages are inserted into, before or after the element that holds
the content.  A piece has prose, but is not main content on its own page.

Large pieces are rivers of teasers, cookie notices and comments.  Only pages of prose get them: on a page
that is itself a list, nothing but its place would tell a river from the list.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from lxml import etree

from lab.data.datasets import LabelledPage
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.model import running_total
from scrapy_content_extract.content.page.elements import lowest_common
from scrapy_content_extract.content.page.page import Page

from .gold import TOKENS

#: How many tokens a small or a large piece has, and its longest paragraph at least; the share of its
#: tokens that are main content is below PIECE_SHARE.
SMALL, LARGE = range(15, 400), range(400, 3000)
PROSE_TOKENS = 10
PIECE_SHARE = 0.03
#: Elements that make no piece: they mean nothing elsewhere, or are paragraphs.
NO_PIECE = frozenset("body html tr td tbody span a header nav p h1 h2 h3 li strong em b".split())
#: The kinds of pages that get large pieces, too, and the kinds that are shortened.
OF_PROSE = frozenset({"article", "documentation", "service"})
SHORTENED = OF_PROSE | {"product"}
#: How often they are shortened; the elements that are removed, if siblings number more than KEPT.
HOW_OFTEN = 0.7
MAY_GO = frozenset("p h2 h3 h4 ul li div blockquote section".split())
KEPT = 4


@dataclass(frozen=True)
class Piece:
    """A part of a page that is not main content."""

    #: the group of its page
    group: str
    html: str


def nodes_of(page: Page) -> list[int]:
    """Return for each paragraph the lowest element that holds all of it."""
    return [lowest_common(page, page.owner[a], page.owner[z - 1]) for a, z in page.lines]


def pieces(
    page: Page, group: str, texts: Sequence[str], shares: Sequence[float], size_of_piece: range
) -> Iterator[Piece]:
    """Yield the pieces of a labelled page: the outermost elements of the size asked for."""
    tokens = [len(TOKENS.findall(text)) for text in texts]
    before = running_total(tokens)
    content_before = running_total(round(n * share) for n, share in zip(tokens, shares))
    line_of = [b for b, (a, z) in enumerate(page.lines) for _ in range(a, z)]
    done = page.body
    for i in range(page.body, len(page.tag)):
        if i < done or page.first[i] >= page.stop[i] or page.tag[i] in NO_PIECE or not page.tag[i]:
            continue
        start, stop = line_of[page.first[i]], line_of[page.stop[i] - 1] + 1
        size = before[stop] - before[start]
        content = content_before[stop] - content_before[start]
        if size in size_of_piece and content < PIECE_SHARE * size:
            if max(tokens[start:stop]) >= PROSE_TOKENS:
                html = etree.tostring(page.nodes[i], method="html", encoding="unicode", with_tail=False)
                yield Piece(group, html)
            done = page.end[i]


def composed(
    labelled: LabelledPage,
    group: str,
    shares: Sequence[float],
    small: Sequence[Piece],
    large: Sequence[Piece],
    random: Random,
) -> tuple[bytes, frozenset[str]] | None:
    """Return a page composed from another, and the groups that lent it pieces.

    Returns None for a page with fewer than two paragraphs of main content.
    """
    page = page_of(labelled.html)
    content = [i for i, share in zip(nodes_of(page), shares) if share > 0.5]
    if len(content) < 2:
        return None
    holder = lowest_common(page, min(content), max(content))
    root = copy.deepcopy(page.root)
    elements = list(root.iter())
    if labelled.kind in SHORTENED and random.random() < HOW_OFTEN:
        shorten(page, content, holder, elements, random)
    pools = [small, large] if large and labelled.kind in OF_PROSE else [small]
    lenders = set()
    target = elements[holder]
    for _ in range(random.choice((0, 1, 2, 2, 3))):
        piece = random.choice(random.choice(pools))
        element = parsed(piece.html)
        if piece.group != group and element is not None:
            lenders.add(piece.group)
            insert(element, target, random)
    return etree.tostring(root, method="html", encoding="utf-8"), frozenset(lenders)


def shorten(
    page: Page, content: Sequence[int], holder: int, elements: Sequence[etree._Element], random: Random
) -> None:
    """Remove most of the paragraphs of content that are siblings."""
    siblings: defaultdict[int, list[int]] = defaultdict(list)
    for i in dict.fromkeys(content):
        if page.tag[i] in MAY_GO and i > holder:
            siblings[page.parent[i]].append(i)
    for of_one in siblings.values():
        if len(of_one) > KEPT:
            kept = set(random.sample(of_one, random.randint(1, KEPT)))
            for i in of_one:
                parent = elements[i].getparent()
                if i not in kept and parent is not None:
                    parent.remove(elements[i])


def parsed(html: str) -> etree._Element | None:
    """Return the element of a piece."""
    body = etree.fromstring(html, etree.HTMLParser()).find("body")
    return None if body is None or not len(body) else body[0]


def insert(piece: etree._Element, target: etree._Element, random: Random) -> None:
    """Insert a piece into, after or before the element that holds the content."""
    where = random.random()
    outside = target.getparent() is not None and target.tag not in ("body", "html")
    if where < 0.4 or (not outside and where >= 0.9):
        target.append(piece)
    elif where < 0.8 and outside:
        piece.tail, target.tail = target.tail, None
        target.addnext(piece)
    elif where < 0.9 and len(target) > 4:
        target.insert(random.randrange(len(target) // 3, len(target)), piece)
    elif outside:
        target.addprevious(piece)
