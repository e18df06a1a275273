"""Links inside or outside the main content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from scrapy import Selector
from scrapy.http import HtmlResponse, TextResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor

from ..content import EXTRACTORS, Page, page_of
from ..content.extract import chosen
from ..content.model import Range
from ..content.page.ranges import text_marks
from ..content.registry import build
from .responses import with_selector

SIDES = ("main", "rest")


class ContentLinkExtractor(LinkExtractor):
    """Scrapy's ``LinkExtractor``, for the links of one side of a page.

    ``side`` is ``"main"`` for the links inside the main content, ``"rest"`` for all others.
    ``extractor`` and ``params`` choose the method, as in the settings.  All other arguments go to
    ``LinkExtractor``.

    It must answer at once, as Scrapy's own does.  So it extracts from the page once more, in the loop of
    the crawl, even from a large page: set ``DOWNLOAD_MAXSIZE`` if pages are large.

    Raises ValueError for an unknown side, extractor or parameter.
    """

    def __init__(
        self,
        *args: Any,
        side: str = "main",
        extractor: Any = "auto",
        params: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if side not in SIDES:
            raise ValueError(f"side is {side!r}; it may be {' or '.join(map(repr, SIDES))}.")
        self.side = side
        self.extractor = build(extractor, EXTRACTORS, params or {}, "extractor")

    def extract_links(self, response: TextResponse) -> list[Link]:
        """Return the links of this side; a link on both sides is inside."""
        inside: list[Link] = []
        if isinstance(response, HtmlResponse):
            inside = super().extract_links(self._main_of(response))
        if self.side == "main":
            return inside
        urls = {link.url for link in inside}
        return [link for link in super().extract_links(response) if link.url not in urls]

    def _main_of(self, response: HtmlResponse) -> HtmlResponse:
        """Return the response without the links outside its main content."""
        page = page_of(deepcopy(response.selector.root), url=response.url)  # the spider owns the tree
        is_tag, is_attribute = self.link_extractor.scan_tag, self.link_extractor.scan_attr
        choice = chosen(page, self.extractor)
        inside = are_inside(page, choice.ranges if choice.page is page else ())  # JSON-LD has no links
        for node, is_inside, tag in zip(page.nodes, inside, page.tag):
            if not is_inside and tag and is_tag(tag):
                for name in [str(name) for name in node.attrib if is_attribute(str(name))]:
                    del node.attrib[name]
        main = HtmlResponse(response.url, body=response.body, encoding=response.encoding)
        return with_selector(main, Selector(root=page.root, type="html"))


def are_inside(page: Page, ranges: Iterable[Range]) -> Iterator[bool]:
    """Yield for each element whether it is inside the main content.

    It is inside if the main content has a text of its paragraph: some methods leave links out.
    An element without text, such as a picture, is inside if the texts before and after it are.
    """
    marks = text_marks(page, ranges)
    inside = bytearray(len(marks) + 1)  # nothing after the last text is inside
    for start, stop in page.lines:
        if any(marks[start:stop]):
            inside[start:stop] = b"\1" * (stop - start)
    for start, stop in zip(page.first, page.stop):
        if start == stop:
            yield bool(start and inside[start - 1] and inside[start])
        else:
            yield inside.find(1, start, stop) >= 0
