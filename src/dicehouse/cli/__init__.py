"""Run the command `dicehouse`. The library is loaded when a command needs it, so that help is shown at once."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from .exit_codes import CANNOT_DO, FAILED, INTERRUPTED, CheckFailed, UsageError, print_warning, quote_input
from .parser import build_parser
from .standard_streams import discard_output, prepare_streams

__all__ = ["build_parser", "main"]

OUTPUT_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EROFS)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 for success, 1 if a check failed, 2 if the request can't be carried
    out.
    """
    prepare_streams()
    try:
        try:
            return _run(build_parser().parse_args(arguments))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has closed it
        discard_output()
        return 0
    except OSError as error:
        discard_output()
        print_warning(_explain(error))
        return CANNOT_DO
    except KeyboardInterrupt:
        return INTERRUPTED


def _explain(error: OSError) -> str:
    """Return a sentence for an error of the operating system that no part of a command expects."""
    from dicehouse.errors import explain_os_error

    if isinstance(error, FileNotFoundError) and "temporary directory" in str(error):
        return "No folder for temporary files is writable. Set the variable TMPDIR to a folder that is."
    why = explain_os_error(error, "there is no such file or folder")
    if error.filename is not None:
        return f"{quote_input(os.fsdecode(error.filename))} can't be used: {why}."
    return (
        f"The output can't be written: {why}."
        if error.errno in OUTPUT_ERRORS
        else f"The operating system reports: {why}."
    )


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
