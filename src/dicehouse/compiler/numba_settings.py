"""Import Numba with the settings that users set for it, and say what of them can't be used.

Importing this package imports this module first, so nothing imports Numba before.
"""

from __future__ import annotations

import os
import re
import sys
import warnings

from ..errors import CannotCompile

NUM_THREADS = "NUMBA_NUM_THREADS"
CPU_FEATURES = "NUMBA_CPU_FEATURES"
FEATURES = re.compile(r"([+-][\w.-]+\s*(,\s*[+-][\w.-]+\s*)*)?")  # LLVM ends the process for any other text
UNREADABLE = re.compile(
    r"Environment variable '(\w+)' is defined but its associated value '(.*?)' could not", re.DOTALL
)
NO_COMPILER = (
    "NUMBA_DISABLE_JIT is set, so rules can't be compiled, but this command needs compiled rules. "
    "Unset it. Without compiled rules you can still play, serve tables, and read or verify matches."
)


def _import_numba() -> bool:
    """Import Numba and return True if it compiles.

    Numba ends the process for a number of threads below 1 and for features of a processor without a sign, and shows
    a traceback for a value that it can't read. We ignore the first two, and make a sentence of the third.
    """
    if "numba" not in sys.modules and _is_no_count(os.environ.get(NUM_THREADS, "1")):
        _warn(NUM_THREADS, os.environ.pop(NUM_THREADS))
    if "numba" not in sys.modules and not FEATURES.fullmatch(os.environ.get(CPU_FEATURES, "")):
        _warn(CPU_FEATURES, os.environ.pop(CPU_FEATURES))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        from numba.core import config
    for each in said:
        if found := UNREADABLE.match(str(each.message)):
            _warn(found[1], found[2])
        else:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno, source=each.source)
    return not config.DISABLE_JIT


def _is_no_count(text: str) -> bool:
    try:
        return int(text) < 1
    except ValueError:
        return True


def _warn(name: str, value: str) -> None:
    sentence = f"{name} can't be {value[:60]!r}, so it is ignored."
    warnings.warn_explicit(sentence, RuntimeWarning, "dicehouse", 1)  # without a line of code below it


def _size_arrays_of_bool() -> None:
    """Tell Numba how large a bool in a record's array is; it knows that of numbers only, and fails at the others."""
    from numba.core.types import Boolean

    if not hasattr(Boolean, "bitwidth"):
        Boolean.bitwidth = 8  # type: ignore[attr-defined]  # that is why


COMPILES = _import_numba()
_size_arrays_of_bool()


def require_compiler() -> None:
    """Raise CannotCompile if Numba was told not to compile."""
    if not COMPILES:
        raise CannotCompile(NO_COMPILER)
