"""Play inDICEsion as a bot, estimate positions and give reasons for throws."""
