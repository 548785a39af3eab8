"""The fingerprint of rules: what compiled code depends on is in it."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from dicehouse.kit import rules
from dicehouse.kit.game import _Fingerprint

KIND = np.dtype([("number", np.int8)])


@rules
def made() -> Any:
    """A rule that names the shape of a record."""
    return KIND


def test_the_shape_of_a_record_that_a_rule_makes(monkeypatch: Any) -> None:
    module = ModuleType("some_rules")
    module.made = made  # type: ignore[attr-defined]
    before = _Fingerprint().of(module)
    assert _Fingerprint().of(module) == before
    monkeypatch.setattr(f"{__name__}.KIND", np.dtype([("number", np.int16)]))
    assert _Fingerprint().of(module) != before
