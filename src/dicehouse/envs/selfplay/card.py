"""The card of an archive: what lies in the folder, how it was made, and how to read it."""

from __future__ import annotations

import shlex
from collections import defaultdict
from pathlib import Path
from typing import Any

from dicehouse.games import find
from dicehouse.games.patching import origin_of
from dicehouse.kit.shares import percent

from .plan import Plan, put
from .reading import Archive
from .shards import GAMES, MOVES

FILE = "README.md"


def write_card(folder: Path) -> None:
    """Write it anew, of what the files say."""
    archive = Archive(folder)
    games = [row for table in archive.games() for row in table.to_pylist()]
    text = _card(archive, games)
    put(folder / FILE, lambda part: part.write_text(text, encoding="utf-8"))


def command(plan: Plan, games: int) -> str:
    """The command that makes the same files."""
    game = find(plan.game)
    base, rule, _ = origin_of(game)
    changed = [s.key for s in game.settings if plan.settings[s.key] != s.default]
    options = [f"--option {key}={shlex.quote(_plain(plan.settings[key]))}" for key in changed]
    bots = ",".join(plan.bots)
    named = [base.id, *([f"--rule {shlex.quote(rule)}"] if rule else [])]
    words = [
        f"dicehouse selfplay {' '.join(named)} --players {plan.players}",
        *options,
        f"--bots {bots} --games {games}",
    ]
    return " ".join([*words, f"--seed {plan.seed} --shard {plan.shard} --out FOLDER"])


def _plain(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _card(archive: Archive, games: list[dict[str, Any]]) -> str:
    plan, game = archive.plan, archive.game
    rule = origin_of(game)[1]
    moves = sum(row["moves"] for row in games)
    lines = [
        f"# {game.name}: {len(games):,} games of self-play",
        "",
        f"{moves:,} decisions of {plan.players} players in {len(archive.shards)} shards, made by Dicehouse"
        f" {plan.dicehouse} with version {plan.version} of the rules:",
        "",
        f"    {command(plan, len(games))}",
        "",
        *(
            [f"It was played by a house rule: the command needs {rule} as it was, and so does whoever reads this.", ""]
            if rule
            else []
        ),
        "The same command makes the same games. With `--check` it plays them again and compares every position.",
        "",
        "## Who won",
        "",
        "| bot | games | share of the wins | mean points |",
        "|---|---:|---:|---:|",
        *_results(games),
        "",
        f"{sum(row['cut_off'] for row in games):,} games were stopped before their end.",
        "",
        "## moves-NNNNN.parquet: a row for each decision",
        "",
        *_columns(MOVES),
        "",
        "## games-NNNNN.parquet: a row for each game",
        "",
        *_columns(GAMES),
        "",
        "A position holds everything, what is hidden from the seat as well: don't train a player on it as it is.",
        "`archive.seen(table)` gives what the seat sees as numbers. Settings and versions stand in `archive.json`.",
        "",
        "```python",
        "from dicehouse.envs.selfplay import Archive",
        "archive = Archive(FOLDER)",
        "for table in archive.moves():",
        "    seen, masks, actions = archive.seen(table), archive.masks(table), table['action'].to_numpy()",
        "```",
        "",
        "Bots choose by hand-made rules, and each sees only what its seat may see. No person played.",
    ]
    return "\n".join(lines) + "\n"


def _columns(known: dict[str, str]) -> list[str]:
    return ["| column | |", "|---|---|", *(f"| `{name}` | {says} |" for name, says in known.items())]


def _results(games: list[dict[str, Any]]) -> list[str]:
    played: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in games:
        for bot, share, score in zip(row["bots"], row["shares"], row["scores"], strict=True):
            played[bot].append((share, score))
    return [
        f"| {bot} | {len(seats):,} | {percent(sum(s for s, _ in seats) / len(seats))} |"
        f" {sum(p for _, p in seats) / len(seats):,.1f} |"
        for bot, seats in sorted(played.items())
    ]
