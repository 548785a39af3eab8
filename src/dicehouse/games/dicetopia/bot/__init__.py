"""How a bot plays Dicetopia, and what else tables should know beyond its rules."""
