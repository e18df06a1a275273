"""The languages of programs, as classes and attributes of elements name them."""

from __future__ import annotations

import re
from collections.abc import Mapping

#: The most characters that are read of a class, and the most of a language's name.
MOST_CLASS, MOST_LANGUAGE = 1_000, 40
#: A class that names the language of code: as HTML suggests, and as highlighters write it.
_NAMED = re.compile(r"(?:^|\s)(?:language|lang|highlight-source|highlight|brush)[-:]\s*([\w+#.]+)")
NO_LANGUAGE = frozenset(
    "default none text plain plaintext nohighlight notranslate source code linenums table".split()
)
#: The attributes that name the language of code.
ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "lang")
#: The languages that a class may name by a word of its own, and ``lang``, which else is of people.
KNOWN = frozenset(
    "actionscript ada applescript arduino asm assembly awk bash c# c++ clojure cmake cobol "
    "coffeescript cpp cs csharp css cuda cython dart delphi diff dockerfile elisp elixir elm erb erlang "
    "f# fortran fsharp go golang graphql groovy haml haskell haxe hcl html html4strict html5 ini java java5 "
    "javascript jinja js json json5 jsx julia kotlin latex lisp lua makefile markdown matlab mathematica "
    "mysql nginx nim nix objc objectivec ocaml octave pascal perl perl6 php plsql postgresql "
    "powershell prolog protobuf puppet py pycon python python3 racket rb reg rest rst ruby rust sas sass "
    "scala scheme scss sh shell smalltalk solidity sparql sql stata swift tcl terraform tex tsql ts tsx "
    "twig typescript vala vb vb.net vba vbnet vbscript verilog vhdl vim vue wasm xml xquery xslt yaml yml "
    "zig zsh".split()
)  # fmt: skip
_NAME = re.compile(r"[\w+#.]+")


def language_in(of_class: str) -> str:
    """Return the language that a class names, or "".

    >>> language_in("highlight-text language-C++"), language_in("syntaxhighlighter nogutter java")
    ('c++', 'java')
    """
    lower = of_class[:MOST_CLASS].lower()
    for name in _NAMED.findall(lower):
        if name not in NO_LANGUAGE and len(name) <= MOST_LANGUAGE:
            return str(name)
    return next(filter(KNOWN.__contains__, lower.split()), "")


def language_of(attributes: Mapping[str, str]) -> str:
    """Return the language that an element names by its attributes besides the class, or "".

    >>> language_of({"data-lang": "Rust"}), language_of({"lang": "en"})
    ('rust', '')
    """
    for name in ATTRIBUTES:
        if name not in attributes:
            continue
        value = attributes[name].strip().lower()
        is_name = len(value) <= MOST_LANGUAGE and _NAME.fullmatch(value)
        if is_name and value not in NO_LANGUAGE and (name != "lang" or value in KNOWN):
            return value
    return ""
