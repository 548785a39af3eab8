"""How a sensible player plays: every capture and every use of a power is weighed by what it brings, and by what it
leaves to the others (`moves.py`); dice by the combos and majorities that they may lead to (`worth.py`).

A zone is kept as long as it can grow and is safe. The end is begun by who would win.
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.hooks import FREE
from dicehouse.kit.record import Array

from ..rules.board import beyond, colour_of, die_of, face_of, painted, side_of
from ..rules.codes import (
    BARON_LOA,
    BUY,
    COLOUR_COMBO,
    END,
    EXCHANGE,
    EXCHANGE_WITH,
    ICON_COMBO,
    LOA,
    NEW_FACE,
    PLACE,
    POWER,
    STEAL,
    TURN_DIE,
    USE,
)
from ..rules.codes import OFFERING as TAKE_OFFERING
from ..rules.combos import combo_dice, value
from ..rules.powers import price_of
from ..rules.state import CENTRE, N_FACES, N_LOAS, NOBODY, SIZE, Face, Loa, Phase, State, Step
from ..rules.steps import PRICE_OF_TURN
from .moves import expect, future, weigh_jumps, weigh_power
from .sets import LAYERS, layer_zone, take_dice
from .sight import SEEN, best_take, look
from .worth import (
    BEST,
    CHOICE,
    EFFECT,
    MUCH,
    OFFERING,
    TIME,
    WORTH,
    appraise,
    appraise_dice,
    appraise_faces,
    best_change,
    best_face,
    exchange_of,
    exchange_worth,
    known_worth,
    plays_before_end,
    steal_worth,
    survey,
    wins_now,
    worth_if,
    worth_of_side,
)

LOAS = (Loa.GRAN_BWA, Loa.MAMY_WATA, Loa.PAPA_LEGBA, Loa.ERZULIE_FREDA)  # the best ones first, by little
FACES = (0.8, 1.0, 0.8, 0.5, 0.3, 0.3)  # about what the effects are worth at the beginning
PLAIN_FACE = 0.6
POWER_LEFT = 0.8  # a free power that may still be used after the capture
RISK = 0.05  # of waiting with a combo: one that can't grow had better count
REACH = 4  # points that a turn may bring besides the combos of the zone
ENOUGH = 0.1  # less than this is not worth doing


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """The action that a sensible player takes."""
    phase = state.phase
    if phase == Phase.LOA:
        return choose_loa(actions)
    if phase == Phase.BARON_LOA:
        return choose_baron(actions)
    if phase == Phase.DRAFT:
        return choose_place(state, seat, actions)
    survey(state, memo)
    if phase == Phase.STEPS:
        return choose_step(state, seat, actions, memo)
    if phase == Phase.FACE:
        return choose_face(state, seat, actions, memo)
    if phase == Phase.STEAL:
        return choose_steal(state, seat, actions, memo)
    if phase == Phase.EXCHANGE:
        return choose_exchanged(state, seat, actions, memo)
    if phase == Phase.EXCHANGE_WITH:
        return choose_return(state, seat, actions, memo)
    return choose_on_board(state, seat, actions, memo)


@rules
def offers(actions: Actions, action: int) -> bool:
    """Whether this action is among the legal ones."""
    for i in range(actions.count):
        if actions.item[i] == action:
            return True
    return False


# --- before the game


@rules
def choose_loa(actions: Actions) -> int:
    """The best Loa that is free."""
    best = 0
    while not offers(actions, LOA.of(LOAS[best])):
        best += 1
    return LOA.of(LOAS[best])


@rules
def choose_baron(actions: Actions) -> int:
    """For the Baron the worst one."""
    worst = N_LOAS - 1
    while not offers(actions, BARON_LOA.of(LOAS[worst])):
        worst -= 1
    return BARON_LOA.of(LOAS[worst])


@rules
def choose_place(state: State, seat: int, actions: Actions) -> int:
    """Draft: good faces come to lie where one's own dice can take them, and bad ones before those of others."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        die, space = PLACE.die(actions.item[i]), PLACE.space(actions.item[i])
        worth = (FACES[face_of(die)] - PLAIN_FACE) * reach(state, seat, space)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def reach(state: State, seat: int, space: int) -> float:
    """How much rather `seat` will take what lies there than others; what is close to the centre goes first."""
    own = 0.0
    for direction in range(state.options.directions):
        neighbour = beyond(state, space, direction, 1)
        for other in range(state.n_players):
            if neighbour != NOBODY and painted(state, neighbour) == state.players[other].loa:
                friend = side_of(state, other) == side_of(state, seat)
                own += 1.0 if friend else -1.0 / (state.n_sides - 1)
    row, column = space // SIZE, space % SIZE
    return own / (abs(row - CENTRE // SIZE) + abs(column - CENTRE % SIZE))


# --- the board: captures and powers


@rules
def choose_on_board(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """The best capture, at once or after a power; or how to use the power that has been begun."""
    seen = local_array(SEEN)
    look_around(state, seat, seen, memo)
    memo[BEST], memo[CHOICE] = -MUCH, NOBODY
    if state.phase == Phase.TURN:
        weigh_jumps(state, seat, NOBODY, -POWER_LEFT if has_free_power(state, seat, actions) else 0.0, seen, memo)
        weigh_powers(state, seat, actions, seen, memo)
    elif state.phase == Phase.CAPTURE:
        weigh_jumps(state, seat, NOBODY, 0.0, seen, memo)
    else:
        weigh_power(state, seat, state.power, 0.0, seen, memo)
    chosen = int(memo[CHOICE])
    return chosen if offers(actions, chosen) else FREE


@rules
def look_around(state: State, seat: int, seen: Any, memo: Array[float]) -> None:
    """What every die on the board would bring to whom."""
    for other in range(state.n_players):
        appraise(state, other, other == seat, memo)
    look(state, seen, memo)
    expect(state, seat, seen, memo)


@rules
def has_free_power(state: State, seat: int, actions: Actions) -> bool:
    """Whether a power could be used for nothing."""
    for power in range(N_LOAS):
        if price_of(state, seat, power) == 0 and offers(actions, POWER.of(power)):
            return True
    return False


@rules
def weigh_powers(state: State, seat: int, actions: Actions, seen: Any, memo: Array[float]) -> None:
    """Look at every use of every power that may be begun."""
    for power in range(N_LOAS):
        if offers(actions, POWER.of(power)):
            weigh_power(state, seat, power, memo[OFFERING] * price_of(state, seat, power), seen, memo)


# --- the steps after the capture


@rules
def choose_step(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Everything that is worth doing, step by step."""
    if offers(actions, TAKE_OFFERING):
        return TAKE_OFFERING
    if state.step <= Step.C3:
        action = choose_effect(state, seat, actions, memo)
        if action != NOBODY:
            return action
    seen, buys, powers = local_array(SEEN), offers(actions, BUY), offers_powers(actions)
    if buys or powers:
        look_around(state, seat, seen, memo)
    if buys and is_turn_worth_buying(state, seat, seen, memo):
        return BUY
    if state.step <= Step.C5:
        action = choose_combo(state, seat, actions, memo)
        if action != NOBODY:
            return action
    if not powers:
        return END
    memo[BEST], memo[CHOICE] = future(state, seat, -MUCH, seen, memo) + ENOUGH, END
    weigh_powers(state, seat, actions, seen, memo)
    return int(memo[CHOICE])


@rules
def offers_powers(actions: Actions) -> bool:
    """Whether a power may be begun."""
    for i in range(actions.count):
        if actions.item[i] in POWER:
            return True
    return False


@rules
def choose_effect(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C2 and C3: turn the captured die if another face is worth it, and apply it."""
    appraise_dice(state, seat, state.captured, colour_of(state.captured), memo)
    appraise_faces(state, seat, True, memo)
    shown = face_of(state.captured)
    offerings = state.sides[side_of(state, seat)].offerings if state.step <= Step.C2 else 0
    face = best_face(state, state.captured, offerings, memo)
    if face != shown:
        return TURN_DIE.of(face)
    if not offers(actions, USE):
        return NOBODY
    if shown == Face.VICTORY and ends_badly(state, seat, 1, memo):
        return NOBODY
    worth = memo[EFFECT.of(shown)]
    if shown == Face.FACE:
        worth = best_change(state, side_of(state, seat), memo)
    return USE if worth > 0.0 else NOBODY


@rules
def ends_badly(state: State, seat: int, points: int, memo: Array[float]) -> bool:
    """Whether these points would start an end at which `seat` does not win."""
    if state.trigger != NOBODY or state.sides[side_of(state, seat)].vp + points < state.threshold:
        return False
    return not wins_now(state, seat, memo)


@rules
def is_turn_worth_buying(state: State, seat: int, seen: Any, memo: Array[float]) -> bool:
    """C4: whether the next capture is worth the offerings; at the end they are worth nothing."""
    price = PRICE_OF_TURN * memo[OFFERING] if memo[TIME] > 0.0 else 0.0
    return best_take(state, seat, seen, memo) > price


@rules
def choose_combo(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C5: the combo that had better count now than grow."""
    if state.bought:
        return NOBODY
    side = side_of(state, seat)
    kinds = local_array(N_FACES)
    now_or_never = is_now_or_never(state, seat, memo)
    best, chosen = -MUCH if now_or_never else memo[WORTH.of(side)] - RISK, NOBODY
    for i in range(actions.count):
        combo = actions.item[i]
        if combo not in ICON_COMBO and combo not in COLOUR_COMBO:
            continue
        size = combo_dice(combo, kinds)
        points = value(state.options, size)
        layers = local_array(LAYERS)
        layer_zone(state, side, layers)
        for k in range(size):
            take_dice(layers, 1 << kinds[k])
        worth = points + known_worth(state.options, layers, 0.0 if now_or_never else memo[TIME], memo)
        if worth > best and not ends_badly(state, seat, points, memo):
            best, chosen = worth, combo
    return chosen


@rules
def is_now_or_never(state: State, seat: int, memo: Array[float]) -> bool:
    """Whether combos should all count in this turn: in the last one, if they win, or if others could end the game."""
    if state.trigger != NOBODY:
        return True
    side = side_of(state, seat)
    if state.sides[side].vp + worth_of_side(state, side, 0.0, memo) >= state.threshold:
        return wins_now(state, seat, memo)
    for other in range(state.n_players):
        rival = side_of(state, other)
        if rival != side and plays_before_end(state, seat, other):
            points = state.sides[rival].vp + worth_of_side(state, rival, 0.0, memo) + REACH
            if points >= state.threshold:
                return True
    return False


# --- effects that ask for a choice


@rules
def choose_face(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """F: the die and its new face that make the zone worth most."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        was = NEW_FACE.die(actions.item[i])
        die = die_of(colour_of(was), NEW_FACE.face(actions.item[i]))
        worth = worth_if(state, side_of(state, seat), was, die, memo[TIME], memo)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def choose_steal(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """S: the die that is worth most, to have and to take away."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        worth = steal_worth(state, seat, STEAL.side(action), STEAL.die(action), memo)
        if worth > best:
            best, chosen = worth, action
    return chosen


@rules
def choose_exchanged(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """X: a die of one's own zone."""
    own = side_of(state, seat)
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        if EXCHANGE.side(action) == own:
            worth = exchange_of(state, seat, EXCHANGE.die(action), memo)
            if worth > best:
                best, chosen = worth, action
    return chosen


@rules
def choose_return(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """X: what to have for it; or for another's, if that was named first, which of the own."""
    own, held_side, held = side_of(state, seat), state.held_side, state.held_die
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        side, die = EXCHANGE_WITH.side(action), EXCHANGE_WITH.die(action)
        worth = -MUCH
        if held_side == own:
            worth = exchange_worth(state, own, held, side, die, memo)
        elif side == own:
            worth = exchange_worth(state, own, die, held_side, held, memo)
        if worth > best:
            best, chosen = worth, action
    return chosen
