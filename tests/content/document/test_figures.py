"""Pictures, their captions and their addresses; images and links as lists.  What is expected is by hand."""

from __future__ import annotations

import io
import json
from itertools import pairwise

import lxml.html
import pytest

from lab.trials.formats import PIECES
from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.document.captions import figures_of
from scrapy_content_extract.content.document.media import sizes_in
from scrapy_content_extract.content.extract import Task, Utf8, Wanted, analyse
from scrapy_content_extract.content.methods import EXTRACTORS
from scrapy_content_extract.content.output.formats import Content
from scrapy_content_extract.content.output.style import PLAIN, Style, edited
from scrapy_content_extract.content.page.choice import Choice
from scrapy_content_extract.content.page.tables import rows_of
from scrapy_content_extract.crawl.feeds import JsonCellExporter
from scrapy_content_extract.fields import RESULTS
from tests.helpers.pages import URL, result_of, whole


def ranges_with(page, letters):
    """Return the ranges of the texts that are one of some letters."""
    return [(k, k + 1) for k, text in enumerate(page.text) if text.strip() in letters]


def written(html, letters="ab"):
    """Return the HTML of a page whose chosen texts are letters, on one line, from its bytes and from a tree."""
    found = {
        result_of(Choice(page, tuple(ranges_with(page, letters)))).html.replace("\n", "")
        for page in (page_of(html, url=URL, attributes=True), page_of(lxml.html.fromstring(html), url=URL))
    }
    assert len(found) == 1
    return found.pop()


X = '<img src="http://site.example/a/x" alt="">'
FIGURE = "<figure><img src=x><figcaption>C</figcaption></figure>"
KEPT = f"<figure>{X}<figcaption>C</figcaption></figure>"
BOTH = f"<p>a</p>{KEPT}<p>b</p>"
NONE = "<p>a</p><p>b</p>"

