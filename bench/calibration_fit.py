"""Find the players of a review's forecasts: how they err, and how sure the forecasts may be.

    python -m bench.calibration_fit GAME [--games 150] [--simulations 96] [--seed 1] [--write]

First it finds how attentive people are who are as strong against `sensible` as three levels in the middle: Kofi, Otto,
and Vera, as far as that is between the ends of `CARES`. Then, for each level and for people, it plays games that
`bench.calibration` does not play, and takes a position from each. Where dice decide little it tries several kinds of
players in the rollouts. It keeps those whose forecasts make the outcomes likeliest, and the power of the odds
(`sharpness`) that makes them likeliest. A level's sharpness is drawn towards that of all levels, because so few games
leave it uncertain. Levels with too few games are fitted together; those that are not played get the numbers of the one
below them. With `--write` the numbers go into src/dicehouse/review/ordinary_players.json.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from time import process_time
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.cli.argument_types import comma_list, decimal_number, whole_number
from dicehouse.core import Game, Seeded
from dicehouse.core.policy import NAMED_BOTS, BotTraits
from dicehouse.engine.engine import use_compiled
from dicehouse.games import find
from dicehouse.match.match import Match
from dicehouse.review.forecast import Table
from dicehouse.review.ordinary_players import (
    DATA,
    DEFAULT_ATTENTION,
    LEVELS,
    PEOPLE,
    OrdinaryPlayer,
    read_data,
)

from .calibration import GAMES, Floats, forecaster
from .calibration_games import ANYWHERE, Person, Sample, sample_game

PEERS = NAMED_BOTS[2:5]
CARES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
MATCHES, SECONDS = 60, 10.0  # against `sensible`, for each of them
TRIED = (BotTraits(8, 30), BotTraits(19, 5))
POWERS = np.arange(0.3, 1.61, 0.02)
SPREAD = 0.35  # by which the sharpness of levels is expected to differ
LEAST = 25  # positions from which a level is fitted on its own
TINY = 1e-6


def fit_attention(game: Game, seed: str) -> tuple[float, ...]:
    """Return the attention with which people win as often against `sensible` as each of three levels in the middle."""
    if game.engine is not None:
        return DEFAULT_ATTENTION
    wins = [_share_of_wins(game, lambda key, care=care: Person(care, key), seed) for care in CARES]
    rising = np.maximum.accumulate(np.array(wins)) + 1e-6 * np.arange(len(CARES))
    goals = [_share_of_wins(game, lambda key, name=name: bots.make(name, game, key), seed) for name in PEERS]
    return tuple(round(float(np.interp(goal, rising, CARES)), 2) for goal in goals)


def _share_of_wins(game: Game, make: Any, seed: str) -> float:
    won, played, began = 0.0, 0, process_time()
    for number in range(MATCHES):
        if played >= LEAST and process_time() - began > SECONDS:
            break
        key, seat = f"{seed}|attention|{number}", number % 2
        match = Match(game, 2, game.settings_for(2, {}), Seeded(key))
        seated = [bots.make("sensible", game, key), bots.make("sensible", game, f"{key}|other")]
        seated[seat] = make(key)
        while not match.over:
            acting = match.acting()[0]
            match.play(acting, seated[acting].choose(match, acting))
        won += match.returns()[seat]
        played += 1
    return won / played


def sample_level(game: Game, level: str, games: int, minutes: float, seed: str, care: Sequence[float]) -> list[Sample]:
    """Return one position from each of some games, as many as can be played in the time."""
    began, found = process_time(), []
    for number in range(games):
        found += [each for each in sample_game(game.id, level, number, seed, care) if each.group == ANYWHERE]
        if process_time() - began > 60.0 * minutes:
            break
    return found


def chances_of(game: Game, samples: Sequence[Sample], player: OrdinaryPlayer, simulations: int) -> list[Floats]:
    """Return the chances that rollouts by such players give, without any sharpness."""
    return [
        forecaster(game.id, each.players, each.level, (player,) * each.players)
        .value(each.position, simulations)
        .returns
        for each in samples
    ]


def losses(samples: Sequence[Sample], chances: Sequence[Floats]) -> Floats:
    """Return the negative log likelihood of the outcomes, for each of `POWERS`."""
    found = np.zeros(len(POWERS))
    for sample, given in zip(samples, chances, strict=True):
        raised = given[None, :] ** POWERS[:, None]
        said = np.clip(raised[:, sample.seat] / raised.sum(1), TINY, 1.0 - TINY)
        found -= sample.won * np.log(said) + (1.0 - sample.won) * np.log(1.0 - said)
    return found


def fit_game(
    game: Game,
    games: int,
    minutes: float,
    simulations: int,
    seed: str,
    care: Sequence[float] | None,
    levels: Sequence[str] = LEVELS,
) -> dict[str, Any]:
    """Return what ordinary_players.json holds about a game; it finds the attention of people if `care` is None."""
    use_compiled(game)
    decides = game.engine is not None or Table(game, 2, game.settings_for(2, {})).typical_game().dice_decide
    care = care or fit_attention(game, seed)
    print(f"attention {care}", flush=True)
    curves: dict[str, Floats] = {}
    traits: dict[str, BotTraits | None] = {}
    few: list[str] = []
    together: dict[BotTraits | None, Floats] = {}
    for level in levels:
        samples = sample_level(game, level, games, minutes, seed, care)
        found: dict[BotTraits | None, Floats] = {}
        for kind in [None] if decides else TRIED:
            found[kind] = losses(samples, chances_of(game, samples, OrdinaryPlayer(kind), simulations))
        best = min(found, key=lambda kind: float(found[kind].min()))
        for kind, loss in found.items():
            print(f"{level}, {len(samples)}: {kind}: {loss.min():.1f} at {POWERS[loss.argmin()]:.2f}", flush=True)
        if len(samples) >= LEAST:
            traits[level], curves[level] = best, found[best]
        else:
            few.append(level)
            together = {kind: together.get(kind, 0.0) + loss for kind, loss in found.items()}
    if few:
        best = min(together, key=lambda kind: float(together[kind].min()))
        traits |= dict.fromkeys(few, best)
        curves |= {level: together[best] / len(few) for level in few}
    shared = float(POWERS[np.sum(list(curves.values()), axis=0).argmin()])
    fitted: dict[str, Any] = {"attention": list(care)}
    for place, level in enumerate(LEVELS):
        if level in curves:
            pull = 0.5 * ((POWERS - shared) / SPREAD) ** 2 / (len(few) if level in few else 1)
            kept = traits[level]
            sharpness = round(float(POWERS[(curves[level] + pull).argmin()]), 2)
            fitted[level] = {"traits": None if kept is None else asdict(kept), "sharpness": sharpness}
        else:
            fitted[level] = fitted[LEVELS[place - 1]]
    return fitted


def main(arguments: list[str] | None = None) -> None:
    """Fit, print, and with `--write` keep the numbers."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m bench.calibration_fit", description=__doc__, formatter_class=form)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=whole_number("the number of games", 1, 100_000), default=150)
    parser.add_argument("--minutes", type=decimal_number("a time", 0.01, 10_000), default=1.0, help="to play a level")
    parser.add_argument("--simulations", type=whole_number("the number of simulations", 1, 100_000), default=96)
    parser.add_argument("--seed", type=whole_number("the seed", 0, 2**31), default=1)
    said = "the attention of people, as an earlier run found it"
    parser.add_argument("--attention", type=float, nargs=3, metavar="CHANCE", help=said)
    parser.add_argument("--levels", type=comma_list, default=list(LEVELS), help="that are played, people first")
    parser.add_argument("--write", action="store_true", help="write src/dicehouse/review/ordinary_players.json")
    given = parser.parse_args(arguments)
    if given.levels[:1] != [PEOPLE] or not set(given.levels) <= set(LEVELS):
        parser.error(f"--levels must begin with {PEOPLE}; there are: {', '.join(LEVELS)}")
    seed = f"fit|{given.seed}"
    fitted = fit_game(
        find(given.game), given.games, given.minutes, given.simulations, seed, given.attention, given.levels
    )
    fitted["command"] = (
        f"python -m bench.calibration_fit {given.game} --games {given.games} --minutes {given.minutes:g} "
        f"--simulations {given.simulations} --seed {given.seed}"
    )
    fitted["command"] += f" --attention {' '.join(map(str, given.attention))}" if given.attention else ""
    fitted["command"] += f" --levels {','.join(given.levels)}" if given.levels != list(LEVELS) else ""
    print(json.dumps(fitted))
    if given.write:
        known = read_data()
        known["games"][given.game] = fitted
        DATA.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
