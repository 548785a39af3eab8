"""inDICEsion: the face of the rules towards the kit; `engine.Foam` runs them.

They are plain Python: what takes time is the physics, and that is compiled already. Numbers in brackets name sections,
rulings and amendments of this folder's README: (5.5), (R14), (A1).
"""

from __future__ import annotations

from typing import Any

from dicehouse.kit import tell

from . import barrels, codes, powers, rounds, shots
from .judge import judge
from .measured import Act
from .ready import HOWS, ready_throw, targets
from .rounds import deal, in_hand
from .scoring import points_of
from .seating import die_name, scene_of, thing
from .state import MAX_PLAYERS, N_COLOURS, NOBODY, Happened, Options, Phase, State, Where

__all__ = ["MAX_PLAYERS", "Options", "State", "acting", "apply", "deal", "legal", "over", "scores", "shares"]


def acting(state: Any) -> int:
    """The seat that decides, as a mask."""
    if state.phase == Phase.OVER:
        return 0
    return 1 << int(state.asked if state.phase == Phase.BLUE else state.player)


def legal(state: Any, seat: int) -> list[int]:
    """The choices that are listed; a throw, a placing or a building may be described freely as well."""
    phase = state.phase
    if phase == Phase.STARTER:
        return [codes.START + other for other in range(state.n_players)]
    if phase == Phase.DRAFT:
        return [codes.DRAFT + colour for colour in range(N_COLOURS) if _left(state, colour)]
    if phase == Phase.BARRELS:
        return [*_stands(state), codes.ASIDE]
    if phase == Phase.BUILD:
        return _builds(state)
    if phase == Phase.THROW:
        return _throws(state, seat)
    if phase == Phase.BLUE:
        return [*(codes.RESPAWN + number for number in powers.replaceable(state, seat)), codes.PASS]
    return [codes.AGAIN, codes.KEEP]


def _left(state: Any, colour: int) -> bool:
    return any(state.dice[6 * colour + copy].where == Where.POOL for copy in range(6))


def _stands(state: Any) -> list[int]:
    """Every place of every board where a barrel fits."""
    found = []
    for board in range(state.n_players):
        for spot in range(len(barrels.SPOTS)):
            if barrels.fits(state, board, spot):
                found.append(codes.STAND + 8 * board + spot)
    return found if barrels.barrels_in_hand(state, state.player) else []


def _builds(state: Any) -> list[int]:
    """Ready-made constructions, what can be taken away, and the end of building, if anything lies there."""
    found = [codes.BUILD + number for number in range(len(barrels.READY))]
    lying = [n for n, name in enumerate(barrels.pieces(state)) if thing(state, name).where == Where.TABLE]
    if lying:
        found += [*(codes.TAKE + number for number in lying), codes.CLEAR]
    return found if barrels.lacking(state) else [*found, codes.DONE]


def _throws(state: Any, seat: int) -> list[int]:
    """Ready throws of one die of each colour in hand at every target."""
    numbers = [state.thrown] if state.again else in_hand(state, seat)
    dice = list({number // 6: number for number in reversed(numbers)}.values())
    return [
        codes.READY + 512 * how + 8 * number + target
        for number in sorted(dice)
        for target in range(len(targets(state)))
        for how in range(len(HOWS))
    ]


def apply(state: Any, seat: int, action: int, act: Act) -> None:
    """Carry out a choice; a free one is read from `act.text`."""
    if action in FREE:
        FREE[action](state, seat, act.text, act)
    elif action >= codes.READY:
        shots.throw(state, seat, ready_text(state, seat, action), act)
    elif action >= codes.RESPAWN:
        powers.respawn(state, seat, action - codes.RESPAWN, act.dice)
    elif action >= codes.TAKE:
        barrels.remove(state, seat, barrels.pieces(state)[action - codes.TAKE], act)
    elif action >= codes.BUILD:
        barrels.build(state, seat, list(barrels.READY)[action - codes.BUILD], act)
    elif action >= codes.STAND:
        board, spot = divmod(action - codes.STAND, 8)
        barrels.stand(state, seat, f"stand p{board + 1} {list(barrels.SPOTS)[spot]}", act)
    elif action >= codes.DRAFT:
        rounds.pick(state, seat, action - codes.DRAFT, act.dice)
    elif action >= codes.START:
        rounds.start(state, action - codes.START, act.dice)
    else:
        _answer(state, seat, action, act)


def _answer(state: Any, seat: int, action: int, act: Act) -> None:
    """The choices that need no number."""
    if action == codes.ASIDE:
        barrels.aside(state, seat, act.dice)
    elif action == codes.CLEAR:
        barrels.clear(state)
        tell(act.dice, Happened.REMOVED, seat, item=NOBODY)
    elif action == codes.DONE:
        barrels.finish(state, seat, act)
    elif action == codes.PASS:
        powers.let_go(state, seat, act.dice)
    elif action == codes.AGAIN:
        powers.throw_again(state, seat, act)
    else:
        powers.keep(state, seat, act.dice)


def ready_text(state: Any, seat: int, action: int) -> str:
    """The throw that a ready one stands for, in the notation."""
    how, rest = divmod(action - codes.READY, 512)
    number, target = divmod(rest, 8)
    return ready_throw(state, seat, HOWS[how], die_name(number), targets(state)[target]).text()


FREE = {codes.FREE_THROW: shots.throw, codes.FREE_STAND: barrels.stand, codes.FREE_PUT: barrels.place}


def over(state: Any) -> bool:
    """Whether somebody has won, or nobody can any more."""
    return bool(state.phase == Phase.OVER)


def scores(state: Any, out: Any) -> None:
    """Rounds won."""
    for seat in range(state.n_players):
        out[seat] = state.wins[seat]


def shares(state: Any, out: Any) -> None:
    """The win; in a draw those who have won most have equal shares."""
    most = max(state.wins[seat] for seat in range(state.n_players))
    drawn = state.phase == Phase.OVER and state.winner == NOBODY
    best = [drawn and state.wins[seat] == most for seat in range(state.n_players)]
    for seat in range(state.n_players):
        out[seat] = best[seat] / sum(best) if drawn else float(state.phase == Phase.OVER and seat == state.winner)


def now(state: Any) -> list[int]:
    """Everybody's points of this round as it all lies."""
    return points_of(state, judge(scene_of(state)))
