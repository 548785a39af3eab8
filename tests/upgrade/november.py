"""Read what Dicehouse left behind on 27 November 2026, before its packages were renamed: see make_27_november.py."""

from __future__ import annotations

import hashlib
import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

from dicehouse import Match
from dicehouse.games import BUILT_IN

FOLDER = Path(__file__).parent / "27-november"
FACTS: dict[str, Any] = json.loads((FOLDER / "facts.json").read_text())
MATCHES: dict[str, dict[str, Any]] = json.loads(lzma.decompress((FOLDER / "matches.json.xz").read_bytes()))
LAYOUTS: dict[str, list[str]] = json.loads((FOLDER.parent / "layouts.json").read_text())  # the first is of that day
OVER = {name.split("/")[1]: record for name, record in MATCHES.items() if name.startswith("table/")}  # by game
BY_LIBRARY = [name for name in MATCHES if name.split("/")[0] in BUILT_IN]
HERS, HIS = "5" * 32, "6" * 32  # what the browsers of Ana and Ben add to the dice


def digest() -> str:
    """Hash every file of that day with its place."""
    found = hashlib.sha256()
    for file in sorted(each for each in FOLDER.rglob("*") if each.is_file() and "__pycache__" not in each.parts):
        found.update(
            f"{file.relative_to(FOLDER).as_posix()}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode()
        )
    return found.hexdigest()


def at(match: Match) -> dict[str, Any]:
    """Describe the position of a match as make_27_november.py did."""
    return {
        "number": match.number,
        "over": match.over,
        "acting": list(match.acting()),
        "scores": match.points(),
        "shares": match.returns(),
        "position": hashlib.sha256(match.position()).hexdigest(),
        "options": [[option.id for option in match.options(seat)][:200] for seat in range(match.players)],
    }


@cache
def replayed(name: str) -> Match:
    """Replay the saved match of this name and compare it with what was noted. Do not play on in it: it is cached."""
    noted = MATCHES[name]
    match = Match.load(json.dumps(noted))
    if name in FACTS["matches"]:
        changed = [game for game, (_, *later) in LAYOUTS.items() if later and noted["game"].startswith(game)]
        left_out = {"position"} if changed else set()  # the same position has other bytes since
        then, now = FACTS["matches"][name], at(match)
        assert now.keys() == then.keys()
        assert [key for key in now if now[key] != then[key] and key not in left_out] == []
    saved = json.loads(json.dumps(match.save()))
    saved["settings"] = {key: saved["settings"][key] for key in noted["settings"]}  # a game may have more of them since
    assert saved == {key: value for key, value in noted.items() if key in saved}
    return match


def house_in(folder: Path) -> Path:
    """Write the database into a folder, with its key beside it."""
    database = folder / "house.db"
    database.write_bytes(lzma.decompress((FOLDER / "house.db.xz").read_bytes()))
    database.with_suffix(".key").write_bytes((FOLDER / "house.key").read_bytes())
    return database


def house_in_sql() -> str:
    """Return the same data as a dump of PostgreSQL."""
    return lzma.decompress((FOLDER / "house.sql.xz").read_bytes()).decode()
