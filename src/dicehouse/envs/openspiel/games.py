"""The games and states that OpenSpiel calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from dicehouse.errors import BadSetting
from dicehouse.games import all_games, find
from dicehouse.kit import Game
from dicehouse.kit.codes import LIMIT
from dicehouse.kit.playout import MAX_DECISIONS
from dicehouse.kit.settings import short

from ..asked import by_key
from ..extras import need
from .moments import Moment
from .table import MOST_OUTCOMES, Outcome, Table

pyspiel: Any = need("pyspiel", "openspiel", "OpenSpiel")

OWN = ("players", "position")  # parameters that are no settings


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"dicehouse_{game.id.replace('-', '_')}"


def _marked(value: object) -> object:
    """A text that OpenSpiel would read as a number gets a mark before it."""
    return f"_{value}" if isinstance(value, str) and value[:1] in "+-.0123456789" else value


def _plain(value: object) -> object:
    return value[1:] if isinstance(value, str) and value.startswith("_") else value


def _words(position: str) -> dict[str, Any]:
    """The words of the parameter `position`; BadSetting if it holds none."""
    if not position:
        return {}
    try:
        words = json.loads(unquote(position))
    except (ValueError, RecursionError):
        words = None
    if not isinstance(words, dict):
        raise BadSetting(
            f"position is the words of a position as JSON, percent-encoded as `openspiel.load` writes it; not"
            f" {short(position)}."
        )
    return words


def _type_of(game: Game, players: int) -> Any:
    """The game as OpenSpiel sorts it. Alone one wins or loses; of several one wins what the others lose."""
    low, high = game.players
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=_is_seen(game),
        parameter_specification={
            "players": game.usual,
            "position": "",
            **{setting.key: _marked(setting.default) for setting in game.settings},
        },
        default_loadable=True,
        provides_factored_observation_string=False,
    )


def _is_seen(game: Game) -> bool:
    """Whether the game says as numbers what a seat sees."""
    return "observe" in game.hooks.own


def _info_of(table: Table) -> Any:
    least, most = (-1.0, 1.0) if table.players <= 2 else (-1.0, table.players - 1.0)
    return pyspiel.GameInfo(
        num_distinct_actions=max(table.game.hooks.ACTIONS, default=LIMIT - 1) + 1,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=table.players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if table.players > 1 else None,
        max_game_length=MAX_DECISIONS,
    )


class DicehouseGame(pyspiel.Game):  # type: ignore[misc]  # no types are shipped
    """A game of the house, a class for each; `table` is what is played."""

    house: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        settings = {key: _plain(value) for key, value in given.items() if key not in OWN}
        self.table = Table(self.house, given.get("players"), settings, _words(given.get("position", "")))
        super().__init__(_type_of(self.house, self.table.players), _info_of(self.table), given)
        self._first: Moment | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its name and parameters; this module makes the game known wherever it is unpickled."""
        return _loaded, (self.house.id, str(self))

    def new_initial_state(self, told: Any = None) -> State:
        """Before the deal, or behind it where the deal needs no chance."""
        if told is not None:
            raise BadSetting("A state is made by what is played; begin elsewhere with the parameter `position`.")
        if self._first is None:
            self._first = Moment.first(self.table)
        return State(self, self._first)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """What players see: now, or with perfect recall."""
        if params:
            raise BadSetting(f"Observers of these games take no parameters, not {', '.join(params)}.")
        return Observer(self.table, bool(kind is not None and kind.perfect_recall))

    def max_chance_nodes_in_history(self) -> int:
        """No more than this many: every action may ask chance several times."""
        return 16 * MAX_DECISIONS