# page → its HTML if the texts "a" and "b" are chosen
CAPTIONS = {
    "between chosen texts a figure is whole": (f"<p>a</p>{FIGURE}<p>b", BOTH),
    "as far apart as they are": (f"<p>a</p><div><p>no</p>{FIGURE}</div><p>no</p><p>b", BOTH),
    "several in a row": (f"<p>a</p>{FIGURE}{FIGURE}<p>b", f"<p>a</p>{KEPT}{KEPT}<p>b</p>"),
    "a caption above its picture": (
        "<p>a</p><figure><figcaption>C</figcaption><img src=x></figure><p>b",
        f"<p>a</p><figure><figcaption>C</figcaption>{X}</figure><p>b</p>",
    ),
    "right before the first": (f"<p>no</p>{FIGURE}<p>a", f"{KEPT}<p>a</p>"),
    "below the title, above the names of authors": (f"<h1>no</h1>{FIGURE}<p>no</p><p>a", f"{KEPT}<p>a</p>"),
    "above the title, and not next to a chosen text": (f"{FIGURE}<h1>no</h1><p>no</p><p>a", "<p>a</p>"),
    "behind the last the picture stands alone": (f"<p>a</p>{FIGURE}", f"<p>a</p><figure>{X}</figure>"),
    "behind the last in a link it does not": ("<p>a</p><figure><a href=y><img src=x></a></figure>", "<p>a</p>"),
    "a figure with a chosen text is as the method has chosen it": (
        "<p>a</p><figure><img src=x><p>b</p><figcaption>C</figcaption></figure>", f"<p>a</p><figure>{X}<p>b</p></figure>",
    ),
    "a card is mostly a link": (
        "<p>a</p><figure><a href=y><img src=x><figcaption>C</figcaption></a></figure><p>b", NONE,
    ),
    "links in a caption, if it is mostly text": (
        "<p>a</p><figure><a href=y><img src=x></a><figcaption><a href=y>C</a> D</figcaption></figure><p>b",
        f'<p>a</p><figure><a href="http://site.example/a/y">{X}</a><figcaption><a href="http://site.example/a/y">C</a> D'
        "</figcaption></figure><p>b</p>",
    ),
    "a picture may be a link, as to its file": (
        "<p>a</p><figure><a href=y.png><img src=x></a><figcaption>C</figcaption></figure><p>b",
        f'<p>a</p><figure><a href="http://site.example/a/y.png">{X}</a><figcaption>C</figcaption></figure><p>b</p>',
    ),
    "other texts of a figure are no caption": (
        "<p>a</p><figure><img src=x><button>no</button><figcaption>C</figcaption></figure><p>b", BOTH,
    ),
    "a figure without a caption is only its picture": (
        "<p>a</p><figure><img src=x><span>View full size</span></figure><p>b", f"<p>a</p><figure>{X}</figure><p>b</p>",
    ),
    "a caption by its class": ("<p>a</p><figure><img src=x><span class=img-Caption__text>C</span></figure><p>b", BOTH),
    "a part of a word is no sign of one": (
        "<p>a</p><figure><img src=x><span class=accredited>C</span></figure><p>b", f"<p>a</p><figure>{X}</figure><p>b</p>",
    ),
    "WordPress before HTML 5": (
        "<p>a</p><div class=wp-caption><a href=y><img src=x></a><p class=wp-caption-text>C</p></div><p>b",
        f'<p>a</p><figure><a href="http://site.example/a/y">{X}</a><figcaption>C</figcaption></figure><p>b</p>',
    ),
    "caption and credit are one caption": (
        "<p>a</p><div><img src=x><div><p class=caption>C</p><p class=credit>D</p></div></div><p>b",
        f"<p>a</p><figure>{X}<figcaption>C<br>D</figcaption></figure><p>b</p>",
    ),
    "a role": ("<p>a</p><div role=figure><img src=x><p class=legend>C</p></div><p>b", BOTH),
    "a box with other text is no figure, and its picture stands alone": (
        "<p>a</p><div><img src=x><p class=caption>C</p><p>no</p></div><p>b", f"<p>a</p><p>{X}</p><p>b</p>",
    ),
    "a box with a longer text is another one": (
        f"<p>a</p><div><img src=x><p class=caption>C</p><p>{'no' * 30}</p></div><p>b", NONE,
    ),
    "a box with two pictures is no figure either": (
        "<p>a</p><div><img src=x><img src=x><p class=caption>C</p></div><p>b", f"<p>a</p><p>{X}</p><p>{X}</p><p>b</p>",
    ),
    "a cell stays a cell": (
        "<p>a</p><table><tr><th>b<td><img src=x><p class=caption>C</p></table>",
        f"<p>a</p><table><tr><th>b</th><td>{X}</td></tr></table>",
    ),
    "a cell with a figure": (
        f"<p>a</p><table><tr><th>no<td>{FIGURE}</table><p>b", f"<p>a</p><table><tr><th></th><td>{X} C</td></tr></table><p>b</p>",
    ),
    "a figure around figures": (
        f"<p>a</p><figure>{FIGURE}{FIGURE}</figure><p>b", f"<p>a</p><figure>{KEPT}{KEPT}</figure><p>b</p>",
    ),
    "a figure in a figure with one caption": (
        "<p>a</p><figure><figure><img src=x></figure><figcaption>C</figcaption></figure><p>b",
        f"<p>a</p><figure><figure>{X}</figure><figcaption>C</figcaption></figure><p>b</p>",
    ),
    "a long caption is text of its own": (
        f"<p>a</p><figure><img src=x><figcaption>{'C ' * 1001}</figcaption></figure><p>b", NONE,
    ),
    "a caption without its picture means nothing": (
        "<p>a</p><figure><img alt=y><figcaption>C</figcaption></figure><p>b", NONE,
    ),
    "a player has captions, too": (
        "<p>a</p><figure><video src=v.mp4></video><figcaption>C</figcaption></figure><p>b",
        '<p>a</p><figure><figure><a href="http://site.example/a/v.mp4">http://site.example/a/v.mp4</a></figure>'
        "<figcaption>C</figcaption></figure><p>b</p>",
    ),
    "a paragraph that is not closed": (f"<p>a{FIGURE}<p>b", BOTH),
    "nothing is chosen": (FIGURE, ""),
}  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), CAPTIONS.values(), ids=CAPTIONS)
def test_figures(html, expected):
    assert written(html) == expected


