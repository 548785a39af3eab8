"""Define the settings and modes of the game."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core.settings import Mode, Setting, SettingValue
from dicehouse.errors import BadSetting
from dicehouse.i18n import _

RULES, BOARD, THROWS, DRAFTING = _("Rules"), _("Board"), _("Throws"), _("Drafting")
LENGTHS = ("turns", "decisions", "minutes")  # what more rounds never shorten

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "game",
        _("Game"),
        "choice",
        "classic",
        "",
        (
            ("classic", _("Classic: each player has a board")),
            ("central", _("Central Board")),
            ("drafting", _("Drafting: dice with powers")),
        ),
        group=RULES,
    ),
    Setting(
        "barrels",
        _("Barrels"),
        "switch",
        False,
        _("A player who knocks a barrel off its board loses a point."),
        group=RULES,
    ),
    Setting("rounds", _("Rounds to win"), "number", 2, "", low=1, high=3, group=RULES, raises=LENGTHS),
    Setting(
        "boards",
        _("Boards in the middle"),
        "number",
        0,
        _("Only for Central Board. 0 means one board for two or three players, and two for more."),
        low=0,
        high=6,
        group=BOARD,
    ),
    Setting(
        "hand",
        _("Hands"),
        "choice",
        "usual",
        _("No throw goes exactly where you aim."),
        (("steady", _("steady")), ("usual", _("average")), ("shaky", _("shaky"))),
        group=THROWS,
    ),
    Setting(
        "release",
        _("Release distance"),
        "choice",
        "target",
        _("Release dice at least 15 cm (six inches) away."),
        (("target", _("from the board you aim at")), ("every", _("from every board"))),
        group=THROWS,
    ),
    Setting(
        "starter",
        _("The highest roll"),
        "choice",
        "self",
        "",
        (("self", _("starts")), ("choose", _("decides who starts"))),
        group=THROWS,
    ),
    Setting(
        "covered_yellow_works",
        _("Covered Lightning works"),
        "switch",
        False,
        _("A yellow die under another die still has its power."),
        group=DRAFTING,
    ),
)

MODES: tuple[Mode, ...] = (
    Mode("classic", _("Classic"), _("Throw dice onto your board and knock opponents' off.")),
    Mode(
        "central",
        _("Central Board"),
        _("Everybody throws at one target. Only dice of your colour score for you."),
        {"game": "central"},
    ),
    Mode("drafting", _("Drafting"), _("Draft dice with six powers, such as Burn and Poison."), {"game": "drafting"}),
    Mode(
        "classic-barrels",
        _("Classic with barrels"),
        _("Don't knock the barrels off the boards."),
        {"barrels": True},
    ),
    Mode(
        "drafting-barrels",
        _("Drafting with barrels"),
        _("Draft dice with powers, and don't knock the barrels off the boards."),
        {"game": "drafting", "barrels": True},
    ),
    Mode(
        "construction",
        _("Construction"),
        _("Build a target of boards and barrels, then throw at it."),
        {"game": "central", "barrels": True},
    ),
)


def check(players: int, settings: Mapping[str, SettingValue]) -> None:
    """Raise BadSetting if settings don't go together."""
    if settings["boards"] and (settings["game"] != "central" or settings["barrels"]):
        raise BadSetting(_("Boards in the middle: only Central Board without barrels can have numbers other than 0."))
