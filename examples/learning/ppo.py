"""Learn a game for two by playing it against oneself: PPO (Schulman et al. 2017) in a batch of games, on the CPU.

    pip install '.[learn]'
    python examples/learning/ppo.py dice-ocalypse --save ada.safetensors --curve curve.svg
    dicehouse play dice-ocalypse --bots net:ada.safetensors      # needs no PyTorch

One net plays both seats. It sees what the acting seat may see, and chooses among the legal actions. If a game has a
board, the same weights read all its spots. The net is saved as plain numbers, with which it can play at any table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from picture import Point, curve

from dicehouse.arena.intervals import wilson_interval
from dicehouse.bots.nets import NO_INPUT, Net
from dicehouse.envs import Batch
from dicehouse.games import find
from dicehouse.games.dicetopia.rules import action_codes, board, state
from dicehouse.text_format import format_interval, format_percent

try:
    import torch
except ImportError:  # playing needs no PyTorch
    torch = None

Weights = Mapping[str, Any]  # arrays of NumPy or of PyTorch: `forward` works with both

GAMES, STEPS = 256, 32  # games, and decisions in each game between two updates
WIDTH = 128  # of both hidden layers
EYES = 32  # numbers that the net computes for each spot of a board
EPOCHS, PART = 2, 1024
RATE, CLIP, TRACE = 1e-3, 0.2, 0.95  # of Adam, at the start; of the ratio; lambda of the advantages
MARGIN = 1.0  # weight of the winning margin at the start; it falls to 0, so that at the end only the winner counts
FAR = 3.0  # a margin this many times that of random games counts as much as a win
ENTROPY, VALUE, NORM = 0.01, 0.5, 0.5
CURVE_GAMES, CURVE_EVERY = 512, 20  # games for each point of the curve, and updates between two points
SIGHT = ("kept", "mean", "spread", "ask", "want", "area", "touch")  # the fixed arrays of a net; it learns the others


# --- the net's input


def spots(batch: Batch) -> dict[str, Any]:
    """Return the spots of a board, in rows of the same meaning: in Dicetopia spaces, own dice, and the rival's.

    A spot is a list of questions: a number of the observation (`ask`), and a value to compare it with (`want`).
    `area` says which spots belong together, `touch` which actions touch a spot.
    """
    rows: list[list[tuple[int, int]]] = []
    areas, touched, shape = list[int](), list[tuple[int, int]](), (0, 0)
    if batch.game.id == "dicetopia":
        first = {name: part.start for name, part in batch.observation_encoder.plane_slices.items()}
        nothing = (0, -1)

        def die(at: int) -> list[tuple[int, int]]:
            return [(at + dye, 1) for dye in range(4)] + [(at + 4, face) for face in range(1, state.FACES + 1)]

        for space in range(state.SPACES):
            pieces = [(first["piece"] + state.MAX_PLAYERS * space + seat, 1) for seat in range(2)]
            marks = [(first[name] + space, 1) for name in ("thug", "tentacle thug", "closed", "held")]
            rows.append([*die(first["space"] + 5 * space), *pieces, *marks])
            areas.append(board.area_of(space))
            touched.append((space, space))
        for slot in range(2 * state.SLOTS):  # the seat's own, then the rival's; actions name them by the seat's number
            marks = [(first[name] + slot, 1) for name in ("protected", "held slot")]
            rows.append([*die(first["dice"] + 5 * slot), nothing, nothing, nothing, nothing, *marks])
            areas.append(state.N_AREAS + slot // state.SLOTS)
            touched += [(len(rows) - 1, board.on_board(seat, slot % state.SLOTS)) for seat in range(2)]
        shape = (len(rows), len(rows[0]))
    pairs, touch = np.array(rows, np.int64).reshape(*shape, 2), np.zeros((len(rows), batch.actions), np.float32)
    for spot, place in touched:
        touch[spot, batch.action_space.places[action_codes.PLACE.of(place)]] = 1
    ask, want = pairs[..., 0], pairs[..., 1].astype(np.float32)
    return {"ask": ask, "want": want, "area": np.array(areas, np.int64), "touch": touch}


def look_around(game: str, seed: int) -> tuple[dict[str, Any], float]:
    """Return, from random games, which numbers change, their means and spreads, and the spread of winning margins."""
    batch, rows, margins = Batch(game, GAMES, players=2, seed=seed), [], [1.0]
    for step in range(1024):
        batch.step(batch.sample())
        margins.extend(np.diff(batch.points[batch.done])[:, 0])
        if step % 16 == 0:
            rows.append(batch.observations.copy())
    every, there = np.concatenate(rows), spots(batch)
    mean, spread, least = every.mean(0), every.std(0), np.full(every.shape[1], 0.02, np.float32)
    np.maximum.at(least, there["ask"], there["want"] / 5)  # so that clipping changes no answer
    kept = np.flatnonzero((spread > 0) | (least > 0.02))
    return {"kept": kept, "mean": mean[kept], "spread": spread.clip(least)[kept], **there}, float(np.std(margins))


def looked(w: Weights, seen: Any) -> tuple[Any, Any]:
    """Return the net's input: the numbers that change, each as its distance from the mean in spreads, and for each
    spot which answers are yes, followed by the number of spots in its area where they are.
    """
    x = ((seen[:, w["kept"]] - w["mean"]) / w["spread"]).clip(-5, 5)
    own = seen.take(w["ask"], axis=1)
    own -= w["want"]
    own = (1 - np.abs(own, out=own)).clip(0)
    together = (np.arange(w["area"].max(initial=-1) + 1)[:, None] == w["area"]).astype(np.float32)
    return x, np.concatenate([own, (together @ own)[:, w["area"]]], 2)


# --- the net


def beginning(sight: dict[str, Any], actions: int, seed: int) -> dict[str, Any]:
    """Return an untrained net: two layers, weights for spots, a nearly even policy, a value of nearly 0."""
    luck = np.random.default_rng(seed)
    asked, areas = 2 * sight["ask"].shape[1], int(sight["area"].max(initial=-1)) + 1

    def layer(ins: int, outs: int, gain: float) -> Any:
        return (luck.standard_normal((ins, outs)) * gain / np.sqrt(max(ins, 1))).astype(np.float32)

    return {
        **sight,
        "one": layer(len(sight["kept"]), WIDTH, 1.4), "one_bias": np.zeros(WIDTH, np.float32),
        "two": layer(WIDTH, WIDTH, 1.4), "two_bias": np.zeros(WIDTH, np.float32),
        "eyes": layer(asked, EYES, 1.4), "eyes_bias": layer(areas, EYES, 0.5 * np.sqrt(areas)),
        "told": layer(WIDTH, EYES, 1.0),
        "wish": layer(EYES, 1, 0.01),
        "policy": layer(WIDTH, actions, 0.01), "policy_bias": np.zeros(actions, np.float32),
        "value": layer(WIDTH, 1, 0.01), "value_bias": np.zeros(1, np.float32),
    }  # fmt: skip


def forward(w: Weights, x: Any, spots: Any) -> tuple[Any, Any]:
    """Return the net's output for each row: a number for each action, and the expected result, from -1 to 1.

    The weights for spots read a spot, its area, and the output of the first layer. Their results are added to the
    actions that touch the spot.
    """
    one = above(x @ w["one"] + w["one_bias"])
    two = above(one @ w["two"] + w["two_bias"])
    wishes = two @ w["policy"] + w["policy_bias"]
    rows, n, asked = spots.shape
    if n:
        eyes = (spots.reshape(-1, asked) @ w["eyes"]).reshape(rows, n, EYES)
        eyes = above(eyes + w["eyes_bias"][w["area"]] + (one @ w["told"])[:, None])
        wishes = wishes + (eyes.reshape(-1, EYES) @ w["wish"]).reshape(rows, n) @ w["touch"]
    return wishes, (two @ w["value"] + w["value_bias"])[:, 0]


def above(x: Any) -> Any:
    """Return `x` with 0 in place of negative numbers."""
    return x.clip(0) if isinstance(x, np.ndarray) else x.relu()


def save(file: Path, w: Weights, game: str) -> None:
    """Save what a table needs for `--bots net:FILE`: everything but the value."""
    w = {name: np.asarray(array) for name, array in w.items()}
    asked, most = np.unique(w["ask"]), w["want"].max(initial=1)
    kept, mean = np.append(w["kept"], asked), np.append(w["mean"], 0 * asked)
    spread = np.append(w["spread"], 0 * asked + most)  # so that clipping changes no number that a question needs
    layers, between = with_eyes(w, asked, most) if len(asked) else (plain(w), "relu")
    Net.for_game(find(game), (2,), layers, kept=kept, mean=mean, spread=spread, between=between).write(file)


def plain(w: Weights) -> list[tuple[Any, ...]]:
    """Return the layers of a net without a board, with weights and biases in PyTorch's form."""
    return [(w[name].T, w[f"{name}_bias"]) for name in ("one", "two", "policy")]


