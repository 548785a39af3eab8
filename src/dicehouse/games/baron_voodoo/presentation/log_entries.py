"""Write the sentences of the log: for those who act, for those to whom it happens, and for everybody else.

An event without a seat is the Baron's, in solo.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.i18n import Text, _, join_sentences, join_texts, listing, ngettext, pgettext

from ..rules.board import DIE
from ..rules.face_effects import TO_SPIRIT
from ..rules.state import BARON, NO_SEAT, SIZE, SPACES, EndReason, EventKind, TurnStep
from ..rules.steps_after_capture import PRICE_OF_FACE, PRICE_OF_TURN
from .notation import COLOURS, ENDS, LOA_IDS, LOA_NAMES, POWER_IDS, die_text, line_text, space_text
from .words import (
    COLOUR_NAMES,
    a_die,
    face_name,
    line_push_words,
    listed_dice,
    members,
    offerings_words,
    player_mark,
    points_words,
    side_marks,
    the_die,
    your_die,
)

SET_UPS = ("quick", "draft", "balanced", "chaos")
LAID = (
    _("The dice are rolled and placed on the board."),
    _("The dice are rolled. Players place them one by one."),
    _("The dice are placed so that every Loa starts with the same faces."),
    _("The dice are placed, all showing Steal or Exchange."),
)

Sentence = Callable[[int | None], Text]  # for a reader in a seat; None: for everybody who has no sentence of their own


class Entry(NamedTuple):
    """Hold what an event becomes in the log; `about` lists the seats with a sentence of their own, next to its own."""

    kind: str
    sentence: Sentence
    facts: dict[str, Any]
    about: tuple[int, ...] = ()


EntryWriter = Callable[[Event], Entry]


def log_entry(event: Event) -> LogEntry:
    """Return `event` as a log entry."""
    kind, sentence, facts, about = ENTRY_WRITERS[event.kind](event)
    text = sentence(None)
    own = {each: sentence(each) for each in dict.fromkeys((event.seat, *about)) if each >= 0}
    own = {each: words for each, words in own.items() if words != text}
    last = _("The final round") if kind == "trigger" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last, own=own)


def _player(seat: int) -> str:
    """Return the subject of a sentence: the mark of a seat, or the Baron."""
    return player_mark(seat) if seat >= 0 else pgettext("subject", "The Baron")


def _same(text: Text) -> Sentence:
    """Return the sentence of an event of which everybody reads the same."""
    return lambda reader: text


def _by(e: Event, you: Text, other: Text) -> Sentence:
    """Return the sentence of an event that only concerns its own seat."""
    return lambda reader: you if reader == e.seat else other


def _faces(e: Event) -> list[int]:
    return [e.faces[i] for i in range(e.n_faces)]


def _texts(e: Event) -> list[str]:
    return [die_text(die) for die in _faces(e)]


# --- the beginning


def _loa(e: Event) -> Entry:
    values = {"loa": LOA_NAMES[e.item], "colour": COLOUR_NAMES[e.item]}
    you = _("You play {loa} ({colour}).", **values)
    other = _("{player} plays {loa} ({colour}).", player=_player(e.seat), **values)
    return Entry("loa", _by(e, you, other), {"loa": LOA_IDS[e.item]})


def _baron_loa(e: Event) -> Entry:
    text = _("The Baron covers {loa} ({colour}).", loa=LOA_NAMES[e.item], colour=COLOUR_NAMES[e.item])
    return Entry("baron-loa", _same(text), {"loa": LOA_IDS[e.item], "baron": True})


def _laid(e: Event) -> Entry:
    return Entry("laid", _same(LAID[e.item]), {"set_up": SET_UPS[e.item]})


def _line(e: Event) -> Entry:
    text = _("The Baron wants these dice, in this order: {dice}.", dice=listed_dice(_faces(e)))
    return Entry("line", _same(text), {"dice": _texts(e)})


def _first(e: Event) -> Entry:
    return Entry("first", _by(e, _("You begin."), _("{player} begins.", player=_player(e.seat))), {})


def _place(e: Event) -> Entry:
    values = {"die": a_die(e.item), "space": space_text(e.amount)}
    you = _("You place {die} on {space}.", **values)
    other = _("{player} places {die} on {space}.", player=_player(e.seat), **values)
    return Entry("place", _by(e, you, other), {"die": die_text(e.item), "space": space_text(e.amount)})


def _turn(e: Event) -> Entry:
    you, other = (
        _("Turn {n}: you play.", n=e.amount),
        _("Turn {n}: {player} plays.", n=e.amount, player=_player(e.seat)),
    )
    if e.item:
        you, other = _("You begin your extra turn."), _("{player} begins an extra turn.", player=_player(e.seat))
    return Entry("turn", _by(e, you, other), {"turn": e.amount, "extra": bool(e.item), "baron": e.seat == NO_SEAT})


# --- powers


def _power(e: Event) -> Entry:
    values: dict[str, Any] = {"loa": LOA_NAMES[e.item]}
    if e.amount:
        values |= {"price": offerings_words(e.amount), "left": e.total}
        you = _("You use the power of {loa} for {price} ({left} left).", **values)
        other = _("{player} uses the power of {loa} for {price} ({left} left).", player=_player(e.seat), **values)
    else:
        you = _("You use the power of {loa}.", **values)
        other = _("{player} uses the power of {loa}.", player=_player(e.seat), **values)
    return Entry("power", _by(e, you, other), {"power": POWER_IDS[e.item], "price": e.amount})


def _wata(e: Event) -> Entry:
    line = line_push_words(e.item, e.amount)
    you, other = _("You push {line}.", line=line), _("{player} pushes {line}.", line=line, player=_player(e.seat))
    return Entry("wata", _by(e, you, other), {"line": line_text(e.item), "end": ENDS[e.item >= SIZE][e.amount]})


def _spread(e: Event) -> Entry:
    source, to = space_text(e.other), space_text(e.amount)
    values = {"die": a_die(e.item), "source": source, "target": to}
    player = _player(e.seat)
    if e.total:
        you = _("You move {die} from {source} under the top die on {target}.", **values)
        other = _("{player} moves {die} from {source} under the top die on {target}.", player=player, **values)
    else:
        you = _("You move {die} from {source} to {target}.", **values)
        other = _("{player} moves {die} from {source} to {target}.", player=player, **values)
    facts = {"from": source, "to": to, "die": die_text(e.item), "under": bool(e.total)}
    return Entry("spread", _by(e, you, other), facts)


def _move(e: Event) -> Entry:
    source, to = space_text(e.other), space_text(e.amount)
    values = {"die": a_die(e.item), "source": source, "target": to}
    you = _("You move {die} from {source} to {target}.", **values)
    other = _("{player} moves {die} from {source} to {target}.", player=_player(e.seat), **values)
    return Entry("move", _by(e, you, other), {"from": source, "to": to, "die": die_text(e.item)})


def _swap(e: Event) -> Entry:
    a, b = space_text(e.other), space_text(e.amount)
    values = {"die": the_die(e.item), "space": a, "die2": the_die(e.total), "space2": b}
    you = _("You swap {die} on {space} with {die2} on {space2}.", **values)
    other = _("{player} swaps {die} on {space} with {die2} on {space2}.", player=_player(e.seat), **values)
    return Entry("swap", _by(e, you, other), {"a": a, "b": b, "die_a": die_text(e.item), "die_b": die_text(e.total)})


# --- the capture and the steps


def _capture(e: Event) -> Entry:
    over, jumper = divmod(e.total, SPACES)
    assert 0 < jumper <= DIE
    source, to = space_text(e.amount), space_text(e.other)
    facts = {
        "from": source,
        "over": space_text(over),
        "to": to,
        "die": die_text(e.item),
        "jumper": die_text(jumper),
        "baron": e.seat == NO_SEAT,
    }
    values = {"source": source, "over": space_text(over), "target": to, "die": a_die(e.item)}
    you = _("You jump from {source} over {over} to {target} and take {die}.", **values)
    other = _("{player} jumps from {source} over {over} to {target} and takes {die}.", player=_player(e.seat), **values)
    return Entry("capture", _by(e, you, other), facts)


def _offering(e: Event) -> Entry:
    own = e.item == TurnStep.C1
    player = _player(e.seat)
    you = _("You gain 1 offering for the Offering face (now {total}).", total=e.total)
    other = _("{player} gains 1 offering for the Offering face (now {total}).", player=player, total=e.total)
    if own:
        you = _("You gain 1 offering for a die of your colour (now {total}).", total=e.total)
        other = _("{player} gains 1 offering for a die of their colour (now {total}).", player=player, total=e.total)
        if e.seat == NO_SEAT:
            other = _("The Baron gains 1 offering for a die of his colour (now {total}).", total=e.total)
    return Entry("offering", _by(e, you, other), {"why": "colour" if own else "face", "offerings": e.total})


def _turn_die(e: Event) -> Entry:
    values = {
        "price": offerings_words(PRICE_OF_FACE),
        "left": e.total,
        "die": the_die(e.amount),
        "face": face_name(e.item),
    }
    you = _("You turn {die} to {face} for {price} ({left} left).", **values)
    other = _("{player} turns {die} to {face} for {price} ({left} left).", player=_player(e.seat), **values)
    facts = {"was": die_text(e.amount), "die": die_text(e.item), "offerings": e.total}
    return Entry("turn-die", _by(e, you, other), facts)


def _victory(e: Event) -> Entry:
    values = {"points": points_words(e.amount), "total": e.total}
    you = _("You score {points} for Victory (total {total}).", **values)
    other = _("{player} scores {points} for Victory (total {total}).", player=_player(e.seat), **values)
    return Entry("victory", _by(e, you, other), {"points": e.amount, "total": e.total})


def _turned(e: Event) -> Entry:
    values = {"die": a_die(e.amount), "face": face_name(e.item)}
    you = _("You turn {die} to {face}.", **values)
    other = _("{player} turns {die} to {face}.", player=_player(e.seat), **values)
    return Entry("face", _by(e, you, other), {"was": die_text(e.amount), "die": die_text(e.item)})


def _guard(e: Event) -> Entry:
    colour, player = COLOUR_NAMES[e.item], _player(e.seat)
    if e.total:
        you = _(
            "You are protected: opponents can't capture {colour} dice, steal from you or swap your dice.", colour=colour
        )
        other = _(
            "{player} is protected: opponents can't capture {colour} dice, steal from {player} or swap their dice.",
            player=player,
            colour=colour,
        )
    else:
        you = _("You are protected: opponents can't capture {colour} dice or steal from you.", colour=colour)
        other = _(
            "{player} is protected: opponents can't capture {colour} dice or steal from {player}.",
            player=player,
            colour=colour,
        )
    if e.seat == NO_SEAT:
        other = _("The Baron is protected: opponents can't capture {colour} dice or steal from him.", colour=colour)
        if e.total:
            other = _(
                "The Baron is protected: opponents can't capture {colour} dice, steal from him or swap his dice.",
                colour=colour,
            )
    return Entry("guard", _by(e, you, other), {"loa": COLOURS[e.item]})


def _guard_ends(e: Event) -> Entry:
    you, other = _("Your protection ends."), _("{player} loses protection.", player=_player(e.seat))
    return Entry("guard-ends", _by(e, you, other), {"loa": COLOURS[e.item]})


def _steal(e: Event) -> Entry:
    teams, to_spirit, die = bool(e.amount), e.total == TO_SPIRIT, a_die(e.item)
    facts = {"side": e.other if e.other >= 0 else BARON, "die": die_text(e.item)}
    victims = members(e.other, teams) if e.other >= 0 else ()
    owner = side_marks(victims) if victims else pgettext("from", "the Baron")
    player = _player(e.seat)

    def sentence(reader: int | None) -> Text:
        if reader is not None and reader == e.seat:
            if to_spirit:
                return _("You steal {die} from {owner} for your Spirit World.", die=die, owner=owner)
            return _("You steal {die} from {owner} for your Capture zone.", die=die, owner=owner)
        if reader in victims:
            if to_spirit:
                return _("{player} steals {die} from your Spirit World for their own.", player=player, die=die)
            return _("{player} steals {die} from your Spirit World.", player=player, die=die)
        if to_spirit:
            return _(
                "{player} steals {die} from {owner} for their own Spirit World.", player=player, die=die, owner=owner
            )
        return _("{player} steals {die} from {owner} for their Capture zone.", player=player, die=die, owner=owner)

    return Entry("steal", sentence, facts, victims)


def _exchange(e: Event) -> Entry:
    other, teams = e.faces[0], bool(e.faces[1])
    facts = {
        "a": e.other if e.other >= 0 else BARON,
        "die_a": die_text(e.item),
        "b": other if other >= 0 else BARON,
        "die_b": die_text(e.total),
    }
    (one, die), (another, for_die) = (e.other, e.item), (other, e.total)
    own = e.seat % 2 if teams and e.seat >= 0 else e.seat
    if another == own:
        (one, die), (another, for_die) = (another, for_die), (one, die)
    if one == own:
        return Entry("exchange", _own_exchange(e, die, another, for_die, teams), facts, _seats(another, teams))
    return Entry("exchange", _exchange_of_others(e, (one, die), (another, for_die)), facts, (one, another))


def _seats(side: int, teams: bool) -> tuple[int, ...]:
    return members(side, teams) if side >= 0 else ()


def _owner(side: int, teams: bool) -> Text:
    return side_marks(members(side, teams)) if side >= 0 else pgettext("from", "the Baron")


def _own_exchange(e: Event, die: int, another: int, for_die: int, teams: bool) -> Sentence:
    """Return the sentence of a swap of a die of one's own zone (or one's team's) for another side's."""
    player, owner = _player(e.seat), _owner(another, teams)

    def sentence(reader: int | None) -> Text:
        if reader is not None and reader == e.seat:
            values: dict[str, Any] = {"die": your_die(die), "die2": a_die(for_die), "owner": owner}
            return _("You swap {die} for {die2} from {owner}.", **values)
        if reader is not None and reader in _seats(another, teams):
            return _("{player} swaps {die} for {die2}.", player=player, die=a_die(die), die2=your_die(for_die))
        values = {"player": player, "die": a_die(die), "die2": a_die(for_die), "owner": owner}
        return _("{player} swaps {die} for {die2} from {owner}.", **values)

    return sentence


def _exchange_of_others(e: Event, first: tuple[int, int], second: tuple[int, int]) -> Sentence:
    """Return the sentence of a swap between two other players' zones."""

    def sentence(reader: int | None) -> Text:
        (one, die), (another, for_die) = first, second
        values: dict[str, Any] = {"player": _player(e.seat), "owner": player_mark(one), "owner2": player_mark(another)}
        if reader is not None and reader == e.seat:
            values |= {"die": a_die(die), "die2": a_die(for_die)}
            return _("You swap {die} from {owner} for {die2} from {owner2}.", **values)
        if reader is not None and reader in (one, another):
            mine, theirs, who = (die, for_die, another) if reader == one else (for_die, die, one)
            values |= {"die": your_die(mine), "die2": a_die(theirs), "owner": player_mark(who)}
            return _("{player} swaps {die} for {die2} from {owner}.", **values)
        values |= {"die": a_die(die), "die2": a_die(for_die)}
        return _("{player} swaps {die} from {owner} for {die2} from {owner2}.", **values)

    return sentence


