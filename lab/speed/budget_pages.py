"""Thirty made pages of the kinds that crawls meet, for ``lab.speed.budget``.

Mark-up, class names, scripts and text have about the shares of real pages, so that the stages cost about as
much of a parse.  ``[[card*8]]`` in a template stands for eight cards, ``[[words*3]]`` for three words.
"""

from __future__ import annotations

import random
import re
from itertools import cycle
from typing import NamedTuple

from lab.data.texts import UNSPACED, sentences


class Kind(NamedTuple):
    """A page; a template may use each field by its name, also as a count."""

    main: str
    side: str = ""
    #: what stands after each paragraph of a story
    extra: str = ""
    #: what its JSON-LD says besides the headline
    told: str = ""
    #: sections of a story
    sections: int = 4
    #: the size of menus, related stories and footer
    menus: int = 4
    #: entries of the state of an application
    scripts: int = 10
    #: rules of style
    rules: int = 30
    #: a name in THEMES
    theme: str = "plain"
    #: a language of ``texts.PARTS``
    language: str = "en"
    charset: str = "utf-8"
    layout: str = "site"


#: The classes of an element, by the way a site is made.
THEMES = {
    "plain": r'class="c-\1 c-\1--default"',
    "wordpress": r'id="\1-[[number]]" class="widget \1 wp-block-\1 has-\1"',
    "utility": r'class="\1 flex flex-col items-start justify-between gap-x-4 px-4 md:flex-row lg:px-8 '
    r'dark:text-white" data-testid="\1-[[number*99]]"',
    "module": r'class="\1_root__[[number]] css-[[number]]" '
    r"""data-track='{"area": "\1", "position": [[number*50]]}'""",
}