def with_eyes(w: Weights, asked: Any, most: float) -> tuple[list[tuple[Any, ...]], str]:
    """Return the layers of a net with a board, and the functions between them. All spots share small weights, and so
    do all areas. A file stores these once, with the places that they read (see dicehouse.bots.nets.layers). The kept
    numbers are followed by all numbers that are `asked` for, divided by `most`.

    A number x is what is wanted, n, if 1 - |x - n| is 1 and not 0 or less. It is made of how far x is above n - 1, n
    and n + 1: one layer finds that, the next adds it up, a third adds up the answers of an area's spots.
    """
    (n, questions), actions, spot = w["ask"].shape, len(w["policy_bias"]), np.arange(len(w["ask"]))[:, None]
    within, touching = listed(np.arange(w["area"].max() + 1)[:, None] == w["area"]), listed(w["touch"].T > 0)
    ins, outs = (len(w["kept"]), len(asked)), (WIDTH, WIDTH, 3 * questions * n, questions * n, questions * len(within))
    numbers, one, two, above, answers, areas, eyes, policy, wish = np.cumsum((*ins, *outs, EYES * n, actions))

    asking = np.where(w["want"] > 0, numbers + np.searchsorted(asked, w["ask"]), NO_INPUT)
    edges = (np.array([1, 0, -1]) - w["want"].max(0)[:, None]).ravel()  # the same values at all spots
    run = gcd(questions, WIDTH)
    seen = [(answers + questions * spot, questions), (areas + questions * w["area"][:, None], questions)]
    every = [begins + np.arange(0, length, run) for begins, length in (*seen, (one + 0 * spot, WIDTH))]
    return [
        (w["one"].T, w["one_bias"], [[0]]),
        (w["two"].T, w["two_bias"]),
        (np.kron(np.eye(questions), [[most]] * 3), edges, asking),
        (np.kron(np.eye(questions), [1, -2, 1]), np.zeros(questions), above + 3 * questions * spot),
        (
            np.tile(np.eye(questions), within.shape[1]),
            np.zeros(questions),
            np.where(within < 0, NO_INPUT, answers + questions * within),
        ),
        (np.vstack([w["eyes"], w["told"]]).T, w["eyes_bias"][w["area"]].ravel(), np.hstack(every)),
        (w["policy"].T, w["policy_bias"], [[two]]),
        (w["wish"].T, [0], eyes + EYES * spot),
        (
            np.ones((1, 1 + touching.shape[1])),
            [0],
            np.column_stack([policy + np.arange(actions), np.where(touching < 0, NO_INPUT, wish + touching)]),
        ),
    ], "relu relu relu none none relu none none"


