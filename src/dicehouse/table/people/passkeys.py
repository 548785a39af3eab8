"""Passkeys (WebAuthn): keys on people's own devices that bring a guest's seats and games back; nothing to remember.

The house keeps the public half. A passkey is found by its own id, so nobody has to say who they are first.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass

from ..seats import Keyring, Refused, token_hash
from ..storage import records
from ..storage.database import Database, Row, Statement
from ..storage.store import Store, StoreFailed

MOST = 10  # of one guest
LABEL_LENGTH = 40
SECONDS = 300  # for which a challenge holds
MAKE, USE = "make", "use"
OLD = "That took too long, or it was sent twice; try again."


@dataclass(frozen=True, slots=True)
class Passkey:
    """The public half of a passkey. `id` is base64url; `signed` is its counter, 0 if it has none."""

    id: str
    guest: str
    label: str
    public: bytes
    signed: int
    made: float
    used: float | None = None


# challenges: signed by the house, so that every server knows them, and each good for once --------------------------


def handle(keyring: Keyring, guest: str) -> bytes:
    """What a guest is called on their devices: it says nothing, and is the same each time."""
    return keyring.derive("passkey user", guest)


def challenge(keyring: Keyring, purpose: str, guest: str | None) -> bytes:
    """What a passkey is asked to sign; for this guest alone (None: for a browser that is nobody yet)."""
    what = f"{int(time.time()) + SECONDS}-{secrets.token_hex(16)}"
    return f"{what}-{_sign(keyring, purpose, guest, what)}".encode()


def _sign(keyring: Keyring, purpose: str, guest: str | None, what: str) -> str:
    return keyring.derive("passkey", f"{purpose}|{guest or ''}|{what}").hex()[:32]


def check_challenge(keyring: Keyring, purpose: str, guest: str | None, given: bytes) -> None:
    """Refused unless the house gave it, for this and for them, a moment ago."""
    what, _, signature = given.decode("utf-8", "replace").rpartition("-")
    if not hmac.compare_digest(_sign(keyring, purpose, guest, what).encode(), signature.encode()):
        raise Refused(OLD)
    if int(what.partition("-")[0]) < time.time():
        raise Refused(OLD)


async def use_up(store: Store, given: bytes, *rows: Statement) -> None:
    """Write what comes of an answer to a challenge, which is worth nothing from then on."""
    hashed, now = token_hash(given.decode()), time.time()
    try:
        await store.write(records.delete_passes(now), records.insert_pass(hashed, now + SECONDS), *rows)
    except StoreFailed:
        if await store.read(lambda db: records.read_pass(db, hashed)):
            raise Refused(OLD) from None
        raise


# what is kept -------------------------------------------------------------------------------------------------------


def read_passkey(db: Database, id: str) -> Passkey | None:
    """The passkey of this id."""
    row = db.execute("SELECT * FROM passkey WHERE id = ?", (id,)).fetchone()
    return None if row is None else _passkey(row)


def read_passkeys(db: Database, guest: str) -> list[Passkey]:
    """The passkeys of a guest, the oldest first."""
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
    """It was used, and its counter stands there now; it never goes back."""
    return (
        "UPDATE passkey SET signed = CASE WHEN signed < ? THEN ? ELSE signed END, used = ? WHERE id = ?",
        (signed, signed, at, id),
    )


def delete_passkey(guest: str, id: str) -> Statement:
    return ("DELETE FROM passkey WHERE guest = ? AND id = ?", (guest, id))
