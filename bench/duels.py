"""How well `sensible` plays Deck-O-Dice against plans that are not its own.

    python -m bench.duels plans --games 20000 --abilities attested
    python -m bench.duels orders --games 72000
    python -m bench.duels reply --games 20000
    python -m bench.duels search --rounds 20

`plans` plays against named plans, `orders` against all 720 orders of a half in turn. `reply` plays against somebody who
knows at every choice how `sensible` mixes, and makes the best reply to it (a local best response; Lisy and Bowling
2017). `search` looks for the plan that does best: a best response among those that weigh what is in `N_WEIGHTS`, found
by the cross-entropy method and then tried in fresh games. All of them use Cubera and Diante as `sensible` does, and sit
in either seat in turn: what is measured is the choice of minions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from dicehouse.arena.intervals import wilson_interval
from dicehouse.compiler.rule_compiler import NUMBA_OPTIONS, EntryCompiler
from dicehouse.compiler.rule_compiler import rules as compiled
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice, draw_below, start_stream
from dicehouse.games.deck_o_dice import rules
from dicehouse.games.deck_o_dice.ai import sensible
from dicehouse.games.deck_o_dice.ai.matrix_game_solver import CELLS, GAINS, SIDE, TOTAL, WIDTH
from dicehouse.games.deck_o_dice.ai.win_chances import MEANS, lead
from dicehouse.games.deck_o_dice.presentation.options import IDS
from dicehouse.games.deck_o_dice.rules import state
from dicehouse.records.record import dtype
from dicehouse.text_format import format_interval, format_percent

Plan = npt.NDArray[np.float64]

N = len(IDS)
BY_COMBAT = 0  # a plan weighs each minion in each of the 12 combats,
BY_OTHER = 12 * N  # by each minion that the other side still has,
BY_LEAD = BY_OTHER + N * N  # by who is ahead: behind, level, ahead,
BY_MEAN = BY_LEAD + 3 * N  # and by its mean gain against what the other side still has
N_WEIGHTS = BY_MEAN + 1
REPLIES = N_WEIGHTS  # not a weight: whether the plan is to reply as well as can be

STATE, DICE, ACTIONS = dtype(state.State), dtype(Dice), dtype(Actions)
PRESETS = ("proposed", "attested")


# --- plans as numbers


def order(names: Sequence[int], again: Sequence[int] | None = None) -> Plan:
    """Always these, one after the other, in both halves or with another order for the second."""
    plan = np.zeros(N_WEIGHTS + 1)
    for combat, minion in enumerate([*names, *(again or names)]):
        plan[BY_COMBAT + combat * N + minion] = 1000.0
    return plan


def quad_against_twent(then: int) -> Plan:
    """Quad while the other side has Twent, then the highest (1) or the lowest (-1)."""
    plan = np.zeros(N_WEIGHTS + 1)
    for combat in range(12):
        plan[BY_COMBAT + combat * N :][:N] = then * np.arange(N)
    plan[BY_OTHER + 5 * N] = 1000.0
    return plan


def best_on_average() -> Plan:
    """What gains most against the minions that the other side still has."""
    plan = np.zeros(N_WEIGHTS + 1)
    plan[BY_MEAN] = 1.0
    return plan


def named_plans() -> dict[str, Plan]:
    """Plans that somebody might try."""
    quad, cubera, diante, sparten, dwelve, twent = range(N)
    up, down = list(range(N)), list(range(N))[::-1]
    plans = {
        "always the highest": order(down),
        "always the lowest": order(up),
        "uniformly random": np.zeros(N_WEIGHTS + 1),
        "Quad while Twent is left, then the highest": quad_against_twent(1),
        "Quad while Twent is left, then the lowest": quad_against_twent(-1),
        "best on average": best_on_average(),
        "worst on average": -best_on_average(),
        "lowest, then highest": order(up, down),
        "highest, then lowest": order(down, up),
    }
    orders = [
        (twent, quad, dwelve, cubera, sparten, diante),
        (quad, twent, cubera, dwelve, diante, sparten),
        (quad, twent, dwelve, sparten, diante, cubera),
        (twent, quad, sparten, dwelve, diante, cubera),
        (diante, sparten, cubera, dwelve, quad, twent),
        (diante, cubera, sparten, quad, dwelve, twent),
        (sparten, twent, quad, dwelve, cubera, diante),
        (sparten, dwelve, diante, cubera, twent, quad),
        (dwelve, twent, sparten, quad, diante, cubera),
        (dwelve, sparten, twent, diante, quad, cubera),
        (cubera, diante, quad, sparten, twent, dwelve),
        (cubera, quad, diante, twent, sparten, dwelve),
        (twent, dwelve, quad, diante, cubera, sparten),
        (diante, twent, quad, sparten, dwelve, cubera),
        (quad, diante, twent, cubera, sparten, dwelve),
    ]
    return plans | {" ".join(IDS[minion] for minion in names): order(names) for names in orders}


# --- games


@compiled
def planned(position: Any, seat: int, actions: Actions, memo: Any, plan: Any, dice: Dice) -> int:
    """The minion that the plan weighs most, any of them if several do."""
    ahead = lead(position) * (1 - 2 * seat)
    by_lead = BY_LEAD + (2 if ahead > 0 else 0 if ahead < 0 else 1) * N
    best, chosen, ties = -1e300, 0, 0
    for i in range(actions.count):
        minion = actions.item[i]
        weight = plan[BY_COMBAT + (position.combat - 1) * N + minion] + plan[by_lead + minion]
        number, mean = 0, 0.0
        for other in range(N):
            if position.sides[1 - seat].unused >> other & 1:
                weight += plan[BY_OTHER + other * N + minion]
                mean += memo[MEANS + minion * N + other]
                number += 1
        weight += plan[BY_MEAN] * mean / number
        if weight > best:
            best, ties = weight, 0
        if weight == best:
            ties += 1
            if draw_below(dice, ties) == 0:
                chosen = minion
    return chosen


@compiled
def best_reply(known: Any, seat: int, actions: Actions, memo: Any, dice: Dice) -> int:
    """The minion that does best against the mix of the other seat, which is `sensible`.

    The matrices and mixes are those that the other would work out here; the world is the card on top, if one side alone
    knows it.
    """
    told = known.top_seen & 3 if known.top != -1 else 0
    sensible.sensible(known, 1 - seat, actions, memo, dice)
    apart = told == 1 or told == 2
    cards = known.rest | 1 << known.top if apart else 1
    best, chosen = -1e300, 0
    for i in range(actions.count):
        worth, world = 0.0, 0
        for card in range(24):
            if cards >> card & 1:
                if not apart or told != 1 << seat or card == known.top:
                    mixed = TOTAL + (1 - seat) * SIDE + (world * WIDTH if told == 1 << (1 - seat) else 0)
                    for j in range(actions.count):
                        place = GAINS + world * CELLS + (i * WIDTH + j if seat == 0 else j * WIDTH + i)
                        worth += memo[mixed + j] * (memo[place] if seat == 0 else -memo[place])
                world += 1
        if worth > best:
            best, chosen = worth, actions.item[i]
    return chosen


@numba.njit(pipeline_class=EntryCompiler, **NUMBA_OPTIONS)  # type: ignore[untyped-decorator]  # numba ships no types
def play(states: Any, fronts: Any, memo: Any, preset: int, plans: Any, seed: int, first: int, won: Any) -> None:
    """Game after game, `sensible` against the next of the plans; what it wins."""
    table, mind, actions = fronts[0].dice, fronts[1].dice, fronts[0].actions
    for i in range(len(won)):
        game = first + i
        start_stream(table, seed, seed >> 32, 2 * game)
        start_stream(mind, seed, seed >> 32, 2 * game + 1)
        states[0] = states[2]
        position, known = states[0], states[1]
        position.options.abilities = preset
        rules.deal(position, position.options, 2, table)
        own = game % 2
        plan = plans[game // 2 % len(plans)]
        while not rules.over(position):
            mask = rules.acting(position)
            seat = 0 if mask & 1 else 1
            states[1] = position
            rules.resample_hidden(known, seat, mind)
            actions.count = 0
            rules.legal(known, seat, actions)
            if seat != own and known.phase == 0:
                sensible.work_out_prospects(known, memo)
                if plan[REPLIES] > 0.0:
                    action = best_reply(known, seat, actions, memo, mind)
                else:
                    action = planned(known, seat, actions, memo, plan, mind)
            else:
                action = sensible.sensible(known, seat, actions, memo, mind)
            rules.apply(position, seat, action, table)
        won[i] = position.winner == own


FRONT = np.dtype([("dice", DICE), ("actions", ACTIONS)], align=True)


def games_won(plans: Sequence[Plan], games: int, preset: str, seed: int) -> npt.NDArray[np.float64]:
    """Which of so many games `sensible` wins, against these plans in turn."""
    memo = np.zeros(sensible.MEMO)
    states = np.zeros(3, STATE)
    states[2]["options"]["abilities"] = PRESETS.index(preset)
    sensible.prepare(_Dealt(PRESETS.index(preset)), memo)
    won = np.zeros(games)
    play(states, np.zeros(2, FRONT), memo, PRESETS.index(preset), np.array(plans), seed, 0, won)
    return won


class _Dealt:
    """As much of a position as `prepare` looks at."""

    def __init__(self, abilities: int) -> None:
        self.options = self
        self.abilities = abilities


def show(name: str, won: npt.NDArray[np.float64]) -> None:
    """A line of the table."""
    low, high = wilson_interval(float(won.sum()), len(won))
    print(f"{format_percent(won.mean()):>7}  ({format_interval(low, high)} of {len(won):,})  {name}", flush=True)


# --- what may be asked


def plans(given: argparse.Namespace) -> None:
    """Against each of the named plans."""
    for name, plan in named_plans().items():
        if given.only is None or given.only in name:
            show(name, games_won([plan], given.games, given.abilities, given.seed))


def orders(given: argparse.Namespace) -> None:
    """Against every order; the hardest ones once more, in fresh games."""
    every = list(permutations(range(N)))
    won = games_won([order(names) for names in every], given.games, given.abilities, given.seed)
    show("all 720 orders", won)
    share = [won.reshape(-1, 2)[place :: len(every)].mean() for place in range(len(every))]
    for place in np.argsort(share)[:3]:
        name = " ".join(IDS[minion] for minion in every[place])
        fresh = games_won([order(every[place])], given.games // 6, given.abilities, given.seed + 1)
        show(f"{name} (one of the hardest)", fresh)


def reply(given: argparse.Namespace) -> None:
    """Against the best reply to every mix."""
    plan = np.zeros(N_WEIGHTS + 1)
    plan[REPLIES] = 1.0
    show("the best reply to every mix", games_won([plan], given.games, given.abilities, given.seed))


def search(given: argparse.Namespace) -> None:
    """The cross-entropy method: try plans, keep the best, try others like them."""
    rng = np.random.default_rng(given.seed)
    mean, spread = np.zeros(N_WEIGHTS), np.full(N_WEIGHTS, 1.0)
    mean[BY_MEAN] = 1.0
    for number in range(given.rounds):
        tried = mean + spread * rng.standard_normal((TRIED, N_WEIGHTS))
        won = games_won(
            [np.append(plan, 0.0) for plan in tried], TRIED * GAMES_EACH, given.abilities, given.seed + 1 + number
        )
        share = won.reshape(-1, TRIED, 2).mean((0, 2))
        best = tried[np.argsort(share)[:KEPT]]
        mean, spread = best.mean(0), best.std(0) + 0.3 / (1 + number)
        print(
            f"round {number + 1}: {format_percent(share.mean())}, the best "
            f"{format_percent(np.sort(share)[:KEPT].mean())}",
            flush=True,
        )
    show("the plan that was found", games_won([np.append(mean, 0.0)], given.games, given.abilities, given.seed + 10**6))


TRIED, KEPT, GAMES_EACH = 64, 8, 200
TASKS = {"plans": plans, "orders": orders, "reply": reply, "search": search}


def main() -> None:
    """Read the arguments and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--abilities", choices=PRESETS, default="proposed")
    parser.add_argument("--only", help="plans with this in their name")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    TASKS[(given := parser.parse_args()).task](given)


if __name__ == "__main__":
    main()
