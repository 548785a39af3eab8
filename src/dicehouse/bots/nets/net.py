"""A net that has learned a game: what it is for, its weights, and what it wishes."""

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

from dicehouse.errors import BadNet
from dicehouse.games import all_games, find
from dicehouse.kit import Game
from dicehouse.kit.settings import people, short
from dicehouse.kit.sights import Information, Sight, Space, space_of

from . import tensors
from .layers import BETWEEN, Chain, Floats, Layer, fault_of

FORMAT = "dicehouse net 1"
SEEN: tuple[Information, ...] = ("seen", "recall")  # never what a seat can't know
WHO = re.compile(r"[1-9](,[1-9]){0,8}")
TEXTS = {"format", "game", "version", "players", "information", "planes", "actions", "between", "limit"}


@dataclass(frozen=True, eq=False)
class Net:
    """Layers, one after the other. The last has a number for each place of the game's action space: of what is legal
    the place with the highest is played.

    `kept` are the places of the observation that it looks at; from each number `mean` is taken, it is divided by
    `spread`, and cut off at `limit` on both sides. `between` the layers stands "relu", "tanh" or "none": one word, or
    one for each place between two. `players` are the numbers of players that it is for. `planes` and `actions` say what
    it was trained to see and to do.
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
    def of(
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
        """A net for this game, of weights and biases, and what they look at where they are shared (see Layer). It looks
        at all of an observation, as it is, if nothing else is said. BadNet if the layers don't fit the game or one
        another, UnknownGame if there is none of that name.
        """
        game = find(game) if isinstance(game, str) else game
        seats = _numbers_of(game, players)
        sight = Sight(game, "seen" if information not in SEEN else information)
        places = np.arange(sight.width) if kept is None else np.asarray(kept)
        net = cls(
            game.id,
            game.version,
            seats,
            information,
            planes_of(sight),
            actions_of(space_of(game)),
            places.astype(np.int32),
            _floats(np.zeros(len(places)) if mean is None else mean),
            _floats(np.ones(len(places)) if spread is None else spread),
            _layers_of(layers),
            between,
            float(limit),
        )
        net._check("This")
        net.fits(game, None, "This")
        return net

    # --- playing

    def wishes(self, seen: Floats, places: npt.NDArray[Any]) -> Floats:
        """How much it wants each of these places of the action space, given what the seat sees (a scaled row)."""
        inputs = ((seen[self.kept] - self.mean) / self.spread).clip(-self.limit, self.limit)
        return self._chain.last(inputs, places)

    @cached_property
    def _chain(self) -> Chain:
        return Chain(self.layers, self._words(), len(self.kept))

    def _words(self) -> list[str]:
        """What stands between the layers."""
        words = self.between.split(" ")
        return words * (len(self.layers) - 1) if len(words) == 1 else words

    def fits(self, game: Game, players: int | None, name: str) -> None:
        """BadNet if it does not play this game, by these rules, for so many; `name` is what it is called."""
        if self.game != game.id:
            known = all_games().get(self.game)
            raise BadNet(f"{name} plays {known.name if known else self.game[:40]}, not {game.name}.")
        if self.version != game.version:
            raise BadNet(
                f"{name} learned version {self.version[:40]} of the rules of {game.name}; these are version"
                f" {game.version}."
            )
        sight, space = Sight(game, self.information), space_of(game)
        for had, has in zip_longest(self.planes.split("; "), planes_of(sight).split("; ")):
            if had != has:
                raise BadNet(f"{name} sees “{(had or 'nothing more')[:80]}” where now is “{has or 'nothing more'}”.")
        if self.actions != actions_of(space):
            raise BadNet(f"{name} chooses among “{self.actions[:40]}” actions; now they are “{actions_of(space)}”.")
        if len(self.kept) and int(self.kept.max()) >= sight.width:
            raise BadNet(f"{name} looks at place {self.kept.max()} of an observation that has {sight.width}.")
        if self.layers[-1].width != len(space.numbers):
            raise BadNet(f"{name} has {self.layers[-1].width} wishes for {len(space.numbers)} actions.")
        if players is not None:
            self.fits_players(players, name)

    def fits_players(self, players: int, name: str) -> None:
        """BadNet if it has not learned to play with so many."""
        if players not in self.players:
            meant = " or ".join(str(number) for number in self.players)
            raise BadNet(f"{name} learned to play with {meant} players, not with {people(players)}.")

    @property
    def size(self) -> int:
        """How many numbers it has learned."""
        return sum(layer.weight.size + layer.bias.size for layer in self.layers)

    def digest(self) -> str:
        """A fingerprint of its weights, and of what it is for."""
        found = hashlib.sha256(repr(sorted(self._texts().items())).encode())
        for array in self._arrays().values():
            found.update(array.tobytes())
        return found.hexdigest()[:16]

    # --- the file

    def write(self, file: Path | str) -> None:
        """Write it as a safetensors file; OSError if that can't be."""
        tensors.write(file, self._arrays(), self._texts())

    @classmethod
    def read(cls, file: Path | str) -> Net:
        """Read a net, whatever game it is for. BadNet says what is wrong with the file."""
        file = Path(file)
        arrays, texts = tensors.read(file)
        if texts.get("format") != FORMAT or texts.keys() != TEXTS:
            raise BadNet(f"{file.name} is no net of this house: it does not say “{FORMAT}” and all that a net says.")
        if not WHO.fullmatch(texts["players"]) or texts["information"] not in SEEN:
            raise BadNet(f"{file.name} says nothing that is possible about its players, or about what it sees.")
        layers = range(sum(name.endswith(".weight") for name in arrays))
        looks = [name for n in layers if (name := f"{n}.looks") in arrays]
        names = ["kept", "mean", "spread", *(f"{n}.{part}" for n in layers for part in ("weight", "bias")), *looks]
        whole = sorted(name for name, array in arrays.items() if array.dtype.kind == "i")
        if sorted(names) != sorted(arrays) or whole != sorted(["kept", *looks]):
            raise BadNet(f"{file.name} is no net: it holds other arrays than kept, mean, spread, and those of layers.")
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
        net._check(file.name)
        return net

    def _check(self, name: str) -> None:
        """BadNet if the numbers don't fit one another, or are none."""
        if not set(self.between.split(" ")) <= BETWEEN.keys() or not 0 < self.limit < 1e6:
            raise BadNet(f"{name} is no net: between layers stands {', '.join(BETWEEN)}; the limit is above 0.")
        if self.kept.ndim != 1 or not len(self.kept) or int(self.kept.min()) < 0 or not self.players:
            raise BadNet(f"{name} is no net: it looks at nothing, or plays with nobody.")
        width = len(self.kept)
        if self.mean.shape != (width,) or self.spread.shape != (width,):
            raise BadNet(f"{name} is no net: mean and spread have a number for each of the {width} that it looks at.")
        if fault := fault_of(self.layers, self._words(), width):
            raise BadNet(f"{name} is no net: {fault}.")
        if not all(isfinite(float(np.abs(array).sum(dtype=np.float64))) for array in self._arrays().values()):
            raise BadNet(f"{name} is no net: not all that it holds are numbers.")
        if not float(self.spread.min()) > 0:
            raise BadNet(f"{name} is no net: a spread is more than 0.")

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


