"""What lies on the table of Deck-O-Dice, a sentence each."""

from __future__ import annotations

from dicehouse.kit.game import Term

GLOSSARY = (
    Term(
        "minion:quad",
        "Quad, d4",
        "Small numbers; where the table plays with all powers, a 3 or 4 in defence fells a d12 or d20.",
    ),
    Term(
        "minion:cubera", "Cubera, d6", "May put its card to the bottom of the deck and draw another one, which stands."
    ),
    Term(
        "minion:diante",
        "Diante, d8",
        "May look at the top two cards and take one; the other goes back on top, and only you know it.",
    ),
    Term(
        "minion:sparten",
        "Sparten, d10",
        "Where the table plays with all powers, a d12 or d20 counts 2 less against it.",
    ),
    Term("minion:dwelve", "Dwelve, d12", "Where the table plays with all powers, it wins ties against all others."),
    Term("minion:twent", "Twent, d20", "The biggest numbers, and no power."),
    Term("minion:*", "A DieMinion", "Each of your six fights once in each half of the game."),
    Term(
        "card:*",
        "A roll card",
        "It has a number for each of the six dice; only the one of the minion that fights counts. R* is drawn again.",
    ),
    Term(
        "fighter:*",
        "A place in the clash",
        "The minion that fights. The higher die attacks, which only means that it draws first.",
    ),
    Term("roll:*", "A place for a roll card", "The card that a side has drawn; the number under its die counts."),
    Term("deck", "The deck", "24 cards, none comes back once it is won. Its thickness is what is left."),
    Term("combats", "Combats", "Twelve in two halves; in each half every minion fights once."),
    Term(
        "seat:*",
        "A side",
        "Cards won so far, a point each. When both send the same die, a flipped d4 says who attacks.",
    ),
    Term("pile:*", "Cards won", "Each is a point; most points win. At twelve to twelve the card with the 20 decides."),
    Term("hand", "Your minions", "Those still to fight in this half."),
    Term("key:reroll", "Re-roll", "The card goes to the bottom of the deck; the next one stands."),
    Term("key:keep", "Keep", "The card stands."),
    Term("key:look", "Look at two", "See the top two cards alone, take one, and put the other back on top."),
    Term("key:decline", "Just draw", "Take the top card unseen."),
)
