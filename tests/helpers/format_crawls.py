"""Spiders of test_formats.py, whose items have HTML, Markdown and lists; ``crawls.main`` runs them."""

from __future__ import annotations

from . import crawls

FORMATS = {"html": "html", "markdown": "body"}
MARKDOWN = '{"markdown": "markdown", "blocks": null}'
LISTS = ["text", "images", "links"]


class UsesItsTree(crawls.Base):
    def parse(self, response):
        yield {"path": response.css("a::attr(href)").get()}


SPIDERS = {
    "formats": crawls.alike(
        crawls.Base, "/page.html /empty.html /leaflet.pdf", CONTENT_EXTRACT_FIELDS=FORMATS
    ),
    "markdown alone, of another method": crawls.alike(
        crawls.Base, "/page.html", CONTENT_EXTRACT_EXTRACTOR="auto", CONTENT_EXTRACT_FIELDS=MARKDOWN
    ),
    "in a thread": crawls.alike(
        UsesItsTree, "/page.html", CONTENT_EXTRACT_FIELDS=FORMATS, CONTENT_EXTRACT_THREAD_BYTES=1
    ),
    "lists": crawls.alike(
        crawls.Base, "/page.html /empty.html", CONTENT_EXTRACT_EXTRACTOR="auto", CONTENT_EXTRACT_FIELDS=LISTS
    ),
}


def main() -> None:
    crawls.SPIDERS = SPIDERS
    crawls.main()
