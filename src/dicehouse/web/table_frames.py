"""Build the state of a table as a frame for one reader: the view of that seat, and who sits where."""

from __future__ import annotations

import time
from collections.abc import Container, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ..bots.guided_lesson import lesson_titles
from ..core.game import Game
from ..core.settings import Setting
from ..i18n import Text, _, isolate
from ..match.match import Event
from ..match.plain_view import ViewInWords, describe_board, group_options, plain_view_data
from ..server.accounts.names import is_unnamed, shown_name
from ..server.clocks.play_time import in_words
from ..server.features import bot_settings, hints, moderation, pause, seats, standing_orders, substitutes
from ..server.features.undo import offer_of, takeback_facts
from ..server.live_table import Table
from ..server.opponents import level_of, levels
from ..server.preset_phrases import PHRASES
from ..server.seats import Keyring
from ..server.snapshot import Snapshot, chat_lines
from ..server.spoken_codes import spoken
from ..server.storage.table_records import Said, Seat, TableRecord
from ..server.table.change import Server
from ..server.table_registry import TableRegistry
from . import clock_text
from .frame_types import ChatLine, GameEvent, SeatInfo, SettingText, SharedFrame, TableInfo, Talk
from .page_renderer import build_id
from .reachable_address import ReachableAddress
from .socket_messages import Raw

MAX_FLIGHTS = 30  # number of the latest actions that can show their throws again


def shared_frame_part(snapshot: Snapshot, since: int) -> SharedFrame:
    """Return the part of a state frame that is the same for all readers of this view and log who
    have `since` events."""
    return {
        "t": "state",
        "number": snapshot.number,
        "generation": snapshot.generation,
        "mark": snapshot.mark,
        "acting": snapshot.acting,
        "view": snapshot.view,
        "events": [
            event_data(e, snapshot.number - e.number < MAX_FLIGHTS) for e in snapshot.log[since : snapshot.log_end]
        ],
        "story": snapshot.story,
    }


def reader_frame_part(
    table: Table, snapshot: Snapshot, info: Raw, me: Sequence[int], heard: int, full: bool, ignored: Container[str] = ()
) -> dict[str, Any]:
    """Return the rest of a state frame, without the time; `heard` is the number of chat lines that the reader has."""
    state = snapshot.state
    offer = offer_of(state, me) if snapshot.lesson is None else None
    asked = standing_orders.is_asked(state, snapshot.seat)
    return {
        **({"reacts": True} if asked else {}),
        "table": info,
        "me": me,
        "seat": snapshot.seat,
        "cover": snapshot.cover,
        "prompt": snapshot.prompt,
        "options": snapshot.options,
        "undo": offer is not None,
        "takeback": takeback_facts(state, me, offer) if snapshot.lesson is None else None,
        "lesson": snapshot.lesson,
        "hint": snapshot.hint,
        "full": full,
        "chat": [chat_data(said, me) for said in chat_lines(state, heard, snapshot.said, ignored)],
        "sheet": snapshot.sheet,
        "again": f"/t/{table.state.record.again}" if table.state.record.again else None,
    }


def has_review(record: TableRecord) -> bool:
    """Return True if luck and skill of a table's match can be reviewed."""
    return record.phase == "over" and record.lesson is None and (record.what_if is None or record.from_file)


def plain_view_part(table: Table, snapshot: Snapshot) -> ViewInWords | None:
    """Return the view in words, for a page that has no board for this game."""
    if snapshot.view is None:
        return None
    view = describe_board(table.game, snapshot.view, table.state.names_for(None))
    return plain_view_data(view, group_options(snapshot.options, table.game.hooks.heading))


def sources_of_info(table: Table) -> Any:
    """Return what `table_info` is made of: if that is equal, so is the information."""
    state = table.state
    parts = [state.parts[name] for name in (seats.NAME, substitutes.NAME, moderation.NAME, pause.NAME)]
    silent = [seat.number for seat in state.seats if standing_orders.is_silent(state, seat.number)]
    return state.record, state.seats, parts, silent, table.readers.version


def table_info(table: Table, guest: str | None, reach: ReachableAddress, registry: TableRegistry) -> TableInfo:
    """Return who sits where and what was agreed; orders and invitations only for their owners."""
    online = table.readers.online()
    record, keyring, searches = table.state.record, registry.keyring, registry.thinkers.searches
    info: TableInfo = {
        "id": record.id,
        "game": record.game,
        "name": table.game.name,
        "unit": table.game.unit,
        "host": table.state.is_host(guest),
        "pace": bot_settings.pace_of(table.state),
        "reasons": bot_settings.gives_reasons(table.state),
        "pause": {"on": table.state.is_paused, "agreed": sorted(pause.pause_of(table.state).agreed)},
        "phase": record.phase,
        "built": build_id(),
        "length": in_words(table.state.history.play_time.minutes) if record.phase == "over" else None,
        "lesson": record.lesson is not None,
        "what_if": record.what_if,
        "reviewed": searches and has_review(record),
        "lessons": [{"name": name, "title": title} for name, title in lesson_titles(table.game)],
        "commitment": record.commitment,
        "secret": record.secret if record.phase == "over" else None,
        "next": keyring.next_dice_secret(record.id).commitment if record.phase == "over" else None,
        "texts": [{"text": seat.contribution, "from": seat.drawn_by} for seat in table.state.seats],
        "mode": next((m.name for m in table.game.modes if m.id == record.mode), ""),
        "settings": settings_in_words(table.game, record.settings),
        "terms": clock_text.time_terms_in_words(table),
        "levels": levels(registry.bots_at(table.game, len(table.state.seats))),
        "reach": reach if table.state.is_host(guest) and record.phase == "waiting" else None,
        "glance": table.game.captions(record.settings) if record.phase == "waiting" else (),
        "seats": [_seat_data(table, seat, guest, online, reach, keyring) for seat in table.state.seats],
        "talk": talk_data(table, guest, registry),
        "watching": table.readers.watching(table.state),
    }
    if searches:
        info["hints"] = {
            "on": hints.are_on(table.state),
            "alone": hints.plays_alone(table.state),
            "agreed": hints.agreed_seats(table.state),
        }
    if registry.local:
        info["local"] = True
    return info


