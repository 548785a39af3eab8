"""Show Dice-ocalypse! to people: options, views, prompts, the log and the score sheet."""
