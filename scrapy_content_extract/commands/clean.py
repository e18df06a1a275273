"""``content-extract clean FILE... -o FILE``: texts without what is repeated on their host."""

from __future__ import annotations

import argparse
import os
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any

from .. import __version__
from ..content.auto.memory import host_of
from ..corpus.files import open_text, parsed, remove, whole
from ..corpus.lines import as_line, digest_of
from ..corpus.provenance import about, write_card
from ..corpus.repeated import Repeated, cleaned, in_one_array, keys_of_page, pages_in, repeated_in
from ..corpus.storage import Shards
from . import INTERRUPTED
from .dedup import Batch, Lines, add_files, lack_of, refuse_same_files, reported, text_in
from .inputs import whole_number
from .processes import worked
from .tally import Tally

#: The end of the name of the counts, which are beside the output until it is whole.
COUNTS = ".counts"

DESCRIPTION = (
    "Leave out the paragraphs that stand on many pages of their host, such as signatures and notices: the\n"
    "same but for case, digits, accents and punctuation.  The lines are read twice; counts are kept in a\n"
    "database beside the output, so memory does not grow with their number."
)
EXAMPLES = (
    "content-extract clean unique.jsonl.gz -o clean.jsonl.gz -j 4",
    "content-extract clean unique.jsonl.gz -o clean.parquet --pages 5 --removed removed.jsonl",
    "content-extract clean saved.jsonl -o clean.jsonl --site source",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    what = "from how many pages of a host on a paragraph is left out; default: 10"
    parser.add_argument("--pages", metavar="N", type=whole_number(2, "pages"), default=10, help=what)
    what = "the field of a line, or of its metadata, that says of which site it is; default: the host"
    parser.add_argument("--site", metavar="FIELD", help=what)
    parser.add_argument("--removed", metavar="FILE", help="write what is left out, and how frequent it is")
    what = "go on where the same command was interrupted; with --shard-bytes finished files stay"
    parser.add_argument("--resume", action="store_true", help=what)


def run(args: argparse.Namespace) -> int:
    refuse_same_files(args, args.removed, f"{args.output}{COUNTS}")
    for name in args.files:
        if os.path.exists(name) and not os.path.isfile(name):
            raise ValueError(
                f"{name} is read twice, so it must be a regular file; write its lines to one first"
            )
    try:
        return reported(args, clean_files)
    except KeyboardInterrupt:
        Tally(several=True).say("interrupted; with --resume the same command goes on from here")
        return INTERRUPTED


def clean_files(args: argparse.Namespace, shown: Tally) -> Counter[str]:
    """Count all paragraphs, then write all lines; return the number of lines by outcome."""
    with repeated_of(args) as (repeated, done):
        lines = Lines(args.files, args.field, shown)
        if not done["counted"]:
            count_lines(lines, args, repeated, done)
        outcomes = write_lines(lines, args, repeated, done)
        if args.removed:
            with whole(args.removed) as aside, open_text(aside, "w") as file:
                for host, pages, paragraph in repeated.removed():
                    file.write(as_line({"host": host, "pages": pages, "paragraph": paragraph}))
        if args.card:
            write_card(args.card, Shards(args.output).files(), {"clean": outcomes}, {"pages": args.pages})
    return outcomes


@contextmanager
def repeated_of(args: argparse.Namespace) -> Iterator[tuple[Repeated, dict[str, Any]]]:
    """Yield the counts and what was done before; after an interruption they stay for ``--resume``."""
    path = f"{args.output}{COUNTS}"
    files = (path, f"{path}-journal")
    #: what decides about the files, by the words for it
    work = {
        "input": [about(name) for name in args.files],
        "version": __version__,
        **{f"--{name}": getattr(args, name) for name in ("field", "site", "pages")},
        "--shard-bytes": args.shard_bytes,
        "--removed": bool(args.removed),
    }
    start: dict[str, Any] = {"of": work, "counted": False, "lines": 0, "shards": 0, "outcomes": {}}
    if not (args.resume and os.path.exists(path)):
        remove(*files)
        Shards(args.output).remove_unfinished()
        open(path, "xb").close()  # its error names the file
    is_kept = False
    try:
        with Repeated(path, args.pages) as repeated:
            done = repeated.saved() or start
            if differing := [name for name, value in work.items() if done["of"].get(name) != value]:
                is_kept = True
                raise ValueError(
                    f"{path} is of an interrupted command with another {' and '.join(differing)}; "
                    f"repeat that one, or leave --resume out to begin again"
                )
            yield repeated, done
    except KeyboardInterrupt:
        is_kept = True
        raise
    finally:
        if not is_kept:
            remove(*files)


def count_lines(lines: Lines, args: argparse.Namespace, repeated: Repeated, done: dict[str, Any]) -> None:
    """Count the paragraphs of all lines.  Raises ValueError if no line has a text, or none has a site."""
    has_sites = done["lines"] > 0
    work = partial(pages_of, field=args.field, site=args.site)
    batches = (batch for batch in lines.batches() if batch.before_in_all >= done["lines"])
    for batch, pages in worked(batches, work, work, args.processes):
        repeated.count(pages)
        has_sites = has_sites or len(pages) > len(batch.lines)
        if has_sites and repeated.is_full:
            done["lines"] = batch.before_in_all + len(batch.lines)
            repeated.save(done)
    if not has_sites:
        lines.check()
        if lines.number:
            lacking = f"a {args.site!r} that says its site" if args.site else "the address of a host"
            raise ValueError(
                f"no line has {lacking}; give --site the name of the field that says of which site a line "
                f"is; {lines.named()}"
            )
    done["counted"] = True
    repeated.save(done)


def pages_of(batch: Batch, field: str, site: str | None) -> array[int]:
    """Return the pages of lines; a line without a site or a text has an empty one."""
    items = map(parsed, batch.lines)
    texts = ((site_of(item, site), text_in(item, field)) for item in items)
    return in_one_array(keys_of_page(host, text) if host and text else array("q") for host, text in texts)


def site_of(item: Any, field: str | None) -> str:
    """Return the site of a line's value: its host, or the value of a field."""
    item = item if isinstance(item, dict) else {}
    value = item.get(field or "url")
    if value in (None, "") and isinstance(metadata := item.get("metadata"), dict):
        value = metadata.get(field or "url")
    if field is None:
        return host_of(value)
    return str(value) if isinstance(value, str | int) else ""


def write_lines(
    lines: Lines, args: argparse.Namespace, repeated: Repeated, done: dict[str, Any]
) -> Counter[str]:
    """Write all lines without repeated paragraphs; return their number by outcome."""
    outcomes = Counter(done["outcomes"])

    def save(shards: int) -> None:
        done.update(shards=shards, outcomes=outcomes)
        repeated.save(done)

    work = partial(cleaned_lines, field=args.field, site=args.site, repeated=repeated.keys())
    before = outcomes.total()
    given = zip(lines.batches(), repeated.counted())
    left = (of for of in given if of[0].before_in_all + len(of[0].lines) > before)
    with Shards(args.output, args.shard_bytes, on_next=save, finished=done["shards"], kept=True) as output:
        for (batch, _), results in worked(left, work, work, args.processes):
            both = zip(batch.lines, results)
            for line, (outcome, shortened, removed) in islice(
                both, max(before - batch.before_in_all, 0), None
            ):
                if outcome != "emptied":
                    output.write(shortened or line)
                outcomes[outcome] += 1
                if removed and args.removed:
                    repeated.note(*removed)
    return outcomes


#: The outcome of a line; the line if its text became shorter; its site and what was left out.
Cleaned = tuple[str, str, "tuple[str, list[tuple[int, str]]] | None"]


def cleaned_lines(
    given: tuple[Batch, array[int]], field: str, site: str | None, repeated: array[int]
) -> list[Cleaned]:
    batch, pages = given
    return [cleaned_line(*each, field, site, repeated) for each in zip(batch.lines, pages_in(pages))]


def cleaned_line(line: str, page: array[int], field: str, site: str | None, repeated: array[int]) -> Cleaned:
    out = repeated_in(page, repeated)
    if page and not out:
        return "unchanged", "", None
    item = parsed(line)
    text = text_in(item, field)
    if not page:
        return ("no_site" if site else "no_url") if text else lack_of(item), "", None
    text, removed = cleaned(text, page, out)
    of_site = (site_of(item, site), removed)
    if not text.strip():
        return "emptied", "", of_site
    item[field] = text
    metadata = item.get("metadata")
    if isinstance(metadata, dict) and "digest" in metadata:
        metadata["digest"] = digest_of(text)
    return "shortened", as_line(item), of_site
