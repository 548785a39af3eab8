"""The file in which an arena keeps what was played, so that it can go on after ^C, a kill or a power cut."""

from __future__ import annotations

import base64
import binascii
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.errors import BadSave
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.kit.settings import short

from ..playing import Work

FORMAT = "dicehouse-arena/1"
MOST_BYTES = 256 * 1024 * 1024
NAMES = {
    "game": "another game",
    "rules": "another version of the rules or the bots",
    "players": "another number of players",
    "options": "other options",
    "bots": "other bots",
    "pairs": "other pairings",
    "seed": "another seed",
    "cap": "another cap",
    "luck_adjusted": "its luck told otherwise",
}


@dataclass(frozen=True)
class Spare:
    """Games of a save that nobody asked for this time, by their places: they stay in the file."""

    places: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int64]
    shares: npt.NDArray[np.float64]
    luck: npt.NDArray[np.float64]


def write_save(
    path: Path, made_with: Mapping[str, Any], work: Work, seconds: float, spare: Spare | None = None
) -> None:
    """Keep all games that were played, and those to spare: wholly, or not at all."""
    done = np.flatnonzero(work.done)
    places, decisions, shares, luck = done, work.decisions[done], work.shares[done], work.luck[done]
    if spare is not None:  # all of them lie behind those asked for
        places = np.concatenate([places, spare.places])
        decisions = np.concatenate([decisions, spare.decisions])
        shares, luck = np.concatenate([shares, spare.shares]), np.concatenate([luck, spare.luck])
    saved = {
        "format": FORMAT,
        **made_with,
        "seconds": seconds,
        "played": len(places),
        "places": _packed(np.diff(places, prepend=0), "<i8"),
        "decisions": _packed(decisions, "<i8"),
        "shares": _packed(shares, "<f8"),
        **({"luck": _packed(luck, "<f8")} if work.futures else {}),
    }
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            try:
                json.dump(saved, file)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                with suppress(FileNotFoundError):  # ^C fell between the last step and its end: the save is there
                    os.unlink(file.name)
                raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is not a file name"
        raise BadSave(f"The games can't be saved to {short(str(path))}: {why}.") from error


def read_save(path: Path, made_with: Mapping[str, Any], work: Work) -> tuple[float, Spare | None]:
    """Take over the games of a save that are asked for; returns the seconds they took, and the games to spare.

    A save made with anything else (`made_with`) is refused, and so is one that can't be read.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadSave(f"{short(str(path))} is too large for the save of an arena.")
        saved = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return 0.0, None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or "it is not JSON"
        raise BadSave(f"The save {short(str(path))} can't be read: {why}.") from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadSave(f"{short(str(path))} is not the save of an arena of this version ({FORMAT}).")
    wrong = [NAMES[key] for key in made_with if saved.get(key) != made_with[key]]
    if wrong:
        raise BadSave(f"{short(str(path))} was made with {' and '.join(wrong)}; name another file to begin anew.")
    try:
        return _take(saved, work)
    except (KeyError, TypeError, ValueError, OverflowError, binascii.Error, zlib.error) as error:
        raise BadSave(f"The save {short(str(path))} is damaged; remove it or name another file.") from error


def _take(saved: Mapping[str, Any], work: Work) -> tuple[float, Spare]:
    played, seconds = int(saved["played"]), float(saved["seconds"])
    if not 0 <= seconds < inf:
        raise ValueError("no such time")
    places = np.cumsum(_unpacked(saved["places"], "<i8", played))
    decisions = _unpacked(saved["decisions"], "<i8", played)
    shares = _unpacked(saved["shares"], "<f8", played * work.players).reshape(played, work.players)
    luck = np.zeros_like(shares)
    if work.futures:
        luck = _unpacked(saved["luck"], "<f8", shares.size).reshape(shares.shape)
    if not (np.diff(places, prepend=-1) > 0).all() or (decisions < 0).any():
        raise ValueError("no such games")
    if not (np.isfinite(shares) & (shares >= 0)).all() or (shares.sum(1) > 1 + 1e-9).any():
        raise ValueError("no such shares")
    if not (abs(luck) <= MAX_DECISIONS).all():
        raise ValueError("no such luck")
    wanted = places < len(work.done)
    here, spare = places[wanted], Spare(places[~wanted], decisions[~wanted], shares[~wanted], luck[~wanted])
    work.decisions[here], work.shares[here], work.done[here] = decisions[wanted], shares[wanted], True
    work.luck[here] = luck[wanted]
    return seconds, spare


def _packed(numbers: npt.NDArray[Any], kind: str) -> str:
    return base64.b64encode(zlib.compress(numbers.astype(kind).tobytes())).decode("ascii")


def _unpacked(text: str, kind: str, count: int) -> npt.NDArray[Any]:
    size = count * np.dtype(kind).itemsize
    if not 0 <= size <= MOST_BYTES:
        raise ValueError("too many")
    data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), size + 1)
    if len(data) != size:
        raise ValueError("another length")
    return np.frombuffer(data, kind)
