"""Simulate the world that inDICEsion's rules are about: bodies, scenes, motion, throws."""
