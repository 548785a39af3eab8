"""Record the frames that a player's page receives in a match of each game, to look at the page without a server.

    python -m bench.recordings [GAME ...]

A server runs in a temporary folder, with interpreted rules. One person, who chooses at random, plays a short match
against a bot. The key of the server, the dice and all choices are fixed, so the command always records the same match;
but a busy server may send two changes at once. `ui/dev/recordings/GAME.json` gets the texts about the rules and the
frames; `ui/dev/main.ts` shows them.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from dicehouse import bots
from tests.web.server import Person, Sitting, start

FOLDER = Path(__file__).parents[1] / "ui" / "dev" / "recordings"
LIMIT = 200_000  # characters of a file; of a longer match the end is joined into one frame
BOT_DELAY = 0.1  # seconds, so that every change gets a frame
GAMES: dict[str, dict[str, str]] = {  # with settings that keep a match short
    "dice-ocalypse": {"set-target": "3000"},
    "baron-voodoo": {},
    "deck-o-dice": {},
    "dicetopia": {},
    "indicesion": {"set-rounds": "1"},
}


def record(game: str, turn: int | None = None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the texts about the rules of a match, and its frames until its end, or until the person has to choose in
    the position number `turn` or a later one.
    """
    with tempfile.TemporaryDirectory() as folder:
        make_bot = partial(bots.make, seed=game)
        server = start(Path(folder) / "house.db", secret_key=bytes(32), bot_delay=BOT_DELAY, make_bot=make_bot)
        try:
            ana = Person(server.url)
            table = ana.open_table("person", "bot:greedy", game=game, nonce="0" * 32, **GAMES[game])
            texts = re.search(r'data-texts="(.*?)"', ana.http.get(table).text)
            assert texts, "the page of the table names no texts about the rules"
            with ana.sit(table) as sitting:
                play(sitting, random.Random(game), turn)
            return ana.http.get(html.unescape(texts[1])).json(), [
                fix_variable_parts(f) for f in sitting.frames if f["t"] == "state"
            ]
        finally:
            server.stop()


def play(sitting: Sitting, chance: random.Random, turn: int | None) -> None:
    """Choose at random whenever the person has to choose, until the end or the position number `turn`."""
    played = -1
    while (frame := sitting.read())["t"] != "state" or frame["table"]["phase"] != "over":
        if frame["t"] == "state" and frame["options"] and frame["number"] > played:
            played = frame["number"]
            if turn is not None and played >= turn:
                return
            sitting.act(frame, chance.choice(frame["options"])["id"], f"action {played}")


def fix_variable_parts(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame with constants in place of times, the build of the page and the hash, which each match salts."""
    table = frame["table"] | {"built": "", "length": frame["table"]["length"] and "10 minutes"}
    chat = [line | {"at": "2026-01-01T00:00:00Z"} for line in frame["chat"]]
    return frame | {"table": table, "chat": chat, "mark": frame["mark"] and [frame["mark"][0], "0" * 64]}


def frame_changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what differs in a frame from the one before."""
    changed = changes(before, now)
    inner = {part for part in ("view", "table") if part in changed and part in before}
    return changed | {part: changes(before[part], now[part]) for part in inner}


def changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return the items of `now` that `before` doesn't have."""
    assert before.keys() <= now.keys(), "a recording can't say that a key is gone"
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


def encode(texts: dict[str, Any], states: list[dict[str, Any]]) -> str:
    """Return a recording as JSON with a frame on each line. Of each frame, and of its view and its table, it holds only
    what differs from the frame before.
    """
    parts = [texts, *(frame_changes(*pair) for pair in zip([{}, *states], states, strict=False))]
    lines = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in parts]
    return f'{{"texts":{lines[0]},"frames":[\n' + ",\n".join(lines[1:]) + "\n]}\n"


def join(states: list[dict[str, Any]]) -> dict[str, Any]:
    """Return several frames as the one that the server sends to a slow reader in their place."""
    return states[-1] | {part: [each for state in states for each in state[part]] for part in ("events", "chat")}


def main() -> None:
    """Write the recordings of the named games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default, all")
    FOLDER.mkdir(exist_ok=True)
    for game in parser.parse_args().games or GAMES:
        texts, states = record(game)
        written, kept = encode(texts, states), len(states)
        while len(written) > LIMIT:
            kept -= 1
            written = encode(texts, [*states[:kept], join(states[kept:])])
        (FOLDER / f"{game}.json").write_text(written, encoding="utf-8")
        print(f"{game}: {kept} of {len(states)} frames, {len(written) // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
