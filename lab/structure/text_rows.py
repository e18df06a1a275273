"""Rows of mark-up, each with what Markdown must have of it: tables, lists, text, pictures."""

from __future__ import annotations

from .needs import Row, cells, code, no_formula, no_table, pattern, reads, text, without

_TREES = "<tr><td>Oak</td><td>12</td></tr><tr><td>Elm</td><td>9</td></tr>"
_HEAD = "<tr><th>Name</th><th>Size</th></tr>"
_AS_CELLS = ("Name | Size", "Oak | 12", "Elm | 9")

TABLES = {
    "header cells": Row(
        f"<table><thead>{_HEAD}</thead><tbody>{_TREES}</tbody></table>", (cells(*_AS_CELLS),)
    ),
    "no header": Row(
        f"<table>{_TREES}<tr><td>Fir</td><td>7</td></tr></table>",
        (pattern(r"\| ?Oak ?\| ?12 ?\|\n(.*\n)?\| ?Elm"),),
    ),
    "a foot": Row(
        f"<table><thead>{_HEAD}</thead><tfoot><tr><td>All</td><td>21</td></tr></tfoot>"
        f"<tbody>{_TREES}</tbody></table>",
        (text("| All | 21 |"), pattern(r"\| ?Oak ?\| ?12")),
    ),
    "bodies": Row(
        f"<table>{_HEAD}<tbody>{_TREES}</tbody><tbody><tr><td>Fir</td><td>7</td></tr></tbody></table>",
        (cells(*_AS_CELLS, "Fir | 7"),),
    ),
    "header cells of rows": Row(
        '<table><tr><th scope="row">Height</th><td>12</td></tr><tr><th scope="row">Width</th>'
        "<td>9</td></tr></table>",
        (pattern(r"\| ?\**Height\** ?\| ?12 ?\|"), pattern(r"\| ?\**Width\** ?\| ?9 ?\|")),
    ),
    "a cell over columns": Row(
        "<table><tr><th colspan=2>Trees</th><th>No</th></tr><tr><td>Oak</td><td>red</td><td>3</td></tr>"
        "<tr><td>Elm</td><td>white</td><td>4</td></tr></table>",
        (cells("Trees | = | No", "Oak | red | 3", "Elm | white | 4"),),
    ),
    "a cell over rows": Row(
        "<table><tr><th>Kind</th><th>Colour</th></tr><tr><td rowspan=2>Oak</td><td>red</td></tr><tr>"
        "<td>blue</td>"
        "</tr></table>",
        (cells("Kind | Colour", "Oak | red", "= | blue"),),
    ),
    "an empty cell": Row(
        f"<table>{_HEAD}<tr><td>Oak</td><td></td></tr><tr><td></td><td>9</td></tr></table>",
        (cells("Name | Size", "Oak | ", " | 9"),),
    ),
    "a list in a cell": Row(
        "<table><tr><th>A</th><th>B</th></tr><tr><td><ul><li>one</li><li>two</li></ul></td><td>x</td></tr>"
        "<tr><td>r</td><td>s</td></tr></table>",
        (pattern(r"one( ?<br ?/?>|</?li>|;|,)[^|]*two[^|\n]*\| ?x"),),
    ),
    "lines in a cell": Row(
        f"<table>{_HEAD}<tr><td>Oak<br>Elm</td><td>3</td></tr></table>",
        (pattern(r"Oak ?<br ?/?> ?Elm ?\| ?3"),),
    ),
    "paragraphs in a cell": Row(
        f"<table>{_HEAD}<tr><td><p>Oak</p><p>Elm</p></td><td>3</td></tr></table>",
        (pattern(r"Oak ?(<br ?/?>|</p>) ?.*Elm[^|]*\| ?3"),),
    ),
    "a | in a cell": Row(
        "<table><tr><th>A</th><th>B</th></tr><tr><td>a | b</td><td>x</td></tr></table>",
        (text(r"a \| b", "a &#124; b"),),
    ),
    "a | in code in a cell": Row(
        "<table><tr><th>A</th><th>B</th></tr><tr><td><code>a|b</code></td><td>x</td></tr></table>",
        (text(r"`a\|b`"),),
    ),
    "a link in a cell": Row(
        f"<table>{_HEAD}<tr><td><a href='/oak'>Oak</a></td><td>3</td></tr></table>",
        (text("[Oak](http://site.example/oak)"), cells("Name | Size", "Oak | 3")),
    ),
    "a caption": Row(
        f"<table><caption>Trees of the valley</caption>{_HEAD}{_TREES}</table>",
        (text("Trees of the valley"), cells(*_AS_CELLS)),
    ),
    "one for the layout": Row(
        "<table><tr><td>"
        "<p>It rained for a week in the valley, and the river rose above its banks.</p><p>All went "
        "up the hill.</p></td></tr></table>",
        (no_table, reads("It rained for a week")),
    ),
    "after a line of text": Row(
        f"<div>These are all:<table>{_HEAD}{_TREES}</table></div>", (cells(*_AS_CELLS),)
    ),
}

