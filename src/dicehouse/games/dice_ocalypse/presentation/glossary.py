"""Explain the words and things of Dice-ocalypse!, in a sentence each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.text_format import number_word

from ..rules.state import BATTLE_ZONE, COLLATERAL_STAKE, N_DICE
from ..rules.war_cards import COLLATERAL_DICE, LUCKY
from .card_status import LUCKY_RANGE, UNLUCKY_RANGE
from .scoring_table import standard_points

GLOSSARY = (
    GlossaryTerm(
        "die:zombie",
        "Zombie die",
        "Thrown before another player's turn, it takes as many dice from that turn as it shows, and then "
        "belongs to its victim.",
    ),
    GlossaryTerm(
        "die:left-behind",
        "Left Behind die",
        "Thrown before a turn, it skips as many players as it shows, and goes to the first one skipped.",
    ),
    GlossaryTerm(
        "die:*",
        "A die of the throw",
        f"A 1 is worth {standard_points('1')} and a 5 is worth {standard_points('5')}; other faces score in threes or "
        "in sets. Keep at least one die that scores.",
    ),
    GlossaryTerm(
        "card:prove-it",
        "Prove It",
        f"On another player's turn. When they bank they roll one die: {LUCKY_RANGE} and the score stands, "
        f"{UNLUCKY_RANGE} and the turn is worth nothing. If they bust, the card comes back to you.",
        short=f"1\N{EN DASH}{LUCKY - 1}: turn is 0",
    ),
    GlossaryTerm(
        "card:double",
        "Double or Nothing",
        "On your own turn, together with a throw or a bank. Once the turn is complete you roll one die: "
        f"{LUCKY_RANGE} doubles its score, {UNLUCKY_RANGE} leaves nothing of it.",
        short=f"1\N{EN DASH}{LUCKY - 1}: nothing",
    ),
    GlossaryTerm(
        "card:do-or-die",
        "Do or Die",
        "On another player's turn. When the turn is over they roll one die: a 1 wipes out their whole total.",
        short="1: all gone",
    ),
    GlossaryTerm(
        "card:bloodshed",
        "Bloodshed",
        "Before your first throw. Whatever you bank this turn is taken from every other player; your own total "
        "stays as it is.",
        short="others lose it",
    ),
    GlossaryTerm(
        "card:collateral",
        "Collateral Damage",
        f"On another player's turn. When it is over you both roll {number_word(COLLATERAL_DICE)} dice: unless theirs "
        f"add up to more, they lose {COLLATERAL_STAKE:,} points and you gain {COLLATERAL_STAKE:,}.",
        short=f"win {COLLATERAL_STAKE:,}",
    ),
    GlossaryTerm(
        "card:immunity",
        "Immunity",
        "Once a game, when a war card is about to hit you: it does nothing, and is spent. The table asks you at the "
        "right moment.",
        short="stops a card",
    ),
    GlossaryTerm(
        "key:roll",
        "Throw",
        "The dice that are left are thrown again. If none of them scores, all points of this turn are lost.",
    ),
    GlossaryTerm("key:bank", "Bank", "The points of this turn join your total, and the turn is over."),
    GlossaryTerm("key:piggyback", "Piggyback", "Go on with the points and the dice that the player before you left."),
    GlossaryTerm("key:decline", "Take it", "The card that hits you works, and you keep your Immunity."),
    GlossaryTerm("key:abstain", "Let the dice decide", "You name nobody; those who may have been first roll for it."),
    GlossaryTerm("key:pass", "Let it stand", "You keep your war cards for later."),
    GlossaryTerm(
        "scores:*", "What scores", "Dice of one throw that bring points together. Sets never mix dice of two throws."
    ),
    GlossaryTerm(
        "seat:*",
        "A player",
        "Total, way to the target, and the war cards that are left. The mark on the way is where the Battle "
        "Zone opens.",
    ),
    GlossaryTerm(
        "kept",
        "Kept so far",
        "Dice set aside this turn with their points. They count when you bank, and are lost with a bust.",
    ),
    GlossaryTerm(
        "battle-zone",
        "Battle Zone",
        f"When somebody first has {BATTLE_ZONE:,} points everybody throws two dice: doubles double a score, exactly "
        "one 1 loses the next turn.",
    ),
    GlossaryTerm(
        "hot-dice",
        "Hot dice",
        f"When all dice have scored you may throw all {number_word(N_DICE)} again, and the points of the turn go on.",
    ),
)
