"""The compared systems: extractors with their parameters, and peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from lab.reports import say
from scrapy_content_extract import __version__
from scrapy_content_extract.content import EXTRACTORS, page_of
from scrapy_content_extract.content.registry import build

from .peers import PEERS, Peer


class System(NamedTuple):
    """An extractor with its parameters, or a peer."""

    name: str
    run: Callable[[bytes, str], Any]
    version: str = __version__


def extractors_of(text: str) -> list[System]:
    """Read "NAME:PARAMETER=VALUE,PARAMETER=VALUE,NAME,..." and make the extractors.

    Raises ValueError for an extractor or parameter that does not exist.

    >>> [system.name for system in extractors_of("cevc,cevc:alpha=0.6,unit=block")]
    ['cevc', 'cevc:alpha=0.6,unit=block']
    """
    specs: list[str] = []
    for part in filter(None, text.split(",")):
        if "=" in part and ":" not in part.partition("=")[0] and specs:  # one more parameter
            specs[-1] += ("," if ":" in specs[-1] else ":") + part
        else:
            specs.append(part)
    systems = []
    for spec in dict.fromkeys(specs):
        name, params = name_and_params(spec)
        extractor = build(name, EXTRACTORS, params, "extractor")
        systems.append(System(spec, lambda html, url, e=extractor: e.extract(page_of(html, url=url)).text))
    return systems


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


def installed_peers(names: Sequence[str], peers: Mapping[str, Peer] = PEERS) -> list[System]:
    """Return the peers that are installed, of those named or of all; say which are not.

    Raises ValueError for an unknown name.
    """
    systems = []
    for name in names or peers:
        if name not in peers:
            raise ValueError(f"There is no peer {name!r}; the peers are: {', '.join(peers)}.")
        installed = peers[name].installed()
        if installed is None:
            say(f"{name} is left out: {peers[name].package} is not installed.")
        else:
            systems.append(System(name, peers[name].load(), installed))
    return systems


def words_of(values: Sequence[str] | None) -> list[str]:
    """Return words that may be separated by commas as well.

    >>> words_of(["a,b", "c"]), words_of(None)
    (['a', 'b', 'c'], [])
    """
    return [word for value in values or () for word in value.split(",") if word]
