"""Liar's Dice: a game with secrets that joins the house from a package of its own."""

from dicehouse.kit import Game, Mode, Setting

from . import hints, options, rules, view, words

game = Game(
    id="liars-dice",
    name="Liar's Dice",
    tagline="Four sixes. Do you believe it?",
    players=(2, 6),
    minutes=20,
    unit=("die", "dice"),
    rules=rules,
    options=options,
    view=view,
    words=words,
    hints=hints,
    settings=(
        Setting("dice", "Dice each", "number", 5, "So many dice lie under each cup at first.", low=1, high=5),
        Setting("ones_wild", "Ones are wild", "switch", True, "They count as the face that was bid."),
    ),
    modes=(
        Mode("wild", "Wild ones", "A one counts as every face."),
        Mode("plain", "Plain ones", "A one is a one.", {"ones_wild": False}),
    ),
)
