"""Learn a game for two by playing it against oneself: PPO (Schulman et al. 2017) in a batch of games, on the CPU.

    pip install 'dicehouse[learn]'
    python examples/learning/ppo.py dice-ocalypse --save ada.safetensors --curve curve.svg
    dicehouse play dice-ocalypse --bots net:ada.safetensors      # needs no PyTorch

One net plays both seats. It sees what the seat that acts may see, and chooses among what is legal. What it has learned
is kept as plain numbers, with which it may sit at any table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from picture import Point, curve

from dicehouse.bots.contests import wilson
from dicehouse.bots.nets import Net
from dicehouse.envs import Batch
from dicehouse.games import find

try:
    import torch
except ImportError:  # whoever has learned plays without
    torch = None

Weights = Mapping[str, Any]  # arrays of NumPy or of PyTorch: `forward` is written for both

GAMES, STEPS = 256, 32  # so many games, so many decisions in each between two updates
WIDTH = 128  # of both hidden layers
EPOCHS, PART = 3, 2048
RATE, CLIP, TRACE = 1e-3, 0.2, 0.95  # of Adam, at the start; of the ratio; lambda of the advantages
MARGIN = 0.5  # at the start a game counts half by the points one wins it by, in the end only by who wins
ENTROPY, VALUE, NORM = 0.01, 0.5, 0.5
CURVE_GAMES, CURVE_EVERY = 512, 20  # what a point of the curve is made of, and after how many updates there is one


# --- the net


def beginning(kept: Any, mean: Any, spread: Any, actions: int, seed: int) -> dict[str, Any]:
    """A net that knows nothing: two layers, a policy that is nearly even, a value of nearly 0."""
    luck = np.random.default_rng(seed)

    def layer(ins: int, outs: int, gain: float) -> Any:
        return (luck.standard_normal((ins, outs)) * gain / np.sqrt(ins)).astype(np.float32)

    return {
        "kept": kept, "mean": mean, "spread": spread,
        "one": layer(len(kept), WIDTH, 1.4), "one_bias": np.zeros(WIDTH, np.float32),
        "two": layer(WIDTH, WIDTH, 1.4), "two_bias": np.zeros(WIDTH, np.float32),
        "policy": layer(WIDTH, actions, 0.01), "policy_bias": np.zeros(actions, np.float32),
        "value": layer(WIDTH, 1, 0.01), "value_bias": np.zeros(1, np.float32),
    }  # fmt: skip


def measured(w: Weights, seen: Any) -> Any:
    """What the net looks at: the numbers that change at all, each counted from its mean, in spreads."""
    return ((seen[:, w["kept"]] - w["mean"]) / w["spread"]).clip(-5, 5)


def forward(w: Weights, x: Any) -> tuple[Any, Any]:
    """What the net thinks of each row: a number for each action, and how the game will end, from -1 to 1."""
    x = (x @ w["one"] + w["one_bias"]).clip(0)
    x = (x @ w["two"] + w["two_bias"]).clip(0)
    return x @ w["policy"] + w["policy_bias"], (x @ w["value"] + w["value_bias"])[:, 0]


def save(file: Path, w: Weights, game: str) -> None:
    """What a table needs of it, as `--bots net:FILE`: all but the value. `Net` has weights as PyTorch's layers do."""
    arrays = {name: np.asarray(array) for name, array in w.items()}
    layers = [(arrays[name].T, arrays[f"{name}_bias"]) for name in ("one", "two", "policy")]
    kept, mean, spread = (arrays[name] for name in ("kept", "mean", "spread"))
    Net.of(find(game), (2,), layers, kept=kept, mean=mean, spread=spread).write(file)


# --- against a bot of the house


