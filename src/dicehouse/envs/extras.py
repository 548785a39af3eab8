"""What the layers of this room lean on, and what is said where it is not installed."""

from __future__ import annotations

import importlib
from types import ModuleType


class MissingExtra(ImportError):
    """A library that only this layer needs is not installed; the message says what to install."""


def need(library: str, extra: str, called: str) -> ModuleType:
    """The library, or MissingExtra."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        raise MissingExtra(
            f"This needs {called}, which is not installed here: pip install 'dicehouse[{extra}]' brings it."
        ) from error
