"""Real crawls with scrapy-poet; see test_poet.py and door_crawls.py."""

from __future__ import annotations

import sys

import attrs
import scrapy
from scrapy import Request
from scrapy.http import Response
from web_poet import WebPage, field

from scrapy_content_extract import Extraction, Segmentation
from scrapy_content_extract.content.extract import Analysis

from . import door_crawls
from .crawls import WholePage

POET = {
    "ADDONS": {"scrapy_content_extract.Addon": 500, "scrapy_poet.Addon": 300},
    "SCRAPY_POET_PROVIDERS": {"scrapy_content_extract.crawl.poet.ContentProvider": 500},
}


class Base(scrapy.Spider):
    custom_settings = POET
    path = "/news.html"

    async def start(self):
        yield Request(self.url + self.path, callback=self.parse_page)


class OfExtraction(Base):
    name = "extraction"

    def parse_page(self, response: Response, content: Extraction):
        yield {"asked": content.text, "blocks_asked": len(content.blocks)}


class OfSegmentation(Base):
    name = "segmentation"

    def parse_page(self, response: Response, parts: Segmentation):
        yield {"asked": [(block.text, block.main) for block in parts.blocks]}


class OfAnalysis(Base):
    name = "analysis"
    path = "/gbk.html"

    def parse_page(self, response: Response, analysis: Analysis):
        yield {"asked": analysis.text, "encoding_asked": analysis.diagnostics["encoding"]}


class OfAll(Base):
    name = "all three"

    def parse_page(self, response: Response, a: Analysis, e: Extraction, s: Segmentation):
        yield {"asked": [a.text, e.text, "\n".join(block.text for block in s.blocks if block.main)]}


class NotAPage(OfAll):
    name = "all three, of a binary file"
    path = "/binary.html"


class ByMeta(OfExtraction):
    """What the request says counts, although the response is not connected with it yet."""

    name = "extraction, by meta"

    async def start(self):
        meta = {"content_extract": {"extractor": WholePage}}
        yield Request(self.url + self.path, callback=self.parse_page, meta=meta)


class WithoutBlocks(OfExtraction):
    name = "extraction, without blocks"
    custom_settings = {**POET, "CONTENT_EXTRACT_FIELDS": {"blocks": None}}


class WithoutBlocksButSegmentation(OfSegmentation):
    name = "segmentation, without blocks"
    custom_settings = {**POET, "CONTENT_EXTRACT_FIELDS": {"blocks": None}}


@attrs.define
class NewsPage(WebPage):
    """A page object with our text and a title of its own."""

    content: Extraction

    @field
    def heading(self):
        return self.css("h1::text").get()

    @field
    def body(self):
        return self.content.text


class OfPageObject(Base):
    name = "page object"

    async def parse_page(self, response: Response, page: NewsPage, again: Extraction):
        item = await page.to_item()
        yield {"heading": item["heading"], "asked": item["body"], "same": page.content is again}


class OnlyContent(Base):
    """scrapy-poet downloads only the pages that are needed; this one is needed."""

    name = "without the response"

    def parse_page(self, response, content: Extraction):
        yield {"asked": content.text}


def main() -> None:
    door_crawls.main(sys.modules[__name__])
