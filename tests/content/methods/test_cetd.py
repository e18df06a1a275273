"""CETD: text densities of a small tree, worked out by hand from the paper's formulas."""

from math import e, log

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.methods.cetd import CETD, composite, content_ranges

#: Two paragraphs of 40 and 50 + 10 characters, the 10 in a link, and a menu of two links of 8.
SMALL = (
    "<body><div><p>{w}</p><p>{v}<a href=x>aaaaaaaaaa</a></p></div>"
    "<ul><li><a href=y>bbbbbbbb</a></li><li><a href=z>cccccccc</a></li></ul></body>"
).format(w="w" * 40, v="v" * 50)

# By element in page order: tag, plain density C/T, plain DensitySum.
PLAIN = [
    ("html", 0.0, 0.0),  # above <body>: not looked at
    ("body", 116 / 9, 100 / 3 + 16 / 4),  # 100 + 16 characters, 9 tags
    ("div", 100 / 3, 40 + 60),
    ("p", 40 / 1, 40),  # no tag is read as 1; the sum is that of the text in it
    ("p", 60 / 1, 50 + 10),  # the text and <a>
    ("a", 10 / 1, 10),
    ("ul", 16 / 4, 8 + 8),
    ("li", 8 / 1, 8),
    ("a", 8 / 1, 8),
    ("li", 8 / 1, 8),
    ("a", 8 / 1, 8),
]

#: LC_b/C_b: 10 + 8 + 8 characters of 116 are in links.
RATIO = 26 / 116

# C/T * ln(C/LC * T/LT) / ln ln(C/nLC * LC + RATIO * C + e), with a count of 0 read as 1.
COMPOSITE = {
    # (9 tags, 3 of them <a>): 12.889 * ln 13.385 / ln ln(33.511 + 26 + 2.718)
    "body": ((116, 9, 26, 3), 23.571),
    # 33.333 * ln 30 / ln ln(100/90 * 10 + 22.414 + 2.718)
    "div": ((100, 3, 10, 1), 88.696),
    # 40 * ln 40 / ln ln(1 + 8.966 + 2.718)
    "the first p": ((40, 0, 0, 0), 158.271),
    # 60 * ln 6 / ln ln(12 + 13.448 + 2.718)
    "the second p": ((60, 1, 10, 1), 89.186),
    # 4 * ln(16/16 * 4/2) / ln ln(16/1 * 16 + 3.586 + 2.718)
    "ul": ((16, 4, 16, 2), 1.614),
    # 8 * ln(8/8 * 1/1) = 0
    "li": ((8, 1, 8, 1), 0.0),
    "a link": ((10, 0, 10, 0), 0.0),
}


def test_plain_densities():
    page = page_of(SMALL)
    TD, density_sum = CETD(density="plain").densities(page)
    assert list(zip(page.tag, TD, density_sum)) == [
        (tag, pytest.approx(density), pytest.approx(total)) for tag, density, total in PLAIN
    ]


@pytest.mark.parametrize(("counts", "density"), COMPOSITE.values(), ids=COMPOSITE)
def test_composite_density(counts, density):
    C, T, LC, LT = counts
    assert composite(C, T or 1, LC, LT, RATIO) == pytest.approx(density, abs=0.001)


def test_composite_densities_of_the_page():
    TD, density_sum = CETD().densities(page_of(SMALL))
    densities = (0, 23.571, 88.696, 158.271, 89.186, 0, 1.614, 0, 0, 0, 0)
    assert pytest.approx(densities, abs=0.001) == tuple(TD)
    # The text of 50: 50 * ln 50 / ln ln(1 + 11.207 + 2.718) = 196.707.
    sums = (0, 88.696 + 1.614, 158.271 + 89.186, 158.271, 196.707, 0, 0, 0, 0, 0, 0)
    assert pytest.approx(sums, abs=0.002) == tuple(density_sum)


def test_a_page_without_links_reads_them_as_one():
    # RATIO is 1/30 then: 30 * ln 30 / ln ln(1 + 1 + e).
    TD, _ = CETD().densities(page_of(f"<body><p>{'x' * 30}</p></body>"))
    assert TD[2] == pytest.approx(30 * log(30) / log(log(2 + e)))


