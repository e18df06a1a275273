from llama_index.core.schema import TextNode

from scrapy_content_extract import extract


def load(html, url):
    page = extract(html, url=url, formats=["chunks"], chunk_size=1000, chunk_overlap=100)
    return [
        TextNode(
            text=chunk["markdown"],
            metadata={
                "source": f"{url}#{chunk['anchor']}" if chunk["anchor"] else url,
                "title": page.title,
                "headings": " > ".join(chunk["headings"]),
            },
        )
        for chunk in page.chunks
    ]
