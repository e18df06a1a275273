"""Sentences in four languages for made pages: every combination of a beginning, a middle and an end is one."""

from __future__ import annotations

import random

#: language → who, does what, when or where
PARTS: dict[str, tuple[str, str, str]] = {
    "zh-Hans": (
        "这位老师|我的邻居|那个年轻的工程师|市政府|一位退休的医生|当地的农民|学校图书馆|北京的一家公司|很多游客|研究人员|他的姐姐|新闻记者|"
        "这支足球队|火车站的工作人员",
        "正在准备一份新的报告|决定修建一座桥|认为天气会越来越热|每天早上喝一杯热茶|发现了一种罕见的植物|打算把旧房子卖掉|写了一封长信给朋友|"
        "计划举办一场音乐会|开始学习弹钢琴|终于解决了电力问题|买了三本关于历史的书|参加了关于经济发展的讨论|观察到鸟类数量的变化",
        "，因为去年冬天下了很大的雪|，这让大家都感到非常高兴|，但是没有人知道原因|，虽然价格比以前贵得多|，希望明年能够完成|，所以道路暂时关闭|"
        "，并且邀请了附近村庄的孩子们|，不过电视台没有报道|，以便保护环境和水资源|，从春天一直到秋天|，结果完全出乎意料|，然后回到了自己的家乡",
    ),
    "ru": (
        "Этот учитель|Мой сосед|Молодой инженер|Городской совет|Врач на пенсии|Местный фермер|Школьный библиотекарь|Директор завода|Известный учёный|"
        "Его старший брат|Журналист газеты|Футбольный тренер|Начальник вокзала|Один турист",
        "готовит новый отчёт|решил построить мост через реку|думает, что погода станет жарче|каждое утро пьёт горячий чай|нашёл редкое растение|хочет продать "
        "старый дом|написал длинное письмо другу|собирается устроить концерт|начал учиться играть на скрипке|объяснил причину аварии|купил три книги по "
        "истории|участвовал в обсуждении бюджета|заметил, что птиц стало меньше",
        "после долгой и снежной зимы.|и все были этому очень рады.|но никто не знает почему.|хотя цены сильно выросли.|к концу следующего года.|поэтому "
        "движение пока закрыто.|вместе с детьми из соседней деревни.|однако телевидение об этом молчит.|чтобы сберечь природу и воду.|с весны до поздней "
        "осени.|вопреки всем ожиданиям.|а потом вернулся домой на юг.",
    ),
    "ug": (
        "بۇ ئوقۇتقۇچى|قوشنىمىز|ياش ئىنژېنېر|شەھەرلىك ھۆكۈمەت|پېنسىيەگە چىققان دوختۇر|يەرلىك دېھقان|مەكتەپ كۈتۈپخانىسى|ئۈرۈمچىدىكى بىر شىركەت|داڭلىق ئالىم|"
        "ئۇنىڭ ئاكىسى|گېزىت مۇخبىرى|پۇتبول كوماندىسى|ۋوگزال خادىمى|بىر ساياھەتچى",
        "يېڭى دوكلات تەييارلاۋاتىدۇ|دەرياغا كۆۋرۈك سېلىشنى قارار قىلدى|ھاۋا ئىسسىپ كېتىدۇ دەپ قارايدۇ|ھەر كۈنى ئەتىگەندە چاي ئىچىدۇ|ناھايىتى ئاز ئۇچرايدىغان "
        "ئۆسۈملۈكنى تاپتى|كونا ئۆيىنى ساتماقچى بولدى|دوستىغا ئۇزۇن خەت يازدى|چوڭ كونسېرت ئۆتكۈزمەكچى|دۇتار چېلىشنى ئۆگىنىشكە باشلىدى|توك ئۈزۈلۈشنىڭ سەۋەبىنى "
        "چۈشەندۈردى|تارىخقا ئائىت ئۈچ كىتاب سېتىۋالدى|ئىقتىساد ھەققىدە سۆزلىدى|قۇشلارنىڭ ئازايغانلىقىنى كۆردى",
        "سوغۇق قىشتىن كېيىن.|ھەممەيلەن بۇنىڭدىن خۇشال بولدى.|لېكىن سەۋەبىنى ھېچكىم بىلمەيدۇ.|باھالار ئۆرلەپ كەتكەن بولسىمۇ.|كېلەر يىلنىڭ ئاخىرىغىچە.|شۇڭا "
        "يول ۋاقىتلىق تاقالدى.|قوشنا يېزىدىكى بالىلار بىلەن بىللە.|ئەمما تېلېۋىزور بۇنى خەۋەر قىلمىدى.|مۇھىت ۋە سۇنى قوغداش ئۈچۈن.|باھاردىن كۈزگىچە.|ھېچكىم "
        "ئويلىمىغان يەردىن.|ئاندىن يۇرتىغا قايتىپ كەلدى.",
    ),
    "en": (
        "The teacher|My neighbour’s cousin|A young engineer|The town council|A retired doctor|One of the farmers|The school library|A company in Leeds|The "
        "scientist|His elder sister|The paper’s editor|The team’s coach|The café owner|A lost traveller",
        "is writing a new report|decided to build a bridge|thinks it’s getting warmer|drinks hot tea every morning|has found a rare plant|wants to sell the old "
        "house|sent a friend a long letter|is planning a concert – the first one|began to learn the piano|explained why the power failed|paid £30 for three "
        "books|talked about “the economy”|has seen fewer birds",
        "after a long and cold winter.|and everybody was glad of it.|but nobody knows why.|although prices have gone up.|before the end of next year.|so the road "
        "is closed for now.|with the children of the next village.|but it wasn’t on television.|to look after the woods and rivers.|from spring until autumn.|"
        "against all expectation.|and then went home to the south.",
    ),
}

#: Languages that are written without spaces between words.
UNSPACED = frozenset({"zh-Hans"})


def sentences(language: str, chars: int, seed: int = 0) -> list[str]:
    """Return different sentences of a language, of ``chars`` characters or more together."""
    first, second, third = (part.split("|") for part in PARTS[language])
    space = "" if language in UNSPACED else " "
    end = "。" if language in UNSPACED else ""
    every = [f"{a}{space}{b}{space}{c}{end}" for a in first for b in second for c in third]
    random.Random(f"{language} {seed}").shuffle(every)
    found, total = [], 0
    for sentence in every:
        found.append(sentence)
        total += len(sentence)
        if total >= chars:
            break
    return found
