"""Titles and dates as pages of many sites and languages have them; any calendar on a wall has the days."""

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of
from scrapy_content_extract.content.metadata.dates import declared_date, names_of_months, shown_dates
from scrapy_content_extract.content.metadata.titles import title_of

URL = "https://www.harbour-courier.example/"

# <title>, headings, the title, as a person would call the page
TITLES = {
    "the heading, without the name of the site": ("The wall | Courier", "<h1>The wall</h1>", "The wall"),
    "the site's name first": ("Courier - The old wall", "<h1>The old wall</h1>", "The old wall"),
    "the first heading is the site's": (
        "The old wall - Courier", "<h1>Courier</h1><h2>The old wall</h2>", "The old wall",
    ),
    "the site's heading, and no other": (
        "The old wall - Harbour Courier", "<h1>Harbour Courier</h1>", "The old wall",
    ),
    "no heading is like it: the longest part": ("The old wall - Courier", "<h1>News</h1>", "The old wall"),
    "a section is more like it than the headline": (
        "Best walls of 2025 | Courier",
        "<h1>The walls that stand best in 2025</h1><h2>Best walls of 2025</h2>",
        "The walls that stand best in 2025",
    ),
    "a slogan shares nothing with it": (
        "Wall repair in Osterby | Masons", "<h1>Standing by you!</h1>", "Wall repair in Osterby",
    ),
    "no heading": ("The old wall", "", "The old wall"),
    "a hyphen in a word is none": ("A well-known wall", "", "A well-known wall"),
    "an underscore in a name is none": ("Module ngx_http_core", "", "Module ngx_http_core"),
    "an underscore after Chinese": ("老城墙倒塌了吗_新闻网", "", "老城墙倒塌了吗"),
    "a link to the heading itself": ("Walls - Handbook", "<h1>Walls<a href='#walls'>¶</a></h1>", "Walls"),
    "no <title>": ("", "<h2>News</h2><h1>The old wall</h1>", "The old wall"),
    "no <title>, no <h1>": ("", "<h2>News</h2>", "News"),
    "Chinese: characters are words": ("老城墙倒塌_新闻网", "<h1>老城墙倒塌了</h1>", "老城墙倒塌了"),
    "the heading of an entry below the name of the blog": (
        "The old wall – Harbour days", "<h1>Harbour days</h1><h2 class=entry-title>The old wall</h2>", "The old wall",
    ),
    "a blog with a long name": (
        "The old wall and the sea | Harbour days on the old sea",
        "<h1>Harbour days on the old sea</h1><h3 class='hd post-title'><a href=/>The old wall and the sea</a></h3>",
        "The old wall and the sea",
    ),
    "the name of the blog first": (
        "Harbour days: The old wall", "<h1>Harbour days</h1><h3 class='post-title entry-title'>The old wall</h3>",
        "The old wall",
    ),
    "a heading of an entry in capitals": (
        "The old wall - Harbour days", "<h1>Harbour days</h1><h2 class=Entry-Title>THE OLD WALL</h2>", "THE OLD WALL",
    ),
    "of several entries the one in <title>": (
        "The sea - Harbour days",
        "<h1>Harbour days</h1><h2 class=entry-title>The wall</h2><h2 class=entry-title>The sea</h2>",
        "The sea",
    ),
    "entries that <title> does not name": (
        "Harbour days", "<h1>Harbour days</h1><h2 class=entry-title>The wall</h2>", "Harbour days",
    ),
    "inside of <title> it is another's": (
        "On the wall again - Harbour days", "<h1>On the wall again</h1><h2 class=entry-title>the wall</h2>",
        "On the wall again",
    ),
    "an entry without <title>": ("", "<h1>Harbour days</h1><h2 class=entry-title>The wall</h2>", "Harbour days"),
    "a class on what is no heading": (
        "The old wall - Harbour days", "<h1>The old wall!</h1><p class=entry-title>The old wall</p>", "The old wall!",
    ),
    "an entry in Chinese": ("老城墙倒塌_海港", "<h1>海港</h1><h2 class=entry-title>老城墙倒塌</h2>", "老城墙倒塌"),
    "a kicker and a headline, as <title> has them": (
        "Town: The old wall - Courier", "<h1><span>Town</span><span>The old wall</span></h1>", "Town: The old wall",
    ),
    "a kicker that <title> lacks": (
        "The old wall - Courier", "<h1><a href=/><b>Town</b><i>The old wall</i></a></h1>", "The old wall",
    ),
    "a kicker before the words of the heading": (
        "The old wall - Courier", "<h1><b>Town</b>The old wall</h1>", "The old wall",
    ),
    "of two parts of <title> the longer": (
        "The old wall | Town | Courier", "<h1><b>Town</b> <b>The old wall</b></h1>", "The old wall",
    ),
    "two elements, and <title> has more": (
        "Why the old wall fell - Courier", "<h1><b>Town</b><b>The old wall fell</b></h1>", "Town The old wall fell",
    ),
    "two elements without <title>": ("", "<h1><b>Town</b><b>The old wall</b></h1>", "Town The old wall"),
    "a word of the heading that stands apart in <title>": (
        "Wall | The old wall of Osterby", "<h1>The old <b>wall</b></h1>", "The old wall",
    ),
    "what is as long as a text is no heading": ("", f"<h1>{'The wall. ' * 60}</h1><h2>A</h2>", "A"),
    "nothing": ("", "<p>The wall.</p>", ""),
}  # fmt: skip


