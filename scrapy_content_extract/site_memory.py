"""The memory of sites in files: of a crawl that goes on, and for corpora."""

from __future__ import annotations

import json
import logging
import os
import zlib
from array import array
from dataclasses import replace
from pathlib import Path

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.job import job_dir

from .content import Extractor
from .content.extractors.auto import Auto
from .content.sites import Lesson, Sites
from .files import open_text, whole
from .settings import called, read_bool

logger = logging.getLogger(__name__)

SETTING = "CONTENT_EXTRACT_SITE_MEMORY"
#: In the folder of a crawl, JOBDIR.
FILE = "content_extract_sites.jsonl.gz"
#: The first line of a file.
HEADER = {"sites": 1}
#: What a file may raise that cannot be read: from the disk, from gzip, from what it says.
UNREADABLE = (OSError, EOFError, zlib.error, ValueError, ImportError)


def write_sites(path: str | os.PathLike[str], sites: Sites) -> None:
    """Write a memory of sites, a line for each host; the file gets its name when it is whole."""
    with whole(path) as aside, open_text(aside, "w") as file:
        file.write(json.dumps(HEADER) + "\n")
        for host, lessons in sites.lessons():
            pages = {f"{key:x}": lessons[key].tolist() for key in sorted(lessons)}
            file.write(json.dumps({"host": host, "pages": pages}) + "\n")


def read_sites(path: str | os.PathLike[str], sites: Sites) -> None:
    """Add to a memory of sites what a file has.

    Raises one of UNREADABLE, such as ValueError for a file of something else.
    """
    with open_text(path) as file:
        try:
            if json.loads(next(file, "")) != HEADER:
                raise ValueError("its first line is another")
            for line in file:
                read = json.loads(line)
                for key, numbers in read["pages"].items():
                    sites.add(str(read["host"]), int(key, 16), checked(numbers))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"it is no memory of sites of this version ({error})") from error


def checked(numbers: list[int]) -> Lesson:
    """Return what a page has taught.

    Raises ValueError where it cannot have been written here.
    """
    lesson = array("i", numbers)
    if not lesson or not 0 <= lesson[0] < len(lesson) or (len(lesson) - 1 - lesson[0]) % 3:
        raise ValueError("a page has numbers missing")
    return lesson


def sites_for(settings: BaseSettings, extractor: Extractor) -> Sites | None:
    """Return the memory of sites for an extractor, None if there is to be none.

    Raises ValueError for an extractor that cannot have one.
    """
    if not read_bool(settings, SETTING):
        return None
    if not isinstance(extractor, Auto):
        raise ValueError(
            f"{SETTING} is True, but CONTENT_EXTRACT_EXTRACTOR is {called(extractor)!r}, and only 'auto' "
            f"learns from sites. Set the former to False, or the latter to 'auto'."
        )
    return Sites()


def with_sites(extractor: Extractor, sites: Sites | None) -> Extractor:
    """Return an extractor with a memory of sites, if there is one and it can have it."""
    return replace(extractor, sites=sites) if sites and isinstance(extractor, Auto) else extractor


class KeptSites:
    """Keeps the memory of a crawl in its JOBDIR, if it has one, until the next run."""

    def __init__(self, crawler: Crawler, extractor: Extractor) -> None:
        self.sites = sites_for(crawler.settings, extractor)
        if self.sites is None:
            return
        folder = job_dir(crawler.settings)
        if not folder:
            return
        self.path = Path(folder) / FILE
        if self.path.exists():
            self._read(self.sites)
        crawler.signals.connect(self.write, signals.spider_closed)

    def _read(self, sites: Sites) -> None:
        try:
            read_sites(self.path, sites)
            logger.info("What pages of a site have in common is known from %s: %r", self.path, sites)
        except UNREADABLE as error:
            logger.warning("%s cannot be used: %s. The memory of sites begins anew.", self.path, error)

    def write(self) -> None:
        """Write the memory; a full disk costs no more than that."""
        try:
            if self.sites:
                write_sites(self.path, self.sites)
        except OSError as error:
            logger.warning("The memory of sites cannot be written: %s. Is the disk full?", error)
