"""scrapy-poet: callbacks and page objects that ask for the results of their page by type."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy_poet import PageObjectInputProvider
from web_poet.serialization import SerializedLeafData, register_serialization

from ..content import Block, Result, Segmentation
from ..content.metadata import Metadata
from ..content.model import Group
from ..content.result import EVERY_FORM, restored
from .analyst import Analyst


class ContentProvider(PageObjectInputProvider):
    """``SCRAPY_POET_PROVIDERS = {"scrapy_content_extract.crawl.poet.ContentProvider": 500}``

    The page is analysed once, for the callback and for the pipelines.
    """

    provided_classes = {Result, Segmentation}
    name = "content_extract"

    async def __call__(
        self, to_provide: set[Callable[..., Any]], request: Request, response: Response, crawler: Crawler
    ) -> Sequence[Any]:
        self.analyst = analyst = Analyst.of(crawler)  # held, because perhaps nothing else does
        if response.request is None:  # Scrapy sets it when all downloader middlewares have had the response
            response.request = request
        result = await analyst.result_of(response)
        return [result if cls is Result else result.segmentation for cls in to_provide]


# For the cache of scrapy-poet and the fixtures of its tests.  web-poet reads from the annotation of a
# function which type it writes, so each type has a function.


def result_data(result: Result) -> SerializedLeafData:
    known = {name: getattr(result, name) for name in ("diagnostics", "reason", "seconds", "warc_record_id")}
    forms = {name: result.form(name) for name in EVERY_FORM}
    forms["segmentation"], forms["metadata"] = asdict(result.segmentation), asdict(result.metadata)
    return data_of({**known, "forms": forms})


def segmentation_data(result: Segmentation) -> SerializedLeafData:
    return data_of(asdict(result))


def data_of(values: Any) -> SerializedLeafData:
    return {"content.json": json.dumps(values, ensure_ascii=False).encode("utf-8", "replace")}


def result_from(cls: Callable[..., Any], data: SerializedLeafData) -> Any:
    values = json.loads(data["content.json"])
    forms = values.pop("forms")
    forms["ranges"] = ranges_from(forms["ranges"])
    forms["paragraphs"], forms["blocks"] = blocks_from(forms["paragraphs"]), blocks_from(forms["blocks"])
    forms["segmentation"] = restored_segmentation(forms["segmentation"])
    forms["metadata"] = Metadata(**{**forms["metadata"], "tags": tuple(forms["metadata"]["tags"])})
    return restored(forms, **values)


def segmentation_from(cls: Callable[..., Any], data: SerializedLeafData) -> Any:
    return restored_segmentation(json.loads(data["content.json"]))


# JSON has lists for tuples.


def ranges_from(values: Any) -> tuple[Any, ...]:
    return tuple(map(tuple, values))


def blocks_from(values: Any) -> tuple[Block, ...]:
    return tuple(Block(ranges_from(ranges), *rest) for ranges, *rest in values)


def restored_segmentation(values: Any) -> Segmentation:
    return Segmentation(blocks_from(values["blocks"]), tuple(Group(*group) for group in values["groups"]))


register_serialization(result_data, result_from)
register_serialization(segmentation_data, segmentation_from)
