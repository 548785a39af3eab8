"""Undo alone while it concerns nobody else; otherwise take back when all people at the table agree.

Only actions after which no die was drawn and nothing was revealed can be undone, so nobody gets other dice by it, or
plays on with what they should not know. A request names the action. It is stored with the table, so that it is the same
at every server, and dropped when the match goes on. A player can refuse all requests of a game; that is stored, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from dicehouse.core.option import fill_names
from dicehouse.errors import CannotUndo
from dicehouse.match.history import last_barrier
from dicehouse.match.match import Match

from ...i18n import Text, _
from ..accounts.names import shown_name
from ..commands import AnswerTakeback, Undo
from ..seats import Refused
from ..storage import table_records
from ..storage.table_records import Seat
from ..table.change import Acted, Change, Context, Handlers
from ..table.moves import known_answer, undo_to
from ..table.state import TableState
from ..verify import MOST_ACTIONS

YES, NO, NEVER, ALLOW, WITHDRAW = "yes", "no", "never", "allow", "withdraw"
ANSWERS = (YES, NO, NEVER, ALLOW, WITHDRAW)
BY_ORDER = _("The last choice was made automatically, so it can't be undone.")
NOTHING = _("There is nothing to undo any more: the game moved on, or the request was withdrawn.")
NOT_HERE = _("Only the players at this table can decide that.")
LONG = _("Too many moves were undone in this game. From now on, no move can be undone.")
MAX_ENTRIES = MOST_ACTIONS // 2  # of history, after which moves stand: a whole match fits into the other half
UNSEEN = _("still hidden")
_words: WeakKeyDictionary[Match, dict[int, str]] = WeakKeyDictionary()  # each reader of a frame needs them


@dataclass(frozen=True, slots=True)
class Request:
    """Hold an open request for a take-back: whose action, back to which position, in which words, and who agrees."""

    guest: str
    seat: int
    n_entries: int  # how long the table's history was when it was asked
    to: int
    move: str
    agreed: frozenset[str] = frozenset()


class Offer(NamedTuple):
    """Hold what a player could take back: whose action, to which position, and who else has to agree."""

    seat: int
    to: int
    others: list[Seat]


# what may be taken back ---------------------------------------------------------------------------------------------


def undo(state: TableState, command: Undo, context: Context) -> Change:
    """Undo what a guest's seat did last, or ask the others; answer with the number of the position."""
    change, guest, match = Change(state), context.guest, state.playing()
    state.own_seat(guest, command.seat)
    change.answer = known_answer(state, guest, command, match.number)
    if change.answer is not None:
        return change
    seat, to = _find_target(state, guest, command.seat)
    if guest is not None and others_concerned(state, guest, to):
        _ask(change, context, guest, seat, to)
    else:
        move = move_in_words(match, to)
        notice = _("{player} undid a move: {move}", player=state.name_of(seat), move=move)
        undo_to(change, seat, to, context.now, command.id)
        change.notice(notice, context.now, {seat: _("You undid a move: {move}", move=move)})
    change.answer = change.state.playing().number
    change.events.append(Acted(seat))
    return change


def _find_target(state: TableState, guest: str | None, seat: int) -> tuple[int, int]:
    """Return whose action a guest would undo, and to which position. Raise CannotUndo or Refused if there is none."""
    match, own = state.playing(), state.seats_of(guest)
    if state.history.n_entries >= MAX_ENTRIES:
        raise Refused(LONG)
    seat, to = _last_of(match, own, seat)
    if not _can_go(match, own, to):
        match.copy().undo(seat if seat in own else own[0])  # it can't be undone, and this says why
        raise CannotUndo(NOTHING)
    if _by_order(state, to):
        raise Refused(BY_ORDER)
    return seat, to


def _by_order(state: TableState, to: int) -> bool:
    """Return True if a standing order played since position `to`."""
    return max(state.history.ordered, default=0) > to


def others_concerned(state: TableState, guest: str | None, to: int) -> list[Seat]:
    """Return the other people who have to agree to an undo; none where nobody else was asked anything since."""
    match, own = state.playing(), set(state.seats_of(guest))
    if to == match.number - 1 and not newly_asked(match) - own:
        return []
    people = [one for one in state.seats if one.kind == "person" and one.guest is not None and not one.stand_in]
    return [one for one in people if one.guest != guest]


def offer_of(state: TableState, own: Sequence[int]) -> Offer | None:
    """Return what those in the seats `own` could take back now."""
    return None if state.history.n_entries >= MAX_ENTRIES else _offer_of(state, own)


