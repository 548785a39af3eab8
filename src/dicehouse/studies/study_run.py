"""Run a study: many games of some variants, until what is asked is known well enough.

>>> import dicehouse
>>> study = dicehouse.Study("dice-ocalypse", vary={"target": [8000, 10000]}, games=64, seed=1)
>>> found = study.run()
>>> [cell.name for cell in found.cells]
['target=10000, 2 players', 'target=8000, 2 players']
>>> shorter = next(c for c in found.comparisons if c.measure == "turns")
>>> shorter.difference < 0
True
"""

from __future__ import annotations

import shlex
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic, perf_counter
from typing import Protocol

from dicehouse.core import Game
from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.old_names import old_attribute
from dicehouse.text_format import count_players, shorten
from dicehouse.version import VERSION

from .analysis import EXPERIMENT_MEASURE, compare_variants, fixed_interval_names, is_precise, summarize_cells
from .chunks import Chunk, Tallies, compile_games, play_chunk, remaining_chunks
from .match_play import ChunkStopped
from .play_kernel import PACE_TENTHS
from .result_types import IntervalKind, StudyEnd, StudyFigures, StudyOrigin
from .standard_measures import cell_measures
from .study_checkpoint import StudyCheckpoint
from .study_forecast import FIRST_LOOK, Notice, Pace, forecast_sentences, slow_start_sentence
from .study_plan import StudyPlan, StudyRequest, format_typed_value, plan_study
from .study_result import StudyResult
from .summary.caveats import study_warnings

DEFAULT_GAMES = 2_000
MAX_GAMES_BY_PRECISION = 1_000_000
DEFAULT_BOTS = ("sensible",)
DEFAULT_KINDS = ("sensible", "greedy")
SIMULATED_KINDS = ("greedy", "dot")  # where throws are simulated, `sensible` tries each throw out
CHUNKS_AHEAD = 2  # chunks for each thread that may be started ahead
SAVE_INTERVAL = 5.0  # seconds
GAMES, PRECISION, MINUTES, INTERRUPTED = "games", "precision", "minutes", "interrupted"
Progress = Callable[[int, int], None]
GameChoice = str | Game | Sequence[str | Game] | Mapping[str, str | Game]


class ChunkFuture(Protocol):
    """Hold a chunk that is being played."""

    def result(self) -> Tallies:
        """Wait for the chunk and return its tallies."""

    def cancel(self) -> object:
        """Stop waiting for the chunk."""


class ChunkExecutor(Protocol):
    """Play chunks: on threads here, or on the machines of a cluster (ray_cluster.py)."""

    @property
    def width(self) -> int:
        """Return how many chunks are played at once."""

    def submit(self, chunk: Chunk) -> ChunkFuture:
        """Start playing a chunk."""


