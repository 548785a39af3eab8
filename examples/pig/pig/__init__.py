"""Define Pig, a game that a package outside Dicehouse adds."""

from dicehouse.core import Game, Mode, Setting

from . import glossary, lessons, options, policy, prompts, rules, setup, view

game = Game(
    id="pig",
    name="Pig",
    tagline="Throw once more, or bank?",
    players=(2, 6),
    minutes=5,
    rules=rules,
    presentation=(options, view, prompts, glossary, lessons),
    policy=policy,
    setup=setup,
    settings=(
        Setting("target", "Target", "number", 100, "Who banks this many points wins.", low=10, high=1000, step=10),
        Setting("two_dice", "Two dice", "switch", False, "Two 1s at once take the whole total."),
    ),
    modes=(
        Mode("standard", "One die", "A 1 takes the points of the turn."),
        Mode("two-dice", "Two dice", "Two 1s take everything.", {"two_dice": True}),
    ),
)
