"""Test combos, the Spirit World and the Baron Samedi token: section 7, rulings S3, S15, S18, S27 and amendment A4."""

from __future__ import annotations

from typing import Any

import pytest

from .table import FREE, Table


def banking(zone: str, loas: str = "YT", **position: Any) -> Table:
    """Return a table where A holds these dice and has just captured a purple Steal, which rarely fits."""
    zones = "|".join([zone, *[""] * (len(loas) - 1)])
    return Table(loas, FREE, c3="YF", d3="PS", zones=zones, **position).play("A c3xd3")


def combos(table: Table) -> dict[str, int]:
    """Return the combos offered, with their points."""
    options = table.match.options(0)
    return {option.id: option.facts["points"] for option in options if option.facts["kind"] == "combo"}


def points(zone: str, **options: object) -> int:
    """Return the points of these dice as one combo; 0 if that is not offered."""
    dice = " ".join(sorted(zone.split(), key=lambda die: ("YTRPW".index(die[0]), "OVFGSX".index(die[1]))))
    return combos(banking(zone, options=options)).get(f"combo {dice}".lower(), 0)


def test_example_combos_two_of_three_dice_beat_one_of_four() -> None:
    table = Table("YT", FREE, c3="YF", d3="WX", zones="YV TV WV PO PS|").play("A c3xd3")
    assert table.view["best_split"]["points"] == 6
    assert sorted(map(sorted, table.view["best_split"]["combos"])) == sorted([["TV", "WV", "YV"], ["PO", "PS", "WX"]])
    offered = combos(table)
    assert offered["combo yv tv wv"] == 3
    assert offered["combo po ps wx"] == 3
    assert offered["combo po ps wv wx"] == 5
    other = table.play("A combo po ps wv wx")
    assert (other.vp[0], combos(other)) == (5, {})
    table.back().play("A combo yv tv wv", "A combo po ps wx")
    assert (table.vp, table.zones[0], table.spirits[0]) == ((6, 0), "", "YV TV PO PS WV WX")


def test_example_combos_five_of_one_colour() -> None:
    assert points("RO RV RF RG WS") == 8


def test_example_combos_five_of_one_icon() -> None:
    assert points("YO TO RO PO WO") == 8


def test_example_combos_that_are_none() -> None:
    assert points("YO YO TO") == 0
    assert points("PO PO WV") == 0
    assert "combo yo to wo" in combos(banking("YO YO TO WO")), "one yellow only"


@pytest.mark.parametrize(
    ("dice", "worth"),
    [("RO RV RF", 3), ("RO RV RF RG", 5), ("RO RV RF RG RS", 8), ("RO RV RF RG RS RX", 12), ("YO TO RO", 3),
     ("YO TO RO PO", 5), ("YO TO RO PO WO", 8)],
)  # fmt: skip
def test_s3_the_more_dice_the_more_points(dice: str, worth: int) -> None:
    assert points(dice) == worth
    table = banking(dice).play(f"A combo {dice.lower()}")
    assert table.vp == (worth, 0)
    assert table.happened("combo")[0]["points"] == worth


@pytest.mark.parametrize(
    ("table", "worth"), [("3-5-8-12", [3, 5, 8, 12]), ("3-5-7-9", [3, 5, 7, 9]), ("cap4", [3, 5, 0, 0])]
)
def test_s3_other_tables_of_values(table: str, worth: list[int]) -> None:
    dice = ["RO", "RV", "RF", "RG", "RS", "RX"]
    assert [points(" ".join(dice[:size]), combos=table) for size in range(3, 7)] == worth


def test_two_dice_are_no_combo() -> None:
    assert combos(banking("YO YV TO")) == {}


@pytest.mark.parametrize(
    ("dice", "worth"),
    [
        ("YO TO WO", 3),  # white as red, purple or white
        ("YO TO RO PO WO WO", 0),  # six of one icon cannot all have different colours
        ("YO TO WO WO WO", 8),
        ("RO RV WF WG", 5),
        ("RO RV RF WG WS WX", 12),
        ("RO RV WV", 0),  # white is a joker for the colour, never for the icon
        ("WO WV WF", 3),  # all white, as any one colour
        ("WO WO WO", 3),  # all white, as three colours
        ("WO WO WO WO WO", 8),
        ("WO WO WO WO WO WO", 0),
        ("WO WV WF WG WS WX", 12),
        ("WO WO WV", 0),
    ],
)
def test_s15_white_stands_for_any_colour(dice: str, worth: int) -> None:
    assert points(dice) == worth


@pytest.mark.parametrize("dice", ["YO YO YV", "RO RO RO", "YO TO YO", "YO TV RF", "YO YV TF", "PO PV PV"])
def test_s27_the_others_must_be_different(dice: str) -> None:
    assert points(dice) == 0


def test_any_number_of_combos_in_one_turn() -> None:
    table = banking("YO YV YF TO TV TF RO RV RF")
    for loa in "ytr":
        table.play(f"A combo {loa}o {loa}v {loa}f")
    assert (table.vp, table.spirits[0], table.zones[0]) == ((9, 0), "YO YV YF TO TV TF RO RV RF", "PS")
    assert "buy" not in table.offers("A")


def test_every_way_to_split_is_offered() -> None:
    offered = combos(banking("RO RV RF WO"))
    assert offered == {
        "combo ro rv rf": 3,
        "combo rv rf wo": 3,
    }
    offered = combos(banking("RO RV RF RG"))
    assert len(offered) == 5


def test_equal_dice_make_no_second_option() -> None:
    assert list(combos(banking("RO RV RF RO"))) == ["combo ro rv rf"]
    assert list(combos(banking("RO RV RF RO").play("A combo ro rv rf"))) == []


