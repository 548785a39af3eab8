"""Hold a net that has learned a game: what it is for, its weights, and the scores it gives to actions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicehouse.core import Game
from dicehouse.engine.observation_encoder import ActionSpace, Information, ObservationEncoder, action_space
from dicehouse.errors import BadNet
from dicehouse.games import all_games, find
from dicehouse.old_names import old_attribute
from dicehouse.text_format import count_players, shorten

from . import tensors
from .layers import ACTIVATIONS, Floats, Layer, LayerChain, find_layers_fault

FORMAT = "dicehouse net 1"
INFORMATION_KINDS: tuple[Information, ...] = ("seen", "recall")  # never what a seat can't know
PLAYERS_PATTERN = re.compile(r"[1-9](,[1-9]){0,8}")
TEXT_KEYS = {"format", "game", "version", "players", "information", "planes", "actions", "between", "limit"}


@dataclass(frozen=True, eq=False)
class Net:
    """Hold the layers of a net. The last has an output for each index of the game's action space: the legal action with
    the highest score is played.

    `kept` are the indices of the observation that it uses; `mean` is subtracted from each number, it is divided by
    `spread`, and clipped to `limit` on both sides. `between` the layers is "relu", "tanh" or "none": one word, or one
    for each place between two layers. `players` are the numbers of players that it is for. `planes` and `actions`
    describe the observation and the action space that it was trained with.
    """

    game: str
    version: str
    players: tuple[int, ...]
    information: Information
    planes: str
    actions: str
    kept: npt.NDArray[np.int32]
    mean: Floats
    spread: Floats
    layers: tuple[Layer, ...]
    between: str = "relu"
    limit: float = 5.0

    @classmethod
    def for_game(
        cls,
        game: Game | str,
        players: Sequence[int],
        layers: Sequence[Sequence[Any]],
        *,
        kept: Any = None,
        mean: Any = None,
        spread: Any = None,
        information: Information = "seen",
        between: str = "relu",
        limit: float = 5.0,
    ) -> Net:
        """Return a net for this game from weights and biases, and from `looks` where they are shared (see Layer).

        It uses the whole observation, unscaled, if nothing else is given. Raise BadNet if the layers don't fit the game
        or each other, or UnknownGame if there is none with that name.
        """
        game = find(game) if isinstance(game, str) else game
        seats = _check_player_counts(game, players)
        encoder = ObservationEncoder(game, "seen" if information not in INFORMATION_KINDS else information)
        places = np.arange(encoder.width) if kept is None else np.asarray(kept)
        net = cls(
            game.id,
            game.version,
            seats,
            information,
            describe_planes(encoder),
            describe_actions(action_space(game)),
            places.astype(np.int32),
            _to_floats(np.zeros(len(places)) if mean is None else mean),
            _to_floats(np.ones(len(places)) if spread is None else spread),
            _make_layers(layers),
            between,
            float(limit),
        )
        net._check_numbers("This")
        net.check_fits(game, None, "This")
        return net

    # --- names of the version before

    of = old_attribute("for_game")
    wishes = old_attribute("action_logits")
    fits = old_attribute("check_fits")
    fits_players = old_attribute("check_players")

    # --- playing

    def action_logits(self, seen: Floats, places: npt.NDArray[Any]) -> Floats:
        """Return the score of each of these indices of the action space, given a scaled row of what the seat sees."""
        inputs = ((seen[self.kept] - self.mean) / self.spread).clip(-self.limit, self.limit)
        return self._layer_chain.compute_outputs(inputs, places)

    @cached_property
    def _layer_chain(self) -> LayerChain:
        return LayerChain(self.layers, self._activation_names(), len(self.kept))

    def _activation_names(self) -> list[str]:
        """Return the activations between the layers."""
        words = self.between.split(" ")
        return words * (len(self.layers) - 1) if len(words) == 1 else words

    def check_fits(self, game: Game, players: int | None, name: str) -> None:
        """Raise BadNet if the net does not play this game, by these rules, with this number of players; `name` is used
        in the error.
        """
        if self.game != game.id:
            known = all_games().get(self.game)
            raise BadNet(f"{name} plays {known.name if known else self.game[:40]}, not {game.name}.")
        if self.version != game.version:
            raise BadNet(
                f"{name} learned version {self.version[:40]} of the rules of {game.name}, but these are version "
                f"{game.version}."
            )
        encoder, space = ObservationEncoder(game, self.information), action_space(game)
        for had, has in zip_longest(self.planes.split("; "), describe_planes(encoder).split("; ")):
            if had != has:
                raise BadNet(
                    f"{name} sees “{(had or 'nothing more')[:80]}”, but the game now has “{has or 'nothing more'}”."
                )
        if self.actions != describe_actions(space):
            raise BadNet(
                f"{name} chooses among “{self.actions[:40]}” actions, but the game now has “{describe_actions(space)}”."
            )
        if len(self.kept) and int(self.kept.max()) >= encoder.width:
            raise BadNet(f"{name} reads number {self.kept.max()} of an observation that has only {encoder.width}.")
        if self.layers[-1].width != len(space.numbers):
            raise BadNet(f"{name} has {self.layers[-1].width} outputs for {len(space.numbers)} actions.")
        if players is not None:
            self.check_players(players, name)

    def check_players(self, players: int, name: str) -> None:
        """Raise BadNet if the net has not learned to play with this number of players."""
        if players not in self.players:
            meant = " or ".join(str(number) for number in self.players)
            raise BadNet(f"{name} learned to play with {meant} players, not with {count_players(players)}.")

    @property
    def size(self) -> int:
        """Return the number of learned weights and biases."""
        return sum(layer.weight.size + layer.bias.size for layer in self.layers)

    def digest(self) -> str:
        """Return a fingerprint of the weights, and of what the net is for."""
        found = hashlib.sha256(repr(sorted(self._texts().items())).encode())
        for array in self._arrays().values():
            found.update(array.tobytes())
        return found.hexdigest()[:16]

    # --- the file

    def write(self, file: Path | str) -> None:
        """Write the net as a safetensors file. Raise OSError if that fails."""
        tensors.write_tensors(file, self._arrays(), self._texts())

    @classmethod
    def read(cls, file: Path | str) -> Net:
        """Read a net for any game. Raise BadNet if something is wrong with the file."""
        file = Path(file)
        arrays, texts = tensors.read_tensors(file)
        if texts.get("format") != FORMAT or texts.keys() != TEXT_KEYS:
            raise BadNet(
                f"{file.name} isn't a net of Dicehouse: its metadata lacks “{FORMAT}” or other entries of a net."
            )
        if not PLAYERS_PATTERN.fullmatch(texts["players"]) or texts["information"] not in INFORMATION_KINDS:
            raise BadNet(f"{file.name} isn't a valid net: its entry “players” or “information” is wrong.")
        layers = range(sum(name.endswith(".weight") for name in arrays))
        looks = [name for n in layers if (name := f"{n}.looks") in arrays]
        names = ["kept", "mean", "spread", *(f"{n}.{part}" for n in layers for part in ("weight", "bias")), *looks]
        whole = sorted(name for name, array in arrays.items() if array.dtype.kind == "i")
        if sorted(names) != sorted(arrays) or whole != sorted(["kept", *looks]):
            raise BadNet(f"{file.name} isn't a net: its arrays must be kept, mean, spread, and those of the layers.")
        try:
            limit = float(texts["limit"])
        except ValueError:
            limit = 0.0
        net = cls(
            texts["game"],
            texts["version"],
            tuple(int(number) for number in texts["players"].split(",")),
            "recall" if texts["information"] == "recall" else "seen",
            texts["planes"],
            texts["actions"],
            arrays["kept"],
            arrays["mean"],
            arrays["spread"],
            tuple(Layer(arrays[f"{n}.weight"], arrays[f"{n}.bias"], arrays.get(f"{n}.looks")) for n in layers),
            texts["between"],
            limit,
        )
        net._check_numbers(file.name)
        return net

    def _check_numbers(self, name: str) -> None:
        """Raise BadNet if the arrays don't fit each other, or contain anything but numbers."""
        if not set(self.between.split(" ")) <= ACTIVATIONS.keys() or not 0 < self.limit < 1e6:
            raise BadNet(
                f"{name} isn't a valid net: its activations must be among {', '.join(ACTIVATIONS)}, and its limit "
                "must be above 0."
            )
        if self.kept.ndim != 1 or not len(self.kept) or int(self.kept.min()) < 0 or not self.players:
            raise BadNet(f"{name} isn't a valid net: it needs at least one input and one number of players.")
        width = len(self.kept)
        if self.mean.shape != (width,) or self.spread.shape != (width,):
            raise BadNet(
                f"{name} isn't a valid net: mean and spread must have a number for each of its {width} inputs."
            )
        if fault := find_layers_fault(self.layers, self._activation_names(), width):
            raise BadNet(f"{name} isn't a valid net: {fault}.")
        if not all(isfinite(float(np.abs(array).sum(dtype=np.float64))) for array in self._arrays().values()):
            raise BadNet(f"{name} isn't a valid net: it must contain only finite numbers.")
        if not float(self.spread.min()) > 0:
            raise BadNet(f"{name} isn't a valid net: each spread must be more than 0.")

    def _arrays(self) -> dict[str, npt.NDArray[Any]]:
        layers = {
            f"{n}.{part}": array
            for n, layer in enumerate(self.layers)
            for part, array in layer._asdict().items()
            if array is not None
        }
        return {"kept": self.kept, "mean": self.mean, "spread": self.spread, **layers}

    def _texts(self) -> dict[str, str]:
        return {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "players": ",".join(str(number) for number in self.players),
            "information": self.information,
            "planes": self.planes,
            "actions": self.actions,
            "between": self.between,
            "limit": repr(self.limit),
        }


