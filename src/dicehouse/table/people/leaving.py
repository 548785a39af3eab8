"""Taking everything that is a guest's out of the house: names, words and seats; what was played stays, without them.

Finished games keep their dice and moves, since they are the others' games, too, and somebody else sits in no chair of
theirs. In a running game a bot takes the seat over. Tables where no other person is left go altogether unless they are
finished.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from dicehouse.errors import DicehouseError

from ..changes import TRIES
from ..club import clubs
from ..levels import usual_bot
from ..running import unnamed
from ..seats import token_hash
from ..storage import records
from ..storage.database import Database, Statement
from ..storage.records import Kept, Said, Seat
from ..storage.store import Conflict
from .merging import tell_who
from .names import numbered

if TYPE_CHECKING:
    from ..house import House

GONE = "A guest who left"  # in place of a name
NOBODY = ""  # host of a finished table
REMOVED = "A line was removed."
WHY = "Somebody at this table left the house for good; open it again."
# What is kept of a table, in the order in which it can be removed; and where else a guest stands.
PARTS = (
    "entry",
    "chat",
    "invite",
    "review",
    "thrown",
    "token",
    "sent_off",
    "called",
    "terms",
    "deadline",
    "showing",
    "seen_at",
    "seat",
)
PERSONAL = (
    ("rival", "guest"),
    ("phrase", "guest"),
    ("passkey", "guest"),
    ("token", "guest"),
    ("rated", "guest"),
    ("ignored", "guest"),
    ("ignored", "other"),
    ("sent_off", "guest"),
    ("called", "guest"),
    ("seen", "guest"),
    ("seen_at", "guest"),
    ("hours", "guest"),
    ("feed", "guest"),
    ("mail", "guest"),
    ("push", "guest"),
    ("joined", "guest"),
    ("joined", "into_guest"),
    ("guest", "id"),
)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What somebody would leave behind: how many tables of which kind, and lines of chat."""

    finished: int
    running: int
    lines: int


def read_stakes(db: Database, guest: str) -> Stakes:
    """What of a guest's there is to be removed."""
    tables = _tables(db, guest)
    over = [table for table, phase in tables if phase == "over"]
    (lines,) = db.execute("SELECT count(*) FROM chat WHERE guest = ?", (guest,)).fetchone()
    return Stakes(len(over), len(tables) - len(over), lines)


async def leave(house: House, guest: str) -> Stakes:
    """Remove all that is a guest's, table by table; what they are themselves comes last, so that it can be repeated."""
    stakes = await house.store.read(lambda db: read_stakes(db, guest))
    spoke = await house.store.read(lambda db: _spoke(db, guest))
    async with house.rewriting(spoke, WHY):
        await house.store.write(*map(records.count_change, spoke), *_removed_words(guest))
    for table, phase in await house.store.read(lambda db: _named(db, guest)):
        if phase == "waiting":
            await _begun(house, table)
        async with house.rewriting([table], WHY):
            await _leave_table(house, table, guest)
    await house.store.write(*await house.store.read(lambda db: clubs.left(db, guest, GONE)))
    await house.store.write(*(_delete(table, column, guest) for table, column in PERSONAL))
    await tell_who(house, guest)
    return stakes


async def _begun(house: House, table_id: str) -> None:
    """A match that waits for texts for its dice begins without them: from then on who sat where is settled."""
    with suppress(DicehouseError):  # it can't be opened, so nothing waits there
        table = await house.find(table_id)
        async with table.changing():
            await table.parts.expire(at_once=True)


async def _leave_table(house: House, table: str, guest: str) -> None:
    """Work it out once more as often as another server is faster to change the table."""
    for tries in range(TRIES, -1, -1):
        number, rows = await house.store.read(partial(_left, house=house, table=table, guest=guest))
        if not rows:
            return  # it is gone already
        try:
            await house.store.change(table, number, *rows)
        except Conflict:
            if not tries:
                raise
        else:
            return


def delete_table(table: str) -> list[Statement]:
    """Remove a table, and everything that was played and said there."""
    spent = ("INSERT INTO spent (commitment) SELECT commitment FROM game_table WHERE id = ?", (table,))
    return [spent, *(_delete(part, "table_id", table) for part in PARTS), _delete("game_table", "id", table)]