def _offer_of(state: TableState, own: Sequence[int]) -> Offer | None:
    match = state.match
    if not own or match is None or match.over or not match.actions or state.lesson is not None:
        return None
    seat, to = _last_of(match, own, own[0])
    if not _can_go(match, own, to) or _by_order(state, to):
        return None
    others = others_concerned(state, state.seats[own[0]].guest, to)
    return None if any(one.firm for one in others) else Offer(seat, to, others)


def _why_moves_stand(state: TableState, own: Sequence[int]) -> str:
    """Return why an action stands that could be taken back otherwise; empty if none does."""
    return LONG if state.history.n_entries >= MAX_ENTRIES and _offer_of(state, own) is not None else ""


# asking -------------------------------------------------------------------------------------------------------------


def open_request(state: TableState) -> Request | None:
    """Return the open request; None once the match went on."""
    if state.record.asking is None or state.match is None:
        return None
    seat, n_entries, to, agreed = json.loads(state.record.asking)
    guest = state.seats[seat].guest
    if n_entries != state.history.n_entries or guest is None:
        return None
    agree = frozenset(own for each in agreed if (own := state.seats[each].guest) is not None)
    return Request(guest, seat, n_entries, to, move_in_words(state.match, to), agree)


def _set_request(
    change: Change, context: Context, request: Request | None, notice: Text, own: Mapping[int, Text]
) -> None:
    """Make this the open request, and tell the table; `own` is what readers in certain seats are told."""
    state, stored = change.state, None
    if request is not None:
        agreed = [
            seat.number for seat in state.seats if seat.guest in request.agreed
        ]  # people are named by their seats
        stored = json.dumps([request.seat, request.n_entries, request.to, agreed])
    change.set_record(table_records.set_asking(state.id, stored), asking=stored)
    change.notice(notice, context.now, own)


def _ask(change: Change, context: Context, guest: str, seat: int, to: int) -> None:
    """Ask all others whether an action may be taken back."""
    state = change.state
    if firm := [one.number for one in others_concerned(state, guest, to) if one.firm]:
        raise Refused(no_undo_text(state.name_of(firm[0])))
    if (before := open_request(state)) is not None:
        if before.guest != guest:
            raise Refused(_("{player} has asked to undo a move. Answer that first.", player=state.name_of(before.seat)))
        return
    request = Request(guest, seat, state.history.n_entries, to, move_in_words(state.playing(), to))
    notice = _("{player} asks to undo a move: {move}", player=state.name_of(seat), move=request.move)
    own = _("You ask to undo a move: {move}", move=request.move)
    _set_request(change, context, request, notice, {seat: own})


def no_undo_text(name: str) -> Text:
    """Return the notice that a player refuses all requests."""
    return _("{player} doesn't allow undo in this game.", player=name)


def answer_takeback(state: TableState, command: AnswerTakeback, context: Context) -> Change:
    """Agree, refuse, refuse for the whole game, allow requests again, or withdraw one's own request."""
    change, guest, say = Change(state), context.guest, command.say
    own = state.seats_of(guest)
    if not own or guest is None:
        raise Refused(NOT_HERE)
    if say not in ANSWERS:
        raise Refused(f"An answer must be one of {', '.join(ANSWERS)}.")
    name = state.name_of(own[0])
    if say in (NEVER, ALLOW):
        _set_firm(change, context, own, name, firm=say == NEVER)
    elif (request := open_request(state)) is None:
        raise Refused(NOTHING)
    elif say == WITHDRAW and guest == request.guest:
        notice = _("{player} no longer asks to undo the move.", player=state.name_of(request.seat))
        _set_request(change, context, None, notice, {request.seat: _("You no longer ask to undo the move.")})
    elif say == WITHDRAW:
        raise Refused(NOTHING)
    elif guest == request.guest:
        raise Refused(_("You asked, so the others have to answer."))
    elif say == NO:
        notice = _("{player} doesn't agree. The move stands.", player=name)
        _set_request(change, context, None, notice, dict.fromkeys(own, _("You don't agree. The move stands.")))
    else:
        _agree(change, context, replace(request, agreed=request.agreed | {guest}), own)
    return change


