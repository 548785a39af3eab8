"""Layers of a net: what each takes of the numbers before it, and what it makes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Whole = npt.NDArray[Any]
MOST_LAYERS = 16
MOST_PRODUCTS = 16_000_000  # for one decision: as many as plain layers have that fit into the largest file
NOTHING = -1

BETWEEN: dict[str, Callable[[Floats], Floats]] = {
    "relu": lambda x: np.maximum(x, 0),
    "tanh": np.tanh,
    "none": lambda x: x,
}


class Layer(NamedTuple):
    """Weights, with a row for each number that comes out, and biases, as PyTorch has them. It takes all that comes out
    of the layer before.

    With `looks` the same weights look at many places. A row of `looks` is a place: it says where in `known` each run of
    numbers begins that is taken there, or NOTHING for a run of zeros. Known are the net's inputs and, behind them, what
    came out of each layer before. All runs are of one length, and together as long as a row of weights. What comes out
    is what each place gives, place by place; biases are the same for all, or each number has its own.
    """

    weight: Floats
    bias: Floats
    looks: Whole | None = None

    @property
    def places(self) -> int:
        """At how many places it looks."""
        return 1 if self.looks is None else len(self.looks)

    @property
    def width(self) -> int:
        """How many numbers come out."""
        return self.places * len(self.weight)

    @property
    def run(self) -> int:
        """How long a run is."""
        taken: int = self.weight.shape[1]
        return taken if self.looks is None else taken // self.looks.shape[1]

    def taken(self, zeros: int) -> Whole | None:
        """Where everything lies that is taken at each place, if there are zeros from here on."""
        if self.looks is None:
            return None
        begins = np.where(self.looks == NOTHING, zeros, self.looks).astype(np.intp)
        return (begins[..., None] + np.arange(self.run)).reshape(self.places, -1)

    def fault(self, before: int, known: int) -> str | None:
        """What does not fit if so many numbers come out of the layer before, and so many are known."""
        weight, bias, looks = self
        if weight.ndim != 2 or bias.ndim != 1 or not weight.size or not bias.size:
            return "has no weights, or no biases"
        if looks is None:
            return None if weight.shape[1] == before else f"does not take the {before} numbers that reach it"
        if looks.ndim != 2 or not looks.size or weight.shape[1] % looks.shape[1]:
            return "looks at runs that don't make up what it takes"
        if int(looks.min()) < NOTHING or int(looks.max()) > known - self.run:
            return f"looks at more than the {known} numbers that are known there"
        return None


class Chain:
    """Layers, one after the other, ready to be worked out."""

    def __init__(self, layers: Sequence[Layer], between: Sequence[str], inputs: int) -> None:
        self.layers = layers
        self.between = [BETWEEN[word] for word in between]
        ends = inputs + sum(layer.width for layer in layers[:-1])
        self.length = ends + max(layer.run for layer in layers)
        self.taken = [layer.taken(ends) for layer in layers]

    def last(self, inputs: Floats, wanted: Whole) -> Floats:
        """These numbers of those that come out of the last layer."""
        known, at, x = np.zeros(self.length, np.float32), len(inputs), inputs
        known[:at] = inputs
        for layer, taken, between in zip(self.layers[:-1], self.taken[:-1], self.between, strict=True):
            x = layer.weight @ x if taken is None else known[taken] @ layer.weight.T
            x = between((x.reshape(layer.places, -1) + layer.bias.reshape(-1, len(layer.weight))).reshape(-1))
            known[at : at + len(x)] = x
            at += len(x)
        layer, taken = self.layers[-1], self.taken[-1]
        bias = layer.bias[wanted % len(layer.bias)]
        if taken is None:
            found: Floats = layer.weight[wanted] @ x + bias
        else:
            place, row = np.divmod(wanted, len(layer.weight))
            found = (known[taken[place]] * layer.weight[row]).sum(1) + bias
        return found


def fault_of(layers: Sequence[Layer], between: Sequence[str], inputs: int) -> str | None:
    """What is wrong with layers that take so many inputs. Only shapes are looked at, so that nothing large is made."""
    if not 1 <= len(layers) <= MOST_LAYERS:
        return f"it has {len(layers)} layers, not 1 to {MOST_LAYERS}"
    if len(between) != len(layers) - 1:
        return f"it says {len(between)} times what stands between {len(layers)} layers"
    known = before = inputs
    for number, layer in enumerate(layers):
        if fault := layer.fault(before, known):
            return f"layer {number} {fault}"
        before, known = layer.width, known + layer.width
        if len(layer.bias) not in (len(layer.weight), before):
            return f"layer {number} has {len(layer.bias)} biases for {before} numbers"
    if (products := sum(layer.places * layer.weight.size for layer in layers)) > MOST_PRODUCTS:
        return f"it works out {products:,} products for a decision; {MOST_PRODUCTS:,} are allowed"
    return None
