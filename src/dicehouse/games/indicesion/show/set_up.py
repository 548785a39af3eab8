"""Positions set up by hand: just before a throw, with everything where the words say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot, radians

from dicehouse.errors import BadSetting
from dicehouse.kit.reading import Reader, Word, by_seat, either, many, nothing, real, seat, table, whole
from dicehouse.kit.settings import short

from ..physics.bodies import TABLE, Quaternion, around, is_barrel, is_board, is_die, is_name, showing, times
from ..physics.lying import impossible
from ..physics.world import Pose
from ..rules.judge import judge
from ..rules.rounds import builds, hand_out, lay_boards, next_starter
from ..rules.seating import barrel_name, board_name, board_number, colour_of, die_number, put, scene_of, thing, things
from ..rules.settling import barrels_off
from ..rules.state import CENTRE, EACH, MOST_ROUNDS, N_BARRELS, N_BOARDS, N_DICE, NOBODY, Mode, Phase, State, Where

HALF = TABLE / 2 * 1000
HIGHEST = 1000
UP = (0.0, 0.0, 1.0)
SIDE = (0.0, 1.0, 0.0)


def _thing(says: str, fits: Callable[[str], bool]) -> Reader:
    """A reader of names of one kind."""

    def read(value: object, where: str, players: int) -> str:
        if not isinstance(value, str) or not is_name(value) or not fits(value):
            raise BadSetting(f"{where} has {says}, not {short(value)}.")
        return value

    return Reader(says, read)


def _place(says: str, turned: Callable[[Sequence[float], str], Quaternion]) -> Reader:
    """A reader of places: three numbers in millimetres, and how the thing is turned, in two numbers or as a whole."""

    def read(value: object, where: str, players: int) -> Pose:
        numbers = many(Reader("", lambda each, where, players: each), 7, 3)(value, where, players)
        bounds = [(-HALF, HALF), (-HALF, HALF), (0, HIGHEST), *[(-1000, 1000)] * 4]
        parts = zip(numbers, bounds, strict=False)
        numbers = [real(*bound)(each, f"{where}[{i}]", players) for i, (each, bound) in enumerate(parts)]
        x, y, z, *turn = numbers
        if len(turn) < 4:
            return Pose(x / 1000, y / 1000, z / 1000, *turned(turn, where))
        if not 0.99 < hypot(*turn) < 1.01:
            raise BadSetting(f"{where} ends with a quaternion, and its length is 1.")
        return Pose(x / 1000, y / 1000, z / 1000, *turn)

    return Reader(says, read)


def _die_turn(given: Sequence[float], where: str) -> Quaternion:
    face, turn = (*given, *(1, 0)[len(given) :])[:2] if len(given) < 3 else (0, 0)
    if face not in range(1, 7):
        raise BadSetting(f"{where} has a place, a face from 1 to 6 and a turn in degrees, or a place and a quaternion.")
    return showing(int(face), radians(turn))


def _board_turn(given: Sequence[float], where: str) -> Quaternion:
    if len(given) > 2:
        raise BadSetting(f"{where} has a place, a turn and a tilt in degrees, or a place and a quaternion.")
    turn, tilt = (*given, 0, 0)[:2]
    return times(around(UP, radians(turn)), around(SIDE, radians(tilt)))


def _read_hand(value: object, where: str, players: int) -> list[str]:
    if not isinstance(value, str) or len(value) > 200:
        raise BadSetting(f"{where} names dice, as in 'r2 r3', not {short(value)}.")
    return [die(name, where, players) for name in value.split()]


die = _thing("a die such as r1", is_die)
board = _thing("a board such as c1 or p1", is_board)
barrel = _thing("a barrel such as x1", is_barrel)
die_place = _place("a place, then perhaps a face and a turn", _die_turn)
board_place = _place("a place, then perhaps a turn and a tilt", _board_turn)
hand = Reader("the names of its dice in one text", _read_hand)

SET_UP: tuple[Word, ...] = (
    Word("lying", table(die, die_place, N_DICE), "where dice lie"),
    Word("hands", by_seat(hand), "the dice that each seat has still to throw, as in `r2 r3`; all others are out"),
    Word("boards", table(board, board_place, N_BOARDS), "boards that lie elsewhere, or the target that was built"),
    Word("barrels", table(barrel, board_place, N_BARRELS), "barrels on the table"),
    Word("homes", table(barrel, board, N_BARRELS), "on which board each of them was stood"),
    Word("player", seat, "who throws"),
    Word("first", seat, "who began the match"),
    Word("winners", many(either(seat, nothing), MOST_ROUNDS - 1), "who won each round before; None: nobody"),
    Word("taken", by_seat(whole(0, N_BARRELS)), "how many barrels each seat has taken"),
    Word("skips", by_seat(whole(0, EACH)), "how many turns each seat has to skip"),
)


def set_up(
    state: State,
    players: int,
    *,
    lying: Mapping[str, Pose] | None = None,
    hands: Sequence[Sequence[str]] = (),
    boards: Mapping[str, Pose] | None = None,
    barrels: Mapping[str, Pose] | None = None,
    homes: Mapping[str, str] | None = None,
    player: int = 0,
    first: int = 0,
    winners: Sequence[int | None] = (),
    taken: Sequence[int] = (),
    skips: Sequence[int] = (),
) -> None:
    """Put the game before a throw of `player`; BadSetting if there can't be such a position."""
    _rounds(state, players, winners, first)
    lay_boards(state)
    hand_out(state)
    for name, each in things(state):
        if not is_board(name) or each.where == Where.HAND:
            each.where = Where.BOX
    _lay_dice(state, lying or {}, hands)
    _move_boards(state, players, boards)
    _stand_barrels(state, barrels or {}, homes or {}, taken)
    _owe(state, skips)
    state.player = player
    state.phase = Phase.THROW
    state.thrown = NOBODY
    _check(state)


