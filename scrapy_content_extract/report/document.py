"""The file of a report: HTML with style, script and data in it, and a policy that loads no more."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from ..content.result import DOUBTFUL
from . import steps, why

#: The policy of the report.  The page in its frame inherits it, so inline styles are for both; ``HASH`` is
#: that of the one script that may run, ``FORMS`` says where forms may be sent.
POLICY = (
    "default-src 'none'; script-src 'sha256-HASH'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action FORMS"
)
#: Where a text is cut into pieces: pages of a site, and what methods keep of a page, have most in common.
_PIECE = re.compile(
    r"""( k="\d+">)|(?<=\n)|(?=<(?:article|div|footer|header|li|nav|ol|p|section|style|table|tr|ul)\b)"""
)
#: The keys of the texts that are cut.
CUT = ("html", "text", "markdown", "caption")
#: The least characters of a piece that has a number; the number of a shorter one would save little.
LEAST_PIECE = 16


@lru_cache
def asset(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text("utf-8")


def document(title: str, subtitle: str, contents: Iterable[str], forms: str = "'none'") -> Iterator[str]:
    """Yield the file in parts; ``contents`` are HTML, and only one of them is held at a time."""
    script = asset("report.js")
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    policy = POLICY.replace("HASH", hashed).replace("FORMS", forms)
    values = {"policy": policy, "title": escape(title), "subtitle": escape(subtitle), "script": script}
    parts = asset("report.html").split("$content")
    before, after = (Template(part).substitute(values, style=asset("report.css")) for part in parts)
    yield before
    yield from contents
    yield after


def viewer(names_and_views: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    """Yield the part that shows pages: what draws them, then the data of each."""
    yield asset("viewer.html")
    model = why.model()
    shared = {
        "features": why.features(),
        "base": round(model.base * model.step, 3),
        "steps": steps.SAID,
        "doubtful": DOUBTFUL,
        "cut": CUT,
    }
    yield f'<script type="application/json" id="shared">{as_json(shared)}</script>\n'
    pieces = Pieces()
    for name, view in names_and_views:
        packed = deflated(pieces.packed(view))
        yield f'<script type="text/plain" class="pieces">{deflated(pieces.taken())}</script>\n'
        yield f'<script type="text/plain" class="page" data-name="{escape(name)}">{packed}</script>\n'


class Pieces:
    """The pieces of the texts of a report; each stands in it once, and has a number."""

    def __init__(self) -> None:
        #: by the hash of a piece its number: among a million pieces no two share one
        self._numbers: dict[int, int] = {}
        self._new: list[str] = []

    def cut(self, text: str) -> list[str | int]:
        """Return a text as its short pieces and the numbers of the others."""
        found = filter(None, _PIECE.split(text))
        return [piece if len(piece) < LEAST_PIECE else self._number(piece) for piece in found]

    def _number(self, piece: str) -> int:
        key = hash(piece)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._new.append(piece)
        return self._numbers[key]

    def taken(self) -> list[str]:
        new, self._new = self._new, []
        return new

    def packed(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: self.cut(one) if key in CUT and isinstance(one, str) else self.packed(one)
                for key, one in value.items()
            }
        return [self.packed(one) for one in value] if isinstance(value, list) else value


def as_json(value: Any) -> str:
    """Return JSON that cannot end the script it stands in."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def deflated(value: Any) -> str:
    """Return JSON for ``DecompressionStream`` of a browser: deflated, in base64."""
    return b64encode(zlib.compress(as_json(value).encode("utf-8", "replace"), 9)).decode()
