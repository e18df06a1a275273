"""Settings: what they may be, and that a crawl with impossible ones does not begin."""

import dataclasses
import gc
import weakref
from operator import attrgetter

import pytest
from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings

from scrapy_content_extract.content.auto.auto import Auto
from scrapy_content_extract.content.methods.cevc import CEVC
from scrapy_content_extract.content.methods.gapdepth import GapDepth
from scrapy_content_extract.crawl.addon import EXPORTERS, Addon
from scrapy_content_extract.crawl.analyst import Analyst
from scrapy_content_extract.crawl.feeds import ItemLogFormatter
from scrapy_content_extract.crawl.pipelines import ContentPipeline
from scrapy_content_extract.crawl.settings import Options, read
from tests.helpers.running import ROOT, run_python


class Mine:
    """An extractor of a user's own, with parameters."""

    def __init__(self, share=0.5):
        self.share = share

    def extract(self, page):
        raise NotImplementedError


class NotAnExtractor:
    pass


def given(**settings):
    return Settings({f"CONTENT_EXTRACT_{name}": value for name, value in settings.items()})


def options(**settings):
    return Options.from_settings(given(**settings))


#: settings, the attribute of Options, and its value
POSSIBLE = {
    "a name": ({"EXTRACTOR": "cevc"}, "extractor", CEVC()),
    "parameters": ({"EXTRACTOR": "cevc", "PARAMS": {"alpha": 0.6}}, "extractor", CEVC(alpha=0.6)),
    "parameters as text, from the command line": (
        {"EXTRACTOR": "cevc", "PARAMS": '{"alpha": 0.6}'},
        "extractor",
        CEVC(alpha=0.6),
    ),
    "an object": ({"EXTRACTOR": CEVC(alpha=0.4)}, "extractor", CEVC(alpha=0.4)),
    "a segmenter's parameters": (
        {"SEGMENTER": "gapdepth", "SEGMENTER_PARAMS": {"share": 0.95}},
        "segmenter",
        GapDepth(share=0.95),
    ),
    "a segmenter's parameters as text": (
        {"SEGMENTER_PARAMS": '{"share": 0.3}'},
        "segmenter",
        GapDepth(share=0.3),
    ),
    "no segmenter": ({"SEGMENTER": None}, "segmenter", None),
    "no segmenter, from the command line": ({"SEGMENTER": "None"}, "segmenter", None),
    "sizes as text": ({"MAX_BYTES": "1000"}, "max_bytes", 1000),
    "a switch as text": ({"OVERWRITE": "1"}, "overwrite", True),
    "drop": ({"ON_EMPTY": "drop"}, "drop_empty", True),
    "classes by import path": ({"ITEM_CLASSES": ["tests.crawl.test_settings.Mine"]}, "item_classes", (Mine,)),
    "classes": ({"ITEM_CLASSES": [Mine]}, "item_classes", (Mine,)),
    "one class": ({"ITEM_CLASSES": Mine}, "item_classes", (Mine,)),
    "a field renamed, the others as they are": (
        {"FIELDS": {"text": "body"}},
        "fields",
        {"": {"text": "body", "blocks": "blocks", "link_density": "link_density"}},
    ),
    "fields as text": (
        {"FIELDS": '{"text": "body", "blocks": null}'},
        "fields",
        {"": {"text": "body", "link_density": "link_density"}},
    ),
    "results that are not written by default": (
        {"FIELDS": {"status": "state", "title": "headline", "link_density": None, "blocks": None}},
        "fields",
        {"": {"text": "text", "title": "headline", "status": "state"}},
    ),
    "a list of names is these alone": ({"FIELDS": ["text"]}, "fields", {"": {"text": "text"}}),
    "a list of names as text": (
        {"FIELDS": "text, title"},
        "fields",
        {"": {"text": "text", "title": "title"}},
    ),
    "a list of names, of a crawl with an archive": (
        {"FIELDS": ("text",), "WARC": "out.warc.gz"},
        "fields",
        {"": {"text": "text"}},
    ),
    "a list with the diagnostics by their other name": (
        {"FIELDS": ["diagnostics"]},
        "fields",
        {"": {"link_density": "diagnostics"}},
    ),
    "the diagnostics by their other name": (
        {"FIELDS": {"diagnostics": "about", "blocks": None}},
        "fields",
        {"": {"text": "text", "link_density": "about"}},
    ),
    "all blocks": ({"BLOCKS": "all"}, "wanted.all_blocks", True),
    "blocks with main text": ({}, "wanted.all_blocks", False),
}


