"""Chunks of the main text for retrieval."""

from __future__ import annotations

import cProfile
import re
from collections import Counter

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.methods import EXTRACTORS
from scrapy_content_extract.content.output.chunks import chunks_of, pieces, units_of
from scrapy_content_extract.content.output.formats import FORMATS, Content
from scrapy_content_extract.content.output.style import Style
from scrapy_content_extract.content.page.choice import Choice
from scrapy_content_extract.content.page.tables import rows_of
from tests.helpers.folders import ROOT
from tests.helpers.pages import articles, forum, random_page
from tests.helpers.python_side import in_python
from tests.helpers.rows import rows
from tests.helpers.server import serving

RECIPES = ROOT / "docs" / "recipes"
REAL = [path.read_bytes() for path in sorted((ROOT / "tests/pages/real").glob("*.html"))]

S = "It rained in the valley for a week. "  # 36 characters


def chunks(html, most=100, **options):
    page = page_of(html)
    return chunks_of(page, [(0, len(page.gap))], most, rows=rows_of(page), **options)


def texts(html, most=100, **options):
    return [chunk.text for chunk in chunks(html, most, **options)]


#: a page, the most characters of a chunk, and the chunks
CUT = {
    "a short page is one chunk": ("<h1>A</h1><p>It rains.<p>It pours.", 100, ["A\nIt rains.\nIt pours."]),
    "paragraphs fill a chunk": (f"<p>{S}<p>{S}<p>{S}", 75, [f"{S.strip()}\n{S.strip()}", S.strip()]),
    "a long paragraph is cut behind sentences": (f"<p>{S * 3}", 75, [(S * 2).strip(), S.strip()]),
    "a long sentence is cut at a space": ("<p>one two three four", 10, ["one two", "three four"]),
    "a long word is cut anywhere": ("<p>abcdefghij", 4, ["abcd", "efgh", "ij"]),
    "Chinese sentences": ("<p>下雨了。刮风了。", 5, ["下雨了。", "刮风了。"]),
    "a section is not joined to another": (
        f"<h2>A</h2><p>{S}<h2>B</h2><p>{S}", 100, [f"A\n{S.strip()}", f"B\n{S.strip()}"],
    ),
    "unless one is small": (f"<h2>A</h2><p>Rain.<h2>B</h2><p>{S}", 100, [f"A\nRain.\nB\n{S.strip()}"]),
    "a heading stays with what follows": (
        f"<p>{S}<h2>A</h2><p>{S}", 50, [S.strip(), f"A\n{S.strip()}"],
    ),
    "also with the beginning of what is too long": (
        f"<h2>A</h2><p>{S * 2}", 50, [f"A\n{S.strip()}", S.strip()],
    ),
    "a table has its head again": (
        "<table><tr><th>Tree<th>Year<tr><td>Oak<td>1901<tr><td>Elm<td>1902<tr><td>Ash<td>1903</table>",
        30,
        ["Tree\tYear\nOak\t1901\nElm\t1902", "Tree\tYear\nAsh\t1903"],
    ),
    "a head of two rows": (
        "<table><tr><th rowspan=2>Ship<th colspan=2>Size<tr><th>L<th>W<tr><td>Ann<td>1<td>2<tr><td>Bea<td>3<td>4</table>",
        29,
        ["Ship\tSize\n\tL\tW\nAnn\t1\t2", "Ship\tSize\n\tL\tW\nBea\t3\t4"],
    ),
    "a row leaves room for its head": (
        "<table><tr><th>A<th>B<tr><td>It rains. It pours<td>x</table>", 20, ["A\tB\nIt rains.", "A\tB\nIt pours\tx"]
    ),
    "no sentence ends behind an abbreviation": (
        "<p>It rained. It rained on Jan. 5, i.e. all day long.", 40, ["It rained.", "It rained on Jan. 5, i.e. all day long."]
    ),
    "small letters after all sentences": ("<p>it rains. it pours.", 12, ["it rains.", "it pours."]),
    "a head of half a chunk or more is not repeated": (
        "<table><tr><th>Tree<th>Year<tr><td>Oak<td>1901<tr><td>Elm<td>1902</table>",
        18,
        ["Tree\tYear\nOak\t1901", "Elm\t1902"],
    ),
    "a table without a head": (
        "<table><tr><td>Oak<td>1901<tr><td>Elm<td>1902<tr><td>Ash<td>1903</table>",
        20,
        ["Oak\t1901\nElm\t1902", "Ash\t1903"],
    ),
    "a row that begins with an empty cell": (
        "<table><tr><th><th>Year<th>m<tr><td>Oak<td>1901<td>9<tr><td>Elm<td><td>8<tr><td><td>1903<td>7</table>",
        21,
        ["\tYear\tm\nOak\t1901\t9", "\tYear\tm\nElm\t\t8", "\tYear\tm\n\t1903\t7"],
    ),
    "code is cut between lines and keeps its indentation": (
        "<pre>def f():\n    return 1\n\n    # two\n    return 2</pre>",
        24,
        ["def f():\n    return 1", "    # two\n    return 2"],
    ),
    "a formula is whole": ("<p>Take $a. b$ now. It is so.", 17, ["Take $a. b$ now.", "It is so."]),
}  # fmt: skip


