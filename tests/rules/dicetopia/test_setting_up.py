"""Test the beginning of a game: section 1, rulings R-01, R-02, R-04 to R-08, R-25 and R-44, amendment M-13."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dicehouse
from dicehouse.errors import BadSetting, DicehouseError
from dicehouse.match.match import Match

from .missions import MISSIONS
from .scoring import AREAS, CITY, LOCATIONS, dice_on
from .table import GAME, Table, scored

KNOWN = {
    "roamers", "shakra-pirates", "perceptioneers", "tuulu-priests", "centauri-bureau", "dangmer-program",
    "ewo-following", "hollows", "conspiracy", "navigators", "haterz", "fukura", "tentacle-force", "conclave", "pagans",
    "retorium-comradery", "skelletas", "zai",
}  # fmt: skip
EXTRA = {"banxa-corporation", "blockade"}
PLAYERS = range(2, 7)


def deal(players: int, seed: int = 0, **options: Any) -> Match:
    return dicehouse.new(GAME, players=players, seed=seed, options=options)


def on_spaces(view: dict[str, Any], *areas: str) -> Counter[str]:
    """Return the colours of the dice on spaces."""
    return Counter(die[0] for area in view["areas"] if area["id"] in areas for die in dice_on(area["spaces"]))


def test_r01_two_to_six_play() -> None:
    for players in PLAYERS:
        assert len(deal(players).view()["seats"]) == players
    for players in (1, 7):
        with pytest.raises(DicehouseError):
            deal(players)


@pytest.mark.parametrize("players", PLAYERS)
def test_r02_five_spaces_in_the_city_and_six_in_a_location(players: int) -> None:
    sizes = {area["id"]: len(area["spaces"]) for area in deal(players).view()["areas"]}
    assert sizes == dict.fromkeys(CITY, 5) | dict.fromkeys(LOCATIONS, 6)


def test_r04_everybody_has_a_random_open_faction() -> None:
    met = set()
    for seed in range(60):
        factions = [seat["faction"] for seat in deal(6, seed).view()["seats"]]
        assert len(set(factions)) == 6
        met |= set(factions)
    assert met == KNOWN


def test_r04_factions_may_be_chosen() -> None:
    match = deal(3, faction_deal="choose")
    first = match.view()["marker"]
    for step in range(3):
        seat = (first + step) % 3
        assert match.acting() == (seat,)
        taken = {f"faction {each['faction']}" for each in match.view()["seats"] if each["faction"]}
        options = {option.id for option in match.options(seat)}
        assert options == {f"faction {name}" for name in KNOWN} - taken
        match.play(seat, min(options))
        assert match.view()["seats"][seat]["faction"] == min(options).split()[1]
    assert match.view()["phase"] == "missions"


def test_r04_or_one_of_two_is_kept() -> None:
    match = deal(6, faction_deal="two")
    dealt = []
    while match.view()["phase"] == "faction":
        seat = match.acting()[0]
        options = [option.id for option in match.options(seat)]
        assert len(options) == 2
        dealt += options
        match.play(seat, options[1])
        assert match.view()["seats"][seat]["faction"] in (None, options[1].split()[1])
    assert len(set(dealt)) == 12
    assert {f"faction {seat['faction']}" for seat in match.view()["seats"]} == set(dealt[1::2])


@pytest.mark.parametrize("players", PLAYERS)
def test_r05_the_whole_board_is_used_by_any_number_of_players(players: int) -> None:
    view = deal(players).view()
    filled = [area for area in AREAS if area != "springs"]
    assert on_spaces(view, *filled) == {"t": 16, "p": 16, "w": 16}
    for area in view["areas"]:
        if area["id"] in filled:
            assert len(dice_on(area["spaces"])) == len(area["spaces"])
    assert Counter(die[0] for die in view["dome"]["card"]) + Counter(
        {name[0]: count for name, count in view["dome"]["bag"].items()}
    ) == {"t": 3, "p": 3, "w": 3}


@pytest.mark.parametrize("players", PLAYERS)
def test_r06_as_many_magmacorium_dice_as_players(players: int) -> None:
    view = deal(players).view()
    springs = view["areas"][AREAS.index("springs")]["spaces"]
    assert on_spaces(view, "springs") == {"m": players}
    assert springs.count(None) == 6 - players
    assert view["magmacorium"] == 7 - players


def test_r06_their_number_can_be_set() -> None:
    for wanted in range(1, 7):
        view = deal(3, magmacorium=wanted).view()
        assert on_spaces(view, "springs") == {"m": wanted}
        assert view["magmacorium"] == 7 - wanted
    with pytest.raises(BadSetting):
        deal(3, magmacorium=7)


@pytest.mark.parametrize("players", PLAYERS)
def test_r07_six_agents_each_and_a_thug_in_prison(players: int) -> None:
    match = next(match for match in (deal(players, seed) for seed in range(99)) if no_tentacle(match))
    view = match.view()
    assert [seat["agents"] for seat in view["seats"]] == [6] * players
    assert view["prison"] == {"thugs": list(range(players)), "dice": []}


def no_tentacle(match: Match) -> bool:
    return all(seat["faction"] != "tentacle-force" for seat in match.view()["seats"])


def test_r08_the_stock_starts_at_the_bottom_of_its_track() -> None:
    view = deal(2).view()
    assert view["stock"] == {
        "track": [0, 1, 1, 2, 2, 3],
        "at": {"teal": 0, "purple": 0, "white": 0},
        "value": {"teal": 0, "purple": 0, "white": 0},
    }
    for track in ("0-1-2-3-4-5", "1-1-2-2-3-3"):
        assert deal(2, stock_track=track).view()["stock"]["track"] == [int(value) for value in track.split("-")]


@pytest.mark.parametrize("track", ["0-1-1-2-2-3", "0-1-2-3-4-5", "1-1-2-2-3-3"])
def test_r08_a_step_may_leave_the_value(track: str) -> None:
    values = [int(value) for value in track.split("-")]
    for step, worth in enumerate(values):
        table = Table(stock=(step, 0, 0), options={"stock_track": track})
        assert table.view()["stock"]["value"]["teal"] == worth


def test_r25_the_lost_factions_only_play_where_they_are_wanted() -> None:
    met = set()
    for seed in range(60):
        met |= {seat["faction"] for seat in deal(6, seed, reconstructed_factions=True).view()["seats"]}
    assert met == KNOWN | EXTRA


def test_everybody_keeps_two_of_three_missions() -> None:
    match = deal(4, 3)
    hands = [[card["id"] for card in match.view(seat)["hand"]] for seat in range(4)]
    assert all(len(hand) == 3 for hand in hands)
    assert len({card for hand in hands for card in hand}) == 12
    asked = [seat for seat in range(4) if match.view()["seats"][seat]["faction"] != "centauri-bureau"]
    assert list(match.acting()) == asked, "all choose at once"
    for seat in reversed(asked):
        assert {option.id for option in match.options(seat)} == {f"give {card}" for card in hands[seat]}
        match.play(seat, f"give {hands[seat][1]}")
    for seat in asked:
        kept = [card["id"] for card in match.view(seat)["hand"]]
        assert sorted(kept) == sorted(hands[seat][::2])
    held = sum(seat["missions"] for seat in match.view()["seats"])
    assert match.view()["deck"] == 60 - held


def test_nobody_hears_what_others_gave_back() -> None:
    match = deal(3, 1)
    for seat in list(match.acting()):
        match.play(seat, match.options(seat)[0].id)
    for reader in (None, 0, 1, 2):
        told = " ".join(event.text for event in match.log(reader))
        shown = str(match.view(reader))
        for seat in range(3):
            if seat != reader:
                for card in match.view(seat)["hand"]:
                    assert card["id"] not in shown
                    assert card["name"] not in told


def test_r44_back_to_square_one_starts_the_city_at_one() -> None:
    for seed in range(8):
        match = deal(4, seed, scenario="back-to-square-one")
        view = match.view()
        for area in view["areas"]:
            if area["id"] in CITY:
                assert [die[1] for die in area["spaces"]] == ["1"] * 5
        held = [card["id"] for seat in range(4) for card in match.view(seat)["hand"]]
        assert "scavanger" not in held
        assert view["deck"] + len(held) == 59
    others = [die for area in view["areas"] if area["id"] in LOCATIONS for die in dice_on(area["spaces"])]
    assert {die[1] for die in others} > {"1"}, "the Locations are rolled"


def test_r44_scavanger_is_out_of_the_whole_deck() -> None:
    seen: set[str] = set()
    for seed in range(80):
        match = deal(6, seed, scenario="back-to-square-one")
        seen |= {card["id"] for seat in range(6) for card in match.view(seat)["hand"]}
    assert seen == set(MISSIONS) - {"scavanger"}


def test_r42_names_are_those_of_the_cards() -> None:
    table = Table(missions=["scavanger slow-steady", "threes-a-charm four-leaf-clover"])
    names = {card["id"]: card["name"].upper() for seat in "AB" for card in table.view(seat)["hand"]}
    assert names == {
        "scavanger": "SCAVANGER",
        "slow-steady": "SLOW & STEADY",
        "threes-a-charm": "THREE'S A CHARM",
        "four-leaf-clover": "FOUR-LEAF CLOVER",
    }


def test_m13_settings_are_fixed_before_the_deal() -> None:
    match = deal(2, neighbourhood_text="rebalanced", observatory_advanced=True)
    assert match.number == 0
    assert (match.settings["neighbourhood_text"], match.settings["observatory_advanced"]) == ("rebalanced", True)
    assert match.view()["text"] == "rebalanced"


def test_starts_differ() -> None:
    starts = {str(deal(2, seed).view()["areas"]) for seed in range(10)}
    assert len(starts) == 10
    assert {deal(6, seed).view()["marker"] for seed in range(60)} == set(range(6)), "anybody may begin"


def test_the_words_of_set_up_are_checked() -> None:
    for wrong in ({"agency": "q4"}, {"boards": ["t7"]}, {"missions": ["armory armory"]}, {"factions": "nobody -"}):
        with pytest.raises(DicehouseError):
            Table(**wrong) if "boards" in wrong or "factions" in wrong else Table("- -", **wrong)
    assert scored(boards=["t1", "t2"]).match.over
