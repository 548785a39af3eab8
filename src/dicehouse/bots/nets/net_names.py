"""Find nets by name: `net:FILE`, wherever a bot can be named."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from dicehouse.errors import BadNet

from .net import Net

NET_PREFIX = "net:"


def is_net_name(name: object) -> bool:
    """Return True if a bot's name is that of a net."""
    return isinstance(name, str) and name.startswith(NET_PREFIX)


def load_named_net(name: str) -> Net:
    """Return the net of a bot's name, cached as long as its file does not change. Raise BadNet if there is none."""
    file = Path(name.removeprefix(NET_PREFIX))
    if name == NET_PREFIX:
        raise BadNet("Name the file of the net: net:FILE.")
    with suppress(RuntimeError):  # there is no such user, so it is a file of that name
        file = file.expanduser()
    try:
        about = file.stat()
    except (OSError, ValueError):
        return Net.read(file)  # raises the right error
    return _read_net(file, about.st_mtime_ns, about.st_size, about.st_ino)


@lru_cache(maxsize=16)
def _read_net(file: Path, *same: int) -> Net:
    return Net.read(file)


def short_bot_name(name: str) -> str:
    """Return a short name of a bot: for a net the name of its file, without folders and suffix."""
    return Path(name.removeprefix(NET_PREFIX)).name.partition(".")[0][:20] or "net" if is_net_name(name) else name


def fingerprinted_name(name: str) -> str:
    """Return a bot's name, for a net with the fingerprint of its weights: for games that the same bots must
    continue.
    """
    return f"{name} {load_named_net(name).digest()}" if is_net_name(name) else name
