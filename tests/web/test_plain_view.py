"""Any game's view in words: said once, and the same on the plain page, in the terminal and on the board of any game."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from dicehouse.cli.commands.play import board_text
from dicehouse.core import Seeded, Tape
from dicehouse.games import find
from dicehouse.match import plain_view, text_board
from dicehouse.match.match import Match
from dicehouse.match.plain_view import Fact, PlainView, describe_board, describe_view
from dicehouse.web import socket_messages

from .liars import GAME, at_home, game
from .server import Person

__all__ = ["at_home"]

NAMES = ["Ana", "Ben"]
PAGE = Path(__file__).parents[2] / "ui" / "src" / "games" / "generic"


def said(**view: Any) -> PlainView:
    return describe_view({"game": "any", **view}, NAMES)


def fact(**view: Any) -> Fact:
    [found] = said(**view).facts
    return found


@pytest.mark.parametrize("name", ["dice", "last_throw", "kept"])
def test_lists_with_the_names_of_dice_are_dice(name: str) -> None:
    assert fact(**{name: [1, 6, 0]}).dice == [1, 6, 0], "a 0 lies hidden"


def test_what_is_no_face_is_no_die() -> None:
    assert fact(dice=[1, 7]) == Fact("Dice", "1, 7")
    assert fact(dice=3) == Fact("Dice", "3"), "so many dice, and no face"
    assert fact(die=3).dice == [3]


def test_numbers_with_the_names_of_seats_are_names() -> None:
    assert fact(holder=1).text == "Ben"
    assert fact(contenders=[0, 1]).text == "Ana, Ben"
    assert fact(count=1).text == "1"


def test_a_record_is_told_in_small_parts() -> None:
    bid = fact(bid={"by": 1, "face": 6, "note": None})
    assert bid == Fact("Bid", parts=[Fact("by", "Ben"), Fact("face", dice=[6])])


def test_a_score_is_known_by_its_name_and_the_rest_is_told_of_the_seat() -> None:
    view = said(seats=[{"points": 3, "cards": 0, "dice": [2]}, {"points": 0, "cards": 1, "dice": []}])
    assert [seat.total for seat in view.seats] == [3, 0]
    assert view.columns() == ["Cards", "Dice"]
    assert view.row(0) == [Fact("Cards", "0"), Fact("Dice", dice=[2])]
    assert view.row(1) == [Fact("Cards", "1"), Fact("Dice")]
    assert [seat.total for seat in said(scores=[5, 7]).seats] == [5, 7]


def test_rows_of_records_are_a_table() -> None:
    [table] = said(past_rounds=[{"first": 0, "points": 4}, {"first": 1, "points": 9}]).tables
    assert (table.title, table.columns) == ("Past rounds", ["First", "Points"])
    assert [[cell.text for cell in row] for row in table.rows] == [["Ana", "4"], ["Ben", "9"]]


def test_goal_target_and_winner_have_places_of_their_own() -> None:
    view = said(round=3, target=100, winner=1)
    assert (view.goal, view.target, view.winner) == ("round 3", 100, 1)
    assert [fact.label for fact in view.facts] == ["Target"]


# --- one table of words


def test_page_and_plain_page_say_the_same(ana: Person) -> None:
    """What the board of any game is sent stands on the plain page, and what stands there of the table was sent."""
    table = ana.open_table("person", "bot:sensible", game=GAME)
    with ana.sit(table, "?words=1") as page:
        words = page.wait_for(lambda frame: frame["words"] and 0 in frame["acting"])["words"]
    html = ana.http.get(f"{table}/plain?still=1").text
    facts = {label: text_of(row) for label, row in re.findall(r"<tr><th scope=\"row\">(.*?)</th><td>(.*?)</td>", html)}
    for one in words["facts"]:
        assert facts[one["label"]] == spoken(one)
    seats = re.findall(r"<tr[^>]*><th scope=\"row\"><span class=\"badge.*?</tr>", html)
    assert len(seats) == 2
    for row, seat in zip(seats, words["seats"], strict=True):
        cells = [text_of(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]
        assert cells == [f"{seat['total']} dice", *(spoken(one) for one in seat["facts"])]
    headings = [unescape(title) for title in re.findall(r"<summary>(.*?) <span", html)]
    assert headings == [group["title"] for group in words["choices"] if group["title"]]
    assert len(headings) == 6
    options = re.findall(r'name="option" value="(.*?)"', html)
    assert options == [each for group in words["choices"] for each in group["ids"]]


def text_of(cell: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split())


def spoken(one: dict[str, Any]) -> str:
    """A fact as the plain page has it."""
    if one["dice"]:
        return " ".join(str(face) if face else "hidden" for face in one["dice"])
    return " ".join(f"{part['label']} {spoken(part)}" for part in one["parts"]) or one["text"]


def test_a_page_with_a_board_of_its_own_is_sent_no_words(ana: Person) -> None:
    with ana.sit(ana.open_table("person", "bot:sensible", game=GAME)) as page:
        assert "words" not in page.wait_for(lambda frame: frame["view"])


def test_the_page_knows_no_names_of_views() -> None:
    """The words are in `plainview` alone: the generic board names no key of a view, and tests none by a pattern."""
    source = "\n".join(file.read_text(encoding="utf-8") for file in PAGE.iterdir())
    assert "words" in source
    known = {*plain_view.SEAT_KEYS, *plain_view.DICE_KEYS, *plain_view.DIE_KEYS, *plain_view.PROGRESS_KEYS} - {
        "dice",
        "seat",
        "winner",
        "first",
        "by",
        "on",
    }
    assert [name for name in known if re.search(rf"[\"'|]{name}[\"'|)]", source)] == []
    assert re.findall(r"frame\?*\.view", source) == []
    assert re.findall(r"/[^/\n]+/\.test", source) == ["/^[1-9]$/.test"], "the digits of the keyboard"


# --- the terminal


def match(dice: str = "1 66543 62345") -> Match:
    return Match(game, 2, {}, Tape(dice), NAMES)


def test_the_terminal_shows_ones_own_dice_and_hides_the_others() -> None:
    shown = board_text(match(), 1)
    assert shown.splitlines()[1:3] == [">  Ana  5 dice  Dice: ? ? ? ? ?", "   Ben  5 dice  Dice: 2 3 4 5 6"]


def test_the_terminal_shows_every_fact_and_table_of_the_page() -> None:
    deck = find("deck-o-dice")
    one = Match(deck, 2, {}, Seeded(1), NAMES)
    facts = describe_board(deck, one.view(0), NAMES).facts
    assert facts and deck.hooks.facts
    shown = text_board.render_board(deck, one.view(0), NAMES, one.acting())
    assert [fact for fact in facts if f"{fact.label}: {text_board.fact_text(fact)}" not in shown] == []
    rounds = {"past_rounds": [{"first": 0, "points": 4}, {"first": 1, "points": 19}]}
    told = text_board.render_board(match().game, rounds, NAMES, ()).splitlines()
    assert told[-4:] == ["Past rounds", "  First  Points", "  Ana    4", "  Ben    19"]


def test_the_terminal_tells_many_options_under_headings_and_each_with_its_number() -> None:
    one = match()
    one.play(0, "2 fives")
    options = one.options(1)
    shown = text_board.render_options(options, one.names, one.game.hooks.heading)
    assert [line for line in shown.splitlines() if not line.startswith(" ")] == [
        f"Bid {face}" for face in ("ones", "twos", "threes", "fours", "fives", "sixes")
    ]
    told = {int(number): text for number, text in re.findall(r"(\d+)\. (\d+ \w+)", shown)}
    assert told == {number: option.id for number, option in enumerate(options, 1) if option.id != "liar"}
    assert "  1  liar  Liar!  doubts Ana's 2 fives" in shown
    assert max(map(len, shown.splitlines())) <= text_board.MAX_WIDTH


def test_words_are_plain_data() -> None:
    view = describe_view(match().view(0), NAMES)
    words = plain_view.plain_view_data(view, plain_view.group_options(match().options(0), game.hooks.heading))
    assert json.loads(socket_messages.encode_json(words))["seats"][1]["facts"][0]["dice"] == [0] * 5
