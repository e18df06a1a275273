"""The memory of sites of a crawl."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.utils.job import job_dir

from ..content import Extractor
from ..content.auto.auto import Auto
from ..content.auto.memory import Sites
from ..corpus.memory_files import UNREADABLE, read_sites, write_sites

logger = logging.getLogger(__name__)

#: The name of the file in the folder of a crawl, JOBDIR.
FILE = "content_extract_sites.jsonl.gz"


def with_sites(extractor: Extractor, sites: Sites | None) -> Extractor:
    """Return an extractor with a memory of sites, if any and if the extractor can have it."""
    return replace(extractor, sites=sites) if sites and isinstance(extractor, Auto) else extractor


def sites_of_crawl(crawler: Crawler) -> Sites:
    """Return the memory of a crawl, which stays in its JOBDIR, if any, until the next run."""
    sites, folder = Sites(), job_dir(crawler.settings)
    if not folder:
        return sites
    path = Path(folder) / FILE
    try:
        if path.exists():
            read_sites(path, sites)
            logger.info("What pages of a site have in common is known from %s: %r", path, sites)
    except UNREADABLE as error:
        logger.warning("%s cannot be read whole: %s. Missing sites are learned again.", path, error)

    def write() -> None:
        try:
            write_sites(path, sites.remembered())
        except OSError as error:
            logger.warning("The memory of sites cannot be written: %s. Is the disk full?", error)

    crawler.signals.connect(write, signals.spider_closed, weak=False)
    return sites
