"""CETR: tag ratios, smoothing and clusters of small pages, worked out by hand."""

import pytest
from lxml import html as lxml_html

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.cetr import CETR, TAG, away_from_origin, lines_of, slopes, smooth

# Source, and what is left of its lines: no white space, T for a tag.
LINES = {
    "a tag is one mark": ("<p class='a b'>It is</p>", ["TItisT"]),
    "empty lines are removed": ("It\n\n \t\r\nis", ["It", "is"]),
    "lines of tags alone are not empty": ("<div>\n<p>\nIt", ["T", "T", "It"]),
    "a script is removed with its tags": ("It<script>if (a < b) c = '<p>'</script>is", ["Itis"]),
    "so is a style, in capitals": ("<STYLE media=all>p > a {}</Style >It", ["It"]),
    "and a comment over lines": ("It<!-- <p>\n</p> -->is", ["Itis"]),
    "an unclosed element goes on to the end": ("It<script>is", ["It"]),
    "a comment that is never closed, too": ("It<!-- is <p>", ["It"]),
    "a tag over two lines ends no line": ("<p\nclass=a>It\nis", ["TIt", "is"]),
    "a tag that is never closed goes on to the end": ("It <a href='is", ["ItT"]),
    "a reference is one character": ("a&amp;b&#20013;&lt;p&gt;", ["a&b中<p>"]),
    "a no-break space is white space": ("a&nbsp;b\u3000c", ["abc"]),
    "a less-than sign is text": ("1 < 2", ["1<2"]),
    "a longer name is another tag": ("<styled>It</styled>", ["TItT"]),
    "an empty page has no lines": ("", []),
}


@pytest.mark.parametrize(("source", "lines"), LINES.values(), ids=LINES)
def test_lines(source, lines):
    assert [line.replace(TAG, "T") for line in lines_of(source.encode())] == lines


# sigma = 1: k = (e^-.5, 1, e^-.5) = (.60653, 1, .60653), by its sum 2.21306: (.27407, .45186, .27407).
SMOOTH = {
    "a lone peak": ([0, 10, 0], 1.0, [2.7407, 4.5186, 2.7407]),
    "beyond the ends there is 0": ([10], 1.0, [4.5186]),
    "a plain stays, but for its ends": ([10, 10, 10], 1.0, [7.2593, 10, 7.2593]),
    "no smoothing": ([0, 10, 0], 0, [0, 10, 0]),
    "nothing": ([], 1.0, []),
    # sigma = 2, r = 2: (e^-.5, e^-.125, 1, ..) = (.60653, .88250, 1, ..), their sum 3.97806.
    "wider": ([0, 0, 10, 0, 0], 2.0, [1.5247, 2.2184, 2.5138, 2.2184, 1.5247]),
    # sigma = .5, r = 1: (e^-2, 1, e^-2), their sum 1.27067.
    "narrower": ([0, 10, 0], 0.5, [1.0651, 7.8699, 1.0651]),
}


@pytest.mark.parametrize(("row", "sigma", "smoothed"), SMOOTH.values(), ids=SMOOTH)
def test_smooth(row, sigma, smoothed):
    assert smooth(row, sigma) == pytest.approx(smoothed, abs=1e-4)


SLOPES = {
    "to the mean of the next three": ([1, 2, 3, 7], 3, [3, 3, 4, 0]),
    "down is as far as up": ([10, 1, 0], 1, [9, 1, 0]),
    "fewer lines than alpha": ([4, 10], 3, [6, 0]),
    "one line": ([4], 3, [0]),
    "nothing": ([], 3, []),
}


@pytest.mark.parametrize(("T", "alpha", "G"), SLOPES.values(), ids=SLOPES)
def test_slopes(T, alpha, G):
    assert slopes([float(t) for t in T], alpha) == pytest.approx(G)


# T' of points with G' = 0, k, and which are away from the origin.
CLUSTERS = {
    # 15 and 30 -> means of {10, 12} and {30} = 11 and 30; 1 is nearer to 0 than to 11.
    "three clusters": ([0, 1, 10, 12, 30], 3, [10, 12, 30]),
    # 6 and 12 -> {4, 5} = 4.5 and {12}; 2 is nearer to 0 than to 4.5, by half: 2 < 2.25.
    "a centroid comes nearer": ([0, 2, 4, 5, 12], 3, [4, 5, 12]),
    # 6 and 12 -> {4, 5} = 4.5; then 2.5 > 2.25 joins: 3.83; 1.5 < 1.92 does not.
    "and takes others along": ([1.5, 2.5, 4, 5, 12], 3, [2.5, 4, 5, 12]),
    # 12 -> {7, 12} = 9.5 -> {5, 7, 12} = 8; 3 < 4.
    "two clusters": ([3, 5, 7, 12], 2, [5, 7, 12]),
    "all the same": ([5, 5], 3, [5, 5]),
    "only the origin": ([0, 0], 3, []),
    "nothing": ([], 3, []),
}


