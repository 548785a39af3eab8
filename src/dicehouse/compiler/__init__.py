"""Compile rules to machine code. Only this package touches the internals of Numba and LLVM."""
