"""What is listed in each phase, and what carries it out. Throws, placings and buildings may be described freely too."""

from __future__ import annotations

from collections.abc import Callable

from dicehouse.kit import tell

from . import barrels, codes, powers, rounds, shots
from .barrels import PIECES, READY, SPOTS
from .outcomes import Act
from .ready_throws import HOWS, clear_way, ready_throw, targets
from .seating import board_name, colour_of, die_name, thing
from .state import N_COLOURS, NOBODY, Happened, Phase, State, Where

Lists = Callable[[State, int], list[int]]
Does = Callable[[State, int, int, Act], None]


def legal(state: State, seat: int) -> list[int]:
    """The choices that are listed."""
    phase = Phase(state.phase)
    return PHASES[phase][0](state, seat) if phase in PHASES else []


def carry_out(state: State, seat: int, action: int, act: Act) -> None:
    """A choice, listed or free."""
    PHASES[Phase(state.phase)][1](state, seat, action, act)


# --- before the throws


def _starters(state: State, seat: int) -> list[int]:
    return [codes.START.of(other) for other in range(state.n_players)]


def _start(state: State, seat: int, action: int, act: Act) -> None:
    rounds.start(state, codes.START.seat(action), act.dice)


def _colours(state: State, seat: int) -> list[int]:
    return [codes.DRAFT.of(colour) for colour in range(N_COLOURS) if rounds.pooled(state, colour)]


def _draft(state: State, seat: int, action: int, act: Act) -> None:
    rounds.pick(state, seat, codes.DRAFT.colour(action), act.dice)


def _stands(state: State, seat: int) -> list[int]:
    """Every place on every board where a barrel fits."""
    places = [(board, spot) for board in range(state.n_players) for spot in range(len(SPOTS))]
    return [*(codes.STAND.of(*place) for place in places if barrels.fits(state, *place)), codes.ASIDE]


def _stand(state: State, seat: int, action: int, act: Act) -> None:
    if action == codes.ASIDE:
        barrels.aside(state, seat, act.dice)
    elif action in codes.STAND:
        barrels.stand(state, seat, stand_text(action), act)
    else:
        barrels.stand(state, seat, act.text, act)


def _builds(state: State, seat: int) -> list[int]:
    """Ready-made constructions, what can be taken away, and the end of building, if anything lies there."""
    found = [codes.BUILD.of(number) for number in range(len(READY))]
    lying = [number for number, name in enumerate(PIECES) if thing(state, name).where == Where.TABLE]
    if lying:
        found += [*(codes.TAKE.of(number) for number in lying), codes.CLEAR]
    return found if barrels.lacking(state) else [*found, codes.DONE]


def _build(state: State, seat: int, action: int, act: Act) -> None:
    if action in codes.BUILD:
        barrels.build(state, seat, list(READY)[codes.BUILD.target(action)], act)
    elif action in codes.TAKE:
        barrels.remove(state, seat, PIECES[codes.TAKE.piece(action)], act)
    elif action == codes.CLEAR:
        barrels.clear(state)
        tell(act.dice, Happened.REMOVED, seat, item=NOBODY)
    elif action == codes.DONE:
        barrels.finish(state, seat, act)
    else:
        barrels.place(state, seat, act.text, act)


# --- throws, and what may follow one


def _throws(state: State, seat: int) -> list[int]:
    """Ready throws of one die of each colour in hand at every target."""
    dice = list({colour_of(number): number for number in reversed(shots.to_throw(state, seat))}.values())
    ways = [
        (target, how)
        for target, name in enumerate(targets(state))
        for how, word in enumerate(HOWS)
        if clear_way(state, seat, word, name)
    ]
    return [codes.READY.of(how, die, target) for die in sorted(dice) for target, how in ways]


def _throw(state: State, seat: int, action: int, act: Act) -> None:
    shots.throw(state, seat, ready_text(state, seat, action, act) if action in codes.READY else act.text, act)


def _respawns(state: State, seat: int) -> list[int]:
    return [*(codes.RESPAWN.of(number) for number in powers.replaceable(state, seat)), codes.PASS]


def _respawn(state: State, seat: int, action: int, act: Act) -> None:
    if action in codes.RESPAWN:
        powers.respawn(state, seat, codes.RESPAWN.die(action), act.dice)
    else:
        powers.let_go(state, seat, act.dice)


def _second_thoughts(state: State, seat: int) -> list[int]:
    return [codes.AGAIN, codes.KEEP]


def _throw_again(state: State, seat: int, action: int, act: Act) -> None:
    if action == codes.AGAIN:
        powers.throw_again(state, seat, act)
    else:
        powers.keep(state, seat, act.dice)


PHASES: dict[Phase, tuple[Lists, Does]] = {
    Phase.STARTER: (_starters, _start),
    Phase.DRAFT: (_colours, _draft),
    Phase.BARRELS: (_stands, _stand),
    Phase.BUILD: (_builds, _build),
    Phase.THROW: (_throws, _throw),
    Phase.BLUE: (_respawns, _respawn),
    Phase.PINK: (_second_thoughts, _throw_again),
}


# --- listed choices as text


def stand_text(action: int) -> str:
    """A place for a barrel, in the notation."""
    board, spot = codes.STAND.board(action), codes.STAND.spot(action)
    return f"stand {board_name(board)} {list(SPOTS)[spot]}"


def ready_text(state: State, seat: int, action: int, act: Act) -> str:
    """The throw that a ready one stands for, in the notation; one that is replayed is what it was then."""
    how, die = HOWS[codes.READY.way(action)], die_name(codes.READY.die(action))
    target = targets(state)[codes.READY.target(action)]
    return act.meant("flight", die, target) or ready_throw(state, seat, how, die, target).text()