def _buy(e: Event) -> Entry:
    values = {"price": offerings_words(PRICE_OF_TURN), "left": e.total}
    you = _("You buy an extra turn for {price} ({left} left).", **values)
    other = _("{player} buys an extra turn for {price} ({left} left).", player=_player(e.seat), **values)
    return Entry("buy", _by(e, you, other), {"offerings": e.total})


def _combo(e: Event) -> Entry:
    facts = {
        "dice": _texts(e),
        "points": e.amount,
        "kind": "colour" if e.item else "icon",
        "total": e.total,
        "side": e.other,
    }
    values = {"points": points_words(e.amount), "total": e.total, "dice": listed_dice(_faces(e))}
    you = _("You score {points} (total {total}) for {dice}.", **values)
    other = _("{player} scores {points} (total {total}) for {dice}.", player=_player(e.seat), **values)
    return Entry("combo", _by(e, you, other), facts)


def _spirit(e: Event) -> Entry:
    die = a_die(e.item)
    you = _("You move {die} to the Spirit World (no points).", die=die)
    other = _("{player} moves {die} to the Spirit World (no points).", die=die, player=_player(e.seat))
    return Entry("spirit", _by(e, you, other), {"die": die_text(e.item)})


def _samedi(e: Event) -> Entry:
    """Write who has the Baron Samedi token now. It goes back if its holder has no white dice, or fewer than others who
    are tied.
    """
    if e.seat == NO_SEAT:
        text = _("Nobody has more white dice than everyone else, so nobody holds the Baron Samedi token now.")
        return Entry("samedi", _same(text), {"side": None})
    you = _("You have the most white dice and take the Baron Samedi token: all powers are free for you.")
    other = _(
        "{player} has the most white dice and takes the Baron Samedi token: all powers are free for {player}.",
        player=_player(e.seat),
    )
    return Entry("samedi", _by(e, you, other), {"side": e.seat})


