"""Run a match from the roll-off to the last round: who starts, drafts, throws next, and wins (2, 4, 5.1, 5.6, 8)."""

from __future__ import annotations

from dicehouse.core import Dice, log_event, log_face, mark_revealed, roll

from .judge import judge
from .scoring import points_of
from .state import (
    CENTRE,
    EACH,
    MAX_PLAYERS,
    MOST_ROUNDS,
    N_BARRELS,
    N_BOARDS,
    N_DICE,
    NO_DIE,
    NO_PIECE,
    NO_SEAT,
    EventKind,
    Mode,
    Options,
    Phase,
    PieceStatus,
    Starter,
    State,
)
from .table_layout import board_place, boards_of_middle, dice_of, lay_piece, middle_places, scene_of


def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Put everything into the box, and roll off for the start (section 2)."""
    state.options = options
    state.n_players = n_players
    state.winner = state.asked = NO_SEAT
    state.thrown = NO_DIE
    for number in range(MOST_ROUNDS):
        state.round_winner[number] = NO_SEAT
    for number in range(N_BARRELS):
        state.barrels[number].owner, state.barrels[number].home = NO_SEAT, NO_PIECE
    log_event(dice, EventKind.DEAL, NO_SEAT, item=options.game, amount=options.barrels)
    best = roll_off(n_players, dice)
    state.player = state.first = state.starter = best
    if options.starter == Starter.SELF:
        start_match(state, best, dice)
    else:
        state.phase = Phase.STARTER


def roll_off(n_players: int, dice: Dice) -> int:
    """Return the seat with the highest die; ties roll again."""
    seats = list(range(n_players))
    while len(seats) > 1:
        faces = {seat: roll(dice) for seat in seats}
        log_event(dice, EventKind.ROLL_OFF, NO_SEAT)
        for seat in range(n_players):
            log_face(dice, faces.get(seat, 0))
        seats = [seat for seat in seats if faces[seat] == max(faces.values())]
    return seats[0]


def start_match(state: State, seat: int, dice: Dice) -> None:
    """Let `seat` begin the first round."""
    state.first = seat
    log_event(dice, EventKind.START, seat)
    begin_round(state, seat, dice)


def begin_round(state: State, starter: int, dice: Dice) -> None:
    """Return all dice and lay out the boards; then comes the draft, barrels or building, as the game has it."""
    state.round += 1
    state.starter = state.player = starter
    state.picked = 0
    state.thrown, state.asked = NO_DIE, NO_SEAT
    state.again = state.ending = False
    for seat in range(MAX_PLAYERS):
        state.skips[seat] = state.taken[seat] = 0
    log_event(dice, EventKind.ROUND, starter, amount=state.round)
    for number in range(N_DICE):
        forget_loss(state, number)
    lay_boards(state)
    share_barrels(state)
    hand_out_dice(state)
    if state.options.game == Mode.DRAFTING:
        state.phase = Phase.DRAFT
    else:
        prepare_round(state, dice)


def forget_loss(state: State, number: int) -> None:
    """Forget the loss of die `number`, so that it can't be replaced."""
    state.losses[number].seats = 0
    state.losses[number].face = 0
    state.losses[number].x = state.losses[number].y = 0.0


def lay_boards(state: State) -> None:
    """Lay a board for each player, or those of the middle; if the starter builds, all six wait for it (6.2)."""
    central, built = state.options.game == Mode.CENTRAL, starter_builds(state)
    for number in range(N_BOARDS):
        board = state.boards[number]
        board.where = PieceStatus.BOX
        board.owner = number if number < CENTRE else NO_SEAT
        board.fixed = not built
    if built:
        for number in range(CENTRE, N_BOARDS):
            state.boards[number].where = PieceStatus.HAND
    elif central:
        for number, pose in enumerate(middle_places(boards_of_middle(state.n_players, state.options.boards))):
            lay_piece(state.boards[CENTRE + number], pose)
    else:
        for seat in range(state.n_players):
            lay_piece(state.boards[seat], board_place(state.n_players, seat))


def starter_builds(state: State) -> bool:
    """Return True if the starter builds the target of boards and barrels (6.2)."""
    return bool(state.options.game == Mode.CENTRAL and state.options.barrels)


def share_barrels(state: State) -> None:
    """Give each player an equal share of the barrels and leave the rest in the box (R21); a starter who builds gets
    them all.
    """
    for number in range(N_BARRELS):
        barrel = state.barrels[number]
        barrel.where, barrel.owner, barrel.home = PieceStatus.BOX, NO_SEAT, NO_PIECE
        if starter_builds(state):
            barrel.where = PieceStatus.HAND
        elif state.options.barrels and number < N_BARRELS // state.n_players * state.n_players:
            barrel.where, barrel.owner = PieceStatus.HAND, number % state.n_players


def hand_out_dice(state: State) -> None:
    """Give each player six dice of one colour; with the draft, lay one of each colour per player in the middle."""
    drafting = state.options.game == Mode.DRAFTING
    for number in range(N_DICE):
        die, (colour, copy) = state.dice[number], divmod(number, EACH)
        in_play = copy < state.n_players if drafting else colour < state.n_players
        die.where = PieceStatus.BOX if not in_play else PieceStatus.POOL if drafting else PieceStatus.HAND
        die.owner = NO_SEAT if drafting or not in_play else colour


