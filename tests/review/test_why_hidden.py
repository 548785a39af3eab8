"""Check that no sentence about a mistake uses anything that its player could not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dicehouse.core import Seeded
from dicehouse.core.option import fill_names
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.review.mistake_reasons import explain_mistake
from dicehouse.review.reviewed_match import collect_moves
from dicehouse.review.turn_outlook import TurnSearch, compare_outlooks

from .reviewed_games import Mistake, mistakes_in, reviewed

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("why")]  # reviews are made once for all of these tests

GAMES = {
    "dice-ocalypse": (("random", "greedy"), (1,), 8_000),
    "deck-o-dice": (("random", "random"), (5, 6), 2_000),
    "dicetopia": (("pip", "random"), (2,), 3_000),
}
TIMES = 5


def resampled(mistake: Mistake, number: int) -> Position:
    """Return the position before a mistake with everything redealt that its player could not know."""
    before = mistake.before
    other, box = Position(before.game, np.frombuffer(before.position(), np.uint8).copy()), DiceBox(written=False)
    Seeded("other").prepare(box.dice, number)
    engine_of(before.game).resample_hidden(other, mistake.seat, box)
    return other


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_sentence_is_the_same_whatever_is_hidden(game: str) -> None:
    names, seeds, simulations = GAMES[game]
    said = changed = 0
    for seed in seeds:
        for mistake in mistakes_in(*reviewed(game, names, seed, simulations)):
            if mistake.row.why_you is None:
                continue
            said += 1
            before, seat = mistake.before, mistake.seat
            actions = {option.id: action for option, action in before._legal_options(seat)}
            chosen, better = actions[mistake.row.option], actions[mistake.better]
            for number in range(TIMES):
                other = resampled(mistake, number)
                changed += other.tobytes() != before.position()
                text = before.game.hooks.explain_mistake(other.state, seat, chosen, better, True)
                text = text or compare_outlooks(
                    TurnSearch(before.game, before.players), other.tobytes(), seat, chosen, better, True
                )
                assert fill_names(text, before.names) == mistake.row.why_you
    assert said and (changed or game != "dicetopia"), "nothing was hidden"


def test_a_sentence_that_tells_a_hidden_thing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match, found = reviewed("dicetopia", ("pip", "random"), 2, 3_000)
    whole = collect_moves(match)
    row = next(each.row for each in mistakes_in(match, found) if each.row.number > 3)
    move = next(move for move in whole.moves if move.number == row.number)

    def tell(seat: int) -> Any:
        return lambda state, *rest: f"The Missions are {state.players[seat].hand}."

    monkeypatch.setattr(match.game.hooks, "explain_mistake", tell(1 - move.seat))
    assert explain_mistake(whole, move, move.action) == (None, None)
    monkeypatch.setattr(match.game.hooks, "explain_mistake", tell(move.seat))
    assert explain_mistake(whole, move, move.action)[0] is not None, "players know their own Missions"
