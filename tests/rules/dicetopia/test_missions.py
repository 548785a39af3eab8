"""Test the 60 Missions of section 5: for each a position where it pays, one where it does not, and its edge case.

Every position is scored by the game and by the slow count. On a space "A" is an Agent of A and "a" A's Thug.
"""

from __future__ import annotations

import pytest

from .table import Table, counted, scored

FILLER = "t1 t2"  # a board that affects nobody


def pays(mission: str, *boards: str, factions: str = "", strict: bool = False, **position: str) -> int:
    """Return what A gets for a Mission at the end."""
    partner = "slacker" if mission != "slacker" else "interest"
    options = {"magmacorium_owner_option": not strict} | {
        key: position.pop(key) for key in ("sharing", "adjacency", "tie_domination") if key in position
    }
    names = factions or " ".join("-" * max(2, len(boards)))
    filled = [*boards, *[FILLER] * (len(names.split()) - len(boards))]
    table = scored(names, filled, missions=f"{mission} {partner}", options=options, **position)
    stars = table.stars("A")[mission]
    assert stars == counted(table).mission(mission, 0), "the slow count says otherwise"
    return stars


def pays_most(mission: str, c: str) -> None:
    """Check a Mission for the most dice of the colour `c`."""
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{c}1 {c}2 {other}1", f"{c}6 {other}1") == 12
    assert pays(mission, f"{c}1 {other}2", f"{c}6 {c}1") == 0
    assert pays(mission, f"{c}1 {other}2", f"{c}6 {other}1") == 12, "a tie qualifies"
    assert pays(mission, f"{other}1 {other}2", f"{other}3 {other}4") == 0, "one is needed"
    assert pays(mission, f"{c}1 m3", f"{c}6 {c}1") == 12, "an own joker counts"
    assert pays(mission, f"{c}1 {c}3", f"{c}6 {c}1 m1") == 0, "so does another's"
    assert pays(mission, f"{c}1 {c}1", f"{c}1 {other}1", f"{c}1 {c}2 {c}3") == 0, "of all, not of one"


def test_mission_armory_pays_for_the_most_purple() -> None:
    pays_most("armory", "p")


def test_mission_cash_is_king_pays_for_the_most_white() -> None:
    pays_most("cash-is-king", "w")


def test_mission_insider_pays_for_the_most_teal() -> None:
    pays_most("insider", "t")


