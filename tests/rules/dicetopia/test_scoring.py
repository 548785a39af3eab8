"""Test the end in order: section 7 with its worked example, and the rulings about counting."""

from __future__ import annotations

import pytest

from .table import NOTHING, Table, counted, scored

# The worked example: A's Agents, B's Agent and Thug, C's Agent.
EXAMPLE = {
    "agency": "A A B b t4",
    "gugu": "A C t2 p3 w6",
    "dome": "A t1 p2 w4 t4 w6",
    "stock": (1, 3, 0),
    "boards": ["t4 t2 p6 p6 w3 m5", "t1 t2 w1 w2 t3 p1", "t1 t2 w1 w2 t3 p1"],
}


def example(second: str = "forgery", **options: str) -> Table:
    """Return the example of section 7: three players, A holds the marker, and everybody drafts."""
    table = Table(
        "- - -", **{**NOTHING, **EXAMPLE}, prison="p5 t2 w6", score=True, agents=[0, 0, 0], thugs=[], round=7,
        missions=[f"armory {second}"], options=options,
    )  # fmt: skip
    for seat, die in (("A", "w6"), ("B", "p5"), ("C", "t2")):
        if table.phase == "draft":
            assert table.asked == seat
            wanted = [option for option in table.match.options("ABC".index(seat)) if option.facts["die"] == die]
            table.play(f"{seat} {wanted[0].id}")
    return table


def test_example_the_whole_count() -> None:
    table = example()
    assert table.board("A") == "t4 t2 p6 p6 w3 m5 w6"
    assert table.view()["stock"]["value"] == {"teal": 1, "purple": 2, "white": 0}
    assert table.final[0] == {"blood": 0, "stock": 9, "dice": 32, "domination": 33, "missions": 16, "total": 90}
    assert table.stars("A") == {"armory": 12, "forgery": 4}
    assert [table.area(area)["leaders"] for area in ("agency", "gugu", "dome")] == [[1], [0, 2], [0]]
    assert table.final[1]["domination"] == 9
    assert table.final[2]["domination"] == 16
    assert counted(table).parts(0) == {"blood": 0, "stock": 9, "dice": 32, "domination": 33}


@pytest.mark.parametrize(("tie", "total", "gugu"), [("full", 90, 16), ("split", 82, 8), ("nobody", 74, 0)])
def test_example_with_each_tie_rule(tie: str, total: int, gugu: int) -> None:
    table = example(tie_domination=tie)
    assert table.final[0]["total"] == total
    assert table.final[2]["domination"] == gugu


def test_example_sharing_is_caring() -> None:
    table = example("sharing-is-caring")
    assert table.stars("A") == {"armory": 12, "sharing-is-caring": 4}
    assert table.final[0]["total"] == 90


# The draft.


def test_m19_the_draft_is_free_and_compulsory() -> None:
    table = Table(
        "- - -", score=True, agents=[0] * 3, thugs=[], prison="t1 m2 w3", marker="B", boards=["t1", "t1", "t1"]
    )
    assert (table.phase, table.asked) == ("draft", "B")
    assert {option.facts["die"] for option in table.match.options(1)} == {"t1", "m2", "w3"}
    assert len(table.offers()) == 3, "no way past it, and no ability"
    wanted = next(option.id for option in table.match.options(1) if option.facts["die"] == "m2")
    table.play(f"B {wanted}")
    assert table.board("B") == "t1 m2"
    assert table.asked == "C"


@pytest.mark.parametrize("faction", ["navigators", "tuulu-priests", "shakra-pirates", "conspiracy", "skelletas"])
def test_m19_no_ability_is_used_any_more(faction: str) -> None:
    table = Table(f"{faction} -", score=True, agents=[0, 0], thugs=[], prison="t1 w3", agency="A t1")
    assert {option.split()[0] for option in table.offers("A")} == {"draft"}


def test_drafted_dice_are_own_dice() -> None:
    table = scored(boards=["t1 p4", "t2 p2"], stock=(0, 5, 0), missions=["smuggler slacker"])
    assert table.final[0]["stock"] == 3
    assert table.final[0]["dice"] == 5
    assert table.stars("A")["smuggler"] == 3


# The Stock Exchange.


def test_r09_stars_are_per_die_of_the_colour() -> None:
    table = scored(boards=["t1 t2 t3 w1 p6", "w1"], stock=(5, 3, 1))
    assert [sheet["stock"] for sheet in table.final] == [3 * 3 + 1 * 2 + 1 * 1, 1]


def test_r33_a_joker_pays_on_all_three_tracks() -> None:
    table = scored(boards=["m1", "w1"], stock=(1, 3, 5))
    assert table.final[0]["stock"] == 1 + 2 + 3


