"""What programs may read: games, tables, what happened there, files, results."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.kit.game import Game
from dicehouse.kit.settings import Setting

from ...table.live import Table
from ...table.past.export import export
from ...table.past.results import Finished
from ...table.people.tokens import TABLE
from ...table.seating import NOT_YOURS
from ...table.seats import Refused
from ...table.sight import Sight
from .. import codec, frames
from ..addresses import reach_of
from ..pages import rules_text
from ..replay import frames_file
from ..telling import Telling
from . import shapes
from .asked import Asked

MOST_TABLES = 50
MOST_RESULTS = 100


# games ---------------------------------------------------------------------------------------------------------------


async def all_games(asked: Asked) -> shapes.Games:
    house = asked.site.house
    return shapes.Games([_line(game) for game in games.all_games().values()], [*house.bot_names(), *house.nets.names])


async def one_game(asked: Asked) -> shapes.GameFull:
    game = games.find(asked.request.path_params["game"])
    line = {name: getattr(_line(game), name) for name in shapes.GameLine.__struct_fields__}
    return shapes.GameFull(**line, settings=[_setting(one) for one in game.settings], rules=rules_text(game))


def _line(game: Game) -> shapes.GameLine:
    modes = [shapes.Mode(mode.id, mode.name, mode.summary) for mode in game.modes]
    return shapes.GameLine(game.id, game.name, game.tagline, game.players, game.minutes, game.version, modes)


def _setting(one: Setting) -> shapes.Setting:
    choices = [value for value, _ in one.choices]
    return shapes.Setting(one.key, one.label, one.kind, one.default, one.help, choices, one.low, one.high, one.step)


# oneself -------------------------------------------------------------------------------------------------------------


async def me(asked: Asked) -> shapes.Me:
    token = asked.caller.own
    return shapes.Me(await asked.site.house.name_of(token.guest), token.scope, token.table, token.label)  # type: ignore[arg-type]  # one of them


async def tables(asked: Asked) -> shapes.Tables:
    """The tables of whoever asks that are not over, with a token for one table that table."""
    token, house = asked.caller.own, asked.site.house
    if token.scope == TABLE:
        found = [await house.find(token.table or "")]
    else:
        found = await house.tables_of(token.guest, MOST_TABLES)
    lines = []
    for table in found:
        async with table.reading():
            lines.append(_table_line(table, token.guest))
    return shapes.Tables(lines)


def _table_line(table: Table, guest: str) -> shapes.TableLine:
    own, match = table.seats_of(guest), table.match
    acting = [] if match is None else list(match.acting())
    return shapes.TableLine(
        table=table.id,
        game=table.record.game,
        phase=table.record.phase,  # type: ignore[arg-type]  # one of them
        names=[seat.name for seat in table.seats],
        seats=own,
        acting=acting,
        number=0 if match is None else match.number,
        yours=bool(set(own) & set(acting)),
    )


async def results(asked: Asked) -> shapes.Results:
    guest = asked.caller.reads()
    most = asked.number("most", 20, MOST_RESULTS) or 0
    count, found = await asked.site.house.chronicle.finished_of(guest, most, asked.number("skip", 0) or 0)
    return shapes.Results(count, [_result(one) for one in found])


def _result(one: Finished) -> shapes.Result:
    kept = one.result or {}
    return shapes.Result(
        table=one.table,
        game=one.game,
        mode=one.mode,
        ended=one.ended,
        minutes=one.minutes,
        names=list(one.names),
        seats=list(one.own),
        bots=list(one.bots),
        title=kept.get("title"),
        places=kept.get("places"),
        totals=kept.get("totals"),
    )


# a table -------------------------------------------------------------------------------------------------------------


def own_sight(table: Table, guest: str | None, seat: int | None) -> Sight:
    """The table as a guest sees it: as the seat of theirs that they name, else as their page shows it. Lock held."""
    if seat is None:
        return table.shown(guest)
    if seat not in table.seats_of(guest):
        raise Refused(NOT_YOURS)
    return table.sight(seat)


async def state(asked: Asked) -> Response:
    table = await asked.table()
    guest = asked.caller.at(table.id)
    async with table.reading():
        sight = own_sight(table, guest, asked.number("seat", None))
        reach = reach_of(asked.request, asked.site.listening)
        telling = Telling(table, guest, reach, asked.site.house, *known_to(asked))
        body = line(telling, sight)
    return Response(body, media_type="application/json")


def known_to(asked: Asked) -> tuple[int, int]:
    """How many events who asks has, and how far the match had come then."""
    return asked.number("since", 0) or 0, asked.number("links", 0) or 0


def line(telling: Telling, sight: Sight) -> bytes:
    """A state as it is sent: that of a page, with how many events its reader has then."""
    return telling.frame(sight)[:-1] + f',"told":{sight.told}}}'.encode()


async def log(asked: Asked) -> dict[str, Any]:
    table = await asked.table()
    since = asked.number("since", 0) or 0
    async with table.reading():
        sight = own_sight(table, asked.caller.at(table.id), asked.number("seat", None))
        events = [frames.event_data(event, film=False) for event in sight.log[since : sight.told]]
    return {"events": events, "told": sight.told}


async def match_file(asked: Asked) -> Response:
    """The match as a file that replays."""
    table = await asked.table()
    async with table.reading():
        data = export(table)
    return Response(codec.encode(data), media_type="application/json")


async def replay(asked: Asked) -> Response:
    """The moments of a match that is over, as the board is fed with them."""
    request: Request = asked.request
    return await frames_file(request)
