"""How a match went: the turns, the cards and the dice that moved most points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dicehouse.kit.story import (
    Cell,
    Course,
    Curve,
    Happening,
    Line,
    Moment,
    Point,
    Row,
    Story,
    ends_of,
    headline,
    lines_of,
    sampled,
    told_in_order,
)

from .effects import CARD_IDS, CARD_NAMES
from .options import number

NAME_OF_CARD = {text: CARD_NAMES[card] for card, text in CARD_IDS.items()}
GAINS = ("turn", "double-next", "double-or-nothing", "battle-zone")  # what a turn brings whoever plays it
BUST_WEIGHT = 0.75  # points that were never banked hurt less than those that were


@dataclass
class Turn:
    """One turn: who threw, in which round, and what became of it."""

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
    events: list[Happening] = field(default_factory=list)


def story(view: Mapping[str, Any], told: Sequence[Happening], course: Course) -> Story:
    """The match as a race to the target."""
    lines = [
        replace(line, note=_note(view, seat), place=view["seats"][seat]["place"])
        for seat, line in enumerate(lines_of(course))
    ]
    turns = _turns(told, course)
    winner = view["winner"]
    best = _winning(turns, winner)
    ending = _ending(view, turns, best, lines)
    moments = [moment for turn in turns for moment in _moments(turn)]
    return Story(
        headline(lines),
        _why(lines, turns, best),
        lines,
        Curve("The race", "round", _points(turns, course), view["target"]),
        told_in_order([m for m in moments if best is None or m.number < best.number], ending),
        _decided(view, best),
        _rows(turns, told, len(lines)),
    )


def _note(view: Mapping[str, Any], seat: int) -> str:
    if seat == view["winner"]:
        return "Die-structor"
    if view["final"] and view["final"]["first"] == seat:
        return "set the bar"
    return "diced" if view["seats"][seat]["diced"] else ""


def _turns(told: Sequence[Happening], course: Course) -> list[Turn]:
    turns: list[Turn] = []
    totals, players = list(course.scores[0]), len(course.shares)
    first, place, lap = 0, players, 0
    for event in told:
        if event.kind == "turn" and event.seat is not None:
            first = first if turns else event.seat
            here = (event.seat - first) % players
            lap += here <= place
            place = here
            turns.append(Turn(event.seat, lap, event.number, totals[event.seat]))
        if event.kind == "score" and event.seat is not None:
            totals[event.seat] = event.facts["total"]
        if turns:
            _add(turns[-1], event)
    return turns


def _add(turn: Turn, event: Happening) -> None:
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


def _points(turns: Sequence[Turn], course: Course) -> list[Point]:
    starts: dict[int, int] = {}
    for turn in turns:
        starts.setdefault(turn.round, turn.number)
    labels = [(str(lap), action) for lap, action in starts.items()]
    return sampled(
        course, [("0", max(0, labels[0][1] - 1)), *ends_of(labels, len(course.scores) - 1)] if labels else []
    )


# --- the sentences


def _moments(turn: Turn) -> Iterator[Moment]:
    when = f"Round {turn.round}"
    if turn.gained:
        text = "; ".join([*_hot(turn.hot), f"{number(turn.before + turn.gained)} in all"])
        lead = f"{{{turn.seat}}} scores {number(turn.gained)}."
        yield Moment(turn.ended, when, lead, _sentence(text), turn.seat, turn.gained, things=_dice(turn.kept))
    elif turn.bust and turn.lost:
        text = f"{number(turn.lost)} points set aside are gone."
        yield Moment(turn.ended, when, f"{{{turn.seat}}} busts.", text, turn.seat, BUST_WEIGHT * turn.lost)
    yield from _struck(turn, when)


def _hot(times: int) -> list[str]:
    return (
        [] if not times else ["hot dice"] if times == 1 else [f"hot dice {'twice' if times == 2 else f'{times} times'}"]
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _dice(faces: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"d6:{face}" for face in faces[-6:])


def _struck(turn: Turn, when: str) -> Iterator[Moment]:
    """What war cards took away in a turn."""
    card: Happening | None = None
    die: Happening | None = None
    for event in turn.events:
        if event.kind == "card":
            card = event
        elif event.kind in ("do-or-die", "collateral"):
            die = event
        elif event.kind == "score" and event.facts["points"] < 0 and event.facts["source"] not in GAINS:
            yield _loss(event, card, die, when)


def _loss(event: Happening, card: Happening | None, die: Happening | None, when: str) -> Moment:
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
    return Moment(event.number, f"{when} · {name}", f"{by} plays {name}.", text, event.seat, gone, things=things)


# --- how it was won


def _winning(turns: Sequence[Turn], winner: int | None) -> Turn | None:
    return next((turn for turn in reversed(turns) if turn.seat == winner and turn.gained), None)


def _ending(view: Mapping[str, Any], turns: Sequence[Turn], best: Turn | None, lines: Sequence[Line]) -> Moment | None:
    final, winner = view["final"], view["winner"]
    if best is None or final is None or winner is None:
        return None
    when, bar = f"Round {best.round}", number(final["bar"])
    tie = any(event.kind == "tie" for turn in turns for event in turn.events)
    things = _dice(best.kept)
    if final["first"] == winner and not tie:
        left = [line for line in lines if not line.won]
        text = f"{left[0].who} can't answer." if len(left) == 1 else "Nobody reaches it."
        return Moment(best.ended, when, f"{{{winner}}} sets the bar at {bar}.", text, winner, things=things)
    lead = f"{{{final['first']}}} sets the bar at {bar}."
    text = f"{{{winner}}} answers with {number(best.gained)}."
    if tie:
        lead, text = f"A tie at {bar}.", f"Six dice each decide it: {{{winner}}} throws more."
    return Moment(turns[-1].events[-1].number, when, lead, text, winner, things=things)


def _decided(view: Mapping[str, Any], best: Turn | None) -> Moment | None:
    if best is None:
        return None
    final = view["final"]
    bar = view["target"] if final is None or final["first"] == best.seat else final["bar"]
    needed = max(0, bar - best.before)
    what = "throw" if best.throws == 1 else "turn"
    text = f"{number(needed)} points were missing." if needed else ""
    return Moment(
        best.ended,
        f"Round {best.round}",
        f"The {what} that won it.",
        text,
        best.seat,
        value=number(best.gained),
        things=_dice(best.kept),
    )


def _why(lines: Sequence[Line], turns: Sequence[Turn], best: Turn | None) -> str:
    won, lost = [line.total for line in lines if line.won], [line.total for line in lines if not line.won]
    if not won or not lost:
        return ""
    ahead = won[0] - max(lost)
    by = f"By {number(ahead)} points" if ahead else f"Level on {number(won[0])}, by the throw of all six dice"
    last = ", with the very last turn" if best is not None and turns and best is turns[-1] else ""
    return f"{by}{last}: the Die-structor."


# --- what everybody did


def _rows(turns: Sequence[Turn], told: Sequence[Happening], players: int) -> list[Row]:
    seats = range(players)
    bests = [max((turn.gained for turn in turns if turn.seat == seat), default=0) for seat in seats]
    busts = [sum(turn.bust for turn in turns if turn.seat == seat) for seat in seats]
    played: list[list[str]] = [[] for _ in seats]
    for event in told:
        if event.seat is not None and event.kind in ("card", "card-back"):
            card, own = event.facts["card"], played[event.seat]
            if event.kind == "card":
                own.append(card)
            elif card in own:  # else it was taken back before it was played: another one's went first
                own.remove(card)
    rows = [
        Row("Best turn", [Cell(number(best) if best else "·") for best in bests]),
        Row("Busts", [Cell(str(count)) for count in busts]),
    ]
    if any(played):
        rows.append(Row("Cards played", [_cards(cards) for cards in played]))
    return rows


def _cards(cards: Sequence[str]) -> Cell:
    return Cell(", ".join(NAME_OF_CARD[card] for card in cards) or "·", tuple(f"card:{card}" for card in cards))
