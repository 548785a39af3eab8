"""List the games that learners can play, and settings that make them short."""

from __future__ import annotations

GAMES = ["dice-ocalypse", "baron-voodoo", "deck-o-dice", "dicetopia"]
SHORT: dict[str, dict[str, object]] = {"dice-ocalypse": {"target": 2_000}}
