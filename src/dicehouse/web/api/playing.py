"""What programs may do: play, open a table, sit down."""

from __future__ import annotations

import hashlib

from dicehouse import games

from ...table import codes
from ...table.chairs import Chair
from ...table.live import Table
from ...table.seats import Refused
from .. import forms
from ..joining import invitations
from ..opening import MANY_TABLES
from ..site import asker
from . import shapes
from .asked import Asked
from .errors import Wrong

ME, OPEN, BOT = "me", "open", "bot:"
NO_SEAT = "At least one seat is yours: “me”."
WHO = "A seat is “me”, “open”, or “bot:” and the id of one of the bots: {}."


async def act(asked: Asked) -> shapes.Played:
    """Play an option. The same id twice acts once, however often it is sent, and after a restart, too."""
    table, action = await asked.table(), asked.body
    guest = asked.caller.plays(table.id)
    number = await table.act(guest, action.seat, action.number, action.option, action.id)
    return shapes.Played(action.id, number)


async def undo(asked: Asked) -> shapes.Played:
    """Take the last action of a seat back, or ask the others for it: then the number stays as it is."""
    table, wanted = await asked.table(), asked.body
    number = await table.undo(asked.caller.plays(table.id), wanted.seat, wanted.number, wanted.id)
    return shapes.Played(wanted.id, number)


async def answer(asked: Asked) -> shapes.Answer:
    """Say something to a take-back that is asked for."""
    table = await asked.table()
    await table.takeback.answer(asked.caller.plays(table.id), asked.body.say)
    return shapes.Answer(asked.body.say)


async def open_table(asked: Asked) -> shapes.Opened:
    """Open a table as a person would, by the form."""
    guest, wanted, house = asked.caller.does(), asked.body, asked.site.house
    game = games.find(wanted.game)
    mode = forms.mode_of(game, wanted.mode)
    known = {setting.key for setting in game.settings}
    if unknown := sorted(set(wanted.settings) - known):
        raise Wrong(f"{game.name} has no setting “{unknown[0]}”.")
    name = wanted.name or await house.name_of(guest) or forms.DEFAULT_NAME
    chairs = [_chair(word, name, list(house.bots_at(game))) for word in wanted.seats]
    if not any(chair.kind == "person" for chair in chairs):
        raise Wrong(NO_SEAT)
    game.seated(mode, len(chairs))
    if not asked.site.tables.take(asker(asked.request, None)):
        raise Refused(MANY_TABLES)
    nonce = hashlib.sha256(f"{guest}|{wanted.id}".encode()).hexdigest()[:32]
    settings = {**mode.settings, **wanted.settings}
    table = await house.open(game, mode.id, settings, chairs, guest, house.keyring.promise(nonce), None)
    return _opened(asked, table, guest)


def _chair(word: str, name: str, bots: list[str]) -> Chair:
    if word == ME:
        return Chair("person", name)
    if word == OPEN:
        return Chair("open")
    if word.startswith(BOT) and word.removeprefix(BOT) in bots:
        return Chair("bot", bot=word.removeprefix(BOT))
    raise Wrong(WHO.format(", ".join(bots)))


def _opened(asked: Asked, table: Table, guest: str) -> shapes.Opened:
    handed_out = [
        {"seat": seat, "link": each["link"], "code": each["code"]}
        for seat, each in invitations(asked.request, table).items()
    ]
    return shapes.Opened(table.id, f"/t/{table.id}", table.seats_of(guest), handed_out)


async def join(asked: Asked) -> shapes.Seated:
    """Sit down by an invitation; it works once, and who sits there already is told so again."""
    guest, wanted, site = asked.caller.does(), asked.body, asked.site
    token = wanted.invitation.strip().rstrip("/").rpartition("/")[2]
    token = codes.read(token) or token
    name = wanted.name or await site.house.name_of(guest) or forms.DEFAULT_NAME
    async with site.guesses.trying(asked.request, token):
        table = await site.house.invitations.accept(token, guest, name, None)
    return shapes.Seated(table.id, table.seats_of(guest))
