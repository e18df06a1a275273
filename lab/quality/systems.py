"""The compared systems: methods with their parameters, and peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from lab.reports import say
from scrapy_content_extract import __version__
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.registry import build

from .peers import PEERS, Peer, version_of


class System(NamedTuple):
    """A method with its parameters, or a peer."""

    name: str
    #: a page in UTF-8 and its URL → what is judged
    run: Callable[[bytes, str], Any]
    version: str = __version__


def extractor_of(spec: str) -> System:
    """Return the extractor of "NAME:PARAMETER=VALUE,…".

    Raises ValueError for an extractor or parameter that does not exist.
    """
    name, params = name_and_params(spec)
    extractor = build(name, EXTRACTORS, params, "extractor")
    return System(spec, lambda html, url: extractor.extract(page_of(html, url=url)).text)


def name_and_params(spec: str) -> tuple[str, dict[str, Any]]:
    """Read "NAME:PARAMETER=VALUE,...".

    >>> name_and_params("cevc:alpha=0.6,unit=block")
    ('cevc', {'alpha': 0.6, 'unit': 'block'})
    """
    name, _, rest = spec.partition(":")
    pairs = [pair.partition("=") for pair in rest.split(",") if pair]
    return name, {key: value_of(value) for key, _, value in pairs}


def value_of(text: str) -> Any:
    """Read the value of a parameter.

    >>> [value_of(text) for text in ("0.5", "3", "false", "block", "en+zh")]
    [0.5, 3, False, 'block', ('en', 'zh')]
    """
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    if "+" in text:
        return tuple(value_of(part) for part in text.split("+") if part)
    return {"true": True, "false": False, "none": None}.get(text.lower(), text)


def installed_peers(names: Sequence[str] | None, peers: Mapping[str, Peer] = PEERS) -> list[System]:
    """Return the peers that are installed: those named, all for no name, none for None.

    Raises ValueError for an unknown name.
    """
    systems = []
    for name in () if names is None else names or peers:
        if name not in peers:
            raise ValueError(f"There is no peer {name!r}; the peers are: {', '.join(peers)}.")
        installed = version_of(peers[name].package)
        if installed is None:
            say(f"{name} is left out: {peers[name].package} is not installed.")
        else:
            systems.append(System(name, peers[name].load(), installed))
    return systems
