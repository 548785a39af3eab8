"""A study on several machines, by Ray: each chunk is a task, played by whoever is free, and again if they are lost.

A node gets what a study is asked, not the games themselves, which can't be sent: it has Dicehouse, makes the same plan,
and says so if its rules are others. Parts come back and are taken over in the order of their chunks, so the findings
are those of a single machine to the last figure.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from dicehouse.errors import BadSetting, DicehouseError
from dicehouse.games import find
from dicehouse.games.patching import origin_of, patched
from dicehouse.kit import Game
from dicehouse.kit.settings import short
from dicehouse.version import VERSION

from .chunks import Chunk, Part, play_chunk, prepare
from .plan import Asked, Plan, plan
from .study import Crew, Pending, Study

MISSING = "A study on a cluster needs Ray: install dicehouse[ray], for instance with: pip install 'ray[client]'"
LOST = "The connection to the cluster was lost; with --save the same command goes on where it stopped."
MODE = "RAY_AUTH_MODE"  # Ray sends its token only where this says so
LOCAL = "local"
KNOCKS = 10.0  # seconds
KEPT = 4  # studies that a worker remembers


class NoCluster(DicehouseError):
    """Ray is not installed, or its cluster can't be reached or used."""


@dataclass(frozen=True)
class Sent:
    """One game as a node is told it: by its id, with the house rule's text if it has one."""

    id: str
    fingerprint: str
    rule: str = ""  # the name of the file
    text: bytes = b""


@dataclass(frozen=True)
class Task:
    """All that a node needs to make a study's plan."""

    version: str
    games: tuple[Sent, ...]
    asked: tuple[tuple[str, Any], ...]


@contextmanager
def crew(study: Study, on: str, jobs: int | None = None) -> Iterator[Crew]:
    """Who plays a study's chunks on the cluster at `on`: "local" for one of our own (of so many `jobs`), an address
    such as ray://host:10001 or host:6379, or "auto". NoCluster if there is none.
    """
    ray = _ray()
    own = not ray.is_initialized()
    if own:
        _join(ray, on, jobs)
    try:
        yield _Crew(ray, task_of(study))
    finally:
        if own:
            ray.shutdown()


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ENABLE_AUTO_CONNECT", "0")  # who has lost a cluster does not start one here
    try:
        import ray
    except ImportError:
        raise NoCluster(f"{MISSING}.") from None
    return ray


def _knock(on: str) -> None:
    """Ray itself tries for a minute before it says that nobody is there."""
    place = re.fullmatch(r"(?:ray://)?([^:/\s]+):([0-9]{1,5})", on)
    if place is None:
        return
    try:
        socket.create_connection((place[1], int(place[2])), timeout=KNOCKS).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error) or "no answer"
        raise NoCluster(f"There is no Ray cluster at {short(on)}: {why}.") from None


def _join(ray: Any, on: str, jobs: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    _knock(on)
    try:
        if on == LOCAL:
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=on, **quiet)
    except ImportError as error:
        raise NoCluster(f"{short(on)} is reached by Ray's client: install dicehouse[ray], which has it.") from error
    except Exception as error:  # Ray's have no common base
        why = (str(error).splitlines()[0][:200] if str(error) else type(error).__name__).rstrip(".")
        if on != LOCAL and MODE not in os.environ:
            why += f"; if it wants a token, set {MODE}=token here and give Ray the cluster's token"
        raise NoCluster(f"There is no Ray cluster at {short(on)} that can be used: {why}.") from error


class _Crew:
    """The cluster, as a study sees it."""

    def __init__(self, ray: Any, task: Task) -> None:
        self._ray = ray
        self._task = ray.put(task)
        self._play = ray.remote(_played_there).options(num_cpus=1, max_retries=-1, scheduling_strategy="SPREAD")
        self._width = 1

    @property
    def width(self) -> int:
        """How many chunks can be played at once, now: nodes come and go."""
        with suppress(
            Exception
        ):  # a client whose line breaks says so in many ways: until it is back, as many as before
            self._width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self._width

    def submit(self, chunk: Chunk) -> Pending:
        """Have a chunk played by whoever is free."""
        with _connected():
            return _Pending(self._ray, self._play.remote(self._task, asdict(chunk)))


class _Pending:
    """A chunk that is played somewhere."""

    def __init__(self, ray: Any, reference: Any) -> None:
        self._ray, self._reference = ray, reference

    def result(self) -> Part:
        """What came of it; NoCluster if it can't be played there."""
        try:
            with _connected():
                part, refused = self._ray.get(self._reference)
        except self._ray.exceptions.RayError as error:
            raise NoCluster(f"A chunk could not be played: {str(error).splitlines()[0][:200]}") from error
        if refused:
            raise NoCluster(refused)
        played: Part = part
        return played

    def cancel(self) -> object:
        """Nobody waits for it any more."""
        if not self._ray.is_initialized():  # else Ray would begin anew
            return None
        with suppress(NoCluster), _connected():
            return self._ray.cancel(self._reference, force=False)
        return None


@contextmanager
def _connected() -> Iterator[None]:
    """NoCluster if the cluster can no longer be asked."""
    try:
        yield
    except (ConnectionError, ValueError) as error:  # the second: of a channel that has been closed
        raise NoCluster(LOST) from error


# --- what is sent


def task_of(study: Study) -> Task:
    """What a node is told of a study."""
    asked = study.asked
    fields = {name: getattr(asked, name) for name in Asked.__dataclass_fields__ if name != "games"}
    fields |= {name: dict(value) for name, value in fields.items() if name in ("vary", "settings")}
    return Task(VERSION, tuple(map(_sent, asked.games)), tuple(sorted(fields.items())))


def _sent(game: Game) -> Sent:
    base, rule, text = origin_of(game)
    return Sent(base.id, game.fingerprint if game.engine is None else game.version, rule, text)


# --- on the node


def _played_there(task: Task, chunk: dict[str, int]) -> tuple[Part | None, str]:
    """A chunk's part; or why this node can't play it, in a sentence."""
    try:
        return play_chunk(_plan_of(task), Chunk(**chunk)), ""
    except DicehouseError as error:
        return None, f"A node of the cluster can't play this: {error}"


@lru_cache(maxsize=KEPT)
def _made(task: bytes) -> Plan:
    import pickle

    told: Task = pickle.loads(task)  # noqa: S301  # our own, within this process
    if told.version != VERSION:
        raise BadSetting(f"it has Dicehouse {VERSION}, and the study is of {told.version}.")
    made = plan(Asked(games=tuple(map(_game, told.games)), **dict(told.asked)))
    prepare(made)
    return made


def _plan_of(task: Task) -> Plan:
    import pickle

    return _made(pickle.dumps(task))


def _game(sent: Sent) -> Game:
    game = find(sent.id)
    if sent.rule:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / sent.rule
            file.write_bytes(sent.text)
            game = patched(game, file, laws=False)
    mine = game.fingerprint if game.engine is None else game.version
    if mine != sent.fingerprint:
        raise BadSetting(f"its rules of {game.name} are others; install the same Dicehouse on every node.")
    return game