def _set_firm(change: Change, context: Context, own: Sequence[int], name: str, *, firm: bool) -> None:
    seats = change.state.seats
    if all(seats[seat].firm == firm for seat in own):
        return
    change.put_seats(*(replace(seats[seat], firm=firm) for seat in own))
    if firm:
        change.set_record(table_records.set_asking(change.state.id, None), asking=None)
    notice, own_notice = no_undo_text(name), _("You don't allow undo in this game.")
    if not firm:
        notice, own_notice = _("{player} allows undo again.", player=name), _("You allow undo again.")
    change.notice(notice, context.now, dict.fromkeys(own, own_notice))


def _agree(change: Change, context: Context, request: Request, own: Sequence[int]) -> None:
    state = change.state
    if {one.guest for one in others_concerned(state, request.guest, request.to)} - request.agreed:
        notice = _("{player} agrees to undo the move.", player=state.name_of(own[0]))
        _set_request(change, context, request, notice, dict.fromkeys(own, _("You agree to undo the move.")))
        return
    notice = _("Everyone agrees. {player} undid a move: {move}", player=state.name_of(request.seat), move=request.move)
    own_notice = _("Everyone agrees. You undid a move: {move}", move=request.move)
    undo_to(change, request.seat, request.to, context.now)
    change.events.append(Acted(request.seat))
    change.rows.append(table_records.set_taken_back(state.id))
    change.notice(notice, context.now, {request.seat: own_notice})


# showing ------------------------------------------------------------------------------------------------------------


def takeback_facts(state: TableState, own: Sequence[int], offer: Offer | None) -> dict[str, Any] | None:
    """Return what those in the seats `own`, with this offer, are told of take-backs; None if there is nothing."""
    if state.match is None:
        return None
    request = open_request(state)
    firm = [seat.number for seat in state.seats if seat.firm]
    stands = _why_moves_stand(state, own)
    if request is None and offer is None and not firm and not stands:
        return None
    agreed = set() if request is None else {*request.agreed, request.guest}
    return {
        "move": request.move if request else move_in_words(state.match, offer.to) if offer else "",
        "by": request.seat if request else None,
        "asks": [one.number for one in offer.others] if offer else [],
        "agreed": [seat.number for seat in state.seats if seat.guest in agreed],
        "firm": firm,
        "stands": stands,
    }


def _last_of(match: Match, own: Sequence[int], seat: int) -> tuple[int, int]:
    """Return which of these seats acted last, as far as can be undone for it, and before which position."""
    to = match.number - 1
    if not match.actions or match.actions[-1].seat in own:
        return (match.actions[-1].seat if match.actions else seat), to  # on a shared device: the one who acted last
    if not match.game.hooks.SAME_FOR_ALL:  # where some see what others don't, only the last of all
        return seat, to
    since = last_barrier(match._history)
    to = next((n for n in range(to, since - 1, -1) if match.actions[n].seat in own), to)
    return match.actions[to].seat, to


def _can_go(match: Match, own: Sequence[int], to: int) -> bool:
    """Return True if the action after position `to` is one of these seats', and no die or secret came with it."""
    if not match.actions or (by := match.actions[to].seat) not in own:
        return False
    return to < match.number - 1 or match.can_undo(by)


def newly_asked(match: Match) -> set[int]:
    """Return the seats that are asked something because of the last action, and were not asked before it."""
    return set(match.acting()) - set(match._history[-1].asked) if match.actions else set()


def move_in_words(match: Match, to: int) -> str:
    """Return the action after position `to`, in words that everybody may read: "Ana banks 450."

    They are those of the log; if it says nothing of who acted, the label of the option, if everybody could see it.
    """
    known = _words.setdefault(match, {})
    if to not in known:
        known[to] = _find_words(match, to)
    return known[to]


def _find_words(match: Match, to: int) -> str:
    actor = match.actions[to].seat
    log = match.log(None, since=match._history[to].events)  # the whole log would be read again with every action
    notice = [event for event in log if event.number == to + 1 and event.text]
    own = next((event.text for event in notice if event.text.startswith(f"{{{actor}}}")), None)
    if own is not None:
        return _with_names(own, match)
    if match.game.hooks.SAME_FOR_ALL:
        played = match.actions[to].option
        label = next((each.label for each in match.at(to).options(actor) if each.id == played), played)
        return _("“{move}”", move=_with_names(label, match))
    return _with_names(notice[0].text, match) if notice else UNSEEN


def _with_names(text: str, match: Match) -> str:
    """Return a text of the log, or a label, with names in place of the marks of seats."""
    names = [shown_name(name) for name in match.names]
    return text.with_names(names) if isinstance(text, Text) else fill_names(text, names)


COMMANDS: Handlers = {Undo: undo, AnswerTakeback: answer_takeback}
