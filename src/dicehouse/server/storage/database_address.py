"""Name the database of a server: an SQLite file, or a PostgreSQL database that several servers share."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from ...errors import DicehouseError

SCHEMES = ("postgresql://", "postgres://")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")  # two characters at least: one is the letter of a drive on Windows
# As libraries of PostgreSQL take them, too: KEY=VALUE, and one of these keys is always among them.
KEYWORDS = re.compile(r"\s*(?:[a-z_]+\s*=.*\s)?(?:dbname|host|hostaddr|port|user|service)\s*=", re.DOTALL)
STRAY = " \t\r\n\v\f'\"\u00a0\ufeff\u2018\u2019\u201c\u201d"  # round a name in a file of settings or in a copied text
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
VARIABLE = re.compile(r"\$\{?[A-Za-z_]|%[A-Za-z_]\w*%")
FOLDER_ENDS = tuple(filter(None, (os.sep, os.altsep)))
IN_MEMORY = ":memory:"  # as SQLite names a database that is gone when the program ends
MAX_SHOWN = 200  # characters of a name in a sentence


class BadPlace(DicehouseError):
    """Say why a text names no database or file of ours, and what would name one; nothing was created."""


@dataclass(frozen=True, slots=True)
class Address:
    """Hold the address of a PostgreSQL database; its text shows host, port and path, but no user and no password."""

    uri: str = field(repr=False)

    def __str__(self) -> str:
        try:
            parts = urlsplit(self.uri)
            host = parts.hostname or parse_qs(parts.query).get("host", [""])[0]
            port = "" if parts.port is None else f":{parts.port}"
        except ValueError:
            return "the PostgreSQL database"
        return f"postgresql://{host}{port}{parts.path}"


Place = Path | Address


def place_of(text: str) -> Place:
    """Return the database that `text` names: a PostgreSQL address or the path of a file. Raise BadPlace if it is
    neither."""
    scheme, slashes, rest = text.strip(STRAY).partition("://")
    if f"{scheme.lower()}{slashes}" in SCHEMES:
        if text != text.strip(STRAY):
            raise BadPlace(
                "the address of the database has a space or a quotation mark at its start or end; leave it out"
            )
        return Address(f"{scheme.lower()}://{rest}")
    return database_file(text)


def database_file(text: str) -> Path:
    """Return the path of a database file; `~` and `~user` at its start are home folders. Raise BadPlace for an address
    with a scheme, and if it is unclear which file is meant."""
    _refuse_stray_ends(text)
    if text == IN_MEMORY:
        raise BadPlace(f"{IN_MEMORY} would lose all tables; name a file, such as /srv/dicehouse.db")
    if not text.strip():
        raise BadPlace("an empty name is no file; write the path of a file, such as /srv/dicehouse.db")
    if text.endswith(FOLDER_ENDS) and not os.path.isfile(text.rstrip("".join(FOLDER_ENDS))):
        raise BadPlace(f"{_shown(text)} is the name of a folder; name a file in it, such as {_shown(text)}dicehouse.db")
    if VARIABLE.match(text):
        _refuse_old_place(text, None)
        raise BadPlace(
            f"{_shown(text)} begins with a variable that no shell has replaced; write the whole path, or"
            f" {_shown(f'./{text}')} for a file of that name in this folder"
        )
    if SCHEME.match(text) or KEYWORDS.match(text):
        _refuse_old_place(text, None)
        raise BadPlace(
            f"{_shown(text)} is neither a file nor a PostgreSQL database; write the path of a file, such as "
            "/srv/dicehouse.db, or postgresql://USER@HOST/NAME"
        )
    return expand_home(text)


def expand_home(text: str) -> Path:
    """Return the path of a file; `~` and `~user` at its start are home folders. Raise BadPlace if there is no such
    home, and if earlier versions, for which `~` was an ordinary character, would have used an existing file."""
    if not text.startswith("~"):
        return Path(text)
    try:
        path = os.path.expanduser(text)
    except ValueError:  # a null byte in the name
        path = text
    known = not path.startswith("~")
    _refuse_old_place(text, path if known else None)
    if not known:
        raise BadPlace(
            f"{_shown(text)} begins with the home folder of a user who doesn't exist; write the whole path, "
            f"or ./{_shown(text)} for a file of that name in this folder"
        )
    return Path(path)


def _refuse_old_place(text: str, path: str | None) -> None:
    """Raise BadPlace if earlier versions would have used an existing file for `text`; `path` is what it means now."""
    if os.path.lexists(text):
        now = "" if path is None else f"; name {_shown(path)} if you mean that one"
        raise BadPlace(
            f"earlier versions took {_shown(text)} for a path in this folder, and that file exists: name it as"
            f" {_shown(f'./{Path(text)}')}{now}"
        )


def _refuse_stray_ends(text: str) -> None:
    """Raise BadPlace for a new name between spaces or quotation marks, or with a control character: nobody means it."""
    inner = text.strip(STRAY)
    if not inner or (inner == text and not CONTROL.search(text)) or _exists(text):
        return
    what = "a control character" if inner == text else "a space or a quotation mark at its start or end"
    raise BadPlace(f"{_shown(text)} has {what}, and there is no such file; leave that out")


def _exists(text: str) -> bool:
    try:
        return os.path.lexists(text)
    except ValueError:  # a null byte in the name
        return False


def _shown(text: str) -> str:
    shown = text if text.isprintable() else ascii(text)
    return shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + "..."
