"""Check that the shortcuts of the sensible player of Baron Voodoo don't change what it sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.core import strict
from dicehouse.core.action_list import Actions
from dicehouse.engine import Position
from dicehouse.engine.entry_points import ACTIONS_DTYPE
from dicehouse.games import find
from dicehouse.games.baron_voodoo.ai import action_values, board_masks, position_value, set_values
from dicehouse.games.baron_voodoo.rules import combos, solo_opponent
from dicehouse.games.baron_voodoo.rules.action_codes import COLOUR_COMBO, ICON_COMBO, JUMP
from dicehouse.games.baron_voodoo.rules.board import DIE, legal_jumps, space_beyond
from dicehouse.games.baron_voodoo.rules.power_erzulie_freda import is_single, swap_spaces
from dicehouse.games.baron_voodoo.rules.state import BARON, KINDS, N_FACES, NO_SEAT, SPACES

GAME = find("baron-voodoo")
look, best_take, prey, future = (
    board_masks.fill_masks,
    board_masks.best_take,
    board_masks.capturable_spaces,
    action_values.future_value,
)


def looked_at(state: Any, memo: list[float]) -> list[int]:
    """Return the board as the player sees it."""
    found = [0] * board_masks.SEEN
    look(state, found, memo)
    return found


def captures(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return, by the rules, the spaces whose top dice may be captured, and these dice."""
    actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
    legal_jumps(state, seat, actions)
    jumps = [actions.item[i] for i in range(actions.count)]
    over = [space_beyond(state, JUMP.space(jump), JUMP.direction(jump), 1) for jump in jumps]
    return [(space, state.board[space] & DIE) for space in over]


def positions(players: int, **options: Any) -> Iterator[Any]:
    """Yield positions of a few random games, each with a memo in which captures have some value."""
    rng = random.Random(7)
    for seed in range(3):
        match = dicehouse.new(GAME.id, players=players, seed=seed, options={"loas": "random", **options})
        while not match.over:
            if rng.random() < 0.2:
                state = Position(GAME, np.frombuffer(match.position(), np.uint8).copy()).state
                memo = [0.0] * position_value.MEMO
                for seat in range(state.n_players):
                    gains = [round(rng.uniform(0, 6), 1) for _ in range(KINDS)]
                    start = position_value.GAIN.of(seat, 0)
                    memo[start : start + KINDS] = gains
                    memo[position_value.MOST.of(seat)] = max(gains)
                yield state, memo, rng
            seat = match.acting()[0]
            match.play(seat, rng.choice(match.options(seat)).id)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {}), (4, {"pairing": "yt-rp"}), (1, {})])
def test_what_is_not_looked_at_to_the_end_could_not_have_been_more(players: int, options: dict[str, Any]) -> None:
    shortened = 0
    for state, memo, rng in positions(players, **options):
        seat = state.player if state.player >= 0 else 0
        memo[position_value.CHANCE] = action_values.next_chance(state, seat)
        board = looked_at(state, memo)
        whole = future(state, seat, -position_value.MUCH, board, memo)
        least = whole + rng.uniform(-4, 4)
        found = future(state, seat, least, board, memo)
        assert found == whole or whole <= found <= least
        shortened += found != whole
    assert shortened or players == 1


def test_what_the_baron_takes_next_is_what_he_takes() -> None:
    seen = 0
    for state, memo, _ in positions(1, solo_level=2, directions=8):
        jump, wanted = solo_opponent.best_jump(state), 0.0
        if jump != NO_SEAT:
            over = solo_opponent.space_beyond(state, JUMP.space(jump), JUMP.direction(jump), 1)
            wanted = memo[position_value.GAIN.of(BARON, state.board[over] & DIE)]
        assert best_take(state, BARON, looked_at(state, memo), memo) == wanted
        seen += jump != NO_SEAT
    assert seen


def test_nothing_that_may_be_captured_is_worth_more_than_the_most() -> None:
    for state, memo, _ in positions(4, pairing="yr-tp"):
        for seat in range(4):
            position_value.survey_position(state, memo)
            position_value.appraise_for_seat(state, seat, False, memo)
            start = position_value.GAIN.of(seat, 0)
            assert max(0.0, *memo[start + 1 : start + KINDS]) == memo[position_value.MOST.of(seat)]


