"""Pages that make fields hard: constructs in each place that metadata are read from.

:mod:`.formats` has pages for HTML and Markdown.
"""

from __future__ import annotations

from .formats import FORMATS
from .shapes import SHAPES as OF_MARKUP
from .shapes import Shape

HEAD = "<html lang=en><head><title>The old wall | Courier</title>"
SENTENCE = "It rained all night in the harbour, and in the morning the old wall was gone, as people say. "
TEXT = f"<h1>The old wall</h1><p>{SENTENCE * 5}</p>"
JSON = '<script type="application/ld+json">'
ARTICLE = '{"@type":"Article","headline":"The old wall",'
LONG_NAME = f'{{"@id":"#a","name":"{"rain " * 400}"}}'
ITEM = '<div itemscope itemtype="https://schema.org/Article"><h1 itemprop=name>The old wall</h1>'


def json_ld(piece: str, first: str = "", last: str = "", closing: str = "") -> Shape:
    """Return a shape in a script of JSON-LD."""
    return Shape(piece, HEAD + JSON + first, f"{last}</script></head><body>{TEXT}", closing)


def values(key: str, piece: str) -> Shape:
    """Return a shape in a list that is a value of an article."""
    return json_ld(piece, f'{ARTICLE}"{key}":[', '""]}')


def head(piece: str, first: str = "", last: str = "") -> Shape:
    return Shape(piece, HEAD + first, f"{last}</head><body>{TEXT}")


def microdata(piece: str, first: str = "", last: str = "", closing: str = "") -> Shape:
    """Return a shape in an article of microdata."""
    return Shape(piece, f"{HEAD}</head><body>{ITEM}{first}", f"{last}<p>{SENTENCE * 5}</div>", closing)


def body(piece: str, first: str = "", last: str = "", closing: str = "") -> Shape:
    """Return a shape between the paragraphs of an article."""
    return Shape(
        piece, f"{HEAD}</head><body><article>{TEXT}{first}", f"{last}<p>{SENTENCE * 5}</article>", closing
    )