def against(w: Weights, game: str, bot: str, games: int, seed: int) -> tuple[int, float, float, float]:
    """How many games were played, what share the net's likeliest actions won, its interval. Seats take turns."""
    n = min(games, CURVE_GAMES)
    batch, rounds, won, played = Batch(game, n, players=2, against=bot, seed=seed), -(-games // n), 0.0, 0
    while (counts := batch.episodes < rounds).any():  # the first games of each row, so that long ones count, too
        seats = batch.learners
        wishes, _ = forward(w, measured(w, batch.observations))
        batch.step(np.where(batch.masks, wishes, -np.inf).argmax(1))
        ended = np.flatnonzero(batch.done & counts)
        won += float(batch.rewards[ended, seats[ended]].sum())
        played += len(ended)
    return played, won / played, *wilson(won, played)


# --- learning


def lead(batch: Batch) -> Any:
    """How far the seat that acts is in front, from -1 to 1; 0 where the game doesn't say.

    The value is this and what the net adds to it. That is the same as a reward for every point one gets in front, which
    is taken back when the game ends (Ng et al. 1999, Wiewiora 2003): the start is faster, the aim is still to win.
    """
    if "total" not in batch.sight.places:
        return np.zeros(batch.n, np.float32)
    total = batch.sight.plane(batch.observations, "total")
    return total[:, 0] - total[:, 1]


def look_around(game: str, seed: int) -> tuple[tuple[Any, Any, Any], float]:
    """By random games: which numbers change, their means and spreads, and the spread of the points one wins by."""
    batch, rows, margins = Batch(game, GAMES, players=2, seed=seed), [], [1.0]
    for step in range(1024):
        batch.step(batch.sample())
        margins.extend(np.diff(batch.scores[batch.done])[:, 0])
        if step % 16 == 0:
            rows.append(batch.observations.copy())
    every = np.concatenate(rows)
    kept = np.flatnonzero(every.std(0))
    return (kept, every.mean(0)[kept], every.std(0)[kept].clip(0.02)), float(np.std(margins))


def gains(reward: Any, done: Any, mover: Any, value: Any) -> Any:
    """How much better than expected each decision turned out (GAE, Schulman et al. 2016).

    What is good for one is bad for the other: where the next decision is the other's, its value counts negative.
    """
    found, gain = np.zeros_like(reward), np.zeros_like(reward[0])
    for t in reversed(range(len(reward))):
        sign = np.where(done[t], 0, np.where(mover[t + 1] == mover[t], 1, -1)).astype(reward.dtype)
        gain = reward[t] + sign * value[t + 1] - value[t] + TRACE * sign * gain
        found[t] = gain
    return found


class Learner:
    """A net, the games it plays against itself, and what it remembers of the last of them."""

    def __init__(self, game: str, seed: int, threads: int) -> None:
        torch.set_num_threads(threads)
        torch.manual_seed(seed)
        self.batch = Batch(game, GAMES, players=2, seed=seed, threads=threads)
        numbers, self.points = look_around(game, seed + 1)
        start = beginning(*numbers, self.batch.actions, seed)
        self.w = {name: torch.tensor(array) for name, array in start.items()}
        self.arrays = {name: tensor.numpy() for name, tensor in self.w.items()}  # the same memory: they learn, too
        self.learned = [self.w[name].requires_grad_() for name in start if name not in ("kept", "mean", "spread")]
        self.adam = torch.optim.Adam(self.learned, RATE, eps=1e-5)
        self.seen = torch.zeros(STEPS, GAMES, len(start["kept"]))
        self.legal = torch.zeros(STEPS, GAMES, self.batch.actions, dtype=torch.bool)
        self.action = torch.zeros(STEPS, GAMES, dtype=torch.long)
        self.reward, self.done = np.zeros((STEPS, GAMES), np.float32), np.zeros((STEPS, GAMES), np.bool_)
        self.value, self.mover = np.zeros((STEPS + 1, GAMES), np.float32), np.zeros((STEPS + 1, GAMES), np.int64)

    def update(self, still: float) -> None:
        """Play on and learn from it; `still` is the share of all updates that is left."""
        with torch.no_grad():
            self.play(MARGIN * still)
        gain = torch.from_numpy(gains(self.reward, self.done, self.mover, self.value))
        self.adam.param_groups[0]["lr"] = RATE * still
        self.improve(gain)

    def play(self, margin: float) -> None:
        """Take some decisions in each game; `margin` is how much it matters by how many points a game is won."""
        batch, rows = self.batch, np.arange(GAMES)
        for t in range(STEPS):
            self.mover[t] = seat = batch.to_move.astype(np.int64)
            self.legal[t] = torch.tensor(batch.masks)
            self.seen[t], wishes, self.value[t] = self.think()
            share = wishes.masked_fill(~self.legal[t], -torch.inf).softmax(1).cumsum(1)
            point = (1 - torch.rand(GAMES, 1)) * share[:, -1:]  # above 0, so that nothing illegal is hit
            self.action[t] = torch.searchsorted(share, point)[:, 0]
            batch.step(self.action[t].numpy())
            won, ahead = (array[rows, seat] - array[rows, 1 - seat] for array in (batch.rewards, batch.scores))
            ahead = batch.done * (ahead / (3 * self.points)).clip(-1, 1)
            self.reward[t], self.done[t] = won + margin * (ahead - won), batch.done
        self.mover[STEPS], self.value[STEPS] = batch.to_move, self.think()[2]

    def think(self) -> tuple[Any, Any, Any]:
        """What the net looks at now in each game, what it wishes, and how it thinks the game will end."""
        x = measured(self.w, torch.tensor(self.batch.observations))
        wishes, value = forward(self.w, x)
        return x, wishes, value.numpy() + lead(self.batch)

    def improve(self, gain: Any) -> None:
        """Make more likely what turned out well, in small steps. Where only one thing is legal, nothing is learned."""
        choices = (self.legal.sum(2) > 1).flatten().nonzero()[:, 0]
        x, may, did, gain = (a.flatten(0, 1)[choices] for a in (self.seen, self.legal, self.action, gain))
        with torch.no_grad():
            wishes, guess = forward(self.w, x)
            before = wishes.masked_fill(~may, -1e9).log_softmax(1).gather(1, did[:, None])[:, 0]
        aim, gain = guess + gain, (gain - gain.mean()) / (gain.std() + 1e-8)
        for part in (part for _ in range(EPOCHS) for part in torch.randperm(len(choices)).split(PART)):
            wishes, guess = forward(self.w, x[part])
            log = wishes.masked_fill(~may[part], -1e9).log_softmax(1)
            ratio = (log.gather(1, did[part, None])[:, 0] - before[part]).exp()
            better = torch.min(ratio * gain[part], ratio.clip(1 - CLIP, 1 + CLIP) * gain[part]).mean()
            entropy = -(log.exp() * log).sum(1).mean()
            loss = VALUE * (guess - aim[part]).square().mean() - better - ENTROPY * entropy
            self.adam.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.learned, NORM)
            self.adam.step()


