"""Stand in for numpy.ctypeslib."""

import ctypes
from typing import Any

_TYPES: dict[str, Any] = {
    "b": ctypes.c_int8,
    "h": ctypes.c_int16,
    "i": ctypes.c_int32,
    "q": ctypes.c_int64,
    "B": ctypes.c_uint8,
    "H": ctypes.c_uint16,
    "I": ctypes.c_uint32,
    "Q": ctypes.c_uint64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
    "?": ctypes.c_bool,
}


def as_ctypes_type(kind: Any) -> Any:
    """Return the type of ctypes for a number."""
    return _TYPES[kind.char]
