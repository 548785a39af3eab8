"""How a bot plays Dice-ocalypse!, and what else tables should know beyond its rules."""
