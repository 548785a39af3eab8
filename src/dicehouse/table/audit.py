"""Whether what a house keeps still fits: every match replayed by the rules of today, every promise kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dicehouse.errors import DicehouseError
from dicehouse.match import Match

from . import carrying
from .storage import records
from .storage.database import Database
from .storage.records import Kept, saved_form
from .verify import faults


@dataclass(frozen=True, slots=True)
class Finding:
    """A table of the archive, or a room; `faults` says what does not fit, empty if all does, `note` what is worth
    knowing of a table that was played by other rules than those of today.
    """

    table: str  # or the room
    about: str
    faults: list[str]
    note: str = ""
    room: bool = False


def audit(db: Database) -> Iterator[Finding]:
    """Every table that is kept, the oldest first, one at a time."""
    for (table,) in db.execute("SELECT id FROM game_table ORDER BY created, id").fetchall():
        try:
            kept = records.read_table(db, table)
            if kept is not None:
                found, note = _faults(db, kept)
                yield Finding(table, _about(kept), found, note)
        except Exception as error:  # a damaged row can be wrong in any way, and must not hide the others
            yield Finding(table, "", [f"What is kept of it is damaged: {type(error).__name__}: {error}."])


def _about(kept: Kept) -> str:
    return f"{kept.table.game}, {len(records.standing(kept.entries))} actions, {kept.table.phase}"


def _faults(db: Database, kept: Kept) -> tuple[list[str], str]:
    found = _seated(kept)
    if (kept.table.header is None) != (kept.table.phase == "waiting"):
        found.append(
            f"It is {kept.table.phase}, but its match {'never' if kept.table.header is None else 'has'} begun."
        )
    if kept.table.header is None:
        return found, ""
    try:
        match, note = _match(db, kept)
    except DicehouseError as error:
        return [*found, str(error)], ""
    if match.over != (kept.table.phase == "over") and not note:
        found.append(f"It is {kept.table.phase}, but by the rules the game is {'over' if match.over else 'not over'}.")
    if match.number != (kept.entries[-1].number_after if kept.entries else 0) and not note:
        found.append(f"Its last line leads to {kept.entries[-1].number_after} actions, the replay to {match.number}.")
    return found if kept.table.lesson else found + faults(saved_form(kept)), note


def _match(db: Database, kept: Kept) -> tuple[Match, str]:
    """The match, replayed; where it was played by other rules, as it was written down, and what that means."""
    try:
        return carrying.replayed(db, kept), ""
    except Exception:  # rules can fail in any way on what they were not written for
        if carrying.same_rules(kept):
            raise
    match = carrying.opened(db, kept).match
    assert match is not None
    if kept.table.phase == "over":
        return match, "It was played by older rules, and can be looked at as it was recorded."
    return match, "It was played by older rules; when it is opened it goes on by those of today, from where it stands."


def _seated(kept: Kept) -> list[str]:
    """Where the header of the match and the rows disagree about table and seats."""
    table, header, found = kept.table, kept.table.header, []
    if [s.number for s in kept.seats] != list(range(len(kept.seats))):
        found.append("Its seats are not numbered one after the other.")
    if [e.serial for e in kept.entries] != list(range(len(kept.entries))):
        found.append("Lines of its history are missing.")
    if header is not None:
        if (header["game"], header["settings"]) != (table.game, table.settings):
            found.append("The rules of its match are not those of the table.")
        if [s.name for s in kept.seats] != header["names"]:
            found.append("The people in its seats are not those of its match.")
        dice = header["dice"]
        if (dice["kind"] == "chosen") != (table.lesson is not None):
            found.append(
                "Its dice were chosen, but it is no lesson."
                if table.lesson is None
                else "It is a lesson, but its dice were not chosen."
            )
        if dice["kind"] == "chosen":
            return found  # nobody promised anything
        texts = [s.contribution for s in kept.seats]
        if (dice["match"], dice["commitment"], dice["secret"], dice["contributions"]) != (
            table.id, table.commitment, table.secret, texts,
        ):  # fmt: skip
            found.append("The dice of its match are not those that the table promised.")
    return found
