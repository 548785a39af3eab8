"""How a sensible player plays: every capture and every use of a power is weighed by what it brings, and by what it
leaves to the others (`outlook.py`); dice by the combos and majorities that they may lead to (`prospects.py`).

A zone is kept as long as it can grow and is safe. The end is begun by who would win.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice
from dicehouse.kit.record import Array

from ..rules.board import beyond, face_of, painted, side_of
from ..rules.combos import ICON, combo_dice, value
from ..rules.dealing import BARON_LOA, LOA, PLACE
from ..rules.effects import BUY, END, NEW_FACE, PRICE_OF_TURN, TAKE, TURN_DIE, USE
from ..rules.effects import OFFERING as TAKE_OFFERING
from ..rules.powers import POWER, price_of
from ..rules.sides import count_zone
from ..rules.state import CENTRE, KINDS, N_FACES, NOBODY, SIZE, SPACES, Face, Loa, Phase, State, Step
from .outlook import best_capture, expect, future, weigh_jumps, weigh_power
from .prospects import (
    BEST,
    CHOICE,
    EFFECT,
    MUCH,
    OFFERING,
    TIME,
    WORTH,
    appraise,
    best_change,
    best_face,
    exchange_of,
    exchange_worth,
    plays_before_end,
    steal_worth,
    survey,
    wins_now,
    worth_if,
    worth_of_side,
    zone_worth,
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
    if phase <= Phase.BARON_LOA:
        return choose_loa(state, actions)
    if phase == Phase.DRAFT:
        return choose_place(state, seat, actions)
    survey(state, memo)
    if phase == Phase.STEPS:
        return choose_step(state, seat, actions, memo)
    if phase == Phase.FACE:
        return choose_face(state, seat, actions, memo)
    if phase == Phase.STEAL:
        return choose_steal(state, seat, actions, memo)
    if phase == Phase.EXCHANGE or phase == Phase.EXCHANGE_WITH:
        return choose_exchange(state, seat, actions, memo)
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
def choose_loa(state: State, actions: Actions) -> int:
    """The best Loa that is free; for the Baron the worst one."""
    baron = state.phase == Phase.BARON_LOA
    chosen = NOBODY
    for i in range(len(LOAS)):
        action = (BARON_LOA if baron else LOA) + LOAS[i]
        if offers(actions, action) and (baron or chosen == NOBODY):
            chosen = action
    return chosen


@rules
def choose_place(state: State, seat: int, actions: Actions) -> int:
    """Draft: good faces come to lie where one's own dice can take them, and bad ones before those of others."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        die, space = (actions.item[i] - PLACE) // SPACES, (actions.item[i] - PLACE) % SPACES
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
    look_around(state, seat, memo)
    memo[BEST], memo[CHOICE] = -MUCH, NOBODY
    if state.phase == Phase.TURN:
        weigh_jumps(state, seat, NOBODY, -POWER_LEFT if has_free_power(state, seat, actions) else 0.0, memo)
        weigh_powers(state, seat, actions, memo)
    elif state.phase == Phase.CAPTURE:
        weigh_jumps(state, seat, NOBODY, 0.0, memo)
    else:
        weigh_power(state, seat, state.power, 0.0, memo)
    chosen = int(memo[CHOICE])
    return chosen if offers(actions, chosen) else actions.item[0]


@rules
def look_around(state: State, seat: int, memo: Array[float]) -> None:
    """What every die on the board would bring to whom."""
    for other in range(state.n_players):
        appraise(state, other, 0, other == seat, memo)
    expect(state, seat, memo)


@rules
def has_free_power(state: State, seat: int, actions: Actions) -> bool:
    """Whether a power could be used for nothing."""
    for power in range(4):
        if price_of(state, seat, power) == 0 and offers(actions, POWER + power):
            return True
    return False


