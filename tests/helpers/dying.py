"""An extractor that dies once: for tests of what engines do when a worker is killed."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.page.choice import Choice
from scrapy_content_extract.content.page.page import Page


@dataclass(frozen=True)
class DiesOnce:
    """Kills its process at the first page with "deadly" in its text; ``note`` is where it notes this."""

    note: str

    def extract(self, page: Page) -> Choice:
        choice = CEVC().extract(page)
        if "deadly" in choice.text and not Path(self.note).exists():
            Path(self.note).write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return choice
