"""A march to a target, small enough to be worked out by hand."""

from dicehouse.core import Game, Setting

from . import experiments, options, rules, view, words

game = Game(
    id="march",
    name="March",
    tagline="Left, right.",
    players=(2, 3),
    minutes=1,
    rules=rules,
    presentation=(options, view, words),
    experiments=experiments,
    settings=(
        Setting("target", "Target", "number", 10, low=1, high=60),
        Setting("dice", "Steps by dice", "switch", False),
        Setting("idle_wish", "Says nothing", "switch", False),
    ),
)
