"""Choices as numbers; those that are described freely have one each, and their text says the rest."""

from __future__ import annotations

ASIDE = 1
CLEAR = 2
DONE = 3
PASS = 4
AGAIN = 5
KEEP = 6
START = 16  # + seat
DRAFT = 24  # + colour
STAND = 32  # + 8 * board + place on it
BUILD = 96  # + which
TAKE = 112  # + piece
RESPAWN = 128  # + lost die
READY = 256  # + 512 * how + 8 * die + target
FREE_THROW = 4000
FREE_STAND = 4001
FREE_PUT = 4002