@pytest.mark.parametrize(("html", "most", "expected"), CUT.values(), ids=CUT)
def test_where_a_text_is_cut(html, most, expected):
    assert texts(html, most) == expected


def test_the_path_of_headings():
    """A chunk of two sections has the headings that are above both."""
    html = f"<h1>A</h1><p>{S}<h2>B</h2><p>{S}<h3>C</h3><p>{S}<h2>D</h2><p>{S}"
    assert [chunk.headings for chunk in chunks(html, 40)] == [["A"], ["A", "B"], ["A", "B", "C"], ["A", "D"]]
    assert [chunk.headings for chunk in chunks(html, 1_000)] == [["A"]]


#: a main text, the title of its page → the headings of its chunks
TITLES = {
    "the title stands above the text": (f"<p>{S}<h2>B</h2><p>{S}", "A", [["A"], ["A", "B"]]),
    "the text has a title": (f"<h1>C</h1><p>{S}<h2>B</h2><p>{S}", "A", [["C"], ["C", "B"]]),
    "as a smaller heading": (
        f"<h2>It rains</h2><p>{S}<h2>B</h2><p>{S}",
        "It rains!",
        [["It rains"], ["B"]],
    ),
    "there is none": (f"<p>{S}<h2>B</h2><p>{S}", "", [[], ["B"]]),
}


@pytest.mark.parametrize(("html", "title", "headings"), TITLES.values(), ids=TITLES)
def test_the_title_is_the_first_heading(html, title, headings):
    assert [chunk.headings for chunk in chunks(html, 46, title=title)] == headings


def test_the_title_of_a_page():
    """The header of the page is no part of its main text."""
    page = f"<title>Rain - News</title><header><h1>Rain</h1></header><article><p>{S * 4}<p>{S * 4}</article>"
    for title in (False, True):
        found = extract(page, formats=["chunks"], extractor="cevc", title=title)
        assert [chunk["headings"] for chunk in found.chunks] == [["Rain"]]


def test_tokens():
    """Any function may count; here it counts words."""
    assert texts("<p>one two three four five", 2, length=lambda text: len(text.split())) == [
        "one two", "three four", "five"
    ]  # fmt: skip


def test_link_density_and_role():
    (chunk,) = chunks("<main><p>See <a href=/x>this page</a> now.</main>")
    assert chunk.link_density == 0.5333
    assert chunk.role == "main"


def test_no_text():
    assert chunks("") == []
    assert chunks_of(page_of("<p>a"), []) == []


@pytest.mark.parametrize("most", rows([1, 7, 80, 500, 5_000], fast=[7, 500]))
def test_together_they_are_the_text(most):
    """In order, without overlap, within the limit; a sentence is torn only if it is longer."""
    for html in (*REAL, articles(20_000), forum(20_000)):
        page = page_of(html)
        extraction = Auto().extract(page)
        made = chunks_of(page, extraction.ranges, most, rows=extraction.rows)
        places = [place for chunk in made for place in (chunk.start, chunk.stop)]
        assert places == sorted(places)
        assert all(chunk.stop - chunk.start <= most for chunk in made)
        assert all(chunk.text.endswith(extraction.text[chunk.start : chunk.stop]) for chunk in made)
        joined = "".join(extraction.text[chunk.start : chunk.stop] for chunk in made)
        assert "".join(joined.split()) == "".join(extraction.text.split())
        units = units_of(page, extraction.ranges, extraction.rows)
        if all(len(unit.text) <= most / 2 for unit in units):
            ends = {unit.start + len(unit.text) for unit in units}
            assert {chunk.stop for chunk in made} <= ends


