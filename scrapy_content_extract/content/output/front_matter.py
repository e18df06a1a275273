"""The metadata of a page as YAML between two lines of ``---``, above its Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..metadata.finders import metadata_beside
from ..metadata.titles import title_in
from ..page.choice import Choice

#: The names, in this order; a value that is not known is left out.
NAMES = ("title", "author", "date", "url", "language", "description", "license", "kind", "confidence")
#: The characters that YAML wants escaped between quotation marks: https://yaml.org/spec/1.2.2/#51-character-set
_UNPRINTABLE = re.compile("[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def front_matter_of(choice: Choice) -> str:
    found = metadata_beside(choice.page, choice.site)
    confidence = None if choice.confidence is None else round(choice.confidence, 4)
    own = {
        "title": title_in(choice) or found.title,
        "url": choice.page.url or found.canonical_url,
        "kind": choice.kind,
        "confidence": confidence,
    }
    return yaml_between({name: own[name] if name in own else getattr(found, name) for name in NAMES})


def yaml_between(values: Mapping[str, Any]) -> str:
    r"""Return the values that are known as front matter.

    A string of JSON is one of YAML, so nothing in it can end the front matter or begin another value.

    >>> print(yaml_between({"title": "Rain: yes\n---", "date": None, "confidence": 0.9}), end="")
    ---
    title: "Rain: yes\n---"
    confidence: 0.9
    ---
    <BLANKLINE>
    """
    known = {name: value for name, value in values.items() if value not in (None, "")}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in known.items()]
    escaped = [_UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in lines]
    return "\n".join(["---", *escaped, "---", "", ""])
