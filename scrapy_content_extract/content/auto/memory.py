"""Site memory: what the pages of a site have in common tells about its next page.

The pages of a site share a template: its texts come again, and its paragraphs look the same on every page.
Let p be the probability that a character of a paragraph is content, from the page alone.  Then

    q = (p + m / 2) / (3 / 2)

where m is the mean p of the characters that look the same on two other pages or more.  The look of a
paragraph is the tag and the class of its node and of the node's parent, without digits.  If the same text is
in the same look on c of N other pages, c is at least 2, and p is less than .95, q is multiplied by

    (1 / 5) ^ (c / N)

unless the site is a shop, where what comes again belongs to what is sold.  Texts are the same if they
differ in numbers only, but for headings.  The next steps take texts that are on half of
the pages, or on fewer, to look like each other and like nothing else of the page.

The memory of a site is a sample: the 50 pages whose URLs have the smallest hashes.  So it does not depend
on the order of the pages, and the memories of parts make the memory of the whole.  A page is never judged by
itself, and below two other pages nothing changes.
"""

from __future__ import annotations

from array import array
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from heapq import nlargest
from itertools import islice
from operator import mul
from threading import Lock
from typing import Any, NamedTuple
from zlib import crc32

from .. import core
from ..model import PAGE_KINDS
from ..page.page import Page
from ..urls import split_url
from .case import ParagraphFacts
from .kinds import kinds_of

# What the numbers bring together: docs/sites.rst, by ``python -m lab.quality.sites``.

#: The most remembered pages of a site.
MOST_PAGES = 50
#: The least other pages that change a result.
WARM = 2
#: The most pages of all sites: 100 MB, as a site takes 100 kB at most.
ALL_PAGES = 50_000
#: The most remembered texts of a page, which bound its memory; most expected content stays.
REMEMBERED_TEXTS = 100
#: The most remembered numbers of what a page says about itself.
MOST_SAID = 32
#: The fewest characters that are expected in a remembered text: others are not chosen anyway.
LEAST_EXPECTED = 1
#: The most remembered looks of a page.
REMEMBERED_LOOKS = 32
#: The most repeated texts in a template, which bound its memory; the most frequent stay.
MOST_REPEATED = 250
#: The most looks in a template.
MOST_COMMON = 100
#: The weight of the characters that look the same on other pages.
ELSEWHERE = 0.5
#: The pages from which a text or a look counts as repeated.
REPEATED = 2
#: The p from which a text stays, whatever repeats it: the terms that a page is about, the steps of a recipe.
SURE = 0.95
#: The factor of the p of a text that is on all other pages.
DAMPING = 0.2
#: The share of pages from which the looks of repeated texts are told apart.
HALF = 0.5
#: The mean probability of products from which a site is a shop.
SHOP = 0.08
#: Means of p are whole numbers of this fraction.
UNIT = 1 << 16
#: The most characters of an address that is remembered.
URL_CHARS = 200
#: The most characters of a tag or class that count.
NAME_CHARS = 200
#: What numbers the elements of a page, as in post-12: no part of a look.
DIGITS = b"0123456789"

_PRODUCT = PAGE_KINDS.index("product")


class PageMemory(NamedTuple):
    """What is remembered of a page."""

    #: its address, or "" for a long one
    url: str
    #: the numbers of its texts and of what it says about itself, in order
    texts: array[int]
    #: three numbers for each look: its own, its characters, and their mean p in UNITs
    looks: array[int]
    #: the probability that the page is a product, in UNITs
    product: int = 0


def compared(page: Page, facts: ParagraphFacts) -> tuple[array[int], array[int]]:
    """Return what other pages may have, too: per paragraph the number of its text, and that of each look."""
    known: Any = page.results
    if compared not in known:
        first = dict(zip(facts.look[::-1], facts.node[::-1]))
        looks = array("i", numbers_of_looks(page, (first[look] for look in range(len(first)))))
        texts = core.words.number_texts(
            page.strings, page.line_starts, facts.since_heading, facts.look, looks
        )
        known[compared] = texts, looks
    return known[compared]  # type: ignore[no-any-return]


