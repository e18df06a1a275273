"""Names of other extractors' functions and parameters, and what to write here."""

#: Of trafilatura, readability-lxml, jusText, resiliparse and newspaper.
PARAMETERS = {
    "output_format": 'formats=["markdown"], or "html"',
    "output": 'formats=["markdown"], or "html"',
    "include_comments": 'comments="drop", or "keep"',
    "include_tables": "tables=False",
    "include_links": "hyperlinks=True or False; HTML and Markdown have links",
    "include_images": 'formats=["images"]; HTML and Markdown have pictures',
    "include_formatting": 'formats=["markdown"]',
    "preserve_formatting": 'formats=["markdown"]',
    "favor_precision": 'favor="precision"',
    "favor_recall": 'favor="recall"',
    "with_metadata": "read_metadata(html), or front_matter=True with Markdown",
    "only_with_metadata": "read_metadata(html)",
    "deduplicate": "nothing: a text is kept once",
    "target_language": "the result text_language of a crawl or the command",
    "fast": "nothing: there is no slower way",
    "no_fallback": "nothing: there is no slower way",
    "main_content": "nothing: extract() returns the main content, segment() the whole page",
    "stoplist": "nothing: no language is needed",
    "base_url": "url=",
    "html_title": "title=True",
}
#: Functions and classes of the same libraries.
FUNCTIONS = {
    "bare_extraction": "extract(html) and read_metadata(html)",
    "extract_metadata": "read_metadata(html)",
    "extract_with_metadata": "extract(html) and read_metadata(html)",
    "baseline": "extract(html)",
    "html2txt": 'segment(html, segmenter="flat").blocks',
    "fetch_url": "a Scrapy spider, or content-extract URL",
    "Document": 'extract(html, formats=["html"]).html',
    "Article": "extract(html) and read_metadata(html)",
    "Defuddle": "extract(html) and read_metadata(html)",
    "justext": "extract(html).blocks",
    "extract_plain_text": "extract(html).text",
}
