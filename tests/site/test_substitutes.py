"""The tab's stand-in for NumPy gives what NumPy gives, to the last bit."""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest

from dicehouse.engine.entry_points import TREE_DTYPE
from dicehouse.site import tab_app

FOLDER = Path(tab_app.__file__).parent / "substitutes" / "numpy"


@pytest.fixture(scope="module")
def stand_in() -> ModuleType:
    """The stand-in, under another name than NumPy's."""
    spec = importlib.util.spec_from_file_location("tab_numpy", FOLDER / "__init__.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tab_numpy"] = module
    spec.loader.exec_module(module)
    return module


def plain(value: Any) -> Any:
    """What can be compared: the shape and the numbers."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return value


def numbers(n: int) -> list[float]:
    return [random.Random(f"{n} {i}").uniform(-1, 2) for i in range(n)]


def fields_of_records(np: Any) -> Any:
    edge = np.dtype([("action", "i4"), ("visits", "i4"), ("value", "f8"), ("square", "f8")], align=True)
    edges = np.zeros(6, edge)
    for i in range(6):
        edges[i]["visits"] = 1 + i % 4
        edges["value"][i] = numbers(6)[i]
    both = edges[[4, 1]]
    each = np.stack([edges, edges[[5, 4, 3, 2, 1, 0]]])
    whole = each[0].copy()
    whole["value"] = each["value"].sum(0)
    whole["value"][2] -= 0.3
    strict = int(np.argmax(edges["visits"])), [int(one["visits"]) for one in edges[2:4]]
    off = each["value"] - each["visits"] * (whole["value"] / np.maximum(whole["visits"], 1))
    found = [plain(part) for part in (both["value"] / both["visits"], whole["value"], off, edges["value"].cumsum())]
    return strict, found, np.array_equal(edges, edges.copy()), np.array_equal(edges, whole)


def matrices(np: Any) -> Any:
    rows = np.array(numbers(300 * 4)).reshape(300, 4)
    part = rows[10:150, :3]
    part[0] = [1.0, 2.0, 3.0]
    rows[:, 3] = 0.25
    return [
        plain(each)
        for each in (
            *(rows.sum(0), rows.sum(1), rows.sum(), part.mean(0), part.var(0, ddof=1), part.std(0, ddof=1), part.std()),
            *(rows[:, 1].mean(), rows[:7, 1:2].var(0, ddof=1), rows[:, 2][:, None].var(0, ddof=1), rows[0, :2]),
            *(np.where(rows[:9] > 0.5, rows[:9], 1.0), np.maximum(rows[:5], 0.0) ** 2, 1.0 - rows[:2] / 3.0),
            *(np.tile(part[:2], 2), np.concatenate([part[:1], rows[:2, :3]]), np.hypot(part[0], part[1])),
            *(~part.any(1), np.flatnonzero(part[:, 0] > 0.5), part[part[:, 0] > 1.5], np.isclose(part[:3], 1.0)),
            *(np.full((2, 3), 5, np.int64), np.array([[1, 2], [3, 4]], np.int64).reshape(-1), np.abs(part[0] - 2)),
            *(
                np.mean([part[0], part[1]], axis=0),
                np.sum([np.zeros(3), part[0] ** 2], axis=0),
                (-part).max(),
                -part[1],
            ),
            *(np.ones(3), part[0][None, :] + part[:2], np.searchsorted(np.array([0.1, 0.5]), 0.5, side="right")),
        )
    ]


def sums(np: Any) -> Any:
    return [np.array(numbers(n)).sum() for n in (0, 1, 7, 8, 9, 100, 128, 129, 300, 1000)]


def bytes_of_arrays(np: Any) -> Any:
    memory = np.zeros(40, np.uint8)
    memory[:20] = np.frombuffer(bytes(range(20)), np.uint8)
    memory[16:24] = 7
    taken = memory[8:24].view(np.int64)
    return memory.tobytes(), taken.tolist(), memory[1:5].copy().tolist(), np.zeros((2, 3), np.uint8)[1].tobytes()


def a_tree(np: Any) -> Any:
    memory = np.zeros(TREE_DTYPE.itemsize, np.uint8)
    kind = TREE_DTYPE if np is numpy else np.dtype(fields_in(np, TREE_DTYPE), align=True)
    tree = memory.view(kind)[0]
    tree["root"], tree["c_puct"] = 3, 0.7
    tree["node"][3]["first"] = 5
    tree["edge"][5:7]["visits"][1] = 9
    node = tree["node"][tree["root"]]
    edges = tree["edge"][node["first"] : node["first"] + 2]
    return memory.tobytes(), int(node["first"]), edges["visits"].tolist(), float(tree["c_puct"])


def fields_in(np: Any, kind: numpy.dtype[Any]) -> Any:
    """A record's fields as the stand-in's types."""
    assert kind.names is not None and kind.fields is not None
    found: list[Any] = []
    for name in kind.names:
        inner = kind.fields[name][0]
        base = inner.base
        own = np.dtype(fields_in(np, base), align=True) if base.names else np.dtype(base.str)
        found.append((name, own, inner.shape) if inner.shape else (name, own))
    return found


@pytest.mark.parametrize("work", [fields_of_records, matrices, sums, bytes_of_arrays, a_tree])
def test_it_gives_what_numpy_gives(stand_in: ModuleType, work: Callable[[Any], Any]) -> None:
    assert repr(work(stand_in)) == repr_of_numpy(work(numpy))


def repr_of_numpy(value: Any) -> str:
    """The text of a value with Python's own numbers."""

    def own(each: Any) -> Any:
        if isinstance(each, (list, tuple)):
            return type(each)(map(own, each))
        return each.item() if isinstance(each, numpy.generic) else each

    return repr(own(value))
