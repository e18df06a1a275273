"""What the items of real crawls hold, on two kinds of reactor and without one, and what a crawl logs."""

import json

import pytest

from scrapy_content_extract.crawl.timing import PARTS
from tests.helpers.processes import run_code
from tests.helpers.server import serving, skip_if_not_reactorless

HTML = {"Content-Type": "text/html"}
ENGLISH = "The rain has been with us for a week now, and it is not about to leave."
BLOG = "This is the only thing that the blog has to say about it."
SECOND = "We have been told that there will be more of it by the end of the month."
CHINESE = "这座图书馆是在上个世纪建成的,现在仍然有很多人在这里看书。"

NEWS = f"""<html lang="en"><head><title>News</title></head><body>
<ul><li><a href="/blog.html">Blog</a></li><li><a href="/links.html">Links</a></li></ul>
<div id="main"><h1>Rain</h1><p>{ENGLISH}</p><p>{SECOND}</p></div></body></html>"""

PAGES = {
    "/news.html": (HTML, NEWS.encode()),
    "/blog.html": (HTML, f"<div><p>{BLOG}</p></div>".encode()),
    "/empty.html": (HTML, b""),
    "/links.html": (HTML, b"<body><a href='/news.html'>News of the day</a> <a href='/blog.html'>Blog</a>"),
    "/data.json": ({"Content-Type": "application/json"}, b'{"temperature": 12}'),
    "/binary.html": (HTML, b"%PDF-1.4\n" + bytes(range(256)) * 50),
    "/large.html": (HTML, b"<p>It is what it is.</p>" * 20_000),
    "/frames.html": (
        HTML,
        b"<html><frameset cols='1,1'><frame src='/a'><frame src='/b'></frameset></html>",
    ),
    "/deep.html": (HTML, b"<p>It is here that it begins.</p>" + b"<div>" * 3000 + b"<p>lost</p>"),
    "/gbk.html": (
        {"Content-Type": "text/html; charset=iso-8859-1"},
        f'<html><head><meta charset="gbk"></head><body><p>{CHINESE}</p></body></html>'.encode("gbk"),
    ),
    "/utf16.html": (
        {"Content-Type": "text/html; charset=utf-16le"},
        " <p>Это то, что было на самом деле.</p>".encode("utf-16-le"),
    ),
    "/western.html": (HTML, "<p>Это то, что было на самом деле.</p>".encode("cp1251")),
}

MAIN_OF_NEWS = f"{ENGLISH}\n{SECOND}"


@pytest.fixture(scope="module", params=["asyncio", "select", "reactorless"])
def crawls(request):
    """What came out of every spider of crawls.py."""
    if request.param == "reactorless":
        skip_if_not_reactorless()
    with serving(PAGES) as url:
        run = run_code(
            "from tests.helpers.crawls import main; main()", request.param, url, PYTHONHASHSEED="0"
        )
    return json.loads(run.stdout)


def statuses(crawl):
    """Return the stats of the plugin that count items."""
    prefix = "content_extract/"
    return {
        name.removeprefix(prefix): count
        for name, count in crawl["stats"].items()
        if name.startswith((f"{prefix}status/", f"{prefix}skipped"))
    }


def test_all_item_types_are_filled(crawls):
    items = {item["name"]: item for item in crawls["item types"]["items"]}
    assert set(items) == {"dict", "DataclassItem", "SlotsItem", "AttrsItem", "PydanticItem", "ScrapyItem"}
    for item in items.values():
        assert item["text"] == MAIN_OF_NEWS
        assert [block["text"] for block in item["blocks"]] == ["Blog\nLinks", f"Rain\n{ENGLISH}\n{SECOND}"]
        assert item["link_density"]["status"] == "ok"
    assert [w for w in crawls["item types"]["warnings"] if "Aiohttp" not in w] == []