@pytest.mark.parametrize(("settings", "attribute", "value"), POSSIBLE.values(), ids=POSSIBLE)
def test_possible(settings, attribute, value):
    found = options(**settings)
    assert attrgetter(attribute)(found.methods[""] if attribute == "extractor" else found) == value


RULES = {
    "example.com": {"params": {"comments": "drop"}},
    "docs.example.com": {"main": "article", "drop": ".share"},
    "old.example.com": {"extractor": "cevc", "params": {"alpha": 0.6}},
    "bücher.example": {"main": "main"},
    "127.0.0.1": {"main": "//p", "params": {"title": False}},
}
#: a URL, and the extractor and the selectors that CONTENT_EXTRACT_SITES has for it
RULED = {
    "no rule": ("https://other.example/", Auto(favor="precision"), "", ""),
    "a host": ("https://example.com/a", Auto(favor="precision", comments="drop"), "", ""),
    "in capitals, with a port": (
        "https://Example.COM:80/",
        Auto(favor="precision", comments="drop"),
        "",
        "",
    ),
    "a subdomain": ("https://www.example.com/", Auto(favor="precision", comments="drop"), "", ""),
    "a longer name": ("https://notexample.com/", Auto(favor="precision"), "", ""),
    "the most specific alone": (
        "https://a.docs.example.com/",
        Auto(favor="precision"),
        "article",
        ".share",
    ),
    "another method": ("https://old.example.com/", CEVC(alpha=0.6), "", ""),
    "not ASCII, as Scrapy sends it": (
        "https://xn--bcher-kva.example/",
        Auto(favor="precision"),
        "main",
        "",
    ),
    "an IP address": ("http://127.0.0.1:8000/", Auto(favor="precision"), "//p", ""),
    "no host": ("data:,a", Auto(favor="precision"), "", ""),
}


@pytest.mark.parametrize(("url", "extractor", "main", "drop"), RULED.values(), ids=RULED)
def test_the_rule_of_a_site(url, extractor, main, drop):
    found = options(SITES=RULES, PARAMS={"title": True, "favor": "precision"}).method_for(url)
    assert (found.extractor, found.style.main, found.style.drop) == (extractor, main, drop)
    assert found.style.title is (main != "//p"), "the style of all is that of a rule, too"


def test_rules_as_text():
    assert options(SITES='{"a.example": {"main": "p"}}').method_for("http://a.example").style.main == "p"


#: what to clean besides, as it is given and as it is read
CLEANED = {
    "nothing": ({}, ()),
    "a list": ({"CLEAN": ["nfc", "tatweel"]}, ("nfc", "tatweel")),
    "as text": ({"CLEAN": "nbsp, bidi"}, ("nbsp", "bidi")),
    "nothing, as text": ({"CLEAN": ""}, ()),
}


@pytest.mark.parametrize(("settings", "steps"), CLEANED.values(), ids=CLEANED)
def test_what_to_clean(settings, steps):
    assert read(given(**settings), "CONTENT_EXTRACT_CLEAN") == steps


def test_an_extractor_by_import_path_gets_its_parameters():
    extractor = (
        options(EXTRACTOR="tests.crawl.test_settings.Mine", PARAMS={"share": 0.7}).methods[""].extractor
    )
    assert (type(extractor), extractor.share) == (Mine, 0.7)


