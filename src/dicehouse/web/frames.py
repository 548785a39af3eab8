"""The state of a table as a frame for one reader: what `Sight` holds for that seat, and who sits where."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ..kit.game import Game
from ..kit.settings import Setting
from ..match import Event
from ..table.clocks.clock import in_words
from ..table.codes import spoken
from ..table.house import House
from ..table.levels import level_of, levels
from ..table.live import Table
from ..table.seats import Keyring
from ..table.sight import Sight
from ..table.storage.records import Said, Seat, TableRecord
from . import waiting
from .addresses import Reach
from .codec import Raw
from .meeting import talk
from .plainview import arrange, describe, words_for_page
from .render import built

FILMS = 30  # how many of the latest actions can show their throws again


def common(sight: Sight, since: int) -> dict[str, Any]:
    """The part of a state frame that is the same for all readers of this view and log who have so many events."""
    return {
        "t": "state",
        "number": sight.number,
        "mark": sight.mark,
        "acting": sight.acting,
        "view": sight.view,
        "events": [event_data(e, sight.number - e.number < FILMS) for e in sight.log[since : sight.told]],
        "story": sight.story,
    }


def own(
    table: Table, sight: Sight, info: Raw, me: Sequence[int], heard: int, full: bool, deaf: Container[str] = ()
) -> dict[str, Any]:
    """The rest of it, but for the time; `heard` is how many lines of chat the reader has."""
    offer = table.takeback.offer(me) if sight.lesson is None else None
    return {
        "table": info,
        "me": me,
        "seat": sight.seat,
        "cover": sight.cover,
        "prompt": sight.prompt,
        "options": sight.options,
        "undo": offer is not None,
        "takeback": table.takeback.facts(me, offer, sight.number) if sight.lesson is None else None,
        "lesson": sight.lesson,
        "hint": sight.hint,
        "full": full,
        "chat": [chat_data(said) for said in table.lines(heard, sight.said, deaf)],
        "sheet": sight.sheet,
        "again": f"/t/{table.record.again}" if table.record.again else None,
    }


def reviewed(record: TableRecord) -> bool:
    """Whether luck and skill of a table's match can be told."""
    return record.phase == "over" and record.lesson is None and record.what_if is None


def words(table: Table, sight: Sight) -> dict[str, Any] | None:
    """The sight in words, for a page that has no board for this game."""
    if sight.view is None:
        return None
    hooks = table.game.hooks
    view = describe(sight.view, [seat.name for seat in table.seats], hooks.facts)
    return words_for_page(view, arrange(sight.options, hooks.heading))


def table_info(table: Table, guest: str | None, reach: Reach, house: House) -> dict[str, Any]:
    """Who sits where and what was agreed; orders and invitations only for their owners."""
    online = table.online()
    record, keyring = table.record, house.keyring
    return {
        "id": record.id,
        "game": record.game,
        "name": table.game.name,
        "unit": table.game.unit,
        "host": table.is_host(guest),
        "pace": table.pace,
        "reasons": table.says_why,
        "hints": {"on": table.hints.on, "alone": table.hints.alone, "agreed": table.hints.agreed()},
        "phase": record.phase,
        "built": built(),
        "length": in_words(table.clock.minutes) if record.phase == "over" else None,
        "lesson": record.lesson is not None,
        "what_if": record.what_if,
        "reviewed": reviewed(record),
        "lessons": [{"name": lesson.name, "title": lesson.title} for lesson in table.game.hooks.LESSONS],
        "commitment": record.commitment,
        "secret": record.secret if record.phase == "over" else None,
        "next": keyring.promise_again(record.id).commitment if record.phase == "over" else None,
        "texts": [{"text": seat.contribution, "from": seat.drawn_by} for seat in table.seats],
        "mode": next((m.name for m in table.game.modes if m.id == record.mode), ""),
        "settings": settings_words(table.game, record.settings),
        "terms": waiting.agreed(table),
        "levels": levels(house.bots_at(table.game, len(table.seats))),
        "reach": reach if table.is_host(guest) and record.phase == "waiting" else None,
        "glance": table.game.glance if record.phase == "waiting" else (),
        "seats": [_seat(table, seat, guest, online, reach, keyring) for seat in table.seats],
        "talk": talk(table, guest, house),
        "watching": table.watching(),
    }


def _seat(
    table: Table, seat: Seat, guest: str | None, online: set[str], reach: Reach, keyring: Keyring
) -> dict[str, Any]:
    own = guest is not None and seat.guest == guest
    order = table.order_of(seat.number) if own and table.game.reacts else None
    invited = seat.kind == "open" and table.is_host(guest)
    return {
        "seat": seat.number,
        "name": seat.name,
        "kind": seat.kind,
        "bot": seat.bot,
        "face": seat.bot and level_of(seat.bot).face,
        "word": seat.bot and level_of(seat.bot).word,
        "stand_in": seat.stand_in,
        "replaceable": table.absence.may_replace(guest, seat.number),
        "asked": table.presence.asked(seat.guest),
        "nudges": table.presence.nudges(seat.guest),
        "agreed": table.absence.agreed(seat.number),
        "you": own,
        "online": seat.kind == "bot" or seat.guest in online,
        "order": None if order is None else {"mode": order.mode, "points": order.points},
        "opened": seat.number in table.opened,
        "invite": f"{reach.base}/join/{keyring.invite(table.id, seat.number, seat.renewed)}" if invited else None,
        "code": {"words": spoken(seat.code), "until": seat.code_until} if invited and seat.code else None,
    }


def settings_words(game: Game, settings: Mapping[str, Any]) -> list[dict[str, str]]:
    """The settings of a table as people read them, with what the rulebook says where that is something else."""
    return [_setting(s, settings[s.key]) for s in game.settings if s.key in settings]


def _setting(setting: Setting, value: Any) -> dict[str, str]:
    said = {"label": setting.label, "value": setting.words(value)}
    return said if value == setting.default else {**said, "book": setting.words(setting.default)}


def picture_of(game: Game, view: Mapping[str, Any]) -> Markup | None:
    """The position as its game draws it, if it does; the drawing escapes what it is given."""
    draw = game.hooks.picture
    return None if draw is None else Markup(draw(view))  # noqa: S704  # as just said


def event_data(event: Event, film: bool = True) -> dict[str, Any]:
    """An event as the page gets it; the film of an old throw stays with the house."""
    facts = event.facts if film or "flight" not in event.facts else {**event.facts, "flight": None}
    return {
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "later": event.later,
        "private": event.audience is not None,
        "last": event.last,
        "facts": facts,
    }


def chat_data(said: Said | None) -> dict[str, Any]:
    """A line of chat; of one that its reader isn't told only that there is one, so that nobody loses count."""
    if said is None:
        return {"from": "", "seat": None, "text": "", "at": "", "ignored": True}
    return {
        "from": said.name or None,  # None: the house itself
        "seat": said.seat,
        "text": said.text,
        "reason": said.reason,
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(said.at)),
    }
