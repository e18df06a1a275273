"""The counter of work catches planted squares of every kind and lets linear work pass."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scrapy_content_extract
from tests.content.encoding.test_fold import PIECES
from tests.helpers import steps
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


def patterns_of(value: object, depth: int = 2):
    """Yield the patterns that a module holds, also in its dicts and tuples."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, (dict, list, tuple)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from patterns_of(inner, depth - 1)


def patterns_of_package() -> set[re.Pattern]:
    package = scrapy_content_extract
    names = [module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    # One has no source in Python, and steps of engines import these.
    left_out = (".datatrove", ".spark")
    modules = [importlib.import_module(name) for name in names if not name.endswith(left_out)]
    return {pattern for module in modules for pattern in patterns_of(dict(vars(module)))}


PATTERNS = sorted(patterns_of_package(), key=lambda pattern: repr(pattern.pattern))


@given(st.lists(st.sampled_from([*PIECES, "aé図", "<a b='", "display: none", "charset="]), max_size=25))
def test_the_double_finds_what_the_engine_finds(pieces):
    """It asserts so itself, at each call."""
    for pattern in PATTERNS:
        text = "".join(pieces)
        if isinstance(pattern.pattern, bytes):
            text = text.encode("utf-8", "replace")
        for method in ("search", "match", "findall"):
            steps.call(pattern, method, lambda n: None, text)


TRICKY = {
    "an empty turn of a loop": (r"(?:a?)*b", "aab"),
    "a group that comes back": (r"(['\"]).*?\1", "x='a\"b' y"),
    "a look behind": (r"(?<=a)b|(?<!a)c", "abcbac"),
    "limits": (r"(?:ab){1,2}?c|x{2,3}", "ababc xxxx"),
    "at a word's end": (r"\bis\b", "this is it"),
    "any case, for a part": (r"a(?i:B)c", "abc aBc ABC"),
    "lines": (r"(?m)^a.*$", "a1\nb\na2"),
    "empty matches": (r"a*", "baac"),
}


@pytest.mark.parametrize(("pattern", "text"), TRICKY.values(), ids=TRICKY)
def test_tricky_patterns(pattern, text):
    compiled = re.compile(pattern)
    spent = []
    for method in ("search", "match", "fullmatch", "findall", "split"):
        assert repr(steps.call(compiled, method, spent.append, text)) == repr(getattr(compiled, method)(text))
    assert [match.span() for match in steps.call(compiled, "finditer", spent.append, text)] == [
        match.span() for match in compiled.finditer(text)
    ]
    assert steps.call(compiled, "sub", spent.append, "-", text) == compiled.sub("-", text)
    assert sum(spent) > len(text)
