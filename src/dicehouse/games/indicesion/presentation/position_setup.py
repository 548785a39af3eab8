"""Set up a position by hand: just before a throw, with everything where the words place it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import hypot, radians

from dicehouse.core.value_readers import (
    SetupField,
    ValueReader,
    any_of,
    list_by_seat,
    list_of,
    mapping_of,
    none_value,
    real_number,
    seat_number,
    whole_number,
)
from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..physics.bodies import TABLE, Quaternion, compose_turns, is_barrel, is_board, is_die, is_name, showing, turn_about
from ..physics.placement_check import why_impossible
from ..physics.world import Pose
from ..rules.judge import judge
from ..rules.motion_effects import barrels_off
from ..rules.rounds import hand_out_dice, lay_boards, next_starter, starter_builds
from ..rules.state import (
    CENTRE,
    EACH,
    MOST_ROUNDS,
    N_BARRELS,
    N_BOARDS,
    N_DICE,
    NO_DIE,
    NO_PIECE,
    NO_SEAT,
    Mode,
    Phase,
    PieceStatus,
    State,
)
from ..rules.table_layout import (
    all_pieces,
    barrel_name,
    board_name,
    board_number,
    colour_of,
    die_number,
    lay_piece,
    piece_named,
    scene_of,
)

HALF = TABLE / 2 * 1000
HIGHEST = 1000
UP = (0.0, 0.0, 1.0)
SIDE = (0.0, 1.0, 0.0)


def _thing(says: str, fits: Callable[[str], bool]) -> ValueReader:
    """Return a reader of names of one kind."""

    def read(value: object, where: str, players: int) -> str:
        if not isinstance(value, str) or not is_name(value) or not fits(value):
            raise BadSetting(f"{where} has {says}, not {shorten(value)}.")
        return value

    return ValueReader(says, read)


def _place(says: str, turned: Callable[[Sequence[float], str], Quaternion]) -> ValueReader:
    """Return a reader of places: three numbers in millimetres, and the turn, in two numbers or as a whole."""

    def read(value: object, where: str, players: int) -> Pose:
        numbers = list_of(ValueReader("", lambda each, where, players: each), 7, 3)(value, where, players)
        bounds = [(-HALF, HALF), (-HALF, HALF), (0, HIGHEST), *[(-1000, 1000)] * 4]
        parts = zip(numbers, bounds, strict=False)
        numbers = [real_number(*bound)(each, f"{where}[{i}]", players) for i, (each, bound) in enumerate(parts)]
        x, y, z, *turn = numbers
        if len(turn) < 4:
            return Pose(x / 1000, y / 1000, z / 1000, *turned(turn, where))
        if not 0.99 < hypot(*turn) < 1.01:
            raise BadSetting(f"{where} ends with a quaternion, and its length is 1.")
        return Pose(x / 1000, y / 1000, z / 1000, *turn)

    return ValueReader(says, read)


def _die_turn(given: Sequence[float], where: str) -> Quaternion:
    face, turn = (*given, *(1, 0)[len(given) :])[:2] if len(given) < 3 else (0, 0)
    if face not in range(1, 7):
        raise BadSetting(f"{where} has a place, a face from 1 to 6 and a turn in degrees, or a place and a quaternion.")
    return showing(int(face), radians(turn))


def _board_turn(given: Sequence[float], where: str) -> Quaternion:
    if len(given) > 2:
        raise BadSetting(f"{where} has a place, a turn and a tilt in degrees, or a place and a quaternion.")
    turn, tilt = (*given, 0, 0)[:2]
    return compose_turns(turn_about(UP, radians(turn)), turn_about(SIDE, radians(tilt)))


def _read_hand(value: object, where: str, players: int) -> list[str]:
    if not isinstance(value, str) or len(value) > 200:
        raise BadSetting(f"{where} names dice, as in 'r2 r3', not {shorten(value)}.")
    return [die(name, where, players) for name in value.split()]


die = _thing("a die such as r1", is_die)
board = _thing("a board such as c1 or p1", is_board)
barrel = _thing("a barrel such as x1", is_barrel)
die_place = _place("a place, then perhaps a face and a turn", _die_turn)
board_place = _place("a place, then perhaps a turn and a tilt", _board_turn)
hand = ValueReader("the names of its dice in one text", _read_hand)

SET_UP: tuple[SetupField, ...] = (
    SetupField("lying", mapping_of(die, die_place, N_DICE), "where dice lie"),
    SetupField(
        "hands", list_by_seat(hand), "the dice that each seat has still to throw, as in `r2 r3`; all others are out"
    ),
    SetupField(
        "boards", mapping_of(board, board_place, N_BOARDS), "boards that lie elsewhere, or the target that was built"
    ),
    SetupField("barrels", mapping_of(barrel, board_place, N_BARRELS), "barrels on the table"),
    SetupField("homes", mapping_of(barrel, board, N_BARRELS), "on which board each of them was stood"),
    SetupField("player", seat_number, "who throws"),
    SetupField("first", seat_number, "who began the match"),
    SetupField(
        "winners", list_of(any_of(seat_number, none_value), MOST_ROUNDS - 1), "who won each round before; None: nobody"
    ),
    SetupField("taken", list_by_seat(whole_number(0, N_BARRELS)), "how many barrels each seat has taken"),
    SetupField("skips", list_by_seat(whole_number(0, EACH)), "how many turns each seat has to skip"),
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
    """Put the game before a throw of `player`. Raise BadSetting if the position is impossible."""
    _rounds(state, players, winners, first)
    lay_boards(state)
    hand_out_dice(state)
    for name, each in all_pieces(state):
        if not is_board(name) or each.where == PieceStatus.HAND:
            each.where = PieceStatus.BOX
    _lay_dice(state, lying or {}, hands)
    _move_boards(state, players, boards)
    _stand_barrels(state, barrels or {}, homes or {}, taken)
    _owe(state, skips)
    state.player = player
    state.phase = Phase.THROW
    state.thrown = NO_DIE
    _check(state)


def _rounds(state: State, players: int, winners: Sequence[int | None], first: int) -> None:
    state.round = len(winners) + 1
    state.first = first
    for number, winner in enumerate(winners):
        state.round_winner[number] = NO_SEAT if winner is None else winner
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
            each = piece_named(state, name)
            if each.where == PieceStatus.HAND or name in lying:
                raise BadSetting(f"hands: {name} is in one place only, a hand or the table.")
            if state.options.game == Mode.CENTRAL and colour_of(die_number(name)) != owner:
                raise BadSetting(f"hands: with one target for all, {name} is no die of seat {owner}.")
            each.where, each.owner = PieceStatus.HAND, owner
    for name, pose in lying.items():
        if state.options.game == Mode.CENTRAL and colour_of(die_number(name)) >= state.n_players:
            raise BadSetting(f"lying: with one target for all, nobody plays with {name}.")
        lay_piece(piece_named(state, name), pose)


def _move_boards(state: State, players: int, boards: Mapping[str, Pose] | None) -> None:
    """Place the boards named in `boards`; in the middle there are no others."""
    central = state.options.game == Mode.CENTRAL
    usable = [board_name(n) for n in (range(CENTRE, N_BOARDS) if central else range(players))]
    for name in boards or {}:
        if name not in usable:
            raise BadSetting(f"boards: {name} is not played with here, only {', '.join(usable)}.")
    if central and boards is not None:
        for name in usable:
            piece_named(state, name).where = PieceStatus.BOX
    for name, pose in (boards or {}).items():
        lay_piece(piece_named(state, name), pose)
    if not any(piece_named(state, name).where == PieceStatus.TABLE for name in usable):
        raise BadSetting("boards: at least one lies on the table, such as c1.")


def _stand_barrels(state: State, barrels: Mapping[str, Pose], homes: Mapping[str, str], taken: Sequence[int]) -> None:
    if (barrels or any(taken)) and not state.options.barrels:
        raise BadSetting("barrels: this game is played without; the setting barrels brings them.")
    if len(barrels) + sum(taken) > N_BARRELS:
        raise BadSetting(f"barrels: there are {N_BARRELS}, on the table and taken.")
    for name, pose in barrels.items():
        lay_piece(piece_named(state, name), pose)
        piece_named(state, name).home = NO_PIECE if starter_builds(state) else _home(state, name, homes)
    for name in homes:
        if name not in barrels or starter_builds(state):
            raise BadSetting(f"homes: {name} was stood on no board.")
    away = [name for name in map(barrel_name, range(N_BARRELS)) if name not in barrels]
    for name in away[: sum(taken)]:
        piece_named(state, name).where = PieceStatus.TAKEN
    for each, count in enumerate(taken):
        state.taken[each] = count


def _home(state: State, name: str, homes: Mapping[str, str]) -> int:
    home = homes.get(name)
    if home is None or piece_named(state, home).where != PieceStatus.TABLE:
        raise BadSetting(f"homes: say on which board of the table {name} was stood.")
    return board_number(home)


def _owe(state: State, skips: Iterable[int]) -> None:
    for each, count in enumerate(skips):
        if count and state.options.game != Mode.DRAFTING:
            raise BadSetting("skips: turns are skipped only with powers, in the game drafting.")
        state.skips[each] = count


def _check(state: State) -> None:
    """Raise BadSetting if `player` can't throw or if bodies overlap."""
    held = [sum(d.where == PieceStatus.HAND and d.owner == each for d in state.dice) for each in range(state.n_players)]
    if not held[state.player]:
        raise BadSetting(f"hands: seat {state.player} is to throw and needs a die in its hand.")
    for each, count in enumerate(held):
        if count + state.skips[each] > EACH:
            raise BadSetting(f"skips: seat {each} has {EACH} dice, and gave up one for each turn it skips.")
    scene = scene_of(state)
    for number in barrels_off(state, judge(scene)):
        raise BadSetting(f"barrels: {barrel_name(number)} has left its board, so somebody has taken it.")
    if why := why_impossible(scene, scene):
        raise BadSetting(f"lying: {why}.")
