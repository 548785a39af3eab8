"""Define the games and states that OpenSpiel calls."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from dicehouse.core import Game
from dicehouse.core.action_codes import MAX_ACTION_CODES
from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.errors import BadSetting
from dicehouse.games import all_games, find
from dicehouse.text_format import shorten

from ..optional_dependencies import require_library
from ..validate_arguments import check_options
from .exact_chance import MAX_OUTCOMES, ExactGame, Outcome, hides_nothing
from .tree_node import FINGERPRINT_BITS, TreeNode

pyspiel: Any = require_library("pyspiel", "openspiel", "OpenSpiel")

RESERVED_PARAMETERS = ("players", "position")  # parameters that are no settings


def openspiel_name(game: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"dicehouse_{game.id.replace('-', '_')}"


def _escape_text(value: object) -> object:
    """Return a text with a mark before it if OpenSpiel would read it as a number."""
    return f"_{value}" if isinstance(value, str) and value[:1] in "+-.0123456789" else value


def _unescape_text(value: object) -> object:
    return value[1:] if isinstance(value, str) and value.startswith("_") else value


def _read_position(position: str) -> dict[str, Any]:
    """Return the keywords of the parameter `position`. Raise BadSetting if it holds none."""
    if not position:
        return {}
    try:
        words = json.loads(unquote(position))
    except (ValueError, RecursionError):
        words = None
    if not isinstance(words, dict):
        raise BadSetting(
            "position must be the words of a position as percent-encoded JSON, as `openspiel.load` writes "
            f"them; not {shorten(position)}."
        )
    return words


def _game_type(game: Game, players: int) -> Any:
    """Return the type of the game for OpenSpiel. A single player wins or loses; several players play a
    zero-sum game.
    """
    low, high = game.players
    kinds = pyspiel.GameType
    return kinds(
        short_name=openspiel_name(game),
        long_name=game.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.PERFECT_INFORMATION
            if hides_nothing(game, players)
            else kinds.Information.IMPERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=_has_observation(game),
        provides_observation_string=True,
        provides_observation_tensor=_has_observation(game),
        parameter_specification={
            "players": game.usual,
            "position": "",
            **{setting.key: _escape_text(setting.default) for setting in game.settings},
        },
        default_loadable=True,
        provides_factored_observation_string=False,
    )


def _has_observation(game: Game) -> bool:
    """Return True if the game has a numeric observation."""
    return "observe" in game.hooks.own


def _game_info(table: ExactGame) -> Any:
    least, most = (-1.0, 1.0) if table.players <= 2 else (-1.0, table.players - 1.0)
    return pyspiel.GameInfo(
        num_distinct_actions=max(table.game.hooks.ACTIONS, default=MAX_ACTION_CODES - 1) + 1,
        max_chance_outcomes=MAX_OUTCOMES,
        num_players=table.players,
        min_utility=least,
        max_utility=most,
        utility_sum=0.0 if table.players > 1 else None,
        max_game_length=MAX_DECISIONS,
    )


class DicehouseGame(pyspiel.Game):  # type: ignore[misc]  # no types are shipped
    """Offer one game to OpenSpiel, as a class for each; `table` is the game that is played."""

    game: Game

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        settings = {key: _unescape_text(value) for key, value in given.items() if key not in RESERVED_PARAMETERS}
        self.table = ExactGame(self.game, given.get("players"), settings, _read_position(given.get("position", "")))
        super().__init__(_game_type(self.game, self.table.players), _game_info(self.table), given)
        self._root_node: TreeNode | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name and the parameters; this module registers the game wherever it is unpickled."""
        return _load_pickled, (self.game.id, str(self))

    def new_initial_state(self, history: Any = None) -> State:
        """Return the state before the deal, or after it if the deal needs no chance."""
        if history is not None:
            raise BadSetting("A state can't be set from a string. To start elsewhere, use the parameter `position`.")
        if self._root_node is None:
            self._root_node = TreeNode.root(self.table)
        return State(self, self._root_node)

    def make_py_observer(self, kind: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Return an observer of what players see: now, or with perfect recall."""
        if params:
            raise BadSetting(f"Observers of these games have no parameters, so leave out {', '.join(params)}.")
        return Observer(self.table, bool(kind is not None and kind.perfect_recall))

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound: every action may ask chance several times."""
        return 16 * MAX_DECISIONS


class State(pyspiel.State):  # type: ignore[misc]  # no types are shipped
    """Wrap a node of the game tree in the interface of OpenSpiel."""

    def __init__(self, game: DicehouseGame, node: TreeNode) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """Return the player who decides; where several seats choose simultaneously they are asked one by one."""
        node, ids = self.node, pyspiel.PlayerId
        if node.draw is not None:
            return int(ids.CHANCE)
        return int(ids.TERMINAL) if node.seat is None else node.seat

    def is_terminal(self) -> bool:
        """Return True if the game has ended."""
        return self.node.draw is None and self.node.seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every result by its number, with its probability."""
        if self.node.draw is None:
            raise pyspiel.SpielError("This isn't a chance node.")
        return [(i, chance) for i, (_, chance) in enumerate(self.node.draw.outcomes())]

    def _apply_action(self, action: int) -> None:
        node = self.node
        if node.draw is not None:
            self._chance_outcome(action)
            self.node = node.apply_outcome(action)
            return
        if node.seat is None:
            raise pyspiel.SpielError("The game is over, so no action is legal.")
        if action not in node.legal:
            raise pyspiel.SpielError(
                f"{action} isn't legal now. The legal actions are: {', '.join(map(str, node.legal[:12]))}."
            )
        self.node = node.play_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player < 0:
            return " ".join(map(str, self._chance_outcome(action)[0]))
        asked = () if self.is_terminal() or node.draw is not None else node.table.acting(node.position)
        if player not in asked:
            raise pyspiel.SpielError(f"Player {player} has nothing to choose here, so {action} has no name.")
        if action not in (legal := node.table.legal(node.position, player)):
            raise pyspiel.SpielError(f"{action} has no name here; legal: {', '.join(map(str, legal[:12]))}.")
        return node.table.describe(node.position, player, action)

    def _chance_outcome(self, action: int) -> Outcome:
        """Return one result of a question to chance."""
        if self.node.draw is None:
            raise pyspiel.SpielError("This isn't a chance node.")
        outcomes = self.node.draw.outcomes()
        if not 0 <= action < len(outcomes):
            raise pyspiel.SpielError(f"Chance has outcomes 0 to {len(outcomes) - 1}, not {action}.")
        return outcomes[action]

    def returns(self) -> list[float]:
        """Return the returns of each seat; 0 before the end."""
        node = self.node
        return node.table.returns(node.position) if self.is_terminal() else [0.0] * node.table.players

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that this player can't distinguish from this one: all hidden information is resampled.

        It has no history, which would reveal what the others did in secret.
        """
        luck = b"".join(int(sampler() * 0xFFFF_FFFF).to_bytes(4, "big") for _ in range(3))
        return State(self.get_game(), self.node.resampled(player, luck))

    def __str__(self) -> str:
        node = self.node
        if node.draw is not None:
            asked = node.draw
            return f"{node.position.hex()} {node.act} {node.tape}: chance, {asked.number} of {asked.sides}"
        return node.position.hex()


class Observer:
    """Observe what a player sees: as text, and as numbers where the game has a numeric observation.

    With perfect recall, the numbers are those of the current view, what the position keeps of the past, and the bits of
    the fingerprint of everything before. So two information states that differ have different numbers.
    """

    def __init__(self, table: ExactGame, recalls: bool) -> None:
        self.perfect_recall = recalls
        self.tensor, self.dict = None, dict[str, Any]()
        if _has_observation(table.game):
            width = (table.recall_encoder if recalls else table.observation_encoder).width
            self.tensor = np.zeros(width + (FINGERPRINT_BITS if recalls else 0), np.float32)
            self.dict["observation"] = self.tensor[:width]
            if recalls:
                self.dict["fingerprint"] = self.tensor[width:]

    def set_from(self, state: State, player: int) -> None:
        """Write what the player sees now; zeros before the deal."""
        if self.tensor is not None:
            position, recalls = state.node.settled_node().position, self.perfect_recall
            seen = state.node.table.observation(position, player, recalls) if position else 0
            self.dict["observation"][:] = seen
            if recalls:
                known = bytes.fromhex(state.node.information_state(player)) or bytes(FINGERPRINT_BITS // 8)
                self.dict["fingerprint"][:] = np.unpackbits(np.frombuffer(known, np.uint8))

    def string_from(self, state: State, player: int) -> str:
        """Return the view as JSON; with perfect recall also a fingerprint of everything before."""
        node = state.node
        return (
            f"{node.information_state(player)} {node.observation_text(player)}"
            if self.perfect_recall
            else node.observation_text(player)
        )


# --- registration


def register(game: Game) -> str:
    """Register a game with OpenSpiel; return its name there."""
    name = openspiel_name(game)
    if name not in pyspiel.registered_names():
        # A class, not a function: OpenSpiel releases it after Python has shut down, which only classes survive.
        pyspiel.register_game(_game_type(game, game.usual), type(name, (DicehouseGame,), {"game": game}))
    return name


def _load_pickled(game: str, text: str) -> Any:
    """Return a game that was pickled."""
    register(find(game))
    return pyspiel.load_game(text)


def load(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    position: Mapping[str, Any] | None = None,
) -> Any:
    """Return a game for OpenSpiel; `position` are the keywords of a start position (each game's page lists them).

    Raise BadSetting or UnknownGame if an argument is wrong.
    """
    found = find(game) if isinstance(game, str) else game
    if position is not None and not isinstance(position, Mapping):
        raise BadSetting(f"position must be a dictionary with the words of a position; not {shorten(position)}.")
    table = ExactGame(found, players, check_options(options), position)
    changed = {setting.key: _escape_text(table.settings[setting.key]) for setting in found.settings}
    parameters = {"players": table.players, **changed}
    if position:
        parameters["position"] = quote(json.dumps(dict(position), separators=(",", ":")), safe="")
    return pyspiel.load_game(register(found), parameters)


for _game in all_games().values():
    if _game.engine is None:
        register(_game)
