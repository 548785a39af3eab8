"""The example that learns. How much it learns is measured in docs/learning.md."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from dicehouse.bots import make
from dicehouse.cli import main
from dicehouse.match import Match


@pytest.fixture(scope="module")
def ppo(learning: None) -> ModuleType:
    return importlib.import_module("ppo")


@pytest.fixture(scope="module")
def net(ppo: ModuleType) -> dict[str, Any]:
    numbers, points = ppo.look_around("dice-ocalypse", 1)
    assert points > 1_000, "the points that random games are won by"
    start: dict[str, Any] = ppo.beginning(*numbers, ppo.Batch("dice-ocalypse", 1).actions, 1)
    return start


def test_a_net_plays_only_what_is_legal(ppo: ModuleType, net: dict[str, Any]) -> None:
    wishes = np.linspace(1e6, 0, len(net["policy_bias"]), dtype=np.float32)  # most of all what is seldom legal
    played, share, low, high = ppo.against(net | {"policy_bias": wishes}, "dice-ocalypse", "random", 64, 2)
    assert played == 64
    assert 0 <= low <= share <= high <= 1


def test_a_saved_net_chooses_at_a_table_what_it_chose_in_the_batch(
    ppo: ModuleType, net: dict[str, Any], tmp_path: Path
) -> None:
    """Other weights in the last layer than at the beginning, where all wishes are nearly the same."""
    learned = net | {"policy": 100 * net["policy"]}
    ppo.save(tmp_path / "net.safetensors", learned, "dice-ocalypse")
    name = f"net:{tmp_path / 'net.safetensors'}"
    batch, here = ppo.Batch("dice-ocalypse", 1, players=2, seed=4), make(name)
    for _ in range(300):
        match = Match.set_up("dice-ocalypse", players=2)
        match._position = batch.position(0)
        wishes = ppo.forward(learned, ppo.measured(learned, batch.observations))[0]
        place = int(np.where(batch.masks, wishes, -np.inf)[0].argmax())
        assert here.choose(match, int(batch.to_move[0])) == batch.text(0, place)
        batch.step([place])


def test_what_is_learned_in_seconds_sits_at_a_table(
    ppo: ModuleType, net: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It learns where PyTorch is installed, else it is a beginner: what is kept and played by is the same."""
    learned = net if ppo.torch is None else ppo.learn("dice-ocalypse", 100_000, 1, 1)[0]
    ppo.save(tmp_path / "net.safetensors", learned, "dice-ocalypse")
    assert (tmp_path / "net.safetensors").stat().st_size < 300_000
    name = f"net:{tmp_path / 'net.safetensors'}"
    capsys.readouterr()  # how it learned
    command = ["simulate", "dice-ocalypse", "--players", "2", "--games", "8", "--seed", "1", "--json"]
    assert main([*command, "--bots", f"{name},random"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["unfinished"] == 0
    assert [row["games"] for row in report["by_bot"]] == [8, 8]


def test_gains_are_counted_for_the_one_who_decides(ppo: ModuleType) -> None:
    """Three decisions: seat 0 twice, then seat 1, who wins with it; the next game begins with seat 0."""
    reward, done = np.array([[0.0], [0.0], [1.0]]), np.array([[False], [False], [True]])
    mover, value = np.array([[0], [0], [1], [0]]), np.array([[0.2], [0.1], [0.5], [0.7]])
    last = 1 - 0.5
    middle = -0.5 - 0.1 - ppo.TRACE * last
    first = 0.1 - 0.2 + ppo.TRACE * middle
    assert ppo.gains(reward, done, mover, value)[:, 0] == pytest.approx([first, middle, last])


def test_the_lead_is_that_of_the_seat_that_acts(ppo: ModuleType) -> None:
    batch = ppo.Batch("dice-ocalypse", 32, players=2, seed=3)
    for _ in range(150):
        batch.step(batch.sample())
    ahead = ppo.lead(batch)
    places = [batch.position(row).state.players for row in range(32)]
    totals = np.array([[players[0].total, players[1].total] for players in places])
    rows = np.arange(32)
    assert ahead == pytest.approx((totals[rows, batch.to_move] - totals[rows, 1 - batch.to_move]) / 10_000, abs=1e-6)
    assert (ahead > 0).any()
    assert (ahead < 0).any()


def test_the_picture_says_what_it_shows(learning: None) -> None:
    picture = importlib.import_module("picture")
    points = [(0, 0.1, 0.05, 0.2), (2.0, 0.75, 0.7, 0.8)]
    drawn = picture.curve("A & B", "a band", ("million decisions", 2.0, "{:.2g}"), ("won", 1.0, "{:.0%}"), points)
    words = [part.text or "" for part in ElementTree.fromstring(drawn).iter()]  # noqa: S314
    assert {"A & B", "a band", "won: 10% at 0, 75% at 2 million decisions.", "0.5", "25%"} <= set(words)


def test_without_pytorch_the_command_says_what_is_missing(
    ppo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ppo, "torch", None)
    monkeypatch.setattr("sys.argv", ["ppo.py", "dice-ocalypse"])
    with pytest.raises(SystemExit):
        ppo.main()
    assert "Learning needs PyTorch: pip install 'dicehouse[learn]'." in capsys.readouterr().err


def test_the_commands_of_the_page_are_understood() -> None:
    root = Path(__file__).parents[2]
    lines = re.findall(
        r"^python (examples/learning/\S+)(.*)$", (root / "docs" / "learning.md").read_text(), re.MULTILINE
    )
    names = ("ppo", "td", "fictitious_play")
    assert {script for script, _ in lines} == {f"examples/learning/{name}.py" for name in names}
    for script, rest in lines:
        known = (root / script).read_text()
        assert [word for word in rest.split("#")[0].split() if word.startswith("--") and f'"{word}"' not in known] == []
