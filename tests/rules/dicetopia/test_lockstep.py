"""Compare random games with an independent referee: every way of playing, every faction, every scenario."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import dicehouse
from dicehouse.core import Option

from .lockstep import Choose, Lockstep, dealt, livelier
from .test_setting_up import EXTRA, KNOWN

SCENARIOS = ("back-to-square-one", "golden-hour", "gang-rule", "curfew", "mirror-city", "meltdown", "main-street")
WAYS: list[dict[str, Any]] = [
    {},
    {"neighbourhood_text": "rebalanced"},
    {"observatory_advanced": True, "protection_advanced": True},
    {"neighbourhood_text": "rebalanced", "protection_advanced": True, "tie_domination": "split"},
    {"magmacorium_owner_option": False, "sharing": "any", "adjacency": "all", "tie_domination": "nobody"},
    {"actions_mandatory": False, "abilities_reach_locations": False, "stock_track": "0-1-2-3-4-5"},
    {"reconstructed_factions": True, "protection_advanced": True, "magmacorium": 1},
    {"faction_deal": "two", "stock_track": "1-1-2-2-3-3", "magmacorium": 6},
]


def play(players: int, options: dict[str, Any], seed: str, prefer: str = "") -> Lockstep:
    """Play one game; with `prefer` the first to choose takes that faction."""
    rng = random.Random(f"{players} {sorted(options.items())} {seed}")
    match = dicehouse.new("dicetopia", players=players, options=options, seed=rng.getrandbits(60))
    choose = livelier(rng)

    def preferring(offered: list[Option]) -> Option:
        wanted = [option for option in offered if option.id == f"faction {prefer}"]
        return wanted[0] if wanted else choose(offered)

    wanted: Choose = preferring
    return dealt(match, wanted).follow(choose)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("way", range(len(WAYS)))
def test_games_of_every_way(way: int, players: int) -> None:
    assert play(players, WAYS[way], "way").match.over


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_of_every_scenario(scenario: str) -> None:
    for players in (2, 4):
        assert play(players, {"scenario": scenario}, scenario).match.over


@pytest.mark.parametrize("faction", sorted(KNOWN | EXTRA))
def test_games_with_every_faction(faction: str) -> None:
    options = {"faction_deal": "choose", "reconstructed_factions": faction in EXTRA}
    used: Counter[bool] = Counter()
    for players in (2, 4):
        game = play(players, options, faction, faction)
        assert faction in game.referee.factions
        used[game.referee.factions.index(faction) in game.referee.used] += 1
    once = faction in KNOWN - {"centauri-bureau", "hollows", "haterz", "fukura", "tentacle-force", "conclave", "pagans"}
    assert not once or used[True], "its ability was used at least once"


def test_games_of_those_who_meet_most() -> None:
    """Hypnosis, skipped turns, Adaptation and protection occur in one game."""
    clashing = ("roamers", "perceptioneers", "hollows", "conclave", "conspiracy", "zai")

    def clash(offered: list[Option]) -> Option:
        return next(option for option in offered if option.facts["faction"] in clashing)

    options = {"faction_deal": "choose", "observatory_advanced": True, "protection_advanced": True}
    phases: Counter[str] = Counter()
    for seed in range(4):
        rng = random.Random(seed)
        match = dicehouse.new("dicetopia", players=6, options=options, seed=rng.getrandbits(60))
        game = dealt(match, clash)
        while not match.over:
            phases[match.view()["phase"]] += 1
            game.follow(livelier(rng), most=1)
    assert {"skip", "hypnosis", "adapt", "slip-to", "alpha-with", "end", "draft"} <= set(phases)