#: headings with the class of an entry that are not the title
NO_ENTRIES = {
    "a heading of signs": (
        "The old wall - Harbour days",
        "<h1>The old wall</h1><h2 class=post-title>* * *</h2>",
    ),
    "the first letters of a word": (
        "The old wall - Harbour days",
        "<h1>The old wall</h1><h2 class=post-title>The o</h2>",
    ),
    "a part of <title> is the heading, but the rest is not the name in <h1>": (
        "The old wall - Harbour days",
        "<h1>The old wall</h1><h2 class=entry-title>Harbour</h2>",
    ),
    "the rest is more than the name in <h1>": (
        "Sea - The old wall - Harbour days",
        "<h1>The old wall</h1><h2 class=entry-title>Sea</h2>",
    ),
    "the entry has more letters than <title>": (
        "The old wall - Harbour",
        "<h1>The old wall</h1><h2 class=entry-title>Harbour days</h2>",
    ),
}


@pytest.mark.parametrize(("title", "headings"), NO_ENTRIES.values(), ids=NO_ENTRIES)
def test_no_title_of_an_entry(title, headings):
    assert title_of(page_of(f"<title>{title}</title>{headings}<p>Text.", url=URL)).text == "The old wall"


@pytest.mark.parametrize(("title", "headings", "expected"), TITLES.values(), ids=TITLES)
def test_title(title, headings, expected):
    page = f"<title>{title}</title>{headings}<p>Text.</p>"
    assert title_of(page_of(page, url=URL)).text == expected
    assert extract(page, url=URL).title == expected  # that of auto is the same


# what else says that the heading is the title, which <title> does not
WITNESSES = {
    "the path of the URL": ("https://example.com/how-the-old-wall-fell", "", "How the old wall fell"),
    "og:title": (
        "https://example.com/7",
        "<meta property='og:title' content='How the old wall fell &amp; why'>",
        "How the old wall fell",
    ),
    "neither": ("https://example.com/7", "", "Ten tips for masons"),
}


@pytest.mark.parametrize(("url", "meta", "expected"), WITNESSES.values(), ids=WITNESSES)
def test_what_else_names_the_page(url, meta, expected):
    page = f"<head><title>Ten tips for masons</title>{meta}</head><h1>How the old wall fell</h1><p>Text."
    given = page_of(page, url=url)
    assert title_of(given).text == expected
    assert title_of(page_of(given.root, url=url)).text == expected  # a tree without its bytes


def test_og_title_tells_a_kicker_from_a_headline():
    meta = "<meta property='og:title' content='How the\nold wall fell'>"
    page = f"<title>Old walls fall</title>{meta}<h1><b>Town</b><b>How the old wall fell</b></h1><p>Text."
    assert title_of(page_of(page, url=URL)).text == "How the old wall fell"


def test_the_element_is_the_heading_of_the_entry():
    page = page_of("<title>Wall - Days</title><h1>Days</h1><p>x</p><h2 class=entry-title>Wall</h2>")
    assert page.tag[title_of(page).element] == "h2"


def test_the_element_is_the_heading():
    page = page_of("<title>Wall</title><p>x</p><h1>Wall</h1>")
    title = title_of(page)
    assert page.tag[title.element] == "h1"
    assert title_of(page_of("<title>Wall</title>")).element is None


