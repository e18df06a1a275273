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

#: Python's codec → labels
_LABELS = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 utf8mb4",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
    "iso_8859-5:1988",
    "iso8859-6": "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 "
    "iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 "
    "iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 "
    "iso88598 iso_8859-8 iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical",
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251 win-1251 windows1251",
    "cp1252": "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 "
    "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined",
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 "
    "latin5 windows-1254 x-cp1254",
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030 "
    "cp936 ms936 windows-936 euc-cn zh-cn",
    "hz": "hz-gb-2312",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5 cp950 ms950 windows-950",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp euc_jis_2004 euc_jisx0213",
    "iso2022_jp": "csiso2022jp iso-2022-jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 "
    "iso2022_jp_ext",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
    "ksc_5601 windows-949",
    "iso2022_kr": "csiso2022kr iso-2022-kr",
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
    "utf-32-le": "utf-32 utf-32le",
    "utf-32-be": "utf-32be",
}

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