# --- the end


def _blocked(e: Event) -> Entry:
    you, other = (
        _("You can't capture anything, so you pass."),
        _("{player} can't capture anything and passes.", player=_player(e.seat)),
    )
    return Entry("blocked", _by(e, you, other), {"baron": e.seat == NO_SEAT})


def _trigger(e: Event) -> Entry:
    player = _player(e.seat)
    if e.item == EndReason.SCORE:
        you = _("You have enough points: this is the final round.")
        other = _("{player} has enough points: this is the final round.", player=player)
        return Entry("trigger", _by(e, you, other), {"why": "score"})
    you = _("You are blocked: this is the final round.")
    other = _("{player} is blocked: this is the final round.", player=player)
    return Entry("trigger", _by(e, you, other), {"why": "blocked"})


def _final_combo(e: Event) -> Entry:
    teams, *combo = _faces(e)
    side = e.other if e.seat >= 0 else NO_SEAT
    seats = _seats(side, bool(teams))
    facts = {"side": e.other, "dice": [die_text(die) for die in combo], "points": e.amount, "total": e.total}

    def sentence(reader: int | None) -> Text:
        if reader is not None and reader in seats:
            return _their_last(e, combo, pgettext("subject", "Your team")) if teams else _your_last(e, combo)
        if len(seats) > 1:
            return _team_last(e, combo, side_marks(seats))
        return _their_last(e, combo, _player(side))

    return Entry("final-combo", sentence, facts, seats)


