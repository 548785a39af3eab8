"""Represent a node of the game tree: a position, and what every seat has seen on the way to it.

Nodes never change, so copies of a state share them, and whatever is computed for a node is computed once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from dicehouse.engine.playouts import MAX_DECISIONS
from dicehouse.match.events import Event

from .exact_chance import DEAL, ChanceDraw, ExactGame, Results, Transition

NO_RECALL = ""
CACHED_NODES = 4096  # nodes
FINGERPRINT_BITS = 96


class TreeNode:
    """Hold the state after an action, or in the middle of one, where chance is asked (`draw`)."""

    __slots__ = (
        "_event_bytes",
        "_events",
        "_observation_by_seat",
        "_recall_by_seat",
        "act",
        "before",
        "draw",
        "legal",
        "number",
        "over",
        "position",
        "seat",
        "table",
        "tape",
        "thrown",
    )

    def __init__(self, table: ExactGame, before: TreeNode | None, act: tuple[int, int], transition: Transition) -> None:
        self.table = table
        self.before = before  # the last node at which a seat chose
        self.act = act
        self.tape = transition.tape
        self.thrown = transition.thrown
        self.position = transition.position
        self.draw: ChanceDraw | None = transition.draw
        self.number: int = 0 if before is None else before.number + 1
        self._event_bytes = transition.events
        self._events: list[Event] | None = None
        self._observation_by_seat: dict[int | None, str] = {}
        self._recall_by_seat: dict[int | None, str] = {}
        self.over = transition.draw is None and (table.over(transition.position) or self.number >= MAX_DECISIONS)
        self.seat: int | None = None if self.over or self.draw else table.acting(transition.position)[0]
        self.legal: list[int] = [] if self.seat is None else table.legal(transition.position, self.seat)

    @classmethod
    def root(cls, table: ExactGame) -> TreeNode:
        """Return the node before the deal, or after it if the deal needs no chance."""
        return cls(table, None, DEAL, table.transition(b"", DEAL))

    def play_action(self, action: int) -> TreeNode:
        """Return the node after the seat that is asked plays this action."""
        return _play_action(self, action)

    def apply_outcome(self, outcome: int) -> TreeNode:
        """Return the node after this chance outcome."""
        return _apply_outcome(self, outcome)

    def resampled(self, seat: int, luck: bytes) -> TreeNode:
        """Return a node that this seat can't distinguish from this one, with all hidden information resampled.

        The other seats remember only public information: what they really saw would reveal the secrets.
        """
        at = self.settled_node()
        came = Transition(self.table.resample_hidden(at.position, seat, luck))
        other = TreeNode(self.table, None, DEAL, came)
        other._events = [event.keep_if_visible_to(seat) for event in at.log()]
        other._recall_by_seat = {seat: at.information_state(seat), None: at.information_state(None)}
        return other if at is self else self._repeat_action(other)

    def _repeat_action(self, other: TreeNode) -> TreeNode:
        """Repeat the action in progress with the results of chance so far."""
        came = self.table.transition(other.position, self.act, self.tape, self.thrown)
        return TreeNode(self.table, other, self.act, came)

    # --- observations

    def log(self) -> list[Event]:
        """Return all events until now."""
        return [event for moment in self.path() for event in moment.events()]

    def events(self) -> list[Event]:
        """Return the events of the action that led here."""
        if self._events is None:
            self._events = [
                Event(**vars(entry), number=self.number) for entry in self.table.log_entries(self._event_bytes)
            ]
        return self._events

    def path(self) -> list[TreeNode]:
        """Return the nodes that led here, including this one, without those in the middle of an action."""
        return list(self._ancestors())[::-1]

    def _ancestors(self) -> Iterator[TreeNode]:
        moment: TreeNode | None = self.settled_node()
        while moment is not None:
            yield moment
            moment = moment.before

    def settled_node(self) -> TreeNode:
        """Return this node, or the one whose action is still in progress."""
        if self.draw is None:
            return self
        if self.before is None:
            return self
        return self.before

    def observation_text(self, seat: int | None) -> str:
        """Return what a seat sees now, as a line of JSON: its view without the log."""
        at, reader = self.settled_node(), None if self.table.game.hooks.SAME_FOR_ALL else seat
        if at.draw is not None:
            return "{}"  # nothing is dealt yet
        if reader not in at._observation_by_seat:
            log = [event for event in at.log() if event.known_to(reader)]
            at._observation_by_seat[reader] = _to_json_line(at.table.view(at.position, reader, log))
        return at._observation_by_seat[reader]

    def information_state(self, seat: int | None) -> str:
        """Return a fingerprint of everything that a seat has seen and chosen so far.

        Two nodes that the seat can distinguish by anything it ever saw have different fingerprints.
        """
        at = self.settled_node()
        waiting = [m for m in at._ancestors() if seat not in m._recall_by_seat and m.draw is None]
        for moment in reversed(waiting):
            moment._recall_by_seat[seat] = moment._hash_recall(seat)
        return at._recall_by_seat.get(seat, NO_RECALL)

    def _hash_recall(self, seat: int | None) -> str:
        before = NO_RECALL if self.before is None else self.before._recall_by_seat[seat]
        own = self.act[1] if self.act[0] == seat else None
        heard = [[event.kind, event.seat, event.text, event.facts] for event in self.events() if event.known_to(seat)]
        if (
            own is None
            and not heard
            and self.before is not None
            and self.before.observation_text(seat) == self.observation_text(seat)
        ):
            return before
        data = _to_json_line([before, own, heard, self.observation_text(seat)])
        return blake2b(data.encode(), digest_size=FINGERPRINT_BITS // 8).hexdigest()

    # --- copies

    def __copy__(self) -> TreeNode:
        return self

    def __deepcopy__(self, memo: Any) -> TreeNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions and outcomes; no chain of nodes is followed, so that it may be long."""
        done = [(m.act, m.position, m._event_bytes, m._events, m._recall_by_seat) for m in [*self.path(), self]]
        return _rebuild_node, (
            self.table,
            done[:-1] if self.settled_node() is self else done,
            self.draw,
            self.tape,
            self.thrown,
        )


# Algorithms that traverse the same tree repeatedly, such as CFR, find its nodes in this cache if it is small.


@lru_cache(CACHED_NODES)
def _play_action(node: TreeNode, action: int) -> TreeNode:
    assert node.seat is not None
    act = (node.seat, action)
    return TreeNode(node.table, node, act, node.table.transition(node.position, act))


@lru_cache(CACHED_NODES)
def _apply_outcome(node: TreeNode, outcome: int) -> TreeNode:
    assert node.draw is not None
    tape = (*node.tape, *node.draw.outcomes()[outcome][0])
    came = node.table.transition(node.position, node.act, tape, node.thrown)
    return TreeNode(node.table, node.before, node.act, came)


def _to_json_line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _rebuild_node(table: ExactGame, done: list[Any], draw: ChanceDraw | None, tape: Results, thrown: int) -> TreeNode:
    node: TreeNode | None = None
    for act, position, written, events, saw in done[:-1]:
        node = TreeNode(table, node, act, Transition(position, written))
        node._events, node._recall_by_seat = events, dict(saw)
    act, position, written, events, saw = done[-1]
    node = TreeNode(table, node, act, Transition(position, written, draw, tape, thrown))
    node._events, node._recall_by_seat = events, dict(saw)
    return node
