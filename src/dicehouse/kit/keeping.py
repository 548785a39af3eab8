"""What was compiled, on disk: whole programs, and what they were made of.

A folder for each version of the kit (and of Python, Numba, the processor); in it for each version of a game its
programs, and for each game the rules and the units of machine code that the last ones were made of. A file begins with
a hash of the rest: one that was cut or spoilt is as good as none.
"""

from __future__ import annotations

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

from .compiling import OPTIONS
from .linking import processor

KEEP_VERSIONS = 6  # of the kit
KEEP_PROGRAMS = 24  # of one game
HASH = hashlib.sha256().digest_size
VERSION, HEX = 16, "[0-9a-f]"  # what a folder of ours is called; all else there is somebody's own


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
def _version() -> str:
    """A hash of the kit's sources and of what compiles them, for this processor."""
    makers = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, sorted(OPTIONS.items()))
    digest = hashlib.sha256(f"{makers} {processor()}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:VERSION]


def program_file(game_id: str, fingerprint: str, program: str) -> Path:
    """Where a program of one version of a game is kept."""
    return cache_root() / _version() / f"{game_id}-{fingerprint}.{program}"


def parts_file(game_id: str, program: str) -> Path:
    """Where the parts of a game's last program of this name are kept."""
    return cache_root() / _version() / f"{game_id}.{program}-parts"


def read(path: Path) -> Any:
    """What was written there; None if it is not there any more, or not whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[HASH:]).digest() != data[:HASH]:
        return None
    return pickle.loads(data[HASH:])  # noqa: S301  # the user's own cache


def write(path: Path, value: Any) -> None:
    """Keep a value there if one may write there; a reader meets the old file or the new one, never half of it."""
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    with contextlib.suppress(OSError):  # a cache that can't be written is no cache, and no reason to stop
        if not path.parent.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _forget_old(path.parent.parent, f"{HEX * VERSION}/", KEEP_VERSIONS)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(hashlib.sha256(data).digest() + data)
                file.close()
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)
                raise


def forget_programs(game_id: str) -> None:
    """Keep no more than a few versions of a game."""
    _forget_old(cache_root() / _version(), f"{game_id}-{'?' * 16}.*", KEEP_PROGRAMS)


def _forget_old(folder: Path, pattern: str, keep: int) -> None:
    with contextlib.suppress(OSError):  # another process may be at it, too
        found = sorted(folder.glob(pattern), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in found[keep:]:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
