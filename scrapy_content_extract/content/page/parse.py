"""UTF-8 or text → tree: the one place that chooses the HTML parser.

By default lxml's parser stops at a depth of 256 elements and at texts of 10 MB, and drops the
rest of the page silently.  ``huge_tree`` raises the depth to 2,048 and lifts the other limit, at
no cost.  If the parser still gives up, its log shows it, and the result is marked as truncated.
"""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from .. import core
from ..core.scan_py import INVALID, ByteScan

#: Scripts and unused attributes are cut from a page before it is parsed if they are this share of it at
#: least: the copy costs time, too.
WORTH_CUTTING = 1 / 16


class Parsed(NamedTuple):
    """A parsed page."""

    root: etree._Element
    #: whether the parser stopped before the end of the page
    truncated: bool


def parse(html: bytes | str) -> Parsed:
    """Parse a page from text, or from bytes in valid UTF-8.

    The encoding that the page declares is ignored: decoding has settled it.  A page
    without mark-up or text gives an empty ``<html>`` element.
    """
    data = prepared(html)
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:  # raised for a page without content
        root = None
    if root is None:
        return Parsed(etree.Element("html"), truncated=False)
    # If one page was pasted into another, the parser puts everything after the first </html> beside the root;
    # browsers have it in the body.
    if siblings := beside(root):
        body = root.find("body")
        (root if body is None else body).extend(siblings)
    return Parsed(root, gave_up(parser))


def readable(root: etree._Element) -> etree._Element:
    """Return a tree that lxml can read: the given one, or a new one with U+FFFD for bytes that are not UTF-8.

    Such bytes stand in trees of HTML by libxml2 before 2.14, and in XML where a reference names half of a
    character.  To write a tree takes a fifth of a parse, so it is done for these alone.
    """
    if etree.LIBXML_VERSION >= (2, 14) and isinstance(root.getroottree().parser, etree.HTMLParser):
        return root
    if not core.scan.bits_of(etree.tostring(root, encoding="utf-8")) & INVALID:
        return root
    html = etree.tostring(root, encoding="utf-8", method="html", with_tail=False)
    return parse(html.decode("utf-8", "replace")).root


def without_unread(html: bytes, found: ByteScan | None, attributes: int) -> bytes:
    """Return a page as it is parsed: without scripts and attributes that are not read."""
    data = prepared(html)
    if data is not html or found is None:
        return data
    scripts = found.scripts
    if attributes:
        scripts = [script for script in scripts if not has_json(html, script[0])]
    return core.scan.cut(html, scripts, found.unread, attributes, int(WORTH_CUTTING * len(html)))


def has_json(html: bytes, start: int) -> bool:
    """Tell whether the script whose content begins here may hold JSON, which has metadata."""
    tag = html[html.rfind(b"<", 0, start) : start].lower()
    # A value may hold "<", or have references for letters.
    return b"json" in tag or b"&" in tag or not tag.startswith((b"<script", b"<style"))


def prepared(html: bytes | str) -> bytes:
    """Return the bytes of a page for the parser."""
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    if b"\0" in data:  # for some versions of the parser the page ends there
        from ..encoding.tokens import without_nul  # it takes time to import, and few pages need it

        data = without_nul(data.decode("utf-8", "replace")).encode()
    return data


def beside(root: etree._Element) -> list[etree._Element]:
    """Return the elements beside a root, without comments."""
    return [element for element in root.itersiblings() if isinstance(element.tag, str)]


def gave_up(parser: etree.HTMLParser | etree.XMLParser) -> bool:
    """Tell whether a parser stopped before the end of the last page it was given."""
    last = parser.error_log.last_error
    if last is None or last.level != etree.ErrorLevels.FATAL:
        return False
    return bool(last.type != etree.ErrorTypes.ERR_NO_MEMORY)  # as libxml2 2.12 has for an unfinished last tag
