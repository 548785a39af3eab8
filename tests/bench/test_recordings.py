"""The recordings for the page's developers: they are what the server sends today."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bench.recordings import FOLDER, GAMES, encode, record


def paths(value: Any) -> set[str]:
    """Return the keys in a value, with all keys above them."""
    if isinstance(value, list):
        return set().union(*map(paths, value))
    if isinstance(value, dict):
        return {f"{key}{path}" for key, inner in value.items() for path in ("", *(f".{p}" for p in paths(inner)))}
    return set()


OWN = re.compile(r"events\.own(\.\d)?")  # for whom there are sentences depends on who happened to act first


def first_choice(recording: dict[str, Any]) -> dict[str, Any]:
    """Return the first state in which the person has to choose, with all events until then."""
    state: dict[str, Any] = {"view": {}, "table": {}}
    events: list[Any] = []
    for frame in recording["frames"]:
        inner = {part: state[part] | frame.get(part, {}) for part in ("view", "table")}
        state |= frame | inner
        events += state["events"]
        if state["options"]:
            break
    return state | {"events": events}


@pytest.mark.parametrize("game", GAMES)
def test_the_frames_have_the_keys_that_the_server_sends_now(game: str) -> None:
    kept = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    now = json.loads(encode(*record(game, turn=0)))
    differing = paths(kept["texts"]) ^ paths(now["texts"]) | paths(first_choice(kept)) ^ paths(first_choice(now))
    differing = {path for path in differing if not OWN.fullmatch(path)}
    assert not differing, f"the frames have changed; run `python -m bench.recordings {game}`"
