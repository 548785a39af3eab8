"""Play Battle Zones and the dice-ocalypse, and find the winner (sections 6 and 9 of the rulings)."""

from __future__ import annotations

from dicehouse.compiler.rule_compiler import rules
from dicehouse.core.dice import Dice, log_event, log_face, roll

from .state import BATTLE_ZONE, N_DICE, NO_SEAT, BattleOutcome, EventKind, Phase, ScoreSource, State
from .war_cards import change_total

# --- Battle Zones


@rules
def fight_battle_zones(state: State, dice: Dice) -> None:
    """Fight a Battle Zone for each player who has reached it for the first time: turn player first, then clockwise (R7,
    R20, A6).
    """
    if not state.options.special_cards:
        return
    if state.first != NO_SEAT and not state.options.battle_zone_in_final:
        return
    starters = 0
    for seat in range(state.n_players):
        player = state.players[seat]
        if state.options.battle_zone_again and player.total < BATTLE_ZONE:
            player.bz_done = False
        if player.total >= BATTLE_ZONE and not player.bz_done:
            starters |= 1 << seat
    for step in range(state.n_players):
        seat = (state.player + step) % state.n_players
        if starters >> seat & 1:
            fight_battle_zone(state, seat, dice)


@rules
def fight_battle_zone(state: State, starter: int, dice: Dice) -> None:
    """Let every player roll two dice, clockwise from `starter` (section 6, R22)."""
    state.players[starter].bz_done = True
    log_event(dice, EventKind.BATTLE_ZONE, starter, NO_SEAT, 0, 0, 0)
    for step in range(state.n_players):
        seat = (starter + step) % state.n_players
        one, two = roll(dice), roll(dice)
        outcome = outcome_of(state, starter, seat, one, two)
        log_event(dice, EventKind.BATTLE_ROLL, seat, starter, outcome, 0, 0)
        log_face(dice, one)
        log_face(dice, two)
        # A player holds at most one card of each sort (R21).
        if outcome == BattleOutcome.LOSE_TURN:
            state.players[seat].lose_turn = True
        elif outcome == BattleOutcome.DOUBLE_NEXT:
            state.players[seat].double_next = True
        elif outcome == BattleOutcome.DOUBLE_NOW:
            change_total(state, seat, state.added, ScoreSource.BATTLE_ZONE, dice)


@rules
def outcome_of(state: State, starter: int, seat: int, one: int, two: int) -> int:
    """Return the result of a Battle Zone roll: doubles double, a single 1 costs a turn. The turn just ended is doubled
    if nothing else changed its score (R10, A5).
    """
    if one != two:
        return BattleOutcome.LOSE_TURN if one == 1 or two == 1 else BattleOutcome.NONE
    if seat != starter or seat != state.player:
        return BattleOutcome.DOUBLE_NEXT
    if state.took_effect or state.doubled:
        return BattleOutcome.VOID
    return BattleOutcome.DOUBLE_NOW


# --- the dice-ocalypse


@rules
def is_over_target(state: State, total: int) -> bool:
    """Return True if `total` is over the target, or exactly on it if the table plays so (R8)."""
    return total > state.options.target or (state.options.exact_target and total == state.options.target)


@rules
def check_target(state: State) -> None:
    """Start the dice-ocalypse if a player is over the target: the turn player first, then clockwise."""
    for step in range(state.n_players):
        seat = (state.player + step) % state.n_players
        if state.first == NO_SEAT and is_over_target(state, state.players[seat].total):
            start_dice_ocalypse(state, seat)


@rules
def start_dice_ocalypse(state: State, seat: int) -> None:
    """Give every player but `seat` one more turn; the bar is set at the end of this turn (A2)."""
    state.first = seat
    state.to_play = ((1 << state.n_players) - 1) & ~(1 << seat)


@rules
def set_bar(state: State, dice: Dice) -> None:
    """Set the bar to the total that its setter has after the Battle Zones of that turn (R30, A2)."""
    if state.first != NO_SEAT and state.bar == 0:
        state.bar = state.players[state.first].total
        log_event(dice, EventKind.DICE_OCALYPSE, state.first, NO_SEAT, 0, state.bar, 0)


@rules
def final_turn_over(state: State, seat: int, dice: Dice) -> None:
    """Mark `seat` as diced if it is below the bar after its last turn, played or lost (section 9, R31)."""
    if state.players[seat].total < state.bar:
        state.diced |= 1 << seat
        log_event(dice, EventKind.DICED, seat, NO_SEAT, 0, 0, state.players[seat].total)


@rules
def finish_game(state: State, dice: Dice) -> None:
    """Let the highest total of the players not diced win; a tie is thrown for with all six dice (R32)."""
    best, leaders, number = 0, 0, 0
    for seat in range(state.n_players):
        if state.diced >> seat & 1 == 0:
            total = state.players[seat].total
            if leaders == 0 or total > best:
                best, leaders, number = total, 0, 0
            if total == best:
                leaders |= 1 << seat
                number += 1
    while number > 1:
        leaders = throw_for_tie(state, leaders, dice)
        number = 0
        for seat in range(state.n_players):
            number += leaders >> seat & 1
    for seat in range(state.n_players):
        if leaders >> seat & 1:
            state.winner = seat
    log_event(dice, EventKind.WIN, state.winner, NO_SEAT, 0, 0, best)
    state.phase = Phase.OVER


@rules
def throw_for_tie(state: State, leaders: int, dice: Dice) -> int:
    """Let every tied player throw six dice; return the mask of those with the highest sum."""
    best, highest = 0, 0
    log_event(dice, EventKind.TIE, NO_SEAT, NO_SEAT, leaders, 0, 0)
    for seat in range(state.n_players):
        if leaders >> seat & 1:
            log_event(dice, EventKind.TIE_ROLL, seat, NO_SEAT, 0, 0, 0)
            total = 0
            for _ in range(N_DICE):
                face = roll(dice)
                log_face(dice, face)
                total += face
            if total > best:
                best, highest = total, 0
            if total == best:
                highest |= 1 << seat
    return highest