def dice_in_pool(state: State, colour: int) -> list[int]:
    """Return dice of a colour that can still be drafted."""
    return [number for number in dice_of(colour) if state.dice[number].where == PieceStatus.POOL]


def draft_die(state: State, seat: int, colour: int, dice: Dice) -> None:
    """Draft a die of a colour from the middle; six times round, always in the same direction (R29)."""
    number = dice_in_pool(state, colour)[0]
    state.dice[number].where, state.dice[number].owner = PieceStatus.HAND, seat
    log_event(dice, EventKind.PICK, seat, item=colour, amount=number)
    state.picked += 1
    state.player = (seat + 1) % state.n_players
    if state.picked == EACH * state.n_players:
        prepare_round(state, dice)


def prepare_round(state: State, dice: Dice) -> None:
    """Start what comes before the first throw: placing barrels, or building a target."""
    state.player = state.starter
    if starter_builds(state):
        state.phase = Phase.BUILD
    elif state.options.barrels:
        state.phase = Phase.BARRELS
    else:
        begin_throws(state, dice)


def begin_throws(state: State, dice: Dice) -> None:
    """Let the starter throw first."""
    state.player = state.starter
    take_turn(state, dice)


# --- turns


def in_hand(state: State, seat: int) -> list[int]:
    """Return the unused dice of `seat`."""
    return [n for n in range(N_DICE) if state.dice[n].where == PieceStatus.HAND and state.dice[n].owner == seat]


def next_turn(state: State, dice: Dice) -> None:
    """Pass the turn clockwise."""
    state.player = (state.player + 1) % state.n_players
    take_turn(state, dice)


def take_turn(state: State, dice: Dice) -> None:
    """Give the turn to `state.player`; a seat that owes a turn skips it (5.6); the round is over when no unused die is
    left (A7).
    """
    state.thrown, state.again, state.asked = NO_DIE, False, NO_SEAT
    while any(in_hand(state, seat) for seat in range(state.n_players)):
        if state.skips[state.player] > 0:
            state.skips[state.player] -= 1
            log_event(dice, EventKind.SKIP, state.player, amount=state.skips[state.player])
        elif in_hand(state, state.player):
            state.turn += 1
            state.phase = Phase.THROW
            tell_the_end(state, dice)
            return
        state.player = (state.player + 1) % state.n_players
    end_round(state, dice)


def tell_the_end(state: State, dice: Dice) -> None:
    """Log once a round that nobody has more than one die left."""
    if not state.ending and all(len(in_hand(state, seat)) <= 1 for seat in range(state.n_players)):
        state.ending = True
        log_event(dice, EventKind.LAST_THROWS, state.player)


# --- the end of a round, and of the match


def end_round(state: State, dice: Dice) -> None:
    """Score the round: the most points win it; on a tie nobody does (section 2)."""
    points = points_of(state, judge(scene_of(state)))
    for seat, number in enumerate(points):
        state.points[state.round - 1, seat] = number
        log_event(dice, EventKind.BOARD_POINTS, seat, amount=number, total=state.taken[seat])
    best = [seat for seat, number in enumerate(points) if number == max(points)]
    if len(best) == 1:
        state.wins[best[0]] += 1
        state.round_winner[state.round - 1] = best[0]
    log_event(dice, EventKind.ROUND_WON, best[0] if len(best) == 1 else NO_SEAT, amount=max(points), item=state.round)
    if len(best) == 1 and state.wins[best[0]] >= state.options.rounds:
        win_match(state, best[0], dice)
    elif state.round == MOST_ROUNDS:
        stop_at_round_limit(state, dice)
    else:
        begin_round(state, next_starter(state), dice)


def next_starter(state: State) -> int:
    """Return the winner of the latest round that was won, otherwise the first starter (R18)."""
    for number in reversed(range(state.round)):
        if state.round_winner[number] != NO_SEAT:
            return int(state.round_winner[number])
    return int(state.first)


def win_match(state: State, seat: int, dice: Dice) -> None:
    """Log that `seat` has won the match, and finish it."""
    state.winner = seat
    log_event(dice, EventKind.WIN, seat, amount=state.wins[seat])
    finish_match(state, dice)


def stop_at_round_limit(state: State, dice: Dice) -> None:
    """End the match after twenty rounds: the player with most rounds wins; a tie is a draw (section 8)."""
    wins = [state.wins[seat] for seat in range(state.n_players)]
    if wins.count(max(wins)) == 1:
        win_match(state, wins.index(max(wins)), dice)
    else:
        log_event(dice, EventKind.DRAWN, NO_SEAT, amount=max(wins))
        finish_match(state, dice)


def finish_match(state: State, dice: Dice) -> None:
    """End the match: nobody acts any more."""
    mark_revealed(dice)
    state.player = NO_SEAT
    state.phase = Phase.OVER