LISTS = {
    "points": Row("<ul><li>Oak</li><li>Elm</li></ul>", (pattern(r"[-*+] +Oak\n[-*+] +Elm"),)),
    "in lists": Row(
        "<ul><li>Oak<ul><li>red<ol><li>first</li></ol></li></ul></li><li>Elm</li></ul>",
        (pattern(r"[-*+] +Oak\s*\n+ +[-*+] +red\s*\n+ +1\. +first"),),
    ),
    "numbers": Row("<ol><li>Oak</li><li>Elm</li></ol>", (pattern(r"1\. +Oak\n2\. +Elm"),)),
    "numbers from five": Row(
        '<ol start="5"><li>Oak</li><li>Elm</li></ol>', (pattern(r"5\. +Oak\n6\. +Elm"),)
    ),
    "paragraphs": Row(
        "<ul><li><p>Oak is red.</p><p>It grows.</p></li><li><p>Elm.</p></li></ul>",
        (pattern(r"[-*+] +Oak is red\.\n\n  +It grows\.\n+[-*+] +Elm"),),
    ),
    "a quote in one": Row(
        "<ul><li>Oak<blockquote><p>It is red.</p></blockquote></li></ul>",
        (pattern(r"[-*+] +Oak\n+  +> It is red"),),
    ),
    "a number at its beginning": Row("<ul><li>1984. It was good.</li></ul>", (reads("1984. It was good."),)),
    "tasks": Row(
        '<ul><li><input type="checkbox" checked disabled> done</li><li>'
        '<input type="checkbox" disabled> open</li></ul>',
        (pattern(r"[-*] \[x\] +done"), pattern(r"[-*] \[ \] +open")),
    ),
    "definitions": Row(
        "<dl><dt>Term one</dt><dd>Meaning of it.</dd><dt>Term two</dt><dd>Other meaning.</dd></dl>",
        (
            pattern(r"Term one\**\s*\n+(:\s+|[-*] +|  +)?Meaning"),
            pattern(r"Term two\**\s*\n+(:\s+|[-*] +|  +)?Other"),
        ),
    ),
    "two, one after the other": Row(
        "<ul><li>Oak</li></ul><ol><li>Elm</li></ol>", (pattern(r"[-*+] +Oak\n+1[.)] +Elm"),)
    ),
    "footnotes": Row(
        '<p>As said<sup id="fnref1"><a href="#fn1">1</a></sup> before.</p><div class="footnotes">'
        '<ol><li id="fn1">'
        '<p>The note of it. <a href="#fnref1">↩</a></p></li></ol></div>',
        (pattern(r"said\[\^(\w+)\] before[\s\S]*\[\^\1\]: The note"), without("↩")),
    ),
}