def test_diagnostics_of_a_page(crawls):
    """Counted by hand: characters that are not white space."""
    (item,) = [i for i in crawls["item types"]["items"] if i["name"] == "dict"]
    main = len((ENGLISH + SECOND).replace(" ", ""))
    links = len("BlogLinks")
    everything = main + links + len("Rain")
    assert item["link_density"] == {
        "page": round(links / everything, 4),
        "main": 0.0,
        "rest": round(links / (links + len("Rain")), 4),
        "chars": everything,
        "link_chars": links,
        "main_chars": main,
        "extractor": "cevc",
        "status": "ok",
        "truncated": False,
        "confidence": None,
        "kind": None,
        "kind_confidence": None,
        "no_content": None,
        "text_source": None,
        "hidden_chars": None,
        "hidden_kept": None,
        "encoding": item["link_density"]["encoding"],  # that of an ASCII page: see test_decode
        "encoding_source": item["link_density"]["encoding_source"],
        "replaced": 0,
    }
    assert item["link_density"]["encoding"] is not None
    assert [block["main"] for block in item["blocks"]] == [False, True]
    assert [block["link_chars"] for block in item["blocks"]] == [9, 0]


def test_async_callbacks(crawls):
    (item,) = crawls["async callback"]["items"]
    assert item["text"] == MAIN_OF_NEWS


@pytest.mark.parametrize("name", ["several items", "several items, analysed in a thread"])
def test_items_of_one_response_share_its_analysis(crawls, name):
    crawl = crawls[name]
    assert len(crawl["items"]) == 10
    assert crawl["stats"]["content_extract/pages"] == 2
    assert statuses(crawl) == {"status/ok": 10}
    for item in crawl["items"]:
        assert item["text"].startswith("The rain" if item["path"] == "/news.html" else "This is the only")


def test_those_who_wait_for_an_analysis_that_is_cancelled_get_it(crawls):
    crawl = crawls["cancelled"]
    found = {item["number"]: item.get("text", "")[:4] for item in crawl["items"]}
    assert found == {0: "", 1: "Blog", 2: "Blog", 3: "Blog", 4: "Blog"}
    assert crawl["stats"]["content_extract/pages"] == 1


def test_items_without_response(crawls):
    crawl = crawls["without response"]
    assert [item["name"] for item in crawl["items"]] == ["from start", "from an errback"]
    for item in crawl["items"]:
        assert (item["text"], item["blocks"]) == ("", [])
        assert item["link_density"].pop("status") == "no_response"
        assert set(item["link_density"].values()) == {None}
    assert statuses(crawl) == {"status/no_response": 2}
    assert len([w for w in crawl["warnings"] if "bind(item, response)" in w]) == 1


@pytest.mark.parametrize("name", ["bound by the user", "bound by the user, replaced after"])
def test_items_bound_by_the_user(crawls, name):
    crawl = crawls[name]
    assert sorted(item["name"] for item in crawl["items"]) == ["of an errback", "over two pages"]
    assert {item["text"] for item in crawl["items"]} == {MAIN_OF_NEWS}


def test_items_replaced_by_an_earlier_pipeline(crawls):
    crawl = crawls["replaced before"]
    assert statuses(crawl) == {"status/no_response": 10}
    assert any("replaced it" in warning for warning in crawl["warnings"])


def test_items_replaced_by_a_later_pipeline(crawls):
    crawl = crawls["replaced after"]
    assert statuses(crawl) == {"status/ok": 10}
    assert all(item["text"] for item in crawl["items"])


def test_no_binding_outlives_its_response(crawls):
    assert {name: crawl["bindings_left"] for name, crawl in crawls.items()} == dict.fromkeys(crawls, 0)


FREED = ["freed", "freed, in a thread", "freed, with Markdown", "freed by an async callback"]


@pytest.mark.parametrize("name", FREED)
def test_responses_and_their_trees_are_freed_without_the_collector_of_cycles(crawls, name):
    """Without the plugin all of them are there until it comes."""
    if crawls[f"{name.partition(',')[0]}, without selectors"]["stats"]["alive"] > 1:
        pytest.skip("this version of Scrapy or Twisted holds all responses until the collector comes")
    crawl = crawls[name]
    assert crawl["stats"]["pages"] == 8
    assert crawl["stats"]["alive"] <= 1  # the last, which the engine may be about to let go


