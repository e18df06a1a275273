"""How Sphinx builds these pages: ``sphinx-build -W --keep-going -b html docs OUT``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scrapy_content_extract import __version__ as release

project = "scrapy-content-extract"
version = release
copyright = "The scrapy-content-extract developers"  # the holder that LICENSE names; it names no year
exclude_patterns = ["_build"]
extensions = ["sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_mock_imports = ["pyarrow", "pyspark", "rensa"]  # not worth installing for their names
html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False
