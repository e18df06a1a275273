"""Pages without content, and pages that look like them but have some; all are made up.

``tests/pages/non_content/HALF/KIND/NAME.STATUS.html``: the kind is one of ``KINDS`` or ``content``; a name
without a status is a page whose status is unknown.  The half ``found`` was there while the rules of
``content/auto/non_content.py`` were made.  ``held_back`` was written before they ran for the first time; only
what they make of it was counted.  The half ``servers`` is as servers, frameworks, walls and applications write
such pages, in many languages, with short contents that must stay.
"""

from __future__ import annotations

from typing import NamedTuple

from .folders import ROOT

FOLDER = ROOT / "tests/pages/non_content"


class Row(NamedTuple):
    kind: str  # "" is a page with content
    status: int | None
    html: str


def read(half: str) -> dict[str, Row]:
    """Return the pages of a half by name."""
    pages = {}
    for path in sorted((FOLDER / half).glob("*/*.html")):
        name, _, status = path.stem.partition(".")
        kind = "" if path.parent.name == "content" else path.parent.name
        html = path.read_bytes().decode()  # their ends of lines stay
        pages[name.replace("_", " ")] = Row(kind, int(status) if status else None, html)
    return pages


FOUND, HELD_BACK, SERVERS = read("found"), read("held_back"), read("servers")


def page(title: str, body: str, head: str = "") -> str:
    return f"<!DOCTYPE html><html lang=en><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def site(title: str, main: str) -> str:
    """A page in the frame of a site."""
    menu = "<header><nav><ul><li><a href=/>Home</a><li><a href=/a>News</a><li><a href=/b>Contact</a></ul></nav></header>"
    return page(title, f"{menu}<main>{main}</main><footer><p>Valley News</p></footer>")
