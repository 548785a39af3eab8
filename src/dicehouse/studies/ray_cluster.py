"""Play a study on several machines, by Ray: each chunk is a task, which is played again if its node is lost.

A node gets the request of the study, not the games themselves, which can't be sent. It has Dicehouse installed, makes
the same plan, and reports if its rules differ. The driver adds up the tallies in the order of their chunks, so the
findings are exactly those of a single machine.
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

from dicehouse.core import Game
from dicehouse.errors import BadSetting, DicehouseError
from dicehouse.games import find
from dicehouse.games.house_rules.patched_game import patched, rule_origin
from dicehouse.text_format import shorten
from dicehouse.version import VERSION

from .chunks import Chunk, Tallies, compile_games, play_chunk
from .study_plan import StudyPlan, StudyRequest, plan_study
from .study_run import ChunkExecutor, ChunkFuture, Study

INSTALL = "Install it with: pip install 'ray[client]'"
MISSING = f"A study on a cluster needs Ray. {INSTALL}"
LOST = "The connection to the cluster was lost. With --save, the same command continues where it stopped."
AUTH_MODE = "RAY_AUTH_MODE"  # Ray sends its token only if this is set
LOCAL = "local"
CONNECT_TIMEOUT = 10.0  # seconds
CACHED_PLANS = 4  # plans of studies that a worker keeps


class ClusterUnavailable(DicehouseError):
    """Raised if Ray is not installed, or its cluster can't be reached or used."""


@dataclass(frozen=True)
class GameReference:
    """Refer to one game by its id, with the text of its house rule if it has one."""

    id: str
    fingerprint: str
    rule: str = ""  # the name of the file
    text: bytes = b""


@dataclass(frozen=True)
class StudyTask:
    """Hold all that a node needs to make the plan of a study."""

    version: str
    games: tuple[GameReference, ...]
    asked: tuple[tuple[str, Any], ...]


@contextmanager
def connect_cluster(study: Study, on: str, jobs: int | None = None) -> Iterator[ChunkExecutor]:
    """Return an executor that plays the chunks of `study` on the cluster at `on`.

    `on` is "local" for a cluster of `jobs` processes on this machine, an address such as ray://host:10001 or host:6379,
    or "auto". Raise ClusterUnavailable if there is none.
    """
    ray = _import_ray()
    own = not ray.is_initialized()
    if own:
        _start_ray(ray, on, jobs)
    try:
        yield _ClusterExecutor(ray, make_task(study))
    finally:
        if own:
            ray.shutdown()


def _import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ENABLE_AUTO_CONNECT", "0")  # after losing its cluster, Ray starts none here
    try:
        import ray
    except ImportError:
        raise ClusterUnavailable(f"{MISSING}.") from None
    return ray


def _check_reachable(on: str) -> None:
    """Raise ClusterUnavailable if nothing answers at `on`; Ray itself would try for a minute."""
    place = re.fullmatch(r"(?:ray://)?([^:/\s]+):([0-9]{1,5})", on)
    if place is None:
        return
    try:
        socket.create_connection((place[1], int(place[2])), timeout=CONNECT_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error) or "no answer"
        raise ClusterUnavailable(f"There is no Ray cluster at {shorten(on)}: {why}.") from None


