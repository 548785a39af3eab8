"""Restore a match from what is stored of it, even if the rules have changed since.

If the rules are the same, it is restored at once from its snapshots. If they were edited, all its actions are replayed,
and if every die, log entry and position comes out as before, the match goes on as if nothing had changed. If not, it
goes on from its last position by the rules of today, and its log says so; a finished match is shown as it was recorded.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from dicehouse import games
from dicehouse.core.game import Game
from dicehouse.errors import BadMatch
from dicehouse.match.history import RULE_CHANGE_SEAT
from dicehouse.match.layout_migration import describe_layout, layout_hash
from dicehouse.match.match import Match
from dicehouse.match.restore import RestoredMatch, restore_match
from dicehouse.match.serialization import SavedMatch, read_match, truncate_saved_match
from dicehouse.match.snapshots import SnapshotWriter, read_snapshots, same_events, take_snapshot, write_snapshots

from .storage import table_records
from .storage.database import Database, Statement
from .storage.table_records import Entry, Kept, Span, acts_not_undone, saved_form

log = logging.getLogger("dicehouse.server")

# The rules of version 1 do the same as today's, but under other names of functions and modules, so their fingerprints
# differ. These are the fingerprints at commit aee874b with Python 3.11, whose bytecode they are made from.
SAME_RULES = {
    "dice-ocalypse": "b8d75e6f029ab9ad",
    "baron-voodoo": "53bf39d4049e2a35",
    "deck-o-dice": "7b0d3d729bfb3e9d",
    "dicetopia": "ab957971d93650e4",
}


@dataclass(frozen=True, slots=True)
class Opened:
    """Hold a table as it is opened, and the statements to write before anybody sees it."""

    kept: Kept
    game: Game
    match: Match | None
    rows: Sequence[Statement] = ()


def span_of(game: Game, since: int = 0) -> Span:
    """Return the rules of today for `game`, for positions from snapshot `since` on."""
    return Span(since, game.version, game.fingerprint if game.engine is None else "", layout_hash(game))


def noted(table_id: str, match: Match, version: str | None = None) -> list[Statement]:
    """Return the statements that store the start of `match`: its rules and the snapshot after the deal.

    `version` is the version of the rules that was settled before the start. If the rules have changed since, they are
    stored with that version, so that the match is migrated as soon as it is read again.
    """
    (dealt,) = write_snapshots([take_snapshot(match, 0)])
    span = span_of(match.game)
    if version not in (None, span.version):
        span = replace(span, version=str(version), made_of="")
    return [*_ruled(table_id, match.game, [span]), table_records.set_dealt(table_id, dealt)]


def _ruled(table_id: str, game: Game, rules: Sequence[Span]) -> list[Statement]:
    return [table_records.put_layout(rules[-1].layout, describe_layout(game)), table_records.set_rules(table_id, rules)]


def opened(db: Database, kept: Kept) -> Opened:
    """Return the table with its match. Raise BadMatch, with the reason, if the match can't be restored."""
    game = games.find(kept.table.game)
    if kept.table.header is None:
        return Opened(kept, game, None)
    saved = read_match(saved_form(kept))
    if not kept.table.rules:
        return _unwritten(kept, game, saved)
    past = _Past(db, kept, game, saved)
    last, now = kept.table.rules[-1], span_of(game)
    if now.made_of and now == replace(last, since=0):
        return Opened(kept, game, past.stands(past.since))
    if last.version == now.version:
        try:
            return past.fits()
        except Exception as error:  # rules can raise anything for actions of other rules
            log.info("table %s was played with other rules: %s", kept.table.id, error)
    if kept.table.phase == "over":
        return Opened(kept, game, past.stands(len(saved.actions)))
    return _migrated(kept, past.stands(len(saved.actions)))


def same_rules(kept: Kept) -> bool:
    """Return True if a match was played by the rules of today, as far as its rules were stored."""
    game, rules = games.find(kept.table.game), kept.table.rules
    if not rules:
        return True
    last, today = replace(rules[-1], since=0), span_of(game)
    if last.made_of == SAME_RULES.get(game.id) and today.version == "1":
        last = replace(last, made_of=today.made_of)
    return last == today


def replayed(db: Database, kept: Kept) -> Match:
    """Return the match, with every action under its latest rules replayed. Raise BadMatch if anything differs."""
    if not kept.table.rules:
        return Match.load(saved_form(kept))
    match = _Past(db, kept, games.find(kept.table.game), read_match(saved_form(kept))).fits().match
    assert match is not None
    return match


