from llama_index.core.schema import TextNode

from scrapy_content_extract import extract


def load(html, url):
    chunks = extract(html, url=url, formats=["chunks"], chunk_size=1000).chunks
    return [
        TextNode(
            text=chunk["text"],
            start_char_idx=chunk["start"],
            end_char_idx=chunk["stop"],
            metadata={"url": url, "headings": " > ".join(chunk["headings"])},
        )
        for chunk in chunks
    ]