JSON_LD = {
    "one huge type": json_ld("a", '{"@type":"', '"}'),
    "one huge type of slashes": json_ld("a/", '{"@type":"', 'Article"}'),
    "types": json_ld('"Article{n}",', '{"@type":[', '"Article"]}'),
    "articles": json_ld('{"@type":"Article","headline":"a"},', "[", "{}]"),
    "articles with addresses": json_ld('{"@type":"Article","url":"https://e.org/{n}"},', "[", "{}]"),
    "articles with long names": json_ld(f'{{"@type":"Article","headline":"{SENTENCE * 20}"}},', "[", "{}]"),
    "articles of distinct types": json_ld('{"@type":"Article{n}"},', "[", "{}]"),
    "one of two articles with many names": json_ld(
        '"The old wall",', '[{"@type":"Article"},{"@type":"Article","headline":[', '""]}]'
    ),
    "one of two articles with many addresses": json_ld(
        '"/{n}",', '[{"@type":"Article"},{"@type":"Article","url":[', '""]}]'
    ),
    "ids": json_ld('{"@id":"#{n}","a":1},', "[", "{}]"),
    "sites": json_ld('{"@type":"WebSite","name":"Courier {n}"},', "[", "{}]"),
    "publishers": json_ld('{"@type":"Article","publisher":{"name":"Courier {n}"}},', "[", "{}]"),
    "authors with the id of a long name": json_ld(
        '{"@id":"#a"},', f'[{LONG_NAME},{ARTICLE}"author":[', "{}]}]"
    ),
    "publishers with the id of a long name": json_ld(
        '{"@type":"a","publisher":{"@id":"#a"}},', f"[{LONG_NAME},", "{}]"
    ),
    "products": json_ld('{"@type":"Product","name":"Wall {n}"},', "[", "{}]"),
    "graphs in graphs": json_ld('{"@graph":[', closing="]}"),
    "towers of graphs": json_ld('{"@graph":[' * 400 + "]}" * 400 + ",", "[", "{}]"),
    "towers of entities": json_ld('{"@type":"","mainEntity":' * 300 + "1" + "}" * 300 + ",", "[", "{}]"),
    "brackets": json_ld("[", closing="]"),
    "towers of brackets": json_ld("[" * 900 + "]" * 900 + ",", "[", "1]"),
    "objects in objects": json_ld('{"a":', "", "1", closing="}"),
    "brackets that are not closed": json_ld("["),
    "empty lists": json_ld("[],", "[", "[]]"),
    "empty objects, one after the other": json_ld("{} "),
    "numbers": json_ld("1,", "[", "1]"),
    "numbers, one after the other": json_ld("1 "),
    "one huge number": json_ld("1"),
    "strings": json_ld('"a{n}",', "[", "1]"),
    "keys": json_ld('"a{n}":1,', "{", '"b":1}'),
    "escapes": json_ld("\\u0041", '["', '"]'),
    "halves of characters": json_ld("\\ud800", '["', '"]'),
    "a string that does not end": json_ld("a", '["'),
    "strings that do not end": json_ld('["a'),
    "white space": json_ld(" "),
    "commas": json_ld(",", "{}", "{}"),
    "comments": json_ld("/* "),
    "comments of HTML": json_ld("<!-- ", "", "{}"),
    "semicolons": json_ld("; ", "{}", "{}"),
    "scripts": head(JSON + ARTICLE[:-1] + "}</script>"),
    "scripts that are not JSON": head(JSON + '{"@type":</script>'),
    "scripts of other types": head('<script type="text/x{n}">x</script>'),
    "a script with a huge type": head("ld+json ", '<script type="', '">{}</script>'),
    **{f"{what} of {key}": values(key, value)
       for key in ("author", "keywords", "datePublished", "image")
       for what, value in {
           "names": '"Ina H",', "distinct names": '"Ina Holm{n}",', "ids": '{"@id":"#a"},',
           "objects": '{"@type":"Person","name":"Ina H"},', "long texts": f'"{"- " * 900}",',
           "numbers": '"9999 1 a",',
       }.items()},
    **{f"one huge {key} of {piece!r}": json_ld(piece, f'{ARTICLE}"{key}":"', '"}')
       for key, piece in zip(("author", "author", "keywords", "datePublished", "image", "description"),
                             ("-", "a ", ",", "9", "../", "&amp;"))},
}  # fmt: skip

NAMES = "author date og:site_name og:image og:title keywords".split()
META = {
    **{f"one huge <meta> {name} of {piece!r}": head(piece, f"<meta name={name} content='a", "b'>")
       for name in NAMES for piece in ("-", "a ", "9", "&amp;")},
    **{f"long <meta> {name} of {piece!r}": head(f"<meta name={name} content='{piece * 900}'>")
       for name in ("author", "date", "og:title") for piece in ("-", "- ", "9999 ", "w.", "&amp;")},
    **{f"<meta> {name}": head(f"<meta property={name} content='x y{{n}}'>") for name in NAMES},
    "a <meta> with a huge name": head("author ", "<meta name='", "' content=x>"),
    "og:title": head("og:title"),
    "less-than signs before og:title": head("<", "", "og:title"),
    "contents of og:title": head(" content", "<meta property=og:title", ">"),
    "contents of og:title that do not end": head(" content='", "<meta property=og:title", ">"),
    "links": head("<link rel=canonical href=/a>"),
    "one huge canonical link": head("../", "<link rel=canonical href='", "'>"),
    "one huge rel": head("canonical ", "<link rel='", "' href=/a>"),
    "one huge language": Shape("abc-", "<html lang='en-", f"'><title>The old wall</title>{TEXT}"),
    **{f"one huge title of {piece!r}": Shape(piece, "<title>The old wall", f"</title>{TEXT}")
       for piece in ("a", "a ", " ", "|", " - ", "_a", ": ", "雨", "w{n} ")},
    "titles of drawings": Shape("<svg><title>x</title></svg>", "", TEXT),
}  # fmt: skip

