"""Options as text, as sentences, and as things on the table that a hand would touch."""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from dicehouse.kit.bits import bits
from dicehouse.kit.game import Option

from ..rules.codes import (
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
from ..rules.scoring import MOST_SETS, keeps
from ..rules.state import N_DICE, Card, Phase, State, in_window
from ..rules.turn import ALL_SCORING, MUST_ROLL
from .effects import note_of

CARD_IDS: dict[int, str] = {
    Card.PROVE_IT: "prove-it",
    Card.DOUBLE: "double",
    Card.DO_OR_DIE: "do-or-die",
    Card.BLOODSHED: "bloodshed",
    Card.COLLATERAL: "collateral",
}
CARD_NAMES: dict[int, str] = {
    Card.PROVE_IT: "Prove It",
    Card.DOUBLE: "Double or Nothing",
    Card.DO_OR_DIE: "Do or Die",
    Card.BLOODSHED: "Bloodshed",
    Card.COLLATERAL: "Collateral Damage",
}
BLOODSHED_NOTE = "this turn's points are taken from everybody else"


def number(value: int) -> str:
    """Points as people write them: 4,350."""
    return f"{value:,}"


def dice_words(count: int) -> str:
    """1 die, 5 dice."""
    return "1 die" if count == 1 else f"{count} dice"


def percent(chance: float) -> str:
    """A chance as a whole percentage."""
    return f"{100 * chance:.0f} %"


def describe(state: State, seat: int, action: int) -> Option:
    """One legal action of `seat` as an option."""
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
        BLOODSHED_NOTE if card == Card.BLOODSHED else note_of(state, card),
        (f"card:{CARD_IDS[card]}",),
        {"card": CARD_IDS[card]},
    )


def _throw_note(state: State) -> str:
    if state.doubled:
        return "this turn's score counts double"
    if not state.players[state.player].opened:
        return f"you need {number(state.options.opening)} in one turn to open"
    return ""


def _keep(state: State, action: int) -> Option:
    mask = KEEP.dice(action)
    places = [i for i in range(state.n_dice) if mask >> i & 1]
    tray = state.dice
    dice = [tray[i] for i in range(state.n_dice)]
    faces = sorted(dice[i] for i in places)
    key = scoring_key(state)
    points = _points(key, tuple(faces))
    turn = state.turn_points + points
    hot = len(places) == state.n_dice
    next_dice = state.dice_full if hot else state.n_dice - len(places)
    bust = bust_chances(key)[next_dice - 1]
    banks, doubles = bool(KEEP.bank(action)), bool(KEEP.double(action))
    digits = "".join(map(str, faces))
    total = state.players[state.player].total
    end = total + turn * (2 if state.doubled else 1)
    facts = {
        "keep": places,
        "faces": faces,
        "points": points,
        "turn": turn,
        "then": "bank" if banks else "roll",
        "dice": next_dice,
        "bust": round(bust, 4),
        "card": "double" if doubles else None,
        "total": end,
        "hot": hot,
        "better": _most(key, tuple(sorted(dice))) - points,
    }
    path = tuple(f"die:{i}" for i in places) + (("card:double",) if doubles else ())
    suffix = " double" if doubles else ""
    if banks:
        label = f"Keep {' '.join(digits)}, bank {number(turn)}"
        note = f"{number(total)} → {number(end)}"
        return Option(f"keep {digits} bank{suffix}", label + _doubling(doubles), note, (*path, "key:bank"), facts)
    label = f"Keep {' '.join(digits)}, throw {dice_words(next_dice)}"
    note = f"{percent(bust)} lose all {number(turn)}"
    return Option(f"keep {digits} roll{suffix}", label + _doubling(doubles), note, (*path, "key:roll"), facts)


def _doubling(doubles: bool) -> str:
    return ", Double or Nothing" if doubles else ""


# --- points and odds for people; the rules count for themselves, a law holds the two together


def scoring_key(state: State) -> bytes:
    """The scoring table as a value that is looked up quickly."""
    whole = (state.straight, state.three_pairs, state.four_plus_pair, state.two_triplets, state.no_score_bonus)
    return bytes(state.worth.tobytes() + struct.pack("5h", *whole))


@lru_cache(maxsize=64)
def _table(key: bytes) -> tuple[int, ...]:
    """Points of no, one, two, ... dice of each face, then those of throws that score as a whole."""
    return struct.unpack("54h", key)[7:]


def best_points(state: State, faces: list[int]) -> int:
    """Points of a set of dice from one throw; 0 if not every die can score."""
    return _points(scoring_key(state), tuple(sorted(faces)))


def points_available(state: State) -> int:
    """The most points that the throw on the table offers."""
    return _most(scoring_key(state), tuple(sorted(state.dice[i] for i in range(state.n_dice))))


def points_of(key: bytes, faces: tuple[int, ...]) -> int:
    """Points of dice in rising order by a scoring table; 0 if not every one of them can score."""
    return _points(key, faces)


@lru_cache(maxsize=20_000)
def _points(key: bytes, faces: tuple[int, ...]) -> int:
    counts = [faces.count(face) for face in range(1, 7)]
    table = _table(key)
    worths = [table[7 * face + count] for face, count in enumerate(counts) if count]
    total = sum(worths) if all(worths) else 0
    whole = _whole(key, counts) if len(faces) == N_DICE else 0
    if len(faces) == N_DICE and not total and not whole and _most_parts(key, faces) == 0:
        whole = table[-1]
    return max(total, whole)


def _whole(key: bytes, counts: list[int]) -> int:
    straight, three_pairs, four_plus_pair, two_triplets = _table(key)[42:46]
    shape = sorted(c for c in counts if c)
    shapes = {(1,) * 6: straight, (2, 2, 2): three_pairs, (2, 4): four_plus_pair, (3, 3): two_triplets}
    return shapes.get(tuple(shape), 0)


def _most_parts(key: bytes, faces: tuple[int, ...]) -> int:
    table = _table(key)
    return sum(max(table[7 * (face - 1) + n] for n in range(faces.count(face) + 1)) for face in set(faces))


@lru_cache(maxsize=20_000)
def _most(key: bytes, faces: tuple[int, ...]) -> int:
    return max(_most_parts(key, faces), _points(key, faces) if len(faces) == N_DICE else 0)


@lru_cache(maxsize=64)
def bust_chances(key: bytes) -> tuple[float, ...]:
    """The exact chance that a throw of 1, 2, ... 6 dice scores nothing."""
    return tuple(_bust_chance(key, dice) for dice in range(1, 7))


def _bust_chance(key: bytes, dice: int) -> float:
    ways = 0
    for faces in combinations_with_replacement(range(1, 7), dice):
        if _most(key, faces) == 0:
            orders = factorial(dice)
            for face in set(faces):
                orders //= factorial(faces.count(face))
            ways += orders
    return ways / float(6**dice)


# --- reading what people write


def normal(text: str) -> str:
    """The text of an option in its one proper form: lower case, single spaces, faces in order."""
    words = text.lower().split()
    if len(words) > 1 and words[0] == "keep":
        words[1] = "".join(sorted(words[1]))
    return " ".join(words)


def refusal(state: State, seat: int, text: str) -> str:
    """Why an option can't be played now, if the notation tells more than that; else an empty text."""
    words = text.split()
    if words[:1] != ["keep"] or state.phase != Phase.KEEP or len(words) < 2:
        return ""
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
    """The largest number of dice of this throw that can be kept together."""
    masks, points = [0] * MOST_SETS, [0] * MOST_SETS
    return max(bits(mask) for mask in masks[: keeps(state, masks, points)])
