"""Names of other extractors' functions and parameters, and what to write here."""

#: Of trafilatura, readability-lxml, jusText, resiliparse and newspaper.
PARAMETERS = {
    "output_format": 'use formats=["markdown"], or "html"',
    "output": 'use formats=["markdown"], or "html"',
    "include_comments": 'use comments="drop", or "keep"',
    "include_tables": "use tables=False",
    "include_links": "use hyperlinks=True or False; HTML and Markdown have links",
    "include_images": 'use formats=["images"]; HTML and Markdown have pictures',
    "include_formatting": 'use formats=["markdown"]',
    "preserve_formatting": 'use formats=["markdown"]',
    "favor_precision": 'use favor="precision"',
    "favor_recall": 'use favor="recall"',
    "with_metadata": "use extract(html).metadata, or front_matter=True with Markdown",
    "only_with_metadata": "use read_metadata(html)",
    "deduplicate": "not needed: a text is kept once",
    "target_language": "use the result text_language of a crawl or the command",
    "fast": "not needed: there is no slower way",
    "no_fallback": "not needed: there is no slower way",
    "main_content": "not needed: extract() returns the main content, segment() the whole page",
    "stoplist": "not needed: no language is needed",
    "base_url": "use url=",
    "html_title": "use title=True",
}
#: Functions and classes of the same libraries.
FUNCTIONS = {
    "bare_extraction": "use extract(html), which has metadata, HTML and Markdown, too",
    "extract_metadata": "use read_metadata(html)",
    "extract_with_metadata": "use extract(html), and its metadata",
    "baseline": "use extract(html)",
    "html2txt": 'use segment(html, segmenter="flat").blocks',
    "fetch_url": "use a Scrapy spider, or content-extract URL",
    "Document": "use extract(html).html",
    "Article": "use extract(html), and its metadata",
    "Defuddle": "use extract(html), which has metadata, HTML and Markdown, too",
    "justext": "use extract(html).blocks",
    "extract_plain_text": "use extract(html).text",
}
#: Results of the same libraries, and of schema.org.
FIELDS = {
    **dict.fromkeys(("content", "body", "article", "main_text", "raw_text", "articleBody"), "text"),
    **dict.fromkeys(("published", "published_at", "datePublished", "date_published"), "date"),
    **dict.fromkeys(("summary", "excerpt"), "description"),
    **dict(zip(("headline", "byline", "lang", "keywords"), ("title", "author", "language", "tags"))),
}
