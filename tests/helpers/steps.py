"""A double of the pattern engine that counts its steps.

To a tracer one call of ``re`` is one step, although it may backtrack for minutes.  This engine runs the
same parsed pattern, backtracks in the same order as ``re``, and counts the characters it reads and the
choices it takes back.  Every call asserts that it finds what ``re`` finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from inspect import Signature, signature
from itertools import islice
from sys import maxsize
from typing import Any, NamedTuple

try:
    from re import _compiler, _parser
    from re._constants import (
        ANY,
        ASSERT,
        ASSERT_NOT,
        AT,
        BRANCH,
        FAILURE,
        GROUPREF,
        IN,
        LITERAL,
        MAX_REPEAT,
        MAXREPEAT,
        MIN_REPEAT,
        NOT_LITERAL,
        SUBPATTERN,
    )  # fmt: skip
except ImportError:  # Python 3.10
    import sre_compile as _compiler
    import sre_parse as _parser
    from sre_constants import (
        ANY,
        ASSERT,
        ASSERT_NOT,
        AT,
        BRANCH,
        FAILURE,
        GROUPREF,
        IN,
        LITERAL,
        MAX_REPEAT,
        MAXREPEAT,
        MIN_REPEAT,
        NOT_LITERAL,
        SUBPATTERN,
    )  # fmt: skip

#: What matches one character.
SINGLE = {ANY, IN, LITERAL, NOT_LITERAL}


class Instruction(NamedTuple):
    """One step of the program that a pattern becomes; ``a`` and ``b`` are the operands."""

    name: str
    a: Any = None
    b: Any = None


class Engine:
    """The steps of one pattern."""

    def __init__(self, pattern: re.Pattern) -> None:
        self.pattern = pattern
        self.program: list[Instruction] = []
        parsed = _parser.parse(pattern.pattern, pattern.flags)
        self._write(parsed, pattern.flags)
        self.program.append(Instruction("matched"))
        first = self._first(parsed)
        #: finds the next place where a match can begin; None if every place can
        self.begins = first and self._real([(BRANCH, (None, [self._parsed([n]) for n in first]))])

    # ------------------------------------------------------------------ the program

    def _parsed(self, nodes: list[Any]) -> Any:
        return _parser.SubPattern(_parser.State(), nodes)

    def _real(self, nodes: list[Any], flags: int | None = None) -> re.Pattern:
        return _compiler.compile(self._parsed(nodes), self.pattern.flags if flags is None else flags)

    def _emit(self, name: str, a: Any = None, b: Any = None) -> int:
        self.program.append(Instruction(name, a, b))
        return len(self.program) - 1

    def _write(self, nodes: Any, flags: int) -> None:
        for op, value in nodes:
            if op in SINGLE or op in (AT, FAILURE):  # since 3.13 "(?!)" is FAILURE
                self._emit("one", self._real([(op, value)], flags))
            elif op is SUBPATTERN:
                group, added, removed, body = value
                self._emit("save", 2 * group) if group else None
                self._write(body, (flags | added) & ~removed)
                self._emit("save", 2 * group + 1) if group else None
            elif op is BRANCH:
                self._write_branch(value[1], flags)
            elif op in (MAX_REPEAT, MIN_REPEAT):
                self._write_repeat(*value, flags, is_greedy=op is MAX_REPEAT)
            elif op in (ASSERT, ASSERT_NOT):
                self._write_look(*value, flags, wanted=op is ASSERT)
            elif op is GROUPREF:
                self._emit("again", value)
            else:
                raise NotImplementedError(f"{op} in {self.pattern.pattern!r}: teach tests/helpers/steps.py")

    def _write_branch(self, branches: Any, flags: int) -> None:
        jumps = []
        for n, branch in enumerate(branches):
            is_last = n == len(branches) - 1
            split = None if is_last else self._emit("split")
            self._write(branch, flags)
            if split is not None:
                jumps.append(self._emit("jump"))
                self.program[split] = Instruction("split", split + 1, len(self.program))
        for jump in jumps:
            self.program[jump] = Instruction("jump", len(self.program))

    def _write_repeat(self, least: int, most: Any, body: Any, flags: int, is_greedy: bool) -> None:
        if len(body) == 1 and body[0][0] in SINGLE:
            run = self._real([(MAX_REPEAT, (0, MAXREPEAT if most is MAXREPEAT else int(most), body))], flags)
            self._emit("run" if is_greedy else "lazy run", run, int(least))
            return
        for _ in range(least):
            self._write(body, flags)
        if most is not MAXREPEAT:
            skips = []
            for _ in range(most - least):
                skips.append(self._emit("split"))
                self._write(body, flags)
            for skip in skips:
                self._split(skip, len(self.program), is_greedy)
            return
        split = self._emit("split")
        self._emit("save", ~split)
        self._write(body, flags)
        self._emit("advanced", ~split)
        self._emit("jump", split)
        self._split(split, len(self.program), is_greedy)

    def _split(self, at: int, over: int, is_greedy: bool) -> None:
        self.program[at] = Instruction("split", *((at + 1, over) if is_greedy else (over, at + 1)))

    def _write_look(self, direction: int, body: Any, flags: int, wanted: bool) -> None:
        look = self._emit("look")
        self._write(body, flags)
        self._emit("matched")
        back = body.getwidth()[0] if direction < 0 else 0
        self.program[look] = Instruction("look", (wanted, back), len(self.program))

    def _first(self, nodes: Any) -> list[Any] | None:
        """Return what the first character may be; None if a match may be empty."""
        first: list[Any] = []
        for op, value in nodes:
            if op in SINGLE:
                return [*first, (op, value)]
            if op in (AT, ASSERT, ASSERT_NOT):
                continue
            if op is SUBPATTERN:
                inner = [self._first(value[3])] if not (value[1] or value[2]) else [None]
            elif op is BRANCH:
                inner = [self._first(branch) for branch in value[1]]
            elif op in (MAX_REPEAT, MIN_REPEAT) and value[0] > 0:
                inner = [self._first(value[2])]
            else:
                inner = [None]
            if None in inner:
                return None
            return first + [node for of_branch in inner for node in of_branch or ()]
        return None

    # ------------------------------------------------------------------ its run

    def run(self, text: Any, pos: int, end: int, spend: Callable[[int], None], at: int = 0) -> int | None:
        """Return where a match that begins at ``pos`` ends."""
        program = self.program
        #: where to resume after a failure: instruction, position, groups, last position of a run
        ways: list[tuple[int, int, tuple, int]] = [(at, pos, (), pos)]
        steps = 0
        while ways:
            n, pos, saved, last = ways.pop()
            if pos != last:
                ways.append((n, pos + (1 if pos < last else -1), saved, last))
            while True:
                steps += 1
                if steps > 10_000:
                    spend(steps)
                    steps = 0
                name, a, b = program[n]
                if name == "one":
                    found = a.match(text, pos, end)
                    if found is None:
                        break
                    pos, n = found.end(), n + 1
                elif name == "run":
                    stop = a.match(text, pos, end).end()
                    steps += stop - pos
                    if stop < pos + b:
                        break
                    if stop > pos + b:
                        ways.append((n + 1, stop - 1, saved, pos + b))
                    pos, n = stop, n + 1
                elif name == "lazy run":
                    stop = a.match(text, pos, end).end()
                    if stop < pos + b:
                        break
                    if stop > pos + b:
                        ways.append((n + 1, pos + b + 1, saved, stop))
                    pos, n = pos + b, n + 1
                elif name == "split":
                    ways.append((b, pos, saved, pos))
                    n = a
                elif name == "jump":
                    n = a
                elif name == "save":
                    saved, n = (*(pair for pair in saved if pair[0] != a), (a, pos)), n + 1
                elif name == "advanced":
                    if dict(saved)[a] == pos:
                        break
                    n += 1
                elif name == "again":
                    places = dict(saved)
                    piece = text[places[2 * a] : places[2 * a + 1]]
                    steps += len(piece)
                    if text[pos : pos + len(piece)] != piece:
                        break
                    pos, n = pos + len(piece), n + 1
                elif name == "look":
                    wanted, back = a
                    seen = None
                    if pos >= back:
                        seen = self.run(text, pos - back, end if not back else pos, spend, n + 1)
                    if (seen is not None) != wanted:
                        break
                    n = b
                else:
                    spend(steps)
                    return pos
        spend(steps)
        return None

    def search(self, text: Any, pos: int, end: int, spend: Callable[[int], None]) -> tuple[int, int] | None:
        """Return where the first match begins and ends."""
        while pos <= end:
            if self.begins is not None:
                begin = self.begins.search(text, pos, end)
                spend((begin.start() if begin else end) - pos + 1)
                if begin is None:
                    return None
                pos = begin.start()
            stop = self.run(text, pos, end, spend)
            if stop is not None:
                return pos, stop
            pos += 1
        return None


@cache
def engine_of(pattern: re.Pattern) -> Engine:
    return Engine(pattern)


def matches(pattern: re.Pattern, text: Any, pos: int, end: int, spend: Callable[[int], None]) -> Iterator:
    """Yield the matches of ``re``, each after the double has found it."""
    engine = engine_of(pattern)
    for match in pattern.finditer(text, pos, end):
        found = engine.search(text, pos, end, spend)
        assert found == match.span(), f"tests/helpers/steps.py is wrong about {pattern.pattern!r}"
        pos = match.end() + (match.start() == match.end())
        yield match
    engine.search(text, min(pos, end), end, spend)


def call(pattern: re.Pattern, method: str, spend: Callable[[int], None], *args: Any, **kwargs: Any) -> Any:
    """Call a method of the pattern and spend its steps."""
    given = signature_of(method).bind(*args, **kwargs)
    given.apply_defaults()
    text = given.arguments["string"]
    pos = given.arguments.get("pos", 0)
    end = min(given.arguments.get("endpos", len(text)), len(text))
    if method == "finditer":
        return matches(pattern, text, pos, end, spend)
    result = getattr(pattern, method)(*args, **kwargs)
    if method in ("match", "fullmatch", "search"):
        span = result and result.span()
        if method == "search":
            found = engine_of(pattern).search(text, pos, end, spend)
        else:
            stop = engine_of(pattern).run(text, pos, end, spend) if pos <= end else None
            found = None if stop is None else (pos, stop)
        if method == "fullmatch" and found != span:  # a longer way than the first
            spend(end - pos)
        else:
            assert found == span, f"tests/helpers/steps.py is wrong about {pattern.pattern!r}"
        return result
    most = given.arguments.get("count", 0) or given.arguments.get("maxsplit", 0) or None
    for _ in islice(matches(pattern, text, pos, end, spend), most):
        pass
    spend(len(result[0] if method == "subn" else result))
    return result


@cache
def signature_of(method: str) -> Signature:
    """Return the signature of a pattern's method."""

    def found(string, pos=0, endpos=maxsize): ...
    def replaced(repl, string, count=0): ...
    def parted(string, maxsplit=0): ...

    methods = {"sub": replaced, "subn": replaced, "split": parted}
    return signature(methods.get(method, found))
