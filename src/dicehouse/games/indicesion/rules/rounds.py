"""A match from the roll-off to the last round: who starts, drafts, throws next, and wins (2, 4, 5.1, 5.6, 8)."""

from __future__ import annotations

from dicehouse.kit import Dice, reveal, roll, show, tell

from .judge import judge
from .scoring import points_of
from .seating import board_place, boards_of_middle, dice_of, middle_places, put, scene_of
from .state import (
    CENTRE,
    EACH,
    MAX_PLAYERS,
    MOST_ROUNDS,
    N_BARRELS,
    N_BOARDS,
    N_DICE,
    NOBODY,
    Happened,
    Mode,
    Options,
    Phase,
    Starter,
    State,
    Where,
)


def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Everything into the box, and a roll-off (section 2)."""
    state.options = options
    state.n_players = n_players
    state.winner = state.asked = state.thrown = NOBODY
    for number in range(MOST_ROUNDS):
        state.round_winner[number] = NOBODY
    for number in range(N_BARRELS):
        state.barrels[number].owner = state.barrels[number].home = NOBODY
    tell(dice, Happened.DEAL, NOBODY, item=options.game, amount=options.barrels)
    best = roll_off(n_players, dice)
    state.player = state.first = state.starter = best
    if options.starter == Starter.SELF:
        start(state, best, dice)
    else:
        state.phase = Phase.STARTER


def roll_off(n_players: int, dice: Dice) -> int:
    """The seat with the highest die; ties roll again."""
    seats = list(range(n_players))
    while len(seats) > 1:
        faces = {seat: roll(dice) for seat in seats}
        tell(dice, Happened.ROLL_OFF, NOBODY)
        for seat in range(n_players):
            show(dice, faces.get(seat, 0))
        seats = [seat for seat in seats if faces[seat] == max(faces.values())]
    return seats[0]


def start(state: State, seat: int, dice: Dice) -> None:
    """That seat begins the first round."""
    state.first = seat
    tell(dice, Happened.START, seat)
    begin_round(state, seat, dice)


def begin_round(state: State, starter: int, dice: Dice) -> None:
    """All dice come back, boards are laid out anew; then comes the draft, barrels or building, as the game has it."""
    state.round += 1
    state.starter = state.player = starter
    state.picked = 0
    state.thrown = state.asked = NOBODY
    state.again = state.ending = False
    for seat in range(MAX_PLAYERS):
        state.skips[seat] = state.taken[seat] = 0
    tell(dice, Happened.ROUND, starter, amount=state.round)
    for number in range(N_DICE):
        forget_loss(state, number)
    lay_boards(state)
    share_barrels(state)
    hand_out(state)
    if state.options.game == Mode.DRAFTING:
        state.phase = Phase.DRAFT
    else:
        prepare(state, dice)


def forget_loss(state: State, number: int) -> None:
    """No window is open for this die."""
    state.losses[number].seats = 0
    state.losses[number].face = 0
    state.losses[number].x = state.losses[number].y = 0.0


def lay_boards(state: State) -> None:
    """A board for each player, or those of the middle; where somebody builds all six wait for it (6.2)."""
    central, built = state.options.game == Mode.CENTRAL, builds(state)
    for number in range(N_BOARDS):
        board = state.boards[number]
        board.where = Where.BOX
        board.owner = number if number < CENTRE else NOBODY
        board.fixed = not built
    if built:
        for number in range(CENTRE, N_BOARDS):
            state.boards[number].where = Where.HAND
    elif central:
        for number, pose in enumerate(middle_places(boards_of_middle(state.n_players, state.options.boards))):
            put(state.boards[CENTRE + number], pose)
    else:
        for seat in range(state.n_players):
            put(state.boards[seat], board_place(state.n_players, seat))


def builds(state: State) -> bool:
    """Whether the starter builds the target of boards and barrels (6.2)."""
    return bool(state.options.game == Mode.CENTRAL and state.options.barrels)


def share_barrels(state: State) -> None:
    """An equal share each, and the rest stay in the box (R21); whoever builds has them all."""
    for number in range(N_BARRELS):
        barrel = state.barrels[number]
        barrel.where, barrel.owner, barrel.home = Where.BOX, NOBODY, NOBODY
        if builds(state):
            barrel.where = Where.HAND
        elif state.options.barrels and number < N_BARRELS // state.n_players * state.n_players:
            barrel.where, barrel.owner = Where.HAND, number % state.n_players


def hand_out(state: State) -> None:
    """Everybody has six dice of a colour; with the draft one of each colour for every player lies in the middle."""
    drafting = state.options.game == Mode.DRAFTING
    for number in range(N_DICE):
        die, (colour, copy) = state.dice[number], divmod(number, EACH)
        in_play = copy < state.n_players if drafting else colour < state.n_players
        die.where = Where.BOX if not in_play else Where.POOL if drafting else Where.HAND
        die.owner = NOBODY if drafting or not in_play else colour


def pooled(state: State, colour: int) -> list[int]:
    """Dice of a colour that can still be drafted."""
    return [number for number in dice_of(colour) if state.dice[number].where == Where.POOL]


def pick(state: State, seat: int, colour: int, dice: Dice) -> None:
    """Take a die of a colour from the middle; six times round, always the same way (R29)."""
    number = pooled(state, colour)[0]
    state.dice[number].where, state.dice[number].owner = Where.HAND, seat
    tell(dice, Happened.PICK, seat, item=colour, amount=number)
    state.picked += 1
    state.player = (seat + 1) % state.n_players
    if state.picked == EACH * state.n_players:
        prepare(state, dice)


def prepare(state: State, dice: Dice) -> None:
    """What comes before the first throw: barrels to be stood, or a target to be built."""
    state.player = state.starter
    if builds(state):
        state.phase = Phase.BUILD
    elif state.options.barrels:
        state.phase = Phase.BARRELS
    else:
        begin_throws(state, dice)


def begin_throws(state: State, dice: Dice) -> None:
    """The starter throws first."""
    state.player = state.starter
    take_turn(state, dice)


# --- turns


def in_hand(state: State, seat: int) -> list[int]:
    """The unused dice of a seat."""
    return [n for n in range(N_DICE) if state.dice[n].where == Where.HAND and state.dice[n].owner == seat]


def next_turn(state: State, dice: Dice) -> None:
    """Clockwise."""
    state.player = (state.player + 1) % state.n_players
    take_turn(state, dice)


def take_turn(state: State, dice: Dice) -> None:
    """Whoever owes a turn skips it (5.6); the round is over when no unused die is left (A7)."""
    state.thrown, state.again, state.asked = NOBODY, False, NOBODY
    while any(in_hand(state, seat) for seat in range(state.n_players)):
        if state.skips[state.player] > 0:
            state.skips[state.player] -= 1
            tell(dice, Happened.SKIP, state.player, amount=state.skips[state.player])
        elif in_hand(state, state.player):
            state.turn += 1
            state.phase = Phase.THROW
            tell_the_end(state, dice)
            return
        state.player = (state.player + 1) % state.n_players
    end_round(state, dice)


def tell_the_end(state: State, dice: Dice) -> None:
    """Once a round everybody is told that nobody has more than one die left."""
    if not state.ending and all(len(in_hand(state, seat)) <= 1 for seat in range(state.n_players)):
        state.ending = True
        tell(dice, Happened.LAST_THROWS, state.player)


# --- the end of a round, and of the match


def end_round(state: State, dice: Dice) -> None:
    """The most points win the round; if several have them, nobody does (section 2)."""
    points = points_of(state, judge(scene_of(state)))
    for seat, number in enumerate(points):
        state.points[state.round - 1, seat] = number
        tell(dice, Happened.BOARD_POINTS, seat, amount=number, total=state.taken[seat])
    best = [seat for seat, number in enumerate(points) if number == max(points)]
    if len(best) == 1:
        state.wins[best[0]] += 1
        state.round_winner[state.round - 1] = best[0]
    tell(dice, Happened.ROUND_WON, best[0] if len(best) == 1 else NOBODY, amount=max(points), item=state.round)
    if len(best) == 1 and state.wins[best[0]] >= state.options.rounds:
        crown(state, best[0], dice)
    elif state.round == MOST_ROUNDS:
        stop(state, dice)
    else:
        begin_round(state, next_starter(state), dice)


def next_starter(state: State) -> int:
    """Whoever won the latest round that was won, else whoever began (R18)."""
    for number in reversed(range(state.round)):
        if state.round_winner[number] != NOBODY:
            return int(state.round_winner[number])
    return int(state.first)


def crown(state: State, seat: int, dice: Dice) -> None:
    """The match is won."""
    state.winner = seat
    tell(dice, Happened.WIN, seat, amount=state.wins[seat])
    finish(state, dice)


def stop(state: State, dice: Dice) -> None:
    """After twenty rounds whoever has won most wins; a tie is a draw (section 8)."""
    wins = [state.wins[seat] for seat in range(state.n_players)]
    if wins.count(max(wins)) == 1:
        crown(state, wins.index(max(wins)), dice)
    else:
        tell(dice, Happened.DRAWN, NOBODY, amount=max(wins))
        finish(state, dice)


def finish(state: State, dice: Dice) -> None:
    """Nobody acts any more."""
    reveal(dice)
    state.player = NOBODY
    state.phase = Phase.OVER
