"""Laws of the hidden: what a seat cannot know makes no difference to anything it can see."""

from __future__ import annotations

import json

import pytest

from dicehouse.kit import DiceBox, Position, Seeded, engine_of
from dicehouse.match import Match

from .playing import IDS, few, moments

NAMES = ["Ana", "Ben", "Caro", "Dag", "Eva", "Finn"]


def redealt(match: Match, seat: int, number: int, data: bytes | None = None) -> Position:
    """The match's position (or that of `data`) with all that `seat` cannot know drawn anew."""
    position, box = Position(match.game), DiceBox()
    position.restore(data or match.position())
    Seeded(number).prepare(box.dice, number)
    engine_of(match.game).redeal(position, seat, box)
    return position


def sight(match: Match, position: Position, seat: int) -> list[object]:
    """All that reaches a seat: view, options, prompt, reaction, what may be done, and the size of it."""
    game, rules = match.game, engine_of(match.game)
    acting = rules.acting(position)
    view = game.hooks.view(position.state, seat, acting, match.log(seat))
    options = (
        [game.hooks.describe(position.state, seat, a) for a in rules.legal(position, seat)] if seat in acting else []
    )
    prompt = game.hooks.prompt(position.state, seat, acting, NAMES[: match.players])
    reaction = game.hooks.reaction(position.state, seat) if seat in acting else None
    return [view, options, prompt, reaction, seat in acting, rules.over(position), len(json.dumps(view))]


@pytest.mark.parametrize("game_id", IDS)
def test_a_view_that_is_said_to_be_the_same_for_all_is(game_id: str) -> None:
    for match in moments(game_id, 3, most=200):
        if match.game.hooks.SAME_FOR_ALL:
            assert all(match.view(seat) == match.view(None) for seat in range(match.players))


@pytest.mark.parametrize("game_id", IDS)
def test_a_seat_cannot_tell_a_redealt_position_from_the_real_one(game_id: str) -> None:
    for seed in range(few(game_id, 16)):
        for match in moments(game_id, seed, most=90):
            for seat in range(match.players):
                real = Position(match.game)
                real.restore(match.position())
                assert sight(match, redealt(match, seat, match.number), seat) == sight(match, real, seat)


@pytest.mark.parametrize("game_id", IDS)
def test_redealing_leaves_the_real_position_alone_and_a_position_that_can_be_played_on(game_id: str) -> None:
    for seed in range(few(game_id, 10)):
        for match in moments(game_id, seed, most=60):
            kept = match.position()
            for seat in range(match.players):
                position, rules, box = redealt(match, seat, seed), engine_of(match.game), DiceBox()
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
    for seed in range(few(game_id, 40)):
        before = b""
        for match in moments(game_id, seed, most=90):
            if match.actions and match.can_undo(seat := match.actions[-1].seat):
                seen = sight(match, match._position, seat)
                for number in range(3):
                    other = played_on_a_redeal(match, before, number)
                    assert sight(match, other, seat) == seen, f"{match.actions[-1].option} showed something"
            before = match.position()


def played_on_a_redeal(match: Match, before: bytes, number: int) -> Position:
    """The last action of the match once more, after all that its seat could not know was drawn anew."""
    action, rules, box = match.actions[-1], engine_of(match.game), DiceBox()
    position = redealt(match, action.seat, number, before)
    actions = rules.legal(position, action.seat)
    texts = [match.game.hooks.describe(position.state, action.seat, a).id for a in actions]
    Seeded(number).prepare(box.dice, match.number)
    rules.apply(position, action.seat, actions[texts.index(action.option)], box)
    return position
