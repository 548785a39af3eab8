"""Make the invitations and dice secrets of tables, so that all who sit down can trust them, and deal matches."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from dicehouse.bots.guided_lesson import find_lesson
from dicehouse.core import DiceSource, Keyed
from dicehouse.games import find
from dicehouse.match.match import Match, new

from ..errors import DicehouseError
from .storage.table_records import Seat, SeedOrigin, TableRecord
from .verify import server_seed, table_id


class Refused(DicehouseError):
    """Say why a table does not do what was asked; `stale` if it would have been right a moment ago."""

    def __init__(self, why: str, *, stale: bool = False) -> None:
        super().__init__(why)
        self.stale = stale


class NotFound(Refused):
    """Say that there is no such table or invitation."""


class NoSuchCode(NotFound):
    """Say that a code opens no seat: it was guessed, mistyped, used, or is too old."""


class Damaged(Refused):
    """Say that the stored rows of a table can't be read any more."""


def contribution(
    secret: str, table: str, seat: int, text: str | None, *, sealing: bool = False
) -> tuple[str, SeedOrigin]:
    """Return a seat's client seed (32 hex digits) or its hash (64), and its origin: "browser", "sealed" or "house".

    `text` is what the browser sent. If several browsers add to the dice, they send the SHA-256 of a seed first, which
    `sealing` allows: see `commit_reveal`. If `text` is missing or malformed, the seed follows from the other arguments.
    """
    if text and len(text) in ((32, 64) if sealing else (32,)) and all(c in "0123456789abcdef" for c in text):
        return text, "browser" if len(text) == 32 else "sealed"
    return server_seed(bytes.fromhex(secret), table, seat), "house"


@dataclass(frozen=True, slots=True)
class DiceSecret:
    """Hold the dice secret of a table that does not exist yet. A form shows its commitment and sends the nonce back.

    The secret fixes everything that the server contributes: the id of the table and the server's own seeds. So the
    server has no choice left once it knows what a browser added.
    """

    nonce: str
    secret: bytes

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def table_id(self) -> str:
        """Return the id of the table: 60 bits of the commitment, in letters that are easy to read aloud."""
        return table_id(self.commitment)


def renewed(record: TableRecord, dice_secret: DiceSecret, host: str) -> TableRecord:
    """Return the table of `record` with the dice secret `dice_secret` and the host `host`, before its match begins.

    Keep what was chosen when the table was opened, and leave out what happened since. A new match gets the newest
    versions of its game; a fork keeps those of its match.
    """
    versions = () if record.what_if else [version.key for version in find(record.game).versions]
    return TableRecord(
        id=dice_secret.table_id,
        game=record.game,
        mode=record.mode,
        settings={key: value for key, value in record.settings.items() if key not in versions},
        host=host,
        commitment=dice_secret.commitment,
        secret=dice_secret.secret.hex(),
        phase="waiting",
        created=time.time(),
        terms=record.terms,
        quiet=record.quiet,
        listed=record.listed,
        what_if=record.what_if,
    )


class Keyring:
    """Derive links and dice secrets from the server's key, so that they need not be stored."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def derive(self, purpose: str, text: str) -> bytes:
        return hmac.new(self._key, f"dicehouse|{purpose}|{text}".encode(), hashlib.sha256).digest()

    def cookie_name(self) -> str:
        """Return the name of this server's cookie. Browsers send a cookie to every port of a host, so servers with
        different keys need different names."""
        return f"dicehouse-{hmac.new(self._key, b'cookie name', hashlib.sha256).hexdigest()[:8]}"

    def dice_secret(self, nonce: str | None = None) -> DiceSecret:
        """Return a new dice secret, or the one of a `nonce` that was handed out with a form."""
        chosen = nonce if nonce and len(nonce) == 32 and nonce.isascii() and nonce.isalnum() else secrets.token_hex(16)
        return DiceSecret(chosen, self.derive("dice", chosen))

    def next_dice_secret(self, table_id: str) -> DiceSecret:
        """Return the dice secret of the next match at a table; its commitment is shown when the current one is over."""
        return self.dice_secret(self.derive("again", table_id).hex()[:32])

    def lesson_dice_secret(self, guest: str, game: str, lesson: str, before: str) -> DiceSecret:
        """Return the dice secret of the lesson that `guest` takes after `before`, the table where they last took it.

        The same arguments give the same secret, so that several requests open one table.
        """
        return self.dice_secret(self.derive("lesson", "|".join((guest, game, lesson, before))).hex()[:32])

    def invite(self, table_id: str, seat: int, renewed: int = 0) -> str:
        """Return the token of a seat's invitation, after `renewed` replacements; only the token's hash is stored."""
        return self.derive("invite", f"{table_id}|{seat}" + (f"|{renewed}" if renewed else "")).hex()[:32]


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def deal(record: TableRecord, seats: Sequence[Seat]) -> Match:
    """Start the match of a full table, whose settings are complete."""
    dice: DiceSource = Keyed(bytes.fromhex(record.secret), record.id, [s.contribution or "" for s in seats])
    if record.lesson is not None:
        dice = find_lesson(find(record.game), record.lesson).source()
    return new(
        record.game,
        players=len(seats),
        options=find(record.game).recorded(record.settings),
        dice=dice,
        names=[s.name for s in seats],
        match_id=record.id,
    )
