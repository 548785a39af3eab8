"""Check the pictures of positions: their form, what changes them, and what a machine without a display says."""

from __future__ import annotations

import copy
import importlib
import pickle
import types
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from dicehouse.envs import human_window
from dicehouse.envs.game_picture import CELL, COLUMNS, POSITIVE, GamePainter, fit_board, text_lines
from dicehouse.envs.gymnasium import DicehouseEnv, gymnasium_id
from dicehouse.envs.single_game import SingleGame
from dicehouse.errors import BadSetting
from dicehouse.games import find

from .seated import GAMES, SHORT

IDS = [gymnasium_id(find(name)) for name in GAMES]


def is_picture(found: Any) -> bool:
    return isinstance(found, np.ndarray) and found.dtype == np.uint8 and found.ndim == 3 and found.shape[2] == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_changes_with_what_the_seat_sees_and_with_nothing_else(name: str) -> None:
    env = DicehouseEnv(name, options=SHORT.get(name), against="random", render_mode="rgb_array")
    seen, _ = env.reset(seed=1)
    luck, pictures = np.random.default_rng(1), {}
    for _ in range(40):
        picture = env.render()
        assert is_picture(picture) and picture.min() < picture.max()
        assert np.array_equal(picture, env.render())
        said = (seen.tobytes(), env.game.render_text(env.seat), picture.shape)
        pictures.setdefault(picture.tobytes(), []).append(said)
        seen, _, ended, *_ = env.step(int(luck.choice(np.flatnonzero(env.action_masks()))))
        if ended:
            seen, _ = env.reset()
    assert len(pictures) > 20
    assert all(len(set(same)) == 1 for same in pictures.values())
    assert len({shape for same in pictures.values() for *_, shape in same}) == 1


def test_what_is_hidden_changes_no_picture() -> None:
    """Two positions that the seat can't tell apart look the same."""
    pictures = []
    for choice in (0, 5):
        game = SingleGame("deck-o-dice")
        game.deal(1)
        game.batch.step([choice])  # the first has chosen, in secret
        painter = GamePainter(game.game, game.batch.observation_encoder, 2)
        pictures.append(painter.draw(game.render_text(1), game.observation(1)).tobytes())
    assert pictures[0] == pictures[1]


def test_a_cell_shows_a_number_and_a_letter_is_drawn() -> None:
    game = SingleGame("dice-ocalypse")
    game.deal(1)
    encoder = game.batch.observation_encoder
    painter = GamePainter(game.game, encoder, 2)
    row = np.zeros(encoder.width, np.float32)
    empty = painter.draw("", row)
    row[encoder.plane_slices["phase"].start] = 1
    changed = np.argwhere((painter.draw("", row) != empty).any(2))
    assert np.ptp(changed, axis=0).tolist() == [CELL - 2, CELL - 2]
    assert painter.draw("", row)[tuple(changed[0])].tolist() == list(POSITIVE)
    assert (painter.draw("!", row) != painter.draw("", row)).any()


@pytest.mark.parametrize("name", GAMES)
def test_every_board_fits_into_its_picture(name: str) -> None:
    low, high = find(name).players
    for players in (max(low, 2), high):
        game = SingleGame(name, players)
        game.deal(1)
        for _ in range(60):
            board = game.render_text(game.seat)
            assert "".join(fit_board(board, text_lines(players))) == "".join(board.splitlines())
            for _ in range(5):
                game.batch.step(game.batch.sample())
                if game.batch.done[0]:
                    game.deal(None)


def test_a_board_that_does_not_fit_is_wrapped_and_cut() -> None:
    assert fit_board("a" * (COLUMNS + 1), 3) == ["a" * COLUMNS, "a"]
    assert fit_board("1\n2\n3\n4", 3) == ["1", "2", "..."]


# --- through the libraries


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasium_s_checker_takes_every_mode(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    env = gym.make(IDS[2], render_mode=mode)
    assert env.unwrapped.metadata["render_modes"] == ["ansi", "rgb_array"]
    check_env(env.unwrapped)


def test_many_games_are_drawn_each_as_one() -> None:
    envs = gym.make_vec(IDS[2], 2, render_mode="rgb_array", seat=1)
    one = gym.make(IDS[2], render_mode="rgb_array", seat=1)
    envs.reset(seed=1)
    one.reset(seed=1)
    pictures = envs.render()
    assert len(pictures) == 2 and all(map(is_picture, pictures))
    one.unwrapped.game.batch.load(0, envs.unwrapped.batch.save(1))
    assert np.array_equal(one.render(), pictures[1])


def test_a_video_is_recorded(tmp_path: Any) -> None:
    env = gym.wrappers.RenderCollection(gym.make(IDS[0], render_mode="rgb_array", options=SHORT["dice-ocalypse"]))
    _, info = env.reset(seed=1)
    for _ in range(5):
        *_, info = env.step(int(np.argmax(info["action_mask"])))
    assert len(env.render()) == 6


# --- in a window


class FakeTk(types.ModuleType):
    """Stand in for tkinter where there is no display."""

    TclError = RuntimeError

    def __init__(self, fails: bool) -> None:
        super().__init__("tkinter")
        self.fails, self.images, self.closed = fails, list[Any](), 0

    def Tk(self) -> Any:  # noqa: N802  # Tk's name
        if self.fails:
            raise self.TclError("no display name and no $DISPLAY environment variable")
        return types.SimpleNamespace(title=str, update=lambda: None, destroy=self._close)

    def _close(self) -> None:
        self.closed += 1

    def Label(self, root: Any, borderwidth: int) -> Any:  # noqa: N802  # Tk's name
        return types.SimpleNamespace(pack=lambda: None, configure=lambda image: self.images.append(image))

    def PhotoImage(self, master: Any, data: bytes, format: str) -> bytes:  # noqa: N802  # Tk's names
        return data


def with_tk(monkeypatch: pytest.MonkeyPatch, fails: bool = False) -> FakeTk:
    fake, real = FakeTk(fails), importlib.import_module
    monkeypatch.setenv("DISPLAY", ":7")
    found = {"tkinter": fake}
    monkeypatch.setattr(importlib, "import_module", lambda name, *rest: found.get(name) or real(name, *rest))
    monkeypatch.setattr(human_window.importlib.util, "find_spec", lambda name: name)
    return fake


def test_a_window_shows_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    tk = with_tk(monkeypatch)
    env = gym.make(IDS[0], render_mode="human", options=SHORT["dice-ocalypse"])
    assert env.unwrapped.metadata["render_modes"] == ["human", "ansi", "rgb_array"]
    _, info = env.reset(seed=1)
    env.step(int(np.argmax(info["action_mask"])))
    assert env.render() is None
    assert [image[:15] for image in tk.images] == [b"P6 960 605 255 "] * 3 and tk.images[0] != tk.images[1]
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):  # noqa: S301  # our own
        assert twin.render() is None
        twin.close()
    env.close()
    assert tk.closed == 3


def test_without_a_display_a_window_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    says = r"^render_mode 'human' needs a display, and there is none\. Use 'rgb_array' or 'ansi'\.$"
    with_tk(monkeypatch, fails=True)
    env = DicehouseEnv("deck-o-dice", render_mode="human")
    with pytest.raises(BadSetting, match=says):
        env.reset(seed=1)
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(human_window.sys, "platform", "linux")
    with pytest.raises(BadSetting, match=says):
        gym.make(IDS[0], render_mode="human")
