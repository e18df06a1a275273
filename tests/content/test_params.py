"""What type checkers are told is what there is."""

from dataclasses import fields
from typing import get_args

from scrapy_content_extract.content import EXTRACTORS, SEGMENTERS
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.auto.features import KINDS
from scrapy_content_extract.content.model import FormatName, Kind
from scrapy_content_extract.content.output.formats import FORMATS
from scrapy_content_extract.content.output.style import Style
from scrapy_content_extract.content.params import AutoParams, ExtractorName, SegmenterName, StyleParams


def test_names_of_methods_formats_and_kinds():
    assert set(get_args(ExtractorName)) == set(EXTRACTORS)
    assert set(get_args(SegmenterName)) == set(SEGMENTERS)
    assert set(get_args(FormatName)) == {*FORMATS, "metadata"}
    assert set(get_args(Kind)) == set(KINDS)


def test_names_of_parameters():
    style = {field.name for field in fields(Style)}
    assert set(StyleParams.__annotations__) == style
    assert set(AutoParams.__annotations__) == style | {field.name for field in fields(Auto)}
