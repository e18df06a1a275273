from datasets import load_dataset

from scrapy_content_extract import extract

pages = load_dataset("json", data_files="pages.jsonl", split="train")  # columns url and html
texts = pages.map(lambda page: {"text": extract(page["html"], url=page["url"]).text}, num_proc=2)
