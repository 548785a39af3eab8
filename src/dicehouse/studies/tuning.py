"""Search for settings that meet goals: Optuna's TPE proposes settings, and studies measure them.

Every proposal plays the same games with the same dice, block by block, and is given up early if others did better. The
nearest few then play other games, so that luck in the search does not choose. The best one and the usual settings then
play new games, and all reported intervals come from these.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import permutations
from math import hypot, inf, isfinite, prod
from pathlib import Path
from time import perf_counter
from typing import Any

from dicehouse.arena.intervals import Z
from dicehouse.core import Game
from dicehouse.core.settings import Setting, SettingValue
from dicehouse.errors import BadSave, BadSetting, DicehouseError, how_to_install
from dicehouse.text_format import shorten
from dicehouse.version import VERSION

from . import study_statistics as st
from .analysis import finite_or_none, measure_interval
from .chunks import Chunk, Tallies, compile_games, play_chunk
from .result_types import MeasuredValue
from .standard_measures import StandardMeasure, cell_measures
from .study_checkpoint import MISMATCH_WORDS, CheckpointFile, checkpoint_identity, explain_mismatch
from .study_plan import PlannedCell, StudyPlan, plays_compiled
from .study_run import Study
from .tuning_goals import TuningGoal

FORMAT = "dicehouse-tune/2"
MISMATCH_WORDS = MISMATCH_WORDS | {
    "given": "other settings",
    "searched": "other settings to search over",
    "goals": "another goal",
    "waves": "another number of games for each proposal",
}
TRIAL_GAMES = (512, 1024)  # games after which a proposal is judged, and then given up or played on
SLOW_TRIAL_GAMES = (128, 256)  # where a game takes a second, not a millisecond
FINALISTS = 5
MAX_TRIALS = 2_000
DEFAULT_SEARCH_GAMES, DEFAULT_ANSWER_GAMES = 50_000, 4_000
MAX_FILE_SIZE = 16 * 1024 * 1024
SEARCH_PART, CHOICE_PART, BASE_PART = 0.6, 0.75, 0.87  # of the time: when searching, choosing and the base are over
MIN_GAMES = 16  # games after which a proposal that ran out of time has a figure
COUNTED_BY_NAME = ("turns", "decisions", "minutes")  # measures that are their own units
SURE = 4.0  # standard errors from which a result contradicts what a game declares
MISSING = f"The search needs Optuna. {how_to_install('tune')}"
SEARCH_SEED, CHOICE_SEED, ANSWER_SEED = range(
    3
)  # added to the seed: the games of the search, of the choice, of the answer
Progress = Callable[[int, int], None]


class _OutOfTime(Exception):
    """Raised when the time of the search is over."""


class OptunaMissing(DicehouseError):
    """Raised if the extra that the search needs is not installed."""


@dataclass(frozen=True)
class SearchedSetting:
    """Hold a setting that is searched over, with the values that it may take, in order."""

    key: str
    values: tuple[SettingValue, ...]
    ordered: bool  # numbers, where near ones have similar results
    raises: tuple[str, ...] = ()  # measures that never fall when it is raised, as the game declares
    lowers: tuple[str, ...] = ()  # measures that never rise


@dataclass(frozen=True)
class GoalResult:
    """Hold one goal in one variant, measured on new games. `gap` is how far the figure lies outside the wanted range,
    negative if it is too small.
    """

    goal: str
    measure: str
    words: str
    value: float
    low: float | None
    high: float | None
    verdict: str  # met, missed or open
    inside: bool  # whether the figure lies in the wanted range
    unit: str = ""
    gap: float = 0.0


@dataclass(frozen=True)
class TuningResult:
    """Hold what a search found.

    `settings` are those searched over; `usual` and `found` have an answer for each goal. After an interruption, `fresh`
    is 0: the answers come from the games of the search, and `usual` is empty if the search has not played it.
    """

    game: str
    title: str
    players: int
    bots: list[str]
    goals: list[str]
    seed: int
    games: int  # games that the search has played
    tried: int  # settings that were tried
    of: int  # settings that exist
    judged: int  # games by which each setting was judged
    fresh: int  # games by which each answer was measured
    stopped: str
    seconds: float
    settings: dict[str, SettingValue]
    usual_settings: dict[str, SettingValue]
    usual: list[GoalResult]
    found: list[GoalResult]
    contradictions: list[str] = field(default_factory=list)  # of what the game declares about its settings

    @property
    def met(self) -> bool:
        """Return whether every goal is met for sure."""
        return all(answer.verdict == "met" for answer in self.found)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        return asdict(self) | {"met": self.met}


def parse_searched_settings(game: Game, wanted: str) -> list[SearchedSetting]:
    """Return what `--over` names: "target=5000..12000,opening=0..1000,scoring=classic|printed,piggyback".

    Raise BadSetting if a setting or a value does not exist.
    """
    settings = {setting.key: setting for setting in game.settings}
    found: list[SearchedSetting] = []
    for part in wanted.split(","):
        key, equals, values = (each.strip() for each in part.partition("="))
        if key not in settings:
            raise BadSetting(
                f"{game.name} has no setting {shorten(key)}. Its settings are: {', '.join(settings) or 'none'}."
            )
        if key in {each.key for each in found}:
            raise BadSetting(f"The setting {key} is named twice. Name it once, with all its values.")
        setting = settings[key]
        chosen = _parse_values(setting, values if equals else "")
        found.append(SearchedSetting(key, chosen, setting.kind == "number", setting.raises, setting.lowers))
    return found


def _parse_values(setting: Setting, wanted: str) -> tuple[SettingValue, ...]:
    if "|" in wanted or (wanted and ".." not in wanted):
        values = tuple(setting.check(value.strip()) for value in wanted.split("|"))
        if len(set(values)) < 2:
            raise BadSetting(
                f"Name several values of {setting.key}, or a band, so that there is something to search over."
            )
        return values
    if setting.kind == "switch":
        return False, True
    if setting.kind == "choice":
        return tuple(value for value, _ in setting.choices)
    low, high = setting.low, setting.high
    if wanted:
        ends = [setting.check(end.strip()) for end in wanted.split("..", 1)]
        low, high = int(ends[0]), int(ends[1])
    if low >= high:
        raise BadSetting(f"The band of {setting.key} must go from the lower to the higher end, not {shorten(wanted)}.")
    return tuple(range(low, high + 1, setting.step))


class Tuning:
    """Search for settings.

    The same arguments find the same, however many threads work and however often it was interrupted; only `minutes`
    depends on the machine. `settings` hold throughout; `usual` are those, of what is searched over, with which the
    answer is compared: by default the game's own.
    """

    def __init__(
        self,
        game: Game,
        goals: Sequence[TuningGoal],
        over: Sequence[SearchedSetting],
        *,
        players: int | None = None,
        settings: Mapping[str, object] | None = None,
        usual: Mapping[str, object] | None = None,
        bots: Sequence[str] = ("sensible",),
        seed: int = 0,
        games: int = DEFAULT_SEARCH_GAMES,
        fresh: int = DEFAULT_ANSWER_GAMES,
        minutes: float | None = None,
        save: Path | None = None,
    ) -> None:
        self._game, self._goals, self._over = game, list(goals), list(over)
        self._players = game.usual if players is None else players
        self._settings, self._bots, self._seed = dict(settings or {}), tuple(bots), seed
        self._games, self._fresh, self._minutes = games, fresh, minutes
        clash = {each.key for each in self._over} & set(self._settings)
        if clash:
            raise BadSetting(f"The setting {sorted(clash)[0]} can't be both given and searched over.")
        self._usual = game.settings_for(self._players, {**(usual or {}), **self._settings})
        self._base = self._plan_games(self._usual, SEARCH_SEED)
        self._waves = TRIAL_GAMES if plays_compiled(self._base.cells[0]) else SLOW_TRIAL_GAMES
        there = set(self._measured_values(self._base.cells[0], None))
        for goal in self._goals:
            if goal.measure not in there:
                raise BadSetting(
                    f"{goal.measure} isn't measured with {self._players}. The measures are: {', '.join(sorted(there))}."
                )
        self._checkpoint = None if save is None else CheckpointFile(Path(save), "search")
        self._name, self._path = shorten(str(save)), None if save is None else Path(save)
        self._played: dict[str, list[list[float]]] = {}
        self._errors: dict[str, list[float]] = {}  # standard errors of the last of these
        self._unfinished: dict[str, list[float]] = {}  # figures of a proposal whose time was up in its first games
        self._unfinished_games = 0

    def run(self, jobs: int = 1, progress: Progress | None = None) -> TuningResult:
        """Search, choose the best of the nearest, and measure it on new games."""
        optuna = _import_optuna()
        with self._checkpoint or nullcontext():
            self._read_checkpoint()
            return self._run_search(optuna, jobs, progress)

    def _run_search(self, optuna: Any, jobs: int, progress: Progress | None) -> TuningResult:
        self._began, self._progress = perf_counter(), progress
        compile_games(self._base)
        with ThreadPoolExecutor(jobs) as self._pool:
            try:
                stopped = self._search(optuna)
                chosen = self._choose_finalist()
                usual, games = self._goal_results(self._usual, BASE_PART)
                found, others = self._goal_results(self._complete_settings(chosen), 1.0)
            except KeyboardInterrupt:
                if not (self._played or self._unfinished):
                    raise
                return self._interrupted_result()
        return self._result(stopped, chosen, usual, found, min(games, others))

    def _interrupted_result(self) -> TuningResult:
        """Return the nearest proposal so far, by the games of the search."""
        known = self._figures_so_far()
        chosen: dict[str, SettingValue] = json.loads(min(known, key=lambda key: (self._loss(known[key]), key)))
        base = _settings_key({each.key: self._usual[each.key] for each in self._over})
        answers = [self._searched_results(known.get(key)) for key in (base, _settings_key(chosen))]
        return self._result("interrupted", chosen, answers[0], answers[1], 0)

    def _figures_so_far(self) -> dict[str, list[float]]:
        """Return the last figures of every proposal that has played a game."""
        return {**self._unfinished, **{key: waves[-1] for key, waves in self._played.items() if waves}}

    def _searched_results(self, values: Sequence[float] | None) -> list[GoalResult]:
        """Return figures of the search as answers without intervals; none if there are none."""
        names = self._measured_values(self._base.cells[0], None)
        rows = zip(self._goals, values or (), strict=values is not None)
        return [_goal_result(goal, replace(names[goal.measure], value=x, low=None, high=None)) for goal, x in rows]

    def _result(
        self,
        stopped: str,
        chosen: dict[str, SettingValue],
        usual: list[GoalResult],
        found: list[GoalResult],
        fresh: int,
    ) -> TuningResult:
        return TuningResult(
            self._game.id,
            self._game.name,
            self._players,
            list(self._bots),
            [goal.strict for goal in self._goals],
            self._seed,
            self._count_games() + self._unfinished_games,
            len(self._played),
            prod(len(each.values) for each in self._over),
            self._waves[-1],
            fresh,
            stopped,
            round(perf_counter() - self._began, 3),
            chosen,
            {each.key: self._usual[each.key] for each in self._over},
            usual,
            found,
            list(self._contradictions().values()),
        )

    # --- the search

    def _search(self, optuna: Any) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = optuna.samplers.TPESampler(seed=self._seed % 2**32, multivariate=True)
        pruner = optuna.pruners.MedianPruner(n_startup_trials=8)
        study = optuna.create_study(sampler=sampler, pruner=pruner)
        usual = {each.key: self._value_index(each, self._usual[each.key]) for each in self._over}
        if None not in usual.values():
            study.enqueue_trial(usual)
        tried: set[str] = set()
        for _ in range(MAX_TRIALS):
            if self._count_games(tried) >= self._games:
                return "games"
            if self._is_out_of_time():
                return "minutes"
            if len(tried) == prod(len(each.values) for each in self._over):
                return "all tried"
            if (guess := self._guess(tried)) is not None and _settings_key(guess) not in tried:
                study.enqueue_trial({each.key: self._value_index(each, guess[each.key]) for each in self._over})
            trial = study.ask()
            chosen = {each.key: self._suggest_value(trial, each) for each in self._over}
            try:
                study.tell(trial, *self._evaluate_trial(optuna, trial, chosen))
            except _OutOfTime:
                return "minutes"
            tried.add(_settings_key(chosen))
            if self._progress:
                self._progress(min(self._count_games(tried), self._games), self._games)
        return "proposals"

    def _is_out_of_time(self, part: float = SEARCH_PART) -> bool:
        """Return whether this part of the time for everything is over."""
        return self._minutes is not None and perf_counter() - self._began > part * 60 * self._minutes

    # --- what the game declares

    def _guess(self, tried: set[str]) -> dict[str, SettingValue] | None:
        """Return the next settings to try where the game declares that a goal rises or falls with a number: halfway
        between the nearest values of those `tried` that are too low and too high. Return None if nothing is declared,
        something contradicts it, or the goal is reached.
        """
        contradicted = self._contradictions(tried)
        start = {each.key: self._usual[each.key] for each in self._over}
        start |= {each.key: each.values[0] for each in self._over if start[each.key] not in each.values}
        for over in self._over:
            for place, goal in enumerate(self._goals):
                way = _declared_way(over, goal.measure)
                if way and over.ordered and (over.key, goal.measure) not in contradicted:
                    values = sorted(over.values, key=int)
                    keys = [_settings_key({**start, over.key: value}) for value in values]
                    found = self._half_way([key if key in tried else "" for key in keys], place, way)
                    if found is not None:
                        return {**start, over.key: values[found]}
        return None

    def _half_way(self, keys: Sequence[str], place: int, way: int) -> int | None:
        """Return the place in `keys` halfway between what is too low and too high for a goal; None if there is none
        or one of them reaches the goal. Of an empty key, nothing is known.
        """
        low, high = -1, len(keys)
        for number, key in enumerate(keys):
            waves = self._played.get(key)
            if not waves:
                continue
            gap = self._goals[place].gap(waves[-1][place])
            if gap == 0:
                return None
            if gap * way < 0:
                low = max(low, number)
            else:
                high = min(high, number)
        return (low + high) // 2 if (low, high) != (-1, len(keys)) and high - low > 1 else None

    def _contradictions(self, tried: set[str] | None = None) -> dict[tuple[str, str], str]:
        """Return, by setting and measure, what was found against what the game declares: the clearest case of each,
        among the settings `tried` or all.
        """
        found: dict[tuple[str, str], str] = {}
        worst: dict[tuple[str, str], float] = {}
        known = {key: errors for key, errors in self._errors.items() if tried is None or key in tried}
        points = [(json.loads(key), self._played[key][-1], errors) for key, errors in sorted(known.items())]
        for over in self._over:
            for place, goal in enumerate(self._goals):
                way = _declared_way(over, goal.measure)
                for (a, one, one_errors), (b, two, two_errors) in permutations(points, 2) if way else ():
                    if a[over.key] < b[over.key] and {**a, over.key: b[over.key]} == b:
                        far = way * (one[place] - two[place])
                        error = hypot(one_errors[place], two_errors[place])
                        if far > SURE * error and far / (error or 1.0) > worst.get((over.key, goal.measure), 0.0):
                            worst[over.key, goal.measure] = far / (error or 1.0)
                            values = (a[over.key], one[place], b[over.key], two[place])
                            found[over.key, goal.measure] = _contradiction(self._game, over, goal, way, values)
        return found

    def _value_index(self, over: SearchedSetting, value: SettingValue) -> int | SettingValue | None:
        """Return a value as Optuna has it; None if it is not among those searched."""
        if value not in over.values:
            return None
        return over.values.index(value) if over.ordered else value

    def _suggest_value(self, trial: Any, over: SearchedSetting) -> SettingValue:
        if over.ordered:
            place: int = trial.suggest_int(over.key, 0, len(over.values) - 1)
            return over.values[place]
        value: SettingValue = trial.suggest_categorical(over.key, list(over.values))
        return value

    def _evaluate_trial(self, optuna: Any, trial: Any, chosen: Mapping[str, SettingValue]) -> tuple[float | None, Any]:
        pruned = optuna.trial.TrialState.PRUNED
        try:
            settings = self._complete_settings(chosen)
        except BadSetting:  # these values can't be combined
            self._played.setdefault(_settings_key(chosen), [])
            return None, pruned
        loss, plan, part = 0.0, self._plan_games(settings, SEARCH_SEED), Tallies()
        for wave in range(len(self._waves)):
            loss = self._loss(self._play_wave(chosen, plan, part, wave))
            trial.report(loss, wave)
            if wave + 1 < len(self._waves) and trial.should_prune():
                return None, pruned
        return loss, optuna.trial.TrialState.COMPLETE

    def _play_wave(self, chosen: Mapping[str, SettingValue], plan: StudyPlan, part: Tallies, wave: int) -> list[float]:
        """Return the goals' measures after a proposal has played one wave of games: continue from `part`, or use what
        is known from before.
        """
        known = self._played.setdefault(_settings_key(chosen), [])
        if len(known) <= wave:
            try:
                self._play_games(plan, self._waves[wave], part, SEARCH_PART)
            except _OutOfTime:
                self._unfinished_games += 0 if known else part.games((0,))
                if not known and part.games((0,)) >= MIN_GAMES:
                    self._unfinished[_settings_key(chosen)] = self._goal_values(plan.cells[0], part)
                raise
            known.append(self._goal_values(plan.cells[0], part))
            self._errors[_settings_key(chosen)] = self._standard_errors(plan.cells[0], part)
            self._write_checkpoint()
        return known[wave]

    def _choose_finalist(self) -> dict[str, SettingValue]:
        """Return the best of the nearest proposals, on other games than those by which they were found. If the time is
        up, return the nearest by the games of the search; without any, the usual settings.
        """
        whole = {key: waves[-1] for key, waves in self._played.items() if len(waves) == len(self._waves)}
        known = whole or self._figures_so_far()
        if not known:
            return {each.key: self._usual[each.key] for each in self._over}
        nearest = sorted(known, key=lambda key: (self._loss(known[key]), key))[:FINALISTS]
        tried: list[tuple[float, str]] = []
        for key in nearest if whole else ():
            plan = self._plan_games(self._complete_settings(json.loads(key)), CHOICE_SEED)
            try:
                part = self._play_games(plan, self._waves[-1], None, CHOICE_PART)
            except _OutOfTime:
                tried = []
                break
            both = [self._goal_values(plan.cells[0], part), known[key]]
            tried.append((self._loss([sum(pair) / 2 for pair in zip(*both, strict=True)]), key))
        found: dict[str, SettingValue] = json.loads(min(tried)[1] if tried else nearest[0])
        return found

    def _goal_results(self, settings: Mapping[str, SettingValue], until: float) -> tuple[list[GoalResult], int]:
        """Return the goals on new games, with their intervals, and the number of games. Stop when the part `until` of
        the time is over, after one chunk of games at least.
        """
        plan, part = self._plan_games(settings, ANSWER_SEED, self._fresh), Tallies()
        with suppress(_OutOfTime):
            self._play_games(plan, self._fresh, part, until)
        figures = self._measured_values(plan.cells[0], part)
        return [_goal_result(goal, figures[goal.measure]) for goal in self._goals], part.tallies[0].games

    # --- playing

    def _complete_settings(self, chosen: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
        return self._game.settings_for(self._players, {**self._settings, **chosen})

    def _plan_games(self, settings: Mapping[str, SettingValue], purpose: int, games: int | None = None) -> StudyPlan:
        seed = (self._seed + purpose * 1_000_003) % 2**63
        study = Study(
            self._game, settings=settings, players=self._players, bots=self._bots, seed=seed, games=games or 100_000
        )
        return study.plan

    def _play_games(
        self, plan: StudyPlan, games: int, part: Tallies | None = None, until: float | None = None
    ) -> Tallies:
        """Play until `part` has `games` games in all. Raise _OutOfTime when the part `until` of the time is over; what
        was played before stays in `part`.
        """
        part = Tallies() if part is None else part
        starts = range(part.games((0,)), min(games, plan.games), plan.size)
        chunks = [Chunk(0, start, min(plan.size, plan.games - start)) for start in starts]
        playing = [self._pool.submit(play_chunk, plan, chunk) for chunk in chunks]
        try:
            for each in playing:
                part.add(each.result())
                if until is not None and each is not playing[-1] and self._is_out_of_time(until):
                    raise _OutOfTime
        finally:
            for each in playing:
                each.cancel()
        return part

    def _measured_values(self, cell: PlannedCell, part: Tallies | None) -> dict[str, MeasuredValue]:
        """Return every measure that a goal may name; without games only their names."""
        found = {}
        for number, column in enumerate(cell_measures(cell)):
            moments = (0, 0, 0) if part is None else part.tallies[0].moments[number].tolist()
            interval = st.Interval(0.0, 0.0, 0.0, 0.0, 0) if part is None else measure_interval(column, moments, False)
            found[column.name] = _measured_value(column, column.name, column.words, column.kind, interval)
            if column.name in ("turns", "minutes"):
                for share in (5, 50, 95):
                    name, words = f"{column.name}-{share}", f"{column.words}: {share}th percentile"
                    if part is not None:
                        interval = st.quantile_interval(part.tallies[0].histograms.get(column.name, {}), share / 100)
                    found[name] = _measured_value(column, name, words, "quantile", interval)
        found.pop("hero", None)
        return found

    def _goal_values(self, cell: PlannedCell, part: Tallies) -> list[float]:
        figures = self._measured_values(cell, part)
        return [figures[goal.measure].value for goal in self._goals]

    def _standard_errors(self, cell: PlannedCell, part: Tallies) -> list[float]:
        """Return the standard errors of the goals' measures; infinite where the interval has no end."""
        figures = [self._measured_values(cell, part)[goal.measure] for goal in self._goals]
        return [inf if m.low is None or m.high is None else (m.high - m.low) / 2 / Z for m in figures]

    def _loss(self, values: Sequence[float]) -> float:
        """Return how far the values lie from the goals, in squared steps."""
        return sum(goal.away(value) ** 2 for goal, value in zip(self._goals, values, strict=True))

    def _count_games(self, tried: set[str] | None = None) -> int:
        """Return the number of games of the search, of these settings or all."""
        counted = [len(waves) for key, waves in self._played.items() if tried is None or key in tried]
        return sum(self._waves[waves - 1] for waves in counted if waves)

    # --- what is kept

    def _checkpoint_identity(self) -> dict[str, Any]:
        """Return all on which the figures depend; a save belongs to one such identity."""
        asked = {
            "given": self._settings,
            "searched": [[each.key, list(each.values)] for each in self._over],
            "goals": [goal.strict for goal in self._goals],
            "waves": list(self._waves),
        }
        plain: dict[str, Any] = json.loads(json.dumps(checkpoint_identity(self._base) | asked))
        return plain

    def _read_checkpoint(self) -> None:
        if self._path is None or not self._path.exists():
            self._write_checkpoint()  # fail now if nothing can be saved there
            return
        try:
            if self._path.stat().st_size > MAX_FILE_SIZE:
                raise ValueError
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if kept["format"] != FORMAT:
                raise ValueError
            identity = self._checkpoint_identity()
            if not identity.keys() <= kept.keys():
                raise ValueError
            mismatch = explain_mismatch(kept, identity, MISMATCH_WORDS)
            played = {} if mismatch else {key: self._decode_waves(key, waves) for key, waves in kept["played"].items()}
            errors = {
                key: self._decode_errors(found) for key, found in kept.get("errors", {}).items() if played.get(key)
            }
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise BadSave(f"{self._name} isn't a search that this version saved ({FORMAT}).") from error
        if mismatch:
            raise BadSave(f"{self._name} was made with {mismatch}.")
        self._played = played
        self._errors = errors

    def _decode_waves(self, key: str, waves: Sequence[Sequence[float]]) -> list[list[float]]:
        """Return what the save says of a proposal, if it is one; its key is read again when the nearest are chosen."""
        values = {each.key: [json.dumps(value) for value in each.values] for each in self._over}
        chosen = json.loads(key)
        if _settings_key(chosen) != key or chosen.keys() != values.keys() or len(waves) > len(self._waves):
            raise ValueError
        if not all(json.dumps(value) in values[each] for each, value in chosen.items()):
            raise ValueError
        found = [[float(x) for x in wave] for wave in waves]
        if not all(len(wave) == len(self._goals) and all(map(isfinite, wave)) for wave in found):
            raise ValueError
        return found

    def _decode_errors(self, saved: Sequence[float | None]) -> list[float]:
        """Return the standard errors of a proposal as the save has them; an infinite one is None there."""
        found = [inf if error is None else abs(float(error)) for error in saved]
        if len(found) != len(self._goals):
            raise ValueError
        return found

    def _write_checkpoint(self) -> None:
        if self._checkpoint is not None:
            errors = {key: [x if isfinite(x) else None for x in known] for key, known in self._errors.items()}
            saved = {"format": FORMAT, "dicehouse": VERSION, **self._checkpoint_identity()}
            self._checkpoint.put({**saved, "played": self._played, "errors": errors})


