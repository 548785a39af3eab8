"""Check the sensible player of Baron Voodoo in positions with a clear best move, and how often it wins."""

from __future__ import annotations

from typing import Any

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.engine import engine
from dicehouse.errors import BadSetting
from dicehouse.games import find

from ..rules.baron_voodoo.table import FREE, Table

GAME = find("baron-voodoo")
MORE = {"g5": "TO", "g6": "WV"}  # something for B to capture


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", set())


pytestmark = pytest.mark.usefixtures("interpreted")


def choice(table: Table) -> str:
    """Return what the player to move chooses."""
    seat = table.match.acting()[0]
    return bots.make("sensible", GAME, seed=1).choose(table.match, seat)


def turn(table: Table) -> list[str]:
    """Return all options that it plays until its turn is over."""
    done: list[str] = []
    seat = table.match.acting()[0]
    while not table.match.over and table.match.acting()[0] == seat and done[-1:] != ["end"]:
        done.append(choice(table))
        table.match.play(seat, done[-1])
    return done


def captured(die: str, **position: Any) -> Table:
    """Set up a match in which A jumped at c3 and has just captured this die."""
    return Table("YT", FREE, **MORE, c3="YF", d3=die, **position).play("A c3xd3")


# The capture. Gran Bwa's power has no use without stacks, and the others cost offerings.

HERE = {"c3": "TO", "b4": "RO", "d2": "RX", "e3": "WO"}


@pytest.mark.parametrize("wanted", ["c3xd3", "c3xc4"])
def test_it_captures_the_die_that_its_set_lacks(wanted: str) -> None:
    dice = ("YS", "PG") if wanted == "c3xd3" else ("PG", "YS")
    table = Table("TR", HERE, d3=dice[0], c4=dice[1], zones="YO YV YF YX|", offerings=(0, 0))
    assert choice(table) == wanted


@pytest.mark.parametrize("wanted", ["c3xd3", "c3xc4"])
def test_it_takes_away_what_the_next_player_lacks(wanted: str) -> None:
    dice = ("YS", "PS") if wanted == "c3xd3" else ("PS", "YS")
    table = Table("TR", HERE, d3=dice[0], c4=dice[1], zones="|YO YV YF YX YG", offerings=(0, 0))
    assert choice(table) == wanted


def test_it_uses_its_power_where_that_brings_a_better_capture() -> None:
    board = {"a3": "YO", "b3": "PG", "e3": "YX", "a5": "TS", "c5": "RX", "g1": "RO"}
    table = Table("YR", **board, zones="TO TV TF TX|", offerings=(0, 0))
    assert turn(table)[0] == "power wata"
    assert table.view["sides"][0]["zone"][-1] == "TS"


# The steps.


def test_it_gives_up_no_free_offering() -> None:
    assert choice(captured("YV")) == "offering"


def test_it_turns_a_die_that_then_belongs_to_its_set() -> None:
    assert choice(captured("TV", zones="TV TO TF TX|")) in {"turn g", "turn s"}
    assert choice(captured("TG", zones="TV TO TF TX|")) == "use"


def test_it_buys_a_turn_in_which_there_is_something_to_capture() -> None:
    assert "buy" in turn(captured("TV", zones="TO TF TX|", offerings=(5, 3)))
    assert "buy" not in turn(captured("TV", zones="TO TF TX|", offerings=(1, 3)))


def test_it_keeps_a_set_that_can_grow_and_lets_a_full_one_count() -> None:
    assert not any(done.startswith("combo") for done in turn(captured("PV", zones="TO TV TF|", offerings=(0, 0))))
    full = turn(captured("TX", zones="TO TV TF TG TS|", offerings=(0, 0)))
    assert "combo to tv tf tg ts tx" in full


# The end.


def test_in_its_last_turn_all_its_combos_count() -> None:
    table = captured("TX", zones="TO TV TF RO RV RF|", offerings=(0, 0), first=1, trigger=1)
    assert {"combo to tv tf tx", "combo ro rv rf"} <= set(turn(table))


def test_it_begins_the_end_where_it_wins() -> None:
    done = turn(captured("PV", zones="TO TV TF|", vp=(15, 3), offerings=(0, 0)))
    assert "combo to tv tf" in done


def test_it_does_not_begin_the_end_where_it_loses() -> None:
    ahead = "RO RO RV PO PO PV WO WO WV YO YO YV"
    done = turn(captured("TG", zones="TO TV TF|", spirits=f"|{ahead}", vp=(15, 17), offerings=(0, 0), first=1))
    assert not any(option.startswith("combo") for option in done)


# Effects that ask for a choice.


def test_it_turns_the_die_that_completes_a_combo() -> None:
    table = captured("PF", zones="TO TV TV|", offerings=(0, 0)).play("A use")
    assert choice(table).startswith("face t")


def test_it_steals_what_its_own_set_lacks() -> None:
    table = captured("PS", zones="TO TV TF TX|", spirits="|RO PV TG", offerings=(0, 0)).play("A use")
    assert choice(table) == "steal p2 tg"


def test_it_exchanges_what_it_does_not_need_for_what_it_does() -> None:
    table = captured("PX", zones="TO TV TF|TG RO", offerings=(0, 0)).play("A use")
    assert choice(table) == "exchange p1 px"
    assert choice(table.play("A exchange p1 px")) == "exchange p2 tg" or choice(table) == "with p2 tg"


# Whole games.

WAYS: list[tuple[int, dict[str, object]]] = [
    (1, {"solo_level": 4}),
    (2, {"set_up": "draft"}),
    (2, {"directions": 8, "set_up": "chaos", "stolen_to": "spirit"}),
    (3, {"other_powers": False, "legba": "single", "power_lines": "rows"}),
    (4, {"pairing": "yr-tp", "combos": "cap4"}),
]


@pytest.mark.parametrize(("players", "options"), WAYS)
def test_compiled_or_not_it_makes_the_same_legal_moves(
    players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for ready in (set[Any](), {GAME}):
        monkeypatch.setattr(engine, "_compiled_games", ready)
        match = dicehouse.new("baron-voodoo", players=players, options=options, seed=7)
        seated = [bots.make("sensible", GAME, seed=seat) for seat in range(players)]
        while not match.over and match.number < 24:
            seat = match.acting()[0]
            match.play(seat, seated[seat].choose(match, seat))
        told.append([action.option for action in match.actions])
    assert told[0] == told[1]


@pytest.mark.parametrize(("players", "other", "least"), [(2, "greedy", 0.9), (2, "random", 0.97), (4, "greedy", 0.7)])
def test_it_beats_the_others(players: int, other: str, least: float) -> None:
    played = bots.contest(GAME, ["sensible", other], 60, players=players, seed=5)
    assert played.ended.all()
    assert played.tallies()[0].share > least


def test_it_beats_the_baron() -> None:
    for level, least in ((1, 0.8), (4, 0.5)):
        played = bots.contest(GAME, ["sensible"], 60, players=1, settings={"solo_level": level}, seed=5)
        assert played.tallies()[0].share > least


def test_teams_are_for_four() -> None:
    with pytest.raises(BadSetting):
        bots.contest(GAME, ["sensible"], 1, players=3, settings={"pairing": "yt-rp"})
