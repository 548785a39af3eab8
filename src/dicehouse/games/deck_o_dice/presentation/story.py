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
        PointsCurve("Who was ahead", "combat", _points(combats)),
        _numbered([_moment(combat, combats, lines) for combat in others], ending),
        ending,
        _rows(combats),
        ("draw", "draws"),
        {"combats": [_shown(combat) for combat in combats], "critical": critical, "lead": True},
    )


def _line(view: Mapping[str, Any], side: int) -> ScoredSide:
    one = view["sides"][side]
    seats = () if one["seat"] is None else (one["seat"],)
    won = view["winner"] == side
    note = f"holds the {CROWN}" if won and view["points_note"] else ""
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
    return NAMES[IDS.index(minion)] if minion in IDS else "a minion"


def _fight(combat: Combat, side: int) -> str:
    """Return the numbers of a combat as one side sees them: "Twent's 20 against Quad's 3"."""
    mine, theirs = combat.minions[side], combat.minions[1 - side]
    return f"{_name(mine)}'s {combat.values[side]} against {_name(theirs)}'s {combat.values[1 - side]}"


def _moment(combat: Combat, combats: Sequence[Combat], lines: Sequence[ScoredSide]) -> StoryMoment:
    side = combat.winner if combat.winner is not None else 0
    lead, text, weight = f"{lines[side].who} takes two cards.", f"{_fight(combat, side)}.", 0.0
    power = next((each for each in reversed(combat.powers) if each[1] == combat.winner), None)
    if combat.winner is None:
        lead, text = "A tie.", f"{_fight(combat, 0)}: one card each."
    elif combat.crown:
        lead, weight = f"{lines[side].who} wins the {CROWN}.", 3.0
    elif power:
        lead, weight = _power(power[0], lines[side].who), 1.5
    if _turned(combat, combats):
        weight += 2.0
        lead = f"{lines[side].who} goes in front." if lead.endswith("takes two cards.") else lead
    margin = abs(combat.values[0] - combat.values[1]) / 40
    return StoryMoment(
        combat.ended, _when(combat), lead, text, combat.winner, weight + margin, things=_things(combat, side)
    )


def _power(power: str, who: str) -> str:
    return {
        "take": f"{who}'s Diante picks the card.",
        "reroll": f"{who}'s Cubera draws again.",
        "giant-killer": f"{who}'s Quad fells a giant.",
        "shield": f"{who}'s Sparten holds the shield.",
        "stubborn": f"{who}'s Dwelve is stubborn.",
    }[power]


def _when(combat: Combat) -> str:
    return f"Combat {combat.number}" + (f" · the {CROWN}" if combat.crown else "")


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
        text = f"At a draw the card with the {CROWN} decides."
        lead = f"{lines[winner].who} holds the {CROWN}."
        return StoryMoment(crown.ended, _when(crown), lead, text, winner, value=str(CROWN), things=(f"card:{TWENTY}",))
    sign = 1 if winner == 0 else -1
    last = next((c for c in combats if sign * _lead(c.points) > 2 * (COMBATS - c.number)), combats[-1])
    side = winner if last.winner is None else last.winner
    text = f"{_fight(last, side)}: {lines[1 - winner].who} can't catch up."
    value = " : ".join(str(last.values[each]) for each in (side, 1 - side))
    lead = f"{lines[winner].who} settles it."
    return StoryMoment(last.ended, _when(last), lead, text, winner, value=value, things=_things(last, side))


def _numbered(moments: Sequence[StoryMoment], ending: StoryMoment | None) -> list[StoryMoment]:
    """Number the moments; if the card with the 20 was won early, the ending is told at that combat."""
    if ending is None:
        return choose_moments(moments, None)
    heaviest = sorted(moments, key=lambda m: (-m.weight, m.number))[:2]
    return sorted([*heaviest, ending], key=lambda m: m.number)


def _title(lines: Sequence[ScoredSide], winner: int | None, critical: bool) -> str:
    if winner is None:
        return "Nobody wins"
    return f"{lines[winner].who}, by the {CROWN}" if critical else f"{lines[winner].who} wins!"


def _why(lines: Sequence[ScoredSide], winner: int | None, critical: bool, combats: Sequence[Combat]) -> str:
    if winner is None:
        return ""
    mine, theirs = lines[winner].total, lines[1 - winner].total
    if critical:
        return f"{mine} cards each. At a draw the card with the {CROWN} decides, and {lines[winner].who} holds it."
    sign = 1 if winner == 0 else -1
    behind = [combat.number for combat in combats if sign * _lead(combat.points) <= 0]
    since = f"in front since combat {behind[-1] + 1}" if behind else "in front from the first combat to the last"
    return f"{mine} cards to {theirs}, {since}."


# --- what both did


def _rows(combats: Sequence[Combat]) -> list[StatisticRow]:
    def row(label: str, cells: Sequence[str]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(cell) for cell in cells])

    won = [sum(c.winner == side for c in combats) for side in range(2)]
    tied = sum(c.winner is None for c in combats)
    powers = [sum(side == at for c in combats for _, at, _ in c.powers) for side in range(2)]
    return [
        row("Combats won", [str(count) + (f", {tied} tied" if tied else "") for count in won]),
        row("Best fighter", [_best(combats, side) for side in range(2)]),
        row("Powers used", [str(count) for count in powers]),
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
    return f"{_name(best)}, {len(wins[best])} of {sum(c.minions[side] == best for c in combats)}"
