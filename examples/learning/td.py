"""Learn what positions of Baron Voodoo are worth: temporal differences, TD(lambda) (Sutton 1988, Tesauro 1992), on the
CPU.

    pip install '.[learn]'
    python examples/learning/td.py --save value.npy --curve curve.svg
    python examples/learning/td.py --load value.npy --learn 0 --bots sensible      # plays only; needs no PyTorch

After the set-up dice are thrown, the game has no more chance and nothing hidden: each action leads to one position.
There are too many ways through a turn to try them all. So for each option the net lets the bot `sensible` play the turn
to its end, and judges the position in which the next turn begins. At first it learns by watching `sensible` play, which
is fast, and then from games against itself. A compiled program of this script plays the games.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from picture import Point, curve

from dicehouse.arena.intervals import wilson_interval
from dicehouse.bots.named_opponents import policy_code
from dicehouse.compiler.linker import units_by_file
from dicehouse.compiler.memory_intrinsics import batch_in, local_floats, local_record, record_in
from dicehouse.compiler.program import (
    BYTE_ARRAY,
    FLOAT_ARRAY,
    INT,
    INT_ARRAY,
    EntryPoint,
    EntryPoints,
    Program,
    array_type,
    entry_point,
    get_program,
)
from dicehouse.compiler.rule_compiler import local_array, rules
from dicehouse.core.bit_sets import count_bits, lowest_bit
from dicehouse.core.dice import Dice, draw_below, start_stream
from dicehouse.core.observation_planes import PlaneLayout
from dicehouse.core.policy import SENSIBLE_KIND
from dicehouse.engine.entry_points import ACTIONS_DTYPE, DICE_DTYPE, MAX_SEATS, first_seat
from dicehouse.engine.playouts import pack_options
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.games import find
from dicehouse.games.baron_voodoo.ai.set_values import LAYERS, LOAS_DICE, SHOWN, add_die, layer_zone, zone_worth
from dicehouse.games.baron_voodoo.rules.board import (
    COMPLETE,
    DIE,
    JUMP_MASKS,
    STEP,
    colour_of,
    die_of,
    height,
    kinds_of,
    protected_kinds,
    shift_spaces,
)
from dicehouse.games.baron_voodoo.rules.sides import colour_count
from dicehouse.games.baron_voodoo.rules.state import (
    KINDS,
    N_COLOURS,
    N_FACES,
    N_LOAS,
    NO_SEAT,
    SPACES,
    Colour,
    Phase,
    State,
)
from dicehouse.records.record import dtype
from dicehouse.search.bot_decisions import choose_action
from dicehouse.text_format import format_interval, format_percent

try:
    import torch
except ImportError:  # playing needs no PyTorch
    torch = None

HIDDEN = 64  # of the one hidden layer
GAMES, KEPT = 200, 200_000  # games between two updates; positions that it remembers, the latest ones
AGAIN, PART = 6, 512  # about how often each position is learned from; positions at a time
RATE, TRACE = 1e-3, 0.8  # of Adam, at the start; lambda, in games against itself
ODD, ODDER = 20, 50  # random choices on the board per 1,000: in its own games, in those it watches
CURVE_GAMES, CURVE_EVERY = 100, 10  # games for each point of the curve, and updates between two points
LONGEST = 500  # turns of a game that are stored
NET = -1  # the number of this kind of bot
SEATS = 2
ROW, ROWS = (array_type("float32", dimensions) for dimensions in (1, 2))

# --- the net's input: first the observing seat, then the other one

DICE_KINDS = KINDS - 1
_seen = PlaneLayout()
POINTS = _seen.plane("points", SEATS, says="victory points, in tens")
BANKED = _seen.plane("banked", SEATS, says="points of the combos in the Capture zone, in tens")
ENDS = _seen.plane("ends", SEATS, says="both together are enough to start the end")
CAUGHT = _seen.plane("caught", SEATS, says="points of those combos after the best capture, in tens")
PREY = _seen.plane("prey", SEATS, says="spaces whose top die it could capture, in tens")
OFFERINGS = _seen.plane("offerings", SEATS, says="in fives")
GUARDED = _seen.plane("guarded", SEATS, says="the Protection token is active")
SAMEDI = _seen.plane("samedi", SEATS, says="holds the Baron Samedi token")
TRIGGER = _seen.plane("trigger", SEATS, says="started the end")
LOA = _seen.plane("loa", SEATS, N_LOAS, says="its Loa")
SPIRIT = _seen.plane("spirit", SEATS, N_COLOURS, says="dice in the Spirit World by colour, in fours")
ZONE = _seen.plane("zone", SEATS, N_COLOURS, says="dice in the Capture zone by colour, in fours")
COLOUR_SETS = _seen.plane("sets of a colour", SEATS, N_LOAS, says="dice that go together, with white ones, in fours")
FACE_SETS = _seen.plane("sets of a face", SEATS, N_FACES, says="the same")
DICE_HELD = _seen.plane("dice", SEATS, DICE_KINDS, says="dice in the Capture zone by kind, in pairs")
REACH = _seen.plane("reach", SEATS, DICE_KINDS, says="kinds of dice that it could capture")
AHEAD = _seen.plane("ahead", SEATS, says="by how many points, in tens; and with what is banked")
MAJORITY = _seen.plane("majority", 2, N_COLOURS, says="more dice in the Spirit World: 1, fewer: -1; and with the zones")
MORE = _seen.plane("more", N_COLOURS, says="how many more dice of each colour, in fours")
BEGAN = _seen.plane("began", says="began the game: the other has the last turn")
TURN = _seen.plane("turn", says="turns so far, in forties")
LEFT = _seen.plane("left", says="dice on the board, of 48")
RESERVE = _seen.plane("reserve", says="offerings that nobody has, in twenties")
EXTRA = _seen.plane("extra", says="the turn is the extra turn")
WIDTH = _seen.width


@rules
def see(state: State, seat: int, row: Any) -> None:
    """Write the net's input into its row, for a position at the beginning of a turn of `seat`."""
    row[:] = 0
    for k in range(SEATS):
        see_seat(state, (seat + k) % SEATS, k, row)
    row[AHEAD] = row[POINTS] - row[POINTS + 1]
    row[AHEAD + 1] = row[AHEAD] + row[BANKED] - row[BANKED + 1]
    for colour in range(N_COLOURS):
        here = row[SPIRIT + colour] - row[SPIRIT + N_COLOURS + colour]
        more = here + row[ZONE + colour] - row[ZONE + N_COLOURS + colour]
        row[MAJORITY + colour] = 1.0 * (here > 0) - 1.0 * (here < 0)
        row[MAJORITY + N_COLOURS + colour] = 1.0 * (more > 0) - 1.0 * (more < 0)
        row[MORE + colour] = more
    for space in range(SPACES):
        row[LEFT] += height(state.board[space]) / 48
    row[BEGAN] = state.first == seat
    row[TURN] = state.turn / 40
    row[RESERVE] = state.reserve / 20
    row[EXTRA] = state.extra


