"""``content-extract warc ARCHIVE... -o FOLDER``: the command without a name, for archives of any name."""

from __future__ import annotations

import argparse

from . import extract

DESCRIPTION = (
    "Write the main text of the pages of web archives (WARC, ARC, WACZ) as the lines of a corpus, which\n"
    "datatrove, Dolma and datasets read unchanged.  In a folder, each archive becomes a file of its own.\n"
    ".manifest has what was done, so the same command goes on after an interruption."
)
EXAMPLES = (
    "content-extract warc crawl/*.warc.gz -o corpus/",
    "content-extract warc warc.paths.gz --prefix https://data.commoncrawl.org/ -o corpus/ -j 8",
)
run = extract.run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    extract.add_arguments(parser)
    parser.set_defaults(are_archives=True)
