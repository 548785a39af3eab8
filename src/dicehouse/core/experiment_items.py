"""Describe things that a study gives to a seat or denies it, to find out what they are worth."""

from __future__ import annotations

from dataclasses import dataclass

GRANTED, DENIED = "granted", "denied"


@dataclass(frozen=True)
class ExperimentItem:
    """Describe one such thing: its name for people, its kind ("card"), and whether it can be granted or denied.

    What every seat has from the start can be denied; what a seat may lack can be granted.
    """

    id: str
    name: str
    group: str
    experiment: str = GRANTED
