"""Generate the folding table ``scrapy_content_extract/content/encoding/folding.tsv``.

    python -m lab.data.make_folding

The sources are the Unicode data of the running Python and the four forms of ``UIGHUR``.  A newer Python may
know more characters; the normalization of a known character never changes
(https://www.unicode.org/policies/stability_policy.html#Normalization).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "scrapy_content_extract/content/encoding/folding.tsv"

#: Arabic Presentation Forms-A and -B.  U+FEFD and U+FEFE are not assigned, U+FEFF is not a letter.
BLOCKS = (range(0xFB50, 0xFE00), range(0xFE70, 0xFEFD))

#: Four forms that stand in Uighur for a letter other than the one in their names: in most fonts of the
#: 2000s, the Uighur letters ە and ھ have the shapes of the Arabic heh.
UIGHUR = {0xFEE9: 0x06D5, 0xFEEA: 0x06D5, 0xFEEB: 0x06BE, 0xFEEC: 0x06BE}

#: Signs that stand for a word.  U+FDFA and U+FDFB stand for a phrase and are kept.
WORDS = frozenset({*range(0xFDF0, 0xFDFA), 0xFDFC})

#: Characters that decompose into a space or a tatweel with a mark.  Folding would insert a space or a
#: letter into a word.
KEPT = frozenset({*range(0xFC5E, 0xFC64), *range(0xFE70, 0xFE80), 0xFDFA, 0xFDFB})

HEADER = """\
# Arabic presentation forms and the letters they stand for; written by lab/data/make_folding.py.
# when: always; word (only if asked for); uighur (there instead of the row before it); never
# form\tletters\twhen\tname
"""


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield form and letters as hexadecimal numbers, when to fold, and the form's name."""
    for code in (code for block in BLOCKS for code in block):
        form = chr(code)
        if unicodedata.category(form) == "Cn":
            continue
        letters = unicodedata.normalize("NFKC", form)
        if code in KEPT or letters == form:
            letters, when = form, "never"
        else:
            when = "word" if code in WORDS else "always"
        name = unicodedata.name(form)
        yield f"{code:04X}", " ".join(f"{ord(c):04X}" for c in letters), when, name
        if code in UIGHUR:
            yield f"{code:04X}", f"{UIGHUR[code]:04X}", "uighur", name


def main() -> None:
    TABLE.write_text(HEADER + "".join("\t".join(row) + "\n" for row in rows()), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
