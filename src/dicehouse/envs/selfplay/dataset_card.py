"""Write the card of an archive: what the folder holds, how it was made, and how to read it."""

from __future__ import annotations

import shlex
from collections import defaultdict
from pathlib import Path
from typing import Any

from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import rule_origin
from dicehouse.text_format import format_count, format_percent

from .archive_manifest import ArchiveManifest, write_atomically
from .parquet_shards import GAME_COLUMNS, MOVE_COLUMNS
from .selfplay_archive import Archive

CARD_FILE = "README.md"


def write_dataset_card(folder: Path) -> None:
    """Write the card again, from what the files contain."""
    archive = Archive(folder)
    games = [row for table in archive.games() for row in table.to_pylist()]
    text = _card_text(archive, games)
    write_atomically(folder / CARD_FILE, lambda part: part.write_text(text, encoding="utf-8"))


def selfplay_command(manifest: ArchiveManifest, games: int) -> str:
    """Return the command that makes the same files."""
    game = find(manifest.game)
    base, rule, _ = rule_origin(game)
    changed = [s.key for s in game.settings if manifest.settings[s.key] != s.default]
    options = [f"--option {key}={shlex.quote(_option_value(manifest.settings[key]))}" for key in changed]
    bots = ",".join(manifest.bots)
    named = [base.id, *([f"--rule {shlex.quote(rule)}"] if rule else [])]
    words = [
        f"dicehouse selfplay {' '.join(named)} --players {manifest.players}",
        *options,
        f"--bots {bots} --games {games}",
    ]
    return " ".join([*words, f"--seed {manifest.seed} --shard {manifest.shard} --out FOLDER"])


def _option_value(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _card_text(archive: Archive, games: list[dict[str, Any]]) -> str:
    manifest, game = archive.manifest, archive.game
    rule = rule_origin(game)[1]
    moves = sum(row["moves"] for row in games)
    lines = [
        f"# {game.name}: {len(games):,} games of self-play",
        "",
        f"{format_count(moves, 'decision')} of {manifest.players} players in"
        f" {format_count(len(archive.shards), 'shard')}, made by Dicehouse {manifest.dicehouse}"
        f" with version {manifest.version} of the rules:",
        "",
        f"    {selfplay_command(manifest, len(games))}",
        "",
        *(
            [
                f"It was played with a house rule. The command needs the file {rule} as it was then, and so do "
                "readers of this archive.",
                "",
            ]
            if rule
            else []
        ),
        "The same command makes the same games. With `--check`, it plays them again and compares every position.",
        "",
        "## Who won",
        "",
        "| bot | games | share of the wins | mean points |",
        "|---|---:|---:|---:|",
        *_result_rows(games),
        "",
        f"{sum(row['cut_off'] for row in games):,} games were stopped before their end.",
        "",
        "## moves-NNNNN.parquet: a row for each decision",
        "",
        *_column_table(MOVE_COLUMNS),
        "",
        "## games-NNNNN.parquet: a row for each game",
        "",
        *_column_table(GAME_COLUMNS),
        "",
        "A position holds everything, including what is hidden from the seat, so don't train a player directly on it.",
        "`archive.seen(table)` returns what the seat sees, as numbers. `archive.json` has the settings and versions.",
        "",
        "```python",
        "from dicehouse.envs.selfplay import Archive",
        "archive = Archive(FOLDER)",
        "for table in archive.moves():",
        "    seen, masks, actions = archive.seen(table), archive.masks(table), table['action'].to_numpy()",
        "```",
        "",
        "The bots follow hand-written rules, and each sees only what its seat may see. No people played.",
    ]
    return "\n".join(lines) + "\n"


def _column_table(known: dict[str, str]) -> list[str]:
    return ["| column | |", "|---|---|", *(f"| `{name}` | {says} |" for name, says in known.items())]


def _result_rows(games: list[dict[str, Any]]) -> list[str]:
    played: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in games:
        for bot, share, score in zip(row["bots"], row["shares"], row["scores"], strict=True):
            played[bot].append((share, score))
    return [
        f"| {bot} | {len(seats):,} | {format_percent(sum(s for s, _ in seats) / len(seats))} |"
        f" {sum(p for _, p in seats) / len(seats):,.1f} |"
        for bot, seats in sorted(played.items())
    ]
