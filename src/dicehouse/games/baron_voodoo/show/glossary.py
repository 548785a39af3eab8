"""What lies on the table of Baron Voodoo, a sentence each."""

from __future__ import annotations

from dicehouse.kit.game import Term

GLOSSARY = (
    Term("space:*", "A space", "Dice stand here in stacks of up to three; only the top one can jump or be jumped."),
    Term("die:*o", "Offering", "Captured, it brings you one offering."),
    Term("die:*v", "Victory", "Captured, it brings you one point at once."),
    Term("die:*f", "Face", "Captured, it lets you turn any die of your Capture zone to another face."),
    Term("die:*g", "Guard", "Captured, it protects your colour and your zones until your next turn."),
    Term("die:*s", "Steal", "Captured, it takes a die out of an opponent's Spirit World."),
    Term("die:*x", "Exchange", "Captured, it swaps dice between two Capture zones."),
    Term("zone:*", "Capture zone", "Dice you captured and can still turn, swap, or bind in combos."),
    Term(
        "spirit:*",
        "Spirit World",
        "Dice that were bound: combos score at once, and most dice of a colour score at the end.",
    ),
    Term("pool:*", "A die to place", "It goes on any free space of its colour."),
    Term("line:*", "A line to push", "Every stack of this row or file slides to that end."),
    Term("loa:mamy-wata", "Mamy Wata", "Yellow is hers. She slides all stacks of a row or file to one end."),
    Term(
        "loa:gran-bwa", "Gran Bwa", "Turquoise is his. He lifts the upper dice of a stack and lays them on other dice."
    ),
    Term("loa:papa-legba", "Papa Legba", "Red is his. He moves a die along its row or file to an empty space."),
    Term("loa:erzulie-freda", "Erzulie Freda", "Purple is hers. She lets two single dice change places."),
    Term(
        "power:*",
        "A Loa's power",
        "One a turn, before or after the capture: your own Loa's is free, another one's costs an offering.",
    ),
    Term("step:a", "Power before the capture", "Optional; afterwards a jump must still be possible. One power a turn."),
    Term(
        "step:b",
        "Capture",
        "You must: a die of your colour jumps over a neighbour and lands behind it, and you keep the top die "
        "it jumped.",
    ),
    Term("step:c1", "Offering", "A captured die of your own colour brings an offering."),
    Term("step:c2", "Turn", "For one offering the captured die shows another face."),
    Term("step:c3", "Use face", "What the captured die shows happens now."),
    Term("step:c4", "Extra turn", "For two offerings you play again; never twice in a row."),
    Term(
        "step:c5",
        "Spirits",
        "Combos of your Capture zone go to the Spirit World for points: one icon in different colours, or "
        "one colour with different icons.",
    ),
    Term("step:d", "Power after the capture", "Optional, if you used none before. It ends your other steps."),
    Term("key:end", "End turn", "What you have not done of this turn is given up."),
    Term("key:offering", "Take an offering", "A captured die of your own colour brings one offering."),
    Term("key:turn-*", "Turn the die", "For one offering the captured die shows the face that you choose."),
    Term("key:face-*", "A face", "What the chosen die will show."),
    Term("key:use", "Use the face", "What the captured die shows happens now."),
    Term("key:buy", "Buy an extra turn", "For two offerings you play again; never twice in a row."),
    Term("key:combo", "Bank a combo", "Its dice go to your Spirit World and bring their points."),
    Term(
        "key:spirit", "To the Spirit World", "The die goes there without points, and makes room in your Capture zone."
    ),
    Term("key:power-*", "A Loa's power", "Your own Loa's is free; for another one's you pay an offering."),
    Term("key:under", "Under the stack", "The die goes below what stands there."),
    Term("offerings:*", "Offerings", "They pay for other Loas' powers, for turning a die, and for an extra turn."),
    Term("side:*", "A player's board", "Points, offerings, Protection, Capture zone and Spirit World."),
    Term(
        "wish:*",
        "A wish of the Baron",
        "He takes this very die if he can; else a die of that colour; wishes further left come first. His "
        "hat lies on his next catch.",
    ),
)
