"""Remove all data of a guest from the server: names, chat lines and seats. Their matches stay, without the name.

Finished matches keep their dice and actions, because they belong to the other players, too; nobody else gets the
guest's seat. In a running match, a bot takes the seat over. Unfinished tables without another person are deleted.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from dicehouse.errors import DicehouseError

from ...i18n import Text, _
from ...i18n.text import plain_text
from ..clubs import clubs
from ..hash_chain import unnamed
from ..internal_commands import ReplaceSeeds
from ..registry import Registry
from ..storage import table_records
from ..storage.database import Database, Statement, is_driver_error
from ..storage.store import Conflict
from ..storage.table_records import Kept, Said, Seat
from ..storage.table_restore import restored
from ..table.change import Server
from .guest_merging import tell_who
from .names import GONE, numbered, shown_name
from .seat_release import bot_in, freed_chair

log = logging.getLogger("dicehouse.server")

NO_HOST = ""  # the host of a finished table whose host was deleted
REMOVED = _("A message was removed.")
MAX_ATTEMPTS = 8
WHY = _("A player at this table deleted their data. Reload the page.")
# Database tables with rows of a game table, in an order in which they can be deleted; then columns that name a guest.
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
    "part",
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
    ("silenced", "guest"),
    ("called", "guest"),
    ("seen", "guest"),
    ("seen_at", "guest"),
    ("hours", "guest"),
    ("feed", "guest"),
    ("mail", "guest"),
    ("push", "guest"),
    ("webhook", "guest"),
    ("joined", "guest"),
    ("joined", "into_guest"),
    ("guest_language", "guest"),
    ("guest", "id"),
)


@dataclass(frozen=True, slots=True)
class Stakes:
    """Count what a guest would leave behind: finished tables, other tables, and lines of chat."""

    finished: int
    running: int
    lines: int


def read_stakes(db: Database, guest: str) -> Stakes:
    """Count what a deletion of `guest` would affect: the tables where they sit or are host, and their lines of chat."""
    tables = _tables(db, guest)
    over = [table for table, phase in tables if phase == "over"]
    (lines,) = db.execute("SELECT count(*) FROM chat WHERE guest = ?", (guest,)).fetchone()
    return Stakes(len(over), len(tables) - len(over), lines)


async def leave(registry: Registry, guest: str) -> Stakes:
    """Remove everything of `guest`, table by table, and return what there was.

    The rows about the guest alone are deleted last, so that an interrupted deletion can be repeated.
    """
    stakes = await registry.store.read(lambda db: read_stakes(db, guest))
    spoke = await registry.store.read(lambda db: _spoke(db, guest))
    async with registry.rewriting(spoke, WHY):
        await registry.store.write(*map(table_records.count_change, spoke), *_removed_words(guest))
    for table, phase in await registry.store.read(lambda db: tables_naming(db, guest)):
        if phase == "waiting":
            await _begun(registry, table)
        async with registry.rewriting([table], WHY):
            await rewrite_table(registry, table, partial(_left, registry=registry, table=table, guest=guest))
    await registry.store.write(*await registry.store.read(lambda db: clubs.left(db, guest, GONE)))
    await registry.store.write(*(_delete(table, column, guest) for table, column in PERSONAL))
    await tell_who(registry, guest)
    return stakes


async def _begun(registry: Registry, table_id: str) -> None:
    """Start a match that waits for client seeds without them, so that its seating is final.

    Do nothing if the table can't be opened.
    """
    with suppress(DicehouseError):  # if it can't be opened, nothing waits there
        table = await registry.find(table_id)
        await table.execute(Server(), ReplaceSeeds(at_once=True))


async def rewrite_table(
    registry: Registry, table: str, rows_of: Callable[[Database], tuple[int, list[Statement]]]
) -> None:
    """Carry out the statements that `rows_of` returns, with the revision of `table` that they are for; none: nothing.

    Start over, up to MAX_ATTEMPTS times, if another server changed the table first. Raise Conflict if that happens once
    more.
    """
    for attempts_left in range(MAX_ATTEMPTS, -1, -1):
        number, rows = await registry.store.read(rows_of)
        if not rows:
            return
        try:
            await registry.store.change(table, number, *rows)
        except Conflict:
            if not attempts_left:
                raise
        else:
            return


def delete_table(table: str) -> list[Statement]:
    """Return the statements that delete `table` with everything that was played and said there.

    They keep its commitment, so that its dice secret is never used again.
    """
    spent = ("INSERT INTO spent (commitment) SELECT commitment FROM game_table WHERE id = ?", (table,))
    return [spent, *(_delete(part, "table_id", table) for part in PARTS), _delete("game_table", "id", table)]


def _delete(table: str, column: str, value: str) -> Statement:
    return (f"DELETE FROM {table} WHERE {column} = ?", (value,))  # noqa: S608  # constants


def _tables(db: Database, guest: str) -> list[tuple[str, str]]:
    """Return the ids and phases of the tables where `guest` sits or is host, finished tables last."""
    rows = db.execute(
        "SELECT id, phase FROM game_table WHERE host = ? OR id IN (SELECT table_id FROM seat WHERE guest = ?)"
        " ORDER BY CASE phase WHEN 'over' THEN 1 ELSE 0 END, id",
        (guest, guest),
    )
    return [(row["id"], row["phase"]) for row in rows]


def tables_naming(db: Database, guest: str) -> list[tuple[str, str]]:
    """Return the ids and phases of all tables that name `guest`.

    The tables where they sit or are host come first, finished ones last; then those that name them otherwise.
    """
    own = _tables(db, guest)
    rows = db.execute(
        "SELECT DISTINCT t.id, t.phase FROM called c JOIN game_table t ON t.id = c.table_id WHERE c.guest = ?"
        " ORDER BY t.id",
        (guest,),
    )
    return own + [found for row in rows if (found := (row["id"], row["phase"])) not in own]


def _spoke(db: Database, guest: str) -> list[str]:
    """Return the ids of the tables where `guest` wrote in the chat, as a player or as a spectator."""
    return [
        row["id"] for row in db.execute("SELECT DISTINCT table_id AS id FROM chat WHERE guest = ? ORDER BY 1", (guest,))
    ]


def _left(db: Database, registry: Registry, table: str, guest: str) -> tuple[int, list[Statement]]:
    """Return the revision of `table` and the statements that remove `guest` from it; none if there is no such table."""
    return rows_for(db, table, guest, GONE, lambda kept: _without(db, kept, registry, guest))


def rows_for(
    db: Database, table: str, guest: str, name: str, rows_of: Callable[[Kept], list[Statement]]
) -> tuple[int, list[Statement]]:
    """Return the revision of `table` and the statements that `rows_of` makes of it; none if there is no such table.

    If its rows are damaged, return those of `without_reading`. Raise any other error: that of a database that failed,
    and one of our own at a table that can be opened.
    """
    try:
        kept = table_records.read_table(db, table)
        return (0, []) if kept is None else (kept.table.revision, rows_of(kept))
    except Exception as error:  # damaged rows can raise anything, and must not keep what is stored of a guest
        if is_driver_error(error) or _can_be_opened(db, table):
            raise
        log.error("table %s is damaged, so a guest's name is removed without reading it: %s", table, error)
        return table_records.read_revision(db, table), without_reading(db, table, guest, name)


def _can_be_opened(db: Database, table: str) -> bool:
    table_records.read_revision(db, table)  # a database that fails raises its own error here
    try:
        restored(db, table)
    except DicehouseError:
        return False
    return True


def without_reading(db: Database, table: str, guest: str, name: str) -> list[Statement]:
    """Return the statements that remove the name of `guest` from a damaged table, which nobody can open.

    With GONE as the new `name` they also remove the guest, or the whole table if nobody else has a seat there.
    """
    leaves = name == GONE
    (others,) = db.execute(
        "SELECT count(*) FROM seat WHERE table_id = ? AND guest IS NOT NULL AND guest <> ?", (table, guest)
    ).fetchone()
    if leaves and not others:
        return delete_table(table)
    message = table_records.pack_said(REMOVED, {})
    rows: list[Statement] = [
        ("UPDATE seat SET name = ? WHERE table_id = ? AND guest = ?", (name, table, guest)),
        (
            "UPDATE chat SET seat = NULL, text = ?, message = ? WHERE table_id = ? AND name = ''",  # may contain names
            (plain_text(REMOVED), message, table),
        ),
        # The header contains names, too; without it the table stays damaged.
        ("UPDATE game_table SET header = '' WHERE id = ?", (table,)),
        ("DELETE FROM called WHERE table_id = ? AND guest = ?", (table, guest)),
        _delete("review", "table_id", table),
    ]
    if leaves:
        rows += [
            ("UPDATE seat SET guest = NULL, hints = 0 WHERE table_id = ? AND guest = ?", (table, guest)),
            ("UPDATE game_table SET host = ? WHERE id = ? AND host = ?", (NO_HOST, table, guest)),
            ("UPDATE invite SET used_by = NULL WHERE table_id = ? AND used_by = ?", (table, guest)),
        ]
    return rows


def _without(db: Database, kept: Kept, registry: Registry, guest: str) -> list[Statement]:
    table = kept.table.id
    others = [seat.guest for seat in kept.seats if seat.guest not in (None, guest)]
    if kept.table.phase != "over" and not others:
        return delete_table(table)
    host = kept.table.host
    if host == guest:
        host = (others[0] if others and kept.table.phase != "over" else None) or NO_HOST
    mine, called = names_at(db, kept, guest)
    seats, rows = _seats(kept, mine, guest, registry)
    header = kept.table.header
    if header is not None and "names" in header:
        header = unnamed(header, [seat.name for seat in seats])
    rows += [table_records.put_seat(table, seat) for seat in seats if seat.number in mine]
    rows += [
        (
            "UPDATE game_table SET host = ?, header = ? WHERE id = ?",
            (host, None if header is None else json.dumps(header, separators=(",", ":")), table),
        ),
        ("UPDATE invite SET used_by = NULL WHERE table_id = ? AND used_by = ?", (table, guest)),
        _delete("review", "table_id", table),  # it contains names, and can be made again
    ]
    others = [seat.name for seat in seats if seat.number not in mine] + called_else(db, table, guest)
    return rows + _words(kept, mine, called, others, seats, _notices(kept, guest, host))


def names_at(db: Database, kept: Kept, guest: str) -> tuple[dict[int, str], set[str]]:
    """Return the names of `guest` by seat, and their other names at the table.

    The seats include those in which a bot plays on under the guest's name. The other names leave out those that a seat
    has now.
    """
    rows = db.execute("SELECT name, seat FROM called WHERE table_id = ? AND guest = ?", (kept.table.id, guest))
    called = {row["name"]: row["seat"] for row in rows}
    mine = {
        seat.number: seat.name
        for seat in kept.seats
        if seat.guest == guest or (seat.guest is None and called.get(seat.name) == seat.number)
    }
    return mine, set(called) - {seat.name for seat in kept.seats}


def called_else(db: Database, table: str, guest: str) -> list[str]:
    """Return the names that are stored because notices at `table` use them for guests other than `guest`."""
    rows = db.execute("SELECT DISTINCT name FROM called WHERE table_id = ? AND guest != ?", (table, guest))
    return [row["name"] for row in rows]


def _seats(kept: Kept, mine: Container[int], guest: str, registry: Registry) -> tuple[list[Seat], list[Statement]]:
    """Return the seats of the table without `guest`, and the statements that open seats again before the match begins.

    `mine` holds the guest's seats.
    """
    seats, rows = list(kept.seats), list[Statement]()
    for seat in kept.seats:
        if seat.number not in mine:
            continue
        if kept.table.phase == "waiting":
            seats[seat.number], freed = freed_chair(registry.keyring, kept.table.id, seat)
            rows += freed
            continue
        name = numbered(GONE, (other.name for other in seats))
        seats[seat.number] = replace(seat, name=name, guest=None, hints=False)
        if kept.table.phase == "playing" and seat.guest == guest:
            seats[seat.number] = bot_in(seats[seat.number], registry.bot_names())
    return seats, rows


def _notices(kept: Kept, guest: str, host: str) -> list[Text]:
    """Return the lines of chat that tell the other players that `guest` left, and who is host now, if that changed."""
    if kept.table.phase == "over":
        return []
    waits = kept.table.phase == "waiting"
    lines = [
        _("{player} deleted their data and left. The seat is open again.", player=shown_name(seat.name))
        if waits
        else _("{player} deleted their data and left. A bot takes over.", player=shown_name(seat.name))
        for seat in kept.seats
        if seat.guest == guest
    ]
    heir = next((seat.name for seat in kept.seats if seat.guest == host), None)
    if kept.table.host == guest and heir:
        lines.append(_("{player} is the host now.", player=shown_name(heir)))
    return lines


def _words(
    kept: Kept,
    mine: dict[int, str],
    called: Iterable[str],
    others: Sequence[str],
    seats: Sequence[Seat],
    notices: Sequence[Text],
) -> list[Statement]:
    """Return the statements that remove the guest's lines of chat and their names from notices, and add `notices`.

    `mine` holds the guest's names by seat, `called` their other names, and `others` the names of other guests, which
    stay. `seats` are the seats after the guest left.
    """
    rows: list[Statement] = []
    names = dict.fromkeys(called, GONE)
    names |= {name: seats[number].name if seats[number].kind != "open" else GONE for number, name in mine.items()}
    for serial, said in enumerate(kept.chat):
        own = said.guest is None and said.name and said.seat in mine  # written before the chat stored guests
        text = REMOVED if own else _renamed(said.text, names, others) if not said.name else said.text
        others_read = {} if own else {seat: _renamed(words, names, others) for seat, words in said.own.items()}
        if text != said.text or others_read != said.own:
            rows.append(_rewrite(kept.table.id, serial, text, others_read))
    at = time.time()
    for number, notice in enumerate(notices, len(kept.chat)):
        rows.append(
            table_records.insert_chat(kept.table.id, number, Said(None, "", _renamed(notice, names, others), at))
        )
    return rows


def rename_notices(kept: Kept, names: Mapping[str, str], others: Sequence[str]) -> list[Statement]:
    """Return the statements that replace each name in `names` in the notices of a table; names in `others` stay."""
    rows: list[Statement] = []
    for serial, said in enumerate(kept.chat):
        if said.name:
            continue
        text = _renamed(said.text, names, others)
        own = {seat: _renamed(words, names, others) for seat, words in said.own.items()}
        if text != said.text or own != said.own:
            rows.append(_rewrite(kept.table.id, serial, text, own))
    return rows


def _renamed(text: str, names: Mapping[str, str], others: Sequence[str]) -> str:
    """Return `text` with each name in `names` replaced by its new name; in a `Text`, names are its arguments.

    A text that is only a name becomes the new one as others read it, in their language.

    If Ben is renamed, “Ben 2” in `others` stays, because `distinct` made that name. Another longer name that starts
    with “Ben” does not, because the text may hold the name and the word that follows it.
    """
    if isinstance(text, Text):
        arguments = {
            key: _renamed(value, names, others) if isinstance(value, str) else value
            for key, value in text.arguments.items()
        }
        shown = text.names and [_renamed(name, names, others) for name in text.names]
        return Text(text.message, arguments, plural=text.plural, context=text.context, names=shown)
    if text in names:
        return shown_name(names[text])
    alike = [name for name in others if re.sub(r" \d+$", "", name) in names]
    longest_first = sorted({*names, *alike}, key=len, reverse=True)
    said = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return re.sub(said, lambda found: names.get(found[0], found[0]), text) if names else text


def _rewrite(table: str, serial: int, text: str, own: Mapping[int, str]) -> Statement:
    return (
        "UPDATE chat SET seat = NULL, name = '', text = ?, message = ?, guest = NULL WHERE table_id = ? AND serial = ?",
        (plain_text(text), table_records.pack_said(text, own), table, serial),
    )


def _removed_words(guest: str) -> list[Statement]:
    """Return the statement that replaces the guest's lines of chat by REMOVED.

    The lines are not deleted, because readers count the lines that they have.
    """
    message = table_records.pack_said(REMOVED, {})
    return [
        (
            "UPDATE chat SET seat = NULL, name = '', text = ?, message = ?, guest = NULL WHERE guest = ?",
            (plain_text(REMOVED), message, guest),
        )
    ]
