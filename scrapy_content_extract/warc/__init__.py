"""Web archives: pages from them, a crawl into them, and a crawl out of them.

``reading`` gives the pages of a WARC, ARC or WACZ; ``writing`` keeps every response of a crawl beside its
items; ``replay`` serves a crawl from archives without a request.  Needs the extra ``warc``.

Only ``reading`` is imported here; it knows no Scrapy.
"""

from .reading import Archive, WarcPage

__all__ = ["Archive", "WarcPage"]
