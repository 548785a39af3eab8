"""Test the story of a finished match, from a hand-made log."""

from __future__ import annotations

from dicehouse.core.option import fill_names
from dicehouse.core.story import PointsHistory
from dicehouse.games.indicesion.presentation.story import story
from dicehouse.match.events import Event

NAMES = ("Ana", "Ben")


def thrown(
    number: int, seat: int, die: str, points: int, levels: int = 1, knocked: tuple[int, ...] = ()
) -> list[Event]:
    log = [Event("throw", seat, "", {"die": die, "target": "p1"}, number=number)]
    log += [Event("knocked", seat, "", {"die": "o9", "seats": [victim]}, number=number) for victim in knocked]
    facts = {"die": die, "board": "p1", "points": points, "face": 6, "levels": levels, "crooked": False}
    return [*log, Event("verdict", None, f"The die: {points} points.", facts, number=number)]


def counted(number: int, lap: int, points: tuple[int, int]) -> list[Event]:
    log = [Event("board-points", seat, "", {"points": points[seat], "taken": 0}, number=number) for seat in range(2)]
    best = int(points[1] > points[0])
    return [*log, Event("round-won", best, "", {"round": lap, "points": points[best]}, number=number)]


def test_throws_towers_and_knock_offs_are_counted_and_told() -> None:
    log = [
        Event("round", 0, "", {"round": 1}, number=0),
        *thrown(1, 0, "r1", 5),
        *thrown(2, 1, "o1", 12, levels=2),
        *counted(2, 1, (6, 12)),
        Event("round", 1, "", {"round": 2}, number=2),
        *thrown(3, 1, "o2", 0, knocked=(0, 0, 1)),
        *thrown(4, 0, "r2", 2),
        *counted(4, 2, (2, 3)),
    ]
    scores = [[0, 0], [0, 0], [0, 1], [0, 1], [0, 2]]
    it = story({}, log, PointsHistory(scores, [0, 1], ("round", "rounds")))
    assert (fill_names(it.title, NAMES), it.why) == ("Ben wins!", "2 rounds to 0.")
    assert [fill_names(f"{turn.when}: {turn.lead} {turn.text}", NAMES) for turn in it.turns] == [
        "Round 1: Ben builds a tower. The die: 12 points.",
        "Round 2: Ben knocks 2 dice off Ana's board. ",
        "Round 2: Ben wins the last round. That is 3 points in this round, and 2 rounds in all.",
    ]
    assert it.decided is not None
    assert (it.decided.value, it.decided.text, it.decided.things) == (
        "2 off",
        "It knocks 2 dice off boards.",
        ("die:o2:6",),
    )
    assert [point.values for point in it.curve.points] == [(6, 12), (2, 3)]
    assert {row.label: [cell.text for cell in row.cells] for row in it.rows} == {
        "Throws": ["2", "2"],
        "Best throw": ["5", "12"],
        "Scoring throws": ["2", "1"],
        "Towers": ["0", "1"],
        "Dice knocked off": ["0", "2"],
    }


def test_a_draw_after_twenty_rounds_has_no_winner() -> None:
    it = story({}, counted(1, 1, (3, 3)), PointsHistory([[0, 0], [1, 1]], [0.5, 0.5], ("round", "rounds")))
    assert (fill_names(it.title, NAMES), it.why) == (
        "Ana and Ben share the win",
        "No player leads after 20 rounds.",
    )
