"""Change a game by a house rule, a Python file of a few lines.

A file imports `adds`, `changes`, `remembers` and `replaces` from here; `patched_game.patched` makes a game with it.
"""

from .declarations import adds, changes, remembers, replaces

__all__ = ["adds", "changes", "remembers", "replaces"]
