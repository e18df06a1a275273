"""The pictures and the links of the main content, as lists of plain values.

They are read from its HTML, in page order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lxml import etree

#: A picture or a link: its values by name.
Values = dict[str, str]


def images_in(html: str) -> Iterator[Values]:
    """Yield the pictures of clean HTML, each address once: ``url``, ``alt`` and ``caption``.

    >>> list(images_in('<figure><img src="/a.png" alt="A"><figcaption>The <b>wall</b></figcaption></figure>'))
    [{'url': '/a.png', 'alt': 'A', 'caption': 'The wall'}]
    """
    captions: dict[Any, str] = {}
    seen = set()
    for picture in elements(html, "img"):
        url = picture.get("src", "")
        if url not in seen:
            seen.add(url)
            yield {"url": url, "alt": picture.get("alt", ""), "caption": caption_of(picture, captions)}


def caption_of(picture: Any, captions: dict[Any, str]) -> str:
    """Return the caption of the lowest figure around a picture that has one; ``captions`` are those known."""
    for figure in picture.iterancestors("figure"):
        if figure not in captions:
            captions[figure] = words_of(figure.iterchildren("figcaption"))
        if captions[figure]:
            return captions[figure]
    return ""


def links_in(html: str) -> Iterator[Values]:
    """Yield the links of clean HTML, each as often as it is there: ``url`` and ``text``.

    >>> list(links_in('<p>It <a href="http://h/rain">rained <b>all</b></a></p>'))
    [{'url': 'http://h/rain', 'text': 'rained all'}]
    """
    for link in elements(html, "a"):
        yield {"url": link.get("href", ""), "text": words_of([link])}


def elements(html: str, tag: str) -> Iterable[Any]:
    """Return the elements with a tag, in page order."""
    if f"<{tag} " not in html:
        return ()
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    html = html.replace("<br>", " <br>")  # which parts words
    return etree.fromstring(html.encode("utf-8", "surrogatepass"), parser).iter(tag)


def words_of(elements: Iterable[Any]) -> str:
    """Return the text of some elements, white space collapsed."""
    return " ".join("".join(text for element in elements for text in element.itertext()).split())


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
