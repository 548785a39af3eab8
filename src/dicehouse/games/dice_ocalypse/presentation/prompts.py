"""Write the sentences of the log, the prompts, and the facts on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dicehouse.core.dice import Event
from dicehouse.core.log_entry import LogEntry
from dicehouse.core.option import Prompt
from dicehouse.i18n import Percent, Text, _, join_sentences, join_texts, listing

from ..rules.state import (
    BATTLE_ZONE,
    MAX_PLAYERS,
    N_DICE,
    BattleOutcome,
    Card,
    EventKind,
    Phase,
    ScoreSource,
    State,
    in_window,
)
from ..rules.war_cards import COLLATERAL_DICE
from .card_status import CARD_IDS, CARD_NAMES
from .event_names import EVENT_NAMES
from .first_time import FIRST_TIME
from .glossary import GLOSSARY
from .options import dice_words
from .score_sheet import SOURCES, score_sheet, text_board
from .scoring_table import examples, rows_in_words
from .short_rules import short_rules
from .story import story
from .throw_points import points_available

__all__ = [
    "EVENT_NAMES",
    "FIRST_TIME",
    "GLOSSARY",
    "THROWS",
    "examples",
    "facts",
    "log_entry",
    "prompt",
    "score_sheet",
    "short_rules",
    "story",
    "text_board",
]

THROWS = (EventKind.THROW,)
OUTCOMES: dict[int, str] = {
    BattleOutcome.NONE: "none",
    BattleOutcome.LOSE_TURN: "lose-turn",
    BattleOutcome.DOUBLE_NEXT: "double-next",
    BattleOutcome.DOUBLE_NOW: "double-now",
    BattleOutcome.VOID: "void",
}
REASONS = {source: label for source, (_key, label) in SOURCES.items()}  # house rules of earlier versions use these
listed = listing


# --- the log

Words = tuple[Text, Mapping[int, Text]]  # for everybody, and for readers in some seats
EntryWriter = Callable[[Event], tuple[str, Words, dict[str, Any]]]


def log_entry(event: Event) -> LogEntry:
    """Return the log entry of `event`."""
    kind, (text, own), facts = ENTRY_WRITERS[event.kind](event)
    last = _("The final round") if kind == "dice-ocalypse" else ""
    return LogEntry(kind, event.seat if event.seat >= 0 else None, text, facts, last=last, own=own)


def _faces(e: Event) -> list[int]:
    return list(e.faces)[: e.n_faces]


def _line(e: Event) -> str:
    return " ".join(map(str, _faces(e)))


def _name(seat: int) -> str:
    return f"{{{seat}}}"


def _about(e: Event, text: Text, own: Text, **other: Text) -> Words:
    """Return `text` for everybody, and `own` for the player it is about; `to` is for the other player in it."""
    words = {int(e.seat): own}
    if "to" in other and e.other >= 0 and e.other != e.seat:
        words[int(e.other)] = other["to"]
    return text, words


def _roll_off(e: Event) -> tuple[str, Words, dict[str, Any]]:
    purpose, who = "card" if e.item else "first", {"player": _name(e.seat), "die": str(e.faces[0])}
    if e.item:
        words = _about(
            e,
            _("{player} rolls {die} to play the card first.", **who),
            _("You roll {die} to play your card first.", **who),
        )
    else:
        words = _about(e, _("{player} rolls {die} to go first.", **who), _("You roll {die} to go first.", **who))
    return "roll-off", words, {"die": e.faces[0], "purpose": purpose}


def _first(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "first", _about(e, _("{player} goes first.", player=_name(e.seat)), _("You go first.")), {}


def _turn(e: Event) -> tuple[str, Words, dict[str, Any]]:
    values = {"player": _name(e.seat), "turn": e.total, "dice": dice_words(e.item), "points": e.amount}
    text, own = (
        _("{player} starts turn {turn} with {dice}.", **values),
        _("You start turn {turn} with {dice}.", **values),
    )
    if e.amount:
        text = _("{player} starts turn {turn} by piggybacking: {dice} and {points} points.", **values)
        own = _("You start turn {turn} by piggybacking: {dice} and {points} points.", **values)
    if e.other == 1:
        doubled = _("Its score counts double.")
        text, own = join_sentences(text, doubled), join_sentences(own, doubled)
    facts = {"turn": e.total, "dice": e.item, "doubled": e.other == 1, "points": e.amount}
    return "turn", _about(e, text, own), facts


def _throw(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "dice": _line(e)}
    words = _about(e, _("{player} rolls {dice}.", **who), _("You roll {dice}.", **who))
    return "throw", words, {"dice": _faces(e), "turn_score": e.amount}


def _bust(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": e.amount}
    words = _about(e, _("{player} busts.", **who), _("You bust.", **who))
    if e.amount:
        words = _about(
            e, _("{player} busts and loses {points} points.", **who), _("You bust and lose {points} points.", **who)
        )
    return "bust", words, {"lost": e.amount}


def _keep(e: Event) -> tuple[str, Words, dict[str, Any]]:
    faces, places = sorted(_faces(e)), e.item
    who = {"player": _name(e.seat), "dice": " ".join(map(str, faces)), "points": e.amount}
    words = _about(
        e, _("{player} keeps {dice}: {points} points.", **who), _("You keep {dice}: {points} points.", **who)
    )
    if e.other:
        words = _about(
            e,
            _("{player} keeps {dice}: {points} points, and has hot dice.", **who),
            _("You keep {dice}: {points} points, and you have hot dice.", **who),
        )
    facts = {
        "faces": faces,
        "keep": [i for i in range(N_DICE) if places >> i & 1],
        "points": e.amount,
        "turn_score": e.total,
        "hot": bool(e.other),
    }
    return "keep", words, facts


def _bank(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": e.amount}
    words = _about(e, _("{player} banks {points} points.", **who), _("You bank {points} points.", **who))
    return "bank", words, {"points": e.amount}


def _card(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "card": CARD_NAMES[e.item], "target": _name(e.other)}
    words = _about(e, _("{player} plays {card}.", **who), _("You play {card}.", **who))
    if e.item not in (Card.DOUBLE, Card.BLOODSHED):
        words = _about(
            e,
            _("{player} plays {card} against {target}.", **who),
            _("You play {card} against {target}.", **who),
            to=_("{player} plays {card} against you.", **who),
        )
    return "card", words, {"card": CARD_IDS[e.item], "on": e.other}


def _card_back(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "card": CARD_NAMES[e.item]}
    words = _about(e, _("{player} takes {card} back.", **who), _("You take {card} back.", **who))
    return "card-back", words, {"card": CARD_IDS[e.item]}


def _card_void(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "card": CARD_NAMES[e.item]}
    words = _about(
        e,
        _("{player} plays {card} too late: the target has been passed.", **who),
        _("You play {card} too late: the target has been passed.", **who),
    )
    return "card-void", words, {"card": CARD_IDS[e.item]}


def _vote(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "first": _name(e.other)}
    if e.other < 0:
        words = _about(e, _("{player} lets the dice decide.", **who), _("You let the dice decide.", **who))
        return "vote", words, {"for": None}
    words = _about(
        e,
        _("{player} says that {first} was first.", **who),
        _("You say that {first} was first.", **who),
        to=_("{player} says that you were first.", **who),
    )
    return "vote", words, {"for": e.other}


def _immunity(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "card": CARD_NAMES[e.item]}
    words = _about(
        e, _("{player} uses Immunity and stops {card}.", **who), _("You use Immunity and stop {card}.", **who)
    )
    if e.item == Card.BLOODSHED:
        words = _about(
            e,
            _("{player} uses Immunity and loses nothing to {card}.", **who),
            _("You use Immunity and lose nothing to {card}.", **who),
        )
    return "immunity", words, {"card": CARD_IDS[e.item], "by": e.other}


def _die_for_card(e: Event, card: int, works: Text, fails: Text) -> Words:
    """Return who rolls a die for a card, and what that means."""
    who = {"player": _name(e.seat), "die": str(e.faces[0]), "card": CARD_NAMES[card]}
    verdict = works if e.item else fails
    return _about(
        e,
        join_sentences(_("{player} rolls {die} for {card}.", **who), verdict),
        join_sentences(_("You roll {die} for {card}.", **who), verdict),
    )


def _prove(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _die_for_card(e, Card.PROVE_IT, _("The turn counts."), _("The turn scores nothing."))
    return "prove", words, {"die": e.faces[0], "stands": bool(e.item)}


def _double(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _die_for_card(e, Card.DOUBLE, _("The turn counts double."), _("The turn scores nothing."))
    return "double", words, {"die": e.faces[0], "won": bool(e.item)}


def _do_or_die(e: Event) -> tuple[str, Words, dict[str, Any]]:
    words = _die_for_card(e, Card.DO_OR_DIE, _("The whole total is lost."), _("Nothing is lost."))
    return "do-or-die", words, {"die": e.faces[0], "hit": bool(e.item)}


def _collateral(e: Event) -> tuple[str, Words, dict[str, Any]]:
    own, theirs = _faces(e)[:COLLATERAL_DICE], _faces(e)[COLLATERAL_DICE:]
    who = {"player": _name(e.seat), "sum": e.amount, "by": _name(e.other), "against": e.total}
    verdict = _("The attack succeeds.") if e.item else _("The attack fails.")
    text, mine, to = (
        _("{player} rolls {sum} against {by}'s {against}.", **who),
        _("You roll {sum} against {by}'s {against}.", **who),
        _("{player} rolls {sum} against your {against}.", **who),
    )
    words = _about(e, join_sentences(text, verdict), join_sentences(mine, verdict), to=join_sentences(to, verdict))
    return "collateral", words, {"by": e.other, "dice": own, "against": theirs, "hit": bool(e.item)}


def _score(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {
        "player": _name(e.seat),
        "points": abs(e.amount),
        "total": e.total,
        "source": SOURCES[e.item][1],
    }
    facts = {"points": e.amount, "total": e.total, "source": SOURCES[e.item][0]}
    if e.item == ScoreSource.TURN and e.amount >= 0:
        words = _about(
            e,
            _("{player} now has {total} points.", **who),
            _("You now have {total} points.", **who),
        )
    elif e.amount >= 0:
        words = _about(
            e,
            _("{player} gains {points} points (total {total}): {source}.", **who),
            _("You gain {points} points (total {total}): {source}.", **who),
        )
    else:
        words = _about(
            e,
            _("{player} loses {points} points (total {total}): {source}.", **who),
            _("You lose {points} points (total {total}): {source}.", **who),
        )
    return "score", words, facts


def _zombie_get(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat)}
    words = _about(
        e,
        _("{player} gets the Zombie die for a bust on the first roll.", **who),
        _("You get the Zombie die for a bust on the first roll.", **who),
    )
    return "zombie-get", words, {}


def _zombie(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "target": _name(e.other), "die": str(e.faces[0]), "dice": dice_words(e.item)}
    words = _about(
        e,
        _("{player} rolls {die} with the Zombie die, which leaves {target} {dice}.", **who),
        _("You roll {die} with the Zombie die, which leaves {target} {dice}.", **who),
        to=_("{player} rolls {die} with the Zombie die, which leaves you {dice}.", **who),
    )
    return "zombie", words, {"die": e.faces[0], "on": e.other, "left": e.item}


def _left_behind_get(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat)}
    words = _about(
        e,
        _("{player} is the last player without a score and gets the Left Behind die.", **who),
        _("You are the last player without a score and get the Left Behind die.", **who),
    )
    return "left-behind-get", words, {}


def _left_behind(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "target": _name(e.other), "die": str(e.faces[0])}
    if e.seat == e.other:
        words = _about(
            e,
            _("{player} rolls {die} with the Left Behind die and keeps it.", **who),
            _("You roll {die} with the Left Behind die and keep it.", **who),
        )
    else:
        words = _about(
            e,
            _("{player} rolls {die} with the Left Behind die, which goes to {target}.", **who),
            _("You roll {die} with the Left Behind die, which goes to {target}.", **who),
            to=_("{player} rolls {die} with the Left Behind die, which goes to you.", **who),
        )
    return "left-behind", words, {"die": e.faces[0], "on": e.other}


def _skipped(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "skipped", _about(e, _("{player} is skipped.", player=_name(e.seat)), _("You are skipped.")), {}


def _lost_turn(e: Event) -> tuple[str, Words, dict[str, Any]]:
    return "lost-turn", _about(e, _("{player} loses this turn.", player=_name(e.seat)), _("You lose this turn.")), {}


def _battle_zone(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": BATTLE_ZONE}
    words = _about(
        e,
        _("{player} reaches {points} points: Battle Zone!", **who),
        _("You reach {points} points: Battle Zone!", **who),
    )
    return "battle-zone", words, {}


def _battle_roll(e: Event) -> tuple[str, Words, dict[str, Any]]:
    # Near the end there may be no next turn any more, so nothing here promises one.
    verdict = {
        BattleOutcome.NONE: _("Nothing happens."),
        BattleOutcome.LOSE_TURN: _("Exactly one 1: the next turn, if there is one, is lost."),
        BattleOutcome.DOUBLE_NEXT: _("Doubles: the next score, if there is one, counts double."),
        BattleOutcome.DOUBLE_NOW: _("Doubles: the turn just banked counts double."),
        BattleOutcome.VOID: _("Doubles, but the turn just banked has already been changed."),
    }[BattleOutcome(int(e.item))]
    who = {"player": _name(e.seat), "dice": _line(e)}
    words = _about(
        e,
        join_sentences(_("{player} rolls {dice} in the Battle Zone.", **who), verdict),
        join_sentences(_("You roll {dice} in the Battle Zone.", **who), verdict),
    )
    return "battle-roll", words, {"dice": _faces(e), "outcome": OUTCOMES[e.item], "starter": e.other}


def _dice_ocalypse(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": e.amount}
    words = _about(
        e,
        _("Dice-ocalypse! {player} starts the final round. The score to beat is {points}.", **who),
        _("Dice-ocalypse! You start the final round. The score to beat is {points}.", **who),
    )
    return "dice-ocalypse", words, {"bar": e.amount}


def _diced(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": e.total}
    words = _about(
        e,
        _("{player} ends on only {points} points and is diced.", **who),
        _("You end on only {points} points and are diced.", **who),
    )
    return "diced", words, {"total": e.total}


def _tie(e: Event) -> tuple[str, Words, dict[str, Any]]:
    tied = [seat for seat in range(MAX_PLAYERS) if e.item >> seat & 1]
    text = _("A tie: {players} each roll {n} dice.", players=listing([_name(seat) for seat in tied]), n=N_DICE)
    return "tie", (text, {}), {"seats": tied}


def _tie_roll(e: Event) -> tuple[str, Words, dict[str, Any]]:
    total = sum(_faces(e))
    who = {"player": _name(e.seat), "dice": _line(e), "sum": total}
    words = _about(e, _("{player} rolls {dice}: {sum} in all.", **who), _("You roll {dice}: {sum} in all.", **who))
    return "tie-roll", words, {"dice": _faces(e), "sum": total}


def _win(e: Event) -> tuple[str, Words, dict[str, Any]]:
    who = {"player": _name(e.seat), "points": e.total}
    words = _about(
        e,
        _("{player} wins with {points} points and is the Die-structor!", **who),
        _("You win with {points} points. You are the Die-structor!", **who),
    )
    return "win", words, {"total": e.total}


ENTRY_WRITERS: dict[int, EntryWriter] = {
    EventKind.ROLL_OFF: _roll_off,
    EventKind.FIRST: _first,
    EventKind.TURN: _turn,
    EventKind.THROW: _throw,
    EventKind.BUST: _bust,
    EventKind.KEEP: _keep,
    EventKind.BANK: _bank,
    EventKind.CARD: _card,
    EventKind.CARD_BACK: _card_back,
    EventKind.CARD_VOID: _card_void,
    EventKind.VOTE: _vote,
    EventKind.IMMUNITY: _immunity,
    EventKind.PROVE: _prove,
    EventKind.DOUBLE: _double,
    EventKind.DO_OR_DIE: _do_or_die,
    EventKind.COLLATERAL: _collateral,
    EventKind.SCORE: _score,
    EventKind.ZOMBIE_GET: _zombie_get,
    EventKind.ZOMBIE: _zombie,
    EventKind.LEFT_BEHIND_GET: _left_behind_get,
    EventKind.LEFT_BEHIND: _left_behind,
    EventKind.SKIPPED: _skipped,
    EventKind.LOST_TURN: _lost_turn,
    EventKind.BATTLE_ZONE: _battle_zone,
    EventKind.BATTLE_ROLL: _battle_roll,
    EventKind.DICE_OCALYPSE: _dice_ocalypse,
    EventKind.DICED: _diced,
    EventKind.TIE: _tie,
    EventKind.TIE_ROLL: _tie_roll,
    EventKind.WIN: _win,
}


# --- prompts


def prompt(state: State, seat: int | None, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    """Return what `seat` is asked to do or waits for; a spectator's prompt if `seat` is None."""
    if state.phase == Phase.OVER:
        if seat == state.winner:
            return Prompt(_("You win!"), _("You are the Die-structor."))
        return Prompt(_("{player} wins", player=names[state.winner]), _("The game is over."))
    if seat is None or seat not in asked:
        return _waiting(state, asked, names)
    if state.phase == Phase.START:
        return Prompt(_("Roll the dice"), _start_detail(state))
    if state.phase == Phase.KEEP:
        return Prompt(_("Keep dice, then roll or bank"), _keep_detail(state, seat))
    return _reply_prompt(state, seat, names)


