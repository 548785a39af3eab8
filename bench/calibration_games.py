"""Play the games of which a calibration takes positions: between two equals, and between people who err."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicehouse import bots
from dicehouse.core import Game, Seeded
from dicehouse.core.policy import NAMED_BOTS, BotTraits, character_code
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.engine.engine import use_compiled
from dicehouse.engine.entry_points import MAX_SEATS, match_program
from dicehouse.engine.policy_memo import make_policy_memo
from dicehouse.games import find
from dicehouse.match.match import ChosenOption, Match
from dicehouse.review.ordinary_players import PEOPLE

MAX_ACTIONS = 3_000
ANYWHERE, SET_UP, NEAR, BORDER = "all positions", "right after the set-up", "near the target", "at borders of the rules"
EXTRA = (SET_UP, NEAR, BORDER)  # one of these positions is taken of each game, too
MORE_PLAYERS = 4  # one game in so many has more players than two
NEAR_SHARE = 0.8  # of the target
# How attentive people are: the chance that they notice an option. Each game has people of one of three kinds, as strong
# against `sensible` as Kofi, Otto and Vera; `python -m bench.calibration_fit` finds them.
PEOPLE_FANCY = 10
WEAKER = NAMED_BOTS[:4]


@dataclass(frozen=True)
class Sample:
    """Hold a position of a game, and what became of it."""

    level: str
    players: int
    number: int  # of the game
    group: str  # why it was taken: ANYWHERE or one of EXTRA
    marks: tuple[str, ...]  # which of EXTRA it is
    position: bytes
    seat: int  # drawn by lot
    won: float  # that seat's part of the win


class Person:
    """Choose as a person who notices each option with the probability `care`, and picks the best of those.

    So the best option is chosen with the probability `care`, the second best with `care` * (1 - `care`), and so on, as
    `sensible` ranks them. What looks best at first sight is always noticed.
    """

    name = PEOPLE

    def __init__(self, care: float, seed: str) -> None:
        self.care, self._seed = care, seed
        self._box = DiceBox(written=False)
        self._memo: Any = None

    def choose(self, match: Match, seat: int) -> str:
        """Return the id of an option of `seat`."""
        game, luck = match.game, random.Random(f"{self._seed}|{seat}|{match.number}")
        here = Position(game, np.frombuffer(match.position(), np.uint8).copy())
        if game.engine is not None:
            return str(game.hooks.choose(here.state, seat, game.hooks.LEVELS[luck.choice(WEAKER)], luck))
        options = engine_of(game).legal(here, seat)
        if len(options) == 1:
            return ChosenOption(game.hooks.describe_action(here.state, seat, options[0]).id, options[0])
        if self._memo is None:
            self._memo = make_policy_memo(game, match.players, match.settings)
        looks = sum(luck.random() < self.care for _ in options[1:])
        kind = BotTraits(looks, PEOPLE_FANCY).code(character_code(f"{self._seed}|{seat}"))
        work = np.concatenate([here.memory, here.memory])
        Seeded(f"{self._seed}|{seat}").prepare(self._box.dice, match.number)
        call: Any = match_program(game).choose_action
        action = int(call(game, work, seat, kind, self._memo, np.zeros(MAX_SEATS), self._box.memory))
        return ChosenOption(game.hooks.describe_action(here.state, seat, action).id, action)


def numbers_of_players(game: Game) -> list[int]:
    """Return how many seats that play against each other a match may have."""
    least, most = game.players
    return list(range(max(2, least), most + 1))


def players_of(game: Game, number: int) -> int:
    """Return how many players a game has: two in most, more in some."""
    counts = numbers_of_players(game)
    if number % MORE_PLAYERS or len(counts) == 1:
        return counts[0]
    return counts[1 + number // MORE_PLAYERS % (len(counts) - 1)]


def sample_game(game_id: str, level: str, number: int, seed: str, care: Sequence[float]) -> list[Sample]:
    """Play a game between equals of a `level`; return one position drawn evenly from all decisions, and one of
    `EXTRA`, which turns with the number of the game, if the game has such a position.
    """
    game, key = find(game_id), f"{seed}|{level}|{number}"
    luck, players = random.Random(key), players_of(game, number)
    match = Match(game, players, game.settings_for(players, {}), Seeded(f"calibration|{key}"))
    use_compiled(match.game)
    game = match.game
    kind = luck.choice(care)
    seated: list[Any] = [
        Person(kind, f"{key}|{seat}") if level == PEOPLE else bots.make(level, game, f"{key}|{seat}")
        for seat in range(players)
    ]
    wanted = EXTRA[number % len(EXTRA)]
    kept: dict[str, tuple[bytes, tuple[str, ...]]] = {}
    met = dict.fromkeys((ANYWHERE, *EXTRA), 0)
    while not match.over and match.number < MAX_ACTIONS:
        seat, position = match.acting()[0], match.position()
        here = Position(game, np.frombuffer(position, np.uint8).copy())
        if len(engine_of(game).legal(here, seat)) > 1:
            marks = position_marks(game, here.state, first=not met[SET_UP])
            for group in (ANYWHERE, wanted):
                if group == ANYWHERE or group in marks:
                    met[group] += 1
                    if luck.randrange(met[group]) == 0:
                        kept[group] = (position, marks)
            if wanted != SET_UP:
                met[SET_UP] += SET_UP in marks
        match.play(seat, seated[seat].choose(match, seat))
    if not match.over:
        return []
    asked, returns = luck.randrange(players), match.returns()
    return [
        Sample(level, players, number, group, marks, position, asked, float(returns[asked]))
        for group, (position, marks) in kept.items()
    ]


def position_marks(game: Game, state: Any, first: bool) -> tuple[str, ...]:
    """Return which of `EXTRA` a position is; `first` says that none before it was right after the set-up."""
    found = [SET_UP] if first and _is_set_up(game, state) else []
    near, border = MARKS[game.id](state) if game.id in MARKS else (False, False)
    return (*found, *[NEAR] * near, *[BORDER] * border)


def _is_set_up(game: Game, state: Any) -> bool:
    if game.engine is not None:
        return int(state.turn) > 0 or int(state.phase) == THROWING
    return bool(game.hooks.turns_begun(state) > 0)


THROWING = 4  # inDICEsion's phase in which dice are thrown


def _dice_ocalypse(state: Any) -> tuple[bool, bool]:
    target = int(state.options.target)
    totals = [int(state.players[seat].total) for seat in range(state.n_players)]
    last_round = int(state.first) >= 0
    return max(totals) >= NEAR_SHARE * target, last_round or target in totals


def _deck_o_dice(state: Any) -> tuple[bool, bool]:
    """Near the target: the last fifth of the combats. At a border: the last combat of a half."""
    return int(state.combat) > NEAR_SHARE * 12, int(state.combat) in (6, 12)


def _dicetopia(state: Any) -> tuple[bool, bool]:
    return int(state.round) > NEAR_SHARE * 7, int(state.round) == 7


def _baron_voodoo(state: Any) -> tuple[bool, bool]:
    points, threshold = [int(state.sides[side].vp) for side in range(state.n_sides)], int(state.threshold)
    return max(points) >= NEAR_SHARE * threshold, threshold in points or int(state.trigger) >= 0


def _indicesion(state: Any) -> tuple[bool, bool]:
    """Near the target: somebody needs one more round. At a border: the last throws of a round."""
    wins = max(int(state.wins[seat]) for seat in range(state.n_players))
    return wins >= int(state.options.rounds) - 1, bool(state.ending)


MARKS: dict[str, Callable[[Any], tuple[bool, bool]]] = {
    "dice-ocalypse": _dice_ocalypse,
    "deck-o-dice": _deck_o_dice,
    "dicetopia": _dicetopia,
    "baron-voodoo": _baron_voodoo,
    "indicesion": _indicesion,
}
