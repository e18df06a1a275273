"""Furniture: lines and boxes among the text that belong to the page, by hand from the rules of its module."""

from pathlib import Path

import pytest

from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.auto import furniture
from scrapy_content_extract.content.auto.auto import facts_of
from scrapy_content_extract.content.auto.case import Case
from scrapy_content_extract.content.auto.furniture import (
    BOX_CHARS,
    FURNITURE_CHARS,
    MOST_LINKS,
    SIGNS,
    without_furniture,
)
from scrapy_content_extract.content.auto.kinds import PageKind
from scrapy_content_extract.content.model import table_rows

TEXT = "The wind comes from the sea in the morning, and the boats leave the harbour before the sun is up. "
#: So many characters that a box of any size is less than a third of them.
LONG = f"<p>{TEXT * 16}</p>"


def left_out(html, kind=None):
    """Return the lines of a page of a kind that are left out if all are chosen."""
    page = page_of(html)
    lines = [" ".join("".join(list(page.strings)[start:stop]).split()) for start, stop in page.lines]
    chosen = bytearray(b"\1" * len(lines))
    found = without_furniture(Case(page, facts_of(page), judged=kind and PageKind(kind)), chosen)
    assert chosen == b"\1" * len(lines)  # the choice before is not changed
    return [line for line, is_chosen in zip(lines, found) if not is_chosen]


LINE_BELOW = "<p>Line of text.</p>"
BELOW = LINE_BELOW * 6

GOES, STAYS = True, False

# a line, and whether it is left out where it stands above many others
LINES = {
    "a whole line": ("Advertisement", GOES),
    "in capital letters": ("ADVERTISEMENT", GOES),
    "with signs around it": ("— Advertisement —", GOES),
    "with a colon": ("Read more:", GOES),
    "with an arrow": ("Read more →", GOES),
    "with white space inside": ("Related\n   articles", GOES),
    "in several elements": ("<b>Related</b> <i>articles</i>", GOES),
    "only the beginning of it": ("Advertisement of 1967", STAYS),
    "only the end of it": ("An advertisement", STAYS),
    "a word that begins so": ("Sharecroppers", STAYS),
    "a typographic apostrophe": ("Editors’ Picks", GOES),
    "a plain one": ("Editors' picks", GOES),
    "German": ("Anzeige", GOES),
    "German, a sentence about it": ("Anzeige erstattet", STAYS),
    "French, with accents in capitals": ("PUBLICITÉ", GOES),
    "Polish": ("Czytaj także:", GOES),
    "Russian, in capitals": ("ЧИТАЙТЕ ТАКЖЕ", GOES),
    "Greek": ("Διαβάστε επίσης", GOES),
    "Ukrainian, with its apostrophe": ("Пов’язані новини", GOES),
    "Turkish": ("İlgili haberler", GOES),
    "Turkish, in capitals": ("YAZDIR", GOES),
    "Arabic": ("اقرأ أيضاً", GOES),
    "Arabic, an advertisement": ("إعلان", GOES),
    "Uighur": ("ئېلان", GOES),
    "Hindi": ("विज्ञापन", GOES),
    "Thai": ("โฆษณา", GOES),
    "Chinese": ("【相关阅读】", GOES),
    "Japanese": ("続きを読む", GOES),
    "Korean": ("관련기사", GOES),
    "it begins with a phrase": ("Sign up to our letter and read it in bed.", GOES),
    "with another": ("Subscribe to our newsletter and read it in bed.", GOES),
    "behind a sign": ("▶ Follow us on the radio", GOES),
    "behind a quote": ("“Follow us on the radio", GOES),
    "behind a name": ("@courier Follow us on the radio", GOES),
    "behind a name and a colon": ("Courier: subscribe to our newsletter", GOES),
    "behind two words": ("You can follow us on the radio", STAYS),
    "behind a name of two words": ("Harbour Courier: subscribe to our newsletter", STAYS),
    "with an apostrophe": ("Don’t miss out on the wind", GOES),
    "it begins with one in French": ("Inscrivez-vous à la lettre", GOES),
    "in Spanish": ("SUSCRÍBETE A NUESTRA CARTA", GOES),
    "in Russian": ("Подписывайтесь на наш канал", GOES),
    "in Chinese": ("扫描二维码，看更多内容", GOES),
    "in Japanese behind a bracket": ("【公式アカウントをフォロー】どうぞ", GOES),
    "in Korean, in a word that goes on": ("뉴스레터 구독하기", GOES),
    "in the middle of a word": ("Follow us online, said the sailors", STAYS),
    "in the middle of one in Russian": ("Читайте нас вечером", STAYS),
    "at a sign behind the word": ("Follow us on: the radio", GOES),
    "a sentence that begins with one": ("The story continues below the bridge.", GOES),
    "a phrase inside a sentence": ("We ask you to sign up to our letter.", STAYS),
    "200 characters": ("Follow us on " + "x" * (FURNITURE_CHARS - 10), GOES),
    "a longer line is a text": ("Follow us on " + "x" * (FURNITURE_CHARS - 9), STAYS),
    "half of it is a link": ("Read also: <a href=/>the winds!</a>", GOES),
    "less is": ("Read also: <a href=/>the wind</a>", STAYS),
    "most of it is": ("Read also: <a href=/>the wind and the sea</a>", GOES),
    "all of it is": ("<a href=/>Read also: the wind</a>", GOES),
    "no link": ("Read also what we wrote on the wind", STAYS),
    "a link in Persian": ("<a href=/>بیشتر بخوانید: باد</a>", GOES),
    "a claim of copyright": ("© 2025 Harbour Courier", GOES),
    "behind a name of a house": ("Courier. All rights reserved.", GOES),
    "on the author": ("About the author: she sails", GOES),
    "on the author, in German": ("Über die Autorin: sie segelt", GOES),
    "on the editor, in Uighur": ("مەسئۇل مۇھەررىر: ئادىل", GOES),
    "on the editor, in Chinese": ("（责任编辑：王）", GOES),
    "a copyright in Korean": ("무단전재 및 재배포 금지", GOES),
    "no phrase": ("The wind", STAYS),
    "only signs": ("* * *", STAYS),
    "a longer phrase that is not all of the line": ("Follow us on social media for the wind", GOES),
}  # fmt: skip