@pytest.mark.parametrize("name", ["freed", "freed by an async callback"])
def test_responses_and_selectors_that_a_spider_keeps_are_what_they_were(crawls, name):
    kept = [item for item in crawls[name]["items"] if item["path"] == "/blog.html"]
    assert len(kept) == 8
    assert {item["paragraphs"] for item in kept} == {0}  # its only one was taken out
    assert all(item["before"].endswith("/blog.html") for item in kept)
    assert {item["text"] for item in kept} == {"", BLOG}  # of /links.html, and as bound


def test_items_that_cannot_be_written_go_on(crawls):
    crawl = crawls["cannot be written"]
    assert sorted(item["class"] for item in crawl["items"]) == sorted(
        ["FrozenItem", "UndeclaredItem", "StrictItem", "NotAnItem"] * 2
    )
    strict = next(item for item in crawl["items"] if item["class"] == "StrictItem")
    assert strict["text"] is None
    assert strict["link_density"]["status"] == "ok"
    warnings = [w for w in crawl["warnings"] if "(logged once)" in w]
    fields = {w.split()[0]: w.split("accept ")[-1].split(" (")[0] for w in warnings}
    assert fields == {
        "FrozenItem": "'text' and 'blocks' and 'link_density'",
        "UndeclaredItem": "'text' and 'blocks' and 'link_density'",
        "StrictItem": "'text'",
        "NotAnItem": fields["NotAnItem"],
    }
    assert len(warnings) == 4, "each class came twice"
    (undeclared,) = [w for w in warnings if w.startswith("UndeclaredItem")]
    assert "UndeclaredItem': {'text': 'body', 'blocks': None, 'link_density': None} to" in undeclared


#: How each page comes out: status, and whether it was measured.
EXPECTED = {
    "/news.html": ("ok", True),
    "/empty.html": ("empty", False),  # no body at all
    "/links.html": ("empty", True),  # text, but all of it in links
    "/data.json": ("not_html", False),
    "/binary.html": ("not_html", False),  # a PDF that is declared as HTML
    "/large.html": ("too_large", False),  # above MAX_BYTES
    "/missing.html": ("ok", True),  # the text of the error page
    "/frames.html": ("empty", False),  # no text
    "/deep.html": ("ok", True),  # the parser gave up on the way
}


def test_every_page_gives_an_item_with_a_status(crawls):
    crawl = crawls["statuses"]
    items = {item["path"]: item for item in crawl["items"]}
    assert {path: item["link_density"]["status"] for path, item in items.items()} == {
        path: status for path, (status, _) in EXPECTED.items()
    }
    for path, (status, measured) in EXPECTED.items():
        item = items[path]
        assert (item["text"] != "") == (status == "ok"), path
        assert (item["link_density"]["chars"] is not None) == measured, path
        assert (item["blocks"] != []) == measured, path
    # libxml2 before 2.14 has no limit for the depth of HTML
    lost = "lost" not in [block["text"] for block in items["/deep.html"]["blocks"]]
    assert items["/deep.html"]["link_density"]["truncated"] is lost
    assert items["/news.html"]["link_density"]["truncated"] is False
    assert items["/links.html"]["link_density"]["page"] == 1.0
    counts = {}
    for status, _ in EXPECTED.values():
        counts[f"status/{status}"] = counts.get(f"status/{status}", 0) + 1
    assert statuses(crawl) == counts
    assert crawl["stats"].get("content_extract/truncated", 0) == int(lost)


def test_items_of_empty_pages_can_be_dropped(crawls):
    crawl = crawls["drop empty"]
    assert sorted(item["path"] for item in crawl["items"]) == ["/data.json", "/news.html"]
    assert crawl["stats"]["item_dropped_count"] == 2
    assert statuses(crawl) == {"status/ok": 1, "status/empty": 2, "status/not_html": 1}


def test_pages_below_the_least_confidence_are_unsure_and_keep_their_text(crawls):
    news, links = sorted(crawls["unsure"]["items"], key=lambda item: item["path"], reverse=True)
    assert (news["link_density"]["status"], links["link_density"]["status"]) == ("unsure", "empty")
    assert SECOND in news["text"]
    assert statuses(crawls["unsure"]) == {"status/unsure": 1, "status/empty": 1}


