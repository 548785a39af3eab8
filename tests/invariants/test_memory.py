"""Laws of what is sealed, seen by one alone, or only to be remembered: a plant makes two games that differ in it alone.

Whoever must not know it sees byte for byte the same in both.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from itertools import product
from typing import Any

import pytest

import dicehouse
import dicehouse.games
from dicehouse.bots import make
from dicehouse.core import Seeded, Tape
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.errors import DicehouseError
from dicehouse.games.deck_o_dice import GAME
from dicehouse.match.match import Event, Match

MINIONS = ("quad", "cubera", "diante", "sparten", "dwelve", "twent")
NAMES = re.compile("|".join(MINIONS), re.IGNORECASE)
READERS = (None, 0, 1)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dicehouse.games.all_games(), GAME.id, GAME)


def told(event: Event, numbered: bool = True) -> list[object]:
    number = event.number if numbered else None
    return [number, event.kind, event.seat, event.text, dict(event.facts), event.readers, event.later]


def sight(match: Match, reader: int | None, numbered: bool = True) -> bytes:
    """All that reaches a reader, as bytes: view, log, prompt, options, scores, print, picture, refusals, undo."""
    seat = reader if reader is not None and reader < match.players else None
    log = [told(event, numbered) for event in match.log(seat)]
    seen: list[object] = [
        match.view(seat),
        log,
        repr(match.prompt(seat)),
        match.points(),
        match.returns(),
        match.score_sheet(),
    ]
    seen += [match.acting(), match.over, str(match)]
    if match.game.hooks.picture:
        seen.append(match.svg(seat))
    if seat is not None:
        seen += [repr(match.options(seat)), repr(match.reaction(seat)), match.can_undo(seat)]
        seen += [refusal(match, seat, word) for word in (*MINIONS, "look", "first", "reroll", "nonsense")]
    return json.dumps(seen, default=repr).encode()


def refusal(match: Match, seat: int, word: str) -> str:
    """Why something cannot be done; what can be done is not tried."""
    if any(option.id == word for option in match.options(seat)):
        return "legal"
    with pytest.raises(DicehouseError) as caught:
        match.play(seat, word)
    return str(caught.value)


def redealt(match: Match, seat: int, number: int) -> bytes:
    """The position with all that `seat` cannot know drawn anew."""
    position, box = Position(match.game), DiceBox()
    position.restore(match.position())
    Seeded(number).prepare(box.dice, number)
    engine_of(match.game).resample_hidden(position, seat, box)
    return position.tobytes()


def played(seed: int, combats: int, **options: Any) -> Match:
    """A random duel at the choices of a combat."""
    match, rng = dicehouse.new(GAME.id, players=2, seed=seed, options=options), random.Random(seed)
    while match.view()["combat"] < combats:
        seat = rng.choice(match.acting())
        match.play(seat, rng.choice(match.options(seat)).id)
    return match


# Choices are sealed until both are in.


def sealed(seed: int, combat: int, seat: int, word: str, **options: Any) -> Match | None:
    """The same duel, with one more choice by a seat if it has that minion still."""
    match = played(seed, combat, **options)
    if word not in [option.id for option in match.options(seat)]:
        return None
    match.play(seat, word)
    return match


@pytest.mark.parametrize(("memory", "abilities"), list(product((True, False), ("proposed", "attested"))))
def test_nobody_else_can_tell_a_sealed_choice_from_another(memory: bool, abilities: str) -> None:
    compared = 0
    for seed, seat in product(range(12), (0, 1)):
        combat = random.Random(seed).choice((1, 2, 3, 4, 5, 7, 8, 9, 10, 11))
        planted = [sealed(seed, combat, seat, word, memory=memory, abilities=abilities) for word in MINIONS]
        games = [game for game in planted if game]
        for reader in (None, 1 - seat):
            assert len({sight(game, reader) for game in games}) <= 1
        assert len({sight(game, seat) for game in games}) == len(games), "one's own choice one sees"
        compared += len(games) > 1
    assert compared == 24


def test_a_sealed_choice_tells_the_same_number_of_events_and_bytes() -> None:
    for seat, word in product((0, 1), MINIONS):
        match = dicehouse.new(GAME.id, players=2, seed=5)
        (event,) = match.play(seat, word)
        assert (event.kind, dict(event.facts), event.readers) == ("chosen", {}, None)
        assert not NAMES.search(event.text)
        assert match.actions[-1].draws == ()


def test_a_sealed_choice_that_was_taken_back_leaves_no_trace() -> None:
    for seat in (0, 1):
        games = []
        for first in MINIONS:
            match = dicehouse.new(GAME.id, players=2, seed=5)
            match.play(seat, first)
            match.undo(seat)
            match.play(seat, "twent")
            games.append(match)
        for reader in READERS:
            assert len({sight(game, reader) for game in games}) == 1


def test_a_choice_can_be_taken_back_only_while_the_other_is_awaited() -> None:
    for known in (False, True):
        for first, second in ((0, 1), (1, 0)):
            match = Match.set_up(GAME.id, players=2, order=list(range(1, 25)) if known else ())
            match.play(first, "twent")
            assert match.can_undo(first)
            match.play(second, "quad")
            assert not match.can_undo(first)
            assert not match.can_undo(second)


def test_a_redealt_choice_does_not_depend_on_the_real_one() -> None:
    for seat in (0, 1):
        games = [game for word in MINIONS if (game := sealed(3, 1, seat, word))]
        for number in range(10):
            assert len({redealt(game, 1 - seat, number) for game in games}) == 1
        assert {redealt(game, seat, 1) for game in games} == {game.position() for game in games}, "one knows one's own"
        assert len({redealt(games[0], 1 - seat, number) for number in range(80)}) == 6, "any could have been chosen"


def test_a_bot_does_not_know_the_sealed_choice() -> None:
    for seed, seat in product(range(4), (0, 1)):
        combat = (1, 3, 4, 8)[seed]
        games = [game for word in MINIONS if (game := sealed(seed, combat, seat, word))]
        assert len(games) > 1
        assert len({make("sensible", seed=seed).choose(game, 1 - seat) for game in games}) == 1


# What Diante sees.


def looked_at(second: int, *words: str) -> Match:
    """Seat 0's Diante defends against Twent: card 1 is drawn, card 3 lies on top, and the n-th of the rest below."""
    match = dicehouse.new(GAME.id, players=2, dice=Tape([1, 2, second]), options={"memory": False})
    for seat, word in ((0, "diante"), (1, "twent"), (0, "look"), *((0, word) for word in words)):
        match.play(seat, word)
    return match


