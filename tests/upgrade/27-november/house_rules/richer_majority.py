"""The most dice of a colour are worth 5 at the end, and shared most 2 each."""

from dicehouse.games.house_rules import changes

changes("finale.MAJORITY", 5)
changes("finale.SHARED", 2)
