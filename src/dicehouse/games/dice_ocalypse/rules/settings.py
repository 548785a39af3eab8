"""Define the settings of a table: the scoring table, and every switch of section 12 of the rulings."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting, SettingValue
from dicehouse.i18n import Text, _

from .state import BATTLE_ZONE

PRESET: tuple[SettingValue, str] = (-1, _("as in the scoring table"))
ROWS = _("What dice are worth")


def _row(key: str, label: str, dice: str, values: tuple[tuple[SettingValue, str], ...]) -> Setting:
    return Setting(key, label, "choice", -1, "", (PRESET, *values), group=ROWS, dice=dice)


_FACTORS: tuple[tuple[SettingValue, str], ...] = (
    (2, _("twice the triple")),
    (3, _("3 times the triple")),
    (4, _("4 times the triple")),
    (8, _("8 times the triple")),
)

_PAIRS: tuple[tuple[SettingValue, str], ...] = (
    (0, _("nothing")),
    (500, Text("{points}", {"points": 500})),
    (750, Text("{points}", {"points": 750})),
    (1000, Text("{points}", {"points": 1000})),
    (1500, Text("{points}", {"points": 1500})),
)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "target",
        _("Target"),
        "number",
        10_000,
        _("The first total above this starts the final round."),
        low=1_000,
        high=50_000,
        step=500,
        group=_("The race"),
        raises=("turns", "decisions", "minutes"),
    ),
    Setting("exact_target", _("Exactly the target is enough"), "switch", False, group=_("The race")),
    Setting(
        "opening",
        _("First score"),
        "number",
        1_000,
        _("A player's first scoring turn must be worth at least this."),
        low=0,
        high=5_000,
        step=50,
        group=_("The race"),
    ),
    Setting(
        "keep_rule",
        _("Keeping dice"),
        "choice",
        "choose",
        "",
        (("choose", _("any scoring dice, at least one")), ("all_scoring", _("all scoring dice"))),
        group=_("Rolling"),
    ),
    Setting(
        "hot_dice",
        _("Hot dice"),
        "choice",
        "may",
        _("Sets your options after hot dice."),
        (("may", _("you may reroll all")), ("must", _("you must reroll all"))),
        group=_("Rolling"),
    ),
    Setting(
        "piggyback",
        _("Piggybacking"),
        "switch",
        False,
        _("You may continue with the dice and points of the player who just banked, instead of starting over."),
        group=_("Rolling"),
    ),
    Setting(
        "special_cards",
        _("War cards, Battle Zones, special dice"),
        "switch",
        True,
        _("Off: only dice."),
        group=_("War"),
    ),
    Setting(
        "reaction_windows",
        _("When opponents may play a card"),
        "choice",
        "every_throw",
        "",
        (("every_throw", _("after every roll and at the end of a turn")), ("end_only", _("only at the end of a turn"))),
        group=_("War"),
    ),
    Setting(
        "simultaneous",
        _("Several cards at once"),
        "choice",
        "vote",
        "",
        (("vote", _("the others say who was first")), ("roll", _("dice decide who was first"))),
        group=_("War"),
    ),
    Setting("negative_scores", _("Totals can go below zero"), "switch", False, group=_("War")),
    Setting(
        "battle_zone_again",
        _("Another Battle Zone after falling below {points}", points=BATTLE_ZONE),
        "switch",
        False,
        group=_("War"),
    ),
    Setting("battle_zone_in_final", _("Battle Zones in the final round"), "switch", True, group=_("War")),
    Setting(
        "scoring",
        _("Scoring table"),
        "choice",
        "plurality",
        _("The rulebook's own table is missing. These three fit other published games with six dice best."),
        (
            ("plurality", _("Doubling: four of a kind score twice the triple, five 4 times, six 8 times")),
            (
                "printed",
                _(
                    "Printed: {four} / {five} / {six} for four, five and six of a kind",
                    four=1_000,
                    five=2_000,
                    six=3_000,
                ),
            ),
            ("classic", _("Classic: each extra die adds the triple again")),
        ),
        group=ROWS,
    ),
    _row(
        "three_ones",
        _("Three 1s"),
        "111",
        ((300, Text("{points}", {"points": 300})), (1000, Text("{points}", {"points": 1000}))),
    ),
    _row("four_kind", _("Four of a kind"), "4444", (*_FACTORS, (1000, Text("{points}", {"points": 1000})))),
    _row("five_kind", _("Five of a kind"), "44444", (*_FACTORS, (2000, Text("{points}", {"points": 2000})))),
    _row("six_kind", _("Six of a kind"), "444444", (*_FACTORS, (3000, Text("{points}", {"points": 3000})))),
    _row(
        "straight",
        _("Straight"),
        "123456",
        (
            (500, Text("{points}", {"points": 500})),
            (1000, Text("{points}", {"points": 1000})),
            (1500, Text("{points}", {"points": 1500})),
        ),
    ),
    _row("three_pairs", _("Three pairs"), "223366", _PAIRS),
    _row(
        "four_plus_pair",
        _("Four of a kind and a pair"),
        "333344",
        ((0, _("no bonus")), (1, _("counts as three pairs"))),
    ),
    _row("two_triplets", _("Two triplets"), "222555", ((0, _("no bonus")), (2500, Text("{points}", {"points": 2500})))),
    Setting(
        "no_score_bonus",
        _("Six dice, nothing scores"),
        "choice",
        0,
        "",
        ((0, _("bust")), (500, _("500 points"))),
        group=ROWS,
        dice="234466",
    ),
)

QUICK_TARGET = 5_000

MODES: tuple[Mode, ...] = (
    Mode("standard", _("Standard"), _("All the rules in the rulebook.")),
    Mode(
        "quick",
        _("Quick"),
        _("To {points} points; cards only at the end of a turn.", points=QUICK_TARGET),
        {"target": QUICK_TARGET, "opening": 500, "reaction_windows": "end_only"},
    ),
    Mode("plain", _("Plain"), _("Only dice: no cards, no Battle Zones, no special dice."), {"special_cards": False}),
)
