"""Tell the story of a duel: combat by combat, who was ahead, and the card that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dicehouse.core.story import (
    CurvePoint,
    LoggedEvent,
    PointsCurve,
    PointsHistory,
    ScoredSide,
    StatisticCell,
    StatisticRow,
    Story,
    StoryMoment,
    choose_moments,
)
from dicehouse.i18n import Text, _, join_sentences

from ..rules.state import COMBATS, CRITICAL, DICEY
from .options import CROWN, IDS, NAMES
from .view_types import FoughtCombat, SideAt, TypeId

POWERS = ("take", "reroll", "giant-killer", "shield", "stubborn")
TWENTY = CRITICAL + 1  # its number on the table


@dataclass
class Combat:
    """Hold one combat: the minions, the numbers that were compared, and the side that took the cards."""

    number: int
    minions: list[TypeId | None] = field(default_factory=lambda: [None, None])
    values: list[int] = field(default_factory=lambda: [0, 0])
    cards: list[int] = field(default_factory=list)
    winner: SideAt | None = None
    over: bool = False
    ended: int = 0  # the action that ended it
    powers: list[tuple[str, int, LoggedEvent]] = field(default_factory=list)
    points: tuple[int, int] = (0, 0)  # of both sides, with this combat

    @property
    def crown(self) -> bool:
        """Return True if the card with the 20 changed hands."""
        return TWENTY in self.cards and self.winner is not None


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Return the duel as a line that leans to one side or the other."""
    combats = _combats(log)
    winner, critical = view["winner"], bool(view["points_note"])
    lines = [_line(view, side) for side in range(2)]
    ending = _settled(combats, winner, critical, lines)
    others = [c for c in combats if ending is None or c.ended < ending.number or (critical and c.ended > ending.number)]
    return Story(
        _title(lines, winner, critical),
        _why(lines, winner, critical, combats),
        lines,
        PointsCurve(_("Who was ahead"), _("combat"), _points(combats)),
        _numbered([_moment(combat, combats, lines) for combat in others], ending),
        ending,
        _rows(combats),
        (_("draw"), _("draws")),
        {"combats": [_shown(combat) for combat in combats], "critical": critical, "lead": True},
    )


def _line(view: Mapping[str, Any], side: int) -> ScoredSide:
    one = view["sides"][side]
    seats = () if one["seat"] is None else (one["seat"],)
    won = view["winner"] == side
    note = _("has the {crown}", crown=CROWN) if won and view["points_note"] else ""
    return ScoredSide(seats, one["points"], won, one["name"] or "", note, 1 if won else 2)


def _combats(log: Sequence[LoggedEvent]) -> list[Combat]:
    combats: list[Combat] = []
    for event in log:
        if event.kind == "combat":
            combats.append(Combat(event.facts["combat"], points=combats[-1].points if combats else (0, 0)))
        elif combats:
            _add(combats[-1], event)
    return [combat for combat in combats if combat.over]


def _add(combat: Combat, event: LoggedEvent) -> None:
    facts = event.facts
    if event.kind == "reveal":
        combat.minions = list(facts["minions"])
    elif event.kind in ("pick", "dicey-picks"):
        combat.minions[DICEY if event.kind == "dicey-picks" else 0] = facts["minion"]
    elif event.kind in POWERS:
        combat.powers.append((event.kind, facts["side"], event))
    elif event.kind == "compare":
        combat.values, combat.cards = list(facts["values"]), list(facts["cards"])
    elif event.kind in ("won", "tie"):
        combat.over, combat.ended = True, event.number
        combat.winner = facts["side"] if event.kind == "won" else None
        gains = [1, 1] if combat.winner is None else [2 * (side == combat.winner) for side in range(2)]
        combat.points = (combat.points[0] + gains[0], combat.points[1] + gains[1])


def _points(combats: Sequence[Combat]) -> list[CurvePoint]:
    return [CurvePoint("0", 0, (0, 0)), *(CurvePoint(str(c.number), c.ended, c.points) for c in combats)]


def _shown(combat: Combat) -> FoughtCombat:
    return {
        "combat": combat.number,
        "minions": combat.minions,
        "values": combat.values,
        "winner": combat.winner,
        "crown": combat.crown,
    }


# --- the sentences


def _name(minion: str | None) -> str:
    return NAMES[IDS.index(minion)] if minion in IDS else _("a minion")


def _fight(combat: Combat, side: int) -> Text:
    """Return the numbers of a combat as one side sees them: "Twent had 20 against Quad's 3."."""
    mine, theirs = combat.minions[side], combat.minions[1 - side]
    return _(
        "{minion} had {value} against {other}'s {theirs}.",
        minion=_name(mine),
        value=combat.values[side],
        other=_name(theirs),
        theirs=combat.values[1 - side],
    )


def _moment(combat: Combat, combats: Sequence[Combat], lines: Sequence[ScoredSide]) -> StoryMoment:
    side = combat.winner if combat.winner is not None else 0
    who, turned = lines[side].who, _turned(combat, combats)
    text, weight = _fight(combat, side), 2.0 if turned else 0.0
    power = next((each for each in reversed(combat.powers) if each[1] == combat.winner), None)
    if combat.winner is None:
        lead = _("It's a tie, so each side keeps a card.")
    elif combat.crown:
        lead, weight = _("{player} wins the {crown}.", player=who, crown=CROWN), weight + 3.0
    elif power:
        lead, weight = _power(power[0], who), weight + 1.5
    else:
        lead = _("{player} takes the lead.", player=who) if turned else _("{player} wins both cards.", player=who)
    margin = abs(combat.values[0] - combat.values[1]) / 40
    return StoryMoment(
        combat.ended, _when(combat), lead, text, combat.winner, weight + margin, things=_things(combat, side)
    )


