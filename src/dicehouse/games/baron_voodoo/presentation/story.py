"""Tell a finished match: the combos, the dice taken from others, and what the final scoring changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
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
    headline_text,
    stretch_ends,
)
from dicehouse.i18n import Text, _, join_sentences, join_texts, listing

from ..rules.state import BARON
from .notation import COLOURS, LOA_NAMES, POWER_IDS, die_number
from .score_sheet import BARON_NAME
from .words import COLOUR_NAMES, die_words, player_mark, points_words

IN_PLAY = ("combo", "victory")  # the other points come with the final scoring
COUNT_TURNED = _("Final scoring turned it around.")
STEAL_WEIGHT = 2.5  # a stolen die scores no points by itself, and counts as half a combo


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Tell the match by sides: partners share one line, and the Baron has one."""
    lines = [_line(view, at) for at in range(len(view["sides"]))]
    rounds = _rounds(log)
    number = len(history.points) - 1
    moments = [*_moments(log, lines, rounds)]
    count = _count(view, lines, number)
    decided = _decided(view, log, lines, rounds, count)
    return Story(
        headline_text(lines),
        _why(view, lines),
        lines,
        PointsCurve(_("Points"), _("round"), _points(view, log, rounds, number), view["threshold"]),
        choose_moments([m for m in moments if m.number < number], count),
        decided,
        _rows(log, lines),
        (_("roll"), _("rolls")),
    )


def _line(view: Mapping[str, Any], at: int) -> ScoredSide:
    side = view["sides"][at]
    baron = not side["seats"]
    won = view["winner"] == at or (baron and view["winner"] is None)
    title = _("Loas of the Dead") if len(side["seats"]) > 1 else _("Loa of the Dead")
    trigger = view["trigger"]
    began = trigger is not None and trigger["seat"] in (side["seats"] or [None])
    note = "" if baron else title if won else _("triggered the end") if began else ""
    place = 1 if baron and won else 2 if baron else 0
    place = place or next(view["seats"][seat]["place"] for seat in side["seats"])
    return ScoredSide(tuple(side["seats"]), side["vp"], won, BARON_NAME if baron else "", note, place)


def _rounds(log: Sequence[LoggedEvent]) -> list[tuple[str, int]]:
    """Return where rounds begin: each time the starter's turn comes."""
    begun = [e for e in log if e.kind == "turn" and not e.facts["extra"]]
    first = begun[0].seat if begun else None
    return [(str(i), e.number) for i, e in enumerate((e for e in begun if e.seat == first), 1)]


def _when(number: int, rounds: Sequence[tuple[str, int]]) -> str:
    return _("Round {round}", round=next((label for label, start in reversed(rounds) if start <= number), "1"))


def _side(event: LoggedEvent, sides: int) -> int:
    return BARON if event.seat is None else event.seat % sides


def _points(
    view: Mapping[str, Any], log: Sequence[LoggedEvent], rounds: Sequence[tuple[str, int]], last: int
) -> list[CurvePoint]:
    """Return the points of every side round by round, from the totals in the log; then the final scoring."""
    sides = len(view["sides"])
    gains = [(e.number, at, points, e.kind in IN_PLAY) for e in log for at, points in _gains(e, sides)]
    start = [view["sides"][at]["vp"] - sum(points for _, side, points, _ in gains if side == at) for at in range(sides)]

    def after(number: int, counted: bool) -> tuple[int, ...]:
        known = [(at, points) for n, at, points, played in gains if n <= number and (played or counted)]
        return tuple(start[side] + sum(points for at, points in known if at == side) for side in range(sides))

    ends = [("0", rounds[0][1] - 1 if rounds else 0), *stretch_ends(rounds, last)]
    return [
        *(CurvePoint(label, n, after(n, False)) for label, n in ends),
        CurvePoint(_("count"), last, after(last, True)),
    ]


def _gains(event: LoggedEvent, sides: int) -> Iterator[tuple[int, int]]:
    if event.kind in ("combo", "final-combo"):
        yield event.facts["side"], event.facts["points"]
    elif event.kind == "victory":
        yield _side(event, sides), event.facts["points"]
    elif event.kind == "majority":
        yield from enumerate(event.facts["points"])


# --- the sentences


def _moments(
    log: Sequence[LoggedEvent], lines: Sequence[ScoredSide], rounds: Sequence[tuple[str, int]]
) -> Iterator[StoryMoment]:
    for event in log:
        when = _when(event.number, rounds)
        if event.kind == "combo":
            at, points = event.facts["side"], event.facts["points"]
            text = _set_text(event.facts)
            things = tuple(f"die:{die}" for die in event.facts["dice"])
            yield StoryMoment(
                event.number,
                when,
                _scores(lines[at].who, points, len(lines[at].seats)),
                text,
                at,
                points,
                things=things,
            )
        elif event.kind == "steal" and event.seat is not None:
            at = _side(event, len(lines))
            whom = lines[event.facts["side"]].who
            text = _("{die} from {owner}'s Spirit World.", die=die_words(die_number(event.facts["die"])), owner=whom)
            things = (f"die:{event.facts['die']}",)
            yield StoryMoment(
                event.number,
                when,
                _("{player} steals.", player=player_mark(event.seat)),
                text,
                at,
                STEAL_WEIGHT,
                things=things,
            )
        elif event.kind == "samedi" and event.seat is not None:
            at = _side(event, len(lines))
            text = _("Most white dice make every power free.")
            yield StoryMoment(
                event.number,
                when,
                _("{player} takes the Baron Samedi token.", player=lines[at].who),
                text,
                at,
                STEAL_WEIGHT,
            )


