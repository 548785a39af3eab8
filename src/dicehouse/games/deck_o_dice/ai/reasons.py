"""Explain to all players why a bot rerolls, keeps or looks, by the chances of the unseen cards.

A player who has looked with Diante may know more. The bot then gives no reason if that knowledge contradicts the public
chances. It also says nothing about a minion that is chosen in secret, or about a card that it alone has seen.
"""

from __future__ import annotations

from typing import Any

from dicehouse.i18n import Percent, Text, _

from ..presentation.decision_chances import Chance, decision_chance, duel_result, percent
from ..presentation.refusals import LOOKED
from ..rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD
from ..rules.cards import SIDES
from ..rules.state import LOOKS_ON, NO_CARD, Phase, State

LEAST = 0.005  # a choice that is better by less has no reason
NOTHING = Text("")


def explain_action(state: State, seat: int, action: int) -> Text:
    """Return why `seat` keeps its card, rerolls it, or looks at two."""
    if state.phase == Phase.CUBERA and action in (KEEP, REROLL_CARD):
        return _cubera(state, seat, action)
    if state.phase == Phase.DIANTE and action in (LOOK, DECLINE):
        return _diante(state, seat, action)
    return NOTHING


def _cubera(state: State, seat: int, action: int) -> Text:
    value = state.sides[seat].value
    kept, again = (decision_chance(state, seat, each, LOOKS_ON) for each in (KEEP, REROLL_CARD))
    chosen, other = (kept, again) if action == KEEP else (again, kept)
    if chosen.worth < other.worth + LEAST:
        return NOTHING
    if action == REROLL_CARD:
        if _wins_decide(again, kept):
            return _(
                "Chance of a win: {best} with a new card and {rest} with the {value}.",
                **_values(again, kept, value),
            )
        return _(
            "Chance of a win or tie: {best} with a new card and {rest} with the {value}.",
            **_values(again, kept, value),
        )
    if state.attacker != seat:
        return _answer_kept(state, seat, percent(again.win))
    if value == SIDES[state.sides[seat].minion]:
        return _("Cubera can't roll more than {value}.", value=value)
    if _wins_decide(kept, again):
        return _("Chance of a win: {best} with the {value} and {rest} with a new card.", **_values(kept, again, value))
    return _(
        "Chance of a win or tie: {best} with the {value} and {rest} with a new card.", **_values(kept, again, value)
    )


def _answer_kept(state: State, seat: int, share: Percent) -> Text:
    """Return what a defender's card does to the attacker's, and how often a new card would win."""
    value, rival = state.sides[seat].value, state.sides[1 - seat].value
    values = {"value": value, "rival": rival, "share": share}
    if duel_result(state, seat, value, rival) > 0:
        return _("The {value} beats the {rival}. A new card would win {share} of the time.", **values)
    return _("The {value} ties with the {rival}. A new card would win {share} of the time.", **values)


def _diante(state: State, seat: int, action: int) -> Text:
    looks, draws = (decision_chance(state, seat, each, LOOKS_ON) for each in (LOOK, DECLINE))
    here = state.sides[seat]
    if action == DECLINE:
        if draws.worth < looks.worth - LEAST:
            return NOTHING
        if here.card != NO_CARD and draws.win == 1:
            return _("The {value} wins already.", value=here.value)
        return _("A second card wouldn't help.")
    if looks.worth < draws.worth + LEAST:
        return NOTHING
    if here.card != NO_CARD:
        if _wins_decide(looks, draws):
            return _(
                "Chance of a win: {best} with a second card and {rest} with the {value}.",
                **_values(looks, draws, here.value),
            )
        return _(
            "Chance of a win or tie: {best} with a second card and {rest} with the {value}.",
            **_values(looks, draws, here.value),
        )
    if _wins_decide(looks, draws):
        return _("Chance of a win: {best} with {value} cards and {rest} with one.", **_values(looks, draws, LOOKED))
    return _("Chance of a win or tie: {best} with {value} cards and {rest} with one.", **_values(looks, draws, LOOKED))


def _wins_decide(chosen: Chance, left: Chance) -> bool:
    """Return True if the wins alone show that a choice is better; otherwise ties have to be mentioned."""
    return chosen.win > left.win + LEAST


def _values(chosen: Chance, left: Chance, value: object) -> dict[str, Any]:
    """Return the arguments of a sentence that compares two choices."""
    if _wins_decide(chosen, left):
        return {"best": percent(chosen.win), "rest": percent(left.win), "value": value}
    return {"best": percent(sum(chosen)), "rest": percent(sum(left)), "value": value}
