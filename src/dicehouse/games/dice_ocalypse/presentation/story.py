"""Tell the story of a match: its turns, and the cards and dice that moved most points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    sample_points,
    sides_of,
    stretch_ends,
)
from dicehouse.text_format import number_word

from ..rules.state import N_DICE
from .card_status import CARD_IDS, CARD_NAMES
from .options import number

NAME_OF_CARD: dict[str, str] = {text: CARD_NAMES[card] for card, text in CARD_IDS.items()}
GAINS = (
    "turn",
    "double-next",
    "double-or-nothing",
    "battle-zone",
)  # events with the points that a turn earned its player
BUST_WEIGHT = 0.75  # points that were never banked hurt less than those that were


@dataclass
class StoryTurn:
    """Hold one turn: its player, its round, and its result."""

    seat: int
    round: int
    number: int
    before: int
    kept: list[int] = field(default_factory=list)  # since the last hot dice
    throws: int = 0
    hot: int = 0
    gained: int = 0
    lost: int = 0  # points set aside when it bust
    ended: int = 0  # the action that scored or bust
    bust: bool = False
    events: list[LoggedEvent] = field(default_factory=list)


def story(view: Mapping[str, Any], log: Sequence[LoggedEvent], history: PointsHistory) -> Story:
    """Return the match as a race to the target."""
    lines = [
        replace(line, note=_note(view, seat), place=view["seats"][seat]["place"])
        for seat, line in enumerate(sides_of(history))
    ]
    turns = _turns(log, history)
    winner = view["winner"]
    best = _winning(turns, winner)
    ending = _ending(view, turns, best, lines)
    moments = [moment for turn in turns for moment in _moments(turn)]
    return Story(
        headline_text(lines),
        _why(lines, turns, best),
        lines,
        PointsCurve("The race", "round", _points(turns, history), view["target"]),
        choose_moments([m for m in moments if best is None or m.number < best.number], ending),
        _decided(view, best),
        _rows(turns, log, len(lines)),
    )


def _note(view: Mapping[str, Any], seat: int) -> str:
    if seat == view["winner"]:
        return "Die-structor"
    if view["final"] and view["final"]["first"] == seat:
        return "set the bar"
    return "diced" if view["seats"][seat]["diced"] else ""


def _turns(log: Sequence[LoggedEvent], history: PointsHistory) -> list[StoryTurn]:
    turns: list[StoryTurn] = []
    totals, players = list(history.points[0]), len(history.returns)
    first, place, lap = 0, players, 0
    for event in log:
        if event.kind == "turn" and event.seat is not None:
            first = first if turns else event.seat
            here = (event.seat - first) % players
            lap += here <= place
            place = here
            turns.append(StoryTurn(event.seat, lap, event.number, totals[event.seat]))
        if event.kind == "score" and event.seat is not None:
            totals[event.seat] = event.facts["total"]
        if turns:
            _add(turns[-1], event)
    return turns


def _add(turn: StoryTurn, event: LoggedEvent) -> None:
    turn.events.append(event)
    if event.seat != turn.seat:
        return
    if event.kind == "throw":
        turn.throws += 1
    elif event.kind == "keep":
        turn.kept += event.facts["faces"]
        if event.facts["hot"]:
            turn.hot += 1
            turn.kept = []
    elif event.kind == "bust":
        turn.bust, turn.lost, turn.ended = True, event.facts["lost"], event.number
    elif event.kind == "score" and event.facts["source"] in GAINS:
        turn.gained += event.facts["points"]
        turn.ended = event.number


def _points(turns: Sequence[StoryTurn], history: PointsHistory) -> list[CurvePoint]:
    starts: dict[int, int] = {}
    for turn in turns:
        starts.setdefault(turn.round, turn.number)
    labels = [(str(lap), action) for lap, action in starts.items()]
    return sample_points(
        history, [("0", max(0, labels[0][1] - 1)), *stretch_ends(labels, len(history.points) - 1)] if labels else []
    )


# --- the sentences


def _moments(turn: StoryTurn) -> Iterator[StoryMoment]:
    when = f"Round {turn.round}"
    if turn.gained:
        text = "; ".join([*_hot(turn.hot), f"{number(turn.before + turn.gained)} in all"])
        lead = f"{{{turn.seat}}} scores {number(turn.gained)}."
        yield StoryMoment(turn.ended, when, lead, _sentence(text), turn.seat, turn.gained, things=_dice(turn.kept))
    elif turn.bust and turn.lost:
        text = f"{number(turn.lost)} points set aside are gone."
        yield StoryMoment(turn.ended, when, f"{{{turn.seat}}} busts.", text, turn.seat, BUST_WEIGHT * turn.lost)
    yield from _card_losses(turn, when)


def _hot(times: int) -> list[str]:
    return (
        [] if not times else ["hot dice"] if times == 1 else [f"hot dice {'twice' if times == 2 else f'{times} times'}"]
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _dice(faces: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"d6:{face}" for face in faces[-6:])


def _card_losses(turn: StoryTurn, when: str) -> Iterator[StoryMoment]:
    """Return the points that war cards took away in `turn`."""
    card: LoggedEvent | None = None
    die: LoggedEvent | None = None
    for event in turn.events:
        if event.kind == "card":
            card = event
        elif event.kind in ("do-or-die", "collateral"):
            die = event
        elif event.kind == "score" and event.facts["points"] < 0 and event.facts["source"] not in GAINS:
            yield _loss(event, card, die, when)


def _loss(event: LoggedEvent, card: LoggedEvent | None, die: LoggedEvent | None, when: str) -> StoryMoment:
    gone = -event.facts["points"]
    name = NAME_OF_CARD[card.facts["card"]] if card else "A card"
    by = f"{{{card.seat}}}" if card else "Somebody"
    text = f"{{{event.seat}}} loses {number(gone)}."
    if die is not None and die.kind == "do-or-die":
        text = f"{{{event.seat}}} rolls a {die.facts['die']}, and {number(gone)} points are gone."
    elif die is not None and event.facts["source"] == "collateral-loss":
        text = f"{sum(die.facts['dice'])} against {sum(die.facts['against'])}: {{{event.seat}}} loses {number(gone)}."
    things: tuple[str, ...] = (f"card:{card.facts['card']}",) if card else ()
    if die is not None and die.kind == "do-or-die":
        things += (f"d6:{die.facts['die']}",)
    return StoryMoment(event.number, f"{when} · {name}", f"{by} plays {name}.", text, event.seat, gone, things=things)


# --- how it was won


def _winning(turns: Sequence[StoryTurn], winner: int | None) -> StoryTurn | None:
    return next((turn for turn in reversed(turns) if turn.seat == winner and turn.gained), None)


def _ending(
    view: Mapping[str, Any], turns: Sequence[StoryTurn], best: StoryTurn | None, lines: Sequence[ScoredSide]
) -> StoryMoment | None:
    final, winner = view["final"], view["winner"]
    if best is None or final is None or winner is None:
        return None
    when, bar = f"Round {best.round}", number(final["bar"])
    tie = any(event.kind == "tie" for turn in turns for event in turn.events)
    things = _dice(best.kept)
    if final["first"] == winner and not tie:
        left = [line for line in lines if not line.won]
        text = f"{left[0].who} can't answer." if len(left) == 1 else "Nobody reaches it."
        return StoryMoment(best.ended, when, f"{{{winner}}} sets the bar at {bar}.", text, winner, things=things)
    lead = f"{{{final['first']}}} sets the bar at {bar}."
    text = f"{{{winner}}} answers with {number(best.gained)}."
    if tie:
        lead, text = (
            f"A tie at {bar}.",
            f"{number_word(N_DICE).capitalize()} dice each decide it: {{{winner}}} throws more.",
        )
    return StoryMoment(turns[-1].events[-1].number, when, lead, text, winner, things=things)


def _decided(view: Mapping[str, Any], best: StoryTurn | None) -> StoryMoment | None:
    if best is None:
        return None
    final = view["final"]
    bar = view["target"] if final is None or final["first"] == best.seat else final["bar"]
    needed = max(0, bar - best.before)
    what = "throw" if best.throws == 1 else "turn"
    text = f"{number(needed)} points were missing." if needed else ""
    return StoryMoment(
        best.ended,
        f"Round {best.round}",
        f"The {what} that won it.",
        text,
        best.seat,
        value=number(best.gained),
        things=_dice(best.kept),
    )


def _why(lines: Sequence[ScoredSide], turns: Sequence[StoryTurn], best: StoryTurn | None) -> str:
    won, lost = [line.total for line in lines if line.won], [line.total for line in lines if not line.won]
    if not won or not lost:
        return ""
    ahead = won[0] - max(lost)
    by = (
        f"By {number(ahead)} points"
        if ahead
        else f"Level on {number(won[0])}, by the throw of all {number_word(N_DICE)} dice"
    )
    last = ", with the very last turn" if best is not None and turns and best is turns[-1] else ""
    return f"{by}{last}: the Die-structor."


# --- what everybody did


def _rows(turns: Sequence[StoryTurn], log: Sequence[LoggedEvent], players: int) -> list[StatisticRow]:
    seats = range(players)
    bests = [max((turn.gained for turn in turns if turn.seat == seat), default=0) for seat in seats]
    busts = [sum(turn.bust for turn in turns if turn.seat == seat) for seat in seats]
    played: list[list[str]] = [[] for _ in seats]
    for event in log:
        if event.seat is not None and event.kind in ("card", "card-back"):
            card, own = event.facts["card"], played[event.seat]
            if event.kind == "card":
                own.append(card)
            elif card in own:  # otherwise it was returned unplayed, because another player's card came first
                own.remove(card)
    rows = [
        StatisticRow("Best turn", [StatisticCell(number(best) if best else "·") for best in bests]),
        StatisticRow("Busts", [StatisticCell(str(count)) for count in busts]),
    ]
    if any(played):
        rows.append(StatisticRow("Cards played", [_cards(cards) for cards in played]))
    return rows


def _cards(cards: Sequence[str]) -> StatisticCell:
    return StatisticCell(
        ", ".join(NAME_OF_CARD[card] for card in cards) or "·", tuple(f"card:{card}" for card in cards)
    )
