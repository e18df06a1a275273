"""Real pages with a free licence, against what their authors wrote; tests/pages/real/README.rst has the sources."""

import re
from collections import Counter

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content.encoding import decode
from tests.helpers.folders import ROOT

FOLDER = ROOT / "tests/pages/real"

#: page: its encoding in Python's words, its heading, and sentences and labels of its frame, all read by hand
PAGES = {
    "apache_en": (
        "utf-8",
        "Per-user web directories",
        ["Available Languages", "Report a bug"],
    ),
    "apache_es": ("cp1252", "Control de Acceso", ["Idiomas disponibles", "Licencia bajo los"]),
    "apache_ja": (
        "utf-8",
        "動的共有オブジェクト (DSO) サポート",
        ["翻訳済み言語", "この日本語訳はすでに古く"],
    ),
    "apache_ko": ("cp949", "사용자별 웹디렉토리", ["가능한 언어", "이 문서는 최신판 번역이 아닙니다"]),
    "apache_ru": ("utf-8", "Начало работы", ["Available Languages", "Карта сайта"]),
    "apache_zh": ("utf-8", "Apache 的处理器", ["可用语言", "此翻译可能过期"]),
    "django_faq": ("utf-8", "FAQ: General", ["Last update:", "Previous topic", "Quick search"]),
    "django_philosophy": (
        "utf-8",
        "Design philosophies",
        ["Last update:", "Previous topic", "Quick search"],
    ),
    "handbook_ar": ("utf-8", "1.5. دور التوزيعة", ["Download the ebook", "السابق", "التالي"]),
    "handbook_fa": ("utf-8", "2.4. چرا توزیع دبیان؟", ["Download the ebook", "قبلی"]),
    "handbook_zh": ("utf-8", "1.6. 发布周期", ["Download the ebook", "上一页"]),
    "ikiwiki_formatting": ("utf-8", "Formatting wiki pages", ["Last edited", "setup/byhand"]),
    "mako_filtering": ("utf-8", "Filtering and Buffering", ["Prev:", "the Mako authors and contributors"]),
    "node_decoder": (
        "utf-8",
        "String decoder",
        ["Edit on GitHub", "Worker threads", "View on single page"],
    ),
    "python_appetite": (
        "utf-8",
        "1. Whetting Your Appetite",
        ["Report a Bug", "Show Source", "Please donate"],
    ),
    "python_faq": (
        "utf-8",
        "“Why is Python Installed on my Computer?” FAQ",
        ["Report a Bug", "Show Source", "Please donate"],
    ),
    "sqlite_news": ("utf-8", "Recent News", ["Small. Fast. Reliable.", "This page last modified"]),
    "sqlite_uses": (
        "utf-8",
        "Appropriate Uses For SQLite",
        ["Small. Fast. Reliable.", "This page last modified"],
    ),
}

NO_PART = "an <h2> that is not part of <title> is not taken"

WRONG_TITLES = {
    "sqlite_news": NO_PART,
}

WRONG_FRAMES = {
    "apache_ko": "a note on the translation stands right above the text, in its element",
}

#: the least F1; .9 is a page of which a reader misses little
LEAST = 0.9

page = pytest.mark.parametrize("name", PAGES)


def rows(wrong):
    return [
        pytest.param(name, marks=pytest.mark.xfail(strict=True, reason=wrong[name]) if name in wrong else ())
        for name in PAGES
    ]


def words(text):
    """Return how often each word occurs; a Chinese, Japanese or Korean character is a word.

    >>> words("Run, 跑吧 run!") == {"run": 2, "跑": 1, "吧": 1}
    True
    """
    return Counter(
        re.findall(r"[\u2e80-\u9fff\uac00-\ud7a3]|[^\W_\u2e80-\u9fff\uac00-\ud7a3]+", text.lower())
    )


def f1(found, wanted):
    """Return the harmonic mean of precision and recall of the words.

    >>> f1("a b c x", "a b c y y y")
    0.6
    """
    found, wanted = words(found), words(wanted)
    return 2 * (found & wanted).total() / (found.total() + wanted.total())


def html(name):
    return (FOLDER / f"{name}.html").read_bytes()


@page
def test_text(name):
    wanted = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert f1(extract(html(name)).text, wanted) >= LEAST


@pytest.mark.parametrize("name", rows(WRONG_FRAMES))
def test_frame(name):
    text = extract(html(name)).text
    for part in PAGES[name][2]:
        assert part in decode.decode(html(name)).text, "the table names what is not on the page"
        assert part not in text


@pytest.mark.parametrize("name", rows(WRONG_TITLES))
def test_title(name):
    assert extract(html(name)).title == PAGES[name][1]


@page
def test_encoding(name):
    assert decode.decode(html(name)).encoding == PAGES[name][0]


def test_every_page_has_a_row():
    assert {path.stem for path in FOLDER.glob("*.html")} == PAGES.keys()


def test_every_page_has_a_licence():
    assert (
        set(re.findall(r"^   \* - (\w+)$", (FOLDER / "README.rst").read_text("utf-8"), re.MULTILINE))
        >= PAGES.keys()
    )
