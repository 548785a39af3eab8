"""Play sensibly, by the exact odds of a throw (`odds_tables`) and the chances to win (`win_chances`).

Most turns are about points: keep and throw as the tables say. Near the end they are about winning: then the turn is
worked out again with every ending weighed by the chance to win. A card is played where it gains more than the card is
worth in the hand.
"""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.action_list import Actions
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.dice import Dice
from dicehouse.records.record import Array

from ..presentation.throw_offers import UNIT
from ..rules.action_codes import (
    ABSTAIN,
    DECLINE,
    IMMUNITY,
    KEEP,
    PASS,
    PIGGYBACK,
    PLAY,
    ROLL,
    THROW_LEFT_BEHIND,
    THROW_ZOMBIE,
)
from ..rules.game_end import is_over_target
from ..rules.scoring import MOST_SETS, list_keeps
from ..rules.state import CARD_MINIMUM, NO_SEAT, Card, Phase, State
from ..rules.turn import MUST_ROLL
from ..rules.war_cards import pending_points
from .odds_tables import (
    BONUS,
    BUST,
    COUNT,
    ENDS,
    LARGEST,
    MEAN,
    MOST_OFFERS,
    ROW,
    THROWS,
    TOTALS,
    WALK,
    WALK_LEVELS,
    WALKED,
)
from .win_chances import (
    STEP,
    chance_after_card,
    chance_after_turn,
    is_solved,
    load_totals,
    lower_total,
    opening_value,
    points_for_chance,
    raise_total,
    reach_chance,
    turn_value,
    win_chance,
)

CLOSE = 2_500  # so near to the target a turn is about winning, not about points
THREAT = 700  # opponents are expected to challenge a turn of this many points half of the time
MARGIN = 0.01  # chance to win that a card must bring beside what it is worth in the hand
DOUBLED = 0.05  # the same for Double or Nothing, which can cost a whole turn
SHIELDED = 0.3  # how often Immunity is used against a card
HOPE = 1e-6  # where nothing much can win, points are still better than none


@rules
def sensible(state: State, seat: int, actions: Actions, memo: Array[float], dice: Dice) -> int:
    """Return the action that a sensible player takes."""
    phase = state.phase
    if actions.count == 1:
        return actions.item[0]
    if phase == Phase.KEEP:
        return choose_keep(state, seat, actions, memo)
    if phase == Phase.START:
        return choose_start(state, seat, actions, memo)
    if phase == Phase.REACT_END or (phase == Phase.REACT and may_double(state)):
        return choose_reaction(state, seat, actions, memo)
    if phase == Phase.IMMUNITY:
        return choose_immunity(state, seat, memo)
    if phase == Phase.ZOMBIE:
        return choose_zombie(state, seat, memo)
    if phase == Phase.LEFT_BEHIND:
        return choose_left_behind(state, seat, memo)
    if phase == Phase.VOTE:
        return ABSTAIN
    return PASS  # in the middle of a turn that nobody can double: at its end more is known, and a card costs the same


@rules
def is_offered(actions: Actions, action: int) -> bool:
    """Return True if `action` is among the legal `actions`."""
    found = False
    for i in range(actions.count):
        found |= actions.item[i] == action
    return found


# --- keeping, throwing on, banking