def test_diantes_look_is_known_to_its_owner_alone() -> None:
    games = [looked_at(second) for second in range(1, 23)]
    seen = [game.view(0)["looked"] for game in games]
    assert {first for first, _ in seen} == {3}
    assert len({below for _, below in seen}) == 22
    for reader in (None, 1):
        assert len({sight(game, reader) for game in games}) == 1
    assert all("looked" not in [event.kind for event in game.log(1)] for game in games)
    assert [event.readers for event in games[0].log(0) if event.kind == "looked"] == [(0,)]


def test_a_look_cannot_be_taken_back() -> None:
    for order in ((), list(range(1, 25))):
        match = Match.set_up(GAME.id, players=2, order=order)
        for seat, word in ((0, "diante"), (1, "twent"), (0, "look")):
            match.play(seat, word)
        assert not match.can_undo(0)


def test_nor_can_what_brings_up_the_card_that_was_put_back() -> None:
    """Seat 0's Diante attacks; what it puts back is turned by the defender in the same act, without any dice."""
    match = dicehouse.new(GAME.id, players=2, seed=8)
    for seat, word in ((0, "diante"), (1, "cubera"), (0, "look"), (0, "first")):
        match.play(seat, word)
    assert match.actions[-1].draws == ()
    assert not match.can_undo(0)


