r"""Small pages with text that a reader of HTML, Markdown or TeX may take for mark-up.

A page is a place or some, with payloads in its holes: ``{t}`` for text, ``{a}`` for the value of an attribute
and ``{u}`` for an address.  A payload is a row of signs, side by side: signs of HTML, of CommonMark,
and of what extends it, as GitHub, python-markdown, kramdown, Pandoc, Obsidian, Hugo and Liquid do.
"""

from __future__ import annotations

import random
import re
from html import escape
from typing import NamedTuple

#: The address of a page, unless it has none.
URL = "http://site.example/a/page.html"

#: By name the places of a page.
PLACES: dict[str, str] = {
    # lines
    "paragraph": "<p>{t}</p>",
    "within a paragraph": "<p>It rained {t} here</p>",
    "between paragraphs": "<p>a</p>{t}<p>{t}</p>{t}",
    "lines": "<p>It rained<br>{t}<br>{t}</p>",
    "lines of nothing": "<p>{t}<br><br>{t}<br></p>",
    "heading": "<h2>{t}</h2><p>{t}</p><h6>It rained {t}</h6>",
    "heading of lines": "<h1>{t}<br>{t}</h1>",
    "quote": "<blockquote>{t}</blockquote><p>{t}</p>",
    "quote in a quote": "<blockquote><p>{t}<blockquote>{t}</blockquote>{t}</blockquote>",
    "rule": "<p>{t}</p><hr><p>{t}</p>",
    "title of the page": "<title>{t}</title><p>It rained</p><p>{t}</p>",
    "summary": "<details><summary>{t}</summary>{t}</details>",
    # inline
    "bold": "<p>It <b>{t}</b> rains</p>",
    "emphasis beside words": "<p>It<em>{t}</em>rains<b><i>{t}</i></b>{t}</p>",
    "struck out": "<p>It <del>{t}</del> rains <s>{t}</s></p>",
    "raised and lowered": "<p>It is 10<sup>{t}</sup> and CO<sub>{t}</sub></p>",
    "code": "<p>It is <code>{t}</code> rain</p>",
    "code alone": "<p><code>{t}</code></p>",
    "code, in turn": "<p>{t}<code>{t}</code>{t}<code>{t}</code>{t}</p>",
    "code in a link": "<p><a href='/x'><code>{t}</code></a></p>",
    "a tag over elements": "<p>It <b>&lt;img</b>{t}<i>src=x&gt;</i> rains</p>",
    "a tag around bold": "<p>It &lt;<b>{t}</b>img src=x onerror=alert(1)&gt; rains</p>",
    "beside an address": "<p>See https://a.test/{t} or www.a.test/{t}, a@b.test{t}</p>",
    "bold beside an address": "<p>See https://a.test/<b>{t}</b>{t}<code>{t}</code> <a href='{u}'>www.a.test"
    "</a>{t}</p>",
    "attributes": "<p id='{a}' class='{a}' lang='{a}' title='{a}'>{t} <abbr title='{a}'>HTML</abbr></p>",
    "ruby": "<p>It <ruby>漢<rt>{t}</rt></ruby> rains</p>",
    "quoted": "<p>It <q>{t}</q> <mark>{t}</mark> <kbd>{t}</kbd></p>",
    # lists
    "items": "<ul><li>{t}</li><li>{t}</li></ul>",
    "numbered items": "<ol start=7><li>{t}</li><li>b<ul><li>{t}</ul></ol>",
    "items of paragraphs": "<ul><li><p>{t}</p><p>{t}</p></li><li><pre>{t}</pre></ul>",
    "kind of a list": "<ol start='{a}' type='{a}'><li>{t}</li><li>b</li></ol>",
    "number of an item": "<ol><li value='{a}'>{t}</li><li>b</ol>",
    "tasks": "<ul><li><input type=checkbox checked> {t}<li><input type=checkbox> {t}</ul>",
    "definitions": "<dl><dt>{t}<dd>{t}<dt>b<dd><p>{t}<p>c</dl>",
    # tables
    "cells": "<table><tr><th>{t}<th>b<tr><td>{t}<td>{t}<tr><td>d<td>x {t} y</table>",
    "cells of lines": "<table><tr><th>a<th>b<tr><td>{t}<br>{t}<td><p>{t}<p>{t}</table>",
    "cells of code": "<table><tr><th><code>{t}</code><th>b<tr><td><code>{t}</code><td><pre>{t}</pre></table>",
    "caption of a table": "<table><caption>{t}</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
    "cells that span": "<table><tr><th>a<th>b<tr><td colspan=2>{t}<tr><td rowspan=2>{t}<td>{t}<tr><td>{t}"
    "</table>",
    "numbers of spans": "<table><tr><th>a<th>b<tr><td colspan='{a}'>{t}<td rowspan='{a}'>c<tr><td>d<td>e"
    "</table>",
    "a list in a cell": "<table><tr><th>a<th>b<tr><td><ul><li>{t}<li>{t}</ul><td>c</table>",
    "formulas in cells": r"<table><tr><th>a<th>\(x^2 {t}\)<tr><td>$a_1{t}$<td>{t}</table>",
    # programs
    "program": "<pre>{t}</pre>",
    "program of lines": "<pre><code class='language-py'>a\n{t}\n{t}\n</code></pre>",
    "language in a class": "<pre><code class='language-{a}'>a = 1\nb = 2</code></pre>",
    "language in an attribute": "<pre data-lang='{a}' lang='{a}'>a = 1\nb = 2</pre>",
    "language above": "<div class='highlight-{a} {a}'><pre>a = 1\n{t}</pre></div>",
    "program in a list": "<ul><li>a<pre>{t}\n{t}</pre></ul>",
    "program in a quote": "<blockquote><pre>{t}\n\n{t}</pre></blockquote>",
    "elements of a program": "<pre><a href='{u}'>{t}</a>\n<b>{t}</b><img src=x alt='{a}'></pre>",
    "other programs": "<xmp>{t}</xmp><textarea>{t}</textarea><listing>{t}</listing>",
    # links and pictures
    "link": "<p>It is <a href='{u}'>{t}</a> rain</p>",
    "link alone": "<p><a href='{u}' title='{a}'>{t}</a></p>",
    "link of nothing": "<p>It is <a href='{u}'></a> rain {t}</p>",
    "links side by side": "<p><a href='{u}'>{t}</a><a href='{u}'>{t}</a>{t}</p>",
    "link over paragraphs": "<a href='{u}'><p>{t}</p><p>{t}</p></a>",
    "link of lines": "<p><a href='{u}'>{t}<br>{t}</a></p>",
    "link in a heading": "<h2><a href='{u}'>{t}</a></h2>",
    "links in cells": "<table><tr><th>a<th><a href='{u}'>b</a><tr><td><a href='{u}'>{t}</a><td><img "
    "src='{u}' alt='{a}'></table>",
    "links in cells that span": "<table><tr><th>a<th>b<tr><td colspan=2><a href='{u}'>{t}</a><img "
    "src='{u}' alt='{a}'></table>",
    "words before a link": "<p>It is ! {t}<a href='{u}'>{t}</a>({t})</p>",
    "words before bold in brackets": "<p>[{t}](<b>http://a.test</b>) [<i>{t}</i>]({t})</p>",
    "picture": "<p>It rained <img src='{u}' alt='{a}' title='{a}'> here</p>",
    "picture in a link": "<p><a href='{u}'><img src='{u}' alt='{a}'></a></p>",
    "figure": "<p>a</p><figure><img src='{u}' alt='{a}'><figcaption>{t}</figcaption></figure><p>b</p>",
    "caption with a link": "<p>a</p><figure><img src=x.jpg alt='{a}'><figcaption>{t} <a href='{u}'>{t}</a>"
    "</figcaption></figure>",
    "caption by a class": "<p>a</p><div><img src=a.jpg alt='{a}'><p class=caption>{t}</p></div><p>b</p>",
    "sizes of a picture": "<p>a</p><figure><img srcset='{u} 900w, {u} 2x' src=a.jpg></figure><p>b</p>",
    "lazy picture": "<p>a <img data-src='{u}' data-srcset='{u} 2x' data-lazy-src='{u}' alt='{a}'> b</p>",
    "picture of sources": "<p>a</p><picture><source srcset='{u} 2x'><img src=a.jpg alt='{a}'></picture>"
    "<p>b</p>",
    "picture without scripts": "<p>a</p><figure><img><noscript><img src='{u}' alt='{a}'></noscript>"
    "</figure><p>b</p>",
    "players": "<p>a</p><video src='{u}' poster='{u}'></video><audio><source src='{u}'></audio><p>b</p>",
    "frames": "<p>a</p><iframe src='{u}' title='{a}'></iframe><object data='{u}'></object><embed "
    "src='{u}'><p>b</p>",
    "base": "<base href='{u}'><p>It <a href='x:y'>a</a> <a href='z'>{t}</a> <img src=q.jpg> it</p>",
    "other addresses": "<p>It <a data-href='{u}' xlink:href='{u}' ping='{u}'>{t}</a> <q cite='{u}'>{t}</q>"
    "</p>",
    # formulas
    "formula in parentheses": r"<p>It \(x^2 {t} \) rains {t}</p>",
    "formula in brackets": r"<p>It</p><p>\[x^2 {t} \]</p><p>{t}</p>",
    "formula in dollars": "<p>It $x^2 {t}$ rains {t} $y_1$</p>",
    "formula in double dollars": "<p>It $$x^2 {t} $$ rains {t}</p>",
    "formula of an environment": r"<p>It \begin{align}x^2 &amp; {t} \\ a\end{align} rains</p>",
    "formula over elements": r"<p>It \(x^2 <b>{t}</b><br>{t}\) rains</p>",
    "attributes in a formula": r"<p>It \(x^2 *a*{: onclick=1} <b>{t}</b>{: onclick=1} **{t}**{onclick=1 {t}}"
    r" *a*{{b .c #d onclick=1}\) rains</p>",
    "attributes in dollars": "<p>It $x_1^2 _a_{: onclick=1} <i>{t}</i>{: onclick=1} `a`{: onclick=1} [a]({u})"
    "{: onclick=1} *b*{{b onclick=1}$ rains {t}</p>",
    "formula in a script": "<p>It <script type='math/tex'>x^2 {s}</script> rains {t}</p>",
    "formula in a script, alone": "<p>a</p><script type='math/tex; mode=display'>{s}</script><p>b</p>",
    "MathML": "<p>It <math><mtext>{t}</mtext><msup><mi>{t}</mi><mn>2</mn></msup></math> rains</p>",
    "MathML, TeX": "<p>It <math alttext='{a}'><semantics><mi>a</mi><annotation "
    "encoding='application/x-tex'>{t}"
    "</annotation></semantics></math> rains</p>",
    "MathML, alternative text": "<p>It <math alttext='x^2 {a}'><mi>a</mi></math> rains</p>",
    "MathML of rows": "<p>a</p><math display=block><mtable><mtr><mtd><mtext>{t}</mtext></mtd><mtd><mo>{t}"
    "</mo></mtd></mtr>"
    "</mtable></math>",
    "KaTeX": "<p>It <span class=katex><span class=katex-mathml><math><semantics><mi>a</mi><annotation "
    "encoding="
    "'application/x-tex'>x^2 {t}</annotation></semantics></math></span><span class=katex-html>{t}</span>"
    "</span></p>",
    "formula in an attribute": "<p>It <span class=math data-math='x^2 {a}' data-tex='x^2 {a}'>{t}</span> "
    "rains</p>",
    "formula in a picture": "<p>It <img class=tex alt='x^2 {a}' src='/latex?x'> rains</p>",
    "formula of a wiki": r"<p>It <img class=mwe-math-fallback-image-inline alt='{\displaystyle {a}}' "
    r"src='/math/x'> rains</p>",
    "formula in a link": r"<p><a href='{u}'>\(x^2{t}\)</a></p>",
    "formula in a heading": r"<h2>\(x^2{t}\) {t}</h2>",
    "formula in a quote": r"<blockquote><p>$$x^2<br>{t}<br>{t}$$</p></blockquote>",
    "prices": "<p>$5 {t} and $6 {t} \\$7 {t}</p>",
    "prices and formulas": r"<p>$5 {t} \(a_1\) and $6 <code>{t}$</code> {t}$</p>",
    # footnotes
    "footnote": "<p>It rained<sup><a href='#f1' id='r1'>1</a></sup>{t}</p><ol><li id='f1'>{t} <a "
    "href='#r1'>^</a></li></ol>",
    "label of a footnote": "<p>It<sup><a href='#f1' id='r1'>{t}</a></sup></p><ol><li id='f1'>n <a "
    "href='#r1'>{t}</a></li></ol>",
    "id of a footnote": "<p>It<a href='#{a}' id='{a}r'>1</a></p><ol><li id='{a}'>{t} <a href='#{a}r'>^</a>"
    "</li></ol>",
    "footnote of paragraphs": "<p>It<sup><a href='#f1' id='r1'>1</a></sup></p><div id=f1><p>{t}</p>"
    "<pre>{t}</pre>"
    "<a href='#r1'>^</a></div>",
    "footnote of a paragraph": "<p>It<sup><a href='#f1' id='r1'>1</a></sup></p><p id=f1>{t}<a href='#r1'>^"
    "</a></p><p>{t}",
    "footnote beside text": "<p>{t}<sup><a href='#f1' id='r1'>1</a></sup>: {t}</p><p>{t}<ol><li id='f1'>{t}"
    "<a href='#r1'>^</a></ol>",
    "footnote in a cell": "<table><tr><th>a<th>b<tr><td>{t}<sup><a href='#f1' id='r1'>1</a></sup><td>c"
    "</table>"
    "<ol><li id='f1'>{t}<a href='#r1'>^</a></ol>",
    "brackets of a footnote": "<p>[^1] {t}</p><p>[^1]: {t}</p>",
}  # fmt: skip

