"""Choose and explain a bot's actions in Dice-ocalypse!, and tell tables what they need beyond its rules."""
