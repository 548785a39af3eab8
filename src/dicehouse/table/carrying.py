"""A match as it stands, out of what was written down of it, even if the rules have changed since.

Where they are the same, it stands again at once. Where something was edited, all that was played is replayed: if every
die, word and position comes out as before, nothing happened to this match. Else it goes on from its last position by
the rules of today, and its log says so; a finished one is looked at as it was recorded.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dicehouse import games
from dicehouse.errors import BadMatch
from dicehouse.kit.game import Game
from dicehouse.layouts import fields_of, layout_of
from dicehouse.match import Match
from dicehouse.moments import Writer, read, written
from dicehouse.resumed import Resumed, moment_of, resumed, upto
from dicehouse.saved import HOUSE, Saved, read_saved

from .storage import records
from .storage.database import Database, Statement
from .storage.records import Entry, Kept, Span, saved_form, standing

log = logging.getLogger("dicehouse.table")


@dataclass(frozen=True, slots=True)
class Opened:
    """A table as it is opened, and what has to be written down before anybody looks at it."""

    kept: Kept
    game: Game
    match: Match | None
    rows: Sequence[Statement] = ()


def span_of(game: Game, since: int = 0) -> Span:
    """The rules of today."""
    return Span(since, game.version, game.fingerprint if game.engine is None else "", layout_of(game))


def noted(table_id: str, match: Match, version: str | None = None) -> list[Statement]:
    """What is written down of a match as it begins: the moment of the deal, and its rules; it is carried on at once if
    another version of them was promised.
    """
    (dealt,) = written([moment_of(match, 0)])
    span = span_of(match.game)
    if version not in (None, span.version):
        span = replace(span, version=str(version), made_of="")
    return [*_ruled(table_id, match.game, [span]), records.set_dealt(table_id, dealt)]


def _ruled(table_id: str, game: Game, rules: Sequence[Span]) -> list[Statement]:
    return [records.put_layout(rules[-1].layout, fields_of(game)), records.set_rules(table_id, rules)]


def opened(db: Database, kept: Kept) -> Opened:
    """The table with its match; BadMatch says why it can't be looked at any more."""
    game = games.find(kept.table.game)
    if kept.table.header is None:
        return Opened(kept, game, None)
    saved = read_saved(saved_form(kept))
    if not kept.table.rules:
        return _unwritten(kept, game, saved)
    past = _Past(db, kept, game, saved)
    last, now = kept.table.rules[-1], span_of(game)
    if now.made_of and now == replace(last, since=0):
        return Opened(kept, game, past.stands(past.since))
    if last.version == now.version:
        try:
            return past.fits()
        except Exception as error:  # rules can fail in any way on what they were not written for
            log.info("table %s was played by other rules: %s", kept.table.id, error)
    if kept.table.phase == "over":
        return Opened(kept, game, past.stands(len(saved.actions)))
    return _carried(kept, past.stands(len(saved.actions)))


def same_rules(kept: Kept) -> bool:
    """Whether a match was played by the rules of today, as far as anybody wrote down by which it was."""
    game, rules = games.find(kept.table.game), kept.table.rules
    return not rules or span_of(game) == replace(rules[-1], since=0)


def replayed(db: Database, kept: Kept) -> Match:
    """The match, every action of it that was played by its last rules played again; BadMatch if something differs."""
    if not kept.table.rules:
        return Match.load(saved_form(kept))
    match = _Past(db, kept, games.find(kept.table.game), read_saved(saved_form(kept))).fits().match
    assert match is not None
    return match


