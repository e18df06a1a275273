"""The file of a report: HTML with style, script and data in it, and a policy that loads no more."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from . import steps, why

#: The policy of the report.  The page in its frame inherits it, so inline styles are for both; ``HASH`` is
#: that of the one script that may run.
POLICY = (
    "default-src 'none'; script-src 'sha256-HASH'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
#: The placeholder of the contents in the template.
CONTENT = "$content"


@lru_cache
def asset(name: str) -> str:
    """Return a file of the folder ``assets``."""
    return (files(__package__) / "assets" / name).read_text("utf-8")


def document(title: str, subtitle: str, contents: Iterable[str]) -> Iterator[str]:
    """Yield the file in parts; ``contents`` are HTML, and only one of them is held at a time.

    Ctrl-C closes it, so that the finished part can be seen.
    """
    script = asset("report.js")
    policy = POLICY.replace("HASH", b64encode(sha256(script.encode()).digest()).decode())
    before, after = (
        Template(part).substitute(
            policy=policy,
            title=escape(title),
            subtitle=escape(subtitle),
            style=asset("report.css"),
            script=script,
        )
        for part in asset("report.html").split(CONTENT)
    )
    yield before
    try:
        yield from contents
    except KeyboardInterrupt:
        yield after
        raise
    yield after


def viewer(names_and_views: Iterable[tuple[str, dict[str, Any]]], probable: Iterable[str]) -> Iterator[str]:
    """Yield the part that shows pages: what draws them, then the data of each.

    ``probable`` are the names of the methods whose choice follows the probability of paragraphs.
    """
    yield asset("viewer.html")
    shared = {
        "features": why.features(),
        "base": round(why.base(), 3),
        "probable": list(probable),
        "steps": steps.SAID,
    }
    yield f'<script type="application/json" id="shared">{as_json(shared)}</script>\n'
    for name, view in names_and_views:
        yield (
            f'<script type="application/json" class="page" data-name="{escape(name)}">'
            f"{as_json(view)}</script>\n"
        )


def as_json(value: Any) -> str:
    """Return JSON that cannot end the script it stands in.

    >>> as_json("</script>")
    '"\\\\u003c/script>"'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