#: Lines that are judged wrongly, and why.
WRONG = {
    "Turkish": "a capital I with a dot, or of one without, is not the capital that Python knows",
    "Turkish, in capitals": "a capital I with a dot, or of one without, is not the capital that Python knows",
    **dict.fromkeys(
        ["in the middle of a word", "in the middle of one in Russian"],
        "the end of a phrase is not looked at: of 4,668 labelled pages one differs",
    ),
    "with white space inside": "phrases are looked for before line breaks of the source become spaces",
}


def parametrized(names, cases, wrong):
    """Parametrize a test; of those cases that go wrong the reason is known."""
    given = [
        pytest.param(*case, marks=pytest.mark.xfail(reason=wrong[name], strict=True))
        if name in wrong
        else case
        for name, case in cases.items()
    ]
    return pytest.mark.parametrize(names, given, ids=cases)


@parametrized(("line", "goes"), LINES, WRONG)
def test_lines(line, goes):
    html = f"{LONG}<p>{line}</p>{BELOW}"
    assert len(left_out(html)) == goes


# what has a line that is furniture elsewhere, and stays
PLACES = {
    "a step of a manual": "<ol><li>Sign in to the console and open the menu.<li>Log in to the server as root.</ol>",
    "what a program prints": "<pre>Loading</pre>",
    "what it prints all the time": "<pre>Advertisement</pre>",
    "a sentence": "<p>Become a member of the crew, said the captain, and see the world.</p>",
    "a cell": "<table><tr><td>Advertisement<td>9<tr><td>Sales<td>7</table>",
    "a header": "<table><tr><th>Advertisement<th>Sales<tr><td>9<td>7</table>",
    "a paragraph in a cell": "<table><tr><td><p>Advertisement<p>a<td>9<tr><td>Sales<td>7</table>",
    "a term": "<dl><dt>Advertisement<dd>What is paid for.</dl>",
    "a meaning": "<dl><dt>Réclame<dd>Advertisement</dl>",
    "a caption": "<figure><img src=x><figcaption>Advertisement</figcaption></figure>",
    "a quote": "<blockquote>Advertisement</blockquote>",
}  # fmt: skip


@pytest.mark.parametrize("html", PLACES.values(), ids=PLACES)
def test_lines_that_stay(html):
    assert left_out(f"{LONG}{html}{BELOW}") == []


