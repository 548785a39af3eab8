"""Explain the things on the table of inDICEsion, a sentence or two each."""

from __future__ import annotations

import numpy as np

from dicehouse.core.option import GlossaryTerm
from dicehouse.i18n import Text, _, join_sentences
from dicehouse.records.record import dtype, strict

from ..rules.scoring import ODDS
from ..rules.settings import SETTINGS
from ..rules.state import Mode, Options

COSTS_A_TURN = _("It costs you a turn.")


def _lightning(options: Options) -> Text:
    if options.covered_yellow_works:
        return _("A covered yellow die works, too; a crooked one doesn't.")
    return _("A covered or crooked yellow die does nothing.")


def _board(options: Options) -> Text:
    if options.game == Mode.CENTRAL:
        return _("A die counts if it rests on the target, directly or on other dice or barrels.")
    return _("A die counts for this board if it rests on it, directly or on other dice or barrels.")


def glossary(options: Options) -> tuple[GlossaryTerm, ...]:
    """Return the terms, with the settings of the table."""
    return (
        GlossaryTerm("die:*", _("A die"), _("Throw one die each turn. It counts for the board it rests on.")),
        GlossaryTerm("board:*", _("A board"), _board(options)),
        GlossaryTerm("target:*", _("A target"), _("You aim your throw at it.")),
        GlossaryTerm("place:*", _("A place"), _("You can put a barrel here.")),
        *_powers(options),
        GlossaryTerm("pool:*", _("A die to draft"), _("Each colour has its own power.")),
        GlossaryTerm("piece:*", _("A piece of the target"), _("You can remove it and use it again.")),
        GlossaryTerm("build:*", _("A ready-made target"), _("You can use it as it is or change it.")),
        GlossaryTerm("lost:*", _("A lost die"), _("It was knocked off your board.")),
        GlossaryTerm("seat:*", _("A player"), _("You see the points in this round, the rounds won and the dice left.")),
        GlossaryTerm(
            "hand", _("The hand"), _("Pull the die back to throw it. The farther you pull, the harder you throw.")
        ),
        GlossaryTerm(
            "odds", _("Trial throws"), _("The computer tries your throw a few dozen times and shows the results.")
        ),
        GlossaryTerm("dial:*", _("A slider"), _("It sets one part of the throw.")),
        GlossaryTerm("tag:*", _("A saved throw"), _("Tap it to use it again.")),
        GlossaryTerm("key:fine", _("Tune"), _("Opens the sliders for your throw.")),
        GlossaryTerm("key:keep", _("Save"), _("Saves your throw, so that you can use it again.")),
        GlossaryTerm("key:again", _("Throw it again"), _("It costs you a pink die and a turn.")),
        GlossaryTerm("key:pass", _("Don't replace it"), _("You keep your blue dice. The lost die stays lost.")),
        GlossaryTerm(
            "key:aside", _("Place no more barrels"), _("Your other barrels stay off the boards in this round.")
        ),
        GlossaryTerm(
            "key:clear", _("Clear the table"), _("Removes all boards and barrels, so that you can start again.")
        ),
        GlossaryTerm("key:done", _("Finish the target"), _("Every barrel must touch a board.")),
        GlossaryTerm("key:take", _("Remove"), _("Removes this piece from the target.")),
        GlossaryTerm("key:drop", _("Drop"), _("The die falls from above.")),
        GlossaryTerm("key:lob", _("Lob"), _("The die flies in an arc from your side.")),
        GlossaryTerm("key:knock", _("Knock"), _("The die flies hard and flat at the nearest die or barrel.")),
    )


def _powers(options: Options) -> tuple[GlossaryTerm, ...]:
    return (
        GlossaryTerm(
            "pool:red",
            _("Burn"),
            join_sentences(
                _("A die that touches a red die is out of the round at once, no matter whose it is."),
                _("Two red dice burn each other."),
            ),
            _("dice that touch it are out"),
        ),
        GlossaryTerm(
            "pool:orange",
            _("Odds"),
            _("On 2 to 5 it scores {points}, on 1 or 6 nothing.", points=ODDS),
            _("2 to 5 on top: {points}, else 0", points=ODDS),
        ),
        GlossaryTerm(
            "pool:yellow",
            _("Lightning"),
            join_sentences(
                _("Each die that scores on its board counts 1 more, before towers multiply."), _lightning(options)
            ),
            _("+1 to each die on its board"),
        ),
        GlossaryTerm(
            "pool:green",
            _("Poison"),
            _("Its points are deducted from the board it rests on, no matter who threw it."),
            _("its board loses points"),
        ),
        GlossaryTerm(
            "pool:blue",
            _("Respawn"),
            join_sentences(
                _("An unused blue die can replace a die knocked off your board and show the same number."), COSTS_A_TURN
            ),
            _("unused: replaces a lost die"),
        ),
        GlossaryTerm(
            "pool:pink",
            _("Re-roll"),
            join_sentences(
                _("Give up an unused pink die right after your throw to throw the same die again."), COSTS_A_TURN
            ),
            _("unused: throw a die again"),
        ),
    )


def _default_options() -> Options:
    options = strict(Options, np.zeros(dtype(Options).itemsize, np.uint8))
    for setting in SETTINGS:
        setattr(options, setting.key, setting.encode(setting.default))
    return options


GLOSSARY = glossary(_default_options())
