"""Search a game, by rules: the tree, rollouts, budgets, and the choices of bots."""
