"""Content Extraction via Tag Ratios (CETR).

T. Weninger, W. H. Hsu, J. Han: "CETR: Content Extraction via Tag Ratios", WWW 2010.

A page is lines of source, not a tree.  Scripts, styles, comments and empty lines are removed.
The *tag ratio* of line i is::

    T_i = characters of text on the line / tags on the line      (no tag counts as one)

Content shows as hills in the row of ratios.  The row is smoothed, because a heading among
paragraphs belongs to them, with a Gaussian kernel of radius r = ceil(sigma)::

    k_j = e^(-j^2 / (2 sigma^2)),  j = -r .. r,  divided by their sum k
    T'_i = sum of k_j * T_{i+j}

The slope of the row tells the edge of a hill from a lone peak::

    G_i = |mean of T'_{i+1} .. T'_{i+alpha}  -  T'_i|
    G'  = G smoothed like T

The points (T'_i, G'_i) are clustered by k-means, with one centroid fixed at the origin.  Its
cluster is low and flat; the lines of all other clusters are content.

Departures from the paper, and how its open points are read:

* The formulas are those on which public re-implementations agree.  These set sigma to 1, to 2 or
  to the standard deviation of T; here it is a parameter, 1 by default.  One of them takes the
  absolute value after smoothing; here it is taken before.
* Beyond the ends of the page the row counts as 0.  Near the end of the page G_i is the mean of as
  many lines as are left.
* The moving centroids do not start at random but evenly spaced between the origin and the point
  farthest from it, so that a page always gives the same result.  They move at most 15 times.
* A tag over several lines is one tag and does not end a line.  Characters are those that are not
  white space; a character reference is one character.
* Every method here returns texts of the page.  A text is content if more than half of its
  characters are on content lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, exp
from typing import NamedTuple

from ..encoding.sniff import end_tag
from ..markup import unescape
from ..page.choice import Choice
from ..page.page import Page
from ..page.ranges import ranges_of
from . import require

#: Takes the place of a tag.  The parser drops this character, so no text contains it.
TAG = "\0"

#: The centroids move at most this often: k-means may need as many moves as there are lines.
MOST_MOVES = 15

#: The first characters of a text that locate it in the source: fewer would be found in other texts ...
NEEDLE_CHARS = 20
#: ... and the characters ahead in which they are searched, to bound the time that a missing text takes.
SEARCHED_CHARS = 10_000


@dataclass(frozen=True)
class CETR:
    """Parameters, with the paper's values as defaults."""

    #: width of the smoothing in lines; 0 switches it off
    sigma: float = 1.0
    #: how many lines ahead the slope is measured
    alpha: int = 3
    #: number of clusters, including the one at the origin
    k: int = 3

    def __post_init__(self) -> None:
        require(self, "sigma", 0 <= self.sigma <= 100, "a number of lines from 0 to 100")
        require(self, "alpha", self.alpha >= 1, "a number of lines, 1 or more")
        require(self, "k", 2 <= self.k <= 100, "a number of clusters from 2 to 100")

    def extract(self, page: Page) -> Choice:
        hills = self.hills(page)
        on_content_line = b"".join([b"\1" * n if c else bytes(n) for n, c in zip(hills.chars, hills.content)])
        ranges = ranges_of(texts_on(page, "".join(hills.lines).replace(TAG, ""), on_content_line))
        return Choice(page, ranges)

    def hills(self, page: Page) -> Hills:
        """Return the lines of a page, their ratios, and which of them are content."""
        source = page.html or page.source  # bytes are UTF-8
        lines = lines_of(source if isinstance(source, bytes) else source.encode("utf-8", "replace"))
        tags = [line.count(TAG) for line in lines]
        text = [len(line) - n for line, n in zip(lines, tags)]
        T = smooth([chars / (n or 1) for chars, n in zip(text, tags)], self.sigma)
        G = smooth(slopes(T, self.alpha), self.sigma)
        return Hills(lines, text, T, away_from_origin(list(zip(T, G)), self.k))


class Hills(NamedTuple):
    """The lines of a page, a column for each fact."""

    lines: list[str]
    #: the characters of each
    chars: list[int]
    #: T'
    T: list[float]
    content: list[bool]


#: (T', G') of a line.
Point = tuple[float, float]

# Letter by letter, because IGNORECASE is slow.
_REMOVED = re.compile(rb"<(?:!--|([sS][cC][rR][iI][pP][tT]|[sS][tT][yY][lL][eE])\b)")
_TAG = re.compile(rb"<[a-zA-Z/!?][^>]*>?")


