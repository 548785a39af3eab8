"""Temporal differences in Baron Voodoo: what the net sees, how it chooses, and what it learns from."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dicehouse
from dicehouse.engine import Position, engine_of
from dicehouse.games import find
from dicehouse.games.baron_voodoo.rules.action_codes import JUMP
from dicehouse.games.baron_voodoo.rules.board import DIE
from dicehouse.games.baron_voodoo.rules.state import Phase

HALVES = ("ahead", "majority", "more", "began")  # one number for both seats: the other's is its opposite
THE_SAME = ("turn", "left", "reserve", "extra")


@pytest.fixture(scope="module")
def td(learning: None) -> ModuleType:
    return importlib.import_module("td")


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """The beginnings of all turns of a game between two who play at random."""
    match = dicehouse.new("baron-voodoo", players=2, seed=3, options={"loas": "random"})
    luck, found = np.random.default_rng(3), []
    while not match.over:
        position = Position(match.game, np.frombuffer(match.position(), np.uint8).copy())
        if position.state.phase == Phase.TURN:
            found.append(position)
        seat = match.acting()[0]
        options = match.options(seat)
        match.play(seat, options[int(luck.integers(len(options)))].id)
    assert len(found) > 10
    return found


def seen(td: ModuleType, position: Position, seat: int) -> Any:
    row = np.zeros(td.WIDTH, np.float32)
    td.see(position.state, seat, row)
    return row


def plane(td: ModuleType, row: Any, name: str) -> Any:
    at = 0
    for each in td._seen.planes:
        if each.name == name:
            return row[at : at + each.size].reshape(each.shape)
        at += each.size
    raise KeyError(name)


def test_both_seats_see_one_position(td: ModuleType, positions: list[Position]) -> None:
    for position in positions:
        one, other = (seen(td, position, seat) for seat in range(2))
        for each in td._seen.planes:
            mine, theirs = plane(td, one, each.name), plane(td, other, each.name)
            if each.name == "began":
                assert mine + theirs == 1
            elif each.name in HALVES:
                assert mine == pytest.approx(-theirs, abs=1e-6), each.name
            elif each.name in THE_SAME:
                assert (mine == theirs).all(), each.name
            else:
                assert mine == pytest.approx(theirs[::-1]), each.name


def test_every_plane_is_written_to(td: ModuleType, positions: list[Position]) -> None:
    """The half of the seat that looks and the other, and nothing so large that a net could not learn from it."""
    every = np.stack([seen(td, position, seat) for position in positions for seat in range(2)])
    assert (np.abs(every) < 4).all()
    for name in ("points", "offerings", "caught", "prey", "ahead", "majority", "more", "turn", "left", "reserve"):
        assert (plane(td, every.max(0), name) > 0).all(), name


def test_it_sees_the_dice_that_it_may_capture(td: ModuleType, positions: list[Position]) -> None:
    engine = engine_of(find("baron-voodoo"))
    for position in positions:
        state = position.state
        legal = engine.legal(position, state.player)
        jumps = [action for action in legal if action in JUMP]
        taken = {JUMP.space(jump) + td.STEP[JUMP.direction(jump)] for jump in jumps}
        row = seen(td, position, state.player)
        kinds = {state.board[space] & DIE for space in taken}
        assert set(np.flatnonzero(plane(td, row, "reach")[0]) + 1) == kinds
        assert plane(td, row, "prey")[0] == pytest.approx(len(taken) / 10)


def test_both_ways_to_work_out_a_value_agree(td: ModuleType, positions: list[Position]) -> None:
    net = td.beginning(1) * 5
    for position in positions[::4]:
        row = seen(td, position, 0)
        found = td.value(net, row, np.zeros(td.HIDDEN, np.float32))
        assert found == pytest.approx(1 / (1 + np.exp(-td.answers(net, row[None])[0])), abs=1e-4)
        assert found != pytest.approx(0.5, abs=1e-3)


def test_a_game_is_worth_what_came_of_it(td: ModuleType) -> None:
    """Three turns: of seat 0, of seat 1, and of seat 0, who wins."""
    last = 1.0
    middle = 0.7 * 1 + 0.3 * 0.8
    first = 0.7 * middle + 0.3 * 0.6
    found = td.returns(np.array([0.5, 0.4, 0.8]), np.array([0, 1, 0]), 1.0, 0.7)
    assert found == pytest.approx([first, 1 - middle, last])
    assert (td.returns(np.array([0.5, 0.4, 0.8]), np.array([0, 1, 0]), 0.5, 1.0) == 0.5).all()


def counts_points(td: ModuleType) -> Any:
    """A net that says how far one is ahead, with what lies ready in the Capture zones."""
    net = np.zeros((td.WIDTH + 3, td.HIDDEN), np.float32)
    net[td.AHEAD + 1, 0], net[td.WIDTH, 0], net[td.WIDTH + 1, 0], net[td.WIDTH + 2, 0] = 1, 10, 1, -10
    return net


def test_it_plays_what_leads_to_the_best_for_itself(td: ModuleType) -> None:
    """Who counts points beats chance, in either seat."""
    assert td.against(counts_points(td), "random", 10, 5)[0] == 1


def test_what_is_written_down_is_a_whole_game(td: ModuleType) -> None:
    table = td.Table(4)
    rows, movers, won = table.play(counts_points(td), (td.NET, td.NET), td.ODD)
    again, _, same = td.Table(4).play(counts_points(td), (td.NET, td.NET), td.ODD)
    assert (rows == again).all()
    assert won == same in (0.0, 0.5, 1.0)
    assert len(rows) == len(movers) > 10
    assert set(movers) == {0, 1}
    steps = rows[:, td.TURN]
    assert (np.diff(steps) >= 0).all()


def test_the_command_learns_and_plays(
    td: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It learns where PyTorch is installed, else it plays with a net that knows nothing but points."""
    file = tmp_path / "value.npy"
    monkeypatch.setattr(td, "CURVE_GAMES", 2)
    monkeypatch.setattr(td, "GAMES", 20)
    if td.torch is None:
        np.save(file, counts_points(td))
    else:
        curve = tmp_path / "curve.svg"
        asked = ["--learn", "40", "--watch", "20", "--bots", "random", "--games", "2", "--curve", str(curve)]
        monkeypatch.setattr("sys.argv", ["td.py", *asked, "--save", str(file)])
        td.main()
        assert "thousand games, of which it watched the first 0.02" in curve.read_text()
        assert (np.load(file) != td.beginning(1)).any()
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", ["td.py", "--learn", "0", "--load", str(file), "--bots", "greedy", "--games", "2"])
    td.main()
    assert "of 2 games won against greedy (95% interval" in capsys.readouterr().out