#: what stands in a table, between cells
BETWEEN_CELLS = {
    "in a row": "<tr><img src=x><td>c<td>d",
    "behind the rows": "</tr><img src=x>",
    "in a box behind the rows": "</tr><div><img src=x></div>",
}


@pytest.mark.parametrize("html", BETWEEN_CELLS.values(), ids=BETWEEN_CELLS)
def test_between_cells_is_no_place_for_a_picture(html):
    assert "<img" not in written(f"<table><tr><th>a<td>b{html}</table>")


NO = "data:image/gif;base64,R0"
# what stands between two chosen texts → the addresses of its pictures and players, below http://site.example/a/
SOURCES = {
    "its own": ("<img src=x>", ["x"]),
    "loaded late": (f"<img src='{NO}' data-src=x>", ["x"]),
    "loaded late, by other scripts": ("<img src=no data-original=x><img src=no data-lazy-src=y>", ["x", "y"]),
    **{
        f"loaded late by {name}, where {src} stands": (f"<img {src} {name}=x.jpg>", ["x.jpg"])
        for name, src in {
            "data-actualsrc": f"src={NO}", "data-echo": "alt=a", "nitro-lazy-src": "src=/a/grey.gif", "data-url": "src=spacer.png?1",
        }.items()
    },
    "a set in other data": ("<img data-sizes='x.jpg 400w, y.webp?z=1 800w'>", ["y.webp?z=1"]),
    "other data are not better than a picture": ("<img src=x.jpg data-hover=y.jpg>", ["x.jpg"]),
    "but than a drawing, which may stand for it": ("<img src=x.gif data-full=y.jpg>", ["y.jpg"]),
    "data without an address": ("""<img data-a='{"b": "x.jpg"}' data-c=x data-jpg=y aria-label=z.jpg>""", []),
    "what stands for a picture is none": ("<img src=ajax-loader.gif><img src=/a/Placeholder.png><img src=x/1x1.gif?2>", []),
    "nor is what counts visitors": (
        "<img src=renderTimingPixel.png><img src=x style='width:1px;height:1px'><img src=x width=1 height=1>", [],
    ),
    "a picture with such a word": ("<img src=google-pixel.png><img src=loader.jpg>", ["google-pixel.png", "loader.jpg"]),
    "a picture whose style says its width": ("<img src=x style='width:1px'><img src=y style='width:100px;height:1px'>", ["x", "y"]),
    "a set that is loaded late is better than a placeholder": ("<img src=no data-srcset='x 1x, y 2x'>", ["y"]),
    "of a set the widest": (f"<img src={NO} srcset='x 400w, y 1600w, z 800w'>", ["y"]),
    "of a set the densest": ("<img srcset='x, y 1.5x, z 0.5x'>", ["y"]),
    "a set has the same picture denser": ("<img src=x srcset='x, y 2x'>", ["y"]),
    "and wider": ("<img src=x width=300 srcset='x 300w, y 1200w, z 768w'>", ["y"]),
    "its own is better than a set of smaller ones": ("<img src=x width=1200 srcset='y 300w, z 768w'>", ["x"]),
    "and than a set without sizes": ("<img src=x srcset=y>", ["x"]),
    "and than a larger one that cannot be loaded": (f"<img src=x srcset='{NO} 2x'>", ["x"]),
    "of what is loaded late the larger, too": ("<img src=no data-src=x data-srcset='x 300w, y 900w'>", ["y"]),
    "a width that is none": ("<img src=x width=100% srcset='y 300w'>", ["y"]),
    "a size that cannot be loaded": (f"<img srcset='x 1x, {NO} 2x'>", ["x"]),
    "of the sources of a picture the widest": (
        "<picture><source srcset='x 100w'><source srcset='y 300w, z 200w'><img></picture>", ["y"],
    ),
    "the first of several without sizes": ("<picture><source srcset=x><source srcset=y><img></picture>", ["x"]),
    "sources that end": ("<picture><source srcset=x /></source><source srcset=y /></source><img></picture>", ["x"]),
    "a source of another picture": ("<picture><source srcset=x></picture><picture><img></picture>", []),
    "the picture without a script is the same one": (
        f"<img class=lazy src={NO} alt=A><noscript><img src=x alt=A></noscript>", ["x"],
    ),
    "beside a <picture>": (f"<picture><img src={NO}></picture><noscript><img src=x></noscript>", ["x"]),
    "it is better than what a script replaces": ("<img src=blank><noscript><img src=x></noscript>", ["x"]),
    "two pictures are others": ("<img src=x><noscript><img src=y><img src=z></noscript>", ["x"]),
    "a pixel is another": ("<img src=x><noscript><img src=y width=1 height=1></noscript>", ["x"]),
    "a picture of AMP": ("<amp-img src=x><noscript><img src=x></noscript></amp-img>", ["x"]),
    "without a picture beside it": ("<noscript><img src=x.jpg></noscript>", ["x.jpg"]),
    "in a figure without another": (
        "<figure><div></div><noscript><picture><source srcset=x.webp><img src=y.jpg></picture></noscript></figure>", ["y.jpg"],
    ),
    "in a figure with another": ("<figure><p><img src=x><b></b></p><noscript><img src=y.jpg></noscript></figure>", ["x"]),
    "behind an element with another": ("<p><img src=x><b>a</b></p><noscript><img src=y.jpg></noscript>", ["x"]),
    "with a text beside it": ("<noscript><p>Enable scripts.</p><img src=x.jpg></noscript>", []),
    "not named as a picture it counts visitors": ("<noscript><img src=/watch/1></noscript>", []),
    "the file that it links to": (f"<a href=x.JPG?1#2><img src={NO}></a>", ["x.JPG?1#2"]),
    "a page that it links to is no picture": (f"<a href=x.html><img src={NO}></a>", []),
    "a place on a page is no picture": ("<img src='#'><img srcset='#, # 2x'>", []),
    "the first source of a player": ("<video><source src=x.mp4><source src=y.webm></video>", ["x.mp4"]),
    "an audio": ("<audio><source src=x.mp3></audio>", ["x.mp3"]),
    "the picture that stands for a player": ("<video src=x.mp4 poster=y.jpg></video>", ["y.jpg", "x.mp4"]),
    "a player without an address": ("<video src=blob:x poster=y.jpg></video>", ["y.jpg"]),
    "a frame that is loaded late": ("<iframe data-src=x></iframe>", ["x"]),
    "nothing to load": (f"<img><img src><img src={NO}><video></video>", []),
}  # fmt: skip


