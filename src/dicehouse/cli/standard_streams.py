"""Make standard input and output work everywhere: in any encoding, and with closed, full or missing streams.

A command prints its results when its work is done, so an output that can't show a character or can't be written must
not end it with a traceback.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import sys

ERRORS = "dicehouse"  # the name of our error handler among those of `codecs`
ALIKE = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
ALIKE |= dict.fromkeys("\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f", " ")
ALIKE |= dict.fromkeys("\u2018\u2019", "'") | dict.fromkeys("\u201c\u201d", '"')
STRICT = ("strict", "surrogateescape")  # how Python opens the standard streams if nobody asks for anything else


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Return for a text that can't be encoded one that can, of the same length."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(ALIKE.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def prepare_streams() -> None:
    """Let the standard streams accept every text, and open those that are closed as empty ones.

    What an encoding lacks becomes `-`, a space, a quotation mark or `?`. Whoever asked for another way by
    PYTHONIOENCODING gets it.
    """
    codecs.register_error(ERRORS, _replace)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # in this order: each gets its own number
        stream = getattr(sys, name)
        if stream is None or stream.closed:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # as long as the process
        elif isinstance(stream, io.TextIOWrapper):
            if name == "stdin" and stream.errors == "strict":
                stream.reconfigure(errors="surrogateescape")
            elif name == "stderr" or stream.errors in STRICT:
                stream.reconfigure(errors=ERRORS)


def print_note(sentence: str) -> None:
    """Print a sentence on standard error, if that can be written: it is never worth ending a command."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)


def print_json(text: str) -> None:
    """Print a JSON text with everything beyond ASCII escaped, so that every encoding has it."""
    print("".join(letter if letter.isascii() else _escape(letter) for letter in text))


def _escape(letter: str) -> str:
    pairs = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{pairs[at]:02x}{pairs[at + 1]:02x}" for at in range(0, len(pairs), 2))


def discard_output() -> None:
    """Discard what is still to be written to standard output if that can't be: Python would complain at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):  # a stream in memory has no number
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)


def readable_text(text: str) -> str:
    """Return an argument of the command line as text; Python escapes the bytes of an argument that it can't decode.

    Under a locale without UTF-8 the bytes are mostly UTF-8 all the same. Raise ValueError if they are not.
    """
    if text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return text.encode(sys.getfilesystemencoding(), "surrogateescape").decode("utf-8")