PARTS = {
    "site": """<!DOCTYPE html>
<html lang="[[language]]">
<head>
<meta charset="[[charset]]">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>[[title]] – The Site</title>
<meta name="description" content="[[line]]">
<meta property="og:title" content="[[title]]"><meta name="twitter:title" content="[[title]]">
<meta property="og:description" content="[[line]]"><meta property="og:site_name" content="The Site">
<meta property="og:image" content="https://img.site.example/[[number]].jpg">
<link rel="canonical" href="https://site.example/[[number]].html"><link rel="stylesheet" href="/main.css">
[[preload*6]]<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle",
 "headline": "[[title]]", [[told]] "author": {"name": "Ina Holm"}, "datePublished": "[[date]]"}</script>
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});
var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='//tags.example/gtm.js?id='+i;
f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-[[number]]');</script>
<style>
.offscreen{display:none}
[[rule*rules]]</style>
<script>window.__STATE__ = [[[entry*scripts]]null];</script>
</head>
<body class='single page-[[number]]'>
<noscript><iframe src="https://tags.example/ns.html?id=[[number]]"></iframe></noscript>
<header class="header">
  <a href="/" class="logo"><svg viewBox="0 0 99 24" aria-hidden="true">[[path*3]]</svg></a>
  <ul class="top">
[[item*menus]]  </ul>
  <nav class="menu">
    <ul>
[[menu*menus]]    </ul>
  </nav>
  <form action="/search"><input name="q" type="search" placeholder="Search"><button>Go</button></form>
</header>
<div class="layout">
  <main class="main">
[[main]]  </main>
  <aside class="sidebar">
[[side]]  </aside>
</div>
<div class="related">
  <h2>[[words*2]]</h2>
[[card*menus]]</div>
<footer class="footer">
  <ul class="footer-links">
[[item*menus]][[item*menus]][[item*menus]]  </ul>
  <p>© 2024 The Site. All rights reserved.</p>
</footer>
<script src="/static/js/app.[[number]].js" defer></script>
</body>
</html>
""",
    "preload": '<link rel="preload" as="script" href="/static/js/[[number]].js">\n',
    "rule": ".card-[[n]]{margin:2px auto;color:#fa[[n]]}.card-[[n]] .more:hover{display:none}\n",
    "entry": '{"id": [[number]], "slug": "story-[[number]]", "title": "[[words*6]]", "tags": ["a", "b"], '
    '"image": {"src": "/media/[[number]].jpg", "width": 640}, "premium": false, "score": null}, ',
    "path": '<path d="M[[number*99]].5 [[number*99]]h-9zM[[number*99]] 4c0 [[number*99]] 8 8 3 9v7z"/>',
    "date": "2024-05-0[[number*9]]T10:15:00+02:00",
    "address": "https://site.example/[[language]]/news/2024/05/[[number]]-a-story-of-the-day.html",
    "item": '    <li class="item"><a href="[[address]]">[[words*2]]</a></li>\n',
    "menu": """      <li class="menu-item"><a href="[[address]]" class="menu-link">[[words*2]]</a>
        <ul class="submenu">
[[item*4]]        </ul>
      </li>
""",
    "image": """<img src="https://img.site.example/media/[[number]]/picture.jpg" width="640" height="360"
        srcset="https://img.site.example/media/[[number]]/picture-320.jpg 320w,
        https://img.site.example/media/[[number]]/picture-640.jpg 640w,
        https://img.site.example/media/[[number]]/picture-1600.jpg 1600w"
        sizes="(max-width: 600px) 100vw, 640px" alt="[[words*5]]" loading="lazy" decoding="async">
""",
    "card": """  <div class="card">
    <div class="card-media"><a href="[[address]]" tabindex="-1">[[image]]</a></div>
    <div class="card-body">
      <h3><a href="[[address]]" class="card-link">[[words*7]]</a></h3>
      <p>[[line]]</p>
      <div class="card-meta"><time datetime="[[date]]">2 May</time> <span>[[number*9]] min</span></div>
    </div>
  </div>
""",
    # ---- articles
    "story": """<article class="article">
  <h1>[[title]]</h1>
  <div class="byline">
    <span class="author" rel="author">Ina Holm</span> <time datetime="[[date]]">2 May</time>
  </div>
  <ul class="share">
[[share*4]]  </ul>
  <div class="article-body">
[[section*sections]]  </div>
  <div class="tags"><a href="/tag/1">[[words*1]]</a> <a href="/tag/2">[[words*1]]</a></div>
</article>
""",
    "share": '<li><a href="https://social.example/?u=[[n]]"><svg viewBox="0 0 9 9">[[path]]</svg></a>\n',
    "section": """    <h2>[[words*5]]</h2>
    <p>[[line*2]]</p>
[[extra]]    <p>[[line]] <a href="https://other.example/[[number]]">[[words*3]]</a> [[line]]</p>
[[extra]]    <div class="ad-slot"><div id="div-gpt-ad-[[number]]"></div></div>
    <p>[[line*3]]</p>
[[extra]]    <p>[[line]] <strong>[[words*2]]</strong> <em>[[words*4]]</em> [[line]]</p>
[[extra]]""",
    "figure": "    <figure>[[image]]<figcaption>[[line]] Photo: A. Berg</figcaption></figure>\n",
    "tex": r"""    <p>[[line]] \(x_{[[n]]} \le [[number*9]]\), \(\alpha^[[number*9]]\) [[line]]</p>
    <p>$$\sum_{i=1}^n x_i^2 = \frac{[[number]]}{y}$$</p>
""",
    "mathml": """    <p>[[line]] <math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msubsup><mi>x</mi>
    <mi>i</mi><mn>2</mn></msubsup><mo>=</mo><mn>[[number]]</mn><mi>y</mi></mrow><annotation
    encoding="application/x-tex">x_i^2=[[number]]y</annotation></semantics></math> [[line]]</p>
""",
    "noted": '<p>[[line*2]]<sup id="ref-[[n]]"><a href="#note-[[n]]">[[[n]]]</a></sup></p>\n',
    "note": '<li id="note-[[n]]"><a href="#ref-[[n]]">^</a> [[line]] <a href="[[address]]">[[words*3]]</a>\n',
    "hidden": """    <div style="display:none">[[line*2]]</div><p class='offscreen'>[[line]]</p>
    <span hidden>[[words*6]]</span><div aria-hidden="true" class='card-[[n]]'>[[words*3]]</div>
""",
    "row": "<tr><td>[[words*2]]</td><td>[[number]]</td><td>[[number]]</td><td>[[number]]</td></tr>\n",
    "table": "<table><thead><tr><th>Name</th><th>2022</th><th>2023</th><th>2024</th></tr></thead>\n"
    "[[row*30]]</table>\n",
    "program": """<h3 id="part-[[n]]">[[words*3]]<a class='headerlink' href="#part-[[n]]">¶</a></h3>
<p>[[line]] <code>option_[[number]]</code> [[line]]</p>
<div class='highlight'><pre><span></span>[[code*4]]</pre></div>
""",
    "code": """<span class='k'>def</span> <span class='nf'>load_[[number]]</span><span class='p'>(</span>\
<span class='n'>path</span><span class='p'>):</span>
    <span class='c1'># Read [[number]] rows at once.</span>
    <span class='k'>return</span> <span class='nb'>read</span><span class='p'>(</span>\
<span class='n'>path</span><span class='p'>,</span> <span class='mi'>[[number]]</span><span class='p'>)</span>
""",
    # ---- what else a page holds
    "comment": """  <li class="comment" id='comment-[[n]]'>
    <div class="comment-meta"><img src="/avatars/[[number]].png" alt=""> <cite>[[words*2]]</cite>
      <a href="#comment-[[n]]"><time datetime="[[date]]">[[n]] hours ago</time></a></div>
    <div class="comment-text"><p>[[line*2]]</p></div>
    <a class='reply' rel="nofollow" href="?replytocom=[[n]]#respond">Reply</a>
  </li>
""",
    "post": """<div class="post" id='post-[[n]]'>
  <div class="user"><img src="/avatars/[[number]].png" alt=""> <a href="/members/[[number]]/">[[words*2]]</a>
    <dl><dt>Joined</dt><dd>2 May 2019</dd><dt>Messages</dt><dd>[[number]]</dd></dl></div>
  <div class="message"><time>[[date]]</time> <a href="#post-[[n]]">#[[n]]</a>
    <blockquote><cite>[[words*2]] wrote:</cite> [[line]]</blockquote>
    [[line*2]]<br>
    <br>
    [[line]]
    <div class="signature">[[words*5]]</div>
    <div class="buttons"><a href="?like=[[n]]">Like</a> <a href="?quote=[[n]]">Quote</a></div>
  </div>
</div>
""",
    "offer": """<div class="product">
  <h1 itemprop="name">[[title]]</h1>
  <div class="gallery">[[image*5]]</div>
  <div itemprop="offers"><span itemprop="price" content="49.90">49.90 €</span></div>
  <form action="/cart" method="post"><select name="size">[[size*9]]</select>
    <input type="hidden" name="token" value="[[number]]"><button type="submit">Add to basket</button></form>
  <div class="description"><p>[[line*3]]</p><p>[[line*2]]</p><ul>[[fact*6]]</ul>[[table]]</div>
</div>
""",
    "size": '<option value="[[n]]">Size [[n]]</option>\n',
    "fact": "<li>[[words*6]]</li>\n",
}

