"""Define the settings and modes of the game."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting
from dicehouse.i18n import Text, _

from .scenarios import SCENARIOS, Scenario

RULES, FACTIONS, BOARD, SCORING = _("Rules"), _("Factions"), _("Board"), _("Scoring")


def _scenario_name(scenario: Scenario) -> str:
    if scenario is SCENARIOS[0]:
        return _("none")
    return _("{scenario} (our own)", scenario=scenario.name) if scenario.ours else Text(scenario.name)


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "neighbourhood_text",
        _("Neighbourhoods"),
        "choice",
        "traditional",
        _("The rebalanced Actions affect other players less. The printed ones are lost, so these are our own."),
        (("traditional", _("traditional")), ("rebalanced", _("rebalanced"))),
        group=RULES,
    ),
    Setting(
        "observatory_advanced",
        _("Advanced Observatory Bank"),
        "switch",
        False,
        _("The two dice must match. Dice on any Faction Board can be swapped."),
        group=RULES,
    ),
    Setting(
        "protection_advanced",
        _("Advanced protection"),
        "switch",
        False,
        _("An Action can remove a Protection Token."),
        group=RULES,
    ),
    Setting(
        "scenario",
        _("Scenario"),
        "choice",
        "none",
        _("A scenario changes some rules."),
        tuple((scenario.id, _scenario_name(scenario)) for scenario in SCENARIOS),
        group=RULES,
    ),
    Setting(
        "faction_deal",
        FACTIONS,
        "choice",
        "random",
        "",
        (("random", _("at random")), ("choose", _("chosen in turn")), ("two", _("one of two"))),
        group=FACTIONS,
    ),
    Setting(
        "reconstructed_factions",
        _("Two lost factions"),
        "switch",
        False,
        _("Play with Banxa Corporation and The Blockade. Their abilities are house rules."),
        group=FACTIONS,
    ),
    Setting(
        "abilities_reach_locations",
        _("Abilities reach Locations"),
        "switch",
        True,
        _("Abilities that affect placed Agents work in Locations, too."),
        group=FACTIONS,
    ),
    Setting(
        "stock_track",
        _("Stock values"),
        "choice",
        "0-1-1-2-2-3",
        _("The steps from the bottom. The printed values are lost."),
        (
            ("0-1-1-2-2-3", Text("0, 1, 1, 2, 2, 3")),
            ("0-1-2-3-4-5", Text("0, 1, 2, 3, 4, 5")),
            ("1-1-2-2-3-3", Text("1, 1, 2, 2, 3, 3")),
        ),
        group=BOARD,
    ),
    Setting(
        "magmacorium",
        _("Dice in the Nuclear Springs"),
        "number",
        0,
        _("0 means one per player."),
        low=0,
        high=6,
        group=BOARD,
    ),
    Setting(
        "adjacency",
        _("Spaces that touch"),
        "choice",
        "ring",
        _("This matters for Dealers, Exchange Offices and Hackers."),
        (("ring", _("a ring of five")), ("all", _("all of a Neighbourhood"))),
        group=BOARD,
    ),
    Setting(
        "tie_domination",
        _("Tied domination"),
        "choice",
        "full",
        "",
        (("full", _("each scores in full")), ("split", _("shared, rounded down")), ("nobody", _("nobody scores"))),
        group=SCORING,
    ),
    Setting(
        "sharing",
        "Sharing is Caring",
        "choice",
        "own",
        _("Sets which ties count."),
        (("own", _("your own")), ("any", _("all"))),
        group=SCORING,
    ),
    Setting(
        "magmacorium_owner_option",
        _("Jokers can be ignored"),
        "switch",
        True,
        _("Your Magmacorium dice don't count where fewer dice of a colour are better."),
        group=SCORING,
    ),
    Setting(
        "actions_mandatory",
        _("Actions are mandatory"),
        "switch",
        True,
        _("You must perform any possible Action, or use the Stock Exchange or an ability."),
        group=RULES,
    ),
)

MODES: tuple[Mode, ...] = (
    Mode("standard", _("Standard"), _("The printed city. Factions are dealt at random.")),
    Mode(
        "rebalanced",
        _("Rebalanced"),
        _("You affect other players less."),
        {"neighbourhood_text": "rebalanced"},
    ),
    Mode(
        "advanced",
        _("Advanced"),
        _("The Observatory Bank is trickier, and protection can be removed."),
        {"observatory_advanced": True, "protection_advanced": True},
    ),
    Mode("choose", _("Choose factions"), _("Each player chooses a faction."), {"faction_deal": "choose"}),
    Mode(
        "square-one",
        Text("Back to Square One"),
        _("All City dice start at 1."),
        {"scenario": "back-to-square-one"},
    ),
)
