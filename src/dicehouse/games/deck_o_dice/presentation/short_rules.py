"""Write the rules in short, for the settings of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.short_rules import RulesList, RulesSection
from dicehouse.i18n import Text, _, join_sentences
from dicehouse.text_format import number_word

from ..rules.combat import PROPOSED, RANDOM_ROLES
from ..rules.solo_opponent import D6_MOST
from ..rules.state import HALF, N_CARDS, Minion, Options
from .glossary import INVENTED, INVENTED_NAMES, NO_ABILITY_HERE, POWERS
from .options import CROWN, IDS, NAMES


def short_rules(options: Options, players: int) -> Sequence[RulesSection]:
    """Return the rules in short, in our own words."""
    solo, half = players == 1, N_CARDS // 2
    combats = join_sentences(
        _("Each minion fights once in each half. A half has {combats} combats.", combats=number_word(HALF)),
        _("Each card you win is a point, and the most points wins."),
        _("At {half} to {half}, the side with the card that shows {crown} on the d20 wins.", half=half, crown=CROWN),
    )
    return (
        RulesSection(_("A combat"), _solo_combat() if solo else _duel_combat(options)),
        RulesSection(_("The minions"), _minions(options)),
        RulesSection(_("The game"), (combats,)),
        *((RulesSection(_("Memory"), (_memory(solo),)),) if options.memory else ()),
    )


def _duel_combat(options: Options) -> tuple[Text, ...]:
    odd = _("If both are the same, the d4 of a card decides. On an odd number, the player in the first seat attacks.")
    if options.parity == RANDOM_ROLES:
        odd = _("If both are the same, the d4 of a card decides. Who attacks on an odd number is random.")
    return (
        _("You both choose a minion in secret. Then you reveal both at the same moment."),
        _("The bigger die attacks. That only means that it draws first."),
        odd,
        _("Each side draws a card. Only the number for its own die counts."),
        _HIGHER_NUMBER,
        _REROLL_MARK,
    )


def _solo_combat() -> tuple[Text, ...]:
    return (
        _("You send a minion. Then Dicey flips a card and sends the minion with the highest number on it."),
        _("That card is Dicey's roll. You draw yours, and only the number for your own die counts."),
        _("The bigger die attacks. That only means that it acts first."),
        _("With equal dice the higher number attacks. If the numbers are equal, too, you attack if a d4 is odd."),
        _(
            "Dicey's Cubera rerolls unless it wins or has a {most}.",
            most=D6_MOST,
        ),
        _("Dicey's Diante looks at one more card and takes the higher one."),
        _HIGHER_NUMBER,
        _REROLL_MARK,
    )


_HIGHER_NUMBER = _("The higher number wins both cards. In a tie, each side keeps its own card.")
_REROLL_MARK = _("R* means: put the card under the deck and draw again. If no number is left, the card is 0.")


def _memory(solo: bool) -> Text:
    if solo:
        return _("Your used minions and all cards won stay hidden until the end.")
    return _("Used minions and all cards won stay hidden until the end.")


def _minions(options: Options) -> tuple[str | RulesList, ...]:
    proposed = options.abilities == PROPOSED
    minions = RulesList(tuple((f"minion:{IDS[minion]}", _minion(minion, proposed)) for minion in Minion))
    if not proposed:
        return (minions,)
    return minions, _("Abilities marked (house rule) are ours, because the printed ones are lost.")


def _minion(minion: Minion, proposed: bool) -> Text:
    if minion not in INVENTED:
        return Text("**{name}**\n{ability}", {"name": NAMES[minion], "ability": POWERS[minion]})
    if not proposed:
        return Text("**{name}**\n{ability}", {"name": NAMES[minion], "ability": NO_ABILITY_HERE})
    return _(
        "**{name}** __{title} (house rule)__\n{ability}",
        name=NAMES[minion],
        title=INVENTED_NAMES[minion],
        ability=POWERS[minion],
    )