@pytest.mark.parametrize(("T", "k", "away"), CLUSTERS.values(), ids=CLUSTERS)
def test_clusters(T, k, away):
    for points in ([(float(t), 0.0) for t in T], [(0.0, float(t)) for t in T]):
        result = away_from_origin(points, k)
        assert [t for t, is_away in zip(T, result) if is_away] == away


#: Six lines of a menu, two paragraphs, a footer.
MENU = "".join(f"<li><a href=/{n}>Menu {n}</a></li>\n" for n in "abcdef")
PAGE = f"{MENU}<p>{'x' * 80}</p>\n<p>{'y' * 120}</p>\n<div><i>{'-' * 3}</i></div>\n" + MENU


# T', G and G' of its lines, worked out by hand; beside them what k-means makes of
# (T', G'): centroids (19.14, 11.56), (38.28, 23.12) -> (10.08, 19.09), (36.57, 22.03) ->
# (7.87, 18.08), (36.57, 22.03).
PAGE_LINES = [
    (1.25, 0.91, 0.34, 0.15, False),
    (1.25, 1.25, 0.00, 1.06, False),
    (1.25, 1.25, 3.54, 5.64, False),
    (1.25, 1.25, 14.74, 15.06, True),
    (1.25, 1.25, 27.09, 21.27, True),
    (1.25, 11.87, 18.22, 20.05, True),
    (40.0, 34.86, 16.02, 20.94, True),
    (60.0, 38.28, 31.78, 23.12, True),
    (0.75, 17.13, 15.92, 15.94, True),
    (1.25, 1.11, 0.14, 4.43, False),
    (1.25, 1.25, 0.00, 0.07, False),
    (1.25, 1.25, 0.11, 0.10, False),
    (1.25, 1.25, 0.17, 0.20, False),
    (1.25, 1.25, 0.34, 0.20, False),
    (1.25, 0.91, 0.00, 0.09, False),
]


def test_a_page():
    T, T1, G, G1, away = (list(column) for column in zip(*PAGE_LINES))
    lines = lines_of(PAGE.encode())
    assert [(len(line) - line.count(TAG)) / line.count(TAG) for line in lines] == T
    assert smooth(T, 1.0) == pytest.approx(T1, abs=0.01)
    assert slopes(smooth(T, 1.0), 3) == pytest.approx(G, abs=0.01)
    assert smooth(slopes(smooth(T, 1.0), 3), 1.0) == pytest.approx(G1, abs=0.01)
    assert away_from_origin(list(zip(T1, G1)), 3) == away
    expected = ["Menu d", "Menu e", "Menu f", "x" * 80, "y" * 120, "---"]
    assert extract(PAGE, extractor="cetr").text.split("\n") == expected


# A page, and the texts that lie on lines that were chosen; sigma 0 and k 2, so that a line is content
# if its ratio is near the greatest.
LONG = "It was raining, as it does. " * 6
ON_LINES = {
    "the text of a content line": (f"<p>{LONG}</p>\n<b>no</b>", [LONG]),
    "a title is passed over": (f"<title>News</title><p>{LONG}</p>\n<b>no</b>", [LONG]),
    "so are the choices of a form": (
        f"<select><option>a<option>b</select>\n<p>{LONG}</p>\n<b>no</b>\n<p>{LONG}</p>",
        [LONG, LONG],
    ),
    "a text over two content lines": (f"<p>{LONG}\n{LONG}</p>\n<b>no</b>", [LONG + LONG]),
    "a text with a small part on a line of tags": (
        f"<p>{LONG}\nend<i></i><i></i><i></i><i></i></p>\n<b>no</b>",
        [LONG + "end"],
    ),
    "character references": (f"<p>{LONG}&amp;&nbsp;&eacute;</p>\n<b>&lt;no&gt;</b>", [LONG + "& é"]),
    "a script between": (f"<p>{LONG}</p>\n<script>'<p>'\n</script><p>{LONG}</p>\n<b>no</b>", [LONG, LONG]),
    "all on one line": (f"<p>{LONG}</p><b>no</b>", [LONG, "no"]),
    "tags alone": ("<p><img></p>", []),
}


@pytest.mark.parametrize(("html", "texts"), ON_LINES.values(), ids=ON_LINES)
def test_texts_on_lines(html, texts):
    page = page_of(html)
    chosen = [text for a, b in CETR(sigma=0, k=2).extract(page).ranges for text in page.text[a:b]]
    assert [" ".join(text.split()) for text in chosen] == [" ".join(text.split()) for text in texts]


def test_lone_surrogates():
    # They become question marks, for the parser and here.
    assert extract(f"<p>{LONG}\ud800</p>", extractor="cetr").text == f"{LONG}?".strip()


def test_a_tree_is_written_out():
    tree = lxml_html.document_fromstring(PAGE)
    assert extract(tree, extractor="cetr").text == extract(PAGE, extractor="cetr").text != ""
