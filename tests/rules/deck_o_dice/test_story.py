"""How a duel is told when it is over: from hand-made logs, and from whole games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import dicehouse
from dicehouse.core.option import fill_names
from dicehouse.core.story import PointsHistory, Story
from dicehouse.games.deck_o_dice.presentation.story import story
from dicehouse.match.events import Event

from .table import GAME, SIDES

Fight = tuple[str, int, str, int]  # minion and number of A, minion and number of B


def told(fights: Sequence[Fight], twenty: int = 0, powers: Mapping[int, tuple[str, int]] | None = None) -> Story:
    """Twelve combats; the card with the 20 lies in combat `twenty`, powers by combat are (kind, side)."""
    log, points, number = [], [0, 0], 0
    for combat, (mine, a, theirs, b) in enumerate(fights, 1):
        number += 2
        winner = None if a == b else int(b > a)
        log.append(Event("combat", None, "", {"combat": combat}, number=number - 2))
        log.append(Event("reveal", None, "", {"minions": [mine, theirs]}, number=number))
        if power := (powers or {}).get(combat):
            log.append(Event(power[0], power[1], "", {"side": power[1]}, number=number))
        cards = [21 if combat == twenty else combat, 23]
        log.append(Event("compare", None, "", {"values": [a, b], "cards": cards}, number=number))
        log.append(Event("won", winner, "", {"side": winner}, number=number) if winner is not None else
                   Event("tie", None, "", {}, number=number))  # fmt: skip
        for side in range(2):
            points[side] += 1 if winner is None else 2 * (winner == side)
    level = points[0] == points[1]
    best = (0 if fights[twenty - 1][1] > fights[twenty - 1][3] else 1) if level else int(points[1] > points[0])
    view = {
        "winner": best,
        "points_note": "20" if level else None,
        "sides": [{"seat": side, "name": None, "points": points[side]} for side in range(2)],
    }
    return story(view, log, PointsHistory([[0, 0]] * number + [points], [1 - best, best], ("card", "cards")))


def sentences(it: Story) -> list[str]:
    return [fill_names(f"{turn.when}: {turn.lead} {turn.text}", SIDES) for turn in it.turns]


WON, LOST = ("twent", 9, "quad", 3), ("quad", 2, "twent", 8)


def test_twelve_each_are_settled_by_the_card_with_the_20() -> None:
    it = told([WON, LOST] * 6, twenty=3)
    assert (fill_names(it.title, SIDES), [line.total for line in it.lines]) == ("A wins with the 20!", [12, 12])
    assert fill_names(it.why, SIDES) == "At 12 to 12, A wins with the 20."
    assert it.decided is not None and it.decided.things == ("card:21",) and it.decided.when == "Combat 3 · the 20"
    assert [combat["crown"] for combat in it.facts["combats"]] == [n == 3 for n in range(1, 13)]


def test_the_combat_that_settles_it_is_the_first_that_cannot_be_caught_up() -> None:
    it = told([WON] * 4 + [LOST] + [WON] * 3 + [LOST] * 4)
    assert it.decided is not None
    assert it.decided.when == "Combat 8", "14 to 2, and four combats are left: 8 cards"
    assert (it.decided.value, it.decided.things) == ("9 : 3", ("minion:twent:9",))
    assert fill_names(it.decided.text, SIDES) == "Twent had 9 against Quad's 3. B can't catch up."
    assert fill_names(it.why, SIDES) == "A won 14 to 10 and led from the first combat to the last."


def test_a_power_and_a_change_of_the_lead_are_told_before_a_plain_win() -> None:
    fights = [LOST, LOST, WON, WON, WON, ("cubera", 6, "quad", 3), *[WON] * 6]
    it = told(fights, powers={6: ("reroll", 0)})
    assert sentences(it)[:2] == [
        "Combat 5: A takes the lead. Twent had 9 against Quad's 3.",
        "Combat 6: A rerolls with Cubera. Cubera had 6 against Quad's 3.",
    ]
    assert [point.values for point in it.curve.points][:4] == [(0, 0), (0, 2), (0, 4), (2, 4)]
    rows = {row.label: [cell.text for cell in row.cells] for row in it.rows}
    assert rows["Combats won"] == ["10", "2"] and rows["Abilities used"] == ["1", "0"]
    assert rows["Best minion"] == ["Twent, won 9 of 9", "Twent, won 2 of 2"]


@pytest.mark.parametrize("players", [1, 2])
def test_a_whole_game_has_a_story_that_ends_as_it_did(players: int) -> None:
    match, rng = dicehouse.new(GAME, players=players, seed=5), random.Random(5)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, rng.choice(match.options(seat)).id)
    it, view = match.story(), match.view(None)
    assert [line.total for line in it.lines] == [side["points"] for side in view["sides"]]
    assert it.curve.points[-1].values == tuple(line.total for line in it.lines)
    assert [line.won for line in it.lines] == [view["winner"] == side for side in range(2)]
    results = [(combat["combat"], combat["winner"]) for combat in it.facts["combats"]]
    assert results == [(each["combat"], each["winner"]) for each in view["results"]]
    assert players == 2 or it.lines[1].name == "Dicey"


def test_a_story_needs_no_event_that_memory_mode_hides() -> None:
    """When the game is over all is told again, so the combats are there with their numbers."""
    match, rng = dicehouse.new(GAME, players=2, options={"memory": True}, seed=8), random.Random(8)
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, rng.choice(match.options(seat)).id)
    shown: list[dict[str, Any]] = match.story().facts["combats"]
    assert all(None not in combat["minions"] for combat in shown) and len(shown) == 12
