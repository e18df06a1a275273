"""Titles and metadata of a page whose site is known: what its other pages say, too, is the site's."""

import json
from itertools import cycle

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content.auto.memory import Sites
from scrapy_content_extract.content.page.choice import Choice
from tests.helpers.running import run_spider
from tests.helpers.server import serving

HOST = "https://osterby.example"
#: The subjects of the other pages, enough for a template.
SUBJECTS = "tram mill river market school bakery museum bridge library theatre ferry garden".split()


def page(title, body="", subject="wall"):
    """Return a page with a text of its own."""
    words = f"Today the council of the town spoke about the {subject}, and came to no end of it before night."
    return f"<title>{title}</title>{body}<p>{words}</p>"


def known(others, **form):
    """Return a memory of a site with pages by templates, which have {} for the subject and # for a number."""
    sites = Sites()
    for n, (subject, (title, body)) in enumerate(zip(SUBJECTS, cycle(others))):
        title, body = (text.format(subject).replace("#", str(n)) for text in (title, body))
        extract(page(title, body, subject), url=f"{HOST}/{n}", sites=sites, **form)
    sites.learns = False
    return sites


PAPER = "The Courier of Osterby"
# <title> and body of other pages, of the page, and its title
TITLES = {
    "the name before a sign": ([(f"{PAPER} | The {{}}", "")], f"{PAPER} | A wall", "", "A wall"),
    "the name before a colon": ([(f"{PAPER}: the {{}}", "")], f"{PAPER}: a wall", "", "a wall"),
    "the name on both sides": ([(f"{PAPER} » The {{}} (Osterby)", "")], f"{PAPER} » A wall (Osterby)", "", "A wall"),
    "the name of another section": (
        [(f"The {{}} - Sports - {PAPER}", "")], f"A wall - Town - {PAPER}", "<h1>A wall</h1>", "A wall",
    ),
    "signs between words of the title stay": (
        [(f"The {{}} | {PAPER}", "")], f"A wall - and the sea | {PAPER}", "", "A wall - and the sea",
    ),
    "a heading of the site": ([("The {}", f"<h1>{PAPER}</h1>")], "A wall", f"<h1>{PAPER}</h1><h2>A wall</h2>", "A wall"),
    "a heading of the site and one of the page": (
        [("The {}", f"<h1>{PAPER}</h1><h1>The {{}}</h1>")], f"A wall in {PAPER}", f"<h1>{PAPER}</h1><h1>A wall</h1>", "A wall",
    ),
    "one <title> for all pages": ([(PAPER, "<h1>The {}</h1>")], PAPER, "<h1>A fence</h1>", "A fence"),
    "one <title> and one heading for all": ([(PAPER, f"<h1>{PAPER}</h1>")], PAPER, f"<h1>{PAPER}</h1>", PAPER),
    "of a thread on several pages the numbers are no title": (
        [("Old walls - Page # - Forum", "<h1>Old walls</h1>")], "Old walls - Page 17 - Forum", "<h1>Old walls</h1>",
        "Old walls",
    ),
    "the page above others, whose titles end with its own": (
        [("The {} | Walls | Handbook", "")], "Walls | Handbook", "", "Walls",
    ),
    "the name of a series, on fewer than half of the pages": (
        [("Old walls: the {}", ""), ("The {}", ""), ("About a {}", "")], "Old walls: a wall", "", "Old walls: a wall",
    ),
    "no <title>, and a heading of the site": (
        [("The {}", f"<h1>{PAPER}</h1>")], "", f"<h1>{PAPER}</h1><h1>A wall</h1>", "A wall",
    ),
    "no <title>": ([("", "<h1>The {}</h1>")], "", "<h1>A wall</h1>", "A wall"),
    "nothing": ([("", "")], "", "", ""),
    "many signs": ([(f"The {{}} | {PAPER}", "")], f"{'a, ' * 50}b | {PAPER}", "", f"{'a, ' * 50}b"),
}  # fmt: skip


@pytest.mark.parametrize(("others", "title", "body", "expected"), TITLES.values(), ids=TITLES)
def test_title(others, title, body, expected):
    found = extract(page(title, body), url=f"{HOST}/wall", sites=known(others), formats=["metadata"])
    assert (found.title, found.metadata.title) == (expected, expected or None)