@rules
def see_seat(state: State, seat: int, k: int, row: Any) -> None:
    """Write what a seat owns."""
    here, layers = state.sides[seat], local_array(LAYERS)
    layer_zone(state, seat, layers)
    see_sets(layers[0], k, row)
    banked = zone_worth(state.options, layers, 0.0)  # the points only: with no time left there is nothing more to gain
    row[POINTS + k] = here.vp / 10
    row[BANKED + k] = banked / 10
    row[ENDS + k] = here.vp + banked >= state.threshold
    row[OFFERINGS + k] = here.offerings / 5
    row[GUARDED + k] = state.players[seat].guarded
    row[SAMEDI + k] = state.samedi == seat
    row[TRIGGER + k] = state.trigger == seat
    for colour in range(N_COLOURS):
        row[SPIRIT + N_COLOURS * k + colour] = colour_count(state, seat, colour) / 4
    for i in range(here.n_zone):
        row[ZONE + N_COLOURS * k + colour_of(here.zone[i])] += 0.25
        row[DICE_HELD + DICE_KINDS * k + here.zone[i] - 1] += 0.5
    if state.players[seat].loa != NO_SEAT:
        row[LOA + N_LOAS * k + state.players[seat].loa] = 1
        see_prey(state, seat, k, banked, row)


