"""Write the rules in short, for the mode that is played."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.text_format import number_word

from ..rules.state import N_COLOURS, Mode, Options, Release
from .glossary import GLOSSARY
from .notation import RELEASE_CM
from .options import COLOUR_NAMES

TERMS = {term.name: term for term in GLOSSARY}


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    central = options.game == Mode.CENTRAL
    wins = "one round wins" if options.rounds == 1 else f"{options.rounds} rounds win"
    aim = "the target" if central else "the boards"
    away = "every board" if options.release == Release.EVERY else "the board you aim at"
    what = RulesSection(
        "What it is about",
        (
            f"Throw foam dice so that they end on {aim}. Only where they lie at the end of the round counts. "
            "Whoever has "
            f"the most points wins the round; {wins}. A tie wins nobody a round.",
        ),
    )
    throw = RulesSection(
        "A throw",
        (
            f"One die a turn, from wherever you like, but at least {RELEASE_CM} cm from {away}: the dotted line "
            "shows it. "
            "The dotted arc is the throw as you mean it; no hand is that exact.",
        ),
    )
    powers = RulesSection(
        f"{number_word(N_COLOURS).capitalize()} powers",
        (RulesList(tuple((f"pool:{colour}", _power(colour)) for colour in COLOUR_NAMES)),),
    )
    drafting = options.game == Mode.DRAFTING
    counts = RulesSection("What counts", (RulesList(tuple(("", row) for row in _what_counts(options, central))),))
    return what, throw, counts, *((powers,) if drafting else ())


def _what_counts(options: Options, central: bool) -> list[str]:
    whose = "for whose colour it is" if central else "for whose board it is, whoever threw it"
    rows = [
        f"A die on a board counts what it shows up, {whose}. Half over the edge counts in full; leaning on the side "
        "counts nothing.",
        "A tower: the top die counts as many times as the tower has dice, the others nothing. On two dice at once "
        "it tops "
        "two towers.",
        "A crooked die, or one without a clear face up, scores nothing.",
    ]
    if not central:
        rows.append("A die that lies on two boards counts on both.")
    if options.barrels:
        rows.append(f"Whoever knocks a barrel off {'all boards' if central else 'its board'} loses a point this round.")
    return rows


def _power(colour: str) -> str:
    term = TERMS[f"pool:{colour}"]
    return f"**{term.title}** {term.text[:1].lower()}{term.text[1:]}"
