"""What importing the package brings with it."""

import subprocess
import sys

import pytest

CASES = {
    "the functions work without Scrapy": "import scrapy_content_extract",
    "nothing in content/ knows Scrapy": (
        "import pkgutil, importlib, scrapy_content_extract.content as content\n"
        "for module in pkgutil.walk_packages(content.__path__, content.__name__ + '.'):\n"
        "    importlib.import_module(module.name)"
    ),
    "a page is extracted without Scrapy": (
        "from scrapy_content_extract import extract, segment\n"
        "assert extract(b'<p>It is what it is.</p>').text == 'It is what it is.'\n"
        "assert len(segment('<p>It is what it is.</p>').blocks) == 1"
    ),
}


@pytest.mark.parametrize("code", CASES.values(), ids=CASES)
def test_scrapy_is_not_imported(code):
    check = "import sys\nassert not [m for m in sys.modules if m.split('.')[0] in ('scrapy', 'twisted')]"
    subprocess.run([sys.executable, "-c", f"{code}\n{check}"], check=True)
