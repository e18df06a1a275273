"""How pages arrive at a spider: real crawls of a local server."""

import asyncio
import gzip

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scrapy.http import HtmlResponse, Request
from scrapy.settings import Settings

from scrapy_content_extract.content.encoding.decode import decode
from scrapy_content_extract.content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS, normalize
from scrapy_content_extract.crawl.encoding import EncodingMiddleware, decode_and_normalize
from scrapy_content_extract.crawl.responses import is_binary
from scrapy_content_extract.crawl.settings import DEFAULTS, read
from tests.content.encoding.test_decode import HEADERS, METAS
from tests.content.encoding.test_fold import PIECES, elements, reads_html5
from tests.helpers.encoding_crawls import crawl, crawls
from tests.helpers.server import serving, skip_if_not_reactorless

SIMPLIFIED = "这座图书馆是在上个世纪建成的，现在仍然有很多人在这里看书，他们说以后也会来。"
TRADITIONAL = "這座圖書館是在上個世紀建成的，現在仍然有很多人在這裡看書，他們說以後也會來。"
UIGHUR = "بۇ كۈتۈپخانا ئۆتكەن ئەسىردە سېلىنغان، ھازىرمۇ نۇرغۇن ئادەم بۇ يەردە كىتاب ئوقۇيدۇ."
RUSSIAN = "Эта библиотека была построена в прошлом веке, и сейчас здесь читают книги."
FRENCH = "La bibliothèque a été bâtie au siècle passé, et l’on y lit encore à présent."
ENGLISH = "The library was built a hundred years ago, and it is still a fine place to read."
#: "library" in presentation forms, as numeric references; the last letter is e in Uighur, heh elsewhere
FORMS = "&#65243;&#64472;&#65175;&#64472;&#64344;&#65192;&#65166;&#65255;&#65258;"


def page(text: str, charset: str | None = None, title: str = "Library") -> str:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if charset else ""
    return f"<html><head>{meta}<title>{title}</title></head><body><p>{text}</p></body></html>"


def html(charset: str | None = None, **headers: str) -> dict[str, str]:
    content_type = "text/html" + (f"; charset={charset}" if charset else "")
    return {"Content-Type": content_type, **headers}


# Every row: headers, bytes, what its paragraph says, the encoding and where it was found.
PAGES = {
    "/utf8": (html("utf-8"), page(SIMPLIFIED, "utf-8").encode(), SIMPLIFIED, "utf-8", "utf-8"),
    "/utf8-title-first": (
        html("utf-8"),
        f"<title>图书馆</title><meta charset=utf-8><p>{SIMPLIFIED}</p>".encode(),
        SIMPLIFIED, "utf-8", "utf-8",
    ),
    "/utf8-undeclared": (html(), page(RUSSIAN).encode(), RUSSIAN, "utf-8", "utf-8"),
    "/utf8-under-latin1": (html("iso-8859-1"), page(UIGHUR).encode(), UIGHUR, "utf-8", "utf-8"),
    "/utf8-under-gb2312": (html(), page(SIMPLIFIED, "gb2312").encode(), SIMPLIFIED, "utf-8", "utf-8"),
    "/utf8-mark": (html("gbk"), b"\xef\xbb\xbf" + page(SIMPLIFIED, "gbk").encode(), SIMPLIFIED, "utf-8", "bom"),
    "/utf16": (html(), page(RUSSIAN, "utf-16").encode("utf-16"), RUSSIAN, "utf-16-le", "bom"),
    "/gbk": (html(), page(SIMPLIFIED, "gb2312").encode("gbk"), SIMPLIFIED, "gb18030", "meta"),
    "/gbk-header": (html("GBK"), page(SIMPLIFIED).encode("gbk"), SIMPLIFIED, "gb18030", "header"),
    "/gbk-undeclared": (html(), page(SIMPLIFIED).encode("gbk"), SIMPLIFIED, "gb18030", "detector"),
    "/gbk-under-utf8": (html(), page(SIMPLIFIED, "utf-8").encode("gbk"), SIMPLIFIED, "gb18030", "detector"),
    "/gbk-under-latin1": (
        html("iso-8859-1"), page(SIMPLIFIED).encode("gbk"), SIMPLIFIED, "gb18030", "detector",
    ),
    "/big5": (html("big5"), page(TRADITIONAL).encode("big5"), TRADITIONAL, "big5hkscs", "header"),
    "/uighur-gb18030": (html(), page(UIGHUR, "gb18030").encode("gb18030"), UIGHUR, "gb18030", "meta"),
    "/xhtml": (
        {"Content-Type": "application/xhtml+xml"},
        f"<?xml version='1.0' encoding='windows-1251'?>{page(RUSSIAN)}".encode("cp1251"),
        RUSSIAN, "cp1251", "meta",
    ),
    "/latin1": (html("iso-8859-1"), page(FRENCH).encode("cp1252"), FRENCH, "cp1252", "header"),
    "/ascii": (html(), page(ENGLISH).encode(), ENGLISH, "utf-8", "utf-8"),
    "/ascii-gbk": (html(), page(ENGLISH, "gbk").encode(), ENGLISH, "gb18030", "meta"),
    "/compressed": (
        html("gbk", **{"Content-Encoding": "gzip"}), gzip.compress(page(SIMPLIFIED).encode("gbk")),
        SIMPLIFIED, "gb18030", "header",
    ),
    "/redirect": (html(Status="302", Location="/gbk"), b"", SIMPLIFIED, "gb18030", "meta"),
    "/meta-refresh": (
        html(), b'<html><head><meta http-equiv="refresh" content="0; url=/gbk-undeclared"></head></html>',
        SIMPLIFIED, "gb18030", "detector",
    ),
    "/forms": (
        html("utf-8"), page(f"{UIGHUR} {FORMS}", "utf-8").encode(), f"{UIGHUR} كۇتۇپخانە", "utf-8", "utf-8",
    ),
    "/controls": (html("utf-8"), page("a\ufeff\x01 b", "utf-8").encode(), "a b", "utf-8", "utf-8"),
    # a user knows better: these bytes are Russian under a Western label
    "/latin1 as koi8-r": (None, page(FRENCH).encode("cp1252"), None, "koi8-r", "user"),
}  # fmt: skip

