"""Explain an action in a sentence. Nothing is hidden in this game, so everything may be told.

The value of a die is what the sets of the zone gain in points now, without what a set may become.
"""

from __future__ import annotations

import numpy as np

from dicehouse.core.action_list import Actions
from dicehouse.records.record import copy_record, dtype, strict

from ..presentation.notation import (
    COLOUR_NAMES,
    ENDS,
    FACE_NAMES,
    LOA_NAMES,
    a_die,
    die_words,
    line_text,
    owner_words,
    plural,
    points_words,
    space_text,
)
from ..rules.action_codes import (
    BUY,
    COLOUR_COMBO,
    EXCHANGE_WITH,
    ICON_COMBO,
    JUMP,
    LINE,
    MOVE_TO,
    NEW_FACE,
    NEXT,
    NEXT_UNDER,
    POWER,
    STEAL,
    SWAP_WITH,
    TOP,
    TURN_DIE,
    USE,
)
from ..rules.board import DIE, colour_of, die_of, face_of, legal_jumps, side_of, space_beyond
from ..rules.combos import LEAST, combo_dice, combo_value
from ..rules.face_effects import may_steal_from
from ..rules.power_conditions import before_capture
from ..rules.power_erzulie_freda import swap_spaces
from ..rules.power_gran_bwa import carry_die
from ..rules.power_mamy_wata import slide_line
from ..rules.sides import may_take_offering
from ..rules.state import BARON, N_FACES, NO_SEAT, SIZE, Face, State
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .set_values import LAYERS, add_die, largest_set, layer_zone, set_size, take_dice, zone_worth

MOST = 104  # most characters of a sentence
OWN_DIE = 1  # points that an offering counts for in the comparison of captures


def explain_action(state: State, seat: int, action: int) -> str:
    """Return why `seat` does this; empty if it is obvious, or brings nothing that can be counted yet."""
    if action in JUMP:
        return _jump(state, seat, action)
    if action in ICON_COMBO or action in COLOUR_COMBO:
        return _combo(state, seat, action)
    if action == USE:
        return _use(state, seat)
    if action in TURN_DIE:
        return _turned(state, seat, TURN_DIE.face(action))
    if action == BUY:
        return _bought(state, seat)
    if action in NEW_FACE:
        was, face = NEW_FACE.die(action), NEW_FACE.face(action)
        gain = _gain(state, side_of(state, seat), was, die_of(colour_of(was), face))
        return f"turns their {die_words(was)} to {FACE_NAMES[face]}: {gain}." if gain else ""
    if action in STEAL:
        return _stolen(state, seat, STEAL.side(action), STEAL.die(action))
    if action in EXCHANGE_WITH:
        return _exchanged(state, seat, EXCHANGE_WITH.side(action), EXCHANGE_WITH.die(action))
    if action in POWER:
        return _begun_power(state, seat, POWER.loa(action))
    return _power(state, seat, action)


def _said(doing: str, *clauses: str) -> str:
    """Join the first clauses, as many as fit into one short sentence."""
    found = [clause for clause in clauses if clause]
    for many in (2, 1):
        text = f"{doing}: {', and '.join(found[:many])}."
        if found and len(text) <= MOST:
            return text
    return ""


# --- captures


def _jump(state: State, seat: int, action: int) -> str:
    space, direction = JUMP.space(action), JUMP.direction(action)
    die = state.board[space_beyond(state, space, direction, 1)] & DIE
    own = colour_of(die) == state.players[seat].loa and may_take_offering(state)
    twice = own and face_of(die) == Face.OFFERING
    return _said(
        f"takes {a_die(die)}",
        _gain(state, side_of(state, seat), 0, die),
        "its Victory is a point at once" if face_of(die) == Face.VICTORY else "",
        _denied(state, seat, die),
        "its colour and its face bring an offering each" if twice else "",
        "a die of the Loa's own colour brings an offering" if own and not twice else "",
        _begun(state, seat, die),
        "" if twice else _effect(state, seat, die),
    )


def _gain(state: State, side: int, out: int, put: int) -> str:
    """Say what the sets of a zone gain by the die `put`, with `out` given away (0 for none); empty if nothing."""
    before, after = _sets(state, side), _sets(state, side, out, put)
    if after <= before:
        return ""
    if before == 0:
        return f"that makes a set of {_size(state, side, out, put)}, worth {points_words(after)}"
    return f"the sets of the zone are then worth {points_words(after)}, not {before}"


def _sets(state: State, side: int, out: int = 0, put: int = 0) -> int:
    """Return the points of a zone's sets with the die `out` removed and `put` added, 0 for none."""
    return round(zone_worth(state.options, _zone(state, side, out, put), 0.0))


def _size(state: State, side: int, out: int, put: int) -> int:
    """Return the number of dice in the largest set."""
    return set_size(largest_set(state.options, _zone(state, side, out, put)))


