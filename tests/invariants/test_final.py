"""What an option says of being taken back is true, and a game that says something else is caught."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from dicehouse.core import Game

from .final import LAWS, kept, meant
from .playing import GAMES, IDS


@pytest.mark.parametrize("game_id", IDS)
@pytest.mark.parametrize("law", LAWS)
def test_an_option_says_truly_whether_it_can_be_taken_back(law: str, game_id: str) -> None:
    LAWS[law](GAMES[game_id])


def saying(game_id: str, final: bool) -> Game:
    """A game that says the same of all its options."""
    game = GAMES[game_id]
    says = ModuleType("says")
    vars(says)["final"] = lambda state, seat, action: final
    return replace(game, id=f"{game_id}-{final}", presentation=(says, *game.modules["presentation"]))


@pytest.mark.parametrize("game_id", ["pig", "liars-dice", "baron-voodoo", "deck-o-dice"])
def test_a_promise_that_is_not_kept_is_found(game_id: str) -> None:
    with pytest.raises(AssertionError, match="can't undo it"):
        kept(saying(game_id, False))


def test_a_game_that_has_people_asked_for_nothing_is_found() -> None:
    with pytest.raises(AssertionError, match=r"always be taken back: .*move"):
        meant(saying("baron-voodoo", True))
