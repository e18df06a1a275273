"""Settings → checked values."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from glob import glob
from math import inf
from typing import Any, NamedTuple

from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object
from w3lib.url import safe_url_string

from ..content import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from ..content.auto.auto import Auto
from ..content.auto.memory import host_of
from ..content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS
from ..content.errors import needing
from ..content.extract import Wanted, check_confidence
from ..content.other_names import FIELDS as FIELDS_OF_OTHERS
from ..content.output.formats import check_style
from ..content.output.style import NAMES, SELECTORS, Style, style_in
from ..content.page.limits import MAX_BYTES
from ..content.registry import build, called, find, meant
from ..corpus.lines import identifier
from ..fields import OTHER_NAMES, RESULTS, forms_for

logger = logging.getLogger(__name__)

FIELDS = "CONTENT_EXTRACT_FIELDS"
WITH_NONE = ("CONTENT_EXTRACT_EXTRACTOR", "CONTENT_EXTRACT_SEGMENTER")
#: What the rule of a site may have.
RULE = ("extractor", "params", *SELECTORS)
RULE_IS = f"It is a dict with any of: {', '.join(RULE)}; such as {{'main': 'article', 'drop': '.share'}}."
#: The values for no segmenter; the command line has only text.
NO_SEGMENTER = (None, "None", "none", "")


def read(settings: BaseSettings, name: str) -> Any:
    """Return the checked value of a setting.

    Raises ValueError for an impossible one: what it is, what it may be, and what to do.
    """
    value = given(settings, name)
    try:
        return SETTINGS[name].read(value)
    except Impossible as error:
        raise ValueError(f"{name} is {value!r}; {error}") from None


def given(settings: BaseSettings, name: str) -> Any:
    """Return a setting as it is given, or its default; None is the default, except of a method."""
    value = settings[name] if name in settings else SETTINGS[name].default
    return SETTINGS[name].default if value is None and name not in WITH_NONE else value


def check_enabled(settings: BaseSettings, name: str = "CONTENT_EXTRACT_ENABLED") -> None:
    """Raise NotConfigured when a component is switched off."""
    if not read(settings, name):
        raise NotConfigured(f"{name} is False")


def warn_of_unknown(settings: BaseSettings) -> None:
    for name in sorted(set(settings) - set(SETTINGS)):
        if str(name).startswith("CONTENT_EXTRACT_"):
            logger.warning("There is no setting %s%s", name, meant(name, SETTINGS))


def of_extra(path: str, extra: str, setting: str) -> Any:
    """Return a component of an extra.  Raises ImportError if a library of the extra is not installed."""
    with needing(extra, f"remove {setting}, or install"):
        return load_object(path)


# The readers of the table below: what is given → what it means


class Impossible(ValueError):
    """What a setting may be."""


def as_setting(value: Any, kind: str) -> Any:
    """Return a value as Scrapy reads a setting, such as "1" from the command line for True."""
    return getattr(BaseSettings({"value": value}), f"get{kind}")("value")


def switch(value: Any, others: str = "") -> bool:
    try:
        return bool(as_setting(value, "bool"))
    except (TypeError, ValueError) as error:
        raise Impossible(f"it may be {others}True or False.") from error


def switch_or_auto(value: Any) -> bool | str:
    return "auto" if str(value).lower() == "auto" else switch(value, "'auto', ")


def one_of(*choices: str) -> Callable[[Any], str]:
    def choice(value: Any) -> str:
        if value not in choices:
            raise Impossible(f"it may be {' or '.join(map(repr, choices))}.")
        return str(value)

    return choice


def cleaning_steps(value: Any) -> tuple[str, ...]:
    known = (*CLEAN_OPTIONS, *FOLD_OPTIONS)
    steps = value
    if isinstance(value, str):
        steps = [option.strip() for option in value.split(",") if option.strip()]
    if not isinstance(steps, (list, tuple)) or not all(option in known for option in steps):
        raise Impossible(f"it is a list of any of: {', '.join(known)}. Leave it empty for none.")
    return tuple(steps)


def number_from_0(kind: type, types: Any, most: float, what: str) -> Callable[[Any], Any]:
    """Return the reader of a number from 0 on, which may be given as some types, but not as True or False."""

    def checked(value: Any) -> Any:
        try:
            found = kind(value) if isinstance(value, types) and not isinstance(value, bool) else -1
        except (TypeError, ValueError):
            found = -1
        if not 0 <= found <= most:
            raise Impossible(f"it must be {what}.")
        return found

    return checked


#: int() would cut 1.5 to 1.
size = number_from_0(int, (int, str), inf, "a whole number of bytes, 0 or more")
number_to_1 = number_from_0(float, object, 1, "a number from 0 to 1")


def mapping(value: Any) -> dict[str, Any]:
    try:
        return dict(as_setting(value, "dict"))
    except (TypeError, ValueError) as error:
        raise Impossible('it must be a dict or, as text, a JSON object like {"name": "value"}.') from error


def rules(value: Any) -> dict[str, dict[str, Any]]:
    """Return the rules of sites by host."""
    found = mapping(value)
    for host, rule in found.items():
        if host_of(f"http://{host}/") != host or "*" in host:
            raise Impossible(
                f"{host!r} is no host; give its name in small letters, such as 'example.com', which "
                f"holds for its subdomains, too."
            )
        if not (isinstance(rule, Mapping) and isinstance(rule.get("params", {}), Mapping)):
            raise Impossible(f"the rule of {host!r} is {rule!r}. {RULE_IS}")
        if unknown := [f"{name}" for name in rule if name not in RULE]:
            like = meant(unknown[0], RULE) or "."
            raise Impossible(f"the rule of {host!r} has {unknown[0]!r}{like} {RULE_IS}")
    return {host_of(safe_url_string(f"http://{host}/")): rule for host, rule in found.items()}


def segmenter(value: Any) -> Any:
    return None if value in NO_SEGMENTER else value


def template(value: Any) -> str | None:
    """Return the path of a file, in which ``%(name)s`` and ``%(time)s`` may stand."""
    if not value:
        return None
    try:
        _ = ("" + os.fspath(value)) % {"name": "", "time": ""}  # bytes are no text
    except (KeyError, TypeError, ValueError) as error:
        why = "it is the path of a file, which may have %(name)s and %(time)s, and %% for %."
        raise Impossible(why) from error
    return str(value)


def archives(value: Any) -> list[str]:
    """Return the archives to answer from: files, and URLs for fsspec."""
    what = "the path of a WARC, ARC or WACZ file, a pattern like 'out/*.warc.gz', or a list of them."
    patterns = value if isinstance(value, (list, tuple)) else [value] if value else []
    if not all(isinstance(pattern, (str, os.PathLike)) for pattern in patterns):
        raise Impossible(f"it is {what}")
    found = {f"{pattern}": sorted(glob(f"{pattern}")) for pattern in patterns}
    missing = [pattern for pattern, paths in found.items() if not paths and "://" not in pattern]
    if missing:
        raise Impossible(f"there is no file {missing[0]!r}. Give {what}")
    return [path for pattern, paths in found.items() for path in paths or [pattern]]


def database(value: Any) -> str | None:
    if value is not None and not isinstance(value, (str, os.PathLike)):
        raise Impossible("it is the path of an SQLite file, such as 'texts.sqlite', old or new.")
    return None if value is None or not f"{value}" else f"{value}"


def item_classes(value: Any) -> tuple[type, ...]:
    try:
        classes = [value] if isinstance(value, type) else as_setting(value, "list")
    except TypeError as error:
        why = "it must be a list of classes or their import paths. Leave it empty for all items."
        raise Impossible(why) from error
    return tuple(map(item_class, classes))


def item_class(value: Any) -> type:
    try:
        cls = load_object(value) if isinstance(value, str) else value
    except (ImportError, NameError, TypeError, ValueError) as error:
        raise Impossible(f"{value!r} is not the import path of a class ({error}).") from error
    if not isinstance(cls, type):
        raise Impossible(f"{value!r} is not a class.")
    return cls


def fields_in(settings: BaseSettings) -> Fields:
    """Return the fields of results: one mapping for all items, or one for each item class.

    A list of names means only these results, in fields of the same names.  Raises ValueError for an
    impossible mapping.
    """
    value = given(settings, FIELDS)
    try:
        value = as_setting(value, "dictorlist")
    except AssertionError:  # neither
        value = [value]
    asked = only(value) if isinstance(value, list) and value else dict(value)
    defaults = dict(SETTINGS[FIELDS].default)
    if has_no_blocks := read(settings, "CONTENT_EXTRACT_SEGMENTER") is None:
        del defaults["blocks"]
    if given(settings, "CONTENT_EXTRACT_WARC") or given(settings, "CONTENT_EXTRACT_REPLAY"):
        defaults["warc_record_id"] = "warc_record_id"
    are_marked = given(settings, "CONTENT_EXTRACT_ON_DUPLICATE") == "mark"
    if are_marked and given(settings, "CONTENT_EXTRACT_DUPLICATES"):
        defaults["duplicate_of"] = "duplicate_of"
    by_class = {
        key: value
        for key, value in asked.items()
        if isinstance(key, (str, type)) and isinstance(value, Mapping)
    }
    for_all = checked_fields({key: value for key, value in asked.items() if key not in by_class}, defaults)
    own_of = {called(key): checked_fields(value, defaults) for key, value in by_class.items()}
    found = Fields()
    for name, own in {"": {}, **own_of}.items():
        written = {**defaults, **for_all, **own}
        if has_no_blocks:
            written["blocks"] = None
        found[name] = {result: field for result in RESULTS if (field := written.get(result)) is not None}
    if found.among(["text_language"]):
        identifier()  # raises ImportError if it is not installed
    return found


class Fields(dict[str, dict[str, str]]):
    """The field of each result that is written.

    It has a mapping for each item class, by import path or name, and under ``""`` for all others.
    """

    def of(self, cls: type) -> Mapping[str, str]:
        """Return which result goes to which field of the items of a class."""
        for base in cls.__mro__ if len(self) > 1 else ():
            for name in (f"{base.__module__}.{base.__qualname__}", base.__name__):
                if name in self:
                    return self[name]
        return self[""]

    def among(self, results: Iterable[str]) -> tuple[str, ...]:
        """Return which of some results go to a field of any item."""
        return tuple(result for result in results if any(result in mapping for mapping in self.values()))


def only(names: list[Any]) -> dict[str, str | None]:
    """Return a mapping of some results to fields with their names, and of all others to None."""
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"{FIELDS} is the list {names!r}; it may have any of: {', '.join(RESULTS)}.")
    names = [name.strip() for name in names]
    named = {OTHER_NAMES.get(name, name) for name in names}
    return dict.fromkeys(result for result in RESULTS if result not in named) | dict(zip(names, names))


def checked_fields(given: Mapping[Any, Any], defaults: Mapping[str, str]) -> dict[str, str | None]:
    """Return a mapping of results to fields, each result under its first name.

    Raises ValueError for an impossible mapping.
    """
    mapping = {OTHER_NAMES.get(result, result): field for result, field in given.items()}
    if len(mapping) < len(given):
        raise ValueError(
            f"{FIELDS} has a result under two names: "
            f"{' and '.join(repr(name) for pair in OTHER_NAMES.items() for name in pair)}. Leave one out."
        )
    unknown = [result for result in mapping if result not in RESULTS]
    if unknown:
        like = meant(FIELDS_OF_OTHERS.get(unknown[0], str(unknown[0])), RESULTS)
        raise ValueError(
            f"{FIELDS} has {', '.join(map(repr, unknown))}{like or ', but'} the results are: "
            f"{', '.join((*RESULTS, *OTHER_NAMES))}. Map each to the name of an item field, or to None "
            f"to leave it out; or map item classes to such mappings."
        )
    for result, field in mapping.items():
        if not (field is None or (isinstance(field, str) and field)):
            raise ValueError(f"{FIELDS} maps {result!r} to {field!r}; it may be a field's name, or None.")
    used = [field for field in {**defaults, **mapping}.values() if field is not None]
    twice = sorted(field for field in set(used) if used.count(field) > 1)
    if twice:
        both = ", ".join(map(repr, twice))
        raise ValueError(f"{FIELDS} maps more than one result to {both}; give each a field of its own.")
    return mapping


class Setting(NamedTuple):
    default: Any
    #: returns what a given value means; raises Impossible
    read: Callable[[Any], Any] = lambda value: value


#: Every setting.  docs/settings.rst gives each a paragraph.
SETTINGS: dict[str, Setting] = {
    # False switches the plugin off
    "CONTENT_EXTRACT_ENABLED": Setting(True, switch),
    # a name in EXTRACTORS, or the import path of another extractor class
    "CONTENT_EXTRACT_EXTRACTOR": Setting("auto"),
    # the parameters of that extractor, under the paper's names, and the fields of Style
    "CONTENT_EXTRACT_PARAMS": Setting({}, mapping),
    # the rule of each site: its host → an extractor and its parameters, or selectors of the main text
    "CONTENT_EXTRACT_SITES": Setting({}, rules),
    # False lets auto judge each page alone, not also by other pages of its host
    "CONTENT_EXTRACT_SITE_MEMORY": Setting(True, switch),
    # a name in SEGMENTERS, the import path of another segmenter class, or None
    "CONTENT_EXTRACT_SEGMENTER": Setting("gapdepth", segmenter),
    # the parameters of that segmenter
    "CONTENT_EXTRACT_SEGMENTER_PARAMS": Setting({}, mapping),
    # the item field of each result, added to the default; None writes nothing; a list: only its results
    FIELDS: Setting({"text": "text", "blocks": "blocks", "link_density": "link_density"}),
    # "main": the blocks that hold main text; "all": the blocks of the whole page
    "CONTENT_EXTRACT_BLOCKS": Setting("main", one_of("main", "all")),
    # False keeps a field that the spider has filled with something of its own
    "CONTENT_EXTRACT_OVERWRITE": Setting(False, switch),
    # the item classes to fill, as classes or import paths; empty for all
    "CONTENT_EXTRACT_ITEM_CLASSES": Setting([], item_classes),
    # "keep" or "drop" items of pages without main text
    "CONTENT_EXTRACT_ON_EMPTY": Setting("keep", one_of("keep", "drop")),
    # pages whose text is less sure get the status "unsure"
    "CONTENT_EXTRACT_MIN_CONFIDENCE": Setting(0.0, number_to_1),
    # False leaves every response as Scrapy decodes it
    "CONTENT_EXTRACT_NORMALIZE_ENCODING": Setting(True, switch),
    # whether UTF-8 that was encoded twice is read back, if all of a page was
    "CONTENT_EXTRACT_MOJIBAKE": Setting(True, switch),
    # whether Arabic presentation forms are read as Uighur: True, False, or "auto", which
    # looks at the letters of each page
    "CONTENT_EXTRACT_FOLD_UIGHUR": Setting("auto", switch_or_auto),
    # further cleaning steps: names in CLEAN_OPTIONS and FOLD_OPTIONS
    "CONTENT_EXTRACT_CLEAN": Setting([], cleaning_steps),
    # a larger page is processed in a thread
    "CONTENT_EXTRACT_THREAD_BYTES": Setting(1_000_000, size),
    # a larger page is not processed
    "CONTENT_EXTRACT_MAX_BYTES": Setting(MAX_BYTES, size),
    # the WARC file to write all responses to, such as "out/%(name)s-%(time)s.warc.gz"
    "CONTENT_EXTRACT_WARC": Setting(None, template),
    # the size from which the next WARC file begins
    "CONTENT_EXTRACT_WARC_BYTES": Setting(1_000_000_000, size),
    # the SQLite file of the texts so far; items get "duplicate_of"
    "CONTENT_EXTRACT_DUPLICATES": Setting(None, database),
    # "mark" or "drop" items of pages whose text came before
    "CONTENT_EXTRACT_ON_DUPLICATE": Setting("mark", one_of("mark", "drop")),
    # the archives that answer all requests, instead of the network
    "CONTENT_EXTRACT_REPLAY": Setting([], archives),
}

DEFAULTS = {name: setting.default for name, setting in SETTINGS.items()}


class Method(NamedTuple):
    """How main text is chosen and written."""

    extractor: Extractor
    name: str
    style: Style


@dataclass(frozen=True)
class Options:
    """The settings of the analysis, checked."""

    #: the method of each host that has a rule, and under "" that of all others
    methods: dict[str, Method]
    segmenter: Segmenter | None
    segmenter_name: str | None
    fields: Fields
    #: the results of each page besides its text, in the style of a page without a rule
    wanted: Wanted
    site_memory: bool
    overwrite: bool
    item_classes: tuple[type, ...]
    drop_empty: bool
    drop_duplicates: bool
    thread_bytes: int
    max_bytes: int

    def method_for(self, url: str) -> Method:
        """Return the method of the rule for a URL."""
        return self.methods[self.host_with_rule(url)]

    def host_with_rule(self, url: str) -> str:
        """Return the host of a URL or the nearest domain above it that has a rule, or ""."""
        host = host_of(url)
        while host not in self.methods:
            host = host.partition(".")[2]
        return host

    @classmethod
    def from_settings(cls, settings: BaseSettings, *, makes_own: bool = True) -> Options:
        """Read and check all settings.

        Without ``makes_own``, a user's own method is looked up but not made, which may be slow; the default
        stands for it.  Raises ValueError for an impossible setting.
        """
        values = {name.removeprefix("CONTENT_EXTRACT_"): read(settings, name) for name in SETTINGS}
        fields = fields_in(settings)
        forms = forms_for(fields.among(RESULTS))

        def made(method: Any, table: Mapping[str, Any], default: str, params: Any, *what: Any) -> Any:
            if method is None or makes_own or (isinstance(method, str) and method in table):
                return build(method, table, params, *what)
            if isinstance(method, str):
                find(method, table, what[0])
            return table[default]()

        def method(name: Any, params: Mapping[str, Any], *what: str) -> Method:
            style, own = style_in(params, what[1])
            check_style(style, forms, f'"markdown" to {FIELDS}')
            return Method(made(name, EXTRACTORS, "auto", own, *what, NAMES), called(name), style)

        blocks, default, params = values["SEGMENTER"], values["EXTRACTOR"], values["PARAMS"]
        methods = {"": method(default, params, "CONTENT_EXTRACT_EXTRACTOR", "CONTENT_EXTRACT_PARAMS")}
        of_style = {name: value for name, value in params.items() if name in NAMES}
        for host, rule in values["SITES"].items():
            what = f"CONTENT_EXTRACT_SITES[{host!r}]"
            own = {**(of_style if "extractor" in rule else params), **rule.get("params", {})}
            own |= {name: rule[name] for name in SELECTORS if name in rule}
            methods[host] = method(rule.get("extractor", default), own, f"{what}['extractor']", what)
        extractor, _, style = methods[""]
        wanted = Wanted(forms, values["BLOCKS"] == "all", style, values["MIN_CONFIDENCE"])
        check_confidence(extractor, wanted.min_confidence, "CONTENT_EXTRACT_MIN_CONFIDENCE")
        memory = settings.get("CONTENT_EXTRACT_SITE_MEMORY")
        is_learning = any(isinstance(one.extractor, Auto) for one in methods.values())
        if memory is not None and values["SITE_MEMORY"] and not is_learning:
            raise ValueError(
                f"CONTENT_EXTRACT_SITE_MEMORY is True, but CONTENT_EXTRACT_EXTRACTOR is "
                f"{called(extractor)!r}, and only 'auto' learns from sites. Leave out the former, or set the "
                f"latter to 'auto'."
            )
        if values["ON_DUPLICATE"] == "drop" and values["DUPLICATES"] is None:
            raise ValueError(
                "CONTENT_EXTRACT_ON_DUPLICATE is 'drop', but there is no file of known texts; set "
                "CONTENT_EXTRACT_DUPLICATES to its path, such as 'texts.sqlite'."
            )
        of_blocks = "CONTENT_EXTRACT_SEGMENTER", "CONTENT_EXTRACT_SEGMENTER_PARAMS"
        return cls(
            methods=methods,
            segmenter=blocks and made(blocks, SEGMENTERS, "gapdepth", values["SEGMENTER_PARAMS"], *of_blocks),
            segmenter_name=blocks and called(blocks),
            fields=fields,
            wanted=wanted,
            site_memory=values["SITE_MEMORY"] and is_learning,
            overwrite=values["OVERWRITE"],
            item_classes=values["ITEM_CLASSES"],
            drop_empty=values["ON_EMPTY"] == "drop",
            drop_duplicates=values["ON_DUPLICATE"] == "drop",
            thread_bytes=values["THREAD_BYTES"],
            max_bytes=values["MAX_BYTES"],
        )
