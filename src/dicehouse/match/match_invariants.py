"""Check a game against the invariants of whole matches: what is hidden stays hidden, and what can be undone is undone.

Each invariant is tried in a few random matches with all that reaches a seat: view, log, prompt, options, refusals,
score sheet, picture. `dicehouse check` tries them on any game; `tests/invariants` does so for longer.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest

from ..core import DiceSource, Game, RecordedDice, Seeded
from ..engine import Position, engine_of
from ..engine.observation_encoder import ObservationEncoder
from ..errors import BadMatch, DicehouseError, IllegalOption, NoSuchGame
from ..games.game_registry import HOUSE_RULE_MARK
from .events import Event
from .match import Match
from .random_matches import (
    MAX_MEASURED_STEPS,
    BrokenInvariant,
    Style,
    fits,
    matches,
    position_of,
    positions_of,
    random_match,
    random_settings,
    require,
    resampled,
    twin,
)
from .rule_invariants import RULE_INVARIANTS

__all__ = [
    "MATCH_INVARIANTS",
    "BrokenInvariant",
    "Style",
    "can_take_back",
    "differences",
    "find_broken_match_invariant",
    "fits",
    "matches",
    "observation_of",
    "positions_of",
    "random_match",
    "random_settings",
    "require",
    "resampled",
    "twin",
]

REFUSALS_COMPARED = 3
MATCHES, POSITIONS = 2, 45  # matches for each seed, and positions of each


# --- all that reaches a seat


def observation_of(match: Match, seat: int | None, texts: tuple[str, ...] = (), log: bool = True) -> dict[str, object]:
    """Return all that reaches a seat (None: a spectator), by where it reaches it; `texts` are to be refused."""
    view, hooks = match.view(seat), match.game.hooks
    options = [] if seat is None else match.options(seat)
    seen: dict[str, object] = {
        "view": json.dumps(view),
        "prompt": match.prompt(seat),
        "options": options,
        "headings": [hooks.heading(option) for option in options] if hooks.heading else (),
        "facts": hooks.facts(view, match.names) if hooks.facts else (),
        "picture": match.svg(seat) if hooks.picture else "",
        "sheet": match.score_sheet(seat),
        "print": str(match),
        "scores": match.points(),
        "who acts": match.acting(),
        "over": match.over,
    }
    if log:
        seen["log"] = match.log(seat)
    if seat is not None:
        seen["reaction"] = match.reaction(seat)
        seen["undo"] = match.can_undo(seat)
        seen["refusals"] = [_refusal(match, seat, text) for text in texts]
    return seen


def _refusal(match: Match, seat: int, text: str) -> str:
    """Return why something can't be done; what can be done is not tried."""
    if any(option.id == text for option in match.options(seat)):
        return "legal"
    try:
        if match.describes_freely(seat, text):
            return "described"
        match.play(seat, text)
    except DicehouseError as error:
        return str(error)
    raise BrokenInvariant(f"{text!r} was neither listed as an option nor refused")


