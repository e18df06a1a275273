"""The title of a blog's entry, below the name of the blog."""

from __future__ import annotations

from itertools import islice

from .choice import letters
from .elements import chars_of, texts_of
from .page import Page

#: The most headings that are tried as the title of an entry: it is among the first.
ENTRIES_TRIED = 20


def entry_title(page: Page, blog: str, title: str, begin: int = 0) -> int | None:
    """Return the first heading from an element on that is the title of an entry, or None.

    Its class says so, and ``title``, the letters of ``<title>``, consists of the letters of the heading and
    ``blog``, in either order.
    """
    if not (blog and page.says("entry title") and (title.startswith(blog) or title.endswith(blog))):
        return None
    named, of_class = page.names_that_say("entry title"), page.names.of_class
    entries = (i for i in page.headings if i >= begin and of_class[i] in named and chars_of(page, i))
    for i in islice(entries, ENTRIES_TRIED):
        entry = letters_in(page, i)
        if title in (blog + entry, entry + blog):
            return i
    return None


def letters_in(page: Page, i: int) -> str:
    return letters("".join([page.strings[k] for k in range(*texts_of(page, i))]))
