"""Show Deck-O-Dice to people: options, views, prompts, the log and the score sheet."""