def lines_of(source: bytes) -> list[str]:
    """Return the lines of a page without white space, with TAG for each tag; no line is empty.

    ``source`` is UTF-8.  It is decoded after the mark-up, most of the page, has gone.
    """
    kept = []
    start = 0
    while removed := _REMOVED.search(source, start):
        kept.append(source[start : removed.start()])
        start = end_of(removed[1], source, removed.end())
    kept.append(source[start:])
    mark_up = b"".join(kept).replace(TAG.encode(), b"")
    text = _TAG.sub(TAG.encode(), mark_up).translate(None, b" \t\r").decode("utf-8", "replace")
    if "&" in text:
        text = unescape(text)
    return [line for line in re.sub(r"[^\S\n]+", "", text).split("\n") if line]


def end_of(name: bytes | None, source: bytes, start: int) -> int:
    """Return the end of a script or style, or of a comment if ``name`` is None."""
    if name is None:
        end = source.find(b"-->", start)
        return end + 3 if end >= 0 else len(source)
    end = end_tag(name.lower(), source, start, len(source))
    end = source.find(b">", end) if end >= 0 else -1
    return end + 1 if end >= 0 else len(source)


def smooth(row: list[float], sigma: float) -> list[float]:
    """Return the row convolved with a Gaussian kernel of sum 1."""
    r = ceil(sigma)
    if not r:
        return row
    half = [exp(-j * j / (2 * sigma * sigma)) for j in range(r + 1)]
    k = half[0] + 2 * sum(half[1:])
    beyond = [0.0] * r
    padded = [*beyond, *row, *beyond]
    smoothed = [half[0] / k * T for T in row]
    for j in range(1, r + 1):
        k_j = half[j] / k
        smoothed = [T + k_j * (a + b) for T, a, b in zip(smoothed, padded[r - j :], padded[r + j :])]
    return smoothed


def slopes(T: list[float], alpha: int) -> list[float]:
    """Return G: the distance of each value from the mean of the next ``alpha``; 0 for the last."""
    total = list(accumulate(T, initial=0.0))
    G = [abs((b - a) / alpha - T_i) for T_i, a, b in zip(T, total[1:], total[1 + alpha :])]
    last = len(T) - 1
    G += [abs((total[-1] - total[i + 1]) / (last - i) - T[i]) for i in range(len(G), last)]
    return [*G, 0.0] if T else []


def away_from_origin(points: list[Point], k: int) -> list[bool]:
    """Cluster the points; return for each whether it belongs to a centroid off the origin.

    A point z is closer to a centroid c than to the origin, whose centroid does not move, if 2 c*z > c*c.
    """
    ordered = sorted(points, key=lambda point: point[0] * point[0] + point[1] * point[1])
    x, y = ordered[-1] if ordered else (0.0, 0.0)
    centroids = [(x * n / (k - 1), y * n / (k - 1)) for n in range(1, k)]
    for _ in range(MOST_MOVES):
        moved = means(ordered, centroids)
        if moved == centroids:
            break
        centroids = moved
    return [any(2 * (p * x + q * y) > p * p + q * q for p, q in centroids) for x, y in points]


def means(points: list[Point], centroids: list[Point]) -> list[Point]:
    """Return where the centroids move to: the means of the points closest to them.

    The squared distance of a point z from a centroid c is 2 c*z - c*c less than that from the
    origin; the closest centroid is the one where the difference is greatest.
    """
    members: list[list[Point]] = [[] for _ in centroids]
    for x, y in points:
        nearer = [2 * p * x + 2 * q * y - (p * p + q * q) for p, q in centroids]
        most = max(nearer)
        if most > 0:
            members[nearer.index(most)].append((x, y))
    return [
        (sum([x for x, _ in own]) / len(own), sum([y for _, y in own]) / len(own)) if own else centroid
        for own, centroid in zip(members, centroids)
    ]


def texts_on(page: Page, source_text: str, on_content_line: bytes) -> list[int]:
    """Return the texts of the page with more than half of their characters on content lines.

    ``source_text`` is the text of all lines; ``on_content_line`` has a byte for each of its
    characters.  The texts of the page follow each other in it, apart from what is never text
    (titles, options of forms) and what the parser mended; so a text that is not in its place is
    searched for further ahead.
    """
    page_text = re.sub(r"\s+", "", "".join(page.text))
    chosen = []
    here = 0
    for k, (begin, chars) in enumerate(zip(page.chars_before, page.chars)):
        needle = page_text[begin : begin + NEEDLE_CHARS]
        if not source_text.startswith(needle[:chars], here):
            there = source_text.find(needle, here, here + SEARCHED_CHARS)
            if there < 0:
                continue
            here = there
        if 2 * on_content_line.count(1, here, here + chars) > chars:
            chosen.append(k)
        here += chars
    return chosen
