import attrs
from scrapy.http import Response
from web_poet import WebPage, field

from scrapy_content_extract import Result


@attrs.define
class ArticlePage(WebPage):
    content: Result

    @field
    def body(self):
        return self.content.text


async def parse_article(self, response: Response, page: ArticlePage):
    yield await page.to_item()