def numbers_of_looks(page: Page, nodes: Iterable[int]) -> Iterator[int]:
    """Yield the number of the look of texts in each of some elements, the same on every machine."""
    tags, numbers, parents = page.tags, page.tag_number, page.parent
    classes, of_class = page.names.values, page.names.of_class
    for i in nodes:
        parent = max(parents[i], 0)
        tag, of_parent = tags[numbers[i]] or "", tags[numbers[parent]] or ""
        name, around = classes[of_class[i]] or "", classes[of_class[parent]] or ""
        look = f"{tag[:NAME_CHARS]}\n{name[:NAME_CHARS]}\n{of_parent[:NAME_CHARS]}\n{around[:NAME_CHARS]}"
        yield crc32(look.encode("utf-8", "surrogatepass").translate(None, DIGITS)) >> 1


def number_of(*said: str) -> int:
    """Return the number of what a page says about itself, such as a part of its title."""
    return crc32("\n".join(said).encode("utf-8", "surrogatepass")) >> 1  # as a column has it


def memory_of(page: Page, facts: ParagraphFacts, said: Iterable[int] = ()) -> PageMemory:
    """Return what is remembered of a page; ``said`` has the numbers of what it says about itself."""
    (of_texts, of_looks), url = compared(page, facts), page.url or page.address
    sums, weights = core.choice.sum_by_look(facts.p, facts.n, facts.look)
    expected = [pn for pn in zip(map(mul, facts.p, facts.n), of_texts) if pn[0] >= LEAST_EXPECTED]
    if len(expected) > REMEMBERED_TEXTS:  # else all stay, in any order
        expected.sort(reverse=True)
    texts = islice(dict.fromkeys(text for _, text in expected), REMEMBERED_TEXTS)
    looks: dict[int, tuple[float, int]] = {}
    for total, weight, look in sorted(zip(sums, weights, of_looks), reverse=True)[:REMEMBERED_LOOKS]:
        before = looks.get(look, (0.0, 0))
        looks[look] = before[0] + total, before[1] + weight
    triples = array("i")
    for look, (total, weight) in sorted(looks.items()):
        triples.extend((look, min(weight, UNIT), int(UNIT * total / weight)))
    return PageMemory(
        url if len(url) <= URL_CHARS else "",
        array("i", sorted({*texts, *islice(said, MOST_SAID)})),
        triples,
        int(UNIT * kinds_of(facts.means)[_PRODUCT]),
    )


def looks_in(memory: PageMemory) -> Iterator[tuple[int, int, int]]:
    """Return the looks of a page, with their characters and mean p."""
    return zip(memory.looks[::3], memory.looks[1::3], memory.looks[2::3])


