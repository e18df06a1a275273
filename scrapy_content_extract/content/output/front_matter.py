"""The metadata of a page as YAML between two lines of ``---``, above its Markdown.

Its names mean the same to Hugo, Jekyll and Obsidian.  ``url`` and ``kind`` are settings of Hugo's, so what no
other program knows is below a name of its own.
"""

from __future__ import annotations

import json
import re

from ..metadata.finders import metadata_beside
from ..metadata.titles import title_in
from ..page.choice import Choice

#: The characters that YAML wants escaped between quotation marks: https://yaml.org/spec/1.2.2/#51-character-set
_UNPRINTABLE = re.compile("[^ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def front_matter_of(choice: Choice) -> str:
    """Return what is known of a page as front matter.

    A value of JSON is one of YAML, so nothing in it can end the front matter or begin another value.
    """
    found = metadata_beside(choice.page, choice.site)
    author, *others = (found.author or "").split("; ")
    # Hugo builds no site with a date that lacks its day
    date, vague = (found.date, None) if found.published_at else (None, found.date)
    confidence = choice.confidence and round(choice.confidence, 4)
    own = {"date": vague, "license": found.license, "kind": choice.kind, "confidence": confidence}
    values = {
        "title": title_in(choice) or found.title,
        "authors" if others else "author": [author, *others] if others else author,
        "date": date,
        "description": found.description,
        "tags": ["-".join(tag.split()) for tag in found.tags],  # Obsidian's have no spaces
        "lang": found.language,
        "source": choice.page.url or found.canonical_url,
        "content_extract": {name: value for name, value in own.items() if value is not None},
    }
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items() if value]
    escaped = [_UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in lines]
    return "\n".join(["---", *escaped, "---", "", ""])
