"""Load the libraries that some pages need, before the server answers its first request."""

from __future__ import annotations

import importlib

from .passkey_verification import has_webauthn


def load_page_libraries() -> None:
    """Import them now: the first page that needs one would keep all tables waiting while it is imported."""
    importlib.import_module("markdown_it")

    has_webauthn()
