"""Carry out a guest's command at a table, whether a page's socket, a form or a program gave it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, overload

from ..i18n import _
from .commands import Act, Chat, Command, Message, ModeratePerson, Rematch, RenewInvitation, RequestHint, SetName, Undo
from .features.moderation import KICK, MUTE, UNMUTE, find_person
from .internal_commands import SayAs
from .live_table import Table
from .operators import SILENCED, is_silenced
from .seats import Refused
from .table.change import Guest
from .table_registry import TableRegistry

IGNORE, UNIGNORE = "ignore", "hear"
NO_GUEST = _("Sit down, or enter a name. Then you can mute people.")
UNKNOWN_ACTION = f"The moderation must be one of {', '.join((IGNORE, UNIGNORE, MUTE, UNMUTE, KICK))}."


@overload
async def execute_command(registry: TableRegistry, table: Table, guest: str | None, command: Act | Undo) -> int: ...
@overload
async def execute_command(
    registry: TableRegistry, table: Table, guest: str | None, command: Command
) -> int | str | None: ...
async def execute_command(
    registry: TableRegistry, table: Table, guest: str | None, command: Command
) -> int | str | None:
    """Carry out `command` of `guest` at `table`.

    Return the number of the new position after Act and Undo, the id of the next table after Rematch, and None after
    all others. Raise DicehouseError, such as Refused, if the table does not do that; then nothing has changed.
    """
    prepare = PREPARED.get(type(command))
    answer: int | str | None = await (
        table.execute(Guest(guest), command) if prepare is None else prepare(registry, table, guest, command)
    )
    return answer


async def _say(registry: TableRegistry, table: Table, guest: str | None, command: Chat) -> None:
    if guest:
        silenced: bool = await registry.store.read(lambda db: is_silenced(db, guest))
        if silenced:
            raise Refused(SILENCED)
    name = await registry.name_of(guest) if guest else None
    await table.execute(Guest(guest), SayAs(command.text, name))


async def _set_name(registry: TableRegistry, table: Table, guest: str | None, command: SetName) -> None:
    if guest is not None:
        await table.execute(Guest(guest), command)
        await registry.set_name(guest, command.text)


async def _moderate_person(registry: TableRegistry, table: Table, guest: str | None, command: ModeratePerson) -> None:
    """Ignore, mute or remove another person. Everybody sees what the host does; a guest ignores others in secret."""
    if command.what in (IGNORE, UNIGNORE):
        await _ignore_person(registry, table, guest, command)
    elif command.what in (MUTE, UNMUTE, KICK):
        await table.execute(Guest(guest), command)
        if command.what == KICK and table.state.phase == "waiting":
            await registry.invitations.keep_codes(table)
    else:
        raise Refused(UNKNOWN_ACTION)


async def _ignore_person(registry: TableRegistry, table: Table, guest: str | None, command: ModeratePerson) -> None:
    if guest is None:
        raise Refused(NO_GUEST)
    other, name = find_person(table.state, guest, command.who)
    if command.what == IGNORE:
        await registry.ignoring.ignore(guest, other, name)
    else:
        await registry.ignoring.hear(guest, other)
    table.publish()


Preparation = Callable[[TableRegistry, Table, str | None, Any], Awaitable[Any]]
# Commands to which the server adds something before the table carries them out; the others go to the table at once.
PREPARED: Mapping[type[Message], Preparation] = {
    Chat: _say,
    RequestHint: lambda registry, table, guest, c: registry.hints.give(table, guest, c.seat),
    ModeratePerson: _moderate_person,
    RenewInvitation: lambda registry, table, guest, c: registry.invitations.renew(table, guest, c.seat),
    SetName: _set_name,
    Rematch: lambda registry, table, guest, c: registry.again(table, guest, c.contribution),
}