def _power(power: str, who: str) -> Text:
    return {
        "take": _("{player} chooses a card with Diante.", player=who),
        "reroll": _("{player} rerolls with Cubera.", player=who),
        "giant-killer": _("{player} beats a giant with Quad.", player=who),
        "shield": _("{player} uses Sparten's Shield.", player=who),
        "stubborn": _("{player} wins a tie with Dwelve.", player=who),
    }[power]


def _when(combat: Combat) -> Text:
    if combat.crown:
        return _("Combat {number} · the {crown}", number=combat.number, crown=CROWN)
    return _("Combat {number}", number=combat.number)


def _things(combat: Combat, side: int) -> tuple[str, ...]:
    return (f"minion:{combat.minions[side]}:{combat.values[side]}",)


def _turned(combat: Combat, combats: Sequence[Combat]) -> bool:
    """Return True if another side is ahead after the combat than before it."""
    at = combats.index(combat)
    before = _lead(combats[at - 1].points) if at else 0
    return at > 0 and _lead(combat.points) * before <= 0 and _lead(combat.points) != 0


def _lead(points: tuple[int, int]) -> int:
    return points[0] - points[1]


def _settled(
    combats: Sequence[Combat], winner: int | None, critical: bool, lines: Sequence[ScoredSide]
) -> StoryMoment | None:
    """Return the combat after which nothing could change any more, or the one that won the card with the 20."""
    if winner is None or not combats:
        return None
    if critical:
        crown = next((c for c in reversed(combats) if TWENTY in c.cards), combats[-1])
        text = _("In a tie, the card with the {crown} decides.", crown=CROWN)
        lead = _("{player} has the {crown}.", player=lines[winner].who, crown=CROWN)
        return StoryMoment(crown.ended, _when(crown), lead, text, winner, value=str(CROWN), things=(f"card:{TWENTY}",))
    sign = 1 if winner == 0 else -1
    last = next((c for c in combats if sign * _lead(c.points) > 2 * (COMBATS - c.number)), combats[-1])
    side = winner if last.winner is None else last.winner
    text = join_sentences(_fight(last, side), _("{player} can't catch up.", player=lines[1 - winner].who))
    value = " : ".join(str(last.values[each]) for each in (side, 1 - side))
    lead = _("{player} decides the game.", player=lines[winner].who)
    return StoryMoment(last.ended, _when(last), lead, text, winner, value=value, things=_things(last, side))


def _numbered(moments: Sequence[StoryMoment], ending: StoryMoment | None) -> list[StoryMoment]:
    """Number the moments; if the card with the 20 was won early, the ending is told at that combat."""
    if ending is None:
        return choose_moments(moments, None)
    heaviest = sorted(moments, key=lambda m: (-m.weight, m.number))[:2]
    return sorted([*heaviest, ending], key=lambda m: m.number)


def _title(lines: Sequence[ScoredSide], winner: int | None, critical: bool) -> Text:
    if winner is None:
        return _("Nobody wins")
    if critical:
        return _("{player} wins with the {crown}!", player=lines[winner].who, crown=CROWN)
    return _("{winner} wins!", winner=lines[winner].who)


def _why(lines: Sequence[ScoredSide], winner: int | None, critical: bool, combats: Sequence[Combat]) -> Text:
    if winner is None:
        return Text("")
    values = {"player": lines[winner].who, "more": lines[winner].total, "less": lines[1 - winner].total}
    if critical:
        return _("At {more} to {less}, {player} wins with the {crown}.", crown=CROWN, **values)
    sign = 1 if winner == 0 else -1
    behind = [combat.number for combat in combats if sign * _lead(combat.points) <= 0]
    if behind:
        return _("{player} won {more} to {less} and led from combat {number} on.", number=behind[-1] + 1, **values)
    return _("{player} won {more} to {less} and led from the first combat to the last.", **values)


# --- what both did


def _rows(combats: Sequence[Combat]) -> list[StatisticRow]:
    def row(label: Text, cells: Sequence[str]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(cell) for cell in cells])

    won = [sum(c.winner == side for c in combats) for side in range(2)]
    tied = sum(c.winner is None for c in combats)
    powers = [sum(side == at for c in combats for _, at, _ in c.powers) for side in range(2)]
    return [
        row(_("Combats won"), [_("{won}, {tied} tied", won=count, tied=tied) if tied else str(count) for count in won]),
        row(_("Best minion"), [_best(combats, side) for side in range(2)]),
        row(_("Abilities used"), [str(count) for count in powers]),
    ]


def _best(combats: Sequence[Combat], side: int) -> str:
    """Return the minion that won most, and the greatest number with which it won."""
    wins: dict[TypeId, list[int]] = {}
    for combat in combats:
        minion = combat.minions[side]
        if combat.winner == side and minion:
            wins.setdefault(minion, []).append(combat.values[side])
    if not wins:
        return "·"
    best = max(wins, key=lambda each: (len(wins[each]), max(wins[each])))
    fights = sum(c.minions[side] == best for c in combats)
    return _("{minion}, won {wins} of {fights}", minion=_name(best), wins=len(wins[best]), fights=fights)
