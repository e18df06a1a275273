"""A document → clean HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..core import kinds
from ..core.builder import Node
from .build import Document

#: The beginning and the end of each kind of node; a line has none.
BEGIN = [f"<{name}>" if name else "" for name in kinds.KINDS]
END = [f"</{name}>" if name else "" for name in kinds.KINDS]
for _kind in (*range(kinds.UL, kinds.DL + 1), *range(kinds.TABLE, kinds.TFOOT + 1)):
    BEGIN[_kind] += "\n"
for _kind in range(kinds.P, kinds.A):
    END[_kind] += "\n" * (_kind not in (kinds.TD, kinds.TH))
BEGIN[kinds.FORMULA], END[kinds.FORMULA] = '<span class="math">', "</span>"
BEGIN[kinds.HR], END[kinds.HR], END[kinds.BR], END[kinds.IMG] = "<hr>\n", "", "", ""
#: Attributes that HTML has as they are.
SAME = ("start", "reversed", "type", "value", "colspan", "rowspan")


def html_of(document: Document) -> str:
    """Return a document as HTML.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<div>It <b class=x>rains</b>.<p style=y>A<br><a href=/ onclick=z>B</a></div>")
    >>> html_of(document_of(page, [(0, 5)]))
    '<p>It <b>rains</b>.</p>\\n<p>A<br><a href="/">B</a></p>'
    """
    return html_of_nodes(document.blocks)


def html_of_nodes(nodes: Iterable[Node]) -> str:
    parts: list[str] = []
    write(nodes, parts)
    return "".join(parts).rstrip("\n")


def write(nodes: Iterable[Any], parts: list[str]) -> None:
    for node in nodes:
        if type(node) is str:
            parts.append(escaped(node))
            continue
        kind = node.kind
        if of := node.of:
            begin, end = tags(kind, of)
        else:
            begin, end = BEGIN[kind], END[kind]
        parts.append(begin)
        write(node.inside, parts)
        parts.append(end)


def tags(kind: int, of: Mapping[str, Any]) -> tuple[str, str]:
    """Return the beginning and the end of a node with attributes."""
    if kind == kinds.A:
        name = f' id="fnref{of["ref"]}"' if of.get("first") else ""
        return f'<a href="{in_quotes(of["url"])}"{name}>', "</a>"
    if kind == kinds.IMG:
        return f'<img src="{in_quotes(of["url"])}" alt="{in_quotes(of["alt"])}">', ""
    if kind == kinds.PRE:
        language = f' class="language-{of["language"]}"' if of["language"] else ""
        return f"<pre><code{language}>", "</code></pre>\n"
    attributes = f' id="fn{of["note"]}"' if "note" in of else ""
    for name in SAME:
        if name in of:
            attributes += f" {name}" if of[name] is True else f' {name}="{of[name]}"'
    box = f'<input type="checkbox"{" checked" * of["done"]} disabled> ' if "done" in of else ""
    return BEGIN[kind].replace(">", f"{attributes}>{box}"), END[kind]


def escaped(text: str) -> str:
    """Return a text as HTML has it.

    >>> escaped("a < b & c")
    'a &lt; b &amp; c'
    """
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;") if ">" in text else text


def in_quotes(value: str) -> str:
    return escaped(value).replace('"', "&quot;")