AUTHOR = "<meta name=author content='{}'>"
DATE = "<meta property='article:published_time' content='{}'>"
PICTURE = "<meta property='og:image' content='/{}.png'>"
NOON = "2025-05-03T12:00:07"
# what all other pages have, what the page has; name, value, source
SHARED = {
    "an author": (AUTHOR.format("Ina Holm"), AUTHOR.format("Ina Holm"), "author", "Ina Holm", "site"),
    "another author": (AUTHOR.format("Bo Ek"), AUTHOR.format("Ina Holm"), "author", "Ina Holm", "meta"),
    "authors of their own": (AUTHOR, AUTHOR.format("Ina Holm"), "author", "Ina Holm", "meta"),
    "no author": ("", AUTHOR.format("Ina Holm"), "author", "Ina Holm", "meta"),
    "a picture": (PICTURE.format("logo"), PICTURE.format("logo"), "image", f"{HOST}/logo.png", "site"),
    "a picture of its own": (PICTURE.format("logo"), PICTURE.format("wall"), "image", f"{HOST}/wall.png", "opengraph"),
    "the second of their making": (DATE.format(NOON), DATE.format(NOON), "date", None, "site"),
    "a date of its own": (DATE.format("2025-05-03T12:00:08"), DATE.format(NOON), "date", NOON, "opengraph"),
    "news of one day": (DATE.format("2025-05-03"), DATE.format("2025-05-03"), "date", "2025-05-03", "opengraph"),
}  # fmt: skip


@pytest.mark.parametrize(("theirs", "own", "name", "value", "source"), SHARED.values(), ids=SHARED)
@pytest.mark.parametrize("without", [False, True], ids=["all", "half have none"])
def test_shared_metadata(theirs, own, name, value, source, without):
    others = [("The {}", theirs), ("The {}", "")] if without else [("The {}", theirs)]
    sites = known(others, formats=["metadata"])
    found = extract(page("A wall", own), url=f"{HOST}/wall", sites=sites, formats=["metadata"]).metadata
    assert (getattr(found, name), found.sources.get(name)) == (value, source)


def test_front_matter_has_no_shared_date():
    sites = known([("The {}", DATE.format(NOON))], formats=["markdown"], front_matter=True)
    given = {"url": f"{HOST}/wall", "formats": ["markdown"], "front_matter": True}
    html = page("A wall", DATE.format(NOON))
    assert NOON in extract(html, **given).markdown
    assert NOON not in extract(html, **given, sites=sites).markdown


def test_a_page_teaches_its_titles_without_its_metadata():
    sites = known([(f"The {{}} | {PAPER}", AUTHOR.format("Ina Holm"))])
    html = page(f"A wall | {PAPER}", AUTHOR.format("Ina Holm"))
    found = extract(html, url=f"{HOST}/wall", sites=sites, formats=["metadata"]).metadata
    assert (found.title, found.sources["author"]) == ("A wall", "meta")


def test_a_method_may_have_sites_of_another_kind():
    class Nothing:
        sites = ("https://osterby.example",)

        def extract(self, page):
            return Choice(page, ())

    assert extract(page("A wall"), url=HOST, extractor=Nothing()).title == "A wall"


def test_a_crawl_learns_titles_and_metadata(tmp_path):
    head = AUTHOR.format("Ina Holm") + DATE.format(NOON)
    pages = {f"/{one}": page(f"{PAPER} | The {one}", head, one).encode() for one in SUBJECTS}
    fields = json.dumps({"title": "title", "metadata": "metadata"})
    settings = "CONTENT_EXTRACT_SITE_MEMORY=True", f"CONTENT_EXTRACT_FIELDS={fields}"
    with serving({path: ({"Content-Type": "text/html"}, html) for path, html in pages.items()}) as url:
        urls = ",".join(url + path for path in pages)
        given = [f"-s{setting}" for setting in settings]
        run_spider("urls_spider", "-a", f"urls={urls}", "-O", "items.jsonl", *given, cwd=tmp_path)
    first, *_, last = map(json.loads, (tmp_path / "items.jsonl").read_text("utf-8").splitlines())
    assert (first["title"], first["metadata"]["date"]) == (PAPER, NOON)
    assert (last["title"], last["metadata"]["date"]) == ("The garden", None)
    assert last["metadata"]["sources"] == {"title": "title", "author": "site", "date": "site"}