def test_a_request_can_switch_off(crawls):
    crawl = crawls["skipped by meta"]
    assert crawl["items"] == [{"class": "dict", "path": "/news.html"}]
    assert statuses(crawl) == {"skipped": 1}


def test_a_request_can_choose_an_extractor(crawls):
    (item,) = crawls["another extractor by meta"]["items"]
    assert item["text"] == f"Blog\nLinks\nRain\n{MAIN_OF_NEWS}"
    assert item["link_density"]["extractor"] == "tests.helpers.crawls.WholePage"


def test_a_request_can_give_parameters(crawls):
    (item,) = crawls["other parameters by meta"]["items"]
    assert item["text"] == f"Rain\n{MAIN_OF_NEWS}"


@pytest.mark.parametrize("where", ["", " in a thread"])
def test_an_extractor_that_ends_the_program_costs_its_pages(crawls, where):
    crawl = crawls[f"an extractor that leaves{where}"]
    assert statuses(crawl) == {"status/error": 2}
    assert len([w for w in crawl["warnings"] if "SystemExit: nothing works" in w and "logged once" in w]) == 1


def test_a_segmenter_that_ends_the_program_costs_the_blocks(crawls):
    crawl = crawls["a segmenter that leaves"]
    assert statuses(crawl) == {"status/no_blocks": 1}
    assert len([w for w in crawl["warnings"] if "SystemExit: 3" in w]) == 1


def test_all_items_of_a_page_with_an_error_go_on(crawls):
    crawl = crawls["parameters in meta that are not a dict"]
    assert statuses(crawl) == {"status/error": 10}
    assert {item["link_density"]["extractor"] for item in crawl["items"]} == {"cevc"}
    says = "meta['content_extract']['params'] is 'alpha=0.6'; it must be a dict"
    assert len([w for w in crawl["warnings"] if says in w]) == 1


def test_an_impossible_meta_is_an_error_of_the_page_only(crawls):
    crawl = crawls["impossible meta"]
    assert statuses(crawl) == {"status/error": 7}
    warnings = [w.split("/news.html>: ")[1] for w in crawl["warnings"] if "logged once" in w]
    assert len(warnings) == 4  # each way to be impossible once, whatever the values are
    for says in (
        "meta['content_extract'] is {'extracter': ",
        "meta['content_extract']['params']: alpha is ",
        "meta['content_extract']['params']: output is 'most'; it must be ",
        "meta['content_extract']['extractor'] is 'nowhere.",
    ):
        assert len([w for w in warnings if w.startswith(says)]) == 1


def test_a_request_can_pin_the_encoding(crawls):
    (item,) = crawls["encoding by meta"]["items"]
    assert item["text"] == "Это то, что было на самом деле."
    assert item["link_density"]["encoding_source"] == "user"


def test_an_unknown_encoding_is_logged_and_ignored(crawls):
    crawl = crawls["unknown encoding by meta"]
    assert crawl["items"][0]["text"] == MAIN_OF_NEWS
    assert any("klingon" in warning for warning in crawl["warnings"])


def test_an_extractor_that_fails_costs_no_item(crawls):
    crawl = crawls["an extractor that fails"]
    assert statuses(crawl) == {"status/error": 2}
    assert [item["text"] for item in crawl["items"]] == ["", ""]
    # once, though each page has a message of its own
    assert len([w for w in crawl["warnings"] if "this extractor always fails, here at [" in w]) == 1


def test_a_segmenter_that_fails_costs_the_blocks_alone(crawls):
    """Text, title and metadata are there; the status tells what is missing, the log what to do."""
    crawl = crawls["a segmenter that fails"]
    items = {item["path"]: item for item in crawl["items"]}
    segmented = {item["path"]: item for item in crawls["title"]["items"]}["/news.html"]
    news = items["/news.html"]
    assert (news["text"], news["headline"]) == (segmented["text"], segmented["headline"])
    assert (news["language"], news["blocks"]) == ("en", [])
    assert news["link_density"] == {**segmented["link_density"], "status": "no_blocks"}
    assert items["/empty.html"]["link_density"]["status"] == "empty"
    assert statuses(crawl) == {"status/no_blocks": 1, "status/empty": 1}
    (warning,) = [w for w in crawl["warnings"] if "No blocks, but text" in w]
    assert "render it with scrapy_content_extract.crawl.browser.render()" in warning


