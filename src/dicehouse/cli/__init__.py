"""Run the command `dicehouse`. The library is loaded when a command needs it, so that help is shown at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .exit_codes import CANNOT_DO, FAILED, INTERRUPTED, CheckFailed, UsageError, print_warning
from .parser import build_parser

__all__ = ["build_parser", "main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 for success, 1 if a check failed, 2 if the request can't be carried
    out.
    """
    parsed = build_parser().parse_args(arguments)
    try:
        code = _run(parsed)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(parsed: object) -> int:
    from dicehouse.errors import DicehouseError

    try:
        code: int = parsed.run(parsed)  # type: ignore[attr-defined]  # every command of the parser has set it
    except CheckFailed as error:
        print_warning(str(error))
        return FAILED
    except (UsageError, DicehouseError) as error:
        print_warning(str(error))
        return CANNOT_DO
    return code
