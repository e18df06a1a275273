import pandas

from scrapy_content_extract import extract

pages = pandas.read_json("pages.jsonl", lines=True)  # columns url and html
pages["text"] = [extract(html, url=url).text for html, url in zip(pages["html"], pages["url"])]