def _your_last(e: Event, combo: list[int]) -> Text:
    if not e.item:
        return _("You have no dice left in the Capture zone.")
    text = ngettext(
        "You move your last die to the Spirit World.", "You move your last {n} dice to the Spirit World.", e.item
    )
    if not e.amount:
        return text if e.item == 1 else join_sentences(text, _("They contain no set."))
    values = {"points": points_words(e.amount), "total": e.total, "dice": listed_dice(combo)}
    return join_sentences(text, _("You score {points} (total {total}) for {dice}.", **values))


def _their_last(e: Event, combo: list[int], player: str) -> Text:
    if not e.item:
        return _("{player} has no dice left in the Capture zone.", player=player)
    text = ngettext(
        "{player} moves the last die to the Spirit World.",
        "{player} moves the last {n} dice to the Spirit World.",
        e.item,
        player=player,
    )
    if not e.amount:
        return text if e.item == 1 else join_sentences(text, _("They contain no set."))
    values = {"player": player, "points": points_words(e.amount), "total": e.total, "dice": listed_dice(combo)}
    return join_sentences(text, _("{player} scores {points} (total {total}) for {dice}.", **values))


def _team_last(e: Event, combo: list[int], players: Text) -> Text:
    if not e.item:
        return _("{players} have no dice left in the Capture zone.", players=players)
    text = ngettext(
        "{players} move the last die to the Spirit World.",
        "{players} move the last {n} dice to the Spirit World.",
        e.item,
        players=players,
    )
    if not e.amount:
        return text if e.item == 1 else join_sentences(text, _("They contain no set."))
    values = {"players": players, "points": points_words(e.amount), "total": e.total, "dice": listed_dice(combo)}
    return join_sentences(text, _("{players} score {points} (total {total}) for {dice}.", **values))