class Study:
    """Play games x settings x numbers of players x bots, and find out about them.

    `game` is a game or its id; several, or several by the names of their rules, are compared with the first. `vary`
    names settings with the values that each takes; the variants are all their combinations. `items` are things or
    groups of things ("card", "faction") to be granted or denied; `levels` are bots, weakest first, between which luck
    is told from skill; in the first `weigh` games of each variant choices are weighed. `about` names the measure that
    the change is about, such as "comebacks"; the results report it first. With `kinds`, bots of each of these kinds
    play every variant among themselves, and the results claim only what holds for all of them. The study stops
    after `games` games of each variant, or when all shares of the first seat and all lengths are known to `precision`
    (a share: 0.005), or after `minutes` minutes.

    The same arguments give the same figures, however many threads or machines work and however often it was
    interrupted.
    """

    def __init__(
        self,
        game: GameChoice,
        *,
        vary: Mapping[str, Sequence[object]] | None = None,
        settings: Mapping[str, object] | None = None,
        players: int | Sequence[int] | None = None,
        bots: Sequence[str] = DEFAULT_BOTS,
        levels: Sequence[str] = (),
        items: Sequence[str] = (),
        seed: int = 0,
        games: int | None = None,
        precision: float | None = None,
        minutes: float | None = None,
        save: Path | str | None = None,
        cap: int = MAX_DECISIONS,
        weigh: int = 0,
        about: str = "",
        kinds: Sequence[str] = (),
    ) -> None:
        rules, found = _resolve_games(game)
        if precision is not None and not 0.0001 <= precision <= 0.2:
            raise BadSetting("The precision of a study must be from 0.01% to 20%.")
        if minutes is not None and not minutes > 0:
            raise BadSetting("The time of a study must be more than 0 minutes.")
        if games is None:
            games = DEFAULT_GAMES if precision is None and minutes is None else MAX_GAMES_BY_PRECISION
        if kinds and tuple(bots) != DEFAULT_BOTS:
            raise BadSetting("Name either the bots that share each game or the kinds of player, not both.")
        seated = (found[0].usual,) if players is None else (players,) if isinstance(players, int) else tuple(players)
        self.precision, self.minutes = precision, minutes
        self.save = None if save is None else Path(save)
        self.command = ""
        self._asked = StudyRequest(
            found,
            rules,
            vary or {},
            settings or {},
            seated,
            tuple(bots),
            tuple(levels),
            tuple(items),
            games,
            seed,
            cap,
            weigh,
            tuple(kinds),
        )
        self.plan: StudyPlan = plan_study(self._asked)
        self.about = about
        _check_about(self.plan, about)
        self.command = _command_line(self._asked, precision, minutes, about)

    @property
    def asked(self) -> StudyRequest:
        """Return what the study was asked to play, from which anybody makes the same plan."""
        return self._asked

    def run(
        self,
        jobs: int = 1,
        progress: Progress | None = None,
        crew: ChunkExecutor | None = None,
        notice: Notice | None = None,
    ) -> StudyResult:
        """Play the study on `jobs` threads, or on the executor `crew`, and return what it found.

        After the first games, `notice` is called with a sentence that says how long the study will take. Raise BadSave
        if the save of an earlier run doesn't fit, or another run uses it. ^C ends the study early, with what is known
        so far.
        """
        run = _StudyRun(self, jobs, progress, crew, notice)
        stopped = run.play()
        if stopped == INTERRUPTED and not run.part.tallies:
            raise KeyboardInterrupt
        return self.result(run.part, run.seconds, stopped)

    def result(self, part: Tallies, seconds: float = 0.0, stopped: str = GAMES) -> StudyResult:
        """Return what the chunks played so far show; for chunks that were played elsewhere. Of a study that was
        stopped early, leave out the numbers and kinds of players that have no games yet.

        Raise BadSetting if a variant of a study that was not stopped has no games, or none has any.
        """
        plan, missing = self.plan, ""
        if not self.has_all_cells(part):
            if stopped not in (INTERRUPTED, MINUTES) or not part.tallies:
                raise BadSetting("The time was too short for even one part of the study. Allow more time.")
            plan, part, missing = _played_part(self.plan, part)
        sequence = self.precision is not None
        cells, places = summarize_cells(plan, part, sequence)
        comparisons = compare_variants(plan, part, places, sequence)
        game = self._asked.games[0]
        pace = dict(zip(("option", "event", "turn"), (tenths / 10 for tenths in PACE_TENTHS), strict=True))
        origin = StudyOrigin(
            dicehouse=VERSION,
            game=game.id,
            title=game.name,
            rules=cells[0].rules,
            command=self.command,
            seed=self.plan.seed,
            bots=list(self._asked.players_named),
            people=pace,
            about=self.about,
        )
        intervals = IntervalKind(
            confidence=0.95,
            intervals="sequence" if sequence else "fixed",
            exempt=fixed_interval_names(cells) if sequence else [],
        )
        warnings = study_warnings(plan, cells, comparisons, stopped, self.precision)
        warnings += [missing] if missing else []
        figures = StudyFigures(cells=cells, comparisons=comparisons, warnings=warnings)
        return StudyResult.from_parts(origin, StudyEnd(round(seconds, 3), stopped), intervals, figures)

    findings = old_attribute("result")

    def has_all_cells(self, part: Tallies) -> bool:
        """Return whether every variant has games."""
        return all(place in part.tallies for place in range(len(self.plan.cells)))

    def enough(self, part: Tallies) -> bool:
        """Return whether all that is asked is known to the precision that was asked for."""
        return self.precision is not None and is_precise(self.plan, part, self.precision)


def _played_part(plan: StudyPlan, part: Tallies) -> tuple[StudyPlan, Tallies, str]:
    """Return the families that have games as a plan of their own, with their tallies, and a sentence about the rest."""
    there = [family for family in plan.families if all(place in part.tallies for place in family)]
    kept = [place for family in there for place in family]
    numbers = {place: number for number, place in enumerate(kept)}
    smaller = replace(
        plan,
        cells=tuple(plan.cells[place] for place in kept),
        families=tuple(tuple(numbers[place] for place in family) for family in there),
    )
    missing = [plan.cells[family[0]] for family in plan.families if family not in there]
    names = [f"{count_players(cell.players)} among {' and '.join(cell.bots)} bots" for cell in missing]
    sentence = f"The study was stopped before a game had ended with: {'; '.join(names)}."
    return smaller, Tallies({numbers[place]: part.tallies[place] for place in kept}), sentence


