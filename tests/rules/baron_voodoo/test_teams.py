"""Test two teams of two: section 9 and amendment A2. Partners are A and C, and B and D."""

from __future__ import annotations

from typing import Any

import pytest

import dicehouse
from dicehouse.errors import BadSetting

from .table import Table

TEAMS = {"pairing": "yt-rp"}
PAIRS = {"yt-rp": {"TY", "PR"}, "yr-tp": {"RY", "PT"}, "yp-tr": {"PY", "RT"}}

# A capture for everybody, each in a row of its own.
LANES = {"a1": "YG", "b1": "WO", "a3": "RG", "b3": "WO", "a5": "TG", "b5": "WO", "a7": "PG", "b7": "WO"}


def teams(**position: Any) -> Table:
    """Return a table where A and C hold yellow and turquoise, B and D red and purple."""
    options = {**TEAMS, **position.pop("options", {})}
    return Table("YRTP", LANES, options=options, **position)


def test_turns_alternate_between_the_teams() -> None:
    table = teams()
    order = ""
    for jump in ("a1xb1", "a3xb3", "a5xb5", "a7xb7"):
        order += table.up
        table.play(f"{table.up} {jump}", f"{table.up} end")
    assert order == "ABCD"
    assert [side["seats"] for side in table.view["sides"]] == [[0, 2], [1, 3]]


def test_partners_share_offerings_zone_spirit_world_and_points() -> None:
    table = teams(c3="YO", d3="WO", c2="RO", d2="WV", e6="TO", e5="WF", zones="WG|", vp=(2, 0))
    assert table.offerings == (3, 3)
    assert table.view["reserve"] == 14, "three offerings a team"
    table.play("A c3xd3", "A use", "A end")
    assert (table.offerings, table.zones) == ((4, 3), ("WO WG", ""))
    table.play("B c2xd2", "B use", "B end")
    assert table.vp == (2, 1)
    assert table.up == "C"
    table.play("C e6xe5", "C turn v", "C use", "C combo wo wv wg", "C end")
    assert (table.vp, table.offerings, table.spirits[0]) == ((6, 1), (3, 3), "WO WV WG")
    assert table.match.points() == [6, 1, 6, 1]
    assert table.up == "D"


def test_the_partners_power_costs_an_offering() -> None:
    table = teams(e5="WO WV")
    prices = {o.id: o.facts["price"] for o in table.match.options(0) if o.facts["kind"] == "power"}
    assert prices["power wata"] == 0
    assert prices["power bwa"] == 1
    assert "power bwa" not in teams(e5="WO WV", offerings=(0, 3)).offers("A", "power")


def test_the_own_colour_only_brings_an_offering() -> None:
    assert "offering" in teams(c3="YO", d3="YV").play("A c3xd3").offers("A")
    assert "offering" not in teams(c3="YO", d3="TV").play("A c3xd3").offers("A"), "the partner's colour"


def test_protection_is_personal_on_the_board() -> None:
    board = {"c3": "RO", "d3": "YO", "c4": "TO"}
    assert {"c3xd3", "c3xc4"} <= teams(**board, up="B").offers("B")
    guarded = teams(**board, up="B", guarded="0")
    assert "c3xc4" in guarded.offers("B")
    assert "c3xd3" not in guarded.offers("B")
    partner = teams(**board, up="B", guarded="2")
    assert "c3xd3" in partner.offers("B")
    assert "c3xc4" not in partner.offers("B")


def test_protection_covers_what_the_team_shares() -> None:
    steal = {"c3": "RO", "d3": "WS", "spirits": "YO|", "up": "B"}
    exchange = {"c3": "RO", "d3": "WX", "zones": "YO|PV", "up": "B"}
    for guarded in ("0", "2"):
        assert "use" not in teams(**steal, guarded=guarded).play("B c3xd3").offers("B")
        assert "use" not in teams(**exchange, guarded=guarded).play("B c3xd3").offers("B")
    assert "use" in teams(**steal).play("B c3xd3").offers("B")
    assert "use" in teams(**exchange).play("B c3xd3").offers("B")


def test_protection_ends_with_the_next_turn_of_the_same_player() -> None:
    table = teams(c3="YO", d3="WG", e6="TO", e5="WF", c2="RO", d2="WV").play("A c3xd3", "A use", "A end")
    table.play("B c2xd2", "B end")
    assert (table.up, table.guarded) == ("C", "A")
    table.play("C e6xe5", "C end")
    table.play(f"D {sorted(table.jumps('D'))[0]}", "D end")
    assert (table.up, table.guarded) == ("A", "")


def test_partners_may_capture_each_others_colour() -> None:
    assert "c3xd3" in teams(c3="YO", d3="TO").offers("A")
    assert "c3xd3" in teams(c3="YO", d3="TO", guarded="2").offers("A"), "Protection is against opponents"


