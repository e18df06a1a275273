"""How Sphinx builds these pages: ``sphinx-build -W --keep-going -b html docs OUT``."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scrapy_content_extract import __version__ as release

project = "scrapy-content-extract"
version = release
copyright = "The scrapy-content-extract developers"  # the holder that LICENSE names; it names no year
exclude_patterns = ["_build"]
extensions = ["sphinx.ext.autodoc", "sphinx.ext.intersphinx"]
# Their lists of names come from the network, which a build elsewhere does not need.
intersphinx_mapping = {
    name: (address, None)
    for name, address in {
        "python": "https://docs.python.org/3",
        "scrapy": "https://docs.scrapy.org/en/latest",
    }.items()
    if os.environ.get("READTHEDOCS")
}
autodoc_member_order = "bysource"
autodoc_mock_imports = ["pyarrow", "pyspark", "rensa"]  # not worth installing for their names
html_theme = "furo"
html_title = f"{project} {release}"
html_copy_source = False


def make_accessible(app, pagename, templatename, context, doctree):
    """Give headings of the navigation their level, and the keyboard a way to scroll wide code."""
    for part in {"body", "furo_navigation_tree"} & context.keys():
        page = context[part].replace('role="heading"', 'role="heading" aria-level="2"')
        page = page.replace("<pre>", '<pre tabindex="0">')
        context[part] = page.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')


def setup(app):
    app.connect("html-page-context", make_accessible, priority=900)  # after the theme
