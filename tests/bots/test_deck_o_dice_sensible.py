"""Check the sensible player of Deck-O-Dice: what it knows of a combat, how it mixes, and that others don't beat it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import dicehouse
from dicehouse import bots
from dicehouse.engine import engine
from dicehouse.games import all_games
from dicehouse.games.deck_o_dice import GAME
from dicehouse.games.deck_o_dice.ai import matrix_game_solver, policy, solo_reply, win_chances
from dicehouse.games.deck_o_dice.presentation.options import IDS
from dicehouse.games.deck_o_dice.rules.state import ALL_CARDS, ALL_TYPES
from dicehouse.match.match import Match

PRESETS = ("proposed", "attested")

# What a minion (row) wins against another, ties counted half, per cent: simulated with a fresh deck (5.3).
SHARES = {
    "proposed": (
        (50, 18.05, 5.8, 20, 52, 52.5),
        (81.95, 50, 25.85, 39.25, 29.2, 19.55),
        (94.1, 74.25, 50, 53.9, 40.8, 26.75),
        (80.1, 60.75, 46.2, 50, 54.7, 35),
        (48, 70.8, 59.2, 45.3, 50, 32.7),
        (47.5, 80.35, 73.25, 65, 67.3, 50),
    ),
    "attested": (
        (50, 18.1, 5.8, 19.8, 16.75, 10.15),
        (81.9, 50, 25.6, 39.05, 32.7, 19.8),
        (94.2, 74.3, 50, 53.85, 44.95, 26.75),
        (80.2, 60.85, 46.25, 50, 41.85, 24.8),
        (83.25, 67.3, 55.05, 58.15, 50, 30.35),
        (89.85, 80.2, 73.15, 75.2, 69.65, 50),
    ),
}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(all_games(), GAME.id, GAME)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_compiled_games", set())


def prepared(preset: str) -> list[float]:
    memo = [0.0] * policy.MEMO
    policy.prepare(SimpleNamespace(options=SimpleNamespace(abilities=PRESETS.index(preset))), memo)
    return memo


# --- combats


@pytest.mark.parametrize("preset", PRESETS)
def test_combats_are_worth_what_simulations_say(preset: str) -> None:
    memo = prepared(preset)
    win_chances.work_out_means(memo, ALL_CARDS)
    for minion in range(6):
        for other in range(6):
            cards = memo[win_chances.MEANS + 6 * minion + other]
            assert 100 * (cards + 2) / 4 == pytest.approx(SHARES[preset][minion][other], abs=0.5)


# --- matrix games


def game_of(*worlds: tuple[tuple[float, ...], ...]) -> list[float]:
    memo = [0.0] * matrix_game_solver.MATRIX_MEMO
    for number, rows in enumerate(worlds):
        for row, gains in enumerate(rows):
            for column, gain in enumerate(gains):
                memo[number * matrix_game_solver.CELLS + row * matrix_game_solver.WIDTH + column] = gain
    return memo


def solved(memo: list[float], size: int, worlds: int = 1, told: int = 0) -> tuple[float, list[float], list[float]]:
    worth = matrix_game_solver.solve_matrix(memo, size, size, worlds, told, 400)
    rows, columns = matrix_game_solver.TOTAL, matrix_game_solver.TOTAL + matrix_game_solver.SIDE
    return worth, memo[rows : rows + size], memo[columns : columns + size]


def test_a_lopsided_rock_paper_scissors_is_mixed_as_it_should_be() -> None:
    worth, rows, columns = solved(game_of(((0, -2, 1), (2, 0, -1), (-1, 1, 0))), 3)
    assert worth == pytest.approx(0, abs=0.01)
    assert rows == pytest.approx([0.25, 0.25, 0.5], abs=0.02)
    assert columns == pytest.approx([0.25, 0.25, 0.5], abs=0.02)


def test_what_is_never_good_is_never_played() -> None:
    worth, rows, columns = solved(game_of(((3, 1, 2), (2, 0, 1), (0, 0, 9))), 3)
    assert worth == pytest.approx(1, abs=0.02)
    assert rows[0] == pytest.approx(1, abs=0.02)
    assert columns[1] == pytest.approx(1, abs=0.02)


def test_choices_that_are_all_alike_stay_equally_likely() -> None:
    assert solved(game_of(((0.5,) * 6,) * 6), 6) == (
        pytest.approx(0.5),
        [pytest.approx(1 / 6)] * 6,
        [pytest.approx(1 / 6)] * 6,
    )


def test_only_who_knows_the_world_can_suit_the_choice_to_it() -> None:
    worlds = (((1, 1), (0, 0)), ((0, 0), (1, 1)))
    assert [solved(game_of(*worlds), 2, 2, told)[0] for told in (0b01, 0b10)] == pytest.approx([1, 0.5], abs=0.01)


@pytest.mark.parametrize("gains", [((3, 0), (1, 2)), ((5, 1), (4, 0)), ((1, 4), (0, 9)), ((0, 1), (1, 0))])
def test_two_choices_have_a_formula(gains: tuple[tuple[float, ...], ...]) -> None:
    memo = game_of(gains)
    formula = matrix_game_solver.solve_two(memo)
    assert solved(memo, 2)[0] == pytest.approx(formula, abs=0.02)


# --- moments

FILL = [1, 2, 4, 5, 7, 8, 11, 14, 15, 16, 17, 18, 20]  # a deck goes on below what matters


def last_of_half(mine: str, others: str, order: list[int]) -> Match:
    """Set up combat 6 with one minion left on each side: they meet as soon as both are chosen."""
    used = [" ".join(name for name in IDS if name != left) for left in (mine, others)]
    order = [*order, *(card for card in FILL if card not in order)][:14]
    won = [card for card in range(1, 25) if card not in order]
    piles = [won[::2], won[1::2]]
    match = Match.set_up("deck-o-dice", players=2, order=order, combat=6, used=used, piles=piles)
    match.play(0, mine)
    match.play(1, others)
    return match


def choice(match: Match, seat: int, seed: int = 1) -> str:
    return bots.make("sensible", GAME, seed=seed).choose(match, seat)


@pytest.mark.usefixtures("interpreted")
def test_an_attacking_diante_thinks_of_what_it_leaves_to_the_other() -> None:
    """5 against a 6 loses, but 4 wins: Cubera gets a 1 then, and knows no better than another 1."""
    match = last_of_half("cubera", "diante", [13, 24, 19])
    match.play(1, "look")
    assert choice(match, 1) == "second"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("order", "option"),
    [([3, 24, 12], "reroll"), ([9, 13, 10], "keep"), ([12, 24, 3], "keep")],
    ids=["Quad has a 4 next", "a 1 is next", "6"],
)
def test_an_attacking_cubera_knows_what_comes_next(order: list[int], option: str) -> None:
    assert choice(last_of_half("cubera", "quad", order), 0) == option


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("order", "option"), [([12, 4, 6], "reroll"), ([12, 4, 1], "keep")], ids=["6", "1"])
def test_a_defending_cubera_rerolls_a_loss_if_something_better_comes(order: list[int], option: str) -> None:
    """Sparten has 4, Cubera 4 too: a tie is given up for a 6, not for a 1."""
    assert choice(last_of_half("cubera", "sparten", order), 0) == option


@pytest.mark.usefixtures("interpreted")
def test_all_minions_are_led_with() -> None:
    """With a fresh deck every minion is as good: whoever favours one gives something away."""
    match = dicehouse.new("deck-o-dice", seed=1)
    assert {choice(match, 0, seed) for seed in range(20)} == set(IDS)


@pytest.mark.usefixtures("interpreted")
def test_the_sealed_choice_of_the_other_makes_no_difference() -> None:
    for seed in range(3):
        chosen = set()
        for option in IDS:
            match = dicehouse.new("deck-o-dice", seed=1)
            match.play(0, option)
            chosen.add(choice(match, 1, seed))
        assert len(chosen) == 1


@pytest.mark.usefixtures("interpreted")
def test_in_the_second_half_only_the_minions_left_are_thought_of_and_nothing_changes() -> None:
    cards, yours, his = sum(1 << card for card in range(0, 24, 3)), 0b101101, 0b011110
    whole, part = prepared("proposed"), prepared("proposed")
    for memo, sets in ((whole, (ALL_TYPES, ALL_TYPES)), (part, (yours, his))):
        solo_reply.load_picks(memo)
        solo_reply.work_out_solo(memo, cards, *sets)
    left = (
        [mine for mine in range(solo_reply.SETS) if mine & ~yours == 0],
        [mine for mine in range(solo_reply.SETS) if mine & ~his == 0],
    )
    pairs = [(mine, others) for mine in left[0] for others in left[1] if mine.bit_count() == others.bit_count()]
    worth = [solo_reply.REST_OF_HALF + mine * solo_reply.SETS + others for mine, others in pairs]
    assert [part[at] for at in worth] == [whole[at] for at in worth]
    assert any(part[at] for at in worth)


def test_against_dicey_the_known_card_decides() -> None:
    """Dicey will flip #21, and Twent's 20 with it, and then you draw #14: only Quad can win, by its 3."""
    match = Match.set_up("deck-o-dice", players=1, order=[21, 14, *range(1, 14), *range(15, 21), 22, 23, 24])
    assert choice(match, 0) == "quad"


# --- whole games


def test_compiled_and_interpreted_choose_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for ready in (set(), {GAME}):
        monkeypatch.setattr(engine, "_compiled_games", ready)
        match = dicehouse.new("deck-o-dice", seed=7)
        while not match.over:
            seat = match.acting()[0]
            match.play(seat, choice(match, seat, seat))
        told.append([action.option for action in match.actions])
    assert told[0] == told[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_sensible_beats_greedy(preset: str) -> None:
    contest = bots.contest(GAME, ("sensible", "greedy"), 200, settings={"abilities": preset}, seed=5)
    assert contest.tallies()[0].low > 0.55


def test_sensible_wins_more_than_two_games_of_five_against_dicey() -> None:
    """Random choices win 15%, and Quad against Twent 42%, if Cubera and Diante are well used (6.4)."""
    contest = bots.contest(GAME, ("sensible",), 150, players=1, seed=5)
    assert contest.tallies()[0].share > 0.4