def _resolve_games(game: GameChoice) -> tuple[list[str | None], list[Game]]:
    if isinstance(game, Mapping):
        named = list(game.items())
    else:
        several = [game] if isinstance(game, (str, Game)) else list(game)
        named = [("" if place == 0 else _find_game(each).name, each) for place, each in enumerate(several)]
        if len(named) > 1:
            named[0] = (_find_game(several[0]).name, several[0])
    if not named:
        raise BadSetting("A study needs a game.")
    names = [name or None for name, _ in named]
    if len(set(names)) < len(names):
        raise BadSetting("Each rule in a comparison needs its own name.")
    return names, [_find_game(each) for _, each in named]


def default_kinds(game: Game) -> tuple[str, str]:
    """Return two kinds of player that differ in how they choose, and are fast enough for thousands of games."""
    return DEFAULT_KINDS if game.engine is None else SIMULATED_KINDS


def _find_game(game: str | Game) -> Game:
    return find(game) if isinstance(game, str) else game


def _check_about(plan: StudyPlan, about: str) -> None:
    """Raise BadSetting if no variant has the measure that the study is about."""
    names = {column.name: column.words for cell in plan.cells for column in cell_measures(cell)}
    names.pop(EXPERIMENT_MEASURE, None)
    if about and about not in names:
        known = ", ".join(f"{name} ({words})" for name, words in names.items())
        raise BadSetting(f"This study has no measure {shorten(about)}. It measures: {known}.")


def _command_line(asked: StudyRequest, precision: float | None, minutes: float | None, about: str) -> str:
    """Return the command line that makes the same study, as far as there is one."""
    words = ["dicehouse", "study", asked.games[0].id]
    for key, values in asked.vary.items():
        words += ["--vary", f"{key}={','.join(map(format_typed_value, values))}"]
    for key, value in asked.settings.items():
        words += ["--option", f"{key}={format_typed_value(value)}"]
    if tuple(asked.players) != (asked.games[0].usual,):
        words += ["--players", ",".join(map(str, asked.players))]
    if not asked.kinds:
        words += ["--bots", ",".join(asked.bots)]
    elif asked.kinds != default_kinds(asked.games[0]):
        words += ["--kinds", ",".join(asked.kinds)]
    if asked.levels:
        words += ["--levels", ",".join(asked.levels)]
    for item in asked.items:
        words += ["--worth", item]
    if asked.weighed:
        words += ["--weigh", str(asked.weighed)]
    if about:
        words += ["--about", about]
    if precision is not None:
        words += ["--precision", f"{100 * precision:.6g}%"]
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    usual = DEFAULT_GAMES if precision is None and minutes is None else MAX_GAMES_BY_PRECISION
    if asked.number != usual:
        words += ["--games", str(asked.number)]
    return shlex.join([*words, "--seed", str(asked.seed)])


