"""Check that an arena plays what it says, gives the same figures however it was played, and continues where
it stopped.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicehouse import bots
from dicehouse.arena import Arena, Sprt, game_runner
from dicehouse.arena import arena_run as module
from dicehouse.arena.elo_chart import draw_elo_chart
from dicehouse.errors import BadSave, BadSetting
from dicehouse.games import find
from dicehouse.match.match import Match

DICE, DECK = find("dice-ocalypse"), find("deck-o-dice")
BOTS = ("sensible", "greedy", "random")
SHORT = {"target": 1500, "special_cards": False, "opening": 0}  # for games that are played option by option
TIMED = ("seconds", "games_per_second")


def figures(arena: Arena) -> dict[str, Any]:
    return {key: value for key, value in arena.report().items() if key not in TIMED}


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs() -> None:
    one = figures(bots.arena(DICE, BOTS, 150, seed=9))
    assert figures(bots.arena(DICE, BOTS, 150, seed=9, jobs=2)) == one
    assert figures(bots.arena(DICE, BOTS, 150, seed=10)) != one


def test_better_bots_have_more_elo() -> None:
    arena = bots.arena(DICE, ("random", "sensible", "greedy"), 200, seed=1)
    assert [rating.bot for rating in arena.ratings] == ["sensible", "greedy", "random"]
    assert arena.anchor == "random" and (arena.deals, arena.games, arena.unfinished) == (100, 600, 0)
    assert all(step.low is not None and step.low > 0 for step in arena.steps)
    assert [pair.games for pair in arena.pairings] == [200] * 3


def test_a_ladder_plays_only_neighbours() -> None:
    arena = bots.arena(DECK, BOTS, 40, seed=1, ladder=True)
    assert [(pair.one, pair.other) for pair in arena.pairings] == [("sensible", "greedy"), ("greedy", "random")]
    assert arena.games == 80


def test_all_may_meet_only_one() -> None:
    arena = bots.arena(DECK, BOTS, 40, seed=1, against="greedy")
    assert [(pair.one, pair.other) for pair in arena.pairings] == [("sensible", "greedy"), ("random", "greedy")]


def test_more_than_two_sit_alone_in_turn() -> None:
    arena = bots.arena(DICE, ("sensible", "greedy"), 60, players=3, seed=1)
    (pair,) = arena.pairings
    assert pair.alone is not None and pair.share == pytest.approx((pair.alone[0] + 1 - pair.alone[1]) / 2)
    assert pair.alone[0] > 1 / 3 > pair.alone[1]


def test_games_are_whole_deals() -> None:
    assert bots.arena(DICE, ("sensible", "greedy"), 25, seed=1).games == 26
    assert bots.arena(DICE, ("sensible", "greedy"), 25, players=4, seed=1).games == 32


def test_a_game_that_reaches_the_cap_is_shared_by_all() -> None:
    arena = bots.arena(DICE, ("sensible", "greedy"), 20, cap=5, seed=1)
    assert arena.unfinished == 20
    assert arena.ratings[0].elo == arena.ratings[1].elo == 0
    assert {rating.share for rating in arena.ratings} == {0.5}


def test_the_figures_add_up() -> None:
    report = bots.arena(DICE, BOTS, 100, seed=3).report()
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert sum(row["share"] * row["games"] for row in report["ratings"]) == pytest.approx(report["games"])
    for pair in report["pairs"]:
        assert sum(pair["deals_by_share"]) == report["deals"]
        mean = np.dot(pair["deals_by_share"], [0, 0.25, 0.5, 0.75, 1]) / report["deals"]
        assert pair["share"] == pytest.approx(mean, abs=1e-4) and pair["low"] < pair["share"] <= pair["high"]


# --- bots that are no part of compiled rules


class Dreamer:
    """Play anything, depending only on its seed."""

    def __init__(self, name: str, seed: int | str | None) -> None:
        self.name, self._seed = name, seed

    def choose(self, match: Match, seat: int) -> str:
        return random.Random(f"{self._seed}|{match.number}").choice(match.options(seat)).id


def dreamers(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(name: str, game: object = None, seed: int | str | None = None, clock: object = None) -> bots.Bot:
        return Dreamer(name, seed) if name.startswith("dreamer") else bots.make(name, None, seed)

    monkeypatch.setattr(game_runner, "make", make)
    monkeypatch.setattr(module, "check_bot", lambda name, game, players: None)


def test_any_bot_can_meet_compiled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    dreamers(monkeypatch)
    names = ("dreamer", "sensible", "random")
    one = bots.arena(DICE, names, 12, seed=4, settings=SHORT)
    assert figures(bots.arena(DICE, names, 12, seed=4, settings=SHORT, jobs=2)) == figures(one)
    alone = bots.arena(DICE, ("sensible", "random"), 12, seed=4, settings=SHORT)
    assert (one.returns[:, 4:] == alone.returns).all(), "compiled games of a deal don't depend on who else plays"


def test_two_names_of_one_bot_draw_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is the same dice and the same whims from every seat, so nobody is luckier than a rival."""
    dreamers(monkeypatch)
    arena = bots.arena(DICE, ("dreamer one", "dreamer two"), 20, seed=4, settings=SHORT)
    assert arena.pairings[0].deals == (0, 0, 10, 0, 0)
    assert len({shares.tobytes() for shares in arena.returns}) == 2, "seats win now and then"


