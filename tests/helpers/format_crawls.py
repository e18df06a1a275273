"""Spiders of test_formats.py, whose items have HTML, Markdown and lists; ``crawls.main`` runs them."""

from __future__ import annotations

from . import crawls


class Formats(crawls.Base):
    name = "formats"
    paths = ("/page.html", "/empty.html", "/leaflet.pdf")
    custom_settings = {"CONTENT_EXTRACT_FIELDS": {"html": "html", "markdown": "body"}}


class Markdown(Formats):
    name = "markdown alone, of another method"
    paths = ("/page.html",)
    custom_settings = {
        "CONTENT_EXTRACT_EXTRACTOR": "auto",
        "CONTENT_EXTRACT_FIELDS": '{"markdown": "markdown", "blocks": null}',
    }


class InThread(Formats):
    name = "in a thread"
    paths = ("/page.html",)
    custom_settings = {**Formats.custom_settings, "CONTENT_EXTRACT_THREAD_BYTES": 1}

    def parse(self, response):
        yield {"path": response.css("a::attr(href)").get()}


class Lists(Formats):
    name = "lists"
    paths = ("/page.html", "/empty.html")
    custom_settings = {
        "CONTENT_EXTRACT_EXTRACTOR": "auto",
        "CONTENT_EXTRACT_FIELDS": ["text", "images", "links"],
    }


def main() -> None:
    crawls.SPIDERS = [Formats, Markdown, InThread, Lists]
    crawls.main()