@pytest.mark.parametrize(("players", "options"), [(2, {"directions": 8}), (4, {"pairing": "yt-rp"}), (1, {})])
def test_what_is_seen_to_be_captured_is_what_the_rules_allow(players: int, options: dict[str, Any]) -> None:
    some = 0
    for state, memo, _ in positions(players, **options):
        board = looked_at(state, memo)
        for seat in range(1 if state.solo else state.n_players):
            taken = captures(state, seat)
            assert prey(state, seat, board) == sum(1 << space for space in {space for space, _ in taken})
            gains = [memo[position_value.GAIN.of(seat, die)] for _, die in taken]
            assert best_take(state, seat, board, memo) == max(gains, default=0.0)
            some += len(taken)
    assert some


def test_what_was_seen_follows_every_change_of_the_board() -> None:
    for state, memo, rng in positions(2):
        board = looked_at(state, memo)
        for _ in range(5):
            space = rng.randrange(SPACES)
            state.board[space] = rng.choice([0, state.board[rng.randrange(SPACES)]])
            board_masks.update_space(state, space, board)
        assert board == looked_at(state, memo)


def test_what_a_swap_brings_within_reach_is_told_before_it_is_made() -> None:
    changed = 0
    for state, memo, rng in positions(3, directions=8):
        state.players[2].guarded = True
        board = looked_at(state, memo)
        single = [space for space in range(SPACES) if is_single(state, space)]
        if len(single) < 2:
            continue
        one, other = rng.sample(single, 2)
        own, kept = board_masks.spaces_of_colour(state.players[0].loa, board), board_masks.protected_spaces(0, board)
        before = prey(state, 0, board)
        told = board_masks.spaces_within_reach(
            state,
            action_values.mask_after_swap(own, one, other),
            action_values.mask_after_swap(kept, one, other),
            board,
        )
        swap_spaces(state, one, other)
        assert told == prey(state, 0, looked_at(state, memo))
        changed += told != before
    assert changed


@pytest.mark.parametrize("points", ["3-5-8-12", "cap4"])
def test_the_largest_set_is_as_large_as_the_largest_combo(points: str) -> None:
    rng = random.Random(3)
    match = dicehouse.new(GAME.id, players=2, seed=1, options={"combos": points})
    options = Position(GAME, np.frombuffer(match.position(), np.uint8).copy()).state.options
    for _ in range(300):
        layers, count = [0] * set_values.LAYERS, [0] * KINDS
        for _ in range(rng.randrange(14)):
            die = rng.choice([rng.randrange(1, KINDS), rng.randrange(25, KINDS)])
            set_values.add_die(layers, die)
            count[die] += 1
        found, kinds = [0] * 4096, [0] * N_FACES
        number = combos.list_combos(options, count, found, 0, len(found))
        assert all(combo in ICON_COMBO or combo in COLOUR_COMBO for combo in found[:number])
        largest = max((combos.combo_dice(combo, kinds) for combo in found[:number]), default=0)
        size = set_values.set_size(set_values.largest_set(options, layers))
        assert size == largest or (largest == 0 and size < combos.LEAST)


def test_a_zone_is_worth_as_much_whether_it_was_asked_before_or_not() -> None:
    rng, memo = random.Random(5), [0.0] * position_value.MEMO
    match = dicehouse.new(GAME.id, players=2, seed=1)
    options = Position(GAME, np.frombuffer(match.position(), np.uint8).copy()).state.options
    for _ in range(600):
        dice, time = [rng.randrange(1, 9) for _ in range(rng.randrange(5))], rng.choice([0.0, 0.5])
        asked = []
        for _ in range(3):
            layers = [0] * set_values.LAYERS
            for die in dice:
                set_values.add_die(layers, die)
            known = len(asked) < 2
            asked.append(
                position_value.remembered_zone_value(options, layers, time, memo)
                if known
                else set_values.zone_worth(options, layers, time)
            )
        assert len(set(asked)) == 1
