"""The steps of a turn in words: a name, what it costs or brings, and why one is not possible (section 4)."""

from __future__ import annotations

from typing import NamedTuple

from ..rules.board import colour_of, face_of, side_of
from ..rules.powers import PRICE_OF_POWER
from ..rules.sides import may_take_offering
from ..rules.state import Face, State, Step
from ..rules.steps import PRICE_OF_FACE, PRICE_OF_TURN
from ..rules.uses import before_capture
from .best_combos import best_split, zone_of
from .names import COLOUR_NAMES, a_die, face_name, plural
from .powers import powers, why_no_power

NAMES = ("Power", "Capture", "Offering", "Turn", "Use face", "Extra turn", "Spirits", "Power")
AFTER_CAPTURE = "Only after you have captured a die."
GIVEN_UP = "You went on to a later step, which gave this one up."
NO_EFFECT = {
    Face.OFFERING: "No offering is left in the reserve.",
    Face.GUARD: "You are under Protection already.",
    Face.STEAL: "No opponent without Protection has a die in the Spirit World.",
    Face.EXCHANGE: "No two Capture zones that you may touch hold different dice.",
}


class Said(NamedTuple):
    """The second line of a step; its price in offerings, below 0 if it brings some; why it can't be taken."""

    short: str
    price: int = 0
    why: str = ""


def said(state: State, step: int, stands: str) -> Said:
    """What is said of a step that stands as `done`, `passed`, `now`, `open` or `closed`."""
    if stands == "done":
        return Said(_done(state, step), why="Done already.")
    if stands == "passed":
        return Said("not used", why=GIVEN_UP)
    if stands == "closed":
        return _closed(state, step)
    return _possible(state, step)


def _done(state: State, step: int) -> str:
    if step == Step.B and state.captured:
        return COLOUR_NAMES[colour_of(state.captured)]
    if step in (Step.C2, Step.C3) and state.captured:
        return face_name(state.captured)
    return "bought" if step == Step.C4 else "used" if step in (Step.A, Step.D) else "done"


def _closed(state: State, step: int) -> Said:
    seat, offerings = state.player, state.sides[side_of(state, state.player)].offerings
    if step in (Step.A, Step.D):
        return _no_power(state)
    if step == Step.B:
        return Said("done", why="You have captured this turn.")
    if not state.captured:
        return _possible(state, step)._replace(why=AFTER_CAPTURE)
    if step == Step.C1:
        return _no_offering(state, seat)
    if step == Step.C2:
        return _too_dear(PRICE_OF_FACE, offerings)
    if step == Step.C3:
        return Said("no effect", why=NO_EFFECT.get(Face(face_of(state.captured)), ""))
    if step == Step.C4:
        return _no_turn(state, offerings)
    return Said("zone empty", why="Your Capture zone is empty.")


def _no_power(state: State) -> Said:
    if state.power_used:
        return Said("one a turn", why="You have used a power this turn; one a turn is all.")
    if state.captured == 0 and not before_capture(state):
        return Said("later", why=AFTER_CAPTURE)
    own = state.players[state.player].loa
    return Said("no use", why=why_no_power(state, state.player, own))


def _no_offering(state: State, seat: int) -> Said:
    own = COLOUR_NAMES[state.players[seat].loa]
    if colour_of(state.captured) != state.players[seat].loa:
        return Said(f"not {own}", why=f"A {own} die would bring an offering; you took {a_die(state.captured)}.")
    if not may_take_offering(state):
        return Said("none left", why=NO_EFFECT[Face.OFFERING])
    return Said("passed", why=GIVEN_UP)


def _no_turn(state: State, offerings: int) -> Said:
    if state.extra:
        return Said("just once", why="This is an extra turn, and no other can follow it.")
    if state.bought:
        return Said("bought", why="You have bought one.")
    return _too_dear(PRICE_OF_TURN, offerings)


def _too_dear(price: int, have: int) -> Said:
    return Said("too dear", why=f"It costs {plural(price, 'offering')}, and you have {have or 'none'}.")


def _possible(state: State, step: int) -> Said:
    if step == Step.B:
        return Said("must do")
    if step == Step.C1:
        return Said("+1", price=-1)
    if step == Step.C2:
        return Said(str(PRICE_OF_FACE), price=PRICE_OF_FACE)
    if step == Step.C3:
        return Said(face_name(state.captured) if state.captured else "free")
    if step == Step.C4:
        return Said(str(PRICE_OF_TURN), price=PRICE_OF_TURN)
    if step == Step.C5:
        points = best_split(zone_of(state, side_of(state, state.player)), state.options.combos).points
        return Said(f"+{points}" if points else "no points")
    return _power_price(state)


def _power_price(state: State) -> Said:
    ready = [one for one in powers(state) if not one["why"]]
    price = min((one["price"] for one in ready), default=0)
    return Said(str(PRICE_OF_POWER), price=price) if price else Said("free")
