"""Parameters of other extractors' functions, and what to write here."""

#: Of trafilatura, readability-lxml, jusText, resiliparse and newspaper.
PARAMETERS = {
    "output_format": 'formats=["markdown"], or "html"',
    "output": 'formats=["markdown"], or "html"',
    "include_comments": 'comments="drop", or "keep"',
    "include_tables": "tables=False",
    "include_links": "hyperlinks=False; HTML and Markdown have links",
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
