"""Games that a study measures, beside the same games that are only played: in turns, by processor time."""

from __future__ import annotations

import statistics
import time
from functools import partial

import numpy as np

from dicehouse.arena.game_runner import GameRunner
from dicehouse.arena.pairing_schedule import rotate_bots
from dicehouse.core.game import Game
from dicehouse.studies import Study, compile_games, play_chunk, remaining_chunks

BOT = "sensible"


def beside_play(game: Game, runs: int, games: int) -> dict[str, float]:
    """Games a second of two sensible bots, played and measured."""
    study = Study(game, games=games, bots=(BOT,), players=2, seed=1)
    compile_games(study.plan)
    work = GameRunner(game, (BOT,), 2, {}, rotate_bots(2, 1, games), np.arange(games), 1)
    played, measured = [], []
    for _ in range(runs):
        played.append(games / _used(partial(_play, work, games)))
        measured.append(games / _used(partial(_measure, study)))
    return {
        "played_per_second": statistics.median(played),
        "measured_per_second": statistics.median(measured),
        "measured_part": statistics.median(m / p for m, p in zip(measured, played, strict=True)),
    }


def _play(work: GameRunner, games: int) -> None:
    for part in work.parts(np.arange(games)):
        work.play(part)


def _measure(study: Study) -> None:
    for chunk in remaining_chunks(study.plan):
        play_chunk(study.plan, chunk)


def _used(run: partial[None]) -> float:
    began = time.thread_time()
    run()
    return time.thread_time() - began
