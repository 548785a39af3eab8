"""How a bot plays Deck-O-Dice, and what else tables should know beyond its rules."""
