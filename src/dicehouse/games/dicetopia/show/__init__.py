"""How Dicetopia is shown and told: options, views, words."""
