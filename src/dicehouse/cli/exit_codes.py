"""Define how a command ends: its exit codes, its errors, and the sentence that it prints on standard error."""

from __future__ import annotations

import os

from .standard_streams import print_note

FAILED, CANNOT_DO, INTERRUPTED = 1, 2, 130
MAX_SHOWN, MAX_LINE = 60, 600


class CheckFailed(Exception):
    """Report that a check or a task failed."""


class UsageError(Exception):
    """Report that the command can't be carried out as asked."""


def print_warning(sentence: str) -> None:
    """Print a sentence on standard error as one line of limited length, whatever a file put into it."""
    line = " ".join(sentence.split())
    print_note(f"dicehouse: {line if len(line) <= MAX_LINE else line[:MAX_LINE] + '...'}")


def quote_input(text: str | os.PathLike[str]) -> str:
    """Return a text or path from outside in quotes, escaped and shortened, as part of a sentence."""
    shown = ascii(os.fspath(text))
    return shown if len(shown) <= MAX_SHOWN else shown[: MAX_SHOWN - 3] + "...'"
