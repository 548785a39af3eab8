"""Define Liar's Dice, a game with hidden dice that a package outside Dicehouse adds."""

from dicehouse.core import Game, Mode, Setting

from . import options, policy, prompts, rules, setup, view

game = Game(
    id="liars-dice",
    name="Liar's Dice",
    tagline="Four sixes. Do you believe it?",
    players=(2, 6),
    minutes=20,
    unit=("die", "dice"),
    rules=rules,
    presentation=(options, view, prompts),
    policy=policy,
    setup=setup,
    settings=(
        Setting("dice", "Dice each", "number", 5, "So many dice lie under each cup at first.", low=1, high=5),
        Setting("ones_wild", "Ones are wild", "switch", True, "They count as the face that was bid."),
    ),
    modes=(
        Mode("wild", "Wild ones", "A one counts as every face."),
        Mode("plain", "Plain ones", "A one is a one.", {"ones_wild": False}),
    ),
)