@rules
def see_sets(once: int, k: int, row: Any) -> None:
    """Write how many dice of a zone form sets; `once` is a mask of the kinds in it."""
    white = once >> die_of(Colour.WHITE, 0)
    for colour in range(N_LOAS):
        row[COLOUR_SETS + N_LOAS * k + colour] = count_bits(once >> die_of(colour, 0) & SHOWN | white) / 4
    for face in range(N_FACES):
        row[FACE_SETS + N_FACES * k + face] = (count_bits(once & LOAS_DICE[face]) + (white >> face & 1)) / 4


@rules
def see_prey(state: State, seat: int, k: int, banked: float, row: Any) -> None:
    """Write which dice a seat could capture on this board, and which combos they would make."""
    spaces, best, layers = prey(state, seat), banked, local_array(LAYERS)
    row[PREY + k] = count_bits(spaces) / 10
    while spaces:
        die = state.board[lowest_bit(spaces)] & DIE
        spaces &= spaces - 1
        if row[REACH + DICE_KINDS * k + die - 1] == 0:
            row[REACH + DICE_KINDS * k + die - 1] = 1
            layer_zone(state, seat, layers)  # `zone_worth` empties it
            add_die(layers, die)
            best = max(best, zone_worth(state.options, layers, 0.0))
    row[CAUGHT + k] = best / 10


@rules
def prey(state: State, seat: int) -> int:
    """Return a mask of the spaces whose top dice a seat could capture."""
    mine, shielded = kinds_of(state.players[seat].loa), protected_kinds(state, seat)
    own, safe, full, taken = 0, 0, 0, 0
    for space in range(SPACES):
        stack = state.board[space]
        own |= (mine >> (stack & DIE) & 1) << space
        safe |= (shielded >> (stack & DIE) & 1) << space
        full |= (stack >= COMPLETE) << space
    for direction in range(state.options.directions):
        step = STEP[direction]
        able = own & JUMP_MASKS[state.low][direction] & ~shift_spaces(safe, step) & ~shift_spaces(full, 2 * step)
        taken |= shift_spaces(able, -step)
    return taken


# --- the net: a row of weights for each input, their biases, the weights of its output, and the bias of that


@rules
def value(net: Any, row: Any, hidden: Any) -> float:
    """Return the observing seat's chance of winning."""
    assert net.shape == (WIDTH + 3, HIDDEN)  # known sizes, so that the compiler can handle eight numbers at a time
    assert len(row) == WIDTH
    assert len(hidden) == HIDDEN
    for h in range(HIDDEN):
        hidden[h] = net[WIDTH, h]
    for i in range(WIDTH):
        x = row[i]
        if x != 0:
            for h in range(HIDDEN):
                hidden[h] += x * net[i, h]
    answer = net[WIDTH + 2, 0]
    for h in range(HIDDEN):
        answer += max(hidden[h], 0) * net[WIDTH + 1, h]
    chance: float = 1 / (1 + np.exp(-answer))
    return chance


@rules
def worth(game: Any, state: Any, seat: int, net: Any, row: Any, hidden: Any, points: Any) -> float:
    """Return a seat's returns in a position, or its expected returns if the game is not over."""
    if game.over(state):
        points[0] = points[1] = 0.0
        game.returns(state, points)
        won: float = points[seat]
        return won
    mover = first_seat(game.acting(state))
    see(state, mover, row)
    expected = value(net, row, hidden)
    return expected if mover == seat else 1 - expected


@rules
def turn_of(state: State) -> int:
    """Return the number of the turn, including extra turns."""
    return 2 * state.turn + state.extra


@rules
def is_its_own(state: State) -> bool:
    """Return True if the net decides here; `sensible` decides how to carry out a power or an effect."""
    phase = state.phase
    return phase == Phase.LOA or phase == Phase.TURN or phase == Phase.CAPTURE or phase == Phase.STEPS


