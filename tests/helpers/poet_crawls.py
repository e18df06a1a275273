"""Real crawls with scrapy-poet; see test_poet.py and door_crawls.py."""

from __future__ import annotations

import sys

import attrs
from scrapy import Request
from scrapy.http import Response
from web_poet import WebPage, field

from scrapy_content_extract import Result, Segmentation

from . import door_crawls
from .crawls import WholePage

POET = {
    "ADDONS": {"scrapy_content_extract.Addon": 500, "scrapy_poet.Addon": 300},
    "SCRAPY_POET_PROVIDERS": {"scrapy_content_extract.crawl.poet.ContentProvider": 500},
}


class Base(door_crawls.Base):
    custom_settings = POET

    async def start(self):
        yield Request(self.url + self.path, callback=self.parse_page)


class OfResult(Base):
    name = "result"

    def parse_page(self, response: Response, content: Result):
        yield {"asked": content.text, "blocks_asked": len(content.paragraphs)}


class OfSegmentation(Base):
    name = "segmentation"

    def parse_page(self, response: Response, parts: Segmentation):
        yield {"asked": [(block.text, block.main) for block in parts.blocks]}


class OfAnotherEncoding(Base):
    name = "another encoding"
    path = "/gbk.html"

    def parse_page(self, response: Response, result: Result):
        yield {"asked": result.text, "encoding_asked": result.diagnostics["encoding"]}


class OfAll(Base):
    name = "both"

    def parse_page(self, response: Response, r: Result, s: Segmentation):
        yield {"asked": [r.text, "\n".join(block.text for block in s.blocks if block.main)]}


class NotAPage(OfAll):
    name = "both, of a binary file"
    path = "/binary.html"


class ByMeta(OfResult):
    """What the request says counts, although the response is not connected with it yet."""

    name = "result, by meta"

    async def start(self):
        meta = {"content_extract": {"extractor": WholePage}}
        yield Request(self.url + self.path, callback=self.parse_page, meta=meta)


class WithoutBlocks(OfResult):
    name = "result, without blocks"
    custom_settings = {**POET, "CONTENT_EXTRACT_FIELDS": {"blocks": None}}


class WithoutBlocksButSegmentation(OfSegmentation):
    name = "segmentation, without blocks"
    custom_settings = {**POET, "CONTENT_EXTRACT_FIELDS": {"blocks": None}}


@attrs.define
class NewsPage(WebPage):
    """A page object with our text and a title of its own."""

    content: Result

    @field
    def heading(self):
        return self.css("h1::text").get()

    @field
    def body(self):
        return self.content.text


class OfPageObject(Base):
    name = "page object"

    async def parse_page(self, response: Response, page: NewsPage, again: Result):
        item = await page.to_item()
        yield {"heading": item["heading"], "asked": item["body"], "same": page.content is again}


class OnlyContent(Base):
    """scrapy-poet downloads only the pages that are needed; this one is needed."""

    name = "without the response"

    def parse_page(self, response, content: Result):
        yield {"asked": content.text}


def main() -> None:
    door_crawls.main(sys.modules[__name__])
