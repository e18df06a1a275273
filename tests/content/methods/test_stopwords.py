import random
import re
import unicodedata
from pathlib import Path

import pytest

from scrapy_content_extract.content.core import words_py
from scrapy_content_extract.content.methods import stopwords
from scrapy_content_extract.content.methods.stopwords import (
    LANGUAGES,
    SCRIPTS,
    WITHOUT_SPACES,
    load,
    stop_list_for,
)
from scrapy_content_extract.content.model import table_rows
from tests.helpers.folders import ROOT

LISTS = dict(table_rows(Path(stopwords.__file__).with_name("stopwords.tsv")))

TABLE = ROOT / "scrapy_content_extract/content/methods/stopwords.tsv"

CHOSEN = {
    "Chinese, simplified": ("zh", "我们在这里讨论的问题是如何从网页中提取正文。"),
    "Chinese, traditional": ("zh", "我們在這裡討論的問題是如何從網頁中提取正文。"),
    "English": ("en", "It was the best of times, and it was the worst of times."),
    "Uighur": ("ug", "بۇ كىتاب ئوقۇغۇچىلار ئۈچۈن يېزىلغان ۋە ئۇلار بىلەن بىللە نەشر قىلىنغان."),
    "Arabic": ("ar", "ذهب الرجل إلى المدينة التي كان قد ولد فيها ثم عاد من هناك."),
    "Russian": ("ru", "Он сказал, что это было не так, как они думали."),
    "German": ("de", "Wir haben gestern nicht gewusst, dass er auch mit dem Zug kommt."),
    "French": ("fr", "Nous avons vu que les enfants ne sont pas dans la maison avec elle."),
    "Spanish": ("es", "No sabemos por qué el hombre estaba en la ciudad cuando ella llegó."),
    "Japanese": ("ja", "日本の首都である東京には多くの人が住んでいる。"),
    "Japanese is mostly Han in a headline, but never all Han": ("ja", "東京都知事選挙の結果が発表"),
    "Korean": ("ko", "그 사람은 왜 이 일을 하지 않았는지 우리 에게 말할 수 있다"),
    "Persian has the letters of Arabic, but not its words": (
        "fa",
        "این کتاب را برای شما نوشته است که در آن از تاریخ ایران می گوید.",
    ),
    "Urdu has the letters of Persian, but not its words": (
        "ur",
        "یہ کتاب اس شہر کے لوگوں کی ہے جو یہاں رہتے ہیں اور ایک ہی زبان بولتے ہیں",
    ),
    "Kurdish (Sorani) has letters of Uighur, but not its words": (
        "ku",
        "من لە شار بۆ ئەو هاتم و ئێمە لەگەڵ یەک کارمان کرد هەروەها ئەوان",
    ),
    "Turkish": ("tr", "Bu kitap çok güzel ama ne zaman okuyacağımı daha bilmiyorum."),
    "Ukrainian has the letters of Russian, but not its words": (
        "uk",
        "Він сказав, що це було не так, як вони думали, але вже пізно.",
    ),
    "Thai": ("th", "เขาได้ไปที่ตลาดและซื้อของมาให้เรา"),
    "Polish": ("pl", "Nie wiem, czy on jest już w domu, ale może będzie tam jutro."),
    "Portuguese": ("pt", "Não sei se ele já está em casa, mas você pode ir lá com ela também."),
    "Italian": ("it", "Non so perché lui non è ancora nella casa che abbiamo comprato."),
    "Dutch": ("nl", "Ik weet niet of hij al naar het huis is gegaan dat wij hebben."),
    "Vietnamese": ("vi", "Tôi không biết những người này đã đến từ đâu và họ sẽ làm gì."),
    "a Chinese page may have more Latin letters than Han": (
        "zh",
        "Python 是一种语言，Scrapy 是用它写的，我们在这里说明怎么使用 middleware。",
    ),
    "a word in another script does not decide": ("en", "This is what the word 日本 is about."),
    "a の on a sign does not make Chinese Japanese": (
        "zh",
        "他们在街上开了一家小店，名叫鲜の味，店里的东西都是从南方来的，价格也不贵。",
    ),
}


@pytest.mark.parametrize(("language", "text"), CHOSEN.values(), ids=CHOSEN)
def test_choose(language, text):
    assert stop_list_for(text).language == language
    assert stop_list_for(text).found_in(text)


NOT_CHOSEN = {
    "there is no list for Tibetan": "བོད་ཡིག་ནི་བོད་མིའི་སྐད་ཡིག་ཡིན།",
    "nor for Georgian": "ყველა ადამიანი იბადება თავისუფალი და თანასწორი",
    "nor for Kazakh, which has the letters of Russian": (
        "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып дүниеге келеді. "
        "Адамдарға ақыл-парасат, ар-ождан берілген, сондықтан олар бір-бірімен туыстық, "
        "бауырмалдық қарым-қатынас жасаулары тиіс."
    ),
    "a menu is made of names": "Facebook Instagram YouTube Telegram WhatsApp",
    "so is a Uighur one": "خەۋەر تەنتەرىبىيە مۇزىكا كىنو",
    "digits and signs are no letters": "12:30 — 45 % … © 2024",
    "an empty page has no language": "",
    "nor has white space": " \n\t\u3000",
    "Han alone without a stop word": "龘龘龘",
}


