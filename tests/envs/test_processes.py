"""Check that batches and environments go on in forked and spawned processes, with threads and without."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from dicehouse.envs import Batch
from dicehouse.envs.gymnasium import DicehouseVectorEnv
from dicehouse.process_threads import ProcessThreads

PATIENCE = 60  # seconds
KINDS = ["fork", "spawn", "forkserver"]


def play_batch(batch: Batch) -> list[list[float]]:
    found = []
    for _ in range(20):
        batch.step(batch.sample())
        found.append(batch.observations.sum(1).tolist())
    return found


def play_many(envs: DicehouseVectorEnv) -> list[list[float]]:
    found = []
    for _ in range(20):
        seen, *_ = envs.step([int(np.argmax(mask)) for mask in envs.action_masks()])
        found.append(seen.sum(1).tolist())
    return found


def make_many(number: int) -> list[list[float]]:
    envs = gym.make_vec("dicehouse.envs.gymnasium:dicehouse/DeckODice-v0", 4, threads=2)
    envs.reset(seed=number)
    return play_many(envs.unwrapped)


def answer(end: Connection, play: Callable[[Any], Any], given: Any) -> None:
    end.send(play(given))


def elsewhere(kind: str, play: Callable[[Any], Any], given: Any) -> Any:
    """Return what `play` returns in another process."""
    context = multiprocessing.get_context(kind)
    mine, its = context.Pipe()
    process = context.Process(target=answer, args=(its, play, given), daemon=True)
    process.start()
    try:
        assert mine.poll(PATIENCE), "the other process does not answer"
        return mine.recv()
    finally:
        process.kill()
        process.join(PATIENCE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_goes_on_in_another_process(kind: str, threads: int) -> None:
    batch = Batch("deck-o-dice", 16, seed=1, threads=threads)
    play_batch(batch)
    there = elsewhere(kind, play_batch, batch)
    assert there == play_batch(batch)
    assert elsewhere(kind, play_batch, batch) == play_batch(batch)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("threads", [1, 2])
def test_many_environments_go_on_in_another_process(kind: str, threads: int) -> None:
    envs = DicehouseVectorEnv("deck-o-dice", 16, threads=threads)
    envs.reset(seed=1)
    play_many(envs)
    assert elsewhere(kind, play_many, envs) == play_many(envs)


@pytest.mark.parametrize("kind", KINDS)
def test_environments_are_made_in_another_process(kind: str) -> None:
    make_many(3)  # the parent has threads too
    assert elsewhere(kind, make_many, 3) == make_many(3)


@pytest.mark.parametrize("kind", KINDS)
def test_gymnasium_s_own_processes_play(kind: str) -> None:
    DicehouseVectorEnv("deck-o-dice", 4, threads=2).reset(seed=1)
    make = partial(gym.make, "dicehouse.envs.gymnasium:dicehouse/DeckODice-v0")
    envs = gym.vector.AsyncVectorEnv([make, make], context=kind)
    _, infos = envs.reset(seed=1)
    for _ in range(20):
        envs.step_async(np.array([np.argmax(mask) for mask in infos["action_mask"]]))
        *_, infos = envs.step_wait(timeout=PATIENCE)
    envs.close()


def test_a_child_of_a_child_plays() -> None:
    batch = Batch("deck-o-dice", 8, seed=1, threads=2)
    play_batch(batch)
    expected = play_batch(copy_of(batch))
    assert elsewhere("fork", forked_again, batch) == expected


def forked_again(batch: Batch) -> Any:
    play_batch(copy_of(batch))  # this process makes threads before it forks
    context = multiprocessing.get_context("fork")
    mine, its = context.Pipe()
    if (child := os.fork()) == 0:
        its.send(play_batch(batch))
        os._exit(0)
    found = mine.recv() if mine.poll(PATIENCE) else None
    os.waitpid(child, 0)
    return found


def copy_of(batch: Batch) -> Batch:
    other = Batch("deck-o-dice", 8, seed=1, threads=2)
    other._restore_state(batch._copy_state())
    return other


# --- the threads themselves


def threads_of(pool: ProcessThreads) -> int:
    return pool.submit(os.getpid).result(PATIENCE)


def refused(pool: ProcessThreads) -> str:
    try:
        pool.submit(os.getpid)
    except RuntimeError as error:
        return str(error)
    return ""


def test_threads_belong_to_the_process_that_asks() -> None:
    pool = ProcessThreads(2)
    assert threads_of(pool) == os.getpid()
    assert elsewhere("fork", threads_of, pool) != os.getpid()
    assert threads_of(pool) == os.getpid()
    pool.shutdown()
    assert "shutdown" in refused(pool) and "shutdown" in elsewhere("fork", refused, pool)


def test_a_pool_that_never_worked_is_shut_down() -> None:
    pool = ProcessThreads(1)
    pool.shutdown()
    assert "shutdown" in refused(pool)
