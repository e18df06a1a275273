"""``content-extract encodings PAGE...``: in which encoding a page is, and why."""

from __future__ import annotations

import argparse

from ..content.encoding.decode import characters_of_utf8, decode, sample_of
from ..content.encoding.detect import installed_detector
from ..content.encoding.sniff import declared_in, declared_in_header, marked_as
from ..engines.pages import Input, page_bytes
from .inputs import add_pages
from .outputs import print_each

DESCRIPTION = "Print in which encoding pages are, the evidence for it, and what decided."
EXAMPLES = (
    "content-extract encodings page.html",
    "content-extract encodings https://example.com/      # with the HTTP header",
)
#: The reason, by the source of the encoding.
WHY = {
    "user": "--encoding says so",
    "bom": "a byte order mark, or zero bytes as in UTF-16, settles it",
    "utf-8": "all bytes but a few are valid UTF-8",
    "header": "the HTTP header declares it, and the bytes fit",
    "meta": "the page declares it, and the bytes fit",
    "detector": "the bytes look like it, and nothing that fits them is declared",
    "mojibake": "it was encoded twice, all of it",
    "fallback": "nothing else fits",
}

add_arguments = add_pages


def run(args: argparse.Namespace) -> int:
    def show(given: Input) -> str:
        body = page_bytes(given)
        decoded = decode(body, given.content_type, args.encoding)
        valid, detected = "ASCII only", "not asked"
        if not body.isascii():
            sample = sample_of(body)
            good, bad = characters_of_utf8(sample)
            valid = f"{good / (good + bad):.0%} of the characters beyond ASCII are valid UTF-8"
            detected = installed_detector()(sample) or "none"
        rows = {
            "encoding": decoded.encoding,
            "because": WHY[decoded.source],
            "byte order mark": marked_as(body) or "none",
            "HTTP header": declared_in_header(given.content_type) or "none",
            "declared in page": declared_in(body) or "none",
            "bytes": valid,
            "detector": detected,
            "replaced": f"{decoded.replaced:,} characters that cannot be decoded",
        }
        return "".join(f"{name:<18}{value}\n" for name, value in rows.items())

    return print_each(args.pages, show)
