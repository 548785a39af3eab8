"""Explain what happens in a game of Dicetopia that the first lesson doesn't teach, by the kind of event."""

from __future__ import annotations

from dicehouse.i18n import Text, _

from ..rules.state import Faction
from .notation import ABILITIES


def _ability(faction: Faction) -> Text:
    name, what = ABILITIES[faction]
    return Text("{ability}: {what}.", {"ability": name, "what": what})


ACTIONS = _("Nearly every area has an Action. “Rules” explains all of them.")

FIRST_TIME = {
    "cell": "cell:*",
    "swap": ACTIONS,
    "move": ACTIONS,
    "reroll": ACTIONS,
    "card-reroll": "card:*",
    "match": _("A match is a die on the card with the colour and value of one of the player's dice."),
    "flag": _("The player with the First Player Marker begins the next round."),
    "protect": "token:*",
    "unprotect": "token:*",
    "draft": "cell:*",
    "stock-stars": "stock:*",
    "domination": "area:*",
    "skip": _ability(Faction.ROAMERS),
    "exterminate": _ability(Faction.SHAKRA),
    "hypnosis": _ability(Faction.PERCEPTIONEERS),
    "intervention": _ability(Faction.TUULU),
    "leave": _ability(Faction.CENTAURI),
    "clone": _ability(Faction.DANGMER),
    "transcend": _ability(Faction.EWO),
    "adapt": _ability(Faction.HOLLOWS),
    "slip": _ability(Faction.CONSPIRACY),
    "home-turf": _ability(Faction.NAVIGATORS),
    "robin": _ability(Faction.FUKURA),
    "connections": _ability(Faction.RETORIUM),
    "sacrifice": _ability(Faction.SKELLETAS),
    "cancel": _ability(Faction.BANXA),
    "blockade": _ability(Faction.BLOCKADE),
}