@rules
def end_turn(game: Any, states: Any, now: int, actions: Any, memo: Any, points: Any, mind: Dice) -> None:
    """Let `sensible` play states[0] until the turn is no longer `now`."""
    while turn_of(states[0]) == now and not game.over(states[0]):
        seat = first_seat(game.acting(states[0]))
        states[1] = states[0]
        action = choose_action(game, states[1:], seat, SENSIBLE_KIND, actions, memo, points, mind)
        game.apply(states[0], seat, action, mind)


@rules
def best(
    game: Any,
    states: Any,
    lists: Any,
    seat: int,
    net: Any,
    row: Any,
    hidden: Any,
    memo: Any,
    points: Any,
    mind: Dice,
) -> int:
    """Return the action of lists[0] that leads from states[0] to the best beginning of the next turn."""
    listed, most, chosen = lists[0], -1.0, 0
    for i in range(listed.count):
        states[1] = states[0]
        game.apply(states[1], seat, listed.item[i], mind)
        end_turn(game, states[1:], turn_of(states[0]), lists[1], memo, points, mind)
        found = worth(game, states[1], seat, net, row, hidden, points)
        if found > most:
            most, chosen = found, listed.item[i]
    return chosen


# --- whole games

TD: EntryPoints = {}


class Games(Program):
    """Compile and run whole games."""

    cache_name = "td"
    entry_points = TD
    split_units = staticmethod(units_by_file)

    play: EntryPoint


@entry_point(
    TD,
    BYTE_ARRAY,
    BYTE_ARRAY,
    BYTE_ARRAY,
    INT,
    INT,
    INT_ARRAY,
    INT,
    FLOAT_ARRAY,
    ROWS,
    ROW,
    ROW,
    ROWS,
    INT_ARRAY,
    FLOAT_ARRAY,
)
def play(
    game: Any,
    memory: Any,
    lists: Any,
    options: Any,
    seed: int,
    number: int,
    kinds: Any,
    odd: int,
    memo: Any,
    net: Any,
    row: Any,
    hidden: Any,
    rows: Any,
    movers: Any,
    shares: Any,
) -> int:
    """Play one game between bots of these kinds, with the dice of `seed` and `number`. Write the net's input at the
    beginning of each turn into `rows` and the seat into `movers`, and return the number of turns. `memory` holds an
    empty position, and space for five.
    """
    states, tried, points = batch_in(memory, game.STATE), batch_in(lists, ACTIONS_DTYPE), local_floats(MAX_SEATS)
    state, thought, listed = states[1], states[2:], tried[0]
    table, mind = local_record(DICE_DTYPE), local_record(DICE_DTYPE)
    states[1] = states[0]
    start_stream(table, seed, seed >> 32, 2 * number)
    start_stream(mind, seed, seed >> 32, 2 * number + 1)
    game.deal(state, record_in(options, game.OPTIONS), SEATS, table)
    count, turn = 0, 0
    while not game.over(state):
        seat = first_seat(game.acting(state))
        if turn_of(state) != turn and count < len(rows):
            turn = turn_of(state)
            see(state, seat, rows[count])
            movers[count] = seat
            count += 1
        thought[0] = state
        listed.count = 0
        game.legal(state, seat, listed)
        if state.phase != Phase.STEPS and draw_below(mind, 1000) < odd:
            action = listed.item[draw_below(mind, listed.count)]
        elif kinds[seat] == NET and listed.count > 1 and is_its_own(state):
            action = best(game, thought, tried, seat, net, row, hidden, memo, points, mind)
        else:
            kind = SENSIBLE_KIND if kinds[seat] == NET else kinds[seat]
            action = choose_action(game, thought, seat, kind, tried[1], memo, points, mind)
        game.apply(state, seat, action, table)
    shares[:] = 0
    game.returns(state, shares)
    return count


