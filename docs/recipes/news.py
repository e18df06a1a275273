# news.py: scrapy runspider news.py -o news.jsonl
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule


class News(CrawlSpider):
    name = "news"
    start_urls = ["http://127.0.0.1:8000/en/"]
    rules = [Rule(LinkExtractor(allow=r"/en/.*\.html"), callback="page", follow=True)]
    custom_settings = {
        "ADDONS": {"scrapy_content_extract.Addon": 500},
        "CONTENT_EXTRACT_PARAMS": {"comments": "drop", "favor": "precision"},
        "CONTENT_EXTRACT_FIELDS": ["text", "title", "author", "date", "language", "confidence"],
        "CONTENT_EXTRACT_ON_EMPTY": "drop",
    }

    def page(self, response):
        yield {"url": response.url}
