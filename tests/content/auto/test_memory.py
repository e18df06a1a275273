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
    MOST_SAID,
    REMEMBERED_TEXTS,
    UNIT,
    PageMemory,
    Site,
    Sites,
    SiteTemplate,
    compared,
    key_of,
    looks_in,
    memory_of,
)
from scrapy_content_extract.content.core import words_py
from tests.helpers.made_sites import BOX, article

HOST = "http://site.example"


def lesson(texts, looks=(), product=0.0):
    """Return what is remembered of a page: some texts, and looks with their characters and mean p."""
    triples = array("i")
    for look, chars, p in looks:
        triples.extend((look, chars, int(UNIT * p)))
    return PageMemory("", array("i", sorted(texts)), triples, int(UNIT * product))


def facts(p, look):
    """Return the facts about paragraphs of 40 characters, of which only p and the look matter here."""
    some = facts_of(page_of("<p>One paragraph that is long enough to be prose of a page, and says so."))
    return some._replace(p=array("d", p), n=array("i", [40] * len(p)), look=array("i", look))


def taught(sites, pages, host=HOST):
    """Let the memory learn from some articles; return it."""
    for n in pages:
        extract(article(n), url=f"{host}/{n}", sites=sites)
    return sites


def extracted(n, sites=None, url=HOST):
    return extract(article(n), url=f"{url}/{n}", sites=sites)


# ------------------------------------------------------------------ what changes

# p .6 of a paragraph with text 7 in look 5; what is remembered of other pages; the expected q
ADJUSTED = {
    "an unknown look leaves p unchanged": ([lesson([1], [(9, 10, 0.0)]), lesson([2], [(9, 10, 0.0)])], 0.6),
    "a look on one page is not the site's": ([lesson([1], [(5, 10, 0.0)]), lesson([2])], 0.6),
    "the mean of the look weighs half: (.6 + .5 * 0) / 1.5": (
        [lesson([1], [(5, 10, 0.0)]), lesson([2], [(5, 10, 0.0)])],
        0.4,
    ),
    "the mean is one of characters: .75; (.6 + .5 * .75) / 1.5": (
        [lesson([1], [(5, 10, 0.0)]), lesson([2], [(5, 30, 1.0)])],
        0.65,
    ),
    "a text on one of two pages is not repeated": ([lesson([7, 1]), lesson([2])], 0.6),
    "a text on both is: .6 * .2": ([lesson([7, 1]), lesson([7, 2])], 0.12),
    "on two of four: .6 * .2 ** (1 / 2)": (
        [lesson([7, 1]), lesson([7, 2]), lesson([3]), lesson([4])],
        0.2683,
    ),
    "pages with the same texts are one page": ([lesson([7]), lesson([7]), lesson([8])], 0.6),
    "both: (.6 + .5 * 0) / 1.5 * .2": ([lesson([7, k], [(5, 10, 0.0)]) for k in range(3)], 0.08),
    "in a shop what comes again stays": ([lesson([7, k], product=0.1) for k in range(3)], 0.6),
    "a page that may be a product is no shop": (
        [lesson([7, 1], product=0.2), lesson([7, 2]), lesson([7, 3])],
        0.12,
    ),
}


@pytest.mark.parametrize(("lessons", "q"), ADJUSTED.values(), ids=ADJUSTED)
def test_a_page_is_adjusted(lessons, q):
    template = SiteTemplate.of(dict(enumerate(lessons)))
    found = template.adjusted(facts([0.6], [0]), (array("i", [7]), array("i", [5])))
    assert found.p[0] == pytest.approx(q, abs=1e-4)


@pytest.mark.parametrize(("p", "q"), [(0.94, 0.188), (0.95, 0.95)])
def test_what_is_surely_content_stays(p, q):
    """Terms that a page is about, or the steps of a recipe, may be on all pages."""
    template = SiteTemplate.of({k: lesson([7, k + 20]) for k in range(3)})
    found = template.adjusted(facts([p], [0]), (array("i", [7]), array("i", [5])))
    assert found.p[0] == pytest.approx(q)


def test_repeated_texts_look_like_each_other():
    """Text 7 is on all of five pages, 8 on two, and 9 is the page's own."""
    template = SiteTemplate.of({k: lesson([7, k + 20, *([8] if k < 2 else [])]) for k in range(5)})
    numbers = array("i", [7, 9, 8, 9, 7]), array("i", [5, 6])
    assert list(template.adjusted(facts([0.5] * 5, [0, 0, 1, 1, 1]), numbers).look) == [2, 0, 3, 1, 2]
    each = numbers[0], array("i", [3, 4, 5, 6, 7])
    assert list(template.adjusted(facts([0.5] * 5, range(5)), each).look) == [0, 1, 2, 3, 4]


