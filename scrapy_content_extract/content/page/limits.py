"""How much of a page is parsed: a scan of its bytes, before any parser sees them.

libxml2 links the attributes of an element in a list and goes through it for each new one, so
100,000 attributes on one ``<p>`` take minutes.  A page of nothing but ``<p>a`` takes a hundred
and eighty times its bytes of memory.  No parser option limits either.
"""

from __future__ import annotations

from lxml import etree

from .. import core
from ..core.scan_py import ByteScan

#: The bytes of the largest page that is read, unless a setting says otherwise.
MAX_BYTES = 25_000_000
#: The most attributes that an element keeps.  The HTML standard has fewer in all; on 10,000 real pages no
#: element has a hundred, except tags with broken quotation marks.
MOST_ATTRIBUTES = 256
#: The most elements of a page ...
MOST_ELEMENTS = 200_000
#: ... or one for each BYTES_PER_ELEMENT bytes, whichever is more.  An element with a text takes 700 bytes
#: until the page is extracted and segmented, and 300 more in an item with a block for each: a page takes
#: at most 25 times its bytes, or 200 MB.
BYTES_PER_ELEMENT = 50
#: The nodes that an element counts as in :class:`ByteScan`: an attribute takes a third of its memory.
NODES_PER_ELEMENT = 3
#: The most tags of a page that is analysed in the loop of a crawl.
MANY_TAGS = 10_000
#: The factor of the work on a page for HTML or Markdown.
FORMATS_TIMES = 4

#: Before 2.14 libxml2 found mark-up in all elements except scripts and style sheets.
FEW_RAW = etree.LIBXML_VERSION < (2, 14)


def look(html: bytes) -> ByteScan:
    """Return the scan of a page in UTF-8: its tags, and everything beyond the limits."""
    most = NODES_PER_ELEMENT * max(MOST_ELEMENTS, len(html) // BYTES_PER_ELEMENT)
    return ByteScan(*core.scan.look(html, MOST_ATTRIBUTES, most, FEW_RAW))


def is_within(html: bytes, found: ByteScan) -> bool:
    """Tell whether the scan of a page has found nothing beyond the limits."""
    return found.end >= len(html) and not found.excess


def without_excess(html: bytes, found: ByteScan) -> bytes:
    """Return a page without excess attributes."""
    pieces, done = [], 0
    for start, stop in found.excess:
        pieces.append(html[done:start])
        done = stop
    return b"".join([*pieces, html[done:]])
