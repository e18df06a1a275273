"""UTF-8 or text → tree: the one place where the HTML parser is chosen.

lxml's parser stops at a depth of 256 elements and at texts of 10 MB, and loses the rest
of the page without a word.  ``huge_tree`` raises the depth to 2,048 and lifts the other
limit, at no cost; what is lost even so shows in the parser's log, and is reported here.
"""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree


class Tree(NamedTuple):
    root: etree._Element
    #: whether the parser stopped before the end of the page
    truncated: bool


def parse(html: bytes | str) -> Tree:
    """Parse a page given as bytes, which must be valid UTF-8, or as text.

    What the page itself says about its encoding is not believed: that question is
    settled when the bytes are decoded.  A page without any markup or text gives an
    empty ``<html>`` element.
    """
    data = html.encode("utf-8", "replace") if isinstance(html, str) else html
    if b"\0" in data:  # some versions of the parser take it for the end of the page
        data = data.replace(b"\0", b"")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:  # raised for a page without content
        root = None
    if root is None:
        return Tree(etree.Element("html"), truncated=False)
    join_siblings(root)
    return Tree(root, gave_up(parser))


def join_siblings(root: etree._Element) -> None:
    """Move what stands beside the root of a parsed page into its body, as browsers have it.

    The parser makes what follows ``</html>`` in the middle of a page, where one page was pasted
    into another, an ``<html>`` of its own beside the first.
    """
    if siblings := beside(root):
        body = root.find("body")
        (root if body is None else body).extend(siblings)


def beside(root: etree._Element) -> list[etree._Element]:
    """Return the elements beside a root, comments left out."""
    return [element for element in root.itersiblings() if isinstance(element.tag, str)]


def gave_up(parser: etree.HTMLParser | etree.XMLParser) -> bool:
    """Say whether a parser stopped before the end of the last page that it was given."""
    last = parser.error_log.last_error
    return (
        last is not None
        and last.level == etree.ErrorLevels.FATAL
        and last.type != etree.ErrorTypes.ERR_NO_MEMORY  # libxml2 2.12 says so at an unfinished last tag
    )
