"""Define the settings of a table: the scoring table, and every switch of section 12 of the rulings."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting, SettingValue

from .state import BATTLE_ZONE

PRESET: tuple[SettingValue, str] = (-1, "as in the table")
ROWS = "What dice are worth"


def _row(key: str, label: str, dice: str, values: tuple[tuple[SettingValue, str], ...]) -> Setting:
    return Setting(key, label, "choice", -1, "", (PRESET, *values), group=ROWS, dice=dice)


_FACTORS: tuple[tuple[SettingValue, str], ...] = (
    (2, "twice the triple"),
    (3, "3 times the triple"),
    (4, "4 times the triple"),
    (8, "8 times the triple"),
)

_PAIRS: tuple[tuple[SettingValue, str], ...] = (
    (0, "nothing"),
    (500, "500"),
    (750, "750"),
    (1000, "1,000"),
    (1500, "1,500"),
)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "target",
        "Target",
        "number",
        10_000,
        "A total over this starts the dice-ocalypse.",
        low=1_000,
        high=50_000,
        step=500,
        group="The race",
    ),
    Setting("exact_target", "Exactly the target is enough", "switch", False, group="The race"),
    Setting(
        "opening",
        "Points to open",
        "number",
        1_000,
        "The first scored turn must be worth at least this.",
        low=0,
        high=5_000,
        step=50,
        group="The race",
    ),
    Setting(
        "keep_rule",
        "Keeping dice",
        "choice",
        "choose",
        "",
        (("choose", "any scoring dice, at least one"), ("all_scoring", "all scoring dice")),
        group="Throwing",
    ),
    Setting(
        "hot_dice",
        "Hot dice",
        "choice",
        "may",
        "When every die has scored.",
        (("may", "you may throw all again"), ("must", "you must throw all again")),
        group="Throwing",
    ),
    Setting(
        "piggyback",
        "Piggybacking",
        "switch",
        False,
        "Take over the dice and points that the player before you banked, instead of starting afresh.",
        group="Throwing",
    ),
    Setting(
        "special_cards", "War cards, Battle Zones, special dice", "switch", True, "Off: the plain game.", group="War"
    ),
    Setting(
        "reaction_windows",
        "When opponents may play a card",
        "choice",
        "every_throw",
        "",
        (("every_throw", "after every throw and at the end"), ("end_only", "at the end of a turn only")),
        group="War",
    ),
    Setting(
        "simultaneous",
        "Several cards at once",
        "choice",
        "vote",
        "",
        (("vote", "the others say who was first"), ("roll", "dice decide who was first")),
        group="War",
    ),
    Setting("negative_scores", "Totals below zero", "switch", False, group="War"),
    Setting(
        "battle_zone_again", f"Battle Zone again after falling below {BATTLE_ZONE:,}", "switch", False, group="War"
    ),
    Setting("battle_zone_in_final", "Battle Zones in the final round", "switch", True, group="War"),
    Setting(
        "scoring",
        "Scoring table",
        "choice",
        "plurality",
        "The rulebook's own table is lost; these are the three that published six-dice games support best.",
        (
            ("plurality", "Doubling: four of a kind twice the triple, five 4 times, six 8 times"),
            ("printed", "Printed: flat 1,000 / 2,000 / 3,000"),
            ("classic", "Classic: each further die adds the triple again"),
        ),
        group=ROWS,
    ),
    _row("three_ones", "Three 1s", "111", ((300, "300"), (1000, "1,000"))),
    _row("four_kind", "Four of a kind", "4444", (*_FACTORS, (1000, "1,000"))),
    _row("five_kind", "Five of a kind", "44444", (*_FACTORS, (2000, "2,000"))),
    _row("six_kind", "Six of a kind", "444444", (*_FACTORS, (3000, "3,000"))),
    _row("straight", "Straight", "123456", ((500, "500"), (1000, "1,000"), (1500, "1,500"))),
    _row("three_pairs", "Three pairs", "223366", _PAIRS),
    _row("four_plus_pair", "Four of a kind and a pair", "333344", ((0, "no bonus"), (1, "count as three pairs"))),
    _row("two_triplets", "Two triplets", "222555", ((0, "no bonus"), (2500, "2,500"))),
    Setting(
        "no_score_bonus",
        "Six dice, nothing scores",
        "choice",
        0,
        "",
        ((0, "bust"), (500, "500 points")),
        group=ROWS,
        dice="234466",
    ),
)

QUICK_TARGET = 5_000

MODES: tuple[Mode, ...] = (
    Mode("standard", "Standard", "Every rule of the rulebook."),
    Mode(
        "quick",
        "Quick",
        f"To {QUICK_TARGET:,}, cards at the end of a turn only.",
        {"target": QUICK_TARGET, "opening": 500, "reaction_windows": "end_only"},
    ),
    Mode("plain", "Plain", "Only dice: no cards, no Battle Zones, no special dice.", {"special_cards": False}),
)
