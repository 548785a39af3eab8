"""The running hash of a table's match: who sat where, the settings, and everything that was done, link by link.

Every reader is shown it with every state. Each hash holds all that went before, so that whoever kept one knows later
whether a record is the match they saw (`verify`). The links are hashed under the secret of the dice: from the hash of
a sealed choice nobody can find out what was chosen until that secret is published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from dicehouse.games import find
from dicehouse.match import Match

from . import verify
from .storage.records import Entry, Seat, TableRecord

Link = list[Any]


class Mark(NamedTuple):
    """How far a match has come: how many links there are, and the hash of them all."""

    links: int
    hash: str


class Running:
    """The running hash of one match, and what its record needs beside the actions that stand."""

    def __init__(self, begun: Mapping[str, Any], entries: Iterable[Entry] = ()) -> None:
        self.version: str = begun["version"]
        self.salts: list[str] | None = begun.get("salts")
        self._settled = {"sat": begun.get("sat"), "salts": self.salts}
        if "texts" in begun:
            self._settled["texts"] = begun["texts"]
        self.scheme = verify.SEALED if "texts" in begun else verify.COURSE
        self._key = verify.key_of(bytes.fromhex(begun["dice"]["secret"]))
        self.header = verify.header({**begun, "course": self._settled})
        self.mark = Mark(0, verify.first_hash(self.scheme, self.header))
        self._stands: list[tuple[int, Link]] = []
        self._besides: list[tuple[int, Link]] = []
        for entry in entries:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """One more line of the table's history, as it was written down."""
        place, link = self.mark.links, _link(entry)
        self.mark = Mark(place + 1, verify.next_hash(self._key, self.mark.hash, verify.canonical(link)))
        if entry.kind == verify.ACT:
            self._stands.append((place, link))
        else:
            self._besides += [*self._stands[entry.number_after :], (place, link)]
            del self._stands[entry.number_after :]

    def record(self) -> dict[str, Any]:
        """What the record of the match says of its course: see `verify.links`."""
        besides = [list(each) for each in sorted(self._besides)]
        return {"scheme": self.scheme, "hash": self.mark.hash, **self._settled, "besides": besides}

    def texts(self) -> list[str]:
        """Every link as the text that is hashed, in order."""
        return [verify.canonical(link) for _, link in sorted(self._stands + self._besides)]


def settle(record: TableRecord, seats: Sequence[Seat]) -> dict[str, Any]:
    """What is fixed when all sit, before any text is shown: by which rules they will play, whether a person or which
    bot sits in each seat, salts for their names, and what each adds to the dice, sealed or not.
    """
    return {
        "version": find(record.game).version,
        "sat": [seat.bot or seat.kind for seat in seats],
        "salts": [token_hex(16) for _ in seats],
        "texts": [seat.contribution for seat in seats],
    }


def opening(record: TableRecord, seats: Sequence[Seat], settled: Mapping[str, Any]) -> Mark:
    """The running hash with which a match will begin: shown to all before any browser shows its text."""
    facts = {"id": record.id, "game": record.game, "settings": record.settings, "names": [seat.name for seat in seats]}
    dice = {"commitment": record.commitment}
    header = verify.header({**facts, "version": settled["version"], "dice": dice, "course": settled})
    return Mark(0, verify.first_hash(verify.SEALED, header))


def begun(match: Match, settled: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a match at its beginning: its record, and what was settled before."""
    return {**match.save(secret=True), "actions": [], **settled}


def unnamed(header: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What is kept of a match's beginning with other names: of one that was changed nothing but its hash stays."""
    salts = header.get("salts")
    if salts is not None:
        pairs = zip(header["names"], names, salts, strict=True)
        salts = [salt if old == new else verify.name_link(old, salt) for old, new, salt in pairs]
    return {**header, "names": list(names), **({} if salts is None else {"salts": salts})}


def running_of(record: TableRecord, entries: Iterable[Entry]) -> Running | None:
    """The running hash of a table; None before its match, and in lessons: their dice were chosen."""
    return None if record.header is None or record.lesson is not None else Running(record.header, entries)


def _link(entry: Entry) -> Link:
    draws = [list(draw) for draw in entry.draws]
    measured = verify.digest(entry.outcome)
    return [entry.kind, entry.seat, entry.number, entry.number_after, entry.option, draws, measured]
