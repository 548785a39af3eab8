"""How a game lays out what a seat sees as numbers."""

from __future__ import annotations

import pytest

from dicehouse.core import PlaneLayout
from dicehouse.core.observation_planes import MAX_EXACT_FLOAT, planes_width


def test_planes_lie_behind_each_other() -> None:
    seen, secret = PlaneLayout(), PlaneLayout("secret")
    places = [seen.plane("dice", 6, 6, says="faces"), seen.plane("total", low=-5, high=200, says="points")]
    assert [*places, seen.plane("gold", high=9, scale=3, says="coins")] == [0, 36, 37]
    assert secret.plane("cards", 4, says="what others hold") == 0  # every part begins anew
    assert [plane.scale for plane in seen.planes] == [1, 200, 3]
    planes = seen.planes + secret.planes
    assert (planes_width(planes, "seen"), planes_width(planes, "seen", "secret"), planes_width(planes)) == (38, 42, 0)


@pytest.mark.parametrize(
    ("shape", "low", "high", "says"),
    [((0,), 0, 1, "every axis"), ((), 1, 1, "from `low`"), ((), 0, MAX_EXACT_FLOAT + 1, "from `low`")],
)
def test_a_plane_that_holds_nothing_is_refused(shape: tuple[int, ...], low: int, high: int, says: str) -> None:
    layout = PlaneLayout()
    with pytest.raises(ValueError, match=says):
        layout.plane("total", *shape, low=low, high=high, says="points")
    assert layout.planes == ()


def test_no_two_planes_share_a_name() -> None:
    layout = PlaneLayout()
    layout.plane("total", says="points")
    with pytest.raises(ValueError, match="two planes called total"):
        layout.plane("total", says="points again")
