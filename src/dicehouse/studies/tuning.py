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
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from math import isfinite, prod
from pathlib import Path
from time import perf_counter
from typing import Any

from dicehouse.core import Game
from dicehouse.core.settings import Setting, SettingValue
from dicehouse.errors import BadSave, BadSetting, DicehouseError
from dicehouse.text_format import shorten
from dicehouse.version import VERSION

from . import study_statistics as st
from .analysis import finite_or_none, measure_interval
from .chunks import Chunk, Tallies, compile_games, play_chunk
from .result_types import MeasuredValue
from .standard_measures import cell_measures
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
MISSING = "The search needs Optuna: install dicehouse[tune], for instance with: pip install optuna."
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


@dataclass(frozen=True)
class GoalResult:
    """Hold one goal in one variant, measured on new games."""

    goal: str
    measure: str
    words: str
    value: float
    low: float | None
    high: float | None
    verdict: str  # met, missed or open
    inside: bool  # whether the figure lies in the wanted range


@dataclass(frozen=True)
class TuningResult:
    """Hold what a search found.

    `settings` are those searched over; `usual` and `found` have an answer for each goal.
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
            raise BadSetting(f"{game.name} has no setting {shorten(key)}; there are: {', '.join(settings) or 'none'}.")
        if key in {each.key for each in found}:
            raise BadSetting(f"The setting {key} is named twice.")
        found.append(
            SearchedSetting(key, _parse_values(settings[key], values if equals else ""), settings[key].kind == "number")
        )
    return found


def _parse_values(setting: Setting, wanted: str) -> tuple[SettingValue, ...]:
    if "|" in wanted or (wanted and ".." not in wanted):
        values = tuple(setting.check(value.strip()) for value in wanted.split("|"))
        if len(set(values)) < 2:
            raise BadSetting(f"Name several values of {setting.key}, or a band: there is nothing to search over.")
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
        raise BadSetting(f"The band of {setting.key} goes from the lower end to the higher, not {shorten(wanted)}.")
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
            raise BadSetting(f"The setting {sorted(clash)[0]} is either given or searched over.")
        self._usual = game.settings_for(self._players, {**(usual or {}), **self._settings})
        self._base = self._plan_games(self._usual, SEARCH_SEED)
        self._waves = TRIAL_GAMES if plays_compiled(self._base.cells[0]) else SLOW_TRIAL_GAMES
        there = set(self._measured_values(self._base.cells[0], None))
        for goal in self._goals:
            if goal.measure not in there:
                raise BadSetting(
                    f"{goal.measure} is not measured with {self._players}; there are: {', '.join(sorted(there))}."
                )
        self._checkpoint = None if save is None else CheckpointFile(Path(save), "search")
        self._name, self._path = shorten(str(save)), None if save is None else Path(save)
        self._played: dict[str, list[list[float]]] = {}

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
            stopped = self._search(optuna)
            chosen = self._choose_finalist()
            usual, found = self._goal_results(self._usual), self._goal_results(self._complete_settings(chosen))
        return TuningResult(
            self._game.id,
            self._game.name,
            self._players,
            list(self._bots),
            [goal.strict for goal in self._goals],
            self._seed,
            self._count_games(),
            len(self._played),
            prod(len(each.values) for each in self._over),
            self._waves[-1],
            self._fresh,
            stopped,
            round(perf_counter() - self._began, 3),
            chosen,
            {each.key: self._usual[each.key] for each in self._over},
            usual,
            found,
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

    def _is_out_of_time(self) -> bool:
        return self._minutes is not None and perf_counter() - self._began > 60 * self._minutes

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
            self._play_games(plan, self._waves[wave], part, hurried=True)
            known.append(self._goal_values(plan.cells[0], part))
            self._write_checkpoint()
        return known[wave]

    def _choose_finalist(self) -> dict[str, SettingValue]:
        """Return the best of the nearest proposals, on other games than those by which they were found."""
        whole = {key: waves for key, waves in self._played.items() if len(waves) == len(self._waves)}
        if not whole:
            raise BadSetting(
                f"Not one proposal was played to its end, which takes {self._waves[-1]:,} games;"
                " give the search more time."
            )
        nearest = sorted(whole, key=lambda key: (self._loss(whole[key][-1]), key))[:FINALISTS]
        tried = []
        for key in nearest:
            plan = self._plan_games(self._complete_settings(json.loads(key)), CHOICE_SEED)
            both = [self._goal_values(plan.cells[0], self._play_games(plan, self._waves[-1])), whole[key][-1]]
            tried.append((self._loss([sum(pair) / 2 for pair in zip(*both, strict=True)]), key))
        found: dict[str, SettingValue] = json.loads(min(tried)[1])
        return found

    def _goal_results(self, settings: Mapping[str, SettingValue]) -> list[GoalResult]:
        """Return the goals on new games, with their intervals."""
        plan = self._plan_games(settings, ANSWER_SEED, self._fresh)
        part = self._play_games(plan, self._fresh)
        figures = self._measured_values(plan.cells[0], part)
        return [_goal_result(goal, figures[goal.measure]) for goal in self._goals]

    # --- playing

    def _complete_settings(self, chosen: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
        return self._game.settings_for(self._players, {**self._settings, **chosen})

    def _plan_games(self, settings: Mapping[str, SettingValue], purpose: int, games: int | None = None) -> StudyPlan:
        seed = (self._seed + purpose * 1_000_003) % 2**63
        study = Study(
            self._game, settings=settings, players=self._players, bots=self._bots, seed=seed, games=games or 100_000
        )
        return study.plan

    def _play_games(self, plan: StudyPlan, games: int, part: Tallies | None = None, hurried: bool = False) -> Tallies:
        """Play until `part` has `games` games in all; if `hurried`, break off when the time is over."""
        part = Tallies() if part is None else part
        starts = range(part.games((0,)), min(games, plan.games), plan.size)
        chunks = [Chunk(0, start, min(plan.size, plan.games - start)) for start in starts]
        playing = [self._pool.submit(play_chunk, plan, chunk) for chunk in chunks]
        try:
            for each in playing:
                if hurried and self._is_out_of_time():
                    raise _OutOfTime
                part.add(each.result())
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
            found[column.name] = _measured_value(column.name, column.words, column.kind, interval)
            if column.name in ("turns", "minutes"):
                for share in (5, 50, 95):
                    name, words = f"{column.name}-{share}", f"{column.words}: {share}th percentile"
                    if part is not None:
                        interval = st.quantile_interval(part.tallies[0].histograms.get(column.name, {}), share / 100)
                    found[name] = _measured_value(name, words, "quantile", interval)
        found.pop("hero", None)
        return found

    def _goal_values(self, cell: PlannedCell, part: Tallies) -> list[float]:
        figures = self._measured_values(cell, part)
        return [figures[goal.measure].value for goal in self._goals]

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
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise BadSave(f"{self._name} is no save of a search of this version ({FORMAT}).") from error
        if mismatch:
            raise BadSave(f"{self._name} was made with {mismatch}.")
        self._played = played

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

    def _write_checkpoint(self) -> None:
        if self._checkpoint is not None:
            identity = self._checkpoint_identity()
            self._checkpoint.put({"format": FORMAT, "dicehouse": VERSION, **identity, "played": self._played})


def _settings_key(chosen: Mapping[str, SettingValue]) -> str:
    return json.dumps(dict(sorted(chosen.items())))


def _measured_value(name: str, words: str, kind: str, interval: st.Interval) -> MeasuredValue:
    low, high = finite_or_none(interval.low), finite_or_none(interval.high)
    return MeasuredValue(name, words, "", kind, interval.value, low, high, interval.sd, interval.n)


def _goal_result(goal: TuningGoal, measure: MeasuredValue) -> GoalResult:
    low, high = measure.low, measure.high
    verdict = goal.verdict(low, high)
    return GoalResult(
        goal.strict, goal.measure, measure.words, measure.value, low, high, verdict, goal.holds(measure.value)
    )


def _import_optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise OptunaMissing(MISSING) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
