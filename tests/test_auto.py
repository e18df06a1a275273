"""Auto: its choice worked out by hand, its parameters."""

from array import array

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import columns, page_of
from scrapy_content_extract.content.blocks import rows_of, whole_rows
from scrapy_content_extract.content.extractors.auto import REPEATED_CHARS, choose
from scrapy_content_extract.content.model import positions

# p, n, look, beta; what is chosen; the expected F1.  The q of look-alikes move
# towards each other.
CHOICES = {
    "nothing to choose from": ([], [], [], 1, set(), 1),
    # 0.1 * 200 = 20 < 30, and below half of 200
    "too little is expected": ([0.1], [200], [0], 1, set(), 0.9),
    # 0.8 * 10 = 8 < 30, but not below half of 10
    "a page of a few words is all content": ([0.8], [10], [0], 1, {0}, 16 / 18),
    # F of the first: 2*90/(100+90+10) = .90, of both: 2*100/(200+100) = .67
    "the unlikely stays out": ([0.9, 0.1], [100, 100], [0, 1], 1, {0}, 180 / 200),
    # q .5 each: F of one 2*50/(100+100) = .5, of both 2*100/(200+100) = .67: half right is better than half
    "of equals all": ([0.5, 0.5], [100, 100], [0, 1], 1, {0, 1}, 200 / 300),
    # p' = .5, so q is .7 and .3: one 2*70/(100+100) = .70, both .67
    "those that look alike draw near": ([0.9, 0.1], [100, 100], [0, 0], 1, {0}, 180 / 200),
    # b^2 = 1/4: one 1.25*90/(100+35) = .83, both 1.25*140/(200+35) = .74
    "precision leaves more out": ([0.9, 0.5], [100, 100], [0, 1], 0.5, {0}, 180 / 240),
    # b^2 = 4: one 5*90/(100+560) = .68, both 5*140/(200+560) = .92
    "recall leaves less out": ([0.9, 0.5], [100, 100], [0, 1], 2, {0, 1}, 280 / 340),
}


@pytest.mark.parametrize(("p", "n", "look", "beta", "chosen", "F1"), CHOICES.values(), ids=CHOICES)
def test_choose(p, n, look, beta, chosen, F1):
    columns = (array(code, column) for code, column in zip("dii", (p, n, look)))
    found, confidence = choose(*columns, beta)
    assert set(positions(found, 1)) == chosen
    assert confidence == pytest.approx(F1)


def test_where_there_is_nothing_to_decide_there_is_no_confidence():
    for page in ("", "<title>x</title>", "<p><img src=x>"):
        assert extract(page, extractor="auto").confidence is None
    assert 0 <= extract("<p>x", extractor="auto").confidence <= 1


def test_a_long_text_comes_once_and_a_short_one_as_often_as_it_is_there():
    texts = ["a" * 60, "b" * 59, "a" * 60, "b" * 59]
    n, starts = array("i", map(len, texts)), array("i", range(5))
    kept = columns.render.without_repetitions(texts, starts, bytearray(b"\1\1\1\1"), n, REPEATED_CHARS)
    assert list(kept) == [1, 1, 0, 1]


def test_rows_of_tables_of_data_are_whole():
    page = page_of(
        "<p>text<table><tr><td>four<td>six</tr><tr><td>longer<td>two</tr><tr><td>out<td>all</tr></table><p>more"
    )
    n = [len(text) for text in page.text]
    assert n == [4, 4, 3, 6, 3, 3, 3, 4]
    # 4 of 7 characters and 6 of 9 are less than three quarters; 9 of 12 are not
    rows, chosen = rows_of(page), bytearray([1, 1, 0, 1, 0, 1, 1, 0])
    assert whole_rows(page, rows, chosen, n) == chosen
    assert whole_rows(page, rows, chosen, [4, 9, 3, 9, 3, 3, 3, 4]) == bytearray([1] * 7 + [0])
    assert whole_rows(page, rows, bytearray(8), n) == bytearray(8)


