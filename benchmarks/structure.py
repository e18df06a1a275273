"""Score the structure of Markdown on labelled pages: ``python -m benchmarks.structure DATA``.

See ``docs/measured/structure.rst``.
"""

from __future__ import annotations

import argparse
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import lxml.html

from evaluation.command import add_data, parser_of, require_data
from evaluation.datasets import read_html
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.output.html import html_of
from scrapy_content_extract.content.output.markdown import converter, markdown_of

from .pages import spread
from .peers import Peer
from .reports import number, say, table, write
from .systems import installed_peers, words_of

PAGES = "labelled pages"

#: A page in UTF-8 and its URL → its main content as Markdown.
Function = Callable[[bytes, str], str]
#: The elements of each kind, each with the number of times that it is there.
Elements = dict[str, Counter[Any]]

#: The counted structures, in the order of the tables.
COUNTED = ("headings", "list items", "table rows", "code blocks", "links", "images")


class Label(NamedTuple):
    id: str
    url: str
    html: bytes
    markdown: str


def labels(data: Path, limit: int) -> Iterator[Label]:
    """Yield the pages of wcxb whose label has Markdown, or ``limit`` of them at equal distances.

    Raises ValueError for a folder without them.
    """
    files = sorted((data / "wcxb/dev/ground-truth").glob("*.json"))
    if not files:
        raise ValueError(f"The data folder {str(data)!r} has no set wcxb: there is no wcxb/dev/ground-truth.")
    for file in spread(files, limit):
        label = json.loads(file.read_text("utf-8"))
        if markdown := label["ground_truth"].get("main_content_markdown"):
            html = read_html(data / f"wcxb/dev/html/{file.stem}.html.gz")
            yield Label(file.stem, label.get("url") or "", html, markdown)


# --- what is compared -----------------------------------------------------------------------


def ours(name: str) -> Function:
    method = EXTRACTORS[name]()

    def run(html: bytes, url: str) -> str:
        page = page_of(html, url=url, attributes=True)
        return markdown_of(html_of(page, method.extract(page).ranges))

    return run


def trafilatura() -> Function:
    from trafilatura import extract

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    asked = {"include_links": True, "include_images": True, "include_formatting": True}
    return lambda html, url: extract(html, url=url or None, output_format="markdown", **asked) or ""


def magic_html() -> Function:
    from magic_html import GeneralExtractor

    extractor, (convert, options) = GeneralExtractor(), converter()

    def run(html: bytes, url: str) -> str:
        found = extractor.extract(html.decode(), base_url=url).get("html")
        return str(convert(found, options).content) if found else ""

    return run


def rs_trafilatura() -> Function:
    from rs_trafilatura import extract

    asked = {"include_links": True, "include_images": True, "output_markdown": True}
    return lambda html, url: extract(html.decode(), url=url or None, **asked).content_markdown or ""


def whole_page() -> Function:
    convert, options = converter()
    return lambda html, url: str(convert(html.decode(), options).content)


#: Other libraries that give Markdown, by name.  "whole-page" is the baseline.
PEERS: dict[str, Peer] = {
    "whole-page": Peer("html-to-markdown", whole_page),
    "trafilatura": Peer("trafilatura", trafilatura),
    "magic-html": Peer("magic-html", magic_html),
    "rs-trafilatura": Peer("rs-trafilatura", rs_trafilatura),
}


def systems_of(extractors: Sequence[str], names: Sequence[str] | None) -> dict[str, Function]:
    """Return the extractors, and the installed peers of those named; an empty list names all."""
    peers = [] if names is None else installed_peers(words_of(names), PEERS)
    return {**{name: ours(name) for name in extractors}, **{peer.name: peer.run for peer in peers}}


# --- what is counted ------------------------------------------------------------------------


