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
from dicehouse.bots.nets import Net
from dicehouse.cli import main
from dicehouse.envs import Batch
from dicehouse.games import find
from dicehouse.games.dicetopia.rules.action_codes import PLACE
from dicehouse.games.dicetopia.rules.board import colour, is_die, on_board, owner, value
from dicehouse.games.dicetopia.rules.state import AGENT, SLOTS
from dicehouse.match.match import Match

pytestmark = pytest.mark.xdist_group("learning")  # what they share is made once


@pytest.fixture(scope="module")
def ppo(learning: None) -> ModuleType:
    return importlib.import_module("ppo")


@pytest.fixture(scope="module")
def net(ppo: ModuleType) -> dict[str, Any]:
    sight, points = ppo.look_around("dice-ocalypse", 1)
    assert points > 1_000, "the points that random games are won by"
    return beginner(ppo, sight, "dice-ocalypse")


@pytest.fixture(scope="module")
def city(ppo: ModuleType) -> dict[str, Any]:
    """A net that sees the board of Dicetopia."""
    return beginner(ppo, ppo.look_around("dicetopia", 1)[0], "dicetopia")


def beginner(ppo: ModuleType, sight: dict[str, Any], game: str) -> dict[str, Any]:
    start: dict[str, Any] = ppo.beginning(sight, ppo.Batch(game, 1).actions, 1)
    return start


def test_a_net_plays_only_what_is_legal(ppo: ModuleType, net: dict[str, Any]) -> None:
    wishes = np.linspace(1e6, 0, len(net["policy_bias"]), dtype=np.float32)  # most of all what is seldom legal
    played, share, low, high = ppo.against(net | {"policy_bias": wishes}, "dice-ocalypse", "random", 64, 2)
    assert played == 64
    assert 0 <= low <= share <= high <= 1


@pytest.mark.parametrize(("game", "steps"), [("dice-ocalypse", 300), ("dicetopia", 60)])
def test_a_saved_net_chooses_at_a_table_what_it_chose_in_the_batch(
    ppo: ModuleType, game: str, steps: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Other weights in the last layer than at the beginning, where all wishes are nearly the same."""
    learned = request.getfixturevalue({"dice-ocalypse": "net", "dicetopia": "city"}[game]).copy()
    learned |= {name: 100 * learned[name] for name in ("policy", "wish")}
    ppo.save(tmp_path / "net.safetensors", learned, game)
    name = f"net:{tmp_path / 'net.safetensors'}"
    batch, here = ppo.Batch(game, 1, players=2, seed=4), make(name)
    for _ in range(steps):
        match = Match.set_up(game, players=2)
        match._position = batch.position(0)
        wishes = ppo.forward(learned, *ppo.looked(learned, batch.observations))[0]
        place = int(np.where(batch.masks, wishes, -np.inf)[0].argmax())
        assert here.choose(match, int(batch.to_move[0])) == batch.action_text(0, place)
        batch.step([place])


def test_a_net_with_eyes_wishes_the_same_as_a_small_file(ppo: ModuleType, city: dict[str, Any], tmp_path: Path) -> None:
    """All weights are of one size, so that whatever were left out would show."""
    luck = np.random.default_rng(5)
    learned = {
        name: array if name in ppo.SIGHT else luck.normal(size=array.shape).astype(np.float32) / 8
        for name, array in city.items()
    }
    batch = played("dicetopia", 64, 60)
    ppo.save(tmp_path / "net.safetensors", learned, "dicetopia")
    assert (tmp_path / "net.safetensors").stat().st_size < 1_000_000
    net, every = Net.read(tmp_path / "net.safetensors"), np.arange(batch.actions)
    wishes = ppo.forward(learned, *ppo.looked(learned, batch.observations))[0]
    assert wishes.std() > 1
    assert np.stack([net.action_logits(row, every) for row in batch.observations]) == pytest.approx(wishes, abs=1e-4)


def test_a_spot_shows_what_lies_there(ppo: ModuleType, city: dict[str, Any]) -> None:
    batch = played("dicetopia", 32, 60)
    spots, dice, pieces = ppo.looked(city, batch.observations)[1], 0, 0
    for row in range(batch.n):
        state, seat = batch.position(row).state, int(batch.to_move[row])
        for at in range(len(state.spaces)):
            thing, shown = int(state.spaces[at]), spots[row, at]
            if is_die(thing):
                assert shown[:10].nonzero()[0].tolist() == [colour(thing), 3 + value(thing)]
                dice += 1
            else:
                assert not shown[:10].any()
            if thing >= AGENT:
                assert shown[10:12].tolist() == [owner(thing) == seat, owner(thing) != seat]
                pieces += 1
        for slot in range(2 * SLOTS):
            die = int(state.players[seat ^ slot // SLOTS].dice[slot % SLOTS])
            found = spots[row, len(state.spaces) + slot, :10].nonzero()[0].tolist()
            assert found == ([colour(die), 3 + value(die)] if die else [])
        assert spots[row, 7, 16:].tolist() == spots[row, 5:10, :16].sum(0).tolist(), "the second area"
    assert dice > 100
    assert pieces > 100


def test_what_the_eyes_wish_counts_for_the_actions_that_touch_the_spot(ppo: ModuleType, city: dict[str, Any]) -> None:
    batch = played("dicetopia", 1, 0)
    touched = [batch.action_space.numbers[row.nonzero()[0]].tolist() for row in city["touch"]]
    assert touched[:54] == [[PLACE.of(space)] for space in range(54)]
    assert touched[54 + 3] == touched[54 + SLOTS + 3] == [PLACE.of(on_board(seat, 3)) for seat in range(2)]


def played(game: str, games: int, steps: int) -> Batch:
    """Games in which so much was done at random."""
    batch = Batch(game, games, players=2, seed=6)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


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


@pytest.mark.parametrize("game", ["dice-ocalypse", "dicetopia"])
def test_the_lead_is_that_of_the_seat_that_acts(ppo: ModuleType, game: str) -> None:
    batch = played(game, 32, 50)
    standing, ahead = find(game).hooks.heuristic_value, ppo.lead(batch)
    for row, seat in enumerate(batch.to_move.tolist()):
        state = batch.position(row).state
        assert ahead[row] == standing(state, seat) - standing(state, 1 - seat)
    assert (ahead > 0).any()
    assert (ahead < 0).any()


def test_the_picture_says_what_it_shows(learning: None) -> None:
    picture = importlib.import_module("picture")
    points = [(0, 0.1, 0.05, 0.2), (2.0, 0.75, 0.7, 0.8)]
    drawn = picture.curve("A & B", "a band", ("million decisions", 2.0, "{:.2g}"), ("won", 1.0), points)
    words = [part.text or "" for part in ElementTree.fromstring(drawn).iter()]  # noqa: S314
    assert {"A & B", "a band", "won: 10% at 0, 75% at 2 million decisions.", "0.5", "25%"} <= set(words)


def test_without_pytorch_the_command_says_what_is_missing(
    ppo: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ppo, "torch", None)
    monkeypatch.setattr("sys.argv", ["ppo.py", "dice-ocalypse"])
    with pytest.raises(SystemExit):
        ppo.main()
    assert "Learning needs PyTorch: pip install '.[learn]'." in capsys.readouterr().err


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
