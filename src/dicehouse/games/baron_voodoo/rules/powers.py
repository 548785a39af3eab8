"""The powers of the four Loas (section 6b), each chosen in small steps.

A power before the capture is only offered where a capture is possible afterwards (S7), so every test of a whole use
carries it out on the board, looks, and takes it back.
"""

from __future__ import annotations

from dicehouse.kit.actions import Actions, add
from dicehouse.kit.compiling import local_array, rules
from dicehouse.kit.dice import Dice, tell

from .board import COMPLETE, DIE, any_jump, find_jump, height, is_jump, jump_alike, lift, put, put_under, side_of
from .sides import named, pay
from .state import NOBODY, SIZE, SPACES, Happened, Loa, Phase, State, Step

LINES = 2 * SIZE  # rows, then files
BACK = 0  # to the left, or up
FORTH = 1
SINGLE_ONLY = 1
ROWS_ONLY = 1

POWER = 410  # + Loa
LINE = 430  # + 2 * line + end
SPACE = 500  # + space
UNDER = 550  # + space


@rules
def price_of(state: State, seat: int, power: int) -> int:
    """Offerings that a power costs: none for one's own Loa, nor for who holds the Baron Samedi token (S19)."""
    free = power == state.players[seat].loa or (state.samedi == side_of(state, seat) and not state.solo)
    return 0 if free else 1


@rules
def in_play(state: State, power: int) -> bool:
    """Whether somebody has this Loa."""
    for seat in range(state.n_players):
        if state.players[seat].loa == power:
            return True
    return False


@rules
def usable(state: State, seat: int, power: int) -> bool:
    """Whether `seat` can pay for a power, and there is a use for it now."""
    if price_of(state, seat, power) > state.sides[side_of(state, seat)].offerings:
        return False
    if not state.options.other_powers and not in_play(state, power):
        return False
    if power == Loa.MAMY_WATA:
        return wata_has_use(state, seat)
    if power == Loa.GRAN_BWA:
        return bwa_has_use(state, seat)
    if power == Loa.PAPA_LEGBA:
        return legba_has_use(state, seat)
    return erzulie_has_use(state, seat)


@rules
def legal_powers(state: State, seat: int, actions: Actions) -> None:
    """The powers that may be begun now (A or D)."""
    for power in range(4):
        if usable(state, seat, power):
            add(actions, POWER + power)


@rules
def frees(state: State, seat: int) -> bool:
    """Whether some power makes a capture possible (S8)."""
    for power in range(4):
        if usable(state, seat, power):
            return True
    return False


@rules
def begin_power(state: State, seat: int, power: int, dice: Dice) -> None:
    """Pay for a power and begin to choose."""
    price = price_of(state, seat, power)
    pay(state, seat, price)
    state.power = power
    state.power_used = True
    tell(dice, Happened.POWER, named(state, seat), item=power, amount=price)
    if power == Loa.MAMY_WATA:
        state.phase = Phase.WATA
    elif power == Loa.GRAN_BWA:
        state.phase = Phase.BWA
    elif power == Loa.PAPA_LEGBA:
        state.phase = Phase.LEGBA
    else:
        state.phase = Phase.ERZULIE


@rules
def end_power(state: State) -> None:
    """The power is used: the capture comes next, or the end of the turn."""
    state.power = state.held = state.held_to = NOBODY
    if state.step <= Step.B:
        state.step = Step.B
        state.phase = Phase.CAPTURE
    else:
        state.step = Step.END
        state.phase = Phase.STEPS


@rules
def known_jump(state: State, seat: int) -> int:
    """A capture that is possible before the power is used; NOBODY if none is, or none is needed."""
    return NOBODY if state.step > Step.B else find_jump(state, seat)


@rules
def will_do(state: State, seat: int, known: int) -> bool:
    """Whether the board as it stands after a power will do: before the capture, one must be possible. Most uses leave
    the `known` one possible, which spares a search.
    """
    if state.step > Step.B or (known != NOBODY and is_jump(state, seat, known)):
        return True
    return any_jump(state, seat)


# --- Mamy Wata: a line is pushed together


@rules
def on_line(line: int, i: int) -> int:
    """The i-th space of a row or file."""
    return SIZE * line + i if line < SIZE else SIZE * i + line - SIZE


@rules
def slide(state: State, line: int, end: int) -> bool:
    """Push all stacks of a line to one end, in their order; whether anything moved."""
    back = -1 if end == FORTH else 1
    at = free = state.high if end == FORTH else state.low
    moved = False
    while state.low <= at <= state.high:
        here = on_line(line, at)
        if state.board[here] != 0:
            there = on_line(line, free)
            if here != there:
                state.board[there] = state.board[here]
                state.board[here] = 0
                moved = True
            free += back
        at += back
    return moved


