"""The search for settings that meet a goal: a well-kept optimiser proposes (Optuna's TPE), studies answer.

Every proposal plays the same games with the same dice, block by block, and is given up early where others did better.
The nearest few then play other games, so that luck in the search does not choose; and what is found plays fresh ones
beside the usual settings, from which alone the intervals come.
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

from dicehouse.errors import BadSave, BadSetting, DicehouseError
from dicehouse.kit import Game
from dicehouse.kit.settings import Setting, Value, short

from . import statistics as st
from .chunks import Chunk, Part, columns_of, play_chunk, prepare
from .finding import interval_of, known
from .findings import Measure
from .goals import Goal
from .plan import Cell, Plan, is_compiled
from .saving import NAMES, Kept, made_with
from .study import Study

FORMAT = "dicehouse-tune/2"
WRONG = NAMES | {
    "given": "other settings",
    "searched": "other settings to search over",
    "goals": "another goal",
    "waves": "another number of games for each proposal",
}
WAVES = (512, 1024)  # games after which a proposal is judged, and then given up or played on
SLOW_WAVES = (128, 256)  # the same where a game takes a second, not a millisecond
FINALISTS = 5
MOST_TRIALS = 2_000
USUAL_GAMES, USUAL_FRESH = 50_000, 4_000
MOST_BYTES = 16 * 1024 * 1024
MISSING = "The search needs Optuna: install dicehouse[tune], for instance with: pip install optuna."
SEARCHED, CHOSEN, FRESH = range(3)  # added to the seed: the games of the search, of the choice, of the answer
Progress = Callable[[int, int], None]


class _Late(Exception):
    """The time of the search is over."""


class NoOptuna(DicehouseError):
    """The extra that the search needs is not installed."""


@dataclass(frozen=True)
class Over:
    """A setting over which is searched, with the values that it may take, in order."""

    key: str
    values: tuple[Value, ...]
    ordered: bool  # numbers, of which near ones do alike


@dataclass(frozen=True)
class Answer:
    """One goal in one variant, on fresh games."""

    goal: str
    measure: str
    words: str
    value: float
    low: float | None
    high: float | None
    verdict: str  # met, missed or open
    inside: bool  # whether the figure itself lies where it is wanted


@dataclass(frozen=True)
class Tuned:
    """What was found. `settings` are those searched over; `usual` and `found` have an answer for each goal."""

    game: str
    title: str
    players: int
    bots: list[str]
    goals: list[str]
    seed: int
    games: int  # that the search has played
    tried: int  # settings
    of: int  # how many there are
    judged: int  # games by which each was
    fresh: int  # games of each answer
    stopped: str
    seconds: float
    settings: dict[str, Value]
    usual_settings: dict[str, Value]
    usual: list[Answer]
    found: list[Answer]

    @property
    def met(self) -> bool:
        """Whether every goal is met for sure."""
        return all(answer.verdict == "met" for answer in self.found)

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return asdict(self) | {"met": self.met}


def over(game: Game, wanted: str) -> list[Over]:
    """What `--over` names: "target=5000..12000,opening=0..1000,scoring=classic|printed,piggyback"."""
    settings = {setting.key: setting for setting in game.settings}
    found: list[Over] = []
    for part in wanted.split(","):
        key, equals, values = (each.strip() for each in part.partition("="))
        if key not in settings:
            raise BadSetting(f"{game.name} has no setting {short(key)}; there are: {', '.join(settings) or 'none'}.")
        if key in {each.key for each in found}:
            raise BadSetting(f"The setting {key} is named twice.")
        found.append(Over(key, _values(settings[key], values if equals else ""), settings[key].kind == "number"))
    return found


def _values(setting: Setting, wanted: str) -> tuple[Value, ...]:
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
        raise BadSetting(f"The band of {setting.key} goes from the lower end to the higher, not {short(wanted)}.")
    return tuple(range(low, high + 1, setting.step))


class Tuning:
    """One search. The same arguments find the same, however many threads work and however often it was broken off;
    only `minutes` depends on the machine. `settings` hold throughout; `usual` are those, of what is searched over, with
    which the answer is compared: by default the game's own.
    """

    def __init__(
        self,
        game: Game,
        goals: Sequence[Goal],
        over: Sequence[Over],
        *,
        players: int | None = None,
        settings: Mapping[str, object] | None = None,
        usual: Mapping[str, object] | None = None,
        bots: Sequence[str] = ("sensible",),
        seed: int = 0,
        games: int = USUAL_GAMES,
        fresh: int = USUAL_FRESH,
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
        self._usual = game.agree(self._players, {**(usual or {}), **self._settings})
        self._base = self._plan(self._usual, SEARCHED)
        self._waves = WAVES if is_compiled(self._base.cells[0]) else SLOW_WAVES
        there = set(self._figures(self._base.cells[0], None))
        for goal in self._goals:
            if goal.measure not in there:
                raise BadSetting(
                    f"{goal.measure} is not measured with {self._players}; there are: {', '.join(sorted(there))}."
                )
        self._save = None if save is None else Kept(Path(save), "search")
        self._name, self._path = short(str(save)), None if save is None else Path(save)
        self._played: dict[str, list[list[float]]] = {}

    def run(self, jobs: int = 1, progress: Progress | None = None) -> Tuned:
        """Search, choose, and answer."""
        optuna = _optuna()
        with self._save or nullcontext():
            self._read()
            return self._found(optuna, jobs, progress)

    def _found(self, optuna: Any, jobs: int, progress: Progress | None) -> Tuned:
        self._began, self._progress = perf_counter(), progress
        prepare(self._base)
        with ThreadPoolExecutor(jobs) as self._pool:
            stopped = self._search(optuna)
            chosen = self._choose()
            usual, found = self._answers(self._usual), self._answers(self._agreed(chosen))
        return Tuned(
            self._game.id,
            self._game.name,
            self._players,
            list(self._bots),
            [goal.strict for goal in self._goals],
            self._seed,
            self._count(),
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
        usual = {each.key: self._number(each, self._usual[each.key]) for each in self._over}
        if None not in usual.values():
            study.enqueue_trial(usual)
        tried: set[str] = set()
        for _ in range(MOST_TRIALS):
            if self._count(tried) >= self._games:
                return "games"
            if self._late():
                return "minutes"
            if len(tried) == prod(len(each.values) for each in self._over):
                return "all tried"
            trial = study.ask()
            chosen = {each.key: self._suggested(trial, each) for each in self._over}
            try:
                study.tell(trial, *self._judged(optuna, trial, chosen))
            except _Late:
                return "minutes"
            tried.add(_key(chosen))
            if self._progress:
                self._progress(min(self._count(tried), self._games), self._games)
        return "proposals"

    def _late(self) -> bool:
        return self._minutes is not None and perf_counter() - self._began > 60 * self._minutes

    def _number(self, over: Over, value: Value) -> int | Value | None:
        """A value as Optuna has it; None if it is not among those searched."""
        if value not in over.values:
            return None
        return over.values.index(value) if over.ordered else value

    def _suggested(self, trial: Any, over: Over) -> Value:
        if over.ordered:
            place: int = trial.suggest_int(over.key, 0, len(over.values) - 1)
            return over.values[place]
        value: Value = trial.suggest_categorical(over.key, list(over.values))
        return value

    def _judged(self, optuna: Any, trial: Any, chosen: Mapping[str, Value]) -> tuple[float | None, Any]:
        pruned = optuna.trial.TrialState.PRUNED
        try:
            settings = self._agreed(chosen)
        except BadSetting:  # these values don't go together
            self._played.setdefault(_key(chosen), [])
            return None, pruned
        loss, plan, part = 0.0, self._plan(settings, SEARCHED), Part()
        for wave in range(len(self._waves)):
            loss = self._loss(self._wave(chosen, plan, part, wave))
            trial.report(loss, wave)
            if wave + 1 < len(self._waves) and trial.should_prune():
                return None, pruned
        return loss, optuna.trial.TrialState.COMPLETE

    def _wave(self, chosen: Mapping[str, Value], plan: Plan, part: Part, wave: int) -> list[float]:
        """The goals' measures after a wave of a proposal: played on from `part`, or known from before."""
        known = self._played.setdefault(_key(chosen), [])
        if len(known) <= wave:
            self._play(plan, self._waves[wave], part, hurried=True)
            known.append(self._of_goals(plan.cells[0], part))
            self._keep()
        return known[wave]

    def _choose(self) -> dict[str, Value]:
        """The best of the nearest, on other games than those by which they were found."""
        whole = {key: waves for key, waves in self._played.items() if len(waves) == len(self._waves)}
        if not whole:
            raise BadSetting(
                f"Not one proposal was played to its end, which takes {self._waves[-1]:,} games;"
                " give the search more time."
            )
        nearest = sorted(whole, key=lambda key: (self._loss(whole[key][-1]), key))[:FINALISTS]
        tried = []
        for key in nearest:
            plan = self._plan(self._agreed(json.loads(key)), CHOSEN)
            both = [self._of_goals(plan.cells[0], self._play(plan, self._waves[-1])), whole[key][-1]]
            tried.append((self._loss([sum(pair) / 2 for pair in zip(*both, strict=True)]), key))
        found: dict[str, Value] = json.loads(min(tried)[1])
        return found

    def _answers(self, settings: Mapping[str, Value]) -> list[Answer]:
        """The goals on fresh games, with their intervals."""
        plan = self._plan(settings, FRESH, self._fresh)
        part = self._play(plan, self._fresh)
        figures = self._figures(plan.cells[0], part)
        return [_answer(goal, figures[goal.measure]) for goal in self._goals]

    # --- playing

    def _agreed(self, chosen: Mapping[str, Value]) -> dict[str, Value]:
        return self._game.agree(self._players, {**self._settings, **chosen})

    def _plan(self, settings: Mapping[str, Value], purpose: int, games: int | None = None) -> Plan:
        seed = (self._seed + purpose * 1_000_003) % 2**63
        study = Study(
            self._game, settings=settings, players=self._players, bots=self._bots, seed=seed, games=games or 100_000
        )
        return study.plan

    def _play(self, plan: Plan, games: int, part: Part | None = None, hurried: bool = False) -> Part:
        """Play so many games in all, on from those of `part`; who is hurried breaks off when the time is over."""
        part = Part() if part is None else part
        starts = range(part.games((0,)), min(games, plan.games), plan.size)
        chunks = [Chunk(0, start, min(plan.size, plan.games - start)) for start in starts]
        playing = [self._pool.submit(play_chunk, plan, chunk) for chunk in chunks]
        try:
            for each in playing:
                if hurried and self._late():
                    raise _Late
                part.add(each.result())
        finally:
            for each in playing:
                each.cancel()
        return part

    def _figures(self, cell: Cell, part: Part | None) -> dict[str, Measure]:
        """Every measure that a goal may name; without games, only which there are."""
        found = {}
        for number, column in enumerate(columns_of(cell)):
            moments = (0, 0, 0) if part is None else part.tallies[0].moments[number].tolist()
            interval = st.Interval(0.0, 0.0, 0.0, 0.0, 0) if part is None else interval_of(column, moments, False)
            found[column.name] = _measure(column.name, column.words, column.kind, interval)
            if column.name in ("turns", "minutes"):
                for share in (5, 50, 95):
                    name, words = f"{column.name}-{share}", f"{column.words}, {share} games of 100 have no more"
                    if part is not None:
                        interval = st.quantile(part.tallies[0].histograms.get(column.name, {}), share / 100)
                    found[name] = _measure(name, words, "quantile", interval)
        found.pop("hero", None)
        return found

    def _of_goals(self, cell: Cell, part: Part) -> list[float]:
        figures = self._figures(cell, part)
        return [figures[goal.measure].value for goal in self._goals]

    def _loss(self, values: Sequence[float]) -> float:
        """How far from the goals, in squared steps."""
        return sum(goal.away(value) ** 2 for goal, value in zip(self._goals, values, strict=True))

    def _count(self, tried: set[str] | None = None) -> int:
        """The games of the search, of these settings or all."""
        counted = [len(waves) for key, waves in self._played.items() if tried is None or key in tried]
        return sum(self._waves[waves - 1] for waves in counted if waves)

    # --- what is kept

    def _made_with(self) -> dict[str, Any]:
        """What a save belongs to: all on which the figures depend."""
        asked = {
            "given": self._settings,
            "searched": [[each.key, list(each.values)] for each in self._over],
            "goals": [goal.strict for goal in self._goals],
            "waves": list(self._waves),
        }
        plain: dict[str, Any] = json.loads(json.dumps(made_with(self._base) | asked))
        return plain

    def _read(self) -> None:
        if self._path is None or not self._path.exists():
            self._keep()  # a place where nothing can be kept is found out now
            return
        try:
            if self._path.stat().st_size > MOST_BYTES:
                raise ValueError
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if kept["format"] != FORMAT:
                raise ValueError
            wrong = [WRONG[key] for key, value in self._made_with().items() if kept[key] != value]
            played = {} if wrong else {key: self._waves_of(key, waves) for key, waves in kept["played"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise BadSave(f"{self._name} is no save of a search of this version ({FORMAT}).") from error
        if wrong:
            raise BadSave(f"{self._name} was made with {' and '.join(wrong)}; name another file to begin anew.")
        self._played = played

    def _waves_of(self, key: str, waves: Sequence[Sequence[float]]) -> list[list[float]]:
        """What the file says of a proposal, if it is one: its key is read again when the nearest are chosen."""
        values = {each.key: [json.dumps(value) for value in each.values] for each in self._over}
        chosen = json.loads(key)
        if _key(chosen) != key or chosen.keys() != values.keys() or len(waves) > len(self._waves):
            raise ValueError
        if not all(json.dumps(value) in values[each] for each, value in chosen.items()):
            raise ValueError
        found = [[float(x) for x in wave] for wave in waves]
        if not all(len(wave) == len(self._goals) and all(map(isfinite, wave)) for wave in found):
            raise ValueError
        return found

    def _keep(self) -> None:
        if self._save is not None:
            self._save.put({"format": FORMAT, **self._made_with(), "played": self._played})


def _key(chosen: Mapping[str, Value]) -> str:
    return json.dumps(dict(sorted(chosen.items())))


def _measure(name: str, words: str, kind: str, interval: st.Interval) -> Measure:
    low, high = known(interval.low), known(interval.high)
    return Measure(name, words, "", kind, interval.value, low, high, interval.sd, interval.n)


def _answer(goal: Goal, measure: Measure) -> Answer:
    low, high = measure.low, measure.high
    verdict = goal.verdict(low, high)
    return Answer(
        goal.strict, goal.measure, measure.words, measure.value, low, high, verdict, goal.holds(measure.value)
    )


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise NoOptuna(MISSING) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
