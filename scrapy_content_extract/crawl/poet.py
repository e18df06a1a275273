"""scrapy-poet: callbacks and page objects that ask for the results of their page by type."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet import PageObjectInputProvider
from web_poet.serialization import SerializedLeafData, register_serialization

from ..content import Block, Extraction, Segmentation
from ..content.extract import Analysis
from ..content.metadata import Metadata
from ..content.model import Group
from .analyst import Analyst


class ContentProvider(PageObjectInputProvider):
    """``SCRAPY_POET_PROVIDERS = {"scrapy_content_extract.crawl.poet.ContentProvider": 500}``

    The page is analysed once, for the callback and for the pipelines.
    """

    provided_classes = {Analysis, Extraction, Segmentation}
    name = "content_extract"

    async def __call__(
        self, to_provide: set[Callable[..., Any]], request: Request, response: Response, crawler: Crawler
    ) -> Sequence[Any]:
        self.analyst = analyst = Analyst.of(crawler)  # held, because perhaps nothing else does
        if response.request is None:  # Scrapy sets it when all downloader middlewares have had the response
            response.request = request
        given: list[Any] = []
        if to_provide & {Extraction, Segmentation}:
            whole = await analyst.whole_analysis_of(response, segmentation=Segmentation in to_provide)
            given += [whole.extraction or Extraction((), ()), whole.segmentation or Segmentation(())]
        if Analysis in to_provide:
            analysis = await analyst.analysis_of(response)
            given.append(replace(analysis, extraction=None, segmentation=None))
        return [result for result in given if type(result) in to_provide]


# For the cache of scrapy-poet and the fixtures of its tests.  web-poet reads from the annotation of a
# function which type it writes, so each type has a function.


def extraction_data(result: Extraction) -> SerializedLeafData:
    return data_of(result)


def segmentation_data(result: Segmentation) -> SerializedLeafData:
    return data_of(result)


def analysis_data(result: Analysis) -> SerializedLeafData:
    return data_of(result)


def data_of(result: Any) -> SerializedLeafData:
    return {"content.json": json.dumps(asdict(result), ensure_ascii=False).encode("utf-8", "replace")}


def from_data(cls: Callable[..., Any], data: SerializedLeafData) -> Any:
    """Return the result that a file holds; JSON has lists for tuples."""
    values = json.loads(data["content.json"])
    blocks = [Block(tuple(map(tuple, ranges)), *rest) for ranges, *rest in values["blocks"]]
    values["blocks"] = tuple(blocks)
    if "ranges" in values:
        values["ranges"] = tuple(map(tuple, values["ranges"]))
    if "groups" in values:
        values["groups"] = tuple(Group(*group) for group in values["groups"])
    if "metadata" in values:
        found = values["metadata"]
        values["metadata"] = Metadata(**{**found, "tags": tuple(found["tags"])})
    return cls(**values)


for write in (extraction_data, segmentation_data, analysis_data):
    register_serialization(write, from_data)