@rules
def wata_works(state: State, seat: int, line: int, end: int, known: int) -> bool:
    """Whether this line may be pushed to this end (S13)."""
    before = local_array(SIZE)
    for i in range(SIZE):
        before[i] = state.board[on_line(line, i)]
    works = slide(state, line, end) and will_do(state, seat, known)
    for i in range(SIZE):
        state.board[on_line(line, i)] = before[i]
    return works


@rules
def lines(state: State) -> int:
    """How many lines there are to push: rows and files, or rows only."""
    return SIZE if state.options.power_lines == ROWS_ONLY else LINES


@rules
def wata_has_use(state: State, seat: int) -> bool:
    """Whether any line may be pushed."""
    known = known_jump(state, seat)
    for line in range(lines(state)):
        if wata_works(state, seat, line, BACK, known) or wata_works(state, seat, line, FORTH, known):
            return True
    return False


@rules
def legal_wata(state: State, seat: int, actions: Actions) -> None:
    """Every line with every end."""
    known = known_jump(state, seat)
    for line in range(lines(state)):
        for end in range(2):
            if wata_works(state, seat, line, end, known):
                add(actions, LINE + 2 * line + end)


@rules
def use_wata(state: State, seat: int, choice: int, dice: Dice) -> None:
    """Push the line."""
    line, end = choice >> 1, choice & 1
    slide(state, line, end)
    tell(dice, Happened.WATA, named(state, seat), item=line, amount=end)
    end_power(state)


# --- Gran Bwa: the upper dice of a stack are spread over others (S16, A7)


@rules
def takes_more(state: State, space: int, source: int) -> bool:
    """Whether a die may be put there: on other dice, on at most two."""
    return space != source and 0 < state.board[space] < COMPLETE


@rules
def next_works(state: State, seat: int, source: int, first: int, to: int, under: bool, known: int) -> bool:
    """Whether the second die may go there, the first lying on `first` already. Of two equal dice the first takes the
    lower-numbered space, and never the place beneath: the same board is one choice.
    """
    if not takes_more(state, to, source):
        return False
    same = (state.board[source] & DIE) == (state.board[first] & DIE)
    if (under and (same or to != first)) or (same and to < first):
        return False
    before, stack = state.board[to], state.board[source]
    place_next(state, source, to, under)
    works = will_do(state, seat, known)
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def place_next(state: State, source: int, to: int, under: bool) -> int:
    """Move the second die; returns it."""
    die = lift(state, source)
    if under:
        put_under(state, to, die)
    else:
        put(state, to, die)
    return die


@rules
def top_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Whether the top die may go there, with a place left for the other one."""
    if not takes_more(state, to, source):
        return False
    before, stack = state.board[to], state.board[source]
    put(state, to, lift(state, source))
    works = will_do(state, seat, known) if height(stack) == 2 else next_has_place(state, seat, source, to, known)
    state.board[to] = before
    state.board[source] = stack
    return works


@rules
def next_has_place(state: State, seat: int, source: int, first: int, known: int) -> bool:
    """Whether the second die can go anywhere."""
    for space in range(SPACES):
        if next_works(state, seat, source, first, space, False, known) or next_works(
            state, seat, source, first, space, True, known
        ):
            return True
    return False


@rules
def stack_works(state: State, seat: int, source: int, known: int) -> bool:
    """Whether this stack can be spread."""
    if height(state.board[source]) < 2:
        return False
    for space in range(SPACES):
        if top_works(state, seat, source, space, known):
            return True
    return False


@rules
def bwa_has_use(state: State, seat: int) -> bool:
    """Whether any stack can be spread."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if stack_works(state, seat, space, known):
            return True
    return False


@rules
def legal_bwa(state: State, seat: int, actions: Actions) -> None:
    """The choice at hand: a stack, a space for its top die, or one for the next."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if state.phase == Phase.BWA:
            if stack_works(state, seat, space, known):
                add(actions, SPACE + space)
        elif state.phase == Phase.BWA_TOP:
            if top_works(state, seat, state.held, space, known):
                add(actions, SPACE + space)
        else:
            if next_works(state, seat, state.held, state.held_to, space, False, known):
                add(actions, SPACE + space)
            if next_works(state, seat, state.held, state.held_to, space, True, known):
                add(actions, UNDER + space)


@rules
def use_bwa(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out one choice; the bottom die stays."""
    under = action >= UNDER
    space = action - (UNDER if under else SPACE)
    if state.phase == Phase.BWA:
        state.held = space
        state.phase = Phase.BWA_TOP
        return
    die = place_next(state, state.held, space, under)
    tell(dice, Happened.SPREAD, named(state, seat), other=state.held, item=die, amount=space, total=under)
    if state.phase == Phase.BWA_TOP and height(state.board[state.held]) == 2:
        state.held_to = space
        state.phase = Phase.BWA_NEXT
    else:
        end_power(state)


