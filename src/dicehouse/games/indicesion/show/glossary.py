"""What lies on the table of inDICEsion, a sentence each."""

from __future__ import annotations

from dicehouse.kit.game import Term

GLOSSARY = (
    Term(
        "die:*",
        "A die",
        "Foam, as large as a fist. You throw one a turn; its number counts for the board it comes to lie on.",
    ),
    Term(
        "board:*",
        "A board",
        "A die counts for it if it lies on it, directly or by way of other dice; once for each die beneath it.",
    ),
    Term("target:*", "A target", "What the throw is aimed at."),
    Term("place:*", "A place", "Where the barrel will stand."),
    Term("pool:*", "A die to draft", "Each colour has a power of its own."),
    Term("piece:*", "A piece of the target", "Take it to build with."),
    Term("build:*", "A construction", "A target built of boards and barrels."),
    Term("lost:*", "A die that fell off", "It does not count any more."),
    Term("seat:*", "A player", "Points, dice in hand and dice lost."),
    Term("key:drop", "Drop it", "The die falls from above."),
    Term("key:lob", "Lob it", "The die flies in an arc from your side."),
    Term("key:knock", "Knock", "The die flies hard and flat at what lies there."),
)
