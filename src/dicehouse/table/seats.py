"""Invitations and the dice secrets of a table: what it takes to sit people down so that all can trust it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from dicehouse.games import find
from dicehouse.kit import Keyed, Source
from dicehouse.match import Match, new

from ..errors import DicehouseError
from .storage.records import Seat, TableRecord
from .verify import house_text, table_id


class Refused(DicehouseError):
    """The table does not do that, and says why; `stale` if it would have been right a moment ago."""

    def __init__(self, why: str, *, stale: bool = False) -> None:
        super().__init__(why)
        self.stale = stale


class NotFound(Refused):
    """There is no such table or invitation."""


class NoSuchCode(NotFound):
    """A code that opens no chair: guessed, mistyped, used, or too old."""


class Damaged(Refused):
    """What the house kept of a table can't be read any more."""


def contribution(secret: str, table: str, seat: int, text: str | None, *, sealing: bool = False) -> tuple[str, str]:
    """A seat's part in the dice (32 hex digits) and who drew it; where none was sent, it is the house's own text.

    Where others may add one, a browser sends the SHA-256 of its text first: see `parts`.
    """
    if text and len(text) in ((32, 64) if sealing else (32,)) and all(c in "0123456789abcdef" for c in text):
        return text, "browser" if len(text) == 32 else "sealed"
    return house_text(bytes.fromhex(secret), table, seat), "house"


@dataclass(frozen=True, slots=True)
class Promise:
    """The dice secret of a table that does not exist yet: shown as a commitment, then sent back with the form.

    It fixes all that the house has a part in, the name of the table and its own texts: once it knows what a
    browser added it has nothing left to choose.
    """

    nonce: str
    secret: bytes

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def table_id(self) -> str:
        """The id of the table: 60 bits of the commitment, in letters that are easy to read aloud."""
        return table_id(self.commitment)


def renewed(record: TableRecord, promise: Promise, host: str) -> TableRecord:
    """The same table under another promise, before its match begins. What was chosen when it was opened stays; what
    came of it since does not.
    """
    return TableRecord(
        id=promise.table_id,
        game=record.game,
        mode=record.mode,
        settings=record.settings,
        host=host,
        commitment=promise.commitment,
        secret=promise.secret.hex(),
        phase="waiting",
        created=time.time(),
        terms=record.terms,
        quiet=record.quiet,
        listed=record.listed,
        what_if=record.what_if,
    )


class Keyring:
    """All that the house derives from its own key, so that links and promises need not be kept anywhere."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def derive(self, purpose: str, text: str) -> bytes:
        return hmac.new(self._key, f"dicehouse|{purpose}|{text}".encode(), hashlib.sha256).digest()

    def promise(self, nonce: str | None = None) -> Promise:
        """A new dice secret, or the one that belongs to a nonce which was handed out with a form."""
        chosen = nonce if nonce and len(nonce) == 32 and nonce.isascii() and nonce.isalnum() else secrets.token_hex(16)
        return Promise(chosen, self.derive("dice", chosen))

    def promise_again(self, table_id: str) -> Promise:
        """The dice secret of the match that those at a table play next: its commitment is shown when theirs is over."""
        return self.promise(self.derive("again", table_id).hex()[:32])

    def promise_lesson(self, guest: str, game: str, lesson: str, before: str) -> Promise:
        """The dice secret of the lesson that a guest takes after the table where they took it before: whoever is asked
        for it opens the same table.
        """
        return self.promise(self.derive("lesson", "|".join((guest, game, lesson, before))).hex()[:32])

    def invite(self, table_id: str, seat: int, renewed: int = 0) -> str:
        """The token of a seat's invitation, the first or one that replaced others; only its hash is stored."""
        return self.derive("invite", f"{table_id}|{seat}" + (f"|{renewed}" if renewed else "")).hex()[:32]


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def deal(record: TableRecord, seats: Sequence[Seat]) -> Match:
    """Start the match of a full table."""
    dice: Source = Keyed(bytes.fromhex(record.secret), record.id, [s.contribution or "" for s in seats])
    if record.lesson is not None:
        dice = find(record.game).lesson(record.lesson).source()
    return new(
        record.game,
        players=len(seats),
        options=record.settings,
        dice=dice,
        names=[s.name for s in seats],
        match_id=record.id,
    )