# what stands above many other lines, and the first words of the lines that are left out
LINKED = {
    "links behind a line that announces them": (
        "<p>Read more:</p><p><a href=/>Wind</a><p><a href=/>Sea</a>", ["Read more", "Wind", "Sea"],
    ),
    "in German": ("<p>Lesen Sie auch:</p><p><a href=/>Wind</a>", ["Lesen", "Wind"]),
    "a line above links": ("<p>Read also:</p><p><a href=/>Wind</a>", ["Read also", "Wind"]),
    "up to a paragraph": ("<p>Read more</p><p><a href=/>Wind</a><p>Sea<p><a href=/>Sky</a>", ["Read more", "Wind"]),
    "a line that is a link itself announces none": ("<p><a href=/>Read also: Wind</a></p><p><a href=/>Sea</a>", ["Read also"]),
    "a line of another way": ("<p>Advertisement</p><p><a href=/>Wind</a>", ["Advertisement"]),
    "half of a paragraph is a link": ("<p>Read more</p><p>Wi<a href=/>nd</a>", ["Read more", "Wind"]),
    "less is": ("<p>Read more</p><p>Win<a href=/>d</a>", ["Read more"]),
    "ten links": ("<p>Read more</p>" + "<p><a href=/>Wind</a>" * (MOST_LINKS + 1), ["Read more", *["Wind"] * MOST_LINKS]),
}  # fmt: skip


@parametrized(("html", "begins"), LINKED, {})
def test_links_behind_a_line(html, begins):
    found = left_out(f"{LONG}{html}</p>{BELOW}")
    assert [line[: len(begin)] for line, begin in zip(found, begins, strict=True)] == begins


NAMED = "<div class=newsletter><p>Wind of the week<form><input></form></div>"
OPEN = "<div class='video-player'><p>Wind of the week"
SIGNED = "<div class=signature>Wind of the week</div>"
# what stands above many other lines, the kind of the page, and the first words of the lines that are left out
BOXES = {
    "a form": ("<div><p>Wind of the week<form><input></form></div>", None, []),
    "a form in a box that is named after newsletters": (NAMED, None, ["Wind"]),
    "by its id": ("<div id=promo-box><p>Wind of the week<form><input></form></div>", None, ["Wind"]),
    "a form in it that says what it is for": (
        "<div class=newsletter><p>Wind of the week<form><label>Where you live</label><input></form></div>",
        None, ["Wind", "Where"],
    ),
    "such a name, and no form": ("<div class=newsletter><p>Wind of the week</div>", None, []),
    "400 characters": (f"<div class=newsletter><p>{'x' * BOX_CHARS}<form></form></div>", None, ["x"]),
    "more are a text": (f"<div class=newsletter><p>{'x' * (BOX_CHARS + 1)}<form></form></div>", None, []),
    "a player that is not there": (f"{OPEN}: JavaScript is required.</div>", None, ["Wind"]),
    "in French": (f"{OPEN} : veuillez activer JavaScript.</div>", None, ["Wind"]),
    "another page, unless the reader agrees": (
        "<div class=embed><p>Wind of the week, by A. Accept its cookies.</p><button>OK</button></div>", None, ["Wind", "OK"],
    ),
    "words about a player": (f"{OPEN}, filmed from a kite.</div>", None, []),
    "a word in a paragraph about it": ("<p>In <a class=video href=/>JavaScript</a> a wind blows.</p>", None, []),
    "an advertisement, in German": ("<div class=anzeige-2><p>Wind of the week</div>", None, ["Wind"]),
    "what each post of a thread is signed with": (SIGNED, "thread", ["Wind"]),
    "elsewhere a signature is what is signed, or of a function": (SIGNED, "other", []),
}  # fmt: skip


@pytest.mark.parametrize(("html", "kind", "begins"), BOXES.values(), ids=BOXES)
def test_boxes(html, kind, begins):
    found = left_out(f"{LONG}{html}{LONG}{BELOW}", kind)
    assert [line[: len(begin)] for line, begin in zip(found, begins, strict=True)] == begins


#: characters of the text around the box, which has 13 → what is left out
ENOUGH = {"the box is a third of all": (26, ["Wind of the week"]), "more is the text itself": (25, [])}


@pytest.mark.parametrize(("chars", "expected"), ENOUGH.values(), ids=ENOUGH)
def test_boxes_are_at_most_a_third(chars, expected):
    assert left_out(f"<p>{'x' * chars}</p>{NAMED}") == expected