def listed(there: Any) -> Any:
    """Return the indices of the true values in each row of `there`, filled up with NO_INPUT to the longest row."""
    first = np.argsort(~there, axis=1, kind="stable")[:, : there.sum(1).max()]
    return np.where(np.take_along_axis(there, first, 1), first, NO_INPUT)


# --- against a built-in bot


def against(w: Weights, game: str, bot: str, games: int, seed: int) -> tuple[int, float, float, float]:
    """Return the number of games, the part that the net's likeliest actions won, and its interval. Seats alternate."""
    n = min(games, CURVE_GAMES)
    batch, rounds, won, played = Batch(game, n, players=2, against=bot, seed=seed), -(-games // n), 0.0, 0
    while (counts := batch.episodes < rounds).any():  # the first games of each row, so that long ones count, too
        seats = batch.learners
        wishes, _ = forward(w, *looked(w, batch.observations))
        batch.step(np.where(batch.masks, wishes, -np.inf).argmax(1))
        ended = np.flatnonzero(batch.done & counts)
        won += float(batch.rewards[ended, seats[ended]].sum())
        played += len(ended)
    return played, won / played, *wilson_interval(won, played)


# --- learning


def lead(batch: Batch) -> Any:
    """Return the lead in points of the acting seat if the game ended now, as `greedy` counts them.

    The value is this lead plus what the net adds to it. That is the same as a reward for every point of the lead that
    is taken back when the game ends (Ng et al. 1999, Wiewiora 2003): the start is faster, the aim is still to win.
    """
    points, rows, seat = batch.heuristic_values(), np.arange(batch.n), batch.to_move.astype(np.int64)
    return points[rows, seat] - points[rows, 1 - seat]


def gains(reward: Any, done: Any, mover: Any, value: Any) -> Any:
    """Return how much better than expected each decision turned out (GAE, Schulman et al. 2016).

    A gain for one seat is a loss for the other: if the other seat decides next, its value counts negative.
    """
    found, gain = np.zeros_like(reward), np.zeros_like(reward[0])
    for t in reversed(range(len(reward))):
        sign = np.where(done[t], 0, np.where(mover[t + 1] == mover[t], 1, -1)).astype(reward.dtype)
        gain = reward[t] + sign * value[t + 1] - value[t] + TRACE * sign * gain
        found[t] = gain
    return found


class Learner:
    """Hold a net, the games it plays against itself, and the latest decisions in them."""

    def __init__(self, game: str, seed: int, threads: int) -> None:
        torch.set_num_threads(threads)
        torch.manual_seed(seed)
        self.batch = Batch(game, GAMES, players=2, seed=seed, threads=threads)
        sight, points = look_around(game, seed + 1)
        self.far = FAR * points
        self.arrays = beginning(sight, self.batch.actions, seed)
        self.w = {name: torch.from_numpy(array) for name, array in self.arrays.items()}  # the same memory
        self.learned = [tensor.requires_grad_() for name, tensor in self.w.items() if name not in SIGHT]
        self.adam = torch.optim.Adam(self.learned, RATE, eps=1e-5)
        self.seen = torch.zeros(STEPS, GAMES, len(sight["kept"]))
        self.spots = torch.zeros(STEPS, GAMES, len(sight["ask"]), 2 * sight["ask"].shape[1])
        self.legal = torch.zeros(STEPS, GAMES, self.batch.actions, dtype=torch.bool)
        self.action, self.log = torch.zeros(STEPS, GAMES, dtype=torch.long), torch.zeros(STEPS, GAMES)
        self.reward, self.done = np.zeros((STEPS, GAMES), np.float32), np.zeros((STEPS, GAMES), np.bool_)
        self.value, self.ahead = np.zeros((2, STEPS + 1, GAMES), np.float32)
        self.mover = np.zeros((STEPS + 1, GAMES), np.int64)

    def update(self, still: float) -> None:
        """Play the next decisions and learn from them; `still` is the fraction of all updates that is left."""
        with torch.no_grad():
            self.play(MARGIN * still)
        gain = torch.from_numpy(gains(self.reward, self.done, self.mover, self.value + self.ahead))
        self.adam.param_groups[0]["lr"] = RATE * still
        self.improve(gain)

    def play(self, margin: float) -> None:
        """Take STEPS decisions in each game; `margin` is the weight of the winning margin."""
        batch, rows = self.batch, np.arange(GAMES)
        for t in range(STEPS):
            (self.seen[t], self.spots[t]), wishes = self.think(t)
            seat, self.legal[t] = self.mover[t], torch.tensor(batch.masks)
            chance = wishes.masked_fill(~self.legal[t], -torch.inf).softmax(1)
            share = chance.cumsum(1)
            point = (1 - torch.rand(GAMES, 1)) * share[:, -1:]  # above 0, so that no illegal action is drawn
            self.action[t] = torch.searchsorted(share, point)[:, 0]
            self.log[t] = chance.gather(1, self.action[t, :, None])[:, 0].log()
            batch.step(self.action[t].numpy())
            won, ahead = (array[rows, seat] - array[rows, 1 - seat] for array in (batch.rewards, batch.points))
            ahead = batch.done * (ahead / self.far).clip(-1, 1)
            self.reward[t], self.done[t] = won + margin * (ahead - won), batch.done
        self.think(STEPS)

    def think(self, t: int) -> tuple[Any, Any]:
        """Return the net's input and its outputs for the actions; store who acts and the expected results at `t`."""
        now = tuple(torch.from_numpy(array) for array in looked(self.arrays, self.batch.observations))
        wishes, value = forward(self.w, *now)
        self.value[t], self.ahead[t], self.mover[t] = value.numpy(), lead(self.batch) / self.far, self.batch.to_move
        return now, wishes

    def improve(self, gain: Any) -> None:
        """Make good decisions more likely, in small steps. Decisions with only one legal action are left out."""
        choices = (self.legal.sum(2) > 1).flatten().nonzero()[:, 0]
        kept = (self.seen, self.spots, ~self.legal, self.action, self.log, torch.from_numpy(self.value[:-1]), gain)
        x, spots, barred, did, before, guess, gain = (array.flatten(0, 1)[choices] for array in kept)
        aim, gain = guess + gain, (gain - gain.mean()) / (gain.std() + 1e-8)
        for part in (part for _ in range(EPOCHS) for part in torch.randperm(len(choices)).split(PART)):
            wishes, guess = forward(self.w, x[part], spots[part])
            wishes = wishes.masked_fill(barred[part], -1e9)
            log = wishes.log_softmax(1)
            ratio = (log.gather(1, did[part, None])[:, 0] - before[part]).exp()
            better = torch.min(ratio * gain[part], ratio.clip(1 - CLIP, 1 + CLIP) * gain[part]).mean()
            entropy = -(wishes.softmax(1) * log).sum(1).mean()
            loss = VALUE * (guess - aim[part]).square().mean() - better - ENTROPY * entropy
            self.adam.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.learned, NORM)
            self.adam.step()