#: a page that has no rows to be made whole
WITHOUT_ROWS = {
    "the cells are long: the layout": f"<table><tr><td>{'long ' * 50}<td>{'text ' * 50}</table>",
    "no table": "<p>a",
    "no rows in the table": "<table><caption>a</caption></table><p>b",
    "nothing": "",
}


@pytest.mark.parametrize("html", WITHOUT_ROWS.values(), ids=WITHOUT_ROWS)
def test_there_are_no_rows(html):
    assert rows_of(page_of(html)) is None


def test_a_row_that_is_the_last_element_has_its_own_characters_only():
    page = page_of("<table><tr><td>a</td><td>b</td></tr></table><p>text that is in no row</p>")
    last = page.root.makeelement("tr")
    last.text = "c"
    page.root.find(".//table").append(last)
    page.root.find(".//body").append(page.root.find(".//table"))
    page = page_of(page.root)
    assert (page.tag[-1], page.text) == ("tr", ["text that is in no row", "a", "b", "c"])
    chosen = bytearray([1, 0, 0, 0])
    assert whole_rows(page, rows_of(page), chosen, page.chars) == chosen


PROSE = "The road to the harbour is closed until Friday, because the old wall has come down in the rain. "
PAGE = f"""<html><head><title>The wall | Harbour Courier</title></head><body>
<nav><a href="/">Home</a> <a href="/a">Harbour</a> <a href="/b">Weather</a></nav>
<main><article><h1>The wall</h1><p>{PROSE}</p><p>More than <a href="/c">forty metres of it</a> lie in the
water, said the harbour master, and nobody was hurt. {PROSE[:40]}.</p>
<table><tr><th>Part</th><th>Metres</th></tr><tr><td>North wall</td><td>40</td></tr>
<tr><td>South wall</td><td>210</td></tr></table><p>{PROSE[4:]} The rest of the wall is looked at today.</p></article>
<section id="comments" class="comments"><h2>2 comments</h2><div class="comment"><p>I have said for years
that this wall would come down, and nobody has ever listened to me about it.</p></div><div class="comment">
<p>My boat is in there. Does anybody know when divers will have a look at it?</p></div></section></main>
<footer><a href="/imprint">Imprint</a> <a href="/contact">Contact</a></footer></body></html>"""


def text(**parameters):
    return extract(PAGE, extractor="auto", **parameters).text


def test_comments():
    assert "nobody has ever listened" in text(comments="keep")
    assert "My boat is in there" in text(comments="keep")
    assert "My boat is in there" not in text(comments="drop")
    assert "has come down in the rain" in text(comments="drop")


def test_a_page_that_calls_all_of_itself_comments_is_no_comment():
    page = PAGE.replace("<body>", '<body class="has-comments">')
    assert "has come down in the rain" in extract(page, extractor="auto", comments="drop").text


def test_tables():
    assert "North wall\t40" in text().split("\n")
    assert "North wall" not in text(tables=False)


def test_a_table_that_makes_the_layout_is_none():
    page = f"<table><tr><td>Menu</td><td><p>{PROSE}</p><p>{PROSE * 2}</p></td></tr></table>"
    assert extract(page, extractor="auto", tables=False).text.count("harbour") == 3


def test_links():
    assert "More than forty metres of it lie in the water" in text()
    assert "More than lie in the water" in text(links=False)


def test_favor():
    precision, balanced, recall = (len(text(favor=favor)) for favor in ("precision", "balanced", "recall"))
    assert precision <= balanced <= recall
    assert precision < recall


IMPOSSIBLE = {
    "comments": ({"comments": "some"}, "comments is 'some'; it may be 'auto', 'keep' or 'drop'"),
    "favor": ({"favor": 1}, "favor is 1; it may be 'balanced', 'precision' or 'recall'"),
    "tables": ({"tables": "yes"}, "tables is 'yes'; it may be True or False"),
    "links": ({"links": None}, "links is None; it may be True or False"),
}


@pytest.mark.parametrize(("parameters", "message"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        extract(PAGE, extractor="auto", **parameters)
