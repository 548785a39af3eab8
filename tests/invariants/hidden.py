"""What is hidden, tried on any game: all that reaches a seat, positions redealt for it, and what must not differ.

`LAWS` are functions of a game; each raises AssertionError with what a seat could tell. `test_hidden.py` tries them on
every game, `test_planted_faults.py` on games that are made to break them.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator

from dicehouse.core import DiceSource, Game, RecordedDice, Seeded
from dicehouse.engine import DiceBox, Position, engine_of
from dicehouse.errors import DicehouseError
from dicehouse.match.match import Event, Match

from .playing import Style, moments

TRIES = 3  # refused texts that are compared at a moment


# --- positions


def redealt(match: Match, seat: int, number: int, data: bytes | None = None) -> bytes:
    """The match's position (or that of `data`) with all that `seat` cannot know drawn anew."""
    position, box = Position(match.game), DiceBox()
    position.restore(data or match.position())
    Seeded(number).prepare(box.dice, number)
    engine_of(match.game).resample_hidden(position, seat, box)
    return position.tobytes()


def twin(match: Match, data: bytes, source: DiceSource | None = None) -> Match:
    """The same match, with the same past, in another position; what is done to it leaves the first one alone."""
    other = copy.copy(match)
    other.actions, other._events, other._history = [*match.actions], [*match._events], [*match._history]
    other._box, other._position = DiceBox(), Position(match.game)
    other._position.restore(data)
    other._cached_position = b""
    other._source = source or match._source
    return other


# --- all that reaches a seat


def sight(match: Match, seat: int | None, tries: tuple[str, ...] = (), log: bool = True) -> dict[str, object]:
    """All that reaches a seat (None: a spectator), by where it reaches it."""
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
        seen["refusals"] = [refusal(match, seat, text) for text in tries]
    return seen


def refusal(match: Match, seat: int, text: str) -> str:
    """Why something can't be done; what can be done is not tried."""
    if any(option.id == text for option in match.options(seat)):
        return "legal"
    try:
        if match.describes_freely(seat, text):
            return "described"
        match.play(seat, text)
    except DicehouseError as error:
        return str(error)
    raise AssertionError(f"{text!r} was neither listed nor refused")


def alike(one: dict[str, object], other: dict[str, object]) -> list[str]:
    """Where two sights differ."""
    return [place for place in one if one[place] != other[place]]


def known(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.known_to(seat)]


# --- games with secrets


def secrets_of(match: Match) -> set[int]:
    """The seats that see something which a spectator doesn't."""
    public = json.dumps(match.view(None))
    apart = {seat for seat in range(match.players) if json.dumps(match.view(seat)) != public}
    return apart | {seat for event in match._events if event.readers is not None for seat in event.readers}