def describe_planes(encoder: ObservationEncoder) -> str:
    """Return the observation as texts that can be compared: each plane with its shape, bounds and scale."""
    return "; ".join(
        f"{plane.name} {'x'.join(map(str, plane.shape))} {plane.low}..{plane.high} /{plane.scale}"
        for plane in encoder.planes
    )


def describe_actions(space: ActionSpace) -> str:
    """Return the action space as text: the number of actions, and a fingerprint of their codes in order."""
    return f"{len(space.numbers)} {hashlib.sha256(space.numbers.astype('<i2').tobytes()).hexdigest()[:12]}"


def _check_player_counts(game: Game, players: object) -> tuple[int, ...]:
    """Return the numbers of players that a net is for. Raise BadNet if the game can't be played by that many."""
    low, high = game.players
    if not isinstance(players, (tuple, list, range)) or not players:
        such = f"such as ({game.usual},); not {shorten(players)}"
        raise BadNet(f"players must list the numbers of players that the net is for, {such}.")
    for number in players:
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not low <= number <= high:
            raise BadNet(f"{game.name} is for {count_players(low, high)}; a net can't play it with {shorten(number)}.")
    return tuple(int(number) for number in players)


def _make_layers(layers: object) -> tuple[Layer, ...]:
    """Return the layers from weights, biases and optional `looks`. Raise BadNet if they are not valid."""
    try:
        return tuple(
            Layer(_to_floats(weight), _to_floats(bias), *(np.asarray(each).astype(np.int32) for each in looks))
            for weight, bias, *looks in layers  # type: ignore[attr-defined]  # what can't be gone through is refused
        )
    except (TypeError, ValueError):
        raise BadNet(
            "layers must list, for each layer, its weights and biases as arrays of numbers, and the inputs "
            "it reads if they are shared."
        ) from None


def _to_floats(values: Any) -> Floats:
    return np.ascontiguousarray(values, np.float32)
