"""Test the picture of a position: it has every die, stacks can be read, and the last jump is marked."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest

import dicehouse
from dicehouse.games.baron_voodoo.presentation.board_picture import FRAME, GLOW, GOLD, ICONS, INK, NIGHT, PAINT, picture
from dicehouse.match.match import Match

BOARD = {"c3": "YO", "d3": "TV YX", "f6": "PS", "a1": "WF RG TO"}


def position(**more: Any) -> Match:
    return Match.set_up("baron-voodoo", players=2, board=BOARD, loas="YT", **more)


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def dice(svg: str) -> list[str]:
    return sorted(text for text in texts(svg) if len(text) == 2)


def test_every_die_of_the_board_is_drawn_with_its_letters_colour_and_icon() -> None:
    svg = position().svg()
    assert dice(svg) == sorted(" ".join(BOARD.values()).split())
    for die in ("YO", "YX", "PS", "TO"):  # those on top
        colour, face = die
        assert f'fill="{INK[colour]}" fill-rule="evenodd" d="{ICONS[face]}"' in svg
        assert f'fill="{PAINT[colour]}"' in svg


def test_a_stack_shows_its_height_and_its_dice_from_top_to_bottom() -> None:
    svg = position().svg()
    assert [text for text in texts(svg) if text in ("2", "3")].count("3") >= 1
    heights = {
        die: float(re.search(rf'<text x="[\d.]+" y="([\d.]+)"[^>]*>{die}</text>', svg)[1]) for die in ("WF", "RG", "TO")
    }
    assert heights["TO"] < heights["RG"] < heights["WF"]


def test_files_and_ranks_are_written_on_the_frame() -> None:
    assert set("abcdefg1234567") <= set(texts(position().svg()))
    solo = dicehouse.new("baron-voodoo", players=1, options={"loas": "random"}, seed=2).svg()
    assert set("bcdef23456") <= set(texts(solo))
    assert not set("ag17") & set(texts(solo))


def test_the_last_jump_is_marked_once_there_is_one() -> None:
    match = position()
    assert GOLD not in match.svg()
    match.play(0, "c3xd3")
    svg = match.svg()
    assert svg.count('stroke-dasharray="9 7"') == 1
    assert GOLD in svg
    assert "The last jump went from c3 over d3 to e3." in svg
    assert "d3: turquoise Victory;" in svg


def test_protected_dice_wear_a_shield() -> None:
    shield = f'd="{ICONS["G"]}"'
    assert position().svg().count(shield) == 0
    assert position(guarded="1").svg().count(shield) == 1  # the one turquoise die on top
    assert position(guarded="0", player=1).svg().count(shield) == 2


def test_while_dice_are_placed_the_spaces_show_their_letters() -> None:
    match = dicehouse.new("baron-voodoo", players=2, options={"set_up": "draft", "loas": "random"}, seed=1)
    assert texts(match.svg()).count("Y") == 10
    assert texts(match.svg()).count("W") == 8
    match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    assert sum(texts(match.svg()).count(colour) for colour in "YTRPW") == 47


def test_the_description_says_every_stack_in_words() -> None:
    svg = position().svg()
    words = unescape(re.search(r"<desc>(.*?)</desc>", svg)[1])
    assert words == (
        "f6: purple Steal; c3: yellow Offering; d3: yellow Exchange on turquoise Victory;"
        " a1: turquoise Offering on red Guard on white Face."
    )
    assert re.search(r"<title>(.*?)</title>", svg)[1].startswith("The board of Baron Voodoo")


def test_what_comes_from_a_view_is_escaped() -> None:
    view = position().view(None)
    assert "<script>" not in picture({**view, "turn": "<script>"})


def test_nothing_leaves_the_frame() -> None:
    rng = random.Random(4)
    match = dicehouse.new("baron-voodoo", players=4, options={"loas": "random"}, seed=4)
    while match.number < 60:
        seat = match.acting()[0]
        match.play(seat, rng.choice(match.options(seat)).id)
    svg = match.svg()
    size = 2 * FRAME + 7 * 80
    for x, width in re.findall(r'<rect x="([\d.-]+)" y="[\d.-]+" width="([\d.]+)"', svg):
        assert float(x) >= 0 and float(x) + float(width) <= size


@pytest.mark.parametrize("colour", "YTRPW")
def test_letters_stand_out(colour: str) -> None:
    """A letter has a contrast of at least 4.5 : 1 against its die, or against the empty space, as WCAG asks of text."""
    assert _contrast(PAINT[colour], INK[colour]) >= 4.5
    assert _contrast(GLOW[colour], NIGHT) >= 4.5


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
