"""Check what the net of Dice-ocalypse! estimates between two turns."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import dicehouse
from bench.race_positions import STATE, Table, comes_of, looked_at, played
from bench.small_net import softmax
from dicehouse import bots
from dicehouse.bots.search_bot import SearchBot
from dicehouse.core import Seeded
from dicehouse.engine import Position
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.engine.position_rollouts import NO_OBSERVER, Rollouts
from dicehouse.games.dice_ocalypse.ai.odds_tables import FIGURES
from dicehouse.games.dice_ocalypse.ai.value_net import Figure, value_estimate
from dicehouse.match.match import Match
from dicehouse.records.record import Bytes

PLAYERS = 3
SEED = 20_261_125


def table(players: int = PLAYERS, **settings: object) -> Match:
    return dicehouse.new("dice-ocalypse", players=players, seed=1, options=settings)


def positions(match: Match, games: int) -> Iterator[Bytes]:
    return (state for _, state, _ in played(match, games, SEED))


def shares(match: Match, state: Bytes) -> np.ndarray:
    out = np.zeros(16)
    memo = make_policy_memo(match.game, match.players, match.settings)
    assert value_estimate(Position(match.game, state.copy()).state, memo, out)
    return out[: match.players]


@pytest.mark.parametrize("players", [2, 4])
def test_what_comes_of_a_position_is_nearer_to_it_than_to_what_cards_are_worth_on_average(players: int) -> None:
    table, n = Table(players), 60
    seen = looked_at(table, 24, SEED)
    said, plain = comes_of(table, seen.states, SEED, 1, turns=0), softmax(seen.plain)
    most = np.argsort(((said - plain) ** 2).sum(1))[-24:]  # there few futures tell which of the two is right
    came = comes_of(table, seen.states[most], SEED, n)
    chance = (came * (1 - came)).mean() / (n - 1)
    off, plain_off = (((each[most] - came) ** 2).mean() - chance for each in (said, plain))
    assert off < plain_off * 0.75


def test_there_is_room_in_the_memo_for_all_that_it_sees() -> None:
    assert max(Figure) + 1 == FIGURES


def test_seats_have_no_favourites() -> None:
    """Whoever moves one seat on, with all that is theirs, takes their chance along."""
    match = table()
    for state in positions(match, 3):
        before = shares(match, state)
        moved = state.copy()
        record = moved.view(STATE)[0]
        record["players"][:PLAYERS] = np.roll(record["players"][:PLAYERS], 1)
        for name in ("player", "zombie", "left_behind"):
            if record[name] >= 0:
                record[name] = (record[name] + 1) % PLAYERS
        assert shares(match, moved) == pytest.approx(np.roll(before, 1), abs=1e-9)


def test_compiled_it_says_the_same() -> None:
    match = table()
    futures = Rollouts(match.game, match.players, match.settings, 1)
    for state in positions(match, 3):
        position = state.tobytes()
        until = futures.count_turns(position)
        compiled = futures.play_until_turn(position, 0, 1, [], NO_OBSERVER, until, use_estimate=True)[1][0, :PLAYERS]
        assert shares(match, state) == pytest.approx(compiled, abs=1e-12)


def test_points_are_worth_having() -> None:
    match = table(2)
    for state in positions(match, 20):
        richer = state.copy()
        player = richer.view(STATE)[0]["players"][0]
        if player["total"] <= 9_000:
            player["total"] += 1_000
            player["opened"] = True
            assert shares(match, richer)[0] > shares(match, state)[0]


def test_a_search_strikes_before_it_is_too_late() -> None:
    """Whoever crosses can't be struck any more: a turn that ends so near to the target may be the last chance."""
    ended = 0
    for seed in range(8):
        match = dicehouse.Match.set_up(
            "dice-ocalypse",
            players=2,
            totals=[5_300, 9_100],
            player=1,
            hands=[["do-or-die"], []],
            immunity=[False, False],
            dice=Seeded(seed),
        )
        rival, bot, choice = bots.make("sensible", match.game, seed=seed), SearchBot("search:2000", seed), ""
        while match.view()["player"] == 1 and not match.over and choice != "do-or-die":
            seat = match.acting()[0]
            ends = match.view()["phase"] == "react-end"
            choice = (rival if seat else bot).choose(match, seat)
            assert seat or not ends or choice == "do-or-die"
            ended += choice == "do-or-die"
            match.play(seat, choice)
    assert ended >= 5


def test_without_cards_it_has_nothing_to_say() -> None:
    """There the race is solved, or counted from the totals."""
    match = table(special_cards=False)
    memo, out, other = make_policy_memo(match.game, PLAYERS, match.settings), np.zeros(16), np.zeros(16)
    state = Position(match.game, np.frombuffer(match.position(), np.uint8).copy()).state
    assert value_estimate(state, memo, out)
    memo[-1000:] = 0.0  # among them all weights
    assert value_estimate(state, memo, other) and (out == other).all()
