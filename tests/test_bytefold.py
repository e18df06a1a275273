"""What is compiled cleans and folds UTF-8 as the regular expressions of fold.py do."""

import gzip
import random

import pytest

from scrapy_content_extract.content import kernels
from scrapy_content_extract.content.encoding.decode import sample_of
from scrapy_content_extract.content.encoding.fold import (
    FORMS,
    REMOVED,
    UIGHUR_FORMS,
    clean,
    fold,
    is_plain,
    letters_of,
    normalize,
    tables,
)
from scrapy_content_extract.content.model import Decoded

from .helpers.python_side import in_python
from .test_tokens import NULS, PAGES

pytestmark = pytest.mark.usefixtures("compiled")

UIGHUR = "ئۇيغۇر تىلىدىكى ھەر بىر سۆز"

#: What pages are put together from: what is removed or folded, and what decides whether it is.
PIECES = [
    *("\x01", "\x00", "\x1f", "\x7f", "\ufeff", "\t", "\n", "\x0b", "\x0c", " ", "a", "é", "中", "\U0001f600"),
    *("ﻧ", "ﯘ", "ﻩ", "ﷺ", "ﹰ", "ﻻ", "ێ", "ڭ", "\ufb4f", "\ufdff", "\ufefd", UIGHUR, "متن عربي"),
    *("&#65203;", "&#65203", "&#x0FEB3;", "&#XfeB3", "&#1749;", "&#001588;x", "&#x634", "&#x600;", "&#60;", "&#"),
    *("&amp;#1588;", "&#x", "&#65258;&#65203;", "&#6525800000000000000000;", "&#x10000FEB3;", "&#xfdf2;", ";", "8"),
    *("<", ">", "/", "=", "'", '"', "<p ", "<p title='", '<a b="', "<a b=", "</p ", "/>", "<\x01b", "<ﻧ", "</", "<a/b"),
    *("<!--", "<!-->", "<!--->", "<!--!>", "-->", "--!>", "--", "<!", "<?", "<script>", "<SCRIPT/>", "</script"),
    *("</script ", "<script src=a/>", "<xmp\x0b>", "<xmp>", "</XMP>", "<textarea>", "</textarea>", "<title>", "</title\t"),
    *("&am", "&lt", "&notin", "&noti", "&copy", "&#6", "&#65x", "p;", "t;", "5;", "x41", "&\0", "<\0", "</\0", "\0\x01"),
    *("<style>", "</style/", "<plaintext>", "<iframe ", "<é>", "<1>", "</1>", "<scriptx>", "<titleﻧ>"),
]  # fmt: skip


def page(n):
    chance = random.Random(n)
    return "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 30))).lstrip("\ufeff")


def by_bytes(text):
    """Return a page cleaned, in compiled code but for what has NUL."""
    body = text.encode()
    return normalize(body, Decoded(body, "utf-8", "utf-8")).decode()


def test_equal_pages():
    for n in range(5000):
        text = page(n)
        body = text.encode()
        uighur = random.Random(n).choice(["auto", True, False])
        by_text = fold(clean(text), uighur=uighur).encode()
        normal = normalize(body, Decoded(body, "utf-8", "utf-8"), uighur=uighur)
        assert normal == by_text, (n, text)
        assert (normal is body) == (normal == body)


@pytest.mark.parametrize("character", REMOVED, ids=ascii)
def test_equal_tokens(character):
    """test_tokens.py has the oracle of these pages."""
    for before, one, other in PAGES:
        text = before + one + character + other
        assert by_bytes(text) == clean(text), text


@pytest.mark.parametrize(("text", "expected"), NULS.values(), ids=NULS)
def test_nul(text, expected):
    assert by_bytes(text) == expected


def test_what_a_page_has_is_counted():
    """Behind references are resolved, in whatever is a text; ۇ is the second kind of Uighur letters."""
    folded, amounts = kernels.scan.folded(
        "<p title='&#1735;'>ﻩ&#65203;ۇ<!-- ۇ --><\x01b>ێ".encode(), *tables(), *letters_of(uighur=True)
    )
    assert folded.decode() == "<p title='ۇ'>ەسۇ<!-- ۇ -->&lt;b>ێ"
    assert amounts == (5, [0, 2, 0, 0, 0, 0, 0, 0], 1)


def test_a_page_full_of_ligatures_grows():
    """U+FDC7 takes three bytes, and its three letters six: there is no room for them at first."""
    folded, _ = kernels.scan.folded("\ufdc7".encode() * 1000, *tables(), *letters_of(uighur=True))
    assert folded.decode() == "نجي" * 1000


def test_the_same_texts_are_found():
    """Whether a place is in a text shows a form that is put there: in texts it is folded."""
    for n in range(5000):
        text = page(n)
        place = random.Random(n).randint(0, len(text))
        text = text[:place] + "ﻧ" + text[place:]
        body = text.encode()
        by_text = fold(clean(text)).encode()
        assert normalize(body, Decoded(body, "utf-8", "utf-8")) == by_text, (n, text)


def test_no_form_has_two_bytes():
    """So letters of two bytes are counted without a look at their row."""
    assert min(FORMS | UIGHUR_FORMS) >= 0x800


def test_far_from_each_other():
    """What is removed is looked for in blocks; nothing is between them."""
    for size in (*range(505, 520), *range(1020, 1030)):
        for character in ("\x01", "\ufeff"):
            text = f"<p>{'a' * size}{character}中<!-- {character} --><p>{'é' * size}{character}"
            assert by_bytes(text) == clean(text)


def test_equal_searches():
    def searched(body):
        return is_plain(body), sample_of(body), kernels.scan.sample_of(body, 20, 3)

    for n in range(5000):
        body = page(n).encode()
        assert searched(body) == in_python(searched, body), body


#: Bytes that are not UTF-8 have no right result, but they have one.
BROKEN = [
    b"\xef",
    b"&#65203;\xef\xbb",
    b"\xef\xba",
    b"<p a='\xd9",
    b"&#x",
    b"\x01<",
    b"&#65203;\xe0\xa2",
    b"\x01\xef\xbb",
]


@pytest.mark.parametrize("body", BROKEN)
def test_bytes_that_are_no_utf8(body):
    assert isinstance(normalize(body, Decoded(body, "utf-8", "utf-8")), bytes)


def test_an_impossible_choice_is_refused():
    with pytest.raises(ValueError, match="uighur is 'yes'"):
        normalize("ﻧ".encode(), Decoded("ﻧ", "utf-8", "user"), uighur="yes")


def test_labelled_pages(data):
    """Each as it is, and with what is removed or folded in places where it was not."""
    paths = sorted(data.rglob("*.html.gz"))
    assert paths
    for n, path in enumerate(paths):
        chance = random.Random(n)
        text = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        spoilt = list(text[:50_000])
        for _ in range(12):
            spoilt.insert(chance.randint(0, len(spoilt)), chance.choice(PIECES))
        for html in (text, "".join(spoilt)):
            body = html.lstrip("\ufeff").encode()
            decoded = Decoded(body, "utf-8", "utf-8")
            assert normalize(body, decoded) == in_python(normalize, body, decoded), path
            assert sample_of(body) == in_python(sample_of, body), path
