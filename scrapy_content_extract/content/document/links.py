"""A document → its links, each as often as it is there: ``url`` and ``text``."""

from __future__ import annotations

from collections.abc import Iterator

from ..kernels.kinds import A
from .build import Document


def links_of(document: Document) -> Iterator[dict[str, str]]:
    """Yield the links of a document, in page order.

    >>> from scrapy_content_extract.content.document.build import document_of
    >>> from scrapy_content_extract.content.extract import page_of
    >>> page = page_of("<p>It <a href='http://h/rain'>rained <b>all</b></a></p>")
    >>> list(links_of(document_of(page, [(0, 3)])))
    [{'url': 'http://h/rain', 'text': 'rained all'}]
    """
    links = [node for node in document.nodes() if node.kind == A]
    for link, text in zip(links, document.texts_of(links)):
        yield {"url": link.of["url"], "text": text}