def test_it_learns_from_what_it_watches(td: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games of others, and it knows better than before who wins games that it has not seen."""
    if td.torch is None:
        pytest.skip("learning needs PyTorch")
    net, table, games = td.beginning(1), td.Table(9), []
    for _ in range(60):
        rows, movers, won = table.play(net, (td.SENSIBLE, td.SENSIBLE))
        games.append((rows.copy(), np.where(movers == 0, won, 1 - won)))
    rows, came = np.concatenate([game[0] for game in games]), np.concatenate([game[1] for game in games])

    def wrong() -> float:
        return float(np.mean((1 / (1 + np.exp(-td.answers(net, rows))) - came) ** 2))

    before, learner = wrong(), td.Learner(net, 1000, 1)
    for _ in range(2):
        learner.update(1.0)
    assert before == pytest.approx(0.25, abs=0.01)
    assert wrong() < before - 0.02


@pytest.mark.parametrize("what", ["missing", "text", "shape"])
def test_what_is_no_net_is_refused(
    td: ModuleType, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "net.npy"
    if what == "text":
        file.write_text("a net")
    elif what == "shape":
        np.save(file, np.zeros((3, 3), np.float32))
    monkeypatch.setattr("sys.argv", ["td.py", "--learn", "0", "--load", str(file)])
    with pytest.raises(SystemExit):
        td.main()
    assert f"{file} is no net of this script" in capsys.readouterr().err


def test_without_pytorch_the_command_says_what_is_missing(
    td: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(td, "torch", None)
    monkeypatch.setattr("sys.argv", ["td.py"])
    with pytest.raises(SystemExit):
        td.main()
    assert "Learning needs PyTorch: pip install '.[learn]'." in capsys.readouterr().err
