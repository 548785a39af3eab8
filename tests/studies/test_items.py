"""What the games of the house can hand out: it is what the seat has then, and everything else is as it was dealt."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

import dicehouse
from dicehouse.core import ExperimentItem, Game
from dicehouse.core.experiment_items import DENIED, GRANTED
from dicehouse.engine import Position
from dicehouse.errors import BadSave
from dicehouse.games import all_games, find
from dicehouse.studies import Study
from dicehouse.studies.chunks import play_games, rotate_seats
from dicehouse.studies.compiled_play import set_experiment_item
from dicehouse.studies.standard_measures import cell_measures, experiment_seat

SETTINGS = {"baron-voodoo": {"loas": "random"}, "dicetopia": {"reconstructed_factions": True}}
BOTS = ("greedy", "random", "sensible", "pip", "dot", "kofi")
ITEMS = [(game, item) for game in all_games().values() for item in game.hooks.ITEMS]


def dealt(game: Game, seed: int, players: int = 3) -> Position:
    match = dicehouse.new(game.id, players=players, seed=seed, options=SETTINGS.get(game.id, {}))
    position = Position(game)
    position.restore(match.position())
    return position


def has(game: Game, position: Position, seat: int, item: ExperimentItem) -> bool:
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
def test_a_seat_has_what_it_was_granted_and_lacks_what_it_was_denied(game: Game, item: ExperimentItem) -> None:
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


@pytest.mark.parametrize(("players", "bots"), [(p, b) for p in range(2, 7) for b in range(1, p + 1)])
def test_every_bot_and_every_seat_has_the_item_equally_often(players: int, bots: int) -> None:
    """Where bots came round in step with the seats, the first of them alone was ever asked what a thing is worth."""
    study = Study("dice-ocalypse", players=players, bots=BOTS[:bots], items=["immunity"])
    cell, numbers = study.plan.cells[1], np.arange(2 * players * bots)
    heroes = experiment_seat(numbers, players, bots)
    met = list(zip(heroes.tolist(), rotate_seats(cell, numbers)[numbers, heroes].tolist(), strict=True))
    assert {pair: met.count(pair) for pair in met} == {(seat, bot): 2 for seat in range(players) for bot in range(bots)}


def test_the_seat_that_is_asked_has_the_item() -> None:
    """What is handed out to a seat is held against what that seat won, whoever sits there."""
    study = Study("dice-ocalypse", players=2, bots=["greedy", "random"], items=["immunity"], games=8, seed=3)
    cell, numbers = study.plan.cells[1], np.arange(8)
    heroes = experiment_seat(numbers, 2, 2)
    for number, hero in enumerate(heroes.tolist()):
        position = dealt(cell.game, number, 2)
        held = [bool(position.state.players[seat].immunity) for seat in range(2)]
        set_experiment_item(cell, 3, number, position)
        now = [bool(position.state.players[seat].immunity) for seat in range(2)]
        assert now[1 - hero] == held[1 - hero] and now[hero] == (
            cell.item is not None and cell.item.experiment == GRANTED
        )
    seen, _ = play_games(cell, study.plan, numbers)
    values, known = next(column for column in cell_measures(cell) if column.name == "hero").values(seen)
    assert known.all() and values.tolist() == seen.won[numbers, heroes].tolist()


def test_a_save_of_other_seats_is_refused(tmp_path: Path) -> None:
    """Figures that were made when only the first bot was asked don't mix with those of all."""
    save = tmp_path / "worth.json"

    def study() -> Study:
        return Study(
            "dice-ocalypse", players=2, bots=["greedy", "random"], items=["immunity"], games=256, seed=3, save=save
        )

    study().run()
    saved = json.loads(save.read_text())
    assert saved["cells"][1][5].pop() == 2
    save.write_text(json.dumps(saved))
    with pytest.raises(BadSave, match="was made with other variants, bots or rules"):
        study().run()