def _scores(player: str, points: int, players: int) -> Text:
    if players > 1:
        return _("{players} score a set: {points}.", players=player, points=points_words(points))
    return _("{player} scores a set: {points}.", player=player, points=points_words(points))


def _set_text(facts: Mapping[str, Any]) -> Text:
    n, total = len(facts["dice"]), facts["total"]
    if facts["kind"] == "colour":
        return _("A set of {n} dice of one colour (total {total}).", n=n, total=total)
    return _("A set of {n} dice with one face (total {total}).", n=n, total=total)


def _count(view: Mapping[str, Any], lines: Sequence[ScoredSide], number: int) -> StoryMoment | None:
    """Return what the final scoring added, and whether it changed the leader."""
    final = view["final"]
    if final is None:
        return None
    gains = [one["total"] - one["before"] for one in final["sides"]]
    order = sorted(range(len(lines)), key=lambda at: -gains[at])
    best = order[0]
    winner = next((at for at, line in enumerate(lines) if line.won), best)
    before = [one["before"] for one in final["sides"]]
    turned = before[winner] < max(before)
    lead = COUNT_TURNED if turned else _("The Spirit Worlds are counted.")
    gained = [Text("{player} {points}", {"player": lines[at].who, "points": f"+{gains[at]}"}) for at in order]
    text = _("Final scoring: {points}.", points=join_texts(gained))
    colours = [c for c in COLOURS if final["sides"][winner]["majorities"].get(c)]
    things = tuple(f"colour:{colour}" for colour in colours)
    return StoryMoment(number, _("Final scoring"), lead, text, winner, value=f"+{gains[winner]}", things=things)


def _decided(
    view: Mapping[str, Any],
    log: Sequence[LoggedEvent],
    lines: Sequence[ScoredSide],
    rounds: Sequence[tuple[str, int]],
    count: StoryMoment | None,
) -> StoryMoment | None:
    """Return the final scoring, if the winner was behind before it; otherwise the winner's best combo."""
    winner = next((at for at, line in enumerate(lines) if line.won), None)
    if winner is None:
        return None
    if count is not None and count.lead == COUNT_TURNED:
        colours = [
            COLOUR_NAMES[COLOURS.index(c)]
            for c in view["final"]["sides"][winner]["majorities"]
            if view["final"]["sides"][winner]["majorities"][c] >= 3
        ]
        text = _("Most dice in {colours}.", colours=listing(colours)) if colours else _("Every point counted.")
        return replace(count, lead=_("Final scoring won it."), text=text)
    combos = [e for e in log if e.kind in ("combo", "final-combo") and e.facts["side"] == winner and e.facts["dice"]]
    if not combos:
        return count
    best = max(combos, key=lambda e: e.facts["points"])
    things = tuple(f"die:{die}" for die in best.facts["dice"])
    when = _when(best.number, rounds)
    text = _("A set of {n} dice.", n=len(best.facts["dice"]))
    return StoryMoment(
        best.number,
        when,
        _("This was the winner's best set."),
        text,
        winner,
        value=f"+{best.facts['points']}",
        things=things,
    )


def _why(view: Mapping[str, Any], lines: Sequence[ScoredSide]) -> str:
    won = [line for line in lines if line.won]
    lost = [line.total for line in lines if not line.won]
    if not won or not lost:
        return ""
    ahead = won[0].total - max(lost)
    if ahead <= 0:
        return join_sentences(_("Tied on {points}.", points=points_words(won[0].total)), _tie(view, won[0]))
    text = _("Won by {points}.", points=points_words(ahead))
    if won[0].name:
        return text
    title = _("The new Loas of the Dead.") if len(won[0].seats) > 1 else _("The new Loa of the Dead.")
    return join_sentences(text, title)


def _tie(view: Mapping[str, Any], winner: ScoredSide) -> Text:
    """Say why the winner wins a tie."""
    if winner.name:
        return _("The Baron wins ties.")
    if len(winner.seats) > 1:
        return _("The team that triggered the final round wins ties.")
    if view["trigger"] is not None and view["trigger"]["seat"] in winner.seats:
        return _("The player who triggered the final round wins ties.")
    return _("The next tied player after the one who triggered the final round wins.")


# --- each player's summary


def _rows(log: Sequence[LoggedEvent], lines: Sequence[ScoredSide]) -> list[StatisticRow]:
    sides = len(lines)

    def of(kind: str, at: int) -> list[LoggedEvent]:
        return [e for e in log if e.kind == kind and _side(e, sides) == at]

    def row(label: str, cells: Sequence[str]) -> StatisticRow:
        return StatisticRow(label, [StatisticCell(cell) for cell in cells])

    bests = [
        max((e.facts["points"] for e in log if e.kind == "combo" and e.facts["side"] == at), default=0)
        for at in range(sides)
    ]
    rows = [
        row(_("Best set"), [str(best) if best else "·" for best in bests]),
        row(_("Captures"), [str(len(of("capture", at))) for at in range(sides)]),
        row(_("Powers used"), [_powers(of("power", at)) for at in range(sides)]),
        row(_("Extra turns"), [str(len(of("buy", at))) for at in range(sides)]),
    ]
    return [each for each in rows if any(cell.text not in ("0", "·") for cell in each.cells)]


def _powers(called: Sequence[LoggedEvent]) -> str:
    """Return how many powers a side used, and which one if it was most of them."""
    counts = {power: sum(e.facts["power"] == power for e in called) for power in POWER_IDS}
    top, n = max(counts, key=lambda power: counts[power]), len(called)
    loa = LOA_NAMES[POWER_IDS.index(top)]
    if n and counts[top] == n:
        return _("{n} ({loa})", n=n, loa=loa)
    return _("{n} (mostly {loa})", n=n, loa=loa) if 2 * counts[top] > n else str(n)
