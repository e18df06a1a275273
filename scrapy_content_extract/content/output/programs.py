"""The programs on a page: which preformatted texts are code, and in which language."""

from __future__ import annotations

import re

from ..page.page import Page

#: The most characters that are read of a class, and the most of a language's name.
MOST_CLASS, MOST_LANGUAGE = 1_000, 40
#: A class that names the language of code: as HTML suggests, and as highlighters write it.
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush:?)[-\s]*([\w+#.]+)")
NO_LANGUAGE = frozenset("default none text plain plaintext nohighlight notranslate source".split())


def code_tags(page: Page, pre: int, known: dict[int, str]) -> tuple[str, str] | None:
    """Return the tags of a program, or None: preformatted text that holds or names code."""
    if language := language_of(page, pre, known):
        return f'<pre><code class="language-{language}">', "</code></pre>\n"
    if "code" in page.tags and page.tags.index("code") in page.tag_number[pre : page.end[pre]]:
        return "<pre><code>", "</code></pre>\n"
    return None


def language_of(page: Page, pre: int, known: dict[int, str]) -> str:
    """Return the language that a program names, or ""; ``known`` has the languages of classes, by number."""
    above = [pre, page.parent[pre], page.parent[page.parent[pre]]] if pre > 1 else [pre]
    for i in (pre + 1, *above):
        if i < page.end[pre] and i >= 0:
            number = page.names.of_class[i]
            if number not in known:
                known[number] = language_in(page.names.values[number] or "")
            if known[number]:
                return known[number]
    return ""


def language_in(of_class: str) -> str:
    """Return the language that a class names, or "".

    >>> language_in("highlight-text language-C++")
    'c++'
    """
    found = map(str.lower, _LANGUAGE.findall(of_class[:MOST_CLASS]))
    return next((name for name in found if name not in NO_LANGUAGE and len(name) <= MOST_LANGUAGE), "")
