"""Tell a finished match: the largest changes in each player's stars, the Missions, the final scoring."""

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
    margin_text,
    sample_points,
    sides_of,
    stretch_ends,
)
from dicehouse.i18n import _, join_sentences, listing

from ..rules.missions import IDS, NAMES
from .notation import FACTION_IDS, FACTION_NAMES, LETTERS
from .score_sheet import PARTS
from .words import player_mark, stars_text

MOST_DICE = 8  # dice on the tray of the end page
DEEDS = ("send", "match", "stock", "swap", "move", "reroll", "change", "exterminate", "slip", "sacrifice")


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Tell the match by each player's stars if it had ended then, without Missions; then the final scoring."""
    lines = [
        replace(line, place=view["seats"][seat]["place"], note=_faction(view, seat))
        for seat, line in enumerate(sides_of(history))
    ]
    rounds = [(str(e.facts["round"]), e.number) for e in log if e.kind == "round"]
    over = next((e.number for e in log if e.kind == "over"), len(history.points) - 1)
    moments = list(_moments(log, history, rounds, over))
    decided = _decided(view, log, lines, len(history.points) - 1)
    return Story(
        headline_text(lines),
        _why(view, lines, history),
        lines,
        PointsCurve(_("Stars by round"), _("round"), _points(history, rounds, lines, over)),
        choose_moments(moments, _count(view, lines, history, over)),
        decided,
        _rows(view, log, lines),
    )


def _faction(view: Mapping[str, Any], seat: int) -> str:
    faction = view["seats"][seat]["faction"]
    return FACTION_NAMES[FACTION_IDS.index(faction)] if faction else ""


def _points(
    history: PointsHistory, rounds: Sequence[tuple[str, int]], lines: Sequence[ScoredSide], over: int
) -> list[CurvePoint]:
    last = len(history.points) - 1
    start = [("0", rounds[0][1])] if rounds else []
    played = sample_points(history, [*start, *stretch_ends(rounds, min(over, last - 1))])
    return [*played, CurvePoint(_("scoring"), last, tuple(line.total for line in lines))]


def _moments(
    log: Sequence[LoggedEvent], history: PointsHistory, rounds: Sequence[tuple[str, int]], over: int
) -> Iterator[StoryMoment]:
    """Yield what each action did to the player who gained or lost most by it."""
    for number in range(1, min(over, len(history.points) - 1)):
        before, after = history.points[number - 1], history.points[number]
        gains = [b - a for a, b in zip(before, after, strict=True)]
        seat = max(range(len(gains)), key=lambda each: abs(gains[each]))
        deeds = [e for e in log if e.number == number and e.kind in DEEDS]
        if not gains[seat] or not deeds:
            continue
        label = next((label for label, start in reversed(rounds) if start < number), "1")
        when = _("Round {round}", round=label)
        swing = gains[seat] - sum(g for each, g in enumerate(gains) if each != seat) / max(1, len(gains) - 1)
        values = {"player": player_mark(seat), "stars": stars_text(abs(gains[seat]))}
        lead = _("{player} gains {stars}.", **values) if gains[seat] > 0 else _("{player} loses {stars}.", **values)
        yield StoryMoment(number, when, lead, _deed(deeds).text, seat, abs(swing), things=_things(deeds))


def _deed(deeds: Sequence[LoggedEvent]) -> LoggedEvent:
    """Return the purpose of the action: a fight, otherwise the piece that was sent."""
    return next((e for e in deeds if e.kind == "match"), deeds[0])


def _things(deeds: Sequence[LoggedEvent]) -> tuple[str, ...]:
    deed = _deed(deeds)
    dice = deed.facts["dice"] if deed.kind == "match" else [deed.facts["die"]] if "die" in deed.facts else []
    return tuple(f"die:{die}" for die in dice)


# --- how it was won


