"""Read and write the file that stores the games of an arena, so that it can continue after ^C, a kill or a
power cut.
"""

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

from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.errors import BadSave
from dicehouse.text_format import shorten
from dicehouse.version import VERSION, writer_of

from .game_runner import GameRunner

FORMAT = "dicehouse-arena/1"
MOST_BYTES = 256 * 1024 * 1024
MISMATCH_WORDS = {
    "game": "another game",
    "rules": "another version of the rules or the bots",
    "players": "another number of players",
    "options": "other options",
    "bots": "other bots",
    "pairs": "other pairings",
    "seed": "another seed",
    "cap": "another cap",
    "luck_adjusted": "another luck adjustment",
}


@dataclass(frozen=True)
class ExtraGames:
    """Hold games of a save that this run does not need, by their numbers: they stay in the file."""

    places: npt.NDArray[np.int64]
    decisions: npt.NDArray[np.int64]
    returns: npt.NDArray[np.float64]
    luck: npt.NDArray[np.float64]


def write_arena_file(
    path: Path, made_with: Mapping[str, Any], work: GameRunner, seconds: float, spare: ExtraGames | None = None
) -> None:
    """Write all games that were played, and the extra ones, either completely or not at all."""
    done = np.flatnonzero(work.done)
    places, decisions, returns, luck = done, work.decisions[done], work.returns[done], work.luck[done]
    if spare is not None:  # all of them come after the games of this run
        places = np.concatenate([places, spare.places])
        decisions = np.concatenate([decisions, spare.decisions])
        returns, luck = np.concatenate([returns, spare.returns]), np.concatenate([luck, spare.luck])
    saved = {
        "format": FORMAT,
        "dicehouse": VERSION,
        **made_with,
        "seconds": seconds,
        "played": len(places),
        "places": _pack_array(np.diff(places, prepend=0), "<i8"),
        "decisions": _pack_array(decisions, "<i8"),
        "shares": _pack_array(returns, "<f8"),
        **({"luck": _pack_array(luck, "<f8")} if work.n_rollouts else {}),
    }
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            try:
                json.dump(saved, file)
                file.close()
                os.replace(file.name, path)
            except BaseException:
                with suppress(FileNotFoundError):  # ^C came just after the file was moved: the save is complete
                    os.unlink(file.name)
                raise
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "that is not a file name"
        raise BadSave(f"The games can't be saved to {shorten(str(path))}: {why}.") from error


def read_arena_file(path: Path, made_with: Mapping[str, Any], work: GameRunner) -> tuple[float, ExtraGames | None]:
    """Load the games of a save that this run needs; return the seconds that they took, and the extra games.

    Raise BadSave if the save was made with anything else than `made_with`, or can't be read. If only the code of the
    rules or the bots differs, the sentence names the version that can finish it.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadSave(f"{shorten(str(path))} is too large to be a saved arena.")
        saved = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return 0.0, None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or "it is not JSON"
        raise BadSave(f"The saved arena {shorten(str(path))} can't be read: {why}.") from error
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadSave(f"{shorten(str(path))} isn't an arena that this version saved ({FORMAT}).")
    wrong = {key: MISMATCH_WORDS[key] for key in made_with if saved.get(key) != made_with[key]}
    if wrong:
        finish = f", or finish it with {writer_of(saved.get('dicehouse'))}" if [*wrong] == ["rules"] else ""
        words = " and ".join(wrong.values())
        raise BadSave(f"{shorten(str(path))} was made with {words}; name another file to start over{finish}.")
    try:
        return _restore_games(saved, work)
    except (KeyError, TypeError, ValueError, OverflowError, binascii.Error, zlib.error) as error:
        raise BadSave(f"The saved arena {shorten(str(path))} is damaged. Remove it or name another file.") from error


def _restore_games(saved: Mapping[str, Any], work: GameRunner) -> tuple[float, ExtraGames]:
    played, seconds = int(saved["played"]), float(saved["seconds"])
    if not 0 <= seconds < inf:
        raise ValueError("no such time")
    places = np.cumsum(_unpack_array(saved["places"], "<i8", played))
    decisions = _unpack_array(saved["decisions"], "<i8", played)
    returns = _unpack_array(saved["shares"], "<f8", played * work.players).reshape(played, work.players)
    luck = np.zeros_like(returns)
    if work.n_rollouts:
        luck = _unpack_array(saved["luck"], "<f8", returns.size).reshape(returns.shape)
    if not (np.diff(places, prepend=-1) > 0).all() or (decisions < 0).any():
        raise ValueError("no such games")
    if not (np.isfinite(returns) & (returns >= 0)).all() or (returns.sum(1) > 1 + 1e-9).any():
        raise ValueError("no such shares")
    if not (abs(luck) <= MAX_DECISIONS).all():
        raise ValueError("no such luck")
    wanted = places < len(work.done)
    here, spare = places[wanted], ExtraGames(places[~wanted], decisions[~wanted], returns[~wanted], luck[~wanted])
    work.decisions[here], work.returns[here], work.done[here] = decisions[wanted], returns[wanted], True
    work.luck[here] = luck[wanted]
    return seconds, spare


def _pack_array(numbers: npt.NDArray[Any], kind: str) -> str:
    return base64.b64encode(zlib.compress(numbers.astype(kind).tobytes())).decode("ascii")


def _unpack_array(text: str, kind: str, count: int) -> npt.NDArray[Any]:
    size = count * np.dtype(kind).itemsize
    if not 0 <= size <= MOST_BYTES:
        raise ValueError("too many")
    data = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), size + 1)
    if len(data) != size:
        raise ValueError("another length")
    return np.frombuffer(data, kind)
