"""How well pages are cut for retrieval: ``python -m benchmarks.chunks DATA``.

Each splitter cuts the whole text of the pages whose blocks a person marked (:mod:`evaluation.marked`), into
chunks of at most a number of characters.  The cuts are found again in the page's text:

on a mark
    the share of the cuts where one marked block ends and another begins
in a sentence
    the share of the cuts inside a paragraph that no sentence end is before
CPU
    as a multiple of lxml's parse of the same pages, in the same run
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import lxml.html

from evaluation.agreement import owners
from evaluation.command import add_data, parser_of, require_data
from evaluation.marked import SETS, MarkedPage, squeeze
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.trees import Trees
from scrapy_content_extract.content.kernels.render_py import SENTENCE_END
from scrapy_content_extract.content.output.chunks import chunks_of, units_of
from scrapy_content_extract.content.page.tables import rows_of

from .reports import number, table
from .segmentation import PAGES, models_of, sets_of

#: The texts of the chunks of a page.
Splitter = Callable[[str], Iterable[str]]
HEADINGS = [(f"h{rank}", f"h{rank}") for rank in range(1, 7)]


def text_of(html: str) -> str:
    """Return the whole text of a page, a line for each paragraph and row."""
    page = page_of(html)
    return "\n".join(unit.text for unit in units_of(page, [(0, len(page.gap))], rows_of(page)))


def ours(most: int, trees: Trees | None) -> Splitter:
    def split(html: str) -> list[str]:
        page = page_of(html)
        rows = rows_of(page)
        text = "\n".join(unit.text for unit in units_of(page, [(0, len(page.gap))], rows))
        made = chunks_of(page, [(0, len(page.gap))], most, trees=trees, rows=rows)
        return [text[chunk.start : chunk.stop] for chunk in made]

    return split


def at_paragraphs(most: int) -> Splitter:
    """Fill the chunks with whole paragraphs, as a plain splitter does."""

    def split(html: str) -> Iterable[str]:
        chunk = ""
        for line in text_of(html).split("\n"):
            if chunk and len(chunk) + 1 + len(line) > most:
                yield chunk
                chunk = ""
            chunk = f"{chunk}\n{line}" if chunk else line
            while len(chunk) > most:
                yield chunk[:most]
                chunk = chunk[most:]
        yield chunk

    return split


def langchain(most: int) -> dict[str, Splitter]:
    from langchain_text_splitters import (  # type: ignore[import-not-found,unused-ignore]
        HTMLHeaderTextSplitter,
        HTMLSemanticPreservingSplitter,
        RecursiveCharacterTextSplitter,
    )

    recursive = RecursiveCharacterTextSplitter(chunk_size=most, chunk_overlap=0)
    headers = HTMLHeaderTextSplitter(HEADINGS)
    semantic = HTMLSemanticPreservingSplitter(HEADINGS, max_chunk_size=most)
    return {
        "LangChain, recursive": lambda html: recursive.split_text(text_of(html)),
        "LangChain, headers": lambda html: [
            chunk.page_content for chunk in recursive.split_documents(headers.split_text(html))
        ],
        "LangChain, semantic": lambda html: [chunk.page_content for chunk in semantic.split_text(html)],
    }


def unstructured(most: int) -> dict[str, Splitter]:
    from unstructured.chunking.title import chunk_by_title  # type: ignore[import-not-found,unused-ignore]
    from unstructured.partition.html import partition_html  # type: ignore[import-not-found,unused-ignore]

    return {
        "unstructured, by title": lambda html: [
            chunk.text for chunk in chunk_by_title(partition_html(text=html), max_characters=most)
        ]
    }


@dataclass
class Cuts:
    """The cuts of all pages by one splitter."""

    cuts: int = 0
    on_mark: int = 0
    in_sentence: int = 0
    chunks: int = 0
    #: characters that stand in no chunk, and all
    lost: int = 0
    chars: int = 0
    seconds: float = 0.0
    failed: int = 0

    def add(self, page: MarkedPage, split: Splitter) -> None:
        start = time.process_time()
        try:
            chunks = list(split(page.html))
        except Exception:  # of another library
            self.failed += 1
            return
        self.seconds += time.process_time() - start
        chunks = [squeezed for chunk in chunks if (squeezed := squeeze(chunk))]
        places = owners(chunks, page.text)
        torn = inside_sentences(page)
        marks = page.owners["leaf"]
        self.chunks += len(chunks)
        self.chars += len(places)
        self.lost += sum(place < 0 for place in places)
        for i, (before, behind) in enumerate(pairwise(places), 1):
            if before != behind and min(before, behind) >= 0:
                self.cuts += 1
                self.on_mark += marks[i - 1] != marks[i]
                self.in_sentence += i in torn

    def row(self, name: str, parse: float) -> list[str]:
        cuts = max(self.cuts, 1)
        shares = [number(self.on_mark / cuts), number(self.in_sentence / cuts)]
        return [
            name, *shares, f"{self.chunks:,}", number(self.lost / max(self.chars, 1)),
            f"{self.seconds / parse:.1f}", str(self.failed),
        ]  # fmt: skip


def inside_sentences(page: MarkedPage) -> set[int]:
    """Return the places of the page's text that are inside a sentence.

    >>> inside_sentences(MarkedPage("", "<p>Oh. So<p>it", "Oh.Soit", [], {}))
    {1, 2, 4, 6}
    """
    inside: set[int] = set()
    lines = [line for line in text_of(page.html).split("\n") if squeeze(line)]
    squeezed = [squeeze(line) for line in lines]
    places = owners(squeezed, page.text)
    first: dict[int, int] = {}
    for i, line in enumerate(places):
        first.setdefault(line, i)
    for n, (line, short) in enumerate(zip(lines, squeezed)):
        if n in first:
            ends = {len(squeeze(line[: match.end()])) for match in SENTENCE_END.finditer(line)}
            inside.update(first[n] + k for k in range(1, len(short)) if k not in ends)
    return inside


def splitters(most: int, trees: Trees | None) -> dict[str, Splitter]:
    """Return all splitters whose libraries are installed; the learned model has not seen the set."""
    found = {"chunks": ours(most, trees), "paragraphs": at_paragraphs(most)}
    for name, others in {"langchain_text_splitters": langchain, "unstructured": unstructured}.items():
        if find_spec(name):
            found |= others(most)
        else:
            print(f"left out: {name} is not installed", file=sys.stderr)
    return found


def measured(pages: Sequence[MarkedPage], most: int, trees: Trees | None) -> list[list[str]]:
    parse = 0.0
    for page in pages:
        start = time.process_time()
        lxml.html.document_fromstring(page.html.encode())
        parse += time.process_time() - start
    rows = []
    for name, split in splitters(most, trees).items():
        cuts = Cuts()
        with suppress(Exception):
            list(split(pages[0].html))  # what is loaded at first use does not count
        for page in pages:
            cuts.add(page, split)
        rows.append(cuts.row(name, parse))
    return rows


def main(argv: Sequence[str] | None = None) -> int:
    parser = parser_of(
        "benchmarks.chunks",
        "Compare splitters of pages by the cuts that a person marked.",
        "python -m benchmarks.chunks DATA --most 1000",
    )
    add_data(parser, PAGES)
    parser.add_argument("--most", type=int, default=1_000, help="the most characters of a chunk")
    options = parser.parse_args(argv)
    require_data(parser, options.data, PAGES)
    data: Any = Path(options.data)
    names = sets_of(data, None)
    models = models_of(data, ["gapdepth"])
    heads = ["", "on a mark", "in a sentence", "chunks", "lost", "CPU", "failed"]
    for name in names:
        pages = list(SETS[name][1](data))
        seen = "" if name in models else " (seen by the model of gaps)"
        print(f"**{name}**, {len(pages)} pages{seen}\n")
        print(table(heads, measured(pages, options.most, models.get(name))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
