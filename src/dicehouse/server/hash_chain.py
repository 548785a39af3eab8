"""Keep the hash chain of a table's match: who had which seat, the settings, and everything that was done, link by link.

Every reader is shown its head with every snapshot. Each hash covers all that went before, so anybody who kept one can
tell later whether a record is the match they saw (`verify`). The links are hashed under the secret of the dice: until
that secret is published, nobody can find out from a hash what another seat chose in secret.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from dicehouse.games import find
from dicehouse.match.match import Match

from . import verify
from .storage.table_records import Entry, Seat, TableRecord
from .table.growing import Growing


class Mark(NamedTuple):
    """Hold the head of a hash chain: the number of links so far, and the hash of them all."""

    links: int
    hash: str


class HashChain:
    """Hold the hash chain of one match, and what its record needs besides the actions that were not undone.

    `begun` is what was stored when the match began, and `entries` is its history since.
    """

    def __init__(self, begun: Mapping[str, Any], entries: Iterable[Entry] = ()) -> None:
        self.version: str = begun["version"]
        self.salts: list[str] | None = begun.get("salts")
        self._settled = {"sat": begun.get("sat"), "salts": self.salts}
        if "texts" in begun:
            self._settled["texts"] = begun["texts"]
        self.scheme = verify.CHAIN_SCHEME_2 if "texts" in begun else verify.CHAIN_SCHEME
        self._key = verify.key_of(bytes.fromhex(begun["dice"]["secret"]))
        self.header = verify.header({**begun, "course": self._settled})
        self.mark = Mark(0, verify.first_hash(self.scheme, self.header))
        self._links: Growing[str] = Growing()  # the texts that are hashed
        for entry in entries:
            self._add(entry)

    def with_entry(self, entry: Entry) -> HashChain:
        """Return the chain with one more entry of the table's history, as it was stored."""
        other = object.__new__(HashChain)
        other.__dict__.update(self.__dict__)
        other._add(entry)
        return other

    def _add(self, entry: Entry) -> None:
        link = _text_of_link(entry)
        self.mark = Mark(self.mark.links + 1, verify.next_hash(self._key, self.mark.hash, link))
        self._links = self._links.plus(link)

    def record(self) -> dict[str, Any]:
        """Return what the record of the match says of its hash chain: see `verify.links`."""
        stands: list[list[Any]] = []
        besides: list[list[Any]] = []
        for place, text in enumerate(self._links):
            link = json.loads(text)
            kind, _, _, number_after, *_ = link
            if kind == verify.ACT:
                stands.append([place, link])
            else:
                besides += [*stands[number_after:], [place, link]]
                del stands[number_after:]
        return {"scheme": self.scheme, "hash": self.mark.hash, **self._settled, "besides": sorted(besides)}

    def texts(self) -> list[str]:
        """Return every link as the text that is hashed, in order."""
        return list(self._links)


def settle(record: TableRecord, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return what is fixed when all seats are taken, before any client seed is revealed.

    It is the version of the rules, whether a person or which bot has each seat, salts for their names, and what each
    seat adds to the dice: its client seed, or the hash of one.
    """
    return {
        "version": find(record.game).version,
        "sat": [seat.bot or seat.kind for seat in seats],
        "salts": [token_hex(16) for _ in seats],
        "texts": [seat.contribution for seat in seats],
    }


def opening(record: TableRecord, seats: Sequence[Seat], settled: Mapping[str, Any]) -> Mark:
    """Return the chain head with which a match will begin. It is shown before any browser reveals its seed."""
    facts = {"id": record.id, "game": record.game, "settings": record.settings, "names": [seat.name for seat in seats]}
    dice = {"commitment": record.commitment}
    header = verify.header({**facts, "version": settled["version"], "dice": dice, "course": settled})
    return Mark(0, verify.first_hash(verify.CHAIN_SCHEME_2, header))


def begun(match: Match, settled: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stored of a match when it begins: its record, and what was settled before."""
    return {**match.save(secret=True), "actions": [], **settled}


def unnamed(header: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the stored beginning of a match with other `names`; of a name that changed, only its hash stays."""
    salts = header.get("salts")
    if salts is not None:
        pairs = zip(header["names"], names, salts, strict=True)
        salts = [salt if old == new else verify.name_link(old, salt) for old, new, salt in pairs]
    return {**header, "names": list(names), **({} if salts is None else {"salts": salts})}


def chain_of(record: TableRecord, entries: Iterable[Entry]) -> HashChain | None:
    """Return the hash chain of a table; None before its match begins, in lessons, whose dice were chosen, and for a
    match that comes from a file."""
    if record.header is None or record.lesson is not None or record.from_file:
        return None
    return HashChain(record.header, entries)


def _text_of_link(entry: Entry) -> str:
    measured = verify.digest(entry.outcome)
    return verify.canonical(
        [entry.kind, entry.seat, entry.number, entry.number_after, entry.option, entry.draws, measured]
    )