#: By kind, texts that stand for mark-up, as a reader of the page sees them.
TEXTS: dict[str, tuple[str, ...]] = {
    "words": ("a", "It rained", "HTML", "x", "1", "日本", "\u0627\u0644", "é", ".", ",", ":", "'", '"', "="),
    "tags": (
        "<inject>", "</p><inject>", "<img src=x onerror=alert(1)>", '<img src=x onerror=alert(1) alt="<b">',
        "<script>alert(1)</script>", "<script>", "<style><img title=\"</style><inject>\">", "<textarea>",
        "<b", "b>", "<b onx=1>", "<a\nhref=x>", "<a href=javascript:alert(1)>x</a>", "<inject\n>",
        "<inject/>", "<a:b>", "<svg/onload=alert(1)>", "<details open ontoggle=x>",
        "<details><summary>x</summary>", "<table><tr><td><inject>", "<!-- x -->", "<!-- x", "-->",
        "<!--> <inject> -->", "<!-->", "<!--->", "<![CDATA[x]]>", "<![CDATA[", "]]>", "<?php x ?>", "<?",
        "?>", "<!DOCTYPE x>", "<!x>", "</", "<", ">", "<inject", "<a href='javascript:x//<b",
        "<pre>\n\n<inject>", "<div>\n\n<inject>", "<pre>", "</pre>", '<div markdown="1" onclick=x>*a*</div>',
        '<div markdown="1">', '<p markdown="span"><inject></p>', "<iframe srcdoc='<inject>'>",
        "<math><inject>", "<plaintext>", "<br>", "</div>", "<hr/>",
    ),
    "references": (
        "&lt;inject&gt;", "&#60;inject&#62;", "&#x3c;inject>", "&amp;lt;inject&amp;gt;", "&", "&copy",
        "&copy;", "&#0;", "&colon;", "&lt;", "&nbsp;", "&#x5c;", "&NewLine;", "&Tab;", ";",
    ),
    "escapes": (
        "\\<inject>", "\\\\<inject>", "\\", "\\\\", "\\`", "\\[x](javascript:1)", "\\\\[x](x)", "\\$", "\\\n",
    ),
    "links": (
        "[x](javascript:alert(1))", "![x](javascript:alert(1))", "[x](<javascript:alert(1)>)",
        "![x](http://evil.test/t.png)", "[x](http://evil.test/)", "[x](/y 'z')", '![x](/y "z")',
        "<javascript:alert(1)>", "<http://evil.test/>", "<x@evil.test>", "[x]: javascript:alert(1)",
        "[x][y]\n\n[y]: javascript:alert(1)", "[x]: http://evil.test 'a'", "[x]:\nhttp://evil.test", "[x][y]",
        "[x] (javascript:1)", "[x]", "[x][]", "[x](", "](javascript:alert(1))", "](javascript:alert(1)", "](",
        "![", "![x]", "!", "[", "]", "(", ")", "[ ] a", "[x] a", "[[x]]", "![[x]]", "[[x|javascript:1]]",
        "[It]: http://evil.test", "[a]: <inject>", "[x](<http://evil.test/>){onclick=1}",
    ),
    "addresses": (
        "http://a.test", "https://a.test/", "https://a.test/x", "http://a.test/x_y_z", "HTTP://A.TEST/",
        "www.a.test", "www.a.test/", "www.a.test/x?y&z", "ftp://a.test/x", "mailto:a@b.test", "a@b.test",
        "xmpp:a@b.test/x", "a.b-c_d@e.test", "http://a.test/(x", "http://a.test/x)", "//a.test/x", "a.test",
        "javascript:alert(1)", "http://a.test/&copy", "http://a.test/x;", "https://", "www.", "http://a",
        "http://[::1]/", "tel:1", "https://a.test/\\", "https://a.test/*x*", "https://a.test/`",
        "https://a.test/[x](y)", "@user", "#1",
    ),
    "code": (
        "`<inject>", "` <inject>`", "``` <inject>", "```\n<inject>\n```", "~~~\n<inject>\n~~~",
        "`` ` <inject>", "`\\`<inject>", "`", "``", "```", "````", "~~~", "``````", "`x`", "    <inject>",
        "\t<inject>", "```x\n", "`x`{=html}", "```{=html}\n<inject>\n```", "```{.b onclick=1}\nx\n```",
    ),
    "lines": (
        "# head", "#", "## x {#a onclick=1}", "- item", "+ item", "* item", "1. item", "1) item", "10.",
        "> quote", ">", "> [!NOTE]", "===", "---", "- - -", "* * *", "_ _ _", "--",
        "| a | b |\n|---|---|\n| c | d |", "|", "a | b", "|---|", "--|--", ": term", "~ term", "-", "+",
        "\n\n<inject>", "a\n\nb", "  ", "a  ", "::: note", "::: {onclick=1}\nx\n:::", "---\nx: y\n---", "+++",
        "!!! note\n    <inject>", "(@) x", "/// details", "[TOC]", "    ", "\t", "\n", "\n\n", "(1) x",
        "a. x", "^^^", "- [ ] x", "% x",
    ),
    "inline": (
        "*a*", "**a**", "***a***", "_a_", "__a__", "~~a~~", "~a~", "*", "**", "_", "~~", "*_", "a*b*c",
        "a_b_c", "==a==", "++a++", "^a^", "^", "~", ">!a!<", "||a||", ":smile:", "#tag", "^block", "...",
        "--", "(c)",
    ),
    "attributes": (
        "{: onclick=alert(1) }", "{:onclick=alert(1)}", "{#a .b onclick=alert(1)}", "{onclick=alert(1)}",
        "{ onclick='alert(1)' style=\"x\" }", "{: .b #a style='x' }", "\n{: onclick=alert(1) }",
        "{:x: onclick=1}", "{::comment}", "{::nomarkdown}<inject>{:/}", "* {:toc}", "[x]{.b onclick=1}",
        "{#x .y onx=z}", "{:", "{", "}", "{: title='x'}", "{.b}", "{-}", "*a*{onclick=1}",
        "**a**{: onclick=1}", "_a_{on=1}", "`a`{onclick=1}", "[a](/b){onclick=1}", "![a](/b){onclick=1}",
        "{on=1}", "{ on }", "<b>a</b>{onclick=1}", "$a${onclick=1}", "`<b>`{=html}", "[x]{=html}",
    ),
    "notes": (
        "[^1]: javascript:alert(1)", "[^1]: note", "[^1]", "^[note]", "[^x]: note", "[^x]",
        "[^1]:\n    <inject>", "*[HTML]: <inject>", "*[It]: x", "*[rained]: onx=1", "*[a]: b", "[@x]",
        "[^1]: *a*\n\n    <inject>",
    ),
    "templates": (
        "{{ site.x }}", "{% include x %}", '{{< readfile "/etc/passwd" >}}', "{{% x %}}", "%%a%%", "{{x}}",
        "{{", "}}", "{%", "%}", "<% x %>", "${x}", "{# x #}", "{{{x}}}", "$= dv.x", "`= this.x`", "<<x>>",
    ),
    "formulas": (
        "$<inject>$", "$x^2$", "$$x^2 <inject>$$", "$", "$$", "$`", "`$", "$x^2 `$ <inject>`$",
        "\\(x^2 <inject>\\)", "\\)", "\\(", "\\]", "\\[x^2\\] <inject>",
        "\\begin{align}x<inject>\\end{align}", "$5 <inject> $6", "\\href{javascript:alert(1)}{x}",
        "x$y<inject>", "%<inject>", "\\text{$<inject>$}", "$\n\n<inject>", "x\\", "a$", "$a",
        "\\\\\n<inject>", "$[x](y)$",
    ),
    "unseen": (
        "\u2028", "\u2029", "\x85", "\xa0", "\u200b", "\ufeff", "\xad", "\u202e", "\u200f", "\u2066",
        "\u3000", "\x0b", "\x0c", "\r", "\r\n", "\t", "\x1c", "\x00", "\x01", "\x02", "\x03", "\x1b",
        "\ufffd", "\u2028<inject>", "<in\u200bject>", "\ufeff# a", "\xa0# a", "\x0b- a", "<\x00inject>",
        "\r# a", "\u3000# a", "\x02amp\x03", "wzxhzdk:0",
    ),
}  # fmt: skip

