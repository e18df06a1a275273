"""Pages that make much HTML or Markdown of little, or of what Markdown has signs for."""

from __future__ import annotations

from .shapes import Shape

BASE = "<base href='http://a/" + "x" * 2_000 + "/'>"
FOLDERS = "<base href='http://a/" + "x/" * 1_000 + "'>"
#: By construct: the piece, and what stands before all of them and behind.
PIECES: dict[str, tuple[str, str, str]] = {
    # addresses
    "links below a long base": ("<a href=b>x</a> ", BASE + "<p>", ""),
    "links below a base that is too long": ("<a href=b>x</a> ", BASE.replace("x", "x" * 50) + "<p>", ""),
    "links below a base of many folders": ("<a href=../b>x</a> ", FOLDERS + "<p>", ""),
    "links that are dropped below a base of many folders": (
        "<a href='./" + "0" * 6_000 + "{n}'>x</a> ", FOLDERS + "<p>", "",
    ),
    "pictures below a long base": ("x<img src=b> ", BASE + "<p>", "x"),
    "pictures of many sizes below a long base": (
        "x<img data-srcset='b 1x, c 2x' alt=''> ", BASE + "<p>", "x",
    ),
    "pictures with many sizes": ("x<img srcset='" + "b 1x, " * 100 + "'> ", "<p>", "x"),
    "players below a long base": ("<p>x</p><iframe src=b></iframe>", BASE, "x"),
    "a long link around paragraphs": ("<p>x", "<a href='http://a/" + "x" * 7_000 + "'>", ""),
    "a long link around lines": ("x<br>", "<a href='http://a/" + "x" * 7_000 + "'>", ""),
    "inline elements around paragraphs": ("<p>x", "<a href=y><b><i><sub><sup><code>", ""),
    "inline elements around list items": ("<li>x", "<a href=y><b><i><sub><sup><code><ul>", ""),
    "inline elements around cells": ("<td>x", "<a href=y><b><i><sub><sup><code><table><tr><th>a", ""),
    "links of references": ("<a href='&quot;&quot;&quot;&quot;&quot;&quot;'>x</a> ", "<p>", ""),
    "links of quotes": ("<a href='\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"'>x</a> ", "<p>", ""),
    "links of brackets": ("<a href='http://a/((((((((((('>x</a> ", "<p>", ""),
    "links in a program below a long base": ("<a href=b>x</a>", BASE + "<pre>", ""),
    "alternative texts": ("x<img src=b alt='[[[[[[[[[[[[[['> ", "<p>", "x"),
    "pictures in a link to a picture that is long": (
        "<img>", "<p>x<a href='http://a/" + "x" * 7_000 + ".png'>", "</a>x",
    ),
    "pictures in a link that cannot be loaded": (
        "<img>", "<p>x<a href='javascript:" + "x" * 20_000 + ".png'>", "</a>x",
    ),
    "pictures in a source of many sizes": (
        "<img>", "<p>x<picture><source srcset='" + "javascript:x 1x, " * 2_000 + "'>", "</picture>x",
    ),
    "sources in sources around pictures": ("<source srcset='b 1x, c 2x'><img>", "<p>x<picture>", "x"),
    "sources of a player": ("<source src=b>", "<p>x</p><video>", "</video><p>x"),
    "players with a source and a poster": ("<video poster=b><source src=c></video>", BASE + "<p>x", "<p>x"),
    "pictures beside a noscript": ("<img><noscript><img src=b></noscript>", BASE + "<p>x", "<p>x"),
    "noscripts in noscripts": ("<noscript><img>", "<p>x<img>", "x"),
    "captioned figures below a long base": (
        "<figure><img src=b><figcaption>x</figcaption></figure>", BASE, "<p>x",
    ),
    "figures in figures": ("<figure>x<img src=b>", "", "<p>x"),
    "figures in figures of teasers": ("<figure><a href=b>x<img src=b></a>", "", "<p>x"),
    "captions in a figure": ("<figcaption>x</figcaption>", "<figure><img src=b>", "</figure><p>x"),
    "pictures in a figure": ("<img src=b>", "<figure>", "<figcaption>x</figcaption></figure><p>x"),
    "classes of captions": ("<div><img src=b><p class='caption c{n}'>x</p></div>", "", "<p>x"),
    "one class of many captions": ("caption credit ", "<div><img src=b><p class='", "'>x</p></div><p>x"),
    "boxes in boxes": ("<div><img src=b><b class=caption>x</b>", "", "<p>x"),
    "captions without pictures": ("<div><div><p class=caption>x</p></div></div>", "<img>", "<p>x"),
    "figures without an address": ("<figure><img><figcaption>x</figcaption></figure>", "", "<p>x"),
    "commas of a set": (",", "<p>x<img srcset='", "'>x"),
    "sizes of a set that are not written": ("a ", "<p>x<img srcset='", "'>x"),
    # programs
    "programs below a class of many words": ("<pre>x</pre>", "<div class='" + "x " * 20_000 + "'>", ""),
    "programs with a class of many words each": ("<pre class='" + "lang- " * 100 + "'>x</pre>", "", ""),
    "programs of a long language": ("<pre>x</pre>", "<div class='language-" + "x" * 20_000 + "'>", ""),
    "programs of a language": ("<pre>x</pre>", "<div class='language-" + "x" * 40 + "'>", ""),
    "programs": ("<pre>x", "", ""),
    "programs in programs": ("<pre><code>x", "", ""),
    "empty lines of a program in quotes": ("\n", "<blockquote>" * 60 + "<pre>x", "x"),
    "empty lines of a program in lists": ("\n", "<ul><li>" * 30 + "<pre>x", "x"),
    "backticks in a program": ("`", "<pre>", ""),
    "backticks in code": ("<code>```</code> ", "<p>", ""),
    "one run of backticks in code": ("`", "<p><code>", ""),
    # quotes and lists
    "paragraphs in quotes": ("<p>x</p>", "<blockquote>" * 2_000, ""),
    "lines in quotes": ("x<br>", "<blockquote>" * 60, ""),
    "double breaks in quotes": ("x<br><br>", "<blockquote>" * 60, ""),
    "headings in quotes": ("<h2>x</h2>", "<blockquote>" * 60, ""),
    "pictures in quotes": ("<figure>x<img src=y></figure>", "<blockquote>" * 60, ""),
    "quotes in towers": ("<blockquote>" * 50 + "x" + "</blockquote>" * 50, "", ""),
    "quotes that do not end": ("<blockquote>x", "", ""),
    "quotes in quotes, in turn": ("<blockquote>x</blockquote>", "<blockquote>" * 49, ""),
    "lists in lists": ("<ul><li>x</ul>", "<ul><li>" * 25, ""),
    "list items in lists": ("<li>x", "<ul><li>" * 24 + "<ul>", ""),
    "numbered items in lists": ("<li>x", "<ol start=9999><li>" * 24 + "<ol>", ""),
    "items of numbered lists": ("<ol start=9999><li>x</ol>", "", ""),
    "paragraphs in lists": ("<p>x", "<ol start=9999><li>" * 25, ""),
    "lists and quotes in turn": ("<p>x</p>", "<ul><li><blockquote>" * 17, ""),
    "lists that do not end": ("<ol><li>x", "", ""),
    "items without texts": ("<li>", "<ul>", "x"),
    "definitions in definitions": ("<p>x", "<dl><dd>" * 25, ""),
    # tables
    "many cells, then rows of one": ("<tr><td>x", "<table><tr>" + "<th>x" * 10_000, ""),
    "rows of one, then many cells": ("<tr><td>x", "<table><tr><th>x", "<tr>" + "<td>x" * 10_000),
    "tables of many cells and rows of one": (
        "<table><tr>" + "<th>x" * 100 + "<tr><td>x" * 100 + "</table>", "", "",
    ),
    "wide cells": ("<tr><td colspan=100>x", "<table><tr><th>x", ""),
    "wide cells in a row": ("<td colspan=100>x", "<table><tr><th>x", ""),
    "high cells": ("<tr><td rowspan=100>x", "<table><tr><th>x", ""),
    "high cells in a row": ("<td rowspan=100>x", "<table><tr><th>x<tr><th>x<tr>", "<tr><td>x" * 100),
    "wide and high cells": ("<tr><td colspan=100 rowspan=100>x", "<table><tr><th>x", ""),
    "wide and high cells in a row": ("<td colspan=100 rowspan=100>x", "<table><tr>", "<tr><td>x" * 100),
    "wide and high cells in tables": ("<table><tr><th colspan=100 rowspan=100>x<td>x</table>", "", ""),
    "empty cells": ("<td>", "<table><tr><th>x<tr>", "x"),
    "wide empty cells": ("<td colspan=100>", "<table><tr><th>x<tr>", "x"),
    "rows of empty cells": ("<tr><td><td><td>x", "<table><tr><th>x", ""),
    "tables in cells": ("<table><tr><td>x", "<table><tr><th>x", ""),
    "lists in cells": ("<tr><td><ul><li>x<li>y</ul><td>z", "<table><tr><th>x", ""),
    "lines in cells": ("x<br>", "<table><tr><th>x<tr><td>", ""),
    "programs in cells": ("<tr><td><pre>x\n\n</pre>", "<table><tr><th>x<td>y", ""),
    "pipes in cells": ("<td>|||||", "<table><tr><th>x", ""),
    "tables in quotes": ("<table><tr><th>x<td>y</table>", "<blockquote>" * 60, ""),
    "captions of tables": ("<table><caption>*****</caption><tr><th>x<td>y</table>", "", ""),
    # texts
    "references": ("&", "<p>", ""),
    "asterisks": ("*", "<p>", ""),
    "asterisks in paragraphs": ("<p>***", "", ""),
    "underscores": ("_", "<p>", ""),
    "brackets": ("[](", "<p>", ""),
    "open brackets": ("[", "<p>", ""),
    "less-than signs by reference": ("&lt;", "<p>", ""),
    "numbers at lines": ("1. <br>", "<p>", ""),
    "signs at lines": ("# - <br>", "<p>", ""),
    "backslashes": ("\\", "<p>", ""),
    "controls by reference": ("&#1;", "", ""),
    "controls by reference in text": ("It &#2;is&#31; ", "<p>", ""),
    "controls in an alternative text": ("x<img src=y alt='&#1;'>", "<p>", "x"),
    "controls in an address": ("<a href='http://a/&#1;'>x</a>", "<p>", ""),
    "controls in a program": ("&#8;\n", "<pre>", ""),
    "bold letters": ("<b>x</b>y", "<p>", ""),
    "bold and italic letters": ("<b>x</b><i>y</i>", "<p>", ""),
    "lines in a link": ("x<br>", "<p><a href=b>", "</a>"),
    "lines in bold": ("x<br>", "<p><b>", ""),
    "spaces in a program": (" ", "<pre>x", "x"),
    "headings of rank 6": ("<h6>x", "", ""),
    "figures": ("<figure>x<img src=y alt=z><figcaption>x</figcaption></figure>", "", ""),
    "a huge base": ("x/", "<base href='http://a/", "'><p>It is <a href=b>what</a> it is."),
    "a huge base and places": ("<a href=#b>x</a> ", BASE + "<p>", ""),
    "one class of many languages": ("language-x ", "<pre class='", "'>x</pre>"),
    "sources of a picture": ("/a.png 1x, ", "<p>x<img srcset='", "'>x"),
    "one alternative text": ("[", "<p>x<img src=b alt='", "'>x"),
    "one long heading": ("rain ", "<h2>", "</h2><p>x"),
    "one heading of elements": ("<b>x</b>", "<h2>", "</h2><p>x"),
    "headings without text": ("<h2></h2>", "", "<p>x"),
    "headings of all ranks": ("<h2>x</h2><h3>x</h3><h4>x</h4><p>x", "", ""),
    "definitions": ("<dt>x<dd>y", "<dl>", ""),
    "roles": ("<nav><a href=b>x</a></nav><aside>x</aside><footer>x</footer>", "", ""),
    "sections": ("<section><h2>x</h2><p>It rains.", "", ""),
    "towers of emphasis": ("<b><i>" * 500 + "x" + "</i></b>" * 500, "<p>", ""),
}  # fmt: skip

SENTENCE = "It rained all night in the harbour, and in the morning the old wall was gone, as people say. "

#: Before each stands an article, so that what repeats below is taken for more of it.
FORMATS = {
    name: Shape(piece, f"<h1>The old wall</h1><p>{SENTENCE * 5}</p>{first}", last)
    for name, (piece, first, last) in PIECES.items()
}
