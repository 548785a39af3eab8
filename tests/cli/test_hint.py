"""Check a hint in the terminal: it says what to play, and is no move."""

from __future__ import annotations

import builtins

import pytest

from dicehouse.cli import main, precompile


def test_t_says_what_to_play_and_plays_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = iter(["t", "hint", "q"])
    monkeypatch.setattr(builtins, "input", lambda _="": next(lines))
    monkeypatch.setattr(precompile, "is_precompiled", lambda game: False)
    monkeypatch.setattr(precompile, "precompile_in_background", lambda game: None)
    assert main(["play", "deck-o-dice", "--seed", "1", "--name", "Ana"]) == 0
    told = capsys.readouterr().out
    assert told.count("Hint: ") == 2
    assert told.count("This hint has no winning chances") == 1, "said once"
    assert "Ana chooses" not in told
