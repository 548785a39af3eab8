"""Describe options as text ids, as sentences, and as the things on the table that a player touches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from dicehouse.core.bit_sets import count_bits
from dicehouse.core.option import Option, Reaction
from dicehouse.i18n import Percent, Text, _, ngettext
from dicehouse.text_format import format_percent

from ..rules.action_codes import (
    ABSTAIN,
    DECLINE,
    IMMUNITY,
    KEEP,
    PASS,
    PIGGYBACK,
    PLAY,
    ROLL,
    THROW_LEFT_BEHIND,
    THROW_ZOMBIE,
    VOTE,
)
from ..rules.scoring import MOST_SETS, list_keeps
from ..rules.state import N_DICE, Card, Phase, State, in_window
from ..rules.turn import ALL_SCORING, MUST_ROLL
from .card_status import CARD_IDS, CARD_NAMES, card_note, card_refusals, no_card_matters
from .exact_chances import keep_chance
from .throw_points import best_points, bust_chances, most_points_of, points_available, points_of, scoring_key

BLOODSHED_NOTE = _("everyone else loses what you bank this turn")


def number(value: int) -> Text:
    """Return points as people write them: 4,350."""
    return Text("{points}", {"points": value})


def dice_words(count: int) -> Text:
    """Return a number of dice in words: 1 die, 5 dice."""
    return ngettext("{n} die", "{n} dice", count) if count else _("no dice")


def percent(chance: float) -> str:
    """Return `chance` as a whole percentage in English; house rules of earlier versions use it."""
    return format_percent(chance, 0)


def reaction(state: State, seat: int) -> Reaction | None:
    """Return the optional reply that `seat` is asked for, with the points at stake."""
    if not in_window(state):
        return None
    ended = state.phase == Phase.REACT_END
    stake = state.turn_points + (0 if ended else points_available(state))
    best_other = max(state.players[s].total for s in range(state.n_players) if s != state.player)
    own = state.players[state.player].total
    return Reaction(
        "pass", "end" if ended else "during", stake, own <= best_other < own + stake, no_card_matters(state, seat)
    )


def describe_action(state: State, seat: int, action: int) -> Option:
    """Return the legal `action` of `seat` as an option."""
    if action in KEEP:
        return _keep(state, action)
    if action == ROLL:
        return Option("roll", _("Roll the dice"), _throw_note(state), ("key:roll",), {"then": "roll"})
    if action == PIGGYBACK:
        note = _("{dice}, starting with {points} points", dice=dice_words(state.offer_dice), points=state.offer_points)
        return Option("piggyback", _("Piggyback"), note, ("key:piggyback",))
    if action == THROW_LEFT_BEHIND:
        note = _("skips that many players, starting with the next")
        return Option("left-behind", _("Roll the Left Behind die"), note, ("die:left-behind",), {"die": "left-behind"})
    if action == THROW_ZOMBIE:
        note = _("removes that many dice from this turn")
        return Option("zombie", _("Roll the Zombie die"), note, ("die:zombie",), {"die": "zombie"})
    return _reply(state, seat, action)


def _reply(state: State, seat: int, action: int) -> Option:
    if action == PASS:
        return Option("pass", _("Pass") if in_window(state) else _("Keep the die"), "", ("key:pass",))
    if action == IMMUNITY:
        note = _("cancels {card}", card=CARD_NAMES[state.card])
        return Option("immunity", _("Use Immunity"), note, ("card:immunity",), {"card": "immunity"})
    if action == DECLINE:
        return Option("decline", _("Accept it"), _("keep your Immunity card"), ("key:decline",))
    if action == ABSTAIN:
        return Option("abstain", _("Let the dice decide"), "", ("key:abstain",))
    if action in VOTE:
        first = VOTE.seat(action)
        return Option(
            f"vote p{first + 1}",
            _("{player} was first", player=f"{{{first}}}"),
            "",
            (f"seat:{first}",),
            {"seat": first},
        )
    card = PLAY.card(action)
    return Option(
        CARD_IDS[card],
        _("Play {card}", card=CARD_NAMES[card]),
        BLOODSHED_NOTE if card == Card.BLOODSHED else card_note(state, card),
        (f"card:{CARD_IDS[card]}",),
        {"card": CARD_IDS[card]},
    )


def _throw_note(state: State) -> str:
    if state.doubled:
        return _("your score counts double")
    if not state.players[state.player].opened:
        return _("your first score must be at least {points}", points=state.options.opening)
    return ""


DIE_NAMES = tuple(f"die:{place}" for place in range(N_DICE))


class _Kept(NamedTuple):
    """Hold what follows from the faces that are kept, whoever keeps them, and from the number of dice thrown next."""

    points: int
    bust: float
    id: str  # "keep 11"
    dice: str  # "1 1"
    next_dice: Text  # "4 dice"
    risk: Percent  # of a bust


@lru_cache(maxsize=4_000)
def _kept(key: bytes, faces: tuple[int, ...], next_dice: int) -> _Kept:
    """Return what follows if `faces`, in rising order, are kept; `key` is the scoring table."""
    bust = bust_chances(key)[next_dice - 1]
    digits = "".join(map(str, faces))
    return _Kept(
        points_of(key, faces),
        round(bust, 4),
        f"keep {digits}",
        " ".join(digits),
        dice_words(next_dice),
        Percent(bust),
    )


def _keep(state: State, action: int) -> Option:
    mask, dice = KEEP.dice(action), list(state.dice)[: state.n_dice]
    places = [i for i in range(len(dice)) if mask >> i & 1]
    faces = sorted([dice[i] for i in places])
    hot = len(places) == len(dice)
    next_dice = state.dice_full if hot else len(dice) - len(places)
    key = scoring_key(state)
    kept = _kept(key, tuple(faces), next_dice)
    turn = state.turn_points + kept.points
    banks, doubles = KEEP.bank(action) == 1, KEEP.double(action) == 1
    total = state.players[state.player].total
    end = total + turn * (2 if state.doubled else 1)
    short = max(0, state.bar - end)  # points still missing to the bar of the last round if this is banked
    facts: dict[str, object] = {
        "keep": places,
        "faces": faces,
        "points": kept.points,
        "turn": turn,
        "then": "bank" if banks else "roll",
        "dice": next_dice,
        "bust": kept.bust,
        "card": "double" if doubles else None,
        "total": end,
        "short": short,
        "hot": hot,
        "better": most_points_of(key, tuple(sorted(dice))) - kept.points,
    }
    wins = keep_chance(state, action)
    if wins is not None:
        facts["wins"] = round(wins, 6)
    if banks:
        said = {"dice": kept.dice, "points": turn, "total": total, "end": end, "short": short}
        label = _("Keep {dice}, bank {points}", **said)
        if doubles:
            label = _("Keep {dice}, bank {points} with Double or Nothing", **said)
        note = _("total {total} → {end}", **said)
        if short:
            note = _("total {total} → {end}, {short} short of the score to beat", **said)
        name, button = f"{kept.id} bank", "key:bank"
    else:
        said = {"dice": kept.dice, "next": kept.next_dice, "bust": kept.risk, "points": turn}
        label = _("Keep {dice}, roll {next}", **said)
        if doubles:
            label = _("Keep {dice}, roll {next} with Double or Nothing", **said)
        note = _("{bust} risk of losing {points}", **said)
        name, button = f"{kept.id} roll", "key:roll"
    if wins is not None:
        note = _("{note}; exact winning chance {wins}", note=note, wins=Percent(wins, 1))
    if doubles:
        path = (*(DIE_NAMES[i] for i in places), "card:double", button)
        return Option(f"{name} double", label, note, path, facts)
    return Option(name, label, note, (*[DIE_NAMES[i] for i in places], button), facts)


# --- reading what people write

NOT_NOW = {  # by what an option begins with
    "keep": _("you keep dice after your own roll"),
    "roll": _("you roll at the start of your turn, or together with the dice you keep"),
    "bank": _("you bank after your own roll, together with the dice you keep"),
    "zombie": _("the player with the Zombie die may roll it before another player's turn"),
    "left-behind": _("the player with the Left Behind die may roll it before the next turn"),
    "piggyback": _("you can piggyback only at the start of a turn, after another player has banked"),
    "pass": _("you can't pass now"),
    "decline": _("no card is being played against you"),
    "vote": _("nobody is asking who was first"),
    "abstain": _("nobody is asking who was first"),
}


def normal(text: str) -> str:
    """Return `text`, the id of an option, in its one canonical form: lower case, single spaces, faces in order."""
    words = text.lower().split()
    if len(words) > 1 and words[0] == "keep":
        words[1] = "".join(sorted(words[1]))
    return " ".join(words)


def refusal(state: State, seat: int, text: str) -> str:
    """Return why the option `text` can't be played now; empty if its notation tells nothing."""
    words = text.split()
    if text in (*CARD_IDS.values(), "immunity"):
        return _no_card(state, seat, text)
    if state.phase != Phase.KEEP or seat != state.player:
        return NOT_NOW.get(words[0] if words else "", "")
    if words[:1] in (["roll"], ["bank"]):
        return _("first say which dice you keep, as in 'keep 1 {action}'", action=words[0])
    if words[:1] != ["keep"] or len(words) < 2:
        return NOT_NOW.get(words[0], "") if words and words[0] != "keep" else ""
    faces = words[1]
    if not faces or any(c not in "123456" for c in faces):
        return _("{faces} aren't die faces", faces=repr(faces))
    lying = [state.dice[i] for i in range(state.n_dice)]
    for face in sorted(set(faces)):
        if faces.count(face) > lying.count(int(face)):
            return _too_few(lying.count(int(face)), face)
    if not best_points(state, [int(c) for c in faces]):
        return _("not all of these dice score")
    return _then(state, len(faces), words[2:])


def _no_card(state: State, seat: int, card: str) -> str:
    return card_refusals(state, seat).get(card, _("you have already played that card"))


def _too_few(count: int, face: str) -> Text:
    if count == 0:
        return _("you rolled no {face}", face=face)
    return ngettext("you rolled only one {face}", "you rolled only {n} dice that show a {face}", count, face=face)


def _then(state: State, kept: int, then: list[str]) -> str:
    if then[:1] not in (["roll"], ["bank"]):
        return _("say 'roll' or 'bank' after the dice")
    if state.options.keep_rule == ALL_SCORING and kept < _most_scoring(state):
        return _("you must keep every die that scores")
    if then[0] == "bank" and state.options.hot_dice == MUST_ROLL and kept == state.n_dice:
        return _("with hot dice you must roll again")
    if then[0] == "bank" and not state.players[state.player].opened:
        return _("your first score must be at least {points}", points=state.options.opening)
    if "double" in then:
        return _("you can't play Double or Nothing this turn")
    return ""


def _most_scoring(state: State) -> int:
    """Return the largest number of dice of this throw that can be kept together."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    return max(count_bits(mask) for mask in masks[: list_keeps(state, masks, points)])