class Table:
    """Play games one after the other."""

    def __init__(self, seed: int) -> None:
        self.game, self.seed, self.number = find("baron-voodoo"), seed, 0
        self.program = get_program(Games, self.game)
        self.memory = np.zeros(6 * dtype(self.game.rules.State).itemsize, np.uint8)
        self.lists = np.zeros(2 * ACTIONS_DTYPE.itemsize, np.uint8)
        self.options, self.memo = pack_options(self.game, SEATS), make_policy_memo(self.game, SEATS, {})
        self.row, self.hidden = np.zeros(WIDTH, np.float32), np.zeros(HIDDEN, np.float32)
        self.rows, self.movers = np.zeros((LONGEST, WIDTH), np.float32), np.zeros(LONGEST, np.int64)
        self.shares = np.zeros(16)

    def play(self, net: Any, kinds: Any, odd: int = 0) -> tuple[Any, Any, float]:
        """Play the next game; return the inputs at each turn, the seats whose turns they were, and seat 0's returns."""
        count = self.program.play(
            self.game, self.memory, self.lists, self.options, self.seed, self.number, np.array(kinds), odd,
            self.memo, net, self.row, self.hidden, self.rows, self.movers, self.shares,
        )  # fmt: skip
        self.number += 1
        return self.rows[:count], self.movers[:count], float(self.shares[0])


def against(net: Any, bot: str, games: int, seed: int) -> tuple[float, float, float]:
    """Return the part of games that the net wins, with alternating seats, and its interval."""
    table, won = Table(seed), 0.0
    other = policy_code(bot, table.game, "bots")
    for number in range(games):
        first = number % SEATS == 0
        share = table.play(net, (NET, other) if first else (other, NET))[2]
        won += share if first else 1 - share
    return won / games, *wilson_interval(won, games)


# --- learning


def beginning(seed: int) -> Any:
    """Return an untrained net: its output is about one half for every position."""
    luck, net = np.random.default_rng(seed), np.zeros((WIDTH + 3, HIDDEN), np.float32)
    net[: WIDTH + 1] = luck.uniform(-1, 1, (WIDTH + 1, HIDDEN)) / np.sqrt(WIDTH)
    net[WIDTH + 1] = luck.uniform(-0.1, 0.1, HIDDEN) / np.sqrt(HIDDEN)
    return net


def answers(net: Any, seen: Any) -> Any:
    """Return what `value` computes, for many rows and before the sigmoid; for arrays of NumPy or of PyTorch."""
    return (seen @ net[:WIDTH] + net[WIDTH]).clip(0) @ net[WIDTH + 1] + net[WIDTH + 2, 0]


def returns(expected: Any, movers: Any, won: float, trace: float) -> Any:
    """Return the target value of each position of a game for the seat whose turn it was: the lambda-return, a mean
    of the estimates of later positions, in which closer ones weigh more, and of the result. `won` is seat 0's.
    """
    target, found = won, np.zeros(len(expected), np.float32)
    for t in reversed(range(len(expected))):
        found[t] = target if movers[t] == 0 else 1 - target
        said = expected[t] if movers[t] == 0 else 1 - expected[t]
        target = trace * target + (1 - trace) * said
    return found


class Learner:
    """Hold a net, the games that it watches and plays, and the positions that it remembers."""

    def __init__(self, net: Any, watched: int, seed: int) -> None:
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.table, self.net, self.watched = Table(seed), net, watched
        self.weights = torch.from_numpy(net).requires_grad_()  # the same memory: the net plays with these
        self.adam = torch.optim.Adam([self.weights], RATE)
        self.seen, self.aims, self.known = torch.zeros(KEPT, WIDTH), torch.zeros(KEPT), 0

    def update(self, still: float) -> None:
        """Play games and learn from them; `still` is the fraction of all updates that is left."""
        new = 0
        for _ in range(GAMES):
            new += self.take_in(self.table.number < self.watched)
        for group in self.adam.param_groups:
            group["lr"] = RATE * max(still, 0.02)
        for part in torch.randint(min(self.known, KEPT), (AGAIN * new,)).split(PART):
            found = answers(self.weights, self.seen[part])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(found, self.aims[part])
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()

    def take_in(self, watches: bool) -> int:
        """Remember the positions of another game, played by `sensible` or by the net; return their number.

        Before the net knows anything, its estimates are worthless, so that only the result counts then: TD(1).
        """
        kinds, odd, trace = ((SENSIBLE_KIND, SENSIBLE_KIND), ODDER, 1.0) if watches else ((NET, NET), ODD, TRACE)
        rows, movers, won = self.table.play(self.net, kinds, odd)
        seen, places = torch.from_numpy(rows), torch.arange(self.known, self.known + len(rows)) % KEPT
        with torch.no_grad():
            expected = answers(self.weights, seen).sigmoid().numpy()
        self.seen[places], self.aims[places] = seen, torch.from_numpy(returns(expected, movers, won, trace))
        self.known += len(rows)
        return len(rows)