LOGIN = """<h1>Sign in</h1>
<form method="post"><input name="user"><input name="password" type="password"><button>Go on</button></form>
<p>Subscribe to read this article.</p>
"""
ERROR = "<h1>404</h1>\n<p>Page not found.</p>\n"
NO_SCRIPT = "<noscript>Please enable JavaScript.</noscript>"
NOTES = "[[noted*{0}]]<h2>References</h2><ol class='references'>[[note*{0}]]</ol>\n"
COMMENTS = "[[story]]<ol>[[comment*{}]]</ol>\n"

KINDS = {
    # below 20 KB
    "fragment": Kind("<p>[[line*6]]</p>\n<p>[[line*6]]</p>\n", layout="main"),
    "error": Kind(ERROR, menus=0, scripts=0, rules=0),
    "no script": Kind(NO_SCRIPT, menus=0, rules=9, theme="module"),
    "login": Kind(LOGIN, menus=1, scripts=2, rules=9),
    "no results": Kind("<h1>Search</h1><p>0 results.</p>", menus=2, scripts=0, rules=9, theme="wordpress"),
    "short post": Kind("[[story]]", sections=2, menus=2, scripts=0, theme="wordpress"),
    "links": Kind("[[item*70]]", menus=1, scripts=0, rules=9, language="ru", charset="windows-1251"),
    "old news": Kind("[[story]]", menus=2, scripts=2, language="zh-Hans", charset="gb18030"),
    "manual": Kind("[[program*6]]", menus=1, scripts=0, rules=9),
    "short news": Kind("[[story]]", sections=2, menus=2, scripts=4, language="ug"),
    # to 150 KB
    "news": Kind("[[story]]", "[[card*10]]", menus=16, scripts=60, rules=90, theme="module"),
    "news, utilities": Kind("[[story]]", "[[card*8]]", sections=6, menus=12, scripts=30, theme="utility"),
    "news, JSON-LD": Kind("[[story]]", told='"articleBody": "[[line*30]]",', menus=16, scripts=40),
    "blog": Kind(COMMENTS.format(30), "[[item*60]]", menus=10, theme="wordpress"),
    "thread": Kind("[[post*30]]", menus=12, scripts=30),
    "product": Kind("[[offer]][[comment*12]]", menus=16, scripts=60, theme="module"),
    "documentation": Kind("[[program*20]][[table]]", "[[item*80]]"),
    "TeX": Kind("[[story]]", extra="[[tex]]", sections=6, menus=10, scripts=20),
    "MathML": Kind("[[story]]", extra="[[mathml]]", sections=6, menus=10, theme="wordpress"),
    "footnotes": Kind(NOTES.format(50), menus=16, scripts=30, rules=90),
    "figures": Kind("[[story]]", extra="[[figure]]", sections=6, menus=10, theme="utility"),
    "hidden": Kind("[[story]]", extra="[[hidden]]", menus=18, rules=200),
    "Chinese": Kind("[[story]]", "[[card*8]]", sections=6, menus=14, theme="module", language="zh-Hans"),
    "Uighur": Kind("[[story]]", "[[item*30]]", sections=5, menus=12, theme="wordpress", language="ug"),
    "Russian": Kind(COMMENTS.format(8), sections=5, menus=14, scripts=30, theme="module", language="ru"),
    # to 400 KB
    "front page": Kind("[[card*90]]", menus=20, scripts=60, theme="utility"),
    "application": Kind("[[story]]", menus=40, scripts=500, rules=300, theme="module"),
    "encyclopedia": Kind(NOTES.format(100) + "[[table*3]]", menus=30, scripts=60, rules=200),
    "shop": Kind("[[card*60]][[item*200]]", menus=30, scripts=300, theme="module"),
    "long comments": Kind(COMMENTS.format(300), sections=8, menus=20, scripts=90, theme="wordpress"),
}