def differences(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Return where two observations differ."""
    return [place for place in one if one[place] != other[place]]


def _without_order(value: object) -> object:
    """Return a value in which the order of lists and words does not count."""
    if isinstance(value, str):
        return sorted(re.findall(r"\w+|[^\w\s]", value))  # a face may be a symbol, such as ⚄
    if isinstance(value, Event):
        words = [_without_order(text) for text in (value.text, *value.own.values())]
        return value.kind, value.seat, words, _without_order(dict(value.facts))
    if isinstance(value, Mapping):
        return {key: _without_order(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return sorted((_without_order(each) for each in value), key=repr)
    return value


def _differs_by_more_than_order(one: object, other: object) -> bool:
    return one != other and _without_order(one) != _without_order(other)


# --- invariants of hidden information


def hidden_is_resampled(game: Game, count: int) -> None:
    """Require that what a seat knows alone is drawn anew for each other seat, and so at times becomes another value."""
    secret: dict[tuple[int, int, int], bool] = {}
    for number, match in enumerate(matches(game, count, 40)):
        for owner in _secret_owners(match):
            for seat in set(range(match.players)) - {owner}:
                pair = (match.players, seat, owner)
                if not secret.setdefault(pair, False):
                    other = twin(match, resampled(match, seat, number))
                    secret[pair] = json.dumps(other.view(owner)) != json.dumps(match.view(owner))
    require(
        game.engine is not None or not secret or "resample_hidden" in game.hooks.own,
        "seats know different things, and rules have no `resample_hidden(state, seat, dice)`",
    )
    for (players, seat, owner), differs in secret.items():
        require(
            differs,
            f"with {players} players, resample_hidden changes nothing for seat {seat} of what only seat {owner} knows",
        )


def indistinguishable_is_resampled_alike(game: Game, count: int) -> None:
    """Require that resampling forgets another player's choice, or a die, about which nothing reaches the seat: such as
    a sealed answer.
    """
    rng = random.Random(4)
    for match in matches(game, count, 40):
        actor = match.actions[-1].seat if match.actions else None
        for other in (*_with_other_dice(match), *_with_other_choices(match, rng)):
            if other.position() == match.position():
                continue
            for seat in set(range(match.players)) - {actor}:
                if _same_to(seat, match, other) or _can_tell_apart(seat, match, other):
                    continue
                done = f" after {match.actions[-1].option!r} of seat {actor}" if match.actions else ""
                require(
                    game.engine is not None,
                    f"seat {seat} can't tell two positions apart{done}, but resample_hidden keeps the real one; if "
                    "the seat may know the difference, show it",
                )


def _can_tell_apart(seat: int, one: Match, other: Match) -> bool:
    """Return whether anything that reaches a seat differs between two matches; what is cheap is compared first."""
    if json.dumps(one.view(seat)) != json.dumps(other.view(seat)) or one.log(seat) != other.log(seat):
        return True
    return bool(differences(observation_of(one, seat), observation_of(other, seat)))


def _secret_owners(match: Match) -> set[int]:
    """Return the seats that know something which a spectator doesn't."""
    public = json.dumps(match.view(None))
    apart = {seat for seat in range(match.players) if json.dumps(match.view(seat)) != public}
    return apart | {seat for event in match._events if event.readers is not None for seat in event.readers}


def nothing_tells_a_resampled_position(game: Game, count: int) -> None:
    """Require that all that reaches a seat is the same in the real position and in one that was resampled for it."""
    rng = random.Random(1)
    texts: list[str] = ["nonsense"]
    for match in matches(game, count, POSITIONS):
        for seat in match.acting():
            texts += [option.id for option in rng.sample(match.options(seat), min(2, len(match.options(seat))))]
        tried = tuple(rng.sample(texts, min(REFUSALS_COMPARED, len(texts))))
        for seat in rng.sample(range(match.players), min(2, match.players)):
            if (data := resampled(match, seat, match.number)) == match.position():
                continue  # the seat knows all there is, or it came out the same
            other = twin(match, data)
            for reader in (seat, None):
                shown = differences(observation_of(match, reader, tried), observation_of(other, reader, tried))
                require(not shown, f"seat {seat} can recognise a resampled position by {', '.join(shown)}")
            for reader in set(match.acting()) - {seat}:  # what others may do follows from what they see
                if other.view(reader) == match.view(reader):
                    shown = differences(observation_of(match, reader, tried), observation_of(other, reader, tried))
                    require(not shown, f"seat {reader} can learn what only its view should show, by {', '.join(shown)}")


def resampling_uses_only_what_the_seat_knows(game: Game, count: int) -> None:
    """Require that a resampled position, resampled again with the same dice as the real one, is the same: nothing real
    stays in it.
    """
    for match in matches(game, count, 60):
        for seat in range(match.players):
            again = resampled(match, seat, 7, resampled(match, seat, match.number))
            require(
                again == resampled(match, seat, 7),
                f"the result of resample_hidden for seat {seat} depends on what it can't know",
            )


def log_tells_only_what_the_seat_may_know(game: Game, count: int) -> None:
    """Require that another die or another choice that makes no difference that a seat could know tells it nothing
    else; the order of dice or cards does not count.
    """
    rng = random.Random(2)
    for match in matches(game, count, 30):
        for other in (*_with_other_dice(match), *_with_other_choices(match, rng)):
            if other.position() == match.position():
                continue
            for seat in (each for each in range(match.players) if _same_to(each, match, other)):
                entries, others = match.log(seat), other.log(seat)
                require(
                    not _differs_by_more_than_order(entries, others),
                    f"the log tells seat {seat} what it can't see: {_differing_entries(entries, others)}; if the seat"
                    " may know it, keep it in the record, so that resample_hidden leaves it as it is",
                )
                one, two = observation_of(match, seat, log=False), observation_of(other, seat, log=False)
                shown = [place for place in one if _differs_by_more_than_order(one[place], two[place])]
                require(not shown, f"seat {seat} sees what it can't know, in {', '.join(shown)}")


def _differing_entries(entries: list[Event], others: list[Event]) -> str:
    """Return the events by which a seat can tell two matches, those of one and those of the other, as texts."""
    pairs = [pair for pair in zip_longest(entries, others) if pair[0] != pair[1]]
    one, two = [pair[0] for pair in pairs if pair[0]], [pair[1] for pair in pairs if pair[1]]
    return f"{_texts(one)} or {_texts(two)}"


def _texts(entries: list[Event]) -> str:
    return " ".join(f"“{event.text}”" for event in entries[:3]) or "nothing"


def _with_other_dice(match: Match) -> Iterator[Match]:
    """Yield the deal or the last action again, each time with another result of one die, where that is possible."""
    last = match.actions[-1] if match.actions else None
    draws, sides = (last.draws, last.sides) if last else (match.deal_draws, match.deal_sides)
    for die in range(min(len(draws), 24)):
        if sides[die] > 1:
            other = [*draws]
            other[die] = draws[die] % sides[die] + 1
            if found := _again(match, RecordedDice([[]] * match.number + [other])):
                yield found


def _with_other_choices(match: Match, rng: random.Random) -> Iterator[Match]:
    """Yield the last action again, each time with another option instead."""
    if match.actions:
        action = match.actions[-1]
        before = twin(match, match._history[-1].data)
        options = [option.id for option in before.options(action.seat) if option.id != action.option]
        for option in rng.sample(options, min(3, len(options))):
            if found := _again(match, match._source, option):
                yield found


def _again(match: Match, source: DiceSource, option: str | None = None) -> Match | None:
    try:
        if not match.actions:
            return Match(match.game, match.players, match.settings, source, match.names)
        before, action = match._history[-1], match.actions[-1]
        other = twin(match, before.data, source)
        other.actions.pop(), other._history.pop()
        del other._events[before.events :]
        other._n_faded_events = before.faded
        other.play(action.seat, option or action.option, {} if match.game.engine else None)
    except DicehouseError:  # these dice don't fit
        return None
    return other


def _same_to(seat: int, one: Match, other: Match) -> bool:
    """Return whether the rules say that a seat can't tell these positions: the same may lie under both."""
    return all(resampled(one, seat, number) == resampled(other, seat, number) for number in (1, 2))


def what_follows_tells_no_more(game: Game, count: int) -> None:
    """Require that the real and a resampled match, played on in the same way, look alike to the seat until something is
    revealed.
    """
    for seed in range(max(1, count // 12) if game.engine else count):
        most = MAX_MEASURED_STEPS if game.engine else 30
        for match in list(_every(positions_of(random_match(game, seed), ~seed, most), 6)):
            _play_on(match, random.Random(seed + match.number).randrange(match.players), seed)


def _every(found: Iterator[Match], count: int) -> Iterator[Match]:
    """Yield a copy of every so many positions, to be played on."""
    for i, match in enumerate(found):
        if i % count == 0 and not match.over:
            yield twin(match, match.position())


def _play_on(match: Match, seat: int, seed: int) -> None:
    rng = random.Random(seed)
    style = Style(rng)
    real, other = twin(match, match.position()), twin(match, resampled(match, seat, seed))
    for _ in range(8):
        if real.over:
            return
        actor = rng.choice(real.acting())
        options = [option.id for option in real.options(actor)]
        option = options[style.choose(len(options))]
        if option not in [each.id for each in other.options(actor)]:
            return  # what another seat has is not what it has in the real match
        before = real.n_events, other.n_events
        real.play(actor, option)
        other.play(actor, option)
        entries, others = (m.log(seat, since=n) for m, n in zip((real, other), before, strict=True))
        shown = actor != seat or real._history[-1].barrier or other._history[-1].barrier
        differs = differences(observation_of(real, seat, log=False), observation_of(other, seat, log=False))
        if differs and shown:
            return  # somebody showed it, and from here on they are two matches
        require(not differs, f"{option!r} of seat {actor} shows seat {seat} more than before, in {', '.join(differs)}")
        require(
            not _differs_by_more_than_order(entries, others),
            f"{option!r} of seat {actor} tells seat {seat} more than before: {_differing_entries(entries, others)}; if"
            " that is a reveal, call mark_revealed(dice), and keep what was revealed in the record, where the view"
            " shows it and resample_hidden leaves it",
        )


def learners_and_reasons_tell_no_more(game: Game, count: int) -> None:
    """Require that a learner sees the same in a position that was resampled for its seat, and that a bot's reason for
    an action, which everybody reads, is the same in positions that were resampled for others.
    """
    if game.engine is not None or "resample_hidden" not in game.hooks.own:
        return
    encoder = ObservationEncoder(game, "recall") if "observe" in game.hooks.own else None
    explain = game.hooks.explain_action if "explain_action" in game.hooks.own else None
    rng = random.Random(5)
    for match in matches(game, count, 40):
        seat = rng.randrange(match.players)
        real, other = position_of(match), Position(game)
        other.restore(resampled(match, seat, match.number))
        if real.tobytes() == other.tobytes():
            continue
        if encoder is not None:
            same = (encoder.encode_position(real, seat) == encoder.encode_position(other, seat)).all()
            require(same, f"`observe` or `remember` shows seat {seat} what it can't know")
        if explain is None:
            continue
        engine = engine_of(game)
        for actor in set(match.acting()) - {seat}:
            both = [each for each in engine.legal(real, actor) if each in engine.legal(other, actor)]
            for action in rng.sample(both, min(3, len(both))):
                require(
                    str(explain(real.state, actor, action)) == str(explain(other.state, actor, action)),
                    f"`explain_action` for seat {actor} tells seat {seat} what it can't know",
                )


def same_view_is_the_same(game: Game, count: int) -> None:
    """Require that a view that is declared to be the same for all seats is."""
    if game.hooks.SAME_FOR_ALL:
        for match in matches(game, max(1, count // 5), 200):
            shown = [seat for seat in range(match.players) if match.view(seat) != match.view(None)]
            require(not shown, f"seat {shown[0] if shown else 0} sees what a spectator doesn't")


# --- invariants of matches


def looking_changes_nothing(game: Game, count: int) -> None:
    """Require that to look at a match changes nothing, and shows the same when it is done again."""
    for match in matches(game, max(1, count // 2), 30):
        position = position_of(match)
        before, asked = position.tobytes(), match.acting()
        seats = (None, *range(match.players))
        first = {seat: game.hooks.view(position.state, seat, asked, match.log(seat)) for seat in seats}
        shown = {seat: json.dumps(view) for seat, view in first.items()}
        for seat in seats:
            again = game.hooks.view(position.state, seat, asked, match.log(seat))
            require(again is not first[seat], "`view` must return a new dict each time")
            require(json.dumps(again) == shown[seat], "`view` returns something else when it is called again")
            game.hooks.prompt(position.state, seat, asked, match.names)
        for seat in asked:
            for action in engine_of(game).legal(position, seat) if game.engine is None else ():
                one = game.hooks.describe_action(position.state, seat, action)
                two = game.hooks.describe_action(position.state, seat, action)
                require(one == two, f"`describe_action` describes {one.id!r} differently when it is called again")
        require(position.tobytes() == before, "`view`, `prompt` or `describe_action` changes the position")
        changed = [seat for seat, view in first.items() if json.dumps(view) != shown[seat]]
        require(not changed, "a view changes after it was returned: `view` must return a new dict each time")
        again_shown = differences(observation_of(match, None), observation_of(match, None))
        require(not again_shown, f"a spectator sees something else when looking again, in {', '.join(again_shown)}")


def options_have_paths_of_their_own(game: Game, count: int) -> None:
    """Require that no two options of a seat are reached by the same touches."""
    for match in matches(game, count, 60):
        for seat in match.acting():
            known: dict[tuple[str, ...], str] = {}
            for option in match.options(seat):
                other = known.setdefault(option.path, option.id) if option.path else option.id
                require(
                    other == option.id,
                    f"the options {other!r} and {option.id!r} of seat {seat} have the same path, {option.path}",
                )


def what_is_not_listed_is_refused(game: Game, count: int) -> None:
    """Require that a text which is not that of a listed option is refused, unless the game has an engine of its own."""
    if game.engine is not None:
        return
    rng = random.Random(6)
    texts = ["nonsense", "0"]
    for match in matches(game, count, 40):
        for seat in match.acting():
            listed = {option.id for option in match.options(seat)}
            for text in rng.sample(texts, min(2, len(texts))):
                if game.hooks.normal(text) in listed:
                    continue
                other = twin(match, match.position())
                try:
                    other.play(seat, text)
                except IllegalOption:
                    require(other.position() == match.position(), f"{text!r} is refused, but changes the position")
                    continue
                require(False, f"{text!r} isn't listed for seat {seat}, but can be played")
            texts += rng.sample(sorted(listed), min(2, len(listed)))


def score_sheet_adds_up(game: Game, count: int) -> None:
    """Require that the totals of the score sheet are the points, at the end and wherever nothing is hidden."""
    hides = "resample_hidden" in game.hooks.own
    for match in matches(game, max(1, count // 2), 400):
        if (hides and not match.over) or (match.number % 10 and not match.over):
            continue
        points = match.points()
        for row in match.score_sheet(None)["rows"]:
            seat = row.get("seat")
            if isinstance(seat, int) and 0 <= seat < match.players:
                require(
                    row["total"] == points[seat],
                    f"the score sheet gives seat {seat} a total of {row['total']}, but the rules give {points[seat]} "
                    "points",
                )


def seats_asked_together_answer_independently(game: Game, count: int) -> None:
    """Require that an answer of one seat leaves the options of the others that are asked with it as they are, as long
    as these are asked.
    """
    rng = random.Random(7)
    for match in matches(game, count, 40):
        asked = match.acting()
        if len(asked) < 2:
            continue
        seat = rng.choice(asked)
        option = rng.choice(match.options(seat)).id
        before = {other: [each.id for each in match.options(other)] for other in asked if other != seat}
        after = twin(match, match.position())
        after.play(seat, option, {} if game.engine else None)
        if after.over:
            continue
        for other, ids in before.items():
            now = [each.id for each in after.options(other)] if other in after.acting() else []
            require(
                not now or now == ids or not set(after.acting()) - {other},
                f"{option!r} of seat {seat} changes the options of seat {other}, which acts at the same time; if "
                "only one of them can act, `acting` must name only that one",
            )


def undoing_restores_the_match(game: Game, count: int) -> None:
    """Require that an option that is not final can be undone by its seat alone, here and wherever the seat could be as
    far as it knows.
    """
    rng = random.Random(3)
    for match in matches(game, count, 150):
        if match.number % 4 and game.engine is None:
            continue
        for seat in match.acting():
            open_ended = [option.id for option in match.options(seat) if not option.final]
            for option in rng.sample(open_ended, min(3, len(open_ended))):
                for number, data in enumerate((match.position(), resampled(match, seat, match.number))):
                    require(
                        can_take_back(match, seat, option, data, number),
                        f"{option!r} isn't declared final, but can't be undone",
                    )


def what_can_be_undone_reveals_nothing(game: Game, count: int) -> None:
    """Require that an option that its seat can undo alone looks the same afterwards wherever the seat could be as far
    as it knows: else it could look, and choose again.
    """
    if "resample_hidden" not in game.hooks.own or game.engine is not None:
        return
    rng = random.Random(8)
    for match in matches(game, count, 60):
        for seat in match.acting():
            if (data := resampled(match, seat, match.number)) == match.position():
                continue
            options = [option.id for option in match.options(seat)]
            for option in rng.sample(options, min(2, len(options))):
                one, other = twin(match, match.position()), twin(match, data)
                one.play(seat, option)
                if not one.can_undo(seat):
                    continue
                other.play(seat, option)
                shown = [place for place in ("view", "log") if _shown(one, seat)[place] != _shown(other, seat)[place]]
                require(
                    not shown,
                    f"{option!r} shows seat {seat} something new in {', '.join(shown)}, and the seat can undo it; call "
                    "mark_revealed(dice) where something hidden is revealed",
                )


def _shown(match: Match, seat: int) -> dict[str, object]:
    return {"view": _without_order(match.view(seat)), "log": _without_order(match.log(seat))}


def can_take_back(match: Match, seat: int, option: str, data: bytes, seed: int) -> bool:
    """Return whether the seat could undo the option alone, once it was played in this position with other dice."""
    others = set(match.acting()) - {seat}
    other = twin(match, data, Seeded(seed))
    other.play(seat, option)
    if others or set(other.acting()) - {seat} or not other.can_undo(seat):
        return False
    other.undo(seat)
    return other.position() == data


def saved_matches_are_the_same(game: Game, count: int) -> None:
    """Require that a saved match, loaded again, has the same position, log and options."""
    for match in matches(game, max(1, count // 4), 60):
        if match.number % 15 == 0 or match.over:
            try:
                other = Match.load(match.save())
            except NoSuchGame:  # a game that is not installed has nothing to load it
                return
            except BadMatch:
                if HOUSE_RULE_MARK in game.id:  # it needs the file of its house rule
                    return
                raise
            require(
                other.position() == match.position(),
                f"after {match.number} actions, a saved and loaded match has another position",
            )
            for seat in (None, *range(match.players)):
                shown = differences(observation_of(match, seat), observation_of(other, seat))
                require(not shown, f"after {match.number} actions, a loaded match differs in {', '.join(shown)}")


def turns_never_go_back(game: Game, count: int) -> None:
    """Require that the number of turns that have begun never falls."""
    before = 0
    for match in matches(game, count, 200):
        position = Position(game)
        position.restore(match.position())
        now = int(game.hooks.turns_begun(position.state))
        require(match.number == 0 or now >= before, f"turns_begun falls from {before} to {now}")
        before = now


# Those that take least time come first.
MATCH_INVARIANTS: dict[str, Callable[[Game, int], None]] = {
    "looking at a position changes nothing": looking_changes_nothing,
    "no two options have the same path": options_have_paths_of_their_own,
    "options that aren't listed are refused": what_is_not_listed_is_refused,
    "the score sheet adds up to the points": score_sheet_adds_up,
    "a saved match is the same after loading": saved_matches_are_the_same,
    "the number of turns never falls": turns_never_go_back,
    "seats that are asked together answer independently": seats_asked_together_answer_independently,
    **RULE_INVARIANTS,
    "an option that is not final can be undone": undoing_restores_the_match,
    "an option that can be undone reveals nothing": what_can_be_undone_reveals_nothing,
    "a view that is declared to be the same for all seats is the same": same_view_is_the_same,
    "what a seat can't know is resampled for it": hidden_is_resampled,
    "observations and reasons of bots tell a seat only what it may know": learners_and_reasons_tell_no_more,
    "resampling uses only what the seat knows": resampling_uses_only_what_the_seat_knows,
    "nothing shown to a seat tells a resampled position from the real one": nothing_tells_a_resampled_position,
    "the log tells a seat only what it may know": log_tells_only_what_the_seat_may_know,
    "resampling forgets what a seat can't know": indistinguishable_is_resampled_alike,
    "later positions tell a seat only what it may know": what_follows_tells_no_more,
}


def find_broken_match_invariant(game: Game, seeds: int) -> str:
    """Return the first invariant of matches that `game` breaks, as the end of a sentence; "" if it breaks none."""
    for name, check in MATCH_INVARIANTS.items():
        try:
            check(game, MATCHES * seeds)
        except BrokenInvariant as broken:
            return f"“{name}”: {broken}."
        except DicehouseError as error:
            return f"“{name}”: {error}"
        except Exception as error:  # of a hook of the author's
            return f"“{name}”: a hook fails: {type(error).__name__}: {str(error)[:200]}."
    return ""
