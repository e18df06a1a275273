"""Pages with content that are taken for pages without: ``python -m lab.quality.no_content DATA``.

See ``docs/methods/auto-no-content.rst``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from lab.data.datasets import load, sets_there
from lab.options import add_shared, announce, parsed, parser_of
from lab.reports import table
from scrapy_content_extract.content import core, page_of
from scrapy_content_extract.content.auto.auto import LEAST_CHARS, facts_of
from scrapy_content_extract.content.auto.non_content import evidence_of
from scrapy_content_extract.content.page.page import Page


def judged(page: Page) -> tuple[str, int]:
    """Return the kind that a page is taken for, "" for content, and the characters chosen otherwise."""
    known = facts_of(page)
    given = known.p, known.n, known.look, known.node, page.parent
    chosen, *_ = core.choice.choose(*given, 1.0, LEAST_CHARS)
    found = evidence_of(page, chosen, known)
    return found.kind if found else "", sum(n for n, is_chosen in zip(known.n, chosen) if is_chosen)


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "lab.quality.no_content",
        "Count the labelled pages with content that auto takes for pages without.",
        "python -m lab.quality.no_content DATA --sets wcxb",
    )
    add_shared(parser, sets=None, pages=0)
    options = parsed(parser, argv, "labelled pages", sets_there)
    print(announce())
    body, alarms = [], []
    for name in options.sets:
        count = found = lost = 0
        for page in load(options.data, name, options.pages):
            if not page.gold.strip():
                continue
            kind, chars = judged(page_of(page.html, url=page.url))
            count, found, lost = count + 1, found + bool(kind), lost + bool(kind and chars)
            alarms += [f"{name} {page.id}: {kind}, {chars:,} characters"] if kind else []
        body.append([name, str(count), str(found), str(lost)])
    print(table(["set", "pages", "taken for", "with text"], body), end="")
    print("\n".join(["", *alarms]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