def pays_for_none(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{other}1 {other}2", f"{c}1 {c}2") == 9
    assert pays(mission, f"{other}1 {c}2", f"{other}1") == 0
    assert pays(mission, f"{other}1 m2") == 9, "an own joker need not count"
    assert pays(mission, f"{other}1 m2", strict=True) == 0


def test_mission_pacifist_pays_for_no_purple() -> None:
    pays_for_none("pacifist", "p")


def test_mission_marked_bills_pays_for_no_white() -> None:
    pays_for_none("marked-bills", "w")


def test_mission_fake_news_pays_for_no_teal() -> None:
    pays_for_none("fake-news", "t")


def pays_for_the_right(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{c}1 {c}1", f"{c}1 {other}1", f"{c}5 {c}6 {other}1") == 8, "who sits before A is C"
    assert pays(mission, f"{c}1 {c}1", f"{c}1 {other}1", f"{other}5 {other}6") == 0
    assert pays(mission, f"{other}1", f"{other}1", f"{c}5 m6") == 8, "a joker there counts"
    assert pays(mission, f"{other}1", f"{c}1 {c}2 {c}3") == 12, "of two it is the other"


def test_mission_gun_nut_pays_for_purple_to_the_right() -> None:
    pays_for_the_right("gun-nut", "p")


def test_mission_sugar_mama_pays_for_white_to_the_right() -> None:
    pays_for_the_right("sugar-mama", "w")


def test_mission_deep_throat_pays_for_teal_to_the_right() -> None:
    pays_for_the_right("deep-throat", "t")


def pays_least(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{c}1 {other}1", f"{c}1 {c}2", f"{c}1 {c}2 {c}3") == 12
    assert pays(mission, f"{c}1 {c}1", f"{c}1 {other}2") == 0
    assert pays(mission, f"{c}1 {other}1", f"{c}1 {other}2") == 0, "a tie does not qualify"
    assert pays(mission, f"{other}1", f"{c}1") == 12, "none at all is least"
    assert pays(mission, f"{other}1 m1", f"{c}1") == 12, "an own joker need not count"
    assert pays(mission, f"{other}1 m1", f"{c}1", strict=True) == 0
    assert pays(mission, f"{other}1", f"{other}2 m1") == 12, "another's joker counts"


def test_mission_lover_not_a_fighter_pays_for_the_least_purple() -> None:
    pays_least("lover-not-a-fighter", "p")


def test_mission_down_to_earth_pays_for_the_least_white() -> None:
    pays_least("down-to-earth", "w")


def test_mission_ignorance_is_bliss_pays_for_the_least_teal() -> None:
    pays_least("ignorance-is-bliss", "t")


def pays_each_own(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{c}1 {c}6 {other}1", f"{c}1") == 6
    assert pays(mission, f"{other}1 {other}6", f"{c}1 {c}1") == 0
    assert pays(mission, f"{c}1 m6 m1") == 9, "jokers count"


def test_mission_smuggler_pays_for_each_own_purple() -> None:
    pays_each_own("smuggler", "p")


def test_mission_money_laundry_pays_for_each_own_white() -> None:
    pays_each_own("money-laundry", "w")


def test_mission_snitch_pays_for_each_own_teal() -> None:
    pays_each_own("snitch", "t")


def pays_each_in_city(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, f"{c}1 {c}2", agency=f"{c}1 {other}2 A", nethal=f"{c}6 {c}6") == 9
    assert pays(mission, f"{c}1 {c}2", agency=f"{other}1", market=f"{c}1", ravin=f"{c}2", dome=f"{c}3") == 0
    assert pays(mission, FILLER, agency="m3", bank=f"{c}1 x") == 6, "a joker in the City is of every colour"


def test_mission_drop_off_pays_for_white_in_the_city() -> None:
    pays_each_in_city("drop-off", "w")


def test_mission_vigilantes_pays_for_purple_in_the_city() -> None:
    pays_each_in_city("vigilantes", "p")


def test_mission_undercover_pays_for_teal_in_the_city() -> None:
    pays_each_in_city("undercover", "t")


def test_mission_finger_in_every_pie_pays_for_the_three_standard_colours() -> None:
    assert pays("finger-in-every-pie", "t1 p1 w1") == 8
    assert pays("finger-in-every-pie", "t1 p1 p2") == 0
    assert pays("finger-in-every-pie", "m1") == 8, "one joker is all three"
    assert pays("finger-in-every-pie", "t1 m1") == 8


def test_mission_playing_with_fire_pays_for_own_magmacorium() -> None:
    assert pays("playing-with-fire", "m1 m6 t1") == 10
    assert pays("playing-with-fire", "t1 p1 w1", "m1 m2") == 0
    assert pays("playing-with-fire", "t1", springs="m1 m2", agency="m3 A") == 0, "only those on the own board"


def pays_for_value(mission: str, face: int, stars: int) -> None:
    other = face % 6 + 1
    assert pays(mission, f"t{face} p{face} m{face} w{other}") == 3 * stars, "a joker has a value like any die"
    assert pays(mission, f"t{other} p{other}", f"t{face}") == 0
    assert pays(mission, f"t{face}", agency=f"t{face} t{face}") == stars, "only own dice"


def test_mission_less_is_more_pays_for_own_ones() -> None:
    pays_for_value("less-is-more", 1, 8)


def test_mission_slow_steady_pays_for_own_twos() -> None:
    pays_for_value("slow-steady", 2, 7)


def test_mission_middle_of_the_road_pays_for_own_threes() -> None:
    pays_for_value("middle-of-the-road", 3, 6)


def test_mission_four_leaf_clover_pays_for_own_fours() -> None:
    pays_for_value("four-leaf-clover", 4, 5)


def test_mission_big_league_pays_for_own_fives() -> None:
    pays_for_value("big-league", 5, 4)


def test_mission_more_is_more_pays_for_own_sixes() -> None:
    pays_for_value("more-is-more", 6, 4)


def pays_for_no_value(mission: str, face: int, stars: int) -> None:
    other = face % 6 + 1
    assert pays(mission, f"t{other} p{other}", f"t{face}") == stars
    assert pays(mission, f"t{other} p{face}") == 0
    assert pays(mission, f"t{other} m{face}") == 0, "a joker's value counts"


def test_mission_no_loose_change_pays_for_no_one() -> None:
    pays_for_no_value("no-loose-change", 1, 9)


def test_mission_contaminated_goods_pays_for_no_two() -> None:
    pays_for_no_value("contaminated-goods", 2, 8)


def test_mission_all_or_none_pays_for_no_three() -> None:
    pays_for_no_value("all-or-none", 3, 8)


def test_mission_low_profile_pays_for_no_four() -> None:
    pays_for_no_value("low-profile", 4, 9)


def test_mission_risk_management_pays_for_no_five() -> None:
    pays_for_no_value("risk-management", 5, 11)


def test_mission_staying_off_the_radar_pays_for_no_six() -> None:
    pays_for_no_value("staying-off-the-radar", 6, 12)


def pays_for_city_value(mission: str, face: int, stars: int) -> None:
    other = face % 6 + 1
    city = {"agency": f"t{face} p{face} w{other}", "nethal": f"w{face}"}
    assert pays(mission, f"t{face}", **city) == 3 * stars
    assert pays(mission, f"t{face}", agency=f"t{other}", market=f"t{face}", springs=f"m{face}") == 0
    assert pays(mission, f"t{other}", agency=f"m{face}") == stars, "a joker that has got there counts"


def test_mission_scavanger_pays_for_ones_in_the_city() -> None:
    pays_for_city_value("scavanger", 1, 3)


def test_mission_low_key_pays_for_twos_in_the_city() -> None:
    pays_for_city_value("low-key", 2, 3)


def test_mission_medium_rare_pays_for_threes_in_the_city() -> None:
    pays_for_city_value("medium-rare", 3, 3)


def test_mission_prosperity_pays_for_fours_in_the_city() -> None:
    pays_for_city_value("prosperity", 4, 3)


def test_mission_boom_pays_for_fives_in_the_city() -> None:
    pays_for_city_value("boom", 5, 4)


def test_mission_six_and_the_city_pays_for_sixes_in_the_city() -> None:
    pays_for_city_value("six-and-the-city", 6, 5)


@pytest.mark.parametrize(("board", "stars"), [("t6 p6 w5", 5), ("t6 p6 w6", 6), ("t6 m6 w6 t1", 6), ("t2", 0)])
def test_mission_interest_pays_a_third_of_the_total(board: str, stars: int) -> None:
    assert pays("interest", board) == stars


def test_mission_slacker_always_pays() -> None:
    assert pays("slacker", "t1") == 6
    assert pays("slacker", "m6 p6", "w1") == 6


def test_mission_forgery_pays_for_pairs_of_values() -> None:
    assert pays("forgery", "t1 p1 w2 t2 w3") == 8
    assert pays("forgery", "t1 p2 w3 t4 w5") == 0
    assert pays("forgery", "t1 p1 w1 m1 t1 p2") == 8, "five alike are two pairs"


def test_mission_replica_pays_for_pairs_of_colour_and_value() -> None:
    assert pays("replica", "t1 t1 p2 p2 w3") == 14
    assert pays("replica", "t1 p1 w1 t2 p2 w2") == 0
    assert pays("replica", "t1 m1 p2 m3") == 7, "a joker pairs with any die of its value"
    assert pays("replica", "t1 p1 m1 m1") == 14, "each joker once, as it helps most"
    assert pays("replica", "t1 t1 t1 m1") == 14
    assert pays("replica", "m4 m4 t1") == 7


def test_mission_threes_a_charm_pays_once_for_three_alike() -> None:
    assert pays("threes-a-charm", "t1 p1 m1 w2") == 8
    assert pays("threes-a-charm", "t1 p1 w2 m2") == 0
    assert pays("threes-a-charm", "t1 p1 w1 t2 p2 w2 w2") == 8


def test_mission_clones_pays_if_all_show_one_value() -> None:
    assert pays("clones", "t3 p3 m3 w3") == 18
    assert pays("clones", "t3 p3 m4 w3") == 0
    assert pays("clones", "t3") == 18


def test_mission_the_big_heist_pays_for_each_value() -> None:
    assert pays("the-big-heist", "t1 t2 t3 t4 t5 t6 t6") == 25
    assert pays("the-big-heist", "t1 t2 t3 t4 t5 t5") == 0
    assert pays("the-big-heist", "t1 t2 t3 t4 t5 m6") == 25, "a joker has only its own value"
    assert pays("the-big-heist", "t1 t2 t3 t4 t5 m5") == 0


def test_mission_oddballs_pays_if_all_are_odd() -> None:
    assert pays("oddballs", "t1 p3 m5") == 10
    assert pays("oddballs", "t1 p3 w2") == 0
    assert pays("oddballs", "t1 p3 m2") == 0


def test_mission_even_stevens_pays_if_all_are_even() -> None:
    assert pays("even-stevens", "t2 p4 m6") == 10
    assert pays("even-stevens", "t2 p4 w1") == 0
    assert pays("even-stevens", "t2 p4 m1") == 0


def test_mission_extra_stash_pays_for_the_highest_total() -> None:
    assert pays("extra-stash", "t6 m6", "w6 w5", "w1") == 10
    assert pays("extra-stash", "t6 p4", "w1", "w6 w5") == 0
    assert pays("extra-stash", "t6 p5", "w6 m5") == 10, "a tie qualifies"


def test_mission_discretion_pays_for_the_lowest_total() -> None:
    assert pays("discretion", "t1 p2", "w6", "w3 w1") == 14
    assert pays("discretion", "t1 p3", "w6", "w3") == 0
    assert pays("discretion", "t1 m3", "w4") == 14, "a tie qualifies"


def with_copycat(b: str, *boards: str, top: str = "", factions: str = "- -", **areas: str) -> dict[str, int]:
    """Return the stars when A has COPYCAT and B these Missions."""
    names = factions if len(boards) < 3 else " ".join("-" * len(boards))
    mine = "copycat interest"
    table = scored(names, boards, missions=[mine, b], top=top, **areas)
    drawn = top.split()[0] if "high-stakes-gambling" in b else None
    assert table.stars("A") == counted(table).missions([mine.split(), b.split()], drawn)[0]
    return table.stars("A")


def test_mission_copycat_scores_the_best_of_the_others_with_own_things() -> None:
    assert with_copycat("smuggler big-league", "p1 p2 p3 t5", "w1 w1")["copycat"] == 9
    assert with_copycat("smuggler big-league", "t5 w5 w5", "p1 p2 p3 p4 p5")["copycat"] == 12
    assert with_copycat("smuggler big-league", "t1 w1", "p5 p5")["copycat"] == 0
    assert with_copycat("smuggler king-of-the-hill", "t1 w1", "p5 p5", agency="A A A", gugu="B B B")["copycat"] == 10


def test_mission_copycat_uses_the_own_right_hand_neighbour() -> None:
    table = scored("- - -", ["t1", "w1 w2", "p1 p2"], missions=["copycat interest", "gun-nut slacker"])
    assert table.stars("A")["copycat"] == 8
    assert table.stars("B")["gun-nut"] == 0


def test_mission_copycat_copies_nothing_of_its_owner() -> None:
    table = scored(boards=["p1 p2 p3", "w1"], missions=["copycat smuggler", "less-is-more no-loose-change"])
    assert table.stars("A") == {"copycat": 8, "smuggler": 9}
    table = scored(boards=["p2 p2 p3 p4", "w1"], missions=["copycat smuggler", "less-is-more more-is-more"])
    assert table.stars("A") == {"copycat": 0, "smuggler": 12}


def test_mission_high_stakes_gambling_scores_twice_the_drawn_card() -> None:
    def gamble(top: str, board: str) -> int:
        table = scored(boards=[board, "t1"], missions=["high-stakes-gambling interest"], top=top)
        assert table.stars("A")["high-stakes-gambling"] == counted(table).revealed(
            "high-stakes-gambling", 0, [["high-stakes-gambling"], []], top.split()[0]
        )
        return table.stars("A")["high-stakes-gambling"]

    assert gamble("smuggler slacker", "p1 p2") == 12
    assert gamble("smuggler slacker", "t1 t2") == 0
    assert gamble("the-big-heist slacker", "t1 t2 t3 t4 t5 t6") == 20, "twenty at most"
    assert gamble("money-laundry slacker", "w1 w2 w3") == 18
    assert gamble("money-laundry slacker", "w1 w2 w3 w4") == 20


def pays_beside(mission: str, c: str) -> None:
    other = "t" if c != "t" else "p"
    assert pays(mission, FILLER, agency=f"A {c}1 A - {other}1", gugu=f"{c}2 - - - A") == 9, "five and one touch"
    assert pays(mission, FILLER, agency=f"A {other}1 {c}1 {c}1 {other}1", gugu=f"B {c}1") == 0
    assert pays(mission, FILLER, agency=f"{c}1 A {c}1") == 3, "each Agent once"
    assert pays(mission, FILLER, agency="m1 A") == 3, "a joker in the City is of every colour"
    assert pays(mission, FILLER, agency=f"a {c}1 - -", market=f"A {c}1") == 0, "no Thug, no Location"
    assert pays(mission, FILLER, agency=f"A {other}1 {c}1 {c}1 {other}1", adjacency="all") == 3
    assert pays(mission, FILLER, factions="tentacle-force -", agency=f"tentacle:0 {c}1") == 3


def test_mission_dealers_pays_for_agents_beside_purple() -> None:
    pays_beside("dealers", "p")


def test_mission_exchange_offices_pays_for_agents_beside_white() -> None:
    pays_beside("exchange-offices", "w")


def test_mission_hackers_pays_for_agents_beside_teal() -> None:
    pays_beside("hackers", "t")


def test_mission_sharing_is_caring_pays_for_own_ties_anywhere() -> None:
    ties = {"agency": "A B", "dome": "A A B B", "gugu": "A B B", "nethal": "a b"}
    assert pays("sharing-is-caring", FILLER, **ties) == 12, "Thugs tie as well; in Gugu B is ahead"
    assert pays("sharing-is-caring", FILLER, agency="A", gugu="B", bank="A A B") == 0
    others = {"agency": "B C", "gugu": "A B C", "waste": "A B B C C"}
    assert pays("sharing-is-caring", FILLER, FILLER, FILLER, **others) == 4
    assert pays("sharing-is-caring", FILLER, FILLER, FILLER, sharing="any", **others) == 12


def test_mission_crowd_control_pays_for_neighbourhoods_without_own_agents() -> None:
    assert pays("crowd-control", FILLER, agency="A A", gugu="A B", waste="B") == 16
    assert pays("crowd-control", FILLER, agency="A", gugu="A", waste="A", congress="A", bank="A", nethal="A") == 0
    assert pays("crowd-control", FILLER, agency="a", market="A") == 24, (
        "a Thug is no Agent, the Market no Neighbourhood"
    )
    assert pays("crowd-control", FILLER, factions="tentacle-force -", agency="tentacle:0") == 20


def test_mission_infiltration_pays_for_neighbourhoods_dominated_alone() -> None:
    assert pays("infiltration", FILLER, agency="A A B", gugu="A", waste="a B") == 12
    assert pays("infiltration", FILLER, agency="B", market="A", dome="A") == 0
    assert pays("infiltration", FILLER, agency="A B", gugu="A A b") == 4, "a tie does not qualify"


def test_mission_spies_pays_for_presence_without_domination() -> None:
    assert pays("spies", FILLER, agency="A B B", gugu="A b") == 8
    assert pays("spies", FILLER, agency="A B", gugu="A", waste="B") == 0, "a tie is domination"
    assert pays("spies", FILLER, agency="a B B", dome="A B B") == 0, "a Thug is no spy, the Dome no Neighbourhood"
    assert pays("spies", FILLER, factions="tentacle-force -", agency="tentacle:0 B B") == 4


def test_mission_king_of_the_hill_pays_for_three_agents() -> None:
    assert pays("king-of-the-hill", FILLER, agency="A A A", gugu="A A A A B") == 20
    assert pays("king-of-the-hill", FILLER, agency="A A B", market="A A A") == 0
    assert pays("king-of-the-hill", FILLER, agency="A A a") == 0, "a Thug is no Agent"
    assert pays("king-of-the-hill", FILLER, factions="tentacle-force -", agency="A A tentacle:0") == 10


def test_mission_special_agents_pays_for_agents_everywhere() -> None:
    five = {"agency": "A", "gugu": "A", "waste": "A B B", "congress": "A", "bank": "A"}
    assert pays("special-agents", FILLER, **five, nethal="A") == 10
    assert pays("special-agents", FILLER, **five, market="A A") == 0
    assert pays("special-agents", FILLER, **five, nethal="a") == 0
    assert pays("special-agents", FILLER, factions="tentacle-force -", **five, nethal="tentacle:0") == 10


def test_what_a_hand_would_pay_now_is_shown_to_its_owner() -> None:
    table = Table("- -", boards=["p1 p2 t3", "w1"], missions=["smuggler forgery"])
    now = {card["id"]: card["now"] for card in table.view("A")["hand"]}
    assert now == {"smuggler": 6, "forgery": 0}
    assert table.view("B")["hand"][0]["id"] not in now
    assert table.view()["hand"] == []
