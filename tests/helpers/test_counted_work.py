"""The counter of work catches planted squares of every kind and lets linear work pass.

The double of the pattern engine compares each result with that of the engine itself.
"""

from __future__ import annotations

import re

import pytest

import scrapy_content_extract
from tests.helpers.work import check_linear, copy_of, count, counted

UNCLOSED = re.compile("<script>.*?</script>", re.DOTALL)
CLOSED = re.compile("<[a-z]+>|</[a-z]+>")
NESTED = re.compile("(?:a+)+b")


def text(size):
    return "<script>" * size


def numbers(size):
    return list(range(size))


def loop_in_loop(values):
    for _ in values:
        for _ in values:
            pass


def comprehension(values):
    return [[one < other for one in values] for other in values]


def slices(values):
    for n in values:
        values[:n]


def look_up(values):
    return [n in values for n in values]


def sums(values):
    return [sum(values) for _ in values]


def mapped(values):
    return [list(map(str, values)) for _ in values]


def bytes_added(values):
    made = b""
    for _ in values:
        made += b"x"


def finds(text):
    at = 0
    while at >= 0:
        text.find("</script>", at)
        at = text.find("<script>", at + 1)


def equal(values):
    return [values == list(values) for _ in values]


def search_from_each(text):
    return [UNCLOSED.match(text, match.start()) for match in re.finditer("<", text)]


def lazy_pattern(text):
    return UNCLOSED.sub("", text)


def pattern_in_pattern(text):
    return NESTED.search("a" * (len(text) // 200) + "c")


SQUARES = {
    loop_in_loop: numbers,
    comprehension: numbers,
    slices: numbers,
    look_up: numbers,
    sums: numbers,
    mapped: numbers,
    bytes_added: numbers,
    finds: text,
    equal: numbers,
    search_from_each: text,
    lazy_pattern: text,
    pattern_in_pattern: text,
}


@pytest.mark.parametrize(("square", "make"), SQUARES.items(), ids=[f.__name__ for f in SQUARES])
def test_a_square_is_caught(square, make):
    with pytest.raises(AssertionError, match=r"not linear|no end"):
        check_linear(counted(square), make, 40)


def test_a_square_is_caught_beside_much_linear_work():
    def run(values):
        for n in values:
            for _ in range(300):
                pass
            values[:n]

    with pytest.raises(AssertionError, match="not linear"):
        check_linear(counted(run), numbers, 200)


def loops(values):
    for _ in values:
        pass
    n = len(values)
    while n:
        n -= 1
    return [n + 1 for n in values], {n: n for n in values}, sum(n for n in values), max(values)


def sorts(values):
    return sorted(values, key=lambda n: -n), list(zip(values, map(str, values)))


def parts(text):
    at, found = 0, []
    while at >= 0:
        after = text.find("<script>", at + 1)
        found.append(text[at : after if after >= 0 else None])
        at = after
    return "".join(found)


def patterns(text):
    at = 0
    while match := CLOSED.match(text, at):
        at = match.end()
    return CLOSED.sub("", text), CLOSED.split(text), CLOSED.findall(text), len(list(CLOSED.finditer(text)))


LINEAR = {
    loops: numbers,
    sorts: numbers,
    parts: text,
    patterns: text,
}


@pytest.mark.parametrize(("linear", "make"), LINEAR.items(), ids=[f.__name__ for f in LINEAR])
def test_linear_work_passes(linear, make):
    check_linear(counted(linear), make, 100)


def test_the_count_is_the_same_each_time():
    extract = copy_of("scrapy_content_extract.content").extract
    html = "<h1>Rain</h1><p>It is what it is, and that is all that there is to it.</p>" * 9
    assert len({count(extract, html) for _ in range(4)} - {count(extract, html)}) <= 1
    assert count(extract, html) == count(extract, html)


def test_a_copy_does_what_the_package_does():
    html = "<nav><a href=/>Home</a></nav><h1>Rain</h1><p>It is what it is, and all that there is.</p>" * 5
    for name in scrapy_content_extract.content.EXTRACTORS:
        ours = scrapy_content_extract.extract(html, extractor=name)
        theirs = copy_of("scrapy_content_extract.content").extract(html, extractor=name)
        assert (theirs.ranges, theirs.text) == (ours.ranges, ours.text)
