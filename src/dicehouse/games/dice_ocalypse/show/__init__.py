"""How Dice-ocalypse! is shown and told: options, views, words."""
