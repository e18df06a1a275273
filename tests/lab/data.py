"""Labelled pages that are made here."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from pathlib import Path

from tests.helpers.made_sites import article, sentences


def put(file: Path, content: str | bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    content = content.encode() if isinstance(content, str) else content
    file.write_bytes(gzip.compress(content) if file.suffix == ".gz" else content)


def put_keyed(folder: Path, pages: Mapping[str, tuple[str, str, str | bytes]]) -> None:
    """Write a set with one file of labels: by key URL, content and page."""
    gold = {key: {"url": url, "content": content} for key, (url, content, _) in pages.items()}
    put(folder / "gold.json", json.dumps(gold))
    for key, (_, _, html) in pages.items():
        put(folder / f"html/{key}.html.gz", html)


def put_wcxb(data: Path, name: str, html: str | bytes, kind: str = "article", **truth: str | None) -> None:
    """Write a page of wcxb with its label."""
    empty = dict.fromkeys(("title", "author", "publish_date", "main_content"), "")
    page_type = {"page_type": {"primary": kind}}
    label = {
        "url": f"https://{name}.example/{name}", "_internal": page_type, "ground_truth": {**empty, **truth},
    }  # fmt: skip
    put(data / f"wcxb/dev/ground-truth/{name}.json", json.dumps(label))
    put(data / f"wcxb/dev/html/{name}.html.gz", html)


def made_site(data: Path) -> Path:
    """Write labelled pages of one host, and a page with marked blocks."""
    pages = {str(n): (f"http://site.example/{n}", "\n".join(sentences(n)), article(n)) for n in range(12)}
    put_keyed(data / "dragnet", pages)
    marked = "".join(f"<div data-block=1><p>{sentence}</p></div>" for sentence in sentences(0))
    put(data / "seg/random/site/index.blocks.html.gz", f"<body>{marked}</body>")
    put_wcxb(data, "0", article(0), title="Article number 0", main_content="\n".join(sentences(0)))
    return data
