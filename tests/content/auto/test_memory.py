"""What the pages of a site teach; expected numbers are worked out by hand."""

import random
import sys
from array import array

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.auto import Auto, facts_of
from scrapy_content_extract.content.auto.memory import (
    MOST_PAGES,
    REMEMBERED_TEXTS,
    UNIT,
    Paragraphs,
    Site,
    Sites,
    SiteTemplate,
    key_of,
    looks_in,
    most,
    numbers_of_lines,
    texts_in,
)
from tests.helpers.made_sites import BOX, article
from tests.helpers.python_side import in_python

HOST = "http://site.example"


def lesson(texts, looks=()):
    """Return a lesson: some texts, and looks with their characters and mean p."""
    made = array("i", [len(texts), *sorted(texts)])
    for look, chars, p in looks:
        made.extend((look, chars, int(UNIT * p)))
    return made


def taught(sites, pages, host=HOST):
    """Let the memory learn from some articles; return it."""
    for n in pages:
        extract(article(n), url=f"{host}/{n}", sites=sites)
    return sites


def extracted(n, sites=None, url=HOST):
    return extract(article(n), url=f"{url}/{n}", sites=sites)


# ------------------------------------------------------------------ what changes

# p .6 of a paragraph with text 7 in look 5; lessons; the expected q
ADJUSTED = {
    "an unknown look leaves p unchanged": ([lesson([1], [(9, 10, 0.0)])], 0.6),
    "the mean of the look weighs half: (.6 + .5 * 0) / 1.5": ([lesson([1], [(5, 10, 0.0)])], 0.4),
    "the mean is one of characters: .75; (.6 + .5 * .75) / 1.5": (
        [lesson([1], [(5, 10, 0.0)]), lesson([2], [(5, 30, 1.0)])],
        0.65,
    ),
    "a text on two pages is not repeated": ([lesson([7, 1]), lesson([7, 2])], 0.6),
    "a text on three pages is: .6 * .15": ([lesson([7, 1]), lesson([7, 2]), lesson([7, 3])], 0.09),
    "pages with the same texts are one page": ([lesson([7])] * 3, 0.6),
    "both: (.6 + .5 * 0) / 1.5 * .15": (
        [lesson([7, k], [(5, 10, 0.0)]) for k in range(3)],
        0.06,
    ),
}


@pytest.mark.parametrize(("lessons", "q"), ADJUSTED.values(), ids=ADJUSTED)
def test_a_page_is_adjusted(lessons, q):
    those = Paragraphs(array("d", [0.6]), array("i", [40]), array("i", [0]), array("i", [7]), array("i", [5]))
    assert SiteTemplate.of(dict(enumerate(lessons))).adjusted(those)[0][0] == pytest.approx(q, abs=1e-4)


def test_repeated_texts_look_like_each_other():
    frame = SiteTemplate.of({k: lesson([7, 8, k]) for k in range(3)})
    p, n = array("d", [0.5] * 4), array("i", [40] * 4)
    those = Paragraphs(p, n, array("i", [0, 0, 1, 1]), array("i", [7, 9, 8, 9]), array("i", [5, 6]))
    assert list(frame.adjusted(those)[1]) == [2, 0, 2, 1]
    each = those._replace(look=array("i", range(4)), looks=array("i", [3, 4, 5, 6]))
    assert list(frame.adjusted(each)[1]) == [0, 1, 2, 3]


def test_a_box_on_all_pages_is_dropped_once_ten_others_are_known():
    sites = Sites()
    for n in range(14):
        found, alone = extracted(n, sites), extracted(n)
        assert found.site_pages == n if n <= 10 else found.site_pages >= 10
        assert BOX in alone.text
        if n < 10:
            assert (found.ranges, found.confidence) == (alone.ranges, alone.confidence)
        else:
            assert BOX not in found.text
            assert found.text == alone.text.replace(BOX + "\n", "")


def test_pages_without_a_host_and_without_a_memory_are_judged_alone():
    sites = taught(Sites(), range(12))
    assert extracted(20).site_pages is None
    for url in (None, "file.html", "http://other.example/1", "http://["):
        found = extract(article(20), url=url, sites=sites)
        assert (found.site_pages, found.ranges) == (0, extracted(20).ranges)
    assert [host for host, _ in sites.remembered()] == ["other.example", "site.example"]


def test_a_memory_that_does_not_learn_stays_as_it_is():
    sites = taught(Sites(), range(12))
    sites.learns = False
    before = list(sites.remembered())
    assert BOX not in extracted(30, sites).text
    assert list(sites.remembered()) == before


@pytest.mark.parametrize("wrong", [True, "file.json", {}], ids=repr)
def test_a_memory_is_one(wrong):
    with pytest.raises(ValueError, match=r"sites is .*; it may be None or a memory of sites"):
        Auto(sites=wrong)


# ------------------------------------------------------------------ the sample


def test_a_page_is_not_judged_by_what_it_has_taught():
    site = Site(warm=1)
    for n in range(20):
        site.add(n, lesson([7, 100 + n], [(5, 10 + n, n / 20)]))
    for n in range(20):
        others = SiteTemplate.of({key: one for key, one in site.remembered.items() if key != n})
        found = site.others(n)
        assert (found.pages, found.looks, found.repeated) == (19, others.looks, others.repeated)


