"""Explain the things on the table of inDICEsion, a sentence each."""

from __future__ import annotations

from dicehouse.core.option import GlossaryTerm

from ..rules.scoring import ODDS

MORE = {
    "red": "At the first contact, thrown or lying, whoever's die it is. Two red dice burn each other.",
    "yellow": "Itself too. Before towers multiply; covered or crooked it does nothing.",
    "green": "Whoever threw it: the board it lies on loses.",
    "blue": "A die knocked off your board: a blue one takes its place with the same number up. It costs you a turn.",
    "pink": "Right after your throw, for the die just thrown. What the first throw did stays. It costs you a turn.",
}
GLOSSARY = (
    GlossaryTerm(
        "die:*",
        "A die",
        "Foam, as large as a fist. You throw one a turn; its number counts for the board it comes to lie on.",
    ),
    GlossaryTerm(
        "board:*",
        "A board",
        "A die counts for it if it lies on it, directly or by way of other dice; once for each die beneath it.",
    ),
    GlossaryTerm("target:*", "A target", "What the throw is aimed at."),
    GlossaryTerm("place:*", "A place", "Where the barrel will stand."),
    GlossaryTerm("pool:red", "Burn", f"What touches it is out. {MORE['red']}", "what touches it is out"),
    GlossaryTerm("pool:orange", "Odds", f"2 to 5 give {ODDS}, else none.", f"2 to 5 give {ODDS}, else none"),
    GlossaryTerm(
        "pool:yellow", "Lightning", f"+1 to all dice of its board. {MORE['yellow']}", "+1 to all dice of its board"
    ),
    GlossaryTerm("pool:green", "Poison", f"Its board loses the pips. {MORE['green']}", "its board loses the pips"),
    GlossaryTerm("pool:blue", "Respawn", f"Unused: replaces a lost die. {MORE['blue']}", "unused: replaces a lost die"),
    GlossaryTerm("pool:pink", "Re-roll", f"Unused: throw once more. {MORE['pink']}", "unused: throw once more"),
    GlossaryTerm("pool:*", "A die to draft", "Each colour has a power of its own."),
    GlossaryTerm("piece:*", "A piece of the target", "Take it to build with."),
    GlossaryTerm("build:*", "A construction", "A target built of boards and barrels."),
    GlossaryTerm("lost:*", "A die that fell off", "It does not count any more."),
    GlossaryTerm("seat:*", "A player", "Points, dice in hand and dice lost."),
    GlossaryTerm(
        "hand", "The hand", "Pull the die back from here: the further, the harder; the straps show where it goes."
    ),
    GlossaryTerm(
        "odds",
        "What is likely",
        "Some dozens of trial throws, with the tremor of a hand: how many stay, and what they bring.",
    ),
    GlossaryTerm("dial:*", "A slider", "Sets one part of the throw; arrow keys move it a little."),
    GlossaryTerm("tag:*", "A throw you kept", "A tap takes it in hand again."),
    GlossaryTerm("key:fine", "Fine", "Opens the sliders of this throw."),
    GlossaryTerm(
        "key:keep",
        "Keep this",
        "Keeps a throw, to take it in hand again; after a pink throw, leaves the die where it lies.",
    ),
    GlossaryTerm("key:again", "Throw it again", "For a pink die and a later turn."),
    GlossaryTerm("key:pass", "Let it go", "No blue die comes in for the one that is lost."),
    GlossaryTerm("key:aside", "Keep the others aside", "Barrels that you don't stand bring no penalty."),
    GlossaryTerm("key:clear", "Take everything away", "The target is built anew."),
    GlossaryTerm("key:done", "It stands", "The target is ready; every barrel has to touch a board."),
    GlossaryTerm("key:take", "Take it away", "A piece of the target goes back beside the table."),
    GlossaryTerm("key:drop", "Drop it", "The die falls from above."),
    GlossaryTerm("key:lob", "Lob it", "The die flies in an arc from your side."),
    GlossaryTerm("key:knock", "Knock", "The die flies hard and flat at what lies there."),
)