# text, language of the page, date
SHOWN = {
    "American": ("September 4, 2025", "en", "2025-09-04"),
    "with an ordinal": ("4th of September 2025", "en", "2025-09-04"),
    "abbreviated": ("Posted on Sept. 4, 2025 at 10 am", "en", "2025-09-04"),
    "after a weekday": ("Thursday, September 4, 2025", "en", "2025-09-04"),
    "German": ("4. März 2025", "de", "2025-03-04"),
    "French": ("Le 1er septembre 2025", "fr", "2025-09-01"),
    "Spanish": ("4 de septiembre de 2025", "es", "2025-09-04"),
    "Czech, where listopad is November": ("4. listopadu 2025", "cs", "2025-11-04"),
    "Croatian, where listopad is October": ("4. listopada 2025", "hr", "2025-10-04"),
    "listopad, in nobody's language": ("4. listopad 2025", "", None),
    "Jan, in nobody's language: January everywhere": ("Jan 5, 2024", "", "2024-01-05"),
    "Jan, after the day": ("5 Jan 2024", "", "2024-01-05"),
    "Jan, in a language with another name": ("Jan 5, 2024", "fr", "2024-01-05"),
    "Jan, in Sesotho, where it is no short name of Phupjane": ("5 Jan 2024", "st", "2024-01-05"),
    "Sesotho: June": ("5 Phupjane 2024", "st", "2024-06-05"),
    "kol, in nobody's language: August in Croatian": ("5. kol 2024", "", "2024-08-05"),
    "lip, in nobody's language: June in Croatian, July in Polish": ("5 lip 2024", "", None),
    "srp, in nobody's language: July in Croatian, August in Czech": ("5. srp 2024", "", None),
    "Russian": ("4 сентября 2025 г.", "ru", "2025-09-04"),
    "Greek": ("8 Σεπτεμβρίου 2025", "el", "2025-09-08"),
    "Lithuanian: the year first": ("2025 m. rugsėjo 4 d.", "lt", "2025-09-04"),
    "Vietnamese": ("4 tháng 9, 2025", "vi", "2025-09-04"),
    "Chinese": ("发布时间：2025年9月4日 10:30", "zh", "2025-09-04"),
    "Chinese, with spaces": ("2025 年 9 月 4 日", "zh-CN", "2025-09-04"),
    "Chinese, digits right behind a verb": ("发布于2014-08-24", "zh", "2014-08-24"),
    "Chinese, with slashes": ("更新时间2014/8/24 09:30", "zh", "2014-08-24"),
    "Japanese, digits right behind a word": ("公開日2014.08.24", "ja", "2014-08-24"),
    "Japanese, behind kana": ("アップ2014/08/24", "ja", "2014-08-24"),
    "Chinese, month and day in a box beside the year": ("2014 08 / 24 09:30", "zh", "2014-08-24"),
    "a bar between these boxes": ("2014 | 08/24 | 09:30", "", "2014-08-24"),
    "a year, and a page of another number": ("2014 8/245", "en", None),
    "a version with hyphens": ("v2014-08-24", "en", None),
    "behind a letter": ("é2014-08-24", "fr", None),
    "behind a Cyrillic letter": ("г2014-08-24", "ru", None),
    "behind a Korean letter": ("등록2014-08-24", "ko", None),
    "behind an underscore": ("_2014-08-24", "zh", None),
    "behind a longer number": ("12014-08-24", "zh", None),
    "behind a Chinese word and a hyphen": ("编号-2014-08-24", "zh", None),
    "Korean": ("2025년 9월 4일", "ko", "2025-09-04"),
    "Arabic, its own digits": ("٤ سبتمبر ٢٠٢٥", "ar", "2025-09-04"),
    "Arabic of the Levant": ("4 أيلول 2025", "ar", "2025-09-04"),
    "Arabic of the Levant, two words": ("4 كانون الثاني 2025", "ar", "2025-01-04"),
    "Hebrew": ("4 ספטמבר 2025", "he", "2025-09-04"),
    "Hebrew, with 'in' before the month": ("4 בספטמבר 2025", "he", "2025-09-04"),
    "Uighur, in words": ("2025-يىلى 9-ئاينىڭ 4-كۈنى", "ug", "2025-09-04"),
    "Uighur, by name": ("4-سېنتەبىر 2025", "ug", "2025-09-04"),
    "Persian, Gregorian names": ("۴ سپتامبر ۲۰۲۵", "fa", "2025-09-04"),
    "Persian digits alone: another calendar": ("۱۴۰۳/۰۵/۱۲", "fa", None),
    "Thai: another calendar": ("4 กันยายน 2568", "th", None),
    "digits, year first": ("2025/9/4", "ja", "2025-09-04"),
    "digits with dots": ("04.09.2025", "de", "2025-09-04"),
    "slashes, the day first": ("04/09/2025", "fr", "2025-09-04"),
    "slashes, the month first": ("04/09/2025", "en-US", "2025-04-09"),
    "slashes, English of anywhere": ("04/09/2025", "en", None),
    "slashes, only one of both is a month": ("09/24/2025", "en", "2025-09-24"),
    "slashes, both the same": ("09/09/2025", "en", "2025-09-09"),
    "the first of two": ("3 May 2025, updated 4 June 2025", "en", "2025-05-03"),
    "no day": ("September 2025", "en", None),
    "no such day": ("February 30, 2025", "en", None),
    "a number that is not a date": ("4 comments in September 2025", "en", None),
    "a version": ("v1.2.2025", "en", None),
    "a telephone number": ("0171-2025-9-4711", "en", None),
    "a time ago": ("3 days ago", "en", None),
    "no number": ("yesterday", "en", None),
    "a text too long to be a byline": ("September 4, 2025" + " and on" * 100, "en", None),
}


