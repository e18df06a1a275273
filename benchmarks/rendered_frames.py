"""What stands around a document on pages whose program writes parts only: menus, lists of links, comments."""

from __future__ import annotations

_MENU = '<nav class="menu"><ul><li><a href="/">Home</a></li><li><a href="/archive/">Archive</a></li><li><a href="/about/">About</a></li><li><a href="/contact/">Contact</a></li></ul></nav>'
_RECENT = (
    "Why the bridge was moved", "Ten maps of one island", "Bread without an oven", "A short history of the ruler",
    "Letters from the lighthouse", "What the ferry costs",
)  # fmt: skip
_LINKS = "".join(f'<li><a href="/{n}.html">{title}</a></li>' for n, title in enumerate(_RECENT))
_FOOT = '<footer id="foot"><p>Copyright 2024 by the authors. <a href="/terms">Terms</a> · <a href="/privacy">Privacy</a></p></footer>'

BLOG = (
    "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{title} – Notes from the valley</title>\n{head}\n"
    f'</head><body class="post-template"><header id="top"><a class="brand" href="/">Notes from the valley</a>{_MENU}'
    '</header><div class="wrap"><main><article class="post"><p class="meta">12 March 2024 · 6 minutes · '
    '<a href="/tag/science">science</a></p>\n{body}\n</article><section class="share"><a href="/share">Share</a> '
    f'<a href="/mail">Mail</a></section></main><aside class="side"><h3>Recent posts</h3><ul>{_LINKS}</ul><form '
    'action="/search"><input name="q"><button>Search</button></form></aside></div>'
    f"{_FOOT}</body></html>\n"
)
DOCS = (
    "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>{title} | Handbook</title>\n{head}\n</head><body>"
    f'<div class="navbar">{_MENU}</div><div class="container"><div class="sidebar"><p>Handbook</p><ul>{_LINKS}</ul>'
    '</div><div class="content"><div class="breadcrumbs"><a href="/">Handbook</a> » <a href="/guide/">Guide</a> » '
    '{title}</div><div class="section">\n{body}\n</div><div class="pager"><a href="/prev.html">« Previous</a> <a '
    f'href="/next.html">Next »</a></div><p>Was this page helpful? <a href="/yes">Yes</a> <a href="/no">No</a></p>'
    f"</div></div>{_FOOT}</body></html>\n"
)
WIKI = (
    "<!DOCTYPE html>\n<html lang=en class=client-nojs><head><meta charset=utf-8><title>{title} - Open handbook</title>\n{head}\n"
    '</head><body class="mediawiki ltr"><div id="content" class="mw-body" role="main"><a id="top"></a><div '
    'id="siteSub" class="noprint">From the open handbook</div><div id="mw-content-text" class="mw-body-content"><div '
    'class="mw-parser-output">\n{body}\n</div></div><div id="catlinks" class="catlinks"><a href="/Special:Categories">'
    'Categories</a>: <ul><li><a href="/Category:Guides">Guides</a></li></ul></div></div><div id="mw-navigation">'
    f'<h2>Navigation menu</h2>{_MENU}<ul>{_LINKS}</ul></div><div id="footer"><ul><li>This page was last edited on 3 '
    "May 2023, at 10:14.</li><li>Text is available under a free licence.</li></ul></div></body></html>\n"
)


def framed(frame: str, title: str, body: str, head: str = "") -> str:
    """Return a page; a frame has the places {title}, {body} and {head}."""
    for place, text in {"{head}": head, "{title}": title, "{body}": body}.items():
        frame = frame.replace(place, text)
    return frame
