from langchain_core.documents import Document

from scrapy_content_extract import extract


def load(html, url):
    page = extract(html, url=url, formats=["chunks"], chunk_size=1000, chunk_overlap=100)
    return [
        Document(
            chunk["markdown"],
            metadata={
                "source": f"{url}#{chunk['anchor']}" if chunk["anchor"] else url,
                "title": page.title,
                "headings": " > ".join(chunk["headings"]),
            },
        )
        for chunk in page.chunks
    ]
