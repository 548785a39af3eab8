"""Measure how strong bots are: paired games, Elo with intervals, a sequential test, and luck adjustment."""

from .arena_result import Arena
from .arena_run import arena
from .contest import Contest, Tally, contest
from .sprt import Sprt

__all__ = ["Arena", "Contest", "Sprt", "Tally", "arena", "contest"]
