"""Name the environments as a tutorial would, and skip a tutorial whose library is not installed."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

GAMES = ("DiceOcalypse", "BaronVoodoo", "DeckODice", "Dicetopia")
IDS = [f"dicehouse.envs.gymnasium:dicehouse/{game}-v0" for game in GAMES]  # Gymnasium imports the module that it names
ALL_OF_THEM = "DICEHOUSE_TUTORIALS"  # set by `make tutorials`: no library may be missing


def library(name: str) -> Any:
    """Return a library; skip the tests of this module if it is missing and may be."""
    return importlib.import_module(name) if os.environ.get(ALL_OF_THEM) else pytest.importorskip(name)