@lru_cache(maxsize=1)
def parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def elements_of(markdown: str, url: str) -> Elements:
    """Return the elements of a Markdown text.

    An element is its words: of a heading, of an item without the lists in it, of the cells of a row that
    are not empty.  A code block is its characters without white space, a link its words and its address, an
    image its address.

    >>> markdown = "# A b\\n\\n- c\\n  - d\\n\\n[e](/f) ![g](h)\\n\\n|i|j|\\n|-|-|\\n|k|l|"
    >>> found = elements_of(markdown, "http://m/")
    >>> {kind: list(counted) for kind, counted in found.items() if counted}
    {'headings': ['a b'], 'list items': ['c', 'd'], 'table rows': [('i', 'j'), ('k', 'l')], \
'links': [('e', 'http://m/f')], 'images': ['http://m/h']}
    """
    root = lxml.html.fromstring(f"<div>{parser().render(markdown)}</div>")
    found: Elements = {kind: Counter() for kind in COUNTED}
    for node in root.iter("h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "pre", "a", "img"):
        if node.tag == "tr":
            found["table rows"][tuple(filter(None, (words(cell.text_content()) for cell in node)))] += 1
        elif node.tag == "pre":
            found["code blocks"]["".join(node.text_content().split())] += 1
        elif node.tag == "li":
            found["list items"][words(own_text(node))] += 1
        elif node.tag == "a":
            if named := words(node.text_content()):
                found["links"][named, address(node.get("href", ""), url)] += 1
        elif node.tag == "img":
            found["images"][address(node.get("src", ""), url)] += 1
        else:
            found["headings"][words(node.text_content())] += 1
    for counted in found.values():
        for nothing in [one for one in counted if not (any(one) if isinstance(one, tuple) else one)]:
            del counted[nothing]
    return found


def words(text: str) -> str:
    """Return the words of a text.

    >>> words("It's *fine*.")
    'it s fine'
    """
    return " ".join(re.findall(r"\w+", text.lower()))


def own_text(item: Any) -> str:
    """Return the text of a list item without the lists in it."""
    return " ".join(str(text) for text in item.xpath(".//text()[count(ancestor::li) = $n]", n=depth_of(item)))


def depth_of(item: Any) -> int:
    return 1 + sum(above.tag == "li" for above in item.iterancestors())


def address(given: str, url: str) -> str:
    """Return an address for comparison: absolute, without a fragment and a slash at its end."""
    try:
        return urljoin(url, given).partition("#")[0].rstrip("/")
    except ValueError:
        return given


# --- the figures ----------------------------------------------------------------------------


class Counts(NamedTuple):
    """Elements in the label, in what a system wrote, and in both."""

    wanted: int = 0
    written: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.written if self.written else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f(self) -> float:
        both = self.wanted + self.written
        return 2 * self.right / both if both else 0.0


def added(counts: Counts, wanted: Counter[Any], written: Counter[Any]) -> Counts:
    """Return counts with a page's counts added.

    >>> added(Counts(1, 1, 1), Counter("aab"), Counter("abbc"))
    Counts(wanted=4, written=5, right=3)
    """
    more = (wanted.total(), written.total(), (wanted & written).total())
    return Counts(*(a + b for a, b in zip(counts, more)))


class Result(NamedTuple):
    counts: dict[str, Counts]
    errors: list[str]


def measure(pages: Sequence[Label], run: Function) -> Result:
    """Run a system on pages.  An exception counts as an error and an empty text."""
    counts, errors = dict.fromkeys(COUNTED, Counts()), []
    for page in pages:
        try:
            markdown = run(page.html, page.url)
        except Exception as error:
            markdown = ""
            errors.append(f"{page.id}: {error!r}")
        wanted, written = elements_of(page.markdown, page.url), elements_of(markdown, page.url)
        counts = {kind: added(counts[kind], wanted[kind], written[kind]) for kind in COUNTED}
    return Result(counts, errors)


def tables(results: dict[str, Result]) -> str:
    """Return a table for each kind of element."""
    parts = []
    for kind in COUNTED:
        body = [
            [name, *map(str, counts), *map(number, (counts.precision, counts.recall, counts.f))]
            for name, counts in ((name, result.counts[kind]) for name, result in results.items())
        ]
        parts.append(f"**{kind}**\n\n" + table(["system", "label", "written", "both", "P", "R", "F"], body))
    return "\n".join(parts)


def options_of(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    add_data(parser, PAGES)
    parser.add_argument("--extractors", nargs="+", default=["auto"], metavar="NAME", choices=EXTRACTORS)
    parser.add_argument("--peers", nargs="*", metavar="NAME", help=f"all, or some of: {', '.join(PEERS)}")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="take N pages at equal distances")
    parser.add_argument("--out", type=Path, help="folder for structure.json and structure.rst")
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    return options


def main(argv: Sequence[str] | None = None) -> int:
    command = parser_of(
        "benchmarks.structure",
        "Score the structure of Markdown on labelled pages.",
        "python -m benchmarks.structure DATA --peers trafilatura --limit 300",
    )
    options = options_of(command, argv)
    try:
        pages = list(labels(Path(options.data), options.limit))
        systems = systems_of(options.extractors, options.peers)
    except ValueError as error:
        command.error(str(error))
    results = {}
    for name, run in systems.items():
        results[name] = measure(pages, run)
        for error in results[name].errors:
            say(f"{name} failed on {error}")
    text = f"{len(pages)} pages\n\n{tables(results)}"
    print(text)
    if options.out:
        found = {name: {kind: counts._asdict() for kind, counts in result.counts.items()}
                 for name, result in results.items()}  # fmt: skip
        write(options.out, "structure", {"pages": len(pages), "systems": found}, [text])
    return 0


if __name__ == "__main__":
    sys.exit(main())
