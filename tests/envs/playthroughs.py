"""Write playthroughs of the games in OpenSpiel as text: `python -m tests.envs.playthroughs`.

They are made by OpenSpiel's own generator, without the lines that show what players see: other tests check those, and
they change with every word of a view.
"""

from __future__ import annotations

import re
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

from dicehouse.envs import openspiel

FOLDER = Path(__file__).parent / "played"
SEEN = re.compile(
    r"# |game: |GameType.(parameter|provides)|GetParameters|NumDistinct|Policy|ToString|HistoryString|Rewards"
    r"|(Information|Public|Private|Observation)\w*(String|Tensor)"
)
GAMES = {
    "dice-ocalypse": {"players": 3, "options": {"target": 2_000}},
    "baron-voodoo": {"options": {"loas": "random"}},
    "deck-o-dice": {},
    "dicetopia": {},
}


def played(name: str) -> str:
    """Return a game from beginning to end, chosen by a seed."""
    game = openspiel.load(name, **GAMES[name])
    lines = [line for line in playthrough_lines(str(game), seed=1) if not SEEN.match(line)]
    return re.sub(r"\n{2,}", "\n\n", "\n".join(lines)) + "\n"


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(played(name), encoding="utf-8")


if __name__ == "__main__":
    main()
