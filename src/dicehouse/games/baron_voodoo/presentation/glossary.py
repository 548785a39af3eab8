"""Explain the things on the table of Baron Voodoo, a sentence each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.i18n import _

from ..rules.combos import LEAST
from ..rules.game_end import MAJORITY, SHARED
from ..rules.loa_powers import PRICE_OF_POWER
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .words import FACE_NAMES, offerings_words, points_words

FACE_PRICE, TURN_PRICE = offerings_words(PRICE_OF_FACE), offerings_words(PRICE_OF_TURN)
POWER_PRICE = offerings_words(PRICE_OF_POWER)
OFFERING, VICTORY, FACE, GUARD, STEAL, EXCHANGE = FACE_NAMES
TURN_TEXT = _("Pay {price} to turn the captured die to another face.", price=FACE_PRICE)
BUY_TEXT = _("Pay {price} to play again after this turn. You can't buy one during an extra turn.", price=TURN_PRICE)
OFFERING_TEXT = _("If the captured die has your colour, you gain an offering.")
USE_TEXT = _("The face of the captured die takes effect.")

GLOSSARY = (
    GlossaryTerm(
        "space:*", _("A space"), _("A space holds up to three dice. Only the top one can jump or be jumped over.")
    ),
    GlossaryTerm("die:*o", OFFERING, _("When you capture it, you can take an offering."), _("take 1 offering")),
    GlossaryTerm("die:*v", VICTORY, _("When you capture it, you can score 1 point."), _("score 1 point")),
    GlossaryTerm(
        "die:*f",
        FACE,
        _("When you capture it, you can turn any die in your Capture zone to another face."),
        _("turn any die in your Capture zone"),
    ),
    GlossaryTerm(
        "die:*g",
        GUARD,
        _("When you capture it, you can protect your colour and your dice until your next turn."),
        _("protect your colour and your dice"),
    ),
    GlossaryTerm(
        "die:*s",
        STEAL,
        _("When you capture it, you can take a die from an opponent's Spirit World. The opponent keeps its points."),
        _("take a die from an opponent's Spirit World"),
    ),
    GlossaryTerm(
        "die:*x",
        EXCHANGE,
        _("When you capture it, you can swap two dice between Capture zones."),
        _("swap two dice between Capture zones"),
    ),
    GlossaryTerm(
        "zone:*", _("Capture zone"), _("These are the dice you captured. You can turn them, swap them and score sets.")
    ),
    GlossaryTerm(
        "spirit:*",
        _("Spirit World"),
        _(
            "Sets score when they move here. At the end, having the most dice of a colour scores {most}. Tied players "
            "score {tied} each.",
            most=points_words(MAJORITY),
            tied=points_words(SHARED),
        ),
    ),
    GlossaryTerm("pool:*", _("A die to place"), _("Place it on any free space of its colour.")),
    GlossaryTerm("line:*", _("A line to push"), _("All dice in this row or file slide to that end.")),
    GlossaryTerm(
        "loa:mamy-wata",
        "Mamy Wata",
        _("Yellow is her colour. She pushes all dice of a row or file to one end."),
        _("Push all dice of a row or file to one end."),
    ),
    GlossaryTerm(
        "loa:gran-bwa",
        "Gran Bwa",
        _("Turquoise is his colour. He spreads the upper dice of a stack over other dice."),
        _("Spread the upper dice of a stack over other dice."),
    ),
    GlossaryTerm(
        "loa:papa-legba",
        "Papa Legba",
        _("Red is his colour. He moves a die along its line to an empty space."),
        _("Move a die along its line to an empty space."),
    ),
    GlossaryTerm(
        "loa:erzulie-freda",
        "Erzulie Freda",
        _("Purple is her colour. She swaps any two single dice."),
        _("Swap any two single dice."),
    ),
    GlossaryTerm(
        "power:*",
        _("A Loa's power"),
        _("Use one a turn, before or after you capture. Yours is free; another costs {price}.", price=POWER_PRICE),
    ),
    GlossaryTerm(
        "step:a",
        _("Power before the capture"),
        _("You can use one power a turn. Before the capture it must leave you a jump."),
    ),
    GlossaryTerm(
        "step:b",
        _("Capture"),
        _("You must capture if you can: jump with a die of your colour over a neighbour and take the top die there."),
    ),
    GlossaryTerm("step:c1", _("Offering"), OFFERING_TEXT),
    GlossaryTerm("step:c2", _("Turn the die"), TURN_TEXT),
    GlossaryTerm("step:c3", _("Use the face"), USE_TEXT),
    GlossaryTerm("step:c4", _("Extra turn"), BUY_TEXT),
    GlossaryTerm(
        "step:c5",
        _("Sets"),
        _(
            "Move dice to the Spirit World. {least} or more dice score as a set: one face in different colours, or one "
            "colour with different faces.",
            least=LEAST,
        ),
    ),
    GlossaryTerm(
        "step:d",
        _("Power after the capture"),
        _("You can use a power if you didn't before the capture. Then your other steps are over."),
    ),
    GlossaryTerm("key:end", _("End turn"), _("Steps you haven't taken are lost.")),
    GlossaryTerm("key:offering", _("Take an offering"), OFFERING_TEXT),
    GlossaryTerm("key:turn-*", _("Turn the die"), TURN_TEXT),
    GlossaryTerm("key:face-*", _("A face"), _("The chosen die will show this face.")),
    GlossaryTerm("key:use", _("Use the face"), USE_TEXT),
    GlossaryTerm("key:buy", _("Buy an extra turn"), BUY_TEXT),
    GlossaryTerm("key:combo", _("Score a set"), _("The dice move to your Spirit World and score their points.")),
    GlossaryTerm(
        "key:spirit",
        _("To the Spirit World"),
        _("The die scores no points now, but it counts toward its colour's majority at the end."),
    ),
    GlossaryTerm(
        "key:power-*", _("A Loa's power"), _("The power of your Loa is free. Another costs {price}.", price=POWER_PRICE)
    ),
    GlossaryTerm("key:under", _("Under the stack"), _("The die goes under the top die there.")),
    GlossaryTerm(
        "offerings:*",
        _("Offerings"),
        _("They pay for the powers of other Loas, for turning a die and for extra turns."),
    ),
    GlossaryTerm(
        "side:*",
        _("A player's board"),
        _("It shows points, offerings, protection, the Capture zone and the Spirit World."),
    ),
    GlossaryTerm(
        "wish:*",
        _("The Baron's wish"),
        _(
            "He takes this die if he can, or else another die of its colour. Earlier wishes come first. "
            "His hat is on the die he takes next."
        ),
    ),
)
