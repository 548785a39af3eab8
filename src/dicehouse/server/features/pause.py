"""Pause the match by consent: when everyone agrees, the clocks stop and nobody acts until a player resumes it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...i18n import _
from ..commands import Act, AnswerTakeback, SetPause, Undo
from ..match_restore import Opened
from ..seats import Refused
from ..storage import table_records
from ..table.change import Change, Context, Guards, Handlers
from ..table.state import PAUSE, TableState

NAME = PAUSE
NOT_HERE = _("Only the players at this table can pause the game.")
NOT_PLAYING = _("You can pause a game only while it is being played.")
IN_LESSON = _("A lesson waits for you, so it needs no pause.")
PAUSED = _("The game is paused. Resume it first.")


@dataclass(frozen=True, slots=True)
class Pause:
    """Hold whether the match is paused, and the seats whose people agree to a pause."""

    on: bool = False
    agreed: frozenset[int] = frozenset()


def pause_of(state: TableState) -> Pause:
    pause: Pause = state.parts[NAME]
    return pause


def read_part(found: Opened) -> Pause:
    stored = json.loads(found.kept.parts.get(NAME, "{}"))
    return Pause(stored.get("on", False), frozenset(stored.get("agreed", ())))


def _store(change: Change, pause: Pause) -> None:
    data = json.dumps({"on": pause.on, "agreed": sorted(pause.agreed)})
    change.rows.append(table_records.put_part(change.state.id, NAME, data))
    change.set_part(NAME, pause)


def set_pause(state: TableState, command: SetPause, context: Context) -> Change:
    """Agree to a pause or, if `on` is False, resume a paused match or withdraw the agreement."""
    change, own, before = Change(state), state.seats_of(context.guest), pause_of(state)
    if not own:
        raise Refused(NOT_HERE)
    if state.phase != "playing":
        raise Refused(NOT_PLAYING)
    if state.lesson is not None:
        raise Refused(IN_LESSON)
    name = state.name_of(own[0])
    if not command.on:
        if before.on or before.agreed & set(own):
            _store(change, Pause(False, frozenset() if before.on else before.agreed - set(own)))
            notice, own_notice = _("{player} resumes the game.", player=name), _("You resume the game.")
            if not before.on:
                notice, own_notice = (
                    _("{player} no longer wants a pause.", player=name),
                    _("You no longer want a pause."),
                )
            change.notice(notice, context.now, dict.fromkeys(own, own_notice))
        return change
    agreed = before.agreed | set(own)
    people = {seat.number for seat in state.seats if seat.kind == "person" and seat.guest and not seat.stand_in}
    if before.on or (agreed == before.agreed and not people <= agreed):  # the last one may have left since
        return change
    if people <= agreed:
        _store(change, Pause(True))
        if people <= set(own):
            notice, own_notice = _("{player} pauses the game.", player=name), _("You pause the game.")
        else:
            notice = own_notice = _("Everyone agrees: the game is paused.")
        change.notice(notice, context.now, dict.fromkeys(own, own_notice))
    else:
        _store(change, Pause(False, agreed))
        notice = _("{player} wants to pause the game. It pauses when all players agree.", player=name)
        own_notice = _("You want to pause the game. It pauses when all players agree.")
        change.notice(notice, context.now, dict.fromkeys(own, own_notice))
    return change


def check_not_paused(state: TableState, command: Act | Undo, context: Context) -> None:
    """Raise Refused while the match is paused."""
    if state.is_paused and command.seat in state.seats_of(context.guest):
        raise Refused(PAUSED)


def check_takeback(state: TableState, command: AnswerTakeback, context: Context) -> None:
    """Raise Refused if a guest agrees to a take-back while the match is paused."""
    if state.is_paused and command.say == "yes":
        raise Refused(PAUSED)


COMMANDS: Handlers = {SetPause: set_pause}
GUARDS: Guards = {Act: check_not_paused, Undo: check_not_paused, AnswerTakeback: check_takeback}
