"""Save what a study has counted, so that it can continue after ^C, a kill or a power cut.

A save may come from anybody: it is JSON of one form, and its numbers are checked before anything is made of them.
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

from dicehouse.bots.named_opponents import fingerprint_parts
from dicehouse.bots.nets import fingerprinted_name
from dicehouse.compiler.fingerprints import fingerprint_of
from dicehouse.errors import BadSave, explain_os_error
from dicehouse.text_format import shorten
from dicehouse.version import VERSION, writer_of

from .chunks import Tallies
from .play_kernel import PACE_TENTHS, STUDY_ENTRIES
from .standard_measures import IntArray, cell_measures
from .study_plan import PlannedCell, StudyPlan
from .tallies import MAX_POSITIONS, SAMPLED_GAMES, CellTally, ChanceSample

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

FORMAT = "dicehouse-study/1"
NO_FOLDER = "there is no such folder"
MAX_FILE_SIZE = 256 * 1024 * 1024
MAX_EVENT_CLASSES = 5_000
CODE_PLACE = 1  # in a cell's description: the code of its rules and bots
PAIRS_SCHEME = 2  # how finished games are counted in pairs; raise it with every change of that
ROTATION_SCHEME = 2  # how the seat of an experiment rotates among several bots; raise it with every change of that
MISMATCH_WORDS = {
    "cells": "other variants, bots or rules",
    "seed": "another seed",
    "size": "another number of variants",
    "cap": "another cap",
    "people": "another model of people",
    "weighed": "another number for --weigh",
}


class CheckpointFile:
    """Keep the file that `what` (a study, a search) saves to while it runs, and lock it against other runs."""

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
            raise BadSave(
                f"Another run is using {shorten(str(self._path))}. Wait until it ends, or name another file."
            ) from error
        except (OSError, ValueError) as error:
            raise self._write_error(error) from error
        return self

    def __exit__(self, *error: object) -> None:
        if self._lock is not None:
            Path(self._lock.name).unlink(missing_ok=True)
            self._lock.close()

    def put(self, data: Mapping[str, Any]) -> None:
        """Write `data` as JSON, wholly or not at all."""
        try:
            with tempfile.NamedTemporaryFile("w", dir=self._path.parent, delete=False, encoding="utf-8") as file:
                try:
                    json.dump(data, file)
                    file.close()
                    os.replace(file.name, self._path)
                except BaseException:
                    Path(file.name).unlink(missing_ok=True)  # ^C may come after the file was renamed
                    raise
        except (OSError, ValueError) as error:
            raise self._write_error(error) from error

    def _write_error(self, error: Exception) -> BadSave:
        return BadSave(
            f"The {self._what} can't be saved to {shorten(str(self._path))}: {explain_os_error(error, NO_FOLDER)}."
        )


class StudyCheckpoint(CheckpointFile):
    """Keep the save of one study while it runs."""

    def __init__(self, path: Path, plan: StudyPlan) -> None:
        super().__init__(path, "study")
        self._plan = plan

    def write(self, part: Tallies, seconds: float) -> None:
        """Save what was counted, and the seconds it took."""
        tallies = {str(place): _encode_tally(tally) for place, tally in sorted(part.tallies.items())}
        identity = checkpoint_identity(self._plan)
        self.put({"format": FORMAT, "dicehouse": VERSION, **identity, "seconds": seconds, "tallies": tallies})

    def read(self) -> tuple[Tallies, float]:
        """Return what an earlier run has counted, and its seconds; empty tallies if there is no save."""
        name = shorten(str(self._path))
        try:
            if self._path.stat().st_size > MAX_FILE_SIZE:
                raise BadSave(f"{name} is too large to be a saved study.")
            saved = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Tallies(), 0.0
        except (OSError, ValueError, RecursionError) as error:
            raise BadSave(
                f"The saved study {name} can't be read: {explain_os_error(error, other='it is not JSON')}."
            ) from error
        if not isinstance(saved, dict) or saved.get("format") != FORMAT:
            raise BadSave(f"{name} isn't a study that this version saved ({FORMAT}).")
        if mismatch := explain_mismatch(saved, checkpoint_identity(self._plan), MISMATCH_WORDS):
            raise BadSave(f"{name} was made with {mismatch}.")
        try:
            part, seconds = self._decode_tallies(saved)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError, binascii.Error, zlib.error) as error:
            raise BadSave(f"The saved study {name} is damaged. Remove it or name another file.") from error
        most = max((tally.games for tally in part.tallies.values()), default=0)
        if most > self._plan.games:
            raise BadSave(
                f"{name} already has {most:,} games of a variant. Ask for at least as many, or name another file."
            )
        return part, seconds

    def _decode_tallies(self, saved: Mapping[str, Any]) -> tuple[Tallies, float]:
        part, seconds = Tallies(), float(saved["seconds"])
        _require(0 <= seconds < 1e12, "no time")
        for family in self._plan.families:
            there = [place for place in family if str(place) in saved["tallies"]]
            _require(len(there) in (0, len(family)), "not all of a family")
            for place in there:
                part.tallies[place] = _decode_tally(self._plan.cells[place], saved["tallies"][str(place)])
                _require(part.tallies[place].games == part.tallies[family[0]].games, "another number of games")
        return part, seconds


def checkpoint_identity(plan: StudyPlan) -> dict[str, Any]:
    """Return all on which the figures depend but the number of games; a save belongs to one such identity."""
    return {
        "cells": [_describe_cell(cell) for cell in plan.cells],
        "seed": plan.seed,
        "size": plan.size,
        "cap": plan.cap,
        "people": list(PACE_TENTHS),
        "weighed": plan.weighed,
    }


def explain_mismatch(saved: Mapping[str, Any], identity: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """Say what a save was made with that differs from `identity`, and what can be done; empty if nothing differs.

    `words` has the words for each key. If only the code of the rules or the bots differs, what can be done is to finish
    the save with the version that wrote it.
    """
    wrong = {key: words[key] for key, value in identity.items() if saved.get(key) != value}
    if not wrong:
        return ""
    is_orphan = [*wrong] == ["cells"] and _without_code(saved.get("cells")) == _without_code(identity["cells"])
    finish = f", or finish it with {writer_of(saved.get('dicehouse'))}" if is_orphan else ""
    return f"{' and '.join(wrong.values())}; name another file to start over{finish}"


def _without_code(cells: Any) -> list[Any]:
    """Return the descriptions of cells without the code of the rules and bots; an empty list if they are none."""
    if not isinstance(cells, list) or not all(isinstance(cell, list) for cell in cells):
        return []
    return [[*cell[:CODE_PLACE], *cell[CODE_PLACE + 1 :]] for cell in cells]


def _describe_cell(cell: PlannedCell) -> list[Any]:
    game = cell.game
    watched = [(name, function) for name, (function, _) in sorted(STUDY_ENTRIES.items())]
    code = fingerprint_of([*fingerprint_parts(game), *watched])
    rules = f"{game.version} {game.fingerprint if game.engine is None else ''} {code}"
    seat = [] if len(cell.bots) == 1 else [ROTATION_SCHEME]
    item = [cell.item.id, cell.item.experiment, *seat] if cell.item else None
    return [
        game.id,
        rules,
        cell.players,
        dict(cell.settings),
        [fingerprinted_name(bot) for bot in cell.bots],
        item,
        cell.levels and PAIRS_SCHEME,
    ]


# --- what was counted, as plain data


def _encode_tally(tally: CellTally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "unfinished": tally.unfinished,
        "moments": tally.moments.tolist(),
        "crossed": tally.cross_moments.tolist(),
        "options": tally.options.tolist(),
        "weighed": tally.weighed.tolist(),
        "histograms": {name: sorted(counts.items()) for name, counts in sorted(tally.histograms.items())},
        "events": [[*name, *sums.tolist()] for name, sums in sorted(tally.events.items())],
        "pairs": [[*pair, *sums.tolist()] for pair, sums in sorted(tally.pairs.items())],
        "samples": [
            [number, sample.won.tolist(), _encode_positions(sample)] for number, sample in sorted(tally.samples.items())
        ],
    }


def _encode_positions(sample: ChanceSample) -> str:
    return base64.b64encode(zlib.compress(sample.looks.astype("<f4").tobytes())).decode("ascii")


def _decode_tally(cell: PlannedCell, saved: Mapping[str, Any]) -> CellTally:
    measures = len(cell_measures(cell))
    found = CellTally(_decode_count(saved["games"]), _decode_count(saved["unfinished"]))
    found.moments = _decode_rows(saved["moments"], measures, 3)
    _require(
        bool((found.moments[:, 0] <= found.games).all() and (found.moments >= 0).all()), "more games than there are"
    )
    found.cross_moments = _decode_rows(saved["crossed"], measures, 6) if saved["crossed"] else found.cross_moments
    found.options = _decode_row(saved["options"])
    found.weighed = _decode_rows(saved["weighed"], 2, 3) if saved["weighed"] else found.weighed
    for name, counts in saved["histograms"].items():
        found.histograms[str(name)] = {int(value): _decode_count(count) for value, count in counts}
    _require(len(saved["events"]) <= MAX_EVENT_CLASSES, "too many events")
    for kind, about, *sums in saved["events"]:
        found.events[str(kind), str(about)] = _decode_row(sums, 7)
    for own, others, *sums in saved["pairs"]:
        found.pairs[_decode_count(own), _decode_count(others)] = _decode_row(sums, 3)
    _require(len(saved["samples"]) <= SAMPLED_GAMES, "too many samples")
    for number, won, looks in saved["samples"]:
        found.samples[_decode_count(number)] = ChanceSample(
            _decode_row(won, cell.players), _decode_positions(looks, cell.players)
        )
    return found


def _decode_positions(text: str, players: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    most = 4 * MAX_POSITIONS * (players + 1)
    data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), most + 1)
    _require(len(data) <= most and len(data) % (4 * (players + 1)) == 0, "another length")
    looks = np.frombuffer(data, "<f4").reshape(-1, players + 1)
    _require(
        bool(np.isfinite(looks).all() and (looks[:, -1] >= 0).all() and (looks[:, -1] < players).all()), "no looks"
    )
    return looks


def _decode_rows(saved: Any, rows: int, wide: int) -> IntArray:
    _require(isinstance(saved, list) and len(saved) == rows, "another number of measures")
    return np.array([_decode_row(row, wide) for row in saved], np.int64)


def _decode_row(saved: Any, wide: int | None = None) -> IntArray:
    _require(isinstance(saved, list) and (wide is None or len(saved) == wide), "another length")
    _require(all(type(number) is int for number in saved), "no whole number")
    return np.array(saved, np.int64)


def _decode_count(saved: Any) -> int:
    _require(type(saved) is int and saved >= 0, "no number")
    return int(saved)


def _require(right: bool, why: str) -> None:
    if not right:
        raise ValueError(why)