def _reply_prompt(state: State, seat: int, names: Sequence[str]) -> Prompt:
    """Return the prompt of a seat that may answer what somebody did, or act before somebody's turn."""
    values = {"player": names[state.player], "dice": _lying(state), "points": state.turn_points}
    if state.phase == Phase.REACT:
        title = _("{player} rolled {dice}", **values)
        return Prompt(title, _("Points so far this turn: {points}. Play a card, or pass?", **values), True)
    if state.phase == Phase.REACT_END:
        title = _("{player} busted", **values) if state.bust else _("{player} banks {points}", **values)
        return Prompt(title, _("Play a card against this turn, or pass?"), True)
    if state.phase == Phase.VOTE:
        detail = join_sentences(_contenders(state, names), _("Or let the dice decide."))
        return Prompt(_("Several cards at once: who was first?"), detail, True)
    if state.phase == Phase.IMMUNITY:
        title = _("{player} plays {card} against you", player=names[state.card_by], card=CARD_NAMES[state.card])
        return Prompt(title, _("Use your Immunity card, or accept the attack?"), True)
    title = _("Your turn is next") if seat == state.player else _("{player} is next", **values)
    if state.phase == Phase.LEFT_BEHIND:
        return Prompt(title, _("Roll the Left Behind die now, or keep it?"), True)
    return Prompt(title, _("Roll the Zombie die now, or keep it?"), True)


