"""The spider of test_redis.py: that of the example, whose items go to Redis, too."""

from __future__ import annotations

from shared import SharedSpider


class Spider(SharedSpider):
    custom_settings = {
        **SharedSpider.custom_settings,
        "ITEM_PIPELINES": {"scrapy_redis.pipelines.RedisPipeline": 900},
        "MAX_IDLE_TIME_BEFORE_CLOSE": 0,  # it waits until it is stopped
        "CONCURRENT_REQUESTS": 1,
    }
