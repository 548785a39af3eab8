"""Liar's Dice: bid on dice that nobody sees all of, or call the last bid a lie."""

from __future__ import annotations

from enum import IntEnum

from dicehouse.kit import (
    Actions,
    Array,
    Codes,
    Dice,
    Layout,
    add,
    array,
    below,
    i8,
    record,
    reveal,
    roll,
    rules,
    show,
    tell,
)

FACES, WILD = 6, 1

_codes = Codes()
THROW = _codes.one()
LIAR = _codes.one()
BID = _codes.block(quantity=31, face=FACES + 1)  # the higher bid has the higher number; a quantity or face of 0 is none
ACTIONS = _codes.all()


# What a seat sees as numbers; seats are counted from the one that looks.
_seen = Layout()
OWN = _seen.plane("own dice", FACES, high=5, says="how many dice under the own cup show each face")
LEFT = _seen.plane("dice left", 6, high=5, says="how many dice each seat has")
QUANTITY = _seen.plane("quantity", high=30, says="of the last bid, 0 before the first")
FACE = _seen.plane("face", FACES, says="its face")
BIDDER = _seen.plane("bidder", 6, says="who made it")
PLAYER = _seen.plane("player", 6, says="who bids, calls or throws")
SHOWN = _seen.plane("shown", 6, FACES, high=5, says="the same for each seat, once the cups are lifted")
_secret = Layout("secret")
CUPS = _secret.plane("cups", 6, FACES, high=5, says="the same of all cups, lifted or not")
PLANES = _seen.planes + _secret.planes


class Happened(IntEnum):
    """Kinds of events; `words.py` makes them sentences."""

    FIRST, THROW, LOOKS, BID, LIAR, SHOWS, COUNT, LOSES, OUT, WIN = range(10)


@record
class Options:
    """The settings, as numbers."""

    dice: i8
    ones_wild: bool


@record
class State:
    """The whole position."""

    options: Options
    n_players: i8
    player: i8  # who bids, calls or throws
    quantity: i8  # of the last bid, 0 before the first one
    face: i8
    bidder: i8
    open: bool  # the cups are lifted
    left: Array[i8] = array(6)  # dice that each seat still has
    cups: Array[i8] = array(6, 5)  # the faces under each cup, then zeros


@rules
def deal(state: State, options: Options, n_players: int, dice: Dice) -> None:
    """Chance says who begins, and all throw."""
    state.options = options
    state.n_players = n_players
    for seat in range(n_players):
        state.left[seat] = options.dice
    state.player = below(dice, n_players)
    tell(dice, Happened.FIRST, state.player)
    throw_all(state, dice)


@rules
def throw_all(state: State, dice: Dice) -> None:
    """Dice under every cup, seen by their owners alone."""
    state.open = False
    state.quantity = 0
    tell(dice, Happened.THROW, state.player)
    for seat in range(state.n_players):
        throw(state, seat, dice)
        if state.left[seat] > 0:
            tell_cup(state, seat, Happened.LOOKS, dice)


@rules
def throw(state: State, seat: int, dice: Dice) -> None:
    """New dice under one cup."""
    for i in range(5):
        state.cups[seat, i] = roll(dice) if i < state.left[seat] else 0


@rules
def tell_cup(state: State, seat: int, kind: int, dice: Dice) -> None:
    """An event with the dice of one cup."""
    tell(dice, kind, seat)
    for i in range(state.left[seat]):
        show(dice, state.cups[seat, i])


@rules
def redeal(state: State, seat: int, dice: Dice) -> None:
    """Under the cups of the others may be anything, until they are lifted."""
    for other in range(state.n_players):
        if other != seat and not state.open:
            throw(state, other, dice)


@rules
def over(state: State) -> bool:
    """Only one player has dice."""
    return seats_left(state) == 1


@rules
def seats_left(state: State) -> int:
    """How many players have dice."""
    count = 0
    for seat in range(state.n_players):
        count += state.left[seat] > 0
    return count


@rules
def dice_left(state: State) -> int:
    """How many dice lie under all cups."""
    count = 0
    for seat in range(state.n_players):
        count += state.left[seat]
    return count


@rules
def acting(state: State) -> int:
    """The turn player and nobody else, as a mask of seats."""
    return 0 if over(state) else 1 << state.player