MICRODATA = {
    "an itemprop over and over": microdata("<span itemprop=author></span>"),
    "dates that are none": microdata("<span itemprop=datePublished>x 9999</span>"),
    "dates with content": microdata("<meta itemprop=datePublished content=x>"),
    "dates in dates": microdata("<i itemprop=datePublished>"),
    "towers of dates": microdata("<i itemprop=datePublished>" * 200 + "rain" + "</i>" * 200),
    "properties in a tower of dates": microdata(
        "<b itemprop=x>rain</b> ", "<i itemprop=datePublished>" * 1500
    ),
    "properties in a tower of authors": microdata("<b itemprop=x>rain</b> ", "<i itemprop=author>" * 1500),
    "names in one itemprop": microdata("author ", "<span itemprop='", "'>Ina</span>"),
    "names of dates in one itemprop": microdata("datePublished ", "<span itemprop='", "'>Ina</span>"),
    "many names in itemprops": microdata(
        f"<b itemprop='{'a ' * 300}'></b>", "<i itemprop=datePublished>" * 100
    ),
    "a text below many names": microdata(
        "rain <b itemprop=x></b>", f"<i itemprop='{'datePublished ' * 5000}'>"
    ),
    "scopes": microdata("<div itemscope></div>"),
    "scopes in scopes": microdata("<div itemscope>"),
    "scopes that are properties": microdata("<div itemscope itemprop=author></div>"),
    "articles in an article": microdata('<div itemscope itemtype="https://schema.org/Article">'),
    "scopes of distinct types": microdata('<div itemscope itemtype="https://schema.org/A{n}"></div>'),
    "one huge itemtype": microdata("a/", "<div itemscope itemtype='", "Article'></div>"),
    "a property with much text": microdata("rain <b></b>", "<div itemprop=datePublished>", "</div>"),
    "times": microdata("<time itemprop=datePublished datetime=x></time>"),
    "authors with their names": microdata("<i itemprop=author><b itemprop=name>-</b></i>"),
}

BYLINES = {
    "authors by class": body("<b class=author></b>"),
    "authors by class, in each other": body("<b class=author>"),
    "authors by distinct classes": body("<b class=author{n}></b>", "<div>By Ina ", "Holm</div>"),
    "one huge class of authors": body("author ", "<p class='", "'>Ina Holm</p>"),
    "one huge class of hyphens": body("-", "<p class='aauthor", "'>Ina Holm</p>"),
    "a text below a huge class": body("<i id={n}></i>", f"<p class='{'author ' * 9000}'>Ina Holm "),
    "lines": body("<p>By"),
    "empty lines": body("<p>"),
    "towers of spans in a line": body("<span>" * 300 + "</span>" * 300, "<p>3 May 2025 ", "x"),
    "<time> in a line": body("<time datetime=2025-05-03></time>", "<p>3 May 2025"),
    "elements before texts without one": body("<b></b>", last="By<p>x</p>" * 40),
    "attributes before times": body("<p itemprop=x content=y></p>", last="<time>x</time> " * 40),
    "<time> with texts": body("<time datetime=x>a</time> ", "<p>"),
    "<time> in <time>": body("<time datetime=9999>a"),
    "one huge datetime": body("9", "<p><time datetime='", "'>May 3</time>"),
    "one huge datetime of spaces": body(" ", "<p><time datetime='2025", "x'>May 3</time>"),
}

#: The shapes by place.
ROOMS = {"JSON-LD": JSON_LD, "head": META, "microdata": MICRODATA, "byline": BYLINES, "formats": FORMATS}
#: All shapes, by name a function of the size; the name begins with the place.
SHAPES = OF_MARKUP | {
    f"{room}: {name}": shape.page for room, shapes in ROOMS.items() for name, shape in shapes.items()
}
