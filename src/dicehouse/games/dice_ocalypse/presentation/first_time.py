"""Explain what happens in a game of Dice-ocalypse! that the first lesson doesn't teach, by the kind of event."""

from __future__ import annotations

from dicehouse.i18n import _

from .glossary import CARD_DIE

FIRST_TIME = {
    "card": _("War cards can double the points of a turn or take points away. “Rules” explains each card."),
    "card-back": _("Prove It goes back to its player when the attacked turn ends in a bust."),
    "vote": _("Several players played a card at once, but only one card counts. The others say who was first."),
    "immunity": "card:immunity",
    "prove": _("Prove It: on {low} to {high} the turn counts, on 1 to {unlucky} it scores nothing.", **CARD_DIE),
    "double": _(
        "Double or Nothing: on {low} to {high} the turn counts double, on 1 to {unlucky} it scores nothing.", **CARD_DIE
    ),
    "do-or-die": _("Do or Die: on a 1 the player loses the whole total."),
    "collateral": _("Collateral Damage: the attack fails only if the attacked player rolls the higher sum."),
    "zombie-get": "die:zombie",
    "zombie": "die:zombie",
    "left-behind-get": "die:left-behind",
    "left-behind": "die:left-behind",
    "battle-zone": _(
        "Battle Zone: everybody rolls two dice. Doubles can double a score, and exactly one 1 can cost a turn."
    ),
    "dice-ocalypse": _("A player who ends below the score to beat is diced. The highest total of the others wins."),
}
