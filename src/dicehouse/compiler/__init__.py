"""Compile rules to machine code. Only this package touches the internals of Numba and LLVM."""

from . import numba_settings as numba_settings
