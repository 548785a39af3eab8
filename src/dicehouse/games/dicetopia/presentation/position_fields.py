"""Define the words of a set-up position, and the values of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dicehouse.core.value_readers import (
    SetupField,
    ValueReader,
    list_by_seat,
    list_of,
    mapping_of,
    one_of,
    seat_number,
    true_or_false,
    whole_number,
)
from dicehouse.errors import BadSetting
from dicehouse.text_format import shorten

from ..rules.deal import AGENTS, DEALT
from ..rules.missions import IDS
from ..rules.scenarios import AREA_IDS
from ..rules.state import (
    DEAD,
    EMPTY,
    LOCATION_SIZE,
    MAGMACORIUM,
    MAX_PLAYERS,
    N_AREAS,
    N_CARD,
    N_COLOURS,
    ROUNDS,
    SLOTS,
    TRACK,
)
from .notation import FACTION_IDS, PIECES, die_number

SAVED_TURN = ROUNDS + 1
LONGEST = 200
MOST_BLOOD = 999
ON_TOP = 4


def words_of(says: str, read: Callable[[str, str, int], Any], most: int, least: int = 0) -> ValueReader:
    """Return a reader of a text with `least` to `most` words, each of which `read` reads."""

    def read_all(value: object, where: str, players: int) -> list[Any]:
        if not isinstance(value, str) or len(value) > LONGEST or not least <= len(value.split()) <= most:
            raise BadSetting(f"{where} must be {count} {says}, not {shorten(value)}.")
        return [read(word, where, players) for word in value.split()]

    count = f"a text of {least}" if least == most else f"a text of {least} to {most}"
    return ValueReader(f"{count} {says}", read_all)


def _named(names: Sequence[str]) -> Callable[[str, str, int], int]:
    known = one_of(*names)
    return lambda word, where, players: names.index(known(word, where, players))


def _die(word: str, where: str, players: int) -> int:
    try:
        return die_number(word)
    except ValueError:
        pass
    raise BadSetting(f"{where}: a die is its colour (t, p, w, m) and its value, as in t4; {shorten(word)} is none.")


def _standard_die(word: str, where: str, players: int) -> int:
    die = _die(word, where, players)
    if die >= MAGMACORIUM:
        raise BadSetting(f"{where}: no Magmacorium die lies on the Blood Dome Card, so {word} can't.")
    return die


def _thing(word: str, where: str, players: int) -> int:
    """Read the contents of a space."""
    if word in ("-", "x"):
        return EMPTY if word == "-" else DEAD
    kind, colon, whose = word.partition(":")
    if not colon:
        return _die(word, where, players)
    kinds = {name: piece for piece, name in PIECES.items()}
    if kind not in kinds or not _is_seat(whose, players):
        raise BadSetting(
            f"{where}: a piece is agent, thug or tentacle with a seat from 0 to {players - 1}, as in agent:0;"
            f" {shorten(word)} is none."
        )
    return kinds[kind] + int(whose)


def _is_seat(word: str, players: int) -> bool:
    return len(word) == 1 and word in "012345"[:players]


def _read_seats(value: object, where: str, players: int) -> list[int]:
    if not isinstance(value, str) or not all(_is_seat(digit, players) for digit in value):
        raise BadSetting(f"{where} must be a text of seats from 0 to {players - 1}, as in '01', not {shorten(value)}.")
    return [int(digit) for digit in value]


def distinct(reader: ValueReader) -> ValueReader:
    """Return a reader of a list without duplicates."""

    def read(value: object, where: str, players: int) -> list[Any]:
        found: list[Any] = reader(value, where, players)
        if len(set(found)) < len(found):
            raise BadSetting(f"{where} names the same twice: {shorten(value)}.")
        return found

    return ValueReader(reader.says, read)


seats = distinct(ValueReader("a text of seats, as in '01'", _read_seats))
dice = words_of("dice, as in 't4'", _die, SLOTS)
areas = mapping_of(one_of(*AREA_IDS), words_of("things on its spaces", _thing, LOCATION_SIZE), N_AREAS)

SET_UP: tuple[SetupField, ...] = (
    SetupField(
        "factions",
        distinct(words_of("factions", _named(FACTION_IDS), MAX_PLAYERS)),
        "who plays which",
    ),
    SetupField(
        "areas", areas, "what lies on the spaces of an area, in order: t4, agent:1, thug:0, tentacle:0, - (empty), x"
    ),
    SetupField("boards", list_by_seat(dice), "the dice on the Faction Boards"),
    SetupField(
        "missions", list_by_seat(words_of("Missions", _named(IDS), DEALT)), "the Missions in the hands; any if not said"
    ),
    SetupField(
        "stock",
        list_of(whole_number(0, TRACK - 1), N_COLOURS, N_COLOURS),
        "the steps of the teal, purple and white cube",
    ),
    SetupField("player", seat_number, "whose turn begins; 0 if not said"),
    SetupField("marker", seat_number, "who has the First Player Marker; 0 if not said"),
    SetupField("began", seat_number, "who began the round; 0 if not said"),
    SetupField("round", whole_number(1, SAVED_TURN), f"3 if not said; {SAVED_TURN} is the saved turn"),
    SetupField(
        "agents",
        list_by_seat(whole_number(0, AGENTS)),
        "Agents still to be sent; as many as there are turns if not said",
    ),
    SetupField(
        "thugs", distinct(list_of(seat_number, MAX_PLAYERS)), "whose Thugs are still in prison; all if not said"
    ),
    SetupField("tentacle", seats, "whose own Thug, the Tentacle Force's, is still to be sent"),
    SetupField(
        "tokens",
        list_by_seat(distinct(list_of(whole_number(1, SLOTS), SLOTS))),
        "which dice carry a Protection Token, from 1",
    ),
    SetupField("spare_tokens", list_by_seat(whole_number(0, 1)), "tokens of the Conclave that are not placed yet"),
    SetupField("used", seats, "whose ability is used up"),
    SetupField("prison", words_of("dice, as in 't4'", _die, MAX_PLAYERS), "the dice in prison"),
    SetupField("dome", words_of("dice, as in 't4'", _standard_die, N_CARD, N_CARD), "the dice on the Blood Dome Card"),
    SetupField(
        "top", words_of("Missions", _named(IDS), ON_TOP), "the next Missions of the deck, if somebody knows them"
    ),
    SetupField("top_of", seat_number, "who knows them; 0 if not said"),
    SetupField("saved", true_or_false, "whether the Roamers have saved a turn"),
    SetupField("score", true_or_false, "whether all pieces are placed and the draft begins"),
    SetupField("blood", list_by_seat(whole_number(0, MOST_BLOOD)), "stars from the Blood Dome"),
)
