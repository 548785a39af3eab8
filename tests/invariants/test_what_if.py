"""A match played on from one of its decisions: what its seat saw stays, what it could not know is dealt anew."""

from __future__ import annotations

import json
import random

import pytest

from dicehouse.core import Keyed, Seeded
from dicehouse.errors import BadMatch
from dicehouse.games import all_games, find
from dicehouse.match.fork import MAX_FORK_DEPTH
from dicehouse.match.match import Match, new
from dicehouse.match.serialization import list_fork_points, truncate_history
from dicehouse.server import verify

GAMES = sorted(all_games())
THROWS = 14  # of a game that measures them


def keyed(name: str) -> Keyed:
    secret = name.encode().ljust(32, b".")
    return Keyed(secret, verify.table_id(Keyed(secret, "").commitment), ["a", "b"])


def played(game: str, seed: int) -> Match:
    dice = keyed(f"{game}{seed}")
    memory = {"memory": True} if any(s.key == "memory" for s in find(game).settings) else {}
    match = new(game, players=2, dice=dice, match_id=dice.match_id, options=memory)
    play_on(match, seed)
    return match


def play_on(match: Match, seed: int) -> None:
    chance, most = random.Random(seed), match.number + (THROWS if match.game.engine else 10_000)
    while not match.over and match.number < most:
        seat = chance.choice(match.acting())
        match.play(seat, chance.choice(match.options(seat)).id)


def at(match: Match, number: int) -> Match:
    return Match.load(truncate_history(match.save(), number))


@pytest.mark.parametrize("game", GAMES)
def test_a_what_if_begins_with_what_its_seat_saw_and_is_replayed_from_its_record(game: str) -> None:
    match = played(game, 3)
    for part in (0.0, 0.6):
        number = int(part * match.number)
        then = at(match, number)
        seat = then.acting()[-1]
        dice = keyed(f"what if {part}")
        onward = match.fork(number, seat, dice=dice, match_id=dice.match_id)
        then = at(match, onward.number)
        assert onward.view(seat) == then.view(seat) and onward.prompt(seat) == then.prompt(seat)
        assert [o.id for o in onward.options(seat)] == [o.id for o in then.options(seat)]
        assert onward.log(seat)[:-1] == then.log(seat) and onward.log(None)[-1].text.startswith("What if")
        assert not any(onward.can_undo(each) for each in range(2)), "what came before is not taken back"
        play_on(onward, 5)
        saved = json.loads(json.dumps(onward.save()))
        again = Match.load(saved)
        assert again.position() == onward.position() and again.log(seat) == onward.log(seat)
        assert list_fork_points(saved["dice"]) == [(then.number, seat)]
        assert verify.faults({**saved, "over": True}) == [], "as if at its end: before it nobody publishes a secret"
        if onward.over:
            assert onward.story().lines


def hidden_hands() -> Match:
    match = new("dicetopia", players=3, seed=8)
    play_on(match, 2)
    return match


def test_hidden_cards_are_dealt_anew_for_others_alone_and_from_the_new_dice() -> None:
    match = hidden_hands()
    number = match.number // 2
    then = at(match, number)
    seat = then.acting()[0]
    others = [other for other in range(3) if other != seat]
    hands = [[match.fork(number, seat, dice=Seeded(n)).view(s) for s in range(3)] for n in range(6)]
    assert all(views[seat] == then.view(seat) for views in hands)
    for other in others:
        assert len({json.dumps(views[other]) for views in hands}) > 1
    onward = match.fork(number, seat)
    for other in others:
        assert all(event in onward.log(None) for event in onward.log(other)), "what others were told need not be true"


def test_a_changed_record_is_found_before_and_where_it_begins() -> None:
    first, dice = played("dicetopia", 4), keyed("changed")
    seat = at(first, 6).acting()[0]
    saved = {**first.fork(6, seat, dice=dice, match_id=dice.match_id).save(), "over": True}
    anew = saved["dice"]["before"]["anew"]
    assert anew and saved["deal"] and verify.faults(saved) == []
    kept = anew[0][0]
    anew[0][0] = kept % anew[0][1] + 1
    assert len(verify.faults(saved)) == 1
    with pytest.raises(BadMatch, match="dealt anew"):
        Match.load(saved)
    anew[0][0] = kept
    saved["deal"][0][0] = saved["deal"][0][0] % saved["deal"][0][1] + 1
    assert len(verify.faults(saved)) == 1


def test_only_who_was_asked_can_play_on_and_the_same_question_is_asked_once() -> None:
    match = played("dice-ocalypse", 6)
    seat = at(match, 10).acting()[0]
    with pytest.raises(BadMatch, match="had nothing to decide"):
        match.fork(10, 1 - seat)
    for number in (-1, match.number + 1):
        with pytest.raises(BadMatch, match="no moment"):
            match.fork(number, seat)
    with pytest.raises(BadMatch, match="had nothing to decide"):
        match.fork(match.number, seat)
    onward = match.fork(10, seat)
    for _ in range(3):
        onward = onward.fork(onward.number, seat)
    assert list_fork_points(onward.save()["dice"]) == [(10, seat)]


def test_what_ifs_of_what_ifs_end_somewhere() -> None:
    match = new("dice-ocalypse", players=2, seed=7)
    for _ in range(MAX_FORK_DEPTH):
        match = a_little_later(match.fork(match.number, match.acting()[0]))
    with pytest.raises(BadMatch, match="deep"):
        match.fork(match.number, match.acting()[0])


def a_little_later(match: Match) -> Match:
    for _ in range(3):
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)
    return match


GOOD = {"number": 2, "seat": 0, "dice": {"kind": "seeded", "seed": 1}}


@pytest.mark.parametrize(
    "before",
    [
        {},
        5,
        GOOD | {"number": 10**9},
        GOOD | {"seat": 9},
        GOOD | {"seat": -1},
        GOOD | {"anew": "x"},
    ],
)
def test_a_hostile_record_is_refused(before: object) -> None:
    match = new("dice-ocalypse", players=2, seed=1)
    for _ in range(4):
        seat = match.acting()[0]
        match.play(seat, match.options(seat)[0].id)
    saved = match.save()
    with pytest.raises(BadMatch):
        Match.load({**saved, "dice": {**saved["dice"], "before": before}})
