"""Judge by geometry alone: this second referee uses shapes and distances, no contacts, and shares no code with the
first.

A die is a smaller cube with a skin, a barrel a smaller prism with one. The nearest points of two such cores tell if the
skins touch, and the line between them in which direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import acos, cos, degrees, pi, sin

import numpy as np
import numpy.typing as npt

from dicehouse.games.indicesion.physics.world import Body, Scene

Array = npt.NDArray[np.float64]

EDGE, SKIN = 0.0381, 0.06 * 0.0254
LONG, SHORT, THICK = 0.2794, 0.2159, 0.003175
RADIUS, HEIGHT, BARREL_SKIN = 0.8 * 0.0254, 2.2 * 0.0254, 0.001
NEAR = 0.005 * 0.0254
HAIR = 0.02 * 0.0254
PIPS = {(2, 1): 1, (0, 1): 2, (1, 1): 3, (1, -1): 4, (0, -1): 5, (2, -1): 6}  # by axis and sign


@dataclass
class Said:
    """Hold its verdict on a die."""

    face: int | None
    crooked: bool
    rests_on: set[str]
    boards: set[str]
    chains: list[tuple[str, tuple[str, ...]]]
    covered: bool = False
    tilt: float = 0.0
    near_call: bool = False  # nearer to a limit than two different methods can measure


def matrix(body: Body) -> Array:
    w, x, y, z = body.pose.turn
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def kind(name: str) -> str:
    return "board" if name[0] in "pc" else "barrel" if name[0] == "x" else "die"


def box(x: float, y: float, z: float) -> Array:
    return np.array(list(product((-x / 2, x / 2), (-y / 2, y / 2), (-z / 2, z / 2))))


def prism() -> Array:
    angles = [2 * pi * n / 48 for n in range(48)]
    reach, half = RADIUS - BARREL_SKIN, HEIGHT / 2 - BARREL_SKIN
    return np.array([(reach * cos(a), reach * sin(a), side) for a in angles for side in (-half, half)])


CORES = {"die": (box(*[EDGE - 2 * SKIN] * 3), SKIN), "board": (box(LONG, SHORT, THICK), 0.0)}
CORES["barrel"] = (prism(), BARREL_SKIN)


def nearest(points: Array) -> Array:
    """Return the point of a hull that is nearest to the origin (Wolfe's method)."""
    chosen = [int(np.argmin((points**2).sum(axis=1)))]
    shares = np.array([1.0])
    for _ in range(200):
        here: Array = shares @ points[chosen]
        farther = int(np.argmin(points @ here))
        if points[farther] @ here >= here @ here - 1e-12 or farther in chosen:
            break
        chosen.append(farther)
        shares = np.append(shares, 0.0)
        while True:
            corners = points[chosen]
            system = np.vstack(
                [np.column_stack([corners @ corners.T, np.ones(len(chosen))]), [1.0] * len(chosen) + [0]]
            )
            best = np.linalg.lstsq(system, np.array([0.0] * len(chosen) + [1.0]), rcond=None)[0][:-1]
            if (best > 1e-12).all():
                shares = best
                break
            falling = best <= 1e-12
            step = float((shares[falling] / (shares[falling] - best[falling] + 1e-300)).min())
            shares = shares + min(step, 1.0) * (best - shares)
            kept = shares > 1e-12
            chosen, shares = [c for c, keep in zip(chosen, kept, strict=True) if keep], shares[kept]
    return here


class SecondReferee:
    def __init__(self, scene: Scene) -> None:
        self.bodies = {body.id: body for body in scene.bodies}
        self.turns = {name: matrix(body) for name, body in self.bodies.items()}
        self.places = {name: np.array(body.pose.place) for name, body in self.bodies.items()}
        self.dice = [name for name in self.bodies if kind(name) == "die"]
        self.near_calls: set[str] = set()
        self.normals: dict[tuple[str, str], Array] = {}  # (lower, upper): where it supports, and in which direction
        for one in self.bodies:
            for other in self.bodies:
                if one < other and not kind(one) == kind(other) == "board":
                    self.meet(one, other)
        self.on_table = {name for name in self.bodies if self.lowest(name) < NEAR}

    def corners(self, name: str) -> Array:
        return CORES[kind(name)][0] @ self.turns[name].T + self.places[name]

    def lowest(self, name: str) -> float:
        return float(self.corners(name)[:, 2].min()) - CORES[kind(name)][1]

    def meet(self, one: str, other: str) -> None:
        skins = CORES[kind(one)][1] + CORES[kind(other)][1]
        a, b = self.corners(one), self.corners(other)
        if (np.maximum(a.min(axis=0) - b.max(axis=0), b.min(axis=0) - a.max(axis=0)) > skins + NEAR).any():
            return
        apart = nearest((b[:, None, :] - a[None, :, :]).reshape(-1, 3))  # from the one to the other
        length = float(np.linalg.norm(apart))
        gap = length - skins
        if abs(gap - NEAR) < 0.00003:
            self.near_calls |= {one, other}
        if gap > NEAR or length < 1e-9:
            return
        normal = apart / length
        low, high = (one, other) if normal[2] > 0 else (other, one)
        normal = normal if normal[2] > 0 else -normal
        if abs(degrees(acos(min(1.0, float(normal[2])))) - 45) < 0.5:
            self.near_calls.add(high)
        if normal[2] >= cos(pi / 4) and self.holds(low, high):
            self.normals[low, high] = normal

    def holds(self, low: str, high: str) -> bool:
        if kind(low) == kind(high) == "die":
            return bool(self.places[high][2] - self.places[low][2] >= EDGE / 2)
        if kind(low) == "board" and kind(high) == "die":
            return self.over(low, high)
        return True

    def over(self, board: str, die: str) -> bool:
        """Return True if the die's shadow along the board's normal has a part on the board, by more than a
        tolerance.
        """
        local = (self.corners(die) - self.places[board]) @ self.turns[board]
        rim = [(SKIN * cos(a), SKIN * sin(a)) for a in np.linspace(0, 2 * pi, 32, endpoint=False)]
        outline = hull([(float(x) + u, float(y) + v) for x, y, _ in local for u, v in rim])
        for axis, limit in ((0, LONG / 2 - HAIR), (1, SHORT / 2 - HAIR)):
            for sign in (1, -1):
                outline = clipped(outline, axis, sign, limit)
        return len(outline) > 2

    # the verdict

    def said(self) -> dict[str, Said]:
        found = {name: self.of_die(name) for name in self.dice}
        for name, said in found.items():
            if said.face is not None and not said.crooked:
                for lower in self.dice_below(name):
                    found[lower].covered = True
        return found

    def of_die(self, name: str) -> Said:
        holders = {low for low, high in self.normals if high == name}
        heights = self.turns[name][2]
        axis = int(np.argmax(np.abs(heights)))
        off_up = degrees(acos(min(1.0, abs(heights[axis]))))
        face = PIPS[axis, 1 if heights[axis] > 0 else -1] if off_up <= 40 else None
        tilt, doubtful = self.tilt(name, holders)
        near = doubtful or abs(tilt - 15) < 0.1 or abs(off_up - 40) < 0.1 or name in self.near_calls
        chains = [(path[-1], path[:-1]) for path in self.paths((name,))]
        return Said(face, tilt > 15, holders, self.boards(name), chains, tilt=tilt, near_call=near)

    def tilt(self, name: str, holders: set[str]) -> tuple[float, bool]:
        surfaces = [self.surface(holder, name) for holder in sorted(holders)]
        if name in self.on_table or not surfaces:
            surfaces.append(np.array([0.0, 0.0, 1.0]))
        tilts = [degrees(acos(min(1.0, float(np.abs(self.turns[name].T @ s).max())))) for s in surfaces]
        return tilts[0], max(tilts) > 14.9 and min(tilts) < 15.1  # geometry can't say which one bears more

    def surface(self, holder: str, held: str) -> Array:
        if kind(holder) == "barrel":
            return self.normals[holder, held]
        axes = self.turns[holder]
        axis = 2 if kind(holder) == "board" else int(np.argmax(np.abs(axes[2])))
        return np.asarray(axes[:, axis] * (1 if axes[2, axis] > 0 else -1))

    def dice_below(self, name: str) -> set[str]:
        found, todo = set(), [name]
        while todo:
            upper = todo.pop()
            for low, high in self.normals:
                if high == upper and kind(low) == "die" and low not in found:
                    found.add(low)
                    todo.append(low)
        return found

    def boards(self, name: str) -> set[str]:
        found, seen, todo = set(), {name}, [name]
        while todo:
            upper = todo.pop()
            for low, high in self.normals:
                if high == upper and low not in seen:
                    seen.add(low)
                    if kind(low) == "board":
                        found.add(low)
                    else:
                        todo.append(low)
        return found

    def paths(self, path: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return every way down: dice and at last a board."""
        holders = [low for low, high in self.normals if high == path[-1]]
        ends = {low for low in holders if kind(low) == "board"}
        ends |= {board for low in holders if kind(low) == "barrel" for board in self.boards(low)}
        further = [way for low in holders if kind(low) == "die" for way in self.paths((*path, low))]
        return [(*path, board) for board in ends] + further


Point = tuple[float, float]


def hull(points: list[Point]) -> list[Point]:
    points = sorted(set(points))
    halves: list[list[Point]] = []
    for run in (points, points[::-1]):
        half: list[Point] = []
        for x, y in run:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (
                x - half[-2][0]
            ):
                half.pop()
            half.append((x, y))
        halves.append(half[:-1])
    return halves[0] + halves[1]


def clipped(outline: list[Point], axis: int, sign: int, limit: float) -> list[Point]:
    """Return the part of an outline within a limit along an axis."""
    found: list[Point] = []
    for a, b in zip(outline, outline[1:] + outline[:1], strict=True):
        out_a, out_b = sign * a[axis] - limit, sign * b[axis] - limit
        if out_a <= 0:
            found.append(a)
        if out_a * out_b < 0:
            part = out_a / (out_a - out_b)
            found.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
    return found
