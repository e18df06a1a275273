"""A made site: articles that share a box of prose, which looks like the rest of the text."""

from __future__ import annotations

#: What every page says besides its news.
BOX = (
    "This paper belongs to its readers, who pay for what they want to know and for nothing else. "
    "It has no owner and no debts, and it goes on for as long as you do."
)
SUBJECTS = (
    "the harbour", "the old mill", "the library", "the tram", "the market hall", "the weather",
    "the theatre", "the river", "the school", "the bakery", "the museum", "the bridge",
)  # fmt: skip


def sentences(n: int) -> list[str]:
    """Return the paragraphs of an article; no two articles have one in common."""
    subject = SUBJECTS[n % len(SUBJECTS)]
    return [
        f"On day {n} the council spoke about {subject}, for longer than anybody had thought, and came to "
        f"no end of it before {n + 3} o'clock.",
        f"Nobody knows what {subject} will cost by the year {2030 + n}, but the mayor says that it has to "
        f"be done, and that {n + 7} others think so, too.",
        f"The people who live near {subject} have written {n + 2} letters, and they have got an answer to "
        f"every one of them, though not the one that they had hoped for.",
    ]


def article(n: int, box: str = BOX) -> bytes:
    """Return an article of the site, with the box in the middle of its text."""
    first, *others = (f'<p class="text">{sentence}</p>' for sentence in sentences(n))
    shared = f'<p class="box">{box}</p>' if box else ""
    return (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>News {n}</title></head><body>"
        f'<ul class="menu"><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>'
        f'<div class="story"><h1>Article number {n}</h1>{first}{shared}{"".join(others)}</div>'
        f'<div class="foot"><a href="/about">About us</a></div></body></html>'
    ).encode()
