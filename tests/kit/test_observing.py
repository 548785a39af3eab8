"""How a game lays out what a seat sees as numbers."""

from __future__ import annotations

import pytest

from dicehouse.kit import Layout
from dicehouse.kit.observing import EXACT, width_of


def test_planes_lie_behind_each_other() -> None:
    seen, secret = Layout(), Layout("secret")
    places = [seen.plane("dice", 6, 6, says="faces"), seen.plane("total", low=-5, high=200, says="points")]
    assert [*places, seen.plane("gold", high=9, scale=3, says="coins")] == [0, 36, 37]
    assert secret.plane("cards", 4, says="what others hold") == 0  # every part begins anew
    assert [plane.scale for plane in seen.planes] == [1, 200, 3]
    planes = seen.planes + secret.planes
    assert (width_of(planes, "seen"), width_of(planes, "seen", "secret"), width_of(planes)) == (38, 42, 0)


@pytest.mark.parametrize(
    ("shape", "low", "high", "says"),
    [((0,), 0, 1, "every axis"), ((), 1, 1, "from `low`"), ((), 0, EXACT + 1, "from `low`")],
)
def test_a_plane_that_holds_nothing_is_refused(shape: tuple[int, ...], low: int, high: int, says: str) -> None:
    layout = Layout()
    with pytest.raises(ValueError, match=says):
        layout.plane("total", *shape, low=low, high=high, says="points")
    assert layout.planes == ()


def test_no_two_planes_share_a_name() -> None:
    layout = Layout()
    layout.plane("total", says="points")
    with pytest.raises(ValueError, match="two planes called total"):
        layout.plane("total", says="points again")
