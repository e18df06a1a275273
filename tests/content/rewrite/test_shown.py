"""Declarative shadow roots: their content is shown, in the order of slots, other templates are inert.

https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
"""

import time

import pytest
from lxml.html import fromstring

from scrapy_content_extract.content import page_of

OPEN = "<template shadowrootmode=open>"
#: Pages, and the words that a browser shows.
PAGES = {
    "open": (f"<x-a>{OPEN}<p>a</p></template></x-a>", "a"),
    "closed": ("<x-a><template shadowrootmode=CLOSED><p>a</p></template></x-a>", "a"),
    "plain": ("<x-a><template><p>a</p></template></x-a><p>shadowrootmode", "shadowrootmode"),
    "in a plain one": (f"<template><x-a>{OPEN}<p>a</p></template></x-a></template><p>b", "b"),
    "another mode": ("<x-a><template shadowrootmode=on><p>a</p></template></x-a><p>b", "b"),
    "a second one": (f"<x-a>{OPEN}<p>a</p></template>{OPEN}<p>b</p></template></x-a>", "a"),
    "a nested one": (f"<x-a>{OPEN}<x-b>{OPEN}<p>a</p></template></x-b><p>b</p></template></x-a>", "a b"),
    "slots": (
        f"<x-a>{OPEN}<slot name=one>c</slot><slot>d</slot><p>e</p></template><p>b</p><p slot=one>a</p></x-a>", "a b e",
    ),
    "what a slot holds for want of other": (f"<x-a>{OPEN}<slot>a</slot></template></x-a>", "a"),
    "texts in a slot": (f"<x-a>{OPEN}<slot></slot><p>d</p></template>a <b>b</b> c</x-a>", "a b c d"),
    "a slot handed on": (
        f"<x-a>{OPEN}<x-b>{OPEN}<h2>a</h2><slot></slot></template><slot name=o></slot></x-b></template><p slot=o>b</p></x-a>",
        "a b",
    ),
}  # fmt: skip


@pytest.mark.parametrize("given", [str.encode, fromstring], ids=["bytes", "tree"])
@pytest.mark.parametrize(("html", "words"), PAGES.values(), ids=PAGES)
def test_what_is_shown(html, words, given):
    assert page_of(given(f"<html><body>{html}</body></html>")).all_text.split() == words.split()


@pytest.mark.parametrize(
    "part", [f"<x-a>{OPEN}<slot></slot></template>a</x-a>", f"{OPEN}<slot>", "<slot name=a><p slot=a>"]
)
def test_many_cost_as_much_as_their_parse(part):
    html = f"<x-a>{OPEN}" + part * 10_000
    started = time.perf_counter()
    page_of(html)
    assert time.perf_counter() - started < 5
