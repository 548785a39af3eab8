"""How Baron Voodoo is shown and told: options, views, words."""
