"""Say what the scenarios of the game change; a player's own files say it in their own words."""

from __future__ import annotations

from dicehouse.i18n import Text, _

from ..rules.scenarios import Scenario

SCENARIO_TEXTS: tuple[Text, ...] = (  # the texts of the files in `rules/scenarios`, so that they can be translated
    _("The game without a scenario."),
    _("All dice of the City start at 1. Scavanger leaves the deck."),
    _("All cubes of the Stock Exchange start on the top step, which scores 4."),
    _("A Thug counts as 3 Agents. Locations score 5 more stars, as Neighbourhoods do."),
    _("Nobody can enter the Agency. Crowd Control and Special Agents leave the deck."),
    _("These areas swap their Actions: Agency and Nethal, Gugu and Bank, Waste and Congress."),
    _("The Nuclear Springs are full and score 5 more stars. The Blood Dome scores 3, 6 and 10."),
    _(
        "The first space of a Neighbourhood touches all others, and they touch only the first. Gugu and Congress score "
        "10 more stars, other Neighbourhoods 3."
    ),
)
_KNOWN = {str(text): text for text in SCENARIO_TEXTS}


def scenario_text(scenario: Scenario) -> str:
    """Return what a scenario changes; a text that can be shown in other languages, if the game has it."""
    return _KNOWN.get(scenario.text, scenario.text)