LINK = "<a href=/>the wind</a>"
# the last lines of a page, and the first words of those that are left out
ENDS = {
    "a call that has its phrase at the end": (f"<p><em>Like {LINK}, or follow us on the radio.</em>", ["Like"]),
    "in German": (f"<p>Für {LINK} abonnieren Sie unseren Brief.", ["Für"]),
    "without a link": ("<p>Like the wind, or follow us on the radio.", []),
    "two of them": (f"<p>Like {LINK}, or follow us on the radio.<p>On {LINK} follow us on foot.", ["Like", "On"]),
    "not the last line": (f"<p>Like {LINK}, or follow us on the radio.{LONG}", []),
    "keys that report a misprint, in Latvian": ("<p>Iezīmē kļūdu un spied Ctrl + Enter.", ["Iez"]),
    "in Bulgarian": ("<p>Маркирайте грешката и натиснете Ctrl+Enter</p>", ["Марк"]),
    "keys of an editor": (f"<p>Press Ctrl+Enter.{LONG}", []),
}  # fmt: skip


@pytest.mark.parametrize(("html", "begins"), ENDS.values(), ids=ENDS)
def test_lines_at_the_end(html, begins):
    found = left_out(f"{LONG}{html}")
    assert [line[: len(begin)] for line, begin in zip(found, begins, strict=True)] == begins


BEGIN, END = "*** START OF THE EBOOK ***", "*** END OF THE EBOOK ***"
#: a page with a title, and the first words of the lines that are left out
BOOKS = {
    "a book": (f"<p>For free<p>{BEGIN}{LONG}<p>{END}<p>Rules", ["For", "***", "***", "Rules"]),
    "its beginning": (f"<p>For free<p>{BEGIN}{LONG}", ["For", "***"]),
    "its end": (f"{LONG}<pre>\n{END}\n\nRules</pre>", ["***"]),
    "a book in one paragraph": (f"<pre>For free\n{BEGIN}\n{TEXT}\n{END}</pre>", []),
    "a page about such marks": (f"{LONG}<p>{END}<p>{BEGIN}{LONG}", []),
}


@pytest.mark.parametrize(("html", "begins"), BOOKS.values(), ids=BOOKS)
def test_books(html, begins):
    found = left_out(f"<title>The eBook of the Wind</title>{html}")
    assert [line[: len(begin)] for line, begin in zip(found, begins, strict=True)] == begins
    assert left_out(f"<title>The Wind</title>{html}") == []


def test_what_is_not_chosen_is_not_looked_at():
    page = page_of(f"{LONG}<p>Newsletter</p>{NAMED}{BELOW}")
    chosen = bytearray(b"\1\0\0" + b"\1" * 6)
    assert without_furniture(Case(page, facts_of(page)), chosen) == chosen


# --- the table --------------------------------------------------------------------------------

ROWS = {
    f"{way}-{language}": (way, language, listed.split("|"))
    for way, language, listed in table_rows(Path(furniture.__file__).with_name("furniture.tsv"))
}


@parametrized(("way", "language", "phrases"), ROWS, {})
def test_a_row_of_the_table(way, language, phrases):
    assert way in ("whole", "begin", "link")
    assert len(language) == 2
    assert [phrase for phrase in phrases if phrase != phrase.lower()] == []
    assert [phrase for phrase in phrases if phrase != " ".join(phrase.split())] == []
    assert [phrase for phrase in phrases if len(phrase.encode()) < 4] == []
    assert sorted(phrases) == sorted(set(phrases))


@pytest.mark.parametrize(("way", "language", "phrases"), ROWS.values(), ids=ROWS)
def test_no_phrase_begins_or_ends_with_a_sign(way, language, phrases):
    assert [phrase for phrase in phrases if not (phrase[0].isalnum() or phrase[0] == "©")] == []
    # a line that begins with a phrase may go on with its sign; a line that is one has lost it
    if way.startswith("whole"):
        assert [phrase for phrase in phrases if phrase != phrase.strip(SIGNS)] == []


#: Rows with phrases that are not found in capitals, and why.
NOT_FOUND = dict.fromkeys(["whole-tr", "begin-tr"], WRONG["Turkish"])


@parametrized(("way", "language", "phrases"), ROWS, NOT_FOUND)
def test_each_phrase_is_found(way, language, phrases):
    kept = []
    for phrase in phrases:
        for line in (phrase, phrase.capitalize(), phrase.upper()):
            line += "" if way.startswith("whole") or phrase[-1].isalnum() else " x"
            text = f"<a href=/>{line}</a>" if way == "link" else line
            kept += [] if left_out(f"{LONG}<p>{text}</p>{BELOW}") else [line]
    assert kept == []


def test_a_way_of_a_language_has_one_row():
    path = Path(furniture.__file__).with_name("furniture.tsv")
    assert len(ROWS) == len(list(table_rows(path)))
