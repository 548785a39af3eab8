"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.text_format import count_in_words, number_word

from ..rules.combos import LEAST, MOST, VALUES
from ..rules.deal import TEAM_THRESHOLD, THRESHOLDS
from ..rules.game_end import MAJORITY, SHARED
from ..rules.loa_powers import PRICE_OF_POWER
from ..rules.state import Options
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .glossary import GLOSSARY
from .notation import FACES, LOA_IDS

TERMS = {term.name: term for term in GLOSSARY}


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    values = [(size, VALUES[options.combos][size]) for size in range(LEAST, MOST + 1)]
    points = ", ".join(f"{size} dice {value}" for size, value in values)
    return (
        RulesSection("A turn", (_before_steps(), _steps())),
        RulesSection("Faces", (RulesList(tuple(_face(f"die:*{face.lower()}", face) for face in FACES)),)),
        RulesSection("Loas", (RulesList(tuple(_loa(f"loa:{loa}") for loa in LOA_IDS)),)),
        RulesSection(
            "Combos",
            (
                f"{number_word(LEAST).capitalize()} dice or more of one sign in different colours, or of one "
                "colour with "
                f"different signs. White counts as any colour. {points} points.",
            ),
        ),
        RulesSection("The end", _the_end(options, players)),
    )


def _before_steps() -> str:
    return (
        "**A** Use a power, if you like: your own is free, another costs "
        f"{count_in_words(PRICE_OF_POWER, 'offering')}. **B** Jump with a die of your colour over the next "
        "space to the "
        "one behind it; the top die you jump is yours. Stacks hold three dice at most. Then, in this order and "
        "each once:"
    )


def _steps() -> RulesList:
    return RulesList(
        (
            ("1", "The captured die has your colour: take an offering."),
            ("2", f"Pay {count_in_words(PRICE_OF_FACE, 'offering')}: turn the captured die to any other face."),
            ("3", "Use the face it shows."),
            ("4", f"Pay {count_in_words(PRICE_OF_TURN, 'offering')}: one more turn after this one."),
            ("5", "Send dice to the Spirit World; combos score."),
            ("D", "Use a power, if none was used at A."),
        )
    )


def _face(name: str, face: str) -> tuple[str, str]:
    return f"die:R{face}", f"**{TERMS[name].title}**: {TERMS[name].short}."


def _loa(name: str) -> tuple[str, str]:
    return name, f"**{TERMS[name].title}**: {TERMS[name].short}"


def _the_end(options: Options, players: int) -> tuple[str, ...]:
    solo, teams = players == 1, players == 4 and options.pairing > 0
    threshold = TEAM_THRESHOLD if teams else THRESHOLDS[2 if solo else players]
    end = (
        f"{threshold} points, or a player who can't jump, start the last round. Then every zone goes to its "
        "Spirit World "
        f"and may score one more combo; in each colour the most dice score {MAJORITY}, a tie {SHARED} each."
    )
    if teams:
        return (f"{end} Partners share everything but their Loas.",)
    if solo:
        return (f"{end} You win only with more points than the Baron.",)
    return (end, "Whoever has most white dice in the Spirit World holds **Baron Samedi**: every power is free.")
