"""What an archive of self-play holds, as it stands in its `archive.json`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from dicehouse.bots.minds import made_of, quick
from dicehouse.errors import BadArchive, BadSetting, DicehouseError, why_not
from dicehouse.games import RULED, find
from dicehouse.kit import Game
from dicehouse.kit.entries import TABLES
from dicehouse.kit.fingerprints import fingerprint_of
from dicehouse.layouts import layout_of
from dicehouse.version import VERSION

FORMAT = 1
FILE = "archive.json"
MOST_FILE = 1 << 20


@dataclass(frozen=True)
class Plan:
    """Which games are played: everything that decides what is in the files, but for how many there are."""

    game: str
    version: str  # of its rules
    layout: str  # a fingerprint of the fields of its record
    players: int
    settings: dict[str, Any]
    bots: list[str]  # game i seats the bot i + s on seat s, and so on round the table
    seed: int
    shard: int  # games in a file
    format: int = FORMAT
    dicehouse: str = VERSION
    made_by: str = ""  # a hash of the rules and of what its bots are like; empty in archives from before it was kept

    @classmethod
    def of(cls, game: Game, players: int, settings: dict[str, Any], bots: list[str], seed: int, shard: int) -> Plan:
        """BadSetting if it won't do."""
        for name in bots:
            if name not in quick(game):
                raise BadSetting(f"No bot {str(name)[:40]!r} plays here; there are: {', '.join(quick(game))}.")
        if not bots or len(bots) > players:
            raise BadSetting(f"Name one bot, or as many as {players} for {players} seats; not {len(bots)}.")
        agreed = game.agree(players, settings)
        return cls(game.id, game.version, layout_of(game), players, agreed, bots, seed, shard, made_by=_made_by(game))

    def seated(self, number: int) -> list[str]:
        """Who sits where in a game."""
        return [self.bots[(number + seat) % len(self.bots)] for seat in range(self.players)]

    def seed_of(self, number: int) -> int:
        """The seed of a game's dice: 63 bits of a hash."""
        return int.from_bytes(sha256(f"{self.seed}|{number}".encode()).digest()[:8], "big") >> 1

    def write(self, folder: Path) -> None:
        """Put it into the folder, or say why what lies there is something else."""
        if there(folder):
            self._joins(Plan.read(folder), folder)
            return
        with in_words(folder):
            folder.mkdir(parents=True, exist_ok=True)
            strangers = any(folder.glob("*.parquet"))
        if strangers:
            raise BadArchive(f"{folder} holds Parquet files that don't belong to an archive; choose an empty folder.")
        put(folder / FILE, lambda part: part.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8"))

    def _joins(self, known: Plan, folder: Path) -> None:
        """BadArchive if games of this plan don't belong to those of a known one."""
        apart = ("dicehouse", "made_by")
        changed = [key for key, value in asdict(self).items() if key not in apart and getattr(known, key) != value]
        if changed:
            names = ", ".join(changed)
            raise BadArchive(f"{folder} holds self-play with another {names}; choose another folder, or the same.")
        if not known.made_by:
            raise BadArchive(
                f"{folder} is from before archives told which rules and bots made them, so nothing can be added;"
                " it can be read and checked. Choose another folder."
            )
        if known.made_by != self.made_by:
            raise BadArchive(
                f"{folder} was played by rules or bots that have changed since, so nothing can be added; it can be"
                " read. Choose another folder."
            )

    @classmethod
    def read(cls, folder: Path) -> Plan:
        """The plan of an archive; BadArchive if it was made by other rules, or is none."""
        try:
            data = (folder / FILE).read_bytes()
            plan = cls(**json.loads(data)) if len(data) <= MOST_FILE else None
        except OSError as error:
            why = f"no {FILE} lies in it" if isinstance(error, FileNotFoundError) else why_not(error)
            raise BadArchive(f"{folder} holds no self-play: {why}.") from error
        except (ValueError, TypeError, RecursionError) as error:
            raise BadArchive(f"{folder / FILE} is not what `dicehouse selfplay` writes.") from error
        if plan is None or plan.format != FORMAT:
            raise BadArchive(f"{folder} is written in a form that this version of Dicehouse doesn't read.")
        return plan._checked(folder)

    def _checked(self, folder: Path) -> Plan:
        try:
            game = find(self.game)
            game.agree(self.players, self.settings)
        except DicehouseError as error:
            ruled = " It was played by a house rule: name its file with --rule." if RULED in str(self.game) else ""
            raise BadArchive(f"{folder}: {error}{ruled}") from error
        if self.version != game.version:
            raise BadArchive(
                f"{folder} was played by version {str(self.version)[:20]!r} of the rules of {game.name}, this is"
                f" {game.version!r}."
            )
        if self.layout != layout_of(game):
            raise BadArchive(
                f"{folder}: positions of {game.name} have other fields now; take the Dicehouse of its card."
            )
        return self


def there(folder: Path) -> bool:
    """Whether an archive lies in the folder."""
    with in_words(folder):
        return (folder / FILE).exists()


@contextmanager
def in_words(place: Path) -> Iterator[None]:
    """What the disk refuses is BadArchive, in a sentence."""
    try:
        yield
    except OSError as error:
        raise BadArchive(f"{place} can't be written: {why_not(error, 'there is no such folder')}.") from error


def put(file: Path, write: Callable[[Path], object]) -> None:
    """Write a file wholly, or not at all: `write` is given another place first."""
    part = file.with_suffix(".part")
    with in_words(file):
        try:
            write(part)
            os.replace(part, file)
        except OSError:
            with suppress(OSError):
                part.unlink()
            raise


def _made_by(game: Game) -> str:
    """What decides how a game goes, but for what the plan names: the rules, how they are played through, the minds."""
    compiled = [(name, function) for name, (function, _) in sorted(TABLES.items())]
    return fingerprint_of([("rules", game.fingerprint), *made_of(game), *compiled])
