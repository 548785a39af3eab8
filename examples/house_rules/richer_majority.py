"""The majority of a colour scores 5 at the end, and a shared majority 2 each."""

from dicehouse.games.house_rules import changes

changes("game_end.MAJORITY", 5)
changes("game_end.SHARED", 2)