def _start_ray(ray: Any, on: str, jobs: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    _check_reachable(on)
    try:
        if on == LOCAL:
            ray.init(address="local", num_cpus=jobs, include_dashboard=False, **quiet)
        else:
            ray.init(address=on, **quiet)
    except ImportError as error:
        raise ClusterUnavailable(f"Connecting to {shorten(on)} needs Ray's client. {INSTALL}") from error
    except Exception as error:  # Ray's errors have no common base class
        why = (str(error).splitlines()[0][:200] if str(error) else type(error).__name__).rstrip(".")
        if on != LOCAL and AUTH_MODE not in os.environ:
            why += f"; if it needs a token, set {AUTH_MODE}=token here and give Ray the cluster's token"
        raise ClusterUnavailable(f"The Ray cluster at {shorten(on)} can't be used: {why}.") from error


class _ClusterExecutor:
    """Play chunks on the cluster."""

    def __init__(self, ray: Any, task: StudyTask) -> None:
        self._ray = ray
        self._task = ray.put(task)
        self._play = ray.remote(_play_on_node).options(num_cpus=1, max_retries=-1, scheduling_strategy="SPREAD")
        self._width = 1

    @property
    def width(self) -> int:
        """Return how many chunks can be played at once now; nodes come and go."""
        with suppress(
            Exception
        ):  # a broken connection raises many kinds of errors: keep the last number until it is back
            self._width = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return self._width

    def submit(self, chunk: Chunk) -> ChunkFuture:
        """Start playing a chunk on any free node."""
        with _translate_lost_connection():
            return _ClusterFuture(self._ray, self._play.remote(self._task, asdict(chunk)))


class _ClusterFuture:
    """Hold a chunk that is played on a node."""

    def __init__(self, ray: Any, reference: Any) -> None:
        self._ray, self._reference = ray, reference

    def result(self) -> Tallies:
        """Return the tallies of the chunk. Raise ClusterUnavailable if it can't be played there."""
        try:
            with _translate_lost_connection():
                part, refused = self._ray.get(self._reference)
        except self._ray.exceptions.RayError as error:
            raise ClusterUnavailable(
                f"A part of the study couldn't be played: {str(error).splitlines()[0][:200]}"
            ) from error
        if refused:
            raise ClusterUnavailable(refused)
        played: Tallies = part
        return played

    def cancel(self) -> object:
        """Stop waiting for the chunk."""
        if not self._ray.is_initialized():  # otherwise Ray would start a new cluster
            return None
        with suppress(ClusterUnavailable), _translate_lost_connection():
            return self._ray.cancel(self._reference, force=False)
        return None


@contextmanager
def _translate_lost_connection() -> Iterator[None]:
    """Raise ClusterUnavailable if the cluster can no longer be asked."""
    try:
        yield
    except (ConnectionError, ValueError) as error:  # ValueError: from a closed channel
        raise ClusterUnavailable(LOST) from error


# --- what is sent


def make_task(study: Study) -> StudyTask:
    """Return what a node needs to know of `study`."""
    asked = study.asked
    fields = {name: getattr(asked, name) for name in StudyRequest.__dataclass_fields__ if name != "games"}
    fields |= {name: dict(value) for name, value in fields.items() if name in ("vary", "settings")}
    return StudyTask(VERSION, tuple(map(_make_reference, asked.games)), tuple(sorted(fields.items())))


def _make_reference(game: Game) -> GameReference:
    base, rule, text = rule_origin(game)
    return GameReference(base.id, game.fingerprint if game.engine is None else game.version, rule, text)


# --- on the node


def _play_on_node(task: StudyTask, chunk: dict[str, int]) -> tuple[Tallies | None, str]:
    """Return the tallies of a chunk, or a sentence that says why this node can't play it."""
    try:
        return play_chunk(_plan_for_task(task), Chunk(**chunk)), ""
    except DicehouseError as error:
        return None, f"A node of the cluster can't play this study: {error}"


@lru_cache(maxsize=CACHED_PLANS)
def _cached_plan(task: bytes) -> StudyPlan:
    import pickle

    received: StudyTask = pickle.loads(task)  # noqa: S301  # our own, within this process
    if received.version != VERSION:
        raise BadSetting(f"it has Dicehouse {VERSION}, but the study uses {received.version}.")
    made = plan_study(StudyRequest(games=tuple(map(_find_same_game, received.games)), **dict(received.asked)))
    compile_games(made)
    return made


def _plan_for_task(task: StudyTask) -> StudyPlan:
    import pickle

    return _cached_plan(pickle.dumps(task))


def _find_same_game(sent: GameReference) -> Game:
    game = find(sent.id)
    if sent.rule:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / sent.rule
            file.write_bytes(sent.text)
            game = patched(game, file, check_invariants=False)
    mine = game.fingerprint if game.engine is None else game.version
    if mine != sent.fingerprint:
        raise BadSetting(f"it has other rules of {game.name}. Install the same version of Dicehouse on every node.")
    return game
