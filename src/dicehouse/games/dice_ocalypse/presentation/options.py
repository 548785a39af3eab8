"""Describe options as text ids, as sentences, and as the things on the table that a player touches."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from dicehouse import text_format
from dicehouse.core.bit_sets import count_bits
from dicehouse.core.option import Option, Reaction

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

BLOODSHED_NOTE = "this turn's points are taken from everybody else"


def number(value: int) -> str:
    """Return points as people write them: 4,350."""
    return f"{value:,}"


def dice_words(count: int) -> str:
    """Return a number of dice in words: 1 die, 5 dice."""
    return "1 die" if count == 1 else f"{count} dice"


def percent(chance: float) -> str:
    """Return `chance` as a whole percentage."""
    return text_format.format_percent(chance, 0)


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
        return Option("roll", "Throw the dice", _throw_note(state), ("key:roll",), {"then": "roll"})
    if action == PIGGYBACK:
        note = f"{dice_words(state.offer_dice)}, starting from {number(state.offer_points)}"
        return Option("piggyback", "Piggyback", note, ("key:piggyback",))
    if action == THROW_LEFT_BEHIND:
        note = "skips as many players as it shows, the next one first"
        return Option("left-behind", "Throw the Left Behind die", note, ("die:left-behind",), {"die": "left-behind"})
    if action == THROW_ZOMBIE:
        note = "takes as many dice as it shows from this turn"
        return Option("zombie", "Throw the Zombie die", note, ("die:zombie",), {"die": "zombie"})
    return _reply(state, seat, action)


def _reply(state: State, seat: int, action: int) -> Option:
    if action == PASS:
        return Option("pass", "Let it stand" if in_window(state) else "Keep the die", "", ("key:pass",))
    if action == IMMUNITY:
        note = f"{CARD_NAMES[state.card]} has no power over you"
        return Option("immunity", "Use Immunity", note, ("card:immunity",), {"card": "immunity"})
    if action == DECLINE:
        return Option("decline", "Take it", "keep your Immunity card", ("key:decline",))
    if action == ABSTAIN:
        return Option("abstain", "Let the dice decide", "", ("key:abstain",))
    if action in VOTE:
        first = VOTE.seat(action)
        return Option(f"vote p{first + 1}", f"{{{first}}} was first", "", (f"seat:{first}",), {"seat": first})
    card = PLAY.card(action)
    return Option(
        CARD_IDS[card],
        f"Play {CARD_NAMES[card]}",
        BLOODSHED_NOTE if card == Card.BLOODSHED else card_note(state, card),
        (f"card:{CARD_IDS[card]}",),
        {"card": CARD_IDS[card]},
    )


def _throw_note(state: State) -> str:
    if state.doubled:
        return "this turn's score counts double"
    if not state.players[state.player].opened:
        return f"you need {number(state.options.opening)} in one turn to open"
    return ""


DIE_NAMES = tuple(f"die:{place}" for place in range(N_DICE))


class _Kept(NamedTuple):
    """Hold what follows from the faces that are kept, whoever keeps them, and from the number of dice thrown next."""

    points: int
    bust: float
    id: str  # "keep 11"
    label: str  # "Keep 1 1"
    throw: str  # "Keep 1 1, throw 4 dice"
    risk: str  # "44 % lose all"


@lru_cache(maxsize=4_000)
def _kept(key: bytes, faces: tuple[int, ...], next_dice: int) -> _Kept:
    """Return what follows if `faces`, in rising order, are kept; `key` is the scoring table."""
    bust = bust_chances(key)[next_dice - 1]
    digits = "".join(map(str, faces))
    label = f"Keep {' '.join(digits)}"
    return _Kept(
        points_of(key, faces),
        round(bust, 4),
        f"keep {digits}",
        label,
        f"{label}, throw {dice_words(next_dice)}",
        f"{percent(bust)} lose all",
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
        name, label, button = f"{kept.id} bank", f"{kept.label}, bank {turn:,}", "key:bank"
        note = f"{total:,} → {end:,}{f', {short:,} short of the bar' if short else ''}{_exact(wins)}"
    else:
        name, label, button = f"{kept.id} roll", kept.throw, "key:roll"
        note = f"{kept.risk} {turn:,}{_exact(wins)}"
    name += " double" if doubles else ""
    path = (*[DIE_NAMES[i] for i in places], *(("card:double",) if doubles else ()), button)
    return Option(name, label + _doubling(doubles), note, path, facts)


def _exact(wins: float | None) -> str:
    return "" if wins is None else f"; exact chance to win {text_format.format_percent(wins)}"


def _doubling(doubles: bool) -> str:
    return ", Double or Nothing" if doubles else ""


# --- reading what people write

NOT_NOW = {  # by what an option begins with
    "keep": "dice are kept after a throw of your own",
    "roll": "you throw at the start of your turn, and with the dice that you keep",
    "bank": "points are banked after a throw of your own, with the dice that are kept",
    "zombie": "whoever holds the Zombie die may throw it before a turn of somebody else",
    "left-behind": "whoever holds the Left Behind die may throw it before the next turn",
    "piggyback": "a Piggyback is offered at the start of a turn, after somebody has banked",
    "pass": "nothing has to be let pass now",
    "decline": "no card hits you now",
    "vote": "nobody has to say who was first",
    "abstain": "nobody has to say who was first",
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
        return f"say first what is kept of this throw, as in 'keep 1 {words[0]}'"
    if words[:1] != ["keep"] or len(words) < 2:
        return NOT_NOW.get(words[0], "") if words and words[0] != "keep" else ""
    faces = words[1]
    if not faces or any(c not in "123456" for c in faces):
        return f"{faces!r} are not faces of dice"
    lying = [state.dice[i] for i in range(state.n_dice)]
    for face in sorted(set(faces)):
        if faces.count(face) > lying.count(int(face)):
            return _too_few(lying.count(int(face)), face)
    if not best_points(state, [int(c) for c in faces]):
        return "not every one of these dice scores"
    return _then(state, len(faces), words[2:])


def _no_card(state: State, seat: int, card: str) -> str:
    why = card_refusals(state, seat).get(card, "that card has been played")
    return why[:1].lower() + why[1:]


def _too_few(count: int, face: str) -> str:
    if count < 2:
        return f"{('no', 'only one')[count]} {face} was thrown"
    return f"only {('two', 'three', 'four', 'five')[count - 2]} {face}s were thrown"


def _then(state: State, kept: int, then: list[str]) -> str:
    if then[:1] not in (["roll"], ["bank"]):
        return "say 'roll' or 'bank' after the dice"
    if state.options.keep_rule == ALL_SCORING and kept < _most_scoring(state):
        return "every die that scores must be kept"
    if then[0] == "bank" and state.options.hot_dice == MUST_ROLL and kept == state.n_dice:
        return "with hot dice you must throw again"
    if then[0] == "bank" and not state.players[state.player].opened:
        return f"a first scored turn needs {number(state.options.opening)}"
    if "double" in then:
        return "Double or Nothing can't be played on this turn"
    return ""


def _most_scoring(state: State) -> int:
    """Return the largest number of dice of this throw that can be kept together."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    return max(count_bits(mask) for mask in masks[: list_keeps(state, masks, points)])
