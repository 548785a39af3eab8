"""A study: many games of some variants, until what is asked is known well enough.

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
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Protocol

from dicehouse.errors import BadSetting
from dicehouse.games import find
from dicehouse.kit import Game
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.version import VERSION

from .chunks import PEOPLE, Chunk, Part, chunks, play_chunk, prepare
from .finding import cells_of, comparisons_of, exempt
from .findings import FORM, Findings
from .plan import Asked, Plan, plan
from .precision import precise
from .saving import Saved
from .warning import warnings_of
from .wording import typed

USUAL_GAMES = 2_000
MOST_BY_PRECISION = 1_000_000
USUAL_BOTS = ("sensible",)
AHEAD = 2  # chunks for each thread that may be under way
SAVED_EVERY = 5.0  # seconds
GAMES, PRECISION, MINUTES, INTERRUPTED = "games", "precision", "minutes", "interrupted"
Progress = Callable[[int, int], None]
Games = str | Game | Sequence[str | Game] | Mapping[str, str | Game]


class Pending(Protocol):
    """A chunk that is being played."""

    def result(self) -> Part:
        """What came of it, as soon as it is there."""

    def cancel(self) -> object:
        """Nobody waits for it any more."""


class Crew(Protocol):
    """Who plays chunks: threads here, or the machines of a cluster (cluster.py)."""

    @property
    def width(self) -> int:
        """How many chunks they play at once."""

    def submit(self, chunk: Chunk) -> Pending:
        """Have a chunk played."""


class Study:
    """Games x settings x numbers of players x bots, and what is to be found out about them.

    `game` is a game or its id; several, or several by the names of their rules, are compared with the first. `vary`
    names settings with the values that each takes; the variants are all their combinations. `items` are things or
    groups of things ("card", "faction") to be granted or denied; `levels` are bots, weakest first, between which luck
    is told from skill; in the first `weigh` games of each variant choices are weighed. It stops after `games` games of
    each variant, or when all shares of the first seat and all lengths are known to `precision` (a part: 0.005), or
    after so many `minutes`.

    The same arguments give the same figures, however many threads or machines work and however often it was broken off.
    """

    def __init__(
        self,
        game: Games,
        *,
        vary: Mapping[str, Sequence[object]] | None = None,
        settings: Mapping[str, object] | None = None,
        players: int | Sequence[int] | None = None,
        bots: Sequence[str] = USUAL_BOTS,
        levels: Sequence[str] = (),
        items: Sequence[str] = (),
        seed: int = 0,
        games: int | None = None,
        precision: float | None = None,
        minutes: float | None = None,
        save: Path | str | None = None,
        cap: int = MAX_DECISIONS,
        weigh: int = 0,
    ) -> None:
        rules, found = _games_of(game)
        if precision is not None and not 0.0001 <= precision <= 0.2:
            raise BadSetting("The precision of a study is from 0.01 % to 20 %.")
        if minutes is not None and not minutes > 0:
            raise BadSetting("The time of a study is more than 0 minutes.")
        if games is None:
            games = USUAL_GAMES if precision is None and minutes is None else MOST_BY_PRECISION
        seated = (found[0].usual,) if players is None else (players,) if isinstance(players, int) else tuple(players)
        self.precision, self.minutes = precision, minutes
        self.save = None if save is None else Path(save)
        self.command = ""
        self._asked = Asked(
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
        )
        self.plan: Plan = plan(self._asked)
        self.command = _command(self._asked, precision, minutes)

    @property
    def asked(self) -> Asked:
        """What it was asked to play, from which anybody makes the same plan."""
        return self._asked

    def run(self, jobs: int = 1, progress: Progress | None = None, crew: Crew | None = None) -> Findings:
        """Play it on so many threads, or have a crew play it.

        BadSave if the file of an earlier run doesn't fit, or another run is at it.

        ^C ends it early, with what is known so far.
        """
        run = _Run(self, jobs, progress, crew)
        stopped = run.play()
        if stopped == INTERRUPTED and not self._seen(run.part):
            raise KeyboardInterrupt
        return self.findings(run.part, run.seconds, stopped)

    def findings(self, part: Part, seconds: float = 0.0, stopped: str = GAMES) -> Findings:
        """What the chunks played so far tell; whoever plays them elsewhere calls this."""
        if not self._seen(part):
            raise BadSetting("Not one part of the study was played in this time; give it more.")
        sequence = self.precision is not None
        cells, places = cells_of(self.plan, part, sequence)
        comparisons = comparisons_of(self.plan, part, places, sequence)
        game = self._asked.games[0]
        return Findings(
            FORM,
            VERSION,
            game.id,
            game.name,
            cells[0].rules,
            self.command,
            self.plan.seed,
            list(self._asked.bots),
            0.95,
            "sequence" if sequence else "fixed",
            round(seconds, 3),
            stopped,
            dict(zip(("option", "event", "turn"), (tenths / 10 for tenths in PEOPLE), strict=True)),
            cells,
            comparisons,
            warnings_of(self.plan, cells, comparisons, stopped, self.precision),
            exempt(cells) if sequence else [],
        )

    def _seen(self, part: Part) -> bool:
        """Whether every variant has something to show."""
        return all(place in part.tallies for place in range(len(self.plan.cells)))

    def enough(self, part: Part) -> bool:
        """Whether all that is asked is known as well as was asked."""
        return self.precision is not None and precise(self.plan, part, self.precision)


def _games_of(game: Games) -> tuple[list[str | None], list[Game]]:
    if isinstance(game, Mapping):
        named = list(game.items())
    else:
        several = [game] if isinstance(game, (str, Game)) else list(game)
        named = [("" if place == 0 else _find(each).name, each) for place, each in enumerate(several)]
        if len(named) > 1:
            named[0] = (_find(several[0]).name, several[0])
    if not named:
        raise BadSetting("A study needs a game.")
    names = [name or None for name, _ in named]
    if len(set(names)) < len(names):
        raise BadSetting("Rules that are compared need names of their own.")
    return names, [_find(each) for _, each in named]


def _find(game: str | Game) -> Game:
    return find(game) if isinstance(game, str) else game


def _command(asked: Asked, precision: float | None, minutes: float | None) -> str:
    """The command line that makes the same study, as far as there is one."""
    words = ["dicehouse", "study", asked.games[0].id]
    for key, values in asked.vary.items():
        words += ["--vary", f"{key}={','.join(map(typed, values))}"]
    for key, value in asked.settings.items():
        words += ["--option", f"{key}={typed(value)}"]
    if tuple(asked.players) != (asked.games[0].usual,):
        words += ["--players", ",".join(map(str, asked.players))]
    if asked.bots != USUAL_BOTS:
        words += ["--bots", ",".join(asked.bots)]
    if asked.levels:
        words += ["--levels", ",".join(asked.levels)]
    for item in asked.items:
        words += ["--worth", item]
    if asked.weighed:
        words += ["--weigh", str(asked.weighed)]
    if precision is not None:
        words += ["--precision", f"{100 * precision:.6g}%"]
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    usual = USUAL_GAMES if precision is None and minutes is None else MOST_BY_PRECISION
    if asked.number != usual:
        words += ["--games", str(asked.number)]
    return shlex.join([*words, "--seed", str(asked.seed)])


class _Run:
    """A study while it is played: chunks on threads, taken over in their order, so that any stop is after a prefix."""

    def __init__(self, study: Study, jobs: int, progress: Progress | None, crew: Crew | None) -> None:
        self._study, self._plan, self._progress, self._crew = study, study.plan, progress, crew
        self._jobs = jobs
        self._total = sum(len(family) for family in self._plan.families) * self._plan.games
        self._began = self._written = perf_counter()
        self._before = 0.0  # seconds of earlier runs
        self._saved = None if study.save is None else Saved(study.save, study.plan)
        self.part, self._games = Part(), 0

    @property
    def seconds(self) -> float:
        """What the games have taken, those of earlier runs included."""
        return self._before + perf_counter() - self._began

    def play(self) -> str:
        """Play until there is enough; returns why it stopped."""
        if self._saved is None:
            return self._play()
        with self._saved as saved:
            self.part, self._before = saved.read()
            self._games = sum(tally.games for tally in self.part.tallies.values())
            self._keep()  # a place where nothing can be kept is found out now
            return self._play()

    def _play(self) -> str:
        if self._crew is None:  # else it is prepared where it is played
            prepare(self._plan)
        self._began = self._written = perf_counter()
        if self._whole() and self._study.enough(self.part):
            return PRECISION
        stopped = GAMES
        try:
            self._tell()
            with closing(self._played()) as played:
                for chunk, part in played:
                    if self._take(chunk, part):
                        stopped = PRECISION
                        break
                else:
                    stopped = MINUTES if self._late() and self._games < self._total else GAMES
        except KeyboardInterrupt:
            stopped = INTERRUPTED
        finally:
            self._keep()
        return stopped

    def _take(self, chunk: Chunk, part: Part) -> bool:
        """Take over the next chunk; whether that is enough."""
        self.part = self.part.with_(part)
        self._games += chunk.games * len(self._plan.families[chunk.family])
        self._tell()
        if perf_counter() - self._written > SAVED_EVERY:
            self._keep()
        return self._whole() and self._study.enough(self.part)

    def _whole(self) -> bool:
        """Whether every family has played as many games."""
        return len({self.part.games(family) for family in self._plan.families} - {0}) == 1

    def _late(self) -> bool:
        minutes = self._study.minutes
        return minutes is not None and perf_counter() - self._began > 60 * minutes

    def _to_play(self) -> Iterable[Chunk]:
        for number, chunk in enumerate(chunks(self._plan, Part({**self.part.tallies}))):
            if chunk.family == 0 and number > 0 and self._late():
                return
            yield chunk

    def _played(self) -> Generator[tuple[Chunk, Part]]:
        if self._crew is not None:
            yield from self._played_by(self._crew)
            return
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from self._played_by(_Threads(pool, self._jobs, self._plan))

    def _played_by(self, crew: Crew) -> Generator[tuple[Chunk, Part]]:
        waiting: deque[tuple[Chunk, Pending]] = deque()
        try:
            for chunk in self._to_play():
                waiting.append((chunk, crew.submit(chunk)))
                while len(waiting) >= AHEAD * crew.width:
                    yield waiting[0][0], waiting.popleft()[1].result()
            while waiting:
                yield waiting[0][0], waiting.popleft()[1].result()
        finally:
            for _, pending in waiting:
                pending.cancel()

    def _tell(self) -> None:
        if self._progress:
            self._progress(self._games, self._total)

    def _keep(self) -> None:
        if self._saved is not None:
            self._saved.write(self.part, self.seconds)
        self._written = perf_counter()


class _Threads:
    """A crew of threads: compiled games hold nobody up."""

    def __init__(self, pool: ThreadPoolExecutor, width: int, plan: Plan) -> None:
        self._pool, self.width, self._plan = pool, width, plan

    def submit(self, chunk: Chunk) -> Future[Part]:
        """Have a chunk played by the next thread that is free."""
        return self._pool.submit(play_chunk, self._plan, chunk)
