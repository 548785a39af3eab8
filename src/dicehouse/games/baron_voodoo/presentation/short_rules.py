"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.i18n import Text, _, join_sentences, join_texts

from ..rules.combos import LEAST, MOST, VALUES
from ..rules.deal import TEAM_THRESHOLD, THRESHOLDS
from ..rules.game_end import MAJORITY, SHARED
from ..rules.loa_powers import PRICE_OF_POWER
from ..rules.state import Options
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .glossary import GLOSSARY
from .notation import FACES, LOA_IDS
from .words import dice_words, offerings_words, points_words

TERMS = {term.name: term for term in GLOSSARY}


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    return (
        RulesSection(_("A turn"), (_before_steps(), _steps())),
        RulesSection(_("Faces"), (RulesList(tuple(_face(f"die:*{face.lower()}", face) for face in FACES)),)),
        RulesSection(_("Loas"), (RulesList(tuple(_loa(f"loa:{loa}") for loa in LOA_IDS)),)),
        RulesSection(_("Sets"), (_sets(options),)),
        RulesSection(_("The end"), _the_end(options, players)),
    )


def _sets(options: Options) -> Text:
    values = [(size, VALUES[options.combos][size]) for size in range(LEAST, MOST + 1)]
    points = [
        Text("{dice} {points}", {"dice": dice_words(size), "points": points}) for size, points in values if points
    ]
    return join_sentences(
        _(
            "A set has {least} or more dice: one face in different colours, or one colour with different faces.",
            least=LEAST,
        ),
        _("White counts as any colour."),
        _("Points: {points}.", points=join_texts(points)),
    )


def _before_steps() -> Text:
    return join_sentences(
        _("**A** You can use a power. Yours is free; another costs {price}.", price=offerings_words(PRICE_OF_POWER)),
        _("**B** Jump with a die of your colour over a neighbour to the space beyond."),
        _("You take the top die you jumped over. A stack holds three dice at most."),
        _("Then take any of these steps in this order:"),
    )


def _steps() -> RulesList:
    return RulesList(
        (
            ("1", _("If the captured die has your colour, take an offering.")),
            ("2", _("Pay {price} to turn the captured die to another face.", price=offerings_words(PRICE_OF_FACE))),
            ("3", _("Use the face it shows.")),
            ("4", _("Pay {price} for an extra turn after this one.", price=offerings_words(PRICE_OF_TURN))),
            ("5", _("Move dice to the Spirit World. Sets score points.")),
            ("D", _("Use a power if you didn't at A.")),
        )
    )


def _face(name: str, face: str) -> tuple[str, str]:
    return f"die:R{face}", Text("**{face}**: {effect}.", {"face": TERMS[name].title, "effect": TERMS[name].short})


def _loa(name: str) -> tuple[str, str]:
    return name, Text("**{loa}**: {power}", {"loa": TERMS[name].title, "power": TERMS[name].short})


def _the_end(options: Options, players: int) -> tuple[Text, ...]:
    solo, teams = players == 1, players == 4 and options.pairing > 0
    threshold = TEAM_THRESHOLD if teams else THRESHOLDS[2 if solo else players]
    values = {"most": points_words(MAJORITY), "tied": points_words(SHARED)}
    majority = _("Having the most dice of a colour scores {most}. In a tie, each tied player scores {tied}.", **values)
    if teams:
        majority = _("Having the most dice of a colour scores {most}. If the teams tie, each scores {tied}.", **values)
        if options.white_tie == 0:
            majority = join_sentences(majority, _("A tie for the most white dice scores nothing."))
    end = join_sentences(
        _("The final round begins when a player has {points} or can't jump.", points=points_words(threshold)),
        _("Then all Capture zones move to the Spirit Worlds, and each can score one more set."),
        majority,
        "" if teams or options.white_majority else _("White dice don't count for this."),
    )
    if teams:
        return (join_sentences(end, _("Partners share everything but their Loas.")),)
    if solo:
        return (join_sentences(end, _("You win only with more points than the Baron.")),)
    token = _("The player with the most white dice in the Spirit World holds **Baron Samedi**: all powers are free.")
    return (end, token)