@pytest.mark.parametrize(("html", "addresses"), SOURCES.values(), ids=SOURCES)
def test_sources(html, addresses):
    body = lxml.html.fragment_fromstring(
        written(f"<p>a</p><div>{html}</div><p>b") or "<p>", create_parent="div"
    )
    found = body.xpath("//img/@src | //figure/a/@href")
    assert [address.removeprefix("http://site.example/a/") for address in found] == addresses


# https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
SETS = {
    "one": ("a", [("a", 1, False)]),
    "widths": ("a 10w, b 20w", [("a", 10, True), ("b", 20, True)]),
    "densities": ("a, b 1.5x", [("a", 1, False), ("b", 1.5, False)]),
    "a comma in an address": ("a,b 2x,c,d 1x", [("a,b", 2, False), ("c,d", 1, False)]),
    "a comma at its end ends the candidate": (
        "a, b,, c",
        [("a", 1, False), ("b", 1, False), ("c", 1, False)],
    ),
    "commas before": (" ,, a 2x", [("a", 2, False)]),
    "line breaks": ("a\n 2x,\n\tb\n1x", [("a", 2, False), ("b", 1, False)]),
    "a height is passed over": ("a 10w 5h", [("a", 10, True)]),
    "no size that is known": ("a big, b -1w", [("a", 1, False), ("b", 1, False)]),
    "nothing": (" , ,", []),
}


