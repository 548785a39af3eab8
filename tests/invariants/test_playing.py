"""Laws of play: who may act has options, options are what their text says, and nothing else is possible."""

from __future__ import annotations

import json
import random
import re

import pytest

import dicehouse
from dicehouse.core import Seeded
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.errors import BadSetting, BadThrow, IllegalOption, MatchOver, NotYourTurn, UnknownGame
from dicehouse.match.match import Match

from .playing import COMPILED, GAMES, IDS, few, moments, random_match, short

NEVER = [
    "",
    " ",
    "keep",
    "nonsense",
    "keep 7 roll",
    "-1",
    "0",
    "0x1",
    "None",
    "\0",
    "<b>roll</b>",
    "ro\u200bll",
    "r" * 5000,
]


def snapshot(match: Match) -> tuple[object, ...]:
    """All that a refused act must leave as it was."""
    return match.position(), match.save(), match.log(), match.acting(), match.number


@pytest.mark.parametrize("game_id", IDS)
def test_who_may_act_has_options_and_nobody_else(game_id: str) -> None:
    for seed in range(few(game_id, 16)):
        for match in moments(game_id, seed):
            acting = match.acting()
            assert match.over == (not acting)
            assert list(acting) == sorted(set(acting))
            for seat in range(match.players):
                assert bool(match.options(seat)) == (seat in acting)


@pytest.mark.parametrize("game_id", IDS)
def test_no_two_options_of_a_moment_share_a_text_and_each_text_is_its_own_normal_form(game_id: str) -> None:
    normal = GAMES[game_id].hooks.normal
    for seed in range(few(game_id, 16)):
        for match in moments(game_id, seed):
            for seat in match.acting():
                ids = [option.id for option in match.options(seat)]
                assert len(set(ids)) == len(ids)
                assert [normal(text) for text in ids] == ids
                assert [normal(f"  {text.upper()}  ").lower() for text in ids] == ids


@pytest.mark.parametrize("game_id", IDS)
def test_no_two_options_of_a_moment_are_reached_by_the_same_touches(game_id: str) -> None:
    for seed in range(few(game_id, 15)):
        for match in moments(game_id, seed):
            for seat in match.acting():
                paths = [option.path for option in match.options(seat)]
                assert all(paths)
                assert len(set(paths)) == len(paths)


@pytest.mark.parametrize("game_id", IDS)
def test_an_options_text_plays_that_option(game_id: str) -> None:
    """The text of the n-th option does what the n-th legal action does on the bare rules."""
    rng = random.Random(1)
    for seed in range(few(game_id, 12)):
        match = random_match(game_id, seed)
        rules, source = engine_of(match.game), match._source
        for _ in range(short(game_id, 60)):
            if match.over:
                break
            seat = rng.choice(match.acting())
            options = match.options(seat)
            index = rng.randrange(len(options))
            bare, box = Position(match.game), DiceBox()
            bare.restore(match.position())
            source.prepare(box.dice, match.number + 1)
            rules.apply(bare, seat, rules.legal(bare, seat)[index], box)
            match.play(seat, options[index].id)
            assert match.actions[-1].option == options[index].id
            assert match.actions[-1].seat == seat
            assert match.position() == bare.tobytes()


@pytest.mark.parametrize("game_id", IDS)
def test_an_illegal_option_is_refused_by_name_and_changes_nothing(game_id: str) -> None:
    for seed in range(few(game_id, 4)):
        seen = set(NEVER)
        for match in moments(game_id, seed, most=50):
            before = snapshot(match)
            for seat in match.acting():
                legal = {option.id for option in match.options(seat)}
                for text in sorted(seen - legal)[:60]:
                    with pytest.raises((IllegalOption, BadThrow)) as refusal:
                        match.play(seat, text)
                    if game_id in COMPILED or refusal.type is IllegalOption:
                        assert repr(text)[:40] in str(refusal.value)
                        assert "Legal: " in str(refusal.value)
                    assert len(str(refusal.value)) < 1200
                seen |= legal
            assert snapshot(match) == before


