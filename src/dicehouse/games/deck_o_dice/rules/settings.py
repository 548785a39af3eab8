"""Define the settings of a table."""

from __future__ import annotations

from dicehouse.core.settings import Mode, Setting

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "abilities",
        "Abilities",
        "choice",
        "proposed",
        "The texts of four minions are lost; theirs are house rules.",
        (("proposed", "all six, four of them by house rule"), ("attested", "only Cubera's and Diante's")),
    ),
    Setting(
        "parity",
        "Odd and even",
        "choice",
        "seat",
        "Who attacks on which number when both play the same minion.",
        (("seat", "the first seat is odd"), ("random", "drawn each time")),
    ),
    Setting(
        "memory",
        "Memory mode",
        "switch",
        True,
        "Used minions and drawn cards are not named again: what has been played you must remember.",
    ),
)

MODES: tuple[Mode, ...] = (
    Mode("standard", "Standard", "The duel as it is meant: in secret, and by memory."),
    Mode("open", "Open", "Nothing to remember: all that was played can be looked up.", {"memory": False}),
    Mode("attested", "By the book", "Only the two abilities that the rulebook still has.", {"abilities": "attested"}),
    Mode("solo", "Solo", "Against Dicey, who sees a card before choosing.", players=(1, 1)),
)