def test_stealing_and_exchanging_are_between_the_teams() -> None:
    table = teams(c3="YO", d3="WS", spirits="TV|RO PO").play("A c3xd3", "A use")
    assert table.offers("A") == {"steal p2 ro", "steal p2 po"}
    table = teams(c3="YO", d3="WX", zones="TV|RO").play("A c3xd3", "A use", "A exchange p1 tv")
    assert table.offers("A") == {"with p2 ro"}
    assert table.play("A with p2 ro").zones == ("RO WX", "TV")
    table = teams(c3="TO", d3="WS", spirits="TV|RO PO", up="C").play("C c3xd3", "C use")
    assert table.offers("C") == {"steal p2 ro", "steal p2 po"}
    table = teams(c3="RO", d3="WS", spirits="TV|RO PO", up="B").play("B c3xd3", "B use")
    assert table.offers("B") == {"steal p1 tv"}


def test_there_is_no_baron_samedi_token() -> None:
    table = teams(c3="YO", d3="WS", zones="WO WV|").play("A c3xd3", "A spirit wo", "A spirit wv")
    assert table.view["samedi"] is None
    assert not table.happened("samedi")


def ended(*vp: int, trigger: str = "A", **position: Any) -> Table:
    """Return a table where D, the last of the round, has no dice on the board."""
    options = {**TEAMS, **position.pop("options", {})}
    table = Table("YRTP", options=options, vp=vp, trigger=trigger, up="D", first=0, **position)
    assert table.over
    return table


@pytest.mark.parametrize("white_majority", [True, False])
@pytest.mark.parametrize(
    ("spirits", "tie", "scored"),
    [("WO WV|WF", 1, (3, 0)), ("WO|WV", 1, (1, 1)), ("WO|WV", 0, (0, 0)), ("WO|WV WF", 0, (0, 3)), ("|", 1, (0, 0))],
)
def test_a2_white_dice_at_the_end(spirits: str, tie: int, scored: tuple[int, int], white_majority: bool) -> None:
    options = {"white_tie": tie, "white_majority": white_majority}
    assert ended(0, 0, spirits=spirits, options=options).vp == scored


def test_other_colours_tie_as_ever() -> None:
    assert ended(0, 0, spirits="YO|YV", options={"white_tie": 0}).vp == (1, 1)


def test_the_threshold_is_the_teams() -> None:
    table = teams(c3="YO", d3="WV", vp=(17, 0))
    assert table.view["threshold"] == 18
    table.play("A c3xd3", "A use", "A end")
    assert table.trigger == ("A", "score")
    assert table.view["to_play"] == [1, 2, 3]
    for seat in "BCD":
        assert not table.over
        table.play(f"{seat} {sorted(table.jumps(seat))[0]}", f"{seat} end")
    assert table.over


def test_one_final_combo_a_team_and_majorities_between_teams() -> None:
    table = ended(1, 2, zones="YO YV YF RO RV RF|PO", spirits="TO|TV PV")
    assert table.vp == (1 + 3 + 3 + 3 + 1, 2 + 3 + 1)
    assert table.winner == "A"


@pytest.mark.parametrize(("trigger", "wins"), [("A", "A"), ("B", "B"), ("C", "A"), ("D", "B")])
def test_a_tie_is_won_by_the_team_that_started_the_end(trigger: str, wins: str) -> None:
    table = ended(9, 9, trigger=trigger)
    assert table.winner == wins, "a team is named by its first seat"
    assert [seat["place"] == 1 for seat in table.view["seats"]] == [wins == "A", wins == "B"] * 2
    shares = table.match.returns()
    assert sum(shares) == pytest.approx(1)
    assert [share > 0 for share in shares] == [wins == "A", wins == "B"] * 2


@pytest.mark.parametrize("pairing", PAIRS)
@pytest.mark.parametrize("loas", ["choose", "random", "order"])
def test_partners_hold_the_loas_of_one_board(pairing: str, loas: str) -> None:
    for seed in range(12):
        options = {"pairing": pairing, "loas": loas}
        table = Table.of(dicehouse.new("baron-voodoo", players=4, options=options, seed=seed))
        while table.phase == "loa":
            offered = sorted(table.offers())
            table.match.play(table.match.acting()[0], offered[seed % len(offered)])
        held = [seat["loa"] for seat in table.view["seats"]]
        assert {"".join(sorted(held[0] + held[2])), "".join(sorted(held[1] + held[3]))} == PAIRS[pairing]
        assert table.view["mode"] == "teams"


def test_any_loa_may_be_chosen_first_then_only_what_fits() -> None:
    table = Table.of(dicehouse.new("baron-voodoo", players=4, options={**TEAMS, "first": "host"}, seed=1))
    assert len(table.offers("A")) == 4
    table.play("A loa gran-bwa")
    assert table.offers() == {"loa papa-legba", "loa erzulie-freda"} or table.up == "C"


@pytest.mark.parametrize("players", [1, 2, 3])
def test_teams_are_for_four(players: int) -> None:
    with pytest.raises(BadSetting):
        dicehouse.new("baron-voodoo", players=players, options=TEAMS)
