"""What a page says twice: which paragraphs of some marks are left; what is expected is worked out by hand."""

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.case import Case
from scrapy_content_extract.content.auto.repetitions import REPEATED_CHARS, without_repetitions

#: Long texts, each of two sentences, and one that is a character too short.
A, B, C = (
    f"{char} is the first of the words here. {char * REPEATED_CHARS} are the last of them." for char in "abc"
)
SHORT = "d" * (REPEATED_CHARS - 1)
P, Q = f"<p>{A}</p>", f"<p>{B}</p>"

# a page, and which of its paragraphs are left
PAGES = {
    "below other headings, such as a form or a specimen text": (f"<h2>x</h2>{P}<h2>y</h2>{P}", "1111"),
    "several in a row there": (f"<h2>x</h2>{P}{Q}<h2>y</h2>{P}{Q}", "111111"),
    "below the same heading": (f"<h2>x</h2>{P}<h2>X</h2>{P}", "1110"),
    "one of both below a heading": (f"{P}<h2>x</h2>{P}", "110"),
    "far below it": (f"<h2>x</h2>{P}<h2>y</h2><p>e<p>f<p>g{P}", "1111110"),
    "two in a row: a copy for small screens": (f"{P}{Q}<p>{C}</p><div>{P}{Q}</div>", "11100"),
    "also with a short one between": (f"{P}<p>{SHORT}</p>{Q}{P}<p>{SHORT}</p>{Q}", "111010"),
    "in another order": (f"{P}{Q}{Q}{P}", "1100"),
    "a quote of an earlier post": (f"{P}{Q}<blockquote>{P}</blockquote><p>{C}</p>", "1101"),
    "or what is called one": (f"{P}{Q}<div class=bbcode_quote><div>{P}</div></div>", "110"),
    "a signature below each post": (f"{Q}<div class=signature>{P}</div><p>{C}</p><div class=signature>{P}</div>", "1110"),
    "a paragraph of several short lines": (f"{'<p>rank<br>posts<br>from the town of the wren and of the gull<br>since the summer of the year 1931</p>' * 2}", "10"),
    "the lines of one are paragraphs of others": (f"{P}{Q}<div>{A}<br><br>{B}</div>", "110"),
    "and the reverse": (f"<div>{A}<br>{B}</div>{P}{Q}", "100"),
    "but not where most of it is new": (f"{P}{Q}<div>{A}<br>{B}<br>{C}</div>", "111"),
    "white space does not count": (f"{P}{Q}<p>{A.replace(' ', '&nbsp; ')}</p><p> {B}</p>", "1100"),
    "short texts come as often as they are there": (f"<p>{SHORT}</p>" * 3, "111"),
    "a pull quote above its paragraph": (f"<figure><blockquote><p>{A[:36]}</p></blockquote></figure>{P}", "01"),
    "below it, in capitals and quotation marks": (f"{P}<aside>“{A[4:36].upper()}”</aside>{Q}", "101"),
    "of two paragraphs": (f"{P}<blockquote><p>{A[:34]}</p><p>{A[36:60]}</p></blockquote>", "100"),
    "too short to say so": (f"{P}<aside>the first of</aside>", "11"),
    "far away": (f"{P}{'<p>e' * 5}<aside>{A[:36]}</aside>", "1111111"),
    "a quote that nothing near it has": (f"{P}<blockquote>{B[:36]}</blockquote>", "11"),
    "two quotes alike do not stand for each other": (f"<blockquote>{P}</blockquote><aside>{P}</aside>", "10"),
}  # fmt: skip


def left_of(html, chosen=None):
    page = page_of(html)
    chosen = bytearray(b"\1" * len(page.lines) if chosen is None else chosen)
    kept = without_repetitions(Case(page, facts_of(page)), chosen)
    return "".join(map(str, kept))


@pytest.mark.parametrize(("html", "left"), PAGES.values(), ids=PAGES)
def test_what_is_left(html, left):
    assert left_of(html) == left


def test_what_is_not_chosen_is_no_text_to_keep():
    assert left_of(f"{P}<aside>{A[:36]}</aside>", chosen=b"\0\1") == "01"
    assert left_of(f"{P}<blockquote>{P}</blockquote>", chosen=b"\0\1") == "01"
    assert left_of(f"{P}<blockquote>{P}</blockquote>", chosen=b"\0\0") == "00"
