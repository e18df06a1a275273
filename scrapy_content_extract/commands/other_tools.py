"""Options of other extractors' commands, and what to type here."""

#: The options of trafilatura, defuddle and readability-cli that have other names here.
FLAGS = {
    "--output-format": "--format",
    "--output-dir": "-o FOLDER/, which gets a file for each page",
    "--input-dir": "the folder itself, as in content-extract FOLDER -o TEXTS/",
    "--keep-dirs": "--keep-folders",
    "--parallel": "-j",
    "--URL": "the address itself, as in content-extract https://example.com/",
    "-u": "the address itself, as in content-extract https://example.com/",
    "--base": "--url",
    "--with-metadata": "--front-matter with Markdown, or --json",
    "--property": "--json --fields title",
    "--properties": "--json --fields title,text",
    "--xml": "--html, which has the structure; only trafilatura writes XML-TEI",
    "--xmltei": "--html, which has the structure; only trafilatura writes XML-TEI",
    "--csv": "--format jsonl, which pandas.read_json(FILE, lines=True) reads",
    "--formatting": "--markdown or --html",
    "--links": "--markdown or --html, which have links",
    "--images": "--markdown or --html, which have pictures",
    "--fast": "nothing: there is no slower way",
    "--no-fallback": "nothing: there is no slower way",
    "--target-language": "--json --fields text,text_language, and choose by it",
    "--only-with-metadata": "--json, and choose by its fields",
    "--deduplicate": "content-extract dedup, for texts of several pages",
    "--no-title": "--param title=false",
    **dict.fromkeys(
        ("--crawl", "--explore", "--feed", "--sitemap", "--archived", "--probe"),
        "a Scrapy spider, which follows links, feeds and sitemaps",
    ),
}
#: Formats of other extractors, and the way to have them.
FORMATS = {
    "xml": FLAGS["--xml"],
    "xmltei": FLAGS["--xml"],
    "tei": FLAGS["--xml"],
    "csv": FLAGS["--csv"],
    "python": "from scrapy_content_extract import extract",
}