def test_r33_a_joker_helps_its_owner_and_never_hurts() -> None:
    table = scored(boards=["t1 m2", "p1 t4 t4"], missions=["smuggler pacifist", "gun-nut slacker"])
    assert table.stars("A") == {"smuggler": 3, "pacifist": 9}
    assert table.stars("B")["gun-nut"] == 4, "others see it in every colour"


def test_m22_strict_jokers_are_of_every_colour_everywhere() -> None:
    strict = {"magmacorium_owner_option": False}
    table = scored(
        boards=["t1 m2", "p1 p4"], missions=["smuggler pacifist", "lover-not-a-fighter fake-news"], options=strict
    )
    assert table.stars("A") == {"smuggler": 3, "pacifist": 0}
    table = scored(boards=["t1 m2", "p1"], missions=["lover-not-a-fighter fake-news"], options=strict)
    assert table.stars("A") == {"lover-not-a-fighter": 0, "fake-news": 0}
    free = scored(boards=["t1 m2", "p1"], missions=["lover-not-a-fighter fake-news"])
    assert free.stars("A") == {"lover-not-a-fighter": 12, "fake-news": 0}


# Domination.


def test_r30_each_of_the_tied_has_it_all() -> None:
    table = scored("- - -", ["t1", "t2", "t3"], agency="A B t4 p2", market="A B C t5")
    assert [sheet["domination"] for sheet in table.final] == [11 + 5, 11 + 5, 5]


@pytest.mark.parametrize(("tie", "stars"), [("full", 11), ("split", 5), ("nobody", 0)])
def test_m10_the_tie_rule_changes_stars_and_not_who_dominates(tie: str, stars: int) -> None:
    options = {"tie_domination": tie}
    missions = ["infiltration spies", "sharing-is-caring boom"]
    table = scored(boards=["t1", "t2"], agency="A B t4 p2", options=options, missions=missions)
    assert [sheet["domination"] for sheet in table.final] == [stars, stars]
    assert table.stars("A") == {"infiltration": 0, "spies": 0}
    assert table.stars("B")["sharing-is-caring"] == 4


def test_m10_a_third_is_rounded_down() -> None:
    table = scored(
        "- - -", ["t1", "t2", "t3"], agency="A B C t6", market="A B C t2", options={"tie_domination": "split"}
    )
    assert [sheet["domination"] for sheet in table.final] == [3] * 3


def test_thugs_count_one_and_a_half() -> None:
    table = scored(boards=["t1", "t2"], agency="a B t4", gugu="a B B t4", waste="a A B B t4")
    assert [table.area(area)["leaders"] for area in ("agency", "gugu", "waste")] == [[0], [1], [0]]
    assert table.area("waste")["strength"] == [2.5, 2.0]
    assert table.area("waste")["lead"] == 0.5


def test_a_neighbourhood_has_a_core_of_five_and_a_location_none() -> None:
    table = scored(boards=["t1", "t2"], agency="A", market="A", dome="B p6")
    assert [sheet["domination"] for sheet in table.final] == [5, 6]
    assert table.area("agency")["core"] == 5
    assert table.area("market")["core"] == 0


def test_nobody_there_nobody_scores() -> None:
    table = scored(boards=["t1", "t2"], agency="t6 t6 t6 t6 t6")
    assert [sheet["domination"] for sheet in table.final] == [0, 0]
    assert table.area("agency")["leaders"] == []


# Missions.


def test_r31_a_tie_is_domination_for_spies() -> None:
    table = scored(boards=["t1", "t2"], agency="A B", gugu="A B B", missions=["spies slacker"])
    assert table.stars("A")["spies"] == 4


def test_r32_sharing_counts_own_ties() -> None:
    scene = {"agency": "B C", "gugu": "A B", "missions": ["sharing-is-caring slacker"]}
    table = scored("- - -", ["t1", "t2", "t3"], **scene)
    assert table.stars("A")["sharing-is-caring"] == 4


def test_m14_or_everybody_s() -> None:
    scene = {"agency": "B C", "gugu": "A B", "missions": ["sharing-is-caring slacker"]}
    table = scored("- - -", ["t1", "t2", "t3"], options={"sharing": "any"}, **scene)
    assert table.stars("A")["sharing-is-caring"] == 8


def test_r34_all_colours_are_the_standard_ones() -> None:
    table = scored(boards=["t1 p1 w1", "t2"], missions=["finger-in-every-pie slacker"])
    assert table.stars("A")["finger-in-every-pie"] == 8


def test_r35_three_of_a_kind_pays_once() -> None:
    table = scored(boards=["t1 p1 w1 t1 p1 w1", "t2"], missions=["threes-a-charm slacker"])
    assert table.stars("A")["threes-a-charm"] == 8


