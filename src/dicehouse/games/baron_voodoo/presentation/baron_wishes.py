"""List the Baron's wishes in order, and what each means on the current board (11.2)."""

from __future__ import annotations

from dicehouse.i18n import Text, _, listing
from dicehouse.records.sentinels import NO_ACTION

from ..rules.action_codes import JUMP
from ..rules.board import DIE, colour_of, may_jump, protected_kinds, space_beyond
from ..rules.solo_opponent import best_jump
from ..rules.state import BARON, SPACES, WISHES, Phase, State
from .notation import die_text, space_text
from .view_types import Jump, Wish
from .words import COLOUR_NAMES, die_words

BEFORE = (Phase.LOA, Phase.BARON_LOA, Phase.OVER)


def next_baron_capture(state: State) -> Jump | None:
    """Return the capture that he would make if it were his turn now (its space, and how he would jump), or None."""
    if state.phase in BEFORE or (action := best_jump(state)) == NO_ACTION:
        return None
    space, way = JUMP.space(action), JUMP.direction(action)
    over = space_beyond(state, space, way, 1)
    return {"from": space_text(space), "over": space_text(over), "to": space_text(space_beyond(state, space, way, 2))}


def baron_wishes(state: State) -> list[Wish]:
    """Return each die of the Priority line, first one first: in words, and what it means now."""
    if state.phase in BEFORE:
        return []
    taken = next_baron_capture(state)
    return [_wish(state, state.line[i], taken) for i in range(WISHES) if state.line[i]]


def _wish(state: State, die: int, taken: Jump | None) -> Wish:
    colour = COLOUR_NAMES[colour_of(die)]
    alike = [space for space in range(SPACES) if state.board[space] & DIE == die]
    kin = [space for space in range(SPACES) if _is(state, space, colour_of(die)) and space not in alike]
    nearest = next((space for space in (*alike, *kin) if taken and space_text(space) == taken["over"]), None)
    if nearest is not None:
        now = _("next: {space}", space=space_text(nearest))
    elif alike:
        now = _where(state, alike)
    elif kin:
        now = _("or any {colour}", colour=colour)
    else:
        now = _("no {colour}", colour=colour)
    return {"die": die_text(die), "words": die_words(die), "now": now, "next": nearest is not None}


def _is(state: State, space: int, colour: int) -> bool:
    top = state.board[space] & DIE
    return top > 0 and colour_of(top) == colour


def _where(state: State, spaces: list[int]) -> Text:
    """Say where the wished die is, and whether anything can jump it."""
    safe = [space for space in spaces if not _can_take(state, space)]
    if len(spaces) > 2:
        number = len(spaces)
        return _("on {n} spaces", n=number) if len(safe) < number else _("on {n} spaces, safe", n=number)
    names = listing(map(space_text, spaces))
    return _("on {spaces}", spaces=names) if len(safe) < len(spaces) else _("on {spaces}, safe", spaces=names)


def _can_take(state: State, space: int) -> bool:
    shielded = protected_kinds(state, BARON)
    ways = [(source, way) for source in range(SPACES) for way in range(state.options.directions)]
    beside = [(source, way) for source, way in ways if space_beyond(state, source, way, 1) == space]
    return any(state.board[source] and may_jump(state, source, way, shielded) for source, way in beside)
