"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.kit.engine import DiceBox

from ..rules.dealing import paint
from ..rules.state import BARON, KINDS, NOBODY, OFFERINGS, SPACES, Phase
from ..rules.turn import advance
from ..show.names import COLOURS, die_number, space_number
from .sensible import sensible
from .worth import MEMO

__all__ = ["MEMO", "sensible", "set_up"]


def set_up(
    state: Any,
    players: int,
    *,
    board: dict[str, str],
    loas: str = "YTRP",
    player: int = 0,
    first: int = 0,
    zones: Sequence[str] = (),
    spirits: Sequence[str] = (),
    vp: Sequence[int] = (),
    offerings: Sequence[int] = (),
    reserve: int | None = None,
    guarded: str = "",
    samedi: int | None = None,
    trigger: int | None = None,
    extra: bool = False,
    baron_loa: str = "",
    line: str = "",
    baron_turn: bool = False,
) -> None:
    """Put the game at the beginning of the turn of `player`, with these dice lying where they are said to.

    `board` has stacks by space, written from bottom to top ("TV YX"); `loas` a colour for each seat; `zones`,
    `spirits`, `vp` and `offerings` one entry for each side, all empty, 0 and 3 where left out. `guarded` names seats by
    number. Alone, the second side is the Baron's: `baron_loa` is his colour, `line` his wishes, "b" in `guarded` he.
    """
    n_sides = state.n_sides
    for space in range(SPACES):
        state.board[space] = 0
    for name, stack in board.items():
        for die in stack.split():
            state.board[_space(name)] = state.board[_space(name)] << 5 | _die(die)
    for seat in range(players):
        state.players[seat].loa = COLOURS.index(loas[seat])
        state.players[seat].guarded = str(seat) in guarded
    for side in range(n_sides):
        here = state.sides[side]
        here.vp = vp[side] if side < len(vp) else 0
        here.offerings = offerings[side] if side < len(offerings) else 3
        _fill(here, zones[side] if side < len(zones) else "", spirits[side] if side < len(spirits) else "")
    if state.solo:
        others = [colour for colour in "YTRP" if colour != loas[0]]
        state.players[BARON].loa = COLOURS.index(baron_loa or others[0])
        state.players[BARON].guarded = "b" in guarded
        for i, wish in enumerate(line.split()):
            state.line[i] = _die(wish)
    held = sum(state.sides[side].offerings for side in range(n_sides))
    state.reserve = OFFERINGS - held if reserve is None else reserve
    state.samedi = BARON if state.solo else NOBODY if samedi is None else samedi
    state.trigger = NOBODY if trigger is None else trigger
    state.player, state.first, state.extra = BARON if baron_turn else player, first, extra
    for kind in range(KINDS):
        state.pool[kind] = 0
    dice = DiceBox(written=False).dice
    paint(state, dice)
    state.phase = Phase.UPCOMING
    advance(state, dice)


def _fill(side: Any, zone: str, spirit: str) -> None:
    side.n_zone = 0
    for die in zone.split():
        side.zone[side.n_zone] = _die(die)
        side.n_zone += 1
    for kind in range(KINDS):
        side.spirit[kind] = 0
    for text in spirit.split():
        side.spirit[_die(text)] += 1


def _die(text: str) -> int:
    try:
        return die_number(text)
    except ValueError:
        raise BadSetting(
            f"A die is two letters, its colour (YTRPW) and its icon (OVFGSX); not {text[:20]!r}."
        ) from None


def _space(text: str) -> int:
    try:
        return space_number(text)
    except ValueError:
        raise BadSetting(f"A space is a file a to g and a rank 1 to 7; not {text[:20]!r}.") from None
