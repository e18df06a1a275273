"""The programs on a page: which preformatted texts are code, and in which language."""

from __future__ import annotations

from ..markup.program_languages import ATTRIBUTES, language_in, language_of
from ..page.attributes import attributes_of, element_marks
from ..page.page import Page

#: How far above a program its language is looked for, and the most characters around it there.
MOST_ABOVE, CHARS_AROUND = 4, 60


class Programs:
    """The programs on a page; ``pres`` are the elements that may be programs."""

    def __init__(self, page: Page, pres: list[int]) -> None:
        self.page = page
        #: the languages of classes, by number
        self.known: dict[int, str] = {}
        self.near = {i: self.near_to(i) for i in pres}
        marks = element_marks(page, {j for near in self.near.values() for j in near})
        self.attributes = attributes_of(page, marks, 1, ATTRIBUTES) if pres else {}
        self.code = page.tags.index("code") if "code" in page.tags else -1

    def tags(self, pre: int) -> tuple[str, str] | None:
        """Return the tags of a program, or None: preformatted text that holds or names code."""
        if language := self.language_of(pre):
            return f'<pre><code class="language-{language}">', "</code></pre>\n"
        if self.code >= 0 and self.code in self.page.tag_number[pre : self.page.end[pre]]:
            return "<pre><code>", "</code></pre>\n"
        return None

    def near_to(self, pre: int) -> list[int]:
        """Return the first element in a program, the program, and elements with little text besides it."""
        page, near, before = self.page, [pre], self.page.chars_before
        if pre + 1 < page.end[pre]:
            near.insert(0, pre + 1)
        most = before[page.stop[pre]] - before[page.first[pre]] + CHARS_AROUND
        above = page.parent[pre]
        while len(near) < MOST_ABOVE + 2 and above > 0:
            if before[page.stop[above]] - before[page.first[above]] > most:
                break
            near.append(above)
            above = page.parent[above]
        return near

    def language_of(self, pre: int) -> str:
        """Return the language that a program names, or ""."""
        for i in self.near[pre]:
            number = self.page.names.of_class[i]
            if number not in self.known:
                self.known[number] = language_in(self.page.names.values[number] or "")
            attributes = self.attributes.get(i)
            if language := self.known[number] or (language_of(attributes) if attributes else ""):
                return language
        return ""
