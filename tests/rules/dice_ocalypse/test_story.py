"""How a match is told no story until it is over."""

from __future__ import annotations

import pytest

from dicehouse.core.option import fill_names
from dicehouse.errors import BadMatch
from dicehouse.games.dice_ocalypse.presentation.story import _rows
from dicehouse.match.events import Event

from .table import SEATS, Table

PLAIN = {"special_cards": False}


def told(table: Table) -> list[str]:
    return [fill_names(f"{turn.when}: {turn.lead} {turn.text}", SEATS) for turn in table.match.story().turns]


def test_the_winning_turn_what_it_needed_the_curve_and_the_rows() -> None:
    table = Table(9000, 8500, 300, options=PLAIN).banks("A", 500).banks("B", 1000).banks("C", 300)
    table.banks("A", 550).banks("B", 1100).busts("C")
    assert table.winner == "B"
    story = table.match.story()
    assert (fill_names(story.title, SEATS), story.why) == ("B wins!", "Won by 550 points.")
    assert [(line.total, line.won, line.place, line.note) for line in story.lines] == [
        (10050, False, 2, "first past the target"),
        (10600, True, 1, "Die-structor"),
        (300 + 300, False, 3, "diced"),
    ]
    decided = story.decided
    assert decided is not None
    assert (decided.when, decided.value, decided.line) == ("Round 2", "1,100", 1)
    assert decided.text == "Points needed before this turn: 550."  # 10,050 was the bar, B had 9,500
    assert [point.values for point in story.curve.points] == [
        (9000, 8500, 300),
        (9500, 9500, 600),
        (10050, 10600, 600),
    ]
    assert (story.curve.target, [point.label for point in story.curve.points]) == (10000, ["0", "1", "2"])
    assert told(table) == [
        "Round 1: B scores 1,000. New total: 9,500.",
        "Round 2: A scores 550. New total: 10,050.",
        "Round 2: A sets the score to beat: 10,050. B answers with 1,100.",
    ]
    assert [(turn.at, turn.line) for turn in story.turns] == [(1, 1), (2, 0), (2, 1)]
    rows = {row.label: [cell.text for cell in row.cells] for row in story.rows}
    assert rows == {"Best turn": ["550", "1,100", "300"], "Busts": ["0", "0", "1"]}


def test_who_sets_the_bar_and_is_not_reached() -> None:
    table = Table(9000, 300, options=PLAIN).banks("A", 1100).busts("B")
    assert table.winner == "A"
    assert told(table) == ["Round 1: A sets the score to beat: 10,100. B can't beat it."]


def test_what_a_card_took_is_told_with_its_die_and_the_cards_are_counted() -> None:
    table = Table(9000, 6850, immunity="", up="B").play("B roll: 666152", "A do-or-die", "B keep 1 bank: 1")
    assert table.totals == (9000, 0)
    table.banks("A", 1100).busts("B")
    assert told(table) == [
        "Round 1: B scores 100. New total: 6,950.",
        "Round 1 · Do or Die: A plays Do or Die. B rolls 1 and loses 6,950 points.",
        "Round 1: A sets the score to beat: 10,100. B can't beat it.",
    ]
    story = table.match.story()
    assert story.turns[1].things == ("card:do-or-die", "d6:1")
    cards = next(row for row in story.rows if row.label == "Cards played")
    assert [(cell.text, cell.things) for cell in cards.cells] == [("Do or Die", ("card:do-or-die",)), ("·", ())]


def test_a_card_counts_once_it_was_played_and_no_longer_when_it_came_back() -> None:
    """Where several want to play the same card at once, all but one take back what was not told yet."""
    sealed = Event("card-back", 1, "", {"card": "collateral"})
    played = [Event("card", seat, "", {"card": card}) for seat, card in ((1, "collateral"), (0, "prove-it"))]
    (row,) = _rows([], [sealed, *played, Event("card-back", 0, "", {"card": "prove-it"})], 2)[2:]
    assert [cell.things for cell in row.cells] == [(), ("card:collateral",)]


def test_there_is_no_story_while_it_is_played() -> None:
    with pytest.raises(BadMatch, match="no story until it is over"):
        Table(0, 0).match.story()
