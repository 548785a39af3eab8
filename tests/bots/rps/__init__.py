"""Rock, paper, scissors, where a rock that wins counts double: a game of one choice, made at once."""

from dicehouse.kit import Game

from . import options, rules, view, words

game = Game(
    id="rps",
    name="Rock, paper, scissors",
    tagline="At once.",
    players=(2, 2),
    minutes=1,
    rules=rules,
    options=options,
    view=view,
    words=words,
)