def _delete(table: str, column: str, value: str) -> Statement:
    return (f"DELETE FROM {table} WHERE {column} = ?", (value,))  # noqa: S608  # constants


def _tables(db: Database, guest: str) -> list[tuple[str, str]]:
    """Where a guest sits or is host, with the phases; running tables first."""
    rows = db.execute(
        "SELECT id, phase FROM game_table WHERE host = ? OR id IN (SELECT table_id FROM seat WHERE guest = ?)"
        " ORDER BY CASE phase WHEN 'over' THEN 1 ELSE 0 END, id",
        (guest, guest),
    )
    return [(row["id"], row["phase"]) for row in rows]


def _named(db: Database, guest: str) -> list[tuple[str, str]]:
    """The same, then where a guest is named who does not sit there."""
    own = _tables(db, guest)
    rows = db.execute(
        "SELECT DISTINCT t.id, t.phase FROM called c JOIN game_table t ON t.id = c.table_id WHERE c.guest = ?"
        " ORDER BY t.id",
        (guest,),
    )
    return own + [found for row in rows if (found := (row["id"], row["phase"])) not in own]


def put_called(table: str, guest: str, name: str, seat: int | None = None) -> Statement:
    """What a guest is called where they sit no more, and the seat in which a bot goes on under that name."""
    return (
        "INSERT INTO called (table_id, guest, name, seat) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, guest, name) DO UPDATE SET seat = coalesce(excluded.seat, called.seat)",
        (table, guest, name, seat),
    )


def _spoke(db: Database, guest: str) -> list[str]:
    """Where a guest said something, also from beside the table."""
    return [
        row["id"] for row in db.execute("SELECT DISTINCT table_id AS id FROM chat WHERE guest = ? ORDER BY 1", (guest,))
    ]


def _left(db: Database, house: House, table: str, guest: str) -> tuple[int, list[Statement]]:
    """How often one table was changed, and what changes there now."""
    kept = records.read_table(db, table)
    return (0, []) if kept is None else (kept.table.revision, _without(db, kept, house, guest))


def _without(db: Database, kept: Kept, house: House, guest: str) -> list[Statement]:
    table = kept.table.id
    others = [seat.guest for seat in kept.seats if seat.guest not in (None, guest)]
    if kept.table.phase != "over" and not others:
        return delete_table(table)
    host = kept.table.host
    if host == guest:
        host = (others[0] if others and kept.table.phase != "over" else None) or NOBODY
    mine, called = _names(db, kept, guest)
    seats, rows = _seats(kept, mine, guest, house)
    header = kept.table.header
    if header is not None and "names" in header:
        header = unnamed(header, [seat.name for seat in seats])
    rows += [records.put_seat(table, seat) for seat in seats if seat.number in mine]
    rows += [
        (
            "UPDATE game_table SET host = ?, header = ? WHERE id = ?",
            (host, None if header is None else json.dumps(header, separators=(",", ":")), table),
        ),
        ("UPDATE invite SET used_by = NULL WHERE table_id = ? AND used_by = ?", (table, guest)),
        _delete("review", "table_id", table),  # it tells of people by their names, and can be made again
    ]
    others = [seat.name for seat in seats if seat.number not in mine] + _called_else(db, table, guest)
    return rows + _words(kept, mine, called, others, seats, _notices(kept, guest, host))


def _names(db: Database, kept: Kept, guest: str) -> tuple[dict[int, str], set[str]]:
    """What a guest is called in seats, also where a bot plays on in one that was theirs; and what beside them, unless
    somebody else is called so by now.
    """
    rows = db.execute("SELECT name, seat FROM called WHERE table_id = ? AND guest = ?", (kept.table.id, guest))
    called = {row["name"]: row["seat"] for row in rows}
    mine = {
        seat.number: seat.name
        for seat in kept.seats
        if seat.guest == guest or (seat.guest is None and called.get(seat.name) == seat.number)
    }
    return mine, set(called) - {seat.name for seat in kept.seats}


def _called_else(db: Database, table: str, guest: str) -> list[str]:
    """What others are called who sat there once."""
    rows = db.execute("SELECT DISTINCT name FROM called WHERE table_id = ? AND guest != ?", (table, guest))
    return [row["name"] for row in rows]


