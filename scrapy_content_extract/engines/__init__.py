"""Inside engines for many machines: a page or an archive → rows of plain values.

``rows`` works everywhere; ``datatrove`` and ``spark`` are steps of these engines, each with an extra of
its name.  Nothing here knows Scrapy.
"""

from ..corpus.columns import COLUMNS
from .rows import Rows

__all__ = ["COLUMNS", "Rows"]