@rules
def choose_keep(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Return which dice to keep and whether to bank, and whether to double what is banked."""
    masks, points, worth = local_array(MOST_SETS), local_array(MOST_SETS), local_array(MOST_SETS)
    number = list_keeps(state, masks, points)
    for i in range(number):
        worth[masks[i]] = points[i]
    closing = is_closing(state, memo)
    if closing:
        walk_turn(state, seat, memo)
    best, chosen = -1.0, actions.item[0]
    for i in range(actions.count):
        action = actions.item[i]
        if KEEP.double(action):
            continue
        mask = KEEP.dice(action)
        left = state.n_dice - count_bits(mask)
        value = keep_value(state, seat, KEEP.bank(action), worth[mask], left, closing, memo)
        if value > best:
            best, chosen = value, action
    mask = KEEP.dice(chosen)
    doubled = KEEP.of(1, 1, mask)
    turn = state.turn_points + worth[mask]
    if KEEP.bank(chosen) and is_offered(actions, doubled) and is_worth_doubling(state, seat, turn, memo):
        return doubled
    return chosen


@rules
def keep_value(state: State, seat: int, banks: int, kept: int, left: int, closing: bool, memo: Array[float]) -> float:
    """Return the value of a keep: points, or near the end the chance to win."""
    dice = left if left > 0 else state.dice_full
    turn = state.turn_points + kept
    if closing:
        level = min(turn // UNIT, WALK_LEVELS - 1)
        won = memo[ENDS + level] if banks else memo[WALK + (dice - 1) * WALK_LEVELS + level]
        return won if is_solved(state, memo) else won + HOPE * turn
    opened = state.players[seat].opened
    if banks:
        return turn if opened else turn + memo[BONUS]
    if opened:
        return turn_value(memo, state.dice_full, dice, turn // UNIT)
    return opening_value(memo, dice, turn // UNIT)


@rules
def is_closing(state: State, memo: Array[float]) -> bool:
    """Return True if a player is so near to the target that points alone don't decide; always True in a solved race."""
    if state.first != NO_SEAT or is_solved(state, memo):
        return True
    for seat in range(state.n_players):
        total = state.players[seat].total
        if seat == state.player:
            total += state.turn_points
        if total >= state.options.target - min(CLOSE, state.options.target // 2):
            return True
    return False


@rules
def walk_turn(state: State, seat: int, memo: Array[float]) -> None:
    """Work this turn out from its first point: the chance to win at every level, with every number of dice to throw.

    Above the highest level a turn is as good as won, or hopeless, and is banked. The walk in `memo` is used again if
    nothing that it depends on has changed, so one walk serves a whole turn.
    """
    if is_walked(state, memo):
        return
    levels = walk_levels(state, seat)
    bankable = 0
    if not state.players[seat].opened and state.card != Card.BLOODSHED:
        bankable = state.options.opening
    for level in range(levels):
        points = level * UNIT
        memo[ENDS + level] = chance_after_turn(state, seat, points, memo) if points >= bankable else -1.0
    lost, most = chance_after_turn(state, seat, 0, memo), memo[ENDS + levels - 1]
    for level in range(levels, WALK_LEVELS):
        memo[ENDS + level] = most
    for dice in range(1, 7):
        going_on = (1 - memo[BUST + dice]) * most + memo[BUST + dice] * lost
        for level in range(levels - 1, WALK_LEVELS):
            memo[WALK + (dice - 1) * WALK_LEVELS + level] = going_on
    for step in range(2, levels + 1):
        for dice in range(1, 7):
            value = throw_chance(state, memo, dice, levels - step, lost)
            memo[WALK + (dice - 1) * WALK_LEVELS + levels - step] = value


@rules
def is_walked(state: State, memo: Array[float]) -> bool:
    """Return True if the walk in `memo` fits this turn; otherwise note that the next walk will be for it."""
    same = note_fact(memo, 0, state.player + 8 * state.n_players + 64 * state.dice_full)
    same &= note_fact(memo, 1, state.card + 8 * (state.card_by + 1))
    same &= note_fact(memo, 2, state.doubled + 2 * (state.first + 1))
    same &= note_fact(memo, 3, state.bar)
    same &= note_fact(memo, 4, state.to_play)
    for seat in range(state.n_players):
        player = state.players[seat]
        same &= note_fact(memo, 5 + 2 * seat, player.total)
        lying = player.opened + 2 * player.lose_turn + 4 * player.double_next + 8 * player.immunity
        same &= note_fact(memo, 6 + 2 * seat, 1 + lying + 16 * player.hand)
    return same


@rules
def note_fact(memo: Array[float], fact: int, value: int) -> bool:
    """Store `value` as a fact about the walk; return True if it was the same before."""
    same = memo[WALKED + fact] == value
    memo[WALKED + fact] = value
    return same


@rules
def walk_levels(state: State, seat: int) -> int:
    """Return how many levels matter: up to well above every total that has to be beaten."""
    goal = max(state.bar, state.options.target)
    for other in range(state.n_players):
        goal = max(goal, state.players[other].total)
    missing = (goal + CLOSE - state.players[seat].total) // UNIT // (2 if state.doubled else 1)
    return min(max(missing, state.options.opening // UNIT + 20, 30), WALK_LEVELS - LARGEST)


@rules
def throw_chance(state: State, memo: Array[float], dice: int, level: int, lost: float) -> float:
    """Return the chance to win before throwing `dice` dice at `level` of the walk."""
    result = memo[BUST + dice] * lost
    row = THROWS + (dice - 1) * MOST_OFFERS * ROW
    must_roll = state.options.hot_dice == MUST_ROLL
    for _ in range(int(memo[COUNT + dice])):
        best = 0.0
        for left in range(dice):
            points = int(memo[row + 1 + left])
            if points < 0:
                continue
            next_dice = left if left > 0 else state.dice_full
            best = max(best, memo[WALK + (next_dice - 1) * WALK_LEVELS + level + points])
            if left > 0 or not must_roll:
                best = max(best, memo[ENDS + level + points])
        if best > 0.0 or memo[row + 1] >= 0:
            result += memo[row] * best
        row += ROW
    return result


@rules
def is_worth_doubling(state: State, seat: int, points: int, memo: Array[float]) -> bool:
    """Return True if all or twice as much is better than the plain score, which opponents may still challenge."""
    player = state.players[seat]
    if is_over_target(state, player.total + points):
        return False  # a crossing makes the card void
    load_totals(state, memo)
    raise_total(memo, seat, points)
    plain = win_chance(state, seat, memo)
    player.hand -= 1 << Card.DOUBLE
    raise_total(memo, seat, points)
    twice = win_chance(state, seat, memo)
    raise_total(memo, seat, -2 * points)
    nothing = win_chance(state, seat, memo)
    player.hand += 1 << Card.DOUBLE
    threat = threat_of(state, seat, points)
    return (nothing + twice) / 2 > plain - threat * (plain - nothing) / 2 + DOUBLED


@rules
def threat_of(state: State, seat: int, points: int) -> float:
    """Return the chance that an opponent answers this bank with Prove It."""
    for other in range(state.n_players):
        rival = state.players[other]
        if other != seat and rival.hand >> Card.PROVE_IT & 1 and rival.total >= CARD_MINIMUM and points >= THREAT:
            return 0.25 if state.players[seat].immunity else 0.5
    return 0.0


# --- before the first throw


@rules
def choose_start(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Return how to begin: throw, take over the dice of the player before, or play Bloodshed."""
    bloodshed = PLAY.of(Card.BLOODSHED)
    if is_offered(actions, bloodshed) and is_bloodshed_time(state, seat, memo):
        return bloodshed
    if not is_offered(actions, PIGGYBACK):
        return ROLL
    fresh, taken = state.dice_full, min(state.dice_full, state.offer_dice)
    level = state.offer_points // UNIT
    if is_closing(state, memo):
        walk_turn(state, seat, memo)
        level = min(level, WALK_LEVELS - 1)
        over = memo[WALK + (taken - 1) * WALK_LEVELS + level] > memo[WALK + (fresh - 1) * WALK_LEVELS]
    else:
        over = turn_value(memo, fresh, taken, level) > turn_value(memo, fresh, fresh, 0)
    return PIGGYBACK if over else ROLL


@rules
def is_bloodshed_time(state: State, seat: int, memo: Array[float]) -> bool:
    """Return True if an average turn helps more as a loss of all opponents than as a gain of one's own."""
    own = state.players[seat].total
    if reach_chance(memo, state.options.target + UNIT - own) > 0.2:
        return False  # better to cross oneself
    points = memo[MEAN]
    load_totals(state, memo)
    raise_total(memo, seat, points)
    kept = win_chance(state, seat, memo)
    load_totals(state, memo)
    hurt = 0
    for other in range(state.n_players):
        if other != seat:
            lower_total(memo, other, points * (0.4 if state.players[other].immunity else 1.0))
            hurt += 1 if state.players[other].total >= points else 0
    state.players[seat].hand -= 1 << Card.BLOODSHED
    shed = win_chance(state, seat, memo)
    state.players[seat].hand += 1 << Card.BLOODSHED
    return hurt > 0 and shed > kept + 2 * MARGIN


# --- cards against others, and against oneself


@rules
def may_double(state: State) -> bool:
    """Return True if the turn player may play Double or Nothing; after that, no card can be played against the turn."""
    player = state.players[state.player]
    return player.hand >> Card.DOUBLE & 1 == 1 and player.total >= CARD_MINIMUM


@rules
def at_stake(state: State) -> int:
    """Return the points of the turn if it ends with the throw on the table."""
    if state.phase != Phase.REACT:
        return pending_points(state)
    masks, points = local_array(MOST_SETS), local_array(MOST_SETS)
    most = 0
    for i in range(list_keeps(state, masks, points)):
        most = max(most, points[i])
    return state.turn_points + most


@rules
def choose_reaction(state: State, seat: int, actions: Actions, memo: Array[float]) -> int:
    """Return the card that gains most against this turn, if it gains more than it would later."""
    points = at_stake(state)
    own, target = state.players[seat], state.players[state.player]
    load_totals(state, memo)
    raise_total(memo, state.player, points)
    calm = win_chance(state, seat, memo)
    best, chosen = calm + MARGIN, PASS
    for i in range(actions.count):
        action = actions.item[i]
        if action not in PLAY:
            continue
        card = PLAY.card(action)
        own.hand -= 1 << card
        value = chance_after_card(state, seat, card, points, memo)
        if target.immunity:
            load_totals(state, memo)
            raise_total(memo, state.player, points)
            value += SHIELDED * (win_chance(state, seat, memo) - value)
        own.hand += 1 << card
        if value > best:
            best, chosen = value, action
    return chosen


@rules
def choose_immunity(state: State, seat: int, memo: Array[float]) -> int:
    """Return whether to use the one Immunity card: only for a loss that is worse than those still to be expected."""
    points = pending_points(state)
    load_totals(state, memo)
    if state.card == Card.BLOODSHED:
        lower_total(memo, seat, points)
        struck = win_chance(state, seat, memo)
        load_totals(state, memo)
    else:
        struck = chance_after_card(state, seat, state.card, points, memo)
        load_totals(state, memo)
        raise_total(memo, state.player, points)
    state.players[seat].immunity = False
    saved = win_chance(state, seat, memo)
    state.players[seat].immunity = True
    return IMMUNITY if saved > struck else DECLINE


# --- the two special dice


@rules
def choose_zombie(state: State, seat: int, memo: Array[float]) -> int:
    """Return whether to infect the upcoming player; the die goes on to that player, and may come back."""
    target = state.player
    loss = memo[MEAN]
    for dice in range(1, 6):
        loss -= turn_value(memo, dice, dice, 0) / 6
    load_totals(state, memo)
    calm = win_chance(state, seat, memo)
    lower_total(memo, target, loss)
    value = points_for_chance(state, seat, win_chance(state, seat, memo) - calm, memo)
    may_cross = reach_chance(memo, state.options.target + UNIT - state.players[target].total) > 0.25
    return THROW_ZOMBIE if may_cross or value > 0.4 * loss else PASS


@rules
def choose_left_behind(state: State, seat: int, memo: Array[float]) -> int:
    """Return whether to skip the upcoming player: only if that costs the others more than this seat."""
    if state.player == seat:
        return PASS
    load_totals(state, memo)
    calm = win_chance(state, seat, memo)
    after = 0.0
    for face in range(1, 7):
        load_totals(state, memo)
        for step in range(face):
            memo[TOTALS + (state.player + step) % state.n_players] -= memo[MEAN]
        after += win_chance(state, seat, memo) / 6
    may_cross = reach_chance(memo, state.options.target + UNIT - state.players[state.player].total) > 0.25
    worth = points_for_chance(state, seat, after - calm, memo)
    return THROW_LEFT_BEHIND if worth > (0.0 if may_cross else STEP * 0.4) else PASS
