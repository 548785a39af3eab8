"""`@rules`: plain Python that also compiles, and the on-disk cache of what was compiled.

A rule is an ordinary function, and Python calls it as one. Numba compiles it when other compiled code calls it. Only
entry points (`@entry`) are kept on disk, each under a key that holds a fingerprint of every rule that the game can
reach: an edited rule has another fingerprint and is compiled afresh, so the cache can't be stale.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import hashlib
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import caching, cgutils
from numba.extending import intrinsic, overload

from .linking import EntryCompiler, RuleCompiler

F = TypeVar("F", bound=Callable[..., Any])

# Bounds checks stay on: they cost next to nothing, and an index out of range must never corrupt a position.
OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "error_model": "numpy"}
KEEP_CACHES = 6
# Numba numbers the files of an entry point. Two processes that compile it for two games at once take the same number,
# and either might then run the code of the other's game: so every process has names of its own.
RUN = secrets.token_hex(4)

# A process that ends gives all back at once. To search the whole compiler for garbage before would take it 0.1 s.
atexit.register(gc.freeze)


def rules(function: F) -> F:
    """Mark a function of the rules: plain Python where Python calls it, compiled where compiled code does."""
    dispatcher = njit(pipeline_class=RuleCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True, **OPTIONS)(function)
    dispatcher.get_call_template = _WideCalls(dispatcher.get_call_template)
    rule: Any = function
    rule.dispatcher = dispatcher  # the type below holds it only weakly
    rule._numba_type_ = types.Dispatcher(dispatcher)  # where Numba looks for the type of any object
    return function


def is_rule(value: object) -> bool:
    """Whether compiled code may call this."""
    return isinstance(value, FunctionType) and hasattr(value, "_numba_type_")


class _WideCalls:
    """Compiles a rule once for all sizes of integers: a seat read from an 8-bit field and a constant are the same
    argument.
    """

    def __init__(self, get_call_template: Callable[..., Any]) -> None:
        self._get_call_template = get_call_template

    def __call__(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return self._get_call_template(tuple(_wide(a) for a in args), {k: _wide(a) for k, a in kws.items()})


def _wide(kind: Any) -> Any:
    return types.int64 if isinstance(kind, (types.Integer, types.Boolean, types.IntEnumMember)) else kind


def entry(function: F) -> F:
    """Mark a generic function that Python calls with a `Game`; its compiled form is kept on disk."""
    dispatcher = njit(cache=True, pipeline_class=EntryCompiler, **OPTIONS)(function)
    files = dispatcher._cache._cache_file
    files._data_name_pattern = f"{RUN}-{files._data_name_pattern}"
    return cast(F, dispatcher)


def cache_root() -> Path:
    """Where compiled rules are kept: `$DICEHOUSE_CACHE`, else the user's cache folder, else a folder for this run."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        root = Path(os.environ.get("DICEHOUSE_CACHE") or f"{base}/dicehouse").expanduser()
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except (OSError, RuntimeError):  # it can't be written, or this user has no home
        return _temporary_root()


@cache
def _temporary_root() -> Path:
    return Path(tempfile.mkdtemp(prefix="dicehouse-"))


@cache
def folder_stamp(folder: str) -> str:
    """A hash of the kit's sources and of those in `folder`."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {sorted(OPTIONS.items())}".encode())
    for place in sorted({str(Path(__file__).parent), folder}):
        for path in sorted(Path(place).glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


class EntryLocator(caching._CacheLocator):  # type: ignore[misc]  # numba ships no types
    """Keeps each version of an entry point's surroundings in a folder of its own, so that two versions never meet."""

    def __init__(self, function: Any, path: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._py_file = path
        self._stamp = folder_stamp(str(Path(path).parent))
        self._folder = cache_root() / self._stamp

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, path: str) -> EntryLocator | None:
        if not function.__module__.startswith("dicehouse."):
            return None
        self = cls(function, path)
        if not self._folder.exists():
            _forget_old_caches(self._folder.parent)
        self.ensure_cache_path()
        return self


def _forget_old_caches(root: Path) -> None:
    with contextlib.suppress(OSError):  # another process may be at it, too
        folders = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
        for folder in folders[KEEP_CACHES:]:
            shutil.rmtree(folder, ignore_errors=True)


_others = numba.config.CACHE_LOCATOR_CLASSES or ",".join(c.__name__ for c in caching.CacheImpl._locator_classes)
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.EntryLocator,{_others}"


# --- zeroed memory on the stack: np.zeros would go to the heap on every call


def local_array(size: int) -> list[int]:
    """`size` zeros for the length of one call; `size` must be a constant."""
    return [0] * size


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]  # numba ships no types
def _stack_pointer(typing_context: Any, size: Any) -> Any:
    count = size.literal_value

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), count))
        cgutils.memset(builder, pointer, ir.Constant(ir.IntType(64), 8 * count), 0)
        return builder.bitcast(pointer, ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(size), codegen


@overload(local_array, inline="always", prefer_literal=True)
def _local_array(size):  # type: ignore[no-untyped-def]  # numba wants the very signature of the lambda below
    if isinstance(size, types.IntegerLiteral):
        count = size.literal_value
        return lambda size: numba.carray(_stack_pointer(count), (count,))
    return None


def local_record(kind: np.dtype[Any]) -> Any:
    """A zeroed record of a constant type for the length of one call of an entry point.

    A record taken out of np.zeros would not do: compiled code frees an array after its last use by name, even while a
    record in it is still used.
    """
    return np.zeros(1, kind).view(np.recarray)[0]


@overload(local_record, inline="always")
def _local_record(kind):  # type: ignore[no-untyped-def]  # as above
    words = -(-kind.dtype.size // 8)
    size = kind.dtype.size
    return lambda kind: numba.carray(_stack_pointer(words), (words,)).view(np.uint8)[:size].view(kind)[0]
