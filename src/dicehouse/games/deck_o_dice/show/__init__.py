"""How Deck-O-Dice is shown and told: options, views, words."""
