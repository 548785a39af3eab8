"""Choose and explain a bot's actions in Deck-O-Dice, and tell tables what they need beyond its rules."""