class _StudyRun:
    """Play a study in chunks on threads, and take them over in their order, so that any stop is after a prefix."""

    def __init__(
        self,
        study: Study,
        jobs: int,
        progress: Progress | None,
        crew: ChunkExecutor | None,
        notice: Notice | None = None,
    ) -> None:
        self._study, self._plan, self._progress, self._crew = study, study.plan, progress, crew
        self._jobs, self._notice = jobs, notice
        self._stop, self._pace, self._forecast = threading.Event(), Pace(), threading.Lock()
        self._timing = threading.Lock()
        self._total = sum(len(family) for family in self._plan.families) * self._plan.games
        self._began = self._written = perf_counter()
        self._before = 0.0  # seconds of earlier runs
        self._saved = None if study.save is None else StudyCheckpoint(study.save, study.plan)
        self.part, self._games = Tallies(), 0

    @property
    def seconds(self) -> float:
        """Return how many seconds the games have taken, those of earlier runs included."""
        return self._before + perf_counter() - self._began

    def play(self) -> str:
        """Play until enough is known, and return why it stopped."""
        if self._saved is None:
            return self._play()
        with self._saved as saved:
            self.part, self._before = saved.read()
            self._games = sum(tally.games for tally in self.part.tallies.values())
            self._save()  # fail now if nothing can be saved there
            return self._play()

    def _play(self) -> str:
        if self._crew is None:  # an executor compiles where it plays
            compile_games(self._plan)
        self._began = self._written = perf_counter()
        if self._has_equal_families() and self._study.enough(self.part):
            return PRECISION
        stopped = GAMES
        timers = list(self._start_timers())
        try:
            self._report_progress()
            with closing(self._play_chunks()) as played:
                for chunk, part in played:
                    if self._add_chunk(chunk, part):
                        stopped = PRECISION
                        break
                else:
                    stopped = MINUTES if self._is_out_of_time() and self._games < self._total else GAMES
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        except ChunkStopped:
            stopped = MINUTES
        finally:
            for timer in timers:
                timer.cancel()
            self._save()
        return stopped

    def _start_timers(self) -> Iterator[threading.Timer]:
        """Start what happens at a time, whether or not a chunk has ended by then: slow games are stopped in the middle
        when the time is up, and if the first game takes long, that is said.
        """
        slow = self._crew is None and self._plan.size == 1
        if slow and self._study.minutes is not None:
            yield _start_timer(60 * self._study.minutes, self._stop_if_complete)
        if slow and self._notice is not None:
            yield _start_timer(FIRST_LOOK, self._say_that_it_is_slow)

    def _stop_if_complete(self) -> None:
        """Stop the games that are being played if the time is up and every variant has one."""
        if self._is_out_of_time() and self._study.has_all_cells(self.part):
            self._stop.set()

    def _say_that_it_is_slow(self) -> None:
        missing = any(family not in self._pace.games for family in range(len(self._plan.families)))
        if missing and self._notice is not None:
            self._notice(slow_start_sentence(self._plan, self._pace, self._jobs, FIRST_LOOK))

    def count_time(self, chunk: Chunk, seconds: float) -> None:
        """Count how long a chunk took, and once every family has one, say how long the study will take."""
        with self._timing:
            self._pace.add(chunk.family, chunk.games, seconds)
        done = min(self._pace.games.get(family, 0) for family in range(len(self._plan.families)))
        if done and self._notice is not None and self._forecast.acquire(blocking=False):  # the first to get here
            done += self.part.games(self._plan.families[0])
            study = self._study
            words = forecast_sentences(self._plan, self._pace, self._jobs, done, study.minutes, study.precision)
            if words:
                self._notice(words)

    def _add_chunk(self, chunk: Chunk, part: Tallies) -> bool:
        """Take over the next chunk, and return whether enough is known."""
        self.part = self.part.merged_with(part)
        self._games += chunk.games * len(self._plan.families[chunk.family])
        self._report_progress()
        if self._plan.size == 1:
            self._stop_if_complete()
        if perf_counter() - self._written > SAVE_INTERVAL:
            self._save()
        return self._has_equal_families() and self._study.enough(self.part)

    def _has_equal_families(self) -> bool:
        """Return whether every family has played as many games."""
        return len({self.part.games(family) for family in self._plan.families} - {0}) == 1

    def _is_out_of_time(self) -> bool:
        minutes = self._study.minutes
        return minutes is not None and perf_counter() - self._began > 60 * minutes

    def _remaining_chunks(self) -> Iterable[Chunk]:
        for number, chunk in enumerate(remaining_chunks(self._plan, Tallies({**self.part.tallies}))):
            if chunk.family == 0 and number > 0 and self._is_out_of_time():
                return
            yield chunk

    def _play_chunks(self) -> Generator[tuple[Chunk, Tallies]]:
        if self._crew is not None:
            yield from self._play_chunks_on(self._crew)
            return
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from self._play_chunks_on(_ThreadExecutor(pool, self._jobs, self._play_timed))

    def _play_timed(self, chunk: Chunk) -> Tallies:
        began = monotonic()
        part = play_chunk(self._plan, chunk, self._stop)
        self.count_time(chunk, monotonic() - began)
        return part

    def _play_chunks_on(self, crew: ChunkExecutor) -> Generator[tuple[Chunk, Tallies]]:
        waiting: deque[tuple[Chunk, ChunkFuture]] = deque()
        try:
            for chunk in self._remaining_chunks():
                waiting.append((chunk, crew.submit(chunk)))
                while len(waiting) >= CHUNKS_AHEAD * crew.width:
                    yield waiting[0][0], waiting.popleft()[1].result()
            while waiting:
                yield waiting[0][0], waiting.popleft()[1].result()
        finally:
            self._stop.set()
            for _, pending in waiting:
                pending.cancel()

    def _report_progress(self) -> None:
        if self._progress:
            self._progress(self._games, self._total)

    def _save(self) -> None:
        if self._saved is not None:
            self._saved.write(self.part, self.seconds)
        self._written = perf_counter()


class _ThreadExecutor:
    """Play chunks on threads, which compiled games let run at once."""

    def __init__(self, pool: ThreadPoolExecutor, width: int, play: Callable[[Chunk], Tallies]) -> None:
        self._pool, self.width, self._play = pool, width, play

    def submit(self, chunk: Chunk) -> Future[Tallies]:
        """Start playing a chunk on the next free thread."""
        return self._pool.submit(self._play, chunk)


def _start_timer(seconds: float, act: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()
    return timer