@pytest.mark.parametrize(("text", "language", "date"), SHOWN.values(), ids=SHOWN)
def test_shown(text, language, date):
    assert next((found.date for found in shown_dates(text, language)), None) == date


DECLARED = {
    "to the second, in a time zone": ("2025-09-04T10:00:05+02:00", "2025-09-04T10:00:05+02:00"),
    "UTC": ("2025-09-04T10:00:05Z", "2025-09-04T10:00:05+00:00"),
    "parts of a second are dropped": ("2025-09-04T10:00:05.1234567Z", "2025-09-04T10:00:05+00:00"),
    "to the minute": ("2025-09-04 10:00", "2025-09-04T10:00"),
    "a zone without colon": ("2025-09-04T10:00:05 +0530", "2025-09-04T10:00:05+05:30"),
    "to the day": ("2025-09-04", "2025-09-04"),
    "no zeros": ("2025-9-4", "2025-09-04"),
    "without hyphens": ("20250904", "2025-09-04"),
    "with slashes": ("2025/09/04", "2025-09-04"),
    "to the month": ("2025-09", "2025-09"),
    "to the year": ("2025", "2025"),
    "mail (RFC 2822)": ("Thu, 04 Sep 2025 10:00:00 GMT", "2025-09-04T10:00:00+00:00"),
    "JavaScript": ("Thu Sep 04 2025 10:00:00 GMT+0000", "2025-09-04"),
    "in words": ("September 4, 2025", "2025-09-04"),
    "an impossible hour": ("2025-09-04T25:00", "2025-09-04"),
    "an impossible day": ("2025-02-30", None),
    "the zero of .NET": ("0001-01-01T00:00:00", None),
    "the zero of Unix": ("1970-01-01T00:00:00Z", None),
    "another calendar": ("1403-05-12", None),
    "seconds since 1970": ("1725400000", None),
    "no date": ("now", None),
    "nothing": ("", None),
    "ten thousand digits": ("2" * 10_000, None),
}


@pytest.mark.parametrize(("text", "date"), DECLARED.values(), ids=DECLARED)
def test_declared(text, date):
    assert declared_date(text) == date


def test_every_language_names_all_months():
    months = {}
    for name, by_language in names_of_months().items():
        assert name == name.casefold()
        for language, month in by_language.items():
            months.setdefault(language, set()).add(month)
    assert len(months) > 50
    assert all(found == set(range(1, 13)) for found in months.values())


def test_a_name_is_another_month_only_where_languages_differ():
    """Croatian names months after what Czechs and Poles do in other months; any other is a mistake of CLDR."""
    several = {name for name, by_language in names_of_months().items() if len(set(by_language.values())) > 1}
    assert several == {"lip", "lis", "listopad", "listopada", "srp"}
