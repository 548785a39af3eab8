"""Give the commands of a table as its page would: one short function for each."""

from __future__ import annotations

import uuid
from typing import Any

from dicehouse.server.commands import (
    Act,
    AdvanceLesson,
    AgreeToHints,
    AnswerTakeback,
    CommitSeed,
    FillOpenSeats,
    FillSeat,
    Nudge,
    RevealSeed,
    SetBotPace,
    SetBotReasons,
    SetName,
    SetQuiet,
    SetReactionOrder,
    SetSubstitute,
    Undo,
)
from dicehouse.server.internal_commands import Announce, CatchUp, NoteVisit, SayAs, SitDown
from dicehouse.server.live_table import Table
from dicehouse.server.table.change import Guest, Server


async def act(
    table: Table, guest: str | None, seat: int, number: int, option: str, client: str | None = None, **more: Any
) -> int:
    """A guest plays an option at position `number`; the new number."""
    command = Act(uuid.uuid4().hex if client is None else client, seat, number, option, **more)
    answer: int = await table.execute(Guest(guest), command)
    return answer


async def undo(table: Table, guest: str | None, seat: int, number: int, client: str | None = None, **more: Any) -> int:
    """A guest undoes what the seat did last, or asks for that; the new number."""
    command = Undo(uuid.uuid4().hex if client is None else client, seat, number, **more)
    answer: int = await table.execute(Guest(guest), command)
    return answer


async def answer(table: Table, guest: str | None, say: str) -> None:
    await table.execute(Guest(guest), AnswerTakeback(say))


async def say(table: Table, guest: str | None, name: str | None, text: str) -> None:
    await table.execute(Guest(guest), SayAs(text, name))


async def set_order(table: Table, guest: str | None, seat: int, mode: str, points: int) -> None:
    await table.execute(Guest(guest), SetReactionOrder(seat, mode, points))


async def sit(table: Table, token: str, seat: int, guest: str, name: str, text: str | None) -> None:
    await table.execute(Guest(guest), SitDown(seat, token, name, text))


async def fill(table: Table, guest: str | None, seat: int, bot: str) -> None:
    await table.execute(Guest(guest), FillSeat(seat, bot))


async def start(table: Table, guest: str | None, bot: str) -> None:
    await table.execute(Guest(guest), FillOpenSeats(bot))


async def rename(table: Table, guest: str | None, name: str) -> None:
    await table.execute(Guest(guest), SetName(name))


async def stand_in(table: Table, guest: str | None, seat: int, bot: str | None) -> None:
    await table.execute(Guest(guest), SetSubstitute(seat, bot))


async def nudge(table: Table, guest: str | None, seat: int) -> None:
    await table.execute(Guest(guest), Nudge(seat))


async def agree_to_hints(table: Table, guest: str | None, on: bool) -> None:
    await table.execute(Guest(guest), AgreeToHints(on))


async def set_pace(table: Table, guest: str | None, pace: str) -> None:
    await table.execute(Guest(guest), SetBotPace(pace))


async def set_reasons(table: Table, guest: str | None, on: bool) -> None:
    await table.execute(Guest(guest), SetBotReasons(on))


async def set_quiet(table: Table, guest: str | None, on: bool) -> None:
    await table.execute(Guest(guest), SetQuiet(on))


async def reveal(table: Table, guest: str | None, text: str) -> None:
    await table.execute(Guest(guest), RevealSeed(text))


async def commit(table: Table, guest: str | None, seal: str) -> None:
    await table.execute(Guest(guest), CommitSeed(seal))


async def advance_lesson(table: Table, guest: str | None, at: int | None) -> None:
    await table.execute(Guest(guest), AdvanceLesson(at))


async def look_at_invitation(table: Table, seat: int) -> None:
    await table.execute(Server(), NoteVisit(seat))


async def announce(table: Table, text: str) -> None:
    await table.execute(Server(), Announce(text))


async def catch_up(table: Table) -> None:
    """Anything that is due without anybody's action."""
    await table.execute(Server(), CatchUp())