class _Past:
    """What was written down of a match, moment by moment."""

    def __init__(self, db: Database, kept: Kept, game: Game, saved: Saved) -> None:
        self._kept, self._game, self._saved = kept, game, saved
        acts = standing(kept.entries)
        self._moments = read([kept.table.dealt, *(act.moment for act in acts)])
        self.since = max((at for at, act in enumerate(acts, 1) if act.seat == HOUSE), default=0)
        known = {span.layout: records.read_layout(db, span.layout) or "" for span in kept.table.rules}
        self._fields = [known[self._span(number).layout] for number in range(len(self._moments))]

    def _span(self, number: int) -> Span:
        return next(span for span in reversed(self._kept.table.rules) if span.since <= number)

    def stands(self, recorded: int, until: int | None = None) -> Resumed:
        """The match after the last moment, or an earlier one."""
        last = len(self._saved.actions) if until is None else until
        return resumed(upto(self._saved, last), self._moments[: last + 1], self._fields[: last + 1], recorded)

    def fits(self) -> Opened:
        """The match, if the rules of today lead to where it stands; BadMatch if they don't."""
        kept, game, saved = self._kept, self._game, self._saved
        match: Match
        if self.since == 0:
            match = Match.load(saved_form(kept))
        else:
            match = resumed = self.stands(self.since, self.since)
            resumed.replayed(saved.actions[self.since :], outcomes=game.engine is not None)
        now = span_of(game)
        if now.layout == kept.table.rules[-1].layout:
            if match.position() != self._moments[-1].position:
                raise BadMatch("The rules of today lead to another position.")
            rules = (*kept.table.rules[:-1], replace(now, since=kept.table.rules[-1].since))
            changed = replace(kept, table=replace(kept.table, rules=rules))
            return Opened(changed, game, match, [] if changed == kept else _ruled(kept.table.id, game, rules))
        if not self._same_told(match):
            raise BadMatch("By the rules of today something else happened.")
        return _with_moments(kept, match)

    def _same_told(self, match: Match) -> bool:
        return all(moment_of(match, number).told == moment.told for number, moment in enumerate(self._moments))


def _unwritten(kept: Kept, game: Game, saved: Saved) -> Opened:
    """A match from before moments were written down: there is nothing but to replay it."""
    form = saved_form(kept)
    if saved.version == game.version or kept.table.phase == "over":
        return _with_moments(kept, Match.load(form))
    played = _with_moments(kept, Match.load({**form, "version": game.version}))
    past = [moment_of(played.match, number) for number in range(len(saved.actions) + 1)] if played.match else []
    same = resumed(saved, past, [fields_of(game)] * len(past), len(saved.actions))
    carried = _carried(played.kept, same)
    return replace(carried, rows=[*played.rows, *carried.rows])


def moments_of(kept: Kept) -> Sequence[Statement]:
    """What is to be written down of a match that began before moments were; BadMatch if today's rules are others."""
    if kept.table.header is None or kept.table.rules:
        return []
    return _with_moments(kept, Match.load(saved_form(kept))).rows


def _with_moments(kept: Kept, match: Match) -> Opened:
    """The table with all moments written down, in the layout of today."""
    table, rules = kept.table, (span_of(match.game),)
    acts = standing(kept.entries)
    dealt, *moments = written([moment_of(match, number) for number in range(match.number + 1)])
    found = {act.serial: moment for act, moment in zip(acts, moments, strict=True)}
    entries = tuple(replace(e, moment=found.get(e.serial)) for e in kept.entries)
    rows = [records.set_moment(table.id, serial, moment) for serial, moment in found.items()]
    rows += [records.set_dealt(table.id, dealt), *_ruled(table.id, match.game, rules)]
    changed = replace(kept, table=replace(table, dealt=dealt, rules=rules), entries=entries)
    return Opened(changed, match.game, match, rows)


def _carried(kept: Kept, match: Resumed) -> Opened:
    """The match goes on by the rules of today; that is an action of the house, which nobody can take back."""
    table, number = kept.table, match.number
    match.carry_on()
    rules = (*table.rules, span_of(match.game, number + 1))
    moment = Writer().write(moment_of(match, match.number))
    option = match.actions[-1].option
    entry = Entry(len(kept.entries), "act", HOUSE, number, number + 1, option, (), None, time.time(), moment=moment)
    rows = [records.insert_entry(table.id, entry), *_ruled(table.id, match.game, rules)]
    changed = replace(kept, table=replace(table, rules=rules), entries=(*kept.entries, entry))
    log.info("table %s goes on by version %s of the rules, from its last position", table.id, match.game.version)
    return Opened(changed, match.game, match, rows)
