"""Check the hand-marked blocks against the stored pages, and show a page with its marks.

    python lab/data/labels/show.py --data DIR [ID]

DIR is the folder of labelled pages; ID is the beginning of a page's id.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from lxml import etree, html

LABELS = Path(__file__).with_name("chinese_blocks.json")

#: Elements whose content is not part of the canonical text.
SKIP = frozenset("script style noscript template iframe object head noframes".split())
_LEFT_OUT = re.compile(r"[\s\u200b-\u200f\ufeff\u00ad\x00]+")


def read(raw: bytes) -> str:
    """Return the page as text, decoded as UTF-8 or else as GB 18030."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")


def canonical(page: str) -> str:
    """Return the canonical text (rule 1)."""
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = html.document_fromstring(page.encode("utf-8", "replace"), parser=parser)
    body = tree.find(".//body")
    pieces: list[str] = []
    walk = etree.iterwalk(tree if body is None else body, ("start", "end", "comment", "pi"))
    for event, node in walk:
        if event != "end":
            if event == "start" and node.tag not in SKIP:
                pieces.append(node.text or "")
                continue
            if event == "start":
                walk.skip_subtree()
                continue
        if node is not body:
            pieces.append(node.tail or "")
    return _LEFT_OUT.sub("", "".join(pieces))


def problems(page: dict, raw: bytes) -> Iterator[str]:
    """Yield what is wrong with the marks of a page: its hash, its length, cover or nesting."""
    if hashlib.sha256(raw).hexdigest() != page["sha256"]:
        yield "it is not the stored page that was marked: the hash differs"
    if len(canonical(read(raw))) != page["chars"]:
        yield "its text has a different length"
    for level in ("top", "leaf"):
        borders = [0, *(stop for _, stop, _ in page[level])]
        if [start for start, _, _ in page[level]] != borders[:-1] or borders[-1] != page["chars"]:
            yield f"its {level} blocks do not cover the text once"
        if any(a >= b for a, b in pairwise(borders)):
            yield f"one of its {level} blocks is empty"
    if {start for start, _, _ in page["top"]} - {start for start, _, _ in page["leaf"]}:
        yield "a leaf crosses the border of a top block"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="example: python lab/data/labels/show.py --data DIR e884",
    )
    parser.add_argument(
        "--data",
        default=os.environ.get("CONTENT_EXTRACT_DATA"),
        type=Path,
        help="folder of labelled pages; default: the environment variable CONTENT_EXTRACT_DATA",
    )
    parser.add_argument("id", nargs="?", help="show this page with its marks")
    args = parser.parse_args()
    if args.data is None:
        parser.error("no labelled pages: give their folder with --data, or set CONTENT_EXTRACT_DATA")
    wrong = 0
    for page in json.loads(LABELS.read_text("utf-8")):
        raw = gzip.decompress((args.data / page["file"]).read_bytes())
        for problem in problems(page, raw):
            wrong += 1
            print(f"{page['set']} {page['id']}: {problem}")
        if args.id and page["id"].startswith(args.id):
            text = canonical(read(raw))
            tops = {start: kind for start, _, kind in page["top"]}
            for start, stop, kind in page["leaf"]:
                if start in tops:
                    print(f"== {tops[start]}")
                print(f"{start:6d}-{stop:<6d} {kind:13s} {text[start : min(stop, start + 40)]}")
    if wrong:
        raise SystemExit(f"{wrong} problems")
    print("all marks hold")


if __name__ == "__main__":
    main()
