"""Choose actions sensibly: every capture and every use of a power is valued by what it brings and by what it leaves to
the others (`action_values.py`); dice by the combos and majorities that they may lead to (`position_value.py`).

A zone is kept as long as it can grow and is safe. A player starts the end only if it would win.
"""

from __future__ import annotations

from typing import Any

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array
from dicehouse.records.sentinels import NO_ACTION

from ..rules.action_codes import (
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
from ..rules.action_codes import OFFERING as TAKE_OFFERING
from ..rules.board import colour_of, die_of, face_of, painted, side_of, space_beyond
from ..rules.combos import combo_dice, combo_value
from ..rules.loa_powers import price_of
from ..rules.state import CENTRE, N_FACES, N_LOAS, NO_SEAT, NO_SPACE, SIZE, Face, Loa, Phase, State, TurnStep
from ..rules.steps_after_capture import PRICE_OF_TURN
from .action_values import future_value, note_expectation, weigh_jumps, weigh_power
from .board_masks import SEEN, best_take, fill_masks
from .position_value import (
    BEST,
    CHOICE,
    EFFECT,
    MUCH,
    OFFERING,
    TIME,
    WORTH,
    appraise_dice,
    appraise_faces,
    appraise_for_seat,
    best_change,
    best_face,
    exchange_of,
    exchange_worth,
    plays_before_end,
    remembered_zone_value,
    side_value,
    side_value_after_exchange,
    steal_worth,
    survey_position,
    wins_now,
)
from .set_values import LAYERS, layer_zone, take_dice

LOAS = (Loa.GRAN_BWA, Loa.MAMY_WATA, Loa.PAPA_LEGBA, Loa.ERZULIE_FREDA)  # a small bonus for the best ones
FACES = (0.8, 1.0, 0.8, 0.5, 0.3, 0.3)  # about the values of the effects at the beginning
PLAIN_FACE = 0.6
POWER_LEFT = 0.8  # the value of a free power kept for after the capture
RISK = 0.05  # the risk of keeping a combo: one that can't grow should be scored
REACH = 4  # points that a turn may bring in addition to the combos of the zone
ENOUGH = 0.1  # an action worth less than this is not taken


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """Return the action that a sensible player takes."""
    phase = state.phase
    if phase == Phase.LOA:
        return choose_loa(actions)
    if phase == Phase.BARON_LOA:
        return choose_baron(actions)
    if phase == Phase.DRAFT:
        return choose_place(state, seat, actions)
    survey_position(state, memo)
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
def is_offered(actions: Actions, action: int) -> bool:
    """Return True if this action is among the legal ones."""
    for i in range(actions.count):
        if actions.item[i] == action:
            return True
    return False


# --- before the game


@rules
def choose_loa(actions: Actions) -> int:
    """Return the best Loa that is free."""
    best = 0
    while not is_offered(actions, LOA.of(LOAS[best])):
        best += 1
    return LOA.of(LOAS[best])


@rules
def choose_baron(actions: Actions) -> int:
    """Return the worst free Loa for the Baron."""
    worst = N_LOAS - 1
    while not is_offered(actions, BARON_LOA.of(LOAS[worst])):
        worst -= 1
    return BARON_LOA.of(LOAS[worst])


@rules
def choose_place(state: State, seat: int, actions: Actions) -> int:
    """Choose a place in the draft: good faces where one's own dice can take them, bad ones where those of others
    can.
    """
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        die, space = PLACE.die(actions.item[i]), PLACE.space(actions.item[i])
        worth = (FACES[face_of(die)] - PLAIN_FACE) * seat_reach(state, seat, space)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def seat_reach(state: State, seat: int, space: int) -> float:
    """Return how much likelier `seat` is to take a die on `space` than others; dice close to the centre are taken
    first.
    """
    own = 0.0
    for direction in range(state.options.directions):
        neighbour = space_beyond(state, space, direction, 1)
        for other in range(state.n_players):
            if neighbour != NO_SPACE and painted(state, neighbour) == state.players[other].loa:
                friend = side_of(state, other) == side_of(state, seat)
                own += 1.0 if friend else -1.0 / (state.n_sides - 1)
    row, column = space // SIZE, space % SIZE
    return own / (abs(row - CENTRE // SIZE) + abs(column - CENTRE % SIZE))


# --- the board: captures and powers


@rules
def choose_on_board(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Return the best capture, at once or after a power, or how to use the power that has been begun."""
    seen = local_array(SEEN)
    look_around(state, seat, seen, memo)
    memo[BEST], memo[CHOICE] = -MUCH, NO_ACTION
    if state.phase == Phase.TURN:
        weigh_jumps(state, seat, NO_ACTION, -POWER_LEFT if has_free_power(state, seat, actions) else 0.0, seen, memo)
        weigh_powers(state, seat, actions, seen, memo)
    elif state.phase == Phase.CAPTURE:
        weigh_jumps(state, seat, NO_ACTION, 0.0, seen, memo)
    else:
        weigh_power(state, seat, state.power, 0.0, seen, memo)
    chosen = int(memo[CHOICE])
    return chosen if is_offered(actions, chosen) else NO_ACTION


@rules
def look_around(state: State, seat: int, seen: Any, memo: Array[float]) -> None:
    """Compute the value of every die on the board to every seat."""
    for other in range(state.n_players):
        appraise_for_seat(state, other, other == seat, memo)
    fill_masks(state, seen, memo)
    note_expectation(state, seat, seen, memo)


@rules
def has_free_power(state: State, seat: int, actions: Actions) -> bool:
    """Return True if a power can be used without paying."""
    for power in range(N_LOAS):
        if price_of(state, seat, power) == 0 and is_offered(actions, POWER.of(power)):
            return True
    return False


@rules
def weigh_powers(state: State, seat: int, actions: Actions, seen: Any, memo: Array[float]) -> None:
    """Value every use of every power that may be begun."""
    for power in range(N_LOAS):
        if is_offered(actions, POWER.of(power)):
            weigh_power(state, seat, power, memo[OFFERING] * price_of(state, seat, power), seen, memo)


# --- the steps after the capture


@rules
def choose_step(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Choose the next step that is worth taking, in the order of the steps."""
    if is_offered(actions, TAKE_OFFERING):
        return TAKE_OFFERING
    if state.step <= TurnStep.C3:
        action = choose_effect(state, seat, actions, memo)
        if action != NO_ACTION:
            return action
    seen, buys, powers = local_array(SEEN), is_offered(actions, BUY), offers_powers(actions)
    if buys or powers:
        look_around(state, seat, seen, memo)
    if buys and is_turn_worth_buying(state, seat, seen, memo):
        return BUY
    if state.step <= TurnStep.C5:
        action = choose_combo(state, seat, actions, memo)
        if action != NO_ACTION:
            return action
    if not powers:
        return END
    memo[BEST], memo[CHOICE] = future_value(state, seat, -MUCH, seen, memo) + ENOUGH, END
    weigh_powers(state, seat, actions, seen, memo)
    return int(memo[CHOICE])


@rules
def offers_powers(actions: Actions) -> bool:
    """Return True if a power may be begun."""
    for i in range(actions.count):
        if actions.item[i] in POWER:
            return True
    return False


@rules
def choose_effect(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C2 and C3: turn the captured die if another face is worth it, and apply its effect."""
    appraise_dice(state, seat, state.captured, colour_of(state.captured), memo)
    appraise_faces(state, seat, True, memo)
    shown = face_of(state.captured)
    offerings = state.sides[side_of(state, seat)].offerings if state.step <= TurnStep.C2 else 0
    face = best_face(state, state.captured, offerings, memo)
    if face != shown:
        return TURN_DIE.of(face)
    if not is_offered(actions, USE):
        return NO_ACTION
    if shown == Face.VICTORY and ends_badly(state, seat, 1, memo):
        return NO_ACTION
    worth = memo[EFFECT.of(shown)]
    if shown == Face.FACE:
        worth = best_change(state, side_of(state, seat), memo)
    return USE if worth > 0.0 else NO_ACTION


@rules
def ends_badly(state: State, seat: int, points: int, memo: Array[float]) -> bool:
    """Return True if these points would start an end at which `seat` does not win."""
    if state.trigger != NO_SEAT or state.sides[side_of(state, seat)].vp + points < state.threshold:
        return False
    return not wins_now(state, seat, memo)


@rules
def is_turn_worth_buying(state: State, seat: int, seen: Any, memo: Array[float]) -> bool:
    """C4: return True if the next capture is worth the offerings; at the end offerings are worth nothing."""
    price = PRICE_OF_TURN * memo[OFFERING] if memo[TIME] > 0.0 else 0.0
    return best_take(state, seat, seen, memo) > price


@rules
def choose_combo(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """C5: return the combo to score now because it will hardly grow."""
    if state.bought:
        return NO_ACTION
    side = side_of(state, seat)
    kinds = local_array(N_FACES)
    now_or_never = is_now_or_never(state, seat, memo)
    best, chosen = -MUCH if now_or_never else memo[WORTH.of(side)] - RISK, NO_ACTION
    for i in range(actions.count):
        combo = actions.item[i]
        if combo not in ICON_COMBO and combo not in COLOUR_COMBO:
            continue
        size = combo_dice(combo, kinds)
        points = combo_value(state.options, size)
        layers = local_array(LAYERS)
        layer_zone(state, side, layers)
        for k in range(size):
            take_dice(layers, 1 << kinds[k])
        worth = points + remembered_zone_value(state.options, layers, 0.0 if now_or_never else memo[TIME], memo)
        if worth > best and not ends_badly(state, seat, points, memo):
            best, chosen = worth, combo
    return chosen


@rules
def is_now_or_never(state: State, seat: int, memo: Array[float]) -> bool:
    """Return True if all combos should be scored in this turn: in the last one, if they win, or if others could end the
    game.
    """
    if state.trigger != NO_SEAT:
        return True
    side = side_of(state, seat)
    if state.sides[side].vp + side_value(state, side, 0.0, memo) >= state.threshold:
        return wins_now(state, seat, memo)
    for other in range(state.n_players):
        rival = side_of(state, other)
        if rival != side and plays_before_end(state, seat, other):
            points = state.sides[rival].vp + side_value(state, rival, 0.0, memo) + REACH
            if points >= state.threshold:
                return True
    return False


# --- effects that ask for a choice


@rules
def choose_face(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """F: return the die and its new face that make the zone worth most."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        was = NEW_FACE.die(actions.item[i])
        die = die_of(colour_of(was), NEW_FACE.face(actions.item[i]))
        worth = side_value_after_exchange(state, side_of(state, seat), was, die, memo[TIME], memo)
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@rules
def choose_steal(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """S: return the die to steal that is worth most, for its gain and the victim's loss."""
    best, chosen = -MUCH, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        worth = steal_worth(state, seat, STEAL.side(action), STEAL.die(action), memo)
        if worth > best:
            best, chosen = worth, action
    return chosen


@rules
def choose_exchanged(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """X: return a die of one's own zone to exchange."""
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
    """X: return the die to take in exchange; if a rival's die was named first, the own die to give."""
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