class State(pyspiel.State):  # type: ignore[misc]  # no types are shipped
    """A moment of a game, as OpenSpiel looks at it."""

    def __init__(self, game: DicehouseGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    def current_player(self) -> int:
        """Whose decision it is; where several seats choose at once they are asked one by one."""
        moment, ids = self.moment, pyspiel.PlayerId
        if moment.draw is not None:
            return int(ids.CHANCE)
        return int(ids.TERMINAL) if moment.seat is None else moment.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.moment.draw is None and self.moment.seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal if player == self.moment.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every result by its number, with its chance."""
        if self.moment.draw is None:
            raise pyspiel.SpielError("Chance has nothing to decide here.")
        return [(i, chance) for i, (_, chance) in enumerate(self.moment.draw.outcomes())]

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.draw is not None:
            self._outcome(action)
            self.moment = moment.fall(action)
            return
        if moment.seat is None:
            raise pyspiel.SpielError("The game is over; nothing can be played any more.")
        if action not in moment.legal:
            raise pyspiel.SpielError(f"{action} is not legal now; legal: {', '.join(map(str, moment.legal[:12]))}.")
        self.moment = moment.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment = self.moment
        if player < 0:
            return " ".join(map(str, self._outcome(action)[0]))
        asked = () if self.is_terminal() or moment.draw is not None else moment.table.acting(moment.position)
        if player not in asked:
            raise pyspiel.SpielError(f"Player {player} has nothing to choose here, so {action} has no name.")
        if action not in (legal := moment.table.legal(moment.position, player)):
            raise pyspiel.SpielError(f"{action} has no name here; legal: {', '.join(map(str, legal[:12]))}.")
        return moment.table.describe(moment.position, player, action)

    def _outcome(self, action: int) -> Outcome:
        """One result of what chance is asked."""
        if self.moment.draw is None:
            raise pyspiel.SpielError("Chance has nothing to decide here.")
        outcomes = self.moment.draw.outcomes()
        if not 0 <= action < len(outcomes):
            raise pyspiel.SpielError(f"Chance has outcomes 0 to {len(outcomes) - 1}, not {action}.")
        return outcomes[action]

    def returns(self) -> list[float]:
        """What the game was worth to each seat; 0 before the end."""
        moment = self.moment
        return moment.table.returns(moment.position) if self.is_terminal() else [0.0] * moment.table.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that this player can't tell from this one: all that it can't know is dealt anew. It has no history,
        which would say what the others did in secret.
        """
        luck = b"".join(int(sampler() * 0xFFFF_FFFF).to_bytes(4, "big") for _ in range(3))
        return State(self.get_game(), self.moment.redealt(player, luck))

    def __str__(self) -> str:
        moment = self.moment
        if moment.draw is not None:
            asked = moment.draw
            return f"{moment.position.hex()} {moment.act} {moment.tape}: chance, {asked.number} of {asked.sides}"
        return moment.position.hex()


class Observer:
    """What a player sees: as text, and where the game says it as numbers, as those (without recall)."""

    def __init__(self, table: Table, recalls: bool) -> None:
        self.recalls = recalls
        numbers = np.zeros(table.sight.width, np.float32) if _is_seen(table.game) and not recalls else None
        self.tensor = numbers
        self.dict = {} if numbers is None else {"observation": numbers}

    def set_from(self, state: State, player: int) -> None:
        """Write what the player sees now; zeros before the deal."""
        if self.tensor is not None:
            position = state.moment.settled().position
            self.tensor[:] = state.moment.table.numbers(position, player) if position else 0

    def string_from(self, state: State, player: int) -> str:
        """The view as JSON; with perfect recall a fingerprint of all that went before, too."""
        moment = state.moment
        return f"{moment.memory(player)} {moment.seen(player)}" if self.recalls else moment.seen(player)


# --- by name


def register(game: Game) -> str:
    """Make a game known to OpenSpiel; returns its name there."""
    name = name_of(game)
    if name not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel lets go of it when Python has ended, and only classes outlive that.
        pyspiel.register_game(_type_of(game, game.usual), type(name, (DicehouseGame,), {"house": game}))
    return name


def _loaded(house: str, text: str) -> Any:
    """A game that was pickled."""
    register(find(house))
    return pyspiel.load_game(text)


def load(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    position: Mapping[str, Any] | None = None,
) -> Any:
    """A game as OpenSpiel has it; `position` are the words of a position to begin from (each game's page lists them).

    BadSetting, UnknownGame say what is wrong.
    """
    found = find(game) if isinstance(game, str) else game
    if position is not None and not isinstance(position, Mapping):
        raise BadSetting(f"position is the words of a position, a dictionary; not {short(position)}.")
    table = Table(found, players, by_key(options), position)
    changed = {setting.key: _marked(table.settings[setting.key]) for setting in found.settings}
    parameters = {"players": table.players, **changed}
    if position:
        parameters["position"] = quote(json.dumps(dict(position), separators=(",", ":")), safe="")
    return pyspiel.load_game(register(found), parameters)


for _game in all_games().values():
    if _game.engine is None:
        register(_game)