@pytest.mark.parametrize("text", NOT_CHOSEN.values(), ids=NOT_CHOSEN)
def test_choose_none(text):
    assert stop_list_for(text) is None


def test_only_the_languages_asked_for_are_chosen():
    english, german = CHOSEN["English"][1], CHOSEN["German"][1]
    assert stop_list_for(english, ["de", "en"]).language == "en"
    assert stop_list_for(german, ("de", "en")).language == "de"
    assert stop_list_for(english, ["zh", "ru"]) is None
    assert stop_list_for(CHOSEN["Japanese"][1], ["zh"]) is None
    assert stop_list_for(english, []) is None


def test_the_order_of_languages_does_not_matter():
    order = list(LANGUAGES)
    random.Random(1).shuffle(order)
    for language, text in CHOSEN.values():
        assert stop_list_for(text, order).language == language


def test_the_sample_is_bounded_and_even():
    page = "".join(f"{k:05} " for k in range(100_000))
    part = stopwords.sample(page, 4000)
    assert len(part) <= 4000
    assert part.startswith("00000 ")
    assert part.endswith("99999 ")
    assert {int(word) // 20_000 for word in re.findall(r"\d{5}", part)} == {0, 1, 2, 3, 4}
    assert stopwords.sample("short", 4000) == "short"


FOUND = {
    "a word between spaces": ("en", "The end", True),
    "any white space separates": ("en", "End\n\u00a0the\tend", True),
    "a part of a word is no word": ("en", "Theology", False),
    "a word with a comma is another word": ("en", "Yes,", False),
    "a name is no stop word": ("en", "Facebook Instagram", False),
    "Chinese is written without spaces": ("zh", "网页的正文", True),
    "a Chinese stop word of two characters, none of which is one": ("zh", "咱们", True),
    "a Chinese name has none": ("zh", "图书馆", False),
    "Japanese particles are inside": ("ja", "東京へ行く", True),
    "a Japanese name has none": ("ja", "東京大学", False),
    "Thai": ("th", "บ้านของฉัน", True),
    "Uighur": ("ug", "ئالما ۋە نەشپۈت", True),
    "a Uighur menu has none": ("ug", "خەۋەر مۇزىكا", False),
    "an empty text has none": ("en", "", False),
    "nor has an empty Chinese one": ("zh", "", False),
}


@pytest.mark.parametrize(("language", "text", "found"), FOUND.values(), ids=FOUND)
def test_found_in(language, text, found):
    assert load(language).found_in(text) is found


HUGE = {
    "one word of 20 MB": ("en", "x" * 20_000_000, False),
    "many words": ("en", "xyzzy " * 3_500_000, False),
    "many words and a stop word at the end": ("en", "xyzzy " * 3_500_000 + "the", True),
    "white space alone": ("en", " " * 20_000_000, False),
    "Latin letters on a Chinese page": ("zh", "xyzzy " * 3_500_000, False),
}


@pytest.mark.parametrize(("language", "text", "found"), HUGE.values(), ids=HUGE)
def test_a_text_of_20_megabytes(language, text, found):
    assert load(language).found_in(text) is found
    assert stop_list_for(text) is None


@pytest.mark.parametrize("cut", range(-4, 5))
def test_a_part_ends_between_words(cut):
    text = "x" * (words_py.PART + cut) + " the " + "y" * words_py.PART
    assert load("en").found_in(text)
    assert " ".join("".join(words_py.parts(text)).split()) == " ".join(text.split())


def test_an_unknown_language_says_what_may_be():
    with pytest.raises(ValueError, match=r"language is 'xx', but .*: af, ar, .*zh\. Give one"):
        load("xx")


def test_there_is_a_file_for_each_language_and_no_other():
    assert tuple(LISTS) == LANGUAGES
    assert set("zh en ug ar ru de fr es ja ko fa ur tr uk pl pt it nl vi th".split()) <= set(LANGUAGES)
    assert set(LANGUAGES) >= WITHOUT_SPACES
    assert TABLE.stat().st_size < 600_000


def test_each_language_has_one_script():
    assert len(set(LANGUAGES)) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_is_clean(language):
    lines = LISTS[language].split(" ")
    assert lines == sorted(set(lines))
    for word in lines:
        assert word == unicodedata.normalize("NFC", word.lower())
        assert word.split() == [word]
        assert any(map(str.isalpha, word))
    # .6: Han among the Japanese words, "www" among the Arabic
    script = next(script for script, (_, codes) in SCRIPTS.items() if language in codes.split())
    assert sum(stopwords.main_script(word) in (script, "Han") for word in lines) > 0.6 * len(lines)
