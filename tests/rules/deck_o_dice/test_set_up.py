"""Positions that are set up before a combat, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehouse.errors import BadSetting
from dicehouse.games.deck_o_dice.presentation.position_setup import SET_UP
from dicehouse.match.match import Match

from ..thrown_words import played_on, thrown
from .reference import TYPES
from .table import GAME

ALL = list(range(1, 25))
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"combats": 2}, "A position has no word 'combats'; did you mean combat?"),
    ({"combat": 0}, "combat must be a whole number from 1 to 12, not 0."),
    ({"combat": 13}, "combat must be a whole number from 1 to 12, not 13."),
    ({"combat": 2.0}, "combat must be a whole number from 1 to 12, not 2.0."),
    ({"order": [0, *ALL[1:]]}, "order[0] must be a whole number from 1 to 24, not 0."),
    ({"order": [25, *ALL[1:]]}, "order[0] must be a whole number from 1 to 24, not 25."),
    ({"order": [True, *ALL[1:]]}, "order[0] must be a whole number from 1 to 24, not True."),
    ({"order": [1, 1, *ALL[2:]]}, "Card 1 is named twice; there is one of each."),
    ({"order": ALL[:20]}, "order: before combat 1 the deck has 24 cards, not 20."),
    ({"order": "abc"}, "order must be a list of 0 to 24, not 'abc'."),
    ({"combat": 3, "piles": [[1, 2], [3]]}, "piles: before combat 3 4 cards have been won, not 3."),
    ({"piles": [[1], []]}, "piles: before combat 1 0 cards have been won, not 1."),
    ({"combat": 2, "piles": [[1], [1]]}, "Card 1 is named twice; there is one of each."),
    ({"combat": 2, "order": ALL[:22], "piles": [[1], [2]]}, "Card 1 is named twice; there is one of each."),
    ({"combat": 2, "piles": [[1, 2]]}, "piles must be a list of 2, not [[1, 2]]."),
    ({"combat": 2, "used": ["quda", "quad"]}, "used[0] has no value 'quda'; did you mean 'quad'?"),
    ({"combat": 3, "used": ["quad quad", "quad twent"]}, "used[0] names 'quad' twice; each minion is played once"),
    ({"combat": 3, "used": ["quad twent", "quad"]}, "used[1]: before combat 3 each side has played 2 minions, not 1."),
    ({"used": ["quad", ""]}, "used[0]: before combat 1 each side has played 0 minions, not 1."),
    ({"used": [["quad"], []]}, "used[0] must be a text of at most 60 characters, not ['quad']."),
]


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize(("position", "said"), WRONG, ids=[str(position)[:40] for position, _ in WRONG])
def test_what_cannot_be_is_refused_in_a_sentence(players: int, position: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Match.set_up(GAME, players=players, **position)
    assert said in str(refused.value)


def test_the_combats_so_far_were_won_as_the_piles_have_it() -> None:
    match = Match.set_up(GAME, players=2, combat=5, piles=[[1, 2, 3, 4, 5], [6, 7, 8]])
    assert [each["winner"] for each in match.view()["results"]] == [0, 0, 1, None]


def test_what_is_left_out_fits_the_combat() -> None:
    view = Match.set_up(GAME, players=2, combat=10, order=[24, 23, 22, 21, 20, 19], options={"memory": False}).view()
    assert [len(side["pile"]) for side in view["sides"]] == [9, 9]
    assert [side["left"] for side in view["sides"]] == [["sparten", "dwelve", "twent"]] * 2


@pytest.mark.parametrize("word", SET_UP, ids=lambda word: word.key)
def test_the_docs_list_every_word(word: Any) -> None:
    page = (Path(__file__).parents[3] / "docs" / "deck-o-dice.md").read_text(encoding="utf-8")
    assert f"| `{word.key}` | {word.text} | {word.reader.says} |" in page


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """Words that often go together."""
    combat = draw(st.integers(1, 12))
    gone, played = 2 * (combat - 1), (combat - 1) % 6
    cards = draw(st.permutations(ALL))
    cut = draw(st.integers(0, gone))
    used = st.permutations(TYPES).map(lambda minions: " ".join(minions[:played]))
    meant = {
        "combat": st.just(combat),
        "order": st.just(cards[gone:]),
        "piles": st.just([cards[:cut], cards[cut:gone]]),
        "used": st.lists(used, min_size=2, max_size=2),
    }
    return draw(thrown(meant))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(players=st.integers(1, 2), memory=st.booleans(), position=positions(), seed=st.integers(0, 99))
def test_whatever_is_said_is_refused_or_can_be_played_on(
    players: int, memory: bool, position: dict[str, Any], seed: int
) -> None:
    match = played_on(GAME, players, {"memory": memory}, position, seed)
    if match is None:
        return
    view = match.view()
    assert view["deck"] == 24 - 2 * (view["combat"] - 1)
    assert [side["used"] for side in view["sides"]] == [(view["combat"] - 1) % 6] * 2
    if not memory:
        piles = [card for side in view["sides"] for card in side["pile"]]
        assert sorted([*view["rest"], *view["bottom"], *piles]) == ALL
