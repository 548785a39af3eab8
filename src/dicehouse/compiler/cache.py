"""Keep compiled programs and their parts on disk.

There is one folder for each version of the packages below the games, of Python, of Numba and of the processor. It holds
the programs of each version of a game, and for each game the rules and units of machine code of its latest programs. A
file begins with a hash of the rest, so a damaged file counts as missing.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from .linker import processor_name
from .rule_compiler import NUMBA_OPTIONS

HASHED = ("records", "compiler", "core", "search", "engine")  # packages; an edit in one of them makes a new folder
MAX_VERSIONS = 6  # such folders
MAX_PROGRAMS = 24  # of one game
HASH_SIZE = hashlib.sha256().digest_size
VERSION_LENGTH, HEX_DIGIT = 16, "[0-9a-f]"  # of the names of our folders; every other folder belongs to somebody else


def cache_root() -> Path:
    """Return the folder of the cache: `$DICEHOUSE_CACHE`, or else the user's cache folder, or else a folder for this
    run, which is deleted at its end. If not even that can be made, the folder that is returned doesn't exist.
    """
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        root = Path(os.environ.get("DICEHOUSE_CACHE") or f"{base}/dicehouse").expanduser()
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except (OSError, RuntimeError):  # the folder can't be written, or this user has no home
        return _temporary_root()


def keeps_programs() -> bool:
    """Return True if what is compiled now is still there when the process has ended."""
    root = cache_root()
    return root not in _temporary_roots and root.is_dir()


_temporary_roots: set[Path] = set()


@cache
def _temporary_root() -> Path:
    """Make a folder for this process and those that it starts: they find its name in the environment."""
    try:
        root = Path(tempfile.mkdtemp(prefix="dicehouse-"))
    except OSError:
        return Path(os.devnull) / "dicehouse"
    _temporary_roots.add(root)
    os.environ["DICEHOUSE_CACHE"] = str(root)
    atexit.register(_remove, root, os.getpid())
    return root


def _remove(root: Path, owner: int) -> None:
    if os.getpid() == owner:  # not in a child that is a copy of its owner
        shutil.rmtree(root, ignore_errors=True)


@cache
def _compiler_version() -> str:
    """Return a hash of the sources below the games and of what compiles them, for this processor."""
    makers = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, sorted(NUMBA_OPTIONS.items()))
    digest = hashlib.sha256(f"{makers} {processor_name()}".encode())
    for path in sorted(file for name in HASHED for file in (Path(__file__).parents[1] / name).rglob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:VERSION_LENGTH]


def program_path(game_id: str, fingerprint: str, program: str) -> Path:
    """Return the path of the program named `program` for one version of a game."""
    return cache_root() / _compiler_version() / f"{game_id}-{fingerprint}.{program}"


def parts_path(game_id: str, program: str) -> Path:
    """Return the path of the parts of a game's latest program named `program`."""
    return cache_root() / _compiler_version() / f"{game_id}.{program}-parts"


def read_cached(path: Path) -> Any:
    """Return the value stored at `path`; None if the file is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[HASH_SIZE:]).digest() != data[:HASH_SIZE]:
        return None
    return pickle.loads(data[HASH_SIZE:])  # noqa: S301  # the user's own cache


def write_cached(path: Path, value: Any) -> None:
    """Store `value` at `path` if the folder can be written; a reader sees the old file or the new one, never half of
    it.
    """
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    with contextlib.suppress(OSError):  # without a cache that can be written everything still works
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _prune(path.parent.parent, f"{HEX_DIGIT * VERSION_LENGTH}/", MAX_VERSIONS)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(hashlib.sha256(data).digest() + data)
                file.close()
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)
                raise


def prune_programs(game_id: str) -> None:
    """Delete all but the newest programs of a game."""
    _prune(cache_root() / _compiler_version(), f"{game_id}-{'?' * 16}.*", MAX_PROGRAMS)


def _prune(folder: Path, pattern: str, keep: int) -> None:
    with contextlib.suppress(OSError):  # another process may delete the same files
        found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[keep:]:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