def _majority(e: Event) -> Entry:
    sides, teams, solo = e.amount, bool(e.other > 0), bool(e.total)
    numbers = _faces(e)
    counts, points = numbers[:sides], numbers[sides:]
    facts = {"colour": COLOURS[e.item], "counts": counts, "points": points}
    names = [_name(side, teams, solo) for side in range(sides)]

    def sentence(reader: int | None) -> Text:
        return _majority_text(e.item, names, counts, points, teams, None if teams else reader)

    return Entry("majority", sentence, facts, _readers(sides, teams, solo))


def _readers(sides: int, teams: bool, solo: bool) -> tuple[int, ...]:
    """Return the seats that read "you" in a list of all sides; members of a team read their names."""
    return () if teams else (0,) if solo else tuple(range(sides))


def _side_number(name: str | Text, number: int, is_reader: bool) -> Text:
    """Return a side's number in a list: "you 3" or "Ana 3"."""
    return _("you {count}", count=number) if is_reader else Text("{side} {count}", {"side": name, "count": number})


def _name(side: int, teams: bool, solo: bool) -> str | Text:
    """Return a side in a list."""
    if solo and side == BARON:
        return pgettext("subject", "The Baron")
    return side_marks(members(side, teams))


def _majority_text(
    colour: int, names: list[Any], counts: list[int], points: list[int], teams: bool, reader: int | None
) -> Text:
    """Say to `reader` who has the most dice of a colour, if anybody has one, and what it scores."""
    most, word = max(counts), COLOUR_NAMES[colour]
    if most == 0:
        return _("Nobody has any {colour} dice.", colour=word)
    best = [side for side, count in enumerate(counts) if count == most]
    values: dict[str, Any] = {"colour": word, "points": points_words(points[best[0]])}
    listed = join_texts([_side_number(names[side], counts[side], side == reader) for side in range(len(names))])
    if len(best) > 1:
        tied = listing([names[side] for side in best if side != reader])
        if reader in best and points[best[0]] == 0:
            return _(
                "Most {colour} dice ({counts}): you and {players} tie for no points.",
                players=tied,
                counts=listed,
                colour=word,
            )
        if reader in best:
            return _(
                "Most {colour} dice ({counts}): you and {players} tie for {points} each.",
                players=tied,
                counts=listed,
                **values,
            )
        if points[best[0]] == 0:
            return _(
                "Most {colour} dice ({counts}): {players} tie for no points.", players=tied, counts=listed, colour=word
            )
        return _(
            "Most {colour} dice ({counts}): {players} tie for {points} each.", players=tied, counts=listed, **values
        )
    if best == [reader]:
        return _("Most {colour} dice ({counts}): you score {points}.", counts=listed, **values)
    if teams:
        return _(
            "Most {colour} dice ({counts}): {players} score {points}.", players=names[best[0]], counts=listed, **values
        )
    return _("Most {colour} dice ({counts}): {player} scores {points}.", player=names[best[0]], counts=listed, **values)


