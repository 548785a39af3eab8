"""Explain what happens in a game of Deck-O-Dice that the first lesson doesn't teach, by the kind of event."""

from __future__ import annotations

from dicehouse.i18n import _

FIRST_TIME = {
    "dicey-flip": _("You send a minion. Then Dicey flips a card and sends the minion with the highest number on it."),
    "roles": _("If both minions are the same, the d4 of a card decides who attacks."),
    "redraw": _("R* means: put the card under the deck and draw again. If no number is left, the card is 0."),
    "no-number": _("R* means: put the card under the deck and draw again. If no number is left, the card is 0."),
    "look": "minion:diante",
    "reroll": "minion:cubera",
    "keep": "minion:cubera",
    "giant-killer": "minion:quad",
    "shield": "minion:sparten",
    "stubborn": "minion:dwelve",
    "end": "pile:*",
}
