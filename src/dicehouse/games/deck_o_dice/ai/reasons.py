"""Explain to all players why a bot re-rolls, keeps or looks, by the chances of the unseen cards.

A player who has looked with Diante may know more. The bot then gives no reason if that knowledge contradicts the public
chances. It also says nothing about a minion that is chosen in secret, or about a card that it alone has seen.
"""

from __future__ import annotations

from ..presentation.decision_chances import Chance, decision_chance, duel_result, percent
from ..presentation.refusals import LOOKED
from ..rules.action_codes import DECLINE, KEEP, LOOK, REROLL_CARD
from ..rules.cards import SIDES
from ..rules.state import LOOKS_ON, NO_CARD, Phase, State

LEAST = 0.005  # by so much a choice has to be better, or there is nothing to say


def explain_action(state: State, seat: int, action: int) -> str:
    """Return why `seat` keeps its card, re-rolls it, or looks at two."""
    if state.phase == Phase.CUBERA and action in (KEEP, REROLL_CARD):
        return _cubera(state, seat, action)
    if state.phase == Phase.DIANTE and action in (LOOK, DECLINE):
        return _diante(state, seat, action)
    return ""


def _cubera(state: State, seat: int, action: int) -> str:
    value = state.sides[seat].value
    kept, again = (decision_chance(state, seat, each, LOOKS_ON) for each in (KEEP, REROLL_CARD))
    chosen, other = (kept, again) if action == KEEP else (again, kept)
    if chosen.worth < other.worth + LEAST:
        return ""
    if action == REROLL_CARD:
        return f"re-rolls the {value}: {_compared('a new card', again, 'the old one', kept)}."
    if state.attacker != seat:
        rival = state.sides[1 - seat].value
        beats = {1: "beats", 0: "ties with", -1: "loses to"}[duel_result(state, seat, value, rival)]
        return f"keeps the {value}: it {beats} the {rival}, and a new card would win {percent(again.win)} of the time."
    if value == SIDES[state.sides[seat].minion]:
        return f"keeps the {value}: there is nothing higher on a d{value}."
    return f"keeps the {value}: {_compared('it', kept, 'a new card', again)}."


def _diante(state: State, seat: int, action: int) -> str:
    looks, draws = (decision_chance(state, seat, each, LOOKS_ON) for each in (LOOK, DECLINE))
    if action == DECLINE:
        if draws.worth < looks.worth - LEAST:
            return ""
        if state.sides[seat].card != NO_CARD and draws.win == 1:
            return f"keeps the {state.sides[seat].value}: it wins already."
        return "just draws: a second card would change nothing."
    if looks.worth < draws.worth + LEAST:
        return ""
    single = f"the {state.sides[seat].value}" if state.sides[seat].card != NO_CARD else "a single card"
    return f"looks at {LOOKED} cards: {_compared('the better one', looks, single, draws)}."


def _compared(one: str, chosen: Chance, other: str, left: Chance) -> str:
    """Return the chances of both choices in words; ties are mentioned if wins alone don't decide which is better."""
    if chosen.win > left.win + LEAST:
        best, rest, verb = chosen.win, left.win, "wins"
    else:
        best, rest, verb = sum(chosen), sum(left), "wins or ties"
    often = "for sure" if best == 1 else f"{percent(best)} of the time"
    least = "never" if rest == 0 else f"{percent(rest)}{' of the time' if best == 1 else ''}"
    return f"{one} {verb} {often}, {other} {least}"
