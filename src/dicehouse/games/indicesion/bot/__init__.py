"""How a bot plays inDICEsion, and what else tables should know beyond its rules."""