#: All ASCII punctuation.
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
#: What stands between two of them.
GLUE = ("", "", "", "", " ", " ", "\n", "\n\n", "\n    ", "\n- ", "\n> ", "a", "/")

ADDRESSES: tuple[str, ...] = (
    # schemes
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
    "java\nscript:alert(1)", "\x01javascript:alert(1)", "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)", "javascript&amp;colon;alert(1)", "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,<svg onload=x>", "vbscript:x", "blob:http://a.test/x", "file:///etc/passwd",
    "http:javascript:alert(1)", "view-source:javascript:1", "feed:javascript:alert(1)", "x:y",
    "javascript\u200b:alert(1)", "\ufeffjavascript:alert(1)", "\xa0javascript:alert(1)",
    "\u2028javascript:alert(1)", "javas%63ript:alert(1)", "javascript%3Aalert(1)", "?x=javascript:alert(1)",
    "#javascript:alert(1)", "./javascript:alert(1)", "jav&Tab;ascript&colon;alert(1)",
    "<javascript:alert(1)>", "\tjavascript:alert(1)", "&colon;javascript", "javascript\\:alert(1)",
    "java\\script:alert(1)", "%6aavascript:x", "javascript://a.test/%0aalert(1)", "mailto:x?body=<inject>",
    'tel:1"><inject>',
    # ends of an address
    "http://a.test/)[x](javascript:alert(1)", "http://a.test/)[x](javascript:alert(1))",
    "http://a.test/><inject>", 'http://a.test/"onmouseover=alert(1) x="', "http://a.test/' onx='",
    "http://a.test/ (x)", "http://a.test/ 'x'", 'http://a.test/ "x', "http://a.test/<inject>",
    "http://a.test/`<inject>`", "http://a.test/`", "http://a.test/\\", "http://a.test/x\\)",
    "http://a.test/a|b", "http://a.test/a\nb", "http://a.test/a\n\n<inject>", 'http://a.test/"><inject>',
    "http://a.test/&#96;", "http://a.test/](", "http://a.test/(((", "http://a.test/)))",
    "http://a.test/&lt;inject&gt;", "http://a.test/*a*_b_~~c~~", "http://a.test/$x$", "http://a.test/$",
    "http://a.test/[x]", "http://a.test/![x](y)", "http://a.test/<", "http://a.test/>",
    "http://a.test/&copy;&amp;copy;", "http://a.test/x y",
    # hosts
    "//evil.test/x", "\\\\evil.test\\x", "/\\evil.test", "http:/\\a.test", "https://a.test\\@evil.test/",
    "http://[::1", "http://a.test/\u202e", "http://user:pa ss@a.test/", "http://\u0430.test/",
    "http://a.test:x/", "//", "http://", "http:", "", "#", "#x", "?", "/x", "../x", "x y",
)  # fmt: skip

