"""Labels come along with what they name, by hand from what a reader needs."""

import pytest

from scrapy_content_extract.content import extract, page_of
from scrapy_content_extract.content.auto.steps import MOST_CHARS, with_labels

LONG = "a" * (MOST_CHARS + 1)

# page, the chosen paragraphs, the paragraphs that are chosen afterwards
CHOICES = {
    "a meaning says little without its term": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "b", "ab"),
    "several terms have one meaning": ("<dl><dt>a<dt>b<dd>c</dl>", "c", "abc"),
    "a term of which the meaning is out stays out": ("<dl><dt>a<dd>b<dt>c<dd>d</dl>", "d", "cd"),
    "half of a meaning suffices": ("<dl><dt>a<dd><p>b<p>c</dl>", "c", "ac"),
    "less does not": ("<dl><dt>a<dd><p>b<p>c<p>d</dl>", "c", "c"),
    "groups of a term and a meaning": ("<dl><div><dt>a<dd>b</div><div><dt>c<dd>d</div></dl>", "d", "cd"),
    "a list in a meaning": ("<dl><dt>a<dd><dl><dt>b<dd>c</dl></dl>", "c", "abc"),
    "a term of two lines": ("<dl><dt>a<br><p>b</p><dd>c</dl>", "c", "abc"),
    "a link leads elsewhere": ("<dl><dt><a href=/>a</a><dd>b</dl>", "b", "b"),
    "a link in a term does not": ("<dl><dt>a<i>b</i><a href=/>c</a><dd>d</dl>", "d", "abcd"),
    "a paragraph is no term": (f"<dl><dt>{LONG}<dd>b</dl>", "b", "b"),
    "a term without a meaning": ("<dl><dt>a</dl><p>b", "b", "b"),
    "a term before a paragraph of its own": ("<dl><dt>a</dl><dl><dd>b</dl>", "b", "b"),
    "a meaning without text": ("<dl><dt>a<dd><img src=b></dl><p>c", "c", "c"),
    "the caption of a table": ("<table><caption>a</caption><tr><td>b<td>c</table>", "bc", "abc"),
    "of a table in a figure": (
        "<figure><table><tr><td>b<td>c</table><figcaption>d</figcaption></figure>",
        "bc",
        "bcd",
    ),
    "of a table that is out": ("<table><caption>a</caption><tr><td>b<td>c</table><p>d", "d", "d"),
    "who said it": ("<blockquote><p>a b</p><cite>c</cite></blockquote>", ["a b"], "a bc"),
    "in a footer": (
        "<blockquote><p>a b</p><footer>– <cite>c</cite></footer></blockquote>",
        ["a b"],
        "a b– c",
    ),
    "with a link to them": (
        "<blockquote><p>a b</p><cite><a href=/>c</a></cite></blockquote>",
        ["a b"],
        "a bc",
    ),
    "links to share a quote": (
        "<blockquote><p>a b</p><footer><a href=/>c</a></footer></blockquote>",
        ["a b"],
        "a b",
    ),
    "a book is no quote": ("<p>a</p><p><cite>b</cite></p>", "a", "a"),
    "a footer of the page": ("<p>a</p><footer>b</footer>", "a", "a"),
    "a question that is unfolded": ("<details><summary>a</summary><p>b</details>", "b", "ab"),
    "no definitions": ("<p>a<p>b", "b", "b"),
}


def lines_of(page):
    return ["".join(list(page.strings)[start:stop]).strip() for start, stop in page.lines]


@pytest.mark.parametrize(("html", "before", "after"), CHOICES.values(), ids=CHOICES)
def test_labels(html, before, after):
    page = page_of(html)
    lines = lines_of(page)
    chosen = bytearray(line in before for line in lines)
    found = with_labels(page, chosen, [page.chars_in([line]) for line in page.lines])
    assert "".join(line for line, is_chosen in zip(lines, found) if is_chosen) == after
    assert chosen == bytearray(line in before for line in lines)


def test_the_author_of_a_comment_is_no_term():
    page = page_of("<dl><dt>Ann<dd>b<dt>c<dd>d</dl>")
    assert with_labels(page, bytearray([0, 1, 0, 1]), [1] * 4, comments=[0, 1]) == bytearray([0, 1, 1, 1])


SENTENCE = "The wind comes from the sea in the morning, and the boats leave the harbour before the sun is up."
WINDS = "".join(
    f"<dt><b>{wind}</b></dt><dd><p>Cold and dry.</p></dd>"
    for wind in ("Bora", "Mistral", "Sirocco", "Levant")
)
PROSE = "".join(f"<p>{SENTENCE} {n}</p>" for n in range(3))
PAGE = f"""<title>Winds of the coast</title><nav><a href=/>Home</a> <a href=/docs>Docs</a></nav>
<article><h1>Winds of the coast</h1>{PROSE}<dl>{WINDS}</dl>{PROSE}</article>
<aside><h3>More</h3><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></aside><footer>Contact us</footer>"""


def test_a_list_of_short_definitions_keeps_its_terms():
    lines = extract(PAGE).text.split("\n")
    at = lines.index("Cold and dry.")
    assert lines[at - 1 : at + 7] == [
        "Bora", "Cold and dry.", "Mistral", "Cold and dry.", "Sirocco", "Cold and dry.", "Levant", "Cold and dry."
    ]  # fmt: skip


def test_a_hidden_term_stays_hidden():
    lines = extract(PAGE.replace("<dt><b>Mistral", "<dt style='display:none'><b>Mistral")).text.split("\n")
    assert [wind for wind in ("Bora", "Mistral", "Levant") if wind in lines] == ["Bora", "Levant"]
