"""Bytes without a declaration → their most likely encoding.

There are two detectors: chardetng, which is Firefox's, if the package ``chardetng-py`` is
installed, and otherwise :func:`by_letters`, which needs no package.  Both get a sample that is not
UTF-8.

:func:`by_letters` is naive Bayes on single characters.

*Multi-byte encodings* are rejected unless nearly all bytes form existing pairs.  Of the remaining
ones the winner is the one in which most characters are common in its language: about two in
three if it is right, one in twenty if not.

*Single-byte encodings*: words of a non-Latin script are runs of bytes above ASCII; in Latin
words such bytes stand alone or in pairs.  The probability of a letter of rank r in its language
is proportional to 1/(r + 2), that of a capital is a twentieth of it, that of a sign that belongs
to no language, such as a dash, is 0.2 %, and that of anything else 0.001 %.  The winner is the
language and encoding in which the bytes above ASCII are most likely.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

from .labels import codec_of

#: Takes a sample of a page's text and returns its codec, or None.
Detector = Callable[[bytes], str | None]


@cache
def installed_detector() -> Detector:
    """Return the best detector that is installed."""
    try:
        from chardetng_py import EncodingDetector
    except ImportError:
        return by_letters

    def chardetng(sample: bytes) -> str | None:
        if codec := evident(sample):
            return codec
        firefox = EncodingDetector()
        firefox.feed(sample, last=False)  # the end of a sample may cut a character in two
        return codec_of(firefox.guess(tld=None, allow_utf8=False))

    return chardetng


#: language → its single-byte codecs, the most likely first, and its letters beyond ASCII, the most
#: frequent first.  Western languages come first, because the first of equals wins.
ALPHABETS = {
    "de": ("cp1252 iso8859-15", "üäößé"),
    "fr": ("cp1252 iso8859-15", "éèàêçôùîâûœëï"),
    "es": ("cp1252", "óíáéñúü¿¡"),
    "pt": ("cp1252", "ãçáéíóõêâúàô"),
    "it": ("cp1252", "èàùòìé"),
    "nordic": ("cp1252", "äöåøæéðíþáúýó"),
    "nl": ("cp1252", "éëïóöèü"),
    "ru": ("cp1251 koi8-r cp866 iso8859-5 mac-cyrillic", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
    "uk": ("cp1251 koi8-u iso8859-5 mac-cyrillic", "оанивіретслкмдупязьбгйчхцїжюєшщфґ"),
    "be": ("cp1251 iso8859-5", "анірыеокясялтцмдўпзуэгьчйбхжшюфё"),
    "bg": ("cp1251 iso8859-5", "аиоетнрсвлкдпмзяъубгчцщхжшйюфь"),
    "sr": ("cp1251 iso8859-5", "аиоенрстјвукдмлпзгбчшцжњхљћђфџ"),
    "el": ("cp1253 iso8859-7", "αοιετσνηυρπκμλςωίγδθόάήχέφύβξώζψϊϋΐΰ"),
    "tr": ("cp1254 iso8859-3", "ıüşğçöİâîû"),
    "ar": ("cp1256 iso8859-6", "ايلمنوترةبهدعسفكحقجأصشخىضطئثذزإغظءآؤـ،؟"),
    "fa": ("cp1256", "ايرندهمتوسبشكگزلخفقعجحپغصطچضآظژذثئءکـ،؟\u200c"),
    "he": ("cp1255 iso8859-8", "יוהלאתרמבשנדעחקכםפטגצסןזךץף"),
    "th": ("cp874", "านรอกเงม่ยลว้ดทัสต์ิปีคบุหขแใพจไ็ชูะำธโณผศถซึฐษืภญฟฉฎฤๆฏฆฬฮฯ"),
    "vi": ("cp1258", "\u0301\u0300\u0323đêôâươă\u0309\u0303áàóíạ"),
    "pl": ("cp1250 iso8859-2", "ęłąóżśćńź"),
    "cs": ("cp1250 iso8859-2", "áíéěřčžýšůúťďňó"),
    "sk": ("cp1250 iso8859-2", "áíéčýžúšľťôňäóďĺŕ"),
    "hu": ("cp1250 iso8859-2", "éáőóöíüúű"),
    "ro": ("cp1250 iso8859-2 iso8859-16", "ăîşţâșț"),
    "hr": ("cp1250 iso8859-2", "čšžćđ"),
    "lt": ("cp1257 iso8859-13", "ėųšįžąūčę"),
    "lv": ("cp1257 iso8859-13", "āīēšūņļžģķčŗ"),
    "et": ("cp1257", "äõüöšž"),
}

NOT_LATIN = frozenset("ru uk be bg sr el ar fa he th".split())

#: Signs used in all languages.
SIGNS = "\xa0«»“”„’‘–—…•·°©®™§¶†‡‹›×÷±½¼¾²³¹ªº¿¡£€¥¢"

ANYTHING_ELSE = math.log(1e-5)


@cache
def single_byte_models(latin: bool) -> list[tuple[str, list[float]]]:
    """Return, for every language and encoding, the log probability of each byte above ASCII."""
    models = []
    for language, (encodings, letters) in ALPHABETS.items():
        if (language in NOT_LATIN) is latin:
            continue
        total = sum(1 / (rank + 2) for rank in range(len(letters)))
        known = dict.fromkeys(SIGNS, 0.002)
        for rank, letter in enumerate(letters):
            p = 1 / (rank + 2) / total
            if letter.upper() != letter and len(letter.upper()) == 1:
                known.setdefault(letter.upper(), p / 20)
            known[letter] = p
        log_p = {char: math.log(p) for char, p in known.items()}
        for codec in encodings.split():
            chars = (bytes([byte]).decode(codec, "replace") for byte in range(128, 256))
            models.append((codec, [log_p.get(char, ANYTHING_ELSE) for char in chars]))
    return models


#: codec → the most common characters of its language
COMMON = {
    "gb18030": "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道"
    "行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它"
    "与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己"
    "制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气"
    "题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空"
    "决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉"
    "，。、：；“”（）！？《》·…"
    "اەبپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىيئ",  # with four bytes each
    "big5hkscs": "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道"
    "行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它"
    "與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己"
    "制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣"
    "題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空"
    "決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺"
    "台灣，。、：；「」（）！？《》．…",
    "euc_jp": "のにはをたがでてとしれさいなるあかもこすくりっだまらうえきおわせけよんみそばつちどじめねびげべごずぎやへぐ"
    "ンスーイトルリラアクシロドッレジタコフマティプグムカサブニデメバチウダパキナュオャセミビソエポヒノハツェ"
    "日本人大年一国中出会学生事時分上者月見行前間手子自入市社同田地方場合何後長今作思動高新東部家気目十二三"
    "、。「」（）・！？",
    "cp949": "이다는의에을고가하지를은사한기로도리자어대그나서인시들일해아있수보부정라전만게과제여것장으스주상구원소오"
    "적조마동비성신무유공국안우관중생지학세연면행당회고경모미화었까개내위실명거문선저요등진분용물계차교산간양체"
    "바심방재영각반발식단했금민때치합달트후래야터박최강김결호할말년월운본음통된없두",
}
COMMON["cp932"] = COMMON["euc_jp"]
_COMMON = {codec: frozenset(chars) for codec, chars in COMMON.items()}

#: At most this share of a sample's characters may be undecodable pairs of bytes.
BAD_PAIRS = 0.02
#: The least share of common characters in a CJK text.
COMMON_SHARE = 0.25

#: The evidence needed to prefer anything to windows-1252, as a logarithm: about one letter's.
HANDICAP = 5.0

#: The least share of bytes above ASCII in runs for a script that is not Latin.
RUNS_SHARE = 0.3
_RUN = re.compile(rb"[\x80-\xff]{3,}")


#: So much of a sample will do if a fourth of its bytes are above ASCII, as in East Asian text, and
#: if this share of the characters is common in a language.
EVIDENT_BYTES = 2000
EVIDENT_SHARE = 0.45
_HIGH = bytes(range(128, 256))


def evident(sample: bytes) -> str | None:
    """Return the East Asian encoding that a sample is evidently in, or None: a look at all takes ten times as long.

    >>> evident("圖書館裡有很多人在看書，我們也是。".encode("big5") * 120), evident(b"It rains.")
    ('big5hkscs', None)
    """
    if len(sample) < 2 * EVIDENT_BYTES:  # the full look is as short
        return None
    sample = sample[:EVIDENT_BYTES]
    high = count_high(sample)
    if high < 100 or 4 * high < len(sample):
        return None
    return next((codec for codec in COMMON if share_of_common(sample, codec) >= EVIDENT_SHARE), None)


def by_letters(sample: bytes) -> str | None:
    """Return the codec in which a sample looks most like a language, or None if it is ASCII.

    >>> by_letters("Сколько воды утекло с тех пор".encode("koi8-r"))
    'koi8-r'
    >>> by_letters("圖書館裡有很多人在看書".encode("big5"))
    'big5hkscs'
    """
    if codec := evident(sample):
        return codec
    counts = Counter(sample)
    high = [counts[byte] for byte in range(128, 256)]
    if not any(high):
        return None
    share, codec = max((share_of_common(sample, codec), codec) for codec in COMMON)
    if share >= COMMON_SHARE:
        return codec
    in_runs = sum(map(len, words_in(sample)))
    latin = in_runs < RUNS_SHARE * sum(high)
    present = [(index, count) for index, count in enumerate(high) if count]

    def likelihood(model: tuple[str, list[float]]) -> float:
        codec, log_p = model
        return sum(log_p[index] * count for index, count in present) - (codec != "cp1252") * HANDICAP

    # of equals ``max`` returns the first, which is the most likely encoding of the language
    return max(single_byte_models(latin), key=likelihood)[0]


def words_in(sample: bytes) -> list[bytes]:
    """Return the runs of three or more bytes above ASCII, except repetitions of one byte ("»»»")."""
    return [run for run in _RUN.findall(sample) if len(set(run)) > 1]


def share_of_common(sample: bytes, codec: str) -> float:
    """Return the share of common characters in a sample, or 0 if it is not valid in this codec."""
    text = sample.decode(codec, "replace")
    bad = text.count("\ufffd")
    chars = len(text) - len(text.encode("ascii", "ignore")) - bad
    is_valid = bad <= max(1, BAD_PAIRS * chars)
    return sum(map(_COMMON[codec].__contains__, text)) / chars if is_valid and chars else 0.0


def count_high(data: bytes) -> int:
    return len(data) - len(data.translate(None, _HIGH))
