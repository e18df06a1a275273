"""Threads as the templates of widespread programs write them, each post with somebody, a time and buttons.

Class names, nesting and labels come from the default templates; addresses and scripts are left out.
``tests/pages/threads/LANGUAGE/PROGRAM.html`` is a thread, ``tests/pages/articles_with_comments`` has articles
whose comments are alike.  The posts of a language are the same on all pages: ``tests/pages/threads/LANGUAGE.txt``
has their paragraphs, and an empty line between two posts.
"""

from __future__ import annotations

from typing import NamedTuple

from .folders import ROOT

FOLDER = ROOT / "tests/pages"


class Post(NamedTuple):
    said: list[str]


class Program(NamedTuple):
    """The page of a program."""

    page: str
    posts: list[Post]


def read(folder: str) -> dict[str, Program]:
    """Return the pages in a folder by the name of the program."""
    programs = {}
    for path in sorted((FOLDER / folder).glob("*/*.html")):
        posts = (FOLDER / f"threads/{path.parent.name}.txt").read_text("utf-8").split("\n\n")
        page = path.read_text("utf-8")
        programs[path.stem.replace("_", " ")] = Program(page, [Post(post.splitlines()) for post in posts])
    return programs


PROGRAMS = read("threads")
#: The opening post is the article.
BELOW_ARTICLES = read("articles_with_comments")


def page_of_program(program: Program) -> str:
    return program.page
