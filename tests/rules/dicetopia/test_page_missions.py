"""Check that the page's list of Missions has those of the rules, and gets their stars from the glossary."""

from __future__ import annotations

import re
from pathlib import Path

from dicehouse.games import find
from dicehouse.games.dicetopia.presentation.mission_texts import pays_each, printed_stars
from dicehouse.games.dicetopia.rules.missions import NAMES

GAME = find("dicetopia")
PAGE = Path(__file__).parents[3] / "ui/src/games/dicetopia/missions.ts"
ROW = re.compile(r'^\s+\["([^"]+)", (?:[A-Z]+|"[\w-]+")(, true)?\],?$', re.M)


def test_the_page_lists_the_sixty_missions_with_their_stars() -> None:
    listed = dict(ROW.findall(PAGE.read_text("utf-8").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")))
    glossary = GAME.glossary(GAME.complete({}))
    terms = {term.title: term for term in glossary if re.fullmatch("mission:[a-z-]+", term.name)}
    assert len(listed) == len(terms) == 60
    for mission, name in enumerate(NAMES):
        stars = printed_stars(mission)
        assert terms[name].short == ("?" if stars is None else str(stars)), name
        assert bool(listed[name]) == pays_each(mission), name