#: What may stand between two characters of a text.
BETWEEN = (
    "<b></b>", "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<br>", "<span>", "</span>", "<wbr>",
    "<!-- x -->", "<a href=/y>", "</a>", "<sub></sub>", "<img src=/z alt=b>", "<td>", "<li>", "<p>",
    "&#8203;", "&shy;", "<del>",
)  # fmt: skip

_HOLE = re.compile(r"\{([tasu])\}")


class Case(NamedTuple):
    """A page, its address, and how it is written."""

    page: str
    url: str | None
    style: dict[str, str | bool]


def case(seed: int) -> Case:
    """Return the case of a seed."""
    chosen = random.Random(seed)
    names = chosen.sample(list(PLACES), chosen.choice([1, 1, 1, 2, 3]))
    page = "".join(filled(chosen, PLACES[name]) for name in names)
    style: dict[str, str | bool] = {}
    if chosen.randrange(3) == 0:
        style = {"spans": "html", "title": True, "captions": True}
    return Case(page, URL if chosen.randrange(3) else None, style)


def filled(chosen: random.Random, place: str) -> str:
    """Return a place with payloads in its holes: the same in each, or others."""
    same = chosen.randrange(2)
    text, address = some_text(chosen), some_address(chosen)

    def of_hole(found: re.Match[str]) -> str:
        kind = found[1]
        if kind == "u":
            return in_attribute(address if same else some_address(chosen))
        payload = text if same else some_text(chosen)
        if kind == "a":
            return in_attribute(payload)
        return payload if kind == "s" else in_text(chosen, payload)

    return _HOLE.sub(of_hole, place)


