"""A study says beforehand how long it takes, and prints what it has when it is stopped."""

from __future__ import annotations

import os
import re
import signal
import threading
from typing import Any

import pytest

from dicehouse.cli import main
from dicehouse.cli.stop_signals import interrupt_on_terminate
from dicehouse.errors import BadSetting
from dicehouse.studies import Study, report
from dicehouse.studies import study_run as running
from dicehouse.studies.chunks import Chunk, Tallies, play_chunk
from dicehouse.studies.match_play import ChunkStopped
from dicehouse.studies.study_forecast import (
    Pace,
    forecast_sentences,
    games_for_precision,
    half_width,
    slow_start_sentence,
)
from dicehouse.studies.study_plan import StudyPlan
from dicehouse.studies.summary.caveats import half_width_sentence
from dicehouse.studies.summary.plain_text import plain_paragraphs

DECK = "deck-o-dice"
KINDS = ("dot", "greedy")


def pace(**seconds: float) -> Pace:
    """The pace of families 0, 1, ...: so many seconds a game, by ten games of each."""
    found = Pace()
    for family, each in enumerate(seconds.values()):
        found.add(family, 10, 10 * each)
    return found


def plan(games: int = 500, **more: Any) -> StudyPlan:
    return Study(DECK, games=games, seed=1, kinds=KINDS, **more).plan


def test_the_time_is_that_of_the_games_that_are_left() -> None:
    said = forecast_sentences(plan(), pace(dot=0.1, greedy=0.3), 2, 10, None, None)
    assert said == (
        "The study takes about 2 min: 500 games of each variant, which give the first player's wins to within"
        " \N{PLUS-MINUS SIGN}4.4 points (measured by the first 20 games)."
    )
    assert forecast_sentences(plan(), pace(dot=0.001, greedy=0.001), 2, 10, None, None) == ""


def test_a_long_study_says_how_it_can_be_shorter() -> None:
    said = forecast_sentences(plan(), pace(dot=10, greedy=30), 2, 10, None, None)
    assert said.startswith("The study takes about 2.7 h: 500 games of each variant")
    assert "Stop it at any time with ^C: it prints what it has." in said
    assert "With --minutes 10 it stops after about 40 games, which give \N{PLUS-MINUS SIGN}15.5 points." in said


def test_a_time_limit_says_how_far_it_gets() -> None:
    said = forecast_sentences(plan(), pace(dot=10, greedy=30), 2, 10, 10.0, None)
    assert said.startswith("The study stops after 10 min: after about 40 games of each variant")


def test_a_precision_says_how_many_games_it_needs() -> None:
    needed = games_for_precision(0.02, 2)
    assert half_width(needed, 2) < 0.02 < half_width(needed // 4, 2)
    said = forecast_sentences(plan(100_000), pace(dot=0.1, greedy=0.3), 1, 10, None, 0.02)
    assert f"{needed:,} games of each variant" in said and "\N{PLUS-MINUS SIGN}2.0 points" in said


def test_a_first_game_that_takes_long_is_told_before_it_ends() -> None:
    said = slow_start_sentence(plan(50), pace(dot=5.0), 2, 20.0)
    assert said.startswith("After 20 s, no game of 2 players among greedy bots has ended.")
    assert "50 games of each variant will take more than 10 min" in said


def test_a_study_says_how_long_it_takes_once_every_kind_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehouse.studies.study_forecast.SHORTEST_NOTED", 0.0)
    said: list[str] = []
    Study(DECK, games=600, seed=1, kinds=KINDS).run(jobs=1, notice=said.append)
    assert len(said) == 1 and "600 games of each variant" in said[0]


def slow_study(**more: Any) -> Study:
    """Games that are played one decision at a time."""
    return Study(DECK, seed=1, bots=("search:1",), **{"games": 400, **more})


def test_a_slow_game_is_given_up_in_the_middle() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(ChunkStopped):
        play_chunk(slow_study().plan, Chunk(0, 0, 1), stop)


def test_the_time_limit_stops_slow_games_and_keeps_those_that_have_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the study jumps past the limit after three games; the timer then finds every variant played."""
    clock = [0.0]
    monkeypatch.setattr(running, "perf_counter", lambda: clock[0])

    def on(done: int, total: int) -> None:
        if done == 3:
            clock[0] = 61.0

    found = slow_study(minutes=1).run(progress=on)
    assert found.stopped == "minutes" and found.cells[0].games == 3


def test_what_a_stopped_study_has_is_told_and_what_is_missing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped when one kind has played and the other has not."""
    study = Study(DECK, games=600, seed=1, kinds=KINDS)
    calls = 0

    def breaking(done: int, total: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    found = study.run(progress=breaking)
    assert found.stopped == "interrupted" and [cell.kind for cell in found.cells] == ["dot"]
    assert any("stopped before a game had ended with: 2 players among greedy bots." in w for w in found.warnings)
    assert plain_paragraphs(found) and report.report_page(found)
    with pytest.raises(BadSetting, match="too short for even one part"):
        study.result(Tallies(), 1.0, "minutes")


def terminate() -> None:
    """Ask this process to terminate, and wait until it hears that."""
    with interrupt_on_terminate():
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait(60)


def test_a_signal_to_terminate_ends_like_an_interrupt() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        terminate()
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_command_that_is_stopped_prints_what_it_has(
    how: signal.Signals, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    handler = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    real = running._StudyRun._report_progress
    times = 0

    def stopping(run: running._StudyRun) -> None:
        nonlocal times
        times += 1
        real(run)
        if times == 4:
            os.kill(os.getpid(), how)

    monkeypatch.setattr(running._StudyRun, "_report_progress", stopping)
    try:
        assert main(["study", DECK, "--kinds", "dot,greedy", "--games", "5000", "--seed", "1", "--jobs", "1"]) == 130
    finally:
        signal.signal(signal.SIGINT, handler)
    out = capsys.readouterr().out
    assert "The study was interrupted, so it holds only the games that had ended by then." in out
    assert re.search(r"How often the first player wins is known to within \N{PLUS-MINUS SIGN}[\d.]+", out)


def test_four_games_are_not_called_fair() -> None:
    found = Study(DECK, games=4, seed=2, bots=("greedy",)).run()
    words = plain_paragraphs(found)
    assert "may well be fair" not in words and "as good as even" not in words
    assert re.search(r"It is unclear whether that is more or less than an even share of 50%; about [\d,]+ games", words)
    assert re.search(r"within \N{PLUS-MINUS SIGN}\d\d\.\d points", half_width_sentence(found))
