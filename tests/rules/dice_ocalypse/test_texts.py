"""Play games of every mode, and read all that people are told: each sentence can be shown in other languages, and the
German ones are complete.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from dicehouse.core import Seeded
from dicehouse.games import all_games
from dicehouse.match.match import Match

from ..translations import TextCheck, offered_texts, story_texts, written_texts

GAME = all_games()["dice-ocalypse"]  # with the catalogues of all games
PEOPLE = ("Ana", "Ben", "Caro", "Dan")
CARDS = ("Prove It", "Double or Nothing", "Do or Die", "Bloodshed", "Collateral Damage", "Immunity")
NOTATION = re.compile(
    r"(\{\d\}|[\d\s+\-\N{MINUS SIGN}\N{MULTIPLICATION SIGN}·,.:*])*"
)  # numbers, dice, and marks of seats
TEXTS = TextCheck({*PEOPLE, *CARDS, "Dice-ocalypse!", "Left Behind", "Zombie", "Die-structor"}, NOTATION)
PER_MODE = 6
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    (mode.id, 3, {**mode.settings, "target": 5_000}) for mode in GAME.modes
]
TABLES += [
    ("house", 4, {"target": 5_000, "piggyback": True, "negative_scores": True, "exact_target": True}),
    ("cards at the end", 3, {"target": 6_000, "opening": 0, "reaction_windows": "end_only", "simultaneous": "roll"}),
    ("duel", 2, {"target": 5_000, "opening": 0, "scoring": "classic", "battle_zone_again": True}),
]


def test_what_is_written_about_the_game_can_be_translated() -> None:
    assert TEXTS.check(offered_texts(GAME)) > 100
    for _name, players, settings in TABLES:
        assert TEXTS.check(written_texts(GAME, settings, players)) > 40


def at_table(match: Match) -> Iterator[tuple[str, str]]:
    """Yield what everybody reads in this position."""
    for seat in (*range(match.players), None):
        prompt = match.prompt(seat)
        yield from (("prompt", text) for text in (prompt.title, prompt.detail))
    for seat in match.acting():
        for option in match.options(seat):
            yield from (("option", text) for text in (option.label, option.note))
            yield "reason", match.reason(seat, option.id)


def at_the_end(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the log, with the sentences for readers in certain seats, the story and the sheet."""
    for event in match.log(None):
        yield from ((event.kind, text) for text in (event.text, *event.own.values()))
    yield from story_texts(match)
    yield from (("sheet", source["label"]) for source in match.score_sheet()["sources"])


def play(settings: Mapping[str, Any], players: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield all that is read in a random match."""
    match = Match(GAME, players, GAME.settings_for(players, settings), Seeded(seed), PEOPLE[:players])
    luck = random.Random(seed)
    while not match.over and match.number < 600:
        yield from at_table(match)
        seat = luck.choice(match.acting())
        match.play(seat, luck.choice(match.options(seat)).id)
    if match.over:
        yield from at_the_end(match)


@pytest.mark.parametrize(("players", "settings"), [t[1:] for t in TABLES], ids=[t[0] for t in TABLES])
def test_all_that_is_said_in_a_game_can_be_shown_in_german(players: int, settings: dict[str, Any]) -> None:
    for seed in range(PER_MODE):
        assert TEXTS.check(play(settings, players, seed)) > 60
