"""Answer the API's write requests: play, open a table, take a seat."""

from __future__ import annotations

import hashlib

from dicehouse import games

from ...server import spoken_codes
from ...server.accounts.names import GUEST
from ...server.commands import Act, AnswerTakeback, Undo
from ...server.execute_command import execute_command
from ...server.live_table import Table
from ...server.seat_plan import Chair
from .. import table_form
from ..pages.invitation_pages import open_seat_invitations
from ..path_prefix import prefix_of
from ..request_limits import check_table_limit
from . import schemas
from .api_errors import InvalidRequest
from .endpoint import ApiRequest

OWN_SEAT, OPEN_SEAT, BOT_PREFIX = "me", "open", "bot:"
NO_SEAT = "At least one seat must be yours: “me”."
UNKNOWN_SEAT_WORD = "A seat must be “me”, “open”, or “bot:” and the id of a bot: {}."


async def act(asked: ApiRequest) -> schemas.Played:
    """Play an option. An id that is sent again acts only once, also after a restart."""
    table, action = await asked.table(), asked.body
    guest = asked.caller.plays(table.id)
    command = Act(action.id, action.seat, action.number, action.option)
    number = await execute_command(asked.site.registry, table, guest, command)
    return schemas.Played(action.id, number)


async def undo(asked: ApiRequest) -> schemas.Played:
    """Undo the last action of a seat, or ask the others for it; then the position's number does not change."""
    table, wanted = await asked.table(), asked.body
    command = Undo(wanted.id, wanted.seat, wanted.number)
    number = await execute_command(asked.site.registry, table, asked.caller.plays(table.id), command)
    return schemas.Played(wanted.id, number)


async def answer(asked: ApiRequest) -> schemas.Answer:
    """Answer a take-back that is asked for."""
    table = await asked.table()
    command = AnswerTakeback(asked.body.say)
    await execute_command(asked.site.registry, table, asked.caller.plays(table.id), command)
    return schemas.Answer(asked.body.say)


async def open_table(asked: ApiRequest) -> schemas.Opened:
    """Open a table, as the form does for a person."""
    guest, wanted, registry = asked.caller.does(), asked.body, asked.site.registry
    game = games.find(wanted.game)
    mode = table_form.find_mode(game, wanted.mode)
    known = {setting.key for setting in game.settings}
    if unknown := sorted(set(wanted.settings) - known):
        raise InvalidRequest(f"{game.name} has no setting “{unknown[0]}”.")
    name = wanted.name or await registry.name_of(guest) or GUEST
    chairs = [_parse_chair(word, name, list(registry.bots_at(game))) for word in wanted.seats]
    if not any(chair.kind == "person" for chair in chairs):
        raise InvalidRequest(NO_SEAT)
    game.player_count(mode, len(chairs))
    check_table_limit(asked.request)
    nonce = hashlib.sha256(f"{guest}|{wanted.id}".encode()).hexdigest()[:32]
    settings = {**mode.settings, **wanted.settings}
    table = await registry.open(game, mode.id, settings, chairs, guest, registry.keyring.dice_secret(nonce), None)
    return _opened_table(asked, table, guest)


def _parse_chair(word: str, name: str, bots: list[str]) -> Chair:
    if word == OWN_SEAT:
        return Chair("person", name)
    if word == OPEN_SEAT:
        return Chair("open")
    if word.startswith(BOT_PREFIX) and word.removeprefix(BOT_PREFIX) in bots:
        return Chair("bot", bot=word.removeprefix(BOT_PREFIX))
    raise InvalidRequest(UNKNOWN_SEAT_WORD.format(", ".join(bots)))


def _opened_table(asked: ApiRequest, table: Table, guest: str) -> schemas.Opened:
    handed_out = [
        {"seat": seat, "link": each["link"], "code": each["code"]}
        for seat, each in open_seat_invitations(asked.request, table).items()
    ]
    return schemas.Opened(table.id, f"{prefix_of(asked.request)}/t/{table.id}", table.state.seats_of(guest), handed_out)


async def join(asked: ApiRequest) -> schemas.Seated:
    """Take a seat by an invitation. It works once; a guest who already has the seat gets the same answer again."""
    guest, wanted, site = asked.caller.does(), asked.body, asked.site
    token = wanted.invitation.strip().rstrip("/").rpartition("/")[2]
    token = spoken_codes.read(token) or token
    name = wanted.name or await site.registry.name_of(guest) or GUEST
    async with site.guesses.count_attempt(asked.request, token):
        table = await site.registry.invitations.accept(token, guest, name, None)
    return schemas.Seated(table.id, table.state.seats_of(guest))
