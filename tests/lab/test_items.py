"""What the games of the house can hand out: it is what the seat has then, and everything else is as it was dealt."""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse.games import all_games, find
from dicehouse.kit import Game, Item, Position
from dicehouse.kit.items import DENIED, GRANTED

SETTINGS = {"baron-voodoo": {"loas": "random"}, "dicetopia": {"reconstructed_factions": True}}
ITEMS = [(game, item) for game in all_games().values() for item in game.hooks.ITEMS]


def dealt(game: Game, seed: int, players: int = 3) -> Position:
    match = dicehouse.new(game.id, players=players, seed=seed, options=SETTINGS.get(game.id, {}))
    position = Position(game)
    position.restore(match.position())
    return position


def has(game: Game, position: Position, seat: int, item: Item) -> bool:
    player = position.state.players[seat]
    place = [each.id for each in game.hooks.ITEMS if each.group == item.group].index(item.id)
    if game.id == "dice-ocalypse":
        return bool(player.immunity) if item.id == "immunity" else bool(player.hand >> (1 + place) & 1)
    if game.id == "baron-voodoo":
        return bool(player.loa == place)
    return bool(player.faction == place) if item.group == "faction" else bool(player.hand >> place & 1)


def pieces(position: Position) -> list[int]:
    """What no exchange may make more or less of, of Dicetopia."""
    state = position.state
    missions = [int(state.rest), *(int(state.players[seat].hand) for seat in range(state.n_players))]
    bits = 0
    for each in missions:
        assert bits & each == 0
        bits |= each
    tokens = int(state.tokens) + sum(int(state.players[seat].spare) for seat in range(state.n_players))
    agents = sum(int(p.agents) + int(p.tentacle) for p in (state.players[seat] for seat in range(state.n_players)))
    return [bits, tokens, agents]


@pytest.mark.parametrize(("game", "item"), ITEMS, ids=lambda value: value.id)
def test_a_seat_has_what_it_was_granted_and_lacks_what_it_was_denied(game: Game, item: Item) -> None:
    assert item.experiment in (GRANTED, DENIED)
    for seed in range(4):
        position, granted = dealt(game, seed), item.experiment == GRANTED
        before = pieces(position) if game.id == "dicetopia" else []
        seat = seed % 3
        assert game.hooks.hand_out(position.state, seat, item.id, granted, random.Random(seed))
        assert has(game, position, seat, item) == granted
        if granted:
            others = [other for other in range(3) if other != seat]
            assert not any(has(game, position, other, item) for other in others)
        if before:
            assert pieces(position) == before
        again = position.tobytes()
        assert game.hooks.hand_out(position.state, seat, item.id, granted, random.Random(seed))
        assert position.tobytes() == again  # twice is once


def test_what_these_settings_lack_can_not_be_handed_out() -> None:
    for name, settings, item in (
        ("dice-ocalypse", {"special_cards": False}, "immunity"),
        ("baron-voodoo", {"loas": "choose"}, "gran-bwa"),
        ("dicetopia", {"faction_deal": "choose"}, "zai"),
        ("dicetopia", {}, "blockade"),
    ):
        game = find(name)
        match = dicehouse.new(name, players=2, seed=1, options=settings)
        position = Position(game)
        position.restore(match.position())
        assert not game.hooks.hand_out(position.state, 0, item, True, random.Random(1))
        assert position.tobytes() == match.position()