@pytest.mark.parametrize(("given", "sizes"), SETS.values(), ids=SETS)
def test_sets_of_sizes(given, sizes):
    assert list(map(tuple, sizes_in(given))) == sizes


# --- captions in the text -------------------------------------------------------------------

PAGE = f"<p>a</p>{FIGURE}<table><tr><td>b<td>c<tr><td>d<td>e</table><figure><img src=y><figcaption>f"
#: whether captions are in the text → the lines of "a" to "f", and of those without tables
IN_TEXT = {
    "as the method has chosen": ("auto", ["a", "b\tc", "d\te", "f"]),
    "all captions of the content's pictures": (True, ["a", "C", "b\tc", "d\te", "f"]),
    "none": (False, ["a", "b\tc", "d\te"]),
}


@pytest.mark.parametrize("has_rows", [True, False])
@pytest.mark.parametrize(("captions", "lines"), IN_TEXT.values(), ids=IN_TEXT)
def test_captions_in_the_text(captions, lines, has_rows):
    page = page_of(PAGE, url=URL)
    ranges = tuple(ranges_with(page, "abcdef"))
    rows = rows_of(page) if has_rows else None
    choice = Choice(page, ranges, rows=rows)
    found = edited(choice, Style(captions=captions))
    assert found.text == "\n".join(lines if has_rows else "\t".join(lines).split("\t"))
    assert (found is choice) == (captions == "auto")
    assert "C" in result_of(found).html  # the caption of a picture stands below it in any case


SENTENCE = "It rained all night in the harbour, and in the morning the old wall was gone, as people say. "
ARTICLE = (
    f"<h1>The old wall</h1><p>{SENTENCE * 3}<a href=/wall>The <b>wall</b><br>itself</a> was old.</p><figure><img src=x.png alt=Wall>"
    f"<figcaption>The wall in May</figcaption></figure><p>{SENTENCE * 4}<img src=x.png alt=Again></p>"
)


def test_a_parameter_of_extract():
    texts = {choice: extract(ARTICLE, url=URL, captions=choice).text for choice in ("auto", True, False)}
    assert texts["auto"] == extract(ARTICLE, url=URL).text
    assert [text.count("The wall in May") for text in (texts[True], texts[False])] == [1, 0]


# --- lists ----------------------------------------------------------------------------------

IMAGES = [{"url": "http://site.example/a/x.png", "alt": "Wall", "caption": "The wall in May"}]
LINKS = [{"url": "http://site.example/wall", "text": "The wall itself"}]


def test_images_and_links():
    found = extract(ARTICLE, url=URL, formats=["images", "links"])
    assert (found.images, found.links) == (IMAGES, LINKS)
    nothing = extract("", formats=["images", "links"])
    assert (nothing.images, nothing.links) == ([], [])


def test_results_of_items_are_their_own():
    """A spider may change what its item has."""
    task = Task(Utf8(ARTICLE.encode(), URL), EXTRACTORS["auto"](), wanted=Wanted(("images", "links")))
    result = analyse(task)
    item = {name: RESULTS[name](result) for name in ("images", "links")}
    assert item == {"images": IMAGES, "links": LINKS}
    item["images"][0].clear()
    item["links"].clear()
    assert (RESULTS["images"](result), RESULTS["links"](result)) == (IMAGES, LINKS)