def test_a_box_on_all_pages_is_dropped_once_two_others_are_known():
    sites = Sites()
    for n in range(5):
        found, alone = extracted(n, sites), extracted(n)
        assert found.site_pages == n
        assert BOX in alone.text
        if n < 2:
            assert (found.ranges, found.confidence) == (alone.ranges, alone.confidence)
        else:
            assert BOX not in found.text
            assert found.text == alone.text.replace(BOX + "\n", "")


# what a page may have that others of its site have, too, and is content all the same
CONTENT = {
    "a refrain on one other page": ("We will meet again when the leaves have come down, and not before.", 1),
    "a notice that only this page has": (
        "The parish keeps the rights to the bridge, and lends them to nobody.",
        0,
    ),
}


@pytest.mark.parametrize(("text", "others"), CONTENT.values(), ids=CONTENT)
def test_what_few_pages_have_stays(text, others):
    sites = Sites()
    for n in range(6):
        extract(article(n, text if n < others else ""), url=f"{HOST}/{n}", sites=sites)
    assert text in extract(article(9, text), url=f"{HOST}/9", sites=sites).text


def test_a_quote_that_a_thread_repeats_on_one_page_stays():
    """Repetition is counted in pages."""
    sites = Sites()
    said = "Nobody knows what the tram will cost, but the mayor says that it has to be done, and soon."
    quoted = "".join(f'<p class="text">{said} {name} agrees with it.</p>' for name in ("Ann", "Bo", "Cy"))
    for n in range(4):
        extract(article(n, ""), url=f"{HOST}/{n}", sites=sites)
    page = article(9, "").replace(b"</div>", quoted.encode() + b"</div>", 1)
    assert extract(page, url=f"{HOST}/9", sites=sites).text.count(said) == 3


def test_pages_without_a_host_and_without_a_memory_are_judged_alone():
    sites = taught(Sites(), range(12))
    assert extracted(20).site_pages is None
    for url in (None, "file.html", "http://other.example/1", "http://["):
        found = extract(article(20), url=url, sites=sites)
        assert (found.site_pages, found.ranges) == (0, extracted(20).ranges)
    assert [host for host, _ in sites.remembered()] == ["other.example", "site.example"]


def test_a_memory_that_does_not_learn_stays_as_it_is():
    sites = taught(Sites(), range(3))
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
    site = Site()
    for n in range(20):
        site.add({n: lesson([7, 100 + n], [(5, 10 + n, n / 20)], n / 20)})
    for n in range(20):
        others = SiteTemplate.of({key: one for key, one in site.remembered.items() if key != n})
        found = site.others(n)
        assert (found.pages, found.products, found.repeated) == (19, others.products, others.repeated)
        assert found.looks == others.looks


# pages (key, texts, characters of a look) that make a template before page 1 comes again; the page judged
TAUGHT_BEFORE = {
    "a page that has changed since": ([(1, [1], 10), (2, [2], 10), (3, [3], 20)], 1),
    "a page with the same texts as another, and more of a look": (
        [(0, [0], 40), (1, [0], 10), (2, [2], 10), (3, [3], 20)],
        0,
    ),
    "a page that has left the sample": ([(n, [n], 10) for n in range(2, MOST_PAGES + 2)], MOST_PAGES + 1),
}


@pytest.mark.parametrize(("before", "judged"), TAUGHT_BEFORE.values(), ids=TAUGHT_BEFORE)
def test_a_page_is_not_judged_by_itself_whatever_became_of_it(before, judged):
    site = Site()
    for key, texts, chars in before:
        site.add({key: lesson(texts, [(5, chars, 0.5)])})
    pages = site.others(-1).pages
    site.add({1: lesson([0], [(5, 40, 0.5)])})
    others = site.others(judged)
    total, chars, _ = others.looks[5]
    assert (others.pages, total / chars) == (pages - 1, UNIT / 2)


def test_the_sample_is_the_same_in_any_order_and_from_parts():
    chance = random.Random(0)
    # some pages come in two states
    pages = [(chance.randrange(300), lesson([chance.randrange(9)])) for _ in range(3 * MOST_PAGES)]
    samples = []
    for _ in range(5):
        chance.shuffle(pages)
        halves = Sites(), Sites()
        for n, (key, one) in enumerate(pages):
            halves[n % 2].add("a", {key: one})
        whole = Sites()
        for half in halves:
            for host, those in half.remembered():
                whole.add(host, those)
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


# ------------------------------------------------------------------ bounds


def size(value, seen):
    """Return the bytes of a value and all that it holds, each counted once."""
    if id(value) in seen:
        return 0
    seen.add(id(value))
    inside = ()
    if isinstance(value, dict):
        inside = (*value, *value.values())
    elif isinstance(value, (tuple, frozenset)):
        inside = value
    elif hasattr(value, "__dict__"):
        inside = (value.__dict__,)
    return sys.getsizeof(value) + sum(size(one, seen) for one in inside)


