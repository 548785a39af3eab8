"""Say something at a table, as a player or as a spectator under a name."""

from __future__ import annotations

from ..accounts.names import SPECTATOR, clean_chat, clean_name, refuse_alike
from ..commands import Chat
from ..internal_commands import Announce, SayAs
from ..preset_phrases import find_phrase
from ..storage.table_records import Said
from ..table.change import Change, Context, Handlers
from ..table.state import TableState


def say(state: TableState, command: Chat, context: Context) -> Change:
    """Say a line as a player, or as a spectator without a name."""
    return say_as(state, SayAs(command.text, None), context)


def say_as(state: TableState, command: SayAs, context: Context) -> Change:
    """Say a line as a player, or as a spectator under the name that they gave."""
    change, line, own = Change(state), clean_chat(command.text), state.seats_of(context.guest)
    if state.record.quiet:
        line = find_phrase(line) or line  # each reader gets a preset phrase in their language
    if own:
        change.say(Said(own[0], state.seats[own[0]].name, line, context.now, context.guest))
        return change
    name = clean_name(command.name) if command.name else SPECTATOR
    refuse_alike(name, (seat.name for seat in state.seats if seat.kind != "open"))
    change.say(Said(None, name, line, context.now, context.guest))
    return change


def announce(state: TableState, command: Announce, context: Context) -> Change:
    """Add a line of the server to the chat."""
    change = Change(state)
    change.notice(command.text, context.now)
    return change


COMMANDS: Handlers = {Chat: say, SayAs: say_as, Announce: announce}
