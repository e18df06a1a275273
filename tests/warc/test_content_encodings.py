"""A page in any coding is the same from a crawl and from the crawl's archive."""

from __future__ import annotations

import gzip
import random
import zlib

import pytest
from scrapy.downloadermiddlewares.httpcompression import ACCEPTED_ENCODINGS

brotli = pytest.importorskip("brotli", reason="brotli is not installed")
zstd = pytest.importorskip("backports.zstd", reason="the extra corpus is not installed")

from tests.corpus.test_lines import lines_of  # noqa: E402
from tests.helpers.running import run_here  # noqa: E402
from tests.helpers.server import serving  # noqa: E402
from tests.warc.test_archives import crawl  # noqa: E402

WORDS = "it is the story of the river and the school that was there when the rain came in the night".split()


def text_of(size: int) -> bytes:
    rng = random.Random(size)
    paragraphs = (" ".join(rng.choices(WORDS, k=60)) for _ in range(size // 250))
    return f"<title>The river</title>{''.join(f'<p>{text}.</p>' for text in paragraphs)}".encode()


PAGE, LONG = text_of(20_000), text_of(400_000)


def raw(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


#: what a server does → the header, the body, and whether there is a text
CODINGS = {
    "none": ("", PAGE, True),
    "gzip": ("gzip", gzip.compress(PAGE), True),
    "gzip by another name": ("x-gzip", gzip.compress(PAGE), True),
    "gzip, bytes behind its end": ("gzip", gzip.compress(PAGE) + b"\0 and more", True),
    "gzip, cut": ("gzip", gzip.compress(PAGE)[:-900], True),
    "gzip, a wrong checksum": ("gzip", gzip.compress(PAGE)[:-8] + b"12345678", True),
    "gzip in two members": ("gzip", gzip.compress(PAGE[:9000]) + gzip.compress(PAGE[9000:]), True),
    "deflate": ("deflate", zlib.compress(PAGE), True),
    "deflate, no header": ("deflate", raw(PAGE), True),
    "deflate, cut": ("deflate", zlib.compress(PAGE)[:-900], True),
    "brotli": ("br", brotli.compress(PAGE), True),
    "brotli, cut": ("br", brotli.compress(PAGE)[:-900], True),
    "zstd": ("zstd", zstd.compress(PAGE), True),
    "zstd, cut in its only block": ("zstd", zstd.compress(PAGE)[:-900], False),
    "zstd, cut in its last block": ("zstd", zstd.compress(LONG)[:-900], True),
    "two codings": ("gzip, br", brotli.compress(gzip.compress(PAGE)), True),
    "two codings, the inner one cut": ("gzip, deflate", zlib.compress(gzip.compress(PAGE)[:-900]), True),
    "an unknown one": ("dcb", brotli.compress(PAGE), False),
}  # fmt: skip
#: a Content-Type that says HTML
TYPES = ["text/html, text/html", "text/html,text/html; charset=utf-8", "TEXT/HTML;charset=utf-8"]


def pages() -> dict[str, tuple[dict[str, str], bytes]]:
    """Return the pages, and the index that leads to them."""
    made = {f"/type/{n}": ({"Content-Type": kind}, PAGE) for n, kind in enumerate(TYPES)}
    for n, (coding, body, _) in enumerate(CODINGS.values()):
        headers = {"Content-Encoding": coding} if coding else {}
        made[f"/coding/{n}"] = {"Content-Type": "text/html; charset=utf-8", **headers}, body
    index = "".join(f"<a href={link}>{link}</a>" for link in made).encode()
    return {"/": ({"Content-Type": "text/html"}, index), **made}


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Crawl all pages, and read the archive; return the values by URL from the items and from the lines."""
    folder = tmp_path_factory.mktemp("codings")
    with serving(pages()) as site:
        items, _ = crawl(site, folder, CONTENT_EXTRACT_WARC="site.warc.gz")
    assert run_here("warc", "site.warc.gz", "--no-sites", "-o", ".", cwd=folder).returncode == 0
    lines = lines_of(folder / "site.jsonl.gz")
    return (
        {item["url"]: item["text"] for item in items},
        {line["metadata"]["url"].removeprefix(site): line["text"] for line in lines},
    )


@pytest.mark.parametrize("name", CODINGS)
def test_the_item_of_a_crawl_and_the_line_of_its_archive_are_the_same(read, name):
    if CODINGS[name][0] == "zstd" and b"zstd" not in ACCEPTED_ENCODINGS:
        pytest.skip("this Scrapy unpacks zstd with another package, which is not installed")
    items, lines = read
    url = f"/coding/{list(CODINGS).index(name)}"
    assert (items.get(url, ""), bool(items.get(url))) == (lines.get(url, ""), CODINGS[name][2])


@pytest.mark.parametrize("number", range(len(TYPES)), ids=TYPES)
def test_a_type_that_is_stated_twice_is_html(read, number):
    items, lines = read
    assert items[f"/type/{number}"] == lines[f"/type/{number}"] == items["/coding/0"] != ""
