"""Pages whose blocks a person marked.

``random``
    The pages of R. Kreuzer: "A Quantitative Comparison of Semantic Web Page Segmentation
    Algorithms", Utrecht 2013 (public domain), as ``seg/random/**/*.blocks.html.gz``.  The marks are
    attributes in the pages.  These, and all other traces of the marking tool, are removed before a
    segmenter sees a page.
``popular``
    Pages of popular sites, by the same author, as ``seg/popular/**/*.blocks.html.gz``.
``chinese``
    The Chinese pages that ``labels/chinese_blocks.json`` marks by offsets; they belong to the sets of
    :mod:`lab.data.datasets`.

The *canonical text* of a page is the text of its body in page order, without scripts and the like, white
space, and zero-width characters.  Marks are offsets in it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from lxml import etree, html

from scrapy_content_extract.content.page.page import Page

from .agreement import owners

LABELS = Path(__file__).parent / "labels"

#: Elements whose content is not text of the page.
NO_TEXT = frozenset("script style noscript template iframe object head noframes".split())

_WHITE_SPACE = re.compile(r"\s+")
_NO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\ufeff\u00ad\x00"))

#: A half-open range of offsets in the canonical text.
Span = tuple[int, int]


@dataclass
class Marked:
    """A block that a person marked.  It has several spans if other blocks are inside it."""

    spans: list[Span] = field(default_factory=list)
    is_top: bool = True
    is_leaf: bool = True

    def text(self, page_text: str) -> str:
        return "".join(page_text[start:stop] for start, stop in self.spans)


@dataclass(frozen=True)
class MarkedPage:
    id: str
    html: str
    #: the canonical text
    text: str
    #: the blocks in page order, outer before inner ones
    blocks: list[Marked]
    #: for each character the outermost ("top") and innermost ("leaf") block it is in, or -1
    owners: dict[str, list[int]]

    def texts(self, level: str) -> list[str]:
        """Return the texts of the blocks of a level: "top" or "leaf"."""
        return [b.text(self.text) for b in self.blocks if (b.is_top if level == "top" else b.is_leaf)]


def squeeze(text: str) -> str:
    """Remove white space and zero-width characters.

    >>> squeeze(" a\\u200bb \\n c")
    'abc'
    """
    return _WHITE_SPACE.sub("", text).translate(_NO_WIDTH)


def parse_body(page: str) -> etree._Element:
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    root = html.document_fromstring(page.encode("utf-8", "replace"), parser=parser)
    body = root.find(".//body")
    return root if body is None else body


def texts_of(body: etree._Element, mark: str) -> Iterator[tuple[str, list[etree._Element]]]:
    """Yield the pieces of the canonical text, each with the marked elements around it."""
    around: list[etree._Element] = []
    walker = etree.iterwalk(body, events=("start", "end", "comment", "pi"))
    for event, element in walker:
        string = None
        if event == "start":
            if element.tag in NO_TEXT:
                walker.skip_subtree()
                continue
            if element.get(mark):
                around.append(element)
            string = element.text
        else:
            if event == "end" and around and around[-1] is element:
                around.pop()
            string = element.tail if element is not body else None
        if string and (squeezed := squeeze(string)):
            yield squeezed, around


def blocks_of_lines(page: Page, marked: MarkedPage, level: str) -> list[int]:
    """Return for each paragraph the marked block with most of its characters, or -1."""
    votes: list[Counter[int]] = [Counter() for _ in page.lines]
    line_of = [line for line, (start, stop) in enumerate(page.lines) for _ in range(start, stop)]
    for text, block in zip(owners(map(squeeze, page.text), marked.text), marked.owners[level]):
        if text >= 0:
            votes[line_of[text]][block] += 1
    blocks = [-1]
    for of_one in votes:  # one that the marked text lacks goes with the paragraph before it
        blocks.append(of_one.most_common(1)[0][0] if of_one else blocks[-1])
    return blocks[1:]


# ------------------------------------------------------------------ random


def read_random(data: Path, name: str = "random") -> Iterator[MarkedPage]:
    for file in sorted((data / "seg" / name).rglob("*.blocks.html.gz")):
        source = without_tool(decode(gzip.decompress(file.read_bytes())))
        page = read_marks(file.relative_to(data / "seg").as_posix(), source)
        if page.text and page.blocks:
            yield page


def read_marks(name: str, source: str) -> MarkedPage:
    """Read a page whose blocks are the elements with ``data-block``.

    >>> page = read_marks("", "<div data-block=1>a b<p data-block=2>c</p></div>d")
    >>> page.text, page.texts("top"), page.texts("leaf"), page.owners["leaf"], page.html
    ('abcd', ['abc'], ['c'], [0, 0, 1, -1], '<div>a b<p>c</p></div>d')
    """
    blocks: dict[etree._Element, Marked] = {}
    top, leaf, parts, position = [], [], [], 0
    for text, around in texts_of(parse_body(source), "data-block"):
        end = position + len(text)
        for n, element in enumerate(around):
            if element not in blocks:
                blocks[element] = Marked(is_top=n == 0)
            add(blocks[element].spans, (position, end))
            blocks[element].is_leaf &= n == len(around) - 1
        for owner, element in ((top, around[:1]), (leaf, around[-1:])):
            owner += [blocks[element[0]] if element else None] * len(text)
        parts.append(text)
        position = end
    number = {id(block): n for n, block in enumerate(blocks.values())}
    owners = {
        level: [-1 if block is None else number[id(block)] for block in owner]
        for level, owner in (("top", top), ("leaf", leaf))
    }
    return MarkedPage(name, without_marks(source), "".join(parts), list(blocks.values()), owners)


def add(spans: list[Span], span: Span) -> None:
    if spans and spans[-1][1] == span[0]:
        spans[-1] = (spans[-1][0], span[1])
    else:
        spans.append(span)


def decode(stored: bytes) -> str:
    declared = re.search(rb"charset=[\"']?([\w-]+)", stored[:4000])
    names = ["utf-8", declared[1].decode() if declared else "latin-1", "cp1252", "latin-1"]
    if names[1].lower() == "us-ascii":
        del names[1]
    for name in names:
        with suppress(UnicodeDecodeError, LookupError):
            return stored.decode(name).replace("\0", "")
    raise AssertionError("every byte is a character of latin-1")  # pragma: no cover


def without_tool(source: str) -> str:
    """Remove the tool that the pages were marked with: its dialog, scripts and style sheet."""
    source = without_dialog(source)
    source = re.sub(r"<script\b[^>]*awesomeness/builder[^>]*>\s*</script>", "", source)
    source = re.sub(r"<link\b[^>]*awesomeness/builder[^>]*/?>", "", source)
    style = r"<style\b[^>]*>(?:(?!</style>).)*\[data-block\](?:(?!</style>).)*</style>"
    return re.sub(style, "", source, flags=re.DOTALL)


def without_dialog(source: str) -> str:
    inside = source.find('id="popupDialog"')
    openings = list(re.finditer(r"<div\b[^>]*\bui-dialog ui-widget\b[^>]*>", source[: max(inside, 0)]))
    if not openings:
        return source
    start, depth = openings[-1].start(), 0
    for tag in re.finditer(r"<(/?)div\b[^>]*>", source[start:]):
        if not tag[0].endswith("/>"):
            depth += -1 if tag[1] else 1
        if depth == 0:
            return source[:start] + source[start + tag.end() :]
    return source[:start] + "</body></html>"


def without_marks(source: str) -> str:
    """Remove the marks, and the attributes that marking left empty."""

    def clean(tag: re.Match[str]) -> str:
        text = re.sub(r'\s+data-block(?:-type)?=(?:"[^"]*"|[^\s">]+)', "", tag[0])
        text = re.sub(r'\s+class=""', "", text)
        return re.sub(r'\s+class="highlight"', "", text) if text.startswith("<body") else text

    return re.sub(r"<[a-zA-Z][^<>]*>", clean, source)


# ------------------------------------------------------------------ chinese


def chinese_labels() -> list[dict[str, Any]]:
    """Return the labels that come with this package."""
    labels: list[dict[str, Any]] = json.loads((LABELS / "chinese_blocks.json").read_text("utf-8"))
    return labels


def read_chinese(data: Path) -> Iterator[MarkedPage]:
    for label in chinese_labels():
        stored = gzip.decompress((data / label["file"]).read_bytes())
        if hashlib.sha256(stored).hexdigest() != label["sha256"]:
            raise ValueError(f"{label['file']} is not the page that was marked: its SHA-256 differs.")
        try:
            source = stored.decode("utf-8")
        except UnicodeDecodeError:
            source = stored.decode("gb18030", "replace")
        text = "".join(part for part, _ in texts_of(parse_body(source), "data-block"))
        if len(text) != label["chars"]:
            raise ValueError(f"{label['file']} has {len(text)} characters, but {label['chars']} were marked.")
        blocks, owners = [], {}
        for level in ("top", "leaf"):
            owners[level] = [-1] * len(text)
            for start, stop, _kind in label[level]:
                owners[level][start:stop] = [len(blocks)] * (stop - start)
                blocks.append(Marked([(start, stop)], is_top=level == "top", is_leaf=level == "leaf"))
        yield MarkedPage(f"{label['set']}/{label['id']}", source, text, blocks, owners)


#: The sets: whether a data folder has one, and how it is read.
SETS: dict[str, tuple[Callable[[Path], bool], Callable[[Path], Iterator[MarkedPage]]]] = {
    "random": (lambda data: (data / "seg/random").is_dir(), read_random),
    "popular": (lambda data: (data / "seg/popular").is_dir(), partial(read_random, name="popular")),
    "chinese": (lambda data: all((data / of["file"]).is_file() for of in chinese_labels()), read_chinese),
}


def sets_there(data: Path, wanted: Sequence[str] | None) -> list[str]:
    """Return the sets to run.  Raises ValueError where the folder does not have them."""
    names = [name for name, (is_there, _) in SETS.items() if is_there(data)]
    if missing := sorted(set(wanted or ()) - set(names)):
        raise ValueError(f"The folder {data} has no pages of: {', '.join(missing)}.")
    if not names:
        raise ValueError(f"The folder {data} has no marked pages; the sets are: {', '.join(SETS)}.")
    return list(wanted or names)