@pytest.mark.parametrize("name", rows(EXTRACTORS.keys(), fast=["auto", "cetr"]))
def test_the_place_of_a_chunk_is_in_the_text(name):
    """With each extractor; only the head of a table may stand above what is there."""
    for body in [*REAL, *(random_page(seed).encode() for seed in range(100))]:
        for options in ({}, {"title": True}, {"chunk_size": 300}):
            found = extract(body, extractor=name, formats=["chunks"], **options)
            for chunk in found.chunks:
                there = found.text[chunk["start"] : chunk["stop"]]
                assert there
                assert chunk["text"] == there or chunk["text"].endswith(f"\n{there}")
                head = chunk["text"].removesuffix(there)
                assert head.rstrip("\n") in found.text


def test_a_text_of_one_long_word_is_measured_once():
    """Each piece is looked for in a window, not in all that is left."""
    asked = 0

    def length(text):
        nonlocal asked
        asked += len(text)
        return len(text)

    work = []
    for size in (20_000, 40_000):
        asked = 0
        assert len(list(pieces("x" * size, 100, length))) == size // 100
        work.append(asked)
    assert work[1] < 2.2 * work[0]


def test_a_formula_that_never_ends():
    assert "".join(texts("<p>" + "$ a. " * 5_000, 100)).count("$") == 5_000
    assert not re.search(r"\n", texts("<p>$a. b", 100)[0])


# --- overlap ---------------------------------------------------------------------------------

L = "It rained. "

#: a page, the most characters of a chunk and of what it repeats, and the chunks
OVERLAPS = {
    "the last sentences": (f"<p>{S}{L * 2}Then it stopped for good.", 70, 25,
        [S.strip(), (L * 2).strip(), f"{L * 2}Then it stopped for good."]),
    "the last paragraphs": (f"<p>a<p>b<p>{S}", 40, 4, ["a\nb", f"a\nb\n{S.strip()}"]),
    "no part of a sentence": (f"<p>{S}<p>{S}", 60, 20, [S.strip()] * 2),
    "not across a heading": (f"<h2>A</h2><p>{L}<p>{L}<h2>B</h2><p>{S}", 60, 15,
        ["A\nIt rained.\nIt rained.", f"B\n{S.strip()}"]),
    "rows, below the head of their table": (
        "<table><tr><th>Tree<th>Year<tr><td>Oak<td>1901<tr><td>Elm<td>1902<tr><td>Ash<td>1903</table>",
        38, 9, ["Tree\tYear\nOak\t1901\nElm\t1902", "Tree\tYear\nElm\t1902\nAsh\t1903"],
    ),
    "lines of code": ("<pre>a = 1\n  b = 2\nc = 3\nd = 4</pre>", 22, 8, ["a = 1\n  b = 2", "  b = 2\nc = 3\nd = 4"]),
}  # fmt: skip


@pytest.mark.parametrize(("html", "most", "overlap", "expected"), OVERLAPS.values(), ids=OVERLAPS)
def test_what_is_repeated(html, most, overlap, expected):
    assert texts(html, most, overlap=overlap) == expected