@rules
def legal(state: State, seat: int, actions: Actions) -> None:
    """Throw when the cups are open; else call the last bid a lie, or bid higher."""
    if state.open:
        add(actions, THROW)
    else:
        if state.quantity > 0:
            add(actions, LIAR)
        for face in range(1, FACES + 1):
            for quantity in range(1, dice_left(state) + 1):
                if BID.of(quantity, face) > BID.of(state.quantity, state.face):
                    add(actions, BID.of(quantity, face))


@rules
def apply(state: State, seat: int, action: int, dice: Dice) -> None:
    """Carry out a legal action."""
    if action == THROW:
        throw_all(state, dice)
    elif action == LIAR:
        lift_cups(state, seat, dice)
    else:
        state.quantity = BID.quantity(action)
        state.face = BID.face(action)
        state.bidder = seat
        state.player = next_seat(state, seat)
        tell(dice, Happened.BID, seat, item=state.face, amount=state.quantity)


@rules
def lift_cups(state: State, caller: int, dice: Dice) -> None:
    """Everybody sees all dice: one of the two loses one of theirs, and is the next to throw."""
    reveal(dice)
    state.open = True
    tell(dice, Happened.LIAR, caller, other=state.bidder)
    found = 0
    for seat in range(state.n_players):
        found += matching(state, seat, state.face)
        if state.left[seat] > 0:
            tell_cup(state, seat, Happened.SHOWS, dice)
    tell(dice, Happened.COUNT, state.bidder, item=state.face, amount=found)
    lose_die(state, caller if found >= state.quantity else state.bidder, dice)


@rules
def matching(state: State, seat: int, face: int) -> int:
    """How many dice of a cup count as this face."""
    count = 0
    for i in range(5):
        die = state.cups[seat, i]
        count += die == face or (die == WILD and state.options.ones_wild)
    return count


@rules
def lose_die(state: State, seat: int, dice: Dice) -> None:
    """The die goes at the next throw: until then the cups lie open as they were."""
    state.left[seat] -= 1
    state.player = seat if state.left[seat] > 0 else next_seat(state, seat)
    tell(dice, Happened.LOSES, seat, amount=state.left[seat])
    if state.left[seat] == 0:
        tell(dice, Happened.OUT, seat)
    if over(state):
        tell(dice, Happened.WIN, state.player, amount=state.left[state.player])


@rules
def next_seat(state: State, seat: int) -> int:
    """The next player who has dice."""
    found = (seat + 1) % state.n_players
    while state.left[found] == 0:
        found = (found + 1) % state.n_players
    return found


@rules
def scores(state: State, out: Array[float]) -> None:
    """The dice that are left."""
    for seat in range(state.n_players):
        out[seat] = state.left[seat]


@rules
def shares(state: State, out: Array[float]) -> None:
    """The whole win to the last one with dice."""
    for seat in range(state.n_players):
        out[seat] = 1.0 if over(state) and state.left[seat] > 0 else 0.0


@rules
def observe(state: State, seat: int, out: Array[float]) -> None:
    """The own cup, the bid, and how many dice there are; all cups once they are lifted."""
    count_faces(state, seat, out, OWN)
    if state.quantity > 0:
        out[QUANTITY] = state.quantity
        out[FACE + state.face - 1] = 1
        out[BIDDER + from_seat(state, seat, state.bidder)] = 1
    out[PLAYER + from_seat(state, seat, state.player)] = 1
    for other in range(state.n_players):
        at = from_seat(state, seat, other)
        out[LEFT + at] = state.left[other]
        if state.open:
            count_faces(state, other, out, SHOWN + FACES * at)


@rules
def secrets(state: State, seat: int, out: Array[float]) -> None:
    """What lies under every cup."""
    for other in range(state.n_players):
        count_faces(state, other, out, CUPS + FACES * from_seat(state, seat, other))


@rules
def count_faces(state: State, seat: int, out: Array[float], first: int) -> None:
    """How many dice of a cup show each face."""
    for i in range(5):
        if state.cups[seat, i] > 0:
            out[first + state.cups[seat, i] - 1] += 1


@rules
def from_seat(state: State, seat: int, other: int) -> int:
    """How many seats further on another one sits."""
    return (other - seat + state.n_players) % state.n_players
