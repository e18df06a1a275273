"""Site memory: what the pages of a site have in common tells about its next page.

The pages of a site share a template: its texts come again, and its paragraphs look the same on every page.
Let p be the probability that a character of a paragraph is content, from the page alone.  Then

    q = (p + w * m) / (1 + w),    w = 1/2

where m is the mean p of the characters that look the same on other pages of the site; and q is multiplied
by .15 if at least three of them have the same text in the same look.  The look of a paragraph is the tag
and the class of its node and of the node's parent, without digits.  The next steps take repeated texts to
look like each other and like nothing else of the page.

The memory of a site is a sample: the 100 pages whose URLs have the smallest hashes.  So it does not depend
on the order of the pages, and the memories of parts make the memory of the whole.  A page is never judged by
itself, and below ten other pages nothing changes.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import blake2b
from heapq import nlargest
from itertools import islice, pairwise
from operator import mul, xor
from threading import Lock
from typing import NamedTuple, TypeAlias

from .. import core
from ..page.notation import Strings
from ..page.page import Page
from ..urls import split_url
from .case import ParagraphFacts

# What the numbers bring together: docs/sites.rst, by ``python -m lab.quality.sites``.

#: The most remembered pages of a site.
MOST_PAGES = 100
#: The least other pages that change a result: fewer are no sample.
WARM = 10
#: The most pages of all sites: 100 MB, as a site takes 200 kB at most.
ALL_PAGES = 50_000
#: The most remembered texts of a page, which bound its memory; most expected content stays.
REMEMBERED_TEXTS = 128
#: The most remembered looks of a page.
REMEMBERED_LOOKS = 32
#: The most repeated texts in a template, which bound its memory; the most frequent stay.
MOST_REPEATED = 400
#: The most looks in a template.
MOST_COMMON = 150
#: The weight w of the characters that look the same on other pages.
ELSEWHERE = 0.5
#: The pages from which a text counts as repeated, for two may hold the same article.
REPEATED = 3
#: The factor of the p of a repeated text.
DAMPING = 0.15
#: Means of p are whole numbers of this fraction.
UNIT = 1 << 16
#: The most characters of a tag or class that count.
NAME_CHARS = 200
#: The most looks whose numbers are kept for the next page.
MOST_NUMBERED = 10_000

#: A prime below 2**31, and as far as can be from where 2**32 would leave a small number.
PRIME = 1_327_217_909

_DIGITS = re.compile(r"\d+")

#: The memory of a page: how many texts follow, the number of each, and then three numbers for each look: its
#: own, its characters, and their mean p in UNITs.
PageMemory: TypeAlias = "array[int]"


class Paragraphs(NamedTuple):
    """The paragraphs of a page, a column for each fact."""

    p: array[float]
    n: array[int]
    look: array[int]
    #: per paragraph: the number of its text in its look
    texts: Sequence[int]
    #: the number of each look
    looks: array[int]


def paragraphs_of(page: Page, facts: ParagraphFacts) -> Paragraphs:
    """Return what is compared with other pages."""
    tags, classes = ([(name or "")[:NAME_CHARS] for name in of] for of in (page.tags, page.names.values))
    tag, of_class, looks = page.tag_number, page.names.of_class, array("i")
    first = dict(zip(facts.look[::-1], facts.node[::-1]))
    for i in map(first.__getitem__, range(len(first))):
        above = max(page.parent[i], 0)
        looks.append(
            number_of_look(tags[tag[i]], classes[of_class[i]], tags[tag[above]], classes[of_class[above]])
        )
    texts = numbers_of_lines(page.strings, page.line_starts)
    in_looks = array("i", map(xor, texts, map(looks.__getitem__, facts.look)))
    return Paragraphs(facts.p, facts.n, facts.look, in_looks, looks)


@lru_cache(maxsize=MOST_NUMBERED)
def number_of_look(*names: str) -> int:
    """Return the number of a look, the same on every machine and never 0.

    >>> number_of_look("p", "post-12", "div", "") == number_of_look("p", "post-7", "div", "")
    True
    """
    return number_of(_DIGITS.sub("", "\n".join(names))) or 1


def numbers_of_lines(texts: Strings, starts: Sequence[int]) -> array[int]:
    """Return a number for each paragraph, the same for the same texts, on every machine."""
    return array("i", (number_of("".join([texts[k] + " " for k in range(*ab)])) for ab in pairwise(starts)))


def number_of(text: str) -> int:
    """Return what the bytes of a text make as one number, modulo :data:`PRIME`.

    >>> number_of("ab") == (ord("a") * 256 + ord("b")) % PRIME
    True
    """
    return int.from_bytes(text.encode("utf-8", "surrogatepass"), "big") % PRIME


def memory_of(paragraphs: Paragraphs) -> PageMemory:
    p, n, look_of, texts_of, numbers = paragraphs
    sums, weights = core.choice.sum_by_look(p, n, look_of)
    texts = most(REMEMBERED_TEXTS, map(mul, p, n), texts_of)
    memory = array("i", [len(texts), *sorted(texts)])
    looks: dict[int, tuple[float, int]] = {}
    for look, total, weight in zip(numbers, sums, weights):
        before = looks.get(look, (0.0, 0))
        looks[look] = before[0] + total, before[1] + weight
    for look in sorted(most(REMEMBERED_LOOKS, sums, numbers)):
        total, weight = looks[look]
        memory.extend((look, min(weight, UNIT), int(UNIT * total / (weight or 1))))
    return memory[:]  # without the room to grow


def most(limit: int, weights: Iterable[float], numbers: Sequence[int]) -> set[int]:
    """Return the numbers of most weight, each once, at most ``limit``."""
    if len(numbers) > limit:
        heaviest = sorted(zip(weights, numbers), reverse=True)
        return set(islice(dict.fromkeys(number for _, number in heaviest), limit))
    return set(numbers)


def texts_in(memory: PageMemory) -> array[int]:
    return memory[1 : 1 + memory[0]]


def looks_in(memory: PageMemory) -> Iterator[tuple[int, int, int]]:
    """Return the looks of a page, with their characters and mean p."""
    start = 1 + memory[0]
    return zip(memory[start::3], memory[start + 1 :: 3], memory[start + 2 :: 3])


@dataclass(frozen=True)
class SiteTemplate:
    """The common texts and looks of the remembered pages of a site."""

    #: the keys of their URLs
    keys: frozenset[int] = frozenset()
    #: how many of them are distinct
    pages: int = 0
    #: on how many pages each repeated text is
    repeated: Mapping[int, int] = field(default_factory=dict)
    #: of each look: the sum of p over its characters, in UNITs, and the characters
    looks: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, remembered: Mapping[int, PageMemory]) -> SiteTemplate:
        """Return the template of some pages; pages with the same texts count once."""
        distinct = {bytes(texts_in(memory)): memory for _, memory in sorted(remembered.items())}
        counts: Counter[int] = Counter()
        looks: dict[int, tuple[int, int]] = {}
        for memory in distinct.values():
            counts.update(texts_in(memory))
            for look, chars, mean in looks_in(memory):
                total, weight = looks.get(look, (0, 0))
                looks[look] = total + mean * chars, weight + chars
        repeated = [(count, text) for text, count in counts.items() if count >= REPEATED]
        weighty = [(weight, look) for look, (_, weight) in looks.items()]
        return cls(
            frozenset(remembered),
            len(distinct),
            {text: count for count, text in nlargest(MOST_REPEATED, repeated)},
            {look: looks[look] for _, look in nlargest(MOST_COMMON, weighty)},
        )

    def without(self, memory: PageMemory) -> SiteTemplate:
        """Return the template of all pages except one."""
        repeated, looks = dict(self.repeated), dict(self.looks)
        for text in texts_in(memory):
            if text in repeated:
                repeated[text] -= 1
                if repeated[text] < REPEATED:
                    del repeated[text]
        for look, chars, mean in looks_in(memory):
            if look in looks:
                total, weight = looks[look]
                looks[look] = total - mean * chars, weight - chars
        return SiteTemplate(self.keys, self.pages - 1, repeated, looks)

    @cached_property
    def means(self) -> dict[int, float]:
        return {look: total / weight / UNIT for look, (total, weight) in self.looks.items() if weight > 0}

    def adjusted(self, paragraphs: Paragraphs) -> tuple[array[float], array[int]]:
        """Return q and the look of the paragraphs of another page of the site."""
        p, _, look, texts, numbers = paragraphs
        q, looks, new = p[:], look[:], len(numbers)
        means = [self.means.get(number, -1) for number in numbers]
        for b, k in enumerate(look):
            if means[k] >= 0:
                q[b] = (p[b] + ELSEWHERE * means[k]) / (1 + ELSEWHERE)
            if texts[b] in self.repeated:
                q[b] *= DAMPING
                looks[b] = new
        return q, looks if new < len(p) else look  # otherwise each paragraph has a look of its own


NOTHING = SiteTemplate()


class Site:
    """The memory of one site; below ``warm`` pages it has no effect."""

    def __init__(self, warm: int) -> None:
        self.warm = warm
        #: by the key of the URL
        self.remembered: dict[int, PageMemory] = {}
        self._template = NOTHING
        self._new = 0
        self._last = -1

    def admits(self, key: int) -> bool:
        """Tell whether a page belongs to the sample."""
        return len(self.remembered) < MOST_PAGES or key <= self._last

    def add(self, key: int, memory: PageMemory) -> None:
        """Remember a page; of two states of a page, keep the lesser one."""
        pages = self.remembered
        if not self.admits(key) or (key in pages and pages[key] <= memory):
            return
        pages[key] = memory
        self._new += 1
        if len(pages) > MOST_PAGES:
            del pages[self._last]
        self._last = max(pages) if len(pages) == MOST_PAGES else -1

    def template(self) -> SiteTemplate:
        """Return the template; it is computed again when half as many new pages have come."""
        if self._new and 2 * self._new >= len(self._template.keys):
            self._template, self._new = SiteTemplate.of(self.remembered), 0
        return self._template

    def others(self, key: int) -> SiteTemplate:
        """Return the template of all pages except one."""
        if len(self.remembered) < self.warm:
            return SiteTemplate(pages=len(self.remembered) - (key in self.remembered))
        template = self.template()
        memory = self.remembered.get(key) if key in template.keys else None
        return template if memory is None else template.without(memory)


class Sites:
    """The memory of sites, for :class:`~scrapy_content_extract.content.auto.auto.Auto`.

    It learns from every extracted page with a URL, unless ``learns`` is false.  Beyond ``most`` pages it
    forgets the sites that were not used for longest; with None it forgets no site.  With fewer than ``warm``
    other pages of its site, a page is judged alone.
    """

    def __init__(self, learns: bool = True, most: int | None = ALL_PAGES, warm: int = WARM) -> None:
        self.learns, self.most, self.warm = learns, most, warm
        self._sites: OrderedDict[str, Site] = OrderedDict()
        self._pages = 0
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._pages:,} pages of {len(self._sites):,} hosts>"

    def template_of(self, page: Page) -> SiteTemplate:
        """Return the template of the other pages of a page's site."""
        host = host_of(page.url)
        with self._lock:
            site = self._sites.get(host)
            if site is None:
                return NOTHING
            self._sites.move_to_end(host)
            return site.others(key_of(page.url))

    def adjusted(self, page: Page, others: SiteTemplate, facts: ParagraphFacts) -> ParagraphFacts:
        """Return facts adjusted by the other pages of the site, and learn from the page."""
        is_warm = others.pages >= self.warm
        host = host_of(page.url)
        if not (facts.p and host and (self.learns or is_warm)):
            return facts
        paragraphs = paragraphs_of(page, facts)
        if self.learns:
            key, site = key_of(page.url), self._sites.get(host)
            if site is None or site.admits(key):
                self.add(host, key, memory_of(paragraphs))
        if not is_warm:
            return facts
        p, look = others.adjusted(paragraphs)
        return facts._replace(p=p, look=look)

    def add(self, host: str, key: int, memory: PageMemory) -> None:
        """Remember a page of a host."""
        with self._lock:
            site = self._sites.setdefault(host, Site(self.warm))
            self._sites.move_to_end(host)
            self._pages -= len(site.remembered)
            site.add(key, memory)
            self._pages += len(site.remembered)
            while self.most is not None and self._pages > self.most and len(self._sites) > 1:
                _, forgotten = self._sites.popitem(last=False)
                self._pages -= len(forgotten.remembered)

    def remembered(self) -> Iterator[tuple[str, dict[int, PageMemory]]]:
        """Return each host with the memories of its pages, by the keys of their URLs."""
        with self._lock:
            return iter([(host, dict(site.remembered)) for host, site in sorted(self._sites.items())])


def host_of(url: object) -> str:
    """Return the host of a URL, or "".

    >>> host_of("https://Example.com:80/a"), host_of("a.html"), host_of("http://[a")
    ('example.com', '', '')
    """
    return split_url(url).hostname or "" if isinstance(url, str) else ""


def key_of(url: str | None) -> int:
    """Return the key of a page, a hash of its URL."""
    return int.from_bytes(blake2b((url or "").encode("utf-8", "replace"), digest_size=8).digest(), "big")
