"""A document → its pictures, each address once, and its links, each as often as it is there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..core.builder import Node
from ..core.kinds import FIGCAPTION, FIGURE, IMG, A
from .build import Document


def images_of(document: Document) -> Iterator[dict[str, str]]:
    """Yield ``url``, ``alt`` and ``caption`` of the pictures of a document, in page order.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<figure><img src='http://h/a'><figcaption>5 m<sup>2</sup></figcaption></figure>")
    >>> list(images_of(document_of(page, [(0, 2)])))
    [{'url': 'http://h/a', 'alt': '', 'caption': '5 m^2'}]
    """
    found: dict[str, tuple[Node, Sequence[Node]]] = {}
    for picture, captions in pictures_in(document.blocks, ()):
        found.setdefault(picture.of["url"], (picture, captions))
    all_captions = {id(caption): caption for _, captions in found.values() for caption in captions}
    texts = dict(zip(all_captions, document.texts_of([*all_captions.values()])))
    for url, (picture, captions) in found.items():
        caption = "".join(texts[id(one)] for one in captions)
        yield {"url": url, "alt": picture.of["alt"], "caption": caption}


def pictures_in(nodes: Sequence[Any], captions: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
    """Yield the pictures in some nodes with the captions of the lowest figure around each that has some."""
    for node in nodes:
        if type(node) is str:
            continue
        if node.kind == IMG:
            yield node, captions
        elif node.inside:
            own = [one for one in node.inside if one.kind == FIGCAPTION] if node.kind == FIGURE else ()
            yield from pictures_in(node.inside, own or captions)


def links_of(document: Document) -> Iterator[dict[str, str]]:
    """Yield ``url`` and ``text`` of the links of a document, in page order.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<p>It <a href='http://h/rain'>rained <b>all</b></a></p>")
    >>> list(links_of(document_of(page, [(0, 3)])))
    [{'url': 'http://h/rain', 'text': 'rained all'}]
    """
    links = [node for node in document.nodes() if node.kind == A]
    for link, text in zip(links, document.texts_of(links)):
        yield {"url": link.of["url"], "text": text}
