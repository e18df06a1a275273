"""Translations of programs, from message catalogues as Debian's packages have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from gettext import GNUTranslations
from pathlib import Path


def translations(folders: Iterable[Path], language: str) -> Iterator[str]:
    """Yield the translations in every ``LANGUAGE/LC_MESSAGES/*.mo`` below some folders, by file."""
    for folder in folders:
        for path in sorted(folder.rglob(f"{language}/LC_MESSAGES/*.mo")):
            try:
                with path.open("rb") as file:
                    catalogue = vars(GNUTranslations(file))["_catalog"]  # gettext only looks up
            except UnicodeDecodeError:  # its header names another encoding than its texts have
                continue
            yield from (text for original, text in catalogue.items() if original and text != original)