def some_text(chosen: random.Random) -> str:
    """Return some signs, one beside the other."""
    text = some_sign(chosen)
    for _ in range(chosen.choice([0, 1, 1, 2, 2, 3, 5])):
        text += chosen.choice(GLUE) + some_sign(chosen)
    return text


def some_sign(chosen: random.Random) -> str:
    """Return a sign of any kind; the kinds are equally frequent."""
    kind = chosen.choice([*TEXTS, "a character"])
    return chosen.choice(SIGNS if kind == "a character" else TEXTS[kind])


def some_address(chosen: random.Random) -> str:
    kind = chosen.randrange(8)
    if kind < 6:
        return chosen.choice(ADDRESSES)
    start = chosen.choice(["http://a.test/", "", "//a.test/", "/", "mailto:a", "?", "#"])
    return start + "".join(some_sign(chosen) for _ in range(chosen.randrange(1, 4)))


def in_attribute(payload: str) -> str:
    """Return a value for single quotes; a reference in it stays one, so that both readings occur."""
    return payload.replace("'", "&#39;").replace('"', "&quot;")


def in_text(chosen: random.Random, payload: str) -> str:
    """Return a text with its signs as references; one in ten as it is, and some with elements in it."""
    kind = chosen.randrange(10)
    if kind == 0:
        return payload
    letters = [escape(letter, quote=False) for letter in payload]
    if chosen.randrange(2):
        letters = ["<br>" if letter == "\n" else letter for letter in letters]
    if kind == 1:
        letters = [f"&#{ord(letter)};" if chosen.randrange(2) else letter for letter in payload]
        letters = [escape(letter, quote=False) if len(letter) == 1 else letter for letter in letters]
    if kind in (2, 3) and letters:
        for _ in range(chosen.randrange(1, 4)):
            letters.insert(chosen.randrange(len(letters) + 1), chosen.choice(BETWEEN))
    return "".join(letters)