# --- the command


def main() -> None:
    """Learn, play against bots, say and show what came of it."""
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
        ask.error("Learning needs PyTorch: pip install 'dicehouse[learn]'.")
    w, points = learn(asked.game, asked.decisions, asked.seed, asked.threads)
    if asked.curve:
        note = f"The band is the 95 % interval of {CURVE_GAMES} games against greedy for each point."
        across, up = ("million decisions played", points[-1][0], "{:.2g}"), ("games won", 1.0, "{:.0%}")
        drawn = curve(f"{find(asked.game).name}: how PPO learns", note, across, up, points)
        asked.curve.write_text(drawn, encoding="utf-8")
    if asked.save:
        save(asked.save, w, asked.game)
    for bot in asked.bots.split(","):
        played, share, low, high = against(w, asked.game, bot, asked.games, asked.seed + 2_000_000)
        print(f"{share:.1%} of {played:,} games won against {bot} (95 % interval {low:.1%} to {high:.1%})")


def learn(game: str, decisions: int, seed: int, threads: int) -> tuple[Weights, list[Point]]:
    """A net that has learned from so many decisions, and how it got there: in games with dice of their own."""
    began, points = time.monotonic(), list[Point]()
    learner, updates = Learner(game, seed, threads), max(1, decisions // (GAMES * STEPS))
    for update in range(updates + 1):
        if update % CURVE_EVERY == 0 or update == updates:
            _, share, low, high = against(learner.arrays, game, "greedy", CURVE_GAMES, seed + 1_000_000 + update)
            points.append((update * GAMES * STEPS / 1e6, share, low, high))
            said = f"{share:6.1%} won against greedy ({low:.1%} to {high:.1%})"
            print(f"{time.monotonic() - began:5.0f} s {points[-1][0]:8.2f} million decisions {said}", flush=True)
        if update < updates:
            learner.update(1 - update / updates)
    return learner.arrays, points


if __name__ == "__main__":
    main()
