"""The source of a match that is only looked at: there are no dice to come in it."""

from __future__ import annotations

from typing import Any


class NoDice:
    """Nothing can be played with it."""

    def prepare(self, dice: Any, number: int) -> None:
        raise RuntimeError("This match is for looking at; play in the one that it was taken from.")

    def finished(self, dice: Any) -> None:
        raise RuntimeError("Nothing was played.")

    def describe(self, secret: bool) -> dict[str, Any]:
        return {"kind": "none"}
