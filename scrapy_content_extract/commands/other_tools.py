"""Options of other extractors' commands, and what to type here."""

#: The options of trafilatura, defuddle and readability-cli that have other names here.
FLAGS = {
    "--output-format": "use --format",
    "--output-dir": "use -o FOLDER/, which gets a file for each page",
    "--input-dir": "give the folder itself, as in content-extract FOLDER -o TEXTS/",
    "--keep-dirs": "use --keep-folders",
    "--parallel": "use -j",
    **dict.fromkeys(("--URL", "-u"), "give the address itself, as in content-extract https://example.com/"),
    **dict.fromkeys(("--base", "-b"), "use --url"),
    "--with-metadata": "use --front-matter with Markdown, or --json",
    "--property": "use --json --fields title",
    **dict.fromkeys(("--properties", "-p"), "use --json --fields title,text"),
    **dict.fromkeys(
        ("--xml", "--xmltei"), "use --html, which has the structure; only trafilatura writes XML-TEI"
    ),
    "--csv": "use -o texts.csv",
    "-m": "use --markdown",
    "--list": "use content-extract FOLDER --jsonl --fields url,status",
    "--backup-dir": "not needed: the pages stay where they are",
    "--hash-as-name": "not needed: files are named after their pages",
    "--lang": "not needed: no language is needed",
    "--low-confidence": "use --min-confidence",
    "--keep-classes": "not needed: HTML has no classes",
    "--style": "not needed: HTML has no styles",
    "--formatting": "use --markdown or --html",
    "--links": "use --markdown or --html, which have links",
    "--images": "use --markdown or --html, which have pictures",
    **dict.fromkeys(("--fast", "--no-fallback"), "not needed: there is no slower way"),
    "--target-language": "use --json --fields text,text_language, and choose by it",
    "--only-with-metadata": "use --json, and choose by its fields",
    "--deduplicate": "use content-extract dedup, for texts of several pages",
    "--no-title": "use --param title=false",
    **dict.fromkeys(
        "--crawl --explore --feed --sitemap --archived --probe --blacklist --url-filter".split(),
        "use a Scrapy spider, which follows and chooses links, feeds and sitemaps",
    ),
}
#: Formats of other extractors, and the way to have them.
FORMATS = {
    **dict.fromkeys(("xml", "xmltei", "tei"), FLAGS["--xml"]),
    "python": "write from scrapy_content_extract import extract",
}
