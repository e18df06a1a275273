from haystack import Document, component

from scrapy_content_extract import extract


@component
class MainText:
    """Comes after a LinkContentFetcher, in place of HTMLToDocument and DocumentSplitter."""

    @component.output_types(documents=list[Document])
    def run(self, streams: list):
        return {"documents": [one for page in streams for one in load(page.data, page.meta.get("url"))]}


def load(html, url):
    page = extract(html, url=url, formats=["chunks"], chunk_size=1000, chunk_overlap=100)
    return [
        Document(
            content=chunk["markdown"],
            meta={
                "source": f"{url}#{chunk['anchor']}" if chunk["anchor"] else url,
                "title": page.title,
                "headings": " > ".join(chunk["headings"]),
            },
        )
        for chunk in page.chunks
    ]
