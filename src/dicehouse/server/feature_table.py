"""Name all features of a table, in the order in which they react to what happened.

A new feature is a module and a row here. Its module imports the state, the change and the moves of `table/`, and no
other feature.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from .features import (
    bot_settings,
    chat,
    clocks,
    commit_reveal,
    hints,
    lessons,
    moderation,
    pause,
    play,
    rematch,
    results,
    seats,
    standing_orders,
    substitutes,
    undo,
)
from .internal_commands import CatchUp
from .match_restore import Opened
from .table.change import Change, Context, Guard, Handler, Handlers, Reaction, TableEvent
from .table.state import History, TableState


@dataclass(frozen=True, slots=True)
class Feature:
    """Describe one feature: its commands, what it checks before others' commands, how it reacts, and its part.

    `part` makes the feature's part of the state from a table as it was read; if the part is not `stored`, it lasts
    while the table is in memory. `due` returns when the server's clock has to call the table (seconds since 1970).
    """

    name: str
    commands: Handlers = field(default_factory=dict)
    guards: Mapping[Any, Guard] = field(default_factory=dict)
    react: Reaction | None = None
    part: Callable[[Opened], object] | None = None
    stored: bool = False
    due: Callable[[TableState], float | None] | None = None


FEATURES: Sequence[Feature] = (
    Feature("play", play.COMMANDS),
    Feature(pause.NAME, pause.COMMANDS, pause.GUARDS, part=pause.read_part, stored=True),
    Feature("undo", undo.COMMANDS),
    Feature(seats.NAME, seats.COMMANDS, part=lambda _: seats.Visits()),
    Feature(
        commit_reveal.NAME,
        commit_reveal.COMMANDS,
        react=commit_reveal.begin,
        part=commit_reveal.read_part,
        stored=True,
        due=commit_reveal.due,
    ),
    Feature(lessons.NAME, lessons.COMMANDS, lessons.GUARDS, lessons.follow_learner, lessons.read_part, True),
    Feature(
        standing_orders.NAME,
        standing_orders.COMMANDS,
        react=standing_orders.pass_reactions,
        part=lambda _: standing_orders.SilentSeats(),
    ),
    Feature("results", react=results.finish_match),
    Feature(
        substitutes.NAME,
        substitutes.COMMANDS,
        react=substitutes.welcome_back,
        part=lambda _: substitutes.Missed(),
    ),
    Feature(
        clocks.NAME,
        clocks.COMMANDS,
        react=clocks.follow_match,
        part=clocks.read_part,
        stored=True,
        due=clocks.due,
    ),
    Feature(hints.NAME, hints.COMMANDS, part=lambda _: hints.GivenHints()),
    Feature("chat", chat.COMMANDS),
    Feature(moderation.NAME, moderation.COMMANDS, moderation.GUARDS, part=moderation.read_part, stored=True),
    Feature(rematch.NAME, rematch.COMMANDS, part=lambda _: rematch.NextSeeds()),
    Feature("bot settings", bot_settings.COMMANDS),
    Feature("server", {CatchUp: lambda state, command, context: Change(state)}),
)


def read_parts(found: Opened) -> dict[str, Any]:
    """Return the parts of all features, from what is stored of a table."""
    return {feature.name: feature.part(found) for feature in FEATURES if feature.part is not None}


def stored_parts(found: Opened) -> dict[str, Any]:
    """Return the parts that are stored, from a table as it was read."""
    return {feature.name: feature.part(found) for feature in FEATURES if feature.part is not None and feature.stored}


def state_of(found: Opened) -> TableState:
    """Return the state of a table as it is stored."""
    kept = found.kept
    history = History.read(kept.table, kept.entries)
    return TableState(
        found.game, kept.table, kept.seats, found.match, history, kept.chat, read_parts(found), kept.table.revision
    )


def with_lasting_parts(fresh: TableState, before: TableState) -> TableState:
    """Return a state that was just read, with those parts of the one before that are not stored."""
    lasting = {
        feature.name: before.parts[feature.name]
        for feature in FEATURES
        if not feature.stored and feature.name in before.parts
    }
    return replace(fresh, parts={**fresh.parts, **lasting})


def next_due(state: TableState) -> float | None:
    """Return when the server's clock has to call the table (seconds since 1970); None if nothing is due."""
    found = (feature.due(state) for feature in FEATURES if feature.due is not None)
    return min((due for due in found if due is not None), default=None)


MAX_ROUNDS = 3


class Index:
    """Hold the handlers and guards of `features` by the type of a command, and their reactions in order."""

    def __init__(self, features: Sequence[Feature]) -> None:
        self.features = features
        self.handlers: dict[Any, Handler] = {}
        self.guards: dict[Any, list[Guard]] = {}
        for feature in features:
            self.handlers |= feature.commands
            for command, guard in feature.guards.items():
                self.guards.setdefault(command, []).append(guard)
        self.reactions: list[Reaction] = [feature.react for feature in features if feature.react is not None]


_index = Index(FEATURES)


def decide(state: TableState, command: object, context: Context) -> Change:
    """Return everything that a command changes; `state` stays as it is.

    Raise Refused, or another DicehouseError, if the table does not do that. What happened is passed to all features, in
    their order; what they make happen is passed on in the next round.
    """
    index = _index if _index.features is FEATURES else Index(FEATURES)  # a test may have put others there
    for guard in index.guards.get(type(command), ()):
        guard(state, command, context)
    change = index.handlers[type(command)](state, command, context)
    events: Sequence[TableEvent] = change.events
    for _ in range(MAX_ROUNDS):
        so_far = len(change.events)
        for react in index.reactions:
            more = react(change.state, events, context)
            if more is not None:
                change.add(more)
        events = change.events[so_far:]
        if not events:
            return change
    raise RuntimeError(f"features react to each other endlessly: {events}")