def test_cells_of_csv_are_json():
    file = io.BytesIO()
    exporter = JsonCellExporter(file)
    exporter.start_exporting()
    exporter.export_item({"images": IMAGES})
    exporter.finish_exporting()
    assert json.dumps(IMAGES).replace('"', '""') in file.getvalue().decode()


def test_a_list_that_fails_is_empty(monkeypatch):
    monkeypatch.setattr("scrapy_content_extract.content.document.lists.pictures_in", None)
    result = result_of(Choice(page_of(ARTICLE), ((0, 3),)))
    assert result.images == []
    assert result.links
    assert "images: TypeError" in result.reason


# HTML → images
LISTED = {
    "each address once": ('<img src="a" alt="b"> <img src="a" alt="c">', [("a", "b", "")]),
    "the caption of a figure is that of each of its pictures": (
        '<figure><img src="a" alt=""><img src="b" alt=""><figcaption>c <i>d</i></figcaption></figure>',
        [("a", "", "c d"), ("b", "", "c d")],
    ),
    "or of the figure around it": (
        '<figure><figure><img src="a" alt=""></figure><figcaption>c</figcaption></figure>', [("a", "", "c")],
    ),
    "a caption is written as text is": (
        '<figure><img src="a" alt=""><figcaption>10<sup>6</sup> km<sup>2</sup>, was <del>2</del>3 at the end of it'
        "</figcaption></figure>",
        [("a", "", "10^6 km^2, was 3 at the end of it")],
    ),
    "other texts of a figure are none": ('<figure><img src="a" alt=""><p>b</p></figure>', [("a", "", "")]),
    "references": ('<img src="a?b&amp;c" alt="&lt;d&quot;">', [("a?b&c", '<d"', "")]),
    "none": ("<p>a</p>", []),
}  # fmt: skip


@pytest.mark.parametrize(("html", "images"), LISTED.values(), ids=LISTED)
def test_lists_of_images(html, images):
    assert [tuple(one.values()) for one in whole(f"x{html}", "images", url=None).images] == images


def test_lists_of_links():
    html = (
        '<p><a href="a">b<br>c</a> <a href="a">d <code>e</code></a></p><a href="f"><img src="g" alt="h"></a>'
        '<p><a href="i">10<sup>3</sup> things</a></p>'
    )
    links = [tuple(one.values()) for one in whole(html, "links", url=None).links]
    assert links == [("a", "b c"), ("a", "d e"), ("f", ""), ("i", "10^3 things")]


BASE = f"<base href='http://a/{'x' * 2_000}/'>"
# what a page may repeat in a list
REPEATED = {
    "a caption beside each picture of its figure": (
        "images", f"<figure>{'<img src=b{n}>' * 3_000}<figcaption>{'rain ' * 10_000}</figcaption></figure>",
    ),
    "a base in each picture": ("images", f"{BASE}{'<img src=b{n}>' * 3_000}"),
    "a base in each link": ("links", f"{BASE}{'<a href=b>c</a> ' * 3_000}"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "html"), REPEATED.values(), ids=REPEATED)
def test_lists_are_bounded(name, html):
    parts = html.split("{n}")
    page = page_of("<p>a</p>" + "".join(f"{part}{n}" for n, part in enumerate(parts)) + "<p>b", url=URL)
    result = result_of(Choice(page, ((0, len(page.gap)),)))
    assert 50_000 < len(json.dumps(result.form(name))) < 1.1 * Content(Choice(page, ()), PLAIN).most
    assert result.diagnostics["truncated"]


# --- hostile pages --------------------------------------------------------------------------


def test_figures_do_not_overlap():
    """Else the caption of one would be judged twice."""
    for piece, first, last in PIECES.values():
        page = page_of(first + piece * (5_000 // len(piece)) + last)
        figures = figures_of(page)
        for one, other in pairwise(figures):
            assert page.end[one.element] <= other.element
        for figure in figures:
            assert all(figure.texts[0] <= start < stop <= figure.texts[1] for start, stop in figure.caption)
