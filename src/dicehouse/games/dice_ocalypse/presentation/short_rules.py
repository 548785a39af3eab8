"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesFigure, RulesList, RulesSection
from dicehouse.i18n import _, join_sentences

from ..rules.special_dice import FEWEST_PLAYERS
from ..rules.state import BATTLE_ZONE, CARD_MINIMUM, N_DICE, Options
from .card_status import CARD_IDS, IMMUNITY
from .glossary import GLOSSARY

CARDS = tuple(f"card:{name}" for name in (*CARD_IDS.values(), IMMUNITY))


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    kept_dice = _(
        "Roll {n} dice. Keep at least one die that scores. Then roll the rest again, or bank. If "
        "nothing in a roll scores, you bust and lose this turn's points. When every die has "
        "scored, you have hot dice and can roll all of them again.",
        n=N_DICE,
    )
    combinations = _("Combinations count only within one roll. The dice that score now are lit.")
    if options.opening > 0:
        opening = _("Your first score must be at least {points} points.", points=options.opening)
        combinations = join_sentences(opening, combinations)
    turn = RulesSection(_("A turn"), (kept_dice, combinations, RulesFigure("scores")))
    end = RulesSection(
        _("The end"),
        (
            _(
                "The first player past {target} points starts the final round: everybody else has one last turn. "
                "A player who ends below the score to beat is diced. The highest total of the others wins.",
                target=options.target,
            ),
        ),
    )
    war = _war_rules(players) if options.special_cards else ()
    return (turn, *war, end)


def _war_rules(players: int) -> tuple[RulesSection, ...]:
    texts = {term.name: term.text for term in GLOSSARY}
    cards = RulesSection(
        _("War cards"),
        (
            _(
                "You can play each card once per game, if you have banked {points} points. Only one card can be played "
                "in a turn, and none in the final round.",
                points=CARD_MINIMUM,
            ),
            RulesList(tuple((card, texts[card]) for card in CARDS)),
        ),
    )
    battle_zone = RulesSection(
        _("Battle Zone"),
        (
            _(
                "When a player first reaches {points} points, everybody rolls two dice. With doubles, that player "
                "doubles the turn just banked, and the others double their next score. "
                "Exactly one 1 costs the next turn.",
                points=BATTLE_ZONE,
            ),
        ),
    )
    special_dice = RulesSection(
        _("Special dice"),
        (
            _(
                "The first player who busts on the first roll of a turn gets the **Zombie die**. Roll it before "
                "another player's turn to remove that many dice from the turn; that player gets the die. "
                "The last player without a score gets the **Left Behind die**. Roll it before a turn to skip that many "
                "players; the first one skipped gets the die."
            ),
        ),
    )
    return (cards, battle_zone, *((special_dice,) if players >= FEWEST_PLAYERS else ()))
