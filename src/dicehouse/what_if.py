"""What if: a match played on from one of its decisions, as if the rest had never been."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from .errors import BadMatch
from .kit import Seeded, Source
from .match import Match
from .onward import cut, until


def what_if(
    match: Match,
    number: int,
    seat: int,
    *,
    dice: Source | None = None,
    names: Sequence[str] | None = None,
    match_id: str | None = None,
) -> Match:
    """A match of its own that begins where `seat` was asked something after `number` actions of `match`.

    What the seat could not know there is dealt anew, and choices that others had only sealed are made again. `dice` are
    those from there on; by default nobody knows them. BadMatch if the seat was asked nothing at that moment.
    """
    if match.recorded:
        raise BadMatch("This match was played by older rules, so there is no what-if of it by those of today.")
    saved = match.save(secret=True)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= match.number:
        raise BadMatch(f"There is no moment {str(number)[:20]}; this match has moments 0 to {match.number}.")
    then = Match.load(until(saved, number))
    if seat not in then.acting():
        who = match.names[seat] if 0 <= seat < match.players else "nobody"
        raise BadMatch(f"At that moment nothing was asked of {who}; play on from one of their decisions.")
    source = dice or Seeded(uuid.uuid4().hex)
    header = {"id": match_id or uuid.uuid4().hex, "names": list(names or match.names)}
    return Match.load(cut(saved, then.asked_since(seat), seat, source.describe(True), **header))
