"""Each switch of sections 4.2 and 12 on and off, where no other file has it."""

from __future__ import annotations

import pytest

import dicehouse
import dicehouse.games
from dicehouse.core.settings import Setting
from dicehouse.errors import BadSetting

from .table import GAME, Table

SWITCHES = {
    "exact_target": False,
    "battle_zone_again": False,
    "battle_zone_in_final": True,
    "negative_scores": False,
    "special_cards": True,
    "piggyback": False,
}
CHOICES = {
    "scoring": ("plurality", {"plurality", "printed", "classic"}),
    "keep_rule": ("choose", {"choose", "all_scoring"}),
    "hot_dice": ("may", {"may", "must"}),
    "reaction_windows": ("every_throw", {"every_throw", "end_only"}),
    "simultaneous": ("vote", {"vote", "roll"}),
}
OVERRIDES = (
    "three_ones",
    "four_kind",
    "five_kind",
    "six_kind",
    "straight",
    "three_pairs",
    "four_plus_pair",
    "two_triplets",
)


def settings() -> dict[str, Setting]:
    return {setting.key: setting for setting in dicehouse.games.find(GAME).settings}


@pytest.mark.parametrize("key", SWITCHES)
def test_every_switch_is_there_with_its_default(key: str) -> None:
    setting = settings()[key]
    assert (setting.kind, bool(setting.default)) == ("switch", SWITCHES[key])


@pytest.mark.parametrize("key", CHOICES)
def test_every_choice_is_there_with_its_default(key: str) -> None:
    setting = settings()[key]
    assert (setting.default, {value for value, _ in setting.choices}) == CHOICES[key]


@pytest.mark.parametrize("key", OVERRIDES)
def test_every_row_of_the_table_of_points_is_as_the_preset_by_default(key: str) -> None:
    assert settings()[key].default == -1


def test_target_and_opening_have_their_defaults() -> None:
    assert (settings()["target"].default, settings()["opening"].default) == (10000, 1000)


@pytest.mark.parametrize("key", [*SWITCHES, *CHOICES, *OVERRIDES, "no_score_bonus", "target", "opening"])
@pytest.mark.parametrize("value", ["nonsense", "", None, -7, 10**9, 1.5, [], {}, "<b>"])
def test_a_setting_out_of_range_is_refused_by_name(key: str, value: object) -> None:
    with pytest.raises(BadSetting, match=key):
        dicehouse.new(GAME, players=2, seed=1, options={key: value})


def test_an_unknown_setting_is_refused_by_name() -> None:
    with pytest.raises(BadSetting, match="scorring"):
        dicehouse.new(GAME, players=2, seed=1, options={"scorring": "printed"})


# A plain game of 10,000: no cards, no Battle Zone, no special dice.


def plain(*totals: int, **position: object) -> Table:
    return Table(*totals, options={"special_cards": False}, **position)  # type: ignore[arg-type]


def test_without_special_cards_there_are_no_cards_to_play() -> None:
    table = plain(3000, 3000, 3000)
    assert table.offers("A") == {"roll"}
    table.play("A roll: 115234")
    assert (table.phase, table.asked) == ("keep", "A")
    assert not any(option.endswith("double") for option in table.offers("A"))
    table.play("A keep 1 bank")
    assert (table.phase, table.up) == ("start", "B")


def test_without_special_cards_there_is_no_battle_zone() -> None:
    table = plain(4600, 0, 0).banks("A", 500)
    assert (table.totals[0], table.happened("battle-zone")) == (5100, [])


def test_without_special_cards_no_special_die_enters() -> None:
    table = plain(3000, 3000, 0).busts("A").busts("B")
    assert (table.who("zombie"), table.who("left_behind")) == ("", "")


def test_without_special_cards_opening_and_end_are_the_same() -> None:
    table = plain(0, 0, 0).play("A roll: 666234")
    assert table.offers("A") == {"keep 666 roll"}
    assert plain(9500, 0).banks("A", 550).final == ("A", 10050, "B")


# Piggybacking on the dice that the player before left lying.


def piggy(*totals: int, **position: object) -> Table:
    return Table(*totals, options={"piggyback": True}, hands=dict.fromkeys("ABCDEF", ()), **position)  # type: ignore[arg-type]


def test_nobody_piggybacks_unless_the_switch_is_on() -> None:
    table = Table(2000, 2000, hands={"A": [], "B": []}).play("A roll: 115234", "A keep 115 bank")
    assert table.offers("B") == {"roll"}


def test_one_may_go_on_with_the_points_and_dice_of_the_player_before() -> None:
    table = piggy(2000, 2000).play("A roll: 115234", "A keep 115 bank")
    assert table.offers("B") == {"roll", "piggyback"}
    assert table.view["piggyback"] == {"points": 250, "dice": 3}
    table.play("B piggyback: 523")
    assert (table.turn_score, len(table.view["dice"])) == (250, 3)
    table.play("B keep 5 bank")
    assert table.totals == (2250, 2300)


def test_one_may_as_well_start_afresh() -> None:
    table = piggy(2000, 2000).play("A roll: 115234", "A keep 115 bank", "B roll: 115234")
    assert (table.turn_score, len(table.view["dice"])) == (0, 6)


def test_a_piggybacked_throw_may_bust() -> None:
    table = piggy(2000, 2000).play("A roll: 115234", "A keep 115 bank", "B piggyback: 223")
    assert (table.totals, table.up) == ((2250, 2000), "A")


def test_there_is_nothing_to_piggyback_on_after_a_bust() -> None:
    table = piggy(2000, 2000).busts("A")
    assert table.offers("B") == {"roll"}
    assert table.view["piggyback"] is None
    table = piggy(2000, 2000).play("A roll: 115234", "A keep 115 bank", "B piggyback: 223")
    assert table.offers("A") == {"roll"}
