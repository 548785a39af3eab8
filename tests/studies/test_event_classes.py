"""Check that games name their events as their logs do, and that studies count them by these names."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from dicehouse.core import Game
from dicehouse.games import BUILT_IN, find
from dicehouse.match.match import Match
from dicehouse.studies import Study
from dicehouse.studies.chunks import play_games
from dicehouse.studies.event_classes import event_classes, event_words
from dicehouse.studies.match_play import TurnDice, play_matches
from dicehouse.studies.play_kernel import MAX_EVENT_ITEMS, MAX_EVENT_KINDS, PACE_TENTHS
from dicehouse.studies.result_types import EventStatistics
from dicehouse.studies.tallies import MAX_OPTIONS

MAX_NAME = 60
THROWN = "indicesion"  # its throws are simulated, which takes long


def random_match(game: Game, players: int, seed: int) -> tuple[Match, TurnDice]:
    """Play random actions to the end of a match, and return it with its dice, which hold the events."""
    dice, luck = TurnDice(str(seed)), random.Random(seed)
    match = Match(game, players, game.settings_for(players, {}), dice)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, luck.choice(match.options(seat)).id)
    return match, dice


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_a_game_names_each_kind_of_its_events(game_id: str) -> None:
    names = find(game_id).hooks.EVENT_NAMES
    kinds: set[Any] = {type(kind) for kind in names}
    assert len(kinds) == 1 and set(names) == set(kinds.pop())
    assert all(0 <= kind < MAX_EVENT_KINDS for kind in names)
    for name in names.values():
        assert all(0 <= item < MAX_EVENT_ITEMS for item in name.items)
        assert all(0 < len(text) <= MAX_NAME for text in (name.kind, *name.items.values()))


@pytest.mark.parametrize("game_id", [game_id for game_id in BUILT_IN if game_id != THROWN])
def test_the_names_are_the_kinds_of_the_log_and_know_every_item(game_id: str) -> None:
    game = find(game_id)
    low, high = game.players
    for players in range(low, (low if game_id == THROWN else high) + 1):
        match, dice = random_match(game, players, seed=players)
        names = [game.hooks.EVENT_NAMES[kind] for kind, _, _ in dice.events]
        assert [name.kind for name in names] == [entry.kind for entry in match.full_log()]
        items = [item for _, item, _ in dice.events]
        assert all(item in name.items for name, item in zip(names, items, strict=True) if name.items)


def test_both_ways_of_playing_count_by_the_names_of_the_game() -> None:
    plan = Study("deck-o-dice", games=6, seed=2, bots=["random"]).plan
    cell, numbers = plan.cells[0], np.arange(6)
    seen, compiled = play_games(cell, plan, numbers)
    _, matched = play_matches(cell, plan.seed, plan.cap, numbers, seen.kinds, PACE_TENTHS, MAX_OPTIONS)
    known = set(event_classes(cell.game).classes)
    assert compiled.events.keys() <= known and matched.events.keys() <= known


CODE = re.compile(r"\w-\w|_|^[a-z]?\d+$|^[A-Z]{1,2}$|\b[a-ce-z]\d\b|event \d")  # hyphens, or letters and digits
PROPER = ("Giant-killer", "roll-off", "set-up")  # words that have a hyphen


@pytest.mark.parametrize("game_id", BUILT_IN)
def test_reports_call_events_by_words(game_id: str) -> None:
    """No codes such as "battle-zone: battle-zone" or "capture PX"."""
    game = find(game_id)
    words = event_words(game)
    assert {kind for kind, _ in words} == {name.kind for name in game.hooks.EVENT_NAMES.values()}
    for said in {text for pair in words.values() for text in pair if text}:
        plain = said
        for proper in PROPER:
            plain = plain.replace(proper, "")
        assert not CODE.search(plain), said
    assert all(name.words for name in game.hooks.EVENT_NAMES.values())


def test_an_event_is_shown_by_its_words_and_by_its_kind_without_them() -> None:
    found = Study("baron-voodoo", games=2, seed=2, bots=("random",)).run()
    shown = {event.shown for event in found.cells[0].events}
    assert any(re.fullmatch(r"die captured: (yellow|turquoise|red|purple|white) [A-Z][a-z]+", said) for said in shown)
    old = EventStatistics("battle-zone", "battle-zone", 0.5, 0.4, 0.6, 1.2, 500, 0.5, 0.4, 0.6)
    assert (old.shown_kind, old.shown_name, old.shown) == ("battle zone", "", "battle zone")
    named = EventStatistics("lose-turn", "battle-roll", 0.5, 0.4, 0.6, 1.2, 500, 0.5, 0.4, 0.6)
    assert named.shown == "battle roll: lose turn"
