"""Say what the areas are for, by the settings of a table: which Action each has, and how it works."""

from __future__ import annotations

from dicehouse.i18n import Text, _, join_sentences, ngettext

from ..rules.scenarios import ACTION, CLOSED, DOME, ROWS
from ..rules.state import N_CARD, NO_AREA, Area, Options

MATCHING = _("The dice must match in colour or value.")
ACTION_TEXTS: dict[int, Text] = {
    Area.AGENCY: _("Draw a Mission. Then put one of your Missions under the deck."),
    Area.GUGU: _("Reroll one die in a Neighbourhood or on any Faction Board."),
    Area.WASTE: _("Swap any Agent in a Neighbourhood with a die in another Neighbourhood. Thugs can't be moved."),
    Area.CONGRESS: _("Swap two dice in different Neighbourhoods."),
    Area.BANK: _("Swap one of your dice with a die in a Neighbourhood."),
    Area.NETHAL: _("Swap one of your dice with another player's die."),
    Area.MARKET: _("Set one of your dice to any value."),
    Area.RAVIN: _("Choose who gets the First Player Marker, or put a Protection Token on one of your dice."),
}
REBALANCED_TEXTS: dict[int, Text] = {
    Area.GUGU: _("Reroll one die in a Neighbourhood or on your Faction Board."),
    Area.WASTE: _("Swap one of your Agents in a Neighbourhood with a die in another Neighbourhood."),
    Area.BANK: join_sentences(ACTION_TEXTS[Area.BANK], MATCHING),
    Area.NETHAL: join_sentences(ACTION_TEXTS[Area.NETHAL], MATCHING),
}
ADVANCED_BANK = join_sentences(_("Swap a die on any Faction Board with a die in a Neighbourhood."), MATCHING)
SPRINGS = _("Take a Magmacorium die. There is no Action here.")


def area_text(area: int, options: Options) -> Text:
    """Return what an area is for."""
    row = ROWS[options.scenario]
    if row[CLOSED] >> area & 1:
        return _("Nobody can go here in this scenario.")
    if area == Area.SPRINGS:
        return SPRINGS
    action = row[ACTION + area]
    return _("There is no Action here.") if action == NO_AREA else action_text(action, options)


def action_text(action: int, options: Options) -> Text:
    """Return what an Action does."""
    if action == Area.DOME:
        return _dome_text(options)
    if action == Area.BANK and options.observatory_advanced:
        return ADVANCED_BANK
    if options.neighbourhood_text and action in REBALANCED_TEXTS:
        return REBALANCED_TEXTS[action]
    return ACTION_TEXTS[action]


def is_rebalanced(area: int, options: Options) -> bool:
    """Return True if an area has an Action of the rebalanced rules."""
    action = ROWS[options.scenario][ACTION + area]
    advanced = action == Area.BANK and options.observatory_advanced
    return bool(options.neighbourhood_text) and action in REBALANCED_TEXTS and not advanced


def _dome_text(options: Options) -> Text:
    first, second, third = ROWS[options.scenario][DOME + 1 : DOME + 1 + N_CARD]
    return join_sentences(
        ngettext(
            "You can reroll the {n} die on the Blood Dome Card once.",
            "You can reroll each of the {n} dice on the Blood Dome Card once.",
            N_CARD,
        ),
        _("Then each one with the colour and value of one of your dice is a match."),
        _("One match scores {first} stars, more matches {second} or {third}.", first=first, second=second, third=third),
        _("Then the card gets new dice."),
    )
