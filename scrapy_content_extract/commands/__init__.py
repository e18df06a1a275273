"""The command ``content-extract``.

A subcommand is a module of this package with ``DESCRIPTION``, ``EXAMPLES``, ``add_arguments(parser)``
and ``run(args)``, which returns the exit status, and a row in :data:`COMMANDS`.  A ValueError or an
ImportError of ``run`` is the message of wrong usage.  Only the requested module is imported, by main(),
which handles Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

PROGRAM = "content-extract"
#: The command that needs no name.
DEFAULT = "extract"

#: The subcommands, each a module of this package, and their summaries.
COMMANDS = {
    DEFAULT: "print the main text of pages; need not be named",
    "compare": "print what several methods keep of a page, side by side",
    "segments": "print the blocks of a page",
    "report": "write pages, with what was found drawn over them, as HTML",
    "serve": "open a web page to try an address or HTML, with the report of it",
    "methods": "print the methods, their parameters and papers",
    "warc": "write the pages of web archives as the lines of a corpus",
    "sites": "learn what the pages of each host have in common, for --sites",
    "dedup": "leave out texts that came before, the same or almost",
    "encodings": "print in which encoding pages are, and why",
}

#: The exit statuses that argparse and shells use.
OK, FAILED, USAGE, INTERRUPTED, CLOSED = 0, 1, 2, 130, 141


class OneValue(argparse.Action):
    """Stores the value of an option; another value is an error, and does not win."""

    def __call__(self, parser: Any, namespace: Any, value: Any, option_string: str | None = None) -> None:
        if self.option_strings and vars(self).setdefault("given", value) != value:
            raise argparse.ArgumentError(self, "it has two values; give one")
        setattr(namespace, self.dest, value)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\nSee {self.prog} --help.\n")


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command and end the process with its exit status."""
    if sys.stderr is None:  # as by ``2>&-`` of a shell; print() would write messages into the output
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        print(f"{PROGRAM}: standard output is closed; it may be a file, as in >/dev/null", file=sys.stderr)
        sys.exit(FAILED)
    try:
        # Methods may be in the folder; last, so that it hides nothing.
        sys.path.append(os.getcwd())
        status = run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:  # for example ``| head``
        discard_output()
        status = CLOSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    except OSError as error:  # of the output, such as a full disk; pages have a status instead
        print(f"{PROGRAM}: {error}", file=sys.stderr)
        discard_output()
        status = FAILED
    sys.exit(status)


def discard_output() -> None:
    """Discard the rest of standard output's buffer; it would be an error at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(argv: Sequence[str]) -> int:
    """Run the subcommand that the first argument names, or the default one."""
    word = argv[0] if argv else ""
    name, arguments = (word, argv[1:]) if word in COMMANDS else (DEFAULT, argv)
    is_unknown = word.isalpha() and word not in COMMANDS and not os.path.exists(word)
    with held_back():  # an import in C may turn KeyboardInterrupt into another error
        command = import_module(f".{name}", __name__)
        from ..content.registry import meant
    parser = Parser(
        prog=PROGRAM if name == DEFAULT else f"{PROGRAM} {name}",
        description=command.DESCRIPTION,
        epilog=epilog(name, command.EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.register("action", None, OneValue)
    command.add_arguments(parser)
    if is_unknown and (like := meant(word, COMMANDS)):
        parser.error(f"there is no file and no command {word}{like}")
    args, unknown = parser.parse_known_args(arguments)
    if flags := [word for word in unknown if word.startswith("-")] or unknown:
        said = [f"There is no {flag}{meant_option(flag, parser, name == DEFAULT)}" for flag in flags]
        parser.error(". ".join(said))
    try:
        status = int(command.run(args))
    except (ImportError, ValueError) as error:  # of an extra, a method, a parameter; no page raises it
        parser.error(str(error))
    if status == FAILED and is_unknown:
        print(f"{PROGRAM}: there is no command {word}; see {PROGRAM} --help", file=sys.stderr)
    return status


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait for the end of what must not be cut: a page of output, or imports."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:  # ignored in the background
        yield
        return
    held = []
    signal.signal(signal.SIGINT, lambda *given: held.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if held:
        raise KeyboardInterrupt


def meant_option(word: str, parser: argparse.ArgumentParser, is_default: bool) -> str:
    """Return the end of the message about an unknown option: what it is here, or the nearest one.

    The default command has what other tools have.
    """
    from ..content.registry import meant
    from .other_tools import FLAGS

    flag, others = word.partition("=")[0], FLAGS if is_default else {}
    if flag in others:
        return f"; {others[flag]}"
    return meant(flag, [*others, *(name for action in parser._actions for name in action.option_strings)])


def epilog(name: str, examples: Sequence[str]) -> str:
    lines = ["examples:" if len(examples) > 1 else "example:", *(f"  {line}" for line in examples)]
    if name == DEFAULT:
        lines += ["", "commands (each has --help; ./compare is a file):"]
        lines += [f"  {PROGRAM} {command:<10} {what}" for command, what in COMMANDS.items()]
    return "\n".join(lines)