def test_r36_most_is_at_least_one_and_may_be_tied() -> None:
    table = scored(boards=["p1 t1", "p2"], missions=["armory cash-is-king"])
    assert table.stars("A") == {"armory": 12, "cash-is-king": 0}


def test_r37_the_gamble_comes_first_and_the_copy_last() -> None:
    missions = ["copycat slacker", "high-stakes-gambling less-is-more"]
    table = scored(boards=["p2 p3 p4", "w6"], missions=missions, top="smuggler boom")
    assert table.stars("A")["copycat"] == 9, "SMUGGLER, undoubled"
    assert table.stars("B")["high-stakes-gambling"] == 0
    copied = next(card for card in table.view()["revealed"][0] if card["id"] == "copycat")
    assert (copied["from"], copied["of"], copied["as"]) == ("copied", 1, "smuggler")


def test_r37_the_gambled_card_pays_twice_up_to_twenty() -> None:
    missions = ["high-stakes-gambling slacker"]
    assert scored(boards=["p2 p3 p4", "w6"], missions=missions, top="smuggler").stars("A")["high-stakes-gambling"] == 18
    assert (
        scored(boards=["p2 p3 p4 p5", "w6"], missions=missions, top="smuggler").stars("A")["high-stakes-gambling"] == 20
    )


def test_m04_a_drawn_copycat_is_resolved_last_and_doubled() -> None:
    missions = ["high-stakes-gambling slacker", "smuggler clones"]
    table = scored(boards=["p2 p3", "w6 w5"], missions=missions, top="copycat boom")
    assert table.stars("A")["high-stakes-gambling"] == 12
    table = scored(boards=["p2 p2", "w6 w5"], missions=missions, top="copycat boom")
    assert table.stars("A")["high-stakes-gambling"] == 20


def test_m04_nobody_copies_a_copycat() -> None:
    table = scored("- - -", ["p2", "w6", "p5"], missions=["copycat slacker", "interest boom", "forgery oddballs"])
    assert table.stars("A")["copycat"] == 0
    missions = ["high-stakes-gambling slacker", "copycat snitch"]
    table = scored(boards=["p2 t3", "t6 t5"], missions=missions, top="smuggler boom")
    assert table.stars("A")["high-stakes-gambling"] == 6
    assert table.stars("B")["copycat"] == 6, "SLACKER, for there is no purple"


def test_m04_the_copycat_of_a_gamble_of_the_same_seat_sees_only_others() -> None:
    missions = ["copycat high-stakes-gambling", "less-is-more boom"]
    table = scored(boards=["p2 p3 p4", "w6"], missions=missions, top="smuggler interest")
    assert table.stars("A") == {"copycat": 0, "high-stakes-gambling": 18}


def test_r38_a_final_tie_is_shared() -> None:
    table = scored(
        "- - -", ["t2", "t2", "t1"], missions=["smuggler money-laundry", "gun-nut sugar-mama", "boom the-big-heist"]
    )
    assert table.match.points() == [2, 2, 1]
    assert table.view()["winner"] == [0, 1]
    assert table.match.returns() == [0.5, 0.5, 0.0]


def test_r39_interest_is_a_third_once_more() -> None:
    table = scored(boards=["t6 p6 w5", "t1"], missions=["interest slacker"])
    assert table.stars("A")["interest"] == 5
    assert table.final[0]["dice"] == 17


def test_r40_the_spaces_of_a_neighbourhood_are_a_ring() -> None:
    for place in range(5):
        line = ["t1"] * 5
        line[place] = "A"
        beside = [(place + 1) % 5, (place - 1) % 5]
        for other in range(5):
            if other != place:
                spaces = list(line)
                spaces[other] = "p1"
                table = scored(boards=["t1", "t2"], agency=" ".join(spaces), missions=["dealers slacker"])
                assert table.stars("A")["dealers"] == (3 if other in beside else 0)


def test_r40_or_all_touch() -> None:
    table = scored(boards=["t1", "t2"], agency="A t1 p1", missions=["dealers slacker"], options={"adjacency": "all"})
    assert table.stars("A")["dealers"] == 3


def test_the_sum_is_the_total_and_the_best_wins() -> None:
    table = scored(
        boards=["t1 p6", "t2"], agency="A t4", stock=(5, 0, 0), blood=[4, 0], missions=["slacker snitch", "clones boom"]
    )
    assert table.final[0] == {"blood": 4, "stock": 3, "dice": 7, "domination": 9, "missions": 9, "total": 32}
    assert table.match.points() == [32, 3 + 2 + 18]
    assert table.view()["winner"] == [0]
    assert [seat["total"] for seat in table.view()["seats"]] == [32, 23]