@dataclass(frozen=True)
class SiteTemplate:
    """The common texts and looks of the remembered pages of a site."""

    #: by the keys of their URLs; of pages with the same texts, the one that counts
    counted: Mapping[int, PageMemory] = field(default_factory=dict, compare=False, repr=False)
    #: how many of them are distinct
    pages: int = 0
    #: on how many pages each repeated text is
    repeated: Mapping[int, int] = field(default_factory=dict)
    #: of each look on REPEATED pages or more: the sum of p in UNITs over its characters, these, the pages
    looks: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    #: how many products are expected among the pages, in UNITs
    products: int = 0

    @classmethod
    def of(cls, remembered: Mapping[int, PageMemory]) -> SiteTemplate:
        """Return the template of some pages; pages with the same texts count once."""
        distinct = {bytes(memory.texts): memory for _, memory in sorted(remembered.items())}
        counts: Counter[int] = Counter()
        looks: dict[int, tuple[int, int, int]] = {}
        for memory in distinct.values():
            counts.update(memory.texts)
            for look, chars, mean in looks_in(memory):
                total, weight, pages = looks.get(look, (0, 0, 0))
                looks[look] = total + mean * chars, weight + chars, pages + 1
        repeated = [(count, text) for text, count in counts.items() if count >= REPEATED]
        weighty = [(weight, look) for look, (_, weight, pages) in looks.items() if pages >= REPEATED]
        return cls(
            {key: distinct[bytes(memory.texts)] for key, memory in remembered.items()},
            len(distinct),
            {text: count for count, text in nlargest(MOST_REPEATED, repeated)},
            {look: looks[look] for _, look in nlargest(MOST_COMMON, weighty)},
            sum(memory.product for memory in distinct.values()),
        )

    def without(self, memory: PageMemory) -> SiteTemplate:
        """Return the template of all pages except one."""
        repeated, looks = dict(self.repeated), dict(self.looks)
        for text in repeated.keys() & memory.texts:
            if (count := repeated.pop(text)) > REPEATED:
                repeated[text] = count - 1
        for look, chars, mean in looks_in(memory):
            total, weight, pages = looks.pop(look, (0, 0, 0))
            if pages > REPEATED:
                looks[look] = total - mean * chars, weight - chars, pages - 1
        return SiteTemplate(self.counted, self.pages - 1, repeated, looks, self.products - memory.product)

    def pages_with(self, what: str, value: str) -> int:
        """Return how many pages say the same about themselves, or 0 if fewer than REPEATED do."""
        return self.repeated.get(number_of(what, value), 0)

    def most_have(self, what: str, value: str) -> bool:
        """Tell whether half of the pages or more say the same about themselves."""
        return 2 * self.pages_with(what, value) >= max(self.pages, 1)

    def adjusted(self, facts: ParagraphFacts, numbers: tuple[array[int], array[int]]) -> ParagraphFacts:
        """Return facts with q, and the looks of repeated texts, of another page of the site."""
        texts, looks = numbers
        sums = [self.looks.get(look, (0, 0, 0)) for look in looks]
        moves = [(ELSEWHERE * s / n / UNIT, 1 + ELSEWHERE) if n else (0.0, 1.0) for s, n, _ in sums]
        q = array(
            "d", [(p + m) / weight for p, (m, weight) in zip(facts.p, map(moves.__getitem__, facts.look))]
        )
        if self.products >= SHOP * UNIT * self.pages:
            return facts._replace(p=q)
        look, often, repeated = facts.look[:], len(moves), self.repeated
        for b in [b for b, text in enumerate(texts) if text in repeated and facts.p[b] < SURE]:
            share = repeated[texts[b]] / self.pages
            q[b] *= DAMPING**share
            look[b] = often if share >= HALF else often + 1
        # there are no more looks than paragraphs
        return facts._replace(p=q, look=look if often + 1 < len(q) else facts.look)


NOTHING = SiteTemplate()


class Site:
    """The memory of one site."""

    def __init__(self) -> None:
        #: by the key of the URL
        self.remembered: dict[int, PageMemory] = {}
        self._template = NOTHING
        self._new = 0
        self._last = -1

    def admits(self, key: int) -> bool:
        """Tell whether a page belongs to the sample."""
        return len(self.remembered) < MOST_PAGES or key <= self._last

    def add(self, pages: Mapping[int, PageMemory]) -> None:
        """Remember pages by their keys; of two states of a page, keep the lesser one."""
        known = self.remembered
        for key, memory in pages.items():
            if self.admits(key) and (key not in known or memory < known[key]):
                known[key] = memory
                self._new += 1
                if len(known) > MOST_PAGES:
                    del known[self._last]
                self._last = max(known) if len(known) == MOST_PAGES else -1

    def others(self, key: int) -> SiteTemplate:
        """Return the template of all pages except one; it is made again when half as many new ones have come.

        That takes too long to hold a lock: the pages are copied in one step, and two threads may do the same.
        """
        if self._new and 2 * self._new >= len(self._template.counted):
            self._template, self._new = SiteTemplate.of(dict(self.remembered)), 0
        template = self._template
        memory = template.counted.get(key)  # it may have changed since, or left the sample
        return template if memory is None else template.without(memory)