# --- the command


def main() -> None:
    """Learn, play against bots, and print and draw the results."""
    ask = argparse.ArgumentParser(description="Learn a game for two by playing it against oneself.")
    ask.add_argument("game", help="a game of the house for two, such as dice-ocalypse")
    ask.add_argument("--decisions", type=int, default=4_000_000, help="how many are played to learn from")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--threads", type=int, default=1, help="how many cores are used")
    ask.add_argument("--bots", default="greedy", help="against whom it plays in the end, such as greedy,sensible")
    ask.add_argument("--games", type=int, default=4096, help="how many against each, in whole rounds of 512")
    ask.add_argument("--save", type=Path, metavar="FILE", help="where to write the net, for --bots net:FILE")
    ask.add_argument("--curve", type=Path, metavar="FILE", help="where to draw how it learned (.svg)")
    asked = ask.parse_args()

    if torch is None:
        ask.error("Learning needs PyTorch: pip install '.[learn]'.")
    print("Making the game ready; the first time its rules are compiled, which takes some 20 seconds", flush=True)
    w, points = learn(asked.game, asked.decisions, asked.seed, asked.threads)
    if asked.curve:
        note = f"The band is the 95% interval of {CURVE_GAMES} games against greedy for each point."
        across, up = ("million decisions played", points[-1][0], "{:.2g}"), ("games won", 1.0)
        drawn = curve(f"{find(asked.game).name}: how PPO learns", note, across, up, points)
        asked.curve.write_text(drawn, encoding="utf-8")
    if asked.save:
        save(asked.save, w, asked.game)
    for bot in asked.bots.split(","):
        played, share, low, high = against(w, asked.game, bot, asked.games, asked.seed + 2_000_000)
        print(
            f"{format_percent(share)} of {played:,} games won against {bot} (95% interval {format_interval(low, high)})"
        )


def learn(game: str, decisions: int, seed: int, threads: int) -> tuple[Weights, list[Point]]:
    """Return a net that has learned from that many decisions, and its curve, from games with dice of their own."""
    began, points = time.process_time(), list[Point]()
    learner, updates = Learner(game, seed, threads), max(1, decisions // (GAMES * STEPS))
    for update in range(updates + 1):
        if update % CURVE_EVERY == 0 or update == updates:
            _, share, low, high = against(learner.arrays, game, "greedy", CURVE_GAMES, seed + 1_000_000 + update)
            points.append((update * GAMES * STEPS / 1e6, share, low, high))
            said = f"{format_percent(share):>7} won against greedy ({format_interval(low, high)})"
            print(f"{time.process_time() - began:5.0f} s {points[-1][0]:8.2f} million decisions {said}", flush=True)
        if update < updates:
            learner.update(1 - update / updates)
    return learner.arrays, points


if __name__ == "__main__":
    main()
