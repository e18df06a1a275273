"""Web archives (extra ``warc``): pages from them, a crawl into them, and a crawl out of them.

Only ``reading`` is imported here; it knows no Scrapy.
"""

from .reading import Archive, WarcPage

__all__ = ["Archive", "WarcPage"]