def test_the_card_put_back_stays_its_owners_secret() -> None:
    for word in ("first", "second"):
        games = [looked_at(second, word) for second in range(1, 23)]
        alike: dict[bytes, list[Match]] = defaultdict(list)
        for game in games:
            alike[sight(game, 1)].append(game)
        if word == "first":
            assert len(alike) == 1, "card 3 is taken, and what lies on top is any of the rest"
            tops = {game.view(0)["top"] for game in games}
            assert len(tops) == 22
            assert all(game.view(reader)["top"] is None for game in games for reader in (None, 1))
        else:
            assert all(game.view(0)["top"] == 3 for game in games)
        for same in alike.values():
            assert len({sight(game, None) for game in same}) == 1


def test_it_stays_so_in_the_next_combats_choices() -> None:
    games = [looked_at(second, "first") for second in range(1, 23)]
    for game in games:
        game.play(1, "dwelve")
    for reader in (None, 0):
        count = len({sight(game, reader) for game in games})
        assert count == (1 if reader is None else 22)


def test_a_redealt_card_on_top_does_not_depend_on_the_real_one() -> None:
    games = [looked_at(second, "first") for second in range(1, 23)]
    for number in range(10):
        assert len({redealt(game, 1, number) for game in games}) == 1
        assert redealt(games[0], 0, number) == games[0].position(), "the owner knows it"
    assert len({redealt(games[0], 1, number) for number in range(400)}) == 22, "it could be any"


def test_a_card_that_one_put_on_top_stays_known_while_the_other_looks_at_it() -> None:
    """Seat 0 knows the top card; seat 1's Diante looks at it and at one more."""
    game = looked_at(9, "first")
    top = game.view(0)["top"]
    position = game.position()
    match = dicehouse.new(GAME.id, players=2, dice=Tape([1, 2, 9, 5]), options={"memory": False})
    for seat, word in ((0, "diante"), (1, "twent"), (0, "look"), (0, "first")):
        match.play(seat, word)
    assert match.position() == position
    for seat, word in ((0, "cubera"), (1, "diante"), (1, "look")):
        match.play(seat, word)
    first, second = match.view(1)["looked"]
    assert first == top
    pairs = {looked(match, redealt(match, 0, number), 1) for number in range(300)}
    assert {card for card, _ in pairs} == {top}
    assert len(pairs) == 21, "the second could be any of the rest"
    assert (first, second) in pairs


def test_a_redealt_look_is_as_likely_to_be_any_two_of_the_rest() -> None:
    for second in (1, 22):
        game = looked_at(second)
        pairs = Counter(looked(game, redealt(game, 1, number)) for number in range(920))
        assert all(first != below for first, below in pairs)
        for place in (0, 1):
            cards = Counter(pair[place] for pair in pairs.elements())
            assert len(cards) == 23, "every card but the one that lies open"
            assert max(cards.values()) < 40 + 4 * 6.5
            assert min(cards.values()) > 40 - 4 * 6.5


def looked(match: Match, data: bytes, owner: int = 0) -> tuple[int, int]:
    """What Diante's owner sees in a position."""
    position = Position(match.game)
    position.restore(data)
    first, second = match.game.hooks.view(position.state, owner, (owner,), match.log(owner))["looked"]
    return first, second


# Memory mode.


def faded(match: Match, reader: int | None) -> list[Event]:
    """The events of the combats that are over, as they are told from the next act on."""
    log = match.log(reader)
    last = max(place for place, event in enumerate(log) if event.kind == "combat")
    return log[:last]


def pasts(acts_of_the_next: int) -> list[tuple[Match, tuple[object, ...]]]:
    """Many duels shortly after the first or second combat, each with the winners until then."""
    found = []
    for seed in range(120):
        match, rng = dicehouse.new(GAME.id, players=2, seed=seed), random.Random(seed)
        combats = 1 + seed % 2
        while match.view()["combat"] <= combats:
            seat = rng.choice(match.acting())
            match.play(seat, rng.choice(match.options(seat)).id)
        for _ in range(acts_of_the_next):
            match.play(0, match.options(0)[0].id)
        found.append((match, tuple(each["winner"] for each in match.view()["results"])))
    return found


