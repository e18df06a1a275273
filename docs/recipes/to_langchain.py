from langchain_core.documents import Document

from scrapy_content_extract import extract


def load(html, url):
    extraction = extract(html, url=url, formats=["chunks"], chunk_size=1000)
    return [
        Document(chunk.pop("text"), metadata={"source": url, "title": extraction.title, **chunk})
        for chunk in extraction.chunks
    ]
