"""Learn which minion to send in Deck-O-Dice: fictitious play (Brown 1951) with a table for every position.

    python examples/learning/fictitious_play.py --curve curve.svg

A duel has twelve combats, in which both players choose at the same moment, in secret. An opponent can predict a player
who always chooses in the same way, so the script learns how often to choose each minion. In every round the table of
each position moves a step towards the best reply to everything played so far. The exploitability is how much a perfect
reply still wins.

The tables know both sides' minions and the lead, not which cards are gone: the chances of each pair of minions are
means over the whole deck, counted in played games. The exploitability is that of this model.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from picture import Point, curve

from dicehouse.arena.intervals import wilson_interval
from dicehouse.envs import Batch
from dicehouse.games.deck_o_dice.rules.action_codes import CHOOSE, KEEP, LOOK, REROLL_CARD, TAKE
from dicehouse.games.deck_o_dice.rules.cards import CARDS
from dicehouse.text_format import format_interval, format_percent

COMBATS, MINIONS, DIANTE = 12, 6, 2
MOST = COMBATS  # the largest lead in combats, each of them two cards
LEADS = np.arange(-MOST, MOST + 1)
SETS = [[sum(1 << m for m in chosen) for chosen in combinations(range(MINIONS), size)] for size in range(MINIONS + 1)]
Tables = list[Any]  # for each combat an array: own minions, the other's minions, lead, choice


def minions_left(combat: int) -> int:
    """Return how many minions each side has before a combat, counted from 0: six before each half."""
    return MINIONS - combat % MINIONS


# --- the model: the result of a pair of minions


def by_rule_of_thumb(batch: Batch, luck: np.random.Generator) -> Any:
    """Return random minions; Diante keeps the larger card, and Cubera redraws up to a 3 or if it would lose."""
    seen, masks, space = batch.observations, batch.masks, batch.action_space
    look, keep, reroll = (masks[:, space.places[code]] for code in (LOOK, KEEP, REROLL_CARD))
    cards = batch.observation_encoder.plane(seen, "looked").argmax(2)
    eights = np.array([card[DIANTE] for card in CARDS])[cards]
    own, other = batch.observation_encoder.plane(seen, "value").T
    defends = batch.observation_encoder.plane(seen, "defending")[:, 0] > 0
    again = np.where(defends, own <= other, own <= 3)
    chosen = (luck.random(masks.shape) * masks).argmax(1)
    chosen = np.where(look, space.places[LOOK], chosen)
    second = eights[:, 1] > eights[:, 0]
    chosen = np.where(masks[:, space.places[TAKE.of(0)]], space.places[TAKE.of(0)] + second, chosen)
    return np.where(keep & reroll, space.places[np.where(again, REROLL_CARD, KEEP)], chosen)


def count(games: int, seed: int) -> Any:
    """Return how often a minion wins, loses and ties against another: [own][other][result], from played games."""
    batch = Batch("deck-o-dice", games, players=2, seed=seed, information="recall", scaled=False, auto_reset=False)
    luck, rows = np.random.default_rng(seed), np.arange(games)
    sent = np.zeros((games, COMBATS, 2), np.int64)
    while (on := batch.to_move >= 0).any():
        chosen = by_rule_of_thumb(batch, luck)
        asked = rows[on & (batch.observation_encoder.plane(batch.observations, "phase")[:, 0] > 0)]
        combat = batch.observation_encoder.plane(batch.observations, "combat").argmax(1)
        sent[asked, combat[asked], batch.to_move[asked]] = batch.action_space.numbers[chosen[asked]] - CHOOSE.of(0)
        batch.step(chosen)
    results = batch.observation_encoder.plane(batch.observations, "results").argmax(
        1
    )  # seen by seat 0: won, lost, tied
    counts = np.zeros((MINIONS, MINIONS, 3))
    np.add.at(counts, (sent[..., 0], sent[..., 1], results), 1)
    counts += counts.transpose(1, 0, 2)[..., [1, 0, 2]]  # count each combat from both sides
    return counts / counts.sum(2, keepdims=True)


# --- fictitious play


def tables_of(mixes: Callable[[int], Any]) -> Tables:
    """Return tables with the mix of each set of minions, the same for all sets of the opponent and all leads."""
    sizes = [len(sets(combat)) for combat in range(COMBATS)]
    return [np.tile(mixes(c)[:, None, None, :], (1, sizes[c], len(LEADS), 1)) for c in range(COMBATS)]


def sets(combat: int) -> list[int]:
    """Return the sets of minions that a side may have left before a combat, as masks."""
    return SETS[minions_left(combat)]


def even(combat: int) -> Any:
    """Return for each set of minions a mix that sends all of them equally often."""
    has = np.array([[mask >> m & 1 for m in range(MINIONS)] for mask in sets(combat)], float)
    return has / has.sum(1, keepdims=True)


def largest(combat: int) -> Any:
    """Return for each set of minions a mix that always sends the largest, like a predictable beginner."""
    return np.eye(MINIONS)[[mask.bit_length() - 1 for mask in sets(combat)]]


def next_sets(combat: int) -> Any:
    """Return for each set and choice the number of the set that is left, 0 if there is no such choice."""
    after = {mask: number for number, mask in enumerate(SETS[minions_left(combat) - 1])}
    return np.array(
        [[after.get(mask & ~(1 << m), 0) if mask >> m & 1 else 0 for m in range(MINIONS)] for mask in sets(combat)]
    )


def best_answer(tables: Tables, chances: Any) -> tuple[Tables, float]:
    """Return the best reply to a player who mixes by `tables`, and its gain: 0 is even, 1 wins always."""
    value, answers = np.sign(LEADS)[None, None, :].astype(float), list[Any]()
    for combat in reversed(range(COMBATS)):
        after = next_sets(combat)
        then = value[after[:, None, :, None], after[None, :, None, :]]  # own set, other set, own choice, other's, lead
        up, down = (
            np.concatenate([then[..., 1:], then[..., -1:]], -1),
            np.concatenate([then[..., :1], then[..., :-1]], -1),
        )
        won, lost, tied = (chances[None, None, :, :, which, None] for which in range(3))
        met = tables[combat].transpose(1, 0, 2, 3)[:, :, ::-1]  # the same tables from the opponent's side
        worth = np.einsum("stabl,stlb->stla", won * up + lost * down + tied * then, met)
        worth = np.where(even(combat)[:, None, None, :] > 0, worth, -np.inf)
        value = worth.max(3)
        answers.append(np.eye(MINIONS)[worth.argmax(3)])
    return answers[::-1], float(value[0, 0, MOST])


def learn(chances: Any, rounds: int) -> tuple[Tables, list[Point]]:
    """Return the tables after that many rounds, and their exploitability: the part of games won above one half."""
    tables, points = tables_of(largest), list[Point]()
    for number in range(rounds + 1):
        answers, gain = best_answer(tables, chances)
        if number < 50 or number % 10 == 0:
            points.append((number, gain / 2, gain / 2, gain / 2))
        if number in (0, 1, 2, 5) or number % 100 == 0:
            print(f"{number:5} rounds: a perfect answer wins {format_percent(0.5 + gain / 2, 2)}", flush=True)
        if number < rounds:
            tables = [table + (answer - table) / (number + 2) for table, answer in zip(tables, answers, strict=True)]
    return tables, points


# --- at the table


def against(tables: Tables, bot: str, games: int, seed: int) -> tuple[float, float, float]:
    """Return the part of games that the tables win, with alternating seats, and its interval."""
    batch = Batch("deck-o-dice", games, players=2, against=bot, seed=seed, information="recall", scaled=False)
    luck, rows, won = np.random.default_rng(seed), np.arange(games), 0.0
    numbers = {mask: number for same in SETS for number, mask in enumerate(same)}
    while (first := batch.episodes == 0).any():
        plane, seats, chosen = batch.observation_encoder.plane, batch.learners, by_rule_of_thumb(batch, luck)
        seen = batch.observations
        known = np.maximum(plane(seen, "unused"), plane(seen, "memory of unused")).astype(int) @ (
            1 << np.arange(MINIONS)
        )
        ahead = (plane(seen, "points") @ [1, -1]).astype(int) // 2
        combat = plane(seen, "combat").argmax(1)
        for row in rows[first & (plane(seen, "phase")[:, 0] > 0)]:
            own, other = (numbers[int(mask)] for mask in known[row])
            mixed = tables[combat[row]][own, other, ahead[row] + MOST]
            chosen[row] = batch.action_space.places[CHOOSE.of(int(luck.choice(MINIONS, p=mixed / mixed.sum())))]
        batch.step(chosen)
        won += float(batch.rewards[rows, seats][first & batch.done].sum())
    return won / games, *wilson_interval(won, games)


def main() -> None:
    """Count, learn, draw the curve, and play."""
    ask = argparse.ArgumentParser(description="Learn which minion to send in Deck-O-Dice by fictitious play.")
    ask.add_argument("--rounds", type=int, default=1000)
    ask.add_argument("--count", type=int, default=32_768, help="games by which the chances of each pair are counted")
    ask.add_argument("--games", type=int, default=4096, help="games against each bot in the end")
    ask.add_argument("--bots", default="random,greedy,sensible")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--curve", type=Path, metavar="FILE", help="where to draw how it learned (.svg)")
    asked = ask.parse_args()
    chances = count(asked.count, asked.seed)
    tables, points = learn(chances, asked.rounds)
    gain = best_answer(tables_of(even), chances)[1]
    print(f"to compare: against all equally often a perfect answer wins {format_percent(0.5 + gain / 2, 2)}")
    if asked.curve:
        across, up = ("rounds", float(asked.rounds), "{:.0f}"), ("exploitability", 0.4)
        note = "By how much more than half of the games a perfect reader of the choices would win."
        asked.curve.write_text(curve("Deck-O-Dice: fictitious play", note, across, up, points), encoding="utf-8")
    for bot in asked.bots.split(","):
        share, low, high = against(tables, bot, asked.games, asked.seed + 1_000_000)
        print(
            f"{format_percent(share)} of {asked.games:,} games won against {bot} (95% interval "
            f"{format_interval(low, high)})"
        )


if __name__ == "__main__":
    main()
