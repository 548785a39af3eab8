"""The command `dicehouse`. The library is loaded when a command needs it, so that help comes at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .arguments import parser
from .common import FAILED, STOPPED, USAGE, Failed, Usage, warn

__all__ = ["main", "parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 fine, 1 a check failed, 2 it can't be done as asked."""
    given = parser().parse_args(arguments)
    try:
        code = _run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read us has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return STOPPED
    return code


def _run(given: object) -> int:
    from dicehouse.errors import DicehouseError

    try:
        code: int = given.run(given)  # type: ignore[attr-defined]  # every command of the parser has set it
    except Failed as error:
        warn(str(error))
        return FAILED
    except (Usage, DicehouseError) as error:
        warn(str(error))
        return USAGE
    return code
