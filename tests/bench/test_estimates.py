"""The command that fits the net of Dice-ocalypse!, and the fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dicehouse
from bench import estimates
from bench.race_positions import Seen, Table, looked_at
from bench.small_net import SmallNet, softmax
from dicehouse.engine import Position
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.games.dice_ocalypse.ai import odds_tables
from dicehouse.games.dice_ocalypse.ai.value_net import value_estimate

SEED = 7


def test_a_net_learns_what_decides() -> None:
    """Who has more of the first figure wins more often, but only with the second; the plain model knows neither."""
    lot = np.random.default_rng(SEED)
    figures = lot.normal(size=(20_000, 2, 3))
    plain = lot.normal(size=(20_000, 2)) / 4
    truth = softmax(plain + 2 * figures[:, :, 0] * (figures[:, :, 1] > 0))
    won = np.eye(2)[(lot.random(20_000) > truth[:, 0]).astype(int)]
    net = SmallNet(3, 16, SEED)
    before = ((net(plain, figures) - truth) ** 2).mean()
    net.fit([(plain, figures, won)], epochs=20, batch=256, rate=0.01)
    assert ((net(plain, figures) - truth) ** 2).mean() < min(before / 8, 0.006)


def test_a_position_is_worth_what_the_next_ones_of_its_game_are_and_the_last_one_how_it_ended() -> None:
    numbers = np.array([3, 3, 3, 5])
    said = np.array([[0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [0.1, 0.9]])
    won = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    seen = Seen(numbers, np.zeros((4, 1), np.uint8), said, said, won)
    hopes = estimates.hoped_for(seen, lambda plain, figures: plain).won
    third, credit = 1.0, estimates.CREDIT
    second = (1 - credit) * 0.25 + credit * third
    first = (1 - credit) * 0.75 + credit * second
    assert hopes[:, 0].tolist() == pytest.approx([first, second, third, 0.0])
    assert hopes.sum(1).tolist() == pytest.approx([1.0] * 4) and seen.won is won and won[0, 0] == 1


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is played on to the end."""
    monkeypatch.setattr(estimates, "TO_THE_END", 20)
    monkeypatch.setattr(estimates, "TRUTHS", 16)
    monkeypatch.setattr(estimates, "ROUNDS", 1)


def test_it_tells_how_surely_fresh_games_were_foretold_and_the_house_reads_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quickly: None
) -> None:
    file = tmp_path / "value_net.npz"
    monkeypatch.setattr(estimates, "NET_FILE", file)
    estimates.main(["--games", "400", "--seed", str(SEED), "--jobs", "1", "--write"])
    told = capsys.readouterr().out
    assert told.count("the house's net") == len(estimates.TABLES) + 1 and "percentage points off" in told
    with np.load(file) as kept:
        weights = kept["weights"].astype(float)
    assert len(weights) == odds_tables.WEIGHTS
    net = SmallNet(odds_tables.FIGURES, odds_tables.HIDDEN)
    net.take(weights)
    seen = looked_at(Table(3), 10, SEED)
    match = dicehouse.new("dice-ocalypse", players=3, seed=SEED)
    memo = make_policy_memo(match.game, match.players, match.settings)
    memo[odds_tables.NET :] = weights
    for state, expected in zip(seen.states, net(seen.plain, seen.figures), strict=True):
        out = np.zeros(16)
        assert value_estimate(Position(match.game, state.copy()).state, memo, out)
        assert out[:3] == pytest.approx(expected, abs=1e-5)


def test_the_seed_alone_decides_what_is_learned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quickly: None) -> None:
    found = []
    for jobs in ("1", "2"):
        monkeypatch.setattr(estimates, "NET_FILE", tmp_path / f"{jobs}.npz")
        estimates.main(["--games", "200", "--seed", "3", "--jobs", jobs, "--write"])
        with np.load(tmp_path / f"{jobs}.npz") as kept:
            found.append(kept["weights"])
    assert (found[0] == found[1]).all()