def hostile(n):
    """Return a page with more texts and looks than are remembered, different on each third page."""
    texts = (
        f'<p class="{chr(97 + k % 26) * (1 + k // 26)}{"xyz"[n % 3]}">t {k} of {n % 3}' for k in range(900)
    )
    return f"<p>page {n}</p>{''.join(texts)}"


def test_a_site_takes_no_more_than_100_kb():
    sites = Sites()
    for n in range(2 * MOST_PAGES):
        extract(hostile(n), url=f"{HOST}/{n}", sites=sites)
    (site,) = sites._sites.values()
    _ = site.others(0)
    assert len(site.remembered) == MOST_PAGES
    assert all(len(one.texts) <= REMEMBERED_TEXTS + MOST_SAID for one in site.remembered.values())
    assert size(site, set()) <= 100_000


def test_sites_that_were_not_used_for_longest_are_forgotten():
    sites = Sites(most=20)
    for host in ("http://a.example", "http://b.example"):
        taught(sites, range(10), host)
    extracted(50, sites, "http://a.example")  # that is one more than 20, and b was used before
    assert [(host, len(those)) for host, those in sites.remembered()] == [("a.example", 11)]
    taught(sites, range(100, 130), "http://a.example")  # the only one is never forgotten
    assert [(host, len(those)) for host, those in sites.remembered()] == [("a.example", 41)]


# ------------------------------------------------------------------ columns

# texts, each a paragraph; those with the same letter are the same
NUMBERED = {
    "digits are one zero": (["Post 12 of 3", "Post 7 of 25", "Post of"], "aab"),
    "letters outside ASCII": (["ئۇيغۇر", "好", "é", "𝄞", "好"], "abcdb"),
    "none, and long ones that end otherwise": (["", "long " * 10_000, "long " * 10_000 + "!", ""], "abca"),
    "small and large letters": (["News", "news"], "ab"),
}


@pytest.mark.parametrize(("texts", "same"), NUMBERED.values(), ids=NUMBERED)
def test_numbers_of_texts(texts, same):
    columns = [
        array("i", those) for those in (range(len(texts) + 1), [1] * len(texts), [0] * len(texts), [5])
    ]
    found = core.words.number_texts(texts, *columns)
    assert found == words_py.number_texts(texts, *columns)
    assert [found.index(number) for number in found] == [same.index(letter) for letter in same]


def test_the_number_of_a_text_is_its_hash():
    """FNV-1a of "foobar " by http://www.isthe.com/chongo/tech/comp/fnv/, worked out by its definition."""
    number = 2166136261
    for byte in b"foobar ":
        number = (number ^ byte) * 16777619 % 2**32
    columns = [array("i", those) for those in ([0, 1], [1], [0], [0])]
    assert core.words.number_texts(["foobar"], *columns)[0] % 2**32 == number


# a paragraph with text; whether it looks like <div class="post n-12"><p>
LOOKS = {
    "digits are left out": ("<div class='post n-7'><p>", True),
    "ids do not count": ("<div class='post n-12' id=a><p id=b>", True),
    "neither does what is around the parent": ("<main class=a><div class='post n-12'><p>", True),
    "another class of the parent": ("<div class='post m-12'><p>", False),
    "a class of its own": ("<div class='post n-12'><p class=a>", False),
    "another tag": ("<div class='post n-12'><blockquote>", False),
    "another parent": ("<section class='post n-12'><p>", False),
}


@pytest.mark.parametrize(("html", "is_same"), LOOKS.values(), ids=LOOKS)
def test_numbers_of_looks(html, is_same):
    one, other = (
        compared(page, facts_of(page))[1]
        for page in (page_of(f"{some}It rains.") for some in ("<div class='post n-12'><p>", html))
    )
    assert (len(one), len(other), one == other) == (1, 1, is_same)


def test_the_digits_of_headings_count():
    columns = [array("i", those) for those in ([0, 1, 2], [0, 0], [0, 0], [5])]
    one, other = core.words.number_texts(["Chapter 1", "Chapter 2"], *columns)
    assert one != other
    assert [one, other] == list(words_py.number_texts(["Chapter 1", "Chapter 2"], *columns))


def test_looks_of_texts_are_checked(compiled):
    columns = [array("i", those) for those in ([0, 1], [1], [1], [5])]
    with pytest.raises(ValueError, match="length"):
        core.words.number_texts(["a"], *columns)


def test_what_a_page_teaches_is_bounded():
    page = page_of(hostile(1), url=HOST)
    one = memory_of(page, facts_of(page))
    assert len(list(looks_in(one))) == 32


BAD_LOOK = array("i", [1])
ONE, HALF = array("i", [0]), array("d", [0.5])


def test_looks_are_checked():
    with pytest.raises(IndexError, match="look"):
        core.choice.sum_by_look(HALF, ONE, BAD_LOOK)
