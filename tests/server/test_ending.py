"""A player whose clock ran out: the server ends their turn by the words that the game declares, and guesses nothing."""

from __future__ import annotations

import random

import pytest

import dicehouse
from dicehouse.games import all_games
from dicehouse.server.ending import Ending

POSITIONS = 400


def choices(game: str) -> dict[str, str]:
    """Random games: what ends the turn at each position, by the last word of what was chosen."""
    luck, found = random.Random(game), dict[str, str]()
    for seed in range(8):
        match = dicehouse.new(game, players=2 + seed % 2 if game != "deck-o-dice" else 2, seed=seed)
        for _ in range(POSITIONS):
            if match.over:
                break
            seat = luck.choice(match.acting())
            chosen = Ending().choose(match, seat)
            options = [option.id for option in match.options(seat)]
            assert chosen in options
            words = {option.split()[-1] for option in options}
            declared = [word for word in match.game.hooks.ENDING_WORDS if word in words]
            assert chosen.split()[-1] == declared[0] if declared else chosen == options[0]
            found[chosen.split()[-1]] = chosen
            match.play(seat, luck.choice(options))
    return found


@pytest.mark.parametrize("game", ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia"])
def test_each_word_that_a_game_declares_ends_a_turn_of_it(game: str) -> None:
    found = choices(game)
    assert set(all_games()[game].hooks.ENDING_WORDS) <= set(found)
    if game == "dicetopia":  # this performs an action at the bank, and ends nothing
        assert found.get("bank") != "perform bank"
