"""Very many options on a page of words: under headings, nothing lost, and a whole game can be played with them."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

import dicehouse
from dicehouse.core.option import Option
from dicehouse.games.baron_voodoo.presentation.prompts import heading
from dicehouse.match.plain_view import MAX_UNGROUPED, MIN_SUBGROUPED, OptionGroup, group_options

from .server import Person
from .test_pages import PlainPlayer

GAME = "baron-voodoo"


def flat(groups: list[OptionGroup]) -> list[Option]:
    return [option for group in groups for option in (flat(list(group.parts)) if group.parts else group.options)]


def by_size(option: Option) -> tuple[str, str]:
    return ("even" if int(option.id) % 2 == 0 else "odd"), option.id[-1]


def options(count: int) -> list[Option]:
    return [Option(str(i), f"Number {i}") for i in range(count)]


def test_few_options_need_no_headings() -> None:
    [group] = group_options(options(MAX_UNGROUPED), by_size)
    assert (group.title, len(group.options)) == ("", MAX_UNGROUPED)


def test_a_game_without_headings_has_one_list() -> None:
    [group] = group_options(options(100))
    assert (group.title, len(group.options), group.open) == ("", 100, True)


def test_more_stand_under_headings_in_the_order_in_which_these_first_appear() -> None:
    even, odd = group_options(options(MAX_UNGROUPED + 4), by_size)
    assert (even.title, odd.title) == ("even", "odd")
    assert [option.id for option in odd.options] == [str(i) for i in range(1, MAX_UNGROUPED + 4, 2)]


def test_very_many_are_told_in_closed_parts() -> None:
    groups = group_options(options(3 * MIN_SUBGROUPED), by_size)
    assert [part.title for part in groups[0].parts] == list("02468")
    assert groups[0].open and not any(part.open for part in groups[0].parts)
    assert sum(part.count for part in groups[0].parts) == groups[0].count


@pytest.mark.parametrize("mode", ["quick", "draft", "solo", "teams"])
def test_every_option_of_a_game_is_found_once_and_under_a_heading(mode: str) -> None:
    game = dicehouse.games.find(GAME)
    chosen = next(one for one in game.modes if one.id == mode)
    match = dicehouse.new(
        GAME, players=game.player_count(chosen, 3 if chosen.players is None else None), options=chosen.settings, seed=4
    )
    rng = random.Random(mode)
    for _ in range(150):
        if match.over:
            break
        seat = match.acting()[0]
        found = match.options(seat)
        groups = group_options(found, heading)
        assert sorted(option.id for option in flat(groups)) == sorted(option.id for option in found)
        shown = max((part.count for group in groups for part in group.parts or (group,)), default=0)
        assert shown <= MIN_SUBGROUPED, [(group.title, group.count) for group in groups]
        if len(found) > MAX_UNGROUPED:
            assert {group.title for group in groups if group.options[0].facts["kind"] not in ("end", "loa")} - {""}
        match.play(seat, rng.choice(found).id)


@pytest.mark.parametrize(("mode", "people"), [("solo", 1), ("teams", 4), ("chaos", 2)])
def test_a_whole_game_of_the_board_on_the_plain_page(ana: Person, mode: str, people: int) -> None:
    """Forms only, all seats on one couch; the picture stands above the words as long as there is a board."""
    table = ana.open_table(*["person"] * people, game=GAME, **{"mode": mode, "set-loas": "random"})
    player, rng = PlainPlayer(ana, table), random.Random(mode)
    headed = False
    while "The game is over." not in player.look():
        assert "<svg xmlns=" in player.html and "<desc>" in player.html
        assert player.html.index("<svg xmlns=") < player.html.index("On the table")
        headed = headed or re.search(r"<summary>B · Capture a die", player.html) is not None
        assert player.act(rng.randrange(1000))
    assert headed
    assert "Where the points came from" in player.html
    assert "When to ask you for a response" not in player.html


def test_a_game_with_reactions_still_asks_when(ana: Person) -> None:
    table = ana.open_table("person", "bot:sensible", game="dice-ocalypse")
    assert "When to ask you for a response" in PlainPlayer(ana, table).look()


def test_undo_goes_back_to_the_start_of_the_turn(ana: Person) -> None:
    table = ana.open_table("person", "person", game=GAME, mode="quick", **{"set-loas": "random"})
    player = PlainPlayer(ana, table)
    player.look()
    before = re.search(r"<desc>(.*?)</desc>", player.html)[1]
    jump = next(form for form in player.forms("act") if "x" in form["option"] and len(form["option"]) == 5)
    assert ana.http.post(f"{table}/act", data=jump).status_code == 303
    player.look()
    assert unescape(re.search(r"<desc>(.*?)</desc>", player.html)[1]) != unescape(before)
    assert ana.http.post(f"{table}/undo", data=player.forms("undo")[0]).status_code == 303
    player.look()
    assert re.search(r"<desc>(.*?)</desc>", player.html)[1] == before
