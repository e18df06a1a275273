"""The values that the plugin knows again as its own."""

from scrapy_content_extract.crawl import pipelines
from scrapy_content_extract.crawl.pipelines import Written

ITEM = {"url": "/"}


def test_a_value_is_known_by_its_item_its_field_and_what_it_says():
    known = Written()
    blocks = [{"text": "It rains.", "chars": 8}]
    known.add(ITEM, "blocks", blocks)
    assert known.has(ITEM, "blocks", [{"text": "It rains.", "chars": 8}])
    assert not known.has(ITEM, "parts", blocks)
    assert not known.has({"url": "/"}, "blocks", blocks)
    blocks[0]["text"] = "It snows."  # by a pipeline of the project: a value of its own
    assert not known.has(ITEM, "blocks", blocks)


def test_a_value_without_hash_is_not_ours():
    assert not Written().has(ITEM, "text", {"a", "set"})


def test_the_oldest_values_are_forgotten(monkeypatch):
    monkeypatch.setattr(pipelines, "MOST", 2)
    known = Written()
    for text in "abc":
        known.add(ITEM, "text", text)
    assert [known.has(ITEM, "text", text) for text in "abc"] == [False, True, True]
