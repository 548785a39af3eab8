"""Restore a match from its recorded positions, without replaying it, even if the rules have changed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core import DiceSource, LessonDice, Tape
from ..engine.engine import DiceBox, engine_of
from ..errors import BadMatch, DicehouseError
from ..games import find
from ..i18n import Text, _
from ..old_names import accept_old_keywords
from .events import Event
from .history import RULE_CHANGE_SEAT, HistoryEntry, PlayedAction
from .layout_migration import LayoutMigration
from .match import Match
from .serialization import SavedMatch, check_draws
from .snapshots import PositionSnapshot

RULES_CORRECTED = "rules"  # the kind of the event with which a match continues under other rules
CANNOT_CONTINUE = _("This game used older rules. Today's rules can't continue it.")
CONTINUES_TEXT = _(
    "The rules of this game were corrected (version {version}). From here on, the corrected rules apply."
).message


class RestoredMatch(Match):
    """Hold a match whose actions, positions and events are taken as they were recorded.

    The first `n_actions_under_older_rules` actions are not checked. `version` is the version of the rules that the
    match began with, `recorded_settings` are its settings under them: the current rules may have more settings. New
    actions follow the current rules.
    """

    def __init__(
        self,
        saved: SavedMatch,
        snapshots: Sequence[PositionSnapshot],
        migrations: Sequence[LayoutMigration],
        n_actions_under_older_rules: int,
    ) -> None:
        if len(snapshots) != len(saved.actions) + 1:
            raise BadMatch("Not all of its positions were saved.")
        self._record, self._snapshots, self._migrations = saved, snapshots, migrations
        self.n_actions_under_older_rules = n_actions_under_older_rules
        self.version, self.recorded_settings = str(saved.version), dict(saved.settings)
        game = find(saved.game)
        settings = game.recorded(saved.settings)
        super().__init__(game, saved.players, settings, saved.source, saved.names, saved.match_id)
        del self._record, self._snapshots, self._migrations

    def _deal(self) -> None:
        """Restore the recorded positions instead of dealing."""
        record, snapshots = self._record, self._snapshots
        positions = [mover.migrate(m.position) for mover, m in zip(self._migrations, snapshots, strict=True)]
        events: list[Event] = []
        for number, snapshot in enumerate(snapshots):
            if number:
                last = snapshots[number - 1]
                self._history.append(
                    HistoryEntry(positions[number - 1], len(events), last.faded, snapshot.barrier, snapshot.asked)
                )
            events += [line.to_event(number) for line in snapshot.events]
        self.actions, self._events = list(record.actions), events
        self._has_private_events = any(event.readers is not None for event in events)
        self._n_faded_events = snapshots[-1].faded
        self._position.restore(positions[-1])
        self.deal_draws, self.deal_sides = record.deal, record.deal_sides
        _advance_source(self._source, [record.deal, *(action.draws for action in record.actions)])
        self._ended = (snapshots[-1].points, snapshots[-1].returns) if snapshots[-1].returns else None

    @property
    def over(self) -> bool:
        """Return True if the game has ended, by the rules that ended it."""
        return self._ended is not None or super().over

    def acting(self) -> tuple[int, ...]:
        return () if self._ended is not None else super().acting()

    def points(self) -> list[int]:
        """Return the points by seat, as they were recorded when the game ended."""
        return super().points() if self._ended is None else list(self._ended[0])

    def returns(self) -> list[float]:
        return super().returns() if self._ended is None else list(self._ended[1])

    @accept_old_keywords(openly="show_remembered")
    def at(self, number: int, dice: DiceSource | None = None, show_remembered: bool = False) -> Match:
        earlier = super().at(number, dice, show_remembered)
        if isinstance(earlier, RestoredMatch) and number < self.number:
            earlier._ended = None
        return earlier

    def save(self, secret: bool = True) -> dict[str, Any]:
        return {**super().save(secret), "settings": self.recorded_settings, "version": self.version}

    # --- other rules

    def replay_actions(self, actions: Sequence[PlayedAction], outcomes: bool) -> None:
        """Play `actions` and check that they draw the recorded dice. Raise BadMatch if they don't follow the current
        rules.
        """
        try:
            for action in actions:
                self.play(action.seat, action.option, (action.outcome or {}) if outcomes else None)
                check_draws(self.actions[-1].draws, action.draws, f"action {self.number}")
        except BadMatch:
            raise
        except DicehouseError as error:
            raise BadMatch(f"The match doesn't follow the rules: {error}") from error

    def migrate_to_current_rules(self) -> None:
        """Continue under the current rules: record the change as an action of its own, and ask the seats again.

        Raise BadMatch if the current rules can't continue from this position.
        """
        self._check_current_rules()
        asked = self.acting()
        before = HistoryEntry(self.position(), len(self._events), self._n_faded_events, True, asked)
        self._history.append(before)
        self.actions.append(PlayedAction(RULE_CHANGE_SEAT, f"{RULES_CORRECTED} {self.game.version}", (), ()))
        text = Text(CONTINUES_TEXT, {"version": self.game.version})
        self._events.append(Event(RULES_CORRECTED, None, text, number=self.number))
        self.n_actions_under_older_rules = self.number
        self._forget_cache()

    def _check_current_rules(self) -> None:
        """Ask the checked rules for everything that a position is asked for: compiled rules do not check
        their input.
        """
        engine = engine_of(self.game, compiled=False)
        try:
            over, acting = engine.over(self._position), engine.acting(self._position)
            if not over and not (acting and all(engine.legal(self._position, seat) for seat in acting)):
                raise BadMatch(CANNOT_CONTINUE)
            for seat in (None, *range(self.players)):
                self.view(seat), self.prompt(seat), self.score_sheet(seat)
            for seat in acting:
                self.options(seat), self.reaction(seat)
        except BadMatch:
            raise
        except Exception as error:  # rules can raise anything for positions they were not written for
            raise BadMatch(CANNOT_CONTINUE) from error


def restore_match(
    saved: SavedMatch, snapshots: Sequence[PositionSnapshot], fields: Sequence[str], n_actions_under_older_rules: int
) -> RestoredMatch:
    """Return the match of `saved` as it was at the last of the `snapshots`.

    `fields` are the layouts of the positions, one for each snapshot. Raise BadMatch if that is not possible.
    """
    game = find(saved.game)
    migrations: Mapping[str, LayoutMigration] = {each: LayoutMigration(game, each) for each in set(fields)}
    try:
        return RestoredMatch(saved, snapshots, [migrations[each] for each in fields], n_actions_under_older_rules)
    except BadMatch:
        raise
    except Exception as error:  # a migration function can raise anything, too
        raise BadMatch(CANNOT_CONTINUE) from error


def _advance_source(source: DiceSource, drawn: Sequence[Sequence[int]]) -> None:
    """Advance a source that depends on the dice drawn so far, not on the number of the action."""
    if isinstance(source, (Tape, LessonDice)):
        dice = DiceBox().dice
        for number, draws in enumerate(drawn):
            source.prepare(dice, number)
            dice.tape_at = len(draws)
            source.finished(dice)
            dice.short = dice.odd = False
