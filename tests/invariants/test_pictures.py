"""Laws of pictures: one self-contained SVG that can't do anything, made of nothing but what the reader may see."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from dicehouse.errors import NoPicture

from .playing import GAMES, IDS, moments, random_match

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {
    "svg",
    "title",
    "desc",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polygon",
    "polyline",
    "text",
    "tspan",
}
DRAWN = [game_id for game_id in IDS if GAMES[game_id].hooks.picture]
NOT_DRAWN = [game_id for game_id in IDS if game_id not in DRAWN]


def test_there_are_pictures() -> None:
    assert "baron-voodoo" in DRAWN


@pytest.mark.parametrize("game_id", DRAWN)
@pytest.mark.parametrize("seed", range(6))
def test_a_picture_is_one_svg_that_needs_and_does_nothing(game_id: str, seed: int) -> None:
    for match in list(moments(game_id, seed, most=60))[-1:]:
        root = ElementTree.fromstring(match.svg())  # noqa: S314  # it is ours; that it parses is the test
        assert root.tag == f"{SVG}svg"
        assert root.attrib["role"] == "img" and root.attrib["viewBox"].startswith("0 0 ")
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        assert all(child.text and child.text.strip() for child in list(root)[:2])
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in SHAPES
            names = set(element.attrib)
            assert not {name for name in names if name.startswith("on") or name in ("id", "style", "class", "href")}
            assert not [value for value in element.attrib.values() if "url(" in value or "//" in value]


@pytest.mark.parametrize("game_id", DRAWN)
def test_a_picture_is_drawn_from_the_view_alone(game_id: str) -> None:
    for match in moments(game_id, 3, most=30):
        for seat in (None, 0):
            view = json.loads(json.dumps(match.view(seat)))
            assert GAMES[game_id].hooks.picture(view) == match.svg(seat)
        assert match._repr_svg_() == match.svg()


@pytest.mark.parametrize("game_id", NOT_DRAWN)
def test_a_game_without_pictures_says_so(game_id: str) -> None:
    match = random_match(game_id, 1)
    with pytest.raises(NoPicture, match="no picture"):
        match.svg()
    assert match._repr_svg_() is None
