"""Laws of the hidden: what a seat cannot know makes no difference to anything it can see."""

from __future__ import annotations

import pytest

from dicehouse.core import Seeded
from dicehouse.engine import DiceBox, Position, engine_of

from .hidden import LAWS, observation_of, redealt, twin
from .playing import GAMES, IDS, few, moments


@pytest.mark.parametrize("game_id", IDS)
@pytest.mark.parametrize("law", LAWS)
def test_a_secret_is_kept(law: str, game_id: str) -> None:
    LAWS[law](GAMES[game_id])


@pytest.mark.parametrize("game_id", IDS)
def test_what_play_returns_is_what_the_seat_may_know(game_id: str) -> None:
    for seed in range(few(game_id, 12)):
        match = next(moments(game_id, seed))
        for _ in range(few(game_id, 24)):
            if match.over:
                break
            seat, before = match.acting()[-1], match.n_events
            told = match.play(seat, match.options(seat)[-1].id)
            assert told == match.log(seat, since=before) == [e for e in match._events[before:] if e.known_to(seat)]


@pytest.mark.parametrize("game_id", IDS)
def test_redealing_leaves_the_real_position_alone_and_a_position_that_can_be_played_on(game_id: str) -> None:
    for seed in range(few(game_id, 10)):
        for match in moments(game_id, seed, most=60):
            kept = match.position()
            for seat in range(match.players):
                position, rules, box = Position(match.game), engine_of(match.game), DiceBox()
                position.restore(redealt(match, seat, seed))
                for step in range(few(game_id, 12)):
                    if rules.over(position):
                        break
                    actor = rules.acting(position)[0]
                    actions = rules.legal(position, actor)
                    box.clear()
                    Seeded(seed).prepare(box.dice, step)
                    rules.apply(position, actor, actions[step % len(actions)], box)
            assert match.position() == kept


@pytest.mark.parametrize("game_id", IDS)
def test_an_act_that_can_be_taken_back_has_shown_its_seat_nothing(game_id: str) -> None:
    """Else one could look, take it back, and choose again: what follows must not depend on what was hidden."""
    for seed in range(few(game_id, 16)):
        before = b""
        for match in moments(game_id, seed, most=60):
            if match.actions and match.can_undo(seat := match.actions[-1].seat):
                redeals = {redealt(match, seat, number, before) for number in range(2)} - {before}
                seen = observation_of(match, seat) if redeals else {}
                for data in redeals:
                    other = twin(match, data)
                    other.actions.pop(), other._history.pop()
                    del other._events[match._history[-1].events :]
                    other.play(seat, match.actions[-1].option)
                    assert observation_of(other, seat) == seen, f"{match.actions[-1].option} showed something"
            before = match.position()