def _contenders(state: State, names: Sequence[str]) -> Text:
    played = [s for s in range(state.n_players) if state.contenders >> s & 1]
    cards = [_("{player} with {card}", player=names[s], card=CARD_NAMES[state.reply[s]]) for s in played]
    return _("Played at the same time: {cards}.", cards=listing(cards))


def _lying(state: State) -> str:
    return " ".join(map(str, list(state.dice)[: state.n_dice]))


def _start_detail(state: State) -> str:
    if state.bar:
        return _("This is your last turn. You need a total of {points}.", points=state.bar)
    if state.doubled:
        return _("Your score counts double this turn, and nobody can play a war card.")
    if not state.players[state.player].opened:
        return _("Your first score must be at least {points} points.", points=state.options.opening)
    return ""


def _keep_detail(state: State, seat: int) -> Text:
    best = points_available(state)
    detail = _("You rolled {dice}: up to {points} points.", dice=_lying(state), points=best)
    if not state.players[seat].opened and state.turn_points + best < state.options.opening:
        needed = _("Your first score must be at least {points} points.", points=state.options.opening)
        return join_sentences(detail, needed)
    return detail


def _waiting(state: State, asked: Sequence[int], names: Sequence[str]) -> Prompt:
    values = {"player": names[state.player], "points": state.turn_points, "dice": _lying(state)}
    who = listing([names[s] for s in asked])
    if in_window(state):
        detail = _("Points that {player} has at stake: {points}.", **values)
        return Prompt(_("{players} may play a card", players=who), detail)
    if state.phase == Phase.VOTE:
        return Prompt(_("Waiting for {players} to say who was first", players=who), _contenders(state, names))
    if state.phase == Phase.IMMUNITY:
        title = _("{player} may use Immunity", player=names[state.asking])
        return Prompt(title, _("{card} is about to take effect.", card=CARD_NAMES[state.card]))
    if state.phase == Phase.KEEP:
        detail = _("Rolled {dice}; {points} points so far this turn.", **values)
        if not state.turn_points:
            detail = _("Rolled {dice}; nothing kept yet.", **values)
        return Prompt(_("{player} is choosing", **values), detail)
    if state.phase in (Phase.LEFT_BEHIND, Phase.ZOMBIE):
        title = _("{players} may roll the Zombie die", players=who)
        if state.phase == Phase.LEFT_BEHIND:
            title = _("{players} may roll the Left Behind die", players=who)
        return Prompt(title, _("{player} is next.", **values))
    return Prompt(_("{player} is about to roll", **values), "")