def _seats(kept: Kept, mine: Container[int], guest: str, house: House) -> tuple[list[Seat], list[Statement]]:
    """The seats without the guest, and what makes a chair free again where nobody has begun to play."""
    seats, rows = list(kept.seats), list[Statement]()
    for seat in kept.seats:
        if seat.number not in mine:
            continue
        if kept.table.phase == "waiting":
            seats[seat.number], freed = freed_chair(house, kept.table.id, seat)
            rows += freed
            continue
        name = numbered(GONE, (other.name for other in seats))
        seats[seat.number] = replace(seat, name=name, guest=None, hints=False)
        if kept.table.phase == "playing" and seat.guest == guest:
            seats[seat.number] = bot_in(seats[seat.number], house)
    return seats, rows


def bot_in(seat: Seat, house: House) -> Seat:
    """A person's seat in the hands of a bot for good."""
    bot = seat.stand_in or usual_bot(house.bot_names())
    return replace(seat, kind="bot", guest=None, bot=bot, stand_in=None, hints=False)


def freed_chair(house: House, table: str, seat: Seat) -> tuple[Seat, list[Statement]]:
    """A chair that somebody gave up before the game began, open again under a new invitation."""
    number, renewed = seat.number, seat.renewed + 1
    free = Seat(number, "open", "Open seat", renewed=renewed)  # it has a code as soon as its host looks
    return free, [
        ("DELETE FROM invite WHERE table_id = ? AND seat = ?", (table, number)),
        records.insert_invite(token_hash(house.keyring.invite(table, number, renewed)), table, number),
    ]


def _notices(kept: Kept, guest: str, host: str) -> list[str]:
    """What the others are told."""
    if kept.table.phase == "over":
        return []
    told = [
        f"{seat.name} left the house for good."
        + (" The chair is free again." if kept.table.phase == "waiting" else " A bot plays on.")
        for seat in kept.seats
        if seat.guest == guest
    ]
    heir = next((seat.name for seat in kept.seats if seat.guest == host), None)
    return [*told, *([f"{heir} is the host now."] if kept.table.host == guest and heir else [])]


def _words(
    kept: Kept,
    mine: dict[int, str],
    called: Iterable[str],
    others: Sequence[str],
    seats: Sequence[Seat],
    notices: Sequence[str],
) -> list[Statement]:
    """Lines of the guest's are removed, and the house no longer says their name."""
    rows: list[Statement] = []
    names = dict.fromkeys(called, GONE)
    names |= {name: seats[number].name if seats[number].kind != "open" else GONE for number, name in mine.items()}
    for serial, said in enumerate(kept.chat):
        own = said.guest is None and said.name and said.seat in mine  # from before it was kept who spoke
        text = REMOVED if own else _renamed(said.text, names, others) if not said.name else said.text
        if text != said.text:
            rows.append(_rewrite(kept.table.id, serial, text))
    at = time.time()
    for number, told in enumerate(notices, len(kept.chat)):
        rows.append(records.insert_chat(kept.table.id, number, Said(None, "", _renamed(told, names, others), at)))
    return rows


def _renamed(text: str, names: Mapping[str, str], others: Iterable[str]) -> str:
    """The text with other names. “Ben 2” stays where a Ben is renamed, as `distinct` made it; another longer name does
    not, for it may be a name and the word that follows it.
    """
    alike = [name for name in others if re.sub(r" \d+$", "", name) in names]
    longest_first = sorted({*names, *alike}, key=len, reverse=True)
    said = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.sub(said, lambda found: names.get(found[0], found[0]), text) if names else text


def _rewrite(table: str, serial: int, text: str) -> Statement:
    return (
        "UPDATE chat SET seat = NULL, name = '', text = ?, guest = NULL WHERE table_id = ? AND serial = ?",
        (text, table, serial),
    )


def _removed_words(guest: str) -> list[Statement]:
    """A mark stays where a line was: whoever reads a table line by line must not lose count."""
    return [("UPDATE chat SET seat = NULL, name = '', text = ?, guest = NULL WHERE guest = ?", (REMOVED, guest))]
