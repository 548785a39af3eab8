"""Define the settings: set-ups, teams, solo levels, and every switch of section 12 and the amendments."""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.core.settings import Mode, Setting, SettingValue
from dicehouse.errors import BadSetting
from dicehouse.i18n import _

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "set_up",
        _("Set-up"),
        "choice",
        "quick",
        _("Sets how dice reach the board."),
        (
            ("quick", _("Quick: rolled and placed")),
            ("draft", _("Draft: rolled, then placed in turns")),
            ("balanced", _("Balanced: the same faces for every Loa")),
            ("chaos", _("Chaos: Steal and Exchange only")),
        ),
        group=_("Set-up"),
    ),
    Setting(
        "loas",
        _("Loas"),
        "choice",
        "choose",
        "",
        (("choose", _("players choose")), ("random", _("at random")), ("order", _("in turn order, yellow first"))),
        group=_("Set-up"),
    ),
    Setting(
        "first",
        _("Who begins"),
        "choice",
        "random",
        "",
        (("random", _("at random")), ("host", _("the first seat"))),
        group=_("Set-up"),
    ),
    Setting(
        "pairing",
        _("Teams"),
        "choice",
        "none",
        _("For four players. Partners sit opposite each other."),
        (
            ("none", _("no teams")),
            ("yt-rp", _("yellow and turquoise against red and purple")),
            ("yr-tp", _("yellow and red against turquoise and purple")),
            ("yp-tr", _("yellow and purple against turquoise and red")),
        ),
        group=_("Set-up"),
    ),
    Setting(
        "solo_level",
        _("Solo level"),
        "choice",
        1,
        _("Sets the Baron's strength in solo games."),
        (
            (1, _("1: your colour is his last wish")),
            (2, _("2: your colour is his first wish")),
            (3, _("3: like 2, and he buys extra turns")),
            (4, _("4: like 3, and he begins with 6 points")),
        ),
        group=_("Set-up"),
    ),
    Setting(
        "layout",
        _("Colours of the board"),
        "choice",
        "knights",
        "",
        (("knights", _("a knight's move apart")), ("mirror", _("mirrored")), ("shuffled", _("at random"))),
        group=_("Board"),
    ),
    Setting(
        "directions",
        _("Direction of jumps"),
        "choice",
        4,
        "",
        ((4, _("along rows and files")), (8, _("also diagonally"))),
        group=_("Board"),
    ),
    Setting(
        "power_lines",
        _("Lines of Mamy Wata and Papa Legba"),
        "choice",
        "both",
        "",
        (("both", _("rows and files")), ("rows", _("rows only"))),
        group=_("Board"),
    ),
    Setting(
        "legba",
        _("Papa Legba moves"),
        "choice",
        "any",
        "",
        (("any", _("any top die")), ("single", _("single dice only"))),
        group=_("Board"),
    ),
    Setting(
        "other_powers",
        _("Powers of Loas that nobody plays"),
        "switch",
        True,
        _("They cost 1 offering."),
        group=_("Board"),
    ),
    Setting(
        "combos",
        _("Points for 3, 4, 5, 6 dice"),
        "choice",
        "3-5-8-12",
        _("The values for 5 and 6 dice are ours."),
        (("3-5-8-12", "3, 5, 8, 12"), ("3-5-7-9", "3, 5, 7, 9"), ("cap4", _("3, 5; no larger sets"))),
        group=_("Points"),
    ),
    Setting(
        "white_majority",
        _("White dice count for the majority at the end"),
        "switch",
        True,
        _("In team games, white dice always count."),
        group=_("Points"),
    ),
    Setting(
        "white_tie",
        _("Teams that tie in white dice score"),
        "choice",
        1,
        "",
        ((1, _("1 point each")), (0, _("no points"))),
        group=_("Points"),
    ),
    Setting(
        "guard_exchange",
        _("Protection stops Exchange"),
        "switch",
        True,
        _("Opponents can't swap dice in your Capture zone."),
        group=_("Dice"),
    ),
    Setting("guard_ends_extra", _("Extra turns end protection"), "switch", False, group=_("Dice")),
    Setting(
        "stolen_to",
        _("A stolen die goes to"),
        "choice",
        "zone",
        "",
        (("zone", _("your Capture zone")), ("spirit", _("your Spirit World"))),
        group=_("Dice"),
    ),
    Setting(
        "offerings",
        _("Offerings"),
        "choice",
        "limited",
        "",
        (("limited", _("20 in all")), ("unlimited", _("unlimited"))),
        group=_("Dice"),
    ),
)

MODES: tuple[Mode, ...] = (
    # the first is the one Play now uses: nobody should choose between four unknown Loas before seeing a jump
    Mode("quick", _("Quick start"), _("Everyone gets a random Loa."), {"loas": "random"}),
    Mode("standard", _("Standard"), _("Choose your Loa, then play.")),
    Mode("draft", _("Draft"), _("All dice are rolled, then placed one by one."), {"set_up": "draft"}),
    Mode("balanced", _("Balanced"), _("Every Loa starts with the same faces."), {"set_up": "balanced"}),
    Mode("chaos", _("Chaos"), _("All dice show Steal or Exchange."), {"set_up": "chaos"}),
    Mode(
        "teams",
        _("Teams"),
        _("Two against two. Partners share points, offerings and zones."),
        {"pairing": "yt-rp"},
        players=(4, 4),
    ),
    Mode("solo", _("Solo"), _("Play alone against the Baron, who follows his wishes."), players=(1, 1)),
)


def check(players: int, settings: Mapping[str, SettingValue]) -> None:
    """Raise BadSetting if settings and number of players don't go together."""
    if settings["pairing"] != "none" and players != 4:
        raise BadSetting(_("Teams are for 4 players, not {players}.", players=players))
    if settings["set_up"] != "quick" and players == 1:
        raise BadSetting(_("A solo game uses Quick set-up."))