# --- Papa Legba: a die goes to an empty space of its line (S13, S14, S25)


@rules
def legba_works(state: State, seat: int, source: int, to: int, known: int) -> bool:
    """Whether the accessible die of one space may go to the other, which lies on one of its lines."""
    if state.board[to] != 0:
        return False
    stack = state.board[source]
    put(state, to, lift(state, source))
    works = will_do(state, seat, known)
    state.board[to] = 0
    state.board[source] = stack
    return works


@rules
def on_one_line(state: State, one: int, other: int) -> bool:
    """Whether a die could move from one space to the other: along rows, or files too, in the area in play (A11)."""
    row, column = other // SIZE, other % SIZE
    if row < state.low or row > state.high or column < state.low or column > state.high:
        return False
    return one // SIZE == row or (one % SIZE == column and state.options.power_lines != ROWS_ONLY)


@rules
def legba_die_works(state: State, seat: int, source: int, known: int) -> bool:
    """Whether this space's accessible die has somewhere to go."""
    stack = state.board[source]
    if stack == 0 or (state.options.legba == SINGLE_ONLY and stack > DIE):
        return False
    row, file = source // SIZE, SIZE + source % SIZE
    for i in range(state.low, state.high + 1):
        if legba_works(state, seat, source, on_line(row, i), known):
            return True
        if lines(state) > file and legba_works(state, seat, source, on_line(file, i), known):
            return True
    return False


@rules
def legba_has_use(state: State, seat: int) -> bool:
    """Whether any die has somewhere to go."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if legba_die_works(state, seat, space, known):
            return True
    return False


@rules
def legal_legba(state: State, seat: int, actions: Actions) -> None:
    """The choice at hand: a die, or where it goes."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if state.phase == Phase.LEGBA:
            if legba_die_works(state, seat, space, known):
                add(actions, SPACE + space)
        elif on_one_line(state, state.held, space) and legba_works(state, seat, state.held, space, known):
            add(actions, SPACE + space)


@rules
def use_legba(state: State, seat: int, space: int, dice: Dice) -> None:
    """Choose the die, or move it."""
    if state.phase == Phase.LEGBA:
        state.held = space
        state.phase = Phase.LEGBA_TO
        return
    die = lift(state, state.held)
    put(state, space, die)
    tell(dice, Happened.MOVE, named(state, seat), other=state.held, item=die, amount=space)
    end_power(state)


# --- Erzulie Freda: two single dice change places


@rules
def swap(state: State, one: int, other: int) -> None:
    """Two spaces exchange what stands on them."""
    stack = state.board[one]
    state.board[one] = state.board[other]
    state.board[other] = stack


@rules
def is_single(state: State, space: int) -> bool:
    """Whether one die stands there alone."""
    return 0 < state.board[space] <= DIE


@rules
def erzulie_works(state: State, seat: int, one: int, other: int, known: int) -> bool:
    """Whether these two single dice are different ones that may change places."""
    if not is_single(state, other) or state.board[one] == state.board[other]:
        return False
    if jump_alike(state, seat, state.board[one], state.board[other]):
        return state.step > Step.B or known != NOBODY
    swap(state, one, other)
    works = will_do(state, seat, known)
    swap(state, one, other)
    return works


@rules
def erzulie_die_works(state: State, seat: int, one: int, known: int) -> bool:
    """Whether this space's die is single and has a partner."""
    if not is_single(state, one):
        return False
    for other in range(SPACES):
        if erzulie_works(state, seat, one, other, known):
            return True
    return False


@rules
def erzulie_has_use(state: State, seat: int) -> bool:
    """Whether any two dice may change places."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if erzulie_die_works(state, seat, space, known):
            return True
    return False


@rules
def legal_erzulie(state: State, seat: int, actions: Actions) -> None:
    """The choice at hand: one die, or its partner."""
    known = known_jump(state, seat)
    for space in range(SPACES):
        if state.phase == Phase.ERZULIE:
            if erzulie_die_works(state, seat, space, known):
                add(actions, SPACE + space)
        elif erzulie_works(state, seat, state.held, space, known):
            add(actions, SPACE + space)


@rules
def use_erzulie(state: State, seat: int, space: int, dice: Dice) -> None:
    """Choose the one, or exchange it with the other."""
    if state.phase == Phase.ERZULIE:
        state.held = space
        state.phase = Phase.ERZULIE_WITH
        return
    tell(
        dice,
        Happened.SWAP,
        named(state, seat),
        other=state.held,
        item=state.board[state.held],
        amount=space,
        total=state.board[space],
    )
    swap(state, state.held, space)
    end_power(state)