# --- the position in words, for pages without a board


def facts(view: Mapping[str, Any], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts on the table as labels and words, from a seat's view, so that nothing hidden is told."""
    rows = [
        (_("Points this turn"), _groups(view)),
        (_("War card in play"), _pending(view, names)),
        (_("This turn"), _("counts double; no war cards") if view["doubled"] else ""),
        (_("Zombie die"), _holder(view, "zombie", names)),
        (_("Left Behind die"), _holder(view, "left_behind", names)),
        (_("Final round"), _last_round(view, names)),
        (_("Target"), _target(view)),
        (_("What scores"), rows_in_words(view["worth"])),
        (_("Chance of a bust"), _bust_chances(view)),
    ]
    return [(label, words) for label, words in rows if words]


def _bust_chances(view: Mapping[str, Any]) -> str:
    chances = [(dice_words(o["dice"]), Percent(o["bust"])) for o in view["odds"]]
    return join_texts([Text("{dice} {share}", {"dice": dice, "share": share}) for dice, share in chances])


def _target(view: Mapping[str, Any]) -> Text:
    values = {"target": view["target"], "opening": view["opening"]}
    if view["exact_target"]:
        return _("{target} or more; first score at least {opening}", **values)
    return _("more than {target}; first score at least {opening}", **values)


def _groups(view: Mapping[str, Any]) -> Text:
    groups = [
        Text("{dice} ({points})", {"dice": " ".join(map(str, g["faces"])), "points": g["points"]}) for g in view["kept"]
    ]
    total = {"total": view["turn_score"]}
    return Text("{total}: {groups}", {**total, "groups": join_texts(groups)}) if groups else Text("{total}", total)


def _pending(view: Mapping[str, Any], names: Sequence[str]) -> str:
    card = view["card"]
    if card is None:
        return ""
    name = next(CARD_NAMES[kind] for kind, known in CARD_IDS.items() if known == card["kind"])
    return _("{card}, played by {player}", card=name, player=names[card["by"]])


def _holder(view: Mapping[str, Any], die: str, names: Sequence[str]) -> str:
    if not view["dice_specials"]:
        return ""
    holder = view[die]["holder"]
    return _("not in play yet") if holder is None else _("{player} has it", player=names[holder])


def _last_round(view: Mapping[str, Any], names: Sequence[str]) -> str:
    final = view["final"]
    if final is None:
        return ""
    values = {"points": final["bar"], "player": names[final["first"]]}
    if not final["to_play"]:
        return _("score to beat {points}, set by {player}", **values)
    left = listing([names[seat] for seat in final["to_play"]])
    return _("score to beat {points}, set by {player}; still to play: {left}", left=left, **values)
