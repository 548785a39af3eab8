"""Read a command from a form of the plain page, and name the rate limit that a command counts against."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

import msgspec

from ..server.commands import (
    Act,
    AdvanceLesson,
    AgreeToHints,
    AnswerTakeback,
    Chat,
    Command,
    FillOpenSeats,
    FillSeat,
    ModeratePerson,
    Nudge,
    Rematch,
    RenewInvitation,
    RequestHint,
    SetName,
    SetPause,
    SetQuiet,
    SetReactionOrder,
    SetSubstitute,
    Undo,
)
from .app_services import AppServices
from .rate_limits import ClientBuckets
from .request_parsing import is_on, read_number

Fields = Mapping[str, str]


def _id(fields: Fields) -> str:
    return fields["id"] if "id" in fields else secrets.token_hex(8)


def _read_order(fields: Fields) -> SetReactionOrder:
    order = SetReactionOrder(read_number(fields, "seat"), fields.get("mode", ""))
    return msgspec.structs.replace(order, points=read_number(fields, "points")) if fields.get("points") else order


# The last part of a form's address, and how its command is read.
TABLE_FORMS: Mapping[str, Callable[[Fields], Command]] = {
    "act": lambda f: Act(_id(f), read_number(f, "seat"), read_number(f, "number"), f.get("option", "")),
    "undo": lambda f: Undo(_id(f), read_number(f, "seat"), read_number(f, "number")),
    "takeback": lambda f: AnswerTakeback(f.get("say", "")),
    "chat": lambda f: Chat(f.get("text", "")),
    "order": _read_order,
    "fill": lambda f: FillSeat(read_number(f, "seat"), f.get("bot", "")),
    "start": lambda f: FillOpenSeats(f.get("bot", "")),
    "stand-in": lambda f: SetSubstitute(read_number(f, "seat"), f.get("bot") or None),
    "nudge": lambda f: Nudge(read_number(f, "seat")),
    "renew": lambda f: RenewInvitation(read_number(f, "seat")),
    "again": lambda f: Rematch(f.get("contribution")),
    "name": lambda f: SetName(f.get("name", "")),
    "lesson": lambda f: AdvanceLesson(read_number(f, "at") if f.get("at") else None),
    "hint": lambda f: RequestHint(_id(f), read_number(f, "seat")),
    "hints": lambda f: AgreeToHints(is_on(f)),
    "person": lambda f: ModeratePerson(f.get("who", ""), f.get("what", "")),
    "pause": lambda f: SetPause(is_on(f)),
    "quiet": lambda f: SetQuiet(is_on(f)),
}


def command_limit(site: AppServices, command: Command) -> ClientBuckets:
    """Return the rate limit of `site` that `command` counts against."""
    if isinstance(command, Chat):
        return site.chat
    return site.hints if isinstance(command, RequestHint) else site.actions
