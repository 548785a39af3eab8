"""Define rock, paper, scissors, where a rock that wins counts double: a game of one simultaneous choice."""

from dicehouse.core import Game

from . import options, rules, view, words

game = Game(
    id="rps",
    name="Rock, paper, scissors",
    tagline="At once.",
    players=(2, 2),
    minutes=1,
    rules=rules,
    presentation=(options, view, words),
)
