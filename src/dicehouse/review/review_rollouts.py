"""Play rollouts for a review, to the end of the game or to where the game itself estimates the chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game, SettingValue
from dicehouse.engine.entry_points import MAX_SEATS
from dicehouse.engine.position_rollouts import NO_OBSERVER, NO_TURN_LIMIT, Rollouts
from dicehouse.engine.thought import Parts, finish
from dicehouse.records.record import Floats

from .ordinary_players import PEOPLE, OrdinaryPlayer, joint_sharpness, ordinary_player

ESTIMATE_TURNS = 4  # turns after which a rollout stops, where the game estimates the chances between turns
CHECKED_GAMES = 200  # games from new deals in which the estimate is compared with the results
MAX_KEPT = 64
MAX_BIAS = 0.05  # the largest mean difference with which it is used
CLEAR_ERRORS = 3.0  # standard errors from which a difference counts
LATER_DICE = 1_000_003  # rollouts that go on from a stop use the dice of these numbers further on


class ReviewRollouts(Rollouts):
    """Play rollouts from positions of one match.

    With `uses_estimate` they stop after `ESTIMATE_TURNS` turns, at the value estimate of the game. The players in
    `seated`, one for each seat, choose as ordinary players of their levels do.
    """

    uses_estimate = False

    def __init__(
        self,
        game: Game,
        players: int,
        settings: Mapping[str, SettingValue],
        seed: int | str,
        dice_decide: bool = True,
        seated: Sequence[OrdinaryPlayer] = (),
    ) -> None:
        super().__init__(game, players, settings, seed, dice_decide)
        self._seated = seated or [ordinary_player(game, PEOPLE, dice_decide)] * players
        self.sharpness = joint_sharpness(self._seated)

    def rollouts(
        self,
        position: bytes,
        number: int,
        n: int,
        first_actions: list[tuple[int, int]],
        observer: int = NO_OBSERVER,
        to_the_end: bool = False,
    ) -> Parts[Floats]:
        """Return the returns of the rollouts from `number` on, which begin with `first_actions`, in parts."""
        to_the_end = to_the_end or not self.uses_estimate
        limit = NO_TURN_LIMIT if to_the_end else self.count_turns(position) + ESTIMATE_TURNS
        stops, returns = yield from self.until_turn(
            position, number, n, first_actions, observer, limit, use_estimate=not to_the_end
        )
        for i in () if to_the_end else np.flatnonzero(~returns.any(1)):  # the game has no estimate there
            later = number + int(i) + LATER_DICE
            _, ends = yield from self.until_turn(stops[i].tobytes(), later, 1, [], NO_OBSERVER, NO_TURN_LIMIT)
            returns[i] = ends[0]
        return returns[:, : self.players]

    def _policy_codes(self, number: int, n: int) -> npt.NDArray[np.int64]:
        """Return the numbers of the bots that play, by future and seat; each seat has other habits in each future."""
        found = np.zeros((n, MAX_SEATS), np.int64)
        for seat, player in enumerate(self._seated):
            found[:, seat] = [
                player.code(f"{self._seed}|{each * MAX_SEATS + seat}") for each in range(number, number + n)
            ]
        return found


_kept: dict[tuple[Game, int, tuple[tuple[str, SettingValue], ...]], bool] = {}


def can_use_estimate(game: Game, players: int, settings: Mapping[str, SettingValue]) -> bool:
    """Return True if the game estimates chances between turns, and if games from new deals bear the estimate out.

    A house rule may change what wins, and the game's estimate knows nothing of it.
    """
    return finish(check_estimate_in_parts(game, players, settings))


def check_estimate_in_parts(game: Game, players: int, settings: Mapping[str, SettingValue]) -> Parts[bool]:
    """Find what `can_use_estimate` does, in parts, and keep it for later."""
    if players < 2 or "value_estimate" not in game.hooks.own:
        return False
    key = game, players, tuple(sorted(settings.items()))
    found = _kept.get(key)
    if found is None:
        found = yield from _check_estimate(*key)
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        _kept[key] = found
    return found


def _check_estimate(game: Game, players: int, settings: tuple[tuple[str, SettingValue], ...]) -> Parts[bool]:
    rollouts, said, came = Rollouts(game, players, dict(settings), "estimate"), [], []
    for number in range(CHECKED_GAMES):
        yield None
        found, ended = _play_with_estimates(rollouts, number)
        if found:
            said.append(np.array(found))
            came.append(ended)
    if len(said) < CHECKED_GAMES // 2:
        return False
    off = np.array([(ended - each).mean(0) for each, ended in zip(said, came, strict=True)])
    tilted = np.array(
        [((ended - each) * (each - 1.0 / players)).mean() for each, ended in zip(said, came, strict=True)]
    )
    spread = float(np.concatenate(said).std())
    return not (_is_off(off, MAX_BIAS).any() or _is_off(tilted[:, None], MAX_BIAS * spread).any())


def _is_off(differences: Floats, bound: float) -> Floats:
    error = differences.std(0, ddof=1) / len(differences) ** 0.5
    found: Floats = np.abs(differences.mean(0)) > np.maximum(CLEAR_ERRORS * error, bound)
    return found


def _play_with_estimates(rollouts: Rollouts, number: int) -> tuple[list[Floats], Floats]:
    """Play one game from a new deal; return the estimates at the beginnings of its turns, and its result."""
    position = rollouts.deal_position(number)
    found: list[Floats] = []
    turn = rollouts.count_turns(position)
    while True:
        turn += 1
        stops, ended = rollouts.play_until_turn(position, number, 1, [], NO_OBSERVER, turn)
        if ended.any() or rollouts.count_turns(stops[0].tobytes()) < turn:
            return found, ended[0, : rollouts.players]
        position, number = stops[0].tobytes(), number + LATER_DICE
        said = rollouts.play_until_turn(position, number, 1, [], NO_OBSERVER, turn, use_estimate=True)[1][0]
        if said.any():
            found.append(said[: rollouts.players])
