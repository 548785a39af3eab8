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
    Term("hand", "The hand", "Pull the die back from here: the further, the harder; the straps show where it goes."),
    Term(
        "odds",
        "What is likely",
        "Some dozens of trial throws, with the tremor of a hand: how many stay, and what they bring.",
    ),
    Term("dial:*", "A slider", "Sets one part of the throw; arrow keys move it a little."),
    Term("tag:*", "A throw you kept", "A tap takes it in hand again."),
    Term("key:fine", "Fine", "Opens the sliders of this throw."),
    Term(
        "key:keep",
        "Keep this",
        "Keeps a throw, to take it in hand again; after a pink throw, leaves the die where it lies.",
    ),
    Term("key:again", "Throw it again", "For a pink die and a later turn."),
    Term("key:pass", "Let it go", "No blue die comes in for the one that is lost."),
    Term("key:aside", "Keep the others aside", "Barrels that you don't stand bring no penalty."),
    Term("key:clear", "Take everything away", "The target is built anew."),
    Term("key:done", "It stands", "The target is ready; every barrel has to touch a board."),
    Term("key:take", "Take it away", "A piece of the target goes back beside the table."),
    Term("key:drop", "Drop it", "The die falls from above."),
    Term("key:lob", "Lob it", "The die flies in an arc from your side."),
    Term("key:knock", "Knock", "The die flies hard and flat at what lies there."),
)
