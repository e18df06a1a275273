"""Ctrl-C during the imports of the command: nothing is lost, and a traceback would not help."""

from __future__ import annotations

import os
import signal
import sys

PROGRAM = "content-extract"
INTERRUPTED = 130


def leave(*_: object) -> None:
    os._exit(INTERRUPTED)


def hold() -> None:
    """Let Ctrl-C end this process without a word, if it is the command."""
    is_module = sys.argv[:1] == ["-m"] and __package__ in sys.orig_argv
    is_program = os.path.basename(sys.argv[0] if sys.argv else "").startswith(PROGRAM)
    if (is_module or is_program) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)


def release() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