def _zone(state: State, side: int, out: int, put: int) -> list[int]:
    layers = [0] * LAYERS
    layer_zone(state, side, layers)
    if out:
        take_dice(layers, 1 << out)
    if put:
        add_die(layers, put)
    return layers


def _begun(state: State, seat: int, die: int) -> str:
    """Say that a die begins a set if it makes a pair."""
    side = side_of(state, seat)
    if _size(state, side, 0, 0) < 2 <= _size(state, side, 0, die) and state.sides[side].n_zone:
        return f"it makes a pair, and one more die a set of {points_words(combo_value(state.options, LEAST))}"
    return ""


def _denied(state: State, seat: int, die: int) -> str:
    """Say which side would have gained most by the die if it could have taken it next."""
    most, who = 0, NO_SEAT
    for other in range(state.n_players):
        side = side_of(state, other)
        if side != side_of(state, seat) and die in _captures(state, other):
            gained = _sets(state, side, 0, die) - _sets(state, side)
            if gained > most:
                most, who = gained, side
    return f"{owner_words(state, who)} could have gained {points_words(most)} by it" if most else ""


def _captures(state: State, seat: int) -> list[int]:
    """Return the dice that a seat could capture on the current board."""
    if state.solo and seat == BARON:
        return []
    actions = strict(Actions, np.zeros(dtype(Actions).itemsize, np.uint8))
    legal_jumps(state, seat, actions)
    jumps = [actions.item[i] for i in range(actions.count)]
    return [state.board[space_beyond(state, JUMP.space(each), JUMP.direction(each), 1)] & DIE for each in jumps]


def _effect(state: State, seat: int, die: int) -> str:
    if face_of(die) == Face.OFFERING and may_take_offering(state):
        return "its face brings an offering"
    if face_of(die) == Face.GUARD and not state.players[seat].guarded:
        return "its Guard keeps everything safe for a round"
    return ""


# --- the steps after a capture


def _combo(state: State, seat: int, action: int) -> str:
    here = state.sides[side_of(state, seat)]
    points = combo_value(state.options, combo_dice(action, [0] * N_FACES))
    then = here.vp + points
    doing = f"counts {points_words(points)}"
    others = [state.sides[side].vp for side in range(state.n_sides) if side != side_of(state, seat)]
    if state.trigger != NO_SEAT:
        return f"{doing}: it is the last round, and sets left in the zone may be worth less."
    if then >= state.threshold:
        return f"{doing}: that makes {then}, which begins the end, {_ahead(then, max(others))}."
    if here.vp <= max(others) < then:
        return f"{doing}: that makes {then}, which takes the lead, and {state.threshold - then} more begin the end."
    return f"{doing}: {then} of the {state.threshold} that begin the end, and nobody can exchange these dice any more."


def _ahead(own: int, best: int) -> str:
    return f"{own - best} ahead" if own > best else "level" if own == best else f"{best - own} behind"


def _use(state: State, seat: int) -> str:
    face, here = face_of(state.captured), state.sides[side_of(state, seat)]
    if face == Face.VICTORY:
        return f"uses Victory: a point, {here.vp + 1} of the {state.threshold} that begin the end."
    if face == Face.OFFERING:
        return f"uses Offering: that makes {here.offerings + 1} to pay for powers, faces and extra turns."
    if face == Face.GUARD:
        return _guarded(state, seat)
    if face == Face.STEAL:
        there = sum(sum(state.sides[side].spirit) for side in range(state.n_sides) if may_steal_from(state, seat, side))
        return f"uses Steal: {plural(there, 'die', 'dice')} can be taken from the Spirit Worlds of others."
    return ""


def _guarded(state: State, seat: int) -> str:
    colour = state.players[seat].loa
    taking = sum(
        any(colour_of(die) == colour for die in _captures(state, other))
        for other in range(state.n_players)
        if side_of(state, other) != side_of(state, seat)
    )
    zone = _sets(state, side_of(state, seat))
    return _said(
        "uses Guard",
        f"sets worth {points_words(zone)} lie in the zone, where nobody can exchange them now" if zone else "",
        f"{plural(taking, 'player')} could take {COLOUR_NAMES[colour]} dice" if taking else "",
    )


def _turned(state: State, seat: int, face: int) -> str:
    was = state.captured
    gain = _gain(state, side_of(state, seat), was, die_of(colour_of(was), face))
    price = plural(PRICE_OF_FACE, "offering")
    point = "Victory is a point at once" if face == Face.VICTORY else ""
    return _said(f"turns the die to {FACE_NAMES[face]} for {price}", gain, point)


def _bought(state: State, seat: int) -> str:
    best = _best(state, seat)
    if best is None:
        return ""
    why = _gain(state, side_of(state, seat), 0, best) or (
        "its Victory is a point" if face_of(best) == Face.VICTORY else ""
    )
    return _said(f"buys an extra turn for {PRICE_OF_TURN} offerings", f"{a_die(best)} lies there to be taken", why)


# --- other players' dice


