"""From bytes to text: what is believed, and what comes out."""

import codecs
from encodings.aliases import aliases
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_content_extract.content import core
from scrapy_content_extract.content.core import scan_py
from scrapy_content_extract.content.core.scan_py import INVALID, PART_BYTES
from scrapy_content_extract.content.encoding.decode import (
    MULTI_BYTE,
    SECOND,
    decode,
    sample_of,
    without_cut,
)
from scrapy_content_extract.content.encoding.detect import COMMON, by_letters, installed_detector
from scrapy_content_extract.content.encoding.sniff import (
    LABELS,
    MARKS,
    codec_of,
    declare_utf8,
    declared_in,
    declared_in_header,
    is_binary,
)

SIMPLIFIED = "<p>这座图书馆是在上个世纪建成的，现在仍然有很多人在这里看书，他们说以后也会来。</p>"
TRADITIONAL = "<p>這座圖書館是在上個世紀建成的，現在仍然有很多人在這裡看書，他們說以後也會來。</p>" * 3
JAPANESE = "<p>この図書館はとても古いですが、今でも多くの人がここで本を読んでいます。</p>"
RUSSIAN = "<p>Эта библиотека была построена в прошлом веке, и сейчас здесь читают книги.</p>"
GERMAN = "<p>Die Bücherei wurde vor hundert Jahren gebaut, und noch heute ist sie schön.</p>"
FRENCH = "<p>La bibliothèque a été bâtie au siècle passé, et l’on y lit encore à présent.</p>"


def meta(charset: str) -> bytes:
    return f'<meta charset="{charset}">'.encode()


