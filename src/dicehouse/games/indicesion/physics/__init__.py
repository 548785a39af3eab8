"""The simulated world that inDICEsion's rules are about: bodies, scenes, motion, throws."""