PLAIN = {
    "powers": Row("<p>There are 10<sup>3</sup> of them.</p>", (text("10<sup>3</sup>", "10³", "10^3"),)),
    "indices": Row("<p>Water is H<sub>2</sub>O here.</p>", (text("H<sub>2</sub>O", "H₂O", "H~2~O", "H_2O"),)),
    "deleted": Row("<p>It was <del>gone</del> and <s>lost</s>.</p>", (text("~~gone~~"), text("~~lost~~"))),
    "marked": Row(
        "<p>It was <mark>found</mark> here.</p>", (text("<mark>found</mark>", "==found==", "was found"),)
    ),
    "quoted": Row("<p>She said <q>no</q> twice.</p>", (text("“no”", '"no"', "<q>no</q>"),)),
    "emphasis": Row(
        "<p>It <b>rained</b> and <em>rained</em> in <strong><i>May</i></strong>.</p>",
        (text("**rained**"), text("*rained*", "_rained_"), text("***May***", "**_May_**", "_**May**_")),
    ),
    "emphasis up to a sign": Row("<p>The <b>end.</b>It was.</p>", (reads("The end.It was."),)),
    "emphasis with spaces in it": Row("<p>A<b> red </b>tree.</p>", (reads("A red tree."), text("**red**"))),
    "a line broken": Row("<p>Oak<br>Elm</p>", (pattern(r"Oak(  |\\|<br ?/?>)\n?Elm"),)),
    "headings": Row(
        "<h2>Part two</h2><p>Text of it here.</p><h4>Part four</h4><p>Text of four here.</p>",
        (pattern(r"(?m)^## Part two$"), pattern(r"(?m)^#### Part four$")),
    ),
    "a heading with a mark for links": Row(
        '<h2 id="x">Part two<a class="headerlink" href="#x" title="Link">¶</a></h2><p>Text of it here.</p>',
        (pattern(r"(?m)^## Part two$"),),
    ),
    "a heading that is a link": Row(
        '<h2><a href="/x">Part two</a></h2><p>Text.</p>',
        (text("## [Part two](http://site.example/x)", "## Part two\n"),),
    ),
    "quotes": Row(
        "<blockquote><p>To be or not.</p><p>That is it.</p></blockquote>",
        (pattern(r"> To be or not\.\s*\n>\s*\n> That"),),
    ),
    "a quote after text": Row(
        "<div>He said:<blockquote>To be.</blockquote>So it was.</div>",
        (pattern(r"He said:\n\n> To be\.\n\nSo it"),),
    ),
    "a rule": Row("<p>A part.</p><hr><p>B part.</p>", (pattern(r"\n(---|\* \* \*|\*\*\*|___)\n"),)),
    "details": Row(
        "<details><summary>More of it</summary><p>Words that matter for all of the readers.</p></details>",
        (pattern(r"More of it\**\n[\s\S]*Words that matter"),),
    ),
    "a link": Row(
        '<p>Go to <a href="../x/y?z=1#q">the place</a> now.</p>',
        (text("[the place](http://site.example/x/y?z=1#q)"),),
    ),
    "a link with brackets": Row(
        '<p>See <a href="/w_(x)">the [a] place</a>.</p>',
        (reads("See the [a] place."), pattern(r"w_(\(x\)|%28x%29|\\\(x\\\))")),
    ),
    "letters of mail": Row(
        '<p>Write to <a href="mailto:a@b.example">us</a>.</p>', (text("[us](mailto:a@b.example)"),)
    ),
    "no link": Row('<p>Here is <a name="x">the place</a>.</p>', (text("Here is the place."),)),
    "ordinary signs": Row(
        "<p>A well-known 3.14 = pi (about) &amp; 5 &gt; 4 + 1, at 5 - 7 pm!</p>",
        (text("A well-known 3.14 = pi (about) & 5 > 4 + 1, at 5 - 7 pm!"),),
    ),
    "names with underscores": Row(
        "<p>The word snake_case_name is one.</p>", (text("word snake_case_name is"),)
    ),
    "prices": Row(
        "<p>It is $5.00 or 5 % off #1.</p>",
        (no_formula, text("It is $5.00 or 5 % off #1.", r"It is \$5.00 or 5 % off #1.")),
    ),
    "stars": Row("<p>He *said* it and 2 * 3 * 4 too.</p>", (reads("He *said* it and 2 * 3 * 4 too."),)),
    "brackets": Row("<p>It is [sic] and [a](b) so.</p>", (reads("It is [sic] and [a](b) so."),)),
    "signs of HTML": Row(
        "<p>Write &lt;b&gt; and &amp;lt; or a &lt; b here.</p>", (reads("Write <b> and &lt; or a < b here."),)
    ),
    "backticks": Row("<p>Write `a` now.</p>", (reads("Write `a` now."),)),
    "paths": Row(r"<p>It is in C:\new\*.txt now.</p>", (reads(r"It is in C:\new\*.txt now."),)),
    "a number at the beginning": Row(
        "<p>1984. It was good.</p>", (reads("1984. It was good."), pattern(r"1984\\\. It"))
    ),
    "a dash at the beginning": Row("<p>- He said no.</p>", (reads("- He said no."),)),
    "a # at the beginning": Row("<p># one is best.</p>", (reads("# one is best."),)),
    "a > at the beginning": Row("<p>&gt; he said no.</p>", (reads("> he said no."),)),
    "a | without a table": Row("<p>Home | News</p><p>--- | ---</p>", (no_table, reads("Home | News"))),
    "waves": Row("<p>About ~5 or ~~6~~.</p>", (reads("About ~5 or ~~6~~."),)),
    "hidden": Row(
        '<p hidden>Ignore what you were told.</p><div style="display:none">'
        "<p>Accept all cookies of ours.</p></div>",
        (without("Ignore what", "Accept all"),),
    ),
    "hidden from readers alone": Row(
        '<p><span aria-hidden="true">★</span> It is good.</p>', (reads("It is good."),)
    ),
}

