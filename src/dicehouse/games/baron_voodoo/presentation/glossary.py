"""Explain the things on the table of Baron Voodoo, a sentence each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm
from dicehouse.text_format import count_in_words

from ..rules.loa_powers import PRICE_OF_POWER
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN

FACE_PRICE, TURN_PRICE = count_in_words(PRICE_OF_FACE, "offering"), count_in_words(PRICE_OF_TURN, "offering")
POWER_PRICE = count_in_words(PRICE_OF_POWER, "offering")

GLOSSARY = (
    GlossaryTerm(
        "space:*", "A space", "Dice stand here in stacks of up to three; only the top one can jump or be jumped."
    ),
    GlossaryTerm("die:*o", "Offering", "Captured, it brings you one offering.", "take one offering"),
    GlossaryTerm("die:*v", "Victory", "Captured, it brings you one point at once.", "score 1 point"),
    GlossaryTerm(
        "die:*f",
        "Face",
        "Captured, it lets you turn any die of your Capture zone to another face.",
        "turn a captured die to another face",
    ),
    GlossaryTerm(
        "die:*g",
        "Guard",
        "Captured, it protects your colour and your zones until your next turn.",
        "protect your colour until your next turn",
    ),
    GlossaryTerm(
        "die:*s",
        "Steal",
        "Captured, it takes a die out of an opponent's Spirit World.",
        "take a die from another Spirit World",
    ),
    GlossaryTerm(
        "die:*x", "Exchange", "Captured, it swaps dice between two Capture zones.", "swap dice of two capture zones"
    ),
    GlossaryTerm("zone:*", "Capture zone", "Dice you captured and can still turn, swap, or bind in combos."),
    GlossaryTerm(
        "spirit:*",
        "Spirit World",
        "Dice that were bound: combos score at once, and most dice of a colour score at the end.",
    ),
    GlossaryTerm("pool:*", "A die to place", "It goes on any free space of its colour."),
    GlossaryTerm("line:*", "A line to push", "Every stack of this row or file slides to that end."),
    GlossaryTerm(
        "loa:mamy-wata",
        "Mamy Wata",
        "Yellow is hers. She slides all stacks of a row or file to one end.",
        "Slide every stack of one row or file together against one edge.",
    ),
    GlossaryTerm(
        "loa:gran-bwa",
        "Gran Bwa",
        "Turquoise is his. He lifts the upper dice of a stack and lays them on other dice.",
        "Lift the upper dice of a stack and lay them on other dice.",
    ),
    GlossaryTerm(
        "loa:papa-legba",
        "Papa Legba",
        "Red is his. He moves a die along its row or file to an empty space.",
        "Move one die along its row or file to an empty space.",
    ),
    GlossaryTerm(
        "loa:erzulie-freda",
        "Erzulie Freda",
        "Purple is hers. She lets two single dice change places.",
        "Let two single dice change places, wherever they stand.",
    ),
    GlossaryTerm(
        "power:*",
        "A Loa's power",
        f"One a turn, before or after the capture: your own Loa's is free, another one's costs {POWER_PRICE}.",
    ),
    GlossaryTerm(
        "step:a", "Power before the capture", "Optional; afterwards a jump must still be possible. One power a turn."
    ),
    GlossaryTerm(
        "step:b",
        "Capture",
        "You must: a die of your colour jumps over a neighbour and lands behind it, and you keep the top die "
        "it jumped.",
    ),
    GlossaryTerm("step:c1", "Offering", "A captured die of your own colour brings an offering."),
    GlossaryTerm("step:c2", "Turn", f"For {FACE_PRICE} the captured die shows another face."),
    GlossaryTerm("step:c3", "Use face", "What the captured die shows happens now."),
    GlossaryTerm("step:c4", "Extra turn", f"For {TURN_PRICE} you play again; never twice in a row."),
    GlossaryTerm(
        "step:c5",
        "Spirits",
        "Combos of your Capture zone go to the Spirit World for points: one icon in different colours, or "
        "one colour with different icons.",
    ),
    GlossaryTerm("step:d", "Power after the capture", "Optional, if you used none before. It ends your other steps."),
    GlossaryTerm("key:end", "End turn", "What you have not done of this turn is given up."),
    GlossaryTerm("key:offering", "Take an offering", "A captured die of your own colour brings one offering."),
    GlossaryTerm("key:turn-*", "Turn the die", f"For {FACE_PRICE} the captured die shows the face that you choose."),
    GlossaryTerm("key:face-*", "A face", "What the chosen die will show."),
    GlossaryTerm("key:use", "Use the face", "What the captured die shows happens now."),
    GlossaryTerm("key:buy", "Buy an extra turn", f"For {TURN_PRICE} you play again; never twice in a row."),
    GlossaryTerm("key:combo", "Bank a combo", "Its dice go to your Spirit World and bring their points."),
    GlossaryTerm(
        "key:spirit", "To the Spirit World", "The die goes there without points, and makes room in your Capture zone."
    ),
    GlossaryTerm("key:power-*", "A Loa's power", f"Your own Loa's is free; for another one's you pay {POWER_PRICE}."),
    GlossaryTerm("key:under", "Under the stack", "The die goes below what stands there."),
    GlossaryTerm(
        "offerings:*", "Offerings", "They pay for other Loas' powers, for turning a die, and for an extra turn."
    ),
    GlossaryTerm("side:*", "A player's board", "Points, offerings, Protection, Capture zone and Spirit World."),
    GlossaryTerm(
        "wish:*",
        "A wish of the Baron",
        "He takes this very die if he can; else a die of that colour; wishes further left come first. His "
        "hat lies on his next catch.",
    ),
)