# --- the sequential test


def test_a_test_stops_when_it_knows() -> None:
    strong = bots.arena(DICE, ("sensible", "random"), 20_000, seed=2, test=Sprt(0, 50))
    weak = bots.arena(DICE, ("random", "sensible"), 20_000, seed=2, test=Sprt(0, 50), jobs=2)
    assert strong.outcome is not None and weak.outcome is not None
    assert (strong.outcome.verdict, weak.outcome.verdict) == ("passed", "failed")
    assert strong.games < 2000 and weak.games < 2000
    assert strong.report()["test"]["log_likelihood_ratio"] >= strong.report()["test"]["passes_at"]


def test_a_test_may_stay_open() -> None:
    open_one = bots.arena(DICE, ("sensible", "greedy"), 20, seed=2, test=Sprt(0, 5))
    assert open_one.outcome is not None and open_one.outcome.verdict == "open" and open_one.games == 20


def test_where_a_test_stops_does_not_depend_on_the_jobs() -> None:
    one, two = (
        figures(bots.arena(DECK, ("sensible", "greedy"), 20_000, seed=5, test=Sprt(0, 40), jobs=jobs))
        for jobs in (1, 2)
    )
    assert one == two and one["test"]["verdict"] == "passed"


# --- saved and resumed

KILLED = """
import os, signal, sys
from pathlib import Path
from dicehouse import bots
from dicehouse.arena import arena_run
from dicehouse.games import find
arena_run.SAVED_EVERY = 0
def told(done, total):
    if done > total / 3:
        os.kill(os.getpid(), signal.SIGKILL)
bots.arena(find("dice-ocalypse"), ("sensible", "greedy", "random"), 400, seed=6, save=Path(sys.argv[1]), progress=told)
"""


def test_after_a_kill_it_goes_on_to_the_same_figures(tmp_path: Path) -> None:
    save = tmp_path / "arena.json"
    ended = subprocess.run([sys.executable, "-c", KILLED, save], env=os.environ, check=False)
    assert ended.returncode == -9
    played = json.loads(save.read_text())["played"]
    assert 0 < played < 1200
    begun: list[int] = []
    again = bots.arena(DICE, BOTS, 400, seed=6, save=save, jobs=2, progress=lambda done, total: begun.append(done))
    assert begun[0] == played, "it does not begin anew"
    assert figures(again) == figures(bots.arena(DICE, BOTS, 400, seed=6))
    assert [file.name for file in tmp_path.iterdir()] == ["arena.json"]


