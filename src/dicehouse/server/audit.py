"""Audit what a server has stored: replay every match by the rules of today, and check every commitment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dicehouse.errors import DicehouseError
from dicehouse.games import find
from dicehouse.match.match import Match

from . import match_restore
from .storage import table_records
from .storage.database import Database
from .storage.table_records import Kept, saved_form
from .verify import faults


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold what was found at a stored table, or in a club if `is_club` is True.

    `faults` lists what is wrong, and is empty if nothing is. `note` says if a table was played by older rules.
    """

    table: str  # or the club
    about: str
    faults: list[str]
    note: str = ""
    is_club: bool = False


def audit(db: Database) -> Iterator[Finding]:
    """Yield the findings of all stored tables one by one, the oldest table first."""
    for (table,) in db.execute("SELECT id FROM game_table ORDER BY created, id").fetchall():
        try:
            kept = table_records.read_table(db, table)
            if kept is not None:
                found, note = _faults(db, kept)
                yield Finding(table, _about(kept), found, note)
        except Exception as error:  # damaged data can raise anything, and must not hide the other tables
            yield Finding(table, "", [f"Its data is damaged: {type(error).__name__}: {error}."])


def _about(kept: Kept) -> str:
    return f"{kept.table.game}, {len(table_records.acts_not_undone(kept.entries))} actions, {kept.table.phase}"


def _faults(db: Database, kept: Kept) -> tuple[list[str], str]:
    found = _seated(kept)
    if (kept.table.header is None) != (kept.table.phase == "waiting"):
        found.append(
            f"It is {kept.table.phase}, but its match has {'never' if kept.table.header is None else 'already'} begun."
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
        found.append(
            f"Its history ends after {kept.entries[-1].number_after} actions, but the replay ends after {match.number}."
        )
    return found if kept.table.lesson or kept.table.from_file else found + faults(saved_form(kept)), note


def _match(db: Database, kept: Kept) -> tuple[Match, str]:
    """Return the match, replayed, and an empty note.

    If it was played by other rules, return it as it was recorded, with a note on what that means.
    """
    try:
        return match_restore.replayed(db, kept), ""
    except Exception:  # rules can raise anything for actions of other rules
        if match_restore.same_rules(kept):
            raise
    match = match_restore.opened(db, kept).match
    assert match is not None
    if kept.table.phase == "over":
        return match, "It was played with older rules, and can be viewed as it was recorded."
    return match, "It was played with older rules. When a player opens it, it continues from its last position "


"with today's rules."


def _seated(kept: Kept) -> list[str]:
    """Return the differences between the header of the match and the rows of its table and seats."""
    table, header, found = kept.table, kept.table.header, []
    if [s.number for s in kept.seats] != list(range(len(kept.seats))):
        found.append("Its seats aren't numbered consecutively.")
    if [e.serial for e in kept.entries] != list(range(len(kept.entries))):
        found.append("Entries of its history are missing.")
    if header is not None:
        game = find(table.game)
        if header["game"] != table.game or game.recorded(header["settings"]) != game.recorded(table.settings):
            found.append("Its match has other settings than the table.")
        if [s.name for s in kept.seats] != header["names"]:
            found.append("Its match has other players than the table.")
        if table.from_file:
            return found  # its dice are those of its file
        dice = header["dice"]
        if (dice["kind"] == "chosen") != (table.lesson is not None):
            found.append(
                "Its dice were chosen in advance, but it isn't a lesson."
                if table.lesson is None
                else "It is a lesson, but its dice weren't chosen in advance."
            )
        if dice["kind"] == "chosen":
            return found  # chosen dice have no commitment
        texts = [s.contribution for s in kept.seats]
        if (dice["match"], dice["commitment"], dice["secret"], dice["contributions"]) != (
            table.id, table.commitment, table.secret, texts,
        ):  # fmt: skip
            found.append("The dice of its match don't match the table's commitment.")
    return found
