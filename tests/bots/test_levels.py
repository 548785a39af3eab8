"""Check the six levels: each beats the one below, plays whole games of every game, and makes its own mistakes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import dicehouse
from dicehouse import bots, games
from dicehouse.arena.contest import contest
from dicehouse.arena.game_runner import GameRunner
from dicehouse.bots import named_opponents
from dicehouse.bots.named_opponents import bot_level, compiled_bots, policy_code, search_budget
from dicehouse.core.action_list import Actions
from dicehouse.core.dice import Dice, start_stream
from dicehouse.core.policy import NAMED_BOTS, BotLevel, BotTraits
from dicehouse.engine import engine
from dicehouse.engine.entry_points import ACTIONS_DTYPE, DICE_DTYPE
from dicehouse.errors import BadSetting
from dicehouse.records.record import strict
from dicehouse.search.bot_decisions import preference_noise, sample_options
from dicehouse.search.budget import Budget
from dicehouse.server.opponents import level_of, levels, rival_among, stronger, usual_bot

GAMES = tuple(games.all_games())
# So many games that the interval, whose middle is 0.57 in the duel and 0.7 elsewhere, lies well above a half.
ENOUGH = {"dice-ocalypse": 200, "dicetopia": 200, "baron-voodoo": 100, "deck-o-dice": 1500}
LONGEST = 8  # simulations of a level that is tried here


LONG = ("baron-voodoo", "deck-o-dice")


@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.long if g in LONG else ()) for g in ENOUGH])
def test_each_level_beats_the_one_below(game: str) -> None:
    known = games.find(game)
    budgets = [(name, search_budget(known, name)) for name in NAMED_BOTS]
    ladder = [name for name, budget in budgets if not budget or 0 < budget.simulations <= LONGEST]
    assert len(ladder) >= 3
    for weak, strong in pairwise(ladder):
        slow = search_budget(known, strong).simulations
        played = contest(known, (weak, strong), 8 if slow else ENOUGH[game], players=2, seed=16)
        assert played.tallies()[1].low > 0.5, f"{strong} against {weak}"


def test_measured_throws_have_levels_too() -> None:
    played = contest(games.find("indicesion"), ("pip", "kofi"), 8, players=2, seed=11)
    assert played.tallies()[1].wins >= 5


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots that search think for only a few simulations."""
    monkeypatch.setattr(named_opponents, "bot_level", lambda game, name: _shortened(bot_level(game, name)))


def _shortened(level: BotLevel) -> BotLevel:
    return "search:3" if isinstance(level, str) and level.startswith("search") else level


@pytest.mark.usefixtures("brief")
@pytest.mark.parametrize("game", GAMES)
def test_every_level_plays_whole_games(game: str) -> None:
    players = min(len(NAMED_BOTS), games.find(game).players[1])
    options = {"rounds": 1} if game == "indicesion" else {}
    match = dicehouse.new(game, players=players, seed=4, options=options)
    seated = [bots.make(name, game, seed=seat) for seat, name in enumerate(NAMED_BOTS[-players:])]
    while not match.over:
        seat = match.acting()[0]
        match.play(seat, seated[seat].choose(match, seat))
    assert sum(match.returns()) == pytest.approx(1.0)


@pytest.mark.parametrize("game", GAMES)
def test_who_searches_has_a_time_that_leaves_room_within_a_second_and_more_the_stronger(game: str) -> None:
    budgets = [search_budget(games.find(game), name) for name in NAMED_BOTS]
    assert budgets[-1] == Budget(milliseconds=800), "Nox is all that the search can do within a second"
    assert not budgets[0], "Pip doesn't think"
    for weak, strong in pairwise(budgets):
        assert weak.milliseconds <= strong.milliseconds
        assert strong.milliseconds or weak.simulations <= strong.simulations <= 60