@pytest.mark.parametrize("game_id", IDS)
def test_what_is_no_text_is_no_option(game_id: str) -> None:
    match = random_match(game_id, 3)
    for thing in (None, 0, 1.5, True, b"roll", ["roll"], {"id": "roll"}, object()):
        with pytest.raises(IllegalOption):
            match.play(match.acting()[0], thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("game_id", IDS)
def test_a_seat_that_is_not_asked_cannot_play(game_id: str) -> None:
    for match in moments(game_id, 5, most=40):
        before = snapshot(match)
        some = match.options(match.acting()[0])[0].id if match.acting() else "anything"
        for seat in set(range(match.players)) - set(match.acting()):
            with pytest.raises(MatchOver if match.over else NotYourTurn):
                match.play(seat, some)
        assert snapshot(match) == before


@pytest.mark.parametrize("game_id", IDS)
@pytest.mark.parametrize("seat", [-1, 6, 99, 2**70, True, "0", 0.0, None])
def test_there_are_no_other_seats(game_id: str, seat: object) -> None:
    match = random_match(game_id, 4)
    text = match.options(match.acting()[0])[0].id
    with pytest.raises(NotYourTurn):
        match.play(seat, text)  # type: ignore[arg-type]
    if seat is not None:
        with pytest.raises(NotYourTurn):
            match.view(seat)  # type: ignore[arg-type]
    assert match.number == 0


@pytest.mark.parametrize("game_id", IDS)
def test_after_the_end_nothing_can_be_played_and_the_win_is_shared_out(game_id: str) -> None:
    ended = 0
    for seed in range(few(game_id, 48)):
        *_, match = moments(game_id, seed, most=250, whole=True)
        assert len(match.points()) == len(match.returns()) == match.players
        if not match.over:
            assert set(match.returns()) == {0.0}
            continue
        ended += 1
        lost_alone = match.players == 1 and match.returns() == [0.0]  # to an opponent that has no seat
        assert lost_alone or sum(match.returns()) == pytest.approx(1)
        assert match.acting() == ()
        with pytest.raises(MatchOver):
            match.play(0, "roll")
    assert ended > (4 if game_id in COMPILED else 0)


@pytest.mark.parametrize("game_id", IDS)
def test_all_that_is_shown_is_plain_data_in_words(game_id: str) -> None:
    names = ["Ana", "Ben", "Caro", "Dag", "Eva", "Finn"]
    for seed in range(few(game_id, 10)):
        for match in moments(game_id, seed, most=80):
            for seat in (None, *range(match.players)):
                json.dumps(match.view(seat), allow_nan=False)
                prompt = match.prompt(seat)
                assert prompt.title and "{" not in prompt.title + prompt.detail
            for seat in match.acting():
                for option in match.options(seat):
                    assert option.label and option.label == option.label.strip()
                    said = option.named(names[: match.players])
                    assert not re.search(r"[{}]|player \d", said.label + said.note, re.IGNORECASE), "seats are named"
                    json.dumps(dict(option.facts), allow_nan=False)
        for event in match.log():
            assert event.kind
            json.dumps(dict(event.facts), allow_nan=False)
            sentence = event.sentence(names)
            assert sentence.strip() and "{" not in sentence and "}" not in sentence
        assert str(match).strip()
        json.dumps(match.score_sheet(), allow_nan=False)
        json.dumps(match.save(), allow_nan=False)


@pytest.mark.parametrize("game_id", IDS)
def test_a_reaction_names_an_option_to_let_things_pass(game_id: str) -> None:
    for seed in range(few(game_id, 15)):
        for match in moments(game_id, seed):
            for seat in range(match.players):
                reaction = match.reaction(seat)
                if reaction is not None:
                    assert seat in match.acting()
                    assert reaction.pass_option in {option.id for option in match.options(seat)}
                    assert reaction.moment in ("during", "end")
                    assert isinstance(reaction.stake, int) and reaction.stake >= 0
                    assert isinstance(reaction.lead, bool)


@pytest.mark.parametrize("game_id", IDS)
def test_what_is_shown_is_a_copy(game_id: str) -> None:
    match = random_match(game_id, 6)
    before = snapshot(match)
    for seat in (None, *range(match.players)):
        spoil(match.view(seat))
    spoil(match.save())
    match.log().clear()
    match.options(match.acting()[0]).clear()
    assert snapshot(match) == before


def spoil(data: object) -> None:
    if isinstance(data, dict):
        for value in data.values():
            spoil(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            spoil(value)
        data.clear()


def test_an_unknown_game_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match="dice-ocalypse"):
        dicehouse.new("dice-ocalypze", players=2)


@pytest.mark.parametrize("game_id", IDS)
def test_seed_and_dice_together_are_refused(game_id: str) -> None:
    with pytest.raises(BadSetting):
        dicehouse.new(game_id, seed=1, dice=Seeded(2))