class Sites:
    """The memory of sites, for :class:`~scrapy_content_extract.content.auto.auto.Auto`.

    It learns from every extracted page with a URL, unless ``learns`` is false.  Beyond ``most`` pages it
    forgets the sites that were not used for longest; with None it forgets no site.
    """

    def __init__(self, learns: bool = True, most: int | None = ALL_PAGES) -> None:
        self.learns, self.most = learns, most
        self._sites: OrderedDict[str, Site] = OrderedDict()
        #: how many pages are remembered
        self.pages = 0
        #: the hosts of which pages were added since the last call of :meth:`remembered` for them
        self.changed = set[str]()
        self._lock = Lock()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.pages:,} pages of {len(self._sites):,} hosts>"

    def others_of(self, page: Page) -> SiteTemplate:
        """Return the template of the other pages of a page's site."""
        host, key = self.place_of(page)
        with self._lock:
            site = self._sites.get(host)
            if site is None:
                return NOTHING
            self._sites.move_to_end(host)
        return site.others(key)

    def place_of(self, page: Page) -> tuple[str, int]:
        """Return the host of a page, or "", and its key there."""
        return host_of(page.url or page.address), key_of(page.url or page.address)

    def url_with(self, text: int, page: Page) -> str:
        """Return the HTTP address of another page of the site that has a text, or "" if none is known."""
        host, own = self.place_of(page)
        others = (memory for key, memory in sorted(self.pages_of(host).items()) if key != own)
        having = (memory.url for memory in others if text in memory.texts)
        return next((url for url in having if url.startswith("http")), "")

    def pages_of(self, host: str) -> dict[int, PageMemory]:
        """Return what is remembered of the pages of a host, by the keys of their URLs."""
        site = self._sites.get(host)
        return {} if site is None else dict(site.remembered)

    def admits(self, host: str, key: int) -> bool:
        """Tell whether a page of a host is to be remembered; it belongs to the sample of its site."""
        site = self._sites.get(host)
        return self.learns and bool(host) and (site is None or site.admits(key))

    def add(self, host: str, pages: Mapping[int, PageMemory]) -> None:
        """Remember pages of a host, by the keys of their URLs."""
        with self._lock:
            site = self._sites.setdefault(host, Site())
            self._sites.move_to_end(host)
            self.pages -= len(site.remembered)
            site.add(pages)
            self.pages += len(site.remembered)
            self.changed.add(host)
            while self.most is not None and self.pages > self.most and len(self._sites) > 1:
                oldest, forgotten = self._sites.popitem(last=False)
                self.pages -= len(forgotten.remembered)
                self.changed.discard(oldest)

    def remembered(self, changed: bool = False) -> Iterator[tuple[str, dict[int, PageMemory]]]:
        """Yield the hosts, or those ``changed`` since the last call for them, with the memories of pages."""
        with self._lock:
            hosts = sorted(self.changed if changed else self._sites)
            if changed:
                self.changed.clear()
        for host in hosts:
            yield host, self.pages_of(host)


class OneSite(Sites):
    """A memory of one site, whatever the addresses of its pages; those with the same text are one page."""

    def place_of(self, page: Page) -> tuple[str, int]:
        return "one site", key_of(page.all_text)


def host_of(url: object) -> str:
    """Return the host of a URL, or "".

    >>> host_of("https://Example.com:80/a"), host_of("a.html"), host_of("http://[a")
    ('example.com', '', '')
    """
    return split_url(url).hostname or "" if isinstance(url, str) else ""


def key_of(url: str | None) -> int:
    """Return the key of a page, a hash of its URL or, in :class:`OneSite`, of its text."""
    return int.from_bytes(blake2b((url or "").encode("utf-8", "replace"), digest_size=8).digest(), "big")