@pytest.mark.parametrize("game", ["dicetopia", "indicesion"])
def test_a_face_that_searches_is_a_search_with_its_time(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(named_opponents.DEFAULT_LEVELS, "vera", "search:9")
    monkeypatch.setitem(vars(games.find(game).hooks), "LEVELS", {"vera": "search:30"})
    if games.find(game).engine is None:
        engine.use_compiled(games.find(game))
    match = dicehouse.new(game, players=2, seed=4)
    while len(match.options(match.acting()[0])) < 2:
        match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    seat = match.acting()[0]
    vera, search = (bots.make(name, game, seed=5) for name in ("vera", "search:30"))
    assert vera.choose(match, seat) == search.choose(match, seat)
    assert vera.simulations == search.simulations  # type: ignore[attr-defined]


def test_faces_that_search_are_in_an_arena_and_no_batch_takes_them_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("dice-ocalypse")
    monkeypatch.setitem(game.hooks.LEVELS, "nox", "search:6")
    work = GameRunner(game, ("vera", "nox"), 2, {}, np.array([[0, 0], [0, 1]]), np.arange(2), 1)
    assert work.batched.tolist() == [True, False]
    assert contest(game, ("vera", "nox"), 2, players=2, seed=1).ended.all()
    assert "nox" not in compiled_bots(game) and "otto" not in compiled_bots(games.find("baron-voodoo"))


def test_names_unknown_are_refused_in_a_sentence() -> None:
    with pytest.raises(
        BadSetting,
        match=r"^There is no bot 'skynet'\. The bots are: .*pip, dot, kofi, otto, vera, nox, search, net:FILE\.$",
    ):
        bots.make("skynet")
    with pytest.raises(BadSetting, match="There is no bot 'Pip'"):
        contest(games.find("dice-ocalypse"), ("Pip", "otto"), 1)


def test_a_face_waits_for_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Baron Voodoo Otto thinks for ten simulations. Interpreted these would take minutes, and somebody waits."""
    monkeypatch.setattr(engine, "_compiled_games", set())
    match = dicehouse.new("baron-voodoo", players=2, seed=4)
    while len(match.options(match.acting()[0])) < 2:
        match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    otto, plain = (bots.make(name, match.game, seed=5) for name in ("otto", "sensible"))
    assert otto.choose(match, match.acting()[0]) == plain.choose(match, match.acting()[0])
    assert not otto.simulations  # type: ignore[attr-defined]


# --- what makes a mind weak


def test_a_player_of_the_same_seed_has_the_same_habits_and_another_one_others() -> None:
    game = games.find("dicetopia")
    own, again, other = (policy_code("pip", game, player) for player in ("a|0", "a|0", "a|1"))
    assert own == again != other
    assert policy_code("vera", game, "a|0") == policy_code("vera", game, "a|1") == policy_code("sensible", game, "x")
    assert policy_code("nox", game, "a|0") == policy_code("sensible", game, "x"), "where there is nothing to search"


def test_every_face_is_something_where_a_game_says_nothing() -> None:
    assert tuple(named_opponents.DEFAULT_LEVELS) == NAMED_BOTS == bots.names()[3:]


def test_likings_are_spread_evenly_over_options_and_players() -> None:
    of_one = sorted(preference_noise(12345, action) for action in range(200))
    of_all = sorted(preference_noise(character, 7) for character in range(200))
    for found in (of_one, of_all):
        assert 0.0 <= found[0] < 0.05
        assert 0.95 < found[-1] <= 1.0
        assert 0.4 < found[100] < 0.6


def test_some_options_are_looked_at_and_always_the_one_that_glitters() -> None:
    dice = strict(Dice, np.zeros(DICE_DTYPE.itemsize, np.uint8))
    start_stream(dice, 1, 2, 3)
    seen = [0] * 10
    for _ in range(600):
        actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
        for action in range(10):
            actions.item[action] = action
        actions.count = 10
        sample_options(actions, 3, 4, dice)
        kept = [actions.item[i] for i in range(actions.count)]
        assert len(kept) == 4
        assert kept == sorted(kept)
        for action in kept:
            seen[action] += 1
    assert seen[4] == 600
    assert all(150 < number < 250 for action, number in enumerate(seen) if action != 4)


def test_a_mind_is_one_number_that_entry_points_can_take() -> None:
    assert 0 < BotTraits(255, 255, 255, 255).code(2**40) < 2**63


# --- as people meet them


def test_the_faces_stand_in_order_and_old_names_keep_theirs() -> None:
    found = levels(bots.names())
    assert [level.bot for level in found] == list(NAMED_BOTS)
    assert [level.number for level in found] == list(range(1, len(NAMED_BOTS) + 1))
    assert usual_bot(bots.names()) == "otto"
    assert [level_of(bot).name for bot in ("random", "greedy", "sensible")] == ["Pip", "Dot", "Otto"]


def test_who_played_under_an_old_name_is_met_under_the_new_one() -> None:
    assert rival_among(bots.names(), None) == "pip"
    assert rival_among(bots.names(), "greedy") == "dot"
    assert rival_among(bots.names(), "gone") == "pip"
    assert stronger("random", 2, bots.names()) == "dot"
    assert stronger("dot", 2, bots.names()) == "kofi"
    assert stronger("dot", 1, bots.names()) is None
    assert stronger("otto", 2, bots.names()) == "vera"
    assert stronger("sensible", 2, bots.names()) == "vera"
    assert stronger(NAMED_BOTS[-1], 2, bots.names()) is None


@pytest.mark.parametrize(
    ("other", "order"),
    [("twent", (4, 11)), ("dwelve", (2, 10)), ("quad", (11,)), ("sparten", (3, 12))],
)
def test_nobody_re_rolls_a_card_that_wins(other: str, order: tuple[int, ...]) -> None:
    """Cubera's card beats the one that lies open, or all that Quad can draw, or shows a six. Not even Pip errs so: a
    slip, where nothing tempts, is rarer than one in twenty.
    """
    deck = [*order, *(card for card in range(1, 25) if card not in order)]
    match = dicehouse.Match.set_up("deck-o-dice", players=2, combat=1, order=deck)
    match.play(0, "cubera")
    match.play(1, other)
    while "keep" not in [option.id for option in match.options(match.acting()[0])]:
        match.play(match.acting()[0], match.options(match.acting()[0])[0].id)
    seat = match.acting()[0]
    for name in NAMED_BOTS[:-1]:
        chosen = [bots.make(name, seed=seed).choose(match, seat) for seed in range(60)]
        assert chosen.count("keep") >= 57, f"{name} against {other}"


def test_pip_re_rolls_a_card_that_loses() -> None:
    deck = [14, 10, *(card for card in range(1, 25) if card not in (14, 10))]
    match = dicehouse.Match.set_up("deck-o-dice", players=2, combat=1, order=deck)
    match.play(0, "cubera")
    match.play(1, "twent")
    seat = match.acting()[0]
    assert [bots.make("pip", seed=seed).choose(match, seat) for seed in range(60)].count("reroll") >= 50