def test_pasts_with_the_same_winners_look_the_same_to_a_spectator() -> None:
    alike: dict[object, list[Match]] = defaultdict(list)
    for match, winners in pasts(1):
        alike[winners].append(match)
    assert max(len(games) for games in alike.values()) > 20
    for games in alike.values():
        assert len({sight(game, None, numbered=False) for game in games}) == 1


def test_pasts_with_the_same_winners_look_the_same_to_who_played_the_same() -> None:
    """One sees one's own unused minions, and a card that one's own Diante put on top."""
    alike: dict[object, list[Match]] = defaultdict(list)
    for match, winners in pasts(1):
        mine = match.view(1)
        alike[winners, tuple(mine["sides"][1]["left"]), mine["top"]].append(match)
    assert sum(len(games) > 1 for games in alike.values()) > 10
    for games in alike.values():
        assert len({sight(game, 1, numbered=False) for game in games}) == 1


@pytest.mark.parametrize("players", [1, 2])
def test_nothing_of_a_combat_is_named_when_it_is_over_and_all_is_when_the_game_is(players: int) -> None:
    for seed in range(12):
        match, rng = dicehouse.new(GAME.id, players=players, seed=seed), random.Random(seed)
        whole: list[list[object]] = []
        while not match.over:
            seat = rng.choice(match.acting())
            whole += [told(event) for event in match.play(seat, rng.choice(match.options(seat)).id)]
            if match.over:
                break
            for reader in (None, *range(players)):
                check_forgotten(match, reader)
        assert [told(event)[:5] for event in match.log(None) if event.number] == [
            event[:5] for event in whole if event[5] is None
        ]
        view = match.view(None)
        assert sorted(card for side in view["sides"] for card in side["pile"]) == list(range(1, 25))
        assert any(NAMES.search(event.text) for event in match.log(None))


def check_forgotten(match: Match, reader: int | None) -> None:
    view = match.view(reader)
    assert view["bottom"] is view["rest"] is None
    assert all(side["pile"] is side["holds_20"] is None for side in view["sides"])
    assert all(set(each) == {"combat", "winner"} for each in view["results"])
    if match.players == 2:
        assert all(side["left"] is None for side in view["sides"] if side["seat"] != reader)
    if view["phase"] == "choose":
        assert all(side["card"] is side["value"] is side["printed"] is None for side in view["sides"])
        assert view["flip"] is view["attacker"] is view["looked"] is None
        assert all(side["minion"] is None for side in view["sides"] if side["seat"] != reader)
    last_act = {event.number for event in match.log(reader)[-1:]}
    for event in faded(match, reader):
        if event.number not in last_act:
            assert event.kind in ("half", "combat", "won", "tie")
            assert set(event.facts) <= {"half", "combat"}
            assert not NAMES.search(event.text)
            assert event.kind in ("half", "combat") or not re.search(r"(?<!\{)\d", event.text)


def test_a_combat_that_goes_on_is_told_in_full() -> None:
    match = dicehouse.new(GAME.id, players=2, seed=2)
    for seat, word in ((0, "cubera"), (1, "twent")):
        match.play(seat, word)
    for reader in READERS:
        kinds = [event.kind for event in match.log(reader)]
        assert {"reveal", "attack", "draw"} <= set(kinds)
    match.play(0, "reroll")
    assert "reroll" in [event.kind for event in match.log(None)], "the last act is told until the next"
    match.play(0, "quad")
    assert {event.kind for event in match.log(None)} <= {"half", "combat", "won", "tie", "chosen"}


def test_in_the_open_game_nothing_is_forgotten() -> None:
    for seed in range(4):
        match = played(seed, 5, memory=False)
        assert match.n_past_actions == 0
        assert {"reveal", "compare"} <= {event.kind for event in match.log(None)}
        assert all(side["left"] is not None for side in match.view(None)["sides"])