def _final(e: Event) -> Entry:
    totals, teams, solo = _faces(e), bool(e.item), bool(e.total)

    def sentence(reader: int | None) -> Text:
        scores = [
            _side_number(_name(side, teams, solo), total, side == reader and not teams)
            for side, total in enumerate(totals)
        ]
        text = _("Final score: {scores}.", scores=join_texts(scores))
        if totals.count(max(totals)) > 1 and not solo:
            text = join_sentences(text, TEAM_TIE if teams else TIE if len(totals) > 2 else TIE_OF_TWO)
        return text

    return Entry("final", sentence, {"totals": totals}, _readers(len(totals), teams, solo))


TIE_OF_TWO = _("In a tie, the player who triggered the final round wins.")
TIE = _("In a tie, the player who triggered the final round wins, or else the next tied player after them.")
TEAM_TIE = _("In a tie, the team that triggered the final round wins.")


def _win(e: Event) -> Entry:
    points, teams = points_words(e.total), bool(e.amount)
    seats = members(e.seat, teams)

    def sentence(reader: int | None) -> Text:
        if teams:
            if reader in seats:
                return _("You win with {points}. You are the new Loas of the Dead!", points=points)
            return _(
                "{players} win with {points}. They are the new Loas of the Dead!",
                players=side_marks(seats),
                points=points,
            )
        if reader == e.seat:
            return _("You win with {points}. You are the new Loa of the Dead!", points=points)
        return _("{player} wins with {points} and is the new Loa of the Dead!", player=_player(e.seat), points=points)

    return Entry("win", sentence, {"total": e.total}, seats)


