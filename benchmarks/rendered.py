"""Marked pages as a browser shows them, for segmenters that need the layout.

Pages are rendered once and kept in a folder.  They are rendered offline, from the stored mark-up alone and
without scripts, which have run before it was stored: images and style sheets of other files are missing.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from pathlib import Path

from evaluation.marked import MarkedPage
from scrapy_content_extract.corpus.files import whole
from scrapy_content_extract.crawl.browser import Browser


def file_of(page: MarkedPage, folder: Path) -> Path:
    """Return where a rendered page is kept; a page that has changed is rendered again."""
    return folder / f"{hashlib.sha256(page.html.encode('utf-8', 'replace')).hexdigest()[:16]}.html.gz"


def rendered(pages: Iterable[MarkedPage], folder: Path) -> dict[str, str]:
    """Return for the HTML of each page the same with boxes; what the folder lacks is rendered."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {page.html: file_of(page, folder) for page in pages}
    missing = {html: file for html, file in files.items() if not file.exists()}
    if missing:
        with Browser() as browser:
            for html, file in missing.items():
                made = browser.render(html.encode("utf-8", "replace"), scripts=False, offline=True)
                with whole(file) as aside:
                    Path(aside).write_bytes(gzip.compress(made.encode("utf-8", "replace"), mtime=0))
    return {html: gzip.decompress(file.read_bytes()).decode() for html, file in files.items()}
