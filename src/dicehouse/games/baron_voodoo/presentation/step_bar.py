"""List the steps of the current turn for the step bar: state, name, price and why one is not possible (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import Text, _, pgettext

from ..rules.board import any_jump, colour_of, face_of, side_of
from ..rules.face_effects import has_effect
from ..rules.loa_powers import PRICE_OF_POWER, power_usable
from ..rules.power_conditions import before_capture
from ..rules.sides import may_take_offering
from ..rules.state import N_LOAS, NO_LOA, Face, Phase, State, TurnStep
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN, may_buy, may_take_own
from .best_combos import best_split, zone_of
from .notation import STEP_IDS
from .power_status import power_statuses, too_dear_text, why_no_power
from .view_types import Step, StepState
from .words import COLOUR_NAMES, a_die, face_name

STEP_NAMES = (
    pgettext("step", "Power"),
    pgettext("step", "Capture"),
    pgettext("step", "Offering"),
    pgettext("step", "Turn die"),
    pgettext("step", "Use face"),
    pgettext("step", "Extra turn"),
    pgettext("step", "Sets"),
    pgettext("step", "Power"),
)
AFTER_CAPTURE = _("Capture a die first.")
GIVEN_UP = _("You took a later step, so you can't go back to this one.")
NO_EFFECT = {
    Face.OFFERING: _("The reserve has no offerings left."),
    Face.GUARD: _("You are already protected."),
    Face.STEAL: _("No unprotected opponent has a die in the Spirit World."),
    Face.EXCHANGE: _("There are no different dice to swap between unprotected Capture zones."),
}
NO_TURN = (Phase.LOA, Phase.BARON_LOA, Phase.DRAFT, Phase.OVER)
OF_THE_TURN = (Phase.TURN, Phase.CAPTURE, Phase.STEPS)
IN_EFFECT = (Phase.FACE, Phase.STEAL, Phase.EXCHANGE, Phase.EXCHANGE_WITH)
STEP_OF = {
    "capture": TurnStep.B,
    "turn-die": TurnStep.C2,
    "victory": TurnStep.C3,
    "face": TurnStep.C3,
    "guard": TurnStep.C3,
    "steal": TurnStep.C3,
    "exchange": TurnStep.C3,
    "buy": TurnStep.C4,
    "combo": TurnStep.C5,
    "spirit": TurnStep.C5,
}


class StepWords(NamedTuple):
    """Hold the second line of a step; its price in offerings, below 0 if it brings some; and why it can't be taken."""

    short: str
    price: int = 0
    why: str = ""


def step_words(state: State, step: int, stands: StepState) -> StepWords:
    """Return the words of a step whose state is `done`, `passed`, `now`, `open` or `closed` (`stands`)."""
    if stands == "done":
        return StepWords(_step_words_done(state, step), why=_("You have already done this."))
    if stands == "passed":
        return StepWords(pgettext("step", "not used"), why=GIVEN_UP)
    if stands == "closed":
        return _step_words_closed(state, step)
    return _step_words_possible(state, step)


def _step_words_done(state: State, step: int) -> Text:
    if step == TurnStep.B and state.captured:
        return COLOUR_NAMES[colour_of(state.captured)]
    if step in (TurnStep.C2, TurnStep.C3) and state.captured:
        return face_name(state.captured)
    if step == TurnStep.C4:
        return pgettext("step", "bought")
    return pgettext("step", "used") if step in (TurnStep.A, TurnStep.D) else pgettext("step", "done")


def _step_words_closed(state: State, step: int) -> StepWords:
    seat, offerings = state.player, state.sides[side_of(state, state.player)].offerings
    if step in (TurnStep.A, TurnStep.D):
        return _no_power(state)
    if step == TurnStep.B:
        return StepWords(pgettext("step", "done"), why=_("You have already captured a die this turn."))
    if not state.captured:
        return _step_words_possible(state, step)._replace(why=AFTER_CAPTURE)
    if step == TurnStep.C1:
        return _no_offering(state, seat)
    if step == TurnStep.C2:
        return _too_dear(PRICE_OF_FACE, offerings)
    if step == TurnStep.C3:
        return StepWords(pgettext("step", "no effect"), why=NO_EFFECT.get(Face(face_of(state.captured)), ""))
    if step == TurnStep.C4:
        return _no_turn(state, offerings)
    return StepWords(pgettext("step", "no dice"), why=_("Your Capture zone is empty."))


def _no_power(state: State) -> StepWords:
    if state.power_used:
        return StepWords(pgettext("step", "1 a turn"), why=_("You can use only one power a turn."))
    if state.captured == 0 and not before_capture(state):
        return StepWords(pgettext("step", "later"), why=AFTER_CAPTURE)
    own = state.players[state.player].loa
    return StepWords(pgettext("step", "no use"), why=why_no_power(state, state.player, own))


def _no_offering(state: State, seat: int) -> StepWords:
    own = COLOUR_NAMES[state.players[seat].loa]
    if colour_of(state.captured) != state.players[seat].loa:
        return StepWords(
            _("not {colour}", colour=own),
            why=_("Only a {colour} die gives you an offering. You took {die}.", colour=own, die=a_die(state.captured)),
        )
    if not may_take_offering(state):
        return StepWords(pgettext("step", "none left"), why=NO_EFFECT[Face.OFFERING])
    return StepWords(pgettext("step", "not used"), why=GIVEN_UP)


