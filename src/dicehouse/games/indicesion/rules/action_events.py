"""Count like events of one action, such as three dice knocked off one board, so that one sentence tells them all.

Each thing keeps its event, with its own item. The first of like events holds how many there are in its faces: by colour
for dice, in all for barrels. The others hold a single 0, and the log says nothing about them.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicehouse.core.dice import Dice, Event

from .state import LETTERS, EventKind
from .table_layout import colour_of

OF_DICE = (EventKind.BURNT, EventKind.OFF, EventKind.KNOCKED)
BY_BOARD = (EventKind.KNOCKED, EventKind.TAKEN)  # whose amount says off which boards
SILENT = (0,)


def count_alike(dice: Dice) -> None:
    """Write into the first of the like events of an action how many there are."""
    groups: dict[tuple[int, int, int], list[Event]] = {}
    for at in range(dice.n_events):
        event = dice.events[at]
        if event.kind in OF_DICE or event.kind == EventKind.TAKEN:
            board = int(event.amount) if event.kind in BY_BOARD else 0
            groups.setdefault((int(event.kind), int(event.seat), board), []).append(event)
    for first, *others in groups.values():
        _write(first, _counted([first, *others]))
        for event in others:
            _write(event, SILENT)


def _counted(events: Sequence[Event]) -> Sequence[int]:
    if events[0].kind == EventKind.TAKEN:
        return (len(events),)
    colours = [colour_of(event.item) for event in events]
    return [colours.count(colour) for colour in range(len(LETTERS))]


def _write(event: Event, faces: Sequence[int]) -> None:
    event.n_faces = len(faces)
    for at, face in enumerate(faces):
        event.faces[at] = face


def dice_counts(event: Event) -> list[int]:
    """Return how many dice of each colour an event tells of; all 0 if an earlier event tells of its die."""
    if not event.n_faces:
        return [int(colour == colour_of(event.item)) for colour in range(len(LETTERS))]
    return [event.faces[at] if event.n_faces > 1 else 0 for at in range(len(LETTERS))]


def thing_count(event: Event) -> int:
    """Return how many barrels an event tells of; 0 if an earlier event tells of its barrel."""
    return event.faces[0] if event.n_faces else 1