# What has no tags for T: comments, and all that is never text.
TAGS = {
    "a comment is no tag": ("<div>xxxxxx<!-- c --><b>x</b><b>x</b></div>", 4.0),
    "a script does not count": ("<div>xxxxxx<script>s</script><b>x</b><b>x</b></div>", 4.0),
    "nor do the elements in it": ("<div>xxxxxx<svg><a><path/></a></svg><b>x</b><b>x</b></div>", 4.0),
    "an image is one": ("<div>xxxxxx<img><img><b>x</b><b>x</b></div>", 2.0),
    "so is a line break": ("<div>xxxxxxxx<br>x</div>", 9.0),
}


@pytest.mark.parametrize(("html", "density"), TAGS.values(), ids=TAGS)
def test_counted_tags(html, density):
    page = page_of(f"<body>{html}</body>")
    TD, _ = CETD(density="plain").densities(page)
    assert TD[page.tag.index("div")] == density


# The paper's Extract with the plain density; its numbers are in the reason.
PAGES = {
    # div 100/3, sum 100; body 12.9 is the threshold; ul 4 is below it.
    "the small page": (SMALL, ["w" * 40, "v" * 50 + "a" * 10]),
    # div.a 200/2 = 100, sum 200, body 350/19 = 18.4 = t; div.b 120/2 = 60, ul 30/12 = 2.5.
    "a second part above the threshold": (
        f"<div><p>{'a' * 100}<p>{'a' * 100}</div><div><p>{'b' * 60}<p>{'b' * 60}</div>"
        f"<ul>{'<li><a href=/>menu1</a>' * 6}</ul>",
        ["a" * 100, "a" * 100, "b" * 60, "b" * 60],
    ),
    # div 200/2, sum 200; body 206/3, sum 100 + 6: its own text is not in what is marked.
    "text on the way is left out": (f"Top<div><p>{'a' * 100}<p>{'a' * 100}</div>End", ["a" * 100] * 2),
    # body: 3 texts of 20 and three br, sum 60 + 0; nothing below has more.
    "line breaks do not cut": (
        f"{'a' * 20}<br>{'b' * 20}<br>{'c' * 20}",
        ["\n".join(["a" * 20, "b" * 20, "c" * 20])],
    ),
    "a page of pictures": ("<p><img></p>", []),
}


@pytest.mark.parametrize(("html", "expected"), PAGES.values(), ids=PAGES)
def test_pages(html, expected):
    page = page_of(f"<body>{html}</body>")
    assert [block.text for block in CETD(density="plain").extract(page).paragraphs] == expected


def test_links_alone_have_no_composite_density():
    # 8 characters, 2 tags, all of them in links: 8/2 * ln(8/8 * 2/2) = 0.
    assert extract("<a href=/>Home</a><a href=/>News</a>", extractor="cetd").text == ""


# Extract by numbers: <body> with the children div (with p, q as its children) and ul (with li).
# Densities of body, div, p, i, ul, li and their sums; then the texts that are marked.
EXTRACT = {
    "the greatest sum is marked": ([5, 9, 9, 9, 1, 1], [1, 8, 2, 2, 3, 1], ["p", "i"]),
    "t is the least on the path, here body's": ([2, 9, 9, 9, 2, 1], [1, 8, 2, 2, 3, 1], ["p", "i", "li"]),
    "t may be that of the greatest itself": ([9, 4, 9, 9, 3, 9], [1, 8, 2, 2, 3, 1], ["p", "i"]),
    "within a part the greatest is marked": ([1, 2, 9, 9, 1, 9], [1, 2, 8, 3, 3, 4], ["p", "i", "li"]),
    "below t Extract does not go on": ([5, 9, 9, 9, 4, 9], [1, 8, 2, 2, 3, 7], ["p", "i"]),
    "of equals the first is greatest": ([9, 9, 9, 8, 1, 1], [1, 2, 8, 8, 1, 1], ["p"]),
    "all of a marked node is content": ([9, 1, 1, 1, 1, 1], [9, 8, 1, 1, 1, 1], ["p", "i", "li"]),
}


@pytest.mark.parametrize(("TD", "sums", "marked"), EXTRACT.values(), ids=EXTRACT)
def test_extract(TD, sums, marked):
    page = page_of("<body><div><p>p</p><i>i</i></div><ul><li>li</ul></body>")
    ranges = content_ranges(page, [0.0, *TD], [0.0, *sums])
    assert [text for start, stop in ranges for text in page.text[start:stop]] == marked