def test_fields_that_are_empty_are_filled_and_those_of_the_spider_stay(crawls):
    crawl = crawls["fields filled by the spider"]
    declared, first, second = crawl["items"]
    assert declared["text"] == MAIN_OF_NEWS
    assert (len(declared["blocks"]), declared["link_density"]["status"]) == (2, "ok")
    assert declared["confidence"] == declared["link_density"]["confidence"] > 0
    assert (declared["encoding"], declared["truncated"]) == (declared["link_density"]["encoding"], True)
    assert (first["text"], len(first["blocks"]), first["link_density"]["status"]) == ("mine", 2, "ok")
    assert (second["text"], second["blocks"]) == ("mine, too", [0])
    assert "Undecided" in second["encoding"]
    own = [w for w in crawl["warnings"] if "a value of its own" in w]
    assert [w.split(" in the field ")[1].split(",")[0] for w in own] == [
        "'truncated'", "'text'", "'blocks'", "'encoding'",
    ]  # fmt: skip
    assert all("CONTENT_EXTRACT_FIELDS" in w and "CONTENT_EXTRACT_OVERWRITE" in w for w in own)
    assert crawl["stats"]["content_extract/kept_own"] == 5  # the four, and 'text' twice


@pytest.mark.parametrize("name", ["one dict for several pages", "one scrapy.Item for several pages"])
def test_an_item_that_is_yielded_for_several_pages_has_the_text_of_each(crawls, name):
    crawl = crawls[name]
    found = [(item["name"], item["text"], len(item["blocks"])) for item in crawl["items"]]
    assert found == [("/news.html", MAIN_OF_NEWS, 2), ("/blog.html", BLOG, 1), ("/links.html", "", 1)]
    assert [item["link_density"]["status"] for item in crawl["items"]] == ["ok", "ok", "empty"]
    assert "content_extract/kept_own" not in crawl["stats"]


def test_a_text_that_the_spider_puts_in_place_of_ours_stays(crawls):
    crawl = crawls["one dict for several pages, with a text of its own"]
    assert [item["text"] for item in crawl["items"]] == [MAIN_OF_NEWS, "mine"]
    assert crawl["stats"]["content_extract/kept_own"] == 1


def test_an_item_that_is_yielded_often_for_one_page(crawls):
    crawl = crawls["one dict, often"]
    assert {item["text"] for item in crawl["items"]} == {MAIN_OF_NEWS}
    assert statuses(crawl) == {"status/ok": 5}
    assert "content_extract/kept_own" not in crawl["stats"]


@pytest.mark.parametrize("name", ["errback", "errback, another status is handled"])
def test_the_text_of_an_error_page_is_not_content(crawls, name):
    (item,) = crawls[name]["items"]
    assert (item["from"], item["text"], item["blocks"]) == ("errback", "", [])
    about = item["link_density"]
    assert (about["status"], about["chars"], about["encoding"]) == ("http_error", None, "utf-8")
    assert statuses(crawls[name]) == {"status/http_error": 1}


def test_the_text_of_an_error_page_that_the_spider_handles_is_content(crawls):
    handled = {name: crawl for name, crawl in crawls.items() if name.startswith("errback, handled ")}
    assert len(handled) == 6
    for name, crawl in handled.items():
        (item,) = crawl["items"]
        assert (item["text"], item.get("from")) == ("There is no such page.", None), name


def test_blocks_with_main_text_are_the_default(crawls):
    found = {item["path"]: item for item in crawls["blocks with main text"]["items"]}
    assert [block["text"] for block in found["/news.html"]["blocks"]] == [f"Rain\n{MAIN_OF_NEWS}"]
    assert found["/links.html"]["blocks"] == []


def test_each_value_of_the_diagnostics_can_have_a_field(crawls):
    for item in crawls["diagnostics as fields"]["items"]:
        about = item["about"]
        assert {f"its_{key}": value for key, value in about.items()}.items() <= item.items()
        assert set(item) == {"class", "path", "text", "blocks", "about"} | {f"its_{key}" for key in about}


