"""Define the settings and modes of the game."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting

from .scenarios import SCENARIOS

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "neighbourhood_text",
        "Neighbourhoods",
        "choice",
        "traditional",
        "The rebalanced side touches others less; its words are lost, and these are ours.",
        (("traditional", "traditional"), ("rebalanced", "rebalanced")),
    ),
    Setting("observatory_advanced", "Advanced Observatory Bank", "switch", False, "Dice must match, on any board."),
    Setting("protection_advanced", "Advanced protection", "switch", False, "An Action may take a token away."),
    Setting(
        "scenario",
        "Scenario",
        "choice",
        "none",
        "A card that bends the rules.",
        tuple((scenario.id, scenario.name + (" (ours)" if scenario.ours else "")) for scenario in SCENARIOS),
    ),
    Setting(
        "faction_deal",
        "Factions",
        "choice",
        "random",
        "",
        (("random", "by lot"), ("choose", "chosen in turn"), ("two", "one of two")),
        group="Factions",
    ),
    Setting(
        "reconstructed_factions",
        "Two lost factions",
        "switch",
        False,
        "Banxa Corporation and the Blockade, by house rule.",
        group="Factions",
    ),
    Setting(
        "abilities_reach_locations",
        "Abilities reach Locations",
        "switch",
        True,
        "Those that speak of placed Agents.",
        group="Factions",
    ),
    Setting(
        "stock_track",
        "Stock values",
        "choice",
        "0-1-1-2-2-3",
        "From the bottom; the printed ones are lost.",
        (("0-1-1-2-2-3", "0, 1, 1, 2, 2, 3"), ("0-1-2-3-4-5", "0, 1, 2, 3, 4, 5"), ("1-1-2-2-3-3", "1, 1, 2, 2, 3, 3")),
        group="Board",
    ),
    Setting(
        "magmacorium",
        "Dice on the Nuclear Springs",
        "number",
        0,
        "0: as many as there are players.",
        low=0,
        high=6,
        group="Board",
    ),
    Setting(
        "adjacency",
        "Spaces that touch",
        "choice",
        "ring",
        "For Dealers, Exchange Offices and Hackers.",
        (("ring", "a ring of five"), ("all", "all of a Neighbourhood")),
        group="Board",
    ),
    Setting(
        "tie_domination",
        "Tied domination",
        "choice",
        "full",
        "",
        (("full", "all stars to each"), ("split", "shared, rounded down"), ("nobody", "nothing")),
        group="Scoring",
    ),
    Setting(
        "sharing",
        "Sharing is Caring",
        "choice",
        "own",
        "Which ties it counts.",
        (("own", "your own"), ("any", "all")),
        group="Scoring",
    ),
    Setting(
        "magmacorium_owner_option",
        "Jokers need not count",
        "switch",
        True,
        "Your own, where fewer dice of a colour are better.",
        group="Scoring",
    ),
    Setting("actions_mandatory", "Actions must be done", "switch", True, "If they can be."),
)

MODES: tuple[Mode, ...] = (
    Mode("standard", "Standard", "The city as printed, a faction each by lot."),
    Mode("rebalanced", "Rebalanced", "Less meddling with what others hold.", {"neighbourhood_text": "rebalanced"}),
    Mode(
        "advanced",
        "Advanced",
        "A trickier Observatory Bank, and protection that can be broken.",
        {"observatory_advanced": True, "protection_advanced": True},
    ),
    Mode("choose", "Choose factions", "Everybody picks a faction.", {"faction_deal": "choose"}),
    Mode("square-one", "Back to Square One", "All dice of the City start at 1.", {"scenario": "back-to-square-one"}),
)
