"""Define the settings and modes of the game."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core.settings import Mode, Setting, SettingValue
from dicehouse.errors import BadSetting

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "game",
        "Game",
        "choice",
        "classic",
        "",
        (
            ("classic", "Classic: a board each"),
            ("central", "Central Board"),
            ("drafting", "Drafting: dice with powers"),
        ),
    ),
    Setting("barrels", "Barrels", "switch", False, "Whoever knocks one off its board loses a point."),
    Setting("rounds", "Rounds to win", "number", 2, "", low=1, high=3),
    Setting(
        "boards",
        "Boards in the middle",
        "number",
        0,
        "Central Board; 0 is one board for two or three players, else two.",
        low=0,
        high=6,
        group="Board",
    ),
    Setting(
        "hand",
        "Hands",
        "choice",
        "usual",
        "Nobody throws exactly as they mean to.",
        (("steady", "steady"), ("usual", "as usual"), ("shaky", "shaky")),
        group="Throws",
    ),
    Setting(
        "release",
        "Six inches away",
        "choice",
        "target",
        "Where a die has to be that far away when it is let go.",
        (("target", "from the board aimed at"), ("every", "from every board")),
        group="Throws",
    ),
    Setting(
        "starter",
        "Whoever rolls highest",
        "choice",
        "self",
        "",
        (("self", "starts"), ("choose", "says who starts")),
        group="Throws",
    ),
    Setting(
        "covered_yellow_works",
        "Covered lightning strikes",
        "switch",
        False,
        "A yellow die under another one still has its lightning.",
        group="Drafting",
    ),
)

MODES: tuple[Mode, ...] = (
    Mode("classic", "Classic", "Six dice, a board each: throw well, and knock off theirs."),
    Mode("central", "Central Board", "One target for all; your colour on top counts.", {"game": "central"}),
    Mode("drafting", "Drafting", "Six colours, six powers: burn, poison, lightning.", {"game": "drafting"}),
    Mode("classic-barrels", "Classic with barrels", "Barrels on the boards: mind them.", {"barrels": True}),
    Mode("drafting-barrels", "Drafting with barrels", "All of it.", {"game": "drafting", "barrels": True}),
    Mode(
        "construction",
        "Construction",
        "Boards and barrels, built up and shot down.",
        {"game": "central", "barrels": True},
    ),
)


def check(players: int, settings: Mapping[str, SettingValue]) -> None:
    """Raise BadSetting if settings don't go together."""
    if settings["boards"] and (settings["game"] != "central" or settings["barrels"]):
        raise BadSetting("boards: only Central Board without barrels has a number of boards; elsewhere it is 0.")