def times(game: Game, count: int) -> int:
    """So many matches; few in a game that measures, where an action takes long."""
    return count if game.engine is None else max(1, count // 12)


def played(game: Game, count: int, most: int) -> Iterator[Match]:
    for seed in range(times(game, count)):
        yield from moments(game, seed, most=most)


# --- the laws


def a_game_with_secrets_redeals_them(game: Game) -> None:
    """Whoever knows something alone: for each other seat it is drawn anew, and so at times another one."""
    secret: dict[tuple[int, int, int], bool] = {}
    for number, match in enumerate(played(game, 24, 40)):
        owners = secrets_of(match)
        for owner in owners:
            for seat in set(range(match.players)) - {owner}:
                pair = (match.players, seat, owner)
                if not secret.setdefault(pair, False):
                    other = twin(match, redealt(match, seat, number))
                    secret[pair] = json.dumps(other.view(owner)) != json.dumps(match.view(owner))
    assert game.engine is not None or not secret or "resample_hidden" in game.hooks.own, (
        "seats know different things: no redeal"
    )
    for (players, seat, owner), differs in secret.items():
        assert differs, f"of {players} players, nothing is redealt for seat {seat} of what seat {owner} knows alone"


def nobody_can_tell_a_redealt_position(game: Game) -> None:
    """Everything that reaches a seat is the same in the real position and in one that was redealt for it."""
    rng = random.Random(1)
    texts: list[str] = ["nonsense"]
    for match in played(game, 16, 45):
        for seat in match.acting():
            texts += [option.id for option in rng.sample(match.options(seat), min(2, len(match.options(seat))))]
        tries = tuple(rng.sample(texts, min(TRIES, len(texts))))
        for seat in rng.sample(range(match.players), min(2, match.players)):
            if (data := redealt(match, seat, match.number)) == match.position():
                continue  # the seat knows all there is, or it came out the same
            other = twin(match, data)
            for reader in (seat, None):
                shown = alike(sight(match, reader, tries), sight(other, reader, tries))
                assert not shown, f"seat {seat} can tell a redealt position by {', '.join(shown)}"
            for reader in set(match.acting()) - {seat}:  # what others may do follows from what they see
                if other.view(reader) == match.view(reader):
                    shown = alike(sight(match, reader, tries), sight(other, reader, tries))
                    assert not shown, f"seat {reader} can tell what only its view should, by {', '.join(shown)}"


def redealing_asks_only_what_the_seat_knows(game: Game) -> None:
    """A redealt position, redealt again with the same dice as the real one, is the same: nothing real stays in it."""
    for match in played(game, 16, 60):
        for seat in range(match.players):
            again = redealt(match, seat, 7, redealt(match, seat, match.number))
            assert again == redealt(match, seat, 7), f"what is redealt for seat {seat} depends on what it can't know"


def what_a_seat_cannot_see_it_is_not_told(game: Game) -> None:
    """Another die or another choice that makes a difference, but none that a seat could know, tells it nothing else."""
    rng = random.Random(2)
    for match in played(game, 12, 30):
        for other in (*_with_other_dice(match), *_with_other_choices(match, rng)):
            if other.position() == match.position():
                continue
            for seat in (each for each in range(match.players) if _same_to(each, match, other)):
                told, also = match.log(seat), other.log(seat)
                assert told == also, f"seat {seat} is told what it can't see: {told[-3:]} and {also[-3:]}"
                shown = alike(sight(match, seat), sight(other, seat))
                assert not shown, f"seat {seat} sees what it can't know, in {', '.join(shown)}"


def _with_other_dice(match: Match) -> Iterator[Match]:
    """The deal or the last action again, each time with another result of one die, where it can go like that."""
    last = match.actions[-1] if match.actions else None
    draws, sides = (last.draws, last.sides) if last else (match.deal_draws, match.deal_sides)
    for die in range(min(len(draws), 24)):
        if sides[die] > 1:
            other = [*draws]
            other[die] = draws[die] % sides[die] + 1
            if found := _again(match, RecordedDice([[]] * match.number + [other])):
                yield found


def _with_other_choices(match: Match, rng: random.Random) -> Iterator[Match]:
    """The last action again, each time with another option instead."""
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
    """Whether the rules say that a seat can't tell these positions: the same may lie under both."""
    return all(redealt(one, seat, number) == redealt(other, seat, number) for number in (1, 2))


def what_follows_tells_no_more(game: Game) -> None:
    """Played on in the same way, the real and a redealt match look alike to the seat until something is revealed."""
    for seed in range(times(game, 12)):
        for match in list(_every(moments(game, seed, most=30), 6)):
            _play_on(match, random.Random(seed + match.number).randrange(match.players), seed)


def _every(matches: Iterator[Match], count: int) -> Iterator[Match]:
    """Each so many moments a copy, that others may play on."""
    for i, match in enumerate(matches):
        if i % count == 0 and not match.over:
            yield twin(match, match.position())


def _play_on(match: Match, seat: int, seed: int) -> None:
    rng = random.Random(seed)
    style = Style(rng)
    real, other = twin(match, match.position()), twin(match, redealt(match, seat, seed))
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
        told, also = (m.log(seat, since=n) for m, n in zip((real, other), before, strict=True))
        shown = actor != seat or real._history[-1].barrier or other._history[-1].barrier
        differs = alike(sight(real, seat, log=False), sight(other, seat, log=False))
        if differs and shown:
            return  # somebody showed it, and from here on they are two matches
        assert not differs, f"{option!r} of seat {actor} shows seat {seat} more, in {', '.join(differs)}"
        assert told == also, f"{option!r} of seat {actor} tells seat {seat} more: {told} and {also}"


def a_view_that_is_said_to_be_the_same_for_all_is(game: Game) -> None:
    if game.hooks.SAME_FOR_ALL:
        for match in played(game, 3, 200):
            shown = [seat for seat in range(match.players) if match.view(seat) != match.view(None)]
            assert not shown, f"seat {shown[0]} sees what a spectator doesn't"


LAWS: dict[str, Callable[[Game], None]] = {
    law.__name__: law
    for law in (
        a_game_with_secrets_redeals_them,
        nobody_can_tell_a_redealt_position,
        redealing_asks_only_what_the_seat_knows,
        what_a_seat_cannot_see_it_is_not_told,
        what_follows_tells_no_more,
        a_view_that_is_said_to_be_the_same_for_all_is,
    )
}

__all__ = ["LAWS", "redealt", "sight", "twin"]