def _count(
    view: Mapping[str, Any], lines: Sequence[ScoredSide], history: PointsHistory, over: int
) -> StoryMoment | None:
    """Return who was ahead when the last piece was placed, and how the Missions changed it."""
    before = (
        history.points[min(over, len(history.points) - 1)] if over < len(history.points) - 1 else history.points[-2]
    )
    missions = [one["missions"] for one in view["final"]]
    best = max(range(len(lines)), key=lambda seat: missions[seat])
    ahead = [seat for seat, points in enumerate(before) if points == max(before)]
    winners = [seat for seat, line in enumerate(lines) if line.won]
    text = _("{player} scores {stars} for Missions.", player=lines[best].who, stars=stars_text(missions[best]))
    players = listing([lines[seat].who for seat in ahead])
    stays = set(ahead) == set(winners)
    if len(ahead) > 1:
        lead = _("{players} are tied before scoring.", players=players)
        if stays:
            lead = _("{players} are tied before and after scoring.", players=players)
    else:
        lead = _("{player} is ahead before scoring.", player=players)
        if stays:
            lead = _("{player} is ahead before and after scoring.", player=players)
    return StoryMoment(len(history.points) - 1, _("Scoring"), lead, text, winners[0] if winners else best)


def _decided(
    view: Mapping[str, Any], log: Sequence[LoggedEvent], lines: Sequence[ScoredSide], number: int
) -> StoryMoment | None:
    """Return the part of the final scoring in which the winner gained most on the next player."""
    winner = next((seat for seat, line in enumerate(lines) if line.won), None)
    others = [seat for seat, line in enumerate(lines) if not line.won]
    if winner is None or not others:
        return None
    second = max(others, key=lambda seat: lines[seat].total)
    mine, theirs = view["final"][winner], view["final"][second]
    key, label = max(PARTS, key=lambda part: mine[part[0]] - theirs[part[0]])
    if key == "missions":
        scored = [e for e in log if e.kind == "mission" and e.seat == winner]
        best = max(scored, key=lambda e: e.facts["stars"], default=None)
        if best is not None:
            name = NAMES[IDS.index(best.facts["mission"])]
            value = str(best.facts["stars"])
            return StoryMoment(number, name, _("This was the winner's best Mission."), "", winner, value=value)
    values = {"stars": stars_text(mine[key]), "others": theirs[key], "player": lines[second].who}
    text = _("{stars} against {others} for {player}.", **values)
    dice: Sequence[Any] = view["seats"][winner]["dice"] if key == "dice" else ()
    counts = [e for e in log if e.kind == "domination"]
    if key == "domination" and counts:
        best = max(counts, key=lambda e: e.facts["by"][winner])
        stars = best.facts["by"][winner]
        area = next(each for each in view["areas"] if each["id"] == best.facts["area"])
        dice = [thing for thing in area["spaces"] if thing and thing[0] in LETTERS and thing[1:].isdecimal()]
        most = _("The largest share came from {area}: {stars}.", area=area["name"], stars=stars_text(stars))
        text = join_sentences(text, most)
    lead = _("This made the biggest difference.")
    things = tuple(f"die:{die}" for die in dice[:MOST_DICE])
    return StoryMoment(number, label, lead, text, winner, things=things, value=str(mine[key]))


def _why(view: Mapping[str, Any], lines: Sequence[ScoredSide], history: PointsHistory) -> str:
    by = margin_text(lines, history)
    winner = next((seat for seat, line in enumerate(lines) if line.won), None)
    if winner is None or sum(line.won for line in lines) > 1:
        return by
    key, label = max(PARTS, key=lambda part: view["final"][winner][part[0]])
    best = _("The largest part is {part}: {stars}.", part=label, stars=stars_text(view["final"][winner][key]))
    return join_sentences(by, best)


# --- each player's summary


def _rows(view: Mapping[str, Any], log: Sequence[LoggedEvent], lines: Sequence[ScoredSide]) -> list[StatisticRow]:
    seats = range(len(lines))
    fights = [[e for e in log if e.kind == "match" and e.seat == seat] for seat in seats]
    areas = [[e for e in log if e.kind == "domination" and seat in e.facts["leaders"]] for seat in seats]
    rows = [
        StatisticRow(_("Missions"), [_missions(log, seat) for seat in seats]),
        StatisticRow(_("Areas dominated"), [StatisticCell(str(len(each))) for each in areas]),
    ]
    if any(fights):
        rows.append(StatisticRow(_("Blood Dome fights"), [StatisticCell(str(len(each))) for each in fights]))
    return rows


def _missions(log: Sequence[LoggedEvent], seat: int) -> StatisticCell:
    scored = [e for e in log if e.kind == "mission" and e.seat == seat]
    words = [f"{NAMES[IDS.index(e.facts['mission'])]} {e.facts['stars']}" for e in scored]
    return StatisticCell(", ".join(words) or "·")  # names and numbers
