"""The steps of the turn going on, for the bar that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.kit.game import Told

from ..rules.board import any_jump, side_of
from ..rules.effects import has_effect
from ..rules.powers import usable
from ..rules.state import N_LOAS, NOBODY, Phase, State, Step
from ..rules.steps import PRICE_OF_FACE, may_buy, may_take_own
from ..rules.uses import before_capture
from .names import STEP_IDS
from .trail import NAMES, Said, said

NO_TURN = (Phase.LOA, Phase.BARON_LOA, Phase.DRAFT, Phase.OVER)
OF_THE_TURN = (Phase.TURN, Phase.CAPTURE, Phase.STEPS)
IN_EFFECT = (Phase.FACE, Phase.STEAL, Phase.EXCHANGE, Phase.EXCHANGE_WITH)
STEP_OF = {
    "capture": Step.B,
    "turn-die": Step.C2,
    "victory": Step.C3,
    "face": Step.C3,
    "guard": Step.C3,
    "steal": Step.C3,
    "exchange": Step.C3,
    "buy": Step.C4,
    "combo": Step.C5,
    "spirit": Step.C5,
}


def steps(state: State, told: Sequence[Told]) -> list[dict[str, Any]]:
    """Each step of the turn going on: done, passed, now, open or closed; with its name, what it costs or brings in a
    word, and why it can't be taken.
    """
    found: list[dict[str, Any]] = [{"id": step, "state": "closed"} for step in STEP_IDS]
    if state.phase not in NO_TURN:
        _mark(state, found, told)
    for i, one in enumerate(found):
        words = Said("") if state.phase in NO_TURN else said(state, i, one["state"])
        one |= {"name": NAMES[i], "short": words.short, "price": words.price, "why": words.why}
    return found


def left(state: State) -> int:
    """How many steps would be given up if the turn ended now."""
    return sum(possible(state, step) for step in range(max(state.step, Step.C1), Step.D + 1))


def _mark(state: State, found: list[dict[str, Any]], told: Sequence[Told]) -> None:
    at = state.step
    for i, one in enumerate(found):
        if i < at:
            one["state"] = "passed"
        elif possible(state, i):
            one["state"] = "open"
    _mark_done(state, found, told)
    waiting = found[Step.B :] if found[Step.B]["state"] == "open" and any_jump(state, state.player) else found
    current = next((one for one in waiting if one["state"] == "open"), None)
    if current is not None and state.phase in OF_THE_TURN:
        current["state"] = "now"


def _mark_done(state: State, found: list[dict[str, Any]], told: Sequence[Told]) -> None:
    captured = False
    for event in _of_this_turn(told):
        captured = captured or event.kind == "capture"
        step = STEP_OF.get(event.kind)
        if event.kind == "power":
            step = Step.D if captured else Step.A
        elif event.kind == "offering":
            step = Step.C1 if event.facts["why"] == "colour" else Step.C3
        if step is not None:
            found[step]["state"] = "done"
    if state.power != NOBODY:
        found[Step.A if before_capture(state) else Step.D]["state"] = "now"
    if state.phase in IN_EFFECT:
        found[Step.C3]["state"] = "now"


def _of_this_turn(told: Sequence[Told]) -> list[Told]:
    last = next((i for i in range(len(told) - 1, -1, -1) if told[i].kind == "turn"), -1)
    return list(told[last + 1 :])


def possible(state: State, step: int) -> bool:
    """Whether a step can still be taken, or may become possible."""
    seat, here = state.player, state.sides[side_of(state, state.player)]
    if step == Step.A:
        return any(usable(state, seat, power) for power in range(N_LOAS))
    if step == Step.B:
        return not state.captured
    if step == Step.D:
        return not state.power_used and (not state.captured or any(usable(state, seat, p) for p in range(N_LOAS)))
    if not state.captured:
        return step in (Step.C3, Step.C5)
    if step == Step.C1:
        return may_take_own(state, seat)
    if step == Step.C2:
        return here.offerings >= PRICE_OF_FACE
    if step == Step.C3:
        return has_effect(state, seat)
    if step == Step.C4:
        return may_buy(state, seat)
    return here.n_zone > 0