def _lost(e: Event) -> Entry:
    values = {"total": e.total, "points": points_words(e.amount)}
    if e.amount == e.total:
        you = _("The Baron wins the tie at {points}.", points=points_words(e.amount))
        return Entry("lost", _same(you), {"total": e.amount, "baron": e.total})
    you = _("The Baron wins with {total}. You have {points}.", **values)
    other = _("The Baron wins with {total}. {player} has {points}.", player=player_mark(0), **values)
    return Entry("lost", lambda reader: you if reader == 0 else other, {"total": e.amount, "baron": e.total})


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.LOA: _loa,
    EventKind.BARON_LOA: _baron_loa,
    EventKind.LAID: _laid,
    EventKind.LINE: _line,
    EventKind.FIRST: _first,
    EventKind.PLACE: _place,
    EventKind.TURN: _turn,
    EventKind.POWER: _power,
    EventKind.WATA: _wata,
    EventKind.SPREAD: _spread,
    EventKind.MOVE: _move,
    EventKind.SWAP: _swap,
    EventKind.CAPTURE: _capture,
    EventKind.OFFERING: _offering,
    EventKind.TURN_DIE: _turn_die,
    EventKind.VICTORY: _victory,
    EventKind.FACE: _turned,
    EventKind.GUARD: _guard,
    EventKind.GUARD_ENDS: _guard_ends,
    EventKind.STEAL: _steal,
    EventKind.EXCHANGE: _exchange,
    EventKind.BUY: _buy,
    EventKind.COMBO: _combo,
    EventKind.SPIRIT: _spirit,
    EventKind.SAMEDI: _samedi,
    EventKind.BLOCKED: _blocked,
    EventKind.TRIGGER: _trigger,
    EventKind.FINAL_COMBO: _final_combo,
    EventKind.MAJORITY: _majority,
    EventKind.FINAL: _final,
    EventKind.WIN: _win,
    EventKind.LOST: _lost,
}
