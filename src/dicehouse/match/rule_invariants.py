"""Check a game against the invariants of its rules and words: what it says in two places is the same in both.

No check can know a rulebook. But a game tells much of itself twice: points are in the rules, in the view and on the
score sheet; dice are drawn and told; every seat plays by the same rules. Where the two differ, one of them is wrong.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from ..core import NO_ACTION, Actions, Dice, Game, strict
from ..core.dice_sources import RecordedDice, Seeded
from ..engine import DiceBox, Position, engine_of
from ..engine.entry_points import ACTIONS_DTYPE
from ..engine.observation_encoder import ObservationEncoder
from ..engine.policy_memo import make_policy_memo
from ..records.record import dtype
from .match import Match
from .random_matches import matches, position_of, positions_of, random_match, require, resampled, twin

NAMES = ("Ana", "Ben", "Caro", "Dag", "Eva", "Finn")
SEAT_MARK = re.compile(r"\{([0-5])\}")
FEW_MATCHES = 5  # fewer say nothing about what a seat never has
SOME_MATCHES = 3
FEW_DECISIONS = 5  # of a seat in a match
MANY_MATCHES = 18  # in as many, chance would not always favour the same of two seats
LOGGED_NUMBERS = 4  # as many faces of a die have to be told always, before a face that is not told says something
ALWAYS, RARELY = 0.95, 0.7
FEW_DRAWS = 10  # of a face
MAX_LOGGED_DICE = 12
RESAMPLED = 3  # times, for each position and seat
MEASURED_MATCHES, MEASURED_ACTIONS = 8, 60
SUM_TOLERANCE = 1e-6


# --- who may do what


def each_option_does_something(game: Game, count: int) -> None:
    """Require that an action changes the position, or draws something that could have changed it."""
    before = b""
    for match in _matches_of_choices(game, count, 80):
        now = match.position()
        if match.actions and match.number:
            last = match.actions[-1]
            require(
                now != before or last.draws or last.outcome,
                f"{last.option!r} of seat {last.seat} changes nothing, so the same question is asked again",
            )
        before = now


def actions_are_listed_once(game: Game, count: int) -> None:
    """Require that a seat that is asked has options, each once, and that the list of all actions has each of them."""
    known = set(game.hooks.ACTIONS)
    for match in _matches_of_choices(game, count, 80):
        require(bool(match.acting()) != match.over, "seats act exactly until the game is over")
        for seat in match.acting():
            found = match._legal_options(seat)
            texts = [option.id for option, _ in found]
            require(found and seat < match.players, f"seat {seat} is asked to act but has no option")
            twice = [text for text, times in Counter(texts).items() if times > 1]
            require(not twice, f"seat {seat} has two options with the text {twice[:1]}")
            missing = [option.id for option, action in found if known and action not in known]
            require(not missing, f"ACTIONS lacks the action of {missing[:1]}, so learners can't play it")


def seats_play_by_the_same_rules(game: Game, count: int) -> None:
    """Require that no seat lacks what all others have in many matches: a turn, or an option."""
    if game.hooks.ROLES:
        return
    turns: dict[int, list[bool]] = defaultdict(list)
    options: dict[str, dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for asked, seen in _whole_matches(game, 4 * count):
        if sum(sorted(asked.values())[1:]) < FEW_DECISIONS:  # all but one seat
            continue
        for seat in range(len(asked)):
            turns[seat].append(asked[seat] > 0)
        often = [seat for seat, times in asked.items() if times >= FEW_DECISIONS]
        for text in set().union(*seen.values()):
            for seat in often:
                options[text][seat].append(text in seen[seat])
    for seat in _lacking(turns):
        require(False, f"seat {seat} is never asked to act; if that is its role, set ROLES = True in the rules")
    with_their_own = _seats_with_options_of_their_own(options)
    for text, met in options.items():
        for seat in set(_lacking(met)) - with_their_own:
            require(
                False,
                f"seat {seat} never has a choice with the option {text!r}, which all others have in many matches; "
                "if that is its role, set ROLES = True in the rules",
            )


def _whole_matches(game: Game, count: int) -> Iterator[tuple[dict[int, int], dict[int, set[str]]]]:
    """Yield for each match how often each seat was asked, and which options that name no seat it had beside others."""
    asked: dict[int, int] = {}
    seen: dict[int, set[str]] = {}
    for match in _matches_of_choices(game, count, 150):
        if match.number == 0:
            if len(asked) > 1:
                yield asked, seen
            asked, seen = dict.fromkeys(range(match.players), 0), {seat: set() for seat in range(match.players)}
        for seat in match.acting():
            asked[seat] += 1
            if match.n_options(seat) < 2:
                continue
            seen[seat] |= {
                option.id
                for option in match.options(seat)
                if not SEAT_MARK.search(option.label) and not any("seat" in part for part in option.path)
            }
    if len(asked) > 1:
        yield asked, seen


def _matches_of_choices(game: Game, count: int, most: int) -> Iterator[Match]:
    """Yield the positions of random matches; where actions are measured, of more and longer ones than usual."""
    if game.engine is None:
        yield from matches(game, count, most)
        return
    for seed in range(min(count, MEASURED_MATCHES)):
        yield from positions_of(random_match(game, seed), ~seed, MEASURED_ACTIONS)


def _seats_with_options_of_their_own(options: Mapping[str, Mapping[int, list[bool]]]) -> set[int]:
    """Return the seats that often have what no other seat has, as where the text of an option names the own seat."""
    found = set[int]()
    for met in options.values():
        having = [seat for seat, had in met.items() if any(had)]
        if len(having) == 1 and sum(met[having[0]]) >= SOME_MATCHES:
            found.add(having[0])
    return found


def _lacking(met: Mapping[int, list[bool]]) -> list[int]:
    """Return the seat that never has what all other seats have, one of them in many matches.

    If two seats play by the same rules, each of those matches had an even chance to be the other way round.
    """
    enough = {seat: had for seat, had in met.items() if len(had) >= MANY_MATCHES}
    lacking = [seat for seat, had in enough.items() if not any(had)]
    others = [sum(had) for had in enough.values() if any(had)]
    return lacking if len(lacking) == 1 and others and max(others) >= MANY_MATCHES else []


# --- points and the win


def points_are_the_same_everywhere(game: Game, count: int) -> None:
    """Require that the totals in the view are the points of the rules, and that a seat that nobody has has none."""
    hides = "resample_hidden" in game.hooks.own
    for match in matches(game, count, 80):
        found = engine_of(game).points(position_of(match))
        alone = match.players == 1  # then an opponent without a seat may have the place behind the last one
        empty = [seat for seat in range(match.players + alone, len(found)) if found[seat]]
        require(not empty, f"seat {empty[:1]} has points, but nobody has that seat")
        if hides and not match.over:
            continue
        rows = match.view(None).get("seats", ())
        totals = [row.get("total") if isinstance(row, Mapping) else None for row in rows]
        if len(totals) == match.players and all(type(total) is int for total in totals):
            require(
                totals == match.points(),
                f"the totals of the seats in the view are {totals}, but the rules give {match.points()} points",
            )


def the_win_is_shared(game: Game, count: int) -> None:
    """Require that the parts of the win are 0 before the end, and then from 0 to 1, and that a team is named by its
    lowest seat.
    """
    for match in _matches_of_choices(game, count, 250):
        if match.number % 10 and not match.over:
            continue
        parts, state = match.returns(), position_of(match).state
        if not match.over:
            require(not any(parts), f"before the end, the parts of the win are {parts}")
        elif match.players > 1 or any(parts):  # one player alone may have lost to an opponent without a seat
            require(abs(sum(parts) - 1) < SUM_TOLERANCE, f"at the end, the parts of the win are {parts}")
        wrong = [part for part in parts if not -SUM_TOLERANCE <= part <= 1 + SUM_TOLERANCE]
        require(not wrong, f"a part of the win is {wrong[:1]}, but it goes from 0 to 1")
        teams = [int(game.hooks.team(state, seat)) for seat in range(match.players)]
        for seat, team in enumerate(teams):
            right = 0 <= team <= seat and teams[team] == team
            require(right, f"team names seat {team} for the team of seat {seat}, but its lowest seat names a team")


def totals_of_events_follow_from_points(game: Game, count: int) -> None:
    """Require that the points and the total in an event's facts agree with what its seat had before.

    An action counts for a seat that has one event in it. With several events, other facts may say what else changed.
    """
    before: list[int] = []
    for match in matches(game, count, 150):
        if match.number and match.actions and len(before) == match.players:
            events = _events_of_the_last_action(match)
            for seat in range(match.players):
                own = [event for event in events if event.seat == seat]
                points, total = (own[0].facts.get(name) if len(own) == 1 else None for name in ("points", "total"))
                if type(points) is not int or type(total) is not int:
                    continue
                require(
                    before[seat] + points == total,
                    f"the event {own[0].kind!r} says that {points} points bring seat {seat} to {total}, but it had "
                    f"{before[seat]}; in the facts of an event that has both, `points` is what "
                    "the seat gets, and `total` what it has then",
                )
        before = [*match.points()]


def the_winner_is_the_same_everywhere(game: Game, count: int) -> None:
    """Require that at the end the view and the events "win" name a seat that the rules give a part of the win."""
    for match in matches(game, count, 400):
        if not match.over:
            continue
        parts = match.returns()
        shown = match.view(None).get("winner")
        named = {f"the winner in the view is {shown}": [shown] if type(shown) is int else shown}
        named |= {
            f"the event {event.kind!r} names seat {event.seat}": [event.seat]
            for event in _events_of_the_last_action(match)
            if event.kind == "win" and event.seat is not None
        }
        for said, seats in named.items():
            if isinstance(seats, list) and all(type(seat) is int for seat in seats):
                wrong = [seat for seat in seats if 0 <= seat < match.players and not parts[seat]]
                require(not wrong, f"{said}, but the parts of the win are {parts}")


# --- what is said


def what_is_shown_is_said_in_words(game: Game, count: int) -> None:
    """Require that all that is shown is plain data and whole texts, in which every name is filled in."""
    for match in matches(game, count, 60):
        for reader in (None, *range(match.players)):
            view = match.view(reader)
            require(json.loads(json.dumps(view, allow_nan=False)) == _with_lists(view), "the view isn't plain data")
            prompt = match.prompt(reader)
            _require_words(prompt.title, "the title of a prompt")
            _require_words(prompt.detail, "the detail of a prompt", empty=True)
        for seat in match.acting():
            for option in match.options(seat):
                said = option.named(NAMES[: match.players])
                _require_words(said.label, f"the label of {option.id!r}")
                _require_words(said.note, f"the note of {option.id!r}", empty=True)
                json.dumps(dict(option.facts), allow_nan=False)
        for event in _events_of_the_last_action(match):
            for reader in (None, *range(match.players)):
                _require_words(
                    event.sentence(NAMES[: match.players], reader), f"a sentence of the event {event.kind!r}"
                )
            json.dumps(dict(event.facts), allow_nan=False)


def _require_words(text: str, where: str, empty: bool = False) -> None:
    require(empty or text.strip(), f"{where} is empty")
    require(not re.search(r"[{}]", text), f"{where} has a name that isn't filled in: {str(text)!r}")


def _with_lists(value: Any) -> Any:
    """Return plain data as JSON would give it back."""
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else json.dumps(key): _with_lists(each) for key, each in value.items()}
    return [_with_lists(each) for each in value] if isinstance(value, (list, tuple)) else value


def _events_of_the_last_action(match: Match) -> list[Any]:
    first = match._history[-1].events if match._history else 0
    return match._events[first:]


def an_event_is_about_whom_it_names(game: Game, count: int) -> None:
    """Require that an event of a seat whose sentence names seats names that one, at least for most events of a kind."""
    named: dict[str, list[bool]] = defaultdict(list)
    for match in matches(game, count, 80):
        for event in _events_of_the_last_action(match):
            seats = {int(mark) for mark in SEAT_MARK.findall(event.text)}
            if event.seat is not None and seats:
                named[event.kind].append(event.seat in seats)
    for kind, met in named.items():
        require(
            len(met) < FEW_DECISIONS or sum(met) * 2 > len(met),
            f"events {kind!r} have another seat than the one that their sentence names",
        )


def what_is_drawn_is_logged(game: Game, count: int) -> None:
    """Require that a game whose log tells the faces of its dice tells each of them: a die that never shows a 6 is
    wrong.
    """
    drawn, logged = Counter[int](), Counter[int]()
    for match in matches(game, count, 120):
        last = match.actions[-1] if match.actions else None
        if last is None or not match.number:
            continue
        faces = {draw for draw, sides in zip(last.draws, last.sides, strict=True) if sides == 6}
        if not faces or len(last.draws) > MAX_LOGGED_DICE:
            continue
        numbers = set[int]()
        for event in _events_of_the_last_action(match):
            numbers |= {int(word) for word in re.findall(r"\b[1-6]\b", f"{event.text} {dict(event.facts)}")}
        drawn.update(faces)
        logged.update(faces & numbers)
    rates = {face: logged[face] / drawn[face] for face in range(1, 7) if drawn[face] >= FEW_DRAWS}
    if sum(rate >= ALWAYS for rate in rates.values()) < LOGGED_NUMBERS:
        return
    for face, rate in rates.items():
        require(
            rate >= RARELY,
            f"a {face} was drawn in {drawn[face]} actions, but the log tells it in only {logged[face]} of them; it "
            "tells the other faces nearly always",
        )


def throws_show_the_dice_that_were_drawn(game: Game, count: int) -> None:
    """Require that each event of a kind in `THROWS` shows dice that its action drew; it may show others beside them."""
    if game.engine is not None or not game.hooks.THROWS:
        return
    box, engine, position = DiceBox(), engine_of(game), Position(game)
    for match in matches(game, count, 40):
        if not match.number or not match.actions:
            continue
        last = match.actions[-1]
        before = twin(match, match._history[-1].data)
        action = next(number for option, number in before._legal_options(last.seat) if option.id == last.option)
        position.restore(before.position())
        box.clear()
        RecordedDice([last.draws]).prepare(box.dice, 0)
        engine.apply(position, last.seat, action, box)
        drawn = Counter(last.draws)
        for event in box.events():
            if event.kind not in game.hooks.THROWS:
                continue
            faces = Counter(int(event.faces[i]) for i in range(event.n_faces))
            require(
                not drawn or faces <= drawn or drawn <= faces,
                f"an event of the kind {int(event.kind)}, which is in THROWS, shows {sorted(faces.elements())}, but the"
                f" dice show {last.draws}; leave the kind out of THROWS if it shows something else than these dice",
            )


# --- learners and bots


def learners_see_what_planes_say(game: Game, count: int) -> None:
    """Require that observations are whole numbers within their planes, and that `observe_next` writes what `observe`
    does.
    """
    if "observe" not in game.hooks.own:
        return
    encoder = ObservationEncoder(game, "all", scaled=False)
    width, hooks = encoder.part_widths["seen"], game.hooks
    before: tuple[Position, int, Any] | None = None
    for match in matches(game, count, 60):
        position = position_of(match)
        seat = match.number % match.players
        row = encoder.encode_position(position, seat)
        wrong = np.flatnonzero((row < encoder.low) | (row > encoder.high) | (row != np.round(row)))
        if len(wrong):
            place = int(wrong[0])
            name = next(name for name, where in encoder.plane_slices.items() if where.start <= place < where.stop)
            require(False, f"the plane {name!r} gets a {row[place]:g}, which is out of its bounds or no whole number")
        if "observe_next" not in hooks.own:
            continue
        if before is not None and match.number:
            out = before[2].copy()
            out[: hooks.LASTING] = 0
            hooks.observe_next(position.state, seat, before[0].state, before[1], out)
            require(
                (out == row[:width]).all(),
                "`observe_next` doesn't write what `observe` does, first at place "
                f"{int((out != row[:width]).argmax())}",
            )
        before = position, seat, row[:width].copy()


def bots_play_by_the_rules(game: Game, count: int) -> None:
    """Require that the hooks for bots name legal actions, leave the position alone, and expect no more than one win."""
    own = game.hooks.own
    if game.engine is not None or not {"sensible", "forced_action", "temptation", "value_estimate"} & set(own):
        return
    box, memo = DiceBox(written=False), np.zeros(1)
    for match in matches(game, count, 40):
        if match.number == 0:
            memo = make_policy_memo(game, match.players, match.settings)
        position = position_of(match)
        before = position.tobytes()
        for seat in match.acting():
            legal = engine_of(game, False).legal(position, seat)
            Seeded(match.number).prepare(box.dice, seat)
            forced = int(game.hooks.forced_action(position.state, seat))
            require(forced in (NO_ACTION, *legal), f"forced_action names {forced}, which isn't legal for seat {seat}")
            if forced != NO_ACTION or len(legal) < 2:
                continue
            for hook, chosen in _choices(game, position, seat, legal, memo.tolist(), box.dice):
                require(chosen in (NO_ACTION, *legal), f"{hook} names {chosen}, which isn't legal for seat {seat}")
        _check_estimate(game, match, position, memo.tolist())
        require(position.tobytes() == before, "a hook for bots changes the position")


def _choices(
    game: Game, position: Position, seat: int, legal: list[int], memo: list[float], dice: Dice
) -> Iterator[tuple[str, int]]:
    for hook in ("sensible", "temptation"):
        actions = strict(Actions, np.zeros(ACTIONS_DTYPE.itemsize, np.uint8))
        actions.count = len(legal)
        for i, action in enumerate(legal):
            actions.item[i] = action
        if hook == "sensible":
            yield hook, int(game.hooks.sensible(position.state, seat, actions, memo, dice))
        elif hook in game.hooks.own:
            yield hook, int(game.hooks.temptation(position.state, seat, actions, 50, memo, dice))


def _check_estimate(game: Game, match: Match, position: Position, memo: list[float]) -> None:
    if match.over:
        return
    out = np.zeros(game.players[1] + 1)
    if game.hooks.value_estimate(position.state, memo, out):
        whole = out.sum()
        right = (out >= -SUM_TOLERANCE).all() and whole <= 1 + 1e-3 and (match.players == 1 or whole >= 1 - 1e-3)
        require(right, f"value_estimate gives {np.round(out, 3).tolist()}, but parts of one win add up to 1")


# --- resampling


def resampling_draws_all_that_may_be_real(game: Game, count: int) -> None:
    """Require that resampling gives a field of the record each value that it often really has while it is hidden."""
    if "resample_hidden" not in game.hooks.own or game.engine is not None:
        return
    fields = list(_fields(dtype(game.rules.State)))
    real: dict[tuple[str, int], set[int]] = defaultdict(set)
    drawn: dict[str, set[int]] = defaultdict(set)
    number = 0
    for match in matches(game, 2 * count, 60):
        number += match.number == 0
        if match.number % 3:
            continue
        data = match.position()
        for seat in range(match.players):
            others = [resampled(match, seat, 3 * match.number + i) for i in range(RESAMPLED)]
            if all(other == data for other in others):
                continue
            for name, where, kind in fields:
                one = np.frombuffer(data[where], kind)
                made = [np.frombuffer(other[where], kind) for other in others]
                hidden = np.logical_or.reduce([each != one for each in made])
                for value in np.unique(one[hidden]).tolist():
                    real[name, value].add(number)
                for each in made:
                    drawn[name] |= set(each[hidden].tolist())
    for (name, value), met in real.items():
        require(
            len(met) < FEW_MATCHES + 1 or value in drawn[name],
            f"State.{name} was {value} in {len(met)} matches while it was hidden, but resample_hidden never makes it "
            "that",
        )


def _fields(kind: np.dtype[Any], name: str = "", offset: int = 0) -> Iterator[tuple[str, slice, np.dtype[Any]]]:
    """Yield each field of numbers in a record: its name, its bytes, and the kind of its numbers."""
    base, shape = kind.subdtype or (kind, ())
    if base.names is None:
        yield name, slice(offset, offset + base.itemsize * int(np.prod(shape, dtype=int))), base
        return
    for place in range(int(np.prod(shape, dtype=int))):
        for field in base.names:
            inner, at = base.fields[field][:2]  # type: ignore[index]  # a record has fields
            yield from _fields(inner, f"{name}.{field}" if name else field, offset + place * base.itemsize + at)


RULE_INVARIANTS: dict[str, Callable[[Game, int], None]] = {
    "each option does something": each_option_does_something,
    "a seat's actions are listed once, and all of them are known": actions_are_listed_once,
    "all seats play by the same rules": seats_play_by_the_same_rules,
    "points are the same everywhere": points_are_the_same_everywhere,
    "points in events lead to their totals": totals_of_events_follow_from_points,
    "the win is shared by those who play": the_win_is_shared,
    "the winner is the same everywhere": the_winner_is_the_same_everywhere,
    "what is shown is plain data in whole texts": what_is_shown_is_said_in_words,
    "an event is about the seat that it names": an_event_is_about_whom_it_names,
    "what is drawn is told": what_is_drawn_is_logged,
    "throws show the dice that were drawn": throws_show_the_dice_that_were_drawn,
    "observations are what the planes say": learners_see_what_planes_say,
    "bots play by the rules": bots_play_by_the_rules,
    "resampling draws all that may be real": resampling_draws_all_that_may_be_real,
}
