"""How a bot plays Baron Voodoo, and what else tables should know beyond its rules."""
