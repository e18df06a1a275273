"""Write the names of the months: ``python -m lab.data.make_months``.

They come from the Unicode CLDR through Babel (``pip install babel==2.18.0``), for the languages of the
stop lists; Chinese, Japanese and Korean number the months.  ``content/metadata/months.tsv`` has a line for
each language: its code, then the names of January to December in lower case, with ``|`` between the names
of one month.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

CONTENT = Path(__file__).parents[2] / "scrapy_content_extract/content"
TABLE = CONTENT / "metadata" / "months.tsv"

HEAD = (
    "# Names of months, from the Unicode CLDR (https://cldr.unicode.org, licence: LICENSE.unicode)."
    " Written by lab/data/make_months.py."
)

#: Locales whose names differ from the language's.
REGIONS = {
    "ar": ("ar_DZ", "ar_MA", "ar_SY", "ar_TN"),
    "de": ("de_AT",),
    "en": ("en_AU", "en_GB"),
    "es": ("es_CO", "es_UY"),
    "no": ("nb", "nn"),
    "pt": ("pt_PT",),
}

#: Short names that are left out, by language: CLDR took them from the middle of the Sesotho Phupjane (June)
#: and Hlakola (February), but "jan" is January in 17 languages, and "kol" is August in Croatian.
LEFT_OUT = {"st": {"jan", "kol"}}

#: The words that are written together with the name of a month, as in "4 במרץ 2025".
PREFIXES = {"he": "ב"}


def languages() -> list[str]:
    lines = (CONTENT / "methods" / "stopwords.tsv").read_text("utf-8").splitlines()
    return sorted({line.partition("\t")[0] for line in lines} - {"ja", "ko", "zh"})


def names_of(language: str) -> list[set[str]]:
    """Return the names of each month that are words; Chinese and the like number them."""
    from babel import Locale, localedata

    names: list[set[str]] = [set() for _ in range(12)]
    for locale in (language, *REGIONS.get(language, ())):
        localedata._cache.clear()  # Babel 2.18 mixes what it has loaded: Hebrew names in all after "he"
        months = Locale.parse(locale).months
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for month, name in months[context][width].items():
                    name = name.casefold().rstrip(".").removeprefix("de ").removeprefix("d’")
                    if len(name) > 1 and not any(character.isdigit() for character in name):
                        names[month - 1] |= {name, PREFIXES.get(language, "") + name}
    return [of_month - LEFT_OUT.get(language, set()) for of_month in names]


def main() -> None:
    from babel import UnknownLocaleError  # Babel is for who makes the table, not for who imports this

    lines = [HEAD]
    for language in languages():
        with suppress(UnknownLocaleError):
            if all(names := names_of(language)):
                lines.append("\t".join([language, *("|".join(sorted(month)) for month in names)]))
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
