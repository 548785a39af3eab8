"""Write the sentences of the log: for those who act, for those to whom it happens, and for everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import Text, _, listing, ngettext, pgettext

from ..rules.abilities import CONNECTED
from ..rules.board import area_of, colour, owner, seat_of, value
from ..rules.missions import COPYCAT, IDS, NAMES
from ..rules.scenarios import AREA_IDS, SCENARIOS
from ..rules.state import (
    AGENT,
    BOARD,
    COUNTED,
    MAX_PLAYERS,
    NO_PLACE,
    NO_SEAT,
    ROUNDS,
    THUG,
    EventKind,
    MissionSource,
    NoActionReason,
)
from .notation import AREA_NAMES, COLOURS, FACTION_IDS, FACTION_NAMES, die_text, place_text, thing_text
from .words import (
    COLOUR_WORDS,
    IN_AREA,
    THE_AREA,
    TO_AREA,
    die_words,
    object_text,
    player_mark,
    player_marks,
    stars_text,
    two_agents_text,
)

Sentence = Callable[[int | None], Text]  # for a reader in a seat; None: for everybody who has no sentence of their own


class Entry(NamedTuple):
    """Hold what an event becomes in the log; `about` lists the seats with a sentence of their own, next to its own."""

    kind: str
    sentence: Sentence
    facts: dict[str, Any]
    about: tuple[int, ...] = ()


EntryWriter = Callable[[Event], Entry]
SECRET = ("dealt", "drew", "returned", "connected")


def log_entry(event: Event) -> LogEntry:
    """Return `event` as a log entry."""
    kind, sentence, facts, about = ENTRY_WRITERS[event.kind](event)
    seat = event.seat if event.seat >= 0 else None
    text = sentence(None)
    own = {each: sentence(each) for each in dict.fromkeys((event.seat, *about)) if each >= 0}
    own = {each: words for each, words in own.items() if words != text}
    last = _("The final round") if kind == "round" and event.amount == ROUNDS else ""
    readers = (event.seat,) if kind in SECRET else None
    return LogEntry(kind, seat, text, facts, readers=readers, last=last, own=own)


def _shown(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(MAX_PLAYERS) if mask >> seat & 1]


def _owners(*places: int) -> tuple[int, ...]:
    """Return the seats on whose boards these places are."""
    return tuple(seat_of(place) for place in places if place >= BOARD)


def _same(text: Text) -> Sentence:
    """Return the sentence of an event of which everybody reads the same."""
    return lambda reader: text


def _by(e: Event, you: Text, other: Text) -> Sentence:
    """Return the sentence of an event that only concerns its own seat."""
    return lambda reader: you if reader == e.seat else other


def _object(e: Event, reader: int | None, thing: int, place: int) -> Text:
    return object_text(thing, place, reader, e.seat)


# --- before the first turn


def _deal(e: Event) -> Entry:
    scenario = SCENARIOS[e.item]
    text = _("The city is set up.") if e.item == 0 else _("The city is set up for {scenario}.", scenario=scenario.name)
    return Entry("deal", _same(text), {"scenario": scenario.id})


def _faction(e: Event) -> Entry:
    name = FACTION_NAMES[e.item]
    you = _("You play {faction}.", faction=name)
    other = _("{player} plays {faction}.", player=player_mark(e.seat), faction=name)
    return Entry("faction", _by(e, you, other), {"faction": FACTION_IDS[e.item]})


def _marker(e: Event) -> Entry:
    you = _("You have the First Player Marker.")
    return Entry("marker", _by(e, you, _("{player} has the First Player Marker.", player=player_mark(e.seat))), {})


def _dealt(e: Event) -> Entry:
    missions = _shown(e)
    names = listing([NAMES[mission] for mission in missions])
    you = _("You are dealt {missions}.", missions=names)
    other = _("{player} is dealt {missions}.", player=player_mark(e.seat), missions=names)
    return Entry("dealt", _by(e, you, other), {"missions": [IDS[mission] for mission in missions]})


def _chosen(e: Event) -> Entry:
    you = ngettext("You keep {n} Mission.", "You keep {n} Missions.", COUNTED)
    other = ngettext("{player} keeps {n} Mission.", "{player} keeps {n} Missions.", COUNTED, player=player_mark(e.seat))
    return Entry("missions", _by(e, you, other), {})


# --- turns


def _round(e: Event) -> Entry:
    numbers = {"round": e.amount, "rounds": ROUNDS}
    you = _("Round {round} of {rounds}: you begin.", **numbers)
    other = _("Round {round} of {rounds}: {player} begins.", player=player_mark(e.seat), **numbers)
    return Entry("round", _by(e, you, other), {"round": e.amount})


def _turn(e: Event) -> Entry:
    you, other = _("It's your turn."), _("It's {player}'s turn.", player=player_mark(e.seat))
    if e.item:
        you, other = _("You take your saved turn."), _("{player} takes the saved turn.", player=player_mark(e.seat))
    return Entry("turn", _by(e, you, other), {"turn": e.amount, "saved": bool(e.item)})


def _skip(e: Event) -> Entry:
    you = _("You use Last Resort and save this turn for the end.")
    other = _("{player} uses Last Resort and saves this turn for the end.", player=player_mark(e.seat))
    return Entry("skip", _by(e, you, other), {})


def _hypnosis(e: Event) -> Entry:
    values = {"player": player_mark(e.seat), "target": player_mark(e.other), "where": TO_AREA[e.item]}

    def sentence(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You hypnotise {target}: the piece must go {where}.", **values)
        if reader == e.other:
            return _("{player} hypnotises you: your piece must go {where}.", **values)
        return _("{player} hypnotises {target}: the piece must go {where}.", **values)

    return Entry("hypnosis", sentence, {"area": AREA_IDS[e.item]}, (e.other,))


def _send(e: Event) -> Entry:
    area, thug = area_of(e.item), e.other == THUG
    slot = None if thug else e.total + 1
    piece = thing_text(e.other + e.seat)
    facts = {"place": place_text(e.item), "die": die_text(e.amount), "piece": piece, "slot": slot}
    facts["area"] = AREA_IDS[area]
    values = {"player": player_mark(e.seat), "where": TO_AREA[area], "die": die_words(e.amount)}
    if thug:
        you = _("You break out your Thug and send it {where}.", **values)
        other = _("{player} breaks out a Thug and sends it {where}.", **values)
    elif e.other == AGENT:
        you = _("You send an Agent {where} and take the {die}.", **values)
        other = _("{player} sends an Agent {where} and takes the {die}.", **values)
    else:
        you = _("You send your Thug {where} and take the {die}.", **values)
        other = _("{player} sends a Thug {where} and takes the {die}.", **values)
    return Entry("send", _by(e, you, other), facts)


def _cell(e: Event) -> Entry:
    text = _("The {die} goes to prison.", die=die_words(e.item))
    return Entry("cell", _same(text), {"die": die_text(e.item)})


def _cancel(e: Event) -> Entry:
    values = {"player": player_mark(e.seat), "target": player_mark(e.other)}

    def sentence(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You cancel {target}'s Action with Embargo.", **values)
        if reader == e.other:
            return _("{player} cancels your Action with Embargo.", **values)
        return _("{player} cancels {target}'s Action with Embargo.", **values)

    return Entry("cancel", sentence, {}, (e.other,))


def _draw(e: Event) -> Entry:
    return Entry(
        "draw", _by(e, _("You draw a Mission."), _("{player} draws a Mission.", player=player_mark(e.seat))), {}
    )


def _drew(e: Event) -> Entry:
    you = _("Your new Mission is {mission}.", mission=NAMES[e.item])
    other = _("{player}'s new Mission is {mission}.", player=player_mark(e.seat), mission=NAMES[e.item])
    return Entry("drew", _by(e, you, other), {"mission": IDS[e.item]})


def _return(e: Event) -> Entry:
    player = player_mark(e.seat)
    you = _("You put a Mission under the deck.")
    other = _("{player} puts a Mission under the deck.", player=player)
    if e.amount:
        you = _("You put a Mission on top of the deck.")
        other = _("{player} puts a Mission on top of the deck.", player=player)
    return Entry("return", _by(e, you, other), {"top": bool(e.amount)})


def _returned(e: Event) -> Entry:
    text = _("The Mission under the deck is {mission}.", mission=NAMES[e.item])
    if e.amount:
        text = _("The Mission on top of the deck is {mission}.", mission=NAMES[e.item])
    return Entry("returned", _same(text), {"mission": IDS[e.item], "top": bool(e.amount)})


# --- dice that are rolled or turned


def _turned(e: Event) -> dict[str, Any]:
    return {"place": place_text(e.item), "was": die_text(e.other), "die": die_text(e.amount)}


def _reroll(e: Event) -> Entry:
    player, again = player_mark(e.seat), e.other == e.amount

    def sentence(reader: int | None) -> Text:
        values = {"thing": _object(e, reader, e.other, e.item), "value": value(e.amount)}
        if reader == e.seat:
            if again:
                return _("You reroll {thing}: {value} again.", **values)
            return _("You reroll {thing}: {value}.", **values)
        if again:
            return _("{player} rerolls {thing}: {value} again.", player=player, **values)
        return _("{player} rerolls {thing}: {value}.", player=player, **values)

    return Entry("reroll", sentence, _turned(e), _owners(e.item))


def _change(e: Event) -> Entry:
    """Write about a die that is set to a value, perhaps to its present one."""
    player = player_mark(e.seat)

    def sentence(reader: int | None) -> Text:
        values = {"thing": _object(e, reader, e.other, e.item), "value": value(e.amount)}
        if e.other == e.amount:
            if reader == e.seat:
                return _("You leave {thing} unchanged.", **values)
            return _("{player} leaves {thing} unchanged.", player=player, **values)
        if reader == e.seat:
            return _("You set {thing} to {value}.", **values)
        return _("{player} sets {thing} to {value}.", player=player, **values)

    return Entry("change", sentence, _turned(e), _owners(e.item))


def _adapt(e: Event) -> Entry:
    player = player_mark(e.seat)

    def sentence(reader: int | None) -> Text:
        values = {"thing": _object(e, reader, e.other, e.item), "value": value(e.amount)}
        if reader == e.seat:
            return _("You use Adaptation and turn {thing} to {value}.", **values)
        return _("{player} uses Adaptation and turns {thing} to {value}.", player=player, **values)

    return Entry("adapt", sentence, _turned(e))


def _robin(e: Event) -> Entry:
    player, lower = player_mark(e.seat), e.amount < e.other

    def sentence(reader: int | None) -> Text:
        values = {"thing": _object(e, reader, e.other, e.item), "value": value(e.amount)}
        if reader == e.seat:
            if lower:
                return _("You use Robin Hood and lower {thing} to {value}.", **values)
            return _("You raise {thing} to {value}.", **values)
        if lower:
            return _("{player} uses Robin Hood and lowers {thing} to {value}.", player=player, **values)
        return _("{player} raises {thing} to {value}.", player=player, **values)

    return Entry("robin", sentence, _turned(e), _owners(e.item))


# --- things that change places


def _moved(e: Event) -> dict[str, Any]:
    return {
        "from": place_text(e.item),
        "to": place_text(e.amount),
        "piece": thing_text(e.other),
        "die": thing_text(e.total),
    }


def _swapped(e: Event, reader: int | None) -> Text:
    """Say which two things swap places."""
    player = player_mark(e.seat)
    values = {"first": _object(e, reader, e.other, e.item), "second": _object(e, reader, e.total, e.amount)}
    if e.other == e.total:
        if reader == e.seat:
            return _("You swap {first} with {second}, so nothing changes.", **values)
        return _("{player} swaps {first} with {second}, so nothing changes.", player=player, **values)
    if reader == e.seat:
        return _("You swap {first} with {second}.", **values)
    return _("{player} swaps {first} with {second}.", player=player, **values)


def _move(e: Event) -> Entry:
    return Entry("move", lambda reader: _swapped(e, reader), _moved(e), (owner(e.other),))


def _alpha(e: Event) -> Entry:
    player = player_mark(e.seat)

    def sentence(reader: int | None) -> Text:
        if e.other == e.total:
            agents = two_agents_text(owner(e.other), reader, e.seat)
            if reader == e.seat:
                return _("You use Alpha and swap {agents}, so nothing changes.", agents=agents)
            return _("{player} uses Alpha and swaps {agents}, so nothing changes.", player=player, agents=agents)
        values = {"first": _object(e, reader, e.other, e.item), "second": _object(e, reader, e.total, e.amount)}
        if reader == e.seat:
            return _("You use Alpha and swap {first} with {second}.", **values)
        return _("{player} uses Alpha and swaps {first} with {second}.", player=player, **values)

    return Entry("move", sentence, _moved(e), (owner(e.other), owner(e.total)))


def _swap(e: Event) -> Entry:
    facts = {
        "a": place_text(e.item),
        "b": place_text(e.amount),
        "die_a": die_text(e.other),
        "die_b": die_text(e.total),
    }
    return Entry("swap", lambda reader: _swapped(e, reader), facts, _owners(e.item, e.amount))


def _slip(e: Event) -> Entry:
    left, to = area_of(e.item), area_of(e.amount)
    values = {
        "player": player_mark(e.seat),
        "left": IN_AREA[left],
        "where": TO_AREA[to],
        "die": die_words(e.total),
    }
    if left == to:
        you = _("Your Agent {left} slips to another space there. The {die} takes its place.", **values)
        other = _("{player}'s Agent {left} slips to another space there. The {die} takes its place.", **values)
    else:
        you = _("Your Agent {left} slips away {where}. The {die} takes its place.", **values)
        other = _("{player}'s Agent {left} slips away {where}. The {die} takes its place.", **values)
    return Entry("slip", _by(e, you, other), _moved(e))


def _sacrifice(e: Event) -> Entry:
    facts = {"from": place_text(e.item), "piece": thing_text(e.other), "die": die_text(e.amount), "slot": e.total + 1}
    values = {"where": IN_AREA[area_of(e.item)], "die": die_words(e.amount)}
    you = _("You sacrifice your Agent {where} for a {die}.", **values)
    other = _("{player} sacrifices an Agent {where} for a {die}.", player=player_mark(e.seat), **values)
    return Entry("sacrifice", _by(e, you, other), facts)


def _exterminate(e: Event) -> Entry:
    values = {"die": die_words(e.amount), "where": IN_AREA[area_of(e.item)]}
    you = _("You use Exterminate and destroy the {die} {where} and its space.", **values)
    player = player_mark(e.seat)
    other = _("{player} uses Exterminate and destroys the {die} {where} and its space.", player=player, **values)
    return Entry("exterminate", _by(e, you, other), {"place": place_text(e.item), "die": die_text(e.amount)})


# --- the Blood Dome


def _card_reroll(e: Event) -> Entry:
    facts = {"card": e.item + 1, "was": die_text(e.other), "die": die_text(e.amount)}
    values = {"player": player_mark(e.seat), "die": die_words(e.other), "value": value(e.amount)}
    if e.other == e.amount:
        you = _("You reroll the {die} on the Blood Dome Card: {value} again.", **values)
        other = _("{player} rerolls the {die} on the Blood Dome Card: {value} again.", **values)
    else:
        you = _("You reroll the {die} on the Blood Dome Card: {value}.", **values)
        other = _("{player} rerolls the {die} on the Blood Dome Card: {value}.", **values)
    return Entry("card-reroll", _by(e, you, other), facts)


def _match(e: Event) -> Entry:
    facts = {"matches": e.item, "points": e.amount, "dice": [die_text(die) for die in _shown(e)]}
    player = player_mark(e.seat)
    if e.item == 0 and e.amount == 0:
        you = _("You fight in the Blood Dome, but no dice match.")
        other = _("{player} fights in the Blood Dome, but no dice match.", player=player)
    else:
        stars = stars_text(e.amount)
        you = ngettext(
            "You fight in the Blood Dome: {n} match scores {stars}.",
            "You fight in the Blood Dome: {n} matches score {stars}.",
            e.item,
            stars=stars,
        )
        other = ngettext(
            "{player} fights in the Blood Dome: {n} match scores {stars}.",
            "{player} fights in the Blood Dome: {n} matches score {stars}.",
            e.item,
            stars=stars,
            player=player,
        )
    return Entry("match", _by(e, you, other), facts)


def _card(e: Event) -> Entry:
    dice = _shown(e)
    text = _("New dice on the Blood Dome Card: {dice}.", dice=listing([die_words(die) for die in dice]))
    return Entry("card", _same(text), {"dice": [die_text(die) for die in dice]})


# --- the marker and tokens


def _flag(e: Event) -> Entry:
    to, was = e.other, e.total
    values = {"player": player_mark(e.seat), "target": player_mark(to), "owner": player_mark(was)}

    def sentence(reader: int | None) -> Text:
        if to == was:
            return _kept_marker(e, reader, values)
        if to == e.seat:
            if reader == e.seat:
                return _("You take the First Player Marker from {owner}.", **values)
            if reader == was:
                return _("{player} takes the First Player Marker from you.", **values)
            return _("{player} takes the First Player Marker from {owner}.", **values)
        if was == e.seat:
            if reader == e.seat:
                return _("You give the First Player Marker to {target}.", **values)
            if reader == to:
                return _("{player} gives you the First Player Marker.", **values)
            return _("{player} gives the First Player Marker to {target}.", **values)
        if reader == e.seat:
            return _("You give {owner}'s First Player Marker to {target}.", **values)
        if reader == to:
            return _("{player} gives you {owner}'s First Player Marker.", **values)
        if reader == was:
            return _("{player} gives your First Player Marker to {target}.", **values)
        return _("{player} gives {owner}'s First Player Marker to {target}.", **values)

    return Entry("flag", sentence, {"to": to, "from": was}, (to, was))


def _kept_marker(e: Event, reader: int | None, values: dict[str, Any]) -> Text:
    """Say that the marker stays where it was: nothing moves."""
    if e.total == e.seat:
        if reader == e.seat:
            return _("You keep the First Player Marker.", **values)
        return _("{player} keeps the First Player Marker.", **values)
    if reader == e.seat:
        return _("You leave the First Player Marker with {owner}.", **values)
    if reader == e.total:
        return _("{player} leaves the First Player Marker with you.", **values)
    return _("{player} leaves the First Player Marker with {owner}.", **values)


def _protect(e: Event) -> Entry:
    die = die_words(e.amount)
    you = _("You put a Protection Token on your {die}.", die=die)
    other = _("{player} puts a Protection Token on their {die}.", player=player_mark(e.seat), die=die)
    return Entry("protect", _by(e, you, other), {"place": place_text(e.item)})


def _unprotect(e: Event) -> Entry:
    player = player_mark(e.seat)

    def sentence(reader: int | None) -> Text:
        thing = _object(e, reader, e.amount, e.item)
        if reader == e.seat:
            return _("You remove the Protection Token from {thing}.", thing=thing)
        return _("{player} removes the Protection Token from {thing}.", player=player, thing=thing)

    return Entry("unprotect", sentence, {"place": place_text(e.item)}, _owners(e.item))


def _token(e: Event) -> Entry:
    facts = {"from": None if e.item == NO_PLACE else place_text(e.item), "to": place_text(e.amount)}
    values = {"player": player_mark(e.seat), "die": die_words(e.total)}
    if e.item == NO_PLACE:
        you = _("You put your Protection Token on your {die}.", **values)
        other = _("{player} puts the Protection Token on their {die}.", **values)
    elif e.other == e.total:
        you = _("You move a Protection Token from one {die} to another {die} of yours.", **values)
        other = _("{player} moves a Protection Token from one {die} to another {die}.", **values)
    else:
        was = die_words(e.other)
        you = _("You move a Protection Token from your {was} to your {die}.", was=was, **values)
        other = _("{player} moves a Protection Token from their {was} to their {die}.", was=was, **values)
    return Entry("token", _by(e, you, other), facts)


# --- the Stock Exchange, abilities, no Action


def _stock(e: Event) -> Entry:
    facts = {"colour": COLOURS[e.item], "up": bool(e.other), "at": e.amount, "value": e.total}
    values = {"player": player_mark(e.seat), "colour": COLOUR_WORDS[e.item], "stars": stars_text(e.total)}
    if e.other:
        you = _("You move {colour} up on the Stock Exchange: {stars} per die.", **values)
        other = _("{player} moves {colour} up on the Stock Exchange: {stars} per die.", **values)
    else:
        you = _("You move {colour} down on the Stock Exchange: {stars} per die.", **values)
        other = _("{player} moves {colour} down on the Stock Exchange: {stars} per die.", **values)
    return Entry("stock", _by(e, you, other), facts)


def _transcend(e: Event) -> Entry:
    you = _("You use Transcendence to perform the Action of {area}.", area=THE_AREA[e.item])
    other = _(
        "{player} uses Transcendence to perform the Action of {area}.",
        player=player_mark(e.seat),
        area=THE_AREA[e.item],
    )
    return Entry("transcend", _by(e, you, other), {"area": AREA_IDS[e.item]})


def _no_action(e: Event) -> Entry:
    player = player_mark(e.seat)
    you, other = {
        NoActionReason.IMPOSSIBLE: (
            _("You can't perform the Action."),
            _("{player} can't perform the Action.", player=player),
        ),
        NoActionReason.UNWANTED: (_("You skip the Action."), _("{player} skips the Action.", player=player)),
        NoActionReason.CANCELLED: (
            _("You don't use an ability instead of the cancelled Action."),
            _("{player} doesn't use an ability instead of the cancelled Action.", player=player),
        ),
    }[NoActionReason(e.amount)]
    return Entry("no-action", _by(e, you, other), {})


def _intervention(e: Event) -> Entry:
    you = _("You use Intervention for up to two rerolls.")
    other = _("{player} uses Intervention for up to two rerolls.", player=player_mark(e.seat))
    return Entry("intervention", _by(e, you, other), {})


def _home_turf(e: Event) -> Entry:
    you = _("You use Home Turf to set a die.")
    return Entry("home-turf", _by(e, you, _("{player} uses Home Turf to set a die.", player=player_mark(e.seat))), {})


def _connections(e: Event) -> Entry:
    you = ngettext("You use Connections and draw {n} Mission.", "You use Connections and draw {n} Missions.", CONNECTED)
    other = ngettext(
        "{player} uses Connections and draws {n} Mission.",
        "{player} uses Connections and draws {n} Missions.",
        CONNECTED,
        player=player_mark(e.seat),
    )
    return Entry("connections", _by(e, you, other), {})


def _connected(e: Event) -> Entry:
    missions = _shown(e)
    names = listing([NAMES[mission] for mission in missions])
    you = _("Your new Missions are {missions}.", missions=names)
    other = _("{player}'s new Missions are {missions}.", player=player_mark(e.seat), missions=names)
    return Entry("connected", _by(e, you, other), {"missions": [IDS[mission] for mission in missions]})


# --- the end


def _draft(e: Event) -> Entry:
    facts = {"die": die_text(e.amount), "slot": e.total + 1, "cell": e.item + 1}
    you = _("You draft the {die} from the prison.", die=die_words(e.amount))
    other = _("{player} drafts the {die} from the prison.", player=player_mark(e.seat), die=die_words(e.amount))
    return Entry("draft", _by(e, you, other), facts)


def _stars_by_seat(by: list[int], reader: int | None) -> Text:
    """List who gets how many stars: "Ana 5, Ben 3 and Caro 9"."""
    return listing(
        [
            _("you {stars}", stars=stars)
            if seat == reader
            else Text("{player} {stars}", {"player": player_mark(seat), "stars": stars})
            for seat, stars in enumerate(by)
        ]
    )


def _stock_stars(e: Event) -> Entry:
    by = _shown(e)

    def sentence(reader: int | None) -> Text:
        return _("Stars from the Stock Exchange: {list}.", list=_stars_by_seat(by, reader))

    return Entry("stock-stars", sentence, {"by": by}, tuple(range(len(by))))


def _dice_stars(e: Event) -> Entry:
    by = _shown(e)

    def sentence(reader: int | None) -> Text:
        return _("Stars for the dice: {list}.", list=_stars_by_seat(by, reader))

    return Entry("dice-stars", sentence, {"by": by}, tuple(range(len(by))))


def _clone(e: Event) -> Entry:
    what = COLOUR_WORDS[colour(e.amount)]
    if value(e.amount) != value(e.other):
        what = pgettext("object", "a {value}", value=value(e.amount))
    values = {
        "player": player_mark(e.seat),
        "owner": player_mark(e.total),
        "what": what,
        "was": die_words(e.other),
        "die": die_words(e.amount),
    }

    def sentence(reader: int | None) -> Text:
        if reader == e.seat:
            return _("You use Cloning to copy {what} from {owner}. Your {was} counts as {die}.", **values)
        if reader == e.total:
            return _("{player} uses Cloning to copy {what} from you. The {was} counts as {die}.", **values)
        return _("{player} uses Cloning to copy {what} from {owner}. The {was} counts as {die}.", **values)

    return Entry("clone", sentence, _turned(e) | {"of": e.total}, (e.total,))


def _blockade(e: Event) -> Entry:
    where = IN_AREA[e.item]
    you = _("You use Blockade {where}: nobody dominates there.", where=where)
    other = _("{player} uses Blockade {where}: nobody dominates there.", player=player_mark(e.seat), where=where)
    return Entry("blockade", _by(e, you, other), {"area": AREA_IDS[e.item]})


def domination_text(leaders: Iterable[int], stars: int, names: Iterable[str], reader: int | None = None) -> Text:
    """Say who dominates an area and what each of them gets; `names` are theirs, or the marks of their seats."""
    seats, called = list(leaders), list(names)
    if not seats:
        return _("Nobody dominates.")
    if len(seats) == 1:
        if seats[0] == reader:
            return _("You dominate: {stars}.", stars=stars_text(stars))
        return _("{player} dominates: {stars}.", player=called[0], stars=stars_text(stars))
    if stars == 0:
        return _("It's a tie, so nobody scores.")
    who = listing(
        [pgettext("after for", "you") if seat == reader else name for seat, name in zip(seats, called, strict=True)]
    )
    return _("It's a tie, with {stars} each for {players}.", stars=stars_text(stars), players=who)


def _domination(e: Event) -> Entry:
    leaders, by = _seats(e.other), _shown(e)
    facts = {"area": AREA_IDS[e.item], "leaders": leaders, "stars": e.amount, "by": by}

    def sentence(reader: int | None) -> Text:
        stars = by[leaders[0]] if leaders else 0
        said = domination_text(leaders, stars, player_marks(leaders), reader)
        return Text("{area}: {what}", {"area": AREA_NAMES[e.item], "what": said})

    return Entry("domination", sentence, facts, tuple(leaders))


def _leave(e: Event) -> Entry:
    name = NAMES[e.item]
    you = _("You leave out {mission}.", mission=name)
    other = _("{player} leaves out {mission}.", player=player_mark(e.seat), mission=name)
    return Entry("leave", _by(e, you, other), {"mission": IDS[e.item]})


def _mission(e: Event) -> Entry:
    counts_as, via = _shown(e)
    of = None if e.other == NO_SEAT else e.other
    facts: dict[str, Any] = {"mission": IDS[e.item], "stars": e.amount, "of": of, "from": None, "as": None}
    if via:
        facts |= {"from": ("drawn", "copied", "drawn and copied")[via - 1], "as": IDS[counts_as]}
    source = MissionSource(via)
    values = {
        "player": player_mark(e.seat),
        "owner": player_mark(e.other),
        "mission": NAMES[e.item],
        "drawn": NAMES[COPYCAT] if source == MissionSource.DRAWN_AND_COPIED else NAMES[counts_as],
        "copied": NAMES[counts_as],
        "stars": stars_text(e.amount),
    }

    def sentence(reader: int | None) -> Text:
        if reader == e.seat:
            return _own_mission(source, values)
        if source == MissionSource.ITSELF:
            return _("{player}'s {mission} scores {stars}.", **values)
        if source == MissionSource.DRAWN:
            return _("{player}'s {mission} draws {drawn} and scores {stars}.", **values)
        if source == MissionSource.COPIED:
            if reader == of:
                return _("{player}'s {mission} copies your {copied} and scores {stars}.", **values)
            return _("{player}'s {mission} copies {owner}'s {copied} and scores {stars}.", **values)
        if reader == of:
            return _("{player}'s {mission} draws {drawn}, copies your {copied} and scores {stars}.", **values)
        return _("{player}'s {mission} draws {drawn}, copies {owner}'s {copied} and scores {stars}.", **values)

    return Entry("mission", sentence, facts, () if of is None else (of,))


def _own_mission(source: MissionSource, values: dict[str, Any]) -> Text:
    if source == MissionSource.ITSELF:
        return _("Your {mission} scores {stars}.", **values)
    if source == MissionSource.DRAWN:
        return _("Your {mission} draws {drawn} and scores {stars}.", **values)
    if source == MissionSource.COPIED:
        return _("Your {mission} copies {owner}'s {copied} and scores {stars}.", **values)
    return _("Your {mission} draws {drawn}, copies {owner}'s {copied} and scores {stars}.", **values)


def _final(e: Event) -> Entry:
    you = _("You have {stars}.", stars=stars_text(e.total))
    other = _("{player} has {stars}.", player=player_mark(e.seat), stars=stars_text(e.total))
    return Entry("final", _by(e, you, other), {"total": e.total})


def _win(e: Event) -> Entry:
    seats, stars = _seats(e.item), stars_text(e.total)

    def sentence(reader: int | None) -> Text:
        others = player_marks(seat for seat in seats if seat != reader)
        if reader in seats:
            if not others:
                return _("You win with {stars}!", stars=stars)
            return _("You share the win with {players}: {stars} each!", players=listing(others), stars=stars)
        if len(others) == 1:
            return _("{player} wins with {stars}!", player=others[0], stars=stars)
        return _("{players} share the win with {stars} each!", players=listing(others), stars=stars)

    return Entry("win", sentence, {"seats": seats}, tuple(seats))


def _begin(e: Event) -> Entry:
    return Entry("begin", _same(_("The Missions given back are shuffled into the deck.")), {})


def _over(e: Event) -> Entry:
    return Entry("over", _same(_("All pieces are placed. Scoring begins.")), {})


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.DEAL: _deal,
    EventKind.FACTION: _faction,
    EventKind.MARKER: _marker,
    EventKind.DEALT: _dealt,
    EventKind.CHOSEN: _chosen,
    EventKind.BEGIN: _begin,
    EventKind.ROUND: _round,
    EventKind.TURN: _turn,
    EventKind.SKIP: _skip,
    EventKind.HYPNOSIS: _hypnosis,
    EventKind.SEND: _send,
    EventKind.BREAK_OUT: _cell,
    EventKind.CANCEL: _cancel,
    EventKind.DRAW: _draw,
    EventKind.DREW: _drew,
    EventKind.RETURN: _return,
    EventKind.RETURNED: _returned,
    EventKind.REROLL: _reroll,
    EventKind.MOVE: _move,
    EventKind.ALPHA: _alpha,
    EventKind.SWAP: _swap,
    EventKind.CHANGE: _change,
    EventKind.CARD_REROLL: _card_reroll,
    EventKind.MATCH: _match,
    EventKind.CARD: _card,
    EventKind.FLAG: _flag,
    EventKind.PROTECT: _protect,
    EventKind.UNPROTECT: _unprotect,
    EventKind.STOCK: _stock,
    EventKind.ROBIN: _robin,
    EventKind.TRANSCEND: _transcend,
    EventKind.NO_ACTION: _no_action,
    EventKind.ADAPT: _adapt,
    EventKind.EXTERMINATE: _exterminate,
    EventKind.INTERVENTION: _intervention,
    EventKind.SLIP: _slip,
    EventKind.HOME_TURF: _home_turf,
    EventKind.CONNECTIONS: _connections,
    EventKind.CONNECTED: _connected,
    EventKind.SACRIFICE: _sacrifice,
    EventKind.TOKEN: _token,
    EventKind.OVER: _over,
    EventKind.DRAFT: _draft,
    EventKind.STOCK_STARS: _stock_stars,
    EventKind.CLONE: _clone,
    EventKind.DICE_STARS: _dice_stars,
    EventKind.BLOCKADE: _blockade,
    EventKind.DOMINATION: _domination,
    EventKind.LEAVE: _leave,
    EventKind.MISSION: _mission,
    EventKind.FINAL: _final,
    EventKind.WIN: _win,
}