@pytest.mark.parametrize("most", rows([7, 80, 500], fast=[80]))
def test_an_overlap_keeps_the_limits(most):
    """Chunks are no longer than without, what they repeat no longer than asked for, and nothing is lost."""
    for html in (*REAL, articles(20_000), forum(20_000)):
        found = extract(html, formats=["chunks"], chunk_size=most, chunk_overlap=most // 4)
        made = found.chunks
        assert all(len(chunk["text"]) <= most for chunk in made)
        assert all(chunk["text"].endswith(found.text[chunk["start"] : chunk["stop"]]) for chunk in made)
        seen = 0
        for chunk in made:
            assert not found.text[seen : chunk["start"]].strip()
            assert len(found.text[chunk["start"] : seen]) <= most // 4
            seen = chunk["stop"]
        assert not found.text[seen:].strip()


# --- anchors ---------------------------------------------------------------------------------

#: a heading and what is around it → the anchor of its section
ANCHORS = {
    "its own id": ("<h2 id=a>B</h2>", "a"),
    "of the section that it begins": ("<div><section id=a><div><h2>B</h2></div>", "a"),
    "of an empty element before it": ("<span id=a></span><h2>B</h2>", "a"),
    "of what is in it": ("<h2><span id=a>B</span></h2>", "a"),
    "its own goes first": ("<section id=b><h2 id=a><span id=c>B</span></h2>", "a"),
    "not of a section that began before": ("<section id=a><p>x</p><h2>B</h2>", ""),
    "not of the section before": ("<h2 id=a>A</h2><p>x</p><h2>B</h2>", ""),
    "none": ("<h2>B</h2>", ""),
}


@pytest.mark.parametrize(("heading", "anchor"), ANCHORS.values(), ids=ANCHORS)
def test_the_anchor_of_a_section(heading, anchor):
    """It is that of the section in which the chunk begins."""
    assert chunks(f"{heading}<p>{S}", 40)[-1].anchor == anchor


# --- Markdown --------------------------------------------------------------------------------

LINK = "It <a href=/x>rained in the <b>valley</b></a> for a week. "

#: a page, the most characters of a chunk, and its Markdown
MARKDOWN = {
    "headings and links": (f"<h2>A</h2><p>{LINK}", 90, ["## A\n\nIt [rained in the **valley**](/x) for a week."]),
    "a long paragraph keeps its links": (
        f"<p>{LINK * 2}", 36, ["It [rained in the **valley**](/x) for a week."] * 2,
    ),
    "a link that is cut is two": (
        "<p><a href=/x>It rained. It poured.</a>", 12, ["[It rained.](/x)", "[It poured.](/x)"],
    ),
    "emphasis that is cut is, too": (
        "<p><b>It rained. It poured.</b>", 12, ["**It rained.**", "**It poured.**"],
    ),
    "a list goes on counting": (
        "<ol><li>one two<li>three<li>four</ol>", 8, ["1. one two", "2. three", "3. four"],
    ),
    "backwards, too": ("<ol reversed><li>one two<li>three</ol>", 8, ["2. one two", "1. three"]),
    "an item is whole": (
        "<ul><li><p>one</p><p>two</p><ul><li>three</ul><li><p>four</p><p>five</p></ul>", 14,
        ["- one\n\n  two\n\n  - three", "- four\n\n  five"],
    ),
    "code is whole": (
        "<p>It rained.<pre>a = 1\n\n  b = 2</pre><p>It poured.", 25,
        ["It rained.\n\n```\na = 1\n\n  b = 2\n```", "It poured."],
    ),
    "long code is several programs": (
        "<pre>a = 1\n  b = 2\n  c = 3</pre>", 14, ["```\na = 1\n  b = 2\n```", "```\n  c = 3\n```"],
    ),
    "a table has its head again": (
        "<table><tr><th>Tree<th>Year<tr><td>Oak<td>1901<tr><td><a href=/e>Elm</a><td>1902</table>", 20,
        ["| Tree | Year |\n| --- | --- |\n| Oak | 1901 |", "| Tree | Year |\n| --- | --- |\n| [Elm](/e) | 1902 |"],
    ),
    "a row that is cut keeps its columns": (
        "<table><tr><td>It rains. It pours<td>x<tr><td>a<td>b</table>", 12,
        ["| It rains. |  |\n| --- | --- |", "| It pours | x |\n| --- | --- |", "| a | b |\n| --- | --- |"],
    ),
    "a formula is whole": ("<p>\\(a_1 + b\\) is one. It is so.", 20, ["$a_1 + b$ is one.", "It is so."]),
    "pictures, each with the text before it": (
        "<p>It rained.<p><img src=a alt=b width=300 height=300><p>It poured.", 12,
        ["It rained.\n\n![b](a)", "It poured."],
    ),
    "words are whole where the text has more signs": (
        "<p>2<sup>48</sup> bytes are so much. It <b>rains</b> here.", 24,
        ["2<sup>48</sup> bytes are so much.", "It **rains** here."],
    ),
    "a piece that would begin as a list": ("<p>It rained. - It poured.", 14, ["It rained.", "\\- It poured."]),
    "what is no mark": ("<p>2 * 3 * 4. It * rained.", 13, ["2 * 3 * 4.", "It * rained."]),
}  # fmt: skip


@pytest.mark.parametrize(("html", "most", "expected"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown(html, most, expected):
    def written():
        page = page_of(html)
        content = Content(Choice(page, ((0, len(page.gap)),), rows=rows_of(page)), Style(chunk_size=most))
        return [chunk["markdown"] for chunk in FORMATS["chunks"].make(content)]

    assert written() == expected
    assert in_python(written) == expected


def test_a_title_that_is_asked_for():
    found = extract(f"<title>Rain</title><p>{S * 9}", formats=["chunks"], title=True, extractor="cevc")
    assert found.chunks[0]["text"] == (S * 9).strip()
    assert found.chunks[0]["markdown"] == f"# Rain\n\n{(S * 9).strip()}"


@pytest.mark.parametrize("most", rows([150, 300, 2_000], fast=[300]))
def test_markdown_says_what_the_text_says(most):
    """With all chunks nothing is lost or doubled, but for what a cut needs: addresses, numbers, languages."""
    words = re.compile("[a-z]{4,}")
    for body in [*REAL, *(random_page(seed).encode() for seed in range(50))]:
        found = extract(body, formats=["chunks", "markdown"], chunk_size=most, hyperlinks=False)
        written = Counter(word for chunk in found.chunks for word in words.findall(chunk["markdown"]))
        assert not Counter(words.findall(found.markdown)) - written
        for chunk in found.chunks if body in REAL else ():  # others have marks in their words
            assert {*words.findall(chunk["text"])} <= {*words.findall(chunk["markdown"])}


#: what is cut often in one place
CUT_OFTEN = {
    "one paragraph": "<p>" + "It <a href=/x>rains</a> in the valley. ",
    "one item": "<ul><li><p>",
    "one program": "<pre>",
}


@pytest.mark.parametrize("begin", CUT_OFTEN.values(), ids=CUT_OFTEN)
def test_the_work_grows_as_the_page(begin):
    """Each part of a long line is looked at a few times, however often the line is cut."""
    work = []
    for count in (1_000, 2_000):
        page = page_of(begin + "It rains in the valley.\n" * count)
        content = Content(Choice(page, ((0, len(page.gap)),)), Style(chunk_size=60))
        profile = cProfile.Profile()
        profile.runcall(FORMATS["chunks"].make, content)
        work.append(sum(entry.callcount for entry in profile.getstats()))
    assert work[1] < 2.5 * work[0]


# --- as a result -----------------------------------------------------------------------------


def test_a_result():
    extraction = extract(f"<h1>A</h1><p>{S * 9}", formats=["chunks"], chunk_size=100, extractor="cevc")
    first = extraction.chunks[0]
    assert list(first) == ["text", "markdown", "start", "stop", "headings", "anchor", "role", "link_density"]
    assert first["text"] == extraction.text[first["start"] : first["stop"]]


#: a style and what its message says
WRONG = {
    "no size": ({"chunk_size": 0}, "chunk_size=0; it may be a number of 1 or more"),
    "text": ({"chunk_size": "10"}, "chunk_size='10'"),
    "all is repeated": ({"chunk_size": 9, "chunk_overlap": 9}, "may be any number below the size"),
    "less than nothing is repeated": ({"chunk_overlap": -1}, "chunk_overlap=-1; it may be a number of 0"),
    "no function": ({"length_function": 3}, "length_function=3; it may be a function or its import path"),
    "a function that fails": ({"length_function": int}, "which returns a number for a text"),
    "no such function": ({"length_function": "os.none"}, "length_function='os.none'"),
}


@pytest.mark.parametrize(("style", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_style(style, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        extract("<p>a", **style)


#: a recipe of the docs → the library it needs
LOADERS = {
    "to_langchain.py": "langchain_core",
    "to_llama_index.py": "llama_index.core",
    "to_haystack.py": "haystack",
}


@pytest.mark.parametrize(("recipe", "library"), LOADERS.items(), ids=LOADERS)
def test_a_loader(recipe, library):
    pytest.importorskip(library, reason=f"{library} is not installed")
    names = {}
    exec((RECIPES / recipe).read_text("utf-8"), names)
    loaded = names["load"](REAL[0], "https://example.com/")
    metadata = [one.meta if library == "haystack" else one.metadata for one in loaded]
    anchors = {one["source"].removeprefix("https://example.com/").lstrip("#") for one in metadata}
    assert anchors >= {"userdir", "redirect", "cgi", "htaccess"}
    assert {one["title"] for one in metadata} == {"Per-user web directories"}
    assert metadata[-1]["headings"] == "Allowing users to alter configuration"


def test_haystack_finds_a_section():
    """Pages come from a pipeline of Haystack's, and the store finds the section that answers."""
    pytest.importorskip("haystack", reason="haystack is not installed")
    from haystack import Pipeline
    from haystack.components.fetchers import LinkContentFetcher
    from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
    from haystack.components.writers import DocumentWriter
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    names, store, pipeline = {}, InMemoryDocumentStore(), Pipeline()
    exec((RECIPES / "to_haystack.py").read_text("utf-8"), names)
    pipeline.add_component("fetch", LinkContentFetcher())
    pipeline.add_component("text", names["MainText"]())
    pipeline.add_component("write", DocumentWriter(store))
    pipeline.connect("fetch.streams", "text.streams")
    pipeline.connect("text", "write")
    with serving({"/page": ({"Content-Type": "text/html"}, REAL[0])}) as address:
        pipeline.run({"fetch": {"urls": [f"{address}/page"]}})
    found = InMemoryBM25Retriever(store).run("directory that holds cgi programs")["documents"]
    assert found[0].meta["source"] == f"{address}/page#cgi"