def talk_data(table: Table, guest: str | None, registry: TableRegistry) -> Talk:
    """Return the chat mode of a table, and the other people whom the guest may moderate."""
    return {
        "quiet": table.state.record.quiet,
        "phrases": PHRASES,
        "stopped": moderation.is_muted(table.state, guest),
        "people": moderation.other_people(table.state, guest, registry.ignoring.known(guest)),
    }


def _seat_data(
    table: Table, seat: Seat, guest: str | None, online: set[str], reach: ReachableAddress, keyring: Keyring
) -> SeatInfo:
    own = guest is not None and seat.guest == guest
    order = standing_orders.order_of(table.state, seat.number) if own and table.game.has_reactions else None
    invited = seat.kind == "open" and table.state.is_host(guest)
    return {
        "seat": seat.number,
        "name": _("You") if table.state.is_you(seat, guest) else shown_name(seat.name),
        "kind": seat.kind,
        "bot": seat.bot,
        "face": seat.bot and level_of(seat.bot).face,
        "word": seat.bot and level_of(seat.bot).word,
        "stand_in": seat.stand_in,
        "replaceable": substitutes.may_replace(table.state, guest, seat.number, table.context(Server())),
        "asked": substitutes.is_asked(table.state, seat.guest),
        "nudges": substitutes.n_nudges(table.state, seat.guest),
        "agreed": substitutes.agreed_seats(table.state, seat.number),
        "you": own,
        "online": seat.kind == "bot" or seat.guest in online,
        "order": None if order is None else {"mode": order.mode, "points": order.points},
        "opened": seats.visited(table.state, seat.number),
        "invite": f"{reach.base}/join/{keyring.invite(table.id, seat.number, seat.renewed)}" if invited else None,
        "code": {"words": spoken(seat.code), "until": seat.code_until} if invited and seat.code else None,
    }


def settings_in_words(game: Game, settings: Mapping[str, Any]) -> list[SettingText]:
    """Return the settings of a table in words, with the rulebook's value where it differs."""
    return [_setting_in_words(s, settings[s.key]) for s in game.settings if s.key in settings]


def _setting_in_words(setting: Setting, value: Any) -> SettingText:
    said: SettingText = {"label": setting.label, "value": setting.words(value)}
    return said if value == setting.default else {**said, "book": setting.words(setting.default)}


def draw_picture(game: Game, view: Mapping[str, Any]) -> Markup | None:
    """Return the position as its game draws it, or None if it draws none; the drawing escapes its values."""
    draw = game.hooks.picture
    return None if draw is None else Markup(draw(view))  # noqa: S704  # as just said


def event_data(event: Event, film: bool = True) -> GameEvent:
    """Return an event as the page gets it, without the recording of an old throw."""
    facts = event.facts if film or "flight" not in event.facts else {**event.facts, "flight": None}
    data: GameEvent = {
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "text": event.text,
        "later": event.later,
        "private": event.readers is not None,
        "last": event.last,
        "facts": facts,
    }
    if event.own:
        data["own"] = {str(seat): text for seat, text in event.own.items()}
    if event.later_own:
        data["later_own"] = {str(seat): text for seat, text in event.later_own.items()}
    return data


def speaker(said: Said, own: Sequence[int]) -> str:
    """Return who said a line, for a reader who holds the seats `own`."""
    return _("You") if len(own) == 1 and said.seat == own[0] and is_unnamed(said.name) else shown_name(said.name)


def isolated(text: str) -> str:
    """Return what a person said so that it can't reorder the line around it; other texts stay translatable."""
    return text if isinstance(text, Text) else isolate(text)


def chat_data(said: Said | None, own: Sequence[int] = ()) -> ChatLine:
    """Return a chat line for a reader who holds the seats `own`; for one that they may not read, only a placeholder, so
    that the count stays right."""
    if said is None:
        return {"from": "", "seat": None, "text": "", "at": "", "ignored": True}
    return {
        "from": speaker(said, own) if said.name else None,  # None: the server itself
        "seat": said.seat,
        "text": isolated(said.text_for(own)),
        "reason": said.reason,
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(said.at)),
    }
