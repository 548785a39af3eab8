"""Define the 24 cards as data, and the checks that any other set of cards must pass (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence

REROLL = -1  # the mark R*
SIDES = (4, 6, 8, 10, 12, 20)
REROLLS = {3: 4, 5: 4}  # cards marked R* in the columns of the d10 and the d20

# One row for each card, one column for each die type. The true table is lost; this one has the counts that the
# rulebook forces, and columns as independent as a search could make them.
CARDS = (
    (1, 1, 7, 3, 9, 14),
    (1, 2, 3, 6, 1, REROLL),
    (1, 3, 5, 1, 4, 12),
    (1, 4, 4, 8, 2, 3),
    (1, 5, 8, 7, 11, 2),
    (1, 6, 1, REROLL, 12, 16),
    (2, 1, 3, 5, 12, 10),
    (2, 2, 4, REROLL, 4, 17),
    (2, 3, 6, 9, 7, 8),
    (2, 4, 8, 2, 1, 6),
    (2, 5, 1, 10, 3, REROLL),
    (2, 6, 2, 4, 6, 15),
    (3, 1, 5, 2, 6, REROLL),
    (3, 2, 8, 9, 9, 18),
    (3, 3, 2, 8, 5, 5),
    (3, 4, 3, REROLL, 8, 19),
    (3, 5, 7, 5, 10, 13),
    (3, 6, 6, 6, 11, 7),
    (4, 1, 2, REROLL, 10, 1),
    (4, 2, 1, 4, 7, 9),
    (4, 3, 7, 10, 2, 20),
    (4, 4, 6, 7, 5, 4),
    (4, 5, 5, 3, 8, 11),
    (4, 6, 4, 1, 3, REROLL),
)


def check_cards(cards: Sequence[Sequence[int]]) -> None:
    """Raise ValueError unless every column has each value equally often; only those of the d10 and the d20 are filled
    up with R*.
    """
    if len(cards) != 24 or any(len(card) != len(SIDES) for card in cards):
        raise ValueError("The deck has 24 cards with a value for each of the six die types.")
    for column, sides in enumerate(SIDES):
        values = [card[column] for card in cards]
        rerolls = REROLLS.get(column, 0)
        each = (len(cards) - rerolls) // sides
        if values.count(REROLL) != rerolls or any(values.count(v) != each for v in range(1, sides + 1)):
            raise ValueError(f"The d{sides} needs each of 1 to {sides} {each} times, and R* {rerolls} times.")


check_cards(CARDS)
