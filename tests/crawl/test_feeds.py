"""Items as JSON in UTF-8, for stores other than feeds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date

import pytest
import scrapy

from scrapy_content_extract.crawl.feeds import utf8_json, utf8_json_with_blocks


class Item(scrapy.Item):
    text = scrapy.Field()
    blocks = scrapy.Field()


@dataclass
class Data:
    text: str
    blocks: list = field(default_factory=list)


#: an item → as it is, in UTF-8
ITEMS = {
    "letters of all scripts": ({"text": "يامغۇر 雨"}, '{"text": "يامغۇر 雨"}'),
    "half of a character, which UTF-8 does not know": ({"text": "a\ud800"}, '{"text": "a?"}'),
    "values that are not JSON": ({"at": date(2026, 1, 2)}, '{"at": "2026-01-02"}'),
}


@pytest.mark.parametrize(("item", "line"), ITEMS.values(), ids=ITEMS)
def test_serializers(item, line):
    assert utf8_json(item).decode() == utf8_json_with_blocks(item).decode() == line


def test_blocks_are_written_if_asked_for():
    item = {"text": "雨", "blocks": [{"text": "雨"}]}
    assert json.loads(utf8_json(item)) == {"text": "雨"}
    assert json.loads(utf8_json_with_blocks(item)) == item
    assert "blocks" in item, "the item itself is not changed"


@pytest.mark.parametrize("item", [Item(text="雨", blocks=[{"text": "雨"}]), Data("雨", [{"text": "雨"}])])
def test_items_of_other_types(item):
    assert json.loads(utf8_json(item)) == {"text": "雨"}
    assert json.loads(utf8_json_with_blocks(item)) == {"text": "雨", "blocks": [{"text": "雨"}]}
