"""Test the position before the first turn: sections 1, 2 and 10, rulings S1, S2 and S28."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import dicehouse
from dicehouse.errors import BadSetting

from . import reference as ref
from .reference import COLOURS, FACES, FILES, RANKS
from .table import GAME, SEATS, Table

SPACES = [file + rank for rank in RANKS[::-1] for file in FILES]  # row by row from the top
BALANCED = ["OVFGSSO", "SXXOVXV", "SVFGFXF", "GOG.GOG", "FXFGFVS", "VXVOXXS", "OSSGFVO"]


def begun(players: int = 2, seed: int = 1, **options: Any) -> Table:
    """Return a new match with the first free Loas chosen."""
    table = Table.of(dicehouse.new(GAME, players=players, options=options, seed=seed))
    while table.phase in ("loa", "baron-loa"):
        table.match.play(table.match.acting()[0], sorted(table.offers())[0])
    return table


def layout(table: Table) -> dict[str, str]:
    return dict(zip(SPACES, table.view["layout"], strict=True))


def single_dice(table: Table) -> dict[str, str]:
    assert all(len(stack) == 1 for stack in table.view["board"].values())
    return {space: stack[0] for space, stack in table.view["board"].items()}


def quarter_turned(space: str) -> str:
    """Return the place of a space when the board is turned clockwise."""
    return FILES[RANKS.index(space[1])] + RANKS[6 - FILES.index(space[0])]


# The board.


def test_s1_the_layout_is_the_knights_move_colouring() -> None:
    rows = ["PYRTWPY", "RTWPYRT", "WPYRTWP", "YRT.PYR", "TWPYRTW", "PYRTWPY", "RTWPYRT"]
    assert "".join(begun().view["layout"]) == "".join(rows)


@pytest.mark.parametrize("name", ["knights", "mirror"])
def test_s1_a_layout_has_no_equal_neighbours_and_is_alike_from_all_sides(name: str) -> None:
    colours = layout(begun(layout=name))
    for space, colour in colours.items():
        near = {ref.beyond(space, way) for way in ref.ways(8)} - {""}
        assert colour == "." or colour not in {colours[other] for other in near}
    turned = {(colour, colours[quarter_turned(space)]) for space, colour in colours.items()}
    assert len(turned) == 6, "a quarter turn maps every colour on one other"
    assert {("W", "W"), (".", ".")} < turned
    loas = dict(pair for pair in turned if pair[0] in "YTRP")
    assert sorted(loas.values()) == sorted("YTRP")
    assert all(loas[colour] != colour for colour in "YTRP")


def test_s1_the_mirrored_layout_is_the_other_way_round() -> None:
    plain, mirrored = layout(begun()), layout(begun(layout="mirror"))
    assert mirrored != plain
    flipped = [
        {space: plain[FILES[6 - FILES.index(space[0])] + space[1]] for space in SPACES},
        {space: plain[space[0] + RANKS[6 - RANKS.index(space[1])]] for space in SPACES},
    ]
    assert mirrored in flipped


@pytest.mark.parametrize("name", ["knights", "mirror", "shuffled"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_s2_ten_dice_of_every_loa_and_eight_white_ones(name: str, players: int) -> None:
    table = begun(players, seed=players, layout=name)
    colours = layout(table)
    assert colours["d4"] == "."
    assert Counter(colours.values()) == {"Y": 10, "T": 10, "R": 10, "P": 10, "W": 8, ".": 1}
    dice = single_dice(table)
    assert {space: die[0] for space, die in dice.items()} == {s: c for s, c in colours.items() if c != "."}


@pytest.mark.parametrize("name", ["knights", "mirror"])
def test_s2_the_inner_board_holds_five_of_every_loa_and_four_white(name: str) -> None:
    inner = [colour for space, colour in layout(begun(layout=name)).items() if space in ref.INNER]
    assert Counter(inner) == {"Y": 5, "T": 5, "R": 5, "P": 5, "W": 4, ".": 1}


def test_the_shuffled_layout_differs_from_game_to_game() -> None:
    assert len({"".join(begun(seed=seed, layout="shuffled").view["layout"]) for seed in range(5)}) == 5


# The dice.


def test_quick_every_face_falls_anywhere() -> None:
    faces = Counter(die[1] for seed in range(30) for die in single_dice(begun(seed=seed)).values())
    assert set(faces) == set(FACES)
    assert all(180 < faces[face] < 300 for face in FACES), "240 of each are to be expected"


def test_quick_the_dice_of_the_table_are_taken() -> None:
    """With a fixed starter and Loas in order, chance decides only the 48 dice."""
    options = {"first": "host", "loas": "order"}
    thrown = "".join(random.Random(5).choices("123456", k=48))
    table = Table.of(dicehouse.new(GAME, players=2, options=options, dice=dicehouse.Tape(thrown)))
    assert len(table.match.deal_draws) == 48
    faces = Counter(die[1] for die in single_dice(table).values())
    assert [faces[face] for face in FACES] == [thrown.count(digit) for digit in "123456"]


def test_balanced_is_laid_as_printed() -> None:
    dice = single_dice(begun(set_up="balanced"))
    printed = dict(zip(SPACES, "".join(BALANCED), strict=True))
    assert {space: die[1] for space, die in dice.items()} == {s: face for s, face in printed.items() if face != "."}
    for loa in "YTRP":
        faces = Counter(die[1] for die in dice.values() if die[0] == loa)
        assert faces == {"O": 2, "V": 2, "F": 2, "G": 2, "S": 1, "X": 1}
    assert Counter(die[1] for die in dice.values() if die[0] == "W") == {"S": 4, "X": 4}
    assert set(Counter(die[1] for die in dice.values()).values()) == {8}
    for space, die in dice.items():
        assert dice[quarter_turned(space)][1] == die[1], "every Loa sees the same from its side"


def test_chaos_is_a_chequer_of_steal_and_exchange() -> None:
    dice = single_dice(begun(set_up="chaos"))
    for space, die in dice.items():
        even = (FILES.index(space[0]) + RANKS.index(space[1])) % 2 == 0
        assert die[1] == ("S" if even else "X")
    for colour, each in zip(COLOURS, (5, 5, 5, 5, 4), strict=True):
        assert Counter(die[1] for die in dice.values() if die[0] == colour) == {"S": each, "X": each}


def test_draft_every_die_is_put_on_a_free_space_of_its_colour() -> None:
    table = begun(3, set_up="draft", first="host")
    assert table.phase == "draft"
    assert sum(table.view["pool"].values()) == 48
    colours, rng, seats = layout(table), random.Random(1), ""
    for left in range(48, 0, -1):
        view = table.view
        assert sum(view["pool"].values()) == left
        free = [space for space, colour in colours.items() if colour != "." and space not in view["board"]]
        assert table.offers() == {
            f"place {die} {space}".lower() for die in view["pool"] for space in free if colours[space] == die[0]
        }
        seats += SEATS[table.match.acting()[0]]
        table.match.play(table.match.acting()[0], rng.choice(sorted(table.offers())))
    assert seats == "ABC" * 16
    assert (table.phase, table.up, table.view["pool"]) == ("turn", "A", {})
    assert {space: die[0] for space, die in single_dice(table).items()} == {
        s: c for s, c in colours.items() if c != "."
    }


def test_draft_the_dice_are_those_that_were_thrown() -> None:
    table = begun(2, set_up="draft")
    pool = table.view["pool"]
    assert Counter("".join(die[0] * count for die, count in pool.items())) == {
        "Y": 10,
        "T": 10,
        "R": 10,
        "P": 10,
        "W": 8,
    }
    while table.phase == "draft":
        table.match.play(table.match.acting()[0], sorted(table.offers())[0])
    assert Counter(single_dice(table).values()) == pool


# The players.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_three_offerings_and_nothing_else(players: int) -> None:
    table = begun(players)
    assert table.offerings == (3,) * players
    assert table.view["reserve"] == 20 - 3 * players
    assert table.vp == (0,) * players
    assert (table.guarded, table.view["samedi"], table.view["trigger"]) == ("", None, None)
    assert (set(table.zones), set(table.spirits)) == ({""}, {""})


def test_an_unlimited_supply_never_ends() -> None:
    table = begun(2, offerings="unlimited")
    assert table.view["reserve"] is None
    assert table.offerings == (3, 3)


def test_every_player_chooses_a_different_loa() -> None:
    table = Table.of(dicehouse.new(GAME, players=4, options={"first": "host"}, seed=1))
    assert table.phase == "loa"
    assert table.offers("A") == {f"loa {loa}" for loa in ref.LOAS}
    table.play("A loa papa-legba")
    for _ in range(3):
        assert "loa papa-legba" not in table.offers()
        table.match.play(table.match.acting()[0], sorted(table.offers())[0])
    loas = [seat["loa"] for seat in table.view["seats"]]
    assert sorted(loas) == sorted("YTRP")
    assert loas[0] == "R"


def test_loas_by_lot_and_in_order() -> None:
    assert [seat["loa"] for seat in begun(4, loas="order", first="host").view["seats"]] == ["Y", "T", "R", "P"]
    lots = {"".join(seat["loa"] for seat in begun(3, seed=seed, loas="random").view["seats"]) for seed in range(12)}
    assert len(lots) > 4
    assert all(len(set(lot)) == 3 for lot in lots)


def test_who_begins() -> None:
    assert {begun(3, seed=seed, first="host").up for seed in range(6)} == {"A"}
    assert {begun(3, seed=seed).up for seed in range(20)} == {"A", "B", "C"}
    for seed in range(6):
        table = begun(3, seed=seed)
        assert SEATS[table.view["first"]] == table.up


def test_s28_two_to_four_play_and_one_alone_by_the_add_on() -> None:
    assert {players: begun(players).view["mode"] for players in (1, 2, 3, 4)} == {
        1: "solo", 2: "free", 3: "free", 4: "free"
    }  # fmt: skip
    for players in (0, 5):
        with pytest.raises(BadSetting):
            dicehouse.new(GAME, players=players)


def test_what_cannot_be_combined_is_refused() -> None:
    for set_up in ("draft", "balanced", "chaos"):
        with pytest.raises(BadSetting):
            dicehouse.new(GAME, players=1, options={"set_up": set_up})
    with pytest.raises(BadSetting):
        dicehouse.new(GAME, players=2, options={"combos": "1-2-3-4"})
