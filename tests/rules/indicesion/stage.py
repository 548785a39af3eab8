"""Build positions by hand and let throws end as a test says.

    stage = Stage("drafting", hands=["r1 b1", "g1"], dice={"y1": on(1, 40, 0, face=2)})
    stage.throw(0, "r1", rest={"r1": on(2), "y1": table(500, 0)})
    stage.play(1, "respawn y1")

Lengths are millimetres. Two players' boards are p1, near, and p2, far and turned about. `on(player, u, v)` is a flat
die on the board of that player (from 1), `middle(u, v)` one on the board c1 in the middle; `level` counts the dice
under it. A throw with a given `rest` is carried out like a replayed one: it is not measured again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import radians
from typing import Any

from dicehouse.games.indicesion.physics.bodies import (
    DIE,
    compose_turns,
    die_vertices,
    rotate_vector,
    showing,
    turn_about,
)
from dicehouse.match.match import Event, Match

EDGE = DIE * 1000
HALF = EDGE / 2
BOARD_TOP = 3.175
BARREL = 55.88  # its height
FAR = 203.2  # of two players' boards from the middle
GAP = 152.4  # six inches
Spot = tuple[float, ...]


def flat(x: float, y: float, bottom: float, face: int = 1, turn: float = 0.0) -> Spot:
    """Return a die lying flat at that height: its place and its turn."""
    return (x, y, bottom + HALF, *showing(face, radians(turn)))


def on(player: int, u: float = 0.0, v: float = 0.0, face: int = 1, level: int = 0, turn: float = 0.0) -> Spot:
    """Return a flat die on the board of one of two players, u to its right and v away from its owner."""
    sign = 1 if player == 1 else -1
    return flat(sign * u, sign * (v - FAR), BOARD_TOP + level * EDGE, face, turn)


def middle(u: float = 0.0, v: float = 0.0, face: int = 1, level: int = 0, turn: float = 0.0) -> Spot:
    """Return a flat die on the board in the middle."""
    return flat(u, v, BOARD_TOP + level * EDGE, face, turn)


def table(x: float, y: float, face: int = 1) -> Spot:
    """Return a flat die on the table."""
    return flat(x, y, 0.0, face)


def tilted(spot: Spot, degrees: float, axis: tuple[float, float, float] = (0.0, 1.0, 0.0)) -> Spot:
    """Return the die tipped about a level axis, its lowest corner as low as its underside was."""
    x, y, z, *turn = spot
    w, i, j, k = compose_turns(turn_about(axis, radians(degrees)), (turn[0], turn[1], turn[2], turn[3]))
    lowest = min(rotate_vector((w, i, j, k), vertex)[2] for vertex in die_vertices()) * 1000
    return (x, y, z - HALF - lowest, w, i, j, k)


def reach(spot: Spot) -> float:
    """Return how far a die reaches towards +x from its centre."""
    w, i, j, k = spot[3:]
    return max(rotate_vector((w, i, j, k), vertex)[0] for vertex in die_vertices()) * 1000


def barrel(player: int, u: float = 0.0, v: float = 0.0, level: int = 0) -> Spot:
    """Return an upright barrel on a player's board."""
    sign = 1 if player == 1 else -1
    return (sign * u, sign * (v - FAR), BOARD_TOP + (level + 0.5) * BARREL, 1.0, 0.0, 0.0, 0.0)


def metres(spot: Spot) -> list[float]:
    """Return a place as an outcome contains it."""
    pose = (*spot, 1.0, 0.0, 0.0, 0.0)[:7]
    return [*(part / 1000 for part in pose[:3]), *pose[3:]]


def outcome(
    rest: Mapping[str, Spot] | None = None, burnt: Sequence[tuple[str, str]] = (), lost: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the outcome of a throw."""
    return {
        "rest": {name: metres(spot) for name, spot in (rest or {}).items()},
        "burnt": [[0.1, die, red] for die, red in burnt],
        "lost": list(lost),
        "seconds": 1.0,
        "status": "rest",
        "frames": {},
        "touches": [],
    }


def _unused(lying: Mapping[str, Spot]) -> str:
    """Return a die for the thrower, if a test names none."""
    return next(name for name in (f"r{copy}" for copy in range(6, 0, -1)) if name not in lying)


class Stage:
    """Hold a match set up by hand. `mode` is the game, with "+" for barrels."""

    def __init__(
        self,
        mode: str = "classic",
        players: int = 2,
        settings: Mapping[str, Any] | None = None,
        dice: Mapping[str, Spot] | None = None,
        **lies: Any,
    ) -> None:
        game = {"game": mode.rstrip("+"), "barrels": mode.endswith("+")}
        options = {**game, **(settings or {})}
        lying = dict(dice or {})
        lies.setdefault("hands", [_unused(lying)])
        self.match = Match.set_up("indicesion", players=players, options=options, lying=lying, **lies)
        self.told: list[Event] = []

    def play(self, seat: int, text: str, **found: Any) -> Stage:
        """Play an option, with its outcome if it is measured."""
        self.told = self.match.play(seat, text, {key.replace("_", " "): each for key, each in found.items()} or None)
        return self

    def throw(self, seat: int, die: str, at: str = "", more: Mapping[str, Any] | None = None, **found: Any) -> Stage:
        """Let a die of `seat` come to rest as given; `more` has what was measured after that."""
        view = self.match.view(None)
        target = at or ("target" if view["mode"] == "central" else f"p{seat + 1}")
        x, y, z = view["seats"][seat]["throws"]["from"]
        text = f"throw {die} {target} from {x},{y},{z} push 1000,90,0"
        flight = outcome(**found) | {"meant": text}
        self.told = self.match.play(seat, text, {"flight": flight, **(more or {})})
        return self

    # what a player sees

    @property
    def view(self) -> dict[str, Any]:
        return self.match.view(None)

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    @property
    def asked(self) -> list[int]:
        return list(self.match.acting())

    @property
    def points(self) -> list[int]:
        return [seat["points"] for seat in self.view["seats"]]

    @property
    def skips(self) -> list[int]:
        return [seat["skips"] for seat in self.view["seats"]]

    @property
    def taken(self) -> list[int]:
        return [seat["taken"] for seat in self.view["seats"]]

    def score(self, die: str) -> int:
        return int(self.view["judged"][die]["points"])

    def judged(self, die: str) -> dict[str, Any]:
        found: dict[str, Any] = self.view["judged"][die]
        return found

    @property
    def kinds(self) -> list[str]:
        """Return the kinds of events in the last action."""
        return [event.kind for event in self.told]

    def facts(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.facts) for event in self.told if event.kind == kind]

    def offers(self, seat: int | None = None) -> list[str]:
        seat = self.asked[0] if seat is None else seat
        return [option.id for option in self.match.options(seat)]

    def at(self, name: str) -> tuple[float, float, float]:
        x, y, z = self.view["bodies"][name]["at"]
        return x, y, z