def test_overwrite(crawls):
    for item in crawls["overwrite"]["items"]:
        assert item["text"] == MAIN_OF_NEWS
        assert item["link_density"]["status"] == "ok"


def test_fields_can_be_renamed_and_left_out(crawls):
    (item,) = crawls["other fields"]["items"]
    assert item["body"] == MAIN_OF_NEWS
    assert set(item) == {"class", "path", "body", "link_density"}


def test_the_title_is_written_where_a_field_is_named_for_it(crawls):
    for spider in ("title", "no title from the extractor"):
        titles = {item["path"]: item["headline"] for item in crawls[spider]["items"]}
        assert titles == {"/news.html": "News", "/links.html": "", "/empty.html": None}
    assert not [item for crawl in crawls.values() for item in crawl["items"] if "title" in item]


def test_fields_by_item_class(crawls):
    items = {item["class"]: item for item in crawls["fields by class"]["items"]}
    assert set(items["dict"]) == {"class", "name", "text", "blocks"}
    assert items["DataclassItem"]["name"] == MAIN_OF_NEWS
    assert items["DataclassItem"]["blocks"] is None
    assert items["DataclassItem"]["link_density"] is None  # as for all
    assert items["AttrsItem"]["text"] == MAIN_OF_NEWS
    assert items["AttrsItem"]["link_density"]["status"] == "ok"


def test_item_classes(crawls):
    crawl = crawls["item classes"]
    items = {item["class"]: item for item in crawl["items"]}
    assert set(items["dict"]) == {"class", "name"}
    assert items["DataclassItem"]["text"] == MAIN_OF_NEWS
    assert statuses(crawl) == {"status/ok": 1, "skipped": 1}


def test_without_segmenter(crawls):
    (item,) = crawls["no segmenter"]["items"]
    assert set(item) == {"class", "path", "text", "link_density"}


def test_switched_off(crawls):
    crawl = crawls["switched off"]
    assert crawl["items"] == [{"class": "dict", "path": "/news.html"}]
    assert not [name for name in crawl["stats"] if name.startswith("content_extract")]


def test_encoding_is_normalized(crawls):
    """The header says Latin-1, the bytes are GBK; the body, header and meta handed on agree."""
    (item,) = crawls["encoding normalized"]["items"]
    assert item["encoding_seen"] == "utf-8"
    assert item["header_seen"] == "text/html; charset=utf-8"
    assert item["meta_seen"] == "utf-8"
    assert item["bytes_are_utf8"]
    assert item["text"] == CHINESE
    assert item["link_density"]["encoding"] == "gb18030"
    assert item["link_density"]["encoding_source"] == "meta"


def test_encoding_can_be_left_to_scrapy(crawls):
    (item,) = crawls["encoding left to Scrapy"]["items"]
    assert item["encoding_seen"] == "cp1252"
    assert item["link_density"]["encoding"] == "cp1252"
    assert item["link_density"]["encoding_source"] == "scrapy"


def test_the_header_tells_a_wide_page_from_an_image(crawls):
    (item,) = crawls["UTF-16 left to Scrapy"]["items"]
    assert item["link_density"]["status"] == "ok"
    assert item["text"] == "Это то, что было на самом деле."


@pytest.mark.parametrize("name", ["binary or not", "binary or not, encoding left to Scrapy"])
def test_binary_responses_are_not_pages(crawls, name):
    """Found by the middleware, or without it by the analyst."""
    assert statuses(crawls[name]) == {"status/ok": 2, "status/not_html": 1}


def test_response_made_by_hand(crawls):
    (item,) = crawls["response made by hand"]["items"]
    assert item["text"] == "Это то, что есть на самом деле."


def test_characters_are_counted(crawls):
    stats = crawls["several items"]["stats"]
    blog = len("Thisistheonlythingthatthebloghastosayaboutit.")
    main = len((ENGLISH + SECOND).replace(" ", ""))
    assert stats["content_extract/chars_kept"] == main + blog
    assert stats["content_extract/chars_seen"] == main + blog + len("BlogLinksRain")


