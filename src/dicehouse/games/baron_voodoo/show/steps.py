"""The steps of the turn going on, for the bar that shows them."""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.kit.game import Told

from ..rules.board import side_of
from ..rules.effects import has_effect
from ..rules.powers import usable
from ..rules.state import N_LOAS, NOBODY, Phase, State, Step
from ..rules.steps import PRICE_OF_FACE, PRICE_OF_TURN, may_buy, may_take_own
from ..rules.uses import before_capture
from .best_combos import best_split, zone_of
from .names import LOA_IDS, STEP_IDS, face_name, plural

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


def steps(state: State, told: Sequence[Told]) -> list[dict[str, str]]:
    """Each step of the turn going on: done, passed, now, open or closed."""
    found = [{"id": step, "state": "closed", "note": ""} for step in STEP_IDS]
    if state.phase in NO_TURN:
        return found
    at = state.step
    for i, one in enumerate(found):
        if i < at:
            one["state"] = "passed"
        elif _possible(state, i):
            one["state"] = "open"
        one["note"] = _note(state, i)
    _mark_done(state, found, told)
    current = next((one for one in found if one["state"] == "open"), None)
    if current is not None and state.phase in OF_THE_TURN:
        current["state"] = "now"
    return found


def _mark_done(state: State, found: list[dict[str, str]], told: Sequence[Told]) -> None:
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


def _possible(state: State, step: int) -> bool:
    seat, here = state.player, state.sides[side_of(state, state.player)]
    if step == Step.A:
        return any(usable(state, seat, power) for power in range(N_LOAS))
    if step == Step.B:
        return not state.captured
    if step == Step.D:
        return not state.power_used
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


def _note(state: State, step: int) -> str:
    """What a step would do, in a few words."""
    if step == Step.C2:
        return plural(PRICE_OF_FACE, "offering")
    if step == Step.C3 and state.captured:
        return face_name(state.captured)
    if step == Step.C4:
        return plural(PRICE_OF_TURN, "offering")
    if step == Step.C5:
        points = best_split(zone_of(state, side_of(state, state.player)), state.options.combos).points
        return f"+{points}" if points else ""
    if step in (Step.A, Step.D) and state.player != NOBODY:
        return LOA_IDS[state.players[state.player].loa]
    return ""