# Every row: bytes, Content-Type, what has to come out (text, encoding, source).
EVIDENCE = {
    # 1. a byte order mark
    "a mark is always believed": (
        b"\xef\xbb\xbf" + SIMPLIFIED.encode(), "text/html; charset=gbk", (SIMPLIFIED, "utf-8", "bom"),
    ),
    "a mark of UTF-16": (
        b"\xff\xfe" + RUSSIAN.encode("utf-16-le"), None, (RUSSIAN, "utf-16-le", "bom"),
    ),
    "UTF-16 without a mark begins with '<' and a zero": (
        RUSSIAN.encode("utf-16-be"), None, (RUSSIAN, "utf-16-be", "bom"),
    ),
    "UTF-16 in the header, of a page whose bytes are all ASCII": (
        "\n<p>Да".encode("utf-16-le"), "text/html; charset=utf-16", ("\n<p>Да", "utf-16-le", "header"),
    ),
    # 2. valid UTF-8
    "UTF-8 under the default of many servers": (
        GERMAN.encode(), "text/html; charset=iso-8859-1", (GERMAN, "utf-8", "utf-8"),
    ),
    "UTF-8 that calls itself gb2312": (
        meta("gb2312") + SIMPLIFIED.encode(), None,
        ('<meta charset="gb2312">' + SIMPLIFIED, "utf-8", "utf-8"),
    ),
    "UTF-8 that calls itself utf-16": (
        meta("utf-16") + GERMAN.encode(), None, ('<meta charset="utf-16">' + GERMAN, "utf-8", "utf-8"),
    ),
    # 3. declarations
    "the header comes before the page": (
        meta("koi8-r") + RUSSIAN.encode("cp1251"), "text/html; charset=windows-1251",
        ('<meta charset="koi8-r">' + RUSSIAN, "cp1251", "header"),
    ),
    "a header that cannot be true gives way to the page": (
        meta("gbk") + SIMPLIFIED.encode("gbk"), "text/html; charset=utf-8",
        ('<meta charset="gbk">' + SIMPLIFIED, "gb18030", "meta"),
    ),
    "windows-1252 fits everything, so a page that says more is believed": (
        meta("gbk") + SIMPLIFIED.encode("gbk"), "text/html; charset=iso-8859-1",
        ('<meta charset="gbk">' + SIMPLIFIED, "gb18030", "meta"),
    ),
    "French is not GBK, though most of its bytes are: the header was right": (
        meta("gb2312") + FRENCH.encode("cp1252"), "text/html; charset=iso-8859-1",
        ('<meta charset="gb2312">' + FRENCH, "cp1252", "header"),
    ),
    "a right declaration of windows-1252": (
        FRENCH.encode("cp1252"), "text/html; charset=iso-8859-1", (FRENCH, "cp1252", "header"),
    ),
    "runs of one sign are no words of another script": (
        ("»»» <p>" * 20).encode("cp1252"), "text/html; charset=iso-8859-1",
        ("»»» <p>" * 20, "cp1252", "header"),
    ),
    "the euro sign of GBK is one byte": (
        b"\x80" + SIMPLIFIED.encode("gbk"), "text/html; charset=gbk", ("€" + SIMPLIFIED, "gb18030", "header"),
    ),
    "circled digits are in the EUC-JP of the standard": (
        b"\xad\xa1" + JAPANESE.encode("euc-jp"), "text/html; charset=euc-jp",
        ("①" + JAPANESE, "euc_jp", "header"),
    ),
    "undefined bytes of windows-1252 are C1 controls": (
        b"\x81\xe9t\xe9", "text/html; charset=windows-1252", ("\x81été", "cp1252", "header"),
    ),
    # 4. the detector
    "GBK, undeclared": (SIMPLIFIED.encode("gbk"), None, (SIMPLIFIED, "gb18030", "detector")),
    "Big5, undeclared": (TRADITIONAL.encode("big5"), None, (TRADITIONAL, "big5hkscs", "detector")),
    "Shift_JIS, undeclared": (JAPANESE.encode("cp932"), None, (JAPANESE, "cp932", "detector")),
    "Russian, undeclared": (RUSSIAN.encode("cp1251"), None, (RUSSIAN, "cp1251", "detector")),
    "Western, undeclared": (FRENCH.encode("cp1252"), None, (FRENCH, "cp1252", "detector")),
    "GBK under a header of windows-1252": (
        SIMPLIFIED.encode("gbk"), "text/html; charset=iso-8859-1", (SIMPLIFIED, "gb18030", "detector"),
    ),
    "Russian under a header of windows-1252": (
        RUSSIAN.encode("cp1251"), "text/html; charset=iso-8859-1", (RUSSIAN, "cp1251", "detector"),
    ),
    "GBK that calls itself utf-8": (
        meta("utf-8") + SIMPLIFIED.encode("gbk"), None,
        ('<meta charset="utf-8">' + SIMPLIFIED, "gb18030", "detector"),
    ),
    "Big5 that calls itself gb2312": (
        meta("gb2312") + TRADITIONAL.encode("big5"), None,
        ('<meta charset="gb2312">' + TRADITIONAL, "big5hkscs", "detector"),
    ),
    # plain ASCII
    "ASCII keeps its declaration": (b"<p>yes", "text/html; charset=gbk", ("<p>yes", "gb18030", "header")),
    "ASCII without any": (b"<p>yes", None, ("<p>yes", "utf-8", "utf-8")),
    "ASCII in UTF-16 cannot be": (b"<p>yes", "text/html; charset=utf-16", ("<p>yes", "utf-8", "utf-8")),
    "ISO-2022-JP, undeclared": (
        JAPANESE.encode("iso2022_jp"), None, (JAPANESE, "iso2022_jp", "detector"),
    ),
    "HZ, declared": (SIMPLIFIED.encode("hz"), "text/html; charset=hz-gb-2312", (SIMPLIFIED, "hz", "header")),
    "an extension of ISO-2022-JP, declared": (
        JAPANESE.encode("iso2022_jp_2"), "text/html; charset=iso-2022-jp-2",
        (JAPANESE, "iso2022_jp", "header"),
    ),
    "an unknown label is no evidence": (
        GERMAN.encode("cp1252"), "text/html; charset=klingon", (GERMAN, "cp1252", "detector"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("detector", [None, by_letters], ids=["installed", "by letters"])
@pytest.mark.parametrize(("body", "content_type", "expected"), EVIDENCE.values(), ids=EVIDENCE)
def test_evidence(body, content_type, expected, detector):
    decoded = decode(body, content_type, detector=detector)
    assert (decoded.text, decoded.encoding, decoded.source, decoded.replaced) == (*expected, 0)


LONG = SIMPLIFIED * 30
# Every row: bytes, Content-Type, (encoding, source, characters lost)
DAMAGED = {
    "UTF-8 with one bad byte": (LONG.encode() + b"\xff</p>", None, ("utf-8", "utf-8", 1)),
    "UTF-8 that was cut off ends before": (
        LONG.encode()[:-6],
        "text/html; charset=gbk",
        ("utf-8", "utf-8", 0),
    ),
    "U+FFFD of the author is no loss": (("\ufffd" + LONG).encode(), None, ("utf-8", "utf-8", 0)),
    "... nor next to one": (("\ufffd" + LONG).encode() + b"\xff", None, ("utf-8", "utf-8", 1)),
    "GBK that was cut off": (LONG.encode("gbk")[:-5], "text/html; charset=gbk", ("gb18030", "header", 1)),
    "a user overrules the bytes": (GERMAN.encode("cp1252"), "utf-8", ("utf-8", "user", 2)),
}


@pytest.mark.parametrize(("body", "content_type", "expected"), DAMAGED.values(), ids=DAMAGED)
def test_replaced_counts_what_could_not_be_decoded(body, content_type, expected):
    pinned = content_type if expected[1] == "user" else None
    decoded = decode(body, content_type, pinned)
    assert (decoded.encoding, decoded.source, decoded.replaced) == expected


#: An emoji in CESU-8, as old Java and MySQL write it: two halves of three bytes.  The decoder of the standard
#: gives U+FFFD for each of them: https://encoding.spec.whatwg.org/#utf-8-decoder
EMOJI, SHOWN = b"\xed\xa0\xbd\xed\xb8\x80", "\ufffd" * 6
# Every row: bytes, Content-Type, and what browsers show.
HALVES = {
    "an emoji is all that is not ASCII": (b"<p>ok " + EMOJI, "utf-8", "<p>ok " + SHOWN),
    "and nothing is declared": (b"<p>ok " + EMOJI, "", "<p>ok " + SHOWN),
    "an apostrophe, and three emoji": ("it’s".encode() + EMOJI * 3, "utf-8", "it’s" + SHOWN * 3),
    "the meta declares it": (meta("utf-8") + "für".encode() + EMOJI, "", '<meta charset="utf-8">für' + SHOWN),
    "a server's default declares another": ("für".encode() + EMOJI, "iso-8859-1", "für" + SHOWN),
    "Chinese and three emoji": (SIMPLIFIED.encode() + EMOJI * 3, "utf-8", SIMPLIFIED + SHOWN * 3),
    "one half": ("é中文字".encode() + EMOJI[:3], "utf-8", "é中文字" + SHOWN[:3]),
    "one half, undeclared: all else is UTF-8": ("é中文字".encode() + EMOJI[:3], "", "é中文字" + SHOWN[:3]),
    "beside a text in another encoding": (
        ("<p>café</p>" * 9).encode() + b"<p>d\xe9j\xe0 vu</p>" + EMOJI, "", "<p>café</p>" * 9 + "<p>déjà vu</p>" + SHOWN,
    ),
    "the letters of a half in windows-1252": ("¡así»…!".encode("cp1252"), "", "¡así»…!"),
    "and nothing else": ("así»…".encode("cp1252"), "iso-8859-1", "así»…"),
    "the letters of a half in windows-1251": (
        "Новини компанії".encode("cp1251"), "utf-8", "Новини компанії",
    ),
    "in a page of UTF-8": (
        ("<p>Україна</p>" * 9).encode() + "<p>лінії".encode("cp1251"), "utf-8", "<p>Україна</p>" * 9 + "<p>лінії",
    ),
}  # fmt: skip


@pytest.mark.parametrize("detector", [None, by_letters], ids=["installed", "by letters"])
@pytest.mark.parametrize(("body", "declared", "text"), HALVES.values(), ids=HALVES)
def test_halves_of_characters(body, declared, text, detector):
    header = f"text/html; charset={declared}" if declared else None
    assert decode(body, header, detector=detector).text == text


# Every row: what the page says, and what a detector takes it for.
IMPLAUSIBLE = {
    "a pound before a number is no Polish letter": ("<p>from £5 to £20, at most £40</p>", "cp1250"),
    "a row of dots is no Thai word": ("<p>··· and more ···</p>" * 9, "cp874"),
    "no-break spaces are no Russian word": ("<p>© \xa0\xa0\xa0\xa0 one \xa0\xa0\xa0 two</p>" * 9, "cp866"),
}


@pytest.mark.parametrize(("page", "guess"), IMPLAUSIBLE.values(), ids=IMPLAUSIBLE)
def test_a_detector_is_not_believed_when_there_are_no_words(page, guess):
    decoded = decode(page.encode("cp1252"), None, detector=lambda sample: guess)
    assert (decoded.text, decoded.encoding, decoded.source) == (page, "cp1252", "fallback")


# Every row: what a page in windows-1252 says, and what a detector takes it for.
WEAK_EVIDENCE = {
    "another Latin alphabet": ("<p>Il a été bâti là, près de la forêt.</p>" * 9, "cp1250"),
    "what an earlier wrong decoding left": (
        "<p>It\xef\xbf\xbds \xef\xbf\xbdword\xef\xbf\xbd à né</p>" * 9,
        "cp1253",
    ),
    "bytes that are not pairs": ("<p>à é è ù</p>" * 9, "cp932"),
    "signs that end words, as of units and footnotes": (
        "<p>L'eau, 9 m³ par km²¹, déjà bâti ¿qué?</p>" * 9,
        "cp1250",
    ),
    "one sign in words": ("<p>Il a été bâti¶là, près de la forêt.</p>" * 9, "iso8859-2"),
    "few of the letters are signs": (
        "<p>x±y a¶b, là où c'est né, à Évreux, déjà vu, près du pré</p>" * 9,
        "iso8859-2",
    ),
    "words of UTF-8": (
        "<p>Il a Ã©tÃ© bÃ¢ti lÃ³in, dÃ©jÃ¼ vu aÂ³b, à né, là où c'est né, déjà né</p>" * 9,
        "cp1250",
    ),
    "few signs in words": ("<p>x±y a¶b c³d a±b</p><p>Il a été bâti là.</p>", "iso8859-2"),
    "apostrophes, which are letters elsewhere": ("<p>l’été n’a pas l”eau, d’où</p>" * 9, "mac-roman"),
    "a few words of another script": ("<p>Îñîáûé ïðè¸ì, déjà vu, à moi, là-bas</p>", "cp1251"),
}


@pytest.mark.parametrize(("page", "guess"), WEAK_EVIDENCE.values(), ids=WEAK_EVIDENCE)
def test_a_declaration_is_not_overridden_without_strong_evidence(page, guess):
    header = "text/html; charset=iso-8859-1"
    decoded = decode(page.encode("cp1252"), header, detector=lambda sample: guess)
    assert (decoded.text, decoded.encoding, decoded.source) == (page, "cp1252", "header")


CZECH = "<p>Příliš žluťoučký kůň úpěl ďábelské ódy. </p>" * 20
ENGLISH = "<p>It’s said “we won’t”, and they’ve done so — see §after and §before, 9 m³.</p>" * 9

# Every row: what is declared, its bytes, and what they are.
OVERRULED = {
    "Czech under latin1": ("iso-8859-1", CZECH.encode("cp1250"), CZECH),
    "Turkish under latin1": (
        "iso-8859-1", (TURKISH := "<p>Şimdi bütün kütüphaneler açık, çünkü hava güneşli değil.</p>" * 9).encode("cp1254"),
        TURKISH,
    ),
    "Lithuanian under latin1": (
        "iso-8859-1", (BALTIC := "<p>Šioje bibliotekoje žmonės ir šiandien skaito įdomias knygas, ąžuolų. Rašė žurnalistė, šių dienų žmogus.</p>" * 9)
        .encode("cp1257"), BALTIC,
    ),
    "Greek that calls itself gb2312": (
        "gb2312", (GREEK := "<p>Η βιβλιοθήκη χτίστηκε τον προηγούμενο αιώνα και διαβάζουν.</p>" * 3).encode("cp1253"), GREEK,
    ),
    "ISO-2022-JP under latin1: its escapes tell": (
        "iso-8859-1", ("日本語のページです。" * 20).encode("iso2022_jp"), "日本語のページです。" * 20,
    ),
    "ISO-2022-JP under utf-8": (
        "utf-8", ("日本語のページです。" * 20).encode("iso2022_jp"), "日本語のページです。" * 20,
    ),
    "UTF-8 that was cut off in a character, under latin1": (
        "iso-8859-1", ("é" * 98).encode() + b"\xc3", "é" * 98,
    ),
    "one sentence of Russian under latin1": (
        "iso-8859-1", "<p>Привет, мир, это короткая страница</p>".encode("cp1251"),
        "<p>Привет, мир, это короткая страница</p>",
    ),
    "a word of Thai, undeclared": ("", b"<p>\xa2\xe8\xd2\xc7\xc7\xd1\xb9\xb9\xd5\xe9</p>", "<p>ข่าววันนี้</p>"),
    "French of a Macintosh, undeclared": ("", (FRENCH * 9).encode("mac-roman"), FRENCH * 9),
    "Romanian with commas, undeclared": (
        "", (ROMANIAN := "<p>Această bibliotecă și-a deschis ușile, iar cititorii țin cărțile.</p>" * 9)
        .encode("iso8859-16"), ROMANIAN.replace("ș", "ş").replace("ț", "ţ"),  # the same bytes in windows-1250
    ),
    "Russian in capitals": ("iso-8859-1", "ГЛАВНАЯ НОВОСТИ ДНЯ".encode("cp1251"), "ГЛАВНАЯ НОВОСТИ ДНЯ"),
    "UTF-32, by its zeros": ("iso-8859-1", GERMAN.encode("utf-32-le"), GERMAN),
    "a text in latin1 in a page in UTF-8": (
        "utf-8", ("<p>café</p>" * 9).encode() + b"<div>d\xe9j\xe0 vu</div>", "<p>café</p>" * 9 + "<div>déjà vu</div>",
    ),
    "few characters of UTF-8, and a stray text": (
        "utf-8", "<p>naïve café – résumé ".encode() + b"it\x92s so\xa0", "<p>naïve café – résumé it’s so\xa0",
    ),
    "titles that were cut in a character": (
        "utf-8", "<li>す東京都の天気".encode() + b"\xe4...<li>" + "日の運勢を毎日".encode() + b"\xe3\x81...",
        "<li>す東京都の天気\ufffd...<li>日の運勢を毎日\ufffd...",
    ),
    "Cyrillic in GBK, rightly declared": ("gbk", "<p>Русский язык, привет, мир и дом".encode("gbk"), "<p>Русский язык, привет, мир и дом"),
    "frames in Big5, rightly declared": ("big5", "<p>─│┌┐└┘├┤┬┴┼○●△▲◎☆★◇◆".encode("big5"), "<p>─│┌┐└┘├┤┬┴┼○●△▲◎☆★◇◆"),
    "a text in GBK in a page in UTF-8": (
        "utf-8", (SIMPLIFIED * 3).encode() + SIMPLIFIED.encode("gbk"), SIMPLIFIED * 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize("detector", [None, by_letters], ids=["installed", "by letters"])
@pytest.mark.parametrize(("declared", "body", "text"), OVERRULED.values(), ids=OVERRULED)
def test_a_wrong_declaration_is_overruled(declared, body, text, detector):
    header = f"text/html; charset={declared}" if declared else None
    assert decode(body, header, detector=detector).text == text


# Every row: a page in windows-1252, rightly declared as latin1.
RIGHT = {
    "apostrophes and dashes in words, which are letters of a Macintosh": ENGLISH,
    "apostrophes turned the other way": "<p>we‘ve won‘t you‘re gardener‘s, Touch®</p>" * 9,
    "accents for apostrophes": "<p>haven´t isn´t won´t can´t, ´LOVELY´, Skærbæk</p>" * 9,
    "no-break spaces between words": "<p>Several\xa0buildings\xa0including\xa0staff, Jasper’s\xa0ever</p>"
    * 9,
    "soft hyphens": "<p>Strah\xadlen\xadschutz beim Mo\xadbil\xadfunk, für\xadein\xadander</p>" * 9,
    "names of many languages": "<p>Aurélien, Martín, Hoàng, Fältström, Ramón, Renée, Böck, Guðmundsson</p>",
    "more soft hyphens, in English": "<p>in\xadfor\xadma\xadtion tech\xadnol\xado\xadgy’s · con\xadtent</p>"
    * 40,
    "Turkish with references": "<p>Türkiye’nin gündemi, ücretsiz çözüm, çünkü güç, Fransızca Français • »</p>".replace(
        "ı", "&#305;"
    )
    * 9,
    "capitals": "<li>TŠETŠEENI</li><li>KITŠE</li><li>SEIŠELLID</li><li>DÓLAR BAHAMEÑO</li><li>JAPONÉS</li>",
    "a table of letters": "".join(f"<td>{chr(code)}</td>" for code in range(0xA1, 0x100)),
    "a language with few letters of its own": "<p>Erôr tal scrivi sul flus i contignûts dal file; spazi di lavôr</p>"
    * 9,
}


@pytest.mark.parametrize("detector", [None, by_letters], ids=["installed", "by letters"])
@pytest.mark.parametrize("page", RIGHT.values(), ids=RIGHT)
def test_a_right_declaration_is_never_overruled(page, detector):
    decoded = decode(page.encode("cp1252"), "text/html; charset=iso-8859-1", detector=detector)
    assert (decoded.text, decoded.source) == (page, "header")


def test_characters_in_another_encoding_count_as_replaced():
    assert decode(("<p>café</p>" * 9).encode() + b"<div>d\xe9j\xe0 vu</div>").replaced == 2


# Every row: a page, and what it was before it was encoded twice, or the page itself.
MOJIBAKE = {
    "UTF-8 read as windows-1252": ("<p>dÃ©jÃ\xa0 vu â€œsoâ€\x9d</p>", "<p>déjà vu “so”</p>"),
    "UTF-8 read as latin1": ("<p>d\xc3\xa9j\xc3\xa0 \xe2\x80\x94</p>", "<p>déjà —</p>"),
    "as references": ("<p>d&Atilde;&copy;j&#195;&#160; &nbsp;</p>", "<p>déjà &nbsp;</p>"),
    "as references to characters of windows-1252": (
        "<p>&#195;&#8240; &#xC3;&#x2030;&#197;&#189;</p>",
        "<p>É ÉŽ</p>",
    ),
    "as references and characters": ("<p>&Atilde;\x89tat</p>", "<p>État</p>"),
    "Russian": ("<p>Ð¿Ñ€Ð¸Ð²ÐµÑ‚, Ð¼Ð¸Ñ€, Ð´Ð¾Ð¼, Ñ‚Ñ‹, Ð¾Ð½</p>", "<p>привет, мир, дом, ты, он</p>"),
    "one right character shows that the page means what it says": (
        "<p>Ã© is a bad é</p>",
        "<p>Ã© is a bad é</p>",
    ),
    "letters as references, one beside a space": (
        "<p>Spa&szlig;&nbsp;f&uuml;r</p>",
        "<p>Spa&szlig;&nbsp;f&uuml;r</p>",
    ),
    "signs side by side": (
        "<p>5 &times;&nbsp;7, 3&times;&frac12;</p>",
        "<p>5 &times;&nbsp;7, 3&times;&frac12;</p>",
    ),
    "capitals before signs": ("<p>FIANCÉ’S CAFÉ™ 4 Å²</p>", "<p>FIANCÉ’S CAFÉ™ 4 Å²</p>"),
    "spaces side by side": ("<p>a&nbsp;&nbsp;b &Auml;&nbsp;c</p>", "<p>a&nbsp;&nbsp;b &Auml;&nbsp;c</p>"),
    "addresses stay": ('<a href="/cafÃ©">cafÃ©</a>', '<a href="/cafÃ©">café</a>'),
    "a control is no text": ("<p>Â\x80</p>", "<p>Â\x80</p>"),
}


@pytest.mark.parametrize(("page", "was"), MOJIBAKE.values(), ids=MOJIBAKE)
def test_mojibake_is_read_back(page, was):
    decoded = decode(page.encode())
    assert (decoded.text, decoded.source == "mojibake") == (was, was != page)
    assert decode(page.encode(), mojibake=False).text == page


# In windows-1252: Wspó³czesna ksi¹¿ka ... Za¿ó³æ.
POLISH = "<p>Współczesna książka o miłości, którą każdy może wziąć do ręki. Zażółć gęślą jaźń.</p>" * 3


@pytest.mark.parametrize("detector", [None, by_letters])
@pytest.mark.parametrize("encoding", ["cp1250", "iso8859-2"])
def test_letters_that_are_signs_in_the_declared_encoding_are_strong_evidence(encoding, detector):
    decoded = decode(POLISH.encode(encoding), "text/html; charset=iso-8859-1", detector=detector)
    assert (decoded.text, decoded.encoding, decoded.source) == (POLISH, encoding, "detector")


@pytest.mark.parametrize("filling", ["a", "é", "中", "😀"])
@pytest.mark.parametrize("end", [b"", b"a", b"\xe4\xb8\xad", b"\xe4\xb8", b"\xff", b"\xe4\xb8a", b"\xad"])
@pytest.mark.parametrize("before", range(-5, 2))
def test_utf8_is_validated_across_parts(filling, end, before):
    length = PART_BYTES + before
    body = (filling * PART_BYTES).encode()[: length - length % len(filling.encode())] + end
    for page in (body, body + b"a" * PART_BYTES, body + "é".encode() * PART_BYTES):
        for side in (core.scan, scan_py):
            is_valid = not side.bits_of(page) & INVALID
            assert is_valid == (page.decode("utf-8", "ignore").encode() == page)


def test_a_user_names_an_encoding_that_does_not_exist():
    with pytest.raises(ValueError, match="klingon"):
        decode(b"<p>", None, "klingon")


# https://encoding.spec.whatwg.org/#names-and-labels, and what Python would make of them
LABEL_MEANINGS = {
    "ISO-8859-1": "cp1252",
    "us-ascii": "cp1252",
    "iso-8859-9": "cp1254",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "big5-hkscs": "big5hkscs",
    "x-sjis": "cp932",
    "iso-8859-8-i": "iso8859-8",
    "logical": "iso8859-8",
    "visual": "iso8859-8",
    "x-user-defined": "cp1252",
    "utf-16": "utf-16-le",
    "unicode": "utf-16-le",
    " utf8 ": "utf-8",
    "x-cp1251": "cp1251",
    # not in the standard, but pages say so
    "cp936": "gb18030",
    "UTF_8": "utf-8",
    "ibm850": "cp850",
    # extensions, under the names of Python and of pages
    "iso-2022-jp-2": "iso2022_jp",
    "ISO2022_JP_EXT": "iso2022_jp",
    "euc-jis-2004": "euc_jp",
    "euc-jisx0213": "euc_jp",
    # not for pages
    "replacement": None,
    "utf-7": None,
    "hex": None,
    "rot13": None,
    "idna": None,
    "unicode_escape": None,
    "cp037": None,
    "klingon": None,
    "": None,
    "a\0b": None,
}


@pytest.mark.parametrize(("label", "codec"), LABEL_MEANINGS.items())
def test_labels(label, codec):
    assert codec_of(label) == codec


def test_every_label_of_the_table_can_be_decoded():
    for label, codec in LABELS.items():
        assert codec_of(label.upper()) == codec
        assert decode(b"<p>", None, label).encoding == codec
        assert codec_of(codec) == codec  # what diagnostics say may be pinned


#: texts for the codecs of Python that are not single-byte encodings
MULTI_BYTE_TEXTS = {
    **dict.fromkeys("utf_8 utf_16 utf_32 gb18030".split(), SIMPLIFIED + TRADITIONAL + JAPANESE + RUSSIAN),
    **dict.fromkeys("gb2312 gbk hz".split(), SIMPLIFIED),
    **dict.fromkeys("big5 big5hkscs cp950".split(), TRADITIONAL),
    **dict.fromkeys("cp949 euc_kr iso2022_kr johab".split(), "<p>이 도서관은 지난 세기에 지어졌다.</p>"),
    # with characters that the extensions add, as far as they are read
    **dict.fromkeys("iso2022_jp iso2022_jp_2004 iso2022_jp_3 cp932 shift_jis".split(), JAPANESE),
    **dict.fromkeys("iso2022_jp_1 iso2022_jp_2".split(), JAPANESE + "丂丄"),
    "iso2022_jp_ext": JAPANESE + "ｶﾅ丂丄",
    **dict.fromkeys("euc_jp euc_jis_2004 euc_jisx0213".split(), JAPANESE + "ｶﾅ"),
}  # fmt: skip


#: that of all others: the standard has other characters from 0x80 on in some
SINGLE_BYTES = bytes([*range(0x20, 0x7F), *range(0xA0, 0x100)])


@pytest.mark.parametrize("name", [name for name in sorted(set(aliases.values())) if codec_of(name)])
def test_every_encoding_of_python_that_is_known_is_read(name):
    text = MULTI_BYTE_TEXTS.get(name) or SINGLE_BYTES.decode(name, "ignore")
    assert decode(text.encode(name), None, name).text == text


HEADERS = {
    "text/html; charset=gbk": "gb18030",
    'text/html;charset="UTF-8"': "utf-8",
    "text/html; Charset = koi8-r ; x=y": "koi8-r",
    "text/html": None,
    "text/html; charset=": None,
    "text/html; xcharset=gbk": None,
    "": None,
}


@pytest.mark.parametrize(("header", "codec"), HEADERS.items())
def test_header(header, codec):
    assert declared_in_header(header) == codec


# Every row: a page and what it declares.
DECLARATIONS = {
    "charset": ("<meta charset=gbk>", "gb18030"),
    "in quotes": ("<META CHARSET = 'gbk' />", "gb18030"),
    "http-equiv": ('<meta http-equiv="Content-Type" content="text/html; charset=gbk">', "gb18030"),
    "content first": ("<meta content='text/html;charset=gbk' http-equiv=content-type>", "gb18030"),
    "a quotation mark is missing": (
        '<meta http-equiv="Content-Type" content="text/html; charset=gbk>\n<title>x</title>', "gb18030",
    ),
    "XML": ("<?xml version='1.0' encoding='gbk'?>", "gb18030"),
    "no http-equiv": ("<meta name=description content='charset=gbk'>", None),
    "in a comment": ("<!-- <meta charset=gbk> -->", None),
    "in a comment, then a true one": ("<!-- <meta charset=gbk> --><meta charset=koi8-r>", "koi8-r"),
    "in a script": ("<script>var a = '<meta charset=gbk>'</script>", None),
    "after a script with tags": ("<script>'<b></b>'</SCRIPT><meta charset=gbk>", "gb18030"),
    "in a title": ("<title><meta charset=gbk></title>", None),
    "in the body": ("<body><meta charset=gbk>", None),
    "a header element is not the body": ("<bodyguard><meta charset=gbk>", "gb18030"),
    "an unknown one, then a known": ("<meta charset=klingon><meta charset=gbk>", "gb18030"),
    "behind a long script": (f"<script>{'x' * 60_000}</script><meta charset=gbk>", "gb18030"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "codec"), DECLARATIONS.values(), ids=DECLARATIONS)
def test_declarations(page, codec):
    assert declared_in(page.encode()) == codec


MARK = "\ufeff"
# Every row: a page, and the page that says it is UTF-8.
REWRITTEN = {
    "the label of a meta": ("<meta charset=gbk><p>né", "<meta charset=utf-8><p>né"),
    "of an http-equiv": (
        '<meta http-equiv="Content-Type" content="text/html; charset=gbk"><p>né',
        '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>né',
    ),
    "an XML declaration is not read by HTML parsers": (
        "<?xml version='1.0' encoding='gbk'?><p>né",
        MARK + "<?xml version='1.0' encoding='utf-8'?><p>né",
    ),
    "both": (
        "<?xml version='1.0' encoding='gbk'?><meta charset=big5><p>né",
        "<?xml version='1.0' encoding='utf-8'?><meta charset=utf-8><p>né",
    ),
    "text about encodings stays": (
        "<meta charset=gbk><!-- charset=gbk --><p>é &lt;meta charset=gbk>",
        "<meta charset=utf-8><!-- charset=gbk --><p>é &lt;meta charset=gbk>",
    ),
    "comments and scripts stay": (
        "<!--<meta charset=gbk>--><script>'<meta charset=gbk>'</script><meta charset=gbk>é",
        "<!--<meta charset=gbk>--><script>'<meta charset=gbk>'</script><meta charset=utf-8>é",
    ),
    "no encoding is declared": ("<p>né", MARK + "<p>né"),
    "the encoding is declared too late for libxml2": (
        "<title>né</title><meta charset=utf-8>", MARK + "<title>né</title><meta charset=utf-8>",
    ),
    "ASCII needs no encoding": ("<p>no", "<p>no"),
    "but no false one": ("<meta charset=utf-16><p>no", "<meta charset=utf-8><p>no"),
    "UTF-8 is declared already": ("<meta charset=UTF-8><p>né", "<meta charset=UTF-8><p>né"),
    "there is a mark already": (MARK + "<p>né", MARK + "<p>né"),
}  # fmt: skip


@pytest.mark.parametrize(("page", "expected"), REWRITTEN.values(), ids=REWRITTEN)
def test_declare_utf8(page, expected):
    body = page.encode()
    declared = declare_utf8(body)
    assert declared.decode() == expected
    assert declare_utf8(declared) is declared
    assert (declared is body) == (page == expected)


BINARIES = {
    "a PDF": (b"%PDF-1.4 text", None, True),
    "noise": (bytes(range(256)), None, True),
    "UTF-16 is text": ("<p>мир".encode("utf-16"), None, False),
    "so it is when only the header says so": (b"\n\0<\0p\0", "text/html; charset=utf-16le", False),
    "ISO-2022-JP has escapes": (JAPANESE.encode("iso2022_jp"), None, False),
    "a few control characters": (b"<p>" + b"\x01 some text here, and more of it" * 5, None, False),
    "nothing": (b"", None, False),
}


@pytest.mark.parametrize(("body", "content_type", "expected"), BINARIES.values(), ids=BINARIES)
def test_is_binary(body, content_type, expected):
    assert is_binary(body, content_type) == expected


def test_a_detector_gets_a_bounded_sample_of_text_without_the_markup():
    sample = sample_of(f"<p title='no'>abc</p><b>{SIMPLIFIED[3:-4]}</b>".encode("gbk") * 1000)
    assert 16_000 <= len(sample) <= 17_000
    assert b"abc" not in sample
    assert b"title" not in sample
    assert sample_of("no mark-up: né".encode("cp1252")) == b"no mark-up: n\xe9"


def test_a_right_declaration_is_not_given_to_the_detector():
    def fails(sample):
        raise AssertionError("asked")

    assert decode(RUSSIAN.encode("koi8-r"), "text/html; charset=koi8-r", detector=fails).text == RUSSIAN
    assert decode(RUSSIAN.encode(), None, detector=fails).text == RUSSIAN


def test_the_common_characters_can_be_written_in_their_encodings():
    for codec, chars in COMMON.items():
        assert "".join(chars).encode(codec).decode(codec) == "".join(chars)


def test_the_installed_detector_is_firefox_where_it_is_installed():
    assert installed_detector() is not by_letters


# --- random and hostile bytes ---------------------------------------------------------

LABEL_LIKE = st.sampled_from([*LABELS, "utf-7", "hex", "klingon", "\x00", "'", "gbk'", 'gbk"']) | st.text(
    max_size=20
)
#: any bytes, in latin-1, and what may go wrong in a header that says something
HEADERS = (
    st.none()
    | st.binary(max_size=40).map(lambda header: header.decode("latin-1"))
    | LABEL_LIKE.map("text/html; charset={}".format)
    | st.lists(
        LABEL_LIKE | st.sampled_from(["text/html", ";", " charset", "=", '"', "'", ",", " ", "\n"]),
        max_size=12,
    ).map("".join)
)
PIECES = st.sampled_from(
    [b"<meta charset=", b"gbk", b">", b"'", b'"', b"<!--", b"-->", b"<script>", b"</script", b"<body>", b"<?xml ",
     b"encoding=", b"\x1b$B", b"~{", b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\x80", b"\xe4\xb8\xad", b"\xd6\xd0", b"a ",
     b"content=", b"http-equiv=content-type ", b"<p>", b"<title>", b"</title>",
     # U+FFFD as the author wrote it, and its bytes out of step
     b"\xef\xbf\xbd", b"\x84\x31\xa4\x37", b"\xfd\xff", b"\xfd", EMOJI, EMOJI[:3]]
)  # fmt: skip
METAS = LABEL_LIKE.map(lambda label: b"<meta charset=%s>" % label.encode("utf-8", "replace"))
BODIES = st.binary(max_size=300) | st.lists(PIECES | METAS | st.binary(max_size=6), max_size=60).map(b"".join)


def undecodable(body, codec):
    """Count what a codec cannot decode: how often it asks what to do, and how often about 0x80."""
    asked = []

    def ask(error):
        asked.append(error.object[error.start])
        return "\ufffd", error.end

    codecs.register_error("ask", ask)
    body.decode(codec, "ask")
    return len(asked), asked.count(0x80)


def unknown(codec: str, byte: int) -> bool:
    """Tell whether a byte has no character; below 0xA0 it is a control, says the standard."""
    return byte >= 0xA0 and bytes([byte]).decode(codec, "replace") == "\ufffd"


def check_replaced(body, decoded):
    """Compare the number of characters that could not be decoded with what the codec itself says."""
    codec = decoded.encoding
    if (codec, decoded.source) == ("utf-8", "utf-8"):
        body = without_cut(body)  # which no character needs
    body = body.removeprefix(MARKS.get(codec, b""))
    undecoded, euros = undecodable(body, codec)
    if codec in SECOND:
        undecoded = min(undecoded, undecodable(body, SECOND[codec])[0])
    if codec not in MULTI_BYTE:  # Python leaves some of the bytes 0x80 to 0x9F undefined
        undecoded = sum(unknown(codec, byte) for byte in body)
    assert decoded.replaced in {undecoded, undecoded - euros if codec == "gb18030" else undecoded}


@given(st.binary(max_size=50))
def test_a_byte_is_a_character_in_a_single_byte_encoding(body):
    """0x98 is the only byte without one in windows-1251: a control, says the standard."""
    expected = body.replace(b"\x98", b"?").decode("cp1251")
    assert decode(body, None, "cp1251").text.replace("\x98", "?") == expected


@given(BODIES, HEADERS, st.sampled_from([None, by_letters]))
@example("\ufd41\u41ffa".encode("utf-16-le") + b"<", "text/html; charset=utf-16le", None)
@example(b"<meta charset=iso-2022-jp>\x1b$", None, None)
def test_decode_never_raises(body, content_type, detector):
    decoded = decode(body, content_type, detector=detector)
    check_replaced(body, decoded)
    # No surrogates: what is decoded can be encoded.  Parsers drop zeros, and so does ``clean``.
    declared = declare_utf8(decoded.text.replace("\0", "").encode())
    # the page that is handed on is read as what it is
    assert decode(declared, "text/html; charset=utf-8").text == declared.decode().removeprefix("\ufeff")
    is_binary(body, content_type)


@given(BODIES, st.sampled_from(sorted(LABELS)))
def test_decode_never_raises_in_any_encoding(body, label):
    decoded = decode(body, None, label)
    assert decoded.source == "user"
    check_replaced(body, decoded)


@given(st.text(min_size=1).map(lambda text: "<p>" + text), st.sampled_from(["gb18030", "utf-8", "utf-16"]))
@example("<p>葮", "gb18030")
def test_what_is_declared_rightly_is_read_rightly(text, encoding):
    body = text.encode(encoding)
    if is_valid_utf8(body):  # which goes first: few bytes may be both, b"\xc8\x98" for instance
        text = body.decode()
    assert decode(body, f"text/html; charset={encoding}", mojibake=False).text == text


def is_valid_utf8(body):
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("size", range(5))
def test_pages_of_a_few_bytes(size):
    """All rows of bytes that byte order marks are made of become text."""
    for those in product(b"\0<p\xef\xbb\xbf\xfe\xff", repeat=size):
        assert isinstance(decode(bytes(those)).text, str)