def test_the_sample_is_the_same_in_any_order_and_from_parts():
    chance = random.Random(0)
    # some pages come in two states
    pages = [(chance.randrange(300), lesson([chance.randrange(9)])) for _ in range(3 * MOST_PAGES)]
    samples = []
    for _ in range(5):
        chance.shuffle(pages)
        halves = Sites(), Sites()
        for n, (key, one) in enumerate(pages):
            halves[n % 2].add("a", key, one)
        whole = Sites()
        for half in halves:
            for host, those in half.remembered():
                for key, one in those.items():
                    whole.add(host, key, one)
        samples.append(sorted(next(whole.remembered())[1].items()))
    assert all(sample == samples[0] for sample in samples)
    assert [key for key, _ in samples[0]] == sorted({key for key, _ in pages})[:MOST_PAGES]


def test_a_page_that_is_learned_twice_counts_once():
    sites = Sites()
    for _ in range(12):
        extract(article(1), url=f"{HOST}/1", sites=sites)
    assert [list(those) for _, those in sites.remembered()] == [[key_of(f"{HOST}/1")]]
    for n in range(12):
        extract(article(1), url=f"{HOST}/copy/{n}", sites=sites)
    assert extracted(2, sites).site_pages == 1


# weights, numbers, and the kept numbers, at most two
MOST = {
    "fewer than the limit": ([1.0], [5], {5}),
    "of the same number once": ([1.0, 2.0, 3.0], [5, 5, 5], {5}),
    "the heaviest": ([1.0, 3.0, 2.0], [5, 6, 7], {6, 7}),
    "of equal weight the greater numbers, in any order": ([1.0, 1.0, 1.0], [6, 7, 5], {6, 7}),
}


@pytest.mark.parametrize(("weights", "numbers", "kept"), MOST.values(), ids=MOST)
def test_most(weights, numbers, kept):
    assert most(2, weights, numbers) == kept


# ------------------------------------------------------------------ bounds


def size(value):
    """Return the bytes of a value and all that it holds."""
    inside = ()
    if isinstance(value, dict):
        inside = (*value, *value.values())
    elif isinstance(value, (tuple, frozenset)):
        inside = value
    elif hasattr(value, "__dict__"):
        inside = (value.__dict__,)
    return sys.getsizeof(value) + sum(map(size, inside))


def hostile(n):
    """Return a page with more texts and looks than are remembered, different on each third page."""
    texts = (
        f'<p class="{chr(97 + k % 26) * (1 + k // 26)}{"xyz"[n % 3]}">t {k} of {n % 3}' for k in range(900)
    )
    return f"<p>page {n}</p>{''.join(texts)}"


def test_a_site_takes_no_more_than_200_kb():
    sites = Sites()
    for n in range(2 * MOST_PAGES):
        extract(hostile(n), url=f"{HOST}/{n}", sites=sites)
    (site,) = sites._sites.values()
    _ = site.others(0).means, site.template().means
    assert len(site.remembered) == MOST_PAGES
    assert all(len(texts_in(one)) == REMEMBERED_TEXTS for one in site.remembered.values())
    assert size(site) <= 200_000


def test_sites_that_were_not_used_for_longest_are_forgotten():
    sites = Sites(most=20)
    for host in ("http://a.example", "http://b.example"):
        taught(sites, range(10), host)
    extracted(50, sites, "http://a.example")  # that is one more than 20, and b was used before
    assert [(host, len(those)) for host, those in sites.remembered()] == [("a.example", 11)]
    taught(sites, range(100, 130), "http://a.example")  # the only one is never forgotten
    assert [(host, len(those)) for host, those in sites.remembered()] == [("a.example", 41)]


# ------------------------------------------------------------------ columns

TEXTS = {
    "none": [],
    "of each length up to two words of four bytes": ["x" * k for k in range(9)],
    "not ASCII": ["ئۇيغۇر", "好", "é", "𝄞"],
    "long": ["long " * 100_000],
}


@pytest.mark.parametrize("texts", TEXTS.values(), ids=TEXTS)
def test_numbers_of_texts(texts):
    found = numbers_of_lines(texts, array("i", range(len(texts) + 1)))
    assert list(found) == [int.from_bytes(f"{text} ".encode(), "big") % 1_327_217_909 for text in texts]


def test_what_a_page_teaches_is_the_same_compiled(compiled):
    def taught_by_one():
        sites = Sites()
        page = page_of(hostile(1), url=HOST)
        sites.adjusted(page, SiteTemplate(), facts_of(page))
        return next(sites.remembered())[1]

    lessons = taught_by_one()
    assert lessons == in_python(taught_by_one)
    (one,) = lessons.values()
    assert len(list(looks_in(one))) == 32


BAD_LOOK = array("i", [1])
ONE, HALF = array("i", [0]), array("d", [0.5])


def test_looks_are_checked():
    with pytest.raises(IndexError, match="look"):
        core.choice.sum_by_look(HALF, ONE, BAD_LOOK)