def learn(net: Any, games: int, watched: int, seed: int) -> list[Point]:
    """Let a net learn from so many games. Returns how it got on against `sensible`: in games with dice of their own."""
    began, points = time.process_time(), list[Point]()
    learner, updates = Learner(net, watched, seed), max(1, games // GAMES)
    for update in range(updates + 1):
        if update % CURVE_EVERY == 0 or update == updates:
            share, low, high = against(net, "sensible", CURVE_GAMES, seed + 1_000_000 + update)
            points.append((update * GAMES / 1000, share, low, high))
            said = f"{format_percent(share):>7} won against sensible ({format_interval(low, high)})"
            print(f"{time.process_time() - began:5.0f} s {update * GAMES:7,} games {said}", flush=True)
        if update < updates:
            learner.update(1 - update / updates)
    return points


# --- the command


def loaded(file: Path) -> Any:
    """A net as `--save` wrote it; None if the file is none."""
    try:
        net = np.load(file)
    except (OSError, ValueError, EOFError):
        return None
    is_net = isinstance(net, np.ndarray) and net.shape == (WIDTH + 3, HIDDEN) and net.dtype == np.float32
    return net if is_net and np.isfinite(net).all() else None


def main() -> None:
    """Learn, play against bots, say and show what came of it."""
    ask = argparse.ArgumentParser(description="Learn what positions of Baron Voodoo are worth, for two players.")
    ask.add_argument("--learn", type=int, default=9_000, metavar="GAMES", help="how many it learns from")
    ask.add_argument("--watch", type=int, default=8_000, metavar="GAMES", help="of them the first, which it watches")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--bots", default="greedy,sensible", help="against whom it plays in the end")
    ask.add_argument("--games", type=int, default=2000, help="how many against each")
    ask.add_argument("--load", type=Path, metavar="FILE", help="a net to begin with, instead of one that knows nothing")
    ask.add_argument("--save", type=Path, metavar="FILE", help="where to write the net (.npy)")
    ask.add_argument("--curve", type=Path, metavar="FILE", help="where to draw how it learned (.svg)")
    asked = ask.parse_args()

    if asked.learn and torch is None:
        ask.error("Learning needs PyTorch: pip install '.[learn]'.")
    net = loaded(asked.load) if asked.load else beginning(asked.seed)
    if net is None:
        ask.error(f"{asked.load} is no net of this script: a file of {WIDTH + 3} x {HIDDEN} numbers of 32 bits.")
    if asked.learn:
        points = learn(net, asked.learn, asked.watch, asked.seed)
        if asked.curve:
            note = f"The band is the 95% interval of {CURVE_GAMES} games against sensible for each point."
            told = f"thousand games, of which it watched the first {asked.watch / 1000:g}"
            across, up = (told, points[-1][0], "{:.3g}"), ("games won", 1.0)
            drawn = curve("Baron Voodoo: how TD learns", note, across, up, points)
            asked.curve.write_text(drawn, encoding="utf-8")
    if asked.save:
        np.save(asked.save, net)
    for bot in asked.bots.split(","):
        share, low, high = against(net, bot, asked.games, asked.seed + 2_000_000)
        print(
            f"{format_percent(share)} of {asked.games:,} games won against {bot} (95% interval "
            f"{format_interval(low, high)})"
        )


if __name__ == "__main__":
    main()
