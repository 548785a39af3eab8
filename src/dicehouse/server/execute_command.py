"""Carry out a guest's command at a table, whether a page's socket, a form or a program gave it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, overload

from . import teaching
from .commands import (
    Act,
    AdvanceLesson,
    AgreeToHints,
    AnswerTakeback,
    Chat,
    Command,
    CommitSeed,
    FillOpenSeats,
    FillSeat,
    Message,
    ModeratePerson,
    Nudge,
    Rematch,
    RenewInvitation,
    RequestHint,
    RevealSeed,
    SetBotPace,
    SetBotReasons,
    SetName,
    SetQuiet,
    SetReactionOrder,
    SetSubstitute,
    Undo,
)
from .live import Table
from .seats import Refused
from .table_registry import TableRegistry

IGNORE, UNIGNORE, MUTE, UNMUTE, KICK = "ignore", "hear", "stop", "let", "remove"
NO_GUEST = "Sit down or give a name first; then the house can remember whom you don't want to read."
UNKNOWN_ACTION = f"What can be done about somebody is one of {', '.join((IGNORE, UNIGNORE, MUTE, UNMUTE, KICK))}."


@overload
async def execute_command(house: TableRegistry, table: Table, guest: str | None, command: Act | Undo) -> int: ...
@overload
async def execute_command(
    house: TableRegistry, table: Table, guest: str | None, command: Command
) -> int | str | None: ...
async def execute_command(house: TableRegistry, table: Table, guest: str | None, command: Command) -> int | str | None:
    """Carry out `command` of `guest` at `table`.

    Return the number of the new position after Act and Undo, the id of the next table after Rematch, else None. Raise
    DicehouseError, such as Refused, if the table does not do that; then nothing has changed.
    """
    answer: int | str | None = await HANDLERS[type(command)](house, table, guest, command)
    return answer


async def _say(house: TableRegistry, table: Table, guest: str | None, command: Chat) -> None:
    await table.say(guest, await house.name_of(guest) if guest else None, command.text)


async def _commit_seed(_house: TableRegistry, table: Table, guest: str | None, command: CommitSeed) -> None:
    table.rematch.send(guest, command.text)


async def _set_name(house: TableRegistry, table: Table, guest: str | None, command: SetName) -> None:
    if guest is not None:
        await table.rename(guest, command.text)
        await house.set_name(guest, command.text)


async def _moderate_person(house: TableRegistry, table: Table, guest: str | None, command: ModeratePerson) -> None:
    """Ignore, mute or remove another person. Everybody sees what the host does; nobody sees whom a guest ignores."""
    match command.what:
        case "ignore" | "hear":
            await _ignore_person(house, table, guest, command)
        case "stop" | "let":
            await table.manners.stop(guest, command.who, command.what == MUTE)
        case "remove":
            await table.manners.remove(house, guest, command.who)
        case _:
            raise Refused(UNKNOWN_ACTION)


async def _ignore_person(house: TableRegistry, table: Table, guest: str | None, command: ModeratePerson) -> None:
    if guest is None:
        raise Refused(NO_GUEST)
    async with table.reading():
        other, name = table.manners.named(guest, command.who)
    if command.what == IGNORE:
        await house.ignoring.ignore(guest, other, name)
    else:
        await house.ignoring.hear(guest, other)
    async with table.changing():
        table.roster += 1


Handler = Callable[[TableRegistry, Table, str | None, Any], Awaitable[Any]]
HANDLERS: Mapping[type[Message], Handler] = {
    Act: lambda _, table, guest, c: table.act(guest, c.seat, c.number, c.option, c.id),
    Undo: lambda _, table, guest, c: table.undo(guest, c.seat, c.number, c.id),
    AnswerTakeback: lambda _, table, guest, c: table.takeback.answer(guest, c.say),
    Chat: _say,
    SetReactionOrder: lambda _, table, guest, c: table.set_order(guest, c.seat, c.mode, c.points),
    FillSeat: lambda house, table, guest, c: house.fill(table, guest, c.seat, c.bot),
    FillOpenSeats: lambda house, table, guest, c: house.start(table, guest, c.bot),
    SetSubstitute: lambda house, table, guest, c: house.stand_in(table, guest, c.seat, c.bot),
    Nudge: lambda _, table, guest, c: table.absence.nudge(guest, c.seat),
    SetBotPace: lambda _, table, guest, c: table.set_pace(guest, c.pace),
    SetBotReasons: lambda _, table, guest, c: table.set_reasons(guest, c.on),
    AgreeToHints: lambda _, table, guest, c: table.hints.agree(guest, c.on),
    RequestHint: lambda house, table, guest, c: house.hint(table, guest, c.seat),
    ModeratePerson: _moderate_person,
    SetQuiet: lambda _, table, guest, c: table.manners.set_quiet(guest, c.on),
    RenewInvitation: lambda house, table, guest, c: house.invitations.renew(table, guest, c.seat),
    RevealSeed: lambda _, table, guest, c: table.parts.show(guest, c.text),
    CommitSeed: _commit_seed,
    SetName: _set_name,
    Rematch: lambda house, table, guest, c: house.again(table, guest, c.contribution),
    AdvanceLesson: lambda _, table, guest, c: teaching.go(table, guest, c.at),
}