def test_loose_dice_may_go_to_the_spirit_world_for_nothing() -> None:
    table = banking("WO RV").play("A spirit wo")
    assert (table.vp, table.spirits[0], table.zones[0]) == ((0, 0), "WO", "RV PS")
    table.play("A spirit rv", "A spirit ps").refuses("A spirit wo")
    assert (table.zones[0], table.spirits[0]) == ("", "RV PS WO")


def test_a_combo_is_never_extended_nor_scored_again() -> None:
    table = banking("RO RV RF RG").play("A combo ro rv rf").refuses("A combo ro rv rf rg")
    assert combos(table) == {}
    assert table.play("A spirit rg").vp == (3, 0)


def test_the_steps_before_are_closed_by_the_first_combo() -> None:
    table = banking("YO YV YF").play("A combo yo yv yf")
    table.refuses("A buy", "A turn o", "A use")


def test_scores_go_on_over_twenty() -> None:
    table = banking("RO RV RF RG RS RX", vp=(15, 0)).play("A combo ro rv rf rg rs rx")
    assert table.vp == (27, 0)
    assert table.match.points() == [27, 0]


def test_the_best_split_is_shown() -> None:
    assert banking("YO TV").view["best_split"] is None
    split = banking("RO RV RF RG YF TF").view["best_split"]
    assert split["points"] == 6
    assert [sum(len(dice) for dice in split["combos"])] == [6]
    assert banking("RO RV RF RG YF").view["best_split"] == {"points": 5, "combos": [["RO", "RV", "RF", "RG"]]}
    assert banking("RO RV RF RG YF TF").view["sides"][0]["best_final"] == 5


# The Baron Samedi token.


def whites(*counts: int, samedi: int | None = None, zone: str = "", **position: object) -> Table:
    """Return a table where A may move dice to the Spirit World, which holds the given number of white dice."""
    spirits = "|".join(" ".join(["WO"] * count) for count in counts)
    return banking(zone, "YTRP"[: len(counts)], spirits=spirits, samedi=samedi, **position)


def test_nobody_holds_the_token_without_a_white_die() -> None:
    table = banking("YO WV")
    assert table.view["samedi"] is None
    assert table.play("A spirit yo").view["samedi"] is None
    assert table.play("A spirit wv").view["samedi"] == 0


def test_white_dice_of_a_combo_count_too() -> None:
    table = whites(0, 1, samedi=1, zone="WV WF RO").play("A combo ro wv wf")
    assert table.view["samedi"] == 0
    assert "power legba" in table.offers("A")


def test_whites_in_the_capture_zone_do_not_count() -> None:
    assert whites(0, 1, samedi=1, zone="WO WV WF").view["samedi"] == 1


def test_s18_the_holder_keeps_it_against_equals() -> None:
    assert whites(0, 1, samedi=1, zone="WV").play("A spirit wv").view["samedi"] == 1
    assert whites(0, 1, 1, samedi=2, zone="WV").play("A spirit wv").view["samedi"] == 2


def test_s18_strictly_more_than_everybody_takes_it() -> None:
    table = whites(1, 1, samedi=1, zone="WV").play("A spirit wv")
    assert table.view["samedi"] == 0
    assert [fact["side"] for fact in table.happened("samedi")] == [0]


def test_s18_with_equals_and_no_holder_nobody_gets_it() -> None:
    assert whites(1, 2, 2, samedi=None, zone="WV").play("A spirit wv").view["samedi"] is None


def robbed(*counts: int, samedi: int) -> Table:
    """Return a table where A has stolen a white die from B, with the given numbers of white dice before."""
    spirits = "|".join(" ".join(["WO"] * count) for count in counts)
    table = Table("YTRP"[: len(counts)], FREE, c3="YF", d3="RS", spirits=spirits, samedi=samedi)
    return table.play("A c3xd3", "A use", "A steal p2 wo")


def test_s18_a_holder_who_falls_below_others_who_are_tied_gives_it_back() -> None:
    assert robbed(2, 2, 2, samedi=1).view["samedi"] is None
    assert robbed(1, 3, 2, samedi=1).view["samedi"] == 1, "still as many as anyone"
    assert robbed(0, 2, 2, samedi=1).view["samedi"] == 2


def test_a4_without_a_white_die_left_the_token_returns() -> None:
    assert robbed(0, 1, samedi=1).view["samedi"] is None
    assert robbed(0, 1, 0, samedi=1).view["samedi"] is None
    assert robbed(0, 2, samedi=1).view["samedi"] == 1


def test_the_token_serves_at_once_in_step_d() -> None:
    table = banking("WV", offerings=(0, 3))
    assert table.offers("A", "power") <= {"power wata"}
    table.play("A spirit wv")
    assert {"power wata", "power legba", "power erzulie"} <= table.offers("A")
    table.play("A power legba")
    assert table.offerings == (0, 3)


def test_who_lost_the_token_pays_again() -> None:
    table = Table("YT", FREE, spirits="WO|WO", samedi=1, offerings=(0, 3))
    assert table.offers("A", "power") <= {"power wata"}


def test_a_stolen_white_die_in_the_spirit_world_counts_there_by_the_switch() -> None:
    table = Table("YT", FREE, c3="YF", d3="RS", spirits="|WO", samedi=1, options={"stolen_to": "spirit"})
    table.play("A c3xd3", "A use", "A steal p2 wo")
    assert (table.spirits, table.zones[0], table.view["samedi"]) == (("WO", ""), "RS", 0)