#: what a crawl logs of its costs, by a clock that goes on by a second whenever it is read: a page is decoded in
#: one piece and analysed in four, or in a thread in three, an item gets its fields in two
COSTS = {
    "several items": "15000.00 ms of CPU a page (decoding 1000.00, analysis 4000.00, fields 10000.00) on 2 pages",
    "async callback": "7000.00 ms of CPU a page (decoding 1000.00, analysis 4000.00, fields 2000.00) on 1 page",
    "encoding left to Scrapy": "6000.00 ms of CPU a page (analysis 4000.00, fields 2000.00) on 1 page",
    "several items, analysed in a thread": "14000.00 ms of CPU a page (decoding 1000.00, analysis 3000.00, fields 10000.00) on 2 pages",
    "an extractor that leaves in a thread": "6000.00 ms of CPU a page (decoding 1000.00, analysis 3000.00, fields 2000.00) on 2 pages",
    "without response": None,
    "skipped by meta": None,
    "switched off": None,
}
COSTS["an extractor that fails"] = COSTS["async callback"].replace("1 page", "2 pages")


@pytest.mark.parametrize(("name", "cost"), COSTS.items())
def test_a_crawl_logs_what_a_page_has_cost(crawls, name, cost):
    assert crawls[name]["costs"] == ([f"Content extraction took {cost}"] if cost else [])


def test_the_parts_of_the_costs_sum_up(crawls):
    prefix = "content_extract/seconds"
    counted = [crawl["stats"] for crawl in crawls.values() if prefix in crawl["stats"]]
    assert counted
    for stats in counted:
        assert stats[prefix] == sum(stats.get(f"{prefix}/{part}", 0) for part in PARTS)


# --- what a crawl logs at its start ---

CRAWL = """
import scrapy
from scrapy.crawler import CrawlerProcess

class Start(scrapy.Spider):
    name = "start"

    async def start(self):
        yield {}

process = CrawlerProcess({"ADDONS": {"scrapy_content_extract.Addon": 500}, "LOG_LEVEL": "INFO"})
process.crawl(Start)
process.start()
"""

#: Finds the package's sources only, as if nothing had been compiled.
WITHOUT_COMPILED = """
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader

class SourcesOnly:
    def find_spec(name, path, target=None):
        if name.startswith("scrapy_content_extract."):
            finders = [FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path]
            spec = next(filter(None, (finder.find_spec(name) for finder in finders)), None)
            if spec is None:
                raise ModuleNotFoundError(name)
            return spec

sys.meta_path.insert(0, SourcesOnly)
"""

#: code that runs before the crawl, CONTENT_EXTRACT_PURE_PYTHON, the backend that the log names, and
#: whether there is a warning
STARTS = {
    "nothing is compiled": (WITHOUT_COMPILED, "", "plain Python", True),
    "plain Python is wanted": ("", "1", "plain Python (CONTENT_EXTRACT_PURE_PYTHON is set)", False),
    "nothing is compiled, and plain Python is wanted": (
        WITHOUT_COMPILED, "1", "plain Python (CONTENT_EXTRACT_PURE_PYTHON is set)", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "wanted", "named", "warns"), STARTS.values(), ids=STARTS)
def test_a_crawl_names_its_backend_and_warns_if_nothing_is_compiled(before, wanted, named, warns):
    start, warnings = log_of_start(before, wanted)
    assert f", backend {named}, " in start
    assert len(warnings) == int(warns)
    for warning in warnings:
        assert "several times slower" in warning
        assert "Install a C compiler" in warning


def test_a_crawl_with_compiled_modules_does_not_warn(compiled):
    start, warnings = log_of_start()
    assert ", backend compiled, " in start
    assert warnings == []


def log_of_start(before="", wanted=""):
    """Return what a crawl logs of its start, and its warnings about the backend."""
    run = run_code(before + CRAWL, CONTENT_EXTRACT_PURE_PYTHON=wanted)
    lines = [line for line in run.stderr.splitlines() if "[scrapy_content_extract.crawl.analyst]" in line]
    (start,) = [line for line in lines if "INFO: Content extraction: " in line]
    return start, [line for line in lines if "WARNING: " in line and "plain Python" in line]
