"""The file in which a study keeps what it has counted, so that it can go on after ^C, a kill or a power cut.

What is read is hostile: it is JSON of one form, and numbers in it are checked before anything is made of them.
"""

from __future__ import annotations

import base64
import binascii
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Self

import numpy as np

from dicehouse.bots.minds import made_of
from dicehouse.bots.nets import exactly
from dicehouse.errors import BadSave, why_not
from dicehouse.kit.fingerprints import fingerprint_of
from dicehouse.kit.settings import short

from .chunks import PEOPLE, Part, columns_of
from .columns import Wholes
from .plan import Cell, Plan
from .tallying import MOST_LOOKS, SAMPLE, Sample, Tally
from .watching import WATCHES

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = "dicehouse-study/1"
NO_FOLDER = "there is no such folder"
MOST_BYTES = 256 * 1024 * 1024
MOST_NAMES = 5_000
PAIRS = 2  # of the games that ended; another way to count them, another number
ROTATION = 2  # of the seat of an experiment among several bots; another way, another number
NAMES = {
    "cells": "other variants, bots or rules",
    "seed": "another seed",
    "size": "another number of variants",
    "cap": "another cap",
    "people": "another model of people",
    "weighed": "another number of games whose choices are weighed",
}


class Kept:
    """A file that `what` (a study, a search) keeps while it runs: nobody else may be at it."""

    def __init__(self, path: Path, what: str) -> None:
        self._path, self._what = path, what
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Self:
        beside = self._path.with_name(self._path.name + ".lock")
        try:
            self._lock = beside.open("ab")
            if fcntl is not None:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadSave(f"Another run is at {short(str(self._path))}; wait for it, or name another file.") from error
        except (OSError, ValueError) as error:
            raise self._unwritten(error) from error
        return self

    def __exit__(self, *error: object) -> None:
        if self._lock is not None:
            Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()

    def put(self, data: Mapping[str, Any]) -> None:
        """Write it as JSON: wholly, or not at all."""
        try:
            with tempfile.NamedTemporaryFile("w", dir=self._path.parent, delete=False, encoding="utf-8") as file:
                try:
                    json.dump(data, file)
                    file.close()
                    os.replace(file.name, self._path)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)  # ^C may come when it has its name already
                    raise
        except (OSError, ValueError) as error:
            raise self._unwritten(error) from error

    def _unwritten(self, error: Exception) -> BadSave:
        return BadSave(f"The {self._what} can't be saved to {short(str(self._path))}: {why_not(error, NO_FOLDER)}.")


class Saved(Kept):
    """The file of one study while it runs."""

    def __init__(self, path: Path, plan: Plan) -> None:
        super().__init__(path, "study")
        self._plan = plan

    def write(self, part: Part, seconds: float) -> None:
        """Keep what was counted."""
        tallies = {str(place): _plain(tally) for place, tally in sorted(part.tallies.items())}
        self.put({"format": FORMAT, **made_with(self._plan), "seconds": seconds, "tallies": tallies})

    def read(self) -> tuple[Part, float]:
        """What an earlier run has counted, in how many seconds; nothing if there is no such file."""
        name = short(str(self._path))
        try:
            if self._path.stat().st_size > MOST_BYTES:
                raise BadSave(f"{name} is too large for the save of a study.")
            saved = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Part(), 0.0
        except (OSError, ValueError, RecursionError) as error:
            raise BadSave(f"The save {name} can't be read: {why_not(error, other='it is not JSON')}.") from error
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise BadSave(f"{name} is not the save of a study of this version ({FORMAT}).")
        wrong = [NAMES[key] for key, value in made_with(self._plan).items() if saved.get(key) != value]
        if wrong:
            raise BadSave(f"{name} was made with {' and '.join(wrong)}; name another file to begin anew.")
        try:
            part, seconds = self._read(saved)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError, binascii.Error, zlib.error) as error:
            raise BadSave(f"The save {name} is damaged; remove it or name another file.") from error
        most = max((tally.games for tally in part.tallies.values()), default=0)
        if most > self._plan.games:
            raise BadSave(f"{name} holds {most:,} games of a variant; ask for as many at least, or name another file.")
        return part, seconds

    def _read(self, saved: Mapping[str, Any]) -> tuple[Part, float]:
        part, seconds = Part(), float(saved["seconds"])
        _check(0 <= seconds < 1e12, "no time")
        for family in self._plan.families:
            there = [place for place in family if str(place) in saved["tallies"]]
            _check(len(there) in (0, len(family)), "not all of a family")
            for place in there:
                part.tallies[place] = _tally(self._plan.cells[place], saved["tallies"][str(place)])
                _check(part.tallies[place].games == part.tallies[family[0]].games, "another number of games")
        return part, seconds


