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
from dicehouse.i18n import Text, _, join_texts, ngettext

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
        PointsCurve(_("The race"), _("round"), _points(turns, history), view["target"]),
        choose_moments([m for m in moments if best is None or m.number < best.number], ending),
        _decided(view, best),
        _rows(turns, log, len(lines)),
    )


def _note(view: Mapping[str, Any], seat: int) -> str:
    if seat == view["winner"]:
        return _("Die-structor")
    if view["final"] and view["final"]["first"] == seat:
        return _("first past the target")
    return _("diced") if view["seats"][seat]["diced"] else ""


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
    when, player = _("Round {number}", number=turn.round), f"{{{turn.seat}}}"
    if turn.gained:
        text = _("New total: {total}.", total=turn.before + turn.gained)
        if turn.hot:
            text = ngettext(
                "After hot dice, the new total is {total}.",
                "After hot dice {n} times, the new total is {total}.",
                turn.hot,
                total=turn.before + turn.gained,
            )
        lead = _("{player} scores {points}.", player=player, points=turn.gained)
        yield StoryMoment(turn.ended, when, lead, text, turn.seat, turn.gained, things=_dice(turn.kept))
    elif turn.bust and turn.lost:
        lead, text = _("{player} busts.", player=player), _("That costs {points} points.", points=turn.lost)
        yield StoryMoment(turn.ended, when, lead, text, turn.seat, BUST_WEIGHT * turn.lost)
    yield from _card_losses(turn, when)


def _dice(faces: Sequence[int]) -> tuple[str, ...]:
    return tuple(f"d6:{face}" for face in faces[-6:])


def _card_losses(turn: StoryTurn, when: Text) -> Iterator[StoryMoment]:
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


def _loss(event: LoggedEvent, card: LoggedEvent | None, die: LoggedEvent | None, when: Text) -> StoryMoment:
    gone, loser = -event.facts["points"], f"{{{event.seat}}}"
    name = NAME_OF_CARD[card.facts["card"]] if card else _("A card")
    lead = _("{player} plays {card}.", player=f"{{{card.seat}}}", card=name) if card else _("A card takes effect.")
    text = _("{player} loses {points} points.", player=loser, points=gone)
    if die is not None and die.kind == "do-or-die":
        rolled = str(die.facts["die"])
        text = _("{player} rolls {die} and loses {points} points.", player=loser, die=rolled, points=gone)
    elif die is not None and event.facts["source"] == "collateral-loss":
        own, theirs = sum(die.facts["dice"]), sum(die.facts["against"])
        sums = {"sum": own, "against": theirs}
        text = _("{player} rolls {sum} against {against} and loses {points} points.", player=loser, points=gone, **sums)
    things: tuple[str, ...] = (f"card:{card.facts['card']}",) if card else ()
    if die is not None and die.kind == "do-or-die":
        things += (f"d6:{die.facts['die']}",)
    moment = Text("{when} · {card}", {"when": when, "card": name})
    return StoryMoment(event.number, moment, lead, text, event.seat, gone, things=things)


# --- how it was won


def _winning(turns: Sequence[StoryTurn], winner: int | None) -> StoryTurn | None:
    return next((turn for turn in reversed(turns) if turn.seat == winner and turn.gained), None)


def _ending(
    view: Mapping[str, Any], turns: Sequence[StoryTurn], best: StoryTurn | None, lines: Sequence[ScoredSide]
) -> StoryMoment | None:
    final, winner = view["final"], view["winner"]
    if best is None or final is None or winner is None:
        return None
    when, values = _("Round {number}", number=best.round), {"points": final["bar"], "player": f"{{{winner}}}"}
    tie = any(event.kind == "tie" for turn in turns for event in turn.events)
    things = _dice(best.kept)
    if final["first"] == winner and not tie:
        left = [line for line in lines if not line.won]
        lead, text = _("{player} sets the score to beat: {points}.", **values), _("Nobody beats it.")
        if len(left) == 1:
            text = _("{player} can't beat it.", player=left[0].who)
        return StoryMoment(best.ended, when, lead, text, winner, things=things)
    first = {**values, "player": f"{{{final['first']}}}"}
    lead = _("{player} sets the score to beat: {points}.", **first)
    text = _("{player} answers with {gained}.", gained=best.gained, **values)
    if tie:
        lead = _("A tie at {points}.", **values)
        text = _("They each roll {n} dice to decide it, and {player} rolls highest.", n=N_DICE, **values)
    return StoryMoment(turns[-1].events[-1].number, when, lead, text, winner, things=things)


def _decided(view: Mapping[str, Any], best: StoryTurn | None) -> StoryMoment | None:
    if best is None:
        return None
    final = view["final"]
    bar = view["target"] if final is None or final["first"] == best.seat else final["bar"]
    needed = max(0, bar - best.before)
    lead = _("The roll that won it.") if best.throws == 1 else _("The turn that won it.")
    text = _("Points needed before this turn: {points}.", points=needed) if needed else ""
    return StoryMoment(
        best.ended,
        _("Round {number}", number=best.round),
        lead,
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
    values, last = {"points": ahead or won[0], "n": N_DICE}, best is not None and bool(turns) and best is turns[-1]
    if not ahead:
        return _("Tied on {points}, decided by a roll of {n} dice each.", **values)
    if last:
        return _("Won by {points} points on the very last turn.", **values)
    return _("Won by {points} points.", **values)


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
        StatisticRow(_("Best turn"), [StatisticCell(number(best) if best else "·") for best in bests]),
        StatisticRow(_("Busts"), [StatisticCell(str(count)) for count in busts]),
    ]
    if any(played):
        rows.append(StatisticRow(_("Cards played"), [_cards(cards) for cards in played]))
    return rows


def _cards(cards: Sequence[str]) -> StatisticCell:
    return StatisticCell(
        join_texts([NAME_OF_CARD[card] for card in cards]) if cards else "·", tuple(f"card:{card}" for card in cards)
    )
