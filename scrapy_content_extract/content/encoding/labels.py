"""The label of an encoding, as a page or header gives it → the codec of Python that reads it.

The table is that of the Encoding Standard, https://encoding.spec.whatwg.org/#names-and-labels:
``iso-8859-1`` means windows-1252, and ``gb2312`` means gb18030.

Departures from the standard:

* GBK is read as gb18030, which contains it.
* Browsers refuse the labels of the *replacement* encoding, because they run scripts.  A reader of
  text need not: ``hz-gb-2312`` and ``iso-2022-kr`` are read as what they name.
* ``x-user-defined`` means windows-1252 in a header as well as in a ``<meta>``.
* A label that the standard does not list, such as ``cp936`` or ``ibm850``, means what it means to
  Python.  The extensions of EUC-JP and ISO-2022-JP are read as EUC-JP and ISO-2022-JP, which they
  contain; :data:`.decoders.SECOND` reads the few further characters.
"""

from __future__ import annotations

import codecs
from functools import lru_cache
from pathlib import Path

from ..model import table_rows

#: Python's codec → labels
_LABELS = dict(table_rows(Path(__file__).with_name("labels.tsv")))
LABELS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}

#: Labels for which browsers show an empty page, and for which Python has no codec either.
REPLACEMENT = frozenset({"iso-2022-cn", "iso-2022-cn-ext", "replacement"})

#: How the codecs begin that a label outside the standard may name.
_FURTHER = ("cp", "mac", "iso8859", "koi8", "kz", "ptcp", "euc", "shift", "johab", "tis", "iso2022", "hp")


@lru_cache(maxsize=1024)
def codec_of(label: str) -> str | None:
    """Return the codec that a label stands for, or None if it names no encoding of pages.

    >>> codec_of("ISO-8859-1"), codec_of(" gb2312 "), codec_of("utf-7"), codec_of("rot13")
    ('cp1252', 'gb18030', None, None)
    """
    label = label.strip().lower()
    if label in LABELS:
        return LABELS[label]
    if label in REPLACEMENT or len(label) > 40:
        return None
    try:
        name = codecs.lookup(label).name
        if name in LABELS or name in _LABELS:
            return LABELS.get(name, name)
        # Python also has codecs that no page is written in, and some (EBCDIC, UTF-7) that read
        # ASCII mark-up as something else.
        markup = b"<a href='+/v8-'>&#~\\x41;</a>"
        if not name.startswith(_FURTHER) or markup.decode(name) != markup.decode("ascii"):
            return None
    except (LookupError, ValueError):
        return None
    return LABELS.get(name.replace("_", "-"), name)  # Python calls "euc-kr" "euc_kr"