#: settings, and what the message must say: what is, what may be
IMPOSSIBLE = {
    "a result of another name": (
        {"FIELDS": {"published_at": "date"}},
        ["CONTENT_EXTRACT_FIELDS has 'published_at'; did you mean date?"],
    ),
    "results of other names": (
        {"FIELDS": ["text", "datePublished"]},
        ["'datePublished'; did you mean date?"],
    ),
    "a text of another name": ({"FIELDS": ["content"]}, ["'content'; did you mean text?"]),
    "a rule for an address": (
        {"SITES": {"https://a.example/": {"main": "p"}}},
        ["CONTENT_EXTRACT_SITES is", "'https://a.example/' is no host", "such as 'example.com'"],
    ),
    "a rule for a pattern": (
        {"SITES": {"*.example": {"main": "p"}}},
        ["'*.example' is no host", "subdomains"],
    ),
    "a rule for a port": ({"SITES": {"a.example:80": {"main": "p"}}}, ["'a.example:80' is no host"]),
    "a rule of text": (
        {"SITES": {"a.example": "p"}},
        ["the rule of 'a.example' is 'p'", "main, drop"],
    ),
    "a rule with parameters of text": (
        {"SITES": {"a.example": {"params": "comments=drop"}}},
        ["the rule of 'a.example' is {'params'", "extractor, params, main, drop"],
    ),
    "a rule with another key": (
        {"SITES": {"a.example": {"mains": "p"}}},
        ["the rule of 'a.example' has 'mains'; did you mean main?", "extractor, params, main, drop"],
    ),
    "a rule with no selector": (
        {"SITES": {"a.example": {"main": "p[["}}},
        ["CONTENT_EXTRACT_SITES['a.example'] has main='p[['", "CSS, or an XPath that begins with /"],
    ),
    "a rule with an unknown method": (
        {"SITES": {"a.example": {"extractor": "atuo"}}},
        ["CONTENT_EXTRACT_SITES['a.example']['extractor'] is 'atuo'; did you mean auto?"],
    ),
    "a rule with an unknown parameter": (
        {"SITES": {"a.example": {"params": {"favour": "recall"}}}},
        ["CONTENT_EXTRACT_SITES['a.example'] is", "no parameter favour; did you mean favor?"],
    ),
    "no such extractor": (
        {"EXTRACTOR": "cvec"},
        ["CONTENT_EXTRACT_EXTRACTOR is 'cvec'; did you mean cevc? The built-in ones", "cevc", "import path"],
    ),
    "no such module": ({"EXTRACTOR": "nowhere.Mine"}, ["'nowhere.Mine'", "cevc"]),
    "a relative import path": ({"EXTRACTOR": "..Mine"}, ["CONTENT_EXTRACT_EXTRACTOR", "'..Mine'", "cevc"]),
    "no such class": ({"EXTRACTOR": "tests.crawl.test_settings.Yours"}, ["Yours", "cevc"]),
    "a class that extracts nothing": (
        {"EXTRACTOR": "tests.crawl.test_settings.NotAnExtractor"},
        ["CONTENT_EXTRACT_EXTRACTOR is 'tests.crawl.test_settings.NotAnExtractor'", "extract(page)"],
    ),
    "a class that segments nothing": (
        {"SEGMENTER": "tests.crawl.test_settings.NotAnExtractor"},
        ["CONTENT_EXTRACT_SEGMENTER", "not a segmenter", "segment(page)", "flat"],
    ),
    "a function, which takes other arguments": (
        {"EXTRACTOR": "json.loads"},
        ["CONTENT_EXTRACT_EXTRACTOR is 'json.loads' (it is not a class)"],
    ),
    "no class at a path": (
        {"EXTRACTOR": "tests.crawl.test_settings.IMPOSSIBLE"},
        ["CONTENT_EXTRACT_EXTRACTOR is 'tests.crawl.test_settings.IMPOSSIBLE'", "not a class", "cevc"],
    ),
    "no such parameter": (
        {"EXTRACTOR": "cevc", "PARAMS": {"beta": 1}},
        [
            "CONTENT_EXTRACT_PARAMS is {'beta': 1}",
            "CONTENT_EXTRACT_EXTRACTOR 'cevc'",
            "alpha=0.5, unit='text'",
        ],
    ),
    "no such parameter of a class that is not a dataclass": (
        {"EXTRACTOR": Mine, "PARAMS": {"beta": 1}},
        ["CONTENT_EXTRACT_PARAMS is {'beta': 1}", "CONTENT_EXTRACT_EXTRACTOR", "Mine", "share=0.5"],
    ),
    "a parameter that is not a name": (
        {"EXTRACTOR": "cevc", "PARAMS": {1: 2}},
        ["CONTENT_EXTRACT_PARAMS is {1: 2}", "alpha=0.5"],
    ),
    "a parameter that cannot be": (
        {"EXTRACTOR": "cevc", "PARAMS": {"alpha": 7}},
        ["CONTENT_EXTRACT_PARAMS: alpha is 7", "0 to 1"],
    ),
    "a parameter of the default extractor that cannot be": (
        {"PARAMS": {"comments": "none"}},
        ["CONTENT_EXTRACT_PARAMS: comments is 'none'", "'keep'"],
    ),
    "a number as text": (
        {"EXTRACTOR": "cevc", "PARAMS": {"alpha": "0.5"}},
        ["CONTENT_EXTRACT_PARAMS is {'alpha': '0.5'}", "alpha=0.5"],
    ),
    "a parameter of a segmenter that cannot be": (
        {"SEGMENTER_PARAMS": {"share": 95}},
        ["CONTENT_EXTRACT_SEGMENTER_PARAMS: share is 95", "0 to 1"],
    ),
    "parameters for a ready object": (
        {"EXTRACTOR": CEVC(), "PARAMS": {"alpha": 0.6}},
        [
            "CONTENT_EXTRACT_PARAMS is {'alpha': 0.6}",
            "CONTENT_EXTRACT_EXTRACTOR is the object",
            "its class",
        ],
    ),
    "parameters that are not a dict": (
        {"PARAMS": "alpha=0.6"},
        ["CONTENT_EXTRACT_PARAMS", "alpha=0.6", "JSON"],
    ),
    "no such parameter of a segmenter": (
        {"SEGMENTER_PARAMS": {"size": 1}},
        ["CONTENT_EXTRACT_SEGMENTER_PARAMS is {'size': 1}", "share=0.05"],
    ),
    "no such segmenter": ({"SEGMENTER": "heps"}, ["CONTENT_EXTRACT_SEGMENTER", "'heps'", "flat"]),
    "no such result": ({"FIELDS": {"txt": "body"}}, ["CONTENT_EXTRACT_FIELDS", "'txt'", "link_density"]),
    "no such result in a list": ({"FIELDS": ["txt"]}, ["CONTENT_EXTRACT_FIELDS", "'txt'", "link_density"]),
    "a list of numbers": ({"FIELDS": [1]}, ["CONTENT_EXTRACT_FIELDS", "[1]", "text"]),
    "no such result for a class": ({"FIELDS": {"Mine": {"txt": "body"}}}, ["'txt'", "link_density"]),
    "one field for two results": (
        {"FIELDS": {"text": "a", "blocks": "a"}},
        ["CONTENT_EXTRACT_FIELDS", "'a'"],
    ),
    "the field of another result": ({"FIELDS": {"text": "blocks"}}, ["CONTENT_EXTRACT_FIELDS", "'blocks'"]),
    "the diagnostics by both names": (
        {"FIELDS": {"diagnostics": "about", "link_density": None}},
        ["CONTENT_EXTRACT_FIELDS", "'diagnostics' and 'link_density'"],
    ),
    "some blocks": ({"BLOCKS": "some"}, ["CONTENT_EXTRACT_BLOCKS", "'some'", "'main' or 'all'"]),
    "a field without name": ({"FIELDS": {"text": ""}}, ["CONTENT_EXTRACT_FIELDS", "None"]),
    "a field that is not a name": ({"FIELDS": {"text": 3}}, ["CONTENT_EXTRACT_FIELDS", "3"]),
    "a list of fields": ({"FIELDS": {"text": ["b"]}}, ["CONTENT_EXTRACT_FIELDS", "['b']", "None"]),
    "results of several types": (
        {"FIELDS": {1: "a", "x": "b"}},
        ["CONTENT_EXTRACT_FIELDS", "1, 'x'", "text"],
    ),
    "a class with one field": ({"FIELDS": {Mine: "body"}}, ["CONTENT_EXTRACT_FIELDS", "Mine", "mappings"]),
    "a class that is none": ({"FIELDS": {1: {"text": "a"}}}, ["CONTENT_EXTRACT_FIELDS", "1", "mappings"]),
    "on empty": ({"ON_EMPTY": "ignore"}, ["CONTENT_EXTRACT_ON_EMPTY", "'ignore'", "'keep' or 'drop'"]),
    "nothing that can be cleaned": (
        {"CLEAN": "nfc,nfkc"},
        ["CONTENT_EXTRACT_CLEAN", "'nfc,nfkc'", "soft_hyphen", "stand_ins", "empty"],
    ),
    "a dict of what to clean": ({"CLEAN": {"nfc": False}}, ["CONTENT_EXTRACT_CLEAN", "a list"]),
    "a switch for what to clean": ({"CLEAN": True}, ["CONTENT_EXTRACT_CLEAN", "a list"]),
    "no names of what to clean": ({"CLEAN": [["nfc"]]}, ["CONTENT_EXTRACT_CLEAN", "a list"]),
    "a size below nothing": ({"MAX_BYTES": -1}, ["CONTENT_EXTRACT_MAX_BYTES", "-1"]),
    "a size with a unit": ({"THREAD_BYTES": "1 MB"}, ["CONTENT_EXTRACT_THREAD_BYTES", "1 MB"]),
    "half a byte": ({"THREAD_BYTES": 1.5}, ["CONTENT_EXTRACT_THREAD_BYTES", "1.5", "a whole number"]),
    "a float, as the docs say": ({"MAX_BYTES": 1e6}, ["CONTENT_EXTRACT_MAX_BYTES", "1000000.0"]),
    "a list of sizes": ({"MAX_BYTES": [1]}, ["CONTENT_EXTRACT_MAX_BYTES", "[1]"]),
    "no size": ({"MAX_BYTES": False}, ["CONTENT_EXTRACT_MAX_BYTES", "False"]),
    "a share in per cent": ({"MIN_CONFIDENCE": 60}, ["CONTENT_EXTRACT_MIN_CONFIDENCE", "60", "from 0 to 1"]),
    "a confidence of a method without": (
        {"MIN_CONFIDENCE": 0.5, "EXTRACTOR": "cevc"},
        ["CONTENT_EXTRACT_MIN_CONFIDENCE", "use the method auto"],
    ),
    "a switch for a share": ({"MIN_CONFIDENCE": True}, ["CONTENT_EXTRACT_MIN_CONFIDENCE", "True"]),
    "a share without a number": ({"MIN_CONFIDENCE": "nan"}, ["CONTENT_EXTRACT_MIN_CONFIDENCE", "nan"]),
    "a switch that is none": (
        {"OVERWRITE": "maybe"},
        ["CONTENT_EXTRACT_OVERWRITE", "maybe", "True or False"],
    ),
    "a switch that is a list": ({"OVERWRITE": []}, ["CONTENT_EXTRACT_OVERWRITE", "[]", "True or False"]),
    "a switch of three ways": (
        {"FOLD_UIGHUR": []},
        ["CONTENT_EXTRACT_FOLD_UIGHUR", "[]", "'auto', True or False"],
    ),
    "no such item class": (
        {"ITEM_CLASSES": ["nowhere.Item"]},
        ["CONTENT_EXTRACT_ITEM_CLASSES", "nowhere.Item"],
    ),
    "a relative path of an item class": (
        {"ITEM_CLASSES": ["..Item"]},
        ["CONTENT_EXTRACT_ITEM_CLASSES", "..Item"],
    ),
    "no list of item classes": ({"ITEM_CLASSES": 3}, ["CONTENT_EXTRACT_ITEM_CLASSES", "3", "a list"]),
    "an item class that is none": ({"ITEM_CLASSES": [3]}, ["CONTENT_EXTRACT_ITEM_CLASSES", "3"]),
}


