"""Settings → checked values."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from glob import glob
from typing import Any

from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ..content import EXTRACTORS, SEGMENTERS, Extractor, Segmenter
from ..content.encoding.fold import CLEAN_OPTIONS, FOLD_OPTIONS
from ..content.errors import install
from ..content.extract import Wanted, check_confidence
from ..content.output.formats import check_style
from ..content.output.style import NAMES, style_in
from ..content.page.limits import MAX_BYTES
from ..content.registry import build, called, find, meant
from ..fields import OTHER_NAMES, RESULTS, check_language, forms_for

logger = logging.getLogger(__name__)

#: Every setting and its default.  docs/settings.rst gives each a paragraph.
DEFAULTS: dict[str, Any] = {
    # False switches the plugin off
    "CONTENT_EXTRACT_ENABLED": True,
    # a name in EXTRACTORS, or the import path of another extractor class
    "CONTENT_EXTRACT_EXTRACTOR": "auto",
    # the parameters of that extractor, under the paper's names, and the fields of Style
    "CONTENT_EXTRACT_PARAMS": {},
    # True lets auto judge a page also by the pages of its host that came before
    "CONTENT_EXTRACT_SITE_MEMORY": False,
    # a name in SEGMENTERS, the import path of another segmenter class, or None
    "CONTENT_EXTRACT_SEGMENTER": "gapdepth",
    # the parameters of that segmenter
    "CONTENT_EXTRACT_SEGMENTER_PARAMS": {},
    # the item field of each result, added to the default; None writes nothing; a list: only its results
    "CONTENT_EXTRACT_FIELDS": {"text": "text", "blocks": "blocks", "link_density": "link_density"},
    # "main": the blocks that hold main text; "all": the blocks of the whole page
    "CONTENT_EXTRACT_BLOCKS": "main",
    # False keeps a field that the spider has filled with something of its own
    "CONTENT_EXTRACT_OVERWRITE": False,
    # the item classes to fill, as classes or import paths; empty for all
    "CONTENT_EXTRACT_ITEM_CLASSES": [],
    # "keep" or "drop" items of pages without main text
    "CONTENT_EXTRACT_ON_EMPTY": "keep",
    # pages whose text is less sure get the status "unsure"
    "CONTENT_EXTRACT_MIN_CONFIDENCE": 0.0,
    # False leaves every response as Scrapy decodes it
    "CONTENT_EXTRACT_NORMALIZE_ENCODING": True,
    # whether UTF-8 that was encoded twice is read back, if all of a page was
    "CONTENT_EXTRACT_MOJIBAKE": True,
    # whether Arabic presentation forms are read as Uighur: True, False, or "auto", which
    # looks at the letters of each page
    "CONTENT_EXTRACT_FOLD_UIGHUR": "auto",
    # further cleaning steps: names in CLEAN_OPTIONS and FOLD_OPTIONS
    "CONTENT_EXTRACT_CLEAN": [],
    # a larger page is processed in a thread
    "CONTENT_EXTRACT_THREAD_BYTES": 1_000_000,
    # a larger page is not processed
    "CONTENT_EXTRACT_MAX_BYTES": MAX_BYTES,
    # the WARC file to write all responses to, such as "out/%(name)s-%(time)s.warc.gz"
    "CONTENT_EXTRACT_WARC": None,
    # the size from which the next WARC file begins
    "CONTENT_EXTRACT_WARC_BYTES": 1_000_000_000,
    # the SQLite file of the texts so far; items get "duplicate_of"
    "CONTENT_EXTRACT_DUPLICATES": None,
    # the archives that answer all requests, instead of the network
    "CONTENT_EXTRACT_REPLAY": [],
}

#: The settings of a method and of its parameters.
EXTRACTOR = ("CONTENT_EXTRACT_EXTRACTOR", "CONTENT_EXTRACT_PARAMS")
SEGMENTER = ("CONTENT_EXTRACT_SEGMENTER", "CONTENT_EXTRACT_SEGMENTER_PARAMS")

#: The values for no segmenter; the command line has only text.
NO_SEGMENTER = (None, "None", "none", "")


@dataclass(frozen=True)
class Options:
    """The settings, checked."""

    extractor: Extractor
    extractor_name: str
    segmenter: Segmenter | None
    segmenter_name: str | None
    fields: Fields
    #: the results of each page besides its text
    wanted: Wanted
    overwrite: bool
    item_classes: tuple[type, ...]
    drop_empty: bool
    thread_bytes: int
    max_bytes: int

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Options:
        """Read and check the settings.

        Raises ValueError for an impossible setting: what it is, what it may be, and what to do.
        """
        (extractor, params), (segmenter, segmenter_params) = EXTRACTOR, SEGMENTER
        style, of_extractor = style_in(read_dict(settings, params), params)
        method, blocks = read(settings, extractor), read(settings, segmenter)
        if blocks in NO_SEGMENTER:
            blocks = None
        of_segmenter = {} if blocks is None else read_dict(settings, segmenter_params)
        fields = read_fields(settings)
        all_blocks = read_choice(settings, "CONTENT_EXTRACT_BLOCKS", "main", "all") == "all"
        wanted = Wanted(
            forms_for(fields.among(RESULTS)),
            all_blocks,
            style,
            read_share(settings, "CONTENT_EXTRACT_MIN_CONFIDENCE"),
        )
        check_style(style, wanted.forms, f'"markdown" to {FIELDS}')
        built = build(method, EXTRACTORS, of_extractor, extractor, params, NAMES)
        check_confidence(built, wanted.min_confidence, "CONTENT_EXTRACT_MIN_CONFIDENCE")
        return cls(
            extractor=built,
            extractor_name=called(method),
            segmenter=blocks and build(blocks, SEGMENTERS, of_segmenter, segmenter, segmenter_params),
            segmenter_name=blocks and called(blocks),
            fields=fields,
            wanted=wanted,
            overwrite=read_bool(settings, "CONTENT_EXTRACT_OVERWRITE"),
            item_classes=read_classes(settings),
            drop_empty=read_choice(settings, "CONTENT_EXTRACT_ON_EMPTY", "keep", "drop") == "drop",
            thread_bytes=read_size(settings, "CONTENT_EXTRACT_THREAD_BYTES"),
            max_bytes=read_size(settings, "CONTENT_EXTRACT_MAX_BYTES"),
        )


def check_early(settings: BaseSettings) -> Options:
    """Return the settings, checked before the crawl; raise ValueError for an impossible one.

    A user's own method is looked up but not made, which may be slow; the default stands for it.
    """
    settings = settings.copy()
    tables: tuple[Mapping[str, Any], ...] = (EXTRACTORS, SEGMENTERS)
    for (name, params), table in zip((EXTRACTOR, SEGMENTER), tables):
        method = read(settings, name)
        if method is None or (isinstance(method, str) and method in (*table, *NO_SEGMENTER)):
            continue
        if isinstance(method, str):
            find(method, table, name)
        settings.set(name, DEFAULTS[name], "cmdline")
        settings.set(params, {}, "cmdline")
    options = Options.from_settings(settings)
    read_fold_uighur(settings)
    read_bool(settings, "CONTENT_EXTRACT_MOJIBAKE")
    read_clean(settings)
    read_warc(settings)
    read_size(settings, "CONTENT_EXTRACT_WARC_BYTES")
    read_replay(settings)
    read_duplicates(settings)
    return options


def read_warc(settings: BaseSettings) -> str | None:
    template = read(settings, "CONTENT_EXTRACT_WARC")
    if not template:
        return None
    try:
        _ = ("" + os.fspath(template)) % {"name": "", "time": ""}  # bytes are no text
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"CONTENT_EXTRACT_WARC is {template!r}; it is the path of a file, which may have %(name)s and "
            f"%(time)s, and %% for %."
        ) from error
    return str(template)


def read_replay(settings: BaseSettings) -> list[str]:
    """Return the archives to answer from: files, and URLs for fsspec."""
    given = read(settings, "CONTENT_EXTRACT_REPLAY")
    patterns = given if isinstance(given, (list, tuple)) else [given] if given else []
    if not all(isinstance(pattern, (str, os.PathLike)) for pattern in patterns):
        raise ValueError(
            f"CONTENT_EXTRACT_REPLAY is {given!r}; it is the path of a WARC, ARC or WACZ file, a pattern "
            f"like 'out/*.warc.gz', or a list of them."
        )
    found = {f"{pattern}": sorted(glob(f"{pattern}")) for pattern in patterns}
    missing = [pattern for pattern, paths in found.items() if not paths and "://" not in pattern]
    if missing:
        raise ValueError(
            f"CONTENT_EXTRACT_REPLAY is {given!r}, but there is no file {missing[0]!r}. Give the path of a "
            f"WARC, ARC or WACZ file, a pattern like 'out/*.warc.gz', or a list of them."
        )
    return [path for pattern, paths in found.items() for path in paths or [pattern]]


def read_duplicates(settings: BaseSettings) -> str | None:
    given = read(settings, "CONTENT_EXTRACT_DUPLICATES")
    if given is not None and not isinstance(given, (str, os.PathLike)):
        raise ValueError(
            f"CONTENT_EXTRACT_DUPLICATES is {given!r}; it is the path of an SQLite file, such as "
            f"'texts.sqlite', which is made if there is none."
        )
    return None if given is None or not f"{given}" else f"{given}"


def warn_of_unknown(settings: BaseSettings) -> None:
    for name in sorted(set(settings) - set(DEFAULTS)):
        if str(name).startswith("CONTENT_EXTRACT_"):
            logger.warning("There is no setting %s%s", name, meant(name, DEFAULTS))


def read(settings: BaseSettings, name: str) -> Any:
    """Return a setting or its default; unlike in ``settings.get``, None is a value."""
    return settings[name] if name in settings else DEFAULTS[name]


def check_enabled(settings: BaseSettings, name: str = "CONTENT_EXTRACT_ENABLED") -> None:
    """Raise NotConfigured when a component is switched off."""
    if not read_bool(settings, name):
        raise NotConfigured(f"{name} is False")


def of_extra(path: str, extra: str, setting: str) -> Any:
    """Return a component of an extra.  Raises ValueError if a library of the extra is not installed."""
    try:
        return load_object(path)
    except ImportError as error:
        raise ValueError(
            f"{setting} needs what is not installed ({error}). Install it with {install(extra)}, or "
            f"remove the setting."
        ) from error


def read_choice(settings: BaseSettings, name: str, *choices: str) -> str:
    given = read(settings, name)
    if given not in choices:
        raise ValueError(f"{name} is {given!r}; it may be {' or '.join(map(repr, choices))}.")
    return str(given)


def read_bool(settings: BaseSettings, name: str, others: str = "") -> bool:
    try:
        return settings.getbool(name, DEFAULTS[name])
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} is {settings.get(name)!r}; it may be {others}True or False.") from error


def read_fold_uighur(settings: BaseSettings) -> bool | str:
    name = "CONTENT_EXTRACT_FOLD_UIGHUR"
    if str(read(settings, name)).lower() == "auto":
        return "auto"
    return read_bool(settings, name, "'auto', ")


def read_clean(settings: BaseSettings) -> tuple[str, ...]:
    name = "CONTENT_EXTRACT_CLEAN"
    known = (*CLEAN_OPTIONS, *FOLD_OPTIONS)
    given = read(settings, name)
    if isinstance(given, str):
        given = [option.strip() for option in given.split(",") if option.strip()]
    if not isinstance(given, (list, tuple)) or not all(option in known for option in given):
        raise ValueError(
            f"{name} is {settings.get(name)!r}; it is a list of further cleaning steps: "
            f"{', '.join(known)}. Leave it empty for none."
        )
    return tuple(given)


def read_size(settings: BaseSettings, name: str) -> int:
    given = settings.get(name, DEFAULTS[name])
    try:
        # int() would cut 1.5 to 1, and False to 0, which makes every page too large
        size = int(given) if isinstance(given, (int, str)) and not isinstance(given, bool) else -1
    except ValueError:
        size = -1
    if size < 0:
        raise ValueError(f"{name} is {given!r}; it must be a whole number of bytes, 0 or more.")
    return size


def read_share(settings: BaseSettings, name: str) -> float:
    given = read(settings, name)
    try:
        value = -1.0 if isinstance(given, bool) else float(given)
    except (TypeError, ValueError):
        value = -1.0
    if not 0 <= value <= 1:
        raise ValueError(f"{name} is {given!r}; it must be a number from 0 to 1.")
    return value


def read_dict(settings: BaseSettings, name: str) -> dict[str, Any]:
    try:
        return dict(settings.getdict(name, DEFAULTS[name]))
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"{name} is {settings.get(name)!r}; it must be a dict or, as text, a JSON object "
            f'like {{"name": "value"}}.'
        ) from error


def read_fields(settings: BaseSettings) -> Fields:
    """Read CONTENT_EXTRACT_FIELDS: one mapping for all items, or one for each item class.

    A list of names means only these results, in fields of the same names.
    """
    try:
        given = settings.getdictorlist(FIELDS, {})
    except AssertionError:  # neither
        given = [settings[FIELDS]]
    given = only(given) if isinstance(given, list) and given else dict(given)
    defaults = dict(DEFAULTS[FIELDS])
    if has_no_blocks := read(settings, SEGMENTER[0]) in NO_SEGMENTER:
        del defaults["blocks"]
    if read(settings, "CONTENT_EXTRACT_WARC") or read(settings, "CONTENT_EXTRACT_REPLAY"):
        defaults["warc_record_id"] = "warc_record_id"
    fields = fields_of(given, defaults)
    if has_no_blocks:
        for mapping in fields.values():
            mapping.pop("blocks", None)
    check_language(fields.among(["text_language"]))
    return fields


def read_classes(settings: BaseSettings) -> tuple[type, ...]:
    name = "CONTENT_EXTRACT_ITEM_CLASSES"
    one = settings.get(name)
    try:
        all_given = [one] if isinstance(one, type) else settings.getlist(name, DEFAULTS[name])
    except TypeError as error:
        raise ValueError(
            f"{name} is {one!r}; it must be a list of classes or their import paths. "
            f"Leave it empty for all items."
        ) from error
    return tuple(item_class(given, name) for given in all_given)


def item_class(given: Any, name: str) -> type:
    try:
        cls = load_object(given) if isinstance(given, str) else given
    except (ImportError, NameError, TypeError, ValueError) as error:
        raise ValueError(
            f"{name} has {given!r}, which is not the import path of a class ({error})."
        ) from error
    if not isinstance(cls, type):
        raise ValueError(f"{name} has {given!r}, which is not a class.")
    return cls


# ------------------------------------------------------------------ fields of items

FIELDS = "CONTENT_EXTRACT_FIELDS"


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


def fields_of(given: Mapping[Any, Any], defaults: Mapping[str, str]) -> Fields:
    """Return the fields of a mapping for all items, which may hold mappings for item classes.

    Raises ValueError for an impossible mapping.
    """
    by_class = {
        key: value
        for key, value in given.items()
        if isinstance(key, (str, type)) and isinstance(value, Mapping)
    }
    for_all = checked({key: value for key, value in given.items() if key not in by_class}, defaults)
    by_name = {"": for_all, **{called(key): checked(value, defaults) for key, value in by_class.items()}}
    return Fields({name: fields_written({**defaults, **for_all, **own}) for name, own in by_name.items()})


def only(names: list[Any]) -> dict[str, str | None]:
    """Return a mapping of some results to fields with their names, and of all others to None."""
    if not all(isinstance(name, str) for name in names):
        raise ValueError(
            f"{FIELDS} is the list {names!r}; it may have the names of results: {', '.join(RESULTS)}."
        )
    names = [name.strip() for name in names]
    named = {OTHER_NAMES.get(name, name) for name in names}
    return dict.fromkeys(result for result in RESULTS if result not in named) | dict(zip(names, names))


def fields_written(mapping: Mapping[str, str | None]) -> dict[str, str]:
    """Return the results that are written, in the order of RESULTS."""
    return {result: field for result in RESULTS if (field := mapping.get(result)) is not None}


def checked(given: Mapping[Any, Any], defaults: Mapping[str, str]) -> dict[str, str | None]:
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
        like = meant(str(unknown[0]), RESULTS)
        raise ValueError(
            f"{FIELDS} has {', '.join(map(repr, unknown))}{like or ', but'} the results are: "
            f"{', '.join((*RESULTS, *OTHER_NAMES))}. Map each to the name of an item field, or to None "
            f"to leave it out; or map item classes to such mappings."
        )
    for result, field in mapping.items():
        if not (field is None or (isinstance(field, str) and field)):
            raise ValueError(
                f"{FIELDS} maps {result!r} to {field!r}; it may be the name of an item field, or None."
            )
    used = [field for field in {**defaults, **mapping}.values() if field is not None]
    twice = sorted(field for field in set(used) if used.count(field) > 1)
    if twice:
        raise ValueError(
            f"{FIELDS} maps more than one result to {', '.join(map(repr, twice))}; give each "
            f"result a field of its own."
        )
    return mapping
