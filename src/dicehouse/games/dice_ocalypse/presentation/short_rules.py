"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesFigure, RulesList, RulesSection
from dicehouse.text_format import number_word

from ..rules.special_dice import FEWEST_PLAYERS
from ..rules.state import BATTLE_ZONE, CARD_MINIMUM, N_DICE, Options
from .card_status import CARD_IDS, IMMUNITY
from .glossary import GLOSSARY

CARDS = tuple(f"card:{name}" for name in (*CARD_IDS.values(), IMMUNITY))


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    opening = f"Your first scored turn must be worth {options.opening:,}. " if options.opening > 0 else ""
    turn = RulesSection(
        "A turn",
        (
            f"Throw {number_word(N_DICE)} dice. Keep at least one die that scores, then throw the rest again or "
            "bank. A "
            "throw in which nothing scores is a bust: the points of this turn are gone. When every die has scored you "
            "have hot dice and may throw all of them again.",
            f"{opening}Combinations count only within one throw; the dice that score now are lit.",
            RulesFigure("scores"),
        ),
    )
    end = RulesSection(
        "The end",
        (
            f"Whoever first stands over {options.target:,} sets the bar. Everybody else has one more turn; "
            "anyone below "
            "the bar is diced. The highest total of the others wins.",
        ),
    )
    war = _war_rules(players) if options.special_cards else ()
    return (turn, *war, end)


def _war_rules(players: int) -> tuple[RulesSection, ...]:
    texts = {term.name: term.text for term in GLOSSARY}
    cards = RulesSection(
        "War cards",
        (
            f"Each once a game, one a turn by anybody, with {CARD_MINIMUM:,} points banked, and none in the "
            "final round.",
            RulesList(tuple((card, texts[card]) for card in CARDS)),
        ),
    )
    battle_zone = RulesSection(
        "Battle Zone",
        (
            f"When a player first has {BATTLE_ZONE:,} points, everybody throws two dice. Doubles: the one who "
            "opened it "
            "doubles the turn just banked, all others their next score. Exactly one 1: the next turn is lost.",
        ),
    )
    special_dice = RulesSection(
        "Special dice",
        (
            "The first player whose opening throw of a turn scores nothing gets the **Zombie die**: thrown before "
            "another player's turn, it takes as many dice from that turn as it shows, and then belongs to its victim. "
            "The last player who has not scored yet gets the **Left Behind die**: thrown before a turn, it skips as "
            "many players as it shows, and goes to the first one skipped.",
        ),
    )
    return (cards, battle_zone, *((special_dice,) if players >= FEWEST_PLAYERS else ()))
