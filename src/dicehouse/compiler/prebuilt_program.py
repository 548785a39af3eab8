"""Call a program that was made elsewhere, and is loaded as a shared library: see web_assembly.py."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from .program import use_prebuilt

EXPORT_PREFIX = "call_"  # of the library's functions, before the name of the entry point
ADDRESS_AT = 4  # of the words of an array, which is its address


class PrebuiltProgram:
    """Offer the entry points in a file as functions, like a `Program`."""

    def __init__(self, file: Path) -> None:
        self._library = ctypes.CDLL(str(file))

    def __getattr__(self, name: str) -> Callable[..., int]:
        function: Any = getattr(self._library, EXPORT_PREFIX + name)

        def call(game: object, *given: Any) -> int:
            words = [word for each in given for word in argument_words(each)] or [0]
            block = (ctypes.c_int64 * len(words))(*words)
            if function(ctypes.c_void_p(ctypes.addressof(block))):
                raise RuntimeError(f"The compiled rules can't carry out {name}.")
            return block[0]

        setattr(self, name, call)
        return call


def argument_words(given: Any) -> list[int]:
    """Return an argument as compiled code takes it: a number as one word, an array as its parts."""
    if not isinstance(given, np.ndarray):
        return [int(given)]
    shape, size = given.shape, given.itemsize
    strides = [size * prod(shape[i + 1 :]) for i in range(len(shape))]
    return [0, 0, prod(shape), size, int(given.ctypes.data), *shape, *strides]


def use_files(file_of: Callable[[str], Path]) -> None:
    """Load the program of a game from the file that `file_of` names for its id, in a process that compiles nothing."""
    load = cache(lambda game: PrebuiltProgram(file_of(game)))
    use_prebuilt(lambda _, game: load(game.id))
