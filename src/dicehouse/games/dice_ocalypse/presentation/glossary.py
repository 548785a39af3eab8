"""Explain the words and things of Dice-ocalypse!, in a sentence or two each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.i18n import _

from ..rules.state import BATTLE_ZONE, COLLATERAL_STAKE, N_DICE, Card
from ..rules.war_cards import COLLATERAL_DICE, LUCKY
from .card_status import CARD_NAMES, FACES
from .scoring_table import standard_points

CARD_DIE = {"low": LUCKY, "high": FACES, "unlucky": LUCKY - 1}

GLOSSARY = (
    GlossaryTerm(
        "die:zombie",
        _("Zombie die"),
        _(
            "Roll it before another player's turn to remove that many dice from the turn. "
            "The player you rolled it against gets the die."
        ),
    ),
    GlossaryTerm(
        "die:left-behind",
        _("Left Behind die"),
        _(
            "Roll it before a turn to skip that many players. The first player skipped gets the die. "
            "It can be rolled only once before a turn."
        ),
    ),
    GlossaryTerm(
        "die:*",
        _("A die you rolled"),
        _(
            "A 1 scores {one} and a 5 scores {five}. Other numbers score only in combinations. "
            "Keep at least one die that scores.",
            one=standard_points("1"),
            five=standard_points("5"),
        ),
    ),
    GlossaryTerm(
        "card:prove-it",
        CARD_NAMES[Card.PROVE_IT],
        _(
            "Play it on another player's turn. When they bank, they roll one die: on {low} to {high} the score counts, "
            "on 1 to {unlucky} the turn scores nothing. If they bust, you get the card back.",
            **CARD_DIE,
        ),
        short=_("1\N{EN DASH}{unlucky}: turn is 0", **CARD_DIE),
    ),
    GlossaryTerm(
        "card:double",
        CARD_NAMES[Card.DOUBLE],
        _(
            "Play it on your own turn as you roll or bank. When you bank, you roll one die: on {low} to {high} "
            "your score doubles, on 1 to {unlucky} the turn scores nothing.",
            **CARD_DIE,
        ),
        short=_("1\N{EN DASH}{unlucky}: nothing", **CARD_DIE),
    ),
    GlossaryTerm(
        "card:do-or-die",
        CARD_NAMES[Card.DO_OR_DIE],
        _(
            "Play it on another player's turn. When the turn ends, they roll one die: "
            "on a 1 they lose their whole total."
        ),
        short=_("1: all gone"),
    ),
    GlossaryTerm(
        "card:bloodshed",
        CARD_NAMES[Card.BLOODSHED],
        _(
            "Play it before your first roll. Every other player loses the points you bank this turn; "
            "your own total stays the same."
        ),
        short=_("others lose it"),
    ),
    GlossaryTerm(
        "card:collateral",
        CARD_NAMES[Card.COLLATERAL],
        _(
            "Play it on another player's turn. When the turn ends, you each roll {n} dice. Unless their sum is higher, "
            "they lose {points} points and you gain {points}.",
            n=COLLATERAL_DICE,
            points=COLLATERAL_STAKE,
        ),
        short=_("win {points}", points=COLLATERAL_STAKE),
    ),
    GlossaryTerm(
        "card:immunity",
        _("Immunity"),
        _(
            "Cancels a war card that another player plays against you, once per game. We ask you whenever you can use "
            "it."
        ),
        short=_("stops a card"),
    ),
    GlossaryTerm(
        "key:roll",
        _("Roll"),
        _("Roll the remaining dice again. If none of them scores, you lose this turn's points."),
    ),
    GlossaryTerm("key:bank", _("Bank"), _("Add this turn's points to your total and end your turn.")),
    GlossaryTerm(
        "key:piggyback", _("Piggyback"), _("Continue with the points and the dice that the player before you left.")
    ),
    GlossaryTerm("key:decline", _("Accept it"), _("The card takes effect, and you keep your Immunity.")),
    GlossaryTerm(
        "key:abstain",
        _("Let the dice decide"),
        _("You don't name anyone. The players who may have been first roll a die for it."),
    ),
    GlossaryTerm("key:pass", _("Pass"), _("You keep your war cards for later.")),
    GlossaryTerm(
        "scores:*",
        _("What scores"),
        _("These dice score if you roll them together. You can't mix dice from two rolls."),
    ),
    GlossaryTerm(
        "seat:*",
        _("A player"),
        _(
            "Shows the total, the distance to the target and the war cards left. "
            "The mark on the bar shows where the Battle Zone begins."
        ),
    ),
    GlossaryTerm(
        "kept",
        _("Kept this turn"),
        _("The dice you have kept this turn and their points. You score them when you bank and lose them if you bust."),
    ),
    GlossaryTerm(
        "battle-zone",
        _("Battle Zone"),
        _(
            "When a player first reaches {points} points, everybody rolls two dice. Doubles double a score. "
            "Exactly one 1 costs the next turn.",
            points=BATTLE_ZONE,
        ),
    ),
    GlossaryTerm(
        "hot-dice",
        _("Hot dice"),
        _("When all your dice have scored, you can roll all {n} again and keep adding to the turn.", n=N_DICE),
    ),
)
