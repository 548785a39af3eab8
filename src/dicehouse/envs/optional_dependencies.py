"""Import the optional libraries of the environments, and explain how to install them if they are missing."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..errors import how_to_install


class MissingExtra(ImportError):
    """Report that an optional library is not installed; the message says what to install."""


def require_library(library: str, extra: str, called: str) -> ModuleType:
    """Return the library. Raise MissingExtra if it is not installed."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        raise MissingExtra(f"This needs {called}. {how_to_install(extra)}") from error