def made_with(plan: Plan) -> dict[str, Any]:
    """What a save belongs to: all on which the figures depend, but for the number of games."""
    return {
        "cells": [_described(cell) for cell in plan.cells],
        "seed": plan.seed,
        "size": plan.size,
        "cap": plan.cap,
        "people": list(PEOPLE),
        "weighed": plan.weighed,
    }


def _described(cell: Cell) -> list[Any]:
    game = cell.game
    watched = [(name, function) for name, (function, _) in sorted(WATCHES.items())]
    code = fingerprint_of([*made_of(game), *watched])
    rules = f"{game.version} {game.fingerprint if game.engine is None else ''} {code}"
    seat = [] if len(cell.bots) == 1 else [ROTATION]
    item = [cell.item.id, cell.item.experiment, *seat] if cell.item else None
    return [
        game.id,
        rules,
        cell.players,
        dict(cell.settings),
        [exactly(bot) for bot in cell.bots],
        item,
        cell.levels and PAIRS,
    ]


# --- what was counted, as plain data


def _plain(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "unfinished": tally.unfinished,
        "moments": tally.moments.tolist(),
        "crossed": tally.crossed.tolist(),
        "options": tally.options.tolist(),
        "weighed": tally.weighed.tolist(),
        "histograms": {name: sorted(counts.items()) for name, counts in sorted(tally.histograms.items())},
        "events": [[*name, *sums.tolist()] for name, sums in sorted(tally.events.items())],
        "pairs": [[*pair, *sums.tolist()] for pair, sums in sorted(tally.pairs.items())],
        "samples": [[number, sample.won.tolist(), _packed(sample)] for number, sample in sorted(tally.samples.items())],
    }


def _packed(sample: Sample) -> str:
    return base64.b64encode(zlib.compress(sample.looks.astype("<f4").tobytes())).decode("ascii")


def _tally(cell: Cell, saved: Mapping[str, Any]) -> Tally:
    measures = len(columns_of(cell))
    found = Tally(_number(saved["games"]), _number(saved["unfinished"]))
    found.moments = _rows(saved["moments"], measures, 3)
    _check(bool((found.moments[:, 0] <= found.games).all() and (found.moments >= 0).all()), "more games than there are")
    found.crossed = _rows(saved["crossed"], measures, 6) if saved["crossed"] else found.crossed
    found.options = _row(saved["options"])
    found.weighed = _rows(saved["weighed"], 2, 3) if saved["weighed"] else found.weighed
    for name, counts in saved["histograms"].items():
        found.histograms[str(name)] = {int(value): _number(count) for value, count in counts}
    _check(len(saved["events"]) <= MOST_NAMES, "too many events")
    for kind, about, *sums in saved["events"]:
        found.events[str(kind), str(about)] = _row(sums, 7)
    for own, others, *sums in saved["pairs"]:
        found.pairs[_number(own), _number(others)] = _row(sums, 3)
    _check(len(saved["samples"]) <= SAMPLE, "too many samples")
    for number, won, looks in saved["samples"]:
        found.samples[_number(number)] = Sample(_row(won, cell.players), _looks(looks, cell.players))
    return found


def _looks(text: str, players: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    most = 4 * MOST_LOOKS * (players + 1)
    data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most + 1)
    _check(len(data) <= most and len(data) % (4 * (players + 1)) == 0, "another length")
    looks = np.frombuffer(data, "<f4").reshape(-1, players + 1)
    _check(bool(np.isfinite(looks).all() and (looks[:, -1] >= 0).all() and (looks[:, -1] < players).all()), "no looks")
    return looks


def _rows(saved: Any, rows: int, wide: int) -> Wholes:
    _check(isinstance(saved, list) and len(saved) == rows, "another number of measures")
    return np.array([_row(row, wide) for row in saved], np.int64)


def _row(saved: Any, wide: int | None = None) -> Wholes:
    _check(isinstance(saved, list) and (wide is None or len(saved) == wide), "another length")
    _check(all(type(number) is int for number in saved), "no whole number")
    return np.array(saved, np.int64)


def _number(saved: Any) -> int:
    _check(type(saved) is int and saved >= 0, "no number")
    return int(saved)


def _check(right: bool, why: str) -> None:
    if not right:
        raise ValueError(why)
