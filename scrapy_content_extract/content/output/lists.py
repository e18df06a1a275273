"""The pictures and the links of the main content, as lists of plain values.

They are read from its HTML, in page order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence

from ..markup.elements import CODES
from ..model import positions
from ..page.blocks import Parts, render_parts, upwards
from ..page.measure import measure
from ..page.page import Page
from ..page.parse import parse

#: A picture or a link: its values by name.
Values = dict[str, str]


def images_in(html: str) -> Iterator[Values]:
    """Yield the pictures of clean HTML, each address once: ``url``, ``alt`` and ``caption``.

    >>> list(images_in('<figure><img src="/a" alt="A"><figcaption>5 m<sup>2</sup></figcaption></figure>'))
    [{'url': '/a', 'alt': 'A', 'caption': '5 m^2'}]
    """
    if "<img " not in html:
        return
    page = measure(parse(html))
    captions = captions_in(page)
    seen = set()
    for i in positions(page.code, CODES["img"]):
        of = page.nodes[i].attrib
        url = str(of.get("src", ""))
        if url not in seen:
            seen.add(url)
            yield {"url": url, "alt": str(of.get("alt", "")), "caption": caption_of(page, i, captions)}


def captions_in(page: Page) -> dict[int, str]:
    """Return the captions of the figures that have one, by figure."""
    found = [*positions(page.code, CODES["figcaption"])]
    captions: dict[int, str] = {}
    for i, text in zip(found, texts_of(page, found)):
        figure = page.parent[i]
        captions[figure] = f"{captions[figure]}{text}" if figure in captions else text
    return captions


def caption_of(page: Page, i: int, captions: dict[int, str]) -> str:
    """Return the caption of the lowest figure around a picture that has one."""
    return next(filter(None, (captions.get(e) for e in upwards(page, i))), "")


def links_in(html: str) -> Iterator[Values]:
    """Yield the links of clean HTML, each as often as it is there: ``url`` and ``text``.

    >>> list(links_in('<p>It <a href="http://h/rain">rained <b>all</b></a></p>'))
    [{'url': 'http://h/rain', 'text': 'rained all'}]
    """
    if "<a " not in html:
        return
    page = measure(parse(html))
    links = [*positions(page.code, CODES["a"])]
    for i, text in zip(links, texts_of(page, links)):
        yield {"url": str(page.nodes[i].get("href", "")), "text": text}


def texts_of(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the texts of some elements on one line each, written as main text is."""
    starts, stops = (array("i", [column[i] for i in elements]) for column in (page.first, page.stop))
    parts = Parts(starts, stops, array("i", range(len(elements) + 1)))
    return [" ".join(text.split()) for text in render_parts(page, parts)]


def within(values: Iterable[Values], most: int) -> tuple[list[Values], bool]:
    """Return the first values, which have ``most`` bytes together, and whether some are missing.

    >>> within([{"url": "http://h/a"}, {"url": "http://h/b"}], 15)
    ([{'url': 'http://h/a'}], True)
    """
    found: list[Values] = []
    for one in values:
        most -= sum(len(value.encode("utf-8", "replace")) for value in one.values())
        if most < 0:
            return found, True
        found.append(one)
    return found, False