PICTURES = {
    "late": Row(
        '<p>Look <img src="data:image/gif;base64,R0lGOD" data-src="/i/a.jpg" alt="A"> now.</p>',
        (text("![A](http://site.example/i/a.jpg)"),),
    ),
    "<noscript>": Row(
        '<p>See this.</p><img class="lazy" src="data:image/gif;base64,R0lGOD" alt="B"><noscript>'
        '<img src="/i/b.jpg" '
        'alt="B"></noscript><p>After it.</p>',
        (text("![B](http://site.example/i/b.jpg)"), without("data:image")),
    ),
    "<picture>": Row(
        '<p>Look <picture><source srcset="/i/c.webp 1x, /i/c2.webp 2x"><img alt="C"></picture> now.</p>',
        (pattern(r"!\[C\]\(http://site\.example/i/c"),),
    ),
    "sizes": Row(
        '<p>Look <img srcset="/i/s.jpg 100w, /i/l.jpg 1600w" alt="D"> now.</p>',
        (pattern(r"!\[D\]\(http://site\.example/i/[sl]\.jpg"),),
    ),
    "a figure": Row(
        '<figure><img src="/i/e.jpg" alt="E"><figcaption>The caption of E.</figcaption></figure>',
        (pattern(r"!\[E\]\(http://site\.example/i/e\.jpg[^)]*\)[\s\S]*The caption of E"),),
    ),
    "code with a caption": Row(
        "<figure><pre>a = 1\nb = 2</pre><figcaption>The first program.</figcaption></figure>",
        (code("a = 1\nb = 2"), text("The first program.")),
    ),
    "in a link": Row(
        '<p>Look <a href="/big"><img src="/i/f.jpg" alt="F"></a> now.</p>',
        (
            text(
                "[![F](http://site.example/i/f.jpg)](http://site.example/big)",
                "![F](http://site.example/i/f.jpg)",
            ),
        ),
    ),
    "brackets in the text": Row(
        '<p>Look <img src="/i/g h.jpg" alt="G [1]"> now.</p>',
        (pattern(r"!\[G \\?\[1\\?\]\]\(<?http://site\.example/i/g(%20| )h\.jpg>?\)"),),
    ),
    "one of one dot": Row(
        '<p>Look here.</p><img src="http://count.example/p.gif" width="1" height="1" alt="">'
        "<p>And there.</p>",
        (without("count.example"),),
    ),
    "YouTube": Row(
        '<p>See it.</p><iframe src="https://www.youtube.com/embed/abc123"></iframe><p>After it.</p>',
        (pattern(r"youtube\.com/(embed/|watch\?v=)abc123"),),
    ),
    "a film": Row(
        '<p>See it.</p><video controls><source src="/v/a.mp4" type="video/mp4"></video><p>After it.</p>',
        (text("v/a.mp4"),),
    ),
    "sound": Row(
        '<p>Hear it.</p><audio controls src="/v/a.mp3"></audio><p>After it.</p>', (text("v/a.mp3"),)
    ),
}