class _Past:
    """Hold the stored snapshots of a match, with the rules and layouts they belong to."""

    def __init__(self, db: Database, kept: Kept, game: Game, saved: SavedMatch) -> None:
        self._kept, self._game, self._saved = kept, game, saved
        acts = acts_not_undone(kept.entries)
        self._moments = read_snapshots([kept.table.dealt, *(act.moment for act in acts)])
        self.since = max((at for at, act in enumerate(acts, 1) if act.seat == RULE_CHANGE_SEAT), default=0)
        known = {span.layout: table_records.read_layout(db, span.layout) or "" for span in kept.table.rules}
        self._fields = [known[self._span(number).layout] for number in range(len(self._moments))]

    def _span(self, number: int) -> Span:
        return next(span for span in reversed(self._kept.table.rules) if span.since <= number)

    def stands(self, recorded: int, until: int | None = None) -> RestoredMatch:
        """Return the match as it was after `until` actions, or after the last one, without replaying it.

        `recorded` is the number of actions that were played under older rules.
        """
        last = len(self._saved.actions) if until is None else until
        return restore_match(
            truncate_saved_match(self._saved, last), self._moments[: last + 1], self._fields[: last + 1], recorded
        )

    def fits(self) -> Opened:
        """Return the table with its match, if the rules of today lead to the same position. Raise BadMatch if not.

        If the layout has changed, compare the events instead of the position.
        """
        kept, game, saved = self._kept, self._game, self._saved
        match: Match
        if self.since == 0:
            match = Match.load(saved_form(kept))
        else:
            match = restored = self.stands(self.since, self.since)
            restored.replay_actions(saved.actions[self.since :], outcomes=game.engine is not None)
        now = span_of(game)
        if now.layout == kept.table.rules[-1].layout:
            if match.position() != self._moments[-1].position:
                raise BadMatch("Today's rules lead to another position.")
            rules = (*kept.table.rules[:-1], replace(now, since=kept.table.rules[-1].since))
            changed = replace(kept, table=replace(kept.table, rules=rules))
            return Opened(changed, game, match, [] if changed == kept else _ruled(kept.table.id, game, rules))
        if not all(same_events(take_snapshot(match, at), moment) for at, moment in enumerate(self._moments)):
            raise BadMatch("With today's rules, something else happens.")
        return _with_moments(kept, match)


def _unwritten(kept: Kept, game: Game, saved: SavedMatch) -> Opened:
    """Restore a match that began before snapshots were stored, by replaying all of it."""
    form = saved_form(kept)
    if saved.version == game.version or kept.table.phase == "over":
        return _with_moments(kept, Match.load(form))
    played = _with_moments(kept, Match.load({**form, "version": game.version}))
    past = [take_snapshot(played.match, number) for number in range(len(saved.actions) + 1)] if played.match else []
    same = restore_match(saved, past, [describe_layout(game)] * len(past), len(saved.actions))
    migrated = _migrated(played.kept, same)
    return replace(migrated, rows=[*played.rows, *migrated.rows])


def moments_of(kept: Kept) -> Sequence[Statement]:
    """Return the statements that store the snapshots of a match that has none, because it began before they were
    stored.

    Return none for other matches. Raise BadMatch if the match can't be replayed by the rules of today.
    """
    if kept.table.header is None or kept.table.rules:
        return []
    return _with_moments(kept, Match.load(saved_form(kept))).rows


def _with_moments(kept: Kept, match: Match) -> Opened:
    """Return the table with all snapshots, in the layout of today, and the statements that store them."""
    table, rules = kept.table, (span_of(match.game),)
    acts = acts_not_undone(kept.entries)
    dealt, *moments = write_snapshots([take_snapshot(match, number) for number in range(match.number + 1)])
    found = {act.serial: moment for act, moment in zip(acts, moments, strict=True)}
    entries = tuple(msgspec.structs.replace(e, moment=found.get(e.serial)) for e in kept.entries)
    rows = [table_records.set_moment(table.id, serial, moment) for serial, moment in found.items()]
    rows += [table_records.set_dealt(table.id, dealt), *_ruled(table.id, match.game, rules)]
    changed = replace(kept, table=replace(table, dealt=dealt, rules=rules), entries=entries)
    return Opened(changed, match.game, match, rows)


def _migrated(kept: Kept, match: RestoredMatch) -> Opened:
    """Migrate `match` to the rules of today, as an action of the server that nobody can undo."""
    table, number = kept.table, match.number
    match.migrate_to_current_rules()
    rules = (*table.rules, span_of(match.game, number + 1))
    moment = SnapshotWriter().write(take_snapshot(match, match.number))
    option = match.actions[-1].option
    entry = Entry(
        len(kept.entries), "act", RULE_CHANGE_SEAT, number, number + 1, option, (), None, time.time(), moment=moment
    )
    rows = [table_records.insert_entry(table.id, entry), *_ruled(table.id, match.game, rules)]
    changed = replace(kept, table=replace(table, rules=rules), entries=(*kept.entries, entry))
    log.info("table %s continues with version %s of the rules, from its last position", table.id, match.game.version)
    return Opened(changed, match.game, match, rows)
