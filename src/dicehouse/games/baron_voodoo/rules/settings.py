"""Define the settings: set-ups, teams, solo levels, and every switch of section 12 and the amendments."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core.settings import Mode, Setting, SettingValue
from dicehouse.errors import BadSetting

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "set_up",
        "Set-up",
        "choice",
        "quick",
        "How the dice come to lie on the board.",
        (
            ("quick", "Quick: thrown and laid"),
            ("draft", "Draft: thrown, then placed in turns"),
            ("balanced", "Balanced: the same faces for every Loa"),
            ("chaos", "Chaos: Steal and Exchange only"),
        ),
        group="Set-up",
    ),
    Setting(
        "loas",
        "Loas",
        "choice",
        "choose",
        "",
        (("choose", "everybody chooses"), ("random", "by lot"), ("order", "in turn order, yellow first")),
        group="Set-up",
    ),
    Setting(
        "first",
        "Who begins",
        "choice",
        "random",
        "",
        (("random", "by lot"), ("host", "the first seat")),
        group="Set-up",
    ),
    Setting(
        "pairing",
        "Teams",
        "choice",
        "none",
        "Four players only; partners sit opposite each other in turn order.",
        (
            ("none", "everybody for themselves"),
            ("yt-rp", "yellow and turquoise against red and purple"),
            ("yr-tp", "yellow and red against turquoise and purple"),
            ("yp-tr", "yellow and purple against turquoise and red"),
        ),
        group="Set-up",
    ),
    Setting(
        "solo_level",
        "Solo level",
        "choice",
        1,
        "How strong the Baron is when you play alone.",
        (
            (1, "1: his wishes follow the line"),
            (2, "2: he wants your colour first"),
            (3, "3: and buys extra turns"),
            (4, "4: and begins with 6 points"),
        ),
        group="Set-up",
    ),
    Setting(
        "layout",
        "Colours of the board",
        "choice",
        "knights",
        "",
        (("knights", "a knight's move apart"), ("mirror", "the same, mirrored"), ("shuffled", "at random")),
        group="Board",
    ),
    Setting(
        "directions",
        "Jumps go",
        "choice",
        4,
        "",
        ((4, "along rows and files"), (8, "diagonally as well")),
        group="Board",
    ),
    Setting(
        "power_lines",
        "Lines of Mamy Wata and Papa Legba",
        "choice",
        "both",
        "",
        (("both", "rows and files"), ("rows", "rows only")),
        group="Board",
    ),
    Setting(
        "legba",
        "Papa Legba moves",
        "choice",
        "any",
        "",
        (("any", "any accessible die"), ("single", "single dice only")),
        group="Board",
    ),
    Setting("other_powers", "Powers of Loas that nobody plays", "switch", True, "They cost 1 offering.", group="Board"),
    Setting(
        "combos",
        "Points for 3, 4, 5, 6 dice",
        "choice",
        "3-5-8-12",
        "The rulebook's values for 5 and 6 dice are lost.",
        (("3-5-8-12", "3, 5, 8, 12"), ("3-5-7-9", "3, 5, 7, 9"), ("cap4", "3, 5; no larger combos")),
        group="Points",
    ),
    Setting("white_majority", "White dice count for a majority", "switch", True, "Always in teams.", group="Points"),
    Setting(
        "white_tie",
        "Teams level in white dice",
        "choice",
        1,
        "",
        ((1, "1 point each"), (0, "nothing")),
        group="Points",
    ),
    Setting(
        "guard_exchange", "Protection keeps Exchange away", "switch", True, "From your Capture zone.", group="Dice"
    ),
    Setting("guard_ends_extra", "Protection ends at an extra turn", "switch", False, group="Dice"),
    Setting(
        "stolen_to",
        "A stolen die goes to",
        "choice",
        "zone",
        "",
        (("zone", "your Capture zone"), ("spirit", "your Spirit World")),
        group="Dice",
    ),
    Setting(
        "offerings",
        "Offerings",
        "choice",
        "limited",
        "",
        (("limited", "20 for all"), ("unlimited", "as many as it takes")),
        group="Dice",
    ),
)

MODES: tuple[Mode, ...] = (
    # the first is the one Play now uses: nobody should choose between four unknown Loas before seeing a jump
    Mode("quick", "Quick start", "Loas by lot: straight to the first jump.", {"loas": "random"}),
    Mode("standard", "Standard", "Choose your Loas, throw the dice, play."),
    Mode("draft", "Draft", "All dice are thrown, then placed one by one.", {"set_up": "draft"}),
    Mode("balanced", "Balanced", "No luck in the dice: every Loa starts alike.", {"set_up": "balanced"}),
    Mode("chaos", "Chaos", "Only Steal and Exchange: no die is safe.", {"set_up": "chaos"}),
    Mode(
        "teams",
        "Teams",
        "Two against two: shared points, offerings and zones.",
        {"pairing": "yt-rp"},
        players=(4, 4),
    ),
    Mode("solo", "Solo", "You against the Baron, who follows his wishes.", players=(1, 1)),
)


def check(players: int, settings: Mapping[str, SettingValue]) -> None:
    """Raise BadSetting if settings and number of players don't go together."""
    if settings["pairing"] != "none" and players != 4:
        raise BadSetting(f"pairing: teams are for 4 players, not {players}; with others it is none.")
    if settings["set_up"] != "quick" and players == 1:
        raise BadSetting(f"set_up: alone the dice are thrown (quick), not {settings['set_up']}.")
