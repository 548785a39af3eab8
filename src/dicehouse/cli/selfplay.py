"""dicehouse selfplay"""

from __future__ import annotations

import argparse

from dicehouse.envs.extras import MissingExtra
from dicehouse.envs.selfplay import Archive, Plan, record
from dicehouse.envs.selfplay.plan import FILE
from dicehouse.errors import BadArchive

from .common import Failed, Usage, agreed, counted, game_of, seed_of, wait_for_rules
from .progress import Progress

USUAL_BOTS = ["sensible"]


def run(given: argparse.Namespace) -> int:
    """Let bots play and keep every position; or play again what is there, and compare."""
    try:
        return _check(given) if given.check else _record(given)
    except MissingExtra as error:
        raise Usage(str(error)) from error


def _record(given: argparse.Namespace) -> int:
    game = game_of(given)
    players, settings = agreed(game, given.mode, given.players, given.option)
    seed = seed_of(given.seed, given.out / FILE)
    plan = Plan.of(game, players, settings, given.bots or USUAL_BOTS, seed, given.shard)
    wait_for_rules(game)
    with Progress(given.games) as progress:
        record(plan, given.games, given.out, progress.add)
    archive = Archive(given.out)
    moves = sum(table.num_rows for table in archive.moves("move"))
    games = sum(table.num_rows for table in archive.games("game"))
    print(f"{given.out}: {counted(games, 'game')} of {game.name}, {counted(moves, 'decision')}, seed {plan.seed}.")
    return 0


def _check(given: argparse.Namespace) -> int:
    game = game_of(given)
    archive = Archive(given.out)
    if archive.game.id != game.id:
        raise Usage(f"{given.out} holds self-play of {archive.game.name}, not of {game.name}.")
    games = sum(table.num_rows for table in archive.games("game"))
    try:
        with Progress(max(games, 1)) as progress:
            positions = archive.check(progress.add)
    except BadArchive as error:
        raise Failed(str(error)) from error
    print(f"{given.out}: {counted(games, 'game')} played again, {positions:,} positions are the same.")
    return 0
