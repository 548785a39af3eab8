"""Compute the layers of a net: which earlier numbers a layer reads, and what it computes from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[Any]
MOST_LAYERS = 16
MOST_PRODUCTS = 16_000_000  # for one decision: as many as plain layers in the largest file have
NO_INPUT = -1

ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {
    "relu": lambda x: np.maximum(x, 0),
    "tanh": np.tanh,
    "none": lambda x: x,
}


class Layer(NamedTuple):
    """Hold the weights, with a row for each output, and the biases of a layer, as PyTorch has them. Its input is the
    output of the layer before.

    With `looks`, the same weights are applied at many places. A row of `looks` is a place: it says where in the known
    numbers each run of inputs begins, or NO_INPUT for a run of zeros. Known are the inputs of the net, followed by the
    outputs of each layer before. All runs have the same length, and together the length of a row of weights. The output
    has the results of each place, place by place; the biases are the same for all places, or each output has its own.
    """

    weight: Floats
    bias: Floats
    looks: Integers | None = None

    @property
    def places(self) -> int:
        """Return at how many places the weights are applied."""
        return 1 if self.looks is None else len(self.looks)

    @property
    def width(self) -> int:
        """Return the number of outputs."""
        return self.places * len(self.weight)

    @property
    def run_length(self) -> int:
        """Return the length of a run."""
        taken: int = self.weight.shape[1]
        return taken if self.looks is None else taken // self.looks.shape[1]

    def input_indices(self, zeros: int) -> Integers | None:
        """Return the indices of the inputs at each place, if the zeros begin at index `zeros`."""
        if self.looks is None:
            return None
        begins = np.where(self.looks == NO_INPUT, zeros, self.looks).astype(np.intp)
        return (begins[..., None] + np.arange(self.run_length)).reshape(self.places, -1)

    def find_fault(self, before: int, known: int) -> str | None:
        """Return what does not fit if the layer before has `before` outputs and `known` numbers are known, or None."""
        weight, bias, looks = self
        if weight.ndim != 2 or bias.ndim != 1 or not weight.size or not bias.size:
            return "has no weights, or no biases"
        if looks is None:
            return None if weight.shape[1] == before else f"doesn't take the {before} numbers of the layer before it"
        if looks.ndim != 2 or not looks.size or weight.shape[1] % looks.shape[1]:
            return "reads blocks of inputs whose sizes don't add up to its number of inputs"
        if int(looks.min()) < NO_INPUT or int(looks.max()) > known - self.run_length:
            return f"reads more than the {known} numbers that are available"
        return None


class LayerChain:
    """Hold consecutive layers, ready to be computed."""

    def __init__(self, layers: Sequence[Layer], between: Sequence[str], inputs: int) -> None:
        self.layers = layers
        self.between = [ACTIVATIONS[word] for word in between]
        ends = inputs + sum(layer.width for layer in layers[:-1])
        self.length = ends + max(layer.run_length for layer in layers)
        self.input_indices = [layer.input_indices(ends) for layer in layers]

    def compute_outputs(self, inputs: Floats, wanted: Integers) -> Floats:
        """Return the `wanted` outputs of the last layer."""
        known, at, x = np.zeros(self.length, np.float32), len(inputs), inputs
        known[:at] = inputs
        for layer, input_indices, between in zip(self.layers[:-1], self.input_indices[:-1], self.between, strict=True):
            x = layer.weight @ x if input_indices is None else known[input_indices] @ layer.weight.T
            x = between((x.reshape(layer.places, -1) + layer.bias.reshape(-1, len(layer.weight))).reshape(-1))
            known[at : at + len(x)] = x
            at += len(x)
        layer, input_indices = self.layers[-1], self.input_indices[-1]
        bias = layer.bias[wanted % len(layer.bias)]
        if input_indices is None:
            found: Floats = layer.weight[wanted] @ x + bias
        else:
            place, row = np.divmod(wanted, len(layer.weight))
            found = (known[input_indices[place]] * layer.weight[row]).sum(1) + bias
        return found


def find_layers_fault(layers: Sequence[Layer], between: Sequence[str], inputs: int) -> str | None:
    """Return what is wrong with layers for this number of inputs. Only shapes are checked, so that nothing large is
    created.
    """
    if not 1 <= len(layers) <= MOST_LAYERS:
        return f"it has {len(layers)} layers; a net has 1 to {MOST_LAYERS}"
    if len(between) != len(layers) - 1:
        return f"it has {len(between)} activations for {len(layers)} layers"
    known = before = inputs
    for number, layer in enumerate(layers):
        if fault := layer.find_fault(before, known):
            return f"layer {number} {fault}"
        before, known = layer.width, known + layer.width
        if len(layer.bias) not in (len(layer.weight), before):
            return f"layer {number} has {len(layer.bias)} biases for {before} numbers"
    if (products := sum(layer.places * layer.weight.size for layer in layers)) > MOST_PRODUCTS:
        return f"a decision needs {products:,} products; at most {MOST_PRODUCTS:,} are allowed"
    return None
