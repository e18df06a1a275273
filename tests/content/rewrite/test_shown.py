"""Declarative shadow roots: their content is shown, and that of their hosts behind it; other templates are inert.

https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
"""

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
    "slots": (f"<x-a>{OPEN}<slot name=one>c</slot><p>d</p></template><p>b</p><p slot=one>a</p></x-a>", "c d b a"),
    "texts of the host": (f"<x-a>{OPEN}<slot></slot><p>d</p></template>a <b>b</b> c</x-a>", "d a b c"),
}  # fmt: skip


@pytest.mark.parametrize("given", [str.encode, fromstring], ids=["bytes", "tree"])
@pytest.mark.parametrize(("html", "words"), PAGES.values(), ids=PAGES)
def test_what_is_shown(html, words, given):
    assert page_of(given(f"<html><body>{html}</body></html>")).all_text.split() == words.split()