_MARK = re.compile(r"\[\[(\w+)(?:\*(\w+))?\]\]")
_CLASS = re.compile(r'class="([\w-]+)"')


class Writer:
    """Writes the page of a kind, the same at each call."""

    def __init__(self, name: str, kind: Kind) -> None:
        self.random = random.Random(name)
        self.language, self.values = kind.language, kind._asdict()
        self.parts = {part: _CLASS.sub(THEMES[kind.theme], text) for part, text in PARTS.items()}
        self.lines = cycle(sentences(kind.language, 250_000, self.number(1000)))
        self.values["title"] = self.words(8)

    def number(self, below: int) -> int:
        return 1 + int(self.random.random() * below)

    def words(self, count: int) -> str:
        line = next(self.lines)
        return line[: 3 * count] if self.language in UNSPACED else " ".join(line.split()[:count])

    def written(self, template: str) -> str:
        return _MARK.sub(lambda mark: self.part(*mark.groups()), template)

    def part(self, name: str, times: str | None) -> str:
        count = int(self.values.get(times, times or 1))
        if name == "number":
            return str(self.number(count if times else 900_000))
        if name == "words":
            return self.words(count)
        if name == "line":
            return ("" if self.language in UNSPACED else " ").join(next(self.lines) for _ in range(count))
        if name in self.values:
            return self.written(str(self.values[name]))
        part = self.parts[name]
        return "".join(self.written(part.replace("[[n]]", str(n))) for n in range(count))


def pages() -> dict[str, bytes]:
    """Return the pages by name, as a server sends them."""
    return {
        name: Writer(name, kind).written(f"[[{kind.layout}]]").encode(kind.charset, "xmlcharrefreplace")
        for name, kind in KINDS.items()
    }
