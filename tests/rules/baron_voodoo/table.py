"""Set up and play positions, for tests that read like the rulebook.

    table = Table("YT", FREE, c3="YO", d3="TV")          # A is Mamy Wata, B Gran Bwa; a stack is "TV YX", bottom first
    table.play("A c3xd3", "A use", "A end")              # seat and option
    assert table.vp == (1, 0)

Sides (players, teams, or you and the Baron) are numbers; seats are letters.
"""

from __future__ import annotations

import re
from typing import Any

import dicehouse
from dicehouse.match.match import Match

from ..lettered import SEATS, Lettered

GAME = "baron-voodoo"
SPACE = re.compile(r"[a-g][1-7]")

# Four dice in a corner that leave every Loa a capture, so that nobody is blocked while a test looks elsewhere.
FREE = {"a1": "YG", "a2": "TG", "a3": "RG", "a4": "PG"}


class Table(Lettered):
    """Play a match from a given position by lines such as "A c3xd3" or "B power wata"."""

    def __init__(self, loas: str, free: dict[str, str] | None = None, **position: Any) -> None:
        options = position.pop("options", {})
        board = {**(free or {}), **{key: position.pop(key) for key in list(position) if SPACE.fullmatch(key)}}
        if "up" in position:
            position["player"] = SEATS.index(position.pop("up"))
        for key in ("zones", "spirits"):
            if isinstance(position.get(key), str):
                position[key] = [part.strip() for part in position[key].split("|")]
        if isinstance(position.get("trigger"), str):
            position["trigger"] = SEATS.index(position["trigger"])
        self.match = Match.set_up(
            GAME, players=len(loas), options=options, dice=dicehouse.Tape(""), board=board, loas=loas, **position
        )

    def back(self, acts: int = 1) -> Table:
        for _ in range(acts):
            self.match.undo(self.match.actions[-1].seat)
        return self

    # What a player sees at the table.

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view(None)

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def up(self) -> str:
        """Return whose turn it is; "-" for no player's."""
        return "-" if self.view["player"] is None else SEATS[self.view["player"]]

    @property
    def vp(self) -> tuple[int, ...]:
        return tuple(side["vp"] for side in self.view["sides"])

    @property
    def offerings(self) -> tuple[int, ...]:
        return tuple(side["offerings"] for side in self.view["sides"])

    @property
    def zones(self) -> tuple[str, ...]:
        """Return the Capture zones, each in canonical order."""
        return tuple(" ".join(sorted(side["zone"], key=canonical)) for side in self.view["sides"])

    @property
    def spirits(self) -> tuple[str, ...]:
        worlds = [[die for dice in side["spirit"] for die in dice["dice"]] for side in self.view["sides"]]
        return tuple(" ".join(sorted(world, key=canonical)) for world in worlds)

    @property
    def guarded(self) -> str:
        """Return the players whose Protection is active, and "-" for the Baron."""
        baron = self.view["baron"]
        players = "".join(letter for letter, seat in zip(SEATS, self.view["seats"], strict=False) if seat["guarded"])
        return players + ("-" if baron and baron["guarded"] else "")

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def trigger(self) -> tuple[str, str] | None:
        """Return who started the end, and why."""
        if (found := self.view["trigger"]) is None:
            return None
        return ("-" if found["seat"] is None else SEATS[found["seat"]], found["why"])

    @property
    def winner(self) -> str:
        winner = self.view["winner"]
        return "-" if winner is None else SEATS[winner]

    def at(self, space: str) -> str:
        """Return the stack on a space, bottom first."""
        return " ".join(self.view["board"].get(space, []))

    def jumps(self, seat: str | None = None) -> set[str]:
        return {option for option in self.offers(seat) if option[2:3] == "x"}


def canonical(die: str) -> tuple[int, int]:
    return "YTRPW".index(die[0]), "OVFGSX".index(die[1])
