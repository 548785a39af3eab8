"""Answer the API's read requests: games, tables, events, files, results."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.core.settings import Setting

from ...server.accounts.api_tokens import TABLE
from ...server.archive.match_export import export
from ...server.archive.match_results import Finished
from ...server.live_table import Table
from ...server.snapshot import Snapshot
from .. import socket_messages, table_frames
from ..incremental_frames import IncrementalFrames
from ..pages.replay_pages import replay_json
from ..pages.rules_pages import game_rules_text
from ..reachable_address import find_reachable_address
from . import schemas
from .endpoint import ApiRequest

MAX_TABLES = 50
MAX_RESULTS = 100


# games ---------------------------------------------------------------------------------------------------------------


async def all_games(asked: ApiRequest) -> schemas.Games:
    registry = asked.site.registry
    return schemas.Games(
        [_game_line(game) for game in games.all_games().values()], [*registry.bot_names(), *registry.nets.names]
    )


async def one_game(asked: ApiRequest) -> schemas.GameFull:
    game = games.find(asked.request.path_params["game"])
    line = {name: getattr(_game_line(game), name) for name in schemas.GameLine.__struct_fields__}
    return schemas.GameFull(**line, settings=[_setting_data(one) for one in game.settings], rules=game_rules_text(game))


def _game_line(game: Game) -> schemas.GameLine:
    modes = [schemas.Mode(mode.id, mode.name, mode.summary) for mode in game.modes]
    return schemas.GameLine(game.id, game.name, game.tagline, game.players, game.minutes, game.version, modes)


def _setting_data(one: Setting) -> schemas.Setting:
    choices = [value for value, _ in one.choices]
    return schemas.Setting(one.key, one.label, one.kind, one.default, one.help, choices, one.low, one.high, one.step)


# the client itself ---------------------------------------------------------------------------------------------------


async def me(asked: ApiRequest) -> schemas.Me:
    token = asked.caller.own
    return schemas.Me(await asked.site.registry.name_of(token.guest), token.scope, token.table, token.label)  # type: ignore[arg-type]  # one of them


async def tables(asked: ApiRequest) -> schemas.Tables:
    """Return the client's tables that are not over; for a token of one table, that table."""
    token, registry = asked.caller.own, asked.site.registry
    if token.scope == TABLE:
        found = [await registry.find(token.table or "")]
    else:
        found = await registry.tables_of(token.guest, MAX_TABLES)
    lines = []
    for table in found:
        lines.append(_table_line(table, token.guest))
    return schemas.Tables(lines)


def _table_line(table: Table, guest: str) -> schemas.TableLine:
    own, match = table.state.seats_of(guest), table.state.match
    acting = [] if match is None or table.state.is_paused else list(match.acting())
    return schemas.TableLine(
        table=table.id,
        game=table.state.record.game,
        phase=table.state.record.phase,
        names=[seat.name for seat in table.state.seats],
        seats=own,
        acting=acting,
        number=0 if match is None else match.number,
        yours=bool(set(own) & set(acting)),
    )


async def results(asked: ApiRequest) -> schemas.Results:
    guest = asked.caller.reads()
    most = asked.number("most", 20, MAX_RESULTS) or 0
    count, found = await asked.site.registry.chronicle.finished_of(guest, most, asked.number("skip", 0) or 0)
    return schemas.Results(count, [_result_data(one) for one in found])


def _result_data(one: Finished) -> schemas.Result:
    kept = one.result or {}
    return schemas.Result(
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


def snapshot_of_seat(table: Table, guest: str | None, seat: int | None) -> Snapshot:
    """Return the table as `guest` sees it from `seat`, or from the seat that the guest's page shows. The caller holds
    the lock."""
    if seat is None:
        return table.shown(guest)
    return table.snapshots.of_seat(table.state, table.state.own_seat(guest, seat))


async def state(asked: ApiRequest) -> Response:
    table = await asked.table()
    guest = asked.caller.at(table.id)
    snapshot = snapshot_of_seat(table, guest, asked.number("seat", None))
    reach = find_reachable_address(asked.request, asked.site.listening, asked.site.address)
    frames = IncrementalFrames(table, guest, reach, asked.site.registry, *known_events(asked))
    body = encode_state_line(frames, snapshot)
    return Response(body, media_type="application/json")


def known_events(asked: ApiRequest) -> tuple[int, int]:
    """Return the number of events that the client has, and the mark of the match at that time."""
    return asked.number("since", 0) or 0, asked.number("links", 0) or 0


def encode_state_line(frames: IncrementalFrames, snapshot: Snapshot) -> bytes:
    """Encode a state as it is sent: the state of a page, with the number of events that its reader has then."""
    return frames.frame(snapshot)[:-1] + f',"told":{snapshot.log_end}}}'.encode()


async def log(asked: ApiRequest) -> dict[str, Any]:
    table = await asked.table()
    since = asked.number("since", 0) or 0
    snapshot = snapshot_of_seat(table, asked.caller.at(table.id), asked.number("seat", None))
    events = [table_frames.event_data(event, film=False) for event in snapshot.log[since : snapshot.log_end]]
    return {"events": events, "told": snapshot.log_end}


async def match_file(asked: ApiRequest) -> Response:
    """Return the match as a file that can be replayed."""
    table = await asked.table()
    data = export(table)
    return Response(socket_messages.encode_json(data), media_type="application/json")


async def replay(asked: ApiRequest) -> Response:
    """Return the position snapshots of a finished match, in the form that the board reads."""
    request: Request = asked.request
    return await replay_json(request)
