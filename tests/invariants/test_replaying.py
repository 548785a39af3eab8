"""Laws of time: replay = play, undo returns the same bytes, and dice come from their source alone."""

from __future__ import annotations

import json
import random

import pytest

import dicehouse
from dicehouse.core import Keyed
from dicehouse.engine import Position
from dicehouse.errors import CannotUndo, TapeEnded
from dicehouse.match.match import Match

from .playing import GAMES, IDS, Style, few, moments, play_something, random_match, random_settings, short


def everything(match: Match) -> tuple[object, ...]:
    """All that two equal matches share."""
    seats = (None, *range(match.players))
    return (
        match.position(),
        match.actions,
        [match.view(seat) for seat in seats],
        [match.log(seat) for seat in seats],
        [match.prompt(seat) for seat in seats],
        [match.options(seat) for seat in range(match.players)],
        match.points(),
        match.score_sheet(),
        str(match),
    )


@pytest.mark.parametrize("game_id", IDS)
def test_replay_is_play(game_id: str) -> None:
    for seed in range(few(game_id, 20)):
        *_, match = moments(game_id, seed, most=random.Random(seed).randrange(150))
        saved = match.save()
        for form in (saved, json.dumps(saved), json.dumps(saved).encode()):
            again = Match.load(form)
            assert everything(again) == everything(match)
            assert again.save() == saved


@pytest.mark.parametrize("game_id", IDS)
def test_a_loaded_match_goes_on_as_the_original_would(game_id: str) -> None:
    for seed in range(few(game_id, 8)):
        *_, match = moments(game_id, seed, most=40)
        again = Match.load(match.save())
        for _ in range(short(game_id, 40)):
            if match.over:
                break
            rng = random.Random(match.number)
            play_something(match, rng, Style(rng))
            again.play(match.actions[-1].seat, match.actions[-1].option)
        assert everything(again) == everything(match)


@pytest.mark.parametrize("game_id", IDS)
def test_without_its_secret_a_saved_match_replays_but_foretells_nothing(game_id: str) -> None:
    for seed in range(few(game_id, 10)):
        *_, match = moments(game_id, seed, most=60)
        public = match.save(secret=False)
        assert "seed" not in json.dumps(public["dice"]).replace("seeded", "")
        again = Match.load(public)
        assert everything(again) == everything(match)


@pytest.mark.parametrize("game_id", IDS)
def test_recorded_draws_replay_the_game_as_a_tape(game_id: str) -> None:
    for seed in range(few(game_id, 15)):
        *_, match = moments(game_id, seed, most=80)
        draws = [*match.deal_draws, *(draw for action in match.actions for draw in action.draws)]
        tape = dicehouse.Tape(draws)
        again = dicehouse.new(game_id, players=match.players, options=match.settings, dice=tape)
        for action in match.actions:
            again.play(action.seat, action.option)
        assert tape.left == 0
        assert again.position() == match.position()
        assert again.actions == match.actions


@pytest.mark.parametrize("game_id", IDS)
def test_a_tape_that_ends_too_early_changes_nothing(game_id: str) -> None:
    *_, match = moments(game_id, 2, most=30)
    tape = dicehouse.Tape([*match.deal_draws])
    again = dicehouse.new(game_id, players=match.players, options=match.settings, dice=tape)
    for action in match.actions:
        if action.draws:
            before = everything(again)
            with pytest.raises(TapeEnded):
                again.play(action.seat, action.option)
            assert everything(again) == before
            tape.results += action.draws
        again.play(action.seat, action.option)
    assert again.position() == match.position()


@pytest.mark.parametrize("game_id", IDS)
def test_undo_returns_the_same_bytes_and_playing_on_gives_the_same_dice(game_id: str) -> None:
    for seed in range(few(game_id, 9)):
        match, rng = random_match(game_id, seed), random.Random(seed)
        style = Style(rng)
        for _ in range(short(game_id, 70)):
            if match.over:
                break
            before = everything(match), match.save()
            play_something(match, rng, style)
            action, after = match.actions[-1], everything(match)
            others = [seat for seat in range(match.players) if seat != action.seat]
            assert not any(match.can_undo(seat) for seat in others), "only one's own last act"
            if not match.can_undo(action.seat):
                with pytest.raises(CannotUndo):
                    match.undo(action.seat)
                assert everything(match) == after
                continue
            match.undo(action.seat)
            assert (everything(match), match.save()) == before
            match.play(action.seat, action.option)
            assert everything(match) == after


@pytest.mark.parametrize("game_id", IDS)
def test_an_act_that_threw_dice_cannot_be_taken_back(game_id: str) -> None:
    for seed in range(few(game_id, 10)):
        for match in moments(game_id, seed):
            if match.actions and match.actions[-1].draws:
                seat = match.actions[-1].seat
                assert not match.can_undo(seat)
                with pytest.raises(CannotUndo):
                    match.undo(seat)
    with pytest.raises(CannotUndo):
        random_match(game_id, 0).undo(0)


@pytest.mark.parametrize("game_id", IDS)
def test_a_copied_position_is_independent(game_id: str) -> None:
    for seed in range(few(game_id, 10)):
        *_, match = moments(game_id, seed, most=40)
        kept = match.position()
        copy = Position(match.game, match._position.memory.copy())
        assert copy.tobytes() == kept
        copy.memory[:] ^= 0xFF
        assert match.position() == kept
        twin = Match.load(match.save())
        if not match.over:
            rng = random.Random(seed)
            play_something(twin, rng, Style(rng))
            assert match.position() == kept
            assert match.number == twin.number - 1


@pytest.mark.parametrize("game_id", IDS)
def test_a_seed_or_a_secret_says_all_of_the_dice(game_id: str) -> None:
    def keyed(secret: bytes = b"s" * 32, match_id: str = "table", contributions: tuple[str, ...] = ("a", "b")) -> Match:
        match = dicehouse.new(game_id, dice=Keyed(secret, match_id, contributions), match_id=match_id)
        rng = random.Random(0)
        for _ in range(short(game_id, 20)):
            play_something(match, rng, Style(rng))
            if match.over:
                break
        return match

    def dice(match: Match) -> list[int]:
        return [*match.deal_draws, *(draw for action in match.actions for draw in action.draws)]

    assert dice(keyed()) == dice(keyed())
    others = [
        keyed(secret=b"t" * 32),
        keyed(match_id="other"),
        keyed(contributions=("a", "c")),
        keyed(contributions=("ab",)),
    ]
    assert all(dice(other) != dice(keyed()) for other in others)
    for secret in (True, False):
        again = Match.load(json.dumps(keyed().save(secret=secret)))
        assert everything(again) == everything(keyed())
    assert (b"s" * 32).hex() not in json.dumps(keyed().save(secret=False))


@pytest.mark.parametrize("game_id", IDS)
def test_settings_survive_saving(game_id: str) -> None:
    for seed in range(few(game_id, 40)):
        rng = random.Random(seed)
        chosen = random_settings(GAMES[game_id], rng, GAMES[game_id].usual)
        match = dicehouse.new(game_id, options=chosen, seed=seed)
        assert chosen.items() <= match.settings.items()
        assert Match.load(json.dumps(match.save())).settings == match.settings
