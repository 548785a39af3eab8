"""Measure the games as research problems: `python -m bench.research [--games 40] [--players 3] [--json]`.

Each game is played with its usual settings and its usual number of players, or with `--players`. `random` plays half of
the games and `sensible` the other half. A decision is one option chosen by one seat. This makes the table of
docs/research.md.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.core import Game, Seeded
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.engine import use_compiled
from dicehouse.games import all_games
from dicehouse.match.match import Match
from dicehouse.records.record import dtype
from dicehouse.studies.summary.number_words import format_percent

SEED = 1
COLUMNS = {
    "game": "game",
    "players": "players",
    "hidden": "decisions with hidden information",
    "at_once": "simultaneous decisions",
    "chance": "decisions followed by chance",
    "draws": "random draws per game",
    "branching": "options, mean (most)",
    "length": "decisions per game, mean (most)",
    "actions": "actions",
    "bytes": "bytes per position",
}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.research", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, help="games of each (inDICEsion: a tenth of that)")
    parser.add_argument("--players", type=int, help="number of players; games that don't allow it are left out")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    asked = parser.parse_args()
    rows = [
        measured(game, asked.games if game.engine is None else max(2, asked.games // 10), asked.players or game.usual)
        for game in all_games().values()
        if asked.players is None or game.players[0] <= asked.players <= game.players[1]
    ]
    print(json.dumps(rows) if asked.json else table(rows))


def measured(game: Game, games: int, players: int) -> dict[str, Any]:
    """Return the figures of a game."""
    if game.engine is None:
        use_compiled(game)
    seen = Seen(game, players)
    for number in range(games):
        name = "random" if number % 2 else "sensible"
        match = Match(game, players, {}, Seeded(f"{SEED}|{number}"))
        player = bots.make(name, game, SEED)
        while not match.over:
            seat = match.acting()[0]
            seen.decision(match, seat)
            match.play(seat, player.choose(match, seat))
        seen.ended(match)
    return seen.row()


class Seen:
    """Count decisions, options and draws of one game."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.players = game, players
        self.options: list[int] = []
        self.lengths: list[int] = []
        self.draws: list[int] = []
        self.hidden = self.at_once = self.chance = 0
        self._box = DiceBox()

    def decision(self, match: Match, seat: int) -> None:
        """Count a decision that `seat` is about to make."""
        self.options.append(len(match.options(seat)))
        self.at_once += len(match.acting()) > 1
        self.hidden += self.game.engine is None and self._differs(match.position(), seat)

    def _differs(self, position: bytes, seat: int) -> bool:
        """Return True if resampling what the seat can't know changes the position, in a few tries."""
        for luck in range(4):
            at = Position(self.game, np.frombuffer(position, np.uint8).copy())
            self._box.clear()
            Seeded(luck).prepare(self._box.dice, 0)
            engine_of(self.game).resample_hidden(at, seat, self._box)
            if at.tobytes() != position:
                return True
        return False

    def ended(self, match: Match) -> None:
        """Count a finished game."""
        self.lengths.append(match.number)
        drawn = [sum(1 for sides in action.sides if sides > 1) for action in match.actions]
        self.chance += sum(1 for count in drawn if count)
        self.draws.append(sum(drawn) + sum(1 for sides in match.deal_sides if sides > 1))

    def row(self) -> dict[str, Any]:
        """Return the figures as a row."""
        total, measures = len(self.options), self.game.engine is not None
        return {
            "game": self.game.name,
            "players": self.game.players,
            "played": self.players,
            "hidden": self.hidden / total,
            "at_once": self.at_once / total,
            "chance": None if measures else self.chance / total,
            "draws": None if measures else float(np.mean(self.draws)),
            "branching": None if measures else [float(np.mean(self.options)), max(self.options)],
            "length": [float(np.mean(self.lengths)), max(self.lengths)],
            "actions": None if measures else len(self.game.hooks.ACTIONS),
            "bytes": dtype(self.game.rules.State).itemsize,
            "games": len(self.lengths),
        }


def table(rows: list[dict[str, Any]]) -> str:
    """Return the figures as a table in Markdown."""
    lines = [f"| {' | '.join(COLUMNS.values())} |", f"|---|{'---:|' * (len(COLUMNS) - 1)}"]
    lines += [f"| {' | '.join(cell(row, key) for key in COLUMNS)} |" for row in rows]
    return "\n".join(lines)


def cell(row: dict[str, Any], key: str) -> str:
    """Return one figure as text."""
    value = row[key]
    if value is None:
        return "continuous" if key in ("branching", "actions") else "measured"
    if key == "players":
        return f"{value[0]} to {value[1]} ({row['played']})"
    if key in ("hidden", "at_once", "chance"):
        return format_percent(value, 0)
    if key in ("branching", "length"):
        return f"{value[0]:,.1f} ({value[1]:,})"
    return value if isinstance(value, str) else f"{value:,.0f}"


if __name__ == "__main__":
    main()
