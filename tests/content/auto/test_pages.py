"""Pages that extractors get wrong, each for one cause.

The pages, their causes and what a careful person would copy from them are in ``pages/auto``; its README says
how the expected texts were written.  They were there before the extractor was.
"""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from tests.helpers.folders import ROOT

FOLDER = ROOT / "tests/pages/auto"

PAGES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}

#: Pages we get wrong, and why: name of the page to what goes wrong there.
WRONG: dict[str, str] = {
    "teasers_with_excerpts_after": "excerpts of prose after a short article weigh as much as the article",
    "teasers_between_paragraphs": "excerpts of other stories stand in the container of the paragraphs",
    "newsletter_mid_article": "a box in the container of the paragraphs, in the same elements",
    "very_short_notice": "two short sentences are less than the notes around them",
    "lead_outside_the_body": "names, a date and a player stand between the lead and the body",
    "live_blog": "times and links of entries repeat with them, and look like content",
    "poem": "lines of verse are no prose; the boxes of the journal are",
    "collection_with_intro": "prices of cards are left out, for they are on many labelled pages",
    "layout_tables_1990s": "the menu above the text and the visitor's number below it stand in tables of layout, too",
    "product_tabs": "delivery and stock read like the description",
    "product_with_reviews": "reviews are most of the prose of the page",
    "forum_quoted_replies": "subject lines repeat with each post",
    "forum_signatures": "signatures are sentences below every post",
    "question_and_answers": "the notes at the answer form are prose",
    "infinite_related_list": "further stories come with an excerpt each, and outweigh a short article",
    "zh_news_inline_ads": "an advertisement of one sentence stands between the paragraphs as they do",
    "zh_follow_box": "the calls to follow stand in the container of the paragraphs",
    "zh_hot_comments": "comments without a class that says so are prose like the article",
    "zh_classical_poem": "lines of verse are no prose; the note on the author is",
    "ug_poem_forum": "dates and ranks of the posters repeat with each post",
    "ru_news": "the call for donations is prose in the container of the article",
    "de_article": "the offer of a subscription is prose in the container of the article",
    "ug_news": "cards with a sentence each are half-likely, and more than half of what the model is sure of",
    "paywall_after_lead": "the offer is longer than the free part",
    "one_paragraph_news": "the offer of an app is half-likely, and the only paragraph is just not sure",
    "ja_blog": "the note on the author is prose in the container of the article",
    "print_page": "a last paragraph without anything below it reads like a note at the end",
}

#: Pages of which lines are lost.
LINES_LOST: dict[str, str] = {
    "collection_with_intro": "prices of cards are left out, for they are on many labelled pages",
}

#: Pages without anything but their text.
BARE = {"print_page"}

#: Comments that are kept when asked for: a phrase of them.
COMMENTS = {
    "comments_wordpress": "Peppers root much less deeply",
    "recipe": "tinned beans because I forgot",
    "fa_blog": "چه نوشته‌ی گرمی بود",
    "zh_hot_comments": "卖橘子的大爷",
}

#: A word, or a character of the scripts that put no space between words.
TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")

WITH_TEXT = [name for name, page in PAGES.items() if page["in"]]


def html_of(name):
    return (FOLDER / f"{name}.html").read_bytes()


def expected(name):
    """Return the title and the text of a page; both are empty where there is nothing to copy."""
    title, _, text = (FOLDER / f"{name}.txt").read_text("utf-8").partition("\n\n")
    return title, text.rstrip("\n")


def spaced(text):
    """Return the text with one space wherever it has white space."""
    return " ".join(text.split())


def lines_of(text):
    """Return the words of each line, after its indentation.

    >>> lines_of("if x:\\n    go = 1")
    ['if x', '    go 1']
    """
    return [
        line[: len(line) - len(line.lstrip(" "))] + " ".join(TOKEN.findall(line)) for line in text.split("\n")
    ]


def without_title(text, title):
    """Return the text without a first line that repeats the title.

    The labelled sets disagree about whether it belongs to the text; these pages do not care.
    """
    first, _, rest = text.partition("\n")
    return rest if spaced(first) == title else text


def f1(text, gold):
    """Return the harmonic mean of precision and recall, over the multisets of tokens.

    >>> f1("a b b", "a b c"), f1("水火", "火水"), f1("", ""), f1("a", "")
    (0.6666666666666666, 1.0, 1.0, 0.0)
    """
    ours, theirs = (Counter(TOKEN.findall(t.lower())) for t in (text, gold))
    both = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / both if both else 1.0


def rows(names, wrong):
    """Return the names as parameters; those in ``wrong`` are expected to fail."""
    return [
        pytest.param(name, marks=pytest.mark.xfail(reason=wrong[name], strict=True))
        if name in wrong
        else name
        for name in names
    ]


# ---- the pages themselves


def test_each_page_has_a_row_and_a_text():
    files = {path.stem for path in FOLDER.glob("*.html")}
    assert files == {path.stem for path in FOLDER.glob("*.txt")} == set(PAGES)
    assert set(WRONG) | set(LINES_LOST) <= set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_the_expectation_fits_the_page(name):
    """All of the expected text is in the page, and a phrase is where its row says."""
    must, must_not = PAGES[name]["in"], PAGES[name]["out"]
    title, text = expected(name)
    page = page_of(html_of(name))
    whole = "".join("".join(page.text).split())
    for line in [title, *text.split("\n")]:
        assert "".join(line.split()) in whole, line
    for phrase in must:
        assert spaced(phrase) in spaced(text)
    for phrase in must_not:
        assert "".join(phrase.split()) in "".join(html_of(name).decode().split())
        assert spaced(phrase) not in spaced(text)
    assert bool(text) == bool(must) == bool(title)


@pytest.mark.parametrize("name", [name for name in PAGES if name not in BARE])
def test_taking_all_is_wrong(name):
    """No page can be passed by an extractor that leaves nothing out."""
    _, text = expected(name)
    whole = " ".join(page_of(html_of(name)).text)
    assert f1(whole, text) < 0.95


# ---- what auto makes of them


@pytest.mark.parametrize("name", rows(PAGES, WRONG))
def test_text(name):
    must, must_not = PAGES[name]["in"], PAGES[name]["out"]
    title, text = expected(name)
    found = extract(html_of(name), extractor="auto").text
    if not text:
        assert found == ""
        return
    found = without_title(found, title)
    for phrase in must:
        assert spaced(phrase) in spaced(found)
    for phrase in must_not:
        assert spaced(phrase) not in spaced(found)
    assert f1(found, text) >= 0.95


@pytest.mark.parametrize("name", rows(WITH_TEXT, LINES_LOST))
def test_lines(name):
    """Paragraphs, list items, rows and lines of code are lines of the text: four of five, at least."""
    _, text = expected(name)
    lines = lines_of(text)
    missing = Counter(lines) - Counter(lines_of(extract(html_of(name), extractor="auto").text))
    assert missing.total() <= 0.2 * len(lines), missing


@pytest.mark.parametrize("name", WITH_TEXT)
def test_title(name):
    """The title is known; the name of the site may stand beside it."""
    title, _ = expected(name)
    assert title in spaced(extract(html_of(name), extractor="auto").title)


@pytest.mark.parametrize(("name", "phrase"), COMMENTS.items(), ids=COMMENTS)
def test_comments_are_kept_when_asked_for(name, phrase):
    assert phrase in spaced(extract(html_of(name), extractor="auto", comments="keep").text)
