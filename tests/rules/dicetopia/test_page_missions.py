"""The page's list of Missions says the same names and stars as the rules."""

from __future__ import annotations

import re
from pathlib import Path

from dicehouse.games.dicetopia.rules.missions import NAMES
from dicehouse.games.dicetopia.show.mission_words import pays_each, printed_stars

PAGE = Path(__file__).parents[3] / "ui/src/games/dicetopia/missions.ts"
CARD = re.compile(r'\[\s*"([^"]+)",\s*"(\d+\+?|\?)",\s')


def test_the_page_lists_the_sixty_missions_with_their_stars() -> None:
    listed = dict(CARD.findall(PAGE.read_text("utf-8").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")))
    assert len(listed) == 60
    for mission, name in enumerate(NAMES):
        stars = printed_stars(mission)
        expected = "?" if stars is None else f"{stars}{'+' if pays_each(mission) else ''}"
        assert listed[name] == expected, name
