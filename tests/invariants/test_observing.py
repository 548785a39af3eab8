"""Laws of what learners see: the same hiding as the view's, within bounds, and as much as the view tells."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from dicehouse.core import Game
from dicehouse.engine import Position, engine_of
from dicehouse.engine.observation_encoder import action_space
from dicehouse.envs import ObservationEncoder
from dicehouse.match.match import Match

from .hidden import redealt
from .playing import COMPILED, GAMES, moments

# Parts of views that are no facts of the position: words, what follows from the rest, and what only the log knows.
LEFT_OUT: dict[str, Callable[[dict[str, Any]], None]] = {}


def leave_out(game_id: str, *paths: str) -> None:
    """Keys of a view, by their path; a list stands for each of its items."""

    def prune(view: Any) -> None:
        for path in paths:
            _drop(view, path.split("."))

    LEFT_OUT[game_id] = prune


def _drop(view: Any, path: list[str]) -> None:
    if isinstance(view, list):
        for item in view:
            _drop(item, path)
    elif isinstance(view, dict):
        if len(path) == 1:
            view.pop(path[0], None)
        else:
            _drop(view.get(path[0]), path[1:])


leave_out("dice-ocalypse", "kept", "seats.barred", "seats.place", "final.first")
leave_out(
    "dicetopia",
    *("areas.action", "areas.line", "areas.strength", "areas.leaders", "areas.lead", "areas.stars", "areas.core"),
    *("areas.dice", "seats.total", "seats.parts", "hand.now", "dome.matches", "stock.value"),
)
leave_out(
    "baron-voodoo", "steps", "last", "combos", "best_split", "powers", "sides.spirit", "sides.best_final", "baron"
)
leave_out("deck-o-dice", "odds", "sides.printed", "points_note")


@cache
def sight_of(game: Game, information: Any) -> ObservationEncoder:
    return ObservationEncoder(game, information, scaled=False)


def seen(match: Match, seat: int, data: bytes | None = None, information: Any = "seen") -> np.ndarray[Any, Any]:
    """What a seat sees of the match's position, or of that of `data`, as whole numbers."""
    sight = sight_of(match.game, information)
    position = Position(match.game, np.frombuffer(data or match.position(), np.uint8).copy())
    return sight.encode_position(position, seat)


def facts(match: Match, seat: int) -> str:
    """The view without what is no fact of the position."""
    view = json.loads(json.dumps(match.view(seat)))
    LEFT_OUT.get(match.game.id, lambda view: None)(view)
    return json.dumps(view, sort_keys=True)


@pytest.mark.parametrize("game_id", COMPILED)
def test_a_seat_sees_the_same_in_all_positions_that_it_cannot_tell_apart(game_id: str) -> None:
    told = 0
    for seed in range(8):
        for match in moments(game_id, seed, most=60):
            for seat in range(match.players):
                data = redealt(match, seat, match.number)
                for information in ("seen", "recall"):
                    one, other = seen(match, seat, None, information), seen(match, seat, data, information)
                    assert one.tolist() == other.tolist(), f"{information}: seat {seat} can tell a redealt position"
                if data != match.position():
                    told += 1
                    one, other = seen(match, seat, None, "all"), seen(match, seat, data, "all")
                    assert one.tolist() != other.tolist(), f"seat {seat}: a secret is in no plane"
    assert told > 5 or "redeal" not in GAMES[game_id].hooks.own


@pytest.mark.parametrize("game_id", COMPILED)
def test_what_a_seat_sees_changes_when_its_view_does(game_id: str) -> None:
    for seed in range(8):
        views: dict[bytes, str] = {}
        for match in moments(game_id, seed, most=120):
            if not match.over:
                for seat in range(match.players):
                    key = bytes([seat]) + seen(match, seat).tobytes()
                    view = facts(match, seat)
                    assert views.setdefault(key, view) == view, _apart(json.loads(views[key]), json.loads(view))


def _apart(one: Any, other: Any, path: str = "") -> str:
    """The first place where two views differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs: Any = ((f"{path}.{key}", one[key], other[key]) for key in one)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = ((f"{path}[{i}]", *pair) for i, pair in enumerate(zip(one, other, strict=True)))
    else:
        return f"{path}: {one} and {other} look the same"
    return next(_apart(a, b, where) for where, a, b in pairs if a != b)


@pytest.mark.parametrize("game_id", COMPILED)
def test_what_is_seen_stays_within_what_the_planes_say(game_id: str) -> None:
    sight = sight_of(GAMES[game_id], "all")
    for seed in range(8):
        for match in moments(game_id, seed, most=120):
            for seat in {match.number % match.players, *match.acting()}:
                row = seen(match, seat, None, "all")
                wrong = np.flatnonzero((row < sight.low) | (row > sight.high) | (row != np.round(row)))
                assert not len(wrong), f"{_name(sight, int(wrong[0]))} is {row[wrong[0]]}"


def _name(sight: ObservationEncoder, place: int) -> str:
    return next(name for name, where in sight.plane_slices.items() if where.start <= place < where.stop)


@pytest.mark.parametrize("game_id", COMPILED)
def test_every_action_has_its_place(game_id: str) -> None:
    game = GAMES[game_id]
    space = action_space(game)
    assert space.places[space.numbers].tolist() == list(range(len(space.numbers)))
    for seed in range(8):
        for match in moments(game_id, seed, most=120):
            position = Position(game, np.frombuffer(match.position(), np.uint8).copy())
            for seat in match.acting():
                for action in engine_of(game).legal(position, seat):
                    assert space.numbers[space.places[action]] == action
                    assert space.places[action] >= 0


def test_a_game_that_hides_things_shows_its_fields_without_what_is_hidden() -> None:
    """Without an `observe` of its own: what the seat can't know is 0, and a resampled position looks the same."""
    liars = _without(GAMES["liars-dice"], "observe")
    encoder, everything = ObservationEncoder(liars), ObservationEncoder(liars, "all")
    hidden = 0
    for seed in range(4):
        for match in moments(GAMES["liars-dice"], seed, most=30):
            position = Position(liars, np.frombuffer(match.position(), np.uint8).copy())
            state = position.state
            for seat in range(match.players):
                row = encoder.encode_position(position, seat)
                cups = np.rint(encoder.plane(row, "cups") * 127).reshape(6, 5)
                real = np.array([[state.cups[other, i] for i in range(5)] for other in range(6)])
                assert (cups[seat] == real[seat]).all()
                if not state.open:
                    hidden += sum((cups[other] != real[other]).any() for other in range(match.players) if other != seat)
                    again = Position(liars, np.frombuffer(redealt(match, seat, 5), np.uint8).copy())
                    assert (encoder.encode_position(again, seat) == row).all()
                shown = np.rint(everything.plane(everything.encode_position(position, seat), "cups") * 127)
                assert (shown.reshape(6, 5) == real).all()
    assert hidden > 50


def _without(game: Game, name: str) -> Game:
    other = copy.copy(game)
    other.__dict__.pop("hooks", None)
    other.hooks.own = other.hooks.own - {name}
    return other