def test_after_an_interrupt_too_and_further_than_asked_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dreamers(monkeypatch)
    save, names = tmp_path / "arena.json", ("dreamer", "greedy", "random")

    def stop(done: int, total: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    def play(games: int, **more: Any) -> Arena:
        return bots.arena(DICE, names, games, seed=7, settings=SHORT, **more)

    with pytest.raises(KeyboardInterrupt):
        play(10, save=save, progress=stop, jobs=2)
    some, more, fewer = play(10, save=save), play(30, save=save), play(10, save=save)
    assert figures(more) == figures(play(30))
    assert figures(some) == figures(fewer) == figures(play(10))


def test_a_test_that_was_decided_stays_decided(tmp_path: Path) -> None:
    save, test = tmp_path / "arena.json", Sprt(0, 50)
    one, two = (bots.arena(DICE, ("sensible", "random"), 9000, seed=2, test=test, save=save) for _ in range(2))
    assert figures(one) == figures(two)


def test_minutes_end_an_arena_at_a_whole_deal(tmp_path: Path) -> None:
    save = tmp_path / "arena.json"
    some = bots.arena(DICE, ("sensible", "greedy"), minutes=0.01, seed=8, save=save)
    assert 0 < some.games < 100_000
    assert figures(bots.arena(DICE, ("sensible", "greedy"), some.games, seed=8)) == figures(some)


def test_a_save_that_was_just_put_in_place_is_kept_when_ctrl_c_falls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Find the new file under its own name, and nothing else in the folder."""
    replace = os.replace

    def replaced(new: Any, place: Any) -> None:
        replace(new, place)
        if Path(place).parent == tmp_path:
            raise KeyboardInterrupt

    monkeypatch.setattr("dicehouse.arena.arena_file.os.replace", replaced)
    with pytest.raises(KeyboardInterrupt):
        saved(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["arena.json"]
    assert json.loads((tmp_path / "arena.json").read_text())["format"]


def test_who_asks_for_fewer_games_loses_none(tmp_path: Path) -> None:
    save = tmp_path / "arena.json"

    def play(games: int, **more: Any) -> dict[str, Any]:
        report = bots.arena(DICE, ("sensible", "greedy"), games, seed=4, save=save, **more).report()
        return {key: value for key, value in report.items() if "second" not in key}

    whole, kept = play(400), json.loads(save.read_text())
    assert play(20)["games"] == 20
    after = json.loads(save.read_text())
    assert after | {"seconds": 0} == kept | {"seconds": 0} and after["played"] == 400

    def never(done: int, total: int) -> None:
        assert done == total == 400, "they were there"

    assert play(400, progress=never) == whole


def saved(tmp_path: Path) -> Path:
    save = tmp_path / "arena.json"
    bots.arena(DICE, ("sensible", "greedy"), 10, seed=1, save=save)
    return save


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"bots": ("greedy", "sensible")}, "other bots"),
        ({"bots": ("sensible", "random")}, "other bots"),
        ({"seed": 2}, "another seed"),
        ({"players": 3}, "another number of players"),
        ({"settings": {"target": 5000}}, "other options"),
        ({"bots": BOTS, "ladder": True}, "other bots and other pairings"),
        ({"against": "sensible"}, "other pairings"),
        ({"cap": 7}, "another cap"),
        ({"seed": 2, "players": 3}, "another number of players and another seed"),
    ],
)
def test_a_save_of_another_arena_is_refused(tmp_path: Path, other: dict[str, Any], words: str) -> None:
    save = saved(tmp_path)
    before = save.read_bytes()
    with pytest.raises(BadSave, match=f"was made with {words}; name another file"):
        bots.arena(DICE, **({"bots": ("sensible", "greedy"), "games": 10, "seed": 1, "save": save} | other))
    assert save.read_bytes() == before


def test_a_save_by_other_rules_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = saved(tmp_path)
    monkeypatch.setattr(module, "_shared_fingerprint", lambda game: "something else")
    with pytest.raises(BadSave, match="made with another version of the rules or the bots; name"):
        bots.arena(DICE, ("sensible", "greedy"), 10, seed=1, save=save)


@pytest.mark.parametrize("changed", ["search_bot.py", "value_net.npz"])
def test_a_save_by_bots_that_think_or_know_otherwise_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    """Both decide how games go, and neither is compiled with the rules."""
    save, read = saved(tmp_path), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + b"#" * (file.name == changed))
    with pytest.raises(BadSave, match="made with another version of the rules or the bots"):
        bots.arena(DICE, ("sensible", "greedy"), 10, seed=1, save=save)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text[: len(text) // 2], "it is not JSON"),
        (lambda text: "[]", "isn't an arena that this version saved"),
        (lambda text: text.replace("arena/1", "arena/2"), "that this version saved"),
        (lambda text: text.replace('"played": 10', '"played": 11'), "damaged"),
        (lambda text: text.replace('"played": 10', '"played": 1e999'), "damaged"),
        (lambda text: text.replace('"seconds": ', '"seconds": -'), "damaged"),
        (lambda text: re.sub('"seconds": [^,}]+', '"seconds": NaN', text), "damaged"),
        (lambda text: text.replace('"shares": "', '"shares": "AAAA'), "damaged"),
        (lambda text: text.replace('"places": "', '"places": "!'), "damaged"),
    ],
)
def test_a_save_that_is_not_one_is_refused(tmp_path: Path, change: Any, words: str) -> None:
    save = saved(tmp_path)
    save.write_text(change(save.read_text()))
    with pytest.raises(BadSave, match=words):
        bots.arena(DICE, ("sensible", "greedy"), 10, seed=1, save=save)


def test_where_nothing_can_be_saved_nothing_is_played(tmp_path: Path) -> None:
    played: list[int] = []
    with pytest.raises(BadSave, match="can't be saved"):
        bots.arena(
            DICE, BOTS, 10, save=tmp_path / "nowhere" / "arena.json", progress=lambda done, total: played.append(done)
        )
    assert played == []


# --- what can't be


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"bots": ("sensible", "clever")}, "no bot 'clever'"),
        ({"bots": ("sensible",)}, "2 to 32 bots, not 1"),
        ({"bots": ("greedy", "sensible", "greedy")}, "greedy is named more often"),
        ({"anchor": "random"}, "bot of --anchor"),
        ({"against": "random"}, "bot of --against"),
        ({"against": "greedy", "ladder": True}, "exclude each other"),
        ({"games": 0}, "at least one game"),
        ({"games": 10**7}, "more than 1,000,000"),
        ({"minutes": 0}, "more than 0 minutes"),
        ({"players": 7}, "2 to 6 players"),
        ({"bots": BOTS, "test": Sprt(0, 10)}, "between two bots, not 3"),
    ],
)
def test_an_impossible_arena_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetting, match=words):
        bots.arena(DICE, **({"bots": ("sensible", "greedy"), "games": 10} | given))


def test_nobody_to_play_against_is_no_arena() -> None:
    with pytest.raises(BadSetting, match="at least two players"):
        bots.arena(DECK, ("sensible", "greedy"), 10, players=1)


# --- the picture


def test_a_picture_says_what_it_shows() -> None:
    from xml.etree import ElementTree

    arena = bots.arena(DICE, BOTS, 100, seed=3)
    drawn = ElementTree.fromstring(draw_elo_chart(arena))  # noqa: S314  # our own
    name = "{http://www.w3.org/2000/svg}"
    words = drawn.findtext(f"{name}desc") or ""
    assert drawn.findtext(f"{name}title") == "Dice-ocalypse!: the strength of the bots"
    assert drawn.get("role") == "img" and "sensible set to 0" in words
    for rating in arena.ratings[1:]:
        assert f"{rating.bot} \N{MINUS SIGN}{abs(round(rating.elo or 0))} (" in words
    bars = [line for line in drawn.iter(f"{name}line") if line.get("class") == "bar"]
    assert len(bars) == 2 and all(float(bar.get("x1") or 0) < float(bar.get("x2") or 0) for bar in bars)


def test_a_picture_shows_a_bound_as_an_arrow() -> None:
    drawn = draw_elo_chart(bots.arena(find("baron-voodoo"), ("sensible", "random"), 12, seed=3))
    assert "less than \N{MINUS SIGN}" in drawn and 'class="tip"' in drawn