def _settings_key(chosen: Mapping[str, SettingValue]) -> str:
    return json.dumps(dict(sorted(chosen.items())))


def _measured_value(column: StandardMeasure, name: str, words: str, kind: str, interval: st.Interval) -> MeasuredValue:
    low, high = finite_or_none(interval.low), finite_or_none(interval.high)
    return MeasuredValue(name, words, column.unit, kind, interval.value, low, high, interval.sd, interval.n)


def _declared_way(over: SearchedSetting, measure: str) -> int:
    """Return 1 if a game declares that a measure never falls when a setting is raised, -1 if it never rises, and 0 if
    it declares nothing.
    """
    return 1 if measure in over.raises else -1 if measure in over.lowers else 0


def _contradiction(
    game: Game,
    over: SearchedSetting,
    goal: TuningGoal,
    way: int,
    values: tuple[SettingValue, float, SettingValue, float],
) -> str:
    """Return what was found against what a game declares about a setting."""
    low, one, high, two = values
    declared = "never lowers" if way > 0 else "never raises"
    unit = f" {goal.measure}" if goal.measure in COUNTED_BY_NAME else ""
    figures = [f"{100 * x:.1f}%" if goal.is_share else f"{x:,.1f}{unit}" for x in (one, two)]
    return (
        f"{game.name} declares that raising {over.key} {declared} {goal.measure}. But {over.key}={low} gave"
        f" {figures[0]}, and {over.key}={high} gave {figures[1]}. So the search did not rely on it."
    )


def _goal_result(goal: TuningGoal, measure: MeasuredValue) -> GoalResult:
    low, high = measure.low, measure.high
    verdict = goal.verdict(low, high)
    inside, gap = goal.holds(measure.value), goal.gap(measure.value)
    return GoalResult(
        goal.strict, goal.measure, measure.words, measure.value, low, high, verdict, inside, measure.unit, gap
    )


def _import_optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise OptunaMissing(MISSING) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
