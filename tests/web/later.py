"""A Dicehouse as it is, and the versions that come after it: `python -m tests.web.later PLACE PORT VERSION`.

From version 2 on a page is another build, the rules of all games have that version, and those of Dice-ocalypse! were
corrected: whoever busts keeps a little, for which its record has a field more. With "audit" as its port it looks the
archive through, by those rules.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from dicehouse import games
from dicehouse.games.house_rules.patched_game import patched
from dicehouse.match.layout_migration import layout_hash
from dicehouse.server.storage.database_address import place_of
from dicehouse.web import page_renderer

RULE = Path(__file__).parents[2] / "examples" / "house_rules" / "consolation.py"


def become(version: int) -> None:
    """From now on this process is that version; call it before anything of `web.app` is imported."""
    if version == 1:
        return
    before = page_renderer.file_version
    page_renderer.file_version = lambda path: f"{before(path)}{version}"
    own = games.find("dice-ocalypse")
    corrected = patched(own, RULE, check_invariants=False)
    corrected.rules.OLDER = {layout_hash(own): _step}  # type: ignore[attr-defined]
    games.all_games()[own.id] = replace(corrected, id=own.id, name=own.name)
    for game in [*games.all_games().values()]:
        games.all_games()[game.id] = replace(game, version=str(version))


def _step(old: Any, new: Any) -> None:
    new.options.consolation = 100


def be_patient(place: str) -> None:
    """Wait for PostgreSQL as long as it may take on a machine that is busy with other tests."""
    if place.startswith("postgresql"):
        from dicehouse.server.storage import postgres_store

        for limit in ("CONNECT_SECONDS", "LOCK_SECONDS", "IDLE_SECONDS"):
            setattr(postgres_store, limit, 60)


def main(place: str, port: str, version: str) -> int:
    become(int(version))
    be_patient(place)
    if port == "audit":
        from dicehouse.cli import main as dicehouse

        return dicehouse(["audit", "--database", place])
    from dicehouse.web.app import make_app
    from dicehouse.web.serving import make_server

    make_server(make_app(place_of(place), bot_delay=0), "127.0.0.1", int(port)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