def _rounds(state: State, players: int, winners: Sequence[int | None], first: int) -> None:
    state.round = len(winners) + 1
    state.first = first
    for number, winner in enumerate(winners):
        state.round_winner[number] = NOBODY if winner is None else winner
    state.starter = next_starter(state)
    for each in range(players):
        state.wins[each] = list(winners).count(each)
        if state.wins[each] >= state.options.rounds:
            raise BadSetting(f"winners: seat {each} would have won the match already.")


def _lay_dice(state: State, lying: Mapping[str, Pose], hands: Sequence[Sequence[str]]) -> None:
    for owner, names in enumerate(hands):
        if len(names) > EACH:
            raise BadSetting(f"hands: seat {owner} has at most {EACH} dice, not {len(names)}.")
        for name in names:
            each = thing(state, name)
            if each.where == Where.HAND or name in lying:
                raise BadSetting(f"hands: {name} is in one place only, a hand or the table.")
            if state.options.game == Mode.CENTRAL and colour_of(die_number(name)) != owner:
                raise BadSetting(f"hands: with one target for all, {name} is no die of seat {owner}.")
            each.where, each.owner = Where.HAND, owner
    for name, pose in lying.items():
        if state.options.game == Mode.CENTRAL and colour_of(die_number(name)) >= state.n_players:
            raise BadSetting(f"lying: with one target for all, nobody plays with {name}.")
        put(thing(state, name), pose)


def _move_boards(state: State, players: int, boards: Mapping[str, Pose] | None) -> None:
    """In the middle the boards named and no others; elsewhere the boards named lie where the words say."""
    central = state.options.game == Mode.CENTRAL
    usable = [board_name(n) for n in (range(CENTRE, N_BOARDS) if central else range(players))]
    for name in boards or {}:
        if name not in usable:
            raise BadSetting(f"boards: {name} is not played with here, only {', '.join(usable)}.")
    if central and boards is not None:
        for name in usable:
            thing(state, name).where = Where.BOX
    for name, pose in (boards or {}).items():
        put(thing(state, name), pose)
    if not any(thing(state, name).where == Where.TABLE for name in usable):
        raise BadSetting("boards: at least one lies on the table, such as c1.")


def _stand_barrels(state: State, barrels: Mapping[str, Pose], homes: Mapping[str, str], taken: Sequence[int]) -> None:
    if (barrels or any(taken)) and not state.options.barrels:
        raise BadSetting("barrels: this game is played without; the setting barrels brings them.")
    if len(barrels) + sum(taken) > N_BARRELS:
        raise BadSetting(f"barrels: there are {N_BARRELS}, on the table and taken.")
    for name, pose in barrels.items():
        put(thing(state, name), pose)
        thing(state, name).home = NOBODY if builds(state) else _home(state, name, homes)
    for name in homes:
        if name not in barrels or builds(state):
            raise BadSetting(f"homes: {name} was stood on no board.")
    away = [name for name in map(barrel_name, range(N_BARRELS)) if name not in barrels]
    for name in away[: sum(taken)]:
        thing(state, name).where = Where.TAKEN
    for each, count in enumerate(taken):
        state.taken[each] = count


def _home(state: State, name: str, homes: Mapping[str, str]) -> int:
    home = homes.get(name)
    if home is None or thing(state, home).where != Where.TABLE:
        raise BadSetting(f"homes: say on which board of the table {name} was stood.")
    return board_number(home)


def _owe(state: State, skips: Iterable[int]) -> None:
    for each, count in enumerate(skips):
        if count and state.options.game != Mode.DRAFTING:
            raise BadSetting("skips: turns are skipped only with powers, in the game drafting.")
        state.skips[each] = count


def _check(state: State) -> None:
    """Whoever is to throw can, and nothing lies where something else is."""
    held = [sum(d.where == Where.HAND and d.owner == each for d in state.dice) for each in range(state.n_players)]
    if not held[state.player]:
        raise BadSetting(f"hands: seat {state.player} is to throw and needs a die in its hand.")
    for each, count in enumerate(held):
        if count + state.skips[each] > EACH:
            raise BadSetting(f"skips: seat {each} has {EACH} dice, and gave up one for each turn it skips.")
    scene = scene_of(state)
    for number in barrels_off(state, judge(scene)):
        raise BadSetting(f"barrels: {barrel_name(number)} has left its board, so somebody has taken it.")
    if why := impossible(scene, scene):
        raise BadSetting(f"lying: {why}.")
