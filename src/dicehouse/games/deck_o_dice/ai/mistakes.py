"""Say why a decision about a card was a mistake, by the exact chances of the cards that may come, and count the habits
behind such mistakes.

The chances are those that the player could know. A rival who still has a choice is assumed to make the best one.
Nothing is said about minions, which are chosen in secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from dicehouse.i18n import Text, _

from ..presentation.decision_chances import decision_chance, percent
from ..rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD, TAKE
from ..rules.cards import CARDS
from ..rules.state import Minion, Phase, State

PHASES = (Phase.DIANTE, Phase.TAKE, Phase.CUBERA)
KEPT, REROLLED, NOT_LOOKED = "kept", "rerolled", "not-looked"
NOTHING = Text("")


def explain_mistake(state: State, seat: int, chosen: int | str, better: int | str, you: bool) -> Text:
    """Return the chances of what was chosen and of what was better; nothing if they don't show it."""
    if state.phase not in PHASES or not isinstance(chosen, int) or not isinstance(better, int):
        return NOTHING
    did, should = (decision_chance(state, seat, each) for each in (chosen, better))
    if should.worth <= did.worth:
        return NOTHING
    ties = _shown(should.win) <= _shown(did.win)
    rest, best = (percent(sum(each) if ties else each.win) for each in (did, should))
    if round(100 * best.share) <= round(100 * rest.share):
        return NOTHING
    sentence = _choice_sentence(state, seat, chosen, you)
    instead = _instead(state, better)
    values = {"choice": sentence, "instead": instead, "rest": rest, "best": best}
    if ties:
        return _("{choice} That wins or ties {rest} of the time. {instead}, it would be {best}.", **values)
    return _("{choice} That wins {rest} of the time. {instead}, it would be {best}.", **values)


def _shown(share: float) -> int:
    return round(100 * percent(share).share)


def _choice_sentence(state: State, seat: int, action: int, you: bool) -> Text:
    """Return what was chosen, as a sentence."""
    values = {"player": f"{{{seat}}}", "value": _value(state, seat, action)}
    if action in TAKE:
        return _("You took the {value}.", **values) if you else _("{player} took the {value}.", **values)
    if action == KEEP:
        return _("You kept the {value}.", **values) if you else _("{player} kept the {value}.", **values)
    if action == REROLL_CARD:
        return _("You rerolled the {value}.", **values) if you else _("{player} rerolled the {value}.", **values)
    if action == LOOK:
        return _("You looked at two cards.") if you else _("{player} looked at two cards.", **values)
    return _("You didn't look at two cards.") if you else _("{player} didn't look at two cards.", **values)


def _instead(state: State, action: int) -> Text:
    """Return the better choice, as the beginning of a sentence."""
    if action in TAKE:
        return _("With the {value}", value=_value(state, state.acting, action))
    if action == KEEP:
        return _("With the {value}", value=_value(state, state.acting, action))
    if action == REROLL_CARD:
        return _("With a new card")
    return _("With two cards to choose from") if action == LOOK else _("Without looking")


def _value(state: State, seat: int, action: int) -> int:
    """Return the number of the card that a choice takes, keeps or rerolls."""
    if action in TAKE:
        return int(CARDS[state.looked[TAKE.which(action)]][Minion.DIANTE])
    return int(state.sides[seat].value)


def decision_themes(state: State, seat: int, chosen: int | str, better: int | str) -> Mapping[str, bool]:
    """Return whether a decision is a case of keeping a card, of rerolling one, or of not looking at two."""
    habits = {KEEP: (KEPT, REROLL_CARD), REROLL_CARD: (REROLLED, KEEP), DECLINE: (NOT_LOOKED, LOOK)}
    if state.phase not in PHASES or not isinstance(chosen, int) or chosen not in habits:
        return {}
    habit, other = habits[chosen]
    return {habit: better == other}


def theme_sentence(theme: str, mistakes: int, cases: int) -> Text:
    """Return a sentence about a habit."""
    values = {"mistakes": mistakes, "cases": cases}
    if theme == KEPT:
        return _("In {mistakes} of {cases} cases, you kept Cubera's card when a new one was better.", **values)
    if theme == REROLLED:
        return _("In {mistakes} of {cases} cases, you rerolled Cubera's card when you should have kept it.", **values)
    if theme == NOT_LOOKED:
        return _(
            "In {mistakes} of {cases} cases, you didn't look at two cards with Diante when you should have.", **values
        )
    return NOTHING
