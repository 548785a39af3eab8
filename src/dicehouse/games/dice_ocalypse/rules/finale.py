"""Battle Zones, the dice-ocalypse and the winner (sections 6 and 9 of the rulings)."""

from __future__ import annotations

from dicehouse.kit.compiling import rules
from dicehouse.kit.dice import Dice, roll, show, tell

from .state import BATTLE_ZONE, N_DICE, NOBODY, Happened, Outcome, Phase, Source, State
from .war import change_total

# --- Battle Zones


@rules
def battle_zones(state: State, dice: Dice) -> None:
    """One for everybody who now stands at 5,000 for the first time: turn player first, then clockwise (R7, R20, A6)."""
    if not state.options.special_cards:
        return
    if state.first != NOBODY and not state.options.battle_zone_in_final:
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
            battle_zone(state, seat, dice)


@rules
def battle_zone(state: State, starter: int, dice: Dice) -> None:
    """Everybody rolls two dice, clockwise from the one who started it (section 6, R22)."""
    state.players[starter].bz_done = True
    tell(dice, Happened.BATTLE_ZONE, starter, NOBODY, 0, 0, 0)
    for step in range(state.n_players):
        seat = (starter + step) % state.n_players
        one, two = roll(dice), roll(dice)
        outcome = outcome_of(state, starter, seat, one, two)
        tell(dice, Happened.BATTLE_ROLL, seat, starter, outcome, 0, 0)
        show(dice, one)
        show(dice, two)
        # A player holds at most one card of each sort (R21).
        if outcome == Outcome.LOSE_TURN:
            state.players[seat].lose_turn = True
        elif outcome == Outcome.DOUBLE_NEXT:
            state.players[seat].double_next = True
        elif outcome == Outcome.DOUBLE_NOW:
            change_total(state, seat, state.added, Source.BATTLE_ZONE, dice)


@rules
def outcome_of(state: State, starter: int, seat: int, one: int, two: int) -> int:
    """Doubles double, a single one costs a turn; the turn just ended is doubled if nothing else touched its score
    (R10, A5).
    """
    if one != two:
        return Outcome.LOSE_TURN if one == 1 or two == 1 else Outcome.NONE
    if seat != starter or seat != state.player:
        return Outcome.DOUBLE_NEXT
    if state.took_effect or state.doubled:
        return Outcome.VOID
    return Outcome.DOUBLE_NOW


# --- the dice-ocalypse


@rules
def is_over_target(state: State, total: int) -> bool:
    """Over 10,000, or exactly there if the table plays so (R8)."""
    return total > state.options.target or (state.options.exact_target and total == state.options.target)


@rules
def check_target(state: State) -> None:
    """The first to stand over the target starts the dice-ocalypse: the turn player, else clockwise."""
    for step in range(state.n_players):
        seat = (state.player + step) % state.n_players
        if state.first == NOBODY and is_over_target(state, state.players[seat].total):
            start_dice_ocalypse(state, seat)


@rules
def start_dice_ocalypse(state: State, seat: int) -> None:
    """Everybody else has one turn left; the bar is set at the end of this turn (A2)."""
    state.first = seat
    state.to_play = ((1 << state.n_players) - 1) & ~(1 << seat)


@rules
def set_bar(state: State, dice: Dice) -> None:
    """The total to reach is what its starter has after the Battle Zones of that turn (R30, A2)."""
    if state.first != NOBODY and state.bar == 0:
        state.bar = state.players[state.first].total
        tell(dice, Happened.DICE_OCALYPSE, state.first, NOBODY, 0, state.bar, 0)


@rules
def final_turn_over(state: State, seat: int, dice: Dice) -> None:
    """Below the bar after the last turn, played or lost: diced (section 9, R31)."""
    if state.players[seat].total < state.bar:
        state.diced |= 1 << seat
        tell(dice, Happened.DICED, seat, NOBODY, 0, 0, state.players[seat].total)


@rules
def finish(state: State, dice: Dice) -> None:
    """The highest total of those not diced wins; a tie is thrown for with all six dice (R32)."""
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
        leaders = throw_for_the_win(state, leaders, dice)
        number = 0
        for seat in range(state.n_players):
            number += leaders >> seat & 1
    for seat in range(state.n_players):
        if leaders >> seat & 1:
            state.winner = seat
    tell(dice, Happened.WIN, state.winner, NOBODY, 0, 0, best)
    state.phase = Phase.OVER


@rules
def throw_for_the_win(state: State, leaders: int, dice: Dice) -> int:
    """Everybody tied throws six dice; the mask of those with the highest sum."""
    best, highest = 0, 0
    tell(dice, Happened.TIE, NOBODY, NOBODY, leaders, 0, 0)
    for seat in range(state.n_players):
        if leaders >> seat & 1:
            tell(dice, Happened.TIE_ROLL, seat, NOBODY, 0, 0, 0)
            total = 0
            for _ in range(N_DICE):
                face = roll(dice)
                show(dice, face)
                total += face
            if total > best:
                best, highest = total, 0
            if total == best:
                highest |= 1 << seat
    return highest
