"""What tables and tests should know of the game beyond its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dicehouse.errors import BadSetting
from dicehouse.kit.compiling import rules
from dicehouse.kit.engine import DiceBox
from dicehouse.kit.game import Reaction

from ..rules.finale import final_total
from ..rules.missions import ALL_MISSIONS, IDS
from ..rules.scenarios import AREA_IDS, CITY_VALUE, REMOVED, ROWS, STOCK, TOKENS
from ..rules.stars import mission_stars, public_stars
from ..rules.state import (
    AGENT,
    DEAD,
    EMPTY,
    N_CITY,
    N_COLOURS,
    N_MISSIONS,
    NOBODY,
    SLOTS,
    SPACES,
    TENTACLE,
    THUG,
    Faction,
    Phase,
    State,
)
from ..rules.turn import begin_turn
from ..show.names import AREA_NAMES, FACTION_IDS, die_number, space_number
from .outlook import prepare
from .sensible import sensible
from .sketch import MEMO

__all__ = ["MEMO", "prepare", "reaction", "sensible", "set_up", "standing"]

MAGMACORIUM_DICE = 7
PIECES = {"agent": AGENT, "thug": THUG, "tentacle": TENTACLE}


@rules
def standing(state: State, seat: int) -> float:
    """What a seat would have if it ended now, with its own Missions."""
    if state.phase == Phase.OVER:
        return float(final_total(state, seat))
    total = float(public_stars(state, seat))
    for mission in range(N_MISSIONS):
        if state.players[seat].hand >> mission & 1:
            total += mission_stars(state, seat, mission)
    return total


def reaction(state: Any, seat: int) -> Reaction | None:
    """Hypnosis, Embargo and Adaptation can be left to a standing order; nothing is interrupted by asking."""
    if state.phase in (Phase.HYPNOSIS, Phase.CANCEL, Phase.ADAPT):
        return Reaction("pass", "end", 0, False)
    return None


def set_up(
    state: Any,
    players: int,
    *,
    factions: str = "",
    areas: Mapping[str, str] | None = None,
    boards: Sequence[str] = (),
    missions: Sequence[str] = (),
    stock: Sequence[int] | None = None,
    player: int = 0,
    marker: int = 0,
    began: int = 0,
    round: int = 3,
    agents: Sequence[int] = (),
    thugs: Sequence[int] | None = None,
    tentacle: str = "",
    tokens: Sequence[Sequence[int]] = (),
    spare_tokens: Sequence[int] = (),
    used: str = "",
    prison: str = "",
    dome: str = "",
    top: str = "",
    top_of: int = 0,
    saved: bool = False,
    score: bool = False,
    blood: Sequence[int] = (),
) -> None:
    """Put the game at the beginning of the turn of `player`, or at the prison draft if `score`.

    `areas` has what lies on the spaces of an area, in order: dice ("t4"), pieces ("agent:0", "thug:1", "tentacle:0"),
    "-" for an empty and "x" for a dead space; areas not named hold white 1s, the Springs nothing. `stock` are the steps
    of the cubes. What of these is not said, and how many Protection Tokens there are, is as the scenario sets it up.
    `factions`, `boards` (dice) and `missions` (ids) have one entry for each seat; `tokens` the slots, from 1, with a
    Protection Token; `thugs` the seats whose Thug is still in prison; `tentacle` and `used` seats by number. `top`
    names the next Missions of the deck, first the next one, which the seat `top_of` knows.
    """
    names = factions.split() or [name for name in FACTION_IDS if name not in ("perceptioneers",)][:players]
    for seat in range(players):
        here = state.players[seat]
        here.faction = _index(FACTION_IDS, names[seat], "faction")
        here.used = str(seat) in used
        here.agents = agents[seat] if seat < len(agents) else max(0, 6 - len(_split(boards, seat)))
        here.tentacle = str(seat) in tentacle
        here.thug = thugs is None or seat in thugs
        here.spare = spare_tokens[seat] if seat < len(spare_tokens) else 0
        here.blood = blood[seat] if seat < len(blood) else 0
        _fill_board(here, _split(boards, seat))
        here.protected = sum(1 << (slot - 1) for slot in (tokens[seat] if seat < len(tokens) else ()))
        here.moved = here.returned = here.hand = 0
        here.gave = here.left = NOBODY
        here.drew = True
    _fill_areas(state, areas or {})
    _fill_deck(state, [_split(missions, seat) for seat in range(players)], top.split(), top_of)
    row = ROWS[state.options.scenario]
    for colour in range(N_COLOURS):
        state.stock[colour] = row[STOCK + colour] if stock is None else stock[colour]
    _fill_dome(state, dome)
    state.n_prison = 0
    for die in prison.split():
        state.prison[state.n_prison] = _die(die)
        state.n_prison += 1
    held = sum(len(each) for each in tokens) + sum(spare_tokens)
    state.tokens = max(0, row[TOKENS] - held)
    oranges = [state.spaces[space] for space in range(SPACES)]
    oranges += [die for seat in range(players) for die in state.players[seat].dice]
    state.magmacorium = max(0, MAGMACORIUM_DICE - sum(19 <= die <= 24 for die in oranges))
    state.marker, state.first, state.player, state.round = marker, began, player, round
    roamers = [seat for seat in range(players) if state.players[seat].faction == Faction.ROAMERS]
    state.saved = roamers[0] if saved and roamers else NOBODY
    state.asked = NOBODY
    if score and any(state.players[seat].hand.bit_count() < 2 for seat in range(players)):
        raise BadSetting("score: everybody needs two Missions to be counted.")
    if score:
        state.player = marker
        state.asked = marker if state.n_prison else NOBODY
        state.phase = Phase.DRAFT
        if not state.n_prison:
            raise BadSetting("score: the draft needs a die in the prison.")
        return
    begin_turn(state, DiceBox(written=False).dice)


def _split(texts: Sequence[str], seat: int) -> list[str]:
    return texts[seat].split() if seat < len(texts) else []


def _index(names: Sequence[str], name: str, what: str) -> int:
    if name not in names:
        raise BadSetting(f"There is no {what} {name[:30]!r}; there are {', '.join(names)}.")
    return list(names).index(name)


def _die(text: str) -> int:
    try:
        return die_number(text)
    except ValueError:
        raise BadSetting(f"A die is a colour (t, p, w, m) and a value, as t4; not {text[:20]!r}.") from None


def _thing(text: str) -> int:
    if text in ("-", "x"):
        return EMPTY if text == "-" else DEAD
    piece, _, seat = text.partition(":")
    if piece in PIECES and seat in "012345":
        return PIECES[piece] + int(seat)
    return _die(text)


def _fill_board(player: Any, dice: Sequence[str]) -> None:
    if len(dice) > SLOTS:
        raise BadSetting(f"A Faction Board has room for {SLOTS} dice, not {len(dice)}.")
    for slot in range(SLOTS):
        player.dice[slot] = _die(dice[slot]) if slot < len(dice) else 0
    player.n_dice = len(dice)


def _fill_areas(state: Any, areas: Mapping[str, str]) -> None:
    for name in areas:
        _index(AREA_IDS, name, "area")
    for area, name in enumerate(AREA_IDS):
        size = 5 if area < N_CITY else 6
        value = ROWS[state.options.scenario][CITY_VALUE + area] if area < N_CITY else 0
        usual = "-" if name == "springs" else f"w{value or 1}"
        things = areas[name].split() if name in areas else [usual] * size
        if len(things) != size:
            raise BadSetting(f"{AREA_NAMES[area]} has {size} spaces, not {len(things)}.")
        for number, text in enumerate(things):
            state.spaces[space_number(area, number)] = _thing(text)


def _fill_deck(state: Any, hands: Sequence[Sequence[str]], top: Sequence[str], top_of: int) -> None:
    rest = ALL_MISSIONS & ~ROWS[state.options.scenario][REMOVED]
    for seat, hand in enumerate(hands):
        for name in hand:
            mission = 1 << _index(IDS, name, "Mission")
            if not rest & mission:
                raise BadSetting(f"There is one Mission {name} at most, and not if the scenario removes it.")
            state.players[seat].hand |= mission
            rest &= ~mission
    state.n_top = len(top)
    state.top_seat = top_of if top else NOBODY
    for place, name in enumerate(reversed(top)):
        mission = _index(IDS, name, "Mission")
        state.top[place] = mission
        rest &= ~(1 << mission)
    state.rest = rest


def _fill_dome(state: Any, card: str) -> None:
    if not card:
        return
    for colour in range(N_COLOURS):
        state.bag[colour] = 3
    for place, text in enumerate(card.split()):
        state.card[place] = _die(text)
        state.bag[(_die(text) - 1) // 6] -= 1
