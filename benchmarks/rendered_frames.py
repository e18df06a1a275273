"""What stands around a document on pages whose program writes parts only: menus, lists of links, footers."""

from __future__ import annotations

from pathlib import Path

_FRAMES = Path(__file__).parent / "documents/frames"
BLOG, DOCS, WIKI = ((_FRAMES / f"{name}.html").read_text("utf-8") for name in ("blog", "docs", "wiki"))


def framed(frame: str, title: str, body: str, head: str = "") -> str:
    """Return a page; a frame has the places {head}, {title} and {body}."""
    for place, text in {"{head}": head, "{title}": title, "{body}": body}.items():
        frame = frame.replace(place, text)
    return frame
