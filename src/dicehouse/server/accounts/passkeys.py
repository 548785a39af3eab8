"""Manage passkeys (WebAuthn): keys on a person's own devices that give access to a guest's seats and games.

The server keeps the public key. A passkey is found by its own id, so nobody has to type a name first.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass

from ...i18n import _
from ..seats import Keyring, Refused, token_hash
from ..storage import table_records
from ..storage.database import Database, Row, Statement
from ..storage.store import Store, StoreFailed

MOST = 10  # passkeys of one guest
LABEL_LENGTH = 40
SECONDS = 300  # for which a challenge is valid
MAKE, USE = "make", "use"
OLD = _("That took too long, or it was sent twice. Try again.")


@dataclass(frozen=True, slots=True)
class Passkey:
    """Hold the public key of a passkey. `id` is base64url; `signed` is its signature counter, 0 if it has none."""

    id: str
    guest: str
    label: str
    public: bytes
    signed: int
    made: float
    used: float | None = None


# challenges: signed with the key that all servers share, and valid once ---------------------------------------------


def handle(keyring: Keyring, guest: str) -> bytes:
    """Return the id of `guest` for their devices: it reveals nothing about them, and is the same each time."""
    return keyring.derive("passkey user", guest)


def challenge(keyring: Keyring, purpose: str, guest: str | None) -> bytes:
    """Return what a passkey has to sign within SECONDS, for `purpose` (MAKE or USE) and `guest` only.

    `guest` is None for a browser that has no guest yet.
    """
    what = f"{int(time.time()) + SECONDS}-{secrets.token_hex(16)}"
    return f"{what}-{_sign(keyring, purpose, guest, what)}".encode()


def _sign(keyring: Keyring, purpose: str, guest: str | None, what: str) -> str:
    return keyring.derive("passkey", f"{purpose}|{guest or ''}|{what}").hex()[:32]


def check_challenge(keyring: Keyring, purpose: str, guest: str | None, given: bytes) -> None:
    """Raise Refused unless `given` is a challenge of this server for `purpose` and `guest` that is still valid."""
    what, _, signature = given.decode("utf-8", "replace").rpartition("-")
    if not hmac.compare_digest(_sign(keyring, purpose, guest, what).encode(), signature.encode()):
        raise Refused(OLD)
    if int(what.partition("-")[0]) < time.time():
        raise Refused(OLD)


async def use_up(store: Store, given: bytes, *rows: Statement) -> None:
    """Write `rows` and mark the challenge `given` as used, all or nothing.

    Raise Refused if the challenge was used before.
    """
    hashed, now = token_hash(given.decode()), time.time()
    try:
        await store.write(table_records.delete_passes(now), table_records.insert_pass(hashed, now + SECONDS), *rows)
    except StoreFailed:
        if await store.read(lambda db: table_records.read_pass(db, hashed)):
            raise Refused(OLD) from None
        raise


# the store -----------------------------------------------------------------------------------------------------------


def read_passkey(db: Database, id: str) -> Passkey | None:
    """Return the passkey with the id `id`; None if there is none."""
    row = db.execute("SELECT * FROM passkey WHERE id = ?", (id,)).fetchone()
    return None if row is None else _passkey(row)


def read_passkeys(db: Database, guest: str) -> list[Passkey]:
    """Return the passkeys of `guest`, the oldest first."""
    return [_passkey(row) for row in db.execute("SELECT * FROM passkey WHERE guest = ? ORDER BY made, id", (guest,))]


def _passkey(row: Row) -> Passkey:
    public = bytes(row["public"])
    return Passkey(row["id"], row["guest"], row["label"], public, row["signed"], row["made"], row["used"])


def insert_passkey(key: Passkey) -> Statement:
    return (
        "INSERT INTO passkey (id, guest, label, public, signed, made, used) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (key.id, key.guest, key.label, key.public, key.signed, key.made, key.used),
    )


def set_used(id: str, signed: int, at: float) -> Statement:
    """Return the statement that stores that the passkey `id` was used at the time `at`, with the counter `signed`.

    The stored counter never decreases.
    """
    return (
        "UPDATE passkey SET signed = CASE WHEN signed < ? THEN ? ELSE signed END, used = ? WHERE id = ?",
        (signed, signed, at, id),
    )


def delete_passkey(guest: str, id: str) -> Statement:
    return ("DELETE FROM passkey WHERE guest = ? AND id = ?", (guest, id))