def _no_turn(state: State, offerings: int) -> StepWords:
    if state.extra:
        return StepWords(pgettext("step", "only one"), why=_("You can't buy another turn during an extra turn."))
    if state.bought:
        return StepWords(pgettext("step", "bought"), why=_("You have already bought one."))
    return _too_dear(PRICE_OF_TURN, offerings)


def _too_dear(price: int, have: int) -> StepWords:
    return StepWords(pgettext("step", "too much"), why=too_dear_text(price, have))


def _step_words_possible(state: State, step: int) -> StepWords:
    if step == TurnStep.B:
        return StepWords(pgettext("step", "required"))
    if step == TurnStep.C1:
        return StepWords("+1", price=-1)
    if step == TurnStep.C2:
        return StepWords(str(PRICE_OF_FACE), price=PRICE_OF_FACE)
    if step == TurnStep.C3:
        return StepWords(face_name(state.captured) if state.captured else pgettext("step", "free"))
    if step == TurnStep.C4:
        return StepWords(str(PRICE_OF_TURN), price=PRICE_OF_TURN)
    if step == TurnStep.C5:
        points = best_split(zone_of(state, side_of(state, state.player)), state.options.combos).points
        return StepWords(f"+{points}" if points else pgettext("step", "no points"))
    return _power_price(state)


def _power_price(state: State) -> StepWords:
    ready = [one for one in power_statuses(state) if not one["why"]]
    price = min((one["price"] for one in ready), default=0)
    return StepWords(str(PRICE_OF_POWER), price=price) if price else StepWords(pgettext("step", "free"))


def turn_steps(state: State, log: Sequence[LogEntry]) -> list[Step]:
    """Return each step of the current turn with its state (done, passed, now, open or closed), its name, its price or
    gain, and why it can't be taken.
    """
    found: list[StepState] = ["closed"] * len(STEP_IDS)
    if state.phase not in NO_TURN:
        _mark(state, found, log)
    return [_step(state, step, stands) for step, stands in enumerate(found)]


def _step(state: State, step: int, stands: StepState) -> Step:
    words = StepWords("") if state.phase in NO_TURN else step_words(state, step, stands)
    return {
        "id": STEP_IDS[step],
        "state": stands,
        "name": STEP_NAMES[step],
        "short": words.short,
        "price": words.price,
        "why": words.why,
    }


def steps_left(state: State) -> int:
    """Return how many steps would be given up if the turn ended now."""
    return sum(step_possible(state, step) for step in range(max(state.step, TurnStep.C1), TurnStep.D + 1))


def _mark(state: State, found: list[StepState], log: Sequence[LogEntry]) -> None:
    at = state.step
    for i in range(len(found)):
        if i < at:
            found[i] = "passed"
        elif step_possible(state, i):
            found[i] = "open"
    _mark_done(state, found, log)
    first = TurnStep.B if found[TurnStep.B] == "open" and any_jump(state, state.player) else TurnStep.A
    current = next((i for i in range(first, len(found)) if found[i] == "open"), None)
    if current is not None and state.phase in OF_THE_TURN:
        found[current] = "now"


def _mark_done(state: State, found: list[StepState], log: Sequence[LogEntry]) -> None:
    captured = False
    for event in _of_this_turn(log):
        captured = captured or event.kind == "capture"
        step = STEP_OF.get(event.kind)
        if event.kind == "power":
            step = TurnStep.D if captured else TurnStep.A
        elif event.kind == "offering":
            step = TurnStep.C1 if event.facts["why"] == "colour" else TurnStep.C3
        if step is not None:
            found[step] = "done"
    if state.power != NO_LOA:
        found[TurnStep.A if before_capture(state) else TurnStep.D] = "now"
    if state.phase in IN_EFFECT:
        found[TurnStep.C3] = "now"


def _of_this_turn(log: Sequence[LogEntry]) -> list[LogEntry]:
    last = next((i for i in range(len(log) - 1, -1, -1) if log[i].kind == "turn"), -1)
    return list(log[last + 1 :])


def step_possible(state: State, step: int) -> bool:
    """Return True if a step can still be taken, or may become possible."""
    seat, here = state.player, state.sides[side_of(state, state.player)]
    if step == TurnStep.A:
        return any(power_usable(state, seat, power) for power in range(N_LOAS))
    if step == TurnStep.B:
        return not state.captured
    if step == TurnStep.D:
        return not state.power_used and (not state.captured or any(power_usable(state, seat, p) for p in range(N_LOAS)))
    if not state.captured:
        return step in (TurnStep.C3, TurnStep.C5)
    if step == TurnStep.C1:
        return may_take_own(state, seat)
    if step == TurnStep.C2:
        return here.offerings >= PRICE_OF_FACE
    if step == TurnStep.C3:
        return has_effect(state, seat)
    if step == TurnStep.C4:
        return may_buy(state, seat)
    return here.n_zone > 0
