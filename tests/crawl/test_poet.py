"""What scrapy-poet gives to callbacks and page objects, in real crawls."""

import json
import os

import pytest
from web_poet.serialization import deserialize_leaf, serialize_leaf

import scrapy_content_extract.crawl.poet  # noqa: F401  # registers what stores results
from scrapy_content_extract import Block, Segmentation, extract, segment
from scrapy_content_extract.content.extract import Task, Utf8, analyse
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.methods.gapdepth import GapDepth
from scrapy_content_extract.content.model import Group
from scrapy_content_extract.content.result import EVERY_FORM, without_text
from tests.crawl.test_callbacks import calls, crawl, crawl_each, mode  # noqa: F401
from tests.crawl.test_items import CHINESE, MAIN_OF_NEWS
from tests.helpers.running import ROOT, run_python

CRAWLS = "tests.helpers.poet_crawls"
#: The pages of news.html as paragraphs, and which CEVC keeps.
PARTS = [
    ["Blog", False],
    ["Links", False],
    ["Rain", False],
    *([text, True] for text in MAIN_OF_NEWS.split("\n")),
]

#: spider → what the callback got, and how often the page was extracted and segmented
ASKED = {
    "result": ({"asked": MAIN_OF_NEWS, "blocks_asked": 2}, (1, 1)),
    "segmentation": ({"asked": PARTS}, (1, 1)),
    "another encoding": ({"asked": CHINESE, "encoding_asked": "gb18030"}, (1, 1)),
    "both": ({"asked": [MAIN_OF_NEWS] * 2}, (1, 1)),
    "both, of a binary file": ({"asked": ["", ""]}, (0, 0)),
    "result, without blocks": ({"asked": MAIN_OF_NEWS}, (1, 0)),
    "segmentation, without blocks": ({"asked": PARTS}, (1, 1)),
    "page object": ({"heading": "Rain", "asked": MAIN_OF_NEWS, "same": True}, (1, 1)),
    "without the response": ({"asked": MAIN_OF_NEWS}, (1, 1)),
}


@pytest.fixture(scope="module")
def found():
    """What came out of each spider."""
    spiders = [*ASKED, "result, by meta"]
    return dict(zip(spiders, crawl_each(spiders, {}, CRAWLS)))


@pytest.mark.parametrize("spider", ASKED)
def test_what_a_callback_gets(spider, found):
    expected, wanted = ASKED[spider]
    out = found[spider]
    (item,) = out["items"]
    assert {key: item[key] for key in expected} == expected
    assert calls(out) == wanted, "once for the callback and the pipelines"
    assert out["stats"]["content_extract/pages"] == 1


def test_on_each_kind_of_loop(mode):  # noqa: F811
    out = crawl("page object", mode, CRAWLS)
    assert out["items"][0]["asked"] == out["items"][0]["text"] == MAIN_OF_NEWS


def test_the_items_get_the_same_as_without_it(found):
    (item,) = found["another encoding"]["items"]
    assert item["text"] == CHINESE
    assert (item["link_density"]["encoding"], item["link_density"]["encoding_source"]) == (
        "gb18030",
        "meta",
    )


def test_what_the_request_asks_for_counts(found):
    (item,) = found["result, by meta"]["items"]
    assert item["asked"].startswith("Blog\nLinks\nRain\n")
    assert item["link_density"]["extractor"] == "tests.helpers.crawls.WholePage"


@pytest.mark.parametrize("spider", ["both", "segmentation", "page object"])
def test_the_cache_gives_back_what_it_has_stored(spider, tmp_path):
    first, second = crawl_each([spider] * 2, {"SCRAPY_POET_CACHE": str(tmp_path)}, CRAWLS)
    assert first["stats"]["poet/cache/firsthand"]
    assert second["stats"]["poet/cache/hit"]
    assert second["items"][0]["asked"] == first["items"][0]["asked"] == ASKED[spider][0]["asked"]


PAGE = (
    '<html lang="en"><meta name="keywords" content="rain, valley"><meta name="author" content="Ina Holm">'
    "<h1>Rain</h1><ul><li>It has rained in the valley for a week.<li>All who farm there are glad.</ul>"
    "<div><p>The river has risen by more than a metre.<p>The bridge is closed.</div>"
)


def analysed():
    """Return the result of a page as a crawl has it."""
    return analyse(Task(Utf8(PAGE.encode()), CEVC(), GapDepth(), diagnostics={"encoding": "utf-8"}))


#: type → a result, and what of it must not be empty for the test to mean something
RESULTS = {
    "of extract()": (lambda: extract(PAGE), "blocks"),
    "a segmentation": (lambda: segment(PAGE, segmenter="gapdepth"), "blocks"),
    "a segmentation with groups": (
        lambda: Segmentation((Block(((0, 1),), "Rain", "", "text", 1, 4, 0, parent=0),), (Group(0, 1, -1),)),
        "groups",
    ),
    "of a crawl": (analysed, "metadata"),
    "of a page without text": (lambda: without_text("empty"), "diagnostics"),
}


def values_of(result):
    """Return all that can be asked of a result."""
    if isinstance(result, Segmentation):
        return result
    return result.diagnostics, result.reason, [result.form(name) for name in EVERY_FORM]


@pytest.mark.parametrize(("make", "has"), RESULTS.values(), ids=RESULTS)
def test_what_is_stored_comes_back_equal(make, has):
    result = make()
    assert getattr(result, has)
    again = deserialize_leaf(type(result), serialize_leaf(result))
    assert values_of(again) == values_of(result)
    assert isinstance(getattr(again, has), type(getattr(result, has)))


def test_the_metadata_that_is_stored_has_its_tags():
    assert analysed().metadata.tags == ("rain", "valley"), "a list is not equal to a tuple"


def test_the_page_object_of_the_example_project(tmp_path):
    example = ROOT / "example_project"
    variables = {
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, example))),
        "PYTHONUTF8": "1",
        "SCRAPY_SETTINGS_MODULE": "example_project.settings",
    }
    done = run_python("-m", "scrapy", "runspider", example / "articles.py", cwd=tmp_path, **variables)
    assert done.returncode == 0, done.stderr
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text("utf-8").splitlines()]
    assert [item["heading"] for item in items] == [
        "Night ferry returns to the harbour after eleven years",
        "A year of repairing one clock",
    ]
    for item in items:
        assert item["paragraphs"]
        assert "\n".join(item["paragraphs"]) == item["text"], "the pipelines write the same"
