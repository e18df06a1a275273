"""Items → JSON for stores other than feeds, such as ``REDIS_ITEMS_SERIALIZER`` of scrapy-redis.

scrapy-redis escapes every letter that is not ASCII, and an item holds its text again in its blocks.
"""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter
from scrapy.utils.serialize import ScrapyJSONEncoder

encoder = ScrapyJSONEncoder(ensure_ascii=False)


def utf8_json(item: Any) -> bytes:
    """Return an item without its blocks as JSON in UTF-8.

    >>> utf8_json({"text": "雨", "blocks": [{"text": "雨"}]}).decode()
    '{"text": "雨"}'
    """
    fields = ItemAdapter(item).asdict()
    fields.pop("blocks", None)
    return utf8_json_with_blocks(fields)


def utf8_json_with_blocks(item: Any) -> bytes:
    """Return a whole item as JSON in UTF-8."""
    return encoder.encode(ItemAdapter(item).asdict()).encode("utf-8", "replace")