@rules
def weigh_powers(state: State, seat: int, actions: Actions, memo: Array[float]) -> None:
    """Look at every use of every power that may be begun."""
    for power in range(4):
        if offers(actions, POWER + power):
            weigh_power(state, seat, power, memo[OFFERING] * price_of(state, seat, power), memo)


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
    look_around(state, seat, memo)
    if offers(actions, BUY) and is_turn_worth_buying(state, seat, memo):
        return BUY
    if state.step <= Step.C5:
        action = choose_combo(state, seat, actions, memo)
        if action != NOBODY:
            return action
    memo[BEST], memo[CHOICE] = future(state, seat, -MUCH, memo) + ENOUGH, END
    weigh_powers(state, seat, actions, memo)
    return int(memo[CHOICE])


@rules
def choose_effect(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C2 and C3: turn the captured die if another face is worth it, and apply it."""
    appraise(state, seat, state.captured, True, memo)
    shown = face_of(state.captured)
    offerings = state.sides[side_of(state, seat)].offerings if state.step <= Step.C2 else 0
    face = best_face(state, state.captured, offerings, memo)
    if face != shown:
        return TURN_DIE + face
    if not offers(actions, USE):
        return NOBODY
    if shown == Face.VICTORY and ends_badly(state, seat, 1, memo):
        return NOBODY
    worth = memo[EFFECT + shown]
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
def is_turn_worth_buying(state: State, seat: int, memo: Array[float]) -> bool:
    """C4: whether the next capture is worth the offerings; at the end they are worth nothing."""
    price = PRICE_OF_TURN * memo[OFFERING] if memo[TIME] > 0.0 else 0.0
    return best_capture(state, seat, memo) > price


@rules
def choose_combo(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C5: the combo that had better count now than grow."""
    if state.bought:
        return NOBODY
    side = side_of(state, seat)
    count, kinds = local_array(KINDS), local_array(N_FACES)
    count_zone(state, side, count)
    now_or_never = is_now_or_never(state, seat, memo)
    best, chosen = -MUCH if now_or_never else memo[WORTH + side] - RISK, NOBODY
    for i in range(actions.count):
        combo = actions.item[i]
        if combo < ICON:
            continue
        size = combo_dice(combo, kinds)
        points = value(state.options, size)
        for k in range(size):
            count[kinds[k]] -= 1
        worth = points + zone_worth(state.options, count, 0.0 if now_or_never else memo[TIME])
        for k in range(size):
            count[kinds[k]] += 1
        if worth > best and not ends_badly(state, seat, points, memo):
            best, chosen = worth, combo
    return chosen


@rules
def is_now_or_never(state: State, seat: int, memo: Array[float]) -> bool:
    """Whether combos should all count in this turn: in the last one, if they win, or if others could end the game."""
    if state.trigger != NOBODY:
        return True
    side = side_of(state, seat)
    if state.sides[side].vp + worth_of_side(state, side, 0.0) >= state.threshold:
        return wins_now(state, seat, memo)
    for other in range(state.n_players):
        rival = side_of(state, other)
        if rival != side and plays_before_end(state, seat, other):
            points = state.sides[rival].vp + worth_of_side(state, rival, 0.0) + REACH
            if points >= state.threshold:
                return True
    return False


# --- effects that ask for a choice


@rules
def choose_face(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """F: the die and its new face that make the zone worth most."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        was, face = (actions.item[i] - NEW_FACE) // N_FACES, (actions.item[i] - NEW_FACE) % N_FACES
        die = was - face_of(was) + face
        worth = worth_if(state, side_of(state, seat), was, die, memo[TIME])
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def choose_steal(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """S: the die that is worth most, to have and to take away."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        side, die = (actions.item[i] - TAKE) // 32, (actions.item[i] - TAKE) % 32
        worth = steal_worth(state, seat, side, die, memo)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def choose_exchange(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """X: a die of the own zone, and what to have for it."""
    own = side_of(state, seat)
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        side, die = (actions.item[i] - TAKE) // 32, (actions.item[i] - TAKE) % 32
        worth = -MUCH
        if state.phase == Phase.EXCHANGE:
            if side == own:
                worth = exchange_of(state, seat, die, memo)
        elif state.held_side == own:
            worth = exchange_worth(state, own, state.held_die, side, die, memo)
        elif side == own:
            worth = exchange_worth(state, own, die, state.held_side, state.held_die, memo)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen
