"""Where a file belongs whose address is not known: it decides which pages teach it."""

import pytest

from scrapy_content_extract.engines.pages import HEAD_BYTES, Input, address_of

LINK = '<link rel="canonical" href="https://a.example/1">'
#: path, the folder in which it was found, HTML, and the address
ADDRESSES = {
    "a canonical link": ("x.html", "", LINK, "https://a.example/1"),
    "without quotes, in another order": ("x.html", "", "<LINK HREF=http://a.example/1 REL=canonical>", "http://a.example/1"),
    "og:url": ("x.html", "", "<meta property='og:url' content='https://a.example/1'>", "https://a.example/1"),
    "the page knows better than its folder": ("b.example/x.html", "b.example", LINK, "https://a.example/1"),
    "a relative link": ("x.html", "", '<link rel="canonical" href="/1">', ""),
    "another link": ("x.html", "", '<link rel="alternate" href="https://a.example/1">', ""),
    "a link of the text": ("x.html", "", '<link rel="canonical"><a href="https://a.example/1">', ""),
    "a link behind the head": ("x.html", "", " " * HEAD_BYTES + LINK, ""),
    "wget -r": ("m/a.example/b/1.html", "m", "", "https://a.example/b/1.html"),
    "… of which one host is given": ("m/a.example/1.html", "m/a.example/", "", "https://a.example/1.html"),
    "… beside which we are": ("./a.example/1.html", ".", "", "https://a.example/1.html"),
    "a host above a folder with a dot": ("m/a.example/b.php/1.html", "m", "", "https://a.example/b.php/1.html"),
    "a host below a folder with a dot": ("m.d.out/a.example/1.html", "m.d.out", "", "https://a.example/1.html"),
    "a user with a dot above the folder": ("/home/j.smith/m/1.html", "/home/j.smith/m", "", ""),
    "a version is no host": ("m/v1.2/1.html", "m", "", ""),
    "a file that was given alone": ("a.example/1.html", "", "", ""),
    "standard input": ("-", "", "", ""),
}  # fmt: skip


@pytest.mark.parametrize(("path", "folder", "html", "address"), ADDRESSES.values(), ids=ADDRESSES)
def test_the_address_of_a_file(path, folder, html, address):
    assert address_of(Input(path, found_in=folder), html.encode()) == address
