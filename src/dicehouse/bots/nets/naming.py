"""Nets by name: `net:FILE`, wherever a bot can be named."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from dicehouse.errors import BadNet

from .net import Net

NET = "net:"


def is_net(name: object) -> bool:
    """Whether a bot's name asks for a net."""
    return isinstance(name, str) and name.startswith(NET)


def net_of(name: str) -> Net:
    """The net that a bot's name stands for, read once as long as its file stays the same. BadNet if there is none."""
    file = Path(name.removeprefix(NET))
    if name == NET:
        raise BadNet("A net is named by its file: net:FILE.")
    try:
        about = file.stat()
    except (OSError, ValueError):
        return Net.read(file)  # which says why not
    return _read(file, about.st_mtime_ns, about.st_size, about.st_ino)


@lru_cache(maxsize=16)
def _read(file: Path, *same: int) -> Net:
    return Net.read(file)


def short_name(name: str) -> str:
    """What a bot is called in a few letters: of a net the name of its file, without folders and endings."""
    return Path(name.removeprefix(NET)).name.partition(".")[0][:20] or "net" if is_net(name) else name


def exactly(name: str) -> str:
    """A bot's name, of a net with the fingerprint of its weights: for what must be played on by the same bots."""
    return f"{name} {net_of(name).digest()}" if is_net(name) else name