def _stolen(state: State, seat: int, side: int, die: int) -> str:
    own = side_of(state, seat)
    gain = _gain(state, own, 0, die)
    return _said(f"steals {a_die(die)} from {owner_words(state, side)}", gain, _majority(state, own, side, die))


def _majority(state: State, own: int, side: int, die: int) -> str:
    """Compare the dice of a colour in the two Spirit Worlds, if the numbers are close."""
    colour = colour_of(die)
    mine, theirs = (sum(state.sides[each].spirit[die_of(colour, f)] for f in range(N_FACES)) for each in (own, side))
    if not theirs - 1 <= mine + 1 or mine > theirs:
        return ""
    left = f"{COLOUR_NAMES[colour]} {'die is' if theirs <= 2 else 'dice are'} left there for the majority"
    return f"{theirs - 1 or 'no'} {left}"


def _exchanged(state: State, seat: int, side: int, die: int) -> str:
    own = side_of(state, seat)
    mine, theirs, other = (die, state.held_die, state.held_side) if side == own else (state.held_die, die, side)
    if own not in (side, state.held_side):
        return ""
    gain = _gain(state, own, mine, theirs)
    lost = _sets(state, other) - _sets(state, other, theirs, mine)
    loses = f"{owner_words(state, other)} loses {points_words(lost)}" if lost > 0 else ""
    return _said(f"gives their {die_words(mine)} for {a_die(theirs)}", gain, loses)


# --- powers


def _power(state: State, seat: int, action: int) -> str:
    """Say what a power enables for one's own capture, or after the capture prevents for the others."""
    after, doing = copy_record(state), ""
    if action in LINE:
        line, end = LINE.line(action), LINE.end(action)
        slide_line(after, line, end)
        doing = f"pushes {line_text(line)} {ENDS[line >= SIZE][end]}"
    elif action in MOVE_TO:
        carry_die(after, state.held, MOVE_TO.space(action), False)
        doing = f"moves the die of {space_text(state.held)} to {space_text(MOVE_TO.space(action))}"
    elif action in SWAP_WITH:
        swap_spaces(after, state.held, SWAP_WITH.space(action))
        doing = f"swaps {space_text(state.held)} and {space_text(SWAP_WITH.space(action))}"
    elif action in TOP or action in NEXT or action in NEXT_UNDER:
        block = TOP if action in TOP else NEXT if action in NEXT else NEXT_UNDER
        carry_die(after, state.held, block.space(action), action in NEXT_UNDER)
        doing = f"spreads a die to {space_text(block.space(action))}"
    if not doing:
        return ""
    return _opened(state, after, seat, doing) if before_capture(state) else _closed(state, after, seat, doing)


def _begun_power(state: State, seat: int, power: int) -> str:
    """Explain a power before the capture if captures alone bring nothing that can be counted."""
    best = _best(state, seat) if before_capture(state) else None
    if best is None or _worth(state, seat, best) > 0:
        return ""
    return f"uses the power of {LOA_NAMES[power]}: as the board stands no capture brings a point or an offering."


def _opened(state: State, after: State, seat: int, doing: str) -> str:
    before, best = _best(state, seat), _best(after, seat)
    if best is None or (before is not None and _worth(state, seat, before) >= _worth(state, seat, best)):
        return ""
    gain = _gain(state, side_of(state, seat), 0, best)
    point = "its Victory is a point" if face_of(best) == Face.VICTORY else ""
    own = "a die of the Loa's own colour brings an offering" if colour_of(best) == state.players[seat].loa else ""
    return _said(doing, f"then {a_die(best)} can be taken", gain or point or own)


def _closed(state: State, after: State, seat: int, doing: str) -> str:
    """Name the rival who loses most by the power."""
    most, said = 0, ""
    for other in range(state.n_players):
        if side_of(state, other) == side_of(state, seat) or (state.solo and other == BARON):
            continue
        before, best = _best(state, other), _best(after, other)
        if before is None:
            continue
        lost = _worth(state, other, before) - (0 if best is None else _worth(state, other, best))
        if lost > most:
            most = lost
            said = f"{owner_words(state, side_of(state, other))} can no longer take {a_die(before)}"
            points = _sets(state, side_of(state, other), 0, before) - _sets(state, side_of(state, other))
            said += f", which would bring {points_words(points)}" if points > 0 else ""
    return _said(doing, said)


def _best(state: State, seat: int) -> int | None:
    """Return the die that a seat would capture, by what counts at once, or None."""
    return max(set(_captures(state, seat)), key=lambda die: (_worth(state, seat, die), die), default=None)


def _worth(state: State, seat: int, die: int) -> int:
    """Return the points of a capture: what the sets gain, a Victory, an offering."""
    side = side_of(state, seat)
    gained = 2 * (_sets(state, side, 0, die) - _sets(state, side))
    return gained + 2 * (face_of(die) == Face.VICTORY) + OWN_DIE * (colour_of(die) == state.players[seat].loa)
