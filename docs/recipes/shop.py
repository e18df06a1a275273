# shop.py: scrapy runspider shop.py -o shop.jsonl
from scrapy import Spider


class Shop(Spider):
    name = "shop"
    start_urls = ["http://127.0.0.1:8000/en/product.html"]
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_PARAMS": {"favor": "recall"},
        "CONTENT_EXTRACT_FIELDS": {"text": "description", "images": "images", "blocks": None},
    }

    def parse(self, response):
        yield {"url": response.url, "name": response.css("h1::text").get()}
        yield from response.follow_all(css="a[rel=next]")
