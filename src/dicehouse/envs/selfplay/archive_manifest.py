"""Describe what an archive of self-play holds, as in its `archive.json`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from dicehouse.bots.named_opponents import compiled_bots, fingerprint_parts
from dicehouse.compiler.fingerprints import fingerprint_of
from dicehouse.core import Game
from dicehouse.engine.entry_points import MATCH_ENTRIES
from dicehouse.errors import BadArchive, BadSetting, DicehouseError, explain_os_error
from dicehouse.games import HOUSE_RULE_MARK, find
from dicehouse.match.layout_migration import layout_hash
from dicehouse.old_names import old_attribute
from dicehouse.version import VERSION, writer_of

FORMAT = 1
MANIFEST_FILE = "archive.json"
MAX_FILE_SIZE = 1 << 20


@dataclass(frozen=True)
class ArchiveManifest:
    """Define which games are played: everything that determines the files, except the number of games."""

    game: str
    version: str  # of its rules
    layout: str  # a fingerprint of the fields of its record
    players: int
    settings: dict[str, Any]
    bots: list[str]  # game i has the bot (i + s) mod len(bots) in seat s
    seed: int
    shard: int  # games in a file
    format: int = FORMAT
    dicehouse: str = VERSION
    made_by: str = ""  # a hash of the rules and the bots; empty in older archives

    @classmethod
    def for_game(
        cls, game: Game, players: int, settings: dict[str, Any], bots: list[str], seed: int, shard: int
    ) -> ArchiveManifest:
        """Return the manifest for a game. Raise BadSetting if the arguments are invalid."""
        for name in bots:
            if name not in compiled_bots(game):
                raise BadSetting(
                    f"There is no bot {str(name)[:40]!r} for self-play. The bots are: {', '.join(compiled_bots(game))}."
                )
        if not bots or len(bots) > players:
            raise BadSetting(f"Name one bot, or up to {players} for {players} seats, not {len(bots)}.")
        agreed = game.settings_for(players, settings)
        return cls(
            game.id,
            game.version,
            layout_hash(game),
            players,
            agreed,
            bots,
            seed,
            shard,
            made_by=_rules_fingerprint(game),
        )

    def bots_by_seat(self, number: int) -> list[str]:
        """Return the bots of a game, by seat."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.players)]

    def game_seed(self, number: int) -> int:
        """Return the seed of a game's dice: 63 bits of a hash."""
        return int.from_bytes(sha256(f"{self.seed}|{number}".encode()).digest()[:8], "big") >> 1

    of = old_attribute("for_game")
    seated = old_attribute("bots_by_seat")
    seed_of = old_attribute("game_seed")

    def write(self, folder: Path) -> None:
        """Write the manifest into the folder. Raise BadArchive if the folder holds something else."""
        if archive_exists(folder):
            self._check_same_games(ArchiveManifest.read(folder), folder)
            return
        with explain_write_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            strangers = any(folder.glob("*.parquet"))
        if strangers:
            raise BadArchive(f"{folder} has Parquet files that don't belong to an archive. Choose an empty folder.")
        write_atomically(
            folder / MANIFEST_FILE,
            lambda part: part.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8"),
        )

    def _check_same_games(self, known: ArchiveManifest, folder: Path) -> None:
        """Raise BadArchive if games of this manifest don't belong to those of a known one."""
        apart = ("dicehouse", "made_by")
        changed = [key for key, value in asdict(self).items() if key not in apart and getattr(known, key) != value]
        if changed:
            names = ", ".join(changed)
            raise BadArchive(
                f"{folder} has self-play that differs in: {names}. Use the same values, or choose another folder."
            )
        if not known.made_by:
            raise BadArchive(
                f"An earlier version wrote {folder} without its rules and bots, so it can be read and checked, "
                "but not extended. Choose another folder."
            )
        if known.made_by != self.made_by:
            raise BadArchive(
                f"The rules or bots of {folder} have changed since, so it can be read, but not extended; choose "
                f"another folder to start over, or finish it with {writer_of(known.dicehouse)}."
            )

    @classmethod
    def read(cls, folder: Path) -> ArchiveManifest:
        """Return the manifest of an archive. Raise BadArchive if it was made by other rules, or is none."""
        try:
            data = (folder / MANIFEST_FILE).read_bytes()
            plan = cls(**json.loads(data)) if len(data) <= MAX_FILE_SIZE else None
        except OSError as error:
            why = f"it has no {MANIFEST_FILE}" if isinstance(error, FileNotFoundError) else explain_os_error(error)
            raise BadArchive(f"{folder} isn't an archive of self-play: {why}.") from error
        except (ValueError, TypeError, RecursionError) as error:
            raise BadArchive(f"{folder / MANIFEST_FILE} isn't a manifest that `dicehouse selfplay` wrote.") from error
        if plan is None or plan.format != FORMAT:
            raise BadArchive(f"{folder} has a form that this version of Dicehouse can't read.")
        return plan._check_rules(folder)

    def _check_rules(self, folder: Path) -> ArchiveManifest:
        try:
            game = find(self.game)
            game.settings_for(self.players, self.settings)
        except DicehouseError as error:
            ruled = (
                " It was played with a house rule. Name its file with --rule."
                if HOUSE_RULE_MARK in str(self.game)
                else ""
            )
            raise BadArchive(f"{folder}: {error}{ruled}") from error
        if self.version != game.version:
            raise BadArchive(
                f"{folder} was played with version {str(self.version)[:20]!r} of the rules of {game.name}; this is "
                f"version {game.version!r}."
            )
        if self.layout != layout_hash(game):
            raise BadArchive(
                f"{folder}: positions of {game.name} have other fields now. Use the version of Dicehouse that its "
                "card names."
            )
        return self


def archive_exists(folder: Path) -> bool:
    """Return True if the folder holds an archive."""
    with explain_write_errors(folder):
        return (folder / MANIFEST_FILE).exists()


@contextmanager
def explain_write_errors(place: Path) -> Iterator[None]:
    """Turn errors of the file system into BadArchive, with the reason in a sentence."""
    try:
        yield
    except (OSError, UnicodeEncodeError) as error:
        raise BadArchive(f"{place} can't be written: {explain_os_error(error, 'there is no such folder')}.") from error


def write_atomically(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file completely or not at all: `write` gets a temporary path first."""
    part = file.with_suffix(".part")
    with explain_write_errors(file):
        try:
            write(part)
            os.replace(part, file)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise


def _rules_fingerprint(game: Game) -> str:
    """Return a fingerprint of what determines a game besides the manifest: the rules, the code that plays them, the
    bots.
    """
    compiled = [(name, function) for name, (function, _) in sorted(MATCH_ENTRIES.items())]
    return fingerprint_of([("rules", game.fingerprint), *fingerprint_parts(game), *compiled])