@pytest.mark.parametrize(("settings", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible(settings, words):
    with pytest.raises(ValueError, match=r"\w") as raised:
        options(**settings)
    for word in words:
        assert word in str(raised.value)


@pytest.mark.parametrize("has_addon", [True, False])
def test_a_misspelt_setting_is_logged_once(has_addon, caplog):
    settings = Settings({"CONTENT_EXTRACT_EXTRACTR": "song"})
    if has_addon:
        Addon().update_settings(settings)
    crawler = Crawler(Spider, settings)
    pipeline = ContentPipeline.from_crawler(crawler)
    assert Analyst.of(crawler) is pipeline.analyst
    assert caplog.messages == [
        "There is no setting CONTENT_EXTRACT_EXTRACTR; did you mean CONTENT_EXTRACT_EXTRACTOR?"
    ]


@dataclasses.dataclass
class Base:
    name: str


class Derived(Base):
    pass


@pytest.mark.parametrize("base", ["tests.crawl.test_settings.Base", "Base", Base])
@pytest.mark.parametrize("derived", ["tests.crawl.test_settings.Derived", "Derived", Derived])
def test_fields_of_the_nearest_class(base, derived):
    chosen = options(FIELDS={base: {"text": "body"}, derived: {"text": "content"}})
    assert chosen.fields.of(Base)["text"] == "body"
    assert chosen.fields.of(Derived)["text"] == "content"
    assert chosen.fields.of(dict)["text"] == "text"


class Costly(Mine):
    """An extractor that takes minutes to make, as one that loads a large model."""

    def __init__(self):
        raise AssertionError("made before the crawl")


@dataclasses.dataclass
class Unhashable(Mine):
    share: float = 0.5


@pytest.mark.parametrize(
    "fields", [{}, {"blocks": "parts"}, {"tests.crawl.test_settings.Mine": {"blocks": "parts"}}]
)
def test_without_a_segmenter_no_item_gets_blocks(fields):
    given = {"CONTENT_EXTRACT_SEGMENTER": None, "CONTENT_EXTRACT_FIELDS": fields}
    found = Options.from_settings(Settings(given)).fields
    assert not any("blocks" in mapping for mapping in found.values())


@pytest.mark.parametrize(
    ("given", "has_memory"), [({}, True), ({"SITE_MEMORY": False}, False), ({"EXTRACTOR": "cevc"}, False)]
)
def test_a_crawl_has_a_memory_of_sites_if_its_method_learns(given, has_memory):
    settings = Settings({f"CONTENT_EXTRACT_{name}": value for name, value in given.items()})
    assert Options.from_settings(settings).site_memory == has_memory


#: what can be checked before there is a crawl
EARLY = {
    "an import path": ({"EXTRACTOR": "tests.crawl.test_settings.Costly", "PARAMS": {"share": 0.7}}, None),
    "a class": ({"EXTRACTOR": Costly}, None),
    "an object without hash": ({"EXTRACTOR": Unhashable()}, None),
    "no segmenter": ({"SEGMENTER": None}, None),
    "an unknown name": ({"EXTRACTOR": "cvec"}, "EXTRACTOR is 'cvec'"),
    "no extractor": ({"EXTRACTOR": None}, "EXTRACTOR is None"),
    "another setting": ({"FIELDS": {"txt": "a"}}, "FIELDS has 'txt'"),
    "a memory of an extractor that learns nothing": (
        {"SITE_MEMORY": True, "EXTRACTOR": "cevc"}, "only 'auto' learns",
    ),
    "a memory that is neither True nor False": (
        {"SITE_MEMORY": "job"}, "SITE_MEMORY is 'job'; it may be True or False",
    ),
    "an archive that is not a path": ({"WARC": ["a", 7]}, r"WARC is \['a', 7\]; it is the path of a file"),
    "an archive of bytes": ({"WARC": b"a.warc.gz"}, "WARC is b'a.warc.gz'; it is the path of a file"),
    "an archive, switched off by text": ({"WARC": ""}, None),
    "nothing to replay, by text": ({"REPLAY": ""}, None),
    "nothing to replay": ({"REPLAY": False}, None),
    "a switch to replay": ({"REPLAY": True}, "REPLAY is True; it is the path of a WARC"),
    "a dict to replay": ({"REPLAY": {"a.warc.gz": 1}}, "REPLAY is .*; it is the path of a WARC"),
    "a number to replay": ({"REPLAY": 42}, "REPLAY is 42; it is the path of a WARC"),
    "a list of others to replay": ({"REPLAY": [True]}, r"REPLAY is \[True\]; it is the path of a WARC"),
}  # fmt: skip


@pytest.mark.parametrize(("settings", "says"), EARLY.values(), ids=EARLY)
def test_what_is_checked_before_the_crawl(settings, says):
    given = {f"CONTENT_EXTRACT_{name}": value for name, value in settings.items()}
    settings = Settings({**given})
    if says is None:
        Addon.update_pre_crawler_settings(settings)
        assert {name: settings[name] for name in given} == given
    else:
        with pytest.raises(ValueError, match=says):
            Addon.update_pre_crawler_settings(settings)


def switched_on(settings):
    settings = Settings(settings)
    Addon().update_settings(settings)
    return settings


def orders(settings, name):
    return {getattr(key, "__name__", key): order for key, order in settings.getdict(name).items()}


def test_the_addon_sets_the_orders():
    settings = switched_on({})
    assert orders(settings, "DOWNLOADER_MIDDLEWARES") == {"EncodingMiddleware": 585}
    assert orders(settings, "SPIDER_MIDDLEWARES") == {"ResponseBinderMiddleware": 40}
    assert orders(settings, "ITEM_PIPELINES") == {"ContentPipeline": 100}
    assert settings["FEED_EXPORT_ENCODING"] == "utf-8"
    assert settings["LOG_FORMATTER"] is ItemLogFormatter
    assert dict(settings["FEED_EXPORTERS"]) == EXPORTERS


def test_what_the_project_has_set_itself_stays():
    path = "scrapy_content_extract.crawl.pipelines.ContentPipeline"
    settings = switched_on(
        {
            "ITEM_PIPELINES": {path: None, "tests.helpers.crawls.Replace": 300},
            "FEED_EXPORT_ENCODING": "gbk",
            "FEED_EXPORTERS": {"csv": "tests.helpers.crawls.Mine", "tsv": "tests.helpers.crawls.Yours"},
            "LOG_FORMATTER": "tests.helpers.crawls.Formatter",
        }
    )
    assert orders(settings, "ITEM_PIPELINES") == {
        path: None,
        "tests.helpers.crawls.Replace": 300,
    }
    assert settings["FEED_EXPORT_ENCODING"] == "gbk"
    mine = {"csv": "tests.helpers.crawls.Mine", "tsv": "tests.helpers.crawls.Yours"}
    assert dict(settings["FEED_EXPORTERS"]) == EXPORTERS | mine
    assert settings["LOG_FORMATTER"] == "tests.helpers.crawls.Formatter"


def test_the_addon_can_be_switched_off():
    with pytest.raises(NotConfigured, match="CONTENT_EXTRACT_ENABLED is False"):
        switched_on({"CONTENT_EXTRACT_ENABLED": False})


class Announced(Mine):
    """Says when it is made."""

    def __init__(self):
        super().__init__()
        print("made")


def test_a_crawl_makes_its_extractor_once():
    run = run_spider(CONTENT_EXTRACT_EXTRACTOR="tests.crawl.test_settings.Announced")
    assert run.stdout == "made\nstarted\n"


class Starts(Spider):
    """Says when it starts, and asks for nothing."""

    name = "starts"

    async def start(self):
        print("started")
        for item in ():
            yield item


def run_spider(**settings):
    """Return what a crawl with the add-on has printed."""
    settings = {"ADDONS": {"scrapy_content_extract.Addon": 500}, **settings}
    code = (
        "from scrapy.crawler import CrawlerProcess\n"
        "from tests.crawl.test_settings import Starts\n"
        f"process = CrawlerProcess({settings!r})\n"
        "process.crawl(Starts)\n"
        "process.start()"
    )
    return run_python("-c", code, cwd=ROOT)


def test_a_crawler_can_go_when_its_crawl_is_over():
    crawler = Crawler(Spider)
    pipeline = ContentPipeline.from_crawler(crawler)
    assert Analyst.of(crawler) is pipeline.analyst
    gone = weakref.ref(crawler)
    del crawler, pipeline
    gc.collect()
    assert gone() is None
