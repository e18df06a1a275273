"""Write the pages of this folder and their labels; README.rst tells where both come from.

``python tests/pages/real/labels.py FOLDER``, with the unpacked packages in FOLDER, needs docutils.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from lxml import etree, html

HERE = Path(__file__).parent
APACHE = "httpd-2.4.68/docs/manual"
DJANGO = "python-django-doc/usr/share/doc/python-django-doc/html"
HANDBOOK = "debian-handbook/usr/share/doc/debian-handbook/html"
SQLITE = "sqlite3-doc/usr/share/doc/sqlite3"
PYTHON = "python3.11-doc/usr/share/doc/python3.11/html"
NODE = "nodejs-doc/usr/share/doc/nodejs/api"

#: The elements that a generator puts the author's text in, and what else it puts there.
IN_APACHE = (
    '//div[@id="preamble"] | //div[@class="section"][not(.//a[@id="comments_section"])]',
    ["toplang", "permalink"],
)
IN_SQLITE = ('//body/*[not(@class="nosearch")][not(self::p[last()][@align="center"])]', [])
IN_HANDBOOK = ('//body/div[@class="section"]', [])

#: A page: the packaged file, and either the author's source or the elements above.
PAGES = {
    "apache_en": (f"{APACHE}/howto/public_html.html.en", IN_APACHE),
    "apache_es": (f"{APACHE}/howto/access.html.es", IN_APACHE),
    "apache_ja": (f"{APACHE}/dso.html.ja.utf8", IN_APACHE),
    "apache_ko": (f"{APACHE}/howto/public_html.html.ko.euc-kr", IN_APACHE),
    "apache_ru": (f"{APACHE}/getting-started.html.ru.utf8", IN_APACHE),
    "apache_zh": (f"{APACHE}/handler.html.zh-cn.utf8", IN_APACHE),
    "django_faq": (f"{DJANGO}/faq/general.html", "Django-3.2.25/docs/faq/general.txt"),
    "django_philosophy": (
        f"{DJANGO}/misc/design-philosophies.html",
        "Django-3.2.25/docs/misc/design-philosophies.txt",
    ),
    "handbook_ar": (f"{HANDBOOK}/ar-MA/sect.role-of-distributions.html", IN_HANDBOOK),
    "handbook_fa": (f"{HANDBOOK}/fa-IR/sect.why-debian.html", IN_HANDBOOK),
    "handbook_zh": (f"{HANDBOOK}/zh-CN/sect.release-lifecycle.html", IN_HANDBOOK),
    "ikiwiki_formatting": (
        "ikiwiki/usr/share/doc/ikiwiki/html/ikiwiki/formatting.html",
        "ikiwiki/usr/share/ikiwiki/basewiki/ikiwiki/formatting.mdwn",
    ),
    "mako_filtering": ("mako-1.4.3/doc/filtering.html", "mako-1.4.3/doc/build/filtering.rst"),
    "node_decoder": (f"{NODE}/string_decoder.html", f"{NODE}/string_decoder.md"),
    "python_appetite": (f"{PYTHON}/tutorial/appetite.html", f"{PYTHON}/_sources/tutorial/appetite.rst.txt"),
    "python_faq": (f"{PYTHON}/faq/installed.html", f"{PYTHON}/_sources/faq/installed.rst.txt"),
    "sqlite_news": (f"{SQLITE}/news.html", IN_SQLITE),
    "sqlite_uses": (f"{SQLITE}/whentouse.html", IN_SQLITE),
}


def text_of_elements(page: bytes, xpath: str, foreign: list[str]) -> str:
    charset = re.search(rb"charset=[\"']?([\w-]+)", page)
    root = html.fromstring(page, parser=html.HTMLParser(encoding=charset[1].decode()))
    for name in foreign:
        for element in root.find_class(name):
            element.drop_tree()
    etree.strip_elements(root, etree.Comment, "script", "style", with_tail=False)
    for element in root.iter("td", "th", "li", "p", "h1", "h2", "h3", "dt", "dd", "pre", "div", "br"):
        element.tail = "\n" + (element.tail or "")
    found = root.xpath(xpath)
    assert found
    return "\n".join("".join(element.itertext()) for element in found)


def text_of_markdown(source: str) -> str:
    source = re.sub(r"<!--.*?-->|^```\w*$|^\[[^]]+\]:.*$", "", source, flags=re.DOTALL | re.MULTILINE)
    source = re.sub(r"^\[\[!meta title=\"(.*?)\"\]\]", r"\1", source)
    source = re.sub(r"^\[\[!meta.*?\]\]$", "", source, flags=re.MULTILINE)
    source = re.sub(r"\[\[!if test=\"\w+\([\w,/ ]*\)\" then=\"\"\"|\"\"\"\]\]", "", source)
    source = re.sub(r"\[\[(?:[^]|!]*\|)?([^]|!]*)\]\]", r"\1", source)  # a link of the wiki
    source = re.sub(r"\[([^]]+)\](?:\([^)\s]*\)|\[[^]]*\])", r"\1", source)
    source = re.sub(r"<(/?[a-z]+)[^>@:]*>", "", source)
    return re.sub(r"[*`#\\]+|^(?:> |[-+] )", "", source, flags=re.MULTILINE)


def text_of_rest(source: str) -> str:
    from docutils import core, nodes
    from docutils.parsers.rst import Directive, directives, roles

    class Nothing(Directive):
        has_content = True
        optional_arguments = 100

        def run(self):
            return []

    class Content(Nothing):
        def run(self):
            node = nodes.section()
            self.state.nested_parse(self.content, self.content_offset, node)
            return node.children

    class Code(Nothing):
        def run(self):
            text = "\n".join(self.content)
            return [nodes.literal_block(text, text)]

    def role(name, rawtext, text, *_args):
        text = re.sub(r"\s*<.*?>$", "", text, flags=re.DOTALL).lstrip("~.!")
        return [nodes.inline(rawtext, text)], []

    for name in ("toctree", "index", "highlight", "currentmodule", "module", "contents"):
        directives.register_directive(name, Nothing)
    for name in ("versionadded", "versionchanged", "seealso", "only"):
        directives.register_directive(name, Content)
    for name in ("code-block", "sourcecode"):
        directives.register_directive(name, Code)
    for name in set(re.findall(r":([a-z:-]+):`", source)):
        roles.register_local_role(name, role)
    quiet = {"report_level": 5, "doctitle_xform": False}
    document = core.publish_doctree(source, settings_overrides=quiet)
    for kind in (nodes.system_message, nodes.comment, nodes.substitution_definition):
        for node in list(document.findall(kind)):
            node.parent.remove(node)
    leaves = document.findall(lambda node: isinstance(node, nodes.TextElement))
    return "\n".join(leaf.astext() for leaf in leaves if not isinstance(leaf.parent, nodes.TextElement))


def main(folder: Path) -> None:
    for name, (page, source) in PAGES.items():
        body = (folder / page).read_bytes()
        if isinstance(source, tuple):
            text = text_of_elements(body, *source)
        elif source.endswith((".md", ".mdwn")):
            text = text_of_markdown((folder / source).read_text("utf-8"))
        else:
            text = text_of_rest((folder / source).read_text("utf-8"))
        lines = (" ".join(line.split()) for line in text.splitlines())
        (HERE / f"{name}.html").write_bytes(body)
        (HERE / f"{name}.txt").write_text("\n".join(filter(None, lines)) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
