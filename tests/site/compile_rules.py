"""Make the WebAssembly of the games' rules again, after rules were edited: `make tab-rules`.

The modules are kept in src/dicehouse/site/rules, because making them takes a linker of a hundred megabytes. Beside them
is a hash of the sources that each was made of; a test compares it with the sources of today.
"""

from __future__ import annotations

import json

from dicehouse.compiler.web_assembly import source_hash, write_module
from dicehouse.engine.entry_points import MATCH_ENTRIES, MatchProgram
from dicehouse.games import find
from dicehouse.site.tab_app import PLAYABLE
from dicehouse.site.tab_rules import RULES, rules_file

SOURCES = RULES / "sources.json"
ENTRIES = [name for name in MATCH_ENTRIES if name != "play_bot_games"]  # which only tournaments of bots use


def outdated() -> dict[str, str]:
    """Return the games whose module is missing or was made of other sources, each with the hash of its sources."""
    made = _made()
    today = {game: source_hash(MatchProgram, find(game)) for game in sorted(PLAYABLE)}
    return {game: key for game, key in today.items() if made.get(game) != key or not rules_file(game).is_file()}


def _made() -> dict[str, str]:
    return json.loads(SOURCES.read_text(encoding="utf-8")) if SOURCES.is_file() else {}


def compile_rules() -> None:
    """Write the modules that are outdated, and the hashes of their sources."""
    RULES.mkdir(exist_ok=True)
    for game, key in outdated().items():
        write_module(MatchProgram, find(game), ENTRIES, rules_file(game))
        SOURCES.write_text(json.dumps(_made() | {game: key}, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{rules_file(game).name}: {rules_file(game).stat().st_size} bytes")


if __name__ == "__main__":
    compile_rules()