# What is no page: headers and bytes, which arrive as they are.
UNTOUCHED = {
    "/data.json": ({"Content-Type": "application/json; charset=gbk"}, '{"书": 1}'.encode("gbk")),
    "/text.txt": ({"Content-Type": "text/plain; charset=gbk"}, "图书馆".encode("gbk")),
    "/sitemap.xml": (
        {"Content-Type": "application/xml"},
        "<?xml version='1.0' encoding='gbk'?><urlset><loc>/书</loc></urlset>".encode("gbk"),
    ),
    "/image.png": ({"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
    "/image-as-html": (html("gbk"), b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
    "/noise-as-html": (html("gbk"), bytes(range(256)) * 8),
    "/empty": (html("gbk"), b""),
}
ROBOTS = {"/robots.txt": ({"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /secret\n")}


@pytest.fixture(scope="module")
def server():
    pages = {path: row[:2] for path, row in PAGES.items() if row[0] is not None}
    with serving({**pages, **UNTOUCHED, **ROBOTS, "/secret": (html(), b"<p>")}) as url:
        yield url


@pytest.fixture(scope="module")
def crawled(server):
    return crawl(server, [*PAGES, *UNTOUCHED, "/secret"], ROBOTSTXT_OBEY=True)


@pytest.mark.parametrize("path", PAGES)
def test_every_reader_finds_the_same_text(crawled, path):
    *_, text, encoding, source = PAGES[path]
    seen = crawled["pages"][path]
    assert seen["decoded"] == {"encoding": encoding, "encoding_source": source, "replaced": 0}
    assert seen["encoding"] == "utf-8"
    if text is None:
        text = FRENCH.encode("cp1252").decode("koi8-r")
    assert seen["scrapy"] == text
    assert seen["lxml"] == text
    if "web-poet" not in seen:
        pytest.skip("web-poet is not installed; Scrapy and lxml were checked")
    assert seen["web-poet"] == text


@pytest.mark.parametrize("path", PAGES)
def test_nothing_in_a_response_says_another_encoding(crawled, path):
    seen = crawled["pages"][path]
    body = seen["body"].encode("latin-1")
    assert body.decode("utf-8")
    if "charset" in seen["content type"]:
        assert seen["content type"].endswith("; charset=utf-8")
    for label in (b"charset=g", b"charset=windows", b"charset=utf-16", b"encoding='windows"):
        assert label not in body
    if seen["content length"]:
        assert int(seen["content length"]) == len(body)


def test_a_page_in_utf8_that_says_so_is_not_changed(crawled):
    headers, body, *_ = PAGES["/utf8"]
    seen = crawled["pages"]["/utf8"]
    assert seen["body"].encode("latin-1") == body
    assert seen["content type"] == headers["Content-Type"]
    assert seen["content length"] == str(len(body))


def test_the_kind_of_page_stays_in_the_header(crawled):
    assert crawled["pages"]["/xhtml"]["content type"] == "application/xhtml+xml; charset=utf-8"


@pytest.mark.parametrize("path", UNTOUCHED)
def test_what_is_no_page_arrives_as_it_is(crawled, path):
    headers, body = UNTOUCHED[path]
    seen = crawled["pages"][path]
    assert seen["body"].encode("latin-1") == body
    assert seen["content type"] == headers["Content-Type"]
    assert seen["decoded"] is None


def test_a_page_that_is_followed_with_the_meta_of_another_does_not_take_its_encoding(server):
    """What is no page, or too large, has none; a page has its own."""
    paths = ["/gbk", "/latin1", *UNTOUCHED]
    limits = {"CONTENT_EXTRACT_MAX_BYTES": max(len(PAGES[path][1]) for path in paths[:2])}
    crawled = crawl(server, [*paths, "/forms"], "Follow", **limits)
    assert crawled["stats"]["content_extract/encoding_from/too_large"] == 1  # "/forms"
    decoded = {
        path: seen["decoded"] and seen["decoded"]["encoding"] for path, seen in crawled["pages"].items()
    }
    assert decoded == {"/gbk": "gb18030", "/latin1": "cp1252", **dict.fromkeys([*UNTOUCHED, "/forms"])}


def test_robots_txt_is_obeyed(crawled):
    assert "/secret" not in crawled["pages"]


def test_the_stats_count_where_encodings_were_found(crawled):
    stats = crawled["stats"]
    assert stats["content_extract/encoding_from/user"] == 1
    assert stats["content_extract/encoding_from/binary"] == 2
    # the page with the refresh and the page behind it both count
    assert stats["content_extract/encoding_from/detector"] == 4
    assert stats["content_extract/encoding/big5hkscs"] == 1
    assert "content_extract/replaced" not in stats


def test_pages_from_the_cache_are_read_like_fresh_ones(server, tmp_path):
    """HttpCacheMiddleware (900) stores the bytes of the server, which pass 585 again."""
    cache = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path)}
    paths = [path for path in PAGES if PAGES[path][0] is not None]
    fresh, replayed = crawls(server, paths, [cache, cache])
    assert replayed["stats"]["httpcache/hit"] >= len(paths)
    for path in paths:
        assert replayed["pages"][path].pop("flags") == ["cached"], path
        del fresh["pages"][path]["flags"]  # two paths lead to pages that are in the cache by then
        assert replayed["pages"][path] == fresh["pages"][path]


def test_a_normalized_page_from_the_cache_stays_as_it_is(server, tmp_path):
    """A project may cache below the middleware: what is stored then is normalized already."""
    cache = {
        "HTTPCACHE_ENABLED": True,
        "HTTPCACHE_DIR": str(tmp_path),
        "DOWNLOADER_MIDDLEWARES": {
            "scrapy.downloadermiddlewares.httpcache.HttpCacheMiddleware": None,
            "tests.helpers.encoding_crawls.CacheOfNormalized": 584,
            "tests.helpers.encoding_crawls.EncodingOnceMore": 583,
        },
    }
    paths = ["/gbk", "/gbk-undeclared", "/utf8-title-first", "/big5", "/forms"]
    _, replayed = crawls(server, paths, [cache, cache])
    for path in paths:
        seen = replayed["pages"][path]
        assert seen["flags"] == ["cached"]
        assert seen["decoded"]["encoding"] == "utf-8"
        assert {seen["scrapy"], seen["lxml"]} == {PAGES[path][2]}


def test_a_page_in_utf16_whose_text_begins_as_a_picture_does_is_a_page():
    request = Request("https://example.com/")
    response = HtmlResponse(request.url, body="GIF89a was a format of pictures.".encode("utf-16"))
    normalized = asyncio.run(EncodingMiddleware(None).process_response(request, response))
    assert normalized.body.startswith(b"GIF89a")
    assert not is_binary(normalized)
    assert is_binary(HtmlResponse(request.url, body=normalized.body))


#: what may be pinned by mistake
NOT_A_NAME = {
    "a name that there is not": "klingon",
    "bytes, as headers are": b"gbk",
    "a number, of a code page": 1251,
    "a list": ["gbk"],
    "nothing at all": "",
}


@pytest.mark.parametrize("pinned", NOT_A_NAME.values(), ids=NOT_A_NAME)
def test_an_unknown_encoding_is_ignored_and_logged_once(pinned, caplog):
    middleware = EncodingMiddleware(None)
    for path in ("first", "second"):
        request = Request(f"https://example.com/{path}", meta={"content_extract": {"encoding": pinned}})
        response = HtmlResponse(request.url, body=page(RUSSIAN, "windows-1251").encode("cp1251"))
        response = asyncio.run(middleware.process_response(request, response))
        assert response.css("p::text").get() == RUSSIAN
        assert request.meta["content_extract_decoded"]["encoding_source"] == "meta"
    (message,) = caplog.messages
    assert "https://example.com/first" in message
    assert f"The encoding {pinned!r} is unknown. Give a label" in message


def test_the_uighur_reading_of_forms_is_a_setting(server):
    for value in ("auto", "True", True, "False", False):
        settings = Settings({"CONTENT_EXTRACT_FOLD_UIGHUR": value})
        assert str(read(settings, "CONTENT_EXTRACT_FOLD_UIGHUR")) == str(value)
    of_each = [{"CONTENT_EXTRACT_FOLD_UIGHUR": value} for value in ("auto", "False")]
    for crawled, letter in zip(crawls(server, ["/forms"], of_each), "ەه"):
        assert crawled["pages"]["/forms"]["scrapy"] == f"{UIGHUR} كۇتۇپخان{letter}"
    for value, letter in ((True, "ە"), (False, "ه")):
        decoded = decode(PAGES["/forms"][1])
        assert f"كۇتۇپخان{letter}" in normalize(PAGES["/forms"][1], decoded, uighur=value).decode()


#: what each name in CONTENT_EXTRACT_CLEAN makes of the words of a page
DIRTY = "e\u0301\u00a0ca\u00adfe\u200bs\u200e \ufdf2 كـىتاب هازىرمۇ"
CLEANED = {
    "": DIRTY,
    "nfc": "é\u00a0ca\u00adfe\u200bs\u200e \ufdf2 كـىتاب هازىرمۇ",
    "nbsp": "e\u0301 ca\u00adfe\u200bs\u200e \ufdf2 كـىتاب هازىرمۇ",
    "soft_hyphen": "e\u0301\u00a0cafe\u200bs\u200e \ufdf2 كـىتاب هازىرمۇ",
    "zero_width": "e\u0301\u00a0ca\u00adfes\u200e \ufdf2 كـىتاب هازىرمۇ",
    "bidi": "e\u0301\u00a0ca\u00adfe\u200bs \ufdf2 كـىتاب هازىرمۇ",
    "word_ligatures": "e\u0301\u00a0ca\u00adfe\u200bs\u200e الله كـىتاب هازىرمۇ",
    "tatweel": "e\u0301\u00a0ca\u00adfe\u200bs\u200e \ufdf2 كىتاب هازىرمۇ",
    "stand_ins": "e\u0301\u00a0ca\u00adfe\u200bs\u200e \ufdf2 كـىتاب ھازىرمۇ",
    # the heh of the ligature is a stand-in by then
    "nfc,nbsp,soft_hyphen,zero_width,bidi,word_ligatures,tatweel,stand_ins": "é cafes اللە كىتاب ھازىرمۇ",
}


@pytest.mark.parametrize("names", CLEANED)
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_what_is_cleaned_by_name(names, encoding):
    body = page(f"{DIRTY} {UIGHUR}", encoding).encode(encoding)
    options = names.split(",") if names else ()
    assert normalize(body, decode(body), options=options).decode() == page(
        f"{CLEANED[names]} {UIGHUR}", encoding
    )


def test_what_is_cleaned_is_a_setting():
    with serving({"/": (html("utf-8"), page(f"{DIRTY} {UIGHUR}", "utf-8").encode())}) as url:
        names = list(CLEANED)[-2:]
        found = crawls(url, ["/"], [{"CONTENT_EXTRACT_CLEAN": name} for name in names])
    for name, crawled in zip(names, found):
        assert crawled["pages"]["/"]["scrapy"] == f"{CLEANED[name]} {UIGHUR}"


def test_nothing_is_done_when_it_is_switched_off(server):
    crawled = crawl(server, ["/gbk-header"], CONTENT_EXTRACT_NORMALIZE_ENCODING=False)
    assert crawled["pages"]["/gbk-header"]["body"].encode("latin-1") == PAGES["/gbk-header"][1]


#: a page in presentation forms, larger than what is normalized at once by default
LARGE = page(("ﺗﻪﺳﺘﯩﻖ " * 70 + "</p><p>") * 800)
assert len(LARGE.encode()) > DEFAULTS["CONTENT_EXTRACT_THREAD_BYTES"]


#: How a crawl may be run.
MODES = {
    "asyncio": {},
    "another reactor": {"TWISTED_REACTOR": "twisted.internet.selectreactor.SelectReactor"},
    "reactorless": {"TWISTED_REACTOR_ENABLED": False},
}


@pytest.fixture(scope="module", params=MODES)
def pauses(request):
    """What arrives of a large page, and how many turns the loop had meanwhile, by settings."""
    if request.param == "reactorless":
        skip_if_not_reactorless()
    how = {
        "at once": {"CONTENT_EXTRACT_THREAD_BYTES": 25_000_000},
        "in a thread": {},
        "not at all": {"CONTENT_EXTRACT_MAX_BYTES": 100_000},
    }
    with serving({"/large": (html("utf-8"), LARGE.encode())}) as url:
        return {
            name: crawl(url, ["/large"], "Pauses", **MODES[request.param], **settings)
            for name, settings in how.items()
        }


def test_a_crawl_does_not_stand_still_for_a_large_page(pauses):
    turns = {how: crawled["pages"]["/large"]["turns"] for how, crawled in pauses.items()}
    assert turns["at once"] == 0
    assert turns["in a thread"] >= 3
    assert turns["not at all"] is None


def test_a_large_page_is_normalized_in_a_thread(pauses):
    at_once, in_thread = (pauses[how]["pages"]["/large"] for how in ("at once", "in a thread"))
    assert "<p>تەستىق تەستىق" in in_thread["begins"]
    assert {**at_once, "turns": 0} == {**in_thread, "turns": 0}
    assert pauses["in a thread"]["stats"]["content_extract/encoding_from/utf-8"] == 1


def test_a_page_that_is_too_large_arrives_as_it_is(pauses):
    untouched = pauses["not at all"]["pages"]["/large"]
    assert untouched["begins"] == LARGE.encode()[:1000].decode("utf-8", "ignore")
    assert (untouched["size"], untouched["decoded"]) == (len(LARGE.encode()), None)
    assert pauses["not at all"]["stats"]["content_extract/encoding_from/too_large"] == 1


# --- any bytes at all ---

#: what bytes are made of: mark-up in any encoding, and what is in none
MARKUP = st.lists(
    st.tuples(
        st.sampled_from(PIECES), st.sampled_from(["utf-8", "gb18030", "cp932", "utf-16-le", "koi8-r"])
    ).map(lambda piece: piece[0].encode(piece[1], "replace"))
    | st.binary(max_size=4),
    max_size=40,
).map(b"".join)


@reads_html5
@given(METAS, MARKUP, HEADERS, st.sampled_from([(), (*CLEAN_OPTIONS, *FOLD_OPTIONS)]))
# UTF-8 of a few characters, cut off in the last one
@example(b"<meta charset=\xc2\x80\xc2\x80>", b"\xc2", "text/html; charset=unicode-1-1-utf-8", ())
@example(b"<meta charset='>", "'>\xa0".encode(), "", (*CLEAN_OPTIONS, *FOLD_OPTIONS))
def test_the_elements_of_any_page_stay(meta, markup, content_type, cleaned):
    """What is handed on is parsed to the same elements as the text of the page itself."""
    # text in the body, so that white space and what is none make no difference for implied tags
    begin = b"<!DOCTYPE html><html><head>%s</head><body>x" % meta
    body = begin + markup
    if ("body",) not in elements(begin.decode("latin-1")):  # it is in an attribute or a comment
        cleaned = ()
    content_type = content_type or ""
    headers = {"Content-Type": content_type.encode("utf-8")}
    response = HtmlResponse("https://example.com/", body=body, headers=headers)
    decoded, handed_on, _ = decode_and_normalize(response, content_type, None, {"options": cleaned})
    assert elements(handed_on.body.decode().removeprefix("\ufeff")) == elements(decoded.text)
    # each reader of the bytes finds the same
    again, same, _ = decode_and_normalize(handed_on, "text/html; charset=utf-8", None, {"options": cleaned})
    assert (again.encoding, again.replaced) == ("utf-8", 0)
    assert same.body == handed_on.body
    assert elements(handed_on.text) == elements(decoded.text)


def test_a_page_that_was_encoded_twice_is_handed_on_as_it_was():
    response = HtmlResponse("http://example.com/", body="<p>Ã©tÃ©</p>".encode())
    decoded, handed_on, _ = decode_and_normalize(response, "text/html; charset=utf-8", None, {})
    assert (decoded.source, handed_on.text) == ("mojibake", "<p>été</p>")
    _, as_it_is, _ = decode_and_normalize(response, "text/html; charset=utf-8", None, {"mojibake": False})
    assert as_it_is.text == "<p>Ã©tÃ©</p>"