def planes_of(sight: Sight) -> str:
    """What is seen, in words that can be compared: each plane with its shape, its bounds, and what it is divided by."""
    return "; ".join(
        f"{plane.name} {'x'.join(map(str, plane.shape))} {plane.low}..{plane.high} /{plane.scale}"
        for plane in sight.planes
    )


def actions_of(space: Space) -> str:
    """The action space: how many actions there are, and a fingerprint of their numbers in order."""
    return f"{len(space.numbers)} {hashlib.sha256(space.numbers.astype('<i2').tobytes()).hexdigest()[:12]}"


def _numbers_of(game: Game, players: object) -> tuple[int, ...]:
    """The numbers of players that a net is for; BadNet if the game can't be played so."""
    low, high = game.players
    if not isinstance(players, (tuple, list, range)) or not players:
        such = f"such as ({game.usual},); not {short(players)}"
        raise BadNet(f"players lists the numbers of players that a net is for, {such}.")
    for number in players:
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not low <= number <= high:
            raise BadNet(f"{game.name} is for {people(low, high)}; no net plays it with {short(number)}.")
    return tuple(int(number) for number in players)


def _layers_of(layers: object) -> tuple[Layer, ...]:
    """Layers of what was given: weights, biases, and perhaps what they look at. BadNet if they are none."""
    try:
        return tuple(
            Layer(_floats(weight), _floats(bias), *(np.asarray(each).astype(np.int32) for each in looks))
            for weight, bias, *looks in layers  # type: ignore[attr-defined]  # what can't be gone through is refused
        )
    except (TypeError, ValueError):
        raise BadNet(
            "layers lists for each layer its weights and biases, as arrays of numbers, and what it looks at where they"
            " are shared."
        ) from None


def _floats(values: Any) -> Floats:
    return np.ascontiguousarray(values, np.float32)
