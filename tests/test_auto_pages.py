"""Pages that extractors get wrong, each for one cause.

The pages and what a careful person would copy from them are in ``pages/auto``; its README
says how the expected texts were written.  They were there before the extractor was.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from scrapy_content_extract import extract
from scrapy_content_extract.content import page_of

FOLDER = Path(__file__).parent / "pages" / "auto"

#: name of the page: the cause of errors, phrases that must be in its text, phrases that must not
PAGES = {
    "comments_wordpress": (
        "comments under an article are prose of the same kind, longer together than the article",
        ["Twenty litres per plant", "Start with every third day"],
        [
            "heavy clay and it was a disaster",
            "Peppers root much less deeply",
            "old terracotta bottles",
            "Leave a Reply",
            "Recent Posts",
        ],
    ),
    "teasers_between_paragraphs": (
        "cards of other stories, with an excerpt each, stand between the paragraphs in the same container",
        ["Dogs travel free", "the trains will wait for the freight"],
        ["Commuters on the island route", "ninety metres", "From the marsh path", "Most read"],
    ),
    "teasers_with_excerpts_after": (
        "cards with excerpts after the article, more text than the article has",
        ["It takes 118 turns of the crank", "from his daughter"],
        [
            "replaced the weights with a motor",
            "a row of oak posts",
            "The last letterpress",
            "honesty box",
            "Tides today",
        ],
    ),
    "cookie_wall": (
        "the cookie wall stands before the article and is longer prose than the article",
        ["a phone without a microphone", "under five minutes"],
        ["742 partners", "legitimate business interest", "Agree and continue", "buttons for admirals"],
    ),
    "newsletter_mid_article": (
        "a newsletter box with sentences of its own stands in the middle of the body",
        ["between 0.4 and 0.9 kilowatt hours", "a panel of three hundred watts"],
        ["Enjoying this story?", "Join 38,000 readers", "We never sell your address"],
    ),
    "hidden_text": (
        "hidden copies of the text and dialogs: display:none, hidden, aria-hidden",
        ["half past six by the side gate", "stay valid for another day"],
        [
            "This copy may be out of date",
            "An error occurred while we",
            "You are leaving our pages",
            "Loading more results",
        ],
    ),
    "one_paragraph_news": (
        "one paragraph is all there is, and the boilerplate around it is twenty times as long",
        ["Buses on line 14 turn round at the chapel"],
        ["Choir seeks basses", "Afternoons with Gwen", "paid for by its listeners", "Share this"],
    ),
    "very_short_notice": (
        "a notice of two short sentences on a page of menus",
        ["closed this Friday for staff training"],
        ["Repeat prescriptions", "Book online"],
    ),
    "author_bio": (
        "the biography of the author under the article is a paragraph of prose in the same container",
        ["nine breaths in it", "somebody not drowning"],
        ["for nineteen years before", "View all posts by", "The bassoon is not a joke", "Categories"],
    ),
    "related_links_inside": (
        "a list of links to other stories stands inside the body, like a list of the article itself",
        ["the iron roof with its glass lantern", "not a museum of herring"],
        [
            "Read also",
            "Owner of the market hall sues",
            "What would become of the fishmongers",
            "Gallery: the market hall",
        ],
    ),
    "share_buttons_as_text": (
        "share links are plain words at the top, in the middle and at the end of the body",
        ["an apple tree on platform three", "in case the trams come back"],
        ["Share on Facebook", "Tell your friends", "289 shares", "Copy link"],
    ),
    "breadcrumbs_and_tags": (
        "breadcrumbs before and a tag cloud after the text, in the container of the text",
        ["Last year it was 212"],
        ["summer migrants", "All topics", "godwits"],
    ),
    "read_more_links": (
        "each section ends with a call to read on that is not part of it",
        ["the causeway is dry", "hour between the old pans"],
        ["Read more »", "More than 60 hosts"],
    ),
    "footnotes": (
        "footnotes at the end belong to the text, though they are short, numbered and full of links",
        ["the records of both dates survive for 1301", "a glossary of 1599"],
        ["November 2023"],
    ),
    "lead_outside_the_body": (
        "the lead stands in the header of the page, far from the body, in a container of bylines",
        ["the mayor sleeps better", "eleven of its ninety people"],
        ["Listen to this article", "Renata Quill"],
    ),
    "pull_quotes": (
        "pull quotes repeat sentences of the text in larger letters: no sentence should come twice",
        ["one gore that is two millimetres off", "an insult to repair them"],
        ["She has a waiting list of seven weeks."],
    ),
    "table_of_contents": (
        "a table of contents repeats every heading as a link",
        ["a hedge that lifts the flight path", "not to look"],
        ["Contents", "Reading the flight board"],
    ),
    "unclosed_tags": (
        "tags are left open: p, li, b, font, td; attributes without quotes",
        [
            "because the spindle is of brass",
            "Mr Penhaligon, who has a ladder",
            "three complaints about bonfires",
        ],
        ["Application form", "Page made by Colin"],
    ),
    "pagination": (
        "a page of several: page numbers and next links before and after the body",
        ["the hardback about glaciers", "that we were late"],
        ["Next page »", "Page 2 of 3", "View as a single page", "Saddle test 2024"],
    ),
    "print_page": (
        "a print page: nothing but the text, so nothing may be left out",
        ["the escaping air is cold", "buy a new tube"],
        [],
    ),
    "interview": (
        "questions are short headings and some answers have two words: nothing may be dropped between them",
        ["Because I could not sleep on land", "The cooks."],
        ["Order this issue", "96 pages on the winter river"],
    ),
    "live_blog": (
        "many short entries with a time and a headline each, which look like teasers",
        ["2,114 for the tunnel", "a very large box", "with coffee"],
        ["Link to this entry"],
    ),
    "gallery": (
        "the captions of the pictures are all the text there is",
        ["since 2017", "hot tea is handed down the line"],
        ["Next gallery", "from 14 pounds"],
    ),
    "transcript": (
        "a transcript of short turns, folded away below a player",
        ["BELLO: Good evening. I weigh it, mostly.", "until about four years ago"],
        ["Download mp3", "Who owns the wind?"],
    ),
    "legal_nested_lists": (
        "clauses in nested numbered lists: short items three levels deep",
        ["nothing but a coat has been seen", "which echoes, and therefore briefly"],
        ["Seats free: 34", "Download as PDF"],
    ),
    "verse_numbers": (
        "every sentence begins with a number in a link of its own",
        ["a jar that had no bottom", "And he answered: Where it was."],
        ["Ngata 1987", "Book of the Ferrymen"],
    ),
    "poem": (
        "a poem: lines end in br and the stanzas are short; the blog around it has more text",
        ["A mouse’s opinion of twine", "the shape of what he was about to do"],
        ["We read from September to May", "Low Tide with Grandmother", "Share this:"],
    ),
    "recipe": (
        "a recipe card: short ingredients, numbers and steps, with buttons, ratings and comments about it",
        ["300 g white beans, soaked overnight", "leave the pot alone for a quarter of an hour"],
        ["tinned beans because I forgot", "Cook mode", "112 votes", "I cook on two burners"],
    ),
    "data_table": (
        "one table of data is the page: short cells, no sentence",
        ["Great Lammer 701 August 2021 6 h 15", "Hag Law 266 April 2022 1 h 45"],
        ["Log in to tick the hills"],
    ),
    "layout_tables_1990s": (
        "nested layout tables, font tags, br br for paragraphs, the title in a font tag",
        ["for a doctor who could not swim", "the sound of the blocks", "Kormoran 1921 9.8 m"],
        ["No. 004127", "Boat Web Ring", "Guestbook"],
    ),
    "job_listing": (
        "a list of links with short facts is the content; filters and paging around it are not",
        ["Software tester for tide tables", "Two Rivers Practice", "12.60 an hour"],
        ["Sort by", "We send you new jobs", "Set an alert"],
    ),
    "collection_with_intro": (
        "a category page: an intro, cards with prices, and a text below them; filters and buttons are not content",
        ["Butter dish with wren", "£32.00", "Unglazed feet can be smoothed"],
        ["Quick add", "9 products"],
    ),
    "event_listing": (
        "a list of events: dates are content here",
        ["Sat 8 June", "Moth night", "Blankets are for hire", "Parish hall, 19:30, 4 pounds"],
        ["Add to calendar", "light wind from the west"],
    ),
    "service_landing": (
        "a landing page: short sections of a hero, steps, numbers, voices of customers, all content; forms and menus are not",
        ["14,200", "A bird’s nest counts as an emergency", "Ravi Menon, Thornhill"],
        ["Send request", "Postcode"],
    ),
    "docs_inline_code": (
        "inline code cuts sentences into pieces, permalinks and a long side menu surround them",
        ["is larger than max_bytes, renames it", "keep counts files and not days"],
        ["View page source", "Next: Shipping the logs", "Search docs"],
    ),
    "api_parameter_table": (
        "a reference page: a table of parameters with one-word cells, and JSON",
        ["weight integer yes Grams, at most 31500", "409 when the van is full"],
        ["Edit this page", "Rate limits", "Last updated on"],
    ),
    "release_notes": (
        "release notes: short list items under version headings, nothing like a paragraph",
        [
            "2.3.1 (2 February 2024)",
            "a comma inside quotes ended the field (#412)",
            "Progress is shown only on a terminal",
        ],
        ["View page source", "Previous: Reference"],
    ),
    "glossary": (
        "a definition list: terms of one word and definitions of one sentence",
        ["The inner curve of an arch.", "Voussoir"],
        [],
    ),
    "faq_details": (
        "answers are folded away in details elements",
        ["with tea and one kind of cake", "Are bicycles allowed?"],
        ["Chat with us", "All trains run on time"],
    ),
    "faq_div_accordion": (
        "an accordion of divs: the panels are hidden by style until they are clicked",
        ["nobody asks for a proof", "on Thursdays we show you how"],
        ["a second hedge trimmer"],
    ),
    "code_blocks": (
        "code between the paragraphs: its lines and their indentation are part of the text; line numbers and copy buttons are not",
        ["while block := f.read(1 << 16):", "the two agree"],
        ["Copy to clipboard", "Do not parse that date"],
    ),
    "product_tabs": (
        "description and specifications stand in tabs beside a buy box, delivery and recommendations; the product is the small part of the page",
        ["the last pancake is as good as the first", "Thickness 5 mm"],
        ["Buy it now", "We send parcels on weekdays", "Chain mail scrubber", "Your basket is empty"],
    ),
    "product_with_reviews": (
        "reviews by customers are longer prose than the description of the product",
        ["a man who makes trumpets", "Made in Pilsen since 1931"],
        ["four kettles in ten years", "a brown ring under the lid", "Verified buyer", "Enamel mug"],
    ),
    "forum_quoted_replies": (
        "replies quote what they answer to: the quotes are content, the names and profiles around them are not",
        [
            "head skimmed by two tenths",
            "There is a banjo on either side and I would rather not run her dry.",
            "a week of bad temper",
        ],
        ["Joined:", "Who is online", "Post Reply", "Jump to"],
    ),
    "forum_signatures": (
        "the same signature under each post of an author, as long as the posts",
        ["Zinc, brushed on thickly", "I drilled two holes in mine"],
        ["a wife who knows better", "214 pages and counting", "Sent from the shed"],
    ),
    "question_and_answers": (
        "a question, its answers, comments to them, votes and a column of similar questions",
        ["They shade each other", "the dent should come back slowly", "turn them after fifteen minutes"],
        ["Thanks for contributing an answer", "Chess with three kings", "Viewed", "Why is my crust grey?"],
    ),
    "discourse_noscript": (
        "the thread stands in noscript; the rest of the body is an empty shell",
        ["The float is not the sensor", "Any magnet of 6 by 3 millimetres will do", "No more blinking"],
        ["best viewed with JavaScript enabled", "Pump makes a noise like a bee"],
    ),
    "empty_login_wall": (
        "a login wall: a form and a promise, no content",
        [],
        [],
    ),
    "empty_not_found": (
        "an error page: a sentence of regret, a search box and links",
        [],
        [],
    ),
    "empty_script_shell": (
        "a shell that a script would fill: a notice to switch it on",
        [],
        [],
    ),
    "empty_bot_check": (
        "a check for robots, which is an error page that says 200",
        [],
        [],
    ),
    "infinite_related_list": (
        "after a short article an endless list of stories, each with a headline and a first sentence",
        ["It swore like the north-east", "refused to comment"],
        ["Goats clear railway bank", "what the neighbours have to say", "Load more stories"],
    ),
    "zh_news_inline_ads": (
        "Chinese news with ads between paragraphs",
        ["四个角包着铜皮", "雨总还是要下的"],
        ["护眼台灯限时五折", "老街上的钟表匠", "24小时热榜", "如涉及版权问题", "水乡的最后一位船匠"],
    ),
    "zh_forum_discuz": (
        "Chinese forum: profile tables longer than the posts",
        ["用食醋兑水浇好了", "冬天落叶以后换一次松针土", "今天看到第一个花苞"],
        ["使用道具", "只看该作者", "本版积分规则", "小黑屋"],
    ),
    "zh_official_notice": (
        "an official notice: the signature and date at the end belong to it",
        ["增设“文昌小学”站", "社区巴士接驳"],
        ["扫一扫在手机打开", "浏览次数"],
    ),
    "zh_follow_box": (
        "an account article that ends in calls to follow and past issues",
        ["星星多得不像话", "走到第三个弯，雪下了"],
        ["点亮右下角的", "一个人的茶园", "眼睛湿了", "点击上方蓝字"],
    ),
    "zh_br_paragraphs": (
        "paragraphs made of br and full-width spaces only, in a layout table",
        ["全船都等着听他怎么改正", "像有人在枕头下面倒豆子"],
        ["发表评论", "想起外婆了", "友情链接"],
    ),
    "zh_encyclopedia": (
        "an encyclopedia entry: facts in a table, contents, edit buttons",
        ["老师傅要做七天", "材料 棕皮、龙须草", "坐下来还可以当垫子"],
        ["编辑次数", "油纸伞", "词条统计"],
    ),
    "zh_hot_comments": (
        "short news followed by comments many times as long",
        ["能见度低于五百米", "绕行上游的轮渡"],
        ["卖橘子的大爷", "最怕的就是团雾", "查看更多评论", "24小时热榜"],
    ),
    "zh_classical_poem": (
        "a classical poem: four lines, translation and notes",
        ["老僧留客煮新茶", "这里比喻盛开的桃花"],
        ["数量极多，风格各异", "渔舟逐水流", "1032篇诗文"],
    ),
    "ug_news": (
        "Uighur news: right to left, cards of other news after it",
        ["ھەر يەكشەنبە چۈشتىن كېيىن چۆچەك", "پەقەت كىملىك كېرەك"],
        ["يېڭى سورتلۇق ئۈزۈملەرنى", "مۇناسىۋەتلىك خەۋەرلەر", "بۈگۈن ئوچۇق"],
    ),
    "ug_poem_forum": (
        "Uighur forum: a poem with line breaks and short replies to it",
        ["ھويلىدا گۈل پۇرىقى", "داۋامىنى كۈتىمەن", "كۈز كىرگەندە يوللايمەن"],
        ["جۇغلانما", "جاۋاب يېزىش ئۈچۈن", "كونا سۈرەتلەر"],
    ),
    "ar_news": (
        'Arabic news with "read also" boxes between the paragraphs',
        ["وإن خشبها جاء من الهند", "أصغرهم في الستين من عمره"],
        ["اقرأ أيضاً", "لماذا هاجر النجارون", "أسعار الذهب اليوم"],
    ),
    "fa_blog": (
        "Persian blog: half-spaces, comments under it",
        ["سماور کوچکی داشت", "قند هنوز در جیب من است"],
        ["چه نوشته‌ی گرمی بود", "فرستادن دیدگاه"],
    ),
    "ru_news": (
        "Russian news with a donation box and cards with excerpts after it",
        ["тесто стоит двенадцать часов", "сам берёт домой по буханке"],
        ["Мы существуем на деньги читателей", "Под двойным дном лежали", "Первый снег ждут"],
    ),
    "ru_forum": (
        "Russian forum of the Invision kind: profile, reactions and share menus repeated in every post",
        ["мыши к весне проделают", "По краям оставьте продухи"],
        ["публикаций", "Ссылка на сообщение", "Чем красить крыльцо", "Это займёт минуту"],
    ),
    "ja_blog": (
        "Japanese blog with a profile, related posts and ranking buttons",
        ["竹串と古い歯ブラシで落とす", "急いでいるところも祖母に似ている"],
        ["ブログランキングに参加", "猫が二匹います", "かんなの刃を研ぐ", "漆は待つのが仕事"],
    ),
    "de_article": (
        "German article with a subscription box and info boxes between the paragraphs",
        ["das Umschlagen der Anzeigetafel", "man hört immer das Gerät"],
        ["Vier Wochen lang alle Artikel", "die Stimmgabel wiegt", "Neue Brücke, alter Streit"],
    ),
    "fr_article": (
        "French article: « À lire aussi » lines between paragraphs, marked as paragraphs like the others",
        ["sonner la cloche", "La rivière, il faut l’écouter"],
        ["À lire aussi", "foire aux plants", "Partager :"],
    ),
    "article_printed_twice": (
        "the page holds its article twice, for telephones and for wide screens: it should come once",
        ["The piano is for the fog", "the second cairn"],
        ["Ewe rescued from roof"],
    ),
    "mega_menu_with_sentences": (
        "the menu has a sentence under each of its links and is longer than the page",
        ["Block it first", "all but the first 35 pounds"],
        [
            "a card that is made of wood",
            "Somebody who has milked a cow",
            "forty pounds when the first salary",
            "compensation scheme",
        ],
    ),
    "front_page_excerpts": (
        "a front page: headlines and first sentences of many stories are its content",
        ["There are 212 of them", "for the price of a piano"],
        ["Continue reading", "Two thousand households"],
    ),
    "forum_editor_help": (
        "dialogs, a cheat sheet of the editor and keyboard help stand in the page of a short thread",
        ["a certificate which the old tile server still sends", "so you can switch back"],
        ["Write two asterisks", "This cannot be undone", "smaller than two megabytes"],
    ),
    "paywall_after_lead": (
        "after two paragraphs a box offers a subscription in more words than are free to read",
        ["at prices that the farmers call absurd", "when the sea takes it back"],
        ["Read on with a subscription", "before seven, and all of the above", "60,000 readers"],
    ),
}

#: Pages we get wrong, and why: name of the page to what goes wrong there.
WRONG: dict[str, str] = {
    "teasers_with_excerpts_after": "excerpts of prose after a short article weigh as much as the article",
    "newsletter_mid_article": "a box in the container of the paragraphs, in the same elements",
    "very_short_notice": "two short sentences are less than the notes around them",
    "read_more_links": "lines that repeat are kept: in lists of labelled pages they belong to the entries",
    "lead_outside_the_body": "names and a date stand between the lead and the body",
    "live_blog": "times and links of entries repeat with them, and look like content",
    "poem": "lines of verse are no prose; the boxes of the journal are",
    "collection_with_intro": "names and prices of cards are left out, for they are on many labelled pages",
    "layout_tables_1990s": "the visitor's number and the day of the last change stand below the text in its own table",
    "service_landing": "the numbers and the names of customers are short lines outside of sentences",
    "product_tabs": "delivery and stock read like the description",
    "product_with_reviews": "reviews are most of the prose of the page",
    "forum_quoted_replies": "subject lines repeat with each post",
    "forum_signatures": "signatures are sentences below every post",
    "question_and_answers": "the notes at the answer form are prose",
    "infinite_related_list": "further stories come with an excerpt each, and outweigh a short article",
    "zh_news_inline_ads": "an advertisement of one sentence stands between the paragraphs as they do",
    "ja_blog": "the calls to vote and the note on the author are prose in the container of the article",
    "zh_follow_box": "the calls to follow stand in the container of the paragraphs",
    "zh_hot_comments": "comments without a class that says so are prose like the article",
    "zh_classical_poem": "lines of verse are no prose; the note on the author is",
    "ug_poem_forum": "dates and ranks of the posters repeat with each post",
    "ru_news": "the call for donations is prose in the container of the article",
    "de_article": "the offer of a subscription is prose in the container of the article",
    "fr_article": "links to other stories stand between the paragraphs as paragraphs",
    "paywall_after_lead": "the offer is longer than the free part",
}

#: Pages of which lines are lost.
LINES_LOST: dict[str, str] = {
    "zh_classical_poem": "lines of verse are no prose; the note on the author is",
    "collection_with_intro": "names and prices of cards are left out, for they are on many labelled pages",
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

WITH_TEXT = [name for name, (_, must, _) in PAGES.items() if must]


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
    _, must, must_not = PAGES[name]
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
    _, must, must_not = PAGES[name]
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
